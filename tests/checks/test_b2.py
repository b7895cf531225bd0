"""B2. Is the gap between two scores more than luck? Also thresholds, equality and rates."""

from tests.checks.cases import cases, run, verify


@cases("b2")
def test_b2(row):
    verify(run("B2", row), row["expect"])
