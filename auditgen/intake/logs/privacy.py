"""Plain short text for everything that leaves a reader: no local path, no control character, no long passage."""

from __future__ import annotations

import hashlib
import re
import unicodedata

_HUB_CACHE = re.compile(r"models--([^/\\]+?)--([^/\\]+)")
_LOCAL = re.compile(r"^(?:~|\.{1,2}[\\/]|[\\/]|[A-Za-z]:[\\/]|file:)", re.IGNORECASE)
# A rooted path of two parts or more inside other text; "https://host/x" and "and/or" do not match.
_PATH_INSIDE = re.compile(
    r"(?:file:/+|(?<![\w/:.~])(?:~|[A-Za-z]:)?[\\/]{1,2})(?:[^\s\\/,;|\"'<>()=]+[\\/])+[^\s\\/,;|\"'<>()=]*"
)
_ADDRESS = re.compile(r"^https?://(?![^/]*@)[A-Za-z0-9.-]+(?::\d+)?(?:/[^\s\"'<>\\]*)?$")
_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")


def plain(value: object, limit: int = 200) -> str:
    """One line of printable text, at most `limit` characters, with local paths cut to their last part.

    Numbers become their usual text; other kinds of value become "".
    """
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    try:
        text = str(value)
    except ValueError:  # an integer of thousands of digits
        return ""
    text = text[: limit * 8]
    text = "".join(c if unicodedata.category(c)[0] != "C" else " " for c in text)
    text = " ".join(text.split())
    text = _PATH_INSIDE.sub(lambda m: "…/" + _last_part(m[0]), text)
    text = _MAIL.sub("(address removed)", text)
    return text if len(text) <= limit else text[: limit - 1] + "…"


def model_name(value: object) -> tuple[str, bool]:
    """Name of a model, and whether it was the path of a local folder, of which only the last part is kept.

    The cache folder of the model hub gives back the public name ("…/models--org--name/…" is "org/name").
    """
    if not isinstance(value, str):
        return "", False
    text = value.strip()[:1000]
    cached = _HUB_CACHE.search(text)
    if cached:
        return plain(f"{cached[1]}/{cached[2]}"), False
    if _LOCAL.match(text):
        return plain(_last_part(text)), True
    cleaned = plain(text)
    return cleaned, "…/" in cleaned


def _last_part(path: str) -> str:
    """Last part of a local path; "" where that is a root folder or a person's home, whose name is the person's."""
    parts = [p for p in re.split(r"[\\/]+", path) if p not in ("", ".", "..", "~", "file:") and p[1:] != ":"]
    below_home = len(parts) - 2 if parts and parts[0].lower() in ("home", "users", "documents and settings") else 1
    rooted = path[0] not in "~." and len(parts) < 2
    return "" if not parts or rooted or below_home < 1 else parts[-1]


def item_name(value: object) -> str:
    """Id of an item. An id that is long or reads like a sentence is replaced by its hash: it may hold the question."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    try:
        text = str(value)
    except ValueError:
        return ""
    if len(text) > 120 or text.count(" ") > 6 or "\n" in text:
        return "sha256:" + hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:24]
    return plain(text, 130)


def cluster_name(metadata: object) -> str:
    """Group that an item belongs to, from the few usual keys and only if it is a short label."""
    if isinstance(metadata, dict):
        for key in ("cluster", "subject", "category", "subtask", "topic", "repo"):
            value = metadata.get(key)
            if isinstance(value, str) and 0 < len(value) <= 60 and "\n" not in value:
                return plain(value, 60)
    return ""


def web_address(value: object) -> str:
    """A public http(s) address without user name; "" for anything else."""
    return value.strip()[:300] if isinstance(value, str) and _ADDRESS.match(value.strip()) else ""
