"""Play a path: techniques adopted one after another on one scenario, and the ledgers measured after each.

Adopting is cumulative: a step starts from the scenario that the step before has left. What cannot be switched on
there is passed over with the reason and changes nothing. A technique that brings its own model (`brings_model`)
cannot be an option of the model before it: there the ground changes. Its own day before is the new ground, and of
what was adopted so far those are carried over that set nothing which the new day before has set itself. The ground
is measured first, and the step is compared with it, never with a run of another model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from engine.adoption_start import start
from engine.ledgers import measure
from engine.models.cards import UnknownCard
from engine.scenario import Scenario
from engine.scenario_file import ScenarioError, flatten, validate
from engine.sheet import DeltaSheet, LedgerSheet
from engine.simulate import simulate
from engine.techniques import NotApplicable, Technique, available, get

Progress = Callable[[float], None]


class Outcome(StrEnum):
    """What became of a technique when its turn came."""

    ADOPTED = "adopted"
    REFUSED = "refused"  # it says itself that it cannot be switched on here
    CONFLICT = "conflict"  # the engine has no such combination
    NOT_RUNNABLE = "not-runnable"  # the engine cannot run it yet


@dataclass(frozen=True)
class Change:
    """One field of the scenario that a step sets. `by`: the earlier step that had set it last, "" = the start."""

    field: str
    before: str
    after: str
    by: str = ""


@dataclass(frozen=True)
class Ground:
    """The scenario that a step brings with it, measured before the step itself."""

    sheet: LedgerSheet
    scenario: Scenario
    carried: tuple[str, ...]  # techniques adopted before that are in force here too
    left: tuple[tuple[str, str], ...]  # technique and reason: those that are not


@dataclass(frozen=True)
class Step:
    """One technique of a path. The next one starts from `scenario`; `reason` says why it was passed over, else ""."""

    key: str
    outcome: Outcome
    reason: str
    sheet: LedgerSheet | None
    scenario: Scenario
    changes: tuple[Change, ...] = ()
    ground: Ground | None = None

    @property
    def adopted(self) -> bool:
        return self.outcome is Outcome.ADOPTED


@dataclass(frozen=True)
class Walk:
    """A path as it was played. `base` is the sheet of `scenario`, before the first step."""

    scenario: Scenario
    base: LedgerSheet
    steps: tuple[Step, ...]

    def sheet(self, index: int) -> LedgerSheet:
        """The sheet in force after step `index`; -1 is the start."""
        for step in reversed(self.steps[: index + 1]):
            if step.sheet is not None:
                return step.sheet
        return self.base

    def to_before(self, index: int) -> DeltaSheet:
        """What step `index` has changed: against its ground if it brings one, else against the step before it."""
        ground = self.steps[index].ground
        return self.sheet(index) - (self.sheet(index - 1) if ground is None else ground.sheet)

    def to_start(self, index: int) -> DeltaSheet:
        """What has changed since the start of the stretch: the start of the path, or the last new ground."""
        for step in reversed(self.steps[: index + 1]):
            if step.ground is not None:
                return self.sheet(index) - step.ground.sheet
        return self.sheet(index) - self.base


def adopt(keys: Iterable[str], base: Scenario | None = None, *, progress: Progress | None = None) -> Walk:
    """Adopt `keys` in the given order on `base` (the shipped starting scenario if None).

    Equal keys and base give equal walks. `progress` is told the fraction done and may raise to cancel. Raises
    ScenarioError and whatever else a run raises if `base` itself cannot be run; a step never raises.
    """
    return _Player(tuple(keys), start() if base is None else base, progress).play()


class _Halt(Exception):
    """Carries what `progress` raised past everything that would take it for a refusal."""

    def __init__(self, cause: BaseException) -> None:
        super().__init__()
        self.cause = cause


class _Player:
    """One play of a path."""

    def __init__(self, keys: tuple[str, ...], base: Scenario, progress: Progress | None) -> None:
        self._keys = keys
        self._base = base
        self._scenario = base
        self._progress = progress
        self._set_by: dict[str, str] = {}  # field -> the step that set it last
        self._adopted: list[str] = []

    def play(self) -> Walk:
        try:
            sheet = self._measure(validate(self._base), self._base.title, 0.0)
            steps = tuple(self._step(key, place + 1) for place, key in enumerate(self._keys))
            self._tell(1.0)
        except _Halt as halt:
            raise halt.cause from None
        return Walk(self._base, sheet, steps)

    def _step(self, key: str, place: int) -> Step:
        if key not in available():
            return self._passed(key, Outcome.NOT_RUNNABLE, "the engine cannot run it yet.")
        technique = get(key)
        try:
            after = technique.patch(self._scenario)
        except NotApplicable as refusal:
            if technique.brings_model and key not in self._adopted:
                return self._on_new_ground(technique, place)
            return self._passed(key, Outcome.REFUSED, refusal.reason)
        try:
            sheet = self._measure(validate(after), technique.name, place)
        except (ValueError, UnknownCard) as error:
            return self._passed(key, Outcome.CONFLICT, _told(error))
        changes = self._changes(self._scenario, after)
        return self._taken(Step(key, Outcome.ADOPTED, "", sheet, after, changes))

    def _on_new_ground(self, technique: Technique, place: int) -> Step:
        """The technique on its own day before, with what can be carried over."""
        before, carried, left = _ground(technique, self._adopted)
        after = technique.patch(before)
        try:
            ground = self._measure(validate(before), before.title, place, 0.5)
            sheet = self._measure(validate(after), technique.name, place + 0.5, 0.5)
        except (ValueError, UnknownCard) as error:
            return self._passed(technique.key, Outcome.CONFLICT, _told(error))
        self._set_by = {}
        changes = self._changes(before, after)
        on = Ground(ground, before, carried, left)
        return self._taken(Step(technique.key, Outcome.ADOPTED, "", sheet, after, changes, on))

    def _taken(self, step: Step) -> Step:
        self._scenario = step.scenario
        self._adopted.append(step.key)
        self._set_by.update({change.field: step.key for change in step.changes})
        return step

    def _passed(self, key: str, outcome: Outcome, reason: str) -> Step:
        return Step(key, outcome, reason, None, self._scenario)

    def _changes(self, before: Scenario, after: Scenario) -> tuple[Change, ...]:
        return tuple(
            Change(field, old, new, self._set_by.get(field, "")) for field, old, new in differences(before, after)
        )

    def _measure(self, scenario: Scenario, title: str, place: float, share: float = 1.0) -> LedgerSheet:
        """`share` of a step's part of the progress, from `place` on."""
        steps = len(self._keys) + 1
        told = None if self._progress is None else lambda done: self._tell((place + share * done) / steps)
        return measure(simulate(scenario, progress=told), title)

    def _tell(self, fraction: float) -> None:
        if self._progress is not None:
            try:
                self._progress(min(1.0, fraction))
            except BaseException as cause:
                raise _Halt(cause) from cause


