"""The character map: one result for all normal forms, one table for both engines."""

from __future__ import annotations

import unicodedata

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auditgen.scan.folding import DROPPED, EXPANDED, SEPARATOR, SINGLE, WORD, fold, folding_table, words
from tests.scan import oracle

# Greek iota subscript (class 240) mixed with Indic marks is the one known exception of a map per code point.
_TEXT = st.text(st.characters(exclude_categories=["Cs", "Cn", "Co"], exclude_characters="\u0345"), max_size=30)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The Résumé, of ﬁsh!", ["the", "resume", "of", "fish"]),
        ("ＦＵＬＬ width", ["full", "width"]),
        ("don’t don't", ["don", "t", "don", "t"]),
        ("x² + ½", ["x2", "1", "2"]),
        ("soft\u00adhyphen zero\u200bwidth", ["softhyphen", "zerowidth"]),
        ("中文字 ガ", ["中", "文", "字", "カ"]),
        ("Straße İstanbul", ["strasse", "istanbul"]),
        ("한국어", [unicodedata.normalize("NFD", "한국어")]),
        ("snake_case a-b", ["snake", "case", "a", "b"]),
        ("", []),
    ],
)
def test_words(text, expected):
    assert words(text) == expected


@settings(max_examples=2000, deadline=None)
@given(_TEXT)
def test_normal_forms_give_the_same_words(text):
    expected = words(text)
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        assert words(unicodedata.normalize(form, text)) == expected
    assert words(text.casefold()) == expected


@settings(max_examples=500, deadline=None)
@given(_TEXT)
def test_oracle_folds_alike(text):
    assert oracle.words(text) == words(text)


def test_table_holds_the_map_of_every_code_point():
    table = folding_table()
    kinds = table.info & 7
    assert len(table.info) == 0x110000
    for code in [*range(0x3400), *range(0xA000, 0x20000, 3), *range(0x20000, 0x110000, 997), *range(0xF900, 0xFB00)]:
        entry = int(table.info[code])
        if entry & 7 == EXPANDED:
            start, length = entry >> 8, entry >> 3 & 31
            held = [(int(part) & 7, int(part) >> 3) for part in table.parts[start : start + length]]
        else:
            held = [] if entry & 7 == DROPPED else [(entry & 7, code)]
        expected = fold(code)
        if expected and all(kind == SEPARATOR for kind, _ in expected):
            assert entry & 7 == SEPARATOR
        else:
            assert held == expected
    assert np.isin(kinds, [SEPARATOR, WORD, SINGLE, DROPPED, EXPANDED]).all()


def test_folded_characters_stay_as_they_are():
    """Raw bytes equal to a vocabulary word are that word: folding once more changes nothing."""
    parts = {int(part) >> 3 for part in folding_table().parts if int(part) & 7 != SEPARATOR}
    assert all(fold(code) == [(fold(code)[0][0], code)] for code in parts)
