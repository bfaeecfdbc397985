"""The audit over the whole canon: every claim gets a report that quotes what is there and names what is not."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from citations.audit import (
    QUESTIONS,
    Answer,
    Audit,
    Kind,
    State,
    Subject,
    Trial,
    Use,
    as_json,
    free,
    judge,
    markdown,
    prefill,
    question,
)
from citations.audit.figures import Span, is_best_case, span_of
from citations.audit.kinds import kind_of
from citations.audit.untried import why_not
from citations.audit.wording import consequence, reason
from citations.library import Library
from citations.records import Source

LANGUAGES = ("en", "zh")


@pytest.fixture(scope="module")
def sources() -> dict[str, Source]:
    return {source.key: source for source in Library.open().sources(1)}


@pytest.fixture(scope="module")
def audits(sources: dict[str, Source]) -> dict[str, Audit]:
    found = [prefill(source, n) for source in sources.values() for n in range(1, len(source.claims) + 1)]
    return {audit.subject.key: audit for audit in found}


def fields_of(source: Source, field: str) -> str:
    """The text of the catalogue's field that a quote names."""
    if field == "source.parameters":
        return " ".join(f"{one.name.replace('_', ' ')} = {one.value}" for one in source.parameters)
    if field == "source.formula":
        return source.formula
    if field == "source.effects":
        return " ".join(effect.why for effect in source.effects)
    raise AssertionError(field)


def test_there_are_fourteen_questions_in_order_and_every_one_has_parts_in_both_languages() -> None:
    assert [asked.number for asked in QUESTIONS] == list(range(1, 15))
    for asked in QUESTIONS:
        assert asked.parts
        for text in (asked.short, asked.asks, asked.holds, asked.fails, *(part.label for part in asked.parts)):
            assert text.en
            assert text.zh


def test_all_claims_of_the_canon_are_audited(audits: dict[str, Audit]) -> None:
    assert len(audits) == 188
    for audit in audits.values():
        assert [answer.question for answer in audit.answers] == [asked.key for asked in QUESTIONS]


def test_every_quote_stands_in_the_field_it_names(sources: dict[str, Source], audits: dict[str, Audit]) -> None:
    for audit in audits.values():
        source = sources[audit.subject.source]
        for answer in audit.answers:
            for quote in answer.quotes:
                owner, _, name = quote.field.partition(".")
                if owner == "source":
                    text = fields_of(source, quote.field)
                elif quote.field == "claim.checked":
                    assert source.claims[audit.subject.position - 1].checked
                    continue
                else:
                    number = audit.subject.position if owner == "claim" else int(owner.removeprefix("claim "))
                    claim = source.claims[number - 1]
                    text = f"{claim.value} {claim.unit}" if name == "unit" else getattr(claim, name)
                assert quote.text in text, (audit.subject.key, answer.question, quote)


def test_what_is_quoted_and_what_is_missing_agree_with_the_state(audits: dict[str, Audit]) -> None:
    for audit in audits.values():
        for answer in audit.answers:
            parts = {part.key for part in question(answer.question).parts}
            assert set(answer.missing) <= parts
            if answer.state is State.GAP:
                assert not answer.quotes or answer.question == "evidence"
            if answer.state is State.APART:
                assert not answer.quotes
                assert not answer.missing
            if answer.state is State.DISCLOSED:
                assert answer.quotes
                assert not answer.missing
                assert answer.evidence
                assert not any(quote.field.startswith("source.") for quote in answer.quotes)


def test_every_claim_is_asked_for_its_evidence_and_carries_its_own_label(
    sources: dict[str, Source], audits: dict[str, Audit]
) -> None:
    for audit in audits.values():
        claim = sources[audit.subject.source].claims[audit.subject.position - 1]
        assert audit.answer("evidence").state is not State.APART
        assert {answer.evidence for answer in audit.answers if answer.evidence} == {claim.evidence}
        if not claim.checked:
            assert audit.answer("evidence").state is State.PARTIAL
            assert judge(audit).use is Use.HEADLINE


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_report_has_a_verdict_its_figure_and_fourteen_rows(audits: dict[str, Audit], language: str) -> None:
    for audit in audits.values():
        verdict = judge(audit)
        text = markdown(audit, language)
        assert audit.subject.value in text
        assert verdict.title.get(language) in text
        assert verdict.not_concluded, audit.subject.key
        for asked in QUESTIONS:
            assert f"| {asked.number} | {asked.short.get(language)} |" in text
        rows = [line for line in text.splitlines() if line.startswith("| ")]
        assert len(rows) == 15
        assert {line.replace("\\|", "").count("|") for line in rows} == {8}
        assert json.dumps(as_json(audit, language), ensure_ascii=False, allow_nan=False)


def test_a_report_fits_a_page_in_words(audits: dict[str, Audit]) -> None:
    """About 900 words fit on A4 in a table; the longest report is checked against the PDF elsewhere."""
    assert max(len(markdown(audit).split()) for audit in audits.values()) < 1100


