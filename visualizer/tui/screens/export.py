"""Writing what is seen to a file: a step, a subtree or a film, with the command that does the same."""

import os
import re
import shlex
import warnings
from functools import lru_cache, partial
from threading import Event

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, Static
from textual.worker import Worker, WorkerState

import exports
from visualizer.boards.shapes import is_worth_drawing
from visualizer.errors import InputError
from visualizer.look.themes import THEMES
from visualizer.lookup import preset_of
from visualizer.picture.film.frames import MOST_FRAMES
from visualizer.picture.page.options import BOARDS, CAPTIONS, FILM_PAGE, FIT, PAGES, PictureOptions, read_options
from visualizer.picture.page.text_sizes import sized_page
from visualizer.publishing.outputs import Output, outputs_of
from visualizer.publishing.runs import Wanted, export_to
from visualizer.run import Run
from visualizer.trace.step_choices import read_steps
from visualizer.tui.cycling import turned
from visualizer.tui.scene import Scene
from visualizer.tui.screens.dialog import AskDialog, SceneDialog, box
from visualizer.tui.widgets import Prompt, Turner
from visualizer.tui.widgets.thumbnail import preview

SCREEN = ".screen.svg"
"""The ending of a file's name that exports the screen itself."""
LONGEST_NAME = 40
STEP, SUBTREE, SO_FAR = "this step", "this subtree", "film up to here"
FILMS = {"film of changes": "changes", "film of cuts": "cuts", "film of all steps": "all"}
"""What may be written; for films, the value of `--steps`."""


