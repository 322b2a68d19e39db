"""What is folded, in words: what had happened in it by a step, and what was to come."""

from __future__ import annotations

from visualizer.measures.summary import many
from visualizer.picture.fold import NOTHING, FoldedNode, Hidden, NodeKind, hidden_at
from visualizer.trace.playhead import Playhead

TO_COME = "to come"
"""Said of children before they are pruned: how many these will be is not known yet."""


def words_at(here: Playhead, node: FoldedNode) -> str:
    """Say what a node of the folded tree hides, as far as it had happened at a step."""
    if node.kind is NodeKind.MANY_PRUNED:
        return _pruned(node.hidden.children) if here.is_cut(node.row) else TO_COME
    return ", ".join(_folded(node, hidden_at(here, node.folded))) if node.folded else ""


def fullest(node: FoldedNode) -> str:
    """Return words that take as much room as any that a node has on the way."""
    if node.kind is NodeKind.MANY_PRUNED:
        return max(_pruned(node.hidden.children), TO_COME, key=len)
    if not node.folded:
        return ""
    before, after = _folded(node, NOTHING), _folded(node, node.hidden)
    return ", ".join(after + before if node.hidden.nodes > 1 else [max(*before, *after, key=len)])


def holds(node: FoldedNode, line: frozenset[int]) -> bool:
    """Say whether a node hides one of some rows."""
    return not line.isdisjoint(node.folded)


def _folded(node: FoldedNode, seen: Hidden) -> list[str]:
    """List what has been seen of what is folded, in nodes below a node or in children beside others, and the rest."""
    words = []
    if node.kind is NodeKind.VISIT:
        to_come = node.hidden.nodes - seen.nodes
        words += [f"+{seen.nodes:,} below"] if seen.nodes else []
    else:
        to_come = node.hidden.children - seen.children
        words += [f"{seen.children:,} more"] if seen.children else []
        words += [many(seen.nodes, "node", "nodes")] if seen.nodes > seen.children else []
    words += [many(seen.cutoffs, "cutoff", "cutoffs")] if seen.cutoffs else []
    return words + ([f"{to_come:,} to come"] if to_come else [])


def _pruned(count: int) -> str:
    return f"✕ {count:,} pruned"
