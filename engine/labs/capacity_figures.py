"""The numbers of the capacity lab with their formulas, in symbols and filled in."""

from __future__ import annotations

from engine.costs.parallel import Exchange
from engine.labs.capacity_bars import DeviceBar
from engine.labs.capacity_fit import LONGEST, MOST_REQUESTS, Fit, hold
from engine.labs.capacity_laws import Law
from engine.labs.capacity_settings import other_allocator
from engine.labs.records import Figure
from engine.models.card_types import RECURRENT
from engine.models.cards import hardware_card
from engine.models.memory_split import MemorySplit
from engine.models.state_groups import state_groups
from engine.scenario import Allocator
from engine.sheet import Evidence

ESTIMATE = Evidence.TEACHING_ESTIMATE


def size(value: float) -> str:
    """Bytes in binary units, three figures at least."""
    scale, unit = next(((2**p, u) for p, u in _UNITS if abs(value) >= 2**p), (1, "B"))
    number = value / scale
    return f"{number:,.{2 if number < 10 else 1 if number < 1000 else 0}f} {unit}" if scale > 1 else f"{value:,.4g} B"


_UNITS = ((40, "TiB"), (30, "GiB"), (20, "MiB"), (10, "KiB"))


def plain(value: float) -> str:
    """A number without exponent: whole where it is, else with up to three places."""
    return f"{value:,.3f}".rstrip("0").rstrip(".")


def _figure(key: str, value: float | None, unit: str, formula: str, filled: str) -> Figure:
    return Figure(key, value, unit, ESTIMATE, formula, filled)


def figures(fit: Fit, bar: DeviceBar, split: MemorySplit, laws: tuple[Law, ...], fits: int) -> tuple[Figure, ...]:
    """The figures of an answer; `bar` and `split` are those of the tightest stage, `fits` is per engine."""
    return (
        *_fits(fit, split, fits),
        *_request(fit, split, laws),
        *_pages(fit, split),
        *_device(bar, split),
        _devices(fit),
        *_copies(fit, split, laws),
        *_hybrid(fit),
        _prefix(fit, split),
    )


def _devices(fit: Fit) -> Figure:
    s, shape = fit.settings, fit.splits[0].shape
    return _figure(
        "devices",
        s.engines * shape.devices,
        "",
        "engines · TP · PP · DP · CP",
        f"{s.engines} · {shape.tensor} · {len(shape.stages)} · {shape.data} · {shape.context}",
    )


def _device(bar: DeviceBar, split: MemorySplit) -> tuple[Figure, ...]:
    parts, work = bar.pieces, split.workspace_parts
    return (
        _figure(
            "weights",
            bar.weights,
            "B",
            "layers + experts + tables",
            f"{size(parts['layers'])} + {size(parts['experts'])} + {size(parts['tables'])}",
        ),
        _figure(
            "workspace",
            parts["workspace"],
            "B",
            "max(activations, sampling) + graphs + collectives + runtime",
            f"max({size(work.activations)}, {size(work.sampling)}) + {size(work.graphs)} "
            f"+ {size(work.communication)} + {size(work.runtime)}",
        ),
        _figure(
            "state",
            bar.state,
            "B",
            "in pages + for every slot + lost inside pages",
            f"{size(parts['state'])} + {size(parts['fixed'])} + {size(parts['fragmentation'])}",
        ),
        _figure(
            "free",
            parts["free"] - bar.lacking,
            "B",
            "usable − weights − workspace − state",
            f"{size(bar.usable)} − {size(bar.weights)} − {size(parts['workspace'])} − {size(bar.state)}",
        ),
    )


def _request(fit: Fit, split: MemorySplit, laws: tuple[Law, ...]) -> tuple[Figure, ...]:
    tokens, page = fit.settings.context_tokens, fit.settings.page_tokens
    grows = [law for law in laws if law.next_token(tokens)]
    each = sum(law.next_token(tokens) for law in laws)
    growth = " + ".join(f"{plain(law.next_token(tokens))} ({law.kind})" for law in grows) or "nothing grows"
    held = hold(fit.settings, tokens)
    return (
        _figure("token", each, "B", "Σ over kinds of what the next token adds", growth),
        _figure(
            "request",
            sum(law.bytes(tokens) for law in laws),
            "B",
            " + ".join(dict.fromkeys(law.formula for law in laws)),
            f"T = {tokens:,}: " + " + ".join(law.filled for law in laws),
        ),
        _figure(
            "held",
            (held.each + held.shared) * split.page + split.fixed_per_request,
            "B",
            "⌈T / P⌉ · page bytes + what a slot sets aside, on one device",
            f"{held.each + held.shared:,} · {size(split.page)} + {size(split.fixed_per_request)} (P = {page})",
        ),
    )


