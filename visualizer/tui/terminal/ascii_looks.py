"""What a terminal shows that lacks Unicode or colours, and no letter that steers it.

Without Unicode each line is in ASCII, as long as before, and says the same. Most signs become one of ASCII's. The
others are written out, `>=` for `≥`, and take the cells for that from the spaces nearby; frames and branches stay
where they are. Where there is no space to spare, a sign stands in that means nothing else. Without colours reverse,
underlined and faint letters tell states apart.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from rich.cells import cell_len
from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter
from textual.widget import Widget

from visualizer.look.text import ASCII, spelled_out
from visualizer.tui.cells.styled_lines import JOINER

SHORT = {"≤": "{", "≥": "}", "≠": "$", "∞": "&", "α": "a", "β": "b", "…": "_"}
"""Single signs for what has no room to be written out."""
SINGLE = {
    **SHORT, "−": "-", "–": "-", "×": "x", "÷": "/", "→": ">", "←": "<", "↑": "^", "↓": "v", "⌫": "<", "·": ".",
    "✓": "#", "✂": "!", "✕": "/", "★": "*", "●": "o", "▲": "^", "△": "'", "▼": "v", "▸": "@", "◂": "<",
    "►": ">", "▾": ":", "■": "%", "□": "=", "▣": ";", "⇠": "<", "⋮": ":", "‖": '"', "│": "|", "─": "-", "╌": ".",
    "┄": ".", "━": "#", "┷": "!", "┊": ":", "╎": ":", "═": "-", "║": "|", "╔": "+", "╗": "+", "╚": "+", "╝": "+",
    "╭": "+", "╮": "+", "╰": "+", "╯": "+", "├": "+", "┤": "+", "┬": "+", "┴": "+", "┼": "+",
    "└": "`", "█": "#", "▓": "o", "▒": "%", "░": ".", "╱": "/", "▀": "!", "▝": "!", "▌": "#", "“": '"', "”": '"',
    "’": "'", "◦": ",", "◇": "?", "⌂": "H", "⁺": "+", "⁻": "-", "≈": "~", "∎": "#",
    **dict(zip("⡀⣀⣄⣤⣦⣶⣷⣿", "12345678", strict=True)),
}  # fmt: skip
"""One sign for one cell."""
PARTS_OF_BLOCKS = {chr(code): " " for code in (*range(0x2581, 0x2588), *range(0x2589, 0x258C), *range(0x258D, 0x2590))}
"""Edges of fields and ends of scroll bars; their background shows where they are."""
_TABLE = str.maketrans({**PARTS_OF_BLOCKS, "▐": " ", "▔": " ", "▕": " ", **SINGLE})
_AXIS = re.compile("(?<=─)▸")
"""The end of an axis, not the mark of the current node: a `>` before a number would mean "greater than"."""


class Rank(NamedTuple):
    """Signs of the same priority for the free cells."""

    signs: re.Pattern[str]
    push: int
    """How many cells other words may be pushed for them."""
    together: bool = False
    """Whether all of them in one stretch are written out, or none."""


RANKS = (
    Rank(re.compile("[≥≤]"), 2),
    Rank(re.compile("∞"), 2),
    Rank(re.compile("[αβ]"), 4, together=True),
    Rank(re.compile("≠"), 1, together=True),
    Rank(re.compile(r"[⌫…]|◂(?= \S)|(?<![←→↑↓])[←→↑↓](?![←→↑↓])"), 1),
)
"""The highest priority first."""
_ANY = re.compile("|".join(rank.signs.pattern for rank in RANKS))
_STRETCH = re.compile("[^\u2500-\u259f]+")
"""Text between parts of frames, branches and bars, which never move."""
_GAP = re.compile("^ +| {2,}| +$")
INDENT = 3
"""Most spaces at the left edge that count as an indent."""


def single(text: str) -> str:
    """Return a text with one ASCII sign for every cell.

    >>> single("3 ≥ −∞")
    '3 } -&'
    """
    return "".join(letter if letter.isascii() else "?" for letter in _AXIS.sub(">", cells_of(text)).translate(_TABLE))


def cells_of(text: str) -> str:
    r"""Return a text with one letter a cell: question marks for wide letters, nothing for those without width.

    >>> cells_of("≥石"), cells_of("e\u0301")
    ('≥??', 'e')
    """
    if text.translate(_TABLE).isascii():
        return text
    cells = "".join(letter if (wide := cell_len(letter)) == 1 else "?" * wide for letter in text)
    wide = cell_len(text)  # less than the sum where letters are joined to one
    return cells[:wide].ljust(wide, "?")


def written_out(line: str) -> list[str]:
    """Return the text of each cell of a line: a sign, a word, or "" where a word has taken a space.

    >>> "".join(written_out("best ≥3      α 1"))
    'best >=3 alpha 1'
    """
    cells = [*single(line)]
    if _ANY.search(line):
        for found in _STRETCH.finditer(line):
            for at, word in Stretch(line, *found.span()).words():
                cells[at] = word
    return cells


class Stretch:
    """A part of a line that can move: phrases, and gaps between them and at its ends.

    Phrase k stands between the gaps k - 1 and k.
    """

    def __init__(self, line: str, first: int, last: int) -> None:
        """Split a part of a line, with one letter a cell, into phrases and gaps."""
        self.line, self.first, self.last = line, first, last
        self.gaps = [(first + found.start(), first + found.end()) for found in _GAP.finditer(line[first:last])]
        self.taken = [0] * len(self.gaps)
        self.moved = [0] * (len(self.gaps) + 1)
        """How far each phrase has been pushed to the right."""

    def words(self) -> Iterator[tuple[int, str]]:
        """Yield the cells that change: of signs that are written out with the word, of spaces taken with ""."""
        for rank in RANKS:
            places = [found.start() for found in rank.signs.finditer(self.line, self.first, self.last)]
            before = self.taken, self.moved
            written = [at for at in places if self.makes_room(at, rank.push)]
            if rank.together and written != places:
                self.taken, self.moved = before
            else:
                yield from ((at, ASCII[self.line[at]]) for at in written)
        for (first, last), taken in zip(self.gaps, self.taken, strict=True):
            middle = (first + last - taken + 1) // 2
            yield from ((at, "") for at in range(middle, middle + taken))

    def makes_room(self, at: int, push: int) -> bool:
        """Take the spaces for a word from the gaps; if there are too few, take none and return False."""
        before = self.taken, self.moved
        phrase = sum(first < at for first, _ in self.gaps)
        for _ in range(len(ASCII[self.line[at]]) - 1):
            gap = next((gap for gap in self.nearest(phrase) if self.can_give(gap, phrase, push)), None)
            if gap is None:
                self.taken, self.moved = before
                return False
            self.take(gap, phrase)
        return True

    def nearest(self, phrase: int) -> list[int]:
        """Return the gaps, those that push the fewest phrases first; of two, the left one for a phrase flush right.

        A phrase between others is flush right, and the first one if it is far from the edge.
        """
        first, last = self.gaps[phrase - 1] if phrase else (0, 0)
        flush_right = first > self.first or (last - first > INDENT and phrase < len(self.gaps) - 1)
        return sorted(range(len(self.gaps)), key=lambda gap: (len(self.between(gap, phrase)),
                                                             (gap < phrase) != flush_right))  # fmt: skip

    def between(self, gap: int, phrase: int) -> range:
        """Return the phrases between a gap and a phrase."""
        return range(gap + 1, phrase) if gap < phrase else range(phrase + 1, gap + 1)

    def can_give(self, gap: int, phrase: int, push: int) -> bool:
        """Return whether a gap can give a space: one must stay, except before a border and at the ends of a line."""
        first, last = self.gaps[gap]
        free = self.line[last : last + 1] in ("", "│", "║", "╎") if last == self.last else (first, last) == (0, 1)
        way = 1 if gap >= phrase else -1
        far = any(abs(self.moved[other] + way) > push for other in self.between(gap, phrase))
        return self.taken[gap] < last - first - (not free) and not far

    def take(self, gap: int, phrase: int) -> None:
        """Take a space of a gap."""
        between, way = self.between(gap, phrase), 1 if gap >= phrase else -1
        self.taken = [taken + (other == gap) for other, taken in enumerate(self.taken)]
        self.moved = [moved + way * (other in between) for other, moved in enumerate(self.moved)]


class AsciiFilter(LineFilter):
    """Turns everything on the screen into ASCII, frames, fields and scroll bars too."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments of a line in ASCII, as long as they were."""
        if all(segment.control or segment.text.isascii() for segment in segments):
            return segments
        texts = ["" if segment.control else cells_of(segment.text) for segment in segments]
        cells = iter(written_out("".join(texts)))
        shown = (segment if segment.control else Segment("".join(islice(cells, len(text))), segment.style)
                 for segment, text in zip(segments, texts, strict=True))  # fmt: skip
        return [segment for segment in shown if segment.control or segment.text]


def in_ascii(widget: Widget) -> bool:
    """Return whether a widget is shown in ASCII."""
    return any(isinstance(each, AsciiFilter) for each in widget.app.get_line_filters())


def spelled(widget: Widget, text: str) -> str:
    """Return a text as a widget is to lay it out, with its signs written out if it is shown in ASCII."""
    return spelled_out(text) if in_ascii(widget) else text


def stand_ins() -> tuple[str, str]:
    """Return the signs that are used where there is no room, and what they mean.

    >>> stand_ins()
    ('{ } $ & a b _', 'where there is no room for <= >= != inf alpha beta ...')
    """
    return " ".join(SHORT.values()), spelled_out(f"where there is no room for {' '.join(SHORT)}")


COLOURLESS = "mono"
"""The theme whose shades are read."""
BAR, MARKED = 0.2, 0.3
"""Least brightness, 0 to 1, of a background that is a bar, and of one that marks something."""
FAINT = 0.75
"""Brightness, 0 to 1, below which a letter on the usual background is faint."""


def has_letters(widget: Widget) -> bool:
    """Return whether a widget shows pieces as letters: without colours, or in ASCII."""
    return widget.app.theme == COLOURLESS or in_ascii(widget)


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
