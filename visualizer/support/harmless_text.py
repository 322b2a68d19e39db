"""Texts from outside become visible signs where they come in: none steers a terminal or turns the order of letters.

Files pass here (`errors.read_text`, `data_files.entry`, the names in a saved game), errors, and what is pasted. Words
that are parsed, such as positions, and names of files that are opened stay as they are; so do the texts of games that
are code. Those meet a last wall: `print_lines` prints no other signs, the screen draws none, and no format writes any.
"""

from typing import TextIO


def visible(text: str) -> str:
    r"""Return a text in which each control character, sign without width and lone surrogate is a visible one.

    >>> visible("a\x1b[31m\u202e")
    'a�[31m�'
    """
    return text if text.isprintable() else "".join(letter if letter.isprintable() else "�" for letter in text)


def visible_lines(text: str) -> str:
    r"""Return a text of several lines, each of which is visible; tabs stay, as they separate words in some files.

    >>> visible_lines("a\tb\x1b\n\u2028c")
    'a\tb�\n�c'
    """
    return "\n".join("\t".join(map(visible, line.split("\t"))) for line in text.split("\n"))


def print_lines(text: str, file: TextIO | None = None) -> None:
    r"""Print a text, by default to standard output, without control characters, which would steer the terminal.

    >>> print_lines("one\ntwo\x1b[31m")
    one
    two�[31m
    """
    print("\n".join(map(visible, text.split("\n"))), file=file)
