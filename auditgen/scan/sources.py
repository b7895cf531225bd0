"""Corpus addresses to files, and files to tasks: what is scanned, under which public name, in which pieces."""

from __future__ import annotations

import glob
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from auditgen.scan.streams import CorpusError, compression, file_system, is_remote, open_binary, open_text

TEXT_FIELDS = ("text", "content", "raw_content", "body", "document")
DOCUMENT_IDS = ("id", "doc_id", "document_id", "_id", "url")
_KINDS = {
    ".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "jsonl", ".parquet": "parquet", ".pq": "parquet",
    ".txt": "text", ".text": "text", ".md": "text", ".rst": "text",
}  # fmt: skip
_ARCHIVES = (".gz", ".zst", ".zstd")
_HEAD = 1 << 20


@dataclass(frozen=True)
class Source:
    """One corpus file. name: what results call it (no local folder). kind: jsonl, text or parquet. size: bytes stored.

    problem: why it cannot be scanned, "" otherwise.
    """

    name: str
    address: str
    kind: str
    compressed: str
    encoding: str
    size: int
    text_field: str
    problem: str = ""


@dataclass(frozen=True)
class Task:
    """One unit of work: lines that start in bytes [start, stop) (stop 0: all), or Parquet row group `start`."""

    source: Source
    start: int
    stop: int

    @property
    def key(self) -> str:
        """Identifies the task inside one scan."""
        return f"{self.source.name}@{self.start}-{self.stop}"

    @property
    def splits(self) -> bool:
        """Whether this is one piece of a file that splits into many, not a whole file of any length."""
        return self.stop > 0

    def as_dict(self) -> dict[str, Any]:
        """Plain values, for workers elsewhere."""
        return asdict(self)

    @classmethod
    def from_dict(cls, plain: dict[str, Any]) -> Task:
        """What `as_dict` gave."""
        return cls(Source(**plain["source"]), plain["start"], plain["stop"])


def _kind(name: str) -> str:
    path = Path(name.lower())
    if path.suffix in _ARCHIVES:
        path = path.with_suffix("")
    return _KINDS.get(path.suffix, "")


def _is_file(path: Path) -> bool:
    """A file, or a link that leads nowhere: a shard that is missing is to be named, not passed over."""
    return path.is_file() or (path.is_symlink() and not path.exists())


def _local_files(pattern: str) -> tuple[list[tuple[str, str]], int]:
    """((public name, path) of the files under a path, folder or glob, number of files passed over: kind not known)."""
    path = Path(pattern)
    if path.is_file():
        return [(path.name, str(path.resolve()))], 0
    if path.is_dir():
        found = sorted(entry for entry in path.rglob("*") if _is_file(entry))
        base, label = path, path.resolve().name
    else:
        found = sorted(entry for entry in map(Path, glob.glob(pattern, recursive=True)) if _is_file(entry))
        if not found:
            raise CorpusError(f"{pattern}: no such file or folder, and no file matches it")
        fixed = Path(pattern.split("*")[0].split("?")[0].split("[")[0])
        base = fixed if fixed.is_dir() else fixed.parent
        label = ""
    known = [entry for entry in found if _kind(entry.name)]
    names = [(Path(label, entry.relative_to(base)).as_posix(), str(entry.resolve())) for entry in known]
    return names, len(found) - len(known)


def _remote_files(address: str) -> tuple[list[tuple[str, str]], int]:
    system, path = file_system(address)
    protocol = address.split("://")[0]
    if any(sign in path for sign in "*?["):
        found = [str(entry) for entry in system.glob(path)]
    elif system.isdir(path):
        found = [str(entry) for entry in system.find(path)]
    else:
        found = [path] if system.exists(path) else []
    if not found:
        raise CorpusError(f"{address}: nothing found there")
    known = [entry for entry in sorted(found) if _kind(entry) or len(found) == 1]
    return [(f"{protocol}://{entry.lstrip('/')}", f"{protocol}://{entry}") for entry in known], len(found) - len(known)


def _size(address: str) -> int:
    if is_remote(address):
        system, path = file_system(address)
        return int(system.size(path) or 0)
    return Path(address).stat().st_size


