"""Writes auditgen/scan/detection_limits.json: how many planted copies of each kind the scan finds, in each tier.

python benchmarks/scan_limits.py [--documents N]

The record of every scan carries these figures (`detection_limits`). A copy counts as found if its own item is reported
in its own document, and not as scaffold. The corpus is that of scan_corpus.py, so the figures are the same on every
machine; run this again after a change of what the scan looks for.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
from scan_corpus import MODES, Corpus

from auditgen.scan.detection import FIGURES, RULES
from auditgen.scan.engine import Threads, scan
from auditgen.scan.items import read_items
from auditgen.scan.parameters import ScanParameters


def kinds(corpus: Corpus, folder: Path, tier: str) -> list[dict[str, Any]]:
    """[{kind, short, planted, found}]; short: the planted piece has fewer words than make an exact run."""
    rules = ScanParameters(tier=tier, documents_listed=100_000)
    record = scan(read_items(folder / "items.jsonl"), [str(folder / "corpus")], rules, Threads())
    hits = {
        (document["doc_id"], entry["item_id"])
        for entry in record["items"] for document in entry["documents"] if document["match"] != "scaffold"
    }  # fmt: skip
    counts = {(mode, short): [0, 0] for mode in MODES for short in (False, True)}
    for plant in corpus.plants.values():
        if plant.mode in MODES:
            row = counts[plant.mode, plant.words < rules.exact_run]
            row[0] += 1
            row[1] += (plant.document, plant.item_id) in hits
    return [
        {"kind": mode, "short": short, "planted": planted, "found": found}
        for (mode, short), (planted, found) in counts.items()
        if planted
    ]


def main() -> None:
    """Scan with both tiers and write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=62_888)
    documents = parser.parse_args().documents
    corpus = Corpus(n_documents=documents)
    with tempfile.TemporaryDirectory(prefix="scan-limits-") as scratch:
        corpus.write(Path(scratch))
        measured = {tier: kinds(corpus, Path(scratch), tier) for tier in ("exact", "fuzzy")}
    rules = {name: value for name, value in dataclasses.asdict(ScanParameters()).items() if name in RULES}
    told = {
        "corpus": f"{documents:,} made-up documents (benchmarks/scan_corpus.py, seed {corpus.seed})",
        "parameters": rules,
        "tiers": measured,
    }
    FIGURES.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
