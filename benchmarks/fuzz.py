"""Fuzzes every reader: documents, logs, claims, tables, evidence, items. One clear refusal or a result, nothing else.

Run: python benchmarks/fuzz.py [READER]... [--seconds 60] [--keep FOLDER]. With atheris installed (a coverage-guided
fuzzer, not among the dependencies) every reader runs under it in a process of its own; without it inputs are mutated
at random, and the output says so. Printed for each reader: inputs tried, inputs a second, the slowest input, the
memory reached, and what failed. The files that failed stay in the folder `--keep`. Ends with 1 if anything failed.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.fuzz_mutation import LARGEST, mutated  # noqa: E402

SLOWEST = 20
MEMORY_MB = 2_500
CARD = b"""---
license: mit
model-index:
- name: tern-7b
  results:
  - dataset: {name: MMLU (5-Shot), type: cais/mmlu}
    metrics: [{type: acc, value: 61.5}]
---
# Tern 7B
We report 5-shot results; * marks figures copied from the original reports.
| Benchmark | Metric | Tern-7B | Llama 3.1 8B* |
|---|---|---|---|
| MMLU | acc | **61.5** | 66.7 |
| GSM8K (8-shot, CoT) | em | 71.2 \xc2\xb1 1.1 | - |
| AIME 2024 | solved | 4/30 | 2/30 |

Tern-7B outperforms Llama 3.1 8B on GSM8K and reaches 71.2%, up from 40% a year ago.
"""
PAGE = b"""<html><body><h1>Tern</h1><table><thead><tr><th rowspan=2>Test</th><th colspan="2">Tern</th></tr>
<tr><th>7B</th><th>13B</th></tr></thead><tr><td>MMLU<sup>1</sup></td><td>61.5</td><td>66.0</td></tr></table>
<p>1. Five shots.</p><p>It solves 29 out of 40 problems on AIME 2024.</p></body></html>"""
LAID_OUT = b"""3.1 Overview

                 Model
    Test        Tern-7B    GPT-5
    MMLU         61.5      92.0
    SWE-bench    12.0      65.0
Table 1: Accuracy in percent.
"""
CLAIMS = b"""schema: auditgen-claims/1
title: Two claims
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
_PEAK = 1024 if sys.platform != "darwin" else 1024**2


def _pdf() -> bytes:
    from weasyprint import HTML

    framed = PAGE.decode().replace("<th ", '<th style="border:1px solid" ')
    # Not compressed, so that a changed byte is a change of the page and not of a stream that no longer opens.
    return bytes(HTML(string=framed).write_pdf(uncompressed_pdf=True))


def _workbook() -> bytes:
    from openpyxl import Workbook

    book = Workbook()
    for row in (["model", "benchmark", "score"], ["Tern-7B", "MMLU", 61.5], ["GPT-5", "MMLU", 92.0]):
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _word() -> bytes:
    from docx import Document

    document = Document()
    document.add_heading("Tern")
    table = document.add_table(2, 2)
    for cell, text in zip(
        [c for row in table.rows for c in row.cells], ("Test", "Tern-7B", "MMLU", "61.5"), strict=True
    ):
        cell.text = text
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def _parquet() -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    out = io.BytesIO()
    pq.write_table(pa.table({"model": ["Tern-7B"], "benchmark": ["MMLU"], "score": [0.615]}), out)
    return out.getvalue()


def _logs() -> list[bytes]:
    from tests.intake.logs import seeds

    return [data for data, _ in seeds.ALL.values()]


def _document(name: str) -> Callable[[bytes], None]:
    from auditgen.intake.documents.draft import draft_file
    from auditgen.intake.documents.draft_file import to_yaml
    from auditgen.intake.documents.extract import About, extract_documents
    from auditgen.intake.documents.opening import read_document

    def read(data: bytes) -> None:
        to_yaml(draft_file(extract_documents([read_document(data, name)], About())))

    return read


def _log() -> Callable[[bytes], None]:
    from auditgen.intake.logs.read import read_log
    from auditgen.intake.logs.write_tables import converted_files

    def read(data: bytes) -> None:
        contents = read_log(data, "log")
        for form in ("csv", "eee"):
            converted_files([contents], form, 1_750_000_000)

    return read


def _claims(name: str) -> Callable[[bytes], None]:
    from auditgen.intake.claims import read_claims_bytes

    return lambda data: void(read_claims_bytes(data, name, accept_drafts=True))


def _table(name: str) -> Callable[[bytes], None]:
    from auditgen.intake.tables import read_table_bytes

    return lambda data: void(read_table_bytes(data, name))


