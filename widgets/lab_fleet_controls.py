"""The form of the fleet lab."""

from __future__ import annotations

from collections.abc import Sequence

from engine.fleets.fleet_plan import FaultPolicy, Publish, Routing
from engine.labs.fleet_settings import GB, FleetSettings, Trouble
from engine.models.cards import hardware, models
from widgets.lab_controls import Control
from widgets.lab_fleet_words import tr

_TENSOR = (1, 2, 4, 8, 16)


def controls() -> Sequence[Control]:
    """From top to bottom."""
    return (*_routing(), *_prefixes(), *_tasks(), *_tiers(), *_admission(), *_faults(), *_devices())


def _routing() -> list[Control]:
    group = tr("Replicas and routing")
    ways = (
        (Routing.CAPPED_AFFINITY, tr("to its prefix, up to a cap")),
        (Routing.PREFIX_AFFINITY, tr("to its prefix, always")),
        (Routing.LEAST_LOADED, tr("to the fewest requests")),
        (Routing.LEAST_TOKENS, tr("to the fewest tokens")),
        (Routing.POWER_OF_TWO, tr("to the better of two drawn")),
        (Routing.ROUND_ROBIN, tr("to each in turn")),
    )
    return [
        Control("engines", tr("Replicas"), group=group),
        Control("routing", tr("A request goes"), group=group, choices=ways),
        Control(
            "affinity_cap",
            tr("Balance ← cap → affinity"),
            unit="×",
            group=group,
            log=True,
            high=4.0,
            step=0.05,
            tip=tr("A replica with more than so many times the mean is passed over although it has the prefix."),
            when=lambda settings: settings.routing is Routing.CAPPED_AFFINITY,
        ),
    ]


def _prefixes() -> list[Control]:
    group = tr("Who asks")
    return [
        Control("prefix_families", tr("Prefixes (repositories)"), group=group),
        Control("shared_prefix_tokens", tr("Length of a prefix"), unit="tokens", group=group, log=True),
        Control(
            "popularity",
            tr("Popularity falls as 1 / rank^"),
            group=group,
            step=0.1,
            tip=tr("0: all prefixes alike. 2: the first is asked for four times as often as the second."),
        ),
        Control("rate", tr("Requests a second"), unit="/s", group=group, log=True, low=0.1, high=100.0),
        Control("requests", tr("Requests in all"), group=group, log=True),
    ]


def _tasks() -> list[Control]:
    group = tr("Who asks")
    return [
        Control("calls", tr("Calls per agent's task"), group=group, tip=tr("Each call's prompt is all before it.")),
        Control(
            "tool_s",
            tr("Time of a tool, mean"),
            unit="s",
            group=group,
            high=60,
            when=lambda settings: settings.calls > 1,
        ),
        Control("prompt_tokens", tr("New in a task, median"), unit="tokens", group=group, log=True),
        Control(
            "result_tokens",
            tr("A tool returns, median"),
            unit="tokens",
            group=group,
            log=True,
            when=lambda settings: settings.calls > 1,
        ),
        Control("output_tokens", tr("Answer, median"), unit="tokens", group=group, log=True),
        Control(
            "long_tokens",
            tr("Long from new tokens"),
            unit="tokens",
            group=group,
            log=True,
            low=100,
            high=100_000,
            tip=tr("A request that brings so many prompt tokens that nobody has sent before counts as long."),
        ),
        Control("seed", tr("Seed"), kind="spin", group=group),
    ]


def _tiers() -> list[Control]:
    group = tr("Where state lies")
    ways = (
        (Publish.NEVER, tr("none")),
        (Publish.REGISTERED, tr("gets pages when computed")),
        (Publish.EVICTED, tr("gets pages when driven out")),
    )
    return [
        Control(
            "pages",
            tr("Pages of a replica"),
            kind="spin",
            group=group,
            tip=tr("0: as many as its devices have room for."),
        ),
        Control("page_tokens", tr("Page"), unit="tokens", group=group, stops=(16, 64, 256, 512, 1024, 2048, 4096)),
        Control("dram_bytes", tr("Host memory"), unit="B", group=group, stops=_sizes(), tip=tr("Per replica.")),
        Control("ssd_bytes", tr("Disks"), unit="B", group=group, stops=_sizes(), tip=tr("Per replica.")),
        Control("store", tr("Shared store"), group=group, choices=ways),
        Control("store_bytes", tr("Size of the store"), unit="B", group=group, stops=_sizes()[1:], when=_has_store),
        Control(
            "link_bytes_per_s",
            tr("Link to the store"),
            unit="B/s",
            group=group,
            log=True,
            low=1e9,
            high=1e12,
            when=_has_store,
        ),
    ]


