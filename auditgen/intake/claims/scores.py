"""The figures of one claim: score, comparator, threshold and the rest, in one unit, with their uncertainty."""

from __future__ import annotations

from typing import Any

from auditgen.intake.claims.figures import MEDALS, Figure, FigureError, read_figure, split_operator
from auditgen.intake.claims.nodes import Items, Scalar
from auditgen.intake.claims.units import read_unit
from auditgen.intake.claims.values import Values
from auditgen.records.numbers import PrintedNumber, Unit

_LEVELS = ("score", "threshold", "comparator_score", "baseline_score", "human_score")
MAX_ITEMS = 10**12


class Figures:
    """Reads all figures of one claim. What is read stands in `read` under the names of the record."""

    def __init__(self, values: Values, type_: str, metric: str | None) -> None:
        self.values = values
        self.type = type_
        self.metric = metric
        self.read: dict[str, Any] = {}
        self.unit: Unit | None = None
        self.unit_notes: list[str] = []
        self.notes: list[str] = []
        self.sides: list[str] = []

    def all(self) -> dict[str, Any]:
        """Every figure of the row. The first one that has a unit settles it for the others."""
        before = len(self.values.ledger.problems)
        self._stated_unit()
        if len(self.values.ledger.problems) == before:
            self._words_for_scores()
            for name in _LEVELS:
                self._level(name)
            self._counts()
            self._uncertainty()
            self._difference()
        return {k: v for k, v in self.read.items() if v is not None}

    def _stated_unit(self) -> None:
        text = self.values.text("unit", 80)
        if text is None:
            return
        reading = read_unit(text)
        if reading.unit is None:
            mend = f"Did you mean {reading.did_you_mean}?"
            self.values.problem("unit", "a unit such as percent, fraction, points, rating, rank, count", mend=mend)
            return
        self.unit = reading.unit
        if reading.note:
            self.unit_notes.append(reading.note)
        self.read["higher_is_better"] = reading.higher_is_better

    def _words_for_scores(self) -> None:
        """Scores that are no number: a rank, a medal, a threshold written as a score."""
        node = self.values.scalar("score")
        if node is None:
            return
        nodes = dict(self.values.nodes)
        if self.type == "rank" and self.unit == "rank" and "rank" not in nodes:
            nodes["rank"] = nodes.pop("score")
        elif node.text.strip().lower() in MEDALS and self.unit in (None, "medal"):
            if self.type in ("absolute", "threshold"):
                mend = "Write type: human_parity or rank, or the score behind the medal."
                self.values.problem("score", "a number", mend=mend)
            else:
                self.notes.append(f"medal: {node.text.strip().lower()}")
            nodes.pop("score")
        elif self.type == "threshold" and "threshold" not in nodes:
            nodes["threshold"] = nodes.pop("score")
            self.values.ledger.note("score of a threshold claim read as its threshold", node.line)
        self.values.nodes = nodes

    def _level(self, name: str) -> None:
        node = self._figure_node(name)
        if node is None:
            return
        text = node.text.strip()
        if name == "threshold":
            side, text = split_operator(text)
            if side:
                self.sides.append(side)
        figure = self._figure(name, text, self.unit)
        if figure is None:
            return
        self.read[name] = figure.number
        if self.unit is None:
            self.unit = figure.number.unit
            if figure.unit_note:
                self.values.ledger.note(f"{name} read as {self.unit.replace('_', ' ')}: no unit given", node.line)
        if figure.unit_note:
            self.unit_notes.append(figure.unit_note if name == "score" else f"{name} {figure.unit_note}")
        if name == "score":
            self.read["uncertainty_text"] = figure.plus_minus
            if figure.out_of:
                self.read["n_items"] = figure.out_of
        elif figure.plus_minus:
            self.values.problem(name, "one number without \u00b1", mend="Only the score has an uncertainty field.")

    def _figure_node(self, name: str) -> Scalar | None:
        node = self.values.scalar(name)
        if node is None or node.kind == "text":
            return node
        why = "a formula" if node.kind == "formula" else "a date made by the spreadsheet"
        self.values.problem(name, "a number", why, "Paste the value as text, without the formula.")
        return None

    def _figure(
        self, name: str, text: str, unit: Unit | None, *, signed: bool = False, small: bool = False
    ) -> Figure | None:
        try:
            return read_figure(text, unit, metric=self.metric, signed=signed, whole_range=small)
        except FigureError as error:
            self.values.problem(name, error.expected, mend=error.mend)
            return None

    def _counts(self) -> None:
        given = self.values.whole("n_items", MAX_ITEMS)
        out_of, score = self.read.get("n_items"), self.read.get("score")
        if given is not None and out_of is not None and given != out_of:
            self.values.problem("n_items", f"{out_of} as in the score", mend="Mend one of the two.")
        self.read["n_items"] = given or out_of
        if score is not None and score.unit == "count" and self.read["n_items"] and score.value > self.read["n_items"]:
            self.values.problem("score", f"a count of at most {self.read['n_items']:,}", mend="Check n_items.")
        self.read["comparator_n_items"] = self.values.whole("comparator_n_items", MAX_ITEMS)

    def _uncertainty(self) -> None:
        beside = self.read.pop("uncertainty_text", None)
        kind = self.values.choice("uncertainty_kind", ("se", "ci95", "ci90", "sd", "unstated"))
        node = self.values.nodes.get("uncertainty")
        ends = self._ends(node)
        if ends is not None:
            self.values.nodes = {**self.values.nodes, "uncertainty_low": ends[0], "uncertainty_high": ends[1]}
        else:
            self.read["uncertainty"] = self._spread("uncertainty")
        standard_error = self._spread("standard_error")
        if standard_error is not None:
            if self.read.get("uncertainty") is not None or kind not in (None, "se"):
                self.values.problem("standard_error", "one uncertainty", mend="Delete one of the two.")
            self.read["uncertainty"], kind = standard_error, "se"
        if beside is not None:
            figure = self._figure("score", beside, self.unit or "other", small=True)
            told = self.read.get("uncertainty")
            if told is not None and figure is not None and told.exact != figure.number.exact:
                self.values.problem("uncertainty", f"{beside} as beside the score", mend="Mend one of the two.")
            self.read["uncertainty"] = told or (figure.number if figure else None)
        for name in ("uncertainty_low", "uncertainty_high"):
            self.read[name] = self._spread(name, end=True)
        self._order()
        found = any(self.read.get(n) for n in ("uncertainty", "uncertainty_low", "uncertainty_high"))
        self.read["uncertainty_kind"] = kind or ("unstated" if found else None)

    @staticmethod
    def _ends(node: Any) -> tuple[Scalar, Scalar] | None:
        """The two ends where an interval is written: a list of two, or "[0.90, 0.92]" in a cell."""
        if isinstance(node, Items):
            parts = [v for v in node.values if isinstance(v, Scalar)]
        elif isinstance(node, Scalar) and node.text.strip().startswith(("[", "(")):
            inner = node.text.strip()[1:].rstrip(")]").replace(";", ",")
            parts = [Scalar(part, node.line, node.column) for part in inner.split(",")]
        else:
            return None
        return (parts[0], parts[1]) if len(parts) == 2 else None

    def _spread(self, name: str, *, end: bool = False) -> PrintedNumber | None:
        node = self._figure_node(name)
        if node is None:
            return None
        text = node.text.strip().removeprefix("\u00b1").removeprefix("+/-").strip()
        figure = self._figure(name, text, self.unit or "other", small=not end)
        if figure is not None and figure.number.value < 0 and not end:
            self.values.problem(name, "a number that is not negative")
            return None
        return figure.number if figure else None

    def _order(self) -> None:
        low, high, score = (self.read.get(n) for n in ("uncertainty_low", "uncertainty_high", "score"))
        if (low is None) != (high is None):
            name = "uncertainty_low" if high is None else "uncertainty_high"
            self.values.problem(name, "both ends of the interval", mend="Add the other end.")
        elif low is not None and high is not None and low.exact > high.exact:
            self.values.problem("uncertainty_low", "the lower end first", mend="Swap the two.")
        elif low is not None and high is not None and score and not low.exact <= score.exact <= high.exact:
            found = f"{score.text} outside {low.text} to {high.text}"
            self.values.problem("score", "a score inside its own interval", found, "Check the three figures.")

    def _difference(self) -> None:
        words = self.values.text("difference_unit", 60)
        self.read["difference_unit"] = words
        node = self._figure_node("difference")
        if node is None:
            return
        unit: Unit | None = read_unit(words).unit or "other" if words else None
        if unit is None and "%" not in node.text:
            shares: dict[Unit | None, Unit] = {"percent": "percentage_points", None: "other"}
            unit = shares.get(self.unit, self.unit) or "other"
            if self.unit == "percent":
                self.values.ledger.note("difference read as percentage points: no difference_unit given", node.line)
        elif unit is None:
            said = "difference in % read as relative: write difference_unit: percentage_points if it is not"
            self.values.ledger.note(said, node.line)
        figure = self._figure("difference", node.text.strip(), unit, signed=True, small=True)
        self.read["difference"] = figure.number if figure else None
