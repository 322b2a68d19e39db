"""The export dialog: a step, a subtree or a film, with a preview and the same command."""

import os
import re
import shlex
import warnings
from asyncio import to_thread
from collections.abc import Callable
from functools import lru_cache, partial

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, Static

import exports
from exports import ExportWarning
from visualizer.apps.tui.options import next_word
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.screens.dialog import AskDialog, dialog_box
from visualizer.apps.tui.widgets import CyclingField, Prompt
from visualizer.apps.tui.widgets.pictures import TruePicture, preview_widget
from visualizer.draw.boards.contents import is_worth_drawing
from visualizer.draw.picture.film import MAX_FRAMES
from visualizer.draw.picture.page.options import (
    CAPTION_CHOICES,
    FILM_PAGE,
    FIT_PAGE,
    NODE_BOARD_CHOICES,
    PAGE_SIZES,
    PictureOptions,
    parse_picture_options,
)
from visualizer.draw.picture.page.tree_page import sized_page
from visualizer.look.themes import THEMES
from visualizer.publish.outputs import ExportRequest, export_to, outputs_of
from visualizer.searching.lookup import preset_of
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.trace.jumps import LINES_CHOICE, read_steps

SCREEN_SUFFIX = ".screen.svg"
"""The suffix of a file name that saves the screen itself."""
MAX_DEFAULT_NAME_LENGTH = 40

THIS_STEP = "this step"
THIS_SUBTREE = "this subtree"
FILM_SO_FAR = "film up to here"
FILM_STEPS = {
    "film of changes": "changes",
    "film of cuts": "cuts",
    "film of all steps": "all",
    "film of lines": LINES_CHOICE,
}
"""The value of `--steps` for each film of the whole search. Only a user's own code has lines."""
COMMAND_OPTIONS = (
    "page",
    "theme",
    "caption",
    "node_boards",
    "node_windows",
    "hide_leaves",
    "kinds",
)
"""The options of a picture in the order in which the command has them."""
MAIN_CHOICES = ("what", "step", "format")
"""The choices that are not options of the picture."""


