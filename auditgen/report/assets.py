"""Pictures of a report: figures, and marks and in-cell bars with the CSS rules that place them."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from typing import Literal

from auditgen.report.charts.draw import FONT
from auditgen.report.charts.marks import FINDINGS, blocks, domain, finding, ladder_cell, rank_cell, span

Medium = Literal["pdf", "html"]
SVG = "image/svg+xml"
SCREEN_FONT = "Source Sans 3,Segoe UI,Helvetica,Arial,sans-serif"


class Assets:
    """Collects SVG pictures while a page is printed.

    For a PDF they are served from memory by name; for an HTML file they become data addresses. Class names are built
    from whole numbers and fixed codes, never from a user's text.
    """

    def __init__(self, medium: Medium) -> None:
        self.medium = medium
        self.table: dict[str, tuple[bytes, str]] = {}
        self.rules: dict[str, str] = {}
        self.figures: list[str] = []
        for slug, (colour, _) in FINDINGS.items():
            self._rule(f".f-{slug}::before", f"mark/{slug}.svg", finding(slug))
            self.rules[f".f-{slug}"] = f"color:{colour}"

    def _address(self, name: str, svg: str) -> str:
        if self.medium == "html":
            svg = svg.replace(f'font-family="{FONT}"', f'font-family="{SCREEN_FONT}"')
            return f"data:{SVG};base64," + b64encode(svg.encode()).decode()
        self.table[name] = (svg.encode(), SVG)
        return "asset:" + name

    def _rule(self, selector: str, name: str, svg: str) -> None:
        if selector not in self.rules:
            self.rules[selector] = f"background-image:url({self._address(name, svg)})"

    def functions(self) -> dict[str, Callable[..., str]]:
        """What a template may call, by name."""
        made = (self.span_class, self.domain_class, self.ladder_class, self.rank_class, self.width_class,
                self.figure_source)  # fmt: skip
        return {f.__name__: f for f in made}

    def span_class(self, points: int, answered: int) -> str:
        """Class of the bar from `points` to `answered`."""
        name = f"s{int(points)}-{int(answered)}"
        self._rule(f".{name}", f"bar/{name}.svg", span(points, answered))
        return name

    def domain_class(self, known: int, opened: int) -> str:
        """Class of the blocks of one domain."""
        name = f"k{blocks(known)}o{blocks(opened)}{'r' if opened > known else ''}"
        self._rule(f".{name}", f"bar/{name}.svg", domain(known, opened))
        return name

    def ladder_class(self, kind: str, before: int, after: int) -> str:
        """Class of one step of a ladder."""
        if kind not in ("start", "known", "open", "credit", "end"):
            raise ValueError("unknown kind of ladder step")
        name = f"w{kind}-{int(before)}-{int(after)}".replace("--", "-m")
        self._rule(f".{name}", f"bar/{name}.svg", ladder_cell(kind, before, after))
        return name

    def rank_class(self, low: int, high: int, claimed: int | None, places: int) -> str:
        """Class of one interval of places."""
        name = f"r{int(low)}-{int(high)}-{int(claimed or 0)}-{int(places)}"
        self._rule(f".{name}", f"bar/{name}.svg", rank_cell(low, high, claimed, places))
        return name

    def width_class(self, percent: int) -> str:
        """Class of a column of a given width."""
        name = f"c{int(percent)}"
        self.rules.setdefault(f".{name}", f"width:{int(percent)}%")
        return name

    def figure_source(self, name: str, svg: str) -> str:
        """Address of a figure for `<img src>`."""
        self.figures.append(name)
        return self._address(f"chart/{name}.svg", svg)

    def css(self) -> str:
        """One rule for every mark and bar that occurs, sorted."""
        return "\n".join(f"{selector}{{{rule}}}" for selector, rule in sorted(self.rules.items()))
