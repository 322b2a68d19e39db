"""The start screen: everything the command line can say is chosen with keys, and no typing harms it."""

from __future__ import annotations

import asyncio
import random
import shlex
import sys
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import rich_click as click
from rich.cells import cell_len
from textual import events
from textual.command import CommandList
from textual.keys import _character_to_key
from textual.widgets import OptionList, Static

from games import chess
from tests import narrow
from tests.terminal.hands import Hands, until
from visualizer.actions import actions_of
from visualizer.algorithms import algorithms
from visualizer.cli import visualizer
from visualizer.cli.open_command import command as open_command
from visualizer.cli.options import read_recipe
from visualizer.lookup import resolve
from visualizer.measures.estimate import estimate, tree_size
from visualizer.recipe import Recipe, Search, Where
from visualizer.run import Run
from visualizer.tui import remembered
from visualizer.tui.app import VisualizerApp
from visualizer.tui.palette import ActionProvider
from visualizer.tui.remembered import Remembered
from visualizer.tui.screens.explore import ExploreScreen
from visualizer.tui.start.draft import Draft, check
from visualizer.tui.start.fields import LONGEST, TextField
from visualizer.tui.start.moves import MovesDialog
from visualizer.tui.start.screen import StartScreen
from visualizer.tui.widgets import StyledText

BESIDE = [*algorithms()][[*algorithms()].index(Search().algorithm) + 1]
"""The search that stands beside the default one."""
Act = Callable[["Visitor"], Awaitable[None]]


class Visitor(Hands):
    """Somebody at the keys of a start screen."""

    @property
    def screen(self) -> Any:
        return self.app.screen

    async def game(self, name: str) -> None:
        """Go down to a game in the list, which has the keys."""
        await self.press(*["down"] * self.screen.model.games.index(name))

    async def paste(self, text: str) -> None:
        self.screen.focused.post_message(events.Paste(text))
        await self.settle()

    async def go_to(self, part: str, key: str = "") -> TextField:
        self.screen.search.open(more=True)
        await self.rest()
        field = next(field for field in self.screen.query(TextField) if (field.part, field.key) == (part, key))
        field.focus()
        await self.settle()
        assert isinstance(field, TextField)
        return field

    def command(self) -> list[str]:
        """Return the words of the command that is shown."""
        return shlex.split(self.screen.model.draft.command())


def visit(act: Act, *, size: tuple[int, int] = (100, 30), run: Run | None = None, **options: Any) -> VisualizerApp:
    """Open the program and let somebody act; return the app as it was left."""
    app = VisualizerApp(run, **options)

    async def stay() -> None:
        async with app.run_test(size=size, notifications=True) as pilot:
            visitor = Visitor(pilot)
            await visitor.rest()
            await act(visitor)

    asyncio.run(stay())
    return app


def read_back(words: list[str]) -> Recipe:
    """Read a command as `visualizer open` does."""
    assert words[:2] == ["visualizer", "open"]
    around = click.Context(
        visualizer, **visualizer.context_settings
    )  # as the group does: a command keeps what help it has
    context = open_command.make_context("open", words[2:], parent=around, resilient_parsing=False)
    values = {key: value for key, value in context.params.items() if key not in ("plain", "ascii_only", "no_color")}
    return read_recipe(values)[0]


# Choosing.


def test_enter_starts_the_first_position_of_the_simplest_game() -> None:
    """Nothing has to be chosen: a newcomer presses enter, then x, and reads why something was pruned."""

    async def act(visitor: Visitor) -> None:
        await visitor.press("enter")
        assert isinstance(visitor.screen, ExploreScreen)
        await visitor.press("x")
        await visitor.rest()
        assert "Cut at branch 2" in visitor.words()

    visit(act)


def test_a_preset_is_started_with_the_keyboard_alone() -> None:
    """Arrows pick the game and the position, right goes to the next part, enter starts."""

    async def act(visitor: Visitor) -> None:
        await visitor.game("tak")
        await visitor.press("right", "down", "right", "right", "enter")
        recipe = visitor.screen.run.recipe
        assert (recipe.where.game, recipe.where.position) == ("tak", "ordering-hurts")
        assert recipe.search.algorithm == BESIDE

    visit(act)


