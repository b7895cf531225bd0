"""Reads thresholds.yaml, the one place where the cut-offs of the method stand."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

from auditgen.records.thresholds import Threshold, Thresholds
from auditgen.resources import read_yaml

_UNITS = {"points": "points", "share": "share", "count": "number"}


@lru_cache(maxsize=1)
def load_thresholds() -> Thresholds:
    """The shipped cut-offs with the hash of the file they stand in."""
    path = Path(__file__).with_name("thresholds.yaml")
    data = read_yaml(path)
    table = {
        name: Threshold(name, row["value"], row["kind"], _UNITS[row["kind"]], row["why"])
        for name, row in data["thresholds"].items()
    }
    return Thresholds(data["version"], hashlib.sha256(path.read_bytes()).hexdigest(), table)
