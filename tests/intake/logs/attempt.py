"""Reading that may fail in the one allowed way."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from auditgen.intake.logs.model import LogError

T = TypeVar("T")


def attempt(read: Callable[[], T]) -> T | None:
    """What `read` gives; None where it raises a LogError of one line. Any other exception fails the test."""
    try:
        return read()
    except LogError as refusal:
        if "\n" in str(refusal):
            raise AssertionError("an error must be one line") from refusal
        return None
