"""What a person types is trusted by that; what is only shown to them is not."""

from pathlib import Path

import pytest

import games
from games import _files
from visualizer.apps.cli.position_options import read_search_options
from visualizer.apps.tui.start.form import StartForm
from visualizer.play.playing.movers import read_opponent
from visualizer.play.sweeping.sweep import plan_sweep, sweep
from visualizer.searching.lookup import load_game
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.support.errors import InputError
from visualizer.support.plugins.discovery import user_function

CODE = (
    "from games.tictactoe import GAME\ndef value(position): return 0\ndef score(position, "
    "move): return 0\n"
)


@pytest.fixture
def name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Write a file of code that nobody has named yet."""
    monkeypatch.setattr(_files, "_TRUSTED", set())
    games.load_game.cache_clear()
    file = tmp_path / "mine.py"
    file.write_text(CODE, encoding="utf-8")
    return str(file)


def refused(name: str) -> bool:
    """Say whether a function in a file is not loaded, since nobody has named it."""
    try:
        user_function(f"{name}:value")
    except InputError as error:
        return "runs only if you trust it" in str(error)
    return False


def test_what_is_typed_is_trusted_and_what_is_shown_is_not(name: str) -> None:
    """A search that is changed by hand keeps code that stood in it, and trusts only what was
    added.
    """
    shown = SearchSpec("alpha-beta", evaluation=f"{name}:value")
    SearchSpec.typed(shown.to_spec(), shown=shown)
    read_search_options({"depth": 2}, shown)

    assert refused(name)
    SearchSpec.typed(f"alpha-beta,ordering=killer+{name}:score", shown=shown)
    assert not refused(name)


def test_the_form_trusts_what_is_typed_there(name: str) -> None:
    """A form that is filled in from a file trusts none of its words, even if another field is
    changed.
    """
    form = StartForm(
        (), Recipe(PositionSpec("tictactoe", "corner"), SearchSpec(evaluation=f"{name}:value"))
    )
    form.enter("search", "depth", "2")
    form.enter("search", "evaluation", f"{name}:value")

    assert refused(name)
    form.enter("search", "ordering", f"{name}:score")
    assert not refused(name)


def test_a_game_file_named_in_the_form_is_trusted(name: str) -> None:
    """The file of a game that is opened there is loaded."""
    with pytest.raises(InputError, match="runs only if you trust it"):
        load_game(name)
    assert StartForm().open(name)
    assert not refused(name)


def test_an_opponent_that_is_typed_is_trusted(name: str) -> None:
    """The searches of `match` and `play` may be one's own."""
    read_opponent(games.load_game("tictactoe"), f"minimax,evaluation={name}:value,depth=1")
    assert not refused(name)


def test_other_processes_trust_the_same(name: str) -> None:
    """What is typed for a sweep is run in its processes, too."""
    tasks = plan_sweep(["tictactoe"], "random:2:5", "1-2", [f"minimax,evaluation={name}:value"])
    assert all(row["complete"] for row in sweep(tasks, processes=2))
