"""Ratios of the scan (P1 to P13 and P17 of the design): interleaved runs, medians, recall by kind of copy.

python benchmarks/scan.py [--documents N] [--repeats K] [--only paces,peers,...] [--folder DIR]
                          [--corpus-assay PYTHON] [--decon PYTHON] [--datatrove PYTHON]

A peer is timed by the interpreter that it is installed for (see scan_peers.py), else it is said not to be installed.
P14 to P16 concern ranking statistics and are not measured here. On a shared machine only the ratios mean something;
the control says how much of two cores two idle loops got.
"""

from __future__ import annotations

import argparse
import gzip
import importlib
import json
import os
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import orjson

sys.path.insert(0, str(Path(__file__).parent))
from scan_against import PEERS, peers
from scan_corpus import MODES, Corpus

from auditgen.scan.batches import scan_batch
from auditgen.scan.cluster import DaskCluster
from auditgen.scan.engine import SMALLEST_BLOCK, Threads, scan
from auditgen.scan.index import build_index
from auditgen.scan.items import read_items
from auditgen.scan.parameters import ScanParameters
from auditgen.scan.sources import find_sources, tasks_of

FLOORS = {
    "P1": 30.0,
    "P1 whole command": 10.0,
    "P2": 20.0,
    "P3": 200.0,
    "P4": 0.30,
    "P5": 0.55,
    "P6": 120.0,
    "P6 gz": 110.0,
    "P7": 1.6,
    "P8": 1.5,
    "P9": 500.0,
    "P10": 1.0,
    "P11 edit 1/15": 0.95,
    "P11 edit 1/6": 0.75,
    "P12": 0.85,
    "P13": 2.0,
    "P17": 1.0,
}  # fmt: skip  (P9 and P13 are ceilings)


def interleaved(runs: dict[str, Callable[[], float]], repeats: int) -> dict[str, float]:
    """Median of each run's value over `repeats` rounds in which every run has its turn."""
    values: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(repeats):
        for name, run in runs.items():
            values[name].append(run())
    return {name: statistics.median(own) for name, own in values.items()}


class Prepared:
    """A corpus on disk with its items, read once."""

    def __init__(self, folder: Path, corpus: Corpus) -> None:
        self.folder, self.made = folder, corpus
        self.corpus = folder / "corpus"
        if not (folder / "complete").exists():
            corpus.write(folder)
            (folder / "complete").touch()
        self.items = read_items(folder / "items.jsonl")
        self.cpu: dict[str, list[float]] = {}
        self.size = sum(path.stat().st_size for path in self.corpus.iterdir())

    def scan_pace(self, threads: int, tier: str, corpus: Path | None = None) -> Callable[[], float]:
        """Bytes of text per second of a scan phase (index and folding table built before)."""
        engine = _Prebuilt(threads)

        def run() -> float:
            record = scan(self.items, [str(corpus or self.corpus)], ScanParameters(tier=tier), engine)
            self.cpu.setdefault(f"{tier} {threads}", []).append(record["corpus"]["bytes"] / engine.cpu_seconds)
            return float(record["corpus"]["bytes"] / engine.seconds)

        run()
        return run

    def command(self, *options: str) -> tuple[float, int, bytes]:
        """(seconds, peak MB, record) of the whole command in a process of its own."""
        output = self.folder / "command.json"
        program = (  # the high-water mark of the process itself: that of wait4 includes the fork of this one
            "from auditgen.cli.scan import scan; scan(standalone_mode=False); "
            "print([line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')][0])"
        )
        began = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-c", program, str(self.folder / "items.jsonl"), "--corpus", str(self.corpus),
             "-o", str(output), "--restart", *options], stdout=subprocess.PIPE, check=True,
        )  # fmt: skip
        seconds = time.perf_counter() - began
        return seconds, int(done.stdout.split()[-1]) // 1024, output.read_bytes()


