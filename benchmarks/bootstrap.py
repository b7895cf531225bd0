"""Speed of the ranking: the item bootstrap against scipy, against the bare matrix product and against other packages.

Usage: python benchmarks/bootstrap.py [--quick] [--runs N] [--peers PYTHON]. Prints one line a measurement; the gates
P14, P15 and P16 say whether they are met, and a missed one makes the exit status 1. The contestants of a group take
turns, and a ratio is the median of the ratios within a turn, by the clock. A spin loop in every turn tells how busy the
machine is: what is missed while it is busy is not judged. Our times are with as many threads as there are cores and
include the places of all models; scipy, scaled up from fewer resamples, has one thread and gives the means alone.
--peers names an interpreter with evalstats or errorbars (pip install evalstats==0.3.3 errorbars==0.2.4); arena-rank
fits votes by Bradley-Terry, which is other work.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from auditgen.stats.agreement import tau_b_many
from auditgen.stats.bootstrap import bootstrap_means, competition_ranks
from auditgen.stats.first_place import p_first_from_draws

RESAMPLES = 10_000
SIZES = ((130, 500, 1_000, 20.0, 40.0), (200, 14_042, 40, 100.0, 190.0))
"""Models, items, resamples that scipy is timed on, and the ratio to reach and to aim at."""
TAUS = ((130, 40.0, 55.0), (200, 15.0, 22.0))
SECONDS, MEGABYTES = (2.0, 0.9), (500.0, 300.0)
BUSY = 1.2
CORES = os.cpu_count() or 1
NUMBA = find_spec("numba") is not None
OWN = ("numba", "numpy") if NUMBA else ("numpy",)
"""Our two ways; the first is judged."""

Work = Callable[[], object]


def board(models: int, items: int, seed: int = 1) -> np.ndarray:
    """Right and wrong answers (items, models) of models of rising skill."""
    random = np.random.default_rng(seed)
    easy = random.normal(0, 1.5, (items, 1))
    chance = 1 / (1 + np.exp(-(np.linspace(-1.5, 1.5, models) + easy)))
    return (random.random((items, models)) < chance).astype(float)


def ours(scores: np.ndarray, *, compiled: bool, workers: int = CORES, megabytes: float = 32.0) -> np.ndarray:
    """Places of all models in every resample."""
    draws = bootstrap_means(
        scores, seed=7, replicates=RESAMPLES, workers=workers, compiled=compiled, megabytes=megabytes
    )
    return competition_ranks(draws.means, compiled=compiled)


def scipy_columns(scores: np.ndarray, resamples: int) -> object:
    """Means of all models, as scipy's own pages would write it: one call, vectorised over the models."""
    from scipy.stats import bootstrap

    return bootstrap(
        (np.ascontiguousarray(scores.T),), np.mean, axis=-1, vectorized=True, n_resamples=resamples, batch=1,
        method="percentile", rng=np.random.default_rng(7),
    )  # fmt: skip


def scipy_index(scores: np.ndarray, resamples: int) -> object:
    """The same with the numbers of the items as data, so that whole rows are gathered."""
    from scipy.stats import bootstrap

    def means(index: np.ndarray, axis: int = -1) -> np.ndarray:
        return np.moveaxis(scores[index].mean(axis=-2), -1, 0)

    return bootstrap(
        (np.arange(len(scores)),), means, n_resamples=resamples, batch=1, vectorized=True, method="percentile",
        rng=np.random.default_rng(7),
    )  # fmt: skip


def bare_product(scores: np.ndarray) -> Work:
    """The floor: counts that lie ready times the scores, float32, in pieces of 512 resamples."""
    table = scores.astype(np.float32)
    counts = np.random.default_rng(1).multinomial(len(scores), np.full(len(scores), 1 / len(scores)), 512)
    pieces = [min(512, RESAMPLES - first) for first in range(0, RESAMPLES, 512)]
    weights, sums = counts.astype(np.float32), np.empty((512, scores.shape[1]), np.float32)
    return lambda: [np.matmul(weights[:n], table, out=sums[:n]) for n in pieces]


