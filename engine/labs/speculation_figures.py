"""The figures of the speculation lab, each with its formula in symbols and filled in."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from engine.drafting.speculation_law import DraftPlan
from engine.labs.records import Figure
from engine.labs.speculation_costs import Point, expected_replay
from engine.labs.speculation_laws import Judge, Node, Position, entropy, threshold
from engine.labs.speculation_published import Reported
from engine.labs.speculation_settings import SpeculationSettings
from engine.scenario import Drafting
from engine.sheet import Evidence

ESTIMATE, REPORTED = Evidence.TEACHING_ESTIMATE, Evidence.AUTHOR_REPORTED
MOST_TERMS = 5  # of a sum that is written out


def figures_of(
    settings: SpeculationSettings,
    law: DraftPlan,
    point: Point,
    best: Point,
    place: Position,
    node: Node,
    off: float,
    copies: float,
    loses_from: int | None,
    reports: tuple[Reported, ...],
) -> tuple[Figure, ...]:
    return (
        _speedup(point),
        *(_reported(each) for each in reports),
        _tokens(law),
        _figure("best_depth", best.depth, "tokens", "argmax_k S(k)", f"S({best.depth}) = {best.speedup:.3f}"),
        *_acceptance(settings, place),
        *_siblings(settings, node),
        _wasted(law, point),
        *_times(settings, law, point),
        _copies(settings, law, copies),
        _loses(loses_from),
        _bias(settings, place, off),
    )


def _figure(
    key: str, value: float | None, unit: str, formula: str, filled: str, evidence: Evidence = ESTIMATE
) -> Figure:
    return Figure(key, value, unit, evidence, formula, filled)


def _speedup(point: Point) -> Figure:
    step = point.step
    parts = " + ".join(_ms(part) for part in (step.draft, step.verification, step.replay))
    filled = f"{point.tokens:.3f} · {_ms(step.plain)} / ({parts})"
    return _figure("speedup", point.speedup, "×", "E · t_plain / (t_draft + t_verify + t_replay)", filled)


def _reported(report: Reported) -> Figure:
    filled = f"{report.source}: {report.where}"
    return Figure("reported", report.speedup, "×", REPORTED, "tokens/s with drafts / tokens/s without", filled)


def _tokens(law: DraftPlan) -> Figure:
    """1 + a + … + a^k, for a tree or a list with the chances of the positions."""
    same = len(set(law.chances)) == 1 and len(law.levels) == law.nodes
    formula = "E = 1 + a + a² + … + a^k" if same else "E = 1 + c₁ + c₁c₂ + … + c₁…c_k"
    terms = ["1", *(f"{reach:.3f}" for reach in law.reach)]
    if len(terms) > MOST_TERMS + 2:
        terms = [*terms[:MOST_TERMS], "…", terms[-1]]
    return _figure("tokens", law.expected_tokens, "tokens", formula, " + ".join(terms))


def _acceptance(settings: SpeculationSettings, place: Position) -> Iterator[Figure]:
    pairs = zip(place.target.tolist(), place.draft.tolist(), strict=True)
    least = [f"{min(p, q):.3f}" for p, q in pairs if min(p, q) > 0]
    shown = [*least[:MOST_TERMS], "…", least[-1]] if len(least) > MOST_TERMS + 1 else least
    yield _figure("overlap", place.overlap, "1", "Σ min(p, q)", " + ".join(shown) or "0")
    loss = place.loss
    finite = None if loss == inf else loss
    yield _figure("loss", finite, "nats", "-log Σ min(p, q)", f"-log {place.overlap:.3f}")
    if settings.rule is Judge.TYPICAL:
        limit = threshold(place.target, settings.typical_epsilon, settings.typical_delta)
        filled = f"min({settings.typical_epsilon:g}, {settings.typical_delta:g} · exp(-{entropy(place.target):.3f}))"
        yield _figure("threshold", limit, "1", "min(ε, δ · exp(-H(p)))", filled)


def _siblings(settings: SpeculationSettings, node: Node) -> Iterator[Figure]:
    """After a rejection less of p is left where q looks for it, so that siblings are worth less than strangers."""
    if settings.method is Drafting.TREE and settings.draft_tokens and len(node.tries) > 1:
        tries = " · ".join(f"(1 - {chance:.3f})" for chance in node.tries)
        alone = 1 - (1 - node.tries[0]) ** len(node.tries)
        filled = f"1 - {tries}; {alone:.3f} if they were independent"
        yield _figure("siblings", node.passed, "1", "c₁ = 1 - Π (1 - αₛ)", filled)


def _wasted(law: DraftPlan, point: Point) -> Figure:
    if not law.nodes:
        return _figure("wasted", None, "1", "(n - (E - 1)) / n", "nothing is drafted")
    filled = f"({law.nodes} - {point.tokens - 1:.3f}) / {law.nodes}"
    return _figure("wasted", point.wasted / law.nodes, "1", "(n - (E - 1)) / n", filled)


def _times(settings: SpeculationSettings, law: DraftPlan, point: Point) -> Iterator[Figure]:
    step, batch = point.step, settings.max_running
    yield _figure("plain", step.plain, "s", "t(B tokens)", f"t({batch:,})")
    if not law.nodes:
        return
    if settings.draft_model:
        drafting = "Σ t_q(B · nodes of the level before)", f"{law.depth} steps of {settings.draft_model}"
    else:
        drafting = "k · c · t_plain", f"{law.depth} · {settings.draft_cost:g} · {_ms(step.plain)}"
    yield _figure("draft", step.draft, "s", *drafting)
    verified = batch * (1 + law.nodes)
    nodes = "1 + w₁ + w₁w₂ + …" if settings.method is Drafting.TREE else "1 + k"
    if step.verification == step.plain:
        yield _figure("verification", step.verification, "s", "t_plain", _ms(step.plain))
    else:
        filled = f"t({batch:,} · {1 + law.nodes:,}) = t({verified:,})"
        yield _figure("verification", step.verification, "s", f"t(B · ({nodes}))", filled)
    if step.replay:
        again = expected_replay(law)
        filled = f"t({verified:,} + {batch:,} · {again:.3f}) - t({verified:,})"
        yield _figure("replay", step.replay, "s", "t(B · (1 + n + R)) - t(B · (1 + n))", filled)


def _copies(settings: SpeculationSettings, law: DraftPlan, copies: float) -> Figure:
    if not copies:
        return _figure("copies", None, "B", "copies · recurrent state", "all state lies in pages: it is counted back")
    kept = f"{settings.max_running:,} requests · {copies:,.0f} bytes"
    return _figure("copies", copies * settings.max_running, "B", "B · copies · recurrent state", kept)


def _loses(loses_from: int | None) -> Figure:
    formula = "smallest B from which on S(k) ≤ 1 for all k"
    if loses_from is None:
        return _figure("loses_from", None, "requests", formula, "some draft pays at every batch size that has room")
    return _figure("loses_from", loses_from, "requests", formula, f"S ≤ 1 at {loses_from:,}")


def _bias(settings: SpeculationSettings, place: Position, off: float) -> Figure:
    filled = "0: the rule is exact" if settings.rule is Judge.EXACT else f"over {len(place.target)} tokens"
    return _figure("bias", off, "1", "½ Σ |output - p|", filled)


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.2f} ms"
