"""Speed and memory of whole audits: PDF against WeasyPrint alone, and JSON of 100 to 10,000 claims."""

from __future__ import annotations

import os
import pickle
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from auditgen.resources import templates_dir

ROUNDS = 3
PDF_RATIO, SECONDS_1000, GIB_1000 = 1.5, 10.0, 1.0
# From 100 to 10,000 claims the time per further claim may grow by half at most: anything above is not linear.
GROWTH = 1.5
MODELS = ("gpt-4o-2024-08-06", "gpt-4o-mini-2024-07-18", "Claude 3.5 Sonnet", "DeepSeek-V3", "Qwen2.5 72B Instruct",
          "Llama 3.1 405B", "Gemini 2.5 Pro", "Grok 3", "Phi-4", "a model nobody knows")  # fmt: skip
TESTS = ("MMLU", "HumanEval", "GPQA Diamond", "MATH", "GSM8K", "MMLU-Pro", "AIME 2024", "SWE-bench Verified",
         "a test nobody knows", "LiveCodeBench")  # fmt: skip
AUDIT = [sys.executable, "-m", "auditgen", "audit", "--as-of", "2026-11-30"]

# Run in a process of its own: what the report hands to WeasyPrint, kept in a file; the PDF is made as well.
CAPTURE = """
import pickle, sys
from pathlib import Path
from auditgen.audit import Options, audit
from auditgen.intake.claims import read_claims
from auditgen.report import render
claims, target = map(Path, sys.argv[1:])
record = audit([read_claims(claims)], Options(as_of="2026-11-30"))
calls = []
original = render.make_pdf
def keep(html, css, pictures, enclosures, created, link_words, font_config_file):
    calls.append((html, css, dict(pictures)))
    return original(html, css, pictures, enclosures, created, link_words, font_config_file)
render.make_pdf = keep
render.render_pdf(record)
from auditgen.report.fonts import FACES, face_bytes, font_face_rules
html, css, pictures = calls[-1]
fonts = {f.asset: (face_bytes(f), "font/ttf") for f in FACES}
target.write_bytes(pickle.dumps((html, font_face_rules() + "\\n" + css, pictures | fonts)))
print(len(calls))
"""

# WeasyPrint alone on the same page: same HTML, style sheet, pictures, fonts and kind of PDF; nothing of auditgen.
ALONE = """
import os, pickle, sys
from pathlib import Path
html, css, table = pickle.loads(Path(sys.argv[1]).read_bytes())
import weasyprint
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher, URLFetcherResponse
class Fetcher(URLFetcher):
    def fetch(self, url, headers=None):
        data, mime = table[url[6:]]
        return URLFetcherResponse(url, data, {"Content-Type": mime})
fetcher, fonts = Fetcher(), FontConfiguration()
sheet = weasyprint.CSS(string=css, base_url="asset:", url_fetcher=fetcher, font_config=fonts)
page = weasyprint.HTML(string=html, base_url="asset:", url_fetcher=fetcher)
page.write_pdf(sys.argv[2], stylesheets=[sheet], font_config=fonts, pdf_variant="pdf/a-3a")
"""


@dataclass(frozen=True)
class Cost:
    """Wall seconds and peak resident memory, in GiB, of one process."""

    seconds: float
    gib: float


def cost(command: list[str], environment: dict[str, str] | None = None) -> Cost:
    """Run one cold process; its output is thrown away, a failure stops the benchmark with what it said."""
    with tempfile.TemporaryFile() as errors:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=errors, env=environment)
        _, status, usage = os.wait4(process.pid, 0)
        elapsed = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            errors.seek(0)
            sys.exit(f"{' '.join(command[:5])} ended with {process.returncode}: {errors.read()[-2000:].decode()}")
    scale = 2**30 if sys.platform == "darwin" else 2**20  # bytes there, kilobytes here
    return Cost(elapsed, usage.ru_maxrss / scale)


