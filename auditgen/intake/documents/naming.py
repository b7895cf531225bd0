"""The model and the test of one figure, put together from the labels that stand over and beside it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from auditgen.catalogue.naming import loose
from auditgen.intake.documents.columns import SHOTS_BEHIND, is_split, split_behind
from auditgen.intake.documents.label_kinds import AVERAGE, built_as_name, is_language, is_size, is_topic, is_variant
from auditgen.intake.documents.labels import Label, merge, read_label, read_pieces
from auditgen.intake.documents.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class ModelName:
    """A model as written, and what was done to get there."""

    text: str
    flags: tuple[str, ...] = ()
    how: tuple[tuple[str, str], ...] = ()
    """Shots, split, effort, method and source of its figures that its label gives, as fields and values."""


@dataclass(frozen=True, slots=True)
class TestName:
    """A test as written, the label it came from, and the part of it that a lower label names."""

    name: str
    label: Label
    subset: str | None = None
    flags: tuple[str, ...] = ()


def name_model(
    parts: Sequence[str], words: Vocabulary, sizes: Sequence[str] = (), told_apart: bool = False
) -> ModelName | None:
    """The model named by labels from the outermost to the innermost, completed by a size beside it.

    A known name is not lengthened, unless rows of that name are `told_apart` by their sizes or its entry is of
    another size ("Coder-Base" beside 7B and 33B).
    """
    told = [_uncited(p) for p in parts if p and not read_label(p).bare]
    if not told:
        return None
    last = told[-1]
    flags: tuple[str, ...] = ()
    if is_variant(last):
        # "Llama 2" over "7B", "Gemma 2" over "PT": the family stands above; a topic does not complete a name.
        above = [p for p in told[:-1] if words.like_model(p) >= 0.6 or not is_topic(p)]
        if above and last.lower() in _EFFORTS:
            # "gpt-oss-120b" over "low", "medium" and "high".
            return ModelName(above[-1].strip(), ("model joined from two labels",), (("reasoning_effort", last),))
        if above:
            last, flags = " ".join([above[-1], last]), ("model joined from two labels",)
        elif is_size(last):
            return None
    elif len(told) > 1 and _VERSION.fullmatch(told[-2]) and loose(told[-2]) not in loose(last):
        # "ALBERT-base" under "V2".
        last, flags = f"{last} {told[-2]}", ("model joined from two labels",)
    # "7B parameters models:" is the heading of a group.
    above = [p for p in told[:-1] if words.like_model(p) >= 0.6 and not re.search(r"\bmodels:?\s*$", p)]
    if words.like_model(last) < 0.6 and above and not words.spotter.models(last):
        # "gpt-4o" over "func", "param" and "value": parts of its result.
        return ModelName(above[-1].strip(), ("part of a result under the model's name",))
    if words.like_model(last) < 0.6:
        # "Current score (Claude Sonnet 4)": the model stands inside the label.
        inside = words.spotter.models(last)
        if len(inside) == 1 and len(inside[0].name) >= 0.25 * len(last) and not last.startswith(inside[0].name + " ("):
            last = inside[0].name
    size = next((s for s in sizes if is_size(s)), None)
    if size and loose(size.rstrip("?")) not in loose(last) and (told_apart or not _is_whole(words, last, size)):
        last, flags = f"{last} {size}", ("model joined from two labels",)
    last, how = _without_bracket(last)
    return ModelName(last.strip(), flags, how)


# What is done with a model's answers, rather than to the model.
_METHOD = re.compile(
    r"feedback|search|vot(?:e|ing)|consisten|sampl|prompt|\bcot\b|tools?\b|retriev|\brag\b|interpreter|think|budget|rerank|verif"
    r"|execution|scaffold|agent|\btts\b|test-time|maj@|@\d",
    re.IGNORECASE,
)


_EFFORTS = frozenset({"low", "medium", "high", "minimal", "xhigh"})


# Not any method: "w/ Agent-R" in a list of methods is a row of its own.
_RUN_WITH = re.compile(
    r"w/\s*(?=\S).*(?:budget|\bvot(?:e|ing)|consisten|\btools?\b|think|prompt|\bcot\b|maj@|@\d|test-time)",
    re.IGNORECASE,
)


# "+ Execution Feedback" under a model's name.
_PLUS = re.compile(r"[+↳└]\s*(?=[^\W\d_])")


def is_added(name: str) -> bool:
    """ "+ Execution Feedback", "w/ 64K Inference Budget": what was done with the model of the row above."""
    return bool(_PLUS.match(name) or _RUN_WITH.match(name))


def name_added(base: ModelName, added: str) -> ModelName:
    """The model of a row "+ Execution Feedback" under one that names it: with the method, or made into another."""
    words = re.sub(r"^w/\s*", "", added.lstrip("+↳└ ")).strip()
    if _METHOD.search(words):
        return ModelName(base.text, (*base.flags, "model of the row above"), (*base.how, ("scaffold", words)))
    return ModelName(f"{base.text} + {words}", (*base.flags, "model of the row above"), base.how)


def _uncited(name: str) -> str:
    """A name without "(ours)", the letter of a list before it, and the year or authors of a reference."""
    made = _MAKER_YEAR.search(name)
    if made and (made[1] in _MAKERS or made[2] or name.startswith(made[1])):
        name = name[: made.start()]
    return _LETTERED.sub("", _BRACKETED_YEAR.sub("", _AUTHORS.sub("", _CITED.sub("", _OURS.sub("", name))))) or name


_REPORTED = re.compile(
    r"(?:self-|as )?report(?:ed)?|(?:from |original )?paper|official(?: report)?|published|reproduced|re-?run"
    r"|our (?:eval(?:uation)?|run)|reproduction",
    re.IGNORECASE,
)


def _without_bracket(name: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """ "gpt-4-0613 (few-shot, val)", "Mistral-7B (report)" as the name, and the shots, split or source behind it."""
    found = re.fullmatch(r"(.*[^\s(])\s*\(([^()]{3,40})\)", name)
    if found and _REPORTED.fullmatch(found[2]):
        # "Mistral-7B (report)": whose figure it is.
        return found[1], (("result_from", found[2]),)
    parts = [read_pieces(p) for p in found[2].split(",")] if found else []
    told = {k: v for p in parts for k, v in (p or {}).items()}
    if found is None or not all(parts) or not set(told) <= {"shots", "setting.prompt", "split"}:
        return name, ()
    return found[1], tuple((k.removeprefix("setting."), v) for k, v in told.items())


_OURS = re.compile(
    r"\s*[(（]\s*(?:ours?|our model|this(?: (?:work|model))?|coming soon|new!?|本模型|我们的)\s*[)）]\s*\Z",
    re.IGNORECASE,
)
_CITED = re.compile(
    r"\s*[(（](?!(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec))[A-Z][\w.-]+(?:\s+(?:et\s+al\.?|and\s+[A-Z]\w+|&\s+[A-Z]\w+))?,?\s*(?:19|20)\d\d[a-z]?[)）]\s*\Z"
)
# "OLMo 2-7B OLMo et al. (2025)": a reference without brackets round its authors.
_AUTHORS = re.compile(
    r"\s+[A-Z][\w’'-]+(?:\s+et\s+al\.?|\s+(?:and|&)\s+[A-Z][\w’'-]+),?\s*[(（](?:19|20)\d\d[a-z]?[)）]\s*\Z"
)
_MAKERS = frozenset(
    {
        "Team",
        "AI",
        "OpenAI",
        "Google",
        "DeepMind",
        "Anthropic",
        "Meta",
        "Mistral",
        "Microsoft",
        "Alibaba",
        "xAI",
        "Cohere",
        "NVIDIA",
    }
)
# "Qwen 3-8B Team (2025c)", "Apertus-8B Apertus (2025)"
_MAKER_YEAR = re.compile(r"\s+([A-Z][\w’'-]+)\s*[(（](?:19|20)\d\d([a-z]?)[)）]\s*\Z")
_BRACKETED_YEAR = re.compile(r"\s*\[(?:[^\[\]]{0,40}\b)?(?:19|20)\d\d[a-z]?\]\s*\Z")
# "(b) Qwen-72B-Instruct": rows that a text refers to by letter.
_LETTERED = re.compile(r"^\s*(?:[(（]\s*[a-z]\s*[)）]|[*†‡])\s*(?=\w)")
_VERSION = re.compile(r"[vV](?:ersion)?\s?\d(?:\.\d+)?")


def _is_whole(words: Vocabulary, name: str, size: str) -> bool:
    """Whether a name needs no size: its entry has none or this one, or it is one of several entries without a size."""
    found = words.model(name)
    if found.status == "ambiguous":
        return all(_has_size(entry, size) for entry in found.candidates)
    return _has_size(found.id, size)


def _has_size(entry: str | None, size: str) -> bool:
    """Whether a catalogue entry is found, and is not of another size."""
    if entry is None:
        return False
    sizes = re.findall(r"(?<![\w.])(?:\d+x)?\d+(?:\.\d+)?[bmt](?![a-z])", entry)
    return not sizes or size.lower().replace(" ", "") in sizes


def name_test(
    parts: Sequence[str], words: Vocabulary, how: Sequence[str] = (), repeated: frozenset[str] = frozenset()
) -> TestName | None:
    """The test named by labels from the outermost to the innermost; `how` holds labels of metric or shots alone.

    The innermost label that is known wins. What stands below a known test and is not one itself is its part, and so
    is what is `repeated` below several labels.
    """
    labels = [read_label(p) for p in parts if p]
    labels = [_whole_if_known(label, words) for label in labels]
    if not labels:
        return None
    labels = [_split_off(_behind_topic(label, words), words) for label in labels]
    label = labels[0]
    for lower in labels[1:]:
        label = merge(label, lower)
    for text in how:
        label = _with_how(label, read_pieces(text) or {})
    named = [one for one in labels if one.name]
    if not named:
        return None
    inner = named[-1]
    if len(named) > 1 and is_split(inner.name) and not is_topic(named[-2].name):
        # "RefCOCO" over "val".
        return TestName(named[-2].name, replace(label, name=inner.name, split=inner.name), None)
    known = [one for one in named if words.like_test(one.name) >= 0.5]
    if len(named) > 1 and not known and _part_by_itself(inner, named[-2]):
        # "German (de)" and "Average" below "Global-MMLU-Lite (5-shot)".
        return _as_part(named[-2].name, inner, label)
    if inner.written in repeated and len(named) > 1 and not known and not is_topic(named[-2].name):
        # "text-to-image" below "Flickr30K", and below "COCO" again.
        return TestName(
            named[-2].name, replace(label, name=inner.name), inner.name, ("part of a test from two labels",)
        )
    if inner in known or len(named) == 1 or not known:
        # A group title that is no test ("Coding Tasks") only orders the rows.
        if AVERAGE.match(inner.name) and known:
            return TestName(known[-1].name, label, "average", ("average",))
        return TestName(inner.name, replace(label, name=inner.name, written=inner.written, rest=inner.rest))
    if inner.name.endswith("+") and words.like_test(f"{known[-1].name}+") >= 0.9:
        # "HE+" under "HumanEval".
        return TestName(f"{known[-1].name}+", replace(label, name=f"{known[-1].name}+"))
    goes_on = inner.name.startswith(f"{known[-1].name} ")
    if goes_on or (is_topic(known[-1].name) and not is_language(inner.name)):
        return TestName(inner.name, replace(label, name=inner.name, written=inner.written, rest=inner.rest))
    return _as_part(known[-1].name, inner, label)


def _as_part(whole: str, inner: Label, label: Label) -> TestName:
    """The part of a test that an inner label names, an average as the average."""
    subset = "average" if AVERAGE.match(inner.name) else inner.name
    return TestName(whole, replace(label, name=inner.name), subset, ("part of a test from two labels",))


def _part_by_itself(inner: Label, above: Label) -> bool:
    """Whether a label can only be a part of what stands over it: a language, or an average under a test's name."""
    if is_topic(above.name):
        return False
    return is_language(inner.name) or bool(AVERAGE.match(inner.name) and above.shots and built_as_name(above.name))


