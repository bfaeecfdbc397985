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
    prompt, batch = settings.prompt_tokens, own.batch
    yield _figure("prefill", law.prefill(prompt), "s", "t(prompt of n tokens)", f"t({prompt:,})")
    yield _figure("alone", law.decode(1), "s", "t(1 token, c of context)", f"t(1, {law.context:,.0f})")
    yield _figure("batch", batch, "requests", *_batch(settings, law, own))
    yield _figure(
        "step", own.step, "s", "t(B tokens, B · c of context)", f"t({batch:.1f}, {batch * law.context:,.0f})"
    )
    yield _figure("stall", own.stall, "s", *_stall(settings, law, own))
    yield _figure("load", own.load, "1", *_load(settings, law, own))
    yield _figure("wait", own.wait, "s", *_wait(settings, own))
    yield _figure("ttft", own.ttft, "s", "wait + reading + rest of a step", _sum(own))
    yield _figure("tpot", own.tpot, "s", *_tpot(law, own))
    yield _figure(
        "e2e", own.e2e, "s", "TTFT + (outputs − 1) · TPOT", f"{_ms(own.ttft)} + {law.steps:.1f} · {_ms(own.tpot)}"
    )
    limit = limit_rate(settings, settings.policy)
    yield _figure("limit", limit, "requests/s", "λ at which ρ = 1", f"ρ({limit:.3g}) = 1")
    if own.serving is Serving.SPLIT:
        yield from _transfer(settings, law, own)
    if own.serving is Serving.PRIORITY:
        yield _classes(own)


def _batch(settings: PhasesSettings, law: Law, own: Estimate) -> tuple[str, str]:
    if own.serving is Serving.STATIC:
        return "B = λ / engines · time of a batch, at most all slots", f"at most {settings.max_running}"
    engines = settings.decode_engines if own.serving is Serving.SPLIT else settings.engines
    step = own.step if own.serving is Serving.SPLIT else own.tpot
    formula = (
        "B = λ / engines · (outputs − 1) · t"
        if own.serving is Serving.SPLIT
        else ("B = λ / engines · (outputs − 1) · TPOT")
    )
    return formula, f"{settings.rate:g} / {engines} · {law.steps:.1f} · {_ms(step)}"


def _stall(settings: PhasesSettings, law: Law, own: Estimate) -> tuple[str, str]:
    long = law.prompts.at(0.95)
    if own.serving is Serving.CONTINUOUS:
        return "t(prompt of n₉₅ tokens)", f"t({long:,.0f})"
    if own.serving in (Serving.CHUNKED, Serving.PRIORITY):
        return "t(budget) − t(B)", f"{_ms(own.step + own.stall)} − {_ms(own.step)}"
    if own.serving is Serving.SPLIT:
        return "0", "prompts are read on other engines"
    return "0", "nobody joins a batch that has started"


def _load(settings: PhasesSettings, law: Law, own: Estimate) -> tuple[str, str]:
    rate, engines, slots = settings.rate, settings.engines, law.slots
    each = f"{rate:g} / {engines}"
    full = law.decode(slots)
    if own.serving is Serving.SPLIT:
        reading, link = own.reading, rate * law.transfer_alone()
        writing = rate / settings.decode_engines * law.steps * full / slots
        return "max(ρ of prefill, of the link, of decode)", f"max({reading:.3f}, {link:.3f}, {writing:.3f})"
    if own.serving is Serving.CONTINUOUS:
        filled = f"{each} · ({_ms(own.service)} + {law.steps:.1f} · {_ms(full)} / {slots:.0f})"
        return "λ / engines · (τ + (outputs − 1) · t(slots) / slots)", filled
    spent = own.load * engines / rate
    if own.serving is Serving.STATIC:
        return "λ / engines · time of a full batch / slots", f"{each} · {_ms(spent * slots)} / {slots:.0f}"
    return "λ / engines · time of a request at full steps", f"{each} · {_ms(spent)}"


def _wait(settings: PhasesSettings, own: Estimate) -> tuple[str, str]:
    if own.serving is Serving.STATIC:
        return "rest of the batch under way, or the wait for company", f"{settings.batch_wait_ms:g} ms for company"
    if own.reading >= 1:
        return WAIT, f"ρ = {own.reading:.2f}: the queue grows as long as requests come"
    servers = settings.prefill_engines if own.serving is Serving.SPLIT else 1
    power = math.sqrt(2 * (servers + 1)) - 1
    filled = (
        f"({settings.variation**2:.2f} + {own.spread:.2f}) / 2 · {_ms(own.service)} · "
        f"{own.reading:.3f}^{power:.2f} / ({servers} · {1 - own.reading:.3f})"
    )
    return WAIT, filled + (f"; not to be trusted: {own.outside}" if own.outside else "")


def _sum(own: Estimate) -> str:
    rest = max(0.0, own.ttft - own.wait - own.service) if math.isfinite(own.ttft) else 0.0
    return f"{_ms(own.wait)} + {_ms(own.service)} + {_ms(rest)}"


def _tpot(law: Law, own: Estimate) -> tuple[str, str]:
    if own.serving is Serving.STATIC:
        return "t(B) · steps of the longest / own steps", f"{_ms(own.step)} · {own.tpot / own.step:.2f}"
    if own.serving is Serving.CONTINUOUS:
        return "t(B) / (1 − ρ of prompts)", f"{_ms(own.step)} / (1 − {own.reading:.3f})"
    if own.serving is Serving.SPLIT:
        return "t(B) + transfer / (outputs − 1)", f"{_ms(own.step)} + {_ms(own.transfer)} / {law.steps:.1f}"
    full = own.step + own.stall
    filled = f"1 / ({own.mixed:.3f} / {_ms(full)} + {1 - own.mixed:.3f} / {_ms(own.step)})"
    return "1 / (f / t(budget) + (1 − f) / t(B)), f: share of time with a chunk", filled


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
