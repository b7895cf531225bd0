"""What to look for where models are measured against people. Data, no logic."""

from __future__ import annotations

import re

# One cheap look before the patterns below: none of them matches without one of these.
PEOPLE = re.compile(
    r"human|expert|phd|gold|silver|bronze|physician|doctor|clinic|radiolog|virolog|mathemat|lawyer|professional"
    r"|percentile|person"
    r"|people|resident|programmer|competitor|contestant|student|participant|player|coder|candidate|taker|applicant"
    r"|(?:top|bottom)\s+\d|人类",
    re.IGNORECASE,
)
_LEVEL = r"(?:human|expert|PhD|physician|doctor|clinician|professional|gold[- ]medal(?:l?ist)?)"
HUMAN = (
    r"(?:human(?:[- ](?:experts?|level|performance|baselines?|baseliners?|gold[- ]medal\w*(?:\s+performance)?"
    r"|professionals?"
    r"|test[- ]takers?|participants?|competitors?|coders?|programmers?|players?|contestants?|reasoning|capabilit\w+"
    r"|abilit\w+|annotators?'? performance|expert\s+(?:baselines?|performance|level)))?s?\b|(?:subject[- ]matter\s+"
    r"|domain\s+|PhD[- ]level\s+|PhD\s+|industry\s+)?"
    r"experts?\b|expert[- ]level|PhD[- ]level|gold[- ]medal(?:l?ists?|[- ]level)?\b|(?:average|typical)\s+(?:person"
    r"|people)\b|professionals\b|physicians?(?:[- ]level)?\b"
    r"|doctors\b|clinicians\b|radiologists\b|(?:\w+\s+)?residents\b|PhDs?(?:\s+(?:students?|candidates?|level))?\b"
    r"|(?:math"
    r"|school|programming|human)\s+(?:\w+\s+)?(?:competitors|contestants|students)\b|programmers\b|virologists\b"
    r"|mathematicians\b|lawyers\b|humanlike\b|人类(?:专家)?)"
)
_WORDS = r"(?:[,\s]+[\w'’%.-]+)"
PARITY = (
    (
        "loses",
        re.compile(
            rf"\b(?:below|(?:fall\w*|fell|far|well|still|remain\w*)\s+(?:far\s+|well\s+|still\s+)?(?:short\s+of"
            rf"|behind|below|from)"
            rf"|worse\s+than|less\s+\w+\s+than|lower\s+than|inferior\s+to|trail\w*|lag\w*(?:\s+behind)?"
            rf"|underperform\w*)"
            rf"{_WORDS}{{0,6}}?[,\s]+{HUMAN}(?:\s+(?:performance|levels?|accuracy|baselines?|scores?))?",
            re.I,
        ),
    ),
    (
        "loses",
        re.compile(
            rf"\bgaps?\s+(?:[\w-]+\s+){{0,4}}?between\b[^.;]{{3,80}}?\b{HUMAN}"
            r"|\bcompared\s+(?:to|with)\s+\d+(?:\.\d+)?\s?%\s+(?:for|by|from)\s+(?:\w+\s+)?(?:humans?|experts?"
            r"|people)\b"
            rf"|\b(?:neither|no|not|none)\b[^.;]{{3,90}}?\b(?:at|reach\w*|achiev\w*"
            rf"|match\w*)\s+(?:\w+\s+)?{HUMAN}(?:\s+(?:levels?|performance))?",
            re.I,
        ),
    ),
    (
        "",
        re.compile(
            rf"\b(?:match|exceed|surpass|outperform|outscor|beat|rival|reach|approach|attain|achiev"
            rf"|equal)\w*{_WORDS}{{0,8}}?"
            rf"[,\s]+{HUMAN}(?:\s+(?:performance|levels?|accuracy|baselines?|scores?))?",
            re.I,
        ),
    ),
    (
        "",
        re.compile(
            rf"\b(?:at\s+or\s+above|at|above|equivalent\s+to|comparable\s+(?:to|with)|on\s+par\s+with|as\s+well\s+as"
            rf"|better\s+than|more\s+(?:capable|accurate|powerful|intelligent|skilled)\s+than|exceeding|over"
            rf"|similar(?:ly)?\s+to|close\s+to)\s+(?:the\s+)?(?:level\s+of\s+|that\s+of\s+"
            rf"|(?:average\s+)?(?:performance|score|accuracy)\s+of\s+|average\s+|what\s+|an?\s+|any\s+"
            rf"|some\s+of\s+the\s+\w+\s+"
            rf"|skilled\s+|typical\s+)*{HUMAN}(?:\s+(?:level|performance))?",
            re.I,
        ),
    ),
    (
        "",
        re.compile(
            rf"\b(?:achiev|reach|exhibit|show|display|demonstrat|attain|approach|toward|near|deliver|with|at"
            rf"|perform|is|are|surpass|exceed"
            rf"|to|match|on)\w*\s+(?:[\w-]+\s+){{0,3}}?(?:super[- ]?human|near[- ]human(?:[- ]level)?"
            rf"|{_LEVEL}[- ]level)\s+(?:levels?|performance|accuracy|results?|scores?|capabilit\w+|understanding"
            rf"|reasoning|expertise|knowledge|proficiency|intelligence)\b",
            re.I,
        ),
    ),
    (
        "reaches",
        re.compile(
            r"\b(?:w[io]n(?:s|ning)?|earn\w*|achiev\w*|reach\w*|claim\w*|secur\w*|took|tak\w*"
            r"|receiv\w*)\s+(?:an?\s+|the\s+)?"
            r"(?:\w+\s+)?(?:gold|silver|bronze)(?:[- ](?:medals?|level|standard|performance|score))+",
            re.I,
        ),
    ),
    (
        "reaches",
        re.compile(
            r"\b(?:top|bottom)\s+\d+(?:\.\d+)?\s?%(?:\s+of\s+(?:\w+\s+){0,3}?(?:test[- ]takers?|humans?"
            r"|participants?|competitors?"
            r"|students?|candidates?|applicants?|contestants?))?|\b(?:outperform|beat|surpass|exceed"
            r"|better)\w*\s+(?:than\s+)?\d+(?:\.\d+)?\s?%\s+of\s+(?:\w+\s+){0,3}?(?:participants|competitors"
            r"|contestants|test[- ]takers|humans|people|programmers|coders|players|students)\b|\b\d{1,2}(?:st|nd|rd"
            r"|th)[- ]percentile\b|\b(?:above|below|at)\s+the\s+(?:gold|silver|bronze)[- ]medal\s+(?:threshold"
            r"|level|cut-?off)\b"
            r"|\b(?:human|expert)\s+parity\b",
            re.I,
        ),
    ),
)
NOT_PARITY = re.compile(
    r"\b(?:human[- ](?:generated|written|annotated|labell?ed|made|created|evaluation|data|readable|computer"
    r"|preference)\w*"
    r"|preferences?|feedback|raters?|annotat\w+|translat\w+|labell?ers?|evaluators?|judges?|written by|designed"
    r" by|curated|validated by|reviewed|expect|believe|agree|according to (?:\w+\s+)?(?:humans?|experts?)"
    r"|caution(?:s|ed)?)\b",
    re.I,
)
