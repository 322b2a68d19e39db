"""What a command says on standard error, beside its result, and by its exit status."""

import sys
from contextlib import suppress

from visualizer.errors import LONGEST
from visualizer.look.lines import print_lines

DONE, STOPPED, WRONG = 0, 1, 2
"""The statuses: done; stopped early or the answer is a no; the input was wrong."""
_NOTES: list[str] = []


def note(sentence: str) -> None:
    """Keep a sentence, once, to be printed after the result; a command that fails prints its error alone."""
    if sentence not in _NOTES:
        _NOTES.append(sentence)


def forget_notes() -> None:
    """Drop the sentences that were kept."""
    _NOTES.clear()


def tell_notes() -> None:
    """Print the sentences kept so far: at the end, or before lines are read from a person."""
    while _NOTES:
        say(_NOTES.pop(0))


def show_progress(line: str = "") -> None:
    """Replace the line of progress on the terminal behind standard error; an empty one clears it."""
    print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)  # noqa: T201  it steers the terminal


def say(sentence: str) -> None:
    """Print one line on standard error; a closed pipe is ignored."""
    line = " ".join(sentence[:LONGEST].splitlines())
    with suppress(BrokenPipeError):
        print_lines(f"visualizer: {line}{'…' if len(sentence) > LONGEST else ''}", sys.stderr)
