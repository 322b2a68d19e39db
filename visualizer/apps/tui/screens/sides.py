"""The compared searches: which one leads, and the steps of the others that correspond."""

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
from visualizer.searching.recipe import Recipe
from visualizer.searching.run import Run
from visualizer.trace.counts import total_nodes
from visualizer.trace.jumps import CUT_JUMPS, jump_instead_of
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep

BY_POSITION = "position"
BY_ROOT_MOVE = "root move"
BY_STEP = "step"
ALIGNMENTS = (BY_POSITION, BY_ROOT_MOVE, BY_STEP)
"""How the steps of the searches correspond: by position, root move, or step number."""
SIDE_SLICE_SECONDS = 0.006
"""Seconds that each search gets at a time."""
MIN_COLUMNS_WITH_BOARD = 100
"""Minimum columns of a screen that shows a board."""
MAX_BOARD_SHARE = 0.42
"""The largest share of the screen's lines that a board may take."""
SIDE_FRAME_CELLS = 2
"""Lines and columns of a pane's frame."""
TIMELINE_ACTIONS = ("play", "backwards", "next", "previous", "first", "last", "go")
"""Actions that count the steps of the common timeline, whichever search leads."""
ROOT_MOVE_JUMPS = {"next": 1, "previous": -1}
"""Jumps that go to the end of another root move if the searches are aligned by root move."""
DIFFERENCE_LEGEND: Line = [("≠", "alpha"), (" visited by one search only", "dim")]


@dataclass
class Side:
    """One of the searches: its scene, its view, and a remark about its step."""

    scene: Scene
    view: str
    remark: str = ""

    @cached_property
    def plies(self) -> PlyCounts:
        """The counts of each ply, which are computed on demand."""
        return PlyCounts(self.run.trace)

    @property
    def run(self) -> Run:
        """Return the run of the scene."""
        return self.scene.run


