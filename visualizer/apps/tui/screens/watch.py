"""The base of all screens that watch a search: its clock, its jumps and the selected node."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from visualizer.apps.actions import FooterKind, main_key_of
from visualizer.apps.activities.exploring import Arrival, Session
from visualizer.apps.tui.cells.styled_lines import Hit
from visualizer.apps.tui.options import next_word
from visualizer.apps.tui.panes.step import full_explanation, step_sentence
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.screens.action_screen import ActionScreen, ScreenClock
from visualizer.apps.tui.screens.dialog import ListDialog, TextDialog
from visualizer.apps.tui.terminal.pane_layout import is_too_small
from visualizer.apps.tui.views import views
from visualizer.apps.tui.web import is_served
from visualizer.apps.tui.widgets import Canvas, Timeline
from visualizer.look.text import clip_text
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.trace.rows import MovePath

SEARCH_TICK_SECONDS = 1 / 100
"""Seconds between two slices of searching."""
FRAME_SECONDS = 1 / 40
"""Seconds between two frames while playing, or between two attempts at a waiting jump."""
FOLLOWING_SECONDS = 0.1
"""Seconds between two frames while following the search: more frames would slow it down."""
REPAINT_SECONDS = 0.2
"""Seconds between two frames while only the search goes on.

A key never waits for more than one of these frames.
"""
SEARCH_DELAY_SECONDS = 0.03
"""Seconds that the search pauses after a key, so that its effect is painted first."""
ERROR_SECONDS = 20
"""Seconds that an error message stays on the screen."""


class WatchScreen(ActionScreen):
    """Watches a run, alone or among others: `session` has the step, `scene` the drawing."""

    session: Session
    last_scene: Scene
    """The scene drawn last, with the options of the drawing and its cached answers."""
    view_name: str
    choose_view: Callable[[str], None]
    """Show another view, on screens with several."""

    def on_mount(self) -> None:
        """Start the clock of the search."""
        # The times of the last frame and of the last key, by the clock of `time.monotonic`.
        self._frame_time = time.monotonic()
        self._key_time = 0.0
        # Seconds since the last step of playing, or since the last attempt at a waiting jump.
        self._seconds_since_move = 0.0
        # Whether the search has gone on since the last frame.
        self._is_outdated = False
        self.clock = ScreenClock(self, SEARCH_TICK_SECONDS, self.tick)

    def on_screen_suspend(self) -> None:
        """Stop playing behind a dialog, whose text is about this step."""
        if self.session.playing:
            self.session.playing = 0
            self.paint()

    @property
    def scene(self) -> Scene:
        """Return the session's run at its step, with the options of the last drawing."""
        session = self.session
        return self.last_scene.updated(run=session.run, step=session.step, moment=session.moment)

    def refresh_scene(self) -> Scene:
        """Return a fresh scene to draw: the search may have gone on since the last one."""
        self.last_scene = self.scene.at()
        return self.last_scene

    def show(self, **changes: object) -> None:
        """Show the session's run and step.

        `changes` are new values for fields of the scene, by the name of the field.
        """
        is_same_run = self.last_scene.run is self.session.run
        # A selection of folded nodes or of a call is valid at one step only.
        defaults: dict[str, object] = {"folded": None, "call": None}
        self.last_scene = self.scene.at(**defaults | changes)
        if is_same_run:
            self.paint()
        else:
            # Another run may have another board, and code of another length.
            self.make_room()

    def say(self, note: str | None) -> None:
        """Show a note until the next action."""
        self.session.note = note or ""
        self.paint()

    def hits(self) -> Sequence[Hit]:
        """Return the clickable places of the tree; other views have none."""
        if self.view_name == "tree":
            return self.query("#view").last(Canvas).rendering().hits
        return ()

    def give_lines(self, name: str, lines: int | str) -> None:
        """Set a widget's height in lines, or to `1fr`; 0 lines or a tiny screen hide the widget."""
        widget = self.query_one(f"#{name}")
        widget.display = bool(lines) and not is_too_small(*self.size)
        widget.styles.height = lines

    @property
    def how_to_answer(self) -> str:
        """Return how to answer the open question, "" if none is open."""
        return self.session.how_to_answer

    def is_idle(self, name: str) -> bool:
        """Return whether an action is a jump that leads nowhere from here."""
        return self.session.leads_nowhere(name)

    def search(self) -> bool:
        """Search for a slice of time; return False if the search had finished before.

        An error in a user's function is shown, and ends the search.
        """
        try:
            return self.session.search()
        except InputError as error:
            self.report_search_error(str(error))
            # As after a successful search, the screen must be painted.
            return True

    def report_search_error(self, words: str) -> None:
        """Show why the search cannot go on, and end a waiting jump."""
        self.session.note = words
        self.session.waiting_jump = ""
        options = {
            "title": "the search cannot go on",
            "severity": "error",
            "markup": False,
            "timeout": ERROR_SECONDS,
        }
        # Only once the first frame is there: the search may fail while the screen is mounted.
        self.call_after_refresh(self.notify, words, **options)

    def tick(self, seconds: float) -> None:
        """Paint a frame if it is due; otherwise search, then play or try a waiting jump again.

        `seconds` have passed since the last tick. A tick that paints does nothing else, because a
        key must wait until the tick is done.
        """
        session = self.session
        now = time.monotonic()
        # Right after a key, the search pauses, so that the effect of the key is painted first. A
        # jump to a step that is still to be searched cannot wait.
        is_key_long_ago = now >= self._key_time + SEARCH_DELAY_SECONDS
        if is_key_long_ago or session.waiting_jump:
            if self.needs_frame(now):
                self._is_outdated = False
                self._frame_time = now
                self.paint()
                return
            self._is_outdated |= self.search()

        # After the search, since an error of the search ends a waiting jump.
        if not self.is_moving:
            self._seconds_since_move = 0.0
            return
        self._seconds_since_move += seconds
        frame_seconds = FOLLOWING_SECONDS if session.follows_newest_step else FRAME_SECONDS
        if self._seconds_since_move >= frame_seconds:
            seconds_since_move = self._seconds_since_move
            self._seconds_since_move = 0.0
            self.continue_moving(seconds_since_move)

    @property
    def is_moving(self) -> bool:
        """Return whether the step changes by itself: while playing, or while a jump waits."""
        return bool(self.session.waiting_jump or self.session.playing)

    def needs_frame(self, now: float) -> bool:
        """Return whether the search has gone on for so long that a frame must show it."""
        # Playing and jumps paint anyway.
        if not self._is_outdated or self.is_moving:
            return False
        return now >= self._frame_time + REPAINT_SECONDS or self.session.trace.finished

    def continue_moving(self, seconds: float) -> None:
        """Try again to jump to a step that was not searched yet; without such a jump, play on.

        `seconds` have passed since the last try, or since the last step of playing.
        """
        if self.session.waiting_jump:
            self.travel(self.session.waiting_jump)
            return
        before = self.session.step
        self.session.tick(seconds)
        if self.session.step != before or not self.session.playing:
            self.show(selected=None)
            self.after_playing()

    def after_playing(self) -> None:
        """React to a step that was reached by playing."""

    def prepare(self, name: str) -> None:
        """Stop a waiting jump; its own key and the key for playing do nothing else then."""
        waiting = self.session.waiting_jump
        self.session.waiting_jump = ""
        self.session.note = ""
        if waiting and name in ("play", waiting):
            # The key has done its work by stopping the jump: nothing is to be reported.
            raise InputError("")

    def finish(self) -> None:
        """Pause the search for a moment, so that the effect of a key is painted first."""
        now = time.monotonic()
        self._key_time = now
        self._frame_time = now

    def play(self, direction: int) -> None:
        """Play forwards (1) or backwards (-1), or stop playing."""
        self.session.play(direction)
        self.show(selected=None)

    def action_play(self) -> None:
        """Play, or stop playing."""
        self.play(1)

    def action_backwards(self) -> None:
        """Play backwards, or stop playing."""
        self.play(-1)

    def change_speed(self, by: int) -> None:
        """Play faster (1) or slower (-1)."""
        self.session.set_speed(self.session.speed + by)
        self.paint()

    def action_faster(self) -> None:
        """Play faster."""
        self.change_speed(1)

    def action_slower(self) -> None:
        """Play slower."""
        self.change_speed(-1)

    def seek(self, step: int, selected: MovePath | None = None) -> None:
        """Go to a step, with a node selected or none."""
        self.session.playing = 0
        self.session.seek(step)
        self.show(selected=selected)

    def travel(self, name: str) -> None:
        """Jump, by the name of the jump's action.

        A jump to another step drops the selection, unless it has arrived at the next question. A
        jump that stays at its step keeps the selection, unless a question has stopped it.
        """
        before = self.session.step
        arrival = Arrival.NOWHERE
        try:
            arrival = self.session.make_jump(name)
        except InputError as error:
            self.session.note = str(error)
        is_same_step = self.session.step == before
        keeps_selection = is_same_step and arrival is not Arrival.STOPPED_AT_QUESTION
        if keeps_selection or arrival is Arrival.ASKED:
            self.show()
        else:
            self.show(selected=None)

    def action_next(self) -> None:
        """Go one step forward."""
        self.travel("next")

    def action_previous(self) -> None:
        """Go one step back."""
        self.travel("previous")

    def action_next_cut(self) -> None:
        """Go to the next cutoff or second look."""
        self.travel("next_cut")

    def action_previous_cut(self) -> None:
        """Go to the previous cutoff or second look."""
        self.travel("previous_cut")

    def action_over(self) -> None:
        """Go to where the next child has returned."""
        self.travel("over")

    def action_finish(self) -> None:
        """Go to where the innermost open node returns."""
        self.travel("finish")

    def action_next_pass(self) -> None:
        """Go to the next pass."""
        self.travel("next_pass")

    def action_previous_pass(self) -> None:
        """Go to the beginning of this pass, or from there to the previous pass."""
        self.travel("previous_pass")

    def action_first(self) -> None:
        """Go to the beginning."""
        self.travel("first")

    def action_last(self) -> None:
        """Go to the end, or follow the search."""
        self.travel("last")

    def action_go(self) -> None:
        """Ask where to go."""
        self.ask_where(self.scene)

    def ask_where(self, scene: Scene) -> None:
        """Ask for a step or a node of a scene, and go there."""
        from visualizer.apps.tui.screens.destinations import go_dialog

        self.ask_for(go_dialog(scene), self.go_to_target)

    def action_find(self) -> None:
        """Ask for a move or a value to find, and go there."""
        from visualizer.apps.tui.screens.destinations import FindDialog

        self.ask_for(FindDialog(self.scene), self.go_to_target)

    def go_to_target(self, target: int | MovePath) -> None:
        """Go to the step or the node that a dialog returned."""
        if isinstance(target, int):
            self.session.goal = target
            self.travel("go")
        else:
            self.go_to(target)

    def select(self, path: MovePath | None) -> None:
        """Select a node; the step stays."""
        self.session.playing = 0
        self.show(selected=path)

    def go_to(self, path: MovePath) -> None:
        """Select a node; if it has not been entered yet, go to the step that enters it."""
        node = self.scene.run.node_at(path)
        if node is not None and not self.scene.tree.entered(node):
            self.session.seek(self.scene.run.trace.enter_step(node))
        self.select(path)

    def open_folded(self, folded: MovePath, moves: Sequence[int]) -> None:
        """List folded nodes, and select the one chosen."""
        from visualizer.apps.tui.screens.destinations import FoldedDialog

        self.show(folded=folded)
        paths = [(*folded[:-1], move) for move in moves]
        self.ask_for(FoldedDialog(self.scene, paths), self.select)

    def action_sibling_above(self) -> None:
        """Select the sibling above."""
        self.select_sibling(-1)

    def action_sibling_below(self) -> None:
        """Select the sibling below."""
        self.select_sibling(1)

    def select_sibling(self, by: int) -> None:
        """Select the previous (-1) or next (1) sibling.

        If folded nodes are selected, select what is drawn beside them.
        """
        if self.scene.folded is None:
            self.select(self.scene.sibling(by))
            return
        hit = hit_beside_folded(self.scene.folded, self.hits(), by)
        if hit is None:
            self.say("nothing is drawn there")
        elif hit.folded:
            self.select_folded(hit.path)
        else:
            self.select(hit.path)

    def action_folded(self) -> None:
        """Select the next folded nodes in the tree; after the last ones, start over.

        If none are selected yet, begin at the ply of the selected node.
        """
        drawn = drawn_folded_nodes(self.hits())
        if not drawn and self.view_name != "tree":
            raise InputError(tree_only_note())
        if not drawn:
            raise InputError("no nodes are folded here")
        if self.scene.folded in drawn:
            index = drawn.index(self.scene.folded) + 1
            self.select_folded(drawn[index % len(drawn)])
            return
        depth = len(self.scene.focus)
        on_this_ply_or_deeper = (folded for folded in drawn if len(folded) >= depth)
        self.select_folded(next(on_this_ply_or_deeper, drawn[0]))

    def select_folded(self, folded: MovePath) -> None:
        """Select folded nodes, given the path to the first of them."""
        self.session.playing = 0
        self.session.note = f"several nodes folded into one: {main_key_of('child')} lists them"
        self.show(folded=folded)

    def action_child(self) -> None:
        """Select the child that is tried first. If folded nodes are selected, list them instead."""
        for hit in self.hits():
            if hit.folded and hit.path == self.scene.folded:
                self.open_folded(hit.path, hit.folded)
                return
        child = first_child(self.scene)
        if child is None:
            self.say("there is nothing below")
        else:
            self.select(child)

    def action_parent(self) -> None:
        """Select the parent."""
        if self.scene.focus:
            self.select(self.scene.focus[:-1])

    def action_running(self) -> None:
        """Select nothing, so that the running point is shown."""
        self.select(None)

    def action_view(self) -> None:
        """Show the next view."""
        self.choose_view(next_word(views(), self.view_name))

    def action_view_tree(self) -> None:
        """Show the tree."""
        self.choose_view("tree")

    def action_view_columns(self) -> None:
        """Show columns of moves."""
        self.choose_view("columns")

    def action_view_overview(self) -> None:
        """Show the whole search."""
        self.choose_view("overview")

    def show_tree(self, note: str = "", **changes: object) -> None:
        """Redraw the tree with some changes; InputError in other views."""
        if self.view_name != "tree":
            raise InputError(tree_only_note())
        self.session.note = note
        self.show(**changes)

    def action_nearer(self) -> None:
        """Draw more of the tree."""
        self.show_tree(zoom=min(3, self.scene.zoom + 1))

    def action_farther(self) -> None:
        """Draw less of the tree."""
        self.show_tree(zoom=max(-3, self.scene.zoom - 1))

    def action_fit(self) -> None:
        """Draw the usual amount of the tree."""
        self.show_tree(zoom=0)

    def action_why(self) -> None:
        """Explain the step in full."""
        self.app.push_screen(TextDialog("why", full_explanation(self.scene)))

    def action_playout(self) -> None:
        """Show the random game from the selected node, or else the game of this iteration."""
        from visualizer.apps.tui.screens.playout import PlayoutDialog
        from visualizer.explaining.explanation.english.random_games import NO_PLAYOUT
        from visualizer.explaining.measures.sampling import playout_of

        row = playout_row(self.scene)
        played = playout_of(self.scene.run, row)
        if not played:
            raise InputError(NO_PLAYOUT)
        self.app.push_screen(PlayoutDialog(self.scene, row, played))

    def action_copy(self) -> None:
        """Ask for a text to copy."""
        texts = copyable_texts(self.scene, self.view_name)
        self.ask_for(ListDialog("copy", texts), self.copy)

    def copy(self, text: str) -> None:
        """Copy a text to the clipboard."""
        self.app.copy_to_clipboard(text)
        self.say(f"copied: {text[:40]}")

    def action_export(self) -> None:
        """Ask for a file name, and export the scene."""
        from visualizer.apps.tui.screens.export import ExportDialog

        self.ask_for(ExportDialog(self.scene), self.report_export)

    def report_export(self, name: str) -> None:
        """Say which file the export dialog has written; a picture of the screen is written now."""
        from visualizer.apps.tui.screens.export import SCREEN_SUFFIX

        if name.endswith(SCREEN_SUFFIX):
            # Only now has the dialog closed, which the picture must not show.
            self.call_after_refresh(self.save_screen, name)
        else:
            self.say(file_written_note(name))

    def save_screen(self, name: str) -> None:
        """Write a picture of the screen to a file."""
        import exports

        with self.showing_errors():
            exports.save_file(name, self.app.export_screenshot().encode(), force=True)
            self.say(file_written_note(name))

    def on_canvas_picked(self, message: Canvas.Picked) -> None:
        """Select the clicked node or list folded ones; a double click also goes there."""
        if message.folded:
            self.open_folded(message.path, message.folded)
        elif message.twice:
            self.go_to(message.path)
        else:
            self.select(message.path)

    def on_canvas_scrolled(self, message: Canvas.Scrolled) -> None:
        """Select the next sibling in the wheel's direction."""
        self.select(self.scene.sibling(message.direction))

    def on_timeline_sought(self, message: Timeline.Sought) -> None:
        """Go to the step under the mouse."""
        self.seek(message.step)


