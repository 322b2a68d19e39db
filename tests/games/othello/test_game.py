"""What the game offers: settings, the drawn board, moves that stand for two, and presets that
keep their promises.
"""

from typing import Any

import pytest

from games import Player
from games.othello import GAME
from games.othello.rules import Othello
from tests.few import one_in
from tests.oracles.games import othello as simple
from visualizer.explaining.measures.summary import summary
from visualizer.publish.outputs import subtree_path
from visualizer.searching.lookup import resolve_position
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run, read_path
from visualizer.support.errors import InputError

PRESETS = {preset.name: preset for preset in GAME.presets}


def preset_position(name: str) -> Othello:
    """Return the position of a preset."""
    here = GAME.read(PRESETS[name].text, {})
    assert isinstance(here, Othello)
    return here


def searched(
    name: str, algorithm: str, depth: int | str, ordering: str | None = None
) -> dict[str, Any]:
    """Search a preset."""
    return summary(
        Run(
            Recipe(PositionSpec("othello", name), SearchSpec(algorithm, ordering, depth=depth))
        ).finish()
    )


def move_values(name: str, depth: int) -> dict[str, float]:
    """Return the value of every move of a preset, searched that many plies deep; 99 means to the
    end.
    """
    here = preset_position(name)
    return {here.name(move): value(here.play(move), depth - 1, -64, 64) for move in here.moves()}


def value(
    here: Othello,
    depth: int,
    alpha: float,
    beta: float,
) -> float:
    """Return the value of an alpha-beta of the test's own."""
    outcome = here.outcome()
    if outcome is not None or depth == 0:
        return here.disc_lead()
    for move in here.moves():
        found = value(here.play(move), depth - 1, alpha, beta)
        if here.maximizing:
            alpha = max(alpha, found)
        else:
            beta = min(beta, found)
        if alpha >= beta:
            break
    return alpha if here.maximizing else beta


def test_the_board_is_drawn() -> None:
    """Rows count from the top, Black's discs are the dark ones and are MAX's, and empty squares
    show their weights.
    """
    board = GAME.read("X--- -OX- -XO- ---- X", {}).board()

    assert board.title == "Othello 4×4"
    assert board.captions == ("Black 3  White 2",)
    assert board.dark == Player.FIRST
    assert board.columns == ("a", "b", "c", "d")
    assert board.rows == ("1", "2", "3", "4")
    assert [(cell.piece, cell.owner) for cell in board.cells[1]] == [
        ("", Player.NOBODY),
        ("stone", Player.SECOND),
        ("stone", Player.FIRST),
        ("", Player.NOBODY),
    ]
    assert board.layers["weights"][:2] == ((None, -20, -20, 120), (-20, None, None, -20))
    assert GAME.start({"size": 16}).board().columns[-1] == "p"


def test_a_moves_target_is_its_square() -> None:
    """Rows count from the top; a pass has no square."""
    for size in (4, 8, 16):
        here = GAME.start({"size": size})
        for move in here.moves():
            row, column = GAME.target(here, move) or (-1, -1)
            assert here.name(move) == "abcdefghijklmnop"[column] + str(row + 1)
    assert GAME.target(GAME.start({}), 0) is None


# Moves that are left unwritten.


def test_moves_may_be_joined_and_leave_out_passes() -> None:
    """`a5f2` is a5, pass, f2; written or not, in either case, joined or apart."""
    texts = {
        resolve_position(PositionSpec("othello", "pass", moves))[1].text()
        for moves in ("a5f2", "A5 PASS F2", "a5passF2", "a5 f2")
    }

    assert len(texts) == 1
    with pytest.raises(
        InputError,
        match=r"'a5' is not a legal move here: the square is occupied; legal: .* in move 2 of --moves",
    ):
        resolve_position(PositionSpec("othello", "pass", "a5a5"))


def test_paths_may_leave_out_passes() -> None:
    """Where a tree is shown from a node, and where the explorer goes to one, a pass may be left
    out as well.
    """
    run = Run(Recipe(PositionSpec("othello", "pass"), SearchSpec("minimax", depth=4))).finish()

    assert subtree_path(run, "a5f2") == subtree_path(run, "a5 pass f2")
    assert read_path(run, "a5f2") == read_path(run, "a5 pass f2")
    assert run.names(read_path(run, "a5f2")) == ["a5", "pass", "f2"]


# Presets.


@pytest.mark.parametrize(
    "name",
    one_in(3, [pytest.param("whole-game", marks=pytest.mark.slow), "end-game", "pass", "small"]),
)
def test_depths_to_the_end_are_to_the_end(name: str) -> None:
    """Where a preset says that it is searched to the end, its depth is the longest game's."""
    counts = PRESETS[name].counts
    for depth in (int(counts["depth"]), "all"):
        assert searched(name, "minimax", depth)["nodes"] == counts["minimax"]

    assert searched(name, "minimax", int(counts["depth"]) - 1)["nodes"] < counts["minimax"]


