"""Running a command: its streams, its notes, its exit status, and one line for any error."""

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
"""Locales that promise only ASCII."""
COERCED_LOCALES = ("C.UTF-8", "C.utf8", "UTF-8")
"""Locales that Python may write into LC_CTYPE at its start to replace an ASCII one (PEP 538)."""
EXIT_DONE = 0
EXIT_STOPPED = 1
"""The exit status of a command that was stopped early, or whose answer is no."""
EXIT_WRONG_INPUT = 2
_pending_notes: list[str] = []
_printed_notes: set[str] = set()


def add_note(sentence: str) -> None:
    """Keep a sentence, once, to be printed after the result.

    A command that fails prints only its error.
    """
    if sentence not in _printed_notes:
        _printed_notes.add(sentence)
        _pending_notes.append(sentence)


def print_notes() -> None:
    """Print the pending notes: at the end, or before the user is asked for a line."""
    while _pending_notes:
        print_to_stderr(_pending_notes.pop(0))


def show_progress(line: str = "") -> None:
    """Replace the line of progress on the terminal; an empty line clears it."""
    # Not a result but control characters for the terminal.
    print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)  # noqa: T201


def print_to_stderr(sentence: str) -> None:
    """Print one line on standard error; a closed pipe is ignored."""
    line = " ".join(sentence[:MAX_ERROR_LENGTH].splitlines())
    if len(sentence) > MAX_ERROR_LENGTH:
        line += "…"
    with suppress(BrokenPipeError):
        print_lines(f"visualizer: {line}", sys.stderr)


