from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer import settings as module
from explorer.settings import SLOTS, Settings, Slot


def _valid(slot: Slot) -> st.SearchStrategy[object]:
    if isinstance(slot.default, bool):
        return st.booleans()
    if isinstance(slot.default, float):
        return st.floats(slot.low, slot.high)
    return st.sampled_from(slot.choices) if slot.choices else st.text(max_size=20)


@given(values=st.fixed_dictionaries({slot.key: _valid(slot) for slot in SLOTS}))
def test_every_value_comes_back_with_its_type(
    values: dict[str, object], tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("settings") / "settings.toml"
    first = Settings.load(path)
    for key, value in values.items():
        first[key] = value
    first.save()
    again = Settings.load(path)
    assert again.messages == []
    assert {key: again[key] for key in values} == values
    assert all(type(again[key]) is type(value) for key, value in values.items())


def test_only_what_differs_from_the_defaults_is_written(home: Path) -> None:
    settings = Settings.load()
    settings["appearance.theme"] = "dark"
    settings.save()
    text = (home / "settings.toml").read_text()
    assert 'theme = "dark"' in text
    assert "language" not in text
    settings["appearance.theme"] = "system"
    settings.save()
    assert "theme" not in (home / "settings.toml").read_text()


def test_comments_and_unknown_keys_of_the_user_survive(home: Path) -> None:
    home.mkdir()
    path = home / "settings.toml"
    path.write_text('# mine\n[appearance]\ntheme = "dark"\nfuture = 3\n')
    settings = Settings.load()
    assert "appearance.future" in settings.messages[0]
    settings["appearance.language"] = "zh"
    settings.save()
    text = path.read_text()
    assert "# mine" in text
    assert "future = 3" in text
    assert 'language = "zh"' in text


def test_a_wrong_value_is_named_and_the_default_holds(home: Path) -> None:
    home.mkdir()
    (home / "settings.toml").write_text('[appearance]\ntheme = "purple"\nscale = "big"\n[playback]\nloop = "false"\n')
    settings = Settings.load()
    assert settings["appearance.theme"] == "system"
    assert settings["playback.loop"] is True
    told = "\n".join(settings.messages)
    assert "appearance.theme: found 'purple', expected one of system, light, dark" in told
    assert "playback.loop: found 'false', expected true or false" in told
    assert "settings.toml" in told


def test_a_damaged_file_is_set_aside(home: Path) -> None:
    home.mkdir()
    (home / "settings.toml").write_bytes(b"[appearance\n\xff")
    settings = Settings.load()
    assert settings["appearance.theme"] == "system"
    assert (home / "settings.toml.damaged").exists()
    assert "set aside" in settings.messages[0]
    settings["appearance.theme"] = "dark"
    settings.save()
    assert Settings.load()["appearance.theme"] == "dark"


def test_what_the_command_line_says_is_not_written(home: Path) -> None:
    settings = Settings.load()
    settings.override("appearance.theme", "dark")
    assert settings["appearance.theme"] == "dark"
    settings.save()
    assert not (home / "settings.toml").exists()
    settings["appearance.theme"] = "light"
    settings.save()
    assert Settings.load()["appearance.theme"] == "light"


def test_a_refused_value_changes_nothing() -> None:
    settings = Settings()
    with pytest.raises(ValueError, match=r"appearance\.scale: found 9, expected a number from 0\.75 to 3"):
        settings["appearance.scale"] = 9
    assert settings["appearance.scale"] == 1.0


def test_listeners_hear_changes_only() -> None:
    heard: list[str] = []
    settings = Settings()
    settings.listen(heard.append)
    settings["playback.loop"] = True
    settings["playback.loop"] = False
    assert heard == ["playback.loop"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_a_folder_that_cannot_be_written_raises_and_leaves_the_file(home: Path) -> None:
    home.mkdir()
    settings = Settings.load()
    settings["appearance.theme"] = "dark"
    home.chmod(0o555)
    with pytest.raises(OSError, match="settings"):
        settings.save()
    home.chmod(0o755)
    assert not (home / "settings.toml").exists()


def test_reset_says_whether_there_was_anything(home: Path) -> None:
    home.mkdir()
    path = home / "settings.toml"
    assert not module.reset(path)
    path.write_text("")
    assert module.reset(path)
    assert not path.exists()
