"""What is shown in place of a technique's two runs: one run by itself, or two scenarios beside each other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.compare import Comparison
    from engine.recording import Recording
    from engine.scenario import Scenario

MAGIC = b"18LEDGER"  # how a recording begins; the engine is not loaded for a look at a file


@dataclass(frozen=True)
class Opened:
    """`path` is a recording's file; `scenario` is the TOML text of one to run, `preset` its key if it is ours.
    `before` is the TOML text of the scenario that it is compared with, "" for none."""

    name: str
    path: str = ""
    scenario: str = ""
    preset: str = ""
    before: str = ""

    def fields(self) -> dict[str, Any]:
        """As JSON for the worker."""
        return asdict(self)

    @classmethod
    def from_fields(cls, fields: dict[str, Any]) -> Opened:
        return cls(**{key: fields[key] for key in ("name", "path", "scenario", "preset", "before")})


def is_recording(path: Path) -> bool:
    """Whether a file begins as a recording does; False if it cannot be read."""
    try:
        with open(path, "rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


def at_path(path: Path) -> Opened:
    """What a file holds: a recording, or a scenario to be run by itself. Raises OSError and UnicodeDecodeError."""
    if is_recording(path):
        return Opened(path.name, path=str(path))
    return Opened(path.name, scenario=path.read_text("utf-8") or "\n")


def read_recording(path: str) -> Recording:
    """A recording's file. Raises OSError, and ValueError naming the file and what is wrong with it."""
    from engine.recording import Recording

    data = Path(path).read_bytes()
    try:
        return Recording.from_bytes(data)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{path}: the recording's header is damaged or of another version ({error})") from error
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error


def alone(recording: Recording, title: str) -> Comparison:
    """A run as both sides of a comparison of no technique: nothing moves. Raises ValueError for a recording of a
    version whose facts the ledgers do not know."""
    from engine import ledgers
    from engine.compare import Comparison

    try:
        sheet = ledgers.measure(recording, title)
    except KeyError as error:
        raise ValueError(f"{title}: written by another version of this program: it lacks {error}") from error
    return Comparison("", recording, recording, sheet, sheet, ())


def title_of(recording: Recording, name: str) -> str:
    """The title of the scenario that was run, or the name of the file."""
    from engine import scenario_file

    try:
        return scenario_file.loads(recording.scenario, name).title
    except ValueError:
        return name


def carry_out(opened: Opened, progress: Callable[[float], None]) -> Comparison:
    """Read the recording or run the scenario. Raises ValueError, OSError and what the engine raises."""
    if opened.path:
        recording = read_recording(opened.path)
        return alone(recording, title_of(recording, opened.name))
    from engine import scenario_file
    from engine.simulate import simulate

    scenario = scenario_file.loads(opened.scenario, opened.name)
    if opened.before:
        return beside(scenario_file.loads(opened.before, opened.name), scenario, progress)
    return alone(simulate(scenario, progress=progress), scenario.title)


def beside(before: Scenario, after: Scenario, progress: Callable[[float], None]) -> Comparison:
    """Run two scenarios and compare them, without a technique. Raises what the engine raises."""
    from engine import ledgers
    from engine.compare import Comparison
    from engine.simulate import simulate

    first = simulate(before, progress=lambda fraction: progress(fraction / 2))
    second = simulate(after, progress=lambda fraction: progress((1 + fraction) / 2))
    sheets = (ledgers.measure(first, before.title), ledgers.measure(second, after.title))
    return Comparison("", first, second, *sheets, ())
