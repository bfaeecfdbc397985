"""The fourteen questions: what each asks for in parts, on which claims it bears, and what follows from its answer."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from citations.audit.kinds import Kind
from citations.audit.parts import PARTS
from citations.records import Text

_K = Kind
_SERVING = frozenset({_K.CAPACITY, _K.LATENCY, _K.SPEED, _K.COST})


@dataclass(frozen=True)
class Part:
    """One thing that a full answer names. `words` finds it in the catalogue's fields, "" = by another rule."""

    key: str
    label: Text
    words: re.Pattern[str] | None = None


@dataclass(frozen=True)
class Question:
    """`holds`: the consequence of a full answer; `fails`: what must not be concluded without one.

    `bears`: kinds of claims that it is always put to; with `ledgers`, also to claims of a source that acts on one of
    them; with `words`, also to claims that use one of them.
    """

    key: str
    number: int
    short: Text
    asks: Text
    holds: Text
    fails: Text
    bears: frozenset[Kind] = frozenset(Kind)
    ledgers: frozenset[str] = frozenset()
    words: str = ""
    parts: tuple[Part, ...] = field(default=())


def _question(number: int, key: str, short: Text, asks: Text, holds: Text, fails: Text, **rules: object) -> Question:
    parts = tuple(Part(name, label, re.compile(words) if words else None) for name, label, words in PARTS[key])
    return Question(key, number, short, asks, holds, fails, parts=parts, **rules)  # type: ignore[arg-type]


