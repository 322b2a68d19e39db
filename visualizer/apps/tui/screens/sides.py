"""Searches that are compared: which leads, how the others are aligned with it, and what is said of each."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from visualizer.apps.actions import main_key_of
from visualizer.apps.activities.exploring import Arrival, Session
from visualizer.apps.tui.cells.bars import RACE_STYLES, ProgressBar, draw_progress_bars
from visualizer.apps.tui.cells.large_words import enlarge_words
from visualizer.apps.tui.cells.styled_lines import (
    Line,
    Rendering,
    first_fitting_line,
    width_of,
    with_ellipsis,
)
from visualizer.apps.tui.panes.board import board_pane_size
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.screens.headings import HEADING_SEPARATOR, depth_heading, position_heading
from visualizer.draw.boards.contents import is_worth_drawing
from visualizer.draw.picture.charts.race import Race
from visualizer.explaining.comparison.compare import Comparison, compare, search_titles
from visualizer.explaining.comparison.report import shortened_names
from visualizer.explaining.measures.summary import PlyCounts, count_in_words, visit_counts
from visualizer.searching.run import Run
from visualizer.trace.counts import total_nodes
from visualizer.trace.jumps import CUT_JUMPS, jump_instead_of
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep

BY_POSITION, BY_ROOT_MOVE, BY_STEP = ALIGNMENTS = ("position", "root move", "step")
"""Aligned at the same position where all visit it, at the end of the same root move, or by step number."""
SIDE_SLICE_SECONDS = 0.006
"""Seconds that each search may have at a time."""
MIN_COLUMNS_WITH_BOARD = 100
MAX_BOARD_SHARE = 0.42
"""Least columns of a screen with a board, and the largest share of its lines that a board may take."""
SIDE_FRAME_CELLS = 2
"""Lines and columns of a pane's frame."""
TIMELINE_ACTIONS = ("play", "backwards", "next", "previous", "first", "last", "go")
"""Actions that count steps of the common timeline, whichever search leads."""
DIFFERENCE_LEGEND: Line = [("≠", "alpha"), (" visited by one search only", "dim")]


@dataclass
class Side:
    """One of the searches: its scene, its view, and a remark about its step."""

    scene: Scene
    view: str
    remark: str = ""

    @cached_property
    def plies(self) -> PlyCounts:
        """The counts of its plies, with nothing counted at first."""
        return PlyCounts(self.run.trace)

    @property
    def run(self) -> Run:
        """Return the run."""
        return self.scene.run