def _pages(fit: Fit, split: MemorySplit) -> tuple[Figure, ...]:
    s = fit.settings
    held, page = hold(s, s.context_tokens), s.page_tokens
    per_token = split.page / page
    if s.allocator is Allocator.CONTIGUOUS:
        formula, filled = "P · ⌈max(T, T_max) / P⌉ − T", f"{held.each * page:,} − {s.context_tokens:,} tokens"
        mean = _figure("waste_mean", None, "B", "(P − 1) / 2", "a reservation loses all it does not fill")
    else:
        last = held.stored
        formula, filled = "P · ⌈T / P⌉ − T", f"{page} · {held.each:,} − {last:,} tokens"
        expected = (page - 1) / 2
        mean = _figure(
            "waste_mean",
            expected * per_token,
            "B",
            "(P − 1) / 2 tokens, all remainders of T / P alike",
            f"({page} − 1) / 2 = {expected:g} tokens · {plain(per_token)} B",
        )
    return (_figure("waste", held.waste * per_token, "B", formula, f"{filled}, {plain(per_token)} B each"), mean)


def _hybrid(fit: Fit) -> tuple[Figure, ...]:
    """The page of a manager that keeps all kinds of a hybrid model's state in pages of one size."""
    if not any(group.kind in RECURRENT for group in fit.card.layer_group):
        return ()
    scenario, formula = fit.scenario, "P · ⌈recurrent state of a layer / (P · width of a layer)⌉"
    heads, size = scenario.model.kv_heads, fit.settings.page_tokens
    try:
        groups = state_groups(fit.card, scenario.precision, scenario.layout, size, kv_heads=heads)
    except ValueError:
        return ()
    tokens = groups[0].page_tokens
    filled = f"{size} · {tokens // size:,}, so that a page holds a whole recurrent state"
    return (_figure("hybrid_page", tokens, "tokens", formula, filled),)


def _fits(fit: Fit, split: MemorySplit, fits: int) -> tuple[Figure, ...]:
    s, tokens = fit.settings, fit.settings.context_tokens
    held = hold(s, tokens)
    room = fit.room(split, max(1, fits))
    other = Fit(other_allocator(s)).requests(tokens)
    name = "paged" if s.allocator is Allocator.CONTIGUOUS else "contiguous"
    longest = fit.longest(s.max_running)
    return (
        _figure(
            "fits",
            fits * s.engines,
            "requests",
            "⌊(room for pages / page bytes − shared − null page) / pages of a request⌋ · engines",
            f"⌊({size(max(0.0, room))} / {size(split.page)} − {held.shared:,} − {held.unused}) / {held.each:,}⌋ "
            f"· {s.engines}" + (", at least" if fits >= MOST_REQUESTS else ""),
        ),
        _figure(
            "fits_other",
            other * s.engines,
            "requests",
            "the same with the other allocator",
            f"{name}, T = {tokens:,}, T_max = {s.longest:,}",
        ),
        _figure(
            "longest",
            longest or None,
            "tokens",
            "the largest T at which all requests fit",
            f"{s.max_running:,} requests per engine" + (", at least" if longest >= LONGEST else "")
            if longest
            else f"{s.max_running:,} requests per engine do not fit at any length",
        ),
    )


def _prefix(fit: Fit, split: MemorySplit) -> Figure:
    s = fit.settings
    held = hold(s, s.context_tokens)
    if not held.shared:
        why = "a contiguous reservation is not shared" if s.allocator is Allocator.CONTIGUOUS else "no shared prefix"
        return _figure("prefix", None, "B", "(R − 1) · ⌊S / P⌋ · page bytes", why)
    return _figure(
        "prefix",
        (s.max_running - 1) * held.shared * split.page,
        "B",
        "(R − 1) · ⌊S / P⌋ · page bytes",
        f"({s.max_running:,} − 1) · {held.shared:,} · {size(split.page)}",
    )


def _copies(fit: Fit, split: MemorySplit, laws: tuple[Law, ...]) -> tuple[Figure, ...]:
    tp, scenario = split.shape.tensor, fit.scenario
    whole = sum(law.per_token for law in laws)
    device = hardware_card(scenario.hardware.card)
    sent = Exchange(fit.card, scenario.layout, device, scenario.precision.activation_bits / 8).at(1, 0)
    total = float(sent.all_reduce_bytes + sent.all_to_all_bytes + sent.p2p_bytes + sent.ring_bytes)
    per_device = fit.token_bytes(tp)
    return (
        _figure(
            "copies",
            per_device * tp / whole if whole else None,
            "×",
            "TP · bytes of a token on one device / bytes of a token",
            f"{tp} · {plain(per_device)} / {plain(whole)}" if whole else "nothing grows",
        ),
        _figure(
            "weight_copies",
            split.weight_parts.engine / split.weight_parts.once,
            "×",
            "weights on all devices of an engine / one copy",
            f"{size(split.weight_parts.engine)} / {size(split.weight_parts.once)}",
        ),
        _figure(
            "sent",
            total if split.shape.devices > 1 else None,
            "B",
            "all-reduce + all-to-all + stage to stage + ring, per token and device",
            f"{sent.all_reduce_bytes:,.0f} + {sent.all_to_all_bytes:,.0f} + {sent.p2p_bytes:,.0f} "
            f"+ {sent.ring_bytes:,.0f} at {scenario.precision.activation_bits:g} bits"
            if split.shape.devices > 1
            else "one device sends nothing",
        ),
    )
