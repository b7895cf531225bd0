"""The README holds what it promises: its commands run, its outputs are what is printed, its links lead somewhere."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/guide.md", "docs/method.md")
RUNNABLE = ("README.md", "docs/guide.md")


@dataclass(frozen=True)
class Block:
    """A fenced block of a page: its language, its text, the line it starts at."""

    language: str
    text: str
    line: int


def blocks(page: str) -> list[Block]:
    text = (ROOT / page).read_text(encoding="utf-8")
    return [
        Block(m[1], m[2], text.count("\n", 0, m.start()) + 1) for m in re.finditer(r"(?ms)^```(\w+)\n(.*?)^```$", text)
    ]


@pytest.fixture
def terminal(tmp_path: Path) -> tuple[Path, dict[str, str]]:
    """An empty folder, and an environment in which `auditgen` is the one under test."""
    programs = tmp_path / "programs"
    programs.mkdir()
    program = programs / "auditgen"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m auditgen "$@"\n')
    program.chmod(0o755)
    folder = tmp_path / "folder"
    folder.mkdir()
    kept = {k: v for k, v in os.environ.items() if not k.startswith("AUDITGEN_")}
    path = os.pathsep.join([str(programs), os.environ["PATH"]])
    return folder, kept | {"PATH": path, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}


@pytest.mark.parametrize("page", RUNNABLE)
def test_shell_blocks_run(page: str, terminal: tuple[Path, dict[str, str]]) -> None:
    """Every ```sh block, in order, in one folder; a ```text block after it is what it prints on stdout."""
    folder, environment = terminal
    found = blocks(page)
    assert any(b.language == "sh" for b in found)
    printed = ""
    for block in found:
        if block.language == "sh":
            run = subprocess.run(
                ["sh", "-eu", "-c", block.text], cwd=folder, env=environment, capture_output=True, text=True,
                encoding="utf-8", stdin=subprocess.DEVNULL, timeout=300,
            )  # fmt: skip
            assert run.returncode == 0, f"{page}:{block.line}\n{block.text}\n{run.stdout}\n{run.stderr}"
            assert "has a bug" not in run.stderr, run.stderr
            printed = run.stdout
        elif block.language == "text":
            assert [line.split() for line in block.text.splitlines()] == [
                line.split() for line in printed.splitlines() if line.strip()
            ], f"{page}:{block.line}: the program prints\n{printed}"
    if page == "README.md":
        assert (folder / "report.pdf").read_bytes().startswith(b"%PDF-1.7")
        assert (folder / "my-audit" / "claims.yaml").is_file()


@pytest.mark.parametrize(
    ("status", "command"),
    [
        (0, ["catalogue", "stats"]),
        (0, ["check", "claims.csv"]),
        (1, ["check", "claims.csv", "--fail-on", "Shown"]),
        (2, ["check", "absent.csv"]),
        (2, ["check", "claims.csv", "--no-such-option"]),
        (2, ["audit", "claims.csv", "-o", "report.docx"]),
        (2, ["verify", "claims.csv"]),
    ],
)
def test_exit_status_is_what_the_readme_says(
    status: int, command: list[str], terminal: tuple[Path, dict[str, str]]
) -> None:
    folder, environment = terminal
    (folder / "claims.csv").write_text("model,benchmark,score\nphi-9,GSM8K,61.5\n", encoding="utf-8")
    run = subprocess.run(["auditgen", *command], cwd=folder, env=environment, capture_output=True, text=True)
    assert run.returncode == status, run.stdout + run.stderr
    assert "Traceback" not in run.stderr
    assert status != 2 or run.stderr.strip()


def test_set_up_commands_exist() -> None:
    """Lines that a test cannot run (they install): each is a target of the Makefile, or pip with this folder."""
    targets = set(re.findall(r"(?m)^([a-z]+):", (ROOT / "Makefile").read_text()))
    lines = [line for p in PAGES for b in blocks(p) if b.language == "bash" for line in b.text.splitlines()]
    assert lines
    for line in lines:
        make = re.fullmatch(r"make (\w+)", line)
        assert (make and make[1] in targets) or re.fullmatch(r"(pip|pipx) install (\.|'\.\[\w+\]')", line), line


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_make_help_lists_every_target() -> None:
    run = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    listed = set(re.findall(r"(?m)^  make (\w+)", run.stdout))
    assert {"report", "test", "lint", "docs", "bench", "clean", "help"} <= listed


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_to_files(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text):
        if not target.startswith("https://"):
            assert (ROOT / page).parent.joinpath(target).exists(), f"{page}: {target}"


@pytest.mark.parametrize("page", PAGES)
def test_no_word_that_a_report_may_not_use(page: str) -> None:
    """The pages keep the words of the reports: nothing is called clean or proven."""
    text = (ROOT / page).read_text(encoding="utf-8").lower()
    for word in ("uncontaminated", "verified safe", "guaranteed", "state-of-the-art", "proves"):
        assert word not in text, f"{page}: {word}"


def test_findings_of_the_readme_are_those_of_the_program() -> None:
    from auditgen.cli.running import FINDINGS, MARKS

    rows = re.findall(r"(?m)^\| (\S) ([A-Z][a-z ]+?) \|", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert [name for _, name in rows] == list(FINDINGS)
    assert all(MARKS[name][0] == mark for mark, name in rows)
