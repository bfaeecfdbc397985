"""Taking slots and pages from requests: their state is lost, or goes to host memory, and they wait again."""

from __future__ import annotations

from engine.recording import Event
from engine.scheduling.job import Job
from engine.scheduling.register import Register
from engine.scheduling.step import Step


class Preempting(Register):
    """A register whose requests can be made to give way."""

    def reset(self, force: bool = False) -> bool:
        """Send every running request back to the queue, in order, without its state. Refused (False, nothing
        changes) while requests run, unless forced."""
        if self.running and not force:
            return False
        step = Step()
        for job in [job for job in self.waiting if job.paused]:
            self._take_pages(step, job, keep=False)
        for job in reversed(list(self.running)):
            self._preempt(step, job, keep=False)
        return True

    def _preempt(self, step: Step, job: Job, keep: bool = True) -> int:
        """Take slot and pages from `job`; returns the tokens of this iteration that it gives back."""
        self.running.remove(job)
        returned = 0
        for place, item in enumerate(step.items):
            if item[0] is job:
                returned = item[1]
                del step.items[place]
                break
        self.allocator.release(job.row)
        self.waiting.put_back(job)
        self.unborn -= len(job.samples)
        self.queued += 1
        self._lose(step, job, job.computed - returned, keep)
        return returned

    def _take_pages(self, step: Step, job: Job, keep: bool = True) -> None:
        """Take the pages of a paused request, which stays in the queue."""
        job.paused = False
        self.allocator.release(job.row)
        self._lose(step, job, job.computed, keep)

    def _lose(self, step: Step, job: Job, computed: int, keep: bool = True) -> None:
        """The pages of a request that stands in the queue have gone, and with them the state of `computed` tokens:
        to host memory if there is any room (and `keep`), otherwise for good."""
        job.drafts = job.quiet_until = 0
        job.blocked = False
        job.preemptions += 1
        step.preempted.append(job)
        size = self.host.put(job, computed) if keep and self.host is not None else 0
        if size:
            self.recorder.event(Event.SWAP_OUT, job.row, amount=size, order=job.place)
            job.computed = computed
        else:
            self.recorder.event(Event.PREEMPT, job.row, amount=computed, order=job.place)
            job.reach = max(job.reach, computed)
            job.computed = 0
            job.decoding = False
        if not self.fits(job):
            self.waiting.remove(job)
            self.drop(job)