def test_a_game_keeps_what_was_chosen_of_it() -> None:
    """Looking at another game and coming back loses nothing."""

    async def act(visitor: Visitor) -> None:
        await visitor.press("right", "down", "down")
        chosen = visitor.screen.model.draft
        await visitor.press("left", "down", "up")
        assert visitor.screen.model.draft == chosen

    visit(act)


def test_a_position_of_ones_own_is_checked_while_typing() -> None:
    """The error stands under the field; once it is right, the position is drawn and can be started."""

    async def act(visitor: Visitor) -> None:
        await visitor.go_to("typed")
        await visitor.paste("[[3,12],[2,x]]")
        error = visitor.screen.query_one("#position-error", StyledText)
        assert error.display and "'x'" in visitor.words()
        assert visitor.screen.model.checked.run is None
        await visitor.press("enter")
        assert not isinstance(visitor.screen, ExploreScreen)
        await visitor.press("end", "left", "left", "backspace", "7", "7")
        await visitor.rest()
        assert not error.display and "77" in visitor.words()
        await visitor.press("enter")
        assert visitor.screen.run.recipe.where.position == "[[3,12],[2,77]]"

    visit(act)


def test_moves_are_typed_and_wrong_ones_are_named() -> None:
    """The board shows the legal moves played; what is not legal is said."""

    async def act(visitor: Visitor) -> None:
        await visitor.game("tictactoe")
        await visitor.go_to("moves")
        await visitor.type("b2 zz")
        await visitor.rest()
        assert "'zz' is not a legal move" in visitor.words()
        assert visitor.screen.model.checked.root.text() == "----X----"
        await visitor.press("backspace", "backspace")
        await visitor.type("a1")
        assert visitor.screen.model.checked.root.text() == "O---X----"
        assert visitor.command()[-2:] == ["-m", "b2 a1"]

    visit(act)


def test_moves_are_picked_from_a_list_and_taken_back() -> None:
    """The list has the order of the search; enter plays, backspace takes back, escape keeps what was played."""

    async def act(visitor: Visitor) -> None:
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
        assert start.model.draft.moves == played
        assert start.query_one("#moves", TextField).value == played

    visit(act)


def test_a_setting_makes_a_new_position_where_it_contradicts_the_preset() -> None:
    """Choosing a size empties the board; a setting that does not contradict leaves the position."""

    async def act(visitor: Visitor) -> None:
        await visitor.game("tak")
        await visitor.go_to("setting", "half_komi")
        await visitor.press("right")
        assert visitor.command()[2:] == ["tak", "-p", "ordering-helps", "--set", "half_komi=4"]
        await visitor.go_to("setting", "size")
        await visitor.type("6")
        assert visitor.command()[2:] == ["tak", "--set", "half_komi=4", "--size", "6"]
        assert len(visitor.screen.model.checked.root.board().cells) == 6

    visit(act)


def test_every_word_of_a_search_can_be_chosen() -> None:
    """Arrows step through what there is, and anything can be typed; the command says it and reads back."""

    async def act(visitor: Visitor) -> None:
        await visitor.game("tictactoe")
        for key, text in (("ordering", "scored"), ("depth", "4"), ("fail", "hard"), ("window", "-1,1"),
                          ("seed", "7"), ("max_nodes", "500"), ("evaluation", "result")):  # fmt: skip
            await visitor.go_to("search", key)
            await visitor.type(text)
        expected = Search(ordering="scored", depth=4, fail="hard", window=(-1, 1), seed=7, max_nodes=500)
        assert visitor.screen.model.draft.recipe().search == expected
        assert read_back(visitor.command()) == visitor.screen.model.draft.recipe()
        await visitor.press("enter")
        assert visitor.screen.run.recipe.search == replace(expected, evaluation="result", options={"table": False})

    visit(act)