def _in_file(read: Callable[[Path], object], name: str) -> Callable[[bytes], None]:
    folder = Path(tempfile.mkdtemp(prefix="fuzz-", dir="/dev/shm" if Path("/dev/shm").is_dir() else None))

    def run(data: bytes) -> None:
        path = folder / name
        path.write_bytes(data)
        read(path)

    return run


def _evidence(name: str) -> Callable[[bytes], None]:
    from auditgen.catalogue import open_catalogue
    from auditgen.intake.evidence.read import read_evidence

    catalogue = open_catalogue()
    return _in_file(lambda path: read_evidence([path], catalogue), name)


def _items() -> Callable[[bytes], None]:
    from auditgen.scan.items import read_items

    return _in_file(read_items, "items.jsonl")


def void(_: object) -> None:
    """Take a result and let it go."""


# Reader -> (how it is made, its first inputs).
READERS: dict[str, tuple[Callable[[], Callable[[bytes], None]], Callable[[], list[bytes]]]] = {
    "documents-markdown": (lambda: _document("card.md"), lambda: [CARD]),
    "documents-html": (lambda: _document("page.html"), lambda: [PAGE]),
    "documents-text": (lambda: _document("report.txt"), lambda: [LAID_OUT, CARD]),
    "documents-csv": (lambda: _document("table.csv"), lambda: [ROWS, MATRIX]),
    "documents-pdf": (lambda: _document("paper.pdf"), lambda: [_pdf()]),
    "documents-docx": (lambda: _document("paper.docx"), lambda: [_word()]),
    "documents-xlsx": (lambda: _document("book.xlsx"), lambda: [_workbook()]),
    "logs": (_log, _logs),
    "claims-yaml": (lambda: _claims("claims.yaml"), lambda: [CLAIMS]),
    "claims-csv": (lambda: _claims("claims.csv"), lambda: [ROWS, b"id,type,model\na1,absolute,Tern-7B\n"]),
    "claims-xlsx": (lambda: _claims("claims.xlsx"), lambda: [_workbook()]),
    "tables-csv": (lambda: _table("table.csv"), lambda: [ROWS, MATRIX]),
    "tables-xlsx": (lambda: _table("table.xlsx"), lambda: [_workbook()]),
    "tables-parquet": (lambda: _table("table.parquet"), lambda: [_parquet()]),
    "evidence-files": (lambda: _evidence("trials.jsonl"), lambda: [TRIALS, ROWS, MATRIX, ITEMS, *_logs()]),
    "evidence-list": (lambda: _evidence("evidence.yaml"), lambda: [LIST]),
    "scan-items": (_items, lambda: [ITEMS, MATRIX, _parquet()]),
}


