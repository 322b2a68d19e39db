"""Side by side: two or three searches of one position on one timeline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from visualizer.actions import ACTIONS, COMPARING, Action
from visualizer.comparison.compare import Comparison, compare, titles_of
from visualizer.measures.summary import counts
from visualizer.recipe import Recipe
from visualizer.run import Run
from visualizer.trace import jumps
from visualizer.trace.playhead import Playhead
from visualizer.tui import aligning, room
from visualizer.tui.bars import Bar, bars
from visualizer.tui.panes import panes
from visualizer.tui.player import Player
from visualizer.tui.scene import Scene
from visualizer.tui.screens.ask import GoDialog
from visualizer.tui.screens.comparing import ChangeDialog, DifferencesDialog, SummaryDialog
from visualizer.tui.screens.watch import TICK, WatchScreen, bindings, depth_line, following_view, heading, suitable_view
from visualizer.tui.styled_lines import Drawn, Line, Path
from visualizer.tui.views import views
from visualizer.tui.widgets import Canvas, KeyBar, Timeline, Words

NARROWEST = {2: 54, 3: 40}
"""Of so many searches, each needs so many columns; where there is no room for all, one is shown at a time."""
SLICE = 0.006
"""Seconds that each search may have at a time."""
SHARED = (
    "play", "backwards", "slower", "faster", "next", "previous", "next_cut", "previous_cut", "over", "finish", "first",
    "last", "go", "sibling_above", "sibling_below", "child", "parent", "running", "view", "view_tree", "view_columns",
    "view_overview", "nearer", "farther", "fit", "theme", "why", "find", "copy", "export", "help",
    "palette", "quit",
)  # fmt: skip
"""The explorer's actions that mean the same here."""
QUIET = ("over", "finish")
"""Those that leave their place in the footer to the keys of comparing."""
_TAKEN = [replace(each, label="" if each.name in QUIET else each.label) for each in ACTIONS if each.name in SHARED]
OFFERED = (
    *(action for action in _TAKEN if action.group == "time"),
    *COMPARING,
    *(action for action in _TAKEN if action.group != "time"),
)
BY_TIME = ("play", "backwards", "next", "previous", "first", "last", "go")
"""What moves the common timeline by steps, whichever search leads."""


def rival_of(recipe: Recipe) -> Recipe:
    """Return what a search is first compared with: with ordering if it has none, else without."""
    plain = recipe.search.algorithm == "alpha-beta" and recipe.search.ordering in (None, "natural")
    other = "ordered-alpha-beta" if plain else "alpha-beta"
    return replace(recipe, search=replace(recipe.search, algorithm=other, ordering=None))


@dataclass
class Side:
    """One of the searches: what is shown of it, in which view, and what is to be said of where it stands."""

    scene: Scene
    view: str
    remark: str = ""

    @property
    def run(self) -> Run:
        """Return the run that is watched."""
        return self.scene.run

    @property
    def at_end(self) -> bool:
        """Say whether it has finished, and its last step is shown."""
        return self.run.trace.finished and self.scene.step >= self.run.trace.last_step


