"""A4. Does the document contradict itself?"""

from tests.checks.cases import cases, run, verify


@cases("a4")
def test_a4(row):
    verify(run("A4", row), row["expect"])
