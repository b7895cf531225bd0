"""Who is who: whether two names mean the same organisation."""

from __future__ import annotations

import re
from functools import lru_cache

_GENERIC = {"ai", "inc", "team", "the", "research", "lab", "labs", "corp", "ltd", "of", "and", "group", "llc", "cloud"}
_SAME = ({"zai", "zhipu"}, {"google", "deepmind"}, {"caisi", "nist"}, {"alibaba", "qwen"}, {"meta", "facebook", "fair"})


@lru_cache(maxsize=4096)
def _tokens(name: str) -> frozenset[str]:
    words = {w for w in re.split(r"[^0-9a-z\u00c0-\uffff]+", name.lower()) if w}
    if re.search(r"\bz\.ai\b", name.lower()):
        words = (words - {"z", "ai"}) | {"zai"}
    words = words - _GENERIC or words
    for group in _SAME:
        if words & group:
            words = words | group
    return frozenset(words)


def same_party(a: str | None, b: str | None) -> bool:
    """Whether two names mean one organisation: all words of one stand in the other, up to general words."""
    if not a or not b:
        return False
    first, second = _tokens(a), _tokens(b)
    return bool(first) and bool(second) and (first <= second or second <= first)
