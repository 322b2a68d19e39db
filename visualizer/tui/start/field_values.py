"""What the fields of the start screen offer: values to step through, and a sentence about each."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Sequence
from contextlib import suppress

from games import Game, Option
from visualizer import ordering
from visualizer.algorithms import algorithms
from visualizer.recipe import DEEPEST, READERS
from visualizer.tui.start.draft import Draft

Step = Callable[[str, int], str]
"""From a value and a direction (-1 or 1) to the value beside it."""

FAR = 100
"""How many numbers are tried for one that a setting allows."""

TITLES = {"cut": "cut rule", "max_nodes": "node limit"}

EXAMPLES = {"weights": "usual"}
"""What stands in a field that is empty."""
ABOUT = {
    "depth": "How many plies to look ahead, or all: to the end of the game.",
    "cut": ">= also cuts when α and β are equal, as in most books; > does not, so that all equal moves are seen.",
    "fail": "soft passes up the value found, hard clips it to the window.",
    "window": "Two numbers A,B between which the root's value matters; -inf,inf for all.",
    "seed": "A number that random orders begin with: the same seed, the same order.",
    "max_nodes": "The search stops after so many nodes, and says so.",
}
LOOKS = {
    "theme": "Colours: dark, light, high contrast, or none (mono).",
    "signs": "unicode, or ascii for terminals and fonts that lack signs.",
    "motion": "full, or reduced: nothing blinks or glides.",
}


def ring(words: Sequence[str]) -> Step:
    """Step through words, round and round.

    >>> ring(["a", "b", "c"])("c", 1)
    'a'
    """

    def step(value: str, by: int) -> str:
        if value not in words:
            return words[0] if words else value
        return words[(words.index(value) + by) % len(words)]

    return step


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
        number = int(READERS["max_nodes"](value))
        return str(min(number * 10, 10**12) if by > 0 else max(1, number // 10))
    return "2000000"


def search_step(key: str, draft: Draft, game: Game) -> Step:
    """Return how to step through the values of a word of the search."""
    words: dict[str, Sequence[str]] = {
        "algorithm": [*algorithms()],
        "ordering": ordering.names(game),
        "evaluation": [*game.evaluations],
        "cut": (">=", ">"),
        "fail": ("soft", "hard"),
        "window": (draft.default("window"),),
    }
    if key == "depth":
        return step_depth
    if key == "max_nodes":
        return step_limit
    return counting(lambda number: True, first=0) if key == "seed" else ring(words.get(key, ()))


def option_step(option: Option, sizes: Sequence[str]) -> Step:
    """Return how to step through the values of a game's setting: sizes, numbers or words that its reader takes."""
    if option.name == "size" and sizes:
        return ring(sizes)
    with suppress(ValueError):
        int(option.default)
        return counting(lambda number: takes(option, str(number)), first=int(option.default))
    return ring([word for word in dict.fromkeys(re.findall(r"[\w.:-]+", option.about)) if takes(option, word)])


def takes(option: Option, text: str) -> bool:
    """Say whether a setting can have that value."""
    try:
        option.read(text)
    except ValueError:
        return False
    return True


def about_search(key: str, value: str, ordering_name: str, game: Game) -> str:
    """Return a sentence about a word of the search as it stands, beside the ordering that is chosen."""
    if key == "algorithm" and value in algorithms():
        return f"{algorithms()[value].title}: {algorithms()[value].about}"
    if key == "ordering":
        return _about_ordering(value, game)
    if key == "weights":
        return _about_weights(ordering_name, game)
    if key == "evaluation":
        described = inspect.getdoc(game.evaluations[value]) if value in game.evaluations else ""
        return f"What a leaf is worth. {value}: {(described or 'a function of your own').splitlines()[0]}"
    return ABOUT.get(key, "")


def _about_weights(ordering_name: str, game: Game) -> str:
    if ordering_name in game.orderings:
        names = " ".join(game.orderings[ordering_name].names)
        return f"Other weights for the scores of {ordering_name}, as NAME=NUMBER,NAME=NUMBER; it has: {names}"
    return f"NAME=NUMBER,NAME=NUMBER for an ordering that adds up scores; {ordering_name} does not."


def _about_ordering(value: str, game: Game) -> str:
    if value in game.orderings:
        return f"The order in which moves are tried. {value}: {game.orderings[value].about}"
    if value in ordering.orderings():
        return f"The order in which moves are tried. {value}: {ordering.orderings()[value].about}"
    return "The order in which moves are tried, here by a function of your own: FILE.py:FUNCTION."
