"""What can be set in the phases lab, and the scenarios it stands for. Names and units are those of a scenario."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from engine.labs.settings import setting
from engine.models.cards import UnknownCard, hardware_card, model
from engine.scenario import (
    Arrivals,
    Batching,
    Contract,
    Hardware,
    Layout,
    Lengths,
    Model,
    Policy,
    QueueOrder,
    Scenario,
    Workload,
)
from engine.scenario_ranges import NOT_NEGATIVE, Range

WHOLE_BUDGET = 8192  # tokens of whole prompts that one iteration takes
LONGEST_PROMPT = 32_000
LONGEST_OUTPUT = 4096
MAX_LENGTH = LONGEST_PROMPT + LONGEST_OUTPUT


class Serving(StrEnum):
    """The policies that the lab holds against each other, on as many engines each."""

    STATIC = "static"  # a batch starts together and ends with its longest member
    CONTINUOUS = "continuous"  # whole prompts first, then everybody decodes
    CHUNKED = "chunked"  # everybody decodes, and prompts fill what the token budget leaves
    SPLIT = "split"  # some engines only read prompts and send the state to those that decode
    PRIORITY = "priority"  # chunked, the urgent third before the others


@dataclass(frozen=True)
class PhasesSettings:
    """The same arrivals under two policies, and what is promised about them. A limit of 0 is no limit."""

    policy: Serving = setting(Serving.CONTINUOUS)
    against: Serving = setting(Serving.CHUNKED)
    token_budget: int = setting(512, Range(16, 16_384))  # per iteration, with chunks
    prefill_engines: int = setting(1, Range(1, 7))  # of the split
    link_bytes_per_s: float = setting(25e9, Range(1e6, 1e12))  # of the split
    max_running: int = setting(32, Range(1, 256))  # requests of one engine; the batch of static batching
    batch_wait_ms: float = setting(50.0, Range(0, 10_000))  # of static batching
    # who asks
    rate: float = setting(8.0, Range(0.01, 1000))
    variation: float = setting(1.0, Range(0.1, 8))  # of the gaps: 1 = Poisson, more = bursts
    requests: int = setting(80, Range(8, 2000))
    prompt_tokens: int = setting(2000, Range(1, LONGEST_PROMPT))  # median
    prompt_spread: float = setting(0.8, Range(0, 2))
    output_tokens: int = setting(64, Range(2, LONGEST_OUTPUT))  # median
    output_spread: float = setting(0.5, Range(0, 2))
    # what is promised
    ttft_s: float = setting(1.0, NOT_NEGATIVE)
    tpot_s: float = setting(0.03, NOT_NEGATIVE)
    e2e_s: float = setting(0.0, NOT_NEGATIVE)
    percentile: float = setting(0.9, Range(0.01, 1))
    # on what
    model: str = setting("llama3.1-8b")
    hardware: str = setting("h100-sxm-80gb")
    tensor_parallel: int = setting(1, Range(1, 16))
    engines: int = setting(2, Range(1, 8))
    seed: int = setting(1, Range(0, 1_000_000))
    sweep: bool = setting(False)  # whether a run looks at other rates, too

    @property
    def decode_engines(self) -> int:
        """Of the split."""
        return self.engines - self.prefill_engines

    @property
    def servings(self) -> tuple[Serving, ...]:
        """The policies that these engines can run: a split needs two kinds of them."""
        return tuple(one for one in Serving if one is not Serving.SPLIT or self.decode_engines > 0)


def check(settings: PhasesSettings) -> None:
    """Raises ValueError naming the setting that makes no sense with the others."""
    for name, find in (("model", model), ("hardware", hardware_card)):
        try:
            find(getattr(settings, name))
        except UnknownCard as error:
            raise ValueError(f"{name}: {error}") from error
    heads, degree = model(settings.model).q_heads, settings.tensor_parallel
    if heads % degree:
        raise ValueError(f"tensor_parallel: found {degree}, expected a divisor of the {heads} query heads")
    if settings.policy is settings.against:
        raise ValueError(f"against: found {settings.against.value} twice, expected another policy")
    if Serving.SPLIT in (settings.policy, settings.against) and settings.decode_engines < 1:
        raise ValueError(
            f"prefill_engines: found {settings.prefill_engines} of {settings.engines} engines, "
            f"expected fewer, so that one is left to decode (or more engines)"
        )
    if not (settings.ttft_s or settings.tpot_s or settings.e2e_s):
        raise ValueError("ttft_s: found no limit at all, expected at least one of ttft_s, tpot_s, e2e_s")


def scenario(settings: PhasesSettings, serving: Serving | None = None) -> Scenario:
    """The arrivals under a policy, by default that of the settings."""
    serving = settings.policy if serving is None else serving
    split = serving is Serving.SPLIT
    return Scenario(
        title=f"{serving.value}: {settings.rate:g} requests per second",
        seed=settings.seed,
        model=Model(settings.model, max_length=MAX_LENGTH),
        hardware=Hardware(settings.hardware, workspace_bytes=None),
        layout=Layout(
            engines=settings.decode_engines if split else settings.engines,
            prefill_engines=settings.prefill_engines if split else 0,
            tensor_parallel=settings.tensor_parallel,
            link_bytes_per_s=settings.link_bytes_per_s,
        ),
        policy=_policy(settings, serving),
        workload=Workload(
            requests=settings.requests,
            arrivals=Arrivals.POISSON if settings.variation == 1 else Arrivals.GAMMA,
            rate=settings.rate,
            variation=settings.variation,
            prompt=prompt_law(settings),
            output=output_law(settings),
        ),
        contract=contract(settings),
    )


def contract(settings: PhasesSettings) -> Contract:
    return Contract(
        settings.ttft_s or None, settings.tpot_s or None, settings.e2e_s or None, percentile=settings.percentile
    )


def prompt_law(settings: PhasesSettings) -> Lengths:
    return Lengths(median=float(settings.prompt_tokens), spread=settings.prompt_spread, low=1, high=LONGEST_PROMPT)


def output_law(settings: PhasesSettings) -> Lengths:
    return Lengths(median=float(settings.output_tokens), spread=settings.output_spread, low=2, high=LONGEST_OUTPUT)


def _policy(settings: PhasesSettings, serving: Serving) -> Policy:
    chunks = serving in (Serving.CHUNKED, Serving.PRIORITY)
    batching = Batching.STATIC if serving is Serving.STATIC else Batching.CONTINUOUS
    return Policy(
        batching=Batching.CHUNKED if chunks else batching,
        order=QueueOrder.PRIORITY if serving is Serving.PRIORITY else QueueOrder.FCFS,
        max_running=settings.max_running,
        token_budget=settings.token_budget if chunks else WHOLE_BUDGET,
        batch_wait_ms=settings.batch_wait_ms,
    )


def at_rate(settings: PhasesSettings, rate: float) -> PhasesSettings:
    """The same requests, closer together or further apart."""
    return replace(settings, rate=rate)


def baseline(settings: PhasesSettings) -> Scenario:
    """What the policy is held against."""
    return scenario(settings, settings.against)
