"""Embedded facts and their look-up: names to entries, dates, sizes, findings, replications, re-made tests."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from auditgen.catalogue.entries import Benchmark, Evidence, Match, Model, Regulation, Word
    from auditgen.catalogue.measurements import (
        D7References,
        Finding,
        PairRow,
        PairTable,
        Percentile,
        Replication,
        Result,
    )
    from auditgen.catalogue.opening import open_catalogue
    from auditgen.catalogue.store import Catalogue

__all__ = [
    "Benchmark",
    "Catalogue",
    "D7References",
    "Evidence",
    "Finding",
    "Match",
    "Model",
    "PairRow",
    "PairTable",
    "Percentile",
    "Regulation",
    "Replication",
    "Result",
    "Word",
    "open_catalogue",
    "sha256",
    "version",
]


def version() -> str:
    """Version of the embedded facts (a date)."""
    from auditgen.catalogue.opening import open_catalogue

    return open_catalogue().version


def sha256() -> str:
    """SHA-256 over the readable files of the embedded facts."""
    from auditgen.catalogue.opening import open_catalogue

    return open_catalogue().sha256


def __getattr__(name: str) -> Any:
    if name in __all__:
        from auditgen.catalogue import entries, opening

        return getattr(opening if hasattr(opening, name) else entries, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
