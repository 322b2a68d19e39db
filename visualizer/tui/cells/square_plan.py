"""Where the squares of a drawn board stand: from a square to its rectangle of cells, and back."""

from dataclasses import dataclass
from itertools import accumulate

from textual.geometry import Region

from games import Coordinates


@dataclass(frozen=True, slots=True)
class Plan:
    """How large a board is drawn: lines and columns of its squares, and the margins around them, in cells.

    `shift` is how far each row stands to the right of the one above. `above`, `left`, `below` and `right` are margins.
    With `turned` the last square stands at the upper left.
    """

    lines: int
    widths: tuple[int, ...]
    rows: int
    shift: int = 0
    above: int = 0
    left: int = 0
    below: int = 0
    right: int = 0
    turned: bool = False

    def seen(self, place: Coordinates) -> Coordinates:
        """Return where a square stands, by rows and columns as they are seen, or which square stands there."""
        row, column = place
        return (self.rows - 1 - row, len(self.widths) - 1 - column) if self.turned else place

    @property
    def width(self) -> int:
        """Columns of the whole drawing."""
        return self.left + self.shift * max(0, self.rows - 1) + sum(self.widths) + self.right

    @property
    def height(self) -> int:
        """Lines of the whole drawing."""
        return self.above + self.rows * self.lines + self.below

    def rectangle(self, place: Coordinates) -> Region:
        """Return the cells of a square."""
        row, column = self.seen(place)
        x = self.left + self.shift * row + sum(self.widths[:column])
        return Region(x, self.above + row * self.lines, self.widths[column], self.lines)

    def at(self, x: int, y: int) -> Coordinates | None:
        """Return the square to which a cell belongs, None beside the squares."""
        row = (y - self.above) // self.lines
        if not 0 <= row < self.rows:
            return None
        begin = self.left + self.shift * row
        ends = enumerate(accumulate(self.widths))
        column = next((column for column, end in ends if end - self.widths[column] <= x - begin < end), None)
        return None if column is None else self.seen((row, column))
