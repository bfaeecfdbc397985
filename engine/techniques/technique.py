"""What a technique is: a scenario of the day before it was published, and the one change that it makes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from engine.models.cards import model
from engine.scenario import Scenario

if TYPE_CHECKING:
    from engine.experiment import Experiment


class NotApplicable(ValueError):
    """The technique changes nothing in this scenario, or cannot be switched on. `reason` is a plain sentence."""

    def __init__(self, technique: str, reason: str) -> None:
        self.technique = technique
        self.reason = reason
        super().__init__(f"{technique}: {reason}")


class Technique(ABC):
    """One contribution of one source. Subclasses are stateless and say in class attributes what they claim."""

    key: ClassVar[str]  # the key of its source in the library
    name: ClassVar[str]
    family: ClassVar[str]
    summary: ClassVar[str]  # what it changes, and where it does not help
    why_before: ClassVar[str]  # why the day-before scenario stands for its time
    invariant: ClassVar[str]  # what stays as it was
    moves: ClassVar[tuple[str, ...]]  # ledgers that move between the day before and the day after
    laboratory: ClassVar[str] = ""  # module of its numpy experiment, "" = none
    brings_model: ClassVar[bool] = False  # its source presents a model: other models cannot have it switched on

    @abstractmethod
    def day_before(self) -> Scenario:
        """The world it was published into."""

    @abstractmethod
    def change(self, scenario: Scenario) -> Scenario:
        """The scenario with the technique switched on. Raises NotApplicable where that makes no sense."""

    def patch(self, scenario: Scenario) -> Scenario:
        """`change`, titled after the technique. Raises NotApplicable also if the technique is on already."""
        after = self.change(scenario)
        if after == scenario:
            raise NotApplicable(self.name, "the scenario has it switched on already.")
        return replace(after, title=self.name)

    @property
    def has_experiment(self) -> bool:
        return bool(self.laboratory)

    def experiment(self, rng: np.random.Generator, **parameters: Any) -> Experiment | None:
        """Run its numpy experiment, if it has one. Parameters are those of the experiment's module."""
        if not self.laboratory:
            return None
        run: Callable[..., Experiment] = import_module(f"engine.experiments.{self.laboratory}").run
        return run(rng, **parameters)

    def refuse(self, reason: str) -> NotApplicable:
        """The exception to raise in `change`."""
        return NotApplicable(self.name, reason)


def kinds_of_layers(scenario: Scenario) -> frozenset[str]:
    """Kinds of layers of the scenario's model, as its card names them."""
    return frozenset(group.kind for group in model(scenario.model.card).layer_group)
