"""Opening the catalogue: the SQLite file, built first where a source checkout has none or an outdated one."""

from __future__ import annotations

import contextlib
import sqlite3
from functools import lru_cache
from pathlib import Path

from auditgen.catalogue import build
from auditgen.catalogue.store import Catalogue


def connect(path: Path | None = None) -> sqlite3.Connection:
    """Read-only connection to the SQLite file.

    In a source checkout a missing or outdated file is built first: into place, or into memory where the folder cannot
    be written. An installed package is trusted as it was built.
    """
    target = path or build.SQLITE
    if path is None and _outdated(target):
        try:
            build.write(target)
        except OSError:
            connection = sqlite3.connect(":memory:", check_same_thread=False)
            connection.deserialize(build.build_bytes())
            return connection
    if not target.exists():
        raise FileNotFoundError(f"no catalogue at {target.name}")
    return sqlite3.connect(f"{target.absolute().as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False)


def _outdated(target: Path) -> bool:
    if not target.exists():
        return True
    checkout = build.PACKAGE.parent.parent / "hatch_build.py"
    if not checkout.exists():
        return False
    built = target.stat().st_mtime_ns
    newer = any(p.stat().st_mtime_ns > built for p in (*build.data_files(), build.PACKAGE / "build.py"))
    return newer and not _in_step(target)


def _in_step(target: Path) -> bool:
    """Whether a file older than its sources still says the same; if so its time is brought up to date."""
    connection = sqlite3.connect(f"{target.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
    try:
        schema = connection.execute("PRAGMA user_version").fetchone()[0]
        stored = connection.execute("SELECT value FROM meta WHERE key = 'sha256'").fetchone()[0]
    except sqlite3.DatabaseError:
        return False
    finally:
        connection.close()
    same = bool(schema == build.SCHEMA and stored == build.data_sha256())
    if same:
        with contextlib.suppress(OSError):
            target.touch()
    return same


@lru_cache(maxsize=8)
def open_catalogue(path: str | Path | None = None) -> Catalogue:
    """The embedded catalogue, or the one in the SQLite file `path`; opened once per process."""
    return Catalogue(connect(Path(path) if path is not None else None))
