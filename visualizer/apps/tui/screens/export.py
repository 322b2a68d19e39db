"""Writing what is seen to a file: a step, a subtree or a film, with a preview and the command that does the same."""

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
from visualizer.apps.tui.widgets import Prompt, Turner
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
from visualizer.support.errors import InputError
from visualizer.trace.jumps import LINES_CHOICE, read_steps

SCREEN_SUFFIX = ".screen.svg"
"""The ending of a file's name that exports the screen itself."""
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
"""What may be written; for films, the value of `--steps`. Only code of your own has lines."""
MAIN_CHOICES = ("what", "step", "format")
"""What is chosen beside the options of the picture."""


class ExportChoices:
    """What is chosen for the export of a scene, by `words` to choose from; `name` is that of the file."""

    def __init__(self, scene: Scene) -> None:
        """Choose a picture of the scene's step."""
        self.scene = scene
        self.formats, broken = exports.formats().everything()
        themes, others = THEMES.everything()
        self.broken = [*broken.values(), *others.values()]
        """A sentence for each format and theme of a package that is broken."""
        if scene.focus != scene.top and scene.node(scene.focus) is not None:
            subtree = [THIS_SUBTREE]
        else:
            subtree = []
        self.words = {
            "what": [
                THIS_STEP,
                *subtree,
                FILM_SO_FAR,
                *(
                    name
                    for name in FILM_STEPS
                    if FILM_STEPS[name] != LINES_CHOICE or scene.run.track
                ),
            ],
            "step": [str(scene.step)],
            "format": ["svg"],
            "page": [FIT_PAGE, *PAGE_SIZES],
            "theme": [*themes],
            "caption": [*CAPTION_CHOICES],
        }
        if is_worth_drawing(scene.run.root.board()):
            self.words["node_boards"] = [*NODE_BOARD_CHOICES]
        self.chosen = {name: words[0] for name, words in self.words.items()}
        self.count_of = lru_cache(maxsize=8)(
            lambda steps, last_step: len(read_steps(steps)(scene.run.trace))
        )
        self.name = self.proposed

    @property
    def step(self) -> int:
        """Return the step that is chosen."""
        return int(self.chosen["step"])

    @property
    def steps(self) -> str:
        """Return which steps a film shows, in the words of the command line; "" for a still."""
        what = self.chosen["what"]
        if what == FILM_SO_FAR:
            return f"0-{self.step}"
        return FILM_STEPS.get(what, "")

    @property
    def frames(self) -> int:
        """Return how many steps or lines a film has, 0 for a still."""
        if self.steps == LINES_CHOICE and self.scene.run.track is not None:
            return len(self.scene.run.track)
        if self.steps:
            return self.count_of(self.steps, self.scene.run.trace.last_step)
        return 0

    @property
    def options(self) -> PictureOptions:
        """Return the options of the picture; its root is the top of the tree view, or of the subtree chosen."""
        scene = self.scene
        chosen = {name: word for name, word in self.chosen.items() if name not in MAIN_CHOICES}
        if self.chosen["what"] == THIS_SUBTREE:
            top = scene.focus
        else:
            top = scene.top
        as_drawn = {
            "node_windows": scene.windows,
            "hide_leaves": scene.hide_leaves,
            "kinds": scene.kinds,
            "code": self.steps == LINES_CHOICE,
        }
        return parse_picture_options({**chosen, **as_drawn}, top)

    @property
    def proposed(self) -> str:
        """Return a file's name made of the game, the position if it has a name, and what is written."""
        run = self.scene.run
        where = self.scene.run.recipe.where
        preset = preset_of(run.game, where)
        words = [re.sub(r"[^\w.]+", "-", where.game.rpartition("/")[2].removesuffix(".py"))]
        if preset is not None and not where.moves:
            words += [preset.name]
        else:
            words += []
        if self.steps:
            part = self.chosen["what"].replace(" ", "-")
        else:
            part = f"step-{self.step}"
        return f"{'-'.join(words).strip('-.')[:MAX_DEFAULT_NAME_LENGTH]}-{part}{self.ending}"

    @property
    def ending(self) -> str:
        """Return the ending of a file in the format that is chosen."""
        return exports.format_named(self.chosen["format"]).endings[0]

    def turn(self, name: str, by: int) -> None:
        """Choose the word before (-1) or after (1), and adapt the rest; a file's name that was not edited is new, too.

        Steps are those known.
        """
        is_proposed = self.name == self.proposed
        word = self.chosen[name]
        if name == "step":
            self.chosen[name] = str(max(0, min(self.scene.run.trace.last_step, int(word) + by)))
        elif name == "format":
            self.chosen[name] = next_word(
                [each for each in self.formats if self.can_be(each)], word, by
            )
        else:
            self.chosen[name] = next_word(self.words[name], word, by)
        if not self.can_be(self.chosen["format"]) or (name == "what" and is_proposed):
            self.chosen["format"] = "html" if self.steps else "svg"
        if self.steps:
            usual = FILM_PAGE
            other = FIT_PAGE
        else:
            usual = FIT_PAGE
            other = FILM_PAGE
        if name == "what" and self.chosen["page"] == other:
            self.chosen["page"] = usual
        if is_proposed:
            self.name = self.proposed
        elif name in ("format", "what"):
            stem, dot, _ = self.name.rpartition(".")
            self.name = f"{stem if dot else self.name}{self.ending}"

    def can_be(self, name: str) -> bool:
        """Return whether a format can hold what is wanted."""
        its = exports.format_named(name)
        if self.steps:
            return its.takes_films
        return its.write_graph is None or self.options.top == ()

    def command(self) -> str:
        """Return the command that writes the same file."""
        if self.name.endswith(SCREEN_SUFFIX):
            return "nothing: only the explorer has a screen"
        if self.scene.run.track is not None:
            return f"nothing; {self.scene.run.recipe.command()} opens this again"
        scene = self.scene
        options = self.options
        words = [
            "-O",
            self.name,
            *(["--steps", self.steps] if self.steps else ["--step", str(self.step)]),
        ]
        if options.top:
            words += ["--root", scene.names(options.top)]
        else:
            words += []
        its = next(
            (each for each in self.formats.values() if self.name.lower().endswith(each.endings)),
            None,
        )
        is_film = self.steps or (its is not None and not its.takes_stills)
        usual = PictureOptions(page=FILM_PAGE if is_film else FIT_PAGE)
        for option in (
            "page",
            "theme",
            "caption",
            "node_boards",
            "node_windows",
            "hide_leaves",
            "kinds",
        ):
            if (value := getattr(options, option)) != getattr(usual, option):
                words += [f"--{option.replace('_', '-')}", *([] if value is True else [value])]
        return f"{scene.run.recipe.command('export')} {shlex.join(words)}"


