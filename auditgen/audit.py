"""The whole pipeline in one place: claims in, AuditRecord out."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from auditgen import __version__
from auditgen.checks.brought import recognise
from auditgen.checks.facts import Facts
from auditgen.checks.gather import Gatherer
from auditgen.checks.naming import resolve_benchmark, resolve_model, told_source
from auditgen.checks.run import run_checks
from auditgen.checks.setup import setting_text
from auditgen.checks.tables import (
    NamedClaim,
    build_document,
    copied_cells,
    derived_claim,
    document_id,
    implied_pairs,
    model_key,
    table_of,
    turned_to_winner,
)
from auditgen.checks.tiers import tier_reached
from auditgen.grading.plan import make_plan, planned, reading_of
from auditgen.grading.summary import summary
from auditgen.grading.thresholds import load_thresholds
from auditgen.grading.wording import wording
from auditgen.judge import judge
from auditgen.records.audit_record import (
    AuditedClaim,
    AuditRecord,
    InputFile,
    Named,
    Pair,
    Text,
    Tool,
    Versioned,
)
from auditgen.records.check_result import Reading
from auditgen.records.claim import Claim, ClaimsFile, Source
from auditgen.records.evidence import Evidence

if TYPE_CHECKING:
    from auditgen.catalogue import Catalogue

Progress = Callable[[int, int, str], None]


@dataclass(frozen=True)
class Options:
    """What an analyst may set. `as_of` is the ISO date of the audit; without it the day's date is used."""

    as_of: str | None = None
    lang: str = "en"
    title: str | None = None
    prepared_by: str | None = None
    reference: str | None = None
    profile: str | None = None
    seed: int | None = None
    implied: bool = True


@dataclass
class _Job:
    """One claim or implied statement with everything that its checks may read."""

    claim: Claim
    reading: Reading
    facts: Facts
    model: Named
    benchmark: Named
    other: Named | None
    pair: Pair | None = None
    source: Source | None = None
    names: dict[str, Any] = field(default_factory=dict)


def audit(
    files: Sequence[ClaimsFile],
    options: Options | None = None,
    catalogue: Catalogue | None = None,
    progress: Progress | None = None,
    brought: Sequence[Evidence] = (),
    inputs: Sequence[InputFile] = (),
    notes: Sequence[str] = (),
) -> AuditRecord:
    """Audit the claims of one or several files. Same inputs, version and `as_of` give the same record.

    `brought` is evidence that the user gave, `inputs` the files it came from, `notes` what was odd in them.
    """
    options = options or Options()
    if catalogue is None:
        from auditgen.catalogue import open_catalogue

        catalogue = open_catalogue()
    t = load_thresholds()
    as_of = options.as_of or dt.date.today().isoformat()
    jobs = prepare(files, catalogue, as_of, options.implied, brought)
    plan = make_plan([(job.claim.id, job.reading) for job in jobs])
    words = wording(options.lang)
    audited = []
    for i, job in enumerate(jobs):
        if progress:
            progress(i, len(jobs), job.claim.id)
        results = run_checks(job.claim, job.facts, planned(job.reading), t)
        audited.append(_audited(job, judge(job.claim, job.facts, results, t, words)))
    if progress:
        progress(len(jobs), len(jobs), "")
    first = files[0] if files else None
    return AuditRecord(
        tool=Tool(version=__version__),
        as_of=as_of,
        lang=options.lang,
        profile=options.profile,
        title=options.title or (first.title if first else None) or "Benchmark claims, audited",
        prepared_by=options.prepared_by or (first.prepared_by if first else None),
        reference=options.reference,
        seed=options.seed,
        summary=summary([a for a in audited if not a.implied], words),
        catalogue=Versioned(version=catalogue.version, sha256=catalogue.sha256),
        thresholds=Versioned(version=t.version, sha256=t.sha256),
        threshold_values=t.as_dict(),
        plan=plan,
        inputs=tuple(
            InputFile(name=f.name, sha256=f.sha256, kind="claims", recognised_by=f.recognised_by) for f in files
        )
        + tuple(inputs),
        sources=_sources(files),
        claims=tuple(audited),
        evidence=_evidence(jobs),
        notes=tuple(Text(id="intake", text=n) for f in files for n in f.notes)
        + tuple(Text(id="evidence", text=n) for n in notes),
    )


