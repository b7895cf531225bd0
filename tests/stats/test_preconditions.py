"""Refusals of numbers that no estimator can use."""

import numpy as np
import pytest

from auditgen.stats.preconditions import (
    count,
    finite,
    finite_array,
    not_negative,
    open_share,
    positive,
    share,
    share_array,
)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: finite("x", "se"), "se must be a number, found 'x'"),
        (lambda: finite(float("nan"), "se"), "se must be a finite number, found nan"),
        (lambda: share(None, "score"), "score must be a fraction between 0 and 1, found None"),
        (lambda: share(88.7, "score"), "score must be a fraction between 0 and 1, found 88.7"),
        (lambda: open_share(1, "alpha"), "alpha must lie strictly between 0 and 1, found 1"),
        (lambda: positive(0, "se"), "se must be above 0, found 0"),
        (lambda: not_negative(-1, "se"), "se must not be negative, found -1"),
        (lambda: count(0, "n"), "n must be at least 1, found 0"),
        (lambda: count(2.5, "n"), "n must be a whole number, found 2.5"),
        (lambda: count("many", "n"), "n must be a number, found 'many'"),
        (lambda: finite_array([1, None], "x"), "x must be finite numbers"),
        (lambda: finite_array([[1], [1, 2]], "x", 2), r"x must be numbers in 2 dimension\(s\) of equal length"),
        (lambda: finite_array([], "x"), r"x needs at least 1 value\(s\), found 0"),
        (lambda: finite_array([1], "x", 2), r"x must have 2 dimension\(s\), found 1"),
        (lambda: share_array([0.5, 2.0], "x"), "x must be fractions between 0 and 1, found 0.5 to 2.0"),
    ],
)
def test_one_plain_line_each(call, message):
    with pytest.raises(ValueError, match=message) as caught:
        call()
    assert "\n" not in str(caught.value)


def test_whole_numbers_of_every_kind_pass():
    assert [count(v, "n") for v in (5, np.int64(5), 5.0, np.float64(5.0))] == [5, 5, 5, 5]
    assert isinstance(count(np.int64(5), "n"), int)


def test_good_values_come_back_as_plain_numbers():
    assert (share(np.float64(0.5), "p"), finite(3, "x"), positive(1e-9, "x")) == (0.5, 3.0, 1e-9)
    assert finite_array([1, 2], "x").dtype == np.float64
