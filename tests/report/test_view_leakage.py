"""The leakage part of a claim page: what was looked at, what was found, and what the search could have found."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditgen.report.charts.before_after import Month, monthly_picture, rate_picture
from auditgen.report.view_leakage import KINDS
from tests.checks.leakage.test_livecodebench import CLAIM as DATED
from tests.checks.leakage.test_livecodebench import folder
from tests.report.test_view_ranking import pages

SAMPLES = Path(__file__).parents[2] / "samples" / "evidence"
LEVEL = """
claims:
  - {id: level, model: Example-7B, benchmark: Example Arithmetic, score: "74.0", unit: percent, claimant: Example Lab}
"""
QUESTIONS = {
    "exposure": "Could it have seen the questions?",
    "presence": "Were they in its training text?",
    "memory": "Can it write them out by heart?",
    "inflation": "Is the score higher because of it?",
}


def searches(page):
    """Cells of the table of searches by question."""
    table = next(t for e in page.later for t in e.tables if t.caption.startswith("Leakage:"))
    found = {}
    for row in table.rows:
        found.setdefault(row.cells[0], []).append(row.cells[1:])
    return found


@pytest.fixture(scope="module")
def level():
    return pages(LEVEL, [SAMPLES])["level"]


def test_four_kinds_are_kept_apart(level):
    rows = searches(level)
    assert set(QUESTIONS.values()) <= set(rows)
    looked = {QUESTIONS[kind]: {c.split()[0] for c, *_ in rows[QUESTIONS[kind]]} for kind in KINDS}
    for kind, checks in KINDS.items():
        assert looked[QUESTIONS[kind]] <= {*checks}
    assert looked[QUESTIONS["memory"]] == {"D4", "D6"}


def test_a_sign_tells_its_control_and_a_search_without_one_what_it_could_have_found(level):
    rows = {cells[0].split()[0]: cells for kind in searches(level).values() for cells in kind}
    for check, (_, outcome, beside) in rows.items():
        if check == "D1":
            continue
        if "concern" in outcome:
            assert "false signs by chance; compared with" in beside, check
        else:
            assert "would have noticed" in beside or beside == "too weak a search to rely on", check


def test_where_nobody_has_looked_the_page_says_what_would_show_it():
    page = pages(LEVEL.replace("Example-7B", "Yi-34B").replace("Example Arithmetic", "GSM8K"))["level"]
    rows = searches(page)
    assert rows[QUESTIONS["memory"]] == [
        ("–", "nobody has looked, as far as we know",
         "asking the model to finish the questions, beside questions it cannot know, would show it")
    ]  # fmt: skip
    assert rows[QUESTIONS["inflation"]][0][0].startswith("D7")


def test_words_written_out_stand_beside_their_control(level):
    exhibit = next(e for e in level.later if e.figure and "wrote out" in e.figure.caption)
    assert "and 4.2% of questions that it cannot have seen" in exhibit.figure.caption
    rows = [r.cells for t in exhibit.tables for r in t.rows]
    assert ("half a question shown", "9 / 24", "1 / 24 changed twin") in [(c[0], c[1], c[3]) for c in rows]


def test_before_and_after_with_missing_runs_and_every_stated_date(tmp_path):
    claim = f'claims:\n  - {{id: dated, model: {DATED["model"]}, benchmark: {DATED["benchmark"]}, score: "40.5"}}\n'
    page = pages(claim, [folder(tmp_path, dates=("2024-07-01",))])["dated"]
    exhibit = next(e for e in page.later if e.figure and "of the questions published up to" in e.figure.caption)
    text = dict(exhibit.text)
    assert "in 2025-01, 2025-03 and 2025-04 the table holds only zeros on 81 questions" in text["Missing runs:"]
    assert text["Control:"].startswith("3 of 9 models")
    rows = [r.cells for t in exhibit.tables for r in t.rows]
    assert rows[0][:3] == ("30 June 2024 (LiveCodeBench site)", "39.2 (33.9 to 44.4)", "16.4 (12.0 to 20.9)")
    assert len(rows) >= 2
    assert "Hollow diamonds" in exhibit.figure.note


def test_missing_months_are_hollow_and_break_the_line():
    months = [Month(i, f"m{i}", 10, 50.0, 40.0, missing=i == 2) for i in range(5)]
    drawn = monthly_picture(months, [(2.5, "1 March")], ("model <a>", "others"))
    assert drawn.count('fill="none" stroke="#9B2C12"') + drawn.count('stroke="#9B2C12"') >= 2
    assert "model &lt;a&gt;" in drawn
    assert "1 March" in drawn


def test_no_rates_no_bars():
    assert "<rect" not in rate_picture([])


def test_a_scan_shows_shares_passages_and_what_it_could_have_found(level):
    exhibit = next(e for e in level.later if e.tables and e.tables[0].caption.startswith("Questions of the test found"))
    rates, passages, limits = exhibit.tables
    (row,) = rates.rows
    assert row.cells[1:4] == ("24", "12", "50.0% (29.1 to 70.9)")
    assert 1 <= len(passages.rows) <= 3
    question, text, how = passages.rows[0].cells[1:]
    assert question[2:40] in text
    assert how.startswith("word for word; 100% of the question")
    kinds = {r.cells[0]: r.cells[1:] for r in limits.rows}
    assert kinds["copied word for word"][1].startswith("100%")
    assert kinds["four words in ten replaced, five-word pieces shuffled"][1].startswith("3%")
    assert "translations" in dict(exhibit.text)["What matching words cannot see:"]


def test_a_scan_of_nobodys_text_is_listed_and_shown(tmp_path):
    scan = tmp_path / "overlap.json"
    scan.write_bytes((SAMPLES / "overlap.json").read_bytes())
    told = tmp_path / "evidence.yaml"
    told.write_text(
        "files:\n- {file: overlap.json, citation: a public text}\n"
        "models:\n- {model: Example-7B, developer: Example Lab, citation: Example Lab}\n"
        "benchmarks:\n- {benchmark: Example Arithmetic, n_items: 1200, citation: Example Lab}\n",
        encoding="utf-8",
    )
    page = pages(LEVEL, [told, scan])["level"]
    exhibit = next(e for e in page.later if e.tables and e.tables[0].caption.startswith("Questions of the test found"))
    assert "no model is charged" in dict(exhibit.text)["Listed only:"]
