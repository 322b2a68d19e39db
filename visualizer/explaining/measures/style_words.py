"""Words, counts and estimates that depend on the style of a search."""

from collections.abc import Mapping

from visualizer.explaining.measures.summary import count_in_words, visit_counts
from visualizer.searching.run import Run
from visualizer.searching.styles import LookStyle, SampleStyle, SearchStyle, ValueStyle
from visualizer.trace.rows import Trace
from visualizer.trace.tree_at_step import TreeAtStep


class StyleWords:
    """Words and numbers for a search with a window that cuts off moves."""

    to_first_cut = (
        "Press <next_cut> to see the first cut, <next> for the first step, <play> to watch."
    )
    """How to begin in the explorer if the search may cut; `<action>` stands for a key."""
    to_first_step = "Press <next> for the first step, <play> to watch."
    """How to begin if the search does not cut."""
    newcomer_hint = "<next_cut> goes to the next cutoff"
    """The key that a newcomer needs in addition to the keys for stepping."""
    jump_hint = "next cut"
    """The jumps that line mode names first."""

    def how_to_begin(self, trace: Trace) -> str:
        """Say how to begin: at the first cut, unless the search is known to have none."""
        if trace.finished and not (trace.cuts or trace.revisits):
            return self.to_first_step
        return self.to_first_cut

    def estimate_visits(self, run: Run, tree_size: float) -> tuple[float, bool]:
        """Estimate how many nodes a running search will visit in all.

        Return the number, and whether it is only a lower bound. `tree_size` is the number of nodes
        of the whole tree.
        """
        tree = TreeAtStep(run.trace)
        visits = visit_counts(tree).nodes
        # Nobody knows how often a search that revisits nodes will begin again.
        if not visits or run.trace.revisits:
            return visits, True
        # Row 0 is the only visit of the root.
        moves = run.trace.move_count(0)
        finished = [child for child in tree.children(0) if tree.returned(child)]
        sizes = [run.trace.end(child) - child + 1 for child in finished]
        if len(sizes) < 2 or moves is None:
            return visits, True
        # The first move is not typical, since it is searched before any bound is known.
        typical_size = sum(sizes[1:]) / (len(sizes) - 1)
        moves_left = moves - len(sizes)
        expected_nodes = 1 + sum(sizes) + typical_size * moves_left
        at_least = max(visits, expected_nodes)
        # The size of the whole tree may be a guess, which the visits so far can exceed.
        at_most = max(visits, tree_size)
        return min(at_least, at_most), False

    def counts_in_words(self, tree: TreeAtStep) -> str:
        """Return the counts at a step, in words."""
        return visit_counts(tree).words()

    def named_counts(self, tree: TreeAtStep) -> list[tuple[str, int]]:
        """Return the known counts at a step, each with its name."""
        counts = visit_counts(tree)
        rows = [("visited", counts.nodes), ("leaves", counts.leaves), ("cutoffs", counts.cutoffs)]
        if counts.pruned is not None:
            rows.append(("pruned", counts.pruned))
        return rows

    def iteration_words(self, run: Run, tree: TreeAtStep) -> str:
        """Return the iteration of a search that consists of iterations; "" for other searches."""
        return ""

    def timeline_words(self, tree: TreeAtStep) -> str:
        """Return the words next to the timeline; "" for the number of cutoffs."""
        return ""


class LookWords(StyleWords):
    """Words for a recording that searches moves again: x also stops at second looks."""

    to_first_cut = (
        "Press <next_cut> to see the first cut or second look, "
        "<next> for the first step, <play> to watch."
    )
    newcomer_hint = "<next_cut> goes to the next cutoff or second look"


class ValueWords(StyleWords):
    """Words for a search without a window."""

    def how_to_begin(self, trace: Trace) -> str:
        """Say how to begin: at the first step, since nothing is cut."""
        return self.to_first_step

    def estimate_visits(self, run: Run, tree_size: float) -> tuple[float, bool]:
        """Return the number of nodes of the tree, all of which are visited."""
        return max(visit_counts(TreeAtStep(run.trace)).nodes, tree_size), False


class SampleWords(StyleWords):
    """Words for a search by random games."""

    to_first_step = (
        "Press <next> for the first step, <next_pass> for the next iteration, "
        "<play> to watch, <last> for the result."
    )
    newcomer_hint = "<next_pass> goes to the next iteration, <playout> shows its random game"
    jump_hint = "next pass for the next iteration, playout"

    def how_to_begin(self, trace: Trace) -> str:
        """Say how to begin: step by step, or iteration by iteration."""
        return self.to_first_step

    def estimate_visits(self, run: Run, tree_size: float) -> tuple[float, bool]:
        """Return the visits of all iterations, if later ones are as long as earlier ones."""
        mean_visits = len(run.trace) / max(1, len(run.trace.roots()))
        return mean_visits * run.algorithm.iterations(run.problem), False

    def counts_in_words(self, tree: TreeAtStep) -> str:
        """Return the number of random games played and the size of the tree, in words."""
        nodes = count_in_words(tree.distinct_nodes, "node", "nodes")
        return f"{self.timeline_words(tree)}, {nodes} in the tree"

    def named_counts(self, tree: TreeAtStep) -> list[tuple[str, int]]:
        """Return the numbers of random games, visits and nodes."""
        counts = visit_counts(tree)
        return [
            ("games", counts.leaves),
            ("visited", counts.nodes),
            ("in tree", tree.distinct_nodes),
        ]

    def iteration_words(self, run: Run, tree: TreeAtStep) -> str:
        """Return the iteration."""
        return f"iteration {tree.passes:,} of {run.algorithm.iterations(run.problem):,}"

    def timeline_words(self, tree: TreeAtStep) -> str:
        """Return the number of random games played, in words."""
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
