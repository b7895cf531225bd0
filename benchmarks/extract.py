"""Scores `auditgen extract` against hand-checked claims: recall, precision, complete rows, wrong-as-right, quotations.

Run: python benchmarks/extract.py [FOLDER]... [--large] [--misses N]. Each FOLDER holds claims.csv and one document;
by default every folder under `claim-documents` of the reference data. `--large` times a 300-page PDF and a 5-MB page.
"""

from __future__ import annotations

import argparse
import csv
import os
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from pathlib import Path

from auditgen.catalogue.naming import loose
from auditgen.intake.documents.drafting import Draft
from auditgen.intake.documents.extract import Extraction, extract
from auditgen.intake.documents.label_kinds import AVERAGE
from auditgen.intake.documents.vocabulary import Vocabulary

ROOT = Path(__file__).resolve().parents[1]
# Where the ground truth says that it covers only part of a document: lines, or tables without prose.
SCOPES = {"qwen-readme-cn": ((87, 103), (445, 458))}
TARGETS = {
    "tables": (0.99, 0.98, 0.85),
    "front matter": (1.0, 1.0, 1.0),
    "pdf tables": (0.90, 0.95, 0.70),
    "prose, absolute and threshold": (0.70, 0.70, None),
    "prose, other types": (0.60, 0.50, None),
}
WORDS = Vocabulary()
_SIZE_BEHIND = re.compile(r"\s+\d+(?:\.\d+)?[BM]$")
Truth = dict[str, str]


@dataclass
class Score:
    """Counts of one kind of input."""

    truth: int = 0
    found: int = 0
    complete: int = 0
    drafts: int = 0
    right: int = 0
    sure: int = 0
    sure_wrong: int = 0
    outside: int = 0
    quotes: int = 0
    quotes_found: int = 0
    lacking: dict[str, int] = field(default_factory=dict)

    def add(self, other: Score) -> None:
        for name in (
            "truth",
            "found",
            "complete",
            "drafts",
            "right",
            "sure",
            "sure_wrong",
            "outside",
            "quotes",
            "quotes_found",
        ):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for key, n in other.lacking.items():
            self.lacking[key] = self.lacking.get(key, 0) + n


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--large", action="store_true", help="time a 300-page PDF and a 5-MB HTML page")
    parser.add_argument("--misses", type=int, default=0, help="show this many misses and false rows of each document")
    options = parser.parse_args()
    folders = document_folders(options.folders)
    if not folders:
        print("no claim documents: set AUDITGEN_SHARED_DATA, or name folders that hold them", file=sys.stderr)
        return 2
    totals: dict[str, Score] = {}
    print(
        f"{'document':34} {'kind':30} {'recall':>16} {'precision':>16} {'complete':>9} {'sure+wrong':>11}"
        f" {'outside':>7}"
        f" quotes"
    )
    for folder in folders:
        for kind, score in score_folder(folder, options.misses).items():
            show(folder.name, kind, score)
            totals.setdefault(kind, Score()).add(score)
    print()
    met = True
    for kind, score in sorted(totals.items()):
        met = show("ALL", kind, score) and met
    if options.large:
        from large_documents import time_large_documents  # beside this file

        met = time_large_documents() and met
    print("targets met" if met else "targets NOT met")
    return 0 if met else 1


def document_folders(given: Sequence[Path]) -> list[Path]:
    """The folders of documents among those given: each has its truth beside it, or holds folders that have.

    Those of the reference data where none is given.
    """
    named = [[f] if (f / "claims.csv").is_file() else sorted(p.parent for p in f.glob("*/claims.csv")) for f in given]
    data = Path(os.environ.get("AUDITGEN_SHARED_DATA", ROOT.parent / "shared" / "data")) / "claim-documents"
    return [f for found in named for f in found] or sorted(p.parent for p in data.glob("*/claims.csv"))


def document_in(folder: Path) -> Path:
    """The document of a folder."""
    return next(p for p in sorted(folder.iterdir()) if p.name not in ("claims.csv", "ORIGIN.md"))


