"""The places of the parts of a page: heading, tree, board, captions, legend, alike at every step.

On a page of a given size the tree gets the room that the other parts leave; a page that fits is as
large as all parts together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from typing import NamedTuple

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
"""Width of a tree, in text sizes, from which titles and captions grow on a page that fits."""
MAX_HEADING_GROWTH = 3.0
"""The largest factor by which titles and captions grow."""
CAPTION_GAP = 1.0
"""Distance between the tree and the captions, or the legend, in text sizes."""
SUBTITLE_GAP = 0.8
"""Distance between the subtitle and the tree, in text sizes."""
LEGEND_GAP_ABOVE = 0.4
"""Distance between captions and legend, in text sizes."""


@dataclass(frozen=True, slots=True)
class PageWords:
    """The words for which a page keeps room."""

    title: str
    subtitle: str
    captions: Sequence[int | str]
    """Captions that are the same at every step; for each other caption, its greatest length."""
    legend: Sequence[str]

    def heading_height(self, size: float, width: float) -> float:
        """Return the height of title and subtitle, with the gap below them, in points.

        `size` is the text size and `width` the width of the page without margins, both in points.
        """
        titles = drawing.lines_in(self.title, drawing.TITLE_SCALE * size, width)
        subtitles = drawing.lines_in(self.subtitle, size, width)
        titles_height = len(titles) * drawing.TITLE_SCALE * drawing.LINE_HEIGHT
        subtitles_height = len(subtitles) * drawing.LINE_HEIGHT
        return (titles_height + subtitles_height + SUBTITLE_GAP) * size

    def captions_height(self, size: float, width: float) -> float:
        """Return the height of all captions in points, for a text size and a width in points."""
        lines = 0
        for caption in self.captions:
            if isinstance(caption, str):
                lines += len(drawing.lines_in(caption, size, width))
            else:
                # The caption varies by step: here it is only its greatest length in letters.
                lines += ceil(caption / drawing.letters_in(size, width))
        return lines * drawing.LINE_HEIGHT * size

    def legend_height(self, size: float, width: float) -> float:
        """Return the height of the legend."""
        return drawing.legend_rows(self.legend, width, size) * drawing.LEGEND_ROW * size


def plan_page(
    page_name: str,
    size: float,
    words: PageWords,
    *,
    margin: float,
    board: tuple[float, float] = (0, 0),
    tree: tuple[float, float] = (0, 0),
    cell: float = 0,
) -> PagePlan:
    """Divide a page among heading, tree, board, captions and legend; all lengths are in points.

    `size` is the text size of the tree. `board` and `tree` are widths and heights: the board's is
    (0, 0) if there is no board, and the tree's is needed only for the page "fit". `cell` is the
    width of the board's cells, 0 for the usual width.
    """
    page = page_size(page_name)
    board_width = _width_with_gap(board, size)
    heading_factor = 1.0
    if page is None:
        # This page is as large as its tree, and a wide tree would make headings look small.
        tree_width, _ = tree
        heading_factor = heading_growth(tree_width / (GROWTH_START_WIDTH * size))
        inner_width = max(tree_width + board_width, drawing.MIN_FIT_PAGE_WIDTH * size)
    else:
        page_width, _ = page
        inner_width = page_width - 2 * margin

    # Words are measured first: on a page of a given size, the tree gets the height they leave.
    heights = WordHeights.of(words, size * heading_factor, inner_width)
    heading = Area(margin, margin, inner_width, heights.heading)
    if page is None:
        tree_area = _fitted_tree_area(heading, tree, board, board_width)
        width: float = ceil(inner_width + 2 * margin)
        height: float = ceil(tree_area.y + tree_area.height + heights.below_tree(size) + margin)
    else:
        width, height = page
        tree_height = height - 2 * margin - heights.heading - heights.below_tree(size)
        tree_area = Area(margin, margin + heights.heading, inner_width - board_width, tree_height)
    caption, legend = _areas_below(tree_area, heading, heights, size)
    return PagePlan(
        width=width,
        height=height,
        heading=heading,
        tree=tree_area,
        board=_board_area(board, margin + inner_width, tree_area.y),
        caption=caption,
        legend=legend,
        size=size,
        larger=heading_factor,
        cell=cell,
    )


def _areas_below(tree: Area, heading: Area, heights: WordHeights, size: float) -> tuple[Area, Area]:
    """Return the areas of the captions and of the legend, both as wide as the heading.

    The captions are below the tree, and the legend is below the captions.
    """
    bottom_of_tree = tree.y + tree.height
    caption_y = bottom_of_tree + CAPTION_GAP * size
    legend_y = bottom_of_tree + heights.below_tree(size) - heights.legend
    caption = Area(heading.x, caption_y, heading.width, heights.captions)
    legend = Area(heading.x, legend_y, heading.width, heights.legend)
    return caption, legend


def _width_with_gap(board: tuple[float, float], size: float) -> float:
    """Return the width of a board with the gap between tree and board, 0 for no board."""
    width, _ = board
    if width:
        return width + drawing.TREE_BOARD_GAP * size
    return 0.0


def _fitted_tree_area(
    heading: Area, tree: tuple[float, float], board: tuple[float, float], board_width: float
) -> Area:
    """Return the area of a tree on a page that is as large as its contents.

    `tree` and `board` are widths and heights; `board_width` includes the gap beside the board. The
    tree is in the middle of the remaining width.
    """
    width, height = tree
    left = heading.x + (heading.width - board_width - width) / 2
    _, board_height = board
    return Area(left, heading.y + heading.height, width, max(height, board_height))


class WordHeights(NamedTuple):
    """The heights of the words of a page, in points; 0 without such words."""

    heading: float
    captions: float
    legend: float

    @classmethod
    def of(cls, words: PageWords, size: float, width: float) -> WordHeights:
        """Measure the words for a text size and a width in points."""
        return cls(
            heading=words.heading_height(size, width),
            captions=words.captions_height(size, width),
            legend=words.legend_height(size, width),
        )

    def below_tree(self, size: float) -> float:
        """Return the height of captions and legend with the gaps before them."""
        below = self.captions
        if self.captions or self.legend:
            below = CAPTION_GAP * size + self.captions
        if self.captions and self.legend:
            below += LEGEND_GAP_ABOVE * size
        return below + self.legend


def _board_area(board: tuple[float, float], right: float, top: float) -> Area:
    """Return the area of a board whose upper right corner is at (`right`, `top`)."""
    width, height = board
    if not width:
        return Area()
    return Area(right - width, top, width, height)


def heading_growth(relative_width: float) -> float:
    """Return the factor by which titles and captions are enlarged above a wide tree.

    `relative_width` is the width of the tree in units of `GROWTH_START_WIDTH`. The factor is its
    square root, at least 1 and at most 3.

    >>> heading_growth(0.5), heading_growth(4), heading_growth(100)
    (1.0, 2.0, 3.0)
    """
    return round(min(MAX_HEADING_GROWTH, max(1.0, sqrt(relative_width))), 2)


def blank_picture(words: PageWords, plan: PagePlan, options: PictureOptions) -> Picture:
    """Return a picture with a title and a subtitle, to which the caller adds all other parts."""
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
"""The greatest length of a caption that explains a step."""
MAX_SHORT_LETTERS = 110
"""The greatest length of a caption with a short explanation."""
MAX_COUNTS_LETTERS = 90
"""The greatest length of a caption with counts."""
MAX_LINE_LETTERS = 70
"""The greatest length of a caption with the best line, or the reason why a search stopped."""
CAPTION_LENGTHS = {
    "why": MAX_WHY_LETTERS,
    "short": MAX_SHORT_LETTERS,
    "counts": MAX_COUNTS_LETTERS,
}
"""The greatest length of the caption of a step, by the choice of captions."""
MAX_EXPLAINED_CUTS = 6
"""The most cutoffs explained in captions."""


def longest_captions(run: Run, options: PictureOptions) -> Iterator[int | str]:
    """Yield the captions for which a page keeps room, from the top down.

    A caption that is the same at every step is given as its text, any other as its greatest length
    in letters.
    """
    if options.caption == "none":
        return
    if options.caption == "cuts":
        yield from explained_cuts(run, run.trace.last_step)
    else:
        yield CAPTION_LENGTHS[options.caption]
    # A whole tree shows the best line itself; any other picture has a caption for it.
    if nodes_of_tree(run) is None or len(run.trace) > DEFAULT_FOLD:
        yield MAX_LINE_LETTERS
    if run.trace.reason:
        yield MAX_LINE_LETTERS
    yield from proof_captions(run, options)


def step_captions(
    run: Run,
    options: PictureOptions,
    tree: TreeAtStep,
    sentence: str,
    *,
    is_whole: bool,
) -> Iterator[str]:
    """Yield the captions that the options ask for at a step.

    `sentence` is the explanation of the step if the caller has it already, else "". `is_whole` says
    that the whole tree is drawn, so that no caption needs to give the best line.
    """
    if options.caption == "none":
        return
    if options.caption == "cuts":
        yield from explained_cuts(run, tree.step)
        return
    words = _step_sentence(run, options, tree, sentence)
    steps = run.trace.steps
    if tree.step == steps:
        yield words
    else:
        yield f"step {tree.step:,} of {steps:,}: {words}"

    best = run.moves_to(tree.best_path())
    if best and not is_whole and not _names_best_line(words, best, tree):
        so_far = "" if tree.at_end else " so far"
        yield f"★ best line{so_far}: {best}"
    if run.trace.reason:
        yield f"stopped: {run.trace.reason}"
    yield from proof_captions(run, options)


def _step_sentence(run: Run, options: PictureOptions, tree: TreeAtStep, sentence: str) -> str:
    """Return a sentence on a step, as the options ask for: an explanation, a short one, or counts.

    `sentence` is the full explanation if the caller has it already, else "".
    """
    naming = Naming(run, tree)
    if options.caption == "counts":
        return visit_counts(tree).words()
    words = sentence or explain_step(naming)
    if options.caption == "short":
        return summarize_step(naming, words)
    return words


def _names_best_line(words: str, best: str, tree: TreeAtStep) -> bool:
    """Return whether `words`, the explanation of a step, give the moves of the `best` line."""
    # Several clauses may name the line, and a summary may drop them, so the words are searched.
    if "best line" in words or "Most visited line" in words:
        return True
    return tree.at_end and f" after {best}" in words


def proof_captions(run: Run, options: PictureOptions) -> Iterator[str]:
    """Yield how much had to be visited to prove the value, if types of nodes are marked."""
    if options.kinds:
        yield proof_words(proof_tree(run.trace))


def explained_cuts(run: Run, step: int) -> Iterator[str]:
    """Yield explanations of the first cutoffs up to a step, and how many more there are."""
    steps = [cut for cut in cut_steps(run.trace) if cut <= step]
    for cut in steps[:MAX_EXPLAINED_CUTS]:
        yield explain(run, cut)
    left_out = len(steps) - MAX_EXPLAINED_CUTS
    if left_out > 0:
        yield f"and {left_out:,} more"
