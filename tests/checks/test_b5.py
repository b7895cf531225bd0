"""B5. Was the reported run the luckiest of several?"""

from tests.checks.cases import cases, run, verify


@cases("b5")
def test_b5(row):
    verify(run("B5", row), row["expect"])
