"""A run: a prepared recipe, its search, the trace that grows while it goes on, and the positions at all paths.

Positions, and the names and scores of their moves, are computed on demand and cached, not recorded.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property, lru_cache, partial
from itertools import islice
from math import inf
from typing import Any, Self, TypeVar

from games import (
    CHANCE_OPPONENT,
    AnyPosition,
    Evaluation,
    Probabilities,
    Stakes,
    Turn,
    probabilities,
    turn_of,
)
from visualizer.look.text import clip_text
from visualizer.searching import ordering
from visualizer.searching.algorithms import CUT_RULES, CurrentPath, Problem
from visualizer.searching.algorithms.expectiminimax import equally_likely
from visualizer.searching.driver import STOPPED_BY_CTRL_C, Driver, RunDriver
from visualizer.searching.events.label_tree import LabelPosition
from visualizer.searching.events.recordings import recording_of
from visualizer.searching.lookup import has_other_evaluations, prepare_search, stakes_of
from visualizer.searching.ordering import Ordering, OrderingContext, Score
from visualizer.searching.recipe import NO_CHANGES, Recipe
from visualizer.searching.search_options import (
    COMMON_OPTIONS,
    EVALUATION_OPTION,
    WINDOW_OPTION_NAMES,
    parse_weights,
)
from visualizer.support.errors import InputError
from visualizer.support.plugins.discovery import PlugInSource
from visualizer.support.plugins.watchdog import WATCHDOG
from visualizer.trace.bounds import RoundedTrace
from visualizer.trace.checked_recorder import CheckedRecorder
from visualizer.trace.line_track import LineTrack
from visualizer.trace.recorder import Recorder
from visualizer.trace.rows import FIRST_DETOUR_INDEX, Detour, MovePath, RulesAnswer, Trace
from visualizer.trace.tree_at_step import TreeAtStep

Shown = TypeVar("Shown")
POSITION_STRIDE = 64
"""Plies between prefixes of a path that are computed before the path itself."""


def cached_while(
    extent: Callable[[], int], most: int
) -> Callable[[Callable[[MovePath], Any]], Any]:
    """Return a decorator that keeps what a function returns for the last paths, n at most, while `extent` is the same.

    >>> told = ["e4"]
    >>> names = cached_while(lambda: len(told), 8)(lambda path: [*told])
    >>> names(()) is names(()), told.append("d4"), names(())
    (True, None, ['e4', 'd4'])
    """

    def keep(function: Callable[[MovePath], Any]) -> Callable[[MovePath], Any]:
        cached = lru_cache(most)(function)
        known = -1

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
        self.root = root
        self.depth = depth
        self._ordering = ordering
        self._label = label
        self.asides: Mapping[MovePath, Detour] = {}
        """The children that no move leads to, by their paths."""
        kept: Callable[[int], Callable[[Any], Any]] = (
            lru_cache if extent is None else partial(cached_while, extent)
        )
        self.position: Callable[[MovePath], AnyPosition] = kept(8192)(self._position)
        """Return the position at a path."""
        self.choices: Callable[[MovePath], tuple[str, ...]] = kept(4096)(self._choices)
        """Return the names of the moves at a path, in natural order; none where the game is over."""
        self._known_names: Callable[[MovePath], tuple[str, ...]] = kept(1024)(self._names)
        self.computed: Callable[[MovePath], tuple[tuple[int, ...], Sequence[Score] | None]] = kept(
            4096
        )(self._scored)
        """Return the moves at a path in the ordering's order, by their move indices, and their scores if any."""

    def _position(self, path: MovePath) -> AnyPosition:
        if not path:
            return self.root
        for place in range(POSITION_STRIDE, len(path), POSITION_STRIDE):
            self.position(path[:place])  # so that the recursion is never deep
        before = self.position(path[:-1])
        if path[-1] >= FIRST_DETOUR_INDEX and path in self.asides:
            found: AnyPosition = self.asides[path].position
            return found
        return before.play(before.moves()[path[-1]])

    def is_inner(self, path: MovePath) -> bool:
        """Return whether the search would look at moves there: above the depth limit, in a game that is not over."""
        return len(path) < self.depth and self.position(path).outcome() is None

    def below(self, path: MovePath) -> list[MovePath]:
        """Return the paths to the children of a node; none where the search would look at no moves."""
        if self.is_inner(path):
            return [(*path, move) for move in range(len(self.choices(path)))]
        return []

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
        return tuple(
            position.name(move) if label is None else label(position, move)
            for move in position.moves()
        )

    def move_name(self, path: MovePath) -> str:
        """Return the last move of a path as people call it."""
        if path[-1] >= FIRST_DETOUR_INDEX and path in self.asides:
            return self.asides[path].name
        names = self.choices(path[:-1])
        if path[-1] >= len(names):  # labels, of which more have come
            names = self._choices(path[:-1])
        return names[path[-1]]

    def _names(self, path: MovePath) -> tuple[str, ...]:
        if not path:
            return ()
        for place in range(POSITION_STRIDE, len(path), POSITION_STRIDE):
            self._known_names(path[:place])  # so that the recursion is never deep
        return (*self._known_names(path[:-1]), self.move_name(path))

    def names(self, path: MovePath) -> list[str]:
        """Return the moves of a path as people call them."""
        return [*self._known_names(path)]

    def written(self, path: MovePath) -> str:
        """Return the last move of a path in the game's notation."""
        if self._label is None or path[-1] >= FIRST_DETOUR_INDEX:
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


