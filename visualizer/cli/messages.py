"""What a command says on standard error, beside its result."""

from __future__ import annotations

import sys
from contextlib import suppress

from visualizer.errors import LONGEST
from visualizer.look.lines import print_lines

_NOTES: list[str] = []


def note(sentence: str) -> None:
    """Say something beside the result, once and at the end: an error stands alone on standard error."""
    if sentence not in _NOTES:
        _NOTES.append(sentence)


def forget_notes() -> None:
    """Begin with nothing noted."""
    _NOTES.clear()


def tell_notes() -> None:
    """Say what was noted up to now: at the end, or before a person is asked for lines."""
    while _NOTES:
        say(_NOTES.pop(0))


def show_progress(line: str = "") -> None:
    """Write a line over the last one on the terminal behind standard error; an empty one takes it away."""
    print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)  # noqa: T201  it steers the terminal


def say(sentence: str) -> None:
    """Print one line on standard error, unless nobody reads it."""
    line = " ".join(sentence[:LONGEST].splitlines())
    with suppress(BrokenPipeError):
        print_lines(f"visualizer: {line}{'…' if len(sentence) > LONGEST else ''}", sys.stderr)
