"""Tables as evidence, matched to the catalogue: item matrices and what is known of their items; results go on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from auditgen.intake.errors import InputError, Problem
from auditgen.intake.evidence.model import ModelFact, Piece
from auditgen.intake.evidence.names import Names
from auditgen.intake.evidence.results import results
from auditgen.intake.evidence.source import EvidenceFile
from auditgen.intake.logs.privacy import item_name
from auditgen.intake.tables import Choices, ItemMatrix, read_table_bytes

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

_ITEM_COLUMNS = frozenset(("item", "item_id", "question_id", "problem_id", "id"))
_ATTRIBUTES = ("date", "difficulty", "platform", "cluster", "subject", "category", "source")


@dataclass(frozen=True)
class ItemAttributes:
    """What a table without models says of items: by item, then by column (date, difficulty, platform ...)."""

    benchmark: str | None
    of: Mapping[str, Mapping[str, str]]


def attributes_fit(file: EvidenceFile) -> bool:
    """Whether the table describes items: their names with dates, difficulty or source, no model and no score."""
    columns = file.columns() if not file.is_json else frozenset()
    bad = {"model", "system", "correct", "score", "question", "n_exact"}
    return (
        bool(columns & _ITEM_COLUMNS) and bool(columns & set(_ATTRIBUTES)) and not columns & bad and len(columns) <= 8
    )


def read_attributes(file: EvidenceFile) -> ItemAttributes:
    """Attributes by item."""
    found = {}
    for line in file.table_rows():
        name = next((line.row[c] for c in ("item", "item_id", "question_id", "problem_id", "id") if c in line.row), "")
        if name:
            found[str(name)] = {a: str(line.row[a]) for a in _ATTRIBUTES if a in line.row}
    return ItemAttributes(file.origin.benchmark, found)


def read(
    file: EvidenceFile, names: Names, attributes: Sequence[ItemAttributes] = (), facts: Sequence[ModelFact] = ()
) -> list[Piece]:
    """Pieces of one table: an item matrix, results, equal practice, wordings or votes."""
    try:
        table = read_table_bytes(file.data, file.name, Choices(where=file.origin.where))
    except InputError as error:
        raise InputError(_here(p) for p in error.problems) from None
    notes = tuple(f"{n.text}" for n in table.notes)
    if isinstance(table, ItemMatrix):
        return [_matrix(file, table, names, attributes, facts, notes)]
    return results(file, table, names, notes)


def _here(problem: Problem) -> Problem:
    """A problem whose remedy is an option of a command, with the way to say the same in evidence.yaml."""
    if "--where" not in problem.mend:
        return problem
    return replace(problem, mend=f"{problem.mend} In evidence.yaml: where: {{COLUMN: NAME}}.")


def _matrix(
    file: EvidenceFile, matrix: ItemMatrix, names: Names, attributes: Sequence[ItemAttributes],
    facts: Sequence[ModelFact], notes: tuple[str, ...],
) -> Piece:  # fmt: skip
    written = file.origin.benchmark or matrix.benchmark or ""
    test = names.test(written)
    said = list(notes)
    if not written:
        said.append(
            "the table does not say of which test its items are (benchmark in evidence.yaml): applied to no claim"
        )
    models = [names.model(m) for m in matrix.models]
    said += names.unknown((written,) if written else (), ())
    unknown = [m.name for m in models if m.id is None]
    if unknown:
        more = f" and {len(unknown) - 3} more" if len(unknown) > 3 else ""
        said.append(f"models without an entry in the catalogue: {', '.join(unknown[:3])}{more}")
    beside = _beside(matrix, attributes, test.id, names)
    columns: dict[str, list[str | None] | None] = {
        "dates": list(matrix.dates) if matrix.dates else beside("date"),
        "difficulty": _part(matrix, "difficulty") or beside("difficulty"),
        "platforms": _part(matrix, "platform") or beside("platform") or beside("source"),
        "clusters": list(matrix.clusters) if matrix.clusters else beside("cluster"),
    }
    shown: list[str] = []
    for m, name in zip(models, matrix.models):
        shown.append(m.name if m.name and m.name not in shown else name)
    content: dict[str, Any] = {
        "benchmark_id": test.id,
        "benchmark": test.name,
        "subset": test.subset,
        "models": shown,
        "model_ids": [m.id for m in models],
        "weights": [m.weights for m in models],
        "families": [m.family for m in models],
        "cutoffs": [_cutoffs(m.name, m.id, m.cutoff, m.cutoff_basis, facts) for m in models],
        "unit": matrix.unit,
        "items": len(matrix.items),
        "item_ids": [item_name(i) for i in matrix.items],
        **columns,
        "scores": {name: _compact(matrix.scores[:, i]) for i, name in enumerate(shown)},
    }
    return Piece("item_matrix", content, tuple(said))


def _cutoffs(
    name: str, model_id: str | None, known: str | None, basis: str | None, facts: Sequence[ModelFact]
) -> list[dict[str, str]]:
    """Every stated end of training of a model, those brought first; a second date is a second reading, not an error."""
    found = [
        {"date": str(f.facts["training_cutoff"]), "source": f.citation}
        for f in facts
        if f.facts.get("training_cutoff") and (f.model == name or (model_id is not None and f.model_id == model_id))
    ]
    if known:
        found.append({"date": known, "source": f"catalogue ({basis})"})
    return found


def _part(matrix: ItemMatrix, name: str) -> list[str | None] | None:
    for column, values in matrix.parts.items():
        if column.lower() == name:
            return [*values]
    return None


def _beside(matrix: ItemMatrix, attributes: Sequence[ItemAttributes], test_id: str | None, names: Names) -> Any:
    """Attributes of the matrix's items from the table that knows most of them; at least half must be known."""
    usable = [a for a in attributes if a.benchmark is None or test_id is None or names.test(a.benchmark).id == test_id]
    best = max(usable, key=lambda a: sum(i in a.of for i in matrix.items), default=None)

    def column(name: str) -> list[str | None] | None:
        if best is None:
            return None
        values = [best.of.get(i, {}).get(name) or None for i in matrix.items]
        return values if 2 * sum(v is not None for v in values) >= len(values) else None

    return column


def _compact(scores: npt.NDArray[np.float64]) -> str | list[float | None]:
    """0 and 1 as one string with "." for missing, anything else as a list."""
    values = scores.tolist()
    if all(v != v or v in (0.0, 1.0) for v in values):
        return "".join("." if v != v else "1" if v else "0" for v in values)
    return [None if v != v else v for v in values]
