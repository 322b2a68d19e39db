"""Options are remembered from one day to the next, and nothing depends on the file they are in."""

from __future__ import annotations

import asyncio
import gc
import json
import weakref
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from tests.terminal.hands import until
from tests.terminal.searches import recipe_of, searched
from visualizer.apps.tui import options as remembered
from visualizer.apps.tui.app import VisualizerApp
from visualizer.apps.tui.options import (
    MAX_RECENT,
    OPTIONS_FILE_NAME,
    OpeningOptions,
    RememberedOptions,
)
from visualizer.apps.tui.screens.explore import ExploreScreen
from visualizer.apps.tui.views import views
from visualizer.look import config
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec, recipe_of_recording
from visualizer.searching.run import Run


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Use a folder of the test's own."""
    monkeypatch.setenv("VISUALIZER_CONFIG", str(tmp_path / "options"))
    return tmp_path / "options"


def a_recipe(number: int) -> Recipe:
    where = PositionSpec("tree", f"[{number},2]", "1", {"seed": "3"})
    return Recipe(where, SearchSpec("minimax", depth=number + 1, window=(-1, 5)))


def test_what_is_saved_is_loaded_again() -> None:
    """Every option survives: looks, views and recipes."""
    options = RememberedOptions(
        "light", {"book": "columns"}, True, True, (a_recipe(1), a_recipe(2))
    )
    remembered.save_options(options)

    assert remembered.load_options() == (options, "")


def test_standard_input_is_not_remembered(folder: Path) -> None:
    """What came through a pipe is not there a second time: it is not read from a file that holds
    it.
    """
    remembered.save_options(RememberedOptions(recent=(a_recipe(1),)))
    file = folder / OPTIONS_FILE_NAME
    text = file.read_text(encoding="utf-8")

    assert "minimax" in text
    file.write_text(text.replace("minimax", "-"), encoding="utf-8")
    assert remembered.load_options() == (RememberedOptions(), "")


def test_what_two_explorers_remember_is_merged() -> None:
    """Each adds to what the other has kept since it began; what one has not changed stays as the
    other wants it.
    """

    async def act(app: VisualizerApp, *keys: str) -> None:
        async with app.run_test(size=(100, 30)) as pilot:
            await pilot.press(*keys)

    first, second = (
        VisualizerApp(searched("tree", text), remembered=RememberedOptions())
        for text in ("[1,2]", "[3]")
    )
    asyncio.run(act(first, "T"))
    asyncio.run(act(second))
    kept = remembered.load_options()[0]

    assert [each.where.position for each in kept.recent] == ["[3]", "[1,2]"]
    assert kept.theme == first.theme != RememberedOptions().theme


@pytest.mark.parametrize("steps", [3, pytest.param(13, marks=pytest.mark.slow)])
async def test_what_is_soon_gone_is_not_remembered(tmp_path: Path, steps: int) -> None:
    """The file of a graded search is no longer there when its comparison is left; each of its steps
    is drawn.

    Windows are those handed down: one with its ends exchanged, an infinite one, one of equal ends,
    and none.
    """
    file = tmp_path / "yours.jsonl"
    file.write_text(
        '{"search": "yours", "game": "tree", "position": "[[1,2],[3,4],[5,6]]", "windows": '
        '"handed"}\n'
        '{"enter": null, "max": true, "children": 3}\n'
        '{"enter": "1", "max": false, "children": 2, "alpha": "inf", "beta": "-inf"}\n'
        '{"leaf": "1", "value": 1}\n{"leave": 1, "cut": true}\n'
        '{"enter": "2", "max": false, "children": 2, "alpha": 1, "beta": 1}\n'
        '{"leaf": "1", "value": 3}\n{"leaf": "2", "value": 4}\n{"leave": 3}\n'
        '{"enter": "3", "max": false, "children": 2}\n{"leaf": "1", "value": 5}\n{"leave": '
        '5, "cut": true}\n'
        '{"leave": 5}\n'
    )
    right = recipe_of("tree", "[[1,2],[3,4],[5,6]]")
    runs = [Run(recipe).finish() for recipe in (recipe_of_recording(str(file)), right)]
    app = VisualizerApp(
        None, compared=runs, begin=OpeningOptions(is_kept=False), remembered=RememberedOptions()
    )
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.press(*["right"] * steps, "w", "escape", "escape", "v", *["left"] * steps, "w")

    assert remembered.load_options()[0].recent == ()


def test_changes_at_the_same_moment_are_all_kept(folder: Path) -> None:
    """One waits for the other."""

    def viewed(number: int, kept: RememberedOptions) -> RememberedOptions:
        return replace(kept, views={**kept.views, str(number): "tree"})

    with ThreadPoolExecutor(4) as pool:
        for number in range(MAX_RECENT):
            pool.submit(remembered.update_options, partial(viewed, number))

    assert len(remembered.load_options()[0].views) == MAX_RECENT
    assert [file.name for file in folder.iterdir()] == [OPTIONS_FILE_NAME]


