"""Other packages' bootstrap of ranks, for benchmarks/bootstrap.py --peers; run by an interpreter that has them.

Usage: PYTHON benchmarks/bootstrap_peers.py SCORES.npy RESAMPLES. Scores are (items, models). Prints one line of JSON
with the versions found, then reads names of packages from standard input and answers each with one line of JSON: the
seconds that its work took and, where it ranks, every model's share of first places.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version

import numpy as np


def evalstats(scores: np.ndarray, resamples: int) -> list[float]:
    """The same work: the same items drawn for all models, means, places; ties share their places in equal parts."""
    from evalstats import bootstrap_ranks

    names = [str(i) for i in range(scores.shape[1])]
    found = bootstrap_ranks(scores.T, names, resamples, np.random.default_rng(7), method="bootstrap")
    return [float(x) for x in found.p_best]


def errorbars(scores: np.ndarray, resamples: int) -> None:
    """Not the same work: every model's mean by itself, other items for each call, no places."""
    from errorbars import bootstrap_ci

    for model in scores.T:
        bootstrap_ci(model, n_boot=resamples, seed=7)


PEERS: dict[str, Callable[[np.ndarray, int], list[float] | None]] = {"evalstats": evalstats, "errorbars": errorbars}


def main() -> None:
    """Answer until standard input ends."""
    scores, resamples = np.load(sys.argv[1]), int(sys.argv[2])
    versions = {}
    for name in PEERS:
        try:
            versions[name] = version(name)
        except PackageNotFoundError:
            continue
    for name in versions:
        PEERS[name](scores[:20, :3], 10)  # loads what is loaded once
    print(json.dumps(versions), flush=True)
    for line in sys.stdin:
        start = time.perf_counter()
        firsts = PEERS[line.strip()](scores, resamples)
        print(json.dumps({"seconds": time.perf_counter() - start, "firsts": firsts}), flush=True)


if __name__ == "__main__":
    main()
