"""Parquet bytes made into a grid: numbers stay numbers, true and false become 1 and 0, dates become ISO text."""

from __future__ import annotations

import hashlib
import io
from typing import TYPE_CHECKING

from auditgen.intake.claims.hygiene import clean
from auditgen.intake.errors import InputError, Problem
from auditgen.intake.tables.grid import Grid
from auditgen.intake.tables.limits import LONGEST_CELL, LONGEST_NAME, MAX_CELLS, MAX_COLUMNS, MAX_ROWS

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa


def read_parquet(data: bytes, file: str) -> Grid:
    """The grid of a Parquet file. Sizes are read from its footer before any column is. Raises InputError."""
    import pyarrow.parquet as pq

    try:
        source = pq.ParquetFile(io.BytesIO(data))
        meta, schema = source.metadata, source.schema_arrow
    except Exception as error:  # pyarrow raises its own errors, OSError and ValueError on broken files
        raise _broken(file, error) from None
    rows, width = meta.num_rows, len(schema.names)
    if rows > MAX_ROWS or width > MAX_COLUMNS or rows * width > MAX_CELLS:
        found = f"{rows:,} rows of {width:,} columns"
        raise InputError(Problem(file, expected=f"at most {MAX_CELLS:,} cells", found=found, mend="Split it."))
    try:
        table = source.read(use_pandas_metadata=False)
        columns = tuple(_cells(table.column(i), file, schema.names[i]) for i in range(width))
    except InputError:
        raise
    except Exception as error:
        raise _broken(file, error) from None
    if any(len(cells) != rows for cells in columns):
        raise _broken(file, ValueError("columns of other lengths than the footer says"))
    names = tuple(clean(str(name)).text[:LONGEST_NAME] for name in schema.names)
    return Grid(file, hashlib.sha256(data).hexdigest(), "parquet", names, columns, range(1, rows + 1))


def _broken(file: str, error: Exception) -> InputError:
    found = f"a broken file ({type(error).__name__})"
    return InputError(Problem(file, expected="a Parquet table", found=found, mend="Write it again."))


def _cells(column: pa.ChunkedArray, file: str, name: str) -> list[str] | npt.NDArray[np.float64]:
    import numpy as np
    import pyarrow as pa
    import pyarrow.compute as pc

    kind = column.type
    if pa.types.is_dictionary(kind):
        column = column.combine_chunks().dictionary_decode() if column.num_chunks else column
        kind = column.type
    if pa.types.is_boolean(kind):
        column = pc.cast(column, pa.int8())
        kind = column.type
    if pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind):
        values = pc.cast(column, pa.float64(), safe=False).to_numpy(zero_copy_only=False)
        return np.asarray(values, dtype=np.float64)
    if pa.types.is_null(kind):
        return np.full(len(column), np.nan)
    if pa.types.is_temporal(kind) or pa.types.is_string(kind) or pa.types.is_large_string(kind):
        texts = pc.cast(column, pa.large_string()).to_pylist()
        return ["" if text is None else text[:LONGEST_CELL] for text in texts]
    raise InputError(
        Problem(
            file, field=clean(str(name)).text[:LONGEST_NAME], expected="a column of numbers, text or dates",
            found=f"{str(kind)[:40]}", mend="Leave the column out, or write it as text.",
        )
    )  # fmt: skip
