"""One claim for each of the ten findings, and rankings that a table implies."""

# ruff: noqa: E501 - rows of test data are easier to compare on one line

from __future__ import annotations

from typing import Any

from auditgen.records.audit_record import AuditedClaim, Named, Pair, Question, Text, Verdicts
from auditgen.records.check_result import CheckResult
from auditgen.records.claim import Claim, Setting
from auditgen.records.numbers import printed
from auditgen.records.verdict import Cap, Sensitivity, Verdict
from tests.report.sample_parts import (
    HOSTILE,
    LONG_MODEL,
    check,
    fresh_checks,
    level_checks,
    named,
    not_claimed,
    verdict,
)


def audited(
    id_: str, claim: Claim, model: Named, benchmark: Named, verdicts: Verdicts, checks: list[CheckResult], **fields: Any
) -> AuditedClaim:
    fields.setdefault(
        "statement", f"{claim.model} scores {claim.score.text if claim.score else '?'} on {claim.benchmark}"
    )
    fields.setdefault(
        "caveats",
        (
            Text(
                id="A2-a",
                text="About 16.4% of this test's answers are themselves in doubt, so scores above about 83.6% mean little.",
            ),
            Text(
                id="D1-a",
                text="The questions and answers were on the open internet before this model's training ended. That does not show it learned them; it means nobody can rule it out from dates.",
            ),
        ),
    )
    fields.setdefault(
        "says",
        (
            Text(id="s1", text="In the developer's run the hidden tests passed for this share of the tasks scored."),
            Text(id="s2", text="Chance alone puts that between 44.4 and 53.4%."),
        ),
    )
    fields.setdefault(
        "does_not_say",
        (
            Text(id="d1", text="Not that the model does as well on tasks of another kind."),
            Text(id="d2", text="Not that another team, with another program around the model, gets the same."),
        ),
    )
    fields.setdefault(
        "questions",
        (
            Question(
                id="q1",
                text="The result of a search for the test's tasks in all training data, with method and what it could have found.",
                serves=("D2", "D3"),
            ),
            Question(id="q2", text="How many versions and runs were tried, and all their scores.", serves=("B5",)),
        ),
    )
    fields.setdefault(
        "quotable",
        f"{claim.claimant or 'The developer'} reports that {claim.model} scores {claim.score.percent_text if claim.score and claim.score.is_share else 'this result'}% on {claim.benchmark}; outside runs with other programs found about 29 to 48%.",
    )
    return AuditedClaim(
        id=id_, type=claim.type, claim=claim, facts={}, model=model, benchmark=benchmark, tier=fields.pop("tier", "I1"),
        score={"text": claim.score.text, "value": claim.score.value, "unit": claim.score.unit} if claim.score else None,
        source={"id": claim.source} if claim.source else None, checks=tuple(checks), verdicts=verdicts, **fields,
    )  # fmt: skip


def only_level(v: Verdict) -> Verdicts:
    return Verdicts(level=v, ranking=not_claimed("R"), progress=not_claimed("P"))


def pct(text: str) -> Any:
    return printed(text, "percent")


