"""What is said, counted and estimated of a search by its style."""

from collections.abc import Mapping

from visualizer.explaining.measures.summary import count_in_words, visit_counts
from visualizer.searching.run import Run
from visualizer.searching.styles import LookStyle, SampleStyle, SearchStyle, ValueStyle
from visualizer.trace.rows import Trace
from visualizer.trace.tree_at_step import TreeAtStep


class StyleWords:
    """Words and numbers for a search that leaves out what its window shows to be needless."""

    to_first_cut = (
        "Press <next_cut> to see the first cut, <next> for the first step, <play> to watch."
    )
    """Where to begin in the explorer, if there may be a cut; `<action>` stands for its key."""
    to_first_step = "Press <next> for the first step, <play> to watch."
    """How to begin where there is none."""
    then = "<next_cut> goes to the next cutoff"
    """What else than stepping a newcomer needs to know."""
    jumps = "next cut"
    """The jumps that line mode names first."""

    def begin(self, trace: Trace) -> str:
        """Return how to begin: by the first cut, unless it is known that there is none."""
        has_none = trace.finished and not (trace.cuts or trace.revisits)
        return self.to_first_step if has_none else self.to_first_cut

    def extrapolated(self, run: Run, whole: float) -> tuple[float, bool]:
        """Return how many nodes of a `whole` tree will be visited, and whether as a minimum."""
        visits = visit_counts(TreeAtStep(run.trace)).nodes
        done = []  # the nodes below each of the root's moves that has been searched to its end
        if visits and not run.trace.revisits:
            tree = TreeAtStep(run.trace)
            done = [
                run.trace.end(child) - child + 1
                for child in tree.children(0)
                if tree.returned(child)
            ]
        moves = run.trace.move_count(0) if visits else None  # row 0 is the root's only visit
        if len(done) < 2 or moves is None:
            return visits, True
        usual = sum(done[1:]) / (
            len(done) - 1
        )  # the first move is searched without a bound, so it is not typical
        return min(
            max(visits, 1 + sum(done) + usual * (moves - len(done))), max(visits, whole)
        ), False

    def found(self, tree: TreeAtStep) -> str:
        """Return what is counted at a step, in words."""
        return visit_counts(tree).words()

    def counted(self, tree: TreeAtStep) -> list[tuple[str, int]]:
        """Return what is counted at a step, each with its name; what is not known is left out."""
        found = visit_counts(tree)
        rows = [("visited", found.nodes), ("leaves", found.leaves), ("cutoffs", found.cutoffs)]
        if found.pruned is not None:
            rows.append(("pruned", found.pruned))
        return rows

    def place(self, run: Run, tree: TreeAtStep) -> str:
        """Return at which of its parts a search is that consists of many alike, "" for others."""
        return ""

    def tally(self, tree: TreeAtStep) -> str:
        """Return the words beside the timeline; "" for the number of cutoffs."""
        return ""


class LookWords(StyleWords):
    """Words for a recording that looks at moves again: x stops at second looks, too."""

    to_first_cut = (
        "Press <next_cut> to see the first cut or second look, "
        "<next> for the first step, <play> to watch."
    )
    then = "<next_cut> goes to the next cutoff or second look"


class ValueWords(StyleWords):
    """Words for a search without a window."""

    def begin(self, trace: Trace) -> str:
        """Return how to begin: there is no cut."""
        return self.to_first_step

    def extrapolated(self, run: Run, whole: float) -> tuple[float, bool]:
        """Return the nodes of the tree."""
        return max(visit_counts(TreeAtStep(run.trace)).nodes, whole), False


class SampleWords(StyleWords):
    """Words for a search by random games."""

    to_first_step = (
        "Press <next> for the first step, <next_pass> for the next iteration, "
        "<play> to watch, <last> for the result."
    )
    then = "<next_pass> goes to the next iteration, <playout> shows its random game"
    jumps = "next pass for the next iteration, playout"

    def begin(self, trace: Trace) -> str:
        """Return how to begin: iterations are what one goes through."""
        return self.to_first_step

    def extrapolated(self, run: Run, whole: float) -> tuple[float, bool]:
        """Return the nodes of all iterations, each with as many as those made."""
        return len(run.trace) / max(1, len(run.trace.roots())) * run.algorithm.iterations(
            run.problem
        ), False

    def found(self, tree: TreeAtStep) -> str:
        """Return how many random games have been played, and how large the tree is."""
        nodes = count_in_words(tree.distinct_nodes, "node", "nodes")
        return f"{self.tally(tree)}, {nodes} in the tree"

    def counted(self, tree: TreeAtStep) -> list[tuple[str, int]]:
        """Return the random games, the visits and the nodes."""
        found = visit_counts(tree)
        return [("games", found.leaves), ("visited", found.nodes), ("in tree", tree.distinct_nodes)]

    def place(self, run: Run, tree: TreeAtStep) -> str:
        """Return the iteration."""
        return f"iteration {tree.passes:,} of {run.algorithm.iterations(run.problem):,}"

    def tally(self, tree: TreeAtStep) -> str:
        """Return how many random games have been played."""
        return count_in_words(visit_counts(tree).leaves, "random game", "random games")


WORDS_BY_STYLE: Mapping[type[SearchStyle], StyleWords] = {
    SearchStyle: StyleWords(),
    LookStyle: LookWords(),
    ValueStyle: ValueWords(),
    SampleStyle: SampleWords(),
}


def style_words(run: Run) -> StyleWords:
    """Return the words for a run."""
    return WORDS_BY_STYLE[type(run.style)]
