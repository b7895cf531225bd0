"""Look-ups by id and pair, evidence, immutability, and what the data may not say."""

import json
import pickle
import re

import pytest

import auditgen.catalogue as package
from auditgen.catalogue import build
from auditgen.catalogue.record import Record, thaw
from auditgen.catalogue.store import Catalogue


def test_package_offers_the_catalogue_lazily(facts: Catalogue) -> None:
    assert package.open_catalogue() is facts
    assert package.version() == facts.version
    assert package.sha256() == facts.sha256 == build.data_sha256()
    assert package.Match.__name__ == "Match"
    with pytest.raises(AttributeError, match="nothing"):
        package.nothing  # noqa: B018


def test_mmlu_entry(facts: Catalogue) -> None:
    entry = facts.benchmark("mmlu")
    assert (entry.n_items, entry.options, entry.chance, entry.ceiling) == (14042, 4, 0.25, 0.935)
    assert entry.label_error is not None
    assert entry.label_error["rate_pct"] == 6.49
    assert entry.retired is None
    assert facts.benchmark("math-500").ceiling is None  # only the highest figure held


def test_unknown_ids_are_key_errors_that_say_so(facts: Catalogue) -> None:
    for ask in (facts.benchmark, facts.model, facts.family_of, facts.evidence):
        with pytest.raises(KeyError, match="nothing-of-the-kind"):
            ask("nothing-of-the-kind")
    assert facts.results_for("o1", "nothing") == ()
    assert facts.findings_for("o1", "nothing") == ()
    assert facts.pairs_for("nothing") == ()


def test_entries_cannot_be_changed_and_survive_json_and_pickle(facts: Catalogue) -> None:
    entry = facts.benchmark("mmlu")
    with pytest.raises(TypeError, match="cannot be changed"):
        entry.items["value"] = 1
    with pytest.raises(AttributeError):
        entry.id = "other"  # type: ignore[misc]
    copy = pickle.loads(pickle.dumps(entry))
    assert copy == entry
    assert isinstance(copy.items, Record)
    assert json.loads(json.dumps(entry.as_dict()))["items"]["value"] == 14042
    assert thaw((entry,))[0]["id"] == "mmlu"


def test_findings_reach_families_only_up_to_the_date_of_the_source(facts: Catalogue) -> None:
    def ids(model: str) -> set[str]:
        return {f.finding_id for f in facts.findings_for(model, "gsm8k") if f.scope == "family"}

    assert ids("phi-2") == {"CF0227"}
    assert ids("mixtral-8x22b") == {"CF0226"}
    assert ids("mistral-large-2407") == set()  # released after the study
    assert ids("phi-4") == set()


def test_findings_are_ordered_by_scope_and_strength(facts: Catalogue) -> None:
    order = ["model", "family", "group", "set", "corpus"]
    for model in ("gpt-4-0314", "llama-3-70b", "phi-3-mini"):
        for benchmark in ("mmlu", "gsm8k", "humaneval"):
            scopes = [order.index(f.scope) for f in facts.findings_for(model, benchmark)]
            assert scopes == sorted(scopes)
    everything = facts.findings_for(None, "gsm8k")
    assert len({f.finding_id for f in everything}) == len(everything) > 20


def test_two_named_models_in_one_finding(facts: Catalogue) -> None:
    for model in ("claude-3.5-sonnet-20240620", "claude-3.5-sonnet-20241022", "claude-3.7-sonnet"):
        assert "CF0278" in {f.finding_id for f in facts.findings_for(model, "swe-bench-verified")}


def test_a_part_of_a_test_is_told(facts: Catalogue) -> None:
    part = {f.finding_id: f for f in facts.findings_for("llama-2-70b", "mmlu")}
    assert (part["CF0057"].subset, part["CF0058"].subset) == ("humanities", "")


def test_campaigns(facts: Catalogue) -> None:
    both = facts.campaigns_with("llama-3-70b", "gpt-4-0314")
    assert "zeroeval" in both
    for campaign in both:
        models = {r.model_id for r in facts.results_of_campaign(campaign)}
        assert {"llama-3-70b", "gpt-4-0314"} <= models
    rows = facts.results_of_campaign("zeroeval", "gsm8k")
    assert {(r.campaign, r.benchmark_id) for r in rows} == {("zeroeval", "gsm8k")}
    counted = {name: n for name, n, _ in facts.campaigns()}
    assert sum(counted.values()) == facts.stats()["result"] == 8441
    epoch = next(record for name, _, record in facts.campaigns() if name == "epoch-ai-runs-2025")
    assert "CC BY 4.0" in epoch["attribution"]


def test_windows_belong_to_their_test(facts: Catalogue) -> None:
    tables = facts.pairs_for("livecodebench")
    assert [len(t.rows) for t in tables] == [45, 19, 16]
    assert {t.pair_type for t in tables} == {"time-window"}
    assert facts.pairs_for("livebench") == ()


