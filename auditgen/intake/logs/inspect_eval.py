"""Inspect AI `.eval` archives: header, summaries or samples, one member at a time.

A finished log has `header.json` and `summaries.json`; one that was killed has only its journal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from auditgen.intake.logs import inspect_json
from auditgen.intake.logs.collect import Collected
from auditgen.intake.logs.fields import mapping, objects
from auditgen.intake.logs.source import LogSource
from auditgen.intake.logs.zip_members import ZipMembers

HEADER, START, SUMMARIES = "header.json", "_journal/start.json", "summaries.json"
_JOURNAL = re.compile(r"^_journal/summaries/(\d{1,9})\.json$")
_SAMPLE = re.compile(r"^samples/[^/]+\.json$")


def read(archive: ZipMembers, source: LogSource) -> Collected:
    """One `.eval` archive. A log without a header is read from its journal and marked as failed."""
    found = Collected(source.name)
    header = mapping(archive.json(HEADER))
    if not header:
        header = {**mapping(archive.json(START)), "status": "started"}
        found.note("the log was started and never finished: only the journal is there")
    inspect_json.add_runs(found, header)
    inspect_json.add_samples(found, header, _samples(archive))
    return found


def _samples(archive: ZipMembers) -> Iterator[dict[str, Any]]:
    """Samples with scores: from the summaries where they carry scores, else from the full samples."""
    if SUMMARIES in archive.members:
        pages = [SUMMARIES]
    else:
        numbered = ((int(m[1]), m[0]) for m in map(_JOURNAL.match, archive.names()) if m)
        pages = [name for _, name in sorted(numbered)]
    without = False
    for page in pages:
        for _, summary in objects(archive.json(page)):
            without = without or "scores" not in summary
    if pages and not without:
        for page in pages:
            yield from (summary for _, summary in objects(archive.json(page)))
        return
    for name in archive.names():
        if _SAMPLE.match(name):
            yield mapping(archive.json(name))
