"""Checks of the fields of a `Game`, without a position: names, settings, sizes, opponents."""

from collections.abc import Callable, Iterator
from typing import Any

from games import MoveScores, NoisyMoves, Option, Preset, Stakes, Transcript, probabilities
from visualizer.searching.algorithms import algorithm
from visualizer.searching.recipe import SearchSpec
from visualizer.your_code.grading.checking.facts import (
    CheckedPosition,
    GameFault,
    ask_game,
    quoted_value,
)


def is_line(text: Any) -> bool:
    """Return whether a value is a non-empty string on one line."""
    return isinstance(text, str) and text != "" and text.isprintable()


def is_word(text: Any) -> bool:
    """Return whether a string is one word in lower case.

    True also for values that are not strings: `is_line` reports those.
    """
    return not isinstance(text, str) or (text == text.lower() and len(text.split()) == 1)


def are_two_sides(sides: Any) -> bool:
    """Return whether a value is a pair of different, non-empty strings."""
    is_pair = isinstance(sides, tuple) and len(sides) == len({*sides}) == 2
    return is_pair and all(isinstance(side, str) and side for side in sides)


FIELD_RULES: tuple[tuple[str, Callable[[Any], bool], str], ...] = (
    ("name title about notation move_word", is_line, "a line of text is needed"),
    ("name", is_word, "one word in lower case is needed"),
    (
        "sides",
        are_two_sides,
        "two different names: first the player who moves first, then the other",
    ),
    (
        "start read split_moves find_move target unwritten counting engine note moves_left",
        callable,
        "a function is needed",
    ),
    (
        "paths move_label node_label ending",
        lambda function: function is None or callable(function),
        "a function is needed",
    ),
    ("untold number_word", lambda value: isinstance(value, str), "str is needed"),
    ("explicit turns_board", lambda value: isinstance(value, bool), "bool is needed"),
    ("transcript", lambda value: isinstance(value, Transcript), "Transcript is needed"),
)
"""Names of fields, the test that their values must pass, and what a message says is needed."""
FIELD_OBJECT_TYPES = {
    "evaluations": None,
    "stakes": Stakes,
    "orderings": MoveScores,
}
"""Fields that map names to objects, and the type of the objects; None stands for functions."""
ESSENTIAL_FIELDS = {*FIELD_OBJECT_TYPES, "noisy", "options", "presets", "sizes"}
"""If one of these fields is wrong, no position is checked."""


def check_fields(game: Any) -> Iterator[GameFault]:
    """Yield a fault for each field of a game that has a wrong type or value.

    `game` comes from a user's file, so its fields may hold anything.
    """
    yield from _check_plain_fields(game)
    if game.noisy is not None and not _are_noisy_moves(game.noisy):
        need = "games.NoisyMoves with a line about them, a function and True or False, or None"
        yield GameFault("noisy", f"noisy is {quoted_value(game.noisy)}; {need} is needed")
    yield from _check_named_objects(game)
    yield from _check_options(game)
    yield from _check_sizes(game)
    yield from _check_presets(game)
    yield from _check_opponents(game)
    yield from _check_depth(game)


def _check_plain_fields(game: Any) -> Iterator[GameFault]:
    for names, is_valid, need in FIELD_RULES:
        for field in names.split():
            value = getattr(game, field)
            if not is_valid(value):
                yield GameFault(field, f"{field} is {quoted_value(value)}; {need}")


def _check_opponents(game: Any) -> Iterator[GameFault]:
    for name, words in game.opponents.items():
        try:
            algorithm(SearchSpec.from_spec(words).algorithm)
        except ValueError as error:
            yield GameFault("opponent", f"the opponent {name!r} is not a search: {error}")


def _check_depth(game: Any) -> Iterator[GameFault]:
    """Yield a fault if the default depth of a game is neither None nor a positive integer."""
    is_plies = isinstance(game.depth, int) and game.depth >= 1
    if game.depth is not None and not is_plies:
        yield GameFault(
            "depth",
            f"depth is {quoted_value(game.depth)}; a number of plies from 1, or None for the end "
            "of the game",
        )


