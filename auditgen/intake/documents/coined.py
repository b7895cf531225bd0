"""Names that a document itself introduces: its own model, agent or benchmark, which no catalogue holds yet."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from auditgen.intake.documents.blocks import Passage
from auditgen.intake.documents.label_kinds import COUNTED, shaped_like_test, word_list
from auditgen.intake.documents.mentions import Mention, Spotter
from auditgen.intake.documents.vocabulary import Vocabulary

# Bounded, and begun at the start of a word, so that no text can make the search slow.
_WORD = r"(?<![A-Za-z0-9])[A-Z][A-Za-z0-9]{0,30}(?:[-_+.][A-Za-z0-9]{1,24}){0,6}(?![A-Za-z0-9])(?:/\d{1,3}\b)?\+{0,2}"
_NAME = rf"({_WORD}(?:[ ](?:[A-Z]?\d[\w.]*|V\d[\w.]*|{_WORD})){{0,2}})"
_MODEL = (
    r"(?:models?|LLMs?|VLMs?|MLLMs?|agents?|systems?|frameworks?|methods?|assistants?|chatbots?|networks?|family|series"
    r"|tools?|approach(?:es)?|pipelines?|algorithms?|architectures?|transformers?|classifiers?)"
)
_TEST = r"(?:benchmarks?|datasets?|test\s?sets?|test\s?suites?|suites?|leaderboards?|challenges?|exams?|testbeds?)"
_AN = r"(?:an?|the|our|another|its)\s+(?:[\w/-]+,?\s+){0,7}?"
_MODEL_SAID = (
    rf"\b(?:a\s+new|the|this|our|an?|new)\s+{_NAME}\s+(?:model|checkpoint|agent|system|LLM|VLM|chatbot)\b",
    rf"(?:introduc|present|propos|releas|open-?sourc|unveil|announc|launch)\w*\s+(?:the\s+|our\s+)?{_NAME}(?=[,.:;(\s])",
    rf"{_NAME}(?:\s*\([^()]{{1,60}}\))?,?\s+(?:is|was|are|,)\s*{_AN}{_MODEL}\b",
    rf"{_NAME}(?:\s*\([^()]{{1,60}}\))?,\s+{_AN}{_MODEL}\b",
    rf"\b(?:our|this|the\s+proposed|new)\s+(?:[\w-]+\s+){{0,4}}?{_MODEL},?\s+(?:called\s+|named\s+|dubbed\s+|namely\s+)?{_NAME}",
    rf"\b{_MODEL}\s+(?:called|named|dubbed|known\s+as)\s+{_NAME}",
    rf"{_NAME}(?:['’]s)?\s+(?:\w+ly\s+|also\s+|now\s+|still\s+)?(?:achiev|scor|outperform|surpass|attain|obtain|reach"
    r"|solv|resolv|complet|clear(?:s|ed)\b|averag|answer(?:s|ed)\b|beats?\b|exceed|excel|ranks?\b|trails?\b|lags?\b|leads?\b)\w*",
    rf"{_NAME}['’]s\s+(?:[\w-]+\s+){{0,2}}?(?:scores?|accuracy|performance|results?|success|pass\s+rate)\b",
    rf"(?:outperform|surpass|beat|exceed|rival|trail)\w*\s+(?:both\s+)?{_NAME}",
    rf"\b{_MODEL}\s+(?:such\s+as|like|including)\s+{_NAME}",
)
# Signs that count only beside others: a figure for a name, or behind it.
_PERHAPS_SAID = (
    rf"\d\s?%?\s+(?:from|for|by)\s+{_NAME}",
    rf"{_NAME}\s+\(\d{{1,3}}\.\d+\s?%?\)",
    rf"\d\s?%\s+\({_NAME}[,;)]",
)
_TEST_SAID = (
    rf"{_NAME}(?:\s*\([^()]{{1,60}}\))?,?\s+(?:is|was|,)\s*{_AN}{_TEST}\b",
    rf"{_NAME}(?:\s*\([^()]{{1,60}}\))?,\s+{_AN}{_TEST}\b",
    rf"\b{_TEST},?\s+(?:called|named|dubbed|namely)\s+{_NAME}",
    rf"\b(?:on|in|of|with|introduc\w+|present\w*)\s+(?:the\s+)?{_NAME}\s+{_TEST}\b",
    rf"\b(?:evaluat|test|benchmark)\w*\s+(?:\w+\s+){{0,3}}?on\s+(?:the\s+)?{_NAME}(?=[\s,.;:(])",
)
_MODEL_STEMS = (
    "model", "llm", "agent", "system", "framework", "method", "assistant", "chatbot", "network", "family",
    "series", "tool", "approach", "pipeline", "algorithm", "architecture", "transformer", "classifier",
    "checkpoint", "introduc", "present", "propos", "releas", "sourc", "unveil", "announc", "launch", "achiev",
    "scor", "perform", "surpass", "attain", "obtain", "reach", "solv", "complet", "clear", "averag", "answer",
    "beat", "exceed", "excel", "rank", "trail", "lag", "lead", "accuracy", "result", "success", "pass", "rival",
    "%", "(",
)  # fmt: skip
_MODELS = tuple(re.compile(p) for p in _MODEL_SAID)
_PERHAPS = tuple(re.compile(p) for p in _PERHAPS_SAID)
_TESTS = tuple(re.compile(p) for p in _TEST_SAID)
# "(PR-AUC=0.71, DDI=0.09)": what stands before such a sign is measured.
_MEASURE = re.compile(r"(?<![\w-])([A-Za-z][\w-]{0,24})\s?=\s?[+−-]?\d")
_METRIC_NAME = re.compile(
    r".*(?:ROC|AUC|AUROC|m?AP|F1|IoU|BLEU|ROUGE|WER|CER|ACC|PRO|MAE|RMSE|PSNR|SSIM|FID|EM)\d*", re.DOTALL
)
_SAYS_TEST = re.compile(rf"\b{_TEST}\b|\b(?:evaluat|test|benchmark)\w*\s+(?:\w+\s+){{0,3}}?on\b")
_TITLE = re.compile(rf"^\W*{_NAME}\s*(?:[:：—–]|$)")
# Capitalised words that begin sentences or name something else.
COMMON_WORDS = re.compile(
    r"(?:The|This|That|These|Those|It|Its|We|Our|They|In|On|At|By|For|From|With|As|To|And|But|Or|If|When|While|Where"
    r"|Although|Though|However|Moreover|Furthermore|Additionally|Notably|Overall|Finally|Also|Both|All|Some|Most|Many|Each"
    r"|One|Two|Three|Four|Five|Even|Only|Such|Other|Another|Every|Here|There|Table|Figure|Fig|Section|Appendix|Results?"
    r"|Models?|Systems?|Agents?|Methods?|Performance|Accuracy|Training|Evaluations?|Tests?|Tasks?|Benchmarks?|Experts?"
    r"|Humans?|AI|LLMs?|VLMs?|MLLMs?|NLP|API|RL|ML|US|U\.S|UK|EU|USA|China|Chinese|English|European|American|January"
    r"|February|March|April|May|June|July|August|September|October|November|December|GPU|CPU|TPU|SOTA|State|Open|Human"
    r"|Large|Language|Small|Base|Chat|Code|Math|Science|Reasoning|Knowledge|Instruct|Since|After|Before|During|Under|Over"
    r"|Between|Among|Across|Despite|Using|Compared|Given|Following|Note|See|Not|No|New|First|Second|Third|Last|Now|Then"
    r"|Thus|Hence|Therefore|Recent|Recently|Previous|Current|Best|Top|Average|Total|Score|Scores|CoT|TIR|SFT|RLHF|DPO|Phase"
    r"|Researchers|Users|Developers|People|Students|Participants|Authors|Companies|Company|Report|Paper|Research|Study|Team"
    r"|OpenAI|Google|Meta|Microsoft|Anthropic|DeepMind|NVIDIA|Nvidia|Apple|Amazon|Alibaba|Tencent|Baidu|ByteDance|NIST|CAISI"
    r"|AISI|OECD|UNESCO|Stanford|MIT|Berkeley|Hugging|HuggingFace|GitHub|Kaggle|Python|Java|JavaScript|Linux|Windows|PDF"
    r"|SoTA|Technical|Card|Blog|Post|News|Release|Announcement|Introduction|Introducing|Abstract|Overview|Conclusions?"
    r"|Discussion|Capabilit(?:y|ies)|Prompts?|Evaluating|Measuring|I|A|An|You|He|She|What|Which|How|Why|Who|Is|Are|Do"
    r"|Does|Let|Like|[A-Z]{2,5}s)"
)
# A document introduces its names early.
_MOST_PASSAGES = 600
_ACHIEVES = re.compile(r"\s+(?:achiev|outperform|surpass|scor|attain|obtain|exceed)\w*")
_SIZED = re.compile(r"-\d+(?:\.\d+)?[BM](?![a-z])")


class Coined:
    """A spotter that also knows the names a document introduces. Used like the one of the vocabulary."""

    def __init__(self, base: Spotter, models: Iterable[str], tests: Iterable[str]) -> None:
        self.words, self.tests, self.models = base.words, base.tests, base.models
        self._base = base
        tests = tuple(tests)
        models = tuple(models)
        self.introduced_tests, self.introduced_models = tests, models
        self._models = _finder(
            models, r"(?:-[\w.]+|\s(?:[vV]?\d[\w.]*|Pro|Large|Mini|Base|Small|Max|Plus|Chat|Instruct)\b)*"
        )
        self._tests = _finder(tests, r"")

    def said_models(self, sentence: str) -> tuple[Mention, ...]:
        """Known models of a sentence, and those that the document names itself."""
        return _merged(self._base.said_models(sentence), self._models, sentence, self._base.said_tests(sentence))

    def said_tests(self, sentence: str) -> tuple[Mention, ...]:
        """Known tests of a sentence, and those that the document names itself."""
        return _merged(self._base.said_tests(sentence), self._tests, sentence, ())


def spotter_for(passages: Sequence[Passage], words: Vocabulary) -> Coined:
    """The spotter of a document: what the vocabulary knows and what the document's own text introduces."""
    models: Counter[str] = Counter()
    tests: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    measures: set[str] = set()
    for passage in passages[:_MOST_PASSAGES]:
        text = passage.text
        if passage.level:
            title = _TITLE.match(text)
            if title and passage.level == 1:
                models[title[1]] += 1
            continue
        if _SAYS_TEST.search(text):
            for found in (m for pattern in _TESTS for m in pattern.finditer(text)):
                tests[_trimmed(found[1])] += 1
        seen.update(re.findall(_WORD, text))
        if "=" in text:
            measures.update(_MEASURE.findall(text))
        low = text.lower()
        if not any(stem in low for stem in _MODEL_STEMS):
            # None of the patterns can match: a plain look before them.
            continue
        for found in (m for pattern in _MODELS for m in pattern.finditer(text)):
            # "Florence achieves": the subject of a result at the start of a sentence is a name, whatever it looks like.
            begins = found.start(1) == 0 or text[: found.start(1)].endswith((". ", ", "))
            models[_trimmed(found[1])] += 2 if begins and _ACHIEVES.match(text[found.end(1) :]) else 1
        for found in (m for pattern in _PERHAPS for m in pattern.finditer(text)):
            name = _trimmed(found[1])
            # A size or version in a name says what the figure beside it leaves open.
            if re.search(r"\d", name) or name in models:
                models[name] += 1
    sized = {re.split(r"-\d", token)[0] for token in seen if _SIZED.search(token)}
    kept_tests = {
        name
        for name in tests
        # "Tern-7B" in the text: Tern is a model, whatever it was trained or tested on.
        if _plausible(name) and _unknown(name, words) and _named(name, tests, seen) and name not in sized
    }
    kept_models = {
        name
        for name in models
        if name not in kept_tests
        and name not in measures
        and _plausible(name)
        and not shaped_like_test(name)
        and _unknown(name, words)
        and _named(name, models, seen)
        and (models[name] >= tests[name] or name in sized)
    }
    return Coined(words.spotter, kept_models, kept_tests)