def _sources(files: Iterable[ClaimsFile]) -> tuple[Source, ...]:
    return tuple({s.id: s for f in files for s in f.sources}.values())


def _evidence(jobs: Iterable[_Job]) -> tuple[Evidence, ...]:
    """Every piece of evidence once, by id."""
    found = {e.id: e for job in jobs for items in job.facts.roles.values() for e in items}
    return tuple(found[k] for k in sorted(found))


def name_claim(claim: Claim, gatherer: Gatherer, source: Source | None) -> NamedClaim:
    """Resolve the model and the test of one claim, by the catalogue first and then by what evidence.yaml tells."""
    catalogue = gatherer.catalogue
    claim = turned_to_winner(claim)
    date = claim.as_of or (source.date if source else None)
    language = (claim.setting.model_extra or {}).get("language")
    if language and not claim.language and not claim.subset:
        claim = claim.model_copy(update={"language": str(language)})
    told = (setting_text(claim.setting), claim.notes, claim.metric, table_of(claim.place))
    hints = " ".join(x for x in told if x)
    model = recognise(resolve_model(catalogue, claim.model, claim.model_id, date, hints), gatherer.told_models)
    if claim.weights:
        model = model.model_copy(update={"weights": claim.weights})
    benchmark, inside = resolve_benchmark(catalogue, claim, date)
    benchmark = recognise(benchmark, gatherer.told_tests)
    if inside.get("shots") is not None and claim.shots is None:
        claim = claim.model_copy(update={"shots": str(inside["shots"])})
    if benchmark.subset and not claim.subset and not claim.language:
        claim = claim.model_copy(update={"subset": benchmark.subset})
    if source is not None:
        known = {"claimant": source.publisher, "as_of": source.date}
        claim = claim.model_copy(update={k: v for k, v in known.items() if v and getattr(claim, k) is None})
    entry = gatherer.model(model.id)
    copied = claim.copied_from or told_source(setting_text(claim.setting), entry.get("developer"))
    if copied and copied != claim.copied_from:
        claim = claim.model_copy(update={"copied_from": copied})
    test = gatherer.benchmark(benchmark.id)
    return NamedClaim(
        claim=claim,
        model=model,
        benchmark=benchmark,
        developer=claim.model_developer or entry.get("developer"),
        family=entry.get("family"),
        domain=test.get("domain"),
        n_items=(test.get("items") or {}).get("value"),
        release=entry.get("release_date"),
    )


def prepare(
    files: Sequence[ClaimsFile],
    catalogue: Catalogue,
    as_of: str,
    implied: bool = True,
    brought: Sequence[Evidence] = (),
) -> list[_Job]:
    """Resolve names, build the documents' tables, and collect the facts of every claim and implied statement."""
    sources = {s.id: s for f in files for s in f.sources}
    gatherer = Gatherer(catalogue, as_of, brought)
    named = [name_claim(c, gatherer, sources.get(c.source or "")) for f in files for c in f.claims]
    others = [_other(c, gatherer, sources.get(c.claim.source or "")) for c in named]
    gatherer.looked_at = frozenset(c.model.id for c in (*named, *others) if c is not None and c.model.id)
    groups: dict[str, list[NamedClaim]] = {}
    for c in named:
        groups.setdefault(document_id(c.claim), []).append(c)
    own: dict[str, _Job] = {}
    derived: list[_Job] = []
    for doc_id, members in groups.items():
        source = sources.get(doc_id)
        copied = copied_cells(catalogue, members)
        document = build_document(doc_id, members, source, set(copied))
        title = (source.title if source else None) or doc_id
        evidence = gatherer.document(document, title) if len(document.rows) > 1 else None
        bundles = _bundles(members)
        for c in members:
            own[c.claim.id] = _job(c, gatherer, evidence, copied, source, bundles)
        if implied:
            by_id = {c.claim.id: c for c in members}
            for ahead, behind, reading in implied_pairs(document, by_id):
                derived.append(_implied(ahead, behind, reading, gatherer, evidence, copied, source))  # type: ignore[arg-type]
    return [own[c.claim.id] for c in named] + derived


