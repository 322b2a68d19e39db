"""A tree that is written out, in words: a line for each inner node, for listeners."""

from collections.abc import Iterator

from visualizer.explanation.naming import Naming, capital
from visualizer.look.numbers import show
from visualizer.run import Run
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep


def leaf_in_words(run: Run, naming: Naming, path: MovePath) -> str:
    """Return what a sentence calls a node: a leaf with its number, `C.1 (2)`."""
    name = naming.at(path)
    if run.is_inner(path):
        return name
    return f"{name} ({show(run.evaluated(path))})"


def branch_in_words(run: Run, naming: Naming, path: MovePath) -> str:
    """Return what a list calls a branch: the move to a node where both have a name, `a1 to B`; else as a sentence."""
    move, label = run.names(path)[-1], run.node_label(path)
    called = leaf_in_words(run, naming, path)
    return f"{move} to {called}" if run.is_inner(path) and label not in ("", None, move) else called


def tree_in_words(run: Run) -> Iterator[str]:
    """Yield a line for each inner node, the root first: whose turn it is, and what is below it."""
    naming, paths = Naming(run, TreeAtStep(run.trace)), list[MovePath]([()])
    for path in paths:  # which grows meanwhile
        below = run.below(path)
        paths += filter(run.is_inner, below)
        side = run.game.side(maximizing=run.position(path).maximizing)
        names = (branch_in_words(run, naming, child) for child in below)
        yield f"{capital(naming.at(path))}, {side} to move: {', '.join(names)}"
