"""Why a node was cut: the value that did it, the bound it met, and who had set that."""

from __future__ import annotations

from dataclasses import dataclass
from math import isinf

from visualizer.explanation.naming import Naming
from visualizer.look.numbers import show
from visualizer.trace.playhead import Setter


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a node was cut: the value that did it, the bound it met, and who had set that."""

    node: int
    child: int
    value: float
    bound: float
    setter: Setter
    plies_up: int
    left_out: int


def reason_of(naming: Naming, node: int) -> Reason:
    """Return why a node that has been cut was cut."""
    here, trace = naming.here, naming.here.trace
    visit = here.visit(node)
    maximizing, child = here.maximizing(node), here.last_child(node)
    bound = trace.beta(visit) if maximizing else trace.alpha(visit)
    setter = here.setter(node, lower=not maximizing)
    plies = trace.depth(node) - trace.depth(setter.node) if setter.node is not None else 0
    return Reason(
        node, child, here.returned_value(child), bound, setter, plies, here.move_count(node) - here.tried(node)
    )


class Cutoffs:
    """Says why nodes are cut, at a step of a run."""

    def __init__(self, naming: Naming) -> None:
        """Use these names."""
        self.naming, self.run, self.here = naming, naming.run, naming.here

    def sentence(self, node: int, named: int | None = None) -> str:
        """Say why a node is cut, what that saves, and who had set the bound; `named` is the child named just before."""
        naming, reason, maximizing = self.naming, reason_of(self.naming, node), self.here.maximizing(node)
        side, other = ("MAX", "MIN") if maximizing else ("MIN", "MAX")
        sign = (">" if maximizing else "<") if self.is_strict(reason) else ("≥" if maximizing else "≤")
        name, bound = "β" if maximizing else "α", show(reason.bound)
        compared = f"{show(reason.value)} {sign} {bound}"
        kept = reason.setter.child
        way = [*naming.names(reason.child), *([] if kept is None else naming.names(kept)[-1:])]
        place = naming.place(node) if named is None else naming.short(node, way)
        has = f"{side} has {naming.worth(reason.child)} here"
        if named is None:
            has += f" with {naming.short(reason.child, way)}"
        save = f"{reason.left_out:,} of {naming.moves(self.here.move_count(node))} need not be looked at."
        if isinf(reason.bound):
            return f"Cutoff at {place}: {has}, and this search asks for no more. {save}"
        if not (reason.value >= reason.bound if maximizing else reason.value <= reason.bound):
            # A user-supplied search may leave what the window would let it look at.
            left_out = save.replace("need not be", "are not")
            return (
                f"Left early at {place}: {has}, and this search asks for no more, although the window is still open "
                f"({name} = {bound}). {left_out}"
            )
        if reason.setter.node is None or kept is None:
            return (
                f"{name} cutoff at {place}: {has}, and the search was asked only for values "
                f"{'below' if maximizing else 'above'} {bound} ({compared}). {save} {self._asked_by(reason)}"
            )
        rival = self._rival(node, reason.setter.node)
        # Deeper down, another line may still make the rival better: only this node cannot.
        hopeless = f"{rival} cannot be" if reason.plies_up == 1 else f"this node cannot make {rival}"
        return (
            f"{name} cutoff at {place}: {has}, and {other} already has {bound} with {naming.choice(kept, way)} "
            f"({name} = {bound}): {compared}, so {hopeless} better for {other} than {naming.move(kept)}. "
            f"{save} {depth_of(reason)}"
        )

    def is_strict(self, reason: Reason) -> bool:
        """Say whether a cut is one by the strict rule; a user-supplied search may keep to another than it was given."""
        return self.run.recipe.search.cut == ">" and reason.value != reason.bound

    def _rival(self, node: int, setter: int) -> str:
        """Return the move at the node that set the bound, on the way to the node that is cut."""
        while (parent := self.here.parent(node)) != setter:
            node = parent
        return self.naming.move(node)

    def _asked_by(self, reason: Reason) -> str:
        """Say who asked only for values on one side of a bound."""
        if reason.setter.node is not None:
            return "The bound is the end of a null window: it only asks on which side of it the value lies."
        asked = "this pass" if self.here.pass_name or self.here.passes > 1 else "the search"
        return f"The bound is the window that {asked} was given."


def depth_of(reason: Reason) -> str:
    """Say how far up a bound was set."""
    if reason.plies_up == 1:
        return "The bound was set by the parent: a shallow cut."
    return f"The bound was set {reason.plies_up} plies up: a deep cut."