class Sides(list[Side]):
    """Two or three searches of one position, from left to right.

    The keys step the leading search, whose index is `leader_index`; the others are aligned with it.
    `chosen_alignment` is the one that the user has chosen, "" for the usual one.
    """

    def __init__(self, runs: Sequence[Run], view: str) -> None:
        """Begin at step 0 of every search; the first leads."""
        super().__init__(Side(Scene(run), view) for run in runs)
        self.chosen_alignment = ""
        self.leader_index = 0
        self._name_and_mark()

    @property
    def leader(self) -> Side:
        """Return the side that leads."""
        return self[self.leader_index]

    @property
    def is_race(self) -> bool:
        """Return whether the sides are shown as a race, which draws all nodes on one scale."""
        return self.leader.view == "overview"

    @property
    def is_over(self) -> bool:
        """Return whether all searches show their last steps."""
        return all(side.scene.tree.at_end for side in self)

    @property
    def alignment(self) -> str:
        """Return the alignment; races and searches by random games are usually aligned by step."""
        if self.chosen_alignment:
            return self.chosen_alignment
        if self.is_race or any(run.style.alignment == BY_STEP for run in self.runs):
            return BY_STEP
        return BY_POSITION

    @property
    def runs(self) -> list[Run]:
        """Return the runs."""
        return [side.run for side in self]

    def _name_and_mark(self) -> None:
        """Name the searches, and let each scene mark the moves that the others do not visit."""
        self.names = shortened_names(search_titles([run.recipe.search for run in self.runs]))
        for side in self:
            others = tuple(run for run in self.runs if run is not side.run)
            side.scene = side.scene.at(others=others)

    def nearest_with_cuts(self) -> int:
        """Return the index of the leader if it may have cutoffs, else of the next side that may.

        After the last side, go on with the first. If no side may have cutoffs, return the leader's
        index.
        """
        for distance in range(len(self)):
            index = (self.leader_index + distance) % len(self)
            run = self[index].run
            may_still_cut = run.algorithm.uses_window and not run.trace.finished
            if run.trace.cuts or may_still_cut:
                return index
        return self.leader_index

    def swap(self) -> None:
        """Reverse the order of the sides; the same search goes on leading."""
        self.reverse()
        self.leader_index = len(self) - 1 - self.leader_index
        self._name_and_mark()

    def replace(self, run: Run) -> None:
        """Replace the leading search."""
        self[self.leader_index] = Side(Scene(run), self.leader.view)
        self._name_and_mark()

    def comparison(self) -> Comparison:
        """Compare the runs as far as they have come."""
        runs_by_search = {run.recipe.search: run for run in self.runs}

        def run_of(recipe: Recipe) -> Run:
            # The runs are there already, so that nothing is searched again.
            return runs_by_search[recipe.search]

        searches = [run.recipe.search for run in self.runs]
        return compare(self.runs[0].recipe.where, searches, run_of)

    def board_room(self, width: int, height: int) -> tuple[int, int]:
        """Return the columns and lines of the pane with the board.

        `width` and `height` are those of the screen. The pane has 0 lines in a race, and if there
        is no room or no board to draw.
        """
        board = self.runs[0].root.board()
        columns, min_lines, full_lines = board_pane_size(board)
        pane_columns = columns + 2 * SIDE_FRAME_CELLS + 1
        has_board = not self.is_race and is_worth_drawing(board)
        if not has_board or width < MIN_COLUMNS_WITH_BOARD:
            return pane_columns, 0
        for board_lines in (full_lines, min_lines):
            pane_lines = board_lines + SIDE_FRAME_CELLS
            if pane_lines <= height * MAX_BOARD_SHARE:
                return pane_columns, pane_lines
        return pane_columns, 0

    def race(self, width: int, height: int) -> Race:
        """Return the race at this step, on one scale that fits sides of this width and height."""
        trees = [side.scene.tree for side in self]
        plies = [side.plies for side in self]
        return Race.of(trees, plies, width, height)

    def run_stepped_by(self, action: str = "play") -> Run:
        """Return the run whose steps an action such as `play` or `last` counts.

        Usually this is the leader's run. If the searches are aligned by step, it is the longest
        run.
        """
        if self.alignment != BY_STEP or action not in TIMELINE_ACTIONS:
            return self.leader.run
        runs = self.runs
        if action == "last":
            # A search that goes on may become the longest one.
            runs = [run for run in runs if not run.trace.finished] or runs
        return max(runs, key=lambda run: run.trace.last_step)

    @property
    def timeline_scene(self) -> Scene:
        """Return the scene of the run whose steps the timeline counts."""
        run = self.run_stepped_by()
        return next(side.scene for side in self if side.run is run)

    def search(self) -> bool:
        """Advance every search for a slice of time; return whether any was unfinished."""
        busy = [run for run in self.runs if not run.trace.finished]
        for run in busy:
            run.advance(seconds=SIDE_SLICE_SECONDS)
        return bool(busy)

    def show(self, step: int, changes: dict[str, object]) -> None:
        """Show a step of the leading search, and the corresponding steps of the others.

        `changes` are new values for fields of all scenes, by the name of the field.
        """
        leader = self.leader
        own_step = min(step, leader.run.trace.last_step)
        leader.scene = leader.scene.at(step=own_step, **changes)
        leader.remark = ""
        for side in self:
            if side is not leader:
                self._align_side(side, step, changes)

    def _align_side(self, side: Side, step: int, changes: dict[str, object]) -> None:
        """Show the step of a side that corresponds to the leader's step.

        `changes` are new values for fields of the scene, by the name of the field.
        """
        if self.alignment == BY_STEP:
            side.run.advance(step=step, seconds=SIDE_SLICE_SECONDS)
            own_step = min(step, side.run.trace.last_step)
            side.remark = ""
        else:
            own_step, side.remark = corresponding_step(
                self.leader.scene, side.run, side.scene.step, self.alignment
            )
        side.scene = side.scene.at(step=own_step, **changes)

    def go_to(self, path: MovePath) -> None:
        """Select a node in each search that visited it, at the step that finishes with it."""
        for side in self:
            node = side.run.node_at(path)
            if node is not None:
                step = leaving_step(side.run, node)
                side.scene = side.scene.at(step=step, selected=path)
        self.chosen_alignment = BY_POSITION


