"""Checks of the CSV tables: findings, replications, results, pairs, percentiles, regulation."""

from __future__ import annotations

import re
from collections.abc import Iterator

from auditgen.catalogue.build import Facts, parts
from auditgen.catalogue.check_entries import (
    Problem,
    check_confidence,
    check_date,
    check_one_of,
    check_range,
    check_unique,
)
from auditgen.catalogue.rows import number
from auditgen.catalogue.strength import CHANNELS, CONTROLS, KINDS, METHODS, RESULTS, SCOPES, derive

WEIGHTS = ("base", "chat", "reasoning", "unknown")
PAIR_TYPES = ("refreshed", "harder", "cleaned", "perturbed", "translated", "subset", "scaffold", "time-window")
COPIED = ("yes", "likely", "one_equal", "no", "unknown")
MEASURERS = ("developer", "competitor", "independent", "leaderboard", "public_body")


def _known(file: str, entry: str, field: str, ids: tuple[str, ...], known: set[str]) -> Iterator[Problem]:
    for id in ids:
        if id not in known:
            yield Problem(file, entry, field, "an id of the catalogue", id)


def _cited(file: str, entry: str, row: dict[str, str], *fields: str) -> Iterator[Problem]:
    for field in fields:
        if not row[field].strip():
            yield Problem(file, entry, field, "a citation", "nothing")


def _ids(facts: Facts) -> tuple[set[str], set[str]]:
    return {m["id"] for m in facts.models}, {b["id"] for b in facts.benchmarks}


def check_findings(facts: Facts) -> Iterator[Problem]:
    """Findings: known words and ids, a citation, derived columns as the rubric gives them; effects that add up."""
    file, (models, tests) = "findings.csv", _ids(facts)
    table = facts.tables["findings"]
    yield from check_unique(file, "finding_id", (r["finding_id"] for r in table))
    for row in table:
        id = row["finding_id"]
        allowed = {"scope": SCOPES, "kind": KINDS, "control": CONTROLS, "channel": CHANNELS, "method_family": METHODS}
        allowed |= {"result": RESULTS, "weights": WEIGHTS, "split": ("test", "dev", "train")}
        allowed |= {"reported_by": ("lab", "independent"), "subject_type": ("model", "corpus")}
        wrong = [p for field, words in allowed.items() for p in check_one_of(file, id, field, row[field], words)]
        yield from wrong
        yield from check_confidence(file, id, "confidence", row["confidence"])
        yield from check_range(file, id, "year", row["year"], 2015, int(str(facts.meta["compiled_on"])[:4]))
        yield from _cited(file, id, row, "source", "url")
        yield from _known(file, id, "model_ids", parts(row["model_ids"]), models)
        yield from _known(file, id, "benchmark_ids", parts(row["benchmark_ids"]), tests)
        if row["group"] and row["group"] not in facts.names["groups"]:
            yield Problem(file, id, "group", "a group of names.yaml", row["group"])
        every = facts.names["groups"].get(row["group"], {}).get("every_member")
        if row["group"] and every is not (row["scope"] == "family"):
            yield Problem(file, id, "scope", "family if every member is meant, else group", row["scope"])
        if (row["scope"] == "corpus") != (row["subject_type"] == "corpus"):
            yield Problem(file, id, "scope", "corpus for a corpus and only then", row["scope"])
        if not wrong:
            made = derive(row)
            expected = {
                "direction": made.direction,
                "strength": made.strength,
                "strength_reason": made.strength_reason,
                "against_interest": "yes" if made.against_interest else "no",
                "counts": "yes" if made.counts else "no",
                "share_pct": "" if made.share_pct is None else f"{made.share_pct:g}",
            }
            for field, value in expected.items():
                if row[field] != value:
                    yield Problem(file, id, field, f"{value!r} by the rubric", repr(row[field]))
    known = {r["finding_id"] for r in table}
    for row in facts.tables["finding_effects"]:
        file, id = "finding_effects.csv", f"{row['finding_id']} {row['model_id']}"
        yield from _known(file, id, "finding_id", (row["finding_id"],), known)
        yield from _known(file, id, "model_id", (row["model_id"],), models)
        yield from check_one_of(file, id, "weights", row["weights"], WEIGHTS)
        for field in ("share_pct", "overall_score", "clean_score"):
            yield from check_range(file, id, field, row[field])
        whole, clean, gain = (number(row[f]) for f in ("overall_score", "clean_score", "gain_points"))
        if gain is None:
            yield Problem(file, id, "gain_points", "a number", repr(row["gain_points"]))
        elif whole is not None and clean is not None and abs(whole - clean - gain) > 0.005:
            yield Problem(file, id, "gain_points", f"{whole - clean:.2f}", row["gain_points"])


def check_replications(facts: Facts) -> Iterator[Problem]:
    """Replications: scores in range, the difference right, the confidence the weaker of the two."""
    file, (models, tests) = "replications.csv", _ids(facts)
    table = facts.tables["replications"]
    yield from check_unique(file, "replication_id", (r["replication_id"] for r in table))
    for row in table:
        id = row["replication_id"]
        yield from _known(file, id, "model_id", parts(row["model_id"]), models)
        yield from _known(file, id, "benchmark_id", parts(row["benchmark_id"]), tests)
        yield from _cited(file, id, row, "source")
        both = [row["claimed_confidence"], row["measured_confidence"]]
        for field in ("claimed_confidence", "measured_confidence", "confidence"):
            if row[field] or field == "confidence":
                yield from check_confidence(file, id, field, row[field])
        if "recalled" in both and row["confidence"] != "recalled":
            yield Problem(file, id, "confidence", "recalled, as one of its scores is", row["confidence"])
        claimed = number(row["claimed_score"])
        measured = number(row["measured_score"].partition("±")[0])
        if row["metric"] != "rank":
            for field, value in (("claimed_score", claimed), ("measured_score", measured)):
                yield from check_range(file, id, field, value)
            if claimed is not None and measured is not None:
                stated = number(row["difference"])
                if stated is None or abs(measured - claimed - stated) > 0.0051:
                    yield Problem(file, id, "difference", f"{measured - claimed:.2f}", repr(row["difference"]))


