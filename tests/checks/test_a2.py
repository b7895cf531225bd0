"""A2. How far is the score from guessing, and from the best score that the faulty answer key allows?"""

from tests.checks.cases import cases, run, verify


@cases("a2")
def test_a2(row):
    verify(run("A2", row), row["expect"])
