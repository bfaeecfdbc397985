"""Words that the engine and the library share: the eighteen ledger keys and the four evidence labels."""

LEDGERS = (
    "request",
    "contract",
    "weights",
    "state",
    "allocation",
    "prefill",
    "decode",
    "batching",
    "reuse",
    "kernels",
    "speculation",
    "precision",
    "parallelism",
    "experts",
    "network",
    "routing",
    "faults",
    "economics",
)

EVIDENCE = ("author-reported", "reproducible", "teaching-estimate", "production-internal")
