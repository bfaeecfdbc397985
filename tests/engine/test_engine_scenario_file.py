"""Scenario files: every field survives, every mistake is named with its place."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.fleets.fleet_plan import Migration, Publish
from engine.scenario import Arrivals, Cache, Contract, Drafting, Kinds, QueueOrder, Scenario
from engine.scenario_file import ScenarioError, apply_settings, dumps, load, loads, validate
from engine.scenario_schema import Field, build, flatten, schema


def test_the_default_scenario_is_valid_and_round_trips() -> None:
    assert validate(Scenario()) == Scenario()
    assert loads(dumps(Scenario())) == Scenario()


def test_an_empty_file_is_the_default_scenario() -> None:
    assert loads("") == Scenario()


def test_every_field_has_a_range_or_choices() -> None:
    free = {"title", "model.card", "hardware.card", "speculation.draft_model", "workload.trace"}
    free |= {f"workload.columns.{name}" for name in ("arrival", "prompt", "output", "prefix")}
    for path, field in schema().items():
        assert field.range is not None or field.choices or field.kind is bool or path in free, path


def values_of(field: Field) -> st.SearchStrategy[Any]:
    plain: st.SearchStrategy[Any]
    if field.path in ("model.card", "hardware.card", "speculation.draft_model"):
        plain = st.just(field.default)
    elif field.choices:
        plain = st.sampled_from(field.choices).map(field.kind)
    elif field.kind is bool:
        plain = st.booleans()
    elif field.kind is str:
        plain = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
    else:
        assert field.range is not None
        low, high = field.range.low, min(field.range.high, 10**15)
        if field.kind is int:
            plain = st.integers(int(low), int(high))
        else:
            plain = st.floats(low, high, exclude_min=field.range.open_low, exclude_max=field.range.open_high)
    if field.many:
        return st.lists(plain, max_size=5).map(tuple)
    return st.none() | plain if field.optional else plain


SCENARIOS = st.fixed_dictionaries({path: values_of(field) for path, field in schema().items()}).map(build)


@given(SCENARIOS)
def test_every_field_round_trips(scenario: Scenario) -> None:
    lengths = {part: dataclasses.replace(getattr(scenario.workload, part), low=1) for part in ("prompt", "output")}
    agent = scenario.workload.agent
    agent = dataclasses.replace(agent, result=dataclasses.replace(agent.result, low=1))
    columns = dataclasses.replace(scenario.workload.columns, prompt="in", output="out")
    workload = dataclasses.replace(
        scenario.workload, **lengths, agent=agent, columns=columns, ratio=0.0, turns=1, arrivals=Arrivals.POISSON
    )
    scenario = dataclasses.replace(
        scenario,
        workload=workload,
        model=dataclasses.replace(scenario.model, kv_heads=8),
        precision=dataclasses.replace(scenario.precision, native_state=False),
        offload=dataclasses.replace(scenario.offload, dram_bytes=0, ssd_bytes=0),
        layout=dataclasses.replace(
            scenario.layout,
            tensor_parallel=2,
            pipeline_parallel=min(40, scenario.layout.pipeline_parallel),
            expert_parallel=1,
            moe_tensor_parallel=None,
            redundant_experts=0,
        ),
        memory=dataclasses.replace(scenario.memory, cache=Cache.NONE, kinds=Kinds.SINGLE),
        policy=dataclasses.replace(scenario.policy, order=QueueOrder.FCFS, early_rejection=False),
        speculation=dataclasses.replace(scenario.speculation, method=Drafting.CHAIN),
        fleet=dataclasses.replace(scenario.fleet, store=Publish.NEVER, migration=Migration.NEVER),
    )
    text = dumps(scenario)
    assert loads(text) == scenario
    assert dumps(loads(text)) == text


@given(st.text(max_size=80) | st.text(alphabet='[]{}=".#\n ab1_', max_size=60))
def test_any_text_is_a_scenario_or_a_named_error(text: str) -> None:
    try:
        assert isinstance(loads(text, "some.toml"), Scenario)
    except ScenarioError as error:
        complaint = error
    else:
        return
    assert str(complaint).startswith("some.toml")
    assert complaint.found
    assert complaint.expected


WRONG = [
    ("[memory]\n\npage_tokens = 0", 3, "memory.page_tokens", "0", "[1, 65,536]"),
    ("[memory]\npage_tokens = 16.0", 2, "memory.page_tokens", "16.0", "a whole number"),
    ("[memory]\npage_tokens = true", 2, "memory.page_tokens", "true", "a whole number"),
    ("[memory]\npage_token = 3", 2, "memory.page_token", "unknown", "memory.page_tokens"),
    ("[memry]\nx = 1", 1, "memry", "unknown", "memory"),
    ("page_tokens = 3", 1, "page_tokens", "unknown", "memory.page_tokens"),
    ("[memory]\ncache = 'radx'", 2, "memory.cache", '"radx"', "closest: radix"),
    ("[memory]\neviction = 'lrru'", 2, "memory.eviction", '"lrru"', "closest: lru"),
    ("# a note\n[workload]\nrate = 0", 3, "workload.rate", "0", "in (0, 1,000,000]"),
    ("workload.rate = -1", 1, "workload.rate", "-1", "in (0"),
    ("[workload]\nprompt = 3", 2, "workload.prompt", "3", "a table [workload.prompt]"),
    ("[workload]\nprompt = { low = 0 }", 2, "workload.prompt.low", "0", "[1, "),
    ("[policy]\nbatching = 'mlfq'\norder = 'priority'", 3, "policy.order", '"priority"', "an order of its own"),
    ("[policy]\nearly_rejection = true\n[contract]\nttft_s = 'none'", 2, "policy.early_rejection", "true", "no TTFT"),
    ("[policy]\npreemption = 'swop'", 2, "policy.preemption", '"swop"', "closest: swap"),
    ("[workload.prompt]\nlow = 5\nhigh = 2", 3, "workload.prompt.high", "2", "at least low = 5"),
    ("[workload]\narrivals = 'trace'", 1, "workload.trace", '""', "the path of a trace file"),
    ("[hardware]\nutilisation = 0", 2, "hardware.utilisation", "0", "(0, 1]"),
    ("[hardware]\nutilisation = 1.01", 2, "hardware.utilisation", "1.01", "(0, 1]"),
    ("[hardware]\nutilisation = nan", 2, "hardware.utilisation", "nan", "(0, 1]"),
    ("[hardware]\ncard = 'a100-sxm4-40gb'", 2, "hardware.card", "a100-sxm4-40gb", "a100-sxm-40gb"),
    ("[model]\ncard = 'opt13b'", 2, "model.card", '"opt13b"', "opt-13b"),
    ("[model]\ncard = 'zzz'", 2, "model.card", '"zzz"', "a key of the shipped cards"),
    ("[model]\nkv_heads = 7", 2, "model.kv_heads", "7", "a divisor of the 40 query heads"),
    ("[layout]\ntensor_parallel = 3", 2, "layout.tensor_parallel", "3", "a divisor of the 40 query heads"),
    ("[memory]\nallocator = 'contiguous'\ncache = 'hash'", 3, "memory.cache", '"hash"', "not shared"),
    ("title = 3", 1, "title", "3", "text"),
    ("seed = -1", 1, "seed", "-1", "a whole number in [0, "),
    ("[policy]\nreserve_full_prompt = 1", 2, "policy.reserve_full_prompt", "1", "true or false"),
    ("[contract]\nttft_s = 'never'", 2, "contract.ttft_s", '"never"', 'or "none"'),
    ("[model]\ncard = \n", 2, "", "not TOML", "key = value"),
    ("a = 1\na = 2", 2, "", "not TOML", "key = value"),
    ("x = " + "[" * 5000, None, "", "nested", "key = value"),
]


@pytest.mark.parametrize(("text", "line", "field", "found", "expected"), WRONG, ids=[w[0][-30:] for w in WRONG])
def test_mistakes_are_named(text: str, line: int | None, field: str, found: str, expected: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        loads(text, "talk.toml")
    error = caught.value
    assert isinstance(error, ValueError)
    assert (error.file, error.line, error.field) == ("talk.toml", line, field)
    assert found in error.found
    assert expected in error.expected
    for part in ("talk.toml", error.found, error.expected):
        assert part in str(error)


@pytest.mark.parametrize("path", [path for path, field in schema().items() if field.range is not None])
def test_ranges_hold_at_their_ends(path: str) -> None:
    field = schema()[path]
    assert field.range is not None

    def convert(value: float) -> Any:
        read = field.convert([field.kind(value)] if field.many else field.kind(value))
        return read[0] if field.many else read

    for end, is_open in ((field.range.low, field.range.open_low), (field.range.high, field.range.open_high)):
        if abs(end) == float("inf"):
            continue
        if not is_open:
            assert convert(end) == end
        outside = end if is_open else end + (1 if end == field.range.high else -1)
        with pytest.raises(ValueError, match=r"^$"):
            convert(outside)


def test_none_is_how_a_limit_is_taken_away() -> None:
    scenario = loads('[contract]\nttft_s = "none"\ntpot_s = "none"\ne2e_s = 30')
    assert scenario.contract == Contract(None, None, 30.0)
    assert loads(dumps(scenario)) == scenario


def test_whole_numbers_are_numbers() -> None:
    scenario = loads("[workload]\nrate = 8")
    assert scenario.workload.rate == 8.0
    assert isinstance(scenario.workload.rate, float)


def test_settings() -> None:
    scenario = apply_settings(
        Scenario(),
        ["memory.page_tokens=32", "memory.cache = radix", "title=A talk", "contract.ttft_s=none", "workload.rate=2e1",
         "policy.reserve_full_prompt=false", "workload.trace='my trace.csv'", "model.kv_heads=8"],
    )  # fmt: skip
    changed = {k: v for k, v in flatten(scenario).items() if flatten(Scenario())[k] != v}
    assert changed == {
        "memory.page_tokens": 32,
        "memory.cache": Cache.RADIX,
        "title": "A talk",
        "contract.ttft_s": None,
        "workload.rate": 20.0,
        "policy.reserve_full_prompt": False,
        "workload.trace": "my trace.csv",
        "model.kv_heads": 8,
    }


@pytest.mark.parametrize(
    ("setting", "part"),
    [
        ("memory.page_tokens", "FIELD=VALUE"),
        ("memory.page_tokens=", "a whole number"),
        ("memory.page_tokens=3\nx=4", "a whole number"),
        ("page_tokens=3", "memory.page_tokens"),
        ("memory=3", "memory"),
        ("memory.cache=radx", "closest: radix"),
        ("layout.tensor_parallel=7", "a divisor"),
    ],
)
def test_wrong_settings_are_named(setting: str, part: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        apply_settings(Scenario(), [setting])
    assert part in str(caught.value)
    assert setting in str(caught.value) or repr(setting) in str(caught.value)


def test_validate_checks_scenarios_made_in_code() -> None:
    bad = dataclasses.replace(Scenario(), memory=dataclasses.replace(Scenario().memory, page_tokens=0))
    with pytest.raises(ScenarioError, match=r"memory\.page_tokens"):
        validate(bad)
    surrogate = dataclasses.replace(Scenario(), title="\udc80")
    with pytest.raises(ScenarioError, match="title"):
        validate(surrogate)


def test_load(tmp_path: Path) -> None:
    file = tmp_path / "talk.toml"
    file.write_bytes(b'\xef\xbb\xbftitle = "x"\r\n[workload]\r\ntrace = "data/t.csv"\r\narrivals = "trace"\r\n')
    assert load(file).workload.trace == str(tmp_path / "data" / "t.csv")
    with pytest.raises(ScenarioError, match=r"absent\.toml.*no readable file"):
        load(tmp_path / "absent.toml")
    file.write_bytes(b"seed = 1\ntitle = 'caf\xe9'\n")
    with pytest.raises(ScenarioError, match=r"talk\.toml, line 2.*0xe9.*UTF-8"):
        load(file)
