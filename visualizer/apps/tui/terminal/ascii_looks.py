"""Screens for terminals without Unicode or colours, and a filter for control characters.

Without Unicode, each line is in ASCII and as long as before: each character is replaced by one in
the same place. A character that ASCII writes as several, `>=` for `≥`, takes the spaces around it,
if any; no word is moved. Without colours, states differ by reverse, underlined and faint text.
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
_AXIS_END = re.compile("(?<=─)▸")
"""The end of an axis, where `>` cannot be read as "greater than" a number behind it."""
_WIDE_SIGN = re.compile(r"(?P<comparison>[≥≤≠])|[∞⌫…]|(?<![←→↑↓])[←→↑↓](?![←→↑↓])")
"""A sign such as ≥ that is written out, as >=, if there are spaces around it.

A comparison may fill all of these spaces; any other sign leaves a space to the next word.
"""
_WORD_CHARACTER = re.compile("[^ \u2500-\u259f]")
"""A character of a word; frames, branches and bars need no space around them."""


def with_single_signs(text: str) -> str:
    """Return a text with one ASCII sign for every cell.

    >>> with_single_signs("3 ≥ −∞")
    '3 > -&'
    """
    signs = _AXIS_END.sub(">", with_one_character_per_cell(text)).translate(_SINGLE_SIGN_TABLE)
    return "".join(sign if sign.isascii() else "?" for sign in signs)


def with_one_character_per_cell(text: str) -> str:
    r"""Return a text as wide as before, in which each character fills one cell of the terminal.

    A wide character becomes two question marks, and a character without width is dropped.

    >>> with_one_character_per_cell("≥石"), with_one_character_per_cell("e\u0301")
    ('≥??', 'e')
    """
    if text.translate(_SINGLE_SIGN_TABLE).isascii():
        return text
    cells = ""
    for character in text:
        width = cell_len(character)
        cells += character if width == 1 else "?" * width
    # Characters that are joined into one sign take fewer cells than they do one by one.
    text_width = cell_len(text)
    return cells[:text_width].ljust(text_width, "?")


def write_out_signs(line: str) -> list[str]:
    """Return the text for each cell of a line; signs such as ≥ become words such as >=.

    A word such as >= is wider than its sign, so spaces beside the sign are removed: their cells get
    the text "". If there are too few spaces, the sign becomes a single ASCII character.

    >>> "".join(write_out_signs("best  ≥3, α ≥ β, |≥2|"))
    'best >=3, a >=b, |>2|'
    """
    cells = [*with_single_signs(line)]
    for match in _WIDE_SIGN.finditer(line):
        sign_index = match.start()
        word = ASCII_SUBSTITUTES[match.group()]
        # A comparison such as a>=b needs no spaces, but "inf" must not touch the next word.
        keeps_space = not match["comparison"]
        free_left = count_free_cells(
            line,
            cells,
            sign_index,
            -1,
            keeps_space=keeps_space,
        )
        free_right = count_free_cells(
            line,
            cells,
            sign_index,
            1,
            keeps_space=keeps_space,
        )
        missing_cells = len(word) - 1
        left, right = divide_missing_cells(missing_cells, free_left, free_right)
        # A word that does not fit is left out: the cell keeps its single character.
        if left <= free_left and right <= free_right:
            taken = slice(sign_index - left, sign_index + right + 1)
            cells[taken] = [""] * left + [word] + [""] * right
    return cells


def divide_missing_cells(missing: int, free_left: int, free_right: int) -> tuple[int, int]:
    """Return how many cells a word takes left of its sign, and how many right: `missing` in all.

    As many as possible are taken on the side with more free cells.
    """
    if free_left > free_right:
        left = min(free_left, missing)
    else:
        left = missing - min(free_right, missing)
    return left, missing - left


def count_free_cells(
    line: str, cells: list[str], sign_index: int, direction: int, *, keeps_space: bool
) -> int:
    """Count the free spaces on one side of a sign such as ≥, into which its word >= may grow.

    `direction` is -1 for spaces on the left, 1 on the right. With `keeps_space`, one space must
    remain before the next word.
    """
    end = len(line) if direction > 0 else -1
    columns = range(sign_index + direction, end, direction)
    for space_count, column in enumerate(columns):
        # A cell without text is a space that another word has taken.
        is_taken = not cells[column]
        if line[column] == " " and not is_taken:
            continue

        is_word = is_taken or _WORD_CHARACTER.match(line[column]) is not None
        if keeps_space and is_word:
            return max(0, space_count - 1)
        return space_count
    return len(columns)


class AsciiFilter(LineFilter):
    """Turns the whole screen into ASCII, with frames, fields and scroll bars."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments of a line in ASCII; the line keeps its length."""
        if all(segment.control or segment.text.isascii() for segment in segments):
            return segments
        texts = [
            "" if segment.control else with_one_character_per_cell(segment.text)
            for segment in segments
        ]
        # Write out the line as a whole: >= for ≥ may take a space from the next segment.
        remaining_cells = iter(write_out_signs("".join(texts)))
        ascii_segments = []
        for segment, text in zip(segments, texts, strict=True):
            if segment.control:
                ascii_segments.append(segment)
                continue
            ascii_text = "".join(islice(remaining_cells, len(text)))
            if ascii_text:
                ascii_segments.append(Segment(ascii_text, segment.style))
        return ascii_segments


