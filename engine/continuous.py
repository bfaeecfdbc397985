"""Iteration-level batching with whole prompts, prefill first (Orca 2022; vLLM as of 2023).

Prompts that fit run in an iteration of their own, during which every running request stalls.
"""

from __future__ import annotations

from engine.scheduler import Scheduler
from engine.step import Step


class ContinuousScheduler(Scheduler):
    """A prefill iteration whenever a waiting prompt can start, otherwise a decode iteration."""

    def plan(self) -> Step:
        limits = self.limits
        step = Step(limits.token_budget)
        budget = limits.token_budget
        while self.waiting:
            job = self.waiting.head()
            if job.slots > self.free_slots():
                break
            hits = self.look_up(job)
            tokens = job.known - hits.tokens
            if tokens > budget:
                if step.items or tokens <= limits.token_budget:
                    break
                # A prompt is never cut here: one longer than the budget gets an iteration to itself.
                step.budget = budget = tokens
            if not self.admit(step, job, hits, tokens):
                break
            budget -= tokens
        if not step.items:
            step.budget = limits.token_budget
            self.run(step, limits.token_budget)
        return step
