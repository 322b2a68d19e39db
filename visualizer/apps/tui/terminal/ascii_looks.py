"""Screens for terminals without Unicode or colours, and a filter for control characters.

Without Unicode, each line is in ASCII and as long as before: each sign is replaced by one sign in
the same place. A sign that ASCII writes with several letters, `>=` for `≥`, takes the spaces around
it, if any; no word is moved. Without colours, states differ by reverse, underlined and faint
letters.
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
"""Single signs for signs without room to be written out."""
SINGLE_SIGNS = SHORT_SIGNS | dict(
    zip(
        "−–×÷→←↑↓⌫·✓✂✕★●▲△▼▸◂►▾■□▣⇠⋮‖│─╌┄━┷┊╎═║╔╗╚╝╭╮╰╯├┤┬┴┼└█▓▒░╱▀▝▌“”’◦◇⌂⁺⁻≈∎⡀⣀⣄⣤⣦⣶⣷⣿",
        '--x/><^v<.#!/*o^\'v@<>:%=;<:"|-..#!::-|+++++++++++++`#o%./!!#""\',?H+-~#12345678',
        strict=True,
    )
)
"""The ASCII sign for each sign of one cell."""
BLANKED_BLOCKS = dict.fromkeys("▁▂▃▄▅▆▇▉▊▋▍▎▏▐▔▕", " ")
"""Edges of fields and ends of scroll bars; their background shows where they are."""
_SINGLE_SIGN_TABLE = str.maketrans(BLANKED_BLOCKS | SINGLE_SIGNS)
_AXIS = re.compile("(?<=─)▸")
"""The end of an axis, where `>` cannot be read as "greater than" a number behind it."""
_WIDER = re.compile(r"(?P<comparison>[≥≤≠])|[∞⌫…]|(?<![←→↑↓])[←→↑↓](?![←→↑↓])")
"""Signs that are written out into spaces; all but comparisons leave a space before a word."""
_WORD = re.compile("[^ \u2500-\u259f]")
"""A letter of a word; frames, branches and bars need no space around them."""


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
    # Less than the sum of the widths if several letters are joined to one.
    text_width = cell_len(text)
    return cells[:text_width].ljust(text_width, "?")


def write_out_signs(line: str) -> list[str]:
    """Return the text of each cell of a line: a sign, a word, or "" for a space that a word took.

    >>> "".join(write_out_signs("best  ≥3, α ≥ β, |≥2|"))
    'best >=3, a >=b, |>2|'
    """
    cells = [*with_single_signs(line)]
    for found in _WIDER.finditer(line):
        at = found.start()
        word = ASCII_SUBSTITUTES[found.group()]
        keeps_space = not found["comparison"]
        left = count_free_cells(
            line,
            cells,
            at,
            -1,
            keeps_space=keeps_space,
        )
        right = count_free_cells(
            line,
            cells,
            at,
            1,
            keeps_space=keeps_space,
        )
        before, after = divide_missing_cells(len(word) - 1, left, right)
        # A sign without enough room keeps its single sign.
        if before <= left and after <= right:
            cells[at - before : at + after + 1] = [""] * before + [word] + [""] * after
    return cells


def divide_missing_cells(missing: int, left: int, right: int) -> tuple[int, int]:
    """Return how many cells a word takes before and after its sign: first on the wider side."""
    if left > right:
        before = min(left, missing)
    else:
        before = missing - min(right, missing)
    return before, missing - before


def count_free_cells(
    line: str, cells: list[str], at: int, direction: int, *, keeps_space: bool
) -> int:
    """Count the spaces on the left (-1) or right (1) of a cell.

    With `keeps_space`, a space remains before a word.
    """
    end = len(line) if direction > 0 else -1
    columns = range(at + direction, end, direction)
    for count, x in enumerate(columns):
        # A cell without text is a space that another word has taken.
        is_taken = not cells[x]
        if line[x] == " " and not is_taken:
            continue
        is_word = is_taken or _WORD.match(line[x]) is not None
        if keeps_space and count and is_word:
            return count - 1
        return count
    return len(columns)


class AsciiFilter(LineFilter):
    """Turns the whole screen into ASCII, with frames, fields and scroll bars."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments of a line in ASCII, as long as they were."""
        if all(segment.control or segment.text.isascii() for segment in segments):
            return segments
        texts = ["" if segment.control else one_letter_a_cell(segment.text) for segment in segments]
        # Signs are written out for the whole line: a word may take a space of another segment.
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
    """Return a text with its signs written out if a widget is shown in ASCII."""
    if in_ascii(widget):
        return spell_in_ascii(text)
    return text


def explain_short_signs() -> tuple[str, str]:
    """Return the signs that are used without room for words, and their meaning.

    >>> explain_short_signs()
    ('< > $ & a b _', 'where there is no room for <= >= != inf alpha beta ...')
    """
    meaning = f"where there is no room for {' '.join(SHORT_SIGNS)}"
    return " ".join(SHORT_SIGNS.values()), spell_in_ascii(meaning)


COLOURLESS_THEME = "mono"
"""The theme whose shades become styles without colours."""
MIN_BAR_BRIGHTNESS = 0.2
"""Least brightness, 0 to 1, of a background that is a bar."""
MIN_MARK_BRIGHTNESS = 0.3
"""Least brightness, 0 to 1, of a background that marks something."""
FAINT_BRIGHTNESS = 0.75
"""A letter of less brightness, 0 to 1, is faint on the usual background."""


def has_letters(widget: Widget) -> bool:
    """Return whether a widget shows pieces as letters: without colours, or in ASCII."""
    return widget.app.theme == COLOURLESS_THEME or in_ascii(widget)


class ColourlessFilter(LineFilter):
    """Removes the colours from the whole screen."""

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
    """Return a style that shows the meaning of the colours by other attributes.

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
    """Return True, or None for False, which would make Rich switch the attribute off."""
    return True if holds else None


def brightness(colour: RichColor | None) -> float:
    """Return the brightness of a colour, 0 to 1; 0 for the terminal's own, which are unknown."""
    if colour is None or colour.triplet is None:
        return 0.0
    return Color.from_rich_color(colour).brightness


class VisibleFilter(LineFilter):
    """Replaces invisible letters, as in names of files and texts of user-supplied games."""

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
    r"""Replace each invisible letter by as many signs as it takes cells, often none.

    >>> replace_invisible("a\x1b]0;b\x07\ue000"), replace_invisible("👨\u200d👩")
    ('a]0;b�', '👨\u200d👩')
    """
    replaced = ""
    for letter in text:
        # The joiner is invisible itself, but makes one sign of two.
        is_visible = letter.isprintable() or letter == JOINER
        replaced += letter if is_visible else "�" * cell_len(letter)
    return replaced
