"""A rectangle of cells to write on."""

from rich.cells import cell_len

from visualizer.tui.styled_lines import NUMBER, Line, clipped, joined


class TextGrid:
    """A rectangle of cells, each with a letter and a style; letters beyond its edges are lost, and numbers wholly."""

    def __init__(self, width: int, height: int) -> None:
        """Begin empty."""
        self.width, self.height = width, height
        self.cells: list[list[tuple[str, str]]] = [[(" ", "text")] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str) -> int:
        """Write a text from a place on; return the column behind it."""
        cells = cell_len(text)
        end = x + cells
        if not 0 <= y < self.height or not text:
            return end
        row = self.cells[y]
        if x >= 0 and cells == len(text) and end <= self.width:
            row[x:end] = [(letter, style) for letter in text]
            return end
        if end > self.width:
            text = clipped(text, max(0, self.width - x))
        elif x < 0 and NUMBER.search(text):
            x, text = 0, "…"
        for letter in text:
            wide = cell_len(letter)
            if x >= 0 and x + wide <= self.width:
                row[x] = (letter, style)
                row[x + 1 : x + wide] = [("", style)] * (wide - 1)
            elif wide and 0 <= x < self.width:
                row[x] = (" ", style)
            x += wide
        return end

    def across(self, first: int, last: int, y: int, letter: str, style: str) -> None:
        """Write a letter into each cell from one column to another."""
        first, last = max(0, first), min(self.width - 1, last)
        if 0 <= y < self.height and first <= last:
            self.cells[y][first : last + 1] = [(letter, style)] * (last - first + 1)

    def is_free(self, first: int, last: int, y: int) -> bool:
        """Return whether nothing is written into the cells from one column to another (exclusive)."""
        inside = first >= 0 and last <= self.width and 0 <= y < self.height
        return inside and all(letter == " " for letter, _ in self.cells[y][first:last])

    def lines(self) -> list[Line]:
        """Return the rows, cells of one style together."""
        blank = [(" ", "text")] * self.width
        return [[(" " * self.width, "text")] if row == blank else joined(row) for row in self.cells]
