"""D8: before and after the end of training."""

import datetime as dt

import numpy as np
import pytest

from auditgen.checks.leakage.dated_comparison import shifted
from tests.checks.leakage.made import checked, matrix, ones, piece

CUT = [{"date": "2024-06-30", "source": "card"}]
EARLY = [{"date": "2022-06", "source": "card"}]


def close(value):
    return pytest.approx(value, rel=1e-6)


def days(before, after):
    """Days of publication spread over two years on each side of the end of June 2024."""
    end = dt.date(2024, 6, 30)
    old = [end - dt.timedelta(int(d)) for d in np.linspace(700, 0, before)]
    new = [end + dt.timedelta(int(d)) for d in np.linspace(1, 700, after)]
    return [d.isoformat() for d in (*old, *new)]


def run(rows, dates, cutoffs=None, by="independent", **more):
    told = {"families": list(rows), "dates": dates, "cutoffs": cutoffs or [CUT, *[EARLY] * (len(rows) - 1)]}
    facts = more.pop("facts", None)
    content = matrix(rows, **{**told, **more})
    return checked("D8", items=piece("item_matrix", content, by), facts=facts)


def test_worked_numbers():
    rows = {"m": ones(120, 200) + ones(45, 150), "r": ones(90, 200) + ones(60, 150)}
    found = run(rows, days(200, 150))
    counts = found.values["counts"]
    assert found.estimate == close(0.25)
    assert (counts["se"], counts["z"], counts["p"]) == (
        close(0.07373940602), close(3.390317518), close(0.0003490585732),
    )  # fmt: skip
    assert (counts["low"], counts["high"]) == (close(0.1054734199), close(0.3945265801))
    assert (counts["logit"], counts["logit_se"]) == (close(1.047968556), close(0.3171106479))
    # One reference and no difficulty: some concern at most.
    assert found.outcome == "some_concern"


def spread(rate, n, shift=0):
    """Right answers at an even rate, so that no date stands out."""
    return "".join("1" if (i * 7 + shift) % 100 < 100 * rate else "0" for i in range(n))


def rows_of(own_before, own_after, n=400):
    rows = {"m": spread(own_before, n) + spread(own_after, n)}
    for i, level in enumerate((0.5, 0.55, 0.6, 0.65)):
        rows[f"r{i}"] = spread(level, n, 3 * i) + spread(level, n, 3 * i)
    return rows


def test_a_clear_step_with_silent_placebos_and_controls_is_strong():
    found = run(rows_of(0.85, 0.55), days(400, 400))
    assert found.outcome == "strong_concern"
    assert found.values["why_not_strong"] is None
    assert found.estimate == pytest.approx(0.30, abs=0.02)
    assert len(found.values["controls"]) == 4
    assert all(p["estimate"] < found.estimate / 2 for p in found.values["placebos"])
    assert found.caveat_ids == ("D8-a", "D8-k")
    assert "4 models" in found.values["alarm"]["control"]
    assert len(found.values["curve"]) > 40


def test_a_step_a_year_later_shows_at_no_placebo_but_not_at_the_cutoff_either():
    rows = rows_of(0.85, 0.55)
    moved = [CUT if i else [{"date": "2023-06-30", "source": "card"}] for i in range(5)]
    moved[1:] = [EARLY] * 4
    assert run(rows, days(400, 400), moved).outcome != "strong_concern"


def test_control_rows_that_fire_keep_it_from_strong():
    rows = rows_of(0.85, 0.55)
    rows["r3"] = spread(0.9, 400) + spread(0.6, 400)
    found = run(rows, days(400, 400))
    assert found.outcome == "some_concern"
    assert "control rows show a step too" in found.values["why_not_strong"]
    assert found.caveat_ids == ("D8-c", "D8-k")


def test_fewer_than_three_control_rows():
    rows = dict(list(rows_of(0.85, 0.55).items())[:3])
    found = run(rows, days(400, 400))
    assert (found.outcome, "at least 3" in found.values["why_not_strong"]) == ("some_concern", True)


def test_no_step_is_bounded_and_says_what_it_could_have_seen():
    found = run(rows_of(0.6, 0.6, n=4000), days(4000, 4000))
    assert found.outcome == "none_found"
    assert 0 <= found.mde < 0.03
    assert run(rows_of(0.6, 0.6, n=4000), days(4000, 4000), by="claimant").outcome == "unclear"
    assert run(rows_of(0.6, 0.6, n=60), days(60, 60)).outcome == "unclear"


def test_a_block_of_zeros_is_missing_runs():
    n = 400
    rows = rows_of(0.6, 0.6)
    dates = days(n, n)
    last = [i for i, d in enumerate(dates) if d[:7] in ("2026-03", "2026-04")]
    scores = list(rows["m"])
    for i in last:
        scores[i] = "0"
    rows["m"] = "".join(scores)
    found = run(rows, dates)
    assert [b["month"] for b in found.values["missing_runs"]] == ["2026-03", "2026-04"]
    assert found.values["n_missing"] == len(last)
    assert found.values["left_out"] == "from the first month with missing runs on"
    assert found.values["raw"]["gap"] > found.values["raw_used"]["gap"] + 0.02
    assert "D8-b" in found.caveat_ids


def test_a_weak_model_is_not_called_incomplete():
    rows = rows_of(0.02, 0.02)
    assert run(rows, days(400, 400)).values["missing_runs"] == []


