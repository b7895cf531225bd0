"""The bytes of one log with its bare name; opened, measured and read line by line under limits."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from auditgen.intake.logs.limits import MAX_FILE_BYTES, MAX_LINE_BYTES, MAX_LINES, MIB, parse_json, too_big
from auditgen.intake.logs.model import LogError
from auditgen.intake.logs.privacy import plain

HEAD_BYTES = 1 * MIB


@dataclass
class LogSource:
    """One log: `name` without folders, the file's `path` or its `data`, and what was odd in it (`notes`)."""

    name: str
    path: Path | None = None
    data: bytes = b""
    notes: list[str] = field(default_factory=list)

    def open(self) -> BinaryIO:
        """The bytes from the start. Raises LogError where the file cannot be read."""
        if self.path is None:
            return io.BytesIO(self.data)
        try:
            return self.path.open("rb")
        except OSError as error:
            raise LogError(
                self.name,
                expected="a readable file",
                found=(error.strerror or "an error of the file system").lower(),
                mend="check that the file is there and may be read",
            ) from None

    def size(self) -> int:
        """Length in bytes."""
        with self.open() as stream:
            return stream.seek(0, io.SEEK_END)

    def head(self) -> bytes:
        """The first mebibyte."""
        with self.open() as stream:
            return stream.read(HEAD_BYTES)

    def read(self, limit: int, what: str) -> bytes:
        """All bytes; LogError beyond `limit`."""
        with self.open() as stream:
            data = stream.read(limit + 1)
        if len(data) > limit:
            raise too_big(self.name, what, limit)
        return data

    def json_lines(self) -> Iterator[tuple[int, Any]]:
        """Line number and value of each line of a JSON-lines file, without holding the file.

        A last line that is cut off (the run was killed while writing) is left out and noted; a broken line before the
        last is an error.
        """
        broken: LogError | None = None
        with self.open() as stream:
            for position in range(1, MAX_LINES + 2):
                line = stream.readline(MAX_LINE_BYTES + 1)
                if not line:
                    break
                if position > MAX_LINES:
                    raise too_big(self.name, "a log", MAX_LINES, "lines")
                if len(line) > MAX_LINE_BYTES:
                    raise too_big(self.name, "a line", MAX_LINE_BYTES, where=f"line {position}")
                if not line.strip():
                    continue
                if broken is not None:
                    raise broken
                try:
                    value = parse_json(line, self.name, f"line {position}")
                except LogError as error:
                    broken = error
                    continue
                yield position, value
        if broken is not None:
            self.notes.append(f"{broken.where or 'the last line'} is cut off or broken and was left out")


def open_log(source: str | Path | bytes, name: str = "") -> LogSource:
    """A LogSource for a path or for bytes. Raises LogError for files that are missing, empty or too big."""
    if isinstance(source, bytes):
        log = LogSource(plain(Path(name or "log").name, 200) or "log", data=source)
    else:
        path = Path(source)
        log = LogSource(plain(Path(name).name if name else path.name, 200) or "log", path=path)
        if path.exists() and not path.is_file():
            kind = "a folder" if path.is_dir() else "a device or a pipe"
            raise LogError(log.name, expected="one file", found=kind, mend="name the log file itself")
    size = log.size()
    if size == 0:
        raise LogError(log.name, expected="an evaluation log", found="an empty file", mend="save the log again")
    if size > MAX_FILE_BYTES:
        raise too_big(log.name, "a log", MAX_FILE_BYTES)
    return log
