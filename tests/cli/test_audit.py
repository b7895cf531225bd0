"""`audit` and `check` from the outside: good input, bad input, nothing half-written."""

import subprocess
import sys

import orjson
import pytest

GOOD = "model,benchmark,score,unit\nGPT-4o,MMLU,88.7,percent\nLlama 3 70B Instruct,GSM8K,93.0,percent\n"


def run(*args, cwd):
    return subprocess.run(
        [sys.executable, "-m", "auditgen", *map(str, args)], cwd=cwd, capture_output=True, text=True, timeout=120
    )


@pytest.fixture
def claims(tmp_path):
    path = tmp_path / "claims.csv"
    path.write_text(GOOD, "utf-8")
    return path


def test_audit_writes_all_forms_twice_the_same(tmp_path, claims):
    for turn in ("a", "b"):
        outputs = [x for suffix in ("json", "html", "md") for x in ("-o", f"{turn}.{suffix}")]
        done = run("audit", claims, *outputs, "--as-of", "2026-11-30", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert "Llama 3 70B Instruct scores 93.0% on GSM8K" in done.stdout
    for suffix in ("json", "html", "md"):
        assert (tmp_path / f"a.{suffix}").read_bytes() == (tmp_path / f"b.{suffix}").read_bytes()
    record = orjson.loads((tmp_path / "a.json").read_bytes())
    assert record["schema"] == "auditgen-record/1"
    assert str(tmp_path) not in (tmp_path / "a.json").read_text("utf-8")


def test_check_formats(tmp_path, claims):
    table = run("check", claims, cwd=tmp_path)
    assert table.returncode == 0
    assert "Shown" in table.stdout
    rows = orjson.loads(run("check", claims, "--format", "json", cwd=tmp_path).stdout)
    assert [r["finding"] for r in rows if not r["implied"]][1] == "Shown"
    assert run("check", claims, "--format", "csv", cwd=tmp_path).stdout.startswith("id,implied,model")


@pytest.mark.parametrize(("finding", "status"), [("Suggested", 1), ("Contradicted", 1), (None, 0)])
def test_fail_on(tmp_path, claims, finding, status):
    extra = ("--fail-on", finding) if finding else ()
    assert run("check", claims, *extra, cwd=tmp_path).returncode == status


def test_fail_on_passes_where_everything_is_shown(tmp_path):
    path = tmp_path / "c.csv"
    path.write_text(
        "model,benchmark,score,unit,shots,claimant\nLlama 3 70B Instruct,GSM8K,93.0,percent,8,Meta\n", "utf-8"
    )
    assert run("check", path, "--fail-on", "Suggested", cwd=tmp_path).returncode == 0


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("empty.csv", b"", "empty"),
        ("junk.csv", bytes(range(256)) * 8, "junk.csv"),
        ("claims.pdf", b"%PDF-1.7 nothing", "claims.pdf"),
        ("a.csv", b"model,score\nGPT-4,90\n", "benchmark"),
        ("a.csv", b"model,benchmark,score\nGPT-4,MMLU,about 90\n", "line 2"),
        ("a.csv", b"model,benchmark,score\nGPT-4,MMLU,904%\n", "904"),
        ("a.csv", b"model,benchmark,score\nGPT-4,MMLU,NaN\n", "line 2"),
        ("a.csv", b"model,benchmark,score,as_of\nGPT-4,MMLU,90,2024-02-30\n", "2024-02-30"),
        ("a.csv", b"id,model,benchmark,score\nx,GPT-4,MMLU,90\nx,GPT-4,MMLU,91\n", "x"),
        ("a.csv", b"model,benchmark,score\nGPT-4,MMLU,=1+1\n", "line 2"),
        ("a.yaml", b"claims:\n  - {model: GPT-4, benchmark: MMLU, scroe: 90}\n", "line 2"),
        ("a.yaml", b"a: &a [x,x,x,x,x,x,x,x,x]\n" + b"".join(
            b"%c: &%c [%s]\n" % (98 + i, 98 + i, b",".join([b"*%c" % (97 + i)] * 9)) for i in range(9)), "a.yaml"),
    ],
)  # fmt: skip
def test_bad_input_is_one_clear_line(tmp_path, name, data, said):
    (tmp_path / name).write_bytes(data)
    done = run("audit", name, "-o", "out.json", cwd=tmp_path)
    assert done.returncode == 2, done.stdout
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) <= 3
    assert not list(tmp_path.glob("out*"))
    assert not list(tmp_path.glob(".auditgen*"))


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("audit", "."), "folder"),
        (("audit", "missing.csv"), "missing.csv"),
        (("audit", "claims.csv", "-o", "out.docx"), ".pdf"),
        (("audit", "claims.csv", "-o", "no/such/out.json"), "folder"),
        (("audit", "claims.csv", "--as-of", "2024-02-30"), "2024-02-30"),
        (("audit", "claims.csv", "--lang", "xx"), "xx"),
        (("audit", "claims.csv", "--fail-on", "Nonsense"), "Nonsense"),
        (("verify", "claims.csv"), "not a readable PDF"),
        (("nonsense",), "nonsense"),
        (("verify", "missing.pdf"), "missing.pdf"),
        (("explain", "xyzzy"), "xyzzy"),
    ],
)
def test_bad_usage(tmp_path, claims, args, said):
    done = run(*args, cwd=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_hostile_text_stays_text(tmp_path):
    (tmp_path / "c.csv").write_text(
        'model,benchmark,score,unit,quote\n<script>alert(1)</script>,MMLU,88.7,percent,"file:///etc/passwd"\n', "utf-8"
    )
    done = run("audit", "c.csv", "-o", "o.html", cwd=tmp_path)
    assert done.returncode == 0
    text = (tmp_path / "o.html").read_text("utf-8")
    assert "<script>alert" not in text
    assert "&lt;script&gt;" in text
    assert 'href="file:' not in text
    assert 'src="file:' not in text


def test_drafts_are_refused_unless_accepted(tmp_path):
    (tmp_path / "c.csv").write_text("model,benchmark,score,unit,status\nGPT-4o,MMLU,88.7,percent,draft\n", "utf-8")
    assert run("check", "c.csv", cwd=tmp_path).returncode == 2
    assert run("check", "c.csv", "--accept-drafts", cwd=tmp_path).returncode == 0


def test_a_bug_is_one_line_without_a_path(tmp_path, claims):
    code = (
        "import auditgen.cli.running as r\n"
        "def broken(*a, **k): raise RuntimeError('secret ' + __file__)\n"
        "import auditgen.cli.check as c\n"
        "c.run_audit = broken\n"
        "import sys; sys.argv = ['auditgen', 'check', 'claims.csv']\n"
        "from auditgen.cli.main import main; main()\n"
    )
    (tmp_path / "break_it.py").write_text(code, "utf-8")
    done = subprocess.run([sys.executable, "break_it.py"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 3
    assert "bug" in done.stderr
    assert "secret" not in done.stderr
    assert str(tmp_path) not in done.stderr
