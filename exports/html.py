"""HTML: a film as one web page with a slider and keys, which loads nothing from the network.

The pictures are divided into pieces: nodes, edges, lines of words. Each piece is stored once,
pieces that differ only in their place share one fragment of SVG, and a frame lists the pieces that
appear and disappear.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any

from exports.format import Format
from exports.shapes import ShapeWriter, Stack, outline_points, ungrouped_shapes
from exports.svg import Style, SvgWriter, font_families, short_number
from visualizer.draw.picture.film import Film, Frame
from visualizer.draw.picture.model import PagePlan, Picture
from visualizer.draw.picture.shapes.drawing import MAX_PICTURE_TEXT, draw_picture
from visualizer.draw.picture.shapes.nodes import DrawnParts
from visualizer.look.shapes import Group, Shape
from visualizer.look.text import clip_text
from visualizer.look.themes import STYLED_THEME
from visualizer.look.web_page import (
    PAGE_KIT,
    PAGE_THEMES,
    fill_template,
    json_in_script,
    theme_rules,
)
from visualizer.support.errors import visible

PLAYER_FOLDER = Path(__file__).parent / "player"
MAX_SENTENCE_CHARACTERS = 2000


def write_film(film: Film) -> bytes:
    """Return a film as a web page, which steps through its frames."""
    content = PageContent(film)
    themes = PAGE_THEMES if content.theme in PAGE_THEMES else (content.theme,)
    colours = f"{theme_rules(themes)}svg{{font-family:{font_families(content.font)}}}"
    data = {
        "last": film.last_step,
        "begin": film.first_shown_frame,
        "frames": content.frames,
        "rows": [*content.window_rows],
        "code": [*map(visible, film.code())],
        # A page in the usual theme follows the reader's choice of light or dark.
        "follows": content.theme == PAGE_THEMES[0],
        "themes": themes,
        **content.pieces.data(),
    }
    parts = {
        "title": escape(clip_text(film.title, MAX_PICTURE_TEXT)),
        "subtitle": escape(clip_text(film.subtitle, MAX_PICTURE_TEXT)),
        "theme": content.theme,
        "view": picture_view([*content.plans]),
        "style": colours + _read_player_part("style.css") + content.pieces.rules(),
        "film": json_in_script(data),
        "script": PAGE_KIT + _read_player_part("script.js"),
    }
    return fill_template(PLAYER_FOLDER / "page.html", parts).encode()


class PageContent:
    """The data of a web page: the frames of a film, and the parts that their pictures share."""

    def __init__(self, film: Film) -> None:
        """Read all frames of a film."""
        self.pieces = Pieces()
        self.window_rows = Numbered()
        """The numbers of the rows in the table of search windows."""
        self.frames = list[dict[str, Any]]()
        self.plans = dict[PagePlan, None]()
        """Where the parts of the pictures are; all pictures usually share one plan."""
        self.theme = ""
        self.font = "mono"
        pieces_of_frames = list[list[int]]()
        for frame in film:
            picture = frame.picture
            self.theme = picture.theme
            self.font = picture.font
            # The keys of a dictionary are ordered, and each plan is there only once.
            self.plans[picture.plan] = None
            pieces_of_frames.append(self.pieces.piece_numbers(bare_picture(picture)))
            self.frames.append(_frame_words(frame, self.window_rows))
        # The order of the pieces from back to front is final only when all pieces are known.
        self._add_changes(pieces_of_frames)

    def _add_changes(self, pieces_of_frames: Sequence[Sequence[int]]) -> None:
        """Store in each frame which pieces appear ("come") and disappear ("go") with it.

        `pieces_of_frames` has the numbers of the pieces of each frame. The page refers to a piece
        by its place in the order from back to front.
        """
        place_of_piece = {piece: place for place, piece in enumerate(self.pieces.stack)}
        shown_before = set[int]()
        for frame, pieces in zip(self.frames, pieces_of_frames, strict=True):
            shown = {place_of_piece[piece] for piece in pieces}
            frame["come"] = sorted(shown - shown_before)
            frame["go"] = sorted(shown_before - shown)
            shown_before = shown


def _read_player_part(name: str) -> str:
    """Return the text of a file in the player's folder."""
    return (PLAYER_FOLDER / name).read_text("utf-8")


def picture_view(plans: Sequence[PagePlan]) -> str:
    """Return the area that all pictures without heading and captions need, as an SVG viewBox."""
    # Half of the margin beside the heading is left above the picture.
    tops = [plan.heading.y + plan.heading.height - plan.heading.x / 2 for plan in plans]
    top = min(tops)
    bottom = max(plan.height - plan.caption.height for plan in plans)
    width = max(plan.width for plan in plans)
    return f"0 {short_number(top)} {short_number(width)} {short_number(bottom - top)}"


def bare_picture(picture: Picture) -> Picture:
    """Return a picture without its title and captions, which the page writes beside the picture."""
    plan = picture.plan
    legend = plan.legend
    # The legend takes the place of the captions.
    if plan.caption.height:
        legend = replace(legend, y=plan.caption.y)
    return replace(
        picture,
        title="",
        subtitle="",
        captions=(),
        part="",
        theme=styled_theme(picture.theme),
        plan=replace(plan, legend=legend),
    )