def test_an_algorithms_own_options_have_fields() -> None:
    """They come and go with the algorithm; arrows step them, and the command that is shown has what was chosen."""

    async def act(visitor: Visitor) -> None:
        def fields() -> list[str]:
            shown = visitor.screen.query("#algorithm-options TextField").results(TextField)
            return [f"{field.key} {field.value}" for field in shown]

        assert fields() == ["table no"]
        await visitor.go_to("search", "algorithm")
        await visitor.type("narrow")
        await visitor.rest()
        assert fields() == ["width 2", "bold no", "weight 1"]
        await visitor.go_to("search", "width")
        await visitor.press("right")
        await visitor.rest()
        assert "How many moves of a node are looked at." in visitor.words()
        await visitor.go_to("search", "bold")
        await visitor.press("right")
        await visitor.go_to("search", "weight")
        await visitor.type("x")
        await visitor.press("enter")
        assert "Could not convert" in visitor.words()
        await visitor.press("backspace", "5", "enter")
        assert visitor.screen.run.recipe.search.options == {"width": 3, "bold": True, "weight": 5}
        await visitor.rest()
        assert "width 3" in visitor.words()
        await visitor.press("o")
        await visitor.rest()
        assert visitor.command()[-5:] == ["--width", "3", "--bold", "--weight", "5"]
        await visitor.go_to("search", "algorithm")
        await visitor.type("minimax")
        await visitor.rest()
        assert fields() == ["table no"] and "--width" not in visitor.command()

    with narrow.added():
        visit(act, size=(140, 44))


def test_only_what_everybody_chooses_is_seen_at_first() -> None:
    """Algorithm, order and depth; rules, settings and looks come and go with a key, or when one of them is chosen."""

    async def act(visitor: Visitor) -> None:
        assert "depth" in visitor.words() and "cut rule" not in visitor.words()
        visitor.screen.query_one("#more").focus()
        await visitor.settle()
        await visitor.press("space")
        await visitor.rest()
        assert "cut rule" in visitor.words()
        await visitor.press("left")
        await visitor.rest()
        assert "cut rule" not in visitor.words()
        visitor.screen.query_one("#games").focus()
        await visitor.settle()
        await visitor.game("tak")
        visitor.screen.query_one("#positions").focus()
        await visitor.settle()
        await visitor.press("end", "up")
        await visitor.rest()
        assert visitor.screen.model.draft.position is None
        assert "komi (halves)" in visitor.words() and "half_komi" not in visitor.words()

    visit(act, size=(120, 40))


def test_what_a_preset_says_goes_when_a_move_is_played() -> None:
    """The sentence is about the preset's position, which then is no longer there."""

    async def act(visitor: Visitor) -> None:
        await visitor.game("tictactoe")
        about = visitor.screen.model.preset().about
        assert visitor.screen.model.about() == f"{about[:1].upper()}{about[1:]}."
        await visitor.go_to("moves")
        await visitor.type("b2")
        assert visitor.screen.model.about() == "O to move, 8 moves."
        await visitor.rest()
        assert about[1:30] not in visitor.words()

    visit(act, size=(120, 40))


