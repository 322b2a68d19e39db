"""A run: a recipe that is prepared, its search, the trace so far, and the positions at all paths.

Positions, and the names and scores of their moves, are computed on demand and cached, not recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property, lru_cache, partial
from itertools import islice
from math import inf
from typing import Any, Protocol, Self, TypeVar

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
from visualizer.searching.events.recordings import Recording, recording_of
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
from visualizer.trace.jumps import MAX_STEP_DIGITS
from visualizer.trace.line_track import LineTrack
from visualizer.trace.recorder import Recorder
from visualizer.trace.rows import FIRST_DETOUR_INDEX, Detour, MovePath, RulesAnswer, Trace
from visualizer.trace.tree_at_step import TreeAtStep

Shown = TypeVar("Shown")
POSITION_STRIDE = 64
"""Before a long path, its prefixes with lengths that are multiples of this are computed."""

OrderAndScores = tuple[tuple[int, ...], Sequence[Score] | None]
"""Move indices in the order tried, and the scores of all moves in natural order, if any."""


def cached_until_change(
    version: Callable[[], int], max_results: int
) -> Callable[[Callable[[MovePath], Any]], Any]:
    """Return a decorator that caches at most `max_results` results by path.

    The cache is emptied whenever the number that `version()` returns has changed.

    >>> moves = ["e4"]
    >>> names = cached_until_change(lambda: len(moves), 8)(lambda path: [*moves])
    >>> names(()) is names(()), moves.append("d4"), names(())
    (True, None, ['e4', 'd4'])
    """

    def decorate(function: Callable[[MovePath], Any]) -> Callable[[MovePath], Any]:
        """Return a function that caches the results of `function`."""
        cached = lru_cache(max_results)(function)
        known_version = -1

        def call(path: MovePath) -> Any:
            nonlocal known_version
            current_version = version()
            if current_version != known_version:
                cached.cache_clear()
                known_version = current_version
            return cached(path)

        return call

    return decorate


class Positions:
    """The positions at all paths of moves from a root, visited or not.

    `depth` is the depth limit of the search. IndexError for a path with a nonexistent move.
    """

    def __init__(
        self,
        root: AnyPosition,
        depth: int,
        ordering: Ordering,
        label: Callable[[Any, Any], str] | None = None,
        *,
        version: Callable[[], int] | None = None,
    ) -> None:
        """Start at the root.

        `ordering` must give the same answer each time that it is asked. `label(position, move)`
        returns the name of a move that users see, if it differs from the game's notation.
        `version()` returns a number that changes when a recording grows; results are cached until
        then.
        """
        self.root = root
        self.depth = depth
        self._ordering = ordering
        self._label = label
        self.detours: Mapping[MovePath, Detour] = {}
        """The detours, by path: children without a legal move, such as a passed turn."""
        cache = self._cache(version)
        self.position: Callable[[MovePath], AnyPosition] = cache(8192)(self._position)
        """Return the position at a path."""
        self.choices: Callable[[MovePath], tuple[str, ...]] = cache(4096)(self._choices)
        """Return the names of the moves at a path, in natural order; empty if the game is over."""
        self._known_names: Callable[[MovePath], tuple[str, ...]] = cache(1024)(self._names)
        self.order_and_scores: Callable[[MovePath], OrderAndScores] = cache(4096)(
            self._ask_ordering
        )
        """Return the move indices at a path in the ordering's order, and their scores if any."""

    @staticmethod
    def _cache(version: Callable[[], int] | None) -> Callable[[int], Callable[[Any], Any]]:
        """Return a function that takes a maximum of cached results and returns a decorator."""
        if version is None:
            return lru_cache
        return partial(cached_until_change, version)

    def _position(self, path: MovePath) -> AnyPosition:
        """Return the position at a path, computed from the cached position of the parent."""
        if not path:
            return self.root
        # Positions high in the tree are cached first, so that the recursion is never deep.
        for length in range(POSITION_STRIDE, len(path), POSITION_STRIDE):
            self.position(path[:length])
        if path[-1] >= FIRST_DETOUR_INDEX and path in self.detours:
            detour: AnyPosition = self.detours[path].position
            return detour
        before = self.position(path[:-1])
        return before.play(before.moves()[path[-1]])

    def is_inner(self, path: MovePath) -> bool:
        """Return whether the search would try moves at a path: above the limit, game not over."""
        return len(path) < self.depth and self.position(path).outcome() is None

    def child_paths(self, path: MovePath) -> list[MovePath]:
        """Return the paths to a node's children; empty where the search would try no moves."""
        if self.is_inner(path):
            return [(*path, move) for move in range(len(self.choices(path)))]
        return []

    def all_paths(self) -> Iterator[MovePath]:
        """Yield the paths to all nodes of the tree from the left, parents before their children."""
        stack: list[MovePath] = [()]
        while stack:
            path = stack.pop()
            yield path
            stack += reversed(self.child_paths(path))

    def _choices(self, path: MovePath) -> tuple[str, ...]:
        """Return the names of the moves at a path, in natural order; empty if the game is over."""
        position = self.position(path)
        if position.outcome() is not None:
            return ()
        name_of = position.name
        if self._label is not None:
            name_of = partial(self._label, position)
        return tuple(map(name_of, position.moves()))

    def move_name(self, path: MovePath) -> str:
        """Return the name of the last move of a path, as users see it."""
        if path[-1] >= FIRST_DETOUR_INDEX and path in self.detours:
            return self.detours[path].name
        names = self.choices(path[:-1])
        # The names may have been cached before more labels of a recording arrived.
        if path[-1] >= len(names):
            names = self._choices(path[:-1])
        return names[path[-1]]

    def _names(self, path: MovePath) -> tuple[str, ...]:
        if not path:
            return ()
        # Names high in the tree are cached first, so that the recursion is never deep.
        for length in range(POSITION_STRIDE, len(path), POSITION_STRIDE):
            self._known_names(path[:length])
        return (*self._known_names(path[:-1]), self.move_name(path))

    def names(self, path: MovePath) -> list[str]:
        """Return the names of the moves of a path, as users see them."""
        return [*self._known_names(path)]

    def notation_of_move(self, path: MovePath) -> str:
        """Return the last move of a path in the game's notation."""
        if self._label is None or path[-1] >= FIRST_DETOUR_INDEX:
            return self.move_name(path)
        before = self.position(path[:-1])
        return before.name(before.moves()[path[-1]])

    def notation_of_moves(self, path: MovePath) -> list[str]:
        """Return the moves of a path in the game's notation."""
        if self._label is None:
            return self.names(path)
        prefixes = [path[:length] for length in range(1, len(path) + 1)]
        return [self.notation_of_move(prefix) for prefix in prefixes]

    def _ask_ordering(self, path: MovePath) -> OrderAndScores:
        """Return the move indices at a path in the ordering's order, and the moves' scores.

        The scores are None at chance nodes, and if the ordering has no scores.
        """
        position = self.position(path)
        if position.outcome() is not None:
            return (), None
        moves = position.moves()
        numbered_moves = self._ordering.order(position, moves, lambda: path)
        order = tuple(number for number, _ in numbered_moves)
        scores = self._ordering.scores
        if scores is None or probabilities(position) is not None:
            return order, None
        return order, scores(position, moves, lambda: path)