def shots_behind(labels: Sequence[str], words: Vocabulary) -> dict[str, str]:
    """Labels that end in a number of shots ("HellaSwag-10", "ARC-25"), and how they are written in full.

    Told by several names that are tests without the number, and are none with it.
    """
    ends = {text: found for text in labels if (found := SHOTS_BEHIND.fullmatch(text.strip()))}
    known = {
        words.test(found[1]).id
        for text, found in ends.items()
        if words.like_test(text) < 0.5 <= words.like_test(found[1])
    }
    if len(known - {None}) < 2:
        return {}
    return {text: f"{found[1]} ({found[2]}-shot)" for text, found in ends.items() if words.like_test(text) < 0.5}


def _whole_if_known(label: Label, words: Vocabulary) -> Label:
    """A label whose brackets were not understood keeps them; one that is a known name as a whole stays whole."""
    if label.name != label.written and not label.metric and not label.shots and not label.setting and not label.rest:
        return (
            label
            if words.like_test(label.name) >= words.like_test(label.written)
            else replace(label, name=label.written)
        )
    return label


def _behind_topic(label: Label, words: Vocabulary) -> Label:
    """ "Multilingual Math — MGSM" as MGSM: the name of a test behind the heading of its group."""
    topic, dash, name = (label.name or "").rpartition(" — ")
    known = dash and words.like_test(label.name) < 0.5 <= words.like_test(name) and words.like_test(topic) < 0.5
    return replace(label, name=name) if known else label


