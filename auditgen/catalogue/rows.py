"""From stored rows of text to typed entries."""

from __future__ import annotations

import json
import re
from typing import Any

from auditgen.catalogue.build import parts
from auditgen.catalogue.entries import Regulation, Word
from auditgen.catalogue.measurements import Finding, PairRow, Percentile, Replication, Result
from auditgen.catalogue.record import Record, freeze


def number(text: str) -> float | None:
    """A number as printed, or None where the cell is empty or holds something else."""
    try:
        return float(text)
    except ValueError:
        return None


def whole(text: str) -> int | None:
    return int(text) if text.isdigit() else None


def finding_of(body: str, effect: str, model_id: str) -> Finding:
    row: dict[str, Any] = json.loads(body)
    found: dict[str, str] = json.loads(effect) if effect else {}
    row |= {
        "model_ids": parts(row["model_ids"]),
        "benchmark_ids": parts(row["benchmark_ids"]),
        "year": int(row["year"]),
        "against_interest": row["against_interest"] == "yes",
        "counts": row["counts"] == "yes",
        "share_pct": number(found.get("share_pct") or row["share_pct"]),
        "overall_score": number(found.get("overall_score", "")),
        "clean_score": number(found.get("clean_score", "")),
        "gain_points": number(found.get("gain_points", "")),
        "effect_note": found.get("note", ""),
        "weights": found.get("weights") or row["weights"],
        "model_id": "" if model_id == "*" else model_id,
    }
    return Finding(**row)


def replication_of(body: str) -> Replication:
    row: dict[str, Any] = json.loads(body)
    measured = re.fullmatch(r"([\d.]+)(?:±([\d.]+))?", row["measured_score"])
    row |= {
        "difference": number(row["difference"]),
        "n_items": whole(row["n_items"]),
        "year": int(row["year"]),
        "claimed_value": number(row["claimed_score"]),
        "measured_value": float(measured[1]) if measured else None,
        "measured_spread": float(measured[2]) if measured and measured[2] else None,
    }
    return Replication(**row)


def result_of(row: dict[str, Any]) -> Result:
    typed = row | {
        "score": float(row["score"]),
        "score_text": row["score"],
        "higher_is_better": row["higher_is_better"] == "yes",
        "n_items": whole(row["n_items"]),
        "equal_to": parts(row["equal_to"]),
    }
    return Result(**typed)


def pair_row_of(row: dict[str, Any]) -> PairRow:
    names = ("model", "model_id", "weights", "family", "unit", "same_setup", "source", "confidence", "note")
    kept: dict[str, Any] = {name: row[name] for name in names}
    return PairRow(original_score=float(row["original_score"]), variant_score=float(row["variant_score"]), **kept)


def percentile_of(body: str) -> Percentile:
    row: dict[str, Any] = json.loads(body)
    return Percentile(**row | {"percentile": float(row["percentile"]), "year": int(row["year"])})


def regulation_of(body: str) -> Regulation:
    row: dict[str, Any] = json.loads(body)
    return Regulation(**row | {"checks": tuple(c for part in parts(row["checks"]) for c in _checks(part))})


def _checks(part: str) -> list[str]:
    """ "D1-D9" as D1 ... D9; anything else as it stands."""
    span = re.fullmatch(r"([A-G])(\d+)-([A-G])(\d+)", part)
    if not span or span[1] != span[3]:
        return [part]
    return [f"{span[1]}{i}" for i in range(int(span[2]), int(span[4]) + 1)]


def word_of(body: str) -> Word:
    row: dict[str, Any] = json.loads(body)
    return Word(**{key: freeze(value) for key, value in row.items()})


def record_of(body: str) -> Record:
    record: Record = freeze(json.loads(body))
    return record
