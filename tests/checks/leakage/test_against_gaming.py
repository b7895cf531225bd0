"""Evidence cannot be used to game a verdict: leaving it out, bringing nothing, or vouching for oneself."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from auditgen.intake.evidence import read_evidence
from auditgen.records.evidence import Evidence, evidence
from tests.checks.leakage.audits import audited, catalogue, check, g1, level
from tests.checks.leakage.made import completions, overlap, regeneration

CLAIM = {"model": "Yi-34B", "benchmark": "MMLU", "score": "76.3", "claimant": "01.AI"}
USES = {"Shown": 2, "Suggested": 1}
LEAKAGE = ("D3", "D4", "D5", "D6", "D7", "D8", "D10")
CONCERNS = ("some_concern", "strong_concern")
PRODUCERS = ("claimant", "unattributed", "independent", "adversarial")
About = {"model_id": "yi-34b", "benchmark_id": "mmlu"}


@st.composite
def contents(draw: Any) -> tuple[str, dict[str, Any]]:
    """One piece of evidence of any leakage kind about the claimed model and test, with or without a sign of leakage."""
    kind = draw(st.sampled_from(["overlap", "completions", "regeneration", "order_test", "familiarity", "pairs"]))
    count = st.sampled_from([0, 0, 1, 5, 40])
    if kind == "overlap":
        n = draw(st.sampled_from([50, 400, 2000]))
        made = overlap(n, range(min(n, draw(count))), models=("yi-34b",))
    elif kind == "completions":
        n = draw(st.sampled_from([50, 300, 2000]))
        hits, twins = draw(count), draw(st.sampled_from([0, 1, 5]))
        paired = draw(st.booleans())
        pairs = (0, hits, twins, n - hits - twins) if paired else None
        made = completions(n, hits, pairs, refused=draw(st.sampled_from([0, n // 2])), keys=min(hits, draw(count)))
    elif kind == "regeneration":
        hits, refused = draw(count), draw(st.sampled_from([0, 2500]))
        made = regeneration(
            hits, control=draw(st.sampled_from([0, 3])), with_key=min(hits, draw(count)), refused=refused
        )
    elif kind == "order_test":
        level_ = draw(st.sampled_from([0.0, 0.3, 2.0]))
        shards = [level_ + (0.9 if i % 2 else -0.8) for i in range(12)]
        made = {"shards": shards, "n_shuffles": 30, "exact": None, "exchangeable": draw(st.booleans())}
    elif kind == "pairs":
        drop, n = draw(st.sampled_from([0.0, 4.0, 15.0])), draw(st.sampled_from([200, 20_000]))
        made = fresh_pairs(drop, n, draw(st.sampled_from(["unknown", "yes"])))
    else:
        shift = draw(st.sampled_from([-0.5, 0.0, 0.6]))
        scores = [i / 40 for i in range(40)]
        made = {
            "test": [s + shift for s in scores],
            "control": scores,
            "k_percent": 20.0,
            "matched": draw(st.booleans()),
        }
    return kind, made if kind == "pairs" else made | About


def fresh_pairs(excess: float, n: int, same_setup: str) -> dict[str, Any]:
    """The claimed model and eight references on a test and on its re-made version, whose questions are sealed."""
    rows = [("yi-34b", 60.0 + excess, 60.0), *((None, 10.0 * i + (i % 3) / 10, 10.0 * i) for i in range(1, 9))]
    return {
        "id": "p", "original": "mmlu", "variant": "mmlu-cf", "known_variant": True, "variant_name": "MMLU-CF",
        "pair_type": "refreshed", "tester": "T", "confidence": "brought", "n_original": n, "n_variant": n,
        "benchmark_ids": ["mmlu"], "model_ids": ["yi-34b"],
        "rows": [
            {"model": id or f"peer {i}", "model_id": id, "weights": "unknown", "family": f"family {i}",
             "original_score": old, "variant_score": new, "same_setup": same_setup, "note": ""}
            for i, (id, old, new) in enumerate(rows)
        ],
    }  # fmt: skip


@st.composite
def folders(draw: Any) -> list[Evidence]:
    """A few pieces from one producer each."""
    made = draw(st.lists(st.tuples(contents(), st.sampled_from(PRODUCERS)), min_size=1, max_size=4))
    return [
        evidence(f"brought:f#{i}", kind, "made", "brought", by, content) for i, ((kind, content), by) in enumerate(made)
    ]  # fmt: skip


def concerned(found: Any) -> bool:
    return any(c.outcome in CONCERNS or c.values.get("minor") for c in found.checks if c.check_id in LEAKAGE)


def rank(found: Any) -> tuple[int, int]:
    return USES.get(level(found).finding, 0), level(found).points


@settings(max_examples=60, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(pieces=folders(), data=st.data())
def test_leaving_out_what_raised_no_concern_never_helps(pieces, data):
    left_out = data.draw(st.sampled_from(pieces))
    assume(not concerned(audited(CLAIM, [left_out])))
    whole, less = audited(CLAIM, pieces), audited(CLAIM, [p for p in pieces if p is not left_out])
    assert rank(less)[0] <= rank(whole)[0]
    assert rank(less)[1] <= rank(whole)[1]


@settings(max_examples=40, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(pieces=folders())
def test_what_a_claimant_says_of_itself_removes_one_point_at_most(pieces):
    own = [p.model_copy(update={"produced_by": "claimant"}) for p in pieces]
    nameless = [p.model_copy(update={"produced_by": "unattributed"}) for p in pieces]
    bare = audited(CLAIM)
    for said in (own, nameless):
        found = audited(CLAIM, said)
        if not concerned(found):
            assert g1(bare) <= g1(found) <= g1(bare) + 1
            assert level(found).points <= level(bare).points + 1
            assert g1(found) < 0


@settings(max_examples=40, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(pieces=folders())
def test_findings_tell_their_false_alarms_and_searches_what_they_could_find(pieces):
    for result in audited(CLAIM, pieces).checks:
        if result.check_id not in LEAKAGE or result.status != "ran":
            continue
        if result.outcome in CONCERNS:
            alarm = result.values["alarm"]
            assert alarm["control"]
            assert alarm["threshold"]
            assert alarm["expected"] == pytest.approx(alarm["alpha"] * alarm["tests"])
        elif result.values["status"].startswith("searched"):
            assert result.mde is not None
        if result.mde is None and result.outcome not in CONCERNS:
            assert "not found" not in result.values["status"]


def test_the_claim_of_these_tests_is_exposed_and_not_searched():
    assert g1(audited(CLAIM)) == -2


def test_a_null_on_memory_is_silent_on_inflation_whoever_made_it():
    null = completions(2000, 0, (0, 0, 0, 2000)) | About

    def by(who):
        return audited(CLAIM, [evidence("brought:f#1", "completions", "made", "brought", who, null)])

    assert g1(by("independent")) == -1
    assert g1(by("claimant")) == -1
    assert g1(by("unattributed")) == -1


def test_an_empty_folder_is_never_a_search(tmp_path):
    found = read_evidence([tmp_path], catalogue())
    assert found.evidence == ()
    claim = audited(CLAIM, found.evidence)
    for check_id in LEAKAGE:
        if check_id not in ("D7", "D10"):  # these two also read what the catalogue holds
            assert check(claim, check_id).status == "not_run"
            assert check(claim, check_id).reason
    assert g1(claim) == -2
    text = claim.model_dump_json()
    assert "not found, search was able" not in text
    (tmp_path / "evidence.yaml").write_text("", encoding="utf-8")
    assert read_evidence([tmp_path], catalogue()).evidence == ()
