"""What happens in a step, and why, in sentences.

Everything said is read from the trace: the search told it, or it follows from the rows. So there is no case for any
algorithm here.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isinf

from visualizer.labels import value_label
from visualizer.numbers import show
from visualizer.playhead import Bound, Playhead, Setter
from visualizer.run import Run
from visualizer.summary import counts
from visualizer.trace import Kind


def explain(run: Run, step: int) -> str:
    """Return what happens in a step, in one to four sentences."""
    return Explainer(run, Playhead(run.trace, step)).sentence()


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

    def move(self, row: int) -> str:
        """Return the move that led to a row, with the game's word for it before a mere number."""
        path = self.run.path(row)
        return self.named(self.run.move_name(path)) if path else "the root"

    def place(self, row: int) -> str:
        """Return where a row is: all moves from the root."""
        path = self.run.path(row)
        return self.named(" ".join(self.run.names(path))) if path else "the root"

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
        return f"{self.returned(row)} {self.cut(parent) if self.here.is_cut(parent) else self.effect(row, parent)}"

    def state(self, row: int) -> str:
        """Say what is known of a visited row at this step."""
        here, trace = self.here, self.trace
        if here.is_cut(row):
            return self.cut(row)
        if here.returned(row):
            if trace.kind(row) is Kind.STOPPED:
                return f"The search was stopped in {self.place(row)}."
            return self.finished(row) if trace.parent(row) < 0 else self.returned(row)
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
        """Say which value would cut a node."""
        if not self.run.algorithm.uses_window:
            return ""
        alpha, beta = self.here.window(row)
        maximizing = self.trace.maximizing(row)
        bound = beta if maximizing else alpha
        if isinf(bound):
            return "Nothing can cut here: no bound has been set."
        strict = self.run.recipe.search.cut == ">"
        amount = ("more than " if strict else "") + show(bound) if maximizing else ""
        if maximizing:
            return f"A value of {amount}{'' if strict else ' or more'} would cut here."
        return f"A value of {'less than ' if strict else ''}{show(bound)}{'' if strict else ' or less'} would cut here."

    def leaf_entered(self, row: int) -> str:
        """Say that a leaf is reached, before its value is known."""
        early = self.trace.depth(row) < self.run.depth
        why = "the search looks no deeper here" if early else "the depth limit is reached"
        if self.trace.kind(row) is Kind.TERMINAL:
            why = "the game is over"
        if self.run.game.move_word == "branch" and self.trace.kind(row) is Kind.TERMINAL:
            why = "it has a number of its own"
        if self.trace.parent(row) < 0:
            return f"The root is a leaf: {why}. What is it worth?"
        return f"Reach {self.place(row)}, {self.ordinal(row)}, a leaf: {why}. What is it worth?"

    def returned(self, row: int) -> str:
        """Say what a row returned."""
        trace = self.trace
        if trace.children(row) == 0:
            return f"{capital(self.place(row))} is worth {self.worth(row)}."
        if trace.kind(row) is Kind.CUT:
            seen = sum(1 for _ in self.here.children(row))
            how = f"left after {seen:,} of {self.moves(trace.children(row))}"
        else:
            how = f"finished, all {self.moves(trace.children(row))} seen" if trace.children(row) > 1 else "finished"
        return f"{capital(self.place(row))} is {how}: worth {self.worth(row)}."

    def effect(self, row: int, parent: int) -> str:
        """Say what the parent does with a value that does not cut."""
        value, side = self.trace.value(row), self.side(parent)
        before = self.best_before(row, parent)
        if before is None:
            return f"The first value for {side} at {self.place(parent)}{self.window_moved(row, parent)}."
        rival = f"{show(before[0])} with {self.move(before[1])}"
        if value > before[0] if self.trace.maximizing(parent) else value < before[0]:
            return f"For {side} at {self.place(parent)} better than {rival}{self.window_moved(row, parent)}."
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
        return (
            f"Finished: the root is worth {self.worth(row)}{moves}. "
            f"{counted.nodes:,} nodes and {counted.leaves:,} leaves were visited, {counted.pruned:,} pruned."
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

    def cut(self, row: int) -> str:
        """Say why a row is cut, what that saves, and who had set the bound."""
        reason, maximizing = self.reason(row), self.trace.maximizing(row)
        side, other = ("MAX", "MIN") if maximizing else ("MIN", "MAX")
        sign = ("≥" if maximizing else "≤") if self.run.recipe.search.cut == ">=" else (">" if maximizing else "<")
        name, compared = ("β", f"{show(reason.value)} {sign} {show(reason.bound)}") if maximizing else (
            "α", f"{show(reason.value)} {sign} {show(reason.bound)}")  # fmt: skip
        gives = f"{self.move(reason.child)} gives {side} {self.worth(reason.child)} here"
        save = f"{reason.left_out:,} of {self.moves(self.trace.children(row))} need not be looked at."
        if isinf(reason.bound):
            return f"Cutoff at {self.place(row)}: {gives}, and this search asks for no more. {save}"
        if reason.setter.node is None or reason.setter.child is None:
            return (
                f"{name} cutoff at {self.place(row)}: {gives}, and the search was asked only for values "
                f"{'below' if maximizing else 'above'} {show(reason.bound)} ({compared}). {save} "
                f"The bound is the window that the search was given."
            )
        kept = self.move(reason.setter.child)
        where = self.place(reason.setter.node)
        rival = self._rival(row, reason.setter.node)
        # Deeper down, another line may still make the rival better: only this node cannot.
        hopeless = f"{rival} cannot be" if reason.plies_up == 1 else f"{self.place(row)} cannot make {rival}"
        return (
            f"{name} cutoff at {self.place(row)}: {gives}, and {other} already has {show(reason.bound)} with {kept} "
            f"at {where} ({name} = {show(reason.bound)}): {compared}, so {hopeless} better for {other} than {kept}. "
            f"{save} {self._depth_of_cut(reason, where)}"
        )

    def _rival(self, row: int, node: int) -> str:
        """Return the move at the node that set the bound, on the way to the row that is cut."""
        while self.trace.parent(row) != node:
            row = self.trace.parent(row)
        return self.move(row)

    def _depth_of_cut(self, reason: Reason, where: str) -> str:
        if reason.plies_up == 1:
            parent = "the parent, the root" if where == "the root" else "the parent"
            return f"The bound was set by {parent}: a shallow cut."
        at = "at the root" if where == "the root" else f"at {where}"
        return f"The bound was set {reason.plies_up} plies up, {at}: a deep cut."

    # The open path.

    def set_by(self, row: int, *, lower: bool) -> str:
        """Say who set a row's alpha (`lower`) or beta as it is now: itself, an ancestor, or the window given."""
        bound = self.trace.alpha(row) if lower else self.trace.beta(row)
        if self.here.window(row)[0 if lower else 1] != bound and (best := self.here.best(row)) is not None:
            return f"{self.move(best[1])} at {self.place(row)}"
        setter = self.here.setter(row, lower=lower)
        if setter.node is None or setter.child is None:
            return "" if isinf(bound) else "given"
        return f"{self.move(setter.child)} at {self.place(setter.node)}"

    def path_lines(self) -> list[list[str]]:
        """Return a line for each open node: ply, turn, move, value so far, alpha, beta, who set them."""
        lines = []
        for row in self.here.path:
            alpha, beta = self.here.window(row)
            turn = "▲ MAX" if self.trace.maximizing(row) else "▼ MIN"
            if self.trace.children(row) == 0:
                turn = "■ leaf"
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
