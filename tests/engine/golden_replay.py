"""Drives the simulator's own scheduler through a recorded workload, one scheduler step at a time."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.memory.pages import PagedAllocator
from engine.memory.tokens import TokenContent
from engine.recorder import Recorder
from engine.recording import Event
from engine.scenario import QueueOrder
from engine.scheduling.chunked import ChunkedScheduler
from engine.scheduling.completion import complete
from engine.scheduling.job import Job
from engine.scheduling.step import Limits, Step

GOLDEN = Path(__file__).parents[1] / "golden"


def read_log(name: str) -> tuple[dict[str, Any], list[dict[str, Any]], dict[str, Any]]:
    """Header, steps and closing statistics of a log."""
    rows = [json.loads(line) for line in (GOLDEN / f"{name}.jsonl").read_text().splitlines()]
    return rows[0], rows[1:-1], rows[-1].get("stats", {})


def accepted_by_rule(job: Job, drafts: int) -> int:
    """The logs' fixed acceptance rule (see their header)."""
    return min(drafts, (job.row * 7 + job.outputs * 3) % (drafts + 2))


class Replay:
    """`steps` yields one row per scheduler step in the format of the logs."""

    def __init__(self, header: dict[str, Any]) -> None:
        params = header["params"]
        self.recorder = Recorder()
        self.allocator = PagedAllocator(
            params["num_blocks"],
            params["block_size"],
            caching=params["enable_prefix_caching"],
            sink=self.recorder.sink,
        )
        limits = Limits(
            max_running=params["max_num_seqs"],
            token_budget=params["max_num_batched_tokens"],
            max_length=params["max_model_len"],
            page_tokens=params["block_size"],
            order=QueueOrder(params["policy"]),
            long_prefill_threshold=params["long_prefill_token_threshold"],
            reserve_full_prompt=params["scheduler_reserve_full_isl"],
            watermark_pages=int(params["watermark"] * params["num_blocks"]),
            draft_tokens=params["num_speculative_tokens"],
        )
        self.scheduler = ChunkedScheduler(self.allocator, limits, self.recorder, accept=accepted_by_rule)
        self.requests = sorted(header["requests"], key=lambda request: (request["at"], request["idx"]))
        self.names = {request["idx"]: request["id"] for request in header["requests"]}
        self.max_length = params["max_model_len"]

    def steps(self) -> Iterator[dict[str, Any]]:
        left = list(self.requests)
        number, ended = 0, False
        while left or self.scheduler.running or self.scheduler.waiting:
            arrived = [request for request in left if request["at"] <= number]
            left = [request for request in left if request["at"] > number]
            for request in arrived:
                self.scheduler.add(self._job(request))
            # An engine takes one empty step after the last request has left, then it sleeps.
            if self.scheduler.running or self.scheduler.waiting or ended:
                row = self._step(number, [request["id"] for request in arrived])
                ended = "finish" in row
                yield row
            number += 1

    def _job(self, request: dict[str, Any]) -> Job:
        content = TokenContent([tuple(run) for run in request["prompt"]], 1_000_000 + request["idx"] * 10_000)
        return Job(
            request["idx"],
            content,
            sum(count for _, count in request["prompt"]),
            request["max_tokens"],
            arrival=request["at"],
            priority=request.get("priority", 0),
            max_length=self.max_length,
        )

    def _step(self, number: int, arrived: list[str]) -> dict[str, Any]:
        self.recorder.now = number
        before = {job.row: len(self.allocator.block_table(job.row)) for job in self.scheduler.running}
        mark = len(self.recorder.events)
        step = self.scheduler.schedule() or Step()
        decided = self.recorder.events[mark:]
        row = {"step": number, "sched": {self.names[job.row]: tokens for job, tokens, _, _ in step.items}}
        row |= self._admissions(step, arrived) | self._pages(step, before)
        row["free"] = self.allocator.free_pages
        row |= {"evicted": [event[6] for event in decided if event[9] == Event.EVICT]}
        row |= self._results(step, number)
        row["free_after"] = self.allocator.free_pages
        row["running"] = [self.names[job.row] for job in self.scheduler.running]
        row["waiting"] = len(self.scheduler.waiting)
        optional = ("arrive", "admit", "hit_tokens", "preempt", "new_blocks", "evicted", "spec", "finish")
        return {key: value for key, value in row.items() if value or key not in optional}

    def _admissions(self, step: Step, arrived: list[str]) -> dict[str, Any]:
        """The logs list new requests before resumed ones."""
        admitted = sorted(step.admitted, key=lambda job: job.preemptions > 0)
        hits = {self.names[job.row]: job.computed - tokens for job, tokens, _, _ in step.items if job in admitted}
        return {
            "arrive": arrived,
            "admit": [self.names[job.row] for job in admitted],
            "hit_tokens": hits,
            "preempt": [self.names[job.row] for job in step.preempted],
        }

    def _pages(self, step: Step, before: dict[int, int]) -> dict[str, Any]:
        """New pages of running requests, the whole block table of those just admitted."""
        new = {}
        for job, *_ in step.items:
            known = 0 if job in step.admitted else before[job.row]
            new[self.names[job.row]] = list(self.allocator.block_table(job.row))[known:]
        return {"new_blocks": {name: pages for name, pages in new.items() if pages}}

    def _results(self, step: Step, number: int) -> dict[str, Any]:
        slices, events = len(self.recorder.slices), len(self.recorder.events)
        complete(self.scheduler, step, number)
        return {
            "spec": {self.names[row[1]]: [row[5], row[6]] for row in self.recorder.slices[slices:] if row[5]},
            "finish": [self.names[row[5]] for row in self.recorder.events[events:] if row[9] == Event.FINISH],
        }
