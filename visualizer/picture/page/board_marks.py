"""A board as a node of the search shows it: what the last move changed, and the ordering's scores as a heat map."""

from dataclasses import replace

from games import Board, Coordinates
from visualizer.boards.marks import Mark, done
from visualizer.run import Run
from visualizer.trace.rows import MovePath

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
