"""Writing what is seen to a file, with the command that does the same."""

from __future__ import annotations

import os
import re
import shlex
from functools import lru_cache, partial

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, Static

import exports
from visualizer.boards.shapes import is_worth_drawing
from visualizer.errors import InputError
from visualizer.exporting import export_to
from visualizer.look.legend import THEMES
from visualizer.lookup import preset_of
from visualizer.picture.frame import Layout
from visualizer.picture.options import BOARDS, CAPTIONS, FIT, PAGES, PictureOptions, read_options
from visualizer.run import Run
from visualizer.tui.scene import Scene
from visualizer.tui.screens.dialog import AskDialog
from visualizer.tui.widgets import Prompt
from visualizer.tui.widgets.turner import Turner

SCREEN = ".screen.svg"
"""A file whose name ends so takes the whole screen as it is."""
LONGEST_NAME = 40


class ExportDialog(AskDialog[str]):
    """Asks for a file's name, whose ending says the format, and for step, colours and board; the name is the result.

    A file of the screen is left to whoever sees the screen without the dialog.
    """

    def __init__(self, scene: Scene) -> None:
        """Export a scene."""
        super().__init__()
        self.scene = scene
        self.asked = ""
        """The name of a file that is there and may be replaced."""
        self.proposed = proposed(scene.run, scene.step)
        self.choices = {"page": [FIT, *PAGES], "theme": [*THEMES], "caption": [*CAPTIONS]}
        if is_worth_drawing(scene.run.root.board()):
            self.choices["node_boards"] = [*BOARDS]
        self.layout_of = lru_cache(maxsize=4)(self._layout)

    def compose(self) -> ComposeResult:
        """Lay out the fields, the size, the command and the formats."""
        endings = " ".join(ending for found in exports.formats().values() for ending in found.endings)
        with Vertical(id="box") as box:
            box.border_title = "export a picture (enter writes it)"
            yield Prompt(self.proposed, id="field")
            with Vertical(id="choosing"):
                yield Turner("step", str(self.scene.step), self.step_beside, id="step")
                for name, words in self.choices.items():
                    yield Turner(name.removeprefix("node_"), words[0], partial(turned, words), id=name)
            yield Static("", id="size", markup=False)
            yield Static("", id="error", markup=False)
            yield Static(f"endings: {endings}, or {SCREEN} for the screen as it is", id="hint", markup=False)
            yield Static("", id="command", markup=False)

    def on_mount(self) -> None:
        """Say what there is to say of the choices as they are."""
        self.tell()

    # What is chosen.

    def chosen(self, name: str) -> str:
        """Return what is chosen of something."""
        return self.query_one(f"#{name}", Turner).value

    @property
    def step(self) -> int:
        """Return the step that is chosen."""
        return int(self.chosen("step"))

    @property
    def options(self) -> PictureOptions:
        """Return what the picture is to be: what is below the top of the tree view, as it is drawn there."""
        scene, chosen = self.scene, {name: self.chosen(name) for name in self.choices}
        windows = {"open": "path"}.get(scene.windows, scene.windows)
        return read_options({**chosen, "node_windows": windows, "hide_leaves": scene.hide_leaves}, scene.top)

    def step_beside(self, step: str, by: int) -> str:
        """Return the step beside one, among those known."""
        return str(max(0, min(self.scene.run.trace.last_step, int(step) + by)))

    def command(self, name: str) -> str:
        """Return the command that writes the same file."""
        if name.endswith(SCREEN):
            return "nothing: only the explorer has a screen"
        scene, options = self.scene, self.options
        words = ["-O", name, "--step", str(self.step)]
        words += ["--root", scene.names(scene.top)] if scene.top else []
        for flag, value, usual in (
            ("--page", options.page, FIT), ("--theme", options.theme, "light"),
            ("--caption", options.caption, CAPTIONS[0]), ("--node-boards", options.node_boards, BOARDS[0]),
            ("--node-windows", options.node_windows, "path"),
        ):  # fmt: skip
            words += [flag, value] if value != usual else []
        words += ["--hide-leaves"] if options.hide_leaves else []
        return f"{scene.run.recipe.command('export')} {shlex.join(words)}"

    # Telling.

    def _layout(self, options: PictureOptions) -> Layout:
        return Layout(self.scene.run, options)

    def tell(self) -> None:
        """Show the picture's size, and the command for what is chosen."""
        name = self.query_one("#field", Prompt).value
        plan = self.layout_of(self.options).plan
        self.query_one("#size", Static).update(f"size: {plan.width:,.0f} × {plan.height:,.0f} points")
        self.complain("")
        self.query_one("#command", Static).update(f"the same: {self.command(name)}")

    def on_turner_turned(self, message: Turner.Turned) -> None:
        """Show what comes of another choice; a name that nobody has changed says the step."""
        field = self.query_one("#field", Prompt)
        if field.value == self.proposed:
            self.proposed = proposed(self.scene.run, self.step)
            field.value = self.proposed
        self.tell()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show the command for what is typed."""
        self.query_one("#command", Static).update(f"the same: {self.command(event.value)}")

    def on_turner_entered(self, message: Turner.Entered) -> None:
        """Write the file."""
        field = self.query_one("#field", Prompt)
        self.on_input_submitted(Input.Submitted(field, field.value))

    def answer(self, text: str) -> None:
        """Write the file; InputError says why it cannot be."""
        name = os.path.expanduser(text)  # noqa: PTH111  it is a text that may be empty
        if os.path.exists(name) and name != self.asked:  # noqa: PTH110  as above
            self.asked = name
            raise InputError(f"{name} is there already; enter once more replaces it")
        if name.endswith(SCREEN):
            exports.check(name, force=True)
        elif ".screen." in name:
            raise InputError(f"the screen as it is can be written as {SCREEN} only")
        else:
            force = name == self.asked
            export_to([name], self.scene.run, step=self.step, options=self.options, force=force)
        self.dismiss(name)


def proposed(run: Run, step: int) -> str:
    """Return a file's name that says what it is: the game, the position if it has a name, and the step."""
    where = run.recipe.where
    preset = preset_of(run.game, where)
    words = [re.sub(r"[^\w.]+", "-", where.game.rpartition("/")[2].removesuffix(".py"))]
    words += [preset.name] if preset is not None and not where.moves else []
    return f"{'-'.join(words).strip('-.')[:LONGEST_NAME]}-step-{step}.svg"


def turned(words: list[str], word: str, by: int) -> str:
    """Return the word beside another, round and round.

    >>> turned(["yes", "no"], "no", 1)
    'yes'
    """
    return words[(words.index(word) + by) % len(words)]
