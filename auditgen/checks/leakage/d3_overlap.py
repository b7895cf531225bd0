"""D3. How many questions share long word runs with the training text, and does the model do better on those?"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from auditgen.checks.facts import Facts
from auditgen.checks.leakage.item_table import ItemTable, apart, item_table, own_rows
from auditgen.checks.leakage.search import ALARMS, ability_is_the_risk, about_part, alarm, reassurance
from auditgen.checks.registry import absent, ran
from auditgen.records.check_result import CheckResult, Outcome
from auditgen.records.claim import Claim
from auditgen.records.evidence import Evidence
from auditgen.records.thresholds import Thresholds

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

VERSION = "1"
SMALL_GAIN = 0.01
ALPHA = 0.025  # one side of the 95% interval
CROSS_FIT_GROUP = 10
PASSAGES = 3


@dataclass(frozen=True)
class Flags:
    """What the scans of one model's training text found, by item: flagged or not, and coverage."""

    flagged: dict[str, bool]
    coverage: dict[str, float]

    @property
    def n(self) -> int:
        return len(self.flagged)

    @property
    def k(self) -> int:
        return sum(self.flagged.values())


@dataclass(frozen=True)
class Effect:
    """Scores of the model and of its references on the same items, and which of the items are flagged."""

    own: npt.NDArray[np.float64]
    references: npt.NDArray[np.float64]
    flagged: npt.NDArray[np.bool_]
    coverage: list[float]
    names: tuple[str, ...]
    evidence: Evidence


def run(claim: Claim, facts: Facts, t: Thresholds) -> CheckResult:
    """Flags of the scans, and the gain on flagged items beyond models that did not train on the text."""
    scans = about_part(facts.evidence("overlap"), claim)
    if not scans:
        return absent("D3", "needs the training text, or an index of it; none was given")
    model = facts.names.get("model_id")
    mine = [e for e in scans if model is not None and model in e.content.get("model_ids", ())]
    if not mine:
        return _listed(facts, scans, "whose training text was scanned is not told, so no model is charged with it")
    if facts.reading != "L" and all(facts.names.get("comparator_id") in e.content["model_ids"] for e in mine):
        return _listed(facts, mine, "touches both models")
    flags = _flags(mine)
    if not flags.n:
        return absent("D3", "every question is too short to be searched for")
    values: dict[str, Any] = {
        **_evidence_shown(mine),
        "n_items": flags.n,
        "n_flagged": flags.k,
        "share": flags.k / flags.n,
        "rules": [dict(e.content.get("rules", {})) for e in mine],
        "direction": "reversed" if ability_is_the_risk(facts) else "usual",
    }
    effect = _effect(claim, facts, flags, {m for e in mine for m in e.content["model_ids"]})
    if effect is None:
        return _share_only(facts, flags, mine, values, t)
    return _with_effect(claim, facts, flags, mine, values, effect, t)


def _listed(facts: Facts, scans: Any, why: str) -> CheckResult:
    shares = [
        {"n_items": e.content["n_searched"], "n_flagged": e.content["n_flagged"], "evidence": e.id} for e in scans
    ]
    values = {"listed_only": why, "scans": shares, **_evidence_shown(scans)}
    return ran("D3", facts, ("overlap",), caveat_ids=("D3-b",), values=values)


def _evidence_shown(scans: list[Evidence]) -> dict[str, Any]:
    """What a reader needs to judge the scans: rates by test, three passages, what each scan could have found."""
    counts = (
        "benchmark",
        "n_items",
        "n_searched",
        "n_flagged",
        "rate",
        "ci_low",
        "ci_high",
        "n_short",
        "n_common_phrase",
    )
    passages = [dict(passage, evidence=e.id) for e in scans for passage in e.content.get("passages", ())]
    passages.sort(key=lambda p: (p["match"] != "exact", -(p["coverage_question"] or 0), -(p["longest_run"] or 0)))
    limits = [dict(e.content["detection_limits"], evidence=e.id) for e in scans if e.content.get("detection_limits")]
    return {
        "by_benchmark": [{**{key: e.content.get(key) for key in counts}, "evidence": e.id} for e in scans],
        "passages": passages[:PASSAGES],
        "detection_limits": limits,
    }


