"""The base of all screens that watch a search: time passes, and the step and the node that are shown change."""

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
"""Seconds from one slice of searching to the next."""
FRAME_SECONDS = 1 / 40
"""Seconds between two pictures while playing, or two tries of a jump that waits."""
FOLLOWING_SECONDS = 0.1
"""Seconds between two pictures of a search that is followed: more would slow it down."""
REPAINT_SECONDS = 0.2
"""Seconds between two pictures of a search that goes on, where nothing else changes: a key need not wait for more."""
SEARCH_DELAY_SECONDS = 0.03
"""Seconds behind a key in which the search waits, so that what the key does is seen first."""
ERROR_SECONDS = 20
"""Seconds that an error message stays."""


class WatchScreen(ActionScreen):
    """Watches a run, alone or among others: `session` moves the step, `scene` is what is shown of it."""

    session: Session
    drawn: Scene
    """The scene that was drawn last, which keeps how things are drawn and what has been asked of it."""
    view_name: str
    choose_view: Callable[[str], None]
    """Shows another view, on screens that have several."""

    def on_mount(self) -> None:
        """Start the clock."""
        self._painted = time.monotonic()
        self._keyed = 0.0
        self._waited = 0.0
        self._is_old = False
        self.clock = ScreenClock(self, SEARCH_TICK_SECONDS, self.tick)

    def on_screen_suspend(self) -> None:
        """Stop playing behind a dialog, whose text is about this step."""
        if self.session.playing:
            self.session.playing = 0
            self.paint()

    # What is shown.

    @property
    def scene(self) -> Scene:
        """Return the session's run at its step, drawn as it was last."""
        session = self.session
        return self.drawn.changed(run=session.run, step=session.step, moment=session.moment)

    def draw_anew(self) -> Scene:
        """Return the scene to be drawn now: the search may have gone on since it was drawn last."""
        self.drawn = self.scene.at()
        return self.drawn

    def show(self, **changes: object) -> None:
        """Show the session's run and step, with other changes of the scene."""
        is_same = self.drawn.run is self.session.run
        self.drawn = self.scene.at(**{"folded": None, "call": None} | changes)
        if is_same:
            self.paint()
        else:
            self.make_room()

    def say(self, note: str | None) -> None:
        """Show a note until the next action."""
        self.session.note = note or ""
        self.paint()

    def hits(self) -> Sequence[Hit]:
        """Return the clickable places of the tree, none in another view."""
        if self.view_name == "tree":
            return self.query("#view").last(Canvas).rendering().hits
        return ()

    def give_lines(self, name: str, lines: int | str) -> None:
        """Give a widget its height in lines, or `1fr` for what is left; with 0, or on a tiny screen, it is hidden."""
        widget = self.query_one(f"#{name}")
        widget.display = bool(lines) and not is_too_small(*self.size)
        widget.styles.height = lines

    @property
    def wanted(self) -> str:
        """Say what answers the question that is open, "" where none is."""
        return self.session.wanted

    def is_idle(self, name: str) -> bool:
        """Return whether a jump leads nowhere any more."""
        return self.session.is_beyond(name)

    # Time.

    def search(self) -> bool:
        """Let the search go on for a slice of time; return whether it had not finished.

        An error of a user-supplied function is shown, and ends the search.
        """
        try:
            return self.session.search()
        except InputError as error:
            self.session.note = str(error)
            self.session.jump = ""
            shown = {
                "title": "the search cannot go on",
                "severity": "error",
                "markup": False,
                "timeout": ERROR_SECONDS,
            }
            self.call_after_refresh(self.notify, str(error), **shown)
            return True

    def tick(self, seconds: float) -> None:
        """Let the search go on, then play, or try a waiting jump again; or paint: a key waits for one of both only."""
        session = self.session
        now = time.monotonic()
        is_free = now >= self._keyed + SEARCH_DELAY_SECONDS or bool(session.jump)
        is_late = now >= self._painted + REPAINT_SECONDS or session.trace.finished
        if is_free and self._is_old and is_late and not (session.jump or session.playing):
            self._is_old = False
            self._painted = now
            self.paint()
            return
        if is_free:
            self._is_old |= self.search()
        if session.jump or session.playing:
            self._waited = self._waited + seconds
        else:
            self._waited = 0.0
        if self._waited >= (FOLLOWING_SECONDS if session.follows else FRAME_SECONDS):
            waited = self._waited
            self._waited = 0.0
            self.go_on(waited)

    def go_on(self, seconds: float) -> None:
        """Try a waiting jump again, or play on."""
        if self.session.jump:
            self.travel(self.session.jump)
            return
        before = self.session.step
        self.session.tick(seconds)
        if self.session.step != before or not self.session.playing:
            self.show(selected=None)
            self.played()

    def played(self) -> None:
        """Take note that playing has changed the step."""

    def prepare(self, name: str) -> None:
        """Stop a jump that waits; where its own key or `space` does so, nothing else is done."""
        waiting = self.session.jump
        self.session.jump = ""
        self.session.note = ""
        if waiting and name in ("play", waiting):
            raise InputError("")

    def finish(self) -> None:
        """Let the search wait for a moment, so that what the key did is seen first."""
        self._keyed = self._painted = time.monotonic()

    # Playing, how fast, and where it stops.

    def play(self, direction: int) -> None:
        """Play forwards (1) or backwards (-1), or stop."""
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

    # Going to another step.

    def seek(self, step: int, selected: MovePath | None = None) -> None:
        """Go to a step, with a node selected or none."""
        self.session.playing = 0
        self.session.seek(step)
        self.show(selected=selected)

    def travel(self, name: str) -> None:
        """Do a jump; if the step changes, or a question stops it, the selection follows the running point again."""
        before = self.session.step
        arrival = Arrival.NOWHERE
        try:
            arrival = self.session.travel(name)
        except InputError as error:
            self.session.note = str(error)
        is_kept = arrival is not Arrival.HELD and self.session.step == before
        if is_kept or arrival is Arrival.ASKED:
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
        """Go past the next child."""
        self.travel("over")

    def action_finish(self) -> None:
        """Go to where the innermost open node returns."""
        self.travel("finish")

    def action_next_pass(self) -> None:
        """Go to the next pass."""
        self.travel("next_pass")

    def action_previous_pass(self) -> None:
        """Go to the beginning of this pass, or of the one before."""
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
        """Ask for a move or a value and go there."""
        from visualizer.apps.tui.screens.destinations import FindDialog

        self.ask_for(FindDialog(self.scene), self.go_to_target)

    def go_to_target(self, target: int | MovePath) -> None:
        """Go to the step or the node that a dialog returned."""
        if isinstance(target, int):
            self.session.goal = target
            self.travel("go")
        else:
            self.go_to(target)

    # Going to another node.

    def select(self, path: MovePath | None) -> None:
        """Select a node; the step stays."""
        self.session.playing = 0
        self.show(selected=path)

    def go_to(self, path: MovePath) -> None:
        """Select a node, and go to the step that enters it if it has not been entered yet."""
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
        """Select the sibling before (-1) or after (1); from folded nodes, what is drawn beside them."""
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
        """Select the next folded nodes of the tree, from the selected node on; after the last come the first."""
        drawn = drawn_folded_nodes(self.hits())
        if not drawn:
            raise InputError(
                "no nodes are folded here" if self.view_name == "tree" else tree_only_note()
            )
        if self.scene.folded in drawn:
            place = drawn.index(self.scene.folded) + 1
        else:
            depth = len(self.scene.focus)
            place = next((n for n, folded in enumerate(drawn) if len(folded) >= depth), 0)
        self.select_folded(drawn[place % len(drawn)])

    def select_folded(self, folded: MovePath) -> None:
        """Select folded nodes by the path to their first."""
        self.session.playing = 0
        self.session.note = f"several nodes folded into one: {main_key_of('child')} lists them"
        self.show(folded=folded)

    def action_child(self) -> None:
        """Select the first child in the order tried, or list the folded nodes that are selected."""
        scene = self.scene
        focus = self.scene.focus
        folded = next((hit for hit in self.hits() if hit.folded and hit.path == scene.folded), None)
        if folded is not None:
            self.open_folded(folded.path, folded.folded)
            return
        node = scene.run.node_at(focus)
        order = scene.run.order(focus, scene.tree)
        if node is None or not scene.whole.move_count(node) or not order:
            self.say("there is nothing below")
        else:
            self.select((*focus, order[0]))

    def action_parent(self) -> None:
        """Select the parent."""
        if self.scene.focus:
            self.select(self.scene.focus[:-1])

    def action_running(self) -> None:
        """Select nothing, so that the running point is shown."""
        self.select(None)

    # Views.

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
        """Draw the tree with changes; in the other views say that they are for the tree."""
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

    # Words and files.

    def action_why(self) -> None:
        """Say why at length."""
        self.app.push_screen(TextDialog("why", full_explanation(self.scene)))

    def action_playout(self) -> None:
        """Show the random game of this iteration, or of the one in which the selected node was expanded."""
        from visualizer.apps.tui.screens.playout import PlayoutDialog
        from visualizer.explaining.explanation.english.random_games import NO_PLAYOUT
        from visualizer.explaining.measures.sampling import playout_of

        row = playout_row(self.scene)
        played = playout_of(self.scene.run, row)
        if not played:
            raise InputError(NO_PLAYOUT)
        self.app.push_screen(PlayoutDialog(self.scene, row, played))

    def action_copy(self) -> None:
        """Ask what to copy."""
        self.ask_for(ListDialog("copy", copyable_texts(self.scene, self.view_name)), self.copy)

    def copy(self, text: str) -> None:
        """Copy a text to the clipboard."""
        self.app.copy_to_clipboard(text)
        self.say(f"copied: {text[:40]}")

    def action_export(self) -> None:
        """Ask for a file and write what is seen."""
        from visualizer.apps.tui.screens.export import ExportDialog

        self.ask_for(ExportDialog(self.scene), self.exported)

    def exported(self, name: str) -> None:
        """Say which file was written; a file of the screen is written now, after the dialog has closed."""
        from visualizer.apps.tui.screens.export import SCREEN_SUFFIX

        if name.endswith(SCREEN_SUFFIX):
            self.call_after_refresh(self.save_screen, name)
        else:
            self.say(file_written_note(name))

    def save_screen(self, name: str) -> None:
        """Write the screen to a file, as it is."""
        import exports

        with self.errors_said():
            exports.save_file(name, self.app.export_screenshot().encode(), force=True)
            self.say(file_written_note(name))

    # What the widgets tell.

    def on_canvas_picked(self, message: Canvas.Picked) -> None:
        """Select the node that was clicked, or list folded ones; a double click goes where it is entered."""
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
    """Return the folded nodes that are drawn, from the top and from the left, by the path to the first of each."""
    return [
        *dict.fromkeys(
            hit.path for hit in sorted(hits, key=lambda hit: (hit.y, hit.left)) if hit.folded
        )
    ]


