"""How often each leakage check cries wolf, and how often it finds what was planted: simulated models, real checks.

    python benchmarks/leakage_power.py                 print the table (about twenty minutes)
    python benchmarks/leakage_power.py --write         put it into docs/leakage-power.md
    python benchmarks/leakage_power.py --models 200    a quick look

Every simulated model is audited by the check itself, from evidence in the form that evidence files have. Without
leakage the share of concerns must not exceed the check's stated alpha.
"""

from __future__ import annotations

import argparse
import datetime as dt
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from auditgen.checks.facts import Facts
from auditgen.checks.leakage import d7_fresh_test
from auditgen.checks.registry import runner
from auditgen.grading.thresholds import load_thresholds
from auditgen.records.claim import Claim
from auditgen.records.evidence import evidence
from auditgen.stats.intervals import clopper_pearson

ROOT = Path(__file__).resolve().parents[1]
DOC = ROOT / "docs" / "leakage-power.md"
SHARES = (0.05, 0.10, 0.30)
MODELS, POWER_MODELS = 2_000, 500
T = load_thresholds()
CLAIM = Claim(id="c", model="the model", benchmark="the test")
Random = np.random.Generator
Contents = dict[str, list[tuple[str, dict[str, Any]]]]
Make = Callable[[Random, float], Contents]


@dataclass(frozen=True)
class Scenario:
    """One check under one design. `make(random, share)` gives evidence by role; share 0: nothing leaked."""

    check: str
    name: str
    outcome: tuple[str, ...]
    alpha: float
    make: Make

    @property
    def design(self) -> str:
        return self.make.__doc__ or ""


def audited(check: str, make: Make, random: Random, share: float) -> str | None:
    """Outcome of the real check on one simulated model."""
    roles = {
        role: tuple(
            evidence(f"{role}:{i}", kind, "simulated", "brought", "independent", content)
            for i, (kind, content) in enumerate(items)
        )
        for role, items in make(random, share).items()
    }
    run = runner(check)
    assert run is not None
    result = run(CLAIM, Facts("2026-11-30", "L", {"model_id": "m", "model_weights": "unknown"}, roles), T)
    assert result.status == "ran", result.reason
    return result.outcome


def outcomes(check: str, make: Make, share: float, n: int, seed: int) -> Counter[str | None]:
    """Outcomes of n simulated models."""
    random = np.random.default_rng([seed, int(share * 1000), sum(map(ord, check + make.__name__))])
    return Counter(audited(check, make, random, share) for _ in range(n))


def logistic(x: Any) -> Any:
    return 1 / (1 + np.exp(-x))


def _answers(random: Random, chance: Any) -> str:
    return "".join("1" if hit else "0" for hit in random.random(len(chance)) < chance)


def overlap(random: Random, share: float) -> Contents:
    """1,000 questions, three reference models. Flagged questions are easier for everybody, leaked or not."""
    n, flagged_share = 1000, share or 0.20
    ids = [f"q{i}" for i in range(n)]
    hard = random.normal(0, 1, n)
    flagged = random.random(n) < flagged_share
    hard[flagged] -= 0.5
    own = logistic(0.6 - hard)
    if share:
        own = np.where(flagged, np.maximum(own, 0.95), own)
    scores = {"m": _answers(random, own)}
    for name, level in (("r1", 0.3), ("r2", 0.6), ("r3", 0.9)):
        scores[name] = _answers(random, logistic(level - hard))
    entry = {"coverage_question": 0.9, "coverage_answer": None, "gram8_share": 0.9, "gram8_coverage": 0.9,
             "longest_run": 20, "n_documents": 1, "short": False, "common_phrase": False, "searched": True}  # fmt: skip
    scan = {
        "benchmark_id": "t", "model_ids": ["m"], "n_searched": n, "n_flagged": int(flagged.sum()),
        "items": [{"item_id": i, "match": "exact", **entry} for i, f in zip(ids, flagged) if f],
        "items_without_match": [i for i, f in zip(ids, flagged) if not f],
    }  # fmt: skip
    matrix = {"models": list(scores), "model_ids": list(scores), "item_ids": ids, "scores": scores}
    return {"overlap": [("overlap", scan)], "items": [("item_matrix", matrix)]}


