"""Arena leaderboard tables: ratings of a Bradley-Terry model with a 95% interval, not percentages."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

from auditgen.intake.logs.collect import Collected
from auditgen.intake.logs.fields import number, score_text, settings, whole
from auditgen.intake.logs.model import EvalRun, LogError
from auditgen.intake.logs.privacy import model_name, plain
from auditgen.intake.logs.source import LogSource

FORMAT = "lmarena_csv"
NEEDED = ("rank", "model", "arena_score", "95_pct_ci", "votes")
_INTERVAL = re.compile(r"^\s*\+?(\d+(?:\.\d+)?)\s*/\s*[-−](\d+(?:\.\d+)?)\s*$")


def header(text: str) -> list[str]:
    """Column names in the first line."""
    line = text[:20_000].lstrip("\ufeff").split("\n", 1)[0]
    try:
        return [name.strip() for name in next(csv.reader([line.rstrip("\r")]), [])]
    except csv.Error:
        return []


def read(text: Any, source: LogSource) -> Collected:
    """One table. "+5/-7" beside a rating is its 95% interval: rating - 7 to rating + 5."""
    found = Collected(source.name)
    try:
        rows = csv.DictReader(io.StringIO(str(text).lstrip("\ufeff"), newline=""))
        for row in rows:
            _add_row(found, {(k or "").strip(): v for k, v in row.items() if isinstance(v, str)}, rows.line_num)
    except csv.Error as error:
        raise LogError(
            source.name, expected="a CSV table", found=str(error)[:80], mend="save the table again as CSV"
        ) from None
    found.note("the date of the table is not in the file; votes are not items; equal ranks are normal")
    return found


def _add_row(found: Collected, row: dict[str, str], line: int) -> None:
    rating = number(row.get("arena_score"))
    matched = _INTERVAL.match(row.get("95_pct_ci", ""))
    interval = None
    notes: tuple[str, ...] = ()
    if rating is None:
        notes = ("the table gives no rating for this model",)
    elif matched:
        interval = (rating - float(matched[2]), rating + float(matched[1]))
    else:
        notes = ("the interval could not be read",)
    found.add_run(
        EvalRun(
            model=model_name(row.get("model"))[0],
            benchmark="arena",
            task="arena",
            metric="arena_score",
            score=rating,
            score_text=score_text(row.get("arena_score")),
            unit="rating",
            ci=interval,
            ci_level=0.95 if interval else None,
            setting=settings(
                votes=whole(row.get("votes")),
                rank=whole(row.get("rank")),
                rank_stylectrl=whole(row.get("rank_stylectrl")),
                organization=plain(row.get("organization"), 80),
                license=plain(row.get("license"), 80),
                knowledge_cutoff=plain(row.get("knowledge_cutoff"), 40),
            ),
            higher_is_better=True,
            pointer=f"line {line}",
            source_format=FORMAT,
            file_name=found.file_name,
            notes=notes,
        )
    )
