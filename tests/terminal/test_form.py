"""The form of the start screen, without a screen: what is filled in, what may be chosen, and
what is wrong with it.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from math import log10
from pathlib import Path
from typing import Any

import pytest
import rich_click as click
from hypothesis import given
from hypothesis import strategies as st

import games
from games import chess
from tests import narrow
from tests.clock import visits_take
from tests.few import one_in
from tests.processes import PATIENCE
from tests.terminal.searches import recipe_of, searched
from visualizer.apps.cli import visualizer
from visualizer.apps.cli.open_commands import open_command
from visualizer.apps.cli.position_options import read_recipe
from visualizer.apps.cli.search_commands import recording_lines_of
from visualizer.apps.tui.draft import Draft, check_draft
from visualizer.apps.tui.start import sentences
from visualizer.apps.tui.start.choices import RECENT_GAMES
from visualizer.apps.tui.start.fields import display_options
from visualizer.apps.tui.start.form import FUNCTION_WORD, LONG_TEXT_LENGTH, StartForm
from visualizer.explaining.measures.estimate import (
    estimate_size,
    estimate_tree_size,
    rounded_in_words,
)
from visualizer.searching.algorithms import algorithms
from visualizer.searching.lookup import concise_recipe, resolve_position
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.searching.search_options import COMMON_OPTIONS

NASTY = (
    "[b]x[/b]",
    "\x00\x1b[31mred\x07",
    "a\nb\r\n[1,2]",
    "é石👍\udc80",
    "'\"\\$(x)",
    "[" * 3000,
    "1," * 20_000,
)
"""What may be pasted: markup, control characters, several lines, wide letters, quotes, deep
nesting, very long.
"""


def form_of(game: str, *entered: tuple[str, str, str]) -> StartForm:
    """Return a form in which a game is chosen and something is typed."""
    form = StartForm(display_options=display_options())
    form.choose_game(game)
    for part, key, text in entered:
        form.enter(part, key, text)
    return form


def command(form: StartForm) -> list[str]:
    """Return the words of the command that a form stands for."""
    return shlex.split(form.draft.command())


def read_back(words: list[str]) -> Recipe:
    """Read a command as `visualizer open` does."""
    assert words[:2] == ["visualizer", "open"]
    around = click.Context(
        visualizer, **visualizer.context_settings
    )  # as the group does: it keeps what help it has
    context = open_command.make_context(
        "open",
        words[2:],
        parent=around,
        resilient_parsing=False,
    )
    values = {
        key: value
        for key, value in context.params.items()
        if key not in ("plain", "ascii_only", "no_color")
    }
    with context:
        return read_recipe(values)[0]


# What may be chosen.


def test_all_games_are_listed_the_simplest_first() -> None:
    """Every game that is found, a file that is added among them, and the textbook trees before
    all others.
    """
    form = StartForm()

    assert sorted(form.games) == sorted(games.game_names())
    assert form.games[0] == "tree"
    form.add_game("./my.py")
    form.add_game("./my.py")
    assert form.games.count("./my.py") == 1


def test_what_is_not_installed_is_known_with_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The line about the game is the command that gets it; what is wrong with others is not said
    there.
    """
    monkeypatch.setitem(sys.modules, "chess", None)
    chess.python_chess.cache_clear()  # another test may have found it
    form = StartForm()

    assert "pip install chess" in sentences.game_line(form, "chess")
    assert not form.install_hints["tak"]


def test_what_was_opened_last_is_listed_first_and_chosen() -> None:
    """It is a list of its own before the games; what cannot be opened any more is left out."""
    winston = recipe_of("tree", "winston")
    gone = recipe_of("nothing", "x")
    form = StartForm([winston, gone, recipe_of("tictactoe")])

    assert form.games[0] == form.listed_game == RECENT_GAMES
    assert [entry.draft.game for entry in form.entries()] == ["tree", "tictactoe"]
    assert form.draft.position == "winston"
    assert form.chosen_index() == 0
    assert StartForm([winston], recipe_of("tak")).draft.game == "tak"


def test_a_game_keeps_what_was_chosen_of_it() -> None:
    """Looking at another game and coming back loses nothing."""
    form = form_of("tictactoe", ("moves", "", "b2"))
    chosen = form.draft
    form.choose_game("tak")

    assert form.draft.game == "tak"
    form.choose_game("tictactoe")
    assert form.draft == chosen


