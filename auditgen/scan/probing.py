"""Word hashes of a document to the item runs that occur in it: rolling hash, blocked filter, table."""

from __future__ import annotations

import numpy as np

from auditgen.scan.compiled import compiled, fetch, trailing_zeros
from auditgen.scan.hashing import PROBE_FACTOR, RUN_FACTOR

_RUN, _PROBE = np.uint64(RUN_FACTOR), np.uint64(PROBE_FACTOR)
_U0, _U1, _U6, _U12, _U63 = (np.uint64(value) for value in (0, 1, 6, 12, 63))


@compiled
def find_seeds(  # type: ignore[no-untyped-def]
    token_hash, tokens, width, leaving, bloom, table_key, table_run, seed_at, seed_run, seeds
):  # fmt: skip
    """Append the runs of `width` words that stand in the table: number of seeds, -1 where the arrays are too short.

    leaving: RUN_FACTOR ** width, the factor of the word that leaves the window. seed_at: int32, first word of the run.
    seed_run: int32, number of the run.
    """
    bloom_shift = np.uint64(64 - trailing_zeros(np.uint64(len(bloom))))
    table_shift = np.uint64(64 - trailing_zeros(np.uint64(len(table_key))))
    table_last = len(table_key) - 1
    run = _U0
    for i in range(min(width - 1, tokens)):
        run = run * _RUN + fetch(token_hash, i)
    gone = _U0  # the word that leaves the window next
    for i in range(width - 1, tokens):
        run = run * _RUN + (fetch(token_hash, i) - gone)
        gone = fetch(token_hash, i - width + 1) * leaving
        spread = run * _PROBE
        pattern = (_U1 << (spread & _U63)) | (_U1 << ((spread >> _U6) & _U63)) | (_U1 << ((spread >> _U12) & _U63))
        if fetch(bloom, np.int64(spread >> bloom_shift)) & pattern == pattern:
            slot = np.int64(spread >> table_shift)
            while table_run[slot] >= 0:
                if table_key[slot] == run:
                    if seeds >= len(seed_at):
                        return np.int64(-1)
                    seed_at[seeds] = i - width + 1
                    seed_run[seeds] = table_run[slot]
                    seeds += 1
                    break
                slot = (slot + 1) & table_last
    return seeds
