"""Loads the sentences of one language and turns steps, findings and questions into words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from auditgen.grading.phrases import Phrases
from auditgen.resources import template_yaml


class Wording:
    """All sentences of one language. `reason`, `fact`, `ask` and `sentence` fill a template by its id."""

    def __init__(self, lang: str) -> None:
        data = template_yaml(f"locale/{lang}/sentences.yaml")
        self.lang = lang
        self.data = data
        self.lexicon: Mapping[str, str] = {str(k): str(v) for k, v in data["lexicon"].items()}
        self.phrases = Phrases(self.lexicon)

    def fill(self, template: str, params: Mapping[str, Any]) -> str:
        """Any template of the file with its parameters."""
        return self.phrases.fill(template, {**self.lexicon, **params})

    def reason(self, reason_id: str, params: Mapping[str, Any]) -> str:
        """Printed reason of a charge, credit or cap."""
        return self.fill(self.data["reasons"][reason_id], params)

    def fact(self, fact_id: str, params: Mapping[str, Any]) -> str:
        """Printed contrary fact."""
        return self.fill(self.data["facts"][fact_id], params)

    def ask(self, ask_id: str, params: Mapping[str, Any]) -> str:
        """A question to the developer."""
        return self.fill(self.data["asks"][ask_id], params)

    def word(self, key: str) -> str:
        """A coded word in this language."""
        return self.lexicon.get(key, key)


@lru_cache(maxsize=8)
def wording(lang: str) -> Wording:
    """Sentences of a language; cached."""
    return Wording(lang)


def capital(text: str) -> str:
    """First letter upper case, unless the first word is a name written otherwise (o1, eva02_large)."""
    first = text.split(" ", 1)[0]
    if any(c.isdigit() or c.isupper() or c in "_-./" for c in first):
        return text
    return text[:1].upper() + text[1:]
