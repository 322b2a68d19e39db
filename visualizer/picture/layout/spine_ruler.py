"""The measures of a spine: how many places stand beside each other, and how many plies below each other."""

from dataclasses import dataclass, replace
from functools import lru_cache

from visualizer.look.numbers import show
from visualizer.measures.summary import two_byte_field
from visualizer.picture.layout.node_measures import LARGE, LETTERS, LayoutLimits, NodeMeasures
from visualizer.picture.layout.whole_tree import WIDEST_MEAN
from visualizer.run import Run
from visualizer.trace.rows import DEPTH_OFFSET, MovePath

FEW = 3
"""Where fewer places fit, there is one on each side of the spine, as wide as the rest allows."""
LEAST_BESIDE = 5
"""The least width of these, in letters: room for a count."""
TIGHT, LOOSE = 1, 2
"""Letters between two places, and on each side of a label for the sign of a state."""
MANY = 7
"""The number of places that must fit for labels to be loose."""
LOOSER = 4
"""Extra columns per label when there is room."""
NARROWEST, WIDEST = 7, 16
"""The least and greatest width of a label, in letters."""
SAMPLE = 4096
"""Rows sampled to estimate the width of values."""
LARGEST = [(boxed, words) for words in LETTERS for boxed, _ in LARGE if words < 2 * boxed]
"""Boxes of several lines, and the lines of words beside them."""
PLIES, ROWS = 3, 2
"""How many plies must fit for large nodes, unless all do, and how many rows of them on every page for large words."""
BESIDE_SHARES = 1, 0.5, 0
"""How wide places beside a spine of large nodes are, as a share of those on it: as much as can be had is preferred.

Words are only large where there is some of it.
"""
ROOMY = 5
"""The number of plies that must fit, unless all do, for nodes to be large."""
MOST_BELOW = 10
"""The most plies below each other where the page is as large as the tree."""


@dataclass(frozen=True, slots=True)
class SpineRuler:
    """The measures of nodes, the column of the spine, the distance of places, and their number on each side."""

    measures: NodeMeasures
    middle: int
    pitch: int
    left: int
    right: int
    width: int
    """Width of a place on the spine, in letters."""
    beside: int
    """Width of a place beside it, in letters."""
    plies: int
    """The number of plies that fit below the root, or below the line that stands for the upper plies."""
    columns: int
    rows: int
    lined: bool = False
    """Whether the upper plies have a line each, instead of one for all."""

    def fitting(self, first: int) -> int:
        """Return the number of plies that fit below a ply, of which and of those above only the spine is drawn."""
        if not (first and self.lined):
            return self.plies
        spare = self.rows - self.measures.note - first - 1 + self.measures.height - self.measures.window
        return spare // self.measures.height

    def least_rows(self, deepest: int) -> int:
        """Return how many rows of nodes each page has at least: the first has the root's, too."""
        later = (min(self.fitting(first), deepest - first) for first in range(1, self.last(deepest) + 1))
        return min((self.plies + 1, *later))

    def last(self, deepest: int) -> int:
        """Return the first ply below which all others fit; `deepest` if none does."""
        return next((first for first in range(deepest) if first + self.fitting(first) >= deepest), deepest)

    def top(self, ply: int, first: int) -> int:
        """Return the line of the edges to a ply, on the page whose rows begin below a ply."""
        above = first + 1 - self.measures.root if first and self.lined else 0
        return self.measures.top(ply - first) + above


def deepest_below(run: Run, top: MovePath) -> int:
    """Return the number of plies below a path, as far as is known."""
    return max(0, min(run.depth, deepest_of(run, sampled(run))) - len(top))


def ruler_of(run: Run, top: MovePath, limits: LayoutLimits) -> SpineRuler:
    """Return the measures of the spine below a path, the same at every step."""
    rows, deepest = sampled(run), min(deepest_below(run, top), limits.plies)
    for share in BESIDE_SHARES:
        for boxed, words in LARGEST if limits.large else ():
            large = NodeMeasures(boxed=boxed, windowed=limits.windowed, words=words)
            width = large.label(len("≥") + longest_of(run, rows)) - LOOSE  # the frame alone is left beside the longest
            ruler = measured(limits, width, deepest, large)
            is_wide = ruler.width >= width and ruler.beside >= share * width and (share or words == 1)
            is_high = ruler.plies >= min(deepest, PLIES) if words == 1 else ruler.least_rows(deepest) >= ROWS
            if is_wide and is_high:
                return ruler
    return measured(limits, widest(run, rows, windows=limits.all_windows and limits.windowed), deepest)


