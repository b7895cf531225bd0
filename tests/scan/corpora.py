"""Small items and documents that the tests of whole scans share."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from auditgen.scan.engine import Engine, Threads, scan
from auditgen.scan.items import read_items
from auditgen.scan.parameters import ScanParameters

TRAIN = "a train leaves the station at noon and travels sixty miles each hour for three hours before it stops"
PARTLY = "yesterday a train leaves the station at noon and travels sixty miles each hour until dusk"
HAN = "中文字的问题可以在这里找到吗还是不可以呢"
ITEMS: list[dict[str, Any]] = [
    {"item_id": "train", "benchmark": "sums", "question": TRAIN, "answer": "180 miles"},
    {"item_id": "han", "benchmark": "han", "question": HAN, "answer": "A", "choices": ["可以", "不"]},
    {"item_id": "tiny", "benchmark": "sums", "question": "Why is it so?", "answer": "no reason"},
    {"item_id": "none", "benchmark": "sums", "question": "nobody ever wrote such words in any of the texts kept here",
     "answer": "x"},
]  # fmt: skip


def write_items(folder: Path, items: list[dict[str, Any]] | None = None) -> Path:
    path = folder / "items.jsonl"
    path.write_text("\n".join(json.dumps(item) for item in items or ITEMS), encoding="utf-8")
    return path


def json_lines(texts: list[str], **more: Any) -> bytes:
    return b"".join(json.dumps({"id": f"d{i}", **more, "text": text}).encode() + b"\n" for i, text in enumerate(texts))


def run(folder: Path, corpus: str | list[str], engine: Engine | None = None, **options: Any) -> dict[str, Any]:
    """Record of a scan of `folder`'s items."""
    rules = {name: options.pop(name) for name in ("tier", "exact_run", "longest_document", "text_piece", "fan_out")
             if name in options}  # fmt: skip
    addresses = [corpus] if isinstance(corpus, str) else corpus
    return scan(read_items(folder / "items.jsonl"), addresses, ScanParameters(**rules), engine or Threads(2), **options)


def item(record: dict[str, Any], item_id: str) -> dict[str, Any]:
    return next(entry for entry in record["items"] if entry["item_id"] == item_id)