class _Prebuilt(Threads):
    """Threads that time only the scan phase."""

    def map(self, tasks: Any) -> Any:
        began, cpu = time.perf_counter(), time.process_time()
        yield from super().map(tasks)
        self.seconds, self.cpu_seconds = time.perf_counter() - began, time.process_time() - cpu


def _decode_file(path: str, library: str) -> float:
    """Decode a file line by line; processor seconds."""
    loads = json.loads if library == "json" else importlib.import_module("orjson").loads
    began = time.process_time()
    with open(path, "rb") as file:
        sum(len(loads(line)["text"]) for line in file)
    return time.process_time() - began


def _decode_pace(prepared: Prepared, library: str, pool: ProcessPoolExecutor) -> Callable[[], float]:
    paths = [str(path) for path in sorted(prepared.corpus.iterdir())]

    def run() -> float:
        began = time.perf_counter()
        cpu = sum(pool.map(_decode_file, paths, [library] * len(paths)))
        prepared.cpu.setdefault(library, []).append(prepared.size / cpu)
        return prepared.size / (time.perf_counter() - began)

    run()
    return run


def _pool_pace(prepared: Prepared, pool: ProcessPoolExecutor) -> Callable[[], float]:
    """Bytes per second of scans of the exact tier by the processes of a pool, as on a cluster."""
    parameters = ScanParameters(tier="exact")
    sources, _ = find_sources([str(prepared.corpus)])
    batches = [[task.as_dict()] for task in tasks_of(sources, SMALLEST_BLOCK)]
    index_path = prepared.folder / "index.npz"
    build_index(prepared.items.items, parameters).save(index_path)

    def run() -> float:
        began = time.perf_counter()
        list(pool.map(scan_batch, batches, [str(index_path)] * len(batches), [parameters.as_dict()] * len(batches)))
        return prepared.size / (time.perf_counter() - began)

    run()
    return run


def paces(prepared: Prepared, repeats: int) -> dict[str, float]:
    """P4, P5, P7, P8: JSON decoding and scans by two processes, scans by one and two threads, both tiers."""
    with ProcessPoolExecutor(2) as pool:
        runs = {
            "orjson": _decode_pace(prepared, "orjson", pool),
            "json": _decode_pace(prepared, "json", pool),
            "exact pool": _pool_pace(prepared, pool),
            "exact 1": prepared.scan_pace(1, "exact"),
            "exact 2": prepared.scan_pace(2, "exact"),
            "fuzzy 1": prepared.scan_pace(1, "fuzzy"),
            "fuzzy 2": prepared.scan_pace(2, "fuzzy"),
        }
        pace = interleaved(runs, repeats)
    for name, value in pace.items():
        print(f"  {name:10} {value / 1e6:8.0f} MB/s")
    for name, values in prepared.cpu.items():
        print(f"  {name:10} {statistics.median(values) / 1e6:8.0f} MB per second of processor time")
    cpu = {name: statistics.median(values) for name, values in prepared.cpu.items()}
    return {
        "P4": pace["exact pool"] / pace["orjson"],
        "P4 with two threads": pace["exact 2"] / pace["orjson"],
        "P4 processor time": cpu["exact 2"] / cpu["orjson"],
        "P5": pace["exact pool"] / pace["json"],
        "P5 with two threads": pace["exact 2"] / pace["json"],
        "P5 processor time": cpu["exact 2"] / cpu["json"],
        "P7": pace["exact 2"] / pace["exact 1"],
        "P8": pace["exact 1"] / pace["fuzzy 1"],
        "P8 processor time": cpu["exact 1"] / cpu["fuzzy 1"],
    }


