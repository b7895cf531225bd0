"""Items to look for: CSV, JSON, JSONL, Parquet and the sample files of evaluation logs to `Item`s."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

IDENTIFIERS = ("item_id", "id", "question_id", "sample_id")
QUESTIONS = ("question", "input", "prompt", "problem", "query")
CHOICES = ("choices", "options")
ANSWER_TEXTS = ("answer_text", "solution")
ANSWERS = ("answer", "target", "answerKey", "gold", "label")


class ItemsError(ValueError):
    """The items file is not usable; the message is one line for the user."""


@dataclass(frozen=True)
class Item:
    """One question to look for. `answer` is its right answer as text ("" where the file states none)."""

    item_id: str
    benchmark: str
    question: str
    answer: str


@dataclass(frozen=True)
class ItemSet:
    """The items of one file, with the file's name and SHA-256."""

    items: list[Item]
    name: str
    sha256: str


def read_items(path: Path, benchmark: str = "") -> ItemSet:
    """Items of a file. `benchmark` names those that state none (default: the file's name without suffix).

    Raises ItemsError: not readable, no question column, two items of one identifier in one benchmark.
    """
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise ItemsError(f"{path.name}: cannot be read ({error.strerror or error})") from error
    default = benchmark or path.name.split(".")[0]
    items = [_item(row, place, default, path.name) for place, row in _rows(raw, path.name)]
    if not items:
        raise ItemsError(f"{path.name}: no items found; expected rows with item_id, question, answer, choices")
    _refuse_duplicates(items, path.name)
    return ItemSet(items, path.name, hashlib.sha256(raw).hexdigest())


def _refuse_duplicates(items: list[Item], name: str) -> None:
    seen: dict[tuple[str, str], int] = {}
    for number, item in enumerate(items, 1):
        first = seen.setdefault((item.benchmark, item.item_id), number)
        if first != number:
            raise ItemsError(
                f"{name}: item_id {item.item_id!r} of {item.benchmark} stands twice (items {first} and {number}); "
                "give every item an identifier of its own"
            )


