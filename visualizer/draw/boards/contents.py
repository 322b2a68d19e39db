"""The contents of a board's squares, in every game: marks of a move, heat, and text.

Without colours a disc is dark on one terminal and light on another, so light pieces are `W` and
dark ones `B`, unless a board has other letters, as Connect Four has for Yellow and Red.
Walls add `S`, capstones `C`, kings `K`. A pile of one owner shows its height (`B3`), a mixed one
its pieces from the bottom up (`WBBS`; `W3B` is three and one).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from itertools import groupby
from typing import Any

from games import AnyPosition, Board, Cell, Coordinates, Game, Player, Turn
from visualizer.draw.boards.places import row_name_letters, slant_letters
from visualizer.look import numbers
from visualizer.look.text import clip_text, display_width
from visualizer.searching.run import Run
from visualizer.trace.rows import MovePath

SCORE_LAYER = "scores"
"""The layer of an ordering's scores."""
EMPTY_CELL_SIGN = "·"
LIGHT_LETTER = "W"
DARK_LETTER = "B"
TWO_COLOURS = frozenset({"stone", "flat", "wall", "capstone", "man", "king"})
"""Pieces drawn as light and dark discs."""
PIECE_LETTERS = {
    "wall": "S",
    "capstone": "C",
    "king": "K",
}
CROSS_AND_NOUGHT = {"cross": "X", "nought": "O"}
UNROLLED_DIE_SIGN = "?"
MAX_SPELLED_PILE = 4
"""A mixed pile up to this height is written piece by piece."""
MIN_CELL_LETTERS = 3
"""The least width of a cell."""
ORDINARY_PIECES = frozenset({"stone", "flat", "man", "cross", "nought"})
"""Pieces that a description names by their side alone."""
PIECE_PLURALS = {
    "wall": "walls",
    "capstone": "capstones",
    "king": "kings",
}


class Mark(StrEnum):
    """The effect of a move on a cell."""

    PLACED = "placed"
    """A new piece is on a cell that was empty."""
    ARRIVED = "arrived"
    """The mover's piece has come from another cell."""
    LEFT = "left"
    """A piece of the mover's has gone."""
    FLIPPED = "flipped"
    """A new piece has replaced another."""
    CAPTURED = "captured"
    """The opponent's piece has gone."""


MARK_BRACKETS = {
    Mark.PLACED: "[]",
    Mark.ARRIVED: "<>",
    Mark.LEFT: "><",
    Mark.FLIPPED: "()",
    Mark.CAPTURED: "xx",
}
"""The signs before and after the piece on a marked cell."""


def mark_changes(
    before: Board, after: Board, mover: Player, target: Coordinates | None = None
) -> dict[Coordinates, Mark]:
    """Return the marks of the cells that a move changed, and of the cell where the move ended.

    This cell is `target`, None if the game does not name it. A die is marked only if it is there.
    """
    changed = _changed_cells(before, after)
    marks = _marks_of_departures(changed, mover)
    # Moving a piece and placing one look alike on the target, but moving empties another cell.
    any_cell_lost_pieces = bool(marks)
    mover_left_a_cell = Mark.LEFT in marks.values()

    for place, (old, _) in changed.items():
        if place in marks:
            continue
        if mover_left_a_cell:
            marks[place] = Mark.ARRIVED
        elif old.piece:
            marks[place] = Mark.FLIPPED
        else:
            marks[place] = Mark.PLACED

    # A target with a die, or with the same piece as before, has no mark yet. On a board of another
    # shape, the same coordinates may be another cell.
    has_same_shape = [*map(len, before.cells)] == [*map(len, after.cells)]
    if target is not None and target not in marks and has_same_shape:
        marks[target] = Mark.ARRIVED if any_cell_lost_pieces else Mark.PLACED
    return marks


ChangedCells = dict[Coordinates, tuple[Cell, Cell]]
"""For each place that a move changed, its cell before and after the move."""


def _changed_cells(before: Board, after: Board) -> ChangedCells:
    """Return the cells that differ between two boards, without dice."""
    return {
        place: (old, new)
        for place, old, new in _cell_pairs(before, after)
        if new != old and new.piece != "die"
    }


