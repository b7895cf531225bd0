"""Strategies that draw realistic findings of every check, and whole worlds of them."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.grading.case_world import MINOR, MODERATE, NONE, OPEN, SERIOUS, Piece, World

CLASSES = ("sealed", "after", "mixed", "source_exposed", "exposed", "exposed_with_answers", "unknown")


def _finding(strength: str, who: str, listed: str | None, gain: float | None) -> dict[str, Any]:
    return {
        "id": f"{who}-{strength}",
        "who": who,
        "what": "a finding",
        "counted_strength": strength,
        "direction": "concern",
        "listed_only": listed,
        "gain": gain,
    }


@st.composite
def findings(draw: st.DrawFn) -> Piece:
    """D2: findings of any strength, the developer's own search, findings about a whole set."""
    kinds = st.tuples(
        st.sampled_from(("strong", "moderate", "moderate", "weak", "weak")),
        st.sampled_from(("Lab", "Team", "Press")),
        st.sampled_from((None, None, "about a whole set of tests or models, not about this one")),
        st.sampled_from((None, None, 0.002, 0.03)),
    )
    rows = [_finding(*k) for k in draw(st.lists(kinds, max_size=3))]
    counted = [r for r in rows if r["listed_only"] is None]
    small = [r["gain"] is not None and r["gain"] < 0.01 for r in counted]
    moderate = {r["who"] for r, s in zip(counted, small) if r["counted_strength"] == "moderate" and not s}
    concern = NONE
    if counted:
        concern = MODERATE if moderate else MINOR
    if len(moderate) > 1 or any(r["counted_strength"] == "strong" for r in counted):
        concern = SERIOUS
    set_level = draw(st.booleans())
    values = {
        "findings": rows,
        "self_search": draw(st.booleans()),
        "set_level": set_level,
        "admitted_training_on_test": concern == SERIOUS and draw(st.booleans()),
    }
    return Piece(values, OPEN if concern == NONE and set_level else concern)


@st.composite
def fresh_gap(draw: st.DrawFn) -> Piece:
    """D7: an excess with its limits, and the same with single families left out."""
    excess, half = draw(st.floats(-0.08, 0.2)), draw(st.floats(0.005, 0.08))
    shifts = draw(st.lists(st.floats(-0.02, 0.02), max_size=3))
    drops = [{"low": excess + s - half, "high": excess + s + half} for s in shifts]
    low, high = excess - half, excess + half
    concern = SERIOUS if low > 0.05 else MODERATE if low > 0 else NONE
    return Piece({"excess": excess, "low": low, "high": high, "drops": drops}, concern)


@st.composite
def remade(draw: st.DrawFn, reading: str) -> Piece:
    """F1: own drop as one tester measured it, others' mean drop, the pair on the re-made test."""
    values: dict[str, Any] = {"own": None, "others": None, "pair": None}
    concern = NONE
    if draw(st.booleans()):
        drop, half = draw(st.floats(-0.06, 0.2)), draw(st.floats(0.005, 0.06))
        values["own"] = {
            "old": 0.7,
            "new": 0.7 - drop,
            "drop": drop,
            "drop_high": drop + half,
            "only_new": False,
            "variant": "V2",
        }
        concern = SERIOUS if abs(drop) > 0.05 else MODERATE if drop > 0.03 else NONE
    if draw(st.booleans()):
        mean = draw(st.floats(-0.02, 0.15))
        values["others"] = {"n": draw(st.integers(1, 40)), "mean_drop": mean, "variant": "V2"}
        if values["own"] is None and mean > 0.03:
            concern = MODERATE
    if reading != "L" and draw(st.booleans()):
        same = draw(st.booleans())
        values["pair"] = {
            "tau_b": draw(st.floats(0.4, 1.0)),
            "n_models": draw(st.integers(3, 40)),
            "same_order": same,
            "reversed_clear": not same and draw(st.booleans()),
            "variant": "V2",
        }
        concern = SERIOUS if values["pair"]["reversed_clear"] else NONE
    return Piece(values, concern if reading == "L" or concern == SERIOUS else NONE)


