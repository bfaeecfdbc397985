"""What the fields of a scenario may be: ranges of numbers, and choices that are no enum."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Range:
    """Closed at both ends unless `open_low` or `open_high`."""

    low: float = -math.inf
    high: float = math.inf
    open_low: bool = False
    open_high: bool = False

    def __contains__(self, value: float) -> bool:
        above = value > self.low if self.open_low else value >= self.low
        below = value < self.high if self.open_high else value <= self.high
        return above and below

    def __str__(self) -> str:
        if self.high == math.inf:
            return f"{'more than' if self.open_low else 'at least'} {self.low:,g}"
        left, right = "(" if self.open_low else "[", ")" if self.open_high else "]"
        return f"in {left}{self.low:,g}, {self.high:,.12g}{right}"


POSITIVE = Range(0, open_low=True)
NOT_NEGATIVE = Range(0)
SHARE = Range(0, 1)
MOMENT = Range(0, 1_000_000_000)
BITS = Range(0, 32, open_low=True)
LENGTHS = {
    "median": Range(0, 10_000_000, open_low=True),
    "spread": Range(0, 5),
    "low": Range(1, 10_000_000),
    "high": Range(1, 10_000_000),
}
RANGES: Mapping[str, Range] = {
    "seed": Range(0, 2**63 - 1),
    "model.kv_heads": Range(1, 4096),
    "model.max_length": Range(2, 100_000_000),
    "precision.weight_bits": BITS,
    "precision.weight_overhead_bits": Range(0, 32),
    "precision.state_bits": BITS,
    "precision.state_overhead_bits": Range(0, 32),
    "precision.activation_bits": BITS,
    "precision.expert_weight_bits": BITS,
    "precision.full_precision_window": Range(0, 100_000_000),
    "hardware.utilisation": Range(0, 1, open_low=True),
    "hardware.workspace_bytes": Range(0, 10**15),
    "hardware.overhead_us": Range(0, 10_000_000),
    "layout.engines": Range(1, 64),
    "layout.prefill_engines": Range(0, 64),
    "layout.tensor_parallel": Range(1, 1024),
    "layout.pipeline_parallel": Range(1, 256),
    "layout.microbatches": Range(1, 1024),
    "layout.data_parallel": Range(1, 1024),
    "layout.context_parallel": Range(1, 1024),
    "layout.expert_parallel": Range(1, 4096),
    "layout.moe_tensor_parallel": Range(1, 4096),
    "layout.redundant_experts": Range(0, 4096),
    "layout.expert_skew": Range(0, 4),
    "layout.overlap": SHARE,
    "layout.network_bytes_per_s": POSITIVE,
    "layout.link_bytes_per_s": POSITIVE,
    "layout.link_latency_us": Range(0, 10_000_000),
    "memory.page_tokens": Range(1, 65_536),
    "memory.pages": Range(2, 4_000_000),
    "memory.watermark": Range(0, 1, open_high=True),
    "offload.dram_bytes": Range(0, 10**16),
    "offload.dram_bytes_per_s": POSITIVE,
    "offload.ssd_bytes": Range(0, 10**16),
    "offload.ssd_bytes_per_s": POSITIVE,
    "offload.ssd_latency_us": Range(0, 10_000_000),
    "policy.max_running": Range(1, 65_536),
    "policy.token_budget": Range(1, 100_000_000),
    "policy.long_prefill_threshold": Range(0, 100_000_000),
    "policy.batch_wait_ms": Range(0, 10_000_000),
    "policy.prefill_interval": Range(1, 100_000),
    "policy.decode_floor": Range(0, 65_536),
    "policy.length_error": Range(0, 5),
    "policy.host_memory_bytes": Range(0, 10**15),
    "policy.host_link_bytes_per_s": POSITIVE,
    "policy.outstanding_tokens": Range(0, 10**12),
    "policy.mlfq_levels": Range(1, 20),
    "policy.mlfq_quantum_ms": Range(0.001, 10_000_000),
    "policy.mlfq_promote_s": POSITIVE,
    "speculation.draft_tokens": Range(0, 64),
    "speculation.widths": Range(1, 64),
    "speculation.acceptance": SHARE,
    "speculation.acceptance_by_position": SHARE,
    "speculation.draft_cost": Range(0, 10),
    "speculation.batch_limit": Range(0, 65_536),
    "workload.requests": Range(1, 10_000_000),
    "workload.rate": Range(0, 1_000_000, open_low=True),
    "workload.variation": Range(0, 100, open_low=True),
    "workload.on_s": Range(0.001, 1_000_000),
    "workload.off_s": Range(0, 1_000_000),
    "workload.ratio": Range(0, 1_000_000),
    **{f"workload.prompt.{name}": span for name, span in LENGTHS.items()},
    **{f"workload.output.{name}": span for name, span in LENGTHS.items()},
    "workload.output.low": Range(1, 999_999),
    "workload.output.high": Range(1, 999_999),
    "workload.shared_prefix_tokens": Range(0, 10_000_000),
    "workload.prefix_families": Range(1, 10_000),
    "workload.tenants": Range(1, 10_000),
    "workload.adapters": Range(0, 10_000),
    "workload.popularity": Range(0, 10),
    "workload.users": Range(1, 100_000),
    "workload.turns": Range(1, 1_000),
    "workload.think_s": Range(0, 1_000_000),
    "workload.agent.calls": Range(1, 1_000),
    "workload.agent.tool_s": Range(0, 1_000_000),
    **{f"workload.agent.result.{name}": span for name, span in LENGTHS.items()},
    "workload.samples_per_request": Range(1, 64),
    "workload.trace_limit": Range(1, 10_000_000),
    "workload.trace_start": Range(0, 10**12),
    "workload.replay.speed": Range(0.000_001, 1_000_000),
    "workload.replay.longest_gap_s": Range(0, 1_000_000_000),
    "workload.replay.laps": Range(1, 1_000),
    "workload.replay.longest_output": Range(1, 999_999),
    "workload.replay.block_tokens": Range(1, 1_000_000),
    "contract.ttft_s": POSITIVE,
    "contract.tpot_s": POSITIVE,
    "contract.e2e_s": POSITIVE,
    "contract.deadline_s": POSITIVE,
    "contract.deadline_per_token_s": NOT_NEGATIVE,
    "contract.percentile": Range(0, 1, open_low=True),
    "layout.port_bytes_per_s": POSITIVE,
    "layout.affinity_cap": Range(1, 1_000),
    "fleet.store_bytes": Range(1, 10**18),
    "fleet.migration_threshold": Range(1, 1_000),
    "fleet.resize.at_s": MOMENT,
    "fleet.resize.engine": Range(0, 127),
    "faults.at_s": MOMENT,
    "faults.engine": Range(0, 127),
    "faults.duration_s": Range(0, 1_000_000_000, open_low=True),
    "faults.factor": Range(0.001, 1_000),
    "faults.share": Range(0, 1, open_low=True),
}
CHOICES: Mapping[str, tuple[str, ...]] = {
    "hardware.engine": (
        "",
        "sglang-0.5.1",
        "sglang-0.5.9",
        "trtllm-1.0",
        "trtllm-1.1",
        "vllm-0.12",
        "vllm-0.15",
    ),
    "memory.eviction": ("lru", "fifo", "lfu", "slru", "priority"),
    "workload.replay.generated": ("poisson", "constant", "gamma", "on-off", "at-once", "closed-loop"),
    "workload.columns.unit": ("auto", "s", "ms", "us", "ns", "wall clock"),
}
