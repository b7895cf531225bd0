"""F1. On a re-made version of the test, what happens to level, order and progress?"""

from tests.checks.cases import cases, run, verify


@cases("f1")
def test_f1(row):
    verify(run("F1", row), row["expect"])
