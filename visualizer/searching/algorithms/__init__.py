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
from visualizer.support.plugins.discovery import PlugInRegistry, PlugInSource, unknown_name_error
from visualizer.trace.recorder import LIMIT, TERMINAL, Recorder
from visualizer.trace.rows import MovePath, Passes

if TYPE_CHECKING:
    from visualizer.searching.algorithms.table import TranspositionTable

CurrentPath = Callable[[], MovePath]
"""Returns the move indices from the root to the innermost open node."""

Order = Callable[[Any, Any, CurrentPath], Iterable[tuple[int, Any]]]
"""Takes a position, its moves and its path; returns (move index, move) pairs in order."""

VisitFunction = TypeVar("VisitFunction", bound=Callable[..., float])
"""A recursive search that takes a position, its ply, its move index and perhaps its window."""

WindowedSearch = Callable[[Any, int, int, float, float], float]
"""A recursive search that takes a position, its ply, its move index, alpha and beta."""

LeafFunction = Callable[..., float]
"""Evaluates and records a leaf, given its position, outcome, move index and window."""

NO_DEPTH_LIMIT = sys.maxsize
"""The value of a depth limit that means there is no limit."""

PSEUDOCODE: Mapping[str, str] = tomllib.loads(
    Path(__file__).with_name("pseudocode.toml").read_text(encoding="utf-8")
)
"""The pseudocode of the searches in this folder, by name."""

CUT_RULES: Mapping[str, Callable[[float, float], bool]] = {">=": operator.ge, ">": operator.gt}
"""The rules of cutting: alpha >= beta (Knuth and Moore, most books) or > (Berkeley CS188)."""


def in_natural_order(
    position: AnyPosition, moves: Any, path: CurrentPath
) -> Iterable[tuple[int, Any]]:
    """Try the moves as the game lists them."""
    return enumerate(moves)


@dataclass(frozen=True, slots=True)
class Problem:
    """The input of a search. Values and the window are from MAX's side.

    A leaf is worth `evaluate(position, outcome)`; the outcome is None at the depth limit.
    `order(position, moves, recorder.path)` gives (move index, move) pairs in the order to try them,
    and `cut(alpha, beta)` says whether the remaining moves may be skipped.
    """

    root: AnyPosition
    evaluate: Evaluation
    depth: int = NO_DEPTH_LIMIT
    """The depth limit, in plies."""
    order: Order = in_natural_order
    cut: Callable[[float, float], bool] = operator.ge
    alpha: float = -inf
    beta: float = inf
    options: Mapping[str, Any] = field(default_factory=dict)
    """The values of the algorithm's own options, by name."""
    seed: int = 0
    """The seed for all random numbers of the search."""
    scores: Callable[[AnyPosition, Sequence[Any]], Sequence[float]] | None = None
    """Returns the game's scores of moves, highest for the mover's best; None without scores."""
    ranks: Callable[[AnyPosition, Sequence[Any], CurrentPath], Sequence[float]] | None = None
    """Returns the ordering's scores of moves, highest for the first; None without scores."""
    counting: Callable[[AnyPosition], Callable[[float], float]] = by_sign
    """Takes the root; returns a function from an outcome to a playout's result from −1 to 1."""
    exact: bool = False
    """Whether the game is a written tree, so that a search with chance uses exact fractions."""
    limits: tuple[float, float] = (-inf, inf)
    """The least and the greatest possible value of a leaf, infinite if unknown."""
    chance: bool = False
    """Whether chance may move."""
    noisy: NoisyMoves | None = None
    """The moves to search beyond the depth limit, None if the game has no noisy moves."""
    order_beyond: Order | None = None
    """The order of moves beyond the depth limit, if it is not `order`."""
    table: TranspositionTable | None = None
    """The transposition table shared by all passes, None if the search makes its own."""


