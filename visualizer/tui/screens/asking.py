"""What is asked and answered in dialogs."""

from __future__ import annotations

import exports
from visualizer.errors import InputError
from visualizer.explanation.sampling import NO_PLAYOUT
from visualizer.measures.samples import last_leaf, playout_of
from visualizer.tui.screens.copying import CopyDialog
from visualizer.tui.screens.export import SCREEN, ExportDialog
from visualizer.tui.screens.find import FindDialog
from visualizer.tui.screens.go import GoDialog
from visualizer.tui.screens.help import HelpDialog
from visualizer.tui.screens.part import Part
from visualizer.tui.screens.playout import PlayoutDialog
from visualizer.tui.screens.why import WhyDialog


class Asking(Part):
    """Opens the dialogs, and does what is answered in them."""

    def do_why(self) -> None:
        """Say why at length."""
        self.screen.app.push_screen(WhyDialog(self.scene))

    def do_playout(self) -> None:
        """Show the random game of this iteration, or of the one in which the selected node was expanded."""
        scene = self.scene
        node = scene.node(scene.selected) if scene.selected is not None else None
        row = last_leaf(scene.here) if node is None else scene.here.visits_to(node)[0]
        played = playout_of(scene.run, row)
        if played:
            self.screen.app.push_screen(PlayoutDialog(scene, row, played))
        else:
            self.screen.say(NO_PLAYOUT)

    def do_help(self) -> None:
        """List all keys."""
        self.screen.app.push_screen(HelpDialog(self.screen.offered))

    def do_palette(self) -> None:
        """Find an action by its name."""
        self.screen.app.action_command_palette()

    def do_find(self) -> None:
        """Ask for a move or a value and go there."""
        self.screen.app.push_screen(FindDialog(self.scene), self.screen.gone)

    def do_copy(self) -> None:
        """Ask what to copy."""
        self.screen.app.push_screen(CopyDialog(self.scene), self.copied)

    def copied(self, text: str | None) -> None:
        """Copy a text to the clipboard."""
        if text:
            self.screen.app.copy_to_clipboard(text)
            self.screen.say(f"copied: {text[:40]}")

    def do_export(self) -> None:
        """Ask for a file and write what is seen."""
        self.screen.app.push_screen(ExportDialog(self.scene), self.exported)

    def exported(self, name: str | None) -> None:
        """Say which file was written; write it now if it is of the screen itself."""
        if name is not None and name.endswith(SCREEN):
            self.screen.call_after_refresh(self.save_screen, name)
        elif name is not None:
            self.screen.say(f"wrote {name}")

    def save_screen(self, name: str) -> None:
        """Write the screen to a file, as it is."""
        try:
            exports.save(name, self.screen.app.export_screenshot().encode(), force=True)
        except InputError as error:
            self.screen.say(str(error))
        else:
            self.screen.say(f"wrote {name}")

    def do_go(self) -> None:
        """Ask where to go."""
        self.screen.app.push_screen(GoDialog(self.scene), self.screen.gone)
