"""The words of the capacity lab: verdicts, figures, presets, what a bar is made of, kinds of layers."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from engine.labs.records import Verdict
from widgets import format as write


def tr(text: str) -> str:
    return QCoreApplication.translate("CapacityLab", text)


def question() -> str:
    return tr("What is in the 80 GB?")


def verdict_text(verdict: Verdict) -> str:
    """The reason as one sentence."""
    texts = {
        "weights": tr("The weights alone do not fit: {weights} on a device that may fill {usable}."),
        "workspace": tr(
            "Weights and state of {requests} requests fit, but there is no room for the workspace of {workspace}: "
            "a device lacks {lacking}. With it, {fits} fit."
        ),
        "not-one": tr(
            "Not one request of {context} tokens fits beside the weights; for {requests} a device lacks {lacking}."
        ),
        "too-many": tr("{fits} of {requests} requests of {context} tokens fit; for all, a device lacks {lacking}."),
        "beyond": tr("All {requests} requests fit, but the model knows only contexts of up to {max_context} tokens."),
        "full": tr("All {requests} requests of {context} tokens fit, and not one more."),
        "fits": tr("{requests} requests of {context} tokens fit, up to {fits} would; {free} of a device stay free."),
    }
    values = {
        name: write.byte_size(value) if name in _BYTES else write.count(value) if name in _COUNTS else str(value)
        for name, value in verdict.values.items()
    }
    return texts[verdict.reason].format(**values)


_BYTES = frozenset({"usable", "weights", "state", "workspace", "free", "lacking"})
_COUNTS = frozenset({"requests", "context", "fits", "max_context", "longest"})


def figure_text(key: str) -> str:
    """The name of a figure."""
    return {
        "devices": tr("Devices"),
        "weights": tr("Weights on a device"),
        "workspace": tr("Workspace"),
        "state": tr("State on a device"),
        "free": tr("Left on a device"),
        "token": tr("One more token"),
        "request": tr("One request at this context"),
        "held": tr("Held by a request on a device"),
        "waste": tr("Lost in a request's pages"),
        "waste_mean": tr("Lost in the last page, expected"),
        "hybrid_page": tr("Page of a hybrid manager"),
        "fits": tr("Requests that fit"),
        "fits_other": tr("With the other allocator"),
        "longest": tr("Longest context for all"),
        "prefix": tr("Saved by the shared prefix"),
        "copies": tr("Copies of a token's state"),
        "weight_copies": tr("Copies of the weights"),
        "sent": tr("Sent per token by a device"),
        "counted": tr("Admitted by the allocator"),
        "counted_pages": tr("Pages held"),
        "counted_waste": tr("Lost inside them"),
    }[key]


def preset_text(key: str) -> tuple[str, str]:
    """Title and promise of a preset."""
    return {**_failing(), **_working()}[key]


def _failing() -> dict[str, tuple[str, str]]:
    return {
        "k3-long": (
            tr("K3, a million tokens"),
            tr("Kimi K3 on eight B300: one request of a million tokens fits, sixteen do not."),
        ),
        "one-device": (
            tr("70B on one device"),
            tr("A model of 70 billion weights at 16 bits does not fit one device of 80 GB."),
        ),
        "no-workspace": (
            tr("No room to work"),
            tr("Weights and state fit, but chunks of 32,768 tokens leave no room for the workspace."),
        ),
        "reservation": (
            tr("Reserved in one piece"),
            tr("Every request reserves 2,048 tokens and uses 300: six of 24 fit."),
        ),
        "copied-latents": (
            tr("Copied latents"),
            tr("Tensor parallelism cannot split a latent: eight devices hold the same state eight times."),
        ),
        "own-copies": (
            tr("Everybody's own copy"),
            tr("Agents with the same prompt of 400,000 tokens, each with a copy of its own."),
        ),
        "large-pages": (
            tr("Pages too large"),
            tr("Requests of 300 tokens in pages of 1,024: most of the memory holds nothing."),
        ),
        "all-heads": (
            tr("All heads"),
            tr("Every query head has keys and values of its own: half of the requests do not fit."),
        ),
    }


def _working() -> dict[str, tuple[str, str]]:
    return {
        "k3-spread": (
            tr("K3 on 32 devices"),
            tr("Four devices per attention replica, experts over all: sixteen million-token requests fit."),
        ),
        "four-bits": (tr("70B in four bits"), tr("With four bits a weight and scales, it fits one device of 80 GB.")),
        "smaller-chunks": (
            tr("Room to work"),
            tr("The same model and requests with chunks of 4,096 tokens: the workspace has room."),
        ),
        "paged": (
            tr("In pages"),
            tr("The same requests in pages of 16 tokens: all fit, and almost nothing is lost."),
        ),
        "latents-apart": (
            tr("Latents apart"),
            tr("Eight attention replicas, each with the state of its own requests: nothing is held twice."),
        ),
        "shared-prefix": (
            tr("Prefix kept once"),
            tr("The same agents with one copy of the common 400,000 tokens for all."),
        ),
        "small-pages": (tr("Pages small enough"), tr("The same requests in pages of 16 tokens.")),
        "few-heads": (
            tr("Eight KV heads"),
            tr("The same model with eight KV heads for all query heads: an eighth of the state."),
        ),
        "windows": (
            tr("Windows"),
            tr("Every second layer sees 128 tokens only: long requests stay small, on a single device."),
        ),
    }


def piece_text(key: str, reserved: bool = False) -> str:
    """The name of a piece of a bar; `reserved`: state lies in reservations, not in pages."""
    return {
        "layers": tr("dense weights"),
        "experts": tr("experts"),
        "tables": tr("embedding and head"),
        "workspace": tr("workspace"),
        "state": tr("state"),
        "fixed": tr("set aside per request"),
        "fragmentation": tr("reserved, not used") if reserved else tr("lost in pages"),
        "free": tr("free"),
        "outside": tr("not to be used"),
    }[key]


def piece_tip(key: str) -> str:
    """What a piece of a bar is."""
    return {
        "layers": tr("Projections, dense and shared feed-forward parts."),
        "experts": tr("Routed experts that the device holds."),
        "tables": tr("Input table and output head."),
        "workspace": tr("Activations, sampling, captured graphs, buffers of collectives, runtime."),
        "state": tr("Tokens in pages: keys and values, latents, compressed entries."),
        "fixed": tr("Windows and recurrent state, which do not grow, for every request slot."),
        "fragmentation": tr("Room in pages or reservations that holds no token."),
        "free": tr("Usable and not taken."),
        "outside": tr("Beyond the share of memory that the engine may use."),
    }[key]


def kind_text(kind: str) -> str:
    """The name of a kind of layers."""
    return {
        "mha": tr("MHA: every head its own"),
        "gqa": tr("GQA: heads share keys and values"),
        "mqa": tr("MQA: one KV head"),
        "mla": tr("MLA: a latent for all heads"),
        "dsa": tr("MLA with index keys"),
        "dsa_shared_index": tr("MLA, index of another layer"),
        "swa": tr("window"),
        "csa": tr("CSA: compressed entries and index"),
        "hca": tr("HCA: heavily compressed entries"),
        "csa2_full": tr("CSA 2 with its own entries"),
        "csa2_reuse": tr("CSA 2, entries of another layer"),
        "csa2_reindex": tr("CSA 2, own index only"),
        "gqa_block_sparse": tr("GQA with block index"),
        "kda": tr("KDA: recurrent"),
        "gdn": tr("gated delta: recurrent"),
        "lightning": tr("lightning: recurrent"),
        "mamba1": tr("Mamba: recurrent"),
        "mamba2": tr("Mamba 2: recurrent"),
    }[kind]


def symbols() -> str:
    """What the symbols of the formulas stand for."""
    return tr(
        "L layers · T tokens · b bytes of an element with its scales · Hkv KV heads · Dh, Dk, Dv width of a head, of "
        "its key, of its value · W window · r latent · dr its part with positions · di index key · Hi index heads · "
        "D entry · m tokens per entry · H heads · dk, dv key and value of a recurrent head · P width, N state, Di "
        "channels of Mamba · s bytes of recurrent state · K convolution · C its channels"
    )
