"""Orderings: in which order a search tries the moves of any game; the constant ORDERING of a file is one or several."""

import sys
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import count
from random import Random
from typing import Any

from games import AnyPosition, Evaluation, Game, MoveScores, probabilities, shorten
from visualizer.searching.algorithms import CurrentPath, in_natural_order
from visualizer.support.errors import InputError, as_input_error
from visualizer.support.plugins import discovery
from visualizer.support.plugins.discovery import Extensible, PlugInSource, unknown_name_error
from visualizer.support.plugins.watchdog import WATCHDOG, check_user_number


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a move, from the mover's side: a total and the named components that add up to it."""

    total: float
    components: Mapping[str, float] = field(default_factory=dict)


Scores = Callable[[Any, Any, CurrentPath], Sequence[Score]]
"""From a position, its moves and its path to a score for each move, in natural order."""

Totals = Callable[[Any, Any, CurrentPath], Sequence[float]]
"""From a position, its moves and its path to a total for each move, in natural order."""


def looks_nowhere() -> int:
    """Return 0: the positions that an ordering looks at ahead, if it does not look ahead."""
    return 0


@dataclass(frozen=True, slots=True)
class Ordering:
    """An ordering for one search.

    `order` yields (move index, move) in the order to try them. `scores` returns a score for each move, in natural
    order; it is None for an ordering without scores. `nodes()` is the number of positions it has looked at ahead.
    `learn(ply, number)` is called at every cutoff by a move that it has ordered, with its move index. The orders of an
    ordering that is `recorded` are stored in the trace, since it might answer differently the next time: it has memory,
    or is a user-supplied function. `lowest_first(position)` says whether it tries the lowest score first.
    """

    order: Callable[[Any, Any, CurrentPath], Iterable[tuple[int, Any]]] = in_natural_order
    scores: Scores | None = None
    nodes: Callable[[], int] = looks_nowhere
    learn: Callable[[int, int], None] | None = None
    recorded: bool = False
    lowest_first: Callable[[Any], bool] = lambda position: False

    @property
    def keeps_nothing(self) -> bool:
        """Return whether being asked leaves it as it was: it neither remembers cutoffs nor counts positions."""
        return self.learn is None and self.nodes is looks_nowhere


@dataclass(frozen=True, slots=True)
class OrderingContext:
    """What an ordering may know of its search; `weights` are those that the user changes."""

    game: Game
    evaluate: Evaluation
    depth: int
    seed: int
    root: AnyPosition | None = None
    weights: Mapping[str, float] = field(default_factory=dict)
    look_ahead: Callable[[int], None] = lambda visits: None
    """To be called regularly by an ordering that looks ahead, with the number of positions so far: it may wait here, or
    raise an exception that must be let through."""


@dataclass(frozen=True, slots=True)
class OrderingKind:
    """An ordering as users choose it: its name, a phrase on what comes first, and how it is made for a search."""

    name: str
    about: str
    make: Callable[[OrderingContext], Ordering]


@cache
def orderings() -> Extensible[OrderingKind]:
    """Return the orderings that serve every game, by name."""
    built_in = discovery.module_constants(sys.modules[__name__], "ORDERING")
    return Extensible(
        "ordering", built_in, lambda found: isinstance(found, OrderingKind), _of_package
    )


def _of_package(name: str, kind: OrderingKind) -> OrderingKind:
    """Return an ordering of an installed package, whose failures are said and whose orders are recorded."""
    what = f"the ordering {name}"

    def make(context: OrderingContext) -> Ordering:
        made = WATCHDOG.call(what, kind.make, context)
        if not isinstance(made, Ordering):
            raise InputError(f"{what} made {made!r:.80}, which is no Ordering")
        scores = made.scores
        return replace(
            made,
            order=lambda *asked: WATCHDOG.call(what, lambda: [*made.order(*asked)]),
            scores=scores and (lambda *asked: WATCHDOG.call(what, scores, *asked)),
            recorded=True,
        )

    return replace(kind, name=name, make=make)


def ordering_names(game: Game) -> list[str]:
    """Return the names of all orderings for a game that are built in."""
    return [*orderings(), *game.orderings]


def is_known_ordering(name: str, game: Game) -> bool:
    """Return whether a game has an ordering of this name, or every game has."""
    return name in game.orderings or name in orderings()


def own_scores(game: Game) -> Callable[[AnyPosition, Sequence[Any]], Sequence[float]] | None:
    """Return the totals of a game's ordering `scored`, higher for better moves; None if it has no such ordering."""
    if "scored" in game.orderings:
        return totals_of(game.orderings["scored"])
    return None


