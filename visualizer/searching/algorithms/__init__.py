"""Searches: each algorithm is one file with a constant ALGORITHM, and reads like the textbook."""

from __future__ import annotations

import inspect
import operator
import sys
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from games import AnyPosition, Evaluation, NoisyMoves, by_sign, shorten
from visualizer.searching import styles
from visualizer.searching.events.recordings import (
    WAYS_TO_FAIL,
    Header,
    Recording,
    header_of_recording,
    recording_of,
)
from visualizer.searching.events.replay import Replay
from visualizer.searching.search_options import COMMON_OPTIONS, WINDOW_OPTION_NAMES, SearchOption
from visualizer.support.errors import InputError, visible
from visualizer.support.plugins import discovery
from visualizer.support.plugins.discovery import Extensible, PlugInSource, unknown_name_error
from visualizer.trace.recorder import Recorder
from visualizer.trace.rows import MovePath, Passes

if TYPE_CHECKING:
    from visualizer.searching.algorithms.table import TranspositionTable

CurrentPath = Callable[[], MovePath]
"""Returns the move indices from the root to the innermost open node."""

Order = Callable[[Any, Any, CurrentPath], Iterable[tuple[int, Any]]]
"""From a position, its moves and its path to pairs (move index, move), in the order in which to try them."""

VisitFunction = TypeVar("VisitFunction", bound=Callable[..., float])
"""A recursive search: called with a position, its ply, the number of its move and its window, if there is one."""

NO_DEPTH_LIMIT = sys.maxsize
"""The depth limit of a search without one."""

PSEUDOCODE: Mapping[str, str] = tomllib.loads(
    Path(__file__).with_name("pseudocode.toml").read_text(encoding="utf-8")
)
"""The pseudocode of the searches in this folder, by name."""

CUT_RULES: Mapping[str, Callable[[float, float], bool]] = {">=": operator.ge, ">": operator.gt}
"""The rules of the cut: alpha >= beta (Knuth and Moore, most books) or alpha > beta (Berkeley CS188)."""


def in_natural_order(
    position: AnyPosition, moves: Any, path: CurrentPath
) -> Iterable[tuple[int, Any]]:
    """Try the moves as the game lists them."""
    return enumerate(moves)


@dataclass(frozen=True, slots=True)
class Problem:
    """What a search is given. Values and the window are from MAX's side; `depth` is the limit in plies.

    A leaf is worth `evaluate(position, outcome)`, where the outcome is None at the depth limit. `order(position, moves,
    recorder.path)` gives (move index, move) in the order to try them, and `cut(alpha, beta)` says whether the rest
    may be left out. `options` holds a value for each of the algorithm's own options, by name, as its reader made it;
    `seed` is what its dice begin with. `scores(position, moves)` are the game's own, for each move the higher the
    better for the mover; None where it has none.
    """

    root: AnyPosition
    evaluate: Evaluation
    depth: int = NO_DEPTH_LIMIT
    order: Order = in_natural_order
    cut: Callable[[float, float], bool] = operator.ge
    alpha: float = -inf
    beta: float = inf
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    scores: Callable[[AnyPosition, Sequence[Any]], Sequence[float]] | None = None
    ranks: Callable[[AnyPosition, Sequence[Any], CurrentPath], Sequence[float]] | None = None
    """The scores of the ordering asked for, the higher the earlier a move is tried; None where it has none."""
    counting: Callable[[AnyPosition], Callable[[float], float]] = by_sign
    """The game's: from the root to a function that says what an outcome counts in a random game, from −1 to 1."""
    exact: bool = False
    """Whether the game is a written tree, so that a search with chance reckons with exact fractions."""
    limits: tuple[float, float] = (-inf, inf)
    """The least and the greatest value that a leaf can have, as far as known."""
    chance: bool = False
    """Whether chance may move."""
    noisy: NoisyMoves | None = None
    """The moves that are searched beyond the depth limit, if the game says which."""
    order_beyond: Order | None = None
    """The order of moves there, if it is not `order`."""
    table: TranspositionTable | None = None
    """The transposition table that passes hand on to the next; None for a search to make its own."""


