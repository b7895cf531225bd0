"""Which format a log is in, from its content alone; the order of the rules matters, the first that holds wins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from auditgen.intake.logs import hf_community_evals, hf_model_index, lm_eval_table, lmarena_csv
from auditgen.intake.logs.fields import at
from auditgen.intake.logs.limits import MAX_JSON_BYTES, MAX_LINE_BYTES, MAX_TEXT_BYTES, MAX_YAML_BYTES, parse_json
from auditgen.intake.logs.model import LogError
from auditgen.intake.logs.plain_yaml import parse_yaml
from auditgen.intake.logs.source import LogSource
from auditgen.intake.logs.zip_members import ZipMembers

TRIED = (
    "Inspect AI .eval and .json",
    "Every Eval Ever records and items",
    "lighteval and Open LLM Leaderboard v1",
    "lm-evaluation-harness results, samples and printed tables",
    "HELM run folder and stats.json",
    "OpenAI evals",
    "SWE-bench results, details and reports",
    "Hugging Face model-index and community evals",
    "arena leaderboard CSV",
)


@dataclass(frozen=True)
class Recognised:
    """The reader to use, the rule that chose it, and what was parsed on the way (None: the reader reads the lines)."""

    reader: str
    rule: str
    payload: Any = None


def _has(value: Any, *keys: str) -> bool:
    return isinstance(value, dict) and all(key in value for key in keys)


def _is_old_lm_eval(value: Any) -> bool:
    return isinstance(value, dict) and set(value) == {"results", "versions", "config"}


def _is_swe_details(value: Any) -> bool:
    return isinstance(value, dict) and bool(value) and all(isinstance(at(v, "resolved"), bool) for v in value.values())


# Rules for one JSON object, and for the first object of a JSON-lines file (payload None).
_OBJECT_RULES: list[tuple[str, str, Callable[[Any], bool]]] = [
    (
        "every_eval_ever",
        "JSON object with schema_version, evaluation_id, evaluation_results",
        lambda v: _has(v, "schema_version", "evaluation_id", "evaluation_results"),
    ),
    (
        "inspect_json",
        "JSON object with version, status, eval.task, eval.model",
        lambda v: _has(v, "version", "status", "eval") and _has(v["eval"], "task", "model"),
    ),
    ("lighteval", "JSON object with config_general and results", lambda v: _has(v, "config_general", "results")),
    (
        "lm_eval",
        "JSON object with results, versions, config and one of configs, n-shot, git_hash",
        lambda v: _has(v, "results", "versions", "config") and any(k in v for k in ("configs", "n-shot", "git_hash")),
    ),
    ("lm_eval", "JSON object with exactly results, versions, config", _is_old_lm_eval),
    (
        "swe_bench_lists",
        "JSON object with a list resolved, and no_generation or no_logs",
        lambda v: isinstance(at(v, "resolved"), list) and ("no_generation" in v or "no_logs" in v),
    ),
    (
        "swe_bench_report",
        "JSON object with resolved_ids, submitted_ids, schema_version",
        lambda v: _has(v, "resolved_ids", "submitted_ids", "schema_version"),
    ),
    ("swe_bench_details", "JSON object of objects, each with a boolean resolved", _is_swe_details),
]
_LINE_RULES: list[tuple[str, str, Callable[[Any], bool]]] = [
    (
        "every_eval_ever_items",
        "JSON lines with schema_version, sample_id, interaction_type",
        lambda v: _has(v, "schema_version", "sample_id", "interaction_type"),
    ),
    (
        "lm_eval_samples",
        "JSON lines with doc_id, doc, resps, filtered_resps",
        lambda v: _has(v, "doc_id", "doc", "resps", "filtered_resps"),
    ),
    ("openai_evals", "JSON lines that open with spec.eval_name", lambda v: "eval_name" in _spec(v)),
]


def _spec(value: Any) -> dict[str, Any]:
    spec = at(value, "spec")
    return spec if isinstance(spec, dict) else {}


def detect(source: LogSource) -> Recognised:
    """Recognise one file. Raises LogError that lists what was tried, or that says where the JSON or YAML is broken."""
    head = source.head()
    if head[:2] == b"PK":
        archive = ZipMembers(source)
        for member in ("header.json", "_journal/start.json"):
            if member in archive.members:
                return Recognised("inspect_eval", f"zip archive with {member}", archive)
        raise _unknown(source, "a zip archive without header.json")
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")[:1]
    if start in (b"{", b"["):
        return _from_json(source)
    if b"\0" in head:
        raise _unknown(source, "a binary file")
    return _from_text(source)


def _from_json(source: LogSource) -> Recognised:
    first = _first_line(source)
    if first is not None:
        for reader, rule, holds in _LINE_RULES:
            if holds(first):
                return Recognised(reader, rule)
    try:
        document = parse_json(source.read(MAX_JSON_BYTES, "one JSON document"), source.name)
    except LogError as error:
        if first is not None and "extra data" in error.found:
            raise _unknown(source, "JSON lines with " + _keys(first)) from None
        raise
    for reader, rule, holds in _OBJECT_RULES:
        if holds(document):
            return Recognised(reader, rule, document)
    if isinstance(document, list) and document and all(_is_stat(entry) for entry in document):
        return Recognised("helm", "JSON list of statistics with name.name, count, sum, mean", {"stats": document})
    hint = "one file of a HELM run: give the whole folder" if _has(document, "adapter_spec") else _keys(document)
    raise _unknown(source, f"JSON with {hint}" if not hint.startswith("one file") else hint)


def _is_stat(entry: Any) -> bool:
    return bool(at(entry, "name", "name")) and _has(entry, "count", "sum")


def _first_line(source: LogSource) -> Any:
    """The first line as a JSON object, if it is a complete one."""
    with source.open() as stream:
        line = b""
        while not line.strip():
            line = stream.readline(MAX_LINE_BYTES)
            if not line:
                return None
    if not line.rstrip().endswith(b"}"):
        return None
    try:
        return parse_json(line, source.name)
    except LogError:
        return None


def _from_text(source: LogSource) -> Recognised:
    data = source.read(MAX_TEXT_BYTES, "a text file")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _unknown(source, "text that is not UTF-8") from None
    front = hf_model_index.front_matter(text)
    if front is not None and "model-index" in front:
        block = parse_yaml(front, source.name, first_line=2)
        if _has(block, "model-index"):
            return Recognised("hf_model_index", "Markdown that opens with YAML holding model-index", block)
    if "dataset:" in text and "task_id:" in text and len(text) <= MAX_YAML_BYTES and front is None:
        entries = parse_yaml(text, source.name)
        if hf_community_evals.matches(entries):
            return Recognised("hf_community_evals", "YAML list with dataset.id, dataset.task_id, value", entries)
    columns = lmarena_csv.header(text)
    if all(name in columns for name in lmarena_csv.NEEDED):
        return Recognised("lmarena_csv", "CSV with rank, model, arena_score, 95_pct_ci, votes", text)
    if lm_eval_table.has_table(text):
        return Recognised("lm_eval_table", "Markdown table with Task, Version, Metric, Value, Stderr", text)
    raise _unknown(source, "text of another kind")


def _keys(value: Any) -> str:
    """Top-level keys that are plain words, a few: enough to see what the file is, too few to quote it."""
    if isinstance(value, list):
        return f"a list of {len(value)} entries"
    if not isinstance(value, dict):
        return "a single value"
    words = [k for k in value if isinstance(k, str) and k.replace("_", "").replace("-", "").isalnum() and len(k) <= 30]
    return "the keys " + ", ".join(words[:8]) if words else "no usual keys"


def _unknown(source: LogSource, found: str) -> LogError:
    return LogError(
        source.name,
        expected="an evaluation log in one of these formats: " + "; ".join(TRIED),
        found=found,
        mend="give the log as its tool wrote it, or a CSV with the columns model, benchmark, score",
    )
