"""D1. Could the model have seen the questions, going by dates and access alone?"""

from tests.checks.cases import cases, run, verify


@cases("d1")
def test_d1(row):
    verify(run("D1", row), row["expect"])
