"""Leave one part of the test out: does first place hold, how far does the order move, how sure is the lead."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from auditgen.stats.alternatives import Rule, board_scores
from auditgen.stats.bootstrap import TIE_DECIMALS, competition_ranks, score_matrix

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class WithoutPart:
    """The board without one part. first: indices in first place (several if tied).

    first_changed: not the same model or models as on the full board. first_lost: no model that was first still is.
    """

    part: Hashable
    n_rows: int
    scores: tuple[float, ...]
    first: tuple[int, ...]
    first_changed: bool
    first_lost: bool
    kendall_tau_b: float
    max_rank_shift: int


@dataclass(frozen=True)
class Lead:
    """Lead of the first over the second on the board, with the uncertainty that comes from the choice of parts.

    se: delete-one jackknife over parts, equal to sd(differences) / sqrt(T) for a mean of T tasks; t on T - 1 degrees.
    NaN with fewer than two parts or no variation.
    """

    model: int
    runner_up: int
    estimate: float
    se: float
    t: float
    df: int
    p_value: float
    ci_low: float
    ci_high: float


@dataclass(frozen=True)
class LeaveOneOut:
    """Full board and every board with one part left out, in the order in which parts first appear."""

    scores: tuple[float, ...]
    first: tuple[int, ...]
    without: tuple[WithoutPart, ...]
    n_first_changed: int
    share_first_changed: float
    min_kendall_tau_b: float
    max_rank_shift: int
    lead: Lead


def leave_one_out(
    scores: ArrayLike,
    *,
    rule: Rule = "mean_score",
    parts: Sequence[Hashable] | None = None,
    categories: Sequence[Hashable] | None = None,
    level: float = 0.95,
) -> LeaveOneOut:
    """Recompute the board without each part.

    scores: (tasks or items, models), higher is better. parts: what is left out together, one label a row (default:
    every row alone). categories: one label a row; the board is then the mean over categories of the category's board
    (as LiveBench). rule: as in `board_scores`. Raises ValueError on a bad table, labels that do not fit, or fewer
    than two parts.
    """
    matrix = score_matrix(scores, allow_missing=rule == "mean_win_rate", min_models=2)
    labels = _labels(parts, len(matrix), "parts", range(len(matrix)))
    groups = _labels(categories, len(matrix), "categories", [0] * len(matrix))
    names = list(dict.fromkeys(labels))
    if len(names) < 2:
        raise ValueError("parts: expected at least two, so that one can be left out")
    full = np.round(_board(matrix, groups, rule), TIE_DECIMALS)
    first = _first(full)
    order = np.argsort(-full, kind="stable")
    without, boards = [], []
    for name in names:
        keep = [i for i, label in enumerate(labels) if label != name]
        board = _board(matrix[keep], [groups[i] for i in keep], rule)
        boards.append(board)
        without.append(_without(name, len(matrix) - len(keep), full, np.round(board, TIE_DECIMALS), first))
    changed = sum(part.first_changed for part in without)
    return LeaveOneOut(
        scores=tuple(float(x) for x in full),
        first=first,
        without=tuple(without),
        n_first_changed=changed,
        share_first_changed=changed / len(without),
        min_kendall_tau_b=min(part.kendall_tau_b for part in without),
        max_rank_shift=max(part.max_rank_shift for part in without),
        lead=_lead(full, np.array(boards), int(order[0]), int(order[1]), level),
    )


def _board(matrix: Floats, groups: Sequence[Hashable], rule: Rule) -> Floats:
    members: dict[Hashable, list[int]] = {}
    for row, group in enumerate(groups):
        members.setdefault(group, []).append(row)
    return np.asarray(np.mean([board_scores(matrix[rows], rule) for rows in members.values()], axis=0))


def _without(name: Hashable, n_rows: int, full: Floats, board: Floats, first: tuple[int, ...]) -> WithoutPart:
    from scipy.stats import kendalltau

    now = _first(board)
    shift = np.abs(competition_ranks(full)[0] - competition_ranks(board)[0])
    return WithoutPart(
        part=name,
        n_rows=n_rows,
        scores=tuple(float(x) for x in board),
        first=now,
        first_changed=now != first,
        first_lost=not set(now) & set(first),
        kendall_tau_b=float(kendalltau(full, board).statistic),
        max_rank_shift=int(shift.max()),
    )


def _lead(full: Floats, boards: Floats, model: int, runner_up: int, level: float) -> Lead:
    from scipy.stats import t as student

    estimate = float(full[model] - full[runner_up])
    left_out = boards[:, model] - boards[:, runner_up]
    parts = len(boards)
    se = float(np.sqrt((parts - 1) / parts * ((left_out - left_out.mean()) ** 2).sum()))
    if se < 1e-12:
        nan = float("nan")
        return Lead(model, runner_up, estimate, se, nan, parts - 1, nan, nan, nan)
    t = estimate / se
    half = float(student.ppf((1 + level) / 2, parts - 1)) * se
    p_value = float(2 * student.sf(abs(t), parts - 1))
    return Lead(model, runner_up, estimate, se, t, parts - 1, p_value, estimate - half, estimate + half)


def _first(board: Floats) -> tuple[int, ...]:
    return tuple(int(i) for i in np.nonzero(board == board.max())[0])


def _labels(given: Sequence[Hashable] | None, rows: int, name: str, default: Sequence[Hashable]) -> list[Hashable]:
    if given is None:
        return list(default)
    if len(given) != rows:
        raise ValueError(f"{name}: expected one label a row ({rows}); found {len(given)}")
    return list(given)
