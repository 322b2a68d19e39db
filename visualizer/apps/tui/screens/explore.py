"""The explorer: a search at a step, from every side; and what a mode upon it may say, ask and do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial, partialmethod
from operator import methodcaller
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from visualizer.apps.activities.exploring import LINE_STEPS, SLOWEST, Playback
from visualizer.apps.activities.position_file import PositionFile, same_path, same_step
from visualizer.apps.tui.cells.styled_lines import Line, Rendering, ellipsed
from visualizer.apps.tui.panes import panes, passes
from visualizer.apps.tui.panes.board import size_of
from visualizer.apps.tui.panes.own_code import own_code_columns
from visualizer.apps.tui.panes.step import code_columns
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.screens import asking, looking
from visualizer.apps.tui.screens.action_screen import acting
from visualizer.apps.tui.screens.foreground import Chosen
from visualizer.apps.tui.screens.headings import search_heading
from visualizer.apps.tui.screens.looking import suitable_view
from visualizer.apps.tui.screens.position_text import PositionText
from visualizer.apps.tui.screens.predicting import OFF, PredictingKeys
from visualizer.apps.tui.screens.watch import WatchScreen
from visualizer.apps.tui.terminal import pane_layout
from visualizer.apps.tui.terminal.ascii_looks import in_ascii
from visualizer.apps.tui.views import forget, overview, views
from visualizer.apps.tui.widgets import Canvas, FooterKey, QuestionPane, StyledText, Timeline
from visualizer.draw.boards.contents import is_worth_drawing
from visualizer.explaining.actions import actions_of, acts_of
from visualizer.explaining.explanation.code_line import code_lines
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.trace.rows import MovePath

ROOMY = 32
"""Lines of a screen from which on heading and sentence have room below what is said above them."""
AT_ONCE = 0.2
"""Seconds that the search of a changed position may take before it is shown, so that the place in it is found."""
FRAME = 2
"""Lines, and columns on each side, that the frame of a pane takes."""
MORE = 2
"""Lines more for the sentence while predicting: a question has answers below it."""


class Mode:
    """What a person does in an explorer: exploring, unless a kind of it says, asks and does more."""

    place: ClassVar[str] = "explorer"
    """What the table of actions calls the screen in this mode."""
    acts: ClassVar[dict[str, Callable[..., None]]] = {}
    """What does each action that the explorer does not do, or not so."""

    def __init_subclass__(cls) -> None:
        """Take the methods of the class into the table."""
        cls.acts = acts_of(cls)
        super().__init_subclass__()

    def __init__(self, screen: ExploreScreen) -> None:
        """Begin in an explorer that is not shown yet."""
        self.screen = screen

    def begin(self) -> None:
        """Begin once the explorer is shown."""

    def act(self, name: str) -> bool:
        """Do an action if it is one of this mode; return whether it is."""
        if name not in self.acts:
            return False
        self.acts[name](self)
        return True

    def paint(self) -> bool:
        """Paint what covers the explorer, if anything does; return whether it does."""
        return False

    def is_idle(self, name: str) -> bool:
        """Return whether an action of this mode would do nothing now but say why."""
        return False

    # What is said above everything.

    def told_lines(self) -> int:
        """Return how many lines that takes."""
        return 0

    def draw_told(self, width: int, height: int) -> list[Line]:
        """Draw it."""
        return []

    # The room that all of that takes.

    @property
    def has_room(self) -> bool:
        """Return whether heading and sentence have room below what is said above them."""
        return not self.told_lines() or self.screen.size.height >= ROOMY

    @property
    def why_lines(self) -> int:
        """Return the lines of the sentence, or of a question in its place, where the mode has no other wish."""
        return pane_layout.why_height(*self.screen.size) + MORE * (self.screen.predicting.quiz is not None)

    @property
    def more(self) -> int:
        """Return how many lines more than heading and sentence usually take stand above and below the tree."""
        heading, _, asked = self.screen.needed_room()
        said = (asked or self.why_lines * self.has_room) + heading * self.has_room
        return self.told_lines() + said - pane_layout.why_height(*self.screen.size) - 1

    # What is asked: what comes next, while it is predicted.

    @property
    def choices(self) -> Mapping[str, str]:
        """Return what can be answered now by its letter."""
        return self.screen.predicting.choices

    @property
    def wanted(self) -> str:
        """Say what answers the question that is open, "" where none is."""
        return self.screen.predicting.wanted

    @property
    def shows_question(self) -> bool:
        """Return whether there is a question or a judgement to show."""
        return self.screen.predicting.shows_question

    def question_lines(self, usual: int) -> int:
        """Return how many lines the question takes: the `usual` number, or as many as it needs if there is room."""
        return max(usual, self.asked_lines())

    def asked_lines(self) -> int:
        """Return how many lines the question and its frame need, up to a third of the screen."""
        width, height = self.screen.size
        pane, most = self.screen.query_one(QuestionPane), height // 3
        self.paint_question(pane)
        return min(most, FRAME + len(pane.asked(width - 2 * FRAME, most - FRAME)))

    def paint_question(self, pane: QuestionPane) -> None:
        """Paint the question, or how the answer was, in the place of the sentence."""
        self.screen.predicting.paint_question(pane)

    def answer(self, text: str) -> None:
        """Take an answer."""
        self.screen.predicting.take(text)

    # What is typed and clicked.

    def write(self, letter: str) -> None:
        """Take a letter that is typed, where something is written."""

    def pick(self, path: MovePath) -> None:
        """Take note of a click on a node, which is selected next."""

    def scroll(self, direction: int) -> bool:
        """Take a turn of the wheel, up (-1) or down (1); return whether it does something else than selecting."""
        return False


class ExploreScreen(WatchScreen):
    """Watches one run, from every side, in a `mode`; its next steps can be predicted."""

    place = "explorer"
    also = ("lesson", "edit", "lecture")
    letters = {"full_stop": ".", "slash": "/", "percent_sign": "%"} | {digit: digit for digit in "0123456789"}
    acts = WatchScreen.acts | acts_of(looking, asking)
    acts |= {name: methodcaller("step_line", name) for name in LINE_STEPS}

    def __init__(
        self, run: Run, view: str = "", step: int = 0, *, hide_leaves: bool = False,
        mode: Callable[[ExploreScreen], Mode] = Mode, read_from: PositionFile | None = None,
    ) -> None:  # fmt: skip
        """Explore a run from a step on, in a view, by default the one that suits the tree; `mode` makes the mode.

        The position may be read from a file.
        """
        super().__init__()
        self.samples = run.algorithm.samples
        self.has_lines = run.track is not None
        self.scene = Scene(run, step, hide_leaves=hide_leaves)
        self.playback = Playback(run, step)
        self.measure_board(run)
        self.view_name = view
        self.single = "code" if self.has_lines else "board" if self.board_size[1] else "window"
        self.laid_out_for: tuple[int, ...] | None = None
        """The lines of the heading, the passes, and what is asked, for which room was made last."""
        self.predicting = PredictingKeys(self)
        self.position_text = PositionText(self, read_from, self.show_anew)
        self.use(mode(self))

    def measure_board(self, run: Run) -> None:
        """Take note of how large the board is drawn."""
        board = run.root.board()
        self.board_size = size_of(board) if is_worth_drawing(board) else (0, 0, 0)

    def use(self, mode: Mode) -> None:
        """Do as a mode says from now on."""
        self.mode, self.place = mode, mode.place

    @property
    def run(self) -> Run:
        """Return the run that is shown."""
        return self.scene.run

    @property
    def wanted(self) -> str:
        """Say what answers the question that is open, "" where none is."""
        return self.mode.wanted

    def show_anew(self, run: Run) -> None:
        """Show the search of a changed position in place of this one: the same event, with the same node selected.

        What was predicted and played is over; a lecture goes on.
        """
        in_lecture = self.place == "lecture"
        if in_lecture:
            self.mode.act("back")
        self.predicting.end()
        before, scene, playback = self.run, self.scene, self.playback
        run.advance(seconds=AT_ONCE)
        step, was_at_end = same_step(before, playback.step, run), before.trace.ends_at(playback.step)
        selected = scene.selected and (same_path(before, scene.selected, run) or None)
        there = ((each, same_path(before, each, run)) for each in playback.points)
        playback.points = frozenset(path for each, path in there if len(path) == len(each))
        self.scene = scene.at(selected=selected, top=same_path(before, scene.top, run))
        self.measure_board(run)
        playback.step = min(step, run.trace.last_step)
        self.adopt(run)
        playback.wait_for(step)
        if was_at_end and not run.trace.finished:
            playback.jump = "last"
        if in_lecture:
            self.do_lecture()

    # Making and painting.

    def footer(self) -> list[FooterKey]:
        """Return the keys of the footer; while something is asked, none that goes elsewhere."""
        off = [acting(name) for name in OFF] if self.mode.wanted else []
        return [key for key in self.predicting.useful(super().footer()) if key[2] not in off]

    def is_idle(self, name: str) -> bool:
        """Return whether an action does nothing now.

        There is no next pane where all are shown; only a written tree can be edited, or searched by hand.
        """
        if name == "pane":
            return self.shows_all
        if name in ("edit", "be_the_search"):
            return self.has_lines or not self.run.game.explicit
        if name in ("predict", "open"):
            return self.has_lines
        if name == "playout":
            from visualizer.explaining.measures.samples import has_playout

            return not has_playout(self.run, asking.row_of_playout(self.scene))
        return self.mode.is_idle(name) or super().is_idle(name)

    def parts(self) -> ComposeResult:
        """Lay out the widgets."""
        yield StyledText(self.mode.draw_told, id="told")
        yield StyledText(self.draw_header, id="header")
        with Horizontal(id="main"):
            with Vertical(id="middle"):
                yield Canvas(passes.draw, id="passes")
                yield Canvas(self.draw_view, id="view")
            with Vertical(id="side"):
                for name in pane_layout.BESIDE:
                    yield Canvas(partial(self.draw_pane, name), id=name, classes="pane")
        yield Canvas(panes()["why"].draw, id="why", classes="pane")
        yield QuestionPane(id="question", classes="pane")
        with Horizontal(id="below"):
            yield Canvas(panes()["code"].draw, id="code", classes="pane")
            yield Canvas(overview.draw_whole, id="whole", classes="pane")
        yield Timeline(id="timeline")

    def on_unmount(self) -> None:
        """Drop what the views remember of the run."""
        forget()

    def on_mount(self) -> None:
        """Begin to search, in the view that suits the tree."""
        self.search()
        self.view_name = self.view_name or suitable_view(self.run)
        self.mode.begin()
        file = self.position_text.file
        if file is not None and file.is_followed:
            self.run_worker(self.position_text.follow(file))

    @property
    def shows_all(self) -> bool:
        """Return whether all panes can be seen at once; a person's own code takes too much room for that."""
        return not self.has_lines and pane_layout.shows_all(*self.size, self.board_size[1], self.mode.more)

    @property
    def has_code(self) -> bool:
        """Return whether there is code to show: a search written elsewhere has none, but where it was watched."""
        return self.has_lines or any(code_lines(self.run))

    @property
    def shows_code(self) -> bool:
        """Return whether the code takes the place of the board."""
        has_place_below = self.shows_all or (pane_layout.is_roomy(*self.size) and not self.has_lines)
        return self.single == "code" and not has_place_below

    def needed_room(self) -> tuple[int, int, int]:
        """Return what else than the size decides about the room: lines of the heading, the passes, what is asked."""
        heading = max(1, len(self.position_text.fault_lines(self.size.width)))
        asked = self.mode.question_lines(self.mode.why_lines) if self.mode.shows_question else 0
        return heading, passes.height_of(self.run, self.size.height), asked

    def make_room(self) -> None:
        """Lay out the panes that there is room for, then paint them."""
        if not self.query(QuestionPane):
            return  # another screen has taken its place
        width, height = self.size
        has_room = self.mode.has_room
        self.give_lines("told", self.mode.told_lines())
        columns, lines, wish = self.board_size
        more = self.mode.more - (pane_layout.below(width, height) if self.has_lines else 0)
        heights = pane_layout.heights(width, height, self.single, lines, wish, more)
        if self.shows_code:
            heights = pane_layout.code_heights(height, both=self.has_lines)
        for name in pane_layout.BESIDE:
            self.give_lines(name, heights.get(name, 0))
        side_width = pane_layout.side_width(width, columns)
        if self.shows_code:
            side_width = pane_layout.code_width(width, code_columns(self.run))
        if self.has_lines and self.shows_code:
            side_width = pane_layout.own_code_width(width, own_code_columns(self.run))
        self.query_one("#side").styles.width = side_width
        self.laid_out_for = heading, passes_height, asked = self.needed_room()
        self.give_lines("header", heading * has_room)
        self.give_lines("passes", passes_height)
        self.give_lines("why", self.mode.why_lines if has_room and not asked else 0)
        self.give_lines("question", asked)
        self.query_one("#code").display = self.has_code
        self.query_one("#whole").display = self.view_name != "overview"  # the pane shows the same
        needed = not self.has_lines and (self.has_code or self.view_name != "overview")
        self.give_lines("below", pane_layout.below(width, height) if needed else 0)
        super().make_room()

    def paint(self) -> None:
        """Paint every widget from the scene."""
        if not (self.is_mounted and self.query(QuestionPane)) or self.mode.paint():
            return
        if self.laid_out_for not in (None, self.needed_room()):
            self.make_room()  # a question has come or gone, or the second pass has begun
            return
        self.scene = self.scene.at(moment=self.playback.moment)
        if self.mode.shows_question:
            self.mode.paint_question(self.query_one(QuestionPane))
        for canvas in self.query(Canvas):
            canvas.show(self.scene)
        super().paint()
        self.query_one(Timeline).show(self.scene, self.playback.progress(), self.playback.remark())

    def draw_header(self, width: int, height: int) -> list[Line]:
        """Draw what is searched and how, or what is wrong with its text by now."""
        if lines := self.position_text.fault_lines(width):
            return lines
        return [ellipsed(search_heading(self.scene.changed(ascii=in_ascii(self)), width), width)]

    def draw_view(self, scene: Scene, width: int, height: int) -> Rendering:
        """Draw the view that is chosen."""
        return views()[self.view_name or "columns"].draw(scene, width, height)

    def draw_pane(self, name: str, scene: Scene, width: int, height: int) -> Rendering:
        """Draw a pane, or what takes its place."""
        instead = {"window": "visits"} if self.samples else {}
        instead |= {"board": "own code" if self.has_lines else "code"} if self.shows_code else {}
        return panes()[instead.get(name, name)].draw(scene, width, height)

    # The lines of a person's own code.

    def step_line(self, name: str) -> None:
        """Go to another line; the tree goes with it."""
        self.playback.step_line(name)
        self.show(selected=None)

    # What is typed and clicked.

    def act(self, name: str) -> None:
        """Do an action by its name: that of the mode, if it has one, else the explorer's."""
        if self.mode.wanted and name in OFF | self.predicting.left_out:
            raise InputError(self.mode.wanted)
        self.predicting.check(name)
        if not self.mode.act(name):
            super().act(name)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave to what is asked the keys that answer it, and do nothing of another mode."""
        if action not in ("act", "write"):
            return super().check_action(action, parameters)
        taken = {*self.mode.choices, *self.predicting.keys}
        names: Iterable[object] = (each.name for each in actions_of(self.place) if not taken & {*each.keys})
        return self.place == "edit" if action == "write" else parameters[0] in names

    def on_key(self, event: events.Key) -> None:
        """Answer what is asked."""
        letter = event.character or ""
        if letter in self.mode.choices:
            self.mode.answer(letter)
        elif self.predicting.question is not None:
            self.predicting.take_key(event)
        elif self.mode.wanted:
            self.say(self.mode.wanted)

    def action_answer(self, text: str) -> None:
        """Take an answer that was clicked."""
        self.mode.answer(text)

    def action_write(self, letter: str) -> None:
        """Write a letter."""
        self.mode.write(letter)

    def on_canvas_picked(self, message: Canvas.Picked) -> None:
        """Tell the mode which node was clicked, before it is selected."""
        self.mode.pick(message.path)

    def on_canvas_scrolled(self, message: Canvas.Scrolled) -> None:
        """Let the mode use the wheel, if it does."""
        if self.mode.scroll(message.direction):
            message.prevent_default()

    # Time.

    def search(self) -> bool:
        """Let the search go on, unless it is held at a question."""
        return self.predicting.asked_at is None and super().search()

    def travel(self, name: str) -> None:
        """Do a jump, as far as the next question."""
        self.predicting.travel(name)

    def do_predict(self) -> None:
        """Begin to predict, or ask how to go on with it."""
        self.predicting.ask_what()

    # Looks.

    def choose_view(self, name: str) -> None:
        """Show another view."""
        self.view_name = name
        self.post_message(Chosen("view", name))
        self.make_room()

    def do_pane(self) -> None:
        """Show the next pane where there is room for one only."""
        if self.shows_all:
            raise InputError("all the panes that fit are already shown")
        has_code = self.has_lines or (self.has_code and not pane_layout.is_roomy(*self.size))
        self.single = pane_layout.after(self.single, self.board_size[1], code=has_code)
        self.make_room()

    def do_board(self) -> None:
        """Show the board beside the tree; line mode describes it."""
        self.single = "board"
        self.make_room()

    # Asking.

    def do_compare(self) -> None:
        """Compare with another search, side by side; a person's own code with the right one."""
        from visualizer.apps.tui.screens.compare import compare_screen

        self.app.push_screen(compare_screen(self.run, self.view_name, self.playback.step))

    do_open = partialmethod(WatchScreen.tell_app, "open")

    def do_editor(self) -> None:
        """Edit the position as text."""
        self.position_text.edit()

    def do_lecture(self) -> None:
        """Begin lecture mode."""
        LectureMode(self).begin()

    def on_screen_suspend(self) -> None:
        """Let a mode take note of a dialog, and of its end."""
        self.mode.paint()

    on_screen_resume = on_screen_suspend


class LectureMode(Mode):
    """Shows the explorer's run to a class, from its step on; the action that begins it ends it too."""

    place = "lecture"

    def begin(self) -> None:
        """Cover the explorer; its step is played slowly, with the same breakpoints, and nothing is predicted."""
        from visualizer.apps.tui.screens.lecture import Lecture

        screen, points = self.screen, self.screen.playback
        self.before = screen.mode, points, screen.predicting, screen.scene, screen.view_name
        screen.playback = Playback(screen.run, points.step, SLOWEST, at_cuts=points.at_cuts, points=points.points)
        screen.predicting, screen.scene, screen.view_name = PredictingKeys(screen), screen.scene.at(large=True), "tree"
        screen.use(self)
        self.pane = Lecture(screen, screen.position_text.fault_lines)
        screen.mount(self.pane)

    def do_back(self) -> None:
        """Go on in the explorer, from the step that is shown."""
        screen, step = self.screen, self.screen.playback.step
        mode, screen.playback, screen.predicting, screen.scene, screen.view_name = self.before
        self.pane.close()
        screen.use(mode)
        screen.seek(step)
        screen.make_room()

    do_lecture = do_back

    def paint(self) -> bool:
        """Paint what the class sees, which is all."""
        self.pane.paint()
        return True