def _admission() -> list[Control]:
    group = tr("Who is let in")
    return [
        Control(
            "outstanding_tokens",
            tr("Budget of a replica"),
            kind="spin",
            unit="tokens",
            group=group,
            step=100_000,
            tip=tr("Prompts and answers of all that have not ended; whoever exceeds it is turned away. 0: no limit."),
        ),
        Control(
            "early_rejection",
            tr("Turn away who would be late"),
            group=group,
            tip=tr("Whoever is predicted to wait longer for a first token than the contract allows."),
        ),
        Control("ttft_s", tr("Promised first token"), unit="s", group=group, log=True, low=0.5, high=120.0),
        Control("tpot_s", tr("Promised next token"), unit="s", group=group, log=True, low=0.01, high=1.0),
    ]


def _faults() -> list[Control]:
    group = tr("What breaks")
    kinds = (
        (Trouble.NONE, tr("nothing")),
        (Trouble.WORKER_DIES, tr("a replica dies")),
        (Trouble.PAGES_INVALIDATED, tr("pages turn out wrong")),
        (Trouble.STRAGGLER, tr("a replica is slow")),
        (Trouble.LINK_SLOWS, tr("the link is slow")),
    )
    policies = (
        (FaultPolicy.DEFAULT, tr("as usual")),
        (FaultPolicy.RECOMPUTE, tr("computed again there")),
        (FaultPolicy.RETRY, tr("sent elsewhere")),
        (FaultPolicy.DEGRADE, tr("answered as far as they are")),
        (FaultPolicy.REJECT, tr("given up")),
    )
    return [
        Control("fault", tr("Fault"), group=group, choices=kinds),
        Control("fault_at_s", tr("After"), unit="s", group=group, high=300.0, when=_breaks),
        Control("fault_engine", tr("Replica"), group=group, when=lambda s: _breaks(s) and not _on_link(s)),
        Control(
            "fault_duration_s",
            tr("For"),
            unit="s",
            group=group,
            high=300.0,
            tip=tr("0: until the end of the run."),
            when=lambda s: _breaks(s) and s.fault is not Trouble.PAGES_INVALIDATED,
        ),
        Control(
            "fault_share",
            tr("Wrong part of the pages"),
            unit="1",
            group=group,
            when=lambda s: s.fault is Trouble.PAGES_INVALIDATED,
        ),
        Control("fault_policy", tr("Its requests are"), group=group, choices=policies, when=_breaks),
    ]


def _devices() -> list[Control]:
    group = tr("Model and devices")
    cards = tuple((key, card.name) for key, card in models().items())
    devices = tuple((key, card.name) for key, card in hardware().items())
    return [
        Control("model", tr("Model"), kind="choice", group=group, choices=cards),
        Control("hardware", tr("Device"), kind="choice", group=group, choices=devices),
        Control("tensor_parallel", tr("Devices per replica"), group=group, stops=_TENSOR),
        Control("token_budget", tr("Tokens per iteration"), unit="tokens", group=group, log=True, low=256),
    ]


def _sizes() -> tuple[float, ...]:
    return (0.0, *(float(size * GB) for size in (100, 250, 500, 1000, 2000, 4000, 8000, 16_000, 32_000)))


def _has_store(settings: FleetSettings) -> bool:
    return settings.store is not Publish.NEVER


def _breaks(settings: FleetSettings) -> bool:
    return settings.fault is not Trouble.NONE


def _on_link(settings: FleetSettings) -> bool:
    return settings.fault is Trouble.LINK_SLOWS
