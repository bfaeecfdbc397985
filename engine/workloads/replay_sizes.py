"""How long the requests of a trace are when they are sent, and which of them are turned away."""

from __future__ import annotations

from engine.scenario import Scenario
from engine.traces import TraceRequest
from engine.workloads.request_spec import over_limit


class Sizes:
    """The lengths of the trace, unless the scenario asks for shorter ones. Keeps count of what it changes."""

    def __init__(self, scenario: Scenario) -> None:
        self._plan = scenario.workload.replay
        self._limit = scenario.model.max_length
        self._truncated: list[int] = []  # lines
        self._shortened: list[int] = []
        self._over = 0

    def of(self, request: TraceRequest) -> tuple[int, int, str]:
        """(prompt tokens, output tokens, why it is turned away or "")."""
        prompt, output = request.prompt_tokens, request.output_tokens
        if request.failed:
            return prompt, output, request.failed
        longest = self._plan.longest_output
        if longest is not None and output > longest:
            self._truncated.append(request.line)
            output = longest
        if self._plan.cut and prompt + output > self._limit:
            self._shortened.append(request.line)
            output = max(1, min(output, self._limit - prompt))
            prompt = min(prompt, self._limit - output)
        why = over_limit(prompt, output, self._limit)
        self._over += bool(why)
        return prompt, output, why

    def notes(self) -> list[str]:
        """What was changed or turned away."""
        notes = []
        if self._truncated:
            count, longest = len(self._truncated), self._plan.longest_output
            notes.append(f"outputs of {count:,} requests are cut to {longest:,} tokens ({_lines(self._truncated)})")
        if self._shortened:
            notes.append(
                f"{len(self._shortened):,} requests are cut to max_length = {self._limit:,} "
                f"({_lines(self._shortened)}): output first, then prompt"
            )
        if self._over:
            notes.append(f"{self._over:,} requests exceed max_length = {self._limit:,} and are rejected, not cut")
        return notes


def _lines(lines: list[int]) -> str:
    return "first at " + ", ".join(map(str, lines[:5]))