class ExportChoices:
    """The choices for the export of a scene.

    `words` has the words to choose from, and `name` the name of the file.
    """

    def __init__(self, scene: Scene) -> None:
        """Begin with the first word of each choice, a picture of the scene's step."""
        self.scene = scene
        self.formats, broken_formats = exports.formats().load_all()
        themes, broken_themes = THEMES.load_all()
        self.broken = [*broken_formats.values(), *broken_themes.values()]
        """A sentence for each broken format or theme of a package."""
        self.words = {
            "what": self.possible_contents(),
            "step": [str(scene.step)],
            "format": ["svg"],
            "page": [FIT_PAGE, *PAGE_SIZES],
            "theme": [*themes],
            "caption": [*CAPTION_CHOICES],
        }
        if is_worth_drawing(scene.run.root.board()):
            self.words["node_boards"] = [*NODE_BOARD_CHOICES]
        self.chosen = {name: words[0] for name, words in self.words.items()}
        self.count_steps = cached_step_count(scene.run)
        self.name = self.proposed_name

    def possible_contents(self) -> list[str]:
        """Return what the file may show: this step, the subtree in focus, then kinds of films."""
        scene = self.scene
        contents = [THIS_STEP]
        is_entered = scene.node(scene.focus) is not None
        if is_entered and scene.focus != scene.top:
            contents.append(THIS_SUBTREE)
        contents.append(FILM_SO_FAR)
        for name, steps in FILM_STEPS.items():
            if steps != LINES_CHOICE or scene.run.track:
                contents.append(name)
        return contents

    @property
    def step(self) -> int:
        """Return the chosen step."""
        return int(self.chosen["step"])

    @property
    def steps(self) -> str:
        """Return the value of `--steps` for a film, "" for a still."""
        what = self.chosen["what"]
        if what == FILM_SO_FAR:
            return f"0-{self.step}"
        return FILM_STEPS.get(what, "")

    @property
    def frames(self) -> int:
        """Return the number of frames of a film, one for each step or line; 0 for a still."""
        if self.steps == LINES_CHOICE and self.scene.run.track is not None:
            return len(self.scene.run.track)
        if self.steps:
            return self.count_steps(self.steps, self.scene.run.trace.last_step)
        return 0

    @property
    def options(self) -> PictureOptions:
        """Return the options of the picture: those chosen here, and those of the view.

        The picture begins at the node where the view begins. A picture of the subtree begins at the
        selected node.
        """
        scene = self.scene
        chosen = {name: word for name, word in self.chosen.items() if name not in MAIN_CHOICES}
        top = scene.top
        if self.chosen["what"] == THIS_SUBTREE:
            top = scene.focus
        as_drawn = {
            "node_windows": scene.windows,
            "hide_leaves": scene.hide_leaves,
            "kinds": scene.shows_node_types,
            "code": self.steps == LINES_CHOICE,
        }
        return parse_picture_options({**chosen, **as_drawn}, top)

    @property
    def proposed_name(self) -> str:
        """Return a file name made of the game, the preset and the contents."""
        run = self.scene.run
        where = run.recipe.where
        game_name = where.game.rpartition("/")[2].removesuffix(".py")
        words = [re.sub(r"[^\w.]+", "-", game_name)]
        preset = preset_of(run.game, where)
        if preset is not None and not where.moves:
            words.append(preset.name)
        beginning = "-".join(words).strip("-.")[:MAX_DEFAULT_NAME_LENGTH]
        part = f"step-{self.step}"
        if self.steps:
            part = self.chosen["what"].replace(" ", "-")
        return f"{beginning}-{part}{self.suffix}"

    @property
    def suffix(self) -> str:
        """Return the usual suffix of files in the chosen format."""
        return exports.format_named(self.chosen["format"]).endings[0]

    def cycle(self, name: str, by: int) -> None:
        """Choose the next (1) or previous (-1) value of the choice `name`.

        Adapt the other choices and the file name. If the user has edited the file name, change only
        its suffix.
        """
        # Before the choice changes, since the proposed name depends on it.
        is_proposed = self.name == self.proposed_name
        self.chosen[name] = self.neighbouring_word(name, by)
        # A film and a picture have different usual formats.
        wants_usual_format = name == "what" and is_proposed
        if wants_usual_format or not self.suits_format(self.chosen["format"]):
            self.chosen["format"] = "html" if self.steps else "svg"
        if name == "what":
            self.adapt_page()
        if is_proposed:
            self.name = self.proposed_name
        elif name in ("format", "what"):
            self.name = with_suffix(self.name, self.suffix)

    def neighbouring_word(self, name: str, by: int) -> str:
        """Return the next (1) or previous (-1) value of the choice `name`.

        The values of the choice "step" are the numbers of all steps.
        """
        word = self.chosen[name]
        if name == "step":
            step = int(word) + by
            return str(max(0, min(self.scene.run.trace.last_step, step)))
        if name == "format":
            suitable = [each for each in self.formats if self.suits_format(each)]
            return next_word(suitable, word, by)
        return next_word(self.words[name], word, by)

    def adapt_page(self) -> None:
        """Change the usual page of a still to that of a film, or back; keep any other page."""
        if self.chosen["page"] not in (FILM_PAGE, FIT_PAGE):
            return
        self.chosen["page"] = FIT_PAGE
        if self.steps:
            self.chosen["page"] = FILM_PAGE

    def suits_format(self, name: str) -> bool:
        """Return whether a format can hold the chosen film or still."""
        export_format = exports.format_named(name)
        if self.steps:
            return export_format.takes_films
        # A graph has all nodes of the search, so it cannot begin at a subtree.
        return export_format.write_graph is None or self.options.top == ()

    def command(self) -> str:
        """Return the command that writes the file that was chosen, or say that there is none."""
        if self.name.endswith(SCREEN_SUFFIX):
            return "nothing: only the explorer has a screen"
        if self.scene.run.track is not None:
            return f"nothing; {self.scene.run.recipe.command()} opens this again"
        options = self.options
        words = ["-O", self.name]
        if self.steps:
            words += ["--steps", self.steps]
        else:
            words += ["--step", str(self.step)]
        if options.top:
            words += ["--root", self.scene.names(options.top)]
        words += self.picture_words(options)
        return f"{self.scene.run.recipe.command('export')} {shlex.join(words)}"

    def picture_words(self, options: PictureOptions) -> list[str]:
        """Return the words of the command for the options that differ from their defaults."""
        # The default page depends on the kind of file.
        usual = PictureOptions(page=FILM_PAGE if self.names_film() else FIT_PAGE)
        words = []
        for option in COMMAND_OPTIONS:
            value = getattr(options, option)
            if value == getattr(usual, option):
                continue
            words.append(f"--{option.replace('_', '-')}")
            # A switch such as `--hide-leaves` has no value.
            if value is not True:
                words.append(value)
        return words

    def names_film(self) -> bool:
        """Return whether a film is chosen, or the suffix of the file name is one for films."""
        if self.steps:
            return True
        for export_format in self.formats.values():
            if self.name.lower().endswith(export_format.endings):
                return not export_format.takes_stills
        return False