def main_subject(passages: Sequence[Passage], spotter: Coined) -> str:
    """The one model that a document names in half or more of all its namings, three times at least; else nothing."""
    named = Counter(m.name for p in passages[:_MOST_PASSAGES] for m in spotter.said_models(p.text[:20_000]))
    total = sum(named.values())
    first, *_ = named.most_common(1) or [("", 0)]
    if first[1] >= 3 and first[1] * 2 >= total:
        return first[0]
    lines = Counter(dict.fromkeys(named, 0))
    for name, count in named.items():
        lines[re.split(r"[\s-](?=v?\d)|\s", name)[0]] += count
    line, *_ = lines.most_common(1) or [("", 0)]
    return line[0] if line[1] >= 4 and line[1] * 2 >= total else ""


def _trimmed(name: str) -> str:
    """The name without capitalised words in front that only begin a sentence."""
    parts = name.split()
    while parts and COMMON_WORDS.fullmatch(parts[0]):
        parts = parts[1:]
    while parts and COMMON_WORDS.fullmatch(parts[-1]):
        parts = parts[:-1]
    return " ".join(parts).rstrip(".")


def _plausible(name: str) -> bool:
    if _METRIC_NAME.fullmatch(name) or COUNTED.fullmatch(name):
        return False
    return (
        len(name) >= 3
        and name[0].isalpha()
        and not COMMON_WORDS.fullmatch(name)
        and bool(re.search(r"[A-Za-z]{2}", name))
    )


