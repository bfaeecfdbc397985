"""Kills a program in the midst of its writing, again and again, and looks at what is left.

A program of its own with one thread, so that it may fork: `notebook_kills.py KIND KILLS FOLDER SEED`. It prints what
was found as a line of JSON, or fails with the kill at which something was lost.
"""

from __future__ import annotations

import gc
import json
import os
import random
import shutil
import signal
import sqlite3
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import alembic.command
import alembic.config  # noqa: F401 - loaded before the forks, which then take no time
from notebook_helpers import own_source, remembering_engines, write, write_first_version
from notebook_model import Model, perform, random_edit, state_of

from citations.notebook import Notebook, Opened, store
from citations.notebook.backups import backups_of
from citations.notebook.schema import SHIPPED

Done = Callable[[], object]
Victim = Callable[[Done], None]  # is given what tells that a step is done


class Hunt:
    """Forks a victim and kills it at a random moment of a random step. Steps are as long as they were at first."""

    def __init__(self, victim: Victim, numbers: random.Random, most_steps: int) -> None:
        self._numbers = numbers
        self._most_steps = most_steps
        self._step = self._one(victim, after=most_steps, within=0.0)[1] / most_steps

    def kill(self, victim: Victim) -> int:
        """How many steps the victim said were done before it was killed."""
        after = self._numbers.randint(0, self._most_steps - 1)
        return self._one(victim, after, within=self._step)[0]

    def _one(self, victim: Victim, after: int, within: float) -> tuple[int, float]:
        reads, writes = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reads)
            try:
                victim(lambda: os.write(writes, b"."))
            finally:
                os._exit(3)
        os.close(writes)
        started, done = time.perf_counter(), 0
        while done < after:
            word = os.read(reads, after - done)
            assert word, "the victim died by itself"
            done += len(word)
        taken = time.perf_counter() - started
        time.sleep(self._numbers.uniform(0, within))
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        assert os.WIFSIGNALED(status), f"the victim ended by itself: {status}"
        while word := os.read(reads, 65536):
            done += len(word)
        os.close(reads)
        return done, taken


