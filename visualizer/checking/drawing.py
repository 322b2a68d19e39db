"""Boards: cells in rows of one length, labels that fit, and moves that land on them."""

from collections.abc import Iterator

from games import Board, Cell, Ground
from visualizer.boards import text
from visualizer.checking.facts import Fault, Spot, ask, fitting, shown


def boards(spot: Spot) -> Iterator[Fault]:
    """Check that a board can be drawn and told."""
    board = board_of(spot)
    widths = {len(row) for row in board.cells}
    if len(widths) > 1:
        raise Fault(
            "board", f"its rows have {' and '.join(map(str, sorted(widths)))} cells; fill them up with playable=False"
        )
    for labels, count, which in (
        (board.rows, len(board.cells), "rows"),
        (board.columns, max(widths, default=0), "columns"),
    ):
        if labels and len(labels) != count:
            yield Fault("board", f"it has {count} {which} and {len(labels)} labels for them; give each one, or none")
    for name, layer in board.layers.items():
        if [len(row) for row in layer] != [len(row) for row in board.cells]:
            yield Fault("board", f"the layer {name!r} has not the shape of the cells; give a number or None for each")
    grounds = " ".join(f"Ground.{each.name}" for each in Ground)
    fitting("board", "its ground", board.ground, isinstance(board.ground, Ground), f"allowed are {grounds}")
    written = (cell.label for row in board.cells for cell in row)
    if steering := next((label for label in written if not label.isprintable()), ""):
        yield Fault("board", f"the label {steering!r:.60} of a cell has a sign that is not drawn, such as a line break")
    ask("drawing the board", text.draw, board)
    ask("telling the board", text.words_of, board, spot.game.sides)


def board_of(spot: Spot) -> Board:
    """Return the board of a position; Fault if it is none, or has no cells."""
    board: Board = ask("board()", spot.position.board)
    fitting("board", "board()", board, isinstance(board, Board), "return a games.Board")
    if not all(isinstance(cell, Cell) for row in board.cells for cell in row):
        raise Fault("board", "its cells are not rows of games.Cell")
    if not board.cells and not board.captions:
        raise Fault("board", "it has no cells and no captions; there is at least one row, or a line of text")
    return board


def targets(spot: Spot) -> None:
    """Check that a move lands on a cell of the board, and on that of its name if there is one."""
    if spot.facts.outcome is not None:
        return
    board = board_of(spot)
    cells = [(row, column) for row, line in enumerate(board.cells) for column, cell in enumerate(line) if cell.playable]
    named = {text.square_of(board, *cell): cell for cell in cells}
    for move, name in zip(spot.facts.legal, spot.facts.moves, strict=True):
        target = ask("target", spot.game.target, spot.position, move)
        if target is None:
            continue
        if target not in cells:
            why = "is no cell that is played on; return (row, column), from 0"
        elif named.get(name, target) != target:
            why = f"is not the cell that the labels of the board call so, {named[name]}; (0, 0) is at the top left"
        else:
            continue
        raise Fault("target of a move", f"the target of {name!r} is {shown(target)}, which {why}")
