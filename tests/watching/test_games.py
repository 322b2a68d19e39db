"""A person's code on games: nodes are positions, lines belong to the visits of a search of ours,
step by step.
"""

from __future__ import annotations

import json
from math import inf
from typing import Any

import pytest

from tests.grading import right
from tests.watching.heard import heard_here
from visualizer import search
from visualizer.apps.cli import visualizer
from visualizer.apps.cli.messages import run_command
from visualizer.trace.rows import Kind
from visualizer.your_code.watching.watched import WatchedCode
from visualizer.your_code.watching.worker import WatchedRequest


def played(
    function: Any,
    game: str,
    position: str | None = None,
    depth: int | None = None,
    options: str = "alpha-beta",
) -> WatchedCode:
    """Return what a function does with a position of a game, watched in this process."""
    words = f"{options},depth={depth or 'all'}"
    request = WatchedRequest(
        game, position, "", {}, words, depth, 0, 0, ">=", 100_000, 100_000, 20.0
    )
    return WatchedCode("yours", request, heard_here(function, request))


def expectiminimax(node: Any, depth: Any) -> Any:
    """MAX, MIN and chance, to a depth."""
    if depth == 0 or node.is_terminal:
        return node.value
    values = [expectiminimax(child, depth - 1) for child in node.children]
    if node.maximizing is None:
        return sum(chance * value for chance, value in zip(node.probabilities, values, strict=True))
    if node.maximizing:
        return max(values)
    return min(values)


def by_node(
    node: Any,
    depth: Any,
    alpha: Any,
    beta: Any,
) -> Any:
    """Alpha-beta that asks each node who moves, as games need where a side moves twice."""
    if depth == 0 or node.is_terminal:
        return node.value
    best = -inf if node.maximizing else inf
    for child in node.children:
        value = by_node(child, depth - 1, alpha, beta)
        if node.maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


GAMES = [
    (right.wikipedia, "tictactoe", "X---O----", 3, "alpha-beta"),
    (right.negamax, "tictactoe", "X---O----", 3, "alpha-beta"),
    (by_node, "kalah", None, 3, "alpha-beta"),
    (right.wikipedia, "connect-four", None, 3, "alpha-beta,ordering=scored"),
    (by_node, "othello", None, 3, "alpha-beta,evaluation=weights"),
    (expectiminimax, "einstein", None, 2, "expectiminimax"),
]


@pytest.mark.parametrize(("function", "game", "position", "depth", "options"), GAMES)
def test_the_visits_are_those_of_our_search(
    function: Any, game: str, position: str | None, depth: int, options: str
) -> None:
    """Where the code is right, its trace is the right one's, visit by visit, with windows,
    values and cuts.
    """
    seen = played(function, game, position, depth, options)
    algorithm, *others = options.split(",")
    chosen: Any = dict(option.split("=") for option in others)
    wanted = search(
        game,
        position,
        depth=depth,
        algorithm=algorithm,
        **chosen,
    ).trace
    trace = seen.run.trace

    assert seen.has_search_in_calls
    assert len(trace) == len(wanted) > 20
    for number, (mine, its) in enumerate(zip(trace, wanted, strict=True)):
        assert trace.path(number) == wanted.path(number)
        assert mine.value == pytest.approx(its.value)
        if algorithm == "alpha-beta":
            assert mine.alpha == its.alpha
            assert mine.beta == its.beta
            assert (mine.kind is Kind.CUT) == (its.kind is Kind.CUT)


def test_nodes_are_one_object_a_path(capsys: pytest.CaptureFixture[str]) -> None:
    """`children` are the same objects each time; what a node offers is what the contract says."""
    found: dict[str, Any] = {}

    def look(node: Any) -> Any:
        found["same"] = node.children[0] is node.children[0]
        child = node.children[0]
        found["child"] = (
            child.move,
            child.maximizing,
            child.is_terminal,
            child.position.text(),
            child.key == node.key,
        )
        return node.children[0].value

    played(look, "tictactoe", "X---O----", 1)

    assert found == {"same": True, "child": ("b1", False, True, "XX--O----", False)}


def test_the_command_on_a_game(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """`node` is the path in the moves' names; -o and -e hold for the code as for our searches."""
    file = tmp_path / "mine.py"
    file.write_text(
        "def f(node):\n    return node.value if node.is_terminal else max(-f(n) for n in "
        "node.children)\n"
    )
    words = ["watch", f"{file}:f", "connect-four", "-d", "1", "-o", "scored", "-e", "lines"]

    assert run_command(visualizer, [*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    children = search(
        "connect-four", depth=1, ordering="scored", evaluation="lines", algorithm="minimax"
    ).trace
    names = [str(1 + row.move) for row in children][1:]
    assert [call["node"] for call in found["calls"]] == ["", *names]
    assert names[0] == "4"
    assert found["game"] == "connect-four"
