"""How much one document may hold; past these, reading stops and says so."""

from __future__ import annotations

MAX_BYTES = 100_000_000
# Text kinds are read into memory whole and more than once.
MAX_TEXT_BYTES = 20_000_000
MAX_PAGES = 2_000
MAX_TABLES = 2_000
MAX_ROWS = 5_000
MAX_COLUMNS = 200
# Cells of one table and of all tables together, merged cells counted as often as they show.
MAX_CELLS = 200_000
MAX_ALL_CELLS = 1_000_000
MAX_CELL_CHARACTERS = 2_000
MAX_PASSAGE_CHARACTERS = 20_000
MAX_PASSAGES = 200_000
# The claims reader takes 10,000 rows a file.
MAX_DRAFTS = 10_000
"""Rows in one draft file."""
