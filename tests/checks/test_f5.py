"""F5. Is a bundle of narrow tests offered as a measure of general ability?"""

from tests.checks.cases import cases, run, verify


@cases("f5")
def test_f5(row):
    verify(run("F5", row), row["expect"])
