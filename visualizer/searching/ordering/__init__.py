"""Orderings: the order in which a search tries the moves of any game, or of a certain game.

The constant ORDERING of each file in this folder has its orderings.
"""

import sys
import zlib
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import count
from random import Random
from typing import Any

from games import AnyPosition, Evaluation, Game, MoveScores, probabilities, shorten
from visualizer.searching.algorithms import CurrentPath, in_natural_order
from visualizer.support.errors import InputError, as_input_error
from visualizer.support.plugins import discovery
from visualizer.support.plugins.discovery import PlugInRegistry, PlugInSource, unknown_name_error
from visualizer.support.plugins.watchdog import WATCHDOG, check_user_number


@dataclass(frozen=True, slots=True)
class Score:
    """A move's score from the mover's side: a total, and the named components that add up to it."""

    total: float
    components: Mapping[str, float] = field(default_factory=dict)


Scores = Callable[[Any, Any, CurrentPath], Sequence[Score]]
"""Takes a position, its moves and its path; returns a score for each move, in natural order."""

Totals = Callable[[Any, Any, CurrentPath], Sequence[float]]
"""Takes a position, its moves and its path; returns each move's total score, in natural order."""


def no_lookahead_nodes() -> int:
    """Return 0: an ordering that does not look ahead examines no positions."""
    return 0


@dataclass(frozen=True, slots=True)
class Ordering:
    """An ordering for one search."""

    order: Callable[[Any, Any, CurrentPath], Iterable[tuple[int, Any]]] = in_natural_order
    """Yields (move index, move) pairs in the order to try them."""
    scores: Scores | None = None
    """Returns a score for each move, in natural order; None for an ordering without scores."""
    nodes: Callable[[], int] = no_lookahead_nodes
    """Returns the number of positions that the ordering has examined by looking ahead."""
    learn: Callable[[int, int], None] | None = None
    """Called at every cutoff, with the ply and the index of the move that caused it."""
    recorded: bool = False
    """Whether the trace stores the orders, since the ordering may return another order next time:
    it learns, or is a user's function."""
    lowest_first: Callable[[Any], bool] = lambda position: False
    """Returns whether the lowest score is tried first in a position."""

    @property
    def is_stateless(self) -> bool:
        """Return whether the ordering keeps no state: it neither learns nor counts positions."""
        return self.learn is None and self.nodes is no_lookahead_nodes


@dataclass(frozen=True, slots=True)
class OrderingContext:
    """The search that an ordering is made for."""

    game: Game
    evaluate: Evaluation
    depth: int
    seed: int
    root: AnyPosition | None = None
    weights: Mapping[str, float] = field(default_factory=dict)
    """The weights of scores that the user has changed, by name."""
    look_ahead: Callable[[int], None] = lambda visits: None
    """To be called regularly by an ordering that looks ahead, with the number of positions so far.

    It lets other work run, and may raise an exception that the ordering must not catch."""


@dataclass(frozen=True, slots=True)
class OrderingKind:
    """An ordering as users choose it: its name, a phrase about it, and the function to make it."""

    name: str
    about: str
    make: Callable[[OrderingContext], Ordering]


@cache
def orderings() -> PlugInRegistry[OrderingKind]:
    """Return the orderings that serve every game, by name."""
    built_in = discovery.module_constants(sys.modules[__name__], "ORDERING")
    return PlugInRegistry(
        "ordering", built_in, lambda found: isinstance(found, OrderingKind), _of_package
    )


def _of_package(name: str, kind: OrderingKind) -> OrderingKind:
    """Return a package's ordering, with InputError if it fails, and with its orders recorded."""
    return replace(kind, name=name, make=partial(_make_guarded, name, kind.make))


def _make_guarded(
    name: str, make: Callable[[OrderingContext], Ordering], context: OrderingContext
) -> Ordering:
    """Make the ordering of a package; any exception in the package's code becomes InputError."""
    subject = f"the ordering {name}"
    made = WATCHDOG.call(subject, make, context)
    if not isinstance(made, Ordering):
        raise InputError(f"{subject} made {made!r:.80}, which is no Ordering")

    def order(*arguments: Any) -> Any:
        return WATCHDOG.call(subject, lambda: [*made.order(*arguments)])

    # The package may return another order next time, so the trace stores its orders.
    guarded = replace(made, order=order, recorded=True)
    if made.scores is None:
        return guarded
    return replace(guarded, scores=partial(WATCHDOG.call, subject, made.scores))


