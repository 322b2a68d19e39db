"""Dots and Boxes: draw edges; who draws the fourth edge of a box owns it and moves again."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from games import (
    Board,
    Cell,
    Game,
    Ground,
    MoveScores,
    Option,
    Player,
    Preset,
    Settings,
    Stakes,
    counted,
    size_option,
)

OPEN = "."
SIGNS = {
    "+": Cell("label", label="•"),
    OPEN: Cell(),
    "1": Cell("cross", Player.FIRST),
    "2": Cell("nought", Player.SECOND),
}
"""How the signs of a position are drawn; a drawn edge is a line."""


@dataclass(frozen=True, slots=True)
class Dots:
    """The lines of the board, and whether the first player is to move.

    Rows of dots and edges alternate with rows of edges and boxes. A dot is `+`, an open edge `.`,
    a drawn edge `x`, an open box `.`, and a box that a player owns `1` or `2`.
    """

    lines: tuple[str, ...]
    maximizing: bool = True

    def is_edge(self, row: int, column: int) -> bool:
        """Return whether there is an edge, drawn or not."""
        return (row + column) % 2 == 1

    def moves(self) -> Sequence[tuple[int, int]]:
        """List the edges that are not drawn, row by row."""
        return [
            (row, column)
            for row, line in enumerate(self.lines)
            for column, sign in enumerate(line)
            if self.is_edge(row, column) and sign == OPEN
        ]

    def play(self, move: tuple[int, int]) -> Dots:
        """Draw an edge, and take the boxes that it completes."""
        grid = [list(line) for line in self.lines]
        row, column = move
        grid[row][column] = "x"
        maximizing = not self.maximizing
        for down, right in self.boxes_beside(row, column):
            if all(grid[y][x] == "x" for y, x in edges_of(down, right)):
                grid[down][right] = "1" if self.maximizing else "2"
                # Whoever completes a box moves again.
                maximizing = self.maximizing
        return Dots(tuple(map("".join, grid)), maximizing)

    def boxes_beside(self, row: int, column: int) -> list[tuple[int, int]]:
        """Return the boxes that have an edge, one or two."""
        if row % 2 == 0:
            both = [(row - 1, column), (row + 1, column)]
        else:
            both = [(row, column - 1), (row, column + 1)]
        inside = range(len(self.lines))
        return [(y, x) for y, x in both if y in inside and x in inside]

    def boxes(self, owner: str) -> int:
        """Return how many boxes a player owns, `1` or `2`."""
        return sum(line.count(owner) for line in self.lines)

    def ahead(self) -> int:
        """Return the first player's boxes less the second's."""
        return self.boxes("1") - self.boxes("2")

    def outcome(self) -> float | None:
        """Return by how many boxes the first player has won once all edges are drawn."""
        if self.moves():
            return None
        return self.ahead()

    def key(self) -> Hashable:
        """Return all there is."""
        return (self.lines, self.maximizing)

    def text(self) -> str:
        """Return the lines, and whose turn it is."""
        side = "first" if self.maximizing else "second"
        return f"{'/'.join(self.lines)} {side}"

    def name(self, move: tuple[int, int]) -> str:
        """Return the column and the row of an edge."""
        return f"{'abcdefg'[move[1]]}{move[0] + 1}"

    def board(self) -> Board:
        """Return the dots, edges and boxes, each a cell."""
        count = len(self.lines)
        cells = []
        for row, line in enumerate(self.lines):
            # An edge between two dots of a row is horizontal.
            edge = "│" if row % 2 else "─"
            cells.append(tuple(SIGNS.get(sign) or Cell("label", label=edge) for sign in line))
        return Board(
            "Dots and Boxes",
            tuple(cells),
            columns=tuple("abcdefg"[:count]),
            rows=tuple(str(row + 1) for row in range(count)),
            captions=(f"First {self.boxes('1')}  Second {self.boxes('2')}",),
            ground=Ground.WOOD,
        )


def edges_of(row: int, column: int) -> list[tuple[int, int]]:
    """Return the four edges of a box."""
    return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]


def start(settings: Settings) -> Dots:
    """Return the board without an edge drawn."""
    size = settings.get("size", 2)
    dots_and_edges = "+." * size + "+"
    edges_and_boxes = "." * len(dots_and_edges)
    lines = (dots_and_edges, edges_and_boxes) * size + (dots_and_edges,)
    return Dots(lines, settings.get("begins", "first") == "first")


def read(text: str, settings: Settings) -> Dots:
    """Read lines and a side; ValueError says what is wrong."""
    board, _, side = text.partition(" ")
    lines = tuple(board.split("/"))
    if len(lines) not in (3, 5, 7) or any(len(line) != len(lines) for line in lines):
        raise ValueError(f"{text!r} has not 3, 5 or 7 lines as long")
    if settings.get("size", len(lines) // 2) != len(lines) // 2:
        raise ValueError(
            f"the position has size {len(lines) // 2}, but you asked for size {settings['size']}"
        )
    if side not in ("first", "second"):
        raise ValueError(f"{side!r} is not first or second")
    for row in range(len(lines)):
        for column in range(len(lines)):
            check_sign(lines, row, column)
    return Dots(lines, side == "first")


def check_sign(lines: tuple[str, ...], row: int, column: int) -> None:
    """Check one sign of a position; ValueError if it cannot be there."""
    sign = lines[row][column]
    place = f"{sign!r} in row {row + 1}, column {column + 1}"
    if (row + column) % 2:
        allowed = "x."
    elif row % 2 == 0:
        allowed = "+"
    else:
        allowed = "12."
    if sign not in allowed:
        raise ValueError(f"{place} is not one of {' '.join(allowed)}")
    if allowed == "12.":
        is_complete = all(lines[y][x] == "x" for y, x in edges_of(row, column))
        if is_complete != (sign != OPEN):
            raise ValueError(f"{place}: a box with four edges is 1 or 2")


def boxes(position: Dots, outcome: float | None) -> float:
    """Return the first player's boxes less the second's."""
    return position.ahead()


def ending(position: Dots, outcome: float) -> str:
    """Say how a game has ended."""
    more, fewer = sorted((position.boxes("1"), position.boxes("2")), reverse=True)
    if not outcome:
        return f"a draw, {more} : {fewer}"
    winner = "First" if outcome > 0 else "Second"
    return f"{winner} wins {more} : {fewer}"


def completes(position: Dots, moves: Sequence[tuple[int, int]]) -> Sequence[Sequence[float]]:
    """Return for each edge how many boxes it completes, and how many it gives away."""
    found = []
    for move in moves:
        drawn = [
            sum(position.lines[y][x] == "x" for y, x in edges_of(*box))
            for box in position.boxes_beside(*move)
        ]
        found.append((float(drawn.count(3)), -float(drawn.count(2))))
    return found


GAME = Game(
    name="dots-and-boxes",
    title="Dots and Boxes",
    about="draw edges; who completes a box owns it and moves again",
    sides=("First", "Second"),
    notation="lines of dots +, edges x or . and boxes 1 2 or ., with / between; first or second",
    start=start,
    read=read,
    evaluations={"boxes": boxes},
    stakes={
        "boxes": Stakes(
            about="1 = a box ahead",
            ahead=counted("a box", "boxes"),
            by=lambda amount: f"by {counted('a box', 'boxes', '')(amount)}",
            most=lambda root: (len(root.lines) // 2) ** 2,
        )
    },
    orderings={
        "scored": MoveScores(
            "complete boxes, then give none away", ("completes", "gives"), completes
        )
    },
    presets=(
        Preset("start", "+.+.+/...../+.+.+/...../+.+.+ first", "two by two boxes"),
        Preset(
            "three",
            "+.+.+.+/......./+.+.+.+/......./+.+.+.+/......./+.+.+.+ first",
            "three by three boxes",
        ),
        Preset(
            "last", "+x+x+/x.x1x/+.+x+/x.x2x/+.+x+ first", "three edges are left, and two boxes"
        ),
    ),
    options=(
        size_option(1, 3, 2),
        Option("begins", "who draws the first edge", "first", choices=("first", "second")),
    ),
    sizes=("1", "2", "3"),
    depth=6,
    target=lambda position, move: move,
    ending=ending,
)