def ten_claims() -> list[AuditedClaim]:
    """One claim for each of the ten findings, and more than one reading where a claim makes it."""
    search = (
        "the result of a search for the test's questions in all training data, with method and what it could have found",
        "how many versions and runs were tried, and all their scores",
    )
    swe, gsm = (
        named("SWE-bench Verified", "swe-bench-verified", name="SWE-bench Verified", n_items=500),
        named("GSM8K", "gsm8k", name="GSM8K", n_items=1319),
    )
    c3 = Cap(id="C3", limit=10, bites=False, both=True, reason="all evidence comes from the claimant", reason_id="c3")
    c5 = Cap(id="C5", limit=6, bites=True, both=True, reason="the makers withdrew the test", reason_id="c5")
    base = {"claimant": "OpenAI", "claimant_relation": "developer", "source": "o3-launch", "place": "table 1, line 4"}
    rows: list[AuditedClaim] = []

    def add(claim: Claim, model: Named, bench: Named, v: Verdicts, checks: list[CheckResult], **f: Any) -> None:
        rows.append(audited(claim.id, claim, model, bench, v, checks, **f))

    depends = verdict(
        "L",
        "Depends on settings",
        10,
        {"G1": (0, -2), "G2": (-8, -1), "G3": (-1, 0), "G4": (0, -2), "G6": (-2, -2)},
        "True with Agentless (48.9%) and nearly with native function calling (45.8 to 47.7%), not with OpenHands text tools (about 29%). The claim does not say which matters for its use.",
        "usable only with the set-up named, next to the other figures",
        caps=(c3, c5),
        ask=search,
        sensitive=(Sensitivity(threshold="delta_setting", halved="Depends on settings", doubled="Not shown"),),
    )
    add(
        Claim(
            id="c1",
            model="o1",
            benchmark="SWE-bench Verified",
            score=pct("48.9"),
            n_items=477,
            quote="o1 scores 48.9% on SWE-bench Verified (Agentless)",
            setting=Setting(scaffold="Agentless"),
            **base,
        ),
        named("o1", "o1", name="o1"),
        swe,
        only_level(depends),
        level_checks(0.489, 477),
    )

    shown = verdict(
        "L",
        "Shown",
        10,
        {"G1": (-1, -1)},
        "Llama-3-70B Instruct solves about 93% of GSM8K (91.5 to 94.3) – this is probably right. Main doubt: leakage was searched for only weakly.",
        "may be quoted as a level on this test, with interval, set-up and date",
        credit=2,
        ask=search[:1],
    )
    add(
        Claim(
            id="c2",
            model="Llama-3-70B Instruct",
            benchmark="GSM8K",
            score=pct("93.0"),
            shots="8",
            claimant="Meta",
            claimant_relation="developer",
        ),
        named("Llama-3-70B Instruct", "llama-3-70b", name="Llama 3 70B Instruct"),
        gsm,
        only_level(shown),
        fresh_checks(),
        tier="I2",
    )

    r_shown = verdict(
        "R",
        "Shown",
        10,
        {"G2": (0, -1), "G6": (0, -2)},
        "On MMLU with five examples GPT-4 is ahead of GPT-3.5 – this is probably right. Main doubt: versions and runs tried are not told.",
        "usable for ranking among the models tested, on this test and set-up",
        credit=3,
        caps=(c3,),
        ask=search[1:],
    )
    l_sugg = verdict(
        "L",
        "Suggested",
        10,
        {"G1": (-1, -1), "G4": (-2, 0), "G6": (0, -2)},
        "GPT-4 scores 86.4% on MMLU may be right, but the evidence is thin: no other party measured it; re-made tests give lower scores.",
        "may be quoted only as “reported by OpenAI, in 5-shot, 85.8 to 87.0”; not alone for a threshold or a legal status",
        caps=(c3,),
        ask=search,
    )
    add(
        Claim(
            id="c3",
            type="comparative",
            model="GPT-4",
            benchmark="MMLU",
            score=pct("86.4"),
            comparator="GPT-3.5",
            comparator_score=pct("70.0"),
            relation="beats",
            shots="5",
            **base,
        ),
        named("GPT-4", "gpt-4", name="GPT-4"),
        named("MMLU", "mmlu", name="MMLU", n_items=14042),
        Verdicts(level=l_sugg, ranking=r_shown, progress=not_claimed("P")),
        level_checks(0.864, 14042)[:9],
    )

    opened = verdict(
        "P",
        "Open",
        10,
        {"G1": (0, -2), "G2": (0, -1), "G3": (0, -2), "G4": (0, -2), "G6": (0, -2)},
        "Nothing we know rules out that GPT-4 does better than GPT-3.5 on the bar exam, but too little has been shown to rely on it. First question: question-level scores of both models.",
        "not usable yet",
        ask=("question-level scores of both models on the same papers", *search),
    )
    contra = verdict(
        "L",
        "Contradicted",
        10,
        {"G1": (0, -2), "G2": (-8, 0), "G3": (0, -2), "G4": (0, -2), "G5": (-8, 0), "G6": (0, -2)},
        "Other evidence of at least low certainty points the other way: among first-time takers in July it is about the 62nd percentile.",
        "do not use; quote “about the 48th to 69th percentile outside a February group”",
    )
    add(
        Claim(
            id="c4",
            type="trend",
            model="GPT-4",
            benchmark="Uniform Bar Exam",
            score=printed("90", "percentile"),
            baseline_model="GPT-3.5",
            **base,
        ),
        named("GPT-4", "gpt-4", name="GPT-4"),
        named("Uniform Bar Exam"),
        Verdicts(level=contra, ranking=not_claimed("R"), progress=opened),
        [
            check("A1", "not_applicable", reason="a percentile is not a share of questions"),
            check("D1", values={"class": "unknown", "events": []}),
            check("F3", outcome="strong_concern"),
        ],
    )

    close = verdict(
        "R",
        "Too close to call",
        13,
        {"G1": (0, -2), "G2": (0, -1), "G3": (-4, 0), "G6": (0, -1)},
        "On this test the difference between Claude Opus 4.5 and Gemini 3 Pro could be chance.",
        "usable as “no difference seen on this test”; do not rank",
        sensitive=(Sensitivity(threshold="delta_small", doubled="Suggested"),),
    )
    add(
        Claim(
            id="c5",
            type="rank",
            model="Claude Opus 4.5",
            benchmark="SWE-bench Verified",
            score=pct("74.4"),
            rank=1,
            **base,
        ),
        named("Claude Opus 4.5", "claude-opus-4-5"),
        swe,
        Verdicts(level=not_claimed("L"), ranking=close, progress=not_claimed("P")),
        [
            check(
                "C1",
                estimate=1,
                unit="rank",
                ci_low=1,
                ci_high=2,
                n=500,
                values={"rank_low": 1, "rank_high": 2, "claimed": 1, "wider": True},
            ),
            check(
                "B1",
                estimate=0.744,
                unit="fraction",
                ci_low=0.7039,
                ci_high=0.7803,
                n=500,
                values={"low": 0.7039, "high": 0.7803, "n": 500},
            ),
        ],
    )

    apart = verdict(
        "R",
        "Not comparable",
        10,
        {"G1": (0, -2), "G2": (-8, 0), "G3": (-4, 0), "G4": (0, -2), "G6": (0, -2)},
        "DeepSeek-R1 and o1 were not tested in the same way, so their scores cannot be ranked: 49.2% with one program, 48.9% copied from another.",
        "not usable. Ask for both models in one set-up",
    )
    add(
        Claim(
            id="c6",
            type="comparative",
            model="DeepSeek-R1",
            benchmark="SWE-bench Verified",
            score=pct("49.2"),
            comparator="o1",
            comparator_score=pct("48.9"),
            relation="beats",
            claimant="DeepSeek",
            claimant_relation="developer",
            source="r1-readme",
            place="line 124",
        ),
        named("DeepSeek-R1", "deepseek-r1", name="DeepSeek-R1"),
        swe,
        Verdicts(level=not_claimed("L"), ranking=apart, progress=not_claimed("P")),
        level_checks(0.492, 500)[:6],
    )

    nowhere = verdict(
        "L",
        "Cannot be checked as worded",
        7,
        {"G1": (0, -2), "G3": (0, -2), "G4": (0, -2), "G6": (0, -2)},
        "This sentence cannot be checked: it does not name the test. This does not mean it is false. First question: which test is meant.",
        "as Not shown. Ask first: which test is meant",
        ask=("which model, test or group is meant",),
    )
    add(
        Claim(id="c7", model=LONG_MODEL, score=pct("97")),
        named(LONG_MODEL),
        named(None),
        only_level(nowhere),
        [
            check("A2", "not_run", reason="the test is not named"),
            check("B1", "not_run", reason="the number of questions is not known"),
        ],
        statement=f"{LONG_MODEL} scores 97%",
        says=(),
        does_not_say=(),
        questions=(),
    )

    unshown = verdict(
        "L",
        "Not shown",
        10,
        {"G1": (0, -2), "G2": (-4, 0), "G4": (-2, 0), "G5": (-8, 0), "G6": (0, -2)},
        "We cannot tell from this evidence whether 通义千问 does better than human experts. This does not mean it is false. Main reason: no group of experts sat this test for comparison.",
        "not usable as an absolute level; answers could lift it to very low at most",
    )
    add(
        Claim(
            id="c8",
            type="human_parity",
            model="通义千问-Max",
            benchmark="C-Eval 中文测试",
            score=pct("90.0"),
            human_group="human experts",
            claimant="阿里云",
            claimant_relation="developer",
        ),
        named("通义千问-Max"),
        named("C-Eval 中文测试", "c-eval", n_items=12342),
        only_level(unshown),
        level_checks(0.9, None)[:8],
    )

    many = level_checks(1.0, 164)
    figures = [
        {
            "id": f"RS{i:05d}",
            "party": f"Laboratory {i % 7}",
            "score": 0.0 + i / 33,
            "n": 164,
            "low": max(0, i / 33 - 0.05),
            "high": min(1, i / 33 + 0.05),
            "setup": f"set-up number {i % 9} with a rather long description of its own",
            "counted": i % 4 != 0,
            "why_not": "another snapshot",
            "date": "2024",
            "evidence": "RP055" if i == 3 else None,
        }
        for i in range(34)
    ]
    many = [check("F2", outcome="unclear", values={"figures": figures}) if c.check_id == "F2" else c for c in many]
    add(
        Claim(
            id="c9",
            model=HOSTILE,
            benchmark="HumanEval",
            score=pct("100"),
            claimant="A & B <b>bold</b>",
            source="blog",
            notes="x",
        ),
        named(HOSTILE),
        named("HumanEval", "humaneval", name="HumanEval", n_items=164),
        only_level(
            verdict(
                "L",
                "Suggested",
                10,
                {"G1": (0, -2), "G2": (0, -1)},
                f"{HOSTILE} scores 100% on HumanEval may be right, but the evidence is thin: one party; tries not told.",
                "may be quoted only as “reported by A & B”",
                caps=(c3,),
                ask=search,
            )
        ),
        many,
    )

    fraction = verdict(
        "L",
        "Shown",
        16,
        {"G3": (-1, 0), "G4": (0, -2)},
        "A small model solves 61% of 500 sealed tasks – this is probably right. Main doubt: no re-made test.",
        "may be quoted as a level on this test, with interval, set-up and date",
    )
    add(
        Claim(
            id="c10",
            model="Sealed-1",
            benchmark="Private Test",
            score=printed("0.61", "fraction"),
            n_items=500,
            claimant="An institute",
            claimant_relation="independent_evaluator",
        ),
        named("Sealed-1", "sealed-1", name="Sealed-1"),
        named("Private Test", "private", name="Private Test", n_items=500),
        only_level(fraction),
        level_checks(0.61, 500)[:6],
        tier="I3",
    )
    return rows


