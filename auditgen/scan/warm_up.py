"""Compile the scan once for this machine's processor; the result is kept on disk by numba."""

from __future__ import annotations

import time

import numpy as np

from auditgen.scan.compiled import HAS_NUMBA, NO_NUMBA
from auditgen.scan.index import build_index
from auditgen.scan.items import Item
from auditgen.scan.parameters import PADDING, ScanParameters
from auditgen.scan.worker import make_scanner


def warm_up() -> str:
    """Run every compiled path on a few words; one line on what was done."""
    if not HAS_NUMBA:
        return NO_NUMBA
    began = time.monotonic()
    question = "how many words must a question of some length hold before a scan can tell it apart from chance"
    line = f'{{"text": "{question} \\u00e9\\n {question}"}}\n'.encode()
    for tier in ("fuzzy", "exact"):
        parameters = ScanParameters(tier=tier)
        scanner = make_scanner(
            build_index([Item("1", "", question, "five"), Item("2", "", question[:40], "")], parameters), parameters
        )
        buffer = np.frombuffer(line + bytes(PADDING), dtype=np.uint8).copy()
        _, _, starts, ends = scanner.find_texts(buffer, len(line), np.frombuffer(b"text", dtype=np.uint8))
        scanner.scan(buffer, starts, ends, True)
    return f"scan compiled and kept for this processor ({time.monotonic() - began:.1f} s)"
