"""The HTML and Markdown editions: self-contained, nothing runs, nothing is fetched, user text stays text."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from jinja2 import UndefinedError
from markdown_it import MarkdownIt

from auditgen.report.errors import ReportTooLargeError
from auditgen.report.glyphs import tidy
from auditgen.report.html import environment
from auditgen.report.language import load_words
from auditgen.report.markdown import escape
from auditgen.report.render import render_html, render_markdown
from auditgen.report.templates_path import TemplateFolders, bundled_folder
from auditgen.report.view import build_view
from tests.report.sample_claims import ten_claims
from tests.report.sample_parts import HOSTILE
from tests.report.sample_record import sample_record
from tests.shared_data import ROOT


class Page(HTMLParser):
    """Collects tags and attributes, and checks that tags close in order."""

    VOID = frozenset({"meta", "img", "br", "link", "hr"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {k: v or "" for k, v in attrs}))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> without a start"
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def parsed(page: str) -> Page:
    return Page(page)


def test_tags_close_in_order(parsed: Page) -> None:
    assert parsed.open == []


def test_nothing_runs_and_nothing_is_fetched(parsed: Page, page: str) -> None:
    tags = {t for t, _ in parsed.tags}
    assert not tags & {"script", "iframe", "object", "embed", "link", "form", "base", "video", "audio", "svg"}
    for tag, attributes in parsed.tags:
        assert not [a for a in attributes if a.startswith("on") or a in ("style", "srcset", "background")]
        if tag == "img":
            assert attributes["src"].startswith("data:image/svg+xml;base64,")
            assert len(attributes["alt"].split()) >= 8
        if tag == "a":
            assert attributes["href"].startswith("#")
    assert not re.search(r"url\((?!data:image/svg\+xml;base64,)", page)
    assert "@import" not in page
    assert "default-src 'none'" in page


def test_every_link_has_its_goal(parsed: Page) -> None:
    ids = [a["id"] for _, a in parsed.tags if "id" in a]
    assert len(ids) == len(set(ids))
    assert {a["href"][1:] for t, a in parsed.tags if t == "a"} <= set(ids)


def test_names_in_classes_and_ids_are_our_own(parsed: Page) -> None:
    for _, attributes in parsed.tags:
        for key in ("class", "id"):
            assert re.fullmatch(r"[a-zA-Z0-9 _-]*", attributes.get(key, ""))


def test_hostile_text_stays_text(page: str) -> None:
    assert "<script" not in page
    assert "<b>bold" not in page
    assert "<i>Blog" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt; file:///etc/passwd javascript:alert(2)" in page
    assert 'href="javascript' not in page


def test_headings_do_not_skip(parsed: Page) -> None:
    levels = [int(t[1]) for t, _ in parsed.tags if re.fullmatch(r"h\d", t)]
    assert levels.count(1) == 1
    assert all(b <= a + 1 for a, b in zip([0, *levels], levels))


def test_every_column_has_a_width_and_they_fill_the_table(page: str) -> None:
    for head in re.findall(r"<thead><tr>(.*?)</tr></thead>", page, re.S):
        widths = [int(x) for x in re.findall(r'class="c(\d+)', head)]
        assert len(widths) == head.count("<th ")
        assert 97 <= sum(widths) <= 100


def test_ten_findings_are_all_there(page: str) -> None:
    for word in load_words("en", TemplateFolders())["findings"].values():
        assert page.count(f">{word['word']}</span>") >= 2


def test_unfilled_names_are_errors_not_blanks() -> None:
    template = environment(TemplateFolders(), tidy).from_string("{{ nothing }}")
    with pytest.raises(UndefinedError):
        template.render()


def test_templates_never_switch_escaping_off() -> None:
    sources = [*bundled_folder().rglob("*.j2"), *(ROOT / "auditgen" / "report").rglob("*.py")]
    assert len(sources) > 25
    for path in sources:
        text = path.read_text("utf-8")
        assert not re.search(r"\|\s*safe\b|autoescape false", text), path.name
        if path.suffix == ".py":
            marked = re.findall(r"Markup\(([^)]*)\)", text)
            assert marked in ([], ["STYLE_MARKER"]), path.name


def test_own_templates_change_the_look(tmp_path: Path) -> None:
    (tmp_path / "css").mkdir()
    (tmp_path / "css" / "screen.css").write_text("main{color:#123456}", "utf-8")
    html = render_html(sample_record(ten_claims()[:1], profile=None), templates=tmp_path)
    assert "main{color:#123456}" in html
    assert "Depends on settings" in html


def test_a_name_that_looks_like_the_style_marker_changes_nothing() -> None:
    claim = ten_claims()[0]
    named = claim.model_copy(
        update={"statement": "/*<report-style>*/", "claim": claim.claim.model_copy(update={"quote": None})}
    )
    html = render_html(sample_record([named], title="/*<report-style>*/", profile=None))
    assert html.count("<style>") == 1
    assert html.index("@page{") > html.index("<style>")
    assert html.count("@page{") == 1


def test_more_claims_than_a_file_holds_are_refused_with_advice() -> None:
    claim = ten_claims()[6]
    many = [claim.model_copy(update={"id": f"c{i}"}) for i in range(301)]
    words = load_words("en", TemplateFolders())
    with pytest.raises(ReportTooLargeError, match=r"at most 300 claims, this record has 301; split the claims file"):
        build_view(sample_record(many), words)


def test_markdown_is_well_formed_and_harmless(text: str) -> None:
    html = MarkdownIt("commonmark").enable("table").render(text)
    assert "<script" not in html
    assert "javascript:alert(2)" in html
    assert 'href="' not in html
    assert html.count("<h1>") == 1
    assert html.count("<h2>Claim") == 10
    assert html.count("<table>") > 40
    for row in text.splitlines():
        if row.startswith("|"):
            assert row.endswith("|")


LOOKS_LIKE_MARKUP = ["# heading", "1. list", "- bullet", "> quote", "a | b", "*b* _i_ `c`", "<b>x</b>", "&amp;", "***"]
LOOKS_LIKE_MARKUP += ["[l](javascript:x)", "~~x~~", "$x$", HOSTILE]


@pytest.mark.parametrize("raw", LOOKS_LIKE_MARKUP)
def test_markdown_escapes_show_the_text_as_it_is(raw: str) -> None:
    html = MarkdownIt("commonmark").enable("table").render(escape(raw))
    shown = re.sub(r"^<p>|</p>\n$", "", html)
    assert "<" not in shown
    for entity, sign in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&amp;", "&")):
        shown = shown.replace(entity, sign)
    assert shown == raw


def test_markdown_tables_keep_their_columns_whatever_a_name_holds() -> None:
    claim = ten_claims()[0]
    odd = claim.model_copy(update={"model": claim.model.model_copy(update={"name": "a|b\n|c\\|d"})})
    text = render_markdown(sample_record([odd], profile=None))
    row = next(x for x in text.splitlines() if x.startswith("| 1"))
    assert len(re.findall(r"(?<!\\)\|", row)) == 5