def test_what_is_not_installed_is_dimmed_with_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game stands in the list, faint, and the sentence has the command that gets it."""
    monkeypatch.setitem(sys.modules, "chess", None)
    chess.library.cache_clear()  # another test may have found it

    async def act(visitor: Visitor) -> None:
        await visitor.game("chess")
        games = visitor.screen.query_one("#games", OptionList)
        faint = {str(option.prompt) for option in games.options if "dim" in str(option.prompt.style)}
        assert "Chess" in faint and "Tak" not in faint
        await visitor.rest()
        assert 'pip install\n "search-tree-visualizer[chess]"' in visitor.words()

    visit(act, size=(80, 24))


KEYS_THAT_CHANGE = [
    ("tictactoe", "positions", "", ["down", "up"]),
    ("tictactoe", "typed", "", ["X", "minus"]),
    ("tictactoe", "moves", "", ["b", "2", "space", "z"]),
    ("tictactoe", "search", "depth", ["3", "0"]),
    ("tictactoe", "search", "ordering", ["z", "z"]),
    ("tictactoe", "search", "cut", ["right"]),
    ("tak", "setting", "half_komi", ["right"]),
]


@pytest.mark.parametrize(
    ("game", "part", "name", "keys"),
    [pytest.param(*each, marks=pytest.mark.slow if number % 2 else []) for number, each in enumerate(KEYS_THAT_CHANGE)],
)
def test_a_key_resolves_the_draft_once(
    monkeypatch: pytest.MonkeyPatch, game: str, part: str, name: str, keys: list[str]
) -> None:
    """Whatever is typed, picked or stepped, the position is read a single time."""
    read: list[Where] = []

    def counted(where: Where) -> Any:
        read.append(where)
        return resolve(where)

    for module in ("visualizer.lookup", "visualizer.tui.start.draft"):
        monkeypatch.setattr(f"{module}.resolve", counted)

    async def act(visitor: Visitor) -> None:
        await visitor.game(game)
        if part == "positions":
            await visitor.press("right")
        else:
            await visitor.go_to(part, name)
        for key in keys:
            await visitor.rest()
            read.clear()
            await visitor.press(key)
            await visitor.rest()
            assert len(read) == 1, key

    visit(act)


def test_keys_in_one_burst_are_taken_in_their_order() -> None:
    """What deletes does so before the next letter comes, however fast they are typed."""

    async def act(visitor: Visitor) -> None:
        field = await visitor.go_to("search", "window")
        for text in ("abc", "1,9", "55"):
            for key in ("ctrl+u", *text, "backspace", "0"):
                letter = key if len(key) == 1 else None
                visitor.send(events.Key(_character_to_key(key) if letter else key, letter))
            await visitor.rest()
            assert field.value == f"{text[:-1]}0"

    visit(act)


def test_words_that_contradict_each_other_are_said() -> None:
    """The rule > does not go with fail hard: a sentence says so, and enter goes there."""

    async def act(visitor: Visitor) -> None:
        await visitor.go_to("search", "cut")
        await visitor.press("right")
        await visitor.go_to("search", "fail")
        await visitor.press("right", "enter")
        assert isinstance(visitor.screen, StartScreen)
        assert "never cuts" in visitor.words()

    visit(act)


@pytest.mark.parametrize(
    "recipe",
    [
        Recipe(Where("tree")),
        Recipe(Where("tree", "min[[3, 12], 2]", "1"), Search("minimax", depth=2)),
        Recipe(Where("tree", None, "", {"branching": "2", "values": "-5..5"}), Search(seed=3)),
        Recipe(Where("tictactoe", "---------", "b2 a1"), Search("ordered-alpha-beta", "worst", max_nodes=99)),
        Recipe(Where("tak", "small", "", {"half_komi": "4"}), Search(window=(float("-inf"), 3), cut=">", depth="all")),
    ],
)
def test_the_command_that_is_shown_makes_the_same_run(recipe: Recipe) -> None:
    """What a recipe becomes on the start screen reads back from its command to the same run."""
    draft = Draft.of(recipe)
    again = read_back(shlex.split(draft.command()))
    assert again == draft.recipe()
    assert Run(again).recipe.search == Run(recipe).recipe.search
    assert resolve(again.where)[1].text() == resolve(recipe.where)[1].text()


# Between the screens.


def test_o_in_the_explorer_goes_to_the_start_screen_and_escape_back() -> None:
    """The start screen begins with what is open; another position takes the explorer's place."""

    async def act(visitor: Visitor) -> None:
        explorer = visitor.screen
        await visitor.press("x", "o")
        assert visitor.screen.model.draft.position == "winston"
        await visitor.press("escape")
        assert visitor.screen is explorer and explorer.scene.step > 0
        await visitor.press("o", "right", "down", "enter")
        assert visitor.screen is not explorer
        assert visitor.screen.run.recipe.where.position == "cs188-quiz-1"
        assert explorer not in visitor.app.screen_stack

    visit(act, run=Run(Recipe(Where("tree", "winston"))))