def allowed() -> tuple[type[BaseException], ...]:
    """The errors a reader may raise: the refusals that the commands print in plain words."""
    from auditgen.intake.errors import InputError
    from auditgen.intake.logs.model import LogError
    from auditgen.scan.items import ItemsError

    return (InputError, LogError, ItemsError)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("readers", nargs="*", choices=[[], *READERS], help="default: all of them")
    parser.add_argument("--seconds", type=int, default=60, help="for each reader (default 60)")
    parser.add_argument("--keep", type=Path, default=Path(tempfile.gettempdir()) / "auditgen-fuzz")
    parser.add_argument("--one", choices=list(READERS), help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.keep.mkdir(parents=True, exist_ok=True)
    if options.one:
        return run_one(options.one, options.seconds, options.keep)
    guided = has_atheris()
    print("atheris is installed: guided by coverage" if guided else "atheris is not installed: mutated at random")
    print(f"{'reader':20} {'inputs':>9} {'a second':>9} {'slowest':>9} {'memory':>9}  failed", flush=True)
    failed = 0
    for name in options.readers or READERS:
        command = [
            sys.executable,
            __file__,
            "--one",
            name,
            "--seconds",
            str(options.seconds),
            "--keep",
            str(options.keep),
        ]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
        line = next((x for x in reversed(done.stdout.splitlines()) if x.startswith("{")), None)
        found = json.loads(line) if line else {}
        if guided:
            found = from_atheris(done.stdout + done.stderr, found)
        bad = done.returncode != 0 or bool(found.get("failures"))
        failed += bad
        # The guided fuzzer counts whole seconds.
        slowest = f"{found.get('slowest', 0):.2f}s" if not guided else f"< {found.get('slowest', 0) + 1:.0f}s"
        print(
            f"{name:20} {found.get('inputs', 0):9,} {found.get('rate', 0):9,.0f} {slowest:>9}"
            f" {found.get('memory', 0):6,} MB  {found.get('failures') or ('no' if not bad else done.stderr[-400:])}",
            flush=True,
        )
    return 1 if failed else 0


def has_atheris() -> bool:
    """Whether the guided fuzzer can be imported."""
    from importlib.util import find_spec

    return find_spec("atheris") is not None


def from_atheris(text: str, found: dict[str, Any]) -> dict[str, Any]:
    """What the guided fuzzer prints at its end."""
    for key, pattern in (
        ("inputs", r"stat::number_of_executed_units:\s*(\d+)"),
        ("rate", r"stat::average_exec_per_sec:\s*(\d+)"),
        ("slowest", r"stat::slowest_unit_time_sec:\s*(\d+)"),
        ("memory", r"stat::peak_rss_mb:\s*(\d+)"),
    ):
        told = re.findall(pattern, text)
        if told:
            found[key] = int(told[-1])
    trace = re.search(r"=== Uncaught Python exception: ===\n(.{1,1500})", text, re.DOTALL)
    if trace:
        found["failures"] = " / ".join(
            trace[1].split("\n")[:1] + re.findall(r'File "[^"]*/auditgen/([^\n]+)', trace[1])[-2:]
        )
    elif re.search(r"ERROR: libFuzzer: (timeout|out-of-memory|deadly signal)", text):
        found["failures"] = re.findall(r"ERROR: libFuzzer: ([\w -]+)", text)[-1]
    return found


def run_one(name: str, seconds: int, keep: Path) -> int:
    """One reader, in this process."""
    make, first = READERS[name]
    inputs = first()
    if has_atheris():
        guided_run(name, make, inputs, seconds, keep)
    return random_run(name, make(), inputs, seconds, keep)


def guided_run(
    name: str, make: Callable[[], Callable[[bytes], None]], inputs: list[bytes], seconds: int, keep: Path
) -> NoReturn:
    """Hand the reader to atheris, which ends the process."""
    import atheris

    corpus = keep / f"corpus-{name}"
    corpus.mkdir(exist_ok=True)
    for number, data in enumerate(inputs):
        (corpus / f"seed-{number}").write_bytes(data)
    with atheris.instrument_imports(include=["auditgen"]):
        read = make()
    refusals = allowed()

    def run(data: bytes) -> None:
        try:
            read(data)
        except refusals:
            return

    arguments = [
        sys.argv[0], str(corpus), f"-max_total_time={seconds}", f"-timeout={SLOWEST}", f"-rss_limit_mb={MEMORY_MB}",
        f"-max_len={LARGEST}", "-print_final_stats=1", f"-artifact_prefix={keep}/{name}-", "-verbosity=0",
    ]  # fmt: skip
    atheris.Setup(arguments, run)
    atheris.Fuzz()
    raise SystemExit(0)


def random_run(name: str, read: Callable[[bytes], None], inputs: list[bytes], seconds: int, keep: Path) -> int:
    """Mutate at random, with a fixed seed: what failed can be had again."""
    chance = random.Random(20_260_101)
    refusals = allowed()
    started = time.monotonic()
    slowest, tried = 0.0, 0
    failures: list[str] = []
    signal.signal(signal.SIGALRM, _too_slow)
    while time.monotonic() - started < seconds and len(failures) < 5:
        data = mutated(chance, inputs) if tried >= len(inputs) else inputs[tried]
        tried += 1
        begun = time.monotonic()
        signal.alarm(SLOWEST)
        try:
            read(data)
        except refusals:
            pass
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            (keep / f"{name}-{tried}").write_bytes(data)
            place = traceback.extract_tb(error.__traceback__)[-1]
            failures.append(
                f"{type(error).__name__}: {error} ({Path(place.filename).name}:{place.lineno}, input {tried})"
            )
        finally:
            signal.alarm(0)
        slowest = max(slowest, time.monotonic() - begun)
    spent = time.monotonic() - started
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // _PEAK
    if memory > MEMORY_MB:
        failures.append(f"{memory:,} MB of memory")
    found = {"inputs": tried, "rate": tried / spent, "slowest": slowest, "memory": memory}
    print(json.dumps({**found, "failures": "; ".join(failures)}))
    return 1 if failures else 0


def _too_slow(*_: object) -> NoReturn:
    raise TimeoutError(f"more than {SLOWEST} s")


if __name__ == "__main__":
    os.environ.setdefault("PYTHONHASHSEED", "0")
    sys.exit(main())
