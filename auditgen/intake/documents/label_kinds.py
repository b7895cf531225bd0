"""Kinds of labels that are no names: languages, topics, sizes, averages, and rows that describe a model."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib import resources

import yaml


@cache
def word_list(name: str) -> frozenset[str]:
    """One list of vocabulary.yaml."""
    return frozenset(str(_lists()[name]).split())


@cache
def _lists() -> dict[str, str]:
    text = resources.files(__package__).joinpath("vocabulary.yaml").read_text(encoding="utf-8")
    lists: dict[str, str] = yaml.safe_load(text)
    return lists


# Labels are asked about again and again; this many answers are kept.
_ASKED = 20_000


# Rows and columns of the same tables that say what a model is, not how it did.
NOT_A_TEST = re.compile(
    r"""(?:\#\s*)?(?:activated|active|total|trainable|non-?embedding|embedding)?\s*(?:\#\s*)?
    (?:param(?:eter)?s?|参数.*)(?:\s*\(.*\))?\Z
    |(?:model\s+)?(?:architecture|arch\.?)\Z|model\s*size\b
    |\#?\s*layers?\b|number\ of\ |hidden(?:[ _-]*(?:size|dim\w*|layers?|units?|states?))?\s*(?:\(.*\))?\Z
    |vocab|heads?\b|(?:num|n)[_ ]
    |context\s*(?:length|window|size)?\Z|(?:max(?:imum)?\s+)?(?:sequence|input|output|context)\s*(?:length|tokens?)
    |(?:train(?:ing)?|pre-?train(?:ing)?)\s*(?:data|tokens?|time|flops|compute|power|cost|set|steps?|location|market)
    |\#\s*[a-z]|tokens?\ per\b
    |(?:carbon|co2|energy|power|gpu|tpu|vram|memory|ram|flops?|throughput|latency|speed|ttft|tokens?[/ ]
      |cost|price|pricing
      |licen[cs]e|release|date|knowledge\ cut|cut-?off|weights?\Z|download|url|link|quantization\ method
      |dtype
      |disk|storage|file\s*size|bits?\Z|batch|learning\ rate|lr\Z|epochs?|optimizer|hardware|open[- ]?(?:source|weights)
      |huggingface|hugging\ face|modelscope|checkpoint|runtime|seconds?\Z|time\Z|year\Z|organi[sz]ation|developer|vendor
      |votes?\Z|95%\s*ci|modalit|tool(?:s)?\Z|thinking\ budget|显存|速度|下载|开源日期|上下文)""",
    re.IGNORECASE | re.VERBOSE,
)


# Columns beside those of models that hold people, chance, or differences.
NOT_A_MODEL = re.compile(
    r"(?:(?:average|avg\.?|expert|skilled|non-?expert|domain)\s+)?humans?(?:[ -](?:experts?|baseline|performance"
    r"|level|avg|average|annotators?))?\Z"
    r"|experts?\Z|random(?: (?:guess\w*|chance|baseline))?\Z|chance(?: level)?\Z|人类.*|随机.*|baseline\Z|majority(?:"
    r" class)?\Z"
    r"|sota\Z|(?:rel(?:ative|\.)?\s+)?(?:[Δδ∆].*|diff(?:erence)?\.?"
    r"|delta|gap|gains?|improvements?|提升|差距)(?:\s*\(.*\))?\Z"
    r"|weights?\Z|notes?\Z|comments?\Z|说明|备注|target\Z|threshold\Z|status\Z",
    re.IGNORECASE,
)


AVERAGE = re.compile(
    r"(?:(?:macro|micro|overall|weighted|grand|total|unweighted)[\s-]*)?(?:avg|average|mean|overall|total|平均|综合|总分|总体)"
    r"(?:[\s.]*(?:score|accuracy|acc|of all|performance|\(.*\)|分))?\.?\Z",
    re.IGNORECASE,
)


# Words that head a group of tests.
TOPIC = re.compile(
    r"(?:general|math(?:ematics)?|code|coding|reasoning|knowledge|language|multilingual|english|chinese|science"
    r"|stem|vision|"
    r"image|video|audio|agent(?:ic|s)?|tools?(?: use)?|function calling|safety|alignment"
    r"|instruction following|long[- ]context"
    r"|commonsense|"
    r"understanding|world knowledge|reading comprehension|factuality|steerability|multimodal|writing|creative writing|"
    r"popular|cyber|humanities|social sciences|other|others|overall|tasks?|domain|category|capability|benchmark|"
    r"benchmarks|evaluation|metric|model|score|results?)(?:\s*(?:&|and|/|,)\s*\w[\w ]*)*(?:\s+(?:tasks?|benchmarks?"
    r"|ability|abilities|"
    r"capabilities|knowledge|reasoning|use|understanding))?\Z",
    re.IGNORECASE,
)


# Names of tests that the catalogue does not hold are often made of a word and "Bench", "Eval", "QA" or "Arena".
# Programs that run tests are named the same way.
_TEST_SHAPE = re.compile(
    r"(?<![\w-])(?!(?:LLM-?)?(?:Auto|Light|Simple|Deep|Open|Lm|LM|VLM|Big)-?(?:[Ee]val|[Bb]ench)(?![\w-]))"
    r"(?!(?:Work|Test|Back|Cross)bench)"
    r"[A-Z][\w+-]*(?:[Bb]ench|Eval|(?<=[A-Z])eval|QA|Arena)(?:\+|[ -]?v?\d[\d.]*)?(?![\w-])"
)


# "Step 1" of an exam is neither a model nor a test, though "Step-1" is a model.
COUNTED = re.compile(r"(?:Step|Phase|Level|Part|Stage|Tier|Grade|Question|Task|Group|Cohort)s?(?:\s\d{1,2})?")


@lru_cache(maxsize=_ASKED)
def shaped_like_test(text: str) -> bool:
    """ "RepoBench (Python)", "MedMCQA", "HumanEval FIM": a word of the name is built as names of tests are."""
    return len(text) <= 80 and bool(_TEST_SHAPE.search(text))


def built_as_name(text: str) -> bool:
    """ "Global-MMLU-Lite", "IFEval", "WMT24": a word of the text has capitals or figures as names have."""
    return bool(re.search(r"[A-Z\d]\S*[A-Z\d]|[Bb]ench|[Ee]val", text))


# A name with its size ("Smaug-72B", "X-7B-Instruct"), or with a version and the word for a variant ("K2-Thinking").
_MODEL_SHAPE = re.compile(
    r"[A-Za-z][\w.]*(?:-[\w.]+)*-\d{1,4}(?:\.\d{1,2})?[BbMm](?:-[\w.]+)*"
    r"|[A-Z][A-Za-z]*\d[\w.]*-(?:Thinking|Instruct|Chat|Base|Preview|Mini|Pro|Coder|Math|RL|VL|Air|Flash|Max|Turbo)"
)


@lru_cache(maxsize=_ASKED)
def shaped_like_model(token: str) -> bool:
    """ "Smaug-72B", "K2-Thinking": a word built as names of models are, whether the catalogue holds it or not."""
    return len(token) <= 60 and bool(_MODEL_SHAPE.fullmatch(token)) and bool(re.search(r"[A-Z]", token))


@lru_cache(maxsize=_ASKED)
def is_language(text: str) -> bool:
    """ "Chinese (Simplified)", "pt", "法语": a language; a topic that shares the word is for the caller to tell."""
    base = re.sub(r"\s*[(（\[].*", "", text).strip().lower()
    return base in word_list("languages") or base in word_list("codes")


# "EN-DE", "zh → en"
_DIRECTION = re.compile(r"([a-z]{2,3})\s?(?:-|–|→|->|⇒|2|to)\s?([a-z]{2,3})")
# "5-step", "0.5K", "32k tokens": how much of something, in a row of such heads.
_AMOUNT = re.compile(r"\d+(?:\.\d+)?(?:[- ](?:steps?|hops?|turns?|way)|\s?k(?:\s+tokens)?)", re.IGNORECASE)


@lru_cache(maxsize=_ASKED)
def is_direction(text: str) -> bool:
    """ "EN-DE", "zh → en": from one language into another."""
    found = _DIRECTION.fullmatch(text.strip().lower())
    return found is not None and all(code in word_list("codes") for code in found.groups())


def is_part(text: str) -> bool:
    """A language people speak or write programs in, a direction, an amount or a topic: what heads a part of a test."""
    plain = text.strip()
    return (
        is_language(text)
        or is_topic(text)
        or is_direction(text)
        or bool(_AMOUNT.fullmatch(plain))
        or plain.lower() in word_list("programming")
    )


@lru_cache(maxsize=_ASKED)
def is_topic(text: str) -> bool:
    """Whether a label is the heading of a group ("Math", "Reasoning & Knowledge", "Coding Tasks")."""
    return bool(TOPIC.fullmatch(text.strip(" :*")))


@lru_cache(maxsize=_ASKED)
def is_option(text: str) -> bool:
    """ "--lr", "# Samples": an option of a program or a count, whatever its figures look like."""
    return bool(re.match(r"--\w|#\s*\w", text))


_SIZE = re.compile(
    r"~?(?:\d{1,2}\s?[x×*]\s?)?\d{1,4}(?:\.\d{1,2})?\s?[BMT](?:\s*params)?(?:-?A\d{1,3}B)?", re.IGNORECASE
)


@lru_cache(maxsize=_ASKED)
def is_size(text: str) -> bool:
    """ "7B", "1.8B", "70 B": a size alone, which completes a model's name."""
    return bool(
        re.fullmatch(
            r"~?(?:\d{1,2}\s?[x×*]\s?)?\d{1,4}(?:\.\d{1,2})?\s?[BMT](?:\s*params)?(?:-?A\d{1,3}B)?",
            text.strip(),
            re.IGNORECASE,
        )
    )


@lru_cache(maxsize=_ASKED)
def is_variant(text: str) -> bool:
    """A word that completes a model's name when the family stands above it."""
    return bool(
        is_size(text)
        or re.fullmatch(
            r"(?:base|chat|instruct(?:ion[- ]tuned)?|it|pt|pre-?trained|sft|dpo|rl|mini|nano|small|medium|large|pro"
            r"|flash|"
            r"ultra|lite|turbo|high|low|thinking|non-thinking|instant|opus|sonnet|haiku|preview|bf16|fp8|fp16|int8"
            r"|int4|"
            r"\d{1,2}(?:\.\d)?|v\d(?:\.\d+)?|\d+(?:\.\d+)?[bm][- ](?:base|chat|instruct|it|pt))",
            text.strip(" ()"),
            re.IGNORECASE,
        )
    )
