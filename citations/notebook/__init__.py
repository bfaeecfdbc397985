"""The user's own notebook: notes and reading status, kept through damage, crashes and two windows at once."""

from citations.notebook.notebook import Notebook, NotebookError
from citations.notebook.records import Opened, Reading, Report, Status

__all__ = ["Notebook", "NotebookError", "Opened", "Reading", "Report", "Status"]
