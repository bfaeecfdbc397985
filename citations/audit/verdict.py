"""The plain verdict: what is claimed, under which conditions, what is missing, and what the claim may be used for."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from citations.audit.kinds import NAMES, Kind, kind_of
from citations.audit.prefill import is_own_work, is_second_hand
from citations.audit.questions import QUESTIONS
from citations.audit.records import Audit, State, Subject
from citations.audit.warnings import warnings
from citations.audit.wording import listed, parts_of, said
from citations.records import Text


class Use(StrEnum):
    """What the claim may be used for, the most first."""

    CONDITIONS = "conditions"
    OBSERVATION = "observation"
    DIRECTION = "direction"
    HEADLINE = "headline"
    NOTHING = "nothing"


TITLES = {
    Use.CONDITIONS: Text("A figure under its conditions", "在其条件下成立的数字"),
    Use.OBSERVATION: Text("An observation, not a gain", "一个观察值，不是收益"),
    Use.DIRECTION: Text("A direction, not a number", "一个方向，不是数字"),
    Use.HEADLINE: Text("A headline", "一个标题"),
    Use.NOTHING: Text("Not to be quoted yet", "暂时不可引用"),
}
MAY = {
    Use.CONDITIONS: Text(
        "Quote it with its workload, baseline, hardware and label, beside figures taken the same way.",
        "连同负载、基线、硬件和标签一起引用，并只与同样取得的数字并列。",
    ),
    Use.OBSERVATION: Text(
        "Use it as something that was seen there, with its place and label.",
        "作为在那里看到的事实使用，并注明出处和标签。",
    ),
    Use.DIRECTION: Text(
        "Use it for the direction and the order of magnitude; measure before you plan with it.",
        "可用来判断方向和数量级；拿它做规划之前先自己测。",
    ),
    Use.HEADLINE: Text(
        "Use it as a reason to read the source, not as a number.", "只作为去读原文的理由，不要当数字用。"
    ),
    Use.NOTHING: Text("Find its place first.", "先找到它的出处。"),
}
_RATIO = re.compile(r"x\b|%(?: (?:lower|smaller|slower|more)|$)")


@dataclass(frozen=True)
class Verdict:
    """All texts in both languages. `missing` and `not_concluded` are sentences, the weightiest first."""

    use: Use
    kind: Kind
    claimed: Text
    conditions: Text
    missing: tuple[Text, ...]
    not_concluded: tuple[Text, ...]
    may: Text

    @property
    def title(self) -> Text:
        return TITLES[self.use]


def judge(audit: Audit) -> Verdict:
    """The verdict on an audit as it stands. Nothing else than its subject and answers goes into it."""
    subject = replace(audit.subject, evidence=audit.answer("evidence").evidence)  # as the user may have set it
    audit, kind = replace(audit, subject=subject), kind_of(subject)
    gaps = {answer.question for answer in audit.answers if answer.state is State.GAP}
    fails = tuple(question.fails for question in QUESTIONS if question.key in gaps)
    return Verdict(
        use=_use(audit, kind),
        kind=kind,
        claimed=_claimed(subject, kind),
        conditions=_conditions(subject),
        missing=_missing(audit),
        not_concluded=(*warnings(subject, kind), *fails),
        may=MAY[_use(audit, kind)],
    )


def _use(audit: Audit, kind: Kind) -> Use:
    evidence, same, workload = (audit.answer(key) for key in ("evidence", "sameness", "workload"))
    if evidence.state is State.GAP or not audit.subject.figure:
        return Use.NOTHING
    if is_second_hand(audit.subject) or "seen" in evidence.missing:
        return Use.HEADLINE
    if audit.subject.evidence == "production-internal":
        return Use.OBSERVATION
    no_baseline = same.state is State.GAP or "baseline" in same.missing
    if kind is Kind.FACT or (no_baseline and not _RATIO.match(audit.subject.unit)):
        return Use.OBSERVATION
    if no_baseline:
        return Use.HEADLINE
    unknown = set(same.missing) & {"hardware", "model"} if same.state is not State.DISCLOSED else set()
    if kind in (Kind.MEMORY, Kind.QUALITY):
        unknown.discard("hardware")  # bytes and scores do not depend on it
    if workload.state is State.GAP and kind in (Kind.MEMORY, Kind.KERNEL):
        return Use.DIRECTION if unknown else Use.CONDITIONS
    if not unknown and workload.state is not State.GAP:
        return Use.CONDITIONS
    if len(unknown) == 2 and workload.state is State.GAP:
        return Use.HEADLINE
    return Use.DIRECTION


def _claimed(subject: Subject, kind: Kind) -> Text:
    if not subject.figure and not subject.metric:
        return Text("Nothing yet: write down what is claimed.", "还没有：请写下主张的内容。")
    who = (
        Text("We derive", "我们推导出")
        if is_own_work(subject)
        else said(Text("{name} reports", "{name} 报告"), name=subject.name or Text("Somebody", "某方"))
    )
    figure = subject.figure or Text("no figure", "没有数字")
    over = (
        said(Text(" over {baseline}", "，基线：{baseline}"), baseline=subject.baseline)
        if subject.baseline
        else Text("")
    )
    if not subject.baseline:
        over = Text(", over no named baseline", "，未说明基线")
    about = subject.metric or NAMES[kind]
    return said(
        Text("{who} {figure}: {about}{over}.", "{who} {figure}：{about}{over}。"),
        who=who,
        figure=figure,
        about=about,
        over=over,
    )


def _conditions(subject: Subject) -> Text:
    if not subject.conditions or re.fullmatch(r"(?:not|as) stated in the abstract", subject.conditions):
        return Text("None are given where it was read.", "读到它的地方没有给出条件。")
    return Text(f"{subject.conditions}.", f"{subject.conditions}。")


def _missing(audit: Audit) -> tuple[Text, ...]:
    """Gaps first, then what partial answers leave out."""
    found = []
    for state in (State.GAP, State.PARTIAL):
        for question in QUESTIONS:
            answer = audit.answer(question.key)
            if answer.state is not state:
                continue
            labels = listed([part.label for part in question.parts]) if state is State.GAP else parts_of(answer)
            if labels.en:
                found.append(
                    said(Text("{short}: {labels}", "{short}：{labels}"), short=question.short, labels=labels)
                )
    return tuple(found)