class SidesSession(Session):
    """The session of the common timeline, which advances every search."""

    def __init__(self, sides: Sides, step: int) -> None:
        """Begin at a step, in a race at step 0."""
        super().__init__(sides.leader.run, 0 if sides.is_race else step)
        self.sides = sides

    def search(self) -> bool:
        """Advance every search, and align the others again: they may have reached their step."""
        busy = self.sides.search()
        if busy:
            self.sides.show(self.step, {})
        return busy

    def set_leader(self, place: int) -> None:
        """Let the search with this index lead, from its own step."""
        self.sides.leader_index = place
        step = self.step
        if self.sides.alignment != BY_STEP:
            step = self.sides.leader.scene.step
        self.show_run(self.sides.run_stepped_by(), step)

    def leads_nowhere(self, name: str) -> bool:
        """Return whether a jump leads nowhere.

        A jump to a cutoff leads to another side if the leading search has no cutoffs, but the other
        one may have some.
        """
        if name in CUT_JUMPS and self.sides.nearest_with_cuts() != self.sides.leader_index:
            return False
        # `travel` jumps in this run too.
        self.run = self.sides.run_stepped_by(name)
        return super().leads_nowhere(name)

    def make_jump(self, name: str) -> Arrival:
        """Jump to another step, and return where that led.

        If the searches are aligned by root move, `next` and `previous` go to the end of a root
        move.
        """
        self.run = self.sides.run_stepped_by(name)
        if self.sides.alignment == BY_ROOT_MOVE and name in ROOT_MOVE_JUMPS:
            return self.travel_to_root_move(ROOT_MOVE_JUMPS[name])
        arrival = super().make_jump(name)
        if arrival is not Arrival.NOWHERE or name != "next_cut":
            return arrival
        # For a search by random games, which has no cutoffs, the note already names another jump.
        is_other_side_useful = len(self.sides) > 1 and not jump_instead_of(self.trace, name)
        if is_other_side_useful:
            self.note = f"this side has no cutoff there ({main_key_of('side')}: the other side)"
        return arrival

    def travel_to_root_move(self, by: int) -> Arrival:
        """Jump to the end of the next (1) or previous (-1) root move."""
        step = next_root_move(self.run, self.step, by)
        if step is None:
            self.note = "no root move is finished there"
            return Arrival.NOWHERE
        self.playing = 0
        self.seek(step)
        return Arrival.ARRIVED


def sides_heading(sides: Sides, scale: str, width: int) -> Line:
    """Return the heading: the position, the depth of the searches, and the scale of a race.

    `scale` is "" if there is no race. On a narrow screen the depth is left out.
    """
    run = sides.runs[0]
    full = [*position_heading(run), (common_depth(sides), "dim")]
    if not scale:
        return full

    short = position_heading(run, named=False)
    title, *_ = short
    longest_first = [[*full, HEADING_SEPARATOR], short, [title, HEADING_SEPARATOR]]
    lines = [[*heading, (scale, "strong")] for heading in longest_first]
    return first_fitting_line(lines, width)


def common_depth(sides: Sides) -> str:
    """Return the depth and evaluation of the searches, or a note that they differ."""
    searches = [side.run.recipe.search for side in sides]
    depths = {search.depth for search in searches}
    # The evaluation of a recorded search may be unknown.
    evaluations = {search.evaluation for search in searches} - {None}
    if len(depths) > 1 or len(evaluations) > 1:
        return "different depths or evaluations"
    return depth_heading(sides.runs[0])


def name_line(sides: Sides, index: int) -> Line:
    """Return the name of the side `index`, and its step or a remark. An arrow marks the leader."""
    side = sides[index]
    name = sides.names[index]
    mark = "  "
    if side is sides.leader:
        mark = "▸ "
    if sides.is_race:
        return [(mark, "key"), (name, RACE_STYLES[index])]
    if side.remark:
        place = (side.remark, "cut")
    else:
        # Three sides are too narrow for the number of steps.
        place = (step_label(side, has_total=len(sides) < 3), "dim")
    return [(mark, "key"), (f"{name}  ", "value"), place]


def step_label(side: Side, *, has_total: bool) -> str:
    """Return the step of a search, such as `12 of 345`. At the end of the search, `✓` follows.

    While the search goes on, the total is `≥ 345`. `has_total` tells whether to show the total.
    """
    trace = side.run.trace
    step = f"{side.scene.step:,}"
    if has_total:
        total = f"{trace.steps:,}"
        if not trace.finished:
            total = f"≥ {total}"
        step += f" of {total}"
    if side.scene.tree.at_end:
        step += " ✓"
    return step


