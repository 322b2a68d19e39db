"""Side by side: two or three searches of one position on one timeline."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Static

from visualizer import stepping
from visualizer.actions import ACTIONS, COMPARING, sign
from visualizer.compare import Comparison, compare
from visualizer.errors import InputError
from visualizer.recipe import Recipe, Search
from visualizer.run import Run
from visualizer.summary import counts
from visualizer.tui import aligning, moving, room
from visualizer.tui.drawn import Drawn, Line, Path
from visualizer.tui.panes import panes
from visualizer.tui.player import Player
from visualizer.tui.scene import Scene
from visualizer.tui.screens.ask import GoDialog
from visualizer.tui.screens.comparing import ChangeDialog, DifferencesDialog, SummaryDialog
from visualizer.tui.screens.help import HelpDialog
from visualizer.tui.screens.why import WhyDialog
from visualizer.tui.views import views
from visualizer.tui.widgets import Canvas, KeyBar, Timeline, Words

TICK = 1 / 30
NARROWEST = 54
"""A search needs so many columns; where there is no room for all, one is shown at a time."""
SHARED = (
    "play", "backwards", "slower", "faster", "next", "previous", "next_cut", "previous_cut", "over", "finish", "first",
    "last", "go", "sibling_above", "sibling_below", "child", "parent", "running", "view", "view_tree", "view_columns",
    "view_overview", "nearer", "farther", "fit", "theme", "why", "help", "quit",
)  # fmt: skip
"""The explorer's actions that mean the same here."""
OFFERED = tuple(action for action in ACTIONS if action.name in SHARED) + COMPARING


def bindings() -> list[BindingType]:
    """Return the keys of all that can be done here."""
    return [
        Binding(",".join(action.keys), f"act('{action.name}')", action.about, show=False, priority=True)
        for action in OFFERED
        if action.keys
    ]


def footer() -> list[tuple[str, str, str]]:
    """Return the keys of the footer, those of comparing before help and quit."""
    shown = [(action.shown or sign(action.keys[0]), action.label, action.name) for action in OFFERED if action.label]
    return [item for item in shown if item[2] not in ("help", "quit")] + [
        item for item in shown if item[2] in ("help", "quit")
    ]


def rival_of(recipe: Recipe) -> Recipe:
    """Return what a search is first compared with: with ordering if it has none, else without."""
    plain = recipe.search.algorithm == "alpha-beta" and recipe.search.ordering in (None, "natural")
    other = "ordered-alpha-beta" if plain else "alpha-beta"
    return replace(recipe, search=replace(recipe.search, algorithm=other, ordering=None))


