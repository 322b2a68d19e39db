"""What the fields of the start screen offer: values to step through, and a sentence about each."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from games import Game, Option
from visualizer import ordering
from visualizer.algorithms import algorithms
from visualizer.search_options import DEEPEST, MAX_NODES
from visualizer.tui.start.draft import Draft
from visualizer.tui.themes import THEMES
from visualizer.tui.turning import turned

Step = Callable[[str, int], str]
"""From a value and a direction (-1 or 1) to the value beside it."""

FAR = 100
"""How many numbers are tried for one that a setting allows."""


@dataclass(frozen=True, slots=True)
class DisplayOption:
    """Something about how things look: its words, and a sentence."""

    words: tuple[str, ...]
    about: str


DISPLAY_OPTIONS = {
    "theme": DisplayOption((*THEMES,), "Colours: dark, light, high contrast, or none (mono)."),
    "signs": DisplayOption(("unicode", "ascii"), "unicode, or ascii for terminals and fonts that lack signs."),
    "motion": DisplayOption(("full", "reduced"), "full, or reduced: nothing blinks or glides."),
}


def counting(allowed: Callable[[int], bool], *, first: int = 1) -> Step:
    """Step through the whole numbers that are allowed."""

    def step(value: str, by: int) -> str:
        try:
            number = int(value)
        except ValueError:
            return str(first)
        return next((str(near) for near in range(number + by, number + by * FAR, by) if allowed(near)), value)

    return step


def step_depth(value: str, by: int) -> str:
    """Step through depths; `all` stands on both ends.

    >>> step_depth("1", -1), step_depth("all", 1), step_depth("3", 1)
    ('all', '1', '4')
    """
    if value == "all":
        return "1" if by > 0 else "10"
    number = int(value) + by if value.isascii() and value.isdigit() and len(value) < 5 else 3
    return str(number) if 0 < number <= DEEPEST else "all"


def step_limit(value: str, by: int) -> str:
    """Step through limits of nodes, up and down by tens.

    >>> step_limit("2000000", 1), step_limit("1000", -1)
    ('20000000', '100')
    """
    with suppress(ValueError):
        number = int(MAX_NODES.value(value))
        return str(min(number * 10, 10**12) if by > 0 else max(1, number // 10))
    return str(MAX_NODES.default)


STEPS: Mapping[str, Step] = {"depth": step_depth, "max_nodes": step_limit}
"""How numbers are stepped through that are not counted one by one."""


def search_step(key: str, draft: Draft, game: Game) -> Step:
    """Return how to step through the values of a word of the search."""
    words: dict[str, Sequence[str]] = {
        "algorithm": [*algorithms()],
        "ordering": ordering.names(game),
        "evaluation": [*game.evaluations],
    }
    option = draft.option(key)
    if key in words or option.choices:
        return partial(turned, words.get(key, option.choices))
    return STEPS.get(key) or steps_of(draft.default(key), option.about, partial(takes, option.value))


def setting_step(option: Option, sizes: Sequence[str]) -> Step:
    """Return how to step through the values of a game's setting."""
    if option.name == "size" and sizes:
        return partial(turned, sizes)
    return steps_of(option.default, option.about, partial(takes, option.read))


def steps_of(usual: str, about: str, allowed: Callable[[str], bool]) -> Step:
    """Return how to step through numbers, or else through the allowed words among those of a sentence, yes and no.

    >>> steps_of("2", "how many", lambda text: int(text) < 4)("3", -1)
    '2'
    """
    with suppress(ValueError):
        return counting(lambda number: allowed(str(number)), first=int(usual))
    words = dict.fromkeys((*re.findall(r"[\w.:-]+", about), "yes", "no"))
    return partial(turned, [word for word in words if allowed(word)])


def takes(read: Callable[[str], Any], text: str) -> bool:
    """Say whether a reader takes a text."""
    try:
        read(text)
    except ValueError:
        return False
    return True


def about_search(key: str, draft: Draft, game: Game) -> str:
    """Return a sentence about a word of the search as it stands."""
    value = draft.word(key)
    if key == "algorithm" and value in algorithms():
        return f"{algorithms()[value].title}: {algorithms()[value].about}"
    if key == "ordering":
        return _about_ordering(value, game)
    if key == "weights":
        return _about_weights(draft.word("ordering"), game)
    if key == "evaluation":
        described = inspect.getdoc(game.evaluations[value]) if value in game.evaluations else ""
        return f"What a leaf is worth. {value}: {(described or 'a user-supplied function').splitlines()[0]}"
    return "" if key == "algorithm" else draft.option(key).about


def _about_weights(ordering_name: str, game: Game) -> str:
    if ordering_name in game.orderings:
        names = " ".join(game.orderings[ordering_name].names)
        return f"Other weights for the scores of {ordering_name}, as NAME=NUMBER,NAME=NUMBER; it has: {names}"
    return f"NAME=NUMBER,NAME=NUMBER for an ordering that adds up scores; {ordering_name} does not."


def _about_ordering(value: str, game: Game) -> str:
    offered = game.orderings.get(value) or ordering.orderings().get(value)
    if offered is not None:
        return f"The order in which moves are tried. {value}: {offered.about}"
    return "The order in which moves are tried, here by a user-supplied function: FILE.py:FUNCTION."
