"""Widgets of styled text: drawn lines, keys that can be clicked, a question with its answers."""

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
    line_at,
    width_of,
    wrap_words,
)
from visualizer.apps.tui.terminal.ascii_looks import in_ascii
from visualizer.apps.tui.themes import style_on
from visualizer.support.errors import InputError

DrawLines = Callable[[int, int], list[Line] | Rendering]
"""From a width and a height to lines, perhaps with a title."""


class WidgetMessage(Message):
    """A message with the widget that sent it as its `control`, like Textual's own messages."""

    @property
    def control(self) -> Widget | None:
        """Return the widget."""
        if isinstance(self._sender, Widget):
            return self._sender
        return None


class Painted(Widget):
    """A widget that shows lines of styled text; the styles in `quiet` are dimmed.

    The name of a style may end in the action of a click: `key@screen.help`.
    """

    ALLOW_SELECT = False
    """Textual finds no text in painted lines, and fails to look for some in a removed widget."""

    quiet: ClassVar[frozenset[str]] = frozenset()
    _drawn: Rendering | None = None
    _drawn_for: object = None
    """The size, the theme and the character set for which it was drawn."""

    make_rendering: Callable[[], Rendering]
    """Draws for the widget's size."""

    def rendering(self) -> Rendering:
        """Return the drawing, cached until the size, the theme or the character set changes.

        If user-supplied code fails while drawing, the error is shown instead.
        """
        cache_key = self._cache_key()
        if self._drawn is None or self._drawn_for != cache_key:
            self._drawn_for = cache_key
            # A user's game is called while its board is drawn, and may fail.
            try:
                self._drawn = self.make_rendering()
            except InputError as error:
                lines = wrap_words(str(error), max(1, self.size.width), "cut")
                self._drawn = Rendering(lines)
        return self._drawn

    def redraw(self) -> None:
        """Draw again, and repaint only the lines that have changed, which are usually few."""
        old = self._drawn
        drawn_for = self._drawn_for
        self._drawn = None
        # A hidden widget is drawn only when it is shown.
        if not self.display or not self.size.area:
            self.refresh()
            return
        new = self._framed()
        if old is None or drawn_for != self._drawn_for:
            self.refresh()
            return
        changed_lines = self._changed_lines(old, new)
        # Without regions Textual would refresh the whole widget.
        if changed_lines:
            self.refresh(*changed_lines)

    def _changed_lines(self, old: Rendering, new: Rendering) -> list[Region]:
        """Return the lines in which two renderings differ."""
        regions = []
        for y, (before, after) in enumerate(zip_longest(old.lines, new.lines)):
            if before != after:
                regions.append(Region(0, y, self.size.width, 1))
        return regions

    def _cache_key(self) -> object:
        """Return everything that a drawing depends on except its contents."""
        return self.size, self.app.theme, in_ascii(self)

    def _framed(self) -> Rendering:
        """Return the drawing, after giving the widget its title and frame."""
        rendering = self.rendering()
        if rendering.title and self.border_title != rendering.title:
            self.border_title = Content(rendering.title)
        self.set_class(rendering.frame == "alarm", "alarm")
        return rendering

    def on_resize(self) -> None:
        """Draw for the new size, unless that was done for the first frame."""
        if self._drawn is None or self._drawn_for != self._cache_key():
            self.redraw()
        elif self.display and self.size.area:
            self._framed()

    def render_line(self, y: int) -> Strip:
        """Return one line as Textual's strip, cut or filled to the width."""
        line = line_at(self.rendering().lines, y)
        width = self.size.width
        background = self.visual_style.rich_style.bgcolor
        segments = []
        for text, style_and_action in fit_line(line, width):
            name, _, action = style_and_action.partition("@")
            if name in self.quiet:
                name = f"quiet-{name}"
            style = style_on(name, self.app.theme, background)
            if action:
                style += Style.from_meta({"@click": action})
            segments.append(Segment(text, style))
        return Strip(segments, width)


class StyledText(Painted):
    """Lines that a function draws for the widget's size."""

    def __init__(self, draw: DrawLines = lambda width, height: [], **named: Any) -> None:
        """Show the lines of `draw(width, height)`."""
        super().__init__(**named)
        self.draw = draw

    def show(self, draw: DrawLines | None = None) -> None:
        """Draw again, with another function if one is given."""
        self.draw = draw or self.draw
        self.redraw()

    def make_rendering(self) -> Rendering:
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
        """Return the line of keys, each with a word; a click on either does the key's action."""
        line = [(" ", "text")]
        for key, word, action in self.fitting_keys():
            click = ""
            if action:
                click = f"@{action}"
            line += [(key, f"key{click}"), (f" {word}  ", f"dim{click}")]
        return line

    def fitting_keys(self) -> list[FooterKey]:
        """Return the keys that fit into the line. The last two are always among them."""
        # The last two open the help, and leave or go back.
        *keys, before_last, last = self.keys()
        always = [before_last, last]
        needed = sum(footer_key_cells(key, word) for key, word, _ in always)
        shown_keys: list[FooterKey] = []
        room = self.size.width - 1 - needed
        for key, word, action in keys:
            cells = footer_key_cells(key, word)
            if cells <= room:
                room -= cells
                shown_keys.append((key, word, action))
        return [*shown_keys, *always]


def footer_key_cells(key: str, word: str) -> int:
    """Return the cells of a key and its word, with the spaces."""
    return len(key) + len(word) + 3


FOOTER_GAP = "   "
"""Spaces between two answers."""

AnswerPart = tuple[str, str, str]
"""A key, the words of an answer, and the answer that a click gives."""


def answer_lines(answers: Sequence[AnswerPart], width: int) -> list[Line]:
    """Return the answers to choose from, as many in a line as fit."""
    lines: list[Line] = []
    for part in answers:
        spans = answer_spans(*part)
        if not lines or width_of([*lines[-1], *spans]) > width:
            lines.append([])
        lines[-1] += [*spans, (FOOTER_GAP, "text")]
    return lines


def answer_spans(key: str, words: str, answer: str) -> Line:
    """Return the key and the words of an answer. A click gives `answer`, unless it is ""."""
    click = ""
    if answer:
        click = f"@screen.answer({answer!r})"
    text = words
    if key:
        text = f" {words}"
    return [(key, f"key{click}"), (text, f"strong{click}")]


class QuestionPane(StyledText):
    """Shows a question, and below it the answers to choose from; `draw_question` draws both."""

    draw_question: Callable[[int, int], list[Line]]

    def ask(self, words: Sequence[Span], answers: list[AnswerPart], title: str) -> None:
        """Show a question, with the answers to choose from below it.

        `words` are the paragraphs of the question. Without enough room, its last lines are left
        out, but never the answers.
        """

        def draw(width: int, height: int) -> list[Line]:
            answer_rows = answer_lines(answers, width)
            question: list[Line] = []
            for text, style in words:
                if text:
                    question += wrap_words(text, max(1, width), style)
            room = max(1, height - len(answer_rows))
            return [*question[:room], *answer_rows]

        self.border_title = Content(title)
        self.draw_question = draw
        self.show(draw)
