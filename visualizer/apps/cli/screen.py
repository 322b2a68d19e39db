"""The full-screen program for commands: its options, its terminal, and how it is run."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial, wraps
from typing import TYPE_CHECKING, Any, NamedTuple

import rich_click as click

from visualizer.apps.actions import use_keys
from visualizer.apps.cli.common_options import with_option_groups
from visualizer.apps.cli.messages import print_notes, write_ascii
from visualizer.apps.cli.position_options import describe_unused_options
from visualizer.apps.cli.values import ListedValue
from visualizer.apps.tui import options
from visualizer.apps.tui.options import BUILT_IN_THEMES, PIXEL_SETTINGS, OpeningOptions
from visualizer.apps.tui.web import is_served
from visualizer.explaining.explanation.naming import capitalized
from visualizer.look import themes
from visualizer.look.config import CONFIG_FILE_NAME, config
from visualizer.searching.recipe import SearchSpec
from visualizer.searching.run import Run
from visualizer.support.errors import InputError, one_of

if TYPE_CHECKING:
    from visualizer.apps.dialogue.dialogue import Dialogue
    from visualizer.apps.tui.app import VisualizerApp

COLLECTION_THRESHOLDS = (20_000, 20, 20)
"""Thresholds of the garbage collector: how many new objects, and how often older ones."""

SCREEN_OPTIONS = (
    click.option(
        "--plain",
        is_flag=True,
        help="Use line mode: words only, for plain terminals and screen readers.",
    ),
    click.option(
        "--ascii",
        "ascii_only",
        is_flag=True,
        help="Draw with ASCII characters only.",
    ),
    click.option(
        "--theme",
        type=ListedValue("NAME", themes.THEMES.names, lambda word: themes.find_theme(word).name),
        help=f"Colours: {', '.join(BUILT_IN_THEMES)} (default: as last time).",
    ),
)
read_pixels = partial(one_of, "--pixels", words=PIXEL_SETTINGS)
PIXELS_OPTION = click.option(
    "--pixels",
    type=ListedValue("WORD", PIXEL_SETTINGS, read_pixels),
    help="Pictures, with the extra `pixels`: auto (wherever the terminal can show them, the "
    "default) or no.",
)


class ScreenChoice(NamedTuple):
    """The options of a command for its screen, signs and colours."""

    plain: bool
    ascii_only: bool
    theme: str | None
    pixels: str | None = None

    def is_full(self) -> bool:
        """Return whether the full screen is used, and not line mode."""
        return not self.plain and has_screen()

    def run_in_line_mode(self, dialogue: Dialogue) -> None:
        """Let a dialogue carry out the lines of standard input."""
        from visualizer.apps.dialogue.dialogue import input_lines

        if self.ascii_only:
            write_ascii()
        print_notes()
        dialogue.carry_out(input_lines())

    def show(self, content: Any, dialogue: Dialogue, **opening_values: Any) -> int:
        """Show `content` on the full screen, or run the `dialogue`; return the exit status.

        `opening_values` are further fields of the full screen's `OpeningOptions`.
        """
        if self.is_full():
            opening_options = OpeningOptions(self.theme or "", pixels=self.pixels, **opening_values)
            return run_app(opening_options, ascii_only=self.ascii_only, run=content)
        self.run_in_line_mode(dialogue)
        return 0


def screen_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options of the screen; it gets them as one argument, `screen`."""

    @wraps(function)
    def with_screen(
        *arguments: Any, plain: bool, ascii_only: bool, theme: str | None, **values: Any
    ) -> Any:
        screen = ScreenChoice(plain, ascii_only, theme, values.pop("pixels", None))
        return function(*arguments, screen=screen, **values)

    return with_option_groups(SCREEN_OPTIONS)(with_screen)


def has_screen() -> bool:
    """Return whether a full-screen program can run here: in a browser or a capable terminal."""
    if is_served():
        return True
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    return os.environ.get("TERM", "") != "dumb"


def freeze_startup_objects() -> None:
    """Exempt the objects made so far from garbage collection, and collect the others less often.

    Otherwise the screen would stutter.
    """
    gc.freeze()
    gc.set_threshold(*COLLECTION_THRESHOLDS)
    gc.enable()


