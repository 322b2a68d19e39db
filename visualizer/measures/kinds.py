"""The kinds of search, and what views ask of each: its counts, its size, and how one steps through it.

Another kind of search is another class here, and a line of `kind_of`.
"""

from visualizer.measures.summary import counts, many
from visualizer.run import Run
from visualizer.trace.tree_at_step import TreeAtStep


class ByWindow:
    """A search that leaves out what its window shows to be needless."""

    begin = "Press x to see the first cut, → for the first step, space to watch."
    """How to begin, in the explorer."""
    then = "x goes to the next cutoff"
    """What else than stepping a newcomer needs to know."""
    jumps = "next cut"
    """The jumps that line mode names first."""

    def extrapolated(self, run: Run, whole: float) -> tuple[float, bool]:
        """Return how many nodes of a `whole` tree a search will visit, and whether that is only a lower bound."""
        visits = counts(TreeAtStep(run.trace)).nodes
        done = []  # the nodes below each of the root's moves that has been searched to its end
        if visits and not run.trace.revisits:
            tree = TreeAtStep(run.trace)
            done = [run.trace.end(child) - child + 1 for child in tree.children(0) if tree.returned(child)]
        if len(done) < 2 or not run.trace.is_counted(0):
            return visits, True
        usual = sum(done[1:]) / (len(done) - 1)  # the first move is searched without a bound, so it is not typical
        left = run.trace.children(0) - len(done)  # row 0 is the root's only visit
        return min(max(visits, 1 + sum(done) + usual * left), max(visits, whole)), False

    def found(self, tree: TreeAtStep) -> str:
        """Return what is counted at a step, in words."""
        return counts(tree).words()

    def place(self, run: Run, tree: TreeAtStep) -> str:
        """Return at which of its parts a search is that consists of many alike, "" for others."""
        return ""


class ByLooks(ByWindow):
    """A recording whose search looks at moves again, or in several passes: x stops at second looks, too."""

    begin = "Press x to see the first cut or second look, → for the first step, space to watch."
    then = "x goes to the next cutoff or second look"


class ByValues(ByWindow):
    """A search without a window, which visits everything."""

    begin = "Press → for the first step, space to watch."

    def extrapolated(self, run: Run, whole: float) -> tuple[float, bool]:
        """Return the nodes of the tree."""
        return max(counts(TreeAtStep(run.trace)).nodes, whole), False


class BySamples(ByWindow):
    """A search by random games."""

    begin = "Press → for the first step, } for the next iteration, space to watch, end for the result."
    then = "} goes to the next iteration, R shows its random game"
    jumps = "next pass for the next iteration, playout"

    def extrapolated(self, run: Run, whole: float) -> tuple[float, bool]:
        """Return the nodes of all iterations, each with as many as those made."""
        return len(run.trace) / max(1, len(run.trace.roots())) * run.algorithm.iterations(run.problem), False

    def found(self, tree: TreeAtStep) -> str:
        """Return how many random games have been played, and how large the tree is."""
        nodes = many(tree.distinct_nodes, "node", "nodes")
        return f"{many(counts(tree).leaves, 'random game', 'random games')}, {nodes} in the tree"

    def place(self, run: Run, tree: TreeAtStep) -> str:
        """Return the iteration."""
        return f"iteration {tree.passes:,} of {run.algorithm.iterations(run.problem):,}"


WINDOW, LOOKS, VALUES, SAMPLES = ByWindow(), ByLooks(), ByValues(), BySamples()


def kind_of(run: Run) -> ByWindow:
    """Return the kind of a run's search."""
    algorithm = run.algorithm
    if algorithm.samples or not algorithm.uses_window:
        return SAMPLES if algorithm.samples else VALUES
    return LOOKS if algorithm.is_recording and algorithm.revisits else WINDOW