def _marks_of_departures(changed: ChangedCells, mover: Player) -> dict[Coordinates, Mark]:
    """Return marks for cells that lost pieces: LEFT if they were the mover's, else CAPTURED.

    Either player may move a piece without an owner, so its cell is marked LEFT, too.
    """
    marks = {}
    for place, (old, new) in changed.items():
        if stack_height(new) < stack_height(old):
            is_own = old.owner in (mover, Player.NOBODY)
            marks[place] = Mark.LEFT if is_own else Mark.CAPTURED
    return marks


def _cell_pairs(before: Board, after: Board) -> Iterator[tuple[Coordinates, Cell, Cell]]:
    """Yield each place that two boards have in common, with its cell on either board."""
    for y, (old_row, new_row) in enumerate(zip(before.cells, after.cells, strict=False)):
        for x, (old, new) in enumerate(zip(old_row, new_row, strict=False)):
            yield (y, x), old, new


def play_on_board(
    game: Game, before: AnyPosition, move: Any, board: Board
) -> tuple[Board, dict[Coordinates, Mark]]:
    """Return the board after a move, and the marks that show what the move did.

    `before` is the position before the move, and `board` its board. A textbook's tree has no marks:
    its "board" lists the branches of a node.
    """
    after = before.play(move).board()
    if game.explicit:
        return after, {}
    mover = Player.FIRST if before.maximizing else Player.SECOND
    return after, mark_changes(board, after, mover, game.target(before, move))


def squares_of(board: Board) -> Iterator[tuple[Coordinates, Cell]]:
    """Yield the cells of a board with their places, row by row."""
    for y, row in enumerate(board.cells):
        for x, cell in enumerate(row):
            yield (y, x), cell


def stack_height(cell: Cell) -> int:
    """Return the number of pieces on a cell."""
    if cell.stack:
        return len(cell.stack)
    return int(bool(cell.piece))


def board_with_marks(run: Run, path: MovePath) -> tuple[Board, dict[Coordinates, Mark]]:
    """Return the board at a path, and the marks of the last move."""
    # No move leads to the root, nor to a position that a search reached by other means.
    if not path or path in run.detours:
        return run.position(path).board(), {}
    before = run.position(path[:-1])
    move = before.moves()[path[-1]]
    return play_on_board(run.game, before, move, before.board())


def board_with_scores(run: Run, path: MovePath) -> tuple[Board, dict[Coordinates, Mark]]:
    """Return the board at a path with a layer of move scores, and the marks of the last move.

    The layer, the first of the board, gives each cell the best score that the move ordering gives
    to a move that ends on the cell, or None. An ordering without scores adds no layer.
    """
    board, marks = board_with_marks(run, path)
    best_scores = _best_scores(run, path)
    if best_scores is None:
        return board, marks

    layer = tuple(
        tuple(best_scores.get((row, column)) for column in range(len(cells)))
        for row, cells in enumerate(board.cells)
    )
    return replace(board, layers={SCORE_LAYER: layer, **board.layers}), marks


def _best_scores(run: Run, path: MovePath) -> dict[Coordinates, float] | None:
    """Return the best score of the moves that end on each cell, None if moves have no scores."""
    _, scores = run.order_with_scores(path)
    if scores is None:
        return None
    position = run.position(path)
    best: dict[Coordinates, float] = {}
    for move, score in zip(position.moves(), scores, strict=True):
        target = run.game.target(position, move)
        if target is not None:
            best[target] = max(best.get(target, score.total), score.total)
    return best


def heat_of(board: Board, layer: str | None) -> dict[Coordinates, float]:
    """Return the numbers of a board's layer, scaled to 0 for the smallest and 1 for the largest.

    Cells without a number are left out. If `layer` is None, return {}.
    """
    if layer is None:
        return {}
    values = {place: value for place, value in _layer_values(board, layer) if value is not None}
    low = min(values.values(), default=0)
    high = max(values.values(), default=0)
    # If all numbers are equal, no cell is highlighted.
    if high <= low:
        return dict.fromkeys(values, 0.0)
    return {place: (value - low) / (high - low) for place, value in values.items()}


def _layer_values(board: Board, layer: str) -> Iterator[tuple[Coordinates, float | None]]:
    """Yield the numbers of a layer with their places."""
    for y, row in enumerate(board.layers[layer]):
        for x, value in enumerate(row):
            yield (y, x), value


