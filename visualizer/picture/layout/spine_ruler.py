"""Where things stand along a spine: how many places have room beside each other, how many plies below."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from visualizer.look.numbers import show
from visualizer.picture.layout.limits import LayoutLimits
from visualizer.picture.layout.node_measures import NodeMeasures
from visualizer.picture.layout.value_widths import WIDEST_MEAN
from visualizer.run import Run
from visualizer.trace.rows import DEPTH_OFFSET, SIZE, MovePath, Passes

FEW = 3
"""Where fewer places have room, those beside the spine get what is left, one on each side."""
LEAST_BESIDE = 5
"""Letters of the least of them, which has a count."""
TIGHT, LOOSE = 1, 2
"""Letters between two places, and for the sign of a state on each side of a label."""
MANY = 7
"""Labels are loose where so many places have room for it."""
LOOSER = 4
"""So many more where there is room."""
NARROWEST, WIDEST = 7, 16
"""Letters of a label."""
SAMPLE = 4096
"""So many rows are asked how long values are."""
ROOMY = 5
"""Nodes are roomy where so many plies of them fit, or all."""
MOST_BELOW = 10
"""So many plies are drawn below each other where there is as much room as it takes."""


@dataclass(frozen=True, slots=True)
class SpineRuler:
    """Where things stand along a spine: a measures, a middle column, a distance, and places on the left and right."""

    measures: NodeMeasures
    middle: int
    pitch: int
    left: int
    right: int
    width: int
    """Letters of a place on the spine."""
    beside: int
    """Letters of a place beside it."""
    plies: int
    """How many plies fit below the root, or below the line that stands for those above."""
    columns: int
    rows: int

    @property
    def places(self) -> int:
        """Return how many places a ply has."""
        return self.left + 1 + self.right


def deepest_below(run: Run, top: MovePath) -> int:
    """Return how many plies there are below a path, as far as is known."""
    return max(0, min(run.depth, deepest_of(run, sampled(run))) - len(top))


def ruler_of(run: Run, top: MovePath, limits: LayoutLimits) -> SpineRuler:
    """Return where things stand along a spine below a path, the same at every step."""
    width = widest(run, sampled(run), windows=limits.all_windows and limits.windowed)
    return measured(limits, width, min(deepest_below(run, top), limits.plies))


def measured(limits: LayoutLimits, width: int, deepest: int) -> SpineRuler:
    """Return where things stand: in the roomiest measures of which all plies have room, or many."""
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
    forms = limits.measures.along(spare, windowed=limits.windowed)
    enough = deepest if fitting(forms[-1], limits, deepest) >= deepest else ROOMY
    measures = next((each for each in forms if fitting(each, limits, deepest) >= enough), forms[-1])
    plies = fitting(measures, limits, deepest)
    rows = limits.rows or measures.lines(plies)
    if plies >= deepest > 0:
        measures, _ = measures.stretched(rows - measures.note - measures.lines(deepest), deepest)
    return SpineRuler(measures, middle, pitch, left, count - 1 - left, wide, beside, plies, columns, rows)


def few_widths(room: int, width: int, spare: int) -> tuple[int, int]:
    """Return the widths of a place on the spine and of one on each side, which get what that leaves.

    >>> few_widths(28, 9, 1), few_widths(20, 9, 1)
    ((11, 7), (8, 5))
    """
    beside = max(LEAST_BESIDE, (room - width) // 2 - 2 * spare)
    return min(width + 2 * spare, room - 2 * (beside + spare)), beside


def fitting(measures: NodeMeasures, limits: LayoutLimits, deepest: int) -> int:
    """Return how many plies fit below the root: the last one has no window, and what is below says the best moves."""
    if not limits.rows:
        return min(deepest, MOST_BELOW)
    return (limits.rows - measures.note - measures.lines(0)) // measures.height


def sampled(run: Run) -> int:
    """Return how many rows are asked how deep the tree is and how long its values are; twofold, as long as it grows."""
    known = len(run.trace)
    return known if run.trace.finished else 1 << known.bit_length() >> 1


@lru_cache(maxsize=16)
def deepest_of(run: Run, rows: int) -> int:
    """Return how deep a tree is, in plies, as far as the first rows tell."""
    low, high = (run.trace.rows[at : rows * SIZE : SIZE] for at in (DEPTH_OFFSET, DEPTH_OFFSET + 1))
    if not any(high):
        return max(low, default=0)
    return max(256 * more + less for less, more in zip(low, high, strict=True))


@lru_cache(maxsize=16)
def widest(run: Run, rows: int, *, windows: bool) -> int:
    """Return how wide the widest label is that can come, without the signs beside it, as far as some rows tell."""
    trace = run.trace
    values = (
        [WIDEST_MEAN] if trace.passes is Passes.ADD else [show(trace.value(row)) for row in range(min(rows, SAMPLE))]
    )
    longest = max(map(len, values), default=1)
    name = max(map(len, run.choices(())), default=0) + 2 * len(" ≠")
    label = min(WIDEST, max(len("▲ ≥") + longest, name))
    return max(NARROWEST, label, 2 * (len("α ") + max(longest, len("−∞"))) + 3 if windows else 0)
