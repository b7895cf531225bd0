"""The ranking as a page: accessible PDF with the record inside, HTML without scripts, the same bytes every time."""

import datetime as dt
import io
import re

import numpy as np
import pikepdf
import pytest

from auditgen.intake.tables import read_table_bytes
from auditgen.ranking import RankOptions, rank
from auditgen.records.rank_record import RankRecord
from auditgen.report.charts.rank_places import Place, rank_picture, rank_slopes
from auditgen.report.rank_page import RECORD, rank_html, rank_pdf
from tests.intake.tables.tables import as_csv
from tests.ranking.making import item_rows, scores_with_errors

DAY = dt.date(2026, 11, 30)
EVIL = '<script>alert("x")</script> & Söhne \u202e 模型'


@pytest.fixture(scope="module")
def record() -> RankRecord:
    random = np.random.default_rng(3)
    names = [EVIL, *(f"model-{k}" for k in range(11))]
    boards = []
    for _ in range(2):
        chance = 1 / (1 + np.exp(-(np.linspace(1, -1, 12) + random.normal(0, 1, (200, 1)))))
        boards.append((random.random((200, 12)) < chance).astype(int))
    tables = [read_table_bytes(as_csv(item_rows(b, names)), f"{n}.csv") for b, n in zip(boards, ("first", "second"))]
    return rank(tables[0], RankOptions(seed=1, resamples=500), compare=tables[1:])


def test_pdf_holds_the_record_and_repeats(record):
    data = rank_pdf(record, DAY)
    assert data == rank_pdf(record, DAY)
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert list(pdf.attachments) == [RECORD]
        inside = pdf.attachments[RECORD].get_file().read_bytes()
        assert str(pdf.Root.Lang) == "en"
        assert bool(pdf.Root.MarkInfo.Marked)
    assert inside == record.to_bytes()
    assert RankRecord.from_bytes(inside).first == record.first


def test_pdf_conforms(record, tmp_path):
    from tests.report.verapdf import validate

    no_errors = rank(
        read_table_bytes(as_csv([["model", "x", "y"], ["a", 50, 60], ["b", 40, 60], ["c", 30, ""]]), "t.csv")
    )
    files = []
    for name, made in (("items", record), ("bare", no_errors)):
        path = tmp_path / f"{name}.pdf"
        path.write_bytes(rank_pdf(made, DAY, paper="letter" if name == "bare" else "a4"))
        files.append(path)
    for verdict in validate(files):
        assert verdict.passed, verdict


def test_html_is_one_file_without_scripts(record):
    page = rank_html(record, DAY)
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert "\u202e" not in page
    assert not re.search(r"(?:src|href)=\"(?!data:|#)", page)
    assert page.count("<h1") == 1
    assert 'scope="col"' in page
    assert 'scope="row"' in page
    assert all(f'alt="{start}' in page for start in ("A chart of", "A slope chart of"))
    assert "Figure 2" in page
    assert "second.csv" in page


def test_page_says_what_the_terminal_says(record):
    page = rank_html(record, DAY)
    for text in record.changes:
        if EVIL not in text and "<" not in text:
            assert text.replace("&", "&amp;") in page


def test_without_sampling_error_the_page_says_so():
    rows = [["model", "benchmark", "score"], ["a", "x", 0.5], ["b", "x", 0.5], ["c", "x", 0.2]]
    page = rank_html(rank(read_table_bytes(as_csv(rows), "t.csv")), DAY)
    assert "2 entries share the first place with the same score." in page
    assert "The file states no sampling error" in page
    assert "not known" in page
    assert "1=" in page


def test_a_clear_winner_is_called_clear():
    rows = scores_with_errors((0.9, 0.5, 0.4), [0.01] * 3)
    page = rank_html(rank(read_table_bytes(as_csv(rows), "t.csv")), DAY)
    assert "m1 is first, and every other entry is clearly behind on this test." in page


def test_pictures_draw_what_they_are_given():
    places = [Place(f"m{i}", i + 1, i + 1, i + 2, 1, i + 4, 1 + i // 2) for i in range(40)]
    picture = rank_picture(places, "place")
    assert picture.count("<circle") == 30
    assert picture.count('font-size="8" fill="#1C2733"') == 30
    bare = rank_picture([Place("a", 1, None, None, None, None, 1), Place("b", 2, None, None, None, None, 2)], "place")
    assert bare.count("<circle") == 2
    assert "<rect x" not in bare
    slopes = rank_slopes([("a", 1, 3), ("b", 2, 1), ("c", 3, 2)], ("one", "two"))
    assert slopes.count("#9B2C12") >= 2
    assert slopes.count("<circle") == 6
