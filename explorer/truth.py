"""The shipped comparison with measured machines."""

from __future__ import annotations

from importlib.resources import files

from widgets.truth_data import Truth, read

FILE = "truth.json"


def shipped() -> Truth | None:
    """None while this copy of the program holds none. Raises ValueError if it is damaged."""
    source = files("assets") / FILE
    if not source.is_file():
        return None
    return read(source.read_text("utf-8"), f"assets/{FILE}")