def _flags(scans: list[Evidence]) -> Flags:
    """Union over scans: an item is flagged if any of them found it, and not by a common phrase alone."""
    flagged: dict[str, bool] = {}
    coverage: dict[str, float] = {}
    for scan in scans:
        for id in scan.content["items_without_match"]:
            flagged.setdefault(id, False)
            coverage.setdefault(id, 0.0)
        for entry in scan.content["items"]:
            if not entry["searched"]:
                continue
            id = entry["item_id"]
            flagged[id] = flagged.get(id, False) or (entry["match"] != "none" and not entry["common_phrase"])
            share = entry.get("gram8_coverage")
            share = entry.get("coverage_question") if share is None else share
            coverage[id] = max(coverage.get(id, 0.0), share or 0.0)
    return Flags(flagged, coverage)


def _effect(claim: Claim, facts: Facts, flags: Flags, trained: set[str]) -> Effect | None:
    """The item matrix with the model, enough flagged and other items, references, and then most items."""
    import numpy as np

    found = []
    for item in about_part(facts.evidence("items"), claim):
        table = item_table(item.content)
        rows = own_rows(table, claim, facts)
        if len(rows) != 1 or item.content.get("unit", "fraction") != "fraction":
            continue
        used = [i for i, id in enumerate(table.items) if id in flags.flagged and not np.isnan(table.scores[rows[0], i])]
        flag = np.array([flags.flagged[table.items[i]] for i in used], dtype=bool)
        if min(int(flag.sum()), int((~flag).sum())) < 2:
            continue
        others = _references(table, rows[0], facts, used, trained)
        found.append(
            Effect(
                own=table.scores[rows[0], used],
                references=table.scores[np.ix_(others, used)].T,
                flagged=flag,
                coverage=[flags.coverage[table.items[i]] for i in used],
                names=tuple(table.models[i] for i in others),
                evidence=item,
            )
        )
    return max(found, key=lambda e: (bool(e.names), len(e.own)), default=None)


def _references(table: ItemTable, own: int, facts: Facts, used: list[int], trained: set[str]) -> list[int]:
    """Models of other families that are not named as trained on the text and have a result on every item used."""
    import numpy as np

    return [
        i for i in apart(table, own, facts) if table.ids[i] not in trained and not np.isnan(table.scores[i, used]).any()
    ]


def _chance(facts: Facts) -> float:
    return float((facts.benchmark or {}).get("chance_level_pct") or 0.0) / 100


def _share_only(
    facts: Facts, flags: Flags, scans: list[Evidence], values: dict[str, Any], t: Thresholds
) -> CheckResult:
    """A share alone, however large, is some concern at most; it is bounded by w (1 - guessing)."""
    from auditgen.stats.intervals import score_interval, zero_event_upper

    chance = _chance(facts)
    upper = zero_event_upper(flags.n) if flags.k == 0 else score_interval(k=flags.k, n=flags.n).ci_high
    bound, mde = flags.k / flags.n * (1 - chance), upper * (1 - chance)
    values |= {"bound": bound, "minor": False, "effect": None}
    outcome: Outcome = "some_concern"
    if flags.k == 0:
        outcome, values["status"] = reassurance(mde, scans, t.delta_small)
    elif bound < SMALL_GAIN:
        outcome, values["minor"], values["status"] = "unclear", True, "signs found"
    else:
        threshold = "the flagged questions could be worth 1 point or more"
        values["alarm"] = alarm("nothing (a share says nothing about the score)", threshold, 1.0)
        values["status"] = "signs found"
    return ran(
        "D3", facts, ("overlap",), estimate=flags.k / flags.n, unit="share of questions flagged", n=flags.n,
        outcome=outcome, mde=mde, values=values,
        caveat_ids=(*(("D3-c",) if flags.k else ()), "D3-b", *((ALARMS["D3"],) if "alarm" in values else ())),
        assumptions=("nothing is known of the score on flagged and other questions",),
    )  # fmt: skip


