"""Reading what people write, reading a game's options, and loading libraries if installed."""

import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

MAX_QUOTED_LENGTH = 40
"""The greatest number of characters of a wrong text that an error message quotes."""


def shorten(text: str, max_length: int = MAX_QUOTED_LENGTH) -> str:
    """Quote a text, shortened to about `max_length` characters.

    Characters that cannot be printed are escaped, as in `repr`.
    """
    # Only the beginning is quoted: the text of a wrong file may have millions of characters.
    quoted = repr(text[: max_length + 1])
    length_with_quotation_marks = max_length + 2
    if len(quoted) <= length_with_quotation_marks:
        return quoted
    return f"{quoted[:max_length]}...'"


def check_length(text: str, max_length: int, what: str = "a position") -> None:
    """Raise ValueError for a text that is too long; the message calls the text `what`."""
    if len(text) > max_length:
        raise ValueError(f"{what} has at most {max_length:,} characters, not {len(text):,}")


def check_characters(text: str, allowed: str, hint: str = "") -> None:
    """Raise ValueError for a character that is not allowed.

    The message lists the allowed characters, and then gives the hint.
    """
    for character in text:
        if character not in allowed:
            raise ValueError(f"{character!r} is not one of {' '.join(allowed)}{hint}")


def is_first_side(word: str, first: str, second: str) -> bool:
    """Return whether a word names the first side; ValueError if it names neither."""
    if word not in (first, second):
        raise ValueError(f"the side to move must be {first} or {second}, not {shorten(word)}")
    return word == first


class NotInstalled(ValueError):  # noqa: N818  it says what is the matter
    """A game needs a library that is not installed; the message says how to install the library."""


def how_to_install(package: str) -> str:
    """Return the command that installs a package for the Python that is running."""
    return f"{sys.executable} -m pip install {package}"


def library_version(title: str, package: str) -> str:
    """Return a library's title and its installed version, without loading it."""
    from importlib.metadata import PackageNotFoundError, version  # slow to load

    try:
        return f"{title} {version(package)}"
    except PackageNotFoundError:
        return f"{title}, not installed"


def title_from_name(name: str) -> str:
    """Return a name with spaces in place of hyphens and underscores.

    >>> title_from_name("half_komi"), title_from_name("ordering-helps")
    ('half komi', 'ordering helps')
    """
    return name.replace("-", " ").replace("_", " ")


@dataclass(frozen=True, slots=True)
class Option:
    """A setting of a game, given as `--set NAME=VALUE`.

    `read` converts the VALUE that a user has typed; ValueError shows a wrong VALUE and lists the
    allowed values. `default` is written as a user would type it. `title` is the name for users, by
    default made from `name`. With `choices`, no other values are allowed, and `read` may be left
    out.
    """

    name: str
    about: str
    default: str
    read: Callable[[str], Any] = str
    title: str = ""
    choices: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Set the title, and make a reader that allows only the choices."""
        object.__setattr__(self, "title", self.title or title_from_name(self.name))
        if self.choices:
            object.__setattr__(self, "read", choice(*self.choices, read=self.read))


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """Return a function that reads an integer from `low` to `high`, or raises ValueError.

    >>> whole_number(3, 8)("5")
    5
    """

    def read(text: str) -> int:
        # int() also accepts spaces, underscores and the digits of other scripts.
        if re.fullmatch("-?[0-9]{1,19}", text):
            number = int(text)
            if low <= number <= high:
                return number
        raise ValueError(f"{shorten(text)} is not a whole number from {low:,} to {high:,}")

    return read


def choice(*allowed: str, read: Callable[[str], Any] = str) -> Callable[[str], Any]:
    """Return a function that reads one of the allowed words, or raises ValueError.

    `read` converts an allowed word into its value.
    """

    def read_allowed(text: str) -> Any:
        if text not in allowed:
            raise ValueError(f"{shorten(text)} is not one of {', '.join(allowed)}")
        return read(text)

    return read_allowed


def check_board_size(size: int, settings: Mapping[str, Any]) -> None:
    """Raise ValueError if a position has `size` rows, but the settings ask for another size."""
    requested = settings.get("size", size)
    if requested != size:
        raise ValueError(f"the position has {size} rows, but you asked for size {requested}")


def size_option(low: int, high: int, default: int) -> Option:
    """Return the option `size` of a game on a square board with `low` to `high` rows."""
    if low == high:
        return Option(
            "size",
            f"board size, always {low}",
            str(low),
            choices=(str(low),),
        )
    return Option("size", f"board size, {low} to {high}", str(default), whole_number(low, high))
