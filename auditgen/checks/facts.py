"""What checks may read: the claim's document and the catalogue's facts about it, each with its hash."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from auditgen.records.evidence import Evidence

if TYPE_CHECKING:
    from auditgen.records.claim import Claim

Row = Mapping[str, Any]
ReadingName = Literal["L", "R", "P"]
ROLES = (
    "benchmark",
    "model",
    "comparator",
    "findings",
    "comparator_findings",
    "figures",
    "comparator_figures",
    "pairs",
    "references",
    "percentiles",
    "document",
    "copied",
    "board",
    "words",
    "variants",
    "bundle",
    "elsewhere",
    "parts",
    "results",
    "items",
    "equal_practice",
    "prompts",
    "votes",
    "overlap",
    "completions",
    "regeneration",
    "order_test",
    "familiarity",
    "task_practice",
    "vintage",
    "fresh_items",
    "told_benchmark",
    "reference_findings",
    "comparator_references",
)


@dataclass(frozen=True)
class Facts:
    """Evidence by role. Built from the catalogue, or again from the record alone: a check cannot tell the difference.

    `as_of` is the ISO date of the audit; `reading` the reading that the claim makes; `names` holds how the names of
    the claim were resolved: model_id, weights, developer, family, comparator_id, comparator_weights, benchmark_id.
    """

    as_of: str
    reading: ReadingName
    names: Row
    roles: Mapping[str, tuple[Evidence, ...]]
    _cache: dict[Any, Any] = field(default_factory=dict, compare=False)

    def contents(self, role: str) -> list[Mapping[str, Any]]:
        """Contents of the evidence in a role, in order."""
        return [e.content for e in self.roles.get(role, ())]

    def one(self, role: str) -> Mapping[str, Any] | None:
        """Content of the only evidence in a role."""
        found = self.roles.get(role, ())
        return found[0].content if found else None

    def evidence(self, role: str) -> tuple[Evidence, ...]:
        """Evidence in a role, with its ids and citations."""
        return self.roles.get(role, ())

    def hashes(self, *roles: str) -> tuple[str, ...]:
        """SHA-256 of everything in these roles, once each."""
        return self._listed(roles)[0]

    def citations(self, *roles: str) -> tuple[str, ...]:
        """Ids of everything in these roles, once each; the evidence list gives the citation."""
        return self._listed(roles)[1]

    def _listed(self, roles: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Hashes and ids of the evidence in these roles; several checks read the same roles."""
        if roles not in self._cache:
            found = {e.id: e.sha256 for role in roles for e in self.roles.get(role, ())}
            self._cache[roles] = (tuple(dict.fromkeys(found.values())), tuple(found))
        listed: tuple[tuple[str, ...], tuple[str, ...]] = self._cache[roles]
        return listed

    @cached_property
    def benchmark(self) -> Mapping[str, Any] | None:
        return self.one("benchmark")

    @cached_property
    def model(self) -> Mapping[str, Any] | None:
        return self.one("model")

    @cached_property
    def comparator(self) -> Mapping[str, Any] | None:
        return self.one("comparator")

    def catalogue_n(self, part: str | None = None) -> int | None:
        """Number of scored questions in the catalogue: of the part if one is named, else of the whole test."""
        if self.benchmark is None:
            return None
        items = self.benchmark.get("items") or {}
        value = items.get("value")
        if part:
            sizes = items.get("subsets") or {}
            named = {str(name).lower(): name for name in items.get("subset_names") or ()}
            value = next((n for key, n in sizes.items() if key.lower() == part.lower()), None)
            if value is None and part.lower() in named:
                # Parts of one size: told as such, or the usual figure is one part's and the total stands beside it.
                each = items.get("value") if {"languages", "total"} <= sizes.keys() else None
                value = sizes.get("per_language", each)
        return value if isinstance(value, int) else None


def part_of(claim: Claim) -> str | None:
    """The part of the test that a figure is about: a subset, or one language of several."""
    return claim.subset or claim.language


def usable(confidence: str | None) -> bool:
    """Whether a fact may decide anything: recalled facts may not."""
    return confidence in ("seen", "brought")


def is_share_unit(unit: object) -> bool:
    """Whether brought figures in this unit are shares of right answers; a table that names none holds shares."""
    return unit in (None, "share", "fraction")