def spin() -> float:
    """Clock over processor time of a loop that only counts: 1 on a quiet machine, 2 where two share a core."""
    wall, own = time.perf_counter(), time.thread_time()
    total = 0
    for i in range(1_000_000):
        total += i
    return (time.perf_counter() - wall) / (time.thread_time() - own)


@dataclass
class Turns:
    """Seconds by the clock of every contestant in every turn, and how busy the machine was."""

    wall: dict[str, list[float]] = field(default_factory=dict)
    spins: list[float] = field(default_factory=list)

    @property
    def busy(self) -> float:
        """Median of the spin loops."""
        return statistics.median(self.spins)

    def ratio(self, other: str, own: str, scale: float = 1.0) -> float:
        """How many times `own` fits into `scale` times `other`: median over the turns."""
        return statistics.median(scale * a / b for a, b in zip(self.wall[other], self.wall[own]))

    def seconds(self, name: str) -> float:
        """Median by the clock."""
        return statistics.median(self.wall[name])


def take_turns(contestants: dict[str, Work], runs: int) -> Turns:
    """Every contestant once a turn."""
    turns = Turns()
    for _ in range(runs):
        for name, work in contestants.items():
            turns.spins.append(spin())
            time.sleep(0.1)  # idle threads of the matrix product go on spinning for a while
            start = time.perf_counter()
            work()
            turns.wall.setdefault(name, []).append(time.perf_counter() - start)
    return turns


class Gates:
    """Prints the measurements and counts what was missed."""

    def __init__(self) -> None:
        self.missed = 0

    def say(self, text: str, value: str) -> None:
        """A measurement without a gate."""
        print(f"            {text:62s} {value}", flush=True)

    def judge(self, text: str, value: float, gate: float, aim: float, *, above: bool, unit: str, busy: float) -> None:
        """A measurement with the value it must reach and the value aimed at."""
        reached = [value >= limit if above else value <= limit for limit in (gate, aim)]
        word = "aim met" if reached[1] else "met" if reached[0] else "not judged" if busy > BUSY else "MISSED"
        self.missed += word == "MISSED"
        sign = ">=" if above else "<="
        print(f"{word:11s} {text:62s} {value:8.2f} {unit} (gate {sign} {gate:g}, aim {aim:g})", flush=True)


def compare_bootstraps(gates: Gates, runs: int, quick: bool) -> None:
    """P14 and P15: places in all resamples against scipy, the floor and numpy alone."""
    for models, items, timed, gate, aim in SIZES:
        what, scores = f"{models} x {items:,}", board(models, items)
        contestants: dict[str, Work] = {
            "bare product": bare_product(scores),
            "numpy": lambda s=scores: ours(s, compiled=False),  # type: ignore[misc]
        }
        if NUMBA:
            contestants["numba"] = lambda s=scores: ours(s, compiled=True)  # type: ignore[misc]
        others: dict[str, Work] = {}
        if not quick or models == SIZES[0][0]:
            others["scipy"] = lambda s=scores, n=timed: scipy_columns(s, n)  # type: ignore[misc]
            others["scipy, data as index"] = lambda s=scores, n=timed: scipy_index(s, n)  # type: ignore[misc]
        for work in contestants.values():
            work()  # loads and compiles what is loaded and compiled once
        if others:
            scipy_columns(scores[:20], 20)
        turns = take_turns(contestants | others, runs)
        gates.say(f"{what}: spin loop, clock over processor", f"{turns.busy:8.2f}")
        for name in contestants:
            gates.say(f"{what}: {name}", f"{turns.seconds(name):8.3f} s")
        for name in others:
            scaled = turns.seconds(name) * RESAMPLES / timed
            gates.say(f"{what}: {name}", f"{scaled:8.3f} s (scaled up from {timed:,} resamples)")
        for name in others:
            for own in OWN:
                ratio, text = turns.ratio(name, own, RESAMPLES / timed), f"P14 {what}: {name} over {own}"
                if (name, own) == ("scipy", OWN[0]):
                    gates.judge(text, ratio, gate, aim, above=True, unit="times", busy=turns.busy)
                else:
                    gates.say(text, f"{ratio:8.2f} times")
        for own in OWN:
            gates.say(f"{what}: {own} over the bare product", f"{turns.ratio(own, 'bare product'):8.2f} times")
        if models == SIZES[1][0]:
            text = f"P15 {what}: {OWN[0]}, {CORES} threads"
            gates.judge(text, turns.seconds(OWN[0]), *SECONDS, above=False, unit="s", busy=turns.busy)