DARK_SHADE, PLAIN_SHADE, LIGHT_SHADE = range(3)
"""The shades of a cell's background, as indices into the grounds of a theme."""


def shade_of(board: Board, place: Coordinates) -> int | None:
    """Return the shade of a cell's background, None if the cell is not drawn.

    Cells that no piece can use are drawn only on a chequered board.
    """
    row, column = place
    is_playable = board.cells[row][column].playable
    if not board.chequered:
        return PLAIN_SHADE if is_playable else None
    # On a chessboard colours alternate; draughts uses only the dark squares.
    is_chessboard = all(cell.playable for _, cell in squares_of(board))
    if is_chessboard:
        is_dark = (row + column) % 2 == 1
    else:
        is_dark = is_playable
    return DARK_SHADE if is_dark else LIGHT_SHADE


def drawn_places(board: Board) -> list[Coordinates]:
    """List the cells that are drawn, row by row."""
    return [place for place, cell in squares_of(board) if cell.playable or board.chequered]


def board_row_name(board: Board, row: int) -> str:
    """Return the name of a row, "" for a row without a name."""
    return board.rows[row] if row < len(board.rows) else ""


def is_worth_drawing(board: Board) -> bool:
    """Return whether a board is more than a row of words."""
    return any(cell.piece != "label" for _, cell in squares_of(board))


def can_be_drawn_small(board: Board) -> bool:
    """Return whether a board can be drawn small: whether no piece is a word."""
    # A die's label is drawn as pips, and a chess piece's label as its figure.
    return all(
        cell.piece == "die" or not cell.label or cell.figure for _, cell in squares_of(board)
    )


def board_text(board: Board, *, marks: Mapping[Coordinates, Mark] | None = None) -> list[str]:
    """Return a board as lines of text: names of columns, rows with their names, captions.

    Cells in `marks` have brackets around them, which show what a move did.
    """
    marks = marks or {}
    rows = [[_cell_or_empty_sign(cell, board) for cell in cells] for cells in board.cells]
    widths = board_column_widths(board, rows, marks)
    slant = slant_letters(board, widths[0]) if widths else 0

    lines = []
    if board.columns:
        lines.append(" " * row_name_letters(board) + _row_text(board.columns, widths))
    for row, cell_texts in enumerate(rows):
        indent = " " * (slant * row)
        before = indent + _row_name_field(board, row)
        brackets = _brackets_in_row(marks, row)
        lines.append(before + _row_text(cell_texts, widths, brackets))
    captions = [clip_text(words, 200) for words in board.captions]
    return [line.rstrip() for line in lines] + captions


def _cell_or_empty_sign(cell: Cell, board: Board) -> str:
    """Write a cell, or the sign of an empty one; "" for a gap in the board."""
    words = cell_text(cell, board)
    if words or not cell.playable:
        return words
    return EMPTY_CELL_SIGN


def _row_name_field(board: Board, row: int) -> str:
    """Return a row's name, aligned on the right, and a space; "" if no row has a name."""
    letters = row_name_letters(board)
    if not letters:
        return ""
    name = clip_text(board_row_name(board, row), 8)
    return " " * (letters - 1 - display_width(name)) + name + " "


def _brackets_in_row(marks: Mapping[Coordinates, Mark], row: int) -> dict[int, str]:
    """Return the brackets around the marked cells of a row, by their columns."""
    return {column: MARK_BRACKETS[mark] for (y, column), mark in marks.items() if y == row}


def side_name(
    game: Game,
    board: Board,
    turn: int,
    mover: str = "",
    *,
    lettered: bool = False,
) -> str:
    """Return the name of a side, with the colour of its pieces where that helps: `First (dark)`.

    The colour does not help if the name is a colour, or if the board is written as text with a
    letter for each side (`lettered`). For chance, return the game's word, or the name `mover` of
    the player who moves at random.
    """
    if turn == Turn.CHANCE:
        return mover or game.mover(turn)
    is_first = turn == Turn.MAX
    name = game.side(maximizing=is_first)
    has_two_colours = any(cell.piece in TWO_COLOURS for _, cell in squares_of(board))
    names_colour = name in ("White", "Black")
    has_letters = lettered and board.signs
    if names_colour or has_letters or not has_two_colours:
        return name

    player = Player.FIRST if is_first else Player.SECOND
    colour = "dark" if board.dark is player else "light"
    return f"{name} ({colour})"


