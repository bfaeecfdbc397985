"""Where the program keeps its files. `EIGHTEEN_LEDGERS_HOME` puts all of them into one folder."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

HOME_VARIABLE = "EIGHTEEN_LEDGERS_HOME"
_APPLICATION = "eighteen-ledgers"


def _folder(kind: str) -> Path:
    home = os.environ.get(HOME_VARIABLE)
    if home:
        return Path(home).expanduser()
    import platformdirs

    found: Path = getattr(platformdirs, f"user_{kind}_path")(_APPLICATION, appauthor=False)
    return found


def settings_file() -> Path:
    return _folder("config") / "settings.toml"


def layout_file() -> Path:
    """Window geometry and splitters, apart from the settings so that each is reset alone."""
    return _folder("config") / "layout.json"


def notebook_file() -> Path:
    """The user's own notes, a database."""
    return _folder("data") / "notebook.sqlite"


def log_file() -> Path:
    return _folder("log") / "eighteen-ledgers.log"


def write_atomically(path: Path, data: bytes) -> None:
    """Replace `path` by `data` or leave it as it was. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
