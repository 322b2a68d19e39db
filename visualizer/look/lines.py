"""Printing of lines: the one place where control characters are removed."""

from typing import TextIO

from visualizer.harmless_text import visible


def print_lines(text: str, file: TextIO | None = None) -> None:
    r"""Print a text, by default to standard output, without control characters, which would steer the terminal.

    >>> print_lines("one\ntwo\x1b[31m")
    one
    two�[31m
    """
    print("\n".join(map(visible, text.split("\n"))), file=file)
