"""One call that reads any supported log, or all logs of some files and folders."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from auditgen.intake.logs import (
    every_eval_ever,
    helm,
    hf_community_evals,
    hf_model_index,
    inspect_eval,
    inspect_json,
    lighteval,
    lm_eval,
    lm_eval_samples,
    lm_eval_table,
    lmarena_csv,
    openai_evals,
    swe_bench,
)
from auditgen.intake.logs.collect import Collected
from auditgen.intake.logs.detect import detect
from auditgen.intake.logs.fields import at
from auditgen.intake.logs.limits import MAX_FOLDER_FILES, MAX_JSON_BYTES, parse_json, too_big
from auditgen.intake.logs.model import ItemScore, LogContents, LogError
from auditgen.intake.logs.pairing import pair_samples, without_copies
from auditgen.intake.logs.source import LogSource, open_log

# Reader and the name under which its rows are known, by the detector's word.
READERS: dict[str, tuple[Callable[[Any, LogSource], Collected], str]] = {
    "every_eval_ever": (every_eval_ever.read, every_eval_ever.FORMAT),
    "every_eval_ever_items": (every_eval_ever.read_items, every_eval_ever.ITEMS_FORMAT),
    "helm": (helm.read, helm.FORMAT),
    "hf_community_evals": (hf_community_evals.read, hf_community_evals.FORMAT),
    "hf_model_index": (hf_model_index.read, hf_model_index.FORMAT),
    "inspect_eval": (inspect_eval.read, inspect_json.FORMAT),
    "inspect_json": (inspect_json.read, inspect_json.FORMAT),
    "lighteval": (lighteval.read, lighteval.FORMAT),
    "lm_eval": (lm_eval.read, lm_eval.FORMAT),
    "lm_eval_samples": (lm_eval_samples.read, lm_eval_samples.FORMAT),
    "lm_eval_table": (lm_eval_table.read, lm_eval_table.FORMAT),
    "lmarena_csv": (lmarena_csv.read, lmarena_csv.FORMAT),
    "openai_evals": (openai_evals.read, openai_evals.FORMAT),
    "swe_bench_details": (swe_bench.read_details, swe_bench.FORMAT),
    "swe_bench_lists": (swe_bench.read_lists, swe_bench.FORMAT),
    "swe_bench_report": (swe_bench.read_report, swe_bench.FORMAT),
}
HELM_SPEC, HELM_STATS, HELM_ITEMS = "run_spec.json", "stats.json", "per_instance_stats.json"


def read_log(source: str | Path | bytes, name: str = "") -> LogContents:
    """Read one log: a file, bytes (with a name for messages), or the folder of one HELM run.

    The format is recognised by content; the name serves messages and, where a format says so, the date or the task.
    Raises LogError, one line, for anything that cannot be read.
    """
    if not isinstance(source, bytes) and Path(source).is_dir():
        return _read_helm_folder(Path(source))
    log = open_log(source, name)
    recognised = detect(log)
    reader, known_as = READERS[recognised.reader]
    found = reader(recognised.payload, log)
    if recognised.reader == "every_eval_ever" and log.path is not None:
        _add_item_file(found, recognised.payload, log.path.parent)
    return _contents(found, log, known_as, recognised.rule)


def read_logs(sources: Iterable[str | Path]) -> list[LogContents]:
    """Read files and folders (every file in a folder that is recognised; a HELM run folder is one log).

    Sample files of lm-evaluation-harness get their model from the result file of the same run, where that is among
    the sources; a second copy of one run is left out with a note. Raises LogError for a named file that is not a log,
    and for a folder that holds none.
    """
    contents: list[LogContents] = []
    for source in sources:
        path = Path(source)
        if path.is_dir() and not (path / HELM_SPEC).is_file():
            contents += _read_folder(path)
        else:
            contents.append(read_log(path))
    return without_copies(pair_samples(contents))


def _contents(found: Collected, log: LogSource, known_as: str, rule: str) -> LogContents:
    return LogContents(
        source_format=known_as,
        file_name=log.name,
        recognised_by=rule,
        runs=tuple(found.runs),
        items=tuple(found.items),
        notes=tuple(dict.fromkeys([*found.notes, *log.notes])),
        items_hash=found.items_hash,
    )


def _read_helm_folder(folder: Path) -> LogContents:
    name = folder.resolve().name or "folder"
    if not (folder / HELM_SPEC).is_file() or not (folder / HELM_STATS).is_file():
        raise LogError(
            name,
            expected="a file, or the folder of one HELM run with run_spec.json and stats.json",
            found="another folder",
            mend="name the log file itself",
        )
    parsed = {}
    for file in (HELM_SPEC, HELM_STATS, HELM_ITEMS):
        if (folder / file).is_file():
            parsed[file.removesuffix(".json")] = parse_json(
                open_log(folder / file).read(MAX_JSON_BYTES, "one JSON document"), f"{name}/{file}"
            )
    if not isinstance(at(parsed["run_spec"], "adapter_spec"), dict):
        raise LogError(
            f"{name}/{HELM_SPEC}", expected="adapter_spec", found="none", mend="give the folder as HELM wrote it"
        )
    log = LogSource(name, path=folder / HELM_STATS)
    return _contents(helm.read(parsed, log), log, helm.FORMAT, "folder with run_spec.json holding adapter_spec")


def _read_folder(folder: Path) -> list[LogContents]:
    """Every recognised log below a folder; HELM run folders as one log each. Links are not followed."""
    found: list[LogContents] = []
    refused: list[str] = []
    pending, seen = [folder], 0
    while pending:
        here = pending.pop()
        for path in sorted(here.iterdir()):
            seen += 1
            if seen > MAX_FOLDER_FILES:
                raise too_big(folder.resolve().name, "a folder", MAX_FOLDER_FILES, "files")
            if path.name.startswith(".") or path.is_symlink():
                continue
            if path.is_dir() and not (path / HELM_SPEC).is_file():
                pending.append(path)
            elif path.is_dir() or path.is_file():
                try:
                    found.append(read_log(path))
                except LogError as error:
                    refused.append(error.file)
    name = folder.resolve().name
    if not found:
        raise LogError(name, expected="at least one evaluation log in the folder", found="none", mend="name the logs")
    if refused:
        note = f"{len(refused)} file(s) of the folder were not read: " + ", ".join(refused[:10])
        found[0] = dataclasses.replace(found[0], notes=(*found[0].notes, note))
    return found


def _add_item_file(found: Collected, document: Any, folder: Path) -> None:
    """Items of an Every Eval Ever record, from the file that it names, if it lies beside the record."""
    name = every_eval_ever.item_file_name(document)
    path = folder / name
    if not name or path.is_symlink() or not path.is_file():
        return
    log = open_log(path)
    algorithm, stated = every_eval_ever.stated_checksum(document)
    if stated:
        digest = hashlib.new(algorithm, usedforsecurity=False)
        with log.open() as stream:
            while block := stream.read(1 << 20):
                digest.update(block)
        if digest.hexdigest() != stated:
            found.note("the item file beside the record does not match its checksum and was not read")
            return
    if detect(log).reader != "every_eval_ever_items":
        found.note("the item file beside the record is of another kind and was not read")
        return
    runs = {}
    for run, (_, result) in zip(found.runs, every_eval_ever.objects(at(document, "evaluation_results")), strict=False):
        for key in (result.get("evaluation_name"), result.get("evaluation_result_id")):
            if isinstance(key, str):
                runs[every_eval_ever.plain(key, 120)] = run
    for item in every_eval_ever.read_items(None, log).items:
        found.add_item(_named_like(item, runs.get(item.metric) or runs.get(item.benchmark)))


def _named_like(item: ItemScore, run: Any) -> ItemScore:
    if run is None:
        return item
    return dataclasses.replace(item, benchmark=run.benchmark, metric=run.metric, model=item.model or run.model)