def open_streams() -> None:
    """Make the standard streams usable: none is closed, and each can write any text.

    A closed stream is replaced by the null device. Characters that a stream's encoding lacks are
    replaced by other characters.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            # The stream stays open until the program ends.
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115
    codecs.register_error("visualizer", _replace_unencodable)
    _reconfigure_streams(errors="visualizer")
    if is_ascii_locale():
        write_ascii()


def is_ascii_locale(
    environment: Mapping[str, str] = os.environ, *, may_be_coerced: bool = bool(sys.flags.utf8_mode)
) -> bool:
    """Return whether the user has chosen an ASCII locale, such as C, by environment variables.

    An encoding that the user has set for Python overrides the locale. When Python starts in an
    ASCII locale, it may itself change LC_CTYPE to another locale (PEP 538); `may_be_coerced` says
    that this may have happened.

    >>> is_ascii_locale({"LC_ALL": "C"}), is_ascii_locale({"LC_ALL": "C.UTF-8", "LANG": "C"})
    (True, False)
    """
    if environment.get("PYTHONIOENCODING") or environment.get("PYTHONUTF8") == "1":
        return False
    lc_all = environment.get("LC_ALL")
    lc_ctype = environment.get("LC_CTYPE")
    is_set_by_python = may_be_coerced and not lc_all and lc_ctype in COERCED_LOCALES
    if is_set_by_python:
        lc_ctype = None
    # The first variable that is set counts (POSIX). If none is, the user has chosen nothing.
    locale = lc_all or lc_ctype or environment.get("LANG") or ""
    return locale in ASCII_LOCALES


def write_ascii() -> None:
    """Make the standard streams write only ASCII."""
    _reconfigure_streams(encoding="ascii", errors="visualizer")


def _replace_unencodable(error: UnicodeError) -> tuple[str, int]:
    """Replace characters that an encoding lacks by ASCII ones."""
    # The handler is registered for writing only.
    assert isinstance(error, UnicodeEncodeError)
    bad = error.object[error.start : error.end]
    replacements = [ASCII_SUBSTITUTES.get(character, ascii(character)[1:-1]) for character in bad]
    return "".join(replacements), error.end


def _reconfigure_streams(**settings: str) -> None:
    for stream in (sys.stdout, sys.stderr):
        # A stream that a test or a notebook has put in place may have no such method.
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(**settings)


def run_command(command: click.Command, arguments: list[str]) -> int:
    """Run a command with the arguments of the command line, and return its exit status.

    Any error is printed as one line.
    """
    open_streams()
    warnings.showwarning = lambda message, *_, **__: add_note(str(message))
    if "--no-color" in arguments:
        os.environ["NO_COLOR"] = "1"
    _pending_notes.clear()
    _printed_notes.clear()
    # In standalone mode click would print errors itself, in several lines.
    status = _run_for_status(
        lambda: command.main(args=arguments, prog_name="visualizer", standalone_mode=False)
    )
    if status != EXIT_WRONG_INPUT:
        print_notes()
    return status


def _run_for_status(run: Callable[[], Any]) -> int:
    """Run a command, and return its exit status, or the status that belongs to its error.

    Every error is caught, so that the user sees no traceback, and so that an exit() in
    user-supplied code does not end the program without a word.
    """
    try:
        status = run()
        sys.stdout.flush()
    except BaseException as error:
        error_status = _status_of_error(error)
        if error_status is None:
            raise
        return error_status
    return status if isinstance(status, int) else EXIT_DONE


def _status_of_error(error: BaseException) -> int | None:
    """Print an error in one line, unless it is silent such as Ctrl-C; return the exit status.

    Return None if the error is unexpected and a developer has asked for a traceback.
    """
    if isinstance(error, Exit):
        return error.exit_code
    if isinstance(error, KeyboardInterrupt | click.Abort):
        return EXIT_STOPPED
    if isinstance(error, BrokenPipeError):
        # Otherwise Python would report an error at its exit, when it flushes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_DONE
    if isinstance(error, SystemExit) and not user_place(error):
        # Click exits like this when nobody reads its output, or after completions for a shell.
        return EXIT_STOPPED if error.code else EXIT_DONE
    sentence = _error_sentence(error)
    if sentence is None:
        # A developer wants the traceback.
        if os.environ.get("VISUALIZER_DEBUG"):
            return None
        sentence = describe_unexpected_error(error)
    return report_wrong_input(sentence)


def _error_sentence(error: BaseException) -> str | None:
    """Return a sentence for an error that users can cause, or None for an unexpected one."""
    if isinstance(error, click.ClickException):
        return _click_error_sentence(error)
    if isinstance(error, InputError):
        return str(error)
    if isinstance(error, OSError):
        return f"{error.filename or 'the output'!s:.200}: {error.strerror or error}"
    if isinstance(error, RecursionError):
        return "the input is nested too deeply"
    if isinstance(error, MemoryError):
        return "there is not enough memory; set a limit with --max-nodes"
    return None


def describe_unexpected_error(error: BaseException) -> str:
    """Return a sentence for an unexpected error: whose code failed, and how to find out more."""
    if user_place(error):
        return fault_sentence(error)
    description = describe_error(error)
    # If a user's game is loaded, its rules are the likely cause.
    for name, module in sys.modules.items():
        if name.startswith(games.USER_GAME):
            return (
                f"the game {module.__file__} does not do what a game must ({description}); run "
                "visualizer check for details"
            )
    return (
        f"something went wrong that should not have ({description}); set VISUALIZER_DEBUG=1 to "
        "see where"
    )


def report_wrong_input(sentence: str) -> int:
    """Print one line on standard error and return the status of a wrong input."""
    print_to_stderr(sentence)
    return EXIT_WRONG_INPUT


def _click_error_sentence(error: click.ClickException) -> str:
    """Return click's error as one line that ends with the command for showing the help."""
    words = error.format_message().split()
    message = " ".join(words).rstrip(".")
    if isinstance(error, click.NoSuchOption) and error.option_name in ("-O", "--output"):
        message += (
            " here; `visualizer export` writes pictures, and `visualizer search --save` saves a run"
        )
    # Errors begin with a small letter, unless their first word is an abbreviation.
    if message[1:2].islower():
        message = message[:1].lower() + message[1:]
    context = getattr(error, "ctx", None)
    if context is None:
        return message
    return f"{message}; see {context.command_path} --help"
