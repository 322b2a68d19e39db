"""The board of the node in focus, with marks of the last move and perhaps a heat map over it."""

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


def draw_board_pane(scene: Scene, width: int, height: int) -> Rendering:
    """Draw the board with its captions, the last move and whose turn it is, as far as they fit."""
    path = scene.focus
    board, marks = board_with_scores(scene.run, path)
    layers = [*board.layers]
    if 0 < scene.heat <= len(layers):
        layer = layers[scene.heat - 1]
    else:
        layer = None
    notes = last_move_notes(scene, path, board, width)
    squares, plan = Squares(board, marks, layer, scene.letters).fitting(width, height - len(notes))
    captions = caption_lines(board, width)
    # Captions are left out first, then the notes are shortened, then the board is cropped.
    if plan.height + len(captions) + len(notes) <= height:
        notes = captions + notes
    elif plan.height + len(notes) > height:
        notes = shorten_notes(notes, width)
    if plan.height + len(notes) > height or plan.width > width:
        notes.insert(0, [("a part of the board", "dim")])

    # A part of the board is shown around the first marked square.
    marked_square = next(iter(marks), None)
    rows, _, _ = squares.part(plan, width, height - len(notes), marked_square)
    if height > len(rows) + len(notes):
        rows.append([])
    title = board_pane_title(scene, path, layer, width - 2)
    return Rendering([*rows, *notes][:height], title=title)


def caption_lines(board: Board, width: int) -> list[Line]:
    """Return the captions of a board."""
    lines: list[Line] = []
    for caption in board.captions:
        lines += wrap_words(caption, width, "dim")
    return lines


def board_pane_size(board: Board) -> tuple[int, int, int]:
    """Return the columns that a board would like, its least lines, and the lines it would like.

    The last number includes all that stands below the board.
    """
    squares = Squares(board)
    lines, columns = 1, 3
    for large_lines, large_columns, _ in squares.large():
        if large_lines == PREFERRED_SQUARE_LINES:
            lines, columns = large_lines, large_columns
            break
    preferred = squares.plan(lines, columns)
    preferred_lines = preferred.height + len(board.captions) + BOARD_NOTE_LINES
    return preferred.width, squares.plan(1, 3).height, preferred_lines


def board_pane_title(scene: Scene, path: MovePath, layer: str | None, width: int) -> str:
    """Return which heat map lies over the board, else as many of the last moves as fit."""
    if layer:
        names = [f"heat: {layer}"]
    else:
        names = scene.run.names(path)
    room = width - cell_len("board · ")
    for first in range(len(names)):
        words = scene.run.game.in_a_row(names[first:])
        if first:
            words = f"… {words}"
        if cell_len(words) <= room or first == len(names) - 1:
            return f"board · {words}"
    return "board"


def last_move_notes(scene: Scene, path: MovePath, board: Board, width: int) -> list[Line]:
    """Say who moved last and who is to move, with the sign of their pieces if it fits."""
    run = scene.run
    position = run.position(path)

    def with_side(move: Line, words: str, at: MovePath) -> Line:
        mover = run.mover(at)
        # One name where both are the same.
        names = dict.fromkeys((side_name(run.game, board, run.turn(at), mover), mover))
        return first_fitting_line([[*move, (words.format(name), "dim")] for name in names], width)

    notes = []
    if path:
        last_move = [("last ", "dim"), (run.move_name(path), "mark")]
        notes.append(with_side(last_move, " by {}", path[:-1]))
    if position.outcome() is None:
        notes.append(with_side([], "{} to move", path))
    elif not nobody_plays(run.game):
        notes.append([("the game is over", "dim")])
    return notes


def shorten_notes(notes: list[Line], width: int) -> list[Line]:
    """Put the last move and whose turn it is on one line, or leave out the turn.

    The turn follows from the last move.
    """
    last_move, *turn = notes[:2]
    together = [*last_move]
    for note in turn:
        together += [(" · ", "dim"), *note]
    return [first_fitting_line([together, last_move], width), *notes[2:]]


PANE = View("board", draw_board_pane)
