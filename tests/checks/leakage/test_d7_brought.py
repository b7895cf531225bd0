"""D7 from brought tables: the references by the catalogue's rule, the straight line, and the curve of ConStat."""

from __future__ import annotations

import numpy as np
import pytest

from auditgen.checks.leakage.reference_lists import FRESH, ReferenceRule, from_pair
from auditgen.checks.pair_tables import pair_row
from auditgen.grading.g1_leakage import d7_class
from auditgen.grading.thresholds import load_thresholds
from auditgen.stats.constat import curve_excess
from tests.checks.leakage.audits import audited, brought, catalogue, check, g1, level
from tests.checks.leakage.made import piece

CLAIM = {"model": "Claimed-7B", "benchmark": "Old Test", "score": "74.0", "claimant": "Claim Lab", "n_items": 1319}
FACTS = """
models:
  - {model: Claimed-7B, developer: Claim Lab, family: Claimed, release_date: 2024-06-30, citation: "a made-up card"}
benchmarks:
  - {benchmark: Old Test, n_items: 1319, first_public_release: 2022-01, answers_public: yes, citation: "a made-up test"}
  - {benchmark: New Test, n_items: 1205, first_public_release: 2025-01, variant_of: Old Test, relation: refreshed,
     citation: "a made-up test"}
"""
PEERS = ((5, 6), (22, 24), (31, 30), (45, 47), (54, 55), (63, 66), (72, 71), (81, 83))
HEAD = "original_benchmark,variant_benchmark,pair_type,tester,model,family,original_score,variant_score,source"


def folder(tmp_path, own=(60.0, 74.0), *, pair_type="refreshed", by="independent", extra="", peers=PEERS):
    """A brought table of worked numbers, and evidence.yaml beside it."""
    rows = [("Claimed-7B", "Claimed", own), *((f"peer {i}", f"f{i}", p) for i, p in enumerate(peers))]
    lines = [HEAD, *(f"Old Test,New Test,{pair_type},T,{m},{f},{old},{new},made up" for m, f, (new, old) in rows)]
    (tmp_path / "pairs.csv").write_text("\n".join(lines))
    listed = f'files:\n  - {{file: pairs.csv, citation: "made up", produced_by: {by}}}\n'
    (tmp_path / "evidence.yaml").write_text(listed + FACTS + extra)
    return tmp_path


def test_the_worked_numbers_from_a_brought_table(tmp_path):
    found = audited(CLAIM, brought(folder(tmp_path)).evidence)
    d7 = check(found, "D7")
    assert (d7.status, d7.outcome) == ("ran", "strong_concern")
    assert d7.estimate == pytest.approx(0.1281460748, rel=1e-6)
    assert d7.ci_low == pytest.approx(0.07924717387, rel=1e-6)
    assert d7.values["form"] == "line"
    assert d7.values["alarm"]["control"].startswith("8 other models")
    assert g1(found) == -8
    assert level(found).finding == "Contradicted"


@pytest.mark.parametrize("kind", ["cleaned", "harder", "translated"])
def test_only_refreshed_or_perturbed_tests_serve(tmp_path, kind):
    found = check(audited(CLAIM, brought(folder(tmp_path, pair_type=kind)).evidence), "D7")
    assert found.status == "not_run"


def test_a_new_test_that_is_older_than_the_model_does_not_serve(tmp_path):
    place = folder(tmp_path)
    text = (
        (place / "evidence.yaml").read_text().replace("first_public_release: 2025-01", "first_public_release: 2024-06")
    )
    (place / "evidence.yaml").write_text(text)
    found = check(audited(CLAIM, brought(place).evidence), "D7")
    assert (found.status, "not later than the model's release" in found.reason) == ("not_run", True)


TIGHT = tuple((x, x) for x in range(5, 96, 6))


def test_a_reassurance_of_the_claimants_own_moves_one_point_at_most(tmp_path):
    claim = {**CLAIM, "score": "60.0"}
    big = FACTS.replace("n_items: 1319", "n_items: 20000").replace("n_items: 1205", "n_items: 20000")
    points = {}
    for by in ("independent", "claimant"):
        place = tmp_path / by
        place.mkdir()
        folder(place, (60.0, 60.0), by=by, peers=TIGHT)
        (place / "evidence.yaml").write_text((place / "evidence.yaml").read_text().replace(FACTS, big))
        found = audited(claim, brought(place).evidence)
        points[by] = g1(found)
        outcome = check(found, "D7").outcome
        assert outcome == ("none_found" if by == "independent" else "unclear")
    assert points == {"independent": 0, "claimant": -1}
    assert g1(audited(claim, brought(_facts_only(tmp_path)).evidence)) == -2