def test_what_has_words_offers_them_and_the_rest_is_typed() -> None:
    """Words of a search each with a line about it, a game's sizes, looks; none for numbers and
    unknown games.
    """
    form = form_of("tak")

    assert form.field("search", "algorithm").words.keys() == {*algorithms(), FUNCTION_WORD}
    assert form.field("search", "algorithm").words["minimax"] == algorithms()["minimax"].about
    assert [*form.field("search", "cut").words] == [">=", ">"]
    assert form.field("search", "depth").words == form.field("search", "max_nodes").words == {}
    assert [*form.field("display", "theme").words] == [*display_options()["theme"].choices]
    form.choose_game("hex")
    assert [*form.field("setting", "swap").words] == ["", "on", "off"]
    assert "6" in form.field("setting", "size").words
    form.choose_game("nothing")
    assert [*form.field("search", "evaluation").words] == [FUNCTION_WORD]
    assert form.field("setting", "size").words == {}


# Filling in.


def test_a_position_of_ones_own_is_checked_while_typing() -> None:
    """What is wrong is said; once it is right there is a run, and it stays typed when a preset
    is chosen.
    """
    form = form_of("tree", ("typed", "", "[[3,12],[2,x]]"))

    assert "'x'" in form.checked.errors["position"]
    assert form.checked.run is None
    assert form.run_to_start() is None
    form.enter("typed", "", "[[3,12],[2,77]]")
    run = form.run_to_start()
    assert run is not None
    assert run.recipe.where.position == "[[3,12],[2,77]]"
    assert form.field("typed", "").mark == ""
    form.choose_position(0)
    assert form.draft.position == "aima-5.2"
    assert form.field("typed", "").text == "[[3,12],[2,77]]"
    assert form.field("typed", "").mark == "unused"


def test_moves_are_typed_and_wrong_ones_are_named() -> None:
    """The legal moves are played; the first that is not is named."""
    form = form_of("tictactoe", ("moves", "", "b2 zz"))

    assert "'zz' is not a legal move" in form.checked.errors["moves"]
    assert form.checked.root is not None
    assert form.checked.root.text() == "----X----"
    form.enter("moves", "", "b2 a1")
    assert form.checked.root.text() == "O---X----"
    assert command(form)[-2:] == ["-m", "b2 a1"]


def test_what_a_preset_says_goes_when_a_move_is_played() -> None:
    """The sentence is about the preset's position, which then is no longer there."""
    form = form_of("tictactoe")
    preset = form.preset()

    assert preset is not None
    assert sentences.about_choice(form) == f"{preset.about[:1].upper()}{preset.about[1:]}."
    assert preset.about[1:] in sentences.about_preset(form)
    form.enter("moves", "", "b2")
    assert sentences.about_choice(form) == "O to move, 8 moves."
    assert sentences.about_preset(form) == ""


def test_a_setting_makes_a_new_position_where_it_contradicts_the_preset() -> None:
    """Choosing a size empties the board; a setting that does not contradict leaves the position."""
    form = form_of("tak", ("setting", "half_komi", "4"))

    assert command(form)[2:] == ["tak", "-p", "ordering-helps", "--set", "half_komi=4"]
    assert form.field("setting", "half_komi").mark == "chosen"
    form.enter("setting", "size", "6")
    assert command(form)[2:] == ["tak", "--set", "half_komi=4", "--size", "6"]
    assert form.checked.root is not None
    assert len(form.checked.root.board().cells) == 6


def test_every_word_of_a_search_can_be_chosen() -> None:
    """Anything can be typed; the command says it and reads back, and the run is searched so."""
    form = form_of("tictactoe")
    for key, text in (
        ("ordering", "scored"),
        ("depth", "4"),
        ("fail", "hard"),
        ("window", "-1,1"),
        ("seed", "7"),
        ("max_nodes", "500"),
        ("evaluation", "result"),
    ):
        form.enter("search", key, text)
    expected = SearchSpec(
        ordering="scored", depth=4, fail="hard", window=(-1, 1), seed=7, max_nodes=500
    )

    assert form.draft.recipe().search == expected
    assert read_back(command(form)) == form.draft.recipe()
    run = form.run_to_start()
    assert run is not None
    assert run.recipe.search == replace(
        expected, evaluation="result", options={"table": False, "quiescence": 0}
    )


def test_an_option_that_needs_another_comes_and_goes_with_it() -> None:
    """MCTS has a temperature only with PUCT; without it, what was typed is forgotten, and does
    nothing in a command.
    """
    form = form_of("tictactoe", ("search", "algorithm", "mcts"))

    assert "temperature" not in [option.name for option in form.draft.algorithm_options()]
    form.enter("search", "selection", "puct")
    assert "temperature" in [option.name for option in form.draft.algorithm_options()]
    form.enter("search", "temperature", "2")
    assert command(form)[-4:] == ["--selection", "puct", "--temperature", "2"]
    form.enter("search", "selection", "uct")
    assert "--temperature" not in command(form)