@pytest.mark.parametrize("key", ["q", "ctrl+c", "ctrl+q", "escape"])
def test_the_start_screen_is_left_at_once(key: str) -> None:
    """Every key that leaves, leaves with status 0."""

    async def act(visitor: Visitor) -> None:
        await visitor.press(key)
        assert not visitor.app.is_running

    assert visit(act).return_code == 0


@pytest.mark.parametrize("keys", [("ctrl+n",), ("ctrl+p",), ("tab", "tab")])
def test_ctrl_c_leaves_from_everywhere(keys: tuple[str, ...]) -> None:
    """Dialogs, the palette and fields do not keep it."""

    async def act(visitor: Visitor) -> None:
        await visitor.press(*keys, "ctrl+c")
        assert not visitor.app.is_running

    visit(act)


def test_the_palette_lists_the_table_of_actions() -> None:
    """In the explorer it has every action once and nothing else; on the start screen what can be done there."""

    async def act(visitor: Visitor) -> None:
        listed = [action for action, _ in ActionProvider(visitor.screen).actions()]
        assert listed == [*actions_of("explorer")]
        assert {ActionProvider} == visitor.app.COMMANDS
        await visitor.press("ctrl+p")
        await visitor.type("next cutoff")
        found = visitor.screen.query_one(CommandList)
        await until(visitor.pilot, lambda: len(found.options) == 1 and "to the next cutoff" in visitor.words())
        await visitor.press("enter")
        await until(visitor.pilot, lambda: getattr(visitor.screen, "scene", None) is not None)
        await until(visitor.pilot, lambda: visitor.screen.scene.step == 12)
        await visitor.press("o")
        assert {action.name for action, _ in ActionProvider(visitor.screen).actions()} == {"theme", "quit"}

    visit(act, run=Run(Recipe(Where("tree"))))


# Remembering.


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("VISUALIZER_CONFIG", str(tmp_path))
    return tmp_path


def test_what_was_opened_last_comes_first(folder: Path) -> None:
    """The next time, enter goes on with it, and the list begins with it."""

    async def first(visitor: Visitor) -> None:
        await visitor.press("right", "down", "enter")

    async def second(visitor: Visitor) -> None:
        assert visitor.screen.model.listed == ""
        assert visitor.screen.model.draft.position == "winston"
        await visitor.press("enter")
        assert visitor.screen.run.recipe.where.position == "winston"

    visit(first, remembered=Remembered())
    options, _ = remembered.load()
    assert [recipe.where.position for recipe in options.recent] == ["winston"]
    visit(second, remembered=options)


def test_looks_are_remembered(folder: Path) -> None:
    """Theme, view, signs and motion that a person chooses are there the next time; speed is for each tree."""

    async def act(visitor: Visitor) -> None:
        await visitor.press("T")
        assert visitor.app.theme == "light"
        await visitor.go_to("look", "signs")
        await visitor.press("right")
        assert visitor.words().isascii()
        await visitor.go_to("look", "motion")
        await visitor.press("right", "enter", "3")
        await visitor.press("right_square_bracket")

    visit(act, remembered=Remembered())
    options, _ = remembered.load()
    assert (options.theme, options.ascii_only, options.reduced_motion) == ("light", True, True)
    assert options.views == {"book": "overview"}

    async def again(visitor: Visitor) -> None:
        await visitor.press("enter")
        assert visitor.screen.view_name == "overview" and visitor.screen.playback.speed == 0
        assert visitor.app.animation_level == "none"

    visit(again, remembered=options)


def test_nothing_is_written_unless_options_are_kept(folder: Path) -> None:
    """A program that is not given what is remembered leaves no trace."""

    async def act(visitor: Visitor) -> None:
        await visitor.press("T", "enter")

    visit(act)
    assert not [*folder.iterdir()]


