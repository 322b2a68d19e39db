"""What a terminal shows that lacks Unicode or colours, and no letter that steers it.

Without Unicode each line is in ASCII, as long as before: one sign stands for one sign, in the same place. A sign that
ASCII writes with several letters, `>=` for `≥`, takes spaces beside it where there are any; no word is moved. Without
colours reverse, underlined and faint letters tell states apart.
"""

import re
from functools import lru_cache
from itertools import islice

from rich.cells import cell_len
from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter
from textual.widget import Widget

from visualizer.apps.tui.cells.styled_lines import JOINER
from visualizer.look.text import ASCII_SUBSTITUTES, spell_in_ascii

SHORT_SIGNS = dict(zip("≤≥≠∞αβ…", "<>$&ab_", strict=True))
"""Single signs for what has no room to be written out."""
SINGLE_SIGNS = SHORT_SIGNS | dict(
    zip(
        "−–×÷→←↑↓⌫·✓✂✕★●▲△▼▸◂►▾■□▣⇠⋮‖│─╌┄━┷┊╎═║╔╗╚╝╭╮╰╯├┤┬┴┼└█▓▒░╱▀▝▌“”’◦◇⌂⁺⁻≈∎⡀⣀⣄⣤⣦⣶⣷⣿",
        '--x/><^v<.#!/*o^\'v@<>:%=;<:"|-..#!::-|+++++++++++++`#o%./!!#""\',?H+-~#12345678',
        strict=True,
    )
)
"""One sign for one cell."""
BLANKED_BLOCKS = dict.fromkeys("▁▂▃▄▅▆▇▉▊▋▍▎▏▐▔▕", " ")
"""Edges of fields and ends of scroll bars; their background shows where they are."""
_SINGLE_SIGN_TABLE = str.maketrans(BLANKED_BLOCKS | SINGLE_SIGNS)
_AXIS = re.compile("(?<=─)▸")
"""The end of an axis, not the mark of the current node: a `>` before a number would mean "greater than"."""
_WIDER = re.compile(r"(?P<comparison>[≥≤≠])|[∞⌫…]|(?<![←→↑↓])[←→↑↓](?![←→↑↓])")
"""Signs that are written out beside free cells: comparisons take the last space, the others leave one to a word."""
_WORD = re.compile("[^ \u2500-\u259f]")
"""What a space separates: not frames, branches and bars."""


def with_single_signs(text: str) -> str:
    """Return a text with one ASCII sign for every cell.

    >>> with_single_signs("3 ≥ −∞")
    '3 > -&'
    """
    return "".join(
        letter if letter.isascii() else "?"
        for letter in _AXIS.sub(">", one_letter_a_cell(text)).translate(_SINGLE_SIGN_TABLE)
    )


def one_letter_a_cell(text: str) -> str:
    r"""Return a text with one letter a cell: question marks for wide letters, nothing for those without width.

    >>> one_letter_a_cell("≥石"), one_letter_a_cell("e\u0301")
    ('≥??', 'e')
    """
    if text.translate(_SINGLE_SIGN_TABLE).isascii():
        return text
    cells = "".join(letter if (wide := cell_len(letter)) == 1 else "?" * wide for letter in text)
    wide = cell_len(text)  # less than the sum where letters are joined to one
    return cells[:wide].ljust(wide, "?")


def write_out_signs(line: str) -> list[str]:
    """Return the text of each cell of a line: a sign, a word, or "" for a space that a word has taken.

    >>> "".join(write_out_signs("best  ≥3, α ≥ β, |≥2|"))
    'best >=3, a >=b, |>2|'
    """
    cells = [*with_single_signs(line)]
    for found in _WIDER.finditer(line):
        at = found.start()
        word = ASCII_SUBSTITUTES[found.group()]
        left, right = (
            count_free_cells(line, cells, at, way, keep=not found["comparison"]) for way in (-1, 1)
        )
        missing = len(word) - 1
        if left > right:
            before = min(left, missing)
        else:
            before = missing - min(right, missing)
        if before <= left and missing - before <= right:
            cells[at - before : at + missing - before + 1] = (
                [""] * before + [word] + [""] * (missing - before)
            )
    return cells


def count_free_cells(line: str, cells: list[str], at: int, way: int, *, keep: bool) -> int:
    """Count the spaces on one side of a cell; with `keep`, one less where a word stands behind them."""
    beyond = range(at + way, len(line) if way > 0 else -1, way)
    end = next((x for x in beyond if line[x] != " " or not cells[x]), None)
    if end is None:
        count = len(beyond)
    else:
        count = abs(end - at) - 1
    return count - (
        keep and count > 0 and end is not None and bool(_WORD.match(line[end]) or not cells[end])
    )


