"""The tables of the shipped library."""

from citations.models.base import Base, LibraryFact
from citations.models.conflict import ConflictRow, VersionRow
from citations.models.graph import EdgeRow
from citations.models.people import AuthorRow, AuthorshipRow
from citations.models.search import create_search, search_table
from citations.models.source import ClaimRow, EffectRow, NoteRow, ParameterRow, SourceRow
from citations.models.witness import ClaimWitnessRow, SourceWitnessRow

__all__ = [
    "AuthorRow",
    "AuthorshipRow",
    "Base",
    "ClaimRow",
    "ClaimWitnessRow",
    "ConflictRow",
    "EdgeRow",
    "EffectRow",
    "LibraryFact",
    "NoteRow",
    "ParameterRow",
    "SourceRow",
    "SourceWitnessRow",
    "VersionRow",
    "create_search",
    "search_table",
]
