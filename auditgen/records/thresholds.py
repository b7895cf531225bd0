"""The cut-offs of the method as one frozen set that notes which of them a verdict has read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Threshold:
    """One cut-off. `kind`: share (kept inside 0..1), points (gap as a fraction) or count."""

    name: str
    value: float
    kind: str
    unit: str
    why: str

    def scaled(self, factor: float) -> float:
        """The value times `factor`; counts stay whole and at least 1, shares stay inside [0, 0.999]."""
        if self.kind == "count":
            return max(1, round(self.value * factor))
        if self.kind == "share":
            return min(0.999, self.value * factor)
        return self.value * factor


@dataclass(frozen=True)
class Thresholds:
    """Attribute access gives the value; `read` collects the names that were asked for (for the sensitivity table)."""

    version: str
    sha256: str
    table: Mapping[str, Threshold]
    override: Mapping[str, float] = field(default_factory=dict)
    read: set[str] = field(default_factory=set, compare=False)
    memo: dict[str, Any] = field(default_factory=dict, compare=False)

    def __getattr__(self, name: str) -> float:
        table = self.__dict__.get("table", {})
        if name not in table:
            raise AttributeError(f"no threshold named {name}")
        self.read.add(name)
        if name in self.override:
            return self.override[name]
        value: float = table[name].value
        return value

    def __iter__(self) -> Iterator[Threshold]:
        return iter(self.table.values())

    def with_scaled(self, name: str, factor: float) -> Thresholds:
        """The same set with one cut-off multiplied, and a fresh `read` list."""
        return Thresholds(self.version, self.sha256, self.table, {name: self.table[name].scaled(factor)})

    def fresh(self) -> Thresholds:
        """The same set with an empty `read` list."""
        return Thresholds(self.version, self.sha256, self.table, self.override)

    def as_dict(self) -> dict[str, Any]:
        """Name to value, unit and reason, for the record and the annex."""
        return {t.name: {"value": t.value, "kind": t.kind, "unit": t.unit, "why": t.why} for t in self}
