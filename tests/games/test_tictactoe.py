"""Tic-tac-toe: counts of the whole game, every position against a board of nine cells, presets,
refusals.
"""

from collections.abc import Iterator
from functools import cache

import pytest

from games import Player
from games.tictactoe import GAME, TicTacToe, read
from tests.few import one_in
from tests.games.reading import refused
from visualizer.explaining.measures.summary import summary
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run

ROWS = ("012", "345", "678", "036", "147", "258", "048", "246")
CELLS = ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")
PERFT = (1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872)
"""Positions after 0 to 9 plies along all ways to play; a game that ended before counts 0."""

SYMMETRIES = {
    "turn": (6, 3, 0, 7, 4, 1, 8, 5, 2),
    "half turn": (8, 7, 6, 5, 4, 3, 2, 1, 0),
    "left and right": (2, 1, 0, 5, 4, 3, 8, 7, 6),
    "top and bottom": (6, 7, 8, 3, 4, 5, 0, 1, 2),
    "diagonal": (0, 3, 6, 1, 4, 7, 2, 5, 8),
}
"""For each cell, the one whose sign comes to stand there."""


# The same game once more, as simply as can be: a board is nine characters.


def winner(cells: str) -> str:
    """Return the sign that has three in a row, or nothing."""
    for row in ROWS:
        signs = {cells[int(cell)] for cell in row}
        if signs in ({"X"}, {"O"}):
            return signs.pop()
    return ""


def empty(cells: str) -> list[int]:
    """Return the empty cells of a game that goes on."""
    if winner(cells):
        return []
    return [cell for cell in range(9) if cells[cell] == "-"]


def after(cells: str, cell: int) -> str:
    """Put the sign of the player to move on a cell."""
    if cells.count("X") == cells.count("O"):
        sign = "X"
    else:
        sign = "O"
    return cells[:cell] + sign + cells[cell + 1 :]


@cache
def value(cells: str) -> int:
    """Return 1, 0 or -1 for X's side, if both play as well as they can."""
    if not empty(cells):
        return {
            "X": 1,
            "O": -1,
            "": 0,
        }[winner(cells)]
    if cells.count("X") == cells.count("O"):
        choose = max
    else:
        choose = min
    return choose(value(after(cells, cell)) for cell in empty(cells))


@cache
def states() -> frozenset[str]:
    """Return all boards that can be reached."""
    found = {"-" * 9}
    new = {"-" * 9}
    while new:
        new = {after(cells, cell) for cells in new for cell in empty(cells)} - found
        found |= new
    return frozenset(found)


@cache
def tree_size(position: TicTacToe) -> int:
    """Count the nodes of the whole tree from a position, each way to reach a position apart."""
    return 1 + sum(tree_size(position.play(move)) for move in position.moves())


@cache
def perft(position: TicTacToe, depth: int) -> int:
    """Return the number of ways to play exactly that many plies."""
    if depth == 0:
        return 1
    return sum(perft(position.play(move), depth - 1) for move in position.moves())


def everywhere() -> Iterator[TicTacToe]:
    """Go through every position once, as the program plays it."""
    start = TicTacToe()
    seen = {start.key()}
    todo = [start]
    while todo:
        position = todo.pop()
        yield position
        for move in position.moves():
            child = position.play(move)
            if child.key() not in seen:
                seen.add(child.key())
                todo.append(child)


@pytest.mark.parametrize(("depth", "ways"), list(enumerate(PERFT)))
def test_perft(depth: int, ways: int) -> None:
    """There are 9, 72, 504, 3,024, 15,120, 54,720 ... ways to play 1, 2, 3 ... plies."""
    assert perft(TicTacToe(), depth) == ways


def test_whole_tree() -> None:
    """The whole game has 549,946 nodes, which is the sum of all perft numbers."""
    assert tree_size(TicTacToe()) == sum(PERFT) == 549_946


def test_there_are_5478_positions() -> None:
    """The program reaches exactly the 5,478 boards that the simple version reaches, each once."""
    texts = [position.text() for position in everywhere()]

    assert len(texts) == len(set(texts)) == 5_478
    assert set(texts) == states()


def test_every_position_agrees_with_the_simple_version() -> None:
    """On all 5,478 positions the two versions have the same moves, results, boards after each
    move and mover.
    """
    results = {"X": 1, "O": -1}
    for position in everywhere():
        cells = position.text()

        assert list(position.moves()) == empty(cells)
        assert [position.play(move).text() for move in position.moves()] == [
            after(cells, cell) for cell in empty(cells)
        ]
        over = not empty(cells)
        assert position.outcome() == (results.get(winner(cells), 0) if over else None)
        assert position.maximizing == (cells.count("X") == cells.count("O"))
        assert [position.name(move) for move in position.moves()] == [
            CELLS[cell] for cell in empty(cells)
        ]