def measured(limits: LayoutLimits, width: int, deepest: int, large: NodeMeasures | None = None) -> SpineRuler:
    """Return the measures of a spine: with `large` nodes, else the largest of which all plies fit, or enough."""
    most = 2 * max(1, limits.beside) + 1
    columns = limits.columns or limits.margin + most * (width + 3 * LOOSE)
    room = columns - limits.margin
    spare = LOOSE if room // (width + 3 * LOOSE) >= MANY or not limits.columns else TIGHT
    least = width + 3 * spare
    count = min(max(1, (room + spare) // least), most)
    pitch = min(least + LOOSER, max(least, room // count))
    wide = beside = pitch - spare
    if count < FEW <= most:
        wide, beside = few_widths(room, width, spare)
        count, pitch = FEW, (wide + beside) // 2 + spare
    left = count // 2
    outermost = beside + spare
    unused = max(0, room - (count - 1) * pitch - outermost)
    middle = limits.margin + unused // 2 + left * pitch + (outermost - 1) // 2
    choices = limits.measures.along(spare, windowed=limits.windowed) if large is None else (large,)
    choices = choices if limits.boxed else choices[-1:]
    enough = deepest if fitting(choices[-1], limits, deepest) >= deepest else ROOMY
    measures = next((each for each in choices if fitting(each, limits, deepest) >= enough), choices[-1])
    plies = fitting(measures, limits, deepest)
    rows = limits.rows or measures.lines(plies)
    if shown := min(plies, deepest):
        measures, _ = measures.stretched(rows - measures.note - measures.lines(shown), shown)
    ruler = SpineRuler(measures, middle, pitch, left, count - 1 - left, wide, beside, plies, columns, rows)
    lined = replace(ruler, lined=limits.lined)
    return lined if lined.last(deepest) < deepest else ruler


def few_widths(room: int, width: int, spare: int) -> tuple[int, int]:
    """Return the widths of a place on the spine and of one beside it, which gets what is left.

    >>> few_widths(28, 9, 1), few_widths(20, 9, 1)
    ((11, 7), (8, 5))
    """
    beside = max(LEAST_BESIDE, (room - width) // 2 - 2 * spare)
    return min(width + 2 * spare, room - 2 * (beside + spare)), beside


def fitting(measures: NodeMeasures, limits: LayoutLimits, deepest: int) -> int:
    """Return the number of plies that fit below the root: the last has no window, and a line says the best moves."""
    if not limits.rows:
        return min(deepest, MOST_BELOW)
    return (limits.rows - measures.note - measures.lines(0)) // measures.height


def sampled(run: Run) -> int:
    """Return the rows from which depth and values are estimated: all, or a power of two while the search runs."""
    known = len(run.trace)
    return known if run.trace.finished else 1 << known.bit_length() >> 1


@lru_cache(maxsize=16)
def deepest_of(run: Run, rows: int) -> int:
    """Return the depth of a tree in plies, as far as the first rows tell."""
    known = rows // 2 if rows > SAMPLE and not rows & (rows - 1) else 0  # which was asked while the search ran
    return max(
        deepest_of(run, known) if known else 0, max(two_byte_field(run.trace, DEPTH_OFFSET, known, rows), default=0)
    )


def longest_of(run: Run, rows: int) -> int:
    """Return the letters of the longest value to come, estimated from some rows."""
    if run.trace.adds:
        return len(WIDEST_MEAN)
    longest = longest_among(run, min(rows, SAMPLE))
    return 2 * longest + len("( … )") if run.has_chance else longest


@lru_cache(maxsize=16)
def longest_among(run: Run, rows: int) -> int:
    """Return the letters of the longest value of the first rows."""
    return max((len(show(run.trace.value(row))) for row in range(rows)), default=1)


@lru_cache(maxsize=16)
def widest(run: Run, rows: int, *, windows: bool) -> int:
    """Return the width of the widest label to come, without the signs beside it, estimated from some rows."""
    longest = longest_of(run, rows)
    name = max(map(len, run.choices(())), default=0) + 2 * len(" ≠")
    label = min(WIDEST, max(len("▲ ≥") + longest, name))
    return max(NARROWEST, label, 2 * (len("α ") + max(longest, len("−∞"))) + 3 if windows else 0)
