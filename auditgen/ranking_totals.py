"""The board of totals: scores of a results table, with the sampling error that the table itself lets one know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditgen.ranking_board import LEVEL, MOST_PAIRED, Board, Interval, Rule
from auditgen.records.rank_record import RankNote
from auditgen.stats.standard_normal import half_width

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from auditgen.intake.tables.model import ResultsTable, Unit
    from auditgen.stats.reversals import PairTests

    Floats = npt.NDArray[np.float64]


def board_from_scores(
    table: ResultsTable,
    name: str,
    tests: list[int],
    *,
    rule: Rule,
    seed: int,
    resamples: int,
    categories: tuple[str, ...] | None = None,
) -> Board:
    """The board of some tests of a results table; entries without a score on all of them must be left out before.

    Sampling error from printed standard errors, else from intervals, else from shares and item counts; unpaired, since
    totals do not tell which items were answered. Draws are normal.
    """
    import numpy as np

    scores = table.scores[:, tests]
    error = standard_errors(table)[:, tests]
    if len(tests) == 1:
        value, se = scores[:, 0], error[:, 0]
    else:
        value = means(scores.T, rule, categories)
        se = _error_of_mean(error, rule, categories)
    known = bool(np.isfinite(se).all())
    notes = []
    head = np.sort(np.argsort(-np.round(value, 9), kind="stable")[:MOST_PAIRED])
    if len(value) > MOST_PAIRED and known:
        text = (
            f"Of {len(value):,} entries the best {MOST_PAIRED:,} are compared with one another; their rank intervals "
            f"end at {MOST_PAIRED:,}, and the others have a rank only."
        )
        notes.append(RankNote(id="long_table", text=text))
    if not known:
        some = int(np.isfinite(se).sum())
        notes.append(
            RankNote(
                id="no_sampling_error",
                text="The file states no number of items and no standard error"
                + (f" for {len(se) - some} of {len(se)} entries" if some else "")
                + ": no interval, no rank interval and no test can be given; give --n-items.",
            )
        )
    elif table.tests[tests[0]].unit == "rating":
        notes.append(
            RankNote(
                id="votes",
                text="A vote between two answers tells which one people like; it does not check whether answers are "
                "right. Ratings are compared as if independent of one another.",
            )
        )
    else:
        notes.append(
            RankNote(
                id="unpaired",
                text="Only totals are known, so entries are compared as if each had answered other items; answers to "
                "single items would show smaller gaps.",
            )
        )
    draws = None
    tests_of_pairs = None
    if known:
        draws = value[head] + se[head] * np.random.default_rng(seed).standard_normal((resamples, len(head)))
        tests_of_pairs = _unpaired_tests(value[head], se[head])
    unit = table.tests[tests[0]].unit
    same_unit = all(table.tests[i].unit == unit for i in tests)
    shown: Unit = unit if same_unit and rule in ("mean_score", "mean_of_categories") else "as_printed"
    if len(tests) > 1 and rule == "mean_win_rate":
        shown = "fraction"
    return Board(
        name=name,
        models=table.models,
        scores=value,
        unit=shown,
        intervals=_table_intervals(table, tests, value, se),
        n_items=_counts(table, tests),
        rule=rule if len(tests) > 1 else "score",
        head=tuple(int(i) for i in head),
        covariance=np.diag(se[head] ** 2) if known else None,
        tests=tests_of_pairs,
        draws=draws,
        rows=scores.T if len(tests) > 1 else None,
        row_names=tuple(table.tests[i].name for i in tests),
        row_categories=categories,
        notes=tuple(notes),
    )


def means(rows: Floats, rule: Rule, categories: tuple[str, ...] | None) -> Floats:
    """Board scores of the models from (tests, models) by the rule."""
    import numpy as np

    from auditgen.stats.alternatives import board_scores

    if rule == "mean_of_categories":
        assert categories is not None
        groups = list(dict.fromkeys(categories))
        parts = [rows[[i for i, c in enumerate(categories) if c == group]].mean(axis=0) for group in groups]
        return np.asarray(np.mean(parts, axis=0))
    return board_scores(rows, rule)


def standard_errors(table: ResultsTable) -> Floats:
    """Standard error of every score, NaN where nothing is known: as printed, from intervals, from shares and n."""
    import numpy as np

    se = table.stderr.copy()
    width = (table.ci_high - table.ci_low) / (2 * half_width(LEVEL))
    se = np.where(np.isnan(se), width, se)
    share = np.array([test.unit == "fraction" for test in table.tests])
    p = np.where((table.scores >= 0) & (table.scores <= 1) & share, table.scores, np.nan)
    n = np.where(table.n_items >= 1, table.n_items, np.nan)
    with np.errstate(invalid="ignore"):
        # 0 and 1 have no spread of their own: the variance of half an item
        inner = np.where((p == 0) | (p == 1), np.clip(p, 0.5 / n, 1 - 0.5 / n), p)
        binomial = np.sqrt(inner * (1 - inner) / n)
    return np.asarray(np.where(np.isnan(se), binomial, se))


def _error_of_mean(error: Floats, rule: Rule, categories: tuple[str, ...] | None) -> Floats:
    """Standard error of a mean over tests with independent errors; unknown for rank-type rules."""
    import numpy as np

    if rule == "mean_score":
        weights = np.full(error.shape[1], 1 / error.shape[1])
    elif rule == "mean_of_categories" and categories is not None:
        groups = list(dict.fromkeys(categories))
        weights = np.array([1 / len(groups) / categories.count(c) for c in categories])
    else:
        return np.full(len(error), np.nan)
    return np.asarray(np.sqrt(((weights * error) ** 2).sum(axis=1)))


def _unpaired_tests(value: Floats, se: Floats) -> PairTests:
    import numpy as np
    from scipy.special import ndtr

    from auditgen.stats.multiplicity import holm
    from auditgen.stats.reversals import PairTests

    gap = value[:, None] - value[None, :]
    spread = np.sqrt(se[:, None] ** 2 + se[None, :] ** 2)
    with np.errstate(divide="ignore", invalid="ignore"):
        z = np.where(np.round(gap, 9) == 0, 0.0, gap / spread)
    p_value = 2 * ndtr(-np.abs(z))
    np.fill_diagonal(p_value, np.nan)
    upper = np.triu_indices(len(value), 1)
    adjusted = np.full(p_value.shape, np.nan)
    adjusted[upper] = holm(p_value[upper])
    adjusted.T[upper] = adjusted[upper]
    return PairTests(gap, z, p_value, adjusted, "z_unpaired")


def _table_intervals(table: ResultsTable, tests: list[int], value: Floats, se: Floats) -> tuple[Interval | None, ...]:
    import numpy as np

    from auditgen.stats.intervals import score_interval

    found: list[Interval | None] = []
    one = tests[0]
    for i, score in enumerate(value):
        low, high, n = table.ci_low[i, one], table.ci_high[i, one], table.n_items[i, one]
        if len(tests) == 1 and low == low and high == high:
            found.append(Interval(float(low), float(high), "as printed"))
        elif len(tests) == 1 and table.stderr[i, one] != table.stderr[i, one] and n >= 1 and 0 <= score <= 1:
            made = score_interval(float(score), int(n))
            found.append(Interval(made.ci_low, made.ci_high, made.method))
        elif np.isfinite(se[i]):
            half = half_width(LEVEL) * float(se[i])
            found.append(Interval(float(score) - half, float(score) + half, "normal"))
        else:
            found.append(None)
    return tuple(found)


def _counts(table: ResultsTable, tests: list[int]) -> tuple[int | None, ...]:
    n = table.n_items[:, tests].sum(axis=1)
    return tuple(int(x) if x == x and x >= 1 else None for x in n)