def test_without_a_file_there_are_the_defaults() -> None:
    """Nothing has to be there, and nothing is said."""
    assert remembered.load_options() == (RememberedOptions(), "")


DAMAGED = [
    b"",
    b"{",
    b"[]",
    b'{"theme": 3}',
    b'{"recent": [3]}',
    b'{"recent": {"a": 1}}',
    b"[" * 100_000,
    b"\xff\xfe\0",
]


@pytest.mark.parametrize("text", DAMAGED)
def test_a_damaged_file_is_set_aside_with_a_sentence(text: bytes, folder: Path) -> None:
    """The defaults are used, the file is kept under another name, and the sentence is said only
    once.
    """
    folder.mkdir()
    (folder / OPTIONS_FILE_NAME).write_bytes(text)
    options, notice = remembered.load_options()

    assert options == RememberedOptions()
    assert "damaged" in notice
    assert str(folder) in notice
    assert (folder / "options.json.damaged").read_bytes() == text
    assert remembered.load_options() == (RememberedOptions(), "")


def test_a_recipe_that_no_longer_reads_is_left_out(folder: Path) -> None:
    """An algorithm that is gone costs its recipe, not the file."""
    folder.mkdir()
    text = json.loads(RememberedOptions(recent=(a_recipe(1), a_recipe(2))).dumps())
    text["recent"][0]["search"] = "no-such-search"
    (folder / OPTIONS_FILE_NAME).write_text(json.dumps(text), encoding="utf-8")

    assert remembered.load_options() == (RememberedOptions(recent=(a_recipe(2),)), "")


def test_a_folder_that_cannot_be_written_is_no_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Saving where there is a file in place of the folder does nothing."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("VISUALIZER_CONFIG", str(tmp_path / "file" / "below"))
    remembered.save_options(RememberedOptions("light"))

    assert remembered.load_options() == (RememberedOptions(), "")


def test_the_recent_ones_are_few_and_the_latest_first() -> None:
    """Opening the same again moves it to the front; the oldest is forgotten."""
    options = RememberedOptions()
    for number in [*range(20), 17]:
        options = options.with_recent(a_recipe(number))

    assert len(options.recent) == MAX_RECENT
    assert options.recent[:3] == (
        a_recipe(17),
        a_recipe(19),
        a_recipe(18),
    )


def test_a_very_long_position_is_not_remembered() -> None:
    """The file stays small."""
    assert (
        RememberedOptions().with_recent(recipe_of("tree", f"[{'1,' * 30_000}1]"))
        == RememberedOptions()
    )


def test_the_usual_folder_is_the_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the variable, it is the folder that the system has for settings."""
    monkeypatch.delenv("VISUALIZER_CONFIG")

    assert config.config_folder().name == "search-tree-visualizer"
    assert config.config_folder().is_absolute()


async def test_a_view_that_there_is_not_is_left_out(folder: Path) -> None:
    """Names of other versions in the file end in no error."""
    folder.mkdir()
    wrong = {
        "views": {
            "book": "nonsense",
            "large": "nonsense",
            "small": "nonsense",
        }
    }
    (folder / OPTIONS_FILE_NAME).write_text(json.dumps(wrong), encoding="utf-8")
    options, _ = remembered.load_options()
    app = VisualizerApp(searched("tree"), remembered=options)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("space")

        assert isinstance(app.screen, ExploreScreen)
        assert app.screen.view_name in views()


async def test_a_run_that_is_left_is_let_go() -> None:
    """Opening another search keeps none of those before, but for the one that the program began
    with.
    """
    kept: list[weakref.ref[Run]] = []
    app = VisualizerApp(searched("tree"))
    async with app.run_test(size=(100, 30)) as pilot:
        for depth in range(1, 5):
            run = Run(Recipe(PositionSpec("tree"), SearchSpec(depth=depth))).finish()
            kept.append(weakref.ref(run))
            app.explore(run)
            del run
            await until(pilot, lambda: bool(app.screen.query("#board")))
        await until(pilot, lambda: gc.collect() >= 0 and not any(each() for each in kept[:-1]))


def test_nothing_is_said_of_a_file_that_is_only_remembered(
    folder: Path, recwarn: pytest.WarningsRecorder
) -> None:
    """What is odd in a file of events is told to whoever opens it, not to whoever has opened it
    once.
    """
    file = folder.parent / "told.jsonl"
    file.write_text('{"search": "mine", "odd": 1}\n{"leaf": null, "value": 1}\n', encoding="utf-8")
    saved = {"where": {"game": str(file)}, "search": f'"{file}"'}
    folder.mkdir()
    (folder / OPTIONS_FILE_NAME).write_text(json.dumps({"recent": [saved]}), encoding="utf-8")

    assert len(remembered.load_options()[0].recent) == 1
    assert not recwarn.list
    file.write_text('{"search": "mine", "even": 1}\n{"leaf": null, "value": 1}\n', encoding="utf-8")
    recipe_of_recording(str(file))
    assert "the key 'even' is unknown" in str(recwarn.pop().message)