def ordering_names(game: Game) -> list[str]:
    """Return the names of all built-in orderings for a game."""
    return [*orderings(), *game.orderings]


def is_known_ordering(name: str, game: Game) -> bool:
    """Return whether there is an ordering with this name for the game, or for all games."""
    return name in game.orderings or name in orderings()


def own_scores(game: Game) -> Callable[[AnyPosition, Sequence[Any]], Sequence[float]] | None:
    """Return the function that scores moves for a game's ordering `scored`; None if it has none.

    Better moves have higher scores.
    """
    if "scored" in game.orderings:
        return totals_function(game.orderings["scored"])
    return None


def totals_function(
    move_scores: MoveScores,
) -> Callable[[AnyPosition, Sequence[Any]], Sequence[float]]:
    """Return a function that returns each move's total score, highest for the first move to try.

    If the game tries the lowest score first, the totals have the opposite sign.
    """
    components = move_scores.components
    lowest_first = move_scores.lowest_first

    def totals(position: AnyPosition, moves: Sequence[Any]) -> Sequence[float]:
        sign = -1 if lowest_first(position) else 1
        return [sign * sum(parts) for parts in components(position, moves)]

    return totals


def has_weights(name: str, game: Game) -> bool:
    """Return whether an ordering, or a part of a combination, has weights that users may change."""
    for part in name.split("+"):
        scores = game.orderings.get(part.strip())
        if scores is not None and scores.factory is not None:
            return True
    return False


def make_ordering(name: str, context: OrderingContext) -> Ordering:
    """Make an ordering by name, such as "natural" or "killer+scored"; InputError lists the names.

    At chance nodes, an ordering with scores keeps the natural order, since nobody chooses a move.
    """
    made = _make_by_name(name, context)
    may_meet_chance = context.root is not None and context.game.chance(context.root)
    if made.scores is None or not may_meet_chance:
        return made

    def order(
        position: AnyPosition, moves: Sequence[Any], current_path: CurrentPath
    ) -> Iterable[tuple[int, Any]]:
        if probabilities(position) is None:
            return made.order(position, moves, current_path)
        return enumerate(moves)

    return replace(made, order=order)


def _make_by_name(name: str, context: OrderingContext) -> Ordering:
    """Make an ordering by name, which may also reorder chance nodes.

    InputError for an unknown name.
    """
    game = context.game
    parts = [part.strip() for part in name.split("+")]
    is_function = PlugInSource.of(name) is PlugInSource.FUNCTION
    has_plus = len(parts) > 1
    # The plus sign may be in the name of a user's file, as in `a+b.py:f`.
    is_combination = not is_function or all(_is_known_part(part, game) for part in parts)
    if has_plus and is_combination:
        return _combined(name, [_make_by_name(part, context) for part in parts])
    if is_function:
        return _user_ordering(name)
    if name in game.orderings:
        return _by_scores(_weighted(name, context))
    if name in orderings():
        return orderings()[name].make(context)
    every = [*orderings().names(), *game.orderings]
    raise unknown_name_error(f"{game.name} has no ordering", name, every, ", FILE.py:FUNCTION")


def _is_known_part(name: str, game: Game) -> bool:
    return PlugInSource.of(name) is PlugInSource.FUNCTION or is_known_ordering(name, game)


def _weighted(name: str, context: OrderingContext) -> MoveScores:
    """Return a game's scores with the user's weights; InputError for a wrong weight."""
    scores = context.game.orderings[name]
    if not context.weights:
        return scores
    with as_input_error(f"the ordering {shorten(name)} of {context.game.name}: "):
        return scores.with_weights(context.weights)


def sort_by(totals: Sequence[float], moves: Sequence[Any]) -> list[tuple[int, Any]]:
    """Sort moves by score, the highest first; moves with equal scores stay in natural order.

    >>> sort_by([1, 3, 3], "abc")
    [(1, 'b'), (2, 'c'), (0, 'a')]
    """
    return sort_numbered([*enumerate(moves)], totals)


