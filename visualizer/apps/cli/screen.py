"""The full-screen program for a command: its options, whether there is a terminal for it, and running it."""

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

COLLECTION_THRESHOLDS = (20_000, 20, 20)
"""How many new objects are looked through for garbage at a time, and how often older ones are."""

SCREEN_OPTIONS = (
    click.option(
        "--plain",
        is_flag=True,
        help="Use line mode: words only, for plain terminals and screen readers.",
    ),
    click.option("--ascii", "ascii_only", is_flag=True, help="Draw with ASCII characters only."),
    click.option(
        "--theme",
        type=ListedValue("NAME", themes.THEMES.names, lambda word: themes.theme_named(word).name),
        help=f"Colours: {', '.join(BUILT_IN_THEMES)} (default: as last time).",
    ),
)
read_pixels = partial(one_of, "--pixels", words=PIXEL_SETTINGS)
PIXELS_OPTION = click.option(
    "--pixels",
    type=ListedValue("WORD", PIXEL_SETTINGS, read_pixels),
    help="Pictures, with the extra `pixels`: auto (wherever the terminal can show "
    "them, the default) or no.",
)


class ScreenChoice(NamedTuple):
    """How a command is to be shown: on the full screen or by lines, in which signs and colours."""

    plain: bool
    ascii_only: bool
    theme: str | None
    pixels: str | None = None

    def is_full(self) -> bool:
        """Return whether the full screen is used, and not lines."""
        return not self.plain and has_screen()

    def hold(self, dialogue: Dialogue) -> None:
        """Hold a dialogue by lines, in ASCII if that was asked for."""
        from visualizer.apps.dialogue.dialogue import input_lines

        if self.ascii_only:
            write_ascii()
        print_notes()
        dialogue.hold(input_lines())

    def show(self, shown: Any, dialogue: Dialogue, **begin: Any) -> int:
        """Show something on the full screen, or hold the dialogue about it by lines; return the status."""
        if self.is_full():
            beginning = OpeningOptions(self.theme or "", pixels=self.pixels, **begin)
            return run_app(beginning, ascii_only=self.ascii_only, run=shown)
        self.hold(dialogue)
        return 0


def screen_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options about the screen, which it takes together as `screen`."""

    @wraps(function)
    def with_screen(
        *arguments: Any, plain: bool, ascii_only: bool, theme: str | None, **values: Any
    ) -> Any:
        screen = ScreenChoice(plain, ascii_only, theme, values.pop("pixels", None))
        return function(*arguments, screen=screen, **values)

    return with_option_groups(SCREEN_OPTIONS)(with_screen)


def has_screen() -> bool:
    """Return whether a full-screen program can be shown: in a browser, or on a terminal that can move its cursor."""
    return (
        is_served()
        or sys.stdin.isatty()
        and sys.stdout.isatty()
        and os.environ.get("TERM", "") != "dumb"
    )


def freeze_startup_objects() -> None:
    """Leave what start-up has made out of garbage collection, and collect less often: frames would stutter."""
    gc.freeze()
    gc.set_threshold(*COLLECTION_THRESHOLDS)
    gc.enable()


def run_app(
    begin: OpeningOptions, notice: str = "", *, ascii_only: bool = False, **looks: Any
) -> int:
    """Run the full-screen program with a notice to begin with; return the status.

    An error that ends the program is raised, and KeyboardInterrupt where Ctrl-C ended user-supplied code.
    """
    os.environ.setdefault(
        "TEXTUAL_DISABLE_KITTY_KEY", "1"
    )  # with it Ctrl-C would be a key like any other, no signal
    os.environ.setdefault(
        "TEXTUAL_FPS", "500"
    )  # a key's frame may wait for two periods behind one that a clock painted
    gc.disable()  # loading makes much, and nothing of it is garbage
    settings, faults = options.configured_settings()
    faults += use_keys(config().table("keys"))  # before a screen binds them
    from visualizer.apps.tui.app import VisualizerApp  # Textual takes a third of a second to load
    from visualizer.apps.tui.signals import handling_signals
    from visualizer.apps.tui.terminal.pixels import asks_for_pixels

    freeze_startup_objects()
    kept, remark = options.load_options()
    if len(faults) > 1:
        more = f" (visualizer config names {len(faults) - 1} more)"
    else:
        more = ""
    ignored = f"{CONFIG_FILE_NAME}: {faults[0]}{more}." if faults else ""
    notice = " ".join(filter(None, (remark, ignored, notice)))
    shows_more = (
        "utf" in (sys.stdout.encoding or "").lower() and os.environ.get("TERM", "") != "linux"
    )
    ascii_only = ascii_only or not shows_more
    app = VisualizerApp(
        remembered=kept,
        notice=notice,
        ascii_only=ascii_only,
        begin=begin,
        settings=settings,
        **looks,
    )
    looks_plain = app.no_color or app.ascii_filter.enabled or is_served()
    app.wants_pixels = (
        (begin.pixels or settings["pixels"]) == "auto" and not looks_plain and asks_for_pixels()
    )
    with handling_signals(app):
        app.run()
    if app.interrupted:
        raise KeyboardInterrupt
    if app.failure is not None:
        raise app.failure
    return app.return_code or 0


def show_start_screen(*, ascii_only: bool, pixels: str | None) -> int:
    """Show the start screen; return the status. InputError where there is no terminal."""
    if not has_screen():
        raise InputError(
            "the start screen needs a terminal; give a command, for example visualizer open tree --plain"
        )
    return run_app(
        OpeningOptions(pixels=None if pixels is None else read_pixels(pixels)),
        ascii_only=ascii_only,
        run=None,
    )


def show_explorer(
    runs: Sequence[Run],
    asked: Sequence[SearchSpec],
    begin: OpeningOptions,
    remarks: Sequence[str] = (),
    *,
    ascii_only: bool = False,
) -> int:
    """Show the explorer of a run, or of several side by side; return the status, errors as for `run_app`.

    What was asked of the searches and does nothing is a notice there, behind other remarks.
    """
    lines = [
        *remarks,
        *describe_unused_options(
            [(search, run.recipe.search) for search, run in zip(asked, runs, strict=True)]
        ),
    ]
    notice = " ".join(f"{capitalized(line)}." for line in lines)
    shown: dict[str, Any] = {"run": runs[0]} if len(runs) == 1 else {"run": None, "compared": runs}
    return run_app(begin, notice, ascii_only=ascii_only, **shown)
