"""What a terminal without Unicode or colours shows, and filters for letters that steer it.

Without Unicode each line is in ASCII, as long as before: one sign stands for one sign, in the same
place. A sign that ASCII writes with several letters, `>=` for `≥`, takes spaces beside it where
there are any; no word is moved. Without colours reverse, underlined and faint letters tell states
apart.
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
"""The end of an axis, where `>` cannot be read as "greater than" a number behind it."""
_WIDER = re.compile(r"(?P<comparison>[≥≤≠])|[∞⌫…]|(?<![←→↑↓])[←→↑↓](?![←→↑↓])")
"""Signs that are written out beside spaces; all but comparisons leave one space to a word."""
_WORD = re.compile("[^ \u2500-\u259f]")
"""What a space separates: not frames, branches and bars."""


def with_single_signs(text: str) -> str:
    """Return a text with one ASCII sign for every cell.

    >>> with_single_signs("3 ≥ −∞")
    '3 > -&'
    """
    signs = _AXIS.sub(">", one_letter_a_cell(text)).translate(_SINGLE_SIGN_TABLE)
    return "".join(sign if sign.isascii() else "?" for sign in signs)


def one_letter_a_cell(text: str) -> str:
    r"""Return a text with one letter a cell: wide letters as question marks, none without width.

    >>> one_letter_a_cell("≥石"), one_letter_a_cell("e\u0301")
    ('≥??', 'e')
    """
    if text.translate(_SINGLE_SIGN_TABLE).isascii():
        return text
    cells = ""
    for letter in text:
        width = cell_len(letter)
        cells += letter if width == 1 else "?" * width
    text_width = cell_len(text)  # less than the sum where letters are joined to one
    return cells[:text_width].ljust(text_width, "?")


def write_out_signs(line: str) -> list[str]:
    """Return the text of each cell of a line: a sign, a word, or "" where a word took a space.

    >>> "".join(write_out_signs("best  ≥3, α ≥ β, |≥2|"))
    'best >=3, a >=b, |>2|'
    """
    cells = [*with_single_signs(line)]
    for found in _WIDER.finditer(line):
        at = found.start()
        word = ASCII_SUBSTITUTES[found.group()]
        keep = not found["comparison"]
        left = count_free_cells(line, cells, at, -1, keep=keep)
        right = count_free_cells(line, cells, at, 1, keep=keep)
        missing = len(word) - 1
        # The side with more room gives first.
        if left > right:
            before = min(left, missing)
        else:
            before = missing - min(right, missing)
        after = missing - before
        if before <= left and after <= right:
            cells[at - before : at + after + 1] = [""] * before + [word] + [""] * after
    return cells


def count_free_cells(line: str, cells: list[str], at: int, way: int, *, keep: bool) -> int:
    """Count the spaces on one side of a cell; with `keep`, one is left to a word behind them."""
    beyond = range(at + way, len(line) if way > 0 else -1, way)
    for count, x in enumerate(beyond):
        if line[x] != " " or not cells[x]:
            is_word = _WORD.match(line[x]) is not None or not cells[x]
            if keep and count and is_word:
                return count - 1
            return count
    return len(beyond)


class AsciiFilter(LineFilter):
    """Turns everything on the screen into ASCII, frames, fields and scroll bars too."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments of a line in ASCII, as long as they were."""
        if all(segment.control or segment.text.isascii() for segment in segments):
            return segments
        texts = ["" if segment.control else one_letter_a_cell(segment.text) for segment in segments]
        cells = iter(write_out_signs("".join(texts)))
        shown = []
        for segment, text in zip(segments, texts, strict=True):
            if segment.control:
                shown.append(segment)
                continue
            written_out = "".join(islice(cells, len(text)))
            if written_out:
                shown.append(Segment(written_out, segment.style))
        return shown


def in_ascii(widget: Widget) -> bool:
    """Return whether a widget is shown in ASCII."""
    return any(isinstance(each, AsciiFilter) for each in widget.app.get_line_filters())


def spelled_for_widget(widget: Widget, text: str) -> str:
    """Return a text as a widget lays it out: with its signs written out in ASCII."""
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
"""Least brightness, 0 to 1, of a background that is a bar."""
MIN_MARK_BRIGHTNESS = 0.3
"""Least brightness, 0 to 1, of a background that marks something."""
FAINT_BRIGHTNESS = 0.75
"""Brightness, 0 to 1, below which a letter on the usual background is faint."""


def has_letters(widget: Widget) -> bool:
    """Return whether a widget shows pieces as letters: without colours, or in ASCII."""
    return widget.app.theme == COLOURLESS_THEME or in_ascii(widget)


class ColourlessFilter(LineFilter):
    """Removes the colours from everything on the screen."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments of a line, as long as they were."""
        colourless = []
        for segment in segments:
            if segment.style is None:
                style = None
            else:
                style = without_colours(segment.style)
            colourless.append(Segment(segment.text, style, segment.control))
        return colourless


@lru_cache(1024)
def without_colours(style: Style) -> Style:
    """Return a style that says without colours what the colours said.

    >>> str(without_colours(Style.parse("bold #ffffff on #5a5a5a")))
    'bold reverse'
    >>> str(without_colours(Style.parse("#909090 on #101010")))
    'dim'
    """
    ground = brightness(style.bgcolor)
    is_marked = ground >= MIN_MARK_BRIGHTNESS
    is_bar = ground >= MIN_BAR_BRIGHTNESS and not is_marked
    has_faint_letters = style.color is not None and brightness(style.color) < FAINT_BRIGHTNESS
    colourless = Style(
        reverse=true_or_unset(is_marked != bool(style.reverse)),
        underline=true_or_unset(is_bar or bool(style.underline)),
        dim=true_or_unset(has_faint_letters and not is_marked),
        bold=style.bold,
        italic=style.italic,
        strike=style.strike,
    )
    if style.meta:
        colourless += Style.from_meta(style.meta)
    return colourless


def true_or_unset(holds: bool) -> bool | None:
    """Return True, or None: to Rich, False would mean that the attribute is switched off."""
    return True if holds else None


def brightness(colour: RichColor | None) -> float:
    """Return the brightness of a colour, 0 to 1; 0 for the terminal's own, which are unknown."""
    if colour is None or colour.triplet is None:
        return 0.0
    return Color.from_rich_color(colour).brightness


class VisibleFilter(LineFilter):
    """Replaces what cannot be seen, in names of files and texts of user-supplied games too."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments of a line, as long as they were."""
        if all(segment.text.isprintable() or segment.control for segment in segments):
            return segments
        visible = []
        for segment in segments:
            if segment.control:
                visible.append(segment)
            else:
                visible.append(Segment(replace_invisible(segment.text), segment.style))
        return visible


def replace_invisible(text: str) -> str:
    r"""Replace each letter that cannot be seen in as many cells as it takes, often none.

    >>> replace_invisible("a\x1b]0;b\x07\ue000"), replace_invisible("👨\u200d👩")
    ('a]0;b�', '👨\u200d👩')
    """
    replaced = ""
    for letter in text:
        is_visible = letter.isprintable() or letter == JOINER
        replaced += letter if is_visible else "�" * cell_len(letter)
    return replaced
