"""A board as coloured squares, as large as there is room for; dark pieces are dark, light ones light.

Where there are no colours, or no signs, pieces are letters.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Self

from games import Board, Cell, Coordinates, Player
from visualizer.boards.marks import SIGNS, Mark
from visualizer.boards.shapes import heat_of, is_dark
from visualizer.boards.text import EMPTY, cell_text, number, widths_of
from visualizer.look.shapes import clip, letters
from visualizer.look.themes import COLOURS, DARK, level
from visualizer.tui.cells.square_art import art, centred, labelled, on_ground, padded, pointed, sign
from visualizer.tui.cells.square_plan import Plan
from visualizer.tui.cells.styled_lines import Line, cropped, joined, width_of

LARGE = ((3, 7), (2, 5), (2, 4))
"""Lines and columns of squares of several lines, the largest first."""
LARGEST = ((5, 11),)
"""The same for a board that has most of the screen; pieces have a margin there."""
SLANTED = ((5, 12), (3, 8), (2, 6), (2, 4))
"""The same for a rhombus, whose rows are moved by half a cell."""
USUAL, NARROW = 3, 2
"""Least columns of a square of one line, usually and where it is narrow."""
LONGEST = 12
"""Letters of a label."""
OPEN, OPEN_LETTER, OPEN_SIDES = "◦", "+", "::"
"""What an empty square shows where one can move, the same among letters, and what stands beside a piece there."""


@dataclass(frozen=True)
class Squares:
    """A board, what is marked on it, the heat map over it, and whether its pieces are letters."""

    board: Board
    marks: Mapping[Coordinates, Mark] = field(default_factory=dict)
    layer: str | None = None
    letters: bool = False
    numbers: bool = True
    """Whether numbers are written on the squares: the heat map's, or `words_on`."""
    words_on: Mapping[Coordinates, str] = field(default_factory=dict)
    """Words that are written on squares in place of the heat map's numbers."""
    open: frozenset[Coordinates] = frozenset()
    """Where one can move."""
    chosen: Coordinates | None = None
    """Where the move that is being entered begins."""
    pointer: Coordinates | None = None
    """The square that is pointed at."""
    sizes: tuple[tuple[int, int], ...] = LARGE
    turned: bool = False
    """Whether it is seen from the other side."""

    @property
    def way(self) -> int:
        """Return 1 where rows and columns are seen in their order, -1 where they are turned."""
        return -1 if self.turned else 1

    def draw(self, width: int, height: int) -> list[Line]:
        """Return the lines of the largest squares that fit, if need be without numbers; the smallest may not."""
        squares, plan = self.fitting(width, height)
        return squares.planned(plan)

    def fitting(self, width: int, height: int) -> tuple[Self, Plan]:
        """Return what `draw` draws, and how large its squares are."""
        plan = self.plan(1, NARROW, alike=False)
        for lines, columns, alike in (*self.large(), (1, USUAL, True), (1, USUAL, False), (1, NARROW, False)):
            plan = self.plan(lines, columns, alike=alike)
            if (lines == 1 or plan.height <= height) and plan.width <= width:
                return self, plan
        if (self.layer or self.words_on) and self.numbers and not self.letters:
            return replace(self, numbers=False).fitting(width, height)
        return self, plan

    def large(self) -> Iterator[tuple[int, int, bool]]:
        """Yield the lines and columns of squares that have room for their contents, and that columns are alike."""
        cells = [cell for row in self.board.cells for cell in row]
        words = [cell_text(cell, self.board.dark) if self.letters else self.sign(cell) for cell in cells]
        longest = max(map(letters, [*words, *(self.words_on.values() if self.numbers else ())]), default=0)
        yield from ((*size, True) for size in (SLANTED if self.board.slant else self.sizes) if longest < size[1])

    def plan(self, lines: int, columns: int, *, alike: bool = True) -> Plan:
        """Return where squares of this size stand; `alike` makes all columns equally wide."""
        board, signs = self.board, not self.letters
        widths = self.widths(lines, columns, alike=alike)[:: self.way]
        return Plan(
            lines, tuple(widths), len(board.cells), widths[0] // 2 if board.slant and widths else 0,
            above=bool(board.columns),
            left=max((letters(clip(name, 8)) for name in board.rows), default=-1) + 1,
            below=bool(board.edges[0] and signs),
            right=bool(board.edges[1] and signs),
            turned=self.turned,
        )  # fmt: skip

    def planned(self, plan: Plan) -> list[Line]:
        """Return the drawn lines of a board."""
        board, lines, widths, edge = self.board, plan.lines, plan.widths, plan.left
        columns, rows = board.columns[:: self.way], board.rows[:: self.way]
        names = "".join(centred(clip(name, 8), wide, lines) for name, wide in zip(columns, widths, strict=False))
        across, down = map(self.edge, board.edges)
        if plan.below:
            names = names.replace(" ", "━")
        side, end = ("▐", "▌") if plan.right else (" ", "")
        drawn: list[Line] = [joined([(" " * edge, "dim"), (names, across)])] if board.columns else []
        for row, cells in enumerate(board.cells[:: self.way]):
            name = clip(rows[row], 8) if row < len(rows) else ""
            pieces = [self.square(plan.seen((row, x)), lines, widths[x]) for x in range(len(cells))]
            for y in range(lines):
                words = name if y == (lines - 1) // 2 else ""
                margin = words.rjust(max(0, edge - 1)) + side * (edge > 0)
                before = joined([(" " * (plan.shift * row), "dim"), (margin, down)])
                after: Line = [(end, down)] if end else []
                drawn.append([*before, *(span for piece in pieces for span in piece[y]), *after])
        if plan.below:
            drawn.append([(" " * (edge + plan.shift * (plan.rows - 1)), "dim"), ("━" * sum(widths), across)])
        return drawn

    def part(self, plan: Plan, width: int, height: int, at: Coordinates | None) -> tuple[list[Line], int, int]:
        """Return as much of a drawing as there is room for, around a square, below the names of its columns.

        Behind it stand the column and the line of the drawing that are at the upper left.
        """
        around = plan.rectangle(at or (0, 0))
        left = max(0, min(around.x - width // 2, plan.width - width))
        top = max(0, min(around.y - height // 2, plan.height - height))
        lines, aside = self.planned(plan), (" " * (plan.shift * (top // plan.lines)), "dim")
        names = [[aside, *line] for line in lines[: plan.above]]
        shown = [*names, *lines[plan.above + top :]][: max(0, height)]
        return [cropped(line, left, width) for line in shown], left, top

    def edge(self, owner: Player) -> str:
        """Return the style of an edge and of the names on it, by whose it is."""
        if not owner or self.letters:
            return "dim"
        return f"{self.owner(owner)}+{self.board.ground}-{3 if owner is self.board.dark else 1}"

    def widths(self, lines: int, columns: int, *, alike: bool) -> list[int]:
        """Return how wide each column is."""
        count = max(map(len, self.board.cells), default=0)
        if lines > 1:
            return [columns] * count
        words = [["".join(text for text, _ in self.words((y, x))) for x in range(len(row))]
                 for y, row in enumerate(self.board.cells)]  # fmt: skip
        widths = widths_of(self.board, words, self.marks if columns >= USUAL else {}, columns)
        if self.board.slant:
            widths = [wide + wide % 2 for wide in widths]
        return [max(widths)] * count if alike and widths else widths

    def ground(self, place: Coordinates) -> str:
        """Return the style of a square's ground, none where there is no square."""
        (row, column), board = place, self.board
        cell = board.cells[row][column]
        if place == self.chosen:
            return f"mark-{Mark.LEFT}"
        if place in self.heat and not cell.piece:
            return f"heat-{level(self.heat[place]) + 1}"
        if place in self.marks:
            return f"mark-{self.marks[place]}"
        if board.chequered:
            return f"{board.ground}-{1 if is_dark(board, place) else 3}"
        if not cell.playable:
            return ""
        return f"{board.ground}-{1 + ((column - row) % 3 if board.slant else (row + column) % 2)}"

    @cached_property
    def heat(self) -> dict[Coordinates, float]:
        """The heat of each square, as a share of the largest."""
        return heat_of(self.board, self.layer)

    def owner(self, owner: Player) -> str:
        """Return the style of a player's pieces."""
        return "on-board" if owner is Player.NOBODY else "dark" if owner is self.board.dark else "light"

    def sign(self, cell: Cell) -> str:
        """Return a piece as one sign."""
        return sign(cell, dark=cell.owner is self.board.dark)

    def words(self, place: Coordinates) -> Line:
        """Return the contents of a square of one line: pieces from the bottom up, or a number."""
        cell = self.board.cells[place[0]][place[1]]
        said = (self.words_on.get(place) or number(self.board, self.layer, *place)) if self.numbers else ""
        if not cell.piece or not cell.playable:
            shade = level(self.heat.get(place, 0))
            empty = EMPTY if self.letters and cell.playable else ""
            if place in self.open:
                empty = OPEN_LETTER if self.letters else OPEN
            return [(said or empty, "dark" if said and COLOURS.words[shade] == DARK else "on-board")]
        beside: Line = [(f" {said}", "on-board")] if said else []
        if self.letters:
            return [(cell_text(cell, self.board.dark), self.owner(cell.owner)), *beside]
        return [*self.pile(cell), (clip(self.sign(cell), LONGEST), self.owner(cell.owner)), *beside]

    def pile(self, cell: Cell) -> Line:
        """Return the pieces under the top one; of more than a few alike, their number."""
        below = cell.stack[:-1]
        if len(below) > NARROW and len({*cell.stack}) == 1:
            return [(str(len(cell.stack)), self.owner(cell.owner))]
        return [(self.sign(Cell("flat", owner)), self.owner(owner)) for owner in below]

    def square(self, place: Coordinates, lines: int, width: int) -> list[Line]:
        """Return the lines of a square, with the signs of its mark at both sides."""
        ground, content, cell = self.ground(place), self.words(place), self.board.cells[place[0]][place[1]]
        mark = SIGNS[self.marks[place]] if place in self.marks else ""
        if place in self.open and cell.piece:
            mark = OPEN_SIDES
        if place == self.chosen:
            mark = SIGNS[Mark.LEFT]
        drawn, marked = min(lines, LARGE[0][0]), bool(mark) or place == self.pointer
        rows = [content] if lines == 1 else self.rows(cell, content, drawn, width, marked=marked)
        margin: list[Line] = [[]] * ((lines - drawn) // 2)
        rows = [*margin, *rows, *margin]
        square = [on_ground(padded(row, width, mark, flush=lines == 1), ground) for row in rows]
        return pointed(square) if place == self.pointer else square

    def rows(self, cell: Cell, content: Line, lines: int, width: int, *, marked: bool) -> list[Line]:
        """Return the contents of a square of several lines: the piece, and below it its pile or number."""
        style, below = self.owner(cell.owner), [] if self.letters else content[len(self.pile(cell)) + 1 :]
        if cell.piece and not self.letters and self.pile(cell):
            below = [*self.pile(cell), (self.sign(Cell("flat", cell.owner)), style)]
        shape = None if self.letters or not cell.playable else art(cell, lines - bool(below), width, marked=marked)
        middle = (lines - 1) // 2
        if shape is None:
            room = width - 2 if marked else width - 1  # the signs of a mark stand at both sides
            upper = content if not below or width_of(content) <= room else [(self.sign(cell), style)]
            drawn: list[Line] = [upper if y == middle else [] for y in range(lines)]
            if below and upper is not content:
                drawn[-1] = below
            return drawn
        drawn = [[(words, style)] for words in shape]
        if cell.label and cell.piece != "die":
            drawn[1] = labelled(shape[1], cell.label, style)
        return [*drawn, below] if below else drawn
