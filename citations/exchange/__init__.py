"""References in and out of the library: BibTeX, RIS, CSL-JSON, CSV, GraphML and edge lists.

Importing the package loads none of the format libraries.
"""

from citations.exchange.choice import Choice, chosen
from citations.exchange.duplicates import duplicates
from citations.exchange.reading import read, read_bytes
from citations.exchange.records import (
    FORMATS,
    Duplicate,
    Format,
    Incoming,
    Item,
    Problem,
    Same,
    Trouble,
    format_for,
    format_of,
)
from citations.exchange.writing import write

__all__ = [
    "FORMATS",
    "Choice",
    "Duplicate",
    "Format",
    "Incoming",
    "Item",
    "Problem",
    "Same",
    "Trouble",
    "chosen",
    "duplicates",
    "format_for",
    "format_of",
    "read",
    "read_bytes",
    "write",
]
