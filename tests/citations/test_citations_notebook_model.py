"""Whatever the user does, in whatever order: the notebook says what a model in plain Python says."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from notebook_helpers import own_source, remembering_engines
from notebook_model import Edit, Model, perform, random_edit, state_of

from citations.notebook import Notebook, Opened, store

numbers = st.randoms(use_true_random=False)


@pytest.fixture(autouse=True, scope="module")
def compiled_statements_stay() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "create_engine", remembering_engines())
        yield


@settings(deadline=None, max_examples=40)
@given(numbers, st.integers(1, 25))
def test_any_edits_give_what_the_model_gives(chance: random.Random, edits: int) -> None:
    model = Model()
    with Notebook(Path(__file__) / "notebook.sqlite") as notebook:
        assert notebook.report.opened is Opened.IN_MEMORY
        for _ in range(edits):
            before = notebook.version()
            perform(notebook, both(model, random_edit(chance, model)))
            assert notebook.version() != before
        assert state_of(notebook) == model.state()


@settings(deadline=None, max_examples=12)
@given(numbers, st.integers(1, 4))
def test_what_was_saved_is_there_after_opening_again_and_in_another_window(chance: random.Random, days: int) -> None:
    model = Model()
    with tempfile.TemporaryDirectory() as folder, Notebook(Path(folder) / "n.sqlite") as other:
        for _ in range(days):
            with Notebook(Path(folder) / "n.sqlite") as notebook:
                assert notebook.report.opened is Opened.OPENED
                for _ in range(4):
                    perform(chance.choice((notebook, other)), both(model, random_edit(chance, model)))
            assert state_of(other) == model.state()


@settings(deadline=None, max_examples=20)
@given(numbers, st.integers(0, 10), st.integers(0, 10))
def test_an_import_taken_back_and_put_back_changes_nothing(chance: random.Random, before: int, after: int) -> None:
    """Whatever is written before it, and between it and its undoing."""
    model = Model()
    with Notebook(Path(__file__) / "notebook.sqlite") as notebook:
        for _ in range(before):
            perform(notebook, both(model, random_edit(chance, model)))
        batch = notebook.add(*both(model, ("add", ([own_source("imported")], [], "x.bib")))[1])
        (key,) = batch.keys
        perform(notebook, both(model, ("set_note", (key, "worth reading"))))
        for _ in range(after):
            edit = random_edit(chance, model)
            if edit[0] not in ("take_back", "put_back"):
                perform(notebook, both(model, edit))
        state = state_of(notebook)
        assert not notebook.take_back(batch.id).in_force
        assert key not in {source.key for source in notebook.own_sources()}
        assert key not in notebook.find("reading")
        assert notebook.note(key) == state["readings"][key].note
        assert notebook.put_back(batch.id).in_force
        assert state_of(notebook) == state == model.state()


def both(model: Model, edit: Edit) -> Edit:
    """Perform it on the model, and hand it on."""
    perform(model, edit)
    return edit
