"""What each feature weighs, for whether a number is a score and for whose it is. Fitted, not guessed; read once.

The weights are those of two linear models: a logistic one over numbers, and a conditional one (a softmax over the
candidates of a number). `benchmarks/fit_figures.py` fits them to hand-checked documents and prints what they reach on
documents left out. Source: McFadden (1974), Conditional logit analysis of qualitative choice behavior.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib import resources

BIAS = "(bias)"
# A number is a candidate from this certainty on; fitted on documents left out.
LEAST = 0.3


@lru_cache(maxsize=4)
def weights(name: str) -> dict[str, float]:
    """The weights of one model by feature; lines of `<name>_weights.tsv`, "feature<TAB>weight"."""
    text = resources.files(__package__).joinpath(f"{name}_weights.tsv").read_text(encoding="utf-8")
    pairs = (line.rpartition("\t") for line in text.splitlines() if line and not line.startswith("##"))
    return {feature: float(weight) for feature, _, weight in pairs}


def chance(features: Iterable[str], of: dict[str, float]) -> float:
    """The probability, from 0 to 1, that what the features describe holds (logistic model)."""
    z = of.get(BIAS, 0.0) + sum(of.get(f, 0.0) for f in features)
    return 1.0 / (1.0 + math.exp(-max(-60.0, min(60.0, z))))


def certainty(chance: float, share: float) -> float:
    """How sure it is that a number is a score (`chance`) and whose it is (`share`), from 0 to 1."""
    return chance * math.sqrt(share)


def shares(features: Sequence[Iterable[str]], of: dict[str, float]) -> list[float]:
    """The probability of each of several candidates, which sum to 1 (conditional logit)."""
    z = [sum(of.get(f, 0.0) for f in one) for one in features]
    top = max(z, default=0.0)
    e = [math.exp(x - top) for x in z]
    total = sum(e)
    return [x / total for x in e]
