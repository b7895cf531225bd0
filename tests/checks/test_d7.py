"""D7. Does the model do worse than expected on new questions of the same kind?"""

from tests.checks.cases import cases, run, verify


@cases("d7")
def test_d7(row):
    verify(run("D7", row), row["expect"])
