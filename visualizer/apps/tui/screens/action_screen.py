"""A screen whose keys are those of the table of actions: `action_NAME` of its class does what the row NAME says.

And the clock, by which time passes on any screen.
"""

import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partialmethod
from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen
from textual.widgets import Static

from visualizer.apps.actions import Footer, FooterKind, actions_of, footer_of, key_sign, main_key_of
from visualizer.apps.tui.screens.dialog import ListDialog
from visualizer.apps.tui.screens.foreground import Answer, ForegroundScreen
from visualizer.apps.tui.terminal.ascii_looks import in_ascii
from visualizer.apps.tui.terminal.pane_layout import SCREEN_TOO_SMALL, is_too_small
from visualizer.apps.tui.widgets import FooterKey, KeyBar, StyledText
from visualizer.support.errors import InputError
from visualizer.support.plugins.watchdog import faults_as_input_errors

TALL_SCREEN_LINES = 30
"""Lines of a screen from which on its words have more room."""
MAX_SECONDS_AT_ONCE = 0.25
"""Seconds that pass at once at most, where the program was kept from running."""


def click_action(name: str) -> str:
    """Return the Textual action string of a click that does an action.

    It stands in the hash by which Rich names the classes of a picture of the screen, so another one changes each file.
    """
    return f"screen.act('{name}')"


class ScreenClock:
    """Tells what is done on a screen that time has passed, as long as the screen is there."""

    def __init__(self, screen: Screen[Any], every: float, tick: Callable[[float], None]) -> None:
        """Call `tick` every few seconds with how many have passed since the last time, at most `MAX_SECONDS_AT_ONCE`."""
        self.tick = tick
        self.last = time.monotonic()
        screen.set_interval(every, self.beat)

    def beat(self) -> None:
        """Let the time pass that has."""
        now = time.monotonic()
        passed = min(MAX_SECONDS_AT_ONCE, now - self.last)
        self.last = now
        self.tick(passed)


