"""The form of the speculation lab."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from engine.labs.speculation_laws import Judge
from engine.labs.speculation_settings import AcceptanceLaw, SpeculationSettings, Verification
from engine.models.cards import hardware, models
from engine.scenario import Drafting, Rollback
from widgets.lab_controls import Control

_BATCHES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
_CONTEXTS = (100, 200, 500, 1000, 2000, 4000, 8000, 16_000, 32_000, 64_000, 128_000)


def _tr(text: str) -> str:
    return QCoreApplication.translate("SpeculationControls", text)


def controls() -> Sequence[Control]:
    return (*_acceptance(), *_drafts(), *_serving(), *_proof())


def _acceptance() -> tuple[Control, ...]:
    group = _tr("Acceptance")
    laws = (
        (AcceptanceLaw.CONSTANT, _tr("one chance at all positions")),
        (AcceptanceLaw.POSITIONS, _tr("a chance for each position")),
        (AcceptanceLaw.DISTRIBUTIONS, _tr("two distributions p and q")),
    )
    rules = (
        (Judge.EXACT, _tr("exact: min(1, p/q)")),
        (Judge.TYPICAL, _tr("typical: whatever p finds likely")),
        (Judge.RESAMPLE, _tr("min(1, p/q), but replaced from p")),
    )
    return (
        Control("law", _tr("What is known of it"), group=group, choices=laws),
        Control(
            "acceptance",
            _tr("Chance that a draft is accepted"),
            unit="1",
            group=group,
            step=0.01,
            when=lambda settings: settings.law is AcceptanceLaw.CONSTANT,
        ),
        Control(
            "acceptance_by_position",
            _tr("Chance by position"),
            group=group,
            tip=_tr("Shares of 1, one for each position; the last one goes on."),
            when=lambda settings: settings.law is AcceptanceLaw.POSITIONS,
        ),
        Control(
            "target_weights",
            _tr("Weights of p (target)"),
            group=group,
            tip=_tr("One for each token; they need not sum to anything."),
        ),
        Control(
            "draft_weights",
            _tr("Weights of q (draft)"),
            group=group,
            tip=_tr("One for each token. The bars of q can also be dragged."),
            when=lambda settings: settings.law is AcceptanceLaw.DISTRIBUTIONS,
        ),
        Control("rule", _tr("How a draft is judged"), group=group, choices=rules),
        Control(
            "typical_epsilon",
            _tr("ε: as likely is always enough"),
            unit="1",
            group=group,
            step=0.01,
            when=lambda settings: settings.rule is Judge.TYPICAL,
        ),
        Control(
            "typical_delta",
            _tr("δ: times exp(-entropy) is enough"),
            group=group,
            step=0.01,
            when=lambda settings: settings.rule is Judge.TYPICAL,
        ),
    )


def _drafts() -> tuple[Control, ...]:
    group = _tr("Drafts")
    methods = ((Drafting.CHAIN, _tr("a chain")), (Drafting.TREE, _tr("a tree")))
    cards = tuple((key, card.name) for key, card in models().items())
    return (
        Control("draft_tokens", _tr("Draft length (tokens ahead)"), group=group),
        Control("method", _tr("The drafts form"), group=group, choices=methods),
        Control(
            "widths",
            _tr("Candidates after each token"),
            group=group,
            tip=_tr("By position; the last number goes on."),
            when=lambda settings: settings.method is Drafting.TREE,
        ),
        Control(
            "draft_model",
            _tr("Drafts come from"),
            group=group,
            choices=(("", _tr("something at a cost I set")), *cards),
            kind="choice",
        ),
        Control(
            "draft_cost",
            _tr("Cost of a draft step, in plain steps"),
            group=group,
            step=0.01,
            high=1.0,
            when=lambda settings: not settings.draft_model,
        ),
        Control(
            "rollback",
            _tr("Recurrent state after a rejection"),
            group=group,
            choices=(
                (Rollback.SNAPSHOT, _tr("a copy for every draft: memory")),
                (Rollback.REPLAY, _tr("accepted run again: time")),
            ),
            when=_recurrent,
        ),
    )


def _recurrent(settings: SpeculationSettings) -> bool:
    from engine.drafting.rollback import has_recurrent_state

    card = models().get(settings.model)
    return card is not None and has_recurrent_state(card)


def _serving() -> tuple[Control, ...]:
    group = _tr("Serving")
    costs = (
        (Verification.COST_MODEL, _tr("from the cost model")),
        (Verification.ONE_PASS, _tr("as much as a plain step")),
    )
    return (
        Control(
            "max_running",
            _tr("Batch size"),
            unit="requests",
            group=group,
            kind="slider",
            stops=_BATCHES,
        ),
        Control("context_tokens", _tr("Context of each"), unit="tokens", group=group, kind="slider", stops=_CONTEXTS),
        Control("verification", _tr("A verification costs"), group=group, choices=costs),
        Control(
            "model",
            _tr("Target model"),
            group=group,
            kind="choice",
            choices=tuple((key, card.name) for key, card in models().items()),
        ),
        Control(
            "hardware",
            _tr("Accelerator"),
            group=group,
            kind="choice",
            choices=tuple((key, card.name) for key, card in hardware().items()),
        ),
        Control("tensor_parallel", _tr("Tensor parallel"), group=group, kind="slider", stops=(1, 2, 4, 8, 16, 32)),
        Control(
            "expert_parallel",
            _tr("Expert parallel"),
            group=group,
            kind="slider",
            stops=(1, 2, 4, 8, 16, 32),
            when=lambda settings: (card := models().get(settings.model)) is not None and card.moe is not None,
        ),
        Control("weight_bits", _tr("Bits per weight"), group=group, kind="slider", stops=(4, 8, 16)),
    )


def _proof() -> tuple[Control, ...]:
    group = _tr("Proof")
    return (
        Control(
            "texts",
            _tr("Texts that are looked at"),
            group=group,
            stops=(1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000),
        ),
        Control("seed", _tr("Seed"), group=group, kind="spin"),
    )
