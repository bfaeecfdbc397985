"""What the worker does for an import: reading the file, and keeping many sources in the notebook."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from citations.exchange import Choice, Duplicate, Incoming
    from citations.notebook import Batch

Progress = Callable[[float], None]


def references(fields: dict[str, Any], progress: Progress) -> tuple[Incoming, dict[int, Duplicate]]:
    """What a file holds, and what of it is known already (`known`: rows of works, see `duplicates.row_of`)."""
    from citations.exchange import duplicates, read
    from citations.exchange.duplicates import Known

    incoming = read(Path(fields["path"]), progress=progress)
    return incoming, duplicates(incoming.items, [Known.of_row(row) for row in fields["known"]])


def keep(fields: dict[str, Any], progress: Progress) -> Batch:
    """Add sources to the notebook, in one batch. Raises NotebookError."""
    from citations.notebook import Notebook, codec
    from citations.records import Basis, Edge

    edges = [Edge(newer, older, how, why, Basis.OWN, False) for newer, older, how, why in fields["edges"]]
    with Notebook(Path(fields["notebook"])) as book:
        return book.add([codec.loads(source) for source in fields["sources"]], edges, fields["origin"])


def fields_of(choice: Choice, notebook: Path) -> dict[str, Any]:
    """A choice as `keep` is told of it."""
    from citations.notebook import codec

    return {
        "notebook": str(notebook),
        "sources": [codec.dumps(source) for source in choice.sources],
        "edges": [[edge.newer, edge.older, edge.relation, edge.why] for edge in choice.edges],
        "origin": choice.origin,
    }
