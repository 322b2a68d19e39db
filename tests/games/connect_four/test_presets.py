"""The presets of Connect Four: every count is measured, every sentence is true."""

import pytest

from games.connect_four import GAME
from tests.oracles.games.connect_four import Simple, value
from visualizer.explaining.explanation.explainer import explain
from visualizer.explaining.measures.proof_tree import minimum
from visualizer.explaining.measures.summary import summary
from visualizer.searching.lookup import resolve_position
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run

PRESETS = {preset.name: preset for preset in GAME.presets}


def searched(
    name: str, algorithm: str = "alpha-beta", depth: int | None = None, moves: str = ""
) -> Run:
    """Search a preset, at its depth if no other is given."""
    limit = depth or int(PRESETS[name].counts["depth"])
    search = SearchSpec(algorithm, depth=limit, max_nodes=3_000_000)
    return Run(Recipe(PositionSpec("connect-four", name, moves), search)).finish()


def winning_moves(name: str, depth: int) -> list[str]:
    """Return the moves after which a search to a depth finds the first player to win."""
    _, root = resolve_position(PositionSpec("connect-four", name))
    return [
        move
        for move in map(root.name, root.moves())
        if summary(searched(name, depth=depth - 1, moves=move))["value"] == 1
    ]


def test_ordering_helps() -> None:
    """Only 4 and 5 win within six plies; centre first needs an eleventh of the nodes, as told."""
    assert winning_moves("ordering-helps", 6) == ["4", "5"]
    counts = PRESETS["ordering-helps"].counts
    assert 10.5 < counts["alpha-beta"] / counts["ordered-alpha-beta"] < 11.5


def test_ordering_hurts() -> None:
    """Centre first needs nearly seven times the nodes of left to right."""
    counts = PRESETS["ordering-hurts"].counts

    assert 6.5 < counts["ordered-alpha-beta"] / counts["alpha-beta"] < 7
    assert counts["value"] == 0


def test_the_first_search_of_connect_four_shows_something() -> None:
    """With all defaults the centre is found to be best, and trying it first needs the fewest
    nodes possible.
    """
    run = Run(Recipe(PositionSpec("connect-four"), SearchSpec())).finish()

    assert run.recipe.search.evaluation == "lines"
    assert run.depth == 3
    said = (
        "Finished: col 4 is best for Yellow, who is 9 open lines ahead after cols 4 4 4 "
        "(9, depth 3)."
    )
    assert explain(run, run.trace.last_step).startswith(said)
    counts = PRESETS["opening"].counts
    assert counts["ordered-alpha-beta"] == counts["minimum"] < counts["alpha-beta"]


@pytest.mark.slow
def test_knowing_only_who_has_won_says_nothing_of_the_opening() -> None:
    """From the empty board nothing is decided in six plies, and no order needs fewer nodes than
    left to right.
    """
    where = PositionSpec("connect-four", "opening")
    runs = [
        Run(
            Recipe(
                where,
                SearchSpec(
                    name,
                    evaluation="result",
                    depth=6,
                    max_nodes=3_000_000,
                ),
            )
        ).finish()
        for name in ("minimax", "alpha-beta")
    ]
    least = minimum(runs[0].trace)

    assert least is not None
    assert runs[0].trace.value(0) == 0
    assert least.nodes == len(runs[1].trace) == 1249


def test_open_three() -> None:
    """5 alone makes three in a row with both ends free; depth 3 sees the win, depth 2 does not."""
    assert winning_moves("open-three", 3) == ["5"]
    assert summary(searched("open-three", depth=2))["value"] == 0
    board = Simple()
    for digit in "4431" + "5":
        board = board.play(digit)
    for block, ends in (("2", "6"), ("6", "2")):
        assert board.play(block).play(ends).winner() == "F"


def test_end_game() -> None:
    """Fourteen cells are free; searched to the end, only column 3 wins."""
    assert 42 - len(PRESETS["end-game"].text) == 14 == PRESETS["end-game"].counts["depth"]
    assert winning_moves("end-game", 14) == ["3"]


@pytest.mark.slow
def test_end_game_by_hand() -> None:
    """In the end game the simple version finds the same only winning move."""
    board = Simple()
    for digit in PRESETS["end-game"].text:
        board = board.play(digit)

    assert {
        move: value(board.play(move)) for move in board.moves() if value(board.play(move)) == 1
    } == {"3": 1}


def test_small_boards() -> None:
    """The values of the presets on small boards are those of the simple version."""
    board = Simple(("",) * 3, 3, 3)

    assert value(board) == PRESETS["whole-game"].counts["value"]
    for digit in PRESETS["small"].text.removeprefix("3x3/3 "):
        board = board.play(digit)
    assert value(board) == PRESETS["small"].counts["value"]


def test_centre_first_hurts_on_four_by_four() -> None:
    """On 4×4 centre first needs more than twice the nodes of left to right."""
    counts = PRESETS["four-by-four"].counts
    assert counts["ordered-alpha-beta"] > 2 * counts["alpha-beta"]
