"""Side by side: two or three searches of one position on one timeline, and what the keys do to them."""

from asyncio import to_thread
from dataclasses import replace

from visualizer.actions import NOWHERE, acts_of
from visualizer.errors import InputError
from visualizer.run import Run
from visualizer.trace import jumps
from visualizer.trace.rows import MovePath
from visualizer.tui.cycling import turned
from visualizer.tui.replay import aligning
from visualizer.tui.screens import asking, looking
from visualizer.tui.screens.compare_dialogs import ChangeDialog, SummaryDialog, differences_dialog
from visualizer.tui.screens.destinations import go_dialog
from visualizer.tui.screens.side_by_side import SidesScreen
from visualizer.tui.screens.watch import WatchScreen
from visualizer.tui.views import views


class CompareScreen(SidesScreen):
    """Steps the leading run; the others follow on the same timeline."""

    place = "sides"
    acts = WatchScreen.acts | acts_of(looking, asking)
    leads_back = False  # its footer has room for what is done here alone

    # Time.

    def search_on(self) -> bool:
        """Let every search go on for a slice of time, and align the others again: they may have reached their step."""
        busy = self.sides.search()
        if busy:
            self.sides.show(self.playback.step, {})
        return busy

    def travel(self, name: str) -> None:
        """Jump to another step; aligned by root move, one step is one root move.

        If the leading side has no cutoffs, the next side that has some leads from then on.
        """
        if name in jumps.TO_CUTS and (place := self.sides.nearest_with_cuts()) != self.sides.lead:
            self.let_lead(place)
        self.playback.run = self.sides.clock(name)
        if self.sides.mode == aligning.BY_ROOT_MOVE and name in ("next", "previous"):
            step = aligning.next_root_move(self.playback.run, self.playback.step, 1 if name == "next" else -1)
            if step is None:
                self.playback.note = "no root move is finished there"
            else:
                self.seek(step)
        else:
            super().travel(name)
            if self.playback.note == NOWHERE["next_cut"] and len(self.sides) > 1:
                self.say("this side has no cutoff there (tab: the next side)")

    def played(self) -> None:
        """Show the comparison in numbers when playing has reached the end of all searches; a race shows it in words."""
        if not self.playback.playing and self.sides.is_over and not self.sides.is_race:
            self.do_summary()

    # Looks.

    def choose_view(self, name: str) -> None:
        """Show another view of all searches."""
        for side in self.sides:
            side.view = name
        self.make_room()

    def do_side_view(self) -> None:
        """Show the next view of the search that leads; the others keep theirs."""
        self.sides.leader.view = turned(views(), self.sides.leader.view)
        self.make_room()

    # Comparing.

    def do_side(self) -> None:
        """Let the next search lead, from its own step."""
        self.let_lead((self.sides.lead + 1) % len(self.sides))

    def let_lead(self, place: int) -> None:
        """Let the search with this index lead, from its own step."""
        self.sides.lead = place
        step = self.playback.step if self.sides.mode == aligning.BY_STEP else self.scene.step
        self.playback = replace(self.playback, run=self.sides.clock(), step=step, playing=0)
        self.make_room()

    def do_align(self) -> None:
        """Align in the next way."""
        self.sides.chosen_mode = turned(aligning.MODES, self.sides.mode)
        self.seek(self.scene.step)

    def do_swap(self) -> None:
        """Swap the sides; the same search goes on leading."""
        self.sides.swap()
        self.verdict = ""
        self.make_room()

    def do_change(self) -> None:
        """Ask for another search for the side that leads."""
        self.ask_for(ChangeDialog(self.sides.leader.run), self.changed)

    def changed(self, run: Run) -> None:
        """Replace the leading side's search, and begin again."""
        if any(run.recipe == other.recipe for other in self.sides.runs):
            self.say("that search is here already")
            return
        self.sides.replace(run)
        self.verdict = ""
        self.playback = replace(self.playback, run=run, step=0, playing=0)
        self.search()
        self.show(selected=None)

    def do_differences(self) -> None:
        """List where the leading side and the next one part, and the nodes at which they differ most."""
        self.say("looking for where they differ …")
        self.run_worker(self.list_differences(), exclusive=True)

    async def list_differences(self) -> None:
        """List them once they are found, if nothing else is open; in finished searches a thread looks for them."""
        runs = self.sides.leader.run, self.sides[(self.sides.lead + 1) % len(self.sides)].run
        is_still = all(run.trace.finished for run in runs)
        try:
            dialog = await to_thread(differences_dialog, *runs) if is_still else differences_dialog(*runs)
        except InputError as error:  # of a user-supplied game
            self.say(str(error))
            return
        if self.is_current:
            self.say("")
            self.ask_for(dialog, self.go_to_difference)

    def go_to_difference(self, target: int | MovePath) -> None:
        """Go to a step of the leading side, or to a node; the others stand at the same position."""
        self.sides.chosen_mode = aligning.BY_POSITION
        self.go_to_target(target)

    def go_to(self, path: MovePath) -> None:
        """Go to the step in which each search finishes with a node, and select it."""
        self.sides.go_to(path)
        self.playback.run, self.playback.playing = self.sides.leader.run, 0
        self.playback.seek(self.scene.step)
        self.say(f"all stand at the end of {' '.join(self.sides.runs[0].names(path)) or 'the root'}")

    def do_summary(self) -> None:
        """Show the comparison in numbers once all searches have finished."""
        if not all(run.trace.finished for run in self.sides.runs):
            raise InputError("the numbers come when all searches have finished")
        self.app.push_screen(SummaryDialog(self.comparison))

    def do_go(self) -> None:
        """Ask where to go on the common timeline."""
        self.ask_for(go_dialog(self.sides.beat), self.go_to_target)

    def do_back(self) -> None:
        """Go back to one search, at the step that it stands at here."""
        below = self.app.screen_stack[-2]
        if isinstance(below, WatchScreen):
            step = next((side.scene.step for side in self.sides if side.run is below.scene.run), None)
            if step is not None:
                below.seek(step)
        self.dismiss()
