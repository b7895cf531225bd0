"""A1. Could this exact percentage come out of a test with this many questions?"""

from tests.checks.cases import cases, run, verify


@cases("a1")
def test_a1(row):
    verify(run("A1", row), row["expect"])
