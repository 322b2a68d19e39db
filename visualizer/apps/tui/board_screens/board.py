"""The board to play on: a widget that knows its squares and the pointer."""

from dataclasses import dataclass, replace
from typing import Any

from textual import events

from games import Board, Coordinates
from visualizer.apps.tui.cells.squares import BoardPlan, Squares
from visualizer.apps.tui.cells.styled_lines import Rendering
from visualizer.apps.tui.terminal.ascii_looks import has_letters
from visualizer.apps.tui.widgets.painted import Painted, WidgetMessage

ARROW_STEPS = {
    "up": (-1, 0),
    "down": (1, 0),
    "left": (0, -1),
    "right": (0, 1),
}
"""The step of each arrow, as rows down and columns right."""


class PlayBoard(Painted):
    """Shows a board with its marks; a board without enough room is scrolled to the pointer."""

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
        self.redraw()

    def drawn(self) -> tuple[BoardPlan, int, int]:
        """Return the plan of the squares, and its column and line at the upper left."""
        self.rendering()
        return self._placed

    def make_rendering(self) -> Rendering:
        """Draw the board, or the part around the pointer that fits."""
        drawn = replace(self.squares, letters=has_letters(self))
        squares, plan = drawn.fit(*self.size)
        lines, left, top = squares.draw_part(plan, *self.size, squares.pointer)
        self._placed = plan, left, top
        return Rendering(lines)

    def square_at(self, x: int, y: int) -> Coordinates | None:
        """Return the square at a cell of this widget, or None outside the squares."""
        plan, left, top = self.drawn()
        if y < plan.upper_margin:
            return None
        square = plan.square_at(x + left, y + top)
        if square is None or not is_board_square(self.squares.board, square):
            return None
        return square

    def on_click(self, event: events.Click) -> None:
        """Post which square was clicked."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        square = self.square_at(*offset)
        if square is not None:
            self.post_message(self.Picked(square))

    def neighbour(self, start: Coordinates, arrow: str) -> Coordinates:
        """Return the nearest square in the direction of an arrow, or `start` itself at an edge."""
        board = self.squares.board
        # The board may be turned, but an arrow goes where it points on the screen: `mirrored`
        # converts a square to its place on the screen, and back. The size of squares, here 1 by 1,
        # makes no difference.
        mirrored = self.squares.plan(1, 1).mirrored
        longest_side = max(len(board.cells), *map(len, board.cells))
        for distance in range(1, longest_side):
            for shown_place in places_at_distance(mirrored(start), arrow, distance):
                square = mirrored(shown_place)
                if is_board_square(board, square):
                    return square
        return start


def places_at_distance(place: Coordinates, arrow: str, distance: int) -> list[Coordinates]:
    """Return the places at a distance from a place, the place straight ahead first.

    `arrow` is the direction. A place is a row and a column, as shown on the screen.
    """
    down, right = ARROW_STEPS[arrow]
    row, column = place
    y = row + distance * down
    x = column + distance * right
    if right != 0:
        return [(y, x)]
    # Draughts uses every other square, so that going up or down must zigzag.
    sideways = 1 if y % 2 else -1
    return [(y, x), (y, x + sideways), (y, x - sideways)]


def is_board_square(board: Board, square: Coordinates) -> bool:
    """Return whether the game uses a cell of the board."""
    row, column = square
    return (
        0 <= row < len(board.cells)
        and 0 <= column < len(board.cells[row])
        and board.cells[row][column].playable
    )
