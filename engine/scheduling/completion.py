"""What an iteration leaves behind: tokens, first tokens, forks, finished requests."""

from __future__ import annotations

from engine.recording import Event, Work
from engine.scheduling.job import Job
from engine.scheduling.scheduler import Scheduler
from engine.scheduling.step import Item, Step

DECODE = int(Work.DECODE)


def complete(scheduler: Scheduler, step: Step, iteration: int) -> None:
    """Apply the outputs of `step`, row `iteration` of the recording, at the recorder's time."""
    slices = scheduler.recorder.slices
    limits = scheduler.limits
    drafting = limits.drafts(len(scheduler.running))
    leaving: list[Job] = []
    for item in step.items:
        job, _, drafts, decodes = item
        if not decodes or drafts or job.reach:
            for member in _apply(scheduler, item, iteration):
                if member.outputs >= member.target or (not decodes and scheduler.handover is not None):
                    leaving.append(member)
                else:
                    member.drafts = drafting
            continue
        # One token after the other: most of a run's work, kept short.
        job.outputs = outputs = job.outputs + 1
        job.known += 1
        job.content.append(1)
        slices.append((iteration, job.row, 1, job.computed, outputs, 0, 0, DECODE))
        if limits.draft_tokens:
            scheduler.allocator.commit(job.row, job.computed)
        if outputs >= job.target:
            leaving.append(job)
        else:
            job.drafts = drafting
    for job, tokens, _ in step.padding:
        slices.append((iteration, job.row, tokens, job.computed, job.outputs, 0, 0, Work.PADDING))
    if leaving:
        scheduler.leave(leaving)


def _apply(scheduler: Scheduler, item: Item, iteration: int) -> tuple[Job, ...]:
    """Apply one request's part of an iteration; returns the requests that got a token through it."""
    job, tokens, drafts, decodes = item
    slices = scheduler.recorder.slices
    if job.reach:
        _count_recomputed(job, tokens)
    if not decodes:
        job.replay = 0  # its state is new
        scheduler.allocator.commit(job.row, job.computed)
    if job.computed < job.known:  # part of a prompt: nothing to sample yet
        slices.append((iteration, job.row, tokens, job.computed, job.outputs, 0, 0, Work.PREFILL))
        return ()
    produced, accepted = 1, 0
    if drafts and scheduler.accept is not None:
        accepted = scheduler.accept(job, drafts)
        job.computed -= drafts - accepted  # rejected drafts leave no state
        job.replay = accepted + 1 if scheduler.limits.replays and accepted < drafts else 0
        produced = min(1 + accepted, job.target - job.outputs)
    job.outputs += produced
    job.known += produced
    job.content.append(produced)
    job.computed = min(job.computed, job.known - 1)  # drafts may be accepted beyond the last token asked for
    if scheduler.limits.draft_tokens:
        scheduler.allocator.commit(job.row, job.computed)  # only now is it known which drafts were tokens
    work = Work.DECODE if decodes else Work.PREFILL
    slices.append((iteration, job.row, tokens, job.computed, job.outputs, drafts, accepted, work))
    return (job,) if decodes else _caught_up(scheduler, job, iteration)


def _count_recomputed(job: Job, tokens: int) -> None:
    before = job.computed - tokens
    if before < job.reach:
        job.recomputed += min(job.computed, job.reach) - before


def _caught_up(scheduler: Scheduler, job: Job, iteration: int) -> tuple[Job, ...]:
    """The known tokens have their state: the request produced its first token, or its next one after a preemption.

    Returns the requests that got a token: itself and the samples forked from it.
    """
    recorder = scheduler.recorder
    job.decoding = True
    if job.first_token < 0:
        job.first_token = recorder.now
        job.engine = scheduler.engine
        recorder.event(Event.FIRST_TOKEN, job.row)
    else:
        recorder.event(Event.RESUME, job.row)
    samples = tuple(job.samples)
    if samples:
        _fork(scheduler, job, iteration)
    return (job, *samples)


def _fork(scheduler: Scheduler, job: Job, iteration: int) -> None:
    """Parallel samples start from the prompt's pages; the first to write into a shared page copies it."""
    recorder = scheduler.recorder
    place = scheduler.running.index(job)
    for offset, sample in enumerate(job.samples, start=1):
        recorder.event(Event.ADMIT, sample.row, amount=job.computed)
        scheduler.allocator.fork(job.row, sample.row)
        sample.home = sample.engine = scheduler.engine
        sample.first_scheduled = job.first_scheduled
        sample.first_token = recorder.now
        sample.computed = job.computed
        sample.outputs = 1
        sample.known += 1
        sample.content.append(1)
        sample.decoding = True
        recorder.slices.append((iteration, sample.row, 0, sample.computed, 1, 0, 0, Work.PREFILL))
        recorder.event(Event.FIRST_TOKEN, sample.row)
        scheduler.running.insert(place + offset, sample)
    scheduler.unborn -= len(job.samples)
    scheduler.queued -= len(job.samples)
    job.samples = []
    job.quiet_until = 0
