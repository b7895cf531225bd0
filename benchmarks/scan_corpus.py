"""Seeded corpora with planted items for the scan: the same bytes for a seed, document by document."""

from __future__ import annotations

import itertools
import json
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

_FREQUENT = """
the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which one
you were all her she there would their we him been has when who will no more if out so up said what its about than
into them can only other time new some could these two may first then do any like my now over such our
"""
FUNCTION_WORDS = _FREQUENT.split()
TEMPLATES = (
    "which of the following statements about {} is true for the case of {}",
    "all of the following are characteristics of {} in the presence of {} except",
    "which of the following best describes the relationship between {} and {} in this setting",
    "in the context of {} which one of the following is most likely to lead to {}",
    "according to the passage the author would most likely agree that {} is a cause of {}",
)
MODES = (
    "verbatim", "recased", "unicode", "truncated", "edit_15", "edit_6", "paraphrase", "with_answer", "answer_only",
)  # fmt: skip
_HAN = (
    "的一是了我不人在他有这个上们来到时大地为子中你说生国年着就那和要她出也得里后自以"
    "会家可下而过天去能对小多然于心学么之都好看起发当没成只如事把还用第样道想作种开美"
    "总从无情己面最女但现前些所同日手又行意动方期它头经长儿回位分爱老因很给名法间斯知"
    "世什两次使身者被高已亲其进此话常与活正感"
)
_ACCENTS = {"a": "á", "e": "é", "i": "í", "o": "ó", "u": "ü", "n": "ñ", "c": "ç"}


@dataclass(frozen=True)
class Plant:
    """A document that was made from an item. mode: one of MODES, "decoy" (template, other content) or "boilerplate"."""

    document: str
    item_id: str
    mode: str
    words: int  # of the planted span; characters in CJK


