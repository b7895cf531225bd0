"""The catalogue as the tests see it, and a copy of the readable files that a test may spoil."""

import shutil
from pathlib import Path

import pytest

from auditgen.catalogue import build
from auditgen.catalogue.opening import open_catalogue
from auditgen.catalogue.store import Catalogue


@pytest.fixture(scope="session")
def facts() -> Catalogue:
    return open_catalogue()


@pytest.fixture
def copied_data(tmp_path: Path) -> Path:
    return Path(shutil.copytree(build.DATA, tmp_path / "data"))
