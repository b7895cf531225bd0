"""Five claims of one model being ahead, from the catalogue alone: what other parties found, pair by pair."""

from typing import Any

import pytest

from auditgen.catalogue import open_catalogue
from auditgen.checks.campaigns import Campaigns
from tests.checks.cases import real

# As printed: the first two and the third in the DeepSeek-V3 card, the fourth in the Kimi K2 card, the fifth by Meta.
CLAIMS: dict[str, dict[str, Any]] = {
    "Claude 3.5 Sonnet (October 2024) ahead of GPT-4o": {
        "names": {"model": "Claude-3.5-Sonnet-1022", "comparator": "GPT-4o 0513"},
        "told": {"claimant": "Anthropic", "as_of": "2024-12-27"},
        "tests": [("GPQA-Diamond", "65.0", "49.9"), ("Aider-Polyglot", "45.3", "16.0"), ("MMLU", "88.3", "87.2")],
    },
    "DeepSeek V3 ahead of Llama 3.1 405B": {
        "names": {"model": "DeepSeek-V3", "comparator": "LLaMA3.1 405B Instruct"},
        "told": {"claimant": "DeepSeek", "as_of": "2024-12-27"},
        "tests": [("GPQA-Diamond", "59.1", "51.1"), ("MMLU", "88.5", "88.6"), ("MATH-500", "90.2", "73.8")],
    },
    "DeepSeek V3 ahead of Claude 3.5 Sonnet": {
        "names": {"model": "DeepSeek-V3", "comparator": "Claude-3.5-Sonnet-1022"},
        "told": {"claimant": "DeepSeek", "as_of": "2024-12-27"},
        "tests": [("MMLU", "88.5", "88.3"), ("MATH-500", "90.2", "78.3"), ("Aider-Polyglot", "49.6", "45.3")],
    },
    "Kimi K2 ahead of GPT-4.1": {
        "names": {"model": "Kimi K2 Instruct", "comparator": "GPT-4.1"},
        "told": {"claimant": "Moonshot AI", "as_of": "2025-07-11"},
        "tests": [("SWE-bench Verified (Agentic Coding)", "65.8", "54.6"), ("GPQA-Diamond", "75.1", "66.3")],
    },
    # The release of November 2024 was the current GPT-4o when Llama 4 came out.
    "Llama 4 Maverick ahead of GPT-4o": {
        "names": {"model": "Llama 4 Maverick", "model_id": "llama-4-maverick", "comparator": "GPT-4o",
                  "comparator_id": "gpt-4o-2024-11-20"},
        "told": {"claimant": "Meta", "as_of": "2025-04-05"},
        "tests": [("GPQA Diamond", "69.8", "53.6"), ("LiveCodeBench", "43.4", "32.3"), ("MMMU", "73.4", "69.1")],
    },
}  # fmt: skip
HELM, ZERO = "Stanford CRFM (HELM)", "ZeroEval (Allen Institute for AI and University of Washington)"
EXPECTED = {
    "Claude 3.5 Sonnet (October 2024) ahead of GPT-4o": ("holds", 14, 12, 2, 4, 0),
    "DeepSeek V3 ahead of Llama 3.1 405B": ("holds", 6, 5, 1, 3, 0),
    "DeepSeek V3 ahead of Claude 3.5 Sonnet": ("level", 12, 7, 5, 2, 0),
    "Kimi K2 ahead of GPT-4.1": ("level", 6, 4, 1, 0, 0),
    "Llama 4 Maverick ahead of GPT-4o": ("level", 8, 4, 4, 2, 0),
}
# By who measured: on how many of its tests the model claimed to be ahead was ahead.
PARTIES = {
    "Claude 3.5 Sonnet (October 2024) ahead of GPT-4o": {
        "Aider": "1/1", "BALROG team": "1/1", "Epoch AI": "3/3", "LMArena": "1/2", "LiveCodeBench team": "1/1",
        HELM: "1/1", ZERO: "4/5",
    },
    "DeepSeek V3 ahead of Llama 3.1 405B": {"Epoch AI": "3/3", "SimpleBench": "0/1", HELM: "1/1", ZERO: "1/1"},
    "DeepSeek V3 ahead of Claude 3.5 Sonnet": {
        "Aider": "0/1", "Berkeley (Gorilla project)": "1/1", "Epoch AI": "3/4", "LMArena": "1/1",
        "LiveCodeBench team": "1/1", "METR": "0/1", "SimpleBench": "0/1", HELM: "0/1", ZERO: "1/1",
    },
    "Kimi K2 ahead of GPT-4.1": {
        "Aider": "1/1", "Berkeley (Gorilla project)": "1/1", "LMArena": "0/1", "SWE-bench team": "1/1",
        "SimpleBench": "0/1", "WeirdML (H. T. Ihle)": "1/1",
    },
    "Llama 4 Maverick ahead of GPT-4o": {
        "ARC Prize": "0/1", "Aider": "0/1", "Epoch AI": "4/4", "SWE-bench team": "0/1", "WeirdML (H. T. Ihle)": "0/1",
    },
}  # fmt: skip
# Single figures, read off the results table: party, test, gap in points.
GAPS = {
    "Claude 3.5 Sonnet (October 2024) ahead of GPT-4o": [("Epoch AI", "gpqa-diamond", 6.4), (HELM, "mmlu", 3.1)],
    "DeepSeek V3 ahead of Llama 3.1 405B": [(ZERO, "zebralogic", 12.0), ("Epoch AI", "gpqa-diamond", 5.6)],
    "DeepSeek V3 ahead of Claude 3.5 Sonnet": [(HELM, "mmlu", -0.1), ("SimpleBench", "simplebench", -22.5)],
    "Kimi K2 ahead of GPT-4.1": [("SWE-bench team", "swe-bench-verified", 4.22), ("SimpleBench", "simplebench", -0.7)],
    "Llama 4 Maverick ahead of GPT-4o": [("Epoch AI", "gpqa-diamond", 19.1), ("Aider", "aider-polyglot", -1.05)],
}  # fmt: skip


