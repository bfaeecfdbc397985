"""A path that can be chosen: its title and the keys along it, in the order in which they are adopted."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PathChoice:
    """`title` is shown in the chooser; `hint` says in a sentence where the path comes from."""

    title: str
    keys: tuple[str, ...]
    hint: str = ""
