"""Limits that keep a hostile or broken log from eating memory or time, and JSON parsed under them."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from auditgen.intake.logs.model import LogError

MIB = 1024 * 1024
MAX_FILE_BYTES = 1024 * MIB
MAX_JSON_BYTES = 128 * MIB  # one JSON document is held whole; line files and archives are not
MAX_LINE_BYTES = 16 * MIB
MAX_TEXT_BYTES = 16 * MIB  # Markdown, CSV
MAX_YAML_BYTES = 2 * MIB
MAX_YAML_DEPTH, MAX_YAML_NODES = 40, 400_000
MAX_CONTAINERS = 4_000_000  # "{" and "[" in one document: each becomes an object of 60 bytes or more
MAX_VALUES = 16_000_000  # "," in one document
MAX_RUNS = 100_000
MAX_ITEMS = 2_000_000
MAX_LINES = 4_000_000
MAX_FOLDER_FILES = 10_000
MAX_ARCHIVE_DIRECTORY_BYTES = 16 * MIB
MAX_MEMBER_BYTES = 64 * MIB
MAX_ARCHIVE_BYTES = 1024 * MIB  # unpacked, all members that are read
MAX_RATIO, RATIO_FLOOR_BYTES = 400, 4 * MIB  # text of real logs packs 5 to 60 times
MAX_ZSTD_WINDOW_BYTES = 128 * MIB


def too_big(file: str, what: str, limit: int, unit: str = "bytes", where: str = "") -> LogError:
    """The error for anything over a limit of this page."""
    shown = f"{limit // MIB} MiB" if unit == "bytes" and limit >= MIB else f"{limit:,} {unit}"
    return LogError(
        file,
        where=where,
        expected=f"{what} of at most {shown}",
        found="more than that",
        mend="split the log, or export it with fewer samples",
    )


def _no_value(_: str) -> None:
    """NaN, Infinity and -Infinity are legal in these logs and all mean "no value"."""


def parse_json(data: bytes, file: str, where: str = "", limit: int = MAX_JSON_BYTES) -> Any:
    """Parse one JSON document; NaN and Infinity become None.

    Raises LogError with line and column for broken text, and for documents that are too big, too deep or too finely
    divided to be a log. Strict: trailing commas and comments are errors.
    """
    if len(data) > limit:
        raise too_big(file, "one JSON document", limit, where=where)
    if data.count(b"{") + data.count(b"[") > MAX_CONTAINERS:
        raise too_big(file, "a JSON document", MAX_CONTAINERS, "objects and lists", where)
    if data.count(b",") > MAX_VALUES:
        raise too_big(file, "a JSON document", MAX_VALUES, "values", where)
    try:
        return json.loads(data.decode("utf-8-sig"), parse_constant=_no_value)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno} column {error.colno}"
        _broken(file, f"{where}, {place}" if where else place, error.msg)
    except UnicodeDecodeError as error:
        _broken(file, where or f"byte {error.start}", "bytes that are not UTF-8")
    except RecursionError:
        _broken(file, where, "lists or objects nested too deep")
    except ValueError:  # an integer of thousands of digits
        _broken(file, where, "a number with too many digits")


def _broken(file: str, where: str, found: str) -> NoReturn:
    raise LogError(
        file,
        where=where,
        expected="valid JSON in UTF-8",
        found=found[:1].lower() + found[1:],
        mend="save the log again from the tool that wrote it; nothing was repaired silently",
    ) from None
