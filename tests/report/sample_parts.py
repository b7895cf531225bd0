"""Verdicts, checks and evidence that the sample record is built from."""

# ruff: noqa: E501 - rows of test data are easier to compare on one line

from __future__ import annotations

from typing import Any

from auditgen.records.audit_record import Named
from auditgen.records.check_result import CheckResult
from auditgen.records.evidence import Evidence, evidence
from auditgen.records.verdict import Cap, DomainMark, Sensitivity, Step, Verdict

LONG_MODEL = "Meridian-Ultra-Instruct-72B-preview-2026-03-17-longcontext-toolcalling-fp8-distilled-checkpoint-0042"
HOSTILE = "<script>alert(1)</script> file:///etc/passwd javascript:alert(2)"


def not_claimed(reading: str) -> Verdict:
    return Verdict(
        reading=reading,
        finding="Not claimed",
        line=1,
        use="Nothing to judge.",
        sentence="The source does not say this.",
    )


def verdict(
    reading: str,
    finding: str,
    start: int,
    charges: dict[str, tuple[int, int]],
    sentence: str,
    use: str,
    *,
    credit: int = 0,
    caps: tuple[Cap, ...] = (),
    ask: tuple[str, ...] = (),
    sensitive: tuple[Sensitivity, ...] = (),
) -> Verdict:
    """A verdict whose ladder adds up: `charges` maps a domain to (known, open), both as negative points or 0."""
    ladder = [
        Step(
            domain="start",
            kind="start",
            check_id="A0",
            points=start,
            reason="Source class S3: the claimant's own figure",
            reason_id="s3",
        )
    ]
    marks, raw, best = [], start, start
    for d in ("G1", "G2", "G3", "G4", "G5", "G6"):
        known, opened = charges.get(d, (0, 0))
        marks.append(DomainMark(domain=d, known=known, open=opened, answered=opened == 0))
        if known:
            ladder.append(
                Step(
                    domain=d,
                    kind="known",
                    check_id="F2",
                    points=known,
                    reason=f"A known problem in {d}, told in one line",
                    reason_id="k",
                )
            )
        if opened:
            extra = min(known, opened) - known
            ladder.append(
                Step(
                    domain=d,
                    kind="open",
                    check_id="D1",
                    points=extra,
                    reason=f"An open question in {d}: nobody outside has looked, and the developer has not said",
                    reason_id="o",
                )
            )
        if not known and not opened:
            ladder.append(
                Step(
                    domain=d,
                    kind="known",
                    check_id="B1",
                    points=0,
                    reason="Nothing counts against it here",
                    reason_id="n",
                )
            )
        raw += min(known, opened)
        best += known
    if credit:
        ladder.append(
            Step(
                domain="U1",
                kind="credit",
                check_id="F2",
                points=credit,
                reason="Two other parties agree within 3 points",
                reason_id="u1",
            )
        )
    limits = [c.limit for c in caps if c.limit is not None]
    points = max(0, min([16, raw + credit, *limits]))
    answered = max(points, max(0, min([16, best + credit, *limits])))
    grade = lambda p: "High" if p >= 14 else "Moderate" if p >= 9 else "Low" if p >= 5 else "Very low"  # noqa: E731
    return Verdict(
        reading=reading, finding=finding, line=6, certainty=grade(points), certainty_if_answered=grade(answered),
        points=points, points_if_answered=answered, raw=raw + credit, raw_if_answered=best + credit,
        answered=sum(m.answered for m in marks), start_class="S3", use=use, ask_first=ask, ladder=tuple(ladder),
        domains=tuple(marks), caps=caps, sensitive_to=sensitive, sentence=sentence,
    )  # fmt: skip


def check(check_id: str, status: str = "ran", **fields: Any) -> CheckResult:
    if status != "ran":
        fields.setdefault("reason", "no results per question were given (needs tier I3)")
    return CheckResult(check_id=check_id, check_version="1", status=status, **fields)


def named(text: str | None, id_: str | None = None, **fields: Any) -> Named:
    status = "matched" if id_ else "absent" if text is None else "unknown"
    return Named(as_written=text, id=id_, matched_by="alias" if id_ else None, status=status, **fields)


