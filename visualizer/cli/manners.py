"""How the command line behaves: one line for an error, quiet pipes, any terminal and encoding."""

from __future__ import annotations

import codecs
import os
import sys
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import rich_click as click
from click.exceptions import Exit

import games
from visualizer.cli.ascii_locale import asks_for_ascii
from visualizer.errors import LONGEST, InputError
from visualizer.look.ascii import ASCII
from visualizer.look.lines import print_lines
from visualizer.plugins.places import described, user_place

DONE, STOPPED, WRONG = 0, 1, 2
"""The statuses: done; stopped early or the answer is a no; the input was wrong."""

_NOTES: list[str] = []


def mind_manners(command: click.Command, words: list[str]) -> int:
    """Run a command and return its status; whatever goes wrong becomes one line."""
    open_streams()
    encode_anything()
    warnings.showwarning = lambda message, *_, **__: note(str(message))
    if "--no-color" in words:
        os.environ["NO_COLOR"] = "1"
    _NOTES.clear()
    status = _status(lambda: command.main(args=words, prog_name="visualizer", standalone_mode=False))
    if status != WRONG:
        tell_notes()
    return status


def note(sentence: str) -> None:
    """Say something beside the result, once and at the end: an error stands alone on standard error."""
    if sentence not in _NOTES:
        _NOTES.append(sentence)


def _status(run: Callable[[], Any]) -> int:  # noqa: PLR0911  a line for each way to end
    try:
        status = run()
        sys.stdout.flush()
        return status if isinstance(status, int) else DONE
    except Exit as leaving:
        return leaving.exit_code
    except click.ClickException as error:
        return complain(_sentence(error))
    except InputError as error:
        return complain(str(error))
    except (KeyboardInterrupt, click.Abort):
        return STOPPED
    except BrokenPipeError:
        silence_stdout()
        return DONE
    except OSError as error:
        return complain(f"{error.filename or 'the output'}: {error.strerror or error}")
    except RecursionError:
        return complain("the input is nested too deeply")
    except MemoryError:
        return complain("there is not enough memory; --max-nodes sets a limit")
    except BaseException as error:  # no traceback ever reaches a person, and nobody's exit() ends us silently
        if isinstance(error, SystemExit) and not user_place(error):  # click leaves so when nobody reads on
            return STOPPED
        if os.environ.get("VISUALIZER_DEBUG"):
            raise
        return complain(unforeseen(error))


def unforeseen(error: BaseException) -> str:
    """Say what nobody foresaw, and whose file it is in: a user-supplied game or function, or ours."""
    what = described(error)
    if user_place(error):
        return f"a user-supplied function went wrong ({what})"
    if user_files := [module.__file__ for name, module in sys.modules.items() if name.startswith(games.USER_GAME)]:
        return f"the game {user_files[0]} does not do what a game must ({what}); VISUALIZER_DEBUG=1 says where"
    return f"something went wrong that should not ({what}); with VISUALIZER_DEBUG=1 it says where"


def complain(sentence: str) -> int:
    """Print one line on standard error and return the status of a wrong input."""
    _tell(sentence)
    return WRONG


def tell_notes() -> None:
    """Say what was noted up to now: at the end, or before a person is asked for lines."""
    while _NOTES:
        _tell(_NOTES.pop(0))


def show_progress(line: str = "") -> None:
    """Write a line over the last one on the terminal behind standard error; an empty one takes it away."""
    print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)  # noqa: T201  it steers the terminal


def _tell(sentence: str) -> None:
    """Print one line on standard error, unless nobody reads it."""
    line = " ".join(sentence[:LONGEST].splitlines())
    with suppress(BrokenPipeError):
        print_lines(f"visualizer: {line}{'…' if len(sentence) > LONGEST else ''}", sys.stderr)


def _sentence(error: click.ClickException) -> str:
    """Return what click has to say in one line, with the way to learn more."""
    message = " ".join(error.format_message().split()).rstrip(".")
    context = getattr(error, "ctx", None)
    message = message[:1].lower() + message[1:] if message[1:2].islower() else message
    return f"{message}; see {context.command_path} --help" if context else message


def silence_stdout() -> None:
    """Let nothing more be written, so that Python does not complain at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _stand_in(error: UnicodeError) -> tuple[str, int]:
    """Replace what an encoding cannot write by what ASCII has for it."""
    assert isinstance(error, UnicodeEncodeError)  # registered for writing only
    bad = error.object[error.start : error.end]
    return "".join(ASCII.get(letter, ascii(letter)[1:-1]) for letter in bad), error.end


def open_streams() -> None:
    """Let a stream that was closed before we began be one that holds nothing and takes anything."""
    for name, how in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(how, encoding="utf-8"))  # noqa: SIM115  it stays open


def encode_anything() -> None:
    """Make the standard streams write every text in their encoding, with stand-ins where it lacks a sign."""
    codecs.register_error("visualizer", _stand_in)
    _reconfigure(errors="visualizer")
    if asks_for_ascii():
        write_ascii()


def write_ascii() -> None:
    """Make the standard streams write ASCII only."""
    _reconfigure(encoding="ascii", errors="visualizer")


def _reconfigure(**how: str) -> None:
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(**how)
