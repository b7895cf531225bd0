"""Whose figure a number may be: the models that a sentence names, words that stand for one, and those named before."""

from __future__ import annotations

import re

from auditgen.intake.documents.coined import COMMON_WORDS
from auditgen.intake.documents.figure_scene import FLAGS, Candidate, Scene
from auditgen.intake.documents.label_kinds import shaped_like_test

_DESCRIBED = re.compile(
    r"((?:[\w'’./-]{1,40}\s+){0,5}(?<!\w)(?:models?|systems?|agents?|LLMs?|AIs?|chatbots?|algorithms?|bots|teams|finalists|methods?"
    r"|approach(?:es)?|baselines?|checkpoints?|versions?|variants?|tools?|submissions?|networks?|classifiers?"
    r"|frameworks?))\b",
    re.IGNORECASE,
)
# Words that end what stands before a description: "we find that the best model".
_CUT = re.compile(
    r"^.*(?:[,;:(]\s*|\b(?:that|which|when|where|and|but|with|than|of|by|for|on|in|to|from|while|as|using|over|is|are|was"
    r"|were|shows?|both|did|have|has|achieves?|surpass\w*|outperform\w*|follows?|after|before|evaluat\w+|used|being"
    r"|even|only|between|among|across)\s+)",
    re.IGNORECASE,
)
# "the report locates the most advanced LLMs": what stands before the last "the" is not part of the description.
_DETERMINER = re.compile(
    r"^(.*\s)(?:the|an?|our|its|these|this|their|all|most|(?<!no\s)other|another|such|current|no)\s", re.IGNORECASE
)
_ARTICLE = re.compile(r"^(?:the|an?|some|these|such|today|now|most of)\s+", re.IGNORECASE)
_MEANT = re.compile(
    r"(?:^|\s)(?:the|this|our|its)\s+(?:(?:final|new|proposed|resulting|same|full|base|latest|trained|upgraded|finished"
    r"|individual)\s+)*(?:model|system|agent|LLM|chatbot|checkpoint|approach|method|framework|algorithm)$",
    re.IGNORECASE,
)
# "DDI=0.09", "macro-F1 = 0.75"
_MEASURED = re.compile(r"[\w-]*\s?=")
_IN_BRACKETS = re.compile(r"\s\(([A-Z][\w.+-]{2,30}(?:\s[A-Z\d][\w.+-]{0,20}){0,3})\)")
_PRONOUN = re.compile(r"(?<![\w’'])(?:it|its|they|we|our)(?!\w)", re.IGNORECASE)
_AS_SUBJECT = {"its": "it", "our": "we"}
_CALLED = re.compile(
    r"(?<![\w.-])([A-Z][\w+-]{0,40}(?:\.\d)?[\w+-]{0,20}(?:\s(?:by\s)?(?:[A-Z][\w.+-]{0,40}\w|\d[\w.-]{0,10}[A-Za-z]|\d\.\d"
    r"|\d(?![\d%.,]))){0,5})"
)
_NO_NAME = re.compile(
    r"(?:Late|Early|Today|Mid|So|Now|Only|Just|Nearly|Almost|About|It|This|That|These|Those|The|We|They|In|On|At|Our|Both|All"
    r"|Each|One|Even|Some|Most|Table|Figure|January|February|March|April|May|June|July|August|September|October"
    r"|November|December|Since|As|By|For|With|When|While|Compared|However|Among|Using|Notably|Overall|Its|An?|If|To|From"
    r"|After|But|And|Although|Moreover|Furthermore|Specifically|Additionally|Results?|Conclusions?|Methods?|Background"
    r"|Elo|AUC|F1|CI|AI|LLMs?|Section|Chapter|Of|Here|Not|No|More|Another|Other|Performance|Accuracy|There|Then|Thus"
    r"|What|Where|Which|Who|Over|Under|Average|Mean|Total|Top|Scores?|Achiev\w+|Particularly|Interestingly|Meanwhile"
    r"|Steps?|Levels?|Parts?|Stages?|Tiers?|Phases?|Questions?|Grades?|Tasks?|Data|Appendix|Domains?|Class|Type|Group|Set"
    r"|Version|Year|Week|Day|Item|Rank|Area|Panel|Supplementary|See|Table|Tab|Fig|Eq|V\d+"
    r"|Without|Despite|Similarly|Finally|First|Second|Third|Across|During|Under|Through|Between|Fast|Quality)\b"
)
_MOST = 40


def candidates(scene: Scene) -> list[Candidate]:
    """Everybody whose figures a sentence may give, found once a sentence. The last one stands for "not stated"."""
    if scene.everyone is None:
        scene.everyone = _find(scene)
    return scene.everyone


def _find(scene: Scene) -> list[Candidate]:
    text = scene.sentence
    out = [Candidate("model", m.name, m.start, m.end) for m in scene.models[:_MOST]]
    covered = [(m.start, m.end) for m in (*scene.models, *scene.tests)]

    def add(kind: str, name: str, flag: str, start: int, end: int) -> None:
        if len(out) < _MOST and all(end <= a or b <= start for a, b in covered):
            out.append(Candidate(kind, name, start, end, flag))
            covered.append((start, end))

    for m in _DESCRIBED.finditer(text):
        words, start = m[1], m.start(1)
        cut = _CUT.match(words)
        if cut:
            words, start = words[cut.end() :], start + cut.end()
        within = _DETERMINER.match(words)
        if within:
            words, start = words[within.end(1) :], start + within.end(1)
        bare = _ARTICLE.sub("", words)
        start += len(words) - len(bare)
        if not bare:
            continue
        told = _MEANT.search(text[max(0, start - 6) : start + len(bare)])
        extent = start, start + len(bare)
        if told:
            add("meant", *scene.context.meant(("model", "heading", "subject"), told[0].strip()), *extent)
        else:
            # "the top algorithm (MorphoTrak) reported": the name stands in brackets behind the description.
            called = _IN_BRACKETS.match(text, extent[1])
            known = next((m for m in scene.models if called and m.start == called.start(1)), None)
            if called and known is None and not shaped_like_test(called[1]):
                add("described and named", called[1], "", extent[0], called.end())
            else:
                add("described", f"unnamed: {bare}", "", *extent)
    for m in _CALLED.finditer(text):
        if _MEASURED.match(text, m.end(1)):
            continue
        if _NO_NAME.match(m[1]) or shaped_like_test(m[1]) or len(m[1]) < 2:
            continue
        if not (m.start() == 0 and COMMON_WORDS.fullmatch(m[1].split()[0])):
            add("name", m[1], "", *m.span(1))
    for m in _PRONOUN.finditer(text):
        word = m[0].lower()
        add(word, *scene.context.meant(("model", "last", "heading", "subject"), _AS_SUBJECT.get(word, word)), *m.span())
    seen: set[str] = set()
    for kind in ("model", "last", "heading", "subject"):
        name = getattr(scene.context, kind)
        if name and name not in seen:
            seen.add(name)
            out.append(Candidate(f"told {kind}", name, flag=FLAGS[kind]))
    if scene.context.words:
        out.append(Candidate("told words", f"unnamed: {scene.context.words}", flag=FLAGS["words"]))
    out.append(Candidate("not stated", "unnamed: not stated"))
    return out
