"""How numbers are printed."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditgen.records.numbers import printed
from auditgen.report.language import load_words
from auditgen.report.numerals import Numerals, year_fraction
from auditgen.report.templates_path import TemplateFolders


@pytest.fixture(scope="module")
def n() -> Numerals:
    return Numerals(load_words("en", TemplateFolders()))


NUMERALS = Numerals(load_words("en", TemplateFolders()))


def test_percent_has_one_decimal_and_a_real_minus_sign(n: Numerals) -> None:
    assert n.percent(0.489) == "48.9%"
    assert n.percent(1) == "100.0%"
    assert n.percent(-0.004) == "\u22120.4%"
    assert n.percent(None) == n.percent(math.nan) == n.percent(True) == "–"


def test_no_negative_zero(n: Numerals) -> None:
    assert n.gap(-0.0001) == "0.0"
    assert n.plain(-0.04) == "0.0"


def test_interval_is_rounded_outwards(n: Numerals) -> None:
    assert n.interval(0.44404, 0.53389) == "44.4 to 53.4"
    assert n.interval(0.4441, 0.5330) == "44.4 to 53.3"
    assert n.interval(0.5, 0.5) == "50.0 to 50.0"
    assert n.interval(None, 0.5) == "–"
    assert n.interval(-0.0112, 0.0333) == "\u22121.2 to 3.4"


@given(st.floats(-1, 1), st.floats(0, 1))
def test_printed_interval_always_contains_the_interval(low: float, width: float) -> None:
    text = NUMERALS.interval(low, low + width).replace("\u2212", "-")
    a, b = (float(x) for x in text.split(" to "))
    assert a <= 100 * low + 1e-7
    assert b >= 100 * (low + width) - 1e-7
    assert b - a <= 100 * width + 0.2 + 1e-7


def test_gaps_are_points_and_never_percent(n: Numerals) -> None:
    assert n.points(0.042) == "4.2 points"
    assert n.points(0.01) == "1.0 point"
    assert n.gap(0.009, signed=True) == "+0.9"
    assert n.gap(-0.279, signed=True) == "\u221227.9"
    assert n.gap(0.00001, signed=True) == "0.0"


def test_printed_numbers_keep_every_digit_of_the_source(n: Numerals) -> None:
    assert n.printed(printed("88.70", "percent")) == "88.70%"
    assert n.printed(printed("0.904", "fraction")) == "90.4%"
    assert n.printed(printed("0.6100", "fraction")) == "61.00%"
    assert n.printed(printed("1,287", "rating")) == "1,287"
    assert n.printed(printed("-3.5", "points")) == "\u22123.5"
    assert n.printed(None) == "–"


def test_p_values(n: Numerals) -> None:
    assert n.p_value(0.00000001) == "<0.0001"
    assert n.p_value(0.0496) == "0.0496"
    assert n.p_value(0.41) == "0.41"
    assert n.p_value(1) == "1.00"


def test_numbers_of_no_known_unit(n: Numerals) -> None:
    assert n.significant(0) == "0"
    assert n.significant(1234.5) == "1,234"
    assert n.significant(0.000123456) == "0.000123"
    assert n.significant(-2.5) == "\u22122.5"
    assert n.whole(14042) == "14,042"


def test_dates_keep_their_precision(n: Numerals) -> None:
    assert n.day("2024-12-05") == "5 December 2024"
    assert n.day("2024-12-05", "month") == "December 2024"
    assert n.day("2023-10") == "October 2023"
    assert n.day("2022") == "2022"
    assert n.day("2024-13") == "2024-13"
    assert n.day("spring 2024") == "spring 2024"
    assert n.day(None) == "–"


@pytest.mark.parametrize(
    ("iso", "year"),
    [("2024", 2024.5), ("2024-01", 2024 + 0.5 / 12), ("2024-07-01", 2024 + (6 + 0.5 / 31) / 12), ("soon", None)],
)
def test_year_fraction(iso: str, year: float | None) -> None:
    assert year_fraction(iso) == pytest.approx(year)


def test_dates_are_in_order_on_the_axis() -> None:
    days = ["2022", "2023-10-01", "2023-10", "2023-10-31", "2024-12-05", "2025"]
    assert [year_fraction(d) for d in days] == sorted(x for d in days if (x := year_fraction(d)) is not None)
