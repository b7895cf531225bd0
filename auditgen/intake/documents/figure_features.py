"""What is seen around a number that tells whether it is the score of a model: words, names, signs, rules that hold.

Each feature is a short name; `weights.py` holds what each one weighs. Nothing here decides.
"""

from __future__ import annotations

import re

from auditgen.intake.documents.figure_rules import reasons_against
from auditgen.intake.documents.figure_scene import Scene
from auditgen.intake.documents.label_kinds import word_list
from auditgen.intake.documents.sentence_numbers import Number
from auditgen.intake.documents.sentence_patterns import SOLVES

_RESULT = re.compile(
    r"\b(?:accura\w+|scor\w+|success\w*|correct\w*|solv\w+|resolv\w+|pass(?:ed|\s+rates?)|win[- ]rates?|F1|BLEU|AUC\w*"
    r"|results?|rewards?|sensitivity|specificity|leaderboard|state[- ]of[- ]the[- ]art|SOTA|achiev\w*|reach\w*"
    r"|attain\w*|obtain\w*|answer\w*|complet\w*|perform\w*|hit|got)\b",
    re.IGNORECASE,
)
_GAIN = re.compile(
    r"\b(?:improv\w*|increas\w*|gain\w*|ris\w*|rose|boost\w*|reduc\w*|drop\w*|decreas\w*|outperform\w*|exceed\w*|surpass\w*"
    r"|advantage|margin|gap|lead)\b",
    re.IGNORECASE,
)
_PEOPLE = re.compile(
    r"\b(?:humans?|experts?|students?|physicians?|doctors?|participants?|residents|radiologists|people|novices?|annotators)\b",
    re.IGNORECASE,
)
# "discovered 77% of the planted flaws and patched 61%"
_FINDS = re.compile(
    r"\b(?:solv|discover|patch|detect|identif|found|uncover|complet|answer|resolv)\w*\s+(?:only\s+|just\s+|about\s+|up\s+to\s+)?$",
    re.IGNORECASE,
)
_FOR_NAME = re.compile(r"\s+(?:for|by)\s+[A-Z]")
_OPEN_BRACKET = re.compile(r"\([≈~∼]?\s*$")
_SIGN = re.compile(r"[+−±-]\s?$")
_YEAR = re.compile(r"(?:19|20)\d\d")


# Kinds of words that may stand near a figure; a kind is seen where no single word is frequent.
_KINDS: dict[str, list[str]] = {}
for _kind_of_word in ("metric", "item", "resource", "change", "result verb", "bound"):
    for _word in word_list(f"near {_kind_of_word}"):
        _KINDS.setdefault(_word, []).append(_kind_of_word)


def kinds_of(words: list[str]) -> set[str]:
    """The kinds that words of a list are of."""
    return {kind for w in words if w in _KINDS for kind in _KINDS[w]}


def figure_features(scene: Scene, n: Number) -> list[str]:
    """The features of one number of a sentence."""
    before, behind = scene.words_before(n.start, 12), scene.words_behind(n.end, 10)
    out = _words(before, behind)
    out += _kind(n)
    out += _neighbours(scene, n)
    head, tail = scene.sentence[max(0, n.start - 90) : n.start], scene.sentence[n.end : n.end + 60]
    scored = bool(_RESULT.search(head))
    seen = {
        "result before": scored,
        "result behind": bool(_RESULT.search(tail)),
        "gain before": bool(_GAIN.search(head[-45:])),
        "gain behind": bool(_GAIN.search(tail[:40])),
        "people before": bool(_PEOPLE.search(head)),
        "people behind": bool(_PEOPLE.search(tail)),
        "solving before": bool(SOLVES.search(head)),
        "finds": bool(_FINDS.search(head[-40:])),
        "for a name": bool(_FOR_NAME.match(tail)),
        "in brackets": scene.sentence.count("(", 0, n.start) > scene.sentence.count(")", 0, n.start),
        "opens brackets": bool(_OPEN_BRACKET.search(head[-4:])),
        "signed": bool(_SIGN.search(head[-2:])),
        "taken": scene.is_taken(n.start),
        "percent, result before": n.percent and scored,
        "decimal, result before": not n.percent and "." in n.text and scored,
        "percent, no names": n.percent and not scene.tests and not scene.models,
        "percent, test": n.percent and bool(scene.tests),
        "percent, model": n.percent and bool(scene.models),
        "decimal, test": not n.percent and "." in n.text and bool(scene.tests),
        "test told": bool(scene.context.test),
        "model told": bool(scene.context.model),
        "subject told": bool(scene.context.subject or scene.context.heading),
    }
    out += [name for name, holds in seen.items() if holds]
    out += _rules(scene, n)
    out.append(f"percents {min(scene.share_of_percents, 4)}")
    out.append(f"models {min(len(scene.models), 3)}")
    out.append(f"tests {min(len(scene.tests), 2)}")
    return out


def _words(before: list[str], behind: list[str]) -> list[str]:
    out = [f"-{k} {w}" for k, w in enumerate(before[:4], start=1)]
    out += [f"+{k} {w}" for k, w in enumerate(behind[:4], start=1)]
    if len(before) > 1:
        out.append(f"-- {before[1]} {before[0]}")
    if len(behind) > 1:
        out.append(f"++ {behind[0]} {behind[1]}")
    for most in (1, 3):
        out += [f"{kind} within {most} before" for kind in kinds_of(before[:most])]
        out += [f"{kind} within {most} behind" for kind in kinds_of([w for w in behind if w not in "%)"][:most])]
    out += [f"< {w}" for w in set(before)]
    out += [f"> {w}" for w in set(behind)]
    return out


def _kind(n: Number) -> list[str]:
    decimal = "." in n.text
    kind = "percent" if n.percent else "number"
    out = [f"{kind} {'decimal' if decimal else 'whole'}"]
    if n.value > 100:
        out.append("over 100")
    if n.value <= 1:
        out.append("up to 1")
    if not decimal and n.value < 10:
        out.append("one digit")
    if not n.percent and _YEAR.fullmatch(n.text):
        out.append("year")
    return out


def _neighbours(scene: Scene, n: Number) -> list[str]:
    """Which names stand before and behind the number, and how near."""
    out = []
    for name, found, near in (("test", scene.tests, 25), ("model", scene.models, 20)):
        before = [m for m in found if m.end <= n.start]
        behind = [m for m in found if m.start >= n.end]
        if before:
            out.append(f"{name} before")
            if n.start - before[-1].end < near:
                out.append(f"{name} right before")
        if behind:
            out.append(f"{name} behind")
            if behind[0].start - n.end < near:
                out.append(f"{name} right behind")
    return out


def _rules(scene: Scene, n: Number) -> list[str]:
    """What the rules say, each as "rule ..."."""
    ruled = scene.by_rule.get(n.start)
    against = reasons_against(scene.sentence, ruled or n, scene.models)
    out = [f"rule: {reason}" for reason in against]
    if against:
        out.append("rule: no score")
    if ruled is None:
        return [*out, "rule: unseen, percent" if n.percent else "rule: unseen"]
    out.append("rule: told" if ruled.told else "rule: percent" if ruled.percent else "rule: beside a test")
    if not against:
        out.append("rule: seen, test" if scene.tests else "rule: seen, no test")
    return out
