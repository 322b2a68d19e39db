"""The size of text on a slide: the largest at which the tree keeps what matters, and what gives way to it."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any

from visualizer.boards.shapes import is_drawn_small
from visualizer.errors import InputError
from visualizer.picture.layout.spine_ruler import deepest_below, ruler_of
from visualizer.picture.layout.whole_tree import whole_tree
from visualizer.picture.page.options import ON_PAGE, SMALLEST_TEXT, PictureOptions
from visualizer.picture.page.tree_page import TreePage
from visualizer.run import Run

SLIDES = ("16:9", "4:3")
LARGEST = 18
"""The usual size of text on a slide, in points of a height of 540; less where the tree would not be whole."""
GIVES_WAY: tuple[tuple[str, dict[str, Any]], ...] = (
    ("the legend", {"legend": False}), ("the long sentence", {"caption": "short"}),
    ("the board's size", {"small_board": True}), ("the board", {"board": False}),
)  # fmt: skip
"""What is left out for larger text, in this order; the board only where no size allowed is possible with it."""
PLIES, BESIDE = 3, 7
"""The plies that a spine must show at least, and the least width of a place beside it in letters."""
GOOD = 14
"""The size of text for which a second sibling of a first or last child gives way."""
ENOUGH, FEW = 3, 2
"""Places on each side of a spine, of which one may be for what is folded: with enough of them, two siblings stand even
beside a first or a last child; there are fewer where text would not be good, or the board have no room, otherwise."""
WHOLE = 0
"""Stands for places where only the whole tree will do."""


def sized_page(run: Run, options: PictureOptions) -> tuple[TreePage, str]:
    """Return the page with the text size asked for, or on a slide the largest that keeps what matters; and its words.

    That is the whole tree of a textbook, else the three lowest plies of the path with two siblings each, always with
    the window at a cut; a first or last child has one sibling where text would be small, or the board would have to
    go, for the second. InputError for a size asked for that cannot be kept names the largest that can.
    """
    if options.page not in SLIDES or (options.text_size or SMALLEST_TEXT) < SMALLEST_TEXT:
        return TreePage(run, options), ""
    if options.text_size is not None:
        found = best(run, options, [options.text_size])
        if found is None:
            smaller = range(int(options.text_size) - 1, SMALLEST_TEXT - 1, -1)
            possible = best(run, options, smaller)
            can = f"the largest that can be is {possible[0].text_size:g}" if possible else "no allowed size can be"
            raise InputError(f"the text size {options.text_size:g} cannot be kept on this page; {can}")
    else:
        sizes = range(LARGEST, int(ON_PAGE) - 1, -1)
        found = best(run, options, sizes) or (
            replace(with_less(options, most := most_with_board(run, options)), text_size=ON_PAGE),
            most,
        )
    chosen, less = found
    left_out = [name for name, change in GIVES_WAY[:less] if replace(options, **change) != options]
    names = " and ".join(filter(None, [", ".join(left_out[:-1]), *left_out[-1:]]))
    gave_way = f"; {names} gave way to it" if left_out else ""
    return TreePage(run, chosen), f"text of {chosen.text_size:g} points{gave_way}"


def best(run: Run, options: PictureOptions, sizes: Sequence[float]) -> tuple[PictureOptions, int] | None:
    """Return the options with the first size that keeps the whole tree, else a spine, and how much gives way to it.

    For each size, what leaves nothing out is tried first.
    """
    page_of = cache(partial(TreePage, run, larger=(1.0,)))
    with_board, without = range(1 + most_with_board(run, options)), (len(GIVES_WAY),)
    good = [size for size in sizes if size >= GOOD]
    wanted: list[tuple[Sequence[int], int, Sequence[float]]] = [
        (with_board, ENOUGH, good), (with_board, FEW, good),
        (with_board, ENOUGH, sizes), (with_board, FEW, sizes), (without, FEW, sizes),
    ]  # fmt: skip
    if run.game.explicit:
        wanted = [(with_board, WHOLE, sizes), (without, WHOLE, sizes), *wanted]
    for gives_way, places, allowed in wanted:
        tried = [
            (replace(with_less(options, less), text_size=float(size)), less) for size in allowed for less in gives_way
        ]
        if places == WHOLE and tried and not shows(page_of(tried[-1][0]), places):
            continue  # the smallest, with the least beside it: where that is not whole, none is
        for each, less in tried:
            if shows(page_of(each), places):
                return each, less
    return None


def most_with_board(run: Run, options: PictureOptions) -> int:
    """Return how much can give way before the board does: its size cannot where what stands on it is written."""
    return 3 if is_drawn_small(run.position(options.top).board()) else 2


def with_less(options: PictureOptions, less: int) -> PictureOptions:
    """Return the options without the first things that give way; what is said is shortened only where it is long."""
    for _, change in GIVES_WAY[:less]:
        if "caption" not in change or options.caption == "why":
            options = replace(options, **change)
    return options


def shows(page: TreePage, places: int) -> bool:
    """Return whether heading, captions and legend leave room for a tree with its windows, and for the board beside it.

    Along a spine its lowest plies must have some places on each side. A tree that fits is whole instead.
    """
    limits, plan, top = page.limits, page.plan, page.options.top
    if limits.rows <= 0 or limits.columns <= limits.margin or plan.board.height > plan.tree.height:
        return False
    whole = whole_tree(page.run, top, limits)
    if whole is not None or places == WHOLE:
        return whole is not None and whole.measures.windowed == limits.windowed
    ruler, deepest = ruler_of(page.run, top, limits), min(limits.plies, deepest_below(page.run, top))
    enough = ruler.plies >= min(deepest, PLIES) and ruler.beside >= BESIDE
    is_wide = min(ruler.left, ruler.right) >= min(places, limits.beside)
    return enough and is_wide and ruler.measures.windowed == limits.windowed
