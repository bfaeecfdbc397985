"""What the eighteen ledgers are called and account for, and the words for verdicts and evidence, all translatable."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from engine.sheet import Direction, Evidence, Input, Quantity, Verdict

_NAMES = {
    "request": QT_TRANSLATE_NOOP("Ledger", "Request"),
    "contract": QT_TRANSLATE_NOOP("Ledger", "Contract"),
    "weights": QT_TRANSLATE_NOOP("Ledger", "Weights"),
    "state": QT_TRANSLATE_NOOP("Ledger", "State"),
    "allocation": QT_TRANSLATE_NOOP("Ledger", "Allocation"),
    "prefill": QT_TRANSLATE_NOOP("Ledger", "Prefill"),
    "decode": QT_TRANSLATE_NOOP("Ledger", "Decode"),
    "batching": QT_TRANSLATE_NOOP("Ledger", "Batching"),
    "reuse": QT_TRANSLATE_NOOP("Ledger", "Reuse"),
    "kernels": QT_TRANSLATE_NOOP("Ledger", "Kernels"),
    "speculation": QT_TRANSLATE_NOOP("Ledger", "Speculation"),
    "precision": QT_TRANSLATE_NOOP("Ledger", "Precision"),
    "parallelism": QT_TRANSLATE_NOOP("Ledger", "Parallelism"),
    "experts": QT_TRANSLATE_NOOP("Ledger", "Experts"),
    "network": QT_TRANSLATE_NOOP("Ledger", "Network"),
    "routing": QT_TRANSLATE_NOOP("Ledger", "Routing"),
    "faults": QT_TRANSLATE_NOOP("Ledger", "Faults"),
    "economics": QT_TRANSLATE_NOOP("Ledger", "Economics"),
}
_ACCOUNTS = {
    "request": QT_TRANSLATE_NOOP("Ledger", "What users ask for: how many requests arrive, and how long they are."),
    "contract": QT_TRANSLATE_NOOP("Ledger", "The latency that was promised, and how many requests received it."),
    "weights": QT_TRANSLATE_NOOP(
        "Ledger", "The memory the model itself takes, and how often each step reads it again."
    ),
    "state": QT_TRANSLATE_NOOP("Ledger", "The bytes a request leaves behind per token, and must keep until it ends."),
    "allocation": QT_TRANSLATE_NOOP(
        "Ledger", "How much of the memory set aside for state holds state, and how much is lost."
    ),
    "prefill": QT_TRANSLATE_NOOP("Ledger", "Reading the prompt: the work before the first token can appear."),
    "decode": QT_TRANSLATE_NOOP("Ledger", "Writing the answer: the cost of each further token of a request."),
    "batching": QT_TRANSLATE_NOOP(
        "Ledger", "Who shares an iteration, who waits for one, and what is done for nobody."
    ),
    "reuse": QT_TRANSLATE_NOOP("Ledger", "Prompt tokens not computed again because their state was still in memory."),
    "kernels": QT_TRANSLATE_NOOP(
        "Ledger", "How close the operators come to the limits of the arithmetic units and the memory."
    ),
    "speculation": QT_TRANSLATE_NOOP(
        "Ledger", "Tokens guessed ahead, tokens accepted, and the price of guessing wrong."
    ),
    "precision": QT_TRANSLATE_NOOP(
        "Ledger", "Bits spent on each weight, activation and cached value, and the bytes they save."
    ),
    "parallelism": QT_TRANSLATE_NOOP(
        "Ledger", "How one model is cut over several devices, and the time they spend agreeing."
    ),
    "experts": QT_TRANSLATE_NOOP(
        "Ledger", "Which part of a mixture model a token wakes up, and how evenly the parts work."
    ),
    "network": QT_TRANSLATE_NOOP(
        "Ledger", "Bytes that travel between machines, and the time somebody waits for them."
    ),
    "routing": QT_TRANSLATE_NOOP("Ledger", "Which replica a request is sent to, and how evenly the load is spread."),
    "faults": QT_TRANSLATE_NOOP(
        "Ledger", "What goes wrong under pressure: preemption, refusal, recomputation, loss."
    ),
    "economics": QT_TRANSLATE_NOOP("Ledger", "What a token costs in device time, energy and money."),
}
# Headlines in a few words, for rows that also name the ledger; other quantities are shown in full.
_SHORT = {
    "request.requests": QT_TRANSLATE_NOOP("Ledger", "requests"),
    "contract.attainment": QT_TRANSLATE_NOOP("Ledger", "within limits"),
    "weights.bytes": QT_TRANSLATE_NOOP("Ledger", "on a device"),
    "state.bytes_per_token": QT_TRANSLATE_NOOP("Ledger", "per token"),
    "allocation.utilisation": QT_TRANSLATE_NOOP("Ledger", "slots in use"),
    "prefill.tokens": QT_TRANSLATE_NOOP("Ledger", "prompt tokens"),
    "decode.rate": QT_TRANSLATE_NOOP("Ledger", "tokens per s"),
    "batching.running": QT_TRANSLATE_NOOP("Ledger", "running"),
    "reuse.hit_rate": QT_TRANSLATE_NOOP("Ledger", "hit rate"),
    "kernels.bytes_per_output_token": QT_TRANSLATE_NOOP("Ledger", "traffic/token"),
    "speculation.tokens_per_verification": QT_TRANSLATE_NOOP("Ledger", "per check"),
    "precision.resident_bits": QT_TRANSLATE_NOOP("Ledger", "bits/number"),
    "parallelism.busy_share": QT_TRANSLATE_NOOP("Ledger", "busy"),
    "experts.touched": QT_TRANSLATE_NOOP("Ledger", "touched"),
    "network.bytes_per_output_token": QT_TRANSLATE_NOOP("Ledger", "bytes/token"),
    "routing.imbalance": QT_TRANSLATE_NOOP("Ledger", "imbalance"),
    "faults.tokens_at_risk": QT_TRANSLATE_NOOP("Ledger", "tokens at risk"),
    "economics.device_seconds": QT_TRANSLATE_NOOP("Ledger", "per 1M"),
}
_VERDICTS = {
    Verdict.BETTER: QT_TRANSLATE_NOOP("Ledger", "better"),
    Verdict.WORSE: QT_TRANSLATE_NOOP("Ledger", "worse"),
    Verdict.CHANGED: QT_TRANSLATE_NOOP("Ledger", "changed"),
    Verdict.SAME: QT_TRANSLATE_NOOP("Ledger", "same"),
    Verdict.APPEARED: QT_TRANSLATE_NOOP("Ledger", "new"),
    Verdict.VANISHED: QT_TRANSLATE_NOOP("Ledger", "gone"),
    Verdict.UNEXERCISED: QT_TRANSLATE_NOOP("Ledger", "not exercised"),
}
VERDICT_GLYPHS = {
    Verdict.BETTER: "▲",
    Verdict.WORSE: "▼",
    Verdict.CHANGED: "◆",
    Verdict.SAME: "=",
    Verdict.APPEARED: "+",
    Verdict.VANISHED: "−",
    Verdict.UNEXERCISED: "—",
}
_EVIDENCE = {
    Evidence.AUTHOR_REPORTED: (
        QT_TRANSLATE_NOOP("Ledger", "author-reported"),
        QT_TRANSLATE_NOOP("Ledger", "A figure the source gives about itself, on its own hardware and workload."),
    ),
    Evidence.REPRODUCIBLE: (
        QT_TRANSLATE_NOOP("Ledger", "reproducible"),
        QT_TRANSLATE_NOOP(
            "Ledger", "Counted in the run: the same scenario and seed give the same figure on any machine."
        ),
    ),
    Evidence.TEACHING_ESTIMATE: (
        QT_TRANSLATE_NOOP("Ledger", "teaching-estimate"),
        QT_TRANSLATE_NOOP(
            "Ledger", "Rests on a cost model or a simplified formula: trust the direction, not the digits."
        ),
    ),
    Evidence.PRODUCTION_INTERNAL: (
        QT_TRANSLATE_NOOP("Ledger", "production-internal"),
        QT_TRANSLATE_NOOP("Ledger", "An operator's figure about its own service; nobody outside can check it."),
    ),
}
EVIDENCE_GLYPHS = {
    Evidence.AUTHOR_REPORTED: "“",
    Evidence.REPRODUCIBLE: "●",
    Evidence.TEACHING_ESTIMATE: "○",
    Evidence.PRODUCTION_INTERNAL: "■",
}
_EFFECTS = {
    "saves": QT_TRANSLATE_NOOP("Ledger", "saves"),
    "costs": QT_TRANSLATE_NOOP("Ledger", "costs"),
    "shapes": QT_TRANSLATE_NOOP("Ledger", "shapes"),
}
_DIRECTIONS = {
    Direction.MORE: QT_TRANSLATE_NOOP("Ledger", "more is better"),
    Direction.LESS: QT_TRANSLATE_NOOP("Ledger", "less is better"),
    Direction.NEITHER: QT_TRANSLATE_NOOP("Ledger", "neither way is better"),
}
EFFECT_VERDICT = {"saves": Verdict.BETTER, "costs": Verdict.WORSE, "shapes": Verdict.CHANGED}


def _translated(text: object) -> str:
    return QCoreApplication.translate("Ledger", str(text))


def ledger_name(ledger: str) -> str:
    """The display name of a ledger key; an unknown key is shown as it is."""
    return _translated(_NAMES[ledger]) if ledger in _NAMES else ledger


def ledger_account(ledger: str) -> str:
    """One sentence: what the ledger accounts for. Empty for an unknown key."""
    return _translated(_ACCOUNTS[ledger]) if ledger in _ACCOUNTS else ""


def quantity_name(quantity: Quantity) -> str:
    return QCoreApplication.translate("Quantity", quantity.name)


def quantity_terms(quantity: Quantity) -> list[tuple[str, str]]:
    """The words of a quantity's definition that have a meaning of their own, and what they mean here."""
    from engine.reading.definitions import define, meaning  # loads all ledgers: not before somebody asks

    return [(term, QCoreApplication.translate("Term", meaning(term))) for term in define(quantity).terms]


