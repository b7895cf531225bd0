"""Changed claims, tables, evidence and item files: each is read or refused in plain words, whatever was changed."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from auditgen.catalogue import open_catalogue
from auditgen.intake.claims import read_claims_bytes
from auditgen.intake.errors import InputError
from auditgen.intake.evidence.read import read_evidence
from auditgen.intake.logs.model import LogError
from auditgen.intake.tables import read_table_bytes
from auditgen.scan.items import ItemsError, read_items

CLAIMS = b"""schema: auditgen-claims/1
title: One claim
sources:
- {id: card, title: Card, kind: model_card}
claims:
- {id: a1, type: absolute, source: card, place: line 3, quote: "61.5", claimant: Tern, claimant_relation: developer,
   model: Tern-7B, benchmark: MMLU, score: "61.5", unit: percent, shots: 5, status: confirmed}
"""
ROWS = b"model,benchmark,score,stderr,n\nTern-7B,MMLU,0.615,0.004,14042\nGPT-5,MMLU,0.92,0.002,14042\n"
MATRIX = b"item_id,Tern-7B,GPT-5\nq1,1,1\nq2,0,1\nq3,0,0\n"
ITEMS = b'{"item_id": "q1", "question": "Which bird nests on shingle?", "answer": "B", "choices": ["owl", "tern"]}\n'
TRIALS = b'{"item_id": "q1", "model": "Tern-7B", "order": "canonical", "logprob": -12.5}\n'
LIST = b"""schema: auditgen-evidence/1
files:
- {file: a.csv, kind: results}
models:
- {model: Tern-7B, released: 2026-01-02}
"""
PIECES = (
    b"",
    b"\x00",
    b"\xff\xfe",
    b"1e999",
    b"nan",
    b"-",
    b",",
    b'"',
    b"\n",
    b"{",
    b"[",
    b"&a [*a]",
    b"\xc3",
    b"9" * 400,
)


def _parquet() -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    out = io.BytesIO()
    pq.write_table(pa.table({"model": ["Tern-7B", "GPT-5"], "benchmark": ["MMLU"] * 2, "score": [0.615, 0.92]}), out)
    return out.getvalue()


PARQUET = _parquet()
CATALOGUE = open_catalogue()


def _evidence(path: Path) -> object:
    return read_evidence([path], CATALOGUE)


def _table(path: Path) -> object:
    return read_table_bytes(path.read_bytes(), path.name)


def _claims(path: Path) -> object:
    return read_claims_bytes(path.read_bytes(), path.name, accept_drafts=True)


@pytest.mark.parametrize(
    ("read", "name", "seeds"),
    [
        (_claims, "claims.yaml", [CLAIMS]),
        (_claims, "claims.csv", [b"id,type,model,benchmark,score\na1,absolute,Tern-7B,MMLU,61.5\n"]),
        (_table, "table.csv", [ROWS, MATRIX]),
        (_table, "table.parquet", [PARQUET]),
        (_evidence, "evidence.yaml", [LIST]),
        (_evidence, "trials.jsonl", [TRIALS, ROWS, MATRIX, ITEMS]),
        (read_items, "items.jsonl", [ITEMS, PARQUET]),
    ],
)
@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(data=st.data())
def test_changed_files_are_read_or_refused(
    read: Callable[[Path], object], name: str, seeds: list[bytes], tmp_path: Path, data: st.DataObject
) -> None:
    content = bytearray(data.draw(st.sampled_from(seeds)))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(content)))
        end = min(len(content), at + data.draw(st.integers(0, 8)))
        content[at:end] = data.draw(st.sampled_from(PIECES) | st.binary(max_size=6))
    path = tmp_path / name
    path.write_bytes(content)
    with contextlib.suppress(InputError, LogError, ItemsError):
        read(path)


@pytest.mark.parametrize("name", ["table.parquet", "items.jsonl"])
def test_parquet_with_text_that_is_not_utf8_or_a_name_that_is_not_is_refused(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(PARQUET.replace(b"Tern-7B", b"Tern-\xff\xfe").replace(b"benchmark", b"bench\xff\xfe\xfdk"))
    with pytest.raises((InputError, ItemsError)):
        (_table if name.startswith("table") else read_items)(path)
