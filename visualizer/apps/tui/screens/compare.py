"""Side by side: two or three searches of one position on one timeline, or as a race, and what the keys do to them."""

from asyncio import to_thread
from collections.abc import Sequence
from functools import partial

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from visualizer.apps.actions import main_key_of
from visualizer.apps.activities.exploring import LECTURE_SPEED
from visualizer.apps.tui.cells.bars import draw_race
from visualizer.apps.tui.cells.styled_lines import Hit, Line, Rendering, with_ellipsis, wrap_words
from visualizer.apps.tui.options import next_word
from visualizer.apps.tui.panes import panes
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.screens.compare_dialogs import (
    ChangeDialog,
    SummaryDialog,
    differences_dialog,
    usual_counterpart,
)
from visualizer.apps.tui.screens.lecture import (
    MAX_SENTENCE_LINES,
    SENTENCE_SHARE,
    draw_centered,
    draw_large_sentence,
    fitting_letter_height,
)
from visualizer.apps.tui.screens.sides import (
    ALIGNMENTS,
    BY_POSITION,
    BY_STEP,
    Sides,
    SidesSession,
    large_names,
    name_line,
    node_bars,
    sides_heading,
)
from visualizer.apps.tui.screens.watch import WatchScreen, footer_kinds_of, suitable_view
from visualizer.apps.tui.views import views
from visualizer.apps.tui.widgets import Canvas, StyledText, Timeline
from visualizer.draw.picture.charts.race import race_sentence
from visualizer.explaining.comparison.sentences import comparison_sentences
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.trace import jumps
from visualizer.trace.counts import total_nodes
from visualizer.trace.rows import MovePath

MIN_SIDE_COLUMNS = {2: 54, 3: 40}
"""Least columns of each side, by the number of searches; on a narrower screen one is shown at a time."""
RACE_SECONDS = 20
"""Longest time that a race takes to play, unless a speed is chosen."""


