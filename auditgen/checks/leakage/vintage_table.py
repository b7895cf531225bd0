"""Scores of one model and its contemporaries on older and newer tests, as evidence for check D10."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from auditgen.checks.dates import earliest, latest
from auditgen.checks.facts import usable
from auditgen.checks.leakage.d1_exposure import last_training_date
from auditgen.records.evidence import Evidence, evidence

if TYPE_CHECKING:
    from auditgen.catalogue import Catalogue

NEAR = dt.timedelta(days=274)  # nine months
TESTERS = ("independent", "leaderboard", "public_body")


def vintage_evidence(catalogue: Catalogue, model_id: str, looked_at: int = 1) -> Evidence | None:
    """Evidence of kind `vintage` for one model; None where its dates or any usable score are missing.

    One entry a test: the campaign with most models. Own figures, ratings, parts of tests and boards that change under
    their name are left out. `looked_at`: number of models that are examined together (for the Holm correction).
    """
    entry = catalogue.model(model_id)
    end = last_training_date(entry.as_dict())
    released = earliest(entry.release_date) if usable(entry.field_confidence.get("release_date")) else None
    if end is None or released is None:
        return None
    tests = []
    peers: dict[str, str] = {}
    for test_id in sorted({r.benchmark_id for r in catalogue._results("model_id = ?", model_id) if _counts(r)}):
        found = _campaign(catalogue, test_id, model_id)
        age = _age(catalogue, test_id, end)
        if found is None or age is None:
            continue
        campaign, scores = found
        near = {m: s for m, s in scores.items() if m != model_id and _near(catalogue, m, released, peers)}
        if near:
            tests.append(
                {
                    "benchmark_id": test_id, "published": age[0], "older": age[1], "campaign": campaign,
                    "own": scores[model_id], "scores": dict(sorted(near.items())),
                }
            )  # fmt: skip
    if not tests:
        return None
    content = {
        "model_id": model_id, "end": end.isoformat(), "released": released.isoformat(), "looked_at": looked_at,
        "tests": tests, "contemporaries": dict(sorted(peers.items())),
    }  # fmt: skip
    cited = f"auditgen catalogue {catalogue.version}, results of campaigns that are not the developer's own"
    return evidence(f"vintage:{model_id}", "vintage", cited, "seen", "catalogue", content)


def _counts(r: Any) -> bool:
    return bool(
        r.benchmark_id
        and r.model_id
        and not r.subset
        and r.unit == "percent"
        and r.confidence == "seen"
        and r.measured_by_type in TESTERS
        and r.copied not in ("yes", "likely")
        and "after equal practice" not in (r.setting or "")
    )


def _campaign(catalogue: Catalogue, test_id: str, model_id: str) -> tuple[str, dict[str, float]] | None:
    """Best score of every model in the campaign with most models that measured this one; higher is better."""
    by_campaign: dict[str, dict[str, float]] = defaultdict(dict)
    for r in catalogue._results("benchmark_id = ?", test_id):
        if _counts(r):
            score = r.score if r.higher_is_better else -r.score
            seen = by_campaign[r.campaign]
            seen[r.model_id] = max(seen.get(r.model_id, score), score)
    having = {name: scores for name, scores in by_campaign.items() if model_id in scores}
    return max(having.items(), key=lambda c: (len(c[1]), c[0]), default=None)


def _age(catalogue: Catalogue, test_id: str, end: dt.date) -> tuple[str, bool] | None:
    """Date of first publication and whether it lies before the model's end of training; None where it may be either."""
    test = catalogue.benchmark(test_id)
    if test.status == "live":
        return None
    published = test.first_public_release
    if not usable(published.get("confidence")):
        return None
    first, last = earliest(published.get("value")), latest(published.get("value"))
    if first is None or last is None or first <= end < last:
        return None
    return str(published["value"]), last <= end


def _near(catalogue: Catalogue, model_id: str, released: dt.date, peers: dict[str, str]) -> bool:
    """Whether a model was released within nine months of this one; its date is kept."""
    if model_id not in peers:
        other = catalogue.model(model_id)
        date = earliest(other.release_date) if usable(other.field_confidence.get("release_date")) else None
        if date is None or abs(date - released) > NEAR:
            return False
        peers[model_id] = str(other.release_date)
    return True
