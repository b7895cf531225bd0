"""Counts that a sentence claims: so many problems solved, of so many."""

from __future__ import annotations

import re
from collections.abc import Iterator

from auditgen.intake.documents.mentions import Mention
from auditgen.intake.documents.sentence_found import Found
from auditgen.intake.documents.sentence_patterns import IN_ATTEMPTS, SOLVED, SOLVED_OF, THRESHOLD, UNDER
from auditgen.intake.documents.sentence_speakers import speaker_of, test_of

_EITHER = re.compile(r"\b(\d{1,4})\s+(?:or|to)\s+$")


def counts(
    sentence: str, tests: tuple[Mention, ...], models: tuple[Mention, ...], taken: list[tuple[int, int]]
) -> Iterator[Found]:
    """ "solves 29 out of 40 problems": a count, with the total where it is said."""
    for pattern in (SOLVED_OF, IN_ATTEMPTS, SOLVED):
        for found in pattern.finditer(sentence):
            number = 1 if found[1] else 2
            solves = re.search(
                r"\b(?:solv|complet|succe|pass|answer|correct|averag|detect|identif|fix|resolv)",
                sentence[: found.end()],
                re.IGNORECASE,
            )
            if not solves or any(a <= found.start(number) < b for a, b in taken):
                continue
            total = found[2] if pattern is not SOLVED else None
            if total is not None and not 0 < int(total) >= int(found[number]):
                continue
            model, start, _ = speaker_of(sentence, found.start(number), found.end(), models)
            test = test_of(sentence, found.start(number), found.end(), tests, [])
            if model is None and test is None:
                continue
            taken.append((found.start(), found.end()))
            head = sentence[: found.start(number)]
            side, either = THRESHOLD.search(head[-50:]), _EITHER.search(head)
            if side or either:
                # "no more than 5 of 40", "1 or 2 out of 30"
                least = either[1] if either else found[number]
                way = "at_least" if either else "under" if side and UNDER.search(side[0]) else "over"
                limit = {"benchmark": test.name if test else "unnamed: not stated", "unit": "count", "threshold": least}
                limit |= {"threshold_side": way, "relation": "beats"} | ({"n_items": total} if total else {})
                yield Found("threshold", model or "unnamed: not stated", found.start(), found.end(), limit)
                continue
            fields = {"benchmark": test.name if test else "unnamed: not stated", "unit": "count"}
            fields["score"] = f"{found[1]}/{total}" if total else found[number]
            if total:
                fields["n_items"] = total
            first = start if found.start() - start < 160 else found.start()
            yield Found("absolute", model or "unnamed: not stated", first, found.end(), fields)