def large_names(
    sides: Sides,
    index: int,
    width: int,
    heights: tuple[int, int],
    *,
    has_others: bool,
) -> list[Line]:
    """Return the name and the number of nodes of the side `index`, enlarged.

    `heights` are the lines of the name's letters and of the number's letters. `has_others` adds a
    line with the other searches.
    """
    counts = [visited_nodes(side) for side in sides]
    name = (sides.names[index], large_name_style(sides, index))
    count = (counts[index], "strong")
    lines: list[Line] = []
    for (words, style), height in zip((name, count), heights, strict=True):
        rows = [sides.leader.scene.spelled(words)]
        if height > 1:
            rows = enlarge_words(words, height)
        lines += [with_ellipsis([(f" {row}", style)], width) for row in rows]
    if has_others:
        names_and_counts = zip(sides.names, counts, strict=True)
        others = [f"{side_name}: {nodes}" for side_name, nodes in names_and_counts]
        del others[index]
        lines.append(with_ellipsis([(f" {' · '.join(others)}", "dim")], width))
    return lines


def visited_nodes(side: Side) -> str:
    """Return the number of nodes that a search has visited at its step, in words."""
    return count_in_words(visit_counts(side.scene.tree).nodes, "node", "nodes")


def large_name_style(sides: Sides, index: int) -> str:
    """Return the style of a search's name in large letters: its own in a race."""
    if sides.is_race:
        return RACE_STYLES[index]
    if index == sides.leader_index:
        return "key"
    return "text"


def node_bars(sides: Sides, width: int) -> Rendering:
    """Draw the number of nodes that each search has visited, as bars on one scale.

    Below the bars, a line tells at which place each search tries the current move, and explains the
    sign ≠. A race has no such line.
    """
    bars = []
    for index, side in enumerate(sides):
        style = RACE_STYLES[index] if sides.is_race else "open"
        bars.append(progress_bar(sides.names[index], side, style))
    lines = draw_progress_bars(bars, width)
    title = "nodes, so far"
    if all(run.trace.finished for run in sides.runs):
        title = "nodes"
    if not sides.is_race:
        lines.append(difference_line(sides, width))
    return Rendering(lines, title=title)


def difference_line(sides: Sides, width: int) -> Line:
    """Return at which place each search tries the current move, and what ≠ means if it fits."""
    places = compare_places(sides)
    if not places:
        return DIFFERENCE_LEGEND
    words = (f"{places}   ", "text")
    line: Line = [words, *DIFFERENCE_LEGEND]
    if width_of(line) > width:
        return [words]
    return line


def progress_bar(name: str, side: Side, style: str) -> ProgressBar:
    """Return the bar of a search: its length shows the total number of visited nodes.

    The filled part shows the nodes visited up to the step shown.
    """
    trace = side.run.trace
    visited = visit_counts(side.scene.tree)
    total = total_nodes(trace)
    words = f"{visited.nodes:,} of {total:,}"
    # While the search goes on, the total grows.
    if not trace.finished:
        words += "+"
    cutoffs = "cutoff" if visited.cutoffs == 1 else "cutoffs"
    details = f"{visited.leaves:,} leaves, {visited.cutoffs:,} {cutoffs}"
    return ProgressBar(
        name,
        visited.nodes,
        total,
        words,
        more=details,
        style=style,
    )


def corresponding_step(
    leader: Scene, other: Run, current_step: int, alignment: str
) -> tuple[int, str]:
    """Return the step of another search that corresponds to the leader's step, and a remark.

    With the alignment BY_POSITION, both show the same node; with BY_ROOT_MOVE, the same move at the
    root. If no step corresponds, the other search stays at its `current_step`. If it has finished
    without visiting the node, it goes to the step at which it leaves the path to the node.
    """
    if not leader.tree.visits:
        return 0, ""
    path = leader.path_of_step
    if alignment == BY_ROOT_MOVE:
        path = path[:1]
    node = leader.tree.node_at(path)
    if node is None:
        return current_step, ""
    other_node = other.node_at(path)
    if other_node is None:
        return step_without_node(other, path, current_step, alignment)
    if node == leader.cut_now:
        return leaving_step(other, other_node), ""
    # Show the node as it is in the leading search: it has returned, or has just been entered.
    if leader.tree.returned(node):
        step = TreeAtStep(other.trace).return_step(other_node)
    else:
        step = other.trace.enter_step(other_node)
    last_step = other.trace.last_step
    # The node has not returned yet, because the other search is still below it.
    if step is None:
        return last_step, ""
    return min(step, last_step), ""


