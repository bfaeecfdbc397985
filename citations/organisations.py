"""Who publishes a source: the team that signs it, else the owner of its code repository. Nothing else is taken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from citations.errors import CatalogueError
from citations.fields import Fields, read_yaml

FILE = "organisations.yaml"


@dataclass(frozen=True)
class Organisations:
    """`teams`: author names that are organisations. `owners`: repository owners ("host/owner") with the name of the
    organisation, "" for a person."""

    teams: dict[str, str] = field(default_factory=dict)
    owners: dict[str, str] = field(default_factory=dict)

    def of(self, authors: Sequence[str], code: str) -> str:
        """The first team among the authors, else the owner of `code`; "" where both are persons or absent.

        Raises KeyError with the owner of a repository that the list does not know.
        """
        for author in authors:
            if author in self.teams:
                return self.teams[author]
        return self.owners[owner_of(code)] if code else ""


def owner_of(code: str) -> str:
    """ "github.com/owner" of a repository's address."""
    address = urlsplit(code)
    return f"{address.netloc}/{address.path.strip('/').split('/')[0]}".lower()


def read_organisations(catalogue: Path) -> Organisations:
    """The list of a catalogue, empty when there is none. CatalogueError names file and field."""
    path = catalogue / FILE
    if not path.exists():
        return Organisations()
    fields = Fields(read_yaml(path), str(path))
    teams: dict[str, str] = {}
    owners = dict.fromkeys(fields.texts("persons"), "")
    for organisation in fields.each("organisations"):
        name = organisation.text("name")
        _add(teams, organisation, "teams", name)
        _add(owners, organisation, "owners", name)
        organisation.finish()
    fields.finish()
    return Organisations(teams, owners)


def _add(known: dict[str, str], fields: Fields, field_name: str, organisation: str) -> None:
    for value in fields.texts(field_name):
        if value in known:
            raise CatalogueError(f"{fields.where}: {field_name}: found {value} again, expected each once")
        known[value] = organisation
