"""The scenario's choices as a recording keeps them: contract, speculation, slots, and a price if there is one."""

from __future__ import annotations

from typing import Any

from engine.drafting.rollback import rollback_kind
from engine.drafting.speculation_law import draft_plan
from engine.models.cards import constants
from engine.scenario import Batching, Scenario

PRICES = {"h800-sxm-80gb": "h800_usd_per_gpu_hour"}  # accelerators for which a source names a price, and its constant


def choice_facts(scenario: Scenario, draft_seconds: float) -> dict[str, Any]:
    """Facts that follow from the scenario alone, and the time that the engines spent on drafting."""
    contract, policy = scenario.contract, scenario.policy
    return {
        "engines": scenario.layout.engines + scenario.layout.prefill_engines,
        "prefill_engines": scenario.layout.prefill_engines,
        "link_bytes_per_s": scenario.layout.link_bytes_per_s,
        "cache": scenario.memory.cache.value,
        "samples_per_request": scenario.workload.samples_per_request,
        "slots": policy.max_running,
        "preemption": policy.preemption.value,
        "turns_away": bool(policy.outstanding_tokens or policy.early_rejection),
        "static_slots": policy.max_running if policy.batching is Batching.STATIC else 0,
        "contract": {
            "ttft_s": contract.ttft_s,
            "tpot_s": contract.tpot_s,
            "e2e_s": contract.e2e_s,
            "deadline_s": list(contract.deadline_s),
            "deadline_per_token_s": contract.deadline_per_token_s,
            "percentile": contract.percentile,
        },
        "speculation": {**_speculation(scenario), "draft_seconds": draft_seconds},
        "price": _price(scenario),
    }


def _speculation(scenario: Scenario) -> dict[str, Any]:
    """What was to be drafted, what the law expects of it, and how a rejection is undone."""
    speculation, plan = scenario.speculation, draft_plan(scenario.speculation)
    return {
        "draft_tokens": speculation.draft_tokens,
        "acceptance": speculation.acceptance,
        "draft_cost": speculation.draft_cost,
        "draft_model": speculation.draft_model,
        "levels": list(plan.levels),
        "chances": list(plan.chances),
        "expected_tokens": plan.expected_tokens,
        "rollback": rollback_kind(scenario),
    }


def _price(scenario: Scenario) -> dict[str, Any] | None:
    key = PRICES.get(scenario.hardware.card)
    if key is None:
        return None
    constant = constants()[key]
    return {"usd_per_device_hour": constant.value, "source": constant.source, "evidence": constant.evidence}
