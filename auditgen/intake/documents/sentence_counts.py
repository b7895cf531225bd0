"""Counts that a sentence claims: so many problems solved, of so many."""

from __future__ import annotations

import re
from collections.abc import Iterator

from auditgen.intake.documents.mentions import Mention
from auditgen.intake.documents.sentence_found import Found
from auditgen.intake.documents.sentence_patterns import IN_ATTEMPTS, SOLVED, SOLVED_OF
from auditgen.intake.documents.sentence_speakers import speaker_of, test_of


def counts(
    sentence: str, tests: tuple[Mention, ...], models: tuple[Mention, ...], taken: list[tuple[int, int]]
) -> Iterator[Found]:
    """ "solves 29 out of 40 problems": a count, with the total where it is said."""
    for pattern in (SOLVED_OF, IN_ATTEMPTS, SOLVED):
        for found in pattern.finditer(sentence):
            solves = re.search(r"\b(?:solv|complet|succe|pass)", sentence[: found.end()], re.IGNORECASE)
            if not solves or any(a <= found.start(1) < b for a, b in taken):
                continue
            total = found[2] if pattern is not SOLVED else None
            if total is not None and not 0 < int(total) >= int(found[1]):
                continue
            model, start, _ = speaker_of(sentence, found.start(1), found.end(), models)
            test = test_of(found.start(1), found.end(), tests, [])
            if model is None and test is None:
                continue
            taken.append((found.start(), found.end()))
            fields = {"benchmark": test.name if test else "unnamed: not stated", "unit": "count"}
            fields["score"] = f"{found[1]}/{total}" if total else found[1]
            if total:
                fields["n_items"] = total
            first = start if found.start() - start < 160 else found.start()
            yield Found("absolute", model or "unnamed: not stated", first, found.end(), fields)
