"""D9. How much leakage would it take to explain the claim away?"""

from tests.checks.cases import cases, run, verify


@cases("d9")
def test_d9(row):
    verify(run("D9", row), row["expect"])
