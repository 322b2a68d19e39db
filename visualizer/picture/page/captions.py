"""The captions of a picture: what happens or the counts, the cutoffs, the best line, why the search was stopped."""

from collections.abc import Iterator

from visualizer.explanation.explainer import explain, explain_step, summarize_step
from visualizer.explanation.naming import Naming
from visualizer.measures.proof_tree import NO_PROOF, proof_tree, proof_words
from visualizer.measures.summary import counts
from visualizer.picture.layout.laid_out import best_path
from visualizer.picture.page.options import FOLD, PictureOptions
from visualizer.run import Run
from visualizer.trace.jumps import cut_steps
from visualizer.trace.tree_at_step import TreeAtStep

WHY_LETTERS, SHORT_LETTERS, COUNTS_LETTERS, LINE_LETTERS = 240, 110, 90, 70
"""The greatest lengths of captions, in letters."""
MOST_CUTS = 6
"""The most cutoffs explained in captions."""


def longest_captions(run: Run, options: PictureOptions) -> Iterator[int | str]:
    """Yield the captions that are known in advance, and of others the greatest length in letters."""
    if options.caption != "none":
        if options.caption == "cuts":
            yield from told_cuts(run, run.trace.last_step)
        else:
            yield {"why": WHY_LETTERS, "short": SHORT_LETTERS, "counts": COUNTS_LETTERS}[options.caption]
        if not run.game.explicit or len(run.trace) > FOLD:
            yield LINE_LETTERS
        if run.trace.reason:
            yield LINE_LETTERS
        yield from kinds(run, options)


def captions(run: Run, options: PictureOptions, tree: TreeAtStep, sentence: str, *, is_whole: bool) -> Iterator[str]:
    """Yield the captions at a step; `sentence` explains it, if that is known already."""
    if options.caption == "none":
        return
    if options.caption == "cuts":
        yield from told_cuts(run, tree.step)
        return
    trace, naming = run.trace, Naming(run, tree)
    said = counts(tree).words() if options.caption == "counts" else sentence or explain_step(naming)
    if options.caption == "short":
        said = summarize_step(naming, said)
    so_far = "" if tree.step == trace.steps else f"step {tree.step:,} of {trace.steps:,}: "
    yield so_far + said
    is_told = is_whole or "best line" in said or "Most visited line" in said
    best = " ".join(run.names(best_path(run, tree)))
    if best and not is_told and not (tree.at_end and f" after {best}" in said):
        yield f"★ best line{'' if tree.at_end else ' so far'}: {best}"
    if trace.reason:
        yield f"stopped: {trace.reason}"
    yield from kinds(run, options)


def kinds(run: Run, options: PictureOptions) -> Iterator[str]:
    """Yield what had to be searched, where types of nodes are asked for."""
    if options.kinds:
        found = proof_tree(run.trace)
        yield NO_PROOF if found is None else proof_words(found)


def told_cuts(run: Run, step: int) -> Iterator[str]:
    """Yield explanations of the first cutoffs up to a step."""
    happened = [cut for cut in cut_steps(run.trace) if cut <= step]
    yield from (explain(run, cut) for cut in happened[:MOST_CUTS])
    if len(happened) > MOST_CUTS:
        yield f"and {len(happened) - MOST_CUTS:,} more"
