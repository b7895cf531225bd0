"""Names of tests in captions and headings, known or not: where they stand there, and what is none."""

from __future__ import annotations

import re

from auditgen.intake.documents.labels import read_pieces
from auditgen.intake.documents.page_captions import TABLE_WORDS
from auditgen.intake.documents.vocabulary import Vocabulary

_NUMBERED = re.compile(
    rf"\W*(?:(?:supplementary|extended data)\s+)?(?:{TABLE_WORDS}|tab)\s*[A-Z]?[\dIVXivx.]*\s*[.:：|-]?\s*",
    re.IGNORECASE,
)


def captioned(title: str) -> bool:
    """Whether a title begins with the number of a table."""
    found = _NUMBERED.match(title)
    return bool(found and found[0].strip())


_BUILT = re.compile(
    r"(?:the\s+)?([A-Za-z](?=[\w.+-]*[A-Z\d])[\w+-]*(?:\.\d+)?(?<![-.])(?:/[A-Z][\w-]*(?:\s[A-Z][a-z]+)?)?)(?![\w-])"
)
_AT_END = re.compile(
    r"\b(?:on|of)\s+(?:the\s+)?([A-Z][\w+]*[A-Z\d][\w+-]*)(?:\s+(?:benchmark|dataset|test\s+set))?\s*\.?\s*$"
)
_NO_NAME = re.compile(
    r"(?:[A-Z]?LLMs?|AI|NLP|GPU|CPU|API|RL|SFT|SOTA|SoTA|QA|VQA|OCR|ASR|TTS|PEFT|LoRA|FP\d+|BF16|INT\d|USA?|EU|UK|MoE|CoT|ID"
    r"|\d*-?[Ss]hot|[IVX]+|[A-Z]|R\d|V\d)"
)
# "Molmo 7B-D" over a section is a model.
SIZED = re.compile(r"(?<![\w.])\d+(?:\.\d+)?[BM](?![A-Za-z])")
_NOTHING_ELSE = re.compile(
    r"\s*(?:[(（][^()（）]*[)）])?\s*(?:results?|scores?|leaderboard|rankings?|benchmark|performance|accuracy|evaluation|评测|结果)*\W*",
    re.IGNORECASE,
)


def named_at_start(title: str, words: Vocabulary) -> tuple[str, bool] | None:
    """ "Table 3: DS1000 (Pass@1)": the test that a title begins with, if its first word is built as a name is.

    Also whether the title says nothing else.
    """
    for line in title.split("\n"):
        text = line[_numbered.end() :] if (_numbered := _NUMBERED.match(line)) else line
        found = _BUILT.match(text)
        if not found or _NO_NAME.fullmatch(found[1]) or read_pieces(found[1]) or words.spotter.models(text[:60]):
            continue
        if SIZED.search(text[:80]):
            continue
        shouted = text.upper() == text
        if sum(c.isupper() for c in found[1]) >= 2 and (not shouted or re.search(r"\d|BENCH|EVAL", found[1])):
            short = re.match(r"(?:the\s+)?(\S+(?:\s+[a-z]\w+){1,2})\s*(?:[(（]|$)", text)
            if short and not any(_GENERAL.fullmatch(w) for w in short[1].split()[1:]):
                # "StrongReject filtered (higher is better)"
                return short[1], True
            return found[1], bool(_NOTHING_ELSE.fullmatch(text[found.end() :]))
    for line in title.split("\n"):
        # "Multilingual image-text retrieval on XTD."
        ending = _AT_END.search(line)
        if ending and not _NO_NAME.fullmatch(ending[1]) and not words.spotter.models(ending[1]):
            return ending[1], False
    return None


# Heads that say how something was measured, not on which test.
MEASURE = re.compile(
    r"\b(?:rates?|scores?|accuracy|acc|mean|average|avg|overall|utility|similarity|percentage|precision|recall|f1|bleu|rouge|sr|asr"
    r"|tcr|fpr|fnr|tpr|irr|success|rewards?|detection|harmfulness|correct|pass@?\d*|solved|resolved|elo|rating)\b|%",
    re.IGNORECASE,
)
_INTRODUCED = re.compile(
    r"(?:(?:main|overall|full|detailed|model|published|evaluation|experimental|benchmark|zero-shot|few-shot)\s+)*"
    r"(?:results?|performances?|scores?|evaluations?|comparisons?|accurac(?:y|ies))\s+(?:[\w-]+\s+){0,6}?(?:from|on|of|for)\s+(?:the\s+)?",
    re.IGNORECASE,
)
_NAME_END = re.compile(
    r"[,:(（;]|\s[–—-]\s|\.\s|\.$|\s+(?:(?:evaluation|benchmark|implementation|main|full|overall)\s+)*(?:results?|scores?|report|summary"
    r"|leaderboard|performance|comparison|evaluations?|benchmark|by\s|with\s|per\s)",
    re.IGNORECASE,
)
_BENCHMARKS = re.compile(r"\s+(?:[Bb]enchmarks?|[Ee]valuations?)\b(?!\s+[a-z])")
_GENERAL = re.compile(
    r"(?:the|our|main|model|models|evals?|samples?|overall|full|detailed|summary|benchmark|benchmarks|evaluation|evaluations|results?|performance"
    r"|comparison|comparisons|quantitative|qualitative|experiments?|experimental|analysis|table|leaderboard|report|scores?|accuracy"
    r"|(?:pre-?|post-?|fine-?\s?)?training|(?:fine-?)?tun(?:ing|ed)|supervised|(?:transfer-?)?learning|base|small|large|tiny|ours|other|all"
    r"|cross-lingual|transfer|scaling|baselines?|ablations?|settings?|setups?|metrics?|zero-shot|few-shot|zoo|limitations?|discussion|appendix|introduction|conclusions?|dataset|datasets|tasks?|methods?|and|of|on|for|with|in|s?)",
    re.IGNORECASE,
)


