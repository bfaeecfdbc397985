"""The numbers a scheduler works within, and one iteration's work."""

from __future__ import annotations

from dataclasses import dataclass

from engine.scenario import QueueOrder
from engine.scheduling.job import Job

Item = tuple[Job, int, int, bool]  # job, tokens scheduled (drafts included), drafts among them, whether it decodes


@dataclass(frozen=True, slots=True)
class Limits:
    """Tokens are per iteration, slots and pages per engine."""

    max_running: int
    token_budget: int
    max_length: int
    page_tokens: int
    order: QueueOrder = QueueOrder.FCFS
    long_prefill_threshold: int = 0
    reserve_full_prompt: bool = True
    watermark_pages: int = 0
    draft_tokens: int = 0  # verified per request and step, all candidates of a tree
    draft_batch: int = 0  # nothing is drafted while more requests run, 0 = no limit
    replays: bool = False  # accepted tokens run again after a rejection
    batch_wait_ns: int = 0
    prefill_interval: int = 1  # iterations from one with prompt tokens to the next, while anybody decodes
    decode_floor: int = 0  # requests that may decode while decode-first lets prompts start
    length_error: float = 0.0  # sigma of the log error of guessed outputs (shortest job first)
    seed: int = 0
    levels: int = 1  # of the multi-level feedback queue
    quantum_ns: int = 0  # of its top level
    promote_ns: int = 0  # wait after which a request goes to the top level

    def drafts(self, running: int) -> int:
        """Drafts that a request brings to its next iteration while `running` requests run."""
        return 0 if 0 < self.draft_batch < running else self.draft_tokens


class Step:
    """One iteration's work, as decided at its start."""

    __slots__ = ("admitted", "budget", "items", "padding", "preempted")

    def __init__(self, budget: int = 0) -> None:
        self.budget = budget  # tokens it could have taken, 0 = no budget in force
        self.items: list[Item] = []
        self.admitted: list[Job] = []
        self.preempted: list[Job] = []
        self.padding: list[tuple[Job, int, bool]] = []  # job, tokens computed for nobody, whether in a decode


@dataclass(slots=True)
class Load:
    """What an iteration asks of the hardware: the arguments of the cost model, and two counts for the record."""

    prefill: list[tuple[int, int]]  # (tokens of the chunk, tokens in the state before it)
    context: int  # state tokens that the decoding sequences read
    decode_tokens: int  # drafts, replayed tokens and padding slots included
    decoding: int  # sequences that decode
    drafting: int  # of these, the ones whose drafts are verified
    drafts: int  # the most drafts of any of them
    prefill_useful: int  # prompt tokens without padding
    decode_useful: int

    @property
    def sequences(self) -> int:
        return len(self.prefill) + self.decoding


def load_of(step: Step) -> Load:
    """Sum up a step. Padding counts for the hardware and not for the record."""
    prefill: list[tuple[int, int]] = []
    context = decode = decoding = drafting = most = useful = replayed = 0
    for job, tokens, drafts, decodes in step.items:
        if decodes:
            context += job.computed
            decode += tokens
            decoding += 1
            if drafts:
                drafting += 1
                replayed += job.replay
                if drafts > most:
                    most = drafts
        else:
            prefill.append((tokens, job.computed - tokens))
            useful += tokens - drafts
    decode_useful = decode
    decode += replayed
    if step.padding:
        widest = max((tokens for tokens, _ in prefill), default=0)
        prefill = [(widest, before) for _, before in prefill]
        for job, tokens, decodes in step.padding:
            if decodes:
                context += job.computed
                decode += tokens
                decoding += 1
    return Load(prefill, context, decode, decoding, drafting, most, useful, decode_useful)
