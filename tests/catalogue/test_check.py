"""The check finds what is wrong, in one line with file, entry, field, expected and found, and nothing else."""

from collections.abc import Callable
from pathlib import Path

import pytest

from auditgen.catalogue import build
from auditgen.catalogue.check import check


def test_the_facts_as_they_stand_have_no_problem() -> None:
    build.write()
    assert [str(p) for p in check()] == []


def replace(name: str, old: str, new: str) -> Callable[[Path], None]:
    def spoil(data: Path) -> None:
        path = data / name
        text = path.read_text(encoding="utf-8")
        assert old in text, old
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    return spoil


@pytest.mark.parametrize(
    ("spoil", "line"),
    [
        (
            replace("models.yaml", "release_date: '2019-02-14'", "release_date: '2019-02-30'"),
            "models.yaml, gpt-2-xl, release_date: expected a date (YYYY, YYYY-MM or YYYY-MM-DD), found '2019-02-30'",
        ),
        (
            replace("models.yaml", "release_date: '2019-02-14'", "release_date: '2031-02-14'"),
            "models.yaml, gpt-2-xl, release_date: expected no date after 2026-11-30, found 2031-02-14",
        ),
        (
            replace("models.yaml", "- gpt2-xl\n", "- GPT-3\n"),
            "models.yaml, gpt-3-175b, aliases: expected a name of this entry alone, not of gpt-2-xl, found gpt-3",
        ),
        (
            replace("models.yaml", "- gpt2-xl\n", "- GPT-2\n"),
            "models.yaml gpt-2-xl, GPT-2, aliases: expected each value once, found twice",
        ),
        (
            replace("models.yaml", "  sources:\n  - HELM\n", "  sources:\n  - NOWHERE\n"),
            "models.yaml, gpt-2-xl, sources: expected a key of sources.yaml, found NOWHERE",
        ),
        (
            replace("models.yaml", "release_date: seen", "release_date: maybe"),
            "models.yaml, gpt-2-xl, field_confidence.release_date: expected seen or recalled, found 'maybe'",
        ),
        (
            replace("models.yaml", "    release_date: seen", "    release_date: recalled"),
            "models.yaml, gpt-2-xl, confidence: expected recalled where a fact is recalled, else seen, found seen",
        ),
        (
            replace("benchmarks/knowledge.yaml", "chance_level_pct: 25.0", "chance_level_pct: 250"),
            "benchmarks/knowledge.yaml, mmlu, chance_level_pct: expected a number from 0 to 100, found 250",
        ),
        (
            replace(
                "benchmarks/knowledge.yaml",
                "  - id: mmlu-pro\n    relation: harder",
                "  - id: mmlu-pro\n    relation: cleaned",
            ),
            "benchmarks/knowledge.yaml, mmlu-pro, variants: expected a link back to mmlu (cleaned), found none",
        ),
        (
            replace("benchmarks/knowledge.yaml", "    source: arXiv:2009.03300\n  test_answers", "  test_answers"),
            "benchmarks/knowledge.yaml, mmlu, first_public_release.source: expected a citation, found nothing",
        ),
        (
            replace("benchmarks/knowledge.yaml", "domain: knowledge", "domain: magic"),
            "benchmarks/knowledge.yaml, mmlu, domain: expected knowledge, found magic",
        ),
        (
            replace("findings.csv", ",moderate,published overlap,", ",strong,published overlap,"),
            "findings.csv, CF0011, strength: expected 'moderate' by the rubric, found 'strong'",
        ),
        (
            replace("findings.csv", "gpt-3-175b", "gpt-99"),
            "findings.csv, CF0011, model_ids: expected an id of the catalogue, found gpt-99",
        ),
        (
            replace("findings.csv", "family,Phi family", "group,Phi family"),
            "findings.csv, CF0227, scope: expected family if every member is meant, else group, found group",
        ),
        (
            replace("finding_effects.csv", "65.58,1.42", "65.58,1.24"),
            "finding_effects.csv, CF0054 gpt-4-0314, gain_points: expected 1.42, found 1.24",
        ),
        (
            replace("replications.csv", ",-19.8,", ",-1.98,"),
            "replications.csv, RP002, difference: expected -19.80, found '-1.98'",
        ),
        (
            replace("pairs.csv", "gsm8k,43.7,gsm1k", "gsm8k,437,gsm1k"),
            "pairs.csv, gsm8k>gsm1k Yi-6B-Chat, original_score: expected a number from 0 to 100, found '437'",
        ),
        (
            replace("pairs.csv", "yi-6b,chat,Yi", "yi-6b,chat,Yo"),
            "pairs.csv, gsm8k>gsm1k Yi-6B-Chat, family: expected Yi, found Yo",
        ),
        (
            replace("percentiles.csv", ",90,about,", ",190,about,"),
            "percentiles.csv, PC001, percentile: expected a number from 0 to 100, found '190'",
        ),
        (
            replace("regulation.csv", "A3;B1;C8;D8", "A3;B1;Z8;D8"),
            "regulation.csv, REG-001, checks: expected checks such as A3 or D1-D9, found Z8",
        ),
        (
            replace("results/added.csv", "RS09002", "RS09001"),
            "results, RS09001, result_id: expected each value once, found twice",
        ),
        (
            replace("results/added.csv", "openai-o1-card-2024", "openai-o1-card-2042"),
            "results/added.csv, RS09001, campaign: expected a campaign of licences.yaml, found openai-o1-card-2042",
        ),
        (
            replace("words.yaml", "status: single reader", "status: two readers agree"),
            "words.yaml, most capable, status: expected single reader, found two readers agree",
        ),
        (
            replace("names.yaml", "  - gpt-4-0613\n", "  - gpt-4-1306\n"),
            "names.yaml, GPT-4, ambiguous_models: expected a model id, found gpt-4-1306",
        ),
        (
            replace("d7_references.yaml", "  - model: phi-2\n    basis: family", "  - model: phi-2\n    basis: group"),
            "d7_references.yaml, gsm8k>gsm1k@GSM1k authors (Scale AI) phi-2, excluded: "
            "expected ('family', ('CF0227',)), found None",
        ),
        (
            replace("d7_references.yaml", "  references: 44\n", "  references: 28\n"),
            "d7_references.yaml, gsm8k>gsm1k@GSM1k authors (Scale AI), references: expected 44, found 28",
        ),
    ],
)
def test_each_kind_of_fault_is_found(copied_data: Path, spoil: Callable[[Path], None], line: str) -> None:
    spoil(copied_data)
    found = [str(p) for p in check(copied_data, sqlite=None)]
    assert line in found
    assert all("\n" not in one for one in found)