def test_no_color_means_the_theme_without_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    """It wins over what is remembered, and is not remembered itself; there is no other theme then."""
    monkeypatch.setenv("NO_COLOR", "1")
    app = VisualizerApp(None, remembered=Remembered("light"))
    app.use_theme("")
    assert app.theme == "mono" and app.remembered.theme == "light"


def test_a_notice_is_said_literally() -> None:
    """A sentence about a damaged file may have brackets in it."""

    async def act(visitor: Visitor) -> None:
        await visitor.rest()
        assert "[b]" in visitor.words()

    visit(act, notice="the file [b] was damaged")


# Sizes and looks.


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
def test_what_matters_is_seen_at_every_size(size: tuple[int, int]) -> None:
    """Games, the position drawn, the search, the estimate, the command and the keys."""

    async def act(visitor: Visitor) -> None:
        await until(visitor.pilot, lambda: "11 nodes" in visitor.words())
        text = visitor.words()
        for words in (
            "Tic-tac-toe",
            "AIMA figure 5.2",
            "alpha-beta",
            "14",
            "visualizer open tree",
            "11 nodes",
            "enter start",
        ):
            assert words in text
        visitor.screen.search.open(more=True)
        await visitor.rest()
        for field in visitor.screen.query(TextField):
            field.focus()
            await visitor.settle()
            assert field.region.height == 1 and visitor.screen.region.contains_region(field.region)
            assert cell_len(field.placeholder) <= field.content_size.width
            assert field.placeholder == field.hint or field.placeholder.endswith("…")

    visit(act, size=size)


def test_too_small_a_terminal_says_so_and_comes_back() -> None:
    """Enlarged again, the screen is as it was."""

    async def act(visitor: Visitor) -> None:
        await visitor.pilot.resize_terminal(59, 16)
        await visitor.rest()
        assert visitor.screen.query_one("#too-small", Static).display and "60×16" in visitor.words()
        await visitor.pilot.resize_terminal(60, 16)
        await visitor.rest()
        assert "aima" in visitor.words() or "tree" in visitor.words()

    visit(act)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_with_ascii_nothing_else_reaches_the_terminal(size: tuple[int, int]) -> None:
    """Frames, fields, boards, the explorer and its dialogs too."""

    async def act(visitor: Visitor) -> None:
        assert visitor.words().isascii()
        await visitor.game("tak")
        await visitor.press("ctrl+n")
        await visitor.rest()
        assert visitor.words().isascii()
        await visitor.press("escape", "enter", "x")
        await visitor.rest()
        assert visitor.words().isascii()

    visit(act, size=size, ascii_only=True)


def test_a_click_picks_and_a_second_one_starts() -> None:
    """The mouse alone chooses a game and a position, steps a word and starts."""

    async def act(visitor: Visitor) -> None:
        await visitor.pilot.click("#positions", offset=(3, 2))
        await visitor.rest()
        assert visitor.screen.model.draft.position == "cs188-quiz-1"
        arrow = visitor.screen.query(".arrow")[1]
        await visitor.pilot.click(arrow)
        await visitor.rest()
        assert visitor.screen.model.draft.search == {"algorithm": BESIDE}
        await visitor.pilot.click("#starter")
        await visitor.rest()
        assert isinstance(visitor.screen, ExploreScreen)

    visit(act)


# What may be typed.


NASTY = ("[b]x[/b]", "\x00\x1b[31mred\x07", "a\nb\r\n[1,2]", "é石👍\udc80", "'\"\\$(x)", "[" * 3000, "1," * 20_000)


def test_no_typing_harms_the_start_screen() -> None:
    """Whatever is pasted into whatever field becomes a sentence at most; control characters are not shown."""

    async def act(visitor: Visitor) -> None:
        visitor.screen.search.open(more=True)
        await visitor.rest()
        for field in [*visitor.screen.query(TextField)]:
            field.focus()
            for text in NASTY if field.part in ("typed", "moves", "file") else NASTY[:1]:
                await visitor.press("ctrl+u")
                await visitor.paste(text)
                shlex.split(visitor.screen.model.draft.command())
            visitor.screen.read_late()
        await visitor.rest()
        assert not any(sign in visitor.words() for sign in "\x00\x1b\x07")
        assert isinstance(visitor.screen, StartScreen)

    visit(act)


