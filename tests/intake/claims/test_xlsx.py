"""Workbooks: figures as their cells show them; formulas, links, bombs and broken files refused."""

import datetime
import io
import time
import zipfile

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auditgen.intake.claims import read_claims_bytes
from auditgen.intake.claims.xlsx_form import shown_number
from auditgen.intake.errors import InputError

HEAD = ["model", "benchmark", "score"]


def workbook(rows, formats=None, sheet="claims", more=None):
    book = openpyxl.Workbook()
    first = book.active
    first.title = sheet
    for row in rows:
        first.append(row)
    for cell, number_format in (formats or {}).items():
        first[cell].number_format = number_format
    for title, others in (more or {}).items():
        page = book.create_sheet(title)
        for row in others:
            page.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def read(data, name="claims.xlsx"):
    return read_claims_bytes(data, name, today=datetime.date(2026, 11, 30))


def refusal(data):
    with pytest.raises(InputError) as caught:
        read(data)
    return str(caught.value)


@pytest.mark.parametrize(
    ("value", "number_format", "text", "known"),
    [
        (0.904, "0.0%", "90.4%", True),
        (0.9, "0.00%", "90.00%", True),
        (0.887, "0%", "89%", True),
        (48.9, "0.00", "48.90", True),
        (88.65, "0.0", "88.7", True),
        (2029, "#,##0", "2029", True),
        (1234.5, "#,##0.00", "1234.50", True),
        (48.9, "General", "48.9", False),
        (0.1 + 0.2, "General", "0.3", False),
        (90, "General", "90", False),
        (1e-7, "General", "0.0000001", False),
        (88.7, "0.0;[Red]-0.0", "88.7", True),
        (88.7, "0.0E+00", "88.7", False),
    ],
)
def test_numbers_as_shown(value, number_format, text, known):
    assert shown_number(value, number_format) == (text, known)


@given(st.integers(0, 10_000), st.integers(0, 4))
def test_a_shown_number_keeps_its_decimals(tenths, decimals):
    text, known = shown_number(tenths / 100, "0" + ("." + "0" * decimals if decimals else ""))
    assert known
    assert len(text.partition(".")[2]) == decimals
    assert abs(float(text) - tenths / 100) <= 0.5 * 10**-decimals + 1e-9


def test_claims_sheet_with_sources():
    data = workbook(
        [["notes for me"]],
        sheet="read me",
        more={
            "Claims": [
                [*HEAD, "source", "n_items", "shots"],
                ["A", "MMLU", 0.904, "s1", 14042, "3-5"],
                [],
                ["B", "M", "88.70"],
            ],
            "sources": [["id", "title", "accessed"], ["s1", "A card", datetime.date(2026, 1, 5)]],
        },
    )
    file = read(data)
    assert [(c.id, c.model, c.score.text, c.score.unit, c.line) for c in file.claims] == [
        ("c1", "A", "0.904", "fraction", 2),
        ("c2", "B", "88.70", "percent", 4),
    ]
    assert (file.claims[0].n_items, file.claims[0].shots) == (14042, "3-5")
    assert (file.sources[0].title, str(file.sources[0].accessed)) == ("A card", "2026-01-05")
    assert file.recognised_by == "XLSX: an archive with xl/workbook.xml, sheet Claims"
    assert "sheets not read: 'read me'" in file.notes
    assert any("trailing zeros of the source are not known; format as text (line 2)" in n for n in file.notes)


def test_formatted_numbers_need_no_note():
    file = read(workbook([HEAD, ["A", "M", 0.9], ["B", "M", "88.7"]], {"C2": "0.0%"}))
    assert [c.score.text for c in file.claims] == ["90.0", "88.7"]
    assert not any("trailing zeros" in note for note in file.notes)


def test_a_workbook_under_another_name():
    file = read(workbook([HEAD, ["A", "M", "88.7%"]]), "claims.csv")
    assert file.claims[0].score.text == "88.7"


