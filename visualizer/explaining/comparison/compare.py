"""Comparisons of searches of one position: the savings by pruning and by ordering."""

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from visualizer.explaining.explanation.naming import Naming, capitalized
from visualizer.explaining.explanation.standings import label_of_answer, search_depth_words
from visualizer.explaining.measures.estimate import TreeSizeGuess, estimate_tree_size
from visualizer.explaining.measures.proof_tree import (
    Minimum,
    knuth_moore_leaves,
    minimum,
    ordering_quality,
    uniform_branching,
)
from visualizer.explaining.measures.summary import SearchResult
from visualizer.searching.algorithms import algorithm, options_of_algorithm
from visualizer.searching.events.recordings import handed_over_title
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.searching.search_options import WINDOW_OPTION, SearchOption
from visualizer.support.errors import InputError, RefusedError, visible
from visualizer.support.plugins.discovery import PlugInSource
from visualizer.trace.tree_at_step import TreeAtStep

USUAL_COMPARISON = ("minimax", "alpha-beta", "ordered-alpha-beta")
"""The searches that are compared unless others are asked for."""

USUAL_CHANCE_COMPARISON = ("expectiminimax", "star1")
"""The usual comparison in a game of chance."""

FULL_WINDOW = WINDOW_OPTION.default
"""The window in which every value is exact."""

Runner = Callable[[Recipe], Run]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The results of several searches of one position, and what they are compared with."""

    searches: tuple[SearchResult, ...]
    minimum: Minimum | None = None
    """The least that any order could visit, with a full window and cutting at >=.

    None if minimax did not finish.
    """
    formula: int | None = None
    """Knuth and Moore's least number of leaves; None if the tree is not uniform."""
    guess: TreeSizeGuess | None = None
    """The estimated size of the minimax tree, if minimax did not finish."""
    disagreement: str = ""
    """A sentence about a user-supplied search whose value differs from another search's."""
    best_moves: frozenset[str] | None = None
    """All moves worth as much as the best, if minimax finished."""
    standing: str = ""
    """The meaning of the value, `White a flat ahead`; "" if searches differ or it is unknown."""
    depth: str = ""
    """The depth of all searches, `depth 3`; "" if it differs or is unlimited."""

    def as_object(self) -> dict[str, Any]:
        """Return the comparison under the names that scripts rely on.

        The minimum is None unless every search cuts at >=.
        """
        searches = [result.as_object() for result in self.searches]
        least = None
        if self.minimum is not None and self.cuts_when_equal:
            least = self.minimum._asdict()
        estimate = None
        if self.guess is not None:
            estimate = self.guess._asdict()
        return {
            "game": searches[0]["game"],
            "position": searches[0]["position"],
            "depth": searches[0]["depth"],
            "searches": searches,
            "minimum": least,
            "knuth_moore_leaves": self.formula,
            "minimax_estimate": estimate,
        }

    @property
    def cuts_when_equal(self) -> bool:
        """Whether every search cut at >=, as the minimum assumes."""
        return all(result.search.cut == ">=" for result in self.searches)

    @property
    def is_standard(self) -> bool:
        """Whether every search had a full window and cut at >=, as the minimum assumes."""
        return self.cuts_when_equal and all(
            result.search.window == FULL_WINDOW for result in self.searches
        )

    @property
    def least(self) -> Minimum | None:
        """The minimum, if the searches can be compared with it."""
        if not self.is_standard:
            return None
        return self.minimum

    @property
    def exact(self) -> tuple[SearchResult, ...]:
        """The searches that look for a value against best play, not by random samples.

        If there are none, all searches that did not refuse the game.
        """
        searched = tuple(result for result in self.searches if not result.refused)
        exact = tuple(
            result for result in searched if not (result.samples or result.has_random_opponent)
        )
        return exact or searched

    @property
    def value_searches(self) -> list[SearchResult]:
        """The `exact` searches that look for a value, not only for a good move."""
        return [result for result in self.exact if not result.samples]

    @property
    def sampling_searches(self) -> list[SearchResult]:
        """The searches by random samples, even if they refused the game."""
        return [result for result in self.searches if result.samples]

    def names(self) -> list[str]:
        """Return a name for each search that distinguishes it from the others."""
        titles = search_titles([result.search for result in self.searches])
        return [*map(handed_over_title, titles)]

    @property
    def finished_without_table(self) -> list[SearchResult]:
        """The finished searches without a table."""
        finished = [result for result in self.searches if result.complete]
        return [result for result in finished if not result.search.options.get("table")]

    def pairs_with_table(self) -> list[tuple[SearchResult, SearchResult]]:
        """Return pairs of finished searches: without a table, and the same search with a table."""
        without_table = {
            _question_without_table(result.search): result for result in self.finished_without_table
        }
        pairs = []
        for result in self.searches:
            has_table = result.search.options.get("table")
            if not result.complete or not has_table:
                continue
            same_search = without_table.get(_question_without_table(result.search))
            if same_search is not None:
                pairs.append((same_search, result))
        return pairs

    def plain_search(self, algorithm: str, ordering: str | None = None) -> SearchResult | None:
        """Return the only finished search by an algorithm (and an ordering) without a table.

        None if there is no such search, or more than one.
        """
        matches = [
            result
            for result in self.finished_without_table
            if result.search.algorithm == algorithm and ordering in (None, result.search.ordering)
        ]
        # If the algorithm ran twice with different options, neither search is the plain one.
        if len(matches) != 1:
            return None
        return matches[0]


