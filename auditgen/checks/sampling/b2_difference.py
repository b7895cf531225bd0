"""B2. Is the gap between two scores more than luck? Also thresholds, equality and rates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from auditgen.checks.facts import Facts, part_of
from auditgen.checks.registry import absent, ran
from auditgen.checks.sampling.b1_interval import items
from auditgen.checks.sampling.item_matrix import SharedAnswers, same_total, shared_answers
from auditgen.records.check_result import CheckResult
from auditgen.records.claim import Claim
from auditgen.records.thresholds import Thresholds
from auditgen.stats.difference import Difference, item_difference, paired_difference, tost, unpaired_difference
from auditgen.stats.intervals import score_interval

VERSION = "2"


@dataclass(frozen=True)
class Scores:
    """Two shares, higher is better, with their numbers of questions (None where not known)."""

    a: float
    b: float
    n_a: int | None
    n_b: int | None
    equal_printed: bool


def pair_scores(claim: Claim, facts: Facts) -> Scores | None:
    """Scores of the claimed model and the other as shares; None where a figure is missing or not a share."""
    first = claim.score
    second = claim.comparator_score or claim.baseline_score
    if first is None or second is None or first.fraction is None or second.fraction is None:
        return None
    a, b = first.fraction, second.fraction
    if not (0 <= a <= 1 and 0 <= b <= 1):
        return None
    if claim.higher_is_better is False:
        a, b = 1 - a, 1 - b
    n_a, _ = items(claim, facts)
    n_b = claim.comparator_n_items or facts.catalogue_n(part_of(claim)) or n_a
    return Scores(a, b, n_a, n_b, abs(a - b) < 1e-9)


def paired_answers(claim: Claim, facts: Facts) -> SharedAnswers | None:
    """Answers of both models to the same questions, where their totals are the two printed scores.

    A matrix with other totals belongs to another run: it does not tell how sure the printed gap is. Where the claim
    prints no two scores, the matrix is all there is.
    """
    shared = shared_answers(facts)
    if shared is None or claim.higher_is_better is False:
        return None
    mean_a, mean_b = shared.means()
    second = claim.comparator_score or claim.baseline_score
    told = claim.score is not None and second is not None
    if told and not (same_total(mean_a, claim.score) and same_total(mean_b, second)):
        return None
    return shared


def gap_test(claim: Claim, facts: Facts) -> Difference | None:
    """The test of the gap that the verdict rests on: paired where answers are held, else unpaired; None without n."""
    shared = paired_answers(claim, facts)
    if shared is not None:
        return _paired_test(shared)
    scores = pair_scores(claim, facts)
    if scores is None or scores.n_a is None or scores.n_b is None:
        return None
    return unpaired_difference(scores.a, scores.n_a, scores.b, scores.n_b)


def _paired_test(shared: SharedAnswers) -> Difference:
    """Families of questions first, then McNemar on right and wrong, then the mean difference per question."""
    if shared.clusters is None and shared.binary:
        only_a, only_b, both = shared.counts()
        found = paired_difference(only_a, only_b, shared.n, both=both)
        z = found.estimate / found.se if found.se else 0.0
        return Difference(
            found.estimate, found.se, found.ci_low, found.ci_high, z, found.p_value, found.method, found.n
        )  # fmt: skip
    return item_difference([x - y for x, y in zip(shared.a, shared.b)], shared.clusters)


def run(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """Paired where both models' answers to the same questions are held; else unpaired, which is conservative."""
    if claim.type == "threshold" or (facts.reading == "L" and claim.threshold is not None):
        return _threshold(claim, facts)
    if facts.reading == "L":
        return absent("B2", "the claim compares nothing", applicable=False)
    if claim.difference_unit == "months_per_doubling":
        return _rate(claim, facts)
    shared = paired_answers(claim, facts)
    if shared is not None:
        return _paired(claim, facts, shared, t)
    scores = pair_scores(claim, facts)
    if scores is None:
        return absent("B2", "two shares of right answers are needed")
    values: dict[str, Any] = {
        "a": scores.a,
        "b": scores.b,
        "n_a": scores.n_a,
        "n_b": scores.n_b,
        "gap": scores.a - scores.b,
        "equal_printed": scores.equal_printed,
        "paired": False,
    }
    if scores.n_a is None or scores.n_b is None:
        return ran(
            "B2",
            facts,
            ("benchmark", "document"),
            estimate=values["gap"],
            unit="share",
            values=values,
            assumptions=("number of questions not known",),
        )
    found = unpaired_difference(scores.a, scores.n_a, scores.b, scores.n_b)
    clear = found.ci_low > 0 or found.ci_high < 0
    values.update(se=found.se, z=found.z, p=found.p_value, low=found.ci_low, high=found.ci_high, clear_raw=bool(clear))
    values.update(_equality(claim, found, t))
    caveats = ("B2-a",) if clear and found.estimate > 0 else ("B2-b",)
    return ran(
        "B2",
        facts,
        ("benchmark", "document"),
        estimate=found.estimate,
        unit="share",
        ci_low=found.ci_low,
        ci_high=found.ci_high,
        ci_method=found.method,
        n=found.n,
        p_value=found.p_value,
        assumptions=("the two runs are treated as independent; asking the same questions would make the gap surer",),
        caveat_ids=caveats,
        values=values,
    )


