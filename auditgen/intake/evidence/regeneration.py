"""Free regeneration (JSONL: a prompt without any item text, the output) matched against all items of a test."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from auditgen.intake.errors import show
from auditgen.intake.evidence.answers import recites, refused
from auditgen.intake.evidence.model import Piece
from auditgen.intake.evidence.names import Names
from auditgen.intake.evidence.source import EvidenceFile, Line, text_of, truth_of
from auditgen.intake.logs.privacy import item_name
from auditgen.stats.completion import HIT_CHARACTERS, HIT_TOKENS
from auditgen.stats.ngram import normalise

# What an item that is not of the test stands for: (a) the null, (b) legitimate knowledge, (c) phrases of the web.
NULLS, KNOWN, TEMPLATES = ("sealed", "later", "sibling"), "train", "template"
SETS = ("", *NULLS, KNOWN, TEMPLATES)
ANSWER_WITHIN = 60  # words after the question in which an answer still belongs to it
SHORTEST = 8  # an item of fewer words is too common to be matched at all


@dataclass(frozen=True)
class KnownItem:
    """One item that outputs are matched against. `set` is "" for the test itself, else what kind of control it is."""

    item_id: str
    benchmark: str
    set: str
    words: tuple[str, ...]
    answer: tuple[str, ...]
    answer_is_wrong: bool


def items_fit(file: EvidenceFile) -> bool:
    """Whether the file lists items: questions with names and no output of any model."""
    keys = file.keys() if file.is_json else file.columns()
    return (
        bool(keys & {"question", "problem"}) and bool(keys & {"item_id", "id", "question_id"}) and "output" not in keys
    )


def outputs_fit(file: EvidenceFile) -> bool:
    """Whether the file holds outputs to prompts without item text."""
    return (
        file.is_json and {"model", "benchmark", "output"} <= file.keys() and not {"item_id", "reference"} & file.keys()
    )


def read_items(file: EvidenceFile) -> list[KnownItem]:
    """Items of a test and of its controls (`control`: sealed, later, sibling, train or template)."""
    from auditgen.scan.items import answer_text

    found = []
    for line in file.lines() if file.is_json else file.table_rows():
        where = text_of(file, line, "control", needed=False).strip().lower()
        if where not in SETS:
            raise file.problem(
                line=line.number, field="control", expected=", ".join(SETS[1:]), found=show(where),
                mend="Leave it out for items of the test itself.",
            )  # fmt: skip
        identifier = next((line.row[k] for k in ("item_id", "id", "question_id") if line.row.get(k) is not None), None)
        question = text_of(file, line, "question" if line.row.get("question") is not None else "problem")
        choices = line.row.get("choices") or line.row.get("options")
        texts = [str(c) for c in choices] if isinstance(choices, list) else []
        stated = line.row.get("answer_text")
        answer = str(stated) if stated is not None else answer_text(line.row.get("answer"), texts)
        found.append(
            KnownItem(
                item_name(identifier),
                text_of(file, line, "benchmark", needed=False) or file.origin.benchmark or "",
                where,
                normalise(question),
                normalise(answer.rsplit("####", 1)[-1]),
                bool(truth_of(file, line, "answer_is_wrong")),
            )
        )
    return found


def read_outputs(file: EvidenceFile, names: Names, items: Sequence[KnownItem]) -> list[Piece]:
    """One piece a model and test: distinct items regenerated, with and without their answers."""
    groups: dict[tuple[str, str], list[str]] = defaultdict(list)
    for line in file.lines():
        key = (text_of(file, line, "model"), text_of(file, line, "benchmark"))
        groups[key].append(_output(file, line))
    return [_piece(file, key, outputs, names, items) for key, outputs in sorted(groups.items())]


def _output(file: EvidenceFile, line: Line) -> str:
    return text_of(file, line, "output", needed=False, limit=2_000_000)


def _piece(
    file: EvidenceFile, key: tuple[str, str], outputs: list[str], names: Names, items: Sequence[KnownItem]
) -> Piece:
    about, notes = names.about(key[1], key[0])
    test = names.test(key[1])
    mine = [i for i in items if _same_test(i.benchmark, key[1], names, test.id)]
    if not any(i.set == "" for i in mine):
        raise file.problem(
            expected=f"the items of {show(key[1])} beside the outputs, to match against", found="none",
            mend="Give a file of items too: item_id, benchmark, question, answer; controls with `control: sealed`.",
        )  # fmt: skip
    index, dropped = _index(mine)
    found: dict[str, dict[str, str]] = {"": {}, "control": {}, KNOWN: {}}
    for output in outputs:
        words = normalise(output)
        for item, end in _matches(words, index):
            kind = _recited(item, words[end : end + ANSWER_WITHIN])
            group = "control" if item.set in NULLS else item.set
            best = found[group].get(item.item_id, "")
            found[group][item.item_id] = max(best, kind, key=("", "question", "key", "wrong_key").index)
    usable = [i for i in mine if len(i.words) >= SHORTEST]
    regenerated = found[""]
    content: dict[str, Any] = {
        **about,
        "n_outputs": len(outputs),
        "n_test_items": sum(i.set == "" for i in usable),
        "distinct_test": len(regenerated),
        "n_control_items": sum(i.set in NULLS for i in usable),
        "distinct_control": len(found["control"]),
        "control_kinds": sorted({i.set for i in usable if i.set in NULLS}),
        "n_train_items": sum(i.set == KNOWN for i in usable),
        "distinct_train": len(found[KNOWN]),
        "question_only": sum(k == "question" for k in regenerated.values()),
        "with_key": sum(k == "key" for k in regenerated.values()),
        "with_wrong_key": sum(k == "wrong_key" for k in regenerated.values()),
        "refused": sum(refused(o) for o in outputs),
        "n_common_phrases": dropped,
        "n_too_short": len(mine) - len(usable),
        "match_rule": f"a run of {HIT_TOKENS} words and {HIT_CHARACTERS} characters that stands in one item only",
    }
    return Piece("regeneration", content, notes)


def _same_test(written: str, wanted: str, names: Names, wanted_id: str | None) -> bool:
    return not written or written == wanted or (wanted_id is not None and names.test(written).id == wanted_id)


def _index(items: Sequence[KnownItem]) -> tuple[dict[tuple[str, ...], KnownItem], int]:
    """Runs of words by the one item that holds them; runs of several items or of a template are common phrases."""
    index: dict[tuple[str, ...], KnownItem | None] = {}
    for item in items:
        size = min(HIT_TOKENS, len(item.words))
        if size < SHORTEST:
            continue
        for run in {item.words[i : i + size] for i in range(len(item.words) - size + 1)}:
            if len(" ".join(run)) < HIT_CHARACTERS:
                continue
            index[run] = None if item.set == TEMPLATES or run in index else item
    return {run: item for run, item in index.items() if item is not None}, sum(i is None for i in index.values())


def _matches(words: tuple[str, ...], index: dict[tuple[str, ...], KnownItem]) -> list[tuple[KnownItem, int]]:
    """Items that an output repeats, each with the place after its last matching run."""
    sizes = sorted({len(run) for run in index}, reverse=True)
    last: dict[tuple[str, str], tuple[KnownItem, int]] = {}
    for size in sizes:
        for start in range(len(words) - size + 1):
            item = index.get(words[start : start + size])
            if item is not None:
                last[item.set, item.item_id] = (item, start + size)
    return list(last.values())


def _recited(item: KnownItem, tail: tuple[str, ...]) -> str:
    if not recites(item.answer, tail):
        return "question"
    return "wrong_key" if item.answer_is_wrong else "key"
