"""The rules of Connect Four against the simple version, known values and counts, symmetries."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import Player
from games.connect_four import GAME, read, start
from games.connect_four.rules import ConnectFour, read_size
from tests.few import one_in
from tests.oracles.games.connect_four import DIGITS, Simple

SIZES = (
    "7x6",
    "4x4",
    "3x3/3",
    "2x2/2",
    "1x5/2",
    "6x1/3",
    "5x4/3",
    "10x10",
    "10x3/5",
    "3x10/7",
    "8x8/6",
)


def empty(size: str) -> tuple[ConnectFour, Simple]:
    """Return the empty board in both versions."""
    here = start({"size": read_size(size)})
    return here, Simple(("",) * here.size.columns, here.size.rows, here.size.connect)


def games(size: str, count: int, seed: int) -> Iterator[tuple[ConnectFour, Simple]]:
    """Go through random games, position by position, in both versions."""
    dice = random.Random(f"{size} {seed}")
    for _ in range(count):
        here, board = empty(size)
        while True:
            yield here, board
            digits = board.moves()
            if not digits:
                break
            digit = dice.choice(digits)
            here = here.play(GAME.find_move(here, digit))
            board = board.play(digit)


@pytest.mark.parametrize("size", one_in(4, SIZES))
def test_games_agree_with_the_simple_version(size: str) -> None:
    """Along random games of every size all positions have the same moves, movers, landings,
    boards and results.
    """
    owners = {
        "F": Player.FIRST,
        "S": Player.SECOND,
        "": Player.NOBODY,
    }
    met = 0
    for here, board in games(size, 15, 1):
        met += 1

        assert [here.name(move) for move in here.moves()] == board.moves()
        assert here.outcome() == board.result()
        assert here.maximizing == (board.side() == "F")
        rows = range(board.rows - 1, -1, -1)
        shown = [[cell.owner for cell in cells] for cells in here.board().cells]
        assert shown == [
            [owners[board.at(column, row)] for column in range(len(board.columns))] for row in rows
        ]
        for move in here.moves():
            height = len(board.columns[move])
            assert GAME.target(here, move) == (board.rows - 1 - height, move)

    assert met > 30


@pytest.mark.parametrize("size", SIZES)
def test_no_line_around_the_edge(size: str) -> None:
    """Of 200 random sets of cells the lines are found and counted as place by place, and none
    runs over an edge.
    """
    dice = random.Random(size)
    here, board = empty(size)
    lines = board.lines()
    grid = here.grid

    assert grid.count_lines(grid.full) == len(lines)
    cells = [(column, row) for column in range(len(board.columns)) for row in range(board.rows)]
    for _ in range(200):
        chosen = {cell for cell in cells if dice.random() < 0.6}
        stones = sum(grid.bottoms[column] << row for column, row in chosen)
        whole = sum(chosen.issuperset(line) for line in lines)

        assert grid.count_lines(stones) == whole
        assert grid.has_line(stones) == (whole > 0)


def swapped(played: str, columns: int) -> str:
    """Mirror the columns of a text."""
    return "".join(DIGITS[columns - 1 - DIGITS.index(digit)] for digit in played)


@settings(max_examples=60)
@given(st.sampled_from(SIZES), st.integers(0, 10**9))
def test_mirror(size: str, seed: int) -> None:
    """The mirrored game has the mirrored moves and the same result, and is worth the same under
    every evaluation.
    """
    asked = {"size": read_size(size)}
    for here, board in games(size, 1, seed):
        image = read(
            swapped(here.text().rpartition(" ")[2] if here.stones else "", here.size.columns), asked
        )

        assert image.outcome() == here.outcome()
        assert sorted(swapped("".join(board.moves()), here.size.columns)) == sorted(
            map(image.name, image.moves())
        )
        for evaluate in GAME.evaluations.values():
            assert evaluate(image, image.outcome()) == evaluate(here, here.outcome())


def test_board() -> None:
    """The board is told with its columns' digits, rows from the top, both numbers and the lines
    through free cells.
    """
    board = read("4453", {}).board()

    assert board.title == "Connect Four 7×6"
    assert board.columns == tuple("1234567")
    assert board.rows == tuple("654321")
    assert board.captions == ("Yellow 2  Red 2",)
    owners = [cell.owner for cell in board.cells[5]]
    assert owners == [Player(number) for number in (0, 0, 2, 1, 1, 0, 0)]
    assert list(board.layers["lines"][5]) == [3, 4, None, None, None, 4, 3]
    assert start({"size": read_size("10x10/5")}).board().columns == tuple("1234567890")
    assert start({"size": read_size("3x3/3")}).board().title == "Connect Four 3×3, 3 in a row"


@pytest.mark.parametrize("size", SIZES)
def test_layer(size: str) -> None:
    """The layer of an empty board tells for each cell how many lines go through it."""
    here, board = empty(size)
    lines = board.lines()
    for row, counts in enumerate(reversed(here.board().layers["lines"])):
        assert list(counts) == [
            sum((column, row) in line for line in lines) for column in range(len(counts))
        ]
