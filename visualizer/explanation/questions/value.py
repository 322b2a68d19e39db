"""Asked of an inner node: what it returns."""

from visualizer.explanation.naming import Naming, listed
from visualizer.explanation.questions.fields import FieldKind, values_of, window_of
from visualizer.explanation.questions.question import Clue, Given, ReasonSteps
from visualizer.look.numbers import alike, show
from visualizer.recipe import Search
from visualizer.trace.rows import MovePath

ENDS = {"at most": ("alpha", "α"), "at least": ("beta", "β")}
"""The end of the window that a value reaches where it is only such a bound."""


class Value(FieldKind):
    """The value that a node returns."""

    key, name = "value", "the value"

    def right(self, naming: Naming, path: MovePath) -> float:
        """Return what it returns."""
        node = naming.tree.node_at(path)
        assert node is not None
        return naming.run.trace.value(node)

    def asks(self, where: str) -> str:
        """Ask for it."""
        return f"What does {where} return?"

    def rule(self, search: Search, side: str, *, maximizing: bool) -> str:
        """Say what a side takes."""
        skipped = "" if search.algorithm == "minimax" else "; what is skipped does not count"
        hard = " Fail-hard: a value outside the window on entry is replaced by its nearer end."
        best = "greatest" if maximizing else "least"
        return f"{side} takes the {best} of what is below it{skipped}.{hard if search.fail == 'hard' else ''}"

    def clues(self, naming: Naming, path: MovePath) -> list[Clue]:
        """Return the children, and with fail-hard the window."""
        hard = naming.run.recipe.search.fail == "hard"
        return [*(window_of(naming, path) if hard else ()), *values_of(naming, path)]

    def why(self, naming: Naming, path: MovePath) -> str:
        """Say which values a node chose from."""
        tree, trace = naming.tree, naming.run.trace
        node = tree.node_at(path)
        assert node is not None
        values = [show(trace.value(child)) for child in tree.children(node)]
        best = "greatest" if tree.maximizing(node) else "least"
        why = f"{naming.side(node)} takes the {best} of what its visited children return, {listed(values)}"
        found, result = tree.best(node), trace.value(node)
        if found is not None and found[0] != result:
            why += f"; with fail-hard {show(found[0])} is clipped to the window, {show(result)}"
        return f"{why}."

    def bounds(self, naming: Naming, path: MovePath) -> tuple[str, ...]:
        """Return which bounds the value is by the window on entry."""
        value, ends = self.right(naming, path), self.ends(naming, path)
        return tuple(sign for sign, end in ends.items() if (value <= end if sign == "at most" else value >= end))

    def ends(self, naming: Naming, path: MovePath) -> dict[str, float]:
        """Return which end of the window on entry makes a value such a bound."""
        trace, node = naming.run.trace, naming.tree.node_at(path)
        assert node is not None
        return {"at most": trace.alpha(node), "at least": trace.beta(node)}

    def reason(self, naming: Naming, path: MovePath, given: Given) -> ReasonSteps:
        """Return why an answer is right or wrong: of the right number with a sign, why it is a bound or is none."""
        value, sign = self.right(naming, path), given.sign
        if not (sign and alike(float(given.answer), value)):
            return super().reason(naming, path, given)
        (key, name), end = ENDS[sign], show(self.ends(naming, path)[sign])
        rule = f"Only a value that is {sign} {name} on entry is such a bound."

        def clues() -> list[Clue]:
            return window_of(naming, path, (key,))

        if sign in self.bounds(naming, path):
            compared = f"{show(value)} is {sign} {name} = {end} on entry"
            return ReasonSteps(rule, clues, f"{naming.at(path)}: {compared}, so it is a bound.")
        which = f"only a value that is {sign} {name} is such a bound"
        return ReasonSteps(rule, clues, f"The number is right, but {which}, and {name} = {end} on entry.")

    def right_too(self, naming: Naming, path: MovePath) -> str:
        """Say which sign the right value could have as well; "" for none."""
        value, ends = show(self.right(naming, path)), self.ends(naming, path)
        for sign in self.bounds(naming, path):
            written = "≤" if sign == "at most" else "≥"
            end = f"{sign} {ENDS[sign][1]} = {show(ends[sign])}"
            return f"{value} is right, and so is {written}{value}: it is {end} on entry."
        return ""
