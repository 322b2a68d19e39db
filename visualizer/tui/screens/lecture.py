"""Lecture mode: one tree as large as the screen allows and one sentence below it, nothing else."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Horizontal

from visualizer.actions import acts_of
from visualizer.boards.shapes import is_worth_drawing
from visualizer.explanation.explainer import summarize_step
from visualizer.picture.layout.placed_nodes import LETTERS
from visualizer.picture.page.tree_page import sized_page
from visualizer.tui.cells.large_words import large
from visualizer.tui.cells.squares import Squares
from visualizer.tui.cells.styled_lines import Line, Rendering, width_of, wrapped
from visualizer.tui.panes import panes
from visualizer.tui.panes.board import BELOW
from visualizer.tui.panes.step import begun
from visualizer.tui.playback import Playback
from visualizer.tui.scene import Scene
from visualizer.tui.screens import asking, looking
from visualizer.tui.screens.watch import WatchScreen
from visualizer.tui.terminal.pixels import pixels_of
from visualizer.tui.views import views
from visualizer.tui.widgets import Canvas, StyledText

if TYPE_CHECKING:
    from PIL.Image import Image

    from visualizer.tui.widgets.pictures import PixelView, TruePicture

SLOWEST = 0
"""A class is shown one event a second, however large the tree is."""
SHARE, LONG = 4, 10
"""The sentence and the line above it take a SHARE-th of the screen, a game's LONG lines where the tree keeps more."""
BOARD_SHARE, BESIDE = 3, 1
"""The board takes at most the BOARD_SHARE-th part of the width, and n columns stay free on each side of it."""
EDGE = 4
"""Columns left free on each side of the sentence."""


class LectureTree(Canvas):
    """The tree, with pruned nodes dimmed."""

    quiet = frozenset({"pruned", "pruned-note"})


class LectureScreen(WatchScreen):
    """Watches a run for a class; the action that opens it closes it too."""

    place = "lecture"
    acts = WatchScreen.acts | acts_of(looking, asking)
    view_name = "tree"

    def __init__(self, scene: Scene, points: Playback) -> None:
        """Show the explorer's scene from its step on, with the breakpoints of its playback `points`."""
        super().__init__()
        self.scene = scene.at(large=True)
        self.playback = Playback(scene.run, scene.step, SLOWEST, at_cuts=points.at_cuts, points=points.points)
        self.view: PixelView | None = None
        self.picture: TruePicture | None = None

    def compose(self) -> ComposeResult:
        """Lay out the tree and the board, the sentence and a line that says how to go on."""
        pixels = pixels_of(self)
        if pixels is not None:
            from visualizer.tui.widgets.pictures import PixelView

            self.view = PixelView(pixels, id="picture")
            yield self.view
        with Horizontal(id="main"):
            yield LectureTree(views()["tree"].draw, id="view")
            yield Canvas(panes()["board"].draw, id="board")
        yield Canvas(draw_words, id="sentence")
        yield StyledText(id="progress")

    def make_room(self) -> None:
        """Give the sentence its lines, the board as much as its squares take, and the rest to the tree."""
        height, is_long = self.size.height, not self.scene.run.game.explicit
        lines = 1 + height // SHARE
        lines = max(lines, LONG) if is_long and height > 2 * LONG else lines
        self.query_one("#sentence").styles.height = lines
        drawn, board = self.scene.run.root.board(), self.query_one("#board")
        board.display = is_worth_drawing(drawn)
        if board.display:
            squares = Squares(drawn).draw(self.size.width // BOARD_SHARE, self.size.height - lines - BELOW - 1)
            board.styles.width = max(map(width_of, squares)) + 2 * BESIDE
        self.call_after_refresh(self.paint)

    def paint(self) -> None:
        """Paint all there is."""
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
            self.scene = self.scene.at()
            for canvas in self.query(Canvas):
                canvas.show(self.scene)
        ways_on = [f"space {'stops' if self.playback.playing else 'plays'}", "l closes"]
        if self.playback.playing and self.playback.resting > 0:
            ways_on = ["resting at the cut", "space goes on"]
        parts = [self.playback.progress(), self.playback.note, *ways_on]
        self.query_one("#progress", StyledText).say([(f" {' · '.join(filter(None, parts))}", "dim")])

    # The picture in pixels.

    @property
    def in_pixels(self) -> bool:
        """Return whether the export's picture is shown: of a finished search, with nothing selected and no zoom."""
        scene = self.scene
        plain = scene.selected is None and not scene.zoom and scene.run.trace.finished
        return self.view is not None and pixels_of(self) is not None and plain and self.is_current

    def drawn_picture(self, later: int) -> Image:
        """Return the picture of this step or of a later one, as large as there is room for."""
        from visualizer.tui.widgets.pictures import TruePicture, options_of

        assert self.view is not None
        options, dots = options_of(self.scene, self.app.theme), self.view.dots
        if self.picture is None or (self.picture.options, self.picture.area) != (options, dots):
            self.picture = TruePicture(sized_page(self.scene.run, options)[0], options, dots)
        return self.picture.at(min(self.scene.step + later, self.scene.run.trace.last_step))

    def on_mount(self) -> None:
        """Draw anew in other colours; runs before the common `on_mount`."""
        self.watch(self.app, "theme", self.paint, init=False)

    def on_screen_suspend(self) -> None:
        """Show the tree in letters behind a dialog, which would be written over a picture; then the picture again."""
        self.paint()

    on_screen_resume = on_screen_suspend

    do_lecture = WatchScreen.do_back


def draw_words(scene: Scene, width: int, height: int) -> Rendering:
    """Draw the sentence in the middle, as large as there is room: in large letters, else with empty lines between."""
    is_cut = scene.selected is None and scene.cut_now is not None
    style, words = (
        "cut" if is_cut else "strong",
        scene.spelled(summarize_step(scene.naming) if is_cut else begun(scene)),
    )
    sizes = [] if scene.ascii else [high for high in LETTERS if high > 1]
    lines = next(filter(None, (large_lines(words, high, width, height, style) for high in sizes)), [])
    if not lines:
        lines = balanced(words, max(1, width - 2 * EDGE), style)
        spread: list[Line] = [part for line in lines for part in (line, [])][:-1]
        lines = spread if len(spread) <= height else lines
    drawn = [
        [(f"{' ' * max(0, (width - width_of(line)) // 2)}{text}", style) for text, style in line] for line in lines
    ]
    return Rendering([[]] * max(0, (height - len(drawn)) // 2) + drawn[:height])


def large_lines(words: str, high: int, width: int, height: int, style: str) -> list[Line]:
    """Return words as lines in letters some lines high; none where they do not fit."""
    lines = balanced(words, max(1, (width - 2) // LETTERS[high]), style)
    if len(lines) * high > height:
        return []
    return [[(row, style)] for line in lines for row in large(line[0][0], high)]


def balanced(text: str, width: int, style: str) -> list[Line]:
    """Return a text in as few lines as fit a width, all about equally long.

    >>> [line[0][0] for line in balanced("Black will not play c4", 20, "text")]
    ['Black will', 'not play c4']
    """
    lines = wrapped(text, width, style)
    least = next((by for by in range(max(1, width // 3), width) if len(wrapped(text, by, style)) == len(lines)), width)
    return wrapped(text, least, style)