def search_with_options(
    problem: Problem,
    recorder: Recorder,
    returned: Callable[[float, float, float], float] = lambda value, alpha, beta: value,
) -> Callable[[VisitFunction], VisitFunction]:
    """Return a decorator that gives a recursive search a table and noisy moves, each if its problem asks for it.

    `returned` makes what a visit beyond the depth limit returns of the value found and the window on entry.
    """
    goes_on = problem.options.get("quiescence") and problem.depth != NO_DEPTH_LIMIT
    has_table = problem.options.get("table") or problem.table is not None

    def decorate(search: VisitFunction) -> VisitFunction:
        if goes_on:
            from visualizer.searching.algorithms.quiescence import with_quiescence

            search = with_quiescence(problem, recorder, returned)(search)
        if has_table:
            from visualizer.searching.algorithms.table import with_table_lookup

            search = with_table_lookup(problem, recorder)(search)
        return search

    return decorate


@dataclass(frozen=True, slots=True)
class Sampling:
    """What a search by random games tells for showing its choices and playing its games again.

    `iterations(problem)` is the number of passes. Of the children visited it selects the one with the largest sum of
    mean, from the mover's side, and `bonus(exploration, visits of the node, visits of the child)`.
    `playout(problem, position, iteration)` yields the moves of an iteration's random game from a position on, each with
    the position after it. `candidates(problem, moves)` are those of the root's numbered moves that it may select.
    """

    iterations: Callable[[Problem], int]
    bonus: Callable[[float, int, int], float]
    playout: Callable[[Problem, AnyPosition, int], Iterator[tuple[Any, AnyPosition]]] | None
    """None where its random games are unknown."""
    candidates: Callable[[Problem, list[tuple[int, Any]]], list[tuple[int, Any]]] = (
        lambda problem, moves: moves
    )


SearchFunction = Callable[[Problem, Recorder], float]
"""Reports every visit to the recorder and returns the root's value, from MAX's side."""


@dataclass(frozen=True, slots=True)
class Algorithm:
    """A search as users choose it; `fail` has a function for "soft" (fail-soft), for "hard" (fail-hard), or both.

    `pseudocode` is a Python function that the code pane shows and a test runs; a comment at the end of a line names the
    event that the line stands for.
    """

    name: str
    title: str
    about: str
    fail: Mapping[str, SearchFunction]
    pseudocode: str
    pseudocode_hard: str = ""
    """The pseudocode of fail-hard, if it differs."""
    pseudocode_table: str = ""
    """The pseudocode of a search whose table does more than answer, before `code_with_table`; else it is as without."""
    pseudocode_with: Callable[[Mapping[str, Any]], str] | None = None
    """Returns the pseudocode of a search with values of its own options, if it differs by them."""
    ordering: tuple[str, ...] = ("natural",)
    """The default ordering: the first of these that the game has."""
    options: tuple[SearchOption, ...] = ()
    """Its own options, beside the common ones."""
    ignores: tuple[str, ...] = ()
    """The names of common options that make no difference to it."""
    uses_window: bool = True
    """Whether it has α and β; without them it ignores the options `cut`, `fail` and `window` too, and the two numbers
    that it may tell on entry are something else."""
    from_mover: bool = False
    """Whether values in its pseudocode are from the mover's side; recorded ones are always from MAX's."""
    deepest: int = NO_DEPTH_LIMIT
    """The most plies that it looks ahead, whatever depth is asked for."""
    exact: bool = True
    """Whether its value is that of minimax to the same depth."""
    revisits: bool = False
    """Whether it comes back to nodes: looks at a child once more, or begins again at the root."""
    passes: Passes = Passes.REPLACE
    """How its passes belong together, if it has several."""
    check: Callable[[Problem], None] = lambda problem: None
    """Raises InputError for a problem that it cannot search."""
    chance: bool = False
    """Whether it can search positions in which chance moves."""
    random_opponent: bool = False
    """Whether the side that is not to move at the root is taken to move at random."""
    refused: Mapping[str, str] = field(default_factory=dict)
    """By the names of options of other algorithms that cannot be asked of it: the sentence that says why."""
    sampling: Sampling | None = None
    """How it plays random games, None for other searches."""
    fixed: Mapping[str, Any] = field(default_factory=dict)
    """The common options that nobody can choose, by name: what a search written elsewhere was run with."""
    header: Header | None = None
    """What a search written elsewhere says of itself, None for one that is made here."""
    said: tuple[str, ...] = ()
    """What else a search written elsewhere says of itself, for headings."""
    source: PlugInSource = PlugInSource.NAME
    """Whether it comes with the program, is a user's or a package's function, or a recording of one elsewhere."""

    def code(self, fail: str, *, table: bool = False) -> str:
        """Return the pseudocode of a way to fail, "soft" or "hard", before `code_with_table`; "" if there is none."""
        return (
            self.pseudocode_hard if fail == "hard" else self.pseudocode_table if table else ""
        ) or self.pseudocode

    @property
    def is_function(self) -> bool:
        """Return whether it is a user-supplied function, or an installed package's, which is checked and watched."""
        return self.source is PlugInSource.FUNCTION

    @property
    def style(self) -> styles.SearchStyle:
        """Return what depends on how it searches."""
        if self.sampling is not None:
            return styles.SAMPLE_STYLE
        if not self.uses_window:
            return styles.VALUE_STYLE
        if self.header is not None and self.revisits:
            return styles.LOOK_STYLE
        return styles.WINDOW_STYLE

    @property
    def samples(self) -> bool:
        """Return whether it is a search by random games."""
        return self.sampling is not None

    def iterations(self, problem: Problem) -> int:
        """Return how many random games it plays, none for a search of another kind."""
        if self.sampling is None:
            return 0
        return self.sampling.iterations(problem)

    @property
    def is_recording(self) -> bool:
        """Return whether it plays back what a search written elsewhere has done."""
        return self.header is not None

    def applies(self, name: str) -> bool:
        """Return whether a common option makes a difference to it."""
        return name in self.fixed or (
            name not in self.ignores and (self.uses_window or name not in WINDOW_OPTION_NAMES)
        )