def in_ascii(widget: Widget) -> bool:
    """Return whether a widget is shown in ASCII."""
    return any(isinstance(each, AsciiFilter) for each in widget.app.get_line_filters())


def spelled_for_widget(widget: Widget, text: str) -> str:
    """Return a text with its signs written out if a widget is shown in ASCII."""
    if in_ascii(widget):
        return spell_in_ascii(text)
    return text


def explain_single_characters() -> tuple[str, str]:
    """Return the signs that are used without room for words, and their meaning.

    >>> explain_single_characters()
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
"""Text of less brightness, 0 to 1, is faint on the usual background."""


def has_letters(widget: Widget) -> bool:
    """Return whether a widget shows pieces as letters: without colours, or in ASCII."""
    return widget.app.theme == COLOURLESS_THEME or in_ascii(widget)


class ColourlessFilter(LineFilter):
    """Removes the colours from the whole screen."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments of a line without colours; the line keeps its length."""
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
    """Return a style without colours that marks the same characters by other attributes.

    A bright background becomes reverse video, a less bright one underlining, and dark text is
    dimmed.

    >>> str(without_colours(Style.parse("bold #ffffff on #5a5a5a")))
    'bold reverse'
    >>> str(without_colours(Style.parse("#909090 on #101010")))
    'dim'
    """
    background_brightness = brightness(style.bgcolor)
    is_marked = background_brightness >= MIN_MARK_BRIGHTNESS
    is_bar = background_brightness >= MIN_BAR_BRIGHTNESS and not is_marked
    has_faint_text = style.color is not None and brightness(style.color) < FAINT_BRIGHTNESS
    # Reversing twice is as good as not at all.
    is_reversed = is_marked != bool(style.reverse)
    colourless = Style(
        reverse=true_or_unset(is_reversed),
        underline=true_or_unset(is_bar or bool(style.underline)),
        dim=true_or_unset(has_faint_text and not is_marked),
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
    """Replaces invisible characters, as in names of files and texts of user-supplied games."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments of a line without invisible characters; the line keeps its length."""
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
    r"""Replace each invisible character by �, once for each cell that it takes.

    Many invisible characters take no cell, and so are removed.

    >>> replace_invisible("a\x1b]0;b\x07\ue000"), replace_invisible("👨\u200d👩")
    ('a]0;b�', '👨\u200d👩')
    """
    replaced = ""
    for character in text:
        # The joiner between two emoji is invisible, but without it they would be two signs.
        is_visible = character.isprintable() or character == JOINER
        replaced += character if is_visible else "�" * cell_len(character)
    return replaced
