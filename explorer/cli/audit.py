"""`eighteen-ledgers audit`."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from explorer.cli import output
from explorer.cli.collection import opened
from explorer.cli.errors import BadInput, Failed, one_line

if TYPE_CHECKING:
    from citations.audit import Audit
    from citations.collection import Collection

SUFFIXES = (".pdf", ".md", ".json", ".toml")
METRIC_WIDTH = 56


def configure(parser: argparse.ArgumentParser) -> None:
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--claim", metavar="KEY:N", help="the N-th claim of a source, as pagedattention:1")
    what.add_argument("--open", metavar="FILE", help="an audit saved before (TOML), or a report as JSON")
    what.add_argument("--list", action="store_true", help="every claim of the library with its verdict")
    parser.add_argument("--try", action="store_true", dest="tried", help="also run both sides of the claim here")
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--markdown", action="store_true", help="print the report as Markdown (the default)")
    shape.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument("-o", "--output", metavar="FILE", help=f"write it to FILE{', FILE'.join(SUFFIXES)}")
    parser.add_argument("--lang", choices=("en", "zh"), default="en", help="language of the report")


def run(arguments: argparse.Namespace) -> int:
    _check(arguments)
    with opened(neighbours=False) as collection:
        if arguments.list:
            return _list(collection, as_data=arguments.json, language=arguments.lang)
        audit = _from_file(arguments.open) if arguments.open else _from_library(collection, arguments.claim)
    if arguments.tried:
        audit = _tried(audit)
    if arguments.output:
        _write(audit, arguments.output, arguments.lang)
        return 0
    from citations.audit import as_json, markdown

    audit = _put(audit, arguments.lang)
    if arguments.json:
        output.print_json(as_json(audit, arguments.lang))
    else:
        sys.stdout.write(markdown(audit, arguments.lang))
    return 0


def _check(arguments: argparse.Namespace) -> None:
    """What does not go together is said before anything is read."""
    if arguments.list and (arguments.tried or arguments.output):
        raise BadInput("--list: expected no --try and no --output with it")
    if arguments.output:
        suffix = Path(arguments.output).suffix
        if suffix.lower() not in SUFFIXES:
            raise BadInput(f"--output: found suffix {suffix or 'none'!r}, expected {', '.join(SUFFIXES)}")
        if arguments.json or arguments.markdown:
            raise BadInput("--output: its suffix says the format, expected no --json and no --markdown with it")


def _from_library(collection: Collection, claim: str) -> Audit:
    from citations.audit import prefill

    key, colon, number = claim.rpartition(":")
    if not colon or not number.isdigit():
        raise BadInput(f"--claim: found {claim!r}, expected the key of a source, a colon and a number")
    try:
        return prefill(collection.source(key), int(number))
    except KeyError:
        raise
    except LookupError as error:
        raise BadInput(f"--claim: {one_line(error)}") from error


def _from_file(name: str) -> Audit:
    from citations.audit import loads_json, loads_toml

    try:
        text = Path(name).read_text(encoding="utf-8")
        return loads_json(text, name) if Path(name).suffix.lower() == ".json" else loads_toml(text, name)
    except (ValueError, OSError) as error:
        raise BadInput(one_line(error)) from error


def _tried(audit: Audit) -> Audit:
    from dataclasses import replace

    from explorer.audits import NotTriable, try_it

    try:
        audit = replace(audit, trial=try_it(audit))
    except (NotTriable, ValueError) as error:
        raise BadInput(f"--try: {one_line(error)}") from error
    return audit


def _put(audit: Audit, language: str) -> Audit:
    """The audit with its trial in the language of the report."""
    if language != "zh" or audit.trial is None:
        return audit
    from explorer.translation import chinese

    table = chinese()
    return audit.translated(lambda text: table.get(("Trial", text), text))


def _write(audit: Audit, name: str, language: str) -> None:
    suffix = Path(name).suffix.lower()
    if suffix == ".pdf":
        output.write(name, _pdf(audit, language))
        return
    import json

    from citations.audit import as_json, dumps_toml, markdown

    if suffix != ".toml":  # which is opened again, in any language
        audit = _put(audit, language)
    if suffix == ".json":
        text = json.dumps(as_json(audit, language), ensure_ascii=False, indent=2) + "\n"
    else:
        text = markdown(audit, language) if suffix == ".md" else dumps_toml(audit)
    output.write(name, text.encode())


def _pdf(audit: Audit, language: str) -> bytes:
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from explorer import guards

    refusal = guards.refusal()
    if refusal:
        raise Failed(refusal)
    from explorer.plain_import import load_qt

    load_qt()
    from PySide6.QtWidgets import QApplication

    from explorer.translation import Language
    from widgets.audit_export import pdf
    from widgets.fonts import base_font, install_fonts

    application = QApplication.instance() or QApplication(["eighteen-ledgers"])
    assert isinstance(application, QApplication)
    install_fonts()
    application.setFont(base_font())
    Language(application).use(language)
    return pdf(audit, language)


def _list(collection: Collection, *, as_data: bool, language: str) -> int:
    from citations.audit import State, judge, prefill
    from explorer.audits import is_triable

    rows, data = [], []
    for source in collection.sources:
        for position in range(1, len(source.claims) + 1):
            audit = prefill(source, position)
            subject, verdict, gaps = audit.subject, judge(audit), audit.count(State.GAP)
            triable = is_triable(subject)
            data.append(
                {
                    "claim": subject.key,
                    "figure": subject.figure,
                    "metric": subject.metric,
                    "verdict": verdict.use.value,
                    "gaps": gaps,
                    "can_be_tried": triable,
                }
            )
            short = (
                subject.metric if len(subject.metric) <= METRIC_WIDTH else subject.metric[: METRIC_WIDTH - 1] + "…"
            )
            title = verdict.title.get(language)
            rows.append((subject.key, title, str(gaps), "yes" if triable else "", f"{subject.figure}: {short}"))
    if as_data:
        output.print_json(data)
    else:
        print(output.table(("claim", "verdict", "gaps", "try", "figure"), rows, right=(2,)))
    return 0