def completion(random: Random, share: float) -> Contents:
    """400 questions with changed twins. Skill completes 3% of either; a leaked one is recited half the time."""
    n = 400
    leaked = random.random(n) < share
    item = (random.random(n) < 0.03) | (leaked & (random.random(n) < 0.5))
    twin = random.random(n) < 0.03
    pairs = {
        "both": int((item & twin).sum()), "only_test": int((item & ~twin).sum()),
        "only_twin": int((twin & ~item).sum()), "neither": int((~item & ~twin).sum()),
    }  # fmt: skip
    group = {"n": n, "hits": int(item.sum()), "exact": 0, "refused": 0, "with_key": 0, "with_wrong_key": 0}
    content = {"model_id": "m", "groups": {"test": group}, "pairs": pairs, "rule": "run20"}
    return {"completions": [("completions", content)]}


def regeneration(random: Random, share: float) -> Contents:
    """1,000 questions, 1,000 sealed siblings. Chance writes out .5% of either; a leaked question comes up in 10%."""
    n = 1000
    leaked = random.random(n) < share
    hits = int(((random.random(n) < 0.005) | (leaked & (random.random(n) < 0.1))).sum())
    content = {
        "model_id": "m", "n_outputs": 2000, "n_test_items": n, "distinct_test": hits, "n_control_items": n,
        "distinct_control": int((random.random(n) < 0.005).sum()), "control_kinds": ["sealed"], "with_key": 0,
        "with_wrong_key": 0, "refused": 0,
    }  # fmt: skip
    return {"regeneration": [("regeneration", content)]}


def order(random: Random, share: float) -> Contents:
    """40 shards, 30 shuffles. A leaked shard gains two standard deviations of a shuffle in its published order."""
    n, m = 40, 30
    shuffled = random.normal(0, 1, (n, m))
    own = random.normal(0, 1, n) + 2.0 * (random.random(n) < share)
    content = {
        "model_id": "m", "shards": list(own - shuffled.mean(axis=1)), "n_shuffles": m, "exact": None,
        "exchangeable": True,
    }  # fmt: skip
    return {"order_test": [("order_test", content)]}


def familiarity(random: Random, share: float) -> Contents:
    """300 texts and 300 matched controls. A leaked text scores one standard deviation higher."""
    n = 300
    test = random.normal(0, 1, n) + 1.0 * (random.random(n) < share)
    content = {
        "model_id": "m", "test": list(test), "control": list(random.normal(0, 1, n)), "k_percent": 20.0,
        "matched": True,
    }  # fmt: skip
    return {"familiarity": [("familiarity", content)]}


def before_after(random: Random, share: float) -> Contents:
    """600 questions over three years, harder ones more often later; five references, all of an earlier cut-off."""
    n, cutoff = 600, dt.date(2024, 6, 30)
    days = sorted(dt.date(2023, 1, 1) + dt.timedelta(int(d)) for d in random.integers(0, 1095, n))
    late = np.array([(d - dt.date(2023, 1, 1)).days / 1095 for d in days])
    kind = np.where(random.random(n) < 0.25 + 0.2 * late, 2, np.where(random.random(n) < 0.5, 1, 0))
    hard = np.array([-1.2, 0.2, 1.8])[kind] + random.normal(0, 0.6, n)
    own = logistic(0.6 - hard)
    before = np.array([d <= cutoff for d in days])
    leaked = before & (random.random(n) < share)
    scores = {"m": _answers(random, np.where(leaked, 0.95, own))}
    for i, level in enumerate((0.0, 0.3, 0.5, 0.8, 1.0)):
        scores[f"r{i}"] = _answers(random, logistic(level - hard))
    names = list(scores)
    told = [[{"date": "2024-06-30", "source": "card"}]] + [[{"date": "2022-12-31", "source": "card"}]] * 5
    matrix = {
        "models": names, "model_ids": names, "families": names, "item_ids": [f"q{i}" for i in range(n)],
        "scores": scores, "dates": [d.isoformat() for d in days], "cutoffs": told,
        "difficulty": [("easy", "medium", "hard")[k] for k in kind],
    }  # fmt: skip
    return {"items": [("item_matrix", matrix)]}


