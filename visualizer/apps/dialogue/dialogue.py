"""A dialogue in lines of words: reads a line, does what the table of actions says of it, and tells what is wrong.

Lines are typed at a prompt, or come through a pipe or from a file.
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import ClassVar

from visualizer.apps.actions import COMMANDS_WITH_ARGUMENT, LINE_COMMANDS, line_mode_help
from visualizer.look.spoken import as_spoken
from visualizer.support.errors import InputError, print_lines
from visualizer.support.plugins.watchdog import faults_as_input_errors

MAX_INPUT_LINE_LENGTH = 100_000
"""Characters; the path of a file and the moves to a node are shorter."""


class Dialogue:
    """Does each action by its method `action_NAME`, and leaves lines that are no command to `otherwise`."""

    place: ClassVar[str]
    """What the table of actions calls this dialogue."""
    answers: ClassVar[str]
    """What help says of lines that are no command."""
    has_ended = False
    inner: "Dialogue | None" = None
    """The dialogue that was opened from this one, and takes the lines until it ends."""

    def __init__(self, write: Callable[[str], None] = print_lines) -> None:
        """Begin; `write` prints a text as it is."""
        self.write = write

    def say(self, text: str) -> None:
        """Print a text with words in place of signs."""
        self.write(as_spoken(text))

    def hold(self, lines: Iterable[str]) -> None:
        """Greet, and take one line after the other until it has ended, or there are no more."""
        self.greet()
        waiting = iter(lines)
        while not self.has_ended and (line := next(waiting, None)) is not None:
            try:
                with faults_as_input_errors():
                    self.obey(line.strip())
            except InputError as error:
                self.write(f"! {error}")

    greet: Callable[[], None]
    """Says what this is about."""

    def open_inner(self, inner: "Dialogue") -> None:
        """Let another dialogue take the lines until it ends, and then go on."""
        self.inner = inner
        inner.greet()
        self.close_inner()

    def close_inner(self) -> None:
        """Go on where this was left, if the dialogue that was opened from it has ended."""
        inner = self.inner
        if inner is not None and inner.has_ended:
            self.inner = None
            self.come_back(inner)

    come_back: Callable[["Dialogue"], None]
    """Goes on after another dialogue, where some are opened."""

    def obey(self, line: str) -> None:
        """Do what a line says, of the dialogue that was opened from this one if there is one.

        InputError says why it cannot be done.
        """
        if self.inner is not None:
            self.inner.obey(line)
            self.close_inner()
            return
        name, rest = read_command(self.place, line)
        if not name:
            self.otherwise(line)
        else:
            self.act(name, *([rest] if name in COMMANDS_WITH_ARGUMENT else []))

    def act(self, name: str, *argument: str) -> None:
        """Do an action by its name."""
        getattr(self, f"action_{name}")(*argument)

    def otherwise(self, line: str) -> None:
        """Take a line that is no command; InputError unless a dialogue knows more."""
        raise InputError(f"{line!r:.40} is not a command; type help for the list")

    def action_help(self) -> None:
        """List the commands, each with two of its words."""
        listed = [
            f"  {' or '.join(words[:2])}: {line_mode_help(name)}"
            for name, words in LINE_COMMANDS[self.place].items()
        ]
        self.write("\n".join([*listed, f"  {self.answers}"]))

    def action_quit(self) -> None:
        """End."""
        self.has_ended = True


def read_command(place: str, line: str) -> tuple[str, str]:
    """Return the action that a line asks for, "" for none, and what is behind its word.

    Case matters only where two commands differ by it. InputError for words behind a command that stands alone.

    >>> [read_command("explorer", line) for line in ("next cut", "X", "go 50%", ":7", "E tree.svg", "12")]
    [('next_cut', ''), ('previous_cut', ''), ('go', '50%'), ('go', '7'), ('export', 'tree.svg'), ('', '')]
    """
    names = {word: name for name, words in LINE_COMMANDS[place].items() for word in words}
    if whole := names.get(line) or names.get(line.lower()):
        return whole, ""
    word, _, rest = line.replace(":", ": ", line.startswith(":")).partition(" ")
    name = names.get(word) or names.get(word.lower(), "")
    if name and name not in COMMANDS_WITH_ARGUMENT:
        raise InputError(f"{word!r} takes nothing after it; {rest!r:.40} was not expected")
    return name, rest.strip() if name else ""


def input_lines() -> Iterator[str]:
    """Give the lines of standard input, typed at a prompt if it is a terminal, until its end.

    InputError for what is not text, and for a line so long that it may have no end.
    """
    try:
        yield from prompted_lines() if sys.stdin.isatty() else piped_lines()
    except UnicodeDecodeError as error:
        byte = f"0x{error.object[error.start]:02x}"
        raise InputError(
            f"standard input is not text: the byte {byte} is not {error.encoding}"
        ) from error


def piped_lines() -> Iterator[str]:
    """Give the lines that come through a pipe or from a file; InputError for one that is too long."""
    number = 0
    while line := sys.stdin.readline(MAX_INPUT_LINE_LENGTH + 1):
        number += 1
        if len(line) > MAX_INPUT_LINE_LENGTH:
            raise InputError(
                f"line {number:,} of standard input has more than {MAX_INPUT_LINE_LENGTH:,} characters"
            )
        yield line


def prompted_lines() -> Iterator[str]:
    """Give the lines typed at a prompt, until Ctrl-D."""
    with suppress(ImportError):
        import readline  # noqa: F401  line editing comes with the import, where there is one
    while True:
        try:
            yield input("> ")
        except EOFError:
            return
