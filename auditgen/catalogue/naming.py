"""Reading a name as written: careful steps from the text to a key, each with a word for the record."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

HYPHENS = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d\u00ad"), "-")
QUOTES = {0x2018: "'", 0x2019: "'", 0x201C: '"', 0x201D: '"', 0x00A0: " ", 0x202F: " "}
FOOTNOTE = re.compile(
    r"[*†‡§¶⁰¹²³⁴-⁹ᵃ-ᵍ]+\s*\Z|\^\{?[a-z0-9]\}?\s*\Z|\[\d{1,2}\]\s*\Z|<sup>.{1,4}</sup>\s*\Z", re.IGNORECASE
)

EFFORT = ("low", "medium", "med", "high", "minimal", "max", "xhigh")
MONTHS = {
    m: i for i, m in enumerate(["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"], 1)
}
PRECISION = re.compile(r"(?:bf16|fp16|fp32|fp8|fp4|int8|int4|4-?bit|8-?bit|awq|gptq|gguf|q4|q8)\Z")

# Words that close a model's name and say which weights were meant. "preview" says nothing about weights.
WEIGHT_WORDS = (
    (re.compile(r"(?:^|[\s\-_(])(?:non|no|without|w/o)[\s\-]*(?:extended[\s\-]*)?(?:thinking|reasoning)\b"), "chat"),
    (re.compile(r"(?:^|[\s\-_(])(?:thinking|reasoning)\b"), "reasoning"),
    (re.compile(r"(?:^|[\s\-_(])(?:instruct|inst|ins|chat|it|sft|dpo|rlhf|assistant)\b\.?"), "chat"),
    (re.compile(r"(?:^|[\s\-_(])(?:base|pretrained|pre-trained|pt)\b"), "base"),
)
WEIGHT_SUFFIX = re.compile(
    r"[\s\-_]*(?:\(\s*)?\b(?:instruct|inst|chat|it|base|preview|hf|thinking|non-thinking|w/ thinking|w/o thinking)\b\.?"
    r"(?:\s*\))?\s*\Z"
)
MAKERS = re.compile(
    r"(?:openai|anthropic|google(?: deepmind)?|meta(?:-llama)?|microsoft|mistral(?: ?ai)?|alibaba|deepseek-ai|deepmind|"
    r"xai|amazon|nvidia|cohere|moonshot(?: ai)?|databricks|tencent)[\s\-:]+(?=\S)"
)


class Step(NamedTuple):
    """One reading of a name: the text to look up, what was done to get there, and what was taken out."""

    text: str
    done: str
    setting: dict[str, object]
    subset: str | None = None


_SPACING = re.compile(r"[\s\-_]+")


def tidy(text: str) -> str:
    """Unicode forms, hyphens, quotes and spaces unified; footnote marks at the end taken off."""
    text = text.translate(HYPHENS).translate(QUOTES).strip()
    while (shorter := FOOTNOTE.sub("", text).rstrip()) != text and shorter:
        text = shorter
    return " ".join(unicodedata.normalize("NFKC", text).translate(HYPHENS).split())


@lru_cache(maxsize=50_000)
def loose(text: str) -> str:
    """Key that ignores hyphens, underscores and spaces; points, plus signs and all other marks count."""
    return _SPACING.sub("", unicodedata.normalize("NFKC", text.translate(HYPHENS)).lower())


def read_setting(words: str) -> dict[str, object] | None:
    """Setting named by the words of a bracket or of a tail ("5-shot, CoT"), or None if any word is not one."""
    found: dict[str, object] = {}
    pieces = [p.strip().lower() for p in re.split(r"[,;/|]| and ", words) if p.strip()]
    if not pieces:
        return None
    for piece in pieces:
        known = _setting(piece)
        if known is None:
            return None
        found.update(known)
    return found


def _setting(piece: str) -> dict[str, object] | None:
    if shots := re.fullmatch(r"(\d+)[\s\-]*shots?(?:[\s\-]*(cot|prompting))?", piece):
        told: dict[str, object] = {"shots": int(shots[1])}
        return {**told, "cot": True} if shots[2] == "cot" else told
    if piece in ("zero-shot", "zero shot"):
        return {"shots": 0}
    if piece in ("few-shot", "few shot"):
        return {"shots": "few"}
    if piece in ("cot", "chain of thought", "chain-of-thought", "with cot", "w/ cot"):
        return {"cot": True}
    if piece in ("no cot", "direct", "w/o cot", "without cot"):
        return {"cot": False}
    if sampling := re.fullmatch(r"(pass|cons|maj|best|avg|mean|em_maj1)\s*@\s*(\d+)", piece):
        return {"metric": f"{sampling[1]}@{sampling[2]}"}
    if piece in (
        "em",
        "acc",
        "acc.",
        "accuracy",
        "f1",
        "percentile",
        "rating",
        "macro",
        "micro",
        "exact match",
        "%",
        "correct",
    ):
        return {"metric": piece}
    if effort := re.fullmatch(rf"({'|'.join(EFFORT)})(?:[\s\-](?:reasoning[\s\-])?effort)?", piece):
        return {"effort": effort[1]}
    if piece in ("thinking", "with thinking", "w/ thinking", "extended thinking", "reasoning"):
        return {"thinking": True}
    if re.fullmatch(r"(?:non|no|without|w/o)[\s\-]*(?:extended[\s\-]*)?(?:thinking|reasoning)", piece):
        return {"thinking": False}
    if PRECISION.fullmatch(piece):
        return {"precision": piece}
    if runs := re.fullmatch(r"n\s*=\s*(\d[\d,]*)", piece):
        return {"n": int(runs[1].replace(",", ""))}
    if dated := re.fullmatch(r"([a-z]{3})[a-z]*\.?\s+(20\d\d)", piece):
        month = MONTHS.get(dated[1])
        return {"date": f"{dated[2]}-{month:02d}"} if month else None
    if re.fullmatch(r"20\d\d-\d\d(?:-\d\d)?", piece):
        return {"date": piece}
    if piece in ("text only", "text-only"):
        return {"modality": "text only"}
    if piece in ("with tools", "no tools", "w/ tools", "w/o tools", "tools"):
        return {"tools": piece not in ("no tools", "w/o tools")}
    return None


BRACKET = re.compile(r"\s*[(\[]([^()\[\]]{1,80})[)\]]\s*\Z")
TAIL = re.compile(
    r"[\s,:]+((?:\d+[\s\-]?shots?|zero[\s\-]shot|cot|em|pass@\d+|maj@\d+|cons@\d+)(?:[\s,]+cot)?)\s*\Z", re.I
)
HEAD = re.compile(r"\A((?:\d+|zero|few)-shot)\s+", re.IGNORECASE)


def without_settings(text: str) -> Iterator[Step]:
    """The text after its settings are taken off, one at a time, the outermost first."""
    setting: dict[str, object] = {}
    taken: list[str] = []
    while True:
        for pattern in (BRACKET, TAIL, HEAD):
            found = pattern.search(text)
            words = read_setting(found[1]) if found else None
            if found and words is not None:
                rest = (text[: found.start()] + text[found.end() :]).strip()
                if not rest:
                    continue
                setting = {**words, **setting}
                taken.append(f"'{found[0].strip()}'")
                text = rest
                yield Step(text, f"after removing {' and '.join(taken)}", dict(setting))
                break
        else:
            return


def settings_in(text: str) -> dict[str, object]:
    """Every setting that sits inside a name, also where the whole name is a known alias."""
    found: dict[str, object] = {}
    for step in without_settings(tidy(text)):
        found = step.setting
    if effort := re.search(r"[\s\-](low|medium|high)\Z", tidy(text).lower()):
        found = {**found, "effort": effort[1]}
    return found


def weights_in(text: str) -> str:
    """The kind of weights that a name itself states: base, chat, reasoning or unknown."""
    low = text.lower()
    for pattern, kind in WEIGHT_WORDS:
        if pattern.search(low):
            return kind
    return "unknown"


def _first(written: str) -> Iterator[Step]:
    """The name as it stands, then with marks, hyphens and spaces unified."""
    plain, text = " ".join(written.split()), tidy(written)
    yield Step(plain, "", {})
    if text != plain:
        yield Step(text, "after unifying characters and footnote marks", {})


def model_readings(written: str) -> Iterator[Step]:
    """Readings of a model's name from the most literal to the most cautious one that drops something."""
    queue = [*_first(written), *without_settings(tidy(written))]
    seen: set[str] = set()
    for first in queue:
        for step in _model_variants(first):
            if step.text and step.text not in seen:
                seen.add(step.text)
                yield step


