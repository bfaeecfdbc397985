"""Iteration-level batching that lets nothing delay a running decode: the other end from prefill first.

Sarathi-Serve (Agrawal et al. 2024) sorts schedulers into those that put prefill first (Orca, vLLM) and those that put
decode first, of which FasterTransformer is its example: a prompt starts only when the batch before has been decoded.
This one does so without a fixed batch: slots of requests that end stay empty until at most `decode_floor` requests
decode, then waiting prompts start, whole and in iterations of their own. With a floor of 0 no output token ever waits
for somebody else's prompt.
"""

from __future__ import annotations

from engine.scheduling.continuous import ContinuousScheduler


class DecodeFirstScheduler(ContinuousScheduler):
    """Prefill iterations only while few requests decode."""

    def prompts_may_run(self) -> bool:
        decoding = sum(job.decoding for job in self.running)
        return decoding <= self.limits.decode_floor and super().prompts_may_run()
