"""What a move did to each cell, found by comparing the board before it with the one after; and heat maps of scores."""

from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from typing import Any

from games import AnyPosition, Board, Cell, Coordinates, Game, Player
from visualizer.run import Run
from visualizer.trace.rows import MovePath


class Mark(StrEnum):
    """What happened on a cell."""

    PLACED = "placed"
    ARRIVED = "arrived"
    LEFT = "left"
    FLIPPED = "flipped"
    CAPTURED = "captured"


SIGNS = {Mark.PLACED: "[]", Mark.ARRIVED: "<>", Mark.LEFT: "><", Mark.FLIPPED: "()", Mark.CAPTURED: "xx"}
"""What stands before and behind the piece on a marked cell."""


def marks(before: Board, after: Board, mover: Player, target: Coordinates | None = None) -> dict[Coordinates, Mark]:
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
    gone = {place for place, (was, cell) in pairs.items() if height(cell) < height(was)}
    left = {place for place in gone if pairs[place][0].owner in (mover, Player.NOBODY)}
    found = dict.fromkeys(gone, Mark.CAPTURED) | dict.fromkeys(left, Mark.LEFT)
    for place, (was, _) in pairs.items():
        if place not in gone:
            found[place] = Mark.ARRIVED if left else Mark.FLIPPED if was.piece else Mark.PLACED
    if target is not None and target not in found and [*map(len, before.cells)] == [*map(len, after.cells)]:
        found[target] = Mark.ARRIVED if gone else Mark.PLACED
    return found


def done(game: Game, before: AnyPosition, move: Any, board: Board) -> tuple[Board, dict[Coordinates, Mark]]:
    """Return the board after a move from a position, whose board is given, and what the move did to each square."""
    after = before.play(move).board()
    mover = Player.FIRST if before.maximizing else Player.SECOND
    return after, marks(board, after, mover, game.target(before, move))


def squares_of(board: Board) -> Iterator[tuple[Coordinates, Cell]]:
    """Yield the cells of a board with their places, row by row."""
    return (((y, x), cell) for y, row in enumerate(board.cells) for x, cell in enumerate(row))


def height(cell: Cell) -> int:
    """Return how many pieces are on a cell."""
    return len(cell.stack) or bool(cell.piece)


SCORES = "scores"


def marked(run: Run, path: MovePath) -> tuple[Board, dict[Coordinates, Mark]]:
    """Return the board at a path, and what the last move did to its cells."""
    if not path or path in run.asides:  # no move leads there
        return run.position(path).board(), {}
    before = run.position(path[:-1])
    return done(run.game, before, before.moves()[path[-1]], before.board())


def marked_board(run: Run, path: MovePath) -> tuple[Board, dict[Coordinates, Mark]]:
    """Return the board at a path as `marked` does, with the ordering's scores as a layer before the game's own.

    A cell has the best score of the moves that land on it.
    """
    (board, found), position, scores = marked(run, path), run.position(path), run.scored(path)[1]
    if scores is None:
        return board, found
    cells: list[list[float | None]] = [[None] * len(row) for row in board.cells]
    for move, score in zip(position.moves(), scores, strict=True):
        if (target := run.game.target(position, move)) is not None:
            y, x = target
            known = cells[y][x]
            cells[y][x] = score.total if known is None else max(known, score.total)
    return replace(board, layers={SCORES: tuple(map(tuple, cells)), **board.layers}), found
