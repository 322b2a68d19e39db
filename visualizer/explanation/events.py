"""What happens in a step, and why, in sentences.

Everything said is read from the trace: the search told it, or it follows from the rows. So there is no case for any
algorithm here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isinf

from games import Game
from visualizer.look.numbers import show
from visualizer.measures.summary import counts, many
from visualizer.run import Run
from visualizer.trace.labels import value_label
from visualizer.trace.playhead import Bound, Playhead, Setter
from visualizer.trace.rows import Kind


def explain(run: Run, step: int) -> str:
    """Return what happens in a step, in one to four sentences."""
    return Explainer(run, Playhead(run.trace, step)).sentence()


def nobody_plays(game: Game) -> bool:
    """Say whether the sides have no names but MAX and MIN: then no leaf is won or lost, it just has its number."""
    return game.sides == ("MAX", "MIN")


def ending(game: Game, value: float) -> str:
    """Say how a game that is over has ended; `value` is what the end is worth for MAX."""
    if nobody_plays(game):
        return f"The end: this leaf is worth {show(value)}."
    winner = "a draw" if value == 0 else f"{game.sides[0 if value > 0 else 1]} wins"
    return f"The game is over: {winner} ({show(value)})."


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a row was cut: the value that did it, the bound it met, and who had set that."""

    row: int
    child: int
    value: float
    bound: float
    setter: Setter
    plies_up: int
    left_out: int