def _fresh(random: Random, share: float, n: int, families: int) -> tuple[Any, Any, Contents]:
    """True scores on old and new questions of 16 references and, last, of the model, and the roles around them."""
    new = np.append(np.linspace(0.25, 0.85, 16), random.uniform(0.4, 0.8))
    old = np.clip(1.02 * new + 0.02 + random.normal(0, 0.01, 17), 0.02, 0.98)
    old[-1] += 0.95 * share * (1 - old[-1])
    rows = [
        {"model": f"r{i}" if i < 16 else "m", "model_fresh": f"r{i}" if i < 16 else "m", "family": f"f{i % families}",
         "model_id": f"r{i}" if i < 16 else "m", "weights": "unknown"} for i in range(17)
    ]  # fmt: skip
    table = {"original": "t", "variant": "new", "tester": "simulated", "n_original": n, "n_variant": n,
             "rows": rows[16:], "references": rows[:16]}  # fmt: skip
    sealed = {"id": "new", "test_answers_public": {"value": "no", "confidence": "brought"}}
    return old, new, {"references": [("references", table)], "variants": [("benchmark", sealed)]}


def fresh_line(random: Random, share: float) -> Contents:
    """1,200 old and 1,200 new questions, totals only; 16 references of eight families, each a point off the line."""
    old, new, roles = _fresh(random, share, 1200, 8)
    table = roles["references"][0][1]
    for row, o, f in zip([*table["references"], *table["rows"]], old, new):
        row["original_score"] = 100 * random.binomial(1200, o) / 1200
        row["variant_score"] = 100 * random.binomial(1200, f) / 1200
    return roles


def fresh_curve(random: Random, share: float) -> Contents:
    """500 old and 500 new questions with every answer; 16 references of four families, each a point off the line."""
    old, new, roles = _fresh(random, share, 500, 4)
    table = roles["references"][0][1]
    rows = [*table["references"], *table["rows"]]
    for role, key, name, levels in (
        ("items", "original_score", "old", old),
        ("fresh_items", "variant_score", "fresh", new),
    ):
        scores = {row["model"]: _answers(random, np.full(500, p)) for row, p in zip(rows, levels)}
        for row in rows:
            row[key] = scores[row["model"]].count("1") / 5
        matrix = {"models": list(scores), "model_ids": list(scores), "item_ids": [f"{name}{i}" for i in range(500)],
                  "scores": scores}  # fmt: skip
        roles[role] = [("item_matrix", matrix)]
    table["items"] = {"old": "items:0", "fresh": "fresh_items:0"}
    return roles


def vintage(random: Random, share: float) -> Contents:
    """Seven older and six newer tests, 15 contemporaries. Leaked questions of older tests are always solved."""
    ability = random.normal(0.6, 0.08, 16)
    tests = []
    for i in range(13):
        older = i < 7
        scores = np.clip(ability + random.normal(0, 0.05, 16) + random.normal(0, 0.1), 0.02, 0.98)
        if older:
            scores[0] += share * (1 - scores[0])
        peers = {f"r{j}": float(s) for j, s in enumerate(scores[1:])}
        tests.append(
            {
                "benchmark_id": f"t{i}", "published": "2023" if older else "2025", "older": older, "campaign": "c",
                "own": float(scores[0]), "scores": peers,
            }
        )  # fmt: skip
    table = {"end": "2024-06-30", "n_older": 7, "n_newer": 6, "n_contemporaries": 15, "tests": tests}
    return {"vintage": [("vintage", {"models": {"m": table}})]}


BOTH, STRONG = ("some_concern", "strong_concern"), ("strong_concern",)
SCENARIOS = (
    Scenario("D3", "some or strong", BOTH, 0.025, overlap),
    Scenario("D3", "strong", STRONG, 0.025, overlap),
    Scenario("D4", "completions, some or strong", BOTH, 0.05, completion),
    Scenario("D4", "completions, strong", STRONG, 0.01, completion),
    Scenario("D4", "regeneration, some or strong", BOTH, 0.05, regeneration),
    Scenario("D4", "regeneration, strong", STRONG, 0.01, regeneration),
    Scenario("D5", "some or strong", BOTH, 0.05, order),
    Scenario("D5", "strong", STRONG, 0.01, order),
    Scenario("D6", "some", BOTH, 0.01, familiarity),
    Scenario("D7", "line, some or strong", BOTH, 0.05, fresh_line),
    Scenario("D7", "line, strong", STRONG, 0.05, fresh_line),
    Scenario("D7", "curve, some or strong", BOTH, 0.05, fresh_curve),
    Scenario("D7", "curve, strong", STRONG, 0.05, fresh_curve),
    Scenario("D8", "some or strong", BOTH, 0.05, before_after),
    Scenario("D8", "strong", STRONG, 0.01, before_after),
    Scenario("D10", "some", BOTH, 0.05, vintage),
)


