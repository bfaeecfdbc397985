"""Reads measured serving configurations (`ground_truth/silicon.csv`) as scenarios and loads of the engine."""

from __future__ import annotations

import csv
import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.costs.serving_point import ServingPoint
from engine.scenario import Hardware, Layout, Memory, Model, Policy, Precision, Scenario

TRUTH = Path(__file__).parents[3] / "shared" / "ground_truth"
HELD_OUT = 0.3  # share of configurations
SYSTEMS = {
    "h100_sxm": "h100-sxm-80gb",
    "h200_sxm": "h200-sxm-141gb",
    "b200_sxm": "b200-sxm",
    "b300_sxm": "b300-sxm",
    "gb200": "gb200",
    "gb300": "gb300",
}
MODELS = {
    "llama-3.1-8b": "llama3.1-8b",
    "llama-3.1-70b": "llama3.1-70b",
    "qwen3-32b": "qwen3-32b",
    "qwen3-235b": "qwen3-235b-a22b",
    "qwen3.5-397b": "qwen3.5-397b-a17b",
    "gpt-oss-120b": "gpt-oss-120b",
    "deepseek-r1": "deepseek-v3",
    "deepseek-v3": "deepseek-v3",
    "kimi-k2": "kimi-k2",
    "minimax-m2": "minimax-m2.7",
    "glm-5": "glm-5.2",
}
EXPERTS = {
    "qwen3-235b-a22b",
    "qwen3.5-397b-a17b",
    "gpt-oss-120b",
    "deepseek-v3",
    "kimi-k2",
    "minimax-m2.7",
    "glm-5.2",
}
SPREAD = 0.2  # the public benchmark draws lengths evenly from 0.8 to 1 of the stated ones
ROUNDS = 10.0  # and sends ten requests per client
ROUNDS_OF_EQUALS = 8.0  # the other source does not state its count; this one does best on the training part


@dataclass(frozen=True)
class Row:
    """One measured configuration. Times in seconds."""

    identity: str
    system: str
    model: str
    backend: str
    version: str
    mode: str
    configuration: str
    scenario: Scenario
    point: ServingPoint
    ttft_s: float
    tpot_s: float
    prefill: Scenario | None = None  # the prefill side of a split, whose decode side is `scenario`
    engines: tuple[int, int] = (0, 1)  # of a split: prefill, decode

    @property
    def held_out(self) -> bool:
        """Whether the fit must not see it: decided by the configuration, never by the row."""
        digest = hashlib.sha256(self.configuration.encode()).digest()
        return int.from_bytes(digest[:4], "big") / 2**32 < HELD_OUT


def _number(text: str | None) -> int:
    return int(text) if text else 0


def degrees(tensor: int, data: int, expert_tensor: int, expert: int) -> tuple[int, int, int]:
    """(tensor, data, expert) degrees of an aggregated row whose columns may hold products of degrees.

    The public benchmark states n x n in some of its rows where n devices were used: their figures equal those of the
    rows that state n. Rows of the other source leave `data` empty and hold it in the experts' degrees.
    """
    held = max(1, expert_tensor) * max(1, expert)
    if not data:
        replicas = held // max(1, tensor) if held % max(1, tensor) == 0 else 1
        return max(1, tensor), max(1, replicas), max(1, expert)
    n = tensor * data
    root = round(n**0.5)
    if root > 1 and root * root == n:
        if expert_tensor == expert == root:
            return (1, root, root) if data == n else (root, 1, root)
        if tensor == data == root and expert == n:
            return root, 1, root
    return tensor, data, expert if expert and n % expert == 0 else 1


def precision_of(name: str, model: str, system: str) -> Precision:
    """What the label of a row means: which matrices have few bits, and in what the products run."""
    blackwell = not system.startswith("h")
    experts = model in EXPERTS
    if model == "gpt-oss-120b":  # only its experts are in four bits
        return Precision(expert_weight_bits=4.25, state_bits=8 if blackwell else 16)
    if name == "fp8":
        return Precision(weight_bits=8, activation_bits=8, state_bits=8)
    if name == "fp4" and not experts:
        return Precision(weight_bits=4, weight_overhead_bits=0.5, activation_bits=4, state_bits=8)
    if name == "fp4":
        return Precision(weight_bits=8, expert_weight_bits=4.5, activation_bits=4, state_bits=8)
    if name == "int4":
        return Precision(expert_weight_bits=4.5)
    return Precision()


def generation_of(backend: str, version: str, public: bool) -> str:
    """The generation of engines that a row belongs to."""
    if backend == "vllm":
        return "vllm-0.15" if public else "vllm-0.12"
    if backend == "trtllm":
        return "trtllm-1.0" if version.startswith("1.0") else "trtllm-1.1"
    return "sglang-0.5.9" if public else "sglang-0.5.1"


def _layout(row: Mapping[str, str], experts: bool, part: str = "") -> Layout:
    """Degrees of a row; `part` "prefill_" or "decode_" for one side of a split."""
    columns = ("tp_size", "attention_dp_size", "moe_tp_size", "moe_ep_size")
    tensor, data, expert = degrees(*(_number(row[part + name]) for name in columns))
    return Layout(
        tensor_parallel=tensor,
        pipeline_parallel=max(1, _number(row[f"{part}pp_size"])),
        data_parallel=data,
        expert_parallel=expert if experts else 1,
    )


