"""What all games need to read what people write: texts, a game's options, libraries that may be missing."""

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

MAX_QUOTED_LENGTH = 40
"""Characters of a wrong text that an error message quotes."""


def shorten(text: str, most: int = MAX_QUOTED_LENGTH) -> str:
    """Return a text in quotation marks, shortened to about `most` characters and escaped so that all are printable."""
    quoted = repr(text[: most + 1])
    if len(quoted) <= most + 2:
        return quoted
    return f"{quoted[:most]}...'"


def check_length(text: str, most: int, what: str = "a position") -> None:
    """Raise ValueError for a text of more than `most` characters."""
    if len(text) > most:
        raise ValueError(f"{what} has at most {most:,} characters, not {len(text):,}")


def check_signs(text: str, allowed: str, behind: str = "") -> None:
    """Raise ValueError for a sign that is not allowed; `behind` is what the list of those is followed by."""
    for sign in text:
        if sign not in allowed:
            raise ValueError(f"{sign!r} is not one of {' '.join(allowed)}{behind}")


def is_first_side(word: str, first: str, second: str) -> bool:
    """Read the side to move, and return whether it is the first; ValueError if it is neither."""
    if word not in (first, second):
        raise ValueError(f"the side to move must be {first} or {second}, not {shorten(word)}")
    return word == first


class NotInstalled(ValueError):  # noqa: N818  it says what is the matter
    """A game needs a library that is not installed; the message says how to install it."""


def how_to_install(package: str) -> str:
    """Return the command that installs a package for the Python that runs, whichever `pip` is on the PATH."""
    return f"{sys.executable} -m pip install {package}"


def library_version(title: str, package: str) -> str:
    """Return a library's title and its installed version, without loading it."""
    from importlib.metadata import PackageNotFoundError, version  # slow to load

    try:
        return f"{title} {version(package)}"
    except PackageNotFoundError:
        return f"{title}, not installed"


def title_from_name(name: str) -> str:
    """Return a name in words.

    >>> title_from_name("half_komi"), title_from_name("ordering-helps")
    ('half komi', 'ordering helps')
    """
    return name.replace("-", " ").replace("_", " ")


@dataclass(frozen=True, slots=True)
class Option:
    """A setting of a game, given as `--set NAME=VALUE`.

    `read` turns the text into a value; its ValueError is a sentence with the bad text and what is
    allowed. `default` is the default as text. `title` is the name shown to users, made from `name`
    if it is not given. `choices` are the allowed words, if there are only a few: `read` gets no
    other, and may be left out.
    """

    name: str
    about: str
    default: str
    read: Callable[[str], Any] = str
    title: str = ""
    choices: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Make the title, and the reader of a few words."""
        object.__setattr__(self, "title", self.title or title_from_name(self.name))
        if self.choices:
            object.__setattr__(self, "read", choice(*self.choices, read=self.read))


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """Return a reader of whole numbers from `low` to `high`; it raises ValueError for anything else.

    >>> whole_number(3, 8)("5")
    5
    """

    def read(text: str) -> int:
        if text[:1] == "-":
            sign = -1
            digits = text[1:]
        else:
            sign = 1
            digits = text
        if not (
            digits.isascii()
            and digits.isdigit()
            and len(digits) < 20
            and low <= sign * int(digits) <= high
        ):
            raise ValueError(f"{shorten(text)} is not a whole number from {low:,} to {high:,}")
        return sign * int(digits)

    return read


def choice(*allowed: str, read: Callable[[str], Any] = str) -> Callable[[str], Any]:
    """Return a reader of one of a few words; it raises ValueError for any other."""

    def read_allowed(text: str) -> Any:
        if text not in allowed:
            raise ValueError(f"{shorten(text)} is not one of {', '.join(allowed)}")
        return read(text)

    return read_allowed


def check_board_size(size: int, settings: Mapping[str, Any]) -> None:
    """Raise ValueError if the settings ask for another size of the board than a position has."""
    if settings.get("size", size) != size:
        raise ValueError(f"the position has {size} rows, but you asked for size {settings['size']}")


def size_option(low: int, high: int, default: int) -> Option:
    """Return the usual option `size`, for the side of a square board."""
    if low == high:
        return Option("size", f"board size, always {low}", str(low), choices=(str(low),))
    return Option("size", f"board size, {low} to {high}", str(default), whole_number(low, high))