def test_where_only_blocks_would_be_left_only_the_blocks_go():
    rows = rows_of(0.6, 0.6)
    dates = days(400, 400)
    first = [i for i, d in enumerate(dates) if d[:7] == "2024-07"]
    scores = list(rows["m"])
    for i in first:
        scores[i] = "0"
    rows["m"] = "".join(scores)
    found = run(rows, dates)
    assert found.values["left_out"] == "the blocks of missing runs"
    assert len(found.values["missing_runs"]) == 1


def test_the_conclusion_may_hang_on_one_date():
    two = [{"date": "2024-06-30", "source": "April"}, {"date": "2023-06-30", "source": "January"}]
    cutoffs = [two, *[[{"date": "2022-06", "source": "card"}]] * 4]
    found = run(rows_of(0.85, 0.55), days(400, 400), cutoffs)
    told = {c["date"]: c["outcome"] for c in found.values["cutoffs"]}
    assert found.values["hangs_on_date"] == (len({o in ("some_concern", "strong_concern") for o in told.values()}) > 1)
    assert found.outcome != "strong_concern"
    untestable = [[*CUT, {"date": "2022-01-31", "source": "January"}], *[EARLY] * 4]
    found = run(rows_of(0.85, 0.55), days(400, 400), untestable)
    assert found.values["hangs_on_date"] is True
    assert "D8-d" in found.caveat_ids
    assert found.values["cutoffs"][1]["outcome"] == "not testable"


def test_difficulty_that_drifts_is_standardised():
    # Newer questions are harder, for this model more than for the weaker references: within each kind there is no step.
    kinds = ["easy"] * 300 + ["hard"] * 100 + ["easy"] * 100 + ["hard"] * 300
    rows = {"m": ""}
    rows |= {f"r{i}": "" for i in range(4)}
    for name in rows:
        easy, hard = (0.9, 0.3) if name == "m" else (0.6, 0.3)
        rows[name] = "".join(spread(easy if k == "easy" else hard, 1, 13 * i) for i, k in enumerate(kinds))
    dates = days(400, 400)
    raw, right = run(rows, dates), run(rows, dates, difficulty=kinds)
    assert raw.outcome == "some_concern"
    assert raw.estimate == pytest.approx(0.15, abs=0.03)
    assert right.estimate == pytest.approx(0, abs=0.03)
    assert right.outcome in ("unclear", "none_found")


def test_reasoning_models_and_unknown_dates_are_no_references():
    rows = rows_of(0.85, 0.55)
    found = run(rows, days(400, 400), weights=["unknown", "reasoning", "chat", "chat", "chat"])
    assert found.values["references"] == ["r1", "r2", "r3"]
    assert len(found.values["controls"]) == 4
    found = run(rows, days(400, 400), [CUT, [], EARLY, EARLY, CUT])
    assert found.values["references"] == ["r1", "r2"]
    assert [c["model"] for c in found.values["controls"]] == ["r1", "r2"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"cutoffs": [[], EARLY, EARLY, EARLY, EARLY]}, "no end of training is stated"),
        ({"cutoffs": [CUT, CUT, CUT, CUT, CUT]}, "no other model"),
        ({"dates": None}, "have no dates"),
        ({"cutoffs": [[{"date": "2021", "source": "card"}], *[EARLY] * 4]}, "0 questions from before"),
        ({"model_ids": ["x", "r0", "r1", "r2", "r3"]}, "no rows of this model"),
        ({"unit": "as_printed"}, "have no dates"),
    ],
)
def test_what_cannot_be_tested_says_why(change, reason):
    told = {"families": list("abcde"), "dates": days(400, 400), "cutoffs": [CUT, *[EARLY] * 4], **change}
    found = checked("D8", items=piece("item_matrix", matrix(rows_of(0.6, 0.6), **told)))
    assert found.status == "not_run"
    assert reason in found.reason


def test_a_second_table_without_a_step_does_not_answer_the_first():
    def made(rows, n):
        told = {"families": list(rows), "dates": days(400, 400), "cutoffs": [CUT, *[EARLY] * 4]}
        return piece("item_matrix", matrix(rows, **told), n=n)

    both = [made(rows_of(0.6, 0.6), 1), made(rows_of(0.85, 0.55), 2)]
    assert checked("D8", items=both).outcome == "strong_concern"
    assert checked("D8", items=both[::-1]).outcome == "strong_concern"


def test_where_ability_is_the_risk_a_step_up_is_the_concern():
    hazard = {"benchmark": {"domain": "hazard"}}
    up = run(rows_of(0.45, 0.75), days(400, 400), facts=hazard)
    assert (up.outcome, up.values["direction"]) == ("strong_concern", "reversed")
    assert "D8-r" in up.caveat_ids
    assert run(rows_of(0.85, 0.55), days(400, 400), facts=hazard).outcome in ("unclear", "none_found")


@pytest.mark.parametrize(
    ("months", "day"), [(-6, "2023-12-31"), (3, "2024-09-30"), (8, "2025-02-28"), (-28, "2022-02-28")]
)
def test_dates_moved_by_months(months, day):
    assert shifted(dt.date(2024, 6, 30), months) <= dt.date.fromisoformat(day)
    assert shifted(dt.date(2024, 6, 30), months) >= dt.date.fromisoformat(day) - dt.timedelta(1)