@pytest.mark.parametrize(
    ("key", "kind"),
    [
        ("pagedattention:1", Kind.CAPACITY),
        ("pagedattention:2", Kind.MEMORY),
        ("pagedattention:4", Kind.KERNEL),
        ("mqa:1", Kind.LATENCY),
        ("mqa:3", Kind.QUALITY),
        ("megatron-lm:1", Kind.TRAINING),
        ("deepseek-v3.2:3", Kind.COST),
        ("eagle:3", Kind.SPEED),
        ("llm-int8:3", Kind.SPEED),
        ("medusa:1", Kind.SPEED),
        ("kimi-linear:2", Kind.LATENCY),
        ("kimi-k3:1", Kind.FACT),
        ("burstgpt:1", Kind.FACT),
    ],
)
def test_the_kind_of_a_claim_is_told_from_its_words(audits: dict[str, Audit], key: str, kind: Kind) -> None:
    assert kind_of(audits[key].subject) is kind


@pytest.mark.parametrize(
    ("key", "use"),
    [
        ("pagedattention:1", Use.CONDITIONS),
        ("awq:3", Use.CONDITIONS),
        ("orca:1", Use.DIRECTION),  # no hardware, no workload
        ("fastserve:2", Use.HEADLINE),  # its conditions are not stated
        ("eagle-3:4", Use.HEADLINE),  # read in a summary
        ("deepseek-v3.2:3", Use.HEADLINE),  # not seen at its place
        ("kimi-k3:4", Use.OBSERVATION),  # a hit rate is no gain
        ("mooncake:2", Use.OBSERVATION),  # nobody outside can check it
        ("zero-infinity:1", Use.OBSERVATION),  # no baseline
        ("clockwork:1", Use.HEADLINE),  # its conditions come from notes
    ],
)
def test_the_verdict_follows_from_what_is_disclosed(audits: dict[str, Audit], key: str, use: Use) -> None:
    assert judge(audits[key]).use is use


def test_what_the_claim_itself_forbids_is_said(audits: dict[str, Audit]) -> None:
    def said(key: str) -> str:
        return " ".join(text.en for text in judge(audits[key]).not_concluded)

    assert "end-to-end" in said("chunkattention:1")
    assert "best case" in said("pagedattention:3")
    assert "versions disagree" in said("pagedattention:3")
    assert "rebuilt" in said("pagedattention:1")
    assert "Nobody outside" in said("mooncake:2")
    assert "simulated" in said("mooncake:3")
    assert "ours" in said("mqa:1")
    assert "serving" in said("kimi-k3:2")


def test_a_question_that_does_not_bear_is_not_a_gap(audits: dict[str, Audit]) -> None:
    paged = audits["pagedattention:1"]
    for apart in ("speculation", "experts", "transfer"):
        assert paged.answer(apart).state is State.APART
    assert paged.answer("precision").state is State.GAP
    assert audits["eagle:1"].answer("speculation").state is not State.APART
    assert audits["deepseek-v3:2"].answer("experts").state is not State.APART
    assert audits["splitwise:1"].answer("transfer").state is not State.APART


def test_same_leads_to_the_claim_before(audits: dict[str, Audit]) -> None:
    quotes = [quote for answer in audits["mqa:2"].answers for quote in answer.quotes]
    assert ("claim 1.conditions", "batch 1024") in [(quote.field, quote.text) for quote in quotes]


def test_conditions_that_are_not_stated_answer_nothing(audits: dict[str, Audit]) -> None:
    assert audits["fastserve:1"].answer("workload").state is State.GAP
    assert "None are given" in judge(audits["fastserve:1"]).conditions.en


def test_naming_a_thing_once_does_not_make_it_the_same_on_both_sides(audits: dict[str, Audit]) -> None:
    for audit in audits.values():
        same = audit.answer("sameness")
        if same.state is State.DISCLOSED:
            words = " ".join(quote.text for quote in same.quotes)
            assert "same" in words + audit.subject.metric + audit.subject.conditions


def test_answers_of_the_user_change_verdict_reason_and_consequence(audits: dict[str, Audit]) -> None:
    audit = audits["orca:1"]
    told = Answer("workload", State.DISCLOSED, text="ShareGPT", evidence="reproducible")
    changed = audit.with_answer(told)
    changed = changed.with_answer(replace(changed.answer("sameness"), missing=()))
    assert judge(changed).use is Use.CONDITIONS
    assert judge(audit).use is Use.DIRECTION
    assert reason(changed, told).en == "Your own answer."
    assert consequence(told) == question("workload").holds
    mine = replace(told, reason="I asked them.", consequence="For our fleet only.")
    assert reason(changed, mine).get("zh") == "I asked them."
    assert consequence(mine).en == "For our fleet only."
    with pytest.raises(KeyError):
        audit.with_answer(Answer("weather"))


