"""The frozen pydantic base of every record, and rounding that makes records the same on every machine."""

from __future__ import annotations

import math
from typing import Any

from pydantic import BaseModel, ConfigDict

SIGNIFICANT_DIGITS = 12


class Record(BaseModel):
    """Immutable; unknown fields are errors, so that a typing mistake in a claims file never passes in silence."""

    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True)


def settle(value: Any) -> Any:
    """Round every float in a JSON-like value to 12 significant digits.

    Linear-algebra libraries differ in the last bits between machines; a record must not. NaN and infinity become
    None: a figure that could not be computed is absent, never a number.
    """
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, float):
        if not math.isfinite(value):
            return None
        return float(f"{value:.{SIGNIFICANT_DIGITS}g}")
    if isinstance(value, dict):
        return {str(k): settle(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [settle(v) for v in value]
    if isinstance(value, set | frozenset):
        return [settle(v) for v in sorted(value)]
    if hasattr(value, "item") and type(value).__module__ == "numpy":
        return settle(value.item())
    return value
