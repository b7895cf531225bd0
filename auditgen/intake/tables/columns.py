"""What a column is for, by its name: model, test, score, item, or something that is no score."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

# The first role whose name fits wins; within a role the first name in this list that the table has.
MODEL = ("model", "model name", "system", "entry", "submission", "method", "language model", "name", "agent")
ITEM = ("item", "item id", "question id", "instance id", "problem id", "doc id", "sample id", "task id", "example id",
        "question", "problem", "image", "id")  # fmt: skip
CORRECT = ("correct", "is correct", "resolved", "passed", "solved", "right", "score", "value", "acc", "accuracy",
           "exact match", "pass@1")  # fmt: skip
SCORE = ("score", "value", "accuracy", "acc", "result", "win rate", "winrate", "rating", "elo", "arena score",
         "resolved pct", "pass rate", "pass rate 2", "pass@1", "percent", "percentage")  # fmt: skip
# A column of this name is the score of its table, whatever other numbers stand beside it.
THE_SCORE = ("resolved pct", "rating", "elo", "arena score", "win rate")
CLUSTER = ("cluster", "passage", "passage id", "group", "family")
PARTS = ("subject", "category", "topic", "domain", "repository", "repo", "difficulty", "platform", "language")
DATE = ("date", "item date", "contest date")
# What names a test, from the outside in; a mean over these makes sense.
TEST = ("benchmark", "dataset", "test set", "test", "eval", "suite", "category", "task", "subset", "subtask")
# Boards that are not to be mixed: one has to be chosen.
BOARD = ("leaderboard", "board", "table", "suite")
# What makes a second measurement of the same test; never averaged, except prompts.
SETUP = ("setting", "setup", "metric", "filter", "scorer", "split", "shots", "judge", "annotator", "version", "release",
         "snapshot", "harness", "format", "scaffold", "mode")  # fmt: skip
PROMPT = ("paraphrase", "prompt", "prompt id", "template", "template id", "wording", "instruction")
# Marks one evaluation among several under one model name.
RUN = ("run", "run id", "run dir", "seed", "revision", "model revision", "precision", "folder", "entry", "edit format",
       "date", "source")  # fmt: skip
N_ITEMS = ("n items", "n", "n entries", "test cases", "num items", "n questions", "items", "n total", "total")
STDERR = ("stderr", "standard error", "se", "std err")
CI_LOW, CI_HIGH = ("ci low", "ci lower", "lower", "rating q025"), ("ci high", "ci upper", "upper", "rating q975")
CI_MINUS, CI_PLUS = ("ci minus", "minus"), ("ci plus", "plus")
UNIT, DIRECTION = ("unit", "score unit"), ("higher is better",)
VOTES = ("votes", "n votes", "battles", "num battles")

# Numbers that stand in results tables and are no scores.
NOT_A_SCORE = re.compile(
    r"^(?:rank|ranking|rank \w+|n?(?:um)? ?(?:votes|battles)|params?(?: b| billion| m)?|parameters|size|tokens?|"
    r"(?:total |input |output )?(?:cost|price)(?: usd)?(?: total)?|date|year|likes|downloads|n|n items|n entries|"
    r"n total|n correct|test cases|avg (?:tokens|length)|length|baseline length|(?:\w+ )?(?:stderr|standard error|se)|"
    r"seed|index|id|class id|label|key|row|number|count|std|variance|seconds|time|latency ms|attempts|ci|margin|"
    r"(?:score |rating )?(?:ci )?(?:low|lower|high|upper|plus|minus|q025|q975)|pass num \d)$",
    re.IGNORECASE,
)
AGGREGATE = re.compile(
    r"^(?:(?:overall|global|total|macro|micro|published|mean|average|avg)(?: (?:score|average|mean|win rate|rank))?"
    r"|average score|score|mean win rate|average \(\d+ datasets?\))$",
    re.IGNORECASE,
)
LOWER_IS_BETTER = re.compile(
    r"\b(?:perplexity|ppl|bits per (?:byte|character)|bpb|bpc|(?:log|eval|validation|test) loss|loss$|error rate|wer|"
    r"cer|mse|rmse|mae|ece|brier(?: score)?|toxic(?:ity)? (?:fraction|rate|score)|toxicity$|bias$|bias score|"
    r"stereotypes?|latency|inference time|hallucination rate|refusal rate|violation rate|rank$)(?:\b|$)",
    re.IGNORECASE,
)
FLAG = re.compile(r"\b(?:flag|flagged|contaminated|contamination)\b", re.IGNORECASE)
BEFORE = frozenset({"before", "direct", "direct eval", "base", "as released", "zero shot"})
AFTER = frozenset({"after", "train before test", "fine tuned", "finetuned", "after fine tuning", "trained"})


def plain(name: str) -> str:
    """A column name in lower case with single spaces: "N_Items" and "n-items" are "n items"."""
    return re.sub(r"[\s_\-.]+", " ", name).strip().lower()


def find(names: Sequence[str], wanted: Sequence[str], taken: Mapping[int, object] | None = None) -> int | None:
    """Index of the column that has the first of the wanted names, or None."""
    folded = [plain(name) for name in names]
    for name in wanted:
        if name in folded and folded.index(name) not in (taken or {}):
            return folded.index(name)
    return None


def all_of(names: Sequence[str], wanted: Sequence[str]) -> list[int]:
    """Indices of the columns whose names are wanted, in the order wanted."""
    folded = [plain(name) for name in names]
    return [folded.index(name) for name in dict.fromkeys(wanted) if name in folded]
