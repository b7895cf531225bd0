"""Figures: as printed, in a unit that is stated, inferred and said so, or asked for."""

import pytest

from auditgen.intake.claims.units import UNITS, read_unit
from auditgen.intake.errors import InputError
from tests.intake.claims.reading import fields, one, read, score


@pytest.mark.parametrize(
    ("text", "unit", "printed", "read_as", "fraction"),
    [
        ("88.7", "percent", "88.7", "percent", 0.887),
        ("88.7%", None, "88.7", "percent", 0.887),
        ("88.70 %", None, "88.70", "percent", 0.887),
        ("88.7", "'%'", "88.7", "percent", 0.887),
        ("07.6", "percent", "07.6", "percent", 0.076),
        ("0.5%", "percent", "0.5", "percent", 0.005),
        ("0", "percent", "0", "percent", 0.0),
        ("100", "percent", "100", "percent", 1.0),
        ("0.904", "fraction", "0.904", "fraction", 0.904),
        ("1.0", "fraction", "1.0", "fraction", 1.0),
        ("0.904", None, "0.904", "fraction", 0.904),
        (".904", None, ".904", "fraction", 0.904),
        ("48.90", None, "48.90", "percent", 0.489),
        ("1.5", None, "1.5", "percent", 0.015),
        ("100", None, "100", "percent", 1.0),
        ("\uff18\uff18.\uff17\uff05", None, "88.7", "percent", 0.887),
        ("2,029", "rating", "2,029", "rating", None),
        ("1338", "Elo", "1338", "rating", None),
        ("\u22123.2", "points", "-3.2", "points", None),
        ("96.3", "percentile", "96.3", "percentile", None),
        ("0.548", "bits_per_byte (lower is better)", "0.548", "bits_per_byte", None),
        ("7", "months per doubling", "7", "months", None),
        ("12", "times likelier", "12", "other", None),
    ],
)
def test_score_as_printed(text, unit, printed, read_as, fraction):
    claim = score(text, **({"unit": unit} if unit else {}))
    assert (claim.score.text, claim.score.unit) == (printed, read_as)
    assert claim.score.fraction == (pytest.approx(fraction, rel=1e-12) if fraction is not None else None)


@pytest.mark.parametrize(
    ("text", "given", "note"),
    [
        ("0.904", {}, "0.904 read as a fraction (90.4 percent): no unit given"),
        ("88.7", {}, "88.7 read as percent: no unit given"),
        ("1", {"unit": "percent"}, "1 percent read as stated, not as 100 percent"),
        ("1338", {"metric": "Elo"}, "read as rating: no unit given, metric 'Elo'"),
        ("5/6", {}, "5/6 read as a count of 6"),
        ("88.7", {"unit": "percent (ANLS)"}, "unit as written: percent (ANLS)"),
        ("12", {"unit": "times likelier"}, "unit as written: times likelier"),
        ("88.7", {"unit": "percent"}, None),
        ("88.7%", {}, None),
        ("0.904", {"unit": "fraction"}, None),
    ],
)
def test_what_was_inferred_is_said(text, given, note):
    assert score(text, **given).unit_note == note


def test_inference_is_said_once_for_the_file():
    file = read("model,benchmark,score\n" + "A,MMLU,88.7\n" * 30 + "A,MMLU,0.9\n")
    assert file.notes == (
        "score read as percent: no unit given (30 places: lines 2, 3, 4, 5, 6 and 25 more)",
        "score read as fraction: no unit given (line 32)",
    )


@pytest.mark.parametrize("text", ["1", "0", "1.0", "0.0", "-3", "101", "1338"])
def test_no_guess_without_a_unit(text):
    with pytest.raises(InputError, match="expected a unit"):
        score(text)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "about 90",
            "~90",
            "904%",
            "nan",
            "NaN",
            "inf",
            "-inf",
            "1e3",
            "-4%",
            ">90",
            "88,7",
            "88-90",
            "--",
            "n/a",
            "gold",
        ),
        *("90 percent", "88.7.1", "$5", "8 8", "½", "²", "0x10", "1_000", "٪", "+", ".", "12/0", "9" * 30 + ".5"),
    ],
)
def test_refused(text):
    with pytest.raises(InputError) as caught:
        score(text, unit="percent")
    (problem,) = caught.value.problems
    assert (problem.field, problem.line, problem.column) == ("score", 4, 12)


@pytest.mark.parametrize("text", ["0.904", "0.01", ".5", "0.999"])
def test_percent_below_one_is_a_question(text):
    with pytest.raises(InputError, match="percent is less than one percent; did you mean"):
        score(text, unit="percent")


def test_count_out_of_a_total():
    claim = score("5/6", unit="count")
    assert (claim.score.text, claim.score.unit, claim.n_items) == ("5", "count", 6)
    assert score("5/6", unit="problems solved").n_items == 6


