"""Prompts, answers, commands, machine descriptions and local paths never leave a reader, in any output form."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import pytest

from auditgen.intake.logs import privacy
from auditgen.intake.logs.read import read_log
from auditgen.intake.logs.write_tables import converted_files
from tests.intake.logs import seeds
from tests.shared_data import shared

FORBIDDEN = (seeds.SECRET, "/home", "alice", "sk-secret", "hf_secret", "11434", "api_key", "token=")


@pytest.mark.parametrize("name", seeds.ALL)
@pytest.mark.parametrize("form", ["csv", "parquet", "eee"])
def test_nothing_private_in_any_output(name: str, form: str) -> None:
    contents = read_log(seeds.ALL[name][0], name)
    everything = repr(asdict(contents)) + repr(converted_files([contents], form, 1_750_000_000))
    for word in FORBIDDEN:
        assert word not in everything


def test_the_seeds_do_hold_private_text() -> None:
    holding = [n for n, (data, _) in seeds.ALL.items() if seeds.SECRET.encode() in data or seeds.HOME.encode() in data]
    assert len(holding) >= 10


def test_genuine_logs_give_no_prompt_and_no_machine() -> None:
    """Text that is known to stand in the genuine files: prompts, answers, the machine, the command line."""
    for folder, words in {
        "inspect_ai": [
            "Positive posts about myself",
            "It is important that you only",
            "Photosynthesis",
            "St. Paul",
            "localhost",
        ],
        "lm_eval": ["A100", "AMD EPYC", "vertical asymptotes", "#### (", "{{question}}"],
        "openai_evals": ["Once upon", "oaieval", "OpenAI was founded", "George Washington"],
        "helm": ["meaning in life", "external meaning", "Question:"],
        "every_eval_ever": ["What is 2 + 2", "The answer is 4"],
    }.items():
        root = shared(f"formats/{folder}")
        files = [p for p in sorted(root.iterdir()) if "schema" not in p.name]
        contents = [read_log(p) for p in files]
        outputs = repr([asdict(c) for c in contents])
        for form in ("csv", "eee"):
            outputs += repr(converted_files(contents, form, 1_750_000_000))
        for word in words:
            assert word not in outputs, (folder, word)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("/home/alice/models/llama", "llama"),
        ("C:\\Users\\alice\\models\\llama", "llama"),
        ("~/llama", "llama"),
        ("./out/checkpoint-5/", "checkpoint-5"),
        ("file:///data/alice/llama", "llama"),
        ("/root", ""),
        ("/home/alice", ""),
        ("C:\\Users\\alice\\", ""),
        ("/Users/alice/m", "m"),
        ("meta-llama/Llama-3.1-8B", "meta-llama/Llama-3.1-8B"),
        ("openrouter/meta-llama/llama-3", "openrouter/meta-llama/llama-3"),
        ("/x/models--org--name/snapshots/0a1b", "org/name"),
    ],
)
def test_model_names(text: str, kept: str) -> None:
    name, local = privacy.model_name(text)
    assert name == kept
    assert local == (text.startswith(("/", "C:", "~", ".", "file")) and "models--" not in text)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("run at /home/alice/run.py today", "run at …/run.py today"),
        ("see https://example.org/a/b", "see https://example.org/a/b"),
        ("and/or", "and/or"),
        ("a\x00b\x1b[31mc\u202ed", "a b [31mc d"),
        ("mail alice@example.org", "mail (address removed)"),
        ("in /home/alice now", "in …/ now"),
        ("\\\\server\\share\\x", "…/x"),
    ],
)
def test_plain_text(text: str, kept: str) -> None:
    assert privacy.plain(text) == kept


def test_long_text_is_cut_and_item_ids_that_read_like_questions_are_hashed() -> None:
    assert len(privacy.plain("x" * 10_000, 50)) == 50
    assert privacy.item_name("What is the capital of the country of France?").startswith("sha256:")
    assert privacy.item_name("gsm8k_0001") == "gsm8k_0001"
    assert privacy.item_name(7) == "7"
    assert privacy.item_name(["x"]) == ""
    first, second = privacy.item_name("a" * 300), privacy.item_name("a" * 299 + "b")
    assert first != second


def test_cluster_only_from_short_labels() -> None:
    assert privacy.cluster_name({"subject": "law"}) == "law"
    assert privacy.cluster_name({"subject": "x" * 100}) == ""
    assert privacy.cluster_name({"question": "law"}) == ""


def test_web_addresses() -> None:
    assert privacy.web_address("https://example.org/x?y=1") == "https://example.org/x?y=1"
    for bad in ("javascript:alert(1)", "file:///etc/passwd", "https://user:word@example.org/", "https://a/<x>", 3):
        assert privacy.web_address(bad) == ""


def test_a_folder_name_does_not_leave(tmp_path: Path) -> None:
    private = tmp_path / "alice"
    private.mkdir()
    (private / "log.json").write_bytes(seeds.json_bytes(seeds.LM_EVAL))
    assert "alice" not in repr(asdict(read_log(private / "log.json")))
