"""A turn that is passed, as engines try it: the same board with the other side to move, where a
game can say it.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import games
from games import AnyPosition, Game, position_after_pass
from visualizer.searching.recipe import recipe_of_recording
from visualizer.searching.run import Run

ABLE = ("chess", "hex", "italian-draughts", "kalah", "othello")
"""The games that can; the others tell whose turn it is by what lies on the board."""


def positions(game: Game, seed: int) -> Iterator[AnyPosition]:
    """Play a random game, as far as it goes."""
    dice = random.Random(seed)
    position = game.start({})
    while position.outcome() is None:
        yield position
        position = position.play(dice.choice(position.moves()))


def loaded(name: str) -> Game:
    """Return a game, whose library may have to be installed."""
    if name == "chess":
        pytest.importorskip("chess", reason="python-chess is not installed")
    return games.load_game(name)


def test_which_games_can() -> None:
    """Every game that has a null move is tested here, and no other claims one."""
    able = {
        name for name in games.game_names() if name not in games.broken_games() and name != "chess"
    }
    can = {
        name
        for name in able
        if name != "openspiel" and position_after_pass(games.load_game(name).start({})) is not None
    }

    assert {*can, "chess"} == {*ABLE}


@pytest.mark.parametrize("name", ABLE)
def test_only_the_turn_changes(name: str) -> None:
    """The notation reads back, the pieces stay, it is the other's turn, and passing again leads
    back.
    """
    game = loaded(name)
    asked = 0
    for seed in range(3):
        for position in positions(game, seed):
            after = position_after_pass(position)
            if after is None:
                continue
            asked += 1

            assert after.maximizing is not position.maximizing
            assert after.key() != position.key()
            assert game.read(after.text(), {}).key() == after.key() or name == "chess"
            assert after.board().cells == position.board().cells
            again = position_after_pass(after)
            assert again is None or name == "chess" or again.key() == position.key()

    assert asked > 20


@pytest.mark.parametrize("name", ABLE)
def test_a_null_move_in_a_recording_has_a_board(name: str, tmp_path: Path) -> None:
    """The node behind a null move has the position with the other side to move, and its moves
    are the game's.
    """
    game = loaded(name)
    root = game.start({})
    after = position_after_pass(root)

    assert after is not None
    reply = after.name(after.moves()[0])
    events = [
        {
            "search": "engine",
            "game": name,
            "position": root.text(),
        },
        {"enter": None, "max": True},
        {
            "enter": None,
            "max": False,
            "probe": "null move",
        },
        {"leaf": reply, "value": 1},
        {"leave": 1},
        {"leave": 1, "cut": True},
    ]
    file = tmp_path / "null.jsonl"
    file.write_text("".join(f"{json.dumps(each)}\n" for each in events), encoding="utf-8")
    run = Run(recipe_of_recording(str(file))).finish()
    assert not run.trace.reason
    assert len(run.trace) == 3
    assert run.position(run.path(1)).key() == after.key()
    assert run.notation_of_moves(run.path(2))[1:] == [reply]


def test_labels_behind_a_null_move_may_still_come(tmp_path: Path) -> None:
    """Where a game cannot pass, moves behind it are labels; those that come later have names,
    too.
    """
    events = [
        {"search": "engine", "game": "connect-four"},
        {"enter": None, "max": True},
        {
            "enter": None,
            "max": False,
            "probe": "null move",
        },
        {"leaf": "one", "value": 1},
        {"leaf": "two", "value": 2},
        {"leaf": "three", "value": 3},
        {"leave": 1},
        {"leave": 1},
    ]
    file = tmp_path / "null.jsonl"
    file.write_text("".join(f"{json.dumps(each)}\n" for each in events), encoding="utf-8")
    run = Run(recipe_of_recording(str(file)))
    run.advance(step=3)

    assert run.choices(run.path(1))
    run.finish()
    assert [run.names(run.path(row))[-1] for row in range(2, 5)] == ["one", "two", "three"]
