"""Two figures for one model, test and setting in one document or in one claimant's documents (check A4)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations

from auditgen.catalogue.naming import loose
from auditgen.intake.documents.drafting import Draft, Gap
from auditgen.intake.documents.vocabulary import Vocabulary
from auditgen.stats.printed_numbers import compare_printed

# Settings that can move a score: stated differently they excuse a difference, left out they may.
_MAJOR = (
    "shots",
    "cot",
    "tools",
    "reasoning_effort",
    "reasoning",
    "scaffold",
    "n_samples",
    "combining",
    "harness",
    "test_version",
    "direction",
    "precision",
    "modality",
    "split",
)
# Figures of one model and test that are compared with one another; a table of more is no table of results.
_MOST_READINGS = 24


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two places that differ. kind: contradiction, possible (a setting is left unstated), gap (a figure and a dash).

    `points` is the distance as printed: points where both are shares, else plain units; None beside a dash.
    """

    kind: str
    model: str
    benchmark: str
    a: str
    b: str
    place_a: str
    place_b: str
    id_a: str
    id_b: str
    points: Decimal | None
    why: str = ""

    @property
    def sentence(self) -> str:
        """One line that quotes both places."""
        word = {"contradiction": "CONTRADICTION", "possible": "possible contradiction", "gap": "figure and dash"}[
            self.kind
        ]
        apart = f", {self.points.normalize():f} apart" if self.points is not None else ""
        tail = f" ({self.why})" if self.why else ""
        return (
            f'{word}{apart}: {self.model} on {self.benchmark}: "{self.a}" in {self.place_a}; "{self.b}"'
            f" in {self.place_b}{tail}"
        )


def find_contradictions(drafts: Sequence[Draft], gaps: Sequence[Gap], words: Vocabulary) -> list[Contradiction]:
    """Every pair that differs, contradictions first, then by distance."""
    parted = _parted_names(drafts, words)
    groups: dict[tuple[str, ...], list[Draft]] = {}
    for draft in drafts:
        fields = draft.fields
        if fields.get("type") == "absolute" and "score" in fields and not fields["model"].startswith("unnamed"):
            key = (
                model_key(fields["model"], words),
                benchmark_key(fields["benchmark"], words, parted),
                loose(fields.get("subset", "")),
                loose(fields.get("language", "")),
                "base" if fields.get("weights") == "base" else "",
            )
            groups.setdefault(key, []).append(draft)
    found: list[Contradiction] = []
    for group in groups.values():
        # A sentence that repeats a cell cannot contradict the other cells of that model and test.
        cells = {d.fields["score"] for d in group if d.table}
        told = [d for d in group if d.table or d.confidence != "low" or d.fields["score"].rstrip("%") not in cells]
        found += _pairs(told)
    found += _gaps(drafts, gaps, words, parted)
    order = {"contradiction": 0, "possible": 1, "gap": 2}
    return sorted(found, key=lambda c: (order[c.kind], -(c.points or 0)))


def _parted_names(drafts: Sequence[Draft], words: Vocabulary) -> frozenset[str]:
    """Tests of the catalogue under which one table has rows of several names ("Tau2 retail", "Tau2 airline").

    Such names are parts of the test and never the same thing.
    """
    names: dict[tuple[str, int | None, str], set[str]] = {}
    for draft in drafts:
        match = words.test(draft.fields.get("benchmark", ""))
        if match.id and draft.table:
            names.setdefault((draft.document, draft.table, match.id), set()).add(loose(draft.fields["benchmark"]))
    return frozenset(id_ for (_, _, id_), written in names.items() if len(written) > 1)


def model_key(name: str, words: Vocabulary) -> str:
    """One key for the names of one model; a setting that is part of the name keeps it apart."""
    match = words.model(name)
    settings = " ".join(
        f"{k}={v}" for k, v in sorted(match.setting.items()) if k in ("effort", "thinking", "precision")
    )
    return f"{match.id or loose(name.rpartition('/')[2])} {settings}".strip()


def benchmark_key(name: str, words: Vocabulary, parted: frozenset[str] = frozenset()) -> str:
    """One key for the names of one test."""
    match = words.test(name)
    if match.id and match.id not in parted:
        return f"{match.id}:{match.subset or ''}"
    return loose(re.sub(r"\s*\(.*?\)", "", name)) or loose(name)


def scale_key(fields: Mapping[str, str]) -> str:
    """What kind of number it is: shares of single tries, of combined tries, and every other unit apart."""
    unit = fields.get("unit", "percent")
    if unit not in ("percent", "fraction"):
        return unit
    metric = fields.get("metric", "").lower()
    combined = re.search(r"(cons|maj|majority|best|pass)[\s_@^-]*@?\s*(\d+)", metric)
    if combined and (combined[1] != "pass" or combined[2] != "1") and "maj1@1" not in metric:
        return f"share {combined[1]}@{combined[2]}"
    for word in ("f1", "loose", "strict", "inst", "lc", "win", "bleu", "rouge", "chrf", "anls", "mc1", "mc2"):
        if word in metric:
            return f"share {word}"
    return "share"


@dataclass(frozen=True, slots=True)
class _Reading:
    """What is compared of a draft, read once."""

    draft: Draft
    scale: str
    metric: str
    stated: dict[str, str]
    labels: tuple[object, ...]


def _reading(draft: Draft) -> _Reading:
    own = {k: v for k, v in {**draft.fields, **draft.setting}.items() if k in draft.own and k != "score"}
    labels = (draft.key_words, tuple(sorted(own.items())))
    return _Reading(draft, scale_key(draft.fields), _metric(draft), stated(draft), labels)


