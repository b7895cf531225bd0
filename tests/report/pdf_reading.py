"""Reads a finished PDF for the tests: its structure tree, fonts, outline, links and attachments."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf


def opened(data: bytes) -> pikepdf.Pdf:
    return pikepdf.open(BytesIO(data))


def elements(pdf: pikepdf.Pdf) -> Iterator[Any]:
    """Every structure element, in reading order."""

    def walk(node: Any) -> Iterator[Any]:
        if isinstance(node, pikepdf.Array):
            for kid in node:
                yield from walk(kid)
        elif isinstance(node, pikepdf.Dictionary) and "/S" in node:
            yield node
            if "/K" in node:
                yield from walk(node.K)

    yield from walk(pdf.Root.StructTreeRoot.K)


def kind(element: Any) -> str:
    return str(element.S)


def inside(element: Any, wanted: str) -> list[Any]:
    """All elements of one kind below an element."""
    found: list[Any] = []

    def walk(node: Any) -> None:
        if isinstance(node, pikepdf.Array):
            for kid in node:
                walk(kid)
        elif isinstance(node, pikepdf.Dictionary) and "/S" in node:
            if str(node.S) == wanted:
                found.append(node)
            if "/K" in node:
                walk(node.K)

    if "/K" in element:
        walk(element.K)
    return found


def font_names(pdf: pikepdf.Pdf) -> set[str]:
    """PostScript names of all embedded fonts, without subset prefixes; a font without a file counts as `unembedded`."""
    names = set()
    for o in pdf.objects:
        if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/FontDescriptor":
            name = re.sub(r"^/[A-Z]{6}\+", "", str(o.FontName))
            names.add(name if any(k in o for k in ("/FontFile", "/FontFile2", "/FontFile3")) else f"unembedded {name}")
    return names


def outline_titles(pdf: pikepdf.Pdf) -> list[str]:
    """Titles of the outline, depth first."""
    titles: list[str] = []

    def walk(items: Any) -> None:
        for item in items:
            titles.append(str(item.title))
            walk(item.children)

    with pdf.open_outline() as outline:
        walk(outline.root)
    return titles


def text_of(path: Path, first: int = 1, last: int | None = None) -> str:
    """The text of some pages, words separated by single spaces."""
    pages = ["-f", str(first)] + (["-l", str(last)] if last else [])
    run = subprocess.run(["pdftotext", *pages, str(path), "-"], capture_output=True, check=True)
    return " ".join(run.stdout.decode().split())