def title_name(title: str) -> str | None:
    """The name that a caption or heading begins with: "Table 2. UCCB", "Results from CTI-REALM-50 (50 samples)"."""
    for line in title.split("\n"):
        numbered = _NUMBERED.match(line)
        text = line[numbered.end() :] if numbered else re.sub(r"^\s*\d+(?:\.\d+)*\.?\s+", "", line)
        begun = _INTRODUCED.match(text)
        text = text[begun.end() :] if begun else text
        end = _NAME_END.search(text)
        name = (text[: end.start()] if end else text).strip(" .")
        if re.fullmatch(r"[A-Z][a-z]+", name) and (kept := _BENCHMARKS.match(text[len(name) :])):
            # "Production Benchmarks": one plain word is no name by itself.
            name += kept[0]
        words = name.split()
        told = [w for w in words if not _GENERAL.fullmatch(w)]
        if 1 <= len(words) <= 6 and told and re.match(r"[A-Z\d]", name) and re.search(r"[A-Za-z]{2}", name):
            return name
    return None


_EVALUATED_ON = re.compile(
    r"\b(?:evaluat\w+|results?|performances?|scores?|accurac(?:y|ies)|comparisons?|tested|measured|LCLMs|models|average)\b"
    r"[^.\n]{0,60}?\b(?:on|of|for)\s+(?:the\s+)?"
    r"((?:[A-Z][\w+!-]*|[a-z]+[A-Z\d][\w-]*)(?:\s(?:[A-Z][\w+!-]*|v\d[\w.]*|\d[\w.]*)){0,3})(?![\w])",
    re.IGNORECASE,
)
_BOARD_OF = re.compile(
    r"([A-Z][\w+-]{2,30}(?:\s[A-Z\d][\w+-]*){0,2})\s+(?:[Ll]eaderboard|[Bb]enchmark|[Ss]cores|[Rr]esults)\b(?=\s*(?:[:.(]|$|of\b|for\b|on\b))"
)
# "llm-jp-eval": names in small letters that say what they are.
_LOWER_NAME = re.compile(r"[a-z][\w]*(?:-[\w]+)*-(?:eval|bench)(?:-[\w.]+)*(?=\s*(?:[:(,]|$))")
# "Overall Result on Out-Domain Benchmark: mSVAMP"
_BEHIND_COLON = re.compile(
    r"\b(?:benchmark|dataset|test\s?set|task|corpus):\s*([A-Za-z]*[A-Z][\w-]*[A-Z\d][\w-]*)\s*\.?\s*$", re.I
)
_SETS_OF = re.compile(
    r"(?<![\w-])([A-Z][\w+-]*[A-Z\d][\w+-]*)\s+(?:data\s?sets?|benchmarks?|test\s?sets?|test\s?suites?|corpus|corpora)\b"
)


def evaluated_on(title: str) -> str | None:
    """ "TABLE II. RECOGNITION: EVALUATION ON THE LIBRISPEECH", "Flames leaderboard": the test a caption names."""
    for line in title.split("\n"):
        numbered = _NUMBERED.match(line)
        text = line[numbered.end() :] if numbered else line
        lower = _LOWER_NAME.match(text)
        if lower:
            return lower[0]
        behind = _BEHIND_COLON.search(text)
        if behind:
            return behind[1]
        board = _BOARD_OF.match(text)
        if board and not all(_GENERAL.fullmatch(w) for w in board[1].split()):
            return board[1]
        called = _SETS_OF.search(text)
        if called and not _NO_NAME.fullmatch(called[1]):
            return called[1]
        shouted = text.upper() == text
        for found in _EVALUATED_ON.finditer(text):
            name = found[1]
            if shouted:
                name = re.sub(r"\s+(?:OF|FOR|WITH|IN|AT|DATASET|CORPUS|TEST|BENCHMARK|TASKS?)\b.*$", "", name)
            words = name.split()
            named = [w for w in words if w[0].isupper() or re.search(r"[A-Z\d]", w)]
            if len(named) == len(words) and not all(_GENERAL.fullmatch(w) or _NO_NAME.fullmatch(w) for w in words):
                return name
    return None


_DESCRIBED = re.compile(
    r"\bon\s+(?:our|an?|the)\s+((?:[\w-]+\s+){1,4}?(?:test\s+sets?|benchmarks?|data\s?sets?|evaluation\s+sets?|suites?))\b",
    re.IGNORECASE,
)


def described_test(title: str) -> str | None:
    """ "measured on our internal English test set": words for a test without a name."""
    found = _DESCRIBED.search(title)
    return " ".join(found[1].split()) if found else None
