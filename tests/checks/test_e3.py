"""E3. Has the test been used so often that progress may be fitting to it?"""

from tests.checks.cases import cases, run, verify


@cases("e3")
def test_e3(row):
    verify(run("E3", row), row["expect"])
