"""Figures as printed."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditgen.stats.printed_numbers import compare_printed, printed_number


@pytest.mark.parametrize(
    ("a", "b", "agree", "difference"),
    [
        ("88.5", "88.50", True, "0"),
        ("33.8", "38.9", False, "5.1"),
        ("0.885", "88.5%", True, "0"),
        ("88.5", "88.46", True, "0.04"),
        ("88.5", "88.44", False, "0.06"),
        ("88.5", "88.45", True, "0.05"),
        ("88.4", "88.45", True, "0.05"),
        ("88", "88.5", True, "0.5"),
        ("88.0", "88.5", False, "0.5"),
        ("1287", "1291", False, "4"),
    ],
)
def test_worked_numbers(a, b, agree, difference):
    for found in (compare_printed(a, b), compare_printed(b, a)):
        assert found.agree is agree
        assert found.difference == Decimal(difference)


def test_a_bare_fraction_beside_a_percentage_is_read_as_one_and_said_so():
    assert compare_printed("0.885", "88.5%").fraction_assumed
    assert not compare_printed("88.5", "88.5%").fraction_assumed
    assert not compare_printed("0.885", "88.5%", unit_a="fraction").fraction_assumed
    assert not compare_printed("0.885", "0.885").fraction_assumed
    # A whole "1" is no fraction as anybody prints it.
    assert not compare_printed("1", "1.0%").fraction_assumed


def test_declared_units_decide():
    assert compare_printed("0.9", "88", "fraction", "percent").agree  # told to ten points only
    assert not compare_printed("0.90", "88", "fraction", "percent").agree
    assert not compare_printed("0.9", "88.5%", "percent").agree
    assert compare_printed("0.9", "88.5%", "percent").difference == Decimal("87.6")


def test_minus_signs_and_spaces():
    assert printed_number("\u22123.2").value == Decimal("-3.2")
    assert printed_number(" 88.5 % ").unit == "percent"
    assert printed_number(".5").decimals == 1


printed = st.tuples(st.integers(0, 10_000), st.integers(0, 4)).map(lambda v: f"{Decimal(v[0]).scaleb(-v[1]):f}")


@given(printed, printed)
def test_symmetric_and_a_number_agrees_with_itself(a, b):
    assert compare_printed(a, a).agree
    assert compare_printed(a, b).agree == compare_printed(b, a).agree
    assert compare_printed(a, b).difference == compare_printed(b, a).difference


@given(st.decimals(0, 100, places=6), st.integers(0, 5))
def test_any_rounding_of_a_number_agrees_with_it(number, places):
    assert compare_printed(f"{number:f}", f"{round(number, places):f}").agree


@pytest.mark.parametrize("text", ["", "88,5", "8 8", "1e3", "nan", "inf", "88.5 points", "--3", "9" * 30, 88.5, None])
def test_text_that_is_no_plain_number_is_refused(text):
    with pytest.raises(ValueError, match="expected one number"):
        printed_number(text)


def test_contradicting_units_are_refused():
    with pytest.raises(ValueError, match="percent sign"):
        printed_number("88.5%", "fraction")
    with pytest.raises(ValueError, match="expected a unit"):
        printed_number("88.5", "points")
