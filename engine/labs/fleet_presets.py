"""Settings of the fleet lab that show something: fleets that keep their contract, and fleets that fail on purpose."""

from __future__ import annotations

from dataclasses import replace

from engine.fleets.fleet_plan import Publish, Routing
from engine.labs.fleet_settings import GB, FleetSettings, Trouble
from engine.labs.records import Outcome, Preset

_REPOS = FleetSettings()
# Half the prefix, twelve of them, nearly alike: what three of them need is more than a replica has.
_CROWD = replace(
    _REPOS,
    page_tokens=4096,
    pages=125,
    popularity=0.5,
    prefix_families=12,
    shared_prefix_tokens=200_000,
    requests=200,
    rate=3.0,
    ttft_s=15.0,
)
# More than the fleet can do, whatever it remembers.
_RUSH = replace(_REPOS, rate=24.0, requests=600, ttft_s=8.0, prefix_families=4, shared_prefix_tokens=100_000, calls=2)
_DEATH = replace(_REPOS, fault=Trouble.WORKER_DIES, fault_at_s=60.0, fault_duration_s=0.0)

PRESETS: tuple[Preset[FleetSettings], ...] = (
    Preset("repos", _REPOS, Outcome.WORKS, "keeps"),
    Preset(
        "store",
        replace(
            _REPOS, routing=Routing.LEAST_LOADED, store=Publish.REGISTERED, shared_prefix_tokens=300_000, ttft_s=20.0
        ),
        Outcome.WORKS,
        "store-serves",
    ),
    Preset("tiers", replace(_CROWD, dram_bytes=500 * GB), Outcome.WORKS, "keeps"),
    Preset("survivor", replace(_DEATH, store=Publish.REGISTERED), Outcome.WORKS, "survived"),
    Preset("doorkeeper", replace(_RUSH, outstanding_tokens=2_500_000), Outcome.TIGHT, "turned-away"),
    Preset("hot-spot", replace(_REPOS, routing=Routing.PREFIX_AFFINITY), Outcome.FAILS, "hot-spot"),
    Preset("scattered", replace(_REPOS, routing=Routing.LEAST_LOADED), Outcome.FAILS, "scattered"),
    Preset("thrash", _CROWD, Outcome.FAILS, "thrash"),
    Preset(
        "slow-store",
        replace(_REPOS, routing=Routing.LEAST_LOADED, store=Publish.REGISTERED, link_bytes_per_s=5e9),
        Outcome.FAILS,
        "store-slower",
    ),
    Preset("open-door", _RUSH, Outcome.FAILS, "overload"),
    Preset("death", _DEATH, Outcome.FAILS, "fault"),
    Preset(
        "wrong-pages",
        replace(_REPOS, engines=3, rate=3.0, fault=Trouble.PAGES_INVALIDATED, fault_at_s=40.0, fault_duration_s=0.0),
        Outcome.FAILS,
        "fault",
    ),
)
