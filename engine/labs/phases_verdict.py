"""Verdicts of the phases lab, and the figures of a run."""

from __future__ import annotations

import math
from collections.abc import Sequence

from engine.labs.phases_capacity import Curve
from engine.labs.phases_law import Estimate
from engine.labs.phases_run import Side
from engine.labs.phases_settings import PhasesSettings, Serving
from engine.labs.records import Figure, Outcome, Verdict
from engine.sheet import Evidence

ESTIMATE = Evidence.TEACHING_ESTIMATE
MORE = 1.1  # times the capacity, from which another policy carries more
SAFE = 0.5  # share of a limit that a mean has to stay below, so that the slowest tenth is likely to hold


def limits_of(settings: PhasesSettings) -> dict[str, float]:
    """Limits in seconds by name, those that there are."""
    found = {"ttft": settings.ttft_s, "tpot": settings.tpot_s, "e2e": settings.e2e_s}
    return {name: limit for name, limit in found.items() if limit}


def expected(settings: PhasesSettings, estimate: Estimate) -> Verdict:
    """What the closed form lets one expect."""
    values = {"policy": settings.policy.value, "load": estimate.load, "outside": estimate.outside}
    if estimate.saturated:
        return Verdict(Outcome.FAILS, "expect_saturated", values)
    means = {"ttft": estimate.ttft, "tpot": estimate.tpot, "e2e": estimate.e2e}
    used = {name: means[name] / limit for name, limit in limits_of(settings).items()}
    worst = max(used, key=lambda name: used[name])
    values |= {"limit": worst, "used": used[worst], "mean": means[worst]}
    if used[worst] > 1:
        return Verdict(Outcome.FAILS, "expect_" + worst, values)
    if used[worst] > SAFE or estimate.outside:
        return Verdict(Outcome.TIGHT, "expect_close", values)
    return Verdict(Outcome.WORKS, "expect_within", values)


def judged(settings: PhasesSettings, sides: tuple[Side, Side], curves: Sequence[Curve]) -> Verdict:
    """What came out, for the policy of the settings."""
    own, other = sides
    broken = {name: float((own.samples(name) > limit).mean()) for name, limit in limits_of(settings).items()}
    worst = max(broken, key=lambda name: broken[name])
    values = {
        "policy": own.serving.value,
        "against": other.serving.value,
        "share": own.attainment,
        "other": other.attainment,
        "percentile": settings.percentile,
        "broken": broken[worst],
    }
    if own.attainment < settings.percentile:
        return Verdict(Outcome.FAILS, "breaks_" + worst, values)
    if other.attainment < settings.percentile:
        return Verdict(Outcome.WORKS, "only_this", values)
    capacity = {curve.serving: curve.capacity for curve in curves}
    if curves and capacity[other.serving] > MORE * capacity[own.serving]:
        values |= {"more": capacity[other.serving] / max(1e-9, capacity[own.serving])}
        return Verdict(Outcome.TIGHT, "other_carries_more", values)
    if curves and capacity[own.serving] >= max(capacity.values()):
        second = max((curve for curve in curves if curve.serving is not own.serving), key=lambda c: c.capacity)
        values |= {"own_rate": capacity[own.serving], "next": second.serving.value, "next_rate": second.capacity}
        return Verdict(Outcome.WORKS, "carries_most", values)
    return Verdict(Outcome.WORKS, "both", values)


def run_figures(settings: PhasesSettings, sides: tuple[Side, Side], curves: Sequence[Curve]) -> tuple[Figure, ...]:
    """The figures that a run adds to those in closed form."""
    own, share = sides[0], settings.percentile
    good, count = int(own.summary.within_contract().sum()), len(own.summary.arrival)
    done, per_run = int(own.summary.finished.sum()), f"{own.seconds:.1f} s"
    rate = "requests/s", ESTIMATE
    found = [
        Figure("attainment", own.attainment, "1", ESTIMATE, "met / arrived", f"{good:,} / {count:,}"),
        Figure("goodput", own.goodput, *rate, "met / time of the run", f"{good:,} / {per_run}"),
        Figure("throughput", own.throughput, *rate, "done / time of the run", f"{done:,} / {per_run}"),
    ]
    for name in ("ttft", "tpot", "e2e"):
        value = own.at(name, share)
        filled = f"request {math.ceil(share * count):,} of {count:,}, fastest first"
        found.append(Figure(f"{name}_at", _finite(value), "s", ESTIMATE, f"quantile({share:g})", filled))
    return (*found, *_capacities(settings, curves))


def _capacities(settings: PhasesSettings, curves: Sequence[Curve]) -> list[Figure]:
    capacity = {curve.serving: curve.capacity for curve in curves}
    if not curves:
        return []
    own, static = capacity[settings.policy], capacity[Serving.STATIC]
    formula = f"rate at which attainment = {settings.percentile:g}"
    curve = next(curve for curve in curves if curve.serving is settings.policy)
    filled = f"{len(curve.rates)} rates, {curve.rates[0]:.2f} to {curve.rates[-1]:.2f} requests/s"
    ratio = own / static if static else None
    over = f"{own:.2f} / {static:.2f}" if static else "static batching meets this contract at no rate"
    return [
        Figure("capacity", own, "requests/s", ESTIMATE, formula, filled),
        Figure("over_static", ratio, "×", ESTIMATE, "capacity / capacity of static batching", over),
    ]


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
