"""Running a command: its streams, what it says beside its result, its exit status, one line for whatever goes wrong."""

import codecs
import os
import sys
import warnings
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import rich_click as click
from click.exceptions import Exit

import games
from visualizer.look.text import ASCII
from visualizer.support.errors import LONGEST_SENTENCE, InputError, print_lines
from visualizer.support.plugins.watchdog import described, fault, user_place

ASCII_LOCALES = ("C", "POSIX")
"""The locales that promise no more than ASCII."""
COERCED = ("C.UTF-8", "C.utf8", "UTF-8")
"""What Python writes into LC_CTYPE at its start if the locale is one of these (PEP 538)."""
DONE = 0
STOPPED = 1
WRONG = 2
"""The statuses: done; stopped early or the answer is a no; the input was wrong."""
_NOTES: list[str] = []
_TOLD: set[str] = set()


def note(sentence: str) -> None:
    """Keep a sentence, once, to be printed after the result; a command that fails prints its error alone."""
    if sentence not in _TOLD:
        _TOLD.add(sentence)
        _NOTES.append(sentence)


def tell_notes() -> None:
    """Print the sentences kept so far: at the end, or before lines are read from a person."""
    while _NOTES:
        say(_NOTES.pop(0))


def show_progress(line: str = "") -> None:
    """Replace the line of progress on the terminal behind standard error; an empty one clears it."""
    print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)  # noqa: T201  it steers the terminal


def say(sentence: str) -> None:
    """Print one line on standard error; a closed pipe is ignored."""
    line = " ".join(sentence[:LONGEST_SENTENCE].splitlines())
    with suppress(BrokenPipeError):
        print_lines(
            f"visualizer: {line}{'…' if len(sentence) > LONGEST_SENTENCE else ''}", sys.stderr
        )


def open_streams() -> None:
    """Replace standard streams that were closed by the null device; let them write any text, if need be in ASCII."""
    for name, how in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(how, encoding="utf-8"))  # noqa: SIM115  it stays open
    codecs.register_error("visualizer", _stand_in)
    _reconfigure(errors="visualizer")
    if asks_for_ascii():
        write_ascii()


def asks_for_ascii(
    environment: Mapping[str, str] = os.environ, *, replaced: bool = bool(sys.flags.utf8_mode)
) -> bool:
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


def run_command(command: click.Command, words: list[str]) -> int:
    """Run a command and return its status; whatever goes wrong becomes one line."""
    open_streams()
    warnings.showwarning = lambda message, *_, **__: note(str(message))
    if "--no-color" in words:
        os.environ["NO_COLOR"] = "1"
    _NOTES.clear()
    _TOLD.clear()
    status = _status(
        lambda: command.main(args=words, prog_name="visualizer", standalone_mode=False)
    )
    if status != WRONG:
        tell_notes()
    return status


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
        os.dup2(
            os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno()
        )  # or Python reports an error when it exits
        return DONE
    except OSError as error:
        return complain(f"{error.filename or 'the output'!s:.200}: {error.strerror or error}")
    except RecursionError:
        return complain("the input is nested too deeply")
    except MemoryError:
        return complain("there is not enough memory; set a limit with --max-nodes")
    except (
        BaseException
    ) as error:  # no traceback ever reaches a person, and nobody's exit() ends us silently
        if isinstance(error, SystemExit) and not user_place(
            error
        ):  # click leaves so when nobody reads on
            return STOPPED if error.code else DONE  # done for a shell that asks what may follow
        if os.environ.get("VISUALIZER_DEBUG"):
            raise
        return complain(unforeseen(error))


def unforeseen(error: BaseException) -> str:
    """Return a sentence for an unexpected error, which says whether user-supplied code raised it."""
    what = described(error)
    if user_place(error):
        return fault(error)
    if user_files := [
        module.__file__ for name, module in sys.modules.items() if name.startswith(games.USER_GAME)
    ]:
        return f"the game {user_files[0]} does not do what a game must ({what}); run visualizer check for details"
    return (
        f"something went wrong that should not have ({what}); set VISUALIZER_DEBUG=1 to see where"
    )


def complain(sentence: str) -> int:
    """Print one line on standard error and return the status of a wrong input."""
    say(sentence)
    return WRONG


def _sentence(error: click.ClickException) -> str:
    """Return what click has to say in one line, with the way to learn more."""
    message = " ".join(error.format_message().split()).rstrip(".")
    if isinstance(error, click.NoSuchOption) and error.option_name in ("-O", "--output"):
        message = f"{message} here; `visualizer export` writes pictures, and `visualizer search --save` saves a run"
    context = getattr(error, "ctx", None)
    if message[1:2].islower():
        message = message[:1].lower() + message[1:]
    return f"{message}; see {context.command_path} --help" if context else message