def leaf_evaluation(problem: Problem, recorder: Recorder) -> LeafFunction:
    """Return a function that evaluates a leaf, records the visit, and returns the leaf's value.

    The function takes the position, the outcome (None at the depth limit), the index of the move to
    the leaf, and the window.
    """
    evaluate = problem.evaluate
    leaf = recorder.leaf

    def evaluate_leaf(
        position: Any, outcome: float | None, number: int, alpha: float = -inf, beta: float = inf
    ) -> float:
        kind = LIMIT if outcome is None else TERMINAL
        return leaf(number, evaluate(position, outcome), kind, alpha, beta)

    return evaluate_leaf


def unclipped(value: float, alpha: float, beta: float) -> float:
    """Return the value unchanged: a fail-soft search may return values outside its window."""
    return value


def search_with_options(
    problem: Problem,
    recorder: Recorder,
    clip: Callable[[float, float, float], float] = unclipped,
) -> Callable[[VisitFunction], VisitFunction]:
    """Return a decorator that adds a table and quiescence to a search if the problem wants them.

    A visit in quiescence returns `clip(value, alpha, beta)`, given its window on entry.
    """
    has_quiescence = problem.options.get("quiescence") and problem.depth != NO_DEPTH_LIMIT
    has_table = problem.options.get("table") or problem.table is not None

    def decorate(search: VisitFunction) -> VisitFunction:
        """Return the search, extended by quiescence and a table if they are requested."""
        # Imported here, since these modules import this module.
        if has_quiescence:
            from visualizer.searching.algorithms.quiescence import with_quiescence

            search = with_quiescence(problem, recorder, clip)(search)
        if has_table:
            from visualizer.searching.algorithms.table import with_table_lookup

            search = with_table_lookup(problem, recorder)(search)
        return search

    return decorate


@dataclass(frozen=True, slots=True)
class Sampling:
    """What is needed to show the choices of a search by random games, and to replay its games.

    `iterations(problem)` returns the number of passes. The search selects the visited child with
    the largest upper bound: its mean from the mover's side, plus `bonus(exploration, visits of the
    node, visits of the child)`. `playout(problem, position, iteration)` yields (move, position
    after it) pairs of an iteration's random game. `candidates(problem, moves)` returns the numbered
    moves at the root that may be selected.
    """

    iterations: Callable[[Problem], int]
    bonus: Callable[[float, int, int], float]
    playout: Callable[[Problem, AnyPosition, int], Iterator[tuple[Any, AnyPosition]]] | None
    """None if the random games are unknown."""
    candidates: Callable[[Problem, list[tuple[int, Any]]], list[tuple[int, Any]]] = (
        lambda problem, moves: moves
    )


SearchFunction = Callable[[Problem, Recorder], float]
"""Reports every visit to the recorder and returns the root's value, from MAX's side."""