def _model_variants(step: Step) -> Iterator[Step]:
    yield step
    if "/" in step.text:
        step = _then(step, step.text.rpartition("/")[2], f"after removing '{step.text.rpartition('/')[0]}/'")
        yield step
    low = step.text.lower()
    if (dotted := re.sub(r"(?<=[a-z]-)(\d)-(\d)(?=-[a-z]|\Z)", r"\1.\2", low)) != low:
        yield _then(step, dotted, "after reading '-' between digits as a point")
    if maker := MAKERS.match(low):
        step = _then(step, step.text[maker.end() :], f"after removing '{maker[0].strip(' -:')}'")
        yield step
    for _ in range(2):
        tail = WEIGHT_SUFFIX.search(step.text.lower())
        if not tail or not tail.start():
            break
        step = _then(step, step.text[: tail.start()], f"after removing '{step.text[tail.start() :].strip()}'")
        if "preview" in tail[0]:
            step.setting["version"] = "preview"
        yield step


def benchmark_readings(written: str) -> Iterator[Step]:
    """Readings of a test's name from the most literal on."""
    text = tidy(written)
    yield from _first(written)
    yield from without_settings(text)
    if "/" in text and " " not in text:
        yield Step(text.rpartition("/")[2], f"after removing '{text.rpartition('/')[0]}/'", {})


def _then(step: Step, text: str, done: str) -> Step:
    return Step(text.strip(), f"{step.done} and {done}" if step.done else done, dict(step.setting), step.subset)


def split_subset(text: str) -> Iterator[tuple[str, str]]:
    """(name of the whole test, what may be a part of it), the longest name first."""
    if found := BRACKET.search(text):
        yield text[: found.start()].strip(), found[1].strip()
    for mark in re.finditer(r"\s*[:–]\s+|\s+-\s+|:|,\s+|\s+|-|_", text):
        if mark.start() and mark.end() < len(text):
            yield text[: mark.start()], text[mark.end() :].strip(" ()[]-:")


def by_date(public: str | None, claimed: str) -> bool | None:
    """Whether something public since `public` could be meant at `claimed`; None where a date is missing.

    Dates are years, months or days; the wider reading counts, so that nothing is left out by a missing day.
    """
    if not public or not claimed:
        return None
    shared = min(len(public), len(claimed))
    return public[:shared] <= claimed[:shared]
