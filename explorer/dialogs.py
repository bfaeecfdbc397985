"""The windows beside the main one: shortcuts, help on a view, messages, about. None of them stops the work."""

from __future__ import annotations

import platform
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt, qVersion
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTextBrowser, QVBoxLayout, QWidget

from explorer import paths
from explorer.actions import translated
from explorer.commands import MENUS
from explorer.version import version
from explorer.view_help import HELP

if TYPE_CHECKING:
    from explorer.window import Window


class Page(QDialog):
    """A titled page of text that can be read, scrolled and copied while the window goes on."""

    def __init__(self, title: str, html: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.text = QTextBrowser()
        self.text.setOpenExternalLinks(True)
        self.text.setAccessibleName(title)
        self.text.setHtml(html)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.close)
        column = QVBoxLayout(self)
        column.addWidget(self.text)
        column.addWidget(buttons)
        em = self.fontMetrics().height()
        self.resize(min(46 * em, parent.width()), min(34 * em, parent.height()))


def show_page(window: QWidget, title: str, html: str) -> Page:
    """Open a page over `window`."""
    page = Page(title, html, window)
    page.show()
    return page


def show_keys(window: Window) -> Page:
    """All commands with their keys, by menu."""
    parts = []
    for menu, commands in MENUS:
        rows = ""
        for command in commands:
            keys = [QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText) for key in command.keys]
            title, tip = translated(command.title).rstrip("…"), translated(command.tip)
            shown = escape(" · ".join(keys))
            rows += f"<tr><td><b>{shown}</b>&nbsp;&nbsp;</td><td>{escape(title)}</td><td>{escape(tip)}</td></tr>"
        parts.append(f"<h3>{escape(_plain(translated(menu)))}</h3><table cellpadding='3'>{rows}</table>")
    hint = QCoreApplication.translate(
        "Dialogs", "Keys without Ctrl or Alt work while no text field or list has the focus."
    )
    return show_page(
        window, QCoreApplication.translate("Dialogs", "Keyboard shortcuts"), f"<p>{escape(hint)}</p>" + "".join(parts)
    )


def _plain(title: str) -> str:
    """A menu title without its mnemonic: "&File" and "文件(&F)"."""
    return title.split("(&")[0].replace("&", "")


def show_messages(window: Window) -> Page:
    """Everything told since the start, newest first."""
    title = QCoreApplication.translate("Dialogs", "Messages")
    notices = window.session.notices
    if not notices:
        return show_page(window, title, f"<p>{escape(QCoreApplication.translate('Dialogs', 'No messages.'))}</p>")
    parts = []
    for notice in reversed(notices):
        detail = f"<pre>{escape(notice.detail)}</pre>" if notice.detail else ""
        parts.append(f"<p><b>{escape(notice.text)}</b></p>{detail}")
    return show_page(window, title, "<hr>".join(parts))


def show_view_help(window: Window) -> Page:
    """How to read the panel that has the focus, or the page table."""
    focused, name = window.focusWidget(), "stage"
    for key, panel in window.panels.items():
        if focused is not None and panel.isAncestorOf(focused):
            name = key
    title, text = HELP[name]
    paragraphs = QCoreApplication.translate("ViewHelp", text).split("\n\n")
    body = "".join(f"<p>{escape(paragraph)}</p>" for paragraph in paragraphs)
    return show_page(window, QCoreApplication.translate("ViewHelp", title), body)


class TruthPage(QDialog):
    """How true is this? Stays open beside the work."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        from widgets.truth_view import TruthView  # tables that few starts need

        self.setWindowTitle(QCoreApplication.translate("Dialogs", "How true is this?"))
        self.view = TruthView()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.close)
        column = QVBoxLayout(self)
        column.addWidget(self.view)
        column.addWidget(buttons)
        em = self.fontMetrics().height()
        self.resize(min(80 * em, parent.width()), min(54 * em, parent.height()))


def show_truth(window: Window) -> TruthPage | None:
    """The comparison with measured machines; a damaged file is told as a message."""
    from explorer import truth

    try:
        found = truth.shipped()
    except ValueError as error:
        window.session.notice(str(error))
        return None
    page = TruthPage(window)
    page.view.setTruth(found)
    page.show()
    return page


def show_about(window: Window) -> Page:
    """Versions, evidence labels and the places of files."""
    labels = [
        (
            "reproducible",
            QCoreApplication.translate("Dialogs", "counted in the run; does not rest on the cost model"),
        ),
        (
            "teaching-estimate",
            QCoreApplication.translate("Dialogs", "rests on the cost model or on a formula for teaching"),
        ),
        ("author-reported", QCoreApplication.translate("Dialogs", "a figure that a source reports about itself")),
        ("production-internal", QCoreApplication.translate("Dialogs", "a figure from inside a production system")),
    ]
    places = [
        (QCoreApplication.translate("Dialogs", "Settings"), paths.settings_file()),
        (QCoreApplication.translate("Dialogs", "Notes"), paths.notebook_file()),
        (QCoreApplication.translate("Dialogs", "Log"), paths.log_file()),
    ]
    rows = "".join(f"<tr><td><b>{label}</b>&nbsp;&nbsp;</td><td>{escape(what)}</td></tr>" for label, what in labels)
    files = "".join(
        f"<tr><td>{escape(name)}&nbsp;&nbsp;</td><td>{escape(str(path))}</td></tr>" for name, path in places
    )
    what = QCoreApplication.translate(
        "Dialogs", "How serving of language models works, and what each technique moves."
    )
    html = (
        f"<h2>Eighteen Ledgers {version()}</h2><p>{escape(what)}</p>"
        f"<p>Qt {qVersion()} · Python {platform.python_version()}</p>"
        f"<h3>{escape(QCoreApplication.translate('Dialogs', 'Evidence'))}</h3><table cellpadding='3'>{rows}</table>"
        f"<h3>{escape(QCoreApplication.translate('Dialogs', 'Files'))}</h3><table cellpadding='3'>{files}</table>"
    )
    return show_page(window, QCoreApplication.translate("Dialogs", "About Eighteen Ledgers"), html)
