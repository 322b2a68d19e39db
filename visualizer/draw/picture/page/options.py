"""The options of a picture: its page, its contents, and its look."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from visualizer.look.themes import THEMES, find_theme
from visualizer.searching.search_options import SearchOption, count_reader, option_field
from visualizer.support.errors import InputError, one_of
from visualizer.support.plugins.discovery import unknown_name_error
from visualizer.trace.rows import MovePath

PAGE_SIZES = {
    "16:9": (960.0, 540.0),
    "4:3": (720.0, 540.0),
    "a4": (842.0, 595.0),
}
"""Width and height of pages in points, by name."""
FIT_PAGE = "fit"
"""A page as large as its drawing: the default for stills."""
FILM_PAGE = "16:9"
"""The default page of films."""
REFERENCE_PAGE_HEIGHT = 540.0
"""Text sizes are given for a page of this height, in points."""
PAGE_TEXT_SIZE = 12.0
"""The default text size on a page of a given size, in points."""
FIT_TEXT_SIZE = 13.0
"""The default text size on a page that fits its drawing."""
MIN_TEXT_SIZE = 10
MAX_TEXT_SIZE = 28
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
"""The choices with which every node has its window."""
NODE_BOARD_CHOICES = ("auto", "all", "none")
FONT_NAMES = ("mono", "sans")


def list_choices(words: Sequence[str]) -> str:
    """Return the choices of an option in words; the first of them is the default.

    >>> list_choices(("auto", "all", "none"))
    'auto (default), all or none'
    """
    first, *others = words
    return f"{first} (default), {', '.join(others[:-1])} or {others[-1]}"


def read_text_size(text: str) -> float:
    """Read a text size in points; InputError if it is too small or too large."""
    return float(count_reader("the text size", MIN_TEXT_SIZE, MAX_TEXT_SIZE)(text))


def read_fold(text: str) -> int:
    """Read about how many nodes to draw before others are folded; `none` folds nothing."""
    if text == "none":
        return FOLD_NOTHING
    return count_reader(FOLD_MEANING, 1)(text)


@dataclass(frozen=True, slots=True)
class PictureOptions:
    """The contents and the look of a picture of a run: the same for all steps of a film.

    `page` is `16:9`, `4:3`, `a4`, `WxH` in points or `fit`; "" is the default of stills or films.
    `text_size` is the smallest text size, on a page 540 points high. `top` is the path to the
    topmost node drawn. `around_best` is how many siblings are drawn beside each node of the best
    line; None draws the tree. `node_windows` is `path` for the windows of the open path, `all`,
    `entry` for all windows as on entry, or `none`. `small_board` draws the position beside the
    tree small and without coordinates. A `subtitle` of "" is left out. For any option, None is the
    default.

    InputError for a value that is not allowed.
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
        f"Smallest text size on a page 540 points high, {MIN_TEXT_SIZE} to {MAX_TEXT_SIZE} "
        f"(default {PAGE_TEXT_SIZE:g}; on 16:9 and 4:3 up to 18 where the tree allows it). "
        f"With {FIT_PAGE}: exactly this size (default {FIT_TEXT_SIZE:g}).",
        read_text_size,
    )
    top: MovePath = ()
    plies: int | None = option_field(
        None, "Draw only N plies.", count_reader("the number of plies", 0)
    )
    fold: int | None = option_field(
        None,
        "Draw about N nodes and fold the rest; none folds nothing (default: as many as fit the "
        f"page; with {FIT_PAGE}, {DEFAULT_FOLD}).",
        read_fold,
    )
    around_best: int | None = option_field(
        None,
        "Draw the best line, and N siblings beside each of its moves: those visited most, else "
        "those tried first; the rest is folded.",
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
        # Each of these functions raises the error for one of the values.
        page_size(self.page or FIT_PAGE)
        one_of("the view", self.view, PICTURE_VIEWS)
        find_theme(self.theme)
        one_of("the font", self.font, FONT_NAMES)
        one_of("the caption", self.caption, CAPTION_CHOICES)
        one_of("--node-windows", self.node_windows, NODE_WINDOW_CHOICES)
        one_of("--node-boards", self.node_boards, NODE_BOARD_CHOICES)

    def with_default_page(self, default_page: str) -> PictureOptions:
        """Return the options with `default_page` as the page, unless they name a page already."""
        return self if self.page else replace(self, page=default_page)

    @property
    def size(self) -> float:
        """Return the text size on the page, in points.

        The option `text_size` is meant for a page 540 points high: on any other page of a given
        size, text grows or shrinks with the height.
        """
        page = page_size(self.page or FIT_PAGE)
        if page is None:
            return self.text_size or FIT_TEXT_SIZE
        _, height = page
        return round((self.text_size or PAGE_TEXT_SIZE) * height / REFERENCE_PAGE_HEIGHT, 2)


def page_size(page: str) -> tuple[float, float] | None:
    """Return the width and height of a page in points, by its name or as `WxH`.

    None for `fit`, whose size depends on the drawing. InputError for anything else.

    >>> page_size("16:9"), page_size("1920x1080"), page_size("fit")
    ((960.0, 540.0), (1920.0, 1080.0), None)
    """
    if page == FIT_PAGE:
        return None
    if page in PAGE_SIZES:
        return PAGE_SIZES[page]
    width, separator, height = page.lower().partition("x")
    if separator and all(part.isascii() and part.isdigit() for part in (width, height)):
        size = float(width), float(height)
        if all(MIN_PAGE_SIDE <= side <= MAX_PAGE_SIDE for side in size):
            return size
    raise InputError(
        f"the page {page!r:.60} is not one of {' '.join(PAGE_SIZES)} {FIT_PAGE}, or WxH in points, "
        f"{MIN_PAGE_SIDE} to {MAX_PAGE_SIDE:,} a side"
    )


DEFAULT_PICTURE_OPTIONS = PictureOptions()
PICTURE_OPTIONS: Mapping[str, SearchOption] = {
    field.name: SearchOption(field.name, default=field.default, **field.metadata)
    for field in fields(PictureOptions)
    if field.metadata
}
"""The options that can be asked for, by name."""


def parse_picture_options(given: Mapping[str, Any], top: MovePath = ()) -> PictureOptions:
    """Return the options of a picture, given by name: as text that was typed, or as Python values.

    An option that is None keeps its default. InputError for an unknown name or a wrong value.
    """
    defaults = PictureOptions(top=top)
    names = [field.name for field in fields(PictureOptions) if field.name != "top"]
    options: dict[str, Any] = {}
    for name, value in given.items():
        if name not in names:
            raise unknown_name_error("there is no option", name, names)
        if value is None:
            continue
        default = getattr(defaults, name)
        if default is None:
            # Without a default to compare types with, the option's own reader checks the value.
            options[name] = PICTURE_OPTIONS[name].read(str(value))
        elif isinstance(value, type(default)):
            options[name] = value
        else:
            allowed = "True or False" if isinstance(default, bool) else "a text"
            raise InputError(f"{value!r:.60} cannot be {name}, which is {allowed}")
    return replace(defaults, **options)
