"""What `auditgen doctor` finds, and the advice that it gives."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from auditgen.cli.doctor import doctor
from auditgen.report import doctor as module
from auditgen.report.doctor import examine
from auditgen.report.errors import FontMissingError
from auditgen.report.install import INSTALL, install_line


def test_this_machine_can_render() -> None:
    found = {f.name: f for f in examine()}
    assert found["rendering"].state == "1 page drawn"
    assert all(f.ok for f in found.values())
    assert {"pango", "harfbuzz", "harfbuzz_subset", "fontconfig", "templates", "font AG Sans"} <= set(found)
    assert found["pango"].state.split(".")[0] == "1"


@pytest.mark.parametrize("system", sorted(INSTALL))
def test_every_system_has_one_line(system: str) -> None:
    assert "\n" not in install_line(system)
    assert "pango" in install_line(system).lower()


def test_a_missing_library_is_told_with_its_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "native_versions", lambda: {"pango": "absent", "harfbuzz_subset": "absent"})
    monkeypatch.setattr("auditgen.report.install._system", lambda: "debian")
    found = {f.name: f for f in examine()}
    assert not found["pango"].ok
    assert found["pango"].advice.startswith("apt-get install libpango-1.0-0")
    assert found["harfbuzz_subset"].ok, "WeasyPrint can do without"
    assert found["harfbuzz_subset"].advice


def test_a_missing_font_is_told_with_its_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(face: object) -> bytes:
        raise FontMissingError("font x is not installed; run: pip install fontpkg-x")

    monkeypatch.setattr(module, "face_bytes", absent)
    missing = [f for f in examine() if not f.ok]
    assert [f.advice for f in missing] == ["font x is not installed; run: pip install fontpkg-x"] * 3


def test_command_prints_a_table_or_json() -> None:
    table = CliRunner().invoke(doctor, [])
    assert table.exit_code == 0
    assert "rendering" in table.output
    told = json.loads(CliRunner().invoke(doctor, ["--format", "json"]).output)
    assert {"name", "state", "ok", "advice"} == set(told[0])


def test_command_ends_with_1_when_something_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "native_versions", lambda: {"pango": "absent"})
    result = CliRunner().invoke(doctor, [])
    assert result.exit_code == 1
    assert "to mend:" in result.output
