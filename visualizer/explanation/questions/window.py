"""Asked of an inner node: an end of the window with which it is entered."""

from functools import partial

from visualizer.explanation.naming import Naming
from visualizer.explanation.questions.fields import FieldKind, values_before, window_of
from visualizer.explanation.questions.question import Clue
from visualizer.look.numbers import show
from visualizer.trace.rows import MovePath


def right(naming: Naming, path: MovePath, *, lower: bool) -> float:
    """Return α (`lower`) or β on entry."""
    trace, node = naming.run.trace, naming.tree.node_at(path)
    assert node is not None
    return trace.alpha(node) if lower else trace.beta(node)


def clues(naming: Naming, path: MovePath, *, lower: bool) -> list[Clue]:
    """Return the same end at the node above, and what has come back to that where its side is to move there."""
    if not path:
        return [Clue("", "there is no node above the root")]
    parent = path[:-1]
    own = naming.run.position(parent).maximizing == lower
    returned = values_before(naming, path) if own else []
    return [*window_of(naming, parent, ("alpha" if lower else "beta",)), *returned]


def why(naming: Naming, path: MovePath, *, lower: bool) -> str:
    """Say who set it."""
    tree, node = naming.tree, naming.tree.node_at(path)
    assert node is not None
    side, source = naming.run.game.side(maximizing=lower), tree.bound_source(node, lower=lower)
    entry = f"{'α' if lower else 'β'} = {show(right(naming, path, lower=lower))} on entry"
    if source.node is None or source.child is None:
        return f"{entry}: {side} has no value above {naming.place(node)} yet."
    where, child = naming.place(source.node), naming.place(source.child)
    return f"{entry}: at {where} {side} can have that with {child} already."


def end(key: str, name: str, best: str, side: str, *, lower: bool) -> FieldKind:
    """Return the kind of one of the ends."""
    rule = (
        f"{name} is the {best} value that {side} has so far at a node above: take what the branches to the left have "
        f"given to the {side} nodes on the way down. At the root nobody has a value yet."
    )
    asks = f"What is {name} on entry at {{}}?"
    return FieldKind(key, name, asks, rule, partial(right, lower=lower), partial(clues, lower=lower),
                     partial(why, lower=lower), sign=name)  # fmt: skip


ALPHA = end("alpha", "α", "greatest", "MAX", lower=True)
BETA = end("beta", "β", "least", "MIN", lower=False)
