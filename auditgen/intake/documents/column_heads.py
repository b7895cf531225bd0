"""What the head of a column says of it: its role among models, tests, metrics and settings; that it holds scores."""

from __future__ import annotations

import re

HEAD_OF = (
    (
        "shots",
        re.compile(r"#?\s*(?:n[- ]?|k[- ]?|num(?:ber)?(?: of)? |few[- ]?)?shots?|in-context examples|示例数", re.I),
    ),
    (
        "metric",
        re.compile(r"(?:evaluation\s+)?metrics?(?:\s*name)?|measure|m[eé]tri(?:ca|que|k)s?|指标|评价指标", re.I),
    ),
    ("language", re.compile(r"languages?|lang\.?|idiomas?|langues?|sprachen?|língua|语言", re.I)),
    (
        "test",
        re.compile(
            r"(?:academic\s+)?(?:benchmarks?|evaluations?|evals?|tasks?|datasets?|tests?|test ?suites?|leaderboards?"
            r"|"
            r"tareas?|tarefas?|t[aâ]ches?|aufgaben?|(?:test|evaluation)\s+(?:data)?sets?|benchmark\s*(?:name|/\s*\w+)|评测(?:集|基准)?|数据集|基准|任务|평가\s?지표|벤치마크|데이터셋"
            r"|ベンチマーク|データセット)(?:\s*\(.{0,40}\))?(?:\s+name)?",
            re.I,
        ),
    ),
    (
        "model",
        re.compile(
            r"(?:language\s+)?(?:models?|systems?|llms?|methods?|model\s*(?:name|variant|id|version|path|repo(?:sitory)?|card)|agents?|checkpoint"
            r"|modelos?|mod[eè]les?|modelle?|modell[oi]|模型(?:名称)?|모델|モデル)"
            r"(?:\s*\(.{0,40}\))?",
            re.I,
        ),
    ),
    (
        "category",
        re.compile(
            r"categor(?:y|ies)|domains?|dimensions?|aspects?|configs?|vectors?|capabilit(?:y|ies)|areas?|types?|groups?|skills?|topics?|类别|领域|类型|能力|分类",
            re.I,
        ),
    ),
    ("subset", re.compile(r"subsets?|subtasks?|sub-?tasks?|subjects?|splits?|levels?|difficulty|configs?|子集", re.I)),
    (
        "setting",
        re.compile(
            r"prompts?|prompting|settings?|set-?up|scaffolds?|harness|framework|modes?|reasoning(?: effort)?|effort"
            r"|thinking|"
            r"tools?(?: use)?|decoding|temperature|precision|quantization|judge|设置",
            re.I,
        ),
    ),
    (
        "n",
        re.compile(
            r"n|#\s*(?:samples|items|questions|examples|tasks)|(?:number of )?(?:samples|items|questions|examples)"
            r"|size of test|样本数|样本量|题目数",
            re.I,
        ),
    ),
    (
        "spread",
        re.compile(
            r"(?:std\.?|standard)\s*(?:err(?:or)?|dev(?:iation)?)?\.?(?:\s*\(.{0,30}\))?|stderr|se|±|\[?95%\s*ci\]?|ci",
            re.I,
        ),
    ),
    (
        "size",
        re.compile(
            r"(?:model\s*)?sizes?|(?:#|total|activated|active)?\s*param(?:eter)?s?(?:\s*\(b\))?|#\s*[ta]p|参数(?:量|规模)?",
            re.I,
        ),
    ),
)


def heads_of(text: str) -> str | None:
    """The role that a head gives its column ("Metric", "# Shots", "Setup"); None for a name."""
    text = text.strip(" :*")
    return next((role for role, pattern in HEAD_OF if pattern.fullmatch(text)), None)


SCORE_HEAD = re.compile(
    r"scor|\bvalues?\b|result|performance|accura|\bacc\b|rate\b|%|puntua|valor|ergebnis|wert\b|得分|结果|分数|成绩"
    r"|准确率|pass@\d|\bprecision\b|\brecall\b|\bf1\b|win[- ]rate",
    re.IGNORECASE,
)
