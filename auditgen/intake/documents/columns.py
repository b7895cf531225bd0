"""The columns of a table: what each is called, what stands in it, and which role that gives it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from auditgen.intake.documents.blocks import Cell
from auditgen.intake.documents.cells import Figure, read_cell
from auditgen.intake.documents.column_heads import HEAD_OF, SCORE_HEAD
from auditgen.intake.documents.label_kinds import (
    AVERAGE,
    NOT_A_MODEL,
    NOT_A_TEST,
    is_language,
    is_option,
    is_part,
    is_size,
    is_variant,
    shaped_like_test,
)
from auditgen.intake.documents.labels import read_label
from auditgen.intake.documents.vocabulary import Vocabulary


@dataclass(slots=True)
class Column:
    """One column. role: name, category, shots, metric, language, subset, setting, n, spread, size, score, other."""

    index: int
    parts: list[Cell]
    role: str = "other"
    figures: int = 0
    filled: int = 0
    missing: int = 0
    different: int = 0
    """How many different words stand in it."""
    models: float = 0.0
    tests: float = 0.0
    languages: float = 0.0
    shares: bool = False
    """Whether all its figures lie between 0 and 100."""
    typical: float = 0.0
    """The mean of its figures."""
    highest: float = 0.0
    decimals: int = 0
    """How many digits behind the point all its figures have; 0 if they differ."""
    percent: bool = False
    """Whether its figures are printed with a sign of percent."""
    amounts: bool = False
    """Whether its figures are round numbers of something: several whole multiples of 50, one over 200."""

    @property
    def head(self) -> str:
        """The header as one text."""
        return " ".join(c.text for c in self.parts)

    @property
    def numeric(self) -> bool:
        """Whether most of what stands in it is a figure."""
        return self.figures > 0 and self.figures * 2 >= self.filled


def make_column(
    i: int, parts: list[Cell], body: list[list[Cell]], figures: list[list[Figure]], words: Vocabulary
) -> Column:
    column = Column(i, parts)
    texts: list[str] = []
    # "# Samples" among the rows of models counts items.
    scored = [read[i] for row, read in zip(body, figures) if not is_option(row[0].text)]
    numbers = [f.value for f in scored if f.kind == "number"]
    numbers += [float(n) for f in scored for n in f.pair or () if re.fullmatch(r"\d+(?:\.\d+)?", n)]
    column.percent = bool(numbers) and sum(f.percent for f in scored) >= 0.8 * len(numbers)
    column.highest = max(numbers, default=0.0)
    places = {len(f.text.partition(".")[2]) for f in scored if f.kind == "number"}
    column.decimals = places.pop() if len(places) == 1 else 0
    column.typical = sum(numbers) / len(numbers) if numbers else 0.0
    column.shares = bool(numbers) and all(0 <= n <= 100 for n in numbers)
    column.amounts = len(numbers) >= 3 and column.highest > 200 and all(n % 50 == 0 for n in numbers)
    for row, read in zip(body, figures):
        kind = read[i].kind
        if kind in ("number", "pair", "range"):
            column.figures += 1
        column.missing += kind == "missing"
        # Words in place of figures over merged cells say nothing about the column.
        if kind != "empty" and kind != "missing" and not (row[i].merged and kind == "text"):
            column.filled += 1
        if kind == "text" and not row[i].merged:
            texts.append(row[i].text)
    distinct = list(dict.fromkeys(texts))[:200]
    column.different = len(distinct)
    if distinct:
        column.models = sum(model_name(t, words) for t in distinct) / len(distinct)
        column.tests = sum(test_name_score(t, words) for t in distinct) / len(distinct)
        column.languages = sum(is_language(t) for t in distinct) / len(distinct)
    return column


def model_name(text: str, words: Vocabulary) -> float:
    return words.like_model(text)


# "HellaSwag-10", "ARC-25": a name and what may be a number of shots.
SHOTS_BEHIND = re.compile(r"(\D\S*[A-Za-z]\S*)[- ]([0-58]|10|16|25|32|64)")


def test_name_score(text: str, words: Vocabulary) -> float:
    """How surely a text names a test, its shots and metric taken off."""
    label = read_label(text)
    known = max(words.like_test(text), words.like_test(label.name) if label.name else 0.0)
    if not known and len(text) <= 60 and (inside := words.spotter.tests(text)) and inside[0].start == 0:
        # "ImageNet k-NN" begins with a test that is known.
        known = 0.5
    if not known and (apart := split_behind(label.name)):
        known = words.like_test(apart[0])
    if not known and (ends := SHOTS_BEHIND.fullmatch(text)):
        known = min(0.5, words.like_test(ends[1]))
    return max(known, 0.5 if shaped_like_test(text) and not words.like_model(text) else 0.0)


_SPLIT = (
    r"(?:Karpathy[- ]test|(?:test|val(?:id(?:ation)?)?|dev(?:elopment)?)(?:20\d\d)?"
    r"(?:[- _](?:set|split|dev|std|clean|other|[A-Za-z\d]))?)"
)


def is_split(text: str) -> bool:
    """ "val", "test-A", "Dev set": a part of a test by the way its items are held."""
    return bool(re.fullmatch(_SPLIT, text.strip(" ()"), re.IGNORECASE))


def split_behind(name: str) -> tuple[str, str] | None:
    """ "SQuAD2.0 dev" as the name of a test and its split."""
    found = re.fullmatch(rf"(.*\S)\s+[(]?({_SPLIT})[)]?", name, re.IGNORECASE)
    return (found[1], found[2]) if found else None


def role_of(column: Column, body: list[list[Cell]], words: Vocabulary) -> str:
    head = column.head.strip(" :*")
    for role, pattern in HEAD_OF:
        if pattern.fullmatch(head):
            named = max(column.models, column.tests) >= 0.5
            if role in ("test", "model") and (column.tests if role == "test" else column.models) >= 0.5:
                # Figures among the names are those of rows that lost a cell.
                return role
            if role in ("metric", "category", "setting", "subset", "language") and named:
                # "Metric" over names of tests: the word is loose, the names are not.
                return "text"
            if role == "shots" and column.numeric and not all(whole_number(row[column.index].text) for row in body):
                # "Few-shot" over 51.3 and 61.2: the name of a part of the test.
                break
            if role == "size" and not column.numeric and column.models >= 0.5:
                # "Model Size" over "OpenELM-270M": names with their sizes.
                return "model"
            if role in ("n", "spread", "size") or not column.numeric or role == "shots":
                return role
            break
    texts = [row[column.index].text for row in body if row[column.index].text]
    if column.numeric:
        if re.fullmatch(r"#?\s*(?:tasks|problems|questions|samples|items|examples)(?:\s*\(n\))?", head, re.IGNORECASE):
            return "n"
        if (NOT_A_TEST.match(head) and words.like_test(head) < 0.5) or head == "#":
            return "other"
        return "score"
    if texts and column.models < 0.5 and column.tests < 0.5:
        how = [read_label(t) for t in texts if read_cell(t).kind == "text"]
        if how and sum(label.bare for label in how) >= 0.8 * len(how):
            return "shots" if all(label.shots and not label.metric for label in how) else "metric"
        if column.languages >= 0.7:
            return "language"
        told = [t for t in texts if read_cell(t).kind != "missing"]
        if told and sum(is_size(t) for t in told) >= 0.8 * len(told):
            # "# of samples seen" over "13B" is no size of a model.
            return "other" if re.search(r"sampl|token|data|seen|train", head, re.IGNORECASE) else "size"
    if NOT_A_TEST.match(head) and column.models < 0.5 and column.tests < 0.5:
        return "other"
    return "text"


def whole_number(text: str) -> bool:
    """Whether a cell can be a number of shots: digits, a range of them, words, or nothing."""
    return not re.search(r"\d[.,]\d", text)


def says_score(head: str, words: Vocabulary) -> bool:
    """Whether the head of a column of figures says that they are scores, or names a model or a way to measure."""
    label = read_label(head)
    named = words.like_model(head) >= 0.6 or bool(words.spotter.models(head))
    told = label.bare or bool(label.metric) or is_split(label.name)
    return not head or told or named or bool(SCORE_HEAD.search(head)) or is_variant(head)


def best_column(columns: Sequence[Column], measure: str, role: str) -> Column | None:
    """The column with the most names; where names are unknown, the one whose header says so."""
    saying = [c for c in columns if says_role(c, role)]
    most = max((c.different for c in saying), default=0)
    rows = max((c.filled + c.missing for c in columns), default=1)
    scored = [
        # Of "Method" over names and "Language Model" over what they are built on, the one with more names is meant.
        # Of "Task" beside "Dataset" the one with more different names is meant.
        (
            # What models are built on is told of several of them, or of some only; names differ.
            getattr(c, measure) * (0.8 + 0.2 * min(1.0, c.different / max(1, min(rows, 200))))
            + _said(c, role)
            + (0.8 if len(saying) > 1 and c in saying and c.different == most else 0),
            c.different,
            -c.index,
            c,
        )
        for c in columns
    ]
    best = max(scored, key=lambda item: item[:3], default=None)
    if best is None or best[0] <= 0:
        return None
    if says_role(best[3], role):
        best[3].role = role
    return best[3]


def _said(column: Column, role: str) -> float:
    """How plainly a head says that its column holds the names: "Model" more than "LLM", which it may be built on."""
    if column.role != role and not says_role(column, role):
        return 0.0
    return 0.8 if re.fullmatch(r"models?(?:\s*name)?|模型(?:名称)?", column.head.strip(" :*"), re.IGNORECASE) else 0.5


def says_role(column: Column, role: str) -> bool:
    pattern = dict(HEAD_OF)[role]
    return bool(pattern.fullmatch(column.head.strip(" :*")))


def first_text(columns: Sequence[Column]) -> Column | None:
    """The last of the leading text columns: the one closest to the figures."""
    usable = [c for c in columns if c.role not in ("category", "setting")]
    return usable[-1] if usable else (columns[0] if columns else None)


def head_like(column: Column, words: Vocabulary, what: str) -> float:
    texts = [column.head, *(c.text for c in column.parts)]
    if what == "model":
        inside = 0.7 if len(column.head) < 80 and words.spotter.models(column.head) else 0.0
        return max(inside, *(words.like_model(t) for t in texts))
    return max(test_name_score(t, words) for t in texts)


def repeated_heads(columns: Sequence[Column]) -> frozenset[str]:
    """Heads that stand below two other heads or more: parts of what stands over them."""
    over: dict[str, set[str]] = {}
    under: dict[str, set[str]] = {}
    for column in columns:
        texts = [p.text for p in column.parts if not read_label(p.text).bare]
        for upper, lower in pairwise(texts):
            over.setdefault(lower, set()).add(upper)
            under.setdefault(upper, set()).add(lower)
    again = {text for text, uppers in over.items() if len(uppers) > 1}
    # "Culture" over "K-Refer", "Ko-Sovereign" and "Avg." orders tests; one of them may stand under another heading too.
    orders = {upper for upper, lowers in under.items() if sum(not AVERAGE.match(t) for t in lowers - again) >= 2}
    return frozenset(text for text in again if not over[text] & orders)


def share(columns: Sequence[Column], measure: object) -> float:
    if not columns:
        return 0.0
    return sum(measure(c) for c in columns) / len(columns)  # type: ignore[operator]


def other_names(columns: Sequence[Column], words: Vocabulary) -> bool:
    """Two columns of shares or more under names that are no measures, parts or costs: "H Micro Dense", "H Tiny MoE"."""
    heads = [c.head.strip(" :*") for c in columns]
    odd = [
        h
        for h in heads
        if says_score(h, words)
        or is_part(h)
        or AVERAGE.match(h)
        or NOT_A_MODEL.match(h)
        or NOT_A_TEST.match(h)
        or not re.search(r"[A-Z]", h)
    ]
    return len(columns) >= 2 and len(set(heads)) == len(heads) and not odd and all(c.shares for c in columns)


def only_variants(columns: Sequence[Column]) -> bool:
    """Columns named by sizes or variants alone ("7B", "13B", "70B")."""
    return bool(columns) and all(c.parts and is_variant(c.parts[-1].text) for c in columns)
