"""The answer of the phases lab in closed form: the parts of a request's time under every policy."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from engine.labs.phases_law import Estimate, Law, limit_rate
from engine.labs.phases_queue import class_waits
from engine.labs.phases_settings import PhasesSettings, Serving, check
from engine.labs.phases_verdict import expected
from engine.labs.records import Figure, Verdict
from engine.sheet import Evidence

ESTIMATE = Evidence.TEACHING_ESTIMATE
WAIT = "(c_a² + c_s²) / 2 · τ · ρ^(√(2(m + 1)) − 1) / (m (1 − ρ))"


@dataclass(frozen=True)
class PhasesAnswer:
    """`estimates` of every policy that these engines can run, `own` that of the settings."""

    verdict: Verdict
    figures: tuple[Figure, ...]
    own: Estimate
    against: Estimate
    estimates: tuple[Estimate, ...]


def answer(settings: PhasesSettings) -> PhasesAnswer:
    """Raises ValueError naming the setting that makes no sense, DoesNotFit."""
    check(settings)
    law = Law(settings)
    found = {serving: law.estimate(serving) for serving in settings.servings}
    own = found[settings.policy]
    return PhasesAnswer(
        verdict=expected(settings, own),
        figures=tuple(_figures(settings, law, own)),
        own=own,
        against=found[settings.against],
        estimates=tuple(found.values()),
    )


def _figure(key: str, value: float | None, unit: str, formula: str, filled: str) -> Figure:
    known = value is not None and math.isfinite(value)
    return Figure(key, value if known else None, unit, ESTIMATE, formula, filled)


def _figures(settings: PhasesSettings, law: Law, own: Estimate) -> Iterator[Figure]:
    prompt = settings.prompt_tokens
    yield _figure("prefill", law.prefill(prompt), "s", "t(prompt of n tokens)", f"t({prompt:,})")
    yield _figure("alone", law.decode(1), "s", "t(1 token, context c)", f"t(1, {law.context:,.0f})")
    yield _figure("batch", own.batch, "requests", *_batch(settings, own))
    yield _figure("step", own.step, "s", "t(B tokens, B · c of context)", f"t({own.batch:.1f}, …)")
    yield _figure("stall", own.stall, "s", *_stall(settings, law, own))
    yield _figure("load", own.load, "1", *_load(settings, own))
    yield _figure("wait", own.wait, "s", *_wait(settings, own))
    yield _figure("ttft", own.ttft, "s", "wait + reading + rest of a step", _sum(own))
    yield _figure("tpot", own.tpot, "s", *_tpot(settings, own))
    filled = f"{_ms(own.ttft)} + {law.steps:.0f} · {_ms(own.tpot)}"
    yield _figure("e2e", own.e2e, "s", "TTFT + (outputs − 1) · TPOT", filled)
    limit = limit_rate(settings, settings.policy)
    yield _figure("limit", limit, "requests/s", "λ at which ρ = 1", f"ρ({limit:.3g}) = 1")
    if own.serving is Serving.SPLIT:
        yield from _transfer(settings, law, own)
    if own.serving is Serving.PRIORITY:
        yield _classes(own)


def _batch(settings: PhasesSettings, own: Estimate) -> tuple[str, str]:
    if own.serving is Serving.STATIC:
        return "B = λ / engines · time of a batch, at most all slots", f"at most {settings.max_running}"
    engines = settings.decode_engines if own.serving is Serving.SPLIT else settings.engines
    return "B = λ / engines · outputs · TPOT", f"{settings.rate:g} / {engines} · outputs · {_ms(own.tpot)}"


def _stall(settings: PhasesSettings, law: Law, own: Estimate) -> tuple[str, str]:
    long = law.prompts.at(0.95)
    if own.serving is Serving.CONTINUOUS:
        return "t(prompt of n₉₅ tokens)", f"t({long:,.0f})"
    if own.serving in (Serving.CHUNKED, Serving.PRIORITY):
        return "t(budget) − t(B)", f"t({settings.token_budget:,}) − t({own.batch:.1f})"
    if own.serving is Serving.SPLIT:
        return "0", "prompts are read on other engines"
    return "0", "nobody joins a batch that has started"


def _load(settings: PhasesSettings, own: Estimate) -> tuple[str, str]:
    of = {
        Serving.STATIC: "λ / engines · time of a full batch / slots",
        Serving.CONTINUOUS: "λ / engines · (τ + outputs · t(slots) / slots)",
        Serving.CHUNKED: "λ / engines · τ in chunks",
        Serving.PRIORITY: "λ / engines · τ in chunks",
        Serving.SPLIT: "busiest of prefill, link, decode",
    }
    return of[own.serving], f"λ = {settings.rate:g}/s, τ = {_ms(own.service)}, {settings.engines} engines"


def _wait(settings: PhasesSettings, own: Estimate) -> tuple[str, str]:
    if own.serving is Serving.STATIC:
        return "rest of the batch under way, or the wait for company", f"{settings.batch_wait_ms:g} ms for company"
    if own.saturated:
        return WAIT, "ρ ≥ 1: the queue grows as long as requests come"
    servers = settings.prefill_engines if own.serving is Serving.SPLIT else 1
    doubt = f"; not to be trusted: {own.outside}" if own.outside else ""
    filled = f"c_a = {settings.variation:g}, τ = {_ms(own.service)}, ρ of prompts, m = {servers}{doubt}"
    return WAIT, filled


def _sum(own: Estimate) -> str:
    rest = max(0.0, own.ttft - own.wait - own.service) if math.isfinite(own.ttft) else 0.0
    return f"{_ms(own.wait)} + {_ms(own.service)} + {_ms(rest)}"


def _tpot(settings: PhasesSettings, own: Estimate) -> tuple[str, str]:
    if own.serving is Serving.STATIC:
        return "t(B) · steps of the longest / own steps", f"{_ms(own.step)} · {own.tpot / own.step:.2f}"
    if own.serving is Serving.CONTINUOUS:
        reading = 1 - own.step / own.tpot
        return "t(B) / (1 − share of time that prompts take)", f"{_ms(own.step)} / (1 − {reading:.2f})"
    if own.serving is Serving.SPLIT:
        return "t(B) + transfer / (outputs − 1)", f"{_ms(own.step)} + {_ms(own.tpot - own.step)}"
    full = own.step + own.stall
    return "mean of steps with and without a chunk", f"between {_ms(own.step)} and {_ms(full)}"


def _transfer(settings: PhasesSettings, law: Law, own: Estimate) -> Iterator[Figure]:
    size, link = law.sent_bytes(), settings.link_bytes_per_s
    tokens = law.prompts.mean
    yield _figure("sent", size, "B", "bytes per token · tokens of a prompt", f"{size / tokens:,.0f} · {tokens:,.0f}")
    alone = law.transfer_alone()
    filled = f"{_ms(alone)} / (1 − {min(1.0, settings.rate * alone):.2f}), {size:,.0f} bytes at {link:,.0f}/s"
    yield _figure("transfer", own.transfer, "s", "t / (1 − λ t), t = bytes / bandwidth", filled)


def _classes(own: Estimate) -> Figure:
    waits = class_waits(own.wait, own.load)
    filled = " · ".join(_ms(wait) for wait in waits) + " by class"
    return _figure("least_urgent", waits[-1], "s", "W₀ / ((1 − σ₂)(1 − σ₃))", filled)


def _ms(seconds: float) -> str:
    if not math.isfinite(seconds):
        return "∞"
    return f"{seconds * 1000:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"
