"""Iteration-level batching within a token budget: decodes first, prompts in chunks (Sarathi-Serve; vLLM 0.33)."""

from __future__ import annotations

from engine.scheduling.scheduler import Scheduler
from engine.scheduling.step import Step


class ChunkedScheduler(Scheduler):
    """Running requests first, in order; then the queue, head by head, until budget, slots or memory end."""

    repeats = True

    def plan(self) -> Step:
        limits = self.limits
        step = Step(limits.token_budget)
        others = len(self.running) + len(self.waiting) > 1
        threshold = limits.long_prefill_threshold if others else 0
        if not self.prompts_may_run():
            self.bring_back(step, self.run_decodes(step, limits.token_budget))
            return step
        budget = self.run(step, limits.token_budget, threshold)
        if step.preempted:
            return step  # memory is short: nobody new in this iteration
        decodes_only = limits.draft_tokens > 0 and all(item[3] for item in step.items)
        scheduled = bool(step.items)
        while self.waiting and budget > 0:
            job = self.waiting.head()
            if job.slots > self.free_slots():
                break
            hits = self.look_up(job)
            tokens = self.missing(job, hits)
            if 0 < threshold < tokens:
                tokens = threshold
            drafts = 0
            if tokens == 1 and decodes_only and not job.host_bytes and (scheduled or hits.tokens):
                drafts = self._places(hits.tokens)
                if drafts >= budget:
                    break
            tokens = min(tokens, budget) + drafts
            if not self.admit(step, job, hits, tokens, drafts):
                break  # the head waits, and nobody overtakes it
            budget -= tokens
        return step

    def _places(self, computed: int) -> int:
        """Empty draft places for a request that enters with one token to compute: among decodes, all are as wide."""
        drafts = self.limits.draft_tokens
        return drafts if computed + drafts + 2 <= self.limits.max_length else 0