def _split_off(label: Label, words: Vocabulary) -> Label:
    """ "SQuAD2.0 dev" as SQuAD2.0 with its split, if that is a test that is known and the whole is none."""
    apart = split_behind(label.name) if words.like_test(label.name) < 0.5 else None
    if apart is None:
        return label
    # "NoCaps val CIDEr": what stands before a measure and can only be a split.
    told = bool(label.metric) or re.fullmatch(r"val|dev", apart[1], re.IGNORECASE)
    if words.like_test(apart[0]) < 0.5 and not told and not re.search(r"[-_](?:clean|other)$", apart[1]):
        return label
    return replace(label, name=apart[0], split=label.split or apart[1])


def _with_how(label: Label, found: dict[str, str]) -> Label:
    setting = {k.removeprefix("setting."): v for k, v in found.items() if k.startswith("setting.")}
    return replace(
        label,
        metric=label.metric or found.get("metric"),
        shots=label.shots or found.get("shots"),
        setting={**setting, **label.setting},
        percent=label.percent or "percent" in found,
    )


def setting_key(word: str, names: Sequence[str]) -> tuple[str, str]:
    """Under which field one of two names is kept: a direction, a metric, a language, or a part of the test."""
    if "->" in word:
        return "direction", word
    pieces = read_pieces(word)
    if pieces and set(pieces) == {"metric"}:
        return "metric", word
    if is_language(word):
        return "language", word
    if pieces and len(pieces) == 1:
        key, value = next(iter(pieces.items()))
        return key.removeprefix("setting."), value
    return "subset", word
