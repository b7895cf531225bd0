"""The wheel, built from the source archive and installed into an empty environment, gives a working `auditgen`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from dataclasses import dataclass
from email.parser import Parser
from pathlib import Path

import pikepdf
import pytest

ROOT = Path(__file__).resolve().parents[1]
CLAIMS = "model,benchmark,score\ngpt-4o-2024-08-06,MMLU,88.7\nsome model nobody knows,GSM8K,61.5\n"

pytestmark = pytest.mark.slow


def environment() -> dict[str, str]:
    """The present environment without anything that could let the checkout shine through."""
    return {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")}


def run(*command: str | Path, cwd: Path, ok: bool = True) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [str(c) for c in command], cwd=cwd, env=environment(), capture_output=True, text=True, encoding="utf-8",
        stdin=subprocess.DEVNULL, timeout=900,
    )  # fmt: skip
    assert not ok or done.returncode == 0, f"{command}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done


@dataclass(frozen=True)
class Built:
    """The two archives."""

    source: Path
    wheel: Path


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Source archive from the checkout, wheel from the source archive: what an index would hand out."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--outdir", folder, ROOT, cwd=folder)
    (source,) = folder.glob("*.tar.gz")
    (wheel,) = folder.glob("*.whl")
    return Built(source, wheel)


@pytest.fixture(scope="module")
def installed(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs folder of an empty environment into which the wheel was installed, far from the checkout."""
    folder = tmp_path_factory.mktemp("empty") / "env"
    venv.create(folder, with_pip=True)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    run(programs / "python", "-m", "pip", "install", "--quiet", built.wheel, cwd=folder)
    return programs


def test_wheel_holds_the_program_and_its_texts(built: Built) -> None:
    with zipfile.ZipFile(built.wheel) as archive:
        names = archive.namelist()
        metadata = Parser().parsestr(
            archive.read(next(n for n in names if n.endswith(".dist-info/METADATA"))).decode("utf-8")
        )
    tops = {n.split("/")[0] for n in names}
    assert {t for t in tops if not t.endswith(".dist-info")} == {"auditgen"}
    for wanted in (
        "auditgen/cli/main.py",
        "auditgen/catalogue/catalogue.sqlite",
        "auditgen/grading/thresholds.yaml",
        "auditgen/_templates/report.html.j2",
        "auditgen/_templates/caveats/en.yaml",
    ):
        assert wanted in names
    assert any(n.endswith("LICENSE") for n in names)
    assert not [n for n in names if n.endswith((".pyc", ".nbi", ".nbc")) or "__pycache__" in n]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert metadata["Version"] == project["version"]
    assert metadata["Requires-Python"] == project["requires-python"]
    assert metadata["License-Expression"] == "Apache-2.0"


def test_source_archive_holds_what_the_wheel_is_made_of(built: Built) -> None:
    with tarfile.open(built.source) as archive:
        names = {n.split("/", 1)[1] for n in archive.getnames() if "/" in n}
    for wanted in ("pyproject.toml", "hatch_build.py", "LICENSE", "README.md", "templates/report.html.j2"):
        assert wanted in names


def test_versions_agree() -> None:
    from auditgen import __version__

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == __version__
    assert f"\nversion: {__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\n## {__version__}\n" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_installed_program_works_on_its_own(installed: Path, tmp_path: Path) -> None:
    """From an empty environment: where it lies, whether its packages agree, a whole audit, its verification."""
    where = run(installed / "python", "-c", "import auditgen; print(auditgen.__file__)", cwd=tmp_path).stdout.strip()
    assert Path(where).is_relative_to(installed.parent)
    run(installed / "python", "-m", "pip", "check", cwd=tmp_path)
    for missing in ("pytest", "hypothesis", "ruff", "mypy"):
        assert run(installed / "python", "-c", f"import {missing}", cwd=tmp_path, ok=False).returncode == 1
    assert run(installed / "auditgen", "--version", cwd=tmp_path).stdout.startswith("auditgen, version ")
    assert "in the package" in run(installed / "auditgen", "doctor", cwd=tmp_path).stdout
    (tmp_path / "claims.csv").write_text(CLAIMS, encoding="utf-8")
    targets = ("report.pdf", "report.html", "report.md", "record.json")
    outputs = [part for name in targets for part in ("-o", name)]
    run(installed / "auditgen", "audit", "claims.csv", "--as-of", "2026-11-30", *outputs, cwd=tmp_path)
    assert (tmp_path / "report.pdf").read_bytes().startswith(b"%PDF-")
    record = json.loads((tmp_path / "record.json").read_bytes())
    assert [c["id"] for c in record["claims"] if not c["implied"]] == ["c1", "c2"]
    for name in ("report.html", "report.md", "record.json"):
        assert str(tmp_path) not in (tmp_path / name).read_text(encoding="utf-8")
    assert "intact: " in run(installed / "auditgen", "verify", "report.pdf", cwd=tmp_path).stdout
    with pikepdf.open(tmp_path / "report.pdf") as pdf:
        file = pdf.attachments["audit-record.json"].get_file()
        changed = file.read_bytes().replace(b"88.7", b"98.7")
        assert changed != file.read_bytes()
        pdf.attachments["audit-record.json"] = pikepdf.AttachedFileSpec(
            pdf, changed, filename="audit-record.json", mime_type="application/json"
        )
        pdf.save(tmp_path / "changed.pdf")
    assert run(installed / "auditgen", "verify", "changed.pdf", cwd=tmp_path, ok=False).returncode == 1


def test_installed_facts_need_no_writing(installed: Path, tmp_path: Path) -> None:
    """The SQLite file in the wheel is the one that the readable files give: nothing is built at the user's place."""
    (file,) = installed.parent.rglob("auditgen/catalogue/catalogue.sqlite")
    before = file.stat().st_mtime_ns
    assert "sha256: " in run(installed / "auditgen", "catalogue", "stats", cwd=tmp_path).stdout
    run(installed / "auditgen", "catalogue", "check", cwd=tmp_path)
    assert file.stat().st_mtime_ns == before
