"""The timeline: the step among all steps."""

from dataclasses import dataclass

from textual import events
from textual.message import Message

from visualizer.tui.scene import Scene
from visualizer.tui.styled_lines import Line
from visualizer.tui.widgets.painted import Painted


class Timeline(Painted):
    """The step among all steps, with a tick at every cutoff; click or drag to go to another step."""

    @dataclass
    class Sought(Message):
        """A step was clicked."""

        step: int

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  Textual's name
        """Begin without a scene."""
        super().__init__(id=id)
        self.scene: Scene | None = None
        self.left, self.right = "", ""
        self._dragging = False

    def show(self, scene: Scene, left: str, right: str) -> None:
        """Show a scene's step, with words on the left and the right."""
        self.scene, self.left, self.right = scene, left, right
        self.refresh()

    def bar(self) -> tuple[int, int]:
        """Return the column where the bar begins, and its length."""
        begin = len(self.left) + 2
        return begin, max(1, self.size.width - begin - len(self.right) - 3)

    def lines(self) -> list[Line]:
        """Return the only line."""
        if self.scene is None:
            return []
        trace, (_, length) = self.scene.run.trace, self.bar()
        total = max(1, trace.last_step)
        knob = min(length - 1, self.scene.step * (length - 1) // total)
        line: Line = [(f" {self.left} ", "strong")]
        spans = max(1, length - 1)
        for x in range(length):
            first, last = -(-x * total // spans), -(-(x + 1) * total // spans)  # the steps that this cell stands for
            tick = trace.cut_count(last - 1) > trace.cut_count(first - 1)
            if x == knob:
                line.append(("▸", "knob"))
            elif tick:
                line.append(("┷", "tick" if x < knob else "rest-tick"))
            else:
                line.append(("━" if x < knob else "╌", "done-line" if x < knob else "rest-line"))
        line.append((f"  {self.right} ", "dim"))
        return [line]

    def _seek(self, x: int) -> None:
        if self.scene is None:
            return
        begin, length = self.bar()
        share = max(0, min(length - 1, x - begin)) / max(1, length - 1)
        self.post_message(self.Sought(round(share * self.scene.run.trace.last_step)))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Begin to drag."""
        self._dragging = True
        self.capture_mouse()
        self._seek(event.x)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Follow the mouse while it drags."""
        if self._dragging:
            self._seek(event.x)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Stop dragging."""
        self._dragging = False
        self.release_mouse()
