"""The figures of the fleet lab, each with its formula in symbols and with the numbers filled in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.labs.fleet_settings import GB, FleetSettings
from engine.labs.records import Figure
from engine.sheet import Evidence

if TYPE_CHECKING:
    from engine.labs.fleet_answer import Estimate, Numbers
    from engine.labs.fleet_run import FleetRun

_LAW = Evidence.TEACHING_ESTIMATE
_SEEN = "Σ found / Σ prompt over calls; P = Σ p·(1 − (1 − p)^T), T tasks fill a cache once"


def figures_of(settings: FleetSettings, found: Numbers) -> tuple[Figure, ...]:
    """Of the closed forms."""
    demand, means = found.demand, found.means
    each = means.bytes_per_token
    return (
        Figure(
            "capacity",
            means.capacity,
            "tokens",
            _LAW,
            "C = (pool + DRAM + SSD) / bytes per token",
            f"{means.device_tokens:,.0f} + {_tokens(settings.dram_bytes + settings.ssd_bytes, each)}",
        ),
        Figure(
            "working_set",
            demand.families * demand.prefix_tokens,
            "tokens",
            _LAW,
            "W = F · S",
            f"{demand.families} · {demand.prefix_tokens:,.0f}; C = {means.capacity:,.0f}, "
            f"R · C = {means.capacity * settings.engines:,.0f}",
        ),
        *_hits_and_work(settings, found),
        *_store(settings, found),
    )


def _hits_and_work(settings: FleetSettings, found: Numbers) -> tuple[Figure, ...]:
    demand, chosen = found.demand, found.chosen
    return (
        _hit("hit_affine", found.affine, "R = 1 for every prefix"),
        _hit("hit_balanced", found.balanced, f"R = {settings.engines}"),
        _hit("hit_expected", chosen, f"{chosen.passed:.1%} of requests passed over"),
        Figure(
            "imbalance_expected",
            chosen.imbalance,
            "×",
            _LAW,
            "R · max over replicas of Σ p, at most the cap",
            f"{settings.engines} · {max(found.shares):.3f}, cap {_cap(chosen.cap)}",
        ),
        Figure(
            "cold_prefix",
            found.cold_s,
            "s",
            _LAW,
            "t(S), ⌈S / b⌉ iterations one after the other",
            f"S = {demand.prefix_tokens:,.0f}, b = {settings.token_budget:,}",
        ),
        Figure(
            "busiest_load",
            chosen.load,
            "1",
            _LAW,
            "λ · (w · t_new + m · t(S)), w of the requests and m misses on the busiest replica",
            f"{settings.rate:g}/s · ({chosen.imbalance / settings.engines:.3f} · {chosen.new_s:.2f} s + "
            f"{chosen.found.misses[chosen.busiest]:.4f} · {found.cold_s:.1f} s)",
        ),
    )


def _store(settings: FleetSettings, found: Numbers) -> tuple[Figure, Figure]:
    formulas = ("S · bytes per token / link", "λ · (tokens fetched + published) · bytes per token / link")
    if found.fetch_s is None:
        none = "There is no shared store."
        return (
            Figure("fetch_prefix", None, "s", _LAW, formulas[0], none),
            Figure("link_load", None, "1", _LAW, formulas[1], none),
        )
    size, link = found.demand.prefix_tokens * found.means.bytes_per_token, settings.link_bytes_per_s
    return (
        Figure("fetch_prefix", found.fetch_s, "s", _LAW, formulas[0], f"{size / GB:,.1f} GB / {link / GB:,.3g} GB/s"),
        Figure(
            "link_load",
            found.link_load,
            "1",
            _LAW,
            formulas[1],
            f"λ = {settings.rate:g}/s, link = {link / GB:,.3g} GB/s",
        ),
    )


def _hit(key: str, estimate: Estimate, words: str) -> Figure:
    found = estimate.found
    tasks = found.window / len(found.prompts)
    window = "∞" if tasks == float("inf") else f"{tasks:,.0f}"
    hits = float((found.known * found.there).sum())
    filled = f"{hits:,.0f} / {found.prompts.sum():,.0f}; P = {found.prefix:.1%}, T = {window}, {words}"
    return Figure(key, found.share, "1", _LAW, _SEEN, filled)


def _cap(cap: float) -> str:
    return "∞" if cap >= 64 else f"{cap:g}"


def _tokens(size: int, each: float) -> str:
    return f"{size / GB:,.0f} GB / {each:,.0f} B = {size / each:,.0f}"


def _admitted(run: FleetRun) -> Figure:
    turned = run.requests - run.admitted
    filled = f"{run.requests} − {turned}"
    return Figure("admitted", run.admitted, "requests", Evidence.REPRODUCIBLE, "arrived − turned away", filled)


def run_figures(run: FleetRun) -> tuple[Figure, ...]:
    """Of a run: what was counted, and what its contract came to."""
    counted, timed, seconds = Evidence.REPRODUCIBLE, Evidence.TEACHING_ESTIMATE, run.seconds
    hits, dead, short, long = run.hits, run.dead, run.short, run.long
    return (
        Figure(
            "effective_hits",
            hits.effective,
            "tokens",
            counted,
            "Σ hit tokens of finished requests − Σ tokens computed again",
            f"{hits.finished:,} − {hits.again:,}",
        ),
        Figure("hit_rate", hits.share, "1", counted, "hit / prompt tokens", f"{hits.found:,} / {hits.prompt:,}"),
        Figure(
            "imbalance",
            run.imbalance,
            "×",
            counted,
            "most tokens computed on a replica / mean",
            f"{max(run.tokens):,} / {sum(run.tokens) / len(run.tokens):,.0f}",
        ),
        _admitted(run),
        Figure("goodput_short", short.goodput, "requests/s", timed, "within the contract / T", short.filled(seconds)),
        Figure("goodput_long", long.goodput, "requests/s", timed, "within the contract / T", long.filled(seconds)),
        Figure(
            "dead_hits",
            dead.hits_on_dead,
            "pages",
            counted,
            "hits on pages whose content was lost or invalid; must be 0",
            f"{dead.hits_on_dead} of {dead.hits_checked:,} page hits, {dead.died:,} pages died",
        ),
    )
