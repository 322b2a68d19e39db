"""What a terminal without colours shows, by reverse, underlined and faint letters; and no letter that steers it."""

from functools import lru_cache

from rich.cells import cell_len
from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter
from textual.widget import Widget

from visualizer.tui.cells.styled_lines import JOINER
from visualizer.tui.terminal.ascii_looks import in_ascii

THEME = "mono"
"""The theme whose shades are read."""
BAR, MARKED = 0.2, 0.3
"""Least brightness, 0 to 1, of a background that is a bar, and of one that marks something."""
FAINT = 0.75
"""Brightness, 0 to 1, below which a letter on the usual background is faint."""


def has_letters(widget: Widget) -> bool:
    """Return whether a widget shows pieces as letters: without colours, or in ASCII."""
    return widget.app.theme == THEME or in_ascii(widget)


class ColourlessFilter(LineFilter):
    """Removes the colours from everything on the screen."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments of a line, as long as they were."""
        return [
            segment if segment.style is None else Segment(segment.text, colourless(segment.style), segment.control)
            for segment in segments
        ]


@lru_cache(1024)
def colourless(style: Style) -> Style:
    """Return a style that says without colours what the colours said.

    >>> str(colourless(Style.parse("bold #ffffff on #5a5a5a"))), str(colourless(Style.parse("#909090 on #101010")))
    ('bold reverse', 'dim')
    """
    ground = brightness(style.bgcolor)
    marked, bar = ground >= MARKED, BAR <= ground < MARKED
    said = Style(
        reverse=True if marked != bool(style.reverse) else None,
        underline=True if bar or style.underline else None,
        dim=True if not marked and style.color is not None and brightness(style.color) < FAINT else None,
        bold=style.bold,
        italic=style.italic,
        strike=style.strike,
    )
    return said + Style.from_meta(style.meta) if style.meta else said


def brightness(colour: RichColor | None) -> float:
    """Return the brightness of a colour, from 0 to 1; 0 for the terminal's own colours, which are unknown."""
    return 0.0 if colour is None or colour.triplet is None else Color.from_rich_color(colour).brightness


class VisibleFilter(LineFilter):
    """Replaces what cannot be seen: in names of files too, and in the texts of user-supplied games."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments of a line, as long as they were."""
        if all(segment.text.isprintable() or segment.control for segment in segments):
            return segments
        return [each if each.control else Segment(in_its_cells(each.text), each.style) for each in segments]


def in_its_cells(text: str) -> str:
    r"""Return a text in which each letter that cannot be seen is replaced in as many cells as it takes; often none.

    >>> in_its_cells("a\x1b]0;b\x07\ue000"), in_its_cells("👨\u200d👩")
    ('a]0;b�', '👨\u200d👩')
    """
    return "".join(letter if letter.isprintable() or letter == JOINER else "�" * cell_len(letter) for letter in text)
