"""What a sentence says about how scores were made: token limits, temperature, samples, shots, tools, copies."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from auditgen.intake.documents.blocks import Passage, Spot

_NUMBER = r"\$?(\d[\d,.]*\d|\d)\s?([kKmM](?![a-z]))?"
_RULES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (key, re.compile(pattern, re.IGNORECASE))
    for key, pattern in (
        (
            "max_tokens",
            rf"(?:output|generation|response|completion|generated?)\s+(?:token\s+)?(?:length|limit|budget)[^.;]{{0,"
            rf"40}}?\b(?:to"
            rf"|of|is|=|at)\s+{_NUMBER}",
        ),
        (
            "max_tokens",
            rf"(?:limit(?:s|ed)?|maximum|max|capped|up to|with an?)\s[^.;]{{0,40}}?{_NUMBER}[\s-]*(?:output|generation"
            rf"|new|completion)?[\s-]*tokens?(?:\s+length)?\b(?! per)",
        ),
        ("max_tokens", rf"{_NUMBER}\s+(?:output|generation|new)\s+tokens?(?:\s+length)?"),
        (
            "temperature",
            r"temperature(?:\s+(?:setting|value))?s?\s*(?:of|=|to|is|at|:|was|set to)?\s*\$?(\d(?:\.\d+)?)",
        ),
        ("top_p", r"top[-_ ]?p(?:\s+value)?\s*(?:of|=|to|is|at|:)?\s*\$?(\d?\.\d+)"),
        (
            "n_samples",
            r"(?:generat|sampl|draw|run|repeat)\w*\s+(\d{1,5})\s+(?:responses|samples|completions|outputs"
            r"|times|attempts)",
        ),
        (
            "n_samples",
            r"averag\w*\s+(?:scores?\s+)?(?:over|of|across|from)\s+(\d{1,5})\s+(?:independent\s+)?(?:runs?|samples?|trials?"
            r"|seeds?|attempts?|rollouts?|responses?|repetitions?|repeats?|evaluations?)",
        ),
        ("n_samples", r"\b(\d{1,5})\s+(?:samples|responses|runs|trials|attempts)\s+per\b"),
        ("cot", r"(?:chain[- ]of[- ]thoughts?|\bcot\b)"),
        ("shots", r"\b(zero|one|\d{1,2})[\s-]?shot\b"),
        (
            "tools",
            r"\b(no tools|without (?:the use of |access to )?tools?|(?:do(?:es)? )?not (?:use|include) tools?|with"
            r" (?:bash|python|search|browsing|tools?)[^.,;]{0,40}|tool use (?:is |was )?(?:enabled|allowed|disabled))",
        ),
        (
            "reasoning_effort",
            r"\b(minimal|low|medium|high|max(?:imum)?)[\s-]+(?:reasoning|thinking)\s+effort|(?:reasoning"
            r"|thinking)[\s_-]+effor"
            r"t\s+(?:of|is|was|set to|=|:)?\s*(minimal|low|medium|high|max)|reasoning (?:level|effort)[^.]{0,30}\b"
            r"is\s+[\"“]?("
            r"minimal|low|medium|high)",
        ),
        (
            "reasoning",
            r"\b(with(?:out)?\s+extended thinking|w/o extended thinking|non-thinking mode|thinking mode"
            r"|(?:no|with(?:out)?)"
            r" (?:extended )?thinking)\b",
        ),
        (
            "prompt",
            r"\b((?:no|without an?y?|with(?:out)? (?:an?|the)?|default|assistant|same|use(?:s|d)? an?)\s+(?:[\w\"-"
            r"]+\s+){0,2}s"
            r"ystem (?:message|prompt)s?)",
        ),
        (
            "prompt",
            r"\b(?:do(?:es)? not|don't|cannot) (?:support|use)\s+(?:using\s+)?(?:an?\s+|the\s+)?(system"
            r" (?:prompt|message)s?)",
        ),
        (
            "harness",
            r"\b(lm[- ]eval(?:uation)?(?:[- ]harness)?|evaluation harness|simple-evals|opencompass|helm|lighteval|llm"
            r" autoeval|bigcode[- ]evaluation[- ]harness|inspect(?: ai)|internal evaluations? (?:library|framework"
            r"|suite)|our (?:internal|own) evaluation[\w ]{0,20})\b",
        ),
        (
            "scaffold",
            r"\b(agentless|swe-agent|mini-swe-agent|openhands|terminus(?:[- ]\d)?|internal (?:agent(?:ic)?"
            r" )?(?:scaffold\w*"
            r"|framework)|in-?house framework|(?:bash|editor)[^.,;]{0,20} tools?|agent scaffold\w*)\b",
        ),
        (
            "grader",
            r"(?:judged|graded|scored|evaluated)\s+(?:by|with|using)\s+((?:gpt|claude|gemini|llama|deepseek"
            r"|qwen)[\w.-]*(?:\s?"
            r"[\w.-]+)?)|\b((?:gpt|claude|gemini)[\w.-]+)\s+as\s+(?:the\s+|an?\s+)?(?:judge|grader)",
        ),
        (
            "combining",
            r"\b(majority vot\w+|consensus@?\d*|self-consistency|best[- ]of[- ]\w+|parallel test-time compute)",
        ),
        (
            "metric",
            r"\b(?:use|report|adopt|using|with)\s+(?:the\s+)?([A-Za-z0-9@][\w@ -]{1,40}?)\s+as\s+(?:the"
            r"|our|an?)\s+(?:evaluati"
            r"on\s+)?metric",
        ),
        (
            "metric",
            r"(?:results|scores|numbers|figures|values)\s+(?:show|are|represent|indicate|report)\s+(?:the\s+)?((?:mean"
            r" |average )?(?:accuracy|exact match|pass@\d+|f1|win rates?|success rates?|percentage|resolve"
            r" rates?|elo)\w*(?:\s"
            r"*\([^()]{3,40}\))?)\s+(?:on|for|across|of|±)\s",
        ),
        (
            "n_items",
            r"\b(?:suite|collection|set|sampling|sample|subset)\s+of\s+(\d[\d,]{0,6})\s+(?!languages|models|runs)",
        ),
        (
            "n_items",
            r"\bon\s+(?:the\s+)?(\d[\d,]{0,6})\s+(?:randomly\s+\w+\s+|sampled\s+)?(?:questions|problems"
            r"|tasks|challenges"
            r"|items|examples)\b",
        ),
        ("test_version", r"\b((?:math[- ]?500|gpqa[- ]?diamond))\b"),
    )
)
# Settings that one sentence often gives several values.
_VALUED = (
    re.compile(r"\b(zero|one|\d{1,2})[\s-]?shots?\b", re.IGNORECASE),
    re.compile(r"temperature(?:\s+\w+)?\s*(?:of|=|to|is|at|:)?\s*\$?(\d(?:\.\d+)?)", re.IGNORECASE),
    re.compile(r"\b(\d{1,5})\s+(?:repetitions?|repeats?|runs?|samples?|trials?)\b", re.IGNORECASE),
)
_VALUE_FIRST = re.compile(r"\b(?:zero|one|\d{1,2})[\s-]?shots?(?:\s+\w+){0,3}?\s+(?:for|on)\b", re.IGNORECASE)
COPIED = re.compile(
    r"""(?:copied|taken|cited|quoted|borrowed|sourced|collected|directly|come|comes|are|is|were)\s+(?:directly\s+)?from\s+(?:the\s+|their\s+|its\s+|each\s+)?
        [\w'’\s-]{0,40}(?:report|paper|blog|card|leaderboard|website|publication|announcement|release|original|official)
    |as\s+reported\s+(?:by|in)|(?:officially|self-?)\s*reported|reported\s+(?:by\s+(?:the\s+)?(?:original|developers?|authors?|provider|vendor|model)|results?\s+from|scores?\s+from)
    |官方(?:汇报|报告|公布)|引用自|来自.{0,20}(?:报告|论文|官方)
    |best\ (?:of|between)\ (?:the\ )?(?:reported|official)""",
    re.IGNORECASE | re.VERBOSE,
)
SAYS_SIZE = re.compile(
    r"\b(?:suite|collection|set|sampling|sample|subset)\s+of\s+\d|\bon\s+(?:the\s+)?\d[\d,]*\s+(?:\w+\s+){0,2}(?:quest"
    r"ions|problems|tasks|challenges|items|examples)\b",
    re.IGNORECASE,
)
_WHOLE_DOCUMENT = re.compile(
    r"""for\s+this\s+(?:library|repository|report|paper|work|evaluation)|in\s+this\s+(?:library|repository)|by\s+default|unless\s+(?:otherwise|noted|stated|specified)
    |for\s+all\s+(?:our\s+)?(?:models|evaluations|experiments|results|benchmarks)|all\s+(?:models|metrics|results|evaluations|benchmarks|scores|numbers|experiments)\s+(?:are|were|use|is)
    |(?:the|our|these)\s+(?:evaluations?|experiments)\s+(?:are|is|were|was)\s+(?:conducted|performed|run|done|carried\s+out)
    |throughout|we\s+(?:are\s+)?emphasi[sz]\w+\s+(?:the|a)""",
    re.VERBOSE,
)
_SENTENCE = re.compile(
    r"(?<=[.!?。！？；])(?<!e\.g\.)(?<!i\.e\.)(?<!vs\.)(?<!et al\.)(?<!Fig\.)(?<!approx\.)"
    r"(?<!\bNo\.)(?:\s+|(?<=[。！？；]))(?"
    r"=[A-Z\"“‘(\[\d•\u4e00-\u9fff*$]|[a-z]{1,8}-?\d)|\s*•\s+"
)
EXCEPT = re.compile(r"\bexcept(?:ing)?(?:\s+for)?\s+(.{3,160}?)(?:,|\bare\b|\bis\b|$)", re.IGNORECASE)
# One cheap look before thirty patterns: no fact is stated without one of these.
_HINT = re.compile(
    r"token|output|length|limit|temperature|top[-_ ]?p|sampl|averag|runs?\b|trials|shot|chain|\bcot\b|tool"
    r"|effort|think|reasoning l|prompt|message|harness|simple-evals|"
    r"opencompass|helm|lighteval|autoeval|inspect|internal|agent|scaffold|framework|terminus|openhands|judge"
    r"|grad|scored|vot|consist|best[- ]of|"
    r"parallel|metric|accuracy|match|f1\b|rate|percentage|elo\b|(?:suite|collection|set|subset) of|questions"
    r"|problems|tasks|challenges|items|"
    r"examples|math[- ]?500|diamond|copied|taken|cited|quoted|borrowed|sourced|collected|from|report|"
    r"官方|引用|来自|best ",
)
_OF_OTHERS = re.compile(
    r"public\s+sources?|disparit|discrepan|differ(?:s|ent|ence)?\s+(?:from|to|between)|reported\s+(?:by|in|on)\s+(?:\w+\s+){0,4}$",
    re.IGNORECASE,
)
_NEGATED_COT = re.compile(r"(?:without|no|not use|w/o)\s+(?:\w+\s+){0,2}(?:chain[- ]of[- ]thought|cot)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing said about how scores were made. `key` is a field or a setting of the claims file."""

    key: str
    value: str
    quote: str
    spot: Spot
    sentence: str
    origin: str = ""
    whole: str = ""
    """The whole sentence, where `sentence` is a clause of one that gives different values to different tests."""


def speaks_of_all(text: str) -> bool:
    """Whether a text speaks of the whole document: "unless otherwise noted", "all models are"."""
    return bool(_WHOLE_DOCUMENT.search(text.lower()))


def sentences(text: str) -> list[str]:
    """The sentences and bullets of a passage."""
    return [s.strip() for s in _SENTENCE.split(text) if s and s.strip()]


def facts_in(passage: Passage, origin: str) -> Iterator[Fact]:
    """Every setting that a passage states, with the words that state it. Exceptions ("except for X") are left out."""
    for sentence in sentences(passage.text[:4_000]):
        if _HINT.search(sentence.lower()):
            parts = _clauses(sentence)
            for part in parts:
                for key, value, quote in _facts_of(part):
                    yield Fact(key, value, quote, passage.spot, part, origin, sentence if len(parts) > 1 else "")


@lru_cache(maxsize=20_000)
def _clauses(sentence: str) -> tuple[str, ...]:
    """A sentence that gives one setting several values, in clauses of one value each; any other sentence whole.

    "BBH used 3 shots, GSM8K and MATH 0-shot CoT": what has no value of its own belongs to the value behind it, or,
    where values come first ("5-shot for MMLU and CMMLU, 8-shot for GSM8K"), to the one before it.
    """
    if all(len({m[1].lower() for m in pattern.finditer(sentence)}) < 2 for pattern in _VALUED):
        return (sentence,)
    first = bool(_VALUE_FIRST.search(sentence))
    clauses: list[str] = []
    waiting = ""
    for piece in re.split(r"(?<=[,;])\s+|\s+(?=(?:and|while|whereas)\s)", sentence):
        has_value = any(pattern.search(piece) for pattern in _VALUED)
        if has_value:
            clauses.append(f"{waiting} {piece}".strip())
            waiting = ""
        elif first and clauses:
            clauses[-1] += f" {piece}"
        else:
            waiting = f"{waiting} {piece}".strip()
    if waiting and clauses:
        clauses[-1] += f" {waiting}"
    return tuple(clauses) or (sentence,)


@lru_cache(maxsize=20_000)
def _facts_of(whole: str) -> tuple[tuple[str, str, str], ...]:
    """(key, value, quotation) of what one sentence states."""
    sentence = EXCEPT.sub(" ", whole)
    out: dict[str, tuple[str, str, str]] = {}
    for key, pattern in _RULES:
        found = pattern.search(sentence) if key not in out else None
        value = _value(key, found, sentence) if found else None
        if found and value:
            at = max(0, whole.find(found[0]))
            out[key] = (key, value, short(whole, at, at + len(found[0])))
    copied = COPIED.search(sentence)
    if copied:
        at = max(0, whole.find(copied[0]))
        quote = short(whole, at, at + len(copied[0]))
        out["copied_from"] = ("copied_from", quote, quote)
    return tuple(out.values())


def _value(key: str, found: re.Match[str], sentence: str) -> str | None:
    groups = [g for g in found.groups() if g]
    if key == "harness" and _OF_OTHERS.search(sentence[max(0, found.start() - 120) : found.start()]):
        # "a disparity to what public sources (e.g. X) report": X made figures of others, not these.
        return None
    if key == "max_tokens":
        digits, scale = found[1], (found[2] or "")
        if not scale and float(digits.replace(",", "").rstrip(".") or 0) < 100:
            return None
        return f"{digits.rstrip('.')}{scale.upper()}"
    if key == "cot":
        return "no" if _NEGATED_COT.search(sentence) else "yes"
    if key == "prompt" and re.search(r"not |n't ", found[0]):
        return f"no {groups[0]}"
    if key == "n_items":
        digits = groups[0].replace(",", "")
        return digits if digits.isdigit() and int(digits) > 1 else None
    if key == "shots":
        return {"zero": "0", "one": "1"}.get(groups[0].lower(), groups[0])
    return groups[0].strip() if groups else found[0].strip()


def short(text: str, start: int = 0, end: int | None = None, words: int = 20) -> str:
    """A quotation of at most `words` words around a span, cut at word boundaries."""
    end = len(text) if end is None else end
    if len(text.split()) <= words:
        return text.strip()
    tokens = [(m.start(), m.end()) for m in re.finditer(r"\S+", text)]
    inside = [i for i, (a, b) in enumerate(tokens) if b > start and a < end]
    first, last = (inside[0], inside[-1]) if inside else (0, 0)
    last = min(last, first + words - 1)
    spare = words - (last - first + 1)
    first = max(0, first - spare // 2)
    last = min(len(tokens) - 1, first + words - 1)
    first = max(0, last - words + 1)
    return text[tokens[first][0] : tokens[last][1]]
