"""The settings file and the user's own themes: a mistake costs only itself, in one sentence."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from visualizer.look import config as settings
from visualizer.look import themes
from visualizer.look.shapes import Pen
from visualizer.support.errors import InputError

Write = Callable[[str], None]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write the settings file in a folder of its own."""
    monkeypatch.setenv(settings.CONFIG_VARIABLE, str(tmp_path))

    def write_settings(text: str) -> None:
        file = tmp_path / settings.CONFIG_FILE_NAME
        before = file.stat().st_mtime_ns if file.exists() else 0
        file.write_text(text, encoding="utf-8")
        os.utime(file, ns=(before + 10**9, before + 10**9))

    return write_settings


def test_without_a_file_all_is_usual(write: Write, tmp_path: Path) -> None:
    """A missing file is no mistake: each table is empty."""
    found = settings.config()

    assert found.file == tmp_path / settings.CONFIG_FILE_NAME
    assert found.fault == ""
    assert found.table("themes") == {}


def test_a_file_is_read_again_when_it_changes(write: Write) -> None:
    """Tables are found by name; what is no table counts as an empty one."""
    write("number = 1\n[explorer]\nspeed = 3\n")
    first = settings.config()
    write("[explorer]\nspeed = 4\n")
    second = settings.config()

    assert first.table("explorer") == {"speed": 3}
    assert first.table("number") == {}
    assert second.table("explorer") == {"speed": 4}


@pytest.mark.parametrize(
    "text", ["speed =", "[" * 5_000, "a = '\\x00"], ids=["cut", "deep", "open"]
)
def test_a_file_that_cannot_be_read_is_a_sentence(write: Write, text: str) -> None:
    """The sentence names the file, and nothing of it is used."""
    write(text)
    found = settings.config()

    assert found.fault.startswith(f"{found.file} cannot be read, so the defaults are used: ")
    assert found.found == {}


def test_the_users_folder_is_that_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the variable the file is where programs of this system have their settings."""
    monkeypatch.delenv(settings.CONFIG_VARIABLE)

    assert settings.config_folder().name == settings.PROGRAM_NAME


def test_a_theme_takes_what_it_does_not_say_from_another(write: Write) -> None:
    """The theme is like the one that it names, but for its own colours."""
    write(
        "[themes.class]\nlike = 'light'\npage = '#abcdef'\ngreen = '#010203'\nfill-blue = '#040506'"
    )
    mine = themes.find_theme("class")
    light = themes.find_theme("light")

    assert themes.theme_faults() == []
    assert mine.page == "#ABCDEF"
    assert mine.text == light.text
    assert mine.lines == {**light.lines, "green": "#010203"}
    assert mine.fills == {**light.fills, "blue": "#040506"}
    assert not mine.is_dark


@pytest.mark.parametrize(("page", "is_dark"), [("#7F7F7F", True), ("#808080", False)])
def test_a_dark_page_is_below_the_middle(write: Write, page: str, *, is_dark: bool) -> None:
    """The mean of red, green and blue decides."""
    write(f"[themes.class]\npage = '{page}'")

    assert themes.find_theme("class").is_dark is is_dark


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[themes.dark]\npage = '#000000'", "a theme cannot be called 'dark'"),
        ("[themes.Mine]\npage = '#000000'", "a theme cannot be called 'Mine'"),
        ("[themes]\nmine = 3", "the theme mine is not a table of colours"),
        ("[themes.mine]\nlike = 'pink'", "the theme mine cannot be like 'pink'"),
        ("[themes.mine]\npage = 'red'", "the colour page of the theme mine is 'red'"),
        ("[themes.mine]\ngreem = '#000000'", "a theme has no colour 'greem' (did you mean green?)"),
    ],
)
def test_a_mistake_in_a_theme_is_one_sentence(write: Write, text: str, fault: str) -> None:
    """The sentence names the value, and other themes are not affected."""
    write(f"{text}\n[themes.other]\npage = '#112233'")

    assert [sentence[: len(fault)] for sentence in themes.theme_faults()] == [fault]
    assert themes.find_theme("other").page == "#112233"


def test_an_unknown_theme_is_refused_with_all_that_exist() -> None:
    """The sentence lists the themes."""
    with pytest.raises(
        InputError, match=r"^the theme 'pink' is not one of light dark mono contrast"
    ):
        themes.find_theme("pink")


def test_dashes_grow_with_the_line() -> None:
    """A thick line has longer strokes, a hairline those of a line of one point."""
    stroke, gap = Pen("#000000", 1, "dashed").dashes or (0, 0)

    assert Pen("#000000", 3, "solid").dashes is None
    assert Pen("#000000", 3, "dashed").dashes == (3 * stroke, 3 * gap)
    assert Pen("#000000", 0.2, "dashed").dashes == (stroke, gap)
    assert gap != stroke