@st.composite
def figures(draw: st.DrawFn, score: float) -> Piece:
    """F2 for a level: figures of up to five parties and of the claimant, near and far, stated and not."""
    rows: list[dict[str, Any]] = []
    parties: list[dict[str, Any]] = []
    for name in draw(st.lists(st.sampled_from(("A", "B", "C", "D", "E", "own")), unique=True, max_size=5)):
        distance = draw(st.sampled_from((0.0, 0.01, 0.025, 0.03, 0.04, 0.06, 0.09, 0.12, 0.3)))
        stated = draw(st.booleans())
        other = score - distance if score > 0.5 else score + distance
        rows.append(
            {
                "id": name,
                "party": name,
                "counted": True,
                "clear": distance > 0.04 or draw(st.booleans()),
                "setup_stated": stated,
                "setup": "another set-up" if stated else None,
                "distance": distance,
                "score": other,
                "claimants_own": name == "own",
            }
        )
        if name != "own":
            parties.append({"party": name, "distance": distance, "score": other, "figure": name})
    worst = max((r["distance"] for r in rows), default=0.0)
    outside = None
    if any(p["distance"] > 0.1 for p in parties) and draw(st.booleans()):
        outside = {"party": "A", "score": 0.4, "half_width": draw(st.sampled_from((None, 0.01, 0.04, 0.12)))}
    concern = SERIOUS if worst > 0.05 or outside else MINOR if worst > 0.03 else NONE
    values = {
        "figures": rows,
        "parties": sorted(parties, key=lambda p: p["distance"]),
        "same_settings_outside": outside,
    }
    return Piece(values, concern)


@st.composite
def pair_figures(draw: st.DrawFn) -> Piece:
    """F2 for a pair: the same two models measured elsewhere, clearly the same way, the other way, or neither."""
    kind = draw(st.sampled_from(("agrees", "agrees twice", "unclear", "reversed", "both", "down a little")))
    values: dict[str, Any] = {"pairs": [{"party": "P"}], "pair_agrees": kind.startswith("agrees"), "n_pair_parties": 0}
    values["n_pair_parties"] = {"agrees": 1, "agrees twice": 2}.get(kind, 0)
    values["shown_ahead_clearly"] = kind in ("agrees", "agrees twice", "both")
    reversed_ = {"party": "P", "other": "the other model", "gap": 0.1, "f": 0.3}
    values["reversed_clear"] = reversed_ if kind in ("reversed", "both") else None
    gap = {"reversed": 0.1, "both": 0.1, "down a little": 0.02}.get(kind)
    values["worst_reversal_same_test"] = {"gap": gap, "party": "P"} if gap else None
    return Piece(values, SERIOUS if kind in ("reversed", "both") else NONE)


def search(outcomes: bool = True) -> st.SearchStrategy[Piece]:
    """D3, D4 or D8: a search that was able, weak, or found something."""
    kinds = [
        Piece({}, NONE, "none_found", 0.01),
        Piece({}, NONE, "none_found", 0.03),
        Piece({}, NONE, "unclear", 0.06),
        Piece({}, NONE, "unclear", 0.3),
        Piece({}, MODERATE, "some_concern"),
        Piece({}, SERIOUS, "strong_concern"),
    ]
    return st.sampled_from(kinds if outcomes else kinds[:4])


