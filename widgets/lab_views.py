"""The views of the labs by key. A view's module is loaded when it is asked for."""

from __future__ import annotations

from importlib import import_module

from widgets.lab_view import LabView


def new_view(key: str) -> LabView:
    """A new view of a lab: an instance of `VIEW` of the module `widgets.lab_<key>`."""
    view: LabView = import_module(f"widgets.lab_{key}").VIEW()
    return view