def _ground(
    technique: Technique, adopted: Iterable[str]
) -> tuple[Scenario, tuple[str, ...], tuple[tuple[str, str], ...]]:
    """The technique's day before with what can be carried over, what that is, and why the rest is not."""
    scenario = own = technique.day_before()
    given = {field for field, _, _ in differences(Scenario(), own)}
    carried, left = [], []
    for key in adopted:
        try:
            after = validate(replace(get(key).patch(scenario), title=own.title))
            technique.patch(after)
        except NotApplicable as refusal:
            left.append((key, refusal.reason))
            continue
        except ScenarioError as error:
            left.append((key, _told(error)))
            continue
        taken = [field for field, _, _ in differences(scenario, after) if field in given]
        if taken:
            left.append((key, f"the new ground has set {', '.join(taken)} itself."))
            continue
        scenario = after
        carried.append(key)
    return scenario, tuple(carried), tuple(left)


def differences(before: Scenario, after: Scenario) -> list[tuple[str, str, str]]:
    """(field, before, after) of every field in which two scenarios differ, titles apart."""
    old, new = flatten(before), flatten(after)
    return [
        (field, _shown(old[field]), _shown(new[field]))
        for field in new
        if field != "title" and old[field] != new[field]
    ]


def _shown(value: object) -> str:
    """As a scenario file writes it, numbers in short."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:g}" if isinstance(value, float) else str(value)


def _told(error: Exception) -> str:
    if isinstance(error, ScenarioError):
        return f"{error.field}: found {error.found}, expected {error.expected}"
    return str(error)