def test_an_algorithms_own_options_come_and_go_with_it() -> None:
    """What is wrong with one is said; with another algorithm they are forgotten."""
    with narrow.added():
        form = form_of("tree", ("search", "algorithm", "narrow"))

        assert [option.name for option in form.draft.algorithm_options()] == [
            "width",
            "bold",
            "weight",
        ]
        form.enter("search", "width", "3")
        assert [*form.field("search", "bold").words] == ["yes", "no"]
        form.enter("search", "bold", "yes")
        form.enter("search", "weight", "x")
        assert "Could not convert" in sentences.as_sentence(sentences.complaint(form)[0])
        form.enter("search", "weight", "5")
        run = form.run_to_start()
        assert run is not None
        assert run.recipe.search.options == {
            "width": 3,
            "bold": True,
            "weight": 5,
        }
        assert command(form)[-5:] == ["--width", "3", "--bold", "--weight", "5"]
        form.enter("search", "algorithm", "minimax")
        assert "--width" not in command(form)


def test_words_that_contradict_each_other_are_said() -> None:
    """The rule > does not go with fail hard: the one chosen last is wrong."""
    form = form_of("tree", ("search", "cut", ">"), ("search", "fail", "hard"))

    assert [*form.checked.errors] == ["fail"]
    assert "never cuts" in form.checked.errors["fail"]


def test_a_saved_run_and_what_is_no_file_can_be_named(tmp_path: Path) -> None:
    """A saved run fills in everything; a name that is no file is said to be none."""
    saved = tmp_path / "my.run"
    saved.write_text(recipe_of("tree", "[1,[2,3]]", "minimax,depth=1").dumps({}), encoding="utf-8")
    form = StartForm()

    assert not form.open("nothing.run")
    assert "cannot be read" in form.checked.errors["file"]
    assert form.open(str(saved))
    assert command(form)[2:] == ["tree", "-p", "[1,[2,3]]", "-a", "minimax", "-d", "1"]


TOLD = """
{"search": "bot"}
{"enter": null, "max": true, "children": 2}
{"leaf": "a", "value": 2}
{"leaf": "b", "value": 1}
{"leave": 2}
"""


@pytest.mark.parametrize("named", [False, True])
def test_a_search_written_elsewhere_is_shown_as_it_was(tmp_path: Path, named: bool) -> None:
    """Its file, with a game or with labels, is opened as by the command; its search is of its
    position only.
    """
    file = tmp_path / "bot.jsonl"
    file.write_text(TOLD, encoding="utf-8")
    if named:
        ours = searched("tictactoe", "XOX-O----", "minimax,depth=1")
        file.write_text("".join(f"{line}\n" for line in recording_lines_of(ours)), encoding="utf-8")
    form = StartForm()

    assert form.open(str(file))
    assert command(form) == ["visualizer", "open", str(file)]
    run = form.run_to_start()
    opened = Run(read_back(command(form))).finish()
    assert run is not None
    assert run.finish().trace.rows == opened.trace.rows
    assert len(run.trace) == (6 if named else 3)
    assert not form.draft.offers_option("ordering")
    assert "a search written elsewhere" in sentences.about_search(form)[0]
    assert form.open(str(tmp_path / "none.jsonl")) is False
    assert "file" in form.checked.errors
    form.open(str(file))
    form.choose_position(0)
    assert (form.draft.word("algorithm") == str(file)) is not named
    form.open(str(file))
    form.enter("moves", "", "b")
    assert form.draft.word("algorithm") == "alpha-beta"


