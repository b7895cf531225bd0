"""What would change the order, one plain sentence each."""

from __future__ import annotations

from collections.abc import Sequence

from auditgen.ranking_board import Board
from auditgen.records.rank_record import (
    AgreementRow,
    Alternatives,
    FirstPlace,
    Preparation,
    RankedModel,
    WithoutPart,
)

_SHOWN = 4
_FRAGILE = 0.01


def changes(
    board: Board,
    ranked: Sequence[RankedModel],
    first: FirstPlace,
    without: Sequence[WithoutPart],
    other: Alternatives | None,
    agreement: Sequence[AgreementRow],
    practice: Preparation | None,
) -> tuple[str, ...]:
    """Sentences, the nearest things first: ties, sampling, single items, parts, scale, other entries, other tests."""
    found: list[str] = []
    if first.tied:
        found.append(f"{_names((first.model, *first.tied))} have the same score and share first place.")
    if first.p_first is not None:
        again = (
            "With other votes of the same kind" if board.unit == "rating" else "With other questions of the same kind"
        )
        found.append(f"{again} {first.model} would come first in {_repeats(first.p_first)} of 100 repeats.")
    if first.indistinguishable:
        words = (
            "cannot be told apart from the first" if not first.tied else "cannot be told apart from those at the top"
        )
        found.append(f"{_names(first.indistinguishable)} {words}.")
    for name in first.on_the_edge:
        found.append(
            f"The difference between {first.model} and {name} is on the edge: a slightly different sample of questions "
            "could turn it either way."
        )
    if first.drop_k is not None and first.drop_share is not None and not first.tied:
        n = len(board.items) if board.items is not None else 0
        fragile = ", fewer than 1 in 100" if first.drop_share < _FRAGILE else ""
        found.append(
            f"Take away {first.drop_k} of {n:,} questions ({100 * first.drop_share:.2g}%{fragile}) and "
            f"{first.runner_up} is ahead of {first.model}."
        )
    found += _parts(without)
    found += _others(other)
    found += _other_tests(first, agreement)
    if practice is not None:
        found.append(
            f"After equal preparation {practice.most_moved} moves {practice.max_rank_shift} places; tests agree with "
            f"one another at tau {_tau(practice.mean_tau_after)} instead of {_tau(practice.mean_tau_before)}."
        )
    return tuple(found)


def _parts(without: Sequence[WithoutPart]) -> list[str]:
    words = {"task": "test", "category": "category", "cluster": "group"}
    found = []
    for kind in dict.fromkeys(part.kind for part in without):
        own = [part for part in without if part.kind == kind]
        changed = [part for part in own if part.first_changed]
        for part in changed[:_SHOWN]:
            what = f" ({part.n:,} questions)" if kind == "cluster" else ""
            found.append(f"Without {part.dropped}{what} the first is {_names(part.first)}.")
        if len(changed) > _SHOWN:
            found.append(f"{len(changed) - _SHOWN} more of {len(own)} {words[kind]}s change the first place as well.")
        if not changed:
            plural = {"task": "tests", "category": "categories", "cluster": "groups"}[kind]
            found.append(f"None of the {len(own)} {plural} decides the first place alone.")
    return found


def _others(other: Alternatives | None) -> list[str]:
    if other is None:
        return []
    found = []
    if other.n_removals:
        found.append(
            f"Leaving out one entry changes the order of at least two others in {other.n_flipping} of "
            f"{other.n_removals} cases (at most {other.max_flipped_pairs} pairs)."
        )
        for row in [r for r in other.removals if r.first_changed][:_SHOWN]:
            found.append(f"Without {row.removed}, about which nobody asked, the first is {_names(row.first)}.")
    if other.rescaled:
        tasks = list(dict.fromkeys(row.task for row in other.rescaled))
        found.append(f"The first two swap if the spread of one test were half or double: {_names(tasks)}.")
    return found


def _other_tests(first: FirstPlace, agreement: Sequence[AgreementRow]) -> list[str]:
    found = []
    for row in [r for r in agreement if r.kind in ("setup", "file")][:_SHOWN]:
        same = set(row.first_b) & set(row.first_a)
        where = row.b
        if not same:
            found.append(f"On {where} the first is {_names(row.first_b)} (tau {_tau(row.kendall_tau_b)}).")
        else:
            found.append(f"On {where} {_names(tuple(same))} is first as well (tau {_tau(row.kendall_tau_b)}).")
        if row.outliers:
            found.append(
                f"{_names(row.outliers)} changes unlike all others between {row.a} and {row.b}: check the data."
            )
    return found


def _names(names: Sequence[str]) -> str:
    shown = list(names[:_SHOWN])
    if len(names) > _SHOWN:
        return ", ".join(shown) + f" and {len(names) - _SHOWN} more"
    return " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)


def _repeats(p: float) -> str:
    if p >= 0.995:
        return "more than 99"
    return "fewer than 1" if p < 0.005 else f"about {100 * p:.0f}"


def _tau(value: float | None) -> str:
    return "not computable" if value is None or value != value else f"{value:.2f}"
