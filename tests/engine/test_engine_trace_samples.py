"""The public trace samples, where they are at hand: documented shapes, and readers that agree."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest

from engine.traces import TraceError, load

TRACES = Path(__file__).parents[3] / "shared" / "traces"
SECOND = 1_000_000_000
AZURE_CHAT = "AzureLLMInferenceTrace_conv.first9000.csv"
SHAREGPT = "sharegpt-llama-3.1-8b-300-sps10.first200.jsonl"


def sample(*parts: str) -> Path:
    file = TRACES.joinpath(*parts)
    if not file.exists():
        pytest.skip(f"no trace samples beside the checkout ({file.name})")
    return file


@pytest.mark.parametrize(
    ("parts", "layout", "rows", "used", "span", "prompt", "output", "variation"),
    [
        (("azure_llm_2023", "AzureLLMInferenceTrace_code.csv"), "Azure", 8819, 8819, 3435.95, 1469, 13, 13.15),
        (("azure_llm_2023", AZURE_CHAT), "Azure", 9000, 9000, 1658.89, 1038, 154, 1.06),
        (("mooncake_fast25", "conversation_trace.first3400.jsonl"), "Mooncake", 3400, 3400, 1128.0, None, None, None),
        (("burstgpt", "BurstGPT_1.first250.csv"), "BurstGPT", 250, 240, 34813.0, None, None, 3.82),
        (("burstgpt", "BurstGPT_3.first120.csv"), "BurstGPT", 120, 119, 33929.0, None, None, 1.75),
        (("ragpulse", "0_trace.first3000.jsonl"), "RAGPulse", 3000, 3000, None, None, None, None),
        (("vidur_processed", "splitwise_conv.first2000.csv"), "Vidur", 2000, 2000, 424.26, 1032, 238.5, 1.14),
        (("llmservingsim_sharegpt", SHAREGPT), "LLMServingSim", 200, 200, 18.86, 723.5, 676.5, 0.96),
        (("splitwise_sim_example", "test_trace.csv"), "splitwise-sim", 3, 3, 3.0, 2048, 16, None),
    ],
    ids=lambda v: v[-1] if isinstance(v, tuple) else "",
)  # fmt: skip
def test_samples_have_their_documented_shape(
    parts: tuple[str, str],
    layout: str,
    rows: int,
    used: int,
    span: float | None,
    prompt: float | None,
    output: float | None,
    variation: float | None,
) -> None:
    result = load(sample(*parts))
    report = result.report
    assert report.layout.startswith(layout)
    assert (report.rows_read, report.rows_used) == (rows, used)
    assert rows - used == sum(entry.rows for entry in report.set_aside)
    if span is not None:
        assert (report.span_ns or 0) / SECOND == pytest.approx(span, abs=0.006)
    if prompt is not None:
        assert np.median([r.prompt_tokens for r in result.requests]) == prompt
        assert np.median([r.output_tokens for r in result.requests]) == output
    if variation is not None:
        gaps = np.diff([r.arrival_ns or 0 for r in result.requests])
        assert gaps.std() / gaps.mean() == pytest.approx(variation, rel=0.006)


def test_two_readers_agree_on_the_same_data() -> None:
    azure = load(sample("azure_llm_2023", AZURE_CHAT), limit=2000)
    vidur = load(sample("vidur_processed", "splitwise_conv.first2000.csv"))
    for a, b in zip(azure.requests, vidur.requests, strict=True):
        assert (a.prompt_tokens, a.output_tokens) == (b.prompt_tokens, b.output_tokens)
        assert abs((a.arrival_ns or 0) - (b.arrival_ns or 0)) <= 1_000


def test_mooncake_blocks_cover_every_prompt() -> None:
    result = load(sample("mooncake_fast25", "synthetic_trace.first1800.jsonl"))
    assert all(len(r.blocks) == -(-r.prompt_tokens // 512) for r in result.requests)
    known: set[int] = set()
    hit = total = 0
    for r in result.requests:
        lead = len(list(itertools.takewhile(known.__contains__, r.blocks)))
        hit, total = hit + min(lead * 512, r.prompt_tokens), total + r.prompt_tokens
        known.update(r.blocks)
    assert hit / total == pytest.approx(0.30, abs=0.01)


@pytest.mark.parametrize(
    ("parts", "found"),
    [
        (("servegen_clients", "language_m-small_chunk-34-trace.csv"), "ServeGen"),
        (("servegen_clients", "reason_deepseek-r1_chunk-37-trace.csv"), "ServeGen"),
        (("servegen_clients", "reason_deepseek-r1_chunk-37-dataset.json"), "ServeGen"),
        (("ragpulse", "2_passages.jsonl"), "the keys passage_id"),
    ],
)
def test_samples_that_are_no_request_logs(parts: tuple[str, str], found: str) -> None:
    with pytest.raises(TraceError, match=found):
        load(sample(*parts))