class SearchList(Protocol):
    """The searches of a program that searches several times."""

    shown: int
    """The number of the one that is shown, from 1."""

    def lines(self) -> list[tuple[str, int]]:
        """Return a line about each search, with its number."""

    def open(self, number: int) -> Run:
        """Return the run of a search, by its number."""


class Run(Positions):
    """One search of one position: `advance` continues it, and `trace` is what it has done so far.

    Its `recipe` has values for all options.
    """

    track: LineTrack | None = None
    searches: SearchList | None = None
    """The searches of the program that this one belongs to, None for any other run."""
    """The lines that a user's own code has executed, if it was watched."""
    counterpart: Recipe | None = None
    """The search with which watched code is compared."""

    def __init__(self, recipe: Recipe, root: AnyPosition | None = None) -> None:
        """Prepare the search without beginning it; InputError if the recipe is wrong.

        `root` is the position to search, if the caller has it already. It may know more than the
        recipe, such as the names of a tree's nodes.
        """
        prepared = prepare_search(recipe, root)
        self.game = prepared.game
        self.root = prepared.root
        self.algorithm = prepared.algorithm
        self.depth = prepared.depth
        self.recipe = prepared.recipe
        self.style = self.algorithm.style
        self._recording = self._read_recording()
        self.trace = self._new_trace()
        self.path = lru_cache(maxsize=1024)(self.trace.path)
        """Return the move indices from the root to a row."""
        driver = self._make_driver()
        self._driver: RunDriver = driver
        self.ordering = self._make_ordering(prepared.evaluate, driver.look_ahead)
        self.problem = self._problem(prepared.evaluate)
        self._prepare_trace()
        self.algorithm.check(self.problem)

        view_ordering = self._view_ordering(prepared.evaluate, driver.look_ahead)
        # While a recording grows, results are cached only until more of it is read.
        version = self._version if self._may_grow() else None
        super().__init__(
            self.root,
            self.depth,
            view_ordering,
            self.game.move_label,
            version=version,
        )
        self.detours = self.trace.engine_notes.detours
        self._recorder = self._set_search(driver)

    def _read_recording(self) -> Recording | None:
        """Return the recording that the search replays, or None if nothing is replayed."""
        if not self.algorithm.is_recording:
            return None
        return recording_of(self.recipe.search.algorithm)

    def _make_driver(self) -> Driver:
        """Make the driver, which advances the search."""
        return Driver(
            self.game.name,
            self.algorithm.name,
            is_users_code=self.algorithm.is_function,
            max_nodes=self.recipe.search.max_nodes,
        )

    def _make_ordering(self, evaluate: Evaluation, look_ahead: Callable[[int], None]) -> Ordering:
        """Make the ordering that the recipe names."""
        search = self.recipe.search
        context = OrderingContext(
            self.game,
            evaluate,
            self.depth,
            search.seed,
            root=self.root,
            weights=parse_weights(search.weights),
            look_ahead=look_ahead,
        )
        return ordering.make_ordering(search.ordering or "natural", context)

    def _view_ordering(self, evaluate: Evaluation, look_ahead: Callable[[int], None]) -> Ordering:
        """Return an ordering that views can ask without affecting the search.

        An ordering that learns or counts would be affected, so views get an ordering of their own.
        """
        if self.ordering.is_stateless:
            return self.ordering
        return self._make_ordering(evaluate, look_ahead)

    def _new_trace(self) -> Trace:
        """Return an empty trace of the kind that the algorithm needs."""
        algorithm = self.algorithm
        recording = self._recording
        trace_class = RoundedTrace if self.has_chance and not self.game.explicit else Trace
        trace = trace_class(
            has_window=algorithm.uses_window, revisits=algorithm.revisits, passes=algorithm.passes
        )
        trace.has_solver = bool(self.recipe.search.options.get("solver"))
        trace.tracks_windows = recording is None or not recording.header.only_call_windows
        return trace

    def _problem(self, evaluate: Evaluation) -> Problem:
        """Return the problem that is passed to the search function."""
        search = self.recipe.search
        game = self.game
        root = self.root
        alpha, beta = search.window
        order = self._order_to_record if self.ordering.recorded else self.ordering.order
        return Problem(
            root,
            evaluate,
            self.depth,
            order,
            CUT_RULES[search.cut],
            alpha=alpha,
            beta=beta,
            options=search.options,
            seed=search.seed,
            scores=ordering.own_scores(game),
            ranks=ordering.rank_function(self.ordering),
            counting=game.counting,
            exact=game.explicit,
            limits=self._limits(),
            chance=game.chance(root),
            noisy=game.noisy,
        )

    def _prepare_trace(self) -> None:
        """Store in the trace the bounds on leaf values, the probabilities and the game's rules."""
        trace = self.trace
        algorithm = self.algorithm
        is_built_in = algorithm.source is PlugInSource.NAME
        trace.probabilities = self.probabilities
        trace.limits = self.problem.limits
        trace.is_sound = is_built_in and algorithm.exact and not self.has_chance
        trace.rules = None if is_built_in else self._answer_by_rules

    def _may_grow(self) -> bool:
        """Return whether the run replays a recording whose tree of labels may still grow."""
        recording = self._recording
        if recording is None or not isinstance(self.root, LabelPosition):
            return False
        # Probes and other detours are added to the tree only when they are replayed.
        return recording.is_growing or bool(recording.log.probe_names or recording.log.positions)

    def _set_search(self, driver: Driver) -> Recorder:
        """Pass the search to the driver, which runs it later, and return its recorder."""
        function = self.algorithm.fail[self.recipe.search.fail]
        learn = self.ordering.learn
        if self.algorithm.is_function:
            checked = CheckedRecorder(
                self.trace, driver.pause, learn, WATCHDOG.watch, self.position
            )
            driver.set_search(
                checked, lambda: checked.check_result(function(self.problem, checked))
            )
            return checked
        recorder = Recorder(
            self.trace,
            driver.pause,
            learn,
            revisits=self.algorithm.revisits,
        )
        driver.set_search(recorder, lambda: function(self.problem, recorder))
        return recorder

    def run_of_same_position(self, recipe: Recipe) -> Run:
        """Return a search by another recipe of this position; nodes of a tree keep their names.

        InputError if the recipe is wrong.
        """
        return Run(recipe, self.game.as_written_tree(self.root))

    def with_driver(self, driver: RunDriver, trace: Trace) -> Self:
        """Return a copy of the run that has another trace, which another driver advances."""
        driven = copy(self)
        driven.trace = trace
        driven._driver = driver  # noqa: SLF001  it is of this class
        return driven

    @property
    def hides_later_steps(self) -> bool:
        """Return whether steps after the shown one are hidden from the user."""
        return self.trace.last_shown_step is not None

    def unless_steps_hidden(self, shown: Shown, hidden: Shown) -> Shown:
        """Return `shown`, or `hidden` if later steps are hidden from the user."""
        return hidden if self.hides_later_steps else shown

    @property
    def stopped(self) -> bool:
        """Return whether the driver has stopped, so that no further steps follow."""
        return self._driver.stopped

    def _version(self) -> int:
        """Return a number that changes whenever a recording has been read or replayed further."""
        if self._recording is None:
            return 0
        return len(self._recording.log) + len(self.trace)

    def _limits(self) -> tuple[float, float]:
        """Return the least and the greatest value of a leaf, as given by the user or the game."""
        search = self.recipe.search
        if self._recording is not None:
            return self._recording.header.limits
        known = self.game.limits.get(search.evaluation or "", (-inf, inf))
        return search.options.get("bounds") or known

    def odds(self, path: MovePath) -> Probabilities | None:
        """Return the probabilities of the moves at a path; None if a player chooses the move.

        A player who moves at random, as the opponent in expectimax, counts as chance.
        """
        if not self.has_chance:
            return None
        position = self.position(path)
        by_rules = probabilities(position)
        if by_rules is not None or not self.algorithm.random_opponent:
            return by_rules
        # The search plays for the player to move at the root, or for MAX if chance moves there.
        is_search_for_max = probabilities(self.root) is not None or self.root.maximizing
        is_opponent = position.maximizing != is_search_for_max
        move_count = len(position.moves())
        if not is_opponent or not move_count:
            return None
        return equally_likely(move_count, exact=self.game.explicit)

    def probabilities(self, path: MovePath) -> Probabilities:
        """Return the probabilities of the moves at a chance node.

        If chance moves there in a recording, but not by the rules, all moves are equally likely.
        """
        count = len(self.position(path).moves())
        return self.odds(path) or equally_likely(count, exact=self.game.explicit)

    def _answer_by_rules(self, path: MovePath) -> RulesAnswer:
        """Return what the game's rules say about the position at a path, to check an engine.

        A finished game gets its value from the evaluation that the recording names, if any.
        """
        position = self.position(path)
        outcome = position.outcome()
        if outcome is None:
            return RulesAnswer(None, len(position.moves()), position.key())
        evaluate = self.problem.evaluate
        header = self.algorithm.header
        if header is not None and header.evaluation:
            evaluate = self.game.evaluations.get(header.evaluation, evaluate)
        return RulesAnswer(evaluate(position, outcome), 0, position.key())

    def turn(self, path: MovePath) -> int:
        """Return who moves at a path, visited or not, as the number of a `Turn`."""
        if self.odds(path) is not None:
            return int(Turn.CHANCE)
        return int(self.position(path).maximizing)

    def movers(self, sides: Sequence[str]) -> tuple[str, ...]:
        """Return the names of the sides, and of chance if it may move."""
        if self.has_chance:
            return (*sides, CHANCE_OPPONENT)
        return (*sides,)

    def written_paths(self) -> Iterator[MovePath]:
        """Yield the paths to all nodes of a written tree; nothing for a game."""
        if self.game.explicit:
            return self.all_paths()
        return iter(())

    def written_value(self, path: MovePath) -> float | None:
        """Return the value of a written tree's leaf, None for inner nodes and for games."""
        if self.game.explicit and not self.is_inner(path):
            return self.evaluated(path)
        return None

    def written_turn(self, path: MovePath) -> int | None:
        """Return who moves at a written tree's inner node, None for leaves and for games."""
        if self.game.explicit and self.is_inner(path):
            return self.turn(path)
        return None

    def need_searches(self) -> SearchList:
        """Return the searches of the program; InputError if the run is no program's."""
        if self.searches is None:
            raise InputError("only a program that is run as it is has a list of its searches")
        return self.searches

    def need_tree(self, why: str) -> None:
        """Raise InputError with the sentence `why` for a game, which has no written tree."""
        if not self.game.explicit:
            raise InputError(why)

    def limit_if_live(self, seconds: float) -> float | None:
        """Return `seconds` as a limit if an engine is still searching, else None for no limit."""
        return seconds if self.is_live else None

    def mover(self, path: MovePath, turn: int | None = None) -> str:
        """Return the name of the mover at a path, such as `X`, `chance` or `X at random`.

        `turn` is the number of the `Turn` that a visit has recorded; by default, it is the turn by
        the rules.
        """
        if turn is None:
            turn = self.turn(path)
        if turn != Turn.CHANCE:
            return self.game.mover(turn)
        # A search that lets a player move at random records a turn of chance.
        mover_by_rules = self.game.mover(turn_of(self.position(path)))
        if mover_by_rules == CHANCE_OPPONENT:
            return mover_by_rules
        if mover_by_rules:
            return f"{mover_by_rules} at random"
        return self.game.mover(turn)

    def headings(
        self, names: Iterable[str] = COMMON_OPTIONS, replacements: Mapping[str, str] = NO_CHANGES
    ) -> list[str]:
        """Return the values of options in words for a heading, such as "depth 3".

        They are the common options in `names` that affect the search, and the search's own options.
        `replacements` has other words for some options, by name.
        """
        search = self.recipe.search
        left_out = {name for name in WINDOW_OPTION_NAMES if not self.applies(name)}
        # If the game has only one evaluation, there is no need to name it.
        if not has_other_evaluations(self.game, search.evaluation):
            left_out.add(EVALUATION_OPTION.name)
        return search.headings([name for name in names if name not in left_out], replacements)

    def applies(self, option: str) -> bool:
        """Return whether a common option is known to affect the search."""
        if not self.algorithm.applies(option):
            return False
        # A recording may give the values of options in its header.
        if option not in WINDOW_OPTION_NAMES or option in self.algorithm.fixed:
            return True
        return self.trace.has_window

    @cached_property
    def stakes(self) -> Stakes | None:
        """Return what the values mean to the players, None if it is unknown."""
        # Means of random games are not values of an evaluation.
        if self.trace.is_sampled:
            return None
        header = self.algorithm.header
        if header is not None:
            return self.game.stakes.get(header.evaluation or "")
        return stakes_of(self.game, self.recipe.search.evaluation)

    @property
    def has_chance(self) -> bool:
        """Return whether chance, or a player at random, may move, as far as is known so far."""
        if self._recording is not None and self._recording.log.chance_moves:
            return True
        return self._has_chance

    @cached_property
    def _has_chance(self) -> bool:
        """Whether chance may move by the rules or by the algorithm; slow for a large tree."""
        return self.algorithm.random_opponent or self.game.chance(self.root)

    @property
    def has_priors(self) -> bool:
        """Return whether the search selects moves by priors (PUCT)."""
        samples = self.algorithm.sampling is not None
        return samples and self.problem.options.get("selection") == "puct"

    @property
    def may_revisit(self) -> bool:
        """Return whether the search may visit a node again, as every user's search may."""
        return self.algorithm.revisits or self.algorithm.source.is_user_search

    @property
    def seconds(self) -> float:
        """The CPU seconds spent searching so far, or reading a recording."""
        return self._driver.seconds

    @property
    def search_seconds(self) -> float | None:
        """The CPU seconds that the search has taken so far, None for a recording."""
        if self._recording is not None:
            return None
        return self.seconds

    def advance(self, *, seconds: float | None = None, step: int | None = None) -> bool:
        """Search for some seconds, until a step can be shown, or to the end.

        Return whether the search has ended. InputError for an error in a user's code. After any
        error, the trace ends where the search stopped.
        """
        return self._driver.advance(seconds, step)

    @property
    def is_live(self) -> bool:
        """Return whether an engine is still writing the recording."""
        return self._recording is not None and self._recording.is_growing

    @property
    def only_reads(self) -> bool:
        """Return whether the search is read from a complete file, so that ending it is cheap."""
        return self._recording is not None and not self._recording.is_growing

    @property
    def is_waiting(self) -> bool:
        """Return whether the search waits for an engine that has reported nothing new."""
        return self._driver.is_waiting and not self.trace.finished

    def finish(self) -> Self:
        """Search to the end, or to the limit of nodes, and return the run; see `advance`."""
        self.advance()
        return self

    def stop(self, reason: str) -> None:
        """End the search before its next visit; `reason` is shown to the user."""
        self._driver.stop(reason)

    def interrupt(self) -> None:
        """End the search before its next visit, since the user has pressed Ctrl-C."""
        self.trace.interrupted = not self.trace.finished
        self.stop(STOPPED_BY_CTRL_C)

    def evaluated(self, path: MovePath) -> float:
        """Return the evaluation of the position at a path, from MAX's side."""
        position = self.position(path)
        return self.problem.evaluate(position, position.outcome())

    def moves_to(self, path: MovePath) -> str:
        """Return the moves of a path as one string, as users see them; "" for the root."""
        return self.game.join_moves(self.names(path))

    def node_at(self, path: MovePath) -> int | None:
        """Return the node at a path, None if it has not been visited."""
        return TreeAtStep(self.trace).node_at(path)

    def line(self, nodes: Sequence[int], start: MovePath = ()) -> list[str]:
        """Return the names of the moves along a line of nodes that begins below the path `start`.

        If the table has answered at `start`, the nodes lie below another node with the same
        position, where the answer was stored. The same moves are legal below `start`.
        """
        moves = map(self.trace.move, nodes)
        return self.names((*start, *moves))[len(start) :]

    def node_label(self, path: MovePath) -> str:
        """Return the own name of the node at a path, not the name of its move; "" for no name."""
        label = self.game.node_label
        if label is None:
            return ""
        return label(self.position(path))

    def full_name(self, path: MovePath) -> str:
        """Return a node's own name and the move to it, as in `C (a2)`, or only the move, `a2`.

        Only inner nodes of a written tree have names of their own.
        """
        move = self.move_name(path)
        if not self.is_inner(path):
            return move
        label = self.node_label(path)
        # In many trees, a node has the name of the move that leads to it.
        if label in ("", move):
            return move
        return f"{label} ({move})"

    def _order_to_record(
        self, position: AnyPosition, moves: Sequence[Any], current_path: CurrentPath
    ) -> Iterable[tuple[int, Any]]:
        """Return (move index, move) pairs in the order to try them.

        Record this order, and the scores of the moves, for the innermost open visit.
        """
        ordered = [*self.ordering.order(position, moves, current_path)]
        scores = self.ordering.scores
        totals = []
        if scores is not None and probabilities(position) is None:
            totals = [score.total for score in scores(position, moves, current_path)]
        self._recorder.score_moves([number for number, _ in ordered], totals)
        return ordered

    def order_with_scores(self, path: MovePath, tree: TreeAtStep | None = None) -> OrderAndScores:
        """Return the move indices at a path in the order to try them, and the scores, if any.

        If the search has recorded orders, return the latest of them at the step of `tree`, by
        default the last step. Beyond the depth limit, return only noisy moves.
        """
        order, scores = self._order_and_scores_of_all(path, tree)
        noisy_moves = self.noisy_moves_beyond_limit(path, tree)
        if not self.hides_untried_order:
            if noisy_moves is not None:
                order = tuple(move for move in order if move in noisy_moves)
            return order, scores

        # The order of untried moves is hidden, so they follow in natural order.
        tree = tree or TreeAtStep(self.trace)
        node = tree.node_at(path)
        tried_nodes = () if node is None else tree.children(node)
        tried_moves = map(self.trace.move, tried_nodes)
        possible_moves = noisy_moves
        if possible_moves is None:
            possible_moves = range(len(self.choices(path)))
        # A dictionary keeps each move once, at its first place.
        moves = dict.fromkeys([*tried_moves, *possible_moves])
        return tuple(moves), scores

    @property
    def hides_untried_order(self) -> bool:
        """Return whether the order of moves that have not been tried is hidden from the user."""
        # A search by random games compares only moves that have been tried, so it hides nothing.
        return self.hides_later_steps and not self.algorithm.samples

    def noisy_moves_beyond_limit(
        self, path: MovePath, tree: TreeAtStep | None = None
    ) -> Sequence[int] | None:
        """Return the indices of the noisy moves at a path beyond the depth limit.

        None above the limit, where all moves may be tried; () where quiescence ends. In iterative
        deepening, the limit is the depth of the pass that visited the node in `tree`, by default of
        the last pass.
        """
        if not self.trace.horizons:
            return None
        row = None if tree is None else tree.node_at(path)
        if row is None:
            row = len(self.trace)
        horizon = self.trace.horizon(row)
        ply = len(path)
        position = self.position(path)
        if horizon is None or ply < horizon or position.outcome() is not None:
            return None
        quiescence_plies = self.problem.options["quiescence"]
        if ply >= horizon + quiescence_plies:
            return ()
        assert self.game.noisy is not None  # else there is no horizon
        return self.game.noisy.among(position, position.moves())

    def is_inner(self, path: MovePath) -> bool:
        """Return whether the search would try moves at a path, perhaps only noisy moves."""
        return super().is_inner(path) or bool(
            self.trace.horizons and self.noisy_moves_beyond_limit(path)
        )

    def _order_and_scores_of_all(self, path: MovePath, tree: TreeAtStep | None) -> OrderAndScores:
        """Return the order and scores of all moves at a path, quiet and noisy.

        If the search has recorded none, they are what the ordering returns now.
        """
        recorded = self._recorded_order_and_totals(path, tree)
        if recorded is not None:
            order, totals = recorded
            name = str(self.recipe.search.ordering)
            scores = [Score(total, {name: total}) for total in totals]
            return order, scores or None
        # An ordering that learns is asked only at the root, where it has not learned anything yet.
        may_ask_ordering = self.ordering.learn is None or not path
        if may_ask_ordering:
            return self.order_and_scores(path)
        natural_order = range(len(self.choices(path)))
        return tuple(natural_order), None

    def _recorded_order_and_totals(
        self, path: MovePath, tree: TreeAtStep | None
    ) -> tuple[tuple[int, ...], tuple[float, ...]] | None:
        """Return the order and scores that a visit to a path last recorded, None if none did."""
        # A user's search by random games records scores even without a recorded ordering.
        is_users_sampling = self.trace.is_sampled and not self.algorithm.samples
        if not self.ordering.recorded and not is_users_sampling:
            return None
        tree = tree or TreeAtStep(self.trace)
        node = tree.node_at(path)
        if node is None:
            return None
        for row in reversed(tree.visits_to(node)):
            recorded = self.trace.move_scores.at(row)
            if recorded is not None:
                return recorded
        return None

    def order(self, path: MovePath, tree: TreeAtStep | None = None) -> Sequence[int]:
        """Return the move indices at a path in the order to try them.

        Moves that the latest visit has tried come first, since a search that visits nodes again may
        change the order.
        """
        order = self.order_with_scores(path, tree)[0]
        if self.hides_untried_order or not self.may_revisit:
            return order
        tree = tree or TreeAtStep(self.trace)
        node = tree.node_at(path)
        if node is None:
            return [*order]
        tried = tree.all_tried(node)
        # Probes are children, too, in the order of their rows.
        if self.trace.engine_notes.probes:
            tried = sorted((*tried, *tree.probes(node)))
        is_recording_of_game = self._recording is not None and self._recording.tree is None
        is_quiescence = is_recording_of_game and tree.known_move_count(node) is None
        # It is unknown which other moves a recorded quiescence search would try.
        if is_quiescence:
            order = ()
        # A dictionary keeps each move once, at its first place.
        moves = dict.fromkeys([*map(self.trace.move, tried), *order])
        return [*moves]


