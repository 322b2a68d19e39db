"""Parts of a drawn tree: boxes, numbers as large as a box, the corners of edges."""

from rich.cells import cell_len

from visualizer.look.legend import State
from visualizer.picture.layout.node_measures import NodeMeasures
from visualizer.picture.layout.node_words import TURNS, NodeWords
from visualizer.picture.layout.placed_nodes import PlacedNode
from visualizer.trace.tree_at_step import Bound
from visualizer.tui.big_letters import big
from visualizer.tui.styled_lines import Hit, clipped, fitting
from visualizer.tui.text_grid import TextGrid

BOX, DASHED, STRONG = "╭╮╰╯─│", "╭╮╰╯╌╎", "╔╗╚╝═║"
BOXES = {State.TO_COME: DASHED, State.PRUNED: DASHED, State.CURRENT: STRONG, State.CUT: STRONG}
"""Corners and lines of boxes: dashed for unvisited nodes, strong for the current and cut ones."""


def draw_box(grid: TextGrid, placed: PlacedNode, measures: NodeMeasures, style: str, box: str) -> None:
    """Draw a box around a node's value, of the corners, the line across and the line down in `box`."""
    middle, half = placed.top + measures.value, placed.width // 2
    left, right = placed.x - half, placed.x + half
    for y, corners in ((middle - measures.boxed, box[:2]), (middle + measures.boxed, box[2:4])):
        grid.across(left, right, y, box[4], style)
        grid.put(left, y, corners[0], style)
        grid.put(right, y, corners[1], style)
    for y in range(middle - measures.boxed + 1, middle + measures.boxed):
        grid.across(left, right, y, " ", style)
        grid.put(left, y, box[5], style)
        grid.put(right, y, box[5], style)


def draw_large(grid: TextGrid, placed: PlacedNode, measures: NodeMeasures, words: NodeWords, style: str) -> list[Hit]:
    """Write a value as large as its box, with its signs in the frame; return where to click, nothing if too wide.

    The sign of a mean is one of these: in block letters it would look like another sign.
    """
    half, frame = placed.width // 2, placed.top + measures.value - measures.boxed
    number = words.value.removeprefix(Bound.MEAN.value)
    lines = big(number, 2 * measures.boxed - 1)
    if words.value and (not lines or len(lines[0]) > 2 * half - 1):
        return []
    for y, line in enumerate(lines, placed.top + measures.value - len(lines) // 2):
        grid.put(placed.x - len(line) // 2, y, line, style)
    turn = "" if words.maximizing is None else TURNS[words.maximizing]
    about = Bound.MEAN.value if number != words.value else ""
    before = " ".join(filter(None, (words.book_label, words.sign, turn, about)))
    for x, sign in ((placed.x - half + 1, before), (placed.x + half - 3, words.after)):
        if sign:
            grid.put(x, frame, f" {sign} ", style)
    rows = range(frame, frame + 2 * measures.boxed + 1)
    return [Hit(y, placed.x - half, placed.x + half + 1, placed.path) for y in rows]


def write_ends(grid: TextGrid, ends: tuple[str, str], x: int, y: int, room: int, apart: int = 0) -> None:
    """Write alpha on the left and beta on the right of a place, each in at most so many letters."""
    low, high = (fitting(end, room) for end in ends)
    grid.put(x - 1 - apart - cell_len(low), y, low, "alpha")
    grid.put(x + 2 + apart, y, high, "beta")


def turning(x: int, left: int, right: int) -> str:
    """Return the sign where an edge turns down to a child."""
    return "│" if left == right else "╭" if x == left else "╮" if x == right else "┬"


def meeting(x: int, left: int, right: int, *, goes_on: bool) -> str:
    """Return the sign where the edges to the children meet the edge from their parent or to one of them."""
    if left == right:
        return "│"
    if x in (left, right):
        return ("├" if x == left else "┤") if goes_on else ("╰" if x == left else "╯")
    return "┼" if goes_on else "┴"


def shortened(text: str, width: int) -> str:
    """Return a text, its middle left out if it is too wide.

    >>> shortened("12x23x34x45", 7)
    '12x…x45'
    """
    if cell_len(text) <= width or width < 1:
        return text
    half = (width - 1) // 2
    return clipped(text, width - 1 - half).rstrip() + "…" + (text[-half:] if half else "")
