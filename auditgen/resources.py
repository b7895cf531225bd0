"""Where the packed text files (templates, sentences, caveats) lie: in the wheel, or beside it in a checkout."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def templates_dir() -> Path:
    """Folder of the shipped templates. Raises FileNotFoundError with advice where the installation is broken."""
    here = Path(__file__).resolve().parent
    for candidate in (here / "_templates", here.parent / "templates"):
        if (candidate / "caveats").is_dir():
            return candidate
    raise FileNotFoundError("auditgen's templates are missing; reinstall auditgen")


def read_yaml(path: Path) -> Any:
    """Parse one of the project's own YAML files (trusted, safe loader all the same)."""
    with path.open("rb") as handle:
        return yaml.load(handle, Loader=_Loader)


@lru_cache(maxsize=32)
def template_yaml(name: str, override: Path | None = None) -> Any:
    """A YAML file of the templates folder, or the override folder's file of the same name where it has one."""
    if override is not None and (override / name).is_file():
        return read_yaml(override / name)
    return read_yaml(templates_dir() / name)


@lru_cache(maxsize=1)
def languages() -> tuple[str, ...]:
    """Languages for which all sentences exist."""
    found = (p.stem for p in (templates_dir() / "caveats").glob("*.yaml"))
    return tuple(sorted(lang for lang in found if (templates_dir() / "locale" / lang / "sentences.yaml").is_file()))
