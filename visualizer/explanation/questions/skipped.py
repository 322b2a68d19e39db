"""Asked of an edge: whether what is below it is never visited."""

from visualizer.explanation.english.cuts import Cutoffs
from visualizer.explanation.naming import Naming
from visualizer.explanation.questions.fields import FieldKind, before
from visualizer.look.numbers import show
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep


def why(naming: Naming, path: MovePath) -> str:
    """Say why a child is never visited, or why it is."""
    tree, trace = naming.tree, naming.run.trace
    child, parent = tree.node_at(path), tree.node_at(path[:-1])
    assert parent is not None
    if child is None:
        return Cutoffs(naming).sentence(parent)
    if tree.ordinal(child) == 1:
        return f"It is the first child of {naming.place(parent)}: nothing is known there yet, so it is looked at."
    low, high = TreeAtStep(trace, trace.enter_step(child) - 1).window(parent)
    sign = "≥" if naming.run.recipe.search.cut == ">=" else ">"
    return (
        f"Before it {naming.place(parent)} has α = {show(low)} and β = {show(high)}: "
        f"α {sign} β is not so yet, so it may still matter and is looked at."
    )


SKIPPED = FieldKind(
    "pruned", "struck", "Is {} skipped?",
    "Look at α and β of the node above, as they are before this branch: the rest of its branches is skipped as soon as "
    "α {rule} β.",
    lambda naming, path: naming.tree.node_at(path) is None, before, why, is_edge=True, sign="✕", verb="strike",
    meaning="never visited",
)  # fmt: skip
