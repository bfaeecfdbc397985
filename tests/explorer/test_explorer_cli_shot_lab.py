"""Pictures of labs and audits from the command line, in a process of their own: they change the whole application."""

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


def test_labs_and_audits_are_drawn(home: Path, tmp_path: Path) -> None:
    wanted = [
        ["lab", "--lab", "speculation", "--preset", "short-draft"],
        ["lab", "--lab-settings", "eighteen-ledgers:speculation?draft_tokens=2", "--formulas"],
        ["audit", "--claim", "pagedattention:1"],
    ]
    targets = [tmp_path / f"{number}.png" for number in range(len(wanted))]
    commands = [
        ["shot", view, "-o", str(target), "--size", "1000x700", *options]
        for (view, *options), target in zip(wanted, targets, strict=True)
    ]
    codes, said = shots(home, *commands)
    assert codes == [0] * len(wanted), said
    assert len({target.read_bytes() for target in targets}) == len(targets)


def test_wrong_options_are_named(home: Path, tmp_path: Path) -> None:
    wrong = [
        (["lab", "--lab", "speculation", "--preset", "nonsense"], "--preset: preset 'nonsense' of lab speculation"),
        (["lab", "--preset", "short-draft"], "--preset: found 'short-draft' without --lab"),
        (["lab", "--lab-settings", "eighteen-ledgers:speculation?draft_tokens=-1"], "draft_tokens"),
        (["audit", "--claim", "pagedattention"], "--claim: found 'pagedattention'"),
    ]
    target = str(tmp_path / "view.png")
    codes, said = shots(home, *(["shot", view, "-o", target, *options] for (view, *options), _ in wrong))
    assert codes == [2] * len(wrong)
    assert all(message in said for _, message in wrong), said
