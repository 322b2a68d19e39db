"""Engines that search on where the game is over by the rules: it is read, shown, tagged and said, never refused."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import games
from games import AnyPosition, Game, unfinished
from visualizer.apps.cli.search_commands import event_lines
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.views import views
from visualizer.explaining.comparison.lint import doubts
from visualizer.explaining.explanation.explainer import describe_node, explain
from visualizer.explaining.explanation.naming import Naming
from visualizer.explaining.measures.summary import summary
from visualizer.searching.events.replay import OVER_TAG
from visualizer.searching.recipe import recipe_of_recording
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.trace.held import FirstSteps
from visualizer.trace.tree_at_step import TreeAtStep

Event = dict[str, Any]
NAMES = ("chess", "connect-four", "einstein", "hex", "italian-draughts", "kalah", "othello", "tak", "tictactoe")


def run_of(tmp_path: Path, events: list[Event]) -> Run:
    """Return the run of some events, finished."""
    file = tmp_path / "engine.jsonl"
    file.write_text("".join(f"{json.dumps(each)}\n" for each in events), encoding="utf-8")
    return Run(recipe_of_recording(str(file))).finish()


def tagged(run: Run) -> list[int]:
    """Return the rows that are tagged as past the end."""
    return [key // 2 for key, (tags, _) in run.trace.remarks.items() if OVER_TAG in tags]


def checked(run: Run, tmp_path: Path) -> None:
    """Explain and draw each step, hold a held run against the whole one, and read what is written."""
    held = FirstSteps(run.trace)
    for step in range(run.trace.last_step + 1):
        tree = TreeAtStep(run.trace, step)
        assert explain(run, step)
        for view in views().values():
            view.draw(Scene(run, step), 80, 24)
        if tree.current is not None:
            path = run.path(tree.current)
            assert describe_node(Naming(run, tree), tree.current) and len(run.names(path)) == len(path)
            assert {*map(run.trace.move, tree.children(tree.current))} <= {*run.order(path, tree)}
        held.grow(step)
        one = TreeAtStep(held.trace, step)
        assert [one.known(row) for row in range(one.visits)] == [tree.known(row) for row in range(tree.visits)]
    again = run_of(tmp_path, [json.loads(line) for line in event_lines(run)])
    assert bytes(again.trace.rows) == bytes(run.trace.rows) and tagged(again) == tagged(run)
    assert [again.names(again.path(row)) for row in range(len(again.trace))] == [
        run.names(run.path(row)) for row in range(len(run.trace))
    ]


def last_but_one(game: Game, seed: int) -> tuple[AnyPosition, Any]:
    """Return the last position of a random game in which a player moves, and the move that ends it."""
    dice, position = random.Random(seed), game.start({})
    while True:
        move = dice.choice(position.moves())
        after = position.play(move)
        if after.outcome() is not None:
            return position, move
        position = after


@pytest.mark.parametrize("name", NAMES)
def test_any_game_can_be_searched_on(name: str, tmp_path: Path) -> None:
    """Behind the last move of a random game moves are labels, where the rules have none; values go up as ever."""
    if name == "chess":
        pytest.importorskip("chess", reason="python-chess is not installed")
    game = games.load(name)
    for seed in range(1 if name == "chess" else 2):
        position, move = last_but_one(game, seed)
        on = unfinished(position.play(move))
        replies = ["one", "two"] if on is None else [*map(on.name, on.moves()[:2])]
        first = position.maximizing
        events: list[Event] = [
            {"search": "plays on", "game": game.name, "position": position.text()},
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
        run = run_of(tmp_path, events)
        found = summary(run)
        assert tagged(run)[:1] == [1] and (found["nodes"], found["pruned"]) == (5, None)
        assert found["principal_variation"][0] == position.name(move)
        assert len(run.trace.named_best) == 1 and run.names(run.path(2)) == run.names(run.path(4))
        sentence = explain(run, 2)
        assert "By the rules the game is over here (" in sentence and sentence.endswith("Tagged game over.")
        assert doubts(run) == []
        checked(run, tmp_path)


def test_labels_go_deeper(tmp_path: Path) -> None:
    """Below the end the search may go on for plies, pass turns and probe; only where it passes the end is it tagged."""
    events: list[Event] = [
        {"search": "plays on", "game": "tictactoe", "position": "XX-OO----"},
        {"enter": None, "max": True},
        {"enter": "c1", "max": False},
        {"enter": "c2", "max": True},
        {"enter": None, "max": False, "probe": "null move"},
        {"leaf": "a3", "value": 5},
        {"leave": 5},
        {"leaf": "b3", "value": 7},
        {"leaf": "a3", "value": 8},
        {"leave": 8, "best": "a3"},
        {"enter": "c2", "max": True},
        {"leaf": "a3", "value": 2},
        {"leave": 2},
        {"leave": 2, "best": "c2"},
        {"leave": 2},
    ]
    run = run_of(tmp_path, events)
    assert tagged(run) == [1]
    assert run.names(run.path(5)) == ["c1", "c2", "b3"]
    assert summary(run)["principal_variation"] == ["c1", "c2", "a3"]
    checked(run, tmp_path)


MATED: list[Event] = [
    {"search": "stands pat", "game": "chess", "position": "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"},
    {"enter": None, "max": True, "alpha": -5, "beta": 90},
    {"enter": "a1a8", "max": False, "alpha": -5, "beta": 90, "depth": 0},
    {"stand": -10},
    {"leave": -10, "cut": True},
    {"leave": -5},
]


def test_standing_pat_where_one_is_mated(tmp_path: Path) -> None:
    """As quiescence does that looks at no moves but captures: the sentence says what the rules say."""
    pytest.importorskip("chess", reason="python-chess is not installed")
    run = run_of(tmp_path, MATED)
    assert "By the rules the game is over here (Black is mated, and White wins)" in explain(run, 2)
    assert summary(run)["cutoffs"] == 1
    assert run.names(run.path(1)) == ["Ra8#"]
    checked(run, tmp_path)


@pytest.mark.parametrize(
    ("position", "move", "reply", "words"),
    [
        ("8/8/8/4k3/8/8/3pK3/8 w - - 0 1", "e2d2", "e5e4", "neither side can mate: a draw"),
        ("8/8/8/4k3/8/8/3RK3/8 w - - 149 200", "d2d1", "e5f4", "75 moves without a capture or a pawn move: a draw"),
    ],
)
def test_moves_behind_a_draw_are_the_games(position: str, move: str, reply: str, words: str, tmp_path: Path) -> None:
    """Where the rules end a game in which there are moves these are checked, called as ever, and lead to boards."""
    pytest.importorskip("chess", reason="python-chess is not installed")
    events: list[Event] = [
        {"search": "does not know", "game": "chess", "position": position},
        {"enter": None, "max": True},
        {"enter": move, "max": False},
        {"enter": reply, "max": True},
        {"leaf": "e2f2" if move == "d2d1" else "d2c2", "value": 1},
        {"leave": 1},
        {"leave": 1},
        {"leave": 1},
    ]
    run = run_of(tmp_path, events)
    assert tagged(run) == [1] and words in explain(run, 2)
    assert run.names(run.path(3))[-2:] == [f"K{reply[2:]}", "Kf2" if move == "d2d1" else "Kc2"]
    assert run.position(run.path(3)).board().title == "Chess"
    checked(run, tmp_path)
    events[3]["enter"] = "a1a8"
    with pytest.raises(InputError, match="line 4: 'a1a8' is not a legal move here"):
        run_of(tmp_path, events)


def test_a_root_where_the_game_is_over(tmp_path: Path) -> None:
    """A driver that has no move to answer names none; a root that is searched all the same names its own."""
    pytest.importorskip("chess", reason="python-chess is not installed")
    header = {"search": "asked too late", "game": "chess", "position": "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"}
    leaf = {"leaf": None, "value": 1000, "kind": "terminal"}
    run = run_of(tmp_path, [header, leaf, {"result": 1000, "best": "0000"}])
    assert (summary(run)["result"], summary(run)["result_best_move"]) == (1000, None)
    drawn = {"search": "does not know", "game": "chess", "position": "8/8/8/4k3/8/8/4K3/8 w - - 0 1"}
    events: list[Event] = [drawn, {"enter": None, "max": True}, {"leaf": "e2e3", "value": 1}, {"leave": 1}]
    run = run_of(tmp_path, [*events, {"result": 1, "best": "e2e3"}])
    assert summary(run)["result_best_move"] == "Ke3" and tagged(run) == [0]
    checked(run, tmp_path)
