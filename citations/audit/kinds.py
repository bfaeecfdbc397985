"""What a claim is about, told from the words of its unit and metric: a rule, not a judgement."""

from __future__ import annotations

import re
from enum import StrEnum

from citations.audit.records import Subject
from citations.records import Text


class Kind(StrEnum):
    QUALITY = "quality"
    TRAINING = "training"
    KERNEL = "kernel"
    COST = "cost"
    CAPACITY = "capacity"  # throughput, requests served, goodput
    LATENCY = "latency"  # a delay: first token, next token, whole request
    SPEED = "speed"  # "generation speed", "speed-up": it is not said whose
    MEMORY = "memory"
    FACT = "fact"  # a count or a share that is no gain by itself


NAMES = {
    Kind.QUALITY: Text("quality of the output", "输出质量"),
    Kind.TRAINING: Text("training", "训练"),
    Kind.KERNEL: Text("a kernel or a link alone", "单个内核或链路"),
    Kind.COST: Text("money", "费用"),
    Kind.CAPACITY: Text("throughput or requests served", "吞吐量或能服务的请求数"),
    Kind.LATENCY: Text("a delay", "时延"),
    Kind.SPEED: Text("speed", "速度"),
    Kind.MEMORY: Text("memory", "显存"),
    Kind.FACT: Text("a count or share", "计数或占比"),
}
_ASIDE = re.compile(r"\s*[(\[][^)\]]*[)\]]|,? at \d+ TFLOPS.*|,? with full weight offload.*")
# First match wins; words in brackets are set aside before.
_RULES: tuple[tuple[Kind, str], ...] = (
    (Kind.FACT, r"dataset size|datastore size|lines without failure|effective width|decomposition|salient share"),
    (Kind.FACT, r"values multiplied|layer-read|parameters per token|draft's top|keys and values selected"),
    (Kind.FACT, r"hit rate|on-disk KV|HELM|single-token FLOPs|verified tokens per step|T parameters"),
    (Kind.QUALITY, r"perplexity|\bPPL|accuracy|quality|\bpoints?\b|numerical error|needle|recall of|LongBench|MMLU"),
    (Kind.TRAINING, r"training|fine-tuned|time to quanti[sz]e|scaling efficiency"),
    (Kind.COST, r"dollar|price|profit|cost saving|cost of serving"),
    (Kind.KERNEL, r"kernel|TFLOPS|PFLOP|GB/s|bandwidth|dispatch|GEMM|self-attention|attention speed|HBM bytes"),
    (Kind.KERNEL, r"peak performance|^x? ?speedup, reaching|memory-bound configuration"),
    (Kind.MEMORY, r"memory|KV cache size|KV cache reduction|KV cache$|smaller|bytes/token|GiB|larger model"),
    (Kind.MEMORY, r"context length|context processed|stream length|model size|largest model|fewer GPUs|budget"),
    (Kind.CAPACITY, r"throughput|\brequests?\b|capacity|goodput|burstiness|\bSLO\b|requests/s|per node"),
    (Kind.LATENCY, r"latency|TTFT|time.to.first|time per (?:output )?token|delay|job completion|inference time"),
    (Kind.SPEED, r"speed|accelerat|tokens?/s|tokens per second|walltime|step/s|faster|performance|decoder time"),
)
_COMPILED = tuple((kind, re.compile(words, re.IGNORECASE)) for kind, words in _RULES)
GAINS = frozenset({Kind.KERNEL, Kind.CAPACITY, Kind.LATENCY, Kind.SPEED, Kind.COST, Kind.MEMORY, Kind.TRAINING})


def kind_of(subject: Subject) -> Kind:
    """What the claim is about; FACT where no rule fits."""
    text = f"{_ASIDE.sub('', subject.unit)} {_ASIDE.sub('', subject.metric)}".strip()
    for kind, words in _COMPILED:
        if words.search(text):
            return kind
    return Kind.FACT