class Explainer:
    """Says what is known at a step of a run."""

    def __init__(self, run: Run, here: Playhead) -> None:
        """Look at a run from a step."""
        self.run, self.here, self.trace = run, here, here.trace

    # Words.

    def side(self, row: int) -> str:
        """Return who is to move at an inner node."""
        return "MAX" if self.trace.maximizing(row) else "MIN"

    def names(self, row: int) -> Sequence[str]:
        """Return the moves from the root to a row."""
        return self.run.names(self.run.path(row))

    def move(self, row: int) -> str:
        """Return the move that led to a row."""
        return self.last(self.names(row))

    def place(self, row: int) -> str:
        """Return where a row is: all moves from the root."""
        return self.called(self.names(row))

    def short(self, row: int, way: Sequence[str]) -> str:
        """Return the move that led to a row; all moves from the root where another one on the way is called so too."""
        names = self.names(row)
        return self.last(names) if not names or way.count(names[-1]) < 2 else self.called(names)

    def choice(self, row: int, way: Sequence[str]) -> str:
        """Return the move that led to a row, and at which node on the way."""
        names, parent = self.names(row), self.trace.parent(row)
        if names[-1].isdigit() and names[1:]:
            return self.called(names)  # which says where
        return f"{self.last(names)} at {self.short(parent, way)}"

    def last(self, names: Sequence[str]) -> str:
        """Return the last of some moves from the root; all of them if that is a mere number, which could be any."""
        return self.called(names if names and names[-1].isdigit() else names[-1:])

    def called(self, names: Sequence[str]) -> str:
        """Return moves as a sentence has them, `e3 a2` or `branch 2.1`: no mere number is to look like a value."""
        between = "." if any(name.isdigit() for name in names) else " "
        return self.named(between.join(names)) if names else "the root"

    def named(self, name: str) -> str:
        """Put the game's word for a move before a name that is a mere number."""
        return f"{self.run.game.move_word} {name}" if name[:1].isdigit() else name

    def moves(self, count: int) -> str:
        """Return a number of moves in the game's word."""
        word = self.run.game.move_word
        plural = word if count == 1 else f"{word}es" if word.endswith("ch") else f"{word}s"
        return f"{count:,} {plural}"

    def worth(self, row: int) -> str:
        """Return what a row that has returned is worth, in words."""
        bound, value = self.here.bound(row), show(self.trace.value(row))
        return {Bound.UPPER: f"at most {value}", Bound.LOWER: f"at least {value}"}.get(bound, value)

    # Sentences.

    def sentence(self) -> str:
        """Return what happens in this step."""
        row = self.here.current
        if row is None:
            return "Nothing has been visited yet. The next step enters the root."
        if self.here.entering:
            return self.leaf_entered(row) if self.trace.children(row) == 0 else self.entered(row)
        if self.trace.kind(row) is Kind.STOPPED:
            return f"The search was stopped here, in {self.place(row)}: {self.trace.reason}."
        if self.trace.parent(row) < 0:
            return self.finished(row)
        parent = self.trace.parent(row)
        then = self.cut(parent, told=row) if self.here.is_cut(parent) else self.effect(row, parent)
        return f"{self.returned(row)} {then}"

    def state(self, row: int) -> str:
        """Say what is known of a visited row at this step."""
        here, trace = self.here, self.trace
        if here.is_cut(row):
            return self.cut(row)
        if here.returned(row):
            if trace.kind(row) is Kind.STOPPED:
                return f"The search was stopped in {self.place(row)}."
            return self.finished(row) if trace.parent(row) < 0 else self.returned(row)
        if trace.children(row) == 0:
            return f"{capital(self.place(row))} is a leaf: no value yet."
        label = value_label(here, row)
        known = f"so far {label}" if label else "no value yet"
        return f"{capital(self.place(row))} is open: {known}. {self.threshold(row)}".rstrip()

    def entered(self, row: int) -> str:
        """Say that an inner node is entered, and what would cut it."""
        children = self.moves(self.trace.children(row))
        if self.trace.parent(row) < 0:
            first = f"The search enters the root: {self.side(row)} to move, {children}."
        else:
            first = f"Try {self.place(row)}, {self.ordinal(row)}: {self.side(row)} to move, {children}."
        return f"{first} {self.threshold(row)}".rstrip()

    def ordinal(self, row: int) -> str:
        """Say the how-manieth child of its parent a row is."""
        parent = self.trace.parent(row)
        place = next(place for place, child in enumerate(self.here.children(parent), 1) if child == row)
        return f"number {place} of {self.trace.children(parent):,}"

    def threshold(self, row: int) -> str:
        """Say which value of the next child would cut a node, or why none can."""
        if not self.run.algorithm.uses_window:
            return ""
        maximizing, strict = self.trace.maximizing(row), self.run.recipe.search.cut == ">"
        bound = self.here.window(row)[1 if maximizing else 0]
        if isinf(bound):
            return self.unbounded(row)
        left = self.left(row)
        if left == 0:
            return self.closed(row) or "All children are seen: nothing more can cut here."
        word = "more" if maximizing else "less"
        value = f"{word} than {show(bound)}" if strict else f"{show(bound)} or {word}"
        # A node whose last child closes its window is finished, not cut.
        what = "cut here" if left > 1 else "close the window, with no child left to prune"
        return f"A value of {value} would {what}."

    def left(self, row: int) -> int:
        """Return how many children of a row have not returned."""
        return self.trace.children(row) - sum(map(self.here.returned, self.here.children(row)))

    def unbounded(self, row: int) -> str:
        """Say why no bound can cut a node: the other side has none above it."""
        maximizing, node = self.trace.maximizing(row), row
        other, name = ("MIN", "β = +∞") if maximizing else ("MAX", "α = −∞")
        if self.trace.parent(row) < 0:
            return f"No bound can cut the root: no {other} node is above it."
        while (node := self.trace.parent(node)) >= 0:
            if self.trace.maximizing(node) != maximizing and self.here.best(node):
                return ""  # a search of one's own that tells no windows
        return f"No bound can cut here: {other} has no value above yet ({name})."

    def closed(self, row: int) -> str:
        """Say that the window of a node whose children have all returned has closed, if it has."""
        low, high = self.here.window(row)
        strict = self.run.recipe.search.cut == ">"
        if not self.run.algorithm.uses_window or self.left(row) or low < high or (strict and low == high):
            return ""
        sign = ">" if strict else "≥"
        return f"The window has closed (α {show(low)} {sign} β {show(high)}), but no child is left to prune."

    def leaf_entered(self, row: int) -> str:
        """Say that a leaf is reached, before its value is known."""
        early = self.trace.depth(row) < self.run.depth
        why = "the search looks no deeper here" if early else "the depth limit is reached"
        if self.trace.kind(row) is Kind.TABLE:
            why = "a table knows it already"
        elif self.trace.kind(row) is Kind.PLAYOUT:
            why = "a random game is played from here"
        elif self.trace.kind(row) is Kind.TERMINAL:
            why = "it has a number of its own" if nobody_plays(self.run.game) else "the game is over"
        if self.trace.parent(row) < 0:
            return f"The root is a leaf: {why}. What is it worth?"
        return f"Reach {self.place(row)}, {self.ordinal(row)}, a leaf: {why}. What is it worth?"

    def returned(self, row: int) -> str:
        """Say what a row returned."""
        trace = self.trace
        if trace.children(row) == 0:
            guessed = nobody_plays(self.run.game) and self.run.position(self.run.path(row)).outcome() is None
            limit = ": an inner node has no number of its own, and at the depth limit the evaluation gives it this one"
            return f"{capital(self.place(row))} is worth {self.worth(row)}{limit if guessed else ''}."
        if trace.kind(row) is Kind.CUT:
            seen = sum(1 for _ in self.here.children(row))
            how = f"left after {seen:,} of {self.moves(trace.children(row))}"
        else:
            how = f"finished, all {self.moves(trace.children(row))} seen" if trace.children(row) > 1 else "finished"
        return f"{capital(self.place(row))} is {how}: worth {self.worth(row)}{self.unlike(row)}."

    def unlike(self, row: int) -> str:
        """Say that a value is not the best of those below it: fail-hard clips it, a search of one's own may err."""
        best = self.here.best(row)
        if best is None or best[0] == self.trace.value(row):
            return ""
        if self.here.bound(row) is Bound.EXACT:
            return f", although the best it has seen is {show(best[0])}"
        clipped = self.run.recipe.search.fail == "hard"
        return f" (fail-hard: {show(best[0])} is clipped to the window)" if clipped else ""

    def effect(self, row: int, parent: int) -> str:
        """Say what the parent does with a value that does not cut."""
        value, side = self.trace.value(row), self.side(parent)
        before = self.best_before(row, parent)
        where, moved = self.short(parent, self.names(row)), self.window_moved(row, parent)
        if before is None:
            return f"The first value for {side} at {where}{moved}. {self.closed(parent)}".rstrip()
        rival = f"{show(before[0])} with {self.move(before[1])}"
        better = value > before[0] if self.trace.maximizing(parent) else value < before[0]
        if not self.here.reaches(parent, row if better else before[1]):
            # Only a bound is known of the greater one: neither can be said to be better than the other.
            most = f"{'more' if self.trace.maximizing(parent) else 'less'} than {show(value if better else before[0])}"
            return f"So far nothing for {side} at {where} is worth {most}{moved or ': nothing changes'}."
        if better:
            return f"For {side} at {where} better than {rival}{moved}. {self.closed(parent)}".rstrip()
        return f"For {side} {'no better' if value == before[0] else 'worse'} than {rival}: nothing changes."

    def best_before(self, row: int, parent: int) -> tuple[float, int] | None:
        """Return the parent's best before a child returned."""
        step = self.trace.return_step(row)
        return Playhead(self.trace, (step or 1) - 1).best(parent)

    def window_moved(self, row: int, parent: int) -> str:
        """Say how the parent's window moved with a child's return, if it did."""
        if not self.run.algorithm.uses_window:
            return ""
        step = self.trace.return_step(row) or 1
        old, new = Playhead(self.trace, step - 1).window(parent), self.here.window(parent)
        if new[0] != old[0]:
            return f": α rises from {show(old[0])} to {show(new[0])}"
        if new[1] != old[1]:
            return f": β falls from {show(old[1])} to {show(new[1])}"
        name, bound = ("α", old[0]) if self.trace.maximizing(parent) else ("β", old[1])
        return f"; {name} stays {show(bound)}, which was better already"

    def finished(self, row: int) -> str:
        """Say the result."""
        line = [self.run.move_name(self.run.path(child)) for child in self.here.principal_variation(row)]
        counted = counts(self.here)
        moves = f" with {self.named(line[0])}; best line {' '.join(line)}" if line else ""
        if self.here.bound(row) is Bound.EXACT and (different := self.unlike(row)):
            moves = different
        elif self.here.best(row) is not None and not line:
            moves = ", outside the window that it was given; which move is best is not known"
        return (
            f"Finished: the root is worth {self.worth(row)}{moves}. "
            f"{many(counted.nodes, 'node', 'nodes')} and {many(counted.leaves, 'leaf', 'leaves')} were visited, "
            f"{counted.pruned:,} pruned."
        )

    # Cutoffs.

    def reason(self, row: int) -> Reason:
        """Return why a cut row was cut."""
        trace = self.trace
        children = [*self.here.children(row)]
        maximizing, child = trace.maximizing(row), children[-1]
        bound = trace.beta(row) if maximizing else trace.alpha(row)
        setter = self.here.setter(row, lower=not maximizing)
        plies = trace.depth(row) - trace.depth(setter.node) if setter.node is not None else 0
        left_out = trace.children(row) - len(children)
        return Reason(row, child, trace.value(child), bound, setter, plies, left_out)

    def cut(self, row: int, told: int | None = None) -> str:
        """Say why a row is cut, what that saves, and who had set the bound; `told` is the child named just before."""
        reason, maximizing = self.reason(row), self.trace.maximizing(row)
        side, other = ("MAX", "MIN") if maximizing else ("MIN", "MAX")
        sign = (">" if maximizing else "<") if self.is_strict(reason) else ("≥" if maximizing else "≤")
        name, bound = "β" if maximizing else "α", show(reason.bound)
        compared = f"{show(reason.value)} {sign} {bound}"
        kept = reason.setter.child
        way = [*self.names(reason.child), *([] if kept is None else self.names(kept)[-1:])]
        place = self.place(row) if told is None else self.short(row, way)
        has = f"{side} has {self.worth(reason.child)} here"
        if told is None:
            has += f" with {self.short(reason.child, way)}"
        save = f"{reason.left_out:,} of {self.moves(self.trace.children(row))} need not be looked at."
        if isinf(reason.bound):
            return f"Cutoff at {place}: {has}, and this search asks for no more. {save}"
        if not (reason.value >= reason.bound if maximizing else reason.value <= reason.bound):
            # A search of one's own may leave what the window would let it look at.
            left_out = save.replace("need not be", "are not")
            return (
                f"Left early at {place}: {has}, and this search asks for no more, although the window is still open "
                f"({name} = {bound}). {left_out}"
            )
        if reason.setter.node is None or kept is None:
            return (
                f"{name} cutoff at {place}: {has}, and the search was asked only for values "
                f"{'below' if maximizing else 'above'} {bound} ({compared}). {save} "
                f"The bound is the window that the search was given."
            )
        rival = self._rival(row, reason.setter.node)
        # Deeper down, another line may still make the rival better: only this node cannot.
        hopeless = f"{rival} cannot be" if reason.plies_up == 1 else f"this node cannot make {rival}"
        return (
            f"{name} cutoff at {place}: {has}, and {other} already has {bound} with {self.choice(kept, way)} "
            f"({name} = {bound}): {compared}, so {hopeless} better for {other} than {self.move(kept)}. "
            f"{save} {self._depth_of_cut(reason)}"
        )

    def is_strict(self, reason: Reason) -> bool:
        """Say whether a cut is one by the strict rule; a search of one's own may keep to another than it was given."""
        return self.run.recipe.search.cut == ">" and reason.value != reason.bound

    def _rival(self, row: int, node: int) -> str:
        """Return the move at the node that set the bound, on the way to the row that is cut."""
        while self.trace.parent(row) != node:
            row = self.trace.parent(row)
        return self.move(row)

    def _depth_of_cut(self, reason: Reason) -> str:
        if reason.plies_up == 1:
            return "The bound was set by the parent: a shallow cut."
        return f"The bound was set {reason.plies_up} plies up: a deep cut."

    # The open path.

    def set_by(self, row: int, *, lower: bool) -> str:
        """Say who set a row's alpha (`lower`) or beta as it is now: itself, an ancestor, or the window given."""
        bound = self.trace.alpha(row) if lower else self.trace.beta(row)
        if self.here.window(row)[0 if lower else 1] != bound and (best := self.here.best(row)) is not None:
            return self.choice(best[1], self.names(best[1]))
        setter = self.here.setter(row, lower=lower)
        if setter.node is None or setter.child is None:
            return "" if isinf(bound) else "the window given"
        return self.choice(setter.child, [*self.names(row), self.names(setter.child)[-1]])

    def path_lines(self) -> list[list[str]]:
        """Return a line for each open node: ply, turn, move, value so far, alpha, beta, who set them."""
        lines = []
        for row in self.here.path:
            alpha, beta = self.here.window(row)
            turn = "▲ MAX" if self.trace.maximizing(row) else "▼ MIN"
            if self.trace.children(row) == 0:
                turn = "□ leaf"
            path = self.run.path(row)
            sources = [
                f"{name} by {who}"
                for name, who in (("α", self.set_by(row, lower=True)), ("β", self.set_by(row, lower=False)))
                if who
            ]
            lines.append([
                str(self.trace.depth(row)), turn, self.run.move_name(path) if path else "root",
                value_label(self.here, row) or "?", show(alpha), show(beta), "; ".join(sources),
            ])  # fmt: skip
        return lines


def capital(text: str) -> str:
    """Return a text with a capital first letter, unless it is a move such as `e3` that is written small."""
    return text[:1].upper() + text[1:] if text.startswith(("the ", "branch", "move ")) else text
