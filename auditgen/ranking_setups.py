"""One test measured several times: before and after equal preparation, and under many wordings."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from auditgen.intake.tables.columns import AFTER, BEFORE, plain
from auditgen.intake.tables.model import ResultsTable
from auditgen.ranking_compare import LEAST_MODELS
from auditgen.ranking_parts import prompt_row
from auditgen.records.rank_record import Preparation, PromptRow

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]


def practice_of(table: ResultsTable, chosen: list[int]) -> Preparation | None:
    """Before and after equal preparation, where a set-up column says so."""
    for column in table.setup:
        values = list(dict.fromkeys(test.parts.get(column, "") for test in table.tests))
        before = [v for v in values if plain(v) in BEFORE]
        after = [v for v in values if plain(v) in AFTER]
        if len(before) != 1 or len(after) != 1:
            continue
        pairs = []
        for i in chosen:
            test = table.tests[i]
            if test.parts.get(column) != before[0]:
                continue
            wanted = {**test.parts, column: after[0]}
            match = next((k for k, t in enumerate(table.tests) if t.parts == wanted), None)
            if match is not None:
                pairs.append((i, match))
        made = _preparation(table, [i for i, _ in pairs], [k for _, k in pairs], (before[0], after[0]))
        if made is not None:
            return made
    return None


def over_prompts(table: ResultsTable) -> tuple[ResultsTable, tuple[PromptRow, ...]]:
    """One column a test, the mean over its wordings, and what the wordings do to the order."""
    import numpy as np

    groups: dict[tuple[tuple[str, str], ...], list[int]] = {}
    for i, test in enumerate(table.tests):
        groups.setdefault(tuple((k, v) for k, v in test.parts.items() if k != "prompt"), []).append(i)
    rows, tests = [], []
    grids: dict[str, list[Floats]] = {n: [] for n in ("scores", "n_items", "stderr", "ci_low", "ci_high")}
    for parts, members in groups.items():
        name = " · ".join(value for _, value in parts) or table.file
        scores = table.scores[:, members]
        present = np.asarray(~np.isnan(scores).any(axis=1))
        if int(present.sum()) >= 2 and len(members) >= LEAST_MODELS:
            kept = tuple(m for m, p in zip(table.models, present) if p)
            rows.append(prompt_row(name, kept, scores[present].T))
        tests.append(replace(table.tests[members[0]], name=name, parts=dict(parts)))
        mean = np.where(present, np.where(np.isnan(scores), 0, scores).mean(axis=1), np.nan)
        grids["scores"].append(mean)
        grids["n_items"].append(table.n_items[:, members[0]])
        for side in ("stderr", "ci_low", "ci_high"):
            grids[side].append(np.full(len(mean), np.nan))
    arrays = {n: np.column_stack(columns) for n, columns in grids.items()}
    return replace(table, tests=tuple(tests), prompt=None, **arrays), tuple(rows)  # type: ignore[arg-type]


def _preparation(
    table: ResultsTable, before: list[int], after: list[int], labels: tuple[str, str]
) -> Preparation | None:
    """The same tests before and after equal preparation (method E1); `before` and `after` list them in one order."""
    import numpy as np
    from scipy.stats import kendalltau

    from auditgen.stats.bootstrap import competition_ranks
    from auditgen.stats.equal_practice import equal_practice

    if len(before) < 2:
        return None
    kept = np.asarray(~np.isnan(table.scores[:, before + after]).any(axis=1))
    if int(kept.sum()) < LEAST_MODELS:
        return None
    old = table.scores[kept][:, before]
    new = table.scores[kept][:, after]
    pairs = [(i, k) for i in range(len(before)) for k in range(i)]
    taus = np.array(
        [[kendalltau(np.round(s[:, i], 9), np.round(s[:, k], 9)).statistic for s in (old, new)] for i, k in pairs]
    )
    mean_old, mean_new = old.mean(axis=1), new.mean(axis=1)
    made = equal_practice(mean_old.tolist(), mean_new.tolist())
    shift = np.abs(competition_ranks(mean_old)[0] - competition_ranks(mean_new)[0])
    names = [model for model, keep in zip(table.models, kept) if keep]
    return Preparation(
        before=labels[0],
        after=labels[1],
        n_models=int(kept.sum()),
        n_tests=len(before),
        n_test_pairs=len(pairs),
        mean_tau_before=float(taus[:, 0].mean()),
        mean_tau_after=float(taus[:, 1].mean()),
        pairs_agreeing_better=int((taus[:, 1] > taus[:, 0]).sum()),
        kendall_tau_b=made.tau_before_after,
        max_rank_shift=int(shift.max()),
        most_moved=names[int(shift.argmax())],
        mean_gain=float(np.mean(made.gains)),
    )
