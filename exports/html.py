"""HTML: a film as one web page that loads nothing from the network, with a slider, keys and the words beside it.

The pictures are divided into pieces: nodes, edges, lines of words. Each piece is stored once, pieces that differ in
their place alone share one text, and a frame lists the pieces that are added and removed.
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
    """Return a film as a page of the web."""
    pieces = Pieces()
    rows = Numbered()
    frames = list[dict[str, Any]]()
    theme = ""
    fonts = font_families("mono")
    plans = dict[PagePlan, None]()
    for frame in film:
        theme = frame.picture.theme
        fonts = font_families(frame.picture.font)
        plans[frame.picture.plan] = None
        frames.append(
            {"pieces": pieces.of(bare_picture(frame.picture)), **_frame_words(frame, rows)}
        )
    place = {piece: number for number, piece in enumerate(pieces.stack)}
    before = set[int]()
    for each in frames:
        after = {place[piece] for piece in each.pop("pieces")}
        each |= {"come": sorted(after - before), "go": sorted(before - after)}
        before = after
    themes = PAGE_THEMES if theme in PAGE_THEMES else (theme,)
    colours = f"{theme_rules(themes)}svg{{font-family:{fonts}}}"
    data = {
        "last": film.last,
        "begin": film.begin,
        "frames": frames,
        "rows": [*rows],
        "code": [*map(visible, film.code())],
        "follows": theme == PAGE_THEMES[0],
        "themes": themes,
        **pieces.data(),
    }
    parts = {
        "title": escape(clip_text(film.title, MAX_PICTURE_TEXT)),
        "subtitle": escape(clip_text(film.subtitle, MAX_PICTURE_TEXT)),
        "theme": theme,
        "view": picture_view([*plans]),
        "style": colours + _read_player_part("style.css") + pieces.rules(),
        "film": json_in_script(data),
        "script": PAGE_KIT + _read_player_part("script.js"),
    }
    return fill_template(PLAYER_FOLDER / "page.html", parts).encode()


def _read_player_part(name: str) -> str:
    """Return a part of the player."""
    return (PLAYER_FOLDER / name).read_text("utf-8")


def picture_view(plans: Sequence[PagePlan]) -> str:
    """Return which part of their pages bare pictures take, as SVG has it."""
    top = min(plan.heading.y + plan.heading.height - plan.heading.x / 2 for plan in plans)
    bottom = max(plan.height - plan.caption.height for plan in plans)
    return f"0 {short_number(top)} {short_number(max(plan.width for plan in plans))} {short_number(bottom - top)}"


def bare_picture(picture: Picture) -> Picture:
    """Return a picture without its title and captions, which the web page shows beside it."""
    plan = picture.plan
    if plan.caption.height:
        legend = replace(plan.legend, y=plan.caption.y)
    else:
        legend = plan.legend
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
    """Return the theme in which a page draws: one of variables, where that looks like another."""
    if theme in (*PAGE_THEMES, "contrast"):
        return STYLED_THEME.name
    return theme


def _frame_words(frame: Frame, rows: Numbered) -> dict[str, Any]:
    """Return the words shown beside a picture."""
    beside = frame.beside()
    said = (frame.sentence, frame.counts, beside.summary)
    captions = (
        line for line in frame.picture.captions if not any(words in line for words in said if words)
    )
    others = () if frame.name else (frame.counts, *captions)
    return {
        "first": frame.first,
        "last": frame.last,
        "name": frame.name,
        "sentence": clip_text(frame.sentence, MAX_SENTENCE_LETTERS),
        "more": clip_text("; ".join(others), MAX_SENTENCE_LETTERS),
        "path": [rows[tuple(map(clip_text, row))] for row in beside.windows],
        "line": beside.code.number,
        "values": visible(beside.code.values),
    }


class Numbered(dict[Any, int]):
    """Numbers things in the order in which they are first asked for."""

    def __missing__(self, thing: Any) -> int:
        """Give a new thing its number."""
        self[thing] = number = len(self)
        return number


Piece = tuple[int, str, str, int]
"""A drawn part of a film: the numbers of its fragment and of its words, between them its place."""


class Pieces(SvgWriter):
    """Every piece that is drawn in a film, as SVG relative to a point of it."""

    def __init__(self) -> None:
        """Begin with none."""
        self.fragments = Numbered({"": 0})
        self.words = Numbered({"": 0})
        self.classes = Numbered()
        self.pieces = Numbered()
        self.stack = Stack[int]()
        self.drawn = DrawnParts()
        self.known: dict[int, tuple[Shape, int]] = {}
        """The number of the piece of a shape that has been seen, by its identity."""

    def of(self, picture: Picture) -> list[int]:
        """Return the numbers of a picture's pieces, from back to front."""
        found = list[int]()
        before = None
        for shape in ungrouped_shapes(draw_picture(picture, self.drawn).shapes):
            before = self._piece(shape, before)
            found.append(before)
        return found

    def _piece(self, shape: Shape, behind: int | None) -> int:
        """Return the number of the piece of a shape; a new one is put right in front of another."""
        seen = self.known.get(id(shape))
        if seen is not None:
            return seen[1]
        x, y = self.left, self.top = outline_points(shape)[0]
        if isinstance(shape, Group):
            words = visible(shape.words)
        else:
            words = ""
        number = self.pieces[
            self.fragments[self.shape(shape)], short_number(x), short_number(y), self.words[words]
        ]
        self.stack.put(number, behind)
        self.known[id(shape)] = shape, number
        return number

    def data(self) -> dict[str, Any]:
        """Return the pieces from back to front, with what they refer to."""
        pieces: list[Piece] = [*self.pieces]
        ordered = (pieces[number] for number in self.stack)
        return {
            "fragments": [*self.fragments],
            "words": [*self.words],
            "pieces": [[fragment, float(x), float(y), words] for fragment, x, y, words in ordered],
        }

    def rules(self) -> str:
        """Return the style of each class."""
        rules = (";".join(f"{name}:{value}" for name, value in style) for style in self.classes)
        return "".join(f".c{number}{{{rule}}}" for number, rule in enumerate(rules))

    def look(self, style: Style) -> str:
        """Return the class of a style."""
        return f' class="c{self.classes[style]}"'

    group = ShapeWriter.group


ABOUT = "a web page that also works offline; a film has a slider to step through it"
FORMAT = Format("html", (".html", ".htm"), ABOUT, write_film=write_film)
