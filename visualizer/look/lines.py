"""Lines on their way to a terminal or a pipe: the one place where control characters are taken out."""

from __future__ import annotations

from typing import TextIO

from visualizer.look.ascii import printable


def print_lines(text: str, file: TextIO | None = None) -> None:
    r"""Print a text, by default to standard output; what a game or a person put into it cannot steer the terminal.

    >>> print_lines("one\ntwo\x1b[31m")
    one
    two�[31m
    """
    print("\n".join(map(printable, text.split("\n"))), file=file)
