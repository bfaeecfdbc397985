"""The catalogue as it is, and the library that is built from it."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest
from citation_helpers import WriteEntry, edge

from assets.ledgers import EVIDENCE, LEDGERS
from citations.build import ASSETS, Counts, build, main
from citations.catalogue import FAMILIES, WITNESSES, Entry, digest_of, files_of, read_catalogue
from citations.errors import CatalogueError
from citations.organisations import owner_of, read_organisations
from citations.records import Basis

CATALOGUE = ASSETS / "catalogue"


@pytest.fixture(scope="module")
def entries() -> list[Entry]:
    return read_catalogue(CATALOGUE)


def test_the_catalogue_is_sound_and_complete(tmp_path: Path) -> None:
    assert build(CATALOGUE, tmp_path / "library.sqlite") == Counts(canon=62, neighbours=91, edges=379, claims=255)


def test_the_same_catalogue_gives_the_same_bytes(tmp_path: Path) -> None:
    digests = []
    for name in ("one.sqlite", "two.sqlite"):
        build(CATALOGUE, tmp_path / name)
        digests.append(hashlib.sha256((tmp_path / name).read_bytes()).hexdigest())
    assert digests[0] == digests[1]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one.sqlite", "two.sqlite"]


def test_the_library_is_not_in_wal_mode(library_file: Path) -> None:
    write_version, read_version = library_file.read_bytes()[18:20]
    assert (write_version, read_version) == (1, 1)


def test_every_source_speaks_both_languages(entries: list[Entry]) -> None:
    for entry in entries:
        source = entry.source
        for text in (source.name, source.bottleneck, source.mechanism, source.caveat):
            assert text.en, source.key
            assert text.zh, source.key


def test_what_was_not_seen_says_so(entries: list[Entry]) -> None:
    sources = [entry.source for entry in entries]
    assert {s.key for s in sources if not s.checked} == {"prefix-window-rl", "mostik", "system-one", "csbp"}
    assert {s.key for s in sources if not s.date_checked} == {"clockwork", "deepspeed-moe", "flexgen"}
    unseen = {(s.key, claim.metric) for s in sources for claim in s.claims if not claim.checked}
    assert {key for key, _ in unseen} == {"deepseek-v3.2", "deepseek-ocr"}
    edges = [edge for entry in entries for edge in entry.edges]
    assert sum(not edge.checked for edge in edges) == 120
    assert all(edge.basis is Basis.EDITORIAL for edge in edges if not edge.checked)


def test_nothing_points_into_files_that_nobody_has() -> None:
    pattern = re.compile(r"\bids? \d{5,}|text index|code index|stored cop|\bprototype:", re.IGNORECASE)
    for path in files_of(CATALOGUE):
        assert not pattern.search(path.read_text(encoding="utf-8")), path.name


def test_addresses_are_whole(entries: list[Entry]) -> None:
    for entry in entries:
        source = entry.source
        seen = [*source.seen, *(reference for claim in source.claims for reference in claim.seen)]
        for reference in seen:
            assert reference.is_link or reference.address.startswith("arXiv:") or reference.address in WITNESSES
        for address in (source.url, source.code):
            assert not address or address.startswith("https://"), source.key


def test_every_family_is_in_use_and_agrees_with_the_engine(entries: list[Entry]) -> None:
    from engine.techniques import available, get

    families = {entry.source.key: entry.source.family for entry in entries}
    assert set(families.values()) == set(FAMILIES)
    assert {key: get(key).family for key in available()} == {key: families[key] for key in available()}


def test_organisations_come_from_teams_and_owners(entries: list[Entry]) -> None:
    organisations = {entry.source.key: entry.source.organisation for entry in entries}
    assert organisations["deepseek-v2"] == organisations["deepep"] == "DeepSeek"
    assert organisations["pagedattention"] == "vLLM project"  # by its repository
    assert organisations["kimi-k3"] == "Moonshot AI"
    assert organisations["kivi"] == organisations["mqa"] == organisations["nsa"] == ""  # persons, and no repository


def test_the_list_of_organisations_holds_nothing_unused(entries: list[Entry]) -> None:
    listed = read_organisations(CATALOGUE)
    sources = [entry.source for entry in entries]
    assert set(listed.teams) <= {author for source in sources for author in source.authors}
    assert set(listed.owners) == {owner_of(source.code) for source in sources if source.code}


def test_headlines_that_differ_by_version_are_told(entries: list[Entry]) -> None:
    conflicts = {entry.source.key: entry.source.conflicts for entry in entries if entry.source.conflicts}
    assert len(conflicts) == 50
    assert sum(map(len, conflicts.values())) == 71
    unseen = {key for key, found in conflicts.items() if not all(conflict.checked for conflict in found)}
    assert unseen == {
        *("awq", "streamingllm", "cachegen", "distserve", "qserve", "cacheblend", "pyramidkv", "llumnix", "memserve")
    }
    assert "swapped" in conflicts["quest"][0].advice


def test_evidence_labels_are_those_of_the_engine() -> None:
    from engine.sheet import LEDGERS as ENGINE_LEDGERS
    from engine.sheet import Evidence

    assert tuple(Evidence) == EVIDENCE
    assert ENGINE_LEDGERS == LEDGERS


def test_a_failed_build_leaves_the_old_library(catalogue: Path, write_entry: WriteEntry, tmp_path: Path) -> None:
    target = tmp_path / "library.sqlite"
    write_entry("a")
    build(catalogue, target)
    before = target.read_bytes()
    write_entry("b", builds_on=[edge("nowhere")])
    with pytest.raises(CatalogueError):
        build(catalogue, target)
    assert target.read_bytes() == before
    assert [path.name for path in tmp_path.glob(".*")] == []


def test_the_digest_follows_content_and_names(catalogue: Path, write_entry: WriteEntry) -> None:
    path = write_entry("a")
    first = digest_of(catalogue)
    path.write_text(path.read_text(encoding="utf-8").replace("On a", "On A"), encoding="utf-8")
    second = digest_of(catalogue)
    path.rename(path.with_name("c.yaml"))
    assert len({first, second, digest_of(catalogue)}) == 3


def test_the_command_reports_what_it_built(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "out" / "library.sqlite"
    assert main(["-o", str(target)]) == 0
    assert capsys.readouterr().out == f"62 sources, 91 neighbours, 379 edges, 255 claims -> {target}\n"
    assert main(["-o", str(target / "below-a-file")]) == 1
    assert "error: " in capsys.readouterr().err
