"""The tree of a run in words, a line for each node that has room."""

from functools import partial

from visualizer.explanation.explainer import NOTHING
from visualizer.explanation.naming import Naming
from visualizer.explanation.standings import label_of
from visualizer.picture.model import seen
from visualizer.picture.page.options import PictureOptions
from visualizer.picture.page.tree_page import TreePage
from visualizer.picture.words import listed
from visualizer.run import Run
from visualizer.trace.tree_at_step import TreeAtStep

MOST_LINES = 60
"""The tree printed has about n nodes; the rest is folded."""


def tree_lines(run: Run, step: int) -> str:
    """Return the nodes of the tree as known at a step, in words with signs."""
    naming = Naming(run, TreeAtStep(run.trace, step))
    picture = seen(TreePage(run, PictureOptions(fold=MOST_LINES, caption="none")).frame(step))
    return "\n".join(listed(picture, run.game, partial(label_of, naming))) or NOTHING
