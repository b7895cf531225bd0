"""Every case of tests/cases/intake_errors.yaml: the file is refused with exactly these lines."""

from datetime import date
from pathlib import Path

import pytest
import yaml

from auditgen.intake.claims import read_claims_bytes
from auditgen.intake.errors import InputError, Problem, show

CASES = yaml.safe_load((Path(__file__).parents[2] / "cases" / "intake_errors.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[case["case"] for case in CASES])
def test_case(case):
    with pytest.raises(InputError) as caught:
        read_claims_bytes(case["text"].encode(), case["name"], today=date(2026, 11, 30))
    lines = str(caught.value).split("\n")
    assert len(lines) == len(case["lines"]), str(caught.value)
    for line, fragments in zip(lines, case["lines"]):
        assert line.startswith(case["name"])
        for fragment in fragments:
            assert fragment in line


def test_cases_are_named_once():
    names = [case["case"] for case in CASES]
    assert len(names) == len(set(names))
    assert len(names) > 45


def test_twenty_lines_and_then_a_count():
    text = "model,benchmark,score\n" + "A,MMLU,bad\n" * 1234
    with pytest.raises(InputError) as caught:
        read_claims_bytes(text.encode(), "claims.csv")
    lines = str(caught.value).split("\n")
    assert len(lines) == 21
    assert lines[-1] == "... and 1,214 more"
    assert len(caught.value.problems) == 1234


def test_message_is_one_harmless_line():
    hostile = "\x1b[31mred\n\u202eabc\u2028" + "x" * 500
    with pytest.raises(InputError) as caught:
        read_claims_bytes(f'model,benchmark,score\nA,MMLU,"{hostile}"\n'.encode(), "claims.csv")
    message = str(caught.value)
    assert message.isprintable()
    assert "\\x1b[31mred\\n\\u202e" in message
    assert len(message) < 400


def test_only_the_base_name_is_shown(tmp_path):
    path = tmp_path / "secret-folder" / "claims.csv"
    path.parent.mkdir()
    path.write_text("model,benchmark,score\nA,MMLU,bad\n")
    from auditgen.intake.claims import read_claims

    with pytest.raises(InputError) as caught:
        read_claims(path)
    assert "secret-folder" not in str(caught.value)
    assert caught.value.problems[0].file == "claims.csv"


def test_problem_names_cells_as_spreadsheets_do():
    problem = Problem("a.xlsx", 3, 28, "score", "x", "y", "z.", sheet="claims")
    assert str(problem) == "a.xlsx, sheet claims, cell AB3 (score): expected x, found y. z."


def test_show_cuts_and_escapes():
    assert show("a\tb") == "'a\\tb'"
    assert show("x" * 100).endswith("...' (100 characters)")
