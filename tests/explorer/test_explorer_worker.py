"""The worker's messages, and what happens to its process. Small programs stand in for the worker."""

from __future__ import annotations

import io
import sys
import textwrap
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from explorer import framing
from explorer.jobs import Job, Jobs

_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(
    fields=st.dictionaries(st.text(max_size=8), _JSON, max_size=4),
    blobs=st.lists(st.binary(max_size=60), max_size=3),
    cuts=st.lists(st.integers(1, 40), min_size=1, max_size=20),
)
def test_messages_survive_any_cutting(fields: dict[str, object], blobs: list[bytes], cuts: list[int]) -> None:
    sent = framing.pack("one", fields, blobs) + framing.pack("two")
    unpacker, got, place = framing.Unpacker(), [], 0
    while place < len(sent):
        step = cuts[place % len(cuts)]
        got += unpacker.feed(sent[place : place + step])
        place += step
    assert [message.kind for message in got] == ["one", "two"]
    assert got[0].fields == fields
    assert list(got[0].blobs) == blobs


def test_bytes_that_are_no_message_are_refused() -> None:
    with pytest.raises(ValueError, match="not a message"):
        framing.Unpacker().feed(b"Traceback (most recent call last)")


def test_reading_ends_with_the_stream() -> None:
    stream = io.BytesIO(framing.pack("a", {"id": 1}, [b"xy"]) + b"\x03")
    first = framing.read(stream)
    assert first is not None
    assert first.blobs == (b"xy",)
    assert framing.read(stream) is None


def _jobs(qtbot: QtBot, tmp_path: Path, body: str) -> Jobs:
    """Jobs whose worker runs `body` for each message `m`, with `say(kind, fields, blobs)`."""
    program = tmp_path / "stand_in.py"
    program.write_text(
        "import pickle, sys, os, time\nfrom explorer import framing\n"
        "def say(*message):\n    sys.stdout.buffer.write(framing.pack(*message)); sys.stdout.flush()\n"
        "while (m := framing.read(sys.stdin.buffer)) is not None:\n" + textwrap.indent(textwrap.dedent(body), "    ")
    )
    jobs = Jobs(None, [sys.executable, str(program)])
    qtbot.add_widget  # noqa: B018  # keeps the application alive
    return jobs


ANSWER = 'say("result", {"id": m.fields["id"]}, [pickle.dumps(m.fields["what"] * 2)])'


def test_a_job_reports_progress_and_its_result(qtbot: QtBot, tmp_path: Path) -> None:
    jobs = _jobs(qtbot, tmp_path, 'say("progress", {"id": m.fields["id"], "fraction": 0.5})\n' + ANSWER)
    shares: list[float] = []
    jobs.progressed.connect(lambda job, share: shares.append(share))
    with qtbot.waitSignal(jobs.finished, timeout=5000) as finished:
        jobs.start("compare", what="ab")
    assert finished.args is not None
    assert finished.args[1] == "abab"
    assert shares == [0.5]
    assert jobs.current is None
    jobs.shutdown()


def test_one_worker_answers_many_jobs(qtbot: QtBot, tmp_path: Path) -> None:
    jobs = _jobs(qtbot, tmp_path, 'say("result", {"id": m.fields["id"]}, [pickle.dumps(os.getpid())])')
    seen = []
    for _ in range(3):
        with qtbot.waitSignal(jobs.finished, timeout=5000) as finished:
            jobs.start("compare")
        assert finished.args is not None
        seen.append(finished.args[1])
    assert len(set(seen)) == 1
    jobs.shutdown()


def test_a_new_job_replaces_the_one_under_way(qtbot: QtBot, tmp_path: Path) -> None:
    jobs = _jobs(qtbot, tmp_path, 'time.sleep(60 if m.fields["what"] == "slow" else 0)\n' + ANSWER)
    done: list[str] = []
    jobs.finished.connect(lambda job, result: done.append(result))
    jobs.start("compare", what="slow")
    with qtbot.waitSignal(jobs.finished, timeout=5000):
        jobs.start("compare", what="quick")
    assert done == ["quickquick"]
    jobs.shutdown()


def test_cancelling_stops_the_job_and_the_next_one_runs(qtbot: QtBot, tmp_path: Path) -> None:
    jobs = _jobs(qtbot, tmp_path, 'time.sleep(60 if m.fields["what"] == "slow" else 0)\n' + ANSWER)
    jobs.start("compare", what="slow")
    with qtbot.waitSignal(jobs.cancelled, timeout=1000):
        jobs.cancel()
    assert jobs.current is None
    with qtbot.waitSignal(jobs.finished, timeout=5000):
        jobs.start("compare", what="quick")
    jobs.shutdown()


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("sys.stderr.write('it hurts'); sys.exit(3)", "exit code 3"),
        ("os.kill(os.getpid(), 9)", "crashed or was killed"),
        ("sys.stdout.write('not a message at all'); sys.stdout.flush(); time.sleep(60)", "crashed or was killed"),
    ],
)
def test_a_worker_that_dies_is_told_and_replaced(qtbot: QtBot, tmp_path: Path, body: str, expected: str) -> None:
    jobs = _jobs(qtbot, tmp_path, f"if m.fields['what'] == 'die':\n    {body}\n" + ANSWER)
    with qtbot.waitSignal(jobs.failed, timeout=5000) as failed:
        jobs.start("compare", what="die")
    assert failed.args is not None
    assert expected in failed.args[1]
    with qtbot.waitSignal(jobs.finished, timeout=5000):
        jobs.start("compare", what="live")
    jobs.shutdown()


def test_a_worker_that_cannot_be_started_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    jobs = Jobs(None, [str(tmp_path / "no such program")])
    failures: list[tuple[Job, str, str]] = []
    jobs.failed.connect(lambda *told: failures.append(told))
    jobs.start("compare")
    qtbot.waitUntil(lambda: len(failures) == 1, timeout=5000)
    assert jobs.current is None
    jobs.shutdown()


def test_shutting_down_in_the_middle_of_a_job_leaves_no_process(qtbot: QtBot, tmp_path: Path) -> None:
    mark = tmp_path / "pid"
    jobs = _jobs(qtbot, tmp_path, f"open({str(mark)!r}, 'w').write(str(os.getpid())); time.sleep(60)")
    jobs.start("compare")
    qtbot.waitUntil(lambda: mark.exists() and mark.read_text() != "", timeout=5000)
    jobs.shutdown()
    assert not Path(f"/proc/{mark.read_text()}").exists() or sys.platform != "linux"
