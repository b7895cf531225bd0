"""Same bytes for any number of threads, workers, blocks and engines; stopped and killed scans lose nothing."""

from __future__ import annotations

import json
import os
import random
import signal

import pytest

from auditgen.scan import worker
from auditgen.scan.batches import batches
from auditgen.scan.compiled import HAS_NUMBA
from auditgen.scan.engine import Threads
from auditgen.scan.journal import Journal, JournalError
from auditgen.scan.sources import Source, Task
from auditgen.scan.streams import CorpusError
from tests.scan.corpora import HAN, PARTLY, TRAIN, item, json_lines, run, write_items

needs_numba = pytest.mark.skipif(not HAS_NUMBA, reason="numba is not installed")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """400 documents, many of which hold an item, quoted whole, in part, edited, or with escapes."""
    folder = tmp_path_factory.mktemp("scan")
    write_items(folder)
    (folder / "corpus").mkdir()
    random_ = random.Random(11)
    vocabulary = [f"w{n}" for n in range(200)] + TRAIN.split()
    for shard in range(4):
        texts = []
        for _ in range(100):
            words = random_.choices(vocabulary, k=random_.randint(1, 120))
            kind = random_.random()
            if kind < 0.3:
                words.insert(
                    random_.randint(0, len(words)), random_.choice([TRAIN, PARTLY, HAN, TRAIN + "\n180 miles"])
                )
            elif kind < 0.4:
                copied = TRAIN.split()
                copied[random_.randrange(19)] = "edited"
                words += copied
            texts.append(" ".join(words))
        (folder / "corpus" / f"{shard}.jsonl").write_bytes(json_lines(texts))
    return folder


def _bytes(folder, engine, **options):
    return json.dumps(run(folder, str(folder / "corpus"), engine, **options))


@needs_numba
@pytest.mark.parametrize("tier", ["fuzzy", "exact"])
def test_threads_blocks_and_engines_give_the_same_bytes(folder, tier, monkeypatch):
    expected = _bytes(folder, Threads(1), tier=tier)
    assert json.loads(expected)["items"][0]["n_documents"] > 20
    assert _bytes(folder, Threads(2), tier=tier, block=997) == expected
    assert _bytes(folder, Threads(3), tier=tier, block=20_000) == expected
    assert _bytes(folder, Threads(2, plain=True), tier=tier, block=5_000) == expected
    monkeypatch.setattr(worker, "_READ", 1_500)
    assert _bytes(folder, Threads(2), tier=tier) == expected


@needs_numba
def test_listed_documents_are_the_best_of_all(folder):
    record = run(folder, str(folder / "corpus"), Threads(2), block=997)
    documents = item(record, "train")["documents"]
    assert len(documents) == 20
    keys = [
        (-d["coverage_question"], -d["longest_run"], -d["coverage_answer"], d["file"], d["byte_start"])
        for d in documents
    ]
    assert keys == sorted(keys)


class _Stopped(Exception):
    pass


@needs_numba
def test_stopped_scan_goes_on_where_it_was(folder, tmp_path):
    expected = _bytes(folder, Threads(1))
    journal = tmp_path / "o.json.journal"
    seen = []

    def stop(state):
        seen.append(state.done)
        if len(seen) == 5:
            raise _Stopped

    with pytest.raises(_Stopped):
        _bytes(folder, Threads(2), block=5_000, journal_path=journal, progress=stop)
    kept = journal.read_bytes()
    assert kept.count(b"\n") >= 5
    journal.write_bytes(kept[:-7])  # the machine went down while the last line was written
    done_before = kept[:-7].count(b"\n") - 1
    ran = []
    assert _bytes(folder, Threads(2), block=5_000, journal_path=journal, progress=lambda s: ran.append(s)) == expected
    whole = []
    _bytes(folder, Threads(2), block=5_000, progress=lambda s: whole.append(s))
    assert len(ran) == len(whole) - done_before
    again = []
    assert _bytes(folder, Threads(1), block=5_000, journal_path=journal, progress=lambda s: again.append(s)) == expected
    assert not again


@needs_numba
def test_journal_of_another_scan_is_not_touched(folder, tmp_path):
    journal = tmp_path / "o.json.journal"
    other = Journal(journal, "another")
    other.add({"key": "x"})
    other.close()
    before = journal.read_bytes()
    with pytest.raises(JournalError, match="belongs to another scan"):
        _bytes(folder, Threads(1), journal_path=journal)
    assert journal.read_bytes() == before


