"""The rules of Hex against the simple version, known values, symmetries and the swap."""

import random
from collections.abc import Iterator
from functools import cache

import pytest

from games import Player
from games.hex import GAME, read, start
from games.hex.rules import Hex, make_hex
from tests.oracles.games import hex as simple

OPENINGS = {
    "a1": -1,
    "b1": -1,
    "c1": 1,
    "a2": 1,
    "b2": 1,
    "c2": 1,
    "a3": 1,
    "b3": -1,
    "c3": -1,
}
"""Value of every first move on 3×3."""

RESULTS = {
    "b": 1,
    "w": -1,
    "": None,
}


def text_of(board: simple.Board, side: str) -> str:
    """Return the text of a simple board, as this program reads it."""
    return simple.to_text(board, side)


@cache
def value(here: Hex) -> float:
    """Return the value of a position under this program's rules."""
    outcome = here.outcome()
    if outcome is not None:
        return outcome
    choose = max if here.maximizing else min
    return choose(value(here.play(move)) for move in here.moves())


def random_boards(
    count: int, seed: int, sizes: tuple[int, ...] = (2, 3, 4, 5, 6)
) -> Iterator[tuple[simple.Board, str]]:
    """Return boards with any numbers of stones, over or not, and a side to move."""
    dice = random.Random(seed)
    for _ in range(count):
        signs = dice.choice(("bw.", "bw....", "bbww.", "bw"))
        board = {cell: dice.choice(signs) for cell in simple.empty(dice.choice(sizes))}
        yield board, dice.choice("bw")


def test_games_agree_with_the_simple_version() -> None:
    """Along 90 random games on boards of 2 to 7 rows all positions, moves, names, movers and
    results are the same.
    """
    dice = random.Random(1)
    met = 0
    for size in list(range(2, 8)) * 15:
        here = start({"size": size})
        board = simple.empty(size)
        side = "b"
        while True:
            met += 1
            cells = simple.free(board)
            won = simple.winner(board)

            assert here.text() == text_of(board, side)
            assert here.maximizing == (side == "b")
            assert here.outcome() == RESULTS[won]
            assert [here.name(move) for move in here.moves()] == [
                simple.name(cell) for cell in cells
            ]
            assert [GAME.target(here, move) for move in here.moves()] == cells
            if not cells:
                break
            chosen = dice.randrange(len(cells))
            here = here.play(here.moves()[chosen])
            board = simple.after(board, cells[chosen], side)
            side = simple.OTHER[side]

    assert met > 1_200


def test_boards_agree_with_the_simple_version() -> None:
    """Of 1,200 boards with any numbers of stones both versions say alike who has won, also one
    move on.
    """
    for board, side in random_boards(1_200, 2):
        here = read(text_of(board, side), {})
        won = simple.winner(board)

        assert here.outcome() == RESULTS[won]
        cells = simple.free(board)
        assert len(here.moves()) == len(cells)
        for move, cell in list(zip(here.moves(), cells, strict=True))[:2]:
            after = simple.winner(simple.after(board, cell, side))
            assert here.play(move).outcome() == RESULTS[after]


def test_large_boards() -> None:
    """On boards of 11 and 19 rows a game ends with the same winner in both versions."""
    assert start({}).size == 11
    for size in (11, 19):
        for seed in range(2):
            here = start({"size": size})
            board = simple.empty(size)
            side = "b"
            dice = random.Random(seed)
            while here.outcome() is None:
                move = dice.choice(here.moves())
                board[here.landing(move)], side = side, simple.OTHER[side]
                here = here.play(move)

            assert here.outcome() == RESULTS[simple.winner(board)]


@pytest.mark.parametrize("size", range(2, 20))
def test_full_board_has_one_winner(size: int) -> None:
    """There are no draws: on a full board exactly one side has joined its edges, at any size."""
    dice = random.Random(size)
    for _ in range(20):
        signs = "/".join("".join(dice.choice("bw") for _ in range(size)) for _ in range(size))

        assert read(f"{signs} b", {}).outcome() in (1, -1)
        assert read(f"{signs} w", {}).outcome() == read(f"{signs} b", {}).outcome()


