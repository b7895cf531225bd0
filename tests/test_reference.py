"""The command reference is what `--help` prints, and every command shows an example."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from auditgen.cli.main import COMMANDS

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def maker() -> ModuleType:
    """docs/make_reference.py as a module."""
    spec = importlib.util.spec_from_file_location("make_reference", ROOT / "docs" / "make_reference.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def words(text: str) -> list[str]:
    """The words of a text: line breaks differ between versions of click."""
    return text.split()


def test_the_reference_is_current(maker: ModuleType) -> None:
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    assert words(page) == words(maker.reference()), "docs/commands.md is not what --help prints: run `make docs`"


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_the_reference_is_what_the_program_prints(maker: ModuleType, name: str) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "auditgen", name, "--help"], capture_output=True, text=True, cwd=ROOT,
        env=os.environ | {"COLUMNS": "80"},
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    printed = run.stdout.replace("python -m auditgen", "auditgen")
    found = {full: maker.help_text(command, full) for _, full, command in maker.entries()}
    assert words(printed) == words(found[f"auditgen {name}"])


def test_every_command_shows_an_example(maker: ModuleType) -> None:
    without = [
        name
        for _, name, command in maker.entries()
        if name != "auditgen"
        and not hasattr(command, "commands")
        and not re.search(rf"(?m)^\s*(?:Example: )?{re.escape(name)} ?", maker.help_text(command, name))
        and f"Example: {name}" not in " ".join(words(maker.help_text(command, name)))
    ]
    assert not without, f"no example in the help of: {', '.join(without)}"
