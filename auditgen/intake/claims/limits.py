"""How much one claims file may hold."""

from __future__ import annotations

MAX_CLAIMS = 10_000
MAX_SOURCES = 1_000
