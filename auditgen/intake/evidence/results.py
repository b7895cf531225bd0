"""Results tables as evidence: which test each column is of, and what kind of table it is."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from auditgen.intake.counts import count_in
from auditgen.intake.evidence.model import Piece
from auditgen.intake.evidence.names import NamedTest, Names
from auditgen.intake.evidence.source import EvidenceFile
from auditgen.intake.tables import ResultsTable, ScoreColumn

BEFORE = ("before", "released", "as released", "direct", "direct eval")
AFTER = ("after", "practised", "after practice", "equal practice", "train before test")
Tests = list[tuple[str, NamedTest, ScoreColumn]]


def results(file: EvidenceFile, table: ResultsTable, names: Names, notes: tuple[str, ...]) -> list[Piece]:
    """Pieces of a results table: equal practice, wordings, votes or plain results; figures and names only."""
    named = [(_test_name(file, t), t) for t in table.tests]
    entries = names.tests_of_table([written for written, _ in named])
    tests: Tests = [(written, entries[written], column) for written, column in named]
    notes = (*notes, *_unplaced(entries), *_scaffolds(table, names))
    practice = _practice(table, tests, names)
    pieces = [Piece("equal_practice", practice, notes)] if practice else []
    if not practice and table.prompt:
        pieces += _prompts(table, tests, names, notes)
    elif not practice:
        votes = [i for i, t in enumerate(table.tests) if t.unit == "rating"]
        pieces += _votes(table, tests, votes, names, notes) if votes else []
        rest = [i for i in range(len(tests)) if i not in votes]
        pieces += [Piece("results", _rows(table, tests, rest, names), notes)] if rest else []
    return pieces


def _unplaced(entries: Mapping[str, NamedTest]) -> list[str]:
    """What is said of tests without an entry: their figures speak to no claim."""
    lost = {name: test for name, test in entries.items() if test.id is None}
    if lost and len(lost) == len(entries):
        return ["no test of this table is in the catalogue: its figures are applied to no claim"]
    several = [f"{name} ({' or '.join(t.candidates)})" for name, t in lost.items() if t.candidates]
    if not several:
        return []
    told = ", ".join(several[:3]) + (f" and {len(several) - 3} more" if len(several) > 3 else "")
    return [f"names that fit several tests are applied to no claim (tell which in evidence.yaml): {told}"]


def _scaffolds(table: ResultsTable, names: Names) -> list[str]:
    n = sum(names.model(m).scaffold is not None for m in table.models)
    return [f"{n} entries named PROGRAM + MODEL are read as that model run inside that program"] if n else []


def _test_name(file: EvidenceFile, column: ScoreColumn) -> str:
    parts = {k.lower(): v for k, v in column.parts.items()}
    named = next((parts[k] for k in ("benchmark", "dataset", "test", "test set", "eval", "score") if parts.get(k)), "")
    return named or file.origin.benchmark or column.name


def _ids(table: ResultsTable, names: Names) -> list[str]:
    return sorted({i for i in (names.model(m).id for m in table.models) if i})


def _rows(table: ResultsTable, tests: Tests, keep: list[int], names: Names) -> dict[str, Any]:
    rows = []
    for i in keep:
        written, test, column = tests[i]
        parts = {k.lower(): v for k, v in column.parts.items()}
        for m, name in enumerate(table.models):
            score = float(table.scores[m, i])
            if not math.isfinite(score):
                continue
            who = names.model(name)
            rows.append(
                {
                    "model": who.name, "model_id": who.id, "weights": who.weights, "benchmark": written,
                    "benchmark_id": test.id, "domain": test.domain,
                    "task": parts.get("task") or parts.get("subset"), "score": score,
                    "unit": column.unit, "n_items": _n(table.n_items[m, i]), "stderr": _real(table.stderr[m, i]),
                    "setting": _setting(parts.get("setting") or parts.get("setup"), who.scaffold), "date": None,
                    "higher_is_better": column.higher_is_better is not False,
                }
            )  # fmt: skip
    ids = sorted({r["benchmark_id"] for r in rows if r["benchmark_id"]})
    return {"benchmark_ids": ids, "model_ids": _ids(table, names), "rows": rows}


def _setting(told: str | None, scaffold: str | None) -> str | None:
    return "; ".join(x for x in (told, f"scaffold {scaffold}" if scaffold else None) if x) or None


def _n(value: Any) -> int | None:
    return int(value) if math.isfinite(value) else None


def _real(value: Any) -> float | None:
    return float(value) if math.isfinite(value) else None


def _side(column: ScoreColumn) -> str | None:
    """Whether a column holds scores before or after equal practice, by what its setting is called."""
    for value in column.parts.values():
        word = value.strip().lower().replace("_", " ").replace("-", " ")
        if word in BEFORE or word in AFTER:
            return "before" if word in BEFORE else "after"
    return None


def _practice(table: ResultsTable, tests: Tests, names: Names) -> dict[str, Any] | None:
    sides: dict[str, dict[str, int]] = {}
    ids_of = {written: test.id for written, test, _ in tests}
    for i, (written, _, column) in enumerate(tests):
        which = _side(column)
        if which is not None:
            sides.setdefault(written, {})[which] = i
    both = {t: s for t, s in sides.items() if len(s) == 2}
    if not both:
        return None
    rows = []
    for written, side in both.items():
        for m, name in enumerate(table.models):
            before, after = (_real(table.scores[m, side[s]]) for s in ("before", "after"))
            if before is None or after is None:
                continue
            who = names.model(name)
            rows.append(
                {
                    "model": who.name, "model_id": who.id, "weights": who.weights, "benchmark": written,
                    "benchmark_id": ids_of[written], "before": before, "after": after,
                    "n_items": _n(table.n_items[m, side["before"]]),
                }
            )  # fmt: skip
    ids = sorted({r["benchmark_id"] for r in rows if r["benchmark_id"]})
    return {"benchmark_ids": ids, "model_ids": _ids(table, names), "rows": rows}


def _prompts(table: ResultsTable, tests: Tests, names: Names, notes: tuple[str, ...]) -> list[Piece]:
    by_test: dict[str, list[dict[str, Any]]] = {}
    ids_of = {written: test.id for written, test, _ in tests}
    for i, (written, _, column) in enumerate(tests):
        for m, name in enumerate(table.models):
            score = _real(table.scores[m, i])
            if score is not None:
                who = names.model(name)
                by_test.setdefault(written, []).append(
                    {
                        "model": who.name, "model_id": who.id, "prompt": column.parts.get("prompt", column.name),
                        "score": score, "n_items": _n(table.n_items[m, i]),
                    }
                )  # fmt: skip
    return [
        Piece(
            "prompts",
            {"benchmark_id": ids_of[t], "benchmark": t, "model_ids": _ids(table, names), "rows": rows},
            notes,
        )
        for t, rows in by_test.items()
    ]


def _votes(table: ResultsTable, tests: Tests, keep: list[int], names: Names, notes: tuple[str, ...]) -> list[Piece]:
    counts = next((v for k, v in table.names.items() if k.lower() in ("votes", "n votes", "battles")), None)
    pieces = []
    for i in keep:
        written, test, _ = tests[i]
        rows = []
        for m, name in enumerate(table.models):
            rating = _real(table.scores[m, i])
            if rating is None:
                continue
            who = names.model(name)
            n = _n(table.n_items[m, i])
            if n is None and counts:
                n = count_in(counts[m])
            rows.append(
                {
                    "model": who.name, "model_id": who.id, "rating": rating, "low": _real(table.ci_low[m, i]),
                    "high": _real(table.ci_high[m, i]), "votes": n,
                }
            )  # fmt: skip
        content = {
            "benchmark_id": test.id,
            "benchmark": written,
            "model_ids": _ids(table, names),
            "rows": rows,
        }
        pieces.append(Piece("votes", content, notes))
    return pieces
