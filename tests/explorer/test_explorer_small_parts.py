"""Fuzzy matching, translation, guards, tables: parts without a window."""

from __future__ import annotations

import subprocess
import sys
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QKeySequence
from pytestqt.qtbot import QtBot

from explorer import fuzzy, guards
from explorer.cli.output import table, width
from explorer.commands import COMMANDS
from explorer.translation import Catalogue, read


def test_no_two_commands_share_a_key_or_an_id() -> None:
    keys = [QKeySequence(key).toString() for command in COMMANDS for key in command.keys]
    assert all(keys)
    assert len(keys) == len(set(keys))
    assert len({command.id for command in COMMANDS}) == len(COMMANDS)


def test_every_command_has_title_and_tip() -> None:
    assert all(command.title and command.tip for command in COMMANDS)


@pytest.mark.parametrize(
    ("pattern", "best"),
    [
        ("paged", "PagedAttention"),
        ("pa tab", "Page table and clock"),
        ("sbs", "Side by side"),
        ("KV", "Larger KV cache"),
    ],
)
def test_the_best_match_comes_first(pattern: str, best: str) -> None:
    entries = ["Step back", "Page table and clock", "PagedAttention", "Side by side", "Larger KV cache"]
    assert fuzzy.rank(pattern, entries, str)[0] == best


def test_a_missing_letter_is_no_match() -> None:
    assert fuzzy.score("xyz", "PagedAttention") is None
    assert fuzzy.score("ää", "Aa") is not None


@given(text=st.text(min_size=1, max_size=20), words=st.text(max_size=6))
def test_scoring_never_fails(text: str, words: str) -> None:
    fuzzy.score(words, text)


def test_finished_translations_are_read_and_unfinished_are_not() -> None:
    found = read(
        "<TS><context><name>A</name>"
        "<message><source>one</source><translation>一</translation></message>"
        '<message><source>two</source><translation type="unfinished">二</translation></message>'
        "<message numerus='yes'><source>%n pages</source><translation><numerusform>%n 页</numerusform></translation>"
        "</message></context></TS>"
    )
    assert found == {("A", "one"): "一", ("A", "%n pages"): "%n 页"}


def test_a_damaged_catalogue_is_refused() -> None:
    with pytest.raises(ElementTree.ParseError):
        read("<TS><context>")


def test_what_is_not_translated_stays_english(qtbot: QtBot) -> None:
    catalogue = Catalogue({("A", "one"): "一"})
    assert catalogue.translate("A", "one") == "一"
    assert catalogue.translate("A", "two") is None


@pytest.mark.parametrize(
    ("binding", "python", "refused"),
    [
        ("6.12.0", (3, 11), True),
        ("6.12.0", (3, 12), False),
        ("6.11.3", (3, 11), False),
        ("6.12.1", (3, 11), False),
        ("", (3, 13), True),
    ],
)
def test_a_binding_that_kills_the_interpreter_is_refused(
    binding: str, python: tuple[int, int], refused: bool
) -> None:
    assert bool(guards.refusal(binding, python)) is refused


@pytest.mark.parametrize(
    ("environment", "refused"),
    [
        ({}, True),
        ({"DISPLAY": ":0"}, False),
        ({"WAYLAND_DISPLAY": "w"}, False),
        ({"QT_QPA_PLATFORM": "offscreen"}, False),
    ],
)
def test_a_missing_display_is_told_before_qt_aborts(environment: dict[str, str], refused: bool) -> None:
    assert bool(guards.no_display("linux", environment)) is refused


def test_chinese_columns_line_up() -> None:
    lines = table(("name", "n"), [("分页", "1"), ("page", "22")], right=(1,)).splitlines()
    assert {width(line) for line in lines} == {8}


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is immortal")
def test_setters_do_not_give_references_to_none_away(qtbot: QtBot) -> None:
    from PySide6.QtWidgets import QLabel

    label = QLabel()
    qtbot.addWidget(label)
    before = sys.getrefcount(None)
    for number in range(1000):
        label.setText(str(number))
        label.update()
        label.resize(10 + number % 7, 10)
    assert sys.getrefcount(None) > before - 200


def test_help_and_version_load_nothing_heavy() -> None:
    code = (
        "import sys\nfrom explorer.__main__ import main\n"
        "for argument in ('--help', '--version'):\n"
        "    try:\n        main([argument])\n    except SystemExit:\n        pass\n"
        "heavy = {'PySide6', 'numpy', 'sqlalchemy', 'networkx'} & set(sys.modules)\n"
        "sys.exit(f'loaded {heavy}' if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "simulate" in done.stdout


def test_no_database_is_loaded_before_the_first_picture() -> None:
    code = (
        "import sys; from explorer.plain_import import load_qt; load_qt();"
        "from explorer import app, window, handlers, looks;"
        "print([name for name in ('sqlalchemy', 'networkx', 'alembic', 'bibtexparser') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
