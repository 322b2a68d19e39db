"""What comes next in a search, and what its parent may do with a value that returns: what questions need."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isinf, isnan

from visualizer.explanation.explainer import Explainer
from visualizer.explanation.facts.returns import returned_of
from visualizer.explanation.facts.windows import first_asked
from visualizer.explanation.naming import Naming, listed
from visualizer.look.numbers import short, show
from visualizer.run import Run
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep


@dataclass(frozen=True)
class Coming:
    """The event after a step, and its node; `parent` is -1 for the root."""

    run: Run
    step: int
    node: int
    parent: int

    @cached_property
    def before(self) -> TreeAtStep:
        """The tree before the event."""
        return TreeAtStep(self.run.trace, self.step)

    @cached_property
    def after(self) -> TreeAtStep:
        """The tree after it."""
        return TreeAtStep(self.run.trace, self.step + 1)

    @cached_property
    def explainer(self) -> Explainer:
        """What says what has happened after the event."""
        return Explainer(self.run, self.after)

    @property
    def sentence(self) -> str:
        """What is said of the event."""
        return self.explainer.sentence()

    @property
    def naming(self) -> Naming:
        """The names that sentences use."""
        return self.explainer.naming

    def untried(self, node: int) -> list[MovePath]:
        """Return the paths to the children of a node that had not been tried before the event."""
        tried = {self.run.trace.move(child) for child in self.before.children(node)}
        path = self.run.path(node)
        return [(*path, move) for move in range(self.before.move_count(node)) if move not in tried]

    @cached_property
    def side(self) -> str:
        """Who is to move at the parent."""
        return self.naming.side(self.parent)


@dataclass(frozen=True)
class Returning(Coming):
    """The return of a node to its parent, with a value."""

    @cached_property
    def value(self) -> float:
        """What the node returns."""
        return self.after.returned_value(self.node)

    @cached_property
    def maximizing(self) -> bool:
        """Whether MAX is to move at the parent."""
        return self.before.maximizing(self.parent)

    @cached_property
    def bound(self) -> float:
        """The bound that cuts at the parent when it is met: beta for MAX, alpha for MIN."""
        return self.before.window(self.parent)[1 if self.maximizing else 0]

    @property
    def own(self) -> tuple[str, str]:
        """The names of the bound that the parent's mover improves, and of the one that cuts."""
        return ("α", "β") if self.maximizing else ("β", "α")

    @cached_property
    def left_out(self) -> list[MovePath]:
        """The paths to the parent's children that have not been tried."""
        return self.untried(self.parent)

    @property
    def told(self) -> str:
        """What is said of the value before the question: that much is new in the step."""
        return f"{self.explainer.steps.returned(returned_of(self.after, self.node))}."

    @property
    def is_asked(self) -> bool:
        """Return whether the node is looked at with a null window that its parent does not have."""
        return first_asked(self.before, self.before.visit(self.node)) is not None

    @property
    def compared(self) -> str:
        """Compare the value with the bound that cuts: `5 < β = 7`."""
        sign = "<" if self.value < self.bound else ">" if self.value > self.bound else "="
        return f"{show(self.value)} {sign} {self.own[1]}{f' = {show(self.bound)}' if sign != '=' else ''}"

    @property
    def closes(self) -> bool:
        """Return whether the value closes the parent's window by the search's rule."""
        strict = self.run.recipe.search.cut == ">" and self.run.applies("cut")
        better = self.value > self.bound if self.maximizing else self.value < self.bound
        return better or (self.value == self.bound and not strict)


def coming(run: Run, step: int) -> Coming | None:
    """Return the event after a step, as a return if it is one with a value to a parent; None where nothing follows."""
    after = TreeAtStep(run.trace, step + 1)
    node = after.current
    if node is None:
        return None
    parent = after.parent(node)
    is_known = parent >= 0 and after.is_counted(parent) and not isnan(after.returned_value(node))
    is_early = step + 2 <= run.trace.last_step + run.trace.finished
    is_return = is_known and is_early and not after.entering and run.algorithm.sampling is None
    return (Returning if is_return else Coming)(run, step, node, parent)


def plain(value: float) -> bool:
    """Return whether a person can type a number: neither infinite nor the neighbour of another."""
    return not isinf(value) and short(value) == value


def named(naming: Naming, paths: Sequence[MovePath]) -> str:
    """Return the moves at the ends of paths: up to three by name, more as a number.

    A mere number is named with the moves before it.
    """
    names = [naming.last(naming.run.names(path)) for path in paths]
    if len(names) > 3:
        return f"all {naming.moves(len(names))} left {naming.where(naming.tree.node_at(paths[0][:-1]) or 0)}"
    return listed(names)
