"""What the name of a metric says about its unit and direction, as the harnesses use the names."""

from __future__ import annotations

import re

from auditgen.intake.logs.model import ScoreUnit

_LOSS = re.compile(r"perplexity|bits_per_byte|^(?:loss|nll|mse|rmse|mae|brier|ece|wer)\b|_ece$|^ece_", re.I)
_TEXT_OVERLAP = re.compile(r"^(?:sacre)?bleu|^rouge|^chrf|^ter\b|^meteor", re.I)
_SHARE = re.compile(
    r"^(?:acc|accuracy|acc_norm|(?:quasi_|prefix_|quasi_prefix_)?exact_match(?:@\d+)?|em|qem|pem|pqem|f1|mc1|mc2"
    r"|pass@\d+|maj@\d+)$",
    re.I,
)


def unit_of(metric: str, score: float | None, text_overlap: ScoreUnit = "points") -> tuple[ScoreUnit, bool | None]:
    """Unit and direction (higher is better) of a metric in harnesses whose scores are fractions by rule.

    BLEU, ROUGE and their kin are 0 to 100 in lm-evaluation-harness and fractions in HELM: `text_overlap` says which.
    A score outside 0 to 1 contradicts the rule, so its unit is left open ("").
    """
    if _LOSS.search(metric):
        return "other", False
    if _TEXT_OVERLAP.search(metric):
        return text_overlap, None if re.match(r"ter\b", metric, re.I) else True
    unit: ScoreUnit = "fraction" if score is None or 0 <= score <= 1 else ""
    return unit, True if _SHARE.match(metric) else None