def test_openings_on_three_by_three() -> None:
    """On 3×3 Black wins with b2, c1, a2, c2 and a3, and loses with the four other first moves;
    so Black can win.
    """
    empty = start({"size": 3})

    assert {empty.name(move): value(empty.play(move)) for move in empty.moves()} == OPENINGS
    board = simple.empty(3)
    assert {
        simple.name(cell): simple.value(simple.after(board, cell, "b"), "w")
        for cell in simple.free(board)
    } == OPENINGS


@pytest.mark.parametrize("size", [2, 3])
def test_first_player_wins(size: int) -> None:
    """Without swap the first player wins, on 2×2 with every move but those in the acute corners."""
    empty = start({"size": size})

    assert value(empty) == 1
    if size == 2:
        worth = {empty.name(move): value(empty.play(move)) for move in empty.moves()}
        assert worth == {
            "a1": -1,
            "b1": 1,
            "a2": 1,
            "b2": -1,
        }


def test_board_is_a_rhombus_of_the_stones() -> None:
    """The board is slanted, Black's stones are dark and the first player's, and both numbers are
    told.
    """
    board = read("bb./.w./... w", {}).board()

    assert board.slant is True
    assert board.dark == Player.FIRST
    assert board.title == "Hex 3×3"
    assert board.columns == ("a", "b", "c")
    assert board.rows == ("1", "2", "3")
    assert [cell.owner for cell in board.cells[0]] == [Player.FIRST, Player.FIRST, Player.NOBODY]
    assert [cell.owner for cell in board.cells[1]] == [Player.NOBODY, Player.SECOND, Player.NOBODY]
    assert board.captions == (
        "Black 2, connects top and bottom",
        "White 1, connects left and right",
    )


# The swap.


SWAP = {"size": 3, "swap": "on"}


def test_swap_puts_a_mirrored_stone() -> None:
    """To swap takes Black's stone off and puts one of White's on the mirrored cell; then it is
    Black's turn.
    """
    for cell, mirrored in (
        ("c1", "a3"),
        ("b1", "a2"),
        ("b2", "b2"),
        ("c3", "c3"),
    ):
        here = read(cell, SWAP)
        after = here.play(GAME.find_move(here, "swap"))

        assert after == read(f"{cell} swap", SWAP)
        assert after.black == 0
        assert after.white == after.grid.cells[mirrored]
        assert after.maximizing is True
        assert after.last == after.grid.cells[mirrored]
        row, column = GAME.target(here, GAME.find_move(here, "swap")) or (-1, -1)
        assert after.board().cells[row][column].owner is Player.SECOND
        assert read(after.text(), SWAP).key() == after.key()


def test_swap_is_the_second_players_first_move_only() -> None:
    """Only White's first move may be a swap, it is listed behind the cells, and only with the
    setting.
    """
    names = [read("b2", SWAP).name(move) for move in read("b2", SWAP).moves()]

    assert names == ["a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3", "swap"]
    for text in ("b2 a1", "b2 swap", "b2 swap a1", "b2 a1 c3"):
        assert "swap" not in [read(text, SWAP).name(move) for move in read(text, SWAP).moves()]
    assert "swap" not in [start(SWAP).name(move) for move in start(SWAP).moves()]
    assert 0 not in read("b2", {"size": 3}).moves()
    assert read(".../.b./... w", {"swap": "on"}).may_swap
    assert not read("b../.b./... w", {"swap": "on"}).may_swap


def test_swap_is_as_if_the_players_had_changed_colours() -> None:
    """After a swap the value is the negative of what the first stone was worth: the players have
    changed places.
    """
    for cell, worth in OPENINGS.items():
        assert value(read(f"{cell} swap", SWAP)) == -worth


def test_second_player_wins_with_swap() -> None:
    """On 3×3 with swap every first move loses: a good one is taken over, after a bad one White
    places a stone.
    """
    empty = start(SWAP)
    assert {value(empty.play(move)) for move in empty.moves()} == {-1}


def test_random_games_with_swap_end() -> None:
    """Games in which the first stone was taken over go on as usual, stone by stone, and have a
    winner.
    """
    dice = random.Random(5)
    for _ in range(100):
        here = start({"size": 4, "swap": "on"})
        here = here.play(dice.choice(here.moves())).play(0)
        while here.outcome() is None:
            move = dice.choice(here.moves())

            assert (
                make_hex(
                    4,
                    here.black,
                    here.white,
                    maximizing=here.maximizing,
                ).result
                is None
            )
            here = here.play(move)
        board = simple.from_text(here.text())

        assert here.outcome() == RESULTS[simple.winner(board)]
