"""A board as coloured squares, as large as fit; dark pieces are dark, light ones light."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple, Self

from textual.geometry import Region

from games import Board, Cell, Coordinates, Player
from visualizer.apps.tui.cells.styled_lines import (
    Line,
    Span,
    crop_line,
    merge_spans,
    width_of,
    wrap_words,
)
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
CHESS_FIGURE_SIGNS = {
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
    shapes = {}
    for row in table.strip().splitlines():
        name, *lines = row.split()
        shapes[name] = tuple(line.replace("·", " ") for line in lines)
    return shapes


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
"""Each piece in three sizes.

It has three lines of five or seven columns, two of four, and two of three or five, for squares of
an odd width.
"""
THREE_LINES = slice(3)
TWO_EVEN_LINES = slice(3, 5)
TWO_ODD_LINES = slice(5, 7)
"""Which lines of a piece are drawn in a square with an odd number of columns."""
DISC_ART = PIECE_ART["stone"]
"""A disc, as round as cells twice as high as wide allow: six wide if it is three high."""
DIE_FACES = read_shapes("""
1 ····· ··●·· ·····
2 ●···· ····· ····●
3 ●···· ··●·· ····●
4 ●···● ····· ●···●
5 ●···● ··●·· ●···●
6 ●···● ●···● ●···●
""")
LABEL_STYLES = {"light": "dark", "dark": "light"}
"""The style of a label on a disc, by the disc's style."""
MARKED_DISCS = (("▟▙", "▜▛"), ("▟█▙", "▜█▛"))
"""A disc in two lines between the signs of a mark, for squares of even and of odd width."""
POINTER_CORNERS = (("╔", "╗"), ("╚", "╝"))
"""The left and right corners of the pointer's square, of its first and of its last line."""
OPEN_SQUARE_SIGN = "◦"
"""The sign on an empty square that a move can lead to."""
OPEN_SQUARE_LETTER = "+"
"""The same sign if pieces are letters."""
OPEN_PIECE_SIDES = "::"
"""Signs left and right of a piece that a move can capture or begin with."""

MAX_PIECE_LINES = 3
LARGE_SQUARES = ((3, 7), (2, 5), (2, 4))
"""Lines and columns of squares of several lines, the largest first."""
LARGEST_SQUARES = ((5, 11),)
"""The same for a board that has most of the screen; pieces have a margin there."""
SLANTED_SQUARES = ((5, 12), (3, 8), (2, 6), (2, 4))
"""The same for a rhombus, whose rows are moved by half a square: columns are even."""
USUAL_SQUARE_COLUMNS = 3
"""Least columns of a square of one line."""
NARROW_SQUARE_COLUMNS = 2
"""Least columns of a square of one line on a narrow screen."""
MAX_LABEL_LETTERS = 12
MAX_AXIS_LETTERS = 8
"""Letters of the name of a row or a column."""


class BoardPlan(NamedTuple):
    """The layout of a board: lines and columns of its squares, and the margins around them.

    Each row is `shift` cells further to the right than the row above. Margins are lines above and
    below, and columns left and right. If `turned`, the last square is at the upper left.
    """

    lines: int
    widths: tuple[int, ...]
    rows: int
    shift: int = 0
    upper_margin: int = 0
    left_margin: int = 0
    lower_margin: int = 0
    right_margin: int = 0
    turned: bool = False

    def mirrored(self, place: Coordinates) -> Coordinates:
        """Convert between a square and its row and column on the screen, in both directions."""
        if not self.turned:
            return place
        row, column = place
        return (self.rows - 1 - row, len(self.widths) - 1 - column)

    @property
    def width(self) -> int:
        """Columns of the whole drawing."""
        # The last row is moved furthest.
        board_width = self.shift * max(0, self.rows - 1) + sum(self.widths)
        return self.left_margin + board_width + self.right_margin

    @property
    def height(self) -> int:
        """Lines of the whole drawing."""
        return self.upper_margin + self.rows * self.lines + self.lower_margin

    def rectangle(self, place: Coordinates) -> Region:
        """Return the cells of a square."""
        row, column = self.mirrored(place)
        x = self.left_margin + self.shift * row + sum(self.widths[:column])
        y = self.upper_margin + row * self.lines
        return Region(x, y, self.widths[column], self.lines)

    def square_at(self, x: int, y: int) -> Coordinates | None:
        """Return the square at a cell of the terminal, None outside the squares."""
        row = (y - self.upper_margin) // self.lines
        if not 0 <= row < self.rows:
            return None
        # On a slanted board, each row begins further right than the one above.
        left = self.left_margin + self.shift * row
        for column, width in enumerate(self.widths):
            if left <= x < left + width:
                return self.mirrored((row, column))
            left += width
        return None


