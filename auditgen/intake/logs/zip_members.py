"""Members of a zip archive, stored, deflated or zstd, unpacked under limits that do not trust the archive's own sizes.

The zip module before Python 3.14 refuses zstd (method 93), which Inspect AI writes, so only the table of members is
taken from it and the bytes are unpacked here.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from typing import Any

from auditgen.intake.logs.limits import (
    MAX_ARCHIVE_BYTES,
    MAX_ARCHIVE_DIRECTORY_BYTES,
    MAX_MEMBER_BYTES,
    MAX_RATIO,
    MAX_ZSTD_WINDOW_BYTES,
    MIB,
    RATIO_FLOOR_BYTES,
    parse_json,
    too_big,
)
from auditgen.intake.logs.model import LogError
from auditgen.intake.logs.privacy import plain
from auditgen.intake.logs.source import LogSource

STORED, DEFLATED, ZSTD = 0, 8, 93
_CHUNK = 256 * 1024


class ZipMembers:
    """The members of one archive by name. Raises LogError for anything that is not a sound, sane zip."""

    def __init__(self, source: LogSource) -> None:
        self.source = source
        self.unpacked = 0
        _check_directory_size(source)
        try:
            with source.open() as stream, zipfile.ZipFile(stream) as archive:
                self.members = {info.filename: info for info in archive.infolist()}
        except (zipfile.BadZipFile, zipfile.LargeZipFile, OSError, ValueError, struct.error, NotImplementedError):
            raise self._bad("the zip archive is cut off or damaged") from None

    def names(self) -> list[str]:
        """Names of all members, in the archive's order."""
        return list(self.members)

    def json(self, name: str) -> Any:
        """One member parsed as JSON; None where there is no such member."""
        return parse_json(self.read(name), self.source.name, plain(name)) if name in self.members else None

    def read(self, name: str) -> bytes:
        """One member, unpacked and checked against its checksum."""
        info = self.members[name]
        if info.flag_bits & 0x1:
            raise self._bad("an encrypted member", name)
        if info.compress_type not in (STORED, DEFLATED, ZSTD):
            raise self._bad(f"packing method {info.compress_type}", name)
        if info.compress_size > MAX_MEMBER_BYTES:
            raise too_big(self.source.name, "a member", MAX_MEMBER_BYTES, where=plain(name))
        try:
            packed = self._packed(info)
            data = self._unpack(packed, info)
        except LogError:
            raise
        except (zlib.error, OSError, ValueError, struct.error, EOFError):
            raise self._bad("a damaged member", name) from None
        if zlib.crc32(data) != info.CRC:
            raise self._bad("a member that does not match its checksum", name)
        return data

    def _packed(self, info: zipfile.ZipInfo) -> bytes:
        with self.source.open() as stream:
            stream.seek(info.header_offset)
            header = stream.read(30)
            if len(header) < 30 or header[:4] != b"PK\x03\x04":
                raise EOFError
            name_length, extra_length = struct.unpack("<HH", header[26:30])
            stream.seek(name_length + extra_length, io.SEEK_CUR)
            packed = stream.read(info.compress_size)
        if len(packed) < info.compress_size:
            raise EOFError
        return packed

    def _unpack(self, packed: bytes, info: zipfile.ZipInfo) -> bytes:
        if info.compress_type == STORED:
            self._count(len(packed), len(packed), info.filename)
            return packed
        out = bytearray()
        reader = _deflated(packed) if info.compress_type == DEFLATED else _zstd(packed)
        while chunk := reader.read(_CHUNK):
            out += chunk
            if len(out) > MAX_MEMBER_BYTES:
                raise too_big(self.source.name, "a member", MAX_MEMBER_BYTES, where=plain(info.filename))
            if len(out) > RATIO_FLOOR_BYTES and len(out) > MAX_RATIO * max(len(packed), 1):
                raise self._bad(f"a member that unpacks to more than {MAX_RATIO} times its size", info.filename)
            self._count(len(out), len(chunk), info.filename)
        return bytes(out)

    def _count(self, size: int, added: int, name: str) -> None:
        self.unpacked += added
        if self.unpacked > MAX_ARCHIVE_BYTES:
            raise too_big(self.source.name, "an archive", MAX_ARCHIVE_BYTES, where=plain(name))

    def _bad(self, found: str, member: str = "") -> LogError:
        return LogError(
            self.source.name,
            where=plain(member),
            expected="a sound Inspect AI .eval archive",
            found=found,
            mend="copy or export the log again",
        )


class _Reader:
    """A common `read(n)` over zlib, which gives at most n bytes a call."""

    def __init__(self, packed: bytes) -> None:
        self.engine = zlib.decompressobj(-zlib.MAX_WBITS)
        self.rest = packed

    def read(self, size: int) -> bytes:
        data = self.engine.decompress(self.rest, size)
        self.rest = self.engine.unconsumed_tail
        if not data and not self.engine.eof:
            raise EOFError
        return data


def _deflated(packed: bytes) -> Any:
    return _Reader(packed)


def _zstd(packed: bytes) -> Any:
    import zstandard

    try:
        engine = zstandard.ZstdDecompressor(max_window_size=MAX_ZSTD_WINDOW_BYTES)
        return _ZstdReader(engine.stream_reader(io.BytesIO(packed), read_across_frames=True), zstandard.ZstdError)
    except zstandard.ZstdError:
        raise EOFError from None


class _ZstdReader:
    def __init__(self, stream: Any, error: type[Exception]) -> None:
        self.stream, self.error = stream, error

    def read(self, size: int) -> bytes:
        try:
            data: bytes = self.stream.read(size)
        except (self.error, MemoryError):
            raise EOFError from None
        return data


def _check_directory_size(source: LogSource) -> None:
    """Refuse an archive whose table of members alone would fill memory, before the zip module reads it."""
    with source.open() as stream:
        size = stream.seek(0, io.SEEK_END)
        stream.seek(max(0, size - (MIB // 8)))
        tail = stream.read()
    end = tail.rfind(b"PK\x05\x06")
    if end < 0 or end > len(tail) - 16:
        return  # no end record: the zip module says so itself
    sizes = [struct.unpack("<I", tail[end + 12 : end + 16])[0]]
    if end >= 76 and tail[end - 20 : end - 16] == b"PK\x06\x07":  # a 64-bit table, whose record stands just before
        sizes = [size for size in sizes if size != 0xFFFFFFFF]
        sizes += struct.unpack("<Q", tail[end - 36 : end - 28])
    if max(sizes) > MAX_ARCHIVE_DIRECTORY_BYTES:
        raise too_big(source.name, "an archive's table of members", MAX_ARCHIVE_DIRECTORY_BYTES)
