"""What happens in a step, and why, in sentences: facts are read from the trace, and said in English."""

from collections.abc import Callable
from typing import Any

from visualizer.explanation.english.cuts import Cutoffs
from visualizer.explanation.english.steps import Steps
from visualizer.explanation.facts import returns, steps, windows
from visualizer.run import Run
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep

NOTHING = "Nothing has been visited yet."


def explain(run: Run, step: int) -> str:
    """Return what happens in a step of a run, in one to four sentences; a step outside is moved to the nearest one."""
    return Explainer(run, TreeAtStep(run.trace, step)).sentence()


class Explainer(Steps, Cutoffs):
    """Says what is known at a step of a run: no algorithm is a special case."""

    def sentence(self) -> str:
        """Return what happens in this step, and what a search written elsewhere remarks."""
        fact = steps.fact_at(self.run, self.tree)
        node = self.tree.current
        told = self.plan(node) if node is not None and self.tree.entering else ""
        parts = self.begun(fact), NOTHING if fact is None else self.say(fact), told, self.remark(node)
        return " ".join(filter(None, parts))

    def begun(self, fact: steps.Fact | None) -> str:
        """Return what the node is that is cut as it is entered, if it is a probe or no move leads there; else ""."""
        if not (isinstance(fact, windows.CutFact) and self.tree.entering):
            return ""
        probe = self.tree.probe(fact.node)
        return f"{self.aside(fact.node, probe)}." if probe is not None or self.is_aside(fact.node) else ""

    def in_short(self, sentence: str = "") -> str:
        """Return a cutoff in one sentence, of any other step the first one; `sentence` is the whole, if known."""
        fact = steps.fact_at(self.run, self.tree)
        if isinstance(fact, windows.CutFact):
            return self.cut_in_short(fact)
        return (sentence or self.sentence()).partition(". ")[0]

    def known_at(self, path: MovePath) -> str:
        """Say what is known of the node at the end of a path, visited or not."""
        node = self.tree.node_at(path)
        return self.unvisited(steps.unvisited(self.run, self.tree, path)) if node is None else self.state(node)

    def state(self, node: int) -> str:
        """Say what is known of a visited node at this step, and what a search written elsewhere remarks."""
        parts = self.say(steps.fact_of(self.run, self.tree, node)), self.plan(node), self.remark(node)
        return " ".join(filter(None, parts))

    def threshold(self, node: int) -> str:
        """Say which value of the next child would cut an inner node, or why none can."""
        if self.tree.is_chance(node):
            return self.chance_threshold(node)
        window = windows.window_of(self.run, self.tree, node)
        return "" if window is None else self.threshold_of(window)

    def say(self, fact: steps.Fact) -> str:
        """Return a fact in English."""
        return SAYING[type(fact)](self, fact)

    def remark(self, node: int | None) -> str:
        """Return the tags and notes of a node."""
        tags, note = ((), "") if node is None else self.tree.remark(node)
        tagged = f"Tagged {', '.join(dict.fromkeys(tags))}." if tags else ""
        return f"{tagged} {f'Note: {note}' if note else ''}".strip()


SAYING: dict[type[steps.Fact], Callable[[Explainer, Any], str]] = {
    steps.Entered: Explainer.entered,
    returns.PassedUp: Explainer.passed_up,
    returns.Returned: lambda at, fact: (
        at.backed_up(fact) if at.run.trace.adds else f"{at.returned(fact, at.view(fact.node))}."
    ),
    steps.KnownSoFar: Explainer.so_far,
    steps.Stopped: Explainer.stopped,
    windows.CutFact: Explainer.at_length,
    steps.Unvisited: Explainer.unvisited,
    steps.Finished: Explainer.finished,
}
"""How each kind of fact is said."""