class FilmWriting:
    """Writes one film; once `cancelled` is set, it ends between two frames with an InputError."""

    def __init__(self, say: Callable[[str], None]) -> None:
        """Call `say` with how far it is, in the thread that writes."""
        self.say = say
        self.cancelled = False

    def write(self, export: Callable[..., list[str]]) -> str:
        """Call `export` with what watches it; return the file's name. The dialog says what is left out."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ExportWarning)
            return export(watch=self.watch)[0]

    def watch(self, made: int, most: int) -> None:
        """Say how many frames of most are made, or raise InputError to end it."""
        if self.cancelled:
            raise InputError("cancelled: nothing was written")
        self.say(f"frame {made + 1:,} of {most:,} (escape cancels)")


class ExportDialog(AskDialog[str]):
    """Asks for a file's name, what to write, and in which format and how; the name is the result.

    A file of the screen is written by the caller, once the dialog is closed.
    """

    writing: FilmWriting | None = None
    written = ""
    """The film that has been written."""

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
                with Vertical(id="turners"):
                    for name, word in self.choices.chosen.items():
                        yield Turner(
                            name.removeprefix("node_"), word, partial(self.turn, name), id=name
                        )
                self.shown = preview_widget(self)
                yield self.shown
            yield Static("", id="size", markup=False)
            yield Static("", id="command", markup=False)
            hints = [
                f"a name ending in {SCREEN_SUFFIX} saves the screen itself",
                *self.choices.broken,
            ]
            yield Static("\n".join(hints), id="hint", markup=False)

    def on_screen_resume(self) -> None:
        """Describe the choices and draw the picture, at first or again, once the widgets have a size.

        A film that was finished behind the palette closes the dialog now.
        """
        if self.written:
            self.dismiss(self.written)
        else:
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
        shown = self.shown
        options = self.choices.options
        step = self.choices.step
        count = self.choices.frames
        layout = sized_page(self.choices.scene.run, options.on(FIT_PAGE))[0]
        left_out = f", {count - MAX_FRAMES:,} of {count:,} left out" if count > MAX_FRAMES else ""
        frames = f"; frames: {min(count, MAX_FRAMES):,}{left_out}" if count else ""
        if self.writing is None:
            self.say_size(
                f"size: {layout.plan.width:,.0f} × {layout.plan.height:,.0f} points{frames}"
            )
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
        if name.endswith(SCREEN_SUFFIX):
            exports.check_writable(name, force=self.may_replace(name, [name]))
            self.dismiss(name)
            return
        if ".screen." in name:
            raise InputError(f"the screen itself can be saved only as {SCREEN_SUFFIX}")
        choices = self.choices
        (output,) = outputs_of([name], film=bool(choices.steps))
        if choices.steps:
            steps = read_steps(choices.steps)
        else:
            steps = None
        wanted = ExportRequest(
            None if steps else choices.step, steps=steps, options=choices.options
        )
        write = partial(
            export_to,
            [output],
            choices.scene.run,
            wanted,
            force=self.may_replace(name, output.paths),
        )
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
            self.written = name
            self.dismiss(name)

    def action_leave(self) -> None:
        """Cancel what is being written, or close."""
        if self.writing is None:
            super().action_leave()
        else:
            self.writing.cancelled = True
