"""The board that is played on: a widget that knows which square a cell is, and which square is pointed at."""

from dataclasses import dataclass, replace
from typing import Any

from textual import events

from games import Board, Coordinates
from visualizer.apps.tui.cells.squares import BoardPlan, Squares
from visualizer.apps.tui.cells.styled_lines import Rendering
from visualizer.apps.tui.terminal.ascii_looks import has_letters
from visualizer.apps.tui.widgets.painted import Painted, WidgetMessage

ARROW_STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
"""Rows and columns towards each side."""


class PlayBoard(Painted):
    """Shows a board with all that is marked on it; a large one is scrolled to the pointer."""

    @dataclass
    class Picked(WidgetMessage):
        """A square was clicked."""

        place: Coordinates

    def __init__(self, squares: Squares, **named: Any) -> None:
        """Show a board."""
        super().__init__(**named)
        self.squares = squares

    def show(self, squares: Squares) -> None:
        """Show a board."""
        self.squares = squares
        self.renew()

    def drawn(self) -> tuple[BoardPlan, int, int]:
        """Return how the squares stand, and the column and line of their drawing that is at the upper left."""
        self.rendering()
        return self._placed

    def drawn_anew(self) -> Rendering:
        """Draw the board, and of one that is too large the part around the square that is pointed at."""
        squares, plan = replace(self.squares, letters=has_letters(self)).fitting(*self.size)
        lines, left, top = squares.part(plan, *self.size, squares.pointer)
        self._placed = plan, left, top
        return Rendering(lines)

    def square_at(self, x: int, y: int) -> Coordinates | None:
        """Return the square at a cell of this widget, None beside the board."""
        plan, left, top = self.drawn()
        if y >= plan.above:
            place = plan.at(x + left, y + top)
        else:
            place = None
        if place is None or not is_board_square(self.squares.board, place):
            return None
        return place

    def on_click(self, event: events.Click) -> None:
        """Tell which square was clicked."""
        offset = event.get_content_offset(self)
        if offset is not None and (place := self.square_at(*offset)) is not None:
            self.post_message(self.Picked(place))

    def beside(self, place: Coordinates, arrow: str) -> Coordinates:
        """Return the nearest square in the direction of an arrow, as seen on the screen; the same one at an edge."""
        down, right = ARROW_STEPS[arrow]
        board = self.squares.board
        seen = self.squares.plan(1, 1).seen
        row, column = seen(place)
        reach = max(len(board.cells), *map(len, board.cells))
        for far in range(1, reach):
            y = row + far * down
            x = column + far * right
            # Where every other square is not used, rows are gone through in a zigzag.
            tried = (x,) if right else (x, x + 1, x - 1) if y % 2 else (x, x - 1, x + 1)
            for found in tried:
                if is_board_square(board, seen((y, found))):
                    return seen((y, found))
        return place


def is_board_square(board: Board, place: Coordinates) -> bool:
    """Return whether the game uses a cell of the board."""
    row, column = place
    return (
        0 <= row < len(board.cells)
        and 0 <= column < len(board.cells[row])
        and board.cells[row][column].playable
    )