def totals_of(move_scores: MoveScores) -> Callable[[AnyPosition, Sequence[Any]], Sequence[float]]:
    """Return a function to the totals of a game's scores, the higher the earlier a move is tried."""
    components = move_scores.components
    lowest_first = move_scores.lowest_first

    def totals(position: AnyPosition, moves: Sequence[Any]) -> Sequence[float]:
        sign = -1 if lowest_first(position) else 1
        return [sign * sum(parts) for parts in components(position, moves)]

    return totals


def has_weights(name: str, game: Game) -> bool:
    """Return whether an ordering, or one of those it combines, has weights that the user may change."""
    scores = (game.orderings.get(part.strip()) for part in name.split("+"))
    return any(each is not None and each.weighted is not None for each in scores)


def make_ordering(name: str, context: OrderingContext) -> Ordering:
    """Make the ordering of a name, such as "natural" or "killer+scored"; InputError lists the names.

    Scores are from the mover's side: where chance moves, an ordering by scores keeps the natural order.
    """
    made = _made(name, context)
    if made.scores is None or context.root is None or not context.game.chance(context.root):
        return made

    def order(
        position: AnyPosition, moves: Sequence[Any], path: CurrentPath
    ) -> Iterable[tuple[int, Any]]:
        if probabilities(position) is None:
            return made.order(position, moves, path)
        return enumerate(moves)

    return replace(made, order=order)


def _made(name: str, context: OrderingContext) -> Ordering:
    game = context.game
    parts = [part.strip() for part in name.split("+")]
    is_function = PlugInSource.of(name) is PlugInSource.FUNCTION
    known = all(
        PlugInSource.of(part) is PlugInSource.FUNCTION or is_known_ordering(part, game)
        for part in parts
    )
    if len(parts) > 1 and (known or not is_function):  # a file's name may have a plus sign
        return _combined(name, [_made(part, context) for part in parts])
    if is_function:
        return _user_ordering(name)
    if name in game.orderings:
        return _by_scores(_weighted(name, context))
    if name in orderings():
        return orderings()[name].make(context)
    every = [*orderings().names(), *game.orderings]
    raise unknown_name_error(f"{game.name} has no ordering", name, every, ", FILE.py:FUNCTION")


def _weighted(name: str, context: OrderingContext) -> MoveScores:
    """Return a game's scores with the weights that the user has changed; InputError for an unknown weight."""
    scores = context.game.orderings[name]
    if not context.weights:
        return scores
    with as_input_error(f"the ordering {shorten(name)} of {context.game.name}: "):
        return scores.changed(context.weights)


def sort_by(totals: Sequence[float], moves: Sequence[Any]) -> list[tuple[int, Any]]:
    """Sort moves by score, the highest first, equal ones in natural order.

    >>> sort_by([1, 3, 3], "abc")
    [(1, 'b'), (2, 'c'), (0, 'a')]
    """
    places = sorted(range(len(moves)), key=lambda place: -totals[place])
    return [(place, moves[place]) for place in places]


def from_totals(
    name: str,
    totals: Totals,
    nodes: Callable[[], int] = looks_nowhere,
    learn: Callable[[int, int], None] | None = None,
) -> Ordering:
    """Make an ordering that tries the highest total first; `name` is what users read beside the number."""

    def order(
        position: AnyPosition, moves: Sequence[Any], path: CurrentPath
    ) -> Iterable[tuple[int, Any]]:
        return sort_by(totals(position, moves, path), moves)

    def scores(position: AnyPosition, moves: Sequence[Any], path: CurrentPath) -> Sequence[Score]:
        return [Score(total, {name: total}) for total in totals(position, moves, path)]

    return Ordering(order, scores, nodes, learn, recorded=learn is not None)


def _combined(name: str, parts: Sequence[Ordering]) -> Ordering:
    """Make an ordering in which each part decides between moves that are equal in all parts before it.

    Its score is a weighted sum of the parts' scores. The last part has weight 1, each part before it `WEIGHT_STEP` times the
    weight of the next; the weight is negative where the part tries the lowest score first.
    """
    for part, word in zip(parts[:-1], name.split("+"), strict=False):
        if part.scores is None:
            raise InputError(
                f"the ordering {shorten(word)} has no scores, so no ordering can come after it in {shorten(name)}"
            )

    def order(
        position: AnyPosition, moves: Sequence[Any], path: CurrentPath
    ) -> Iterable[tuple[int, Any]]:
        tried = [*parts[-1].order(position, moves, path)]
        for part in reversed(parts[:-1]):
            assert part.scores is not None  # checked above
            found = part.scores(position, moves, path)
            sign = mover_sign(part, position)
            tried.sort(key=lambda numbered: -sign * found[numbered[0]].total)
        return tried

    def scores(position: AnyPosition, moves: Sequence[Any], path: CurrentPath) -> Sequence[Score]:
        scored = [part for part in parts if part.scores is not None]
        found = [part.scores(position, moves, path) for part in scored if part.scores is not None]
        weights = [
            mover_sign(part, position) * WEIGHT_STEP**behind
            for behind, part in enumerate(reversed(scored))
        ][::-1]
        return [_sum(several, weights) for several in zip(*found, strict=True)]

    def learn(ply: int, number: int) -> None:
        for part in parts:
            if part.learn is not None:
                part.learn(ply, number)

    def nodes() -> int:
        return sum(part.nodes() for part in parts)

    looks_ahead = any(part.nodes is not looks_nowhere for part in parts)
    remembers = any(part.learn for part in parts)
    recorded = any(part.recorded for part in parts)
    return Ordering(
        order,
        scores,
        nodes if looks_ahead else looks_nowhere,
        learn if remembers else None,
        recorded,
    )


