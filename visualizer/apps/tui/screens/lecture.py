"""Lecture mode: one tree as large as the screen allows and one sentence below it, nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from visualizer.apps.actions import main_key_of
from visualizer.apps.tui.cells.large_words import enlarge_words
from visualizer.apps.tui.cells.squares import Squares
from visualizer.apps.tui.cells.styled_lines import (
    Line,
    Rendering,
    width_of,
    with_ellipsis,
    wrap_words,
)
from visualizer.apps.tui.panes import panes
from visualizer.apps.tui.panes.board import BOARD_NOTE_LINES
from visualizer.apps.tui.panes.step import sentence_or_hint
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.screens.watch import WatchScreen
from visualizer.apps.tui.terminal.pixels import pixels_of
from visualizer.apps.tui.views import views
from visualizer.apps.tui.widgets import Canvas, StyledText
from visualizer.draw.boards.contents import is_worth_drawing
from visualizer.draw.picture.layout.placed_nodes import LETTER_COLUMNS
from visualizer.draw.picture.page.tree_page import sized_page
from visualizer.explaining.explanation.explainer import summarize_step

if TYPE_CHECKING:
    from PIL.Image import Image

    from visualizer.apps.tui.widgets.pictures import PixelView, TruePicture

SENTENCE_SHARE = 4
"""The sentence and the line above it take one in four lines of the screen."""
MAX_SENTENCE_LINES = 10
"""Lines for a game's sentence, which is longer, if the tree keeps more lines than these."""
LECTURE_BOARD_SHARE = 3
"""The board takes at most one in three columns of the screen."""
BOARD_MARGIN_COLUMNS = 1
"""Columns on each side of the board."""
SENTENCE_MARGIN_COLUMNS = 4
"""Columns on each side of the sentence."""


class LectureTree(Canvas):
    """Draws the tree with pruned nodes dimmed."""

    quiet = frozenset({"pruned", "pruned-note"})


class Lecture(Vertical):
    """Covers an explorer with its tree and board, the sentence, and a line about going on."""

    def __init__(self, explorer: WatchScreen, fault_lines: Callable[[int], list[Line]]) -> None:
        """Show the scene and session of an explorer.

        `fault_lines` returns the lines, for a width, about a fault in the explorer's position.
        """
        super().__init__()
        self.explorer = explorer
        self.fault_lines = fault_lines
        self.pixel_view: PixelView | None = None
        self.picture: TruePicture | None = None

    def compose(self) -> ComposeResult:
        """Lay out the tree and the board, the sentence, and a line with the next keys."""
        pixels = pixels_of(self.explorer)
        if pixels is not None:
            from visualizer.apps.tui.widgets.pictures import PixelView

            self.pixel_view = PixelView(pixels, id="picture")
            yield self.pixel_view
        with Horizontal(id="main"):
            yield LectureTree(views()["tree"].draw, id="view")
            yield Canvas(panes()["board"].draw, id="board")
        yield Canvas(draw_large_sentence, id="sentence")
        yield StyledText(self.draw_progress, id="progress")

    def on_resize(self) -> None:
        """Give the sentence and the board their room, and the rest to the tree."""
        lines = self.sentence_lines()
        self.query_one("#sentence").styles.height = lines
        board = self.explorer.scene.run.root.board()
        pane = self.query_one("#board")
        pane.display = is_worth_drawing(board)
        if pane.display:
            width = self.size.width // LECTURE_BOARD_SHARE
            board_height = self.size.height - lines - BOARD_NOTE_LINES - 1
            squares = Squares(board).draw(width, board_height)
            pane.styles.width = max(map(width_of, squares)) + 2 * BOARD_MARGIN_COLUMNS
        self.call_after_refresh(self.paint)

    def sentence_lines(self) -> int:
        """Return the lines of the sentence and the line above it."""
        height = self.size.height
        lines = 1 + height // SENTENCE_SHARE
        if height <= 2 * MAX_SENTENCE_LINES or self.explorer.scene.run.game.explicit:
            return lines
        return max(lines, MAX_SENTENCE_LINES)

    def paint(self) -> None:
        """Paint everything, the tree in pixels if possible."""
        # Before the layout, the widgets are not there yet.
        if not self.query("#progress"):
            return
        in_pixels = self.in_pixels
        self.show_picture(in_pixels=in_pixels)
        for part in self.query("#main, #sentence"):
            part.display = not in_pixels
        if not in_pixels:
            scene = self.explorer.refresh_scene()
            for canvas in self.query(Canvas):
                canvas.show(scene)
        progress = self.query_one("#progress", StyledText)
        progress.styles.height = 1 + len(self.fault_lines(self.size.width))
        progress.show()

    def show_picture(self, *, in_pixels: bool) -> None:
        """Show the picture in pixels, or clear it: the terminal would keep it over the text."""
        if self.pixel_view is None:
            return
        self.pixel_view.display = in_pixels
        if in_pixels:
            # The next step's picture is drawn ahead, so that playing is smooth.
            self.pixel_view.show_soon(
                partial(self.drawn_picture, 0), partial(self.drawn_picture, 1)
            )
        else:
            self.pixel_view.clear()

    def draw_progress(self, width: int, height: int) -> list[Line]:
        """Draw the fault in the position, the progress, and the next keys."""
        session = self.explorer.session
        play_key = main_key_of("play")
        parts = [session.progress(), session.note]
        if session.playing and session.rest_seconds > 0:
            parts += ["resting at the cut", f"{play_key} goes on"]
        elif session.playing:
            parts += [f"{play_key} stops", f"{main_key_of('lecture')} closes"]
        else:
            parts += [f"{play_key} plays", f"{main_key_of('lecture')} closes"]
        words = " · ".join(filter(None, parts))
        progress = with_ellipsis([(f" {words}", "dim")], width)
        return [*self.fault_lines(width), progress]

    def close(self) -> None:
        """Uncover the explorer."""
        if self.pixel_view is not None:
            self.pixel_view.clear()
        self.remove()

    @property
    def in_pixels(self) -> bool:
        """Return whether to show the tree as a picture in pixels, as an export draws it.

        The terminal must be able to show pictures, and the search must be finished. A selected node
        or a zoom cannot be shown in such a picture.
        """
        scene = self.explorer.scene
        if self.pixel_view is None or pixels_of(self.explorer) is None:
            return False
        is_plain = scene.selected is None and not scene.zoom
        return is_plain and scene.run.trace.finished and self.explorer.is_current

    def drawn_picture(self, later: int) -> Image:
        """Return the picture of this step or a later one, as large as fits."""
        scene = self.explorer.scene
        step = min(scene.step + later, scene.run.trace.last_step)
        return self.current_picture().at(step)

    def current_picture(self) -> TruePicture:
        """Return the picture of the whole run, which draws each step in the current size.

        The picture is laid out again only when its options or its size have changed.
        """
        from visualizer.apps.tui.widgets.pictures import TruePicture, slide_options

        assert self.pixel_view is not None
        options = slide_options(self.explorer.scene, self.app.theme)
        size = self.pixel_view.dots
        picture = self.picture
        if picture is not None and picture.options == options and picture.area == size:
            return picture
        page, *_ = sized_page(self.explorer.scene.run, options)
        self.picture = TruePicture(page, options, size)
        return self.picture

    def on_mount(self) -> None:
        """Repaint whenever the theme changes."""
        self.watch(
            self.app,
            "theme",
            self.paint,
            init=False,
        )


