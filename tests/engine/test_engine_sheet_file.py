"""Ledger sheets as CSV and JSON."""

from __future__ import annotations

import csv
import io
import json

from engine.sheet import LEDGERS, Direction, Evidence, Input, LedgerSheet, Measured, Quantity
from engine.sheet_file import to_csv, to_json

TTFT = Quantity(
    "contract.ttft", "contract", 'TTFT, "p99"', "s", Direction.LESS, Evidence.TEACHING_ESTIMATE, "t_1 − t_0"
)
HITS = Quantity("reuse.hits", "reuse", "命中率", "1", Direction.MORE, Evidence.REPRODUCIBLE, "hits / prompt")
BEFORE = LedgerSheet(
    "before",
    (Measured(TTFT, 0.1 + 0.2, (Input("t_0", 0, "s", "arrival"),)), Measured(HITS, None, reason="cache off")),
)
AFTER = LedgerSheet("after", (Measured(TTFT, 0.15), Measured(HITS, 0.5)))


def rows(text: str, delimiter: str = ",") -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text), delimiter=delimiter))


def test_a_sheet_keeps_full_precision_and_its_reasons() -> None:
    found = rows(to_csv(BEFORE))
    assert float(found[0]["value"]) == 0.1 + 0.2
    assert found[0]["name"] == 'TTFT, "p99"'
    assert found[1]["value"] == ""
    assert found[1]["reason"] == "cache off"
    assert found[1]["evidence"] == "reproducible"


def test_a_delta_has_both_days_and_the_verdict() -> None:
    found = rows(to_csv(AFTER - BEFORE, "\t"), "\t")
    assert float(found[0]["ratio"]) == 0.15 / (0.1 + 0.2)
    assert found[0]["verdict"] == "better"
    assert (found[1]["before"], found[1]["after"], found[1]["verdict"]) == ("", "0.5", "appeared")
    assert found[1]["reason"] == "cache off"


def test_json_carries_the_inputs_and_what_moved() -> None:
    sheet = json.loads(to_json(BEFORE))
    assert sheet["title"] == "before"
    assert sheet["rows"][0]["inputs"] == [{"symbol": "t_0", "value": 0, "unit": "s", "meaning": "arrival"}]
    assert sheet["rows"][1]["value"] is None
    delta = json.loads(to_json(AFTER - BEFORE))
    assert delta["moved"] == ["contract", "reuse"]
    assert delta["rows"][1]["name"] == "命中率"


def test_rows_stay_in_the_order_of_the_sheet() -> None:
    order = [LEDGERS.index(row["ledger"]) for row in rows(to_csv(AFTER))]
    assert order == sorted(order)
