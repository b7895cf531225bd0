"""The catalogue rows that the ten worked claims of the method rest on, and D7's pinned references."""

import math

import pytest

from auditgen.catalogue.store import Catalogue

GSM1K = ("gsm8k", "gsm1k", "GSM1k authors (Scale AI)")


@pytest.mark.parametrize(
    ("id", "measured"),
    [("RP002", "29.1"), ("RP122", "47.7"), ("RP123", "28.8"), ("RP124", "45.8"), ("RP125", "40.9"), ("RP126", "48")],
)
def test_o1_on_swe_bench_verified(facts: Catalogue, id: str, measured: str) -> None:
    found = {r.replication_id: r for r in facts.replications_for("o1", "swe-bench-verified")}
    assert found[id].claimed_score == "48.9"
    assert found[id].measured_score == measured
    assert found[id].measured_confidence == "seen"


def test_o1_preview_on_the_o1_card(facts: Catalogue) -> None:
    rows = [r for r in facts.results_for("o1-preview", "swe-bench-verified") if r.campaign == "openai-o1-card-2024"]
    assert [(r.score, r.n_items, r.confidence) for r in rows] == [(41.3, 500, "seen")]


def test_swe_bench_verified_is_retired(facts: Catalogue) -> None:
    retired = facts.benchmark("swe-bench-verified").retired
    assert retired is not None
    assert (retired["date"][:7], retired["confidence"]) == ("2026-02", "seen")
    assert retired["share_faulty_pct"] == 16.4


@pytest.mark.parametrize(
    ("id", "model", "test", "claimed", "measured"),
    [
        ("RP018", "gemini-1.0-ultra", "mmlu", 90.04, 83.7),
        ("RP021", "gemini-1.0-ultra", "mmlu", 90.04, 84.99),
        ("RP019", "gpt-4-0314", "mmlu", 86.4, 87.29),
        ("RP020", "gpt-4-0613", "mmlu", 86.4, 84.21),
        ("RP022", "gpt-4-0314", "mmlu", 86.4, 90.1),
        ("RP055", "gpt-4-0314", "humaneval", 67.0, 82.0),
        ("RP056", "gpt-4-0314", "humaneval", 67.0, 88.4),
        ("RP057", "gpt-4-0314", "humaneval", 67.0, 87.8),
    ],
)
def test_replications(facts: Catalogue, id: str, model: str, test: str, claimed: float, measured: float) -> None:
    row = next(r for r in facts.replications_for(model, test) if r.replication_id == id)
    assert (row.claimed_value, row.measured_value) == (claimed, measured)


@pytest.mark.parametrize(
    ("id", "score", "party"),
    [
        ("RS00844", 93.0, "Meta"),
        ("RS04924", 85.44, "Hugging Face"),
        ("RS06667", 93.03, "ZeroEval (Allen Institute for AI and University of Washington)"),
        ("RS07865", 93.2, "DeepSeek"),
    ],
)
def test_llama_3_70b_instruct_on_gsm8k(facts: Catalogue, id: str, score: float, party: str) -> None:
    row = next(r for r in facts.results_for("llama-3-70b", "gsm8k") if r.result_id == id)
    assert (row.score, row.weights, row.measured_by, row.fraction) == (score, "chat", party, score / 100)


def test_findings_on_llama_3_70b(facts: Catalogue) -> None:
    found = {f.finding_id: f for f in facts.findings_for("llama-3-70b", "gsm8k")}
    search = found["CF0354"]
    assert (search.scope, search.strength, search.weights) == ("model", "moderate", "base")
    assert (search.share_pct, search.gain_points, search.counts, search.against_interest) == (41.0, 0.1, True, True)
    assert found["CF0232"].scope == "group"
    assert found["CF0228"].scope == "set"
    assert {found[i].strength for i in ("CF0232", "CF0228")} == {"none"}
    assert "CF0226" not in found
    gains = {f.model_id: f.gain_points for f in facts.finding_effects("CF0354")}
    assert (gains["llama-3-8b"], gains["llama-3-70b"], gains["llama-3.1-405b"]) == (0.0, 0.1, 1.3)


