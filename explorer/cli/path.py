"""`eighteen-ledgers path`."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from explorer.cli import output
from explorer.cli.collection import configure_neighbours, opened
from explorer.cli.errors import BadInput, Failed

if TYPE_CHECKING:
    from citations.collection import Collection
    from engine.adoption import Walk
    from engine.scenario import Scenario

PICTURES = (".png", ".svg", ".pdf")
TABLES = (".csv", ".json", ".md")


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("keys", nargs="*", metavar="KEY", help="sources in the order in which they are adopted")
    parser.add_argument("--main", action="store_true", help="the main path of the field")
    parser.add_argument("--to", metavar="KEY", help="the main path to this source")
    parser.add_argument("--between", nargs=2, metavar="KEY", help="the first shortest line of descent between two")
    configure_neighbours(parser)
    parser.add_argument(
        "--scenario", metavar="FILE.toml", help="where the path starts (default: a service as in 2019)"
    )
    parser.add_argument("--steps", action="store_true", help="also the ledgers that each step moved")
    parser.add_argument("--json", action="store_true", help="print the headlines after every step as JSON")
    parser.add_argument("--csv", action="store_true", help="print them as CSV")
    parser.add_argument(
        "-o", "--output", metavar="FILE", help=f"write a picture or a table ({', '.join((*PICTURES, *TABLES))})"
    )
    parser.add_argument("--theme", choices=("light", "dark"), default="light", help="of a picture")
    parser.add_argument("--lang", choices=("en", "zh"), default="en", help="of names, a picture or a Markdown table")


def run(arguments: argparse.Namespace) -> int:
    target = _checked(arguments)
    base = _base(arguments)
    with opened(neighbours=arguments.neighbours) as collection:
        keys = _keys(arguments, collection)
        names = collection.with_neighbours(True).names(arguments.lang)
        years = {source.key: str(source.year or "") for source in collection.with_neighbours(True).sources}
    walk = _played(keys, base)
    if target is not None:
        _write(walk, names, years, target, arguments)
    elif arguments.json or arguments.csv:
        from engine.adoption_table import to_csv, to_json

        sys.stdout.write(to_json(walk, names) if arguments.json else to_csv(walk, names))
    else:
        from explorer.cli.path_text import as_text

        print(as_text(walk, names, years, steps=arguments.steps))
    return 0


def _checked(arguments: argparse.Namespace) -> Path | None:
    """One path, one shape; the file to write, if one is asked for. Raises BadInput."""
    asked = [bool(arguments.keys), arguments.main, arguments.to is not None, arguments.between is not None]
    if sum(asked) > 1:
        raise BadInput(f"found {sum(asked)} paths, expected one: keys, --main, --to or --between")
    if arguments.json + arguments.csv + (arguments.output is not None) > 1:
        raise BadInput("--json, --csv, --output: found several, expected one of them")
    if arguments.output is None:
        return None
    target = Path(arguments.output)
    if target.suffix.lower() not in (*PICTURES, *TABLES):
        expected = ", ".join((*PICTURES, *TABLES))
        raise BadInput(f"--output: found suffix {target.suffix or 'none'!r}, expected {expected}")
    return target


def _base(arguments: argparse.Namespace) -> Scenario | None:
    from engine import scenario_file

    try:
        return None if arguments.scenario is None else scenario_file.load(arguments.scenario)
    except ValueError as error:
        raise BadInput(error) from error


def _keys(arguments: argparse.Namespace, collection: Collection) -> tuple[str, ...]:
    """The path that was asked for; all that the engine runs if none was. Raises BadInput and UnknownSource."""
    from engine.techniques import available

    known = collection.with_neighbours(True)
    for key in arguments.keys:
        known.source(key)
    if arguments.main:
        return collection.lineage.main_path()
    if arguments.to is not None:
        return collection.lineage.main_path_to(arguments.to)
    if arguments.between is not None:
        found = collection.lineage.paths(*arguments.between)
        if not found:
            raise BadInput(f"--between: no line of descent joins {' and '.join(arguments.between)}")
        return found[0]
    return tuple(arguments.keys) or available()


def _played(keys: tuple[str, ...], base: Scenario | None) -> Walk:
    from engine.adoption import adopt

    told = sys.stderr.isatty()
    try:
        return adopt(keys, base, progress=_told if told else None)
    except (ValueError, LookupError) as error:
        raise BadInput(error) from error
    finally:
        if told:
            sys.stderr.write("\r\033[K")


def _told(share: float) -> None:
    sys.stderr.write(f"\r{share:4.0%}")
    sys.stderr.flush()


def _write(
    walk: Walk, names: dict[str, str], years: dict[str, str], target: Path, arguments: argparse.Namespace
) -> None:
    suffix = target.suffix.lower()
    if suffix in (".csv", ".json"):
        from engine.adoption_table import to_csv, to_json

        output.write(str(target), (to_csv if suffix == ".csv" else to_json)(walk, names).encode())
        return
    _dress(arguments)
    if suffix == ".md":
        from widgets.path_table import table_text

        output.write(str(target), table_text(walk, names, suffix).encode())
    else:
        _draw(walk, names, years, target)


def _dress(arguments: argparse.Namespace) -> None:
    """An application without a screen, in the theme and language that were asked for."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from explorer import guards

    refusal = guards.refusal()
    if refusal:
        raise Failed(refusal)
    from explorer.plain_import import load_qt

    load_qt()
    from PySide6.QtWidgets import QApplication

    from explorer import log
    from explorer.translation import Language
    from widgets.fonts import base_font, install_fonts
    from widgets.palette import apply_theme

    log.take_qt_messages()
    application = QApplication.instance() or QApplication(["eighteen-ledgers"])
    assert isinstance(application, QApplication)
    install_fonts()
    application.setFont(base_font())
    apply_theme(application, arguments.theme)
    Language(application).use(arguments.lang)


def _draw(walk: Walk, names: dict[str, str], years: dict[str, str], target: Path) -> None:
    """The whole path at its last step."""
    from engine.techniques import available
    from widgets.path_view import PathView

    view = PathView()
    view.setWalk(walk, names, frozenset(available()), years)
    view.setStep(len(walk.steps) - 1)
    view.show()
    try:
        view.savePicture(target)
    except OSError as error:
        raise Failed(error) from error
    finally:
        view.close()
