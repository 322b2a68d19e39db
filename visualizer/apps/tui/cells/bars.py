"""Bars on one scale, for comparisons and races."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len

from games import Game
from visualizer.apps.tui.cells.styled_lines import Line, Rendering, fit_line
from visualizer.draw.picture.charts.race import Race, RaceRow

RACE_STYLES = ("best", "open", "alpha")
"""The styles of the searches, from the left."""
REMAINING_SIGN = "░"
EIGHTHS = " ▏▎▍▌▋▊▉"
MIN_WIDTH_FOR_MORE = 100
"""Least columns for the additional words of a bar."""


class ProgressBar(NamedTuple):
    """The progress of a search: the number of nodes done, and the total.

    `words` gives both numbers; `more` has details for a wide screen.
    """

    name: str
    done: int
    total: int
    words: str
    more: str = ""
    style: str = "open"


def draw_progress_bars(rows: Sequence[ProgressBar], width: int) -> list[Line]:
    """Draw bars on one scale, one a line; the part still to be done is hatched.

    >>> rows = [ProgressBar("a", 4, 4, "4"), ProgressBar("b", 1, 2, "1 of 2")]
    >>> [[text for text, _ in line] for line in draw_progress_bars(rows, 19)]
    [['a  ', '████████', '', '  4     '], ['b  ', '██', '░░    ', '  1 of 2']]
    """
    name_width = max(len(row.name) for row in rows) + 2
    texts = progress_texts(rows, width)
    length = max(4, width - name_width - max(map(len, texts)))
    # Bars are scaled by the largest total, which must not be 0 for rows without any work.
    largest_total = max(row.total for row in rows) or 1
    lines = []
    for row, text in zip(rows, texts, strict=True):
        name = row.name.ljust(name_width)
        done, rest = progress_bar_parts(row, largest_total, length)
        bar = [(done, row.style), (rest, "to-come")]
        lines.append([(name, "dim"), *bar, (text, "strong")])
    return lines


def progress_texts(rows: Sequence[ProgressBar], width: int) -> list[str]:
    """Return the words after the bars, with additional words on a wide screen."""
    texts = [f"  {row.words}" for row in rows]
    text_width = max(map(len, texts))
    texts = [text.ljust(text_width) for text in texts]
    if width < MIN_WIDTH_FOR_MORE:
        return texts
    return [f"{text}  {row.more}" for text, row in zip(texts, rows, strict=True)]


def progress_bar_parts(row: ProgressBar, largest_total: int, length: int) -> tuple[str, str]:
    """Return the done part and the remaining part of a bar, together `length` cells.

    A row whose total is `largest_total`, the largest of all rows, fills all cells. Any other bar is
    shorter and padded with spaces.
    """
    done = bar_of_length(row.done * length / largest_total)
    if row.done < row.total:
        # A partly filled last cell would leave a gap before the hatched part; the first cell stays.
        done = done[:1] + done[1:].rstrip(EIGHTHS)
    total_cells = round(row.total * length / largest_total)
    rest = REMAINING_SIGN * max(0, total_cells - len(done))
    return done, rest.ljust(length - len(done))


def bar_of_length(length: float) -> str:
    """Return a bar of a length in cells, rounded to eighths; any length above 0 is visible.

    >>> bar_of_length(2.5), bar_of_length(0.01), bar_of_length(0)
    ('██▌', '▏', '')
    """
    if length <= 0:
        return ""
    eighths = max(1, round(length * 8))
    return "█" * (eighths // 8) + EIGHTHS[eighths % 8].strip()


def draw_race(race: Race, index: int, game: Game) -> Rendering:
    """Draw one of the searches in a race: its header, and below it the bars of its plies."""
    style = "text"
    if race.ended[index]:
        style = "strong"
    header = [(race.header(index), style)]
    rows = race.rows(index, game)
    lines = [draw_race_line(race, row, RACE_STYLES[index]) for row in rows]
    return Rendering([header, *lines][: race.height])


def draw_race_line(race: Race, row: RaceRow, style: str) -> Line:
    """Draw one row of a search in a race: a bar in `style`, or only words if it has no bar.

    Hatching after the bar shows how many more nodes the search with the most nodes has visited.
    """
    if row.bar is None:
        if not row.left:
            return []
        room = race.width - cell_len(row.left)
        return [(row.left, "dim"), (row.right.rjust(room), "dim")]
    bar = bar_of_length(row.bar)
    # `ghost` is the length of the bar with its hatching.
    hatching = REMAINING_SIGN * max(0, row.ghost - len(bar))
    cells = [(bar, style), (hatching, "to-come")]
    if not race.is_compact:
        return cells
    # On a small screen the names are beside the bars, not above them.
    left, right = race.margins
    before = (row.left.ljust(left), "dim")
    after = (row.right.rjust(right), "dim")
    return [before, *fit_line(cells, race.room), after]
