"""What an answer says where the user has written nothing: its reason and its consequence, in either language."""

from __future__ import annotations

from citations.audit.kinds import NAMES, kind_of
from citations.audit.questions import question
from citations.audit.records import Answer, Audit, State
from citations.records import Text

STATES = {
    State.DISCLOSED: Text("disclosed", "已说明"),
    State.PARTIAL: Text("partly", "部分说明"),
    State.GAP: Text("gap", "缺失"),
    State.APART: Text("does not bear", "不相关"),
}
MARKS = {State.DISCLOSED: "●", State.PARTIAL: "◎", State.GAP: "○", State.APART: "–"}
EVIDENCE = {
    "author-reported": Text("author-reported", "作者报告"),
    "reproducible": Text("reproducible", "可复现"),
    "teaching-estimate": Text("teaching estimate", "教学估算"),
    "production-internal": Text("production-internal", "生产内部"),
}
_FIELDS = {
    "claim.conditions": Text("its conditions", "条件"),
    "claim.metric": Text("its metric", "指标"),
    "claim.baseline": Text("its baseline", "基线"),
    "claim.unit": Text("its figure", "数值"),
    "claim.where": Text("its place", "出处"),
    "claim.evidence": Text("its label", "标签"),
    "claim.checked": Text("our check", "核对"),
    "source.parameters": Text("the source's parameters", "来源的参数"),
    "source.formula": Text("the source's formula", "来源的公式"),
    "source.effects": Text("the source's effects", "来源的账目影响"),
}
_JOIN = {"en": ", ", "zh": "、"}


def said(text: Text, **values: object) -> Text:
    """A sentence with its blanks filled in both languages; a Text fills in its own language."""

    def filled(language: str) -> str:
        words = {key: value.get(language) if isinstance(value, Text) else value for key, value in values.items()}
        return text.get(language).format(**words)

    return Text(filled("en"), filled("zh"))


def listed(texts: list[Text] | tuple[Text, ...]) -> Text:
    return Text(_JOIN["en"].join(text.en for text in texts), _JOIN["zh"].join(text.get("zh") for text in texts))


def field_name(field: str) -> Text:
    """A field in words; "claim 1.conditions" is what an earlier claim of the source says."""
    if field in _FIELDS:
        return _FIELDS[field]
    number = field.partition(".")[0].removeprefix("claim ")
    return Text(f"claim {number}, which it refers to", f"它所指的第 {number} 条主张")


def parts_of(answer: Answer) -> Text:
    """The parts that nobody answers, in words."""
    return listed([part.label for part in question(answer.question).parts if part.key in answer.missing])


def reason(audit: Audit, answer: Answer) -> Text:
    """Why the answer stands as it does: the user's words, else where it was found and what was not."""
    if answer.reason:
        return Text(answer.reason)
    if answer.state is State.APART:
        kind = NAMES[kind_of(audit.subject)]
        return said(
            Text(
                "The claim is about {kind}, and nothing in its entry touches this.",
                "该主张讲的是{kind}，条目里没有涉及这一点。",
            ),
            kind=kind,
        )
    if answer.state is State.GAP:
        labels = listed([part.label for part in question(answer.question).parts])
        return said(Text("Nobody says: {labels}.", "没有说明：{labels}。"), labels=labels)
    return _found(answer)


def _found(answer: Answer) -> Text:
    fields = list(dict.fromkeys(quote.field for quote in answer.quotes))
    parts = []
    if fields:
        names = listed([field_name(field) for field in fields])
        parts.append(said(Text("From {names}.", "来自{names}。"), names=names))
    if answer.missing:
        parts.append(said(Text("Not said: {labels}.", "未说明：{labels}。"), labels=parts_of(answer)))
    if any(field.startswith("source.") for field in fields):
        parts.append(
            Text(
                "What stands elsewhere in the source need not be a condition of this claim.",
                "来源别处写的内容不一定是这条主张的条件。",
            )
        )
    elif answer.state is State.PARTIAL and not answer.missing and answer.question == "sameness":
        parts.append(Text("Named once is not the same on both sides.", "提到一次不等于两边相同。"))
    if not parts:
        return Text("Your own answer.", "你自己的回答。")
    return Text(" ".join(part.en for part in parts), "".join(part.zh for part in parts))


def consequence(answer: Answer) -> Text:
    """What follows for the use of the claim: the user's words, else the question's standing sentence."""
    if answer.consequence:
        return Text(answer.consequence)
    asked = question(answer.question)
    if answer.state is State.DISCLOSED:
        return asked.holds
    if answer.state is State.GAP:
        return asked.fails
    if answer.state is State.APART:
        return Text("Nothing follows for this claim.", "对这条主张没有影响。")
    return said(Text("Only as far as it is said. {fails}", "仅限于已说明的部分。{fails}"), fails=asked.fails)
