"""The one kind of error a person is told about, and texts from outside that are made harmless.

Control characters and the like become visible signs where texts come in: none steers a terminal or turns the order of
letters. Files pass here (`read_text`, `data_files.entry`, the names in a saved game), errors, and what is pasted. Words
that are parsed, such as positions, and names of files that are opened stay as they are; so do the texts of games that
are code. Those meet a last wall: `print_lines` prints no other signs, the screen draws none, and no format writes any.
"""

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

MAX_ERROR_LENGTH = 1_000
"""Characters that a sentence has at most."""


def visible(text: str) -> str:
    r"""Return a text in which each control character, sign without width and lone surrogate is a visible one.

    >>> visible("a\x1b[31m\u202e")
    'a�[31m�'
    """
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else "�" for letter in text)


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


class InputError(ValueError):
    """What was asked for cannot be done; the message is one sentence with the bad value and what is allowed.

    What it quotes is made visible; a sentence of more than a thousand characters, say with another's error in it, is
    cut.
    """

    def __init__(self, sentence: str) -> None:
        """Take the sentence."""
        shown = visible(" ".join(sentence[: MAX_ERROR_LENGTH + 1].splitlines()))
        super().__init__(
            shown if len(shown) <= MAX_ERROR_LENGTH else f"{shown[:MAX_ERROR_LENGTH]}…"
        )


class RefusedError(InputError):
    """A search cannot search this game, which others can: where several are compared, theirs are shown beside it."""


def one_of(what: str, word: str, words: Collection[str]) -> str:
    """Return a word that is one of `words`; InputError, which calls it `what`, if it is not."""
    if word not in words:
        raise InputError(f"{what} {word!r:.60} is not one of {' '.join(words)}")
    return word


@contextmanager
def as_input_error(place: str = "", behind: str = "") -> Iterator[None]:
    """Raise InputError in place of a ValueError, with the same sentence between words that say where it was."""
    try:
        yield
    except ValueError as error:
        raise InputError(f"{place}{error}{behind}") from error


def is_handed_over(file: str) -> bool:
    """Return whether a pipe is one that a shell has opened for this program, as in `<(command)`: it has an end."""
    return file.startswith(("/dev/fd/", "/proc/self/fd/"))


def bytes_of(file: Path, most: int = -1) -> bytes:
    """Return what is in a file, at most so many bytes.

    OSError, also for a pipe by name: reading would wait for whoever writes. A pipe that a shell hands over is read.
    """
    if file.is_fifo() and not is_handed_over(str(file)):
        raise OSError("it is a pipe, not a regular file")
    with file.open("rb") as stream:
        return stream.read(most)


def read_text(
    file: str, what: str, allowed: str = "", *, any_encoding: bool = False, most: int = -1
) -> str:
    """Return the text of a file, which is `what`, with visible signs; InputError says why not, and what is `allowed`.

    Bytes that are not UTF-8, or UTF-16 behind its mark, are refused, or in `any_encoding` read as Latin-1. A file of
    `most` bytes is too long.
    """
    try:
        data = bytes_of(Path(file), most)
        if len(data) == most:
            raise OSError(f"it has {most:,} bytes or more")  # noqa: TRY301
        if data[:2] in (BOM_UTF16_LE, BOM_UTF16_BE):
            encoding = "utf-16"
        else:
            encoding = "utf-8-sig"
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            if not any_encoding:
                raise
            text = data.decode("latin-1")
        return visible_lines(text.replace("\r\n", "\n").replace("\r", "\n"))
    except (OSError, ValueError) as error:
        if isinstance(error, OSError):
            reason = error.strerror or str(error)
        else:
            reason = "it is not a text file"
        raise InputError(f"{what} cannot be read: {reason}{allowed}") from error
