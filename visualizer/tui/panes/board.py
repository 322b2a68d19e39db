"""The board of the node in focus: what the last move changed is marked, a heat map lies over it if wanted."""

from __future__ import annotations

import re

from games import Board
from visualizer.boards.text import draw as draw_text
from visualizer.boards.text import fitting, side_of
from visualizer.explanation.naming import nobody_plays
from visualizer.picture.board_marks import marked_board
from visualizer.trace.rows import MovePath
from visualizer.tui.panes import Pane
from visualizer.tui.scene import Scene
from visualizer.tui.styled_lines import Line, Rendering, joined, width_of, wrapped

BELOW = 3
"""Lines below a board: a gap, the last move, whose turn it is."""
STYLES = {"●": "second", "○": "first", "X": "first", "O": "second", "·": "dim"}


def draw(scene: Scene, width: int, height: int) -> Rendering:
    """Draw the board and its captions, then the last move and whose turn it is; the less room, the less beside."""
    path = scene.focus
    board, marks = marked_board(scene.run, path)
    names = [*board.layers]
    layer = names[scene.heat - 1] if 0 < scene.heat <= len(names) else None
    text = fitting(board, width, marks=marks, layer=layer)
    rows = text[: len(text) - len(board.captions)]
    notes = moved(scene, path, board)
    captions = [line for caption in board.captions for line in wrapped(caption, width, "dim")]
    if len(rows) + len(captions) + len(notes) <= height:
        notes = captions + notes
    elif len(rows) + len(notes) > height:
        notes = shorter(notes, width)
    if len(rows) + len(notes) > height or max(map(len, rows)) > width:
        notes.insert(0, [("a part of the board", "dim")])
        rows = part(rows, width, height - len(notes))
    lines = [styled(line, number and layer is not None) for number, line in enumerate(rows)]
    gap: list[Line] = [[]] if height > len(lines) + len(notes) else []
    return Rendering([*lines, *gap, *notes][:height], title=title(scene, path, layer))


def part(rows: list[str], width: int, height: int) -> list[str]:
    """Return as much of a board as there is room for, around the mark if there is one, below the columns' names."""
    marked = next((number for number, row in enumerate(rows) if "[" in row), 0)
    top = max(1, min(marked - height // 2, len(rows) - height + 1))
    column = rows[marked].find("[")
    left = max(0, min(column - width // 2, max(map(len, rows)) - width)) if column >= width - 2 else 0
    return [row[left : left + width] for row in (rows[0], *rows[top : top + max(0, height - 1)])]


def size_of(board: Board) -> tuple[int, int, int]:
    """Return the columns that a board takes, its lines, and the lines with all that is said below it."""
    lines = draw_text(board)
    return max(map(len, lines)), len(lines) - len(board.captions), len(lines) + BELOW


def title(scene: Scene, path: MovePath, layer: str | None) -> str:
    """Return which heat map lies over the board, or else where it stands."""
    about = f"heat: {layer}" if layer else scene.names(path)
    return f"board · {about}" if about else "board"


def moved(scene: Scene, path: MovePath, board: Board) -> list[Line]:
    """Say who moved last, and who is to move, with the sign of their pieces."""
    run = scene.run
    position = run.position(path)
    lines: list[Line] = []
    if path:
        before = run.position(path[:-1])
        side = side_of(run.game, board, first=before.maximizing)
        lines.append([("last ", "dim"), (run.move_name(path), "mark"), (f" ({side})", "dim")])
    if position.outcome() is None:
        lines.append([(f"{side_of(run.game, board, first=position.maximizing)} to move", "dim")])
    elif not nobody_plays(run.game):
        lines.append([("the game is over", "dim")])
    return lines


def shorter(notes: list[Line], width: int) -> list[Line]:
    """Put the last move and whose turn it is on one line, or leave out the latter, which follows from the former."""
    together = [part for note in notes[:2] for part in (*note, (" · ", "dim"))][:-1]
    return [together if width_of(together) <= width else notes[0], *notes[2:]]


def styled(line: str, heated: object) -> Line:
    """Give a line of the board its styles: marked cells, pieces, numbers of a heat map."""
    name = re.match(" *[0-9]* ", line)
    spans: Line = [(name[0], "text")] if name else []
    inside = False
    for letter in line[name.end() if name else 0 :]:
        if letter == "[":
            inside = True
        plain = STYLES.get(letter, "warm-2" if heated and letter.isdigit() else "text")
        spans.append((letter, "mark" if inside else plain))
        if letter == "]":
            inside = False
    return joined(spans)


PANE = Pane("board", "the board of the node in focus", draw)