def test_a_free_claim_is_asked_everything() -> None:
    empty = free()
    assert empty.count(State.APART) == 0
    assert judge(empty).use is Use.NOTHING
    told = free(
        Subject(
            value="5",
            unit="x",
            metric="throughput",
            baseline="vLLM",
            conditions="Llama 3 on H100, ShareGPT",
            where="a blog",
        )
    )
    assert told.answer("workload").state is State.PARTIAL
    assert told.answer("workload").told == "ShareGPT"
    assert "baseline" not in told.answer("sameness").missing
    limit = free(Subject(value="5", unit="x", conditions="P99 TTFT under 2 s")).answer("latency")
    assert limit.state is State.DISCLOSED
    assert "None" not in markdown(told)


def test_a_claim_that_is_not_there_is_named(sources: dict[str, Source]) -> None:
    with pytest.raises(LookupError, match=r"orca: found claim 2, expected 1 to 1"):
        prefill(sources["orca"], 2)
    with pytest.raises(LookupError, match="found claim 0"):
        prefill(sources["orca"], 0)


@pytest.mark.parametrize(
    ("key", "low", "high"),
    [
        ("pagedattention:1", 2, 4),
        ("orca:1", 36.9, 36.9),
        ("deepseek-v2:1", 14.93, 14.93),
        ("layerskip:3", 0.3136, 0.3136),
        ("prompt-cache:3", 3.669, 3.669),
        ("mooncake:3", 6.25, 6.25),
        ("qserve:1", 1.2, 1.4),
        ("deepseek-v4:2", 10, 10),
        ("eagle:3", 2.154, 2.154),
        ("llm-int8:3", 0.813, 0.8696),
    ],
)
def test_a_reported_gain_is_read_as_a_factor(audits: dict[str, Audit], key: str, low: float, high: float) -> None:
    span = span_of(audits[key].subject)
    assert span is not None
    assert (span.low, span.high) == pytest.approx((low, high), rel=1e-3)


@pytest.mark.parametrize("key", ["mqa:3", "kimi-k3:1", "distserve:3", "burstgpt:3", "kivi:3", "deepseek-v4:5"])
def test_what_is_no_factor_is_not_made_one(audits: dict[str, Audit], key: str) -> None:
    assert span_of(audits[key].subject) is None


def test_how_a_measured_ratio_lies_to_the_reported_one() -> None:
    assert Span(2, 4).finding(3) == "inside"
    assert Span(2, 4).finding(1.5) == "below"
    assert Span(2, 4).finding(5) == "above"
    assert Span(2, 4).finding(0.9) == "against"
    assert Span(5, 5, at_most=True).finding(1.2) == "inside"
    assert Span(0.3, 0.3).finding(0.31) == "inside"


def test_a_trial_is_told_with_its_own_label(audits: dict[str, Audit]) -> None:
    trial = Trial(
        "Pages", "2-4 x", "3.1 x", "teaching-estimate", "1 r/s", "3.1 r/s", ("OPT-13B",), ("lengths",), "inside"
    )
    audit = replace(audits["pagedattention:1"], trial=trial)
    text = markdown(audit)
    assert "3.1 x (teaching estimate; without 1 r/s, with 3.1 r/s)" in text
    assert "neither proves nor refutes" in text
    assert judge(audit) == judge(audits["pagedattention:1"]), "a run of ours changes no verdict"


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("medusa:1", "acceptance"),
        ("eagle:1", "acceptance"),
        ("megatron-lm:1", "training"),
        ("kvquant:1", "quality"),
        ("deepgemm:1", "kernel"),
        ("burstgpt:1", "counted"),
        ("deepseek-v3.2:3", "prices"),
        ("splitwise:1", "pair of scenarios"),
    ],
)
def test_it_is_said_why_a_claim_cannot_be_tried(audits: dict[str, Audit], key: str, words: str) -> None:
    reason_why = why_not(audits[key])
    assert words in reason_why.en
    assert reason_why.zh


def test_a_best_case_is_the_claims_own_and_not_that_of_a_figure_in_brackets(audits: dict[str, Audit]) -> None:
    best = {key for key, audit in audits.items() if is_best_case(audit.subject)}
    assert {"sglang:1", "llumnix:2", "eagle-3:1", "prompt-cache:2", "deepep:3"} <= best
    assert not {"pagedattention:1", "kimi-linear:2", "awq:3", "orca:1"} & best


def test_the_label_that_the_user_sets_counts(audits: dict[str, Audit]) -> None:
    audit = audits["pagedattention:1"]
    inside = audit.with_answer(replace(audit.answer("evidence"), evidence="production-internal"))
    assert judge(inside).use is Use.OBSERVATION
    assert any("Nobody outside" in text.en for text in judge(inside).not_concluded)


def test_several_and_unnamed_baselines_are_warned_of(audits: dict[str, Audit]) -> None:
    def warned(audit: Audit) -> bool:
        return any("baselines are several" in text.en for text in judge(audit).not_concluded)

    for key in ("sglang:2", "preble:1", "distserve:1", "specinfer:1", "flexgen:1"):
        assert warned(audits[key]), key
    for key in ("layerskip:3", "mqa:1", "medusa:2", "deepseek-v2:4", "awq:3", "pagedattention:3", "lookahead:1"):
        assert not warned(audits[key]), key
