"""Exercise sheets: a tree with its leaves and nothing else, and behind it the solution."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from visualizer.errors import InputError
from visualizer.look.legend import State
from visualizer.picture.film.frames import Film, Frame
from visualizer.picture.model import Box, BoxShape, Picture
from visualizer.picture.page.options import PictureOptions
from visualizer.picture.page.tree_page import TreePage
from visualizer.run import Run

REMEDY = "a smaller tree fits, or a larger --page, or a smaller --text-size"
TASK = "Write its value into each node"
BOUNDS = ", its α and β on entry below it where a child is visited"
CROSS = ", and cross out the branches that are never visited"
FOR_STUDENTS = {"natural order": "from left to right", "to the end": "", "fail-soft": ""}
"""What a sheet says instead of some words of a heading: what is usual needs none."""

SIZES = (9.0, 8.0, 7.0, 6.0)
"""Text sizes to try until a tree fits its page: small ones, as paper is read from near."""


class SheetPage(TreePage):
    """A tree laid out as a solution, below a heading for those who have met nothing but the rule."""

    def subtitle(self) -> Sequence[str]:
        """Return the words below the title.

        The rule is a sentence: `cut where α ≥ β`.
        """
        said = (FOR_STUDENTS.get(word, word) for word in super().subtitle())
        return [word.replace("cut α", "cut where α") for word in said if word]


def sheet_of(run: Run, options: PictureOptions) -> TreePage:
    """Lay a tree out as a solution on a sheet; InputError if it does not fit at any text size."""
    sizes = SIZES if options.text_size is None else (options.text_size,)
    for size in sizes:
        page = SheetPage(run, replace(as_solution(options), text_size=size))
        if page.is_whole:
            return page
    raise InputError(f"a tree is too large to be filled in on this page; {REMEDY}")


def as_solution(options: PictureOptions) -> PictureOptions:
    """Return the options of the solution's picture: the whole tree, every window on entry, and why each cut happens."""
    return replace(options, node_windows="entry", caption="cuts", pruned=True, ghosts=True)


def exercise_film(pages: Sequence[TreePage]) -> Film:
    """Return the sheets of trees that are laid out as solutions: first all to be filled in, then all solved.

    InputError if a search is not finished, plays random games, or is too large for its page.
    """
    for page in pages:
        if page.run.trace.adds:
            raise InputError(f"what {page.run.algorithm.title} finds by random games cannot be worked out by hand")
        if not page.run.trace.finished or page.run.trace.reason:
            raise InputError("the search was stopped, so that there is no solution")
        if not page.is_whole:
            raise InputError(f"the tree is too large to be filled in on this page; {REMEDY}")
    first, count = pages[0], len(pages)
    return Film(
        title="Exercise" if count == 1 else f"{count} exercises",
        subtitle=first.words.subtitle,
        width=first.plan.width,
        height=first.plan.height,
        most=2 * count,
        frames=lambda: _frames(pages),
    )


def _frames(pages: Sequence[TreePage]) -> Iterator[Frame]:
    """Yield the pages."""
    for heading in ("Exercise", "Solution"):
        for number, page in enumerate(pages, 1):
            solved = page.frame(page.run.trace.last_step)
            picture = solved if heading == "Solution" else to_fill_in(solved, has_window=page.run.trace.has_window)
            name = f"{heading} {number}" if len(pages) > 1 else heading
            picture = replace(picture, title=f"{name}: {picture.title}")
            yield Frame(picture, number, number, " ".join(picture.captions), "", name=name)


def to_fill_in(picture: Picture, *, has_window: bool) -> Picture:
    """Return the picture of a solution without what is to be filled in."""
    return replace(
        picture,
        boxes=tuple(map(_blank, picture.boxes)),
        captions=(f"{TASK}{f'{BOUNDS}{CROSS}' if has_window else ''}.",),
        states=(),
        tags=(),
    )


def _blank(box: Box) -> Box:
    """Return a node with its move alone and, of a leaf, its value."""
    return replace(
        box,
        state=State.DONE,
        value=box.value if box.shape is BoxShape.LEAF else "",
        window=None,
        order=0,
        looks="",
        tags=(),
        on_best_line=False,
        is_cut=False,
        is_ghost=False,
        answered_from="",
    )
