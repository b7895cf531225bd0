"""Single words that speak of a standing: better, best, than people, improved. Data for the wide net, no logic."""

from __future__ import annotations

import re

# Whom a sentence may speak of, where no known model is named.
SPEAKS_OF_MODEL = re.compile(
    r"\b(?:models?|systems?|agents?|LLMs?|VLMs?|MLLMs?|LMMs?|AIs?|chatbots?|assistants?|transformers?|networks?"
    r"|classifiers?|methods?|approach(?:es)?|frameworks?|algorithms?|checkpoints?|variants?|versions?|pipelines?"
    r"|techniques?|architectures?|baselines?|ensembles?|series|family|ours|our\s+[\w-]+|we|it|they|copilot|bot)\b",
    re.IGNORECASE,
)
# "Performance on chemistry is catching up", "this gap had narrowed": the abilities themselves are the subject.
ABILITY_CHANGES = re.compile(
    r"\b(?:capabilit(?:y|ies)|performance|accuracy|scores?|success\s+rates?|task\s+durations?|time\s+horizons?|gaps?"
    r"|differences?)\b[^.;]{0,60}?\b(?:improv|increas|advanc|narrow|shr[aiu]nk|clos|widen|gr[eo]w|ris|rose|catch|doubl|declin"
    r"|dropp|f[ae]ll|stand)\w*",
    re.IGNORECASE,
)
# A second comparison of one clause: "and is at a similar level as".
COORDINATED = re.compile(r"\b(?:and|but|though|while|yet)\s+(?:[\w-]+\s+){0,5}$", re.IGNORECASE)
# What a result is about; one of these, a test or a model beside the words of comparison.
ABOUT_RESULTS = re.compile(
    r"\b(?:perform\w*|accura\w*|scor(?:e|es|ed|ing)|results?|benchmarks?|tests?|tasks?|evaluat\w*|capabilit\w+"
    r"|abilit(?:y|ies)|reasoning|quality|success|win[- ]?rates?|exams?|leaderboards?|metrics?|error\w*|WER|BLEU|F1"
    r"|AUC|AUROC|Elo|pass@\d+|solv\w+|answer\w*|understand\w*|cod(?:e|ing)|math\w*|translat\w+|recogni[sz]\w+"
    r"|detect\w*|diagnos\w*|generat\w+|hallucinat\w*|refus\w*|robust\w*|safe(?:ty)?|harm\w*|bias\w*|toxic\w*"
    r"|questions?|problems?|datasets?|state[- ]of[- ]the[- ]art|SOTA|skills?|knowledge|domains?|categor\w+)\b",
    re.IGNORECASE,
)
# Comparison of something else than results: price, speed, size.
OTHER_MATTERS = re.compile(
    r"\b(?:speed\w*|fast(?:er|est)?|latenc\w+|throughput|pric\w+|costs?|cheap\w*|memory|parameters?|tokens?|context"
    r"(?:\s+(?:window|length))|hours|GPUs?|FLOPs?|downloads?|users?|customers?|revenue|smaller|larger|bigger|lighter"
    r"|compute|energy|inference|storage|bandwidth|affordab\w+|budget|hardware|chips?|market|adoption|investment|funding"
    r"|papers?|publications?|patents?|compan(?:y|ies)|workers?|jobs?|wages?|productiv\w+|license|carbon|emissions?"
    r"|batch\w*|learning\s+rate|convergence|FPS|footprint|longer|shorter|efficien\w+|volume|attention)\b",
    re.IGNORECASE,
)
_ADJECTIVE = (
    r"(?:better|stronger|superior|smarter|greater|higher|larger|more\s+(?:\w+ly\s+)?\w+|finer|richer|safer|deeper"
    r"|improved|enhanced)"
)
_AGAINST = r"(?:than|to|over|compared|relative|versus|vs\.?|against|above|beyond|from)"
_OVER = r"(?:over|compared|relative\s+to|versus|vs\.?|against|than|upon|on\s+top\s+of|above|beyond)"
# A gap or lead that grows or shrinks: change, whoever is compared.
GAP_CHANGES = re.compile(
    r"\b(?:gaps?|differences?|leads?|margins?|distance)\b[^.;]{0,60}?\b(?:narrow|shr[aiu]nk|clos(?:e[sd]|ing)|widen"
    r"|gr[eo]w|f[ae]ll|dropp|disappear|vanish|eras|reduc)\w*|\b(?:clos|narrow|bridg|widen)\w*\s+(?:the\s+|this\s+|that\s+)?"
    r"(?:[\w-]+\s+){0,4}?gap\b|\b(?:up|down)\s+from\s+(?:just\s+|about\s+|around\s+|only\s+)?\d",
    re.IGNORECASE,
)
# Relation and words; the first that is found in a clause counts.
COMPARES: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "loses",
        re.compile(
            r"\b(?:underperform\w*|lag(?:s|ged|ging)?\b|trail(?:s|ed|ing)?\b|fall(?:s|ing)?\s+(?:\w+\s+)?(?:short"
            r"|behind|below)|fell\s+(?:\w+\s+)?(?:short|behind|below)|worse\b|weaker\b|poorer\b|inferior\b|behind\b"
            r"|not\s+(?:\w+\s+)?as\s+\w+\s+as|less\s+(?:\w+ly\s+)?(?!than)\w+\s+than|lower\s+[^.;]{0,40}?\bthan"
            r"|lost\s+to|loses\s+to|outperformed\s+by|surpassed\s+by|beaten\s+by|below\s+(?:that|those)\s+of"
            r"|(?:\d+(?:\.\d+)?|one|two|three)\s+(?:percentage\s+)?points?\s+(?:worse|below|behind|lower|less)"
            r"|only\s+(?:slightly|marginally)\s+(?:below|behind|lower)|lower\s+(?:overall\s+)?(?:average|score|accuracy))",
            re.IGNORECASE,
        ),
    ),
    (
        "beats",
        re.compile(
            r"\b(?:out(?:perform|rank|scor|class|pac|shin|match|strip|compet|smart)\w*|surpass\w*|exceed(?:s|ed|ing)?"
            r"|eclips\w+|leapfrog\w*|overtak\w+|overtook|trump(?:s|ed)|trounc\w+|beat(?:s|en|ing)?|bests|bested|besting"
            r"|dethron\w+|upstag\w+|outd(?:oes|o|id|one))\b"
            rf"|\b{_ADJECTIVE}\b[^.;]{{0,70}}?\b{_AGAINST}\b"
            r"|\b(?:improv|gain|increas|boost|advanc|advantage|edge|leads?\b|uplift|leap|jump|margin|progress|upgrad"
            rf"|superiority|better)\w*[^.;]{{0,70}}?\b{_OVER}\b"
            r"|\b(?:improv(?:es?|ed|ing)|build(?:s|ing)?)\s+(?:\w+ly\s+)?(?:up)?on\b"
            r"|\bprefer(?:red|ence|s)?\b[^.;]{0,60}?\b(?:over|to|than|by)\b|\bwin[- ]?rates?\b[^.;]{0,60}?\b(?:over"
            r"|against|of|vs\.?)\b|\b(?:wins?|won|winning)\b[^.;]{0,40}?\b(?:over|against)\b|\bahead\b"
            r"|\b(?:fewer|lower|reduc\w+|decreas\w+)\b[^.;]{0,60}?\b(?:errors?|hallucinat\w*|mistakes?|failures?|WER"
            r"|perplexity|loss|toxic\w*|refusals?)\b[^.;]{0,60}?\b(?:than|compared|relative|versus|vs\.?|over)\b"
            r"|\b(?:larger|bigger|greater)\s+gains?\b|\bleads?\s+(?-i:[A-Z])|\bdefeat\w*|\bled\b[^.;]{0,50}?\bby\s+\d|\bpoints?\s+(?:more|higher|better|above)"
            r"\b|\b(?:nearly\s+|roughly\s+|almost\s+|more\s+than\s+)?(?:doubl|tripl)e[sd]?\s+(?:the\s+)?(?:scores?"
            r"|number|rate|accuracy|performance|that\s+of)\b|\bdemonstrat\w*\s+(?:superior|stronger|better)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "equal",
        re.compile(
            r"\b(?:comparabl[ey]\b|competitive(?:ly)?\b|on\s+(?:a\s+)?par\b|at\s+par\b|match(?:es|ed|ing)\b|rival(?:s"
            r"|ed|ing)\b|parity\b|similar(?:ly)?\b[^.;]{0,40}?\b(?:to|as|with|than|across|between)|equivalent\b|close(?:ly)?"
            r"\s+(?:to|behind|follow\w*)|(?:nearly|almost|just|about)\s+as\s+\w+\s+as|as\s+(?:good|well|accurate|strong"
            r"|capable|effective|powerful|robust|safe)\s+as|in\s+line\s+with|same\s+(?:level|performance|accuracy"
            r"|quality)|tie[sd]\b|indistinguishable|no\s+(?:statistically\s+)?(?:significant\s+)?difference|not\s+"
            r"(?:statistically\s+)?significantly\s+different|within\s+\d+(?:\.\d+)?\s*(?:points?|%|percent)|keep\w*\s+"
            r"(?:pace|up)\s+with|hold\w*\s+(?:its|their)\s+own|competes?\b|competing\s+with|approach(?:es|ed|ing)\s+"
            r"(?:the\s+)?(?:performance|level|quality|accuracy|results?)|level\s+with|results?\s+(?:are|were)\s+similar|similar\s+"
            r"(?:metrics|results|performance|scores|accuracy)|(?:almost|virtually|little|hardly\s+any|no)\s+(?:\w+\s+)?"
            r"difference|(?:sits|falls|lies|lands|is)\s+(?:\w+\s+)?(?:somewhere\s+)?between\s+(?-i:[A-Z])|gap\s+(?:between|with|to)|aligns?\s+with|differ(?:s|ed)?"
            r"\s+by|differences?\s+between|performance\s+gaps?|\d\s?%\s+of\s+[\w.-]+['’]s?\s+(?:performance|quality"
            r"|capabilit\w+)|competitiveness|(?:the\s+)?same\s+threshold)",
            re.IGNORECASE,
        ),
    ),
)
# These need no second side in the sentence.
STRONG = re.compile(
    r"led\b|lower|points|demonstrat|\d\s?%|within\s+\d|one\s|two\s|three\s|defeat|leads?|level\s+with|similar|(?:almost|virtually|no|little)\s|prefer|doubl|tripl|nearly\s+doubl|aligns?|differ|performance\s+gap|same\s+threshold|out(?:perform|rank|scor|class|pac|shin|match|strip|compet|d)|surpass|exceed|beat|underperform|overt|eclips"
    r"|on\s+par|comparabl|competitive|rival|lag|fall|fell|trail",
    re.IGNORECASE,
)
VERBS = re.compile(r"\b(?:outperform|surpass|beat|outscor|defeat|prefer|broke|broken)\w*\b", re.IGNORECASE)
OTHER_SIDE = re.compile(
    r"\b(?:than|compared|relative\s+to|versus|vs\.?|against|over|par\s+with|comparable\s+(?:to|with)|models?|LLMs?"
    r"|baselines?|others?|methods?|approach(?:es)?|systems?|predecessors?|counterparts?|alternatives?|peers?|rivals?"
    r"|competitors?|versions?|generation|state[- ]of[- ]the[- ]art|SOTA|gap)\b",
    re.IGNORECASE,
)
RANKS = re.compile(
    r"\b(?:state[- ]of[- ]the[- ]arts?|SOTA|best(?![- ]of[- ]|\s+(?:practices?|effort|known\s+as|of\s+\d))|highest"
    r"|strongest|leading(?!\s+(?:to|zeros?))|leaders?\b(?!board)|leads\b(?!\s+to)|led\s+(?!to|by)|top(?:s|ped|ping)?"
    r"(?![- ]?(?:p|k|n|of|down|level|value|choice|heavy|-?\d+\s+accuracy|ics?)\b|-\s)|number\s+one|ranks?\b"
    r"|ranked|ranking\s+(?:first|second"
    r"|third|top)|records?(?:[- ](?:breaking|setting|high))?(?!ed|ing)|unmatched|unrivall?ed|unparalleled"
    r"|unprecedented|unsurpassed|most\s+(?:capable|accurate|powerful|advanced|intelligent|performant|competitive|robust"
    r"|effective|reliable|truthful)|winner\b|won\s+(?:the\s+)?(?:first|1st|place|competition|challenge)|second[- ]best"
    r"|runner[- ]up|first[- ]place|(?:first|second|third|1st|2nd|3rd)\s+(?:place|in|on|overall|among|out\s+of)|the\s+"
    r"first\s+(?:\w+[- ]){0,4}?(?:models?|LLMs?|systems?|AI|agents?|methods?)\b|lowest\s+(?:\w+\s+){0,3}?(?:errors?"
    r"|WER|perplexity|rates?|hallucinat\w*|loss)|new\s+(?:standard|benchmark|bar|high|level)|frontier\s+of)\b|#\s?1\b",
    re.IGNORECASE,
)
# Words of rank that may only say whom a sentence speaks of.
TITLE = re.compile(r"(?:leading|top|best|highest|strongest|leaders?|most\s+\w+|(?:the\s+)?first)\b", re.IGNORECASE)
NAMES_MODELS = re.compile(
    r"\s+(?:[\w.-]+\s+){0,4}?(?:models?|systems?|LLMs?|LMMs?|agents?|methods?|labs?|compan\w+)\b", re.IGNORECASE
)
# "released ahead of Tern 1": a date.
DATED = re.compile(r"\b(?:releas|launch|announc|ship|publish)\w*\b[^.;]{0,60}$", re.IGNORECASE)
# "trained to exceed": an aim; "was found to exceed" and "able to exceed" are none.
TO_DO = re.compile(
    r"(?<!able )(?<!enough )(?<!first )(?<!found )(?<!shown )(?<!seems )(?<!appears )(?<!managed )(?<!proved )"
    r"(?<!reported )(?<!continues )(?<!model )(?<!system )(?<!fails )(?<!failed )\bto\s+(?:\w+ly\s+)?$",
    re.IGNORECASE,
)
# "the best" as the other side of a comparison, or as a choice made in training.
NOT_RANKED = re.compile(
    r"\b(?:than|over|against|to|with|of|from|by|previous|prior|existing|current|current\s+the|other|these|those|many"
    r"|most|some|several|all|recent|select\w*|choos\w*|pick\w*|report\w*|compare|use|using|at|for|between|behind)\s+"
    r"(?:the\s+|their\s+|its\s+|our\s+)?(?:other\s+|\w+\s+)?$",
    re.IGNORECASE,
)
ONE_OF = re.compile(r"\bone\s+of\s+(?:the\s+)?(?:\w+\s+)?$|\bamong\s+the\s+$", re.IGNORECASE)
_PERSON = (
    r"(?:humans?|(?:human\s+)?experts?|clinicians?|physicians?|doctors?|radiologists?|dermatologists?|ophthalmologists?"
    r"|nurses?|pathologists?|specialists?|practitioners?|professionals?|lawyers?|attorneys?|PhDs?|students?|residents?"
    r"|programmers?|engineers|mathematicians?|virologists?|biologists?|chemists?|scientists|players?|forecasters?"
    r"|superforecasters?|teachers?|test[- ]takers?|contestants?|competitors|participants?|novices?|laypeople|people"
    r"|person|individuals|candidates?|graduates?|translators?|interpreters?|olympians?|coders?|developers)"
)
PERSONS = re.compile(rf"\b{_PERSON}\b", re.IGNORECASE)
# A relation, and a few words behind it the people.
_RELATED = (
    r"(?:than|compar\w+\s+(?:to|with)|par\s+with|match\w*|exceed\w*|surpass\w*|outperform\w*|beat\w*|rival\w*"
    r"|approach\w*|reach\w*|level\s+of|similar\w*\s+to|below|above|behind|close\s+to|equal\w*\s*(?:to)?|superior\s+to"
    r"|inferior\s+to|outscor\w*|as\s+\w+\s+as|indistinguishable\s+from|versus|vs\.?|equivalent\s+to|ahead\s+of|short\s+of"
    r"|between|what|while|whereas|challeng\w+)"
)
# People, and a word that sets a model beside them.
HUMAN_LEVEL = re.compile(
    rf"\b{_PERSON}(?:['’]s?)?[- ]+(?:levels?(?!\s+(?:questions?|tasks?|problems?|exams?|tests?|science|math\w*))"
    r"|performance|baselines?|parity|accuracy|scores?|averages?|range|capabilit\w+|abilit\w+)\b"
    r"|\b(?:super|sub|near|beyond|par)[- ]?human\b"
    r"|\bpass(?:es|ed|ing)?\s+(?:the\s+|an?\s+|all\s+|both\s+|most\s+)?(?:[\w.-]+\s+){0,5}?(?:exam\w*|boards?|bar|licens\w+"
    r"|certification\w*|USMLE|Turing\s+test)\b"
    r"|\bpass(?:ing)?[\"”’]?\s+(?:score|mark|threshold|grade)s?\b|\b\d{1,2}(?:st|nd|rd|th)[- ]percentile\b"
    r"|\btop\s+\d+(?:\.\d+)?\s?%\s+of\b|\b(?:gold|silver|bronze)[- ](?:medal\w*|level)\b"
    r"|\b(?:grandmaster|expert)[- ](?:level|tier|rank\w*)(?!\s+(?:questions?|tasks?|problems?))\b"
    rf"|\b{_RELATED}\s+(?:[\w'’,.%-]+\s+){{0,6}}?{_PERSON}\b"
    rf"|\b{_PERSON}\s+(?:still\s+)?(?:outscor|outperform|beat|surpass|exceed|outpac)\w*|\d\s?%\s+(?:for\s+|by\s+)?humans?\b"
    rf"|\bprefer\w*\b[^.;]{{0,60}}?\b(?:to|over)\s+(?:those|answers|responses|ones)\s+(?:\w+\s+)?(?:by|of|from)\s+{_PERSON}\b"
    rf"|\bcatch\w*\s+up\s+(?:with|to)\s+(?:[\w'’-]+\s+){{0,4}}?{_PERSON}\b"
    rf"|\b{_PERSON}\b[^.;]{{0,40}}?\b(?:scor\w+|averag\w+|achiev\w+|reach\w*|obtain\w*)\b[^.;]{{0,30}}\d"
    rf"|\b{_PERSON}\s+(?:could|can|did|do)\s+not\b",
    re.IGNORECASE,
)
NOT_MEASURED_AGAINST = re.compile(
    rf"\b(?:{_PERSON}\s+(?:judg\w+|rat(?:e|ed|ers?|ings?)|evaluat\w+|annotat\w+|label\w*|review\w*|wrote|written"
    r"|prefer\w*|feedback|validat\w+|verif\w+|curat\w+|design\w*|creat\w+|agree\w*|believ\w*|expect\w*|estimat\w+|warn\w*"
    r"|say|said|argue\w*|told|suggest\w*|oversight|uplift|rights)"
    rf"|(?:by|from|for|help\w*|assist\w*|aid\w*|enabl\w*|allow\w*|support\w*|with)\s+(?:\w+\s+){{0,2}}?{_PERSON}"
    r"|human[- ](?:in|annotated|written|generated|labell?ed|curated|centered|like|readable|made|AI|computer|robot)\b"
    r"|reinforcement\s+learning\s+from\s+human)\b",
    re.IGNORECASE,
)
CHANGES = re.compile(
    r"\b(?:improv\w+|increas\w+|ris(?:e|es|en|ing)|rose|gr[eo]w(?:s|n|ing|th)?|progress\w*|advanc(?:e|es|ed|ing)"
    r"|climb\w*|jump(?:s|ed|ing)?|leap\w*|gain(?:s|ed|ing)?|doubl\w+|tripl\w+|quadrupl\w+|declin\w+|drop(?:s|ped|ping)?"
    r"|f[ae]ll(?:s|en|ing)?|decreas\w+|degrad\w+|saturat\w+|boost\w*|rais(?:e|es|ed|ing)|reduc\w+|went\s+from|up\s+from"
    r"|accelerat\w+|surg\w+|evol\w+|higher|lower|better)\b",
    re.IGNORECASE,
)
# What a change is measured by: time, versions of one line, training, or a size.
OVER_TIME = re.compile(
    r"\b(?:since|over\s+(?:the\s+)?(?:past|last|time|previous|course)|(?:per|each|every|a|last|past|one|two|this)\s+"
    r"(?:year|month|quarter)s?|years?|months?|between\s+(?:\w+\s+)?(?:19|20)\d\d|in\s+(?:19|20)\d\d|from\s+(?:an?\s+)?"
    r"[\d.]+\s?%?|(?:previous|earlier|prior|last|older|first|original)\s+(?:\w+\s+)?(?:versions?|generations?|releases?"
    r"|iterations?|models?)|predecessors?|by\s+(?:an?\s+)?(?:average\s+of\s+|about\s+|up\s+to\s+|over\s+|nearly\s+)?\d"
    r"|\d+(?:\.\d+)?\s*(?:percentage\s+)?points?|with\s+(?:scale|size|model\s+size|more|increas\w+)|scal(?:es|ing)\b"
    r"|(?:during|after|through|with)\s+(?:\w+\s+){0,2}?(?:training|fine[- ]?tuning|tuning|RL|distillation|pretraining)"
    r"|rapidly|steadily|consistently|continu\w+|dramatic\w*|trend|over\s+its|recent(?:ly)?|\d+(?:\.\d+)?\s?[x×]|-?fold)\b",
    re.IGNORECASE,
)
# "broke all trend lines", "faster than forecasts": measured against what was expected, not against a model.
EXPECTED = re.compile(
    r"\b(?:trend\s*lines?|trends?|forecast\w*|predict(?:ed|ions?)|projection\w*|expectations?)\b", re.IGNORECASE
)
# Change of results that needs no measure beside it.
IMPROVES = re.compile(
    r"\b(?:improv(?:e[sd]?|ing|ements?)|advances?|advancements?|advancing|progress(?:es|ed|ing)?|catching\s+up|declines?d?"
    r"|degrad\w+|deteriorat\w+|regress(?:es|ed|ion\w*)?|gains?|no\s+(?:\w+ly\s+|meaningful\s+|\w+\s+)?(?:changes?|regressions?)"
    r"|accelerat\w+)\b",
    re.IGNORECASE,
)
PURPOSE = re.compile(
    r"\b(?:to|for|by|can|could|may|might|help\w*|aim\w*|would|will|should|further|need\w*|room\s+for|how\s+to"
    r"|potential\s+for|towards?|focus\w*\s+on)\s+(?:\w+ly\s+|the\s+|its\s+|their\s+|any\s+)?$",
    re.IGNORECASE,
)
# One cheap look in small letters: a sentence without one of these holds no candidate of the net.
NET_TRIGGER = re.compile(
    r"improv|advanc|progress|increas|decreas|compar|differ|\bthan\b|\bgaps?\b|catch|follow|\bled\b|align|doubl|\bhalf\b"
    r"|prefer|pass(?:es|ed|ing)|average|accura|perform|similar|weaker|stronger|better|worse|lower|higher|narrow|shr[aiu]nk"
    r"|declin|degrad|\d\.\d|[<>~]\s?\d",
)
# Stems of which a clause holds one if the pattern of the name can match at all: plain look-ups before the patterns.
PEOPLE_STEMS = (
    "human", "expert", "clinic", "physician", "doctor", "radiolog", "dermatolog", "ophthalm", "nurse", "patholog",
    "special", "practition", "profession", "lawyer", "attorney", "phd", "student", "resident", "programmer", "engineer",
    "mathematic", "virolog", "biolog", "chemist", "scientist", "player", "forecast", "teacher",
    "taker", "contest", "competitor", "participant", "novice", "lay", "people", "person", "individual", "candidate",
    "graduate", "translator", "interpreter", "olympi", "coder", "developer", "pass", "percentile", "top ", "gold",
    "silver", "bronze", "grandmaster",
)  # fmt: skip
GAP_STEMS = ("gap", "difference", "lead", "margin", "distance", "up from", "down from")
# Conditions, questions, what a study is going to look at.
NO_STATEMENT = re.compile(
    r"\?\s*$|\b(?:whether|if\s+you|let['’]?s|please|future\s+work|we\s+(?:then\s+|also\s+)?(?:compare|evaluate|study"
    r"|investigate|ask|explore)\b|to\s+(?:investigate|assess|determine|compare)\b)",
    re.IGNORECASE,
)
