"""How a score was made, as one comparable set of fields, from a claim's own words or from a catalogue row."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from auditgen.records.claim import Claim, Setting

_SHOTS = re.compile(r"\b(\d{1,3})[\s-]*shots?\b|\b(zero|one|five|few)[\s-]shot\b", re.I)
_WORDS = {"zero": "0", "one": "1", "five": "5", "few": "few"}
_COT = re.compile(r"\bcot\b|chain[\s-]of[\s-]thought|reason first|worked (?:answers|examples|reasoning)", re.I)
_MANY = re.compile(
    r"\b(cons|maj|majority|best|avg|average|mean)\s*(?:of|@)\s*@?(\d{1,4})\b|\b(pass)@(\d{1,4})\b|\bcot@(\d{1,3})\b",
    re.I,
)
_SINGLE = re.compile(r"\bsingle attempt|one try|one attempt|greedy\b", re.I)
_MULTIPLE = re.compile(r"\bmultiple attempts?\b|up to (?:\w+) tries|\battempts? ?[2-9]\d*\+?", re.I)
_SCAFFOLD = re.compile(
    r"agentless|openhands|swe-agent|aider|codeact|react|mini-swe|scaffold\s+([\w .-]{2,40})|agent(?:ic)? coding", re.I
)
_NO_TOOLS = re.compile(r"\bno tools?\b|without tools?", re.I)
_TOOLS = re.compile(r"with (?:python|tools?|browsing|search)|\btools?\b|function calling", re.I)
_JUDGE = re.compile(r"judge|graded by|grader", re.I)

MAJOR = ("shots", "cot", "combining", "tools", "scaffold", "subset", "grader")


@dataclass(frozen=True)
class Setup:
    """Fields that are stated; None where nothing is said. `combining` is single, pass@k, cons@k, mean@k or best@k."""

    shots: str | None = None
    cot: str | None = None
    combining: str | None = None
    tools: str | None = None
    scaffold: str | None = None
    subset: str | None = None
    grader: str | None = None

    def stated(self) -> dict[str, str]:
        """The fields that are stated."""
        return {name: value for name in MAJOR if (value := getattr(self, name)) is not None}

    @property
    def combines_samples(self) -> bool:
        """Whether several answers were combined into one (majority, best, pass@k with k above 1)."""
        return self.combining is not None and not self.combining.startswith(("single", "mean"))


def differences(a: Setup, b: Setup) -> list[dict[str, str]]:
    """Fields that both state and that differ."""
    mine, other = a.stated(), b.stated()
    return [
        {"field": k, "a": mine[k], "b": other[k]} for k in MAJOR if k in mine and k in other and mine[k] != other[k]
    ]


def read_setup(texts: list[str | None], shots: str | None = None, subset: str | None = None) -> Setup:
    """Read the fields out of free text: setting, metric, the name of the test as printed."""
    text = " ; ".join(t for t in texts if t)
    many = _combining(text)
    found = _SHOTS.search(text)
    told = shots or (found and (found[1] or _WORDS[found[2].lower()])) or None
    scaffold = _SCAFFOLD.search(text)
    tools = "no" if _NO_TOOLS.search(text) else "yes" if _TOOLS.search(text) else None
    return Setup(
        shots=told,
        cot="yes" if _COT.search(text) else None,
        combining=many,
        tools=tools,
        scaffold=(scaffold[1] or scaffold[0]).strip().lower() if scaffold else None,
        subset=subset,
        grader="judge" if _JUDGE.search(text) else None,
    )


def _combining(text: str) -> str | None:
    for match in _MANY.finditer(text):
        if match[5]:
            return f"cons@{match[5]}"
        kind, k = (match[1] or match[3]).lower(), int(match[2] or match[4])
        if kind == "pass":
            if k == 1:
                continue
            return f"pass@{k}"
        if k == 1:
            continue
        return f"{ {'cons': 'cons', 'maj': 'cons', 'majority': 'cons', 'best': 'best'}.get(kind, 'mean') }@{k}".replace(
            " ", ""
        )
    if _MULTIPLE.search(text):
        return "multiple"
    if re.search(r"\b(?:pass|maj)@1\b", text, re.I) or _SINGLE.search(text):
        return "single"
    return None


def setting_text(setting: Setting) -> str:
    """All that a setting says, as one line."""
    data = setting.model_dump(exclude_none=True)
    return "; ".join(f"{k}={v}" for k, v in data.items())


def claim_setup(claim: Claim) -> Setup:
    """Set-up of the claimed model: the explicit fields first, then what the words say."""
    return _from(claim.setting, claim.shots, claim.metric, claim.benchmark, claim.subset)


def comparator_setup(claim: Claim) -> Setup:
    """Set-up of the comparator; empty where the source does not give one."""
    setting = claim.comparator_setting
    if setting is None and claim.comparator_shots is None:
        return Setup(subset=claim.subset)
    return _from(setting or Setting(), claim.comparator_shots, None, None, claim.subset)


def _from(setting: Setting, shots: str | None, metric: str | None, benchmark: str | None, subset: str | None) -> Setup:
    read = read_setup([setting_text(setting), metric, benchmark], shots, subset)
    combining = setting.combining or setting.n_samples
    return Setup(
        shots=read.shots,
        cot=_yes(setting.cot) or read.cot,
        combining=_combining(combining) or combining if combining else read.combining,
        tools=_yes(setting.tools) or read.tools,
        scaffold=(setting.scaffold or "").strip().lower() or read.scaffold,
        subset=subset,
        grader=setting.grader or read.grader,
    )


def _yes(value: str | None) -> str | None:
    if value is None:
        return None
    return {"true": "yes", "false": "no"}.get(value.strip().lower(), value.strip().lower()) or None


def row_setup(row: Mapping[str, Any]) -> Setup:
    """Set-up of a catalogue result row."""
    return read_setup(
        [row.get("setting"), row.get("metric"), row.get("benchmark_as_written")],
        str(row["shots"]) if row.get("shots") else None,
        row.get("subset") or None,
    )
