"""The places of the parts of a page: heading, tree, board, captions, legend; they are the same at every step.

On a page of a given size the tree gets what the others leave; a page that fits is as large as all parts together.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, sqrt

from visualizer.draw.picture.model import Area, PagePlan, Picture
from visualizer.draw.picture.page.options import DEFAULT_FOLD, PictureOptions, page_size
from visualizer.draw.picture.shapes import drawing
from visualizer.explaining.explanation.explainer import explain, explain_step, summarize_step
from visualizer.explaining.explanation.naming import Naming
from visualizer.explaining.measures.proof_tree import proof_tree, proof_words
from visualizer.explaining.measures.summary import nodes_of_tree, visit_counts
from visualizer.searching.run import Run
from visualizer.trace.jumps import cut_steps
from visualizer.trace.tree_at_step import TreeAtStep

GROWTH_START_WIDTH = 80.0
MAX_HEADING_GROWTH = 3.0
"""On a page that fits, titles and captions grow with trees wider than this, in text sizes, up to a factor."""
CAPTION_GAP = 1.0
"""Distance between the tree and what stands below it, in text sizes."""


@dataclass(frozen=True, slots=True)
class PageWords:
    """The words of a page: title, subtitle, captions (or their greatest lengths in letters), entries of the legend."""

    title: str
    subtitle: str
    captions: Sequence[int | str]
    legend: Sequence[str]


def plan_page(
    page_name: str,
    size: float,
    words: PageWords,
    board: tuple[float, float] = (0, 0),
    tree: tuple[float, float] = (0, 0),
    least: float = 0,
    cell: float = 0,
) -> PagePlan:
    """Return the plan of a page; `board` and, where the page fits, `tree` are widths and heights, (0, 0) for no board.

    `size` is the text size of the tree, `least` the smallest on the page, 0 for the same, `cell` the width of a cell of
    the board, 0 for the usual one. All lengths are in points.
    """
    page = page_size(page_name)
    least = least or size
    if board[0]:
        aside = board[0] + drawing.TREE_BOARD_GAP * size
    else:
        aside = 0.0
    growth = round(
        min(MAX_HEADING_GROWTH, max(1.0, sqrt(tree[0] / (GROWTH_START_WIDTH * size)))), 2
    )
    larger = 1.0 if page else growth
    margin = drawing.PAGE_MARGIN * least
    if page:
        inner = page[0] - 2 * margin
    else:
        inner = max(tree[0] + aside, drawing.MIN_FIT_PAGE_WIDTH * size)
    title_lines = drawing.lines_in(words.title, drawing.TITLE_SCALE * size * larger, inner)
    titles = len(title_lines) * drawing.TITLE_SCALE * drawing.LINE_HEIGHT
    above = (
        titles
        + len(drawing.lines_in(words.subtitle, size * larger, inner)) * drawing.LINE_HEIGHT
        + 0.8
    ) * (size * larger)
    lines = [
        len(drawing.lines_in(each, size * larger, inner))
        if isinstance(each, str)
        else ceil(each / drawing.letters_in(size * larger, inner))
        for each in words.captions
    ]
    caption = sum(lines) * drawing.LINE_HEIGHT * size * larger
    legend = (
        drawing.legend_rows(words.legend, inner, size * larger) * drawing.LEGEND_ROW * size * larger
    )
    gap = CAPTION_GAP * size
    below = (
        (gap if caption or legend else 0)
        + caption
        + (0.4 * size if caption and legend else 0)
        + legend
    )
    if page:
        high = page[1] - 2 * margin - above - below
    else:
        high = max(tree[1], board[1])
    if page:
        wide = inner - aside
    else:
        wide = tree[0]
    top = margin + above
    left = margin + (0 if page else (inner - aside - wide) / 2)
    foot = top + high
    return PagePlan(
        width=page[0] if page else ceil(inner + 2 * margin),
        height=page[1] if page else ceil(foot + below + margin),
        heading=Area(margin, margin, inner, above),
        tree=Area(left, top, wide, high),
        board=Area(margin + inner - board[0], top, *board) if board[0] else Area(),
        caption=Area(margin, foot + gap, inner, caption),
        legend=Area(margin, foot + below - legend, inner, legend),
        size=size,
        larger=larger,
        cell=cell,
    )


def blank_picture(words: PageWords, plan: PagePlan, options: PictureOptions) -> Picture:
    """Return the picture of a page that has nothing but its title and subtitle yet."""
    return Picture(
        words.title,
        words.subtitle,
        plan,
        legend=options.legend,
        theme=options.theme,
        transparent=options.transparent,
        font=options.font,
    )


MAX_WHY_LETTERS = 240
MAX_SHORT_LETTERS = 110
MAX_COUNTS_LETTERS = 90
MAX_LINE_LETTERS = 70
"""The greatest lengths of captions, in letters."""
MAX_EXPLAINED_CUTS = 6
"""The most cutoffs explained in captions."""


def longest_captions(run: Run, options: PictureOptions) -> Iterator[int | str]:
    """Yield the captions that are known in advance, and of others the greatest length in letters."""
    if options.caption != "none":
        if options.caption == "cuts":
            yield from explained_cuts(run, run.trace.last_step)
        else:
            yield {
                "why": MAX_WHY_LETTERS,
                "short": MAX_SHORT_LETTERS,
                "counts": MAX_COUNTS_LETTERS,
            }[options.caption]
        if nodes_of_tree(run) is None or len(run.trace) > DEFAULT_FOLD:
            yield MAX_LINE_LETTERS
        if run.trace.reason:
            yield MAX_LINE_LETTERS
        yield from proof_captions(run, options)


def step_captions(
    run: Run, options: PictureOptions, tree: TreeAtStep, sentence: str, *, is_whole: bool
) -> Iterator[str]:
    """Yield the captions at a step; `sentence` explains it, if that is known already."""
    if options.caption == "none":
        return
    if options.caption == "cuts":
        yield from explained_cuts(run, tree.step)
        return
    trace = run.trace
    naming = Naming(run, tree)
    if options.caption == "counts":
        said = visit_counts(tree).words()
    else:
        said = sentence or explain_step(naming)
    if options.caption == "short":
        said = summarize_step(naming, said)
    if tree.step == trace.steps:
        so_far = ""
    else:
        so_far = f"step {tree.step:,} of {trace.steps:,}: "
    yield so_far + said
    is_told = is_whole or "best line" in said or "Most visited line" in said
    best = run.moves_to(tree.best_path())
    if best and not is_told and not (tree.at_end and f" after {best}" in said):
        yield f"★ best line{'' if tree.at_end else ' so far'}: {best}"
    if trace.reason:
        yield f"stopped: {trace.reason}"
    yield from proof_captions(run, options)


def proof_captions(run: Run, options: PictureOptions) -> Iterator[str]:
    """Yield what had to be searched, where types of nodes are asked for."""
    if options.kinds:
        yield proof_words(proof_tree(run.trace))


def explained_cuts(run: Run, step: int) -> Iterator[str]:
    """Yield explanations of the first cutoffs up to a step."""
    happened = [cut for cut in cut_steps(run.trace) if cut <= step]
    yield from (explain(run, cut) for cut in happened[:MAX_EXPLAINED_CUTS])
    if len(happened) > MAX_EXPLAINED_CUTS:
        yield f"and {len(happened) - MAX_EXPLAINED_CUTS:,} more"
