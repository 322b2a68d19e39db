"""The options of a picture: its page, what is drawn and written, how it looks; wrong ones are refused here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from visualizer.look.themes import THEMES, theme_named
from visualizer.searching.search_options import SearchOption, count_reader, option_field
from visualizer.support.errors import InputError, one_of
from visualizer.support.plugins.discovery import unknown_name_error
from visualizer.trace.rows import MovePath

PAGE_SIZES = {"16:9": (960.0, 540.0), "4:3": (720.0, 540.0), "a4": (842.0, 595.0)}
"""Width and height in points."""
FIT_PAGE = "fit"
"""A page as large as what is drawn: the usual one of a still."""
FILM_PAGE = "16:9"
"""The usual page of a film."""
REFERENCE_PAGE_HEIGHT = 540.0
"""Height in points of the page for which text sizes are given."""
PAGE_TEXT_SIZE = 12.0
FIT_TEXT_SIZE = 13.0
"""Usual text sizes in points: on a slide, and on a page that fits."""
MIN_TEXT_SIZE = 10
MAX_TEXT_SIZE = 28
"""Text sizes in points that can be asked for."""
MIN_PAGE_SIDE = 200
MAX_PAGE_SIDE = 14_400
DEFAULT_FOLD = 40
"""About the number of nodes drawn on a page that fits; the rest is folded."""
FOLD_MEANING = "the number of nodes to draw, or none to fold nothing,"
FOLD_NOTHING = 200_000
"""The value of `fold` that folds nothing."""
CAPTION_CHOICES = ("why", "short", "counts", "cuts", "none")
TREE_VIEW = "tree"
OVERVIEW_VIEW = "overview"
PICTURE_VIEWS = (TREE_VIEW, OVERVIEW_VIEW)
NODE_WINDOW_CHOICES = ("path", "all", "entry", "none")
WINDOWS_ON_ALL_NODES = ("all", "entry")
"""The choices of windows for which every node carries one."""
NODE_BOARD_CHOICES = ("auto", "all", "none")
FONT_NAMES = ("mono", "sans")


def list_choices(words: Sequence[str]) -> str:
    """List words, the first of which is the usual one.

    >>> list_choices(("auto", "all", "none"))
    'auto (default), all or none'
    """
    first, *others = words
    return f"{first} (default), {', '.join(others[:-1])} or {others[-1]}"


def read_text_size(text: str) -> float:
    """Read a size of text; InputError for one that is too small or too large."""
    return float(count_reader("the text size", MIN_TEXT_SIZE, MAX_TEXT_SIZE)(text))


def read_fold(text: str) -> int:
    """Read how many nodes to draw, all of them where `none` is folded."""
    if text == "none":
        return FOLD_NOTHING
    return count_reader(FOLD_MEANING, 1)(text)


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

    view: str = option_field(
        TREE_VIEW,
        f"{TREE_VIEW} (default), or {OVERVIEW_VIEW}: the whole search, one band per ply.",
        metavar="VIEW",
        choices=PICTURE_VIEWS,
    )
    page: str = option_field(
        "",
        f"{', '.join(PAGE_SIZES)}, WxH in points, or {FIT_PAGE} (default; for films, {FILM_PAGE}).",
        metavar="PAGE",
        hints=(*PAGE_SIZES,),
    )
    text_size: float | None = option_field(
        None,
        f"Smallest text size on a page 540 points high, {MIN_TEXT_SIZE} to {MAX_TEXT_SIZE} (default {PAGE_TEXT_SIZE:g}; on "
        f"16:9 and 4:3 up to 18 where the tree allows it). With {FIT_PAGE}: exactly this size (default {FIT_TEXT_SIZE:g}).",
        read_text_size,
    )
    top: MovePath = ()
    plies: int | None = option_field(
        None, "Draw only N plies.", count_reader("the number of plies", 0)
    )
    fold: int | None = option_field(
        None,
        "Draw about N nodes and fold the rest; none folds nothing (default: as many as fit the page; with "
        f"{FIT_PAGE}, {DEFAULT_FOLD}).",
        read_fold,
    )
    around_best: int | None = option_field(
        None,
        "Draw the best line, and N siblings beside each of its moves: those visited most, else those tried first; "
        "the rest is folded.",
        count_reader("the number of siblings beside the best line", 0),
    )
    pruned: bool = option_field(True, "Draw pruned branches (default), or leave them out.")
    ghosts: bool = option_field(
        False, "Also draw what lies below pruned branches, dimmed; along a path, as a count."
    )
    hide_leaves: bool = option_field(
        False, "Show the values of a textbook tree's leaves only once they are visited."
    )
    kinds: bool = option_field(
        False, "Mark PV, cut and all nodes: what had to be searched (Knuth and Moore)."
    )
    node_windows: str = option_field(
        "path",
        f"Windows of nodes: {list_choices(NODE_WINDOW_CHOICES)}.",
        metavar="WHICH",
        choices=NODE_WINDOW_CHOICES,
    )
    node_boards: str = option_field(
        "auto",
        f"Small boards in nodes: {list_choices(NODE_BOARD_CHOICES)}.",
        metavar="WHICH",
        choices=NODE_BOARD_CHOICES,
    )
    board: bool = option_field(
        True, "Draw the position beside the tree (default), or leave it out."
    )
    small_board: bool = False
    code: bool = option_field(
        False, "Draw the code beside the tree: the pseudocode, or your own with its variables."
    )
    edge_names: bool = option_field(True, "Write moves on the edges (default), or leave them out.")
    caption: str = option_field(
        "why",
        f"What to write below the drawing: {list_choices(CAPTION_CHOICES)}.",
        metavar="WHAT",
        choices=CAPTION_CHOICES,
    )
    legend: bool = option_field(True, "Explain the signs in a legend (default), or leave it out.")
    title: str = option_field("", "Title of the drawing.", metavar="")
    subtitle: str | None = option_field(
        None, "Words below the title (default: the search and its options).", metavar="TEXT"
    )
    theme: str = option_field("light", f"{list_choices((*THEMES,))}.", metavar="NAME")
    transparent: bool = option_field(False, "Leave the page background transparent.")
    font: str = option_field(
        FONT_NAMES[0],
        f"{FONT_NAMES[0]} (default) or {FONT_NAMES[1]}.",
        metavar="NAME",
        choices=FONT_NAMES,
    )
    cover: bool = option_field(
        False, "For a film on pages: put a title page first, and counts and the result last."
    )

    def __post_init__(self) -> None:
        """Raise InputError for a value that is not allowed."""
        page_size(self.page or FIT_PAGE)
        one_of("the view", self.view, PICTURE_VIEWS)
        theme_named(self.theme)
        one_of("the font", self.font, FONT_NAMES)
        one_of("the caption", self.caption, CAPTION_CHOICES)
        one_of("--node-windows", self.node_windows, NODE_WINDOW_CHOICES)
        one_of("--node-boards", self.node_boards, NODE_BOARD_CHOICES)

    def on(self, usual: str) -> PictureOptions:
        """Return the options with the usual page where none was asked for."""
        if self.page:
            return self
        return replace(self, page=usual)

    @property
    def size(self) -> float:
        """Return the size of text, in points of the page."""
        page = page_size(self.page or FIT_PAGE)
        if page:
            return round((self.text_size or PAGE_TEXT_SIZE) * page[1] / REFERENCE_PAGE_HEIGHT, 2)
        return self.text_size or FIT_TEXT_SIZE


def page_size(page: str) -> tuple[float, float] | None:
    """Return the width and height of a page, None where it fits; InputError for anything else.

    >>> page_size("16:9"), page_size("1920x1080"), page_size("fit")
    ((960.0, 540.0), (1920.0, 1080.0), None)
    """
    if page == FIT_PAGE:
        return None
    if page in PAGE_SIZES:
        return PAGE_SIZES[page]
    width, between, height = page.lower().partition("x")
    if between and all(part.isascii() and part.isdigit() for part in (width, height)):
        size = float(width), float(height)
        if all(MIN_PAGE_SIDE <= side <= MAX_PAGE_SIDE for side in size):
            return size
    raise InputError(
        f"the page {page!r:.60} is not one of {' '.join(PAGE_SIZES)} {FIT_PAGE}, or WxH in points, "
        f"{MIN_PAGE_SIDE} to {MAX_PAGE_SIDE:,} a side"
    )


DEFAULT_PICTURE_OPTIONS = PictureOptions()
"""What a picture shows where nothing else is asked for."""


PICTURE_OPTIONS: Mapping[str, SearchOption] = {
    each.name: SearchOption(each.name, default=each.default, **each.metadata)
    for each in fields(PictureOptions)
    if each.metadata
}
"""The options that can be asked for, by name."""


def parse_picture_options(given: Mapping[str, Any], top: MovePath = ()) -> PictureOptions:
    """Read options as typed or as given from Python; those that are None keep their usual value.

    InputError says which is wrong.
    """
    usual = PictureOptions(top=top)
    names = [field.name for field in fields(PictureOptions) if field.name != "top"]
    read: dict[str, Any] = {}
    for name, value in given.items():
        if name not in names:
            raise unknown_name_error("there is no option", name, names)
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
