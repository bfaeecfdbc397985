"""The words of the phases lab: policies, presets, verdicts and figures."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QCoreApplication

from engine.labs.phases_settings import Serving
from engine.labs.records import Verdict
from widgets import format as write

# Every policy keeps one hue, one hatch, one dash and one shape in all pictures.
HUES = {
    Serving.STATIC: "grey",
    Serving.CONTINUOUS: "series:0",
    Serving.CHUNKED: "series:3",
    Serving.SPLIT: "series:11",
    Serving.PRIORITY: "series:4",
}
HATCHES = {
    Serving.STATIC: "x",
    Serving.CONTINUOUS: "",
    Serving.CHUNKED: "/",
    Serving.SPLIT: "|",
    Serving.PRIORITY: "\\",
}
DASHES = {
    Serving.STATIC: "dash-dot",
    Serving.CONTINUOUS: "solid",
    Serving.CHUNKED: "dash",
    Serving.SPLIT: "solid",
    Serving.PRIORITY: "dot",
}
SHAPES = {
    Serving.STATIC: "square",
    Serving.CONTINUOUS: "disc",
    Serving.CHUNKED: "diamond",
    Serving.SPLIT: "triangle-up",
    Serving.PRIORITY: "cross",
}


def _tr(text: str) -> str:
    return QCoreApplication.translate("PhasesWords", text)


def question() -> str:
    return _tr("Is a slow first token the same slowness as a slow next token?")


def name(serving: Serving | str) -> str:
    """A policy in a word or two."""
    return {
        Serving.STATIC: _tr("Static"),
        Serving.CONTINUOUS: _tr("Continuous"),
        Serving.CHUNKED: _tr("Chunked"),
        Serving.SPLIT: _tr("P/D split"),
        Serving.PRIORITY: _tr("Priority"),
    }[Serving(serving)]


def kind(key: str) -> str:
    """What is measured of a request."""
    return {"ttft": _tr("first token (TTFT)"), "tpot": _tr("next token (TPOT)"), "e2e": _tr("whole answer (E2E)")}[
        key
    ]


def preset(key: str) -> tuple[str, str]:
    """Title and promise. KeyError for a preset that does not exist."""
    return (_works() | _fails())[key]


def _fails() -> dict[str, tuple[str, str]]:
    return {
        "stalled": (
            _tr("Long prompts"),
            _tr("Whole prompts first: the first token is quick, and everybody else stands still meanwhile."),
        ),
        "small-budget": (
            _tr("Chunks too small"),
            _tr("A budget of 256 tokens: next tokens are smooth, and first tokens come too late."),
        ),
        "batch-first": (
            _tr("Wait for the batch"),
            _tr("Static batching for a chat: who comes while a batch runs waits for its longest answer."),
        ),
        "thin-link": (
            _tr("Thin link"),
            _tr("A split over 1.25 GB/s: the state of a prompt is longer on its way than the answer takes."),
        ),
        "few-readers": (
            _tr("Too few readers"),
            _tr("Long prompts, short answers: one engine cannot read for two, and the other has little to do."),
        ),
        "last-in-line": (
            _tr("Last in line"),
            _tr("Urgent requests first: the others wait so long that not even 95 of 100 are in time."),
        ),
        "bursts": (
            _tr("Bursts"),
            _tr("The same rate in bursts: the prompts of a burst stop all answers that are under way."),
        ),
    }


def _works() -> dict[str, tuple[str, str]]:
    return {
        "chunks-hold": (
            _tr("In chunks"),
            _tr("The same arrivals with a budget of 512 tokens: a later first token, and no next one too late."),
        ),
        "prompts-first": (
            _tr("First token now"),
            _tr("A strict limit on the first token: whole prompts keep it, chunks do not."),
        ),
        "kept-apart": (
            _tr("Kept apart"),
            _tr("10 ms for every next token: only engines that never read a prompt keep that."),
        ),
        "equal-lengths": (
            _tr("All alike"),
            _tr("Equal prompts, equal answers, nobody in a hurry to start: nothing disturbs a static batch."),
        ),
        "urgent-first": (
            _tr("Too much to do"),
            _tr("A flood, of which 60 % have to be in time: whoever serves all alike is late for most."),
        ),
        "no-winner": (
            _tr("Who wins where"),
            _tr("All policies over all rates: every one carries most under some contract, none under all."),
        ),
    }


def verdict(found: Verdict) -> str:
    """One sentence. KeyError for a reason that does not exist."""
    values = found.values
    words: dict[str, Any] = {"policy": name(values["policy"])}
    if found.reason.startswith("expect_"):
        return _expected(found.reason, values).format(**words, **_numbers(values))
    words |= {
        "against": name(values["against"]),
        "share": write.share(values["share"]),
        "other": write.share(values["other"]),
        "percentile": write.share(values["percentile"]),
        "broken": write.share(values["broken"]),
        "more": write.ratio(values.get("more")),
    }
    if found.reason == "carries_most":
        words |= {"next": name(values["next"])}
        words |= {key: f"{values[key]:.3g}" for key in ("own_rate", "next_rate")}
    return _came_out(found.reason, values).format(**words)


def _numbers(values: Any) -> dict[str, str]:
    return {
        "load": write.share(values["load"]),
        "mean": write.seconds(values.get("mean")),
        "used": write.share(values.get("used")),
        "kind": kind(values["limit"]) if "limit" in values else "",
    }


def _expected(reason: str, values: Any) -> str:
    if reason == "expect_saturated":
        return _tr("Estimate: {policy} cannot keep up (load {load}); the queue grows as long as requests come.")
    if reason == "expect_within":
        return _tr("Estimate: {policy} has room; the mean of the {kind} is {mean}, {used} of its limit.")
    if reason != "expect_close":
        return _tr("Estimate: {policy} is too slow; the mean of the {kind} is {mean}, {used} of its limit.")
    doubt = {
        "": _tr("Estimate: {policy} is close; the mean of the {kind} is {mean}, {used} of its limit."),
        "near": _tr("Estimate: {policy} is near its limit (load {load}); only the run can tell."),
        "slots": _tr("Estimate: {policy} has hardly a slot left for one more request; only the run can tell."),
        "bursty": _tr("Estimate: bursts like these are beyond the formula for the wait; only the run can tell."),
        "batches": _tr("Estimate: batches that queue are beyond the formula; only the run can tell."),
    }
    return doubt[values["outside"]]


def _came_out(reason: str, values: Any) -> str:
    if reason == "only_this":
        return _tr("{policy} keeps the contract ({share} of {percentile}); {against} does not ({other}).")
    if reason == "both":
        return _tr("Both keep the contract: {policy} {share}, {against} {other}. A higher rate tells them apart.")
    if reason == "carries_most":
        return _tr("{policy} carries most under this contract: {own_rate} requests/s, {next} {next_rate}.")
    if reason == "other_carries_more":
        return _tr("{policy} keeps the contract ({share}), and {against} would at {more} its rate.")
    broken = {
        "breaks_ttft": _tr("{policy}: the first token is too late for {broken}."),
        "breaks_tpot": _tr("{policy}: the next tokens are too slow for {broken}."),
        "breaks_e2e": _tr("{policy}: the answer ends too late for {broken}."),
    }[reason]
    if values["other"] >= values["percentile"]:
        held = _tr("Only {share} are within the contract; with {against} it is {other}.")
    else:
        held = _tr("Only {share} are within the contract, and with {against} {other}.")
    return f"{broken} {held}"


def figure(key: str) -> str:
    """The name of a figure. KeyError for one that does not exist."""
    return {
        "prefill": _tr("Reading a median prompt alone"),
        "alone": _tr("Decode step of one request"),
        "batch": _tr("Requests in a batch, B"),
        "step": _tr("Decode step of the batch"),
        "stall": _tr("A long prompt stops the others for"),
        "load": _tr("Load, ρ"),
        "wait": _tr("Mean wait"),
        "ttft": _tr("Mean TTFT"),
        "tpot": _tr("Mean TPOT"),
        "e2e": _tr("Mean E2E"),
        "limit": _tr("Rate that cannot be kept up"),
        "sent": _tr("State sent per prompt"),
        "transfer": _tr("Time of a transfer"),
        "least_urgent": _tr("Mean wait of the least urgent"),
        "attainment": _tr("Within the contract, run"),
        "goodput": _tr("Goodput, run"),
        "throughput": _tr("Throughput, run"),
        "ttft_at": _tr("TTFT at the contract's share, run"),
        "tpot_at": _tr("TPOT at the contract's share, run"),
        "e2e_at": _tr("E2E at the contract's share, run"),
        "capacity": _tr("Capacity at the contract, runs"),
        "over_static": _tr("Capacity against static batching"),
    }[key]
