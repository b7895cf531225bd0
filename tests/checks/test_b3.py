"""B3. How big must a gap be before this test could notice it?"""

from tests.checks.cases import cases, run, verify


@cases("b3")
def test_b3(row):
    verify(run("B3", row), row["expect"])
