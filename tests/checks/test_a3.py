"""A3. Do we know how the score was made, and were compared models treated alike?"""

from tests.checks.cases import cases, run, verify


@cases("a3")
def test_a3(row):
    verify(run("A3", row), row["expect"])
