"""Replays of two measured vLLM runs: when tokens came, against when they came."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.models.memory_split import split_memory
from tests.bench import vllm_runs

FOLDERS = vllm_runs.folders()
needs_runs = pytest.mark.skipif(not FOLDERS, reason="the measured runs are not beside the checkout")


@needs_runs
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_percentiles_are_within_a_tenth(folder: Path) -> None:
    """TTFT, TPOT and E2E of all requests, and of the second half, which no fit has seen."""
    figures = vllm_runs.figures(folder)
    for part, bound in (("all", 0.10), ("test", 0.15)):
        for figure in figures:
            if figure.part == part:
                assert abs(figure.error) < bound, figure


@needs_runs
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_run_keeps_its_own_settings(folder: Path) -> None:
    scenario = vllm_runs.scenario_of(folder)
    assert scenario.policy.token_budget == 2048
    assert scenario.policy.max_running == {"RTX4090_Llama-3.1-8B": 256, "RTXPRO6000_Qwen3-32B": 128}[folder.name]
    real = vllm_runs.measured(folder)
    assert real.shape == (300, 3)
    assert np.all(real > 0)
    pages = split_memory(scenario).pages
    if scenario.memory.pages is not None:
        assert pages == 2588
    else:  # the run does not state its blocks; what the memory leaves is more than 128 requests ever use
        assert pages * 16 > 128 * 2048
