"""Where the project's reference data lies; tests that need it skip, with a reason, where it is absent."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def shared_root() -> Path:
    """Folder of the reference data: AUDITGEN_SHARED_DATA, else `shared/data` beside the checkout."""
    return Path(os.environ.get("AUDITGEN_SHARED_DATA", ROOT.parent / "shared" / "data"))


def shared(path: str) -> Path:
    """Path of one reference file or folder; skips the calling test where it is absent."""
    found = shared_root() / path
    if not found.exists():
        pytest.skip(f"reference data not here: {path} (set AUDITGEN_SHARED_DATA to the folder that holds it)")
    return found