def audited(name):
    claim = CLAIMS[name]
    rows = [
        {"type": "comparative", "benchmark": b, "score": s, "comparator_score": c, "claimant_relation": "developer",
         **claim["names"], **claim["told"]}
        for b, s, c in claim["tests"]
    ]  # fmt: skip
    return real({"claims": rows})


def others(record, i=0):
    return next(c for c in record.claims[i].checks if c.check_id == "F2").values


@pytest.mark.parametrize("name", CLAIMS)
def test_what_other_parties_found(name):
    found = others(audited(name))["elsewhere"]
    counts = ("picture", "n_tests", "n_ahead", "n_behind", "n_clear_ahead", "n_clear_behind")
    assert tuple(found[k] for k in counts) == EXPECTED[name]


@pytest.mark.parametrize("name", CLAIMS)
def test_who_measured_is_kept_apart(name):
    found = others(audited(name))["elsewhere"]
    free = {p["party"]: f"{p['n_ahead']}/{p['n_tests']}" for p in found["parties"] if p["without_stake"]}
    assert free == PARTIES[name]
    claimant = CLAIMS[name]["told"]["claimant"]
    assert claimant not in {p["party"] for p in found["parties"]}
    assert len({(e["party"], e["benchmark"]) for e in found["tests"]}) == len(found["tests"])


@pytest.mark.parametrize("name", CLAIMS)
def test_directions_and_sizes(name):
    tests = {(e["party"], e["benchmark"]): e for e in others(audited(name))["elsewhere"]["tests"]}
    for party, test, points in GAPS[name]:
        assert 100 * tests[party, test]["gap"] == pytest.approx(points, abs=0.06)


@pytest.mark.parametrize("name", CLAIMS)
def test_the_report_says_so_with_who_measured(name):
    claim = audited(name).claims[0]
    texts = {c.id: c.text for c in claim.caveats}
    assert {"holds": "F2-c", "level": "F2-d"}[EXPECTED[name][0]] in texts
    for party, share in PARTIES[name].items():
        assert f"{party} {share}" in texts["F2-g"]


