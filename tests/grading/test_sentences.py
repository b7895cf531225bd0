"""Every sentence is used, can be filled, is plain, and keeps the words of certainty and of likelihood apart."""

from __future__ import annotations

import ast
import re
import string
from functools import lru_cache
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest
import yaml
from hypothesis import given, settings

from auditgen.grading.thresholds import load_thresholds
from auditgen.grading.verdict import grade as graded
from auditgen.grading.wording import wording
from auditgen.records.verdict import FINDINGS
from auditgen.resources import template_yaml, templates_dir
from tests.checks.cases import load, real
from tests.grading.case_strategies import worlds
from tests.grading.reading_level import grade, syllables
from tests.shared_data import ROOT

WORDS = wording("en")
CAVEATS = {k: v for k, v in template_yaml("caveats/en.yaml").items() if "text" in v}
CODE = [*sorted((ROOT / "auditgen" / "grading").glob("*.py")), *sorted((ROOT / "auditgen" / "checks").rglob("*.py"))]
FORBIDDEN = re.compile(
    r"\b(clean|uncontaminated|proves|verified safe|guaranteed|state-of-the-art"
    r"|(?<!statistically )significant(?:ly)?)\b",
    re.I,
)
FILLS: dict[str, Any] = yaml.safe_load((ROOT / "tests" / "cases" / "checks_sentence_fills.yaml").read_text("utf-8"))
SECTIONS = (
    "start",
    "reasons",
    "findings",
    "facts",
    "use",
    "asks",
    "claim",
    "says",
    "does_not_say",
    "quotable",
    "summary",
)


def texts(node: Any, path: str) -> dict[str, str]:
    """Every template under a node, by its path."""
    if isinstance(node, dict):
        return {k: v for key, part in node.items() for k, v in texts(part, f"{path}.{key}").items()}
    return {path: str(node)}


ALL = {f"caveats.{k}": str(v["text"]) for k, v in CAVEATS.items()}
ALL |= {k: v for section in SECTIONS for k, v in texts(WORDS.data[section], section).items()}


@lru_cache(maxsize=1)
def constants() -> frozenset[str]:
    """Every string in the code of checks and grading, and every string that an f-string can become."""
    found = set()
    for path in [*CODE, ROOT / "auditgen" / "judge.py"]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
            if isinstance(node, ast.JoinedStr):
                first = node.values[0]
                head = str(first.value) if isinstance(first, ast.Constant) else ""
                others = [c for c in ast.walk(node) if isinstance(c, ast.Constant) and c is not first]
                found |= {head + str(c.value) for c in others}
    return frozenset(found)


@pytest.mark.parametrize("section", ["reasons", "facts", "asks", "claim", "says", "does_not_say", "summary", "start"])
def test_no_sentence_is_dead(section):
    # What is missing is asked for by its kind: model, test, group.
    made = {"missing_model", "missing_test", "missing_group"} if section == "asks" else set()
    assert {str(k) for k in WORDS.data[section]} - constants() - made == set()


def test_no_caveat_is_dead_and_none_is_missing():
    used = {c for c in constants() if re.fullmatch(r"[A-G]\d{1,2}-[a-z]", c)}
    assert used == set(CAVEATS)


def test_every_caveat_names_its_own_check_and_its_condition():
    for key, row in CAVEATS.items():
        assert key.startswith(f"{row['check']}-")
        assert row["when"]


def test_every_reason_in_the_code_has_words():
    pattern = re.compile(r"(?:g[1-6]_[a-z0-9_]*[a-z0-9]|u[1-5](?:_pair)?|c[1-8]|contrary_[a-z_]+[a-z]|open_refused)")
    used = {c for c in constants() if pattern.fullmatch(c)}
    assert used - set(WORDS.data["reasons"]) - set(WORDS.data["facts"]) == set()
    assert len(used) > 60


@settings(max_examples=80, deadline=None, derandomize=True, database=None)
@given(world=worlds())
def test_every_verdict_has_whole_sentences(world):
    verdict = graded(world.case(), load_thresholds(), WORDS)
    printed = [verdict.sentence, verdict.use, *verdict.ask_first, *(s.reason for s in verdict.ladder)]
    printed += [c.reason for c in verdict.caps]
    if verdict.contrary is not None:
        printed.append(verdict.contrary.sentence)
    for text in printed:
        assert text
        assert not re.search(r"[{}]|None|\bnan\b", text), text
    assert verdict.sentence[-1] in ".!”)"


