"""The words of the speculation lab: presets, verdicts and figures."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from engine.labs.records import Verdict
from widgets import format as write


def _tr(text: str) -> str:
    return QCoreApplication.translate("SpeculationWords", text)


def question() -> str:
    return _tr("Why can a longer draft be slower, and is what comes out still the target's own text?")


def preset(key: str) -> tuple[str, str]:
    """Title and promise. KeyError for a preset that does not exist."""
    return {
        "longer-is-slower": (
            _tr("Twelve ahead"),
            _tr("A longer draft yields more tokens per verification and is slower. Drag it shorter."),
        ),
        "short-draft": (
            _tr("Four ahead"),
            _tr("A 1B model drafts four tokens for a 70B model: more than twice as fast."),
        ),
        "tree-for-one": (
            _tr("A tree for one user"),
            _tr("Several candidates per position, and one request: verification is nearly free."),
        ),
        "copies-kept": (
            _tr("State copied"),
            _tr("Every draft leaves a copy of the recurrent state: a rejection costs memory and no time."),
        ),
        "proof-holds": (
            _tr("Two laws, one output"),
            _tr("p and q differ, and the output still follows p: the test finds nothing, however many texts."),
        ),
        "early-exit": (
            _tr("LayerSkip, 7B"),
            _tr("Drafts from the first 8 of 32 layers: the formula says ×2.3, the authors measured ×2.05."),
        ),
        "k3-one-user": (
            _tr("Kimi K3, one user"),
            _tr("Seven drafts a step on 16 GB300: ×3.1 reported, ×3.5 by the cost model, with more experts to read."),
        ),
        "second-token": (
            _tr("DeepSeek-V3, MTP"),
            _tr("One more token per step, accepted 85 to 90 % of the time: ×1.8 reported, ×1.84 by the formula."),
        ),
        "large-batch": (
            _tr("A crowd of 128"),
            _tr("With many requests the drafts compete for arithmetic, and verification is no longer free."),
        ),
        "tree-in-a-crowd": (
            _tr("A tree in a crowd"),
            _tr("Twenty places to verify for each of 64 requests: most of the work is for nothing."),
        ),
        "perfect-draft": (
            _tr("A perfect draft"),
            _tr("Every draft is accepted, for the draft model is the target itself: nothing is gained."),
        ),
        "never-accepted": (
            _tr("LayerSkip, 1.5B"),
            _tr("Two drafts in a hundred are accepted: three times slower, as the authors measured."),
        ),
        "replay": (
            _tr("State replayed"),
            _tr("What was accepted has to run again after a rejection: what drafts gain is spent on that."),
        ),
        "no-room-for-copies": (
            _tr("No room for copies"),
            _tr("Eight copies of the recurrent state for each of 32 requests do not fit beside the weights."),
        ),
        "typical": (
            _tr("Typical acceptance"),
            _tr("Faster than the exact rule, and no longer the target's text: the test refuses it."),
        ),
    }[key]


def verdict(told: Verdict) -> str:
    """The verdict as a sentence. KeyError for a reason that does not exist."""
    values = {name: _value(name, value) for name, value in told.values.items()}
    return _verdicts()[told.reason].format(**values)


def _verdicts() -> dict[str, str]:
    return {
        "faster": _tr("Speed-up {speedup}: {tokens} tokens for a step that takes {step} plain ones."),
        "too_short": _tr("Speed-up {speedup}, and it could be {best} with {best_depth} tokens ahead."),
        "too_long": _tr("Speed-up {speedup}, but a shorter draft is better: {best} with {best_depth} tokens ahead."),
        "no_gain": _tr(
            "Speed-up {speedup}: drafting gains nothing. {tokens} tokens for a step that takes {step} plain ones."
        ),
        "nothing_drafted": _tr("Nothing is drafted. With {best_depth} tokens ahead the speed-up would be {best}."),
        "slower_draft": _tr(
            "Slower than without drafts, {speedup}. Drafting alone takes {excess} plain steps; the best length is "
            "{best_depth} ({best})."
        ),
        "slower_verification": _tr(
            "Slower than without drafts, {speedup}. At batch size {batch} verifying takes {excess} plain steps more; "
            "the best length is {best_depth} ({best})."
        ),
        "slower_rollback": _tr(
            "Slower than without drafts, {speedup}. Accepted tokens run again after rejections; without that it "
            "would be {without}."
        ),
        "hardly_accepted": _tr(
            "Slower than without drafts, {speedup}. Only {accepted} drafts per verification are accepted."
        ),
        "other_distribution": _tr(
            "Speed-up {speedup}, but this is not the target's text: {bias} of the probability lies elsewhere."
        ),
        "draft_takes_room": _tr(
            "It does not fit: what drafting keeps in memory leaves no room for {batch} requests."
        ),
        "batch_has_no_room": _tr(
            "It does not fit: there is no room for the state of {batch} requests, with or without drafts."
        ),
        "does_not_fit": _tr("It does not fit: the weights leave no room for state. Take more or larger devices."),
    }


def _value(name: str, value: float) -> str:
    if name in ("speedup", "best", "without"):
        return write.ratio(value)
    if name == "bias":
        return write.share(value)
    return write.count(value) if name in ("depth", "best_depth", "batch") else f"{value:.2f}"


def figure(key: str) -> str:
    """The name of a figure. KeyError for one that does not exist."""
    return {
        "speedup": _tr("Speed-up"),
        "reported": _tr("Speed-up, as its authors report it"),
        "tokens": _tr("Tokens per verification"),
        "best_depth": _tr("Best draft length"),
        "overlap": _tr("Overlap of p and q: chance of acceptance"),
        "loss": _tr("Acceptance loss"),
        "siblings": _tr("Chance that one of the first candidates is accepted"),
        "threshold": _tr("Threshold of typical acceptance"),
        "wasted": _tr("Wasted drafts"),
        "plain": _tr("A plain step"),
        "draft": _tr("Drafting"),
        "verification": _tr("Verification"),
        "replay": _tr("Running accepted tokens again"),
        "copies": _tr("Copies of recurrent state"),
        "loses_from": _tr("Batch size from which every draft loses"),
        "bias": _tr("Distance of the output from p"),
        "counted": _tr("Tokens per verification, counted"),
        "p_value": _tr("p-value: output against the target's law"),
        "engine_tokens": _tr("Tokens per verification in the engine"),
        "engine_speedup": _tr("Speed-up in the engine"),
    }[key]
