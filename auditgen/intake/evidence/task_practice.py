"""Studies of task practice: stored estimates of theta, or scores beside training compute and date of the models."""

from __future__ import annotations

import math
import re
from typing import Any

from auditgen.intake.errors import show
from auditgen.intake.evidence.model import Piece
from auditgen.intake.evidence.names import Names
from auditgen.intake.evidence.source import EvidenceFile, Line
from auditgen.intake.logs.privacy import plain

ESTIMATE_COLUMNS = frozenset(("benchmark", "theta", "low", "high", "form", "version", "date"))
STUDY_COLUMNS = frozenset(("model", "benchmark", "score", "compute", "trained"))
FEWEST_MODELS = 10


def estimates_fit(file: EvidenceFile) -> bool:
    """Whether the table holds estimates of theta with their limits."""
    return not file.is_json and file.columns() >= ESTIMATE_COLUMNS


def study_fits(file: EvidenceFile) -> bool:
    """Whether the table holds scores beside training compute and date."""
    return not file.is_json and file.columns() >= STUDY_COLUMNS


def read_estimates(file: EvidenceFile, names: Names) -> list[Piece]:
    """One piece a test: theta with its limits as fractions, the form of the regression, the version of the source and
    the date that parts old from new. In the file they stand in points. Raises InputError for anything missing."""
    by_test: dict[str, list[dict[str, Any]]] = {}
    for line in file.table_rows():
        row: dict[str, Any] = {k: _number(file, line, k) / 100 for k in ("theta", "low", "high")}
        if not row["low"] <= row["theta"] <= row["high"]:
            raise file.problem(line=line.number, field="theta", expected="low <= theta <= high", found="another order")
        row |= {k: plain(_needed(file, line, k), 120) for k in ("form", "version")} | {
            "date": _month(file, line, "date")
        }
        by_test.setdefault(_needed(file, line, "benchmark"), []).append(row)
    return [_piece(test, {"rows": rows, "study": []}, (), names) for test, rows in by_test.items()]


def read_study(file: EvidenceFile, names: Names) -> list[Piece]:
    """One piece a test: models with score (fraction), decimal logarithm of training compute (FLOP) and date."""
    by_test: dict[str, list[dict[str, Any]]] = {}
    for line in file.table_rows():
        compute, score = _number(file, line, "compute"), _number(file, line, "score")
        unit = str(line.row.get("unit") or "percent").lower()
        if unit not in ("percent", "fraction"):
            raise file.problem(line=line.number, field="unit", expected="percent or fraction", found=show(unit))
        score = score / 100 if unit == "percent" else score
        if not 0 <= score <= 1:
            raise file.problem(line=line.number, field="score", expected="a share of right answers", found=f"{score:g}")
        if compute < 1e15:
            raise file.problem(
                line=line.number,
                field="compute",
                expected="training compute in FLOP, such as 5.8e22",
                found=f"{compute:g}",
            )
        who = names.model(_needed(file, line, "model"))
        by_test.setdefault(_needed(file, line, "benchmark"), []).append(
            {
                "model": who.name, "model_id": who.id, "score": score, "log_compute": math.log10(compute),
                "trained": _month(file, line, "trained"),
            }
        )  # fmt: skip
    pieces = []
    for test, study in by_test.items():
        few = len(study) < FEWEST_MODELS
        note = f"{len(study)} models on {test!r}: at least {FEWEST_MODELS} are needed, so no estimate is made of them"
        pieces.append(_piece(test, {"rows": [], "study": [] if few else study}, (note,) if few else (), names))
    return pieces


def _piece(written: str, content: dict[str, Any], notes: tuple[str, ...], names: Names) -> Piece:
    test = names.test(written)
    ids = sorted({r["model_id"] for r in content["study"] if r["model_id"]})
    about = {"benchmark_id": test.id, "benchmark": test.name, "model_ids": ids}
    return Piece("task_practice", {**about, **content}, (*notes, *names.unknown((written,), ())))


def _needed(file: EvidenceFile, line: Line, name: str) -> str:
    text = str(line.row.get(name) or "")
    if not text:
        raise file.problem(
            line=line.number, field=name, expected="text", found="nothing", mend=f"Fill {name} in every row."
        )
    return text


def _number(file: EvidenceFile, line: Line, name: str) -> float:
    text = _needed(file, line, name).removesuffix("%").strip()
    if not re.fullmatch(r"[-+\u2212]?\d+(\.\d+)?([eE][-+]?\d+)?", text):
        raise file.problem(line=line.number, field=name, expected="a number", found=show(text, 30))
    return float(text.replace("\u2212", "-"))


def _month(file: EvidenceFile, line: Line, name: str) -> str:
    """An ISO date to the month or the day; a year alone does not tell the side of a date."""
    text = _needed(file, line, name)
    if not re.fullmatch(r"\d{4}-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?", text):
        raise file.problem(
            line=line.number, field=name, expected="a month or day such as 2023-11 or 2023-11-30", found=show(text, 30)
        )
    return text