def _question_without_table(search: SearchSpec) -> str:
    """Return a key that is equal for two searches that differ at most in the table."""
    return replace(search, options={**search.options, "table": False}).to_spec()


def compare(
    where: PositionSpec, searches: Sequence[SearchSpec], run: Runner, repeat: int = 1
) -> Comparison:
    """Run every search `repeat` times with the function `run`, and compare the results.

    The seconds of a result are the median. A search that refuses the game has a result without
    nodes; RefusedError if all refuse. If a user-supplied search finds a wrong value, the comparison
    says so. InputError if two of this program's searches disagree about the value.
    """
    facts = _CommonFacts()
    results = []
    for search in searches:
        result = _run_search(Recipe(where, search), run, repeat, facts)
        results.append(result)
    if all(result.refused for result in results):
        raise RefusedError(results[0].refused)
    disagreement = _why_values_differ(results)
    # If the searches differ in depth, for example, their tree sizes cannot be compared.
    questions = {result.question for result in results if not result.samples}
    if len(questions) > 1:
        facts.minimum = None
        facts.formula = None
    elif facts.minimum is not None:
        # Minimax has finished, so the size of its tree is known.
        facts.guess = None
    return Comparison(
        searches=tuple(results),
        minimum=facts.minimum,
        formula=facts.formula,
        guess=facts.guess,
        disagreement=disagreement,
        best_moves=facts.best_moves,
        standing=_only_one(facts.meanings),
        depth=_only_one(facts.depths),
    )


@dataclass(slots=True)
class _CommonFacts:
    """What the runs of a comparison say together, gathered from one run after another."""

    minimum: Minimum | None = None
    formula: int | None = None
    guess: TreeSizeGuess | None = None
    best_moves: frozenset[str] | None = None
    meanings: set[str] = field(default_factory=set)
    depths: set[str] = field(default_factory=set)

    def add_run(self, run: Run, *, complete: bool) -> None:
        """Add a run's depth, what its value means and, for minimax, the fewest nodes needed.

        `complete` says whether the run was finished.
        """
        # A search by random samples has no depth, and no exact value.
        if not run.trace.is_sampled:
            self.depths.add(search_depth_words(run))
            if complete:
                naming = Naming(run, TreeAtStep(run.trace))
                self.meanings.add(label_of_answer(naming))
        if run.recipe.search.algorithm == "minimax":
            self._add_minimax(run)

    def _add_minimax(self, minimax: Run) -> None:
        """Read the fewest nodes from a finished minimax, or estimate a stopped one's tree."""
        trace = minimax.trace
        if trace.reason:
            self.guess = estimate_tree_size(minimax.root, minimax.depth, minimax.recipe.search.seed)
            return
        self.minimum = minimum(trace) or self.minimum
        self.best_moves = moves_as_good_as_the_best(minimax)
        # The formula would also count subtrees that were answered from a table.
        if trace.answered_rows:
            return
        uniform = uniform_branching(trace)
        if uniform is not None:
            self.formula = knuth_moore_leaves(*uniform)


