"""F3. Does the sentence say more than the test can show?"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from auditgen.checks.facts import Facts, usable
from auditgen.checks.registry import ran
from auditgen.records.check_result import CheckResult
from auditgen.records.claim import Claim
from auditgen.records.thresholds import Thresholds

VERSION = "1"
_LINKS = ("test", "one_step", "two_steps", "very_serious")
_DISTANCE = {"1": "one_step", "2": "two_steps", "very_serious": "very_serious"}


def sentence_of(claim: Claim) -> str:
    """The words that the claim uses: its statement, else its quotation."""
    return " ".join(w for w in (claim.statement, claim.quote, claim.human_group) if w)


def run(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """Distance between the test and the sentence, by the catalogue's list of usual words or by a named reader."""
    reader = claim.construct_link
    words = matched_words(sentence_of(claim), word_list(facts))
    parity = claim.type == "human_parity"
    link = max((_DISTANCE[str(w["distance"])] for w in words), key=_LINKS.index, default="test")
    if parity:
        link = "very_serious"
    if reader is not None and reader.value in _LINKS:
        link = reader.value
    values: dict[str, Any] = {
        "link": link,
        "words": _distinct([str(w["as_written"]) for w in words] + [claim.human_group or ""] * parity),
        "parity": parity,
        "human_group": claim.human_group,
        "human_score": claim.human_score.fraction if claim.human_score else None,
        "human_basis": _basis(facts),
        "matched_sample": False,
        "reader": reader.reader if reader else "word list of the catalogue",
        "second_reader": reader.second_reader if reader else None,
        "percentile_contradicted": _percentile(claim, facts),
    }
    if not values["words"] and link != "test":
        values["words"] = [_own_words(claim)]
    caveats = []
    if link != "test":
        caveats.append("F3-a")
    if parity:
        caveats.append("F3-b")
    if facts.contents("percentiles"):
        caveats.append("F3-c")
    return ran("F3", facts, ("words", "percentiles", "benchmark"), caveat_ids=tuple(caveats), values=values)


def _own_words(claim: Claim) -> str:
    """What a reader judged where no listed word stands in the sentence."""
    if claim.score is not None and claim.score.unit == "percentile":
        return f"{claim.score.text}th percentile of {claim.peer_group or claim.human_group or 'people'}"
    return (claim.quote or claim.statement or claim.type.replace("_", " "))[:80]


def _distinct(words: list[str]) -> list[str]:
    """Words without those that only repeat a part of a longer one."""
    kept = dict.fromkeys(w for w in words if w)
    return [w for w in kept if not any(w != o and w.lower() in o.lower() for o in kept)]


def word_list(facts: Facts) -> list[Mapping[str, Any]]:
    """The catalogue's list of usual words."""
    found = facts.one("words")
    return list(found["rows"]) if found else []


def matched_words(sentence: str, words: list[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Entries of the word list that stand in the sentence as whole words, with the form that stands there."""
    if not any(c.isalpha() for c in sentence):
        return []
    whole = sentence.lower()
    found: list[Mapping[str, Any]] = []
    for entry in words:
        low = whole
        for phrase in entry.get("not_in") or ():
            low = low.replace(str(phrase).lower(), " ")
        hits = [m[0] for m in _pattern((str(entry["word"]), *map(str, entry.get("forms") or ()))).finditer(low)]
        if hits:
            found.append({**entry, "as_written": max(hits, key=len)})
    return found


@lru_cache(maxsize=512)
def _pattern(forms: tuple[str, ...]) -> re.Pattern[str]:
    """All forms of a word as whole words, the longest first."""
    longest = sorted((re.escape(f.lower()) for f in forms), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(longest)})(?![\w-])")


def _basis(facts: Facts) -> str | None:
    """Who the people behind the human figure were, as the catalogue knows it."""
    for row in (facts.benchmark or {}).get("human_baselines") or ():
        if row.get("who") and usable(row.get("confidence")):
            return str(row["who"])
    return None


def _percentile(claim: Claim, facts: Facts) -> dict[str, Any] | None:
    """A percentile that other reference groups do not give: the claimed one lies above every figure of others."""
    if claim.score is None or claim.score.unit != "percentile":
        return None
    others = [
        row
        for row in facts.contents("percentiles")
        if usable(row.get("confidence"))
        and row.get("reported_by_type") != "developer"
        and row.get("part") in ("", None, "whole exam")
    ]
    if not others:
        return None
    low, high = min(r["percentile"] for r in others), max(r["percentile"] for r in others)
    if claim.score.value - high <= 5:
        return None
    groups = [f"{r['percentile']:g} ({r['reference_group']})" for r in others]
    return {"groups": groups, "low": low, "high": high}