class Sides(list[Side]):
    """Two or three searches of one position, from left to right.

    `lead` is the index of the one that the keys step; `chosen_mode` says by what the others are aligned
    with it, "" while nobody has chosen.
    """

    def __init__(self, runs: Sequence[Run], view: str) -> None:
        """Begin at step 0 of every search; the first leads."""
        super().__init__(Side(Scene(run), view) for run in runs)
        self.chosen_mode = ""
        self.lead = 0
        self._name_and_mark()

    @property
    def leader(self) -> Side:
        """Return the side that leads."""
        return self[self.lead]

    @property
    def is_race(self) -> bool:
        """Return whether the sides are shown as a race: all nodes, on one scale."""
        return self.leader.view == "overview"

    @property
    def is_over(self) -> bool:
        """Return whether all have finished, and their last steps are shown."""
        return all(side.scene.tree.at_end for side in self)

    @property
    def mode(self) -> str:
        """Return how the others are aligned with the leading one; races and searches by random games are by step."""
        if self.chosen_mode:
            return self.chosen_mode
        by_step = self.is_race or any(run.style.alignment == BY_STEP for run in self.runs)
        return BY_STEP if by_step else BY_POSITION

    @property
    def runs(self) -> list[Run]:
        """Return the runs."""
        return [side.run for side in self]

    def _name_and_mark(self) -> None:
        """Name the searches, and give every scene the other runs, so that it marks what they do not visit."""
        self.names = shortened_names(search_titles([run.recipe.search for run in self.runs]))
        for side in self:
            side.scene = side.scene.at(
                others=tuple(run for run in self.runs if run is not side.run)
            )

    def nearest_with_cuts(self) -> int:
        """Return the index of the leading side, or, if it can have no cutoff, of the next one that can."""
        places = [(self.lead + by) % len(self) for by in range(len(self))]
        for place in places:
            run = self[place].run
            if run.trace.cuts or (run.algorithm.uses_window and not run.trace.finished):
                return place
        return self.lead

    def swap(self) -> None:
        """Reverse the order of the sides; the same search goes on leading."""
        self.reverse()
        self.lead = len(self) - 1 - self.lead
        self._name_and_mark()

    def replace(self, run: Run) -> None:
        """Replace the leading search."""
        self[self.lead] = Side(Scene(run), self.leader.view)
        self._name_and_mark()

    def comparison(self) -> Comparison:
        """Return the comparison of the runs as they are."""
        runs = {run.recipe.search: run for run in self.runs}
        searches = [run.recipe.search for run in self.runs]
        return compare(self.runs[0].recipe.where, searches, lambda recipe: runs[recipe.search])

    def board_room(self, width: int, height: int) -> tuple[int, int]:
        """Return the columns and lines of the board on a screen of a width and height, no lines where it has no room.

        A race shows none.
        """
        board = self.runs[0].root.board()
        columns, least, lines = board_pane_size(board)
        has_room = width >= MIN_COLUMNS_WITH_BOARD and is_worth_drawing(board) and not self.is_race
        wishes = (lines + SIDE_FRAME_CELLS, least + SIDE_FRAME_CELLS) if has_room else ()
        return columns + 2 * SIDE_FRAME_CELLS + 1, next(
            (each for each in wishes if each <= height * MAX_BOARD_SHARE), 0
        )

    def race(self, width: int, height: int) -> Race:
        """Return the race at this step, on a scale that fits all sides of a width and height."""
        return Race.of(
            [side.scene.tree for side in self], [side.plies for side in self], width, height
        )

    # Time.

    def clock(self, action: str = "play") -> Run:
        """Return the run whose steps an action counts: aligned by step, the longest one, else the leading one."""
        if self.mode != BY_STEP or action not in TIMELINE_ACTIONS:
            return self.leader.run
        unfinished = action == "last"
        return max(
            self.runs, key=lambda run: (unfinished and not run.trace.finished, run.trace.last_step)
        )

    @property
    def beat(self) -> Scene:
        """Return the scene of the run whose steps the timeline counts."""
        clock = self.clock()
        return next(side.scene for side in self if side.run is clock)

    def search(self) -> bool:
        """Let every search go on for a slice of time; return whether any had not finished."""
        busy = [run for run in self.runs if not run.trace.finished]
        for run in busy:
            run.advance(seconds=SIDE_SLICE_SECONDS)
        return bool(busy)

    def show(self, step: int, changes: dict[str, object]) -> None:
        """Go to a step of the clock in the leading search and to what corresponds in the others, with other changes."""
        lead = self.leader
        lead.scene = lead.scene.at(step=min(step, lead.run.trace.last_step), **changes)
        lead.remark = ""
        for side in self:
            if side is not lead:
                self._follow(side, step, changes)

    def _follow(self, side: Side, step: int, changes: dict[str, object]) -> None:
        """Bring a side to the step that corresponds to the leading one, with the same changes."""
        if self.mode == BY_STEP:
            side.run.advance(step=step, seconds=SIDE_SLICE_SECONDS)
            there = min(step, side.run.trace.last_step)
            side.remark = ""
        else:
            there, side.remark = corresponding_step(
                self.leader.scene, side.run, side.scene.step, self.mode
            )
        side.scene = side.scene.at(step=there, **changes)

    def go_to(self, path: MovePath) -> None:
        """Go to the step in which each search that visited a node finishes with it, and select it."""
        for side in self:
            node = side.run.node_at(path)
            if node is not None:
                side.scene = side.scene.at(step=leaving_step(side.run, node), selected=path)
        self.chosen_mode = BY_POSITION


class SidesSession(Session):
    """Moves the step of the common timeline, and lets every search go on."""

    def __init__(self, sides: Sides, step: int) -> None:
        """Begin at a step, in a race at step 0."""
        super().__init__(sides.leader.run, 0 if sides.is_race else step)
        self.sides = sides

    def search(self) -> bool:
        """Let every search go on for a slice of time, and align the others again: they may have reached their step."""
        busy = self.sides.search()
        if busy:
            self.sides.show(self.step, {})
        return busy

    def let_lead(self, place: int) -> None:
        """Let the search with this index lead, from its own step."""
        self.sides.lead = place
        self.stand(
            self.sides.clock(),
            self.step if self.sides.mode == BY_STEP else self.sides.leader.scene.step,
        )

    def is_beyond(self, name: str) -> bool:
        """Return whether a jump leads nowhere; to a cutoff another side may lead, if it has some."""
        if name in CUT_JUMPS and self.sides.nearest_with_cuts() != self.sides.lead:
            return False
        self.run = self.sides.clock(name)  # as for the jump itself
        return super().is_beyond(name)

    def travel(self, name: str) -> Arrival:
        """Jump to another step; aligned by root move, one step is one root move."""
        self.run = self.sides.clock(name)
        if self.sides.mode == BY_ROOT_MOVE and name in ("next", "previous"):
            step = next_root_move(self.run, self.step, 1 if name == "next" else -1)
            if step is None:
                self.note = "no root move is finished there"
                return Arrival.NOWHERE
            self.playing = 0
            self.seek(step)
            return Arrival.THERE
        arrival = super().travel(name)
        cuts_elsewhere = (
            name == "next_cut" and len(self.sides) > 1 and not jump_instead_of(self.trace, name)
        )
        if arrival is Arrival.NOWHERE and cuts_elsewhere:
            self.note = f"this side has no cutoff there ({main_key_of('side')}: the other side)"
        return arrival


