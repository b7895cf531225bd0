"""The command `auditgen init`: a folder with starter files that read without an error."""

from __future__ import annotations

from pathlib import Path

import click

CLAIMS_YAML = """\
# Claims to audit. Replace the two examples by your own; lines that begin with # are remarks.
# Only model, benchmark and score are required. Leave out what the source does not state;
# write unknown where you looked for it and did not find it: the report says which.
# All fields: auditgen schema claims

schema: auditgen-claims/1
title: Benchmark claims in the submission    # the title of the report
prepared_by:                                 # your name or office; may stay empty

sources:                                     # the documents that the claims stand in
  - id: simple-evals
    title: OpenAI simple-evals, README
    publisher: OpenAI
    url: https://github.com/openai/simple-evals
    kind: model_card                         # model_card, paper, blog, government_report, leaderboard, metadata, other
    accessed: unknown                        # the day you read it, such as 2026-01-31

claims:
  # A score. Copy it exactly as printed, with its zeros: 48.90 is not 48.9.
  - id: a1
    model: gpt-4o-2024-08-06                 # as written in the source
    benchmark: MMLU
    score: 88.7
    unit: percent                            # percent, fraction, points, rating, rank, count ...
    shots: 0                                 # examples in the prompt
    setting:                                 # how the score was made, as far as the source tells
      cot: zero-shot chain of thought
      tools: unknown
    n_items: unknown                         # questions scored
    uncertainty: unknown                     # the number behind the plus-minus sign; uncertainty_kind: se or ci95
    claimant: OpenAI                         # who says it
    claimant_relation: developer             # or competitor, independent_evaluator, public_body, leaderboard, other
    measured_by: OpenAI                      # who ran the test
    source: simple-evals
    place: README.md, Benchmark Results      # page, table, line
    quote: "88.7"                            # the words or the cell, exactly
    status: confirmed                        # draft, confirmed or rejected

  # A comparison. The other types: rank, threshold, human_parity, trend.
  - id: c1
    type: comparative
    model: gpt-4o-2024-08-06
    relation: beats
    comparator: gpt-4o-mini-2024-07-18
    benchmark: MMLU
    score: 88.7
    comparator_score: 82.0
    unit: percent
    claimant: OpenAI
    claimant_relation: developer
    source: simple-evals
    place: README.md, Benchmark Results
    status: confirmed
"""

CLAIMS_CSV = """\
model,benchmark,score,unit,shots,setting,claimant,claimant_relation,place
gpt-4o-2024-08-06,MMLU,88.7,percent,0,cot=zero-shot; tools=unknown,OpenAI,developer,"README.md, Benchmark Results"
gpt-4o-mini-2024-07-18,MMLU,82.0,percent,0,cot=zero-shot; tools=unknown,OpenAI,developer,"README.md, Benchmark Results"
"""

EVIDENCE_README = """\
Evidence for the audit
======================

Put here what may confirm or question the claims, then run

    auditgen audit claims.yaml -e evidence -o report.pdf

Files are recognised by their content. What helps:

  results table      CSV, XLSX or Parquet with model, benchmark, score
                     (and unit, n_items, stderr, task, setting, source, date)
  item matrix        CSV or Parquet with model, item, correct: each answer, right or wrong
  evaluation logs    of the usual evaluation programs, as they wrote them
  overlap            the JSON that `auditgen scan` writes
  completions        JSONL with model, benchmark, item_id, prefix, reference, output
  log-probabilities  JSONL with model, benchmark, shard, canonical, shuffled
  findings           CSV or YAML of published contamination findings and replications

Say where each file comes from in evidence.yaml beside this file; without it the evidence counts as unattributed:

    files:
      - file: results.csv
        kind: results
        citation: "Author, title, year, address"
        date: 2026-01-31
        produced_by: independent      # claimant, independent or adversarial

This file is not evidence and may be deleted.
"""

FILES = {
    "claims.yaml": CLAIMS_YAML,
    "claims.csv": CLAIMS_CSV,
    "evidence/README.txt": EVIDENCE_README,
}


def write_starter(folder: Path) -> list[str]:
    """Write the starter files and return their names. Raises FileExistsError or OSError, and then leaves nothing."""
    for name in FILES:
        if (folder / name).exists() or (folder / name).is_symlink():
            raise FileExistsError(name)
    made_folders = [f for f in ((folder / "evidence"), folder, *folder.parents) if not f.exists()]
    written: list[Path] = []
    try:
        for name, text in FILES.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            # "x" refuses a file that came up since the look above.
            with (folder / name).open("x", encoding="utf-8", newline="\n") as file:
                written.append(folder / name)
                file.write(text)
    except OSError:
        for path in written:
            path.unlink(missing_ok=True)
        for made in made_folders:
            if made.is_dir() and not any(made.iterdir()):
                made.rmdir()
        raise
    return list(FILES)


class Refused(click.ClickException):
    """The folder cannot be used: exit status 2."""

    exit_code = 2


@click.command("init")
@click.argument("directory", metavar="DIR", type=click.Path(path_type=Path))
def init(directory: Path) -> None:
    """Write starter files into DIR: claims.yaml, claims.csv and a folder for evidence.

    Nothing is overwritten: if one of the files is there already, none is written.

    \b
    Example:
      auditgen init my-audit
      auditgen audit my-audit/claims.yaml -e my-audit/evidence -o report.pdf
    """
    try:
        written = write_starter(directory)
    except FileExistsError as error:
        name = error.args[0] if error.args and error.args[0] in FILES else directory.name
        raise Refused(f"expected a folder without starter files, found {name}; name another folder") from None
    except OSError as error:
        raise Refused(
            f"expected a folder that can be written, found: {error.strerror or 'an impossible name'}"
        ) from None
    for name in written:
        click.echo(name)