def drawn_folded_nodes(hits: Sequence[Hit]) -> list[MovePath]:
    """Return the paths to the first of each group of folded nodes, in reading order."""
    in_reading_order = sorted(hits, key=lambda hit: (hit.y, hit.left))
    # A group of nodes may have several clickable places.
    return [*dict.fromkeys(hit.path for hit in in_reading_order if hit.folded)]


def first_child(scene: Scene) -> MovePath | None:
    """Return the path to the child of the focus that is tried first, None if there is no child."""
    node = scene.run.node_at(scene.focus)
    if node is None or not scene.whole_tree.move_count(node):
        return None
    order = scene.run.order(scene.focus, scene.tree)
    if not order:
        return None
    return (*scene.focus, order[0])


def hit_beside_folded(folded: MovePath, hits: Sequence[Hit], by: int) -> Hit | None:
    """Return what is drawn beside some folded nodes, None if nothing is.

    Folded nodes are drawn as one sign: `folded` is the path of the first of them. `by` is 1 for
    what is drawn to the right of this sign, and -1 for what is drawn to the left.
    """
    # From left to right. A node may have several hits, of which the last counts. The first of the
    # folded nodes may also be drawn by itself, with the same path: then only the bool differs.
    siblings: dict[tuple[MovePath, bool], Hit] = {}
    parent = folded[:-1]
    for hit in sorted(hits, key=lambda hit: hit.left):
        if hit.path and hit.path[:-1] == parent:
            siblings[hit.path, bool(hit.folded)] = hit
    keys = [*siblings]
    folded_key = (folded, True)
    if folded_key not in keys:
        return None
    index = keys.index(folded_key) + by
    if not 0 <= index < len(keys):
        return None
    return siblings[keys[index]]