class AsciiFilter(LineFilter):
    """Turns everything on the screen into ASCII, frames, fields and scroll bars too."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments of a line in ASCII, as long as they were."""
        if all(segment.control or segment.text.isascii() for segment in segments):
            return segments
        texts = ["" if segment.control else one_letter_a_cell(segment.text) for segment in segments]
        cells = iter(write_out_signs("".join(texts)))
        shown = (
            segment
            if segment.control
            else Segment("".join(islice(cells, len(text))), segment.style)
            for segment, text in zip(segments, texts, strict=True)
        )
        return [segment for segment in shown if segment.control or segment.text]


def in_ascii(widget: Widget) -> bool:
    """Return whether a widget is shown in ASCII."""
    return any(isinstance(each, AsciiFilter) for each in widget.app.get_line_filters())


def spelled_for_widget(widget: Widget, text: str) -> str:
    """Return a text as a widget is to lay it out, with its signs written out if it is shown in ASCII."""
    if in_ascii(widget):
        return spell_in_ascii(text)
    return text


def explain_short_signs() -> tuple[str, str]:
    """Return the signs that are used where there is no room, and what they mean.

    >>> explain_short_signs()
    ('< > $ & a b _', 'where there is no room for <= >= != inf alpha beta ...')
    """
    return " ".join(SHORT_SIGNS.values()), spell_in_ascii(
        f"where there is no room for {' '.join(SHORT_SIGNS)}"
    )


COLOURLESS_THEME = "mono"
"""The theme whose shades are read."""
MIN_BAR_BRIGHTNESS = 0.2
MIN_MARK_BRIGHTNESS = 0.3
"""Least brightness, 0 to 1, of a background that is a bar, and of one that marks something."""
FAINT_BRIGHTNESS = 0.75
"""Brightness, 0 to 1, below which a letter on the usual background is faint."""


def has_letters(widget: Widget) -> bool:
    """Return whether a widget shows pieces as letters: without colours, or in ASCII."""
    return widget.app.theme == COLOURLESS_THEME or in_ascii(widget)


class ColourlessFilter(LineFilter):
    """Removes the colours from everything on the screen."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments of a line, as long as they were."""
        return [
            segment
            if segment.style is None
            else Segment(segment.text, without_colours(segment.style), segment.control)
            for segment in segments
        ]


@lru_cache(1024)
def without_colours(style: Style) -> Style:
    """Return a style that says without colours what the colours said.

    >>> str(without_colours(Style.parse("bold #ffffff on #5a5a5a"))), str(without_colours(Style.parse("#909090 on #101010")))
    ('bold reverse', 'dim')
    """
    ground = brightness(style.bgcolor)
    marked = ground >= MIN_MARK_BRIGHTNESS
    bar = MIN_BAR_BRIGHTNESS <= ground < MIN_MARK_BRIGHTNESS
    said = Style(
        reverse=True if marked != bool(style.reverse) else None,
        underline=True if bar or style.underline else None,
        dim=True
        if not marked and style.color is not None and brightness(style.color) < FAINT_BRIGHTNESS
        else None,
        bold=style.bold,
        italic=style.italic,
        strike=style.strike,
    )
    if style.meta:
        return said + Style.from_meta(style.meta)
    return said


def brightness(colour: RichColor | None) -> float:
    """Return the brightness of a colour, from 0 to 1; 0 for the terminal's own colours, which are unknown."""
    if colour is None or colour.triplet is None:
        return 0.0
    return Color.from_rich_color(colour).brightness


class VisibleFilter(LineFilter):
    """Replaces what cannot be seen: in names of files too, and in the texts of user-supplied games."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments of a line, as long as they were."""
        if all(segment.text.isprintable() or segment.control for segment in segments):
            return segments
        return [
            each if each.control else Segment(replace_invisible(each.text), each.style)
            for each in segments
        ]


def replace_invisible(text: str) -> str:
    r"""Return a text in which each letter that cannot be seen is replaced in as many cells as it takes; often none.

    >>> replace_invisible("a\x1b]0;b\x07\ue000"), replace_invisible("👨\u200d👩")
    ('a]0;b�', '👨\u200d👩')
    """
    return "".join(
        letter if letter.isprintable() or letter == JOINER else "�" * cell_len(letter)
        for letter in text
    )
