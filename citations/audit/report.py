"""The one-page report, as Markdown and as plain data."""

from __future__ import annotations

from typing import Any

from citations.audit.audit_file import tree
from citations.audit.kinds import NAMES
from citations.audit.questions import QUESTIONS
from citations.audit.records import Answer, Audit, State, Trial
from citations.audit.verdict import Verdict, judge
from citations.audit.wording import EVIDENCE, MARKS, STATES, consequence, reason
from citations.records import Text

HEADS = {
    "title": Text("Audit", "审计"),
    "free": Text("a claim of your own", "自拟主张"),
    "claimed": Text("Claimed", "主张"),
    "conditions": Text("Under these conditions", "条件"),
    "missing": Text("Missing", "缺失"),
    "not": Text("Must not be concluded", "不能得出的结论"),
    "may": Text("May be used for", "可以用于"),
    "trial": Text("Tried here", "在这里试过"),
    "questions": Text("The fourteen questions", "十四问"),
    "question": Text("Question", "问题"),
    "state": Text("State", "状态"),
    "answer": Text("Answer", "回答"),
    "reason": Text("Reason", "理由"),
    "evidence": Text("Evidence", "证据"),
    "consequence": Text("Consequence", "后果"),
    "reported": Text("reported", "报告"),
    "measured": Text("measured here", "本机测得"),
    "before": Text("without", "之前"),
    "after": Text("with", "之后"),
    "matched": Text("Conditions met", "已对齐的条件"),
    "unmatched": Text("Conditions not met", "未能对齐的条件"),
    "nothing": Text("nothing", "无"),
    "kind": Text("kind", "类别"),
}
FINDINGS = {
    "inside": Text("The run lies within what is reported.", "运行结果落在报告的范围内。"),
    "below": Text("The run shows less than is reported.", "运行结果低于报告值。"),
    "above": Text("The run shows more than is reported.", "运行结果高于报告值。"),
    "against": Text("The run shows the opposite.", "运行结果方向相反。"),
    "kind": Text(
        "The two figures are not of one kind and stand beside each other only.", "两个数字口径不同，只能并列。"
    ),
}
CAUTION = Text(
    "A model's run neither proves nor refutes a measurement: the labels differ.",
    "模型运行既不能证实也不能否定实测：两者标签不同。",
)


def head(key: str, language: str = "en") -> str:
    return HEADS[key].get(language)


def title(audit: Audit, language: str = "en") -> str:
    """The report's title: the source and the figure."""
    subject = audit.subject
    name = subject.name or head("free", language)
    colon, comma = ("：", "，") if language.startswith("zh") else (": ", ", ")
    figure = f"{comma}{subject.figure}" if subject.figure else ""
    return f"{head('title', language)}{colon}{name}{figure}"


def markdown(audit: Audit, language: str = "en") -> str:
    """The report as Markdown, ending in a newline."""
    verdict, chinese = judge(audit), language.startswith("zh")
    colon, stop = ("：", "。") if chinese else (": ", ".")
    lines = [
        f"# {title(audit, language)}",
        "",
        f"**{verdict.title.get(language)}{stop}** {verdict.may.get(language)}",
        "",
    ]
    for key, text in (("claimed", verdict.claimed), ("conditions", verdict.conditions)):
        lines.append(f"- **{head(key, language)}**{colon}{_plain(text.get(language))}")
    lines += ["", *_list("missing", verdict.missing, language), *_list("not", verdict.not_concluded, language)]
    if audit.trial is not None:
        lines += _trial(audit.trial, language)
    lines += [f"## {head('questions', language)}", ""]
    columns = ("question", "state", "answer", "evidence", "reason", "consequence")
    lines.append("| # | " + " | ".join(head(key, language) for key in columns) + " |")
    lines.append("|---|" + "---|" * len(columns))
    lines += [_row(audit, audit.answer(question.key), language) for question in QUESTIONS]
    return "\n".join(lines) + "\n"


