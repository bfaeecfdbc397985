"""The audit of a claim: fourteen questions, what its source discloses, what is missing, and what follows."""

from citations.audit.audit_file import AuditError, dumps_json, dumps_toml, loads_json, loads_toml
from citations.audit.prefill import free, prefill
from citations.audit.questions import QUESTIONS, Kind, Part, Question, question
from citations.audit.records import Answer, Audit, Quote, State, Subject, Trial
from citations.audit.report import as_json, markdown
from citations.audit.verdict import Use, Verdict, judge

__all__ = [
    "QUESTIONS",
    "Answer",
    "Audit",
    "AuditError",
    "Kind",
    "Part",
    "Question",
    "Quote",
    "State",
    "Subject",
    "Trial",
    "Use",
    "Verdict",
    "as_json",
    "dumps_json",
    "dumps_toml",
    "free",
    "judge",
    "loads_json",
    "loads_toml",
    "markdown",
    "prefill",
    "question",
]
