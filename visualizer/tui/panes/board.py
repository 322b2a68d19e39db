"""The board of the node in focus: what the last move changed is marked, a heat map lies over it if wanted."""

from __future__ import annotations

from visualizer.boards.text import draw as draw_text
from visualizer.marked import marked_board
from visualizer.tui.drawn import Drawn, Line, Path
from visualizer.tui.panes import Pane
from visualizer.tui.scene import Scene

STYLES = {"●": "second", "○": "first", "X": "first", "O": "second", "·": "dim"}


def draw(scene: Scene, width: int, height: int) -> Drawn:
    """Draw the board and its captions, then the last move and whose turn it is."""
    path = scene.focus
    board, marks = marked_board(scene.run, path)
    names = [*board.layers]
    layer = names[scene.heat - 1] if 0 < scene.heat <= len(names) else None
    text = draw_text(board, marks=marks, layer=layer)
    rows = len(text) - len(board.captions)
    lines = [styled(line, number and layer is not None) for number, line in enumerate(text[:rows])]
    notes: list[Line] = [[(caption, "dim")] for caption in board.captions]
    notes += moved(scene, path)
    if layer:
        notes.append([("heat: ", "dim"), (layer, "strong")])
    spare = height - len(lines) - len(notes)
    gap: list[Line] = [[]] if spare > 0 else []
    return Drawn([*lines, *gap, *notes][:height], title=title(scene, path))


def title(scene: Scene, path: Path) -> str:
    """Return where the board stands."""
    return f"board · {scene.names(path)}" if path else "board"


def moved(scene: Scene, path: Path) -> list[Line]:
    """Say who moved last, and who is to move."""
    run = scene.run
    position = run.position(path)
    lines: list[Line] = []
    if path:
        before = run.position(path[:-1])
        side = run.game.sides[0 if before.maximizing else 1]
        lines.append([("last ", "dim"), (run.move_name(path), "mark"), (f" ({side})", "dim")])
    outcome = position.outcome()
    turn = run.game.sides[0 if position.maximizing else 1]
    lines.append([(f"{turn} to move" if outcome is None else "the game is over", "dim")])
    return lines


def styled(line: str, heated: object) -> Line:
    """Give a line of the board its styles: marked cells, pieces, numbers of a heat map."""
    styled_line: Line = []
    inside = False
    for letter in line:
        if letter == "[":
            inside = True
        style = "mark" if inside else STYLES.get(letter, "warm-2" if heated and letter.isdigit() else "text")
        if letter == "]":
            inside = False
        if styled_line and styled_line[-1][1] == style:
            styled_line[-1] = (styled_line[-1][0] + letter, style)
        else:
            styled_line.append((letter, style))
    return styled_line


PANE = Pane("board", "the board of the node in focus", draw)
