"""Where the window opens again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMainWindow, QSplitter, QWidget
from pytestqt.qtbot import QtBot

from explorer import layout_file


@pytest.fixture
def main(qtbot: QtBot) -> QMainWindow:
    window = QMainWindow()
    splitter = QSplitter()
    splitter.setObjectName("halves")
    splitter.addWidget(QWidget())
    splitter.addWidget(QWidget())
    window.setCentralWidget(splitter)
    qtbot.addWidget(window)
    return window


def test_place_and_division_come_back(main: QMainWindow, qtbot: QtBot, home: Path) -> None:
    main.setGeometry(30, 40, 700, 500)
    main.show()
    splitter = main.findChild(QSplitter)
    assert isinstance(splitter, QSplitter)
    splitter.setSizes([500, 200])
    sizes = splitter.sizes()
    layout_file.save(main)
    main.setGeometry(0, 0, 650, 450)
    splitter.setSizes([100, 600])
    layout = layout_file.read()
    layout_file.place(main, layout)
    layout_file.divide(main, layout)
    assert main.geometry().getRect() == (30, 40, 700, 500)
    assert splitter.sizes() == sizes


def test_the_normal_size_is_kept_when_closed_in_full_screen(main: QMainWindow, qtbot: QtBot, home: Path) -> None:
    main.setGeometry(30, 40, 700, 500)
    main.show()
    main.showFullScreen()
    layout_file.save(main)
    saved = json.loads((home / "layout.json").read_text())
    assert saved["window"][2:] == [700, 500]


def test_a_place_off_every_screen_is_not_taken(main: QMainWindow, home: Path) -> None:
    layout_file.place(main, {"window": [90_000, 90_000, 700, 500]})
    assert main.x() < 90_000
    assert main.width() > 600


@pytest.mark.parametrize(
    "layout",
    [{}, {"window": "wide"}, {"window": [1, 2]}, {"splitters": 3}, {"splitters": {"halves": ["a", "b"]}}],
)
def test_a_senseless_layout_does_no_harm(main: QMainWindow, layout: dict[str, object]) -> None:
    layout_file.place(main, layout)
    layout_file.divide(main, layout)


@pytest.mark.parametrize("text", ["", "[1]", "{", "null"])
def test_a_damaged_file_counts_as_none(home: Path, text: str) -> None:
    home.mkdir()
    (home / "layout.json").write_text(text)
    assert layout_file.read() == {}