class ActionScreen(ForegroundScreen[None]):
    """Binds the keys of its actions to its methods: the method `action_NAME` does what the table says of NAME."""

    place: str
    """What the table of actions calls this screen."""
    also: ClassVar[Sequence[str]] = ()
    """What else it calls it: names that `place` may have later on."""
    letters: ClassVar[Mapping[str, str]] = {}
    """What other keys write, where something is written."""
    footer_kinds: Collection[FooterKind] = ()
    """What is shown that has entries of its own in the footer."""

    def __init_subclass__(cls) -> None:
        """Bind the keys of the actions of a screen, and those that write letters; the palette has its own."""
        if "place" in vars(cls):
            actions = dict.fromkeys(
                each for place in (cls.place, *cls.also) for each in actions_of(place)
            )
            keys = [(",".join(each.keys), each.name) for each in actions if each.name != "palette"]
            keys += [(key, f"write('{text}')") for key, text in cls.letters.items()]
            cls.BINDINGS = [
                Binding(key, action, show=False, priority=True) for key, action in keys if key
            ]
        super().__init_subclass__()

    @property
    def leads_back(self) -> bool:
        """Return whether there is a screen to go back to: one above the empty one and the first."""
        return self in self.app.screen_stack[2:]

    def compose(self) -> ComposeResult:
        """Lay out the parts of the screen, and its footer."""
        self.tell_size(update=False)
        yield from self.parts()
        yield KeyBar(self.footer, id="keys")
        yield Static(SCREEN_TOO_SMALL, id="too-small")

    def tell_size(self, *, update: bool = True) -> None:
        """Tell the style sheet how much room there is; without `update` no widget takes it over."""
        self.set_class(is_too_small(*self.size), "-tiny", update=update)
        self.set_class(self.size.height >= TALL_SCREEN_LINES, "-tall", update=update)

    parts: Callable[[], ComposeResult]
    """Lays out what stands above the footer."""

    def make_room(self) -> None:
        """Lay out what there is room for, then paint it."""
        self.paint()

    # Doing an action. The app calls `prepare` before the method of a key or a click, and `finish` after it.

    def prepare(self, name: str) -> None:
        """Prepare for an action of the table; InputError says why it is not done now, with nothing to say if ""."""

    def finish(self) -> None:
        """Show what an action of the table has done."""

    def perform(self, name: str) -> None:
        """Do an action that was not chosen by its key, as in the palette."""
        with self.errors_said():
            self.prepare(name)
            getattr(self, f"action_{name}")()
        self.finish()

    def action_act(self, name: str) -> None:
        """Do an action whose key or words were clicked, if that can be done now."""
        if self.check_action(name, ()):
            self.perform(name)

    @contextmanager
    def errors_said(self) -> Iterator[None]:
        """Say what cannot be done, or what is wrong with a user-supplied function."""
        try:
            with faults_as_input_errors():
                yield
        except InputError as error:
            self.refuse(str(error))

    def refuse(self, words: str) -> None:
        """Say why an action cannot be done."""
        self.say(words)

    def attempt(self, do: Callable[[Answer], None], value: Answer) -> None:
        """Do something with an answer, and say what cannot be done."""
        with self.errors_said():
            do(value)

    def paint(self) -> None:
        """Paint all that is written on the screen, as it is now."""
        if self.is_mounted:
            for part in self.query(StyledText):
                part.show()

    def footer(self) -> list[FooterKey]:
        """Return the keys of the footer that do something now.

        Where a key leads back to where the screen was opened, quitting gives way to it.
        """
        keys = [
            (
                footer.sign or key_sign(action.keys[0]),
                self.word_of(action.name, footer),
                click_action(action.name),
            )
            for action, footer in footer_of(self.place, self.footer_kinds)
            if self.check_action(action.name, ()) and not self.is_idle(action.name)
        ]
        if not self.leads_back:
            return keys
        back = main_key_of("back").replace("escape", "esc"), "back", click_action("back")
        return [*sorted(keys, key=lambda each: each[2] == click_action("help")), back]

    def word_of(self, name: str, footer: Footer) -> str:
        """Return the word of an action in the footer, as things are now."""
        return footer.word

    def is_idle(self, name: str) -> bool:
        """Return whether an action of the footer would do nothing now but say why; asked for each picture."""
        return False

    def on_resize(self, event: events.Resize) -> None:
        """Lay out anew, where there is room for more than a sentence that says so."""
        self.tell_size()
        self.make_room()

    def _compositor_refresh(self) -> None:
        """Draw nothing while updates are held back, as while the program begins: Textual would draw all and drop it."""
        if not self.app._batch_count:  # noqa: SLF001  Textual has no other way to know
            super()._compositor_refresh()

    say: Callable[[str], None]
    """Shows a note until the next action."""

    def ask_for(self, dialog: Screen[Answer], do: Callable[[Answer], None]) -> None:
        """Open a dialog, and do something with its answer; nothing where it is closed without one."""
        self.app.push_screen(
            dialog, lambda answer: None if answer is None else self.attempt(do, answer)
        )

    def confirm(self, question: str, no: str, yes: str, do: Callable[[], None]) -> None:
        """Ask whether to do something, and do it after a yes."""
        lines = [(f"no, {no}", False), (f"yes, {yes}", True)]
        self.ask_for(ListDialog(question, lines), lambda is_wanted: do() if is_wanted else None)

    action_theme = partialmethod(ForegroundScreen.tell_app, "theme")
    action_palette = partialmethod(ForegroundScreen.tell_app, "palette")

    def action_help(self) -> None:
        """List all keys."""
        from visualizer.apps.tui.screens.help import help_dialog

        self.app.push_screen(help_dialog(self.place, ascii_only=in_ascii(self)))

    def action_back(self) -> None:
        """Go back to where you came from; where you began, ask whether to leave."""
        if self.leads_back:
            self.dismiss()
        else:
            self.tell_app("offer_to_leave")

    def action_quit(self) -> None:
        """Leave."""
        self.app.exit()