EVIDENCE: tuple[Evidence, ...] = (
    evidence(
        "RP002",
        "replication",
        "Cuadron et al. 2025, arXiv:2502.08235, table 2",
        "seen",
        "independent",
        {"score": 0.291},
    ),
    evidence(
        "RP055", "replication", "EvalPlus leaderboard, row of March 2023", "recalled", "independent", {"score": 0.884}
    ),
    evidence(
        "models/o1",
        "model",
        "Developer documentation of o1: knowledge cut-off and release",
        "seen",
        "catalogue",
        {"cutoff": "2023-10"},
    ),
    evidence(
        "benchmarks/swe-bench-verified",
        "benchmark",
        "SWE-bench Verified, makers' announcement, August 2024",
        "seen",
        "catalogue",
        {"n": 500},
    ),
    evidence(
        "claims.csv", "claims", "=HYPERLINK(0) table brought by the user", "brought", "unattributed", {"rows": 10}
    ),
)


def level_checks(share: float, n: int | None) -> list[CheckResult]:
    """A full set for a level claim: some ran, some could not, some do not apply."""
    figures = [
        {"id": "RP126", "party": "OpenAI", "party_type": "developer", "score": 0.48, "n": 477, "low": 0.4355, "high": 0.5249, "setup": "Agentless", "setup_stated": True, "counted": True, "why_not": None, "date": "2025-01", "evidence": "benchmarks/swe-bench-verified"},
        {"id": "RP125", "party": "OpenAI", "party_type": "developer", "score": 0.409, "n": 500, "low": 0.3668, "high": 0.4526, "setup": "Agentless, up to five tries averaged", "setup_stated": True, "counted": True, "why_not": None, "date": "2024-12", "evidence": None},
        {"id": "RP122", "party": "Cuadron et al.", "party_type": "independent", "score": 0.477, "n": 500, "low": 0.4336, "high": 0.5208, "setup": "OpenHands, native function calling", "setup_stated": True, "counted": True, "why_not": None, "date": "2025-02", "evidence": "RP002"},
        {"id": "RP002", "party": "Cuadron et al.", "party_type": "independent", "score": 0.291, "n": 500, "low": 0.2527, "high": 0.3325, "setup": "OpenHands, text tools", "setup_stated": True, "counted": True, "why_not": None, "date": "2025-02", "evidence": "RP002"},
        {"id": "RP003", "party": "Cuadron et al.", "party_type": "independent", "score": 0.21, "n": 500, "low": 0.1765, "high": 0.2479, "setup": "OpenHands, text tools", "setup_stated": True, "counted": False, "why_not": "low reasoning effort", "date": "2025-02", "evidence": "RP055"},
    ]  # fmt: skip
    events = [
        {"what": "items", "date": "2023-10", "precision": "month", "text": "SWE-bench, arXiv:2310.06770", "confidence": "seen", "evidence": "benchmarks/swe-bench-verified"},
        {"what": "source", "date": "2022", "precision": "year", "text": "issues and fixes on public sites", "confidence": "seen", "evidence": None},
        {"what": "cutoff", "date": "2023-10-01", "precision": "day", "text": "knowledge cut-off on the developer's page", "confidence": "seen", "evidence": "models/o1"},
        {"what": "release", "date": "2024-12-05", "precision": "day", "text": "o1", "confidence": "seen", "evidence": "models/o1"},
        {"what": "claim", "date": "2025-04-16", "precision": "day", "text": "launch table", "confidence": "seen", "evidence": None},
        {"what": "withdrawn", "date": "2026-02-23", "precision": "day", "text": "makers advise against use for current models", "confidence": "seen", "evidence": None},
    ]  # fmt: skip
    return [
        check("A0", values={"source_class": "S3", "tester": "OpenAI"}),
        check("A1", estimate=2, unit="runs", n=500, outcome="some_concern", values={"n_items": 500, "told_runs": 1, "feasible": False, "smallest_runs": 2}),
        check("A2", outcome="unclear", values={"chance": 0.0, "ceiling": 0.836, "ceiling_kind": "label_errors", "error_rate": 0.164}),
        check("A3", estimate=0.42, unit="share", outcome="some_concern", values={"completeness": 0.42, "open_fields": ["tries"]}),
        check("A4", outcome="none_found", mde=0.001, unit="points", values={"contradictions": [], "possible": []}),
        check("B1", estimate=share, unit="fraction", ci_low=0.44404, ci_high=0.53389, ci_method="Wilson", n=n, outcome="unclear", values={"p": share, "n": n, "n_is": "claim", "low": 0.44404, "high": 0.53389, "half_width": 0.045, "method": "Wilson"} if n else {}),
        check("D1", estimate=0.0, unit="months", outcome="some_concern", values={"class": "source_exposed", "events": events, "cutoff_stated": True}),
        check("D2", outcome="unclear", values={"findings": [], "self_search": False}),
        check("D9", estimate=0.27, unit="share", p_value=0.0004, values={"f": 0.27, "s": 0.489, "t": 0.3}),
        check("F2", estimate=0.201, unit="points", ci_low=0.14, ci_high=0.262, n=5, p_value=0.00000001, p_adjusted=0.041, outcome="strong_concern", values={"figures": figures, "n_parties": 2}),
        check("F3", outcome="none_found", mde=1, unit="links", values={"link": "test"}),
        check("F4", outcome="some_concern", values={"withdrawn": [{"who": "OpenAI", "date": "2026-02"}], "retired": True}),
        check("B3", "not_applicable", reason="needed only where a check found nothing"),
        check("C7", "not_run"), check("C8", "not_run", reason="no results under other wordings are known"),
        check("D3", "not_run", reason="no index of the training text was given (needs tier I6)"),
        check("D4", "not_run", reason="no completions were given (needs tier I4)"),
        check("D5", "not_run", reason="no log-probabilities were given (needs tier I5)"),
        check("D7", "not_run", reason="fewer than five reference models on the old and the fresh test"),
        check("E1", "not_run", reason="no run under equal preparation was given (needs tier I7)"),
    ]  # fmt: skip


