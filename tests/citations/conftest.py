"""Catalogues and libraries for the tests of the citation library."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from citation_helpers import WriteEntry, entry

from citations.build import ASSETS, build
from citations.library import Library


@pytest.fixture(scope="session")
def library_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("library") / "library.sqlite"
    build(ASSETS / "catalogue", path)
    return path


@pytest.fixture(scope="session")
def library(library_file: Path) -> Iterator[Library]:
    library = Library.open(library_file)
    yield library
    library.close()


@pytest.fixture
def catalogue(tmp_path: Path) -> Path:
    folder = tmp_path / "catalogue"
    (folder / "neighbours").mkdir(parents=True)
    (folder / "canon").mkdir()
    return folder


@pytest.fixture
def write_entry(catalogue: Path) -> WriteEntry:
    def write(key: str, /, **changes: Any) -> Path:
        fields = entry(key, **changes)
        canon = fields.get("ring") == 1
        name = f"canon/{fields.get('number', 0):02d}-{key}.yaml" if canon else f"neighbours/{key}.yaml"
        path = catalogue / name
        path.write_text(yaml.safe_dump(fields, allow_unicode=True, sort_keys=False), encoding="utf-8")
        return path

    return write


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a notebook may be: in a folder with a name that is not plain ASCII."""
    return tmp_path / "my data 数据 100%" / "notebook.sqlite"
