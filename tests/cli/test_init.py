"""`auditgen init`: starter files that read without an error, and nothing overwritten."""

from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from auditgen.cli import init as command
from auditgen.intake.claims import read_claims


def run(*arguments):
    return CliRunner().invoke(command.init, list(map(str, arguments)))


def test_files_are_written_and_read(tmp_path):
    folder = tmp_path / "new" / "audit"
    result = run(folder)
    assert result.exit_code == 0
    assert result.output.split() == ["claims.yaml", "claims.csv", "evidence/README.txt"]
    claims = read_claims(folder / "claims.yaml")
    assert [c.id for c in claims.claims] == ["a1", "c1"]
    assert claims.title == "Benchmark claims in the submission"
    assert claims.notes == ()
    assert claims.claims[0].looked_for == ("n_items", "uncertainty", "setting.tools")
    table = read_claims(folder / "claims.csv")
    assert [c.score.text for c in table.claims] == ["88.7", "82.0"]
    assert table.notes == ()
    assert "may be deleted" in (folder / "evidence" / "README.txt").read_text()


def test_the_starter_is_full_of_remarks():
    lines = command.CLAIMS_YAML.split("\n")
    assert sum("#" in line for line in lines) > 20
    # The remark on the evidence file shows YAML that is YAML.
    example = command.EVIDENCE_README.split("\n    files:\n")[1].split("\n\n")[0]
    assert (
        yaml.safe_load("files:\n" + "\n".join(line[4:] for line in example.split("\n")))["files"][0]["kind"]
        == "results"
    )


@pytest.mark.parametrize("name", command.FILES)
def test_nothing_is_overwritten(tmp_path, name):
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("mine")
    result = run(tmp_path)
    assert result.exit_code == 2
    assert f"found {name}" in result.output
    assert str(tmp_path) not in result.output
    assert (tmp_path / name).read_text() == "mine"
    assert [p for p in tmp_path.rglob("*") if p.is_file()] == [tmp_path / name]


def test_a_file_in_the_place_of_the_folder(tmp_path):
    (tmp_path / "audit").write_text("a file")
    result = run(tmp_path / "audit")
    assert result.exit_code == 2
    assert "Traceback" not in result.output
    assert (tmp_path / "audit").read_text() == "a file"


def test_a_failure_on_the_way_leaves_nothing(tmp_path, monkeypatch):
    opened = Path.open

    def full(self, mode="r", *args, **kwargs):
        if mode == "x" and self.name == "README.txt":
            raise OSError(28, "No space left on device")
        return opened(self, mode, *args, **kwargs)

    monkeypatch.setattr(Path, "open", full)
    result = run(tmp_path / "audit")
    assert result.exit_code == 2
    assert "No space left on device" in result.output
    assert not (tmp_path / "audit").exists()
