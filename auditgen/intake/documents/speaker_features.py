"""What is seen between a number and somebody whose figure it may be: distance, clauses, verbs, brackets, comparisons.

Each feature is a short name; `weights.py` holds what each one weighs. Nothing here decides.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from auditgen.catalogue.naming import loose
from auditgen.intake.documents.figure_features import kinds_of
from auditgen.intake.documents.figure_scene import Candidate, Scene
from auditgen.intake.documents.label_kinds import word_list
from auditgen.intake.documents.sentence_numbers import Number
from auditgen.intake.documents.sentence_standing import COMPARED

_CLAUSE = re.compile(r"[;]|\.\s|\b(?:while|whereas|but|although|though)\b", re.IGNORECASE)
_VERB = re.compile(
    r"\b(?:achiev|scor|reach|attain|obtain|solv|record|post|hit|get|got|answer|complet|register|earn|cross|has|have|had|show"
    r"|perform|demonstrat|deliver|pass|rank|is|was|are|were)\w*\b",
    re.IGNORECASE,
)
_BESIDE_OTHERS = re.compile(
    r"\b(?:than|over|outperform\w*|surpass\w*|beat\w*|exceed\w*|outscor\w*|trail\w*|versus|vs\.?|against|compared\s+(?:to|with)"
    r"|behind|unlike|relative\s+to|from)\s+(?:[\w'’-]{1,30}\s+){0,2}$",
    re.IGNORECASE,
)
_ONLY_BRACKET = re.compile(r"\s*\(?[\s≈~]*|\s*\(\s*")


def speaker_features(
    scene: Scene, n: Number, one: Candidate, everyone: Sequence[Candidate], before: Candidate | None
) -> list[str]:
    """The features of one candidate for one number; `before` is whose the number before it was."""
    out = [one.kind]
    if one.name.startswith("unnamed"):
        out.append("no name")
    out += _shape(one)
    name = loose(one.name)
    for kind in ("subject", "model", "heading"):
        if name == loose(getattr(scene.context, kind)):
            out.append(f"{one.kind} is told {kind}")
    if before is not None and name == loose(before.name):
        fresh = any(c.here and n.start >= c.end and c.start >= before.end and c is not one for c in everyone)
        out.append("same as before, others between" if fresh else "same as before, none between")
    if not one.here:
        return out + _absent(scene, n, one, everyone)
    if one.end <= n.start:
        side, start, end = "before", one.end, n.start
    elif one.start >= n.end:
        side, start, end = "behind", n.end, one.start
    else:
        return [*out, "around"]
    out.append(f"{one.kind} {side}")
    out += [f"{side} {x}" for x in _gap(scene, n, one, everyone, start, end)]
    out += [f"{side} {x}" for x in _place(scene, one, n, everyone)]
    return out


def _shape(one: Candidate) -> list[str]:
    """How a written name looks: "Seed-Prover", "GPT-4o", "Execution MAE"."""
    if one.kind != "name":
        return [f"{one.kind}, a family"] if one.name.lower() in word_list("families") else []
    out = [f"name of {min(3, len(one.name.split()))} words"]
    if re.fullmatch(r"[A-Z][a-z]+", one.name):
        out.append("plain word begins" if one.start < 3 else "plain word")
    if re.search(r"\d", one.name):
        out.append("name with a digit")
    if re.search(r"[a-z][A-Z]|[A-Za-z]-[A-Z]", one.name):
        out.append("name in humps")
    if re.fullmatch(r"[A-Z]+s?", one.name):
        out.append("name in capitals")
    if kinds_of(one.name.lower().split()) & {"metric", "item"}:
        out.append("name of a metric")
    return out


def _absent(scene: Scene, n: Number, one: Candidate, everyone: Sequence[Candidate]) -> list[str]:
    """What the sentence itself names, for somebody named only before it."""
    kinds = [c.kind for c in everyone if c.here]
    out = [f"{one.kind}, models {min(2, kinds.count('model'))}"]
    if "described" in kinds:
        out.append(f"{one.kind}, described")
    if any(k in kinds for k in ("it", "its", "they", "we", "our")):
        out.append(f"{one.kind}, pronoun")
    if any(c.kind == "model" and c.end <= n.start for c in everyone):
        out.append(f"{one.kind}, model before")
    out.append(f"{one.kind}, begins {' '.join(scene.tokens[:1])}")
    return out


def _gap(scene: Scene, n: Number, one: Candidate, everyone: Sequence[Candidate], start: int, end: int) -> list[str]:
    """What stands between the two."""
    words = scene.words_between(start, end)
    text = scene.sentence[start:end]
    inside = [c for c in everyone if c.here and c.start >= start and c.end <= end and c is not one]
    models = sum(c.kind == "model" for c in inside)
    numbers = sum(start <= x.start < end for x in scene.numerals)
    out = [f"within {most}" for most in (1, 3, 6, 12, 20) if len(words) <= most]
    out.append(f"far {min(len(words), 30) // 6}")
    out.append(f"names between {min(len(inside), 4)}")
    out.append(f"models between {min(models, 3)}")
    out.append(f"numbers between {min(numbers, 3)}")
    if models == 0:
        out.append(f"nearest {one.kind}")
    if not inside:
        out.append("nearest")
    if _CLAUSE.search(text):
        out.append("other clause")
    out.append(f"commas {min(3, text.count(','))}")
    if text.count("(") != text.count(")"):
        out.append("bracket between")
    if _ONLY_BRACKET.fullmatch(text):
        out += ["only a bracket between", f"only a bracket between, {one.kind}"]
    if _VERB.search(text):
        out.append("verb between")
    out += [f"{kind} among first" for kind in kinds_of(words[:2])]
    out += [f"{kind} between" for kind in kinds_of(words)]
    if words:
        out += [f"first {words[0]}", f"last {words[-1]}"]
        out += [f"among first {w}" for w in words[:2]]
        out += [f"among last {w}" for w in words[-2:]]
    return out


def _place(scene: Scene, one: Candidate, n: Number, everyone: Sequence[Candidate]) -> list[str]:
    """Where the candidate stands in the sentence, and what stands around it."""
    head = scene.sentence[: one.start]
    prior = scene.words_before(one.start, 4)
    out = [f"after {prior[0]}"] if prior else ["begins"]
    if len(prior) > 1:
        out.append(f"after {prior[1]} ...")
    if len(prior) < 4:
        out.append("near the start")
    if _BESIDE_OTHERS.search(head[-60:]):
        out.append("compared with")
    listed = _listed_with(scene, one, everyone)
    if COMPARED.search(head[-60:]) or (listed is not one and COMPARED.search(scene.sentence[: listed.start][-60:])):
        out += ["compared", *(f"compared, then {w}" for w in scene.words_behind(one.end, 1))]
        if listed is not one:
            out.append("compared in a list")
        if one.end <= n.start and "with" in scene.words_between(one.end, n.start)[-4:]:
            # "outperforms GPT-4o on MATH with 83.9%": the figure is the winner's.
            out.append("compared, the figure behind with")
    opened = head.count("(") > head.count(")")
    if opened and scene.sentence.count("(", 0, n.start) <= scene.sentence.count(")", 0, n.start):
        out.append("in brackets of its own")
    behind = scene.words_behind(one.end, 1)
    if behind:
        out.append(f"then {behind[0]}")
        out += [f"{one.kind} then {kind}" for kind in kinds_of(scene.words_behind(one.end, 2))]
    if scene.sentence[one.end : one.end + 2] in ("'s", "’s"):
        out.append("possessive")
    owned = next((x for x in scene.numerals if one.end <= x.start <= one.end + 14), None)
    if owned is not None and owned is not n and len(scene.words_between(one.end, owned.start)) <= 2:
        out.append("has a figure of its own")
    models = [c for c in everyone if c.kind == "model" and c.here]
    if one.kind == "model":
        if len(models) == 1:
            out.append("only model")
        if models[0] is one:
            out.append("first model")
    return out


_LISTED = re.compile(r"(?:['’]s)?(?:\s*\([^()]{0,30}\))?\s*(?:,\s*(?:and\s+|or\s+)?|and\s+|or\s+)(?:the\s+)?")


def _listed_with(scene: Scene, one: Candidate, everyone: Sequence[Candidate]) -> Candidate:
    """The first of a list of names in which one stands: "outperforms GPT-4o and Claude 3.5"."""
    first = one
    for _ in range(8):
        before = next(
            (
                c
                for c in everyone
                if c.here
                and c.end <= first.start
                and c.end >= first.start - 40
                and _LISTED.fullmatch(scene.sentence[c.end : first.start])
            ),
            None,
        )
        if before is None:
            break
        first = before
    return first
