"""A dialogue in lines of words: reads a line, and carries out its action or prints the error.

Lines are typed at a prompt, or come through a pipe or from a file.
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from typing import ClassVar

from visualizer.apps.actions import COMMANDS_WITH_ARGUMENT, LINE_COMMANDS, line_mode_help
from visualizer.look.spoken import as_spoken
from visualizer.support.errors import InputError, print_lines
from visualizer.support.plugins.watchdog import faults_as_input_errors

MAX_INPUT_LINE_LENGTH = 100_000
"""Characters; paths of files and moves to nodes are shorter."""


class Dialogue:
    """Calls `action_NAME` for a line that names an action, else `handle_other_line`."""

    screen: ClassVar[str]
    """The name of this dialogue in the table of actions."""
    answers: ClassVar[str]
    """The help for lines that are no commands."""
    has_ended = False
    inner: "Dialogue | None" = None
    """A dialogue opened from this one, which takes the lines until it ends."""

    def __init__(self, write: Callable[[str], None] = print_lines) -> None:
        """Begin without an inner dialogue; `write` prints a text unchanged."""
        self.write = write

    def say(self, text: str) -> None:
        """Print a text, with signs such as α replaced by words."""
        self.write(as_spoken(text))

    def carry_out(self, lines: Iterable[str]) -> None:
        """Greet the user, then carry out the lines until the dialogue or the lines end."""
        self.greet()
        remaining_lines = iter(lines)
        # After `quit`, no further line may be read: a terminal would wait for it.
        while not self.has_ended:
            line = next(remaining_lines, None)
            if line is None:
                return
            try:
                with faults_as_input_errors():
                    self.obey(line.strip())
            except InputError as error:
                self.write(f"! {error}")

    greet: Callable[[], None]
    """Introduces the dialogue."""

    def open_inner(self, inner: "Dialogue") -> None:
        """Let another dialogue take the lines until it ends."""
        self.inner = inner
        inner.greet()
        self.close_inner()

    def close_inner(self) -> None:
        """Resume this dialogue if the inner one has ended."""
        inner = self.inner
        if inner is not None and inner.has_ended:
            self.inner = None
            self.resume_after(inner)

    resume_after: Callable[["Dialogue"], None]
    """Resumes after an inner dialogue, in dialogues that open some."""

    def obey(self, line: str) -> None:
        """Carry out a line, in the inner dialogue if one is open.

        InputError for a line that is not a command, and for a command that fails.
        """
        if self.inner is not None:
            self.inner.obey(line)
            self.close_inner()
            return
        name, argument = read_command(self.screen, line)
        if not name:
            self.handle_other_line(line)
        elif name in COMMANDS_WITH_ARGUMENT:
            self.act(name, argument)
        else:
            self.act(name)

    def act(self, name: str, *argument: str) -> None:
        """Call the method of an action."""
        # The name is from the table of actions, so users can call no other method.
        getattr(self, f"action_{name}")(*argument)

    def handle_other_line(self, line: str) -> None:
        """Refuse a line that is not a command; subclasses may read such a line as an answer."""
        raise InputError(f"{line!r:.40} is not a command; type help for the list")

    def action_help(self) -> None:
        """List the commands, each with at most two of the words that call it."""
        lines = []
        for name, words in LINE_COMMANDS[self.screen].items():
            lines.append(f"  {' or '.join(words[:2])}: {line_mode_help(name)}")
        self.write("\n".join([*lines, f"  {self.answers}"]))

    def action_quit(self) -> None:
        """End the dialogue."""
        self.has_ended = True


def read_command(screen: str, line: str) -> tuple[str, str]:
    """Return the name of the action that a line calls for, and the action's argument.

    Both are "" if the line is not a command. Case does not matter, except where x and X are two
    commands. InputError for words after a command that takes no argument.

    >>> read_command("explorer", "next cut"), read_command("explorer", "X")
    (('next_cut', ''), ('previous_cut', ''))
    >>> read_command("explorer", "go 50%"), read_command("explorer", ":7")
    (('go', '50%'), ('go', '7'))
    >>> read_command("explorer", "E tree.svg"), read_command("explorer", "12")
    (('export', 'tree.svg'), ('', ''))
    """
    names = action_names_by_word(screen)
    # A command may have several words, such as `next cut`.
    whole_line_action = names.get(line) or names.get(line.lower())
    if whole_line_action:
        return whole_line_action, ""

    # `:7` needs no space, as in other programs.
    if line.startswith(":"):
        line = line.replace(":", ": ", 1)
    word, _, rest = line.partition(" ")
    action = names.get(word) or names.get(word.lower(), "")
    if not action:
        return "", ""
    if action not in COMMANDS_WITH_ARGUMENT:
        raise InputError(f"{word!r} takes nothing after it; {rest!r:.40} was not expected")
    return action, rest.strip()


def action_names_by_word(screen: str) -> dict[str, str]:
    """Return the action of each command of a dialogue."""
    names = {}
    for name, words in LINE_COMMANDS[screen].items():
        for word in words:
            names[word] = name
    return names


def input_lines() -> Iterator[str]:
    """Yield the lines of standard input; if it is a terminal, the user types them at a prompt.

    InputError for bytes that are not text, and for a line that is too long.
    """
    try:
        if sys.stdin.isatty():
            yield from prompted_lines()
        else:
            yield from piped_lines()
    except UnicodeDecodeError as error:
        byte = f"0x{error.object[error.start]:02x}"
        raise InputError(
            f"standard input is not text: the byte {byte} is not {error.encoding}"
        ) from error


def piped_lines() -> Iterator[str]:
    """Yield the lines of a pipe or a file; InputError for a line that is too long."""
    # Read at most one character more than allowed: a line that is too long may never end.
    read_line = partial(sys.stdin.readline, MAX_INPUT_LINE_LENGTH + 1)
    for number, line in enumerate(iter(read_line, ""), 1):
        if len(line) > MAX_INPUT_LINE_LENGTH:
            raise InputError(
                f"line {number:,} of standard input has more than {MAX_INPUT_LINE_LENGTH:,} "
                "characters"
            )
        yield line


def prompted_lines() -> Iterator[str]:
    """Yield the lines typed at a prompt, until Ctrl-D."""
    with suppress(ImportError):
        import readline  # noqa: F401  the import alone gives line editing, if Python has it
    while True:
        try:
            yield input("> ")
        except EOFError:
            return
