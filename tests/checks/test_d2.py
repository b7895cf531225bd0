"""D2. Has anyone reported leakage for this test, this model or this family?"""

from tests.checks.cases import cases, run, verify


@cases("d2")
def test_d2(row):
    verify(run("D2", row), row["expect"])