def compressed_paces(prepared: Prepared, repeats: int) -> dict[str, float]:
    """P6: MB/s of text from .zst and .gz, one thread."""
    import zstandard

    runs = {}
    for suffix, pack in (("zst", zstandard.compress), ("gz", gzip.compress)):
        folder = prepared.folder / suffix
        folder.mkdir(exist_ok=True)
        for path in prepared.corpus.iterdir():
            (folder / f"{path.name}.{suffix}").write_bytes(pack(path.read_bytes()))
        runs[suffix] = prepared.scan_pace(1, "exact", folder)
    pace = interleaved(runs, repeats)
    return {"P6": pace["zst"] / 1e6, "P6 gz": pace["gz"] / 1e6}


def cluster_paces(prepared: Prepared, repeats: int) -> dict[str, float]:
    """P12, P13: Dask with two workers against a process pool; a worker killed in the midst of a run."""
    parameters = ScanParameters(tier="exact")
    sources, _ = find_sources([str(prepared.corpus)])
    tasks = list(tasks_of(sources, SMALLEST_BLOCK))

    def dasked(cluster: DaskCluster) -> float:
        began = time.perf_counter()
        list(cluster.map(iter(tasks)))
        return prepared.size / (time.perf_counter() - began)

    with ProcessPoolExecutor(2) as pool, DaskCluster(workers=2) as cluster:
        cluster.broadcast(build_index(prepared.items.items, parameters), parameters)
        dasked(cluster)
        pace = interleaved({"pool": _pool_pace(prepared, pool), "dask": lambda: dasked(cluster)}, repeats)
    for name, value in pace.items():
        print(f"  {name:10} {value / 1e6:8.0f} MB/s")
    _cluster_scan(prepared, strike=False)
    calm, struck = _cluster_scan(prepared, strike=False), _cluster_scan(prepared, strike=True)
    return {
        "P12": pace["dask"] / pace["pool"],
        "P13": struck[0] / calm[0],
        "P13 same bytes": float(struck[1] == calm[1]),
    }


def _cluster_scan(prepared: Prepared, strike: bool) -> tuple[float, bytes]:
    """Seconds and record of a scan on two workers, of which one may be killed after the first result."""
    killed: list[int] = []
    began = 0.0

    def after(state: Any) -> None:
        if strike and not killed:
            killed.append(next(iter(cluster._client.run(os.getpid).values())))
            os.kill(killed[0], signal.SIGKILL)

    with DaskCluster(workers=2) as cluster:
        began = time.perf_counter()
        record = scan(prepared.items, [str(prepared.corpus)], ScanParameters(), cluster, progress=after)
        return time.perf_counter() - began, orjson.dumps(record)


def memory(prepared: Prepared) -> dict[str, float]:
    """P9: peak MB of the whole command, two threads, both tiers; P17: same bytes whatever the threads and engine."""
    seconds, peak, expected = prepared.command("--threads", "2")
    print(f"  whole command, fuzzy, 2 threads: {seconds:.2f} s")
    others = [
        prepared.command("--threads", "1")[2],
        prepared.command("--threads", "2")[2],
        prepared.command("--workers", "2")[2],
    ]
    return {"P9": float(peak), "P17": float(all(other == expected for other in others))}


