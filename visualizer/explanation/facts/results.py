"""What a search, or a pass of one, has found when its root returns, as values."""

from collections.abc import Sequence
from dataclasses import dataclass

from visualizer.explanation.facts.returns import Returned, returned_of
from visualizer.measures.passes import passes_at
from visualizer.measures.summary import Counts, counts
from visualizer.trace.rows import Passes
from visualizer.trace.tree_at_step import Bound, Result, TreeAtStep


@dataclass(frozen=True, slots=True)
class Finished:
    """The root has returned: what a pass or, `at_end`, the whole search has found, and what that took."""

    root: Returned
    at_end: bool
    result: Result
    bound: Bound
    """The result's; of narrowing passes, the one that the search concludes from the last of them."""
    limits: tuple[float, float] | None
    """Between which values narrowing passes have brought the root's so far."""
    last_pass: int | None
    """Visits of the last of several passes that each search anew."""
    counts: Counts


def finished_at(tree: TreeAtStep, root: int) -> Finished:
    """Return what is found at a step, where the root has returned and no samples are added up."""
    result, passes = tree.result(), tree.trace.passes
    is_anew = passes is Passes.REPLACE and tree.at_end and tree.passes > 1
    narrowed = passes_at(tree)[-1] if passes is Passes.NARROW and not tree.at_end else None
    return Finished(
        root=returned_of(tree, root),
        at_end=tree.at_end,
        result=result,
        bound=narrowed.found.bound if narrowed else result.bound,
        limits=(narrowed.lower, narrowed.upper) if narrowed else None,
        last_pass=passes_at(tree, most=1)[0].nodes if is_anew else None,
        counts=counts(tree),
    )


@dataclass(frozen=True, slots=True)
class Mean:
    """How often a node has been sampled, and the mean of its samples; None before the first has returned."""

    node: int
    visits: int
    value: float | None


def mean_of(tree: TreeAtStep, node: int) -> Mean:
    """Return what the samples of a node have found by a step."""
    return Mean(node, tree.returned_count(node), tree.value(node))


@dataclass(frozen=True, slots=True)
class SamplesFinished:
    """A pass of samples, or all of them, has ended: the child of the root that was visited most, or the root itself."""

    at_end: bool
    best: Mean
    equals: int
    """How many children of the root have been visited as often."""
    line: Sequence[int]


def samples_finished(tree: TreeAtStep) -> SamplesFinished:
    """Return what samples have found by a step."""
    line = tree.result().line
    best = mean_of(tree, line[0] if line else 0)
    equals = sum(tree.returned_count(child) == best.visits for child in tree.children(0))
    return SamplesFinished(tree.at_end, best, equals, line)
