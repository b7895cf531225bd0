"""One run of another scanner, by the interpreter it is installed for; `benchmarks/scan.py` starts it and reads stdout.

PYTHON benchmarks/scan_peers.py NAME ITEMS CORPUS WORKERS [RUN]

NAME: corpus-assay (0.1.0), decon (the package decontaminate, 0.3.0.post4) or datatrove (0.10.1, with spacy and
xxhash<4; its indexer asks for lighteval even where the items are one's own, so its tokeniser, hash and filter are
called directly). ITEMS: JSONL with item_id and question. CORPUS: a folder of JSONL. RUN: words in a row (default 13).
Prints JSON: seconds of the index and of the scan, peak memory in MB, identifiers of the documents it flags. Uses the
standard library and the peer alone.
"""

from __future__ import annotations

import json
import os
import re
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def _questions(items: Path) -> list[tuple[str, str]]:
    with items.open(encoding="utf-8") as file:
        return [(str(row["item_id"]), str(row["question"])) for row in map(json.loads, file)]


def _documents(corpus: Path) -> Iterator[dict[str, Any]]:
    for path in sorted(corpus.glob("*.jsonl")):
        with path.open("rb") as file:
            yield from map(json.loads, file)


def corpus_assay(items: Path, corpus: Path, workers: int, run: int, work: Path) -> tuple[float, float, list[str]]:
    """(seconds of the index, of the scan, documents flagged); one shared n-gram flags a document."""
    from corpus_assay.benchmark_spec import BenchmarkSpec
    from corpus_assay.config import ScanConfig
    from corpus_assay.indexing import build_index, write_native_index_artifacts
    from corpus_assay.scanner import OutputLayout, do_scan, write_run_outputs

    class Loader:
        def __init__(self, spec: Any) -> None:
            self.dataset_fingerprints: list[dict[str, object]] = []

        def load_positive(self) -> Iterator[str]:
            return iter([question for _, question in _questions(items)])

        def load_negative(self) -> Iterator[str]:
            return iter(())

    began = time.perf_counter()
    spec = BenchmarkSpec(name="items", dataset="items", splits=["test"], fields=["question"])
    index = work / "items.native"
    write_native_index_artifacts(build_index(benchmarks=[spec], ngram=run, loader_factory=Loader), str(index))
    built = time.perf_counter()
    config = ScanConfig(
        inputs=[str(path) for path in sorted(corpus.glob("*.jsonl"))], text_key="text", id_key="id",
        index_path=str(index), out_dir=str(work / "out"), min_hits=1, ngram=run, min_coverage=0.0, workers=workers,
        max_return_records=None,
    )  # fmt: skip
    write_run_outputs(layout=OutputLayout(work / "out"), run=do_scan(config), cfg=config)
    seconds = time.perf_counter() - built
    return built - began, seconds, _assay_identifiers(work / "out")


def decon(items: Path, corpus: Path, workers: int, run: int, work: Path) -> tuple[float, float, list[str]]:
    """The same; questions only. The seconds of the index are those it states."""
    import decon as peer

    del run
    (work / "evals").mkdir()
    with (work / "evals" / "items.jsonl").open("w", encoding="utf-8") as out:
        for number, (_, question) in enumerate(_questions(items)):
            row = {"eval_key": "items", "eval_instance_index": number, "split": "test", "question": question,
                   "answer": "", "passage": "", "doc_id": number, "is_correct": True}  # fmt: skip
            out.write(json.dumps(row) + "\n")
    config = peer.Config(
        str(corpus), str(work / "evals"), str(work / "out"), worker_threads=workers, index_answers=False,
        index_passages=False,
    )  # fmt: skip
    said = work / "said.txt"
    screen = os.dup(1)
    with said.open("wb") as file:  # it writes its seconds to the screen, past Python
        os.dup2(file.fileno(), 1)
        began = time.perf_counter()
        peer.detect(config)
        seconds = time.perf_counter() - began
        os.dup2(screen, 1)
    told = re.search(r"Index building time\s+([\d.]+)s", said.read_text(encoding="utf-8"))
    build = float(told[1]) if told else 0.0
    return build, seconds - build, _decon_identifiers(work / "out", corpus)


def datatrove(items: Path, corpus: Path, workers: int, run: int, work: Path) -> tuple[float, float, list[str]]:
    """The same; one process whatever `workers` says, as its filter runs."""
    import numpy
    from datatrove.data import Document
    from datatrove.pipeline.decont.n_grams import NGramsDecontConfig, NGramsDecontFilter
    from datatrove.utils.text import ngrams, simplify_text

    del workers
    config = NGramsDecontConfig(n_grams=run)
    began = time.perf_counter()
    peer = NGramsDecontFilter(str(work), config)
    hashes = set()
    for _, question in _questions(items):
        words = peer.tokenizer.word_tokenize(simplify_text(question, config.norm_config))
        hashes.update(map(peer.hash_func, map(" ".join, ngrams(words, run))))
    numpy.array(sorted(hashes), dtype=config.hash_config.np_descr).tofile(work / "items.index.hashes")
    peer.load_index_hashes()
    built = time.perf_counter()
    flagged = [
        str(row["id"])
        for row in _documents(corpus)
        if peer.filter(Document(text=row["text"], id=row["id"])) is not True
    ]
    return built - began, time.perf_counter() - built, flagged


def _assay_identifiers(folder: Path) -> list[str]:
    """Its lists name a document as d7-part-0."""
    found = set()
    for path in folder.rglob("*.ndjson"):
        found |= {
            str(json.loads(line)["doc_id"]).split("-")[0] for line in path.read_text(encoding="utf-8").splitlines()
        }
    return sorted(found)


def _decon_identifiers(folder: Path, corpus: Path) -> list[str]:
    """Its reports name file and line."""
    lines: dict[str, set[int]] = {}
    for path in folder.rglob("*.jsonl"):
        for row in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            lines.setdefault(Path(row["training_file"]).name.split(".")[0], set()).add(int(row["training_line"]))
    found = []
    for path in sorted(corpus.glob("*.jsonl")):
        wanted = lines.get(path.name.split(".")[0], set())
        with path.open("rb") as file:
            found += [str(json.loads(line)["id"]) for number, line in enumerate(file) if number in wanted]
    return found


PEERS = {"corpus-assay": corpus_assay, "decon": decon, "datatrove": datatrove}


def main() -> None:
    """See the top of this file."""
    name, items, corpus, workers = sys.argv[1:5]
    run = int(sys.argv[5]) if len(sys.argv) > 5 else 13
    with tempfile.TemporaryDirectory(prefix="scan-peer-") as work:
        index, scan, documents = PEERS[name](Path(items), Path(corpus), int(workers), run, Path(work))
    peak = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)) // 1024
    print(json.dumps({"index_seconds": index, "scan_seconds": scan, "peak_mb": peak, "documents": documents}))


if __name__ == "__main__":
    main()
