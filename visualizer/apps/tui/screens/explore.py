"""The explorer shows a search at one step; lessons and the tree editor build on its screen."""

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
"""Minimum lines of a screen that shows heading and sentence below a banner."""
RESTART_SECONDS = 0.2
"""Seconds that a changed position is searched before it is shown.

The same step as before can then usually be found.
"""
PANE_FRAME_CELLS = 2
"""Lines, and columns on each side, of a pane's frame."""
WIDE_TIMELINE_COLUMNS = 120
"""Minimum columns of a screen that shows a whole sentence beside the timeline."""
WINDOW_NOTES = {
    "path": "windows of the open path",
    "all": "windows of all nodes",
    "none": "no windows",
}
"""The note for each choice of nodes whose windows the tree shows."""
ANSWER_LINES = 2
"""Extra lines of the sentence pane while predicting, for the answers below a question."""


class ExploreScreen(WatchScreen):
    """Shows one run in all views and panes, and has the modes for predicting and for a class."""

    place = "explorer"
    later_places: ClassVar[Sequence[str]] = ("lecture",)
    answer_selected: MovePath | None = None
    """The node that was selected before its source was shown: an answer of the table."""

    def __init__(
        self,
        run: Run,
        view: str = "",
        step: int = 0,
        *,
        hide_leaves: bool = False,
        read_from: PositionFile | None = None,
    ) -> None:
        """Explore a run, beginning at a step.

        With `view=""`, the view is one that suits the tree. `hide_leaves` hides the leaves of a
        textbook's tree until they are visited. `read_from` is the file with the position, if any.
        """
        super().__init__()
        self.footer_kinds = footer_kinds_of(run)
        self.is_own_code = run.track is not None
        """Whether the run is of a user's own code, with a track of the lines that it executed."""
        self.last_scene = Scene(run, step, hide_leaves=hide_leaves)
        self.session = Session(run, step)
        self.measure_board(run)
        self.view_name = view
        self.only_pane = self.first_pane()
        """The pane to show on a screen with room for one."""
        self.laid_out_for: tuple[int, ...] | None = None
        """What `needed_room` returned when the panes were laid out last."""
        self.predicting = PredictingKeys(self)
        self.position_text = PositionText(self, read_from, self.replace_run)
        self.lecture: Lecture | None = None
        """The widget that covers the explorer in lecture mode."""

    def first_pane(self) -> str:
        """Return the pane to begin with on a screen with room for one."""
        if self.is_own_code:
            return "code"
        if self.board_size[1]:
            return "board"
        return "window"

    def measure_board(self, run: Run) -> None:
        """Remember the size of the run's board, (0, 0, 0) if it is not worth drawing."""
        board = run.root.board()
        if is_worth_drawing(board):
            self.board_size = board_pane_size(board)
        else:
            self.board_size = (0, 0, 0)

    @property
    def run(self) -> Run:
        """Return the run."""
        return self.session.run

    def replace_run(self, run: Run) -> None:
        """Replace the run by a search of a changed position, at the same step and node.

        Predicting and playing end; a lecture goes on.
        """
        in_lecture = self.lecture is not None
        # The lecture has a separate session, which would go on with the old run.
        if in_lecture:
            self.end_lecture()
        session = self.session
        session.end()
        before = self.run
        run.advance(seconds=RESTART_SECONDS)
        step = matching_step(before, session.step, run)
        was_at_end = before.trace.ends_at(session.step)
        self.carry_over_paths(before, run)
        self.measure_board(run)

        # The step may not be searched yet: show the last one, and go on as soon as it is.
        session.show_run(run, min(step, run.trace.last_step))
        self.show()
        session.wait_for(step)
        if was_at_end and not run.trace.finished:
            session.waiting_jump = "last"
        if in_lecture:
            self.begin_lecture()

    def carry_over_paths(self, before: Run, run: Run) -> None:
        """Keep the selection, the top of the drawn subtree and the breakpoints in a new run.

        If the new run lacks the selected node or the top, the nearest ancestor that it has takes
        its place. A breakpoint at a node that the new run lacks is dropped.
        """
        scene = self.scene
        selected = None
        if scene.selected:
            # If only the root is left, nothing is selected.
            selected = matching_path(before, scene.selected, run) or None
        top = matching_path(before, scene.top, run)
        self.last_scene = scene.at(selected=selected, top=top)

        points = set()
        for path in self.session.breakpoints:
            match = matching_path(before, path, run)
            # A shorter path leads to a node above, where no breakpoint was set.
            if len(match) == len(path):
                points.add(match)
        self.session.breakpoints = frozenset(points)

    def footer_word(self, name: str, footer: Footer) -> str:
        """Return the footer's word for an action; while predicting, one key shows the score."""
        if name == "predict" and self.session.quiz is not None:
            return "score"
        return footer.word

    def is_idle(self, name: str) -> bool:
        """Return whether an action does nothing now, so that its key is not offered."""
        # An open question blocks the actions that would leave it.
        if self.predicting.is_idle(name):
            return True
        # If all panes are shown, there is no next one.
        if name == "pane":
            return self.shows_all
        # Only a written tree can be edited or searched by hand. The tree of a game follows from the
        # rules, and the user's own code has already run.
        if name in ("edit", "be_the_search"):
            return self.is_own_code or not self.run.game.explicit
        if name in ("predict", "open"):
            return self.is_own_code
        if name == "playout":
            # Only searches by random games need this module: others begin sooner without it.
            from visualizer.explaining.measures.sampling import has_playout

            return not has_playout(self.run, playout_row(self.scene))
        return super().is_idle(name)

    def parts(self) -> ComposeResult:
        """Lay out the widgets."""
        yield StyledText(self.draw_banner, id="told")
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
        """Begin the activity of a subclass, once the search has begun."""

    def on_unmount(self) -> None:
        """Drop the views' caches of the run."""
        forget()

    def on_mount(self) -> None:
        """Begin to search, in a view that suits the tree."""
        # The view depends on how wide the tree is, so that some nodes must be searched first.
        self.search()
        self.view_name = self.view_name or suitable_view(self.run)
        self.begin()
        file = self.position_text.file
        if file is not None and file.is_followed:
            self.run_worker(self.position_text.follow(file))

    @property
    def shows_all(self) -> bool:
        """Return whether all panes fit together; a user's own code takes too much room for that."""
        if self.is_own_code:
            return False
        return pane_layout.shows_all_panes(*self.size, self.board_size[1], self.extra_lines)

    @property
    def has_code(self) -> bool:
        """Return whether there is code to show: pseudocode, or the code of a watched search."""
        return self.is_own_code or any(code_lines(self.run))

    @property
    def shows_code(self) -> bool:
        """Return whether the code takes the place of the board."""
        if self.only_pane != "code" or self.shows_all:
            return False
        return self.is_own_code or not pane_layout.has_room_below(*self.size)

    def needed_room(self) -> tuple[int, int, int]:
        """Return the lines of the heading, of the passes and of a question (0 for none).

        The layout of the panes depends only on these numbers and on the size of the screen.
        """
        heading_lines = max(1, len(self.position_text.fault_lines(self.size.width)))
        pass_lines = passes.pass_pane_height(self.run, self.size.height)
        question_lines = 0
        if self.shows_question:
            question_lines = self.question_lines(self.why_lines)
        return heading_lines, pass_lines, question_lines

    def make_room(self) -> None:
        """Lay out the panes that there is room for, then paint them."""
        # Another screen may have taken the place of this one.
        if not self.query(QuestionPane):
            return
        self.give_lines("told", self.banner_lines())
        heights = self.side_heights()
        for name in pane_layout.SIDE_PANES:
            self.give_lines(name, heights.get(name, 0))
        self.query_one("#side").styles.width = self.side_width()
        self.make_room_around()
        self.make_room_below()
        super().make_room()

    def make_room_around(self) -> None:
        """Lay out the heading and the passes above the tree, and the sentence below it."""
        self.laid_out_for = self.needed_room()
        heading_lines, pass_lines, question_lines = self.laid_out_for
        sentence_lines = self.why_lines
        if not self.has_sentence_room:
            heading_lines = 0
            sentence_lines = 0
        # A question takes the place of the sentence, which would give its answer away.
        if question_lines:
            sentence_lines = 0
        self.give_lines("header", heading_lines)
        self.give_lines("passes", pass_lines)
        self.give_lines("why", sentence_lines)
        self.give_lines("question", question_lines)

    def side_heights(self) -> Mapping[str, str]:
        """Return the height of each pane beside the tree, in lines or as `1fr`."""
        width, height = self.size
        if self.shows_code:
            return pane_layout.code_heights(height, both=self.is_own_code)
        _, min_lines, full_lines = self.board_size
        extra_lines = self.extra_lines
        if self.is_own_code:
            # The user's own code is shown beside the tree, so the lines below the tree are free.
            extra_lines -= pane_layout.lines_below_tree(width, height)
        return pane_layout.side_pane_heights(
            width,
            height,
            self.only_pane,
            board_lines=min_lines,
            captioned_lines=full_lines,
            extra_lines=extra_lines,
        )

    def side_width(self) -> int:
        """Return the columns of the panes beside the tree."""
        width = self.size.width
        if not self.shows_code:
            return pane_layout.side_width(width, self.board_size[0])
        if self.is_own_code:
            return pane_layout.own_code_width(width, own_code_columns(self.run))
        return pane_layout.code_width(width, pseudocode_columns(self.run))

    def make_room_below(self) -> None:
        """Lay out the code and the overview below the tree."""
        # If the view above is the overview, a second overview below would show the same.
        has_overview = self.view_name != "overview"
        self.query_one("#code").display = self.has_code
        self.query_one("#whole").display = has_overview
        lines = 0
        if not self.is_own_code and (self.has_code or has_overview):
            lines = pane_layout.lines_below_tree(*self.size)
        self.give_lines("below", lines)

    def paint(self) -> None:
        """Paint every widget from the scene."""
        if not self.is_mounted or not self.query(QuestionPane):
            return
        if self.lecture is not None:
            self.lecture.paint()
            return
        # Lay out the panes again if, say, a question has opened or closed.
        if self.laid_out_for not in (None, self.needed_room()):
            self.make_room()
            return
        scene = self.refresh_scene()
        if self.shows_question:
            self.paint_question(self.query_one(QuestionPane))
        for canvas in self.query(Canvas):
            canvas.show(scene)
        super().paint()
        timeline = self.query_one(Timeline)
        timeline.show(scene, self.session.progress(), self.session.remark())

    def draw_header(self, width: int, height: int) -> list[Line]:
        """Draw the position and the search, or the fault in the position's text."""
        faults = self.position_text.fault_lines(width)
        if faults:
            return faults
        scene = self.scene.updated(ascii=in_ascii(self))
        return [with_ellipsis(search_heading(scene, width), width)]

    def draw_view(self, scene: Scene, width: int, height: int) -> Rendering:
        """Draw the chosen view."""
        return views()[self.view_name or "columns"].draw(scene, width, height)

    def draw_pane(
        self,
        name: str,
        scene: Scene,
        width: int,
        height: int,
    ) -> Rendering:
        """Draw the pane with this name. Some kinds of search have another pane in its place."""
        replacements = dict(self.run.style.pane_replacements)
        if self.shows_code and self.is_own_code:
            replacements["board"] = "own code"
        elif self.shows_code:
            replacements["board"] = "code"
        pane = replacements.get(name, name)
        return panes()[pane].draw(scene, width, height)

    # The banner above the explorer, which subclasses fill.

    def banner_lines(self) -> int:
        """Return the lines of the banner."""
        return 0

    def draw_banner(self, width: int, height: int) -> list[Line]:
        """Draw the banner."""
        return []

    @property
    def has_sentence_room(self) -> bool:
        """Return whether heading and sentence fit below the banner."""
        return not self.banner_lines() or self.size.height >= BANNER_SCREEN_LINES

    @property
    def why_lines(self) -> int:
        """Return the usual lines of the sentence, or of a question in its place."""
        lines = pane_layout.why_height(*self.size)
        if self.session.quiz is not None:
            lines += ANSWER_LINES
        return lines

    @property
    def extra_lines(self) -> int:
        """Return the lines around the tree beyond those of the usual heading and sentence."""
        heading_lines, _, question_lines = self.needed_room()
        lines = question_lines
        if self.has_sentence_room:
            lines = heading_lines + (question_lines or self.why_lines)
        # The usual heading has one line.
        return self.banner_lines() + lines - pane_layout.why_height(*self.size) - 1

    @property
    def choices(self) -> Mapping[str, str]:
        """Return the answers to the open question, by their letters."""
        return self.session.choices

    @property
    def shows_question(self) -> bool:
        """Return whether there is a question or a judgement to show."""
        return self.session.is_judged or self.session.question is not None

    def question_lines(self, usual: int) -> int:
        """Return the lines of the question: `usual` ones, or more if it needs them."""
        return max(usual, self.needed_question_lines())

    def needed_question_lines(self) -> int:
        """Return the lines that the question and its frame need, up to a third of the screen."""
        width, height = self.size
        pane = self.query_one(QuestionPane)
        max_lines = height // 3
        self.paint_question(pane)
        lines = pane.draw_question(width - 2 * PANE_FRAME_CELLS, max_lines - PANE_FRAME_CELLS)
        return min(max_lines, PANE_FRAME_CELLS + len(lines))

    def paint_question(self, pane: QuestionPane) -> None:
        """Paint the question, or whether the answer was right, in place of the sentence."""
        self.predicting.paint_question(pane)

    def action_answer(self, text: str) -> None:
        """Take an answer that was typed or clicked."""
        self.predicting.take_answer(text)

    def prepare(self, name: str) -> None:
        """Refuse actions that would show the hidden run or ignore the open question."""
        super().prepare(name)
        if self.lecture is None:
            self.predicting.check(name)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether an action can be done here; Textual asks before each action.

        While a question is open, a key may be an answer to it. Then the action of this key is
        refused.
        """
        if action not in ACTION_NAMES:
            return super().check_action(action, parameters)
        answer_keys: set[str] = set()
        if self.lecture is None:
            answer_keys = {*self.choices, *self.predicting.keys}
        for each in actions_of(self.place):
            if each.name == action and answer_keys.isdisjoint(each.keys):
                return True
        return False

    def on_key(self, event: events.Key) -> None:
        """Answer the open question."""
        if self.lecture is not None:
            return
        letter = event.character or ""
        if letter in self.choices:
            self.action_answer(letter)
        elif self.session.question is not None:
            self.predicting.answer_by_key(event)
        elif self.how_to_answer:
            self.say(self.how_to_answer)

    def search(self) -> bool:
        """Go on searching, unless a question hides the next step."""
        if self.session.question_step is not None:
            return False
        return super().search()

    def action_predict(self) -> None:
        """Begin to predict, or report the score and offer ways to go on."""
        self.predicting.begin_or_continue_quiz()

    def travel_at_node(self, name: str) -> None:
        """Jump to another change or visit of the selected node, and keep it selected."""
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
        """Go from an answer of the transposition table to the step that stored it.

        If the explorer has just come from the answer, go back to the answer.
        """
        scene = self.scene
        session = self.session
        # Read first: `follow` below replaces the jump that is remembered.
        goes_back = session.source_jump.source_step == scene.step
        node = scene.node(scene.focus)
        target = session.source_jump.follow(scene.run.trace, node, scene.step)
        if target is None:
            raise InputError(JUMP_FAILURES["source"])
        if goes_back:
            selected = self.answer_selected
            self.answer_selected = None
            session.note = "back at the table's answer"
        else:
            selected = None
            self.answer_selected = scene.selected
            session.note = fill_in_keys("<source> goes back to the table's answer")
        self.seek(target, selected)

    def action_breakpoint(self) -> None:
        """Set or remove a breakpoint on the selected node."""
        self.session.toggle_breakpoint(self.scene.focus)
        self.show()

    def action_break_cuts(self) -> None:
        """Make playing rest at cutoffs, stop there, or go on."""
        self.session.at_cuts = next_word(tuple(CutPlayback), self.session.at_cuts)
        self.say(fill_in_keys(self.session.at_cuts.value))

    def step_line(self, name: str) -> None:
        """Go to another line of code, and to its step in the tree."""
        self.session.step_line(name)
        self.show(selected=None)

    def action_line(self) -> None:
        """Go to the next line."""
        self.step_line("line")

    def action_back_line(self) -> None:
        """Go back one line."""
        self.step_line("back_line")

    def action_line_over(self) -> None:
        """Go to the next line of this call, past the calls in this line."""
        self.step_line("line_over")

    def action_out(self) -> None:
        """Go to where this call returns."""
        self.step_line("out")

    def action_calls(self) -> None:
        """List the open calls, and show the one chosen."""
        lines = open_call_lines(self.run, self.session.moment or 0)
        dialog = ListDialog(
            "open calls, the outermost first", lines, highlighted_index=len(lines) - 1
        )
        self.ask_for(dialog, lambda call: self.show(call=call))

    def action_searches(self) -> None:
        """List the searches of the program, and show the one chosen."""
        searches = self.run.need_searches()
        dialog = ListDialog(
            "searches of the program", searches.lines(), highlighted_index=searches.shown - 1
        )
        self.ask_for(dialog, lambda number: self.replace_run(searches.open(number)))

    def choose_view(self, name: str) -> None:
        """Show another view."""
        self.view_name = name
        self.run_app_action("view", name)
        self.make_room()

    action_tree = WatchScreen.action_view_tree

    def action_leaves(self) -> None:
        """Hide the leaves of a written tree until they are visited, or show them."""
        self.run.need_tree("a game's leaves have no values before they are visited")
        if self.scene.hide_leaves:
            self.show_tree("leaves shown", hide_leaves=False)
        else:
            self.show_tree("leaves hidden until they are visited", hide_leaves=True)

    def action_windows(self) -> None:
        """Show the windows of the open path, of all nodes, or of none."""
        windows = next_word(WINDOW_NOTES, self.scene.windows)
        self.show_tree(WINDOW_NOTES[windows], windows=windows)

    def action_kinds(self) -> None:
        """Mark the nodes that prove the root's value by their types, or stop marking them.

        A note says how many nodes the search would have saved if it had visited these nodes first.
        """
        trace = self.run.trace
        proof = proof_tree(trace)
        if proof is None and not trace.finished:
            raise InputError("the search has not finished yet")
        if proof is None:
            raise InputError(NO_PROOF)
        marks_kinds = not self.scene.shows_node_types
        if not marks_kinds:
            self.session.note = "no node types"
        elif self.size.width >= WIDE_TIMELINE_COLUMNS:
            self.session.note = proof_words(proof)
        else:
            self.session.note = proof_in_short(proof)
        self.show(shows_node_types=marks_kinds)

    def action_reroot(self) -> None:
        """Draw only what is below the selected node, or its nearest ancestor that has children."""
        path = self.scene.focus
        while path and not self.has_children(path):
            path = path[:-1]
        self.begin_at(path)

    def has_children(self, path: MovePath) -> bool:
        """Return whether a node has been visited and has moves."""
        node = self.run.node_at(path)
        return node is not None and self.scene.whole_tree.move_count(node) > 0

    def action_unroot(self) -> None:
        """Draw the subtree of the parent of the current top."""
        self.begin_at(self.scene.top[:-1])

    def begin_at(self, path: MovePath) -> None:
        """Draw only the subtree of a node.

        The view in columns always shows the whole path; there, a note names the other views.
        """
        if path == self.scene.top:
            self.session.note = "the drawing already begins there"
        elif self.view_name == "columns":
            self.session.note = fill_in_keys(
                "the tree and the overview (<view_tree> and <view_overview>) begin there now"
            )
        self.show(top=path)

    def action_heat(self) -> None:
        """Show the next heat map over the board. After the last one, show none."""
        board, _ = board_with_scores(self.run, self.scene.focus)
        names = [*board.layers]
        # Heat maps are counted from 1: 0 means none.
        heat = (self.scene.heat + 1) % (len(names) + 1)
        self.session.note = "no heat map"
        if heat:
            self.session.note = f"heat map: {names[heat - 1]}"
        self.show(heat=heat)

    def action_rank(self) -> None:
        """Sort the moves in columns by the next criterion.

        InputError unless the search plays random games.
        """
        ranks = self.run.style.ranks
        if not ranks:
            raise InputError(
                "only a search by random games sorts its moves; others list them as tried"
            )
        rank = next_word(ranks, self.scene.rank)
        self.session.note = f"sorted by {rank}"
        self.show(rank=rank)

    def action_pane(self) -> None:
        """Show the next pane on a screen with room for one."""
        if self.shows_all:
            raise InputError("all the panes that fit are already shown")
        # The user's own code is always one of these panes, and pseudocode if it has no room below
        # the tree.
        lacks_room_below = self.has_code and not pane_layout.has_room_below(*self.size)
        has_code_pane = self.is_own_code or lacks_room_below
        self.only_pane = pane_layout.next_single_pane(
            self.only_pane, self.board_size[1], code=has_code_pane
        )
        self.make_room()

    def action_board(self) -> None:
        """Show the board beside the tree; line mode describes it."""
        self.only_pane = "board"
        self.make_room()

    def action_compare(self) -> None:
        """Compare with another search side by side: a user's own code with the right one."""
        from visualizer.apps.tui.screens.compare import compare_screen

        self.app.push_screen(compare_screen(self.run, self.view_name, self.session.step))

    def action_open(self) -> None:
        """Choose another position or search."""
        self.run_app_action("open")

    def action_editor(self) -> None:
        """Edit the position as text."""
        self.position_text.edit()

    def action_play_on(self) -> None:
        """Play on from the position in focus, against this search."""
        from visualizer.play.playing.match import match_from

        self.run_app_action("play_on", match_from(self.run, self.scene.focus))

    def action_edit(self) -> None:
        """Open the tree editor; InputError unless the game is a written tree."""
        from visualizer.explaining.explanation.facts.what_if import repeatable_search

        with errors_with_keys():
            run = repeatable_search(self.run)
        self.run_app_action("edit", run, self.scene.focus)

    def action_be_the_search(self) -> None:
        """Search a written tree by hand; InputError for any other game."""
        refusal = "only a written tree can be searched by hand; <open> and the game Tree open one"
        self.run.need_tree(fill_in_keys(refusal))
        self.run_app_action("be_the_search", self.run)

    # Lecture mode: the explorer's run is shown to a class, from its step on.

    def action_lecture(self) -> None:
        """Begin lecture mode, or end it."""
        if self.lecture is None:
            self.begin_lecture()
        else:
            self.end_lecture()

    def begin_lecture(self) -> None:
        """Cover the explorer with a lecture at the same step, which plays slowly."""
        from visualizer.apps.tui.screens.lecture import Lecture

        # Nothing is predicted in a lecture, so it has a separate session. Afterwards the previous
        # session continues.
        before = self.session
        self.before_lecture = self.place, before, self.last_scene, self.view_name
        self.session = Session(
            self.run,
            before.step,
            LECTURE_SPEED,
            at_cuts=before.at_cuts,
            breakpoints=before.breakpoints,
            line=before.line,
        )
        self.last_scene = self.scene.at(large=True)
        self.view_name = "tree"
        self.place = "lecture"
        self.lecture = Lecture(self, self.position_text.fault_lines)
        self.mount(self.lecture)

    def end_lecture(self) -> None:
        """Go back to the explorer as it was before the lecture, but at the lecture's last step."""
        assert self.lecture is not None
        step = self.session.step
        self.place, self.session, self.last_scene, self.view_name = self.before_lecture
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
        """Hide the lecture's picture behind a dialog, and show it again afterwards."""
        if self.lecture is not None:
            self.lecture.paint()

    on_screen_resume = on_screen_suspend