@dataclass(frozen=True, slots=True)
class Algorithm:
    """A search as users choose it.

    `fail` has a function for "soft" (fail-soft), for "hard" (fail-hard), or for both. `pseudocode`
    is a Python function that the code pane shows and a test runs; the comment at the end of a line
    names the event that the line stands for.
    """

    name: str
    title: str
    about: str
    fail: Mapping[str, SearchFunction]
    pseudocode: str
    pseudocode_hard: str = ""
    """The pseudocode of fail-hard, if it differs."""
    pseudocode_table: str = ""
    """The pseudocode for `code_with_table`, if a table changes more than it can add."""
    pseudocode_with: Callable[[Mapping[str, Any]], str] | None = None
    """Returns the pseudocode for values of the algorithm's own options, if it depends on any."""
    ordering: tuple[str, ...] = ("natural",)
    """The default ordering: the first of these that the game has."""
    options: tuple[SearchOption, ...] = ()
    """The algorithm's own options."""
    ignores: tuple[str, ...] = ()
    """The common options that make no difference."""
    uses_window: bool = True
    """Whether the algorithm has α and β. Without them it also ignores `cut`, `fail` and `window`,
    and the two numbers that it may report on entry mean something else."""
    from_mover: bool = False
    """Whether values in the pseudocode are from the mover's side; recorded ones never are."""
    max_depth: int = NO_DEPTH_LIMIT
    """The greatest depth in plies that the algorithm can search."""
    exact: bool = True
    """Whether the algorithm returns the minimax value for the same depth."""
    revisits: bool = False
    """Whether the algorithm may visit a node again, in a second look or in another pass."""
    passes: Passes = Passes.REPLACE
    """Whether a pass replaces the passes before it or adds to them."""
    check: Callable[[Problem], None] = lambda problem: None
    """Raises InputError for a problem that the algorithm cannot search."""
    chance: bool = False
    """Whether the algorithm can search positions in which chance moves."""
    random_opponent: bool = False
    """Whether the side that does not move at the root moves at random."""
    refusals: Mapping[str, str] = field(default_factory=dict)
    """The error messages for options that other algorithms have, but not this one, by name."""
    sampling: Sampling | None = None
    """How the algorithm plays random games, None if it plays none."""
    fixed: Mapping[str, Any] = field(default_factory=dict)
    """The common options with which a recorded search was run; nobody can change them."""
    header: Header | None = None
    """The header of a recording, None for a search that is run here."""
    heading_words: tuple[str, ...] = ()
    """Further words for the heading of a recorded search."""
    source: PlugInSource = PlugInSource.NAME
    """Where the search comes from: this program, a user's or a package's code, or a recording."""

    def code(self, fail: str, *, table: bool = False) -> str:
        """Return the pseudocode of the algorithm for fail "soft" or "hard".

        If `table` is true, return the version to which `code_with_table` can add a table.
        """
        code = ""
        if fail == "hard":
            code = self.pseudocode_hard
        elif table:
            code = self.pseudocode_table
        return code or self.pseudocode

    def has_option(self, name: str) -> bool:
        """Return whether an option is the algorithm's own."""
        return any(option.name == name for option in self.options)

    @property
    def is_function(self) -> bool:
        """Return whether the search is code of a user or a package, which may fail in any way."""
        return self.source is PlugInSource.FUNCTION

    @property
    def style(self) -> styles.SearchStyle:
        """Return the style of the search, which depends on windows and random games."""
        if self.sampling is not None:
            return styles.SAMPLE_STYLE
        if not self.uses_window:
            return styles.VALUE_STYLE
        if self.header is not None and self.revisits:
            return styles.LOOK_STYLE
        return styles.WINDOW_STYLE

    @property
    def samples(self) -> bool:
        """Return whether the algorithm plays random games."""
        return self.sampling is not None

    def iterations(self, problem: Problem) -> int:
        """Return the number of random games, 0 if the algorithm plays none."""
        if self.sampling is None:
            return 0
        return self.sampling.iterations(problem)

    @property
    def is_recording(self) -> bool:
        """Return whether the search is replayed from a recording."""
        return self.header is not None

    def applies(self, name: str) -> bool:
        """Return whether a common option makes a difference."""
        if name in self.fixed:
            return True
        if name in self.ignores:
            return False
        return self.uses_window or name not in WINDOW_OPTION_NAMES


def function_source(function: object) -> str:
    """Return the source of a function, or a comment saying that it cannot be read."""
    try:
        return inspect.getsource(function)  # type: ignore[arg-type]  # it refuses other objects
    except (TypeError, OSError):
        return "# its source cannot be read\n"


@cache
def algorithms() -> PlugInRegistry[Algorithm]:
    """Return every algorithm by name."""
    built_in = discovery.module_constants(sys.modules[__name__], "ALGORITHM")
    return PlugInRegistry(
        "algorithm", built_in, lambda found: isinstance(found, Algorithm), as_outside_algorithm
    )


def algorithm(name: str) -> Algorithm:
    """Return an algorithm by name, a user's search by `FILE.py:NAME`, or a recording by its file.

    InputError for any other name.
    """
    if name in algorithms():
        return algorithms()[name]
    source = PlugInSource.of(name)
    if source is PlugInSource.RECORDING:
        return algorithm_of_recording(name)
    if source.is_user_search:
        return supplied_algorithm(name)
    raise unknown_name_error(
        "there is no algorithm", name, algorithms().names(), ", FILE.py:FUNCTION"
    )


