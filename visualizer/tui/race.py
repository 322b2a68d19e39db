"""The race of several searches, drawn in cells."""

from rich.cells import cell_len

from games import Game
from visualizer.picture.charts.race import Race, RaceRow
from visualizer.tui.bars import block
from visualizer.tui.styled_lines import Line, Rendering, fitted

STYLES = ("best", "open", "alpha")
"""The styles of the searches, from the left."""
GHOST = "░"


def draw(race: Race, number: int, game: Game, *, first: bool) -> Rendering:
    """Draw the blocks of one search; `first` says whether MAX is to move at the root."""
    header: Line = [(race.header(number), "strong" if race.ended[number] else "text")]
    rows = (line(race, row, STYLES[number]) for row in race.rows(number, game, first=first))
    return Rendering([header, *rows][: race.height])


def line(race: Race, row: RaceRow, style: str) -> Line:
    """Draw a line of a search."""
    if row.bar is None:
        return [(row.left, "dim"), (row.right.rjust(race.width - cell_len(row.left)), "dim")] if row.left else []
    full = block(row.bar)
    cells: Line = [(full, style), (GHOST * max(0, row.ghost - len(full)), "to-come")]
    if not race.is_compact:
        return cells
    left, right = race.margins
    return [(row.left.ljust(left), "dim"), *fitted(cells, race.room), (row.right.rjust(right), "dim")]
