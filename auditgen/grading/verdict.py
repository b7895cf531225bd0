"""From a decision to a Verdict record: ladder rows, marks, caps, use, questions, sentence, sensitivity."""

from __future__ import annotations

from typing import Any

from auditgen.grading.ask import ask_first
from auditgen.grading.case import Case
from auditgen.grading.findings import Decision, certainty, decide
from auditgen.grading.g2_setup import agreement, open_fields
from auditgen.grading.ladder import Ladder
from auditgen.grading.phrases import percent
from auditgen.grading.wording import Wording, capital
from auditgen.records.base import settle
from auditgen.records.thresholds import Thresholds
from auditgen.records.verdict import Cap, DomainMark, Sensitivity, Step, Verdict


def grade(case: Case, t: Thresholds, words: Wording) -> Verdict:
    """Grade one reading, with every cut-off it has read halved and doubled once."""
    fresh = t.fresh()
    decision = decide(case, fresh)
    return _verdict(case, decision, words, fresh, _sensitivity(case, decision, fresh))


def _sensitivity(case: Case, decision: Decision, t: Thresholds) -> tuple[Sensitivity, ...]:
    if decision.ladder is None:
        return ()
    found = []
    for name in sorted(t.read):
        halved = decide(case, t.with_scaled(name, 0.5)).finding
        doubled = decide(case, t.with_scaled(name, 2.0)).finding
        if halved != decision.finding or doubled != decision.finding:
            found.append(
                Sensitivity(
                    threshold=name,
                    halved=halved if halved != decision.finding else None,
                    doubled=doubled if doubled != decision.finding else None,
                )
            )
    return tuple(found)


def ladder_steps(ladder: Ladder, words: Wording) -> tuple[Step, ...]:
    """Rows of the ladder: start, per domain the known charge and then what the open one adds, credits."""
    rows = [
        Step(
            domain="start",
            kind="start",
            check_id="A0",
            points=ladder.start.points,
            reason=words.fill(words.data["start"][ladder.start.source_class], {}),
            reason_id=ladder.start.source_class,
        )
    ]
    for state in ladder.domains:
        for kind, charge in (("known", state.known), ("open", state.open)):
            if charge is None:
                continue
            extra = charge.points if kind == "known" else min(state.known_points, charge.points) - state.known_points
            params = settle(dict(charge.params))
            rows.append(
                Step(
                    domain=state.domain,
                    kind=kind,  # type: ignore[arg-type]
                    check_id=charge.check_id,
                    points=extra,
                    reason=words.reason(charge.reason_id, charge.params),
                    reason_id=charge.reason_id,
                    params=params,
                )
            )
    for credit in ladder.credits:
        rows.append(
            Step(
                domain=credit.id,
                kind="credit",
                check_id=credit.check_id,
                points=credit.points,
                reason=words.reason(credit.reason_id, credit.params),
                reason_id=credit.reason_id,
                params=settle(dict(credit.params)),
            )
        )
    return tuple(rows)


def _caps(ladder: Ladder, words: Wording) -> tuple[Cap, ...]:
    return tuple(
        Cap(
            id=c.id,
            limit=c.limit,
            bites=c.limit is not None and (ladder.raw > c.limit or (c.both and ladder.raw_if_answered > c.limit)),
            both=c.both,
            reason=words.reason(c.reason_id, c.params),
            reason_id=c.reason_id,
            params=settle(dict(c.params)),
        )
        for c in ladder.caps
    )


def _ladder_fields(ladder: Ladder, words: Wording) -> dict[str, Any]:
    return {
        "certainty": certainty(ladder.points),
        "certainty_if_answered": certainty(ladder.points_if_answered),
        "points": ladder.points,
        "points_if_answered": ladder.points_if_answered,
        "raw": ladder.raw,
        "raw_if_answered": ladder.raw_if_answered,
        "answered": ladder.answered,
        "start_class": ladder.start.source_class,
        "ladder": ladder_steps(ladder, words),
        "domains": tuple(
            DomainMark(domain=d.domain, known=d.known_points, open=d.open_points, answered=d.answered)
            for d in ladder.domains
        ),
        "caps": _caps(ladder, words),
    }


