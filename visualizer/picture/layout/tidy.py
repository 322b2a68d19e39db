"""The tidy drawing of a tree: levels in rows, parents above the middle of their children, subtrees of one shape alike.

After Reingold and Tilford, "Tidier drawings of trees", 1981: the children's drawings are pushed apart until their
outlines, level by level, no longer overlap.
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(slots=True)
class _Outline:
    """The left and right edges of a drawing on each of its levels, to be shifted by `shift`."""

    left: list[float]
    right: list[float]
    shift: float = 0.0


def tidy(children: Sequence[Sequence[int]], widths: Sequence[float], gap: float) -> list[float]:
    """Return the middle of each node, the leftmost edge at 0.

    `children` lists each node's children, by number, in order; node 0 is the root, and every child has a larger number
    than its parent. `widths` are the nodes' widths, `gap` the least space between two neighbours.

    >>> tidy([[1, 2], [], []], [2, 2, 2], 1)
    [2.5, 1.0, 4.0]
    """
    offset = [0.0] * len(children)
    outlines: dict[int, _Outline] = {}
    for node in range(len(children) - 1, -1, -1):
        half = widths[node] / 2
        outline = _beside([outlines.pop(child) for child in children[node]], gap, children[node], offset)
        if children[node]:
            middle = (offset[children[node][0]] + offset[children[node][-1]]) / 2
            for child in children[node]:
                offset[child] -= middle
            outline.shift -= middle
        outline.left.append(-half - outline.shift)
        outline.right.append(half - outline.shift)
        outlines[node] = outline
    return _places(children, widths, offset)


def _beside(parts: list[_Outline], gap: float, nodes: Sequence[int], offset: list[float]) -> _Outline:
    """Put drawings side by side, from left to right; set the nodes' offsets and return the common outline.

    The lists of an outline run from the deepest level up, so that a parent is an append; the shorter one is merged
    into the longer one, which keeps the whole work linear in the size of the tree.
    """
    if not parts:
        return _Outline([], [])
    whole = parts[0]
    offset[nodes[0]] = 0.0
    for node, part in zip(nodes[1:], parts[1:], strict=True):
        common = min(len(whole.left), len(part.left))
        push = gap + max(
            (whole.right[-level] + whole.shift) - (part.left[-level] + part.shift) for level in range(1, common + 1)
        )
        offset[node] = push
        part.shift += push
        if len(part.left) > len(whole.left):
            for level in range(1, common + 1):
                part.left[-level] = whole.left[-level] + whole.shift - part.shift
            whole = part
        else:
            for level in range(1, common + 1):
                whole.right[-level] = part.right[-level] + part.shift - whole.shift
    return whole


def _places(children: Sequence[Sequence[int]], widths: Sequence[float], offset: list[float]) -> list[float]:
    """Add up the offsets from the root down and move all to the right of 0."""
    for node, below in enumerate(children):
        for child in below:
            offset[child] += offset[node]
    left = min(middle - width / 2 for middle, width in zip(offset, widths, strict=True))
    return [middle - left for middle in offset]
