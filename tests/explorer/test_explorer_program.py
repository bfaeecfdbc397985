"""The program as a whole, in a process of its own: start, quit in the middle of anything, survive what goes wrong."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DRIVER = """
import sys
from explorer.plain_import import load_qt
load_qt()
from PySide6.QtCore import QTimer
from explorer import app, window
from explorer.cli.entry import window_parser

def drive(window):
{body}

plain = window.Window.furnish
def furnish(self):
    window_ = self
    plain(self)
    drive(self)
window.Window.furnish = furnish
sys.exit(app.run(window_parser().parse_args(sys.argv[1:])))
"""


def start(home: Path, body: str, *arguments: str) -> subprocess.Popen[str]:
    """The program with `body` run on the window when its panels are about to be built."""
    environment = os.environ | {"EIGHTEEN_LEDGERS_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
    code = DRIVER.format(body=textwrap.indent(textwrap.dedent(body).strip(), "    "))
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process: subprocess.Popen[str], seconds: float = 30) -> tuple[int, str, str]:
    try:
        out, err = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        raise
    return process.returncode, out, err


def _noise_free(err: str) -> str:
    return "\n".join(line for line in err.splitlines() if "propagateSizeHints" not in line)


def test_it_quits_within_two_seconds_in_the_middle_of_a_run(home: Path) -> None:
    body = """
        import time
        big = ["workload.requests=4000", "workload.output.median=400"]
        from explorer.brought import Brought
        def quit_now():
            assert window.session.comparison is None
            print("closing", time.time(), flush=True)
            window.close()
        window.furnished.connect(lambda: window.session.setBrought(Brought(name="big", settings=tuple(big))))
        window.furnished.connect(lambda: QTimer.singleShot(300, quit_now))
    """
    code, out, err = finish(start(home, body))
    assert (code, _noise_free(err)) == (0, "")
    assert time.time() - float(out.split()[1]) < 2


def test_it_quits_at_any_step_of_the_start(home: Path) -> None:
    for delay in (0, 60):
        code, _, err = finish(start(home, f"QTimer.singleShot({delay}, window.close)"))
        assert (code, _noise_free(err)) == (0, "")


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
def test_an_interrupt_closes_it_in_order(home: Path) -> None:
    process = start(home, "window.furnished.connect(lambda: print('ready', flush=True))")
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    process.send_signal(signal.SIGINT)
    code, _, err = finish(process, 5)
    assert (code, _noise_free(err)) == (0, "")
    assert (home / "layout.json").exists()


def test_an_exception_in_a_slot_is_told_and_logged_and_the_program_goes_on(home: Path) -> None:
    body = """
        def fail():
            raise RuntimeError("something broke")
        def look():
            print(window.message_bar.text, window.message_bar.isVisible(), flush=True)
            window.close()
        window.furnished.connect(lambda: QTimer.singleShot(0, fail))
        window.furnished.connect(lambda: QTimer.singleShot(50, look))
    """
    code, out, _ = finish(start(home, body))
    assert code == 0
    assert out == "RuntimeError: something broke True\n"
    assert "something broke" in (home / "eighteen-ledgers.log").read_text()


def test_damaged_files_of_the_user_are_told_and_do_not_stop_it(home: Path) -> None:
    home.mkdir()
    (home / "settings.toml").write_text("[appearance\n")
    (home / "layout.json").write_text("{{{")
    (home / "notebook.sqlite").write_bytes(b"SQLite format 3\0 and then nothing of use" * 40)
    body = """
        def look():
            print("|".join(notice.text for notice in window.session.notices), flush=True)
            window.close()
        window.furnished.connect(lambda: QTimer.singleShot(0, look))
    """
    code, out, err = finish(start(home, body))
    assert (code, _noise_free(err)) == (0, "")
    assert "settings.toml" in out
    assert "Your notes" in out


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [("bad.csv", "a,b\n1,2\n", "bad.csv"), ("bad.toml", "[memory]\npage_tokens = 'x'\n", "page_tokens")],
)
def test_a_malformed_file_is_told_and_the_default_run_is_shown(
    home: Path, tmp_path: Path, name: str, content: str, told: str
) -> None:
    file = tmp_path / name
    file.write_text(content)
    body = """
        def look():
            print(window.message_bar.text, window.session.comparison.key, flush=True)
            window.close()
        window.session.comparisonChanged.connect(lambda: QTimer.singleShot(0, look))
    """
    code, out, err = finish(start(home, body, str(file)))
    assert (code, _noise_free(err)) == (0, "")
    assert told in out
    assert "pagedattention" in out


def test_a_trace_is_opened_from_the_command_line(home: Path, tmp_path: Path) -> None:
    trace = tmp_path / "my trace.csv"
    rows = [f"{second},{100 + second},{10}" for second in range(8)]
    trace.write_text("arrived_at,num_prefill_tokens,num_decode_tokens\n" + "\n".join(rows) + "\n")
    body = """
        def look():
            after = window.session.comparison.after
            print(len(after.requests), window.session.imported.rows_used, window.commands["file.report"].isEnabled())
            window.close()
        window.session.comparisonChanged.connect(lambda: QTimer.singleShot(0, look))
    """
    code, out, err = finish(start(home, body, str(trace)))
    assert (code, _noise_free(err)) == (0, "")
    assert out == "8 8 True\n"


def test_it_opens_where_it_was_left_although_that_source_cannot_be_run(home: Path) -> None:
    home.mkdir()
    (home / "settings.toml").write_text('[view]\nsource = "flexgen"\ntechnique = "no-such-technique"\n')
    body = """
        def look():
            print(window.session.source, window.session.comparison.key, flush=True)
            window.close()
        window.session.comparisonChanged.connect(lambda: QTimer.singleShot(0, look))
    """
    code, out, err = finish(start(home, body))
    assert (code, _noise_free(err)) == (0, "")
    assert out == "flexgen pagedattention\n"


def test_a_view_can_be_drawn_into_a_file_without_a_display(home: Path, tmp_path: Path) -> None:
    target = tmp_path / "ledgers.png"
    arguments = ["shot", "ledgers", "-o", str(target), "--size", "500x640", "--scale", "2", "--lang", "zh"]
    environment = {name: value for name, value in os.environ.items() if name != "QT_QPA_PLATFORM"}
    done = subprocess.run(
        [sys.executable, "-m", "explorer", *arguments],
        cwd=ROOT,
        env=environment | {"EIGHTEEN_LEDGERS_HOME": str(home)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    header = target.read_bytes()[:24]
    assert header.startswith(b"\x89PNG")
    assert (int.from_bytes(header[16:20], "big"), int.from_bytes(header[20:24], "big")) == (1000, 1280)
