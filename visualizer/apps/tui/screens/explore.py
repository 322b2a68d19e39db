"""The explorer: a search at a step, from every side; other screens are explorers that say, ask and do more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from visualizer.apps.actions import (
    ACTION_NAMES,
    JUMP_FAILURES,
    Footer,
    actions_of,
    errors_with_keys,
    fill_in_keys,
)
from visualizer.apps.activities.exploring import LECTURE_SPEED, CutPlayback, Session
from visualizer.apps.activities.position_file import PositionFile, matching_path, matching_step
from visualizer.apps.tui.cells.styled_lines import Line, Rendering, with_ellipsis
from visualizer.apps.tui.options import next_word
from visualizer.apps.tui.panes import panes, passes
from visualizer.apps.tui.panes.board import board_pane_size
from visualizer.apps.tui.panes.own_code import own_code_columns
from visualizer.apps.tui.panes.step import pseudocode_columns
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.screens.dialog import ListDialog
from visualizer.apps.tui.screens.headings import search_heading
from visualizer.apps.tui.screens.position_text import PositionText
from visualizer.apps.tui.screens.predicting import PredictingKeys
from visualizer.apps.tui.screens.watch import (
    WatchScreen,
    footer_kinds_of,
    playout_row,
    suitable_view,
)
from visualizer.apps.tui.terminal import pane_layout
from visualizer.apps.tui.terminal.ascii_looks import in_ascii
from visualizer.apps.tui.views import forget, overview, views
from visualizer.apps.tui.widgets import Canvas, QuestionPane, StyledText, Timeline
from visualizer.draw.boards.contents import board_with_scores, is_worth_drawing
from visualizer.explaining.explanation.code_line import code_lines
from visualizer.explaining.explanation.own_code import open_call_lines
from visualizer.explaining.measures.proof_tree import (
    NO_PROOF,
    proof_in_short,
    proof_tree,
    proof_words,
)
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.trace.rows import MovePath

if TYPE_CHECKING:
    from visualizer.apps.tui.screens.lecture import Lecture

BANNER_SCREEN_LINES = 32
"""Lines of a screen from which on heading and sentence have room below what is said above them."""
RESTART_SECONDS = 0.2
"""Seconds that the search of a changed position may take before it is shown, so that the place in it is found."""
PANE_FRAME_CELLS = 2
"""Lines, and columns on each side, that the frame of a pane takes."""
WIDE_TIMELINE_COLUMNS = 120
"""Columns with room for a whole sentence beside the timeline."""
WINDOW_NOTES = {
    "path": "windows of the open path",
    "all": "windows of all nodes",
    "none": "no windows",
}
"""The nodes whose windows the tree shows, each with the note about it."""
ANSWER_LINES = 2
"""Lines more for the sentence while predicting: a question has answers below it."""


class ExploreScreen(WatchScreen):
    """Watches one run, from every side; its next steps can be predicted, and a class can be shown it."""

    place = "explorer"
    also: ClassVar[Sequence[str]] = ("lecture",)
    answer: MovePath | None = None
    """The table's answer that was selected before its source was shown."""

    def __init__(
        self,
        run: Run,
        view: str = "",
        step: int = 0,
        *,
        hide_leaves: bool = False,
        read_from: PositionFile | None = None,
    ) -> None:
        """Explore a run from a step on, in a view, by default the one that suits the tree.

        The position may be read from a file.
        """
        super().__init__()
        self.footer_kinds = footer_kinds_of(run)
        self.has_lines = run.track is not None
        self.drawn = Scene(run, step, hide_leaves=hide_leaves)
        self.session = Session(run, step)
        self.measure_board(run)
        self.view_name = view
        if self.has_lines:
            self.single = "code"
        elif self.board_size[1]:
            self.single = "board"
        else:
            self.single = "window"
        self.laid_out_for: tuple[int, ...] | None = None
        """The lines of the heading, the passes, and what is asked, for which room was made last."""
        self.predicting = PredictingKeys(self)
        self.position_text = PositionText(self, read_from, self.show_anew)
        self.lecture: Lecture | None = None
        """What covers the explorer in lecture mode."""

    def measure_board(self, run: Run) -> None:
        """Measure the board."""
        board = run.root.board()
        if is_worth_drawing(board):
            self.board_size = board_pane_size(board)
        else:
            self.board_size = (0, 0, 0)

    @property
    def run(self) -> Run:
        """Return the run that is shown."""
        return self.session.run

    def show_anew(self, run: Run) -> None:
        """Show the search of a changed position in place of this one: the same event, with the same node selected.

        What was predicted and played is over; a lecture goes on.
        """
        in_lecture = self.lecture is not None
        if in_lecture:
            self.end_lecture()
        self.session.end()
        before = self.run
        scene = self.scene
        session = self.session
        run.advance(seconds=RESTART_SECONDS)
        step = matching_step(before, session.step, run)
        was_at_end = before.trace.ends_at(session.step)
        selected = scene.selected and (matching_path(before, scene.selected, run) or None)
        there = ((each, matching_path(before, each, run)) for each in session.points)
        session.points = frozenset(path for each, path in there if len(path) == len(each))
        self.drawn = scene.at(selected=selected, top=matching_path(before, scene.top, run))
        self.measure_board(run)
        session.stand(run, min(step, run.trace.last_step))
        self.show()
        session.wait_for(step)
        if was_at_end and not run.trace.finished:
            session.jump = "last"
        if in_lecture:
            self.begin_lecture()

    # Making and painting.

    def word_of(self, name: str, footer: Footer) -> str:
        """Return the word of an action in the footer; while something is predicted, its key tells the score."""
        if name == "predict" and self.session.quiz is not None:
            return "score"
        return footer.word

    def is_idle(self, name: str) -> bool:
        """Return whether an action does nothing now.

        While something is asked, none goes elsewhere. There is no next pane where all are shown; only a written tree
        can be edited, or searched by hand.
        """
        if self.predicting.is_idle(name):
            return True
        if name == "pane":
            return self.shows_all
        if name in ("edit", "be_the_search"):
            return self.has_lines or not self.run.game.explicit
        if name in ("predict", "open"):
            return self.has_lines
        if name == "playout":
            from visualizer.explaining.measures.sampling import has_playout

            return not has_playout(self.run, playout_row(self.scene))
        return super().is_idle(name)

    def parts(self) -> ComposeResult:
        """Lay out the widgets."""
        yield StyledText(self.draw_told, id="told")
        yield StyledText(self.draw_header, id="header")
        with Horizontal(id="main"):
            with Vertical(id="middle"):
                yield Canvas(passes.draw_passes, id="passes")
                yield Canvas(self.draw_view, id="view")
            with Vertical(id="side"):
                for name in pane_layout.SIDE_PANES:
                    yield Canvas(partial(self.draw_pane, name), id=name, classes="pane")
        yield Canvas(panes()["why"].draw, id="why", classes="pane")
        yield QuestionPane(id="question", classes="pane")
        with Horizontal(id="below"):
            yield Canvas(panes()["code"].draw, id="code", classes="pane")
            yield Canvas(overview.draw_whole_overview, id="whole", classes="pane")
        yield Timeline(id="timeline")

    def begin(self) -> None:
        """Begin what an explorer of another kind does, once the search has begun."""

    def on_unmount(self) -> None:
        """Drop what the views remember of the run."""
        forget()

    def on_mount(self) -> None:
        """Begin to search, in the view that suits the tree."""
        self.search()
        self.view_name = self.view_name or suitable_view(self.run)
        self.begin()
        file = self.position_text.file
        if file is not None and file.is_followed:
            self.run_worker(self.position_text.follow(file))

    @property
    def shows_all(self) -> bool:
        """Return whether all panes can be seen at once; a person's own code takes too much room for that."""
        return not self.has_lines and pane_layout.shows_all_panes(
            *self.size, self.board_size[1], self.more
        )

    @property
    def has_code(self) -> bool:
        """Return whether there is code to show: a search written elsewhere has none, but where it was watched."""
        return self.has_lines or any(code_lines(self.run))

    @property
    def shows_code(self) -> bool:
        """Return whether the code takes the place of the board."""
        has_place_below = self.shows_all or (
            pane_layout.has_room_below(*self.size) and not self.has_lines
        )
        return self.single == "code" and not has_place_below

    def needed_room(self) -> tuple[int, int, int]:
        """Return what else than the size decides about the room: lines of the heading, the passes, what is asked."""
        heading = max(1, len(self.position_text.fault_lines(self.size.width)))
        if self.shows_question:
            asked = self.question_lines(self.why_lines)
        else:
            asked = 0
        return heading, passes.pass_pane_height(self.run, self.size.height), asked

    def make_room(self) -> None:
        """Lay out the panes that there is room for, then paint them."""
        if not self.query(QuestionPane):
            return  # another screen has taken its place
        width, height = self.size
        has_room = self.has_room
        self.give_lines("told", self.told_lines())
        columns, lines, wish = self.board_size
        more = self.more - (pane_layout.lines_below_tree(width, height) if self.has_lines else 0)
        heights = pane_layout.side_pane_heights(
            width, height, self.single, board=lines, wish=wish, more=more
        )
        if self.shows_code:
            heights = pane_layout.code_heights(height, both=self.has_lines)
        for name in pane_layout.SIDE_PANES:
            self.give_lines(name, heights.get(name, 0))
        side_width = pane_layout.side_width(width, columns)
        if self.shows_code:
            side_width = pane_layout.code_width(width, pseudocode_columns(self.run))
        if self.has_lines and self.shows_code:
            side_width = pane_layout.own_code_width(width, own_code_columns(self.run))
        self.query_one("#side").styles.width = side_width
        self.laid_out_for = heading, passes_height, asked = self.needed_room()
        self.give_lines("header", heading * has_room)
        self.give_lines("passes", passes_height)
        self.give_lines("why", self.why_lines if has_room and not asked else 0)
        self.give_lines("question", asked)
        self.query_one("#code").display = self.has_code
        self.query_one("#whole").display = self.view_name != "overview"  # the pane shows the same
        needed = not self.has_lines and (self.has_code or self.view_name != "overview")
        self.give_lines("below", pane_layout.lines_below_tree(width, height) if needed else 0)
        super().make_room()

    def paint(self) -> None:
        """Paint every widget from the scene."""
        if not (self.is_mounted and self.query(QuestionPane)):
            return
        if self.lecture is not None:
            self.lecture.paint()
            return
        if self.laid_out_for not in (None, self.needed_room()):
            self.make_room()  # a question has come or gone, or the second pass has begun
            return
        scene = self.draw_anew()
        if self.shows_question:
            self.paint_question(self.query_one(QuestionPane))
        for canvas in self.query(Canvas):
            canvas.show(scene)
        super().paint()
        self.query_one(Timeline).show(scene, self.session.progress(), self.session.remark())

    def draw_header(self, width: int, height: int) -> list[Line]:
        """Draw what is searched and how, or what is wrong with its text by now."""
        if lines := self.position_text.fault_lines(width):
            return lines
        return [
            with_ellipsis(search_heading(self.scene.changed(ascii=in_ascii(self)), width), width)
        ]

    def draw_view(self, scene: Scene, width: int, height: int) -> Rendering:
        """Draw the view that is chosen."""
        return views()[self.view_name or "columns"].draw(scene, width, height)

    def draw_pane(self, name: str, scene: Scene, width: int, height: int) -> Rendering:
        """Draw a pane, or what takes its place."""
        instead = dict(self.run.style.instead)
        if self.shows_code:
            instead["board"] = "own code" if self.has_lines else "code"
        return panes()[instead.get(name, name)].draw(scene, width, height)

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
        return not self.told_lines() or self.size.height >= BANNER_SCREEN_LINES

    @property
    def why_lines(self) -> int:
        """Return the lines of the sentence, or of a question in its place, where the mode has no other wish."""
        return pane_layout.why_height(*self.size) + ANSWER_LINES * (self.session.quiz is not None)

    @property
    def more(self) -> int:
        """Return how many lines more than heading and sentence usually take stand above and below the tree."""
        heading, _, asked = self.needed_room()
        said = (asked or self.why_lines * self.has_room) + heading * self.has_room
        return self.told_lines() + said - pane_layout.why_height(*self.size) - 1

    # What is asked: what comes next, while it is predicted.

    @property
    def choices(self) -> Mapping[str, str]:
        """Return what can be answered now by its letter."""
        return self.session.choices

    @property
    def shows_question(self) -> bool:
        """Return whether there is a question or a judgement to show."""
        return self.session.is_judged or self.session.question is not None

    def question_lines(self, usual: int) -> int:
        """Return how many lines the question takes: the `usual` number, or as many as it needs if there is room."""
        return max(usual, self.asked_lines())

    def asked_lines(self) -> int:
        """Return how many lines the question and its frame need, up to a third of the screen."""
        width, height = self.size
        pane = self.query_one(QuestionPane)
        most = height // 3
        self.paint_question(pane)
        return min(
            most,
            PANE_FRAME_CELLS
            + len(pane.asked(width - 2 * PANE_FRAME_CELLS, most - PANE_FRAME_CELLS)),
        )

    def paint_question(self, pane: QuestionPane) -> None:
        """Paint the question, or how the answer was, in the place of the sentence."""
        self.predicting.paint_question(pane)

    def action_answer(self, text: str) -> None:
        """Take an answer, typed or clicked."""
        self.predicting.take(text)

    # What is typed and clicked.

    def prepare(self, name: str) -> None:
        """Refuse what would show the search itself, or what does not answer the question that is open."""
        super().prepare(name)
        if self.lecture is None:
            self.predicting.check(name)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave to what is asked the keys that answer it, and do nothing of another mode."""
        if action not in ACTION_NAMES:
            return super().check_action(action, parameters)
        if self.lecture is None:
            taken = {*self.choices, *self.predicting.keys}
        else:
            taken = set()
        return any(
            each.name == action and not taken & {*each.keys} for each in actions_of(self.place)
        )

    def on_key(self, event: events.Key) -> None:
        """Answer what is asked."""
        letter = event.character or ""
        if self.lecture is not None:
            return
        if letter in self.choices:
            self.action_answer(letter)
        elif self.session.question is not None:
            self.predicting.take_key(event)
        elif self.wanted:
            self.say(self.wanted)

    # Time.

    def search(self) -> bool:
        """Let the search go on, unless it is held at a question."""
        return self.session.asked_at is None and super().search()

    def action_predict(self) -> None:
        """Begin to predict, or ask how to go on with it."""
        self.predicting.ask_what()

    def travel_at_node(self, name: str) -> None:
        """Jump to another change or visit of the selected node, which stays selected."""
        focus = self.scene.focus
        target = self.session.step_at_node(name, self.run.node_at(focus))
        if target is None:
            raise InputError(JUMP_FAILURES[name])
        self.seek(target, focus)

    def action_next_visit(self) -> None:
        """Go to the next visit of the selected node."""
        self.travel_at_node("next_visit")

    def action_previous_visit(self) -> None:
        """Go to the previous visit of the selected node."""
        self.travel_at_node("previous_visit")

    def action_next_change(self) -> None:
        """Go to the next change of the selected node."""
        self.travel_at_node("next_change")

    def action_previous_change(self) -> None:
        """Go to the previous change of the selected node."""
        self.travel_at_node("previous_change")

    def action_source(self) -> None:
        """Go from a table's answer to the step in which it was stored, or back to the answer."""
        scene = self.scene
        session = self.session
        was_there = session.source_jump.there == scene.step
        target = session.source_jump.target(scene.run.trace, scene.node(scene.focus), scene.step)
        if target is None:
            raise InputError(JUMP_FAILURES["source"])
        if was_there:
            selected = self.answer
            self.answer = None
            session.note = "back at the table's answer"
        else:
            selected = None
            self.answer = scene.selected
            session.note = fill_in_keys("<source> goes back to the table's answer")
        self.seek(target, selected)

    def action_breakpoint(self) -> None:
        """Set or remove a breakpoint on the selected node."""
        self.session.toggle_breakpoint(self.scene.focus)
        self.show()

    def action_break_cuts(self) -> None:
        """Change what playing does at cutoffs: rest, stop, or go on."""
        self.session.at_cuts = next_word(tuple(CutPlayback), self.session.at_cuts)
        self.say(fill_in_keys(self.session.at_cuts.value))

    # The lines of a person's own code.

    def step_line(self, name: str) -> None:
        """Go to another line; the tree goes with it."""
        self.session.step_line(name)
        self.show(selected=None)

    def action_line(self) -> None:
        """Go to the next line."""
        self.step_line("line")

    def action_back_line(self) -> None:
        """Go back one line."""
        self.step_line("back_line")

    def action_line_over(self) -> None:
        """Go past the calls of this line."""
        self.step_line("line_over")

    def action_out(self) -> None:
        """Go out of this call."""
        self.step_line("out")

    def action_calls(self) -> None:
        """List the open calls, and show the one chosen."""
        lines = open_call_lines(self.run, self.session.moment or 0)
        dialog = ListDialog("open calls, the outermost first", lines, at=len(lines) - 1)
        self.ask_for(dialog, lambda call: self.show(call=call))

    # Looks.

    def choose_view(self, name: str) -> None:
        """Show another view."""
        self.view_name = name
        self.tell_app("view", name)
        self.make_room()

    action_tree = WatchScreen.action_view_tree

    def action_leaves(self) -> None:
        """Hide the leaves of a textbook tree until they are visited, or show them."""
        self.run.need_tree("a game's leaves have no values before they are visited")
        hide = not self.scene.hide_leaves
        self.show_tree(
            "leaves hidden until they are visited" if hide else "leaves shown", hide_leaves=hide
        )

    def action_windows(self) -> None:
        """Show the windows of the open path, of all nodes, or of none."""
        windows = next_word(WINDOW_NOTES, self.scene.windows)
        self.show_tree(WINDOW_NOTES[windows], windows=windows)

    def action_kinds(self) -> None:
        """Mark the nodes that prove the value, or no longer; say what trying them first would have saved."""
        run = self.run
        kinds = not self.scene.kinds
        found = proof_tree(run.trace)
        if found is None:
            raise InputError(
                "the search has not finished yet" if not run.trace.finished else NO_PROOF
            )
        if self.size.width >= WIDE_TIMELINE_COLUMNS:
            words = proof_words(found)
        else:
            words = proof_in_short(found)
        self.session.note = words if kinds else "no node types"
        self.show(kinds=kinds)

    def action_reroot(self) -> None:
        """Draw only what is below the selected node, or its nearest ancestor that has children."""
        path = self.scene.focus
        while path and not ((node := self.run.node_at(path)) and self.scene.whole.move_count(node)):
            path = path[:-1]
        self.begin_at(path)

    def action_unroot(self) -> None:
        """Draw from the parent of what is drawn now."""
        self.begin_at(self.scene.top[:-1])

    def begin_at(self, path: MovePath) -> None:
        """Draw only the subtree of a node; a note says if that changes nothing in this view."""
        if path == self.scene.top:
            self.session.note = "the drawing already begins there"
        elif self.view_name == "columns":
            self.session.note = fill_in_keys(
                "the tree and the overview (<view_tree> and <view_overview>) begin there now"
            )
        self.show(top=path)

    def action_heat(self) -> None:
        """Lay the next heat map over the board."""
        names = [*board_with_scores(self.run, self.scene.focus)[0].layers]
        heat = (self.scene.heat + 1) % (len(names) + 1)
        self.session.note = f"heat map: {names[heat - 1]}" if heat else "no heat map"
        self.show(heat=heat)

    def action_rank(self) -> None:
        """Sort the moves of columns by the next criterion; InputError for a search that is not by random games."""
        ranks = self.run.style.ranks
        if not ranks:
            raise InputError(
                "only a search by random games sorts its moves; others list them as tried"
            )
        rank = next_word(ranks, self.scene.rank)
        self.session.note = f"sorted by {rank}"
        self.show(rank=rank)

    def action_pane(self) -> None:
        """Show the next pane where there is room for one only."""
        if self.shows_all:
            raise InputError("all the panes that fit are already shown")
        has_code = self.has_lines or (self.has_code and not pane_layout.has_room_below(*self.size))
        self.single = pane_layout.next_single_pane(self.single, self.board_size[1], code=has_code)
        self.make_room()

    def action_board(self) -> None:
        """Show the board beside the tree; line mode describes it."""
        self.single = "board"
        self.make_room()

    # Going elsewhere.

    def action_compare(self) -> None:
        """Compare with another search, side by side; a person's own code with the right one."""
        from visualizer.apps.tui.screens.compare import compare_screen

        self.app.push_screen(compare_screen(self.run, self.view_name, self.session.step))

    def action_open(self) -> None:
        """Choose another position or search."""
        self.tell_app("open")

    def action_editor(self) -> None:
        """Edit the position as text."""
        self.position_text.edit()

    def action_play_on(self) -> None:
        """Play on from the position in focus, against this search."""
        from visualizer.play.playing.match import match_from

        self.tell_app("play_on", match_from(self.run, self.scene.focus))

    def action_edit(self) -> None:
        """Open the tree, to play with; InputError for a game whose tree is not written."""
        from visualizer.explaining.explanation.facts.what_if import editable_search

        with errors_with_keys():
            run = editable_search(self.run)
        self.tell_app("edit", run, self.scene.focus)

    def action_be_the_search(self) -> None:
        """Make the search of a written tree by hand; InputError for a game whose tree is not written."""
        self.run.need_tree(
            fill_in_keys(
                "only a written tree can be searched by hand; <open> and the game Tree open one"
            )
        )
        self.tell_app("be_the_search", self.run)

    # Lecture mode: the explorer's run is shown to a class, from its step on.

    def action_lecture(self) -> None:
        """Begin lecture mode, or end it."""
        if self.lecture is None:
            self.begin_lecture()
        else:
            self.end_lecture()

    def begin_lecture(self) -> None:
        """Cover the explorer; its step is played slowly, with the same breakpoints, and nothing is predicted."""
        from visualizer.apps.tui.screens.lecture import Lecture

        before = self.session
        self.before_lecture = self.place, before, self.drawn, self.view_name
        self.session = Session(
            self.run,
            before.step,
            LECTURE_SPEED,
            at_cuts=before.at_cuts,
            points=before.points,
            line=before.line,
        )
        self.drawn = self.scene.at(large=True)
        self.view_name = "tree"
        self.place = "lecture"
        self.lecture = Lecture(self, self.position_text.fault_lines)
        self.mount(self.lecture)

    def end_lecture(self) -> None:
        """Go on in the explorer, from the step that the class has seen last."""
        assert self.lecture is not None
        step = self.session.step
        self.place, self.session, self.drawn, self.view_name = self.before_lecture
        self.lecture.close()
        self.lecture = None
        self.seek(step)
        self.make_room()

    def action_back(self) -> None:
        """End lecture mode, or go back."""
        if self.lecture is None:
            super().action_back()
        else:
            self.end_lecture()

    def on_screen_suspend(self) -> None:
        """Paint the lecture without its picture behind a dialog, and with it again."""
        if self.lecture is not None:
            self.lecture.paint()

    on_screen_resume = on_screen_suspend