def write_claims(path: Path, n: int) -> None:
    """A CSV of n claims over ten models and ten tests, in documents of twenty claims."""
    rows = ["id,model,benchmark,score,unit,source,place"]
    rows += [
        f"c{i},{MODELS[i % 10]},{TESTS[i // 10 % 10]},{40 + i * 7 % 550 / 10:.1f},percent,document {i // 20},table {i}"
        for i in range(n)
    ]
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")


def pdf_against_weasyprint(folder: Path) -> bool:
    """An audit of ten claims to PDF, and WeasyPrint alone on the same page, taking turns."""
    claims, page = folder / "ten.csv", folder / "page.pickle"
    write_claims(claims, 10)
    made = subprocess.run([sys.executable, "-c", CAPTURE, claims, page], check=True, capture_output=True, text=True)
    files = pickle.loads(page.read_bytes())[2]
    # The report keeps system fonts out; WeasyPrint alone is spared their reading as well.
    bundled = os.environ | {"FONTCONFIG_FILE": str(templates_dir() / "css" / "fonts.conf")}
    pairs = [
        (
            cost([sys.executable, "-c", ALONE, str(page), str(folder / "alone.pdf")], bundled).seconds,
            cost([*AUDIT, str(claims), "-o", str(folder / "whole.pdf")]).seconds,
        )
        for _ in range(ROUNDS)
    ]
    alone, whole = (statistics.median(column) for column in zip(*pairs, strict=True))
    ratio = statistics.median(w / a for a, w in pairs)
    print(f"ten claims to PDF ({len(files)} pictures and fonts, layouts needed: {made.stdout.split()[-1]})")
    line("WeasyPrint alone", f"{alone:.2f} s")
    line("auditgen audit, whole process", f"{whole:.2f} s")
    return line("ratio", f"{ratio:.2f}", f"<= {PDF_RATIO}", ratio <= PDF_RATIO)


def json_audits(folder: Path) -> bool:
    """Audits to JSON of 100, 1,000 and 10,000 claims; the start-up is taken out by differences."""
    costs = {}
    for n in (100, 1000, 10000):
        claims = folder / f"claims-{n}.csv"
        write_claims(claims, n)
        runs = [
            cost([*AUDIT, str(claims), "-o", str(folder / "record.json")]) for _ in range(ROUNDS if n < 10000 else 1)
        ]
        costs[n] = Cost(statistics.median(r.seconds for r in runs), max(r.gib for r in runs))
    print("\naudits to JSON")
    line("100 claims", f"{costs[100].seconds:.2f} s")
    thousand = costs[1000].seconds
    fine = line("1,000 claims", f"{thousand:.2f} s", f"<= {SECONDS_1000:.0f} s", thousand <= SECONDS_1000)
    line("10,000 claims", f"{costs[10000].seconds:.2f} s")
    first = (costs[1000].seconds - costs[100].seconds) / 900
    later = (costs[10000].seconds - costs[1000].seconds) / 9000
    line("per claim, 100 to 1,000", f"{first * 1000:.2f} ms")
    line("per claim, 1,000 to 10,000", f"{later * 1000:.2f} ms")
    fine &= line("growth of the time per claim", f"{later / first:.2f}", f"<= {GROWTH}", later / first <= GROWTH)
    fine &= line(
        "peak memory, 1,000 claims", f"{costs[1000].gib:.2f} GiB", f"< {GIB_1000:.0f} GiB", costs[1000].gib < 1
    )
    line("peak memory, 10,000 claims", f"{costs[10000].gib:.2f} GiB")
    return fine


def line(name: str, value: str, target: str = "", fine: bool | None = None) -> bool:
    """Print one row; a row with a target says whether it was met."""
    print(f"  {name:<34}{value:>12}{target:>12}  {'' if fine is None else 'ok' if fine else 'MISSED'}".rstrip())
    return fine is not False


def main() -> int:
    with tempfile.TemporaryDirectory() as name:
        met = [pdf_against_weasyprint(Path(name)), json_audits(Path(name))]
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
