"""Log-probabilities (JSONL): published against shuffled order of items, and familiarity of items beside controls."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from auditgen.intake.errors import show
from auditgen.intake.evidence.model import Piece
from auditgen.intake.evidence.names import Names
from auditgen.intake.evidence.source import EvidenceFile, Line, number_list, number_of, text_of, truth_of
from auditgen.stats.exchangeability import shard_scores
from auditgen.stats.min_k import familiarity_test, min_k, min_k_plus_plus

K_PERCENT = 20.0
K_REPORTED = (10.0, 20.0, 30.0, 40.0, 50.0)
Key = tuple[str, str]


def order_fits(file: EvidenceFile) -> bool:
    """Whether the file compares the published order with shuffled ones."""
    return file.is_json and {"canonical", "shuffled"} <= file.keys()


def read_order(file: EvidenceFile, names: Names) -> list[Piece]:
    """One piece a model and test: s of every shard, natural log; one shard alone gives the exact count."""
    shards: dict[Key, list[tuple[float, list[float]]]] = defaultdict(list)
    exchangeable: dict[Key, set[bool | None]] = defaultdict(set)
    for line in file.lines():
        key = (text_of(file, line, "model"), text_of(file, line, "benchmark"))
        shards[key].append((number_of(file, line, "canonical"), number_list(file, line, "shuffled")))
        exchangeable[key].add(truth_of(file, line, "exchangeable"))
    if not shards:
        raise file.problem(expected="at least one shard", found="none")
    pieces = []
    for key, found in sorted(shards.items()):
        about, notes = names.about(key[1], key[0])
        one = len(found) == 1
        canonical, others = found[0]
        stated = exchangeable[key] - {None} or {file.origin.exchangeable}
        content: dict[str, Any] = {
            **about,
            "shards": [] if one else [shard_scores([c], [s])[0] for c, s in found],
            "n_shuffles": min(len(s) for _, s in found),
            "exact": {"ge": sum(x >= canonical for x in others), "m": len(others)} if one else None,
            "exchangeable": stated.pop() if len(stated) == 1 else False,
        }
        pieces.append(Piece("order_test", content, notes))
    return pieces


@dataclass
class _Texts:
    """Scores of the texts of one model and test, one list of tokens a text."""

    scores: dict[str, list[float]] = field(default_factory=lambda: {"test": [], "control": []})
    tokens: dict[str, list[tuple[list[float], ...]]] = field(default_factory=lambda: {"test": [], "control": []})
    matched: set[bool | None] = field(default_factory=set)


def familiarity_fits(file: EvidenceFile) -> bool:
    """Whether the file holds token log-probabilities, or scores made from them, of items and controls."""
    keys = file.keys()
    return file.is_json and "group" in keys and bool(keys & {"log_probs", "logprobs", "min_k"})


def read_familiarity(file: EvidenceFile, names: Names) -> list[Piece]:
    """One piece a model and test. Token level: log_probs with means and sds (Min-K%++), or log_probs alone (Min-K%)."""
    found: dict[Key, _Texts] = defaultdict(_Texts)
    for line in file.lines():
        key = (text_of(file, line, "model"), text_of(file, line, "benchmark"))
        group = text_of(file, line, "group").strip().lower()
        if group not in ("test", "control"):
            raise file.problem(line=line.number, field="group", expected="test or control", found=show(group))
        if group == "control":
            found[key].matched.add(truth_of(file, line, "matched"))
        if "min_k" in line.row:
            found[key].scores[group].append(number_of(file, line, "min_k"))
        else:
            found[key].tokens[group].append(_tokens(file, line))
    if not found:
        raise file.problem(expected="at least one text", found="none")
    return [_familiarity(file, key, texts, names) for key, texts in sorted(found.items())]


def _tokens(file: EvidenceFile, line: Line) -> tuple[list[float], ...]:
    name = "log_probs" if "log_probs" in line.row else "logprobs"
    lists = [number_list(file, line, name)]
    if "means" in line.row or "sds" in line.row:
        lists += [number_list(file, line, "means"), number_list(file, line, "sds")]
        if len({len(x) for x in lists}) > 1:
            found = ", ".join(str(len(x)) for x in lists)
            raise file.problem(
                line=line.number, field="means", expected="one value a token in log_probs, means and sds", found=found
            )
        if min(lists[2]) <= 0:
            raise file.problem(line=line.number, field="sds", expected="numbers above zero", found=str(min(lists[2])))
    return tuple(lists)


def _familiarity(file: EvidenceFile, key: Key, texts: _Texts, names: Names) -> Piece:
    about, notes = names.about(key[1], key[0])
    levels = {len(t) for group in texts.tokens.values() for t in group}
    if len(levels) > 1 or (levels and any(texts.scores.values())):
        raise file.problem(
            field="means", expected="one kind of score in all lines", found="several",
            mend="Give means and sds for every text, or for none.",
        )  # fmt: skip
    full = levels == {3}

    def scored(group: str, k: float) -> list[float]:
        if not levels:
            return texts.scores[group]
        return [
            min_k_plus_plus(t[0], t[1], t[2], k_percent=k) if full else min_k(t[0], k_percent=k)
            for t in texts.tokens[group]
        ]

    test, control = scored("test", K_PERCENT), scored("control", K_PERCENT)
    by_k = {}
    if levels and test and control:
        by_k = {f"{k:.0f}": familiarity_test(scored("test", k), scored("control", k)).auc for k in K_REPORTED}
    stated = texts.matched - {None} or {file.origin.matched}
    content: dict[str, Any] = {
        **about,
        "test": test,
        "control": control,
        "k_percent": K_PERCENT,
        "method": "Min-K%++" if full or not levels else "Min-K%",
        "matched": stated.pop() if len(stated) == 1 else False,
        "auc_by_k": by_k,
    }
    return Piece("familiarity", content, notes)
