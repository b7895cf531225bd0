"""What to look for where models are compared with one another. Data, no logic."""

from __future__ import annotations

import re

# Said before a verb of comparison: what is hoped for or may come is no claim.
INTENDED = re.compile(
    r"\b(?:aim|seek|hope|strive|plan|intend|want)s?\s+to\s+[^,;.]{0,60}$|\b(?:potential|aim\w*|seek\w*|hop(?:e|es"
    r"|ed|ing)|design\w*|intend\w*|goal|ambition|tr(?:y|ies|ied|ying)|want\w*"
    r"|race|need\w*|expected|plans?|planned|aspir\w*|striv\w*|efforts?)\s+(?:\w+\s+){0,3}?to\s+(?:\w+\s+){0,2}$"
    r"|\b(?:may|might|could|will|would|should)\s+(?:\w+ly\s+)?(?:soon|one day|eventually|someday|ever)\s+$"
    r"|\bwhether\s+(?:[\w'’.-]+\s+){0,6}$",
    re.IGNORECASE,
)
# Before a verb of comparison: what is denied is no claim.
DENIED = re.compile(
    r"(?:\b(?:not|never|none|nor|cannot)\b|n['’]t\b)(?!\s+(?:only|just|merely))[^,;]{0,40}$|\b(?:none\s+of|neither)\b[^,;]{0,90}$",
    re.IGNORECASE,
)
_BETTER = (
    r"(?:outperform|surpass|exceed|overtak|outscor|outclass|outpac|outrank|eclips|leapfrog|dethron|trounc|crush"
    r"|outshin|outmatch|outstrip)"
    r"(?:e[sd]?|s|ed|ing)?"
)
_ABLE = r"(?:capable|powerful|accurate|intelligent|advanced|robust|reliable|competent|skilled|proficient)"
# Relation, word stems of which a sentence holds one if the pattern can match at all, pattern.
BEATS = (
    (
        "at_least",
        ("rival", "match", "equal", "meet", "approach", "reach"),
        re.compile(
            r"\b(?:rival|match|equal|meet|approach|reach)(?:s|es|ed|ing)?\s+(?:or|and)\s+(?:even\s+|sometimes\s+"
            r"|often\s+)?"
            r"(?:outperform|surpass|exceed|beat)(?:s|es|ed|ing|en)?\b",
            re.I,
        ),
    ),
    (
        "beats",
        (
            "outp",
            "surpass",
            "exceed",
            "overtak",
            "outs",
            "outc",
            "outr",
            "outm",
            "outd",
            "outp",
            "eclips",
            "leapfrog",
            "dethron",
            "trounc",
            "crush",
            "beat",
            "excel",
            "edg",
            "improv",
            "top",
            "best",
            "超",
            "优于",
            "领先",
        ),
        re.compile(
            rf"\b{_BETTER}\b|\bbeat(?:s|ing)?\b|\boutd(?:o|oes|id|one|oing)\b|\bexcel(?:s|led|ling) over\b"
            r"|\bedg(?:es|ed|ing)\s+(?:(?:out|past)\b|(?=(?-i:[A-Z])))|\bimprov(?:es|ed|ing)\s+(?:up)?on\b"
            r"|\b(?:tops|topped|topping|bests|bested|besting)(?=\s+(?-i:[A-Z]))|超越|超过|优于|领先于",
            re.I,
        ),
    ),
    (
        "beats",
        (
            "point",
            "%",
            "percent",
            "lead",
            "improv",
            "gain",
            "advan",
            "leap",
            "jump",
            "boost",
            "progress",
            "step",
            "edge",
            "superior",
        ),
        re.compile(
            r"\b\d+(?:\.\d+)?(?:[- ](?:percentage[- ])?points?|\s?%|\s+percent)\s+(?:jump|gain|improvement|increase"
            r"|rise|lead|advantage"
            r"|leap)\s+(?:from|over)\b|\blead(?:s|ing)?\s+over\b|\b(?:leap|step"
            r"|jump)s?[”\"]?\s+(?:forward\s+|in\s+[\w\s-]{2,30}?\s+)?(?:over|from|beyond|above)\s+(?=(?:the\s+"
            r"|its\s+|all\s+)?(?:previous|prior"
            r"|earlier"
            r"|last)|(?-i:[A-Z]))"
            r"|\bimprov(?:es|ed|ing)\s+by\s+(?:over\s+)?\d+(?:\.\d+)?\s?%?\s*(?:\w+\s+){0,2}over\b"
            r"|['’]s\s+(?:\w+\s+)?(?:edge|lead|advantage|superiority)\s+over\b|\b(?:improvements?|gains?|advances?"
            r"|advancements?|leaps?|jumps?|boosts?|progress)\s+(?:(?:in|on)\s+"
            r"[\w\s.-]{2,60}?\s+)?(?:over|compared\s+(?:to|with)|relative\s+to|versus)\b"
            r"|\b(?:holds?|held|has|have|had|with|keeps?|maintains?|retains?|retained|enjoys?|shows?)\s+(?:an?\s+"
            r"|the\s+"
            r"|its\s+)?(?:[\w.%-]+\s+){0,4}?(?:edge|lead|advantage|superiority)\s+over\b",
            re.I,
        ),
    ),
    (
        "beats",
        ("better", "stronger", "higher", "superior", "smarter", "ahead", "more "),
        re.compile(
            r"\b(?:(?:performs?|performed|is|are|was|were|significantly|much|far|substantially)\s+)?(?:better|stronger"
            r"|higher|superior|smarter|ahead)\s+(?:(?:at|on|in)\s+[\w\s-]{2,40}?\s+)?"
            r"(?:than|to|of|(?:performance|scores?|results?|accuracy)\s+(?:(?:\w+\s+){0,4}?(?:compared (?:to|with)"
            r"|relative"
            r" to)|than|over|to))(?=\s)"
            rf"|\bmore\s+(?:\w+\s+and\s+)?{_ABLE}(?:\s+and\s+\w+)?\s+than\b|\bsuperior performance compared to\b",
            re.I,
        ),
    ),
    (
        "loses",
        (
            "behind",
            "short of",
            "trail",
            "worse",
            "weaker",
            "less ",
            "not ",
            "lag",
            "inferior",
            "lose",
            "losing",
            "lost",
            "underperf",
            "逊于",
            "落后",
        ),
        re.compile(
            r"\b(?:lags?|lagg(?:ed|ing)|falls?|fell|trail\w*|is|are|was|were|sits?|remains?)\s+(?:roughly\s+"
            r"|about\s+|well\s+|far\s+"
            r"|slightly\s+"
            r"|just\s+|still\s+|(?:\w+\s+){0,2}(?:points?|months?|years?)\s+)?(?:behind|short of)\b"
            r"|\b(?:points?|months?|years?)\s+behind\b|\btrail(?:s|ed|ing)?\b(?!\s+(?:behind|of|off))"
            r"|\b(?:performs?|performed|is|are|was|were|fares?)\s+(?:\w+\s+)?(?:worse|weaker)\s+than\b"
            rf"|\bless\s+{_ABLE}\s+than\b|\bnot\s+(?:\w+\s+)?as\s+(?:good|strong|{_ABLE})\s+as\b|\blag(?:s"
            rf"|ged)?\s+(?=(?:the|all|leading)\s|(?-i:[A-Z]))"
            r"|\binferior\s+to\b|\blos(?:es|ing|t)\s+(?:out\s+)?to\b"
            r"|\bunderperform\w*\b|逊于|落后于",
            re.I,
        ),
    ),
    (
        "within",
        ("approach", "near", "close"),
        re.compile(
            r"\bapproach(?:es|ed|ing)\s+(?=(?:the\s+)?(?-i:[A-Z]))|\b(?:approach|near)(?:es|ed|s"
            r"|ing)?\s+(?:the\s+)?(?:\w+\s+)?(?:performance|level|capabilit\w+|scores?|accuracy)"
            r"(?:\s+levels?)?\s+of\b|\b(?:gets?|got|comes?|came|is|are|getting|coming)\s+(?:very\s+)?close\s+to\b",
            re.I,
        ),
    ),
    (
        "equal",
        (
            "par ",
            "par\u00a0",
            "compar",
            "equal",
            "match",
            "similar",
            "rival",
            "compet",
            "parity",
            "equivalent",
            "level of",
            "same ",
            "perform",
            "toe",
            "own against",
            "pace with",
            "up with",
            "up against",
            "up well",
            "媲美",
            "持平",
            "相当",
        ),
        re.compile(
            r"\b(?:on\s+(?:a\s+)?par\s+with|at\s+par\s+with|comparabl[ey]\s+(?:to|with|(?:performance|results?"
            r"|scores?)\s+(?:to"
            r"|with))|equals?|match(?:es|ed|ing)?|similar(?:ly)?\s+(?:(?:performance|results?|scores?)\s+)?(?:to|as)"
            r"|rival(?:s|ed|ing)?(?!\s+(?:models?|labs?|systems?|compan\w+|firms?|offerings?|products?)\b)"
            r"|(?:go(?:es)?|went)\s+toe[- ]to[- ]toe\s+with|holds?\s+(?:its|their)\s+own\s+against|keeps?\s+(?:up"
            r"|pace)\s+with|stacks?\s+up\s+(?:well\s+)?against|compet(?:es?|ed|ing)\s+(?:\w+\s+)?with"
            r"|competitive(?:ly)?\s+(?:performance\s+"
            r"|results?\s+)?(?:with|against|to)"
            r"|perform(?:s|ed|ing)?\s+(?:favou?rably|well)\s+against|compar(?:es|ed|ing)\s+favou?rably\s+(?:to|with"
            r"|against)"
            r"|parity\s+with|(?:at|on|to|reach\w*)\s+the\s+level\s+of|equivalent\s+to|"
            r"(?:the\s+)?same\s+(?:\w+\s+){0,2}(?:score|performance|accuracy|level|result)s?\s+(?:as|with))\b|媲美|持平"
            r"|相当",
            re.I,
        ),
    ),
    (
        "beats",
        ("times", "less ", "fewer", "lower", "reduc", "drop", "decreas", "cut", "halv", "solv"),
        re.compile(
            r"\b\d+(?:\.\d+)?\s?(?:%|percent|x|×|times)\s+less\s+(?:likely|prone"
            r"|susceptible)\b[^.;]{0,80}?\b(?:than|compared\s+(?:to|with))\b"
            r"|\b\d+(?:\.\d+)?\s?(?:%|percent|x|×|times)\s+(?:fewer|less|lower)\s+(?:[\w-]+\s+){0,2}?(?:errors?"
            r"|hallucinations?|mistakes|failures"
            r"|inaccuracies)(?:\s+rates?)?\s+(?:than|compared\s+(?:to|with))\b"
            r"|\b(?:reduction|drop|decrease)\s+in\s+(?:[\w-]+\s+){0,2}?(?:errors?|hallucinations?|mistakes|failures"
            r"|inaccuracies)(?:\s+rates?)?"
            r"\s+(?:over|than|compared\s+(?:to|with)|relative\s+to)\b"
            r"|\b(?:cut|reduc|halv|lower)\w*\s+(?:the\s+|its\s+)?(?:[\w-]+\s+){0,2}?(?:errors?|hallucinations?"
            r"|mistakes)(?:\s+rates?)?[^.;]{0,30}?"
            r"\s+(?:compared\s+(?:to|with)|relative\s+to)\b"
            r"|\b\d+(?:\.\d+)?\s+times\s+(?:likelier|more likely|as (?:many|likely|much|often)|more|better"
            r"|higher)\b[^.]{0,80}?"
            r"\b(?:as|than)\b|\bsolv\w+\s+\d+[-–]\d+%\s+more\b[^.]{0,60}?\bthan\b",
            re.I,
        ),
    ),
)
_SHOWS = r"(?:show|display|achiev|exhibit|demonstrat|obtain|deliver|post|record)\w*"
# Comparisons whose other side the sentence does not name.
ONE_SIDED = (
    (
        "beats",
        (
            "ahead",
            "higher",
            "better",
            "superior",
            "stronger",
            "lead",
            "edge",
            "advantage",
            "point",
            "outperform",
            "excel",
            "behind",
        ),
        re.compile(
            r"\b(?:pull|mov|edg|forg|surg|storm)\w*\s+ahead\b(?!\s+of)|\b(?:is|are|was|were|stays?"
            r"|remains?)\s+ahead\s+(?:by|in|on)\b|\bleav(?:es|ing)\s+(?:\w+\s+){1,4}?(?:far\s+|well\s+)?behind\b"
            rf"|\b{_SHOWS}\s+(?:an?\s+)?(?:\w+ly\s+)?(?:higher|better|superior|stronger)\s+(?:performance|scores?"
            rf"|accuracy"
            r"|results?)\b(?!\s+(?:than|to|compared|relative|over))"
            r"|\b(?:retain|hold|held|keep|kept|maintain|tak|took|enjoy)\w*\s+(?:the"
            r"|an?)\s+(?:[\w.-]+\s+){0,3}?(?:lead|edge"
            r"|advantage)\b(?!\s+(?:over|of|in\s+(?:developing|training|building)))"
            r"|\b\d+(?:\.\d+)?[- ](?:percentage[- ])?points?\s+(?:lead|advantage|margin)\b(?!\s+over)"
            r"|\b(?:outperform|excel)(?:s|ed)\s+(?:in|on|across)\s+(?:\w+\s+){0,3}?(?:categor\w+|tasks?|benchmarks?"
            r"|tests?|areas?)\b",
            re.I,
        ),
    ),
    (
        "loses",
        ("lower", "worse", "weaker", "poorer", "inferior", "behind", "underperform"),
        re.compile(
            rf"\b{_SHOWS}\s+(?:an?\s+)?(?:\w+ly\s+)?(?:lower|worse|weaker|poorer|inferior)\s+(?:performance|scores?"
            rf"|accuracy"
            r"|results?)\b(?!\s+(?:than|to|compared|relative))"
            r"|\b(?:lag|fall|trail)(?:s|ged|ged|ed)?\s+behind\s+(?:in|on)\b|\bunderperform(?:s|ed)?\s+(?:in|on)\b",
            re.I,
        ),
    ),
    (
        "equal",
        ("gap", "indistinguish", "tied", "identical", "level", "parity"),
        re.compile(
            r"\bgaps?\s+(?:between\b[^.;]{3,60}?\s)?(?:\w+\s+){0,2}?is\s+(?:now\s+)?(?:as\s+small\s+as|just|only"
            r"|about|around|roughly)\s+\d"
            r"|\b(?:nearly|virtually|almost|effectively|statistically)\s+(?:indistinguishable|tied|identical|level)\b"
            r"|\b(?:achiev|reach|attain)\w*\s+(?:near[- ]|rough\s+)?parity\b(?!\s+with)"
            r"|\bgaps?\s+between\b[^.]{3,90}?\b(?:has|have|is|are|had|was)\s+(?:\w+\s+){0,2}?(?:clos|disappear"
            r"|narrow|vanish|eras"
            r"|shrunk|shrink)\w*(?:\s+to\s+(?:disappear|clos|vanish)\w*)?",
            re.I,
        ),
    ),
)
# The sentence begins with what it compares with: "Compared to A, B has achieved significant improvements".
COMPARED_FIRST = re.compile(
    r"^(?:\W*)(?:Compared\s+(?:to|with)|Relative\s+to)\s+(.{2,120}?),\s+(.{2,160}?)\s+(?:has\s+|have\s+)?"
    r"(?:achiev|show|demonstrat|deliver|exhibit|mak|made|bring|obtain|perform)\w*\s+(?:\w+\s+){0,4}?"
    r"(?:improvements?|better|superior|higher|stronger|gains?|advances?|advancements?|fewer|competitive|comparable"
    r"|similar|outstanding|strong)\b",
    re.IGNORECASE,
)
# Words that stand for models to compare with.
OTHERS = re.compile(
    r"\b(?:previous|prior|earlier|former|existing|current)\s+(?:best|record|high|leader|state[- ]of[- ]the[- ]art|SOTA"
    r"|generation|version)\w*\b|\b(?:counterparts?|competitors?|rivals?|peers|predecessors?|competition|baselines?"
    r"|frontier|generations?|iterations?|state[- ]of[- ]the[- ]art|SOTA|versions?|variants?|offerings?|leaders?"
    r"|siblings?|flagships?|heavyweights?|incumbents?|contenders?|alternatives?|others|them|theirs)\b|\b(?:GPT"
    r"|Claude|Gemini"
    r"|Llama|Qwen)\b",
    re.IGNORECASE,
)
COMPARED = re.compile(
    r"\b(?:outperform\w*|surpass\w*|exceed\w*|beat\w*|eclips\w*|against|versus|v\.s\.|to|than|(?:compared|comparable|similar|superior)\s+(?:to"
    r"|with)|on\s+par\s+with|match\w*|over|behind|rival\w*|vs\.?|ahead\s+of|improv\w*\s+(?:up)?on|trail\w*)"
    r"\s+(?:both\s+|the\s+|that\s+of\s+)?(?:[\w.'’-]+(?:,\s+|\s+and\s+|\s+or\s+|,\s+and\s+|\s+))*$",
    re.IGNORECASE,
)
