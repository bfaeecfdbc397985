"""The reported figure as a ratio, where the catalogue's spelling says one."""

from __future__ import annotations

import re
from dataclasses import dataclass

from citations.audit.records import Subject

_NUMBER = r"\d+(?:\.\d+)?"
_SPAN = re.compile(rf"^(?:up to |about |more than |>)?({_NUMBER})(?:-({_NUMBER}))?$")
_LIST = re.compile(rf"^{_NUMBER}(?: (?:/|and) {_NUMBER})+$")
_CHANGE = re.compile(rf"^({_NUMBER}) -> ({_NUMBER})$")
_AGAINST = re.compile(rf"^({_NUMBER}) vs ({_NUMBER})$")


_ASIDE = re.compile(r"[(\[](?!up to[);,])[^)\]]*[)\]]")
_BEST = re.compile(r"\bup to\b|\(to\)")


@dataclass(frozen=True)
class Span:
    """How many times better the claim says it is: a figure or a range. Below 1 it is worse."""

    low: float
    high: float
    at_most: bool = False  # "up to": nothing is said about less

    def finding(self, measured: float, slack: float = 0.1) -> str:
        """How a measured ratio lies to it: inside (10 % slack), below, above, or against (the other way)."""
        if (measured - 1) * (self.high - 1) < 0:
            return "against"
        if measured > self.high * (1 + slack):
            return "above"
        floor = 1.0 if self.at_most else self.low * (1 - slack)
        return "inside" if measured >= floor else "below"


def span_of(subject: Subject) -> Span | None:
    """The claim as a factor of improvement, None where it is none (an absolute figure, a score, a count)."""
    values = _numbers(subject.value)
    if not values:
        return None
    unit, low, high = subject.unit, min(values), max(values)
    at_most = is_best_case(subject) and len(values) == 1
    if re.match(r"x\b", unit):
        return Span(low, high, at_most)
    if re.match(r"% (?:lower|smaller)", unit) and high < 100:
        return Span(1 / (1 - low / 100), 1 / (1 - high / 100), at_most)
    if unit.startswith("% of KV cache"):
        return Span(100 / high, 100 / low, at_most)
    if unit == "% slower":
        return Span(1 / (1 + high / 100), 1 / (1 + low / 100), at_most)
    if re.match(r"%(?: =|$)", unit) and "reduc" in subject.metric and high < 100:
        return Span(1 / (1 - low / 100), 1 / (1 - high / 100), at_most)
    if unit == "%" and re.search(r"increase|more requests", subject.metric):
        return Span(1 + low / 100, 1 + high / 100, at_most)
    return _pair(subject)


def is_best_case(subject: Subject) -> bool:
    """Whether the figure itself is said to be reached at best; other figures in brackets do not count."""
    return _BEST.search(f"{subject.value} {subject.unit} {_ASIDE.sub('', subject.metric)}") is not None


def _numbers(value: str) -> list[float]:
    span = _SPAN.match(value.strip())
    if span:
        return [float(number) for number in span.groups() if number]
    if _LIST.match(value.strip()):
        return [float(number) for number in re.findall(_NUMBER, value)]
    return [0.0] if _CHANGE.match(value) or _AGAINST.match(value) else []


def _pair(subject: Subject) -> Span | None:
    """Two absolute figures: more tokens per second is better, more milliseconds worse."""
    change, against = _CHANGE.match(subject.value), _AGAINST.match(subject.value)
    if change:
        before, after = map(float, change.groups())
    elif against:
        after, before = map(float, against.groups())
    else:
        return None
    if not re.match(r"tokens/s|ms\b", subject.unit) or not before or not after:
        return None
    factor = before / after if subject.unit.startswith("ms") else after / before
    return Span(factor, factor)
