"""Every reader against broken, huge and hostile input: one clear refusal or a result, in bounded time."""

from __future__ import annotations

import io
import time
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from auditgen.intake.documents.draft import draft_file
from auditgen.intake.documents.draft_file import to_yaml
from auditgen.intake.documents.extract import About, extract_documents
from auditgen.intake.documents.opening import read_document
from auditgen.intake.errors import InputError
from tests.intake.documents.reading import CARD
from tests.intake.documents.test_office_files import docx_of, family_table, scores_sheet, xlsx_of
from tests.intake.documents.test_pages import LAID_OUT, SMALL, TEXT, pdf_of

SECONDS = 20.0
BOMB = b"---\na: &a [x,x,x,x,x,x,x,x,x]\n" + b"".join(
    f"{n}: &{n} [{','.join([f'*{p}'] * 9)}]\n".encode() for p, n in zip("abcdefgh", "bcdefghi", strict=True)
)
HOSTILE = {
    "brackets.md": b"[" * 300_000,
    "stars.md": b"*a " * 100_000,
    "links.md": b"![](" * 100_000,
    "quotes.md": b"> " * 5_000 + b"x",
    "pipes.md": b"|" * 200_000 + b"\n" + b"|-" * 100_000 + b"|\n",
    "rows.md": b"| a | b |\n|---|---|\n" + b"| 1 | 2 |\n" * 100_000,
    "wide.md": b"|a" * 5_000 + b"|\n" + b"|-" * 5_000 + b"|\n" + b"|1" * 5_000 + b"|\n",
    "sup.md": b"| a | b |\n|---|---|\n| " + b"<sup>" * 20_000 + b" | 2 |",
    "cut.csv": b"GPT-5,MMLU,0.92\nGPT-5,MMLU,0.92\nGPTtem_id,T,MMLU,0.92,0.002,14042",
    "digits.md": b"| B | GPT-4o |\n|---|---|\n| MMLU | " + b"1" * 100_000 + b" |",
    "spaces.md": b" " * 1_000_000 + b"x",
    "spaces": b" " * 1_000_000 + b"x",
    "dashes": b"-" * 1_000_000,
    "names.md": b"GPT-4o outperforms Claude 3 Opus on MMLU with 88.7% " * 20_000,
    "capitals.md": b"# Tern 2\n\nTern outperforms the model on GSM8" + b"M8" * 9_000 + b" with a score of 12%.",
    "hyphens.md": b"# Tern 2\n\nThe new Tern model reaches " + b"M-" * 9_000 + b" with a score of 12%.",
    "marks.md": ("| B | GPT-4o |\n|---|---|\n| MMLU | 8" + "\u0301" * 50_000 + " |").encode(),
    "bomb.md": BOMB + b"model-index: [*i]\n---\nx",
    "deep.md": b"---\n" + b"[" * 5_000 + b"\n---\nx",
    "open.html": b"<html><body>" + b"<table><tr><td>1" * 20_000,
    "divs.html": b"<html>" + b"<div>" * 100_000,
    "spans.html": b"<html><table>" + b"<tr><td rowspan=99999 colspan=99999>1</td></tr>" * 3_000 + b"</table>",
    "comments.html": b"<html>" + b"<!--" * 300_000,
    "angles.html": b"<html>" + b"<" * 1_000_000,
    "attributes.html": b"<html><p " + b'a="b" ' * 300_000,
    "figures.txt": b"1 2 3 4 5 6 7 8 9 10\n" * 20_000,
    "words.txt": b"MMLU 88.7% GPT-4o " * 50_000,
    "one.txt": b"9" * 1_000_000,
    "dots.txt": b". . . " * 200_000,
    "quote.csv": b'"' + b"a" * 2_000_000,
    "wide.csv": b",".join([b"1"] * 50_000) + b"\n" + b",".join([b"2"] * 50_000),
    "junk.pdf": b"%PDF-1.7\n" + bytes(range(256)) * 500,
    "junk.docx": b"PK\x03\x04word/document.xml" + bytes(range(256)) * 20,
    "junk.xlsx": b"PK\x03\x04xl/workbook.xml" + bytes(range(256)) * 20,
}


def survives(data: bytes, name: str) -> None:
    """A result whose draft file can be written, or an InputError with a clear line."""
    refused = None
    try:
        result = extract_documents([read_document(data, name)], About())
    except InputError as error:
        refused = str(error)
    if refused is not None:
        assert refused.count("\n") <= 20
        assert "expected" in refused
        return
    to_yaml(draft_file(result))


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_neither_crash_nor_hang(name: str) -> None:
    start = time.monotonic()
    survives(HOSTILE[name], name)
    assert time.monotonic() - start < SECONDS


@pytest.fixture(scope="module")
def seeds() -> dict[str, bytes]:
    return {
        "card.md": CARD.encode(),
        "page.html": f"<html><body><h1>DeepSeek-V3</h1>{SMALL}</body></html>".encode(),
        "report.txt": LAID_OUT.encode(),
        "table.csv": b"Benchmark;Qwen2.5-72B;Llama 3.1 70B\nMMLU;86,1;79,3\n",
        "a.docx": docx_of(family_table),
        "a.xlsx": xlsx_of(scores_sheet),
        "a.pdf": pdf_of(TEXT + SMALL),
    }


@pytest.mark.parametrize("name", ["card.md", "page.html", "report.txt", "table.csv", "a.docx", "a.xlsx", "a.pdf"])
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_mutated_files_are_read_or_refused(name: str, seeds: dict[str, bytes], data: st.DataObject) -> None:
    source = bytearray(seeds[name])
    for _ in range(data.draw(st.integers(1, 8))):
        at = data.draw(st.integers(0, len(source) - 1))
        source[at : at + data.draw(st.integers(0, 6))] = data.draw(st.binary(max_size=8))
        if not source:
            break
    survives(bytes(source), name)


@pytest.mark.parametrize("name", ["a.docx", "a.xlsx"])
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_mutated_parts_of_office_files_are_read_or_refused(
    name: str, seeds: dict[str, bytes], data: st.DataObject
) -> None:
    """The XML inside is changed, the archive around it is whole."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(seeds[name])) as old, zipfile.ZipFile(out, "w") as new:
        for member in old.namelist():
            content = bytearray(old.read(member))
            if member in ("word/document.xml", "xl/worksheets/sheet1.xml", "xl/workbook.xml", "xl/styles.xml"):
                at = data.draw(st.integers(0, max(0, len(content) - 1)))
                content[at : at + data.draw(st.integers(0, 20))] = data.draw(st.binary(max_size=12))
            new.writestr(member, bytes(content))
    survives(out.getvalue(), name)


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet=st.sampled_from("|-\n #*<>/trdhtable 0123456789.MLU%:[](){}^_`\\&;=\"'"), max_size=600))
def test_text_made_of_markup_is_read(source: str) -> None:
    for name in ("a.md", "a.html", "a.txt", "a.csv"):
        survives(source.encode(), name)


def test_folders_pipes_and_sizes_are_refused(tmp_path: Path) -> None:
    from auditgen.intake.documents.limits import MAX_TEXT_BYTES
    from auditgen.intake.documents.opening import read_bytes

    with pytest.raises(InputError, match="a folder"):
        read_bytes(tmp_path)
    with pytest.raises(InputError, match="at most 20 MB"):
        read_document(b"# x\n" + b"a" * MAX_TEXT_BYTES, "a.md")
