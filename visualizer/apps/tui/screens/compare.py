"""The screen that compares two or three searches side by side, or as a race."""

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
from visualizer.apps.tui.screens.dialog import ListDialog
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
"""Minimum columns of a side, by the number of searches; with less room, one side is shown."""
MIN_LINES_WITH_BARS = 22
"""Minimum lines of a screen that shows the bars of nodes."""
MIN_LINES_WITH_LONG_SENTENCE = 30
"""Minimum lines of a screen with another line for the sentence."""
JUDGING = " "
"""The verdict of a race while a worker computes it."""
RACE_SECONDS = 20
"""Maximum seconds for playing a race at its own speed."""


class CompareScreen(WatchScreen):
    """Shows searches side by side: the keys step the leading one, and the others follow."""

    place = "sides"
    # The footer has only room for the actions of this screen.
    leads_back = False

    def __init__(
        self,
        runs: Sequence[Run],
        view: str = "",
        step: int = 0,
        align: str = "",
    ) -> None:
        """Compare runs of one position side by side, beginning at a step; a race begins at 0.

        With `view=""`, each side has the view that suits its tree. `align` is one of ALIGNMENTS,
        which say what steps of the searches are shown together, or "" for the usual alignment.
        """
        super().__init__()
        self.sides = Sides(runs, view)
        self.sides.chosen_alignment = align
        self.session: SidesSession = SidesSession(self.sides, step)
        self.footer_kinds = footer_kinds_of(self.scene.run)
        self.lectures = False
        """Whether lecture mode is on: large names and counts above one sentence."""
        self.verdict = ""
        """The sentences of a finished race; before that "", or JUDGING."""

    @property
    def scene(self) -> Scene:
        """Return the scene of the leading search."""
        return self.sides.leader.scene

    @property
    def view_name(self) -> str:  # type: ignore[override]  # here it is the leading side's
        """Return the view of the leading search."""
        return self.sides.leader.view

    def parts(self) -> ComposeResult:
        """Lay out the heading, a view for each search, the bars, the sentence and the timeline."""
        yield StyledText(self.draw_header, id="header")
        with Horizontal(id="sides"):
            for index in range(len(self.sides)):
                yield from self.side_parts(index)
        with Horizontal(id="told"):
            with Vertical(id="words"):
                yield Canvas(self.draw_bars, id="bars", classes="pane")
                yield Canvas(self.draw_words, id="why", classes="pane")
            yield Canvas(panes()["board"].draw, id="board", classes="pane")
        yield Timeline(id="timeline")

    def side_parts(self, index: int) -> ComposeResult:
        """Lay out a search: its name above its view."""
        classes = "versus"
        if index:
            classes = "versus next"
        with Vertical(id=f"side-{index}", classes=classes):
            yield StyledText(partial(self.draw_name, index), id=f"name-{index}")
            yield Canvas(partial(self.draw_side, index), id=f"view-{index}")

    def on_mount(self) -> None:
        """Begin to search, with views that suit the trees."""
        self.search()
        for side in self.sides:
            side.view = side.view or suitable_view(side.run)
        self.sides.show(self.session.step, {})

    def make_room(self) -> None:
        """Lay out the screen: all sides or, if it is narrow, only the leading one."""
        name_lines = self.name_lines()
        for index in range(len(self.sides)):
            is_shown = self.all_fit or index == self.sides.leader_index
            self.query_one(f"#side-{index}").display = is_shown
            self.query_one(f"#name-{index}").styles.height = name_lines
        self.set_class(self.lectures, "-lecture")
        self.set_class(self.sides.is_race, "-race")
        self.session.play_seconds = RACE_SECONDS if self.sides.is_race else 0
        self.make_room_below()
        super().make_room()
        # The students in a lecture need neither heading nor keys.
        for name in ("header", "keys"):
            self.give_lines(name, 0 if self.lectures else 1)

    def make_room_below(self) -> None:
        """Lay out the bars, the sentence and the board below the sides."""
        bar_lines, sentence_lines = self.lines_below()
        columns, board_lines = self.sides.board_room(*self.size)
        if self.lectures:
            self.query_one("#why").border_title = ""
            board_lines = 0
        self.give_lines("told", max(bar_lines + sentence_lines, board_lines))
        self.give_lines("bars", bar_lines)
        board = self.query_one("#board")
        board.display = board_lines > 0
        board.styles.width = columns

    def name_lines(self) -> int:
        """Return how many lines the name takes above each side."""
        if not self.lectures:
            return 1
        # In a lecture, a name and a number of nodes in large letters.
        lines = sum(self.letter_lines())
        # The names of the hidden sides take a line.
        if not self.all_fit:
            lines += 1
        return lines

    def lines_below(self) -> tuple[int, int]:
        """Return the lines of the bars and of the sentence, with their frames."""
        height = self.size.height
        if self.lectures:
            lines_of_long_sentence = min(MAX_SENTENCE_LINES, height // 3)
            return 0, max(1 + height // SENTENCE_SHARE, lines_of_long_sentence)
        # A bar for each side, a legend, and two lines of the frame.
        bar_lines = len(self.sides) + 3
        sentence_lines = 4
        if self.sides.is_race:
            # A race has no legend, but longer sentences.
            bar_lines -= 1
            sentence_lines = 5
        if height < MIN_LINES_WITH_BARS:
            bar_lines = 0
        if height >= MIN_LINES_WITH_LONG_SENTENCE:
            sentence_lines = 5
        return bar_lines, sentence_lines

    @property
    def all_fit(self) -> bool:
        """Return whether all sides have room next to each other. In a race they always have."""
        if self.sides.is_race:
            return True
        count = len(self.sides)
        min_columns = MIN_SIDE_COLUMNS[count]
        # In a lecture, a side may always be as narrow as one of three.
        if self.lectures:
            min_columns = MIN_SIDE_COLUMNS[3]
        return self.size.width >= min_columns * count

    def letter_lines(self) -> tuple[int, int]:
        """Return the heights in lines of the large letters of a lecture: for names, for counts.

        They are the same on every side.
        """
        width = self.size.width - 1
        if self.all_fit:
            width = self.size.width // len(self.sides) - 1
        max_height = max(1, self.size.height // 8)
        plain = self.scene.ascii
        name_height = fitting_letter_height(
            self.sides.names,
            width,
            max_height,
            plain=plain,
        )
        # The final counts are the longest: with these, the height is the same at every step.
        counts = [f"{total_nodes(run.trace):,} nodes" for run in self.sides.runs]
        count_height = fitting_letter_height(counts, width, max_height, plain=plain)
        return name_height, count_height

    def common_size(self) -> tuple[int, int]:
        """Return the columns and lines that every shown side has at least."""
        shown_sides = [self.sides.leader_index]
        if self.all_fit:
            shown_sides = [*range(len(self.sides))]
        sizes = [self.query_one(f"#view-{index}").size for index in shown_sides]
        return min(size.width for size in sizes), min(size.height for size in sizes)

    def draw_header(self, width: int, height: int) -> list[Line]:
        """Draw the heading, with the scale of a race."""
        scale = ""
        if self.sides.is_race:
            scale = self.sides.race(*self.common_size()).scale_words()
        return [with_ellipsis(sides_heading(self.sides, scale, width), width)]

    def draw_name(self, index: int, width: int, height: int) -> list[Line]:
        """Draw the name of the side `index` and its step.

        In a lecture, draw the name and the number of nodes in large letters.
        """
        if not self.lectures:
            return [with_ellipsis(name_line(self.sides, index), width)]
        heights = self.letter_lines()
        return large_names(
            self.sides,
            index,
            width,
            heights,
            has_others=not self.all_fit,
        )

    def draw_words(self, scene: Scene, width: int, height: int) -> Rendering:
        """Draw the sentence of this step; in a race, who has finished, then the verdict."""
        if self.sides.is_race:
            return self.draw_race_words(scene, width, height)
        if self.lectures:
            return draw_large_sentence(scene, width, height)
        return panes()["why"].draw(scene, width, height)

    def draw_race_words(self, scene: Scene, width: int, height: int) -> Rendering:
        """Draw who has finished a race, and the verdict at the end."""
        if self.lectures:
            words = scene.spelled(self.large_race_words())
            return draw_centered(
                words,
                "strong",
                width,
                height,
                plain=scene.ascii,
            )
        words = " ".join(self.race_sentences())
        style = "text"
        if self.has_verdict:
            words = self.verdict
            style = "strong"
        lines = wrap_words(scene.spelled(words), width, style)
        return Rendering(lines, title="what it shows")

    @property
    def has_verdict(self) -> bool:
        """Return whether the race has ended and its verdict is known."""
        return self.sides.is_over and self.verdict not in ("", JUDGING)

    def large_race_words(self) -> str:
        """Return the words about a race in a lecture: the leading side's words, or the verdict."""
        words = self.race_sentences()[self.sides.leader_index]
        if self.has_verdict:
            words = self.verdict
        # All lines of the verdict would have no room in large letters.
        first_line, *_ = words.splitlines()
        return first_line

    def race_sentences(self) -> list[str]:
        """Return a sentence about each side of a race."""
        named_sides = zip(self.sides, self.sides.names, strict=True)
        return [race_sentence(side.run, side.scene.tree, name) for side, name in named_sides]

    def draw_bars(self, scene: Scene, width: int, height: int) -> Rendering:
        """Draw the bars of the nodes visited."""
        return node_bars(self.sides, width)

    def hits(self) -> Sequence[Hit]:
        """Return the clickable places of the leading side's tree; other views have none."""
        canvas = self.query_one(f"#view-{self.sides.leader_index}", Canvas)
        if self.view_name == "tree":
            return canvas.rendering().hits
        return ()

    def draw_side(
        self,
        index: int,
        scene: Scene,
        width: int,
        height: int,
    ) -> Rendering:
        """Draw the side `index` in its view."""
        view = self.sides[index].view
        if view == "overview":
            race = self.sides.race(*self.common_size())
            return draw_race(race, index, scene.run.game)
        if view == "tree":
            # Trees drawn in the same width have their roots in one row.
            width, _ = self.common_size()
        return views()[view].draw(scene, width, height)

    def show(self, **changes: object) -> None:
        """Show the step of the leading search, and the corresponding ones of the others."""
        # Folded nodes belong to one step, so another step selects none.
        defaults: dict[str, object] = {"folded": None, "large": self.lectures}
        self.sides.show(self.session.step, defaults | changes)
        self.paint()

    def paint(self) -> None:
        """Paint every widget."""
        if not self.is_mounted:
            return
        if self.sides.is_over and self.sides.is_race and not self.verdict:
            self.verdict = JUDGING
            self.run_worker(self.judge())
        for index, side in enumerate(self.sides):
            # The search may have gone on meanwhile.
            side.scene = side.scene.at()
            self.query_one(f"#view-{index}", Canvas).show(side.scene)
        for name in ("bars", "why", "board"):
            self.query_one(f"#{name}", Canvas).show(self.scene)
        super().paint()
        # The timeline counts the steps of this run.
        self.session.run = self.sides.run_stepped_by()
        remark = self.session.note or self.session.describe_similar_cuts() or self.alignment_note()
        timeline = self.query_one(Timeline)
        timeline.show(self.sides.timeline_scene, self.session.progress(), remark)

    def alignment_note(self) -> str:
        """Return the alignment of the sides, and the shown side if they do not all fit."""
        note = f"aligned by {self.sides.alignment}"
        if self.all_fit:
            return note
        number = self.sides.leader_index + 1
        return f"{note} · side {number} of {len(self.sides)} ({main_key_of('side')})"

    async def judge(self) -> None:
        """Compute the verdict of a race, or show why two searches that must agree do not."""
        try:
            self.verdict = comparison_sentences(await to_thread(self.sides.comparison))
        except InputError as error:
            self.verdict = str(error)
        self.paint()

    def is_idle(self, name: str) -> bool:
        """Return whether an action does nothing; the numbers need all searches to have finished."""
        if name == "summary":
            return not all(run.trace.finished for run in self.sides.runs)
        return super().is_idle(name)

    def travel(self, name: str) -> None:
        """Jump to another step, by the name of the jump's action.

        For a jump to a cutoff, a side that may have cutoffs takes the lead if the leader has none.
        """
        if name in jumps.CUT_JUMPS:
            side_with_cuts = self.sides.nearest_with_cuts()
            if side_with_cuts != self.sides.leader_index:
                self.set_leader(side_with_cuts)
        super().travel(name)

    def after_playing(self) -> None:
        """Show the numbers when playing reaches the end of all searches, unless in a race."""
        if not self.session.playing and self.sides.is_over and not self.sides.is_race:
            self.action_summary()

    def choose_view(self, name: str) -> None:
        """Show another view of all searches."""
        for side in self.sides:
            side.view = name
        self.make_room()

    def action_side_view(self) -> None:
        """Show the next view of the leading search; the others keep theirs."""
        self.sides.leader.view = next_word(views(), self.sides.leader.view)
        self.make_room()

    def action_side(self) -> None:
        """Let the next search lead, from its own step."""
        self.set_leader((self.sides.leader_index + 1) % len(self.sides))

    def set_leader(self, place: int) -> None:
        """Let the search with this index lead, from its own step."""
        self.session.set_leader(place)
        self.make_room()

    def action_differences(self) -> None:
        """List the differences between the leading side and the next one."""
        self.say("looking for where they differ …")
        self.run_worker(self.list_differences(), exclusive=True)

    async def list_differences(self) -> None:
        """Find the differences between the leader and the next side, then list them in a dialog.

        The dialog does not open if another screen has been opened meanwhile.
        """
        sides = self.sides
        second = sides[(sides.leader_index + 1) % len(sides)]
        try:
            dialog = await find_differences(sides.leader.run, second.run)
        except InputError as error:
            # A user's game may fail.
            self.say(str(error))
            return

        def go(target: int | MovePath) -> None:
            # To see a difference, all sides must show the same position.
            sides.chosen_alignment = BY_POSITION
            self.go_to_target(target)

        self.say("")
        if self.is_in_front:
            self.ask_for(dialog, go)

    def action_summary(self) -> None:
        """Show the comparison in numbers; InputError before all searches have finished."""
        if not all(run.trace.finished for run in self.sides.runs):
            raise InputError("the numbers appear when all searches have finished")
        self.app.push_screen(SummaryDialog(self.sides.comparison))

    def action_align(self) -> None:
        """Align the searches in the next way."""
        self.sides.chosen_alignment = next_word(ALIGNMENTS, self.sides.alignment)
        self.seek(self.scene.step)

    def action_swap(self) -> None:
        """Swap the sides; the same search leads."""
        self.sides.swap()
        self.verdict = ""
        self.make_room()

    def action_change(self) -> None:
        """Ask for another search for the leading side."""
        self.ask_for(ChangeDialog(self.sides.leader.run), self.replace_search)

    def replace_search(self, run: Run) -> None:
        """Replace the leading search by a run, and go to step 0.

        InputError if one of the sides already has this search.
        """
        if any(run.recipe == other.recipe for other in self.sides.runs):
            raise InputError("this search is already shown")
        self.sides.replace(run)
        # The verdict was about the previous search.
        self.verdict = ""
        self.session.show_run(run, 0)
        self.search()
        self.show(selected=None)

    def go_to(self, path: MovePath) -> None:
        """Select a node, and go to the step of each search that finishes with it."""
        self.sides.go_to(path)
        self.session.run = self.sides.leader.run
        self.session.playing = 0
        self.session.seek(self.scene.step)
        name = self.sides.runs[0].moves_to(path) or "the root"
        self.say(f"all are at the end of {name}")

    def action_go(self) -> None:
        """Ask where to go on the common timeline."""
        self.ask_where(self.sides.timeline_scene)

    def action_lecture(self) -> None:
        """Begin lecture mode, which plays slowly except in a race, or end it."""
        self.lectures = not self.lectures
        if self.lectures and not self.sides.is_race:
            self.session.chosen_speed = LECTURE_SPEED
        else:
            self.session.chosen_speed = None
        self.make_room()
        self.show()

    def action_back(self) -> None:
        """End lecture mode, or go back to the screen of one search and take the step there."""
        if self.lectures:
            self.action_lecture()
            return
        below = self.app.screen_stack[-2]
        if isinstance(below, WatchScreen):
            self.carry_step_to(below)
        self.dismiss()

    def carry_step_to(self, screen: WatchScreen) -> None:
        """Show the current step of a screen's run there, if the run is compared here."""
        for side in self.sides:
            if side.run is screen.scene.run:
                screen.seek(side.scene.step)
                return


async def find_differences(first: Run, second: Run) -> ListDialog[int | MovePath]:
    """Make the dialog that lists the differences of two runs, in a thread if possible."""
    # A thread must not read a trace that is still growing.
    if first.trace.finished and second.trace.finished:
        return await to_thread(differences_dialog, first, second)
    return differences_dialog(first, second)


def compare_screen(run: Run, view_name: str, step: int) -> CompareScreen:
    """Return a screen that compares a run with another search of its position.

    It begins at the step `step`. A user's own code is compared with the correct search.
    """
    other = run.run_of_same_position(run.counterpart or usual_counterpart(run.recipe))
    sides = [run, other]
    # A user's code has the recipe of the correct search, which is shown at the left.
    if other.recipe == run.recipe:
        sides = [other, run]
    alignment = ""
    if run.track is not None:
        alignment = BY_STEP
    return CompareScreen(sides, view_name, step, alignment)