def _bundles(members: Sequence[NamedClaim]) -> dict[str, tuple[str, ...]]:
    """Tests of the rows that belong to one sentence, by its group."""
    found: dict[str, dict[str, None]] = {}
    for c in members:
        if c.claim.group and c.benchmark.id:
            found.setdefault(c.claim.group, {})[c.benchmark.id] = None
    return {g: tuple(ids) for g, ids in found.items() if len(ids) > 1}


def _job(
    c: NamedClaim,
    gatherer: Gatherer,
    evidence: Evidence | None,
    copied: dict[str, list[str]],
    source: Source | None,
    bundles: dict[str, tuple[str, ...]],
) -> _Job:
    other = _other(c, gatherer, source)
    same = other is not None and other.developer is not None and other.developer == c.developer
    reading = reading_of(c.claim, same)
    facts = gatherer.facts(c, reading, evidence, copied, other, bundles.get(c.claim.group or "", ()))
    if other is not None:
        facts.names.update(row_model_key=_key(c, evidence), other_model_key=_key(other, evidence))  # type: ignore[attr-defined]
    return _Job(c.claim, reading, _named(facts, c), c.model, c.benchmark, other.model if other else None, None, source)


def _named(facts: Facts, c: NamedClaim) -> Facts:
    """Tell the wording whether model and test are named at all."""
    facts.names.update(  # type: ignore[attr-defined]
        model_named=c.model.status != "absent", benchmark_named=c.benchmark.status != "absent"
    )
    return facts


def _other(c: NamedClaim, gatherer: Gatherer, source: Source | None) -> NamedClaim | None:
    """The second model of a comparative or progress claim, resolved."""
    claim = c.claim
    name = claim.comparator or claim.baseline_model
    if name is None:
        return None
    date = claim.as_of or (source.date if source else None)
    setting = claim.comparator_setting
    hints = setting_text(setting) if setting else ""
    found = resolve_model(gatherer.catalogue, name, claim.comparator_id, date, hints)
    model = recognise(found, gatherer.told_models)
    entry = gatherer.model(model.id)
    twin = claim.model_copy(
        update={"id": f"{claim.id}/other", "model": name, "score": claim.comparator_score or claim.baseline_score,
                "copied_from": None, "measured_by": claim.comparator_measured_by or claim.measured_by}
    )  # fmt: skip
    return NamedClaim(
        twin, model, c.benchmark, entry.get("developer"), entry.get("family"), c.domain, c.n_items,
        entry.get("release_date"),
    )  # fmt: skip


def _implied(
    ahead: NamedClaim,
    behind: NamedClaim,
    reading: Reading,
    gatherer: Gatherer,
    evidence: Evidence | None,
    copied: dict[str, list[str]],
    source: Source | None,
) -> _Job:
    claim = derived_claim(ahead, behind, reading)
    facts = gatherer.facts(ahead, reading, evidence, copied, behind)
    facts.names.update(row_model_key=_key(ahead, evidence), other_model_key=_key(behind, evidence))  # type: ignore[attr-defined]
    pair = Pair(
        ahead=claim.model or "",
        behind=claim.comparator or "",
        benchmark=claim.benchmark or "",
        rows=(ahead.claim.id, behind.claim.id),
    )
    return _Job(claim, reading, _named(facts, ahead), ahead.model, ahead.benchmark, behind.model, pair, source)


def _key(c: NamedClaim, evidence: Evidence | None) -> str | None:
    """The model key of a claim's row in its document."""
    if evidence is None:
        return None
    return model_key(c)


def _audited(job: _Job, judged: dict[str, Any]) -> AuditedClaim:
    claim = job.claim
    source = job.source
    return AuditedClaim(
        id=claim.id,
        type=claim.type,
        implied=job.pair is not None,
        pair=job.pair,
        claim=claim,
        facts={
            "reading": job.reading,
            "names": dict(job.facts.names),
            "roles": {role: [e.id for e in items] for role, items in job.facts.roles.items()},
        },
        model=job.model,
        benchmark=job.benchmark,
        comparator=job.other,
        score=claim.score.model_dump() if claim.score else None,
        source={
            "id": claim.source,
            "title": source.title if source else None,
            "publisher": source.publisher if source else claim.claimant,
            "url": source.url if source else None,
            "place": claim.place,
            "quote": claim.quote,
            "cited_in": claim.cited_in,
        },
        tier=tier_reached(job.facts.roles, known=bool(job.model.id or job.benchmark.id)),
        **judged,
    )
