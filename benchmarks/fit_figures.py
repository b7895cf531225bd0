"""Fits what tells a score from other numbers, and whose it is, to hand-checked documents; measured on those left out.

Run: python benchmarks/fit_figures.py SET... [--write]. Each SET is a folder of folders with claims.csv and a document,
as for extract.py. Each set is left out once; what the others teach is measured on it. `--write` then fits all sets and
writes the weights that auditgen reads. Sentences of the tests' own cases are always among those taught.
"""

from __future__ import annotations

import argparse
import csv
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from unittest.mock import patch

import numpy as np
import yaml
from extract import document_in, same_number, same_speaker  # beside this file
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from auditgen.intake.documents import sentence_claims
from auditgen.intake.documents.extract import extract
from auditgen.intake.documents.figure_looks import Look, looks
from auditgen.intake.documents.figure_scene import Candidate, Context, Scene
from auditgen.intake.documents.vocabulary import Vocabulary
from auditgen.intake.documents.weights import BIAS, LEAST, certainty, chance, shares

ROOT = Path(__file__).resolve().parents[1]
CASES = ROOT / "tests/intake/documents/cases_sentences.yaml"
WEIGHTS = ROOT / "auditgen/intake/documents"
# A feature counts if it is seen this often; ridge penalties of the two models.
SEEN, RIDGE = {"figure": 6, "speaker": 8}, {"figure": 3.0, "speaker": 1.0}
# Rules were written with these documents in sight: half of what is taught leaves out what they say.
BY_RULE = re.compile(r"rule")
SMALL = 0.01
CASE_WEIGHT = 4.0


@dataclass
class Example:
    """One number of a sentence, with the models of the claims that give it; and of the number before it."""

    group: str
    look: Look
    claimed: list[str] = field(default_factory=list)
    before: Candidate | None = None
    figure: list[str] = field(default_factory=list)
    speaker: list[list[str]] = field(default_factory=list)
    right: list[bool] = field(default_factory=list)

    @property
    def weight(self) -> float:
        """How much an example counts: the sentences of the tests are few and chosen with care."""
        return CASE_WEIGHT if self.group == "cases" else 1.0

    def see(self) -> None:
        """Look at the number and at the candidates, once whose the number before is has been found."""
        self.figure = self.look.features()
        self.right = [any(same_speaker(m, c.name) for m in self.claimed) for c in self.look.everyone]
        self.speaker = self.look.speaker_features(self.before) if self.claimed else []


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="+", type=Path)
    parser.add_argument("--write", action="store_true", help="write the weights fitted to all sets")
    parser.add_argument("--keep-in", action="store_true", help="leave out the measurement on sets left out")
    options = parser.parse_args()
    examples = [e for folder in options.sets for e in examples_of(folder)] + list(cases())
    figures, speakers = Model("figure"), Model("speaker")
    if not options.keep_in:
        measure(examples, figures, speakers)
    if options.write:
        taught = len([e for e in examples if e.claimed])
        for model in (figures, speakers):
            weights = model.fit(examples)
            lines = [f"{name}\t{w:.3f}" for name, w in sorted(weights.items()) if abs(w) >= SMALL]
            note = f"## Fitted by benchmarks/fit_figures.py to {len(examples):,} numbers, {taught:,} of them scores."
            path = WEIGHTS / f"{model.name}_weights.tsv"
            path.write_text("\n".join([note, *lines]) + "\n", encoding="utf-8")
            print(f"{path.name}: {len(lines):,} weights")
    return 0


def examples_of(folder: Path) -> Iterator[Example]:
    """The numbers of the sentences of every document of a set."""
    for claims in sorted(folder.glob("*/claims.csv")):
        path = document_in(claims.parent)
        with claims.open(encoding="utf-8", newline="") as file:
            truths = [t for t in csv.DictReader(file) if t["claim_type"] in ("absolute", "threshold")]
        with scenes_read() as scenes:
            extract([path])
        yield from labelled(folder.name, scenes, truths)


@contextmanager
def scenes_read() -> Iterator[list[Scene]]:
    """Collects the sentences whose figures are read meanwhile."""
    scenes: list[Scene] = []
    read = sentence_claims.figures
    with patch.object(sentence_claims, "figures", lambda scene: (scenes.append(scene), read(scene))[1]):
        yield scenes


def labelled(group: str, scenes: Sequence[Scene], truths: Sequence[dict[str, str]]) -> Iterator[Example]:
    """Numbers with the models whose score they are by hand-checked claims."""
    rows = [[Example(group, look) for look in looks(scene)] for scene in scenes]
    for truth in truths:
        best, place = 0.0, None
        words = set(re.findall(r"\w+", truth["verbatim"].lower()))
        for row in rows:
            for e in row:
                if not same_number(truth["score"].lstrip("<>"), e.look.number.text.replace(",", "")):
                    continue
                fit = likeness(truth["verbatim"], words, e)
                if fit > best:
                    best, place = fit, e
        if place is not None:
            place.claimed.append(truth["model"])
    for row in rows:
        before = None
        for e in row:
            if e.look.spoken_for:
                continue
            e.before = before
            e.see()
            before = next((c for c, right in zip(e.look.everyone, e.right) if right), before if not e.claimed else None)
            yield e


