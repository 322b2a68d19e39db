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
MAX_SENTENCE_LETTERS = 2000


def write_film(film: Film) -> bytes:
    """Return a film as a web page."""
    content = PageContent(film)
    themes = PAGE_THEMES if content.theme in PAGE_THEMES else (content.theme,)
    colours = f"{theme_rules(themes)}svg{{font-family:{font_families(content.font)}}}"
    data = {
        "last": film.last,
        "begin": film.begin,
        "frames": content.frames,
        "rows": [*content.rows],
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
    """The frames of a film as data for the page, and what their pictures share."""

    def __init__(self, film: Film) -> None:
        """Read all frames."""
        self.pieces = Pieces()
        self.rows = Numbered()
        self.frames = list[dict[str, Any]]()
        self.plans = dict[PagePlan, None]()
        self.theme = ""
        self.font = "mono"
        pieces_of_frames = list[list[int]]()
        for frame in film:
            picture = frame.picture
            self.theme = picture.theme
            self.font = picture.font
            self.plans[picture.plan] = None
            pieces_of_frames.append(self.pieces.of(bare_picture(picture)))
            self.frames.append(_frame_words(frame, self.rows))
        # The order of the pieces from back to front is final only when all pieces are known.
        self._add_changes(pieces_of_frames)

    def _add_changes(self, pieces_of_frames: Sequence[Sequence[int]]) -> None:
        """Add to each frame the places, from back to front, of the pieces that come and go."""
        places = {piece: place for place, piece in enumerate(self.pieces.stack)}
        before = set[int]()
        for frame, numbers in zip(self.frames, pieces_of_frames, strict=True):
            after = {places[number] for number in numbers}
            frame["come"] = sorted(after - before)
            frame["go"] = sorted(before - after)
            before = after


def _read_player_part(name: str) -> str:
    """Return the text of a file in the player's folder."""
    return (PLAYER_FOLDER / name).read_text("utf-8")


def picture_view(plans: Sequence[PagePlan]) -> str:
    """Return the part of the pages that bare pictures fill, as an SVG viewBox."""
    tops = [plan.heading.y + plan.heading.height - plan.heading.x / 2 for plan in plans]
    top = min(tops)
    bottom = max(plan.height - plan.caption.height for plan in plans)
    width = max(plan.width for plan in plans)
    return f"0 {short_number(top)} {short_number(width)} {short_number(bottom - top)}"


def bare_picture(picture: Picture) -> Picture:
    """Return a picture without its title and captions, which the web page shows beside it."""
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
    """Return the theme for a page: that of CSS variables if they can stand for the colours."""
    return STYLED_THEME.name if theme in (*PAGE_THEMES, "contrast") else theme


def _frame_words(frame: Frame, rows: Numbered) -> dict[str, Any]:
    """Return the words beside a picture, as data for the page."""
    beside = frame.make_sidebar()
    more = "" if frame.name else "; ".join(_further_words(frame, beside.summary))
    return {
        "first": frame.first,
        "last": frame.last,
        "name": frame.name,
        "sentence": clip_text(frame.sentence, MAX_SENTENCE_LETTERS),
        "more": clip_text(more, MAX_SENTENCE_LETTERS),
        "path": [rows[tuple(map(clip_text, row))] for row in beside.windows],
        "line": beside.code.number,
        "values": visible(beside.code.values),
    }


def _further_words(frame: Frame, summary: str) -> list[str]:
    """Return the counts of a frame, and the captions that repeat no other words of the page."""
    other_words = (frame.sentence, frame.counts, summary)
    shown = [words for words in other_words if words]
    captions = [
        caption
        for caption in frame.picture.captions
        if not any(words in caption for words in shown)
    ]
    return [frame.counts, *captions]


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
    """All pieces of a film, as SVG relative to the first point of each."""

    def __init__(self) -> None:
        """Begin without pieces."""
        self.fragments = Numbered({"": 0})
        self.words = Numbered({"": 0})
        self.classes = Numbered()
        self.pieces = Numbered()
        self.stack = Stack[int]()
        self.drawn = DrawnParts()
        self.known: dict[int, tuple[Shape, int]] = {}
        """The shapes seen before, by identity, with the numbers of their pieces.

        Pictures share most of their shapes, and comparing shapes by value would be slow.
        """

    def of(self, picture: Picture) -> list[int]:
        """Return the numbers of a picture's pieces, from back to front."""
        numbers = list[int]()
        before = None
        for shape in ungrouped_shapes(draw_picture(picture, self.drawn).shapes):
            before = self._piece(shape, before)
            numbers.append(before)
        return numbers

    def _piece(self, shape: Shape, behind: int | None) -> int:
        """Return the number of a shape's piece, which goes right in front of the one behind."""
        known = self.known.get(id(shape))
        if known is not None:
            return known[1]
        # Relative to its first point, a piece looks the same wherever it is.
        x, y = outline_points(shape)[0]
        self.left = x
        self.top = y
        fragment = self.fragments[self.shape(shape)]
        words = self.words[visible(shape.words) if isinstance(shape, Group) else ""]
        number = self.pieces[fragment, short_number(x), short_number(y), words]
        self.stack.put(number, behind)
        self.known[id(shape)] = shape, number
        return number

    def data(self) -> dict[str, Any]:
        """Return the pieces from back to front, and the fragments and words that they refer to."""
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

    def look(self, style: Style) -> str:
        """Return the class of a style."""
        return f' class="c{self.classes[style]}"'

    group = ShapeWriter.group


ABOUT = "a web page that also works offline; a film has a slider to step through it"
FORMAT = Format(
    "html",
    (".html", ".htm"),
    ABOUT,
    write_film=write_film,
)