def sort_numbered(
    numbered_moves: list[tuple[int, Any]], totals: Sequence[float]
) -> list[tuple[int, Any]]:
    """Sort (move index, move) pairs by score, the highest first.

    `totals` are the scores by move index. Pairs with equal scores stay in the given order.

    >>> sort_numbered([(2, "c"), (1, "b"), (0, "a")], [1, 3, 3])
    [(2, 'c'), (1, 'b'), (0, 'a')]
    """
    return sorted(numbered_moves, key=lambda numbered_move: -totals[numbered_move[0]])


def from_totals(
    name: str,
    totals: Totals,
    nodes: Callable[[], int] = no_lookahead_nodes,
    learn: Callable[[int, int], None] | None = None,
) -> Ordering:
    """Make an ordering that tries the moves with the highest total scores first.

    `name` is the score's name for users. `totals(position, moves, path)` returns the scores.
    `nodes()` returns the number of positions examined by looking ahead. `learn(ply, move index)` is
    called at every cutoff.
    """

    def order(
        position: AnyPosition, moves: Sequence[Any], current_path: CurrentPath
    ) -> Iterable[tuple[int, Any]]:
        return sort_by(totals(position, moves, current_path), moves)

    def scores(
        position: AnyPosition, moves: Sequence[Any], current_path: CurrentPath
    ) -> Sequence[Score]:
        return [Score(total, {name: total}) for total in totals(position, moves, current_path)]

    return Ordering(
        order,
        scores,
        nodes,
        learn,
        recorded=learn is not None,
    )


@dataclass(frozen=True, slots=True)
class Combination:
    """Several orderings; each decides between moves to which the earlier ones give equal scores."""

    parts: Sequence[Ordering]

    def order(
        self, position: AnyPosition, moves: Sequence[Any], current_path: CurrentPath
    ) -> Iterable[tuple[int, Any]]:
        """Return (move index, move) pairs in the order to try them."""
        # Sorting is stable, so the most important part, the first, must sort last.
        ordered = [*self.parts[-1].order(position, moves, current_path)]
        for part in reversed(self.parts[:-1]):
            assert part.scores is not None  # an ordering without scores was refused
            scores = part.scores(position, moves, current_path)
            totals = rank_by_scores(part, position, scores)
            ordered = sort_numbered(ordered, totals)
        return ordered

    def scores(
        self, position: AnyPosition, moves: Sequence[Any], current_path: CurrentPath
    ) -> Sequence[Score]:
        """Return weighted sums of the parts' scores.

        The weights, from the last part back, are 1, `WEIGHT_STEP`, `WEIGHT_STEP` squared and so on.
        The weight is negative if the part tries the lowest score first.
        """
        weight = 1
        weights = list[int]()
        part_scores = list[Sequence[Score]]()
        for part in reversed(self.parts):
            if part.scores is None:
                continue
            part_scores.append(part.scores(position, moves, current_path))
            weights.append(rank_sign(part, position) * weight)
            weight *= WEIGHT_STEP
        # In the order of the parts, later components of the same name get a number.
        weights.reverse()
        part_scores.reverse()
        scores_of_moves = zip(*part_scores, strict=True)
        return [_weighted_sum(move_scores, weights) for move_scores in scores_of_moves]

    def learn(self, ply: int, number: int) -> None:
        """Let all parts that learn from cutoffs learn from a cutoff."""
        for part in self.parts:
            if part.learn is not None:
                part.learn(ply, number)

    def nodes(self) -> int:
        """Return the number of positions that all parts have examined by looking ahead."""
        return sum(part.nodes() for part in self.parts)


def _combined(name: str, parts: Sequence[Ordering]) -> Ordering:
    """Make an ordering in which each part decides between moves with equal scores so far.

    `name` is the name of the combination. InputError if a part before the last has no scores.
    """
    for part, part_name in zip(parts[:-1], name.split("+"), strict=False):
        if part.scores is None:
            raise InputError(
                f"the ordering {shorten(part_name)} has no scores, "
                f"so no ordering can come after it in {shorten(name)}"
            )
    combination = Combination(parts)
    combined = Ordering(
        combination.order, combination.scores, recorded=any(part.recorded for part in parts)
    )
    if any(part.nodes is not no_lookahead_nodes for part in parts):
        combined = replace(combined, nodes=combination.nodes)
    if any(part.learn for part in parts):
        combined = replace(combined, learn=combination.learn)
    return combined


def rank_sign(part: Ordering, position: AnyPosition) -> int:
    """Return -1 if an ordering tries the lowest score first, else 1."""
    if part.lowest_first(position):
        return -1
    return 1