def memory(gates: Gates) -> None:
    """P15: largest memory of a whole process, which holds the scores, and what the setting changes."""
    for compiled in (True, False) if NUMBA else (False,):
        name = "numba" if compiled else "numpy"
        peak = {size: _peak_of_process(compiled, size) for size in (8.0, 32.0, 128.0)}
        if None in peak.values():
            gates.say(f"P15 memory, {name}", "not measured: this system does not tell a process's high-water mark")
            continue
        whole = float(peak[32.0] or 0)
        gates.judge(f"P15 memory of the whole process, {name}", whole, *MEGABYTES, above=False, unit="MB", busy=1)
        gates.say(f"    with 8, 32 and 128 MB for the weights, {name}", ", ".join(f"{p:.0f}" for p in peak.values()))


def _peak_of_process(compiled: bool, megabytes: float) -> float | None:
    """High-water mark in MB of a fresh process that makes the large board and ranks it (Linux)."""
    program = (
        f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
        "import bootstrap\n"
        f"bootstrap.ours(bootstrap.board({SIZES[1][0]}, {SIZES[1][1]}), compiled={compiled}, megabytes={megabytes})\n"
        "print(next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')))\n"
    )
    if not Path("/proc/self/status").exists():
        return None
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return int(found.stdout) / 1000