def wrap_captions(board: Board, width: int) -> list[Line]:
    """Return the captions of a board, such as the score, as lines below the board."""
    lines: list[Line] = []
    for caption in board.captions:
        lines += wrap_words(caption, width, "dim")
    return lines


def piece_lines(
    cell: Cell, lines: int, width: int, *, marked: bool = False
) -> tuple[str, ...] | None:
    """Return a piece drawn in `lines` lines, or None if only its sign can be shown.

    In a marked square the signs of the mark take the outer columns, so that a disc has less room. A
    piece with a label is drawn only as a die, or as a disc of three lines.

    >>> piece_lines(Cell("stone"), 2, 4), piece_lines(Cell("stone"), 2, 4, marked=True)
    (('▗██▖', '▝██▘'), ('▟▙', '▜▛'))
    """
    if cell.piece == "die" and lines > 2:
        return DIE_FACES.get(cell.label)
    if cell.piece not in PIECE_ART or lines < 2:
        return None
    has_room_for_label = cell.piece == "stone" and lines > 2
    if cell.label and not has_room_for_label:
        return None
    shape = PIECE_ART[cell.piece]
    if lines > 2:
        return shape[THREE_LINES]
    return two_line_shape(shape, width, marked=marked)


def two_line_shape(shape: tuple[str, ...], width: int, *, marked: bool) -> tuple[str, ...]:
    """Return two lines of a piece, to be centred in a square of `width` columns.

    `shape` is an entry of `PIECE_ART`, which has two lines for odd and two for even widths. In a
    marked square, a disc is narrower.
    """
    has_odd_width = width % 2 == 1
    if marked and shape == DISC_ART:
        even_disc, odd_disc = MARKED_DISCS
        return odd_disc if has_odd_width else even_disc
    if has_odd_width:
        return shape[TWO_ODD_LINES]
    return shape[TWO_EVEN_LINES]


def disc_with_label(words: str, label: str, style: str) -> Line:
    """Return the middle line of a disc (`words`, in its style) with a label written over it.

    >>> disc_with_label("▐█████▌", "R6", "light")
    [('▐█', 'light'), ('R6', 'dark+light'), ('██▌', 'light')]
    """
    label = clip_text(label, len(words) - 4)
    begin = (len(words) - len(label)) // 2
    end = begin + len(label)
    label_style = f"{LABEL_STYLES[style]}+{style}"
    return [(words[:begin], style), (label, label_style), (words[end:], style)]


def sign_of_piece(cell: Cell, *, dark: bool) -> str:
    """Return a piece as one sign, or its label; "" for an empty square.

    >>> [sign_of_piece(Cell(piece), dark=True) for piece in ("stone", "cross")]
    ['●', 'X']
    >>> [sign_of_piece(Cell("label", figure="rook"), dark=dark) for dark in (True, False)]
    ['♜', '♖']
    """
    if cell.figure in CHESS_FIGURE_SIGNS:
        signs = CHESS_FIGURE_SIGNS[cell.figure]
    elif cell.label or cell.piece == "die":
        return cell.label or UNROLLED_DIE_SIGN
    elif cell.piece in PIECE_SIGNS:
        signs = PIECE_SIGNS[cell.piece]
    else:
        return ""
    # First the full sign, then the outline.
    if dark:
        return signs[0]
    return signs[1]


