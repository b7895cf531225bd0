"""Who is who: names that mean one organisation, and names that do not."""

import pytest

from auditgen.checks.parties import same_party


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("OpenAI", "openai"),
        ("DeepSeek", "DeepSeek-AI"),
        ("Google", "Google DeepMind"),
        ("CAISI (NIST)", "NIST"),
        ("CAISI (NIST)", "Center for AI Standards and Innovation National Institute of Standards and Technology"),
        ("NIST", "National Institute of Standards and Technology"),
        ("Z.ai", "Zhipu AI"),
        ("Alibaba Qwen", "Alibaba"),
        ("EvalPlus", "EvalPlus team"),
    ],
)
def test_one_party(a, b):
    assert same_party(a, b)
    assert same_party(b, a)


@pytest.mark.parametrize(
    ("a", "b"),
    [("OpenAI", "Meta"), ("Scale AI", "OpenAI"), ("Hugging Face", "Meta"), (None, "Meta"), ("AI", "Google"), ("", "X")],
)
def test_two_parties(a, b):
    assert not same_party(a, b)
    assert not same_party(b, a)
