"""Libraries that some games need and that may be missing."""

from importlib.metadata import PackageNotFoundError, version


class NotInstalled(ValueError):  # noqa: N818  it says what is the matter
    """A game needs a library that is not installed; the message says how to install it."""


def library_version(title: str, package: str) -> str:
    """Return a library's title and its installed version, without loading it."""
    try:
        return f"{title} {version(package)}"
    except PackageNotFoundError:
        return f"{title}, not installed"