def check_sound(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        connection.execute("INSERT INTO words(words) VALUES ('integrity-check')")
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


def edits(kills: int, path: Path, numbers: random.Random) -> dict[str, int]:
    """Every kind of edit, one after another. All that was said to be saved is there, and at most one edit more."""
    model, saved, unsaid = Model(), 0, 0
    write(path)

    def victim(seed: int) -> Victim:
        def write_away(done: Done) -> None:
            chance, notebook = random.Random(seed), Notebook(path)
            while True:
                edit = random_edit(chance, model)
                perform(notebook, edit)
                done()
                perform(model, edit)

        return write_away

    hunt = Hunt(victim(0), numbers, most_steps=3)
    shutil.rmtree(path.parent)
    for kill in range(kills):
        seed = numbers.randrange(2**32)
        said, chance = hunt.kill(victim(seed)), random.Random(seed)
        for _ in range(said):
            perform(model, random_edit(chance, model))
        with Notebook(path) as notebook:
            assert kill == 0 or notebook.report.opened is Opened.OPENED, notebook.report
            found = state_of(notebook)
        if found != model.state():
            perform(model, random_edit(chance, model))
            assert found == model.state(), f"kill {kill}: {said} edits of seed {seed} were saved, others are there"
            unsaid += 1
        saved += said
    check_sound(path)
    return {"edits": saved, "finished in the kill": unsaid}


def imports(kills: int, path: Path, numbers: random.Random) -> dict[str, int]:
    """Many sources come as one batch: all or none of them."""
    size, ends = 100, dict.fromkeys(("kept", "kept unsaid", "not kept"), 0)

    def victim(done: Done) -> None:
        with Notebook(path) as notebook:
            notebook.add([own_source(f"s{number}") for number in range(size)], origin="big.bib")
            done()
            time.sleep(60)

    hunt = Hunt(victim, numbers, most_steps=1)
    with Notebook(path) as notebook:
        expected = len(notebook.batches())
    for _ in range(kills):
        said = hunt.kill(victim)
        with Notebook(path) as notebook:
            assert notebook.report.opened is Opened.OPENED, notebook.report
            batches = notebook.batches()
            kept = len(batches) - expected
            assert said <= kept <= 1
            assert all(batch.added == size for batch in batches)
            assert len(notebook.own_sources()) == len(notebook.find("on s")) == size * len(batches)
        expected += kept
        ends["kept" if said else "kept unsaid" if kept else "not kept"] += 1
    check_sound(path)
    return ends


def migrations(kills: int, path: Path, numbers: random.Random) -> dict[str, int]:
    """A notebook of the first release has the old tables or the new ones; its notes and a backup are there."""
    notes = {f"k{number}": f"页表 note {number} " + "x" * 500 for number in range(60)}
    model = path.with_name("model.sqlite")
    write_first_version(model, **notes)
    old, ends = tables_of(model), dict.fromkeys(("old tables", "new tables"), 0)

    def victim(done: Done) -> None:
        with Notebook(path):
            done()
            time.sleep(60)

    shutil.copy(model, path)
    hunt = Hunt(victim, numbers, most_steps=1)
    for _ in range(kills):
        for left in [*path.parent.glob("*notebook.sqlite*"), *backups_of(path)]:
            left.unlink()
        shutil.copy(model, path)
        said = hunt.kill(victim)
        with closing(sqlite3.connect(path)) as connection:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
        assert version in ((SHIPPED.version,) if said else (1, SHIPPED.version))
        assert (version == 1) == (tables_of(path) == old)
        assert version == 1 or backups_of(path), "migrated without a backup"
        with Notebook(path) as notebook:
            assert notebook.report.opened is (Opened.MIGRATED if version == 1 else Opened.OPENED)
            assert {key: reading.note for key, reading in notebook.readings().items()} == notes
            assert notebook.find("页表") == notes.keys()
        check_sound(path)
        ends["old tables" if version == 1 else "new tables"] += 1
    return ends


def rescues(kills: int, path: Path, numbers: random.Random) -> dict[str, int]:
    """A damaged notebook is being replaced by its backup: what was backed up is there, the damaged file too."""
    ends = dict.fromkeys(("before", "between", "after"), 0)
    write(path, a="backed up")
    write(path)
    good, backup = path.read_bytes(), backups_of(path)[0].read_bytes()

    def victim(done: Done) -> None:
        with Notebook(path):
            done()
            time.sleep(60)

    damaged = good[:30] + numbers.randbytes(3000) + good[3030:]
    path.write_bytes(damaged)
    hunt = Hunt(victim, numbers, most_steps=1)
    for _ in range(kills):
        for left in [*path.parent.glob("*notebook*.sqlite*"), *backups_of(path)]:
            left.unlink()
        path.write_bytes(damaged)
        (path.parent / "notebook-backups" / "notebook-1.sqlite").write_bytes(backup)
        hunt.kill(victim)
        ends["between" if not path.exists() else "before" if path.read_bytes() == damaged else "after"] += 1
        with Notebook(path) as notebook:
            assert notebook.note("a") == "backed up", notebook.report
        assert damaged in [other.read_bytes() for other in path.parent.glob("notebook-damaged-*.sqlite")]
    check_sound(path)
    return ends


def tables_of(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as connection:
        return {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}


KINDS = {"edits": edits, "imports": imports, "migrations": migrations, "rescues": rescues}

if __name__ == "__main__":
    store.create_engine = remembering_engines()  # so that most of the time is spent writing
    gc.freeze()  # what is not touched need not be copied at every fork
    kind, count, folder, seed = sys.argv[1:]
    print(json.dumps(KINDS[kind](int(count), Path(folder) / "notebook.sqlite", random.Random(int(seed)))))
