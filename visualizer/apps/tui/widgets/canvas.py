"""Widgets that show a scene and post clicks on it: a drawn view, and the timeline."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from textual import events

from visualizer.apps.tui.cells.styled_lines import Line, Rendering, with_ellipsis
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.terminal.ascii_looks import has_letters, in_ascii
from visualizer.apps.tui.widgets.painted import Painted, WidgetMessage
from visualizer.trace.rows import MovePath, Trace

MIN_TIMELINE_BAR = 6
"""Columns of a bar of one letter, with the spaces around the bar and the words beside it."""


class Timeline(Painted):
    """The step among all steps, with a tick at every cutoff; a click or drag goes to a step."""

    @dataclass
    class Sought(WidgetMessage):
        """A step was clicked."""

        step: int

    scene: Scene | None = None
    left = ""
    right = ""

    def show(self, scene: Scene, left: str, right: str) -> None:
        """Show a scene's step, with words on the left and the right."""
        self.scene = scene
        self.left = left
        self.right = right
        self.redraw()

    @property
    def has_bar(self) -> bool:
        """Whether a bar has room; without one, only the words on the right are shown."""
        return len(self.left) + len(self.right) + MIN_TIMELINE_BAR <= self.size.width

    def bar(self) -> tuple[int, int]:
        """Return the first column of the bar, and its length."""
        # The left words have a space on each side, the right words two before and one after them.
        first = len(self.left) + 2
        return first, max(1, self.size.width - first - len(self.right) - 3)

    def make_rendering(self) -> Rendering:
        """Draw the line: words at both sides and, if it fits, the bar between them."""
        if self.scene is None:
            return Rendering()
        if not self.has_bar:
            words = [(f" {self.right} ", "dim")]
            return Rendering([with_ellipsis(words, self.size.width)])
        _, length = self.bar()
        cells = bar_cells(self.scene, length)
        line = [(f" {self.left} ", "strong"), *cells, (f"  {self.right} ", "dim")]
        return Rendering([line])

    def _seek(self, x: int) -> None:
        """Post a message with the step at column x of the timeline.

        A column left of the bar means the first step, a column right of the bar the last step.
        """
        if self.scene is None or not self.has_bar:
            return
        first, length = self.bar()
        # The mouse may be dragged beyond the bar, and even off the screen.
        column = max(0, min(length - 1, x - first))
        share = column / max(1, length - 1)
        self.post_message(self.Sought(round(share * self.scene.run.trace.last_step)))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Begin to drag."""
        # The mouse may leave the timeline's only line while it drags.
        self.capture_mouse()
        self._seek(event.x)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Follow the mouse while it drags."""
        if self.app.mouse_captured is self:
            self._seek(event.x)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Stop dragging."""
        self.release_mouse()


def bar_cells(scene: Scene, length: int) -> Line:
    """Return the `length` cells of the timeline's bar.

    A knob separates the steps done from the steps to come; ticks mark cutoffs.
    """
    last_step = max(1, scene.run.trace.last_step)
    knob = min(length - 1, scene.step * (length - 1) // last_step)
    cells: Line = []
    for x in range(length):
        is_done = x < knob
        if x == knob:
            cells.append(("▸", "knob"))
        elif has_cut_at(scene.run.trace, x, length):
            cells.append(("┷", "tick" if is_done else "rest-tick"))
        elif is_done:
            cells.append(("━", "done-line"))
        else:
            cells.append(("╌", "rest-line"))
    return cells


def has_cut_at(trace: Trace, x: int, length: int) -> bool:
    """Return whether a cutoff happens in the steps of one cell of a bar."""
    last_step = max(1, trace.last_step)
    gaps = max(1, length - 1)
    # The cell shows the steps from `first` to `end` (exclusive); `-(-a // b)` rounds up.
    first = -(-x * last_step // gaps)
    end = -(-(x + 1) * last_step // gaps)
    return trace.cut_count(end - 1) > trace.cut_count(first - 1)


DrawScene = Callable[[Scene, int, int], Rendering]


class Canvas(Painted):
    """Shows a function's drawing of a scene; a click posts the node or the step at its place."""

    @dataclass
    class Picked(WidgetMessage):
        """A node was clicked; of folded nodes `path` leads to the first, `folded` are the moves."""

        path: MovePath
        twice: bool
        folded: tuple[int, ...] = ()

    @dataclass
    class Scrolled(WidgetMessage):
        """The wheel was turned, up (-1) or down (1)."""

        direction: int

    def __init__(self, draw: DrawScene, **named: Any) -> None:
        """Show the drawing of `draw(scene, width, height)`."""
        super().__init__(**named)
        self.draw = draw
        self.scene: Scene | None = None

    def show(self, scene: Scene) -> None:
        """Show another scene.

        A scene caches what it computes: canvases should show the same object, not equal ones.
        """
        self.scene = scene
        self.redraw()

    def make_rendering(self) -> Rendering:
        """Draw the scene."""
        if self.scene is None:
            return Rendering()
        scene = self.scene.updated(ascii=in_ascii(self), letters=has_letters(self))
        return self.draw(scene, *self.size)

    def on_click(self, event: events.Click) -> None:
        """Post a message with the node or the step that was clicked, if any."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        for hit in self.rendering().hits:
            if not hit.contains(offset.x, offset.y):
                continue
            if hit.step is None:
                self.post_message(self.Picked(hit.path, event.chain > 1, hit.folded))
            else:
                self.post_message(Timeline.Sought(hit.step))
            return

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Go to the sibling below."""
        event.stop()
        self.post_message(self.Scrolled(1))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Go to the sibling above."""
        event.stop()
        self.post_message(self.Scrolled(-1))
