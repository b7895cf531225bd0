"""The vocabulary of the report, and where templates are found."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest
import yaml

from auditgen.records.check_result import Outcome
from auditgen.records.verdict import FINDINGS, Certainty
from auditgen.report.charts.marks import FINDINGS as MARKS
from auditgen.report.charts.marks import SLUGS
from auditgen.report.errors import MissingWordError, TemplateNotFoundError
from auditgen.report.language import Words, load_words
from auditgen.report.templates_path import TemplateFolders, bundled_folder

ENGLISH = load_words("en", TemplateFolders())


def test_every_code_of_the_records_has_a_word() -> None:
    assert set(SLUGS) == set(FINDINGS)
    assert set(SLUGS.values()) == set(MARKS)
    for slug in SLUGS.values():
        assert {"word", "means", "do"} == set(ENGLISH[f"findings.{slug}"])
    assert [ENGLISH[f"findings.{SLUGS[f]}.word"] for f in FINDINGS] == list(FINDINGS)
    assert set(get_args(Outcome)) <= set(ENGLISH["outcomes"])
    assert set(get_args(Certainty)) == set(ENGLISH["certainty"])


def test_every_check_of_the_method_has_its_limits_in_words() -> None:
    checks = ENGLISH["checks"]
    assert len(checks) == 38
    for check in checks:
        assert all(ENGLISH[f"checks.{check}.{part}"] for part in ("name", "can", "cannot", "uncertainty"))


def test_every_cut_off_has_a_name() -> None:
    from auditgen.grading.thresholds import load_thresholds

    assert {t.name for t in load_thresholds()} <= set(ENGLISH["thresholds"])


def test_glossary_holds_the_terms_of_the_method() -> None:
    assert len(ENGLISH["glossary"]) == 58


def test_counts_choose_their_form() -> None:
    words = Words({"x": {"none": "no claim", "one": "1 claim", "other": "{n} claims"}}, "test")
    assert [words.count("x", n) for n in (0, 1, 2)] == ["no claim", "1 claim", "2 claims"]


def test_values_are_never_read_as_patterns() -> None:
    words = Words({"x": "{who} says"}, "test")
    assert words.fill("x", who="{__class__} {0}") == "{__class__} {0} says"


def test_a_gap_in_the_vocabulary_is_named() -> None:
    with pytest.raises(MissingWordError, match=r"en/report\.yaml: no entry 'labels.nothing'"):
        ENGLISH["labels.nothing"]


@pytest.mark.parametrize("lang", ["xx", "../en", "en/../en", ""])
def test_an_unknown_language_is_refused_with_those_that_exist(lang: str) -> None:
    with pytest.raises(TemplateNotFoundError, match=r"there are: .*en|not a language code"):
        load_words(lang, TemplateFolders())


def test_own_templates_replace_single_files(tmp_path: Path) -> None:
    own = tmp_path / "locale" / "en"
    own.mkdir(parents=True)
    words = yaml.safe_load((bundled_folder() / "locale/en/report.yaml").read_text("utf-8"))
    words["cover"]["kind"] = "House style"
    (own / "report.yaml").write_text(yaml.safe_dump(words), "utf-8")
    folders = TemplateFolders(tmp_path)
    assert load_words("en", folders)["cover.kind"] == "House style"
    assert folders.path("report.html.j2").parent == bundled_folder()


@pytest.mark.parametrize("name", ["../pyproject.toml", "/etc/passwd", "css/../../pyproject.toml", ""])
def test_template_names_cannot_leave_the_folder(name: str) -> None:
    with pytest.raises(TemplateNotFoundError):
        TemplateFolders().path(name)


def test_a_missing_template_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(TemplateNotFoundError, match="nowhere: no such folder"):
        TemplateFolders(tmp_path / "nowhere")
