"""The standard streams: usable even if closed, written in any encoding, silent once nobody reads."""

import codecs
import os
import sys
from pathlib import Path

from visualizer.cli.ascii_locale import asks_for_ascii
from visualizer.look.ascii import ASCII


def open_streams() -> None:
    """Replace standard streams that were closed at the start by the null device."""
    for name, how in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(how, encoding="utf-8"))  # noqa: SIM115  it stays open


def encode_anything() -> None:
    """Let the standard streams write any text, with ASCII stand-ins for characters that their encoding lacks."""
    codecs.register_error("visualizer", _stand_in)
    _reconfigure(errors="visualizer")
    if asks_for_ascii():
        write_ascii()


def write_ascii() -> None:
    """Make the standard streams write ASCII only."""
    _reconfigure(encoding="ascii", errors="visualizer")


def silence_stdout() -> None:
    """Discard further output after a broken pipe, so that Python reports no error when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _stand_in(error: UnicodeError) -> tuple[str, int]:
    """Replace characters that an encoding cannot write by their ASCII stand-ins."""
    assert isinstance(error, UnicodeEncodeError)  # registered for writing only
    bad = error.object[error.start : error.end]
    return "".join(ASCII.get(letter, ascii(letter)[1:-1]) for letter in bad), error.end


def _reconfigure(**how: str) -> None:
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(**how)