MAX_NODES_SEARCHED_BY_NAME = 20_000
"""The most nodes of a written tree that are searched for a name."""


def read_path(run: Run, text: str) -> MovePath:
    """Return the path to a node, given the moves from the root or the node's own name.

    ValueError says which move is not legal.
    """
    try:
        played_moves = run.game.play_moves(run.root, text)
        return tuple([*before.moves()].index(move) for before, move, _ in played_moves)
    except ValueError:
        if not run.game.explicit:
            raise
        path = node_called(run, text.strip())
        if path is None:
            raise
        return path


def node_called(run: Run, name: str) -> MovePath | None:
    """Return the path to the node whose own name is `name`, None if there is no such node."""
    if not name:
        return None
    for path in islice(run.all_paths(), MAX_NODES_SEARCHED_BY_NAME):
        if path and run.node_label(path) == name:
            return path
    return None


def read_destination(run: Run, text: str) -> int | MovePath:
    """Return the step, or the path to a node, that a user has typed.

    A step is typed as `1,200` or `50%`, and a path as `e3 a2`. ValueError says what may be typed.
    """
    trace = run.trace
    digits = text.removesuffix("%").replace(",", "")
    is_number = digits.isascii() and digits.isdigit() and len(digits) <= MAX_STEP_DIGITS
    number = int(digits) if is_number else None
    if number is not None and text.endswith("%"):
        if number > 100:
            raise ValueError(f"{text} is more than 100%")
        return trace.last_step * number // 100
    # A running search may still reach any step. After the end of a search, a number that is too
    # large may be the name of a move.
    if number is not None and (number <= trace.last_step or not trace.finished):
        return number
    if not text:
        raise ValueError("type a step (12), a percentage (50%) or moves (e3 a2)")
    try:
        return read_path(run, text)
    except ValueError as error:
        if number is not None:
            sentence = f"there is no step {number:,}; the last is {trace.last_step:,}"
            raise ValueError(sentence) from None
        reason = clip_text(str(error), 80)
        raise ValueError(
            f"{text!r:.40} is not a step, a percentage or a node ({reason})"
        ) from error
