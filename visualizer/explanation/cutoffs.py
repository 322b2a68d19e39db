"""Why a node was cut: the value that did it, the bound it met, and who had set that."""

from __future__ import annotations

from dataclasses import dataclass
from math import isinf

from visualizer.explanation.bounds import Bounds
from visualizer.explanation.naming import Naming, nobody_plays
from visualizer.look.numbers import show
from visualizer.trace.tree_at_step import BoundSource


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a node was cut: the value that did it, the bound it met, and who had set that."""

    child: int
    value: float
    bound: float
    bound_source: BoundSource
    plies_up: int
    left_out: int | None
    """How many children were not visited; None where that is unknown."""


def reason_of(naming: Naming, node: int) -> Reason:
    """Return why a node that has been cut was cut."""
    tree, trace = naming.tree, naming.tree.trace
    visit = tree.visit(node)
    maximizing, child = tree.maximizing(node), tree.last_child(node)
    bound = trace.beta(visit) if maximizing else trace.alpha(visit)
    source = tree.bound_source(node, lower=not maximizing)
    plies = trace.depth(node) - trace.depth(source.node) if source.node is not None else 0
    left_out = tree.move_count(node) - tree.tried(node) if tree.is_counted(node) else None
    return Reason(child, tree.returned_value(child), bound, source, plies, left_out)


class Cutoffs:
    """Says why nodes are cut, at a step of a run."""

    def __init__(self, naming: Naming) -> None:
        """Say it with these names."""
        self.naming, self.run, self.tree = naming, naming.run, naming.tree
        self.bounds = Bounds(naming)

    def sentence(self, node: int) -> str:
        """Say why a node is cut, what is skipped, and the comparison in numbers."""
        naming, reason, maximizing = self.naming, reason_of(self.naming, node), self.tree.maximizing(node)
        where, bound = naming.where(node), show(reason.bound)
        ended = naming.ended(reason.child)
        how = f" ({ended})" if ended else ""
        has = f"{naming.side(node)}'s {naming.move(reason.child)} is worth {naming.worth(reason.child)}"
        skipped = self.skipped(node, reason)
        if isinf(reason.bound):
            return f"Cut {where}: {has}{how}, and this search asks for no more. {skipped}"
        name = "β" if maximizing else "α"
        if not (reason.value >= reason.bound if maximizing else reason.value <= reason.bound):
            # A user-supplied search may leave a node although its window is open.
            open_still = f"although the window is still open ({name} = {bound})"
            return f"Left early {where}: {has}{how}, and this search asks for no more, {open_still}. {skipped}"
        compared = f"({show(reason.value)} {self.sign(reason, maximizing=maximizing)} {name} = {bound})"
        if reason.bound_source.node is None or reason.bound_source.child is None:
            return f"Cut {where}: {has} already{how}, and {self._asked(node, reason)}. {skipped} {compared}"
        cut = "Cut" if reason.plies_up == 1 else "Deep cut"
        return f"{cut} {where}: {has} already{how}, and {self._rather(node, reason)}. {skipped} {compared}"

    def in_short(self, node: int) -> str:
        """Say why a node is cut in a sentence that the last row can read."""
        naming, reason, maximizing = self.naming, reason_of(self.naming, node), self.tree.maximizing(node)
        side, bound, has = naming.side(node), show(reason.bound), show(reason.value)
        if isinf(reason.bound) or not (reason.value >= reason.bound if maximizing else reason.value <= reason.bound):
            return f"CUT: {side} has {has} here, and this search asks for no more"
        compared = f"CUT  {has} {self.sign(reason, maximizing=maximizing)} {bound}: {side} has {has} here"
        if reason.bound_source.node is None or reason.bound_source.child is None:
            return f"{compared}, and only values {'below' if maximizing else 'above'} {bound} are asked for"
        return f"{compared}, {naming.other(node)} has {bound} already"

    def sign(self, reason: Reason, *, maximizing: bool) -> str:
        """Return the sign between the value and the bound that it met."""
        return (">" if maximizing else "<") if self.is_strict(reason) else ("≥" if maximizing else "≤")

    def skipped(self, node: int, reason: Reason) -> str:
        """Say how many moves are left out."""
        if reason.left_out is None:
            return "What is left there is skipped."
        if not reason.left_out:
            return "There is nothing left to skip."
        are = "are" if reason.left_out > 1 else "is"
        return f"{self.naming.side(node)}'s {self.others(node, reason)} there {are} skipped."

    def others(self, node: int, reason: Reason) -> str:
        """Return the moves that are left out, as a number."""
        left, which = reason.left_out or 0, "other" if self.tree.tried(node) == 1 else "remaining"
        return f"{f'{left:,} {which}' if left > 1 else which} {self.naming.moves_word(left)}"

    def _rather(self, node: int, reason: Reason) -> str:
        """Say what the opponent has above, and that it will not, or need not, let the game come to this node."""
        naming, source, kept = self.naming, reason.bound_source.node or 0, reason.bound_source.child or 0
        other, alternative, as_good = naming.other(node), self._alternative(node, source), reason.value == reason.bound
        can_have = f"{other} can have {show(reason.bound)} with {naming.move(kept)}"
        if reason.plies_up > 1:
            # In a deep cut the alternative may still be better by another line, only not by this node.
            come = "need not come" if as_good else "does not come"
            return f"{can_have} instead of {alternative}, {reason.plies_up} plies up, so best play {come} here"
        play = "choose" if nobody_plays(self.run.game) else "play"
        if as_good:
            return f"{can_have} too, so {other} need not {play} {alternative}"
        return f"{can_have} instead, so {other} will not {play} {alternative}"

    def is_strict(self, reason: Reason) -> bool:
        """Say whether the strict rule, >, made a cut; a user-supplied search need not keep to the rule it was given."""
        return self.run.recipe.search.cut == ">" and reason.value != reason.bound

    def _alternative(self, node: int, source: int) -> str:
        """Return the alternative to the move that set a bound: at the same node, the move towards the cut."""
        while (parent := self.tree.parent(node)) != source:
            node = parent
        return self.naming.move(node)

    def _asked(self, node: int, reason: Reason) -> str:
        """Say what a given window or a null window asks for."""
        maximizing, asks = self.tree.maximizing(node), self.bounds.asked(self.tree.visit(node))
        one_of_several = self.tree.pass_name or self.tree.passes > 1
        if not asks:
            given = f"the window given to {'this pass' if one_of_several else 'the search'}"
            return f"{given} asks only for values {'below' if maximizing else 'above'} {show(reason.bound)}"
        asker = "this look" if reason.bound_source.node is not None else "this pass" if one_of_several else "the search"
        yes = maximizing != asks.startswith("less")
        return f"{asker} only asks whether it is {asks}: {'yes' if yes else 'no'}"


def depth_of(reason: Reason) -> str:
    """Say how far up a bound was set; "" for a given window."""
    if reason.bound_source.node is None or reason.bound_source.child is None:
        return ""
    if reason.plies_up == 1:
        return "The bound was set by the parent: a shallow cut."
    return f"The bound was set {reason.plies_up} plies up: a deep cut."
