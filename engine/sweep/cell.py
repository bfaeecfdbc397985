"""One cell of a sweep, wherever it runs: TOML text in, figures or a reason out."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass

from engine.progress import Progress
from engine.scenario_file import loads
from engine.sweep.figures import Figure, measured


@dataclass(frozen=True, slots=True)
class Task:
    """All that a runner needs to know of a cell: text only, so that it can go to any machine."""

    number: int
    scenario: str  # TOML
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Figures in the order of the keys, or none and the `failure`."""

    figures: tuple[Figure, ...] = ()
    failure: str = ""


Ends = Generator[tuple[int, Outcome], None, None]  # numbers of cells and their outcomes, as they end


class Interrupted(BaseException):
    """Carries what the progress callback raised past the handler of a cell's own failures."""


def told(progress: Progress) -> Progress:
    """`progress`, whose exceptions end the sweep rather than the cell."""

    def tell(share: float) -> None:
        try:
            progress(share)
        except Exception as error:
            raise Interrupted from error

    return tell


def run_text(scenario: str, keys: Sequence[str], progress: Progress | None = None) -> Outcome:
    """Run a scenario given as TOML. Whatever is wrong with it is the failure of the outcome."""
    try:
        return Outcome(measured(loads(scenario, "scenario"), keys, progress))
    except Exception as error:
        return Outcome(failure=one_line(error))


def one_line(error: Exception) -> str:
    """What the user can mend in its own words; what nobody foresaw with its kind."""
    text = " ".join(str(error.args[0] if isinstance(error, LookupError) and error.args else error).split())
    if isinstance(error, (ValueError, LookupError)) and text:
        return text
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
