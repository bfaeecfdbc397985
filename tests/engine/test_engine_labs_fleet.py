"""The fleet lab: every preset shows what it promises, what it counts adds up, and its settings make one scenario."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from engine.fleets.fleet_plan import Publish, Routing
from engine.labs import fleet_run, registry
from engine.labs import settings as lab_settings
from engine.labs.fleet import LAB
from engine.labs.fleet_answer import CAPS
from engine.labs.fleet_presets import PRESETS
from engine.labs.fleet_run import FleetRun, Point
from engine.labs.fleet_settings import FleetSettings, Trouble
from engine.labs.records import Outcome, Preset
from engine.ledgers import measure
from engine.scenario_file import dumps, loads
from engine.simulate import simulate

SMALL = FleetSettings(
    shared_prefix_tokens=20_000, requests=40, rate=8.0, page_tokens=512, tensor_parallel=2, calls=3, ttft_s=2.0
)
NO_CURVE: tuple[Point, ...] = ()


@pytest.fixture
def no_curve(monkeypatch: pytest.MonkeyPatch) -> None:
    """The working point alone."""
    monkeypatch.setattr(fleet_run, "curve_of", lambda settings, progress=None: NO_CURVE)


@cache
def small(**changes: object) -> FleetRun:
    return LAB.run(replace(SMALL, **changes))  # type: ignore[arg-type]


@pytest.mark.usefixtures("no_curve")
@pytest.mark.parametrize("preset", PRESETS, ids=[preset.key for preset in PRESETS])
def test_every_preset_shows_what_it_promises(preset: Preset[FleetSettings]) -> None:
    run = LAB.run(preset.settings)
    assert (run.verdict.outcome, run.verdict.reason) == (preset.outcome, preset.reason)
    assert run.dead.holds
    assert run.dead.hits_checked > 0


def test_presets_both_succeed_and_fail_and_the_first_works() -> None:
    outcomes = [preset.outcome for preset in LAB.presets]
    assert outcomes[0] is Outcome.WORKS
    assert outcomes.count(Outcome.FAILS) >= 3
    assert registry.get("fleet") is LAB


def test_the_promised_trade_off_has_its_best_point_between_the_ends() -> None:
    """Balance computes prefixes everywhere, affinity without a cap drowns one replica: the first preset's curve."""
    curve = fleet_run.curve_of(FleetSettings())
    balance, *capped, affinity = curve
    assert [point.cap for point in capped] == list(CAPS)
    best = max(curve, key=lambda point: point.attainment)
    assert best in capped
    assert best.attainment > 0.9 > max(balance.attainment, affinity.attainment)
    assert best.goodput > 1.5 * max(balance.goodput, affinity.goodput)
    assert balance.hit_share < best.hit_share <= affinity.hit_share
    assert balance.request_imbalance < affinity.request_imbalance


def test_moving_the_slider_computes_the_curve_once() -> None:
    fractions: list[float] = []
    first = LAB.run(replace(SMALL, seed=2), fractions.append)
    assert fractions == sorted(fractions)
    assert fractions[-1] == 1.0
    again = LAB.run(replace(SMALL, seed=2, affinity_cap=3.0))
    assert again.curve is first.curve
    assert again.point == next(point for point in first.curve if point.cap == 3.0)


def test_a_run_can_be_cancelled_through_its_progress() -> None:
    class Enough(Exception):
        pass

    def stop(fraction: float) -> None:
        if fraction > 0.3:
            raise Enough

    with pytest.raises(Enough):
        LAB.run(replace(SMALL, seed=99), stop)


def test_what_is_counted_is_what_the_ledgers_say() -> None:
    run, sheet = small(), measure(simulate(LAB.scenario(SMALL)))
    assert run.point.hit_share == sheet["reuse.hit_rate"].value == pytest.approx(run.hits.share)
    assert run.hits.found == sheet["reuse.hit_tokens"].value
    assert run.imbalance == run.point.imbalance == sheet["routing.imbalance"].value
    assert run.point.goodput == pytest.approx(run.short.goodput + run.long.goodput)
    assert run.point.goodput == pytest.approx(sheet["contract.goodput"].value)
    assert sum(run.sent) == run.requests == run.short.requests + run.long.requests
    assert run.hits.from_device + run.hits.from_below + run.hits.from_store == run.hits.found


