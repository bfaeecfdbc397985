"""Whatever happens to a fleet, no request is lost, no token delivered twice, no wrong page served."""

from __future__ import annotations

from fleet_runs import check_fleet, fleets
from hypothesis import HealthCheck, given, settings

from engine.scenario import Scenario
from engine.scenario_file import dumps, loads
from engine.simulate import simulate

SLOW = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))


@SLOW
@given(fleets())
def test_random_fleets_with_random_faults_keep_their_promises(scenario: Scenario) -> None:
    check_fleet(simulate(scenario))


@settings(SLOW, max_examples=8)
@given(fleets())
def test_equal_scenarios_give_equal_recordings_and_survive_a_file(scenario: Scenario) -> None:
    again = loads(dumps(scenario))
    assert again == scenario
    assert simulate(again).to_bytes() == simulate(loads(dumps(again))).to_bytes()
