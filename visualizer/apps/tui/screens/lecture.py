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
"""The sentence and the line above it take one in so many lines of the screen."""
MAX_SENTENCE_LINES = 10
"""Lines for a game's sentence, which is longer, if the tree keeps more lines than these."""
LECTURE_BOARD_SHARE = 3
"""The board takes at most one in so many columns of the screen."""
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

        `fault_lines` draws in a width what is wrong with the explorer's position.
        """
        super().__init__()
        self.explorer = explorer
        self.fault_lines = fault_lines
        self.view: PixelView | None = None
        self.picture: TruePicture | None = None

    def compose(self) -> ComposeResult:
        """Lay out the tree and the board, the sentence and a line that says how to go on."""
        pixels = pixels_of(self.explorer)
        if pixels is not None:
            from visualizer.apps.tui.widgets.pictures import PixelView

            self.view = PixelView(pixels, id="picture")
            yield self.view
        with Horizontal(id="main"):
            yield LectureTree(views()["tree"].draw, id="view")
            yield Canvas(panes()["board"].draw, id="board")
        yield Canvas(draw_large_sentence, id="sentence")
        yield StyledText(self.draw_progress, id="progress")

    def on_resize(self) -> None:
        """Give the sentence and the board their room, and the rest to the tree."""
        height = self.size.height
        run = self.explorer.scene.run
        lines = 1 + height // SENTENCE_SHARE
        if not run.game.explicit and height > 2 * MAX_SENTENCE_LINES:
            lines = max(lines, MAX_SENTENCE_LINES)
        self.query_one("#sentence").styles.height = lines
        board = run.root.board()
        pane = self.query_one("#board")
        pane.display = is_worth_drawing(board)
        if pane.display:
            width = self.size.width // LECTURE_BOARD_SHARE
            squares = Squares(board).draw(width, height - lines - BOARD_NOTE_LINES - 1)
            pane.styles.width = max(map(width_of, squares)) + 2 * BOARD_MARGIN_COLUMNS
        self.call_after_refresh(self.paint)

    def paint(self) -> None:
        """Paint everything, the tree in pixels if possible."""
        if not self.query("#progress"):
            return  # not laid out yet
        in_pixels = self.in_pixels
        if self.view is not None:
            if not in_pixels:
                self.view.clear()
            self.view.display = in_pixels
        for part in self.query("#main, #sentence"):
            part.display = not in_pixels
        if in_pixels and self.view is not None:
            # The next step's picture is drawn ahead, so that playing is smooth.
            self.view.soon(partial(self.drawn_picture, 0), partial(self.drawn_picture, 1))
        else:
            scene = self.explorer.draw_anew()
            for canvas in self.query(Canvas):
                canvas.show(scene)
        progress = self.query_one("#progress", StyledText)
        progress.styles.height = 1 + len(self.fault_lines(self.size.width))
        progress.show()

    def draw_progress(self, width: int, height: int) -> list[Line]:
        """Draw what is wrong with the position, the progress, and how to go on."""
        session = self.explorer.session
        play_key = main_key_of("play")
        parts = [session.progress(), session.note]
        if session.playing and session.resting > 0:
            parts += ["resting at the cut", f"{play_key} goes on"]
        else:
            verb = "stops" if session.playing else "plays"
            parts += [f"{play_key} {verb}", f"{main_key_of('lecture')} closes"]
        words = " · ".join(filter(None, parts))
        progress = with_ellipsis([(f" {words}", "dim")], width)
        return [*self.fault_lines(width), progress]

    def close(self) -> None:
        """Uncover the explorer."""
        if self.view is not None:
            self.view.clear()
        self.remove()

    # The picture in pixels.

    @property
    def in_pixels(self) -> bool:
        """Return whether to show the picture of the export instead of the tree.

        It has all of a finished search, so nothing may be selected or zoomed.
        """
        scene = self.explorer.scene
        if self.view is None or pixels_of(self.explorer) is None:
            return False
        is_plain = scene.selected is None and not scene.zoom
        return is_plain and scene.run.trace.finished and self.explorer.is_current

    def drawn_picture(self, later: int) -> Image:
        """Return the picture of this step or a later one, as large as fits."""
        from visualizer.apps.tui.widgets.pictures import TruePicture, slide_options

        assert self.view is not None
        scene = self.explorer.scene
        run = scene.run
        options = slide_options(scene, self.app.theme)
        dots = self.view.dots
        if self.picture is None or (self.picture.options, self.picture.area) != (options, dots):
            self.picture = TruePicture(sized_page(run, options)[0], options, dots)
        return self.picture.at(min(scene.step + later, run.trace.last_step))

    def on_mount(self) -> None:
        """Repaint whenever the theme changes."""
        self.watch(self.app, "theme", self.paint, init=False)


def draw_large_sentence(scene: Scene, width: int, height: int) -> Rendering:
    """Draw the sentence of the step in the middle, as large as fits."""
    is_cut = scene.selected is None and scene.cut_now is not None
    if is_cut:
        style = "cut"
        sentence = summarize_step(scene.naming)
    else:
        style = "strong"
        sentence = sentence_or_hint(scene)
    if not sentence.endswith((".", "!", "?")):
        sentence += "."
    return draw_centered(scene.spelled(sentence), style, width, height, plain=scene.ascii)


def draw_centered(words: str, style: str, width: int, height: int, *, plain: bool) -> Rendering:
    """Draw a sentence in the middle, in the largest letters that fit; `plain` has no large ones.

    Without large letters, empty lines stand between the lines if they fit.
    """
    lines = None if plain else enlarged_lines(words, style, width, height)
    if lines is None:
        lines = wrap_evenly(words, max(1, width - 2 * SENTENCE_MARGIN_COLUMNS), style)
        if 2 * len(lines) - 1 <= height:
            lines = spread_lines(lines)
    centered: list[Line] = []
    for line in lines:
        margin = " " * max(0, (width - width_of(line)) // 2)
        centered.append([(f"{margin}{text}", text_style) for text, text_style in line])
    empty_lines: list[Line] = [[]] * max(0, (height - len(centered)) // 2)
    return Rendering(empty_lines + centered[:height])


def enlarged_lines(words: str, style: str, width: int, height: int) -> list[Line] | None:
    """Return words in the largest letters that fit, None if no large letters do."""
    for letter_height, letter_columns in LETTER_COLUMNS.items():
        if letter_height == 1:
            continue
        rows = wrap_evenly(words, max(1, (width - 2) // letter_columns), style)
        if len(rows) * letter_height <= height:
            lines: list[Line] = []
            for row in rows:
                lines += [[(part, style)] for part in enlarge_words(row[0][0], letter_height)]
            return lines
    return None


def spread_lines(lines: Sequence[Line]) -> list[Line]:
    """Return lines with an empty line between each two."""
    spread: list[Line] = []
    for line in lines:
        spread += [line, []]
    return spread[:-1]


def fitting_letter_height(words: Sequence[str], width: int, most: int, *, plain: bool) -> int:
    """Return the height of the largest letters in which each of some words fits a width.

    The height is in lines, `most` at most; `plain` has only letters of one line.
    """
    if plain:
        return 1
    longest = max(map(len, words))
    for letter_height, letter_columns in LETTER_COLUMNS.items():
        if letter_height <= most and longest * letter_columns < width:
            return letter_height
    return 1


def wrap_evenly(text: str, width: int, style: str) -> list[Line]:
    """Return a text in as few lines as fit a width, all about equally long.

    >>> [line[0][0] for line in wrap_evenly("Black will not play c4", 20, "text")]
    ['Black will', 'not play c4']
    """
    lines = wrap_words(text, width, style)
    # The least width that needs no more lines makes them equally long.
    for narrower in range(max(1, width // 3), width):
        narrower_lines = wrap_words(text, narrower, style)
        if len(narrower_lines) == len(lines):
            return narrower_lines
    return lines
