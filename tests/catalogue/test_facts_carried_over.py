"""The readable files against the facts they were made from: every row, score and confidence, one to one."""

import csv
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

from auditgen.catalogue.build import Facts
from tests.shared_data import shared

LEFT_OUT = ("livebench-2024-11-25", "bigcodebench-2025")


@pytest.fixture(scope="module")
def ours() -> Facts:
    return Facts()


def theirs(name: str) -> list[dict[str, str]]:
    with Path(shared(f"facts/{name}")).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def source_yaml(name: str) -> Any:
    return yaml.load(
        shared(f"facts/{name}").read_text(encoding="utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    )


def test_findings(ours: Facts) -> None:
    fields = ["finding_id", "subject", "benchmark", "split", "method_family", "result", "value", "unit", "reported_by"]
    fields += ["year", "url", "confidence"]
    source = theirs("contamination.csv")
    assert len(source) == 412
    assert [[r[f] for f in fields] for r in ours.tables["findings"]] == [[r[f] for f in fields] for r in source]
    assert Counter(r["confidence"] for r in ours.tables["findings"]) == {"seen": 395, "recalled": 17}
    for mine, row in zip(ours.tables["findings"], source, strict=True):
        # The tail of a note is kept; only the remark on where a value was tabulated moved to the column `via`.
        assert mine["note"][:40] == row["note"][:40] or "LM Contamination" in row["note"]
        if "LM Contamination Index" in row["source"]:
            assert mine["via"] == "LM Contamination Index"
            assert "LM Contamination" not in mine["source"]
            assert row["source"].startswith(mine["source"][:12])


def test_replications(ours: Facts) -> None:
    source = theirs("replications.csv")
    assert len(source) == 126
    fields = list(source[0])
    assert [[r[f] for f in fields] for r in ours.tables["replications"]] == [[r[f] for f in fields] for r in source]
    assert Counter(r["confidence"] for r in source) == {"seen": 98, "recalled": 28}


def test_pairs_without_livebench(ours: Facts) -> None:
    source = [r for r in theirs("variants.csv") if not r["original_benchmark"].startswith("livebench")]
    assert (len(theirs("variants.csv")), len(source)) == (1128, 1045)
    fields = list(source[0])
    assert [[r[f] for f in fields] for r in ours.tables["pairs"]] == [[r[f] for f in fields] for r in source]


def test_results_without_two_campaigns(ours: Facts) -> None:
    source = [r for r in theirs("results.csv") if r["campaign"] not in LEFT_OUT]
    mine = {r["result_id"]: r for path, rows in ours.result_files.items() if path.stem != "added" for r in rows}
    assert (len(theirs("results.csv")), len(source), len(mine)) == (8973, 8423, 8423)
    assert mine == {r["result_id"]: r for r in source}
    assert not {r["campaign"] for r in ours.results} & set(LEFT_OUT)


def test_regulation(ours: Facts) -> None:
    source = theirs("regulation.csv")
    assert len(source) == 57
    mine = ours.tables["regulation"]
    pairs = [(r["id"], r["section"], r["auditgen_checks"], r["confidence"]) for r in source]
    assert [(r["id"], r["section"], r["checks"], r["confidence"]) for r in mine] == pairs
    # Two rows are said in other words: a report never uses the term that the source uses for "the best known".
    changed = {a["id"] for a, b in zip(source, mine) if a["asks_in_plain_words"] != b["asks_in_plain_words"]}
    assert changed == {"REG-020", "REG-024"}
    assert not any("state-of-the-art" in r["asks_in_plain_words"].lower() for r in mine)


def test_models(ours: Facts) -> None:
    source = source_yaml("models.yaml")
    assert len(source["models"]) == 347
    kept = [{k: v for k, v in m.items() if k != "note"} for m in ours.models]
    assert kept == [{k: v for k, v in m.items() if k != "note"} for m in source["models"]]
    assert ours.names["ambiguous_models"] == source["ambiguous_names"]


def test_benchmarks(ours: Facts) -> None:
    source = {b["id"]: b for b in source_yaml("benchmarks.yaml")["benchmarks"]}
    mine = {b["id"]: b for b in ours.benchmarks}
    assert len(source) == 185
    assert mine.keys() - source.keys() == {"uniform-bar-exam"}
    assert source.keys() <= mine.keys()
    for id, entry in source.items():
        copy = mine[id]
        copy["items"] = {k: v for k, v in copy["items"].items() if k != "subset_names"}
        for field in entry:
            if field not in ("practical_ceiling_basis", "score_scale_note"):  # wording about file names differs
                assert copy[field] == entry[field], f"{id} {field}"


def test_group_exclusions_of_the_reference_lists(ours: Facts) -> None:
    """Every exclusion of the source is still written down: as it was, or by a finding about the model or family."""
    source = [
        p for p in source_yaml("d7_references.yaml")["pairs"] if not p["original_benchmark"].startswith("livebench")
    ]
    assert len(source) == len(ours.d7) == 7
    for theirs_, mine in zip(source, ours.d7, strict=True):
        assert theirs_["tester"] == mine["tester"]
        recorded = {e["model"] for e in mine["excluded"]}
        assert {e["model"] for e in theirs_["excluded"]} <= recorded
