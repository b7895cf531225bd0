"""How far the evidence behind a claim reaches, from the sentence alone (I0) to a new run after equal practice (I7)."""

from __future__ import annotations

from collections.abc import Iterable

# The tier that evidence in a role reaches (the method, 0.1).
TIERS = {
    **dict.fromkeys(("pairs", "references", "board", "comparator_figures", "parts", "vintage"), "I2"),
    **dict.fromkeys(("results", "votes", "prompts", "task_practice"), "I2"),
    "items": "I3",
    **dict.fromkeys(("completions", "regeneration"), "I4"),
    **dict.fromkeys(("order_test", "familiarity"), "I5"),
    "overlap": "I6",
    "equal_practice": "I7",
}


def tier_reached(roles: Iterable[str], *, known: bool) -> str:
    """Highest tier of the roles in which evidence is held; `known`: the catalogue knows the model or the test."""
    if not known:
        return "I0"
    return max((TIERS[role] for role in roles if role in TIERS), default="I1")