def test_findings_on_gpt_4(facts: Catalogue) -> None:
    code = {f.finding_id: f for f in facts.findings_for("gpt-4-0314", "humaneval")}["CF0054"]
    assert (code.share_pct, code.overall_score, code.clean_score, code.gain_points) == (25.0, 67.0, 65.58, 1.42)
    assert (code.strength, code.scope, code.counts, code.note[:11]) == ("moderate", "model", True, "Base model;")
    exam = {f.finding_id: f for f in facts.findings_for("gpt-4-0314", "mmlu")}
    assert (exam["CF0050"].share_pct, exam["CF0050"].counts) == (0.6, True)
    assert exam["CF0221"].strength == "weak"
    bar = facts.findings_for("gpt-4-0314", "uniform-bar-exam")
    assert [(f.finding_id, f.direction, f.counts, f.share_pct) for f in bar] == [("CF0340", "reassurance", True, 0.0)]
    maths = {f.finding_id: f for f in facts.findings_for("gpt-4-0314", "gsm8k")}
    assert maths["CF0411"].strength == "inadmissible"
    assert (maths["CF0337"].split, maths["CF0337"].strength) == ("train", "none")


def test_arena_selection_is_not_leakage(facts: Catalogue) -> None:
    found = {f.finding_id: f for f in facts.findings_for(None, "chatbot-arena")}
    (votes,) = facts.benchmark("chatbot-arena").rank_evidence
    assert (votes["value"], votes["unit"], votes["confidence"]) == (0.003, "% of votes", "seen")
    assert (found["CF0396"].kind, found["CF0396"].value, found["CF0396"].strength) == ("selection", "27", "none")


def test_bar_exam_percentiles(facts: Catalogue) -> None:
    seen = {p.percentile_id: p for p in facts.percentiles_for("gpt-4-0314", "uniform-bar-exam")}
    assert {i: (p.percentile, p.bound) for i, p in seen.items()} == {
        "PC001": (90, "about"),
        "PC002": (69, "at_most"),
        "PC003": (62, "about"),
        "PC004": (48, "about"),
        "PC005": (15, "about"),
    }
    assert {p.confidence for p in seen.values()} == {"seen"}
    (earlier,) = facts.percentiles_for("gpt-3.5-turbo-0301", "uniform-bar-exam")
    assert (earlier.percentile, earlier.confidence) == (10, "recalled")


def test_gpt_4_report_table_is_marked_as_it_is_known(facts: Catalogue) -> None:
    rows = facts.results_of_campaign("openai-gpt-4-report-2023")
    assert len(rows) == 14
    assert {(r.model_id, r.benchmark_id) for r in rows if r.confidence == "seen"} == {
        ("gpt-4-0314", "mmlu"),
        ("gpt-4-0314", "humaneval"),
        ("gpt-4-0314", "drop"),
    }


def test_evalplus_pair_of_the_same_snapshots(facts: Catalogue) -> None:
    table = next(t for t in facts.pairs_for("humaneval") if t.variant == "humaneval-plus")
    rows = {r.model: r for r in table.rows}
    assert len(table.rows) == 125
    assert (rows["GPT-4 (May 2023)"].original_score, rows["GPT-4 (May 2023)"].variant_score) == (88.4, 79.3)
    assert rows["GPT-4 (May 2023)"].model_id == "gpt-4-0314"
    assert rows["GPT-3.5 (May 2023)"].original_score == 73.2
    assert sum(r.drop_points for r in table.rows) / 125 == pytest.approx(5.0, abs=0.05)