def test_what_a_user_supplied_function_raises_is_a_sentence(
    user_file: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A function is read a little later than it is typed; what it raises is said, and there is
    no run.
    """
    monkeypatch.setattr(
        "visualizer.apps.tui.start.form.ESTIMATE_SLICE_SECONDS", 60
    )  # however slow the machine is, it comes to a leaf
    file = user_file(
        "def good(position, move):\n    return 1\n\ndef bad(position, move):\n    raise "
        "KeyError('oh')\n"
    )
    form = form_of("tree", ("search", "ordering", f"{file}:bad"))

    assert form.calls_until_check
    assert sentences.size_line(form, 80) == [("reading …", "dim")]
    assert form.run_to_start() is None
    assert "KeyError" in form.checked.errors["ordering"]
    form.enter("search", "ordering", f"{file}:good")
    assert form.run_to_start() is not None


def test_a_long_text_is_read_later() -> None:
    """What takes long to read does not keep anybody from typing; it is read before the search
    starts.
    """
    form = form_of("tree", ("typed", "", "[1," + "2," * LONG_TEXT_LENGTH + "3]"))

    assert form.calls_until_check
    assert not form.checked.errors
    assert form.run_to_start() is not None
    assert not form.calls_until_check


def test_no_look_but_those_that_there_are_is_chosen() -> None:
    """A word that is no theme changes nothing."""
    form = StartForm(display_options=display_options())
    form.enter("display", "theme", "zz")

    assert form.field("display", "theme").text == "dark"
    form.enter("display", "theme", "light")
    assert form.field("display", "theme").text == "light"


@pytest.mark.parametrize(
    ("game", "part", "key", "texts"),
    [
        ("tictactoe", "typed", "", ["X", "X-"]),
        ("tictactoe", "moves", "", ["b", "b2", "b2 z"]),
        ("tictactoe", "search", "depth", ["3", "30", ""]),
        ("tictactoe", "search", "ordering", ["z"]),
        ("tictactoe", "search", "cut", [">"]),
        ("tak", "setting", "half_komi", ["4"]),
    ],
)
def test_what_is_typed_resolves_the_draft_once(
    monkeypatch: pytest.MonkeyPatch, game: str, part: str, key: str, texts: list[str]
) -> None:
    """Whatever is typed or stepped, the position is read a single time, what is said and shown
    of it included.
    """
    form = form_of(game)
    read = list[PositionSpec]()

    def counted(where: PositionSpec) -> Any:
        read.append(where)
        return resolve_position(where)

    for module in ("visualizer.searching.lookup", "visualizer.apps.tui.draft"):
        monkeypatch.setattr(f"{module}.resolve_position", counted)
    for text in texts:
        read.clear()
        form.enter(part, key, text)
        form.field(part, key)
        sentences.about_field(form, part, key)

        assert len(read) == 1, text


@pytest.mark.parametrize("text", one_in(4, NASTY), ids=range(len(NASTY)))
def test_no_typing_harms_the_form(text: str) -> None:
    """Whatever is typed into whatever field becomes a sentence at most, and the command can be
    read by a shell.
    """
    fields = [
        ("typed", ""),
        ("moves", ""),
        *(("search", key) for key in COMMON_OPTIONS),
        ("setting", "seed"),
    ]
    for part, key in fields:
        form = form_of("tree", (part, key, text))
        run = form.run_to_start()

        assert (run is None) == bool(form.checked.errors)
        shlex.split(form.draft.command())
        sentences.about_field(form, part, key)
        sentences.command_lines(form, 80, 2)
    form = StartForm(display_options=display_options())

    assert not form.open(text)
    assert form.checked.errors
    for key, option in form.display_options.items():
        form.enter("display", key, text)
        assert form.field("display", key).text == option.default


# Drafts.


@pytest.mark.parametrize(
    "recipe",
    [
        recipe_of("tree"),
        Recipe(PositionSpec("tree", "min[[3, 12], 2]", "1"), SearchSpec("minimax", depth=2)),
        recipe_of(
            "tree",
            search="alpha-beta,seed=3",
            branching="2",
            values="-5..5",
        ),
        Recipe(
            PositionSpec("tictactoe", "---------", "b2 a1"),
            SearchSpec("ordered-alpha-beta", "worst", max_nodes=99),
        ),
        Recipe(
            PositionSpec("tak", "small", "", {"half_komi": "4"}),
            SearchSpec(window=(float("-inf"), 3), cut=">", depth="all"),
        ),
    ],
)
def test_the_command_that_is_shown_makes_the_same_run(recipe: Recipe) -> None:
    """What a recipe becomes on the start screen reads back from its command to the same run."""
    draft = Draft.of(recipe)
    again = read_back(shlex.split(draft.command()))

    assert again == draft.recipe()
    assert Run(again).recipe.search == Run(recipe).recipe.search
    assert resolve_position(again.where)[1].text() == resolve_position(recipe.where)[1].text()


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
    assert [*check_draft(Draft("tree", "aima-5.2").with_changes(**changes)).errors] == [part]


# Estimates.


def test_a_short_search_is_known_exactly() -> None:
    """An estimate of what ends at once is no estimate."""
    known = estimate_size(Run(recipe_of("tree")), PATIENCE)

    assert known.is_exact
    assert known.words() == "11 nodes, under a second"


def test_a_search_of_just_as_many_nodes_as_are_allowed_ends() -> None:
    """It is told that it will stop only if it needs more: with as many as it needs it ends."""
    for more, says in (
        (0, "4 nodes, under a second"),
        (1, "4 nodes, under a second"),
        (-1, "more than 3 nodes"),
    ):
        search = SearchSpec("minimax", max_nodes=4 + more)
        known = estimate_size(Run(Recipe(PositionSpec("tree", "[1, 2, 3]"), search)), PATIENCE)

        assert known.words().startswith(says)
        assert ("where it will stop" in known.words()) == (more < 0)


@given(st.floats(1, 1e300))
def test_a_huge_number_is_told_as_the_nearest_power_of_ten(number: float) -> None:
    """A billion billions less a bit is 10^18, not 10^17; smaller numbers keep two digits."""
    said = rounded_in_words(number)
    power = said.removeprefix("10^")
    if power != said:
        meant = 10 ** int(power)
    else:
        meant = int(said.replace(",", ""))

    assert abs(log10(meant) - log10(number)) <= (0.5001 if power != said else log10(1.5))


def test_a_search_that_has_not_begun_has_an_estimate() -> None:
    """Where a machine is so busy that no node is visited in time, nothing is known yet, and
    nothing fails.
    """
    known = estimate_size(Run(recipe_of("tree")), 0)

    assert known.nodes == 0
    assert known.is_lower_bound is True


@pytest.mark.slow
def test_an_endless_search_has_a_lower_bound_at_least() -> None:
    """It says that it knows no more; at the limit of nodes it says that the search will stop."""
    endless = estimate_size(Run(recipe_of("tak", search="alpha-beta,depth=all")), 0.01)

    assert endless.is_lower_bound
    assert endless.words().startswith("more than ")
    stopped = estimate_size(
        Run(recipe_of("tak", search="alpha-beta,depth=all,max-nodes=50")), PATIENCE
    )
    assert stopped.words() == "more than 50 nodes, where it will stop"


def test_the_size_of_a_uniform_tree_is_exact() -> None:
    """Knuth's estimate has no error where all branches are alike."""
    root = resolve_position(PositionSpec("tree", None, "", {"branching": "3", "depth": "4"}))[1]
    assert estimate_tree_size(root, 4, seconds=0).nodes == 1 + 3 + 9 + 27 + 81


def test_the_estimate_of_a_real_search_is_of_the_right_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Minimax on the first position of Tak visits 77,098 nodes at depth 3; some hundred visits
    are enough to say so.
    """
    visits_take(monkeypatch, 0.0001)
    known = estimate_size(Run(recipe_of("tak", search="minimax")), 0.05)

    assert 50_000 < known.nodes < 110_000
    assert known.words().startswith("about ")


def test_the_command_of_a_recording_says_where_it_stops(tmp_path: Path) -> None:
    """Of a search written elsewhere only that can be chosen, and the command opens the same."""
    file = tmp_path / "told.jsonl"
    file.write_text(TOLD, encoding="utf-8")
    form = StartForm()

    assert form.open(str(file))
    form.enter("search", "max_nodes", "2")
    assert command(form) == ["visualizer", "open", str(file), "--max-nodes", "2"]


def test_an_option_of_a_users_search_is_kept(
    tmp_path: Path, user_file: Callable[[str], Path]
) -> None:
    """What is opened last is remembered with the options of a search of one's own, and its
    command reads back.
    """
    file = user_file(
        "from visualizer.searching.algorithms import Algorithm\n"
        "from visualizer.searching.algorithms.alpha_beta import alpha_beta\n"
        "from visualizer.searching.search_options import SearchOption\n"
        "OPTIONS = (SearchOption('width', '', 2, int),)\n"
        "WIDE = Algorithm('wide', 'wide', 'wide', {'soft': alpha_beta}, '', options=OPTIONS)\n"
    )
    search = SearchSpec.from_spec(f"{file}:WIDE,width=3")
    run = Run(Recipe(PositionSpec("tree"), search))
    kept = concise_recipe(run.recipe)

    assert kept.where == PositionSpec("tree", "aima-5.2")
    assert kept.search.to_spec() == search.to_spec()
    draft = Draft.of(run.recipe)
    assert draft.search == {"algorithm": f"{file}:WIDE", "width": "3"}
    assert draft.command() == f"visualizer open tree -p aima-5.2 -a {file}:WIDE,width=3"


def test_bounds_are_no_order() -> None:
    """Star1's field for bounds is empty until some are typed, and says what holds then."""
    shown = form_of("einstein").field("search", "bounds")

    assert shown.text == ""
    assert shown.hint == "as the evaluation says"
