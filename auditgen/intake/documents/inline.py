"""Markdown inside a cell or paragraph made into plain text: emphasis, links, code, escapes, notes, HTML tags."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

from auditgen.intake.claims.hygiene import clean

_IMAGE = re.compile(
    r"!\[([^\[\]]{0,300})\]\([^()\s]{0,2000}(?:\([^()\s]{0,300}\)[^()\s]{0,500})?(?:\s+\"[^\"]{0,300}\")?\)"
)
_LINK = re.compile(
    r"\[([^\[\]]{0,500})\]\([^()\s]{0,2000}(?:\([^()\s]{0,300}\)[^()\s]{0,500})?(?:\s+\"[^\"]{0,300}\")?\)"
)
_REFERENCE = re.compile(r"\[([^\[\]^]{1,300})\]\[[^\[\]]{0,100}\]")
_NOTE = re.compile(r"\s*\[\^([^\]\s]{1,20})\]")
_SUP = re.compile(r"<sup\b[^<>]{0,200}>([^<>]{0,200})</sup\s*>", re.IGNORECASE)
_OPENS_NOTE = re.compile(r"^[ \t>]*<sup\b[^<>]{0,200}>\s*([^<>\s]{1,3})\s*</sup\s*>", re.IGNORECASE | re.MULTILINE)
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_BOLD_TAG = re.compile(r"<(b|strong)\b[^<>]{0,200}>", re.IGNORECASE)
_LINED_TAG = re.compile(r"<(u|ins)\b[^<>]{0,200}>", re.IGNORECASE)
_STRUCK_TAG = re.compile(r"<(s|del|strike)\b[^<>]{0,200}>", re.IGNORECASE)
_TAG = re.compile(r"</?[A-Za-z][^<>]{0,2000}>|<!--.{0,2000}?-->", re.DOTALL)
_CODE = re.compile(r"(`{1,3})([^`]{1,500})\1")
_STRONG = re.compile(
    r"\*\*(?=\S)([^*]{1,1000}?)(?<=\S)\*\*|(?<![A-Za-z0-9_])__(?=\S)([^_]{1,1000}?)(?<=\S)__(?![A-Za-z0-9_])"
)
_EMPHASIS = re.compile(
    r"(?<![*\\\w])\*(?=[^\s*])([^*]{1,1000}?)(?<=\S)\*(?![*\w])|(?<![A-Za-z0-9_\\])_(?=[^\s_])([^_]{1,1000}?)(?<=\S)_("
    r"?![A-Za-z0-9_])"
)
_STRUCK = re.compile(r"~~([^~]{1,1000})~~")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_MATH = re.compile(r"\$([^$\n]{1,200})\$")
# Marks that stand behind a figure or a name and refer to a note.
_TRAILING = re.compile(r"^(.*?[0-9A-Za-z%)\]\u4e00-\u9fff])\s*((?:[*†‡§¶^∗⋆★]|[⁰¹²³⁴-⁹ᵃ-ᵍ]|(?<=\d)#)+)$", re.DOTALL)
_SUPERSCRIPT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_STAR = str.maketrans({"∗": "*", "⋆": "*", "★": "*"})
# Emoji beside a name are links or ornaments; ticks and crosses stay, they are answers.
_PICTURE = re.compile("[\U0001f000-\U0001faff\u2600-\u2712\u2728\ufe0f]+")
_NOTE_MARK = re.compile(r"^[\s\[(]*([0-9]{1,2}|[a-z]|[*†‡§¶#^∗]{1,3})(?:\s*,\s*([0-9]{1,2}|[a-z]))*[\])]*\s*$")


@dataclass(frozen=True, slots=True)
class Inline:
    """Visible text, the marks on the whole of it, the notes it refers to, and what stood below in small type."""

    text: str
    marks: frozenset[str]
    notes: tuple[str, ...]
    small: str = ""


def plain(source: str, limit: int = 2_000) -> Inline:
    """Read Markdown with HTML tags. Lines broken by <br> are joined by a space; the first line is the main text."""
    text = source[:limit]
    marks: set[str] = set()
    notes: list[str] = []
    text = _NOTE.sub(lambda m: notes.append(m[1]) or " ", text)  # type: ignore[func-returns-value]
    text = _IMAGE.sub(" ", text)
    for _ in range(2):
        text = _LINK.sub(r"\1", text)
    text = _REFERENCE.sub(r"\1", text)
    text = _SUP.sub(lambda m: _superscript(m[1], notes), text)
    for pattern, mark in ((_BOLD_TAG, "bold"), (_LINED_TAG, "underline"), (_STRUCK_TAG, "struck")):
        if pattern.search(text):
            marks.add(mark)
    text = _BREAK.sub("\n", text)
    text = _TAG.sub("", text)
    kept: list[str] = []

    def keep(found: re.Match[str]) -> str:
        kept.append(found[2] if found.re is _CODE else found[1])
        return f"\ue000{len(kept) - 1}\ue001"

    text = _CODE.sub(keep, text)
    text = _ESCAPE.sub(keep, text)
    stripped = text.strip()
    if stripped.startswith(("**", "__")):
        marks.add("bold")
    for _ in range(2):
        text = _STRONG.sub(lambda m: m[1] or m[2], text)
        text = _EMPHASIS.sub(lambda m: m[1] or m[2], text)
    if _STRUCK.search(text):
        marks.add("struck")
        text = _STRUCK.sub(r"\1", text)
    text = _MATH.sub(lambda m: _math(m[1], notes), text)
    text = re.sub("\ue000(\\d+)\ue001", lambda m: kept[int(m[1])] if int(m[1]) < len(kept) else "", text)
    return finish(html.unescape(text), marks, notes)


def opens_note(source: str) -> str:
    """Text whose lines begin with a raised mark ("<sup>*</sup> zero-shot"): the mark is kept, it names the note."""
    return _OPENS_NOTE.sub(lambda m: f"\\{m[1]} " if note_marks(m[1]) else m[0], source)


def finish(text: str, marks: set[str], notes: list[str]) -> Inline:
    """Clean the text, part the lines of a cell, and take footnote marks off the end."""
    lines = [clean(line).text for line in text.split("\n")]
    lines = [line for line in lines if line]
    whole = _PICTURE.sub("", " ".join(lines)).strip() or " ".join(lines)
    small = " ".join(lines[1:]) if len(lines) > 1 else ""
    whole, found = without_marks(whole)
    return Inline(whole, frozenset(marks), tuple(dict.fromkeys([*notes, *found])), small)


def without_marks(text: str) -> tuple[str, list[str]]:
    """ "72.7*" as ("72.7", ["*"]); "Pass^4" and "Avg@8" stay whole, because the mark is not at the end."""
    found = _TRAILING.match(text)
    if not found:
        return text, []
    marks = found[2].translate(_STAR).translate(_SUPERSCRIPT)
    if "^" in marks and marks.strip("^"):
        return text, []
    return found[1].rstrip(), [marks]


def _superscript(inner: str, notes: list[str]) -> str:
    """A raised mark is a note; raised words are text in small type."""
    marks = note_marks(inner)
    if marks is None:
        return inner
    notes += marks
    return ""


def note_marks(inner: str) -> list[str] | None:
    """The note marks of raised text ("*", "1, 2", "[a]"); None where it is words."""
    if not _NOTE_MARK.match(inner):
        return None
    return [m.translate(_STAR) for m in re.findall(r"[0-9]{1,2}|[a-z]|[*†‡§¶#^∗]{1,3}", inner)]


def _math(inner: str, notes: list[str]) -> str:
    """Simple formulas in a cell: bold, raised marks, plus-minus."""
    inner = re.sub(r"\\(?:mathbf|textbf|mathrm|text|bf|underline)\s*\{([^{}]*)\}", r"\1", inner)
    raised = re.fullmatch(r"(.*)\^\{?(\\dagger|\\ddagger|\\ast|\*|[a-z])\}?", inner.strip())
    if raised:
        notes.append({r"\dagger": "†", r"\ddagger": "‡", r"\ast": "*"}.get(raised[2], raised[2]))
        inner = raised[1]
    return inner.replace(r"\pm", "±").replace(r"\%", "%").replace("{", "").replace("}", "")