def styled_theme(theme: str) -> str:
    """Return the theme with CSS variables as colours, or the same theme if the page has none."""
    return STYLED_THEME.name if theme in (*PAGE_THEMES, "contrast") else theme


def _frame_words(frame: Frame, window_rows: Numbered) -> dict[str, Any]:
    """Return the words that the page shows beside the picture of a frame.

    The page has a table of search windows for each frame. Since frames share most rows of their
    tables, each row is named by its number in `window_rows`.
    """
    sidebar = frame.make_sidebar()
    # A frame with a name, such as the solution of an exercise, does not show a step of a search.
    more = "" if frame.name else "; ".join(_further_words(frame, sidebar.summary))
    return {
        "first": frame.first,
        "last": frame.last,
        "name": frame.name,
        "sentence": clip_text(frame.sentence, MAX_SENTENCE_CHARACTERS),
        "more": clip_text(more, MAX_SENTENCE_CHARACTERS),
        "path": [window_rows[tuple(map(clip_text, row))] for row in sidebar.windows],
        "line": sidebar.code.number,
        "values": visible(sidebar.code.values),
    }


def _further_words(frame: Frame, summary: str) -> list[str]:
    """Return the counts of a frame, and its captions that say something new.

    A caption says nothing new if it contains the sentence or the counts of the frame, or the
    `summary` that the page shows.
    """
    known_words = [words for words in (frame.sentence, frame.counts, summary) if words]
    new_captions = []
    for caption in frame.picture.captions:
        repeats = any(words in caption for words in known_words)
        if not repeats:
            new_captions.append(caption)
    return [frame.counts, *new_captions]


class Numbered(dict[Any, int]):
    """Numbers its keys in the order in which they are first looked up."""

    def __missing__(self, key: Any) -> int:
        """Return the number of a new key."""
        number = len(self)
        self[key] = number
        return number


Piece = tuple[int, str, str, int]
"""A piece: the number of its fragment, its x and y, and the number of its words."""


class Pieces(SvgWriter):
    """All pieces of a film: its shapes, each as SVG relative to its own first point."""

    def __init__(self) -> None:
        """Begin without pieces."""
        # Each table numbers its entries: SVG strings, words for screen readers, styles, pieces.
        self.fragments = Numbered({"": 0})
        self.words = Numbered({"": 0})
        self.classes = Numbered()
        self.pieces = Numbered()
        self.stack = Stack[int]()
        self.drawn = DrawnParts()
        self.seen_shapes: dict[int, tuple[Shape, int]] = {}
        """The shapes seen before and the numbers of their pieces, by the shapes' `id`.

        Pictures share most of their shapes, so most shapes are only looked up here.
        """

    def piece_numbers(self, picture: Picture) -> list[int]:
        """Return the numbers of a picture's pieces, from back to front."""
        numbers = list[int]()
        behind = None
        for shape in ungrouped_shapes(draw_picture(picture, self.drawn).shapes):
            number = self._piece_number(shape, behind)
            numbers.append(number)
            behind = number
        return numbers

    def _piece_number(self, shape: Shape, behind: int | None) -> int:
        """Return the number of the piece that draws a shape.

        A new piece is drawn directly in front of the piece with the number `behind`; for None, at
        the very back.
        """
        seen = self.seen_shapes.get(id(shape))
        if seen is not None:
            _, number = seen
            return number
        # A shape is drawn relative to its first point. So shapes that differ only in their places
        # share a fragment.
        x, y = outline_points(shape)[0]
        self.left = x
        self.top = y
        fragment = self.fragments[self.shape(shape)]
        words = self.words[visible(shape.words) if isinstance(shape, Group) else ""]
        number = self.pieces[fragment, short_number(x), short_number(y), words]
        self.stack.insert(number, behind)
        self.seen_shapes[id(shape)] = shape, number
        return number

    def data(self) -> dict[str, Any]:
        """Return the pieces from back to front, and the fragments and words that they refer to.

        A fragment is the SVG text of a shape, which several pieces may share. A piece is a list:
        the number of its fragment, its x and y, and the number of its words.
        """
        pieces: list[Piece] = [*self.pieces]
        ordered = (pieces[number] for number in self.stack)
        return {
            "fragments": [*self.fragments],
            "words": [*self.words],
            "pieces": [[fragment, float(x), float(y), words] for fragment, x, y, words in ordered],
        }

    def rules(self) -> str:
        """Return a rule of CSS for each style in use."""
        rules = []
        for number, style in enumerate(self.classes):
            declarations = ";".join(f"{name}:{value}" for name, value in style)
            rules.append(f".c{number}{{{declarations}}}")
        return "".join(rules)

    def style_markup(self, style: Style) -> str:
        """Return the attribute of an element with a style: its CSS class."""
        return f' class="c{self.classes[style]}"'

    group = ShapeWriter.group


ABOUT = "a web page that also works offline; a film has a slider to step through it"
FORMAT = Format(
    "html",
    (".html", ".htm"),
    ABOUT,
    write_film=write_film,
)