class ExportDialog(SceneDialog[str], AskDialog[str]):
    """Asks for a file's name, what to write, and in which format and how; the name is the result.

    A file of the screen is written by the caller, once the dialog is closed.
    """

    def __init__(self, scene: Scene) -> None:
        """Export a scene."""
        super().__init__(scene)
        self.proposed = proposed(scene.run, f"step-{scene.step}.svg")
        subtree = [SUBTREE] if scene.focus != scene.top and scene.node(scene.focus) is not None else []
        self.choices = {
            "what": [STEP, *subtree, SO_FAR, *FILMS],
            "format": [*exports.formats()],
            "page": [FIT, *PAGES],
            "theme": [*THEMES],
            "caption": [*CAPTIONS],
        }
        if is_worth_drawing(scene.run.root.board()):
            self.choices["node_boards"] = [*BOARDS]
        self.count_of = lru_cache(maxsize=8)(lambda steps, last_step: len(read_steps(steps)(scene.run.trace)))
        self.cancelled = Event()
        self.writing: Worker[str] | None = None
        self.progress = ""

    def compose(self) -> ComposeResult:
        """Lay out the fields, the preview, the size and the command."""
        with box("export (enter writes it)", "export"):
            yield Prompt(self.proposed, id="field")
            yield Static("", id="error", markup=False)
            with Horizontal(id="choosing"):
                with Vertical(id="turners"):
                    for name, words in self.choices.items():
                        first = "svg" if name == "format" else words[0]
                        yield Turner(name.removeprefix("node_"), first, partial(self.beside, name), id=name)
                        if name == "what":
                            yield Turner("step", str(self.scene.step), partial(self.beside, "step"), id="step")
                self.shown = preview(self)
                yield self.shown
            yield Static("", id="size", markup=False)
            yield Static("", id="command", markup=False)
            yield Static(f"a name that ends in {SCREEN} takes the screen as it is", id="hint", markup=False)

    def on_screen_resume(self) -> None:
        """Describe the choices and draw the picture, at first or again, once the widgets have a size."""
        self.call_after_refresh(self.tell)

    # What is chosen.

    def chosen(self, name: str) -> str:
        """Return what is chosen of something."""
        return self.query_one(f"#{name}", Turner).value

    @property
    def step(self) -> int:
        """Return the step that is chosen."""
        return int(self.chosen("step"))

    @property
    def steps(self) -> str:
        """Return which steps a film shows, in the words of the command line; "" for a still."""
        what = self.chosen("what")
        return f"0-{self.step}" if what == SO_FAR else FILMS.get(what, "")

    @property
    def options(self) -> PictureOptions:
        """Return the options of the picture; its root is the top of the tree view, or of the subtree chosen."""
        scene, own = self.scene, ("what", "format")
        chosen = {name: self.chosen(name) for name in self.choices if name not in own}
        top = scene.focus if self.chosen("what") == SUBTREE else scene.top
        as_drawn = {"node_windows": scene.windows, "hide_leaves": scene.hide_leaves, "kinds": scene.kinds}
        return read_options({**chosen, **as_drawn}, top)

    def beside(self, name: str, word: str, by: int) -> str:
        """Return the value before (-1) or after (1) another; only formats that can hold what is wanted are offered.

        Steps are those known.
        """
        if name == "step":
            return str(max(0, min(self.scene.run.trace.last_step, int(word) + by)))
        words = self.choices[name]
        if name == "format":
            words = [each for each in words if self.can_be(each)]
        return turned(words, word, by)

    def can_be(self, name: str) -> bool:
        """Return whether a format can hold what is wanted."""
        its = exports.format_named(name)
        return its.takes_films if self.steps else its.write_graph is None or self.options.top == ()

    def command(self, name: str) -> str:
        """Return the command that writes the same file."""
        if name.endswith(SCREEN):
            return "nothing: only the explorer has a screen"
        scene, options = self.scene, self.options
        words = ["-O", name, *(["--steps", self.steps] if self.steps else ["--step", str(self.step)])]
        words += ["--root", scene.names(options.top)] if options.top else []
        its = next((each for each in exports.formats().values() if name.lower().endswith(each.endings)), None)
        is_film = self.steps or (its is not None and not its.takes_stills)
        usual = PictureOptions(page=FILM_PAGE if is_film else FIT)
        for option in ("page", "theme", "caption", "node_boards", "node_windows", "hide_leaves", "kinds"):
            if (value := getattr(options, option)) != getattr(usual, option):
                words += [f"--{option.replace('_', '-')}", *([] if value is True else [value])]
        return f"{scene.run.recipe.command('export')} {shlex.join(words)}"

    # Telling.

    def tell(self) -> None:
        """Show the picture, its size, and the command for what is chosen."""
        from visualizer.tui.terminal.true_picture import TruePicture

        name, layout = self.query_one("#field", Prompt).value, sized_page(self.scene.run, self.options.on(FIT))[0]
        plan, size = layout.plan, self.query_one("#size", Static)
        frames = ""
        if self.steps:
            count = self.count_of(self.steps, self.scene.run.trace.last_step)
            left_out = f", {count - MOST_FRAMES:,} of {count:,} left out" if count > MOST_FRAMES else ""
            frames = f"; frames: {min(count, MOST_FRAMES):,}{left_out}"
        size.update(self.progress or f"size: {plan.width:,.0f} × {plan.height:,.0f} points{frames}")
        shown, options, step = self.shown, self.options, self.step
        shown.soon(lambda: TruePicture(layout, options, shown.dots).at(step))
        self.query_one("#command", Static).update(f"the same: {self.command(name)}")

    def on_turner_turned(self, message: Turner.Turned) -> None:
        """Adapt the other choices and the file's ending; a name that was not edited is proposed anew."""
        format_, page = self.query_one("#format", Turner), self.query_one("#page", Turner)
        field = self.query_one("#field", Prompt)
        if not self.can_be(format_.value) or (message.turner == "what" and field.value == self.proposed):
            format_.value = "html" if self.steps else "svg"
        usual, other = (FILM_PAGE, FIT) if self.steps else (FIT, FILM_PAGE)
        if message.turner == "what" and page.value == other:
            page.value = usual
        ending = exports.format_named(format_.value).endings[0]
        if field.value == self.proposed:
            part = self.chosen("what").replace(" ", "-") if self.steps else f"step-{self.step}"
            self.proposed = proposed(self.scene.run, f"{part}{ending}")
            field.value = self.proposed
        elif message.turner in ("format", "what"):
            stem, dot, _ = field.value.rpartition(".")
            field.value = f"{stem if dot else field.value}{ending}"
        self.complain("")
        self.tell()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show the command for what is typed."""
        self.query_one("#command", Static).update(f"the same: {self.command(event.value)}")

    # Writing.

    def answer(self, text: str) -> None:
        """Write the file; InputError says why it cannot be."""
        if self.writing is not None:
            return
        name = os.path.expanduser(text)  # noqa: PTH111  it is a text that may be empty
        if name.endswith(SCREEN):
            exports.check(name, force=self.may_replace(name, [name]))
            self.dismiss(name)
            return
        if ".screen." in name:
            raise InputError(f"the screen as it is can be written as {SCREEN} only")
        (output,) = outputs_of([name], film=bool(self.steps))
        self.write(output, force=self.may_replace(name, output.paths))

    def write(self, output: Output, *, force: bool) -> None:
        """Write a still at once, a film in a thread while the dialog shows the progress."""
        steps = read_steps(self.steps) if self.steps else None
        wanted = Wanted(None if steps else self.step, steps=steps, options=self.options)
        if not output.is_film:
            export_to([output.name], self.scene.run, wanted, force=force)
            self.dismiss(output.name)
            return
        self.cancelled.clear()
        self.progress = "writing … (escape cancels)"
        self.tell()

        def write() -> str:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", exports.ExportWarning)  # the dialog says how many frames are left out
                return export_to([output.name], self.scene.run, wanted, force=force, watch=self.watch_film)[0]

        self.writing = self.run_worker(write, thread=True, exit_on_error=False)

    def watch_film(self, made: int, most: int) -> None:
        """Show how far the thread is, or raise InputError in it to end it."""
        if self.cancelled.is_set():
            raise InputError("cancelled: nothing was written")
        self.progress = f"frame {made + 1:,} of {most:,} (escape cancels)"
        self.app.call_from_thread(self.query_one("#size", Static).update, self.progress)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Close once the film is written, or say why it is not."""
        if event.worker is not self.writing or not event.worker.is_finished:
            return
        self.writing, self.progress = None, ""
        if event.state is WorkerState.SUCCESS:
            self.dismiss(event.worker.result)
        else:
            self.tell()
            self.complain(str(event.worker.error))

    def action_leave(self) -> None:
        """Cancel what is being written, or close."""
        if self.writing is not None:
            self.cancelled.set()
        else:
            super().action_leave()


def proposed(run: Run, part: str) -> str:
    """Return a file's name made of the game, the position if it has a name, and the part."""
    where = run.recipe.where
    preset = preset_of(run.game, where)
    words = [re.sub(r"[^\w.]+", "-", where.game.rpartition("/")[2].removesuffix(".py"))]
    words += [preset.name] if preset is not None and not where.moves else []
    return f"{'-'.join(words).strip('-.')[:LONGEST_NAME]}-{part}"