class Run(Positions):
    """One search of one position: `advance` lets it go on, `trace` is what it has done so far.

    `recipe` has every default filled in.
    """

    track: LineTrack | None = None
    """The lines that the code has run through, where it is a person's own that was watched."""
    counterpart: Recipe | None = None
    """The search that such code is held against."""

    def __init__(self, recipe: Recipe, root: AnyPosition | None = None) -> None:
        """Prepare the search without beginning it; InputError says what is wrong with the recipe.

        `root` is the position to search if it has been read already, or holds more than its notation does.
        """
        self.game, self.root, self.algorithm, evaluate, self.depth, self.recipe = prepare_search(
            recipe, root
        )
        search = self.recipe.search
        self.style = self.algorithm.style
        self._recording = recording_of(search.algorithm) if self.algorithm.is_recording else None
        self.trace = self._new_trace()
        self.path = lru_cache(maxsize=1024)(self.trace.path)
        """Return the move indices from the root to a row."""
        driver = Driver(
            self.game.name,
            self.algorithm.name,
            supplied=self.algorithm.is_function,
            max_nodes=search.max_nodes,
        )
        self._driver: RunDriver = driver
        weights = parse_weights(search.weights)
        context = OrderingContext(
            self.game, evaluate, self.depth, search.seed, self.root, weights, driver.look_ahead
        )
        make_ordering = partial(ordering.make_ordering, search.ordering or "natural", context)
        self.ordering = make_ordering()
        self.problem = self._problem(evaluate)
        self._tell_trace()
        self.algorithm.check(self.problem)
        # An ordering that remembers or counts belongs to the search alone; views then ask a second one.
        if self.ordering.keeps_nothing:
            asked = self.ordering
        else:
            asked = make_ordering()
        if self._may_grow():
            extent = self._extent
        else:
            extent = None
        super().__init__(self.root, self.depth, asked, self.game.move_label, extent=extent)
        self.asides = self.trace.said.asides
        self._recorder = self._give_search(driver)

    def _new_trace(self) -> Trace:
        """Return an empty trace for what the algorithm tells."""
        algorithm = self.algorithm
        told = self._recording
        kind = RoundedTrace if self.has_chance and not self.game.explicit else Trace
        trace = kind(
            has_window=algorithm.uses_window, revisits=algorithm.revisits, passes=algorithm.passes
        )
        trace.proves = bool(self.recipe.search.options.get("solver"))
        trace.narrows = told is None or not told.header.is_handed
        return trace

    def _problem(self, evaluate: Evaluation) -> Problem:
        """Return what the search is given."""
        search = self.recipe.search
        game = self.game
        root = self.root
        alpha, beta = search.window
        return Problem(
            root,
            evaluate,
            self.depth,
            self._recorded_order if self.ordering.recorded else self.ordering.order,
            CUT_RULES[search.cut],
            alpha=alpha,
            beta=beta,
            options=search.options,
            seed=search.seed,
            scores=ordering.own_scores(game),
            ranks=ordering.ranks(self.ordering),
            counting=game.counting,
            exact=game.explicit,
            limits=self._limits(),
            chance=game.chance(root),
            noisy=game.noisy,
        )

    def _tell_trace(self) -> None:
        """Tell the trace what is known of the values and rules of the search."""
        trace = self.trace
        algorithm = self.algorithm
        is_own = algorithm.source is PlugInSource.NAME
        trace.probabilities = self.probabilities
        trace.limits = self.problem.limits
        trace.is_sound = is_own and algorithm.exact and not self.has_chance
        trace.rules = None if is_own else self._by_the_rules

    def _may_grow(self) -> bool:
        """Return whether more moves may come: where they are labels, another program tells of them, or aside."""
        told = self._recording
        if told is None or not isinstance(self.root, LabelPosition):
            return False
        return told.is_growing or bool(told.log.probe_names or told.log.positions)

    def _give_search(self, driver: Driver) -> Recorder:
        """Let the driver run the search with a recorder, which is returned."""
        function = self.algorithm.fail[self.recipe.search.fail]
        learn = self.ordering.learn
        if self.algorithm.is_function:
            checked = CheckedRecorder(
                self.trace, driver.pause, learn, WATCHDOG.watch, self.position
            )
            driver.take(checked, lambda: checked.check_result(function(self.problem, checked)))
            return checked
        recorder = Recorder(self.trace, driver.pause, learn, revisits=self.algorithm.revisits)
        driver.take(recorder, lambda: function(self.problem, recorder))
        return recorder

    def beside(self, recipe: Recipe) -> "Run":
        """Return another search of the same position; the nodes of a written tree keep the names that they have here.

        InputError as of any run.
        """
        return Run(recipe, self.game.tree_of(self.root))

    def driven_by(self, driver: RunDriver, trace: Trace) -> Self:
        """Return the same search of the same position with another trace, which another driver lets go on."""
        driven = copy(self)
        driven.trace, driven._driver = trace, driver  # noqa: SLF001  it is of this class
        return driven

    @property
    def is_held(self) -> bool:
        """Return whether it is held at a step, so that what follows cannot be seen."""
        return self.trace.held_at is not None

    def later(self, shown: Shown, hidden: Shown) -> Shown:
        """Return what is shown of later steps, or what is shown instead where these are hidden."""
        return hidden if self.is_held else shown

    @property
    def stopped(self) -> bool:
        """Return whether it is held and stays where it is."""
        return self._driver.stopped

    def _extent(self) -> int:
        """Return a number that is another one once more has been read of a recording, or played back."""
        return len(self._recording.log) + len(self.trace) if self._recording is not None else 0

    def _limits(self) -> tuple[float, float]:
        """Return the least and the greatest value of a leaf: as the search is given them, else as far as known."""
        search = self.recipe.search
        if self._recording is not None:
            return self._recording.header.limits
        known = self.game.limits.get(search.evaluation or "", (-inf, inf))
        return search.options.get("bounds") or known

    def odds(self, path: MovePath) -> Probabilities | None:
        """Return what the moves at a path are probable where chance moves, or a player at random; else None."""
        if not self.has_chance:
            return None
        position = self.position(path)
        found = probabilities(position)
        count = len(position.moves())
        chooses = probabilities(self.root) is not None or self.root.maximizing
        if (
            found is None
            and count
            and self.algorithm.random_opponent
            and position.maximizing != chooses
        ):
            return equally_likely(count, exact=self.game.explicit)
        return found

    def probabilities(self, path: MovePath) -> Probabilities:
        """Return what the moves at a chance node are probable: all equally, where only a recording calls it one."""
        return self.odds(path) or equally_likely(
            len(self.position(path).moves()), exact=self.game.explicit
        )

    def _by_the_rules(self, path: MovePath) -> RulesAnswer:
        """Return what holds at a path by the rules, whatever a search written elsewhere tells."""
        position = self.position(path)
        told = self.algorithm.header
        evaluation = None if told is None else told.evaluation
        outcome = position.outcome()
        evaluate = self.game.evaluations.get(evaluation or "", self.problem.evaluate)
        if outcome is None:
            value = None
        else:
            value = evaluate(position, outcome)
        return RulesAnswer(value, 0 if value is not None else len(position.moves()), position.key())

    def turn(self, path: MovePath) -> int:
        """Return who moves at a path, visited or not, by the number of a `Turn`."""
        return int(self.position(path).maximizing if self.odds(path) is None else Turn.CHANCE)

    def movers(self, sides: Sequence[str]) -> tuple[str, ...]:
        """Return the names of who may move: the sides, and chance where it has a part."""
        if self.has_chance:
            return (*sides, CHANCE_OPPONENT)
        return (*sides,)

    def written_paths(self) -> Iterator[MovePath]:
        """Yield the paths to all nodes of a written tree, which are known without a search; none for a game."""
        if self.game.explicit:
            return self.all_paths()
        return iter(())

    def written_value(self, path: MovePath) -> float | None:
        """Return the value of a leaf of a written tree; None for an inner node, and for a game."""
        if self.game.explicit and not self.is_inner(path):
            return self.evaluated(path)
        return None

    def written_turn(self, path: MovePath) -> int | None:
        """Return who moves at an inner node of a written tree; None at a leaf, and for a game."""
        if self.game.explicit and self.is_inner(path):
            return self.turn(path)
        return None

    def need_tree(self, why: str) -> None:
        """Raise InputError with a sentence for a game, whose tree is not written out."""
        if not self.game.explicit:
            raise InputError(why)

    def no_longer_than(self, seconds: float) -> float | None:
        """Return so many seconds where another program tells of the search, which may take its time; else None."""
        return seconds if self.is_live else None

    def mover(self, path: MovePath, turn: int | None = None) -> str:
        """Return the name of who moves at a path: a side, chance, or a side that moves at random."""
        if turn is None:
            turn = self.turn(path)
        if turn == Turn.CHANCE:
            by_rules = self.game.mover(turn_of(self.position(path)))
        else:
            by_rules = ""
        if by_rules == CHANCE_OPPONENT:
            return by_rules
        if by_rules:
            return f"{by_rules} at random"
        return self.game.mover(turn)

    def headings(
        self, names: Iterable[str] = COMMON_OPTIONS, instead: Mapping[str, str] = NO_CHANGES
    ) -> list[str]:
        """Return a heading's words for some common options and the search's own, or what is to be said `instead`.

        An only evaluation is left out, and so is what a search that tells no window was given for one.
        """
        search = self.recipe.search
        left_out = {name for name in WINDOW_OPTION_NAMES if not self.applies(name)}
        if not has_other_evaluations(self.game, search.evaluation):
            left_out.add(EVALUATION_OPTION.name)
        return search.headings([name for name in names if name not in left_out], instead)

    def applies(self, option: str) -> bool:
        """Return whether a common option is known to make a difference to the search.

        A search that has told no window is not known to cut by one, unless its file says so.
        """
        known = (
            option not in WINDOW_OPTION_NAMES
            or self.trace.has_window
            or option in self.algorithm.fixed
        )
        return known and self.algorithm.applies(option)

    @cached_property
    def stakes(self) -> Stakes | None:
        """What the values mean to the players; None where the evaluation does not say, or the search has its own."""
        if self.trace.adds:
            return None
        told = self.algorithm.header
        if told is not None:
            return self.game.stakes.get(told.evaluation or "")
        return stakes_of(self.game, self.recipe.search.evaluation)

    @property
    def has_chance(self) -> bool:
        """Return whether chance may move, or a player may be taken to move at random; an engine may tell so later."""
        told = self._recording is not None and self._recording.log.chance_moves
        return told or self._has_chance

    @cached_property
    def _has_chance(self) -> bool:
        """Whether chance may move by the rules and the search; a tree is gone through to know."""
        return self.algorithm.random_opponent or self.game.chance(self.root)

    @property
    def has_priors(self) -> bool:
        """Return whether the search selects by priors."""
        return (
            self.algorithm.sampling is not None and self.problem.options.get("selection") == "puct"
        )

    @property
    def comes_back(self) -> bool:
        """Return whether the search may come back to a node; a user-supplied one always may."""
        return self.algorithm.revisits or self.algorithm.source.is_user_search

    @property
    def seconds(self) -> float:
        """The CPU seconds spent searching so far; of a recording, reading it."""
        return self._driver.seconds

    @property
    def search_seconds(self) -> float | None:
        """The CPU seconds that the search has taken so far; None of a recording, which does not tell."""
        return self.seconds if self._recording is None else None

    def advance(self, *, seconds: float | None = None, step: int | None = None) -> bool:
        """Run the search for some seconds, until a step can be shown, or else to its end; return whether it has ended.

        InputError for an error in user-supplied code; after any error the trace is closed where the search stood.
        """
        return self._driver.advance(seconds, step)

    @property
    def is_live(self) -> bool:
        """Return whether another program tells of the search while it runs."""
        return self._recording is not None and self._recording.is_growing

    @property
    def only_reads(self) -> bool:
        """Return whether what is left of the search is in a file that is whole, so that its end costs no search."""
        return self._recording is not None and not self._recording.is_growing

    @property
    def is_waiting(self) -> bool:
        """Return whether it waits for what another program has not told yet."""
        return self._driver.is_waiting and not self.trace.finished

    def finish(self) -> Self:
        """Search to the end, or to the limit of nodes; return the run itself. InputError as for `advance`."""
        self.advance()
        return self

    def stop(self, reason: str) -> None:
        """End the search where it stands."""
        self._driver.stop(reason)

    def interrupt(self) -> None:
        """End the search where it stands, as a person wants it."""
        self.trace.interrupted = not self.trace.finished
        self.stop(STOPPED_BY_CTRL_C)

    def evaluated(self, path: MovePath) -> float:
        """Return what the evaluation gives the position at a path, from MAX's side."""
        position = self.position(path)
        return self.problem.evaluate(position, position.outcome())

    def moves_to(self, path: MovePath) -> str:
        """Return the moves of a path as people write them one after the other; "" for the root."""
        return self.game.in_a_row(self.names(path))

    def node_at(self, path: MovePath) -> int | None:
        """Return the node at a path, None if it has not been visited (yet)."""
        return TreeAtStep(self.trace).node_at(path)

    def line(self, nodes: Sequence[int], start: MovePath = ()) -> list[str]:
        """Return the moves of a line of nodes from the position at `start`, as people call them.

        Behind a table's answer the nodes were visited elsewhere; their moves are played on from where the answer is.
        """
        return self.names((*start, *map(self.trace.move, nodes)))[len(start) :]

    def node_label(self, path: MovePath) -> str:
        """Return what people call the position at a path, "" for nothing."""
        label = self.game.node_label
        if label is None:
            return ""
        return label(self.position(path))

    def full_name(self, path: MovePath) -> str:
        """Return the last move of a path as people call it, behind the node if that has another name: `C (a2)`."""
        move = self.move_name(path)
        if self.is_inner(path):
            label = self.node_label(path)
        else:
            label = ""
        if label in ("", move):
            return move
        return f"{label} ({move})"

    # The order of moves.

    def _recorded_order(
        self, position: AnyPosition, moves: Sequence[Any], path: CurrentPath
    ) -> Iterable[tuple[int, Any]]:
        """Order the moves of the visit that was entered last, and record their order and scores."""
        tried = [*self.ordering.order(position, moves, path)]
        if probabilities(position) is None:
            scores = self.ordering.scores
        else:
            scores = None
        if scores is None:
            totals = []
        else:
            totals = [score.total for score in scores(position, moves, path)]
        self._recorder.score_moves([number for number, _ in tried], totals)
        return tried

    def scored(
        self, path: MovePath, tree: TreeAtStep | None = None
    ) -> tuple[tuple[int, ...], Sequence[Score] | None]:
        """Return the moves at a path in the order tried, by their move indices, and their scores if there are any.

        What was recorded is looked up at the step of `tree`, by default the last. Where an ordering with memory has not
        been asked yet, the result is natural order, but at the root that of an empty memory. Beyond the depth limit
        only the noisy moves are tried.

        Of a run that is held, the moves that have not been tried stand in natural order, as if the order were not
        known; only searches by random games keep theirs, since of their moves only those that were tried are compared.
        """
        order, scores = self._all_scored(path, tree)
        loud = self.noisy(path, tree)
        if self.hides_order:
            tree = tree or TreeAtStep(self.trace)
            node = tree.node_at(path)
            tried = () if node is None else tree.children(node)
            others = range(len(self.choices(path))) if loud is None else loud
            return tuple(dict.fromkeys([*map(self.trace.move, tried), *others])), scores
        return (order if loud is None else tuple(move for move in order if move in loud)), scores

    @property
    def hides_order(self) -> bool:
        """Return whether it is not told in which order the moves that have not been tried come."""
        return self.is_held and not self.algorithm.samples

    def noisy(self, path: MovePath, tree: TreeAtStep | None = None) -> Sequence[int] | None:
        """Return the moves that may be tried at a path beyond the depth limit, None above it, where all may."""
        if not self.trace.horizons:
            return None
        if tree is None:
            node = None
        else:
            node = tree.node_at(path)
        horizon = self.trace.horizon(len(self.trace) if node is None else node)
        position = self.position(path)
        if horizon is None or len(path) < horizon or position.outcome() is not None:
            return None
        is_last = len(path) >= horizon + self.problem.options["quiescence"]
        assert self.game.noisy is not None  # else there is no horizon
        if is_last:
            return ()
        return self.game.noisy.among(position, position.moves())

    def is_inner(self, path: MovePath) -> bool:
        """Return whether the search would look at moves there: beyond the depth limit at noisy ones."""
        return super().is_inner(path) or bool(self.trace.horizons and self.noisy(path))

    def _all_scored(
        self, path: MovePath, tree: TreeAtStep | None
    ) -> tuple[tuple[int, ...], Sequence[Score] | None]:
        """Return all moves at a path, with their scores, as `scored` does."""
        recorded = None
        adds = self.trace.adds and not self.algorithm.samples
        if self.ordering.recorded or adds:
            tree = tree or TreeAtStep(self.trace)
            node = tree.node_at(path)
            rows = () if node is None else tree.visits_to(node)
            recorded = next(filter(None, map(self.trace.move_scores.at, reversed(rows))), None)
        if recorded is None and (self.ordering.learn is None or not path):
            return self.computed(path)
        if recorded is None:
            return tuple(range(len(self.choices(path)))), None
        name = str(self.recipe.search.ordering)
        return recorded[0], [Score(total, {name: total}) for total in recorded[1]] or None

    def order(self, path: MovePath, tree: TreeAtStep | None = None) -> Sequence[int]:
        """Return the moves at a path in the order tried, by their move indices.

        A search that comes back to nodes may depart from its ordering: first stand the moves that the latest visit
        tries, in its order, then the others. Of an engine's quiescence only those are known that it has tried.
        """
        order = self.scored(path, tree)[0]
        if self.hides_order or not self.comes_back:
            return order
        tree = tree or TreeAtStep(self.trace)
        node = tree.node_at(path)
        tried = () if node is None else tree.tried_ever(node)
        if node is not None and self.trace.said.probes:
            tried = sorted((*tried, *tree.probes(node)))
        has_rules = self._recording is not None and self._recording.tree is None
        if has_rules and node is not None and tree.known_move_count(node) is None:
            order = ()
        return [*dict.fromkeys([*map(self.trace.move, tried), *order])]


