"""What `eighteen-ledgers shot` shows of the library."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from explorer.cli.errors import BadInput, Failed

if TYPE_CHECKING:
    from explorer.window import Window

STAGES = ("clock", "experiment", "map", "table", "path", "pair", "labs", "audit")
LANES = ("ledger", "family", "organisation")


def configure(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("the library")
    group.add_argument("--stage", choices=STAGES, default="clock", help="what fills the middle of the view window")
    group.add_argument("--source", metavar="KEY", help="the source that is looked at (default: the technique)")
    group.add_argument("--lanes", choices=LANES, default="ledger", help="what the lanes of the map stand for")
    group.add_argument("--neighbours", action="store_true", help="show the works around the 62 sources too")
    group.add_argument("--filter", metavar="TEXT", default="", help="words that sources must contain")
    group.add_argument("--filter-ledger", metavar="KEY", help="only sources that act on this ledger")
    group.add_argument("--path", metavar="KEYS", help="main, to:KEY, between:KEY,KEY, or KEY,KEY,… in order")
    group.add_argument("--step", type=int, default=None, metavar="N", help="the step of a played path (0 = first)")
    group.add_argument("--whole", action="store_true", help="all of a map, path, pair or card, whatever the size")
    group.add_argument("--pair", metavar="KEY,KEY", help="two sources side by side")


def check(arguments: argparse.Namespace) -> None:
    """Raises BadInput."""
    from assets.ledgers import LEDGERS

    if arguments.filter_ledger is not None and arguments.filter_ledger not in LEDGERS:
        found = arguments.filter_ledger
        raise BadInput(f"--filter-ledger: found {found!r}, expected one of {', '.join(LEDGERS)}")
    if arguments.pair is not None and arguments.pair.count(",") != 1:
        raise BadInput(f"--pair: found {arguments.pair!r}, expected two keys with a comma between them")


def arrange(window: Window, arguments: argparse.Namespace) -> None:
    """Bring the session where the arguments say. Raises BadInput, Failed."""
    from citations.filters import SourceFilter

    session, view = window.session, arguments.view
    stage = view if view in STAGES else arguments.stage
    if (
        view in ("lab", "audit")
        or stage in ("labs", "audit")
        or (stage == "clock" and view not in ("lineage", "card"))
    ):
        return
    if arguments.source:
        _known(window, "--source", arguments.source)
        session.selectSource(arguments.source)
    ledgers = (arguments.filter_ledger,) if arguments.filter_ledger else ()
    session.setFilter(SourceFilter(text=arguments.filter, ledgers=ledgers))
    if arguments.path or stage == "path":
        _lead(window, arguments.path or "main")
    if arguments.pair or stage == "pair":
        keys = (arguments.pair or f"{session.source},sglang").split(",")
        for key in keys:
            _known(window, "--pair", key)
        session.setPair(keys)
    if stage == "path":
        _play(window)
    elif stage == "pair":
        _measure(window)
    session.setStage(stage)


def _known(window: Window, option: str, key: str) -> None:
    shelf = window.session.shelf
    if shelf is None:
        raise Failed("the library cannot be opened")
    if shelf.source(key) is None:
        raise BadInput(f"{option}: found {key!r}, expected the key of a source (see eighteen-ledgers sources)")


def _lead(window: Window, text: str) -> None:
    from explorer import routes

    kind, _, rest = text.partition(":")
    keys = tuple(rest.split(",") if rest else () if kind == "main" else text.split(","))
    for key in keys:
        _known(window, "--path", key)
    shelf = window.session.shelf
    if shelf is None:
        raise Failed("the library cannot be opened")
    if kind == "main":
        route = routes.main_path(shelf)
    elif kind == "to" and len(keys) == 1:
        route = routes.main_path_to(shelf, keys[0])
    elif kind == "between" and len(keys) == 2:
        route = routes.between(shelf, *keys)
    else:
        route = routes.own_order(keys)
    window.session.setRoute(route)


def _play(window: Window) -> None:
    from engine.adoption import adopt

    window.session.setWalk(adopt(window.session.route.keys))


def _measure(window: Window) -> None:
    """What the engine can run of the pair."""
    from engine.compare import compare

    session, shelf = window.session, window.session.shelf
    for key in session.pair:
        if shelf is not None and key in shelf.runnable:
            session.addDelta(key, compare(key).delta)


def after(window: Window, arguments: argparse.Namespace) -> None:
    """Once the views are there: the step of the path."""
    from explorer.panes.path import PathPane

    panel = window.panels.get("path")
    if isinstance(panel, PathPane) and arguments.step is not None:
        panel.view.setStep(arguments.step)