def sides_heading(sides: Sides, scale: str, width: int) -> Line:
    """Return what is the same for all, with the scale of a race, which on a narrow screen takes the depth's place."""
    run = sides.runs[0]
    asked = [side.run.recipe.search for side in sides]
    evaluations = {search.evaluation for search in asked} - {
        None
    }  # which a search written elsewhere may not say
    same = len({search.depth for search in asked}) == 1 and len(evaluations) <= 1
    line = [
        *position_heading(run),
        (depth_heading(run) if same else "different depths or evaluations", "dim"),
    ]
    if not scale:
        return line
    short = position_heading(run, named=False)
    ways = [
        [*begin, (scale, "strong")]
        for begin in ([*line, HEADING_SEPARATOR], short, [short[0], HEADING_SEPARATOR])
    ]
    return first_fitting_line(ways, width)


def name_line(sides: Sides, number: int) -> Line:
    """Return the name of a search, a mark if it leads, and its step or the remark about it."""
    side = sides[number]
    name = sides.names[number]
    run = side.run
    mark = "▸ " if side is sides.leader else "  "
    if sides.is_race:
        return [(mark, "key"), (name, RACE_STYLES[number])]
    step = f"{side.scene.step:,}"
    if len(sides) < 3:  # there is room for more
        step += f" of {'' if run.trace.finished else '≥ '}{run.trace.steps:,}"
    if side.remark:
        where = (side.remark, "cut")
    else:
        where = (f"{step} ✓" if side.scene.tree.at_end else step, "dim")
    return [(mark, "key"), (f"{name}  ", "value"), where]


def large_names(
    sides: Sides, number: int, width: int, heights: tuple[int, int], *, has_others: bool
) -> list[Line]:
    """Return a search and its number of nodes in letters of some heights; with `has_others` the others below them."""
    side = sides[number]
    lines = list[Line]()
    if sides.is_race:
        style = RACE_STYLES[number]
    elif side is sides.leader:
        style = "key"
    else:
        style = "text"
    visited = [
        count_in_words(visit_counts(each.scene.tree).nodes, "node", "nodes") for each in sides
    ]
    texts = (sides.names[number], style), (visited[number], "strong")
    for (words, looks), high in zip(texts, heights, strict=True):
        if high == 1:
            drawn = [sides.leader.scene.spelled(words)]
        else:
            drawn = enlarge_words(words, high)
        lines += [with_ellipsis([(f" {line}", looks)], width) for line in drawn]
    if has_others:
        told = [f"{name}: {nodes}" for name, nodes in zip(sides.names, visited, strict=True)]
        lines.append(
            with_ellipsis([(f" {' · '.join(told[:number] + told[number + 1 :])}", "dim")], width)
        )
    return lines


def node_bars(sides: Sides, width: int) -> Rendering:
    """Draw how many nodes each search has visited at its step, as bars on one scale.

    Below stands at which places the searches try the move at hand, if they differ, and what the sign means.
    """
    rows = []
    for name, side, style in zip(sides.names, sides, RACE_STYLES, strict=False):
        run = side.run
        now = visit_counts(side.scene.tree)
        total = total_nodes(run.trace)
        words = f"{now.nodes:,} of {total:,}{'' if run.trace.finished else '+'}"
        more = f"{now.leaves:,} leaves, {now.cutoffs:,} cutoff{'' if now.cutoffs == 1 else 's'}"
        rows.append(
            ProgressBar(name, now.nodes, total, words, more, style if sides.is_race else "open")
        )
    done = all(run.trace.finished for run in sides.runs)
    title = "nodes" if done else "nodes, so far"
    if sides.is_race:
        return Rendering(draw_progress_bars(rows, width), title=title)
    said = compare_places(sides)
    line: Line = [(f"{said}   ", "text"), *DIFFERENCE_LEGEND]
    if not said:
        below = DIFFERENCE_LEGEND
    elif width_of(line) <= width:
        below = line
    else:
        below = line[:1]
    return Rendering([*draw_progress_bars(rows, width), below], title=title)


