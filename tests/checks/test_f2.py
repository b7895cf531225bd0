"""F2. Did others get the same figure?"""

from tests.checks.cases import cases, run, verify


@cases("f2")
def test_f2(row):
    verify(run("F2", row), row["expect"])
