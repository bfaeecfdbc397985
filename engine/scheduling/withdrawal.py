"""Taking a request away from a scheduler, wherever it stands there, and letting one in that has been elsewhere."""

from __future__ import annotations

from engine.recording import Event
from engine.scheduling.job import Job
from engine.scheduling.scheduler import Scheduler


def withdraw(scheduler: Scheduler, job: Job) -> None:
    """`job` is running or waiting here, and then it is not; its pages are given back. Its state is lost."""
    if job in scheduler.running:
        scheduler.running.remove(job)
        scheduler.unborn -= len(job.samples)
        scheduler.queued -= len(job.samples)
    else:
        scheduler.waiting.remove(job)
        scheduler.queued -= job.slots
    if scheduler.host is not None:
        scheduler.host.forget(job)
    scheduler.allocator.release(job.row)


def forget_state(job: Job) -> int:
    """`job` starts again from its prompt and what it has delivered; returns the tokens to be computed again."""
    lost = job.computed
    job.reach = max(job.reach, lost)
    job.computed = job.drafts = job.replay = job.quiet_until = 0
    job.decoding = job.blocked = job.paused = False
    return lost


def let_in(scheduler: Scheduler, job: Job, lost: int, *, first: bool) -> None:
    """Queue a request that has been elsewhere, before all others if `first`. `lost`: tokens that it had computed.

    Rejected if it can never fit here.
    """
    job.home = scheduler.engine
    if first:
        scheduler.waiting.put_back(job)
    else:
        scheduler.waiting.push(job)
    scheduler.queued += job.slots
    for member in (job, *job.samples):
        scheduler.recorder.event(Event.REQUEUE, member.row, amount=lost, order=job.place)
    if job.slots > scheduler.limits.max_running or not scheduler.fits(job):
        scheduler.waiting.remove(job)
        scheduler.drop(job)