def cell_text(cell: Cell, board: Board) -> str:
    """Return the contents of a cell in letters, "" for an empty cell.

    Light pieces are `W` and dark ones `B`, unless the board has other letters for the sides. Walls,
    capstones and kings have a second letter. A pile is written from the bottom up.

    >>> cell_text(Cell("wall", Player.SECOND, (Player.FIRST, Player.SECOND)), Board("", ()))
    'WBS'
    """
    if not cell.piece or not cell.playable:
        return ""
    if cell.piece == "label" or cell.label:
        return clip_text(cell.label, 12)
    if cell.piece == "die":
        return UNROLLED_DIE_SIGN
    if cell.piece in CROSS_AND_NOUGHT:
        return CROSS_AND_NOUGHT[cell.piece]

    first, second = _side_letters(board)
    owners = cell.stack or (cell.owner,)
    letters = [second if owner is Player.SECOND else first for owner in owners]
    return _pile_text(letters) + PIECE_LETTERS.get(cell.piece, "")


def _side_letters(board: Board) -> tuple[str, str]:
    """Return the letters of the first and the second player's pieces."""
    if board.signs:
        return board.signs
    if board.dark is Player.FIRST:
        return DARK_LETTER, LIGHT_LETTER
    return LIGHT_LETTER, DARK_LETTER


def _pile_text(letters: list[str]) -> str:
    """Write a pile from the bottom up: all its letters, or letters with counts if it is long.

    >>> _pile_text(["W", "B", "B"]), _pile_text(["B"] * 3), _pile_text(["W"] * 3 + ["B"] * 2)
    ('WBB', 'B3', 'W3B2')
    """
    runs = [(letter, len([*same])) for letter, same in groupby(letters)]
    is_mixed = len(runs) > 1
    if is_mixed and len(letters) <= MAX_SPELLED_PILE:
        return "".join(letters)
    words = ""
    for letter, count in runs:
        words += letter
        if count > 1:
            words += str(count)
    return words


def layer_number(board: Board, layer: str | None, row: int, column: int) -> str:
    """Return the number that a layer gives a cell, "" for no number."""
    if layer is None:
        return ""
    value = board.layers[layer][row][column]
    if value is None:
        return ""
    return numbers.format_number(value)


def board_column_widths(
    board: Board,
    cell_texts: Sequence[Sequence[str]],
    marks: Mapping[Coordinates, Mark],
    min_letters: int = MIN_CELL_LETTERS,
) -> list[int]:
    """Return the width in letters of each column of a board that is written as text.

    `cell_texts` has the text of each cell, row by row. A column has room for its longest text, a
    space, and the closing bracket of a marked cell. Playable cells have at least `min_letters`
    letters. On a slanted board all columns are equally wide.
    """
    widths = [display_width(clip_text(name, 8)) + 1 for name in board.columns]
    unnamed_columns = max(map(len, cell_texts), default=0) - len(widths)
    widths += [0] * unnamed_columns
    for row, texts in enumerate(cell_texts):
        for column, text in enumerate(texts):
            needed = display_width(text) + 1
            if (row, column) in marks:
                needed += 1
            minimum = min_letters if board.cells[row][column].playable else 1
            widths[column] = max(widths[column], needed, minimum)

    # A shifted row meets the columns of the rows above only if all are equally wide.
    if board.slant and widths:
        return [max(widths)] * len(widths)
    return widths


def _row_text(
    words: Sequence[str], widths: list[int], brackets: Mapping[int, str] | None = None
) -> str:
    """Write the words of a row into columns, each word after a space or an opening bracket.

    `brackets` has the opening and closing bracket of each marked cell, by column. Where a word
    fills its column, its closing bracket replaces the space before the next word.

    >>> _row_text(["a", "b", "c"], [3, 3, 3], {1: "[]"})
    ' a [b] c '
    >>> _row_text(["a", "b", "c"], [2, 2, 2], {1: "[]"})
    ' a[b]c'
    """
    line = ""
    closing = ""
    for column, (word, width) in enumerate(zip(words, widths, strict=False)):
        separator = closing or " "
        closing = ""
        if brackets and column in brackets:
            separator = brackets[column][0]
            closing = brackets[column][1]
        field = separator + clip_text(word)
        # Without room in this column, the closing bracket is written into the next one.
        if closing and display_width(field) < width:
            field += closing
            closing = ""
        line += field + " " * (width - display_width(field))
    return line + closing


