"""The stand-alone ranking: a results table or an item matrix in, a RankRecord with everything odd said out."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field

from auditgen import __version__
from auditgen.intake.errors import InputError, Problem, show
from auditgen.intake.tables.contradiction import contradictions
from auditgen.intake.tables.model import ItemMatrix, ResultsTable
from auditgen.ranking_board import Board, Rule, board_of_items
from auditgen.ranking_changes import changes
from auditgen.ranking_compare import agree_boards
from auditgen.ranking_parts import alternatives, split_half, without_parts
from auditgen.ranking_places import first_place, pairs, places
from auditgen.ranking_table import ranked_table
from auditgen.records.rank_record import (
    AgreementRow,
    Excluded,
    Preparation,
    PromptRow,
    RankInput,
    RankNote,
    RankRecord,
    RankTool,
)

RESAMPLES = 10_000
_SEED_BITS = 53  # whole in every JSON reader


@dataclass(frozen=True)
class RankOptions:
    """What an analyst may set.

    seed: default from the figures of the table. tests, against: names of the tests that are ranked (their mean) and of
    those only compared. leave_out: entries not to rank. rule: how a mean is made (default: mean score, or the mean of
    category means where the file names categories). workers: threads; the result does not depend on them.
    """

    seed: int | None = None
    resamples: int = RESAMPLES
    tests: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    leave_out: tuple[str, ...] = ()
    rule: Rule | None = None
    workers: int = 1


@dataclass
class _Gathered:
    """What is collected on the way to a record."""

    notes: list[RankNote] = field(default_factory=list)
    excluded: list[Excluded] = field(default_factory=list)
    agreement: list[AgreementRow] = field(default_factory=list)
    preparation: Preparation | None = None
    prompts: tuple[PromptRow, ...] = ()


def rank(
    results: ItemMatrix | ResultsTable,
    options: RankOptions | None = None,
    *,
    compare: Sequence[ItemMatrix | ResultsTable] = (),
    leaderboard: ResultsTable | None = None,
) -> RankRecord:
    """Rank the entries of a table and say how firm the order is.

    compare: other tests of the same entries, by name. leaderboard: the printed scores of an item matrix; entries that
    it contradicts are left out and said. Same input, options and version give the same record, byte for byte.
    Raises InputError where nothing can be ranked.
    """
    options = options or RankOptions()
    if not 100 <= options.resamples <= 1_000_000:
        raise InputError(Problem(results.file, expected="100 to 1,000,000 resamples", found=f"{options.resamples:,}"))
    seed = options.seed if options.seed is not None else _seed(results)
    got = _Gathered()
    board = _board(results, options, seed, got, leaderboard)
    for other in compare:
        row = _compared(board, other, options, seed, got)
        if row is not None:
            got.agreement.append(row)
    ranked = places(board, seed=seed)
    first = first_place(board, ranked)
    without = without_parts(board)
    other_boards = alternatives(board)
    made = RankRecord(
        tool=RankTool(version=__version__),
        input=_input(results, board),
        compared=tuple(_input(other, None) for other in compare),
        unit=board.unit,
        rule=board.rule,
        seed=seed,
        resamples=options.resamples,
        models=ranked,
        first=first,
        pairs=pairs(board),
        agreement=tuple(got.agreement),
        leave_one_out=without,
        alternatives=other_boards,
        split_half=split_half(board, seed=seed),
        preparation=got.preparation,
        prompts=got.prompts,
        excluded=tuple(got.excluded),
        changes=changes(board, ranked, first, without, other_boards, got.agreement, got.preparation),
        notes=(*(RankNote(id=n.id, text=n.text) for n in results.notes), *got.notes, *board.notes),
    )
    # the object holds what its bytes hold: floats rounded alike on every machine, figures that do not exist absent
    return RankRecord.from_bytes(made.to_bytes())


def _seed(results: ItemMatrix | ResultsTable) -> int:
    """Seed of a table: the first 8 bytes of SHA-256 of its names and figures and the word rank, cut to 53 bits.

    It is the same for every form of the table (wide or long, CSV, XLSX or Parquet) and any order of rows and columns.
    """
    import numpy as np

    from auditgen.stats.bootstrap import seed_from

    if isinstance(results, ItemMatrix):
        rows, scores = results.items, results.scores
    else:
        rows, scores = tuple(t.name for t in results.tests), results.scores.T
    models = sorted(range(len(results.models)), key=lambda i: results.models[i])
    order = sorted(range(len(rows)), key=lambda i: rows[i])
    figures = np.round(scores[np.ix_(order, models)], 9).astype("<f8") + 0.0
    figures[np.isnan(figures)] = -1e9  # one kind of nothing
    names = "\n".join([*(results.models[i] for i in models), "", *(rows[i] for i in order)])
    content = hashlib.sha256(names.encode() + b"\0" + figures.tobytes()).hexdigest()
    return seed_from(f"{content}rank") >> (64 - _SEED_BITS)


def _board(
    results: ItemMatrix | ResultsTable,
    options: RankOptions,
    seed: int,
    got: _Gathered,
    leaderboard: ResultsTable | None = None,
) -> Board:
    """The board of a file, with what was left out noted."""
    keep = _kept(results, options, got)
    if isinstance(results, ItemMatrix):
        matrix = results
        if leaderboard is not None:
            found, notes = contradictions(matrix, leaderboard)
            got.notes += [RankNote(id=n.id, text=n.text) for n in notes]
            for c in found:
                reason = (
                    f"its items give {100 * c.from_items:.1f}%, the leaderboard prints {100 * c.printed:.1f}%: the "
                    "item data are incomplete or belong to another run"
                )
                got.excluded.append(Excluded(model=c.model, reason=reason))
                got.notes.append(RankNote(id="contradicts_leaderboard", text=f"{c.model} is left out: {reason}."))
            contradicted = {c.model for c in found}
            keep = [i for i in keep if matrix.models[i] not in contradicted]
        _enough(matrix.file, len(keep))
        return board_of_items(matrix.only(keep), seed=seed, resamples=options.resamples, workers=options.workers)
    if leaderboard is not None:
        mend = "Leave out --leaderboard, or rank the item file."
        raise InputError(Problem(results.file, expected="an item matrix to hold against a leaderboard",
                                 found="a results table", mend=mend))  # fmt: skip
    made = ranked_table(
        results.only_models(keep), tests=options.tests, against=options.against, rule=options.rule, seed=seed,
        resamples=options.resamples,
    )  # fmt: skip
    got.notes += made.notes
    got.excluded += made.excluded
    got.agreement += made.agreement
    got.preparation, got.prompts = made.preparation, made.prompts
    return made.board


def _kept(results: ItemMatrix | ResultsTable, options: RankOptions, got: _Gathered) -> list[int]:
    """Indices of the entries that were not asked to be left out."""
    unknown = [name for name in options.leave_out if name not in results.models]
    if unknown:
        shown = ", ".join(show(m, 40) for m in results.models[:8])
        raise InputError(
            Problem(results.file, expected="entries to leave out that are in the table", found=show(unknown[0]),
                    mend=f"The table has {shown} ...")
        )  # fmt: skip
    got.excluded += [Excluded(model=name, reason="left out on request") for name in options.leave_out]
    return [i for i, name in enumerate(results.models) if name not in options.leave_out]


def _enough(file: str, n: int) -> None:
    if n < 2:
        raise InputError(Problem(file, expected="at least 2 entries to rank", found=f"{n}"))


def _compared(
    board: Board, other: ItemMatrix | ResultsTable, options: RankOptions, seed: int, got: _Gathered
) -> AgreementRow | None:
    """Agreement with another file; entries left out of the ranking are left out of it too."""
    keep = [i for i, name in enumerate(other.models) if name not in options.leave_out]
    _enough(other.file, len(keep))
    kept = other.only(keep) if isinstance(other, ItemMatrix) else other.only_models(keep)
    row = agree_boards(
        board, _board(kept, RankOptions(resamples=100, rule=options.rule), seed, _Gathered()), kind="file"
    )
    if row is None:
        text = f"{other.file} shares fewer than 3 entries with {board.name} and is not compared; names must be alike."
        got.notes.append(RankNote(id="not_compared", text=text))
    got.notes += [RankNote(id=n.id, text=f"{other.file}: {n.text}") for n in other.notes]
    return row


def _input(results: ItemMatrix | ResultsTable, board: Board | None) -> RankInput:
    items = isinstance(results, ItemMatrix)
    n_items = len(results.items) if isinstance(results, ItemMatrix) else None
    if board is not None and not items and len({*board.n_items}) == 1:
        n_items = board.n_items[0]
    return RankInput(
        name=results.file,
        sha256=results.sha256,
        form="item_matrix" if items else "results_table",
        recognised_by=results.recognised_by,
        ranked=board.name if board is not None else results.file,
        n_models=len(results.models),
        n_items=n_items,
        n_tests=1 if isinstance(results, ItemMatrix) else len(results.tests),
    )
