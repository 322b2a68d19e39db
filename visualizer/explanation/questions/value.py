"""Asked of an inner node: what it returns."""

from visualizer.explanation.naming import Naming, listed
from visualizer.explanation.questions.fields import FieldKind, values_of, window_of
from visualizer.explanation.questions.question import Clue, Given, ReasonSteps
from visualizer.look.numbers import alike, show
from visualizer.trace.rows import MovePath

ENDS = {"at most": ("alpha", "α"), "at least": ("beta", "β")}
"""The end of the window that a value reaches where it is only such a bound."""


def right(naming: Naming, path: MovePath) -> float:
    """Return what a node returns."""
    node = naming.tree.node_at(path)
    assert node is not None
    return naming.run.trace.value(node)


def clues(naming: Naming, path: MovePath) -> list[Clue]:
    """Return the children, and with fail-hard the window."""
    hard = naming.run.recipe.search.fail == "hard"
    return [*(window_of(naming, path) if hard else ()), *values_of(naming, path)]


def why(naming: Naming, path: MovePath) -> str:
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


class ValueKind(FieldKind):
    """The value that a node returns, which may have the sign of a bound."""

    def bounds(self, naming: Naming, path: MovePath) -> tuple[str, ...]:
        """Return which bounds the value is by the window on entry."""
        value, ends = right(naming, path), self.ends(naming, path)
        return tuple(sign for sign, end in ends.items() if (value <= end if sign == "at most" else value >= end))

    def ends(self, naming: Naming, path: MovePath) -> dict[str, float]:
        """Return which end of the window on entry makes a value such a bound."""
        trace, node = naming.run.trace, naming.tree.node_at(path)
        assert node is not None
        return {"at most": trace.alpha(node), "at least": trace.beta(node)}

    def reason(self, naming: Naming, path: MovePath, given: Given) -> ReasonSteps:
        """Return why an answer is right or wrong: of the right number with a sign, why it is a bound or is none."""
        value, sign = right(naming, path), given.sign
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
        value, ends = show(right(naming, path)), self.ends(naming, path)
        for sign in self.bounds(naming, path):
            written = "≤" if sign == "at most" else "≥"
            end = f"{sign} {ENDS[sign][1]} = {show(ends[sign])}"
            return f"{value} is right, and so is {written}{value}: it is {end} on entry."
        return ""


RULE = "{side} takes the {best} of what is below it{skipped}.{hard}"
VALUE = ValueKind("value", "the value", "What does {} return?", RULE, right, clues, why)
