"""Which tests of a results table are ranked, which are only compared, and what each part of the table tells."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from auditgen.intake.errors import InputError, Problem, show
from auditgen.intake.tables.columns import BEFORE, plain
from auditgen.intake.tables.model import ResultsTable, ScoreColumn
from auditgen.ranking_board import Board, Rule
from auditgen.ranking_compare import LEAST_MODELS, agree, agree_boards
from auditgen.ranking_setups import over_prompts, practice_of
from auditgen.ranking_totals import board_from_scores
from auditgen.records.rank_record import AgreementRow, Excluded, Preparation, PromptRow, RankNote

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

MOST_TEST_PAIRS = 500
"""Pairs of tests up to which all are compared; beyond, each test is compared with the ranking."""
_SHOWN = 5
_DATE = re.compile(r"\d{4}-\d{2}")


@dataclass
class RankedTable:
    """The board of a table and what was found beside it."""

    board: Board
    notes: list[RankNote] = field(default_factory=list)
    excluded: list[Excluded] = field(default_factory=list)
    agreement: list[AgreementRow] = field(default_factory=list)
    preparation: Preparation | None = None
    prompts: tuple[PromptRow, ...] = ()


def ranked_table(
    table: ResultsTable,
    *,
    tests: Sequence[str] = (),
    against: Sequence[str] = (),
    rule: Rule | None = None,
    seed: int,
    resamples: int,
) -> RankedTable:
    """Choose the tests, rank by them, and compare with the others.

    Without `tests`: every test on which higher is better, under the first set-up of the file (the newest where set-ups
    are dates; wordings are averaged);
    other set-ups (judges, settings, snapshots) are compared, never averaged in.
    """
    prompts: tuple[PromptRow, ...] = ()
    if table.prompt is not None:
        table, prompts = over_prompts(table)
    chosen = _named(table, tests) if tests else _first_setup(table)
    if not chosen:
        raise InputError(
            Problem(table.file, expected="a test on which higher is better", found="none",
                    mend="Say --higher-is-better NAME for the tests to rank by.")
        )  # fmt: skip
    name = _board_name(table, chosen)
    categories = _categories(table, chosen)
    if rule is None:
        rule = "mean_of_categories" if categories is not None else "mean_score"
    if rule == "mean_of_categories" and categories is None:
        raise InputError(
            Problem(
                table.file, expected="a column category beside the tasks", found="none", mend="Choose another --rule."
            )
        )
    whole, out = _complete(table, chosen, rule)
    board = board_from_scores(whole, name, chosen, rule=rule, seed=seed, resamples=resamples, categories=categories)
    made = RankedTable(board, excluded=out, prompts=prompts)
    made.notes += _said(table, chosen, out, rule)
    made.agreement += _published(whole, board, chosen, rule)
    made.agreement += _setups(table, board, chosen, rule, categories, seed)
    made.agreement += _between(table, whole, board, chosen, _named(table, against))
    made.preparation = practice_of(table, chosen)
    return made


def _named(table: ResultsTable, names: Sequence[str]) -> list[int]:
    """Tests by name; a name may be of the test or of one of its parts (`--test mmlu` under several settings)."""
    found: list[int] = []
    for name in names:
        exact = [i for i, test in enumerate(table.tests) if test.name == name]
        parts = [i for i, test in enumerate(table.tests) if name in test.parts.values()]
        if not exact and not parts:
            raise InputError(
                Problem(table.file, expected="the name of a test", found=show(name),
                        mend=f"There are {', '.join(show(t.name, 40) for t in table.tests[:12])}.")
            )  # fmt: skip
        found += [i for i in exact or parts if i not in found]
    return found


def _setup_of(table: ResultsTable, test: ScoreColumn) -> tuple[str, ...]:
    return tuple(test.parts.get(column, "") for column in table.setup)


def _key(table: ResultsTable, test: ScoreColumn) -> tuple[tuple[str, str], ...]:
    """What the test is, whatever its set-up."""
    return tuple((k, v) for k, v in test.parts.items() if k not in table.setup)


def _usable(test: ScoreColumn) -> bool:
    return not test.aggregate and not test.lower_is_better


def _first_setup(table: ResultsTable) -> list[int]:
    usable = [i for i, test in enumerate(table.tests) if _usable(test)]
    if not usable:
        return [i for i, test in enumerate(table.tests) if not test.lower_is_better]
    setups = list(dict.fromkeys(_setup_of(table, table.tests[i]) for i in usable))
    dated = [k for k in range(len(table.setup)) if all(_DATE.match(s[k]) for s in setups)]
    newest = max(setups, key=lambda s: [s[k] for k in dated]) if dated else setups[0]
    first = next((s for s in setups if any(plain(v) in BEFORE for v in s)), newest)
    chosen = [i for i in usable if _setup_of(table, table.tests[i]) == first]
    units = {table.tests[i].unit for i in chosen}
    if len(units) > 1:
        # tests on a scale of their own cannot enter a mean with shares
        chosen = [i for i in chosen if table.tests[i].unit == "fraction"] or chosen[:1]
    return chosen


def _board_name(table: ResultsTable, chosen: list[int]) -> str:
    if len(chosen) == 1:
        return table.tests[chosen[0]].name
    setup = [v for v in _setup_of(table, table.tests[chosen[0]]) if v]
    return f"mean of {len(chosen)} tests" + (f" · {' · '.join(setup)}" if setup else "")


def _categories(table: ResultsTable, chosen: list[int]) -> tuple[str, ...] | None:
    labels = [table.tests[i].category for i in chosen]
    if len(chosen) < 2 or any(label is None for label in labels) or len(set(labels)) < 2:
        return None
    return tuple(str(label) for label in labels)


def _complete(table: ResultsTable, chosen: list[int], rule: Rule) -> tuple[ResultsTable, list[Excluded]]:
    """Entries with a score on every chosen test (on any of them for win rates, which allow holes)."""
    import numpy as np

    holes = np.isnan(table.scores[:, chosen])
    if rule == "mean_win_rate" and len(chosen) > 1:
        # a test that one entry alone took tells nothing of it
        with_rivals = (~holes).sum(axis=0) >= 2
        keep = np.asarray((~holes & with_rivals).any(axis=1))
    else:
        keep = np.asarray(~holes.any(axis=1))
    if int(keep.sum()) < 2:
        fullest = [table.tests[i].name for i in np.array(chosen)[np.argsort(holes.sum(axis=0), kind="stable")][:4]]
        raise InputError(
            Problem(table.file, expected="at least 2 entries with a score on every test",
                    found=f"{int(keep.sum())} of {len(keep)}",
                    mend=f"Choose tests with --test, such as {', '.join(show(n, 40) for n in fullest)}; or --rule "
                         "mean_win_rate, which allows holes.")
        )  # fmt: skip
    out = [
        Excluded(
            model=table.models[i],
            reason=f"no score on {int(holes[i].sum())} of {len(chosen)} tests ranked",
        )
        for i in np.nonzero(~keep)[0]
    ]
    return table.only_models([int(i) for i in np.nonzero(keep)[0]]), out


def _said(table: ResultsTable, chosen: list[int], out: list[Excluded], rule: Rule) -> list[RankNote]:
    notes = []
    if out:
        names = ", ".join(e.model for e in out[:_SHOWN]) + (" ..." if len(out) > _SHOWN else "")
        text = f"{len(out)} entries lack a score on some of the {len(chosen)} tests and are not ranked ({names})."
        notes.append(RankNote(id="incomplete_entries", text=text))
    if len(chosen) > 1:
        words = {"mean_score": "the mean score", "mean_of_categories": "the mean of category means",
                 "mean_win_rate": "the mean win rate", "mean_rank": "the mean rank"}  # fmt: skip
        text = f"Ranked by {words[rule]} over {len(chosen)} tests; the tests count alike."
        notes.append(RankNote(id="rule", text=text))
    setups = list(dict.fromkeys(_setup_of(table, test) for test in table.tests))
    if table.setup and len(setups) > 1:
        ranked = " · ".join(v for v in _setup_of(table, table.tests[chosen[0]]) if v)
        text = (
            f"The tests were run in {len(setups)} ways ({', '.join(table.setup)}); ranked under {ranked}, the others "
            "are compared with it, never averaged in."
        )
        notes.append(RankNote(id="setups", text=text))
    return notes


def _published(whole: ResultsTable, board: Board, chosen: list[int], rule: Rule) -> list[AgreementRow]:
    """The board against the means that the source printed."""
    import numpy as np

    rows = []
    for i, test in enumerate(whole.tests):
        known = ~np.isnan(whole.scores[:, i])
        if not test.aggregate or i in chosen or int(known.sum()) < LEAST_MODELS:
            continue
        models = tuple(m for m, k in zip(whole.models, known) if k)
        same = test.unit == board.unit
        row = agree(
            board.name, test.name, models, board.scores[known], whole.scores[known, i], kind="published", same_unit=same
        )
        if row is not None:
            rows.append(row)
    return rows


def _setups(
    table: ResultsTable,
    board: Board,
    chosen: list[int],
    rule: Rule,
    categories: tuple[str, ...] | None,
    seed: int,
) -> list[AgreementRow]:
    """The same tests under every other set-up."""
    import numpy as np

    own = _setup_of(table, table.tests[chosen[0]])
    keys = [_key(table, table.tests[i]) for i in chosen]
    if not table.setup or len(set(keys)) != len(keys):
        return []
    rows = []
    for setup in dict.fromkeys(_setup_of(table, test) for test in table.tests):
        if setup == own:
            continue
        at = {_key(table, t): i for i, t in enumerate(table.tests) if _setup_of(table, t) == setup}
        if any(key not in at for key in keys):
            continue
        same_tests = [at[key] for key in keys]
        kept = np.nonzero(~np.isnan(table.scores[:, same_tests]).any(axis=1))[0]
        if len(kept) < LEAST_MODELS:
            continue
        name = " · ".join(v for v in setup if v) if len(chosen) == 1 else _board_name(table, same_tests)
        other = board_from_scores(
            table.only_models([int(i) for i in kept]), name, same_tests, rule=rule, seed=seed, resamples=100,
            categories=categories,
        )  # fmt: skip
        row = agree_boards(board, other, kind="setup")
        if row is not None:
            rows.append(row)
    return rows


def _between(
    table: ResultsTable, whole: ResultsTable, board: Board, chosen: list[int], against: list[int]
) -> list[AgreementRow]:
    """Pairs of the ranked tests, and the ranking against tests only compared (turned where lower is better)."""
    rows: list[AgreementRow | None] = []
    pairs = [(chosen[i], chosen[k]) for i in range(len(chosen)) for k in range(i + 1, len(chosen))]
    if len(pairs) <= MOST_TEST_PAIRS:
        rows += [_two_tests(table, i, k, watch=False) for i, k in pairs]
    others = against or _left_over(table, chosen)
    for i in others:
        if i in chosen:
            continue
        alone = len(chosen) == 1 and not table.tests[i].lower_is_better
        rows.append(_two_tests(whole, chosen[0], i) if alone else _board_and_test(whole, board, i))
    return [row for row in rows if row is not None]


def _left_over(table: ResultsTable, chosen: list[int]) -> list[int]:
    """Tests of the ranked set-up that are no part of the ranking, such as those on which lower is better."""
    own = _setup_of(table, table.tests[chosen[0]])
    found = [i for i, t in enumerate(table.tests) if i not in chosen and not t.aggregate and _setup_of(table, t) == own]
    return found[:100]


def _turned(table: ResultsTable, i: int) -> tuple[Floats, str]:
    test = table.tests[i]
    if test.lower_is_better:
        return -table.scores[:, i], f"{test.name} (turned: lower is better)"
    return table.scores[:, i], test.name


def _two_tests(table: ResultsTable, i: int, k: int, *, watch: bool = True) -> AgreementRow | None:
    import numpy as np

    from auditgen.stats.reversals import pairs_from_scores

    x, y = table.scores[:, i], table.scores[:, k]
    known = ~np.isnan(x) & ~np.isnan(y)
    models = tuple(m for m, kept in zip(table.models, known) if kept)
    tests = None
    n, m = table.n_items[known, i], table.n_items[known, k]
    shares = all(table.tests[t].unit == "fraction" for t in (i, k))
    if shares and LEAST_MODELS <= len(models) <= 500 and (n >= 1).all() and (m >= 1).all():
        both = np.concatenate([x[known], y[known]])
        if both.min() >= 0 and both.max() <= 1:
            tests = pairs_from_scores(x[known], n), pairs_from_scores(y[known], m)  # type: ignore[arg-type]
    kind: Literal["test", "setup"] = "test"
    return agree(
        table.tests[i].name, table.tests[k].name, models, x[known], y[known], kind=kind,
        same_unit=table.tests[i].unit == table.tests[k].unit == "fraction", watch=watch, tests=tests,
    )  # fmt: skip


def _board_and_test(whole: ResultsTable, board: Board, i: int) -> AgreementRow | None:
    import numpy as np

    y, name = _turned(whole, i)
    known = ~np.isnan(y)
    models = tuple(m for m, kept in zip(whole.models, known) if kept)
    same = whole.tests[i].unit == board.unit == "fraction" and not whole.tests[i].lower_is_better
    return agree(board.name, name, models, board.scores[known], y[known], same_unit=same)
