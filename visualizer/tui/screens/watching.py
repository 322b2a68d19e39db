"""What all screens that watch a search have in common: their scene, and going to other steps and nodes in it."""

from collections.abc import Callable, Sequence

from visualizer.actions import NOWHERE
from visualizer.errors import InputError
from visualizer.trace import jumps
from visualizer.trace.rows import MovePath
from visualizer.tui.cells.styled_lines import Hit
from visualizer.tui.replay.playback import Playback
from visualizer.tui.scene import Scene
from visualizer.tui.screens.action_screen import ActionScreen
from visualizer.tui.terminal.pane_layout import is_tiny
from visualizer.tui.widgets import Canvas

ONLY_TREE = "this is for the tree, view 1"


class Watching(ActionScreen):
    """Watches a run, alone or among others: `playback` moves the step, `scene` is what is shown."""

    playback: Playback
    scene: Scene
    view_name: str
    answer: MovePath | None = None
    """The table's answer that was selected before its source was shown."""

    # What a screen must define.

    choose_view: Callable[[str], None]
    """Shows another view, on screens that have several."""

    # What is shown.

    def show(self, **changes: object) -> None:
        """Show the playback's step, with other changes of the scene."""
        self.scene = self.scene.at(**{"step": self.playback.step, "folded": None} | changes)
        self.paint()

    def search_on(self) -> bool:
        """Let the search go on for a slice of time; return whether it had not finished."""
        return self.playback.search()

    # Going elsewhere.

    def go_to(self, path: MovePath) -> None:
        """Select a node, and go to the step that enters it if it has not been entered yet."""
        node = self.scene.run.node_at(path)
        if node is not None and not self.scene.tree.entered(node):
            self.playback.seek(self.scene.run.trace.enter_step(node))
        self.select(path)

    def travel(self, name: str) -> None:
        """Do a jump; if the step changes, the selection follows the running point again."""
        before = self.playback.step
        try:
            self.playback.travel(name)
        except InputError as error:
            self.playback.note = str(error)
        self.show(selected=None if self.playback.step != before else self.scene.selected)

    def travel_at_node(self, name: str) -> None:
        """Jump to another change or visit of the selected node, which stays selected."""
        focus, node = self.scene.focus, self.scene.run.node_at(self.scene.focus)
        target = None if node is None else jumps.OF_NODE[name](self.scene.run.trace, node, self.playback.step)
        if target is None:
            raise InputError(NOWHERE[name])
        self.seek(target, focus)

    def do_source(self) -> None:
        """Go from a table's answer to the step in which it was stored, or back to the answer."""
        scene, playback = self.scene, self.playback
        was_there = playback.source.there == scene.step
        target = playback.source.target(scene.run.trace, scene.node(scene.focus), scene.step)
        if target is None:
            raise InputError(NOWHERE["source"])
        selected = self.answer if was_there else None
        self.answer = None if was_there else scene.selected
        playback.note = f"{'back at' if was_there else 's goes back to'} the table's answer"
        self.seek(target, selected)

    def hits(self) -> Sequence[Hit]:
        """Return the clickable places of the tree, none in another view."""
        return self.query_one("#view", Canvas).rendering().hits if self.view_name == "tree" else ()

    def give_lines(self, name: str, lines: int | str) -> None:
        """Give a widget its height in lines, or `1fr` for what is left; with 0, or on a tiny screen, it is hidden."""
        widget = self.query_one(f"#{name}")
        widget.display, widget.styles.height = bool(lines) and not is_tiny(*self.size), lines

    def seek(self, step: int, selected: MovePath | None = None) -> None:
        """Go to a step, with a node selected or none."""
        self.playback.playing = 0
        self.playback.seek(step)
        self.show(selected=selected)

    def say(self, note: str | None) -> None:
        """Show a note until the next action."""
        self.playback.note = note or ""
        self.paint()

    def select(self, path: MovePath | None) -> None:
        """Select a node; the step stays."""
        self.playback.playing = 0
        self.show(selected=path)

    def open_folded(self, folded: MovePath, moves: Sequence[int]) -> None:
        """List folded nodes, and select the one chosen."""
        from visualizer.tui.screens.destinations import FoldedDialog

        self.show(folded=folded)
        paths = [(*folded[:-1], move) for move in moves]
        self.ask_for(FoldedDialog(self.scene, paths), self.select)

    def go_to_target(self, target: int | MovePath) -> None:
        """Go to the step or the node that a dialog returned."""
        if isinstance(target, int):
            self.playback.goal = target
            self.travel("go")
        else:
            self.go_to(target)