def compare_taus(gates: Gates, runs: int) -> None:
    """P16: tau-b of one order with 10,000 others against a loop of scipy.stats.kendalltau over 1,000 of them."""
    from scipy.stats import kendalltau

    for models, gate, aim in TAUS:
        scores = board(models, 500)
        means = bootstrap_means(scores, seed=7, replicates=RESAMPLES).means
        base, some = scores.mean(axis=0), means[: RESAMPLES // 10]
        contestants: dict[str, Work] = {
            "numpy": lambda b=base, m=means: tau_b_many(b, m, compiled=False),  # type: ignore[misc]
            "scipy": lambda b=base, m=some: [kendalltau(b, row).statistic for row in m],  # type: ignore[misc]
        }
        if NUMBA:
            contestants["numba"] = lambda b=base, m=means: tau_b_many(b, m, compiled=True)  # type: ignore[misc]
        exact = np.array([kendalltau(base, row).statistic for row in some])
        for work in contestants.values():
            work()
        turns = take_turns(contestants, runs)
        gates.say(f"tau-b {models} models: spin loop, clock over processor", f"{turns.busy:8.2f}")
        for name in OWN:
            gates.say(f"tau-b {models} models x 10,000: {name}", f"{turns.seconds(name):8.3f} s")
        scaled = 10 * turns.seconds("scipy")
        gates.say(f"tau-b {models} models x 10,000: scipy loop", f"{scaled:8.3f} s (scaled up from 1,000)")
        for own in OWN:
            ratio, text = turns.ratio("scipy", own, 10), f"P16 tau-b {models} models x 10,000: scipy loop over {own}"
            if own == OWN[0]:
                gates.judge(text, ratio, gate, aim, above=True, unit="times", busy=turns.busy)
            else:
                gates.say(text, f"{ratio:8.2f} times")
        found = tau_b_many(base, some)
        gates.judge(
            "P16 largest difference from scipy", float(np.abs(found - exact).max()), 1e-6, 1e-9, above=False, unit="",
            busy=1,
        )  # fmt: skip


def compare_peers(gates: Gates, python: str | None, runs: int) -> None:
    """Other packages on the small board, run by an interpreter that has them, in turns with ours."""
    gates.say("peer arena-rank", "not the same work: Bradley-Terry fits of votes, not items; not timed")
    if python is None:
        gates.say("peers evalstats, errorbars", "not timed: no interpreter given (--peers PYTHON)")
        return
    models, items = SIZES[0][:2]
    scores, best = board(models, items), OWN[0]
    with tempfile.TemporaryDirectory() as folder:
        np.save(Path(folder) / "scores.npy", scores)
        command = [python, str(Path(__file__).with_name("bootstrap_peers.py")), f"{folder}/scores.npy", "1000"]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as peer:
            assert peer.stdin is not None
            assert peer.stdout is not None
            versions = json.loads(peer.stdout.readline() or "{}")

            def ask(name: str) -> dict:
                peer.stdin.write(name + "\n")  # type: ignore[union-attr]
                peer.stdin.flush()  # type: ignore[union-attr]
                return json.loads(peer.stdout.readline())  # type: ignore[union-attr, no-any-return]

            answers: dict[str, dict] = {}
            contestants: dict[str, Work] = {best: lambda: ours(scores, compiled=NUMBA)}
            for name in versions:
                contestants[name] = lambda n=name: answers.__setitem__(n, ask(n))  # type: ignore[misc]
            turns = take_turns(contestants, runs)
            peer.stdin.close()
    for name, number in versions.items():
        ratio = turns.ratio(name, best, RESAMPLES / 1000)
        firsts = answers[name]["firsts"]
        same = "not the same work (single means, no places)" if firsts is None else "the same work"
        gates.say(f"peer {name} {number} over {best}, scaled up from 1,000 resamples", f"{ratio:8.2f} times; {same}")
        if firsts is not None:
            draws = bootstrap_means(scores, seed=7, replicates=RESAMPLES)
            gap = float(np.abs(np.array(firsts) - p_first_from_draws(draws.means)).max())
            gates.judge(
                f"    largest difference from {name} in P(first)", gap, 0.06, 0.06, above=False, unit="", busy=1
            )
    for name in ("evalstats", "errorbars"):
        if name not in versions:
            gates.say(f"peer {name}", f"not timed: not installed for {python}")


def same_bytes(gates: Gates) -> None:
    """Whatever the threads, the memory and the loops."""
    scores = board(60, 700)
    first = ours(scores, compiled=False, workers=1).tobytes()
    settings = [(w, m, c) for w in (1, 2, 4) for m in (0.01, 1.0, 32.0) for c in ((False, True) if NUMBA else (False,))]
    differ = sum(ours(scores, workers=w, megabytes=m, compiled=c).tobytes() != first for w, m, c in settings)
    text = f"P17 of {len(settings)} settings of threads, memory and loops, differing"
    gates.judge(text, differ, 0, 0, above=False, unit="", busy=1)


def main() -> int:
    """Run the gates; 0 when all are met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="one turn each, and no scipy on the large board")
    parser.add_argument("--peers", metavar="PYTHON", help="interpreter that has evalstats or errorbars")
    given = parser.parse_args()
    runs = 1 if given.quick else given.runs
    gates = Gates()
    if not NUMBA:
        gates.say("compiled loops", "not measured: numba is not installed (pip install auditgen[fast])")
    compare_bootstraps(gates, runs, given.quick)
    memory(gates)
    compare_taus(gates, runs)
    compare_peers(gates, given.peers, runs)
    same_bytes(gates)
    return 1 if gates.missed else 0


if __name__ == "__main__":
    sys.exit(main())
