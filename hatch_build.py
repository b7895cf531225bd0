"""Build hook: puts the catalogue's SQLite file, built from the readable files, into wheels and editable installs."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogueHook(BuildHookInterface):
    """Builds `auditgen/catalogue/catalogue.sqlite` before a wheel or an editable install is made."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        # Loaded by its path: the package itself is not importable in an isolated build.
        source = Path(self.root) / "auditgen" / "catalogue" / "build.py"
        spec = importlib.util.spec_from_file_location("auditgen_catalogue_build", source)
        if spec is None or spec.loader is None:
            raise RuntimeError(f"cannot load {source}")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        module.write()
        build_data["artifacts"].append("auditgen/catalogue/catalogue.sqlite")