def tree_only_note() -> str:
    """Return the note about an action that works only in the tree."""
    return f"this works only in the tree, view {main_key_of('view_tree')}"


def playout_row(scene: Scene) -> int:
    """Return the row (in the trace) of the visit that began a random game, -1 for none.

    That is the first visit of the selected node or, if no node is selected, the visit of the last
    leaf in this iteration.
    """
    from visualizer.explaining.measures.sampling import last_leaf

    if scene.selected is not None:
        node = scene.node(scene.selected)
        if node is not None:
            return scene.tree.visits_to(node)[0]
    return last_leaf(scene.tree)


def copyable_texts(scene: Scene, view: str) -> list[tuple[str, str]]:
    """Return the texts that can be copied, each as a short description and the text itself.

    The first text is the command that opens this step, or that runs a user's own code again.
    """
    run = scene.run
    texts: dict[str, str] = {}
    if run.track is None:
        texts["this step"] = f"{run.recipe.command('open')} --step {scene.step} --view {view}"
    else:
        texts["this run"] = run.recipe.command()
    texts["position"] = run.position(scene.focus).text()
    texts["moves"] = scene.names(scene.focus) or "(the root)"
    texts["sentence"] = step_sentence(scene)
    return [(f"{name}: {clip_text(text, 90)}", text) for name, text in texts.items()]


def file_written_note(name: str) -> str:
    """Return the note about a file that was written.

    In a browser the note says which folder of the serving machine has the file.
    """
    if is_served():
        return f"wrote {Path(name).resolve()} on the machine that serves this page"
    return f"wrote {name}"


def suitable_view(run: Run) -> str:
    """Return the name of the view that suits a run, which depends on how wide its tree is.

    A narrow tree suits the view that draws it as textbooks do. The trees of real games, and those
    of random games, suit the view in columns.
    """
    trace = run.trace
    # A large search would take too long to look through: its first visits show how wide it is.
    first_rows = range(min(len(trace), 200))
    child_counts = [trace.children(row) for row in first_rows]
    widest = max([len(run.choices(())), *child_counts])
    return run.style.view(widest)


def footer_kinds_of(run: Run) -> list[FooterKind]:
    """Return the kinds of run with footer entries of their own."""
    kinds = [*map(FooterKind, run.style.footer)]
    if run.track is None:
        return kinds
    return [*kinds, FooterKind.CODE]
