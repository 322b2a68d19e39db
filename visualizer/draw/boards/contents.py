"""What a board's squares hold: what a move did to each, heat, and all of it as text, in every game.

Without colours a disc is dark on one terminal and light on another, so the light pieces are `W` and the dark ones `B`,
if a board has no letters of its own, as Connect Four has for Yellow and Red;
walls add `S`, capstones `C`, kings `K`. A pile of one owner shows its height (`B3`), a mixed one its pieces from the
bottom up (`WBBS`; `W3B` is three and one).
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
"""Pieces that are drawn as light and dark discs."""
PIECE_LETTERS = {"wall": "S", "capstone": "C", "king": "K"}
CROSS_AND_NOUGHT = {"cross": "X", "nought": "O"}
UNROLLED_DIE_SIGN = "?"
"""A die that is to be rolled."""
MAX_SPELLED_PILE = 4
"""A mixed pile up to this height is written piece by piece."""
MIN_CELL_LETTERS = 3
"""The least width of a cell, in letters."""
ORDINARY_PIECES = frozenset({"stone", "flat", "man", "cross", "nought"})
"""Usual pieces, of which only the side is named."""
PIECE_PLURALS = {"wall": "walls", "capstone": "capstones", "king": "kings"}


class Mark(StrEnum):
    """What happened on a cell."""

    PLACED = "placed"
    ARRIVED = "arrived"
    LEFT = "left"
    FLIPPED = "flipped"
    CAPTURED = "captured"


MARK_BRACKETS = {
    Mark.PLACED: "[]",
    Mark.ARRIVED: "<>",
    Mark.LEFT: "><",
    Mark.FLIPPED: "()",
    Mark.CAPTURED: "xx",
}
"""What stands before and behind the piece on a marked cell."""


def mark_changes(
    before: Board, after: Board, mover: Player, target: Coordinates | None = None
) -> dict[Coordinates, Mark]:
    """Return what a move did to each cell that changed, and to `target`, where it ends.

    Where the mover has a piece less, it left; where a new one is, it was placed, or it arrived if another one left. An
    opponent's piece that is gone was captured, and one that changed sides in its place was flipped. A die is
    marked only where it is the target.
    """
    pairs = {
        (y, x): (was, cell)
        for y, (row, old) in enumerate(zip(after.cells, before.cells, strict=False))
        for x, (cell, was) in enumerate(zip(row, old, strict=False))
        if cell != was and cell.piece != "die"
    }
    gone = {place for place, (was, cell) in pairs.items() if stack_height(cell) < stack_height(was)}
    left = {place for place in gone if pairs[place][0].owner in (mover, Player.NOBODY)}
    found = dict.fromkeys(gone, Mark.CAPTURED) | dict.fromkeys(left, Mark.LEFT)
    for place, (was, _) in pairs.items():
        if place not in gone:
            if left:
                found[place] = Mark.ARRIVED
            elif was.piece:
                found[place] = Mark.FLIPPED
            else:
                found[place] = Mark.PLACED
    if (
        target is not None
        and target not in found
        and [*map(len, before.cells)] == [*map(len, after.cells)]
    ):
        found[target] = Mark.ARRIVED if gone else Mark.PLACED
    return found


def play_on_board(
    game: Game, before: AnyPosition, move: Any, board: Board
) -> tuple[Board, dict[Coordinates, Mark]]:
    """Return the board after a move from a position, whose board is given, and what the move did to each square.

    In a tree nothing: the board shows the branches of another node then.
    """
    after = before.play(move).board()
    if game.explicit:
        return after, {}
    if before.maximizing:
        mover = Player.FIRST
    else:
        mover = Player.SECOND
    return after, mark_changes(board, after, mover, game.target(before, move))


def squares_of(board: Board) -> Iterator[tuple[Coordinates, Cell]]:
    """Yield the cells of a board with their places, row by row."""
    return (((y, x), cell) for y, row in enumerate(board.cells) for x, cell in enumerate(row))


def stack_height(cell: Cell) -> int:
    """Return how many pieces are on a cell."""
    return len(cell.stack) or bool(cell.piece)


def board_with_marks(run: Run, path: MovePath) -> tuple[Board, dict[Coordinates, Mark]]:
    """Return the board at a path, and what the last move did to its cells."""
    if not path or path in run.asides:  # no move leads there
        return run.position(path).board(), {}
    before = run.position(path[:-1])
    return play_on_board(run.game, before, before.moves()[path[-1]], before.board())


def board_with_scores(run: Run, path: MovePath) -> tuple[Board, dict[Coordinates, Mark]]:
    """Return the board at a path as `board_with_marks` does, with the ordering's scores as a layer before the game's own.

    A cell has the best score of the moves that land on it.
    """
    board, found = board_with_marks(run, path)
    position = run.position(path)
    scores = run.scored(path)[1]
    if scores is None:
        return board, found
    cells: list[list[float | None]] = [[None] * len(row) for row in board.cells]
    for move, score in zip(position.moves(), scores, strict=True):
        if (target := run.game.target(position, move)) is not None:
            y, x = target
            known = cells[y][x]
            if known is None:
                cells[y][x] = score.total
            else:
                cells[y][x] = max(known, score.total)
    return replace(board, layers={SCORE_LAYER: tuple(map(tuple, cells)), **board.layers}), found


def heat_of(board: Board, layer: str | None) -> dict[Coordinates, float]:
    """Return each cell's part of the largest number of a layer, from 0 to 1."""
    if layer is None:
        return {}
    rows = enumerate(board.layers[layer])
    values = {(y, x): value for y, row in rows for x, value in enumerate(row) if value is not None}
    low = min(values.values(), default=0)
    high = max(values.values(), default=0)
    return {
        place: (value - low) / (high - low) if high > low else 0.0
        for place, value in values.items()
    }


