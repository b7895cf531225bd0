"""Shared word runs: worked example, brute force, scripts, short items."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auditgen.stats.ngram import longest_run, ngrams, normalise, text_overlap

ITEM = "a train leaves the station at noon and travels sixty miles each hour for three hours before it stops"
CORPUS = "yesterday a train leaves the station at noon and travels sixty miles each hour until dusk"
words = st.lists(st.sampled_from("abcd"), max_size=30)


def test_worked_overlap() -> None:
    found = text_overlap(normalise(ITEM), [normalise(CORPUS)])
    assert found.n_tokens == 19
    assert len(normalise(CORPUS)) == 16
    assert (found.total_8, found.hits_8, found.share_8) == (12, 6, 0.5)
    assert found.coverage_8 == pytest.approx(13 / 19, rel=1e-9)
    assert (found.total_13, found.hits_13, found.any_13) == (7, 1, True)
    assert found.longest_run == 13
    assert not found.short_13


def test_case_punctuation_and_form_do_not_hide_a_copy() -> None:
    dressed = "A TRAIN leaves — the station, at noon; and travels ﬁfty".replace("ﬁfty", "sixty") + " miles each hour!"
    assert text_overlap(normalise(ITEM), [normalise(dressed)]).any_13
    assert normalise("It's  the ﬁnal “E\u0301tude”, no. 3.5") == ("its", "the", "final", "étude", "no", "3", "5")
    assert normalise("soft\u00adhyphen zero\u200bwidth") == ("softhyphen", "zerowidth")


def test_scripts_without_spaces_give_one_token_a_character() -> None:
    assert normalise("法国的首都是Paris。") == ("法", "国", "的", "首", "都", "是", "paris")
    question = normalise("下列哪一个城市是法国的首都所在地")
    assert text_overlap(question, [normalise("问:下列哪一个城市是法国的首都所在地?")]).any_13


def test_a_run_does_not_cross_from_one_document_to_the_next() -> None:
    tokens = normalise(ITEM)
    found = text_overlap(tokens, [tokens[:7], tokens[7:14], tokens[14:]])
    assert (found.hits_8, found.hits_13, found.longest_run) == (0, 0, 7)


def test_a_short_item_counts_only_as_a_whole() -> None:
    short = normalise("Which planet is the largest?")
    whole = text_overlap(short, [normalise("we asked which planet is the largest and they knew")])
    assert (whole.any_13, whole.short_13, whole.short_8, whole.share_8, whole.coverage_8) == (True, True, True, 1, 1)
    part = text_overlap(short, [normalise("which planet is the smallest")])
    assert (part.any_13, part.share_8, part.coverage_8, part.longest_run) == (False, 0, 0, 4)


def test_no_documents_no_overlap() -> None:
    found = text_overlap(normalise(ITEM), [])
    assert (found.hits_8, found.coverage_8, found.longest_run) == (0, 0, 0)


def test_an_item_without_words_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one token"):
        text_overlap(normalise("?! …"), [normalise(CORPUS)])
    with pytest.raises(ValueError, match="n"):
        ngrams("abc", 0)


@settings(max_examples=80, deadline=None)
@given(words, st.lists(words, max_size=4))
def test_longest_run_equals_brute_force(item: list[str], documents: list[list[str]]) -> None:
    texts = ["".join(d) for d in documents]
    best = max((j - i for i in range(len(item)) for j in range(i + 1, len(item) + 1)
                if any("".join(item[i:j]) in t for t in texts)), default=0)  # fmt: skip
    assert longest_run(item, documents) == best


@settings(max_examples=80, deadline=None)
@given(words.filter(bool), st.lists(words, max_size=4), words)
def test_more_documents_never_lower_the_overlap(item: list[str], documents: list[list[str]], extra: list[str]) -> None:
    few, more = text_overlap(item, documents), text_overlap(item, [*documents, extra])
    assert few.hits_8 <= more.hits_8 <= more.total_8
    assert few.coverage_8 <= more.coverage_8 <= 1
    assert few.longest_run <= more.longest_run <= len(item)
    assert (more.longest_run >= min(8, len(item))) == (more.hits_8 > 0)
    assert (more.longest_run >= min(13, len(item))) == more.any_13


@given(st.text(max_size=60))
def test_normalising_twice_changes_nothing(text: str) -> None:
    once = normalise(text)
    assert normalise(" ".join(once)) == once
