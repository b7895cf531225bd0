"""Draws of the bootstrap: numpy's own stream, the same from the compiled loop, memory within its setting."""

import subprocess
import sys
import tracemalloc
from importlib.util import find_spec

import numpy as np
import pytest

from auditgen.stats import item_draws
from auditgen.stats.bootstrap import bootstrap_means
from auditgen.stats.item_draws import BLOCK, CompiledStream, NumpyStream, rows_at_once, stream_kind

needs_numba = pytest.mark.skipif(find_spec("numba") is None, reason="numba is not installed")


@pytest.fixture
def no_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "auditgen.stats.compiled_loops", raising=False)
    monkeypatch.setitem(sys.modules, "numba", None)


@pytest.mark.parametrize("units", [2, 7, 500, 1025, 40_000])
def test_the_draws_are_those_of_the_generator(units: int) -> None:
    """Recorded results rest on this: a child of the seed for every block, replicate by replicate."""
    random = np.random.default_rng(np.random.SeedSequence(20261130, spawn_key=(3,)))
    drawn = random.integers(0, units, size=(5, units), dtype=np.int32)
    expected = [np.bincount(row, minlength=units) for row in drawn]
    weights = np.empty((5, units), np.float32)
    NumpyStream(20261130, 3).fill(weights)
    assert np.array_equal(weights, expected)
    assert (weights.sum(axis=1) == units).all()


@needs_numba
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("units", [2, 3, 7, 500, 501, 14_042])
def test_the_compiled_loop_draws_the_same(units: int, dtype: type) -> None:
    for seed, block in ((0, 0), (7, 1), (2**64 - 1, 78)):
        ours, theirs = CompiledStream(seed, block), NumpyStream(seed, block)
        for rows in (1, 2, 1, 5):  # an odd number of draws leaves half a word for the next row and the next call
            a, b = np.empty((rows, units), dtype), np.empty((rows, units), dtype)
            ours.fill(a)
            theirs.fill(b)
            assert np.array_equal(a, b)


@needs_numba
def test_the_compiled_loop_refuses_the_same_draws() -> None:
    """Lemire's method refuses a draw in 2^32 / (2^32 mod n): seen only with many units."""
    units = 3_000_001
    refused = 4 * units * (2**32 % units) / 2**32
    assert refused > 100
    ours, theirs = np.empty((4, units), np.float32), np.empty((4, units), np.float32)
    CompiledStream(5, 0).fill(ours)
    NumpyStream(5, 0).fill(theirs)
    assert np.array_equal(ours, theirs)


@needs_numba
def test_which_stream_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    assert stream_kind(10, compiled=False) is NumpyStream
    assert stream_kind(10, compiled=True) is CompiledStream
    assert stream_kind(item_draws.WORTH_LOADING, compiled=None) is CompiledStream
    assert stream_kind(10, compiled=None) is CompiledStream  # loaded by now
    monkeypatch.delitem(sys.modules, "auditgen.stats.compiled_loops")
    assert stream_kind(10, compiled=None) is NumpyStream


@pytest.mark.usefixtures("no_numba")
def test_without_numba_numpy_draws() -> None:
    assert stream_kind(10**12, compiled=None) is NumpyStream
    with pytest.raises(ImportError):
        stream_kind(10, compiled=True)
    assert bootstrap_means([[1.0, 0.0], [0.0, 1.0]], seed=1, replicates=5).means.shape == (5, 2)


@needs_numba
def test_a_numpy_that_draws_in_another_way_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert item_draws._draws_as_numpy()
    item_draws._draws_as_numpy.cache_clear()
    original = NumpyStream.fill

    def other(self: NumpyStream, weights: np.ndarray) -> None:
        original(self, weights)
        original(self, weights)

    with monkeypatch.context() as changed:
        changed.setattr(NumpyStream, "fill", other)
        assert stream_kind(item_draws.WORTH_LOADING, compiled=None) is NumpyStream
        with pytest.raises(ImportError, match="does not draw as numpy"):
            stream_kind(10, compiled=True)
    item_draws._draws_as_numpy.cache_clear()
    assert stream_kind(10, compiled=True) is CompiledStream


def test_few_draws_do_not_load_numba() -> None:
    program = (
        "import sys, numpy\n"
        "from auditgen.stats.bootstrap import bootstrap_means, rank_intervals\n"
        "rank_intervals(bootstrap_means(numpy.eye(500)[:, :9], seed=1))\n"
        "print('numba' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"


@pytest.mark.parametrize("row_bytes", [8, 1_000, 56_168, 4_000_000, 10**9])
@pytest.mark.parametrize("megabytes", [0.001, 1.0, 32.0, 500.0])
def test_rows_fit_the_memory_and_the_blocks(row_bytes: int, megabytes: float) -> None:
    rows = rows_at_once(10_000, row_bytes, megabytes)
    assert rows == 1 or rows * row_bytes <= megabytes * 1e6
    assert rows % BLOCK == 0 or BLOCK % rows == 0
    assert rows < 10_000 + BLOCK
    assert 2 * rows * row_bytes > megabytes * 1e6 or rows > 10_000 - BLOCK


def test_memory_follows_the_setting_and_not_the_data() -> None:
    def peak(items: int, megabytes: float) -> float:
        scores = np.eye(items, 2)
        tracemalloc.start()
        bootstrap_means(scores, seed=1, replicates=300, megabytes=megabytes, compiled=False)
        _, found = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return (found - 4 * scores.nbytes) / 1e6  # the table in other forms

    assert peak(20_000, 1.0) < 3
    assert peak(60_000, 1.0) < 4
    assert peak(60_000, 32.0) > 25
