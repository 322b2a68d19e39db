"""Asked of an edge, about PVS: whether the node below it gets a second look of its own."""

from visualizer.explanation.naming import Naming
from visualizer.explanation.questions.fields import FieldKind, before
from visualizer.explanation.questions.skipped import SKIPPED
from visualizer.look.numbers import show
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep


def why(naming: Naming, path: MovePath) -> str:
    """Say why a node is searched a second time, or is not."""
    tree, trace = naming.tree, naming.run.trace
    node, parent = tree.node_at(path), tree.node_at(path[:-1])
    if node is None or parent is None:
        return SKIPPED.why(naming, path)
    second, visits = second_look(naming, node), [*tree.visits_to(node)]
    along = " It is visited again only because a node above it is." if second is None and len(visits) > 1 else ""
    if not path[-1]:
        first = f"It is the first child of {naming.place(parent)}, so nothing is asked first: one look is enough."
        return f"{first}{along}"
    look = visits[-1] if second is None else visits[visits.index(second) - 1]
    value, (alpha, beta) = trace.value(look), TreeAtStep(trace, trace.enter_step(look) - 1).window(parent)
    more = tree.maximizing(parent)
    bound, far = (alpha, beta) if more else (beta, alpha)
    question = f"The first look only asks whether it is {'more' if more else 'less'} than {show(bound)}"
    if not (value > alpha if more else value < beta):
        return f"{question}: no, so one look is enough.{along}"
    if not alpha < value < beta:
        ends = f"{show(value)} is at {'least' if more else 'most'} {'β' if more else 'α'} = {show(far)}"
        return f"{question}: yes, but {ends} too, so nobody has to know how much.{along}"
    return f"{question}: yes, {show(value)}, so it is searched again for how much."


def second_look(naming: Naming, node: int | None) -> int | None:
    """Return the first visit of a node within a visit of its parent that had one already; None if none had."""
    parents = set[int]()
    for visit in () if node is None else naming.tree.visits_to(node):
        parent = naming.run.trace.parent(visit)
        if parent in parents:
            return visit
        parents.add(parent)
    return None


LOOKED_AGAIN = FieldKind(
    "again", "marked", "Does {} get a second look of its own, after a first one that only asked?",
    "The first look only asks whether this is better than what there is; only a yes needs a second one.",
    lambda naming, path: second_look(naming, naming.tree.node_at(path)) is not None, before, why, is_edge=True,
    sign="×2", verb="mark", meaning="visited again",
)  # fmt: skip