def function_source(function: object) -> str:
    """Return the source of a function, or a comment saying that it cannot be read."""
    try:
        return inspect.getsource(function)  # type: ignore[arg-type]  # of anything else it says what was expected
    except (TypeError, OSError):
        return "# its source cannot be read\n"


@cache
def algorithms() -> Extensible[Algorithm]:
    """Return every algorithm by name."""
    built_in = discovery.module_constants(sys.modules[__name__], "ALGORITHM")
    return Extensible(
        "algorithm", built_in, lambda found: isinstance(found, Algorithm), as_outside_algorithm
    )


def algorithm(name: str) -> Algorithm:
    """Return an algorithm by name, or a user-supplied search by `FILE.py:NAME`; InputError says which there are."""
    if name in algorithms():
        return algorithms()[name]
    source = PlugInSource.of(name)
    if source.is_user_search:
        if source is PlugInSource.RECORDING:
            return algorithm_of_recording(name)
        return supplied_algorithm(name)
    raise unknown_name_error(
        "there is no algorithm", name, algorithms().names(), ", FILE.py:FUNCTION"
    )


def supplied_algorithm(name: str) -> Algorithm:
    """Return the search that `FILE.py:NAME` names, a function or an `Algorithm`; InputError says what is wrong."""
    found = discovery.user_function(
        name, lambda value: callable(value) or isinstance(value, Algorithm)
    )
    if not isinstance(found, Algorithm):
        found = Algorithm(
            name, visible(name), "a user-supplied search", {"soft": found}, function_source(found)
        )
    return remember_algorithm(as_outside_algorithm(name, found))


def as_outside_algorithm(name: str, found: Algorithm) -> Algorithm:
    """Return a search of a user's file or of a package, which is checked and watched; InputError if it is none."""
    if not found.fail or not all(
        way in WAYS_TO_FAIL and callable(each) for way, each in found.fail.items()
    ):
        raise InputError(
            f"the search {name} has no function; `fail` must be a dictionary with one for 'soft', 'hard' or both"
        )
    code = found.pseudocode or function_source(next(iter(found.fail.values())))
    return replace(found, name=name, pseudocode=code, source=PlugInSource.FUNCTION)


def algorithm_of_recording(file: str) -> Algorithm:
    """Return the search that a file of events tells; InputError says what is wrong with the file.

    Nothing is taken for granted of it: an option that its file does not name does not apply.
    """
    recording = recording_of(file)
    return remember_algorithm(recorded_algorithm(recording.header, file, recording))