@needs_numba
def test_journal_of_tasks_of_another_size_is_refused(folder, tmp_path):
    """Else what both cover would count twice."""
    journal = tmp_path / "o.json.journal"
    _bytes(folder, Threads(1), block=5_000, journal_path=journal)
    with pytest.raises(JournalError, match="belongs to another scan"):
        _bytes(folder, Threads(1), block=997, journal_path=journal)


def test_full_disk_stops_with_one_line_and_keeps_what_is_written(tmp_path):
    if not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full here")
    journal = Journal(tmp_path / "full.journal", "f")
    (tmp_path / "full.journal").symlink_to("/dev/full")
    with pytest.raises(
        JournalError, match=r"full.journal: cannot be written \(No space left on device\); finished blocks are kept"
    ):
        journal.add({"key": "x"})


def _cluster(kind, **options):
    """A cluster of that kind, or the test is skipped where its package is not installed."""
    if kind == "dask":
        pytest.importorskip("distributed", reason="Dask is not installed (auditgen[cluster])")
        from auditgen.scan.cluster import DaskCluster

        return DaskCluster(**options)
    pytest.importorskip("ray", reason="Ray is not installed (auditgen[ray])")
    from auditgen.scan.ray_cluster import RayCluster

    return RayCluster(**options)


def _worker_pid(cluster, kind):
    if kind == "dask":
        return next(iter(cluster._client.run(os.getpid).values()))
    return cluster._ray.get(cluster._ray.remote(max_retries=0)(lambda: os.getpid()).remote())


@needs_numba
@pytest.mark.parametrize("kind", ["dask", "ray"])
def test_clusters_give_the_same_bytes_and_a_killed_worker_costs_no_hit(folder, kind):
    expected = _bytes(folder, Threads(1))
    killed = []
    with _cluster(kind, workers=2) as cluster:
        assert _bytes(folder, cluster, block=3_000) == expected

        def kill(state):
            if not killed:
                killed.append(_worker_pid(cluster, kind))
                os.kill(killed[0], signal.SIGKILL)

        assert _bytes(folder, cluster, block=1_000, progress=kill) == expected
    assert killed


@needs_numba
@pytest.mark.parametrize("kind", ["dask", "ray"])
def test_worker_that_cannot_read_the_index_is_one_clear_line(folder, kind):
    with _cluster(kind, workers=1) as cluster:

        def hide(state):
            raise AssertionError("nothing was to be scanned")

        broadcast = cluster.broadcast

        def broadcast_and_lose(index, parameters):
            broadcast(index, parameters)
            cluster._index_path.unlink()

        cluster.broadcast = broadcast_and_lose
        with pytest.raises(
            CorpusError, match=r"cannot read the index \(No such file or directory\): give --shared-folder"
        ):
            _bytes(folder, cluster, progress=hide)


@pytest.mark.parametrize(("kind", "address"), [("dask", "tcp://127.0.0.1:1"), ("ray", "127.0.0.1:1")])
def test_scheduler_that_does_not_answer_is_one_clear_line(kind, address, monkeypatch):
    from auditgen.scan import cluster

    monkeypatch.setattr(cluster, "PATIENCE", 1)
    with pytest.raises(CorpusError, match=f"{address}: no .* answers there") as caught:
        _cluster(kind, scheduler=address)
    assert "\n" not in str(caught.value)


def test_tasks_go_in_messages_of_a_few_and_of_fewer_at_the_end():
    source = Source("a", "a", "jsonl", "", "", 100, "text")
    tasks = [Task(source, n, n + 1) for n in range(50)]
    sent = list(batches(iter(tasks), lambda: 2))
    assert [Task.from_dict(task) for batch in sent for task in batch] == tasks
    sizes = [len(batch) for batch in sent]
    assert sizes == sorted(sizes, reverse=True)
    assert (max(sizes), min(sizes), len(sizes)) == (4, 1, 16)
    whole = [Task(source, 0, 0)] * 9
    assert [len(batch) for batch in batches(iter(whole), lambda: 2)] == [1] * 9
    assert list(batches(iter([]), lambda: 2)) == []