def test_a_paste_is_cut_at_a_length_and_markup_is_shown_as_it_is() -> None:
    """A field holds so much and no more; brackets are brackets."""

    async def act(visitor: Visitor) -> None:
        field = await visitor.go_to("typed")
        await visitor.paste("[b]")
        assert "[b]" in visitor.words()
        await visitor.paste("1" * (LONGEST + 5))
        assert len(field.value) == LONGEST

    visit(act)


@pytest.mark.slow
def test_random_keys_do_no_harm() -> None:
    """Two hundred keys at random, the same every time, over all parts and sizes: no exception."""
    keys = ["tab", "shift+tab", "up", "down", "left", "right", "backspace", "delete", "home", "end", "ctrl+n", "a", "1",
            "comma", "left_square_bracket", "x", "space", "T", "minus", "pageup", "pagedown", "escape"]  # fmt: skip
    dice = random.Random(4)

    async def act(visitor: Visitor) -> None:
        for width, height in ((50, 12), (62, 17), (80, 24), (121, 41)):
            await visitor.pilot.resize_terminal(width, height)
            for key in dice.choices(keys, k=50):
                if key != "escape" or isinstance(visitor.screen, MovesDialog):
                    await visitor.press(key)
        await visitor.rest()
        visitor.words()

    visit(act)


# User-supplied games, searches and orderings.


def test_an_ordering_of_ones_own_is_chosen_and_its_failure_is_a_sentence(user_file: Callable[[str], Path]) -> None:
    """What a function raises is said on the start screen, and nothing is started."""
    file = user_file("def good(position, move):\n    return 1\n\ndef bad(position, move):\n    raise KeyError('oh')\n")

    async def act(visitor: Visitor) -> None:
        await visitor.go_to("search", "ordering")
        await visitor.paste(f"{file}:bad")
        await visitor.press("enter")
        assert not isinstance(visitor.screen, ExploreScreen)
        await visitor.rest()
        assert "KeyError" in visitor.words()
        await visitor.press("backspace", "backspace", "backspace")
        await visitor.type("good")
        await visitor.press("enter")
        assert visitor.screen.run.recipe.search.ordering == f"{file}:good"

    visit(act)


def test_a_saved_run_and_what_is_no_file_can_be_named(tmp_path: Path) -> None:
    """A saved run fills in everything; a name that is no file is said to be none."""
    saved = tmp_path / "my.run"
    saved.write_text(Recipe(Where("tree", "[1,[2,3]]"), Search("minimax", depth=1)).dumps({}), encoding="utf-8")

    async def act(visitor: Visitor) -> None:
        await visitor.go_to("file")
        await visitor.type("nothing.run")
        await visitor.press("enter")
        assert "cannot be read" in visitor.words()
        await visitor.press("ctrl+u")
        await visitor.paste(str(saved))
        await visitor.press("enter")
        assert visitor.command()[2:] == ["tree", "-p", "[1,[2,3]]", "-a", "minimax", "-d", "1"]

    visit(act)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
def test_every_letter_of_the_lists_can_be_shown(size: tuple[int, int]) -> None:
    """Where a game has a line of its own, that is broken into several: no sign stands for something unprintable."""

    async def act(visitor: Visitor) -> None:
        await visitor.rest()
        assert "�" not in visitor.words()

    visit(act, size=size)


def test_emptying_a_field_counts_as_typing() -> None:
    """After ctrl+u the default does not come back in front of what is typed next."""

    async def act(visitor: Visitor) -> None:
        field = await visitor.go_to("search", "algorithm")
        await visitor.press("ctrl+u", *"minimax")
        assert field.value == "minimax"
        assert visitor.screen.model.draft.search["algorithm"] == "minimax"

    visit(act)


