"""A small world of scores, sizes and dates around one claim, and what checks find in it."""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass, field
from typing import Any

from auditgen.checks.replication.figures import standard_error
from auditgen.grading.case import Case
from auditgen.stats.best_of_k import overstatement
from auditgen.stats.difference import tost, unpaired_difference
from auditgen.stats.intervals import score_interval
from auditgen.stats.tipping import leaked_share_needed
from tests.grading.cases import WORDS, check

NONE, OPEN, MINOR, MODERATE, SERIOUS = "none", "open", "minor", "moderate", "serious"
RELATIONS = {"S1": "independent", "S2": "independent", "S3": "claimant", "S4": "secondary"}


@dataclass(frozen=True)
class Piece:
    """What one check found; `concern` names its worst effect as the method words it, apart from the code under test."""

    values: dict[str, Any]
    concern: str = NONE
    outcome: str | None = None
    mde: float | None = None

    def result(self, check_id: str) -> Any:
        """As a CheckResult."""
        extra = {k: v for k, v in (("outcome", self.outcome), ("mde", self.mde)) if v is not None}
        return check(check_id, {**self.values, **extra})


@dataclass(frozen=True)
class World:
    """A claim and all that is known around it. `n` questions; None where not told. `other` is the second score."""

    reading: str
    kind: str
    source: str
    against_interest: bool
    score: float
    other: float
    n: int | None
    n_gaps: int
    own_leads: bool
    beyond: bool
    line: float | None
    elsewhere: tuple[tuple[str, float, int | None], ...]
    variants: int | None
    all_reported: bool
    exposure: tuple[str, str]
    rank: tuple[int, int] | None
    fixed: dict[str, Piece] = field(default_factory=dict)

    def pieces(self) -> dict[str, Piece]:
        """Findings of every check that can run in this world."""
        made = dict(self.fixed)
        made["A0"] = Piece(
            {
                "source_class": self.source,
                "tester_relation": RELATIONS[self.source],
                "against_interest": self.against_interest,
            }
        )
        first, second = self.exposure
        made["D1"] = Piece({"class": first, "class_other": second, "published_between": False}, OPEN)
        made.update(_tries(self))
        made.update(_level(self) if self.reading == "L" else _pair(self))
        return made

    def case(self, **changes: Any) -> Case:
        """The reading as grading sees it."""
        checks = {k: v.result(k) for k, v in self.pieces().items()}
        told = {
            "reading": self.reading,
            "claimed": True,
            "relation_kind": self.kind,
            "checks": checks,
            "own_model_leads": self.own_leads,
            "speaks_beyond_test": self.beyond,
            "rank_one": self.kind == "rank",
            "words": WORDS,
        }
        return Case(**{**told, **changes})

    def with_pieces(self, **pieces: Piece) -> World:
        """The same world with other findings of some checks."""
        return dataclasses.replace(self, fixed={**self.fixed, **pieces})

    def halved(self) -> World:
        """Half as many questions, everywhere in checks B and C."""
        assert self.n is not None
        return dataclasses.replace(self, n=max(1, self.n // 2))

    def swapped(self) -> World:
        """The statement turned round: the other model is claimed to be ahead."""
        turned = {k: _turn(k, v) for k, v in self.fixed.items()}
        return dataclasses.replace(
            self,
            score=self.other,
            other=self.score,
            own_leads=not self.own_leads,
            against_interest=False,
            exposure=self.exposure[::-1],
            elsewhere=tuple((f"{c}/turned", g, n) for c, g, n in self._turned()),
            fixed=turned,
        )

    def _turned(self) -> list[tuple[str, float, int | None]]:
        return [(name, -gap, n) for name, gap, n in self.elsewhere]


def _turn(check_id: str, piece: Piece) -> Piece:
    """A directional finding seen from the other side; a finding about the model ahead is not one about the other."""
    values = dict(piece.values)
    if check_id == "F1" and values.get("pair"):
        pair = values["pair"]
        values["pair"] = {**pair, "same_order": not pair["same_order"], "reversed_clear": False}
    if check_id == "F2":
        values = {
            **values,
            "pair_agrees": False,
            "n_pair_parties": 0,
            "shown_ahead_clearly": bool(values.get("reversed_clear")),
            "reversed_clear": {"party": "P", "gap": 0.1} if values.get("pair_agrees") else None,
        }
    if check_id == "E1":
        values["order_after"] = {"kept": "reversed", "reversed": "kept"}.get(values["order_after"], "unclear")
    return dataclasses.replace(piece, values=values)


def _tries(w: World) -> dict[str, Piece]:
    k, over = w.variants, None
    if k is not None and k > 1 and w.n:
        over = overstatement(standard_error(w.score, w.n) or 0.0, k)
    concern = NONE
    if k is not None and k > 1 and not w.all_reported:
        concern = MINOR if over is not None and over < 0.01 else SERIOUS
    values = {"variants": k, "told": True, "all_reported": w.all_reported, "overstatement": over}
    return {"B5": Piece(values, concern)}


def _level(w: World) -> dict[str, Piece]:
    found: dict[str, Piece] = {}
    if w.n is not None:
        interval = score_interval(w.score, w.n)
        half = (interval.ci_high - interval.ci_low) / 2
        concern = SERIOUS if half > 0.1 else MODERATE if half > 0.05 else MINOR if half > 0.025 else NONE
        found["B1"] = Piece({"half_width": half, "n": w.n, "low": interval.ci_low, "high": interval.ci_high}, concern)
        if w.line is not None:
            inside = interval.ci_low <= w.line <= interval.ci_high
            values: dict[str, Any] = {"threshold": w.line, "inside_interval": inside}
            if w.score <= w.line and not inside:
                values["threshold_other_side"] = {"score": w.score, "threshold": w.line}
            found["B2"] = Piece(values, SERIOUS if inside or "threshold_other_side" in values else NONE)
    return found


def _pair(w: World) -> dict[str, Piece]:
    found: dict[str, Piece] = {}
    gap = w.score - w.other
    if w.kind != "rank":
        f = leaked_share_needed(w.score, w.other) if gap > 0 and w.other < 1 else None
        turned = leaked_share_needed(w.other, w.score) if gap < 0 and w.score < 1 else None
        found["D9"] = Piece({"f": f, "f_turned": turned})
        values: dict[str, Any] = {"gap": gap, "equal_printed": abs(gap) < 1e-9}
        concern = SERIOUS if gap <= 0 else NONE
        if w.n is not None:
            d = unpaired_difference(w.score, w.n, w.other, w.n)
            values.update(low=d.ci_low, high=d.ci_high, clear_raw=d.ci_low > 0 or d.ci_high < 0)
            adjusted = min(1.0, d.p_value * w.n_gaps)
            clear = adjusted < 0.05 and gap > 0
            concern = concern if clear else SERIOUS
            found["B4"] = Piece({"clear": clear, "m": w.n_gaps, "p_adjusted": adjusted}, NONE if clear else MODERATE)
            if w.kind == "equality":
                test = tost(d.estimate, d.se, 0.03)
                values.update(shown=test.shown, interval_outside=d.ci_low > 0.03 or d.ci_high < -0.03)
                concern = NONE if test.shown else SERIOUS
        found["B2"] = Piece(values, concern)
    elif w.rank is not None and w.n is not None:
        reach = int(w.rank[1] * math.sqrt(500 / w.n))
        low, high = max(1, w.rank[0] - reach), w.rank[0] + reach
        values = {"rank_low": low, "rank_high": high, "wider": high > low, "n_models": 20}
        found["C1"] = Piece(values, SERIOUS if high > low else NONE)
    if w.elsewhere:
        found["C3"] = _other_tests(w)
    return found


def _other_tests(w: World) -> Piece:
    entries: list[dict[str, Any]] = []
    for name, gap, n in w.elsewhere:
        size = None if n is None or w.n is None else max(1, n * w.n // 1000)
        clear = size is not None and abs(gap) > 1.96 * math.sqrt(0.5 / size)
        entries.append({"name": name, "gap": gap, "clear": clear})
    ahead = sum(1.0 if e["gap"] > 0 else 0.5 if e["gap"] == 0 else 0.0 for e in entries)
    down = [e for e in entries if e["gap"] < 0]
    worst = min(down, key=lambda e: (e["gap"], e["name"]), default=None)
    largest = {"name": worst["name"], "gap": -worst["gap"]} if worst else None
    kept = ahead / len(entries)
    concern = NONE
    if worst and -worst["gap"] > 0.03:
        concern = MODERATE
    if len(entries) >= 3 and kept < 0.8:
        concern = SERIOUS if kept < 0.6 else MODERATE
    values = {
        "tests": entries,
        "n_tests": len(entries),
        "order_kept": kept,
        "n_clear": sum(e["clear"] for e in entries),
        "n_clear_same": sum(e["clear"] and e["gap"] > 0 for e in entries),
        "n_clear_large": sum(e["clear"] and e["gap"] >= 0.05 for e in entries),
        "worst_reversal": largest,
        "worst_reversal_same_field": largest,
    }
    return Piece(values, concern)
