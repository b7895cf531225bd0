"""What to look for where a place is claimed: first, best, state of the art, a record. Data, no logic."""

from __future__ import annotations

import re

_THINGS = r"(?:models?|LLMs?|MLLMs?|systems?|AI|agents?|assistants?|chatbots?)"
# Word stems of which a sentence holds one if any pattern of ranks can match.
RANK_STEMS = (
    "state", "sota", "best", "strongest", "top", "lead", "led ", "highest", "most ", "first", "second", "third",
    "fourth", "class", "market", "rank", "place", "spot", "position", "crown", "throne", "title", "#", "number one",
    "no.", "dominat", "record", "new ", "frontier", "最", "第一",
)  # fmt: skip
# What a model is called; it counts where a verb in front says so ("is", "achieves").
RANK_NAME = re.compile(
    r"\b(?:state[- ]of[- ]the[- ]art|SOTA)\b(?!\s+(?:methods?|approach\w*|techniques?|public|benchmarks?|hardware"
    r"|infrastructure))"
    r"|\b(?:the\s+)?(?:best|strongest|top(?!\s+\d)|leading|highest)(?:[- ]performing|[- ]scoring|[- ]ranked"
    r"|[- ]ranking)?\s+"
    rf"(?:[\w~.-]+\s+){{0,3}}?{_THINGS}\b"
    r"|\b(?:the\s+)?(?:(?:single|world['’]s)\s+)?most\s+(?:capable|powerful|advanced|intelligent|accurate)\s+"
    rf"(?:[\w~.-]+\s+){{0,4}}?{_THINGS}\b"
    rf"|\bthe\s+first\s+(?:and\s+only\s+)?(?:[\w-]+\s+){{0,3}}?{_THINGS}\s+to\b|\bsecond\s+only\s+to\b"
    r"|\b(?:best|first|leading)[- ]in[- ]class\b|\b(?:class|industry|market)[- ]leading\b|最强|最佳性能",
    re.IGNORECASE,
)
_PLACE = r"(?:first|second|third|fourth|fifth|\d{1,2}(?:st|nd|rd|th)|top|number\s+one)\s+(?:place|position|spot|rank)\b"
# What a model does: the verb is part of it.
RANK_DOES = re.compile(
    r"\b(?:ranks?|ranked|ranking|placed|places)\s+(?:as\s+)?(?:the\s+)?(?:first|1st|top|#\s?1|number one|no\.\s?1"
    r"|second|third|fourth|\d{1,2}(?:st|nd|rd|th)|among the top \d+)\b"
    r"|\b(?:sit|stand|is|are|remain|debut|now)\w*\s+(?:at"
    r"|on)\s+(?:the\s+)?top\s+of\s+(?:the\s+)?[\w ]{0,40}?(?:leaderboards?|rankings?"
    r"|charts?|table)\b"
    r"|\b(?:achiev|obtain|attain|deliver|show)\w*\s+(?:the\s+)?(?:best|highest|top)\s+(?:\w+\s+)?(?:performance"
    r"|scores?|results?|accuracy)\b"
    r"|\b(?:climb|surg|r[io]se|jump|shot|mov|went|vault)\w*\s+to\s+the\s+top\s+of\b"
    rf"|\b(?:claim|tak|took|hold|held|secur|earn|captur|seiz|reach|grab|occup)\w*\s+(?:the\s+)?(?:overall\s+)?{_PLACE}"
    r"|\b(?:claim|tak|took|hold|held|seiz|wear)\w*\s+the\s+(?:crown|throne|title|number one|#\s?1)\b"
    rf"|\b(?:in|to|at|into)\s+(?:the\s+)?{_PLACE}"
    r"|\b(?:debut|sit|stand|is|are|now|remain)\w*\s+(?:at\s+)?(?:#\s?1\b|number one\b|no\.\s?1\b)"
    r"|\b(?:tops|topped|topping|to top|leads?|led|leading|dominates?|dominated|dominating)\s+(?:the\s+)?[\w ]{0,30}?"
    r"(?:leaderboards?|charts?|rankings?)\b"
    r"|\bdominat(?:e|es|ed|ing)\s+(?:the\s+)?(?:[\w-]+\s+){0,3}?(?:benchmarks?|evaluations?|positions?|places)\b"
    r"|\bleads?\s+(?:at|with)\s+\d+(?:\.\d+)?\s?%|排名第一|第一名",
    re.IGNORECASE,
)
# Words that claim a first place by themselves: a record, a best figure so far.
RECORD = re.compile(
    r"\b(?:sets?|setting|achiev\w*|earn\w*|post\w*|hit\w*|reach\w*|deliver\w*|br(?:eak"
    r"|oke)\w*)\s+(?:an?\s+)?(?:all[- ]time\s+"
    r"|new\s+)?(?:\w+\s+)?(?:records?|record[- ](?:breaking|setting|high))\b"
    r"|\b(?:sets?|setting|reach\w*)\s+(?:an?\s+)?new\s+(?:\w+\s+)?(?:benchmarks?|standards?|highs?|high\s+point|bar)\b"
    r"|\bthe\s+(?:highest|best)\s+(?:\w+\s+){0,3}?(?:to date|so far|ever|yet|recorded|reported|published)\b"
    r"|\b(?:state[- ]of[- ]the[- ]art|SOTA)\s+(?:\w+\s+)?(?:results?|performance|scores?)\b"
    r"|\bnew\s+records?\s+(?:on|in)\b|\bmost\s+(?:capable|powerful|advanced"
    r"|intelligent)\s+(?:[\w-]+\s+){0,3}?(?:models?|AI)\s+(?:to\s+date|yet|so\s+far)\b"
    r"|\brecord[- ](?:breaking|setting)\b|\b(?:best|first|leading)[- ]in[- ]class\b|\b(?:at|to|the)\s+#\s?1\b"
    r"|\b(?:stands?|sits?|is|are|remains?)\s+at\s+the\s+(?:very\s+)?top\s+of\b"
    r"|\btopp(?:ed|ing)\s+(?:\w+\s+){0,6}?(?:benchmarks?|leaderboards?|tests?|evaluations?)\b"
    r"|\b(?:a|the)\s+leading\s+(?:score|result|accuracy|performance)\b"
    r"|\b(?:at|on)\s+the\s+(?:very\s+)?frontier\s+of\s+(?:performance|capabilit\w+)\b",
    re.IGNORECASE,
)
LEADS = re.compile(
    r"\b(?:clearly|still|now|also|currently|narrowly|again)\s+leads?\b(?!\s+(?:to|by|into|us|the way))"
    r"|\bleads\s+(?:on|in|the\s+field|all|every|overall)\b|\bdominat(?:es|ed)\b",
    re.I,
)
RANK_IS = re.compile(
    r"\b(?:is|are|as|was|were|be|stands?|becom\w+|became|remains?|being|ranks?|ranked|achiev\w*|obtain\w*|attain\w*"
    r"|deliver\w*"
    r"|show\w*|sets?|setting|reach\w*|establish\w*|tops?|leads?|topp\w+|dominat\w+|climb\w*|surg\w*|rose|risen"
    r"|jump\w*|shot"
    r"|claim\w*|took|tak\w*|h[eo]ld\w*|secur\w*|earn\w*|captur\w*|record\w*|exceed\w*|describ\w*|call(?:s|ed)"
    r"|consider\w*|nam(?:es|ed)|hail\w*|crown\w*|bill(?:s|ed)|dubb\w*|market\w*|perform\w*|approach\w*|post\w*|offer\w*"
    r"|exhibit\w*|demonstrat\w*|produc\w*)\b|排名|最",
    re.I,
)
