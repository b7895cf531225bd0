"""The numbers of a sentence, looked at: whether each is a score, and whose it is, by what the weights say."""

from __future__ import annotations

from dataclasses import dataclass

from auditgen.intake.documents.figure_features import figure_features
from auditgen.intake.documents.figure_scene import Candidate, Scene
from auditgen.intake.documents.sentence_found import Found, is_taken
from auditgen.intake.documents.sentence_numbers import Number
from auditgen.intake.documents.sentence_patterns import RANGE
from auditgen.intake.documents.speaker_candidates import candidates
from auditgen.intake.documents.speaker_features import speaker_features
from auditgen.intake.documents.weights import chance, shares, weights


@dataclass
class Look:
    """One number of a sentence, looked at: whether it is a score, and whose."""

    scene: Scene
    number: Number
    spoken_for: bool
    _chance: float | None = None

    @property
    def everyone(self) -> list[Candidate]:
        """Everybody whose number it may be."""
        return candidates(self.scene)

    def features(self) -> list[str]:
        """What tells whether the number is a score."""
        return figure_features(self.scene, self.number)

    def chance(self) -> float:
        """The probability that the number is a score."""
        if self._chance is None:
            self._chance = chance(self.features(), weights("figure"))
        return self._chance

    def speaker_features(self, before: Candidate | None) -> list[list[str]]:
        """What tells whose the number is, for each candidate; `before` is whose the number before it was."""
        return [speaker_features(self.scene, self.number, one, self.everyone, before) for one in self.everyone]

    def speaker(self, before: Candidate | None) -> tuple[Candidate, float]:
        """Whose the number is most likely, with the probability."""
        each = shares(self.speaker_features(before), weights("speaker"))
        best = max(range(len(each)), key=each.__getitem__)
        return self.everyone[best], each[best]


def looks(scene: Scene) -> list[Look]:
    """Every number of a sentence, looked at; ready for `figures` and for the fit of the weights."""
    if not scene.numerals:
        return []
    ranges = [(m.start(), m.end()) for m in RANGE.finditer(scene.sentence)]
    return [Look(scene, n, scene.is_taken(n.start) or is_taken(ranges, n.start)) for n in scene.numerals]


def said_by(scene: Scene, start: int, end: int) -> Candidate | None:
    """Whose the number from `start` to `end` is, however it is written; None where nobody is named."""
    best, _ = Look(scene, Number(start, end, scene.sentence[start:end]), False).speaker(None)
    return None if best.name == "unnamed: not stated" else best


def settle(found: Found, one: Candidate | None) -> Found:
    """A claim whose model was chosen with the sentences before in mind, with a flag that says from where."""
    found.settled = True
    if one is not None and one.flag:
        found.flags.append(one.flag)
    return found
