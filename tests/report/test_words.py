"""Words that a report must never use (method, section 0.6), and words that a reader needs."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from auditgen.report.templates_path import bundled_folder
from tests.report.pdf_reading import text_of

FORBIDDEN = re.compile(
    r"\b(clean|uncontaminated|proves|verified safe|guaranteed|state[- ]of[- ]the[- ]art)\b"
    r"|(?<!statistically )\bsignificant\b",
    re.IGNORECASE,
)


def plain(html: str) -> str:
    return re.sub(r"<[^>]+>", " ", re.sub(r"<style>.*?</style>", "", html, flags=re.S))


def faults(text: str) -> list[str]:
    """Forbidden words that do not stand inside quotation marks."""
    return [m[0] for m in FORBIDDEN.finditer(re.sub(r"“[^”]*”", "", text))]


def test_the_search_finds_what_it_should() -> None:
    assert faults("The data are clean. This proves it. A significant gap.") == ["clean", "proves", "significant"]
    assert faults("a statistically significant gap, “state-of-the-art”, cleaned, approves") == []


def test_vocabulary_has_none_of_them() -> None:
    for path in sorted((bundled_folder() / "locale").glob("*/report.yaml")):
        assert faults(path.read_text("utf-8")) == [], path.parent.name


def test_reports_have_none_of_them(page: str, text: str, report_file: Path) -> None:
    without_rules = re.sub(r'<section id="annex-regulation">.*?</section>', "", page, flags=re.S)
    assert faults(plain(without_rules)) == []
    if shutil.which("pdftotext"):
        body = text_of(report_file)
        start, end = (
            body.index("Annex D. Rules that ask for this evidence A check"),
            body.index("Plain meanings of the words"),
        )
        assert faults(body[:start] + body[end:]) == []


def test_rules_are_told_without_them(page: str) -> None:
    rules = re.search(r'<section id="annex-regulation">.*?</section>', page, re.S)
    assert rules
    assert faults(plain(rules[0])) == []


def test_the_three_readings_are_never_merged(page: str) -> None:
    table = re.search(r'<section class="summary".*?</table>', page, re.S)
    assert table
    assert re.findall(r'<th scope="col"[^>]*>([^<]+)</th>', table[0]) == ["Claim", "Level", "Ranking", "Progress"]


def school_years(text: str) -> float:
    """Flesch-Kincaid grade; syllables are counted as groups of vowels, a silent e at the end left out."""
    sentences = [x for x in re.split(r"[.!?:](?:\s|$)", text) if x.strip()]
    words = re.findall(r"[A-Za-z][A-Za-z’'-]*", text)
    syllables = sum(max(1, len(re.findall(r"[aeiouy]+", re.sub(r"(?<=[^aeiouyl])e$", "", w.lower())))) for w in words)
    return 0.39 * len(words) / len(sentences) + 11.8 * syllables / len(words) - 15.59


def test_the_measure_of_reading_ease_tells_texts_apart() -> None:
    easy = "The cat sat on the mat. The dog ran to the cat. They sat in the sun."
    hard = "Heterogeneous contamination methodologies necessitate multidimensional recalibration of comparability."
    assert school_years(easy) < 3
    assert school_years(hard) > 20


def test_first_pages_read_easily(page: str) -> None:
    """A reader of fifteen has been at school for nine or ten years."""
    for anchor in ("summary", "how"):
        part = re.search(rf'<section[^>]* id="{anchor}">.*?</section>', page, re.S)
        assert part
        found = re.findall(r"<p[^>]*>(.*?)</p>|<li>(.*?)</li>", part[0], re.S)
        texts = [plain(x).strip() for pair in found for x in pair if len(x) > 40]
        body = " ".join(x if x.endswith((".", ":")) else x + "." for x in texts)
        assert school_years(body) <= 10, anchor