def show(name: str, kind: str, s: Score) -> bool:
    """One line of the table. Returns whether the kind's targets are met."""
    recall, precision = s.found / max(1, s.truth), s.right / max(1, s.drafts)
    complete = s.complete / max(1, s.found)
    wanted = TARGETS[kind]
    met = recall >= wanted[0] and precision >= wanted[1] and (wanted[2] is None or complete >= wanted[2])
    met = (
        met
        and s.quotes == s.quotes_found
        and s.sure_wrong * 1000 <= s.sure * (0 if kind in ("tables", "front matter") else 1)
    )
    lacking = " ".join(f"{k}:{n}" for k, n in sorted(s.lacking.items(), key=lambda i: -i[1])[:4])
    print(
        f"{name:34} {kind:30} {recall:6.1%} {s.found:4}/{s.truth:<4} {precision:6.1%} {s.right:4}/{s.drafts:<4}"
        f" {complete:9.1%} "
        f"{s.sure_wrong:5}/{s.sure:<5} {s.outside:7} {s.quotes_found}/{s.quotes}{'' if met else '  BELOW'}  {lacking}"
    )
    return met


def score_folder(folder: Path, misses: int = 0) -> dict[str, Score]:
    """Scores per kind of input of one document."""
    path = document_in(folder)
    with (folder / "claims.csv").open(encoding="utf-8", newline="") as file:
        truths = [half for truth in csv.DictReader(file) for half in halves(truth)]
    result = extract([path])
    reread = quotation_finder(path, result)
    scopes = SCOPES.get(folder.name)
    out: dict[str, Score] = {}
    kinds_with_truth = {truth_kind(t, path) for t in truths}
    matched: dict[int, Draft] = {}
    free = list(result.drafts)
    for strict in (True, False):
        for i, truth in enumerate(truths):
            if i in matched:
                continue
            best = min(
                (d for d in free if same_claim(truth, d)), key=lambda d: len(missing_parts(truth, d)), default=None
            )
            if best is not None and (not strict or not missing_parts(truth, best)):
                matched[i] = best
                free = [d for d in free if d is not best]
    for i, truth in enumerate(truths):
        score = out.setdefault(truth_kind(truth, path), Score())
        score.truth += 1
        draft = matched.get(i)
        if draft is None:
            if misses:
                print(
                    "   missed:",
                    truth["model"],
                    "|",
                    truth["benchmark"],
                    "|",
                    truth["score"],
                    "|",
                    truth["location"][:90],
                )
                misses -= 1
            continue
        score.found += 1
        lacking = missing_parts(truth, draft)
        score.complete += not lacking
        for part in lacking:
            score.lacking[part] = score.lacking.get(part, 0) + 1
    right = {id(d) for d in matched.values()}
    for draft in result.drafts:
        kind = draft_kind(draft, path)
        outside = kind not in kinds_with_truth or (
            scopes is not None and not any(a <= (draft.spot.line or 0) <= b for a, b in scopes)
        )
        score = out.setdefault(kind, Score()) if not outside else out.setdefault(next(iter(kinds_with_truth)), Score())
        score.quotes += 1
        score.quotes_found += reread(draft)
        if outside:
            score.outside += 1
            continue
        score.drafts += 1
        score.right += id(draft) in right
        if draft.confidence == "high":
            score.sure += 1
            score.sure_wrong += id(draft) not in right
        if id(draft) not in right and misses > 0:
            print(
                "   false:",
                draft.confidence,
                draft.fields["type"],
                draft.fields["model"],
                "|",
                draft.fields.get("benchmark"),
                "|",
                draft.fields.get("score"),
                "|",
                draft.fields["place"][:110],
                "|",
                draft.fields["quote"][:80],
            )
            misses -= 1
    return out


