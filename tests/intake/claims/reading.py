"""Short ways to read a claims file in a test."""

from datetime import date

from auditgen.intake.claims import read_claims_bytes
from auditgen.records.claim import Claim, ClaimsFile

TODAY = date(2026, 11, 30)


def read(text: str | bytes, name: str = "claims.csv", **options) -> ClaimsFile:
    """Read text as a file of that name, on a fixed day."""
    data = text if isinstance(text, bytes) else text.encode()
    return read_claims_bytes(data, name, today=TODAY, **options)


def one(text: str | bytes, name: str = "claims.yaml", **options) -> Claim:
    """The only claim of a file."""
    (claim,) = read(text, name, **options).claims
    return claim


def fields(**given: object) -> str:
    """A YAML claims file with one claim."""
    return "claims:\n  - " + "\n    ".join(f"{name}: {value}" for name, value in given.items()) + "\n"


def score(text: str, **given: object) -> Claim:
    """A claim of model A on MMLU with this score."""
    return one(fields(model="A", benchmark="MMLU", score=f"'{text}'", **given))
