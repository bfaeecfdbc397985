"""Why a claim cannot be tried by running a serving system, where that follows from what it is about."""

from __future__ import annotations

from citations.audit.kinds import Kind, kind_of
from citations.audit.records import Audit, State
from citations.records import Text

_BY_KIND = {
    Kind.QUALITY: Text(
        "quality takes a real model that writes text; here only times and bytes are run",
        "质量要靠真实模型写出文本；这里只运行时间和字节",
    ),
    Kind.TRAINING: Text("it is about training, and the engine serves", "它讲的是训练，而引擎只做推理服务"),
    Kind.KERNEL: Text(
        "it is about one kernel or link, whose speed the cost model takes as given",
        "它讲的是单个内核或链路，成本模型把它的速度当作已知",
    ),
    Kind.COST: Text("prices are set, not run", "价格是定出来的，跑不出来"),
    Kind.FACT: Text(
        "it is something that was counted, with no two sides to run", "它是统计出来的，没有可以运行的两边"
    ),
}
_DRAFTS = Text(
    "without a stated acceptance a run says nothing about drafts", "没有说明接受率，运行就说明不了草稿的好坏"
)
_OTHER = Text("no pair of scenarios stands for it", "没有能代表它的一对场景")


def why_not(audit: Audit) -> Text:
    """The reason, for a claim for which the engine has no pair of runs."""
    kind, drafts = kind_of(audit.subject), audit.answer("speculation")
    if kind in _BY_KIND:
        return _BY_KIND[kind]
    if drafts.state is not State.APART and "acceptance" in drafts.missing:
        return _DRAFTS
    if drafts.state is not State.APART and not any(
        quote.field.startswith("claim") and "accept" in quote.text for quote in drafts.quotes
    ):
        return _DRAFTS
    return _OTHER
