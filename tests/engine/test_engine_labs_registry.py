"""The labs by key: every lab is there, with presets that work and presets that fail on purpose."""

from __future__ import annotations

import pytest

from engine.labs import registry, settings
from engine.labs.records import Outcome
from engine.scenario_file import dumps, loads


@pytest.mark.parametrize("key", registry.KEYS)
def test_every_lab_can_be_made_to_succeed_and_to_fail(key: str) -> None:
    lab = registry.get(key)
    assert lab.key == key
    outcomes = {preset.outcome for preset in lab.presets}
    assert Outcome.WORKS in outcomes
    assert Outcome.FAILS in outcomes
    assert len({preset.key for preset in lab.presets}) == len(lab.presets)


@pytest.mark.parametrize("key", registry.KEYS)
def test_every_preset_survives_file_and_link(key: str) -> None:
    lab = registry.get(key)
    for preset in lab.presets:
        text = settings.dumps(key, preset.settings)
        assert settings.lab_of(text) == key
        assert settings.loads(lab.settings, key, text) == preset.settings
        link = settings.link(key, preset.settings)
        assert settings.lab_of_link(link) == key
        assert settings.from_link(lab.settings, key, link) == preset.settings


@pytest.mark.parametrize("key", registry.KEYS)
def test_every_preset_has_scenarios_that_survive_their_file(key: str) -> None:
    lab = registry.get(key)
    for preset in lab.presets:
        for scenario in (lab.scenario(preset.settings), lab.baseline(preset.settings)):
            assert loads(dumps(scenario)) == scenario


def test_presets_are_found_by_key() -> None:
    lab = registry.get("capacity")
    assert registry.preset(lab, "") == lab.presets[0].settings
    assert registry.preset(lab, lab.presets[1].key) == lab.presets[1].settings


def test_what_is_not_there_names_what_is() -> None:
    with pytest.raises(registry.UnknownLabError, match="capacity, phases, speculation, fleet"):
        registry.get("nonsense")
    with pytest.raises(registry.UnknownLabError, match="expected one of fleet"):
        registry.get("flet")
    lab = registry.get("capacity")
    with pytest.raises(registry.UnknownLabError, match=lab.presets[0].key):
        registry.preset(lab, "zzz")
