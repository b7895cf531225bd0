"""F3. Does the sentence say more than the test can show?"""

from tests.checks.cases import cases, run, verify


@cases("f3")
def test_f3(row):
    verify(run("F3", row), row["expect"])