class CompareScreen(WatchScreen):
    """Watches several runs; the one that leads moves, the others follow on the same timeline."""

    offered: ClassVar[tuple[Action, ...]] = OFFERED
    BINDINGS: ClassVar[list[BindingType]] = bindings(OFFERED)

    def __init__(self, runs: Sequence[Run], view: str = "") -> None:
        """Compare runs of one position in a view, by default the one that suits the tree."""
        super().__init__()
        self.sides = [Side(Scene(run), view) for run in runs]
        self.mark_rivals()
        self.mode = aligning.MODES[0]
        self.lead = 0
        self.player = Player(self.leader.run)

    @property
    def leader(self) -> Side:
        """Return the side that leads."""
        return self.sides[self.lead]

    @property
    def scene(self) -> Scene:
        """Return what is shown of the search that leads."""
        return self.leader.scene

    @property
    def view_name(self) -> str:  # type: ignore[override]  # here it is the leading side's
        """Return the view of the search that leads."""
        return self.leader.view

    @property
    def runs(self) -> list[Run]:
        """Return the runs, from left to right."""
        return [side.run for side in self.sides]

    def mark_rivals(self) -> None:
        """Let every scene mark what the others do not visit."""
        for side in self.sides:
            side.scene = side.scene.at(rivals=tuple(run for run in self.runs if run is not side.run))

    # Making and painting.

    def compose(self) -> ComposeResult:
        """Lay out what is searched, a view for each search, the bars, the sentence, the timeline and the keys."""
        yield Words(id="header")
        with Horizontal(id="sides"):
            for number in range(len(self.sides)):
                with Vertical(id=f"side-{number}", classes="versus" if number == 0 else "versus next"):
                    yield Words(id=f"name-{number}")
                    yield Canvas(views()["columns"].draw, id=f"view-{number}")
        yield Canvas(lambda scene, width, height: self.bars(width), id="bars", classes="pane")
        yield Canvas(panes()["why"].draw, id="why", classes="pane")
        yield Timeline(id="timeline")
        yield KeyBar(self.footer(), id="keys")
        yield Static("This terminal is too small: at least 60×16 is needed.", id="too-small")

    def on_mount(self) -> None:
        """Begin to search and to paint."""
        self.search()
        for side in self.sides:
            side.view = side.view or suitable_view(side.run)
        self.set_interval(TICK, self.tick)
        self.make_room()

    def make_room(self) -> None:
        """Show all sides, or where there is no room only the one that leads."""
        width, height = self.size
        self.set_class(width < room.SMALLEST[0] or height < room.SMALLEST[1], "-tiny")
        for number in range(len(self.sides)):
            self.query_one(f"#side-{number}").display = self.all_fit or number == self.lead
        self.query_one("#bars").styles.height = len(self.sides) + 2
        self.query_one("#bars").display = height >= 22
        self.query_one("#why").styles.height = 5 if height >= 30 else 4
        self.call_after_refresh(self.paint)

    @property
    def all_fit(self) -> bool:
        """Say whether all sides have room."""
        return self.size.width >= NARROWEST[len(self.sides)] * len(self.sides)

    def show(self, **changes: object) -> None:
        """Show the leading search's step, and where the others then stand."""
        lead = self.leader
        lead.scene = self.scene.at(step=min(self.player.step, lead.run.trace.last_step), **changes)
        lead.remark = ""
        for side in self.sides:
            if side is not lead:
                self.follow(side, changes)
        self.paint()

    def follow(self, side: Side, changes: dict[str, object]) -> None:
        """Bring a side to where the leading one stands, with the same selected."""
        if self.mode == "step":
            side.run.advance(step=self.player.step, seconds=SLICE)
            step, side.remark = min(self.player.step, side.run.trace.last_step), ""
        else:
            step, side.remark = aligning.aligned(self.scene, side.run, side.scene.step, self.mode)
        side.scene = side.scene.at(step=step, **changes)

    def paint(self) -> None:
        """Paint every widget."""
        if not self.is_mounted:
            return
        names = self.names()
        for number, side in enumerate(self.sides):
            self.query_one(f"#view-{number}", Canvas).show(side.scene, views()[side.view].draw)
            self.query_one(f"#name-{number}", Words).say(self.name_line(side, names[number]))
        self.query_one("#header", Words).say(self.header())
        for name in ("bars", "why"):
            self.query_one(f"#{name}", Canvas).show(self.scene)
        self.player.run = self.clock()
        one_at_a_time = "" if self.all_fit else f" · side {self.lead + 1} of {len(self.sides)} (tab)"
        remark = f"aligned by {self.mode}{one_at_a_time}"
        self.query_one(Timeline).show(self.beat, self.player.progress(), self.player.note or remark)

    def header(self) -> Line:
        """Return what is searched, as far as it is the same for all."""
        run = self.runs[0]
        asked = [side.run.recipe.search for side in self.sides]
        same = len({(search.depth, search.evaluation) for search in asked}) == 1
        return heading(run) + (depth_line(run) if same else [("different depths or evaluations", "dim")])

    def names(self) -> list[str]:
        """Return the searches' names."""
        return titles_of([run.recipe.search for run in self.runs])

    def name_line(self, side: Side, name: str) -> Line:
        """Return a search's name, whether it leads, and what is to be said of where it stands."""
        run = side.run
        mark = "▸ " if side is self.leader else "  "
        step = f"{side.scene.step:,} of {'' if run.trace.finished else '≥ '}{run.trace.steps:,}"
        where = (side.remark, "cut") if side.remark else (f"{step} ✓" if side.at_end else step, "dim")
        return [(mark, "key"), (f"{name}  ", "value"), where]

    def bars(self, width: int) -> Drawn:
        """Draw how many nodes each search has visited at its step, as bars on one scale."""
        rows = []
        for name, side in zip(self.names(), self.sides, strict=True):
            run, now = side.run, counts(side.scene.here)
            words = f"{now.nodes:,} of {len(run.trace):,}{'' if run.trace.finished else '+'}"
            more = f"{now.leaves:,} leaves, {now.cutoffs:,} cutoff{'' if now.cutoffs == 1 else 's'}"
            rows.append(Bar(name, now.nodes, len(run.trace), words, more))
        done = all(run.trace.finished for run in self.runs)
        return Drawn(bars(rows, width), title="nodes" if done else "nodes, so far")

    # Time.

    def clock(self, action: str = "play") -> Run:
        """Return the run whose steps an action counts: by step the longest one, which the others wait for."""
        if self.mode != "step" or action not in BY_TIME:
            return self.leader.run
        unfinished = action == "last"
        return max(self.runs, key=lambda run: (unfinished and not run.trace.finished, run.trace.last_step))

    @property
    def beat(self) -> Scene:
        """Return what is shown of the run whose steps the timeline counts."""
        clock = self.clock()
        return next(side.scene for side in self.sides if side.run is clock)

    def search_on(self) -> bool:
        """Let every search go on for a slice."""
        busy = False
        for run in self.runs:
            if not run.trace.finished:
                busy = True
                run.advance(seconds=SLICE)
        return busy

    def act(self, name: str) -> None:
        """Do an action by its name, on the timeline that it is about."""
        self.player.run = self.clock(name)
        super().act(name)

    def travel(self, name: str) -> None:
        """Jump to another step; aligned by root move, one step is one root move."""
        self.player.run = self.clock(name)
        if self.mode == "root move" and name in ("next", "previous"):
            step = aligning.next_root_move(self.player.run, self.player.step, 1 if name == "next" else -1)
            if step is None:
                self.player.note = "no root move is finished there"
            else:
                self.seek(step)
        else:
            super().travel(name)
            if self.player.note == jumps.NOWHERE["next_cut"] and len(self.sides) > 1:
                self.say("this side has no cutoff there (tab: the next side)")

    def played(self) -> None:
        """Show the comparison in numbers when playing has come to the end of all searches."""
        if not self.player.playing and all(side.at_end for side in self.sides):
            self.do_summary()

    # Looks.

    def choose_view(self, name: str) -> None:
        """Show another view of all searches."""
        for side in self.sides:
            side.view = name
        self.paint()

    def do_side_view(self) -> None:
        """Show the next view of the search that leads; the others keep theirs."""
        self.leader.view = following_view(self.leader.view)
        self.paint()

    # Comparing.

    def do_side(self) -> None:
        """Let the next search lead, from where it stands."""
        self.lead = (self.lead + 1) % len(self.sides)
        step = self.player.step if self.mode == "step" else self.scene.step
        self.player = replace(self.player, run=self.clock(), step=step, playing=0)
        self.make_room()

    def do_align(self) -> None:
        """Align in the next way."""
        self.mode = aligning.MODES[(aligning.MODES.index(self.mode) + 1) % len(aligning.MODES)]
        self.seek(self.scene.step)

    def do_swap(self) -> None:
        """Swap the sides; the same search goes on leading."""
        self.sides.reverse()
        self.lead = len(self.sides) - 1 - self.lead
        self.make_room()

    def do_change(self) -> None:
        """Ask for another search for the side that leads."""
        self.app.push_screen(ChangeDialog(self.leader.run), self.changed)

    def changed(self, run: Run | None) -> None:
        """Replace the leading side's search, and begin again."""
        if run is None:
            return
        if any(run.recipe == other.recipe for other in self.runs):
            self.say("that search is here already")
            return
        self.leader.scene = Scene(run)
        self.mark_rivals()
        self.player = replace(self.player, run=run, step=0, playing=0)
        self.search()
        self.show(selected=None)

    def do_differences(self) -> None:
        """List the nodes at which the most is saved, between the side that leads and the next."""
        other = self.sides[(self.lead + 1) % len(self.sides)]
        self.app.push_screen(DifferencesDialog(self.leader.run, other.run), self.gone)

    def go_to(self, path: Path) -> None:
        """Go to the end of a node in every search, and select it."""
        for side in self.sides:
            node, trace = side.run.node_at(path), side.run.trace
            row = None if node is None else Playhead(trace, trace.last_step).visit(node)
            step = None if row is None else trace.cut_step(row) or trace.return_step(row)
            if step is not None:
                side.scene = side.scene.at(step=step, selected=path)
        self.mode = "node"
        self.player.run, self.player.playing = self.leader.run, 0
        self.player.seek(self.scene.step)
        self.say(f"all stand at the end of {' '.join(self.runs[0].names(path)) or 'the root'}")

    def do_summary(self) -> None:
        """Show the comparison in numbers, of finished searches only."""
        if not all(run.trace.finished for run in self.runs):
            self.say("the numbers come when all searches have finished")
            return
        self.app.push_screen(SummaryDialog(self.comparison))

    def comparison(self) -> Comparison:
        """Return the comparison of the runs as they are."""
        runs = {run.recipe.search: run for run in self.runs}
        searches = [run.recipe.search for run in self.runs]
        return compare(self.runs[0].recipe.where, searches, lambda recipe: runs[recipe.search])

    def do_go(self) -> None:
        """Ask where to go on the common timeline."""
        self.app.push_screen(GoDialog(self.beat), self.gone)

    def do_back(self) -> None:
        """Go back to one search."""
        self.dismiss(None)
