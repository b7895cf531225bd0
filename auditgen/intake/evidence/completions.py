"""Completions (JSONL: half a question shown, the model's continuation) as counts of hits, items beside controls."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from auditgen.intake.errors import show
from auditgen.intake.evidence.answers import recites, refused
from auditgen.intake.evidence.model import Piece
from auditgen.intake.evidence.names import Names
from auditgen.intake.evidence.source import EvidenceFile, Line, text_of, truth_of
from auditgen.intake.logs.privacy import item_name, plain
from auditgen.stats.completion import common_run, continuation_match
from auditgen.stats.ngram import normalise

NEEDED = frozenset(("item_id", "prefix", "reference", "output"))
CONTROLS = ("twin", "fresh", "sealed")
LONGEST = 200_000  # characters of one reference or output


@dataclass
class Tries:
    """All that was asked about one item: one entry a try (cut, sample or wording)."""

    hits: list[bool] = field(default_factory=list)
    exact: list[bool] = field(default_factory=list)
    refused: list[bool] = field(default_factory=list)
    rouge: list[float] = field(default_factory=list)
    prefix: list[int] = field(default_factory=list)
    run: list[int] = field(default_factory=list)
    key: bool = False
    wrong_key: bool = False
    twin_of: str = ""

    def first(self, n: int) -> bool:
        """Whether one of the first n tries hit."""
        return any(self.hits[:n])


def fits(file: EvidenceFile) -> bool:
    """Whether the file holds completions of items."""
    return file.is_json and file.keys() >= NEEDED


def read(file: EvidenceFile, names: Names) -> list[Piece]:
    """One piece a model and test. Prompts, references and outputs are measured here and left behind."""
    found: dict[tuple[str, str], dict[str, dict[str, Tries]]] = defaultdict(lambda: defaultdict(dict))
    styles: dict[tuple[str, str], dict[str, list[bool]]] = defaultdict(lambda: defaultdict(list))
    for line in file.lines():
        key = (text_of(file, line, "model"), text_of(file, line, "benchmark"))
        control = text_of(file, line, "control", needed=False).strip().lower()
        if control and control not in CONTROLS:
            raise file.problem(
                line=line.number, field="control", expected=" or ".join(CONTROLS), found=show(control),
                mend="Leave it out for items of the test itself.",
            )  # fmt: skip
        item = item_name(line.row.get("item_id"))
        if not item:
            raise file.problem(line=line.number, field="item_id", expected="the name of the item", found="nothing")
        tries = found[key][control or "test"].setdefault(item, Tries())
        tries.twin_of = item_name(line.row.get("twin_of")) or tries.twin_of
        hit = _measure(file, line, tries)
        style = plain(line.row.get("prompt_style"), 30).lower()
        if style and not control:
            styles[key][style].append(hit)
    if not found:
        raise file.problem(expected="at least one completion", found="none")
    return [_piece(key, groups, dict(styles[key]), names) for key, groups in sorted(found.items())]


def _measure(file: EvidenceFile, line: Line, tries: Tries) -> bool:
    """Measure one continuation and add it to its item's tries."""
    reference = normalise(text_of(file, line, "reference", limit=LONGEST))
    output_text = text_of(file, line, "output", needed=False, limit=LONGEST)
    output = normalise(output_text)
    if not reference:
        raise file.problem(
            line=line.number, field="reference", expected="at least one word", found="signs and spaces only"
        )
    match = continuation_match(reference, output)
    stated, wrong = truth_of(file, line, "refused"), truth_of(file, line, "answer_is_wrong")
    tries.hits.append(match.hit)
    tries.exact.append(match.exact)
    tries.refused.append(stated if stated is not None else refused(output_text) and not match.hit)
    tries.rouge.append(match.rouge_l)
    tries.prefix.append(match.common_prefix)
    tries.run.append(match.common_run)
    if match.hit:
        start, length = common_run(output, reference)
        tail = output[len(reference) :] if match.exact else output[start + length :]
        if recites(normalise(text_of(file, line, "answer", needed=False)), tail):
            if wrong:
                tries.wrong_key = True
            else:
                tries.key = True
    return match.hit


def _piece(
    key: tuple[str, str], groups: dict[str, dict[str, Tries]], styles: dict[str, list[bool]], names: Names
) -> Piece:
    about, notes = names.about(key[1], key[0])
    said = list(notes)
    pairs, pair_note = _pairs(groups.get("test", {}), groups.get("twin", {}))
    if pair_note:
        said.append(pair_note)
    content: dict[str, Any] = {
        **about,
        "groups": {name: _group(tries.values()) for name, tries in sorted(groups.items())},
        "pairs": pairs,
        "measures": {name: _measures(tries.values()) for name, tries in sorted(groups.items())},
        "styles": {name: {"n": len(hits), "hits": sum(hits)} for name, hits in sorted(styles.items())},
        "rule": "run20",
        "hit_rule": "exact continuation, or a common run of 20 words and 50 characters",
    }
    if "test" not in groups:
        said.append("only controls, no item of the test: nothing can be compared")
    return Piece("completions", content, tuple(said))


def _group(tries: Iterable[Tries]) -> dict[str, int]:
    every = list(tries)
    return {
        "n": len(every),
        "hits": sum(any(t.hits) for t in every),
        "exact": sum(any(t.exact) for t in every),
        "refused": sum(all(t.refused) for t in every),
        "with_key": sum(t.key for t in every),
        "with_wrong_key": sum(t.wrong_key for t in every),
        "tries": max(len(t.hits) for t in every),
    }


def _measures(tries: Iterable[Tries]) -> dict[str, float]:
    every = list(tries)
    return {
        "rouge_l_mean": sum(max(t.rouge) for t in every) / len(every),
        "common_prefix_mean": sum(max(t.prefix) for t in every) / len(every),
        "common_run_longest": max(max(t.run) for t in every),
    }


def _pairs(items: dict[str, Tries], twins: dict[str, Tries]) -> tuple[dict[str, int] | None, str]:
    """The fourfold table of items and their twins, on equally many tries each: more tries are more chances to hit."""
    if not twins:
        return None, ""
    table = {"both": 0, "only_test": 0, "only_twin": 0, "neither": 0}
    used: set[str] = set()
    alone = 0
    for name, twin in twins.items():
        item = twin.twin_of or name
        if item not in items or item in used:
            alone += 1
            continue
        used.add(item)
        n = min(len(items[item].hits), len(twin.hits))
        a, b = items[item].first(n), twin.first(n)
        table["both" if a and b else "only_test" if a else "only_twin" if b else "neither"] += 1
    note = f"{alone:,} twins belong to no item of the file (twin_of) and were left out" if alone else ""
    return (table if used else None), note
