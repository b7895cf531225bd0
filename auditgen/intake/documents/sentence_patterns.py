"""What to look for in a sentence: scores, thresholds, counts, change, hedges. Data, no logic."""

from __future__ import annotations

import re

PERCENT = re.compile(r"(?<![\w.,–-])(\d{1,3}(?:\.\d+)?)\s?(%|％|percent\b|per cent\b)(?!\s*-?\d(?!\d?[- ]?shot))")
BARE = re.compile(
    r"\b(?:scor(?:es?|ed|ing)|achiev(?:es?|ed|ing)|reach(?:es|ed|ing)?|cross(?:es|ed|ing)|attain\w*|obtain\w*"
    r"|get(?:s|ting)?|accuracy"
    r"|rating|f1|pass@1|with\s+an?\s+(?:\w+\s+)?score)\s+"
    r"(?:an?\s+|the\s+)?(?:[\w@-]+\s+){0,4}?(?:of\s+|at\s+)?(\d{1,4}\.\d+|\d,\d{3}|\d{2,4})(?![\d.]*\s?(?:%|percent"
    r"|x\b|B\b|M\b|K\b|-shot|billion|million|tokens|points|times|hours|models|languages|tasks|benchmarks|questions"
    r"|responses|samples))"
    r"(?=[\s,.;)])",
    re.IGNORECASE,
)
THRESHOLD = re.compile(
    r"(?<![\w])(over|above|more than|greater than|at least|exceed(?:s|ed|ing)?|surpass(?:es|ed|ing)?|upwards of|north"
    r" of|no less than|under|below|less than|"
    r"at most|no more than|fewer than|short of|in excess of|not exceed|not (?:even )?reach(?:ed)?|better than"
    r"|[<>≥≤])\s*(?:the\s+|an?\s+|just\s+)?"
    r"(?:accuracy\s+of\s+|score\s+of\s+|mark\s+of\s+)?$",
    re.IGNORECASE,
)
UNDER = re.compile(
    r"under|below|less than|at most|no more than|fewer than|short of|not exceed|not (?:even )?reach|[<≤]", re.IGNORECASE
)
NOT_A_SCORE = re.compile(
    r"^\s*(?:%|percent|per cent)?\$?\s*(?:of\s+(?:\w+\s+){0,2}(?:experts?|virologists|physicians|doctors"
    r"|humans|people)\b)"
    r"|^\s*(?:%|percent|per cent)?\s*(?:-?\s*)?(?:or\s+(?:greater|more|higher)\s"
    r"|(?:[\w-]+\s+){1,2}(?:reduction|improvement"
    r"|increase|decrease|gain|drop|enhancement)s?\b|more|less|of\s+[\w.-]+['’]s?\s+(?:performance|quality|capabilit\w+)"
    r"|fewer|faster|slower|cheaper|lower|higher|better"
    r"|worse|smaller|larger|reduction|increase|decrease|"
    r"(?:accuracy\s+)?recovery|(?:[\w-]+\s+){0,2}(?:injection|probability|chance)\b"
    r"|improvement|gain|drop|boost|growth|confidence|discount|savings?|points?|percentage points?|relative|of"
    r" (?:the )?(?:users|companies|people|respondents|"
    r"time|cost|parameters|data|tokens|training|compute|energy|electricity|population|adults|workers|developers)"
    r"|longer|shorter|since|year|ceiling|limit|maximum"
    r"|(?:for|by|from)\s+(?:\w+\s+)?(?:humans?|experts?|people|physicians?|novices?)"
    r"|of\s+(?:the\s+)?(?:\w+\s+){0,3}(?:models|systems|LLMs|participants|competitors|contestants|test[- ]takers"
    r"|candidates|students"
    r"|players|coders"
    r"|programmers|benchmarks)"
    r"|CI\b|confidence|baseline|guess\w*|chance|abs(?:olute)?\b|threshold|cut-?off|reliability|mark\s+of|limit"
    r"|of\s+(?:the\s+|its\s+|their\s+)?(?:model\s+)?(?:size|performance|quality|speed|weights|capabilit\w+|context)"
    r"|of\s+(?:\w+\s+)?(?:experts?|humans?|virologists?|professionals?|annotators?|physicians?))\b",
    re.IGNORECASE,
)
# "10 classic benchmarks": a number of tests.
COUNTS_TESTS = re.compile(
    r"\s+(?:[\w-]+\s+){0,3}?(?:benchmarks|datasets|tasks|languages|categories|domains|subjects|metrics|trials|steps|samples|runs)\b"
)
# A list of figures that ends as an improvement ("5.4, 5.0, 6.3 scores improvement").
LISTED_GAIN = re.compile(
    r"^(?:\s*%?\s*(?:,|and)\s*(?:and\s+)?\d+(?:\.\d+)?)+\s*(?:%|percentage\s+points?|points?|scores?)?\s*"
    r"(?:improvement|gain|increase)",
    re.IGNORECASE,
)
RIGHT_OF_THE_TIME = re.compile(
    r"\b(?:correct|accura|success|solv|right)\w*\W+(?:\w+\W+){0,2}$"
    r"|\b(?:was|is|were|are|refus\w*|hallucinat\w*|deceiv\w*|complied|failed|fails)\s+(?:\w+\s+){0,2}$"
    r"|^(?!.*\bif\b).*\b(?:complet|finish|succeed|answer|resolv|detect|identif)\w*\W+(?:[\w-]+\W+){0,6}$",
    re.IGNORECASE,
)
OF_THE_TIME = re.compile(r"^\s*of\s+the\s+time\b", re.IGNORECASE)
CHANGE_BY = re.compile(
    r"\b(?:leads?\s+by|add(?:s|ed|ing)?|(?:jump|rise|leap|climb|increase|move)\s+to|by(?:\s+(?:over|more than"
    r"|at least|nearly"
    r"|almost))?|top|bottom|cost(?:s|ing)?|increased?|decreased?|grew|rose|fell|dropped|reduc\w+|improv\w+\s+by"
    r"|(?:gain\w*|improvements?|increases?|reductions?|drops?|boosts?|differences?|margins?|gaps?|decreases?|declines?"
    r"|enhancements?|advantages?|leads?|rises?|jumps?)\s+(?:\w+\s+){0,3}?of|within"
    r"|another)\s*(?:an?\s+|about\s+|around\s+|up to\s+|just\s+|only\s+)?(?:[≈~∼]\s*)?$",
    re.I,
)
BACKGROUND = re.compile(
    r"\b(?:humans?|non-?experts?|novices?|experts?|random|chance|baselines?|virologists?|students|people|participants"
    r"|physicians?)\b,?(?:\s+\w+){0,9}\s+(?:achiev|reach|scor|answer|solv|averag"
    r"|attain|get|obtain)\w*(?:\s+(?:only|about|an?))?(?:\s+\w+){0,3}\s*$"
    r"|\b(?:students|humans?|experts?|physicians?|participants)['’]s?\s+$",
    re.I,
)
# "the human baseline of 29.2%", "the previous best of 45%": a figure to compare with, not a score of the model.
COMPARED_FIGURE = re.compile(
    r"(?:\b(?:human|expert|non-?expert|novice|random|chance|professional|physician)s?(?:\s+(?:expert|level"
    r"|average))?\s+"
    r"(?:baseline|benchmark|performance|average|accuracy|score|level|rate)s?|\b(?:previous|prior|earlier|former|existing"
    r"|current)\s+"
    r"(?:best|record|high|leader|state[- ]of[- ]the[- ]art|SOTA)(?:\s+\w+)?(?:['’]s)?)\s*"
    r"(?:\s(?:of|at(?:\s+an?)?|is|was)|[(,:]|\s\()?\s*(?:about\s+|around\s+|only\s+|approximately\s+|roughly\s+)?$",
    re.IGNORECASE,
)
MODEL_WORD = re.compile(
    r"\b(?:models?|systems?|agents?|LLMs?|AIs?|chatbots?(?!\s+arena)|assistants?|series|模型)\b", re.IGNORECASE
)
SOLVES = re.compile(
    r"\b(?:clear(?:s|ed)|cracked|got|gets?|gives?|success|rate|result|show|demonstrat|exhibit|deliver|report|identif|answer|complet|pass|achiev|scor|reach|attain|discover|uncover|patch|complied|compli|detect|find|found|resolv"
    r"|obtain|correct|perform|fail|fix|cluster|boost|hover|succeed|averag|accurac)\w*\b",
    re.I,
)
FROM_TO = re.compile(
    r"\bfrom\s+(?:an?\s+)?(?:[\w-]+\s+){0,5}?(\d{1,3}(?:\.\d+)?)\s?(?:%|percent)?"
    r"(?:\s*\([^()]{1,30}\)|(?:\s+(?!to\b)[\w-]+){0,2}\s+(?:of|in"
    r"|on)\s+[\w\s-]{2,40}?|(?:\s+(?!to\b)[\w-]+){1,2})?\s+to\s+(?:an?\s+)?(?:[\w-]+\s+){0,3}?"
    r"(\d{1,3}(?:\.\d+)?)\s?(?:%|percent\b)",
    re.I,
)
DOUBLES = re.compile(
    r"\b(?:doubl|tripl)(?:es|ed|ing|e)\b[^.]{0,40}?\b(?:every|each|over|in)\s+((?:about\s+|approximately\s+"
    r"|roughly\s+)?[\w–-]+\s+(?:months?|years?|weeks?|days?))|\bdoubling time\b[^.]{0,40}?((?:\w+\s+){1,2}(?:months?"
    r"|years?))|(\d{1,3}[- ](?:month|year|week|day)s?)\s+doubling\b"
    r"|\b((?:\d+[–-])?\d+(?:\.\d+)?\s+doublings?\s+(?:\w+\s+){0,4}?(?:per|a|each)\s+(?:year|month|week))\b"
    r"|\bdoubling\s+(?:about\s+|roughly\s+)?((?:every|each)\s+[\w–-]+\s+(?:months?|years?|weeks?|days?))",
    re.I,
)
POINTS = re.compile(
    r"\b(?:improv|increas|rose|rise|gain|jump|climb|grew|drop|fell|declin)\w*\b(?:(?!scor|achiev|reach|obtain)[^.]"
    r"|\.\d){0,60}?\b(\d{1,3}(?:\.\d+)?)\s+(?:p"
    r"ercentage\s+)?points?\b",
    re.I,
)
# Without a sign of percent only where the words speak of a rise.
LEAP = re.compile(
    r"\b(?:leap|jump|rise|rose|improv|gain|climb|increas)\w*\s+from\s+(\d{1,3}\.\d+)\s+to\s+(\d{1,3}\.\d+)(?!\s?%)",
    re.I,
)
PREVIOUSLY = re.compile(
    r"\b(?:compared\s+(?:to|with)|against|versus)\s+(?:just\s+|about\s+|around\s+|only\s+"
    r"|roughly\s+)?(\d{1,3}(?:\.\d+)?)\s?(?:%"
    r"|percent\b)\s+(?:previously|before"
    r"|earlier|last\s+year|a\s+year|the\s+year|in\s+(?:19|20)\d\d)",
    re.I,
)
UP_FROM = re.compile(
    r"\b(?:jump|rise|rising|increas|gain|improv|leap|climb|up|progress|growth|advanc)\w*\s+(?:up\s+)?from\s+"
    r"(?:the\s+|its\s+|an?\s+)?(?:just\s+|about\s+|around\s+|only\s+|roughly\s+)?(\d{1,3}(?:\.\d+)?)\s?(?:%|percent\b)",
    re.I,
)
# An improvement over an earlier version of the same model, whose name is not said.
_EARLIER = (
    r"(?:(?:its|the|our|their|all|any)\s+)?"
    r"(?:(?:immediate|direct|previous|prior|earlier|preceding|last|older|original|past)\s+)?"
)
OVER_EARLIER = re.compile(
    r"\b(\d+(?:\.\d+)?)(?:[- ](?:percentage[- ])?points?|\s?%|\s+percent)\s+(?:\w+\s+)?(?:improvement|jump|gain"
    r"|leap|increase|rise|boost)"
    rf"\s+(?:from|over|on|compared\s+(?:to|with)|versus|relative\s+to)\s+{_EARLIER}(?:versions?|predecessors?"
    rf"|generations?|releases?|models?)\b"
    r"|\bimprovement\s+of\s+(\d+(?:\.\d+)?)\s?(?:%|(?:percentage\s+)?points?|percent)\s+(?:over|on|from"
    r"|compared\s+(?:to|with))\s+"
    rf"{_EARLIER}(?:versions?|predecessors?|generations?|releases?|models?)\b",
    re.IGNORECASE,
)
# "the prompt enhanced accuracy for GPT-4o (43.5% to 57.5%)"
IN_BRACKETS_TO = re.compile(r"\s*\((?:from\s+)?(\d{1,3}(?:\.\d+)?)\s?%?\s+to\s+(\d{1,3}(?:\.\d+)?)\s?%")
RISES = re.compile(r"\b(?:improv|enhanc|increas|boost|rais|rose|declin|dropp|reduc|fell)\w*\b", re.IGNORECASE)
POINT_GAIN = re.compile(
    r"\ban?\s+(?:\w+\s+){0,2}?(\d+(?:\.\d+)?)[- ](?:percentage[- ])?points?\s+(?:improvement|gain|jump|leap"
    r"|increase|rise|boost)\b"
    r"(?!\s+(?:from|over|compared))",
    re.IGNORECASE,
)
TIMES_BETTER = re.compile(
    r"\b((?:doubl|tripl|quadrupl)(?:e[sd]?|ing))\s+(?:the|its)\s+(?:previous|prior|old|existing"
    r"|last)\s+(?:\w+\s+)?(?:records?|scores?|best|results?|high)\b|"
    r"\b(?:performance|scores?|accuracy|capabilit\w+|success\s+rates?)\s+(?:has\s+|have\s+)?(?:improv|increas"
    r"|gr[eo]w|ros)\w*\s+(\d+(?:\.\d+)?\s?[x×]|\w+fold)(?!\w)|"
    r"\b((?:\w+[- ]?fold|\d+(?:\.\d+)?\s?[x×]))\s+(?:improvement|jump|increase|gain|leap|rise"
    r"|growth)\b(?!\s+in\s+(?:speed|cost|"
    r"throughput|latency|efficiency|price|size|compute|demand|usage|users|revenue))",
    re.IGNORECASE,
)
GAP_TO = re.compile(
    r"\b(?:gaps?|lead|differences?|margin)\b[^.;]{0,60}?\b(?:clos|narrow|shr[aiu]nk|fell|fall|dropp|widen|gr[eo]w"
    r"|reduc)\w*\s+(?:down\s+)?to\s+"
    r"(?:just\s+|only\s+|about\s+|around\s+|under\s+)?(\d+(?:\.\d+)?)\s?(?:%|percent(?:age\s+points?)?|points?)",
    re.IGNORECASE,
)
GAINS = re.compile(
    r"\b(?:obtain|achiev|gain|show|deliver|bring|see|saw|record)\w*\s+(?:an?\s+)?((?:\d+(?:\.\d+)?\s*(?:,\s*and\s+|,\s*"
    r"|and\s+)?)+)\s*(?:%|percentage\s+points?|points?|scores?)\s*(?:of\s+)?(?:improvements?|gains?|increases?)\b",
    re.I,
)
IMPROVED = re.compile(
    r"\b(?:represents?|marks?|constitutes?)\s+an?\s+(?:\w+\s+){0,3}?(?:improvement|advance|step up)\s+in\b|"
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
# A range of figures ("70–90%", "5 to 20 percent"): at least its lower end.
RANGE = re.compile(
    r"(?<![\w.,–-])(\d{1,3}(?:\.\d+)?)\s?(?:%|percent)?(?:\s?[-–—]\s?|\s+to\s+)(\d{1,3}(?:\.\d+)?)\s?(?:%|percent\b)"
    r"(?!\s+(?:more|less|faster|slower|fewer|cheaper|higher|lower|better|worse))",
    re.IGNORECASE,
)
# A rating, which needs no test beside it.
ELO = re.compile(
    r"\b(?:Elo|rating)\s+(?:rating\s+|score\s+)?of\s+(?:about\s+|around\s+)?(\d,\d{3}|\d{3,4})\b"
    r"|(?<![\d.,])(?P<behind>\d,\d{3}|\d{3,4})(?=\s+Elo\b)",
    re.IGNORECASE,
)
# A score in points of its own, with no test beside it: "scored 213 points", "achieved a score of 362.14".
_ABOUT = r"(?:(?:about|around|only|just|approximately|roughly|nearly|almost|merely|an?\s+average\s+of)\s+)*"
SCORE_OF = re.compile(
    rf"\b(?:scor(?:es?|ed|ing)\s+(?:an?\s+(?:average|total|mean)\s+(?:of\s+)?)?{_ABOUT}"
    r"|(?:scores?|rating|total|averages?|mean|accuracy|results?|BLEU|WER|F1|AUC|variance|perplexity|points?)"
    rf"(?:\s+score)?\s+(?:of|at|is|was)\s+(?:up\s+to\s+)?{_ABOUT}|Elo\s+(?:of\s+|score\s+of\s+)"
    r"|scor\w+\s+(?:the\s+)?(?:best|highest|lowest)\s[^.;,]{0,60}?\bat\s+"
    r"|\b(?:scores?|accuracy|rating|average)\b[^.;,()]{0,40}?(?:\([\w-]{1,12}\)[^.;,()]{0,30})?\()"
    r"(\d{1,3},\d{3}|\d{1,4}(?:\.\d+)?)(?![\w%]|[.,]\d|\s?(?:%|percent|x\b|billion|million|tokens|times|hours|models"
    r"|languages|shots?\b|of\b))",
    re.IGNORECASE,
)
# "a 700+ score on the test"
PLUS = re.compile(r"(?<![\w.,])(\d{2,4}(?:\.\d+)?)\+\s+(?:score|points|on)\b", re.IGNORECASE)
# "more than half of the puzzles"
HALF_OF = re.compile(
    r"\b(?:(more\s+than|over|better\s+than)|(less\s+than|fewer\s+than|under|not\s+even)|(nearly|almost|about"
    r"|roughly|around))?\s*(?:a\s+|one[- ])?half\s+(?:of\s+)?(?:the\s+|all\s+|its\s+|our\s+"
    r"|real-world\s+)?(?:[\w-]+\s+){0,3}?"
    r"(?:questions|problems|tasks|puzzles|issues|items|challenges|cases|tests?|exercises|instances)\b",
    re.IGNORECASE,
)
# "84.7 points on the test", "297 points": a number of points that a model gets.
POINTS_ON = re.compile(
    r"(?<![\w.,–-])(\d{1,4}(?:\.\d+)?)\s+points\s+(?:on|in|for)\s"
    r"|\b(?:scor|achiev|obtain|receiv|reach|earn|get|got)\w*\s+(?:\w+\s+){0,2}?(\d{1,4}(?:\.\d+)?)\s+points\b",
    re.IGNORECASE,
)
# "65.4 mAP on COCO", "24 pass@1": a number with the name of its metric behind it.
IN_METRIC = re.compile(
    r"(?<![\w.,+–-])(\d{1,3}(?:\.\d+)?)\s*(?=(?:(?:box|mask)\s+(?:mAP|AP)|mAP|AP|mIoU|IoU|NDS|BLEU|chrF\+*|COMET|WER|CER|ROUGE-?\w*|EM|F1|AUC|AUROC"
    r"|PSNR|SSIM|FID|MOS|pass@\d+|[Pp]ass@\d+|top-?[15])(?![\w+]))"
)
# "compared to 0.75 for Tern 1 and 0.66 for Tern 2"
FOR_MODEL = re.compile(
    r"(?<![\w.,$€£+–-])(\d{1,4}(?:\.\d+)?)\s+(?:for|by|from)\s+(?=[A-Z][\w.-]*\d|[A-Z]\w+-|(?:the|our|its)\s+(?:[\w-]+\s+){0,4}?"
    r"(?:models?|baselines?|systems?|versions?|checkpoints?)\b)"
)
# "improves this result to 87.7"
RESULT_TO = re.compile(
    r"\b(?:results?|scores?|accuracy|performance|rate|reward)\s+(?:\w+\s+){0,2}?to\s+(\d{1,3}\.\d+)(?![\w%]|\s?(?:%|percent|points))"
)
# "application photos (2.759), border crossing photos (2.746)": figures in brackets behind words, two or more.
WORDED_FIGURE = re.compile(r"(?<![\w])[a-z][\w-]*(?:\s[\w-]+){0,2}\s\((\d{1,3}\.\d+)\s?%?\)")
# "Replace (3.47)", "BAGEL (3.20)": a figure in brackets behind a name.
NAMED_FIGURE = re.compile(r"(?<![\w-])([A-Z][\w.&/+-]*(?:\s[A-Z\d][\w.&/+-]*){0,3})\s\((\d{1,3}\.\d+)\s?%?\)")
SCORED = re.compile(r"\b(?:scor|accura|performance|average|result|metric|evaluat|benchmark)\w*\b", re.IGNORECASE)
# "outperforms Tern 1 by 68.2% versus 49.0%": the speaker's figure and the other's, without brackets.
BY_VERSUS = re.compile(
    r"\b(?:by|with\s+(?:an?\s+)?(?:\w+\s+){0,2}of|at)\s+(\d{1,3}(?:\.\d+)?)\s?(%?)\s*(?:vs\.?|versus|compared\s+(?:to|with)|against|to)\s+"
    r"(\d{1,3}(?:\.\d+)?)\s?(%?)(?!\w)",
    re.IGNORECASE,
)
# "surpassing Tern 1 (81.6 vs. 80.9)": the speaker's figure and the other's.
VERSUS = re.compile(
    r"\((?:[^()\d]{0,25}\s)?(\d{1,3}(?:\.\d+)?)\s?(%?)\s*(?:vs\.?|versus|compared\s+(?:to|with)|against)\s+"
    r"(\d{1,3}(?:\.\d+)?)\s?(%?)[^()\d]{0,30}\)",
    re.IGNORECASE,
)
# "44.9 on HLE": what stands between a figure and the name of its test.
ON_TEST = re.compile(r"(?<![\w.,$€£–-])(\d{1,3}\.\d{1,2}|\d{2,4})\s+(?:on|in|for)\s+(?:the\s+)?$")
# A figure right behind the name of a model: "GPT-4o 2%", "GPT-4o at 76.6%", "GPT-4o (91.2%)".
BESIDE = re.compile(
    r"(?:\s+\(\d+/\d+,\s*|\s+(?:at|with|scor\w+|reach\w+|hit\w*|achiev\w+|obtain\w*|post\w*|solv\w+)|:)?\s*\(?\s*(?:about\s+"
    r"|around\s+|only\s+"
    r"|just\s+|roughly\s+|~)?$"
)
# A figure in brackets behind the name of a test, or behind the word for it.
BRACKETED = re.compile(r"^\s*\((\d{1,3}\.\d+|\d{1,3}(?=\s?%))\s?(%|percent)?\)")
PERFORMANCE = re.compile(
    r"\b(?:performance|scores?|accuracy|results?)\s*\((\d{1,3}\.\d+)\s?(?:%|percent)?\)\s+on\b", re.I
)
# So many solved: of a total, or of a test that the sentence before names.
_COUNT = r"(\d{1,4}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
SOLVED_OF = re.compile(
    rf"(?<![@\w./-]){_COUNT}\s+(?:out\s+of|of)\s+(?:the\s+|its\s+)?{_COUNT}\b(?!\.\d|\s?%)(?:\s+(?:[\w-]+\s+){{0,2}}?(?:problems|questions"
    r"|tasks"
    r"|challenges|exercises|puzzles|cases|steps|attempts|items|issues|runs|trials|instances|samples|examples|levels|games|matches|entries|insights|vulnerabilities|exploits|flags|exams|subjects)\b|(?=[,.;)]|$))",
    re.I,
)
IN_ATTEMPTS = re.compile(
    r"(?<![\d./])(\d{1,4})/(\d{1,4})\s+(?:[\w-]+\s+){0,2}?(?:attempts|runs|trials|tries|problems|questions|tasks|samples"
    r"|completions|cases|steps|games|instances|challenges|scenarios)\b",
    re.I,
)
SOLVED = re.compile(
    r"(?:\bsolv(?:es?|ed|ing)\s+(?:only\s+|up\s+to\s+|about\s+|around\s+)?|\band\s+)(\d{1,4})\s+(?:problems"
    r"|questions|tasks"
    r"|challenges)\b(?!\s+out\s+of)"
    r"|\bsolv(?:es?|ed|ing)\s+(?:only\s+|just\s+)?(\d{1,4})(?=\s+(?:of\s+(?:these|those|them|the\s+(?:problems"
    r"|questions|tasks))|within"
    r"|under)\b|\s*[.;](?!\d)|\s*$)",
    re.I,
)
# One cheap look at a text in small letters.
TRIGGER = re.compile(
    r"\d\s?%|percent|(?:found|discover\w*|uncover\w*|patch\w*)\s+\d|out\s+of|\bbeat|as capable|as good"
    r"|at the level|outperform|outpac|outscor|outclass|outshin|overtak"
    r"|toe-to-toe|surpass|exceed|better than|superior"
    r"|worse than|behind|on par|comparable|state[-"
    r" ]of[- ]the[- ]art|sota|\brank|\bbest\b|"
    r"strongest|leading|highest|\btop\b|human|expert|gold|doubl|tripl|points?\b|improved|same \w+ ?score|match"
    r"|rival|scor(?:es?|ed|ing)\b|achiev|reach|solv"
    r"|improvements?|\bahead\b|\blead|\blags?\b|lagg(?:ed|ing)|trail(?:s|ed|ing)\b|compet(?:e|ing|itive)|close to"
    r"|\bedge|advantage|record"
    r"|\bgap|\bfirst\b|\bplace\b|dominat|crown|throne|percentile|parity|indistinguish|\d\s?[x×]|fold\b|more (?:capable"
    r"|powerful)|similar(?:ly)? to|medal|physician|\d+\.\d+ (?:on|in)\b|short of|less (?:likely|prone)|fewer|error"
    r"|compared (?:to|with)|advancement|\bleap|most (?:capable|powerful|advanced"
    r"|intelligent)|crush|favou?rabl|approach(?:es|ed|ing)"
    r"|超越|超过|优于|最|第一|专家|人类|持平|媲美|times (?:as|more|likelier)",
)