def settings_of(row: Mapping[str, str], model: str, tensor: int, concurrency: int) -> tuple[int | None, float]:
    """(token budget, decode iterations held back) that the public benchmark's launch scripts set for a row.

    TensorRT-LLM: 16,384 tokens for Llama (which waits up to 20 iterations for company at 1,024 in and out below 8
    devices), 20,000 for gpt-oss, else one prompt and the decodes. SGLang sends tokens in groups: 30 on Blackwell, and
    polls for requests every 10 iterations. vLLM keeps its defaults.
    """
    prompt, output = _number(row["isl"]), _number(row["osl"])
    if row["backend"] == "trtllm":
        if model == "llama3.1-70b":
            return 16_384, 20.0 if (prompt, output) == (1024, 1024) and tensor < 8 else 0.0
        if model == "gpt-oss-120b":
            return 20_000, 0.0
        return (concurrency + prompt + 64 + 63) // 64 * 64, 10.0
    if row["backend"] == "sglang" and model != "glm-5.2":
        blackwell = not row["system"].startswith("h")
        return (32_768, 30.0) if blackwell else (None, 10.0)
    return None, 0.0


def model_of(row: Mapping[str, str]) -> str:
    """The card of a row's model, "" if there is none."""
    name = row["model_path"].split("/")[-1].lower()
    return next((card for key, card in MODELS.items() if key in name), "")


def set_aside(row: Mapping[str, str]) -> str:
    """Why a row cannot be predicted, "" if it can."""
    if not model_of(row):
        return f"no card for {row['model_path']}"
    if row["system"] not in SYSTEMS:
        return f"no card for {row['system']}"
    if row["mode"] == "disagg" and not (_number(row["prefill_num_workers"]) and _number(row["decode_num_workers"])):
        return "a prefill/decode split that does not state its engines"
    if not all(row[name] for name in ("isl", "osl", "silicon_ttft_ms", "silicon_tpot_ms")):
        return "a length or a measured time is missing"
    return ""


def _row(row: Mapping[str, str]) -> Row:
    model = model_of(row)
    split = row["mode"] == "disagg"
    engines = _number(row["prefill_num_workers"]), _number(row["decode_num_workers"])
    public = split or bool(row["attention_dp_size"])
    layout = _layout(row, model in EXPERTS, "decode_" if split else "")
    stated = re.search(r"silicon_concurrency=(\d+)", row["silicon_data_source"])
    concurrency = int(stated[1]) if stated else _batch(row, split, engines[1])
    budget, held = (
        settings_of(row, model, layout.tensor_parallel, concurrency) if public and not split else (None, 0.0)
    )
    scenario = _scenario(row, model, layout, public)
    prefill = _scenario(row, model, _layout(row, model in EXPERTS, "prefill_"), public) if split else None
    shape = f"tp{layout.tensor_parallel} dp{layout.data_parallel} ep{layout.expert_parallel}"
    return Row(
        identity=row["id"],
        system=row["system"],
        model=model,
        backend=row["backend"],
        version=row["backend_version"],
        mode=row["mode"],
        configuration=f"{model} {row['system']} {row['backend']} {shape}",
        scenario=scenario,
        point=ServingPoint(
            _number(row["isl"]),
            _number(row["osl"]),
            max(1, concurrency),
            SPREAD if public else 0.0,
            ROUNDS if public else ROUNDS_OF_EQUALS,
            budget,
            held,
        ),
        ttft_s=float(row["silicon_ttft_ms"]) / 1e3,
        tpot_s=float(row["silicon_tpot_ms"]) / 1e3,
        prefill=prefill,
        engines=engines if split else (0, 1),
    )


def _batch(row: Mapping[str, str], split: bool, engines: int) -> int:
    """Clients of a row that states a batch per attention replica."""
    part = "decode_" if split else ""
    return _number(row[f"{part}batch_size"]) * max(1, _number(row[f"{part}attention_dp_size"])) * max(1, engines)


def _scenario(row: Mapping[str, str], model: str, layout: Layout, public: bool) -> Scenario:
    generation = generation_of(row["backend"], row["backend_version"], public)
    return Scenario(
        title=row["id"],
        model=Model(card=model, max_length=max(_number(row["isl"]) + _number(row["osl"]), 2)),
        precision=precision_of(row["precision"], model, row["system"]),
        hardware=Hardware(card=SYSTEMS[row["system"]], engine=generation),
        layout=layout,
        memory=Memory(page_tokens=16),
        policy=Policy(max_running=1024),
    )


def rows(path: Path = TRUTH / "silicon.csv", aside: Counter[str] | None = None) -> Iterator[Row]:
    """The rows of a file that can be predicted; the reasons of the others are counted in `aside`.

    Raises OSError; KeyError if a column is missing.
    """
    with path.open(newline="") as file:
        for record in csv.DictReader(file):
            reason = set_aside(record)
            if not reason:
                yield _row(record)
            elif aside is not None:
                aside[reason] += 1
