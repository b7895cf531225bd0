"""What every catalogue entry is made of: records that cannot be changed, and citations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, NoReturn

Confidence = str  # "seen": read in the named source; "recalled": general knowledge, printed as "unconfirmed" only


class Record(dict[str, Any]):
    """A dict that cannot be changed, so that a cached entry stays what the file says; JSON and pickle take it."""

    def _frozen(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("catalogue entries cannot be changed; copy with dict(...) first")

    __setitem__ = __delitem__ = __ior__ = _frozen  # type: ignore[assignment]
    update = pop = popitem = clear = setdefault = _frozen  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return Record, (dict(self),)


def freeze(value: Any) -> Any:
    """Nested lists and dicts as tuples and Records."""
    if isinstance(value, Mapping):
        return Record((key, freeze(item)) for key, item in value.items())
    if isinstance(value, list | tuple):
        return tuple(freeze(item) for item in value)
    return value


def thaw(value: Any) -> Any:
    """Nested tuples and Records as plain lists and dicts, ready for JSON or YAML."""
    if isinstance(value, Entry):
        return value.as_dict()
    if isinstance(value, Mapping):
        return {key: thaw(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [thaw(item) for item in value]
    return value


class Entry:
    """Base of every catalogue record."""

    def as_dict(self) -> dict[str, Any]:
        """All fields as plain lists, dicts, strings and numbers."""
        return {f.name: thaw(getattr(self, f.name)) for f in fields(self)}  # type: ignore[arg-type]


def cite(source: str, via: str, url: str) -> str:
    """One-line citation: the primary work first, then the place where the figure was read, then the link."""
    text = source.strip()
    if via:
        text += f" (tabulated in the {via})"
    link = url.strip()
    return f"{text}, {link}" if link and link not in text else text
