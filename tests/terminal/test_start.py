"""The start screen: everything the command line can say is chosen with keys, and no typing harms
it.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from textual import events
from textual.keys import _character_to_key
from textual.widgets import OptionList, Static

from games import chess
from tests import narrow
from tests.few import one_in
from tests.terminal.hands import USUAL_SIZES, Hands, started, until
from tests.terminal.searches import recipe_of
from visualizer.apps.tui import options as remembered
from visualizer.apps.tui.app import VisualizerApp
from visualizer.apps.tui.options import RememberedOptions
from visualizer.apps.tui.screens.explore import ExploreScreen
from visualizer.apps.tui.screens.moves import MovesDialog
from visualizer.apps.tui.start.doors import CutDemo, DoorsScreen
from visualizer.apps.tui.start.fields import (
    MAX_TYPED_LENGTH,
    FieldRow,
    SearchPart,
    TextField,
    WordSelect,
)
from visualizer.apps.tui.start.form import FUNCTION_WORD
from visualizer.searching.algorithms import algorithms
from visualizer.searching.recipe import SearchSpec
from visualizer.searching.run import Run

BESIDE = [*algorithms()][[*algorithms()].index(SearchSpec().algorithm) + 1]
"""The search that stands beside the default one."""


class Visitor(Hands):
    """Somebody at the keys of a start screen."""

    @property
    def screen(self) -> Any:
        return self.app.screen

    async def game(self, name: str) -> None:
        """Go down to a game in the list, which has the keys."""
        await self.press(*["down"] * self.screen.form.games.index(name))

    async def paste(self, text: str) -> None:
        self.screen.focused.post_message(events.Paste(text))
        await self.settle()

    async def go_to(self, part: str, key: str = "") -> Any:
        self.screen.query_one(SearchPart).open(more=True)
        await self.rest()
        fields = [*self.screen.query(WordSelect), *self.screen.query(TextField)]
        field = next(field for field in fields if (field.part, field.key) == (part, key))
        field.focus()
        await self.settle()
        return field

    def command(self) -> list[str]:
        """Return the words of the command that is shown."""
        return shlex.split(self.screen.form.draft.command())


@asynccontextmanager
async def visiting(
    size: tuple[int, int] = (100, 30), run: Run | None = None, **options: Any
) -> AsyncIterator[Visitor]:
    """Open the program, on the start screen if no run is given."""
    async with started(
        VisualizerApp(run, **options),
        Visitor,
        size,
        notes=True,
    ) as visitor:
        if run is None:
            await visitor.press("c")  # through the door to all choices
        yield visitor


# Choosing.


async def test_enter_starts_the_first_position_of_the_simplest_game() -> None:
    """Nothing has to be chosen: a newcomer presses enter, then x, and reads why something was
    pruned.
    """
    async with visiting() as visitor:
        await visitor.press("enter")

        assert isinstance(visitor.screen, ExploreScreen)
        assert "Cut at C" in await visitor.see("x")


async def test_a_preset_is_started_with_the_keyboard_alone() -> None:
    """Arrows pick the game and the position, right goes to the next part, enter opens a list,
    ctrl+s starts.
    """
    async with visiting() as visitor:
        await visitor.game("tak")
        await visitor.press("right", "down", "right", "enter", "down", "enter", "ctrl+s")
        recipe = visitor.screen.run.recipe

        assert recipe.where.game == "tak"
        assert recipe.where.position == "ordering-hurts"
        assert recipe.search.algorithm == BESIDE


async def test_moves_are_picked_from_a_list_and_taken_back() -> None:
    """The list has the order of the search; enter plays, backspace takes back, escape keeps what
    was played.
    """
    async with visiting() as visitor:
        await visitor.game("tictactoe")
        field = await visitor.go_to("search", "ordering")
        field.value = "scored"
        await visitor.press("ctrl+n")

        assert isinstance(visitor.screen, MovesDialog)
        await visitor.press("enter")
        assert visitor.screen.played == ["b2"]
        await visitor.press("down", "enter", "enter", "backspace")
        assert len(visitor.screen.played) == 2
        played = " ".join(visitor.screen.played)
        await visitor.press("escape")
        start: Any = visitor.screen
        assert start.form.draft.moves == played
        assert start.query_one("#moves", TextField).value == played


async def test_enter_loads_a_file_starts_or_goes_to_what_is_wrong(tmp_path: Path) -> None:
    """In the field for a file it loads what is named; what cannot be started is focused, also
    where it was hidden.
    """
    saved = tmp_path / "my.run"
    saved.write_text(recipe_of("tree", "[1,[2,3]]", "minimax,depth=1").dumps({}), encoding="utf-8")
    async with visiting() as visitor:
        await visitor.go_to("file")
        await visitor.paste("nothing.run")
        await visitor.press("enter")

        assert "cannot be read" in visitor.words()
        assert visitor.screen.focused.id == "file"
        await visitor.press("ctrl+u")
        await visitor.paste(str(saved))
        await visitor.press("enter")
        assert visitor.command()[2:] == ["tree", "-p", "[1,[2,3]]", "-a", "minimax", "-d", "1"]
        assert visitor.screen.focused.id == "positions"
        field = await visitor.go_to("search", "max_nodes")
        field.value = "none"
        await visitor.settle()
        visitor.screen.query_one("#games").focus()
        await visitor.rest()
        visitor.screen.query_one(SearchPart).open(more=False)
        await visitor.rest()
        await visitor.press("enter")
        assert visitor.screen.focused.key == "max_nodes"


@pytest.mark.parametrize("key", ["enter", "space"])
async def test_algorithms_orders_and_evaluations_are_chosen_from_a_list(key: str) -> None:
    """Enter, space or a click lists them all, each with a line about it; letters search, escape
    closes.
    """
    async with visiting() as visitor:
        field = await visitor.go_to("search", "algorithm")
        await visitor.see(key)

        assert field.expanded
        assert "enter take" in visitor.words()
        listed = [str(option.prompt).split("\n") for option in visitor.screen.focused.options]
        assert listed == [
            *([name, found.about] for name, found in algorithms().items()),
            ["a file …"],
        ]
        await visitor.press("down", "enter")
        assert not field.expanded
        assert field.value == BESIDE
        assert visitor.command()[-2:] == ["-a", BESIDE]
        await visitor.press(key, "down", "escape")
        assert field.value == BESIDE
        assert visitor.screen.focused is field
        await visitor.press(key, *"minim", "enter")
        assert field.value == "minimax"
        assert visitor.command()[-2:] == ["-a", "minimax"]
        for name in ("ordering", "evaluation"):
            each = await visitor.go_to("search", name)
            await visitor.press(key)

            assert each.expanded
            await visitor.press("escape")
        await visitor.pilot.click(field)
        await visitor.rest()
        assert field.expanded


@pytest.mark.parametrize("size", [(62, 18), (80, 24)])
async def test_a_list_leaves_the_keys_in_sight(size: tuple[int, int]) -> None:
    """However small the screen, its last row says how a list is left."""
    async with visiting(size) as visitor:
        await visitor.go_to("search", "algorithm")
        await visitor.see("enter")

        assert "esc close" in visitor.words().splitlines()[-1]


async def test_a_function_in_a_file_is_named_below_the_list(
    user_file: Callable[[str], Path],
) -> None:
    """The last entry shows a line to type in; it goes when another entry is chosen, or when
    nothing was typed.
    """
    file = user_file("def score(position, move):\n    return 1\n")
    async with visiting() as visitor:
        field = await visitor.go_to("search", "ordering")
        named = next(
            each
            for each in visitor.screen.query(TextField)
            if (each.part, each.key) == ("named", "ordering")
        )

        assert not named.parent.display
        for typed in ("", f"{file}:score"):
            await visitor.see("enter", "end", "enter")

            assert visitor.screen.focused is named
            assert named.region.y == field.region.y + 1
            await visitor.paste(typed)
            await visitor.see("up")
            assert named.parent.display == bool(typed)
            assert visitor.screen.focused is field
        assert field.value == FUNCTION_WORD
        assert visitor.command()[-2:] == ["-o", f"{file}:score"]
        await visitor.see("enter", "home", "enter")
        assert not named.parent.display
        assert visitor.command()[-2:] == ["-o", "best"]


@pytest.mark.slow
async def test_an_algorithms_own_options_have_fields() -> None:
    """They come and go with the algorithm, and each says what it is for."""
    with narrow.added():
        async with visiting(size=(140, 44)) as visitor:

            def fields() -> list[str]:
                rows = visitor.screen.query("#algorithm-options FieldRow").results(FieldRow)
                return [f"{row.field.key} {row.field.value}" for row in rows]

            async def choose(key: str, text: str) -> None:
                field = await visitor.go_to("search", key)
                field.value = text
                await visitor.rest()

            await choose("algorithm", "narrow")

            assert fields() == ["width 2", "bold no", "weight 1"]
            await choose("width", "3")
            assert "How many moves of a node are looked at." in visitor.words()
            await choose("algorithm", "minimax")
            assert fields() == ["table no"]
            assert "--width" not in visitor.command()


async def test_what_is_not_installed_is_dimmed_with_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The game stands in the list, faint, and the sentence has the command that gets it."""
    monkeypatch.setitem(sys.modules, "chess", None)
    chess.python_chess.cache_clear()  # another test may have found it
    async with visiting(size=(80, 24)) as visitor:
        await visitor.game("chess")
        games = visitor.screen.query_one("#games", OptionList)
        faint = {
            str(option.prompt) for option in games.options if "dim" in str(option.prompt.style)
        }

        assert "Chess" in faint
        assert "Tak" not in faint
        await visitor.rest()
        assert "pip install chess" in visitor.prose()