def likeness(verbatim: str, words: set[str], e: Example) -> float:
    """How well a number's place fits the words of a claim; 0 if it is another sentence."""
    sentence, n = e.look.scene.sentence, e.look.number
    shared = len(words & set(re.findall(r"\w+", sentence.lower()))) / max(1, len(words))
    if shared < 0.6:
        return 0.0
    near = set(re.findall(r"\w+", sentence[max(0, n.start - 60) : n.end + 40].lower()))
    at = sentence.find(verbatim)
    inside = 0.0 if at < 0 else 1.0 if at <= n.start < at + len(verbatim) else -0.3
    return shared + inside + 0.3 * len(near & words) / max(1, len(words)) - 0.2 * len(e.claimed)


def cases() -> Iterator[Example]:
    """The sentences of the tests."""
    spotter = Vocabulary().spotter
    with scenes_read() as scenes:
        for case in yaml.safe_load(CASES.read_text(encoding="utf-8")):
            scenes.clear()
            list(sentence_claims.read_sentence(case["text"], spotter, Context()))
            told = [[part.strip() for part in claim.split(" | ")] for claim in case["claims"]]
            truths = [
                {"model": t[1].removeprefix("unnamed: "), "score": t[3], "verbatim": case["text"]}
                for t in told
                if t[0] in ("absolute", "threshold")
            ]
            yield from labelled("cases", scenes, truths)


class Model:
    """One of the two linear models, by name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def fit(self, examples: Sequence[Example]) -> dict[str, float]:
        """Weights by feature, fitted with a ridge penalty; half of the weight of each example without rules."""
        groups = []
        for e in examples:
            if self.name == "figure":
                # Being a score is a choice between two, one of which has no features.
                groups.append(([[BIAS, *e.figure], []], [bool(e.claimed), not e.claimed], e.weight))
            elif e.claimed and any(e.right):
                groups.append((e.speaker, e.right, e.weight))
        options = [options for options, _, _ in groups]
        options += [[[f for f in one if not BY_RULE.match(f)] for one in group] for group in options]
        right = [right for _, right, _ in groups] * 2
        share = np.array([weight / 2 for _, _, weight in groups] * 2)
        seen = Counter(f for group, _, _ in groups for one in group for f in set(one))
        names = {f: i for i, f in enumerate(sorted(f for f, k in seen.items() if k >= SEEN[self.name]))}
        w = conditional_logit(options, right, names, RIDGE[self.name], share)
        return {f: float(w[i]) for f, i in names.items()}


def conditional_logit(
    options: Sequence[Sequence[Sequence[str]]],
    right: Sequence[Sequence[bool]],
    names: dict[str, int],
    ridge: float,
    share: np.ndarray,
) -> np.ndarray:
    """Weights of the features of options of which the right ones are chosen (McFadden 1974), with a ridge penalty."""
    rows, columns, starts, k = [], [], [], 0
    for group in options:
        starts.append(k)
        for one in group:
            found = {names[f] for f in one if f in names}
            rows += [k] * len(found)
            columns += found
            k += 1
    x = csr_matrix((np.ones(len(rows)), (rows, columns)), shape=(k, len(names)))
    y = np.array([r for group in right for r in group], dtype=float)
    first = np.array(starts)
    of = np.repeat(np.arange(len(options)), np.diff([*starts, k]))

    def loss(w: np.ndarray) -> tuple[float, np.ndarray]:
        z = x @ w
        e = np.exp(z - np.maximum.reduceat(z, first)[of])
        p = e / np.add.reduceat(e, first)[of]
        chosen = np.add.reduceat(p * y, first)
        slope = x.T @ ((p - p * y / chosen[of]) * share[of]) + ridge * w
        return float(-(share * np.log(chosen)).sum() + ridge * (w @ w) / 2), slope

    return minimize(loss, np.zeros(len(names)), jac=True, method="L-BFGS-B", options={"maxiter": 400}).x


def measure(examples: Sequence[Example], figures: Model, speakers: Model) -> None:
    """Prints, for several least probabilities, what is found and right in sets that the weights were not fitted to."""
    outcomes: list[tuple[str, float, bool, bool]] = []
    for group in sorted({e.group for e in examples} - {"cases"}):
        taught = [e for e in examples if e.group != group]
        wf, ws = figures.fit(taught), speakers.fit(taught)
        for e in (e for e in examples if e.group == group):
            each = shares(e.speaker or e.look.speaker_features(e.before), ws)
            best = max(range(len(each)), key=each.__getitem__)
            sure = certainty(chance(e.figure, wf), each[best])
            outcomes.append((group, sure, bool(e.claimed), bool(e.claimed) and e.right[best]))
    scores = sum(o[2] for o in outcomes)
    whose = sum(o[3] for o in outcomes) / scores
    print(f"{len(outcomes):,} numbers, {scores:,} scores; whose, where a score: {whose:.3f}")
    for least in (0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5):
        given = [o for o in outcomes if o[1] >= least]
        said = sum(o[2] for o in given)
        hit = sum(o[3] for o in given)
        print(
            f"from {least:.2f}: score or not: recall {said / scores:.3f} precision {said / len(given):.3f};"
            f" with the right model: recall {hit / scores:.3f} precision {hit / len(given):.3f}"
        )
    for group in sorted({o[0] for o in outcomes}):
        own = [o for o in outcomes if o[0] == group]
        given = [o for o in own if o[1] >= LEAST]
        hit = sum(o[3] for o in given)
        print(
            f"  {group:12} recall {hit / max(1, sum(o[2] for o in own)):.2f} precision {hit / max(1, len(given)):.2f}"
        )


if __name__ == "__main__":
    sys.exit(main())