def implied_claims(n: int = 12) -> list[AuditedClaim]:
    """Rankings and steps derived from a table."""
    rows = []
    for i in range(n):
        v = verdict(
            "R",
            "Too close to call" if i % 3 else "Suggested",
            10,
            {"G1": (0, -2), "G2": (0, -1), "G3": (-4 if i % 3 else 0, 0)},
            "On this test the difference could be chance.",
            "do not rank",
        )
        ranking, progress = (
            (v, not_claimed("P")) if i % 4 else (not_claimed("R"), v.model_copy(update={"reading": "P"}))
        )
        claim = Claim(
            id=f"i{i}",
            type="comparative",
            model=f"Model {i}",
            comparator=f"Model {i + 1}",
            benchmark="MMLU" if i % 2 else "GSM8K",
            score=pct("80.1"),
            comparator_score=pct("79.0"),
            source="r1-readme",
            relation="beats",
        )
        rows.append(
            audited(
                f"i{i}",
                claim,
                named(f"Model {i}"),
                named(claim.benchmark, "mmlu", name=claim.benchmark),
                Verdicts(level=not_claimed("L"), ranking=ranking, progress=progress),
                [
                    check(
                        "B2",
                        estimate=0.011,
                        unit="points",
                        ci_low=-0.0112,
                        ci_high=0.0333,
                        values={"gap": 0.011, "low": -0.0112, "high": 0.0333},
                    ),
                    check(
                        "A4",
                        outcome="some_concern",
                        values={
                            "contradictions": [
                                {
                                    "a": "88.5%",
                                    "b": "90.8%",
                                    "points": 0.023,
                                    "place_a": "README, line 96",
                                    "place_b": "paper, table 4",
                                    "model": "DeepSeek-R1",
                                    "benchmark": "MMLU",
                                }
                            ],
                            "possible": [],
                        },
                    ),
                ],
                implied=True,
                pair=Pair(ahead=f"Model {i}", behind=f"Model {i + 1}", benchmark="mmlu", rows=(f"i{i}",)),
            )
        )
    return rows