async def test_keys_in_one_burst_are_taken_in_their_order() -> None:
    """What deletes does so before the next letter comes, however fast they are typed."""
    async with visiting() as visitor:
        field = await visitor.go_to("search", "window")
        for text in ("abc", "1,9", "55"):
            for key in ("ctrl+u", *text, "backspace", "0"):
                if len(key) == 1:
                    letter = key
                else:
                    letter = None
                visitor.send(events.Key(_character_to_key(key) if letter else key, letter))
            await visitor.rest()

            assert field.value == f"{text[:-1]}0"


async def test_arrows_in_one_burst_go_from_part_to_part() -> None:
    """Two to the right, however fast, lead from the games to the search; two to the left lead
    back.
    """
    async with visiting() as visitor:
        for key, part in (("right", "search-part"), ("left", "games-part")):
            for _ in range(2):
                visitor.send(events.Key(key, None))
            await visitor.rest()

            assert visitor.screen.query_one(f"#{part}").has_focus_within


# Between the screens.


@pytest.mark.slow
async def test_o_in_the_explorer_goes_to_the_start_screen_and_escape_back() -> None:
    """The start screen begins with what is open; another position takes the explorer's place."""
    async with visiting(run=Run(recipe_of("tree", "winston"))) as visitor:
        explorer = visitor.screen
        await visitor.press("x", "o")

        assert visitor.screen.form.draft.position == "winston"
        await visitor.press("escape")
        assert visitor.screen is explorer
        assert explorer.scene.step > 0
        await visitor.press("o", "right", "down", "enter")
        assert visitor.screen is not explorer
        assert visitor.screen.run.recipe.where.position == "cs188-quiz-1"
        assert explorer not in visitor.app.screen_stack


