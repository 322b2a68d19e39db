"""The two widgets that draw, a canvas for any function of the scene and the timeline, and a line to type in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input, OptionList

from visualizer.errors import InputError
from visualizer.tui.ascii_looks import in_ascii
from visualizer.tui.scene import Scene
from visualizer.tui.styled_lines import Drawn, Line, Path, ellipsed, fitted, wrapped
from visualizer.tui.styles import NAMES

Draw = Callable[[Scene, int, int], Drawn]


class Painted(Widget):
    """A widget that shows lines of styled text; the names of styles are its component classes."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"s--{name}" for name in NAMES}

    def lines(self, width: int, height: int) -> list[Line]:
        """Return what to show; subclasses say."""
        raise NotImplementedError

    def strip(self, line: Line, width: int) -> Strip:
        """Return a line as Textual wants it."""
        return Strip([Segment(text, self.style_of(name)) for text, name in fitted(line, width)], width)

    def style_of(self, name: str) -> Style:
        """Return the looks of a style's name; `cut+bar` is `cut` on the ground of `bar`."""
        name, _, ground = name.partition("+")
        style = self.get_component_rich_style(f"s--{name}")
        if not ground:
            return style
        below = self.get_component_rich_style(f"s--{ground}")
        return style + Style(bgcolor=below.bgcolor, bold=below.bold or style.bold)


EDITING = frozenset({"backspace", "delete", "ctrl+u", "ctrl+k", "ctrl+w", "ctrl+d", "ctrl+h", "ctrl+x", "ctrl+v"})
"""Keys that change a text without being letters."""


MARGINS = 2
"""Columns that the margins of a list's lines take."""


class Prompt(Input):
    """A line to type in, which deletes at once.

    Left to itself, Textual deletes only when the key has travelled up to the app and back: letters that came just
    behind it would be gone too.
    """

    async def on_key(self, event: events.Key) -> None:
        """Change the text before the next key comes."""
        if event.key in EDITING:
            event.stop()
            event.prevent_default()
            for binding in self._bindings.key_to_bindings.get(event.key, [])[:1]:
                await self.run_action(binding.action)


class Choices(OptionList):
    """A list to choose from that does no harm where it has no room: Textual's own fails to turn a page of no lines."""

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return how many lines it takes; of no width, none."""
        return super().get_content_height(container, viewport, width) if width > MARGINS else 0

    def action_page_up(self) -> None:
        """Choose what stands a page above, if anything is seen."""
        if self.size.area:
            super().action_page_up()  # type: ignore[no-untyped-call]  # Textual's own

    def action_page_down(self) -> None:
        """Choose what stands a page below, if anything is seen."""
        if self.size.area:
            super().action_page_down()  # type: ignore[no-untyped-call]  # Textual's own


class Canvas(Painted):
    """Shows what a function draws of a scene, and tells which node a click means."""

    @dataclass
    class Picked(Message):
        """A node was clicked; twice, if `twice`."""

        path: Path
        twice: bool

    @dataclass
    class Scrolled(Message):
        """The wheel was turned, up (-1) or down (1)."""

        direction: int

    def __init__(self, draw: Draw, *, id: str | None = None, classes: str = "") -> None:  # noqa: A002  Textual's name
        """Show what `draw(scene, width, height)` gives."""
        super().__init__(id=id, classes=classes)
        self.draw = draw
        self.scene: Scene | None = None
        self._drawn: Drawn | None = None
        self._drawn_for = Size(0, 0)

    def show(self, scene: Scene, draw: Draw | None = None) -> None:
        """Show another scene, or the same one drawn otherwise."""
        self.draw = draw or self.draw
        self.scene, self._drawn = scene, None
        if self.display and self.size.area:
            drawn = self.drawn()
            self.border_title = drawn.title
            self.set_class(drawn.frame == "alarm", "alarm")
            self.refresh()

    def drawn(self) -> Drawn:
        """Return what is drawn, made once for a scene and a size."""
        if self.scene is None:
            return Drawn()
        if self._drawn is None or self._drawn_for != self.size:
            self._drawn_for = self.size
            try:
                self._drawn = self.draw(self.scene.at(ascii=True) if in_ascii(self) else self.scene, *self.size)
            except InputError as error:  # of a person's own game, ordering or evaluation, asked again to be drawn
                self._drawn = Drawn(wrapped(str(error), self.size.width, "cut"))
        return self._drawn

    def on_resize(self) -> None:
        """Draw for the new size."""
        if self.scene is not None:
            self.show(self.scene)

    def render_line(self, y: int) -> Strip:
        """Return one line of the screen."""
        lines = self.drawn().lines
        return self.strip(lines[y] if y < len(lines) else [], self.size.width)

    def on_click(self, event: events.Click) -> None:
        """Tell which node was clicked."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        for hit in self.drawn().hits:
            if hit.y == offset.y and hit.left <= offset.x < hit.right:
                self.post_message(self.Picked(hit.path, event.chain > 1))
                return

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Go to the sibling below."""
        event.stop()
        self.post_message(self.Scrolled(1))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Go to the sibling above."""
        event.stop()
        self.post_message(self.Scrolled(-1))