def rank_function(ordering: Ordering) -> Totals | None:
    """Return a function that gives each move a number, highest for the first move to try.

    None if the ordering has no scores.
    """
    scores = ordering.scores
    if scores is None:
        return None

    def rank(position: Any, moves: Any, current_path: CurrentPath) -> Sequence[float]:
        return rank_by_scores(ordering, position, scores(position, moves, current_path))

    return rank


def rank_by_scores(
    ordering: Ordering, position: AnyPosition, scores: Iterable[Score]
) -> list[float]:
    """Return a number for each score, highest for the first move to try."""
    sign = rank_sign(ordering, position)
    return [sign * score.total for score in scores]


WEIGHT_STEP = 1_000_000
"""In a combination, the weight of a part divided by the weight of the next part."""


def _weighted_sum(scores: Sequence[Score], weights: Sequence[int]) -> Score:
    """Add up the scores of one move, each with its weight.

    If several scores have a component of the same name, the later ones get a number.

    >>> _weighted_sum([Score(1, {"score": 1}), Score(5, {"score": 5})], [10, 1])
    Score(total=15, components={'score': 10, 'score 2': 5})
    """
    components: dict[str, float] = {}
    for score, weight in zip(scores, weights, strict=True):
        for name, value in score.components.items():
            components[_free_name(name, components)] = value * weight
    return Score(sum(components.values()), components)


def _free_name(name: str, taken: Container[str]) -> str:
    """Return a name that is not taken: `name` itself, or `name 2`, `name 3` and so on."""
    if name not in taken:
        return name
    candidates = (f"{name} {number}" for number in count(2))
    return next(candidate for candidate in candidates if candidate not in taken)


def _by_scores(move_scores: MoveScores) -> Ordering:
    """Make an ordering by a game's own scores, highest or lowest first as the game says."""
    components = move_scores.components
    totals = totals_function(move_scores)

    def order(
        position: AnyPosition, moves: Sequence[Any], current_path: CurrentPath
    ) -> Iterable[tuple[int, Any]]:
        return sort_by(totals(position, moves), moves)

    def scores(
        position: AnyPosition, moves: Sequence[Any], current_path: CurrentPath
    ) -> Sequence[Score]:
        names = move_scores.names
        named = [dict(zip(names, parts, strict=True)) for parts in components(position, moves)]
        return [Score(sum(parts.values()), parts) for parts in named]

    return Ordering(order, scores, lowest_first=move_scores.lowest_first)


def _user_ordering(name: str) -> Ordering:
    """Make an ordering by a user's function score(position, move); the highest score is first."""
    function = discovery.user_function(name)
    subject = f"the ordering {name}"
    last_position: Any = None
    last_totals: list[float] = []

    def score(position: AnyPosition, move: Any) -> float:
        returned = WATCHDOG.call(subject, function, position, move)
        return check_user_number(subject, returned)

    def totals(
        position: AnyPosition, moves: Sequence[Any], current_path: CurrentPath
    ) -> Sequence[float]:
        nonlocal last_position, last_totals
        # A search asks for the order and then for the scores of a position: cache the scores.
        if last_position is not position:
            new_totals = [score(position, move) for move in moves]
            last_position = position
            last_totals = new_totals
        return last_totals

    return replace(from_totals(getattr(function, "__name__", "score"), totals), recorded=True)


def shuffled(context: OrderingContext) -> Ordering:
    """Make an ordering that shuffles the moves of each position.

    The order depends only on the search's seed and the path to the position.
    """

    def order(
        position: AnyPosition, moves: Sequence[Any], current_path: CurrentPath
    ) -> Iterable[tuple[int, Any]]:
        numbered_moves = [*enumerate(moves)]
        # Unlike Python's `hash`, a checksum is the same in every run.
        seed = zlib.crc32(repr((context.seed, current_path())).encode())
        Random(seed).shuffle(numbered_moves)
        return numbered_moves

    return Ordering(order)


ORDERING = (
    OrderingKind(
        "natural", "in the order in which the game lists its moves", lambda context: Ordering()
    ),
    OrderingKind(
        "reverse",
        "natural order, last move first",
        lambda context: Ordering(lambda position, moves, current_path: [*enumerate(moves)][::-1]),
    ),
    OrderingKind("random", "at random, as drawn with --seed", shuffled),
)
"""The orderings without scores."""