def _json_field(head: bytes, wanted: str) -> tuple[str, str]:
    """(text field, problem), from the first complete line of a JSONL file."""
    for line in head.split(b"\n")[:50]:
        try:
            row = json.loads(line)
        except ValueError:
            continue
        if isinstance(row, dict):
            return _chosen_field(list(row), wanted)
    return wanted or TEXT_FIELDS[0], ""


def _chosen_field(found: list[str], wanted: str) -> tuple[str, str]:
    candidates = (wanted,) if wanted else TEXT_FIELDS
    for name in candidates:
        if name in found:
            return name, ""
    fields = ", ".join(str(name) for name in found[:12])
    return candidates[
        0
    ], f"no text field: expected {' or '.join(candidates)}, found {fields}; name it with --text-field"


def _described(name: str, address: str, text_field: str) -> Source:
    """Look into a file: kind, compression, encoding, text field."""
    try:
        size = _size(address)
        with open_binary(address) as file:
            head = bytes(file.read(4) or b"")
        kind, compressed, encoding, problem, field = _kind(name), compression(head), "", "", ""
        if head == b"PAR1":
            kind = "parquet"
        if kind == "parquet":
            field, problem = (text_field or TEXT_FIELDS[0], "") if not size else _parquet_field(address, text_field)
        else:
            start, encoding = _head(address, compressed)
            kind = kind or ("jsonl" if start.lstrip()[:1] == b"{" else "text")
            if kind == "jsonl":
                field, problem = _json_field(start, text_field)
        return Source(name, address, kind, compressed, encoding, size, field, problem)
    except (OSError, ValueError) as error:
        return Source(name, address, "text", "", "", 0, "", f"cannot be read: {reason(error)}")


def _head(address: str, compressed: str) -> tuple[bytes, str]:
    """(first uncompressed bytes, encoding); what a damaged archive gives before its damage."""
    room = bytearray(_HEAD)
    filled = 0
    encoding = ""
    try:
        stream, encoding = open_text(address, compressed)
        while count := stream.readinto(memoryview(room)[filled:]):
            filled += count
    except OSError:
        if not compressed:
            raise
    return bytes(room[:filled]), encoding


def _parquet_field(address: str, wanted: str) -> tuple[str, str]:
    import pyarrow.parquet

    with open_binary(address) as file:
        return _chosen_field(list(pyarrow.parquet.ParquetFile(file).schema_arrow.names), wanted)


def reason(error: BaseException) -> str:
    """One line for an error, without the local path that system errors carry."""
    text = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return text.splitlines()[0][:200]


def find_sources(addresses: list[str], text_field: str = "") -> tuple[list[Source], int]:
    """Files of all addresses in a fixed order, and how many were passed over because their kind is not known.

    Files, folders, globs, fsspec addresses. One file reached twice counts once; two files of one name are told apart
    by a number. Raises CorpusError where an address gives nothing.
    """
    sources: list[Source] = []
    names: dict[str, int] = {}
    reached: set[str] = set()
    passed_over = 0
    for address in addresses:
        found, others = _remote_files(address) if is_remote(address) else _local_files(address)
        passed_over += others
        for name, place in found:
            if place in reached:
                continue
            reached.add(place)
            names[name] = names.get(name, 0) + 1
            public = name if names[name] == 1 else f"{name}#{names[name]}"
            sources.append(_described(public, place, text_field))
    if not sources:
        raise CorpusError(
            f"{', '.join(addresses)}: no corpus file found (known: {', '.join(_KINDS)}, also with .gz or .zst)"
        )
    return sources, passed_over


def tasks_of(sources: list[Source], block: int) -> Iterator[Task]:
    """Tasks in file order: byte ranges of plain JSONL, row groups of Parquet, other files whole."""
    for source in sources:
        if source.problem or not source.size:
            continue
        if source.kind == "parquet":
            import pyarrow.parquet

            with open_binary(source.address) as file:
                groups = pyarrow.parquet.ParquetFile(file).num_row_groups
            yield from (Task(source, group, group + 1) for group in range(groups))
        elif source.kind == "jsonl" and not source.compressed and not source.encoding:
            yield from (Task(source, start, min(start + block, source.size)) for start in range(0, source.size, block))
        else:
            yield Task(source, 0, 0)
