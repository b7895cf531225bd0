"""The documents of an overlap record as a Parquet table, one row per item and document listed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

_ITEM_FIELDS = ("benchmark", "item_id", "match", "common_phrase", "n_documents", "short")


def write_details(record: dict[str, Any], path: Path) -> None:
    """Write `path`. Items of which no document is listed have one row with empty document fields."""
    import pyarrow
    import pyarrow.parquet

    schema = pyarrow.schema(
        [
            ("benchmark", pyarrow.string()),
            ("item_id", pyarrow.string()),
            ("match", pyarrow.string()),
            ("common_phrase", pyarrow.bool_()),
            ("n_documents", pyarrow.int64()),
            ("short", pyarrow.bool_()),
            ("document_match", pyarrow.string()),
            ("file", pyarrow.string()),
            ("doc_id", pyarrow.string()),
            ("byte_start", pyarrow.int64()),
            ("byte_end", pyarrow.int64()),
            ("coverage_question", pyarrow.float64()),
            ("coverage_answer", pyarrow.float64()),
            ("longest_run", pyarrow.int64()),
            ("snippet", pyarrow.string()),
        ]
    )
    rows = []
    for item in record["items"]:
        base = {name: item[name] for name in _ITEM_FIELDS}
        for document in item["documents"] or [{}]:
            fields = {name: value for name, value in document.items() if name != "match"}
            rows.append({**base, "document_match": document.get("match"), **fields})
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows, schema=schema), path)
