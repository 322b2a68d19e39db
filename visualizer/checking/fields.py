"""The fields of a `Game` that no position is needed for: names, settings, sizes, opponents."""

from collections.abc import Iterator
from typing import Any

from games import MoveScores, Option, Preset, Stakes, Transcript
from visualizer.algorithms import algorithm
from visualizer.checking.asking import Fault, ask, shown
from visualizer.checking.spot import Spot
from visualizer.recipe import SearchSpec

WORDS = ("name", "title", "about", "notation", "move_word")
KINDS = {"evaluations": None, "stakes": Stakes, "orderings": MoveScores}
"""Fields that are objects by name, and of what kind; None stands for functions."""
FUNCTIONS = ("start", "read", "split_moves", "find_move", "target", "unwritten", "counting", "engine")
PERHAPS = ("paths", "move_label", "node_label", "ending")
"""Fields that are functions, always or where they are given."""
OTHERS = {"untold": str, "explicit": bool, "transcript": Transcript}
NEEDED = {*KINDS, "options", "presets", "sizes"}
"""Where one of these is wrong, no position is looked at."""


def faults_of_fields(game: Any) -> Iterator[Fault]:
    """Check that what a game says of itself is of the right kind, whatever its file has written there."""
    yield from _words(game)
    yield from _kinds(game)
    yield from _named(game)
    yield from _settings(game)
    for name, words in game.opponents.items():
        try:
            algorithm(SearchSpec.from_spec(words).algorithm)
        except ValueError as error:
            yield Fault("opponent", f"the opponent {name!r} is no search: {error}")
    if not (game.depth is None or (isinstance(game.depth, int) and game.depth >= 1)):
        yield Fault("depth", f"depth is {shown(game.depth)}; a number of plies from 1, or None for the end of the game")


def _words(game: Any) -> Iterator[Fault]:
    for field in WORDS:
        text = getattr(game, field)
        if not isinstance(text, str) or not text or not text.isprintable():
            yield Fault(field, f"{field} is {shown(text)}; a line of text is needed")
    if isinstance(game.name, str) and (game.name != game.name.lower() or len(game.name.split()) != 1):
        yield Fault("name", f"name is {game.name!r}; one word in lower case is needed")
    sides = game.sides
    if not (
        isinstance(sides, tuple)
        and len(sides) == len({*sides}) == 2
        and all(isinstance(one, str) and one for one in sides)
    ):
        yield Fault("sides", f"sides is {shown(sides)}; two different names, of who moves first and of the other")


def _kinds(game: Any) -> Iterator[Fault]:
    for field in (*FUNCTIONS, *(each for each in PERHAPS if getattr(game, each) is not None)):
        if not callable(getattr(game, field)):
            yield Fault(field, f"{field} is {shown(getattr(game, field))}; a function is needed")
    for field, kind in OTHERS.items():
        if not isinstance(getattr(game, field), kind):
            yield Fault(field, f"{field} is {shown(getattr(game, field))}; {kind.__name__} is needed")


def _named(game: Any) -> Iterator[Fault]:
    for field, kind in KINDS.items():
        for name, value in getattr(game, field).items():
            if not (callable(value) if kind is None else isinstance(value, kind)):
                need = "a function of a position and its outcome" if kind is None else f"games.{kind.__name__}"
                yield Fault(field, f"{field}[{name!r}] is {shown(value)}; {need} is needed")


def _settings(game: Any) -> Iterator[Fault]:
    options = {option.name: option for option in game.options if isinstance(option, Option)}
    if len(options) != len(game.options):
        yield Fault("options", "options has one that is no games.Option, or two of one name")
    for option in options.values():
        default: object = option.default
        if not isinstance(default, str):
            why = f"the default of {option.name} is {shown(default)}; the text that a person would type is needed"
            yield Fault("options", why)
            continue
        try:
            ask(f"the reader of {option.name}", option.read, option.default, may_refuse=True)
        except ValueError as error:
            yield Fault("options", f"the default {option.default!r} of {option.name} is refused: {error}")
    if not isinstance(game.sizes, tuple | list) or not all(isinstance(size, str) for size in game.sizes):
        yield Fault("sizes", f"sizes is {shown(game.sizes)}; a tuple of texts is needed, such as ('3', '5')")
    elif game.sizes and "size" not in options:
        yield Fault("sizes", "there are sizes, and no option 'size' that reads them; add games.size_option(...)")
    names = [preset.name for preset in game.presets if isinstance(preset, Preset)]
    if len({*names}) != len(game.presets):
        yield Fault("presets", "presets has one that is no games.Preset, or two of one name")


def first_side(spot: Spot) -> Iterator[Fault]:
    """Check that MAX moves first."""
    if not spot.facts.maximizing:
        yield Fault(
            "first side",
            f"{spot.game.sides[1]} begins; `sides` names first who moves first, and maximizing is True there",
        )
