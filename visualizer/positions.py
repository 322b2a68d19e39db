"""Positions below a root, with the names and scores of their moves: computed on demand and cached, not recorded."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from games import AnyPosition, probabilities
from visualizer.ordering import Ordering, Score
from visualizer.trace.rows import FIRST_ASIDE, Detour, MovePath

STRIDE = 64
"""Plies between prefixes of a path that are computed before the path itself."""


def kept_while(extent: Callable[[], int], most: int) -> Callable[[Callable[[MovePath], Any]], Any]:
    """Return a decorator that keeps what a function returns for the last paths, n at most, while `extent` is the same.

    >>> told = ["e4"]
    >>> names = kept_while(lambda: len(told), 8)(lambda path: [*told])
    >>> names(()) is names(()), told.append("d4"), names(())
    (True, None, ['e4', 'd4'])
    """

    def keep(function: Callable[[MovePath], Any]) -> Callable[[MovePath], Any]:
        cached, known = lru_cache(most)(function), -1

        def asked(path: MovePath) -> Any:
            nonlocal known
            if (now := extent()) != known:
                cached.cache_clear()
                known = now
            return cached(path)

        return asked

    return keep


class Positions:
    """The positions at all paths of moves from a root, visited or not; `depth` is the search's limit in plies.

    IndexError for a path with a nonexistent move.
    """

    def __init__(
        self,
        root: AnyPosition,
        depth: int,
        ordering: Ordering,
        label: Callable[[Any, Any], str] | None = None,
        *,
        extent: Callable[[], int] | None = None,
    ) -> None:
        """Begin with the root; `ordering` must be one that being asked does not change for the search.

        Where the tree grows, since another program still tells of it, `extent` says how far it has come: what has been
        computed is kept as long as that stays the same.

        `label(position, move)` is what people call a move, where that is not how the game writes it.
        """
        self.root, self.depth, self._ordering, self._label = root, depth, ordering, label
        self.asides: Mapping[MovePath, Detour] = {}
        """The children that no move leads to, by their paths."""
        kept: Callable[[int], Callable[[Any], Any]] = lru_cache if extent is None else partial(kept_while, extent)
        self.position: Callable[[MovePath], AnyPosition] = kept(8192)(self._position)
        """Return the position at a path."""
        self.choices: Callable[[MovePath], tuple[str, ...]] = kept(4096)(self._choices)
        """Return the names of the moves at a path, in natural order; none where the game is over."""
        self._known_names: Callable[[MovePath], tuple[str, ...]] = kept(1024)(self._names)
        self.computed: Callable[[MovePath], tuple[tuple[int, ...], Sequence[Score] | None]] = kept(4096)(self._scored)
        """Return the moves at a path in the ordering's order, by their move indices, and their scores if any."""

    def _position(self, path: MovePath) -> AnyPosition:
        if not path:
            return self.root
        for place in range(STRIDE, len(path), STRIDE):
            self.position(path[:place])  # so that the recursion is never deep
        before = self.position(path[:-1])
        if path[-1] >= FIRST_ASIDE and path in self.asides:
            found: AnyPosition = self.asides[path].position
            return found
        return before.play(before.moves()[path[-1]])

    def is_inner(self, path: MovePath) -> bool:
        """Return whether the search would look at moves there: above the depth limit, in a game that is not over."""
        return len(path) < self.depth and self.position(path).outcome() is None

    def below(self, path: MovePath) -> list[MovePath]:
        """Return the paths to the children of a node; none where the search would look at no moves."""
        return [(*path, move) for move in range(len(self.choices(path)))] if self.is_inner(path) else []

    def all_paths(self) -> Iterator[MovePath]:
        """Yield the paths to all nodes of the tree, each before those below it, from the left."""
        waiting: list[MovePath] = [()]
        while waiting:
            yield (path := waiting.pop())
            waiting += reversed(self.below(path))

    def _choices(self, path: MovePath) -> tuple[str, ...]:
        position = self.position(path)
        if position.outcome() is not None:
            return ()
        label = self._label
        return tuple(position.name(move) if label is None else label(position, move) for move in position.moves())

    def move_name(self, path: MovePath) -> str:
        """Return the last move of a path as people call it."""
        if path[-1] >= FIRST_ASIDE and path in self.asides:
            return self.asides[path].name
        names = self.choices(path[:-1])
        if path[-1] >= len(names):  # labels, of which more have come
            names = self._choices(path[:-1])
        return names[path[-1]]

    def _names(self, path: MovePath) -> tuple[str, ...]:
        if not path:
            return ()
        for place in range(STRIDE, len(path), STRIDE):
            self._known_names(path[:place])  # so that the recursion is never deep
        return (*self._known_names(path[:-1]), self.move_name(path))

    def names(self, path: MovePath) -> list[str]:
        """Return the moves of a path as people call them."""
        return [*self._known_names(path)]

    def written(self, path: MovePath) -> str:
        """Return the last move of a path in the game's notation."""
        if self._label is None or path[-1] >= FIRST_ASIDE:
            return self.move_name(path)
        before = self.position(path[:-1])
        return before.name(before.moves()[path[-1]])

    def all_written(self, path: MovePath) -> list[str]:
        """Return the moves of a path in the game's notation."""
        if self._label is None:
            return self.names(path)
        return [self.written(path[:place]) for place in range(1, len(path) + 1)]

    def _scored(self, path: MovePath) -> tuple[tuple[int, ...], Sequence[Score] | None]:
        position = self.position(path)
        if position.outcome() is not None:
            return (), None
        moves = position.moves()
        order = tuple(place for place, _ in self._ordering.order(position, moves, lambda: path))
        scores = self._ordering.scores
        return order, None if scores is None or probabilities(position) is not None else scores(
            position, moves, lambda: path
        )
