"""Options that all commands share, options that exclude each other, and how results are printed."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from itertools import chain
from typing import Any

import rich_click as click
from click import get_current_context
from click.core import ParameterSource

from visualizer.searching.data_files import format_json
from visualizer.support.errors import InputError, print_lines
from visualizer.support.plugins.discovery import trust_user_files

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

POSITION_PANEL = "Position"
SEARCH_PANEL = "Search"
OUTPUT_PANEL = "Output"
"""Titles of the groups of options in a command's help."""

JSON_FLAG: Decorator = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object."
)
NO_COLOR_FLAG: Decorator = click.option("--no-color", is_flag=True, help="Use no colour.")


def with_option_groups(*groups: tuple[Decorator, ...]) -> Decorator:
    """Return a decorator that gives a command all options in `groups`."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        # Like decorators above a function, the last option is applied first.
        for option in reversed([*chain(*groups)]):
            function = option(function)
        return function

    return decorate


def with_common_options(*groups: tuple[Decorator, ...]) -> Decorator:
    """Return a decorator that gives a command the options in `groups`, and handles common ones.

    Every command also gets `--no-color`. The files of `--trust` are trusted before the command
    runs. `--json` and `--force` are not passed on to the command, which can ask `is_switch_given`.
    """

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def run_command(*arguments: Any, no_color: bool, **values: Any) -> Any:
            trust_user_files(values.pop("trusted", ()))
            check_exclusive_options()
            for name in ("as_json", "force"):
                values.pop(name, None)
            return function(*arguments, **values)

        titled = click.rich_config({"options_panel_title": OUTPUT_PANEL})(run_command)
        return with_option_groups(*groups, (NO_COLOR_FLAG,))(titled)

    return decorate


EXCLUSIVE_OPTIONS = (
    ("as_json", "as_csv", "markdown"),
    ("step", "steps", "cuts", "exercise"),
    ("subtitle", "no_subtitle"),
    ("resume", "force"),
    ("task", "answers"),
)
"""Parameters of which a command takes only one."""


def check_exclusive_options() -> None:
    """Raise InputError if options are given that exclude each other."""
    given_names = {option.name for option in list_given_options()}
    for exclusive_names in EXCLUSIVE_OPTIONS:
        if len(given_names.intersection(exclusive_names)) <= 1:
            continue
        # The error names every option of the group, also those that are not given.
        parameters = get_current_context().command.params
        *flags, last = [each.opts[-1] for each in parameters if each.name in exclusive_names]
        raise InputError(f"{', '.join(flags)} and {last} exclude each other; give one")


def list_given_options(*allowed: str) -> list[click.Parameter]:
    """Return the options that the user gave on the command line, except those in `allowed`.

    `allowed` are names of parameters, such as "as_json".
    """
    context = get_current_context()
    return [
        option
        for option in context.command.params
        if option.name not in allowed
        and context.get_parameter_source(option.name or "") is ParameterSource.COMMANDLINE
    ]


def is_switch_given(name: str) -> bool:
    """Return whether a switch is on the command line, by the name of its parameter."""
    return bool(get_current_context().params.get(name))


def print_result(
    text: str | Callable[[], str], data: object = None, status: int = 0, *, ascii_only: bool = True
) -> int:
    """Print the `text` of a result, or its `data` if --json is given; return the exit `status`.

    A `text` that is slow to make may be a function, which is called only without --json.
    """
    if is_switch_given("as_json"):
        print_lines(format_json(data, ascii_only=ascii_only))
    elif isinstance(text, str):
        print_lines(text)
    else:
        print_lines(text())
    return status


def refuse_options(reason: str, *names: str) -> None:
    """Raise InputError, with a reason, if one of the named parameters is on the command line."""
    for option in list_given_options():
        if option.name in names:
            raise InputError(f"{reason}; leave out {option.opts[-1]}")


def refuse_empty_values() -> None:
    """Raise InputError for an option with an empty value; a title may be empty."""
    values = get_current_context().params
    for option in list_given_options():
        if option.name != "title" and values.get(option.name or "") == "":
            raise InputError(f"{option.opts[0]} is empty; give it a value or leave it out")
