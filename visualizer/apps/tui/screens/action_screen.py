"""The base of screens whose keys come from the table of actions, and a clock for any screen."""

import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partialmethod
from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Static

from visualizer.apps.actions import (
    Action,
    Footer,
    FooterKind,
    actions_of,
    footer_of,
    key_sign,
    main_key_of,
)
from visualizer.apps.tui.screens.dialog import ListDialog
from visualizer.apps.tui.screens.foreground import Answer, ForegroundScreen
from visualizer.apps.tui.terminal.ascii_looks import in_ascii
from visualizer.apps.tui.terminal.pane_layout import SCREEN_TOO_SMALL, is_too_small
from visualizer.apps.tui.widgets import FooterKey, KeyBar, StyledText
from visualizer.support.errors import InputError
from visualizer.support.plugins.watchdog import faults_as_input_errors

TALL_SCREEN_LINES = 30
"""Minimum lines of a screen with more room for its words."""
MAX_SECONDS_AT_ONCE = 0.25
"""Maximum seconds that pass at a tick, however long the program was kept from running."""


def click_action(name: str) -> str:
    """Return the Textual action string of a click that does an action.

    Rich hashes this string to name the classes in a picture of the screen: another string would
    change every such file.
    """
    return f"screen.act('{name}')"


def action_bindings(places: Sequence[str], letters: Mapping[str, str]) -> list[BindingType]:
    """Return the key bindings of the actions in some places (`explorer`, `edit` ...).

    `letters` has the keys that type text, each with the string that it types.
    """
    # As keys of a dictionary, each action occurs once, in order.
    actions: dict[Action, None] = {}
    for place in places:
        actions |= dict.fromkeys(actions_of(place))
    # Textual binds the key of the palette itself.
    bound = [action for action in actions if action.keys and action.name != "palette"]
    keys_and_calls = [(",".join(action.keys), action.name) for action in bound]
    keys_and_calls += [(key, f"write('{text}')") for key, text in letters.items()]
    return [Binding(keys, call, show=False, priority=True) for keys, call in keys_and_calls]


def with_back_key(keys: Sequence[FooterKey]) -> list[FooterKey]:
    """Return the keys of a footer with the key that goes back at the end, behind that for help."""
    help_click = click_action("help")
    others = [key for key in keys if key[2] != help_click]
    helps = [key for key in keys if key[2] == help_click]
    back = (main_key_of("back").replace("escape", "esc"), "back", click_action("back"))
    return [*others, *helps, back]


class ScreenClock:
    """Calls a function regularly, as long as its screen is there."""

    def __init__(self, screen: Screen[Any], every: float, tick: Callable[[float], None]) -> None:
        """Call `tick` every `every` seconds, with the seconds since the last call.

        After a long pause, it gets `MAX_SECONDS_AT_ONCE`.
        """
        self.tick = tick
        self.last = time.monotonic()
        screen.set_interval(every, self.beat)

    def beat(self) -> None:
        """Pass the time since the last beat to the function."""
        now = time.monotonic()
        # Otherwise playing would jump ahead after a pause, for example while the laptop slept.
        passed = min(MAX_SECONDS_AT_ONCE, now - self.last)
        self.last = now
        self.tick(passed)


