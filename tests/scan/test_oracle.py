"""Both engines against the oracle, on random small cases full of repeats, shared phrases and colliding hashes."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from auditgen.scan.alignment import EXACT_ANSWER, EXACT_QUESTION, FUZZY_ANSWER, FUZZY_QUESTION, SCAFFOLD
from auditgen.scan.compiled import HAS_NUMBA
from auditgen.scan.hashing import FULL
from auditgen.scan.index import ItemIndex, build_index
from auditgen.scan.items import Item
from auditgen.scan.parameters import PADDING, ScanParameters
from auditgen.scan.worker import Scanner, make_scanner
from tests.scan.oracle import Oracle, Rules

WORDS = ["the", "cat", "Sat", "on", "é", "ﬁ", "中", "mat", "x²", "of", "ゴ", "and", "ran", "soft\u00adly", "½", "7"]


@st.composite
def _cases(draw):
    n_words = draw(st.integers(2, len(WORDS)))
    pieces = st.lists(st.sampled_from(WORDS[:n_words]), max_size=9)
    phrases = draw(st.lists(pieces, min_size=1, max_size=4))
    chunk = st.one_of(pieces, st.sampled_from(phrases))
    text = st.lists(chunk, max_size=4).map(lambda chunks: [word for piece in chunks for word in piece])
    items = draw(st.lists(st.tuples(text, text), min_size=1, max_size=5))
    documents = []
    for _ in range(draw(st.integers(1, 3))):
        parts = draw(st.lists(st.one_of(chunk, st.sampled_from([side for item in items for side in item])), max_size=5))
        document = [word for part in parts for word in part]
        for _ in range(draw(st.integers(0, 3))):
            if document:
                document[draw(st.integers(0, len(document) - 1))] = draw(st.sampled_from(["zap", "the", "中"]))
        documents.append(document)
    joint = draw(st.sampled_from([" ", ", ", "\n", '"']))
    rules = Rules(
        tier=draw(st.sampled_from(["fuzzy", "exact"])),
        exact_run=draw(st.sampled_from([8, 10, 13])),
        common_items=draw(st.sampled_from([1, 2, 16])),
        template_items=draw(st.sampled_from([2, 3, 5])),
    )
    texts = [(joint.join(question), joint.join(answer)) for question, answer in items]
    return texts, [joint.join(document) for document in documents], rules


def _index(items: list[tuple[str, str]], rules: Rules, mask: int = FULL) -> tuple[ItemIndex, ScanParameters]:
    parameters = ScanParameters(
        tier=rules.tier,
        exact_run=rules.exact_run,
        common_items=rules.common_items,
        template_items=rules.template_items,
    )
    made = [Item(str(number), "", question, answer) for number, (question, answer) in enumerate(items)]
    return build_index(made, parameters, mask), parameters


def _name(flags: int) -> str:
    if flags & EXACT_QUESTION:
        return "exact"
    return "fuzzy" if flags & FUZZY_QUESTION else "scaffold" if flags & SCAFFOLD else ""


def _scanned(scanner: Scanner, index: ItemIndex, texts: list[str], json_strings: bool) -> tuple[list, set, list]:
    """Rows as the oracle gives them (spans as the text they hold), 8-word runs met, and the raw findings."""
    raw = [json.dumps(text)[1:-1].encode() if json_strings else text.encode() for text in texts]
    ends = np.cumsum([len(part) + 1 for part in raw]) - 1
    starts = ends - [len(part) for part in raw]
    buffer = np.frombuffer(b'"'.join(raw) + bytes(PADDING), dtype=np.uint8).copy()
    findings = scanner.scan(buffer, starts.astype(np.int64), ends.astype(np.int64), json_strings)
    rows = []
    for item, document, flags, coverage, run, count, characters, low, high, near, answer_run in findings.rows.tolist():
        span = raw[document][low:high]
        held = json.loads(b'"' + span + b'"') if json_strings else span.decode()
        answer = "exact" if flags & EXACT_ANSWER else "fuzzy" if flags & FUZZY_ANSWER else ""
        rows.append((document, item, _name(flags), coverage, run, count, characters, held, near, answer_run, answer))
    token_of = {}
    for sequence in range(0, len(index.sequence_start) - 1, 2):
        first, last = index.sequence_start[sequence : sequence + 2].tolist()
        token_of |= {token: (sequence // 2, token - first) for token in range(first, last)}
    seen = {token_of[token] for token in findings.seen.tolist() if token in token_of}
    return sorted(rows), seen, [findings.words, findings.found.tolist(), findings.found_count.tolist()]


def _expected(oracle: Oracle, texts: list[str]) -> list[tuple]:
    rows = []
    for document, text in enumerate(texts):
        for item, match, coverage, run, count, characters, (low, high), near, answer_run, answer in oracle.rows(text):
            rows.append(
                (document, item, match, coverage, run, count, characters, text[low:high], near, answer_run, answer)
            )
    return sorted(rows)


def _agrees(case: tuple, plain: bool, mask: int = FULL, json_strings: bool = False) -> None:
    items, texts, rules = case
    index, parameters = _index(items, rules, mask)
    oracle = Oracle(items, rules)
    rows, seen, _ = _scanned(make_scanner(index, parameters, plain), index, texts, json_strings)
    assert rows == _expected(oracle, texts)
    if rules.tier == "fuzzy":
        assert seen == oracle.seen(texts)


def test_scaffold_of_a_short_question_in_the_exact_tier():
    """Found by the ten thousand cases: the seeds of short questions are shorter than those of the tier."""
    items = [("x the e y z softly go mat the cat", ""), ("x the e y z softly go mat the the", "")]
    case = (items, ["x the e y z softly go mat the cat the"], Rules("exact", 13, 16, 2))
    for plain in (True, not HAS_NUMBA):
        _agrees(case, plain=plain)


@pytest.mark.skipif(not HAS_NUMBA, reason="numba is not installed")
@pytest.mark.slow
@settings(max_examples=10_000, deadline=None, suppress_health_check=list(HealthCheck))
@given(_cases())
def test_compiled_engine_equals_oracle(case):
    _agrees(case, plain=False)


@pytest.mark.skipif(not HAS_NUMBA, reason="numba is not installed")
@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(_cases(), st.booleans())
def test_compiled_engine_equals_oracle_quick(case, json_strings):
    _agrees(case, plain=False, json_strings=json_strings)


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(_cases(), st.booleans())
def test_plain_engine_equals_oracle(case, json_strings):
    _agrees(case, plain=True, json_strings=json_strings)


@pytest.mark.skipif(not HAS_NUMBA, reason="numba is not installed")
@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(_cases())
def test_colliding_hashes_report_nothing_false_and_lose_nothing(case):
    """Word hashes of two bits: nearly every word collides with another, and the rows stay the same."""
    items, texts, rules = case
    rules.common_items = 1_000_000  # how often a run is shared is counted by hash
    _agrees((items, texts, rules), plain=False, mask=3)


def test_oracle_knows_the_worked_example():
    """The example of the design: 8-grams 12, hits 6, words covered 13 of 19; one shared 13-gram."""
    question = "a train leaves the station at noon and travels sixty miles each hour for three hours before it stops"
    text = "yesterday a train leaves the station at noon and travels sixty miles each hour until dusk"
    oracle = Oracle([(question, "180")], Rules("fuzzy", 13, 16, 5))
    assert len(oracle.seen([text])) == 6
    assert oracle.rows(text)[0][1:5] == ("exact", 684_210, 13, 13)