class FilmWriting:
    """Writes one film; once `cancelled` is set, writing ends before the next frame."""

    def __init__(self, say: Callable[[str], None]) -> None:
        """Report the progress by `say`, in the thread that writes."""
        self.say = say
        self.cancelled = False

    def write(self, export: Callable[..., list[str]]) -> str:
        """Write the film by `export`, and return the file's name.

        Warnings are ignored: the dialog already tells how many frames are left out.
        """
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ExportWarning)
            return export(watch=self.watch)[0]

    def watch(self, made: int, total: int) -> None:
        """Report how many frames are made, or raise InputError to end writing."""
        if self.cancelled:
            raise InputError("cancelled: nothing was written")
        self.say(f"frame {made + 1:,} of {total:,} (escape cancels)")


class ExportDialog(AskDialog[str]):
    """Asks for a file name, what to write, and in which format; the result is the name.

    The caller writes a picture of the screen, once the dialog is closed.
    """

    writing: FilmWriting | None = None
    written = ""
    """The name of the film that has been written."""

    def __init__(self, scene: Scene) -> None:
        """Export a scene."""
        super().__init__()
        self.choices = ExportChoices(scene)

    def compose(self) -> ComposeResult:
        """Lay out the fields, the preview, the size and the command."""
        with dialog_box("export (enter writes it)", "export"):
            yield Prompt(self.choices.name, id="field")
            yield Static("", id="error", markup=False)
            with Horizontal(id="choosing"):
                with Vertical(id="fields"):
                    yield from self.fields()
                self.preview = preview_widget(self)
                yield self.preview
            yield Static("", id="size", markup=False)
            yield Static("", id="command", markup=False)
            hint = f"a name ending in {SCREEN_SUFFIX} saves the screen itself"
            notes = "\n".join([hint, *self.choices.broken])
            yield Static(notes, id="hint", markup=False)

    def fields(self) -> ComposeResult:
        """Yield a field for each choice."""
        for name, value in self.choices.chosen.items():
            label = name.removeprefix("node_")
            yield CyclingField(
                label,
                value,
                partial(self.cycle, name),
                id=name,
            )

    def on_screen_resume(self) -> None:
        """Describe the choices and draw the picture, once the widgets have a size.

        A film that was finished behind the palette closes the dialog now.
        """
        if self.written:
            self.dismiss(self.written)
        else:
            self.call_after_refresh(self.describe)

    def cycle(self, name: str, by: int) -> None:
        """Choose the next value (1) or the previous one (-1), and show what changes with it."""
        self.choices.cycle(name, by)
        for field in self.query(CyclingField):
            field.value = self.choices.chosen[field.id or ""]
        self.query_one(Prompt).value = self.choices.name
        # An error that is still shown was about the previous choices.
        self.complain("")
        self.describe()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show the command for the typed name."""
        self.choices.name = event.value
        self.query_one("#command", Static).update(f"the same: {self.choices.command()}")

    def describe(self) -> None:
        """Show the picture, its size, and the command for the choices."""
        preview = self.preview
        options = self.choices.options
        step = self.choices.step
        count = self.choices.frames
        layout, *_ = sized_page(self.choices.scene.run, options.with_default_page(FIT_PAGE))
        # While a film is written, its progress is shown in place of the size.
        if self.writing is None:
            size = f"{layout.plan.width:,.0f} × {layout.plan.height:,.0f}"
            self.say_size(f"size: {size} points{frame_count_words(count)}")
        preview.show_soon(lambda: TruePicture(layout, options, preview.dots).at(step))
        self.query_one("#command", Static).update(f"the same: {self.choices.command()}")

    def say_size(self, words: str) -> None:
        """Show the size of the picture, or the progress of a film."""
        self.query_one("#size", Static).update(words)

    def answer(self, text: str) -> None:
        """Write a still immediately, or a film in a thread while the dialog shows the progress.

        InputError if nothing can be written.
        """
        if self.writing is not None:
            return
        # Not `Path.expanduser`: an empty string must stay empty, but `Path("")` is the path `.`.
        name = os.path.expanduser(text)  # noqa: PTH111
        if name.endswith(SCREEN_SUFFIX):
            exports.check_writable(name, force=self.may_replace(name, [name]))
            self.dismiss(name)
            return
        if ".screen." in name:
            raise InputError(f"the screen itself can be saved only as {SCREEN_SUFFIX}")
        self.write(name)

    def write(self, name: str) -> None:
        """Write a still and close, or begin to write a film."""
        choices = self.choices
        (output,) = outputs_of([name], film=bool(choices.steps))
        if choices.steps:
            request = ExportRequest(steps=read_steps(choices.steps), options=choices.options)
        else:
            request = ExportRequest(choices.step, options=choices.options)
        force = self.may_replace(name, output.paths)
        write = partial(
            export_to,
            [output],
            choices.scene.run,
            request,
            force=force,
        )
        if output.is_film:
            self.writing = FilmWriting(partial(self.app.call_from_thread, self.say_size))
            self.say_size("writing … (escape cancels)")
            self.run_worker(self.write_film(self.writing, write))
        else:
            self.dismiss(write()[0])

    async def write_film(self, writing: FilmWriting, write: Callable[..., list[str]]) -> None:
        """Call `write` in a thread; close once the film is written, or show why it is not."""
        try:
            name = await to_thread(writing.write, write)
        except (ValueError, OSError) as error:
            self.writing = None
            self.describe()
            self.complain(str(error))
        else:
            self.written = name
            self.dismiss(name)

    def action_leave(self) -> None:
        """Cancel the film that is being written, or close."""
        if self.writing is None:
            super().action_leave()
        else:
            self.writing.cancelled = True


def cached_step_count(run: Run) -> Callable[[str, int], int]:
    """Return a function that counts the steps of a film.

    Its parameters are a value of `--steps` and the last step of the run.
    """

    # Counting takes long in a large trace. When the trace has grown, its last step is another one,
    # so that the steps are counted again.
    @lru_cache(maxsize=8)
    def count_steps(steps: str, last_step: int) -> int:
        return len(read_steps(steps)(run.trace))

    return count_steps


def with_suffix(name: str, suffix: str) -> str:
    """Return a file name with another suffix. A name without a suffix gets one.

    >>> with_suffix("tree.svg", ".html"), with_suffix("tree", ".html")
    ('tree.html', 'tree.html')
    """
    stem, dot, _ = name.rpartition(".")
    if not dot:
        stem = name
    return f"{stem}{suffix}"


def frame_count_words(count: int) -> str:
    """Return the number of frames that a film of `count` frames gets, "" for a still."""
    if not count:
        return ""
    if count <= MAX_FRAMES:
        return f"; frames: {count:,}"
    return f"; frames: {MAX_FRAMES:,}, {count - MAX_FRAMES:,} of {count:,} left out"
