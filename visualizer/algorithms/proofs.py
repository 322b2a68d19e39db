"""The solver of MCTS: results that are certain are backed up as such.

Winands, Björnsson and Saito, "Monte-Carlo tree search solver", 2008; draws are proved, too.
"""

from visualizer.algorithms.sampled_node import Node


def prove(node: Node) -> float | None:
    """Return the value of a node of which a child has been proven, and keep it; None if it does not follow yet.

    One child that the mover wins is enough; else all must be proven, and the node is worth the best of them.
    """
    win = 1 if node.position.maximizing else -1
    values = [child.proven for child in node.children.values() if child.proven is not None]
    node.some_proven = True
    if win in values:
        node.proven = win
    elif not node.untried and len(values) == len(node.children):
        node.proven = max(values) if win > 0 else min(values)
    return node.proven


def preferred(node: Node) -> list[Node]:
    """Return the children among which the most visits decide: not those proved worse than another.

    Of a proven node they are those that prove it, of another all that are not proven lost, if there are any.
    """
    children = [*node.children.values()]
    lost = -1 if node.position.maximizing else 1
    if node.proven is not None:
        return [child for child in children if child.proven == node.proven]
    return [child for child in children if child.proven != lost] or children