def test_every_position_reads_back() -> None:
    """All 5,478 positions are the same after writing and reading, in either case and with dots
    for empty cells.
    """
    for position in everywhere():
        text = position.text()

        assert read(text, {}) == position
        assert read(text.lower().replace("-", "."), {}) == position
        assert read(f" {text[:3]}\n{text[3:6]} {text[6:]} ", {}) == position


def test_every_board_shows_the_text() -> None:
    """The board has a cross of the first and a nought of the second player wherever the text has
    one.
    """
    signs = {
        "X": ("cross", Player.FIRST),
        "O": ("nought", Player.SECOND),
        "-": ("", Player.NOBODY),
    }
    for position in everywhere():
        board = position.board()
        shown = [(cell.piece, cell.owner) for row in board.cells for cell in row]

        assert shown == [signs[sign] for sign in position.text()]
        assert board.columns == ("a", "b", "c")
        assert board.rows == ("1", "2", "3")


@pytest.mark.parametrize("symmetry", one_in(3, zip(SYMMETRIES.values())), ids=SYMMETRIES)
def test_symmetry(symmetry: tuple[int, ...]) -> None:
    """A turned or mirrored position has the turned or mirrored moves, and the same result."""
    for position in everywhere():
        cells = position.text()
        image = read("".join(cells[cell] for cell in symmetry), {})

        assert image.outcome() == position.outcome()
        assert {symmetry[move] for move in image.moves()} == set(position.moves())


def test_every_text_of_signs() -> None:
    """Of all 19,683 texts of nine signs exactly the 5,478 reachable ones are read."""
    texts = [""]
    for _ in range(9):
        texts = [text + sign for text in texts for sign in "XO-"]

    assert {text for text in texts if not refused(read, text, {})} == states()


# Presets.


PRESETS = {preset.name: preset for preset in GAME.presets}


def values(name: str) -> dict[str, int]:
    """Return the true value of every move of a preset."""
    cells = PRESETS[name].text
    return {CELLS[cell]: value(after(cells, cell)) for cell in empty(cells)}


def test_there_are_enough_presets() -> None:
    """There are at least six presets, and the empty board is the first."""
    assert len(GAME.presets) >= 6
    assert GAME.presets[0].text == "-" * 9


def test_only_the_centre_answers_a_corner() -> None:
    """After a corner O draws with the centre alone."""
    assert [move for move, worth in values("corner").items() if worth == 0] == ["b2"]
    assert set(values("corner").values()) == {0, 1}


def test_corners_answer_the_centre() -> None:
    """After the centre O draws with every corner and loses with every edge."""
    worth = values("centre")

    assert {worth[corner] for corner in ("a1", "c1", "a3", "c3")} == {0}
    assert {worth[edge] for edge in ("b1", "a2", "c2", "b3")} == {1}


def test_fork_needs_an_edge() -> None:
    """Against two opposite corners O draws with every edge; after a corner X blocks it and has
    two threats at once.
    """
    worth = values("fork")

    assert {worth[edge] for edge in ("b1", "a2", "c2", "b3")} == {0}
    assert {worth[corner] for corner in ("c1", "a3")} == {1}
    for corner, block in (("c1", "a3"), ("a3", "c1")):
        cells = after(after(PRESETS["fork"].text, CELLS.index(corner)), CELLS.index(block))
        threats = [
            cell for cell in empty(cells) if winner(cells[:cell] + "X" + cells[cell + 1 :]) == "X"
        ]

        assert len(threats) == 2


def test_edge_loses_to_all_but_one() -> None:
    """After centre and edge X wins with six moves of seven, all but a2."""
    assert [move for move, worth in values("edge-loses").items() if worth != 1] == ["a2"]


def test_only_move() -> None:
    """O draws with a3, the fourth of six moves, and loses with the others."""
    worth = values("only-move")

    assert list(worth.values()) == [1, 1, 1, 0, 1, 1]
    assert list(worth)[3] == "a3"


def test_win_in_one() -> None:
    """One move ends the game at once, and is the only one that wins."""
    cells = PRESETS["win-in-one"].text

    assert [CELLS[cell] for cell in empty(cells) if winner(after(cells, cell)) == "X"] == ["c1"]
    assert [move for move, worth in values("win-in-one").items() if worth == 1] == ["c1"]


def test_small_preset_has_a_cutoff_in_one_order_only() -> None:
    """The tree of fourteen nodes has a cutoff in natural order and none in the scored one."""
    cutoffs = {}
    for algorithm in ("alpha-beta", "ordered-alpha-beta"):
        cutoffs[algorithm] = summary(
            Run(Recipe(PositionSpec("tictactoe", "small"), SearchSpec(algorithm))).finish()
        )["cutoffs"]

    assert cutoffs["alpha-beta"] > 0
    assert cutoffs["ordered-alpha-beta"] == 0