def tried(name: str) -> list[str]:
    """Return the moves of a preset in the scored order."""
    here = preset_position(name)
    moves = here.moves()
    scores = dict(
        zip(moves, map(sum, GAME.orderings["scored"].components(here, moves)), strict=True)
    )
    return [here.name(move) for move in sorted(moves, key=lambda move: -scores[move])]


def test_ordering_helps() -> None:
    """h8 is the best of twelve moves, the last in natural order and the first in the scored one,
    and saves 23 times.
    """
    here = preset_position("ordering-helps")
    values = move_values("ordering-helps", 4)

    assert max(values, key=lambda name: values[name]) == "h8"
    assert [here.name(move) for move in here.moves()][-1] == tried("ordering-helps")[0] == "h8"
    assert len(values) == 12
    counts = PRESETS["ordering-helps"].counts
    assert counts["alpha-beta"] // counts["ordered-alpha-beta"] == 23


def test_ordering_hurts() -> None:
    """g1, beside the corner h1, is the best of nine moves, first in natural order and last in
    the scored one.
    """
    here = preset_position("ordering-hurts")
    values = move_values("ordering-hurts", 4)

    assert max(values, key=lambda name: values[name]) == "g1"
    assert here.name(here.moves()[0]) == tried("ordering-hurts")[-1] == "g1"
    assert len(values) == 9


def test_opening() -> None:
    """Six plies from the start natural order visits least of the three, and the order of weights
    most.
    """
    counts = PRESETS["opening"].counts

    assert preset_position("opening").text() == GAME.start({}).text()
    assert counts["alpha-beta"] < counts["ordered-alpha-beta"] < counts["weights"]


def test_wipe_out() -> None:
    """After h3 each of White's eight replies lets Black flip all; no other move wins so much,
    and depth 2 sees less.
    """
    board, sign = PRESETS["wipe-out"].text.split()
    after, _ = simple.after(board, sign, "h3")
    replies = simple.moves(after, "O")

    assert len(replies) == 8
    for reply in replies:
        answered, _ = simple.after(after, "O", reply)
        assert any(
            "O" not in simple.after(answered, "X", move)[0] for move in simple.moves(answered, "X")
        )
    values = move_values("wipe-out", 3)
    assert [name for name, worth in values.items() if worth == 17] == ["h3"]
    assert max(values.values()) == 17
    assert max(move_values("wipe-out", 2).values()) < 17


def test_end_game() -> None:
    """Of the last eight squares only a8 wins, with one disc flipped; g3 flips seven, the most,
    and loses.
    """
    board, sign = PRESETS["end-game"].text.split()

    assert board.count("-") == 8
    values = move_values("end-game", 99)
    assert [name for name, worth in values.items() if worth > 0] == ["a8"]
    assert values["a8"] == 4
    assert values["g3"] == -28
    flips = {
        simple.name(board, cell): len(simple.flipped(board, cell, sign))
        for cell in simple.squares(board, sign)
    }
    assert flips["a8"] == 1
    assert flips["g3"] == 7
    assert max(flips.values()) == 7


def test_pass() -> None:
    """Only a5 wins, and after it White has no move but the pass."""
    values = move_values("pass", 99)

    assert [name for name, worth in values.items() if worth > 0] == ["a5"]
    assert searched("pass", "alpha-beta", "all")["principal_variation"][:2] == ["a5", "pass"]
    after = GAME.read(PRESETS["pass"].text, {})
    after = after.play(GAME.find_move(after, "a5"))
    assert [after.name(move) for move in after.moves()] == ["pass"]


def test_whole_game() -> None:
    """4×4 ends 3 to 11 with two squares empty."""
    here = preset_position("whole-game")

    assert here.text() == GAME.start({"size": 4}).text()
    for name in searched("whole-game", "ordered-alpha-beta", "all")["principal_variation"]:
        here = here.play(GAME.find_move(here, name))
    board = here.text().split()[0]
    assert board.count("X") == 3
    assert board.count("O") == 11
    assert board.count("-") == 2
    assert here.outcome() == -8


def test_small() -> None:
    """Four squares of 4×4 are empty; natural order cuts off, the scored order more, and some
    line has a pass.
    """
    here = preset_position("small")
    counts = PRESETS["small"].counts

    assert here.size == 4
    assert 16 - here.disc_count == 4
    assert (
        counts["ordered-alpha-beta"] == counts["minimum"] < counts["alpha-beta"] < counts["minimax"]
    )
    for algorithm in ("alpha-beta", "ordered-alpha-beta"):
        assert searched("small", algorithm, "all")["cutoffs"] > 0
    run = Run(
        Recipe(PositionSpec("othello", "small"), SearchSpec("alpha-beta", depth="all"))
    ).finish()
    assert any("pass" in run.names(run.path(row)) for row in range(len(run.trace)))