class ActionScreen(ForegroundScreen[None]):
    """Binds the keys of the table of actions: the method `action_NAME` does the action NAME."""

    place: str
    """The name of this screen in the table of actions."""
    later_places: ClassVar[Sequence[str]] = ()
    """Other names that `place` may have later."""
    letters: ClassVar[Mapping[str, str]] = {}
    """The text that other keys write, on a screen to write on."""
    footer_kinds: Collection[FooterKind] = ()
    """The kinds of run on the screen with footer entries of their own."""

    def __init_subclass__(cls) -> None:
        """Bind the keys of the screen's actions, and those that write text."""
        # A class that sets no place has the keys of its base.
        if "place" in vars(cls):
            cls.BINDINGS = action_bindings((cls.place, *cls.later_places), cls.letters)
        super().__init_subclass__()

    @property
    def leads_back(self) -> bool:
        """Return whether there is a screen to go back to."""
        # At the bottom of the stack are an empty screen of Textual and the first of ours.
        return self in self.app.screen_stack[2:]

    def compose(self) -> ComposeResult:
        """Lay out the parts of the screen, and its footer."""
        self.set_size_classes(update=False)
        yield from self.parts()
        yield KeyBar(self.footer, id="keys")
        yield Static(SCREEN_TOO_SMALL, id="too-small")

    def set_size_classes(self, *, update: bool = True) -> None:
        """Set the classes that tell the style sheet the size of the screen.

        Without `update` no widget is styled again.
        """
        self.set_class(is_too_small(*self.size), "-tiny", update=update)
        self.set_class(self.size.height >= TALL_SCREEN_LINES, "-tall", update=update)

    parts: Callable[[], ComposeResult]
    """Lay out everything above the footer."""

    def make_room(self) -> None:
        """Lay out the parts that have room, then paint them."""
        self.paint()

    # Actions. The app calls `prepare` before the method of a key or a click, and `finish` after it.

    def prepare(self, name: str) -> None:
        """Prepare for an action; InputError says why it is refused, and "" refuses it silently."""

    def finish(self) -> None:
        """Show the result of an action."""

    def perform(self, name: str) -> None:
        """Do an action that was chosen without its key, for example in the palette."""
        with self.showing_errors():
            self.prepare(name)
            getattr(self, f"action_{name}")()
        self.finish()

    def action_act(self, name: str) -> None:
        """Do an action whose key or words were clicked, if it can be done now."""
        if self.check_action(name, ()):
            self.perform(name)

    @contextmanager
    def showing_errors(self) -> Iterator[None]:
        """Report InputError, and any error of a user's function, instead of raising it."""
        try:
            with faults_as_input_errors():
                yield
        except InputError as error:
            self.refuse(str(error))

    def refuse(self, words: str) -> None:
        """Show why an action cannot be done."""
        self.say(words)

    def attempt(self, do: Callable[[Answer], None], value: Answer) -> None:
        """Do something with an answer, and report errors."""
        with self.showing_errors():
            do(value)

    def paint(self) -> None:
        """Paint all texts of the screen."""
        if self.is_mounted:
            for part in self.query(StyledText):
                part.show()

    def footer(self) -> list[FooterKey]:
        """Return the keys of the footer that do something now.

        If the screen can be left, the footer names the key that goes back, not the key that quits.
        """
        keys: list[FooterKey] = []
        for action, footer in footer_of(self.place, self.footer_kinds):
            name = action.name
            if self.check_action(name, ()) and not self.is_idle(name):
                sign = footer.sign or key_sign(action.keys[0])
                keys.append((sign, self.footer_word(name, footer), click_action(name)))
        if self.leads_back:
            return with_back_key(keys)
        return keys

    def footer_word(self, name: str, footer: Footer) -> str:
        """Return the footer's word for an action now."""
        return footer.word

    def is_idle(self, name: str) -> bool:
        """Return whether an action would do nothing now except say why.

        The footer asks this whenever it is painted, so it must be fast.
        """
        return False

    def on_resize(self, event: events.Resize) -> None:
        """Lay out everything for the new size."""
        self.set_size_classes()
        self.make_room()

    def _compositor_refresh(self) -> None:
        """Draw nothing while updates are held back, for example at the beginning.

        Textual would draw everything and throw it away.
        """
        if not self.app._batch_count:  # noqa: SLF001  Textual has no other way to know
            super()._compositor_refresh()

    say: Callable[[str], None]
    """Show a note until the next action."""

    def ask_for(self, dialog: Screen[Answer], do: Callable[[Answer], None]) -> None:
        """Open a dialog, and do something with its answer if it is closed with one."""

        def take_answer(answer: Answer | None) -> None:
            if answer is not None:
                self.attempt(do, answer)

        self.app.push_screen(dialog, take_answer)

    def confirm(
        self,
        question: str,
        no: str,
        yes: str,
        do: Callable[[], None],
    ) -> None:
        """Ask a question, and call `do` if the answer is yes.

        `no` and `yes` are words that explain these two answers, such as "no, go on".
        """

        def take_answer(is_confirmed: bool) -> None:
            if is_confirmed:
                do()

        lines = [(f"no, {no}", False), (f"yes, {yes}", True)]
        self.ask_for(ListDialog(question, lines), take_answer)

    action_theme = partialmethod(ForegroundScreen.run_app_action, "theme")
    action_palette = partialmethod(ForegroundScreen.run_app_action, "palette")

    def action_help(self) -> None:
        """List all keys."""
        from visualizer.apps.tui.screens.help import help_dialog

        self.app.push_screen(help_dialog(self.place, ascii_only=in_ascii(self)))

    def action_back(self) -> None:
        """Go back to the screen before, or ask whether to leave from the first screen."""
        if self.leads_back:
            self.dismiss()
        else:
            self.run_app_action("offer_to_leave")

    def action_quit(self) -> None:
        """Leave the program."""
        self.app.exit()