def test_recalled_score_makes_the_row_recalled(copied_data: Path) -> None:
    replace("replications.csv", 'pass@1",seen,29.1', 'pass@1",recalled,29.1')(copied_data)
    assert [str(p) for p in check(copied_data, sqlite=None)] == [
        "replications.csv, RP002, confidence: expected recalled, as one of its scores is, found seen"
    ]


def test_unreadable_file_is_one_problem(copied_data: Path) -> None:
    (copied_data / "models.yaml").write_text("- id: [", encoding="utf-8")
    (problem,) = check(copied_data, sqlite=None)
    assert str(problem).startswith("data: expected readable files, found ")


def test_sqlite_out_of_step_is_found(tmp_path: Path, copied_data: Path) -> None:
    path = build.write(tmp_path / "facts.sqlite", copied_data)
    assert check(copied_data, path) == []
    replace("words.yaml", "single reader", "single reader ")(copied_data)
    (problem,) = check(copied_data, path)
    assert (problem.file, problem.field, problem.expected) == ("facts.sqlite", "sha256", build.data_sha256(copied_data))
    (missing,) = check(copied_data, tmp_path / "none.sqlite")
    assert str(missing) == "none.sqlite: expected built from the readable files, found missing"
    path.write_bytes(b"not a database")
    assert [p.expected for p in check(copied_data, path)] == ["an SQLite file"]
