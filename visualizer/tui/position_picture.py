"""A position in letters: its board, or the whole tree where the game is a textbook's, and whose turn it is."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from games import AnyPosition, Game
from visualizer.look.numbers import show
from visualizer.picture.layout.tidy import tidy
from visualizer.tui.draft import Checked, attempt
from visualizer.tui.squares import Squares
from visualizer.tui.styled_lines import Line, width_of, wrapped

LEGENDS = ("▲ MAX to move   ▼ MIN to move   numbers: worth for MAX", "▲ MAX to move  ▼ MIN to move", "▲ MAX  ▼ MIN")
MOST = 400
"""Nodes of a tree that are drawn."""
LONGEST = 600
"""Characters of an example that are shown at most."""


def turn(checked: Checked) -> str:
    """Say whose turn it is, and how many moves there are; "" for a position that could not be read."""
    game, root = checked.game, checked.root
    if game is None or root is None:
        return ""
    if root.outcome() is not None:
        return "The game is over here."
    count = len(root.moves())
    return f"{game.side(maximizing=root.maximizing)} to move, {count:,} {'move' if count == 1 else 'moves'}."


def drawn(checked: Checked, width: int, height: int, *, letters: bool = False) -> list[Line]:
    """Draw a position with whose turn it is, or say how one is written if it could not be read.

    `letters` draws pieces as letters.
    """
    if checked.root is None:
        return notation(checked.game, width)
    root, wrong = checked.root, dict[str, str]()
    notes: list[Line] = [[], [(turn(checked), "dim")]]
    lines = attempt(wrong, "board", lambda: drawn_position(root, width, height, notes, letters=letters))
    return lines or [[(wrong.get("board", ""), "cut")]]


def notation(game: Game | None, width: int) -> list[Line]:
    """Say how a position is written, with an example."""
    if game is None:
        return []
    example = game.presets[0].text[:LONGEST]
    lines = wrapped(f"How a position is written: {game.notation}", width, "dim")
    text = [example[at : at + width] for at in range(0, len(example), max(1, width))]
    return [*lines, [], [("For example:", "dim")], *([(line, "text")] for line in text)]


def drawn_position(
    position: AnyPosition, width: int, height: int, notes: Sequence[Line] = (), *, letters: bool = False
) -> list[Line]:
    """Draw a position into a rectangle, with notes below if there is room; a line says if not all of it fits."""
    board = position.board()
    if len(board.cells) > 1:
        lines = Squares(board, letters=letters).draw(width, height - len(board.captions) - len(notes))
        lines += [line for words in board.captions for line in wrapped(words, width, "dim")]
    else:
        lines = draw_tree(position, width, max(1, height // 2))
        notes = [[], [(next((words for words in LEGENDS if len(words) <= width), ""), "dim")]]
    if len(lines) + len(notes) <= height:
        lines += notes
    return fit(lines, width, height)


def fit(lines: list[Line], width: int, height: int) -> list[Line]:
    """Centre lines in a rectangle; where they are too many or too long, they are cut and the last line says so."""
    widest = max(map(width_of, lines), default=0)
    if len(lines) > height or widest > width:
        note: Line = [("… goes on beyond the edge", "dim")]
        lines = [*lines[: max(0, height - 1)], note]
        widest = width
    margin = max(0, width - widest) // 2
    return [[(" " * margin, "text"), *line] for line in lines]


@dataclass(slots=True)
class _Node:
    """A node of the upper part of a tree; `children` are indices of the nodes in breadth-first order."""

    position: AnyPosition
    ply: int
    label: str = ""
    children: list[int] = field(default_factory=list)


def draw_tree(root: AnyPosition, width: int, plies: int) -> list[Line]:
    """Draw a tree as books do: a line a ply and one for its branches, turns as signs, leaves as numbers."""
    nodes = _gather(root, plies)
    middles = _middles(nodes, width)
    columns = max(middles) + max(len(node.label) for node in nodes) + 1
    rows = [[" "] * columns for _ in range(2 * nodes[-1].ply + 1)]
    for node, middle in zip(nodes, middles, strict=True):
        begin = max(0, middle - len(node.label) // 2)
        rows[2 * node.ply][begin : begin + len(node.label)] = node.label
        if node.children:
            _branches(rows[2 * node.ply + 1], middle, [middles[child] for child in node.children])
    return [[("".join(row).rstrip(), "frame" if number % 2 else "strong")] for number, row in enumerate(rows)]


def _middles(nodes: list[_Node], width: int) -> list[int]:
    """Return the column of each node: spaced evenly if that fits the width, else as tightly as needed."""
    own = [len(node.label) | 1 for node in nodes]
    even = [max(own)] * len(own)
    middles: list[float] = []
    for widths, gap in ((even, 3), (even, 1), (own, 2), (own, 1)):
        middles = tidy([node.children for node in nodes], widths, gap)
        if max(middles) + max(own) // 2 < width:
            break
    return [int(middle) for middle in middles]


def _gather(root: AnyPosition, plies: int) -> list[_Node]:
    """Collect the nodes to draw in breadth-first order, at most so many plies and MOST nodes."""
    nodes = [_Node(root, 0)]
    for node in nodes:  # grows meanwhile
        moves = () if node.position.outcome() is not None else node.position.moves()
        if moves and node.ply + 1 < plies and len(nodes) + len(moves) <= MOST:
            node.children = [*range(len(nodes), len(nodes) + len(moves))]
            nodes += [_Node(node.position.play(move), node.ply + 1) for move in moves]
        node.label = _label(node.position, folded=bool(moves) and not node.children)
    return nodes


def _label(position: AnyPosition, *, folded: bool) -> str:
    outcome = position.outcome()
    if outcome is not None:
        return show(outcome)
    return ("▲" if position.maximizing else "▼") + ("…" if folded else "")


def _branches(row: list[str], parent: int, children: list[int]) -> None:
    """Draw the branches between a node and its children."""
    left, right = min(parent, children[0]), max(parent, children[-1])
    row[left : right + 1] = "─" * (right - left + 1)
    for child in children:
        row[child] = "│" if left == right else "╭" if child == left else "╮" if child == right else "┬"
    if left < right:
        row[parent] = "┼" if parent in children else "┴"
