"""Iteration-level batching with whole prompts, prefill first (Orca 2022; vLLM as of 2023).

Prompts that fit run in an iteration of their own, during which every running request stalls.
"""

from __future__ import annotations

from engine.scheduling.scheduler import Scheduler
from engine.scheduling.step import Step


class ContinuousScheduler(Scheduler):
    """A prefill iteration whenever a waiting prompt can start, otherwise a decode iteration.

    What waits in host memory returns in a decode iteration, and no prompt overtakes it.
    """

    repeats = True

    def plan(self) -> Step:
        limits = self.limits
        step = Step(limits.token_budget)
        if self.prompts_may_run():
            self._start_prompts(step)
        if not step.items:
            step.budget = limits.token_budget
            self.bring_back(step, self.run(step, limits.token_budget))
        return step

    def _start_prompts(self, step: Step) -> None:
        limits = self.limits
        budget = limits.token_budget
        while self.waiting:
            job = self.waiting.head()
            if job.slots > self.free_slots() or job.host_bytes:
                break
            hits = self.look_up(job)
            tokens = self.missing(job, hits)
            if tokens > budget:
                if step.items or tokens <= limits.token_budget:
                    break
                # A prompt is never cut here: one longer than the budget gets an iteration to itself.
                step.budget = budget = tokens
            if not self.admit(step, job, hits, tokens):
                break
            budget -= tokens