_SETTINGS_L = st.sampled_from(
    [
        Piece({"open_fields": []}),
        Piece({"open_fields": []}),
        Piece({"open_fields": ["shots"]}, OPEN),
        Piece({"open_fields": ["shots", "snapshot"]}, OPEN),
        Piece({"open_fields": [], "unusual": "pass@10"}, MINOR),
        Piece({"open_fields": ["snapshot"], "omitted_combining": "majority of 32"}, SERIOUS),
    ]
)
_SETTINGS_PAIR = st.sampled_from(
    [
        Piece({"sameness": "told", "differing": []}),
        Piece({"sameness": "told", "differing": []}),
        Piece({"sameness": "not_told", "differing": []}, OPEN),
        Piece({"sameness": "different", "differing": [{"field": "shots", "major": True}]}, SERIOUS),
        Piece({"sameness": "copied", "differing": [], "copied_basis": "equal figures"}, SERIOUS),
    ]
)
_CONTRADICTIONS = st.sampled_from(
    [
        Piece({"contradictions": [], "largest": None}),
        Piece({"contradictions": [], "largest": None}),
        Piece({"contradictions": [{"points": 0.001}], "largest": 0.001}, MODERATE),
        Piece({"contradictions": [{"points": 0.051}], "largest": 0.051}, SERIOUS),
    ]
)
_WORDS = st.sampled_from(
    [
        Piece({"link": "test"}),
        Piece({"link": "test"}),
        Piece({"link": "one_step", "words": ["best"]}, MODERATE),
        Piece({"link": "two_steps", "words": ["understands"]}, SERIOUS),
        Piece({"link": "very_serious", "words": ["human level"]}, SERIOUS),
    ]
)
_RETIRED = {"retired": True, "retired_by": "X", "retired_on": "2026-02"}
_QUALITY = st.sampled_from(
    [
        Piece({"retired": False}),
        Piece({"retired": False}),
        Piece({"retired": False, "claimant_made_test": True, "maker": "X"}, MODERATE),
        Piece({**_RETIRED, "share_faulty": 0.164, "compared_model_named": True}, SERIOUS),
        Piece({**_RETIRED, "share_faulty": None}, SERIOUS),
    ]
)
LEVEL_ONLY: dict[str, st.SearchStrategy[Piece]] = {
    "A1": st.sampled_from(
        [
            Piece({"feasible": True}, NONE, "none_found", 0.5),
            Piece({"feasible": False, "smallest_runs": 2}, OPEN, "some_concern"),
            Piece({"feasible": False, "smallest_runs": None}, SERIOUS, "strong_concern"),
        ]
    ),
    "A2": st.sampled_from(
        [
            Piece({"saturated": False}),
            Piece({"saturated": True}),
            Piece({"below_chance": True}, OPEN, "some_concern"),
            Piece({"at_chance": True, "chance": 0.25}, SERIOUS),
            Piece({"above_ceiling": True}, SERIOUS, "strong_concern"),
        ]
    ),
    "A5": st.sampled_from(
        [
            Piece({"outside_own_interval": False, "partial_run": False, "denominator": None}),
            Piece({"denominator": {"claimed": 477, "catalogue": 500}, "subset_named": False}, OPEN),
            Piece({"partial_run": True}, OPEN),
            Piece({"outside_own_interval": True}, MODERATE, "some_concern"),
        ]
    ),
    "C8": st.sampled_from(
        [
            Piece({"range": 0.01}),
            Piece({"range": 0.04}, MINOR),
            Piece({"range": 0.08}, MODERATE),
            Piece({"range": 0.2}, SERIOUS),
        ]
    ),
    "F5": st.sampled_from([Piece({"general": False}), Piece({"general": True, "words": ["AGI"]}, SERIOUS)]),
}
PAIR_ONLY: dict[str, st.SearchStrategy[Piece]] = {
    "C5": st.sampled_from([Piece({"first_changed": False}), Piece({"first_changed": True}, MODERATE)]),
    "C6": st.sampled_from([Piece({"flips": False}), Piece({"flips": True}, SERIOUS)]),
    "C7": st.sampled_from(
        [Piece({"drop_share": 0.2}), Piece({"drop_share": 0.03}, MODERATE), Piece({"drop_share": 0.001}, SERIOUS)]
    ),
    "E1": st.sampled_from(
        [
            Piece({"order_after": "kept"}),
            Piece({"order_after": "unclear"}, SERIOUS),
            Piece({"order_after": "reversed"}, SERIOUS),
        ]
    ),
    "E2": st.sampled_from(
        [Piece({"two_sides": False}), Piece({"two_sides": True, "theta": 0.07, "step_larger": True}, MINOR)]
    ),
    "E3": st.sampled_from(
        [Piece({"step_within": False}), Piece({"step_within": True, "fresh_test": False, "bound": 0.05, "k": 9}, MINOR)]
    ),
}
SIZES = (1, 12, 40, 164, 500, 1319, 14042)


