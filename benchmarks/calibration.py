"""Is the verdict informative? Shares of findings over the collected real documents (methods.md G.8).

    python benchmarks/calibration.py CLAIM_DOCUMENTS [--json OUT]

CLAIM_DOCUMENTS is a folder with one folder a document, each with a hand-checked claims.csv. Prints, beside the figures
of the study that set the scheme up, the share of each finding for level, ranking and progress, the distribution of
both point numbers, and the share of names resolved.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import re
from collections import Counter
from pathlib import Path

from auditgen.audit import Options, audit
from auditgen.intake.claims import read_claims_bytes
from auditgen.intake.errors import InputError
from auditgen.records.audit_record import AuditRecord
from auditgen.records.claim import ClaimsFile, Source
from auditgen.records.verdict import FINDINGS

# Who published each kind of document, read off the document itself; it cannot be told from claims.csv.
PUBLISHERS = {
    "openai": ("OpenAI", "2025-04", "model_card"),
    "deepseek-v3": ("DeepSeek", "2024-12", "model_card"),
    "deepseek-r1": ("DeepSeek", "2025-01", "paper"),
    "llama-3-1": ("Meta", "2024-07", "model_card"),
    "llama-3-3": ("Meta", "2024-12", "model_card"),
    "llama-4": ("Meta", "2025-04", "model_card"),
    "kimi": ("Moonshot AI", "2025-07", "model_card"),
    "qwen": ("Alibaba", "2023-12", "model_card"),
    "hf-": ("mlabonne", "2024-01", "metadata"),
    "caisi": ("CAISI (NIST)", "2025-09", "government_report"),
    "intl": ("International AI Safety Report", "2026-02", "government_report"),
}
STUDY = {
    "L": {"Open": 52.7, "Not shown": 32.5, "Suggested": 13.9, "Depends on settings": 0.6, "Shown": 0.2},
    "R, same set-up": {"Suggested": 33.3, "Too close to call": 27.1, "Shown": 16.2, "Not shown": 12.4, "Open": 11.1},
    "R, all pairs": {
        "Not comparable": 60.8, "Suggested": 13.0, "Too close to call": 10.6, "Shown": 6.3, "Not shown": 4.8,
        "Open": 4.4,
    },
    "P, same set-up": {"Open": 39.3, "Suggested": 26.5, "Too close to call": 16.7, "Shown": 9.0, "Not shown": 8.4},
}  # fmt: skip
STUDY_N = {"L": 1933, "R, same set-up": 1260, "R, all pairs": 3218, "P, same set-up": 509}


def read_document(folder: Path) -> ClaimsFile:
    """The claims of one document; rows that the reader refuses are left out and counted."""
    publisher, date, kind = next(v for k, v in PUBLISHERS.items() if folder.name.startswith(k))
    rows = list(csv.DictReader(io.StringIO((folder / "claims.csv").read_text("utf-8"))))
    refused = 0
    while True:
        out = io.StringIO()
        writer = csv.DictWriter(out, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
        try:
            file = read_claims_bytes(out.getvalue().encode(), f"{folder.name}.csv")
            break
        except InputError as error:
            bad = {p.line for p in error.problems if p.line}
            refused += len(bad)
            rows = [r for i, r in enumerate(rows, start=2) if i not in bad]
    body = any(w in publisher for w in ("CAISI", "Report"))
    source = Source(
        id=folder.name,
        title=folder.name,
        publisher=publisher,
        date=date,
        kind=kind,
        one_evaluation="CAISI" in publisher,
    )
    claims = tuple(
        c.model_copy(
            update={
                "id": f"{folder.name}:{c.id}",
                "source": folder.name,
                "claimant": publisher,
                "claimant_relation": "public_body" if body else "developer" if c.subject != "no" else "competitor",
                "subject": None if body else c.subject,
            }
        )
        for c in file.claims
    )
    print(f"  {folder.name}: {len(claims)} claims" + (f", {refused} refused by the reader" if refused else ""))
    return file.model_copy(update={"claims": claims, "sources": (source,)})


def shares(title: str, findings: list[str], points: list[tuple[int, int]]) -> dict[str, object]:
    """Print one block and return it."""
    n = len(findings)
    counts = Counter(findings)
    study = STUDY.get(title, {})
    print(f"\n{title}: {n:,} statements" + (f" (study: {STUDY_N[title]:,})" if title in STUDY_N else ""))
    for finding in FINDINGS:
        if counts[finding] or finding in study:
            print(f"  {finding:<28}{100 * counts[finding] / max(n, 1):6.1f}%   study {study.get(finding, 0.0):5.1f}%")
    top_finding = max(counts.values()) / n if n else 0
    now, later = Counter(p for p, _ in points), Counter(q for _, q in points)
    top_points = max(now.values()) / n if n else 0
    print(
        f"  largest finding {100 * top_finding:.1f}% (limit 85)   "
        f"largest value of points {100 * top_points:.1f}% (limit 60)"
    )
    print("  points today:       " + " ".join(f"{k}:{now[k]}" for k in sorted(now)))
    print("  points if answered: " + " ".join(f"{k}:{later[k]}" for k in sorted(later)))
    return {"n": n, "findings": counts, "points": now, "points_if_answered": later}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    print("Documents")
    files = [read_document(f) for f in sorted(args.folder.iterdir()) if (f / "claims.csv").is_file()]
    record = audit(files, Options(as_of="2026-11-30"))
    report(record, args.json)


def report(record: AuditRecord, out: Path | None = None) -> None:
    """All blocks for one audit."""
    blocks: dict[str, object] = {}
    rows: dict[str, list[tuple[str, tuple[int, int], str]]] = {"L": [], "R": [], "P": []}
    for claim in record.claims:
        reading = claim.facts["reading"]
        verdict = {"L": claim.verdicts.level, "R": claim.verdicts.ranking, "P": claim.verdicts.progress}[reading]
        if reading in "RP" and not claim.implied:
            continue
        a3 = next((c for c in claim.checks if c.check_id == "A3"), None)
        same = str(a3.values.get("sameness")) if a3 else ""
        rows[reading].append((verdict.finding, (verdict.points or 0, verdict.points_if_answered or 0), same))
    for title, reading, wanted in (
        ("L", "L", None),
        ("R, same set-up", "R", ("told", "not_told")),
        ("R, all pairs", "R", None),
        ("P, same set-up", "P", ("told", "not_told")),
        ("P, all pairs", "P", None),
    ):
        kept = [r for r in rows[reading] if wanted is None or r[2] in wanted]
        blocks[title] = shares(title, [r[0] for r in kept], [r[1] for r in kept])
    answered = Counter(c.verdicts.level.answered for c in record.claims if c.facts["reading"] == "L")
    print(
        "\nanswered domains (level): " + " ".join(f"{k}:{answered[k]}" for k in sorted(answered, key=lambda x: x or 0))
    )
    certainty = Counter(c.verdicts.level.certainty for c in record.claims if c.facts["reading"] == "L")
    print("certainty (level): " + ", ".join(f"{k} {v}" for k, v in certainty.most_common()))
    leads(record)
    names(record)
    if out:
        out.write_text(json.dumps(blocks, indent=1, default=dict))


def leads(record: AuditRecord) -> None:
    """Large leads with other clear leads should be Shown or Suggested; small gaps should be Too close to call."""
    large, small = [], []
    for claim in record.claims:
        if not claim.implied or claim.facts["reading"] != "R":
            continue
        by_id = {c.check_id: c for c in claim.checks}
        gap, c3 = by_id["B2"].values.get("gap"), by_id["C3"].values
        if by_id["A3"].values.get("sameness") not in ("told", "not_told") or gap is None:
            continue
        finding = claim.verdicts.ranking.finding
        if gap > 0.10 and c3.get("n_clear_large", 0) >= 3:
            large.append(finding)
        if gap <= 0.03:
            small.append(finding)
    ok = sum(f in ("Shown", "Suggested") for f in large)
    close = sum(f == "Too close to call" for f in small)
    shown = sum(f == "Shown" for f in small)
    print(
        f"\nleads above 10 points with 3 other clear leads of 5 points: {len(large)} (study 364), "
        f"Shown or Suggested {100 * ok / max(len(large), 1):.0f}% (study 71%)"
    )
    print(
        f"gaps of 3 points or less: {len(small)} (study 241), Too close to call "
        f"{100 * close / max(len(small), 1):.0f}% (study 73%), "
        f"Shown {100 * shown / max(len(small), 1):.1f}% (study .4%)"
    )


def names(record: AuditRecord) -> None:
    """Share of claims whose test and model are resolved, ambiguous, unknown or not named."""
    claims = [c for c in record.claims if not c.implied]
    print(f"\nnames over {len(claims):,} claims")
    for title, status in (("test", [c.benchmark.status for c in claims]), ("model", [c.model.status for c in claims])):
        counts = Counter(status)
        known = counts["matched"] + counts["ambiguous"]
        parts = ", ".join(f"{k} {100 * v / len(claims):.1f}%" for k, v in counts.most_common())
        print(f"  {title:<6} resolved or ambiguous {100 * known / len(claims):.1f}%   ({parts})")
    unmatched = Counter(
        re.sub(r"\s+", " ", c.claim.benchmark or "") for c in claims if c.benchmark.status in ("unknown", "absent")
    )
    print("  tests without an entry: " + "; ".join(f"{k} ({v})" for k, v in unmatched.most_common(8)))


if __name__ == "__main__":
    main()
