"""The shape of the chrome: one style sheet over Fusion, in the palette's colours and in units of the font.

Sizes are in `em`, so that a larger application font (presentation scale) enlarges the controls with the text.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from widgets.data_colours import DataColours

_SHEET = """
QToolTip {{ background: {raised}; color: {text}; border: 1px solid {border}; padding: 0.45em 0.6em; }}
QMainWindow::separator {{ background: {window}; width: 5px; height: 5px; }}
QMainWindow::separator:hover {{ background: {accent}; }}
QSplitter::handle {{ background: {window}; }}
QSplitter::handle:hover {{ background: {accent}; }}

QPushButton, QToolButton, QComboBox {{
    background: {raised}; color: {text}; border: 1px solid {border}; border-radius: 6px; padding: 0.28em 0.7em;
}}
QToolButton {{ padding: 0.28em 0.4em; }}
QToolButton[flat="true"] {{ background: transparent; border-color: transparent; }}
QPushButton:hover, QToolButton:hover, QComboBox:hover {{ background: {hover}; }}
QPushButton:pressed, QToolButton:pressed {{ background: {sunken}; }}
QPushButton:focus, QToolButton:focus, QComboBox:focus {{ border: 1px solid {accent}; }}
QPushButton:checked, QToolButton:checked {{ background: {selection}; border-color: {accent}; }}
QPushButton:disabled, QToolButton:disabled, QComboBox:disabled {{ color: {faint}; background: {window}; }}
QPushButton:default {{ background: {accent}; color: {on_accent}; border-color: {accent}; }}
QToolButton[popupMode="1"] {{ padding-right: 1.2em; }}
QComboBox {{ padding-right: 1.8em; }}
QComboBox::drop-down {{ border: none; width: 1.7em; }}
QComboBox::down-arrow {{ image: url("{icons}/chevron-down.svg"); width: 0.85em; height: 0.85em; }}
QSpinBox, QDoubleSpinBox {{ padding-right: 1.6em; }}
QSpinBox::up-button, QDoubleSpinBox::up-button {{ border: none; width: 1.5em; subcontrol-position: top right; }}
QSpinBox::down-button, QDoubleSpinBox::down-button {{
    border: none; width: 1.5em; subcontrol-position: bottom right;
}}
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow {{
    image: url("{icons}/chevron-up.svg"); width: 0.75em; height: 0.75em;
}}
QSpinBox::down-arrow, QDoubleSpinBox::down-arrow {{
    image: url("{icons}/chevron-down.svg"); width: 0.75em; height: 0.75em;
}}
QCheckBox, QRadioButton {{ spacing: 0.5em; }}
QCheckBox::indicator, QRadioButton::indicator {{
    width: 1.05em; height: 1.05em; border: 1px solid {muted}; border-radius: 4px; background: {surface};
}}
QRadioButton::indicator {{ border-radius: 0.58em; }}
QCheckBox::indicator:checked {{
    background: {accent}; border-color: {accent}; image: url("{icons}/check-{check}.svg");
}}
QRadioButton::indicator:checked {{ border: 0.3em solid {accent}; width: 0.55em; height: 0.55em; }}
QCheckBox::indicator:focus, QRadioButton::indicator:focus {{ border-color: {accent}; }}
QComboBox QAbstractItemView {{ background: {raised}; border: 1px solid {border}; padding: 3px; outline: 0; }}

QLineEdit, QTextEdit, QPlainTextEdit, QSpinBox, QDoubleSpinBox {{
    background: {surface}; color: {text}; border: 1px solid {border}; border-radius: 6px; padding: 0.28em 0.5em;
    selection-background-color: {accent}; selection-color: {on_accent};
}}
QLineEdit:focus, QTextEdit:focus, QPlainTextEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus {{
    border: 1px solid {accent};
}}