def hit_beside_folded(folded: MovePath, hits: Sequence[Hit], by: int) -> Hit | None:
    """Return what is drawn `by` places to the right of folded nodes, None where there is nothing."""
    row = {
        (hit.path, bool(hit.folded)): hit
        for hit in sorted(hits, key=lambda hit: hit.left)
        if len(hit.path) == len(folded) and hit.path[:-1] == folded[:-1]
    }
    places = [*row]
    if (folded, True) in row:
        at = places.index((folded, True)) + by
    else:
        at = -1
    if 0 <= at < len(places):
        return row[places[at]]
    return None


def tree_only_note() -> str:
    """Say where what draws the tree works."""
    return f"this works only in the tree, view {main_key_of('view_tree')}"


def playout_row(scene: Scene) -> int:
    """Return the row whose random game is shown: of the selected node, else of this iteration; -1 for none."""
    from visualizer.explaining.measures.sampling import last_leaf

    if scene.selected is not None:
        node = scene.node(scene.selected)
    else:
        node = None
    if node is None:
        return last_leaf(scene.tree)
    return scene.tree.visits_to(node)[0]


def copyable_texts(scene: Scene, view: str) -> list[tuple[str, str]]:
    """Return the texts that can be copied, each with a line about it: first the command that opens this step."""
    run = scene.run
    opens = f"{run.recipe.command('open')} --step {scene.step} --view {view}"
    texts = {
        **({"this step": opens} if run.track is None else {"this run": run.recipe.command()}),
        "position": run.position(scene.focus).text(),
        "moves": scene.names(scene.focus) or "(the root)",
        "sentence": step_sentence(scene),
    }
    return [(f"{name}: {clip_text(text, 90)}", text) for name, text in texts.items()]


def file_written_note(name: str) -> str:
    """Say which file was written; in a browser, in which folder of the machine that serves the page."""
    return (
        f"wrote {Path(name).resolve()} on the machine that serves this page"
        if is_served()
        else f"wrote {name}"
    )


def suitable_view(run: Run) -> str:
    """Return the view that suits a tree: the book's drawing for small ones, columns for real games and random ones."""
    trace = run.trace
    widest = max(
        [len(run.choices(())), *(trace.children(row) for row in range(min(len(trace), 200)))]
    )
    return run.style.view(widest)


def footer_kinds_of(run: Run) -> list[FooterKind]:
    """Return what a run is that has entries of its own in the footer."""
    kinds = [*map(FooterKind, run.style.footer)]
    if run.track is None:
        return kinds
    return [*kinds, FooterKind.CODE]
