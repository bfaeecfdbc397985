"""The scenarios that come with the program, each one run by itself."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files

from explorer.marking import QT_TRANSLATE_NOOP
from explorer.opened import Opened


@dataclass(frozen=True)
class Preset:
    """Name and tip are English source texts of the translation context "Actions"; the file is named after the key."""

    key: str
    name: str
    tip: str

    def text(self) -> str:
        """The scenario as TOML."""
        return (files("assets") / "scenarios" / f"{self.key}.toml").read_text("utf-8")

    def opened(self) -> Opened:
        return Opened(name=self.name, scenario=self.text(), preset=self.key)


PRESETS = (
    Preset(
        "prefill-decode-split",
        QT_TRANSLATE_NOOP("Actions", "Prefill/decode split"),
        QT_TRANSLATE_NOOP("Actions", "Two prefill and two decode engines, and the state that travels between them"),
    ),
    Preset(
        "fleet-affinity",
        QT_TRANSLATE_NOOP("Actions", "Fleet of four with prefix affinity"),
        QT_TRANSLATE_NOOP(
            "Actions", "Requests go where their beginning has been seen, unless that engine is too busy"
        ),
    ),
    Preset(
        "k3-hybrid",
        QT_TRANSLATE_NOOP("Actions", "Kimi K3: two kinds of state"),
        QT_TRANSLATE_NOOP("Actions", "Recurrent state and compressed attention state, with page sizes of their own"),
    ),
    Preset(
        "worker-dies",
        QT_TRANSLATE_NOOP("Actions", "A worker dies"),
        QT_TRANSLATE_NOOP("Actions", "One of three engines is lost for some seconds, and its requests are retried"),
    ),
    Preset(
        "fleet-of-eight",
        QT_TRANSLATE_NOOP("Actions", "Fleet of eight under bursts"),
        QT_TRANSLATE_NOOP("Actions", "Eight engines and bursts of requests, sent to the less loaded of two"),
    ),
    Preset(
        "changing-roles",
        QT_TRANSLATE_NOOP("Actions", "An engine changes its role"),
        QT_TRANSLATE_NOOP("Actions", "One of three prefill engines drains and becomes a decode engine"),
    ),
    Preset(
        "live-migration",
        QT_TRANSLATE_NOOP("Actions", "Live migration"),
        QT_TRANSLATE_NOOP(
            "Actions", "Affinity crowds one engine; running requests leave it for the other, decoding on the way"
        ),
    ),
    Preset(
        "shared-store",
        QT_TRANSLATE_NOOP("Actions", "A store of pages for all engines"),
        QT_TRANSLATE_NOOP("Actions", "What one engine has computed, the others fetch over the link"),
    ),
    Preset(
        "wide-experts",
        QT_TRANSLATE_NOOP("Actions", "Wide expert parallelism"),
        QT_TRANSLATE_NOOP(
            "Actions", "DeepSeek-V3 on sixteen devices: attention replicas, one expert group, redundant hot experts"
        ),
    ),
    Preset(
        "pipeline",
        QT_TRANSLATE_NOOP("Actions", "Pipeline of two nodes"),
        QT_TRANSLATE_NOOP(
            "Actions",
            "Llama 3.1 405B: heads split inside a node, layers between two nodes, and the bubble between them",
        ),
    ),
    Preset(
        "swap-to-host",
        QT_TRANSLATE_NOOP("Actions", "Swapping to host memory"),
        QT_TRANSLATE_NOOP("Actions", "Too few pages: preempted requests leave for host memory and come back"),
    ),
    Preset(
        "slower-memory",
        QT_TRANSLATE_NOOP("Actions", "Slower memory"),
        QT_TRANSLATE_NOOP(
            "Actions", "Dropped pages go to host memory and disk, and come back as hits at the price of the links"
        ),
    ),
    Preset(
        "windows",
        QT_TRANSLATE_NOOP("Actions", "Sliding windows"),
        QT_TRANSLATE_NOOP(
            "Actions", "Every layer reads the newest 4,096 tokens: old pages are free while their request still runs"
        ),
    ),
    Preset(
        "decode-first",
        QT_TRANSLATE_NOOP("Actions", "Decode first"),
        QT_TRANSLATE_NOOP(
            "Actions", "No prompt delays an answer that is being written; new requests pay with waiting"
        ),
    ),
    Preset(
        "feedback-queue",
        QT_TRANSLATE_NOOP("Actions", "Feedback queue"),
        QT_TRANSLATE_NOOP(
            "Actions", "Long answers sink from level to level and pause, so that short ones come first"
        ),
    ),
    Preset(
        "deadlines",
        QT_TRANSLATE_NOOP("Actions", "Deadlines by class"),
        QT_TRANSLATE_NOOP("Actions", "Three classes of requests, served by urgency, each with a deadline"),
    ),
    Preset(
        "early-rejection",
        QT_TRANSLATE_NOOP("Actions", "Early rejection"),
        QT_TRANSLATE_NOOP(
            "Actions", "Overload: whoever would get the first token too late is turned away on arrival"
        ),
    ),
    Preset(
        "draft-model",
        QT_TRANSLATE_NOOP("Actions", "A draft model"),
        QT_TRANSLATE_NOOP("Actions", "A 1B model drafts for a 70B model, with weights and state of its own"),
    ),
    Preset(
        "draft-tree",
        QT_TRANSLATE_NOOP("Actions", "A tree of drafts"),
        QT_TRANSLATE_NOOP("Actions", "Twenty drafts in one pass, of which the longest accepted path is kept"),
    ),
    Preset(
        "draft-replay",
        QT_TRANSLATE_NOOP("Actions", "Drafts and recurrent state"),
        QT_TRANSLATE_NOOP("Actions", "What a rejected draft costs when its state cannot be counted back"),
    ),
    Preset(
        "coding-agents",
        QT_TRANSLATE_NOOP("Actions", "Coding agents"),
        QT_TRANSLATE_NOOP("Actions", "Loops of calls and tools, each prompt holding everything before it"),
    ),
    Preset(
        "closed-loop",
        QT_TRANSLATE_NOOP("Actions", "Users who wait"),
        QT_TRANSLATE_NOOP("Actions", "A closed loop: the next request is sent some seconds after the answer"),
    ),
    Preset(
        "bursts-tenants",
        QT_TRANSLATE_NOOP("Actions", "Bursts from four tenants"),
        QT_TRANSLATE_NOOP(
            "Actions", "One system prompt, but pages of its own for every tenant, and bursts fill them"
        ),
    ),
)


def preset(key: str) -> Preset:
    """Raises KeyError for a key that is none."""
    return {known.key: known for known in PRESETS}[key]