@st.composite
def worlds(draw: st.DrawFn, reading: str | None = None, kind: str | None = None, sized: bool = False) -> World:
    """Any realistic claim with any realistic evidence around it. `sized`: the number of questions is known."""
    reading = reading or draw(st.sampled_from(("L", "L", "R", "P")))
    if kind is None:
        options = {"L": ("level", "level", "threshold", "parity"), "R": ("lead", "lead", "equality", "rank")}
        kind = draw(st.sampled_from(options.get(reading, ("lead",))))
    score = draw(st.sampled_from((0.0, 0.02, 0.3, 0.489, 0.61, 0.864, 0.9, 0.97, 1.0)))
    gap = draw(st.sampled_from((-0.2, -0.03, 0.0, 0.004, 0.01, 0.03, 0.09, 0.164, 0.3)))
    source = draw(st.sampled_from(("S1", "S2", "S3", "S3", "S4")))
    sizes = st.sampled_from(SIZES if sized else (None, *SIZES))
    fixed = {
        "A3": draw(_SETTINGS_L if reading == "L" else _SETTINGS_PAIR),
        "A4": draw(_CONTRADICTIONS),
        "D2": draw(findings()),
        "F1": draw(remade(reading)),
        "F2": draw(figures(score) if reading == "L" else pair_figures()),
        "F3": draw(_WORDS),
        "F4": draw(_QUALITY),
        "D3": draw(search()),
        "D7": draw(fresh_gap()),
    }
    for check_id, strategy in (LEVEL_ONLY if reading == "L" else PAIR_ONLY).items():
        if check_id != "E3" or reading == "P":
            fixed[check_id] = draw(strategy)
    # Usually most checks cannot run; a report with all of them is the rare case.
    rare = ("D3", "D7", "C5", "C6", "C7", "C8", "E1", "E2", "F5", "F2", "F1")
    left_out = set(draw(st.lists(st.sampled_from(rare), max_size=9)))
    if draw(st.integers(0, 3)) == 0:
        left_out = set(fixed) - {"A3"}
    gaps = st.sampled_from((-0.2, -0.06, -0.04, -0.01, 0.0, 0.01, 0.05, 0.08, 0.2))
    tests = draw(st.lists(st.tuples(gaps, st.sampled_from((None, 500, 2000))), max_size=8))
    return World(
        reading=reading,
        kind=kind,
        source=source,
        against_interest=reading == "R" and source == "S2" and draw(st.booleans()),
        score=score,
        other=min(1.0, max(0.0, round(score - gap, 6))),
        n=draw(sizes),
        n_gaps=draw(st.integers(1, 8)),
        own_leads=draw(st.booleans()),
        beyond=reading == "L" and draw(st.booleans()),
        line=draw(st.sampled_from((0.25, 0.5, 0.9))) if kind == "threshold" else None,
        elsewhere=tuple((f"test {i}", g, n) for i, (g, n) in enumerate(tests)) if reading != "L" else (),
        variants=draw(st.sampled_from((None, None, 1, 3, 27))),
        all_reported=draw(st.sampled_from((False, False, True))),
        exposure=draw(st.tuples(st.sampled_from(CLASSES), st.sampled_from(CLASSES))),
        rank=(1, draw(st.integers(0, 2))) if kind == "rank" else None,
        fixed={k: v for k, v in fixed.items() if k not in left_out},
    )
