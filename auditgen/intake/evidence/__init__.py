"""Evidence that a person brings: overlap, completions, log-probabilities, tables, logs and published findings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from auditgen.intake.evidence.model import Brought
    from auditgen.intake.evidence.read import read_evidence

__all__ = ["Brought", "read_evidence"]


def __getattr__(name: str) -> Any:
    if name == "Brought":
        from auditgen.intake.evidence.model import Brought

        return Brought
    if name == "read_evidence":
        from auditgen.intake.evidence.read import read_evidence

        return read_evidence
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
