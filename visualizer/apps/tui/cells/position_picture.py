"""A position in letters: its board, or the whole tree where the game is a textbook's, and whose turn it is."""

from games import AnyPosition, Game, turn_of
from visualizer.apps.tui.cells.squares import Squares
from visualizer.apps.tui.cells.styled_lines import Line, first_fitting_text, width_of, wrap_words
from visualizer.apps.tui.cells.tree_grid import NodeLook, NodeText, TextGrid, draw_tree
from visualizer.apps.tui.draft import CheckedDraft, attempt
from visualizer.draw.picture.layout.node_words import TURN_SIGNS
from visualizer.draw.picture.layout.placed_nodes import (
    NodeMeasures,
    PlacedNode,
    TreeLayout,
    spread_nodes,
)
from visualizer.look.numbers import format_number

TURN_LEGENDS = (
    "▲ MAX to move   ▼ MIN to move   numbers: worth for MAX",
    "▲ MAX to move  ▼ MIN to move",
    "▲ MAX  ▼ MIN",
)
SMALL_NODE_MEASURES = NodeMeasures(named=False, windowed=0)
MAX_NODES_DRAWN = 400
"""Nodes of a tree that are drawn."""
MAX_EXAMPLE_LENGTH = 600
"""Characters of an example that are shown at most."""


def turn_and_move_count(checked: CheckedDraft) -> str:
    """Say whose turn it is, and how many moves there are; "" for a position that could not be read."""
    game = checked.game
    root = checked.root
    if game is None or root is None:
        return ""
    if root.outcome() is not None:
        return "The game is over here."
    count = len(root.moves())
    return f"{game.mover(turn_of(root))} to move, {count:,} {'move' if count == 1 else 'moves'}."


def draw_position(
    checked: CheckedDraft, width: int, height: int, *, letters: bool = False
) -> list[Line]:
    """Draw a position with whose turn it is if there is room, or say how one is written if it could not be read.

    `letters` draws pieces as letters. A line says if not all of it fits.
    """
    if checked.root is None:
        return notation_lines(checked.game, width)
    root = checked.root
    wrong = dict[str, str]()
    note = turn_and_move_count(checked)

    def draw() -> list[Line]:
        board = root.board()
        notes = [[], [(note, "dim")]]
        if len(board.cells) > 1:
            lines = Squares(board, letters=letters).draw(
                width, height - len(board.captions) - len(notes)
            )
            lines += [line for words in board.captions for line in wrap_words(words, width, "dim")]
        else:
            lines = draw_small_tree(root, width, max(1, height // 2))
            notes = [[], [(first_fitting_text(TURN_LEGENDS, width).center(width), "dim")]]
        return centre_in_rectangle(
            [*lines, *notes] if len(lines) + len(notes) <= height else lines, width, height
        )

    return attempt(wrong, "board", draw) or [[(wrong.get("board", ""), "cut")]]


def notation_lines(game: Game | None, width: int) -> list[Line]:
    """Say how a position is written, with an example."""
    if game is None:
        return []
    example = game.presets[0].text[:MAX_EXAMPLE_LENGTH]
    lines = wrap_words(f"How a position is written: {game.notation}", width, "dim")
    text = [example[at : at + width] for at in range(0, len(example), max(1, width))]
    return [*lines, [], [("For example:", "dim")], *([(line, "text")] for line in text)]


def centre_in_rectangle(lines: list[Line], width: int, height: int) -> list[Line]:
    """Centre lines in a rectangle; where they are too many or too long, they are cut and the last line says so."""
    widest = max(map(width_of, lines), default=0)
    if len(lines) > height or widest > width:
        note = [("… goes on beyond the edge", "dim")]
        lines = [*lines[: max(0, height - 1)], note]
        widest = width
    margin = max(0, width - widest) // 2
    return [[(" " * margin, "text"), *line] for line in lines]


def draw_small_tree(root: AnyPosition, width: int, plies: int) -> list[Line]:
    """Draw a tree as books do: a line a ply and one for its branches, turns as signs, leaves as numbers.

    The nodes are spaced evenly if that fits the width, else as tightly as needed.
    """
    nodes, labels = gather_nodes(root, plies)
    looks = [
        NodeLook(
            ("─", "frame"), "frame", [NodeText[None](SMALL_NODE_MEASURES.value, (label, "strong"))]
        )
        for label in labels
    ]
    own = [look.width for look in looks]
    ways = (([max(own)] * len(own), (3, 1), width), (own, (2, 1), width), (own, (1,), 0))
    columns = next(filter(None, (spread_nodes(nodes, *way) for way in ways)))
    for node in nodes:
        node.top = SMALL_NODE_MEASURES.top(node.ply)
    grid = TextGrid(columns, SMALL_NODE_MEASURES.lines(nodes[-1].ply))
    draw_tree(grid, TreeLayout(SMALL_NODE_MEASURES, nodes), looks)
    return grid.lines()


def gather_nodes(root: AnyPosition, plies: int) -> tuple[list[PlacedNode], list[str]]:
    """Return the nodes to draw, parents first, at most n plies and MOST nodes, and what is written there."""
    nodes = [PlacedNode((), None, None, 0)]
    positions = [root]
    labels = list[str]()
    for number, (node, position) in enumerate(
        zip(nodes, positions, strict=True)
    ):  # which grow meanwhile
        outcome = position.outcome()
        moves = () if outcome is not None else position.moves()
        is_open = node.ply + 1 < plies and len(nodes) + len(moves) <= MAX_NODES_DRAWN
        if is_open:
            below = range(len(moves))
            nodes += [
                PlacedNode((*node.path, move), None, None, node.ply + 1, parent=number)
                for move in below
            ]
            positions += map(position.play, moves)
        turn = TURN_SIGNS[turn_of(position)] + "…" * (bool(moves) and not is_open)
        labels.append(turn if outcome is None else format_number(outcome))
    return nodes, labels
