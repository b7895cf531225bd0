"""The files that a conversion gives, and writing them whole or not at all."""

from __future__ import annotations

import io
import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from auditgen.intake.logs import tables
from auditgen.intake.logs.limits import MAX_FOLDER_FILES, too_big
from auditgen.intake.logs.model import LogContents
from auditgen.intake.logs.write_eee import eee_files


def converted_files(contents: Sequence[LogContents], form: str, retrieved: int) -> dict[str, bytes]:
    """Relative path and bytes of every output file; `form` is csv, parquet or eee, `retrieved` Unix seconds.

    csv and parquet: `results`, one `items-…` per benchmark, metric, scorer and filter, and `claims.csv` with the runs
    as draft claims. Raises LogError where the logs would give more files than a folder should hold.
    """
    files: dict[str, bytes] = {}
    if form == "eee":
        for log in contents:
            files.update(eee_files(log, retrieved))
    else:
        results = tables.result_rows(contents)
        if results:
            files[f"results.{form}"] = _table(results, tables.RESULT_COLUMNS, form)
        for name, rows in tables.item_matrices(contents).items():
            files[f"items-{name}.{form}"] = _table(rows, tables.ITEM_COLUMNS, form)
        claims = tables.claim_rows(contents)
        if claims:
            files["claims.csv"] = tables.csv_text(claims, tables.CLAIM_COLUMNS).encode()
    if len(files) > MAX_FOLDER_FILES:
        raise too_big(contents[0].file_name, "a conversion", MAX_FOLDER_FILES, "files")
    return files


def _table(rows: Sequence[dict[str, Any]], columns: Sequence[str], form: str) -> bytes:
    if form == "csv":
        return tables.csv_text(rows, columns).encode()
    buffer = io.BytesIO()
    frame = tables.frame(rows, columns)
    # A column without a single value has no type of its own; text reads back as empty everywhere.
    frame = frame.astype({column: "string" for column in columns if frame[column].isna().all()})
    frame.to_parquet(buffer, index=False)
    return buffer.getvalue()


def write_whole(files: Mapping[str, bytes], folder: Path) -> None:
    """Write all files below `folder`, which is made if absent: all are written aside first, then put in place.

    Raises OSError if that fails; a file of the same name is replaced, nothing else in the folder is touched.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".auditgen-", dir=folder) as aside:
        staged = []
        for number, (name, data) in enumerate(files.items()):
            temporary, target = Path(aside) / str(number), folder / name
            temporary.write_bytes(data)
            target.parent.mkdir(parents=True, exist_ok=True)
            if target.is_dir():
                raise IsADirectoryError(21, "a folder has the name of an output file", str(target))
            staged.append((temporary, target))
        for temporary, target in staged:
            os.replace(temporary, target)
