"""Two boards over the same entries: agreement, reversals, changes of score, and entries that stand apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from auditgen.ranking_board import Board
from auditgen.records.rank_record import AgreementRow, TwoPlaces

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from auditgen.stats.reversals import PairTests

    Floats = npt.NDArray[np.float64]

LEAST_MODELS = 3
MOST_ALL_PAIRS = 2_000
"""Entries above which reversed pairs are not counted one by one."""
OUTLIER = 6.0
"""Robust standard deviations (1.4826 x median absolute deviation) from the median change."""

OUTLIERS_AT_MOST = 0.02
TOP = 14
"""Entries of a comparison that the record keeps one by one."""


def agree(
    a: str,
    b: str,
    models: tuple[str, ...],
    x: Floats,
    y: Floats,
    *,
    kind: Literal["test", "setup", "file", "published"] = "test",
    same_unit: bool = False,
    watch: bool = True,
    tests: tuple[PairTests, PairTests] | None = None,
) -> AgreementRow | None:
    """Agreement of two score lists (higher is better in both) over the same entries; None with fewer than three.

    same_unit: whether changes of score mean anything. watch: whether single entries are told, the best ones and those
    that change unlike all others.
    tests: all pairs on a and on b, for the counts of clear reversals.
    """
    import numpy as np

    from auditgen.stats.agreement import agreement
    from auditgen.stats.bootstrap import competition_ranks
    from auditgen.stats.reversals import reversals

    if len(models) < LEAST_MODELS:
        return None
    few = len(models) <= MOST_ALL_PAIRS
    if few:
        made = agreement(x, y)
        tau, weighted, spearman, turned = made.kendall_tau_b, made.weighted_tau, made.spearman, made.reversed_pairs
    else:
        tau, weighted, spearman, turned = (*_correlations(x, y), None)  # type: ignore[assignment]
    counts = reversals(*tests) if tests is not None and few else None
    ranks_a, ranks_b = competition_ranks(x)[0], competition_ranks(y)[0]
    top_a, top_b = set(np.nonzero(ranks_a <= 10)[0]), set(np.nonzero(ranks_b <= 10)[0])
    top20 = np.argsort(-np.round(x, 9), kind="stable")[:20]
    change = y - x
    slope = r_squared = None
    if same_unit and np.ptp(x) > 0:
        slope = float(np.polyfit(x, y, 1)[0])
        r_squared = float(np.corrcoef(x, y)[0, 1] ** 2) if np.ptp(y) > 0 else None
    return AgreementRow(
        a=a,
        b=b,
        kind=kind,
        n_models=len(models),
        kendall_tau_b=tau,
        weighted_tau=weighted,
        spearman=spearman,
        top10_overlap=len(top_a & top_b) if len(models) > 10 else None,
        top20_kendall_tau_b=agreement(x[top20], y[top20]).kendall_tau_b if len(models) > 25 else None,
        reversed_pairs=turned,
        n_pairs=len(models) * (len(models) - 1) // 2,
        clear_a=counts.n_clear_first if counts else None,
        reversed_of_clear=counts.n_reversed if counts else None,
        reversed_clear=counts.n_clearly_reversed if counts else None,
        mean_change=float(change.mean()) if same_unit else None,
        lowest_change=float(change.min()) if same_unit else None,
        highest_change=float(change.max()) if same_unit else None,
        slope=slope,
        r_squared=r_squared,
        max_rank_shift=int(np.abs(ranks_a - ranks_b).max()),
        first_a=tuple(models[i] for i in np.nonzero(ranks_a == 1)[0]),
        first_b=tuple(models[i] for i in np.nonzero(ranks_b == 1)[0]),
        top=_top(models, x, y) if watch else (),
        outliers=_outliers(models, x, y) if same_unit and watch else (),
    )


def _top(models: tuple[str, ...], x: Floats, y: Floats) -> tuple[TwoPlaces, ...]:
    """The best entries on a with their places on both."""
    import numpy as np

    from auditgen.stats.bootstrap import competition_ranks

    ranks_a, ranks_b = competition_ranks(x)[0], competition_ranks(y)[0]
    return tuple(
        TwoPlaces(
            model=models[i],
            score_a=float(x[i]),
            score_b=float(y[i]),
            rank_a=int(ranks_a[i]),
            rank_b=int(ranks_b[i]),
        )
        for i in np.argsort(ranks_a, kind="stable")[:TOP]
    )


def _correlations(x: Floats, y: Floats) -> tuple[float, float, float]:
    from scipy.stats import kendalltau, spearmanr, weightedtau

    return float(kendalltau(x, y).statistic), float(weightedtau(x, y).statistic), float(spearmanr(x, y).statistic)


def _outliers(models: tuple[str, ...], x: Floats, y: Floats) -> tuple[str, ...]:
    """Entries whose change lies more than six robust standard deviations from the median change."""
    import numpy as np

    if len(models) < 8:
        return ()
    change = y - x
    centre = np.median(change)
    spread = 1.4826 * float(np.median(np.abs(change - centre)))
    if spread == 0:
        return ()
    far = np.nonzero(np.abs(change - centre) > OUTLIER * spread)[0]
    # many of them are a long tail of ordinary changes, not odd files
    return tuple(models[i] for i in far) if len(far) <= max(3, OUTLIERS_AT_MOST * len(models)) else ()


def agree_boards(a: Board, b: Board, *, kind: Literal["test", "setup", "file", "published"]) -> AgreementRow | None:
    """Agreement of two boards on the entries that both have, by name."""
    import numpy as np

    at_b = {name: i for i, name in enumerate(b.models)}
    common = [(i, at_b[name]) for i, name in enumerate(a.models) if name in at_b]
    if len(common) < LEAST_MODELS:
        return None
    left, right = np.array([i for i, _ in common]), np.array([k for _, k in common])
    tests = None
    whole = len(a.head) == len(a.models) and len(b.head) == len(b.models)
    if whole and a.tests is not None and b.tests is not None:
        tests = _among(a.tests, left), _among(b.tests, right)
    return agree(
        a.name, b.name, tuple(a.models[i] for i in left), a.scores[left], b.scores[right], kind=kind,
        same_unit=a.unit == b.unit and a.unit != "as_printed", tests=tests,
    )  # fmt: skip


def _among(tests: PairTests, keep: npt.NDArray[np.int_]) -> PairTests:
    """The tests of some entries, with Holm over the pairs among them."""
    import numpy as np

    from auditgen.stats.multiplicity import holm
    from auditgen.stats.reversals import PairTests

    at = np.ix_(keep, keep)
    p_value = tests.p_value[at]
    upper = np.triu_indices(len(keep), 1)
    adjusted = np.full(p_value.shape, np.nan)
    adjusted[upper] = holm(p_value[upper])
    adjusted.T[upper] = adjusted[upper]
    return PairTests(tests.gap[at], tests.z[at], p_value, adjusted, tests.method)
