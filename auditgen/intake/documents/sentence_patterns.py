"""What to look for in a sentence: scores, thresholds, comparisons, ranks, human level, change. Data, no logic."""

from __future__ import annotations

import re

PERCENT = re.compile(r"(?<![\w.,–-])(\d{1,3}(?:\.\d+)?)\s?(%|％|percent\b|per cent\b)(?!\s*-?\d)")
BARE = re.compile(
    r"\b(?:scor(?:es?|ed|ing)|achiev(?:es?|ed|ing)|reach(?:es|ed|ing)?|attain\w*|obtain\w*|get(?:s|ting)?|accuracy"
    r"|rating|f1|pass@1)\s+"
    r"(?:an?\s+|the\s+)?(?:[\w@-]+\s+){0,4}?(?:of\s+|at\s+)?(\d{1,4}\.\d+|\d{2,4})(?![\d.]*\s?(?:%|percent"
    r"|x\b|B\b|M\b|K\b|-shot|billion|million|tokens|points|times|hours|models|languages|tasks|benchmarks|questions"
    r"|responses|samples))"
    r"(?=[\s,.;)])",
    re.IGNORECASE,
)
THRESHOLD = re.compile(
    r"\b(over|above|more than|greater than|at least|exceed(?:s|ed|ing)?|surpass(?:es|ed|ing)?|upwards of|north"
    r" of|no less than|under|below|less than|"
    r"at most|no more than)\s+(?:the\s+|an?\s+)?(?:accuracy\s+of\s+|score\s+of\s+|mark\s+of\s+)?$",
    re.IGNORECASE,
)
UNDER = re.compile(r"under|below|less than|at most|no more than", re.IGNORECASE)
NOT_A_SCORE = re.compile(
    r"^\s*(?:%|percent|per cent)?\s*(?:-?\s*)?(?:more|less|fewer|faster|slower|cheaper|lower|higher|better"
    r"|worse|smaller|larger|reduction|increase|decrease|"
    r"improvement|gain|drop|boost|growth|confidence|discount|savings?|points?|percentage points?|relative|of"
    r" (?:the )?(?:users|companies|people|respondents|"
    r"time|cost|parameters|data|tokens|training|compute|energy|electricity|population|adults|workers|developers)"
    r"|longer|shorter|since|year|ceiling|limit|maximum"
    r"|of\s+(?:the\s+|its\s+|their\s+)?(?:model\s+)?(?:size|performance|quality|speed|weights|capabilit\w+|context)"
    r"|of\s+(?:\w+\s+)?(?:experts?|humans?|virologists?|professionals?|annotators?|physicians?))\b",
    re.IGNORECASE,
)
# A list of figures that ends as an improvement ("5.4, 5.0, 6.3 scores improvement").
LISTED_GAIN = re.compile(
    r"^(?:\s*%?\s*(?:,|and)\s*(?:and\s+)?\d+(?:\.\d+)?)+\s*(?:%|percentage\s+points?|points?|scores?)?\s*"
    r"(?:improvement|gain|increase)",
    re.IGNORECASE,
)
RIGHT_OF_THE_TIME = re.compile(r"\b(?:correct|accura|success|solv|right)\w*\W+(?:\w+\W+){0,2}$", re.IGNORECASE)
OF_THE_TIME = re.compile(r"^\s*of\s+the\s+time\b", re.IGNORECASE)
CHANGE_BY = re.compile(
    r"\b(?:leads?\s+by|by|cost(?:s|ing)?|increased?|decreased?|grew|rose|fell|dropped|reduc\w+|improv\w+\s+by|gain\w*\s+of"
    r"|nearly|another)\s*(?:an?\s+|about\s+|around\s+|up to\s+|just\s+|only\s+)?$",
    re.I,
)
BACKGROUND = re.compile(
    r"\b(?:human|non-?expert|novice|expert|random|chance|baseline)\w*(?:\s+\w+){0,9}\s+(?:achiev|reach|scor"
    r"|attain|get|obtain)\w*(?:\s+(?:only|about|an?))?(?:\s+\w+){0,3}\s*$",
    re.I,
)
# "the human baseline of 29.2%", "the previous best of 45%": a figure to compare with, not a score of the model.
COMPARED_FIGURE = re.compile(
    r"(?:\b(?:human|expert|non-?expert|novice|random|chance|professional|physician)s?(?:\s+(?:expert|level|average))?\s+"
    r"(?:baseline|performance|average|accuracy|score|level|rate)|\b(?:previous|prior|earlier|former|existing|current)\s+"
    r"(?:best|record|high|leader|state[- ]of[- ]the[- ]art|SOTA)(?:\s+\w+)?(?:['’]s)?)\s*"
    r"(?:\s(?:of|at|is|was)|[(,:])?\s*(?:about\s+|around\s+|only\s+)?$",
    re.IGNORECASE,
)
MODEL_WORD = re.compile(r"\b(?:models?|systems?|agents?|LLMs?|AIs?|chatbots?|assistants?|series|模型)\b", re.IGNORECASE)
SOLVES = re.compile(
    r"\b(?:solv|identif|answer|complet|pass|achiev|scor|reach|attain|complied|compli|detect|find|found|resolv"
    r"|obtain|correct|perform|fail|fix)\w*\b",
    re.I,
)
BEATS = (
    (
        "beats",
        re.compile(
            r"\b(?:outperform(?:s|ed|ing)?|surpass(?:es|ed|ing)?|exceed(?:s|ed|ing)?|beat(?:s|ing)?|overtak(?:es?|ing)"
            r"|outscor(?:es?|ed)|excel(?:s|led) over)\b|超越|超过|优于|领先于",
            re.I,
        ),
    ),
    (
        "beats",
        re.compile(
            r"\b\d+(?:\.\d+)?[- ]points?\s+(?:jump|gain|improvement|increase|rise|lead|advantage)\s+(?:from|over)\b"
            r"|\b(?:improvements?|gains?|advances?|advancements?)\s+(?:over|compared\s+(?:to|with)|relative\s+to)\b"
            r"|\b(?:holds?|held|has|have|had|with|keeps?|maintains?)\s+an?\s+(?:[\w.%-]+\s+){0,4}?(?:edge|lead|advantage)"
            r"\s+over\b",
            re.I,
        ),
    ),
    (
        "beats",
        re.compile(
            r"\b(?:(?:performs?|performed|is|are|was|were|significantly|much|far|substantially)\s+)?(?:better|stronger"
            r"|higher|superior|more accurate|ahead)\s+(?:(?:at|on|in)\s+[\w\s-]{2,40}?\s+)?"
            r"(?:than|to|of|performance (?:compared to|than|over))\b|\bsuperior"
            r" performance"
            r" compared to\b",
            re.I,
        ),
    ),
    (
        "loses",
        re.compile(
            r"\b(?:lags?|lagg\w+|falls?|trail\w*)\s+(?:far\s+)?(?:behind|short of)\b|\b(?:performs?|performed"
            r"|is|are)\s+(?:\w+"
            r"\s+)?(?:worse|weaker)\s+than\b|\bunderperform\w*\b|逊于|落后于",
            re.I,
        ),
    ),
    (
        "equal",
        re.compile(
            r"\b(?:on\s+par\s+with|comparable\s+(?:to|with|performance to)|equals?|match(?:es|ed|ing)?"
            r"|similar\s+(?:performanc"
            r"e\s+)?to|rival(?:s|ed|ing)?|competitive\s+with|"
            r"(?:the\s+)?same\s+(?:\w+\s+){0,2}(?:score|performance|accuracy|level|result)s?\s+(?:as|with))\b|媲美|持平"
            r"|相当",
            re.I,
        ),
    ),
    (
        "beats",
        re.compile(
            r"\b\d+(?:\.\d+)?\s+times\s+(?:likelier|more likely|as (?:many|likely|much|often)|more|better"
            r"|higher)\b[^.]{0,80}?"
            r"\b(?:as|than)\b|\bsolv\w+\s+\d+[-–]\d+%\s+more\b[^.]{0,60}?\bthan\b",
            re.I,
        ),
    ),
)
# The sentence begins with what it compares with: "Compared to A, B has achieved significant improvements".
COMPARED_FIRST = re.compile(
    r"^(?:\W*)(?:Compared\s+(?:to|with)|Relative\s+to)\s+(.{2,120}?),\s+(.{2,160}?)\s+(?:has\s+|have\s+)?"
    r"(?:achiev|show|demonstrat|deliver|exhibit|mak|made|bring|obtain|perform)\w*\s+(?:\w+\s+){0,4}?"
    r"(?:improvements?|better|superior|higher|stronger|gains?|advances?|advancements?)\b",
    re.IGNORECASE,
)
# Words that stand for models to compare with.
OTHERS = re.compile(
    r"\b(?:previous|prior|earlier|former|existing|current)\s+(?:best|record|high|leader|state[- ]of[- ]the[- ]art|SOTA"
    r"|generation|version)\w*\b|\b(?:counterparts?|competitors?|rivals?|peers|predecessors?|competition|baselines?)\b",
    re.IGNORECASE,
)
COMPARED = re.compile(
    r"\b(?:outperform\w*|surpass\w*|exceed\w*|beat\w*|than|(?:compared|comparable|similar|superior)\s+(?:to"
    r"|with)|on\s+par\s+with|match\w*|over|behind|rival\w*|vs\.?)"
    r"\s+(?:both\s+|the\s+|that\s+of\s+)?(?:[\w.-]+(?:,\s+|\s+and\s+|\s+or\s+|,\s+and\s+))*$",
    re.IGNORECASE,
)
RANK = re.compile(
    r"\b(?:ranks?|ranked|ranking|placed|places)\s+(?:as\s+)?(?:the\s+)?(?:first|1st|top|#\s?1|number one|no\.\s?1"
    r"|second|third|among the top)\b"
    r"|\b(?:state[- ]of[- ]the[- ]art|SOTA)\b(?!\s+(?:methods?|approach\w*|techniques?|public|benchmarks?|hardware"
    r"|infrastructure))"
    r"|\b(?:the\s+)?(?:best|strongest|top|leading|highest)(?:[- ]performing|[- ]scoring|[- ]ranked)?\s+(?:[\w~.-]+\s+)"
    r"{0,3}?(?:models?|LLMs?|systems?)\b"
    r"|\b(?:achiev|obtain|attain|deliver|show)\w*\s+(?:the\s+)?(?:best|highest|top)\s+(?:\w+\s+)?(?:performance"
    r"|scores?|results?|accuracy)\b"
    r"|\b(?:climb|surg|r[io]se|jump|shot|mov|went|vault)\w*\s+to\s+the\s+top\s+of\b"
    r"|\b(?:claim|tak|took|hold|held|secur|earn|captur)\w*\s+(?:the\s+)?(?:top|first|number one)"
    r"\s+(?:spot|position|place|rank)\b"
    r"|\bthe\s+first\s+(?:\w+\s+)?(?:model|system|LLM|AI|agent)\s+to\s+(?:solve|complete|pass|reach|achieve|exceed|surpass)\b"
    r"|\b(?:tops?|topped|leads?|dominates?)\s+(?:the\s+)?[\w ]{0,30}?leaderboards?\b"
    r"|\bleads?\s+(?:at|with)\s+\d+(?:\.\d+)?\s?%|排名第一|第一名|最强|最佳性能",
    re.IGNORECASE,
)
RANK_IS = re.compile(
    r"\b(?:is|are|as|stands?|becom\w+|remains?|being|ranks?|ranked|achiev\w*|obtain\w*|attain\w*|deliver\w*"
    r"|show\w*|sets?|reach\w*|establish\w*|tops?|leads?|topped|dominates?|climb\w*|surg\w*|rose|risen|jump\w*|shot"
    r"|claim\w*|took|tak\w*|h[eo]ld\w*|secur\w*|earn\w*|captur\w*)\b|排名|最",
    re.I,
)
HUMAN = (
    r"(?:human(?:[- ](?:experts?|level|performance|baselines?|gold[- ]medal\w*(?:\s+performance)?|professionals?"
    r"|annotators?'? performance))?s?\b|(?:subject[- ]matter\s+|domain\s+|PhD[- ]level\s+|PhD\s+|industry\s+)?"
    r"experts?\b|expert[- ]level|PhD[- ]level|gold[- ]medal(?:list|lists|[- ]level)?\b|professionals\b|physicians\b"
    r"|doctors\b|lawyers\b|人类(?:专家)?)"
)
PARITY = (
    re.compile(
        rf"\b(?:match|exceed|surpass|outperform|beat|rival|reach|approach|attain|achiev|equal)\w*(?:[,\s]+[\w'’"
        rf"%.-]+){{0,8}}?"
        rf"[,\s]+{HUMAN}(?:\s+(?:performance|levels?|accuracy|baselines?|scores?))?",
        re.I,
    ),
    re.compile(
        rf"\b(?:at\s+or\s+above|at|above|equivalent\s+to|comparable\s+(?:to|with)|on\s+par\s+with|as\s+well\s+as"
        rf"|better\s+than|exceeding)\s+(?:the\s+)?(?:level\s+of\s+|that\s+of\s+|average\s+)?{HUMAN}(?:\s+(?:level"
        rf"|performance))?",
        re.I,
    ),
    re.compile(
        r"\b(?:super[- ]?human|human[- ]level|expert[- ]level|PhD[- ]level|gold[- ]medal[- ]level)\s+(?:performance"
        r"|accuracy|results?|scores?|capabilit\w+|understanding|reasoning)\b",
        re.I,
    ),
)
NOT_PARITY = re.compile(
    r"\b(?:human[- ](?:generated|written|annotated|labell?ed|made|created|evaluation|data|readable|computer)\w*"
    r"|preferences?|feedback|raters?|annotat\w+|translat\w+|labell?ers?|evaluators?|judges?|written by|designed"
    r" by|curated|validated by|reviewed|expect|believe|agree|according to)\b",
    re.I,
)
FROM_TO = re.compile(
    r"\bfrom\s+(?:an?\s+)?(?:[\w-]+\s+){0,5}?(\d{1,3}(?:\.\d+)?)\s?(?:%|percent)?"
    r"(?:\s*\([^()]{1,30}\)|\s+(?:of|in|on)\s+[\w\s-]{2,40}?)?\s+to\s+(?:an?\s+)?(?:[\w-]+\s+){0,3}?"
    r"(\d{1,3}(?:\.\d+)?)\s?(?:%|percent\b)",
    re.I,
)
DOUBLES = re.compile(
    r"\b(?:doubl|tripl)(?:es|ed|ing|e)\b[^.]{0,40}?\b(?:every|each|over|in)\s+((?:about\s+|approximately\s+"
    r"|roughly\s+)?[\w-]+\s+(?:months?|years?|weeks?|days?))|\bdoubling time\b[^.]{0,40}?((?:\w+\s+){1,2}(?:months?"
    r"|years?))|(\d{1,3}[- ](?:month|year|week|day)s?)\s+doubling\b",
    re.I,
)
POINTS = re.compile(
    r"\b(?:improv|increas|rose|rise|gain|jump|climb|grew|drop|fell|declin)\w*\b(?:[^.]|\.\d){0,60}?\b(\d{1,3}(?:\.\d+)?)\s+(?:p"
    r"ercentage\s+)?points?\b",
    re.I,
)
# Without a sign of percent only where the words speak of a rise.
LEAP = re.compile(
    r"\b(?:leap|jump|rise|rose|improv|gain|climb|increas)\w*\s+from\s+(\d{1,3}\.\d+)\s+to\s+(\d{1,3}\.\d+)(?!\s?%)",
    re.I,
)
UP_FROM = re.compile(
    r"\b(?:jump|rise|rising|increas|gain|improv|leap|climb|up|progress|growth|advanc)\w*\s+(?:up\s+)?from\s+"
    r"(?:just\s+|about\s+|around\s+|only\s+|roughly\s+)?(\d{1,3}(?:\.\d+)?)\s?(?:%|percent\b)",
    re.I,
)
GAINS = re.compile(
    r"\b(?:obtain|achiev|gain|show|deliver|bring|see|saw|record)\w*\s+(?:an?\s+)?((?:\d+(?:\.\d+)?\s*(?:,\s*and\s+|,\s*"
    r"|and\s+)?)+)\s*(?:%|percentage\s+points?|points?|scores?)\s*(?:of\s+)?(?:improvements?|gains?|increases?)\b",
    re.I,
)
IMPROVED = re.compile(
    r"\b(?:significantly|substantially|dramatically|markedly|greatly)\s+(?:improved|better|higher)\s+(?:performance"
    r"|results|scores|accuracy)\b|\b(?:performance|scores?|accuracy)\s+(?:has|have)\s+(?:significantly |dramatically"
    r" )?(?:improved|increased|risen)\b",
    re.I,
)
HEDGE = re.compile(
    r"\b(probably|likely|possibly|almost every|nearly|on average|approximately|about|around|roughly|may|might"
    r"|could|most|in some cases|up to|\(probably\))\b",
    re.I,
)
# A figure in brackets behind the name of a test, or behind the word for it.
BRACKETED = re.compile(r"^\s*\((\d{1,3}\.\d+|\d{1,3}(?=\s?%))\s?(%|percent)?\)")
PERFORMANCE = re.compile(
    r"\b(?:performance|scores?|accuracy|results?)\s*\((\d{1,3}\.\d+)\s?(?:%|percent)?\)\s+on\b", re.I
)
# So many solved: of a total, or of a test that the sentence before names.
SOLVED_OF = re.compile(
    r"\b(\d{1,4})\s+(?:out\s+of|of)\s+(?:the\s+|its\s+)?(\d{1,4})\s+(?:[\w-]+\s+){0,2}?(?:problems|questions|tasks"
    r"|challenges|exercises|puzzles)\b",
    re.I,
)
IN_ATTEMPTS = re.compile(
    r"(?<![\d.])(\d{1,4})/(\d{1,4})\s+(?:attempts|runs|trials|tries|problems|questions|tasks)\b", re.I
)
SOLVED = re.compile(
    r"(?:\bsolv(?:es?|ed|ing)\s+(?:only\s+|up\s+to\s+|about\s+|around\s+)?|\band\s+)(\d{1,4})\s+(?:problems|questions|tasks"
    r"|challenges)\b(?!\s+out\s+of)",
    re.I,
)
TRIGGER = re.compile(
    r"\d\s?%|percent|outperform|surpass|exceed|better than|superior|worse than|behind|on par|comparable|state[-"
    r" ]of[- ]the[- ]art|SOTA|\brank|\bbest\b|"
    r"strongest|leading|highest|\btop\b|human|expert|gold|doubl|tripl|points?\b|improved|same \w+ ?score|match"
    r"|rival|scor(?:es?|ed|ing)\b|achiev|reach|solv"
    r"|improvements?|超越|超过|优于|最|第一|专家|人类|持平|媲美|times (?:as|more|likelier)",
    re.IGNORECASE,
)
