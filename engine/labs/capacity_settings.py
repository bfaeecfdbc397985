"""What the capacity lab lets one choose, and the scenario that it stands for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.labs.settings import setting
from engine.models.cards import UnknownCard, hardware_card, model
from engine.models.hf_config_reader import ConfigError
from engine.models.native_layout import native_state
from engine.scenario import (
    Allocator,
    Batching,
    Cache,
    Hardware,
    Layout,
    Memory,
    Model,
    Policy,
    Precision,
    Reservation,
    Scenario,
)
from engine.scenario_file import validate
from engine.scenario_ranges import Range
from engine.scenario_values import ScenarioError


@dataclass(frozen=True)
class CapacitySettings:
    """Names and units as in a scenario. `model` may also be the path of a Hugging Face config.json.

    What a model has no use for (expert groups of a dense one, records of its own where none are known) is left out.
    """

    model: str = setting("kimi-k3")
    kv_heads: int = setting(0, Range(0, 4096))  # 0 = the card's
    hardware: str = setting("b300-sxm")
    utilisation: float = setting(0.9, Range(0.05, 1))
    engines: int = setting(1, Range(1, 64))
    tensor_parallel: int = setting(8, Range(1, 1024))
    pipeline_parallel: int = setting(1, Range(1, 128))
    data_parallel: int = setting(1, Range(1, 1024))
    context_parallel: int = setting(1, Range(1, 1024))
    expert_parallel: int = setting(1, Range(1, 1024))
    weight_bits: float = setting(16.0, Range(1, 32))
    weight_overhead_bits: float = setting(0.0, Range(0, 8))
    expert_weight_bits: float = setting(0.0, Range(0, 32))  # 0 = as `weight_bits`
    state_bits: float = setting(16.0, Range(1, 32))
    state_overhead_bits: float = setting(0.0, Range(0, 8))
    native_state: bool = setting(False)
    activation_bits: float = setting(16.0, Range(4, 32))
    context_tokens: int = setting(1_048_576, Range(1, 100_000_000))  # that each request has reached
    max_running: int = setting(16, Range(1, 65_536))  # requests at once
    max_length: int = setting(2, Range(2, 100_000_000))  # that a request may reach, at least its context
    token_budget: int = setting(8192, Range(1, 1_048_576))
    allocator: Allocator = setting(Allocator.PAGED)
    page_tokens: int = setting(16, Range(1, 65_536))
    shared_prefix_tokens: int = setting(0, Range(0, 10_000_000))

    @property
    def longest(self) -> int:
        return max(self.max_length, self.context_tokens, 2)

    @property
    def prefix(self) -> int:
        """Tokens that all requests share and keep once: whole pages, and never a request's last token."""
        if self.allocator is not Allocator.PAGED:
            return 0
        return min(self.shared_prefix_tokens, self.context_tokens - 1) // self.page_tokens * self.page_tokens


def base(settings: CapacitySettings) -> Scenario:
    """Everything that decides about memory, with as many request slots as there are requests.

    Raises ScenarioError for a model or a device that there is no card of.
    """
    _known("model", settings.model, model)
    _known("hardware", settings.hardware, hardware_card)
    return Scenario(
        title="What is in the memory",
        model=Model(settings.model, settings.kv_heads or None, settings.longest),
        precision=_precision(settings),
        hardware=Hardware(settings.hardware, settings.utilisation, workspace_bytes=None),
        layout=Layout(
            engines=settings.engines,
            tensor_parallel=settings.tensor_parallel,
            pipeline_parallel=settings.pipeline_parallel,
            data_parallel=settings.data_parallel,
            context_parallel=settings.context_parallel,
            expert_parallel=settings.expert_parallel if model(settings.model).moe else 1,
        ),
        memory=Memory(
            settings.allocator,
            settings.page_tokens,
            reservation=Reservation.MAXIMUM,
            cache=Cache.HASH if settings.prefix else Cache.NONE,
        ),
        policy=Policy(Batching.CHUNKED, max_running=settings.max_running, token_budget=settings.token_budget),
    )


def _known(name: str, key: str, find: Callable[[str], object]) -> None:
    try:
        find(key)
    except UnknownCard as error:
        raise ScenarioError("settings", None, name, repr(key), str(error)) from error
    except ConfigError as error:
        raise ScenarioError("settings", None, name, error.found, f"{error.expected} ({key})") from error


def checked(settings: CapacitySettings) -> Scenario:
    """The same, if everything goes together. Raises ScenarioError naming the setting that does not."""
    try:
        return validate(base(settings), "settings")
    except ScenarioError as error:
        name = {"model.card": "model", "hardware.card": "hardware"}.get(error.field, error.field.rpartition(".")[2])
        raise ScenarioError("settings", None, name, error.found, error.expected) from error


def _precision(settings: CapacitySettings) -> Precision:
    return Precision(
        weight_bits=settings.weight_bits,
        weight_overhead_bits=settings.weight_overhead_bits,
        state_bits=settings.state_bits,
        state_overhead_bits=settings.state_overhead_bits,
        activation_bits=settings.activation_bits,
        expert_weight_bits=settings.expert_weight_bits or None,
        native_state=settings.native_state and native_state(model(settings.model)) is not None,
    )


def other_allocator(settings: CapacitySettings) -> CapacitySettings:
    """The same with the allocator that is not chosen; a reservation is for the longest that a request may be."""
    paged = settings.allocator is Allocator.PAGED
    other = Allocator.CONTIGUOUS if paged else Allocator.PAGED
    return replace(settings, allocator=other, max_length=settings.longest)
