"""One line of names and values for the upper plies without room, shortened in its middle."""

from visualizer.look.shapes import letters
from visualizer.picture.layout.node_words import TURNS
from visualizer.picture.layout.whole_tree import is_for_min
from visualizer.run import Run
from visualizer.trace.labels import value_label
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep

ARROW = " › "
ROOT = "root"
SPARE = 2
"""Letters left free behind the last arrow, which is left out otherwise: in ASCII the signs of bounds take more room."""
COUNTED = len("… 99 more …") + len(ARROW)


def node_in_line(run: Run, tree: TreeAtStep, path: MovePath, *, from_mover: bool = False) -> str:
    """Return a node in a few words: its move, the side to move, its value, for MAX or for who is to move."""
    node, name = tree.node_at(path), run.move_name(path) if path else ROOT
    if node is None:
        return name
    turned = from_mover and is_for_min(run, path)
    turn = f" {TURNS[tree.maximizing(node)]}" if tree.move_count(node) else " "
    return f"{name}{turn}{value_label(tree, node, turned=turned) or '?'}"


UpperPart = tuple[MovePath, str, str]
"""A node in a line: its path, its words, their style."""


def upper_line(parts: list[UpperPart], width: int) -> list[tuple[UpperPart, int]]:
    """Place nodes in a line, each with an arrow behind it; those in the middle that have no room are counted.

    >>> line = upper_line([((), "root", ""), ((1,), "e3", ""), ((1, 2), "f4", ""), ((1, 2, 0), "g5", "")], 18)
    >>> "".join(text for (_, text, _), x in line)
    'root › … 2 more … › g5'
    """
    kept, dropped = [*parts], 0
    while len(kept) > 2 and sum(letters(text) + len(ARROW) for _, text, _ in kept) + (dropped > 0) * COUNTED > width:
        kept.pop(1)
        dropped += 1
    if dropped:
        kept.insert(1, (parts[1][0], f"… {dropped} more …", "dim"))
    placed: list[tuple[UpperPart, int]] = []
    x = 0
    for part in kept:
        placed += [(part, x), ((part[0], ARROW, "dim"), x + letters(part[1]))]
        x += letters(part[1]) + len(ARROW)
    return placed if x + SPARE <= width else placed[:-1]
