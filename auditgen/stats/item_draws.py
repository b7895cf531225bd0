"""How often each item is drawn in each replicate of a bootstrap: numpy's generator, by numpy or by a compiled loop.

Replicates come in fixed blocks, each with a stream of its own, a child of the seed, so that neither the size of the
pieces they are made in nor the number of threads changes a draw. The compiled loop (numba, an optional package) gives
the same draws, to the bit, in about a third of the time.
"""

from collections.abc import Iterator
from concurrent.futures import Executor
from functools import cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from auditgen.stats.compiled import compiled_loops

BLOCK = 128  # replicates that share one random stream; part of the result, never to be tuned
WORTH_LOADING = 300_000_000
"""Draws from which numba is loaded for them: about a second of numpy's time, more than loading costs."""
_PARTS = 16  # of a piece's blocks, for the threads; no effect on the result
_DRAWN_AT_ONCE = 32_768  # numpy: fits the processor's cache


class Stream(Protocol):
    """The random stream of one block."""

    def fill(self, weights: NDArray) -> None:
        """Fill weights (rows, units) with the counts of the next replicates; every row sums to `units`."""


class NumpyStream:
    """A block's draws by numpy alone."""

    def __init__(self, seed: int, block: int) -> None:
        self._random = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(block,)))

    def fill(self, weights: NDArray) -> None:
        """See Stream."""
        units = weights.shape[1]
        rows = max(1, _DRAWN_AT_ONCE // units)
        for first in range(0, len(weights), rows):
            part = weights[first : first + rows]
            drawn = self._random.integers(0, units, size=part.shape, dtype=np.int64)
            drawn += np.arange(0, part.size, units)[:, None]
            part[:] = np.bincount(drawn.ravel(), minlength=part.size).reshape(part.shape)


class CompiledStream:
    """A block's draws by the compiled loop."""

    def __init__(self, seed: int, block: int) -> None:
        self._state = _words(np.random.PCG64(np.random.SeedSequence(seed, spawn_key=(block,))))

    def fill(self, weights: NDArray) -> None:
        """See Stream."""
        from auditgen.stats.compiled_loops import count_draws

        count_draws(self._state, weights)


def stream_kind(draws: int, compiled: bool | None) -> type[NumpyStream] | type[CompiledStream]:
    """Which stream to use for so many draws; the result is the same.

    compiled: None takes the compiled loop where numba is installed and either loaded already or worth loading.
    Raises ImportError if compiled is true and numba is not installed, or does not draw as numpy does.
    """
    if compiled_loops(compiled, worth_loading=draws >= WORTH_LOADING) is None:
        return NumpyStream
    if _draws_as_numpy():
        return CompiledStream
    if compiled:
        raise ImportError(f"the compiled loop does not draw as numpy {np.__version__} does; use compiled=False")
    return NumpyStream


def weight_pieces(
    kind: type[NumpyStream] | type[CompiledStream], seed: int, replicates: int, buffer: NDArray, pool: Executor | None
) -> Iterator[tuple[int, NDArray]]:
    """First replicate and weights (rows, units) of one piece after another, each in the same buffer.

    buffer: as many rows as `rows_at_once` says. pool: threads that draw the blocks of a piece side by side.
    """
    rows = len(buffer)
    stream: Stream | None = None
    for first in range(0, replicates, rows):
        piece = buffer[: min(rows, replicates - first)]
        if rows < BLOCK:  # a piece is part of a block, whose stream goes on
            if first % BLOCK == 0 or stream is None:
                stream = kind(seed, first // BLOCK)
            stream.fill(piece)
        else:
            starts = range(0, len(piece), BLOCK)

            def draw(part: int, first: int = first, piece: NDArray = piece, starts: range = starts) -> None:
                for start in starts[part::_PARTS]:
                    kind(seed, (first + start) // BLOCK).fill(piece[start : start + BLOCK])

            for _ in (pool.map if pool else map)(draw, range(_PARTS)):
                pass
        yield first, piece


def rows_at_once(replicates: int, row_bytes: int, megabytes: float) -> int:
    """Replicates whose weights are held at once: whole blocks, or a power of two below one block if those are large."""
    fit = int(megabytes * 1e6 / row_bytes)
    if fit >= BLOCK:
        return min(fit // BLOCK, -(-replicates // BLOCK)) * BLOCK
    return 1 << max(0, fit.bit_length() - 1)


@cache
def _draws_as_numpy() -> bool:
    """Whether the compiled loop follows the numpy that is installed; a later numpy may draw in another way."""
    for units, dtype in ((7, np.float32), (1000, np.float64)):
        ours, theirs = np.empty((3, units), dtype), np.empty((3, units), dtype)
        CompiledStream(1, 2).fill(ours)
        NumpyStream(1, 2).fill(theirs)
        if not np.array_equal(ours, theirs):
            return False
    return True


def _words(generator: np.random.PCG64) -> NDArray[np.uint64]:
    """A new generator's state and increment as words of 64 bits, upper before lower, and no half left over."""
    state = generator.state["state"]
    words = [state[name] >> shift & 0xFFFFFFFFFFFFFFFF for name in ("state", "inc") for shift in (64, 0)]
    return np.array([*words, 0, 0], dtype=np.uint64)
