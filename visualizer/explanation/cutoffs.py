"""Why a node was cut: the value that did it, the bound it met, and who had set that."""

from dataclasses import dataclass
from math import inf, isinf
from typing import NamedTuple

from games import Standing
from visualizer.explanation.bounds import Bounds
from visualizer.explanation.naming import Naming, capitalized, nobody_plays
from visualizer.explanation.standings import NOUNS, Standings, wins
from visualizer.look.numbers import show
from visualizer.trace.tree_at_step import BoundSource


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a node was cut: the value that did it, the bound it met, and who had set that."""

    child: int
    value: float
    bound: float
    """The end of the window that it met; infinite where the search has told none."""
    bound_source: BoundSource
    plies_up: int
    left_out: int | None
    """How many children were not visited; None where that is unknown."""


def reason_of(naming: Naming, node: int) -> Reason:
    """Return why a node that has been cut was cut."""
    tree, trace = naming.tree, naming.tree.trace
    visit = tree.visit(node)
    maximizing, child = tree.maximizing(node), tree.last_child(node)
    alpha, beta = (trace.alpha(visit), trace.beta(visit)) if tree.has_window else (-inf, inf)
    bound = beta if maximizing else alpha
    source = tree.bound_source(node, lower=not maximizing)
    plies = trace.depth(node) - trace.depth(source.node) if source.node is not None else 0
    left_out = tree.move_count(node) - tree.tried(node) if tree.is_counted(node) else None
    return Reason(child, tree.returned_value(child), bound, source, plies, left_out)


class AtStake(NamedTuple):
    """Why a node is cut, as clauses: what a player has above, what the other has here, what follows."""

    above: str
    here: str
    then: str


class Cutoffs:
    """Says why nodes are cut, at a step of a run."""

    def __init__(self, naming: Naming) -> None:
        """Say it with these names."""
        self.naming, self.run, self.tree = naming, naming.run, naming.tree
        self.bounds, self.standings = Bounds(naming), Standings(naming)

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
            here = self._here(node, reason) or f"{has} already{how}"
            return f"Cut {where}: {here}, and {self._asked(node, reason)}. {skipped} {compared}"
        cut = "Cut" if reason.plies_up == 1 else "Deep cut"
        if stake := self._at_stake(node, reason):
            above, skipped = capitalized(stake.above), skipped.replace(" there", "")
            return f"{cut} {where}: {above}. {stake.here}, so {stake.then}: {skipped} {compared}"
        return f"{cut} {where}: {has} already{how}, and {self._rather(node, reason)}. {skipped} {compared}"

    def in_short(self, node: int) -> str:
        """Say why a node is cut in a sentence that the last row can read."""
        naming, reason, maximizing = self.naming, reason_of(self.naming, node), self.tree.maximizing(node)
        side, other, bound, has = naming.side(node), naming.other(node), show(reason.bound), show(reason.value)
        if isinf(reason.bound) or not (reason.value >= reason.bound if maximizing else reason.value <= reason.bound):
            return f"CUT  {side} has {has} here, and this search asks for no more"
        if reason.bound_source.node is None or reason.bound_source.child is None:
            here = self._here(node, reason) or f"{side} has {has} here already"
            if asks := self.bounds.asked(self.tree.visit(node)):
                return f"CUT  {here}. Only asked: {asks}? {self._answer(node, asks).capitalize()}."
            return f"CUT  {here}, and only values {'below' if maximizing else 'above'} {bound} are asked for"
        kept = self._kept(node, reason)
        stake = self._at_stake(node, reason) or AtStake(
            f"{other} has {bound} with {kept}", f"{side} has {has} here already", self._conclusion(node, reason)
        )
        # What is no more than the other has refers to that, so it comes second.
        first, second = (stake.above, stake.here) if reason.value == reason.bound else (stake.here, stake.above)
        return f"CUT  {capitalized(first)}, and {second}: {stake.then}"

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
        """Say what the other side has above, and that it will not let it come to this node, or need not."""
        other = self.naming.other(node)
        can_have = f"{other} can have {show(reason.bound)} with {self._kept(node, reason)}"
        if reason.plies_up > 1:
            up = f"instead of {self._alternative(node, reason)}, {reason.plies_up} plies up"
            return f"{can_have} {up}, so {self._conclusion(node, reason)}"
        too = "too" if reason.value == reason.bound else "instead"
        return f"{can_have} {too}, so {self._conclusion(node, reason)}"

    def _conclusion(self, node: int, reason: Reason) -> str:
        """Say that the other side will not let it come to this node, or need not where it would be as good."""
        as_good = reason.value == reason.bound
        if reason.plies_up > 1:
            # Deeper down, another line may still make the alternative better: only this node cannot.
            return f"best play {'need' if as_good else 'does'} not come here"
        play = "choose" if nobody_plays(self.run.game) else "play"
        will = "need" if as_good else "will"
        return f"{self.naming.other(node)} {will} not {play} {self._alternative(node, reason)}"

    def _at_stake(self, node: int, reason: Reason) -> AtStake | None:
        """Return what the players have above and here, None where the evaluation does not say what its values mean."""
        above = self.standings.of(reason.bound, reason.bound_source.child or 0)
        here = self._here(node, reason, as_good=reason.value == reason.bound)
        if above is None or not here:
            return None
        up = f"{reason.plies_up} plies up, " if reason.plies_up > 1 else ""
        mover = 1 if self.tree.maximizing(node) else -1
        return AtStake(
            f"{up}{self._has_above(above, -mover, self._kept(node, reason))}",
            here,
            self._conclusion(node, reason),
        )

    def _kept(self, node: int, reason: Reason) -> str:
        """Return the move that set the bound; where another move in the sentence has its name, in place of which."""
        naming = self.naming
        return naming.told_apart(
            reason.bound_source.child or 0,
            self._on_the_way(node, reason),
            {naming.move(reason.child), *naming.names(node)},
        )

    def _has_above(self, standing: Standing, side: int, kept: str) -> str:
        """Say what a side has already with the move that set the bound."""
        name, mover = self.standings.name(side), self.standings.name(-side)
        if not standing.side:
            return f"{name} already has {NOUNS.get(standing.words, standing.words)} with {kept}"
        if standing.side == side:
            return f"{name} already {wins(standing) if standing.won else f'is {standing.words}'} with {kept}"
        return f"with {name}'s {kept} {mover} {wins(standing) if standing.won else f'is only {standing.words}'}"

    def _here(self, node: int, reason: Reason, *, as_good: bool = False) -> str:
        """Say what the side to move at a node has at least, and with which move; "" where values have no meaning.

        Where that is `as_good` as what was said of the other side before, it is not said again.
        """
        standing = self.standings.of(reason.value, reason.child)
        if standing is None:
            return ""
        naming, side = self.naming, 1 if self.tree.maximizing(node) else -1
        name, other, move = self.standings.name(side), self.standings.name(-side), naming.move(reason.child)
        if standing.won and standing.side == side:
            ended = naming.ended(reason.child)
            return f"{name} {wins(standing)} here with {move}{f' ({ended})' if ended else ''}"
        if as_good:
            return f"{other} can have no more than that here ({name}'s {move})"
        if not standing.side:
            return f"{name} has at least {NOUNS.get(standing.words, standing.words)} here ({move})"
        if standing.side == side:
            return f"{name} is at least {standing.words} here ({move})"
        at_most = f"is at most {standing.words}"
        if standing.won:
            at_most = f"wins at most {standing.words}" if standing.words else "can do no more than win"
        return f"{other} {at_most} here (after {move})"

    def is_strict(self, reason: Reason) -> bool:
        """Say whether the strict rule, >, made a cut; a user-supplied search need not keep to the rule it was given."""
        return self.run.recipe.search.cut == ">" and reason.value != reason.bound

    def _alternative(self, node: int, reason: Reason) -> str:
        """Return the move on the way to a cut node that is played where its bound was set."""
        return self.naming.move(self._on_the_way(node, reason))

    def _on_the_way(self, node: int, reason: Reason) -> int:
        """Return the node on the way to a cut node that is a child of the one that set its bound."""
        while (parent := self.tree.parent(node)) != reason.bound_source.node:
            node = parent
        return node

    def _asked(self, node: int, reason: Reason) -> str:
        """Say what a given window or a null window asks for."""
        maximizing, asks = self.tree.maximizing(node), self.bounds.asked(self.tree.visit(node))
        one_of_several = self.tree.pass_name or self.tree.passes > 1
        means = self.bounds.means(reason.bound)
        if not asks:
            given = f"the window given to {'this pass' if one_of_several else 'the search'}"
            return f"{given} asks only for values {'below' if maximizing else 'above'} {show(reason.bound)}{means}"
        asker = "this look" if reason.bound_source.node is not None else "this pass" if one_of_several else "the search"
        return f"{asker} only asks whether it is {asks}{means}: {self._answer(node, asks)}"

    def _answer(self, node: int, asks: str) -> str:
        """Return how a cut answers what a null window asks."""
        return "yes" if self.tree.maximizing(node) != asks.startswith("less") else "no"


def depth_of(reason: Reason) -> str:
    """Say how far up a bound was set; "" for a given window."""
    if reason.bound_source.node is None or reason.bound_source.child is None:
        return ""
    if reason.plies_up == 1:
        return "The bound was set by the parent: a shallow cut."
    return f"The bound was set {reason.plies_up} plies up: a deep cut."