QUESTIONS: tuple[Question, ...] = (
    _question(
        1,
        "workload",
        Text("Workload", "负载"),
        Text("Which requests: data, lengths, arrivals or concurrency?", "什么请求：数据集、长度、到达过程或并发？"),
        Text("The figure holds for this workload.", "这个数字只对这种负载成立。"),
        Text("Do not carry the figure to other lengths or arrivals.", "不能把它搬到别的长度或到达过程上。"),
    ),
    _question(
        2,
        "latency",
        Text("Latency by percentile", "分位时延"),
        Text("Which latency, at which percentile, within which limit?", "哪种时延、哪个分位、什么上限？"),
        Text("It can be held against a contract of the same measure.", "可以和同一指标的 SLO 对照。"),
        Text("Do not conclude that users wait less.", "不能断言用户等得更短。"),
        bears=_SERVING,
    ),
    _question(
        3,
        "throughput",
        Text("Which throughput", "哪种吞吐"),
        Text("Peak, completed, or within the contract? Per what?", "峰值、完成量，还是满足 SLO 的？按什么计？"),
        Text("It can be compared with figures counted the same way.", "可以和同样计法的数字比较。"),
        Text("Do not read it as goodput.", "不能当作 goodput 来读。"),
        bears=_SERVING,
    ),
    _question(
        4,
        "residents",
        Text("Everything resident", "常驻内存"),
        Text("Weights and everything else that stays in memory?", "权重和其余常驻显存的东西各占多少？"),
        Text("Whether it fits can be worked out.", "能否装得下可以算出来。"),
        Text("Do not conclude that it fits on your devices.", "不能断言你的设备装得下。"),
        bears=frozenset({_K.CAPACITY, _K.SPEED, _K.MEMORY, _K.COST}),
        ledgers=frozenset({"weights"}),
    ),
    _question(
        5,
        "state",
        Text("State formula", "状态公式"),
        Text(
            "Bytes of state per token, by which formula and in how many bits?",
            "每个 token 的状态字节数：什么公式、几位？",
        ),
        Text("Memory can be computed for other lengths by the same formula.", "别的长度可用同一公式算出显存。"),
        Text("Do not scale the memory to another context or model.", "不能把显存推到别的上下文长度或模型。"),
        bears=frozenset({_K.MEMORY}),
        ledgers=frozenset({"state", "allocation"}),
    ),
    _question(
        6,
        "batching",
        Text("Batching", "批处理"),
        Text("At which batch, formed how, and what happens as it grows?", "多大的批、怎么组批、批变大会怎样？"),
        Text("It holds at this batch.", "只在这个批大小上成立。"),
        Text("Do not assume the gain at another batch size.", "不能假定换个批大小还有这个收益。"),
        bears=_SERVING | {_K.KERNEL},
    ),
    _question(
        7,
        "cache",
        Text("Cache rules", "缓存规则"),
        Text(
            "Key, what makes a hit valid, isolation, invalidation?",
            "键是什么、怎样才算有效命中、如何隔离、如何失效？",
        ),
        Text("A hit means the same thing when it is compared.", "比较时，“命中”说的是同一回事。"),
        Text(
            "Do not turn a hit rate into saved time, nor share it across tenants.",
            "不能把命中率换算成省下的时间，也不能跨租户共享。",
        ),
        bears=frozenset(),
        ledgers=frozenset({"reuse"}),
        words=r"[Cc]ache hit|hit rate|shared prefix|prefix cach|reuse|prompt sharing",
    ),
    _question(
        8,
        "transfer",
        Text("Transfer between machines", "机器间传输"),
        Text(
            "Between prefill and decode, or machines: bytes, link, overlap?",
            "P/D 或机器之间：传多少字节、什么链路、是否重叠？",
        ),
        Text("It can be worked out for another link.", "可以换一条链路来算。"),
        Text("Do not expect it on a slower link.", "链路更慢时不能指望它。"),
        bears=frozenset(),
        ledgers=frozenset({"network"}),
        words=r"RDMA|InfiniBand|NVLink|transfer|disaggregat|tp_prefill",
    ),
    _question(
        9,
        "precision",
        Text("Precision and what it costs", "精度及其代价"),
        Text(
            "Bits of weights, state and activations, and the loss of quality?",
            "权重、状态、激活各几位，质量损失多少？",
        ),
        Text("Speed and quality can be read together.", "速度和质量可以放在一起读。"),
        Text("Do not call it free of loss.", "不能说它无损。"),
        bears=_SERVING | {_K.MEMORY, _K.KERNEL, _K.QUALITY},
        ledgers=frozenset({"precision"}),
    ),
    _question(
        10,
        "speculation",
        Text("Speculation's three costs", "推测的三项成本"),
        Text(
            "Drafting, verification at this batch, rollback; and the acceptance?",
            "草稿、该批大小下的验证、回滚，以及接受率？",
        ),
        Text("The break-even can be computed.", "盈亏点可以算出来。"),
        Text("Do not read an acceptance rate as a speed-up.", "不能把接受率当作加速比。"),
        bears=frozenset(),
        ledgers=frozenset({"speculation"}),
        words=r"\bdraft|specul|acceptance|\bMTP\b",
    ),
    _question(
        11,
        "experts",
        Text("Experts: totals and hot spots", "专家：总量与热点"),
        Text(
            "Total and active parameters, the layout, and how uneven the load is?",
            "总参数与激活参数、布局、负载有多不均？",
        ),
        Text("Memory follows the total, time the active and the hottest.", "显存看总量，时间看激活量和最热的专家。"),
        Text("Do not count with active parameters alone.", "不能只按激活参数算。"),
        bears=frozenset(),
        ledgers=frozenset({"experts"}),
        words=r"\bMoE\b|Mixtral|DeepSeek-V[234]|\bV3/R1|\bexperts?\b|\d+B active|DBRX",
    ),
    _question(
        12,
        "failures",
        Text("What happens at a failure", "失败语义"),
        Text(
            "Preemption, a lost worker, a timeout: what is lost, repeated or counted?",
            "抢占、工作节点丢失、超时：丢什么、重做什么、怎么计？",
        ),
        Text("The figure includes what goes wrong.", "这个数字包含了出错的情况。"),
        Text("Do not promise it on days when something breaks.", "不能保证出故障的日子也如此。"),
        bears=frozenset({_K.CAPACITY, _K.COST}),
        ledgers=frozenset({"faults"}),
    ),
    _question(
        13,
        "sameness",
        Text("Same on both sides", "两边是否一致"),
        Text(
            "Same hardware, software, model, distribution, contract and power for both?",
            "两边的硬件、软件、模型、分布、SLO 与功耗是否相同？",
        ),
        Text("The ratio is due to the technique.", "比值可以归因于该技术。"),
        Text("Do not credit the whole ratio to the technique.", "不能把整个比值都归功于该技术。"),
        bears=frozenset(Kind) - {_K.FACT},
    ),
    _question(
        14,
        "evidence",
        Text("Evidence", "证据"),
        Text("Who says so, where, and was it seen there?", "谁说的、在哪里说的、是否核对过原文？"),
        Text("It can be quoted with its label and place.", "可以连同标签和出处一起引用。"),
        Text("Do not quote it as a fact.", "不能当作事实引用。"),
    ),
)
_BY_KEY = {question.key: question for question in QUESTIONS}


def question(key: str) -> Question:
    """Raises KeyError for a key that is none of the fourteen."""
    return _BY_KEY[key]
