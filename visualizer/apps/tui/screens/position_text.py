"""The text of an explorer's position, from a file or an editor."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
from asyncio import sleep, to_thread
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from textual.app import App, SuspendNotSupported

from visualizer.apps.actions import fill_in_keys
from visualizer.apps.activities.position_file import (
    FILE_CHECK_SECONDS,
    PositionFile,
    describe_position_fault,
)
from visualizer.apps.tui.cells.styled_lines import Line, truncate_lines, wrap_words
from visualizer.apps.tui.draft import Draft
from visualizer.apps.tui.screens.watch import WatchScreen
from visualizer.apps.tui.terminal.ascii_looks import spelled_for_widget
from visualizer.apps.tui.web import is_served
from visualizer.searching.lookup import settings_outside_notation
from visualizer.searching.recipe import Recipe
from visualizer.searching.run import Run
from visualizer.support.errors import InputError, as_input_error, read_text
from visualizer.support.plugins.watchdog import faults_as_input_errors

DEFAULT_EDITORS = ("notepad",) if os.name == "nt" else ("nano", "vi")
"""The editors to look for if the user has not named one."""
NO_TERMINAL_FOR_EDITOR = "an editor opens only in a terminal of your own, not in a browser"


class PositionText:
    """The text of an explorer's position: from a file that is followed, or typed in an editor."""

    def __init__(
        self, screen: WatchScreen, file: PositionFile | None, show: Callable[[Run], None]
    ) -> None:
        """Edit the text of an explorer's position.

        If the position comes from a file, `file` is this file. `show` shows the run of a changed
        position in the explorer.
        """
        self.screen = screen
        self.file = file
        self.show_run = show
        self.recipe: Recipe | None = None
        """The recipe that was read last and could be searched."""
        if file is not None:
            self.recipe = file.recipe
        self.fault = ""
        """What is wrong with the text, or "". Until it is corrected, the last valid position stays.
        """
        self.draft: str | None = None
        """The text typed in an editor, if it cannot be searched."""

    @contextmanager
    def reporting_faults(self) -> Iterator[None]:
        """Show the fault in the position that the `with` block reads, or that there is none."""
        try:
            with faults_as_input_errors():
                yield
            self.fault = ""
            self.draft = None
        except InputError as error:
            self.remember_fault(error)
        self.screen.paint()

    def remember_fault(self, error: InputError) -> None:
        """Remember the fault in the text. For a typed text, name the key that opens it again."""
        name = "your text"
        if self.file is not None:
            name = self.file.name
        self.fault = describe_position_fault(error, name)
        self.screen.session.note = ""
        if self.draft is not None:
            self.screen.session.note = fill_in_keys("<editor> opens what you typed again")

    def fault_lines(self, width: int) -> list[Line]:
        """Draw the fault in as many lines as needed, up to a third of the screen."""
        lines = wrap_words(spelled_for_widget(self.screen, self.fault), width - 2, "cut")
        shown_lines = truncate_lines(lines, width - 2, self.screen.size.height // 3)
        return [[(" ", "cut"), *line] for line in shown_lines]

    def show(self, recipe: Recipe, note: str) -> None:
        """Search another position in place of the current one, and show a note."""
        self.show_run(Run(recipe))
        self.recipe = recipe
        self.screen.session.note = note

    async def follow(self, file: PositionFile) -> None:
        """Read the file again whenever it is saved, and search its new position."""
        self.screen.say(self.screen.session.note or f"following {file.name} as you save it")
        while True:
            await sleep(FILE_CHECK_SECONDS)
            if not file.notice_save():
                continue
            with self.reporting_faults():
                recipe = await to_thread(file.read)
                # A dialog is about the current position, so the new one waits until it closes.
                while not self.screen.is_active:
                    await sleep(FILE_CHECK_SECONDS)
                if recipe != self.recipe:
                    self.show(recipe, f"{file.name} was saved: read again")

    def edit(self) -> None:
        """Open the position's text in an editor, and search the edited position.

        InputError if the position has no text, or no editor can be opened.
        """
        run = self.screen.scene.run
        if run.recipe.search.has_own_position or self.screen.place != "explorer":
            note = "this cannot be edited as text; <open> opens something else"
            raise InputError(fill_in_keys(note))
        if self.file is not None:
            self.edit_file(self.file)
        else:
            self.edit_typed(self.draft or run.root.text())

    def edit_typed(self, text: str) -> None:
        """Edit a text in a file that is removed afterwards."""
        with TemporaryDirectory(prefix="visualizer-") as folder:
            path = Path(folder, "position.txt")
            path.write_text(f"{text}\n", encoding="utf-8")
            self.edit_file(PositionFile(str(path), partial(self.read_typed, path)))

    def edit_file(self, file: PositionFile) -> None:
        """Edit a file in an editor, and search its new position."""
        # Read before the editor opens, since a file that is followed may be read again meanwhile.
        known_recipes = (self.recipe, self.screen.scene.run.recipe)
        editor_fault = open_editor(self.screen.app, file.file)
        with self.reporting_faults():
            recipe = file.read()
            if recipe in known_recipes:
                self.screen.session.note = editor_fault or "nothing was changed"
            else:
                self.show(recipe, editor_fault or "searched again")

    def read_typed(self, path: Path) -> Recipe:
        """Return the recipe that searches the position of an edited text.

        If the text is empty or unchanged, return the current recipe.
        """
        run = self.screen.scene.run
        text = read_text(str(path), "the edited text").rstrip()
        if text.strip() in ("", run.root.text().strip()):
            return run.recipe
        self.draft = text
        settings = settings_outside_notation(run.game, run.recipe.where)
        # The text is the position after all moves, so these must not be played again.
        draft = Draft.of(run.recipe).with_changes(position=text, moves="", settings=settings)
        return draft.recipe()


def open_editor(app: App[None], file: str) -> str:
    """Open a file in the user's editor, and wait until the editor ends.

    Return how the editor failed, "" if it did not. InputError if no editor can be opened.
    """
    # The user of a browser would not see an editor that opens on the server.
    if is_served():
        raise InputError(NO_TERMINAL_FOR_EDITOR)
    editor = editor_command()
    with as_input_error(f"the editor {editor!r:.60} cannot be read: "):
        name, *options = shlex.split(editor, posix=os.name != "nt")
    program = shutil.which(name)
    if program is None:
        raise InputError(f"there is no editor {name!r:.60}; name yours in the variable EDITOR")
    command = [program, *options, str(Path(file).absolute())]
    # While the editor has the terminal, Ctrl-C is for the editor.
    handler = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        with app.suspend():
            return run_editor(name, command)
    except SuspendNotSupported:
        raise InputError(NO_TERMINAL_FOR_EDITOR) from None
    finally:
        signal.signal(signal.SIGINT, handler)


def editor_command() -> str:
    """Return the command of the user's editor, or of a common one."""
    chosen = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if chosen:
        return chosen
    return next(filter(shutil.which, DEFAULT_EDITORS), DEFAULT_EDITORS[-1])


def run_editor(name: str, command: Sequence[str]) -> str:
    """Run an editor until it ends. Return how it failed, "" if it did not."""
    try:
        status = subprocess.run(command, check=False).returncode  # noqa: S603
    except OSError as error:
        return f"{name} cannot be started: {error.strerror or error}"
    if not status:
        return ""
    # A shell gives 128 and the signal's number for a program that a signal has ended.
    if status < 0:
        status = 128 - status
    return f"{name} ended with status {status}"
