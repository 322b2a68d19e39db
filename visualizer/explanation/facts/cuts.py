"""Why a node was cut, as a value: what was returned, which bound it met, who had set that, what is left out."""

from dataclasses import dataclass
from math import inf, isinf

from visualizer.explanation.facts.windows import WindowQuestion, question_of
from visualizer.run import Run
from visualizer.trace.tree_at_step import TreeAtStep


@dataclass(frozen=True, slots=True)
class CutFact:
    """A node was left after a child: by whom, for which value, and against which end of its window.

    Values are from MAX's side. The end was set by the child `setter` of a node above, by the window that the search was
    given (`setter` and `asks` are None), or by a null window.
    """

    node: int
    maximizing: bool
    child: int
    value: float
    bound: float
    """The end of the window that the value met; infinite where the search has told none."""
    setter: int | None
    avoided: int
    """The child of the setter's parent on the way to the node: where the bound is had, it is not played."""
    plies_up: int
    """From the node to the setter's parent."""
    asks: WindowQuestion | None
    is_asked: bool
    """Whether the null window, if that set the bound, was the search's own, and not the one it was given."""
    tried: int
    left_out: int | None
    """How many children were not visited; None where that is unknown."""
    strict: bool
    """Whether it was cut because the value is beyond the bound, by a search that cuts only then."""

    @property
    def met(self) -> bool:
        """Whether the value meets a bound; a user-supplied search may leave a node although its window is open."""
        reached = self.value >= self.bound if self.maximizing else self.value <= self.bound
        return reached and not isinf(self.bound)

    @property
    def sign(self) -> str:
        """The sign between the value and the bound that it met."""
        if self.strict:
            return ">" if self.maximizing else "<"
        return "≥" if self.maximizing else "≤"


def cut_of(run: Run, tree: TreeAtStep, node: int) -> CutFact:
    """Return why a node was cut that has been cut at the tree's step."""
    maximizing, child, trace = tree.maximizing(node), tree.last_child(node), tree.trace
    value, visit = tree.returned_value(child), tree.visit(node)
    alpha, beta = (trace.alpha(visit), trace.beta(visit)) if tree.has_window else (-inf, inf)
    bound, source = beta if maximizing else alpha, tree.bound_source(node, lower=not maximizing)
    avoided = node
    while source.node is not None and (above := tree.parent(avoided)) != source.node:
        avoided = above
    return CutFact(
        node=node, maximizing=maximizing, child=child, value=value, bound=bound,
        setter=source.child,
        avoided=avoided,
        plies_up=0 if source.node is None else trace.depth(node) - trace.depth(source.node),
        asks=question_of(tree, visit),
        is_asked=source.node is not None,
        tried=tree.tried(node),
        left_out=tree.move_count(node) - tree.tried(node) if tree.is_counted(node) else None,
        strict=run.recipe.search.cut == ">" and value != bound,
    )  # fmt: skip