def supplied_algorithm(name: str) -> Algorithm:
    """Return the user's search `FILE.py:NAME`, which is a function or an `Algorithm`.

    InputError if the file has no such search.
    """
    found = discovery.user_function(
        name, lambda value: callable(value) or isinstance(value, Algorithm)
    )
    if not isinstance(found, Algorithm):
        function = found
        found = Algorithm(
            name,
            visible(name),
            about="a user-supplied search",
            fail={"soft": function},
            pseudocode=function_source(function),
        )
    return remember_algorithm(as_outside_algorithm(name, found))


def as_outside_algorithm(name: str, supplied: Algorithm) -> Algorithm:
    """Return the search of a user or a package, marked as outside code, to check it as it runs.

    If it has no pseudocode, it gets its Python source. InputError if it has no search function.
    """
    has_functions = bool(supplied.fail) and all(map(callable, supplied.fail.values()))
    if not has_functions or not supplied.fail.keys() <= WAYS_TO_FAIL.keys():
        raise InputError(
            f"the search {name} has no function; "
            "`fail` must be a dictionary with one for 'soft', 'hard' or both"
        )
    pseudocode = supplied.pseudocode or function_source(next(iter(supplied.fail.values())))
    return replace(
        supplied,
        name=name,
        pseudocode=pseudocode,
        source=PlugInSource.FUNCTION,
    )


def algorithm_of_recording(file: str) -> Algorithm:
    """Return the search recorded in a file of events; InputError if the file cannot be read.

    It has only the options that the file names.
    """
    recording = recording_of(file)
    return remember_algorithm(recorded_algorithm(recording.header, file, recording))


def recorded_algorithm(header: Header, file: str, recording: Recording | None) -> Algorithm:
    """Return a search that replays a recording, with the title and options in its header.

    `recording` is None if only the header of the file has been read so far.
    """
    has_window = True
    revisits = True
    # A file that has not been read to its end may still report a window or a second visit.
    if recording is not None and not recording.is_growing:
        has_window = recording.log.has_window
        revisits = recording.log.revisits

    def read_recording() -> Recording:
        if recording is None:
            return recording_of(file)
        return recording

    def replay(problem: Problem, recorder: Recorder) -> float:
        return Replay(read_recording(), problem.root, recorder).run()

    fixed = _fixed_options(header)
    known_options = (*fixed, "algorithm", "max_nodes")
    sampling, options = _recorded_sampling(header, read_recording)
    return Algorithm(
        name=file,
        title=header.search,
        about="a search written elsewhere",
        fail=dict.fromkeys(WAYS_TO_FAIL, replay),
        pseudocode="",
        ordering=(),
        options=options,
        ignores=tuple(name for name in COMMON_OPTIONS if name not in known_options),
        uses_window=has_window,
        exact=False,
        revisits=revisits,
        passes=header.passes,
        sampling=sampling,
        fixed=fixed,
        header=header,
        heading_words=() if header.order is None else (f"order: {header.order}",),
        source=PlugInSource.RECORDING,
    )


def _fixed_options(header: Header) -> dict[str, Any]:
    """Return the common options that a recording's header gives, by name."""
    given = {
        "depth": header.depth,
        "cut": header.cut,
        "fail": header.fail,
    }
    return {name: value for name, value in given.items() if value is not None}


def _recorded_sampling(
    header: Header, read_recording: Callable[[], Recording]
) -> tuple[Sampling | None, tuple[SearchOption, ...]]:
    """Return the sampling and the options of a recorded MCTS; (None, ()) for other searches.

    `read_recording` is called only for the number of iterations, since it may have to read a long
    file.
    """
    is_mcts = header.exploration is not None and header.passes is Passes.ADD
    if not is_mcts:
        return None, ()
    mcts = algorithms()["mcts"]
    assert mcts.sampling is not None  # it plays random games

    def iterations(problem: Problem) -> int:
        return read_recording().log.root_visit_count

    # A recording does not contain the random games.
    sampling = replace(mcts.sampling, iterations=iterations, playout=None)
    values = {
        "exploration": header.exploration,
        "selection": header.selection,
        "solver": header.solves,
    }
    # The options of a recording cannot be changed, so the values in the header become defaults.
    recorded = [option for option in mcts.options if option.name in values]
    options = [replace(option, default=values[option.name]) for option in recorded]
    return sampling, tuple(options)


