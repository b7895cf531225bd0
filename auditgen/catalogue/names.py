"""Look-up of names: matched, ambiguous or unknown, never a silent pick."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Any

from auditgen.catalogue import naming
from auditgen.catalogue.build import fold
from auditgen.catalogue.entries import Benchmark, Match, Model
from auditgen.catalogue.record import Record

LONGEST_NAME = 300  # characters; anything longer is a sentence, and is not taken apart
BEST_FORM = {"name": 0, "id": 1, "alias": 2}


class NameBook:
    """All names of one kind (tests or models) in memory, under their plain and their loose key."""

    def __init__(self, connection: sqlite3.Connection, kind: str) -> None:
        self.kind = kind
        self.plain: dict[str, list[tuple[str, str]]] = {}
        self.loose: dict[str, list[tuple[str, str]]] = {}
        rows = connection.execute("SELECT key, id, form FROM name WHERE kind = ? ORDER BY key, place, id", (kind,))
        for key, entry_id, form in rows:
            self.plain.setdefault(key, []).append((form, entry_id))
            self.loose.setdefault(naming.loose(key), []).append((form, entry_id))
        self.subsets: dict[str, dict[str, str]] = {}
        if kind == "benchmark":
            for owner, key, name in connection.execute("SELECT benchmark_id, key, name FROM subset_name"):
                self.subsets.setdefault(owner, {})[naming.loose(key)] = name

    def find(self, text: str) -> tuple[str, tuple[str, ...], str]:
        """(status, ids, how). Ambiguous names win over plain aliases; then the loose key; else unknown."""
        status, ids, form = self._decide(self.plain.get(fold(text), []))
        if status == "unknown" and len(key := naming.loose(text)) > 2:
            status, ids, form = self._decide(self.loose.get(key, []))
            form = f"{form}, ignoring hyphens and spaces" if form else form
        return status, ids, form

    @staticmethod
    def _decide(rows: list[tuple[str, str]]) -> tuple[str, tuple[str, ...], str]:
        plain = sorted({(BEST_FORM[form], form, i) for form, i in rows if form != "ambiguous"})
        own = list(dict.fromkeys(i for _, _, i in plain))
        loosely = [i for form, i in rows if form == "ambiguous"]
        ids = tuple(dict.fromkeys([*own, *loosely]))
        # A name listed as loose stays so even with one candidate: it covers versions that share the entry.
        if loosely or len(ids) > 1:
            return "ambiguous", ids, "ambiguous name"
        return ("matched", ids, plain[0][1]) if ids else ("unknown", (), "")


def find_benchmark(
    book: NameBook,
    entry: Callable[[str], Benchmark],
    text: str,
    n_items: int | None,
    date: str | None,
    subset: str | None,
) -> Match:
    """Read the name of a test; `entry` gives the test of an id."""
    if len(text) > LONGEST_NAME:
        return Match("unknown", None, (), "too long for a name", text, subset)
    for step in naming.benchmark_readings(text):
        status, ids, form = book.find(step.text)
        if status != "unknown":
            part = subset or (_part_of(book, step.text, entry(ids[0])) if status == "matched" else None)
            return _benchmark_match(entry, text, step, status, ids, form, n_items, date, part)
    for step in naming.benchmark_readings(text):
        for whole, part in naming.split_subset(step.text):
            status, ids, form = book.find(whole)
            owner = next((i for i in ids if naming.loose(part) in book.subsets.get(i, {})), None)
            if status != "unknown" and owner:
                name = book.subsets[owner][naming.loose(part)]
                known = tuple(i for i in ids if naming.loose(part) in book.subsets.get(i, {}))
                status = "matched" if len(known) == 1 else status
                form = f"{form} of the whole test, subset '{part}'"
                return _benchmark_match(entry, text, step, status, known, form, n_items, date, subset or name)
    return Match("unknown", None, (), "no entry of that name", text, subset)


def _part_of(book: NameBook, text: str, whole_test: Benchmark) -> str | None:
    """The part of a test that an alias names ("HealthBench Hard"), or None.

    A split that is itself the set usually reported ("MMMU (validation)") is the whole test.
    """
    sizes = whole_test.items.get("subsets") or {}
    names = {naming.loose(part): part for part in (*sizes, *(whole_test.items.get("subset_names") or ()))}
    for whole, words in naming.split_subset(text):
        part = names.get(naming.loose(words))
        if part and sizes.get(part) != whole_test.n_items and whole_test.id in book.find(whole)[1]:
            return part.replace("_", " ")
    return None


def _benchmark_match(
    entry: Callable[[str], Benchmark],
    text: str,
    step: naming.Step,
    status: str,
    ids: tuple[str, ...],
    form: str,
    n_items: int | None,
    date: str | None,
    subset: str | None,
) -> Match:
    setting = Record(naming.settings_in(text) | step.setting)
    by = f"{form} {step.done}" if step.done else form
    if status == "matched":
        return Match("matched", ids[0], ids, by, text, subset, setting=setting)
    dates = {i: entry(i).first_public_release.get("value") for i in ids}
    kept, current, why = ids, None, ""
    if date:
        kept, current = narrow_by_date(dates, date)
        why = f"only test of that name public by {date}" if len(kept) == 1 < len(ids) else ""
    if n_items is not None and len(kept) > 1:
        same = tuple(i for i in kept if entry(i).n_items == n_items)
        same = same or tuple(i for i in kept if n_items in (entry(i).items.get("subsets") or {}).values())
        if len(same) == 1:
            kept, why = same, f"only test of that name with {n_items:,} questions"
    if len(kept) == 1 and why:
        return Match("matched", kept[0], ids, f"{by}; {why}", text, subset, setting=setting, current_at_date=current)
    sizes = [f"{entry(i).name}{_size(entry(i))}" for i in kept]
    question = _question(text, sizes, "test was run")
    return Match("ambiguous", None, kept, by, text, subset, "unknown", setting, question, current)


def _size(entry: Benchmark) -> str:
    return f" ({entry.n_items:,} questions)" if entry.n_items else ""


def find_model(book: NameBook, entry: Callable[[str], Model], text: str, date: str | None) -> Match:
    """Read the name of a model; `entry` gives the model of an id."""
    if len(text) > LONGEST_NAME:
        return Match("unknown", None, (), "too long for a name", text)
    stated = naming.weights_in(text)
    for step in naming.model_readings(text):
        status, ids, form = book.find(step.text)
        if status == "unknown":
            continue
        setting = Record(naming.settings_in(text) | step.setting)
        by = f"{form} {step.done}" if step.done else form
        if status == "matched":
            weights = stated if stated != "unknown" else usual_weights(entry(ids[0]))
            if setting.get("thinking") is True:
                weights = "reasoning"
            return Match("matched", ids[0], ids, by, text, None, weights, setting)
        when = str(setting["date"]) if "date" in setting else date
        kept, current = narrow_by_date({i: entry(i).release_date for i in ids}, when)
        if len(kept) == 1 < len(ids):
            weights = stated if stated != "unknown" else usual_weights(entry(kept[0]))
            by = f"{by}; only model of that name released by {when}"
            return Match("matched", kept[0], ids, by, text, None, weights, setting, None, kept[0])
        question = _question(text, [entry(i).name for i in kept], "version was tested")
        return Match("ambiguous", None, kept, by, text, None, stated, setting, question, current)
    return Match("unknown", None, (), "no entry of that name", text, None, stated)


def usual_weights(model: Model) -> str:
    """Weights of a model whose name states none: those of every result held, if the weights are not open to choice.

    Open models are released as base and tuned weights under one name, so only a reasoning model, which has no base
    of its own name, is read without a statement.
    """
    if len(model.weights_seen) != 1:
        return "unknown"
    only = model.weights_seen[0]
    return only if not model.open_weights or only == "reasoning" else "unknown"


def narrow_by_date(dates: dict[str, Any], date: str | None) -> tuple[tuple[str, ...], str | None]:
    """Candidates that could be meant at a date, and the newest of them.

    A candidate without a date stays in. If none was public by then, nothing is narrowed: the date may be wrong.
    """
    ids = tuple(dates)
    if not date:
        return ids, None
    kept = tuple(i for i in ids if naming.by_date(dates[i], date) is not False)
    dated = sorted((dates[i], i) for i in kept if dates[i])
    return (kept, dated[-1][1] if dated else None) if kept else (ids, None)


def _question(text: str, meanings: list[str], what: str) -> str:
    if len(meanings) == 1:
        return f"'{text}' is used loosely. Is {meanings[0]} meant, or which other {what}?"
    return f"'{text}' can mean {', '.join(meanings[:-1])} or {meanings[-1]}. Which {what}?"
