"""C1. Given sampling error, between which places could the model really be?"""

from tests.checks.cases import cases, run, verify


@cases("c1")
def test_c1(row):
    verify(run("C1", row), row["expect"])