DARK_SHADE, PLAIN_SHADE, LIGHT_SHADE = range(3)
"""The shades of a ground, in their order in a theme."""


def shade_of(board: Board, place: Coordinates) -> int | None:
    """Return the shade of a cell's ground, None where no cell is drawn.

    Cells that are never used are drawn on a chequered board only.
    """
    row, column = place
    is_playable = board.cells[row][column].playable
    if not board.chequered:
        return PLAIN_SHADE if is_playable else None
    uses_all = all(cell.playable for _, cell in squares_of(board))
    if uses_all:
        is_dark = (row + column) % 2 == 1
    else:
        is_dark = is_playable
    return DARK_SHADE if is_dark else LIGHT_SHADE


def drawn_places(board: Board) -> list[Coordinates]:
    """List the cells that are drawn, row by row."""
    return [place for place, cell in squares_of(board) if cell.playable or board.chequered]


def board_row_name(board: Board, row: int) -> str:
    """Return the name of a row, "" for none."""
    if row < len(board.rows):
        return board.rows[row]
    return ""


def is_worth_drawing(board: Board) -> bool:
    """Return whether a board is more than a row of words."""
    return any(cell.piece != "label" for _, cell in squares_of(board))


def is_drawn_small(board: Board) -> bool:
    """Return whether a small board, which has no words, shows what stands on it: not where pieces are written."""
    return all(
        cell.piece == "die" or not cell.label or cell.figure for _, cell in squares_of(board)
    )


def board_text(board: Board, *, marks: Mapping[Coordinates, Mark] | None = None) -> list[str]:
    """Return a board's lines: columns' names, rows with their names, captions; `mark_changes` put signs around cells."""
    words = [
        [cell_text(cell, board) or EMPTY_CELL_SIGN * cell.playable for cell in cells]
        for cells in board.cells
    ]
    widths = board_column_widths(board, words, marks or {})
    edge = row_name_letters(board)
    if widths:
        slant = slant_letters(board, widths[0])
    else:
        slant = 0
    if board.columns:
        lines = [" " * edge + _row_text(board.columns, widths)]
    else:
        lines = []
    for row, line in enumerate(words):
        name = clip_text(board_row_name(board, row), 8)
        marked = {
            column: MARK_BRACKETS[mark] for (y, column), mark in (marks or {}).items() if y == row
        }
        before = (
            " " * (slant * row + max(edge - 1 - display_width(name), 0)) + name + " " * (edge > 0)
        )
        lines.append(before + _row_text(line, widths, marked))
    lines = [line.rstrip() for line in lines]
    return lines + [clip_text(words, 200) for words in board.captions]


def side_name(
    game: Game, board: Board, turn: int, mover: str = "", *, lettered: bool = False
) -> str:
    """Return the name of a side, with `light` or `dark` where its pieces are and the name does not say so.

    Where chance moves it is the name of chance, or of the `mover` that is taken to move at random. Where the board is
    `lettered`, as in text, the letters of the sides say it already.
    """
    if turn == Turn.CHANCE:
        return mover or game.mover(turn)
    first = turn == Turn.MAX
    name = game.side(maximizing=first)
    dark = board.dark is (Player.FIRST if first else Player.SECOND)
    is_said = name in ("White", "Black") or (lettered and board.signs)
    two_colours = any(cell.piece in TWO_COLOURS for _, cell in squares_of(board))
    return f"{name} ({'dark' if dark else 'light'})" if two_colours and not is_said else name


