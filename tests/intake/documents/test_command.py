"""`auditgen extract` on the command line: output, merge, review, refusals."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result

from auditgen.cli.extract import extract
from auditgen.intake.claims import read_claims
from auditgen.intake.documents.draft_file import ORDER
from auditgen.intake.documents.review import EDITABLE
from tests.intake.documents.reading import CARD


def run(*arguments: str | Path, answers: str = "") -> Result:
    return CliRunner().invoke(extract, [str(a) for a in arguments], input=answers)


@pytest.fixture
def card(tmp_path: Path) -> Path:
    path = tmp_path / "card.md"
    path.write_text(CARD, encoding="utf-8")
    return path


def test_without_output_the_drafts_go_to_stdout_and_the_rest_to_stderr(card: Path) -> None:
    result = run(card)
    assert result.exit_code == 0
    drafts = yaml.safe_load(result.stdout)
    assert [c["score"] for c in drafts["claims"]] == ["88.5", "87.2", "59.1"]
    assert "3 draft claims from 1 tables" in result.stderr


def test_what_the_analyst_says_of_the_document_is_kept(card: Path) -> None:
    result = run(card, "--claimant", "Ministry of X", "--url", "https://example.org/card", "--accessed", "2026-11-30")
    source = yaml.safe_load(result.stdout)["sources"][0]
    assert (source["publisher"], source["url"], source["accessed"]) == (
        "Ministry of X",
        "https://example.org/card",
        "2026-11-30",
    )


def test_a_second_run_shows_only_differences(card: Path, tmp_path: Path) -> None:
    out = tmp_path / "claims.yaml"
    assert run(card, "-o", out).exit_code == 0
    text = out.read_text(encoding="utf-8").replace("status: draft", "status: confirmed", 1)
    out.write_text(text, encoding="utf-8")
    card.write_text(CARD.replace("59.1", "59.2"), encoding="utf-8")
    result = run(card, "-o", out)
    assert result.exit_code == 0
    assert result.stdout.splitlines() == ["unchanged: 2 rows", "changed: DeepSeek-V3 on GPQA-Diamond: 59.1 became 59.2"]
    rows = yaml.safe_load(out.read_text(encoding="utf-8"))["claims"]
    assert [(r["score"], r["status"]) for r in rows] == [("88.5", "confirmed"), ("87.2", "draft"), ("59.2", "draft")]


def test_another_document_of_the_same_name_gets_an_id_of_its_own(card: Path, tmp_path: Path) -> None:
    out = tmp_path / "claims.yaml"
    run(card, "-o", out)
    folder = tmp_path / "other"
    folder.mkdir()
    other = folder / "card.md"
    other.write_text("# Kimi K2\n\n| Benchmark | Kimi K2 Instruct |\n|---|---|\n| MMLU | 89.5 |\n", encoding="utf-8")
    assert run(other, "-o", out).exit_code == 0
    written = yaml.safe_load(out.read_text(encoding="utf-8"))
    assert [s["id"] for s in written["sources"]] == ["card", "card-2"]
    assert len(written["claims"]) == 4


@pytest.mark.parametrize("form", ["yaml", "xlsx"])
def test_review_accepts_edits_rejects_and_saves_at_each_step(form: str, card: Path, tmp_path: Path) -> None:
    out = tmp_path / f"claims.{form}"
    run(card, "-o", out)
    result = run(out, "--review", answers="a\ne\nshots\n5\na\nq\n")
    assert result.exit_code == 0
    assert "> | MMLU (5-shot) | **88.5** | 87.2 |" in result.stdout
    assert "1 rows are still draft." in result.stdout
    claims = read_claims(out, accept_drafts=True).claims
    assert [(c.status, c.shots) for c in claims] == [("confirmed", "5"), ("confirmed", "5"), ("draft", None)]
    result = run(out, "--review", answers="r\n")
    assert "No row is draft any more." in result.stdout
    assert len(read_claims(out).claims) == 2


def test_review_does_not_confirm_what_the_audit_would_refuse(card: Path, tmp_path: Path) -> None:
    out = tmp_path / "claims.yaml"
    run(card, "-o", out)
    result = run(out, "--review", answers="e\nscore\nabout 90\ne\nnonsense\nx\ne\nsetting.cot\nyes\na\nq\n")
    assert "not done: score: expected one plain number" in result.stdout
    assert "no field 'nonsense'" in result.stdout
    first = yaml.safe_load(out.read_text(encoding="utf-8"))["claims"][0]
    assert (first["score"], first["setting"]["cot"], first["status"]) == ("88.5", "yes", "confirmed")
    assert "edited" in first["flags"]


def test_review_finds_a_row_and_rejects_what_is_left_only_when_told_twice(card: Path, tmp_path: Path) -> None:
    out = tmp_path / "claims.yaml"
    run(card, "-o", out)
    result = run(out, "--review", answers="f\n59.1\na\nf\nno such words\nx\nno\nx\nyes\n")
    assert "no row holds these words" in result.stdout
    assert "nothing was rejected" in result.stdout
    assert "No row is draft any more." in result.stdout
    rows = yaml.safe_load(out.read_text(encoding="utf-8"))["claims"]
    assert [(r["score"], r["status"]) for r in rows if r["status"] == "confirmed"] == [("59.1", "confirmed")]
    assert [r["status"] for r in rows].count("rejected") == 2


def test_review_says_when_a_score_typed_by_hand_does_not_stand_in_the_quotation(card: Path, tmp_path: Path) -> None:
    out = tmp_path / "claims.yaml"
    run(card, "-o", out)
    result = run(out, "--review", answers="e\nscore\n85.8\nq\n")
    assert "score 85.8 does not stand in the quotation" in result.stdout


def test_every_field_that_review_edits_has_its_place_in_the_file() -> None:
    plain = {name for name in EDITABLE if not name.startswith("setting.")}
    assert plain < set(ORDER)
    assert not plain & {"id", "status", "flags", "confidence", "quote", "place", "source"}


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("results.json", b'{"results": {"mmlu": {"acc": 0.7}}}', "auditgen convert"),
        ("notes.md", b'[{"model": "A", "score": 1}]', "JSON, which is data and no document"),
        ("claims.yaml", b"claims: []\n", "a YAML file"),
        ("samples.jsonl", b'{"a": 1}\n{"a": 2}\n', "JSON, which is data and no document"),
    ],
)
def test_data_that_is_no_document_is_refused_with_what_to_use_instead(
    name: str, data: bytes, said: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_bytes(data)
    result = run(tmp_path / name)
    assert result.exit_code == 2
    assert said in result.stderr
    assert "claims: []" not in result.stdout


def test_markdown_that_begins_with_a_bracket_is_a_document(tmp_path: Path) -> None:
    path = tmp_path / "card.md"
    path.write_text("[Weights](https://example.org)\n\n" + CARD, encoding="utf-8")
    assert "3 draft claims from 1 tables" in run(path).stderr


def test_review_says_when_the_document_changed_or_is_gone(card: Path, tmp_path: Path) -> None:
    out = tmp_path / "claims.yaml"
    run(card, "-o", out)
    card.write_text(CARD.replace("87.2", "87.0"), encoding="utf-8")
    assert "the document has changed since it was read" in run(out, "--review", answers="q\n").stdout
    card.unlink()
    assert "card.md is not at hand" in run(out, "--review", answers="q\n").stdout


def test_extract_and_review_in_one_go(card: Path, tmp_path: Path) -> None:
    out = tmp_path / "claims.yaml"
    result = run(card, "-o", out, "--review", answers="a\na\na\n")
    assert "No row is draft any more." in result.stdout
    assert len(read_claims(out).claims) == 3


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["missing.md"], "no such file"),
        (["card.md", "-o", "claims.pdf"], "expected a name that ends in .yaml"),
        (["card.md", "-o", "no/such/claims.yaml"], "folder to write into does not exist"),
        (["card.md", "--accessed", "yesterday"], "expected a date"),
        (["card.md", "--url", "ftp://x"], "expected an address"),
        (["card.md", "-o", "card.md"], "expected a name that ends in"),
    ],
)
def test_wrong_input_ends_with_two_and_one_clear_line(
    arguments: list[str], said: str, card: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(card.parent)
    result = run(*arguments)
    assert result.exit_code == 2
    assert said in result.stderr
    assert "Traceback" not in result.output


def test_an_output_that_is_no_claims_file_is_not_overwritten(card: Path, tmp_path: Path) -> None:
    out = tmp_path / "claims.yaml"
    out.write_text("shopping: [milk]\n", encoding="utf-8")
    result = run(card, "-o", out)
    assert result.exit_code == 2
    assert out.read_text(encoding="utf-8") == "shopping: [milk]\n"