def recall(prepared: Prepared) -> dict[str, float]:
    """P10, P11: plants found by kind, of all and of those of 13 words or more; what else was reported."""
    record = scan(prepared.items, [str(prepared.corpus)], ScanParameters(documents_listed=100_000), Threads(2))
    hits: dict[str, dict[str, tuple[str, bool]]] = {}
    for entry in record["items"]:
        for document in entry["documents"]:
            hits.setdefault(document["doc_id"], {})[entry["item_id"]] = (document["match"], entry["common_phrase"])
    counts = {mode: [0, 0, 0, 0] for mode in (*(f"{m} {s}" for m in MODES for s in ("en", "han")), "all long")}
    for plant in prepared.made.plants.values():
        if plant.mode == "decoy":
            continue
        hit = hits.get(plant.document, {}).get(plant.item_id, ("none", False))[0] not in ("none", "scaffold")
        row = counts[f"{plant.mode} {'han' if plant.item_id.startswith('h') else 'en'}"]
        row[0] += 1
        row[1] += hit
        row[2] += plant.words >= 13
        row[3] += hit and plant.words >= 13
    print("  kind of copy            found / planted      of at least 13 words")
    for name, (planted, found, long, found_long) in counts.items():
        if planted:
            print(f"  {name:20} {found:5} / {planted:<5} {found / planted:6.1%}   {found_long:5} / {long}")
    planted_in = {plant.document: plant.mode for plant in prepared.made.plants.values()}
    false = {"clean": 0, "boilerplate": 0, "decoy": 0}
    for document, found_items in hits.items():
        reported = [item for item, (match, common) in found_items.items() if match != "scaffold" and not common]
        mode = planted_in.get(document)
        if reported and (mode is None or mode == "decoy"):
            quoted = prepared.made.document(int(document[1:]))[1]
            false["decoy" if mode else "boilerplate" if quoted else "clean"] += 1
    print(f"  documents reported without a plant: {false}")
    always = [counts[f"{mode} {script}"] for mode in MODES[:4] for script in ("en", "han")]

    def share(mode: str) -> float:
        return counts[f"{mode} en"][1] / counts[f"{mode} en"][0]

    return {
        "P10": sum(row[3] for row in always) / sum(row[2] for row in always),
        "P11 edit 1/15": share("edit_15"),
        "P11 edit 1/6": share("edit_6"),
        "P11 clean documents": float(false["clean"]),
        "decoys reported": float(false["decoy"]),
        "boilerplate documents reported": float(false["boilerplate"]),
    }


def control() -> float:
    """Pace of two idle loops at once, as a share of one alone: 1 where two cores are free."""
    with ProcessPoolExecutor(2) as pool:
        list(pool.map(_spin, range(2)))
        alone = min(pool.map(_spin, range(1)))
        return alone / max(pool.map(_spin, range(2)))


def _spin(_: int) -> float:
    began, total = time.perf_counter(), 0
    for number in range(5_000_000):
        total += number
    return time.perf_counter() - began


def main() -> None:
    """Run the parts asked for and print each gate with its floor."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--documents", type=int, default=62_888, help="3.4 kB each; 6288, 62888 or 314464 in the design"
    )
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--only", default="", help="comma-separated: paces, compressed, cluster, memory, recall, peers")
    parser.add_argument("--folder", type=Path, default=None, help="keep the corpora here and use them again")
    for name in PEERS:
        parser.add_argument(f"--{name}", metavar="PYTHON", default="", help="interpreter that it is installed for")
    chosen = parser.parse_args()
    pythons = {name: getattr(chosen, name.replace("-", "_")) for name in PEERS}
    with tempfile.TemporaryDirectory(prefix="scan-benchmark-") as scratch:
        folder = chosen.folder or Path(scratch)
        prepared = Prepared(folder / str(chosen.documents), Corpus(n_documents=chosen.documents))
        parts: dict[str, Callable[[], dict[str, float]]] = {
            "paces": lambda: paces(prepared, chosen.repeats),
            "compressed": lambda: compressed_paces(prepared, chosen.repeats),
            "cluster": lambda: cluster_paces(prepared, chosen.repeats),
            "memory": lambda: memory(prepared),
            "recall": lambda: recall(prepared),
            "peers": lambda: peers(prepared, pythons, chosen.repeats),
        }
        print(f"corpus {prepared.size / 1e6:.0f} MB, {len(prepared.items.items)} items, load {os.getloadavg()[0]:.1f}")
        for name, part in parts.items():
            if chosen.only and name not in chosen.only.split(","):
                continue
            print(f"{name} (control {control():.2f})", flush=True)
            for gate, value in part().items():
                floor = FLOORS.get(gate)
                print(f"  {gate:32} {value:10.3f}" + (f"   (floor {floor:g})" if floor else ""), flush=True)
    print(f"peak of this process {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")


if __name__ == "__main__":
    main()
