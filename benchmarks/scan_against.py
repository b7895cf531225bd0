"""P1 to P3: the scan against other scanners, each run by the interpreter it is installed for (scan_peers.py)."""

from __future__ import annotations

import json
import statistics
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

from auditgen.scan.engine import Threads, scan
from auditgen.scan.parameters import ScanParameters

if TYPE_CHECKING:
    from scan import Prepared

PEERS = ("corpus-assay", "decon", "datatrove")
SLOW_DOCUMENTS = 3_000  # for datatrove


def _found_by(prepared: Prepared, documents: set[str], last: int) -> dict[str, float]:
    """Share of the plants of each kind, of 13 words or more, whose document is among these; the first `last` count."""
    counts: dict[str, list[int]] = {}
    for place, plant in prepared.made.plants.items():
        if place < last and plant.mode != "decoy" and plant.words >= 13:
            row = counts.setdefault(f"{plant.mode} {'han' if plant.item_id.startswith('h') else 'en'}", [0, 0])
            row[0] += 1
            row[1] += plant.document in documents
    return {name: found / planted for name, (planted, found) in counts.items()}


def _peer(python: str, name: str, items: Path, corpus: Path, workers: int) -> dict[str, Any]:
    """What scan_peers.py prints."""
    script = Path(__file__).with_name("scan_peers.py")
    done = subprocess.run(
        [python, str(script), name, str(items), str(corpus), str(workers)], capture_output=True, text=True
    )
    if done.returncode:
        raise SystemExit(f"{name}: {(done.stderr.strip().splitlines() or ['failed'])[-1]}")
    found: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
    return found


def _beginning(prepared: Prepared, documents: int) -> Path:
    """A corpus of the first documents, for a peer that would take an hour for all."""
    folder = prepared.folder / f"first-{documents}"
    folder.mkdir(exist_ok=True)
    with (folder / "part.jsonl").open("wb") as out:
        out.writelines(prepared.made.lines(0, documents))
    return folder


def peers(prepared: Prepared, pythons: dict[str, str], repeats: int) -> dict[str, float]:
    """P1 to P3, each against the exact tier (n = 13), as a ratio of paces. Recall is by document."""
    ratios: dict[str, float] = {}
    for gate, name, threads in (("P1", "corpus-assay", 2), ("P2", "decon", 2), ("P3", "datatrove", 1)):
        if not pythons[name]:
            print(f"  {gate}: {name} is not installed: not measured")
            continue
        last, corpus = prepared.made.n_documents, prepared.corpus
        if name == "datatrove":
            last = min(last, SLOW_DOCUMENTS)
            corpus = _beginning(prepared, last)
        size = sum(path.stat().st_size for path in corpus.iterdir())
        scan_pace, theirs, paces_here, commands = prepared.scan_pace(threads, "exact"), [], [], []
        for _ in range(repeats):
            paces_here.append(scan_pace())
            theirs.append(_peer(pythons[name], name, prepared.folder / "items.jsonl", corpus, threads))
            commands.append(prepared.command("--tier", "exact", "--threads", str(threads))[0])
        rules = ScanParameters(tier="exact", documents_listed=100_000)
        record = scan(prepared.items, [str(prepared.corpus)], rules, Threads(threads))
        mine = {
            document["doc_id"] for entry in record["items"] for document in entry["documents"]
            if document["match"] != "scaffold"
        }  # fmt: skip
        pace = size / statistics.median(run["scan_seconds"] for run in theirs)
        here, command = statistics.median(paces_here), statistics.median(commands)
        ratios[gate] = here / pace
        ratios[f"{gate} whole command"] = prepared.size / command / pace  # theirs: without its index and imports
        print(
            f"  {name}: {pace / 1e6:.2f} MB/s on {size / 1e6:.0f} MB, index "
            f"{statistics.median(run['index_seconds'] for run in theirs):.1f} s, {theirs[0]['peak_mb']} MB; here "
            f"{here / 1e6:.0f} MB/s, whole command {command:.2f} s for {prepared.size / 1e6:.0f} MB"
        )
        own = _found_by(prepared, mine, last)
        for mode, share in _found_by(prepared, set(theirs[0]["documents"]), last).items():
            print(f"    {mode:20} {name} {share:6.1%}   here {own[mode]:6.1%}")
    return ratios