def _with_effect(
    claim: Claim, facts: Facts, flags: Flags, scans: list[Evidence], values: dict[str, Any], e: Effect, t: Thresholds
) -> CheckResult:
    from auditgen.stats.overlap_gain import GroupCounts, adjusted_gain, adjusted_gain_items, estimated_gain

    sign = -1.0 if values["direction"] == "reversed" else 1.0
    counts = _counts(e.own, e.flagged)
    raw = estimated_gain(GroupCounts(*counts))
    values["raw"] = _plain(raw, "estimate", "se", "ci_low", "ci_high", "z", "p_value", "overall", "flagged", "clean")
    values |= {"references": list(e.names), "n_references": len(e.names), "minor": False}
    roles, sources = ("overlap", "items"), [*scans, e.evidence]
    if not e.names:
        low, high, gain, p = raw.ci_low, raw.ci_high, raw.estimate, None
        values["label"] = "not separated from question difficulty"
    else:
        items = adjusted_gain_items(e.own, e.references, list(e.flagged))
        by_counts = adjusted_gain(
            GroupCounts(*counts), [GroupCounts(*_counts(e.references[:, j], e.flagged)) for j in range(len(e.names))]
        )
        kept = ("estimate", "se", "ci_low", "ci_high", "difference", "difference_se", "z", "p_value")
        values["adjusted"], values["adjusted_counts"] = _plain(items, *kept), _plain(by_counts, *kept)
        low, high, gain, p = items.ci_low, items.ci_high, items.estimate, items.p_value
        values |= {"g": raw.flagged - raw.clean, "h": items.difference}
    values["cross_fitted"] = _cross_fitted(claim, e)
    if sign < 0:
        low, high, gain, p = -high, -low, -gain, None if p is None else 1 - p
    outcome = _judge(low, high, gain, bool(e.names), t)
    if outcome in ("strong_concern", "some_concern"):
        control = (
            f"the same questions answered by {len(e.names)} models that are not named as trained on this text"
            if e.names
            else "the model's other questions, which may simply be harder"
        )
        values["alarm"] = alarm(control, "the gain is 1 point or more and its 95% interval lies above 0", ALPHA)
        if outcome == "strong_concern":
            values["alarm"]["threshold"] = "the 95% interval of the gain lies above 3 points"
        values["status"] = "strong evidence found" if outcome == "strong_concern" else "signs found"
    elif e.names and high < t.delta_small:
        outcome, values["status"] = reassurance(max(high, 0.0), sources, t.delta_small)
        values["minor"] = flags.k > 0
    else:
        outcome, values["status"] = "unclear", "searched, not found, weak search"
        values["minor"] = flags.k > 0
    caveats: tuple[str, ...] = (
        ("D3-a", "D3-b") if e.names and values["adjusted"]["difference"] > 0 and sign > 0 else ("D3-c", "D3-b")
    )
    caveats = (*caveats, *((ALARMS["D3"],) if "alarm" in values else ()), *(("D3-r",) if sign < 0 else ()))
    return ran(
        "D3", facts, roles, estimate=gain, unit="share", ci_low=low, ci_high=high, ci_method="normal, paired items",
        n=len(e.own), p_value=p, outcome=outcome, mde=max(high, 0.0), caveat_ids=caveats, values=values,
        assumptions=("the reference models were not trained on the scanned text",) if e.names else (),
        seed=_seed(claim) if values["cross_fitted"] else None,
    )  # fmt: skip


def _judge(low: float, high: float, gain: float, separated: bool, t: Thresholds) -> Outcome:
    if separated and low >= t.delta_small:
        return "strong_concern"
    if low > 0 and gain >= SMALL_GAIN:
        return "some_concern"
    return "unclear"


def _counts(scores: npt.NDArray[np.float64], flagged: npt.NDArray[np.bool_]) -> tuple[float, int, float, int]:
    return float(scores[flagged].sum()), int(flagged.sum()), float(scores[~flagged].sum()), int((~flagged).sum())


def _plain(found: Any, *names: str) -> dict[str, float]:
    return {name: getattr(found, name) for name in names}


def _seed(claim: Claim) -> int:
    return int.from_bytes(hashlib.sha256(f"{claim.id}D3".encode()).digest()[:8], "big")


def _cross_fitted(claim: Claim, e: Effect) -> dict[str, Any] | None:
    """Gain at a coverage threshold chosen on the other half of the items; None where too few items are covered."""
    from auditgen.stats.overlap_gain import cross_fitted_gain

    theirs = e.references if e.names else None
    try:
        found = cross_fitted_gain(e.coverage, e.own, seed=_seed(claim), references=theirs, min_group=CROSS_FIT_GROUP)
    except ValueError:
        return None
    return {**_plain(found, "estimate", "se", "ci_low", "ci_high", "p_value"), "thresholds": list(found.thresholds)}