def step_without_node(
    other: Run, path: MovePath, current_step: int, alignment: str
) -> tuple[int, str]:
    """Return the step to show of a search that has not visited the node at `path`, and a remark.

    While the search may still visit the node, it stays at its `current_step`.
    """
    if alignment == BY_POSITION and other.trace.finished:
        step_and_remark = step_leaving_path(other, path)
        if step_and_remark is not None:
            return step_and_remark
    return current_step, unvisited_remark(other, path)


def leaving_step(run: Run, node: int) -> int:
    """Return the step that cuts a node or leaves it; while the node is open, the last step."""
    trace = run.trace
    visit = TreeAtStep(trace).visit(node)
    step = trace.cut_step(visit) or trace.return_step(visit)
    if step is None:
        return trace.last_step
    return step


def step_leaving_path(run: Run, path: MovePath) -> tuple[int, str] | None:
    """Return the step at which a search leaves a path whose end it does not visit, and a remark.

    It is the step that leaves the deepest visited node of the path. The remark says why: this node
    is cut, or the end of the path is never visited. None if no node is visited, even the root.
    """
    visited_path = path[:-1]
    node = run.node_at(visited_path)
    while node is None and visited_path:
        visited_path = visited_path[:-1]
        node = run.node_at(visited_path)
    if node is None:
        return None
    if not TreeAtStep(run.trace).is_cut(node):
        return leaving_step(run, node), unvisited_remark(run, path)
    name = run.moves_to(visited_path) or "the root"
    skipped_move = run.move_name(path[: len(visited_path) + 1])
    return leaving_step(run, node), f"{name} is cut before {skipped_move}"


def unvisited_remark(run: Run, path: MovePath) -> str:
    """Return the remark that a search never visits a node, or has not reached it yet."""
    name = run.moves_to(path)
    if run.trace.finished:
        return f"never visits {name}"
    return f"has not come to {name}"


def compare_places(sides: Sides) -> str:
    """Return at which place each search tries the first move that they order differently.

    Only the moves from the root to the leading search's step are compared. The result is "" if all
    searches try these moves at the same places.
    """
    whole_path = sides.leader.scene.path_of_step
    for length in range(1, len(whole_path) + 1):
        path = whole_path[:length]
        places = [place_words(run, path) for run in sides.runs]
        leader_place = places[sides.leader_index]
        # A search that never tries the move has the place "".
        if leader_place and any(place not in ("", leader_place) for place in places):
            return f"{sides.leader.run.moves_to(path)} is tried {name_places(places, sides.names)}"
    return ""


def name_places(places: Sequence[str], names: Sequence[str]) -> str:
    """Return the place that each search gives to a move: `first by a; 2nd by b; not by c`."""
    clauses = [f"{place or 'not'} by {name}" for place, name in zip(places, names, strict=True)]
    return "; ".join(clauses)


def place_words(run: Run, path: MovePath) -> str:
    """Return at which place a search tries the last move of a path.

    The place is a word: `first`, `2nd` ..., or "" if the search never tries the move.
    """
    node = run.node_at(path)
    if node is None:
        return ""
    tree = TreeAtStep(run.trace)
    place = tree.ordinal(node)
    if not place:
        return ""
    return ordinal_number(place, tree.move_count(tree.parent(node)))


def ordinal_number(place: int, count: int) -> str:
    """Return a place in words; the last of `count` places is `last`.

    >>> [ordinal_number(place, 40) for place in (1, 2, 11, 22, 40)]
    ['first', '2nd', '11th', '22nd', 'last']
    """
    if place == 1:
        return "first"
    if place == count:
        return "last"
    if place % 100 in (11, 12, 13):
        ending = "th"
    else:
        ending = {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


def next_root_move(run: Run, step: int, by: int) -> int | None:
    """Return the step at which the next (1) or previous (-1) root move is finished.

    The result is None if no root move is finished after the current step, or before it.
    """
    tree = TreeAtStep(run.trace)
    if not tree.visits:
        return None
    return_steps = [tree.return_step(node) for node in tree.children(0)]
    finished = [each for each in return_steps if each is not None]
    if by > 0:
        return min((each for each in finished if each > step), default=None)
    return max((each for each in finished if each < step), default=None)