def test_regulation_by_profile(facts: Catalogue) -> None:
    assert {p: len(facts.regulation(p)) for p in ("eu", "us", "uk", "int")} == {"eu": 32, "us": 13, "uk": 3, "int": 9}
    assert len(facts.regulation()) == 57
    rule = next(r for r in facts.regulation("eu") if r.id == "REG-010")
    assert rule.checks == ("A3", "B1", "C1", "C3", *(f"D{i}" for i in range(1, 10)), "E1", "F3")


def test_words_by_distance(facts: Catalogue) -> None:
    by_word = {form.lower(): w for w in facts.words() for form in (w.word, *w.forms)}
    assert {by_word[w].distance for w in ("most capable", "best", "complexity", "phd-level")} == {"1"}
    assert {by_word[w].distance for w in ("understands", "reasons like", "lawyer", "software engineer")} == {"2"}
    assert {by_word[w].distance for w in ("human-level", "expert", "safe", "agi", "general")} == {"very_serious"}
    assert {(w.second_reader, w.status) for w in facts.words()} == {("", "single reader")}
    assert "mixture of experts" in by_word["expert"].not_in


@pytest.mark.parametrize(
    ("id", "kind", "confidence", "in_citation"),
    [
        ("benchmark:mmlu", "benchmark", "seen", "arXiv:2009.03300"),
        ("benchmark:mmlu#canary_string", "benchmark", "recalled", "MMLU"),
        ("benchmark:mmlu#human_baselines.0", "benchmark", "seen", "arXiv:2009.03300"),
        ("model:o1", "model", "seen", "models.dev"),
        ("model:gpt-4-0613#training_cutoff", "model", "recalled", "HELM"),
        ("finding:CF0054", "finding", "seen", "OpenAI 2023, GPT-4 report"),
        (
            "finding:CF0011",
            "finding",
            "seen",
            "Brown et al. 2020 (tabulated in the LM Contamination Index), arXiv:2005.14165",
        ),
        ("replication:RP002", "replication", "seen", "arXiv:2502.08235"),
        ("result:RS00844", "result", "seen", "Llama 3.1 model card"),
        ("percentile:PC003", "percentile", "seen", "10.1007/s10506-024-09396-9"),
        ("regulation:REG-005", "regulation", "recalled", "AI Act, Art. 9(6)-(8)"),
        ("pairs:gsm8k>gsm1k@GSM1k authors (Scale AI)", "pairs", "seen", "arXiv:2405.00332v4"),
        ("pairs:gsm8k>gsm-symbolic@GSM-Symbolic authors (Apple)", "pairs", "recalled", "arXiv"),
    ],
)
def test_evidence(facts: Catalogue, id: str, kind: str, confidence: str, in_citation: str) -> None:
    found = facts.evidence(id)
    assert (found.kind, found.confidence) == (kind, confidence)
    assert in_citation in found.citation
    assert json.loads(json.dumps(found.content))


@pytest.mark.parametrize(
    "id",
    [
        "finding:CF9999",
        "result:x",
        "pairs:gsm8k>gsm1k@nobody",
        "benchmark:mmlu#name",
        "model:o1#name",
        "word:best",
        "",
        "o1",
    ],
)
def test_evidence_of_nothing_is_a_key_error(facts: Catalogue, id: str) -> None:
    with pytest.raises(KeyError):
        facts.evidence(id)


def test_every_row_has_evidence_with_a_citation(facts: Catalogue) -> None:
    ids = [f.id for f in facts.findings()] + [r.id for r in facts.replications()] + [t.id for t in facts.pair_tables()]
    ids += [f"benchmark:{b.id}" for b in facts.benchmarks()] + [f"model:{m.id}" for m in facts.models()]
    for id in ids:
        found = facts.evidence(id)
        assert found.citation.strip()
        assert found.confidence in ("seen", "recalled")


def test_search_finds_names_first(facts: Catalogue) -> None:
    assert facts.search("o1")[0].id == "model:o1"
    assert facts.search("gsm8k")[0].id == "benchmark:gsm8k"
    assert "finding:CF0354" in {hit.id for hit in facts.search("Llama 3 405B GSM8K")}
    assert facts.search("") == facts.search("zzzzqq") == ()


def test_the_data_name_no_path_or_file_of_where_they_were_made() -> None:
    banned = re.compile(
        r"(?<!\w)/(?:work|tmp|home|opt)/|claim-documents|methods\.md|README-|contamination\.csv|variants\.csv|"
        r"project brief"
    )
    for path in [*build.data_files(), build.DATA / "README.md"]:
        found = banned.search(path.read_text(encoding="utf-8"))
        assert found is None, f"{path.name}: {found}"