def test_cells_that_cannot_be_used():
    rows = [
        [*HEAD, "shots", "n_items", "notes"],
        ["A", "M", "=1+1"],
        ["B", "M", "#DIV/0!"],
        ["C", "M", datetime.date(2026, 5, 3)],
        ["D", "M", "88.7", datetime.date(2026, 5, 3)],
        ["E", "M", "88.7", None, datetime.date(2026, 5, 3)],
        ["F", "M", "88.7", None, None, "=HYPERLINK(1)"],
        ["G", "M", True],
    ]
    data = workbook(rows)
    lines = refusal(data).split("\n")
    assert [line.split(":")[0] for line in lines] == [
        "claims.xlsx, sheet claims, cell C2 (score)",
        "claims.xlsx, sheet claims, cell C3 (score)",
        "claims.xlsx, sheet claims, cell C4 (score)",
        "claims.xlsx, sheet claims, cell D5 (shots)",
        "claims.xlsx, sheet claims, cell E6 (n_items)",
        "claims.xlsx, sheet claims, cell C8 (score)",
    ]
    for line, fragment in zip(lines, ["a formula", "#DIV/0!", "a date", "a date", "a date", "'true'"]):
        assert fragment in line


def test_tables_that_cannot_be_used():
    assert "expected a table, found no filled cell" in refusal(workbook([]))
    assert "expected the column score" in refusal(workbook([["model", "benchmark"], ["A", "M"]]))
    assert "rows under the header" in refusal(workbook([HEAD]))
    assert "cell D2: expected a column name in the header, found none above 'x'" in refusal(
        workbook([HEAD, ["A", "M", "5.5", "x"]])
    )
    assert "at most 200 columns" in refusal(workbook([HEAD, ["A", "M", "5.5", *[None] * 200, "x"]]))


def test_far_cells_do_not_fill_memory():
    book = openpyxl.Workbook()
    sheet = book.active
    for column, name in zip("ABC", HEAD):
        sheet[f"{column}1"] = name
    sheet["C1048576"] = "x"
    out = io.BytesIO()
    book.save(out)
    began = time.process_time()
    # The row lies beyond every limit, so it is as if it were not there.
    assert "rows under the header" in refusal(out.getvalue())
    assert time.process_time() - began < 5


def rebuilt(data, change):
    """The workbook with its members changed by a function of name and content."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, change(name, old.read(name)))
    return out.getvalue()


def test_bombs_links_and_entities():
    plain = workbook([HEAD, ["A", "M", "88.7"]])
    began = time.process_time()
    bomb = rebuilt(plain, lambda n, d: b"0" * 250_000_000 if n.endswith("sheet1.xml") else d)
    assert "at most 200 MB unpacked in 5,000 parts, found 250 MB" in refusal(bomb)
    assert time.process_time() - began < 5
    entity = b'<!DOCTYPE x [<!ENTITY a "aaaa">]>'
    for spoil in (lambda d: entity + d, lambda d: d.decode().encode("utf-16")):
        spoilt = rebuilt(plain, lambda n, d, spoil=spoil: spoil(d) if n.endswith("sheet1.xml") else d)
        assert "a document type definition inside" in refusal(spoilt)
    out = io.BytesIO(plain)
    with zipfile.ZipFile(out, "a") as archive:
        archive.writestr("xl/externalLinks/externalLink1.xml", "<x/>")
    assert "links to other workbooks" in refusal(out.getvalue())


PLAIN = workbook([HEAD, ["A", "M", "88.7"]])


@settings(max_examples=60, deadline=2000)
@given(st.data())
def test_broken_workbooks(data):
    """Cut, flipped or with one member spoilt: a line, never a traceback."""
    kind = data.draw(st.sampled_from(["cut", "flip", "member"]))
    if kind == "cut":
        broken = PLAIN[: data.draw(st.integers(4, len(PLAIN)))]
    elif kind == "flip":
        at = data.draw(st.integers(4, len(PLAIN) - 1))
        broken = PLAIN[:at] + bytes([data.draw(st.integers(0, 255))]) + PLAIN[at + 1 :]
    else:
        with zipfile.ZipFile(io.BytesIO(PLAIN)) as archive:
            spoilt = data.draw(st.sampled_from(archive.namelist()))
        junk = data.draw(
            st.one_of(st.binary(max_size=60), st.just(b"<worksheet><sheetData><row r='x'/></sheetData></worksheet>"))
        )
        broken = rebuilt(PLAIN, lambda n, d: junk if n == spoilt else d)
    message = ""
    try:
        read(broken)
    except InputError as error:
        message = str(error)
    assert "\n" not in message
