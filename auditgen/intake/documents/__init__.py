"""Documents made into draft claims: tables first, then sentences, each with its place and quotation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from auditgen.intake.documents.draft import draft_file
    from auditgen.intake.documents.extract import About, Extraction, extract

__all__ = ["About", "Extraction", "draft_file", "extract"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        # The readers pull in the catalogue and parsers; who only wants the package does not wait for them.
        from auditgen.intake.documents import draft, extract

        return getattr(draft if name == "draft_file" else extract, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
