"""The program's version: of the installed distribution, or of the checkout it runs from."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path


def version() -> str:
    try:
        return metadata.version("eighteen-ledgers")
    except metadata.PackageNotFoundError:
        import tomllib

        project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))
        return f"{project['project']['version']} (not installed)"
