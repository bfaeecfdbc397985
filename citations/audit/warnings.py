"""What must not be concluded whatever the answers are: it follows from how the claim is put."""

from __future__ import annotations

import re

from citations.audit.figures import is_best_case
from citations.audit.kinds import Kind
from citations.audit.parts import SOFTWARE
from citations.audit.prefill import is_own_work, is_second_hand
from citations.audit.records import Subject
from citations.audit.wording import said
from citations.records import Text

_PEAK = re.compile(r"[Mm]aximum|\bpeak\b|order of magnitude")
_UNNAMED = re.compile(r"state-of-the-art|existing|solutions|systems|baselines|backends|methods|implementations")
_SIMULATED = re.compile(r"simulat|dummy model|theoretical", re.IGNORECASE)
_REBUILT = re.compile(r"re-implement|copied from|prototype", re.IGNORECASE)
_BY_KIND = {
    Kind.KERNEL: Text(
        "Do not conclude an end-to-end speed-up: it is one kernel or link.",
        "不能断言端到端加速：这只是一个内核或链路。",
    ),
    Kind.MEMORY: Text(
        "Saved memory is not saved time: throughput follows only where memory limits the batch.",
        "省显存不等于省时间：只有显存限制批大小时吞吐才会跟着涨。",
    ),
    Kind.TRAINING: Text("It says nothing about serving.", "它与推理服务无关。"),
    Kind.QUALITY: Text(
        "A score on one data set is not the quality of your task.", "一个数据集上的分数不是你的任务的质量。"
    ),
    Kind.COST: Text(
        "A price or a margin is not what a token costs to make.", "价格或利润率不是生成一个 token 的成本。"
    ),
    Kind.FACT: Text("It is no gain by itself.", "它本身不是收益。"),
    Kind.SPEED: Text("The speed of one stream is not the throughput of a system.", "单条流的速度不是系统的吞吐量。"),
    Kind.LATENCY: Text(
        "A shorter delay at one load is not more requests served.", "某个负载下时延更短，不等于能服务更多请求。"
    ),
    Kind.CAPACITY: Text(
        "More requests served is not a faster answer for one user.", "能服务更多请求，不等于单个用户更快得到回答。"
    ),
}
_PRODUCTION = Text("Nobody outside the operator can check it.", "运营方以外没有人能核对它。")


def _named(baseline: str) -> int:
    """How many systems a baseline names; a publisher's name before a product's is no other system."""
    return len(set(re.findall(SOFTWARE, re.sub(r"Hugging ?Face (?=[A-Z])", "", baseline))))


def warnings(subject: Subject, kind: Kind) -> tuple[Text, ...]:
    """Sentences, the weightiest first."""
    if not subject.figure and not subject.metric:
        return ()
    told = f"{subject.unit} {subject.metric} {subject.conditions} {subject.where}"
    found = []
    if is_own_work(subject):
        found.append(
            Text(
                "The ratio or sum is ours: do not ascribe it to the authors.",
                "这个比值或算式是我们算的：不要归到作者名下。",
            )
        )
    if is_second_hand(subject):
        found.append(
            Text(
                "Some of it was read in notes or a summary: look it up before quoting it.",
                "部分内容来自笔记或二手摘要：引用前先查原文。",
            )
        )
    if subject.source and not subject.checked:
        found.append(Text("We have not seen it at its place.", "我们没有在出处核对过它。"))
    if subject.evidence == "production-internal":
        found.append(_PRODUCTION)
    if is_best_case(subject) or _PEAK.search(subject.metric):
        found.append(Text("It is a best case: do not expect it on average.", "这是最好情形：不要指望平均也如此。"))
    if _SIMULATED.search(told):
        found.append(
            Text("It was simulated or calculated, not measured in service.", "它是模拟或计算的结果，不是线上实测。")
        )
    if _REBUILT.search(f"{subject.baseline} {subject.conditions}"):
        found.append(
            Text(
                "The other side was rebuilt or is a prototype: not the system as shipped.",
                "对照方是重新实现或原型：不是真正发布的系统。",
            )
        )
    elif _UNNAMED.search(subject.baseline) or _named(subject.baseline) > 1:
        found.append(
            Text(
                "Its baselines are several or unnamed: do not multiply it with other ratios.",
                "基线不止一个或未点名：不能和别的比值相乘。",
            )
        )
    found.append(_BY_KIND[kind])
    found += [
        said(
            Text("Do not quote it alone: versions disagree. {about}", "不要单独引用：各版本说法不一。{about}"),
            about=text,
        )
        for text in subject.disputed
    ]
    return tuple(found)
