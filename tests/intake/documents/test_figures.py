"""Figures of sentences: which numbers may be scores, whose they are, and the fit of what weighs for it."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
import statsmodels.api as sm

from auditgen.intake.documents.figure_features import figure_features
from auditgen.intake.documents.figure_looks import looks
from auditgen.intake.documents.figure_scene import FLAGS, Context, Scene
from auditgen.intake.documents.mentions import Mention
from auditgen.intake.documents.sentence_figures import figures
from auditgen.intake.documents.speaker_candidates import candidates
from auditgen.intake.documents.weights import chance, shares, weights
from tests.intake.documents.reading import extraction_of
from tests.shared_data import ROOT


def numbers(sentence: str) -> list[str]:
    return [n.text for n in Scene(sentence).numerals]


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("It scored 61.2% and then 64%.", ["61.2", "64"]),
        ("Released on November 24, 2025.", ["2025"]),
        ("See Section 4.1 and Table 3 for 61.2%.", ["61.2"]),
        ("Accuracy 79.8 96.3 71.5 97.3 90.8 49.2 of all.", []),
        ("arXiv:2201.03895, doi 10.1038 and 12.5%.", ["12.5"]),
        ("The 7B model costs $20 and scored 1,204 points.", ["1,204"]),
    ],
)
def test_numbers_that_are_no_scores_are_not_looked_at(sentence: str, found: list[str]) -> None:
    assert numbers(sentence) == found


def test_a_number_inside_a_name_is_part_of_it() -> None:
    sentence = "Gull 2.5 scored 61.2%."
    assert [n.text for n in Scene(sentence, models=(Mention("Gull 2.5", 0, 8),)).numerals] == ["61.2"]


def test_whose_a_figure_may_be() -> None:
    sentence = "It beats GPT-4o, while the best open model and TernNet reach 61%."
    at = sentence.index("GPT-4o")
    context = Context(model="Gull-7B", subject="Gull-7B")
    found = candidates(Scene(sentence, models=(Mention("GPT-4o", at, at + 6),), context=context))
    told = {c.kind: c.name for c in found}
    assert told["model"] == "GPT-4o"
    assert told["described"] == "unnamed: best open model"
    assert told["name"] == "TernNet"
    assert told["it"] == "Gull-7B"
    assert told["told model"] == "Gull-7B"
    assert found[-1].kind == "not stated"


def test_a_row_says_from_where_its_model_was_taken() -> None:
    text = "# Report\n\nWe release Gull-7B today. It reaches 61.2% accuracy on MMLU.\n"
    (draft,) = [d for d in extraction_of(text, "report.md").drafts if d.fields["type"] == "absolute"]
    assert draft.fields["model"] == "Gull-7B"
    assert draft.fields["score"] == "61.2"
    assert FLAGS["model"] in draft.flags


def test_references_hold_no_figures() -> None:
    text = "# Report\n\n## References\n\nDoe (2024). GPT-4o scored 88.7% on MMLU. arXiv:2403.12345.\n"
    assert extraction_of(text, "report.md").drafts == []


def test_probabilities_add_up() -> None:
    assert chance(["a"], {}) == 0.5
    assert chance(["a", "b"], {"(bias)": 1.0, "a": 1.0, "b": -2.0}) == 0.5
    assert shares([["a"], ["b"], []], {}) == pytest.approx([1 / 3] * 3)
    assert sum(shares([["a"], ["b"], []], {"a": 50.0, "b": -3.0})) == pytest.approx(1.0)


def test_the_weights_shipped_are_of_features_that_sentences_have() -> None:
    scene = Scene("GPT-4o scored 61.2% on MMLU, 3 points over the best open model.")
    (look, *_) = looks(scene)
    assert len([f for f in figure_features(scene, look.number) if f in weights("figure")]) >= 20
    assert len([f for one in look.speaker_features(None) for f in one if f in weights("speaker")]) >= 20
    assert all(abs(w) < 10 for name in ("figure", "speaker") for w in weights(name).values())


def test_a_sentence_without_numbers_costs_no_look() -> None:
    assert looks(Scene("No model passed.")) == []
    assert list(figures(Scene("No model passed."))) == []


@pytest.fixture(scope="module")
def fit() -> ModuleType:
    """benchmarks/fit_figures.py, which is no package."""
    folder = ROOT / "benchmarks"
    sys.path.insert(0, str(folder))
    try:
        spec = importlib.util.spec_from_file_location("fit_figures", folder / "fit_figures.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules["fit_figures"] = module
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(folder))
    return module


def test_the_fit_of_two_options_is_logistic_regression(fit: ModuleType) -> None:
    generator = np.random.default_rng(7)
    x = generator.integers(0, 2, size=(400, 3)).astype(bool)
    y = generator.random(400) < 1 / (1 + np.exp(-(0.3 + x @ np.array([1.0, -2.0, 0.5]))))
    names = {"(bias)": 0, "a": 1, "b": 2, "c": 3}
    options = [[["(bias)", *(n for n, on in zip("abc", row) if on)], []] for row in x]
    right = [[bool(one), not one] for one in y]
    ours = fit.conditional_logit(options, right, names, 1e-9, np.ones(400))
    theirs = sm.Logit(y.astype(float), sm.add_constant(x.astype(float))).fit(disp=0).params
    assert ours == pytest.approx(theirs, abs=1e-3)


def test_the_fit_learns_from_documents_and_is_measured_on_those_left_out(
    fit: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    head = "model,benchmark,score,unit,metric,shots,setting,is_subject_model,location,verbatim,claim_type\n"
    for group, score in (("one", "61.2"), ("two", "73.4")):
        folder = tmp_path / group / "a"
        folder.mkdir(parents=True)
        text = f"# Report\n\nGPT-4o scored {score}% on MMLU, and the run took 40 hours on 8 machines.\n"
        (folder / "a.md").write_text(text, encoding="utf-8")
        claim = f"GPT-4o,MMLU,{score},percent,,,,no,sentence 1,GPT-4o scored {score}% on MMLU,absolute\n"
        (folder / "claims.csv").write_text(head + claim, encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["fit_figures.py", str(tmp_path / "one"), str(tmp_path / "two")])
    assert fit.main() == 0
    printed = capsys.readouterr().out
    assert "2 scores; whose, where a score: 1.000" in printed
    assert "one          recall 1.00 precision 1.00" in printed
