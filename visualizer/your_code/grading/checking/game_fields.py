"""The fields of a `Game` that no position is needed for: names, settings, sizes, opponents."""

from collections.abc import Callable, Iterator
from typing import Any

from games import MoveScores, NoisyMoves, Option, Preset, Stakes, Transcript, probabilities
from visualizer.searching.algorithms import algorithm
from visualizer.searching.recipe import SearchSpec
from visualizer.your_code.grading.checking.facts import Fault, Spot, ask, shown


def is_line(text: Any) -> bool:
    """Return whether a value is a line of text that says something."""
    return isinstance(text, str) and text != "" and text.isprintable()


def is_word(text: Any) -> bool:
    """Return whether a text is one word in lower case; what is no text is none of this one's concern."""
    return not isinstance(text, str) or (text == text.lower() and len(text.split()) == 1)


def are_sides(sides: Any) -> bool:
    """Return whether a value is two different texts."""
    is_pair = isinstance(sides, tuple) and len(sides) == len({*sides}) == 2
    return is_pair and all(isinstance(one, str) and one for one in sides)


FITTING: tuple[tuple[str, Callable[[Any], bool], str], ...] = (
    ("name title about notation move_word", is_line, "a line of text is needed"),
    ("name", is_word, "one word in lower case is needed"),
    ("sides", are_sides, "two different names: first the player who moves first, then the other"),
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
"""Fields, what each must be, and what is needed."""
KINDS = {"evaluations": None, "stakes": Stakes, "orderings": MoveScores}
"""Fields that are objects by name, and of what kind; None stands for functions."""
NEEDED = {*KINDS, "noisy", "options", "presets", "sizes"}
"""Where one of these is wrong, no position is looked at."""


def faults_of_fields(game: Any) -> Iterator[Fault]:
    """Check that what a game says of itself is of the right kind, whatever its file has written there."""
    for names, fits, need in FITTING:
        for field in names.split():
            if not fits(getattr(game, field)):
                yield Fault(field, f"{field} is {shown(getattr(game, field))}; {need}")
    noisy = game.noisy
    is_noisy = isinstance(noisy, NoisyMoves) and is_line(noisy.about) and callable(noisy.among)
    if noisy is not None and not (is_noisy and isinstance(noisy.compulsory, bool)):
        need = "games.NoisyMoves with a line about them, a function and True or False, or None"
        yield Fault("noisy", f"noisy is {shown(noisy)}; {need} is needed")
    yield from _named(game)
    yield from _settings(game)
    for name, words in game.opponents.items():
        try:
            algorithm(SearchSpec.from_spec(words).algorithm)
        except ValueError as error:
            yield Fault("opponent", f"the opponent {name!r} is not a search: {error}")
    if not (game.depth is None or (isinstance(game.depth, int) and game.depth >= 1)):
        yield Fault(
            "depth",
            f"depth is {shown(game.depth)}; a number of plies from 1, or None for the end of the game",
        )


def _named(game: Any) -> Iterator[Fault]:
    for field, kind in KINDS.items():
        for name, value in getattr(game, field).items():
            if not (callable(value) if kind is None else isinstance(value, kind)):
                need = (
                    "a function of a position and its outcome"
                    if kind is None
                    else f"games.{kind.__name__}"
                )
                yield Fault(field, f"{field}[{name!r}] is {shown(value)}; {need} is needed")


def _settings(game: Any) -> Iterator[Fault]:
    options = {option.name: option for option in game.options if isinstance(option, Option)}
    if len(options) != len(game.options):
        yield Fault(
            "options", "options has something other than a games.Option, or two with the same name"
        )
    for option in options.values():
        default: object = option.default
        if not isinstance(default, str):
            why = f"the default of {option.name} is {shown(default)}; it must be the text that a person would type"
            yield Fault("options", why)
            continue
        try:
            ask(f"the reader of {option.name}", option.read, option.default, may_refuse=True)
        except ValueError as error:
            yield Fault(
                "options", f"the default {option.default!r} of {option.name} is refused: {error}"
            )
    if not isinstance(game.sizes, tuple | list) or not all(
        isinstance(size, str) for size in game.sizes
    ):
        yield Fault(
            "sizes",
            f"sizes is {shown(game.sizes)}; it must be a tuple of strings, such as ('3', '5')",
        )
    elif game.sizes and "size" not in options:
        yield Fault(
            "sizes",
            "there are sizes but no option 'size' that reads them; add games.size_option(...)",
        )
    names = [preset.name for preset in game.presets if isinstance(preset, Preset)]
    if len({*names}) != len(game.presets):
        yield Fault(
            "presets", "presets has something other than a games.Preset, or two with the same name"
        )
    for preset in game.presets:
        if isinstance(preset, Preset) and preset.evaluation not in ("", *game.evaluations):
            said = f"the preset {preset.name} has the evaluation {preset.evaluation!r:.40}, which the game has not"
            yield Fault("presets", f"{said}: {' '.join(game.evaluations)}")


def first_side(spot: Spot) -> Iterator[Fault]:
    """Check that MAX moves first, unless chance does: it may decide who begins."""
    if not spot.facts.maximizing and probabilities(spot.position) is None:
        yield Fault(
            "first side",
            f"{spot.game.sides[1]} begins; `sides` must start with the side that moves first, where maximizing is True",
        )
