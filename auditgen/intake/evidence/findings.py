"""Published findings, replications and re-made tests that the catalogue lacks, in the columns of its own files."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from auditgen.catalogue import strength
from auditgen.intake.counts import MOST
from auditgen.intake.errors import InputError, Problem, show
from auditgen.intake.evidence.manifest import Fact
from auditgen.intake.evidence.model import Piece
from auditgen.intake.evidence.names import Names
from auditgen.intake.evidence.source import EvidenceFile
from auditgen.intake.logs.privacy import plain, web_address

FINDING_COLUMNS = frozenset(("benchmark", "method_family", "result"))
REPLICATION_COLUMNS = frozenset(("model", "benchmark", "measured_score", "measured_by"))
PAIR_COLUMNS = frozenset(("original_benchmark", "variant_benchmark", "model", "original_score", "variant_score"))
_CHOICES = {
    "method_family": tuple(strength.METHODS),
    "result": strength.RESULTS,
    "scope": strength.SCOPES,
    "kind": strength.KINDS,
    "control": strength.CONTROLS,
    "channel": strength.CHANNELS,
    "reported_by": ("lab", "independent", "competitor", "unknown"),
    "split": ("test", "train", "validation", "unknown"),
    "subject_type": ("model", "benchmark", "corpus"),
    "weights": ("base", "chat", "reasoning", "unknown"),
}
_DEFAULTS = {
    "subject_type": "model", "scope": "model", "split": "test", "kind": "inflation", "control": "none",
    "channel": "paper", "reported_by": "unknown", "weights": "unknown",
}  # fmt: skip
_TYPES = ("developer", "independent", "competitor", "leaderboard", "same-lab", "public-body", "secondary")
_PAIR_TYPES = ("refreshed", "perturbed", "cleaned", "harder", "translated", "subset")
_SCORE = re.compile(r"(-?\d+(?:\.\d+)?)(?:\s*±\s*(\d+(?:\.\d+)?))?\Z")


def findings_fit(file: EvidenceFile) -> bool:
    """Whether the table has the columns of the catalogue's findings."""
    return not file.is_json and file.columns() >= FINDING_COLUMNS and bool(file.columns() & {"model", "subject"})


def replications_fit(file: EvidenceFile) -> bool:
    """Whether the table has the columns of the catalogue's replications."""
    return not file.is_json and file.columns() >= REPLICATION_COLUMNS


def pairs_fit(file: EvidenceFile) -> bool:
    """Whether the table has the columns of the catalogue's pairs of original and re-made tests."""
    return not file.is_json and file.columns() >= PAIR_COLUMNS


def from_table(file: EvidenceFile) -> list[Fact]:
    """Rows of a CSV as facts; the citation is the row's own source, else that of evidence.yaml."""
    rows = []
    for line in file.table_rows():
        own = str(line.row.get("source") or line.row.get("citation") or "")
        cited = plain(own, 500) or file.origin.citation
        if not cited:
            raise file.problem(
                line=line.number, field="source", expected="where this can be looked up", found="nothing",
                mend="Fill the column, or give the citation in evidence.yaml.",
            )  # fmt: skip
        rows.append(Fact(f"{file.name}, line {line.number}", line.row, cited))
    return rows


def _text(fact: Fact, key: str, default: str = "") -> str:
    value = fact.row.get(key)
    return plain(value, 500) if isinstance(value, str | int | float) and value != "" else default


def _choice(fact: Fact, key: str, default: str = "") -> str:
    value = _text(fact, key, default)
    if value not in _CHOICES[key]:
        raise _bad(fact, key, " or ".join(_CHOICES[key]), show(value) if value else "nothing")
    return value


def _number(fact: Fact, key: str) -> float | None:
    text = _text(fact, key)
    if not text:
        return None
    match = _SCORE.match(text)
    if not match:
        raise _bad(fact, key, "a number", show(text))
    return float(match[1])


def _whole(fact: Fact, key: str) -> int | None:
    value = _number(fact, key)
    if value is not None and (value != int(value) or abs(value) > MOST):
        raise _bad(fact, key, "a whole number", _text(fact, key))
    return None if value is None else int(value)