def quantity_unit(quantity: Quantity) -> str:
    """The unit in words."""
    from engine.reading.definitions import define

    return QCoreApplication.translate("Unit", define(quantity).unit)


def quantity_formula(quantity: Quantity) -> str:
    return QCoreApplication.translate("Quantity", quantity.formula) if quantity.formula else ""


def translated_inputs(inputs: Sequence[Input]) -> tuple[Input, ...]:
    """The inputs of a formula with their meanings in the interface's language."""
    return tuple(
        replace(entry, meaning=QCoreApplication.translate("Quantity", entry.meaning)) if entry.meaning else entry
        for entry in inputs
    )


def short_name(quantity: Quantity) -> str:
    """What a headline measures, in a few words."""
    return _translated(_SHORT[quantity.key]) if quantity.key in _SHORT else quantity_name(quantity)


def reason_text(reason: str) -> str:
    """Why a run does not exercise a quantity."""
    return QCoreApplication.translate("Quantity", reason) if reason else ""


def verdict_name(verdict: Verdict) -> str:
    return _translated(_VERDICTS[verdict])


def evidence_name(evidence: str) -> str:
    """The label itself; a label outside the four is shown as it is."""
    return _translated(_EVIDENCE[Evidence(evidence)][0]) if evidence in set(Evidence) else evidence


def evidence_meaning(evidence: str) -> str:
    return _translated(_EVIDENCE[Evidence(evidence)][1]) if evidence in set(Evidence) else ""


def effect_name(effect: str) -> str:
    return _translated(_EFFECTS[effect]) if effect in _EFFECTS else effect


def direction_name(direction: Direction) -> str:
    return _translated(_DIRECTIONS[direction])