def _unknown(name: str, words: Vocabulary) -> bool:
    """Neither a model nor a test nor a developer that the vocabulary knows, nor a plain word of labels."""
    known = words.model(name).status != "unknown" or words.test(name).status != "unknown"
    return not known and name not in words.developers and name.lower() not in word_list("languages")


def _named(name: str, said: Counter[str], seen: Counter[str]) -> bool:
    """Whether a name is one: built unlike a word, or said to be one more than once, or often in the text."""
    built = bool(re.search(r"\d|[a-z][A-Z]|[A-Z]{2}|-[A-Z]|\+", name))
    return built or said[name] >= 2 or seen[name.split()[0]] >= 4


def _finder(names: Iterable[str], behind: str) -> re.Pattern[str] | None:
    # "UniWorldV1" is UniWorld-V1.
    parts = "|".join(re.escape(n).replace("\\-", "-?") for n in sorted(names, key=lambda n: (-len(n), n)) if n)
    return re.compile(rf"(?<![\w-])(?:{parts}){behind}(?![\w-])") if parts else None


def _merged(
    known: tuple[Mention, ...], finder: re.Pattern[str] | None, sentence: str, others: tuple[Mention, ...]
) -> tuple[Mention, ...]:
    if finder is None:
        return known
    found = list(known)
    for m in finder.finditer(sentence):
        name = re.sub(r"['’]s$", "", m[0])
        inside = next((k for k in found if m.start() <= k.start and k.end <= m.end()), None)
        if inside is not None and m.end() - m.start() > inside.end - inside.start:
            found.remove(inside)
        if all(m.end() <= k.start or k.end <= m.start() for k in (*found, *others)):
            found.append(Mention(name, m.start(), m.start() + len(name)))
    return tuple(sorted(found, key=lambda k: k.start))