MAX_NODES_SEARCHED_BY_NAME = 20_000
"""The most nodes of a written tree that are looked at for a name."""


def read_path(run: Run, text: str) -> MovePath:
    """Read moves from the root and return their move indices; ValueError names a move that is not legal.

    In a written tree the name of a node will do.
    """
    try:
        return tuple(
            [*before.moves()].index(move) for before, move, _ in run.game.played(run.root, text)
        )
    except ValueError:
        if run.game.explicit:
            path = node_called(run, text.strip())
        else:
            path = None
        if path is None:
            raise
        return path


def node_called(run: Run, name: str) -> MovePath | None:
    """Return the path to the node of a name that no other node has, None where there is none."""
    paths = islice(run.all_paths(), MAX_NODES_SEARCHED_BY_NAME)
    return next((path for path in paths if path and name and run.node_label(path) == name), None)


def read_destination(run: Run, text: str) -> int | MovePath:
    """Return the step, or the path to the node, that a text means; ValueError says what is allowed."""
    trace = run.trace
    number = text.removesuffix("%").replace(",", "")
    is_number = number.isascii() and number.isdigit() and len(number) < 16
    if is_number and text.endswith("%"):
        if int(number) > 100:
            raise ValueError(f"{text} is more than 100%")
        return trace.last_step * int(number) // 100
    if is_number and (int(number) <= trace.last_step or not trace.finished):
        return int(number)
    if not text:
        raise ValueError("type a step (12), a percentage (50%) or moves (e3 a2)")
    try:
        return read_path(run, text)
    except ValueError as error:
        if is_number:
            raise ValueError(
                f"there is no step {int(number):,}; the last is {trace.last_step:,}"
            ) from None
        raise ValueError(
            f"{text!r:.40} is not a step, a percentage or a node ({clip_text(str(error), 80)})"
        ) from error
