"""What can go wrong on the way from a picture to a file."""

from visualizer.errors import InputError


class ExportError(InputError):
    """A file cannot be made or written; the message is one sentence."""


class ExportWarning(UserWarning):
    """A file is made, but not quite as asked for; the message is one sentence."""
