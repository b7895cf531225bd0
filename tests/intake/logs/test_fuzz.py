"""Every reader against mutated and random input: a result or a LogError, nothing else, in bounded time."""

from __future__ import annotations

import json
import time
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from auditgen.intake.logs import write_tables
from auditgen.intake.logs.limits import MAX_ITEMS, MAX_RUNS
from auditgen.intake.logs.model import LogContents
from auditgen.intake.logs.read import READERS, read_log
from auditgen.intake.logs.source import LogSource
from tests.intake.logs import seeds
from tests.intake.logs.attempt import attempt

SECONDS = 5.0
FEW = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(min_value=10**300, max_value=10**305)
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(
        ["", "N/A", "C", "1e999", "-0", "0.5", "=1+1", "/home/alice/x", "2024-99-99", "9999-12-31T23:59:59-12:00"]
    )
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)

DOCUMENTS: dict[str, Any] = {
    "inspect_json": seeds.INSPECT,
    "lm_eval": seeds.LM_EVAL,
    "lighteval": seeds.LIGHTEVAL,
    "every_eval_ever": seeds.EEE,
    "swe_bench_lists": seeds.SWE_LISTS,
    "swe_bench_details": seeds.SWE_DETAILS,
    "swe_bench_report": seeds.SWE_REPORT,
    "helm": {
        "run_spec": {
            "name": "mmlu:a=b",
            "adapter_spec": {"model": "m", "max_train_instances": 5, "max_eval_instances": 4},
        },
        "stats": seeds.HELM_STATS,
        "per_instance_stats": [{"instance_id": "i", "train_trial_index": 0, "stats": seeds.HELM_STATS}],
    },
    "hf_model_index": {
        "model-index": [
            {
                "name": "m",
                "results": [
                    {
                        "dataset": {"name": "MMLU (5-shot)", "type": "t", "args": {"num_few_shot": "5"}},
                        "metrics": [{"type": "acc", "value": "64.5"}],
                        "source": {"name": "s", "url": "https://x.org"},
                    }
                ],
            }
        ]
    },
    "hf_community_evals": [{"dataset": {"id": "a", "task_id": "b"}, "value": "1"}],
}
LINES: dict[str, list[Any]] = {
    "every_eval_ever_items": seeds.EEE_ITEMS,
    "lm_eval_samples": seeds.LM_EVAL_SAMPLES,
    "openai_evals": seeds.OPENAI,
}
TEXTS = {"lm_eval_table": seeds.LM_EVAL_TABLE, "lmarena_csv": seeds.ARENA}


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path] + [place for key, child in children for place in _places(child, (*path, key))]


def _mutated(draw: st.DrawFn, document: Any) -> Any:
    document = deepcopy(document)
    for _ in range(draw(st.integers(1, 4))):
        path = draw(st.sampled_from([p for p in _places(document) if p] or [()]))
        if not path:
            return draw(values)
        parent = document
        for key in path[:-1]:
            parent = parent[key]
        what = draw(st.sampled_from(["replace", "remove", "repeat"]))
        if what == "replace" or (what == "repeat" and not isinstance(parent, list)):
            parent[path[-1]] = draw(values)
        elif what == "repeat":
            parent.append(deepcopy(parent[path[-1]]))
        else:
            del parent[path[-1]]
    return document


def _sound(contents: LogContents) -> None:
    """What holds for every result, and every output form can be written from it."""
    assert len(contents.runs) <= MAX_RUNS
    assert len(contents.items) <= MAX_ITEMS
    for run in contents.runs:
        for number in (run.score, run.stderr, *(run.ci or ())):
            assert number is None or (number == number and abs(number) <= 1e16)
        assert run.status in ("complete", "partial", "failed", "limited")
        assert run.unit != "fraction" or run.score is None or 0 <= run.score <= 1
        assert all(isinstance(k, str) and isinstance(v, str) for k, v in run.setting.items())
        for text in (run.model, run.benchmark, run.metric, run.task, *run.setting.values(), *run.notes):
            assert len(text) <= 400
            assert "\n" not in text
    for form in ("csv", "eee"):
        for name, data in write_tables.converted_files([contents], form, 1_750_000_000).items():
            assert ".." not in name.split("/")
            assert not name.startswith("/")
            data.decode()


def _try_reader(reader: str, payload: Any, data: bytes) -> None:
    start = time.monotonic()
    source = LogSource("fuzz", data=data)
    read, known_as = READERS[reader]
    found = attempt(lambda: read(payload, source))
    if found is not None:
        _sound(LogContents(known_as, "fuzz", "fuzz", tuple(found.runs), tuple(found.items), tuple(found.notes)))
    assert time.monotonic() - start < SECONDS


@pytest.mark.parametrize("reader", DOCUMENTS)
@FEW
@given(data=st.data())
def test_mutated_documents(reader: str, data: st.DataObject) -> None:
    document = data.draw(st.composite(lambda draw: _mutated(draw, DOCUMENTS[reader]))())
    _try_reader(reader, document, b"")


@pytest.mark.parametrize("reader", DOCUMENTS)
@FEW
@given(document=values)
def test_any_json_for_any_reader(reader: str, document: Any) -> None:
    _try_reader(reader, document, b"")


@pytest.mark.parametrize("reader", LINES)
@FEW
@given(data=st.data())
def test_mutated_lines(reader: str, data: st.DataObject) -> None:
    lines = data.draw(st.composite(lambda draw: _mutated(draw, LINES[reader]))())
    text = "\n".join(json.dumps(line) for line in lines) if isinstance(lines, list) else json.dumps(lines)
    _try_reader(reader, None, text.encode())


@pytest.mark.parametrize("reader", TEXTS)
@FEW
@given(data=st.data())
def test_mutated_text(reader: str, data: st.DataObject) -> None:
    text = TEXTS[reader]
    for _ in range(data.draw(st.integers(1, 6))):
        at, length = data.draw(st.integers(0, len(text))), data.draw(st.integers(0, 12))
        text = text[:at] + data.draw(st.text(max_size=12)) + text[at + length :]
    _try_reader(reader, text, b"")


@pytest.mark.parametrize("name", seeds.ALL)
@FEW
@given(data=st.data())
def test_flipped_bytes_through_the_front_door(name: str, data: st.DataObject) -> None:
    raw = bytearray(seeds.ALL[name][0])
    for _ in range(data.draw(st.integers(1, 8))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    start = time.monotonic()
    contents = attempt(lambda: read_log(bytes(raw), name))
    if contents is not None:
        _sound(contents)
    assert time.monotonic() - start < SECONDS


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=400) | st.binary(max_size=200).map(lambda b: b"PK\x03\x04" + b + b"PK\x05\x06" + b[:18]))
def test_random_bytes(data: bytes) -> None:
    contents = attempt(lambda: read_log(data, "x"))
    assert contents is None  # none of these is a log


@FEW
@given(data=st.data())
def test_mutated_archive_members(data: st.DataObject) -> None:
    members: dict[str, Any] = {name: json.loads(raw) for name, raw in seeds.eval_members().items()}
    mutated = data.draw(st.composite(lambda draw: _mutated(draw, members))())
    if not isinstance(mutated, dict):
        return
    archive = seeds.zip_bytes({name or "x": json.dumps(value).encode() for name, value in mutated.items()})
    contents = attempt(lambda: read_log(archive, "x.eval"))
    if contents is not None:
        _sound(contents)