@pytest.mark.parametrize(
    ("text", "given", "value", "spread", "kind"),
    [
        ("25.4 ± 2.1", {"unit": "percent"}, "25.4", "2.1", "unstated"),
        ("25.4 ± 2.1%", {}, "25.4", "2.1", "unstated"),
        ("25.4% +/- 2.1%", {"uncertainty_kind": "se"}, "25.4", "2.1", "se"),
        ("25.4", {"unit": "percent", "uncertainty": "2.1", "uncertainty_kind": "ci95"}, "25.4", "2.1", "ci95"),
        ("25.4", {"unit": "percent", "uncertainty": "±0.4"}, "25.4", "0.4", "unstated"),
        ("25.4", {"unit": "percent", "stderr": "0.4"}, "25.4", "0.4", "se"),
        ("25.4 ± 2.1", {"unit": "percent", "uncertainty": "2.10"}, "25.4", "2.10", "unstated"),
    ],
)
def test_uncertainty(text, given, value, spread, kind):
    claim = score(text, **given)
    assert (claim.score.text, claim.uncertainty.text, claim.uncertainty_kind) == (value, spread, kind)
    assert claim.uncertainty.unit == "percent"


@pytest.mark.parametrize(
    "text",
    [
        fields(model="A", benchmark="B", score=0.91, uncertainty="[0.90, 0.92]", uncertainty_kind="ci95"),
        fields(model="A", benchmark="B", score=0.91, low="0.90", high="0.92", uncertainty_kind="ci95"),
        'model,benchmark,score,uncertainty,uncertainty_kind\nA,B,0.91,"[0.90, 0.92]",ci95\n',
        "model,benchmark,score,uncertainty_low,uncertainty_high,uncertainty_kind\nA,B,0.91,0.90,0.92,CI95\n",
    ],
)
def test_interval(text):
    claim = one(text, "claims")
    ends = claim.uncertainty_low, claim.uncertainty_high
    assert [(end.text, end.unit) for end in ends] == [("0.90", "fraction"), ("0.92", "fraction")]
    assert claim.uncertainty is None
    assert claim.uncertainty_kind == "ci95"


def test_one_unit_for_all_figures_of_a_claim():
    claim = one(fields(type="comparative", model="A", comparator="B", benchmark="M", score=0.91, comparator_score=0.8))
    assert claim.comparator_score.unit == "fraction"
    assert claim.relation == "beats"
    with pytest.raises(InputError, match=r"\(comparator_score\): expected a percentage of at least one"):
        one(fields(type="comparative", model="A", comparator="B", benchmark="M", score=91.5, comparator_score=0.8))


@pytest.mark.parametrize(
    ("given", "text", "unit"),
    [
        ({"unit": "percent", "difference": "2.2"}, "2.2", "percentage_points"),
        (
            {"unit": "percent", "difference": "-2.2", "difference_unit": "percentage points"},
            "-2.2",
            "percentage_points",
        ),
        ({"unit": "percent", "difference": "35%"}, "35", "percent"),
        ({"unit": "percent", "difference": "400", "difference_unit": "percent"}, "400", "percent"),
        ({"unit": "percent", "difference": "7", "difference_unit": "months_per_doubling"}, "7", "months"),
        ({"difference": "7", "difference_unit": "bananas"}, "7", "other"),
    ],
)
def test_difference(given, text, unit):
    claim = one(fields(type="trend", model="A", benchmark="M", baseline_date=2023, **given))
    assert (claim.difference.text, claim.difference.unit) == (text, unit)


@pytest.mark.parametrize(
    ("threshold", "given", "side"),
    [
        ("90", {}, "over"),
        ("'>90%'", {}, "over"),
        ("at least 90", {}, "at_least"),
        ("≤ 90", {}, "at_most"),
        ("'under 90'", {"threshold_side": "under"}, "under"),
        ("90", {"threshold_side": "at least"}, "at_least"),
    ],
)
def test_threshold(threshold, given, side):
    claim = one(fields(type="threshold", model="A", benchmark="M", threshold=threshold, **given))
    assert (claim.threshold.text, claim.threshold.unit, claim.threshold_side) == ("90", "percent", side)


def test_threshold_written_as_score_and_sides_that_disagree():
    file = read("type,model,benchmark,score,unit\nthreshold,A,MMLU,>90,percent\n")
    assert (file.claims[0].threshold.text, file.claims[0].score) == ("90", None)
    assert "score of a threshold claim read as its threshold (line 2)" in file.notes
    with pytest.raises(InputError, match="expected over as in the threshold, found 'under'"):
        one(fields(type="threshold", model="A", benchmark="M", threshold="'>90'", threshold_side="under"))


def test_medals_and_ranks():
    claim = one(fields(type="human parity", model="A", benchmark="IMO", score="gold", unit="medal"))
    assert (claim.type, claim.score, claim.notes) == ("human_parity", None, "medal: gold")
    assert one(fields(type="rank", model="A", score=1, unit="rank")).rank == 1
    assert one(fields(type="rank", model="A", rank="1,000")).rank == 1000


def test_every_unit_of_the_record_is_understood_as_itself():
    for unit in UNITS:
        assert read_unit(unit.replace("_", " ")).unit == unit


@pytest.mark.parametrize("wrong", ["pecent", "fracton", "percentt", "bits per bite"])
def test_a_typing_mistake_in_a_unit_is_not_another_unit(wrong):
    reading = read_unit(wrong)
    assert reading.unit is None
    assert reading.did_you_mean in ("percent", "fraction", "bits_per_byte")
