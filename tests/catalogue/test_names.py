"""Names as written: exact, careful, ambiguous, unknown; and how much of real claim documents they cover."""

import csv

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditgen.catalogue.opening import open_catalogue
from auditgen.catalogue.store import Catalogue
from tests.shared_data import shared


@pytest.mark.parametrize(
    ("text", "id"),
    [
        ("MMLU", "mmlu"),
        ("  mmlu ", "mmlu"),
        ("MMLU (5-shot)", "mmlu"),
        ("MMLU (0\u2011shot)", "mmlu"),
        ("MMLU (3-shot, CoT)", "mmlu"),
        ("5-shot MMLU", "mmlu"),
        ("GSM-8K (8-shot, CoT)", "gsm8k"),
        ("GPQA\u2011Diamond\u2020", "gpqa-diamond"),
        ("SWE\u2013bench Verified", "swe-bench-verified"),
        ("ARC-Challenge", "arc-challenge"),
        ("Humanity\u2019s Last Exam", "hle"),
        ("openai/MMMLU", "mmmlu"),
    ],
)
def test_benchmark_names_that_mean_one_test(facts: Catalogue, text: str, id: str) -> None:
    match = facts.find_benchmark(text)
    assert (match.status, match.id) == ("matched", id)
    assert match.as_written == text
    assert match.question is None


@pytest.mark.parametrize(
    ("text", "candidates"),
    [
        ("MATH", ("math", "math-500")),
        ("GPQA", ("gpqa", "gpqa-diamond")),
        ("HumanEval", ("humaneval", "humaneval-plus")),
        ("MBPP", ("mbpp", "mbpp-plus")),
        ("SWE-bench", ("swe-bench", "swe-bench-verified")),
        ("AIME", ("aime-2024", "aime-2025")),
        ("MATH (7-shot)", ("math", "math-500")),
    ],
)
def test_loose_benchmark_names_are_never_picked_silently(
    facts: Catalogue, text: str, candidates: tuple[str, ...]
) -> None:
    match = facts.find_benchmark(text)
    assert match.status == "ambiguous"
    assert match.id is None
    assert match.candidates == candidates
    assert match.question is not None
    assert match.question.endswith("?")


def test_every_loose_name_of_the_facts_is_ambiguous(facts: Catalogue) -> None:
    for entry in facts.benchmarks():
        for alias in entry.ambiguous_aliases:
            match = facts.find_benchmark(alias)
            assert match.status == "ambiguous", alias
            assert entry.id in match.candidates, alias


def test_number_of_questions_narrows(facts: Catalogue) -> None:
    assert facts.find_benchmark("MATH", n_items=500).id == "math-500"
    assert facts.find_benchmark("MATH", n_items=5000).id == "math"
    assert facts.find_benchmark("GPQA", n_items=198).id == "gpqa-diamond"
    assert facts.find_benchmark("GPQA", n_items=448).id == "gpqa"
    assert facts.find_benchmark("SWE-bench", n_items=477).id == "swe-bench-verified"
    assert (
        facts.find_benchmark("MATH", n_items=500).matched_by
        == "ambiguous name; only test of that name with 500 questions"
    )
    assert facts.find_benchmark("HumanEval", n_items=164).status == "ambiguous"
    assert facts.find_benchmark("MATH", n_items=77).status == "ambiguous"


def test_date_narrows_tests(facts: Catalogue) -> None:
    match = facts.find_benchmark("HumanEval", date="2023-03")
    assert match.id == "humaneval"
    assert match.matched_by == "ambiguous name; only test of that name public by 2023-03"
    assert facts.find_benchmark("HumanEval", date="2024-07").status == "ambiguous"
    assert facts.find_benchmark("MATH", date="1999").candidates == ("math", "math-500")


@pytest.mark.parametrize(
    ("text", "id", "subset"),
    [
        ("MMLU virology", "mmlu", "virology"),
        ("MMLU: high school biology", "mmlu", "high school biology"),
        ("MMLU (professional_law)", "mmlu", "professional law"),
        ("MMMLU Arabic", "mmmlu", "Arabic"),
        ("MGSM - Swahili", "mgsm", "Swahili"),
        ("HealthBench Hard", "healthbench", "hard"),
    ],
)
def test_a_named_part_is_not_the_whole_test(facts: Catalogue, text: str, id: str, subset: str) -> None:
    match = facts.find_benchmark(text)
    assert (match.status, match.id, match.subset) == ("matched", id, subset)


@pytest.mark.parametrize(
    "text", ["MMLU-ProX Swedish", "Foo bench", "hendrycks/test", "", "  ", "(5-shot)", "Average", "MMLU++"]
)
def test_names_of_nothing_stay_unknown(facts: Catalogue, text: str) -> None:
    match = facts.find_benchmark(text)
    assert (match.status, match.id, match.candidates) == ("unknown", None, ())


