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


@lru_cache(maxsize=4096)
def _initials(name: str) -> str:
    """Initials of the capitalised words, words in capitals whole: "Center for AI Standards ..." gives "CAIS..."."""
    words = re.findall(r"[A-Z][\w.-]*", name)
    return "".join(w if w.isupper() else w[0] for w in words)


@lru_cache(maxsize=4096)
def _acronyms(name: str) -> frozenset[str]:
    """Words of a name that stand in capitals and are long enough to mean one organisation."""
    return frozenset(w for w in re.findall(r"\b[A-Z]{4,}\b", name))


@lru_cache(maxsize=16384)
def same_party(a: str | None, b: str | None) -> bool:
    """Whether two names mean one organisation: all words of one stand in the other, or one is the other's initials."""
    if not a or not b:
        return False
    first, second = _tokens(a), _tokens(b)
    if first and second and (first <= second or second <= first):
        return True
    return any(w in _initials(b) for w in _acronyms(a)) or any(w in _initials(a) for w in _acronyms(b))
