"""The options of a picture: its page, what is drawn and written, how it looks; wrong ones are refused here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from visualizer.look.themes import THEMES, theme_named
from visualizer.searching.search_options import SearchOption, option, read_count
from visualizer.support.errors import InputError, one_of
from visualizer.support.plugins.discovery import unknown
from visualizer.trace.rows import MovePath

PAGES = {"16:9": (960.0, 540.0), "4:3": (720.0, 540.0), "a4": (842.0, 595.0)}
"""Width and height in points."""
FIT = "fit"
"""A page as large as what is drawn: the usual one of a still."""
FILM_PAGE = "16:9"
"""The usual page of a film."""
SLIDE = 540.0
"""Height in points of the page for which text sizes are given."""
ON_PAGE = 12.0
ON_FIT = 13.0
"""Usual text sizes in points: on a slide, and on a page that fits."""
SMALLEST_TEXT = 10
LARGEST_TEXT = 28
"""Text sizes in points that can be asked for."""
SMALLEST_PAGE = 200
LARGEST_PAGE = 14_400
FOLD = 40
"""About the number of nodes drawn on a page that fits; the rest is folded."""
FOLDED = "the number of nodes to draw, or none to fold nothing,"
ALL = 200_000
"""The value of `fold` that folds nothing."""
CAPTIONS = ("why", "short", "counts", "cuts", "none")
TREE = "tree"
OVERVIEW = "overview"
VIEWS = (TREE, OVERVIEW)
WINDOWS = ("path", "all", "entry", "none")
OF_ALL = ("all", "entry")
"""The choices of windows for which every node carries one."""
BOARDS = ("auto", "all", "none")
FONTS = ("mono", "sans")


def either(words: Sequence[str]) -> str:
    """List words, the first of which is the usual one.

    >>> either(("auto", "all", "none"))
    'auto (default), all or none'
    """
    first, *others = words
    return f"{first} (default), {', '.join(others[:-1])} or {others[-1]}"


def read_text_size(text: str) -> float:
    """Read a size of text; InputError for one that is too small or too large."""
    return float(read_count("the text size", SMALLEST_TEXT, LARGEST_TEXT)(text))


def read_fold(text: str) -> int:
    """Read how many nodes to draw, all of them where `none` is folded."""
    if text == "none":
        return ALL
    return read_count(FOLDED, 1)(text)


@dataclass(frozen=True, slots=True)
class PictureOptions:
    """What a picture shows of a run, and how: the same for all steps of a film.

    `view` is `tree`, or `overview` for the whole search as an icicle. `page` is `16:9`, `4:3`, `a4`, `WxH` in
    points or `fit`, "" for the usual one of a still or a film; `text_size` is the smallest size of text, on a page
    for a height of 540 points, None for the usual one. `top` is the path to the topmost node drawn, `plies` how
    many are drawn below it, `fold` about how many nodes, None for what is usual. `around_best` draws the best line, and
    beside each of its nodes so many siblings, None for what is at hand. `kinds` marks what had to be
    searched; `node_windows` and `node_boards` say which nodes carry them (`entry`: all, with the window
    they were entered with), `board` whether the position stands
    beside the tree, `small_board` that it is small and without coordinates, `code` whether the code stands there
    instead, `edge_names` whether moves stand on edges, `cover` whether a film has a page of its title before it and one
    of the result behind it. `subtitle` is None for the search and its options, "" for none; `font` is `mono` or `sans`.
    InputError says what is wrong.
    """

    view: str = option(
        TREE,
        f"{TREE} (default), or {OVERVIEW}: the whole search, one band per ply.",
        metavar="VIEW",
        choices=VIEWS,
    )
    page: str = option(
        "",
        f"{', '.join(PAGES)}, WxH in points, or {FIT} (default; for films, {FILM_PAGE}).",
        metavar="PAGE",
        hints=(*PAGES,),
    )
    text_size: float | None = option(
        None,
        f"Smallest text size on a page 540 points high, {SMALLEST_TEXT} to {LARGEST_TEXT} (default {ON_PAGE:g}; on "
        f"16:9 and 4:3 up to 18 where the tree allows it). With {FIT}: exactly this size (default {ON_FIT:g}).",
        read_text_size,
    )
    top: MovePath = ()
    plies: int | None = option(None, "Draw only N plies.", read_count("the number of plies", 0))
    fold: int | None = option(
        None,
        "Draw about N nodes and fold the rest; none folds nothing (default: as many as fit the page; with "
        f"{FIT}, {FOLD}).",
        read_fold,
    )
    around_best: int | None = option(
        None,
        "Draw the best line, and N siblings beside each of its moves: those visited most, else those tried first; "
        "the rest is folded.",
        read_count("the number of siblings beside the best line", 0),
    )
    pruned: bool = option(True, "Draw pruned branches (default), or leave them out.")
    ghosts: bool = option(
        False, "Also draw what lies below pruned branches, dimmed; along a path, as a count."
    )
    hide_leaves: bool = option(
        False, "Show the values of a textbook tree's leaves only once they are visited."
    )
    kinds: bool = option(
        False, "Mark PV, cut and all nodes: what had to be searched (Knuth and Moore)."
    )
    node_windows: str = option(
        "path", f"Windows of nodes: {either(WINDOWS)}.", metavar="WHICH", choices=WINDOWS
    )
    node_boards: str = option(
        "auto", f"Small boards in nodes: {either(BOARDS)}.", metavar="WHICH", choices=BOARDS
    )
    board: bool = option(True, "Draw the position beside the tree (default), or leave it out.")
    small_board: bool = False
    code: bool = option(
        False, "Draw the code beside the tree: the pseudocode, or your own with its variables."
    )
    edge_names: bool = option(True, "Write moves on the edges (default), or leave them out.")
    caption: str = option(
        "why",
        f"What to write below the drawing: {either(CAPTIONS)}.",
        metavar="WHAT",
        choices=CAPTIONS,
    )
    legend: bool = option(True, "Explain the signs in a legend (default), or leave it out.")
    title: str = option("", "Title of the drawing.", metavar="")
    subtitle: str | None = option(
        None, "Words below the title (default: the search and its options).", metavar="TEXT"
    )
    theme: str = option("light", f"{either((*THEMES,))}.", metavar="NAME")
    transparent: bool = option(False, "Leave the page background transparent.")
    font: str = option(
        FONTS[0], f"{FONTS[0]} (default) or {FONTS[1]}.", metavar="NAME", choices=FONTS
    )
    cover: bool = option(
        False, "For a film on pages: put a title page first, and counts and the result last."
    )

    def __post_init__(self) -> None:
        """Raise InputError for a value that is not allowed."""
        page_size(self.page or FIT)
        one_of("the view", self.view, VIEWS)
        theme_named(self.theme)
        one_of("the font", self.font, FONTS)
        one_of("the caption", self.caption, CAPTIONS)
        one_of("--node-windows", self.node_windows, WINDOWS)
        one_of("--node-boards", self.node_boards, BOARDS)

    def on(self, usual: str) -> PictureOptions:
        """Return the options with the usual page where none was asked for."""
        if self.page:
            return self
        return replace(self, page=usual)

    @property
    def size(self) -> float:
        """Return the size of text, in points of the page."""
        page = page_size(self.page or FIT)
        if page:
            return round((self.text_size or ON_PAGE) * page[1] / SLIDE, 2)
        return self.text_size or ON_FIT


def page_size(page: str) -> tuple[float, float] | None:
    """Return the width and height of a page, None where it fits; InputError for anything else.

    >>> page_size("16:9"), page_size("1920x1080"), page_size("fit")
    ((960.0, 540.0), (1920.0, 1080.0), None)
    """
    if page == FIT:
        return None
    if page in PAGES:
        return PAGES[page]
    width, between, height = page.lower().partition("x")
    if between and all(part.isascii() and part.isdigit() for part in (width, height)):
        size = float(width), float(height)
        if all(SMALLEST_PAGE <= side <= LARGEST_PAGE for side in size):
            return size
    raise InputError(
        f"the page {page!r:.60} is not one of {' '.join(PAGES)} {FIT}, or WxH in points, "
        f"{SMALLEST_PAGE} to {LARGEST_PAGE:,} a side"
    )


USUAL = PictureOptions()
"""What a picture shows where nothing else is asked for."""


PICTURE_OPTIONS: Mapping[str, SearchOption] = {
    each.name: SearchOption(each.name, default=each.default, **each.metadata)
    for each in fields(PictureOptions)
    if each.metadata
}
"""The options that can be asked for, by name."""


def read_options(given: Mapping[str, Any], top: MovePath = ()) -> PictureOptions:
    """Read options as typed or as given from Python; those that are None keep their usual value.

    InputError says which is wrong.
    """
    usual = PictureOptions(top=top)
    names = [field.name for field in fields(PictureOptions) if field.name != "top"]
    read: dict[str, Any] = {}
    for name, value in given.items():
        if name not in names:
            raise unknown("there is no option", name, names)
        if value is None:
            continue
        if getattr(usual, name) is None:
            read[name] = PICTURE_OPTIONS[name].read(str(value))
        elif isinstance(value, type(getattr(usual, name))):
            read[name] = value
        else:
            if isinstance(getattr(usual, name), bool):
                wanted = "True or False"
            else:
                wanted = "a text"
            raise InputError(f"{value!r:.60} cannot be {name}, which is {wanted}")
    return replace(usual, **read)