def _list(key: str, texts: tuple[Text, ...], language: str) -> list[str]:
    told = [f"- {_plain(text.get(language))}" for text in texts] or [f"- {head('nothing', language)}"]
    return [f"## {head(key, language)}", "", *told, ""]


def _row(audit: Audit, answer: Answer, language: str) -> str:
    question = next(question for question in QUESTIONS if question.key == answer.question)
    cells = (
        str(question.number),
        question.short.get(language),
        f"{MARKS[answer.state]} {STATES[answer.state].get(language)}",
        answer.told or "–",
        EVIDENCE[answer.evidence].get(language) if answer.evidence in EVIDENCE else answer.evidence or "–",
        reason(audit, answer).get(language),
        consequence(answer).get(language),
    )
    return "| " + " | ".join(_plain(cell).replace("|", "\\|") for cell in cells) + " |"


def _trial(trial: Trial, language: str) -> list[str]:
    colon = "：" if language.startswith("zh") else ": "
    lines = [f"## {head('trial', language)}", "", trial.title, ""]
    label = EVIDENCE[trial.evidence].get(language) if trial.evidence in EVIDENCE else trial.evidence
    lines.append(f"- **{head('reported', language)}**{colon}{trial.reported}")
    sides = f"{head('before', language)} {trial.before}, {head('after', language)} {trial.after}"
    lines.append(f"- **{head('measured', language)}**{colon}{trial.measured} ({label}; {sides})")
    for key, told in (("matched", trial.matched), ("unmatched", trial.unmatched)):
        lines.append(f"- **{head(key, language)}**{colon}{'; '.join(told) or head('nothing', language)}")
    finding = FINDINGS.get(trial.finding)
    closing = " ".join(text.get(language) for text in (finding, CAUTION) if text is not None)
    return [*lines, "", closing, ""]


def _plain(text: str) -> str:
    """One line, so that nothing a user wrote breaks list or table."""
    return " ".join(text.split())


def as_json(audit: Audit, language: str = "en") -> dict[str, Any]:
    """The report as JSON-able data: claim, verdict, answers, trial, and the audit itself to be opened again."""
    verdict = judge(audit)
    subject = audit.subject
    claim = {name: getattr(subject, name) for name in subject.__dataclass_fields__}
    found: dict[str, Any] = {
        "claim": {**claim, "disputed": list(subject.disputed)},
        "verdict": _verdict(verdict, language),
        "counts": {state.value: audit.count(state) for state in State},
        "answers": [_answer(audit, answer, language) for answer in audit.answers],
        "trial": None,
        "audit": tree(audit),
    }
    if audit.trial is not None:
        trial = {name: getattr(audit.trial, name) for name in audit.trial.__dataclass_fields__}
        found["trial"] = {**trial, "matched": list(audit.trial.matched), "unmatched": list(audit.trial.unmatched)}
    return found


def _verdict(verdict: Verdict, language: str) -> dict[str, Any]:
    return {
        "use": verdict.use.value,
        "title": verdict.title.get(language),
        "kind": verdict.kind.value,
        "about": NAMES[verdict.kind].get(language),
        "claimed": verdict.claimed.get(language),
        "conditions": verdict.conditions.get(language),
        "missing": [text.get(language) for text in verdict.missing],
        "must_not_be_concluded": [text.get(language) for text in verdict.not_concluded],
        "may_be_used_for": verdict.may.get(language),
    }


def _answer(audit: Audit, answer: Answer, language: str) -> dict[str, Any]:
    question = next(question for question in QUESTIONS if question.key == answer.question)
    return {
        "question": answer.question,
        "asks": question.asks.get(language),
        "state": answer.state.value,
        "answer": answer.told,
        "evidence": answer.evidence,
        "reason": reason(audit, answer).get(language),
        "consequence": consequence(answer).get(language),
        "quotes": [{"field": quote.field, "text": quote.text} for quote in answer.quotes],
        "missing": list(answer.missing),
    }
