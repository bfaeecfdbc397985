"""Chooses between the window and a command, and turns every failure into one line and an exit code.

Exit codes: 0 done, 1 it failed, 2 the arguments or the input are wrong, 130 interrupted.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys

from explorer.cli import COMMANDS
from explorer.cli.errors import BadInput, Failed, one_line
from explorer.cli.parser import PROGRAM, Parser

INTERRUPTED = 130
PIPE_CLOSED = 141  # what a shell reports for a program that the signal of a closed pipe has ended


class _Version(argparse.Action):
    """Looks the version up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *rest: object) -> None:
        from explorer.version import version

        print(f"{PROGRAM} {version()}")
        parser.exit()


def window_parser() -> Parser:
    """Arguments when no command is given."""
    width = max(len(name) for name in COMMANDS)
    listed = "\n".join(f"  {name:{width}}  {what}" for name, what in COMMANDS.items())
    parser = Parser(
        description="See how LLM inference serving works. Without a command the window opens.",
        epilog=f"commands (each has its own --help):\n{listed}",
    )
    parser.add_argument(
        "file",
        nargs="?",
        help="a trace (CSV, JSON, JSON lines), a scenario (TOML), a recording or references (BibTeX, RIS, …) to open",
    )
    parser.add_argument("--theme", choices=("light", "dark", "system"), help="for this start only")
    parser.add_argument("--lang", choices=("en", "zh"), help="language of the interface, for this start only")
    parser.add_argument("--technique", metavar="KEY", help="the source to select, for this start only")
    parser.add_argument("--reset-layout", action="store_true", help="forget window size and panels")
    parser.add_argument("--reset-settings", action="store_true", help="forget the settings (notes stay)")
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and stop")
    return parser


def _command(name: str, arguments: list[str]) -> int:
    module = importlib.import_module(f"explorer.cli.{name}")
    parser = Parser(name, description=COMMANDS[name][0].upper() + COMMANDS[name][1:] + ".")
    module.configure(parser)
    code: int = module.run(parser.parse_args(arguments))
    return code


def _window(arguments: argparse.Namespace) -> int:
    from explorer import guards

    refusal = guards.refusal() or guards.no_display()
    if refusal:
        raise Failed(refusal)
    from explorer.plain_import import load_qt

    load_qt()
    from explorer.app import run

    return run(arguments)


def _checked(arguments: list[str]) -> int:
    if arguments and arguments[0] in COMMANDS:
        code = _command(arguments[0], arguments[1:])
    else:
        parser = window_parser()
        parsed = parser.parse_args(arguments)
        if parsed.file and not os.path.exists(parsed.file):
            raise BadInput(f"{parsed.file}: neither a file nor a command ({', '.join(COMMANDS)})")
        code = _window(parsed)
    sys.stdout.flush()
    return code


def run(arguments: list[str]) -> int:
    """Run the program with `arguments`; returns the exit code."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # our arrays are small: more threads only cost
    name = arguments[0] if arguments and arguments[0] in COMMANDS else ""
    try:
        return _checked(arguments)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Python would complain again when it closes stdout at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except (BadInput, Failed) as error:
        sys.stderr.write(f"{PROGRAM}{' ' + name if name else ''}: {one_line(error)}\n")
        return 2 if isinstance(error, BadInput) else 1
