"""What `eighteen-ledgers shot` shows of the labs and the audit."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from explorer.cli.errors import BadInput, Failed

if TYPE_CHECKING:
    from explorer.lab_look import LabLook
    from explorer.window import Window

LABS = ("capacity", "phases", "speculation", "fleet")


def configure(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("the labs and the audit")
    group.add_argument("--lab", choices=LABS, help="which lab the view lab shows (default: capacity)")
    group.add_argument("--preset", metavar="KEY", default="", help="the lab's settings (default: its first preset)")
    group.add_argument("--lab-settings", metavar="FILE", help="the lab and its settings from a file or a link")
    group.add_argument("--formulas", action="store_true", help="unfold the lab's numbers and formulas")
    group.add_argument("--claim", metavar="KEY:N", help="the claim that the view audit is about, as pagedattention:1")


def check(arguments: argparse.Namespace) -> None:
    """Raises BadInput."""
    if arguments.preset and not arguments.lab:
        raise BadInput(f"--preset: found {arguments.preset!r} without --lab, expected the lab that has it")
    if arguments.claim is not None and not arguments.claim.rpartition(":")[2].isdigit():
        raise BadInput(f"--claim: found {arguments.claim!r}, expected the key of a source, a colon and a number")


def arrange(window: Window, arguments: argparse.Namespace) -> None:
    """Bring lab or audit where the arguments say. Raises BadInput, Failed."""
    if arguments.view == "lab" or arguments.stage == "labs":
        _lab(window, arguments)
    elif arguments.view == "audit" or arguments.stage == "audit":
        _audit(window, arguments.claim)


def _lab(window: Window, arguments: argparse.Namespace) -> None:
    from engine.labs import registry
    from explorer.lab_look import LabLook
    from explorer.labs import shown_page

    look = LabLook(arguments.lab or LABS[0], preset=arguments.preset)
    if arguments.lab_settings:
        look = _look_at(arguments.lab_settings)
    elif arguments.preset:
        try:
            registry.preset(registry.get(look.key), look.preset)
        except registry.UnknownLabError as error:
            raise BadInput(f"--preset: {error}") from error
    told = len(window.session.notices)
    window.session.setLab(look)
    window.session.setStage("labs")
    page = shown_page(window)
    if page is None or len(window.session.notices) > told:
        raise BadInput(window.session.notices[-1].detail if window.session.notices else "the lab cannot be shown")
    page.setFiguresOpen(arguments.formulas)
    if page.view.run_when != "never":
        try:
            page.setResult(page.settings, page.lab.run(page.settings))
        except ValueError as error:
            raise Failed(error) from error


def _look_at(given: str) -> LabLook:
    from explorer.lab_look import lab_in, look_at

    look = look_at(given) or lab_in(Path(given))
    if look is None:
        raise BadInput(f"--lab-settings: found {given!r}, expected a lab's settings file or link")
    return look


def _audit(window: Window, claim: str | None) -> None:
    from explorer.panes.audit import AuditPane

    window.session.setStage("audit")
    pane = window.panels.get("audit")
    if not isinstance(pane, AuditPane):
        raise Failed("the library cannot be opened")
    pane.catch_up()
    if claim is None:
        return
    key, _, number = claim.rpartition(":")
    try:
        pane.view.chooseClaim(key, int(number))
    except LookupError as error:
        raise BadInput(f"--claim: found {claim!r}, expected a claim of the library ({error})") from error