@pytest.mark.parametrize("path", sorted(ALL))
def test_every_template_can_be_filled(path):
    named = {name for _, name, _, _ in string.Formatter().parse(ALL[path]) if name}
    assert named <= FILLS.keys() | WORDS.lexicon.keys(), named - FILLS.keys()
    filled = WORDS.fill(ALL[path], FILLS)
    assert "{" not in filled
    assert "  " not in filled


# Parts of sentences have no level of their own.
PARTS = ("claim.", "summary.words.", "summary.none")


@pytest.mark.parametrize("path", sorted(p for p in ALL if not p.startswith(PARTS)))
def test_no_sentence_is_above_grade_12(path):
    assert grade(WORDS.fill(ALL[path], FILLS)) <= 12


@pytest.mark.parametrize("section", ["caveats", "reasons", "findings", "facts", "use", "does_not_say", "quotable"])
def test_sentences_are_plain_on_average(section):
    grades = [grade(WORDS.fill(t, FILLS)) for p, t in ALL.items() if p.startswith(f"{section}.")]
    assert fmean(grades) <= 9


def test_texts_of_real_audits_are_plain():
    found = []
    for row in load("catalogue"):
        claim = real(row).claims[0]
        found += [c.text for c in claim.caveats]
        found += [v.sentence for v in (claim.verdicts.level, claim.verdicts.ranking, claim.verdicts.progress)]
    assert len(found) > 50
    assert fmean(grade(t) for t in found) <= 9


@pytest.mark.parametrize(
    ("word", "count"),
    [
        ("test", 1),
        ("question", 2),
        ("tested", 2),
        ("named", 1),
        ("changes", 2),
        ("leakage", 2),
        ("evidence", 3),
        ("probably", 3),
        ("average", 3),
        ("possible", 3),
        ("measured", 2),
        ("48.9", 1),
    ],
)
def test_syllables(word, count):
    assert syllables(word) == count


def test_reading_level_of_known_texts():
    plain = "The cat sat on the mat. The dog ran to the door."
    hard = (
        "Notwithstanding considerable methodological heterogeneity, the aforementioned investigations "
        "demonstrate statistically indistinguishable performance characteristics."
    )
    assert grade(plain) < 1
    assert grade(hard) > 20


def _template_files() -> list[Path]:
    return sorted(p for p in templates_dir().rglob("*") if p.suffix in (".yaml", ".j2"))


@pytest.mark.parametrize("path", _template_files(), ids=lambda p: str(p.relative_to(templates_dir())))
def test_forbidden_words_stand_nowhere(path):
    hits = [m[0] for m in FORBIDDEN.finditer(path.read_text("utf-8"))]
    assert hits == []


def test_forbidden_words_stand_in_no_text_of_a_real_audit():
    for row in load("catalogue"):
        claim = real(row).claims[0]
        for text in (*claim.caveats, *claim.says, *claim.does_not_say):
            # What others wrote about a test may use its own words.
            if text.id != "measures":
                assert not FORBIDDEN.search(text.text), text.text


CERTAIN = {
    "high": r"\bThe evidence shows that\b",
    "moderate": r"\bprobably\b",
    "low": r"\bmay\b",
    "very low": r"\bcannot tell\b",
}


def test_certainty_verbs():
    findings = WORDS.data["findings"]
    verbs = {
        "high": findings["Shown"]["sentence_high"],
        "moderate": findings["Shown"]["sentence"],
        "low": findings["Suggested"]["sentence"],
        "very low": findings["Not shown"]["sentence"],
    }
    for level, sentence in verbs.items():
        for other, pattern in CERTAIN.items():
            assert bool(re.search(pattern, sentence)) == (level == other), (level, other)


def test_certainty_and_likelihood_never_share_a_sentence():
    likelihood = re.compile(r"\b(?:likely|unlikely|almost certain|almost no chance|about even)\b", re.I)
    for path, text in ALL.items():
        for sentence in re.split(r"(?<=[.!?])\s+", text):
            if likelihood.search(sentence):
                assert not any(re.search(p, sentence) for p in CERTAIN.values()), path


def test_every_finding_has_its_sentence_use_and_quotation():
    for finding in FINDINGS:
        assert WORDS.data["findings"][finding]["sentence"]
        assert WORDS.data["use"]["level"][finding]
        assert WORDS.data["use"]["pair"][finding]
        assert WORDS.data["quotable"][finding]


def test_nothing_is_called_false_for_want_of_evidence():
    for finding in ("Not shown", "Cannot be checked as worded"):
        assert "This does not mean it is false." in WORDS.data["findings"][finding]["sentence"]
