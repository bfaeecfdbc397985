"""A scenario: everything a run needs, as frozen dataclasses. `engine.scenario_file` reads and writes TOML."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from engine.fleets.fleet_plan import Fault, FleetPlan, Routing
from engine.workloads.trace_plan import Replay, TraceColumns


class Allocator(StrEnum):
    CONTIGUOUS = "contiguous"  # one reservation per request, before paging
    PAGED = "paged"


class Reservation(StrEnum):
    """How much a contiguous allocator sets aside at admission."""

    MAXIMUM = "maximum"  # the model's (or policy's) maximum length
    POWER_OF_TWO = "power-of-two"
    ORACLE = "oracle"  # the true final length, which no real system knows


class Cache(StrEnum):
    """How finished state is found again."""

    NONE = "none"
    HASH = "hash"  # block hash chain, as vLLM 0.33
    RADIX = "radix"  # radix tree, as SGLang 0.5.23


class Kinds(StrEnum):
    """How the kinds of state of a hybrid model share memory."""

    SINGLE = "single"  # one kind of page for what grows; windows and recurrent state set aside for every slot
    APART = "apart"  # pages of their own size for each kind; reuse needs a page of every kind


class Batching(StrEnum):
    STATIC = "static"  # request-level: a batch starts together and ends with its longest member
    CONTINUOUS = "continuous"  # iteration-level, a whole prompt at a time, prefill first
    CHUNKED = "chunked"  # iteration-level within a token budget: running requests, then prompts in chunks
    DECODE_FIRST = "decode-first"  # iteration-level, whole prompts only while at most `decode_floor` requests decode
    MLFQ = "mlfq"  # skip-join multi-level feedback queue, preemption between iterations (FastServe)


class QueueOrder(StrEnum):
    """Who is next, and whom memory is taken from last. A multi-level feedback queue has its own order."""

    FCFS = "fcfs"
    PRIORITY = "priority"
    SHORTEST = "shortest-job"  # by output tokens still to come, as far as they can be guessed


class Preemption(StrEnum):
    """What becomes of the state of a request whose pages are taken."""

    RECOMPUTE = "recompute"
    SWAP = "swap"  # to host memory and back; recomputed where that is full


class Drafting(StrEnum):
    """How the drafts of one step hang together."""

    CHAIN = "chain"  # one candidate for each position
    TREE = "tree"  # several candidates follow each node


class Rollback(StrEnum):
    """How recurrent state gets back to before a rejected draft. State in pages is only counted back: free."""

    SNAPSHOT = "snapshot"  # a copy for every draft: memory
    REPLAY = "replay"  # accepted tokens run again with the next verification: time


class Arrivals(StrEnum):
    AT_ONCE = "at-once"
    CONSTANT = "constant"
    POISSON = "poisson"
    GAMMA = "gamma"  # bursts: gaps with coefficient of variation `variation`
    ON_OFF = "on-off"  # Poisson inside bursts of mean length `on_s`, silence of mean length `off_s` between them
    CLOSED = "closed-loop"  # `users` each send the next request a pause after the one before has ended; no rate
    TRACE = "trace"
    CLIENT = "client"  # drawn from a provider's tables about one client (ServeGen); `trace` is its rate table


class LengthLaw(StrEnum):
    CONSTANT = "constant"
    UNIFORM = "uniform"
    LOGNORMAL = "lognormal"


@dataclass(frozen=True)
class Model:
    card: str = "opt-13b"
    kv_heads: int | None = None  # overrides the card: what MQA and GQA change
    max_length: int = 2048  # tokens a request may reach


@dataclass(frozen=True)
class Precision:
    """Bits per stored element. `*_overhead_bits` are scales and zero points spread over the elements."""

    weight_bits: float = 16.0
    weight_overhead_bits: float = 0.0
    state_bits: float = 16.0
    state_overhead_bits: float = 0.0
    activation_bits: float = 16.0
    expert_weight_bits: float | None = None  # routed experts, None = as `weight_bits`
    full_precision_window: int = 0  # newest tokens of each request kept at 16 bits
    native_state: bool = False  # the model's own records of state, in place of `state_bits`


@dataclass(frozen=True)
class Hardware:
    card: str = "a100-sxm-40gb"
    utilisation: float = 0.9  # share of memory the engine may use
    workspace_bytes: int | None = 1_500_000_000  # activations, graphs, buffers of collectives; None = derived
    overhead_us: float = 500.0  # CPU and launch overhead per iteration
    engine: str = ""  # generation of engines whose fitted overhead counts instead of `overhead_us`, "" = none


@dataclass(frozen=True)
class Layout:
    """Which engines there are. `prefill_engines` > 0 makes a prefill/decode split."""

    engines: int = 1  # engines that decode (all of them when nothing is split)
    prefill_engines: int = 0
    tensor_parallel: int = 1  # devices that split the heads of one attention replica
    pipeline_parallel: int = 1  # stages, each with its part of the layers
    microbatches: int | None = None  # per iteration of a pipeline, None = one per stage
    data_parallel: int = 1  # attention replicas inside one engine
    context_parallel: int = 1  # devices that split the tokens of a request's state
    expert_parallel: int = 1  # groups of devices that split the routed experts
    moe_tensor_parallel: int | None = None  # devices that split each expert, None = what expert_parallel leaves
    redundant_experts: int = 0  # further copies of the most popular experts, per layer
    expert_skew: float = 0.0  # popularity of the r-th expert is 1 / r^skew, 0 = even
    overlap: float = 0.0  # of the products' time behind which collectives hide: a batch runs in two halves, 0 = whole
    network_bytes_per_s: float = 50e9  # network card of one device, one direction: what leaves the scale-up domain
    link_bytes_per_s: float = 25e9  # between engines, shared by all transfers under way
    link_latency_us: float = 10.0
    port_bytes_per_s: float | None = None  # what one engine can send, and receive; None = only the link limits
    routing: Routing = Routing.LEAST_LOADED
    affinity_cap: float = 1.25  # times the mean load: an engine above it is passed over (capped-affinity)


@dataclass(frozen=True)
class Memory:
    allocator: Allocator = Allocator.PAGED
    page_tokens: int = 16
    pages: int | None = None  # overrides the count that the hardware allows
    reservation: Reservation = Reservation.MAXIMUM
    watermark: float = 0.0  # share of pages kept free when admitting
    cache: Cache = Cache.NONE
    eviction: str = "lru"  # radix only: lru, lfu, fifo, slru, priority
    kinds: Kinds = Kinds.SINGLE  # apart: `page_tokens` is the hash block, pages are as large as the kinds need


@dataclass(frozen=True)
class Policy:
    batching: Batching = Batching.CONTINUOUS
    order: QueueOrder = QueueOrder.FCFS
    max_running: int = 64  # request slots per engine; the batch size of static batching
    token_budget: int = 2048  # per iteration
    long_prefill_threshold: int = 0  # chunk cap when others wait or run, 0 = none
    reserve_full_prompt: bool = True  # admit only if the whole known length fits
    batch_wait_ms: float = 50.0  # static only: how long an incomplete batch waits
    prefill_interval: int = 1  # n: n - 1 pure decode iterations between two with prompt tokens (not static, not mlfq)
    decode_floor: int = 0  # decode-first only: requests that may decode while prompts start
    length_error: float = 0.0  # shortest-job only: sigma of the log error of guessed outputs, 0 = an oracle
    preemption: Preemption = Preemption.RECOMPUTE
    host_memory_bytes: int = 64_000_000_000  # swap only, per engine
    host_link_bytes_per_s: float | None = None  # swap only, per device and direction; None = the hardware card's
    outstanding_tokens: int = 0  # per engine: arrivals that exceed it are turned away, 0 = no limit
    early_rejection: bool = False  # turn away whoever is predicted to break the contract's TTFT
    mlfq_levels: int = 10
    mlfq_quantum_ms: float = 10.0  # of the top level; every further one has twice the quantum (FastServe's code)
    mlfq_promote_s: float = 3.0  # a request that has not run for so long goes to the top level (FastServe's code)


@dataclass(frozen=True)
class Speculation:
    """`draft_tokens` positions are drafted ahead per step: the length of a chain, the depth of a tree. 0 = off."""

    draft_tokens: int = 0
    method: Drafting = Drafting.CHAIN
    widths: tuple[int, ...] = (2,)  # tree: candidates after each node, by depth; the last entry goes on
    acceptance: float = 0.7  # probability that a draft token is accepted when its turn comes
    acceptance_by_position: tuple[float, ...] = ()  # the same by depth instead; the last entry goes on
    draft_cost: float = 0.05  # time of one draft step as a share of one target step, without a draft model
    draft_model: str = ""  # card of a draft model, which takes time, weights and state of its own
    batch_limit: int = 0  # nothing is drafted while more requests run on an engine, 0 = no limit
    rollback: Rollback = Rollback.SNAPSHOT  # for recurrent state only


@dataclass(frozen=True)
class Lengths:
    """Token counts. `low`/`high` bound every draw; `spread` is the sigma of the lognormal law."""

    law: LengthLaw = LengthLaw.LOGNORMAL
    median: float = 256.0
    spread: float = 0.8
    low: int = 4
    high: int = 1024


@dataclass(frozen=True)
class Agent:
    """Model calls that a task needs: each prompt is all before it plus what a tool returned."""

    calls: int = 1  # per task, 1 = no agents
    tool_s: float = 2.0  # mean time of a tool, exponential
    result: Lengths = field(default_factory=lambda: Lengths(median=400.0, spread=1.0, high=8192))


@dataclass(frozen=True)
class Workload:
    requests: int = 64
    arrivals: Arrivals = Arrivals.POISSON
    rate: float = 4.0  # requests per second, silences included
    variation: float = 1.0  # coefficient of variation of the gaps (gamma)
    on_s: float = 10.0  # mean length of a burst, exponential (on-off)
    off_s: float = 30.0  # mean silence between bursts, exponential (on-off)
    prompt: Lengths = field(default_factory=lambda: Lengths(median=220.0))
    output: Lengths = field(default_factory=lambda: Lengths(median=120.0, high=512))
    ratio: float = 0.0  # prompt : output; above 0 `prompt` is the law of both together and `output` is not used
    shared_prefix_tokens: int = 0  # prepended to every prompt
    prefix_families: int = 1  # different shared prefixes
    tenants: int = 1  # customers whose state must not be shared
    adapters: int = 0  # fine-tuned variants beside the base model; state of one is of no use to another
    popularity: float = 1.0  # the r-th family, tenant or adapter is asked for 1 / r^popularity as often as the first
    users: int = 8  # who send requests (closed loop)
    turns: int = 1  # turns per conversation; a turn's prompt holds all before it
    think_s: float = 4.0  # mean pause between the end of a turn and the next, exponential
    agent: Agent = field(default_factory=Agent)
    samples_per_request: int = 1  # parallel samples that share the prompt's pages (copy-on-write)
    trace: str = ""  # path of a trace file, when arrivals = "trace"
    trace_limit: int = 256  # rows used, from `trace_start`
    trace_start: int = 0
    columns: TraceColumns = field(default_factory=TraceColumns)
    replay: Replay = field(default_factory=Replay)


@dataclass(frozen=True)
class Contract:
    """The SLO. A request meets it when each limit that is not None holds."""

    ttft_s: float | None = 1.0
    tpot_s: float | None = 0.1
    e2e_s: float | None = None
    deadline_s: tuple[float, ...] = ()  # from arrival to the last token; several: by priority class, urgent first
    deadline_per_token_s: float = 0.0  # added to a request's deadline for every output token it asks for
    percentile: float = 0.9  # share of requests that must meet it


@dataclass(frozen=True)
class Offload:
    """Slower memory of each engine, for pages that its devices had to drop. 0 bytes = there is no such tier."""

    dram_bytes: int = 0
    dram_bytes_per_s: float | None = None  # all devices of an engine, each direction; None = their host links
    ssd_bytes: int = 0
    ssd_bytes_per_s: float = 2.9e9  # each direction
    ssd_latency_us: float = 100.0


@dataclass(frozen=True)
class Scenario:
    title: str = "PagedAttention on a chat workload"
    seed: int = 1
    model: Model = field(default_factory=Model)
    precision: Precision = field(default_factory=Precision)
    hardware: Hardware = field(default_factory=Hardware)
    layout: Layout = field(default_factory=Layout)
    memory: Memory = field(default_factory=Memory)
    policy: Policy = field(default_factory=Policy)
    offload: Offload = field(default_factory=Offload)
    speculation: Speculation = field(default_factory=Speculation)
    workload: Workload = field(default_factory=Workload)
    contract: Contract = field(default_factory=Contract)
    fleet: FleetPlan = field(default_factory=FleetPlan)
    faults: tuple[Fault, ...] = ()
