"""Running a command: its exit status, and one line on standard error for whatever goes wrong."""

import os
import sys
import warnings
from collections.abc import Callable
from typing import Any

import rich_click as click
from click.exceptions import Exit

import games
from visualizer.cli.messages import DONE, STOPPED, WRONG, forget_notes, note, open_streams, say, tell_notes
from visualizer.errors import InputError
from visualizer.plugins.watchdog import described, fault, user_place


def run_command(command: click.Command, words: list[str]) -> int:
    """Run a command and return its status; whatever goes wrong becomes one line."""
    open_streams()
    warnings.showwarning = lambda message, *_, **__: note(str(message))
    if "--no-color" in words:
        os.environ["NO_COLOR"] = "1"
    forget_notes()
    status = _status(lambda: command.main(args=words, prog_name="visualizer", standalone_mode=False))
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
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python reports an error when it exits
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
    """Return a sentence for an unexpected error, which says whether user-supplied code raised it."""
    what = described(error)
    if user_place(error):
        return fault(error)
    if user_files := [module.__file__ for name, module in sys.modules.items() if name.startswith(games.USER_GAME)]:
        return f"the game {user_files[0]} does not do what a game must ({what}); visualizer check says more"
    return f"something went wrong that should not ({what}); with VISUALIZER_DEBUG=1 it says where"


def complain(sentence: str) -> int:
    """Print one line on standard error and return the status of a wrong input."""
    say(sentence)
    return WRONG


def _sentence(error: click.ClickException) -> str:
    """Return what click has to say in one line, with the way to learn more."""
    message = " ".join(error.format_message().split()).rstrip(".")
    if isinstance(error, click.NoSuchOption) and error.option_name in ("-O", "--output"):
        message = f"{message} here; `visualizer export` writes pictures and `visualizer search --save` a run"
    context = getattr(error, "ctx", None)
    message = message[:1].lower() + message[1:] if message[1:2].islower() else message
    return f"{message}; see {context.command_path} --help" if context else message