def fresh_checks() -> list[CheckResult]:
    """D7 with its references and F1 with a table and an own pair."""
    refs = [
        (f"reference-{i:02d}-model", 0.05 + 0.031 * i, 0.06 + 0.0315 * i + (0.012 if i % 3 else -0.014))
        for i in range(28)
    ]
    d7 = {
        "pair": {"original": "GSM8K", "variant": "GSM1k", "tester": "Scale AI"}, "n_references": len(refs), "model_new": 0.9, "model_old": 0.914,
        "expected": 0.9074, "excess": 0.006575, "low": -0.04164, "high": 0.05479, "se": 0.0286, "intercept": 0.0243, "slope": 0.98126,
        "residual_sd": 0.0253, "drops": [], "class": "weak_search",
        "references": [{"model": m, "new": x, "old": y} for m, x, y in refs], "excluded": [],
    }  # fmt: skip
    f1 = {
        "tables": [{"original": "GSM8K", "variant": "GSM1k", "pair_type": "refreshed", "tester": "Scale AI", "n_models": 63, "mean_drop": 0.021, "tau_b": 0.91, "slope": 0.98, "slope_low": 0.931, "slope_high": 1.032, "citation": "arXiv:2405.00332", "evidence": "RP002"}],
        "own": {"old": 0.914, "new": 0.9, "drop": 0.014, "drop_high": 0.037, "tester": "Scale AI", "variant": "GSM1k", "evidence": "RP002"},
        "others": {"n": 62, "mean_drop": 0.021, "variant": "GSM1k", "tester": "Scale AI"}, "pair": None, "not_charged": [],
    }  # fmt: skip
    return [
        check("D7", estimate=0.006575, unit="points", ci_low=-0.04164, ci_high=0.05479, n=28, p_value=0.41, mde=0.05, outcome="unclear", values=d7),
        check("F1", estimate=0.014, unit="points", ci_low=-0.009, ci_high=0.037, n=63, outcome="some_concern", values=f1),
        check("B1", estimate=0.93, unit="fraction", ci_low=0.91498, ci_high=0.94264, n=1319, values={"p": 0.93, "n": 1319, "low": 0.91498, "high": 0.94264}),
        check("A2", values={"chance": None, "ceiling": None, "error_rate": None}),
        check("F2", values={"figures": []}), check("D1", outcome="unclear", values={"class": "unknown", "events": [{"what": "items", "date": "2021-10-27", "precision": "day", "text": "arXiv", "confidence": "recalled", "evidence": "RP055"}], "cutoff_stated": False}),
        check("D3", "not_run", reason="no index of the training text was given (needs tier I6)"),
    ]  # fmt: skip
