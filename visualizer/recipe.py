"""What was asked for: a position and a search, as words and numbers that can be written down and read again."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from math import inf, isinf
from typing import Any, Self

from visualizer.algorithms import algorithm
from visualizer.errors import InputError
from visualizer.look import numbers
from visualizer.plugins.discovery import is_own

MAX_NODES = 2_000_000
DEEPEST = 1_000


@dataclass(frozen=True, slots=True)
class Where:
    """A position: a game, its settings, notation or the name of a preset, and moves played from there."""

    game: str
    position: str | None = None
    moves: str = ""
    settings: Mapping[str, str] = field(default_factory=dict)

    def words(self) -> list[str]:
        """Return it as the command line takes it."""
        words = [self.game]
        if self.position is not None:
            words += ["-p", self.position]
        if self.moves:
            words += ["-m", self.moves]
        for key, value in self.settings.items():
            words += ["--size", value] if key == "size" else ["--set", f"{key}={value}"]
        return words


@dataclass(frozen=True, slots=True)
class Search:
    """A search, in the words of the command line; None stands for the default of the algorithm or the game.

    `depth` is the limit in plies, or "all".
    """

    algorithm: str = "alpha-beta"
    ordering: str | None = None
    weights: str = ""
    evaluation: str | None = None
    depth: int | str | None = None
    cut: str = ">="
    fail: str = "soft"
    window: tuple[float, float] = (-inf, inf)
    seed: int = 0
    max_nodes: int = MAX_NODES

    def __post_init__(self) -> None:
        """Refuse what no search can be."""
        if self.cut not in (">=", ">"):
            raise InputError(f"the cut {self.cut!r} is not one of >= >")
        # A person's own file is not run before it is needed; such a search has one way to fail.
        ways = ("soft",) if is_own(self.algorithm) else tuple(algorithm(self.algorithm).fail)
        if self.fail not in ways:
            raise InputError(f"{self.fail!r} is not a way to fail of {self.algorithm}; allowed: {' '.join(ways)}")
        if self.cut == ">" and self.fail == "hard":
            raise InputError("the cut > with fail hard never cuts: a clipped value does not exceed its bound; use >=")
        if not self.window[0] < self.window[1]:
            low, high = map(numbers.write, self.window)
            raise InputError(f"the window {low},{high} is empty; the first number must be less than the second")

    def changes(self) -> dict[str, str]:
        """Return what differs from the default search, each as it is typed."""
        default = Search()
        changed = {}
        for item in fields(self):
            value = getattr(self, item.name)
            if value != getattr(default, item.name):
                changed[item.name] = ",".join(map(numbers.write, value)) if item.name == "window" else str(value)
        return changed

    def words(self) -> list[str]:
        """Return it as the command line takes it, leaving out defaults."""
        return [word for key, value in self.changes().items() for word in (OPTIONS[key], value)]

    def grammar(self) -> str:
        """Return it as one word, `NAME[,key=value...]`, which reads back.

        >>> Search("minimax", depth=3).grammar()
        'minimax,depth=3'
        """
        rest = {key: value for key, value in self.changes().items() if key != "algorithm"}
        return ",".join(
            [_quoted(self.algorithm), *(f"{key.replace('_', '-')}={_quoted(value)}" for key, value in rest.items())]
        )

    @classmethod
    def from_grammar(cls, text: str, base: Self | None = None) -> Self:
        """Read `NAME[,key=value...]`; what it leaves out is as in `base`.

        >>> Search.from_grammar("minimax,depth=3").depth
        3
        """
        name, *pairs = _split(text)
        values: dict[str, Any] = {"algorithm": _unquoted(name)}
        for pair in pairs:
            key, equals, value = pair.partition("=")
            key = key.strip().replace("-", "_")
            if not equals or key not in READERS:
                allowed = " ".join(word.replace("_", "-") for word in READERS)
                raise InputError(f"{pair!r} in the search {text!r} is not KEY=VALUE with a key of: {allowed}")
            if key in values:
                raise InputError(f"{key.replace('_', '-')} is given twice in the search {text!r}; give it once")
            values[key] = READERS[key](_unquoted(value))
        return replace(base or cls(), **values)


OPTIONS = {
    "algorithm": "-a",
    "ordering": "-o",
    "weights": "--weights",
    "evaluation": "-e",
    "depth": "-d",
    "cut": "--cut",
    "fail": "--fail",
    "window": "--window",
    "seed": "--seed",
    "max_nodes": "--max-nodes",
}


def read_depth(text: str) -> int | str:
    """Read a depth limit: plies from 1, or `all`."""
    if text == "all":
        return text
    if text.isascii() and text.isdigit() and len(text) < 12 and int(text) > 0:
        return _not_too_deep(int(text))
    raise InputError(f"the depth {text!r:.60} is not a number of plies from 1 to {DEEPEST:,}, or all")


def _not_too_deep(depth: int) -> int:
    if depth > DEEPEST:
        raise InputError(f"the depth {depth} is more than {DEEPEST:,} plies; use all to search to the end")
    return depth


def read_window(text: str) -> tuple[float, float]:
    """Read `A,B` or `A:B`, the numbers between which the root's value matters."""
    low, separator, high = text.replace(":", ",").partition(",")
    if not separator:
        raise InputError(f"the window {text!r:.60} is not two numbers A,B or A:B, for example -1:1")
    return numbers.read(low, "the window's end"), numbers.read(high, "the window's end")


