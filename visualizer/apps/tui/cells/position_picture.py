"""A position in letters: its board, or a textbook's whole tree, and the side to move."""

from games import AnyPosition, Board, Game, turn_of
from visualizer.apps.tui.cells.squares import Squares, wrap_captions
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
SMALL_NODE_MEASURES = NodeMeasures(named=False, window_lines=0)
MAX_NODES_DRAWN = 400
"""Nodes of a tree that are drawn."""
MAX_EXAMPLE_LENGTH = 600
"""Characters of an example that are shown at most."""


def turn_and_move_count(checked: CheckedDraft) -> str:
    """Name the side to move, and count the moves; "" for an invalid position."""
    game = checked.game
    root = checked.root
    if game is None or root is None:
        return ""
    if root.outcome() is not None:
        return "The game is over here."
    count = len(root.moves())
    moves = "move" if count == 1 else "moves"
    return f"{game.mover(turn_of(root))} to move, {count:,} {moves}."


def draw_position(
    checked: CheckedDraft, width: int, height: int, *, letters: bool = False
) -> list[Line]:
    """Draw a position with the side to move; for an invalid one, explain the notation.

    `letters` draws pieces as letters. If the position does not fit, the last line says so.
    """
    root = checked.root
    if root is None:
        return notation_lines(checked.game, width)
    faults: dict[str, str] = {}

    def draw() -> list[Line]:
        board = root.board()
        if len(board.cells) > 1:
            lines = draw_board_with_captions(board, width, height, letters=letters)
            note = turn_and_move_count(checked)
        else:
            # A textbook's tree has no board.
            lines = draw_small_tree(root, width, max(1, height // 2))
            note = first_fitting_text(TURN_LEGENDS, width).center(width)
        if len(lines) + 2 <= height:
            lines = [*lines, [], [(note, "dim")]]
        return centre_in_rectangle(lines, width, height)

    # A user's game may fail to draw its board; then its error is shown in place of the board.
    lines = attempt(faults, "board", draw)
    if lines is None:
        return [[(faults["board"], "cut")]]
    return lines


def draw_board_with_captions(board: Board, width: int, height: int, *, letters: bool) -> list[Line]:
    """Draw a board as large as fits with its captions and two more lines below."""
    room = height - len(board.captions) - 2
    lines = Squares(board, letters=letters).draw(width, room)
    return [*lines, *wrap_captions(board, width)]


def notation_lines(game: Game | None, width: int) -> list[Line]:
    """Explain the notation of positions, with an example."""
    if game is None:
        return []
    lines = wrap_words(f"How a position is written: {game.notation}", width, "dim")
    lines += [[], [("For example:", "dim")]]
    example = game.presets[0].text[:MAX_EXAMPLE_LENGTH]
    for start in range(0, len(example), max(1, width)):
        lines.append([(example[start : start + width], "text")])
    return lines


def centre_in_rectangle(lines: list[Line], width: int, height: int) -> list[Line]:
    """Centre lines horizontally. If not all of them fit, the last line says so."""
    widest = max(map(width_of, lines), default=0)
    if len(lines) > height or widest > width:
        note = [("… goes on beyond the edge", "dim")]
        lines = [*lines[: max(0, height - 1)], note]
        widest = width
    margin = " " * (max(0, width - widest) // 2)
    return [[(margin, "text"), *line] for line in lines]


def draw_small_tree(root: AnyPosition, width: int, plies: int) -> list[Line]:
    """Draw at most `plies` plies of a tree as books do: turns as signs, leaves as numbers.

    The nodes are spaced evenly if that fits the width, else as tightly as needed.
    """
    nodes, labels = gather_nodes(root, plies)
    looks = [small_node_look(label) for label in labels]
    columns = spread_small_tree(nodes, [look.width for look in looks], width)
    for node in nodes:
        node.top = SMALL_NODE_MEASURES.top(node.ply)
    grid = TextGrid(columns, SMALL_NODE_MEASURES.lines(nodes[-1].ply))
    draw_tree(grid, TreeLayout(SMALL_NODE_MEASURES, nodes), looks)
    return grid.lines()


def small_node_look(label: str) -> NodeLook[None]:
    """Return the look of a node with a label only."""
    text = NodeText[None](SMALL_NODE_MEASURES.value, (label, "strong"))
    return NodeLook(("─", "frame"), "frame", [text])


def spread_small_tree(nodes: list[PlacedNode], widths: list[int], width: int) -> int:
    """Give each node its column, and return the width of the tree, which may exceed `width`.

    `widths` has the width of each node.
    """
    # `spread_nodes` tries the gaps between neighbours in turn, and returns 0 if none fits.
    equal_widths = [max(widths)] * len(widths)
    columns = spread_nodes(nodes, equal_widths, (3, 1), width)
    if not columns:
        columns = spread_nodes(nodes, widths, (2, 1), width)
    if not columns:
        # Without a limit of columns, the tightest gap always fits.
        columns = spread_nodes(nodes, widths, (1,), 0)
    return columns


def gather_nodes(root: AnyPosition, plies: int) -> tuple[list[PlacedNode], list[str]]:
    """Return the nodes to draw, parents first, and their labels.

    A node is left out if it is more than `plies` plies deep (the root's ply included), or if there
    would be more than MAX_NODES_DRAWN. The label of its parent then ends in an ellipsis.
    """
    # No search has visited these nodes, so they have no numbers.
    nodes = [PlacedNode((), node=None, parent_node=None, ply=0)]
    positions = [root]
    labels: list[str] = []
    # Breadth first: the loop goes on through the children that it appends to both lists.
    for parent_index, (node, position) in enumerate(zip(nodes, positions, strict=True)):
        outcome = position.outcome()
        if outcome is not None:
            labels.append(format_number(outcome))
            continue
        moves = position.moves()
        label = TURN_SIGNS[turn_of(position)]
        has_room = node.ply + 1 < plies and len(nodes) + len(moves) <= MAX_NODES_DRAWN
        if has_room:
            nodes += placed_children(node, parent_index, len(moves))
            positions += [position.play(move) for move in moves]
        elif moves:
            label += "…"
        labels.append(label)
    return nodes, labels


def placed_children(node: PlacedNode, parent_index: int, count: int) -> list[PlacedNode]:
    """Return `count` children of a node, whose index in the list of all nodes is `parent_index`."""
    return [
        PlacedNode(
            (*node.path, index),
            node=None,
            parent_node=None,
            ply=node.ply + 1,
            parent_index=parent_index,
        )
        for index in range(count)
    ]
