"""A board as a node of the search shows it: what the last move changed, and the ordering's scores as a heat map."""

from __future__ import annotations

from dataclasses import replace

from games import Board, Coordinates
from visualizer.run import Run
from visualizer.trace.rows import MovePath

SCORES = "scores"


def marked_board(run: Run, path: MovePath) -> tuple[Board, frozenset[Coordinates]]:
    """Return the board at a path, with the ordering's scores as a layer, and the cells that the last move changed."""
    position = run.position(path)
    board = position.board()
    return replace(board, layers=layers(run, path, board)), changed(run, path, board)


def changed(run: Run, path: MovePath, board: Board) -> frozenset[Coordinates]:
    """Return the cells that differ from the parent's board, and the one where the last move landed."""
    if not path:
        return frozenset()
    before = run.position(path[:-1])
    places = {
        (y, x)
        for y, (row, old) in enumerate(zip(board.cells, before.board().cells, strict=False))
        for x, (cell, was) in enumerate(zip(row, old, strict=False))
        if cell != was
    }
    target = run.game.target(before, before.moves()[path[-1]])
    return frozenset(places | {target}) if target is not None and _same_shape(board, before.board()) else frozenset()


def _same_shape(board: Board, other: Board) -> bool:
    return [len(row) for row in board.cells] == [len(row) for row in other.cells]


def layers(run: Run, path: MovePath, board: Board) -> dict[str, tuple[tuple[float | None, ...], ...]]:
    """Return the heat maps of a board: the best score of a move that lands on each cell, then the game's own."""
    position = run.position(path)
    _, scores = run.scored(path)
    own = dict(board.layers)
    if scores is None:
        return own
    cells: list[list[float | None]] = [[None] * len(row) for row in board.cells]
    for move, score in zip(position.moves(), scores, strict=True):
        target = run.game.target(position, move)
        if target is not None:
            y, x = target
            known = cells[y][x]
            cells[y][x] = score.total if known is None else max(known, score.total)
    return {SCORES: tuple(map(tuple, cells)), **own}
