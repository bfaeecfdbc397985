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
_SEEN = "Σ p·(1 − (1 − p)^T), T requests fill a cache once"


def figures_of(settings: FleetSettings, found: Numbers) -> tuple[Figure, ...]:
    """Of the closed forms."""
    demand, means = found.demand, found.means
    chosen, each = found.chosen, means.bytes_per_token
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
            f"{demand.families} · {demand.prefix_tokens:,.0f}; room for it: {means.capacity * settings.engines:,.0f} "
            f"if every prefix lies in one replica, {means.capacity:,.0f} if every replica needs it",
        ),
        _hit("hit_affine", found.affine, "every prefix lies in one replica"),
        _hit("hit_balanced", found.balanced, f"every one of R = {settings.engines} needs it: p / R"),
        _hit("hit_expected", chosen, f"h = (1 − o)·h_affine + o·h_balanced, o = {chosen.passed:.1%} of requests"),
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
            "t(S), iterations of b tokens one after the other",
            f"{demand.prefix_tokens:,.0f} tokens in steps of {settings.token_budget:,}",
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
        *_store(settings, found),
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
            "link_load", found.link_load, "1", _LAW, formulas[1], f"of {link / GB:,.3g} GB/s at {settings.rate:g}/s"
        ),
    )


def _hit(key: str, estimate: Estimate, words: str) -> Figure:
    window = estimate.found.window
    filled = "T = ∞, nothing is dropped" if window == float("inf") else f"T = {window:,.0f}"
    return Figure(
        key, estimate.found.share, "1", _LAW, _SEEN, f"{words}; {filled}; prefix there {estimate.found.prefix:.1%}"
    )


def _cap(cap: float) -> str:
    return "∞" if cap >= 64 else f"{cap:g}"


def _tokens(size: int, each: float) -> str:
    return f"{size / GB:,.0f} GB / {each:,.0f} B = {size / each:,.0f}"


def run_figures(run: FleetRun) -> tuple[Figure, ...]:
    """Of a run: what was counted, and what its contract came to."""
    counted, timed, seconds = Evidence.REPRODUCIBLE, Evidence.TEACHING_ESTIMATE, run.seconds
    hits, dead = run.hits, run.dead
    short, long = run.short, run.long
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
        Figure(
            "admitted",
            run.admitted,
            "requests",
            counted,
            "arrived − turned away",
            f"{run.requests} − {run.requests - run.admitted}",
        ),
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
