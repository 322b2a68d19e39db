"""The last wall before the terminal: whatever a screen draws, no letter of it steers the terminal."""

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from visualizer.tui.styled_lines import JOINER


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