class Timeline(Painted):
    """Where the step stands among all, with a tick at every cutoff; click or drag to go elsewhere."""

    @dataclass
    class Sought(Message):
        """A step was asked for with the mouse."""

        step: int

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  Textual's name
        """Begin without a scene."""
        super().__init__(id=id)
        self.scene: Scene | None = None
        self.left, self.right = "", ""
        self._dragging = False

    def show(self, scene: Scene, left: str, right: str) -> None:
        """Show a scene's step, with words on both sides."""
        self.scene, self.left, self.right = scene, left, right
        self.refresh()

    def bar(self) -> tuple[int, int]:
        """Return where the bar begins and how long it is."""
        begin = len(self.left) + 2
        return begin, max(1, self.size.width - begin - len(self.right) - 3)

    def render_line(self, y: int) -> Strip:
        """Return the only line."""
        if self.scene is None or y:
            return Strip.blank(self.size.width, self.rich_style)
        trace, (_, length) = self.scene.run.trace, self.bar()
        total = max(1, trace.last_step)
        knob = min(length - 1, self.scene.step * (length - 1) // total)
        line: Line = [(f" {self.left} ", "strong")]
        spans = max(1, length - 1)
        for x in range(length):
            first, last = -(-x * total // spans), -(-(x + 1) * total // spans)  # the steps at which the knob is here
            tick = trace.cut_count(last - 1) > trace.cut_count(first - 1)
            if x == knob:
                line.append(("●", "knob"))
            elif tick:
                line.append(("┷", "tick" if x < knob else "rest-tick"))
            else:
                line.append(("━" if x < knob else "╌", "done-line" if x < knob else "rest-line"))
        line.append((f"  {self.right} ", "dim"))
        return self.strip(line, self.size.width)

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


class Words(Painted):
    """One line of styled words, set from outside."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  Textual's name
        """Begin empty."""
        super().__init__(id=id)
        self.line: Line = []

    def say(self, line: Line) -> None:
        """Show a line."""
        self.line = line
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Return the only line."""
        return self.strip(ellipsed(self.line, self.size.width) if y == 0 else [], self.size.width)


class KeyBar(Painted):
    """The footer: keys and what they do, as many as fit; each can be clicked."""

    @dataclass
    class Pressed(Message):
        """A key was clicked."""

        action: str

    def __init__(self, keys: list[tuple[str, str, str]], *, id: str | None = None) -> None:  # noqa: A002
        """Show (key, word, action)."""
        super().__init__(id=id)
        self.keys = keys

    def render_line(self, y: int) -> Strip:
        """Return the only line."""
        line: Line = [(" ", "text")]
        for key, word, _ in self.fitting():
            line += [(key, "key"), (f" {word}  ", "dim")]
        return self.strip(line if y == 0 else [], self.size.width)

    def fitting(self) -> list[tuple[str, str, str]]:
        """Return the keys that fit, help and quit last and always."""
        room = self.size.width - 1
        always, rest, shown = self.keys[-2:], self.keys[:-2], []
        room -= sum(len(key) + len(word) + 3 for key, word, _ in always)
        for key, word, action in rest:
            width = len(key) + len(word) + 3
            if width <= room:
                room -= width
                shown.append((key, word, action))
        return [*shown, *always]

    def on_click(self, event: events.Click) -> None:
        """Do what the key under the mouse does."""
        at = 1
        for key, word, action in self.fitting():
            width = len(key) + len(word) + 3
            if at <= event.x < at + width:
                self.post_message(self.Pressed(action))
            at += width
