"""What all games need to read a notation, and for libraries that some games need and that may be missing."""

import sys
from importlib.metadata import PackageNotFoundError, version

SHOWN = 40
"""Characters of a wrong text that an error message quotes."""


def shorten(text: str, most: int = SHOWN) -> str:
    """Return a text in quotation marks, shortened to about `most` characters and escaped so that all are printable."""
    quoted = repr(text[: most + 1])
    return quoted if len(quoted) <= most + 2 else f"{quoted[:most]}...'"


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
        raise ValueError(f"the side to move is {first} or {second}, not {shorten(word)}")
    return word == first


class NotInstalled(ValueError):  # noqa: N818  it says what is the matter
    """A game needs a library that is not installed; the message says how to install it."""


def how_to_install(package: str) -> str:
    """Return the command that installs a package for the Python that runs, whichever `pip` is on the PATH."""
    return f"{sys.executable} -m pip install {package}"


def library_version(title: str, package: str) -> str:
    """Return a library's title and its installed version, without loading it."""
    try:
        return f"{title} {version(package)}"
    except PackageNotFoundError:
        return f"{title}, not installed"