def recorded_algorithm(header: Header, file: str, recording: Recording | None) -> Algorithm:
    """Return the search that a file tells by its header and, if that has been read, by its events."""
    if recording is None or recording.is_growing:
        log = None
    else:
        log = recording.log

    def played_back() -> Recording:
        return recording or recording_of(file)

    given = {"depth": header.depth, "cut": header.cut, "fail": header.fail}
    fixed = {name: value for name, value in given.items() if value is not None}
    sampling = None
    options = []
    if header.exploration is not None and header.passes is Passes.ADD:
        uct = algorithms()["mcts"]
        assert uct.sampling is not None  # it is a search by random games
        sampling = replace(
            uct.sampling, iterations=lambda problem: played_back().log.roots, playout=None
        )  # its random games are not told
        known = {
            "exploration": header.exploration,
            "selection": header.selection,
            "solver": header.solves,
        }
        options = [
            replace(each, default=known[each.name]) for each in uct.options if each.name in known
        ]
    return Algorithm(
        name=file,
        title=header.search,
        about="a search written elsewhere",
        fail=dict.fromkeys(
            WAYS_TO_FAIL,
            lambda problem, recorder: Replay(played_back(), problem.root, recorder).run(),
        ),
        pseudocode="",
        ordering=(),
        options=tuple(options),
        ignores=tuple(
            name for name in COMMON_OPTIONS if name not in (*fixed, "algorithm", "max_nodes")
        ),
        uses_window=log is None or log.has_window,
        exact=False,
        revisits=log is None or log.comes_back,
        passes=header.passes,
        sampling=sampling,
        fixed=fixed,
        header=header,
        said=() if header.order is None else (f"order: {header.order}",),
        source=PlugInSource.RECORDING,
    )


def remember_algorithm(found: Algorithm) -> Algorithm:
    """Keep a search from outside, so that its options are known though its file changes or goes; return it."""
    _cached_algorithms.pop(found.name, None)
    for oldest in [*_cached_algorithms][: -MAX_CACHED_ALGORITHMS + 1]:
        del _cached_algorithms[oldest]
    _cached_algorithms[found.name] = found
    return found


_cached_algorithms: dict[str, Algorithm] = {}
MAX_CACHED_ALGORITHMS = 4
"""The searches from outside that are kept."""


def cached_algorithm(name: str) -> Algorithm | None:
    """Return an algorithm, one from outside as it was read the last time; InputError if there is none.

    For that a user-supplied function is not loaded, None if it has not been, and of a recording one line is read.
    """
    found = _cached_algorithms.get(name)
    source = PlugInSource.of(name)
    if found is not None or source is PlugInSource.FUNCTION:
        return found
    if source is PlugInSource.RECORDING:
        return recorded_algorithm(header_of_recording(name), name, None)
    return algorithm(name)


def options_of_algorithm(name: str) -> list[SearchOption]:
    """Return the options that an algorithm has: the common ones that it does not ignore, then its own.

    InputError if there is no such algorithm. A user-supplied function has all that are common until it is loaded.
    """
    found = cached_algorithm(name)
    if found is None:
        return [*COMMON_OPTIONS.values()]
    return [
        *(option for option in COMMON_OPTIONS.values() if found.applies(option.name)),
        *found.options,
    ]


def all_options() -> dict[str, SearchOption]:
    """Return every option that is a flag, by name, the common ones first; those of a package's searches are none.

    Where several algorithms have one of the same name, they differ in their default at most.
    """
    return {
        **COMMON_OPTIONS,
        **{option.name: option for found in algorithms().values() for option in found.options},
    }


def algorithm_flags(name: str) -> dict[str, SearchOption]:
    """Return the options that an algorithm may be given as flags; its others stand in its word, `NAME,key=value`."""
    is_outside = PlugInSource.of(name) is PlugInSource.FUNCTION or algorithms().is_added(name)
    if is_outside:
        return {**COMMON_OPTIONS}
    return all_options()


def options_for_flags(name: str, given: Collection[str]) -> dict[str, SearchOption]:
    """Return every option there is, by name, and for a user-supplied search those that are `given` too.

    What its file does not tell before it is loaded is taken as text, also where another search has such an option.
    """
    table = all_options()
    if algorithms().is_added(name):
        return table | {option.name: option for option in algorithms()[name].options}
    if PlugInSource.of(name) is not PlugInSource.FUNCTION:
        return table
    unread = [
        SearchOption(key, "", None, str, types=(bool, float, list, tuple))
        for key in given
        if key not in COMMON_OPTIONS
    ]
    own = [option for option in options_of_algorithm(name) if option.name in given]
    return table | {option.name: option for option in (*unread, *own)}


def check_own_options(found: Algorithm, names: Iterable[str]) -> None:
    """Raise InputError for the name of an option that is neither common nor the search's own."""
    for name in names:
        if name not in COMMON_OPTIONS and all(option.name != name for option in found.options):
            has = " ".join(option.key for option in found.options) or "none"
            raise InputError(
                f"the search {found.name} has no option {shorten(name.replace('_', '-'))}; its options are: {has}"
            )
