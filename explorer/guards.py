"""What must be true before Qt is loaded: a binding that does not kill this interpreter."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from importlib import metadata

# This binding gives away one reference to None on every call that returns nothing. None is immortal only from
# CPython 3.12 on, so an older interpreter stops with "none_dealloc" after a few seconds of animation.
_LETHAL_BINDING = (6, 12, 0)
_FIRST_IMMORTAL = (3, 12)


def binding_version() -> str:
    """Version of the installed Qt binding, "" when there is none. Loads nothing of it."""
    for name in ("PySide6-Essentials", "PySide6"):
        try:
            return metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return ""


def no_display(platform: str = sys.platform, environment: Mapping[str, str] = os.environ) -> str:
    """Why a window cannot be opened here; "" when it can. Qt itself would end the process with an abort."""
    if not platform.startswith("linux") or environment.get("QT_QPA_PLATFORM"):
        return ""
    if environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"):
        return ""
    return "no display: neither DISPLAY nor WAYLAND_DISPLAY is set (the commands, see --help, need none)"


def refusal(binding: str | None = None, python: tuple[int, int] | None = None) -> str:
    """Why the window must not be opened with this binding and interpreter; "" when it may."""
    binding = binding_version() if binding is None else binding
    python = (sys.version_info[0], sys.version_info[1]) if python is None else python
    if not binding:
        return "PySide6 is not installed: pip install 'pyside6-essentials>=6.10'"
    numbers = tuple(int(part) for part in binding.split(".")[:3] if part.isdigit())
    if numbers == _LETHAL_BINDING and python < _FIRST_IMMORTAL:
        return (
            f"PySide6 {binding} crashes Python {python[0]}.{python[1]} after a few thousand calls; "
            "use Python 3.12 or newer, or: pip install 'pyside6-essentials!=6.12.0'"
        )
    return ""
