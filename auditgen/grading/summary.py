"""The three sentences of the first page."""

from __future__ import annotations

from collections.abc import Sequence

from auditgen.grading.wording import Wording, capital
from auditgen.records.audit_record import AuditedClaim
from auditgen.records.verdict import Verdict


def summary(claims: Sequence[AuditedClaim], words: Wording) -> tuple[str, ...]:
    """How many statements can be relied on, what "not usable" means, where the questions stand."""
    if not claims:
        return ()
    made = [v for c in claims for v in readings(c) if v.finding != "Not claimed"]
    shown = sum(v.finding == "Shown" for v in made)
    suggested = sum(v.finding == "Suggested" for v in made)
    lines = words.data["summary"]

    def number(n: int) -> str:
        return str(lines["words"].get(n, f"{n:,}"))

    n_claims = lines["one_claim"] if len(claims) == 1 else words.fill(lines["claims"], {"n": number(len(claims))})
    n_readings = lines["one_statement"] if len(made) == 1 else words.fill(lines["statements"], {"n": number(len(made))})
    first = words.fill(
        lines["counts"],
        {
            "n_claims": capital(n_claims),
            "n_readings": n_readings,
            "shown": number(shown),
            "suggested": number(suggested),
            "rest": number(len(made) - shown - suggested),
        },
    )
    return (first, lines["unusable"], lines["ask"])


def readings(claim: AuditedClaim) -> tuple[Verdict, Verdict, Verdict]:
    """Level, ranking, progress."""
    return claim.verdicts.level, claim.verdicts.ranking, claim.verdicts.progress