def _facts_only(tmp_path):
    place = tmp_path / "facts"
    place.mkdir()
    (place / "evidence.yaml").write_text(FACTS)
    return place


def test_a_brought_finding_takes_a_reference_out(tmp_path):
    extra = (
        '  - {benchmark: Third Test, citation: "x"}\n'
        "findings:\n  - {model: peer 7, benchmark: Old Test, method_family: performance-gap, kind: inflation, result: "
        'contaminated, control: interval, reported_by: independent, value: "9.0", unit: points, year: 2025, '
        'citation: "a made-up study"}\n'
    )
    place = folder(tmp_path, extra=extra)
    text = (place / "evidence.yaml").read_text()
    told = (
        '  - {model: peer 7, developer: L, family: f7, release_date: 2023-01, citation: "a made-up card"}\nbenchmarks:'
    )
    (place / "evidence.yaml").write_text(text.replace("benchmarks:", told, 1))
    d7 = check(audited(CLAIM, brought(place).evidence), "D7")
    assert d7.values["n_references"] == 7
    assert {e["model"]: e["basis"] for e in d7.values["excluded"]} == {"Claimed-7B": "own_model", "peer 7": "name"}


def test_the_rule_gives_the_catalogues_own_lists():
    """Every stored list, for every model of its table: the same references from the same table, had it been brought."""
    seen = 0
    for table in catalogue().pair_tables():
        if table.pair_type not in FRESH:
            continue
        content = {
            "original": table.original, "variant": table.variant, "tester": table.tester, "pair_type": table.pair_type,
            "n_original": 100, "n_variant": 100, "rows": [pair_row(r) for r in table.rows],
        }  # fmt: skip
        for model in dict.fromkeys(r.model_id for r in table.rows if r.model_id):
            try:
                stored = catalogue().d7_references(table.original, table.variant, table.tester, model_id=model)
            except KeyError:
                continue
            entry = catalogue().model(model)
            rule = ReferenceRule(catalogue(), table.original, model, entry.family, entry.line or entry.family)
            made = from_pair(piece("pairs", content), rule)
            unusable = {e["model"] for e in stored.excluded if e["basis"] == "unusable"}
            mine = {r["model"] for r in made.content["references"]} - unusable
            assert mine == {r.model for r in stored.rows}, (table.id, model)
            seen += 1
    assert seen > 20


N_OLD, N_NEW = 400, 400


def matrices(place, seed, shift, models=16):
    """Question-by-question answers of 16 references and the claimed model, which knows a share of the old questions."""
    random = np.random.default_rng(seed)
    ability = np.append(np.linspace(0.2, 0.9, models), 0.6)
    for name, n, known in (("old", N_OLD, shift), ("new", N_NEW, 0.0)):
        answers = random.random((models + 1, n)) < ability[:, None]
        answers[-1] |= random.random(n) < known
        names = [*(f"peer {i}" for i in range(models)), "Claimed-7B"]
        head = "model," + ",".join(f"{name}{j}" for j in range(n))
        rows = [f"{m}," + ",".join("1" if x else "0" for x in row) for m, row in zip(names, answers, strict=True)]
        (place / f"{name}.csv").write_text("\n".join([head, *rows]))
    by = 'citation: "made up", produced_by: independent'
    listed = f"""files:
  - {{file: old.csv, kind: item_matrix, benchmark: Old Test, {by}}}
  - {{file: new.csv, kind: item_matrix, benchmark: New Test, {by}}}
"""
    (place / "evidence.yaml").write_text(listed + FACTS)
    return place, ability


def test_many_references_with_every_answer_use_the_curve(tmp_path):
    place, _ = matrices(tmp_path, 3, 0.5)
    found = audited(CLAIM, brought(place).evidence)
    d7 = check(found, "D7")
    assert (d7.values["form"], d7.outcome, d7.n) == ("curve", "strong_concern", 16)
    assert d7.estimate == pytest.approx(0.2, abs=0.06)
    assert d7.ci_method.endswith("bootstrap of questions and models")
    assert len(d7.values["drops"]) == 16
    assert set(d7.sources) >= {"brought:old.csv#1", "brought:new.csv#1"}
    assert g1(found) == -8