def halves(truth: Truth) -> list[Truth]:
    """A cell of two numbers ("90.9/84.1" under F1/EM) noted as one row is two claims; a dash in it is none."""
    noted = re.fullmatch(r"([\d.]+)\s*\([\d.]+\)", truth["score"])
    if noted:
        # "58.5 (55.1)": the second figure is somebody else's; it stands in the quotation.
        return [{**truth, "score": noted[1]}]
    two = re.fullmatch(r"([\d.]+|-)\s*/\s*([\d.]+|-)", truth["score"])
    metrics = [m.strip() for m in truth["metric"].split("/")]
    if two is None or truth["claim_type"] != "absolute" or truth["unit"] in ("count", "problems solved"):
        return [truth]
    named = metrics if len(metrics) == 2 else [truth["metric"]] * 2
    return [{**truth, "score": n, "metric": m} for n, m in zip(two.groups(), named) if n != "-"]


def truth_kind(truth: Truth, path: Path) -> str:
    """Which row of the targets a hand-checked claim belongs to."""
    if "front matter" in truth["location"]:
        return "front matter"
    if truth["claim_type"] != "absolute" and truth["claim_type"] != "threshold":
        return "prose, other types"
    in_table = re.search(r"[Tt]able|row |column ", truth["location"]) or re.fullmatch(r"[\W\d.±%]*", truth["verbatim"])
    if not in_table:
        return "prose, absolute and threshold"
    return "pdf tables" if path.suffix in (".pdf", ".txt") else "tables"


def draft_kind(draft: Draft, path: Path) -> str:
    if "front matter" in draft.fields["place"]:
        return "front matter"
    if draft.table:
        return "pdf tables" if path.suffix in (".pdf", ".txt") else "tables"
    return (
        "prose, absolute and threshold" if draft.fields["type"] in ("absolute", "threshold") else "prose, other types"
    )


def same_claim(truth: Truth, draft: Draft) -> bool:
    """Whether model, test and score agree; for prose without them, whether the same words are quoted."""
    ends = re.fullmatch(r"([\d.]+)\s?[-–]\s?([\d.]+)", truth["score"])
    if ends and draft.fields.get("threshold") == ends[1] and ends[2] in draft.fields.get("notes", ""):
        # The claims format takes one number: a range is read as a bound, with the range in the notes.
        return same_speaker(truth["model"], draft.fields["model"])
    if draft.fields["type"] != truth["claim_type"]:
        return False
    if draft.table and "/" in truth["score"]:
        found = draft.fields.get("score") == truth["score"] and same_test(truth["benchmark"], draft)
        return found and same_model(truth["model"], draft.fields["model"])
    if truth["claim_type"] not in ("absolute", "threshold") or not re.fullmatch(r"[<>]?[\d.]+", truth["score"]):
        return same_words(truth["verbatim"], draft.fields["quote"])
    number = draft.fields.get("score") or draft.fields.get("threshold") or ""
    if not same_number(truth["score"].lstrip("<>"), number):
        return False
    if draft.table or "front matter" in draft.fields["place"]:
        # A table may give the agent in a column of its own, beside the model that it runs on.
        agent = f"{draft.setting.get('scaffold', '')} {draft.fields['model']}".strip()
        known = same_model(truth["model"], draft.fields["model"]) or same_model(truth["model"], agent)
        return known and same_test(truth["benchmark"], draft)
    if not same_words(truth["verbatim"], draft.fields["quote"]) and not same_test(truth["benchmark"], draft):
        return False
    return same_speaker(truth["model"], draft.fields["model"])


def same_speaker(told: str, read: str) -> bool:
    """Whether a sentence's model is the hand-checked one: "R1" for "DeepSeek R1"; words for words if unnamed."""
    if read == "unnamed: not stated":
        # Both say that no model is named.
        return not told or "(unnamed)" in told
    if loose(read) == loose(told):
        return True
    if WORDS.model(told).status == "unknown" or read.startswith("unnamed:"):
        ours, theirs = (set(re.findall(r"[a-z0-9]+", t.lower().replace("’s", ""))) for t in (read, told))
        return bool((ours & theirs) - {"unnamed", "the", "a", "of", "from", "and"})
    return loose(read) in loose(told) or loose(told) in loose(read) or same_model(told, read)