def _are_noisy_moves(noisy: Any) -> bool:
    if not isinstance(noisy, NoisyMoves) or not isinstance(noisy.compulsory, bool):
        return False
    return is_line(noisy.about) and callable(noisy.among)


def _check_named_objects(game: Any) -> Iterator[GameFault]:
    """Yield a fault for each wrong value in a field that maps names to functions or objects."""
    for field, object_type in FIELD_OBJECT_TYPES.items():
        for name, value in getattr(game, field).items():
            # None stands for fields that hold functions.
            if object_type is None:
                is_valid = callable(value)
                need = "a function of a position and its outcome"
            else:
                is_valid = isinstance(value, object_type)
                need = f"games.{object_type.__name__}"
            if not is_valid:
                yield GameFault(
                    field, f"{field}[{name!r}] is {quoted_value(value)}; {need} is needed"
                )


def _options_of(game: Any) -> dict[str, Option]:
    return {option.name: option for option in game.options if isinstance(option, Option)}


def _check_options(game: Any) -> Iterator[GameFault]:
    """Yield a fault for each mistake in the options of a game.

    An option may have a wrong type, the name of another option, or a default that it refuses.
    """
    options = _options_of(game)
    if len(options) != len(game.options):
        yield GameFault(
            "options", "options has something other than a games.Option, or two with the same name"
        )
    for option in options.values():
        yield from _check_default(option)


def _check_default(option: Option) -> Iterator[GameFault]:
    """Yield a fault if an option's default is not a string, or if the option cannot read it."""
    # The annotation says `str`, but the file may use any type.
    default: object = option.default
    if not isinstance(default, str):
        yield GameFault(
            "options",
            f"the default of {option.name} is {quoted_value(default)}; it must be the text "
            "that a person would type",
        )
        return
    try:
        ask_game(f"the reader of {option.name}", option.read, default, may_refuse=True)
    except ValueError as error:
        yield GameFault("options", f"the default {default!r} of {option.name} is refused: {error}")


def _check_sizes(game: Any) -> Iterator[GameFault]:
    """Yield a fault if a game's board sizes are not strings, or if no option reads sizes."""
    sizes = game.sizes
    is_list = isinstance(sizes, tuple | list)
    if not is_list or not all(isinstance(size, str) for size in sizes):
        yield GameFault(
            "sizes",
            f"sizes is {quoted_value(sizes)}; it must be a tuple of strings, such as ('3', '5')",
        )
    elif sizes and "size" not in _options_of(game):
        yield GameFault(
            "sizes",
            "there are sizes but no option 'size' that reads them; add games.size_option(...)",
        )


def _check_presets(game: Any) -> Iterator[GameFault]:
    """Yield a fault for presets with a wrong type, equal names, or an unknown evaluation."""
    # Both a wrong type and a repeated name make the set smaller than the number of presets.
    names = [preset.name for preset in game.presets if isinstance(preset, Preset)]
    if len({*names}) != len(game.presets):
        yield GameFault(
            "presets", "presets has something other than a games.Preset, or two with the same name"
        )
    for preset in game.presets:
        if isinstance(preset, Preset) and preset.evaluation not in ("", *game.evaluations):
            yield GameFault(
                "presets",
                f"the preset {preset.name} has the evaluation {preset.evaluation!r:.40}, which the "
                f"game has not: {' '.join(game.evaluations)}",
            )


def check_first_side(checked: CheckedPosition) -> Iterator[GameFault]:
    """Check that MAX moves first, unless a chance event comes first, which may choose the side."""
    if not checked.answers.maximizing and probabilities(checked.position) is None:
        yield GameFault(
            "first side",
            f"{checked.game.sides[1]} begins; `sides` must start with the side that moves first, "
            "where maximizing is True",
        )
