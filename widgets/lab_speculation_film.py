"""The film of the speculation lab: a few verifications of one text, moment by moment, and the time they take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from engine.experiment import Role
from engine.labs.speculation_costs import StepTime
from engine.labs.speculation_trials import Candidate, Fate, Round


class Stage(Enum):
    DRAFT = auto()  # the drafts of one more position are there
    VERIFY = auto()  # the target reads them all
    JUDGE = auto()  # what it accepts and what it says itself
    KEEP = auto()  # the text has grown


@dataclass(frozen=True)
class Cell:
    """A token as it stands there at some moment. `spared`: nobody looked at it."""

    text: str
    role: Role
    chance: float | None = None
    spared: bool = False


@dataclass(frozen=True)
class Moment:
    """`place`: positions that have been drafted. Seconds since the first draft, and what plain steps would need."""

    round: int  # from 0
    stage: Stage
    place: int
    tokens: int  # known so far, those just judged included
    seconds: float
    plain_seconds: float  # for as many tokens without drafts


class Film:
    """All moments of some rounds. Without drafts a round is one pass of the target, and one token.

    `drafts` are verified in every round: those shown, and in a tree those of the branches that were not followed.
    """

    def __init__(self, rounds: Sequence[Round], step: StepTime, drafts: int) -> None:
        self.rounds, self.drafts = tuple(rounds), drafts
        self.depth = len(self.rounds[0].drafts) if self.rounds else 0
        self.moments: list[Moment] = []
        seconds, tokens = 0.0, 0
        for number, played in enumerate(self.rounds):
            for place in range(1, self.depth + 1):
                seconds += step.draft / self.depth
                self._add(number, Stage.DRAFT, place, tokens, seconds, step)
            seconds += step.verification + step.replay
            self._add(number, Stage.VERIFY, self.depth, tokens, seconds, step)
            tokens += played.accepted + 1
            self._add(number, Stage.JUDGE, self.depth, tokens, seconds, step)
            self._add(number, Stage.KEEP, self.depth, tokens, seconds, step)

    def _add(self, number: int, stage: Stage, place: int, tokens: int, seconds: float, step: StepTime) -> None:
        self.moments.append(Moment(number, stage, place, tokens, seconds, tokens * step.plain))

    @property
    def tree(self) -> bool:
        return self.drafts > self.depth

    @property
    def gains(self) -> bool:
        """Whether the whole text is faster with drafts."""
        last = self.moments[-1] if self.moments else None
        return last is not None and last.seconds <= last.plain_seconds * (1 + 1e-9)

    @property
    def longest(self) -> float:
        """Seconds of the longer of the two ways to the whole text."""
        last = self.moments[-1] if self.moments else None
        return max(last.seconds, last.plain_seconds) if last else 0.0

    def text(self, moment: Moment) -> tuple[Cell, ...]:
        """The text as it stands, token by token, each with how it came there."""
        whole = moment.round + (moment.stage is Stage.KEEP)
        found: list[Cell] = []
        for played in self.rounds[:whole]:
            *path, last = played.tokens
            found += [Cell(letter(token), Role.ACCEPTED) for token in path]
            found.append(Cell(letter(last), _own(played)))
        return tuple(found)

    def columns(self, moment: Moment) -> tuple[tuple[Cell, ...], ...]:
        """The candidates at every position that has been drafted, and the target's own token once it is there."""
        played = self.rounds[moment.round]
        judged = moment.stage in (Stage.JUDGE, Stage.KEEP)
        found = [tuple(_cell(one, judged) for one in level) for level in played.drafts[: moment.place]]
        if judged:
            found.append((Cell(letter(played.last), _own(played)),))
        return tuple(found)

    def wasted(self, moment: Moment) -> int:
        """Drafts so far, those of this round included once judged, that came to nothing."""
        whole = moment.round + (moment.stage in (Stage.JUDGE, Stage.KEEP))
        return sum(self.drafts - played.accepted for played in self.rounds[:whole])


def letter(token: int) -> str:
    return chr(ord("A") + token)


def _own(played: Round) -> Role:
    return Role.RESAMPLED if played.corrected else Role.BONUS


def _cell(candidate: Candidate, judged: bool) -> Cell:
    if not judged:
        return Cell(letter(candidate.token), Role.DRAFTED)
    roles = {Fate.ACCEPTED: Role.ACCEPTED, Fate.REJECTED: Role.REJECTED, Fate.SPARED: Role.DRAFTED}
    spared = candidate.fate is Fate.SPARED
    return Cell(letter(candidate.token), roles[candidate.fate], None if spared else candidate.chance, spared)
