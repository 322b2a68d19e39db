"""Of a recording of a known game lint knows what is right: where lines end, which moves there
are, and the result.
"""

from __future__ import annotations

import json
from math import inf
from pathlib import Path
from typing import Any

import pytest

from tests.few import one_in
from tests.recordings.reading import read
from visualizer.apps.cli import visualizer
from visualizer.apps.cli.messages import run_command
from visualizer.apps.cli.search_commands import recording_lines_of
from visualizer.explaining.comparison.lint import findings_in_run
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec, recipe_of_recording
from visualizer.searching.run import Run

START = "XXO-----O"
MISTAKES = {
    "stops": "early-leaf",
    "leaves a move out": "moves-left",
    "is content with a draw": "wrong-result",
    "forgets the sign": "wrong-result",
}
"""What a bot may do wrong, and what is found then."""


class Bot:
    """Alpha-beta for tic-tac-toe that tells what it does; its values are 10 for a win of MAX,
    -10 for a win of MIN.
    """

    def __init__(self, mistake: str) -> None:
        """Search from the start, with a mistake, "" for none."""
        self.mistake = mistake
        self.told = list[dict[str, Any]]()
        self.visit(Run(Recipe(PositionSpec("tictactoe", START))).root, None, -inf, inf, 0)

    def visit(
        self,
        position: Any,
        move: str | None,
        alpha: float,
        beta: float,
        ply: int,
    ) -> float:
        """Search a position, and tell of it."""
        outcome = position.outcome()
        maximizing = position.maximizing
        if outcome is not None or (self.mistake == "stops" and ply == 3):
            value = 10.0 * (outcome or 0)
            if self.mistake == "forgets the sign" and ply % 2:
                value = -value
            self.told.append({"leaf": move, "value": value})
            return value
        moves = [*position.moves()]
        self.told.append(
            {
                "enter": move,
                "max": maximizing,
                "children": len(moves),
            }
        )
        best = -inf if maximizing else inf
        tried = 0
        last = self.mistake == "leaves a move out" and len(moves) > 1
        for each in moves[: len(moves) - last]:
            tried += 1
            value = self.visit(position.play(each), position.name(each), alpha, beta, ply + 1)
            if maximizing:
                best = max(best, value)
            else:
                best = min(best, value)
            if maximizing:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta or (self.mistake == "is content with a draw" and best == 0):
                break
        is_cut = tried < len(moves) - last
        self.told.append({"leave": best, **({"cut": True} if is_cut else {})})
        return best


def kept(tmp_path: Path, mistake: str, **header: Any) -> Path:
    """Return the file of a bot's search."""
    first = {
        "search": "bot",
        "game": "tictactoe",
        "position": START,
        **header,
    }
    file = tmp_path / "bot.jsonl"
    file.write_text(
        "".join(f"{json.dumps(each)}\n" for each in [first, *Bot(mistake).told]), encoding="utf-8"
    )
    return file


def found(file: Path) -> set[str]:
    """Return what is found in a file."""
    return {each.error for each in findings_in_run(Run(recipe_of_recording(str(file))).finish())}


def test_each_mistake_of_a_bot_is_found(tmp_path: Path) -> None:
    """The right bot is not doubted; each wrong one is, for what it does wrong and for nothing
    else.
    """
    assert found(kept(tmp_path, "")) == set()
    for mistake, what in MISTAKES.items():
        assert what in found(kept(tmp_path, mistake)) <= {what, "wrong-result"}, mistake


def test_an_answer_that_is_not_the_result_is_found(tmp_path: Path) -> None:
    """The right search may answer what it has found, and not who has lost as the winner."""
    file = kept(tmp_path, "")
    text = file.read_text(encoding="utf-8")
    for answer, expected in ((-10, set()), (10, {"wrong-result"})):
        file.write_text(f'{text}{{"result": {answer}}}\n', encoding="utf-8")
        assert found(file) == expected


def test_a_depth_says_where_leaves_may_be(tmp_path: Path) -> None:
    """With a limit of depth, leaves need not be the end of the game; and then it is a right
    search to that depth.
    """
    assert found(kept(tmp_path, "stops", depth=3)) == set()
    assert found(kept(tmp_path, "is content with a draw", depth=9)) == {"wrong-result"}


SEARCHES = (
    "alpha-beta",
    "alpha-beta,table=yes",
    "alpha-beta,fail=hard",
    "alpha-beta,quiescence=2",
    "negamax",
    "mtdf",
    "ordered-alpha-beta",
    "pvs",
    "iterative-deepening",
    "minimax",
    "star1",
    "expectiminimax",
    "tutorial-bot",
    "mcts,iterations=60",
)
PLACES = (
    ("tictactoe", START, 9),
    ("tictactoe", None, 3),
    ("connect-four", None, 4),
    ("othello", None, 3),
    ("kalah", None, 3),
    ("draughts", None, 3),
    ("einstein", None, 2),
    ("tak", None, 2),
)


@pytest.mark.parametrize("asked", one_in(4, SEARCHES))
def test_searches_of_ours_are_not_doubted(tmp_path: Path, asked: str) -> None:
    """Whatever they are asked for, what they wrote is right by the rules of each game."""
    name, *options = asked.split(",")
    held = 0
    for game, position, depth in PLACES:
        texts = {
            "algorithm": name,
            "depth": str(depth),
            "max_nodes": "20000",
        }
        search = SearchSpec().with_options({**texts, **dict(each.split("=") for each in options)})
        try:
            run = Run(Recipe(PositionSpec(game, position), search)).finish()
        except ValueError:  # it has no such moves, or chance
            continue

        assert not [*findings_in_run(read(tmp_path, "\n".join(recording_lines_of(run))))], game
        held += 1

    assert held


def test_the_command_names_diff(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where a game is known, it says how the search is held against a right one, whether
    something is found or not.
    """
    file = tmp_path / "bot.jsonl"
    for mistake, status in (("", 0), *((each, 1) for each in MISTAKES)):
        assert kept(tmp_path, mistake) == file
        assert run_command(visualizer, ["lint", str(file)]) == status
        assert f"visualizer diff {file} -s alpha-beta" in capsys.readouterr().out

    assert run_command(visualizer, ["diff", str(file), "-s", "alpha-beta"]) == 1