def _bad(fact: Fact, key: str, expected: str, found: str) -> InputError:
    return InputError(Problem(fact.place, field=key, expected=expected, found=found))


def _year(fact: Fact) -> int:
    text = _text(fact, "year") or _text(fact, "date")[:4]
    if not re.fullmatch(r"(?:19|20)\d{2}", text):
        raise _bad(fact, "year", "a year such as 2026", show(text) if text else "nothing")
    return int(text)


def finding_pieces(facts: Iterable[Fact], names: Names, label: str) -> list[Piece]:
    """One piece a finding, with the keys of the catalogue's entry; its strength follows the catalogue's own rules."""
    return [_finding(fact, names, f"{label}-{n}") for n, fact in enumerate(facts, 1)]


def _finding(fact: Fact, names: Names, id: str) -> Piece:
    row = {key: _choice(fact, key, _DEFAULTS.get(key, "")) for key in _CHOICES}
    subject = _text(fact, "subject") or _text(fact, "model")
    benchmark = _text(fact, "benchmark")
    for key, value in (("model", subject), ("benchmark", benchmark)):
        if not value:
            raise _bad(fact, key, f"the name of the {'test' if key == 'benchmark' else key}", "nothing")
    # The catalogue's rules were written for rows read in their source; a row with a citation is judged as if it were.
    derived = strength.derive({**row, "value": _text(fact, "value"), "unit": _text(fact, "unit"), "confidence": "seen",
                               "note": _text(fact, "note")})  # fmt: skip
    model, test = names.model(subject), names.test(benchmark)
    ids = _reach(row["scope"], subject, model.id, names)
    content = {
        **row,
        "finding_id": id,
        "subject": subject,
        "model_ids": ids,
        "group": _text(fact, "group"),
        "benchmark": benchmark,
        "benchmark_ids": [test.id] if test.id else [],
        "subset": _text(fact, "subset"),
        "value": _text(fact, "value"),
        "unit": _text(fact, "unit"),
        "source": fact.citation,
        "via": _text(fact, "via"),
        "year": _year(fact),
        "url": web_address(fact.row.get("url")),
        "confidence": "brought",
        "note": _text(fact, "note"),
        "direction": derived.direction,
        "strength": derived.strength,
        "strength_reason": derived.strength_reason,
        "against_interest": derived.against_interest,
        "counts": derived.counts,
        "share_pct": derived.share_pct if derived.share_pct is not None else _number(fact, "share_pct"),
        "overall_score": _number(fact, "overall_score"),
        "clean_score": _number(fact, "clean_score"),
        "gain_points": _number(fact, "gain_points"),
        "effect_note": "",
        "model_id": model.id or "",
    }
    unknown = () if row["scope"] in ("set", "corpus", "family", "group") else (subject,)
    return Piece("findings", content, names.unknown((benchmark,), unknown), fact.citation)


def _reach(scope: str, subject: str, model_id: str | None, names: Names) -> list[str]:
    """Models that a finding reaches: the one named, or every member of the family named."""
    if scope in ("family", "group"):
        wanted = subject.casefold()
        return [m.id for m in names.catalogue.models() if wanted in (m.family.casefold(), m.line.casefold())]
    return [model_id] if model_id else []


def replication_pieces(facts: Iterable[Fact], names: Names, label: str) -> list[Piece]:
    """One piece a measured figure, with the keys of the catalogue's replications; scores in percent as printed."""
    return [_replication(fact, names, f"{label}-{n}") for n, fact in enumerate(facts, 1)]


