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
MAX_SENTENCE_LINES = 10
"""The sentence and the line above it take a SHARE-th of the screen, a game's LONG lines where the tree keeps more."""
LECTURE_BOARD_SHARE = 3
BOARD_MARGIN_COLUMNS = 1
"""The board takes at most the BOARD_SHARE-th part of the width, and n columns stay free on each side of it."""
SENTENCE_MARGIN_COLUMNS = 4
"""Columns left free on each side of the sentence."""


class LectureTree(Canvas):
    """The tree, with pruned nodes dimmed."""

    quiet = frozenset({"pruned", "pruned-note"})


class Lecture(Vertical):
    """Covers an explorer with its tree and its board, the sentence and a line that says how to go on."""

    def __init__(self, explorer: WatchScreen, fault_lines: Callable[[int], list[Line]]) -> None:
        """Show an explorer's scene and session; `fault_lines` draws for a width what is wrong with its position."""
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
        """Give the sentence its lines, the board as much as its squares take, and the rest to the tree."""
        height = self.size.height
        run = self.explorer.scene.run
        lines = 1 + height // SENTENCE_SHARE
        if not run.game.explicit and height > 2 * MAX_SENTENCE_LINES:
            lines = max(lines, MAX_SENTENCE_LINES)
        self.query_one("#sentence").styles.height = lines
        drawn = run.root.board()
        board = self.query_one("#board")
        board.display = is_worth_drawing(drawn)
        if board.display:
            squares = Squares(drawn).draw(
                self.size.width // LECTURE_BOARD_SHARE,
                self.size.height - lines - BOARD_NOTE_LINES - 1,
            )
            board.styles.width = max(map(width_of, squares)) + 2 * BOARD_MARGIN_COLUMNS
        self.call_after_refresh(self.paint)

    def paint(self) -> None:
        """Paint all there is."""
        if not self.query("#progress"):
            return  # it is not laid out yet
        explorer = self.explorer
        in_pixels = self.in_pixels
        if self.view is not None:
            if not in_pixels:
                self.view.clear()
            self.view.display = in_pixels
        for part in self.query("#main, #sentence"):
            part.display = not in_pixels
        if in_pixels and self.view is not None:
            self.view.soon(partial(self.drawn_picture, 0), partial(self.drawn_picture, 1))
        else:
            scene = explorer.draw_anew()
            for canvas in self.query(Canvas):
                canvas.show(scene)
        progress = self.query_one("#progress", StyledText)
        progress.styles.height = 1 + len(self.fault_lines(self.size.width))
        progress.show()

    def draw_progress(self, width: int, height: int) -> list[Line]:
        """Draw what is wrong with the position by now, how far it is, and how to go on."""
        session = self.explorer.session
        ways_on = [
            f"{main_key_of('play')} {'stops' if session.playing else 'plays'}",
            f"{main_key_of('lecture')} closes",
        ]
        if session.playing and session.resting > 0:
            ways_on = ["resting at the cut", f"{main_key_of('play')} goes on"]
        parts = [session.progress(), session.note, *ways_on]
        return [
            *self.fault_lines(width),
            with_ellipsis([(f" {' · '.join(filter(None, parts))}", "dim")], width),
        ]

    def close(self) -> None:
        """Uncover the explorer."""
        if self.view is not None:
            self.view.clear()
        self.remove()

    # The picture in pixels.

    @property
    def in_pixels(self) -> bool:
        """Return whether the export's picture is shown: of a finished search, with nothing selected and no zoom."""
        scene = self.explorer.scene
        screen = self.explorer
        plain = scene.selected is None and not scene.zoom and scene.run.trace.finished
        return (
            self.view is not None and pixels_of(screen) is not None and plain and screen.is_current
        )

    def drawn_picture(self, later: int) -> Image:
        """Return the picture of this step or of a later one, as large as there is room for."""
        from visualizer.apps.tui.widgets.pictures import TruePicture, slide_options

        assert self.view is not None
        scene = self.explorer.scene
        run = self.explorer.scene.run
        options = slide_options(scene, self.app.theme)
        dots = self.view.dots
        if self.picture is None or (self.picture.options, self.picture.area) != (options, dots):
            self.picture = TruePicture(sized_page(run, options)[0], options, dots)
        return self.picture.at(min(scene.step + later, run.trace.last_step))

    def on_mount(self) -> None:
        """Draw anew in other colours."""
        self.watch(self.app, "theme", self.paint, init=False)


def draw_large_sentence(scene: Scene, width: int, height: int) -> Rendering:
    """Draw the sentence in the middle, as large as there is room: in large letters, else with empty lines between."""
    is_cut = scene.selected is None and scene.cut_now is not None
    if is_cut:
        style = "cut"
        said = summarize_step(scene.naming)
    else:
        style = "strong"
        said = sentence_or_hint(scene)
    return draw_centered(
        scene.spelled(said + "." * (not said.endswith((".", "!", "?")))),
        style,
        width,
        height,
        plain=scene.ascii,
    )


def draw_centered(words: str, style: str, width: int, height: int, *, plain: bool) -> Rendering:
    """Draw a sentence in the middle, as large as there is room; `plain` has no large letters."""
    if plain:
        sizes = []
    else:
        sizes = [high for high in LETTER_COLUMNS if high > 1]
    for high in sizes:
        rows = wrap_evenly(words, max(1, (width - 2) // LETTER_COLUMNS[high]), style)
        if len(rows) * high <= height:
            lines: list[Line] = [
                [(part, style)] for row in rows for part in enlarge_words(row[0][0], high)
            ]
            break
    else:
        lines = wrap_evenly(words, max(1, width - 2 * SENTENCE_MARGIN_COLUMNS), style)
        spread = [part for line in lines for part in (line, [])][:-1]
        if len(spread) <= height:
            lines = spread
    drawn = [
        [(f"{' ' * max(0, (width - width_of(line)) // 2)}{text}", style) for text, style in line]
        for line in lines
    ]
    return Rendering([[]] * max(0, (height - len(drawn)) // 2) + drawn[:height])


def fitting_letter_height(words: Sequence[str], width: int, most: int, *, plain: bool) -> int:
    """Return the lines of the largest letters, `most` at most, in which each of some words fits a width."""
    longest = max(map(len, words))
    fit = (
        high
        for high in LETTER_COLUMNS
        if high == 1 or (high <= most and longest * LETTER_COLUMNS[high] < width)
    )
    return 1 if plain else next(fit)


def wrap_evenly(text: str, width: int, style: str) -> list[Line]:
    """Return a text in as few lines as fit a width, all about equally long.

    >>> [line[0][0] for line in wrap_evenly("Black will not play c4", 20, "text")]
    ['Black will', 'not play c4']
    """
    lines = wrap_words(text, width, style)
    least = next(
        (
            by
            for by in range(max(1, width // 3), width)
            if len(wrap_words(text, by, style)) == len(lines)
        ),
        width,
    )
    return wrap_words(text, least, style)