def centre_column_name(name: str, width: int, lines: int) -> str:
    """Return a column's name in `width` letters, placed above the column's pieces.

    `lines` is the height of a square. In squares of one line, a piece comes after one space; in
    larger squares, it is in the middle.

    >>> centre_column_name("e", 3, 1), centre_column_name("die", 3, 1)
    (' e ', 'die')
    """
    if lines > 1:
        return clip_text(name, width).center(width)
    if len(name) < width:
        name = f" {name}"
    return clip_text(name, width).ljust(width)


def pad_square_row(contents: Line, width: int, mark: str, *, left_aligned: bool) -> Line:
    """Return one line of a square: its contents, padded to its width, with the signs of a mark.

    `mark` is "" or two signs. Normally the contents are centred, with the signs at the edges of the
    square. If `left_aligned`, one space or sign comes before the contents, and the second sign
    directly after them.
    """
    free = width - width_of(contents)
    if free < 0:
        # Part of a number or a label would be misread.
        return [(" " * width, "on-board")]
    if left_aligned:
        left = " " * min(1, free)
    else:
        left = " " * (free // 2)
    right = " " * (free - len(left))
    if mark and left_aligned:
        if left:
            left = mark[0]
        if right:
            right = mark[1] + right[1:]
    line = [(left, "on-board"), *contents, (right, "on-board")]
    if not mark or left_aligned:
        return line
    return with_mark_over_ends(line, mark)


def with_mark_over_ends(line: Line, mark: str) -> Line:
    """Return a line with the two signs of a mark in place of its first and last characters.

    A character that belongs to a number or a label is kept.
    """
    spans: Line = []
    for words, style in line:
        spans += [(letter, style) for letter in words]
    for index, sign in ((0, mark[0]), (-1, mark[1])):
        letter, _ = spans[index]
        if not letter.isalnum() and letter not in "+−":
            spans[index] = (sign, "on-board")
    return spans


def with_pointer_corners(rows: list[Line]) -> list[Line]:
    """Return the rows of a square with the corners replaced by those of the pointer."""
    if len(rows) == 1:
        return [with_pointer_signs(rows[0], "[", "]")]
    upper, lower = POINTER_CORNERS
    first = with_pointer_signs(rows[0], *upper)
    last = with_pointer_signs(rows[-1], *lower)
    return [first, *rows[1:-1], last]


def with_pointer_signs(row: Line, left: str, right: str) -> Line:
    """Return a row with signs of the pointer over its first and last cells."""
    inner = crop_line(row, 1, width_of(row) - 2)
    return [(left, "pointer"), *inner, (right, "pointer")]


def with_background(row: Line, background: str) -> Line:
    """Return a row of a square on a background; neighbouring texts of one style are merged.

    `background` is the name of a style. A text whose style already names a background
    (`dark+light`) keeps that style. If `background` is "", all texts get the plain style.
    """
    spans = []
    for text, style in row:
        if not text:
            continue
        if not background:
            spans.append((text, "text"))
        elif "+" in style:
            spans.append((text, style))
        else:
            spans.append((text, f"{style}+{background}"))
    return merge_spans(spans)


@dataclass(frozen=True)
class Squares:
    """A board to draw as squares, with its marks and its heat map."""

    board: Board
    marks: Mapping[Coordinates, Mark] = field(default_factory=dict)
    layer: str | None = None
    """The name of the heat map over the board, None for none."""
    letters: bool = False
    """Whether pieces are letters, not signs or shapes."""
    numbers: bool = True
    """Whether numbers are written on the squares: the heat map's, or `words_by_square`."""
    words_by_square: Mapping[Coordinates, str] = field(default_factory=dict)
    """Words that are written on squares in place of the heat map's numbers."""
    selectable: frozenset[Coordinates] = frozenset()
    """The squares to which, or from which, the player may move."""
    chosen: Coordinates | None = None
    """The square where the move being entered begins."""
    pointer: Coordinates | None = None
    """The square at the pointer."""
    sizes: tuple[tuple[int, int], ...] = LARGE_SQUARES
    turned: bool = False
    """Whether the last row is drawn first, as the second player sees the board."""

    @property
    def direction(self) -> int:
        """The step through rows and columns: 1, or -1 on a turned board."""
        return -1 if self.turned else 1

    def draw(self, width: int, height: int) -> list[Line]:
        """Return the board in the largest squares that fit, or in the smallest if none fit."""
        squares, plan = self.fit(width, height)
        return squares.draw_plan(plan)

    def fit(self, width: int, height: int) -> tuple[Self, BoardPlan]:
        """Return the squares to draw and the plan of their largest drawing that fits.

        The squares to draw are `self`, or a copy without numbers if the board fits only without
        numbers. If nothing fits, the plan is the smallest one, of which a part can be shown.
        """
        # Lines and columns of a square, and whether all columns are equally wide.
        sizes = [(*size, True) for size in self.large_sizes()]
        sizes += [
            (1, USUAL_SQUARE_COLUMNS, True),
            (1, USUAL_SQUARE_COLUMNS, False),
            (1, NARROW_SQUARE_COLUMNS, False),
        ]
        for lines, columns, equal_widths in sizes:
            plan = self.plan(lines, columns, equal_widths=equal_widths)
            # A board of one-line squares that is too high is shown in part.
            if plan.width <= width and (lines == 1 or plan.height <= height):
                return self, plan
        has_numbers = self.numbers and (self.layer or self.words_by_square)
        # Numbers widen the squares: a board without them may fit.
        if has_numbers and not self.letters:
            return replace(self, numbers=False).fit(width, height)
        return self, self.plan(1, NARROW_SQUARE_COLUMNS, equal_widths=False)

    def large_sizes(self) -> Iterator[tuple[int, int]]:
        """Yield the sizes of large squares, in lines and columns, that have room for all contents.

        The largest size comes first.
        """
        longest = max(map(display_width, self.all_contents()), default=0)
        sizes = self.sizes
        if self.board.slant:
            sizes = SLANTED_SQUARES
        for lines, columns in sizes:
            if longest < columns:
                yield lines, columns

    def all_contents(self) -> list[str]:
        """Return the texts that must fit into a square of several lines."""
        cells = [cell for _, cell in squares_of(self.board)]
        if self.letters:
            texts = [cell_text(cell, self.board) for cell in cells]
        else:
            texts = [self.piece_sign(cell) for cell in cells]
        if self.numbers:
            texts += self.words_by_square.values()
        return texts

    def plan(self, lines: int, columns: int, *, equal_widths: bool = True) -> BoardPlan:
        """Lay out the board in squares of `lines` lines and at least `columns` columns.

        Without `equal_widths`, each column of the board is only as wide as its contents.
        """
        board = self.board
        widths = self.column_widths(lines, columns, equal_widths=equal_widths)
        if self.turned:
            widths.reverse()
        shift = 0
        if widths:
            shift = slant_letters(board, widths[0])
        lower_edge, right_edge = board.edges
        return BoardPlan(
            lines,
            tuple(widths),
            len(board.cells),
            shift,
            upper_margin=bool(board.columns),
            left_margin=row_name_letters(board),
            lower_margin=bool(lower_edge and not self.letters),
            right_margin=bool(right_edge and not self.letters),
            turned=self.turned,
        )

    def draw_plan(self, plan: BoardPlan) -> list[Line]:
        """Return the lines of the whole board, as a plan lays it out."""
        lines = []
        if self.board.columns:
            lines.append(self.column_name_line(plan))
        for row in range(plan.rows):
            lines += self.draw_row(plan, row)
        if plan.lower_margin:
            # The edge is below the last row, which is furthest to the right on a slanted board.
            indent = " " * (plan.left_margin + plan.shift * (plan.rows - 1))
            edge = "━" * sum(plan.widths)
            lower_owner, _ = self.board.edges
            style = self.edge_style(lower_owner)
            lines.append([(indent, "dim"), (edge, style)])
        return lines

    def draw_row(self, plan: BoardPlan, row: int) -> list[Line]:
        """Return the lines of a row, counted from the top, with its name and the edges."""
        _, side_owner = self.board.edges
        drawn_squares = []
        # On a turned board the direction is -1: its last row is drawn first.
        cells = self.board.cells[:: self.direction]
        for column in range(len(cells[row])):
            place = plan.mirrored((row, column))
            drawn_squares.append(self.draw_square(place, plan.lines, plan.widths[column]))
        lines = []
        for y in range(plan.lines):
            line = self.row_beginning(plan, row, y)
            for square in drawn_squares:
                line += square[y]
            if plan.right_margin:
                line.append(("▌", self.edge_style(side_owner)))
            lines.append(line)
        return lines

    def column_name_line(self, plan: BoardPlan) -> Line:
        """Return the line above a board."""
        upper_owner, _ = self.board.edges
        style = self.edge_style(upper_owner)
        indent = " " * plan.left_margin
        return merge_spans([(indent, "dim"), (self.column_names(plan), style)])

    def column_names(self, plan: BoardPlan) -> str:
        """Return the names of the columns above a board.

        If the board has edges, its upper edge is drawn between the names.
        """
        names = ""
        columns = self.board.columns[:: self.direction]
        for name, width in zip(columns, plan.widths, strict=False):
            names += centre_column_name(clip_text(name, MAX_AXIS_LETTERS), width, plan.lines)
        if plan.lower_margin:
            return names.replace(" ", "━")
        return names

    def row_beginning(self, plan: BoardPlan, row: int, y: int) -> Line:
        """Return the beginning of line `y` of a row: its name (in the middle line) and the edge."""
        rows = self.board.rows[:: self.direction]
        name = ""
        is_middle = y == (plan.lines - 1) // 2
        if is_middle and row < len(rows):
            name = clip_text(rows[row], MAX_AXIS_LETTERS)
        margin = name.rjust(max(0, plan.left_margin - 1))
        if plan.left_margin and plan.right_margin:
            margin += "▐"
        elif plan.left_margin:
            margin += " "
        indent = " " * (plan.shift * row)
        _, side_owner = self.board.edges
        style = self.edge_style(side_owner)
        return merge_spans([(indent, "dim"), (margin, style)])

    def draw_part(
        self, plan: BoardPlan, width: int, height: int, centre: Coordinates | None
    ) -> tuple[list[Line], int, int]:
        """Return as much of a drawing as fits, with the square `centre` in the middle.

        The names of the columns are above the rows, even if the first rows are left out. Also
        return which column and line of the whole drawing are at the upper left of the part.
        """
        square = plan.rectangle(centre or (0, 0))
        left = max(0, min(square.x - width // 2, plan.width - width))
        top = max(0, min(square.y - height // 2, plan.height - height))
        lines = self.draw_plan(plan)
        # On a slanted board the names move to the right with the first visible row.
        indent = (" " * (plan.shift * (top // plan.lines)), "dim")
        names = [[indent, *line] for line in lines[: plan.upper_margin]]
        visible_lines = [*names, *lines[plan.upper_margin + top :]]
        cropped_lines = [crop_line(line, left, width) for line in visible_lines[: max(0, height)]]
        return cropped_lines, left, top

    def edge_style(self, owner: Player) -> str:
        """Return the style of an edge and of the names on it, by the player who owns it."""
        if not owner or self.letters:
            return "dim"
        shade = 1
        if owner is self.board.dark:
            shade = 3
        return f"{self.owner_style(owner)}+{self.board.ground}-{shade}"

    def column_widths(self, lines: int, columns: int, *, equal_widths: bool) -> list[int]:
        """Return the width of each column of the board, at least `columns`.

        Squares of several lines have exactly this width; in squares of one line (`lines` is 1), the
        contents may need more.
        """
        board = self.board
        count = max(map(len, board.cells), default=0)
        if lines > 1:
            return [columns] * count
        marks = self.marks
        if columns < USUAL_SQUARE_COLUMNS:
            marks = {}
        widths = board_column_widths(board, self.text_rows(), marks, columns)
        # Each row of a rhombus is moved by half a square, so that widths must be even.
        if board.slant:
            widths = [width + width % 2 for width in widths]
        if equal_widths and widths:
            return [max(widths)] * count
        return widths

    def text_rows(self) -> list[list[str]]:
        """Return the contents of all squares, row by row, without styles."""
        rows = []
        for row, cells in enumerate(self.board.cells):
            rows.append([self.contents_text((row, column)) for column in range(len(cells))])
        return rows

    def contents_text(self, square: Coordinates) -> str:
        """Return the contents of a square of one line, without styles."""
        return "".join(text for text, _ in self.contents(square))

    def background_style(self, square: Coordinates) -> str:
        """Return the style of a square's background, "" outside the board's squares."""
        row, column = square
        # A square has one background: the move being entered comes before the heat map, and the
        # heat map before the last move. In the names of styles, shades are counted from 1.
        if square == self.chosen:
            return f"mark-{Mark.LEFT}"
        if square in self.heat_shares and not self.board.cells[row][column].piece:
            return f"heat-{heat_shade(self.heat_shares[square]) + 1}"
        if square in self.marks:
            return f"mark-{self.marks[square]}"
        shade = shade_of(self.board, square)
        if shade is None:
            return ""
        if self.board.slant and not self.board.chequered:
            # The squares of a rhombus have three colours, so that no neighbours are alike.
            shade = (column - row) % 3
        elif not self.board.chequered:
            shade = (row + column) % 2
        return f"{self.board.ground}-{1 + shade}"

    @cached_property
    def heat_shares(self) -> dict[Coordinates, float]:
        """The heat of each square, as a share of the largest."""
        return heat_of(self.board, self.layer)

    def owner_style(self, owner: Player) -> str:
        """Return the style of a player's pieces."""
        if owner is Player.NOBODY:
            return "on-board"
        if owner is self.board.dark:
            return "dark"
        return "light"

    def piece_sign(self, cell: Cell) -> str:
        """Return a piece as one sign."""
        return sign_of_piece(cell, dark=cell.owner is self.board.dark)

    def contents(self, square: Coordinates) -> Line:
        """Return the contents of a square in one line.

        The order is: the pieces below in a pile, the piece on top, the number.
        """
        row, column = square
        cell = self.board.cells[row][column]
        number = ""
        if self.numbers:
            number = layer_number(self.board, self.layer, *square)
            number = self.words_by_square.get(square) or number
        if not cell.piece or not cell.playable:
            return [self.empty_contents(square, number)]
        style = self.owner_style(cell.owner)
        if self.letters:
            spans = [(cell_text(cell, self.board), style)]
        else:
            sign = clip_text(self.piece_sign(cell), MAX_LABEL_LETTERS)
            spans = [*self.pile_spans(cell), (sign, style)]
        if number:
            spans.append((f" {number}", "on-board"))
        return spans

    def empty_contents(self, square: Coordinates, number: str) -> Span:
        """Return the contents of a square without a piece: a number, or a sign for an empty one."""
        row, column = square
        if number:
            # A light shade of the heat map needs dark numbers.
            level = heat_shade(self.heat_shares.get(square, 0))
            is_dark = COLOURED_BOARD.words[level] == DARK_INK
            return (number, "dark" if is_dark else "on-board")
        sign = ""
        if square in self.selectable:
            sign = OPEN_SQUARE_LETTER if self.letters else OPEN_SQUARE_SIGN
        elif self.letters and self.board.cells[row][column].playable:
            sign = EMPTY_CELL_SIGN
        return (sign, "on-board")

    def pile_spans(self, cell: Cell) -> Line:
        """Return the pieces under the top one, or the height of a pile of one player's pieces.

        The height is returned only if more than two pieces are under the top one.
        """
        below = cell.stack[:-1]
        if len(below) > 2 and len({*cell.stack}) == 1:
            return [(str(len(cell.stack)), self.owner_style(cell.owner))]
        return [self.flat_span(owner) for owner in below]

    def flat_span(self, owner: Player) -> Span:
        """Return a player's flat piece, as part of a pile."""
        return (self.piece_sign(Cell("flat", owner)), self.owner_style(owner))

    def draw_square(self, square: Coordinates, lines: int, width: int) -> list[Line]:
        """Return the lines of a square on its background, with its mark and the pointer."""
        mark = self.mark_on(square)
        if lines == 1:
            rows = [self.contents(square)]
        else:
            is_marked = bool(mark) or square == self.pointer
            rows = self.large_contents(
                square,
                lines,
                width,
                marked=is_marked,
            )
        background = self.background_style(square)
        square_lines = []
        for contents in rows:
            padded = pad_square_row(
                contents,
                width,
                mark,
                left_aligned=lines == 1,
            )
            square_lines.append(with_background(padded, background))
        if square == self.pointer:
            return with_pointer_corners(square_lines)
        return square_lines

    def large_contents(
        self, square: Coordinates, lines: int, width: int, *, marked: bool
    ) -> list[Line]:
        """Return the contents of a square of several lines.

        In a square that is higher than any piece, empty lines above and below keep the contents in
        the middle.
        """
        row, column = square
        drawn_lines = min(lines, MAX_PIECE_LINES)
        cell = self.board.cells[row][column]
        rows = self.piece_rows(
            cell,
            self.contents(square),
            drawn_lines,
            width,
            marked=marked,
        )
        margin: list[Line] = [[]] * ((lines - drawn_lines) // 2)
        return [*margin, *rows, *margin]

    def mark_on(self, square: Coordinates) -> str:
        """Return the two signs of the mark on a square, "" for none."""
        row, column = square
        if square == self.chosen:
            return MARK_BRACKETS[Mark.LEFT]
        if square in self.selectable and self.board.cells[row][column].piece:
            return OPEN_PIECE_SIDES
        if square in self.marks:
            return MARK_BRACKETS[self.marks[square]]
        return ""

    def piece_rows(
        self,
        cell: Cell,
        content: Line,
        lines: int,
        width: int,
        *,
        marked: bool,
    ) -> list[Line]:
        """Return the piece of a square in `lines` lines, the last of them for a pile or a number.

        `content` is all of the square's contents, written in one line: the pile below the piece,
        the piece, and the number.
        """
        below = self.below_piece(cell, content)
        piece_height = lines
        if below:
            piece_height -= 1
        shape = None
        if cell.playable and not self.letters:
            shape = piece_lines(
                cell,
                piece_height,
                width,
                marked=marked,
            )
        if shape is None:
            room = width - 1
            # The signs of a mark take both outer columns.
            if marked:
                room = width - 2
            return self.sign_rows(cell, content, below, lines, room)
        style = self.owner_style(cell.owner)
        rows = [[(words, style)] for words in shape]
        # The faces of a die show its label already.
        if cell.label and cell.piece != "die":
            rows[1] = disc_with_label(shape[1], cell.label, style)
        if below:
            rows.append(below)
        return rows

    def below_piece(self, cell: Cell, content: Line) -> Line:
        """Return the text below the piece in a square of several lines: pile, number or nothing.

        `content` is the pile, the piece and the number as they are written in one line.
        """
        if self.letters:
            return []
        pile = self.pile_spans(cell)
        if pile and cell.piece:
            return [*pile, self.flat_span(cell.owner)]
        # The piece is one span: only the number follows.
        return content[len(pile) + 1 :]

    def sign_rows(
        self,
        cell: Cell,
        content: Line,
        below: Line,
        lines: int,
        room: int,
    ) -> list[Line]:
        """Return `lines` lines of a square whose piece is a sign.

        `content` is all of the square's contents, and `below` the pile or number. If the contents
        fit into `room` columns, they fill the middle line. Otherwise the middle line has only the
        sign, and the last line `below`.
        """
        rows: list[Line] = [[] for _ in range(lines)]
        middle = (lines - 1) // 2
        if not below or width_of(content) <= room:
            rows[middle] = content
        else:
            rows[middle] = [(self.piece_sign(cell), self.owner_style(cell.owner))]
            rows[-1] = below
        return rows
