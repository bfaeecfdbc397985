"""Every figure says in one line what it is."""

from __future__ import annotations

import re

import pytest

from engine.ledgers import quantities
from engine.reading.definitions import TERMS, define, definitions, meaning


def test_every_quantity_has_one_line_with_formula_and_unit() -> None:
    found = {definition.key: definition for definition in definitions()}
    for quantity in quantities():
        definition = found[quantity.key]
        assert definition.text.startswith(quantity.name)
        assert quantity.formula in definition.text
        assert "\n" not in definition.text
        assert definition.unit
    assert len(found) == len(quantities())


def test_two_quantities_never_have_the_same_definition() -> None:
    texts = [definition.text for definition in definitions()]
    assert len(set(texts)) == len(texts)


def test_the_words_of_a_definition_are_explained() -> None:
    by_key = {quantity.key: define(quantity) for quantity in quantities()}
    assert {"TTFT", "first token", "arrival"} <= set(by_key["contract.ttft_p99"].terms)
    assert {"TPOT"} <= set(by_key["contract.tpot_p50"].terms)
    assert "T" in by_key["contract.goodput"].terms
    assert "(last token − first token) / (outputs − 1)" in meaning("TPOT")
    for definition in by_key.values():
        for metric in re.findall(r"\b(TTFT|TPOT|ITL|E2E|MFU|MBU)\b", definition.text):
            assert metric in definition.terms, definition


def test_terms_say_what_is_left_out() -> None:
    assert "queue is part" in TERMS["TTFT"]
    assert "without the first" in TERMS["TPOT"]
    assert "rejected ones miss" in TERMS["attainment"]
    with pytest.raises(KeyError):
        meaning("speed")
