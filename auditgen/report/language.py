"""The fixed words of the report in one language, from `templates/locale/<lang>/report.yaml`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import yaml

from auditgen.report.errors import MissingWordError, TemplateNotFoundError
from auditgen.report.templates_path import TemplateFolders


class Words(Mapping[str, Any]):
    """A nested vocabulary. `words["a.b"]` or `words.a.b` gives text, list or sub-vocabulary; a gap is an error."""

    def __init__(self, entries: Mapping[str, Any], where: str) -> None:
        self._entries = entries
        self._where = where

    def __getitem__(self, key: str) -> Any:
        node: Any = self._entries
        for part in key.split("."):
            if not isinstance(node, Mapping) or part not in node:
                raise MissingWordError(f"{self._where}: no entry {key!r}")
            node = node[part]
        return Words(node, f"{self._where}:{key}") if isinstance(node, Mapping) else node

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return self[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def fill(self, key: str, **values: Any) -> str:
        """The text at `key` with its {names} filled. Values are data, never themselves read as patterns."""
        return str(self[key]).format(**values)

    def count(self, key: str, n: int, **values: Any) -> str:
        """The text at `key` in the number that n calls for: `none` for 0 where it exists, `one`, else `other`."""
        forms = self[key]
        form = "none" if n == 0 and "none" in forms else "one" if n == 1 else "other"
        return str(forms[form]).format(n=n, **values)

    def series(self, items: Sequence[object]) -> str:
        """Items as a list in words: 1, 2 and 14."""
        texts = [str(x) for x in items]
        if len(texts) < 2:
            return "".join(texts)
        return str(self["labels.and"]).format(first=", ".join(texts[:-1]), last=texts[-1])

    def either(self, key: str, name: str, fallback: str) -> str:
        """The word for a code that data may hold (`units.points`), or `fallback` where the language has none."""
        forms = self[key]
        return str(forms[name]) if name in forms else fallback


def load_words(lang: str, folders: TemplateFolders) -> Words:
    """The report vocabulary of a language. Raises TemplateNotFoundError with the languages that exist."""
    name = f"locale/{lang}/report.yaml"
    if not lang.isascii() or not lang.replace("-", "").isalnum():
        raise TemplateNotFoundError(f"language {lang!r} is not a language code")
    try:
        text = folders.read(name)
    except TemplateNotFoundError:
        there = ", ".join(folders.languages())
        raise TemplateNotFoundError(f"the report has no words for language {lang!r}; there are: {there}") from None
    return Words(yaml.safe_load(text), name)