async def test_the_first_cutoff_plays_beside_the_doors_until_a_key_is_pressed() -> None:
    """It begins a little before the cut; where animations are off it stands at it; where it is
    narrow there is none.
    """
    async with started(VisualizerApp(None), Visitor) as visitor:
        demo = visitor.screen.query_one(CutDemo)
        before = visitor.words()
        for _ in range(4):
            demo.play(1)

        assert "Cut at C" in visitor.words()
        assert "Cut at C" not in before
        await visitor.press("down")
        step = demo.session.step
        for _ in range(4):
            demo.play(1)
        assert demo.session.step == step
    async with started(
        VisualizerApp(None, remembered=RememberedOptions(reduced_motion=True)), Visitor
    ) as visitor:
        visitor.screen.query_one(CutDemo).play(1)
        assert "Cut at C" in visitor.words()
    async with started(VisualizerApp(None), Visitor, (70, 24)) as visitor:
        assert not visitor.screen.query_one(CutDemo).display


async def test_escape_goes_back_to_the_doors_and_then_offers_to_leave() -> None:
    """From the form to the screen before it, and from there out, with status 0, if that is
    chosen.
    """
    async with visiting() as visitor:
        await visitor.see("escape")

        assert isinstance(visitor.screen, DoorsScreen)
        assert "leave the program?" in await visitor.see("escape")
        await visitor.press("escape")
        assert isinstance(visitor.screen, DoorsScreen)
        await visitor.press("escape", "down", "enter")
        assert not visitor.app.is_running
        assert visitor.app.return_code == 0


async def test_the_doors_may_be_left_before_they_are_drawn() -> None:
    """A key that leaves while the program begins takes the list away that a change of size still
    has to fill.
    """
    async with started(VisualizerApp(None), Visitor, (80, 24)) as visitor:
        screen = visitor.screen

        assert isinstance(screen, DoorsScreen)
        screen.on_resize(events.Resize(screen.size, screen.size))
        await screen.remove_children()
        await visitor.rest()


@pytest.mark.parametrize("key", one_in(2, ["q", "ctrl+q", "ctrl+c"]))
async def test_the_start_screen_is_left_at_once(key: str) -> None:
    """Every key that leaves, leaves with status 0."""
    async with visiting() as visitor:
        await visitor.press(key)

        assert not visitor.app.is_running
        assert visitor.app.return_code == 0


# Remembering.


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("VISUALIZER_CONFIG", str(tmp_path))
    return tmp_path


