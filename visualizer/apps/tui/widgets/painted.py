"""Widgets that show styled text: lines that a function draws, keys that can be clicked, a question with its answers."""

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Any, ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.content import Content
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from visualizer.apps.tui.cells.styled_lines import (
    Line,
    Rendering,
    Span,
    fit_line,
    width_of,
    wrap_words,
)
from visualizer.apps.tui.terminal.ascii_looks import in_ascii
from visualizer.apps.tui.themes import style_on
from visualizer.support.errors import InputError

DrawLines = Callable[[int, int], list[Line] | Rendering]
"""From a width and a height to lines, perhaps with a title."""


class WidgetMessage(Message):
    """Something that one of our widgets tells, which is its `control`, as with Textual's own."""

    @property
    def control(self) -> Widget | None:
        """Return the widget."""
        if isinstance(self._sender, Widget):
            return self._sender
        return None


class Painted(Widget):
    """A widget that shows lines of styled text; the styles in `quiet` are dimmed.

    Behind the name of a style may stand what a click does: `key@screen.help`.
    """

    ALLOW_SELECT = False
    """Textual finds no text in what is painted, and fails where it looks for it in what is just being removed."""

    quiet: ClassVar[frozenset[str]] = frozenset()
    _drawn: Rendering | None = None
    _drawn_for: object = None

    drawn_anew: Callable[[], Rendering]
    """Draws for the widget's size."""

    def rendering(self) -> Rendering:
        """Return what is drawn, cached for a size, a theme, and whether it is shown in ASCII.

        An error of user-supplied code that is called for it is shown in its place.
        """
        seen_as = self._seen_as()
        if self._drawn is None or self._drawn_for != seen_as:
            self._drawn_for = seen_as
            try:
                self._drawn = self.drawn_anew()
            except InputError as error:
                self._drawn = Rendering(wrap_words(str(error), max(1, self.size.width), "cut"))
        return self._drawn

    def renew(self) -> None:
        """Draw again, and ask only for lines to be painted that have changed: most of a screen stays as it is."""
        old = self._drawn
        drawn_for = self._drawn_for
        self._drawn = None
        if not self.display or not self.size.area:
            self.refresh()
            return
        new = self._framed()
        if old is None or drawn_for != self._drawn_for:
            self.refresh()
        else:
            pairs = enumerate(zip_longest(old.lines, new.lines))
            rows = [
                Region(0, y, self.size.width, 1) for y, (before, after) in pairs if before != after
            ]
            if rows:
                self.refresh(*rows)

    def _seen_as(self) -> object:
        """Return what a drawing is for."""
        return self.size, self.app.theme, in_ascii(self)

    def _framed(self) -> Rendering:
        """Return what is drawn, with its title and its frame around it."""
        drawn = self.rendering()
        if drawn.title and self.border_title != drawn.title:
            self.border_title = Content(drawn.title)
        self.set_class(drawn.frame == "alarm", "alarm")
        return drawn

    def on_resize(self) -> None:
        """Draw for the new size, unless that was done for the first frame."""
        if self._drawn is None or self._drawn_for != self._seen_as():
            self.renew()
        elif self.display and self.size.area:
            self._framed()

    def render_line(self, y: int) -> Strip:
        """Return one line as Textual's strip, cut or filled to the width."""
        lines = self.rendering().lines
        width = self.size.width
        theme = self.app.theme
        ground = self.visual_style.rich_style.bgcolor
        segments = list[Segment]()
        for text, looks in fit_line(lines[y] if y < len(lines) else [], width):
            name, _, action = looks.partition("@")
            style = style_on(f"quiet-{name}" if name in self.quiet else name, theme, ground)
            segments.append(
                Segment(text, style + Style.from_meta({"@click": action}) if action else style)
            )
        return Strip(segments, width)


class StyledText(Painted):
    """Lines that a function draws for the widget's size, or others set later."""

    def __init__(self, draw: DrawLines = lambda width, height: [], **named: Any) -> None:
        """Show what `draw(width, height)` gives."""
        super().__init__(**named)
        self.draw = draw

    def show(self, draw: DrawLines | None = None) -> None:
        """Draw again, or something else."""
        self.draw = draw or self.draw
        self.renew()

    def drawn_anew(self) -> Rendering:
        """Draw the lines."""
        drawn = self.draw(*self.size)
        if isinstance(drawn, Rendering):
            return drawn
        return Rendering(drawn)


FooterKey = tuple[str, str, str]
"""A key, its word, and the action that it and a click do, if any."""


class KeyBar(StyledText):
    """The footer: as many keys with their words as fit; each can be clicked."""

    def __init__(self, keys: Callable[[], list[FooterKey]], **named: Any) -> None:
        """Show the keys that a function returns."""
        super().__init__(lambda width, height: [self.line()], **named)
        self.keys = keys

    def line(self) -> Line:
        """Return the only line."""
        line = [(" ", "text")]
        for key, word, action in self.fitting():
            does = f"@{action}" * bool(action)
            line += [(key, f"key{does}"), (f" {word}  ", f"dim{does}")]
        return line

    def fitting(self) -> list[FooterKey]:
        """Return the keys that fit; the last two always do."""
        *keys, last, end = self.keys()
        always = [last, end]
        shown = list[FooterKey]()
        room = self.size.width - 1 - sum(footer_key_cells(key, word) for key, word, _ in always)
        for key, word, action in keys:
            if footer_key_cells(key, word) <= room:
                room -= footer_key_cells(key, word)
                shown.append((key, word, action))
        return [*shown, *always]


def footer_key_cells(key: str, word: str) -> int:
    """Return how many cells a key and its word take, with the spaces."""
    return len(key) + len(word) + 3


FOOTER_GAP = "   "

AnswerPart = tuple[str, str, str]
"""A key, the words of an answer, and the answer that a click gives."""


class QuestionPane(StyledText):
    """Shows words, and below them what can be answered; `asked` draws both."""

    asked: Callable[[int, int], list[Line]]

    def ask(self, words: Sequence[Span], answers: list[AnswerPart], title: str) -> None:
        """Show words, those of a style in lines of their own, and answers; with little room the words are cut short."""

        def draw(width: int, height: int) -> list[Line]:
            below: list[Line] = []
            for key, answer, given in answers:
                does = f"@screen.answer({given!r})" if given else ""
                part = [(key, f"key{does}"), (f"{' ' if key else ''}{answer}", f"strong{does}")]
                if not below or width_of([*below[-1], *part]) > width:
                    below.append([])
                below[-1] += [*part, (FOOTER_GAP, "text")]
            said = [
                line
                for text, style in words
                if text
                for line in wrap_words(text, max(1, width), style)
            ]
            return [*said[: max(1, height - len(below))], *below]

        self.border_title = Content(title)
        self.asked = draw
        self.show(draw)
