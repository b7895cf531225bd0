"""Characters that the bundled fonts can and cannot write."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from auditgen.report.fonts import writable
from auditgen.report.glyphs import Glyphs, tidy


def test_what_the_report_itself_prints_can_be_written() -> None:
    assert {ord(c) for c in "−–—“”’…†±≤≥→×·éüßøłčΩαβЖ"} <= writable()


def test_unwritable_characters_become_their_numbers() -> None:
    g = Glyphs()
    assert g.text("通义千问-Max") == "[U+901A U+4E49 U+5343 U+95EE]-Max"
    assert g.text("plain") == "plain"
    assert g.replaced == set("通义千问")


def test_direction_controls_are_shown_never_obeyed() -> None:
    assert tidy("98\u202e2.1%") == "98[U+202E]2.1%"
    assert tidy("a\u2067b") == "a[U+2067]b"


def test_control_characters_are_dropped() -> None:
    assert tidy("a\x00b\x07c\u200bd\u00ade\x85f") == "abcdef"


def test_lone_surrogates_do_not_reach_the_page() -> None:
    assert tidy("a\ud800b") == "a?b"


def test_runs_of_combining_marks_are_cut() -> None:
    assert len(tidy("a" + "\u0301" * 50_000)) <= 5


@given(st.text())
def test_everything_that_is_printed_can_be_written(text: str) -> None:
    assert all(ord(c) in writable() or c in "\n\t" for c in Glyphs().text(text))


def test_nested_values_are_cleaned_and_keys_kept() -> None:
    g = Glyphs()
    assert g.everywhere({"中": ["文", ("a", 1)], "n": None}) == {"中": ["[U+6587]", ("a", 1)], "n": None}