def _verdict(
    case: Case, decision: Decision, words: Wording, t: Thresholds, sensitive: tuple[Sensitivity, ...]
) -> Verdict:
    text = _Text(case, decision, words, t)
    against = None
    if decision.contrary is not None and decision.ladder is not None:
        ladder = decision.contrary.ladder
        against = Verdict(
            reading=case.reading,
            finding="Suggested" if decision.contrary.counts else "Not shown",
            line=7 if decision.contrary.counts else 9,
            use="",
            sentence=capital(words.fact(decision.contrary.fact_id, decision.contrary.params)),
            **_ladder_fields(ladder, words),
        )
    fields = _ladder_fields(decision.ladder, words) if decision.ladder is not None else {}
    return Verdict(
        reading=case.reading,
        finding=decision.finding,
        line=decision.line,
        use=text.use(),
        ask_first=tuple(text.asks()),
        sensitive_to=sensitive,
        sentence=text.sentence(),
        contrary=against,
        **fields,
    )


class _Text:
    """The words of one verdict."""

    def __init__(self, case: Case, decision: Decision, words: Wording, t: Thresholds) -> None:
        self.case, self.decision, self.words, self.t = case, decision, words, t

    def asks(self) -> list[str]:
        ids = ask_first(self.case, self.decision)
        params = {"fields": open_fields(self.case) if self.case.is_level else ()}
        return [self.words.ask(i, params) for i in ids]

    def _params(self) -> dict[str, Any]:
        case, decision, words = self.case, self.decision, self.words
        ladder = decision.ladder
        told = dict(case.words)
        claim = str(told.get("claim", ""))
        asks = self.asks()
        params: dict[str, Any] = {
            **told,
            "claim": claim,
            "Claim": capital(claim),
            "ask": asks[0] if asks else "",
            "asks": "; ".join(asks),
            "missing": decision.missing or "model",
            "certainty": certainty(ladder.points_if_answered) if ladder else "",
        }
        if ladder:
            steps = sorted(
                (s for s in ladder_steps(ladder, words) if s.kind in ("known", "open") and s.points < 0),
                key=lambda s: s.points,
            )
            known = [s for s in steps if s.kind == "known"]
            params["doubt"] = steps[0].reason if steps else ""
            params["doubts"] = " ".join(s.reason for s in steps[:2])
            params["reason"] = (known or steps)[0].reason if steps else ""
            g2 = ladder.domain("G2").known
            params["difference"] = words.reason(g2.reason_id, g2.params) if g2 else ""
        if decision.contrary is not None:
            params["fact"] = words.fact(decision.contrary.fact_id, decision.contrary.params)
        if decision.finding == "Depends on settings" and case.is_level:
            params.update(self._setups())
        return params

    def _setups(self) -> dict[str, str]:
        far = agreement(self.case, self.t).far
        other = max(far, key=lambda f: (f["distance"], f["id"]))
        score, who = self.case.words.get("score", ""), self.case.words.get("who", "")
        own = self.case.words.get("scaffold") or self.words.lexicon["run_of"].format(who=who)
        run = self.words.lexicon["run_of"].format(who=other["party"])
        return {
            "setup_a": f"{own} ({score})",
            "setup_b": f"{run} ({percent(other['score'])}, {other['setup']})",
        }

    def sentence(self) -> str:
        finding = self.decision.finding
        table = self.words.data["findings"][finding]
        key = "sentence"
        if finding == "Shown" and self.decision.ladder and certainty(self.decision.ladder.points) == "High":
            key = "sentence_high"
        if finding == "Too close to call":
            key = {"rank": "sentence_rank", "equality": "sentence_equality"}.get(self.case.relation_kind, key)
        if finding == "Depends on settings" and not self.case.is_level:
            key = "sentence_pair"
        return self.words.fill(table[key], self._params())

    def use(self) -> str:
        kind = "level" if self.case.is_level else "pair"
        return self.words.fill(self.words.data["use"][kind][self.decision.finding], self._params())
