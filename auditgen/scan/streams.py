"""Bytes of corpus files: local or remote, plain, gzip or zstd, UTF-16 turned into UTF-8, cut at line ends."""

from __future__ import annotations

import codecs
import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from auditgen.scan.inflate import Gunzipped
from auditgen.scan.parameters import PADDING

GZIP, ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
_UTF16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


class CorpusError(ValueError):
    """A corpus address cannot be used at all; the message is one line for the user."""


def is_remote(address: str) -> bool:
    """Whether an address needs fsspec."""
    return "://" in address


def file_system(address: str) -> tuple[Any, str]:
    """fsspec file system of an address, and the path in it.

    Raises CorpusError without fsspec or the protocol's package.
    """
    try:
        import fsspec
    except ImportError as error:
        raise CorpusError(f"{address}: remote addresses need fsspec: install auditgen[cluster]") from error
    try:
        return fsspec.core.url_to_fs(address)  # type: ignore[no-any-return]
    except (ImportError, ValueError) as error:
        raise CorpusError(f"{address}: {str(error).splitlines()[0]}") from error


def open_binary(address: str) -> BinaryIO:
    """Open a local path or an fsspec address for reading."""
    if is_remote(address):
        system, path = file_system(address)
        return system.open(path, "rb")  # type: ignore[no-any-return]
    return Path(address).open("rb", buffering=0)


class _Transcoded(io.RawIOBase):
    """UTF-16 bytes as UTF-8; ill-formed units become U+FFFD."""

    def __init__(self, source: Any, encoding: str) -> None:
        self._source, self._rest = source, b""
        self._decoder = codecs.getincrementaldecoder(encoding)("replace")

    def readable(self) -> bool:
        return True

    def readinto(self, target: Any) -> int:
        while not self._rest:
            raw = self._source.read(1 << 20)
            self._rest = self._decoder.decode(bytes(raw), final=not raw).encode("utf-8", "replace")
            if not raw and not self._rest:
                return 0
        taken = self._rest[: len(target)]
        target[: len(taken)] = taken
        self._rest = self._rest[len(taken) :]
        return len(taken)


def compression(head: bytes) -> str:
    """ "gzip", "zstd" or "" from a file's first bytes."""
    return "gzip" if head.startswith(GZIP) else "zstd" if head.startswith(ZSTD) else ""


def open_text(address: str, compressed: str) -> tuple[Any, str]:
    """(stream with `readinto`, encoding it was turned from or "") of the uncompressed bytes.

    A truncated or damaged archive raises OSError when the damage is reached, after all that could be read.
    """
    file: Any = open_binary(address) if not compressed or is_remote(address) else None
    if compressed:
        file = _Decompressed(file, address, compressed)
    head = bytes(file.read(2))
    encoding = _UTF16.get(head, "")
    if encoding:
        return _Transcoded(file, encoding), encoding
    return _Headed(head, file), ""


class _Decompressed:
    """Uncompressed bytes in small steps: of a damaged archive all but the last step before the damage is read."""

    _STEP = 1 << 18

    def __init__(self, remote: Any, address: str, compressed: str) -> None:
        self._stream: Any
        if compressed == "gzip":
            self._stream = Gunzipped(remote or open_binary(address))
        else:
            import pyarrow

            raw = pyarrow.OSFile(address) if remote is None else pyarrow.PythonFile(remote, mode="r")
            self._stream = pyarrow.CompressedInputStream(raw, compressed)
        self._error: OSError | None = None

    def readinto(self, target: memoryview) -> int:
        filled = 0
        while filled < len(target) and self._error is None:
            try:
                count = self._stream.readinto(target[filled : filled + self._STEP])
            except OSError as error:
                self._error = error
                break
            if not count:
                break
            filled += count
        if not filled and self._error is not None:
            raise self._error
        return filled

    def read(self, size: int) -> bytes:
        room = bytearray(size)
        return bytes(room[: self.readinto(memoryview(room))])


class _Headed:
    """A stream whose first bytes were read already."""

    def __init__(self, head: bytes, rest: Any) -> None:
        self._head, self._rest = head, rest

    def readinto(self, target: memoryview) -> int:
        if self._head:
            size = len(self._head)
            target[:size] = self._head
            self._head = b""
            return size
        return int(self._rest.readinto(target))


class LineReader:
    """Whole lines of a stream, block by block, in one reused buffer.

    Lines longer than `longest` bytes are never held in memory: their place goes to `too_long` and they are skipped.
    """

    _TAIL = 1 << 18  # bytes read at a time for the end of the last line

    def __init__(self, block: int, longest: int, buffer: bytearray | None = None) -> None:
        """buffer: of an earlier reader, to be used again; its memory need not be fetched and cleared anew."""
        self._block, self._longest = block, longest
        size = block + self._TAIL + PADDING
        self.buffer = buffer if buffer is not None and size <= len(buffer) <= 2 * size else bytearray(size)

    def _room(self, filled: int, size: int) -> None:
        if filled + size + PADDING > len(self.buffer):
            longer = bytearray(2 * (filled + size) + PADDING)
            longer[:filled] = memoryview(self.buffer)[:filled]
            self.buffer = longer

    def blocks(
        self, stream: Any, offset: int, stop: int | None, too_long: Callable[[int], None]
    ) -> Iterator[tuple[int, int]]:
        """(offset of the block in the stream, bytes): the lines that start before `stop` lie in buffer[:bytes].

        Where the last line of the stream lacks its newline, the byte after it is one.
        """
        filled, skipping = 0, False
        while True:
            beyond = stop is not None and offset + filled >= stop
            size = self._TAIL if beyond else self._block
            if stop is not None and not beyond:
                size = min(size, stop - offset - filled)
            self._room(filled, size)
            with memoryview(self.buffer) as view:
                count = stream.readinto(view[filled : filled + size])
            if not count:
                if filled:
                    self.buffer[filled] = 0x0A
                    yield offset, filled
                return
            old, filled = filled, filled + count
            if skipping:
                cut = self.buffer.find(b"\n", 0, filled) + 1
                if not cut:
                    offset, filled = offset + filled, 0
                    continue
                skipping = False
                if stop is not None and offset + cut >= stop:
                    return
                offset, filled, old = offset + cut, self._moved(cut, filled), 0
            if stop is not None and offset + filled >= stop:
                cut = self.buffer.find(b"\n", max(0, stop - 1 - offset), filled) + 1
                if cut:
                    yield offset, cut
                    return
                if filled < self._block + self._TAIL:
                    continue  # with the end of its last line it is one block
            cut = self.buffer.rfind(b"\n", 0 if beyond else old, filled) + 1
            if cut:
                yield offset, cut
                offset, filled = offset + cut, self._moved(cut, filled)
            if filled > self._longest:
                too_long(offset)
                offset, filled, skipping = offset + filled, 0, True

    def _moved(self, cut: int, filled: int) -> int:
        """Move what follows the cut to the front; returns its length."""
        rest = bytes(memoryview(self.buffer)[cut:filled])
        self.buffer[: len(rest)] = rest
        return len(rest)
