"""`config.toml`: settings, keys and themes; what is wrong in it is a sentence each, and the rest
holds.
"""

import os
import threading
import tomllib
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path

import pytest

from tests.cli.conftest import Call
from visualizer.apps.actions import (
    ACTIONS,
    actions_of,
    footer_of,
    key_in_config,
    read_key,
    use_keys,
)
from visualizer.apps.tui import themes
from visualizer.apps.tui.options import configured_settings
from visualizer.look.config import config
from visualizer.look.themes import THEMES
from visualizer.support.errors import bytes_of

Write = Callable[[str], None]


@pytest.fixture(autouse=True)
def usual_keys() -> Iterator[None]:
    """Take back the keys and themes of a test."""
    before = dict(themes.OFFERED_THEMES)
    yield
    use_keys({})
    themes.OFFERED_THEMES.clear()
    themes.OFFERED_THEMES.update(before)


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write the file in a folder of its own."""
    monkeypatch.setenv("VISUALIZER_CONFIG", str(tmp_path))

    def written(text: str) -> None:
        (tmp_path / "config.toml").write_text(text, encoding="utf-8")

    return written


def keys_of(name: str) -> tuple[str, ...]:
    """Return the keys of an action of the explorer."""
    return next(tuple(action.keys) for action in actions_of("explorer") if action.name == name)


def test_no_key_does_two_things_on_a_screen() -> None:
    """By default no two actions of a screen have a key in common, and every key reads back as it
    is printed.
    """
    for one, other in combinations(ACTIONS, 2):
        assert not {*one.keys} & {*other.keys} or not {*one.where} & {*other.where}, (one, other)
    assert all(read_key(key_in_config(key)) == key for action in ACTIONS for key in action.keys)


def test_keys_are_bound_anew() -> None:
    """Keys may be exchanged, several or none; the footer has the new signs."""
    faults = use_keys(
        {
            "next_cut": "o",
            "open": ["x", "ctrl+o"],
            "previous": "D",
            "lecture": [],
            "slower": "<",
        }
    )

    assert faults == []
    assert keys_of("next_cut") == ("o",)
    assert keys_of("open") == ("x", "ctrl+o")
    assert keys_of("lecture") == ()
    assert keys_of("slower") == ("less_than_sign",)
    footer = {action.name: entry for action, entry in footer_of("explorer")}
    assert footer["previous"].sign == "D→"
    assert "lecture" not in footer
    assert use_keys({}) == []
    assert keys_of("next_cut") == ("x",)


def test_what_is_wrong_with_keys_is_a_sentence_each() -> None:
    """An unknown action, a word that is no key and a key that is bound twice; all other keys are
    as the file says.
    """
    faults = use_keys(
        {
            "nexd": "n",
            "play": "strg+p",
            "go": 3,
            "next": "d",
            "finish": "d",
            "over": "w",
        }
    )

    assert [sentence.partition(";")[0].partition(":")[0] for sentence in faults] == [
        "no action with keys is called 'nexd' (did you mean next?)",
        "'strg+p', for play, is not a key",
        "the keys of go are 3",
        "d is bound twice (explorer)",
        "d is bound twice (sides)",
        "w is bound twice (explorer)",
    ]
    assert faults[3].endswith(
        ": it does next, and no longer finish; give that another key, or [] for none"
    )
    assert keys_of("next") == ("d",)
    assert keys_of("finish") == ()
    assert keys_of("over") == ("w",)
    assert keys_of("why") == ()
    assert keys_of("play") == ("space",)


def test_options_go_before_the_environment_before_the_file(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What nobody says is as usual; a value that is not allowed has no effect, wherever it
    stands.
    """
    write('theme = "light"\nview = "overview"\npace = 30\npixels = "perhaps"\n')
    monkeypatch.setenv("VISUALIZER_VIEW", "columns")
    monkeypatch.setenv("VISUALIZER_THEME", "pink")
    values, faults = configured_settings()

    assert values == {
        "theme": "light",
        "view": "columns",
        "pace": "30",
        "pixels": "auto",
    }
    assert faults == [
        "VISUALIZER_THEME has no effect: the theme 'pink' is not one of light dark mono contrast",
        "the setting pixels has no effect: 'perhaps' is not one of auto no",
    ]
    write("theme = [")
    monkeypatch.delenv("VISUALIZER_THEME")
    values, faults = configured_settings()
    assert values["theme"] == "last"
    assert values["view"] == "columns"
    assert len(faults) == 1
    assert "config.toml cannot be read, so the defaults are used: " in faults[0]


async def test_the_explorer_looks_as_is_configured(write: Write) -> None:
    """It has the theme, the view and the pace; what is asked for as an option goes before."""
    from visualizer.apps.tui.app import VisualizerApp
    from visualizer.apps.tui.options import OpeningOptions
    from visualizer.searching.recipe import PositionSpec, Recipe
    from visualizer.searching.run import Run

    write(
        'theme = "lagoon"\nview = "columns"\npace = 30\n[themes.lagoon]\npage = '
        '"#E0F0F4"\nlike = "light"\n'
    )
    run = Run(Recipe(PositionSpec("tree")))
    app = VisualizerApp(run)
    for begin, view, theme in (
        (OpeningOptions("contrast", "tree"), "tree", "contrast"),
        (OpeningOptions(), "columns", "lagoon"),
    ):
        app = VisualizerApp(run, begin=begin, settings=configured_settings()[0])
        async with app.run_test(size=(100, 30)) as pilot:
            await pilot.pause()
            screen = app.screen

            assert (screen.view_name, app.theme) == (view, theme)  # type: ignore[attr-defined]
            assert screen.session.progress().startswith("‖ 30/s")  # type: ignore[attr-defined]

    assert app.available_themes["lagoon"].background == "#E0F0F4"