def same_number(a: str, b: str) -> bool:
    if re.fullmatch(r"\d+,\d+", a):
        # A decimal comma, noted as it stands.
        return same_number(a.replace(",", "."), b) or same_number(a.replace(",", ""), b)
    try:
        # "29/40" is 29 of 40 problems.
        return Decimal(a) == Decimal(b.partition("/")[0].replace(",", ""))
    except InvalidOperation:
        return False


def same_model(a: str, b: str) -> bool:
    if loose(re.sub(r"\s*\(ours\)", "", a)) == loose(b):
        return True
    if a.startswith("+ ") and b.endswith(a):
        # "+ X" noted as it stands, read with the model that it goes on.
        return True
    if loose(_SIZE_BEHIND.sub("", a)) == loose(_SIZE_BEHIND.sub("", b)) and bool(_SIZE_BEHIND.search(a)) != bool(
        _SIZE_BEHIND.search(b)
    ):
        # One of them was read with the size that the table gives in a column of its own.
        return True
    first, second = WORDS.model(a), WORDS.model(b)
    return first.id is not None and first.id == second.id


def same_test(written: str, draft: Draft) -> bool:
    name = draft.fields.get("benchmark", "")
    if AVERAGE.match(written) and AVERAGE.match(name):
        # "Avg." noted in full.
        return True
    # "RULER Benchmark" is RULER.
    bare = [loose(re.sub(r"\s*\([^()]*\)|\s+[Bb]enchmark$", "", t)) for t in (written, name)]
    split = " ".join((name, draft.setting.get("split", "") or draft.fields.get("split", "")))
    if (
        bare[0] == bare[1]
        or loose(re.sub(r"[()]", "", written)) == loose(re.sub(r"[()]", "", name))
        or loose(written) == loose(split)
        or loose(written) == loose(" ".join((name, draft.fields.get("subset", ""))))
        or loose(written) == loose(" ".join((name, draft.fields.get("metric", ""))))
    ):
        return True
    first, second = WORDS.test(written), WORDS.test(name)
    return bool(first.id) and first.id == second.id and (first.subset or "") == (second.subset or "")


def same_words(a: str, b: str) -> bool:
    """Whether two quotations are of the same words: half of the shorter one's words or more, in common."""
    first, second = (set(re.findall(r"\w+", t.lower())) for t in (a, b))
    small = min(len(first), len(second))
    return small > 0 and len(first & second) >= max(2, 0.6 * small)


def missing_parts(truth: Truth, draft: Draft) -> list[str]:
    """Which of unit, shots, metric and setting are not as the ground truth has them."""
    lacking = []
    unit = re.sub(r"\s*\(.*", "", truth["unit"])
    if unit and draft.fields.get("unit") != unit:
        lacking.append("unit")
    if truth["shots"] != draft.fields.get("shots", ""):
        lacking.append("shots")
    if not same_metric(truth["metric"], draft.fields.get("metric", "")):
        lacking.append("metric")
    if not all(carries(draft, part.strip()) for part in truth["setting"].split(";") if part.strip()):
        lacking.append("setting")
    return lacking


def same_metric(told: str, read: str) -> bool:
    a, b = (re.sub(r"[^a-z0-9@]", "", t.lower().partition("(")[0]) for t in (told, read))
    return a == b or (bool(b) and a.startswith(b)) or (bool(a) and b.endswith(a))


