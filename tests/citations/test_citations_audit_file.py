"""Audits as files: what is written is read back, and what is wrong is named."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assets.ledgers import EVIDENCE
from citations.audit import (
    QUESTIONS,
    Answer,
    Audit,
    AuditError,
    Quote,
    State,
    Subject,
    Trial,
    as_json,
    dumps_json,
    dumps_toml,
    free,
    loads_json,
    loads_toml,
    markdown,
    prefill,
)
from citations.library import Library

words = st.text(st.characters(exclude_categories=("Cs",)), max_size=30)
subjects = st.builds(
    Subject,
    value=words,
    unit=words,
    metric=words,
    baseline=words,
    conditions=words,
    where=words,
    checked=st.booleans(),
)


@st.composite
def audits(draw: st.DrawFn) -> Audit:
    audit = free(draw(subjects))
    for asked in QUESTIONS:
        parts = st.sets(st.sampled_from([part.key for part in asked.parts])).map(lambda found: tuple(sorted(found)))
        answer = Answer(
            asked.key,
            draw(st.sampled_from(State)),
            draw(words),
            draw(words),
            draw(st.sampled_from(("", *EVIDENCE))),
            draw(words),
            tuple(draw(st.lists(st.builds(Quote, words, words), max_size=2))),
            draw(parts),
        )
        audit = audit.with_answer(answer)
    if draw(st.booleans()):
        audit = replace(
            audit, trial=Trial(draw(words), "2 x", "3 x", "reproducible", "1", "3", ("a",), (draw(words),))
        )
    return audit


@given(audits())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_files_read_back_to_the_same_audit(audit: Audit) -> None:
    assert loads_toml(dumps_toml(audit)) == audit
    assert loads_json(dumps_json(audit)) == audit
    assert loads_json(json.dumps(as_json(audit))) == audit, "a report carries its audit"
    assert markdown(audit).endswith("\n")


def test_every_audit_of_the_canon_reads_back() -> None:
    for source in Library.open().sources(1):
        for position in range(1, len(source.claims) + 1):
            audit = prefill(source, position)
            assert loads_toml(dumps_toml(audit)) == audit
            assert loads_json(dumps_json(audit)) == audit


def test_what_is_left_out_of_a_file_is_a_gap() -> None:
    audit = loads_toml('audit = 1\n[claim]\nvalue = "2"\n')
    assert audit.subject.value == "2"
    assert audit.count(State.GAP) == 14


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "a.toml: audit: found nothing, expected 1"),
        ("audit = 2", "a.toml, line 1: audit: found 2, expected 1"),
        ("audit = ", "a.toml: found text that is not TOML"),
        ("audit = 1\nclaims = 1", "a.toml, line 2: claims: found an unknown field, expected one of claim"),
        (
            "audit = 1\n[claim]\nvalu = ''",
            "a.toml, line 3: claim.valu: found an unknown field, expected one of value",
        ),
        ("audit = 1\n[claim]\nvalue = 3", "a.toml, line 3: claim.value: found 3, expected text"),
        ("audit = 1\n[claim]\nchecked = 1", "a.toml, line 3: claim.checked: found 1, expected true or false"),
        (
            "audit = 1\n[claim]\nposition = true",
            "a.toml, line 3: claim.position: found true, expected a whole number",
        ),
        ("audit = 1\n[claim]\nsource = 'orca'", "claim.position: found 0, expected 1 or more, with a source"),
        ("audit = 1\nanswer = 3", "a.toml, line 2: answer: found 3, expected a list of answers"),
        ("audit = 1\nanswer = [3]", "answer[0]: found 3, expected a table"),
        ("audit = 1\n[[answer]]\nstate = 'gap'", "answer[0].question: found nothing, expected text"),
        (
            "audit = 1\n[[answer]]\nquestion = 'state'\n[[answer]]\nquestion = 'cache'\nstate = 'gop'",
            'a.toml, line 6: answer[1].state: found "gop", expected one of disclosed, partial, gap, apart (closest',
        ),
        (
            "audit = 1\n[[answer]]\nquestion = 'wokload'",
            'a.toml, line 3: answer[0].question: found "wokload", expected one of workload',
        ),
        (
            "audit = 1\n[[answer]]\nquestion = 'state'\nevidence = 'rumour'",
            'a.toml, line 4: answer[0].evidence: found "rumour", expected one of author-reported',
        ),
        (
            "audit = 1\n[[answer]]\nquestion = 'state'\nmissing = ['bitz']",
            'a.toml, line 4: answer[0].missing: found "bitz", expected one of formula, kind, bits (closest: bits)',
        ),
        (
            "audit = 1\n[[answer]]\nquestion = 'state'\n[[answer]]\nquestion = 'state'",
            "a.toml, line 5: answer[1].question: found 'state' again, expected one answer per question",
        ),
        ("audit = 1\n[[answer]]\nquestion = 'state'\nquotes = 'x'", 'answer[0].quotes: found "x", expected a list'),
        ("audit = 1\n[trial]\ntitle = 'x'", "trial.reported: found nothing, expected text"),
    ],
)
def test_a_wrong_file_is_named_with_its_place(text: str, told: str) -> None:
    with pytest.raises(AuditError) as caught:
        loads_toml(text, "a.toml")
    assert told in str(caught.value)


@pytest.mark.parametrize("text", ["", "[]", "3", "null", '{"audit": 3}', '{"audit": {"audit": 2}}', "[" * 100_000])
def test_wrong_json_is_told(text: str) -> None:
    with pytest.raises(AuditError, match=r"a\.json"):
        loads_json(text, "a.json")
