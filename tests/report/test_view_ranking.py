"""What stands beside a ranking: the board of a claimed place, and the same pair wherever others measured it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from auditgen.audit import Options, audit
from auditgen.catalogue import open_catalogue
from auditgen.intake.claims import read_claims, read_claims_bytes
from auditgen.intake.evidence import read_evidence
from auditgen.report.charts.gap_rows import MAX_ROWS, Gap, gap_picture
from auditgen.report.language import load_words
from auditgen.report.templates_path import TemplateFolders
from auditgen.report.view import build_view
from tests.intake.tables.tables import as_csv
from tests.shared_data import shared

SAMPLES = Path(__file__).parents[2] / "samples"
WORDS = load_words("en", TemplateFolders())
AS_OF = Options(as_of="2026-11-30")


def pages(claims, evidence=()):
    """The pages of the claims of a file, by the claim's own words."""
    catalogue = open_catalogue()
    brought = read_evidence(evidence, catalogue)
    file = read_claims(claims) if isinstance(claims, Path) else read_claims_bytes(claims.encode(), "claims.yaml")
    record = audit([file], AS_OF, catalogue, brought=brought.evidence, inputs=brought.inputs)
    view = build_view(record, WORDS)
    return {c.claim.id: page for c, page in zip((c for c in record.claims if not c.implied), view.claims)}


# --- the same pair in other campaigns ---------------------------------------------------------------------------------

FOUND = {
    "sonnet-gpt-4o": "find the same order: Claude-3.5-Sonnet-1022 is ahead of GPT-4o 0513 on 12 of 14 tests",
    "v3-llama-405b": "find the same order: DeepSeek V3 is ahead of Llama3.1 405B-Inst. on 5 of 6 tests",
    "v3-sonnet": "find no steady order: DeepSeek V3 is ahead of Claude-3.5-Sonnet-1022 on 7 of 12 tests and behind",
    "k2-gpt-4-1": "find no steady order: Kimi K2 Instruct is ahead of GPT-4.1 on 4 of 6 tests and behind on 1",
    "maverick-gpt-4o": "find no steady order: Llama 4 Maverick is ahead of GPT-4o on 4 of 8 tests and behind on 4",
}
WHO = {
    "sonnet-gpt-4o": ("Epoch AI (no stake): ahead on 3 of 3", "LMArena (leaderboard): ahead on 1 of 2, clearly on 1"),
    "v3-llama-405b": ("Stanford CRFM (HELM) (no stake): ahead on 1 of 1, clearly", "SimpleBench"),
    "v3-sonnet": ("Aider (leaderboard): ahead on 0 of 1", "METR (no stake): ahead on 0 of 1"),
    "k2-gpt-4-1": ("Aider (leaderboard): ahead on 1 of 1",),
    "maverick-gpt-4o": ("Epoch AI (no stake): ahead on 4 of 4, clearly on 2", "ARC Prize (no stake): ahead on 0 of 1"),
}  # fmt: skip


@pytest.fixture(scope="module")
def comparisons():
    return pages(SAMPLES / "comparisons.yaml")


def pair_of(page):
    return next(e for e in page.later if e.figure and "Parties without a stake" in e.figure.caption)


@pytest.mark.parametrize("claim", FOUND)
def test_a_comparison_shows_the_same_pair_elsewhere_by_who_measured(comparisons, claim):
    exhibit = pair_of(comparisons[claim])
    assert FOUND[claim] in exhibit.figure.caption
    said = dict(exhibit.text)["By who measured:"]
    assert all(words in said for words in WHO[claim]), said


def test_every_row_names_who_measured_and_whether_it_is_more_than_luck(comparisons):
    exhibit = pair_of(comparisons["v3-llama-405b"])
    rows = {r.cells[0]: r.cells for t in exhibit.tables for r in t.rows}
    assert rows["GPQA Diamond (this test)"][1:] == (
        "Epoch AI (no stake)", "56.5%", "50.9%", "+5.6", "no (adjusted p 0.79)"
    )  # fmt: skip
    assert rows["MMLU"][-1] == "yes (adjusted p <0.0001)"
    assert rows["SimpleBench"][-1] == "cannot be told"


def test_figures_that_may_be_quoted_are_named_and_not_counted(comparisons):
    text = dict(pair_of(comparisons["sonnet-gpt-4o"]).text)
    reason = next(k for k in text if k.startswith("Known, but not counted"))
    assert "AIME 2024" in text[reason] or "Aider polyglot" in text[reason]


