"""C3. Do other tests put the two models in the same order?"""

from tests.checks.cases import cases, run, verify


@cases("c3")
def test_c3(row):
    verify(run("C3", row), row["expect"])
