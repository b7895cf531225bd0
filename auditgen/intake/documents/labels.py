"""A label taken apart: the name of the test, and the metric, shots and settings written beside it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache

_EDGE = r"(?![A-Za-z0-9])"
_PIECES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern, re.IGNORECASE))
    for name, pattern in (
        ("shots", r"(\d{1,3}(?:\s*[-–/]\s*\d{1,3})?)[\s-]*shots?(?:@\d{1,2})?" + _EDGE),
        ("shots", r"(?:n[-_ ]?shots?|num[-_ ]few[-_ ]?shot|shots?|k)\s*[=:]\s*(\d{1,3})" + _EDGE),
        ("zero", r"zero[\s-]*shots?" + _EDGE),
        ("few", r"few[\s-]*shots?" + _EDGE),
        ("one", r"one[\s-]*shots?" + _EDGE),
        ("no_cot", r"(?:w/o|without|no|non)[\s-]*(?:cot|chain[- ]of[- ]thought)" + _EDGE),
        ("cot", r"(?:(?:w/|with|using)\s*)?(?:cot|chain[- ]of[- ]thoughts?)" + _EDGE),
        ("no_tools", r"(?:w/o|without|no)[\s-]*(?:tools?|python)" + _EDGE),
        ("tools", r"(?:w/|with|using)\s*(?:tools?|python|search|browsing)" + _EDGE),
        ("no_thinking", r"(?:w/o|without|no|non)[\s-]*(?:extended[\s-]*)?(?:thinking|reasoning)" + _EDGE),
        ("thinking", r"(?:w/|with)?\s*(?:extended[\s-]*)?thinking" + _EDGE),
        (
            "metric",
            r"(?:pass|cons|maj|majority|avg|average|mean|best|acc|hit|recall|ndcg|mrr|map|p|r|em_maj\d?"
            r"|maj\d?)\s?[@^]\s?\d{1,"
            r"5}" + _EDGE,
        ),
        (
            "metric",
            r"(?:macro|micro|overall|average|avg|overall_ast_summary)[_ -]?(?:avg|average)?(?:/[a-z0-9_@]+)+" + _EDGE,
        ),
        ("metric", r"(?:macro|micro)[-_ ]?(?:avg|average|f1|acc(?:uracy)?)" + _EDGE),
        (
            "metric",
            r"(?:acc_norm|acc_char|em_maj1|final_em|(?:exact|vqa)[_ -]match|quasi[- ]exact[- ]match"
            r"|relaxed[_ ]accuracy|"
            r"sympy_intersection_score|mc[12]|prompt[\s-]*(?:level[\s-]*)?(?:strict|loose)|inst(?:ruction)?[.\s-]*"
            r"(?:level[\s-]*)?(?:strict|loose)|(?:lc|length[- ]controlled)[\s-]*win[\s-]*rate|lc[- ]?winrate"
            r"|win[\s-]*rate"
            r"|winrate|"
            r"bleu(?:-\d)?|sacrebleu|rouge(?:-?[l\d])?|chrf(?:\+\+)?|anls|meteor|comet|cer|wer|bpb|ppl|perplexity|"
            r"bits[- ]per[- ]byte|x-?ent|cross[- ]entropy|cider(?:-d)?|c?mos|mcd|fid|clipsim|psnr|ssim|lpips|mrr"
            r"|(?:box|mask)\s+ap|m?ap(?:50|75)?|m?iou(?=\s*(?:\(|/|$))|auprc|[ft][pn]r"
            r"|false[ -](?:positive|negative)[ -]rate|eer|der|minimal[ -]dcf"
            r"|(?:harmless|refusal|progress|success|error|attack[ -]success|violation|safe(?:ty)?)[ -](?:rate|score)"
            r"|auc|auroc|mcc|spearman|pearson|matthews|lc|wr|success[\s-]*rate|solve[\s-]*rate"
            r"|resolve[d]?(?:[\s-]*rate)?|% ?resolved|percent[\s-]*(?:resolved|solved)|single[\s-]*attempt"
            r"|multiple[\s-]*attempts|single[\s-]*patch|pass[\s-]*rate|compliance(?: rate)?)" + _EDGE,
        ),
        (
            "metric",
            r"(?:accuracy|acc\.?|em|(?:char[- ]?)?f1|precision|recall|correct|incorrect|not attempted|percentile|rating"
            r"|elo(?:[\s-]*(?:score|rating))?"
            r"|"
            r"f1[- ]score|top[- ]\d{1,2}|score|success|solved|strict|loose|标准差|准确率|得分)" + _EDGE,
        ),
        ("percent", r"%|\(%\)|in %|percent(?:age)?" + _EDGE),
        ("judge", r"(?:judge[d]?(?: by)?:?\s*)?gpt-4(?:o|-turbo)?(?:-\d{4})?(?:-preview)?" + _EDGE),
        ("language", r"(?:en|zh|english|chinese)" + _EDGE),
        ("split", r"(?:test|val(?:idation)?|dev|public|private|held[- ]out)(?:[\s-](?:set|split))?" + _EDGE),
        ("text_only", r"text[- ]only" + _EDGE),
        ("up", r"[↑↓]|higher is better|lower is better"),
        ("n", r"n\s*=\s*(\d[\d,]*)" + _EDGE),
    )
)
_JOIN = re.compile(r"[\s,;:/+&|·・,、，；-]+")
_BRACKET = re.compile(r"\s*[(（\[]([^()（）\[\]]{1,120})[)）\]]")
# At the end of a label without brackets only words that no test's name ends with are taken off.
_TAIL_KINDS = {
    "shots",
    "zero",
    "few",
    "one",
    "cot",
    "no_cot",
    "metric",
    "up",
    "no_tools",
    "tools",
    "percent",
    "no_thinking",
}
_NAME_ENDS = re.compile(r"(?:score|strict|loose|success|solved|correct|ppl|map@|p@|r@)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Label:
    """A label in parts. `name` is as written without the parts; `setting` uses the names of the claims file."""

    name: str
    written: str
    metric: str | None = None
    shots: str | None = None
    setting: dict[str, str] = field(default_factory=dict)
    language: str | None = None
    split: str | None = None
    n_items: int | None = None
    higher_is_better: bool | None = None
    percent: bool = False
    plain: bool = False
    rest: tuple[str, ...] = ()
    """Brackets that were not understood; they stay in the name."""

    @property
    def bare(self) -> bool:
        """Whether the label says only how something was measured, not what."""
        return not self.name and bool(self.metric or self.shots or self.setting or self.percent or self.plain)


def read_pieces(text: str) -> dict[str, str] | None:
    """The parts of a text that consists of nothing else ("3-shot F1", "Pass@1-COT", "Acc"); None otherwise."""
    found: dict[str, str] = {}
    rest = text.strip()
    if not rest or len(rest) > 120:
        return None
    while rest:
        rest = _JOIN.sub("", rest, count=1) if _JOIN.match(rest) else rest
        if not rest:
            break
        for kind, pattern in _PIECES:
            match = pattern.match(rest)
            if match and match.end():
                found.update(_meaning(kind, match, found))
                rest = rest[match.end() :]
                break
        else:
            return None
    return found or None


def _meaning(kind: str, match: re.Match[str], found: dict[str, str]) -> dict[str, str]:
    word = match[0].strip()
    if kind == "shots":
        return {"shots": re.sub(r"\s*[-–]\s*", "-", match[1])}
    if kind in ("zero", "one"):
        return {"shots": "0" if kind == "zero" else "1"}
    if kind == "few":
        return {"setting.prompt": "few-shot"}
    if kind in ("cot", "no_cot"):
        return {"setting.cot": "yes" if kind == "cot" else "no"}
    if kind in ("tools", "no_tools"):
        return {"setting.tools": word if kind == "tools" else "none"}
    if kind in ("thinking", "no_thinking"):
        return {"setting.reasoning": "yes" if kind == "thinking" else "no"}
    if kind == "metric":
        if word.lower() in ("score", "scores"):
            # Every figure is a score: the word says how it stands in the table, not how it was measured.
            return {"said": "score"}
        said = found.get("metric")
        return {"metric": f"{said}, {word}" if said and said.lower() != word.lower() else word}
    if kind == "judge":
        return {"setting.grader": word}
    if kind in ("language", "split"):
        return {kind: word}
    if kind == "text_only":
        return {"setting.modality": "text only"}
    if kind == "n":
        return {"n_items": match[1].replace(",", "")}
    if kind == "up":
        return {"higher_is_better": "no" if word == "↓" or word.lower().startswith("lower") else "yes"}
    return {kind: word}


# "POS ± 0.1": how far the figures under a head may be off.
_SPREAD_BEHIND = re.compile(r"(?<=\S)\s*±\s*\d+(?:\.\d+)?\s*$")


_AGAINST = re.compile(r"\s+(?:v\.?s\.?|versus)\s+\S.*$", re.IGNORECASE)


@lru_cache(maxsize=20_000)
def read_label(text: str) -> Label:
    """Take a label apart: brackets that hold only parts, then parts at its end; the rest is the name."""
    written = _SPREAD_BEHIND.sub("", " ".join(text.split()))
    against = _AGAINST.search(written)
    if against and against.start():
        # "AlpacaEval v.s. text-davinci-003": with whom answers are compared, no part of the test's name.
        label = read_label(written[: against.start()])
        return replace(label, written=written, rest=(*label.rest, against[0].strip()))
    found: dict[str, str] = {}
    rest: list[str] = []
    whole = read_pieces(written)
    if whole is not None and not _is_word(written):
        return _label("", written, whole, ())
    name = written
    for bracket in list(_BRACKET.finditer(written)):
        parts = [p for p in re.split(r"[,;，；、]", bracket[1]) if p.strip()]
        known = [read_pieces(p) or _bracketed(p) for p in parts]
        if parts and all(k is not None for k in known):
            for k in known:
                found.update(k or {})
            name = name.replace(bracket[0], "", 1)
        else:
            rest.append(bracket[1].strip())
            for k in known:
                if k and not {"language", "split", "percent"} & set(k):
                    found.update(k)
            if "setting.cot" not in found and re.search(r"\bcot\b", bracket[1], re.IGNORECASE):
                found["setting.cot"] = bracket[1].strip()
    name = name.strip(" ,;:-–")
    if name != written and not _is_word(name) and (bare := read_pieces(name)) is not None:
        # "3-shot (EM / F1)": nothing is left that names a test.
        return _label("", written, {**bare, **found}, tuple(rest))
    while True:
        tail = _tail(name)
        if tail is None:
            break
        cut, parts_found = tail
        found = {**parts_found, **found}
        name = cut
    for arrow in "↑↓":
        if name.endswith(arrow):
            name = name[:-1].strip()
            found["higher_is_better"] = "no" if arrow == "↓" else "yes"
    return _label(name or written, written, found, tuple(rest))


# "(95% CI)", "(IC95%)": an interval stands behind each figure.
INTERVAL_95 = re.compile(
    r"(?:(?:ci|ic|ki)[\s-]*95\s?%?|95\s?%?[\s-]*(?:c\.?i\.?|ic|ki|confidence(?:\s+interval)?s?))", re.IGNORECASE
)


_JUDGE = re.compile(r"(?:evaluated|judged|graded|scored)\s+(?:by|with)\s+(\S[\w. -]{2,40})", re.IGNORECASE)


def _bracketed(text: str) -> dict[str, str] | None:
    """What has this meaning in brackets only: "(avg)", "(Evaluated by GPT-4)"."""
    if re.fullmatch(r"\s*(?:avg\.?|average|mean)\s*", text, re.IGNORECASE):
        return {"metric": text.strip()}
    if INTERVAL_95.fullmatch(text.strip()):
        return {"said": "interval"}
    if runs := re.fullmatch(r"\s*(\d{1,4})\s+(?:avg\.?|averages?|runs?|samples|seeds)\s*", text, re.IGNORECASE):
        return {"setting.n_samples": runs[1]}
    judge = _JUDGE.fullmatch(text.strip())
    return {"setting.grader": judge[1]} if judge else None


def _is_word(text: str) -> bool:
    """Parts that are also names of languages, splits or tests: as a whole label they are read as names."""
    return bool(
        re.fullmatch(r"(?:en|zh|english|chinese|test|val|validation|dev|public|private|gpt-4.*)", text, re.IGNORECASE)
    )


def _tail(name: str) -> tuple[str, dict[str, str]] | None:
    for split in re.finditer(r"[\s,:/]+(?=\S)", name):
        end = name[split.end() :]
        if len(end) > 40 or not split.start():
            continue
        for kind, pattern in _PIECES:
            if kind not in _TAIL_KINDS:
                continue
            match = pattern.match(end)
            if (
                match
                and match.end() == len(end)
                and not (kind == "metric" and _NAME_ENDS.fullmatch(end) and not end.isupper() and split[0] != "/")
            ):
                return name[: split.start()].strip(" ,;:-–"), _meaning(kind, match, {})
        joined = read_pieces(end)
        if joined and not {"language", "split", "setting.grader"} & set(joined) and (" " in end or "-" in end):
            return name[: split.start()].strip(" ,;:-–"), joined
    return None


def _label(name: str, written: str, found: dict[str, str], rest: tuple[str, ...]) -> Label:
    setting = {key.removeprefix("setting."): value for key, value in found.items() if key.startswith("setting.")}
    better = found.get("higher_is_better")
    return Label(
        name=name,
        written=written,
        metric=found.get("metric"),
        shots=found.get("shots"),
        setting=setting,
        language=found.get("language"),
        split=found.get("split"),
        n_items=int(found["n_items"]) if found.get("n_items", "").isdigit() and int(found["n_items"]) else None,
        higher_is_better=None if better is None else better == "yes",
        percent="percent" in found,
        plain="said" in found,
        rest=rest,
    )


def merge(upper: Label, lower: Label) -> Label:
    """Two labels of one column, one above the other: the lower one's parts win, names are kept by the caller."""
    return replace(
        lower,
        name=lower.name or upper.name,
        written=f"{upper.written} {lower.written}".strip(),
        metric=lower.metric or upper.metric,
        shots=lower.shots or upper.shots,
        setting={**upper.setting, **lower.setting},
        language=lower.language or upper.language,
        split=lower.split or upper.split,
        n_items=lower.n_items or upper.n_items,
        higher_is_better=lower.higher_is_better if lower.higher_is_better is not None else upper.higher_is_better,
        percent=lower.percent or upper.percent,
        rest=(*upper.rest, *lower.rest),
    )
