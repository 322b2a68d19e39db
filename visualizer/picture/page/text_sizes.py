"""The size of text on a slide: the largest at which the tree keeps what matters, and what gives way to it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

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
PLIES, SIBLINGS, BESIDE = 3, 2, 7
"""The plies that a spine must show at least, the places on each side of it, of which one may be for what is folded, and
the least width of such a place in letters."""


def sized_page(run: Run, options: PictureOptions) -> tuple[TreePage, str]:
    """Return the page with the text size asked for, or on a slide the largest that keeps what matters; and its words.

    That is the whole tree of a textbook, else the three lowest plies of the path with two siblings each, always with
    the window at a cut. InputError for a size asked for that cannot be kept names the largest that can.
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
        found = best(run, options, sizes) or (replace(with_less(options, 3), text_size=ON_PAGE), 3)
    chosen, less = found
    left_out = [name for name, change in GIVES_WAY[:less] if replace(options, **change) != options]
    names = " and ".join(filter(None, [", ".join(left_out[:-1]), *left_out[-1:]]))
    gave_way = f"; {names} gave way to it" if left_out else ""
    return TreePage(run, chosen), f"text of {chosen.text_size:g} points{gave_way}"


def best(run: Run, options: PictureOptions, sizes: Sequence[float]) -> tuple[PictureOptions, int] | None:
    """Return the options with the first size that keeps the whole tree, else a spine, and how much gives way to it."""
    for shows in (shows_whole, shows_spine) if run.game.explicit else (shows_spine,):
        for tried, less in candidates(options, sizes):
            page = TreePage(run, tried, larger=(1.0,))
            if has_room(page) and shows(page):
                return tried, less
    return None


def candidates(options: PictureOptions, sizes: Sequence[float]) -> Iterator[tuple[PictureOptions, int]]:
    """Yield options by size, from those that leave nothing out; those without the board come last."""
    for some in ((0, 1, 2, 3), (4,)):
        for size in sizes:
            yield from ((replace(with_less(options, less), text_size=float(size)), less) for less in some)


def with_less(options: PictureOptions, less: int) -> PictureOptions:
    """Return the options without the first things that give way; what is said is shortened only where it is long."""
    for _, change in GIVES_WAY[:less]:
        if "caption" not in change or options.caption == "why":
            options = replace(options, **change)
    return options


def has_room(page: TreePage) -> bool:
    """Say whether heading, captions and legend leave room for a tree, and for the board beside it."""
    limits, plan = page.limits, page.plan
    return limits.rows > 0 and limits.columns > limits.margin and plan.board.height <= plan.tree.height


def shows_whole(page: TreePage) -> bool:
    """Say whether the whole tree fits, with its windows."""
    whole = whole_tree(page.run, page.options.top, page.limits)
    return whole is not None and whole.measures.windowed == page.limits.windowed


def shows_spine(page: TreePage) -> bool:
    """Say whether a spine has room for its lowest plies with two siblings each, and for their windows.

    A tree that fits is whole instead, and then all of it must have its windows.
    """
    if page.is_whole:
        return shows_whole(page)
    ruler = ruler_of(page.run, page.options.top, page.limits)
    deepest = min(page.limits.plies, deepest_below(page.run, page.options.top))
    siblings = min(SIBLINGS, page.limits.beside)
    enough = ruler.plies >= min(deepest, PLIES) and ruler.beside >= BESIDE and ruler.right >= siblings
    return enough and ruler.measures.windowed == page.limits.windowed
