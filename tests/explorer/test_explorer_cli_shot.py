"""Pictures of the library from the command line, in a process of their own: they change the whole application."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
DRIVER = "import json, sys; from explorer.cli.entry import run; print([run(one) for one in json.loads(sys.argv[1])])"


def shots(home: Path, *commands: list[str]) -> tuple[list[int], str]:
    """Exit codes, and what was said on stderr."""
    environment = os.environ | {"EIGHTEEN_LEDGERS_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", DRIVER, json.dumps(commands)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return json.loads(done.stdout), done.stderr


def test_views_of_the_library_are_drawn(home: Path, tmp_path: Path) -> None:
    wanted = [
        ["map", "--whole", "--lanes", "family", "--neighbours", "--path", "between:orca,kimi-k3"],
        ["path", "--path", "orca,pagedattention", "--step", "1"],
        ["window", "--stage", "table", "--filter-ledger", "reuse", "--filter", "cache", "--source", "sglang"],
    ]
    targets = [tmp_path / f"{number}.png" for number in range(len(wanted))]
    commands = [
        ["shot", view, "-o", str(target), "--size", "1000x700", *options]
        for (view, *options), target in zip(wanted, targets, strict=True)
    ]
    codes, said = shots(home, *commands)
    assert codes == [0] * len(wanted)
    assert "QProcess" not in said
    assert all(target.read_bytes().startswith(b"\x89PNG") for target in targets)
    assert len({target.read_bytes() for target in targets}) == len(targets)


def test_wrong_options_are_named(home: Path, tmp_path: Path) -> None:
    wrong = [
        (["--filter-ledger", "nonsense"], "--filter-ledger: found 'nonsense'"),
        (["--pair", "orca"], "--pair: found 'orca'"),
        (["--path", "to:nonsense"], "--path: found 'nonsense'"),
        (["--source", "nonsense"], "--source: found 'nonsense'"),
    ]
    target = str(tmp_path / "view.png")
    codes, said = shots(home, *(["shot", "map", "-o", target, *options] for options, _ in wrong))
    assert codes == [2] * len(wrong)
    assert all(message in said for _, message in wrong)
