"""Hatchling asks this before it builds: without the site a package is half the product, and nobody would notice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = "src/medina/server/static/index.html"


class SiteIsBuilt(BuildHookInterface):
    """Refuses a wheel or an sdist without the built site; installing from the working tree needs none yet."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable" and not (Path(self.root) / PAGE).is_file():
            raise RuntimeError("The site is not built. With Node at hand: make build. The sdist has it built already.")
