"""A board as coloured squares, as large as there is room for; dark pieces are dark, light ones light."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple, Self

from textual.geometry import Region

from games import Board, Cell, Coordinates, Player
from visualizer.apps.tui.cells.styled_lines import Line, crop_line, merge_spans, width_of
from visualizer.draw.boards.contents import (
    EMPTY_CELL_SIGN,
    MARK_BRACKETS,
    UNROLLED_DIE_SIGN,
    Mark,
    board_column_widths,
    cell_text,
    heat_of,
    layer_number,
    shade_of,
    squares_of,
)
from visualizer.draw.boards.places import row_name_letters, slant_letters
from visualizer.look.text import clip_text, display_width
from visualizer.look.themes import COLOURED_BOARD, DARK_INK, heat_shade


class BoardPlan(NamedTuple):
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
        if self.turned:
            return (self.rows - 1 - row, len(self.widths) - 1 - column)
        return place

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
        column = next(
            (column for column, end in ends if end - self.widths[column] <= x - begin < end), None
        )
        if column is None:
            return None
        return self.seen((row, column))


PIECE_SIGNS = {
    "stone": "●○",
    "man": "●○",
    "king": "♛♕",
    "flat": "■□",
    "wall": "▮▯",
    "capstone": "◆◇",
    "cross": "XX",
    "nought": "OO",
}
"""Pieces as one sign each, dark and light: full and as an outline."""
FIGURE_CELLS = {
    "king": "♚♔",
    "queen": "♛♕",
    "rook": "♜♖",
    "bishop": "♝♗",
    "knight": "♞♘",
    "pawn": "♟♙",
}
"""Figures of chess, each dark and light: full and as an outline."""


def read_shapes(table: str) -> dict[str, tuple[str, ...]]:
    """Return the lines of each shape by its name, the first word of a row; a dot is a space.

    >>> read_shapes("dash ··· ━━━")
    {'dash': ('   ', '━━━')}
    """
    rows = map(str.split, table.strip().splitlines())
    return {name: tuple(line.replace("·", " ") for line in lines) for name, *lines in rows}


PIECE_ART = read_shapes("""
stone    ·▄███▄· ▐█████▌ ·▀███▀·  ▗██▖ ▝██▘  ▗███▖ ▝███▘
man      ·▄███▄· ▐█████▌ ·▀███▀·  ▗██▖ ▝██▘  ▗███▖ ▝███▘
king     ▙▗█▖▟ █████ ▜███▛  ▙▟▙▟ ▜██▛  ▙█▟ ▜█▛
flat     ▗▄▄▄▖ ▐███▌ ▝▀▀▀▘  ▗▄▄▖ ▝▀▀▘  ▄▄▄ ▀▀▀
wall     ··█·· ··█·· ··█··  ·▐▌· ·▐▌·  ·█· ·█·
capstone ·▄███▄· ▐█████▌ ·▀███▀·  ▗██▖ ▝██▘  ▗███▖ ▝███▘
cross    ▝▙·▟▘ ··█·· ▗▛·▜▖  ▝▙▟▘ ▗▛▜▖  ▚▄▞ ▞▀▚
nought   ▗▛▀▜▖ ▐▌·▐▌ ▝▙▄▟▘  ▗▛▜▖ ▝▙▟▘  ▛▀▜ ▙▄▟
""")
"""Each piece in three lines of five or seven; in two of four; in two of three or five, for squares of an odd width."""
DISC_ART = PIECE_ART["stone"]
"""As round as cells twice as high as wide allow: six wide where it is three high."""
DIE_FACES = read_shapes("""
1 ····· ··●·· ·····
2 ●···· ····· ····●
3 ●···· ··●·· ····●
4 ●···● ····· ●···●
5 ●···● ··●·· ●···●
6 ●···● ●···● ●···●
""")
"""The faces of a die, in three lines."""
LABEL_STYLES = {"light": "dark", "dark": "light"}
"""The style of a label on a disc of a style."""
MARKED_DISCS = ("▟▙", "▜▛"), ("▟█▙", "▜█▛")
"""A disc in two lines between the signs of a mark, of two and of three."""


def piece_lines(
    cell: Cell, lines: int, width: int, *, marked: bool = False
) -> tuple[str, ...] | None:
    """Return a piece's lines for a square of this size; None if it is a single sign, or a label, there.

    A disc in a marked square is round between the signs of the mark, which take the outer columns. One with a label
    has room for it in three lines.

    >>> piece_lines(Cell("stone"), 2, 4), piece_lines(Cell("stone"), 2, 4, marked=True)
    (('▗██▖', '▝██▘'), ('▟▙', '▜▛'))
    """
    if cell.piece == "die" and lines > 2:
        return DIE_FACES.get(cell.label)
    if (
        cell.piece not in PIECE_ART
        or lines < 2
        or (cell.label and not (cell.piece == "stone" and lines > 2))
    ):
        return None
    shape = PIECE_ART[cell.piece]
    if marked and lines == 2 and shape == DISC_ART:
        return MARKED_DISCS[width % 2]
    if lines > 2:
        return shape[:3]
    if width % 2:
        return shape[5:]
    return shape[3:5]


def disc_with_label(words: str, label: str, style: str) -> Line:
    """Return the middle line of a disc, in its style, with a label in it.

    >>> disc_with_label("▐█████▌", "R6", "light")
    [('▐█', 'light'), ('R6', 'dark+light'), ('██▌', 'light')]
    """
    label = clip_text(label, len(words) - 4)
    begin = (len(words) - len(label)) // 2
    return [
        (words[:begin], style),
        (label, f"{LABEL_STYLES[style]}+{style}"),
        (words[begin + len(label) :], style),
    ]


def sign_of_piece(cell: Cell, *, dark: bool) -> str:
    """Return a piece as one sign, or the label that stands for it.

    >>> sign_of_piece(Cell("stone"), dark=True), sign_of_piece(Cell("stone"), dark=False), sign_of_piece(Cell("cross"), dark=False)
    ('●', '○', 'X')
    >>> sign_of_piece(Cell("label", figure="rook"), dark=True), sign_of_piece(Cell("label", figure="rook"), dark=False)
    ('♜', '♖')
    """
    if cell.figure in FIGURE_CELLS:
        return FIGURE_CELLS[cell.figure][not dark]
    if cell.label or cell.piece == "die":
        return cell.label or UNROLLED_DIE_SIGN
    if cell.piece in PIECE_SIGNS:
        return PIECE_SIGNS[cell.piece][not dark]
    return ""


POINTER_CORNERS = ("╔", "╗"), ("╚", "╝")
"""The first and the last line of the square that is pointed at, left and right."""


def centre_column_name(name: str, width: int, lines: int) -> str:
    """Return a column's name, placed above the pieces: in squares of one line they have a space before them, if any.

    >>> centre_column_name("e", 3, 1), centre_column_name("die", 3, 1)
    (' e ', 'die')
    """
    if lines > 1:
        return clip_text(name, width).center(width)
    return clip_text(f" {name}"[len(name) >= width :], width).ljust(width)


def pad_square_row(row: Line, width: int, mark: str, *, flush: bool) -> Line:
    """Return a row of a square as wide as the square, between the two signs of a mark if there is one."""
    free = width - width_of(row)
    if free < 0:
        return [(" " * width, "on-board")]
    if flush:
        before = min(1, free)
    else:
        before = free // 2
    left = " " * before
    right = " " * (free - before)
    if mark and flush:
        left = mark[0] * before
        right = (mark[1] + right[1:]) * bool(right)
    line = [(left, "on-board"), *row, (right, "on-board")]
    if not mark or flush:
        return line
    spans = [(letter, style) for words, style in line for letter in words]
    for place, sign in ((0, mark[0]), (-1, mark[1])):
        if not spans[place][0].isalnum() and spans[place][0] not in "+−":  # a number stays whole
            spans[place] = (sign, "on-board")
    return spans


def with_pointer_corners(rows: list[Line]) -> list[Line]:
    """Return the rows of a square with its corners shown, as far as they are free."""
    if len(rows) == 1:
        ends = [("[", "]")]
    else:
        ends = [POINTER_CORNERS[0], *[("", "")] * (len(rows) - 2), POINTER_CORNERS[1]]
    return [
        [(left, "pointer"), *crop_line(row, 1, width_of(row) - 2), (right, "pointer")]
        if left
        else row
        for row, (left, right) in zip(rows, ends, strict=True)
    ]


def on_ground(row: Line, ground: str) -> Line:
    """Return a row on a ground style, with neighbours of one style merged; what has a ground already keeps it."""
    return merge_spans(
        (text, f"{name}+{ground}" if ground and "+" not in name else name if ground else "text")
        for text, name in row
        if text
    )


LARGE_SQUARES = ((3, 7), (2, 5), (2, 4))
"""Lines and columns of squares of several lines, the largest first."""
LARGEST_SQUARES = ((5, 11),)
"""The same for a board that has most of the screen; pieces have a margin there."""
SLANTED_SQUARES = ((5, 12), (3, 8), (2, 6), (2, 4))
"""The same for a rhombus, whose rows are moved by half a cell."""
USUAL_SQUARE_COLUMNS = 3
NARROW_SQUARE_COLUMNS = 2
"""Least columns of a square of one line, usually and where it is narrow."""
MAX_LABEL_LETTERS = 12
"""Letters of a label."""
OPEN_SQUARE_SIGN = "◦"
OPEN_SQUARE_LETTER = "+"
OPEN_PIECE_SIDES = "::"
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
    sizes: tuple[tuple[int, int], ...] = LARGE_SQUARES
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

    def fitting(self, width: int, height: int) -> tuple[Self, BoardPlan]:
        """Return what `draw` draws, and how large its squares are."""
        plan = self.plan(1, NARROW_SQUARE_COLUMNS, alike=False)
        for lines, columns, alike in (
            *self.large(),
            (1, USUAL_SQUARE_COLUMNS, True),
            (1, USUAL_SQUARE_COLUMNS, False),
            (1, NARROW_SQUARE_COLUMNS, False),
        ):
            plan = self.plan(lines, columns, alike=alike)
            if (lines == 1 or plan.height <= height) and plan.width <= width:
                return self, plan
        if (self.layer or self.words_on) and self.numbers and not self.letters:
            return replace(self, numbers=False).fitting(width, height)
        return self, plan

    def large(self) -> Iterator[tuple[int, int, bool]]:
        """Yield the lines and columns of squares that have room for their contents, and that columns are alike."""
        cells = [cell for _, cell in squares_of(self.board)]
        words = [cell_text(cell, self.board) if self.letters else self.sign(cell) for cell in cells]
        longest = max(
            map(display_width, [*words, *(self.words_on.values() if self.numbers else ())]),
            default=0,
        )
        yield from (
            (*size, True)
            for size in (SLANTED_SQUARES if self.board.slant else self.sizes)
            if longest < size[1]
        )

    def plan(self, lines: int, columns: int, *, alike: bool = True) -> BoardPlan:
        """Return where squares of this size stand; `alike` makes all columns equally wide."""
        board = self.board
        signs = not self.letters
        widths = self.widths(lines, columns, alike=alike)[:: self.way]
        return BoardPlan(
            lines,
            tuple(widths),
            len(board.cells),
            slant_letters(board, widths[0]) if widths else 0,
            above=bool(board.columns),
            left=row_name_letters(board),
            below=bool(board.edges[0] and signs),
            right=bool(board.edges[1] and signs),
            turned=self.turned,
        )

    def planned(self, plan: BoardPlan) -> list[Line]:
        """Return the drawn lines of a board."""
        board = self.board
        lines = plan.lines
        widths = plan.widths
        edge = plan.left
        columns = board.columns[:: self.way]
        rows = board.rows[:: self.way]
        names = "".join(
            centre_column_name(clip_text(name, 8), wide, lines)
            for name, wide in zip(columns, widths, strict=False)
        )
        across, down = map(self.edge, board.edges)
        if plan.below:
            names = names.replace(" ", "━")
        if plan.right:
            side = "▐"
            end = "▌"
        else:
            side = " "
            end = ""
        if board.columns:
            drawn = [merge_spans([(" " * edge, "dim"), (names, across)])]
        else:
            drawn = []
        for row, cells in enumerate(board.cells[:: self.way]):
            if row < len(rows):
                name = clip_text(rows[row], 8)
            else:
                name = ""
            pieces = [self.square(plan.seen((row, x)), lines, widths[x]) for x in range(len(cells))]
            for y in range(lines):
                if y == (lines - 1) // 2:
                    words = name
                else:
                    words = ""
                margin = words.rjust(max(0, edge - 1)) + side * (edge > 0)
                before = merge_spans([(" " * (plan.shift * row), "dim"), (margin, down)])
                if end:
                    after = [(end, down)]
                else:
                    after = []
                drawn.append([*before, *(span for piece in pieces for span in piece[y]), *after])
        if plan.below:
            drawn.append(
                [(" " * (edge + plan.shift * (plan.rows - 1)), "dim"), ("━" * sum(widths), across)]
            )
        return drawn

    def part(
        self, plan: BoardPlan, width: int, height: int, at: Coordinates | None
    ) -> tuple[list[Line], int, int]:
        """Return as much of a drawing as there is room for, around a square, below the names of its columns.

        Behind it stand the column and the line of the drawing that are at the upper left.
        """
        around = plan.rectangle(at or (0, 0))
        left = max(0, min(around.x - width // 2, plan.width - width))
        top = max(0, min(around.y - height // 2, plan.height - height))
        lines = self.planned(plan)
        aside = " " * (plan.shift * (top // plan.lines)), "dim"
        names = [[aside, *line] for line in lines[: plan.above]]
        shown = [*names, *lines[plan.above + top :]][: max(0, height)]
        return [crop_line(line, left, width) for line in shown], left, top

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
        words = [
            ["".join(text for text, _ in self.words((y, x))) for x in range(len(row))]
            for y, row in enumerate(self.board.cells)
        ]
        widths = board_column_widths(
            self.board, words, self.marks if columns >= USUAL_SQUARE_COLUMNS else {}, columns
        )
        if self.board.slant:
            widths = [wide + wide % 2 for wide in widths]
        if alike and widths:
            return [max(widths)] * count
        return widths

    def ground(self, place: Coordinates) -> str:
        """Return the style of a square's ground, none where there is no square."""
        row, column = place
        board = self.board
        cell = board.cells[row][column]
        if place == self.chosen:
            return f"mark-{Mark.LEFT}"
        if place in self.heat and not cell.piece:
            return f"heat-{heat_shade(self.heat[place]) + 1}"
        if place in self.marks:
            return f"mark-{self.marks[place]}"
        shade = shade_of(board, place)
        if shade is None:
            return ""
        if board.chequered:
            return f"{board.ground}-{1 + shade}"
        return f"{board.ground}-{1 + ((column - row) % 3 if board.slant else (row + column) % 2)}"

    @cached_property
    def heat(self) -> dict[Coordinates, float]:
        """The heat of each square, as a share of the largest."""
        return heat_of(self.board, self.layer)

    def owner(self, owner: Player) -> str:
        """Return the style of a player's pieces."""
        if owner is Player.NOBODY:
            return "on-board"
        if owner is self.board.dark:
            return "dark"
        return "light"

    def sign(self, cell: Cell) -> str:
        """Return a piece as one sign."""
        return sign_of_piece(cell, dark=cell.owner is self.board.dark)

    def words(self, place: Coordinates) -> Line:
        """Return the contents of a square of one line: pieces from the bottom up, or a number."""
        cell = self.board.cells[place[0]][place[1]]
        if self.numbers:
            said = self.words_on.get(place) or layer_number(self.board, self.layer, *place)
        else:
            said = ""
        if not cell.piece or not cell.playable:
            shade = heat_shade(self.heat.get(place, 0))
            if self.letters and cell.playable:
                empty = EMPTY_CELL_SIGN
            else:
                empty = ""
            if place in self.open:
                empty = OPEN_SQUARE_LETTER if self.letters else OPEN_SQUARE_SIGN
            return [
                (
                    said or empty,
                    "dark" if said and COLOURED_BOARD.words[shade] == DARK_INK else "on-board",
                )
            ]
        if said:
            beside = [(f" {said}", "on-board")]
        else:
            beside = []
        if self.letters:
            return [(cell_text(cell, self.board), self.owner(cell.owner)), *beside]
        return [
            *self.pile(cell),
            (clip_text(self.sign(cell), MAX_LABEL_LETTERS), self.owner(cell.owner)),
            *beside,
        ]

    def pile(self, cell: Cell) -> Line:
        """Return the pieces under the top one; of more than a few alike, their number."""
        below = cell.stack[:-1]
        if len(below) > NARROW_SQUARE_COLUMNS and len({*cell.stack}) == 1:
            return [(str(len(cell.stack)), self.owner(cell.owner))]
        return [(self.sign(Cell("flat", owner)), self.owner(owner)) for owner in below]

    def square(self, place: Coordinates, lines: int, width: int) -> list[Line]:
        """Return the lines of a square, with the signs of its mark at both sides."""
        ground = self.ground(place)
        content = self.words(place)
        cell = self.board.cells[place[0]][place[1]]
        if place in self.marks:
            mark = MARK_BRACKETS[self.marks[place]]
        else:
            mark = ""
        if place in self.open and cell.piece:
            mark = OPEN_PIECE_SIDES
        if place == self.chosen:
            mark = MARK_BRACKETS[Mark.LEFT]
        drawn = min(lines, LARGE_SQUARES[0][0])
        marked = bool(mark) or place == self.pointer
        if lines == 1:
            rows = [content]
        else:
            rows = self.rows(cell, content, drawn, width, marked=marked)
        margin: list[Line] = [[]] * ((lines - drawn) // 2)
        rows = [*margin, *rows, *margin]
        square = [
            on_ground(pad_square_row(row, width, mark, flush=lines == 1), ground) for row in rows
        ]
        if place == self.pointer:
            return with_pointer_corners(square)
        return square

    def rows(
        self, cell: Cell, content: Line, lines: int, width: int, *, marked: bool
    ) -> list[Line]:
        """Return the contents of a square of several lines: the piece, and below it its pile or number."""
        style = self.owner(cell.owner)
        pile = self.pile(cell)
        if self.letters:
            below = []
        else:
            below = content[len(pile) + 1 :]
        if pile and cell.piece and not self.letters:
            below = [*pile, (self.sign(Cell("flat", cell.owner)), style)]
        if self.letters or not cell.playable:
            shape = None
        else:
            shape = piece_lines(cell, lines - bool(below), width, marked=marked)
        middle = (lines - 1) // 2
        if shape is None:
            room = width - 2 if marked else width - 1  # the signs of a mark stand at both sides
            if not below or width_of(content) <= room:
                upper = content
            else:
                upper = [(self.sign(cell), style)]
            drawn = [upper if y == middle else [] for y in range(lines)]
            if below and upper is not content:
                drawn[-1] = below
            return drawn
        drawn = [[(words, style)] for words in shape]
        if cell.label and cell.piece != "die":
            drawn[1] = disc_with_label(shape[1], cell.label, style)
        if below:
            return [*drawn, below]
        return drawn
