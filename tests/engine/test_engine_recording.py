"""Recordings as bytes and back."""

from __future__ import annotations

import json
import struct

import numpy as np
import pytest
from runs import SMALL, changed

from engine.recording import MAGIC, TABLES, Recording
from engine.scenario import Cache
from engine.simulate import simulate


@pytest.fixture(scope="module")
def recording() -> Recording:
    return simulate(changed(SMALL, memory={"pages": 60, "cache": Cache.HASH}, layout={"prefill_engines": 1}))


def test_everything_comes_back(recording: Recording) -> None:
    again = Recording.from_bytes(recording.to_bytes())
    for name in TABLES:
        assert np.array_equal(getattr(again, name), getattr(recording, name)), name
        assert len(getattr(again, name)), f"{name} is empty: this run exercises too little"
    for name in ("scenario", "pools", "engines", "request_names", "facts", "notes"):
        assert getattr(again, name) == getattr(recording, name), name
    assert again.to_bytes() == recording.to_bytes()
    assert again.duration == recording.duration


def test_cut_short_anywhere_it_is_refused(recording: Recording) -> None:
    data = recording.to_bytes()
    for length in (*range(0, 64), *np.linspace(64, len(data) - 1, 60, dtype=int).tolist()):
        with pytest.raises(ValueError, match="recording"):
            Recording.from_bytes(data[:length])


def test_other_bytes_are_refused(recording: Recording) -> None:
    with pytest.raises(ValueError, match="not a recording"):
        Recording.from_bytes(b"PK\x03\x04" + recording.to_bytes())


def test_another_version_is_named(recording: Recording) -> None:
    data = recording.to_bytes()
    (size,) = struct.unpack_from("<Q", data, len(MAGIC))
    start = len(MAGIC) + 8
    head = json.loads(data[start : start + size])
    head["version"] += 1
    text = json.dumps(head).encode()
    with pytest.raises(ValueError, match="recording version 3, this program reads 2"):
        Recording.from_bytes(MAGIC + struct.pack("<Q", len(text)) + text + data[start + size :])


def test_equal_scenarios_give_equal_bytes(recording: Recording) -> None:
    again = simulate(changed(SMALL, memory={"pages": 60, "cache": Cache.HASH}, layout={"prefill_engines": 1}))
    assert again.to_bytes() == recording.to_bytes()