class Corpus:
    """Items, documents and the key of one seed. n_documents: about 3.2 kB each."""

    def __init__(self, seed: int = 7, n_documents: int = 6_288, n_items: tuple[int, int, int] = (14_042, 1_319, 400),
                 plants_per_mode: int = 170, decoys: int = 500, boilerplates: int = 20) -> None:  # fmt: skip
        self.seed, self.n_documents, self._n_items = seed, n_documents, n_items
        self._per_mode, self._decoys, self._n_boilerplate = plants_per_mode, decoys, boilerplates

    def _random(self, *stream: int) -> np.random.Generator:
        return np.random.Generator(
            np.random.Philox(key=[self.seed, stream[0] << 40 | (stream[1] if stream[1:] else 0)])
        )

    @cached_property
    def _vocabulary(self) -> np.ndarray:
        random = self._random(1)
        heads = [*"bcdfghjklmnprstvwz", "st", "tr", "pl"]
        syllables = [head + tail for head in heads for tail in ("a", "e", "i", "o", "u", "en", "ar", "il")]
        made: dict[str, None] = {}
        while len(made) < 30_000:
            made["".join(random.choice(syllables, size=int(random.integers(2, 5))))] = None
        return np.array(FUNCTION_WORDS + list(made))

    @cached_property
    def _cumulative(self) -> np.ndarray:
        weight = 1.0 / (np.arange(len(self._vocabulary)) + 2.7)
        return np.cumsum(weight / weight.sum())

    def _prose(self, random: np.random.Generator, n_words: int) -> list[str]:
        return self._vocabulary[np.searchsorted(self._cumulative, random.random(n_words) * 0.999999)].tolist()

    def _content(self, random: np.random.Generator, n_words: int) -> list[str]:
        first = len(FUNCTION_WORDS)
        return self._vocabulary[random.integers(first, len(self._vocabulary), n_words)].tolist()

    @cached_property
    def boilerplate(self) -> list[str]:
        """Sentences quoted all over the corpus, 24 to 40 words."""
        random = self._random(2)
        return [" ".join(self._prose(random, int(random.integers(24, 41)))) for _ in range(self._n_boilerplate)]

    @cached_property
    def phrases(self) -> list[str]:
        """Common phrases of 5 to 7 words, in documents and items alike."""
        random = self._random(3)
        return [" ".join(random.choice(FUNCTION_WORDS, int(random.integers(5, 8)))) for _ in range(300)]

    @cached_property
    def items(self) -> list[dict[str, object]]:
        """MMLU-like (choices, answer as a letter), GSM8K-like (answer as a solution), CJK."""
        random = self._random(4)
        multiple, word_problems, han = self._n_items
        made: list[dict[str, object]] = []
        for number in range(multiple):
            length = max(4, int(random.lognormal(3.1, 0.55)))
            if random.random() < 0.2:
                question = str(random.choice(TEMPLATES)).format(*(" ".join(self._content(random, 2)) for _ in range(2)))
                question += " " + " ".join(self._prose(random, max(0, length - 14)))
            else:
                question = " ".join(self._prose(random, length))
            if random.random() < 0.1:
                question += " " + str(random.choice(self.phrases))
            if number % 200 == 0:
                question = str(random.choice(self.boilerplate)) + " " + " ".join(self._prose(random, 14))
            choices = [" ".join(self._content(random, int(random.integers(1, 7)))) for _ in range(4)]
            question = question.strip().capitalize() + "?"
            made.append({"item_id": f"m{number}", "benchmark": "multiple", "question": question,
                         "choices": choices, "answer": "ABCD"[int(random.integers(4))]})  # fmt: skip
        for number in range(word_problems):
            question = " ".join(self._prose(random, int(random.integers(25, 75)))) + f" {number} then how many?"
            answer = " ".join(self._prose(random, int(random.integers(20, 80)))) + f" #### {number * 7 % 997}"
            made.append({"item_id": f"w{number}", "benchmark": "word_problems", "question": question, "answer": answer})
        for number in range(han):
            question = "".join(random.choice(list(_HAN), int(random.integers(13, 60)))) + "？"
            answer = "".join(random.choice(list(_HAN), int(random.integers(2, 8))))
            made.append({"item_id": f"h{number}", "benchmark": "han", "question": question, "answer": answer})
        return made

    def answer(self, item: dict[str, object]) -> str:
        """Answer text of an item."""
        choices = item.get("choices")
        return choices["ABCD".index(str(item["answer"]))] if isinstance(choices, list) else str(item["answer"])

    @cached_property
    def plants(self) -> dict[int, Plant]:
        """Planted document number to plant, spread over the corpus."""
        random = self._random(5)
        wanted = [mode for mode in MODES for _ in range(self._per_mode)] + ["decoy"] * self._decoys
        places = random.permutation(self.n_documents)[: len(wanted)].tolist()
        multiple, word_problems, han = self._n_items
        plain = [number for number in range(multiple) if number % 200]
        made = {}
        for place, mode in zip(places, wanted, strict=False):
            draw = random.random()
            if mode == "decoy":
                number = int(random.integers(len(TEMPLATES)))
                made[place] = Plant(f"d{place}", f"template{number}", mode, 0)
                continue
            if mode == "answer_only" or (draw < 0.2 and word_problems):
                number = multiple + int(random.integers(word_problems))
            elif draw < 0.3 and mode in ("verbatim", "unicode", "truncated", "with_answer") and han:
                number = multiple + word_problems + int(random.integers(han))
            else:
                number = int(random.choice(plain))
            span = self._span(self.items[number], mode, self._random(6, place))
            size = len(span) if str(self.items[number]["item_id"]).startswith("h") else len(span.split())
            made[place] = Plant(f"d{place}", str(self.items[number]["item_id"]), mode, size)
        return made

    def _span(self, item: dict[str, object], mode: str, random: np.random.Generator) -> str:
        question = str(item["question"])
        han = str(item["item_id"]).startswith("h")
        words = list(question) if han else question.split()
        joint = "" if han else " "
        if mode == "recased":
            return question.upper() if random.random() < 0.5 else question.title()
        if mode == "unicode":
            return _variant(question, random)
        if mode == "truncated":
            return joint.join(words[: max(1, int(len(words) * 0.6))])
        if mode in ("edit_15", "edit_6"):
            step = int(mode.split("_")[1])
            for start in range(0, len(words), step):
                at = start + int(random.integers(step))
                if at < len(words):
                    words[at] = self._content(random, 1)[0]
            return joint.join(words)
        if mode == "paraphrase":
            swapped = [self._content(random, 1)[0] if random.random() < 0.4 else word for word in words]
            chunks = [swapped[i : i + 5] for i in range(0, len(swapped), 5)]
            return joint.join(word for place in random.permutation(len(chunks)) for word in chunks[place])
        if mode == "with_answer":
            return f"{question}\nAnswer: {self.answer(item)}"
        return self.answer(item) if mode == "answer_only" else question

    def document(self, number: int) -> tuple[str, bool]:
        """(text, whether it quotes boilerplate) of a document."""
        random = self._random(7, number)
        if random.random() < 0.03:
            body = "".join(random.choice(list(_HAN + "，。"), int(random.lognormal(6.8, 0.6))))
            lines = [body[i : i + 200] for i in range(0, len(body), 200)] or [body]
        else:
            words = self._prose(random, max(20, int(random.lognormal(6.0, 0.6))))
            if random.random() < 0.06:
                words = [_accented(word) if step % 3 == 0 else word for step, word in enumerate(words)]
            lines = [" ".join(words[i : i + 60]).capitalize() + "." for i in range(0, len(words), 60)]
        for _ in range(int(random.poisson(0.5))):
            lines.insert(int(random.integers(len(lines) + 1)), str(random.choice(self.phrases)))
        quoted = bool(random.random() < 0.06)
        if quoted:
            lines.insert(int(random.integers(len(lines) + 1)), str(random.choice(self.boilerplate)))
        plant = self.plants.get(number)
        if plant is not None:
            if plant.mode == "decoy":
                template = TEMPLATES[int(plant.item_id[8:])]
                span = template.format(*(" ".join(self._content(random, 2)) for _ in range(2)))
            else:
                by_id = self.items_by_id[plant.item_id]
                span = self._span(by_id, plant.mode, self._random(6, number))
            lines.insert(int(random.integers(len(lines) + 1)), span)
        return "\n".join(lines), quoted

    @cached_property
    def items_by_id(self) -> dict[str, dict[str, object]]:
        """Items by identifier."""
        return {str(item["item_id"]): item for item in self.items}

    def lines(self, first: int, last: int) -> Iterator[bytes]:
        """JSON lines of documents first to last - 1; those of every fourth shard of 1,000 with \\u escapes."""
        for number in range(first, last):
            text, _ = self.document(number)
            row = {"id": f"d{number}", "source": "made", "text": text}
            yield json.dumps(row, ensure_ascii=number // 1000 % 4 == 3).encode() + b"\n"

    def write(self, folder: Path, shards: int = 4) -> Path:
        """items.jsonl and corpus/*.jsonl below a folder; returns the corpus folder."""
        (folder / "corpus").mkdir(parents=True, exist_ok=True)
        with (folder / "items.jsonl").open("w", encoding="utf-8") as out:
            out.writelines(json.dumps(item, ensure_ascii=False) + "\n" for item in self.items)
        bounds = [self.n_documents * shard // shards for shard in range(shards + 1)]
        for shard, (first, last) in enumerate(itertools.pairwise(bounds)):
            with (folder / "corpus" / f"part-{shard:03}.jsonl").open("wb") as out:
                out.writelines(self.lines(first, last))
        return folder / "corpus"


def _accented(word: str) -> str:
    return "".join(_ACCENTS.get(char, char) for char in word)


def _variant(text: str, random: np.random.Generator) -> str:
    """The same words in another form: full width, decomposed accents, soft hyphens, ligatures, or curly signs."""
    draw = int(random.integers(4))
    if draw == 0:
        return "".join(chr(ord(char) + 0xFEE0) if "!" <= char <= "~" else char for char in text)
    if draw == 1:
        return unicodedata.normalize("NFD", _accented(text))
    if draw == 2:
        return "".join(char + "\u00ad" if step % 7 == 3 and char.isalpha() else char for step, char in enumerate(text))
    return text.replace("fi", "ﬁ").replace("st", "ﬆ").replace(" ", "\u00a0")
