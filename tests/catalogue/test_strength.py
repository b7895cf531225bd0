"""The rubric of check D2, row by row."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditgen.catalogue import strength
from auditgen.catalogue.build import Facts
from auditgen.catalogue.strength import derive, weaker

ROW = {
    "subject_type": "model",
    "scope": "model",
    "split": "test",
    "method_family": "overlap",
    "kind": "presence",
    "result": "partial",
    "value": "12.5",
    "unit": "% of items",
    "control": "none",
    "channel": "paper",
    "reported_by": "independent",
    "confidence": "seen",
    "note": "",
}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, "moderate"),
        ({"note": "inadmissible: nobody outside has the corpus"}, "inadmissible"),
        ({"note": "inadmissible: nobody outside has it", "confidence": "recalled"}, "inadmissible"),
        ({"confidence": "recalled"}, "none"),
        ({"result": "not-found"}, "none"),
        ({"result": "inconclusive"}, "none"),
        (
            {"split": "train", "method_family": "self-disclosure", "reported_by": "lab", "result": "contaminated"},
            "none",
        ),
        ({"scope": "group"}, "none"),
        ({"scope": "set"}, "none"),
        ({"scope": "corpus"}, "none"),
        ({"scope": "family"}, "moderate"),
        ({"kind": "selection"}, "none"),
        ({"method_family": "self-disclosure", "reported_by": "lab", "result": "contaminated"}, "strong"),
        ({"method_family": "self-disclosure", "reported_by": "lab"}, "moderate"),
        ({"method_family": "completion", "reported_by": "lab", "result": "contaminated"}, "strong"),
        ({"method_family": "completion", "reported_by": "independent", "result": "contaminated"}, "weak"),
        ({"method_family": "completion", "control": "regeneration"}, "strong"),
        ({"method_family": "exchangeability", "control": "compared_p01"}, "strong"),
        ({"method_family": "time-split", "control": "compared"}, "moderate"),
        ({"method_family": "performance-gap", "control": "interval"}, "moderate"),
        ({"method_family": "performance-gap"}, "weak"),
        ({"channel": "press"}, "weak"),
        ({"channel": "post", "method_family": "completion", "control": "compared"}, "weak"),
        ({"method_family": "other", "kind": "search_time"}, "moderate"),
    ],
)
def test_rubric(changes: dict[str, str], expected: str) -> None:
    made = derive(ROW | changes)
    assert made.strength == expected
    assert made.strength_reason


def test_direction_interest_and_counts() -> None:
    own = derive(ROW | {"reported_by": "lab"})
    assert (own.direction, own.against_interest, own.counts, own.share_pct) == ("concern", True, True, 12.5)
    calm = derive(ROW | {"reported_by": "lab", "result": "not-found", "value": "0.0", "unit": "% of questions flagged"})
    assert (calm.direction, calm.against_interest, calm.counts, calm.share_pct) == ("reassurance", False, True, 0.0)
    denial = derive(
        ROW | {"reported_by": "lab", "result": "not-found", "method_family": "self-disclosure", "value": ""}
    )
    assert (denial.direction, denial.counts) == ("reassurance", False)
    other = derive(ROW | {"result": "inconclusive"})
    assert (other.direction, other.against_interest, other.counts) == ("neither", False, False)


@pytest.mark.parametrize(
    ("value", "unit", "share"),
    [
        ("41", "% of items flagged (8-gram)", 41.0),
        ("18.9", "% of test items", 18.9),
        ("3.6-20.8", "% of test items", None),
        ("up to 13", "points (GSM8K minus GSM1k)", None),
        ("2.5", "% of items with a 13-gram match (all judged false positives)", None),
        ("76", "% buggy file path named from the issue text alone", None),
    ],
)
def test_flagged_share(value: str, unit: str, share: float | None) -> None:
    assert strength.flagged_share(ROW | {"value": value, "unit": unit}) == share


def test_unknown_result_is_refused() -> None:
    with pytest.raises(ValueError, match="result: expected one of contaminated"):
        derive(ROW | {"result": "maybe"})


def test_one_strength_less() -> None:
    assert [weaker(s) for s in strength.STRENGTHS] == ["moderate", "weak", "none", "inadmissible", "none"]


@given(
    st.fixed_dictionaries(
        {
            "scope": st.sampled_from(strength.SCOPES),
            "kind": st.sampled_from(strength.KINDS),
            "control": st.sampled_from(strength.CONTROLS),
            "channel": st.sampled_from(strength.CHANNELS),
            "method_family": st.sampled_from(strength.METHODS),
            "result": st.sampled_from(strength.RESULTS),
            "split": st.sampled_from(["test", "dev", "train"]),
            "confidence": st.sampled_from(["seen", "recalled"]),
            "reported_by": st.sampled_from(["lab", "independent"]),
        }
    )
)
def test_only_seen_concerns_about_a_model_on_its_scored_split_are_charged(changes: dict[str, str]) -> None:
    made = derive(ROW | changes)
    assert made.strength in strength.STRENGTHS
    if made.strength in ("strong", "moderate", "weak"):
        assert made.direction == "concern"
        assert changes["confidence"] == "seen"
        assert changes["scope"] in ("model", "family")
        assert changes["split"] != "train"


def test_stored_columns_are_those_of_the_rubric() -> None:
    for row in Facts().tables["findings"]:
        made = derive(row)
        assert (row["direction"], row["strength"], row["counts"]) == (
            made.direction,
            made.strength,
            "yes" if made.counts else "no",
        ), row["finding_id"]
