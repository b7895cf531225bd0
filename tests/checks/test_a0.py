"""A0. Who ran the test, and can the source be looked up?"""

from tests.checks.cases import cases, run, verify


@cases("a0")
def test_a0(row):
    verify(run("A0", row), row["expect"])