def mover_sign(part: Ordering, position: AnyPosition) -> int:
    """Return -1 where an ordering tries the lowest score first, else 1."""
    if part.lowest_first(position):
        return -1
    return 1


def ranks(ordering: Ordering) -> Totals | None:
    """Return a function to the scores of an ordering, turned where it tries the lowest first; None if it has none."""
    scores = ordering.scores
    if scores is None:
        return None
    return lambda position, moves, path: rank_by_scores(
        ordering, position, scores(position, moves, path)
    )


def rank_by_scores(
    ordering: Ordering, position: AnyPosition, scores: Iterable[Score]
) -> list[float]:
    """Return the totals of some scores, the higher the earlier a move is tried."""
    sign = mover_sign(ordering, position)
    return [sign * score.total for score in scores]


WEIGHT_STEP = 1_000_000
"""The factor by which a part of a combination outweighs the next one."""


def _sum(scores: Sequence[Score], weights: Sequence[int]) -> Score:
    """Add up the scores of one move; components of the same name are numbered.

    >>> _sum([Score(1, {"score": 1}), Score(5, {"score": 5})], [10, 1])
    Score(total=15, components={'score': 10, 'score 2': 5})
    """
    components: dict[str, float] = {}
    for score, weight in zip(scores, weights, strict=True):
        for name, value in score.components.items():
            numbered = (name if number == 1 else f"{name} {number}" for number in count(1))
            components[next(free for free in numbered if free not in components)] = value * weight
    return Score(sum(components.values()), components)


def _by_scores(move_scores: MoveScores) -> Ordering:
    """Make an ordering of a game's scores."""
    components = move_scores.components
    totals = totals_of(move_scores)

    def order(
        position: AnyPosition, moves: Sequence[Any], path: CurrentPath
    ) -> Iterable[tuple[int, Any]]:
        return sort_by(totals(position, moves), moves)

    def scores(position: AnyPosition, moves: Sequence[Any], path: CurrentPath) -> Sequence[Score]:
        return [
            Score(sum(parts), dict(zip(move_scores.names, parts, strict=True)))
            for parts in components(position, moves)
        ]

    return Ordering(order, scores, lowest_first=move_scores.lowest_first)


def _user_ordering(name: str) -> Ordering:
    """Make an ordering of a user-supplied function score(position, move), highest first."""
    function = discovery.user_function(name)
    what = f"the ordering {name}"
    last: list[Any] = [None, []]

    def totals(position: AnyPosition, moves: Sequence[Any], path: CurrentPath) -> Sequence[float]:
        if last[0] is not position:  # order and scores are asked for one after the other
            last[:] = (
                position,
                [
                    check_user_number(what, WATCHDOG.call(what, function, position, move))
                    for move in moves
                ],
            )
        known: Sequence[float] = last[1]
        return known

    return replace(from_totals(getattr(function, "__name__", "score"), totals), recorded=True)


def shuffled(context: OrderingContext) -> Ordering:
    """Shuffle the moves of each position with a generator seeded by a checksum of the seed and the path.

    So they are the same for the same seed and path, whatever else the search does.
    """

    def order(
        position: AnyPosition, moves: Sequence[Any], path: CurrentPath
    ) -> Iterable[tuple[int, Any]]:
        places = [*enumerate(moves)]
        Random(zlib.crc32(repr((context.seed, path())).encode())).shuffle(places)
        return places

    return Ordering(order)


ORDERING = (
    OrderingKind(
        "natural", "in the order in which the game lists its moves", lambda context: Ordering()
    ),
    OrderingKind(
        "reverse",
        "natural order, last move first",
        lambda context: Ordering(lambda position, moves, path: [*enumerate(moves)][::-1]),
    ),
    OrderingKind("random", "at random, as drawn with --seed", shuffled),
)
"""Those without scores."""