def test_the_curve_is_the_published_one(tmp_path):
    """The check adds nothing to the numerics: the same answers, the same seed, the same limits."""
    place, _ = matrices(tmp_path, 4, 0.0)
    d7 = check(audited(CLAIM, brought(place).evidence), "D7")
    rows = {name: np.genfromtxt(place / f"{name}.csv", delimiter=",", skip_header=1)[:, 1:] for name in ("old", "new")}
    expected = curve_excess(
        rows["old"][-1], rows["new"][-1], rows["old"][:-1], rows["new"][:-1], 0.0, 0.0, n_draws=10_000, seed=d7.seed
    )
    assert d7.estimate == pytest.approx(expected.estimate, abs=1e-9)
    assert (d7.ci_low, d7.ci_high) == pytest.approx((expected.lower_95_one_sided, expected.upper_95_one_sided))
    assert d7.outcome == "unclear"


def test_few_references_with_every_answer_use_the_line(tmp_path):
    place, _ = matrices(tmp_path, 3, 0.5, models=8)
    d7 = check(audited(CLAIM, brought(place).evidence), "D7")
    assert (d7.values["form"], d7.n) == ("line", 8)


def test_where_ability_is_the_risk_the_question_is_turned_round(tmp_path):
    """A model that does worse on the questions its peers may know is the one to worry about."""
    hazard = FACTS.replace("- {benchmark: Old Test,", "- {benchmark: Old Test, domain: hazard,")
    outcomes = {}
    for name, own in (("lower", (60.0, 46.0)), ("higher", (60.0, 74.0))):
        place = tmp_path / name
        place.mkdir()
        folder(place, own)
        (place / "evidence.yaml").write_text((place / "evidence.yaml").read_text().replace(FACTS, hazard))
        found = audited({**CLAIM, "score": str(own[1])}, brought(place).evidence)
        d7 = check(found, "D7")
        outcomes[name] = d7.outcome
        assert "D7-r" in d7.caveat_ids
        assert {"D7-a", "D7-b"}.isdisjoint(d7.caveat_ids)
        assert level(found).finding != "Contradicted"
        wanted = {"strong_concern": "strong", "unclear": "bounded", "none_found": "bounded"}[d7.outcome]
        assert d7_class(d7.values, load_thresholds()) == wanted
    assert outcomes["lower"] == "strong_concern"
    assert outcomes["higher"] == "none_found"


def test_references_of_one_family_cannot_carry_a_finding(tmp_path):
    """A single family may not tip the outcome: without it nothing is left to compare with."""
    place = folder(tmp_path)
    text = (place / "pairs.csv").read_text()
    for i in range(8):
        text = text.replace(f",f{i},", ",one family,")
    (place / "pairs.csv").write_text(text)
    found = audited(CLAIM, brought(place).evidence)
    d7 = check(found, "D7")
    assert (d7.n, d7.outcome, d7.values["drops"][0]["excess"]) == (8, "unclear", None)
    assert d7_class(d7.values, load_thresholds()) == "unclear"


def test_an_excess_that_both_models_show_does_not_favour_the_one_ahead(tmp_path):
    """The worked excess for a step between two models; then the same for the older one too."""
    step = {
        **CLAIM, "type": "comparative", "comparator": "Rival-7B", "comparator_score": "70.0",
    }  # fmt: skip
    rival = '  - {model: Rival-7B, developer: L, family: Rival, release_date: 2024-05-01, citation: "c"}\nbenchmarks:'
    found = {}
    for name, (new, old) in (("alone", (58.0, 58.2)), ("both", (56.0, 70.0))):
        place = tmp_path / name
        place.mkdir()
        folder(place, peers=TIGHT)
        (place / "evidence.yaml").write_text((place / "evidence.yaml").read_text().replace("benchmarks:", rival, 1))
        row = f"\nOld Test,New Test,refreshed,T,Rival-7B,Rival,{old},{new},made up"
        (place / "pairs.csv").write_text((place / "pairs.csv").read_text() + row)
        found[name] = audited(step, brought(place).evidence)
    for name, outcome in (("alone", ("strong_concern", "some_concern")), ("both", ("unclear",))):
        d7 = check(found[name], "D7")
        assert d7.outcome in outcome, name
        assert ("D7-k" in d7.caveat_ids) is (name == "alone")
        charge = next(d for d in found[name].verdicts.ranking.domains if d.domain == "G1").known
        assert (charge < 0) is (name == "alone")
    assert check(found["both"], "D7").values["listed_only"] == "touches both models"