def test_a_theme_that_there_is_not() -> None:
    """A word that is no theme is complained of, and nothing changes."""

    async def act(visitor: Visitor) -> None:
        await visitor.go_to("look", "theme")
        await visitor.press("ctrl+u", *"zz")
        await visitor.rest()
        assert "'zz' is not one of dark" in visitor.words()
        assert visitor.app.theme == "dark"

    visit(act)


# Plain functions.


@pytest.mark.parametrize(
    ("changes", "part"),
    [
        ({"game": "nothing"}, "game"),
        ({"position": "[1,"}, "position"),
        ({"position": ""}, "position"),
        ({"moves": "9"}, "moves"),
        ({"settings": {"seed": "x"}}, "position"),
        ({"search": {"depth": "0"}}, "depth"),
        ({"search": {"window": "3,1"}}, "window"),
        ({"search": {"ordering": "nothing"}}, "ordering"),
    ],
)
def test_what_is_wrong_is_told_by_its_part(changes: Mapping[str, Any], part: str) -> None:
    """Each mistake has a sentence, at the part of the screen where it is made."""
    assert [*check(Draft("tree", "aima-5.2").at(**changes)).wrong] == [part]


def test_a_short_search_is_known_exactly() -> None:
    """An estimate of what ends at once is no estimate."""
    known = estimate(Run(Recipe(Where("tree"))), 5)
    assert known.exact and known.words() == "11 nodes, under a second"


def test_a_search_that_has_not_begun_has_an_estimate() -> None:
    """Where a machine is so busy that no node is visited in time, nothing is known yet, and nothing fails."""
    known = estimate(Run(Recipe(Where("tree"))), 0)
    assert (known.nodes, known.bounded) == (0, True)


def test_an_endless_search_has_a_lower_bound_at_least() -> None:
    """It says that it knows no more; at the limit of nodes it says that the search will stop."""
    endless = estimate(Run(Recipe(Where("tak"), Search(depth="all"))), 0.01)
    assert endless.bounded and endless.words().startswith("more than ")
    stopped = estimate(Run(Recipe(Where("tak"), Search(depth="all", max_nodes=50))), 5)
    assert stopped.words() == "more than 50 nodes: it will stop there"


def test_the_size_of_a_uniform_tree_is_exact() -> None:
    """Knuth's estimate has no error where all branches are alike."""
    root = resolve(Where("tree", None, "", {"branching": "3", "depth": "4"}))[1]
    assert tree_size(root, 4, 0) == 1 + 3 + 9 + 27 + 81


def test_the_estimate_of_a_real_search_is_of_the_right_order() -> None:
    """Minimax on the first position of Tak visits 77,098 nodes at depth 3."""
    known = estimate(Run(Recipe(Where("tak"), Search("minimax"))), 0.05)
    assert 50_000 < known.nodes < 110_000 and known.words().startswith("about ")


def test_all_games_are_listed() -> None:
    """A game that is added by a file appears."""

    async def act(visitor: Visitor) -> None:
        games = visitor.screen.query_one("#games", OptionList)
        assert games.option_count == len(visitor.screen.model.games) >= 3

    visit(act)


@pytest.mark.parametrize("size", [(100, 15), (50, 30), (20, 5)])
@pytest.mark.parametrize("shrunk", [False, True])
@pytest.mark.parametrize("part", ["games", "positions"])
def test_turning_pages_where_there_is_no_room(size: tuple[int, int], part: str, *, shrunk: bool) -> None:
    """In a window too small for the lists, also one that has become so, the keys that turn a page do nothing."""

    async def act(visitor: Visitor) -> None:
        if shrunk:
            await visitor.resize(*size)
            await visitor.rest()
        visitor.screen.query_one(f"#{part}").focus()
        before = visitor.command()
        await visitor.press("pagedown", "pageup", "pagedown")
        assert "too small" in " ".join(visitor.words().split())
        assert visitor.command() == before

    visit(act, size=(100, 30) if shrunk else size)
