"""The writing of a film in a thread, which tells how far it is and can be cancelled."""

import warnings
from collections.abc import Callable

from exports import ExportWarning
from visualizer.errors import InputError


class FilmWriting:
    """Writes one film; once `cancelled` is set, it ends between two frames with an InputError."""

    def __init__(self, say: Callable[[str], None]) -> None:
        """Call `say` with how far it is, in the thread that writes."""
        self.say, self.cancelled = say, False

    def write(self, export: Callable[..., list[str]]) -> str:
        """Call `export` with what watches it; return the file's name. The dialog says what is left out."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ExportWarning)
            return export(watch=self.watch)[0]

    def watch(self, made: int, most: int) -> None:
        """Say how many frames of most are made, or raise InputError to end it."""
        if self.cancelled:
            raise InputError("cancelled: nothing was written")
        self.say(f"frame {made + 1:,} of {most:,} (escape cancels)")