def run_app(
    opening_options: OpeningOptions,
    notice: str = "",
    *,
    ascii_only: bool = False,
    **app_arguments: Any,
) -> int:
    """Run the full-screen program, which first shows a notice; return the exit status.

    `app_arguments` are further arguments of `VisualizerApp`, such as the run to show. An error that
    ends the program is raised, and so is KeyboardInterrupt if Ctrl-C ended user-supplied code.
    """
    set_up_textual()
    # Imports make many objects and no garbage: collecting would only cost time.
    gc.disable()
    settings, faults = options.configured_settings()
    # The user's keys must be known before the first screen is made.
    faults += use_keys(config().table("keys"))
    # Textual takes a third of a second to load.
    from visualizer.apps.tui.app import VisualizerApp
    from visualizer.apps.tui.signals import handling_signals
    from visualizer.apps.tui.terminal.pixels import has_textual_image

    freeze_startup_objects()
    remembered, remark = options.load_options()
    notices = filter(None, (remark, config_fault_words(faults), notice))
    app = VisualizerApp(
        remembered=remembered,
        notice=" ".join(notices),
        ascii_only=ascii_only or not shows_unicode(),
        begin=opening_options,
        settings=settings,
        **app_arguments,
    )
    is_plain = app.no_color or app.ascii_filter.enabled or is_served()
    if not is_plain and (opening_options.pixels or settings["pixels"]) == "auto":
        # The app will ask the terminal what pictures it shows, which may take a moment.
        app.wants_pixels = has_textual_image()
    with handling_signals(app):
        app.run()
    return exit_status_of_app(app)


def set_up_textual() -> None:
    """Set the environment variables of Textual, which reads them when it is loaded."""
    # With the kitty protocol Ctrl-C would be an ordinary key instead of a signal.
    os.environ.setdefault("TEXTUAL_DISABLE_KITTY_KEY", "1")
    # After a tick of a clock, the reaction to a key may wait for two frames: keep them short.
    os.environ.setdefault("TEXTUAL_FPS", "500")


def exit_status_of_app(app: VisualizerApp) -> int:
    """Return the exit status of a program that has ended, or raise the error that ended it."""
    if app.interrupted:
        raise KeyboardInterrupt
    if app.failure is not None:
        raise app.failure
    return app.return_code or 0


def config_fault_words(faults: Sequence[str]) -> str:
    """Return the first mistake in the settings, and the number of others."""
    if not faults:
        return ""
    other_faults = ""
    if len(faults) > 1:
        other_faults = f" (visualizer config names {len(faults) - 1} more)"
    return f"{CONFIG_FILE_NAME}: {faults[0]}{other_faults}."


def shows_unicode() -> bool:
    """Return whether the terminal shows more than ASCII; the console of Linux shows little more."""
    encoding = (sys.stdout.encoding or "").lower()
    return "utf" in encoding and os.environ.get("TERM", "") != "linux"


def show_start_screen(*, ascii_only: bool, pixels: str | None) -> int:
    """Show the start screen and return the status; InputError without a terminal."""
    if not has_screen():
        raise InputError(
            "the start screen needs a terminal; give a command, for example visualizer open tree "
            "--plain"
        )
    if pixels is not None:
        pixels = read_pixels(pixels)
    return run_app(OpeningOptions(pixels=pixels), ascii_only=ascii_only, run=None)


def show_explorer(
    runs: Sequence[Run],
    given_searches: Sequence[SearchSpec],
    opening_options: OpeningOptions,
    remarks: Sequence[str] = (),
    *,
    ascii_only: bool = False,
) -> int:
    """Show a run in the explorer, or several side by side; return the exit status.

    `given_searches` are the searches as the user gave them, one for each run. A notice shows the
    remarks, and which options have no effect. Errors are raised as in `run_app`.
    """
    given_and_used = [
        (given, run.recipe.search) for given, run in zip(given_searches, runs, strict=True)
    ]
    sentences = [*remarks, *describe_unused_options(given_and_used)]
    notice = " ".join(f"{capitalized(sentence)}." for sentence in sentences)
    if len(runs) == 1:
        return run_app(
            opening_options,
            notice,
            ascii_only=ascii_only,
            run=runs[0],
        )
    return run_app(
        opening_options,
        notice,
        ascii_only=ascii_only,
        run=None,
        compared=runs,
    )