def _equality(claim: Claim, found: Difference, t: Thresholds) -> dict[str, Any]:
    """For "matches" and "similar to": two one-sided tests against the small gap."""
    if claim.relation not in ("equal", "within", "comparable"):
        return {}
    outside = found.ci_low > t.delta_small or found.ci_high < -t.delta_small
    if found.se <= 0:
        return {"tost_p": None, "shown": abs(found.estimate) < t.delta_small, "interval_outside": outside}
    test = tost(found.estimate, found.se, t.delta_small, df=found.df)
    return {"tost_p": test.p_value, "shown": test.shown, "interval_outside": outside}


def _paired(claim: Claim, facts: Facts, shared: SharedAnswers, t: Thresholds) -> CheckResult:
    """The same questions to both: only those that one solves and the other does not tell them apart."""
    found = _paired_test(shared)
    mean_a, mean_b = shared.means()
    # McNemar decides for right and wrong; its p and the interval can part company only at the very edge.
    clear = found.p_value < 0.05 and abs(found.estimate) > 1e-12
    values: dict[str, Any] = {
        "a": mean_a,
        "b": mean_b,
        "n_a": shared.n,
        "n_b": shared.n,
        "gap": found.estimate,
        "equal_printed": abs(found.estimate) < 1e-9,
        "paired": True,
        "method": found.method,
        "se": found.se,
        "z": found.z,
        "p": found.p_value,
        "low": found.ci_low,
        "high": found.ci_high,
        "clear_raw": bool(clear),
        "n_clusters": len(set(shared.clusters)) if shared.clusters else None,
    }
    if shared.binary:
        only_a, only_b, both = shared.counts()
        mcnemar = paired_difference(only_a, only_b, shared.n, both=both)
        values.update(
            only_a=only_a,
            only_b=only_b,
            discordant=only_a + only_b,
            p_exact=mcnemar.p_exact,
            p_mid=mcnemar.p_mid,
            correlation=mcnemar.correlation,
        )
    values.update(_equality(claim, found, t))
    caveats = (("B2-a",) if clear and found.estimate > 0 else ()) + (("B2-c",) if shared.binary else ())
    return ran(
        "B2",
        facts,
        ("benchmark", "items"),
        estimate=found.estimate,
        unit="share",
        ci_low=found.ci_low,
        ci_high=found.ci_high,
        ci_method=found.method,
        n=shared.n,
        p_value=found.p_value,
        assumptions=("both models answered the same questions",),
        caveat_ids=caveats,
        values=values,
    )


def _threshold(claim: Claim, facts: Facts) -> CheckResult:
    """Where the printed score and its interval lie against the line that the sentence names."""
    line = claim.threshold.fraction if claim.threshold else None
    p = claim.score.fraction if claim.score else None
    if line is None:
        return absent("B2", "the line that the claim names is not a share")
    if p is None:
        return absent("B2", "no score of a named model stands behind the line")
    n, _ = items(claim, facts)
    over = claim.threshold_side in (None, "over", "at_least")
    holds = p > line if over else p < line
    values: dict[str, Any] = {"threshold": line, "side": claim.threshold_side or "over", "score": p, "n": n}
    if n is not None:
        found = score_interval(p, n)
        values.update(low=found.ci_low, high=found.ci_high, inside_interval=found.ci_low <= line <= found.ci_high)
        if not holds and not values["inside_interval"]:
            values["threshold_other_side"] = {"score": p, "threshold": line}
    return ran("B2", facts, ("benchmark",), estimate=p - line, unit="share", n=n, values=values)


def _rate(claim: Claim, facts: Facts) -> CheckResult:
    """Regression of log score on release date over the record holders of the test, in four windows."""
    board = facts.one("board")
    claimed = claim.difference.value if claim.difference else None
    if board is None or claimed is None:
        return absent("B2", "a rate needs dated scores of the record holders; the catalogue holds none for this test")
    import datetime as dt

    from auditgen.stats.rate import four_windows, record_holders

    rows = sorted(board["rows"], key=lambda r: (r["released"], r["model_id"]))
    start = dt.date(2019, 1, 1)
    years = [(dt.date.fromisoformat(r["released"]) - start).days / 365.25 for r in rows]
    holders = record_holders(years, [r["score"] for r in rows])
    windows = []
    for window in four_windows([years[i] for i in holders], [rows[i]["score"] for i in holders]):
        if window.growth is None:
            continue
        low, high = window.growth.doubling_low, window.growth.doubling_high
        low_months = None if low is None else 12 * low
        high_months = None if high is None else 12 * high
        holds = low_months is not None and low_months <= claimed and (high_months is None or claimed <= high_months)
        windows.append({"name": window.name, "n": window.n, "low": low_months, "high": high_months, "holds": holds})
    if not windows:
        return absent("B2", "too few dated scores for a rate")
    return ran(
        "B2",
        facts,
        ("board",),
        estimate=claimed,
        unit="months for one doubling",
        n=len(holders),
        values={"windows": windows, "claimed": claimed, "holders": [rows[i]["model_id"] for i in holders]},
    )