def draw_large_sentence(scene: Scene, width: int, height: int) -> Rendering:
    """Draw the sentence of the step in the middle, as large as fits.

    A step that cuts a node has a shorter sentence.
    """
    style = "strong"
    if scene.selected is None and scene.cut_now is not None:
        style = "cut"
        sentence = summarize_step(scene.naming)
    else:
        sentence = sentence_or_hint(scene)
    if not sentence.endswith((".", "!", "?")):
        sentence += "."
    return draw_centered(
        scene.spelled(sentence),
        style,
        width,
        height,
        plain=scene.ascii,
    )


def draw_centered(
    words: str,
    style: str,
    width: int,
    height: int,
    *,
    plain: bool,
) -> Rendering:
    """Draw a sentence in the middle, in the largest letters that fit.

    `plain` allows only letters of the usual size. In this size, the lines of the sentence are
    spread, with empty lines between them, if there is room.
    """
    lines = None
    if not plain:
        lines = enlarged_lines(words, style, width, height)
    if lines is None:
        lines = wrap_evenly(words, max(1, width - 2 * SENTENCE_MARGIN_COLUMNS), style)
        if 2 * len(lines) - 1 <= height:
            lines = spread_lines(lines)
    centered = [centered_line(line, width) for line in lines]
    margin_lines = max(0, (height - len(centered)) // 2)
    empty_lines: list[Line] = [[]] * margin_lines
    return Rendering(empty_lines + centered[:height])


def centered_line(line: Line, width: int) -> Line:
    """Return a line of one span in the middle of a width."""
    margin = " " * max(0, (width - width_of(line)) // 2)
    return [(f"{margin}{text}", style) for text, style in line]


def enlarged_lines(words: str, style: str, width: int, height: int) -> list[Line] | None:
    """Return words in the largest letters that fit, None if only usual letters fit."""
    # The largest letters come first; those of one line are the usual ones.
    for letter_height, letter_columns in LETTER_COLUMNS.items():
        if letter_height == 1:
            continue
        rows = wrap_evenly(words, max(1, (width - 2) // letter_columns), style)
        if len(rows) * letter_height > height:
            continue
        lines: list[Line] = []
        for row in rows:
            row_words, _ = row[0]
            lines += [[(part, style)] for part in enlarge_words(row_words, letter_height)]
        return lines
    return None


def spread_lines(lines: Sequence[Line]) -> list[Line]:
    """Return lines with an empty line between each two."""
    spread: list[Line] = []
    for line in lines:
        spread += [line, []]
    return spread[:-1]


def fitting_letter_height(words: Sequence[str], width: int, max_height: int, *, plain: bool) -> int:
    """Return the largest height of letters at which each of some words fits a width.

    A height is a number of lines. `plain` allows only letters of one line.
    """
    if plain:
        return 1
    longest = max(map(len, words))
    # The largest letters come first.
    for letter_height, letter_columns in LETTER_COLUMNS.items():
        if letter_height <= max_height and longest * letter_columns < width:
            return letter_height
    return 1


def wrap_evenly(text: str, width: int, style: str) -> list[Line]:
    """Return a text in as few lines as possible, all about equally long.

    >>> [line[0][0] for line in wrap_evenly("Black will not play c4", 20, "text")]
    ['Black will', 'not play c4']
    """
    lines = wrap_words(text, width, style)
    # The smallest width that needs no more lines makes them equally long.
    for smaller_width in range(max(1, width // 3), width):
        narrower_lines = wrap_words(text, smaller_width, style)
        if len(narrower_lines) == len(lines):
            return narrower_lines
    return lines