@dataclass(frozen=True)
class Line:
    """One row of the table: false alarms of `n_null` models without leakage, and found of `n_power` by share."""

    scenario: Scenario
    alarms: int
    n_null: int
    found: tuple[int, ...]
    n_power: int

    @property
    def interval(self) -> tuple[float, float]:
        """95% Clopper-Pearson interval of the false-alarm rate."""
        found = clopper_pearson(self.alarms, self.n_null)
        return found.ci_low, found.ci_high

    @property
    def holds(self) -> bool:
        """Whether the false-alarm rate is at or below alpha, as far as so many models can tell."""
        return self.interval[0] <= self.scenario.alpha


def measure(models: int, power_models: int, seed: int, scenarios: Sequence[Scenario] = SCENARIOS) -> list[Line]:
    """False alarms and power of every scenario; each simulated model is audited once and counted in all of its rows."""
    seen: dict[tuple[str, str], list[Counter[str | None]]] = {}
    lines = []
    for s in scenarios:
        key = (s.check, s.make.__name__)
        if key not in seen:
            seen[key] = [outcomes(s.check, s.make, 0.0, models, seed)]
            seen[key] += [outcomes(s.check, s.make, share, power_models, seed) for share in SHARES]
        alarms, *found = (sum(counted[o] for o in s.outcome) for counted in seen[key])
        lines.append(Line(s, alarms, models, tuple(found), power_models))
    return lines


def document(lines: list[Line]) -> str:
    """docs/leakage-power.md."""
    out = [
        "# What the leakage checks can find, and how often they cry wolf",
        "",
        f"Simulated with the checks themselves (`benchmarks/leakage_power.py`): {lines[0].n_null:,} models without",
        f"any leakage, and {lines[0].n_power:,} models each with 5%, 10% and 30% of the questions leaked. The share of",
        "concerns without leakage stands with its 95% interval; it must not lie above the stated alpha. An exact test",
        "lies at its alpha, so half of all such runs come out a little above it by chance; the interval tells which.",
        "",
        "Power depends on the design: the number of questions, and how well a leaked question is known. The designs",
        "stand below. Real data can be worse than any simulation: questions that are harder for one kind of model,",
        "or controls that are not alike, are not simulated.",
        "",
        "| Check | Outcome | Alpha | False alarms | 5% leaked | 10% leaked | 30% leaked |",
        "|---|---|---|---|---|---|---|",
    ]
    for line in lines:
        s = line.scenario
        low, high = line.interval
        power = " | ".join(f"{100 * k / line.n_power:.0f}%" for k in line.found)
        alarms = f"{line.alarms / line.n_null:.4f} ({low:.4f}–{high:.4f})"
        out.append(f"| {s.check} | {s.name} | {s.alpha:.3f} | {alarms} | {power} |")
    out += ["", "## Designs", ""]
    seen: dict[str, str] = {}
    for line in lines:
        key = f"{line.scenario.check}{' ' + line.scenario.name.split(',')[0] if ',' in line.scenario.name else ''}"
        seen.setdefault(key, line.scenario.design)
    out += [f"- **{key}.** {design}" for key, design in seen.items()]
    out += [
        "",
        "A leaked question is one the model has seen: it is answered nearly always (D3, D7, D8: 95%; D10: always),",
        "recited in half of the completions or one in ten of the free outputs (D4), shifts its shard or text (D5, D6).",
        "",
    ]
    return "\n".join(out)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--models", type=int, default=MODELS, help="models without leakage")
    parser.add_argument("--power-models", type=int, default=POWER_MODELS, help="models for each leaked share")
    parser.add_argument("--seed", type=int, default=20261130)
    parser.add_argument("--write", action="store_true", help="write docs/leakage-power.md")
    options = parser.parse_args()
    # An audit draws 10,000 times for the curve of D7 and 2,000 times without each family; fewer serve many models.
    d7_fresh_test.DRAWS, d7_fresh_test.DRAWS_WITHOUT_FAMILY = 500, 200
    lines = measure(options.models, options.power_models, options.seed)
    text = document(lines)
    print(text)
    if options.write:
        DOC.write_text(text, encoding="utf-8")
    wrong = [line for line in lines if not line.holds]
    if wrong:
        raise SystemExit(
            "false alarms above alpha: " + ", ".join(f"{w.scenario.check} {w.scenario.name}" for w in wrong)
        )


if __name__ == "__main__":
    main()