def test_a_theme_of_ones_own(write: Write, call: Call, tmp_path: Path) -> None:
    """It has the colours of its table, else those of the theme it is like; a colour that is none
    is left out.
    """
    refused = "[themes.dark]\n[themes.last]\n"
    write(
        '[themes.lagoon]\nlike = "light"\ngreen = "#004e7a"\nopen = "blue"\nvermilion = '
        f'"#C02020"\n{refused}'
    )
    lagoon = THEMES["lagoon"]

    assert (lagoon.lines["green"], lagoon.lines["sky"], lagoon.is_dark) == (
        "#004E7A",
        "#2F7BA8",
        False,
    )
    assert "best" not in lagoon.explorer and lagoon.explorer["done"] == "#2B6C94"
    _, faults = configured_settings()
    assert faults == [
        "the colour open of the theme lagoon is 'blue'; write it as in #1F2328",
        (
            "a theme has no colour 'vermilion' (did you mean vermillion?); visualizer config "
            "lists those it has"
        ),
        "a theme cannot be called 'dark'; choose another name of small letters",
        "a theme cannot be called 'last'; choose another name of small letters",
    ]
    assert call(f"export tree --theme lagoon -O {tmp_path}/tree.svg").status == 0
    assert "#004E7A" in (tmp_path / "tree.svg").read_text(encoding="utf-8")
    assert "lagoon    light, your own" in call("list themes").out


def test_config_prints_a_whole_file(write: Write, call: Call, tmp_path: Path) -> None:
    """All settings with their values; saved as the file it says the same again, and nothing is
    wrong with it.
    """
    write(
        'pace = 10\ncolour = "red"\n[keys]\nnext_cut = "]"\nfaster = '
        '"+"\n[themes.lagoon]\nblue = "#004E7A"\n'
    )
    printed = call("config")

    assert printed.status == 0
    assert [
        line.removeprefix("visualizer: ").partition(":")[0] for line in printed.err.splitlines()
    ] == [
        "there is no setting 'colour'",
        "+ is bound twice (explorer)",
    ]
    found = tomllib.loads(printed.out)
    assert found["themes"] == {"lagoon": {"blue": "#004E7A"}}
    assert found["theme"] == "last"
    assert found["pace"] == "10"
    assert found["keys"]["next_cut"] == "]"
    assert found["keys"]["first"] == ["home", "g"]
    assert found["keys"].keys() == {
        action.name for action in ACTIONS if action.keys and action.where
    }
    write(printed.out)
    again = call("config")
    assert again.out == printed.out
    assert again.err == ""
    assert call("config --json").json["file"] == str(tmp_path / "config.toml")


async def test_a_footer_without_help_and_quit() -> None:
    """Where the keys for help and for leaving are taken away, the others stay in their order,
    before the way back.
    """
    from visualizer.apps.tui.app import VisualizerApp
    from visualizer.apps.tui.screens.explore import ExploreScreen
    from visualizer.searching.recipe import PositionSpec, Recipe
    from visualizer.searching.run import Run

    use_keys({"help": [], "quit": []})
    app = VisualizerApp(Run(Recipe(PositionSpec("tree"))))
    async with app.run_test(size=(160, 40)) as pilot:
        await pilot.pause()
        first = app.screen
        below = ExploreScreen(Run(Recipe(PositionSpec("tree"))))

        assert isinstance(first, ExploreScreen)
        await app.push_screen(below)
        await pilot.pause()
        assert below.footer() == [*first.footer(), ("esc", "back", "screen.act('back')")]


@pytest.mark.parametrize("text", ["pages = BRACKETS", "[keys]\nplay = BRACKETS", "theme = TABLES"])
def test_a_file_that_is_nested_too_deeply(
    write: Write, call: Call, tmp_path: Path, text: str
) -> None:
    """It is named, and the defaults are used; however deep it is, no command fails for it."""
    for depth in (500, 100_000):
        brackets = "[" * depth + "]" * depth
        tables = "{a = " * depth + "1" + "}" * depth
        write(text.replace("BRACKETS", brackets).replace("TABLES", tables))

        assert call("list games").status == 0
        assert call(f"export tree -O {tmp_path}/tree.svg --force").status == 0
        assert call("doctor").status == 1
    (fault,) = (line for line in call("doctor --json").json["amiss"] if "config.toml" in line)

    assert fault.endswith(
        "config.toml cannot be read, so the defaults are used: its brackets are nested too deeply"
    )


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this platform has no pipes among its files")
def test_a_pipe_in_place_of_a_file_is_not_read(write: Write, tmp_path: Path) -> None:
    """Whoever reads a pipe waits for who writes into it: settings, remembered options and
    progress say what it is.
    """
    pipe = tmp_path / "config.toml"
    os.mkfifo(pipe)
    threading.Thread(
        target=lambda: pipe.open("w").close(), daemon=True
    ).start()  # so that no reader waits for ever
    fault = config().fault

    with pytest.raises(OSError, match="it is a pipe, not a regular file"):
        bytes_of(pipe)
    os.close(os.open(pipe, os.O_RDONLY | os.O_NONBLOCK))
    assert (
        fault
        == f"{pipe} cannot be read, so the defaults are used: it is a pipe, not a regular file"
    )
