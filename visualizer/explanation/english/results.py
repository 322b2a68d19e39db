"""What a search, or a pass of one, has found, in English."""

from visualizer.explanation.english.steps import Steps, answered
from visualizer.explanation.facts.results import Finished, SamplesFinished
from visualizer.explanation.naming import Naming
from visualizer.look.numbers import show
from visualizer.measures.summary import many
from visualizer.trace.tree_at_step import Bound


class Findings:
    """Says what has been found when the root returns, at a step of a run."""

    def __init__(self, naming: Naming) -> None:
        """Say it with these names."""
        self.naming, self.run, self.tree = naming, naming.run, naming.tree
        self.steps = Steps(naming)
        self.standings, self.samples = self.steps.standings, self.steps.samples

    def finished(self, fact: Finished) -> str:
        """Say what a pass has found, or at the end what the whole search has."""
        pass_finished = f"{answered(fact.root)}{self.naming.the_pass()} is finished"
        return f"{'Finished' if fact.at_end else pass_finished}: {self.found(fact)} {self.effort(fact)}"

    def found(self, fact: Finished) -> str:
        """Say what the root is worth, and the best move."""
        node, side = fact.root.node, self.naming.side(fact.root.node)
        value, nodes = fact.result.value or 0, fact.result.line
        worth, line = self.naming.bounded(fact.bound, value), self.run.line(nodes)
        different = self.steps.unlike(fact.root) if fact.result.bound is Bound.EXACT else ""
        if not different and fact.root.best is not None and not line:
            exact = fact.bound is Bound.EXACT
            why = "which no move is shown to reach" if exact else "outside the window that it was given"
            different = f", {why}; which move is best is not known"
        standing = self.standings.of(value, nodes[-1] if line else node)
        if standing is not None and not different and fact.bound is Bound.EXACT:
            after = f" after {' '.join(line)}" if line else ""
            return f"{self.standings.result(standing, side, after, line[:1])}. ({show(value)})"
        if line and not different:
            return f"{side}'s best is {self.naming.named(line[0])}, worth {worth}; best line {' '.join(line)}."
        return f"the root is worth {worth}{different}."

    def effort(self, fact: Finished) -> str:
        """Say between which bounds narrowing passes are, how much has been visited, and how much of it last."""
        found, passes = fact.counts, self.tree.passes
        between = ""
        if fact.limits is not None:
            between = f"The lower bound is now {show(fact.limits[0])}, the upper one {show(fact.limits[1])}. "
        counted = found.pruned is not None and (self.tree.has_window or found.pruned)
        pruned = f"; {found.pruned:,} pruned" if counted else ""
        visited = f"{many(found.nodes, 'node', 'nodes')} visited, {found.leaves:,} of them leaves{pruned}."
        if fact.last_pass is None:
            return f"{between}{visited}"
        share = f"{fact.last_pass:,}, {fact.last_pass / found.nodes:.0%}"
        return f"{between}{visited} Of the nodes the last of {passes:,} passes visited {share}."

    def samples_finished(self, fact: SamplesFinished) -> str:
        """Say what all samples so far have found at the root."""
        begin = "Finished" if fact.at_end else f"{self.naming.the_pass()} is finished"
        if not fact.line:
            return f"{begin}: {self.samples.known(fact.best)}."
        move, line = self.naming.named(self.run.move_name(self.run.path(fact.best.node))), self.run.line(fact.line)
        further = f" Most visited line: {' '.join(line)}." if fact.at_end and line[1:] else ""
        first = f" (first of {fact.equals:,} equals)" if fact.equals > 1 else ""
        return f"{begin}: {move} has been visited most{first}, {self.samples.known(fact.best)}.{further}"