def cell_text(cell: Cell, board: Board) -> str:
    """Write what is on a cell.

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
    signs = board.signs or (
        (DARK_LETTER, LIGHT_LETTER) if board.dark is Player.FIRST else (LIGHT_LETTER, DARK_LETTER)
    )
    pieces = [signs[owner is Player.SECOND] for owner in cell.stack or (cell.owner,)]
    return _pile_text(pieces) + PIECE_LETTERS.get(cell.piece, "")


def _pile_text(pieces: list[str]) -> str:
    """Write a pile from the bottom up, short where it is long.

    >>> _pile_text(["W", "B", "B"]), _pile_text(["B"] * 3), _pile_text(["W"] * 3 + ["B"] * 2)
    ('WBB', 'B3', 'W3B2')
    """
    runs = [(sign, len([*same])) for sign, same in groupby(pieces)]
    if len(runs) > 1 and len(pieces) <= MAX_SPELLED_PILE:
        return "".join(pieces)
    return "".join(sign + (str(count) if count > 1 else "") for sign, count in runs)


def layer_number(board: Board, layer: str | None, row: int, column: int) -> str:
    """Return the number of a layer in a cell, nothing where it has none."""
    if layer is None:
        value = None
    else:
        value = board.layers[layer][row][column]
    if value is None:
        return ""
    return numbers.format_number(value)


def board_column_widths(
    board: Board,
    words: Sequence[Sequence[str]],
    marks: Mapping[Coordinates, Mark],
    least: int = MIN_CELL_LETTERS,
) -> list[int]:
    """Return the widths of columns: as wide as their words, and all alike on a slanted board.

    A square has the `least` columns; where there is none, as between a board and what stands beside it, one is enough.
    """
    widths = [display_width(clip_text(name, 8)) + 1 for name in board.columns]
    widths += [0] * (max(map(len, words), default=0) - len(widths))
    for row, line in enumerate(words):
        for column, word in enumerate(line):
            room = display_width(word) + 1 + ((row, column) in marks)
            widths[column] = max(
                widths[column], room, least if board.cells[row][column].playable else 1
            )
    if board.slant and widths:
        return [max(widths)] * len(widths)
    return widths


def _row_text(
    words: Sequence[str], widths: list[int], marked: Mapping[int, str] | None = None
) -> str:
    """Write words into their columns, between signs where they are marked; a sign may use the next column's space.

    >>> _row_text(["a", "b", "c"], [3, 3, 3], {1: "[]"}), _row_text(["a", "b", "c"], [2, 2, 2], {1: "[]"})
    (' a [b] c ', ' a[b]c')
    """
    line = ""
    closing = ""
    signs = marked or {}
    for column, (word, wide) in enumerate(zip(words, widths, strict=False)):
        field = (signs[column][0] if column in signs else closing or " ") + clip_text(word)
        if column in signs:
            closing = signs[column][1]
        else:
            closing = ""
        if closing and display_width(field) < wide:
            field = field + closing
            closing = ""
        line += field + " " * (wide - display_width(field))
    return line + closing


def describe_board(board: Board, sides: Sequence[str]) -> list[str]:
    """Return a line for each side and kind of piece, then what stands beneath the board."""
    listed: dict[tuple[Player, str], list[str]] = {}
    is_list = (
        len(board.cells) == 1 and not board.columns
    )  # its order is all that there is to say of places
    for place, cell in squares_of(board):
        if (
            cell.piece and cell.playable and cell.piece != "die"
        ):  # what it shows stands beneath the board
            words = square_name(board, *place) + describe_pile(cell, sides)
            if cell.piece == "label" and not cell.owner:
                words = cell.label if is_list else f"{words}: {cell.label}"
            elif is_amount(cell) or (cell.piece == "stone" and cell.label):
                words = f"{words} {cell.label}"
            listed.setdefault((cell.owner, piece_kind(cell)), []).append(words)
    lines = [
        f"{pieces_heading(owner, kind, sides)}{', '.join(squares)}"
        for (owner, kind), squares in sorted(listed.items())
    ]
    return [*(lines or ["The board is empty."]), *(board.spoken or board.captions)]


def pieces_heading(owner: Player, kind: str, sides: Sequence[str]) -> str:
    """Return what stands before the squares: whose pieces they are, and of which kind."""
    words = " ".join(filter(None, (sides[owner - 1] if owner else "", kind)))
    return f"{words}: " if words else ""


def piece_kind(cell: Cell) -> str:
    """Return what a piece is called, nothing for a game's usual ones."""
    if cell.piece == "label":
        if cell.figure:
            return f"{cell.figure}s"
        if cell.owner and not is_amount(cell):
            return cell.label
        return ""
    if cell.piece in ORDINARY_PIECES:
        return ""
    return PIECE_PLURALS.get(cell.piece, cell.piece)


def is_amount(cell: Cell) -> bool:
    """Return whether a cell holds a number of pieces that all are alike, such as a player's seeds."""
    return cell.piece == "label" and cell.owner is not Player.NOBODY and cell.label.isdigit()


def describe_pile(cell: Cell, sides: Sequence[str]) -> str:
    """Return what lies in a pile, nothing for a single piece.

    >>> describe_pile(Cell("flat", Player.FIRST, (Player.SECOND, Player.FIRST)), ("White", "Black"))
    ' (from the bottom up: Black, White)'
    """
    if len(cell.stack) < 2:
        return ""
    return f" (from the bottom up: {', '.join(sides[owner - 1] for owner in cell.stack)})"


def square_name(board: Board, row: int, column: int) -> str:
    """Return a square's name: column and row, its number where squares are numbered row by row, or its row's alone."""
    if column < len(board.columns):
        across = board.columns[column]
    else:
        across = ""
    down = board_row_name(board, row)
    if across:
        return across + down
    if down.isdigit():
        return str(int(down) + sum(cell.playable for cell in board.cells[row][:column]))
    return down if board.columns and down else f"row {row + 1} column {column + 1}"
