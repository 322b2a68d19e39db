"""The standard streams: usable even if closed, written in any encoding, silent once nobody reads."""

import codecs
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from visualizer.look.ascii import ASCII

ASCII_LOCALES = ("C", "POSIX")
"""The locales that promise no more than ASCII."""
COERCED = ("C.UTF-8", "C.utf8", "UTF-8")
"""What Python writes into LC_CTYPE at its start if the locale is one of these (PEP 538)."""


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


def asks_for_ascii(environment: Mapping[str, str] = os.environ, *, replaced: bool = bool(sys.flags.utf8_mode)) -> bool:
    """Return whether a person's locale has ASCII only; where none is set, nothing is known of it.

    `replaced` says whether the locale that Python found at its start was one of ASCII's: then a word for UTF-8 in
    LC_CTYPE is Python's own. Who asks Python for an encoding gets it.

    >>> asks_for_ascii({"LC_ALL": "C"}), asks_for_ascii({"LC_ALL": "C.UTF-8", "LANG": "C"})
    (True, False)
    """
    if environment.get("PYTHONIOENCODING") or environment.get("PYTHONUTF8") == "1":
        return False
    variables = [environment.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG")]
    if replaced and not variables[0] and variables[1] in COERCED:
        variables[1] = None
    return next(filter(None, variables), "") in ASCII_LOCALES


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