class CompareScreen(WatchScreen):
    """Steps the leading run; the others follow on the same timeline, and stand where they correspond to it."""

    place = "sides"
    leads_back = False  # its footer has room for what is done here alone

    def __init__(self, runs: Sequence[Run], view: str = "", step: int = 0, align: str = "") -> None:
        """Compare runs of one position in a view, by default the one that suits the tree, from a step on.

        A race begins at step 0. `align` is the way of aligning them, "" for the usual one.
        """
        super().__init__()
        self.sides = Sides(runs, view)
        self.sides.chosen_mode = align
        self.session: SidesSession = SidesSession(self.sides, step)
        self.footer_kinds = footer_kinds_of(self.scene.run)
        self.lectures = False
        """Whether a class is shown it: names and counts in large letters, and the leading search's sentence."""
        self.verdict = ""
        """The sentences of the finished comparison; "" before it is begun, a space while it is computed."""

    @property
    def scene(self) -> Scene:
        """Return the scene of the leading search."""
        return self.sides.leader.scene

    @property
    def view_name(self) -> str:  # type: ignore[override]  # here it is the leading side's
        """Return the view of the leading search."""
        return self.sides.leader.view

    # Making and painting.

    def parts(self) -> ComposeResult:
        """Lay out the heading, a view for each search, the bars, the sentence, the timeline and the keys."""
        yield StyledText(self.draw_header, id="header")
        with Horizontal(id="sides"):
            for number in range(len(self.sides)):
                with Vertical(
                    id=f"side-{number}", classes="versus" if number == 0 else "versus next"
                ):
                    yield StyledText(partial(self.draw_name, number), id=f"name-{number}")
                    yield Canvas(partial(self.draw_side, number), id=f"view-{number}")
        with Horizontal(id="told"):
            with Vertical(id="words"):
                yield Canvas(
                    lambda _, width, height: node_bars(self.sides, width), id="bars", classes="pane"
                )
                yield Canvas(self.draw_words, id="why", classes="pane")
            yield Canvas(panes()["board"].draw, id="board", classes="pane")
        yield Timeline(id="timeline")

    def on_mount(self) -> None:
        """Begin to search, each side with the view that suits its tree."""
        self.search()
        for side in self.sides:
            side.view = side.view or suitable_view(side.run)
        self.sides.show(self.session.step, {})

    def make_room(self) -> None:
        """Show all sides, or only the leading one where there is no room."""
        width, height = self.size
        if self.lectures:
            large = sum(self.letter_lines()) + (not self.all_fit)
        else:
            large = 1
        for number in range(len(self.sides)):
            self.query_one(f"#side-{number}").display = self.all_fit or number == self.sides.lead
            self.query_one(f"#name-{number}").styles.height = large
        self.set_class(self.lectures, "-lecture")
        self.session.within = RACE_SECONDS if self.sides.is_race else 0
        self.set_class(self.sides.is_race, "-race")
        lines = len(self.sides) + 3 - self.sides.is_race  # which says its scale on top
        bars = lines if height >= 22 else 0
        if height >= 30 or self.sides.is_race:
            why = 5
        else:
            why = 4
        columns, board = self.sides.board_room(width, height)
        if self.lectures:
            self.query_one("#why").border_title = ""
            bars = 0
            board = 0
            why = max(1 + height // SENTENCE_SHARE, min(MAX_SENTENCE_LINES, height // 3))
        self.give_lines("told", max(bars + why, board))
        self.give_lines("bars", bars)
        self.query_one("#board").display = board > 0
        self.query_one("#board").styles.width = columns
        super().make_room()
        for name in ("header", "keys"):
            self.give_lines(name, 0 if self.lectures else 1)

    @property
    def all_fit(self) -> bool:
        """Return whether all sides have room."""
        if self.lectures:
            least = MIN_SIDE_COLUMNS[3]
        else:
            least = MIN_SIDE_COLUMNS[len(self.sides)]
        return self.sides.is_race or self.size.width >= least * len(self.sides)

    def letter_lines(self) -> tuple[int, int]:
        """Return the lines of the letters of names and of counts in lecture mode, the same on every side."""
        if self.all_fit:
            shown = len(self.sides)
        else:
            shown = 1
        width = self.size.width // shown - 1
        most = max(1, self.size.height // 8)
        plain = self.scene.ascii
        counted = [f"{total_nodes(run.trace):,} nodes" for run in self.sides.runs]
        return fitting_letter_height(
            self.sides.names, width, most, plain=plain
        ), fitting_letter_height(counted, width, most, plain=plain)

    def common_size(self) -> tuple[int, int]:
        """Return the columns and lines that every side has."""
        sizes = [
            self.query_one(f"#view-{number}").size
            for number in range(len(self.sides))
            if self.all_fit
        ]
        width, height = zip(
            *sizes or [self.query_one(f"#view-{self.sides.lead}").size], strict=True
        )
        return min(width), min(height)

    def draw_header(self, width: int, height: int) -> list[Line]:
        """Draw the heading, for a race with its scale."""
        if self.sides.is_race:
            scale = self.sides.race(*self.common_size()).scale_words()
        else:
            scale = ""
        return [with_ellipsis(sides_heading(self.sides, scale, width), width)]

    def draw_name(self, number: int, width: int, height: int) -> list[Line]:
        """Draw which search a side shows, and its step; for a class in large letters, with its number of nodes."""
        if not self.lectures:
            return [with_ellipsis(name_line(self.sides, number), width)]
        return large_names(
            self.sides, number, width, self.letter_lines(), has_others=not self.all_fit
        )

    def draw_words(self, scene: Scene, width: int, height: int) -> Rendering:
        """Say what happens in this step; in a race, who has finished, and at its end what it shows."""
        if not self.sides.is_race:
            if self.lectures:
                return draw_large_sentence(scene, width, height)
            return panes()["why"].draw(scene, width, height)
        over = self.sides.is_over and self.verdict.strip()
        lead = self.sides.lead
        sides = zip(self.sides, self.sides.names, strict=True)
        said = [race_sentence(side.run, side.scene.tree, name) for side, name in sides]
        if over:
            words = self.verdict
        elif self.lectures:
            words = said[lead]
        else:
            words = " ".join(said)
        if self.lectures:
            first, *_ = words.splitlines()  # the whole verdict would not be large
            return draw_centered(scene.spelled(first), "strong", width, height, plain=scene.ascii)
        return Rendering(
            wrap_words(scene.spelled(words), width, "strong" if over else "text"),
            title="what it shows",
        )

    def hits(self) -> Sequence[Hit]:
        """Return the clickable places of the leading side's tree, none in another view."""
        canvas = self.query_one(f"#view-{self.sides.lead}", Canvas)
        if self.view_name == "tree":
            return canvas.rendering().hits
        return ()

    def draw_side(self, number: int, scene: Scene, width: int, height: int) -> Rendering:
        """Draw a side; the roots of trees are in one row."""
        view = self.sides[number].view
        if view == "overview":
            return draw_race(self.sides.race(*self.common_size()), number, scene.run.game)
        return views()[view].draw(scene, self.common_size()[0] if view == "tree" else width, height)

    def show(self, **changes: object) -> None:
        """Show the leading search's step, and the others at the step that corresponds."""
        self.sides.show(self.session.step, {"folded": None, "large": self.lectures} | changes)
        self.paint()

    def paint(self) -> None:
        """Paint every widget."""
        if not self.is_mounted:
            return
        if self.sides.is_over and self.sides.is_race and not self.verdict:
            self.verdict = " "
            self.run_worker(self.judge())
        for number, side in enumerate(self.sides):
            side.scene = side.scene.at()
            self.query_one(f"#view-{number}", Canvas).show(side.scene)
        for name in ("bars", "why", "board"):
            self.query_one(f"#{name}", Canvas).show(self.scene)
        super().paint()
        self.session.run = self.sides.clock()
        one_at_a_time = (
            ""
            if self.all_fit
            else f" · side {self.sides.lead + 1} of {len(self.sides)} ({main_key_of('side')})"
        )
        said = (
            self.session.note
            or self.session.alike()
            or f"aligned by {self.sides.mode}{one_at_a_time}"
        )
        self.query_one(Timeline).show(self.sides.beat, self.session.progress(), said)

    async def judge(self) -> None:
        """Show what a race has come to, or the error where two searches that must agree do not."""
        try:
            self.verdict = comparison_sentences(await to_thread(self.sides.comparison))
        except InputError as error:
            self.verdict = str(error)
        self.paint()

    def is_idle(self, name: str) -> bool:
        """Return whether an action does nothing now; the numbers appear when all searches have finished."""
        if name == "summary":
            return not all(run.trace.finished for run in self.sides.runs)
        return super().is_idle(name)

    # Time.

    def travel(self, name: str) -> None:
        """Jump to another step; if the leading side has no cutoffs, the next one that has some leads from then on."""
        if name in jumps.CUT_JUMPS and (place := self.sides.nearest_with_cuts()) != self.sides.lead:
            self.let_lead(place)
        super().travel(name)

    def played(self) -> None:
        """Show the comparison in numbers when playing has reached the end of all searches; a race shows it in words."""
        if not self.session.playing and self.sides.is_over and not self.sides.is_race:
            self.action_summary()

    # Looks.

    def choose_view(self, name: str) -> None:
        """Show another view of all searches."""
        for side in self.sides:
            side.view = name
        self.make_room()

    def action_side_view(self) -> None:
        """Show the next view of the search that leads; the others keep theirs."""
        self.sides.leader.view = next_word(views(), self.sides.leader.view)
        self.make_room()

    # Comparing.

    def action_side(self) -> None:
        """Let the next search lead, from its own step."""
        self.let_lead((self.sides.lead + 1) % len(self.sides))

    def let_lead(self, place: int) -> None:
        """Let the search with this index lead, from its own step."""
        self.session.let_lead(place)
        self.make_room()

    def action_differences(self) -> None:
        """List where the leading side and the next one part, and the nodes at which they differ most."""
        self.say("looking for where they differ …")
        self.run_worker(self.list_differences(), exclusive=True)

    async def list_differences(self) -> None:
        """List them once they are found, if nothing else is open; in finished searches a thread looks for them."""
        sides = self.sides
        runs = sides.leader.run, sides[(sides.lead + 1) % len(sides)].run
        is_still = all(run.trace.finished for run in runs)
        try:
            if is_still:
                dialog = await to_thread(differences_dialog, *runs)
            else:
                dialog = differences_dialog(*runs)
        except InputError as error:  # of a user-supplied game
            self.say(str(error))
            return

        def go(target: int | MovePath) -> None:
            sides.chosen_mode = BY_POSITION
            self.go_to_target(target)

        self.say("")
        if self.is_in_front:
            self.ask_for(dialog, go)

    def action_summary(self) -> None:
        """Show the comparison in numbers once all searches have finished."""
        if not all(run.trace.finished for run in self.sides.runs):
            raise InputError("the numbers appear when all searches have finished")
        self.app.push_screen(SummaryDialog(self.sides.comparison))

    def action_align(self) -> None:
        """Align in the next way."""
        self.sides.chosen_mode = next_word(ALIGNMENTS, self.sides.mode)
        self.seek(self.scene.step)

    def action_swap(self) -> None:
        """Swap the sides; the same search goes on leading."""
        self.sides.swap()
        self.verdict = ""
        self.make_room()

    def action_change(self) -> None:
        """Ask for another search for the side that leads."""
        self.ask_for(ChangeDialog(self.sides.leader.run), self.changed)

    def changed(self, run: Run) -> None:
        """Replace the leading side's search, and begin again; InputError for one that is here."""
        if any(run.recipe == other.recipe for other in self.sides.runs):
            raise InputError("this search is already shown")
        self.sides.replace(run)
        self.verdict = ""
        self.session.stand(run, 0)
        self.search()
        self.show(selected=None)

    def go_to(self, path: MovePath) -> None:
        """Go to the step in which each search finishes with a node, and select it."""
        self.sides.go_to(path)
        self.session.run = self.sides.leader.run
        self.session.playing = 0
        self.session.seek(self.scene.step)
        self.say(f"all are at the end of {self.sides.runs[0].moves_to(path) or 'the root'}")

    def action_go(self) -> None:
        """Ask where to go on the common timeline."""
        self.ask_where(self.sides.beat)

    def action_lecture(self) -> None:
        """Show it to a class, slowly where it is no race; or end that."""
        self.lectures = not self.lectures
        if self.lectures and not self.sides.is_race:
            self.session.chosen_speed = LECTURE_SPEED
        else:
            self.session.chosen_speed = None
        self.make_room()
        self.show()

    def action_back(self) -> None:
        """End lecture mode, or go back to one search, at the step that it stands at here."""
        if self.lectures:
            self.action_lecture()
            return
        below = self.app.screen_stack[-2]
        if isinstance(below, WatchScreen):
            step = next(
                (side.scene.step for side in self.sides if side.run is below.scene.run), None
            )
            if step is not None:
                below.seek(step)
        self.dismiss()


def compare_screen(run: Run, view_name: str, step: int) -> CompareScreen:
    """Return a run beside another search of its position, at a step; a person's own code beside the right one."""
    other = run.beside(run.counterpart or usual_counterpart(run.recipe))
    if other.recipe == run.recipe:
        sides = [other, run]
    else:
        sides = [run, other]
    return CompareScreen(sides, view_name, step, BY_STEP if run.track is not None else "")