def read_count(what: str, low: int, high: int = 10**15) -> Any:
    """Make a reader of whole numbers from `low` to `high`."""

    def read(text: str) -> int:
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) < 20 and low <= int(text) <= high):
            raise InputError(f"{what} {text!r:.60} is not a whole number from {low:,} to {high:,}")
        return int(text)

    return read


def read_weights(text: str) -> str:
    """Check `NAME=NUMBER[,NAME=NUMBER...]` and return it without spaces."""
    return ",".join(f"{name}={numbers.write(weight)}" for name, weight in weights_of(text).items())


def weights_of(text: str) -> dict[str, float]:
    """Return the weights that a text changes, by name.

    >>> weights_of("road=20, centre=0")
    {'road': 20.0, 'centre': 0.0}
    """
    weights = {}
    for pair in filter(None, (part.strip() for part in text.split(","))):
        name, equals, number = pair.partition("=")
        if not equals or not name.strip():
            raise InputError(f"the weights {text!r:.60} are not NAME=NUMBER, for example road=20,centre=0")
        name = name.strip()
        if name in weights:
            raise InputError(f"the weight {name!r:.40} is given twice in {text!r:.60}; give it once")
        weights[name] = numbers.read(number, f"the weight {name!r:.40}")
        if isinf(weights[name]):
            raise InputError(f"the weight {name!r:.40} is {number.strip()!r:.40}; a finite number is needed")
    return weights


READERS = {
    "ordering": str,
    "weights": read_weights,
    "evaluation": str,
    "depth": read_depth,
    "cut": str,
    "fail": str,
    "window": read_window,
    "seed": read_count("the seed", -(10**15)),
    "max_nodes": read_count("the limit of nodes", 1),
}


def _quoted(value: str) -> str:
    """Put a value in quotation marks where it would not read back without them; those in it are doubled.

    >>> _quoted("killer"), _quoted('a,"b".py:f')
    ('killer', '"a,""b"".py:f"')
    """
    plain = value == value.strip() and "," not in value and '"' not in value
    return value if plain else '"' + value.replace('"', '""') + '"'


def _unquoted(text: str) -> str:
    """Return the value that a text stands for, in quotation marks or without.

    >>> _unquoted(' "a,""b"".py:f" ')
    'a,"b".py:f'
    """
    value = text.strip()
    return value[1:-1].replace('""', '"') if len(value) > 1 and value[0] == value[-1] == '"' else value


def _split(text: str) -> list[str]:
    """Split at the commas that stand outside of quotation marks; a doubled mark begins and ends at once."""
    parts, inside = [""], False
    for letter in text:
        if letter == '"':
            inside = not inside
        if letter == "," and not inside:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


@dataclass(frozen=True, slots=True)
class Recipe:
    """A position and a search: makes the same trace again, whenever and wherever it is run."""

    where: Where
    search: Search = field(default_factory=Search)

    def command(self, command: str = "open") -> str:
        """Return the command line that asks for this."""
        return shlex.join(["visualizer", command, *self.where.words(), *self.search.words()])

    def dumps(self, counts: Mapping[str, Any]) -> str:
        """Return the text of a saved run: the recipe, and the counts as a check."""
        where = {key: value for key, value in asdict(self.where).items() if value or (key, value) == ("position", "")}
        return json.dumps({"where": where, "search": self.search.grammar(), "counts": dict(counts)}, indent=2) + "\n"

    @classmethod
    def loads(cls, text: str, name: str) -> tuple[Self, dict[str, Any]]:
        """Read a saved run: the recipe and the counts it had; `name` is the file's, for errors."""
        try:
            saved = json.loads(text)
            where = Where(**saved["where"])
            position = "" if where.position is None else where.position
            _check_texts(where.game, position, where.moves, *where.settings.keys(), *where.settings.values())
            return cls(where, Search.from_grammar(saved["search"])), dict(saved["counts"])
        except InputError:
            raise
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise InputError(f"{name!r} is not a saved run: {type(error).__name__}: {error}") from error


def _check_texts(*values: object) -> None:
    """Raise TypeError if one of the values is no text."""
    for value in values:
        if not isinstance(value, str):
            raise TypeError(f"{value!r:.40} is not a text")