def test_mmlu_to_mmlu_cf(facts: Catalogue) -> None:
    table = next(t for t in facts.pairs_for("mmlu") if t.variant == "mmlu-cf")
    assert len(table.rows) == 44
    usable = [r for r in table.rows if "unusable" not in r.note]
    assert sum(r.drop_points for r in table.rows) / 44 == pytest.approx(11.4, abs=0.6)
    assert len(usable) >= 43


def test_resnet_50(facts: Catalogue) -> None:
    old, new = (facts.evidence(f"result:{i}").content for i in ("RS08480", "RS08481"))
    assert (old["benchmark_id"], old["score"], new["benchmark_id"], new["score"]) == (
        "imagenet",
        76.13,
        "imagenet-v2",
        63.33,
    )


def test_d7_references_of_the_pinned_example(facts: Catalogue) -> None:
    table = next(t for t in facts.pairs_for("gsm8k") if (t.variant, t.tester) == GSM1K[1:])
    assert len(table.rows) == 63
    found = facts.d7_references(*GSM1K, model_id="llama-3-70b")
    assert len(found.rows) == 42
    assert found.families == {
        "Claude": 4,
        "Code Llama": 12,
        "Command": 1,
        "DBRX": 2,
        "DeepSeek": 1,
        "GPT-2": 1,
        "GPT-3.5": 1,
        "GPT-4": 3,
        "Gemini": 4,
        "Gemma": 4,
        "Llama 2": 3,
        "Pythia": 1,
        "Xwin-Math": 3,
        "Yi": 2,
    }
    left_out = {e["model"]: e for e in found.excluded}
    assert sum(e["basis"] in ("own_model", "own_family") for e in left_out.values()) == 4
    by_finding = [tuple(e["findings"]) for e in left_out.values() if e["basis"] == "family"]
    assert (by_finding.count(("CF0227",)), by_finding.count(("CF0226",))) == (6, 11)
    assert {e["findings"][0] for e in found.listed} <= {"CF0231", "CF0232", "CF0233"}


def test_d7_line_of_the_pinned_example(facts: Catalogue) -> None:
    """Ordinary least squares of old on fresh scores gives the figures that the method prints for these references."""
    found = facts.d7_references(*GSM1K, model_id="llama-3-70b")
    own = next(
        r
        for t in facts.pairs_for("gsm8k")
        if t.variant == "gsm1k"
        for r in t.rows
        if r.model == "Meta-Llama-3-70B-Instruct"
    )
    x = [r.variant_score / 100 for r in found.rows]
    y = [r.original_score / 100 for r in found.rows]
    n = len(x)
    mean_x, mean_y = sum(x) / n, sum(y) / n
    sxx = sum((a - mean_x) ** 2 for a in x)
    slope = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True)) / sxx
    intercept = mean_y - slope * mean_x
    residual = math.sqrt(sum((b - intercept - slope * a) ** 2 for a, b in zip(x, y, strict=True)) / (n - 2))
    fresh, old = own.variant_score / 100, own.original_score / 100
    assert intercept == pytest.approx(0.02428988828, rel=1e-6)
    assert slope == pytest.approx(0.9812609885, rel=1e-6)
    assert residual == pytest.approx(0.02533536500, rel=1e-6)
    assert old - (intercept + slope * fresh) == pytest.approx(0.006575222097, rel=1e-6)


def test_a_model_of_another_family_keeps_llama_3_instruct(facts: Catalogue) -> None:
    kept = facts.d7_references(*GSM1K, model_id="gemma-7b").models
    assert "Meta-Llama-3-70B-Instruct" in kept
    assert "Meta-Llama-3-70B" not in kept  # base weights: the developer's own overlap finding, moderate, by name
    assert not any(m.startswith("gemma") for m in kept)
    by_family = facts.d7_references(*GSM1K, family="Gemma 1")
    assert by_family.models == kept


def test_unknown_table_is_refused(facts: Catalogue) -> None:
    with pytest.raises(KeyError, match="no d7"):
        facts.d7_references("gsm8k", "gsm1k", "nobody")
