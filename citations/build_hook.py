"""Hatch build hook: every installation gets a library built from the catalogue beside it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class LibraryHook(BuildHookInterface):
    """Builds `assets/library.sqlite` for wheels and for editable installations."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        sys.path.insert(0, str(root))  # the packages being built are not installed yet
        try:
            from citations.build import build

            counts = build(root / "assets" / "catalogue", root / "assets" / "library.sqlite")
        finally:
            sys.path.remove(str(root))
        self.app.display_info(f"Library: {counts}")
