"""Loops of the bootstrap compiled by numba: counting the draws of numpy's own generator, places from sorted scores.

Each gives, to the bit, what the numpy code beside its caller gives. Importing this module takes as long as importing
numba does, and the first time on a machine it compiles for that processor, which takes seconds; numba keeps the result
on disk. `compiled.compiled_loops` says when it is worth that.
"""

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

_MULTIPLIER_HIGH, _MULTIPLIER_LOW = np.uint64(0x2360ED051FC65DA4), np.uint64(0x4385DF649FCCF645)
_LOWER_HALF = np.uint64(0xFFFFFFFF)
_ZERO, _ONE, _HALF, _WHOLE = np.uint64(0), np.uint64(1), np.uint64(32), np.uint64(64)
_TURN, _LARGEST_TURN = np.uint64(58), np.uint64(63)


def _compiled(*signatures: str) -> Callable[[Callable[..., Any]], Any]:
    def compile_it(function: Callable[..., Any]) -> Any:
        options: dict[str, Any] = {"nogil": True, "boundscheck": False}
        try:
            return numba.njit(list(signatures), cache=True, **options)(function)
        except RuntimeError:  # no folder that numba may write its cache to
            return numba.njit(list(signatures), **options)(function)

    return compile_it


def _build_upper_word(typing: Any, a: Any, b: Any) -> Any:
    """Upper 64 of the 128 bits of the product of two uint64."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        wide = ir.IntType(128)
        product = builder.mul(builder.zext(arguments[0], wide), builder.zext(arguments[1], wide))
        return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))

    return types.uint64(types.uint64, types.uint64), build


_upper_word: Any = intrinsic(_build_upper_word)


@_compiled("void(u8[::1], f4[:, ::1])", "void(u8[::1], f8[:, ::1])")
def count_draws(state: np.ndarray, weights: np.ndarray) -> None:
    """Fill weights (rows, units) with how often each unit comes up in `units` draws, row after row from one stream.

    PCG64 with the XSL-RR output (O'Neill 2014); each word gives two numbers of 32 bits, the lower half first, that
    Lemire's method (2019) takes to 0 .. units - 1, a few being refused: what numpy's `Generator.integers` does for a
    range below 2^32. state: upper and lower word of the state and of the increment, the half that was left over, and
    1 if there is one. It moves on: the next call begins where this one ended.
    """
    upper, lower, add_upper, add_lower, spare, kept = state[0], state[1], state[2], state[3], state[4], state[5]
    n = np.uint64(weights.shape[1])
    refused_below = (np.uint64(2**32) - n) % n
    one = weights.dtype.type(1)
    for r in range(weights.shape[0]):
        row = weights[r]
        row[:] = 0
        left = weights.shape[1]
        if kept:
            kept = _ZERO
            scaled = spare * n
            if (scaled & _LOWER_HALF) >= refused_below:
                row[scaled >> _HALF] += one
                left -= 1
        while left > 0:
            product = lower * _MULTIPLIER_LOW
            upper = _upper_word(lower, _MULTIPLIER_LOW) + upper * _MULTIPLIER_LOW + lower * _MULTIPLIER_HIGH
            lower = product + add_lower
            upper += add_upper + np.uint64(lower < product)  # with the carry
            word = upper ^ lower
            turn = upper >> _TURN
            word = (word >> turn) | (word << ((_WHOLE - turn) & _LARGEST_TURN))
            scaled = (word & _LOWER_HALF) * n
            if (scaled & _LOWER_HALF) >= refused_below:
                row[scaled >> _HALF] += one
                left -= 1
            if left == 0:
                spare, kept = word >> _HALF, _ONE
                break
            scaled = (word >> _HALF) * n
            if (scaled & _LOWER_HALF) >= refused_below:
                row[scaled >> _HALF] += one
                left -= 1
    state[0], state[1], state[4], state[5] = upper, lower, spare, kept


@_compiled("void(f8[:, :], f8, i8, i8[:, ::1])")
def pack_keys(means: np.ndarray, steps: float, bits: int, keys: np.ndarray) -> None:
    """One whole number a score, which sorts by descending score, then by column: the score times `steps`, negated and
    rounded, above the column's number in the lowest `bits`. All (rows, models)."""
    for r in range(means.shape[0]):
        for j in range(means.shape[1]):
            keys[r, j] = (np.int64(np.rint(means[r, j] * -steps)) << bits) | j


@_compiled("void(i8[:, ::1], i8, i8[:, ::1])")
def places_of_keys(keys: np.ndarray, bits: int, places: np.ndarray) -> None:
    """Competition rank of every column from keys sorted within rows; both (rows, models)."""
    columns = (np.int64(1) << bits) - 1
    for r in range(keys.shape[0]):
        before, place = np.int64(0), np.int64(0)
        for k in range(keys.shape[1]):
            key = keys[r, k]
            if k == 0 or key >> bits != before:
                before, place = key >> bits, np.int64(k + 1)
            places[r, np.uint64(key & columns)] = place
