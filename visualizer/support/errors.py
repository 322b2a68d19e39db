"""The one kind of error that users see, and functions that make text from outside harmless.

Control characters and the like are made visible where text comes in, so that they cannot control a
terminal or reverse the order of characters. This applies to files (`read_text`, `data_files.entry`,
the names in a saved game), errors, and pasted text. It does not apply to words that are parsed,
such as positions, to names of files that are opened, and to text of games that are code. For these
there is a last check: `print_lines` prints no control characters, the screen draws none, and no
format writes any.
"""

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

MAX_ERROR_LENGTH = 1_000
"""The most characters of a sentence."""


def visible(text: str) -> str:
    r"""Return a text with `�` for each control character, zero-width sign and lone surrogate.

    >>> visible("a\x1b[31m\u202e")
    'a�[31m�'
    """
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else "�" for each in text)


def visible_lines(text: str) -> str:
    r"""Replace control characters in a text as `visible` does, but keep line feeds and tabs.

    >>> visible_lines("a\tb\x1b\n\u2028c")
    'a\tb�\n�c'
    """
    lines = []
    # Split at line feeds only: `splitlines` would take other control characters for ends of lines.
    for line in text.split("\n"):
        words = map(visible, line.split("\t"))
        lines.append("\t".join(words))
    return "\n".join(lines)


def print_lines(text: str, file: TextIO | None = None) -> None:
    r"""Print a text without control characters, by default to standard output.

    >>> print_lines("one\ntwo\x1b[31m")
    one
    two�[31m
    """
    lines = map(visible, text.split("\n"))
    print("\n".join(lines), file=file)


class InputError(ValueError):
    """A request that cannot be met; the sentence shows the bad value and the values allowed.

    Control characters in the sentence are made visible. A sentence of more than a thousand
    characters is cut: it may quote another error.
    """

    def __init__(self, sentence: str) -> None:
        """Take the sentence, without control characters, and cut it if it is very long."""
        shown = visible(" ".join(sentence[: MAX_ERROR_LENGTH + 1].splitlines()))
        if len(shown) > MAX_ERROR_LENGTH:
            shown = f"{shown[:MAX_ERROR_LENGTH]}…"
        super().__init__(shown)


class RefusedError(InputError):
    """A search cannot search this game, though others can, whose results a comparison shows."""


def one_of(subject: str, word: str, words: Collection[str]) -> str:
    """Return a word if it is in `words`; else InputError, whose sentence begins with `subject`."""
    if word not in words:
        raise InputError(f"{subject} {word!r:.60} is not one of {' '.join(words)}")
    return word


@contextmanager
def as_input_error(place: str = "", behind: str = "") -> Iterator[None]:
    """Turn a ValueError in the block into an InputError.

    The new message is the old message with `place` in front of it and `behind` after it.
    """
    try:
        yield
    except ValueError as error:
        raise InputError(f"{place}{error}{behind}") from error


def is_shell_pipe(file: str) -> bool:
    """Return whether a shell has opened this pipe for the program, as in `<(command)`."""
    return file.startswith(("/dev/fd/", "/proc/self/fd/"))


def bytes_of(file: Path, max_bytes: int = -1) -> bytes:
    """Return the first `max_bytes` bytes of a file, by default all of them.

    OSError for a named pipe, since reading could wait for ever; a shell's pipe is allowed.
    """
    is_named_pipe = file.is_fifo() and not is_shell_pipe(str(file))
    if is_named_pipe:
        raise OSError("it is a pipe, not a regular file")
    with file.open("rb") as stream:
        return stream.read(max_bytes)


def read_text(
    file: str,
    subject: str,
    hint: str = "",
    *,
    any_encoding: bool = False,
    most: int = -1,
) -> str:
    """Return a text file's contents, with control characters replaced by a visible sign.

    The encoding is UTF-8, or UTF-16 if the file starts with a byte order mark. A file in any other
    encoding is read as Latin-1 with `any_encoding`, and raises InputError without it. InputError
    also for a file of `most` bytes or more; by default, a file may have any size.

    The error's sentence begins with `subject`, such as "the results 'a.csv'", and ends with `hint`.
    """
    try:
        data = bytes_of(Path(file), most)
        # Reading stops after `most` bytes, so the file may be longer.
        if len(data) == most:
            raise OSError(f"it has {most:,} bytes or more")  # noqa: TRY301
        text = _decode(data, any_encoding=any_encoding)
    except OSError as error:
        reason = error.strerror or str(error)
        raise InputError(f"{subject} cannot be read: {reason}{hint}") from error
    except ValueError as error:
        raise InputError(f"{subject} cannot be read: it is not a text file{hint}") from error
    return visible_lines(text.replace("\r\n", "\n").replace("\r", "\n"))


def _decode(data: bytes, *, any_encoding: bool) -> str:
    """Decode bytes as UTF-8, or as UTF-16 if they start with a byte order mark.

    Bytes in any other encoding are decoded as Latin-1 with `any_encoding`, and raise
    UnicodeDecodeError without it.
    """
    encoding = "utf-8-sig"
    if data[:2] in (BOM_UTF16_LE, BOM_UTF16_BE):
        encoding = "utf-16"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        if not any_encoding:
            raise
        # Latin-1 has a character for every byte, so this cannot fail.
        return data.decode("latin-1")
