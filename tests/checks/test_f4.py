"""F4. Is the test well made and looked after, and who made it?"""

from tests.checks.cases import cases, run, verify


@cases("f4")
def test_f4(row):
    verify(run("F4", row), row["expect"])
