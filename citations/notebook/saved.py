"""Scenarios and paths that the user saved under names."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TypeVar

from sqlalchemy import delete, select
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.orm import Session

from citations.notebook.codec import storable
from citations.notebook.readings import alphabetical
from citations.notebook.store import now
from citations.notebook.tables import PathRow, ScenarioRow

V = TypeVar("V")


def scenarios(session: Session) -> dict[str, str]:
    return _by_name({row.name: row.toml for row in session.scalars(select(ScenarioRow))})


def save_scenario(session: Session, name: str, toml: str) -> None:
    values = {"toml": storable(toml), "changed": now()}
    upsert = insert(ScenarioRow).values(name=_name(name), **values)
    session.execute(upsert.on_conflict_do_update(index_elements=["name"], set_=values))


def remove_scenario(session: Session, name: str) -> None:
    session.execute(delete(ScenarioRow).where(ScenarioRow.name == _name(name)))


def paths(session: Session) -> dict[str, tuple[str, ...]]:
    return _by_name({row.name: tuple(json.loads(row.keys)) for row in session.scalars(select(PathRow))})


def save_path(session: Session, name: str, keys: Sequence[str]) -> None:
    values = {"keys": json.dumps([storable(key) for key in keys], ensure_ascii=False), "changed": now()}
    upsert = insert(PathRow).values(name=_name(name), **values)
    session.execute(upsert.on_conflict_do_update(index_elements=["name"], set_=values))


def remove_path(session: Session, name: str) -> None:
    session.execute(delete(PathRow).where(PathRow.name == _name(name)))


def _name(name: str) -> str:
    clean = " ".join(storable(name).split())
    if not clean:
        raise ValueError(f"name: found {name!r}, expected a name")
    return clean


def _by_name(saved: dict[str, V]) -> dict[str, V]:
    return {name: saved[name] for name in sorted(saved, key=alphabetical)}
