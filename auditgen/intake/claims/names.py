"""The names of fields: which exist, which other spellings are understood, and which one was probably meant."""

from __future__ import annotations

import difflib
import re

from auditgen.records.claim import Claim, Setting, Source

# Not for people to write: the reader fills them.
_FILLED_BY_READER = {"looked_for", "line"}
IGNORED_DRAFT = {"confidence", "flags"}

SYNONYMS = {
    "location": "place",
    "verbatim": "quote",
    "claim_type": "type",
    "is_subject_model": "subject",
    "note": "notes",
    "stderr": "standard_error",
    "se": "standard_error",
    "low": "uncertainty_low",
    "high": "uncertainty_high",
    "ci_low": "uncertainty_low",
    "ci_high": "uncertainty_high",
}
SETTING_SYNONYMS = {"output_limit": "max_tokens", "attempts": "n_samples"}

CLAIM_FIELDS = (set(Claim.model_fields) - _FILLED_BY_READER) | {"unit", "standard_error"}
SETTING_FIELDS = set(Setting.model_fields)
SOURCE_FIELDS = set(Source.model_fields)
FILE_FIELDS = {"schema", "title", "prepared_by", "date", "sources", "claims"}

_SEPARATORS = re.compile(r"[\s\-]+")
_PREFIXED = re.compile(r"^(setting|comparator_setting|source_class|construct_link)\.(.+)$")


def canonical(name: str) -> str:
    """A field name as the records write it: "Claim type " gives "type". Unknown names come back tidied."""
    tidy = _SEPARATORS.sub("_", name.strip().lower())
    return SYNONYMS.get(tidy, tidy)


def own_column(name: str) -> bool:
    """Whether a column is the analyst's own (`x_...`) or one that a draft carries for the person who confirms it."""
    return name.startswith("x_") or name in IGNORED_DRAFT


def known_header(name: str) -> str | None:
    """The field that a column head names, or None."""
    field = canonical(name) if len(name) <= 100 else ""
    if field in CLAIM_FIELDS or own_column(field):
        return field
    return field if split_dotted(field) else None


def split_dotted(field: str) -> tuple[str, str] | None:
    """ "setting.scaffold" as ("setting", "scaffold"); None where the name is not of that form."""
    match = _PREFIXED.match(field)
    return (match[1], match[2]) if match else None


def nearest(name: str, known: set[str], cutoff: float = 0.6) -> str | None:
    """The known name that a wrong one is most like, if any is like it."""
    near = difflib.get_close_matches(name[:60], sorted(known), n=1, cutoff=cutoff)
    return near[0] if near else None


def did_you_mean(name: str, known: set[str]) -> str:
    """A mending sentence: the nearest known name, or the names there are."""
    near = nearest(name, known)
    if near:
        return f"Did you mean {near}?"
    if len(known) <= 12:
        return f"Known: {', '.join(sorted(known))}."
    return "Delete it, or start its name with x_ to keep it as a remark of your own."
