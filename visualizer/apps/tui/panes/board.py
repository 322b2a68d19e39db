"""The board of the node in focus: what the last move did is marked, a heat map lies over it if wanted."""

from rich.cells import cell_len

from games import Board
from visualizer.apps.tui.cells.squares import Squares
from visualizer.apps.tui.cells.styled_lines import Line, Rendering, first_fitting_line, wrap_words
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.views import View
from visualizer.draw.boards.contents import board_with_scores, side_name
from visualizer.explaining.explanation.naming import nobody_plays
from visualizer.trace.rows import MovePath

BOARD_NOTE_LINES = 3
"""Lines below a board: a gap, the last move, whose turn it is."""
PREFERRED_SQUARE_LINES = 2
"""Lines that a square would like."""


def draw_board_pane(scene: Scene, width: int, height: int) -> Rendering:
    """Draw the board and its captions, then the last move and whose turn it is; the less room, the less beside."""
    path = scene.focus
    board, marks = board_with_scores(scene.run, path)
    names = [*board.layers]
    if 0 < scene.heat <= len(names):
        layer = names[scene.heat - 1]
    else:
        layer = None
    notes = last_move_notes(scene, path, board, width)
    squares, plan = Squares(board, marks, layer, scene.letters).fitting(width, height - len(notes))
    captions = [line for caption in board.captions for line in wrap_words(caption, width, "dim")]
    if plan.height + len(captions) + len(notes) <= height:
        notes = captions + notes
    elif plan.height + len(notes) > height:
        notes = shorten_notes(notes, width)
    if plan.height + len(notes) > height or plan.width > width:
        notes.insert(0, [("a part of the board", "dim")])
    rows, _, _ = squares.part(plan, width, height - len(notes), next(iter(marks), None))
    gap: list[Line] = [[]] if height > len(rows) + len(notes) else []
    return Rendering(
        [*rows, *gap, *notes][:height], title=board_pane_title(scene, path, layer, width - 2)
    )


def board_pane_size(board: Board) -> tuple[int, int, int]:
    """Return the columns that a board would like, its least lines, and those that it would like with all below it."""
    squares = Squares(board)
    wish = squares.plan(
        *next(
            ((high, wide) for high, wide, _ in squares.large() if high == PREFERRED_SQUARE_LINES),
            (1, 3),
        )
    )
    return (
        wish.width,
        squares.plan(1, 3).height,
        wish.height + len(board.captions) + BOARD_NOTE_LINES,
    )


def board_pane_title(scene: Scene, path: MovePath, layer: str | None, width: int) -> str:
    """Return which heat map lies over the board, or else where it stands: as many of the last moves as fit."""
    if layer:
        names = [f"heat: {layer}"]
    else:
        names = scene.run.names(path)
    in_a_row = scene.run.game.in_a_row
    room = width - cell_len("board · ")
    for first in range(len(names)):
        words = "… " * bool(first) + in_a_row(names[first:])
        if cell_len(words) <= room or first == len(names) - 1:
            return f"board · {words}"
    return "board"


def last_move_notes(scene: Scene, path: MovePath, board: Board, width: int) -> list[Line]:
    """Say who moved last, and who is to move, with the sign of their pieces where there is room."""
    run = scene.run
    position = run.position(path)

    def named(move: Line, words: str, at: MovePath) -> Line:
        mover = run.mover(at)
        names = dict.fromkeys((side_name(run.game, board, run.turn(at), mover), mover))
        return first_fitting_line([[*move, (words.format(name), "dim")] for name in names], width)

    lines = []
    if path:
        last = [("last ", "dim"), (run.move_name(path), "mark")]
        lines.append(named(last, " by {}", path[:-1]))
    if position.outcome() is None:
        lines.append(named([], "{} to move", path))
    elif not nobody_plays(run.game):
        lines.append([("the game is over", "dim")])
    return lines


def shorten_notes(notes: list[Line], width: int) -> list[Line]:
    """Put the last move and whose turn it is on one line, or leave out the latter, which follows from the former."""
    together = [part for note in notes[:2] for part in (*note, (" · ", "dim"))][:-1]
    return [first_fitting_line([together, notes[0]], width), *notes[2:]]


PANE = View("board", draw_board_pane)