def _rows(raw: bytes, name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """(place, row) pairs, format taken from the content."""
    if raw[:4] == b"PAR1":
        yield from _parquet_rows(raw, name)
        return
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ItemsError(f"{name}: byte {error.start}: not UTF-8; save the file as UTF-8") from error
    if not text.strip():
        raise ItemsError(f"{name}: the file is empty")
    if text.lstrip()[0] == "[":
        yield from _listed(_json(text, name, "file"), name)
    elif text.lstrip()[0] == "{":
        yield from _object_rows(text, name)
    else:
        yield from _csv_rows(text, name)


def _parquet_rows(raw: bytes, name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    import pyarrow
    import pyarrow.parquet

    try:
        table = pyarrow.parquet.read_table(pyarrow.BufferReader(raw))
    except (pyarrow.ArrowException, OSError) as error:
        raise ItemsError(f"{name}: not a readable Parquet file ({str(error).splitlines()[0]})") from error
    except UnicodeDecodeError as error:
        raise ItemsError(f"{name}: a name of a column is not UTF-8; write the Parquet file again") from error
    try:
        rows = table.to_pylist()
    except UnicodeDecodeError as error:
        raise ItemsError(f"{name}: a text is not UTF-8; write the Parquet file again with UTF-8 text") from error
    for number, row in enumerate(rows, 1):
        yield f"row {number}", row


def _json(text: str, name: str, place: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise ItemsError(f"{name}: {place}: not valid JSON ({error})") from error


def _listed(rows: Any, name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for number, row in enumerate(rows, 1):
        if not isinstance(row, dict):
            raise ItemsError(
                f"{name}: entry {number}: expected an object with question and answer, found {type(row).__name__}"
            )
        yield f"entry {number}", row


def _object_rows(text: str, name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """JSONL, or one JSON object that holds its items as a list (Inspect AI logs: `samples`)."""
    lines = text.splitlines() if "\u2028" not in text and "\x85" not in text else text.split("\n")
    try:
        json.loads(lines[0])
    except ValueError:
        whole = _json(text, name, "file")
        for key in ("samples", "items", "data"):
            if isinstance(whole.get(key), list):
                benchmark = (whole.get("eval") or {}).get("task") if isinstance(whole.get("eval"), dict) else None
                for place, row in _listed(whole[key], name):
                    yield place, ({"benchmark": benchmark, **row} if benchmark else row)
                return
        raise ItemsError(f"{name}: one JSON object without a list `samples`, `items` or `data`") from None
    seen: set[str] = set()
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        row = _json(line, name, f"line {number}")
        if not isinstance(row, dict):
            raise ItemsError(f"{name}: line {number}: expected an object, found {type(row).__name__}")
        if isinstance(row.get("samples"), list) and "eval" in row:  # an Inspect AI log on one line
            task = (row["eval"] or {}).get("task")
            for place, sample in _listed(row["samples"], name):
                yield place, {"benchmark": task, **sample}
            continue
        if isinstance(row.get("doc"), dict) and "doc_id" in row:  # lm-evaluation-harness: one line per item and filter
            if str(row["doc_id"]) in seen:
                continue
            seen.add(str(row["doc_id"]))
            row = {"answer": row.get("target"), **row["doc"], "item_id": row["doc_id"]}
        yield f"line {number}", row


def _csv_rows(text: str, name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    csv.field_size_limit(1 << 30)
    header = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=header.count)
    try:
        for number, row in enumerate(
            csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True), 2
        ):
            if None in row:
                raise ItemsError(
                    f"{name}: record {number}: more fields than the header has; quote fields that hold {delimiter!r}"
                )
            yield f"record {number}", row
    except csv.Error as error:
        raise ItemsError(f"{name}: not valid CSV ({error})") from error


def _first(row: dict[str, Any], names: Iterable[str]) -> Any:
    for name in names:
        value = row.get(name)
        if value is not None and value != "" and not (isinstance(value, float) and math.isnan(value)):
            return value
    return None


def _text(value: Any) -> str:
    """Text of a field; a list of chat messages gives their contents, a list of answers its first."""
    if isinstance(value, list):
        if value and all(isinstance(part, dict) for part in value):
            return "\n".join(_text(part.get("content")) for part in value)
        return _text(value[0]) if value else ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else str(value)


def _choice_texts(value: Any) -> list[str]:
    """Choices as texts: a list, a JSON list in a cell, or {"text": [...]} as in ARC."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except ValueError:
            value = [part.strip() for part in value.split("|")]
    if isinstance(value, dict):
        value = value.get("text", list(value.values()))
    if not isinstance(value, list):
        return []
    return [_text(part.get("text", part)) if isinstance(part, dict) else _text(part) for part in value]


def answer_text(answer: Any, choices: list[str]) -> str:
    """The answer in words: a letter (A, B ...), or an index from 0, is looked up among the choices."""
    plain = _text(answer).strip()
    if not choices or plain in choices:
        return plain
    if len(plain) == 1 and plain.upper().isascii() and plain.isalpha():
        place = ord(plain.upper()) - ord("A")
    elif len(plain) < 10 and plain.isascii() and plain.isdigit():
        place = int(plain)
    else:
        return plain
    return choices[place] if place < len(choices) else plain


def _item(row: dict[str, Any], place: str, default: str, name: str) -> Item:
    question = _text(_first(row, QUESTIONS))
    if not question.strip():
        found = ", ".join(str(key) for key in list(row)[:12])
        raise ItemsError(f"{name}: {place}: no question; expected a field {' or '.join(QUESTIONS)}, found {found}")
    identifier = _first(row, IDENTIFIERS)
    if identifier is None:
        raise ItemsError(f"{name}: {place}: no identifier; expected a field {' or '.join(IDENTIFIERS)}")
    stated = _first(row, ANSWER_TEXTS)
    answer = (
        _text(stated) if stated is not None else answer_text(_first(row, ANSWERS), _choice_texts(_first(row, CHOICES)))
    )
    texts = (_text(identifier), _text(row.get("benchmark")) or default, question, answer)
    return Item(*(text.encode("utf-8", "replace").decode() for text in texts))  # lone surrogates cannot be written
