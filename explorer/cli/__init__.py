"""The command line: one module per command, each loaded only when it is asked for."""

from __future__ import annotations

# What `--help` says about each, so that asking for help loads none of them.
COMMANDS = {
    "simulate": "run a scenario or a trace and print its ledger sheet",
    "metrics": "run a long workload and print its percentiles only: a million requests fit in memory",
    "sweep": "vary fields of a scenario over a grid and write a row of figures per combination",
    "ledgers": "print the ledgers of a run with what every figure means, and the books that add up",
    "compare": "run a technique's day before and day after, and print what moved",
    "trace": "tell how a trace is read: layout, units, and every row used or set aside",
    "sources": "list, search or filter the citation library",
    "lineage": "what a source builds on and led to, what joins two sources, and the main path of the field",
    "path": "adopt techniques one after another on one scenario, and print how the ledgers move",
    "audit": "put fourteen questions to a claim, and print what may be concluded from it",
    "library": "bring references in and take them out: BibTeX, RIS, CSL-JSON, CSV, GraphML, edge lists",
    "shot": "draw a view into a PNG, SVG or PDF file",
    "truth": "how far the predicted times are from measured machines",
    "doctor": "check what this machine lacks to run the program",
}