def test_a_pair_picture_draws_each_party_once_and_at_most_so_many_tests():
    rows = [Gap("Tester <b>", f"test {i}", i - 15.0, i - 20.0, i - 10.0, clear=i % 2 == 0) for i in range(MAX_ROWS + 9)]
    drawn = gap_picture(rows, ("other ahead", "model ahead"))
    assert drawn.count("Tester &lt;b&gt;") == 1
    assert drawn.count("<circle") == MAX_ROWS
    assert "test 0" in drawn
    assert "<b>" not in drawn


# --- the board of a claimed place -------------------------------------------------------------------------------------

PLACE = """
claims:
  - {id: place, type: rank, statement: "Alpha is first on Made-up Sums.", model: Alpha, benchmark: Made-up Sums,
     rank: 1, claimant: Alpha Lab}
"""
TOLD = """
files:
  - {file: items.csv, kind: item_matrix, benchmark: Made-up Sums, produced_by: independent, citation: "Made-up board"}
models:
  - {model: Alpha, developer: Alpha Lab, release_date: 2024-06-30, citation: "Alpha Lab 2024"}
benchmarks:
  - {benchmark: Made-up Sums, n_items: 200, citation: "Made-up board"}
"""


def board_page(tmp_path, chances):
    random = np.random.default_rng(11)
    scores = (random.random((200, len(chances))) < np.array(list(chances.values()))).astype(int)
    rows = [["item", *chances], *([f"q{i}", *row] for i, row in enumerate(scores.tolist()))]
    (tmp_path / "items.csv").write_bytes(as_csv(rows))
    (tmp_path / "evidence.yaml").write_text(TOLD, encoding="utf-8")
    page = pages(PLACE, [tmp_path / "evidence.yaml"])["place"]
    return page, next(e for e in page.later if e.figure and e.tables and "Places on the board" in e.tables[0].caption)


def test_a_clear_first_place_is_called_clear(tmp_path):
    _, exhibit = board_page(tmp_path, {"Alpha": 0.95, "Beta": 0.6, "Gamma": 0.55})
    assert exhibit.figure.caption.startswith("The data fit place 1 and no other")
    said = dict(exhibit.text)
    assert said["Not told apart:"] == "Every other model is clearly ahead or clearly behind on this test."
    assert "first in 100 of 100 repeats" in said["First place:"]
    assert said["Half of the questions:"].startswith("in 100 of 100 random halves this model is first alone, in 0")


def test_a_board_of_equals_shows_the_tie_group_and_what_would_change_it(tmp_path):
    page, exhibit = board_page(tmp_path, {"Alpha": 0.7, "Beta": 0.69, "Gamma": 0.1})
    assert "not only place 1" in exhibit.figure.caption or "does not fit" in exhibit.figure.caption
    said = dict(exhibit.text)
    assert said["Not told apart:"].startswith("Beta cannot be told apart")
    words = {r.cells[1]: r.cells[-1] for t in exhibit.tables for r in t.rows}
    assert words["Alpha"] == "this model"
    assert words["Gamma"].startswith("behind")
    # the board that was brought is the group that the place is among
    assert page.verdicts[0].cell.word != "Cannot be checked as worded"
    assert "results per question" in page.source


def test_first_on_swe_bench_verified(tmp_path):
    """Holm p .0496 at the third place: the page says that it is on the edge, whatever side of .05 it lies on."""
    matrix = shared("results/swebench/verified_bash_only_items.csv")
    entry = "20251124_mini-v1.16.0_claude-opus-4-5-20251101"
    said = tmp_path / "evidence.yaml"
    said.write_text(
        "files:\n"
        f"  - {{file: {matrix.name}, kind: item_matrix, benchmark: SWE-bench Verified, produced_by: independent,\n"
        '     citation: "SWE-bench, bash-only leaderboard, results per task, 2025"}\n'
        f"models:\n  - {{model: {entry}, developer: Anthropic, release_date: 2025-11-24, citation: Anthropic}}\n",
        encoding="utf-8",
    )
    claim = f'claims:\n  - {{id: first, type: rank, model: "{entry}", benchmark: SWE-bench Verified, rank: 1}}\n'
    page = pages(claim, [said, matrix])["first"]
    exhibit = next(e for e in page.later if e.tables and "Places on the board" in e.tables[0].caption)
    assert exhibit.figure.caption == f"The data fit any place from 1 to 3 for {entry}, not only place 1"
    rows = {r.cells[1]: r.cells for t in exhibit.tables for r in t.rows}
    assert rows["20250929_mini-v1.13.3_sonnet-4-5-20250929"][-1] == "on the edge (p 0.0496)"
    assert rows["20250802_mini-v1.0.0_claude-4-opus-20250514"][-1].startswith("behind")
    text = dict(exhibit.text)
    assert text["Not told apart:"].count("_mini-") == 2
    assert "take away 2 of 500 questions" in text["What would change it:"]
