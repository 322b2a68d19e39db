"""What all games need to read a notation, and for libraries that some games need and that may be missing."""

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


class NotInstalled(ValueError):  # noqa: N818  it says what is the matter
    """A game needs a library that is not installed; the message says how to install it."""


def library_version(title: str, package: str) -> str:
    """Return a library's title and its installed version, without loading it."""
    try:
        return f"{title} {version(package)}"
    except PackageNotFoundError:
        return f"{title}, not installed"