def test_tiers_and_store_are_told_apart() -> None:
    stored = small(routing=Routing.ROUND_ROBIN, store=Publish.REGISTERED).hits
    assert stored.from_store > 0 == stored.from_below
    tiered = small(pages=120, dram_bytes=10**12).hits
    assert tiered.from_below > 0 == tiered.from_store


def test_turned_away_requests_are_counted_by_reason_and_length() -> None:
    run = small(rate=200.0, outstanding_tokens=60_000)
    assert [reason for reason, _ in run.rejected] == ["outstanding"]
    assert sum(count for _, count in run.rejected) == run.requests - run.admitted
    assert run.short.rejected + run.long.rejected == run.requests - run.admitted > 0


def test_the_map_knows_where_each_prefix_lies() -> None:
    """With affinity a prefix lies in one replica, with taking turns it ends up in all; never more than all of it."""
    alone, everywhere = small(routing=Routing.PREFIX_AFFINITY), small(routing=Routing.ROUND_ROBIN)
    for run in (alone, everywhere):
        found = run.map
        assert (found.prefixes >= 0).all()
        assert (found.prefixes <= 1).all()
        used = found.prefix_pages + found.other_pages + found.loose_pages
        assert (used <= found.pages).all()
        assert (np.diff(found.seconds) > 0).all()
        assert not found.outstanding[-1].any()
    asked = alone.map.prefixes[-1].max(axis=0) == 1
    assert (alone.map.prefixes[-1] == 1).sum() == asked.sum()
    assert (everywhere.map.prefixes[-1, :, 0] == 1).all()
    assert alone.homes == tuple(int(yes) for yes in asked)


def test_a_death_empties_the_map_and_a_recovery_fills_it_again() -> None:
    run = small(fault=Trouble.WORKER_DIES, fault_at_s=3.0, fault_duration_s=2.0, routing=Routing.ROUND_ROBIN)
    down = ~run.map.up[:, 0]
    assert down.any()
    assert not run.map.prefixes[down, 0].any()
    assert run.map.up[-1].all()
    assert run.fault is not None
    assert run.fault.replica == 0
    assert run.fault.pages == run.dead.died
    assert sum(run.fault.by_family) + run.fault.other <= run.fault.pages
    assert run.fault.by_family[0] == 20_000 // 512
    lost = sum(loss.lost for loss in run.fault.losses)
    assert lost == run.fault.totals.lost_tokens >= run.fault.totals.recomputed_tokens


def test_wrong_pages_die_on_one_replica_and_are_computed_again() -> None:
    run = small(fault=Trouble.PAGES_INVALIDATED, fault_at_s=3.0, fault_engine=1, fault_share=0.5)
    assert run.fault is not None
    assert run.fault.replica == 1
    assert 0 < run.fault.pages == run.dead.died
    assert run.map.up.all()
    assert run.dead.holds


def test_a_slow_replica_loses_nothing() -> None:
    run = small(fault=Trouble.STRAGGLER, fault_at_s=1.0, fault_engine=2, fault_duration_s=2.0)
    assert run.fault is not None
    assert (run.fault.replica, run.fault.pages, run.fault.losses) == (2, 0, ())
    assert run.map.pace.max() == 2.0


def test_settings_make_the_same_scenario_through_file_and_link() -> None:
    for preset in LAB.presets:
        base = LAB.scenario(preset.settings)
        assert loads(dumps(base)) == base
        assert loads(dumps(LAB.baseline(preset.settings))).layout.routing is Routing.ROUND_ROBIN
        text = lab_settings.dumps("fleet", preset.settings)
        assert lab_settings.loads(FleetSettings, "fleet", text) == preset.settings
        link = lab_settings.link("fleet", preset.settings)
        assert lab_settings.from_link(FleetSettings, "fleet", link) == preset.settings


def test_a_fault_on_a_replica_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="fault_engine: found 7"):
        LAB.scenario(replace(SMALL, fault=Trouble.STRAGGLER, fault_engine=7))