def describe_board(board: Board, sides: Sequence[str]) -> list[str]:
    """Describe a board in words: a line for each side and kind of piece, then the captions.

    A line is like "White kings: e1, g3". `sides` are the names of the first and second player.
    """
    groups: dict[tuple[Player, str], list[str]] = {}
    for place, cell in squares_of(board):
        # Dice are not listed, because the captions say what was rolled.
        if cell.piece and cell.playable and cell.piece != "die":
            square = _describe_square(board, place, cell, sides)
            groups.setdefault((cell.owner, piece_kind(cell)), []).append(square)

    lines = []
    for (owner, kind), squares in sorted(groups.items()):
        lines.append(pieces_heading(owner, kind, sides) + ", ".join(squares))
    words = board.spoken or board.captions
    # A board without squares may be told by its captions alone.
    if not lines and (board.cells or not words):
        lines = ["The board is empty."]
    return [*lines, *words]


def _describe_square(board: Board, place: Coordinates, cell: Cell, sides: Sequence[str]) -> str:
    """Return a square's name and the details of its piece, if any: `a3 12` for twelve stones.

    Other details are a label, and the owners of a pile's pieces.
    """
    row, column = place
    words = square_name(board, row, column) + describe_pile(cell, sides)
    if cell.piece == "label" and not cell.owner:
        # In a single row without names, a label needs no place: labels are listed in order.
        is_list = len(board.cells) == 1 and not board.columns
        if is_list:
            return cell.label
        return f"{words}: {cell.label}"
    if is_amount(cell) or (cell.piece == "stone" and cell.label):
        return f"{words} {cell.label}"
    return words


def pieces_heading(owner: Player, kind: str, sides: Sequence[str]) -> str:
    """Return the words before a list of squares: `White kings: `, or "" for nobody's pieces."""
    side = sides[owner - 1] if owner else ""  # players are numbered from 1
    words = " ".join(filter(None, (side, kind)))
    return f"{words}: " if words else ""


def piece_kind(cell: Cell) -> str:
    """Return the kind of piece on a cell as a plural, "" for a game's ordinary pieces.

    Chess pieces are named after their figures: "knights". Any other label that belongs to a player
    is itself the kind, unless it is a number of pieces.
    """
    if cell.piece in ORDINARY_PIECES:
        return ""
    if cell.piece != "label":
        return PIECE_PLURALS.get(cell.piece, cell.piece)
    if cell.figure:
        return f"{cell.figure}s"
    is_kind = cell.owner and not is_amount(cell)
    return cell.label if is_kind else ""


def is_amount(cell: Cell) -> bool:
    """Return whether a cell holds a number of equal pieces, such as a player's seeds."""
    return cell.piece == "label" and cell.owner is not Player.NOBODY and cell.label.isdigit()


def describe_pile(cell: Cell, sides: Sequence[str]) -> str:
    """Return the owners of a pile's pieces in words, "" for a single piece.

    >>> describe_pile(Cell("flat", Player.FIRST, (Player.SECOND, Player.FIRST)), ("White", "Black"))
    ' (from the bottom up: Black, White)'
    """
    if len(cell.stack) < 2:
        return ""
    owners = ", ".join(sides[owner - 1] for owner in cell.stack)
    return f" (from the bottom up: {owners})"


def square_name(board: Board, row: int, column: int) -> str:
    """Return the name of a square in words: `e4`, `17` as in draughts, or `row 1 column 5`."""
    column_name = board.columns[column] if column < len(board.columns) else ""
    row_name = board_row_name(board, row)
    if column_name:
        return column_name + row_name
    if row_name.isdigit():
        # In draughts squares are numbered, and a row is named by its first square.
        squares_before = sum(cell.playable for cell in board.cells[row][:column])
        return str(int(row_name) + squares_before)
    # For example a field beside the board: its column has no name, so its row names it.
    if board.columns and row_name:
        return row_name
    return f"row {row + 1} column {column + 1}"
