"""What commands share: panels of help, --json and --no-color, which options exclude each other, and which are given."""

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
"""The groups of options in a command's help: the position, how it is searched, and the rest."""

JSON_FLAG: Decorator = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object."
)
NO_COLOR_FLAG: Decorator = click.option("--no-color", is_flag=True, help="Use no colour.")


def with_option_groups(*groups: tuple[Decorator, ...]) -> Decorator:
    """Give a command groups of options."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed([*chain(*groups)]):
            function = option(function)
        return function

    return decorate


def with_common_options(*groups: tuple[Decorator, ...]) -> Decorator:
    """Give a command groups of options; `--no-color` works behind every command too, and `--trust` has its effect.

    Whether `--json` and `--force` are given is `is_switch_given` where it matters.
    """

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def without_common(*arguments: Any, no_color: bool, **values: Any) -> Any:
            trust_user_files(values.pop("trusted", ()))
            check_exclusive_options()
            return function(
                *arguments,
                **{
                    name: value
                    for name, value in values.items()
                    if name not in ("as_json", "force")
                },
            )

        titled = click.rich_config({"options_panel_title": HELP_PANELS[2]})(without_common)
        return with_option_groups(*groups, (NO_COLOR_FLAG,))(titled)

    return decorate


EXCLUSIVE_OPTIONS = (
    ("as_json", "as_csv", "markdown"),
    ("step", "steps", "cuts", "exercise"),
    ("subtitle", "no_subtitle"),
    ("resume", "force"),
    ("task", "answers"),
)
"""The options that exclude each other wherever a command has them, by their names in Python."""


def check_exclusive_options() -> None:
    """Raise InputError if options are given that exclude each other."""
    given = {each.name for each in list_given_options()}
    for names in EXCLUSIVE_OPTIONS:
        if len(given.intersection(names)) > 1:
            flags = [
                each.opts[-1] for each in get_current_context().command.params if each.name in names
            ]
            raise InputError(
                f"{', '.join(flags[:-1])} and {flags[-1]} exclude each other; give one"
            )


def list_given_options(*allowed: str) -> list[click.Parameter]:
    """Return what stands on the command line of this command, but for what is allowed, by its names in Python."""
    context = get_current_context()
    return [
        each
        for each in context.command.params
        if each.name not in allowed
        and context.get_parameter_source(each.name or "") is ParameterSource.COMMANDLINE
    ]


def is_switch_given(name: str) -> bool:
    """Return whether the switch of this name, in Python, is given."""
    return bool(get_current_context().params.get(name))


def print_result(
    words: str | Callable[[], str], data: object = None, status: int = 0, *, ascii_only: bool = True
) -> int:
    """Print what a command has found, in words, or with --json as data; return the status."""
    if is_switch_given("as_json"):
        print_lines(format_json(data, ascii_only=ascii_only))
    else:
        print_lines(words if isinstance(words, str) else words())
    return status


def refuse_options(why: str, *names: str) -> None:
    """Raise InputError, which says `why`, for one of these options, by their names in Python, that is given."""
    for each in list_given_options():
        if each.name in names:
            raise InputError(f"{why}; leave out {each.opts[-1]}")


def refuse_empty_values() -> None:
    """Raise InputError for an option of this command that was given as nothing, but for --title."""
    values = get_current_context().params
    for each in list_given_options():
        if each.name != "title" and values.get(each.name or "") == "":
            raise InputError(f"{each.opts[0]} is empty; give it a value or leave it out")
