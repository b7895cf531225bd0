"""One task: read it, scan it, sum up what it holds. Runs in a thread here or on a worker elsewhere."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any, Protocol

import numpy as np

from auditgen.scan import evidence, jsonlines
from auditgen.scan.compiled import HAS_NUMBA
from auditgen.scan.index import ItemIndex
from auditgen.scan.matches import Findings
from auditgen.scan.parameters import PADDING, ScanParameters
from auditgen.scan.sources import DOCUMENT_IDS, Task, reason
from auditgen.scan.streams import LineReader, open_binary, open_text

PROBLEMS_KEPT = 10
_READ = 16 << 20
_LINES = 1 << 16


class Scanner(Protocol):
    """Both engines. bars: see `evidence.Summary`. room: buffer of the last task, for the next."""

    bars: dict[int, list[tuple[Any, ...]]]
    room: bytearray | None

    def scan(self, buffer: np.ndarray, starts: np.ndarray, ends: np.ndarray, json_strings: bool) -> Findings: ...

    def find_texts(
        self, buffer: np.ndarray, end: int, key: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]: ...


def make_scanner(index: ItemIndex, parameters: ScanParameters, plain: bool = False, shared: Any = None) -> Scanner:
    """Scanner of one thread: compiled where numba is installed, else (or if `plain`) the slower plain one."""
    if HAS_NUMBA and not plain:
        from auditgen.scan.kernel import CompiledScanner, SharedIndex

        return CompiledScanner(shared or SharedIndex(index, parameters))
    from auditgen.scan.plain import PlainScanner

    return PlainScanner(index, parameters)


class TaskScan:
    """Scan of one task; `result` gives plain JSON values that `tally.Tally` adds up."""

    def __init__(self, task: Task, scanner: Scanner, parameters: ScanParameters) -> None:
        self._task, self._scanner, self._parameters = task, scanner, parameters
        self._counts: Counter[str] = Counter()
        self._problems: list[tuple[int, str]] = []
        self._summary = evidence.Summary(parameters, scanner.bars)
        self._failed = ""

    def run(self) -> dict[str, Any]:
        """Read and scan. Files that vanish or break off are named in the result; what was read before counts."""
        try:
            if self._task.source.kind == "parquet":
                self._parquet()
            elif self._task.source.kind == "jsonl":
                self._json_lines()
            else:
                self._plain_text()
        except (OSError, ValueError) as error:
            if getattr(error, "errno", None) == 28:
                raise
            self._failed = reason(error)
        return {
            "key": self._task.key,
            "file": self._task.source.name,
            "failed": self._failed,
            "counts": {name: int(count) for name, count in sorted(self._counts.items()) if count},
            "problems": self._problems,
            **self._summary.as_dict(),
        }

    def _note(self, kind: str, places: np.ndarray) -> None:
        """Count problems and keep the first places in the file (rows in Parquet), whatever the order they come in."""
        self._counts[kind] += len(places)
        if len(places):
            self._problems += [(place, kind) for place in places[:PROBLEMS_KEPT].tolist()]
            self._problems = sorted(self._problems)[:PROBLEMS_KEPT]

    def _json_lines(self) -> None:
        task = self._task
        key = np.frombuffer(task.source.text_field.encode(), dtype=np.uint8)
        longest = self._parameters.longest_document
        lines = LineReader(_READ, longest, self._scanner.room)
        self._scanner.room = lines.buffer
        if task.source.compressed or task.source.encoding:
            stream, _ = open_text(task.source.address, task.source.compressed)
            offset, stop = 0, None
        else:
            stream, stop = open_binary(task.source.address), task.stop
            offset = _first_line(stream, task.start, task.stop)
            if stream.seek(0, 2) < stop:
                self._failed = "shorter than it was when the scan began"
            if offset < 0:
                return
            stream.seek(offset)
        first = True
        for at, size in lines.blocks(stream, offset, stop, lambda place: self._note("too_long", np.array([place]))):
            buffer = np.frombuffer(lines.buffer, dtype=np.uint8)
            if first and at == 0 and lines.buffer[:3] == b"\xef\xbb\xbf":
                lines.buffer[:3] = b"   "  # a byte order mark
            first = False
            starts, statuses, text_from, text_to = self._scanner.find_texts(buffer, size, key)
            lengths = np.append(starts[1:], size + (lines.buffer[size - 1] != 0x0A)) - starts - 1
            statuses[lengths > longest] = 99
            for name, status in (("broken", jsonlines.BROKEN), ("no_text", jsonlines.NO_TEXT), ("too_long", 99)):
                self._note(name, at + starts[statuses == status])
            found = statuses == jsonlines.FOUND
            text_from, text_to, starts, lengths = text_from[found], text_to[found], starts[found], lengths[found]
            self._counts["bytes"] += size
            findings = self._scan(buffer, text_from, text_to, True)
            self._note("not_utf8", at + starts[findings.ill_formed > 0])
            identify = partial(_json_identifier, buffer, at, starts, lengths)
            self._summary.add(
                findings, evidence.Block(self._task.source.name, buffer, at, text_from, text_to, True, identify)
            )

    def _scan(self, buffer: np.ndarray, starts: np.ndarray, ends: np.ndarray, json_strings: bool) -> Findings:
        findings = self._scanner.scan(buffer, starts, ends, json_strings)
        self._counts["documents"] += len(starts)
        self._counts["words"] += findings.words
        return findings

    def _plain_text(self) -> None:
        """A text file is one document; one of more than `text_piece` bytes is read in pieces cut at line ends."""
        source = self._task.source
        stream, _ = open_text(source.address, source.compressed)
        piece = self._parameters.text_piece
        room = bytearray(piece + PADDING)
        offset = filled = 0
        while True:
            with memoryview(room) as view:
                count = stream.readinto(view[filled:piece])
            filled += count
            if count and filled < piece:
                continue
            if not filled:
                return
            cut = filled
            if count:  # more may follow
                cut = room.rfind(b"\n", 0, filled) + 1 or room.rfind(b" ", 0, filled) + 1 or filled
            buffer = np.frombuffer(room, dtype=np.uint8)
            starts, ends = np.array([0], dtype=np.int64), np.array([cut], dtype=np.int64)
            self._counts["bytes"] += cut
            findings = self._scan(buffer, starts, ends, False)
            self._note("not_utf8", np.array([offset])[findings.ill_formed > 0])
            self._summary.add(
                findings,
                evidence.Block(source.name, buffer, offset, starts, ends, False, partial(_text_identifier, offset)),
            )
            rest = bytes(memoryview(room)[cut:filled])
            room[: len(rest)] = rest
            offset, filled = offset + cut, len(rest)
            if not count:
                return

    def _parquet(self) -> None:
        import pyarrow
        import pyarrow.parquet

        source = self._task.source
        with open_binary(source.address) as file:
            opened = pyarrow.parquet.ParquetFile(file)
            names = [name for name in DOCUMENT_IDS if name in opened.schema_arrow.names][:1]
            row_before = sum(opened.metadata.row_group(group).num_rows for group in range(self._task.start))
            for batch in opened.iter_batches(4096, row_groups=[self._task.start], columns=[source.text_field, *names]):
                column = batch.column(source.text_field).cast(pyarrow.large_string())
                self._batch(column, batch.column(names[0]) if names else None, row_before)
                row_before += len(column)

    def _batch(self, column: Any, identifiers: Any, row_before: int) -> None:
        offsets = np.frombuffer(column.buffers()[1], dtype=np.int64)[column.offset : column.offset + len(column) + 1]
        stored = column.buffers()[2]
        data = np.zeros(int(offsets[-1] - offsets[0]) + PADDING, dtype=np.uint8)
        if stored is not None:
            data[:-PADDING] = np.frombuffer(stored, dtype=np.uint8)[offsets[0] : offsets[-1]]
        starts, ends = offsets[:-1] - offsets[0], offsets[1:] - offsets[0]
        valid = column.is_valid().to_numpy(zero_copy_only=False)
        self._note("no_text", row_before + np.flatnonzero(~valid))
        rows = np.flatnonzero(valid)
        starts, ends = starts[rows].astype(np.int64), ends[rows].astype(np.int64)
        self._counts["bytes"] += int((ends - starts).sum())
        findings = self._scan(data, starts, ends, False)
        self._note("not_utf8", row_before + rows[findings.ill_formed > 0])

        def described(document: int) -> str:
            value = identifiers[int(rows[document])].as_py() if identifiers is not None else None
            return str(value) if value is not None else f"row {row_before + int(rows[document])}"

        block = evidence.Block(self._task.source.name, data, 0, starts, ends, False, described, row_before + rows)
        self._summary.add(findings, block)


def _json_identifier(buffer: np.ndarray, at: int, starts: np.ndarray, lengths: np.ndarray, document: int) -> str:
    start = int(starts[document])
    return evidence.json_identifier(buffer[start : start + int(lengths[document])].tobytes(), at + start)


def _text_identifier(offset: int, document: int) -> str:
    return f"@{offset}"


def _first_line(stream: Any, start: int, stop: int) -> int:
    """Position of the first line that starts in [start, stop), with the stream set to it; -1 where none does."""
    if start == 0:
        return 0
    stream.seek(start - 1)
    at = start - 1
    while at < stop:
        piece = stream.read(min(1 << 16, stop - at))
        if not piece:
            return -1
        cut = piece.find(b"\n") + 1
        if cut:
            stream.seek(at + cut)
            return at + cut if at + cut < stop else -1
        at += len(piece)
    return -1