def _run_search(recipe: Recipe, run: Runner, repeat: int, facts: _CommonFacts) -> SearchResult:
    """Run one search `repeat` times, and return its result with the median of the seconds.

    The first run is added to `facts`.
    """
    try:
        first_run = run(recipe)
    except RefusedError as refusal:
        return SearchResult(Run(recipe), refused=str(refusal))
    seconds = [first_run.seconds]
    # A search that was stopped at a limit would only be stopped again.
    if not first_run.trace.reason:
        seconds += [run(recipe).seconds for _ in range(repeat - 1)]
    quality = None
    if not first_run.trace.is_sampled:
        quality = ordering_quality(first_run.trace)
    result = SearchResult(first_run, statistics.median(seconds), quality)
    facts.add_run(first_run, complete=result.complete)
    return result


def _only_one(words: set[str]) -> str:
    """Return the only element of a set of words; "" if there are several or none."""
    if len(words) != 1:
        return ""
    return next(iter(words))


def moves_as_good_as_the_best(run: Run) -> frozenset[str]:
    """Return the root's moves that a finished minimax found to be worth as much as the best."""
    end = TreeAtStep(run.trace)
    best = end.returned_value(0)
    return frozenset(
        run.notation_of_move(run.path(child))
        for child in end.children(0)
        if end.returned_value(child) == best
    )


def _why_values_differ(results: Sequence[SearchResult]) -> str:
    """Say which user-supplied search disagrees about the value with an earlier one; else "".

    Only exact values for the same question are compared. InputError if two of this program's
    searches disagree.
    """
    first_by_question: dict[tuple[Any, ...], SearchResult] = {}
    disagreement = ""
    # User-supplied searches come last, so that they are compared with this program's.
    for result in sorted(results, key=_is_by_user_search):
        is_exact = result.search.window == FULL_WINDOW and algorithm(result.search.algorithm).exact
        if not result.complete or not is_exact:
            continue
        # Compare every later search with the first that answers the same question.
        first = first_by_question.setdefault(result.question, result)
        if first.value == result.value:
            continue
        answers = [
            f"{search_name(compared.search)} finds {compared.value}" for compared in (first, result)
        ]
        words = f"{' and '.join(answers)} for the same question"
        if not _is_by_user_search(result):
            raise InputError(f"{words}: one of them, or the game, is wrong")
        if not disagreement:
            disagreement = f"{capitalized(words)}: unless that is meant, one of them is wrong."
    return disagreement


def _is_by_user_search(result: SearchResult) -> bool:
    return PlugInSource.of(result.search.algorithm).is_user_search


def search_titles(searches: Sequence[SearchSpec]) -> list[str]:
    """Return a name for each search, with the options in which it differs from the others.

    The searches must state every option, even those with default values.

    >>> plain = SearchSpec("minimax", "natural", evaluation="value", depth="all")
    >>> search_titles([replace(plain, depth=1), plain])
    ['minimax, depth 1', 'minimax, to the end']
    >>> search_titles([replace(plain, max_nodes=100), plain])
    ['minimax, up to 100 nodes', 'minimax, up to 2,000,000 nodes']
    """
    titles = []
    for search in searches:
        # The other options are part of `search_name`.
        options = [
            option for option in options_of_algorithm(search.algorithm) if not option.always_named
        ]
        differing = [option for option in options if len(_option_values(option, searches)) > 1]
        words = [option.naming(search.as_json(option)) for option in differing]
        titles.append(", ".join([search_name(search), *filter(None, words)]))
    return titles


def _option_values(option: SearchOption, searches: Sequence[SearchSpec]) -> set[str]:
    """Return the values of an option, among the searches that use it."""
    return {
        str(search.as_json(option))
        for search in searches
        if option in options_of_algorithm(search.algorithm)
    }


def search_name(search: SearchSpec) -> str:
    """Return a search's name with its ordering (except natural) and other unusual options.

    >>> search_name(SearchSpec("alpha-beta", "killer", cut=">"))
    'alpha-beta, killer, cut >'
    """
    options = [option for option in options_of_algorithm(search.algorithm) if option.always_named]
    words = [option.naming(search.as_json(option)) for option in options]
    return ", ".join([visible(search.name), *filter(None, words)])
