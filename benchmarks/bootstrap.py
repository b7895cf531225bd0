"""Speed of the ranking: the item bootstrap against vectorised scipy, tau-b against a loop, and the same bytes.

Usage: python benchmarks/bootstrap.py [--quick] [--runs N]. Prints one line a gate and leaves with 1 if one is missed.
Gates: 20 and 100 times scipy.stats.bootstrap (130 models x 500 items, 200 x 14,042); 200 x 14,042 x 10,000 ranks within
2 seconds and 500 MB; tau-b 40 and 15 times a loop of scipy.stats.kendalltau; the same means for any chunks and workers.
Ratios are of processor time over all threads, which other work on the machine disturbs least; the one absolute time is
by the clock, and is not judged while a spin loop shows that the machine is busy.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import sys
import time
import tracemalloc
from collections.abc import Callable

import numpy as np

from auditgen.stats.agreement import tau_b_many
from auditgen.stats.bootstrap import bootstrap_means, competition_ranks

RESAMPLES = 10_000
SIZES = ((130, 500, 2_000, 20.0), (200, 14_042, 40, 100.0))
"""Models, items, resamples that scipy is timed on (then scaled up), and the gate as a ratio."""
SECONDS, MEGABYTES, QUIET = 2.0, 500.0, 1.2
TAUS = ((130, 40.0), (200, 15.0))


def board(models: int, items: int, seed: int = 1) -> np.ndarray:
    """Right and wrong answers (items, models) of models of rising skill."""
    random = np.random.default_rng(seed)
    easy = random.normal(0, 1.5, (items, 1))
    chance = 1 / (1 + np.exp(-(np.linspace(-1.5, 1.5, models) + easy)))
    return (random.random((items, models)) < chance).astype(float)


def seconds(work: Callable[[], object], runs: int, clock: Callable[[], float] = time.process_time) -> float:
    """Median of some runs."""
    found = []
    for _ in range(runs):
        gc.collect()
        start = clock()
        work()
        found.append(clock() - start)
    return statistics.median(found)


def busy() -> float:
    """Clock over processor time of a spin loop: 1 on a quiet machine, 2 where every core is shared by two."""
    wall, own = time.perf_counter(), time.process_time()
    total = 0
    for i in range(5_000_000):
        total += i
    return (time.perf_counter() - wall) / (time.process_time() - own)


def ours(scores: np.ndarray, workers: int = 1) -> np.ndarray:
    """Ranks of all models in every resample."""
    return competition_ranks(bootstrap_means(scores, seed=7, replicates=RESAMPLES, workers=workers).means)


def scipy_bootstrap(scores: np.ndarray, replicates: int) -> object:
    """Means of all models in every resample, as vectorised as scipy goes: the paired items as one statistic."""
    from scipy.stats import bootstrap

    def means(index: np.ndarray, axis: int = -1) -> np.ndarray:
        return np.moveaxis(scores[index].mean(axis=-2), -1, 0)

    return bootstrap(
        (np.arange(len(scores)),), means, n_resamples=replicates, batch=20, vectorized=True, method="percentile",
        rng=np.random.default_rng(7),
    )  # fmt: skip


def peak_megabytes(work: Callable[[], object]) -> float:
    """Largest memory that Python and numpy held beyond what they held before."""
    gc.collect()
    tracemalloc.start()
    work()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak / 1e6


def main() -> int:
    """Run the gates; 0 when all are met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="one run each, and no comparison on the large board")
    given = parser.parse_args()
    runs = 1 if given.quick else given.runs
    missed = 0

    def gate(name: str, value: float, limit: float, *, above: bool, unit: str) -> None:
        nonlocal missed
        met = value >= limit if above else value <= limit
        missed += not met
        sign = ">=" if above else "<="
        print(f"{'met   ' if met else 'MISSED'}  {name:52s} {value:9.2f} {unit}  (gate {sign} {limit:g})")

    ours(board(10, 50))  # loads what is loaded once
    for models, items, timed, ratio in SIZES[: 1 if given.quick else 2]:
        scores = board(models, items)
        own = seconds(lambda s=scores: ours(s), runs)  # type: ignore[misc]
        other = seconds(lambda s=scores, n=timed: scipy_bootstrap(s, n), max(1, runs // 2))  # type: ignore[misc]
        other *= RESAMPLES / timed
        print(f"        {models} x {items:,}: {own:.3f} s; scipy {other:.1f} s (scaled from {timed:,} resamples)")
        gate(f"bootstrap of {models} x {items:,} against scipy", other / own, ratio, above=True, unit="times")
    models, items = SIZES[1][:2]
    scores = board(models, items)
    before = busy()
    wall = seconds(lambda: ours(scores, workers=2), runs, time.perf_counter)
    load = max(before, busy())
    if load <= QUIET:
        gate(f"ranks of {models} x {items:,}, two threads", wall, SECONDS, above=False, unit="s")
    else:
        print(f"        ranks of {models} x {items:,}: {wall:.2f} s; not judged, the machine is busy ({load:.1f})")
    gate("memory for it", peak_megabytes(lambda: ours(scores)), MEGABYTES, above=False, unit="MB")

    for models, ratio in TAUS:
        from scipy.stats import kendalltau

        small = board(models, 500)
        means = bootstrap_means(small, seed=7, replicates=RESAMPLES).means
        base = small.mean(axis=0)
        own = seconds(lambda b=base, m=means: tau_b_many(b, m), runs)  # type: ignore[misc]
        some = means[:1000]
        loop = 10 * seconds(lambda b=base, m=some: [kendalltau(b, row).statistic for row in m], runs)  # type: ignore[misc]
        exact = np.array([kendalltau(base, row).statistic for row in means[:1000]])
        difference = float(np.abs(tau_b_many(base, means[:1000]) - exact).max())
        gate(f"tau-b of {models} models x 10,000 against a loop", loop / own, ratio, above=True, unit="times")
        gate("largest difference from scipy", difference, 1e-6, above=False, unit="")

    small = board(60, 700)
    first = bootstrap_means(small, seed=3, replicates=3000).means.tobytes()
    others = [
        bootstrap_means(small, seed=3, replicates=3000, blocks_per_chunk=c, workers=w).means.tobytes()
        for c, w in ((1, 1), (7, 1), (2, 2), (3, 4))
    ]
    gate("runs with other chunks and workers that differ", sum(o != first for o in others), 0, above=False, unit="")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
