"""The board of the node in focus, with marks of the last move and perhaps a heat map over it."""

from rich.cells import cell_len

from games import Board
from visualizer.apps.tui.cells.squares import (
    USUAL_SQUARE_COLUMNS,
    BoardPlan,
    Squares,
    wrap_captions,
)
from visualizer.apps.tui.cells.styled_lines import Line, Rendering, first_fitting_line
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.views import View
from visualizer.draw.boards.contents import board_with_scores, side_name
from visualizer.explaining.explanation.naming import has_no_players
from visualizer.searching.run import Run
from visualizer.trace.rows import MovePath

BOARD_NOTE_LINES = 3
"""Lines below a board: a gap, the last move, the side to move."""
PREFERRED_SQUARE_LINES = 2
"""Lines of a square that the pane is measured for, if the game's squares can be as large."""


def draw_board_pane(scene: Scene, width: int, height: int) -> Rendering:
    """Draw the board and, if there is room, its captions, the last move and the side to move."""
    path = scene.focus
    board, marks = board_with_scores(scene.run, path)
    layer = heat_layer(board, scene.heat)
    notes = last_move_notes(scene, path, board, width)
    room = height - len(notes)
    squares, plan = Squares(board, marks, layer, scene.letters).fit(width, room)
    captions = wrap_captions(board, width)
    notes = fit_board_notes(captions, notes, plan, width, height)

    # A part of the board is shown around the first marked square.
    marked_square = next(iter(marks), None)
    room = height - len(notes)
    rows, _, _ = squares.draw_part(plan, width, room, marked_square)
    if len(rows) < room:
        rows.append([])
    title = board_pane_title(scene, path, layer, width - 2)
    return Rendering([*rows, *notes][:height], title=title)


def heat_layer(board: Board, number: int) -> str | None:
    """Return the name of a board's heat map by its number from 1, None for no such map."""
    layers = [*board.layers]
    if 0 < number <= len(layers):
        return layers[number - 1]
    return None


def fit_board_notes(
    captions: list[Line],
    notes: list[Line],
    plan: BoardPlan,
    width: int,
    height: int,
) -> list[Line]:
    """Return the lines to draw below a board: captions of the game, and notes about moves.

    `plan` is the board as drawn in full; the board and the lines have to fit `width` and `height`.
    Without enough room, the captions are left out, and then the notes are shortened. If the board
    still does not fit, an additional line says that only a part of it is shown.
    """
    if plan.height + len(captions) + len(notes) <= height:
        notes = captions + notes
    elif plan.height + len(notes) > height:
        notes = shorten_notes(notes, width)
    if plan.height + len(notes) > height or plan.width > width:
        return [[("a part of the board", "dim")], *notes]
    return notes


def board_pane_size(board: Board) -> tuple[int, int, int]:
    """Return three sizes for a board: preferred columns, fewest lines, preferred lines.

    The preferred lines include the captions and notes below the board.
    """
    squares = Squares(board)
    smallest = squares.plan(1, USUAL_SQUARE_COLUMNS)
    preferred = smallest
    for lines, columns in squares.large_sizes():
        if lines == PREFERRED_SQUARE_LINES:
            preferred = squares.plan(lines, columns)
            break
    preferred_lines = preferred.height + len(board.captions) + BOARD_NOTE_LINES
    return preferred.width, smallest.height, preferred_lines


def board_pane_title(scene: Scene, path: MovePath, layer: str | None, width: int) -> str:
    """Return the title of the board's pane for the position at `path`.

    The title names the layer of the heat map, if one is shown, or else the moves to the position.
    If not all moves fit, the first ones are left out.
    """
    if layer:
        names = [f"heat: {layer}"]
    else:
        names = scene.run.names(path)
    room = width - cell_len("board · ")
    # The first moves are left out, so that the last one is always in the title.
    for first in range(len(names)):
        words = scene.run.game.join_moves(names[first:])
        if first:
            words = f"… {words}"
        is_last = first == len(names) - 1
        if is_last or cell_len(words) <= room:
            return f"board · {words}"
    return "board"


def last_move_notes(scene: Scene, path: MovePath, board: Board, width: int) -> list[Line]:
    """Name the last move and the side to move, with the signs of their pieces if they fit."""
    run = scene.run
    notes = []
    if path:
        last_move = [("last ", "dim"), (run.move_name(path), "mark")]
        names = player_names(run, board, path[:-1])
        notes.append(note_with_name(last_move, " by {}", names, width))
    if run.position(path).outcome() is None:
        names = player_names(run, board, path)
        notes.append(note_with_name([], "{} to move", names, width))
    elif not has_no_players(run.game):
        notes.append([("the game is over", "dim")])
    return notes


def player_names(run: Run, board: Board, path: MovePath) -> list[str]:
    """Return the names of the player to move: first with the sign of their pieces, then without."""
    mover = run.mover(path)
    with_sign = side_name(run.game, board, run.turn(path), mover)
    # A game without signs for its sides has one name only.
    return [*dict.fromkeys((with_sign, mover))]


def note_with_name(beginning: Line, template: str, names: list[str], width: int) -> Line:
    """Return a line with the first of the names that fits; `{}` in the template stands for it."""
    wordings = [[*beginning, (template.format(name), "dim")] for name in names]
    return first_fitting_line(wordings, width)


def shorten_notes(notes: list[Line], width: int) -> list[Line]:
    """Put the notes on one line: the last move and the side to move.

    If that does not fit, the side to move is left out, since it follows from the last move.
    """
    last_move, *turn = notes[:2]
    both = [*last_move]
    for note in turn:
        both += [(" · ", "dim"), *note]
    return [first_fitting_line([both, last_move], width), *notes[2:]]


PANE = View("board", draw_board_pane)