@pytest.mark.parametrize(
    ("text", "id", "weights"),
    [
        ("o1", "o1", "reasoning"),
        ("OpenAI o1", "o1", "reasoning"),
        ("meta-llama/Meta-Llama-3-70B-Instruct", "llama-3-70b", "chat"),
        ("Llama 3 70B", "llama-3-70b", "unknown"),
        ("Llama-3.1-405B Base", "llama-3.1-405b", "base"),
        ("claude-3-5-sonnet-20241022", "claude-3.5-sonnet-20241022", "chat"),
        ("Qwen2.5-72B-Instruct", "qwen2.5-72b", "chat"),
        ("Qwen/Qwen2.5-72B", "qwen2.5-72b", "unknown"),
        ("Claude Opus 4 (w/o extended thinking)", "claude-opus-4", "chat"),
        ("Claude Opus 4 (extended thinking)", "claude-opus-4", "reasoning"),
        ("Qwen-7B-Chat (Int4)", "qwen-7b", "chat"),
        ("Mistral-7B-Instruct-v0.2", "mistral-7b-instruct", "chat"),
        ("Google Gemini 1.0 Ultra", "gemini-1.0-ultra", "chat"),
        ("GPT-4 (May 2023)", "gpt-4-0314", "chat"),
        ("Gemini 3 Pro Preview", "gemini-3-pro", "reasoning"),
    ],
)
def test_model_names_that_mean_one_model(facts: Catalogue, text: str, id: str, weights: str) -> None:
    match = facts.find_model(text)
    assert (match.status, match.id, match.weights) == ("matched", id, weights)


def test_every_loose_model_name_is_ambiguous(facts: Catalogue) -> None:
    from auditgen.catalogue.build import Facts

    for name, ids in Facts().names["ambiguous_models"].items():
        match = facts.find_model(name)
        assert match.status == "ambiguous", name
        assert set(ids) <= set(match.candidates), name


def test_date_of_the_claim_narrows_models(facts: Catalogue) -> None:
    match = facts.find_model("GPT-4", date="2023-03")
    assert match.id == "gpt-4-0314"
    assert match.matched_by == "ambiguous name; only model of that name released by 2023-03"
    later = facts.find_model("GPT-4", date="2023-12-06")
    assert later.status == "ambiguous"
    assert later.candidates == ("gpt-4-0314", "gpt-4-0613", "gpt-4-1106-preview")
    assert later.current_at_date == "gpt-4-1106-preview"
    assert facts.find_model("GPT-4").current_at_date is None


def test_settings_inside_a_name_are_kept(facts: Catalogue) -> None:
    assert facts.find_benchmark("MMLU (5-shot, CoT)").setting == {"shots": 5, "cot": True}
    assert facts.find_benchmark("GPQA Diamond (CoT)").setting == {"cot": True}
    assert facts.find_model("o3-mini (high)").setting == {"effort": "high"}
    assert facts.find_model("o3-high").setting == {"effort": "high"}
    assert facts.find_model("Qwen-7B-Chat (Int4)").setting == {"precision": "int4"}
    removed = facts.find_benchmark("MMLU (3-shot, CoT)")
    assert removed.matched_by == "name after removing '(3-shot, CoT)'"


@pytest.mark.parametrize(
    "text",
    [
        "best U.S. model (unnamed)",
        "Llama 9",
        "SWE-agent + GPT-4",
        "GPT-4 (with Medprompt)",
        "leading systems",
        "",
        "<b>o1</b>",
    ],
)
def test_model_names_of_nothing_stay_unknown(facts: Catalogue, text: str) -> None:
    assert facts.find_model(text).status == "unknown"


@pytest.mark.parametrize("text", ["MMLU " * 100_000, "*" * 300_000, "(" * 300_000, "MMLU" + " (5-shot)" * 50_000])
def test_a_flood_of_text_is_no_name(facts: Catalogue, text: str) -> None:
    assert facts.find_benchmark(text).matched_by == facts.find_model(text).matched_by == "too long for a name"


@given(st.text(max_size=60))
def test_any_text_gives_a_well_formed_match(text: str) -> None:
    facts = open_catalogue()
    for match in (facts.find_benchmark(text), facts.find_model(text)):
        assert match.as_written == text
        assert (match.id is not None) == (match.status == "matched")
        assert (match.question is not None) == (match.status == "ambiguous")
        assert (match.candidates == ()) == (match.status == "unknown")


def test_own_names_find_their_entry(facts: Catalogue) -> None:
    for benchmark in facts.benchmarks():
        for name in (benchmark.id, benchmark.name, *benchmark.aliases):
            assert benchmark.id in facts.find_benchmark(name).candidates, name
    for model in facts.models():
        for name in (model.id, model.name, *model.aliases):
            assert model.id in facts.find_model(name).candidates, name


def test_coverage_of_collected_claims(facts: Catalogue) -> None:
    tests = models = total = 0
    per_document: dict[str, float] = {}
    for path in sorted(shared("claim-documents").glob("*/claims.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        found = [facts.find_benchmark(r["benchmark"]).status != "unknown" for r in rows]
        named = [facts.find_model(r["model"]).status != "unknown" for r in rows]
        per_document[path.parent.name] = sum(a and b for a, b in zip(found, named, strict=True)) / len(rows)
        tests, models, total = tests + sum(found), models + sum(named), total + len(rows)
    assert total == 1933
    print(f"tests {tests / total:.4f}, models {models / total:.4f}, both by document {per_document}")
    assert tests / total >= 0.97
    assert models / total >= 0.90
    for document in ("deepseek-r1-readme", "deepseek-v3-readme", "kimi-k2-readme", "llama-3-1-model-card"):
        assert per_document[document] == 1.0, document
