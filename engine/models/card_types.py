"""The plain records of model and accelerator cards."""

from __future__ import annotations

from dataclasses import dataclass

WITHOUT_ATTENTION = frozenset({"mlp", "moe"})  # blocks that hold a feed-forward part and no state
LATENT = frozenset({"mla", "dsa", "dsa_shared_index"})  # one latent vector per token, the same for all heads
HEADED = frozenset({"mha", "gqa", "mqa", "swa", "gqa_block_sparse"})  # keys and values per KV head
COMPRESSED = frozenset({"csa", "hca", "csa2_full", "csa2_reuse", "csa2_reindex"})  # entries shared by several tokens
RECURRENT = frozenset({"kda", "gdn", "lightning", "mamba1", "mamba2"})  # state that does not grow with the context


@dataclass(frozen=True)
class LayerGroup:
    """`count` layers of one kind. Widths are elements; 0 means the kind has no such part."""

    kind: str
    count: int
    kv_heads: int = 0
    head_dim: int = 0
    v_head_dim: int = 0  # 0 = as `head_dim`
    shared_kv: bool = False  # one vector serves as key and value
    window: int = 0  # tokens; 0 = the whole context
    chunked: bool = False  # the window is a fixed chunk, not a sliding one
    latent_rank: int = 0
    rope_dim: int = 0
    nope_only: bool = False
    output_gate: bool = False
    index_dim: int = 0
    index_heads: int = 0
    index_topk: int = 0  # tokens (or compressed entries) read per query
    index_key_heads: int = 1
    compress_ratio: int = 0  # tokens per stored entry
    block: int = 0
    topk_blocks: int = 0
    heads: int = 0
    k_heads: int = 0
    v_heads: int = 0
    dk: int = 0
    dv: int = 0
    d_inner: int = 0
    d_state: int = 0
    n_groups: int = 0
    conv_kernel: int = 0
    state_bytes_per_elem: int = 0
    role: str = ""

    @property
    def value_dim(self) -> int:
        return self.v_head_dim or self.head_dim


@dataclass(frozen=True)
class Experts:
    """The mixture-of-experts part of a model."""

    n_routed: int
    n_shared: int
    top_k: int
    moe_intermediate: int
    first_dense_layers: int = 0
    shared_intermediate: int = 0  # 0 = n_shared * moe_intermediate
    moe_layers: int = 0  # 0 = every layer after the first dense ones
    expert_hidden: int = 0  # width the experts work in, 0 = hidden

    @property
    def shared_width(self) -> int:
        return self.shared_intermediate or self.n_shared * self.moe_intermediate


@dataclass(frozen=True)
class Published:
    """A state size that a source states, compared with our own arithmetic."""

    metric: str
    value: float
    unit: str
    own_value: float
    deviation: float
    agrees: bool
    seen: bool  # read in the source; False = recalled
    source: str
    note: str = ""


@dataclass(frozen=True)
class StateFigures:
    """Bytes of state as the card lists them (own arithmetic at 16-bit growing state)."""

    bytes_per_token_bf16: int
    window_bytes_bf16: int
    recurrent_bytes_fp32: int
    conv_bytes_bf16: int
    bytes_per_token_native: float | None = None
    native_layout: str = ""
    native_source: str = ""
    published: tuple[Published, ...] = ()


@dataclass(frozen=True)
class ModelCard:
    """Geometry of a model, with the sources it was read in."""

    key: str
    name: str
    family: str
    year: int
    params_total: int
    params_active: int
    params_total_derived: int
    params_active_derived: int
    layers: int
    hidden: int
    q_heads: int
    kv_heads: int
    head_dim: int
    vocab: int
    ffn_matrices: int
    max_context: int
    native_weight_dtype: str
    tied_embeddings: bool
    source: str
    checked: bool
    layer_group: tuple[LayerGroup, ...]
    kv: StateFigures
    moe: Experts | None = None
    intermediate: int = 0
    v_head_dim: int = 0
    qk_nope_head_dim: int = 0
    qk_rope_head_dim: int = 0
    q_lora_rank: int = 0
    params_active_prefill: int = 0
    params_engram: int = 0
    params_stored: int = 0
    checkpoint_bytes: int = 0
    unverified: tuple[str, ...] = ()
    notes: str = ""


@dataclass(frozen=True)
class Rate:
    """A measured or an alternative value of a hardware field."""

    field: str
    value: float
    source: str
    note: str = ""
    evidence: str = ""


@dataclass(frozen=True)
class HardwareCard:
    """One accelerator. Peaks are dense operations per second; None = not known, 0 = no such path."""

    key: str
    name: str
    vendor: str
    year: int
    form: str
    memory_bytes: int
    memory_basis: str
    memory_bandwidth: int  # bytes per second
    source: str
    checked: bool
    peak_fp16: int | None = None
    peak_bf16: int | None = None
    peak_fp8: int | None = None
    peak_int8: int | None = None
    peak_fp4: int | None = None
    sparsity: str = "dense"
    ridge_16bit: float | None = None
    ridge_fp8: float | None = None
    scale_up: str = ""
    scale_up_bytes_per_s: int | None = None  # one direction
    scale_up_domain: int | None = None
    host_link: str = ""
    host_link_bytes_per_s: int | None = None
    tdp_w: int | None = None
    memory_bytes_nominal: int | None = None
    measured: tuple[Rate, ...] = ()
    alternates: tuple[Rate, ...] = ()
    unverified: tuple[str, ...] = ()
    notes: str = ""

    @property
    def peak_16bit(self) -> int | None:
        """The faster of the two 16-bit paths."""
        return max(self.peak_fp16 or 0, self.peak_bf16 or 0) or None

    @property
    def peak_8bit(self) -> int | None:
        """The faster of FP8 and INT8, None when the chip has neither."""
        return max(self.peak_fp8 or 0, self.peak_int8 or 0) or None

    @property
    def link_bytes_per_s(self) -> int | None:
        """One direction to a neighbour: the scale-up link, else the host link."""
        return self.scale_up_bytes_per_s or self.host_link_bytes_per_s


@dataclass(frozen=True)
class Interconnect:
    """A link between devices or to the host; bytes per second in one direction."""

    key: str
    name: str
    kind: str
    bytes_per_s_per_direction: int
    source: str
    checked: bool
    measured_bytes_per_s: int | None = None
    measured_by: str = ""
    measured_fraction: float | None = None
    notes: str = ""


@dataclass(frozen=True)
class Storage:
    """A tier that can hold state outside the accelerator."""

    key: str
    name: str
    source: str
    checked: bool
    read_bytes_per_s: float | None = None
    write_bytes_per_s: float | None = None
    small_read_bytes_per_s: float | None = None
    small_block_bytes: int | None = None
    latency_s: float | None = None
    evidence: str = ""
    notes: str = ""


@dataclass(frozen=True)
class Constant:
    """A scalar that planners use."""

    key: str
    value: float
    source: str
    evidence: str
    checked: bool