def carries(draft: Draft, part: str) -> bool:
    """Whether a draft carries one part of a setting that was noted by hand."""
    fields, setting = draft.fields, draft.setting
    low = part.lower()
    limit, prompt = setting.get("max_tokens", "").lower(), setting.get("prompt", "")
    everything = " ".join(
        [*fields.values(), *setting.values(), *draft.told.values(), *draft.flags, *draft.key_words]
    ).lower()
    checks: Sequence[tuple[str, Callable[[re.Match[str]], bool]]] = (
        (r"base model|pre-trained", lambda m: fields.get("weights") == "base"),
        (r"language=(.+)", lambda m: loose(m[1]) == loose(fields.get("language", ""))),
        (r"precision=(.+)", lambda m: loose(m[1]) == loose(setting.get("precision", ""))),
        (r"direction (.+)", lambda m: loose(m[1]) == loose(setting.get("direction", ""))),
        (r"output limited to (\w+)|(\w+) output tokens", lambda m: (m[1] or m[2]) == limit),
        (r".*(?:copied|reported by|best of official)", lambda m: "copied_from" in fields),
        (r"no system prompt", lambda m: "no system prompt" in prompt),
        (r"assistant system message", lambda m: setting.get("prompt", "").lower().startswith("assistant")),
        (r"prompt unknown", lambda m: setting.get("prompt") == "unknown"),
        (r"average over", lambda m: "average" in draft.flags),
        (r"no tools", lambda m: setting.get("tools", "") in ("no tools", "none")),
        (r"(\d+) (?:of \d+ )?(?:sampled )?(?:tasks|questions)", lambda m: fields.get("n_items") == m[1]),
        (r"gpqa-diamond, (\d+)", lambda m: fields.get("n_items") == m[1]),
        (r"reasoning effort (\w+)", lambda m: setting.get("reasoning_effort") == m[1]),
        (r"(\d+) samples per query", lambda m: setting.get("n_samples") == m[1]),
        (r"(?:zero-shot )?cot\b", lambda m: setting.get("cot", "no") != "no"),
        (r"judge/baseline (.+)", lambda m: loose(m[1]) == loose(setting.get("grader", ""))),
        (r"(\w+) split|split (\w+)", lambda m: fields.get("split", "").lower() == (m[1] or m[2])),
        (r"temperature=(.+)", lambda m: setting.get("temperature") == m[1]),
        (r"source: (.+)", lambda m: loose(m[1]) == loose(fields.get("measured_by", ""))),
        (r"llm-judged open-ended", lambda m: "open ended generation" in fields["place"].lower()),
        (r"llm autoeval", lambda m: setting.get("harness", "").lower() == "llm autoeval"),
        (r"average of 4 suites", lambda m: "average" in draft.flags),
        (r"± ([\d.]+) sem", lambda m: fields.get("uncertainty") == m[1] and fields.get("uncertainty_kind") == "se"),
    )
    for pattern, holds in checks:
        found = re.match(pattern, low)
        if found:
            return holds(found)
    words = re.findall(r"[a-z0-9-]+", re.sub(r"\(.*?\)|per footnote \d+", "", low))
    return all(w in everything for w in words if w not in ("per", "the", "of", "settings", "may", "differ"))


def quotation_finder(path: Path, result: Extraction) -> Callable[[Draft], bool]:
    """A test of whether a draft's quotation stands at its place, read again from the file by other code."""
    if path.suffix == ".pdf":
        import pypdfium2

        pdf = pypdfium2.PdfDocument(path)
        pages = [squeezed(page.get_textpage().get_text_range()) for page in pdf]
        return lambda d: d.spot.page is not None and squeezed(d.fields["quote"]) in pages[d.spot.page - 1]
    lines = path.read_text(encoding="utf-8").split("\n")

    def found(draft: Draft) -> bool:
        if draft.spot.line is None:
            return False
        # A sentence may run over the lines of its paragraph; a cell may be broken inside its own tag.
        reach = 3 if draft.table else 14
        text = "\n".join(lines[draft.spot.line - 1 : draft.spot.line - 1 + reach])
        text = re.sub(r"</?[A-Za-z][^<>]*>", " ", text)
        text = re.sub(r"\[([^\[\]]*)\]\([^()]*\)", r"\1", text)
        return squeezed(draft.fields["quote"]) in squeezed(text)

    return found


def squeezed(text: str) -> str:
    """Text without spaces, marks of emphasis and line-break hyphens."""
    text = text.replace("\ufffe", "-").replace("\u00ad", "-").replace("&amp;", "&").replace("&nbsp;", " ")
    return re.sub(r"[\s*_`\\$\u200b-]+", "", text)


if __name__ == "__main__":
    sys.exit(main())
