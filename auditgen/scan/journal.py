"""The journal of a scan: one line per finished task, so that a stopped scan goes on where it was."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import orjson


class JournalError(OSError):
    """The journal cannot be written; finished tasks are kept. The message is one line for the user."""


_FORMAT = 2  # of a line; raised when what it holds changes


def scan_fingerprint(
    index_fingerprint: str, parameters: dict[str, Any], files: list[tuple[str, int, str]], block: int
) -> str:
    """SHA-256 of what a journal belongs to: items, rules, corpus files with sizes and text fields, size of a task.

    Tasks of another size are other tasks: what both cover would count twice.
    """
    return hashlib.sha256(orjson.dumps([_FORMAT, index_fingerprint, parameters, files, block])).hexdigest()


class Journal:
    """Append-only file of task results, kept beside the output until the scan is complete."""

    def __init__(self, path: Path, fingerprint: str) -> None:
        self.path = path
        self._fingerprint = fingerprint
        self._file: BinaryIO | None = None

    def finished(self) -> Iterator[dict[str, Any]]:
        """Results of an earlier, stopped run of the same scan; a line that was cut off in writing is dropped.

        A journal of another scan is not touched: JournalError names it.
        """
        if not self.path.exists():
            return
        kept = 0
        with self.path.open("rb") as file:
            for number, line in enumerate(file):
                try:
                    entry = orjson.loads(line)
                except orjson.JSONDecodeError:
                    break
                if not line.endswith(b"\n"):
                    break
                if number == 0 and (not isinstance(entry, dict) or entry.get("fingerprint") != self._fingerprint):
                    raise JournalError(
                        f"{self.path.name}: belongs to another scan (other items, corpus or rules); "
                        "delete it or choose another output file"
                    )
                kept += len(line)
                if number:
                    yield entry
        with self.path.open("rb+") as file:
            file.truncate(kept)

    def add(self, result: dict[str, Any]) -> None:
        """Write one result. Raises JournalError where the disk is full or not writable."""
        try:
            if self._file is None:
                fresh = not self.path.exists() or not self.path.stat().st_size
                self._file = self.path.open("ab")
                if fresh:
                    self._file.write(orjson.dumps({"fingerprint": self._fingerprint}) + b"\n")
            self._file.write(orjson.dumps(result) + b"\n")
            self._file.flush()
        except OSError as error:
            raise JournalError(
                f"{self.path.name}: cannot be written ({error.strerror or error}); finished blocks are kept, "
                "run the same command again to go on"
            ) from error

    def close(self) -> None:
        """Close the file; it stays."""
        if self._file is not None:
            self._file.close()
            self._file = None