def _pairs(group: Sequence[Draft]) -> list[Contradiction]:
    # The same figure under the same settings is one reading, however often it is printed.
    readings: dict[tuple[object, ...], _Reading] = {}
    for draft in group:
        one = _reading(draft)
        key = (draft.fields["score"], draft.fields.get("source"), one.scale, one.metric, tuple(one.stated.items()))
        readings.setdefault((*key, draft.table if one.labels else None), one)
        if len(readings) >= _MOST_READINGS:
            break
    found: list[Contradiction] = []
    told: set[tuple[str, ...]] = set()
    for a, b in combinations(readings.values(), 2):
        if a.draft.fields["score"] == b.draft.fields["score"] or not _one_speaker(a.draft, b.draft):
            continue
        pair = _compare(a, b)
        if pair is None:
            continue
        # The same two figures found in more places are one finding.
        seen = (pair.kind, *sorted((pair.a, pair.b)))
        if seen not in told:
            told.add(seen)
            found.append(pair)
    return found


def _one_speaker(a: Draft, b: Draft) -> bool:
    if a.fields.get("source") == b.fields.get("source"):
        return True
    mine, theirs = a.fields.get("claimant"), b.fields.get("claimant")
    return mine is not None and mine == theirs


def _compare(one: _Reading, other: _Reading) -> Contradiction | None:
    a, b = one.draft, other.draft
    if a.document == b.document and a.table == b.table and a.table is not None and one.labels != other.labels:
        # One table that has two rows or columns for them tells them apart, by whatever their labels say.
        return None
    metric_open = not (a.fields.get("metric") and b.fields.get("metric"))
    shares = one.scale.startswith("share") and other.scale.startswith("share")
    if one.scale != other.scale and not (metric_open and shares):
        return None
    mine, theirs = one.stated, other.stated
    if any(mine[k] != theirs[k] for k in mine.keys() & theirs.keys()):
        return None
    unit_a, unit_b = _plain_unit(a.fields.get("unit")), _plain_unit(b.fields.get("unit"))
    try:
        result = compare_printed(a.fields["score"].replace(",", ""), b.fields["score"].replace(",", ""), unit_a, unit_b)
    except ValueError:
        return None
    if result.agree:
        return None
    left_out = sorted(mine.keys() ^ theirs.keys())
    certain = not left_out and one.metric == other.metric and one.scale == other.scale
    why = (
        f"only one place states {', '.join(left_out)}"
        if left_out
        else ""
        if certain
        else "the metric is named differently"
    )
    if "low" in (a.confidence, b.confidence):
        certain, why = False, why or "one of the two readings is unsure"
    kind = "contradiction" if certain else "possible"
    names = (a.fields["model"], a.fields["benchmark"])
    return Contradiction(kind, *names, _shown(a), _shown(b), _place(a), _place(b), a.id, b.id, result.difference, why)


def _plain_unit(unit: str | None) -> str | None:
    return unit if unit in ("percent", "fraction") else "plain" if unit else None


def _metric(draft: Draft) -> str:
    """Names of the share of right answers are one metric."""
    metric = draft.fields.get("metric", "").lower().strip(". ")
    return (
        ""
        if re.fullmatch(
            r"acc(?:uracy)?|em|correct|pass@1|avg@\d+|pass@1.*|resolved?|score|exact match|macro_avg/acc\w*", metric
        )
        else metric
    )


def stated(draft: Draft) -> dict[str, str]:
    """The major settings that the document states, in comparable form."""
    found: dict[str, str] = {}
    for key in _MAJOR:
        # What a sentence says about all models is not what tells two of their cells apart.
        value = (draft.fields.get(key) or draft.setting.get(key)) if key in draft.own else None
        if value:
            found[key] = loose(str(value))
    return found


def _shown(draft: Draft) -> str:
    sign = "%" if draft.fields.get("unit") == "percent" and "%" in draft.printed else ""
    return f"{draft.fields['score']}{sign}"


def _place(draft: Draft) -> str:
    return f"{draft.document}, {draft.fields['place']}"


def _gaps(
    drafts: Sequence[Draft], gaps: Sequence[Gap], words: Vocabulary, parted: frozenset[str]
) -> list[Contradiction]:
    """A dash in one document where another document of the claimant prints a figure."""
    by_names: dict[tuple[str, str], list[Draft]] = {}
    for draft in drafts:
        if draft.fields.get("type") == "absolute" and draft.table:
            key = (model_key(draft.fields["model"], words), benchmark_key(draft.fields["benchmark"], words, parted))
            by_names.setdefault(key, []).append(draft)
    speaker = {d.document: d.fields.get("claimant") for d in drafts}
    found = []
    for gap in gaps:
        key = (model_key(gap.model, words), benchmark_key(gap.test, words, parted))
        for draft in by_names.get(key, ()) if gap.missing else ():
            fields = {"metric": gap.metric or "", "unit": draft.fields.get("unit", "percent")}
            claimant = speaker.get(gap.document)
            same = claimant is not None and claimant == draft.fields.get("claimant")
            if draft.document != gap.document and same and scale_key(draft.fields) == scale_key(fields):
                places = f"{gap.document}, {gap.place}", _place(draft)
                found.append(
                    Contradiction("gap", gap.model, gap.test, gap.text, _shown(draft), *places, "", draft.id, None)
                )
                break
    return found
