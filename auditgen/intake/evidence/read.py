"""Files and folders that a person brings, each recognised by its content, as evidence that checks can read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from auditgen.intake.errors import InputError, Problem, show
from auditgen.intake.evidence import (
    completions,
    facts,
    findings,
    log_probabilities,
    logs,
    manifest,
    ngram_counts,
    overlap,
    regeneration,
    tables,
    task_practice,
)
from auditgen.intake.evidence.model import Brought, ModelFact, Origin, Piece
from auditgen.intake.evidence.names import Names
from auditgen.intake.evidence.opening import as_input, open_files
from auditgen.intake.evidence.source import EvidenceFile
from auditgen.records.audit_record import InputFile
from auditgen.records.evidence import Evidence, ProducedBy, evidence

if TYPE_CHECKING:
    from auditgen.catalogue import Catalogue


@dataclass
class Beside:
    """What some files say about others: the items of a test, attributes of items, facts about models."""

    items: list[regeneration.KnownItem] = field(default_factory=list)
    attributes: list[tables.ItemAttributes] = field(default_factory=list)
    models: list[ModelFact] = field(default_factory=list)


Read = Callable[[EvidenceFile, Names, Beside], list[Piece]]


@dataclass(frozen=True)
class Recogniser:
    """One kind of file: its name in evidence.yaml, the words for messages, the test on the content, the reader."""

    kind: str
    what: str
    fits: Callable[[EvidenceFile], bool]
    read: Read
    first: bool = False  # read before the others, because they need it


def _items(file: EvidenceFile, names: Names, beside: Beside) -> list[Piece]:
    beside.items += regeneration.read_items(file)
    return []


def _attributes(file: EvidenceFile, names: Names, beside: Beside) -> list[Piece]:
    beside.attributes.append(tables.read_attributes(file))
    return []


def _log_fits(file: EvidenceFile) -> bool:
    return logs.contents(file) is not None


def _log(file: EvidenceFile, names: Names, beside: Beside) -> list[Piece]:
    found = logs.contents(file)
    return logs.read(file, found, names) if found else []


# The first that fits reads the file. Only the content decides, so the order runs from the particular to the general.
RECOGNISERS: tuple[Recogniser, ...] = (
    Recogniser("overlap", "overlap record of `auditgen scan` (JSON)", overlap.fits, lambda f, n, b: overlap.read(f, n)),
    Recogniser(
        "completions",
        "completions (JSONL: model, benchmark, item_id, prefix, reference, output)",
        completions.fits,
        lambda f, n, b: completions.read(f, n),
    ),
    Recogniser(
        "order_test",
        "order of items (JSONL: model, benchmark, shard, canonical, shuffled)",
        log_probabilities.order_fits,
        lambda f, n, b: log_probabilities.read_order(f, n),
    ),
    Recogniser(
        "familiarity",
        "token log-probabilities (JSONL: model, benchmark, group, log_probs, means, sds)",
        log_probabilities.familiarity_fits,
        lambda f, n, b: log_probabilities.read_familiarity(f, n),
    ),
    Recogniser("items", "items of a test (item_id, question, answer)", regeneration.items_fit, _items, first=True),
    Recogniser(
        "regeneration",
        "free regeneration (JSONL: model, benchmark, prompt, output)",
        regeneration.outputs_fit,
        lambda f, n, b: regeneration.read_outputs(f, n, b.items),
    ),
    Recogniser(
        "completions",
        "counts of exact continuations (table: model, item, n_positions, n_exact)",
        ngram_counts.fits,
        lambda f, n, b: ngram_counts.read(f, n),
    ),
    Recogniser(
        "task_practice",
        "estimates of task practice (table: benchmark, theta, low, high, form, version, date)",
        task_practice.estimates_fit,
        lambda f, n, b: task_practice.read_estimates(f, n),
    ),
    Recogniser(
        "task_practice",
        "scores beside training compute (table: model, benchmark, score, compute, trained)",
        task_practice.study_fits,
        lambda f, n, b: task_practice.read_study(f, n),
    ),
    Recogniser(
        "pairs",
        "original and re-made tests (table with the columns of the catalogue's pairs)",
        findings.pairs_fit,
        lambda f, n, b: findings.pair_pieces(findings.from_table(f), n, f.name),
    ),
    Recogniser(
        "findings",
        "published findings (table with the columns of the catalogue's findings)",
        findings.findings_fit,
        lambda f, n, b: findings.finding_pieces(findings.from_table(f), n, f.name),
    ),
    Recogniser(
        "replications",
        "replications (table with the columns of the catalogue's replications)",
        findings.replications_fit,
        lambda f, n, b: findings.replication_pieces(findings.from_table(f), n, f.name),
    ),
    Recogniser(
        "item_attributes", "dates and difficulty of items (table)", tables.attributes_fit, _attributes, first=True
    ),
    Recogniser("log", "evaluation log (any format of `auditgen convert`)", _log_fits, _log),
    Recogniser(
        "table",
        "results table or item matrix (CSV, XLSX, Parquet)",
        lambda f: f.grid is not None,
        lambda f, n, b: tables.read(f, n, b.attributes, b.models),
    ),
)
_TABLE_KINDS = ("results", "item_matrix", "equal_practice", "prompts", "votes", "table")


def read_evidence(paths: Sequence[Path], catalogue: Catalogue) -> Brought:
    """Read evidence files and folders (with their `evidence.yaml`). Raises InputError with a line for each problem.

    Nothing leaves this function but numbers, dates, short names and ids: no prompt, no output, no item text, no path.
    """
    files, manifests, inputs = open_files(paths)
    names, beside = Names(catalogue), Beside()
    stated: list[list[ModelFact]] = []
    for m in manifests:
        if m.facts:
            facts.learn_benchmarks(m.facts["benchmarks"], names)
        stated.append(facts.model_facts(m.facts["models"], names) if m.facts else [])
        beside.models += stated[-1]
    problems: list[Problem] = []
    sorted_files: list[tuple[EvidenceFile, Recogniser]] = []
    for file in files:
        try:
            sorted_files.append((file, recognise(file)))
        except InputError as error:
            problems += error.problems
    pieces: dict[int, list[Piece]] = {}
    for first in (True, False):
        for number, (file, kind) in enumerate(sorted_files):
            if kind.first is not first:
                continue
            try:
                pieces[number] = kind.read(file, names, beside)
            except InputError as error:
                problems += error.problems
    own: dict[str, list[Piece]] = {}
    for m, models in zip(manifests, stated):
        try:
            own.setdefault(m.name, []).extend(_facts(m, models, names))
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError(problems)
    return _brought(sorted_files, pieces, own, inputs)


def _facts(m: manifest.Manifest, models: list[ModelFact], names: Names) -> list[Piece]:
    if not m.facts:
        return []
    return [
        *facts.model_pieces(models),
        *facts.benchmark_pieces(m.facts["benchmarks"], names),
        *findings.finding_pieces(m.facts["findings"], names, "finding"),
        *findings.replication_pieces(m.facts["replications"], names, "replication"),
    ]


def recognise(file: EvidenceFile) -> Recogniser:
    """The kind of a file by its content. Raises InputError that lists what was tried."""
    if not file.data.strip():
        raise file.problem(expected="evidence", found="an empty file", mend="Leave it out.")
    stated = file.origin.kind
    for recogniser in RECOGNISERS:
        if recogniser.fits(file):
            kinds = _TABLE_KINDS if recogniser.kind == "table" else (recogniser.kind,)
            if stated and stated not in kinds:
                raise InputError(
                    Problem(
                        file.name, field=file.origin.place, expected=f"{show(stated)}, as evidence.yaml says",
                        found=recogniser.what, mend="Correct `kind`, or leave it out.",
                    )
                )  # fmt: skip
            return recogniser
    tried = "; ".join(r.what for r in RECOGNISERS)
    reason = ""
    if not file.is_json and file.grid is None and getattr(file, "grid_error", None):
        reason = f" ({file.grid_error.problems[0].found})"  # type: ignore[union-attr]
    if file.name.lower().endswith((".yaml", ".yml")):
        raise file.problem(
            expected="evidence of a known kind", found="a YAML file of another name than evidence.yaml",
            mend="If it lists evidence, call it evidence.yaml.",
        )  # fmt: skip
    raise file.problem(
        expected="evidence of a known kind", found=f"something else{reason}",
        mend=f"Tried: {tried}. See samples/evidence for an example of each.",
    )  # fmt: skip


def _reported_by(piece: Piece) -> ProducedBy:
    """Who stands behind a fact of evidence.yaml, as far as the fact itself says."""
    who = piece.content.get("reported_by") or piece.content.get("measured_by_type")
    if who in ("lab", "developer", "same-lab"):
        return "claimant"
    if who == "competitor":
        return "adversarial"
    return "independent" if who in ("independent", "leaderboard", "public-body") else "unattributed"


def _brought(
    files: Sequence[tuple[EvidenceFile, Recogniser]], pieces: dict[int, list[Piece]], own: dict[str, list[Piece]],
    inputs: list[InputFile],
) -> Brought:  # fmt: skip
    made: list[Evidence] = []
    notes: list[str] = []
    count: dict[str, int] = {}

    def add(name: str, piece: Piece, origin: Origin) -> None:
        count[name] = count.get(name, 0) + 1
        cited = piece.citation or origin.citation or f"file {name}, unattributed"
        made_by = origin.produced_by if origin.produced_by != "unattributed" else _reported_by(piece)
        item = evidence(f"brought:{name}#{count[name]}", piece.kind, cited, "brought", made_by, piece.content)
        made.append(item.model_copy(update={"licence": origin.licence, "date": origin.date}))
        notes.extend(f"{name}: {note}" for note in piece.notes)

    for number, (file, kind) in enumerate(files):
        inputs.append(as_input(file.name, file.data, "evidence", kind.what))
        for piece in pieces.get(number, ()):
            add(file.name, piece, file.origin)
        unnamed = file.origin.produced_by == "unattributed" and pieces.get(number)
        if unnamed and any(_reported_by(p) == "unattributed" for p in pieces[number]):
            notes.append(
                f"{file.name}: unattributed (evidence.yaml does not say who produced it); what it finds in the model's "
                "favour counts like the claimant's own word"
            )
    for name, extra in own.items():
        for piece in extra:
            add(name, piece, Origin(citation=piece.citation))
    return Brought(tuple(made), tuple(inputs), tuple(dict.fromkeys(notes)))
