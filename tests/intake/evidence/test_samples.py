"""samples/evidence: one file a kind, each fits its schema, is recognised by content and becomes evidence."""

from __future__ import annotations

import csv
import json
import shutil

import pytest
import yaml

from auditgen.catalogue import open_catalogue
from auditgen.intake.evidence import read_evidence
from auditgen.intake.evidence.schemas import SCHEMAS
from tests.intake.evidence.schema_check import problems
from tests.shared_data import ROOT

SAMPLES = ROOT / "samples" / "evidence"
SCHEMA_OF = {
    "evidence.yaml": "evidence-list",
    "overlap.json": "evidence-overlap",
    "completions.jsonl": "evidence-completions",
    "regeneration.jsonl": "evidence-regeneration",
    "items.jsonl": "evidence-items",
    "order.jsonl": "evidence-order",
    "familiarity.jsonl": "evidence-familiarity",
    "answer_dates.csv": "evidence-item-attributes",
    "results.csv": "evidence-results",
    "practice.csv": "evidence-results",
    "ngram_counts.csv": "evidence-ngram-counts",
    "findings.csv": "evidence-findings",
    "replications.csv": "evidence-replications",
    "pairs.csv": "evidence-pairs",
    "task_practice.csv": "evidence-task-practice",
    "practice_study.csv": "evidence-practice-study",
}
KINDS = {
    "overlap", "completions", "regeneration", "order_test", "familiarity", "item_matrix", "results", "equal_practice",
    "prompts", "votes", "findings", "figures", "pairs", "task_practice", "model", "benchmark",
}  # fmt: skip


@pytest.fixture(scope="module")
def found():
    return read_evidence([SAMPLES], open_catalogue())


def values(name):
    """Rows of a sample as a schema sees them; figures of a table as numbers."""
    text = (SAMPLES / name).read_text(encoding="utf-8")
    if name.endswith(".jsonl"):
        return [json.loads(line) for line in text.splitlines()]
    if name.endswith(".csv"):
        return [{k: _cell(v) for k, v in row.items() if v} for row in csv.DictReader(text.splitlines())]
    return [json.loads(text)] if name.endswith(".json") else [_plain(yaml.safe_load(text))]


def _cell(text):
    try:
        return int(text)
    except ValueError:
        try:
            return float(text)
        except ValueError:
            return text


def _plain(value):
    """YAML dates as text."""
    if isinstance(value, dict):
        return {k: _plain(v) for k, v in value.items()}
    if isinstance(value, list):
        return [_plain(v) for v in value]
    return value if isinstance(value, str | int | float | bool) or value is None else str(value)


def test_every_kind_has_a_sample(found):
    assert {e.kind for e in found.evidence} == KINDS


def test_every_file_has_a_schema_or_is_a_table_of_any_shape():
    assert {p.name for p in SAMPLES.iterdir()} - set(SCHEMA_OF) == {"answers.csv", "prompts.csv", "votes.csv"}
    assert {SCHEMA_OF[n] for n in SCHEMA_OF} == set(SCHEMAS) - {"evidence-item-matrix"}


@pytest.mark.parametrize("name", sorted(SCHEMA_OF))
def test_samples_fit_their_schemas(name):
    schema = SCHEMAS[SCHEMA_OF[name]][1]()
    rows = values(name)
    assert rows
    for row in rows:
        row = {k: str(v) if k in ("value", "year") and name == "findings.csv" else v for k, v in row.items()}
        assert problems(row, schema) == []


@pytest.mark.parametrize("name", sorted(SCHEMA_OF))
def test_schemas_refuse_a_row_without_its_needed_fields(name):
    schema = SCHEMAS[SCHEMA_OF[name]][1]()
    row = values(name)[0]
    for key in schema.get("required", ()):
        assert problems({k: v for k, v in row.items() if k != key}, schema)
    assert schema["$schema"].endswith("2020-12/schema")


def test_names_do_not_matter_content_does(found, tmp_path):
    for path in SAMPLES.iterdir():
        if path.suffix == ".yaml":
            text = path.read_text(encoding="utf-8")
            for other in SAMPLES.iterdir():
                text = text.replace(f"file: {other.name},", f"file: x{other.stem}.dat,")
            (tmp_path / path.name).write_text(text, encoding="utf-8")
        else:
            shutil.copy(path, tmp_path / f"x{path.stem}.dat")
    again = read_evidence([tmp_path], open_catalogue())
    assert sorted(
        (e.kind, e.sha256) for e in again.evidence if e.kind not in ("findings", "figures", "pairs")
    ) == sorted((e.kind, e.sha256) for e in found.evidence if e.kind not in ("findings", "figures", "pairs"))
    assert len(again.evidence) == len(found.evidence)


def test_origins_come_from_the_list(found):
    by_id = {e.id: e for e in found.evidence}
    assert by_id["brought:regeneration.jsonl#1"].produced_by == "adversarial"
    assert by_id["brought:results.csv#1"].produced_by == "claimant"
    scan = by_id["brought:overlap.json#1"]
    assert (scan.licence, scan.date, scan.confidence) == ("CC0-1.0", "2026-11-30", "brought")
    assert scan.citation.startswith("Example Institute 2026")
    assert by_id["brought:pairs.csv#1"].produced_by == "unattributed"
    assert any("pairs.csv: unattributed" in note for note in found.notes)
    assert by_id["brought:findings.csv#2"].produced_by == "claimant"


def test_figures_of_the_samples(found):
    by_id = {e.id: e.content for e in found.evidence}
    pairs = by_id["brought:completions.jsonl#1"]["pairs"]
    assert pairs == {"both": 0, "only_test": 9, "only_twin": 1, "neither": 14}
    assert by_id["brought:completions.jsonl#1"]["groups"]["test"]["with_key"] == 5
    made = by_id["brought:regeneration.jsonl#1"]
    assert (made["distinct_test"], made["with_key"], made["distinct_control"], made["refused"]) == (6, 5, 0, 1)
    assert len(by_id["brought:order.jsonl#1"]["shards"]) == 12
    matrix = by_id["brought:answers.csv#1"]
    assert (matrix["items"], len(matrix["dates"]), matrix["difficulty"][0] in ("easy", "medium", "hard")) == (
        120,
        120,
        True,
    )
    assert matrix["cutoffs"][0] == [{"date": "2023-12-31", "source": "Example Lab 2024, an invented model card"}]
    assert by_id["brought:evidence.yaml#1"]["field_confidence"] == {
        "release_date": "brought",
        "training_cutoff": "brought",
    }


def test_names_only_never_paths_and_no_text(found):
    kept = json.dumps([e.model_dump(mode="json") for e in found.evidence if e.kind != "overlap"])
    kept += json.dumps([i.model_dump(mode="json") for i in found.inputs]) + " ".join(found.notes)
    assert str(ROOT) not in kept
    assert "crates of pears" not in kept
    scan = next(e.content for e in found.evidence if e.kind == "overlap")
    assert len(scan["examples"]) <= 3
    assert all(len(x["snippet"]) <= 200 for x in scan["examples"])


def test_the_same_files_give_the_same_evidence(found):
    assert read_evidence([SAMPLES], open_catalogue()) == found


def test_findings_and_figures_have_the_keys_of_the_catalogue(found):
    catalogue = open_catalogue()
    finding = next(e.content for e in found.evidence if e.kind == "findings")
    assert set(catalogue.findings()[0].as_dict()) <= set(finding)
    figure = next(e.content for e in found.evidence if e.kind == "figures")
    assert set(catalogue.replications()[0].as_dict()) <= set(figure)
