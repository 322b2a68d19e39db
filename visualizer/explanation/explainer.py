"""What happens in a step, and why, in sentences: facts are read from the trace, and said in English."""

from collections.abc import Callable
from typing import Any

from visualizer.explanation.english.cuts import Cutoffs
from visualizer.explanation.english.results import Findings
from visualizer.explanation.english.windows import Windows
from visualizer.explanation.facts.cuts import CutFact
from visualizer.explanation.facts.results import Finished, SamplesFinished
from visualizer.explanation.facts.returns import PassedUp, Returned
from visualizer.explanation.facts.steps import (
    Entered,
    Fact,
    KnownSoFar,
    LeafReached,
    Sampled,
    Stopped,
    fact_at,
    fact_of,
    unvisited,
)
from visualizer.explanation.facts.windows import window_of
from visualizer.explanation.naming import Naming
from visualizer.run import Run
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep

NOTHING = "Nothing has been visited yet."


def explain(run: Run, step: int) -> str:
    """Return what happens in a step of a run, in one to four sentences; a step outside is moved to the nearest one."""
    return Explainer(run, TreeAtStep(run.trace, step)).sentence()


class Explainer:
    """Says what is known at a step of a run: no algorithm is a special case."""

    def __init__(self, run: Run, tree: TreeAtStep) -> None:
        """Explain a step of a run."""
        self.run, self.tree, self.naming = run, tree, Naming(run, tree)
        self.cutoffs, self.windows, self.findings = Cutoffs(self.naming), Windows(self.naming), Findings(self.naming)
        self.steps, self.samples, self.standings = self.findings.steps, self.findings.samples, self.findings.standings
        self.said: dict[type[Fact], Callable[[Any], str]] = {
            Entered: self.steps.entered,
            LeafReached: self.steps.leaf,
            CutFact: self.cutoffs.at_length,
            PassedUp: self.steps.passed_up,
            Returned: lambda fact: f"{self.steps.returned(fact)}.",
            Sampled: self.samples.backed_up,
            Finished: self.findings.finished,
            SamplesFinished: self.findings.samples_finished,
            KnownSoFar: self.steps.known,
            Stopped: self.steps.stopped,
        }

    def sentence(self) -> str:
        """Return what happens in this step, and what a search written elsewhere remarks."""
        fact = fact_at(self.run, self.tree)
        return f"{NOTHING if fact is None else self.say(fact)} {self.remark(self.tree.current)}".rstrip()

    def in_short(self, sentence: str = "") -> str:
        """Return a cutoff in one sentence, of any other step the first one; `sentence` is the whole, if known."""
        fact = fact_at(self.run, self.tree)
        if isinstance(fact, CutFact):
            return self.cutoffs.in_short(fact)
        return (sentence or self.sentence()).partition(". ")[0]

    def at(self, path: MovePath) -> str:
        """Say what is known of the node at the end of a path, visited or not."""
        node = self.tree.node_at(path)
        return self.cutoffs.unvisited(unvisited(self.run, self.tree, path)) if node is None else self.state(node)

    def state(self, node: int) -> str:
        """Say what is known of a visited node at this step, and what a search written elsewhere remarks."""
        return f"{self.say(fact_of(self.run, self.tree, node))} {self.remark(node)}".rstrip()

    def threshold(self, node: int) -> str:
        """Say which value of the next child would cut an inner node, or why none can."""
        window = window_of(self.run, self.tree, node)
        return "" if window is None else self.windows.threshold(window)

    def say(self, fact: Fact) -> str:
        """Return a fact in English."""
        return self.said[type(fact)](fact)

    def remark(self, node: int | None) -> str:
        """Return the tags and notes of a node."""
        tags, note = ((), "") if node is None else self.tree.remark(node)
        tagged = f"Tagged {', '.join(dict.fromkeys(tags))}." if tags else ""
        return f"{tagged} {f'Note: {note}' if note else ''}".strip()
