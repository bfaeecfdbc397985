"""The user's own notebook: notes, own sources, saved paths, kept through damage, crashes and two windows at once."""

from citations.notebook.checks import InvalidSource, check_edge, check_source, is_own
from citations.notebook.notebook import Notebook
from citations.notebook.records import Batch, Kind, NotebookError, Opened, Reading, Report, Status

__all__ = [
    "Batch",
    "InvalidSource",
    "Kind",
    "Notebook",
    "NotebookError",
    "Opened",
    "Reading",
    "Report",
    "Status",
    "check_edge",
    "check_source",
    "is_own",
]
