"""Free-text search over tests, models and findings for the command line."""

from __future__ import annotations

import json
import sqlite3
from typing import NamedTuple

from auditgen.catalogue import naming
from auditgen.catalogue.build import fold


class Hit(NamedTuple):
    """One entry that holds all words of the query; `id` as `evidence()` takes it."""

    id: str
    kind: str
    title: str


def search(connection: sqlite3.Connection, text: str, limit: int = 50) -> tuple[Hit, ...]:
    """Entries whose name, alias or text holds every word; names first, best first."""
    words = fold(text).split()
    if not words:
        return ()
    hits: dict[str, tuple[int, Hit]] = {}
    key = naming.loose(text)
    for kind in ("benchmark", "model"):
        query = f"SELECT n.key, n.id, b.body ->> 'name' FROM name n JOIN {kind} b ON b.id = n.id WHERE n.kind = ?"
        for name, entry_id, title in connection.execute(query, (kind,)):
            plain = naming.loose(name)
            rank = 0 if plain == key else 1 if plain.startswith(key) else 2 if key in plain else None
            if rank is None and all(word in name for word in words):
                rank = 2
            if rank is not None:
                _keep(hits, rank, Hit(f"{kind}:{entry_id}", kind, title))
    for kind in ("finding", "replication"):
        for entry_id, body in connection.execute("SELECT id, body FROM body WHERE kind = ? ORDER BY id", (kind,)):
            low = body.lower()
            if all(word in low for word in words):
                _keep(hits, 3, Hit(f"{kind}:{entry_id}", kind, _title(kind, body)))
    ordered = sorted(hits.values(), key=lambda item: (item[0], item[1].kind, item[1].id))
    return tuple(hit for _, hit in ordered[:limit])


def _keep(hits: dict[str, tuple[int, Hit]], rank: int, hit: Hit) -> None:
    if hit.id not in hits or hits[hit.id][0] > rank:
        hits[hit.id] = (rank, hit)


def _title(kind: str, body: str) -> str:
    row = json.loads(body)
    who = row["subject"] if kind == "finding" else row["model"]
    what = row["result"] if kind == "finding" else f"{row['claimed_score']} claimed, {row['measured_score']} measured"
    return f"{who} on {row['benchmark']}: {what}"