@pytest.mark.parametrize("name", CLAIMS)
def test_only_one_campaign_kind_of_weights_and_test_at_a_time(name):
    catalogue = open_catalogue()
    for entry in others(audited(name))["elsewhere"]["tests"]:
        rows = [
            r for r in catalogue.results_of_campaign(entry["campaign"]) if f"result:{r.result_id}" in entry["evidence"]
        ]
        assert len(rows) == len(entry["evidence"]) >= 2
        assert {r.benchmark_id for r in rows} == {entry["benchmark"]}
        assert len({r.model_id for r in rows}) == 2
        assert len({r.weights for r in rows} - {"unknown"}) <= 1
        assert not {r.copied for r in rows} & {"yes", "likely"}


def test_what_one_laboratory_quotes_from_another_is_listed_only():
    found = others(audited("Kimi K2 ahead of GPT-4.1"))["elsewhere"]
    listed = {(e["party"], e["name"]) for e in found["listed"]}
    counted = {(e["party"], e["name"]) for e in found["tests"]}
    assert ("Meituan", "AIME 2025") in listed
    assert ("Meituan", "MATH-500") in counted  # its own run: it differs from the developer's figure
    assert not listed & counted
    assert all(e["why_not"] for e in found["listed"])


def test_a_pair_measured_on_the_same_test():
    found = others(audited("Llama 4 Maverick ahead of GPT-4o"))
    assert [(p["party"], p["clear"], p["same_direction"]) for p in found["pairs"]] == [("Epoch AI", True, True)]
    assert found["pair_agrees"]
    level = others(audited("DeepSeek V3 ahead of Claude 3.5 Sonnet"))
    assert [(p["party"], p["clear"]) for p in level["pairs"]] == [(HELM, False)]
    assert not level["pair_agrees"]


def test_turning_the_claim_round_turns_the_picture_round():
    claim = {"type": "comparative", "benchmark": "GPQA-Diamond", "model": "LLaMA3.1 405B Instruct", "score": "51.1",
             "comparator": "DeepSeek-V3", "comparator_score": "59.1", "claimant": "Meta"}  # fmt: skip
    found = others(real({"claim": claim}))["elsewhere"]
    there = EXPECTED["DeepSeek V3 ahead of Llama 3.1 405B"]
    assert (found["n_ahead"], found["n_behind"], found["n_clear_behind"]) == (there[3], there[2], there[4])
    assert found["picture"] == "reversed"


def test_base_models_are_set_beside_base_models():
    claim = {
        "type": "comparative",
        "benchmark": "GSM8K",
        "model": "Qwen2.5-7B",
        "model_id": "qwen2.5-7b",
        "weights": "base",
        "score": "85.4",
        "comparator": "Llama 3.1 8B",
        "comparator_id": "llama-3.1-8b",
        "comparator_score": "55.3",
        "claimant": "Alibaba",
    }
    found = others(real({"claim": claim}))["elsewhere"]
    catalogue = open_catalogue()
    assert found["weights"] == "base"
    assert found["n_tests"] > 10
    for entry in found["tests"]:
        rows = [r for r in catalogue.results_of_campaign(entry["campaign"]) if r.id in entry["evidence"]]
        assert {r.weights for r in rows} == {"base"}


def test_a_rank_is_set_beside_its_neighbours():
    claim = {"type": "rank", "rank": 1, "model": "Gemini 2.5 Pro", "model_id": "gemini-2.5-pro", "claimant": "Google",
             "benchmark": "Chatbot Arena", "score": ["1455", "rating"], "ranking_source": "LMArena"}  # fmt: skip
    checks = {c.check_id: c for c in real({"claim": claim}).claims[0].checks}
    found = checks["F2"].values["neighbours"]
    assert found
    assert all(n["other_id"] != "gemini-2.5-pro" and n["elsewhere"]["n_tests"] > 0 for n in found)
    assert checks["C9"].status == "ran"
    assert 0 <= checks["C2"].estimate <= 1


def test_parts_that_hold_the_others_are_no_parts():
    held = {e.content["campaign"] for e in Campaigns(open_catalogue()).parts("livecodebench")}
    assert held == set()  # two windows and "all problems"
    languages = Campaigns(open_catalogue()).parts("mmmlu")
    assert {len({r["subset"] for r in e.content["rows"]}) for e in languages} == {14}
