"""B4. If we look at many gaps, how many will look real by luck?"""

from tests.checks.cases import cases, run, verify


@cases("b4")
def test_b4(row):
    verify(run("B4", row), row["expect"])
