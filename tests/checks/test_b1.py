"""B1. If the test had drawn other questions of the same kind, how much could the score move?"""

from tests.checks.cases import cases, run, verify


@cases("b1")
def test_b1(row):
    verify(run("B1", row), row["expect"])
