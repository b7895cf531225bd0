"""The bundled fonts: variable TrueType files of the font packages, their @font-face rules and what they can write."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files

from auditgen.report.errors import FontMissingError


@dataclass(frozen=True)
class Face:
    """One font file: the family name in the style sheet, the package it comes from, and its style."""

    family: str
    package: str
    file: str
    style: str = "normal"
    required: bool = True

    @property
    def asset(self) -> str:
        """Name under which the fetcher serves the file."""
        return f"fonts/{self.family.replace(' ', '-').lower()}-{self.style}.ttf"


FACES = (
    Face("AG Sans", "fontpkg_source_sans_3", "SourceSans3[wght].ttf"),
    Face("AG Serif", "fontpkg_source_serif_4", "SourceSerif4[opsz,wght].ttf"),
    Face("AG Mono", "fontpkg_source_code_pro", "SourceCodePro[wght].ttf"),
)
# Fonts carry the family names of the style sheet in the file: the only ones that may appear in a rendered report.
EMBEDDED_FAMILIES = tuple(f.family.replace(" ", "-") for f in FACES)


@cache
def face_bytes(face: Face) -> bytes:
    """The bytes of one font file. Raises FontMissingError."""
    try:
        return (files(face.package) / "files" / face.file).read_bytes()
    except (ModuleNotFoundError, FileNotFoundError):
        pip_name = face.package.replace("_", "-")
        raise FontMissingError(f"font {face.file} is not installed; run: pip install {pip_name}") from None


@lru_cache(maxsize=1)
def writable() -> frozenset[int]:
    """Code points that every text family of the report can write: sans and serif alike."""
    from io import BytesIO

    from fontTools.ttLib import TTFont

    common: set[int] | None = None
    for face in FACES:
        if face.family == "AG Mono":  # hashes and commands only, plain ASCII
            continue
        with TTFont(BytesIO(face_bytes(face)), lazy=True) as font:
            points = set(font.getBestCmap())
        common = points if common is None else common & points
    return frozenset(common or ())


def font_face_rules() -> str:
    """One @font-face rule a file, without a weight: every weight is an instance of the one variable file."""
    return "\n".join(
        f'@font-face{{font-family:"{f.family}";src:url(asset:{f.asset});font-style:{f.style}}}' for f in FACES
    )


def font_versions() -> dict[str, str]:
    """Package versions of the fonts, for the manifest."""
    found = {}
    for package in sorted({f.package.replace("_", "-") for f in FACES}):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "unknown"
    return found
