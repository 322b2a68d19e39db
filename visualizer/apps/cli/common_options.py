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

HELP_PANELS = ("Position", "Search", "Output")
"""Titles of the groups of options in a command's help."""

JSON_FLAG: Decorator = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object."
)
NO_COLOR_FLAG: Decorator = click.option("--no-color", is_flag=True, help="Use no colour.")


def with_option_groups(*groups: tuple[Decorator, ...]) -> Decorator:
    """Give a command groups of options."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        # Decorators apply from the last to the first, and the help lists them in this order.
        for option in reversed([*chain(*groups)]):
            function = option(function)
        return function

    return decorate


def with_common_options(*groups: tuple[Decorator, ...]) -> Decorator:
    """Give a command groups of options, and handle the options that every command treats alike.

    `--no-color` works after every command, and `--trust` takes effect. Commands look up `--json`
    and `--force` with `is_switch_given`, so these are not passed on.
    """

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def run_command(*arguments: Any, no_color: bool, **values: Any) -> Any:
            trust_user_files(values.pop("trusted", ()))
            check_exclusive_options()
            for name in ("as_json", "force"):
                values.pop(name, None)
            return function(*arguments, **values)

        titled = click.rich_config({"options_panel_title": HELP_PANELS[2]})(run_command)
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
    given = {option.name for option in list_given_options()}
    for names in EXCLUSIVE_OPTIONS:
        if len(given.intersection(names)) <= 1:
            continue
        parameters = get_current_context().command.params
        *flags, last = [option.opts[-1] for option in parameters if option.name in names]
        raise InputError(f"{', '.join(flags)} and {last} exclude each other; give one")


def list_given_options(*allowed: str) -> list[click.Parameter]:
    """Return the options on the command line, except those whose parameters are allowed."""
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
    words: str | Callable[[], str], data: object = None, status: int = 0, *, ascii_only: bool = True
) -> int:
    """Print a result in words, or with --json as data; return the status.

    Words that take long to make are given as a function.
    """
    if is_switch_given("as_json"):
        print_lines(format_json(data, ascii_only=ascii_only))
    elif isinstance(words, str):
        print_lines(words)
    else:
        print_lines(words())
    return status


def refuse_options(reason: str, *names: str) -> None:
    """Raise InputError, with a reason, if one of these parameters is on the command line."""
    for option in list_given_options():
        if option.name in names:
            raise InputError(f"{reason}; leave out {option.opts[-1]}")


def refuse_empty_values() -> None:
    """Raise InputError for an option with an empty value; a title may be empty."""
    values = get_current_context().params
    for option in list_given_options():
        if option.name != "title" and values.get(option.name or "") == "":
            raise InputError(f"{option.opts[0]} is empty; give it a value or leave it out")
