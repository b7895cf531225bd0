"""Planted corpora: recall by kind of copy, nothing false in clean documents."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from auditgen.scan.compiled import HAS_NUMBA
from auditgen.scan.detection import detection_limits
from auditgen.scan.parameters import ScanParameters
from auditgen.stats.intervals import score_interval
from tests.scan.corpora import run

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
from scan_corpus import MODES, Corpus

MADE: dict[str, Any] = {
    "seed": 3,
    "n_documents": 1_500,
    "n_items": (2_000, 200, 80),
    "plants_per_mode": 60,
    "decoys": 100,
    "boilerplates": 3,
}
ALWAYS_FOUND = ("verbatim", "recased", "unicode", "truncated", "with_answer", "answer_only")


@pytest.fixture(scope="module")
def scanned(tmp_path_factory):
    if not HAS_NUMBA:
        pytest.skip("numba is not installed")
    folder = tmp_path_factory.mktemp("planted")
    corpus = Corpus(**MADE)
    return corpus, run(folder, str(corpus.write(folder)))


def _hits(record):
    return {
        (document["doc_id"], entry["item_id"]): (document["match"], entry["common_phrase"])
        for entry in record["items"]
        for document in entry["documents"]
    }


def test_recall_by_kind_of_copy(scanned):
    corpus, record = scanned
    hits = _hits(record)
    found, planted = Counter(), Counter()
    for plant in corpus.plants.values():
        if plant.mode in MODES:
            hit = hits.get((plant.document, plant.item_id), ("none", False))[0] not in ("none", "scaffold")
            found[plant.mode] += hit
            planted[plant.mode] += 1
            if plant.mode in ALWAYS_FOUND and plant.words >= 13:
                assert hit, plant
    assert found["edit_15"] / planted["edit_15"] >= 0.95
    assert found["edit_6"] / planted["edit_6"] >= 0.75
    assert min(planted.values()) == 60


def test_nothing_is_reported_that_was_not_planted(scanned):
    corpus, record = scanned
    planted = {plant.document: plant for plant in corpus.plants.values()}
    decoys = {plant.document for plant in corpus.plants.values() if plant.mode == "decoy"}
    for (document, item_id), (match, common) in _hits(record).items():
        if match != "scaffold" and not common:
            assert document in planted, (document, item_id, match)
            assert document not in decoys, (document, item_id, match)


def test_generator_is_deterministic_document_by_document(scanned):
    corpus, _ = scanned
    again = Corpus(**MADE)
    assert list(again.lines(700, 705)) == list(corpus.lines(700, 705))
    assert json.loads(next(again.lines(0, 1)))["id"] == "d0"


def test_shipped_detection_limits_agree_with_a_corpus_of_another_seed(scanned):
    """The intervals of the figures in every record and of this smaller corpus overlap, kind by kind."""
    corpus, record = scanned
    hits = _hits(record)
    found, planted = Counter(), Counter()
    for plant in corpus.plants.values():
        if plant.mode in MODES:
            kind = (plant.mode, plant.words < 13)
            planted[kind] += 1
            found[kind] += hits.get((plant.document, plant.item_id), ("scaffold", False))[0] != "scaffold"
    shipped = {(kind["kind"], kind["short"]): kind for kind in detection_limits(ScanParameters())["kinds"]}
    assert set(planted) <= set(shipped)
    for kind, n in planted.items():
        here = score_interval(k=found[kind], n=n)
        assert here.ci_low <= shipped[kind]["ci_high"], (kind, found[kind], n)
        assert here.ci_high >= shipped[kind]["ci_low"], (kind, found[kind], n)
