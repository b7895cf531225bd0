"""Which way the text of a page runs, and where its points are for a reader who holds it upright."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Frame:
    """The way a text is read on a page of this size in points: 0 along the page, 1 up its side, 3 down its side.

    Pages that are shown turned, and tables set sideways on an upright page, keep their characters where they were
    drawn; `along` and `down` are the places as a reader sees them, from the top left.
    """

    width: float
    height: float
    turn: int = 0

    def along(self, x: float, y: float) -> float:
        """Place in the direction of reading of a point given from the bottom left of the page."""
        return (x, y, x, self.height - y)[self.turn]

    def down(self, x: float, y: float) -> float:
        """Place from the top of the text."""
        return (self.height - y, x, y, self.width - x)[self.turn]

    def box(self, left: float, bottom: float, right: float, top: float) -> tuple[float, float, float, float]:
        """A box as left, upper edge, right, lower edge of the reader's view."""
        u = sorted((self.along(left, bottom), self.along(right, top)))
        v = sorted((self.down(left, bottom), self.down(right, top)))
        return u[0], v[0], u[1], v[1]
