"""Which test a number of a sentence is joined to, by the words between the two."""

from __future__ import annotations

import re

from auditgen.intake.documents.mentions import Mention


def share_of(after: str) -> str:
    """What a share is of: "77% of the vulnerabilities present in real software"."""
    found = re.match(r"\s*(?:of|success on|on)\s+(?:the\s+)?([^.,;()]{3,80})", after)
    return " ".join(found[1].split()[:8]) if found else "not stated"


_ON_GAP = re.compile(
    r"\s*(?:[%)]\s*)?(?:accuracy\s+|pass@\d+\s+|success\s+|correct\s+)?(?:on|in|for|of)\s+(?:both\s+"
    r"|the\s+)?",
    re.IGNORECASE,
)
_OF_GAP = re.compile(
    r"\s*(?:\([^()]{0,60}\)\s*)?(?:(?:benchmark|accuracy|scores?|performance|pass(?:@\d+)?(?:\s+rate)?|results?"
    r"|rating)\s+)?"
    r"(?:of|is|was|at|:|=|to|reach(?:es|ed)|stands?\s+at)?\s*(?:about\s+|around\s+|only\s+|just\s+|over\s+|above\s+"
    r"|under\s+)?",
    re.IGNORECASE,
)


def test_of(sentence: str, start: int, end: int, tests: tuple[Mention, ...], numbers: list[int]) -> Mention | None:
    """The test that a number is joined to ("on X" behind, "X score of" before it); else the next or the nearest one."""
    following = min((n for n in numbers if n > start), default=10**9)
    behind = [t for t in tests if end <= t.start < following and t.start - end < 160]
    before = [t for t in tests if t.end <= start]
    if behind and _ON_GAP.fullmatch(sentence[end : behind[0].start]):
        return behind[0]
    if before and _OF_GAP.fullmatch(sentence[before[-1].end : start]):
        return before[-1]
    if behind and (not before or len(tests) > 1 or behind[0].start - end < start - before[-1].end):
        return behind[0]
    return before[-1] if before else (behind[0] if behind else None)


def written_test(sentence: str, end: int) -> Mention | None:
    """A name behind "on" that the catalogue does not hold: "61.1% on SWE-Multilingual"."""
    found = re.match(
        r"\s+(?:accuracy\s+)?on\s+(?:the\s+)?((?:[A-Z][\w+-]*|τ[\w-]*)(?:[ .-]?(?:[A-Z0-9][\w+-]*)){0,4})(?=[\s,.;)])",
        sentence[end:],
    )
    if found is None or not re.search(r"[A-Z].*[A-Z\d]|[a-z][A-Z]", found[1]):
        return None
    return Mention(found[1], end + found.start(1), end + found.end(1))