# The step of the others that corresponds to a step of the leading search.


def corresponding_step(lead: Scene, other: Run, at: int, mode: str) -> tuple[int, str]:
    """Return the step of another search that corresponds to the leading one's scene, and a remark.

    `mode` is `position` or `root move`. `at` is the other's present step: it stays there if it has nothing that
    corresponds. Where it never visits a position, that is where it leaves the last one on the way there.
    """
    if not lead.tree.visits:
        return 0, ""
    path = lead.happening[: 1 if mode == BY_ROOT_MOVE else None]
    node = lead.tree.node_at(path)
    twin = other.node_at(path)
    if node is None:
        return at, ""
    if twin is None:
        if mode == BY_POSITION and other.trace.finished:
            found = leaving_step_above(other, path)
        else:
            found = None
        return found or (at, say_unvisited(other, path))
    if node == lead.cut_now:
        return leaving_step(other, twin), ""
    last = other.trace.last_step
    if lead.tree.returned(node):
        step = TreeAtStep(other.trace).return_step(twin)
    else:
        step = other.trace.enter_step(twin)
    return (last if step is None else min(step, last)), ""


def leaving_step(run: Run, node: int) -> int:
    """Return the step in which a search cuts or leaves a node; its last step while that is open."""
    visit = TreeAtStep(run.trace).visit(node)
    trace = run.trace
    step = trace.cut_step(visit) or trace.return_step(visit)
    return trace.last_step if step is None else step


def leaving_step_above(other: Run, path: MovePath) -> tuple[int, str] | None:
    """Return the step in which a search leaves the last node on a path that it does visit, and that it is cut there.

    None if it visits none.
    """
    visited = [length for length in range(len(path)) if other.node_at(path[:length]) is not None]
    if not visited:
        return None
    above = path[: visited[-1]]
    node = other.node_at(above)
    assert node is not None
    if not TreeAtStep(other.trace).is_cut(node):
        return leaving_step(other, node), say_unvisited(other, path)
    cut_before = other.move_name(path[: len(above) + 1])
    return leaving_step(
        other, node
    ), f"{other.moves_to(above) or 'the root'} is cut before {cut_before}"


def say_unvisited(other: Run, path: MovePath) -> str:
    """Say that a search never visits a node, or has not reached it yet."""
    name = other.moves_to(path)
    return f"never visits {name}" if other.trace.finished else f"has not come to {name}"


def compare_places(sides: Sides) -> str:
    """Say where each search tries the first move on the leading one's path that they try at different places, else "".

    >>> ordinal_number(1, 12), ordinal_number(2, 12), ordinal_number(12, 12), ordinal_number(22, 40), ordinal_number(11, 40)
    ('first', '2nd', 'last', '22nd', '11th')
    """
    path = sides.leader.scene.happening
    for length in range(1, len(path) + 1):
        tried = [place_words(run, path[:length]) for run in sides.runs]
        own = tried[sides.lead]
        if own and any(place not in ("", own) for place in tried):
            move = sides.leader.run.moves_to(path[:length])
            each = [
                f"{place or 'not'} by {name}"
                for place, name in zip(tried, sides.names, strict=True)
            ]
            return f"{move} is tried {'; '.join(each)}"
    return ""


def place_words(run: Run, path: MovePath) -> str:
    """Return the place in which a search tries the last move of a path, "" if it does not."""
    node = run.node_at(path)
    tree = TreeAtStep(run.trace)
    if node is None:
        place = 0
    else:
        place = tree.ordinal(node)
    if node is not None and place:
        return ordinal_number(place, tree.move_count(tree.parent(node)))
    return ""


def ordinal_number(place: int, of: int) -> str:
    """Return a place among some in words."""
    if place in (1, of):
        return "first" if place == 1 else "last"
    if place % 100 in (11, 12, 13):
        ending = "th"
    else:
        ending = {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


def next_root_move(run: Run, step: int, by: int) -> int | None:
    """Return the step in which the next (1) or previous (-1) root move is finished."""
    whole = TreeAtStep(run.trace)
    if not whole.visits:
        return None
    steps = [found for node in whole.children(0) if (found := whole.return_step(node)) is not None]
    if by > 0:
        return min((found for found in steps if found > step), default=None)
    return max((found for found in steps if found < step), default=None)