QMenuBar {{ background: {window}; padding: 2px 4px; }}
QMenuBar::item {{ background: transparent; padding: 0.25em 0.6em; border-radius: 5px; }}
QMenuBar::item:selected {{ background: {hover}; }}
QMenu {{ background: {raised}; border: 1px solid {border}; padding: 5px; }}
QMenu::item {{ padding: 0.35em 1.8em 0.35em 1.6em; border-radius: 5px; }}
QMenu::item:selected {{ background: {selection}; color: {text}; }}
QMenu::item:disabled {{ color: {faint}; }}
QMenu::separator {{ height: 1px; background: {border}; margin: 5px 8px; }}
QToolBar {{ background: {window}; border: none; spacing: 4px; padding: 4px; }}
QStatusBar {{ background: {window}; color: {muted}; }}
QStatusBar::item {{ border: none; }}

QDockWidget {{ color: {muted}; }}
QDockWidget::title {{ background: {window}; padding: 0.35em 0.6em; }}
QTabBar {{ qproperty-drawBase: 0; }}
QTabBar::tab {{
    background: transparent; color: {muted}; padding: 0.4em 0.9em; border: none; border-bottom: 2px solid transparent;
}}
QTabBar::tab:selected {{ color: {text}; border-bottom: 2px solid {accent}; }}
QTabBar::tab:hover {{ color: {text}; background: {hover}; }}
QTabWidget::pane {{ border: none; }}
QGroupBox {{ border: 1px solid {border}; border-radius: 8px; margin-top: 0.9em; padding-top: 0.4em; }}
QGroupBox::title {{ subcontrol-origin: margin; left: 0.8em; color: {muted}; }}

QAbstractItemView {{
    background: {surface}; alternate-background-color: {window}; border: 1px solid {border}; border-radius: 6px;
    selection-background-color: {selection}; selection-color: {text}; outline: 0;
}}
QAbstractItemView::item {{ padding: 0.2em 0.3em; }}
QAbstractItemView::item:hover {{ background: {hover}; }}
QAbstractItemView::item:selected {{ background: {selection}; color: {text}; }}
QHeaderView {{ background: {surface}; border: none; }}
QHeaderView::section {{
    background: {surface}; color: {muted}; border: none; border-bottom: 1px solid {border}; padding: 0.35em 0.5em;
}}
QTableView {{ gridline-color: {border}; }}
QTableCornerButton::section {{ background: {surface}; border: none; }}

QScrollArea {{ border: none; }}
QScrollBar:vertical {{ background: transparent; width: 11px; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: 11px; margin: 0; }}
QScrollBar::handle {{ background: {handle}; border-radius: 4px; margin: 2px; }}
QScrollBar::handle:vertical {{ min-height: 28px; }}
QScrollBar::handle:horizontal {{ min-width: 28px; }}
QScrollBar::handle:hover {{ background: {muted}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}

QProgressBar {{
    background: {sunken}; border: none; border-radius: 3px; text-align: center; color: {text}; min-height: 6px;
}}
QProgressBar::chunk {{ background: {accent}; border-radius: 3px; }}
QSlider::groove:horizontal {{ background: {sunken}; height: 4px; border-radius: 2px; }}
QSlider::sub-page:horizontal {{ background: {accent}; border-radius: 2px; }}
QSlider::handle:horizontal {{ background: {accent}; width: 14px; margin: -5px 0; border-radius: 7px; }}
"""

_NAMES = (
    *("window", "surface", "raised", "sunken", "border", "text", "muted"),
    *("accent", "on_accent", "hover", "selection"),
)


def style_sheet(own: DataColours) -> str:
    """The application's style sheet in the colours of one scheme."""
    values = {name: getattr(own, name).name() for name in _NAMES}
    values["icons"] = Path(str(files("assets"))).as_posix() + "/icons"
    values["check"] = "dark" if own.dark else "light"
    grey = own.hue["grey"]
    values["faint"] = grey.name()
    values["handle"] = f"rgba({grey.red()}, {grey.green()}, {grey.blue()}, 120)"
    return _SHEET.format(**values)
