"""A5. Does the printed uncertainty fit the score and the number of questions?"""

from tests.checks.cases import cases, run, verify


@cases("a5")
def test_a5(row):
    verify(run("A5", row), row["expect"])
