"""The lines of standard input: typed at a prompt, through a pipe, or from a file."""

import sys
from collections.abc import Iterator
from contextlib import suppress

from visualizer.errors import InputError

LONGEST_LINE = 100_000
"""Characters; the path of a file and the moves to a node are shorter."""


def lines_read() -> Iterator[str]:
    """Give the lines of standard input, typed at a prompt if it is a terminal, until its end.

    InputError for what is not text, and for a line so long that it may have no end.
    """
    try:
        yield from prompted() if sys.stdin.isatty() else piped()
    except UnicodeDecodeError as error:
        byte = f"0x{error.object[error.start]:02x}"
        raise InputError(f"standard input is not text: the byte {byte} is not {error.encoding}") from error


def piped() -> Iterator[str]:
    """Give the lines that come through a pipe or from a file; InputError for one that is too long."""
    number = 0
    while line := sys.stdin.readline(LONGEST_LINE + 1):
        number += 1
        if len(line) > LONGEST_LINE:
            raise InputError(f"line {number:,} of standard input has more than {LONGEST_LINE:,} characters")
        yield line


def prompted() -> Iterator[str]:
    """Give the lines typed at a prompt, until Ctrl-D."""
    with suppress(ImportError):
        import readline  # noqa: F401  line editing comes with the import, where there is one
    while True:
        try:
            yield input("> ")
        except EOFError:
            return
