"""Gzip streams, with the `isal` package (three times as fast) or zlib: the same bytes and errors from either."""

from __future__ import annotations

import zlib
from importlib import import_module
from typing import Any

fastest: Any
try:
    fastest = import_module("isal.isal_zlib")
except ImportError:
    fastest = zlib
_ERRORS = (fastest.error, zlib.error)

_STORED = 1 << 16  # bytes read at a time: of a damaged file all that comes before the piece with the damage is read
_MAGIC = b"\x1f\x8b"
_GZIP = 31  # wbits: a gzip header and checksum


class Gunzipped:
    """Uncompressed bytes of a gzip file of one or several members, with zeros allowed after the last.

    Raises OSError where the file is damaged or breaks off, after all that could be read.
    """

    def __init__(self, file: Any) -> None:
        self._file, self._member = file, fastest.decompressobj(_GZIP)
        self._ready = memoryview(b"")
        self._between = True  # no byte of the present member was read yet
        self._damaged: Exception | None = None

    def readinto(self, target: memoryview) -> int:
        """Fill `target` from its start; the number of bytes, 0 at the end."""
        while not len(self._ready):
            if self._damaged is not None:
                raise OSError("the gzip stream is damaged") from self._damaged
            stored = bytes(self._file.read(_STORED) or b"")
            if not stored:
                if self._between:
                    return 0
                raise OSError("the gzip stream breaks off")
            self._ready = memoryview(self._inflated(stored))
        taken = min(len(target), len(self._ready))
        target[:taken] = self._ready[:taken]
        self._ready = self._ready[taken:]
        return taken

    def _inflated(self, stored: bytes) -> bytes:
        parts = []
        while stored:
            if self._between:
                stored = stored.lstrip(b"\0")
                if not stored:
                    break
                if not _MAGIC.startswith(stored[: len(_MAGIC)]):
                    self._damaged = ValueError("no gzip member starts here")
                    break
            try:
                parts.append(self._member.decompress(stored))
            except _ERRORS as error:
                self._damaged = error
                break
            self._between = self._member.eof
            stored = b""
            if self._between:
                stored, self._member = self._member.unused_data, fastest.decompressobj(_GZIP)
        return b"".join(parts)
