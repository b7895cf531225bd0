"""How much one table may hold."""

from __future__ import annotations

MAX_BYTES = 200_000_000
MAX_CELLS = 40_000_000
MAX_COLUMNS = 50_000
MAX_ROWS = 4_000_000
MAX_MODELS = 20_000
MAX_TESTS = 20_000
LONGEST_CELL = 100_000
LONGEST_NAME = 200
"""Names of models, tests and items are cut here; nothing longer is a name."""
