"""The words of the fleet lab: presets, verdicts, figures."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from engine.labs.records import Verdict
from widgets import format as write


def tr(text: str) -> str:
    return QCoreApplication.translate("FleetLab", text)


def question() -> str:
    return tr("The prefix is in a cache. Why does the request still wait?")


def preset_text(key: str) -> tuple[str, str]:
    """Title and promise. KeyError for a preset that does not exist."""
    return (_kept_texts() | _failed_texts())[key]


def _kept_texts() -> dict[str, tuple[str, str]]:
    return {
        "repos": (
            tr("Agents on repositories"),
            tr("Prefixes of 400K tokens, followed up to a cap: most is found, and no replica drowns."),
        ),
        "store": (
            tr("A shared store"),
            tr("Requests go where least is to do, and state follows them over a fast link."),
        ),
        "tiers": (
            tr("Host memory below"),
            tr("Too little room for the prefixes of a replica, but host memory keeps what is pushed out."),
        ),
        "survivor": (
            tr("A death survived"),
            tr("The replica with the hottest prefix dies; the others fetch its state from the store."),
        ),
        "doorkeeper": (
            tr("A doorkeeper"),
            tr("More than the fleet can do: a budget of tokens turns some away, and the rest are served in time."),
        ),
    }


def _failed_texts() -> dict[str, tuple[str, str]]:
    return {
        "hot-spot": (
            tr("Affinity alone"),
            tr("Every request follows its prefix: hits are best, and one replica has nearly all the work."),
        ),
        "scattered": (
            tr("Balance alone"),
            tr("Work is spread evenly, and every replica computes every prefix itself."),
        ),
        "thrash": (
            tr("Caches too small"),
            tr("The prefixes of a replica do not fit beside each other: each drives out the next."),
        ),
        "slow-store": (
            tr("A slow store"),
            tr("Fetching a prefix takes longer than computing it."),
        ),
        "open-door": (
            tr("An open door"),
            tr("The same rush without a budget: everything is accepted, and much of it is late."),
        ),
        "death": (
            tr("A costly death"),
            tr("The replica with the hottest prefix dies without a store: all of it is computed again."),
        ),
        "wrong-pages": (
            tr("Bad pages"),
            tr("The state of a replica turns out wrong. None of it may be hit; it is computed again."),
        ),
    }


def verdict_text(verdict: Verdict) -> str:
    """The reason as one sentence. KeyError for a reason that does not exist."""
    text = (_answer_texts() | _run_texts())[verdict.reason]
    return text.format(**{name: _said(name, value) for name, value in verdict.values.items()})


def _run_texts() -> dict[str, str]:
    return {
        "keeps": tr("{kept} of the requests met the contract: cache and balance together hold."),
        "store-serves": tr("{kept} met the contract: the store brings state to wherever there is room."),
        "survived": tr("{kept} met the contract in spite of the fault; {late} requests were late."),
        "turned-away": tr("{rejected} of {requests} were turned away; of those let in, {kept} met the contract."),
        "fault": tr("{kept} met the contract: {late_before} late before the fault, {late_after} after it."),
        "hot-spot": tr(
            "Only {kept} met the contract: replica {replica} got {imbalance} the mean, and {share} of what was late."
        ),
        "thrash": tr("Only {kept} met the contract: of {filled} pages that were filled, {dropped} were driven out."),
        "scattered": tr(
            "Only {kept} met the contract: a prefix was computed on {copies} replicas; {hit} found of {reachable}."
        ),
        "overload": tr("Only {kept} met the contract: {late} of {admitted} were late. There is too much to do."),
        "too-large": tr("Most requests can never fit into a replica."),
    }


def _answer_texts() -> dict[str, str]:
    return {
        "does-not-fit": tr("The model does not fit: {why}"),
        "prefix-too-large": tr("A request needs the state of {tokens} tokens; a replica has room for {room}."),
        "store-slower": tr("Fetching a prefix from the store takes {fetch_s}, computing it {cold_s}."),
        "link-full": tr("The link to the store would need {link_load} of its rate."),
        "crowded": tr("The prefixes of one replica take {crowd} of its memory: what comes beside drives them out."),
        "behind": tr(
            "While requests arrive, the busiest replica is given {load} of what it can do: it ends {behind_s} behind."
        ),
        "could-hit-more": tr("{hit} of the prompt tokens are found; if requests followed their prefix, {reachable}."),
        "fits": tr("{hit} of the prompt tokens are found, and the busiest replica is {load} busy with the rest."),
    }


_SHARES = (
    *("kept", "late_before", "late_after", "share", "hit", "reachable", "load", "link_load", "crowd", "promise"),
)
_SECONDS = ("fetch_s", "cold_s", "behind_s", "ttft_s")


def _said(name: str, value: object) -> str:
    if not isinstance(value, (int, float)):
        return str(value)
    if name in _SHARES:
        return write.share(value)
    if name in _SECONDS:
        return write.seconds(value)
    if name == "imbalance":
        return write.ratio(value)
    return f"{value:.1f}" if name == "copies" else write.count(value)


def figure_text(key: str) -> str:
    """The name of a figure. KeyError for one that does not exist."""
    return {
        "capacity": tr("Room of a replica"),
        "working_set": tr("All prefixes"),
        "hit_affine": tr("Found with affinity"),
        "hit_balanced": tr("Found with balance"),
        "hit_expected": tr("Found as set"),
        "imbalance_expected": tr("Busiest replica, expected"),
        "cold_prefix": tr("A prefix from nothing"),
        "busiest_load": tr("Prompt work of the busiest"),
        "fetch_prefix": tr("A prefix from the store"),
        "link_load": tr("Link to the store"),
        "effective_hits": tr("Effective hit tokens"),
        "hit_rate": tr("Hit rate, counted"),
        "imbalance": tr("Busiest replica, counted"),
        "admitted": tr("Let in"),
        "goodput_short": tr("Goodput, short"),
        "goodput_long": tr("Goodput, long"),
        "dead_hits": tr("Hits on dead pages"),
    }[key]


def rejection_text(reason: str) -> str:
    """Why requests were turned away."""
    return {
        "too_large": tr("too large"),
        "outstanding": tr("budget of tokens used up"),
        "latency": tr("would have been late"),
        "fault": tr("given up after a fault"),
    }[reason]