def remember_algorithm(loaded: Algorithm) -> Algorithm:
    """Cache a search that was loaded from a file, and return it; the file may change later."""
    # The search is moved to the end of the dictionary, so that the oldest search comes first.
    _cached_algorithms.pop(loaded.name, None)
    for oldest in [*_cached_algorithms][: -MAX_CACHED_ALGORITHMS + 1]:
        del _cached_algorithms[oldest]
    _cached_algorithms[loaded.name] = loaded
    return loaded


_cached_algorithms: dict[str, Algorithm] = {}
MAX_CACHED_ALGORITHMS = 4
"""The most searches from outside that are cached."""


def cached_algorithm(name: str) -> Algorithm | None:
    """Return an algorithm, but None for a user's search that has not been loaded yet.

    A recording is not read beyond its header. InputError for an unknown algorithm, or for a
    recording that cannot be read.
    """
    cached = _cached_algorithms.get(name)
    source = PlugInSource.of(name)
    if cached is not None or source is PlugInSource.FUNCTION:
        return cached
    if source is PlugInSource.RECORDING:
        return recorded_algorithm(header_of_recording(name), name, None)
    return algorithm(name)


def options_of_algorithm(name: str) -> list[SearchOption]:
    """Return the options that affect an algorithm: common options, then its own.

    For a user's search that has not been loaded yet, they are all common options. InputError for an
    unknown algorithm.
    """
    known = cached_algorithm(name)
    if known is None:
        return [*COMMON_OPTIONS.values()]
    common = [option for option in COMMON_OPTIONS.values() if known.applies(option.name)]
    return [*common, *known.options]


def all_options() -> dict[str, SearchOption]:
    """Return the options of all built-in algorithms by name, the common options first.

    Options of the same name differ only in their defaults.
    """
    options = {**COMMON_OPTIONS}
    for each in algorithms().values():
        options |= {option.name: option for option in each.options}
    return options


def algorithm_flags(name: str) -> dict[str, SearchOption]:
    """Return the options that can be command-line flags for an algorithm, by name.

    A user's or a package's search has no flags for its own options: they follow its name, as in
    `./mine.py:SEARCH,half-width=2`.
    """
    if PlugInSource.of(name) is PlugInSource.FUNCTION or algorithms().is_added(name):
        return {**COMMON_OPTIONS}
    return all_options()


def options_for_flags(name: str, given: Collection[str]) -> dict[str, SearchOption]:
    """Return the options that may be given with an algorithm, by name.

    They are the options of all built-in algorithms, and the algorithm's own. A user's search that
    has not been loaded may have any option, so the names in `given` become options, too.
    """
    options = all_options()
    if algorithms().is_added(name):
        return options | {option.name: option for option in algorithms()[name].options}
    if PlugInSource.of(name) is not PlugInSource.FUNCTION:
        return options
    for option_name in given:
        # Its value stays a string, even if another algorithm has an option of this name.
        if option_name not in COMMON_OPTIONS:
            options[option_name] = SearchOption(
                option_name,
                "",
                None,
                str,
                types=(bool, float, list, tuple),
            )
    # If the search has been loaded, its real options replace these provisional options.
    for option in options_of_algorithm(name):
        if option.name in given:
            options[option.name] = option
    return options


def check_own_options(chosen: Algorithm, names: Iterable[str]) -> None:
    """Raise InputError for an option in `names` that the search `chosen` cannot have."""
    for name in names:
        if name not in COMMON_OPTIONS and not chosen.has_option(name):
            own = " ".join(option.key for option in chosen.options) or "none"
            raise InputError(
                f"the search {chosen.name} has no option {shorten(name.replace('_', '-'))}; "
                f"its options are: {own}"
            )