class CompareScreen(Screen[None]):
    """Watches several runs; the one that leads moves, the others follow on the same timeline."""

    BINDINGS: ClassVar[list[BindingType]] = bindings()

    def __init__(self, runs: Sequence[Run], view: str = "columns") -> None:
        """Compare runs of one position."""
        super().__init__()
        self.runs = [*runs]
        self.view_name = view
        self.mode = aligning.MODES[0]
        self.lead = 0
        self.player = Player(self.runs[0])
        self.scenes = [self.scene_of(run) for run in self.runs]
        self.remarks = ["" for _ in self.runs]
        self._ticked = time.monotonic()

    def scene_of(self, run: Run) -> Scene:
        """Return a run's scene, which marks what the others do not visit."""
        return Scene(run, rivals=tuple(other for other in self.runs if other is not run))

    # Making and painting.

    def compose(self) -> ComposeResult:
        """Lay out a view for each search, then the bars, the sentence, the timeline and the keys."""
        with Horizontal(id="sides"):
            for number in range(len(self.runs)):
                with Vertical(id=f"side-{number}", classes="versus"):
                    yield Words(id=f"name-{number}")
                    yield Canvas(views()[self.view_name].draw, id=f"view-{number}")
        yield Canvas(lambda scene, width, height: self.bars(width), id="bars", classes="pane")
        yield Canvas(panes()["why"].draw, id="why", classes="pane")
        yield Timeline(id="timeline")
        yield KeyBar(footer(), id="keys")
        yield Static("This terminal is too small: at least 60×16 is needed.", id="too-small")

    def on_mount(self) -> None:
        """Begin to search and to paint."""
        self.search()
        self.set_interval(TICK, self.tick)
        self.make_room()

    def on_resize(self, event: events.Resize) -> None:
        """Choose what has room."""
        self.make_room()

    def make_room(self) -> None:
        """Show all sides, or where there is no room only the one that leads."""
        width, height = self.size
        self.set_class(width < room.SMALLEST[0] or height < room.SMALLEST[1], "-tiny")
        for number in range(len(self.runs)):
            self.query_one(f"#side-{number}").display = self.all_fit or number == self.lead
        self.query_one("#bars").styles.height = len(self.runs) + 2
        self.query_one("#bars").display = height >= 22
        self.query_one("#why").styles.height = 5 if height >= 30 else 4
        self.call_after_refresh(self.paint)

    @property
    def all_fit(self) -> bool:
        """Say whether all sides have room."""
        return self.size.width >= NARROWEST * len(self.runs)

    def show(self, selected: Path | None = None) -> None:
        """Show the leading search's step, and where the others then stand."""
        lead = self.scenes[self.lead].at(step=self.player.step, selected=selected)
        self.scenes[self.lead], self.remarks[self.lead] = lead, ""
        for number, scene in enumerate(self.scenes):
            if number != self.lead:
                run = self.runs[number]
                if self.mode == "step":
                    run.advance(step=lead.step, seconds=0.008)
                step, self.remarks[number] = aligning.aligned(lead, run, scene.step, self.mode)
                same = selected if selected is not None or self.mode != "node" else None
                self.scenes[number] = scene.at(step=step, selected=same)
        self.paint()

    def paint(self) -> None:
        """Paint every widget."""
        if not self.is_mounted:
            return
        for number, scene in enumerate(self.scenes):
            self.query_one(f"#view-{number}", Canvas).show(scene, views()[self.view_name].draw)
            self.query_one(f"#name-{number}", Words).say(self.name_line(number))
        lead = self.scenes[self.lead]
        for name in ("bars", "why"):
            self.query_one(f"#{name}", Canvas).show(lead)
        one_at_a_time = "" if self.all_fit else f" · side {self.lead + 1} of {len(self.runs)} (tab)"
        remark = f"aligned by {self.mode}{one_at_a_time}"
        self.query_one(Timeline).show(lead, self.player.progress(), self.player.note or remark)

    def name_line(self, number: int) -> Line:
        """Return a search's name, whether it leads, and what is to be said of where it stands."""
        run, scene = self.runs[number], self.scenes[number]
        search = run.recipe.search
        mark = "▸ " if number == self.lead else "  "
        step = f"  step {scene.step:,} of {'' if run.trace.finished else '≥ '}{run.trace.steps:,}"
        line: Line = [(mark, "key"), (f"{run.algorithm.title}, {search.ordering} order", "value"), (step, "dim")]
        if self.remarks[number]:
            line.append((f"  · {self.remarks[number]}", "cut"))
        return line

    def bars(self, width: int) -> Drawn:
        """Draw how many nodes each search has visited at its step, as bars on one scale."""
        done = all(run.trace.finished for run in self.runs)
        most = max(len(run.trace) for run in self.runs) or 1
        lines: list[Line] = []
        for run, scene in zip(self.runs, self.scenes, strict=True):
            now, name = counts(scene.here).nodes, f"{run.recipe.search.algorithm}, {run.recipe.search.ordering}"
            words = f" {now:,} of {len(run.trace):,}{'' if run.trace.finished else '+'} nodes"
            length = max(4, width - 36 - len(words))
            full, filled = len(run.trace) * length // most, now * length // most
            lines.append([
                (f"{name:<34.34}", "dim"), ("█" * filled, "open"), ("░" * max(0, full - filled), "to-come"),
                (words, "strong"),
            ])  # fmt: skip
        return Drawn(lines, title="nodes" if done else "nodes, so far")

    # Time.

    def search(self) -> bool:
        """Let every search go on for a slice; say whether there was anything to do."""
        busy = False
        for run in self.runs:
            if not run.trace.finished:
                busy = True
                try:
                    run.advance(seconds=0.006)
                except InputError as error:
                    self.player.note = str(error)
        return busy

    def tick(self) -> None:
        """Let the searches go on, then play, or finish a jump that waits."""
        now = time.monotonic()
        passed, self._ticked = min(0.25, now - self._ticked), now
        searched = self.search()
        if self.player.jump:
            self.travel(self.player.jump)
        elif self.player.playing:
            before = self.player.step
            self.player.pass_time(passed)
            if self.player.step != before or not self.player.playing:
                self.show()
        elif searched:
            self.paint()

    def action_act(self, name: str) -> None:
        """Do what a key asks for."""
        waiting, self.player.jump, self.player.note = self.player.jump, "", ""
        if waiting and name in ("play", waiting):
            self.paint()
        elif name in stepping.BACKWARDS or name in stepping.FORWARDS:
            self.travel(name)
        elif name.startswith("view_"):
            self.view_name = name.removeprefix("view_")
            self.paint()
        else:
            getattr(self, f"do_{name}")()

    def travel(self, name: str) -> None:
        """Jump to another step; aligned by root move, one step is one root move."""
        if self.mode == "root move" and name in ("next", "previous"):
            self.player.playing = 0
            step = aligning.next_root_move(self.player.run, self.player.step, 1 if name == "next" else -1)
            if step is None:
                self.player.note = "no root move is finished there"
            else:
                self.player.seek(step)
        else:
            self.player.travel(name)
        self.show()

    def do_play(self) -> None:
        """Play forwards, or stop."""
        self.player.play(1)
        self.show()

    def do_backwards(self) -> None:
        """Play backwards, or stop."""
        self.player.play(-1)
        self.show()

    def do_faster(self) -> None:
        """Play faster."""
        self.player.set_speed(self.player.speed + 1)
        self.paint()

    def do_slower(self) -> None:
        """Play slower."""
        self.player.set_speed(self.player.speed - 1)
        self.paint()

    # Selecting and looks.

    def do_sibling_above(self) -> None:
        """Select the sibling tried before, in every search."""
        self.show(moving.sibling(self.scenes[self.lead], -1))

    def do_sibling_below(self) -> None:
        """Select the sibling tried after, in every search."""
        self.show(moving.sibling(self.scenes[self.lead], 1))

    def do_child(self) -> None:
        """Select the first child."""
        child = moving.first_child(self.scenes[self.lead])
        if child is not None:
            self.show(child)

    def do_parent(self) -> None:
        """Select the parent."""
        focus = self.scenes[self.lead].focus
        if focus:
            self.show(focus[:-1])

    def do_running(self) -> None:
        """Go back to the running point."""
        self.show()

    def do_view(self) -> None:
        """Show the next view on all sides."""
        names = [*views()]
        self.view_name = names[(names.index(self.view_name) + 1) % len(names)]
        self.paint()

    def zoom(self, by: int) -> None:
        """Draw more or less of the trees; 0 for the usual amount."""
        self.scenes = [scene.at(zoom=max(-3, min(3, scene.zoom + by)) if by else 0) for scene in self.scenes]
        self.paint()

    def do_nearer(self) -> None:
        """Draw more of the trees."""
        self.zoom(1)

    def do_farther(self) -> None:
        """Draw less of the trees."""
        self.zoom(-1)

    def do_fit(self) -> None:
        """Draw the usual amount."""
        self.zoom(0)

    def do_theme(self) -> None:
        """Use the next theme."""
        self.post_message(moving.Chosen("theme", ""))

    # Comparing.

    def do_side(self) -> None:
        """Let the next search lead, from where it stands."""
        self.lead = (self.lead + 1) % len(self.runs)
        self.player = replace(self.player, run=self.runs[self.lead], step=self.scenes[self.lead].step, playing=0)
        self.make_room()

    def do_align(self) -> None:
        """Align in the next way."""
        self.mode = aligning.MODES[(aligning.MODES.index(self.mode) + 1) % len(aligning.MODES)]
        self.show()

    def do_swap(self) -> None:
        """Swap the sides; the same search goes on leading."""
        self.runs.reverse()
        self.scenes.reverse()
        self.lead = len(self.runs) - 1 - self.lead
        self.make_room()

    def do_change(self) -> None:
        """Ask for another search for the side that leads."""
        self.app.push_screen(ChangeDialog(self.runs[self.lead].recipe.search), self.changed)

    def changed(self, search: Search | None) -> None:
        """Replace the leading side's search."""
        if search is None:
            return
        where = self.runs[self.lead].recipe.where
        if any(run.recipe == Run(Recipe(where, search)).recipe for run in self.runs):
            self.player.note = "that search is here already"
            self.paint()
            return
        self.runs[self.lead] = Run(Recipe(where, search))
        self.scenes = [self.scene_of(run).at(step=0) for run in self.runs]
        self.player = Player(self.runs[self.lead])
        self.search()
        self.show()

    def do_differences(self) -> None:
        """List the nodes at which the most is saved, between the side that leads and the next."""
        other = self.runs[(self.lead + 1) % len(self.runs)]
        self.app.push_screen(DifferencesDialog(self.runs[self.lead], other), self.go_to)

    def go_to(self, path: Path | None) -> None:
        """Go to the end of a node in every search, and select it."""
        if path is None:
            return
        for number, run in enumerate(self.runs):
            row = run.row_of(path)
            step = None if row is None else run.trace.cut_step(row) or run.trace.return_step(row)
            if step is not None:
                self.scenes[number] = self.scenes[number].at(step=step, selected=path)
                if number == self.lead:
                    self.player.seek(step)
        self.player.note = f"all stand at the end of {' '.join(self.runs[0].names(path)) or 'the root'}"
        self.paint()

    def do_summary(self) -> None:
        """Show the comparison in numbers, of finished searches only."""
        if not all(run.trace.finished for run in self.runs):
            self.player.note = "the numbers come when all searches have finished"
            self.paint()
            return
        self.app.push_screen(SummaryDialog(self.comparison()))

    def comparison(self) -> Comparison:
        """Return the comparison of the runs as they are."""
        runs = {run.recipe.search: run for run in self.runs}
        searches = [run.recipe.search for run in self.runs]
        return compare(self.runs[0].recipe.where, searches, lambda recipe: runs[recipe.search])

    # Asking.

    def do_why(self) -> None:
        """Say why at length."""
        self.app.push_screen(WhyDialog(self.scenes[self.lead]))

    def do_help(self) -> None:
        """List all keys."""
        self.app.push_screen(HelpDialog(OFFERED))

    def do_go(self) -> None:
        """Ask where to go."""
        self.app.push_screen(GoDialog(self.scenes[self.lead]), self.gone)

    def gone(self, target: int | Path | None) -> None:
        """Go to a step, or to a node."""
        if isinstance(target, int):
            self.player.seek(target)
            self.show()
        else:
            self.go_to(target)

    def do_back(self) -> None:
        """Go back to one search."""
        self.dismiss(None)

    def do_quit(self) -> None:
        """Leave."""
        self.app.exit()

    # What the widgets tell.

    def on_canvas_picked(self, message: Canvas.Picked) -> None:
        """Select the node that was clicked, in every search."""
        self.show(message.path)

    def on_canvas_scrolled(self, message: Canvas.Scrolled) -> None:
        """Select the next sibling in the wheel's direction."""
        self.show(moving.sibling(self.scenes[self.lead], message.direction))

    def on_timeline_sought(self, message: Timeline.Sought) -> None:
        """Go to the step under the mouse."""
        self.player.playing = 0
        self.player.seek(message.step)
        self.show()

    def on_key_bar_pressed(self, message: KeyBar.Pressed) -> None:
        """Do what the key that was clicked does."""
        self.action_act(message.action)
