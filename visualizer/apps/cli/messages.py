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
from visualizer.look.text import ASCII_SUBSTITUTES
from visualizer.support.errors import MAX_ERROR_LENGTH, InputError, print_lines
from visualizer.support.plugins.watchdog import describe_error, fault_sentence, user_place

ASCII_LOCALES = ("C", "POSIX")
"""The locales that promise no more than ASCII."""
COERCED_LOCALES = ("C.UTF-8", "C.utf8", "UTF-8")
"""What Python writes into LC_CTYPE at its start if the locale is one of these (PEP 538)."""
EXIT_DONE = 0
EXIT_STOPPED = 1
EXIT_WRONG_INPUT = 2
"""The statuses: done; stopped early or the answer is a no; the input was wrong."""
_pending_notes: list[str] = []
_printed_notes: set[str] = set()


def add_note(sentence: str) -> None:
    """Keep a sentence, once, to be printed after the result; a command that fails prints its error alone."""
    if sentence not in _printed_notes:
        _printed_notes.add(sentence)
        _pending_notes.append(sentence)


def print_notes() -> None:
    """Print the sentences kept so far: at the end, or before lines are read from a person."""
    while _pending_notes:
        print_to_stderr(_pending_notes.pop(0))


def show_progress(line: str = "") -> None:
    """Replace the line of progress on the terminal behind standard error; an empty one clears it."""
    print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)  # noqa: T201  it steers the terminal


def print_to_stderr(sentence: str) -> None:
    """Print one line on standard error; a closed pipe is ignored."""
    line = " ".join(sentence[:MAX_ERROR_LENGTH].splitlines())
    with suppress(BrokenPipeError):
        print_lines(
            f"visualizer: {line}{'…' if len(sentence) > MAX_ERROR_LENGTH else ''}", sys.stderr
        )


def open_streams() -> None:
    """Replace standard streams that were closed by the null device; let them write any text, if need be in ASCII."""
    for name, how in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(how, encoding="utf-8"))  # noqa: SIM115  it stays open
    codecs.register_error("visualizer", _replace_unencodable)
    _reconfigure_streams(errors="visualizer")
    if is_ascii_locale():
        write_ascii()


def is_ascii_locale(
    environment: Mapping[str, str] = os.environ, *, replaced: bool = bool(sys.flags.utf8_mode)
) -> bool:
    """Return whether a person's locale has ASCII only; where none is set, nothing is known of it.

    `replaced` says whether the locale that Python found at its start was one of ASCII's: then a word for UTF-8 in
    LC_CTYPE is Python's own. Who asks Python for an encoding gets it.

    >>> is_ascii_locale({"LC_ALL": "C"}), is_ascii_locale({"LC_ALL": "C.UTF-8", "LANG": "C"})
    (True, False)
    """
    if environment.get("PYTHONIOENCODING") or environment.get("PYTHONUTF8") == "1":
        return False
    variables = [environment.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG")]
    if replaced and not variables[0] and variables[1] in COERCED_LOCALES:
        variables[1] = None
    return next(filter(None, variables), "") in ASCII_LOCALES


def write_ascii() -> None:
    """Make the standard streams write ASCII only."""
    _reconfigure_streams(encoding="ascii", errors="visualizer")


def _replace_unencodable(error: UnicodeError) -> tuple[str, int]:
    """Replace characters that an encoding cannot write by their ASCII stand-ins."""
    assert isinstance(error, UnicodeEncodeError)  # registered for writing only
    bad = error.object[error.start : error.end]
    return "".join(ASCII_SUBSTITUTES.get(letter, ascii(letter)[1:-1]) for letter in bad), error.end


def _reconfigure_streams(**how: str) -> None:
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(**how)


def run_command(command: click.Command, words: list[str]) -> int:
    """Run a command and return its status; whatever goes wrong becomes one line."""
    open_streams()
    warnings.showwarning = lambda message, *_, **__: add_note(str(message))
    if "--no-color" in words:
        os.environ["NO_COLOR"] = "1"
    _pending_notes.clear()
    _printed_notes.clear()
    status = _run_for_status(
        lambda: command.main(args=words, prog_name="visualizer", standalone_mode=False)
    )
    if status != EXIT_WRONG_INPUT:
        print_notes()
    return status


def _run_for_status(run: Callable[[], Any]) -> int:  # noqa: PLR0911  a line for each way to end
    try:
        status = run()
        sys.stdout.flush()
        return status if isinstance(status, int) else EXIT_DONE
    except Exit as leaving:
        return leaving.exit_code
    except click.ClickException as error:
        return report_wrong_input(_click_error_sentence(error))
    except InputError as error:
        return report_wrong_input(str(error))
    except (KeyboardInterrupt, click.Abort):
        return EXIT_STOPPED
    except BrokenPipeError:
        os.dup2(
            os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno()
        )  # or Python reports an error when it exits
        return EXIT_DONE
    except OSError as error:
        return report_wrong_input(
            f"{error.filename or 'the output'!s:.200}: {error.strerror or error}"
        )
    except RecursionError:
        return report_wrong_input("the input is nested too deeply")
    except MemoryError:
        return report_wrong_input("there is not enough memory; set a limit with --max-nodes")
    except (
        BaseException
    ) as error:  # no traceback ever reaches a person, and nobody's exit() ends us silently
        if isinstance(error, SystemExit) and not user_place(
            error
        ):  # click leaves so when nobody reads on
            return (
                EXIT_STOPPED if error.code else EXIT_DONE
            )  # done for a shell that asks what may follow
        if os.environ.get("VISUALIZER_DEBUG"):
            raise
        return report_wrong_input(describe_unexpected_error(error))


def describe_unexpected_error(error: BaseException) -> str:
    """Return a sentence for an unexpected error, which says whether user-supplied code raised it."""
    what = describe_error(error)
    if user_place(error):
        return fault_sentence(error)
    if user_files := [
        module.__file__ for name, module in sys.modules.items() if name.startswith(games.USER_GAME)
    ]:
        return f"the game {user_files[0]} does not do what a game must ({what}); run visualizer check for details"
    return (
        f"something went wrong that should not have ({what}); set VISUALIZER_DEBUG=1 to see where"
    )


def report_wrong_input(sentence: str) -> int:
    """Print one line on standard error and return the status of a wrong input."""
    print_to_stderr(sentence)
    return EXIT_WRONG_INPUT


def _click_error_sentence(error: click.ClickException) -> str:
    """Return what click has to say in one line, with the way to learn more."""
    message = " ".join(error.format_message().split()).rstrip(".")
    if isinstance(error, click.NoSuchOption) and error.option_name in ("-O", "--output"):
        message = f"{message} here; `visualizer export` writes pictures, and `visualizer search --save` saves a run"
    context = getattr(error, "ctx", None)
    if message[1:2].islower():
        message = message[:1].lower() + message[1:]
    return f"{message}; see {context.command_path} --help" if context else message
