"""Writing what is seen to a file: a step, a subtree or a film, with a preview and the command that does the same."""

import os
from asyncio import to_thread
from collections.abc import Callable
from functools import partial

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, Static

import exports
from visualizer.errors import InputError
from visualizer.picture.film.frames import MOST_FRAMES
from visualizer.picture.page.options import FIT
from visualizer.picture.page.text_sizes import sized_page
from visualizer.publishing.outputs import outputs_of
from visualizer.publishing.runs import Wanted, export_to
from visualizer.trace.jumps import read_steps
from visualizer.tui.scene import Scene
from visualizer.tui.screens.dialog import AskDialog, box
from visualizer.tui.screens.export_choices import SCREEN, ExportChoices
from visualizer.tui.screens.film_writing import FilmWriting
from visualizer.tui.widgets import Prompt, Turner
from visualizer.tui.widgets.thumbnail import preview


class ExportDialog(AskDialog[str]):
    """Asks for a file's name, what to write, and in which format and how; the name is the result.

    A file of the screen is written by the caller, once the dialog is closed.
    """

    writing: FilmWriting | None = None

    def __init__(self, scene: Scene) -> None:
        """Export a scene."""
        super().__init__()
        self.choices = ExportChoices(scene)

    def compose(self) -> ComposeResult:
        """Lay out the fields, the preview, the size and the command."""
        with box("export (enter writes it)", "export"):
            yield Prompt(self.choices.name, id="field")
            yield Static("", id="error", markup=False)
            with Horizontal(id="choosing"):
                with Vertical(id="turners"):
                    for name, word in self.choices.chosen.items():
                        yield Turner(name.removeprefix("node_"), word, partial(self.turn, name), id=name)
                self.shown = preview(self)
                yield self.shown
            yield Static("", id="size", markup=False)
            yield Static("", id="command", markup=False)
            yield Static(f"a name that ends in {SCREEN} takes the screen as it is", id="hint", markup=False)

    def on_screen_resume(self) -> None:
        """Describe the choices and draw the picture, at first or again, once the widgets have a size."""
        self.call_after_refresh(self.tell)

    def turn(self, name: str, by: int) -> None:
        """Choose the word before (-1) or after (1), and show what that adapts."""
        self.choices.turn(name, by)
        for turner in self.query(Turner):
            turner.value = self.choices.chosen[turner.id or ""]
        self.query_one(Prompt).value = self.choices.name
        self.complain("")
        self.tell()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show the command for what is typed."""
        self.choices.name = event.value
        self.query_one("#command", Static).update(f"the same: {self.choices.command()}")

    def tell(self) -> None:
        """Show the picture, its size, and the command for what is chosen."""
        from visualizer.tui.terminal.true_picture import TruePicture

        shown, options, step, count = self.shown, self.choices.options, self.choices.step, self.choices.frames
        layout = sized_page(self.choices.scene.run, options.on(FIT))[0]
        left_out = f", {count - MOST_FRAMES:,} of {count:,} left out" if count > MOST_FRAMES else ""
        frames = f"; frames: {min(count, MOST_FRAMES):,}{left_out}" if count else ""
        if self.writing is None:
            self.say_size(f"size: {layout.plan.width:,.0f} × {layout.plan.height:,.0f} points{frames}")
        shown.soon(lambda: TruePicture(layout, options, shown.dots).at(step))
        self.query_one("#command", Static).update(f"the same: {self.choices.command()}")

    def say_size(self, words: str) -> None:
        """Say how large the file is, or how far its writing is."""
        self.query_one("#size", Static).update(words)

    # Writing.

    def answer(self, text: str) -> None:
        """Write a still at once, a film in a thread while the dialog shows the progress; InputError says why not."""
        if self.writing is not None:
            return
        name = os.path.expanduser(text)  # noqa: PTH111  it is a text that may be empty
        if name.endswith(SCREEN):
            exports.check(name, force=self.may_replace(name, [name]))
            self.dismiss(name)
            return
        if ".screen." in name:
            raise InputError(f"the screen as it is can be written as {SCREEN} only")
        choices = self.choices
        (output,) = outputs_of([name], film=bool(choices.steps))
        steps = read_steps(choices.steps) if choices.steps else None
        wanted = Wanted(None if steps else choices.step, steps=steps, options=choices.options)
        write = partial(export_to, [name], choices.scene.run, wanted, force=self.may_replace(name, output.paths))
        if output.is_film:
            self.writing = FilmWriting(partial(self.app.call_from_thread, self.say_size))
            self.say_size("writing … (escape cancels)")
            self.run_worker(self.write_film(self.writing, write))
        else:
            self.dismiss(write()[0])

    async def write_film(self, writing: FilmWriting, write: Callable[..., list[str]]) -> None:
        """Close once a film is written, or say why it is not."""
        try:
            name = await to_thread(writing.write, write)
        except (ValueError, OSError) as error:
            self.writing = None
            self.tell()
            self.complain(str(error))
        else:
            self.dismiss(name)

    def action_leave(self) -> None:
        """Cancel what is being written, or close."""
        if self.writing is None:
            super().action_leave()
        else:
            self.writing.cancelled = True
