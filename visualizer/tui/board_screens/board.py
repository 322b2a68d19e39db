"""The board that is played on: a widget that knows which square a cell is, and which square is pointed at."""

from dataclasses import dataclass, replace

from textual import events
from textual.message import Message

from games import Board, Coordinates
from visualizer.tui.cells.square_plan import Plan
from visualizer.tui.cells.squares import Squares
from visualizer.tui.cells.styled_lines import Rendering
from visualizer.tui.terminal.no_colour import has_letters
from visualizer.tui.widgets.painted import Painted

ARROWS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
"""Rows and columns towards each side."""


class PlayBoard(Painted):
    """Shows a board with all that is marked on it, turned if wanted; a large one is scrolled to the pointer."""

    @dataclass
    class Picked(Message):
        """A square was clicked."""

        place: Coordinates

    def __init__(self, squares: Squares, *, id: str | None = None) -> None:  # noqa: A002  Textual's name
        """Show a board, not turned."""
        super().__init__(id=id)
        self.squares, self.turned = squares, False

    def show(self, squares: Squares, *, turned: bool) -> None:
        """Show a board; its squares are named as if it were not turned."""
        self.squares, self.turned = squares, turned
        self.renew()

    def seen(self, place: Coordinates) -> Coordinates:
        """Return where a square stands on the screen, and of a place on the screen which square it is."""
        cells = self.squares.board.cells
        return (len(cells) - 1 - place[0], len(cells[0]) - 1 - place[1]) if self.turned else place

    def wished(self, width: int, height: int) -> int:
        """Return how many columns the board takes where there is so much room."""
        return min(width, replace(self.squares, words_on={}).fitting(width, height)[1].width)

    def drawn(self) -> tuple[Plan, int, int]:
        """Return how the squares stand, and the column and line of their drawing that is at the upper left."""
        self.rendering()
        return self._placed

    def drawn_anew(self) -> Rendering:
        """Draw the board, and of one that is too large the part around the square that is pointed at."""
        squares, plan = self._turned(replace(self.squares, letters=has_letters(self))).fitting(*self.size)
        lines, left, top = squares.part(plan, *self.size, squares.pointer)
        self._placed = plan, left, top
        return Rendering(lines)

    def _turned(self, squares: Squares) -> Squares:
        """Return squares as they are seen."""
        if not self.turned:
            return squares
        board, seen = squares.board, self.seen
        turned = replace(
            board,
            cells=tuple(row[::-1] for row in board.cells[::-1]),
            columns=board.columns[::-1],
            rows=board.rows[::-1],
            layers={name: tuple(row[::-1] for row in layer[::-1]) for name, layer in board.layers.items()},
        )
        return replace(
            squares,
            board=turned,
            marks={seen(place): mark for place, mark in squares.marks.items()},
            words_on={seen(place): words for place, words in squares.words_on.items()},
            open=frozenset(map(seen, squares.open)),
            chosen=squares.chosen and seen(squares.chosen),
            pointer=squares.pointer and seen(squares.pointer),
        )

    def square_at(self, x: int, y: int) -> Coordinates | None:
        """Return the square at a cell of this widget, None beside the board."""
        plan, left, top = self.drawn()
        place = plan.at(x + left, y + top) if y >= plan.above else None
        return None if place is None or not is_square(self._turned(self.squares).board, place) else self.seen(place)

    def on_click(self, event: events.Click) -> None:
        """Tell which square was clicked."""
        offset = event.get_content_offset(self)
        if offset is not None and (place := self.square_at(*offset)) is not None:
            self.post_message(self.Picked(place))

    def beside(self, place: Coordinates, arrow: str) -> Coordinates:
        """Return the nearest square in the direction of an arrow, as seen on the screen; the same one at an edge."""
        down, right = ARROWS[arrow]
        board = self._turned(self.squares).board
        row, column = self.seen(place)
        reach = max(len(board.cells), *map(len, board.cells))
        for far in range(1, reach):
            y, x = row + far * down, column + far * right
            # Where every other square is not used, rows are gone through in a zigzag.
            tried = (x,) if right else (x, x + 1, x - 1) if y % 2 else (x, x - 1, x + 1)
            for found in tried:
                if is_square(board, (y, found)):
                    return self.seen((y, found))
        return place


def is_square(board: Board, place: Coordinates) -> bool:
    """Return whether the game uses a cell of the board."""
    row, column = place
    return 0 <= row < len(board.cells) and 0 <= column < len(board.cells[row]) and board.cells[row][column].playable
