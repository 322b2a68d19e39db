"""Engines that search on where the game is over by the rules: it is read, shown, tagged and
said, never refused.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import games
from games import AnyPosition, Game, as_unfinished
from tests.recordings.reading import Event, check_everywhere, read, sentences, tagged
from visualizer.explaining.comparison.lint import findings_in_run
from visualizer.explaining.measures.summary import summary

NAMES = (
    "chess",
    "connect-four",
    "einstein",
    "hex",
    "italian-draughts",
    "kalah",
    "othello",
    "tak",
    "tictactoe",
)


def last_but_one(game: Game, seed: int) -> tuple[AnyPosition, Any]:
    """Return the last position of a random game in which a player moves, and the move that ends
    it.
    """
    dice = random.Random(seed)
    position = game.start({})
    while True:
        move = dice.choice(position.moves())
        after = position.play(move)
        if after.outcome() is not None:
            return position, move
        position = after


@pytest.mark.parametrize("name", NAMES)
def test_any_game_can_be_searched_on(name: str, tmp_path: Path) -> None:
    """Behind the last move of a random game moves are labels, where the rules have none; values
    go up as ever.
    """
    if name == "chess":
        pytest.importorskip("chess", reason="python-chess is not installed")
    game = games.load_game(name)
    for seed in range(1 if name == "chess" else 2):
        position, move = last_but_one(game, seed)
        on = as_unfinished(position.play(move))
        if on is None:
            replies = ["one", "two"]
        else:
            replies = [*map(on.name, on.moves()[:2])]
        first = position.maximizing
        events: list[Event] = [
            {
                "search": "plays on",
                "game": game.name,
                "position": position.text(),
            },
            {"enter": None, "max": first},
            {"enter": position.name(move), "max": not first},
            {"leaf": replies[0], "value": 1},
            {"enter": replies[-1], "max": first},
            {"stand": 7},
            {"leave": 7, "cut": True},
            {"leaf": replies[0], "value": 3},
            {"leave": 3 if first else 7, "best": replies[0] if first else replies[-1]},
            {"leave": 3 if first else 7},
            {"result": 3 if first else 7, "best": position.name(move)},
        ]
        run = read(tmp_path, events)
        found = summary(run)

        assert tagged(run)[:1] == [1]
        assert found["nodes"] == 5
        assert found["pruned"] is None
        assert found["principal_variation"][0] == position.name(move)
        assert len(run.trace.named_best) == 1
        assert run.names(run.path(2)) == run.names(run.path(4))
        sentence = sentences(run)[2]
        assert "By the rules the game is over here (" in sentence
        assert sentence.endswith("Tagged game over.")
        assert findings_in_run(run) == []
        again = check_everywhere(run, tmp_path)
        rows = range(len(run.trace))
        assert [again.names(again.path(row)) for row in rows] == [
            run.names(run.path(row)) for row in rows
        ]
