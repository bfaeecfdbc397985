"""Interpreter, Qt binding, the shared libraries it loads, and a display."""

from __future__ import annotations

import ctypes
import os
import platform
import sys

from explorer import guards
from explorer.health.finding import Finding

OLDEST_PYTHON = (3, 11)
# Shared object → (Debian, Fedora). What the offscreen platform needs already, then what xcb and Wayland add.
_ALWAYS = {
    "libEGL.so.1": ("libegl1", "libglvnd-egl"),
    "libGL.so.1": ("libgl1", "libglvnd-glx"),
    "libxkbcommon.so.0": ("libxkbcommon0", "libxkbcommon"),
    "libfontconfig.so.1": ("libfontconfig1", "fontconfig"),
    "libfreetype.so.6": ("libfreetype6", "freetype"),
    "libdbus-1.so.3": ("libdbus-1-3", "dbus-libs"),
    "libglib-2.0.so.0": ("libglib2.0-0", "glib2"),
}
_XCB = {
    "libxkbcommon-x11.so.0": ("libxkbcommon-x11-0", "libxkbcommon-x11"),
    "libxcb-cursor.so.0": ("libxcb-cursor0", "xcb-util-cursor"),
    "libxcb-icccm.so.4": ("libxcb-icccm4", "xcb-util-wm"),
    "libxcb-image.so.0": ("libxcb-image0", "xcb-util-image"),
    "libxcb-keysyms.so.1": ("libxcb-keysyms1", "xcb-util-keysyms"),
    "libxcb-render-util.so.0": ("libxcb-render-util0", "xcb-util-renderutil"),
    "libxcb-shape.so.0": ("libxcb-shape0", "libxcb"),
    "libxcb-xkb.so.1": ("libxcb-xkb1", "libxcb"),
    "libxcb-randr.so.0": ("libxcb-randr0", "libxcb"),
    "libxcb-sync.so.1": ("libxcb-sync1", "libxcb"),
    "libxcb-xfixes.so.0": ("libxcb-xfixes0", "libxcb"),
}
_WAYLAND = {"libwayland-client.so.0": ("libwayland-client0", "libwayland-client")}


def python() -> list[Finding]:
    old = tuple(map(int, platform.python_version_tuple()[:2])) < OLDEST_PYTHON
    advice = "install Python {}.{} or newer".format(*OLDEST_PYTHON) if old else ""
    return [Finding("missing" if old else "ok", "Python", platform.python_version(), advice)]


def binding() -> list[Finding]:
    version = guards.binding_version()
    refusal = guards.refusal(version)
    return [Finding("missing" if refusal else "ok", "PySide6", version or "none", refusal)]


def system_libraries() -> list[Finding]:
    """The shared libraries behind Qt's platform plug-ins, by the packages that hold them."""
    if not sys.platform.startswith("linux"):
        return []
    wanted: list[tuple[str, dict[str, tuple[str, str]], str]] = [("libraries Qt needs", _ALWAYS, "missing")]
    # Either of the two desktops will do; without a display only pictures can be drawn.
    wanted.append(("libraries for X11", _XCB, "missing" if os.environ.get("DISPLAY") else "weak"))
    wanted.append(("libraries for Wayland", _WAYLAND, "weak"))
    return [_libraries(what, table, state) for what, table, state in wanted]


def _libraries(what: str, table: dict[str, tuple[str, str]], state: str) -> Finding:
    absent = [name for name in table if not _loads(name)]
    if not absent:
        return Finding("ok", what, f"all {len(table)}")
    debian = " ".join(dict.fromkeys(table[name][0] for name in absent))
    fedora = " ".join(dict.fromkeys(table[name][1] for name in absent))
    advice = f"{what}: apt-get install {debian}   (Fedora: dnf install {fedora})"
    return Finding(state, what, f"not found: {', '.join(absent)}", advice)


def _loads(name: str) -> bool:
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def display() -> list[Finding]:
    refusal = guards.no_display()
    found = os.environ.get("WAYLAND_DISPLAY") or os.environ.get("DISPLAY") or platform.system()
    if refusal:
        return [Finding("weak", "display", "none", "without a display use the commands, or shot to draw pictures")]
    return [Finding("ok", "display", found)]
