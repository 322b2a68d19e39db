"""The text of an explorer's position: read again when its file is saved, or edited in an editor of one's own."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
from asyncio import sleep, to_thread
from collections.abc import Callable, Iterator
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
from visualizer.searching.lookup import untold_settings
from visualizer.searching.recipe import Recipe
from visualizer.searching.run import Run
from visualizer.support.errors import InputError, as_input_error, read_text
from visualizer.support.plugins.watchdog import faults_as_input_errors

DEFAULT_EDITORS = ("notepad",) if os.name == "nt" else ("nano", "vi")
"""Those that are looked for where a person has not said which."""
NO_TERMINAL_FOR_EDITOR = "an editor opens only in a terminal of your own, not in a browser"


class PositionText:
    """The text that an explorer's position comes from: a file's, or what was typed in an editor."""

    def __init__(
        self, screen: WatchScreen, file: PositionFile | None, show: Callable[[Run], None]
    ) -> None:
        """Begin with a position that can be read; `show` shows the search of another in place of it."""
        self.screen = screen
        self.file = file
        self.show_run = show
        self.recipe = None if file is None else file.recipe
        """What was read last and could be searched."""
        self.fault = ""
        """What is wrong with the text, shown as long as it is; the last position that was right stays."""
        self.draft: str | None = None
        """What was typed in an editor and cannot be searched."""

    @contextmanager
    def judged(self) -> Iterator[None]:
        """Show what is wrong with a text that is read, until one is right."""
        try:
            with faults_as_input_errors():
                yield
            self.fault = ""
            self.draft = None
        except InputError as error:
            self.fault = describe_position_fault(
                error, "your text" if self.file is None else self.file.name
            )
            if self.draft is not None:
                kept = fill_in_keys("<editor> opens what you typed again")
            else:
                kept = ""
            self.screen.session.note = kept
        self.screen.paint()

    def fault_lines(self, width: int) -> list[Line]:
        """Draw what is wrong in as many lines as it takes, up to a third of the screen; none where all is right."""
        lines = wrap_words(spelled_for_widget(self.screen, self.fault), width - 2, "cut")
        return [
            [(" ", "cut"), *line]
            for line in truncate_lines(lines, width - 2, self.screen.size.height // 3)
        ]

    def show(self, recipe: Recipe, note: str) -> None:
        """Search another position in place of the one that is shown."""
        self.show_run(Run(recipe))
        self.recipe = recipe
        self.screen.session.note = note

    async def follow(self, file: PositionFile) -> None:
        """Read the file again whenever it was saved; behind a dialog or another screen that waits."""
        self.screen.say(self.screen.session.note or f"following {file.name} as you save it")
        while True:
            await sleep(FILE_CHECK_SECONDS)
            if not file.is_saved():
                continue
            with self.judged():
                recipe = await to_thread(file.read)
                while not self.screen.is_active:
                    await sleep(FILE_CHECK_SECONDS)
                if recipe != self.recipe:
                    self.show(recipe, f"{file.name} was saved: read again")

    def edit(self) -> None:
        """Open the text in an editor; InputError where that cannot be."""
        run = self.screen.scene.run
        if run.recipe.search.tells_position or self.screen.place != "explorer":
            raise InputError(
                fill_in_keys("this cannot be edited as text; <open> opens something else")
            )
        if self.file is not None:
            self.edit_file(self.file)
            return
        with TemporaryDirectory(prefix="visualizer-") as folder:
            place = Path(folder, "position.txt")
            place.write_text((self.draft or run.root.text()) + "\n", encoding="utf-8")
            self.edit_file(PositionFile(str(place), partial(self.typed, place)))

    def edit_file(self, file: PositionFile) -> None:
        """Open a file in an editor, and search what it has become."""
        known = self.recipe, self.screen.scene.run.recipe
        said = open_editor(self.screen.app, file.file)
        with self.judged():
            recipe = file.read()
            if recipe in known:
                self.screen.session.note = said or "nothing was changed"
            else:
                self.show(recipe, said or "searched again")

    def typed(self, place: Path) -> Recipe:
        """Return what is searched after an edit: the same again if nothing is left of the text, or nothing changed."""
        run = self.screen.scene.run
        text = read_text(str(place), "the edited text").rstrip()
        if text.strip() in ("", run.root.text().strip()):
            return run.recipe
        self.draft = text
        settings = untold_settings(run.game, run.recipe.where)
        return Draft.of(run.recipe).at(position=text, moves="", settings=settings).recipe()


def open_editor(app: App[None], file: str) -> str:
    """Let a person edit a file in an editor; return what went wrong there, "" for nothing.

    InputError where none can be opened.
    """
    if is_served():  # the editor would be the server's
        raise InputError(NO_TERMINAL_FOR_EDITOR)
    said = (
        os.environ.get("VISUAL")
        or os.environ.get("EDITOR")
        or next(filter(shutil.which, DEFAULT_EDITORS), DEFAULT_EDITORS[-1])
    )
    with as_input_error(f"the editor {said!r:.60} cannot be read: "):
        name, *options = shlex.split(said, posix=os.name != "nt")
    program = shutil.which(name)
    went_wrong = ""
    if program is None:
        raise InputError(f"there is no editor {name!r:.60}; name yours in the variable EDITOR")
    before = signal.signal(signal.SIGINT, lambda *_: None)  # Ctrl-C is the editor's
    try:
        with app.suspend():
            try:
                command = [program, *options, str(Path(file).absolute())]
                status = subprocess.run(command, check=False).returncode  # noqa: S603
                went_wrong = (
                    f"{name} ended with status {status if status > 0 else 128 - status}"
                    if status
                    else ""
                )
            except OSError as error:
                went_wrong = f"{name} cannot be started: {error.strerror or error}"
    except SuspendNotSupported:
        raise InputError(NO_TERMINAL_FOR_EDITOR) from None
    finally:
        signal.signal(signal.SIGINT, before)
    return went_wrong
