"""Checks of the machine: what the program needs, what is there, and how to get what is not."""

from __future__ import annotations

from explorer.health.data import fonts, library, notebook_tools, writable
from explorer.health.finding import Finding
from explorer.health.system import binding, display, python, system_libraries

CHECKS = (python, binding, system_libraries, display, fonts, library, notebook_tools, writable)

__all__ = ["CHECKS", "Finding"]