def _replication(fact: Fact, names: Names, id: str) -> Piece:
    needed = {key: _text(fact, key) for key in ("model", "benchmark", "measured_score", "measured_by")}
    for key, value in needed.items():
        if not value:
            raise _bad(fact, key, "text", "nothing")
    match = _SCORE.match(needed["measured_score"].removesuffix("%").strip())
    if not match:
        raise _bad(
            fact, "measured_score", "a score in percent as printed, such as 71.3", show(needed["measured_score"])
        )
    kind = _text(fact, "measured_by_type", "independent")
    if kind not in _TYPES:
        raise _bad(fact, "measured_by_type", " or ".join(_TYPES), show(kind))
    model, test = names.model(needed["model"]), names.test(needed["benchmark"])
    claimed = _number(fact, "claimed_score")
    measured = float(match[1])
    content = {
        "replication_id": id,
        "record_type": _text(fact, "record_type", "independent-run"),
        "model": needed["model"],
        "model_id": model.id or "",
        "benchmark": needed["benchmark"],
        "benchmark_id": test.id or "",
        "metric": _text(fact, "metric"),
        "claimed_score": _text(fact, "claimed_score"),
        "claimed_by": _text(fact, "claimed_by"),
        "claimed_setting": _text(fact, "claimed_setting"),
        "claimed_confidence": "brought",
        "measured_score": needed["measured_score"],
        "measured_by": needed["measured_by"],
        "measured_by_type": kind,
        "measured_setting": _text(fact, "measured_setting"),
        "measured_confidence": "brought",
        "difference": None if claimed is None else measured - claimed,
        "n_items": _whole(fact, "n_items"),
        "year": _year(fact),
        "source": fact.citation,
        "url": web_address(fact.row.get("url")),
        "confidence": "brought",
        "note": _text(fact, "note"),
        "claimed_value": claimed,
        "measured_value": measured,
        "measured_spread": float(match[2]) if match[2] else None,
    }
    return Piece("figures", content, names.unknown((needed["benchmark"],), (needed["model"],)), fact.citation)


def pair_pieces(facts: Iterable[Fact], names: Names, label: str) -> list[Piece]:
    """One piece a pair of tests and tester; scores on a scale of 0 to 100, as the catalogue's pair tables."""
    tables: dict[tuple[str, ...], list[Fact]] = defaultdict(list)
    for fact in facts:
        kind = _text(fact, "pair_type", "refreshed")
        if kind not in _PAIR_TYPES:
            raise _bad(fact, "pair_type", " or ".join(_PAIR_TYPES), show(kind))
        key = (
            _text(fact, "original_benchmark"),
            _text(fact, "variant_benchmark"),
            kind,
            _text(fact, "tester", "not told"),
        )
        tables[key].append(fact)
    return [_pair(key, rows, names, f"{label}-{n}") for n, (key, rows) in enumerate(sorted(tables.items()), 1)]


def _pair(key: tuple[str, ...], facts: list[Fact], names: Names, id: str) -> Piece:
    original, variant = names.test(key[0]), names.test(key[1])
    rows = [_pair_row(fact, names) for fact in facts]
    content = {
        "id": id,
        "original": original.id or key[0],
        "variant": variant.id or key[1],
        "known_variant": variant.id is not None,
        "variant_name": key[1],
        "pair_type": key[2],
        "tester": key[3],
        "confidence": "brought",
        "n_original": _whole(facts[0], "n_original") or original.n_items,
        "n_variant": _whole(facts[0], "n_variant") or variant.n_items,
        "rows": rows,
        "benchmark_ids": [original.id] if original.id else [],
        "model_ids": sorted({r["model_id"] for r in rows if r["model_id"]}),
    }
    strangers = sum(r["model_id"] is None for r in rows)
    beside = (f"{strangers} models without an entry in the catalogue serve as models to compare with",)
    notes = (*names.unknown((key[0],), ()), *(beside if strangers else ()))
    return Piece("pairs", content, notes, facts[0].citation)


def _pair_row(fact: Fact, names: Names) -> Mapping[str, Any]:
    model = names.model(_text(fact, "model"))
    scores = {}
    for name in ("original_score", "variant_score"):
        value = _number(fact, name)
        if value is None or not 0 <= value <= 100:
            raise _bad(fact, name, "a score between 0 and 100 (percent)", _text(fact, name) or "nothing")
        scores[name] = value
    weights = _text(fact, "weights") or model.weights
    return {
        "model": _text(fact, "model"), "model_id": model.id, "weights": weights,
        "family": _text(fact, "family") or model.family or "", **scores,
        "same_setup": _text(fact, "same_setup", "unknown"), "note": _text(fact, "note"),
    }  # fmt: skip