def check_results(facts: Facts) -> Iterator[Problem]:
    """Results: unique ids, known ids, scores in the range of their unit, a licence record per campaign."""
    models, tests = _ids(facts)
    licensed = set(facts.campaign_licences["campaigns"])
    yield from check_unique("results", "result_id", (r["result_id"] for r in facts.results))
    for path, table in facts.result_files.items():
        file = f"results/{path.name}"
        for row in table:
            id = row["result_id"]
            yield from _known(file, id, "model_id", parts(row["model_id"]), models)
            yield from _known(file, id, "benchmark_id", parts(row["benchmark_id"]), tests)
            yield from check_confidence(file, id, "confidence", row["confidence"])
            yield from check_one_of(file, id, "weights", row["weights"], WEIGHTS)
            yield from check_one_of(file, id, "copied", row["copied"], COPIED)
            yield from check_one_of(file, id, "measured_by_type", row["measured_by_type"], MEASURERS)
            yield from check_one_of(file, id, "higher_is_better", row["higher_is_better"], ("yes", "no"))
            yield from check_date(file, id, "date", row["date"], str(facts.meta["compiled_on"]))
            yield from _cited(file, id, row, "source", "measured_by", "document")
            if number(row["score"]) is None:
                yield Problem(file, id, "score", "a number", repr(row["score"]))
            elif row["unit"] in ("percent", "percentile"):
                yield from check_range(file, id, "score", row["score"])
            elif row["unit"] == "mcc":
                yield from check_range(file, id, "score", row["score"], -1, 1)
            if row["campaign"] not in licensed:
                yield Problem(file, id, "campaign", "a campaign of licences.yaml", row["campaign"])
    for campaign in sorted(licensed - {r["campaign"] for r in facts.results}):
        yield Problem("licences.yaml", campaign, "campaigns", "a campaign with results", "none")


def check_pairs(facts: Facts) -> Iterator[Problem]:
    """Pairs: known tests and models, scores from 0 to 100, a family wherever a family is needed."""
    file, (models, tests) = "pairs.csv", _ids(facts)
    family_of = {m["id"]: m["family"] for m in facts.models}
    for row in facts.tables["pairs"]:
        id = f"{row['original_benchmark']}>{row['variant_benchmark']} {row['model']}"
        for field in ("original_benchmark", "variant_benchmark"):
            test = row[field].partition("@")[0].partition(":")[0]
            yield from _known(file, id, field, (test,), tests)
        for field in ("original_score", "variant_score"):
            if not row[field]:
                yield Problem(file, id, field, "a score", "nothing")
            yield from check_range(file, id, field, row[field])
        yield from check_one_of(file, id, "pair_type", row["pair_type"], PAIR_TYPES)
        yield from check_one_of(file, id, "weights", row["weights"], WEIGHTS)
        yield from check_one_of(file, id, "same_setup", row["same_setup"], ("yes", "no", "unknown"))
        yield from check_confidence(file, id, "confidence", row["confidence"])
        yield from _cited(file, id, row, "source", "tester")
        yield from _known(file, id, "model_id", parts(row["model_id"]), models)
        if row["model_id"] in family_of and row["family"] != (line := facts.line(family_of[row["model_id"]])):
            yield Problem(file, id, "family", line, row["family"])
        if not row["family"]:
            yield Problem(file, id, "family", "a family", "nothing")


def check_percentiles(facts: Facts) -> Iterator[Problem]:
    """Percentiles: in range, with a named group."""
    file, (models, tests) = "percentiles.csv", _ids(facts)
    yield from check_unique(file, "percentile_id", (r["percentile_id"] for r in facts.tables["percentiles"]))
    for row in facts.tables["percentiles"]:
        id = row["percentile_id"]
        yield from _known(file, id, "model_id", (row["model_id"],), models)
        yield from _known(file, id, "benchmark_id", (row["benchmark_id"],), tests)
        yield from check_range(file, id, "percentile", row["percentile"])
        yield from check_one_of(file, id, "bound", row["bound"], ("about", "at_most", "at_least"))
        yield from check_confidence(file, id, "confidence", row["confidence"])
        yield from _cited(file, id, row, "source", "reference_group")


def check_regulation(facts: Facts) -> Iterator[Problem]:
    """Regulation: a profile, checks that exist in form, the day it was looked at."""
    file = "regulation.csv"
    yield from check_unique(file, "id", (r["id"] for r in facts.tables["regulation"]))
    for row in facts.tables["regulation"]:
        yield from check_one_of(file, row["id"], "jurisdiction", row["jurisdiction"], ("EU", "US", "UK", "INT"))
        yield from check_confidence(file, row["id"], "confidence", row["confidence"])
        yield from check_date(file, row["id"], "checked_on", row["checked_on"], str(facts.meta["compiled_on"]))
        for part in parts(row["checks"]):
            if not re.fullmatch(r"[A-F]\d{1,2}(-[A-F]\d{1,2})?|G", part):
                yield Problem(file, row["id"], "checks", "checks such as A3 or D1-D9", part)
        if row["confidence"] == "seen" and not row["pointer_url"]:
            yield Problem(file, row["id"], "pointer_url", "where it was seen", "nothing")