async def test_looks_are_remembered(folder: Path) -> None:
    """Theme, view, signs and motion that a person chooses are there the next time; speed is for
    each tree.
    """
    async with visiting(remembered=RememberedOptions()) as visitor:
        await visitor.press("T")

        assert visitor.app.theme == "light"
        await visitor.go_to("display", "signs")
        await visitor.press("enter", "down", "enter")
        assert visitor.words().isascii()
        await visitor.go_to("display", "motion")
        await visitor.press("enter", "down", "enter", "ctrl+s", "3")
        await visitor.press("right_square_bracket")
    options, _ = remembered.load_options()

    assert options.theme == "light"
    assert options.ascii is True
    assert options.reduced_motion is True
    assert options.views == {"book": "overview"}
    async with visiting(remembered=options) as visitor:
        await visitor.press("enter")

        assert visitor.screen.view_name == "overview"
        assert visitor.screen.session.chosen_speed is None
        assert visitor.app.animation_level == "none"


async def test_nothing_is_written_unless_options_are_kept(folder: Path) -> None:
    """A program that is not given what is remembered leaves no trace."""
    async with visiting() as visitor:
        await visitor.press("T", "enter")
    assert not [*folder.iterdir()]


def test_no_color_means_the_theme_without_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    """It wins over what is remembered, and is not remembered itself; there is no other theme
    then.
    """
    monkeypatch.setenv("NO_COLOR", "1")
    app = VisualizerApp(None, remembered=RememberedOptions("light"))
    app.action_theme("")

    assert app.theme == "mono"
    assert app.remembered.theme == "light"


async def test_a_notice_is_said_literally() -> None:
    """A sentence about a damaged file may have brackets in it."""
    async with visiting(notice="the file [b] was damaged") as visitor:
        await visitor.rest()
        assert "[b]" in visitor.words()


# Sizes and looks.


@pytest.mark.parametrize("size", USUAL_SIZES)
async def test_what_matters_is_seen_at_every_size(size: tuple[int, int]) -> None:
    """Games, the position drawn, the search, the estimate, the command and the keys."""
    async with visiting(size=size) as visitor:
        await until(visitor.pilot, lambda: "11 nodes" in visitor.words())
        text = visitor.words()

        assert "�" not in text  # a line of its own may be broken into several
        assert "visualizer open tree" in text
        assert "enter start" in text
        visitor.screen.query_one(SearchPart).open(more=True)
        await visitor.rest()
        for field in visitor.screen.query("TextField, WordSelect"):
            if isinstance(field.parent, FieldRow) and not field.parent.display:
                continue
            field.focus()
            await visitor.settle()
            await visitor.rest()

            assert field.region.height == 1
            assert visitor.screen.region.contains_region(field.region)
            if isinstance(field, WordSelect):
                continue
            assert cell_len(field.placeholder) <= field.content_size.width
            assert field.placeholder == field.hint or field.placeholder.endswith("…")


@pytest.mark.slow
async def test_too_small_a_terminal_says_so_and_comes_back() -> None:
    """Enlarged again, the screen is as it was."""
    async with visiting() as visitor:
        await visitor.pilot.resize_terminal(59, 16)
        await visitor.rest()

        assert visitor.screen.query_one("#too-small", Static).display and "60×16" in visitor.words()
        await visitor.pilot.resize_terminal(60, 16)
        await visitor.rest()
        assert "aima" in visitor.words() or "tree" in visitor.words()


@pytest.mark.slow
async def test_a_click_picks_and_a_second_one_starts() -> None:
    """The mouse alone chooses a position, a word from a list, and starts."""
    async with visiting() as visitor:
        await visitor.pilot.click("#positions", offset=(3, 2))
        await visitor.rest()

        assert visitor.screen.form.draft.position == "cs188-quiz-1"
        field = visitor.screen.query(WordSelect).first()
        await visitor.pilot.click(field)
        await visitor.rest()
        await visitor.pilot.click(visitor.screen.focused, offset=(3, 4))
        await visitor.rest()
        assert visitor.screen.form.draft.search == {"algorithm": BESIDE}
        await visitor.pilot.click("#starter")
        await visitor.rest()
        assert isinstance(visitor.screen, ExploreScreen)


# What may be typed.


@pytest.mark.slow
async def test_a_paste_is_cut_at_a_length_and_markup_is_shown_as_it_is() -> None:
    """A field holds so much and no more; brackets are brackets."""
    async with visiting() as visitor:
        field = await visitor.go_to("typed")
        await visitor.paste("[b]")

        assert "[b]" in visitor.words()
        await visitor.paste("1" * (MAX_TYPED_LENGTH + 5))
        assert len(field.value) == MAX_TYPED_LENGTH


@pytest.mark.slow
async def test_emptying_a_field_counts_as_typing() -> None:
    """After ctrl+u the default does not come back in front of what is typed next."""
    async with visiting() as visitor:
        field = await visitor.go_to("search", "depth")
        await visitor.press("end", "ctrl+u", *"12")

        assert field.value == "12"
        assert visitor.screen.form.draft.search["depth"] == "12"
