"""The SQLite file: same facts, same bytes; built where it is missing or outdated; opened read-only and fast."""

import os
import shutil
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from auditgen import catalogue
from auditgen.catalogue import build, opening, store


def test_same_files_same_bytes(copied_data: Path) -> None:
    first = build.build_bytes()
    assert first == build.build_bytes()
    assert first == build.build_bytes(copied_data)


def test_same_bytes_in_another_process_with_another_hash_seed() -> None:
    code = (
        "import hashlib; from auditgen.catalogue import build; print(hashlib.sha256(build.build_bytes()).hexdigest())"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1


def test_line_ends_do_not_change_the_hash(copied_data: Path) -> None:
    before = build.data_sha256(copied_data)
    table = copied_data / "replications.csv"
    table.write_bytes(table.read_bytes().replace(b"\n", b"\r\n"))
    assert build.data_sha256(copied_data) == before == catalogue.sha256()


def test_any_change_of_a_fact_changes_hash_and_bytes(copied_data: Path) -> None:
    table = copied_data / "replications.csv"
    table.write_text(table.read_text(encoding="utf-8").replace("29.1", "29.2"), encoding="utf-8")
    assert build.data_sha256(copied_data) != build.data_sha256()
    assert build.build_bytes(copied_data) != build.build_bytes()


def test_file_is_sound_sqlite(tmp_path: Path, copied_data: Path) -> None:
    path = build.write(tmp_path / "facts.sqlite", copied_data)
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert connection.execute("PRAGMA user_version").fetchone() == (build.SCHEMA,)
    connection.close()
    assert [p.name for p in tmp_path.iterdir() if p.suffix == ".sqlite"] == ["facts.sqlite"]


def test_failed_build_leaves_the_old_file(tmp_path: Path, copied_data: Path) -> None:
    path = build.write(tmp_path / "facts.sqlite", copied_data)
    before = path.read_bytes()
    (copied_data / "models.yaml").write_text("- id: [", encoding="utf-8")
    with pytest.raises(Exception, match=r"models\.yaml|parsing|expected"):
        build.write(path, copied_data)
    assert path.read_bytes() == before


def test_opened_file_cannot_be_written() -> None:
    connection = opening.connect()
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        connection.execute("DELETE FROM meta")
    connection.close()


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package folder of its own, as in a source checkout."""
    package = tmp_path / "auditgen" / "catalogue"
    shutil.copytree(build.DATA, package / "data")
    shutil.copy(build.PACKAGE / "build.py", package / "build.py")
    (tmp_path / "hatch_build.py").write_text("")
    for name, value in (("PACKAGE", package), ("DATA", package / "data"), ("SQLITE", package / "catalogue.sqlite")):
        monkeypatch.setattr(build, name, value)
    return package


def test_missing_file_is_built_on_first_use(checkout: Path) -> None:
    assert store.Catalogue(opening.connect()).version == catalogue.version()
    assert (checkout / "catalogue.sqlite").exists()


def test_changed_facts_rebuild_the_file(checkout: Path) -> None:
    opening.connect().close()
    table = checkout / "data" / "replications.csv"
    table.write_text(table.read_text(encoding="utf-8").replace(",29.1,", ",29.2,"), encoding="utf-8")
    later = time.time() + 5
    os.utime(table, (later, later))
    rebuilt = store.Catalogue(opening.connect())
    assert rebuilt.sha256 == build.data_sha256(checkout / "data") != catalogue.sha256()
    assert [
        r.measured_score for r in rebuilt.replications_for("o1", "swe-bench-verified") if r.replication_id == "RP002"
    ] == ["29.2"]


def test_touched_but_equal_facts_are_not_rebuilt(checkout: Path) -> None:
    opening.connect().close()
    inode = (checkout / "catalogue.sqlite").stat().st_ino
    past = time.time() - 100
    os.utime(checkout / "catalogue.sqlite", (past, past))
    opening.connect().close()
    assert (checkout / "catalogue.sqlite").stat().st_ino == inode
    assert (checkout / "catalogue.sqlite").stat().st_mtime > past + 50


def test_damaged_file_is_rebuilt(checkout: Path) -> None:
    (checkout / "catalogue.sqlite").write_bytes(b"not a database" * 100)
    os.utime(checkout / "catalogue.sqlite", (1, 1))
    assert store.Catalogue(opening.connect()).version == catalogue.version()


def test_folder_that_cannot_be_written_is_served_from_memory(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> Path:
        raise PermissionError("read-only folder")

    monkeypatch.setattr(build, "write", refuse)
    assert store.Catalogue(opening.connect()).model("o1").family == "o1"
    assert not (checkout / "catalogue.sqlite").exists()


def test_installed_package_is_trusted(checkout: Path) -> None:
    opening.connect().close()
    (checkout.parent.parent / "hatch_build.py").unlink()
    os.utime(checkout / "catalogue.sqlite", (1, 1))
    opening.connect().close()
    assert (checkout / "catalogue.sqlite").stat().st_mtime == 1


def test_a_given_path_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"no catalogue at none\.sqlite"):
        opening.connect(tmp_path / "none.sqlite")


def test_opening_and_look_ups_are_quick() -> None:
    opening.connect().close()
    spent = []
    for _ in range(3):  # the quickest of three: the machine may be busy with something else
        start = time.perf_counter()
        opened = store.Catalogue(opening.connect())
        opened.model("o1")
        spent.append(time.perf_counter() - start)
    assert min(spent) < 0.015
    opened.find_benchmark("MMLU")
    opened.find_model("o1")
    names = [(b.name, m.name) for b, m in zip(opened.benchmarks(), opened.models(), strict=False)]
    start = time.perf_counter()
    for benchmark, model in names:
        test, system = opened.find_benchmark(benchmark), opened.find_model(model)
        opened.findings_for(system.candidates[0], test.candidates[0])
        opened.replications_for(system.candidates[0], test.candidates[0])
        opened.results_for(system.candidates[0], test.candidates[0])
    first = (time.perf_counter() - start) / (5 * len(names))
    start = time.perf_counter()
    for _ in range(100):
        for benchmark, model in names:
            opened.find_benchmark(benchmark)
            opened.find_model(model)
    again = (time.perf_counter() - start) / (200 * len(names))
    assert first < 0.001
    assert again < 0.00005
