"""Builds the catalogue's one SQLite file from the readable files; same files, same bytes."""

from __future__ import annotations

import csv
import hashlib
import json
import os
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

SCHEMA = 1  # counts up when the tables change, so that an older file is rebuilt
PACKAGE = Path(__file__).resolve().parent
DATA = PACKAGE / "data"
SQLITE = PACKAGE / "catalogue.sqlite"
CSV_FILES = ("findings", "finding_effects", "replications", "pairs", "percentiles", "regulation")

TABLES = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE benchmark (id TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE model (id TEXT PRIMARY KEY, family TEXT NOT NULL, line TEXT NOT NULL, body TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE name (
    kind TEXT, key TEXT, id TEXT, form TEXT, place INTEGER, PRIMARY KEY (kind, key, form, place, id)) WITHOUT ROWID;
CREATE TABLE subset_name (benchmark_id TEXT, key TEXT, name TEXT, PRIMARY KEY (benchmark_id, key)) WITHOUT ROWID;
CREATE TABLE body (kind TEXT, id TEXT, body TEXT NOT NULL, PRIMARY KEY (kind, id)) WITHOUT ROWID;
CREATE TABLE finding_link (
    benchmark_id TEXT, model_id TEXT, finding_id TEXT, effect TEXT, PRIMARY KEY (benchmark_id, model_id, finding_id)
) WITHOUT ROWID;
CREATE TABLE replication_link (
    model_id TEXT, benchmark_id TEXT, replication_id TEXT, PRIMARY KEY (model_id, benchmark_id, replication_id)
) WITHOUT ROWID;
CREATE TABLE result ({result_columns});
CREATE INDEX result_by_model ON result (model_id, benchmark_id);
CREATE INDEX result_by_campaign ON result (campaign, benchmark_id);
CREATE UNIQUE INDEX result_by_id ON result (result_id);
CREATE TABLE pair (original TEXT, variant TEXT, tester TEXT, pair_type TEXT, model TEXT, model_id TEXT, weights TEXT,
    family TEXT, original_score TEXT, variant_score TEXT, unit TEXT, same_setup TEXT, source TEXT, confidence TEXT,
    note TEXT);
CREATE INDEX pair_by_original ON pair (original, variant, tester);
CREATE INDEX pair_by_variant ON pair (variant);
"""


def data_files(data: Path | None = None) -> list[Path]:
    """The readable files (of the package, if no folder is given), in the order in which they are hashed."""
    data = data or DATA
    files = [p for p in data.rglob("*") if p.suffix in (".yaml", ".csv") and p.is_file()]
    return sorted(files, key=lambda p: p.relative_to(data).as_posix())


def data_sha256(data: Path | None = None) -> str:
    """SHA-256 over names and contents of the readable files; line ends count as \\n on every system."""
    data = data or DATA
    total = hashlib.sha256()
    for path in data_files(data):
        content = path.read_bytes().replace(b"\r\n", b"\n")
        total.update(path.relative_to(data).as_posix().encode() + b"\0" + hashlib.sha256(content).digest())
    return total.hexdigest()


def load_yaml(path: Path) -> Any:
    """Content of a YAML file, by the safe loader; the parser is loaded only when something is built or checked."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the C version of the safe loader is ten times quicker
    return yaml.load(path.read_text(encoding="utf-8"), Loader=loader)


def load_csv(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


class Facts:
    """The readable files as plain lists and dicts, read once."""

    def __init__(self, data: Path | None = None) -> None:
        self.data = data = data or DATA
        self.meta: dict[str, Any] = load_yaml(data / "catalogue.yaml")
        self.names: dict[str, Any] = load_yaml(data / "names.yaml")
        self.sources: dict[str, str] = load_yaml(data / "sources.yaml")
        self.benchmark_files = {p: load_yaml(p) for p in sorted((data / "benchmarks").glob("*.yaml"))}
        self.benchmarks: list[dict[str, Any]] = [b for entries in self.benchmark_files.values() for b in entries]
        self.models: list[dict[str, Any]] = load_yaml(data / "models.yaml")
        self.words: list[dict[str, Any]] = load_yaml(data / "words.yaml")["words"]
        self.d7: list[dict[str, Any]] = load_yaml(data / "d7_references.yaml")["pairs"]
        self.campaign_licences: dict[str, Any] = load_yaml(data / "licences.yaml")
        self.tables = {name: load_csv(data / f"{name}.csv") for name in CSV_FILES}
        self.result_files = {p: load_csv(p) for p in sorted((data / "results").glob("*.csv"))}
        self.results: list[dict[str, str]] = sorted(
            (r for rows in self.result_files.values() for r in rows), key=lambda r: r["result_id"]
        )
        self.line_of = {family: line for line, families in self.names["lines"].items() for family in families}

    def line(self, family: str) -> str:
        """The line a family is dropped with; itself where no line is named."""
        return self.line_of.get(family, family)


def fold(text: str) -> str:
    """The key of the plain look-up: lower case, trimmed, runs of spaces as one."""
    return " ".join(text.lower().split())


def parts(cell: str) -> tuple[str, ...]:
    """Parts of a cell that holds a list, separated by semicolons."""
    return tuple(p.strip() for p in cell.split(";") if p.strip())


def model_names(facts: Facts) -> Iterator[tuple[str, str, str, int]]:
    """(key, id, form, place) of every model name; form `ambiguous` wins over the others at look-up."""
    for model in facts.models:
        yield fold(model["id"]), model["id"], "id", 0
        yield fold(model["name"]), model["id"], "name", 0
        for alias in model["aliases"]:
            yield fold(alias), model["id"], "alias", 0
    for name, ids in facts.names["ambiguous_models"].items():
        for place, model_id in enumerate(ids):
            yield fold(name), model_id, "ambiguous", place


def benchmark_names(facts: Facts) -> Iterator[tuple[str, str, str, int]]:
    """(key, id, form, place) of every test name."""
    for place, entry in enumerate(facts.benchmarks):
        yield fold(entry["id"]), entry["id"], "id", 0
        yield fold(entry["name"]), entry["id"], "name", 0
        for alias in entry["aliases"]:
            yield fold(alias), entry["id"], "alias", 0
        for alias in entry["ambiguous_aliases"]:
            yield fold(alias), entry["id"], "ambiguous", place


def finding_links(facts: Facts) -> Iterator[tuple[str, str, str, str]]:
    """(test, model or '*', finding, effect as JSON). '*': the finding is listed whatever the model.

    A finding about a family reaches the members that were public by the month of the source; a finding about a group
    reaches every member for listing.
    """
    effects: dict[str, dict[str, dict[str, str]]] = {}
    for row in facts.tables["finding_effects"]:
        effects.setdefault(row["finding_id"], {})[row["model_id"]] = row
    by_family: dict[str, list[dict[str, Any]]] = {}
    for model in facts.models:
        by_family.setdefault(model["family"], []).append(model)
    for row in facts.tables["findings"]:
        members = list(parts(row["model_ids"]))
        members += [m for m in effects.get(row["finding_id"], {}) if m not in members]
        families = facts.names["groups"].get(row["group"], {}).get("families", []) if row["group"] else []
        for model in (m for family in families for m in by_family.get(family, [])):
            public = str(model["release_date"] or "")[:7]
            if model["id"] not in members and public and public <= source_month(row):
                members.append(model["id"])
        if not members and row["scope"] in ("group", "set", "corpus"):
            members = ["*"]
        for benchmark_id in parts(row["benchmark_ids"]):
            for model_id in members:
                effect = effects.get(row["finding_id"], {}).get(model_id, {})
                yield benchmark_id, model_id, row["finding_id"], to_json(effect) if effect else ""


def source_month(row: dict[str, str]) -> str:
    """Month of a source: of its arXiv number, else December of its year."""
    found = row["url"].partition("arXiv:")[2][:4] or row["url"].partition("arxiv.org/abs/")[2][:4]
    return f"20{found[:2]}-{found[2:]}" if found.isdigit() and len(found) == 4 else f"{row['year']}-12"


def subset_names(facts: Facts) -> Iterator[tuple[str, str, str]]:
    """(test, key, subset) of the subsets that may follow a test's name: of the entry, of results, MMLU's subjects."""
    seen: set[tuple[str, str]] = set()
    rows: list[tuple[str, str]] = []
    for entry in facts.benchmarks:
        rows += [(entry["id"], s.replace("_", " ")) for s in entry["items"].get("subsets") or {}]
        rows += [(entry["id"], s) for s in entry["items"].get("subset_names") or []]
    rows += [(r["benchmark_id"], r["subset"]) for r in facts.results if r["benchmark_id"] and r["subset"]]
    for benchmark_id, subset in rows:
        key = fold(subset)
        if (benchmark_id, key) not in seen:
            seen.add((benchmark_id, key))
            yield benchmark_id, key, subset


def to_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def model_rows(facts: Facts) -> Iterator[tuple[str, str, str, str]]:
    weights: dict[str, set[str]] = {}
    for row in facts.results:
        if row["model_id"] and row["weights"] != "unknown":
            weights.setdefault(row["model_id"], set()).add(row["weights"])
    for model in facts.models:
        line = facts.line(model["family"])
        body = model | {"line": line, "weights_seen": sorted(weights.get(model["id"], ()))}
        yield model["id"], model["family"], line, to_json(body)


def fill(connection: sqlite3.Connection, facts: Facts, sha256: str) -> None:
    """Creates and fills every table; rows go in sorted, so that the bytes depend on the facts alone."""
    columns = list(facts.results[0])
    connection.executescript(TABLES.format(result_columns=", ".join(f"{c} TEXT" for c in columns)))

    def put(table: str, rows: Iterable[tuple[Any, ...]]) -> None:
        ordered = sorted(set(rows), key=lambda row: tuple(str(v) for v in row))
        if ordered:
            connection.executemany(f"INSERT INTO {table} VALUES ({','.join('?' * len(ordered[0]))})", ordered)

    put("meta", [("version", facts.meta["version"]), ("sha256", sha256), ("sources", to_json(facts.sources))])
    put("benchmark", ((b["id"], to_json(b)) for b in facts.benchmarks))
    put("model", model_rows(facts))
    put("name", (("benchmark", *row) for row in benchmark_names(facts)))
    put("name", (("model", *row) for row in model_names(facts)))
    put("subset_name", subset_names(facts))
    for kind, table, key in (
        ("finding", "findings", "finding_id"),
        ("replication", "replications", "replication_id"),
        ("percentile", "percentiles", "percentile_id"),
        ("regulation", "regulation", "id"),
    ):
        put("body", ((kind, row[key], to_json(row)) for row in facts.tables[table]))
    put("body", (("word", row["word"], to_json(row)) for row in facts.words))
    put("body", (("group", name, to_json(row)) for name, row in facts.names["groups"].items()))
    put("body", (("campaign", name, to_json(row)) for name, row in facts.campaign_licences["campaigns"].items()))
    put("body", (("d7", pair_key(row), to_json(row)) for row in facts.d7))
    put("finding_link", finding_links(facts))
    links = ((r["model_id"], r["benchmark_id"], r["replication_id"]) for r in facts.tables["replications"])
    put("replication_link", links)
    marks = ",".join("?" * len(columns))
    connection.executemany(f"INSERT INTO result VALUES ({marks})", ([r[c] for c in columns] for r in facts.results))
    pair_columns = [
        "original_benchmark",
        "variant_benchmark",
        "tester",
        "pair_type",
        "model",
        "model_id",
        "weights",
        "family",
        "original_score",
        "variant_score",
        "unit",
        "same_setup",
        "source",
        "confidence",
        "note",
    ]
    pair_rows = ([r[c] for c in pair_columns] for r in facts.tables["pairs"])
    connection.executemany(f"INSERT INTO pair VALUES ({','.join('?' * len(pair_columns))})", pair_rows)


def pair_key(row: dict[str, Any]) -> str:
    return f"{row['original_benchmark']}>{row['variant_benchmark']}@{row['tester']}"


def build_bytes(data: Path | None = None) -> bytes:
    """The whole SQLite file as bytes."""
    connection = sqlite3.connect(":memory:")
    try:
        connection.execute("PRAGMA page_size = 4096")
        connection.execute("PRAGMA encoding = 'UTF-8'")
        with connection:
            fill(connection, Facts(data), data_sha256(data))
        connection.execute(f"PRAGMA user_version = {SCHEMA}")
        connection.execute("VACUUM")
        content = bytearray(connection.serialize())
    finally:
        connection.close()
    # Bytes 24-27 and 92-99 of the header: change counter and library version; they say nothing about the facts.
    content[24:28] = content[92:96] = b"\x00\x00\x00\x01"
    content[96:100] = (3_040_000).to_bytes(4, "big")
    return bytes(content)


def write(target: Path | None = None, data: Path | None = None) -> Path:
    """Builds the SQLite file into place: whole or not at all. Raises OSError where the folder cannot be written."""
    target = target or SQLITE
    content = build_bytes(data)
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=".catalogue-", suffix=".sqlite")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.chmod(name, 0o644)
        os.replace(name, target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return target
