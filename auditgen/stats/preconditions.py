"""Plain one-line refusals of numbers that no estimator can use."""

from __future__ import annotations

import math
import operator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


def finite(value: float, name: str) -> float:
    """`value` as a float; ValueError unless it is a finite number."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must be a number, found {value!r}") from None
    if not math.isfinite(number):
        raise ValueError(f"{name} must be a finite number, found {value!r}")
    return number


def share(value: float, name: str) -> float:
    """`value` as a float in [0, 1]; ValueError otherwise (NaN included)."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must be a fraction between 0 and 1, found {value!r}") from None
    if not 0.0 <= number <= 1.0:
        raise ValueError(f"{name} must be a fraction between 0 and 1, found {value!r}")
    return number


def open_share(value: float, name: str) -> float:
    """`value` as a float strictly between 0 and 1; ValueError otherwise."""
    number = share(value, name)
    if number in (0.0, 1.0):
        raise ValueError(f"{name} must lie strictly between 0 and 1, found {value!r}")
    return number


def positive(value: float, name: str) -> float:
    """`value` as a finite float above 0; ValueError otherwise."""
    number = finite(value, name)
    if number <= 0.0:
        raise ValueError(f"{name} must be above 0, found {value!r}")
    return number


def not_negative(value: float, name: str) -> float:
    """`value` as a finite float of at least 0; ValueError otherwise."""
    number = finite(value, name)
    if number < 0.0:
        raise ValueError(f"{name} must not be negative, found {value!r}")
    return number


def count(value: float, name: str, minimum: int = 1) -> int:
    """`value` as a whole number of at least `minimum`; whole floats (500.0, as tables give them) pass."""
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        as_float = finite(value, name)
        if not as_float.is_integer():
            raise ValueError(f"{name} must be a whole number, found {value!r}") from None
        number = int(as_float)
    if number < minimum:
        raise ValueError(f"{name} must be at least {minimum}, found {value!r}")
    return number


def finite_array(values: npt.ArrayLike, name: str, ndim: int = 1, minimum: int = 1) -> npt.NDArray[np.float64]:
    """`values` as a float array of `ndim` dimensions with at least `minimum` rows and no NaN or infinity."""
    import numpy as np

    try:
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must be numbers in {ndim} dimension(s) of equal length") from None
    if array.ndim != ndim:
        raise ValueError(f"{name} must have {ndim} dimension(s), found {array.ndim}")
    if array.shape[0] < minimum or array.size == 0:
        raise ValueError(f"{name} needs at least {minimum} value(s), found {array.shape[0]}")
    if not np.isfinite(array).all():
        raise ValueError(f"{name} must be finite numbers, found a missing or infinite value")
    return array


def share_array(values: npt.ArrayLike, name: str, ndim: int = 1, minimum: int = 1) -> npt.NDArray[np.float64]:
    """As `finite_array`, with every value in [0, 1]."""
    array = finite_array(values, name, ndim, minimum)
    if array.min() < 0.0 or array.max() > 1.0:
        raise ValueError(f"{name} must be fractions between 0 and 1, found {array.min()} to {array.max()}")
    return array
