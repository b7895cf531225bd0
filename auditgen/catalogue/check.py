"""Checks the readable files: every entry valid, linked, cited, and in step with the SQLite file and the rules."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import yaml

from auditgen.catalogue import build
from auditgen.catalogue.build import Facts
from auditgen.catalogue.check_entries import Problem, check_benchmarks, check_models, check_names, check_words
from auditgen.catalogue.check_tables import (
    check_findings,
    check_pairs,
    check_percentiles,
    check_regulation,
    check_replications,
    check_results,
)
from auditgen.catalogue.references import EXCLUDING, rule_exclusions
from auditgen.catalogue.store import Catalogue


def check(data: Path = build.DATA, sqlite: Path | None = build.SQLITE) -> list[Problem]:
    """All problems of the readable files in `data`; with `sqlite`, also whether that file is in step with them.

    Raises nothing for faulty facts: a file that cannot be read at all is one problem of its own.
    """
    try:
        facts = Facts(data)
    except (OSError, KeyError, ValueError, yaml.YAMLError) as error:
        return [Problem("data", "", "", "readable files", " ".join(str(error).split())[:200])]
    problems = [*_entries(facts)]
    if not problems:  # the rules below read the facts as they are stored
        connection = sqlite3.connect(":memory:")
        connection.deserialize(build.build_bytes(data))
        problems += check_references(facts, Catalogue(connection))
        connection.close()
    if sqlite is not None:
        problems += check_sqlite(sqlite, data)
    return problems


def _entries(facts: Facts) -> Iterator[Problem]:
    yield from check_benchmarks(facts)
    yield from check_models(facts)
    yield from check_names(facts)
    yield from check_words(facts)
    yield from check_findings(facts)
    yield from check_replications(facts)
    yield from check_results(facts)
    yield from check_pairs(facts)
    yield from check_percentiles(facts)
    yield from check_regulation(facts)


def check_references(facts: Facts, catalogue: Catalogue) -> Iterator[Problem]:
    """The stored reference lists of D7 against the pair tables and the rule."""
    file = "d7_references.yaml"
    tables = {build.pair_key({"original_benchmark": t.original, "variant_benchmark": t.variant, "tester": t.tester}): t
              for t in catalogue.pair_tables()}  # fmt: skip
    for stored in facts.d7:
        key = build.pair_key(stored)
        if key not in tables:
            yield Problem(file, key, "pairs", "a table in pairs.csv", "none")
            continue
        table = tables[key]
        rule = rule_exclusions(catalogue, table)
        left_out = {
            e["model"]: (e["basis"], tuple(e["findings"])) for e in stored["excluded"] if e["basis"] in EXCLUDING
        }
        for model in sorted(rule.keys() | left_out.keys()):
            if rule.get(model) != left_out.get(model):
                yield Problem(file, f"{key} {model}", "excluded", str(rule.get(model)), str(left_out.get(model)))
        gone = left_out.keys() | set(stored.get("unusable_rows") or ())
        kept = [row.model for row in table.rows if row.model not in gone]
        if kept != stored["kept"]:
            differing = sorted(set(kept) ^ set(stored["kept"])) or ["another order"]
            yield Problem(file, key, "kept", "every row that is not left out", f"differs: {', '.join(differing)}")
        for field, expected in (("models_in_table", len(table.rows)), ("references", len(kept))):
            if stored[field] != expected:
                yield Problem(file, key, field, str(expected), str(stored[field]))
        known = {row.model for row in table.rows}
        for model in (*(e["model"] for e in stored["excluded"]), *gone):
            if model not in known:
                yield Problem(file, key, "excluded", "a model of the table", model)
        if stored["pair_type"] != table.pair_type or stored["confidence"] != table.confidence:
            expected_pair = f"{table.pair_type}, {table.confidence}"
            yield Problem(
                file, key, "pair_type, confidence", expected_pair, f"{stored['pair_type']}, {stored['confidence']}"
            )


def check_sqlite(sqlite: Path, data: Path) -> Iterator[Problem]:
    """Whether the SQLite file says what the readable files say."""
    if not sqlite.exists():
        yield Problem(sqlite.name, "", "", "built from the readable files", "missing")
        return
    connection = sqlite3.connect(f"{sqlite.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
    try:
        schema = connection.execute("PRAGMA user_version").fetchone()[0]
        stored = dict(connection.execute("SELECT key, value FROM meta"))
    except sqlite3.DatabaseError as error:
        yield Problem(sqlite.name, "", "", "an SQLite file", str(error))
        return
    finally:
        connection.close()
    expected = build.data_sha256(data)
    if stored.get("sha256") != expected:
        yield Problem(sqlite.name, "meta", "sha256", expected, str(stored.get("sha256")))
    if schema != build.SCHEMA:
        yield Problem(sqlite.name, "meta", "schema", str(build.SCHEMA), str(schema))
