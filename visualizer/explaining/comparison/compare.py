"""Comparing several searches of one position: what pruning saved and what ordering saved, separately."""

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
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
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.searching.search_options import WINDOW_OPTION, SearchOption
from visualizer.support.errors import InputError, RefusedError, visible
from visualizer.support.plugins.discovery import PlugInSource
from visualizer.trace.tree_at_step import TreeAtStep

USUAL_COMPARISON = ("minimax", "alpha-beta", "ordered-alpha-beta")

USUAL_CHANCE_COMPARISON = ("expectiminimax", "star1")
"""What is compared where chance may move."""

FULL_WINDOW = WINDOW_OPTION.default
"""The window in which every value is exact."""

Runner = Callable[[Recipe], Run]


@dataclass(frozen=True, slots=True)
class Comparison:
    """What searches of one position found, in the order asked for, and the minimum and the best moves to compare with.

    `minimum` is the least that any order could visit, with a full window and cutting at >=; known if minimax finished.
    `formula` is Knuth and Moore's number of leaves, for a uniform tree; `guess` is the size of the minimax tree, if
    minimax did not finish. `disagreement` says which values a user-supplied search and another find, if they differ.
    """

    searches: tuple[SearchResult, ...]
    minimum: Minimum | None = None
    formula: int | None = None
    guess: TreeSizeGuess | None = None
    disagreement: str = ""
    best_moves: frozenset[str] | None = None
    """All moves worth as much as the best, if minimax finished."""
    standing: str = ""
    """What the value of the first finished search means, `White a flat ahead`; "" where that is not known."""
    depth: str = ""
    """How deep all searches looked for their value, `depth 3`; "" where that differs, or is not limited."""

    def as_object(self) -> dict[str, Any]:
        """Return it under the names that scripts rely on; with another rule of cutting, the minimum is None."""
        searches = [found.as_object() for found in self.searches]
        guess = self.guess
        least = self.minimum if self.cuts_when_equal else None
        return {
            "game": searches[0]["game"],
            "position": searches[0]["position"],
            "depth": searches[0]["depth"],
            "searches": searches,
            "minimum": None if least is None else least._asdict(),
            "knuth_moore_leaves": self.formula,
            "minimax_estimate": None if guess is None else guess._asdict(),
        }

    @property
    def cuts_when_equal(self) -> bool:
        """Return whether every search cut at >=, the rule that the minimum is for."""
        return all(found.search.cut == ">=" for found in self.searches)

    @property
    def usual(self) -> bool:
        """Return whether every search had a full window and cut at >=: others may need more or less."""
        return self.cuts_when_equal and all(
            found.search.window == FULL_WINDOW for found in self.searches
        )

    @property
    def least(self) -> Minimum | None:
        """The minimum, if the searches can be compared with it."""
        return self.minimum if self.usual else None

    @property
    def exact(self) -> tuple[SearchResult, ...]:
        """The searches that are not made of samples, take no player to move at random, and were not refused.

        All that were not refused, if there are no others.
        """
        made = tuple(found for found in self.searches if not found.refused)
        return (
            tuple(found for found in made if not (found.samples or found.has_random_opponent))
            or made
        )

    @property
    def valued(self) -> list[SearchResult]:
        """The exact searches that are asked for a value, not for a good move."""
        return [found for found in self.exact if not found.samples]

    @property
    def sampled(self) -> list[SearchResult]:
        """The searches by samples, refused ones too."""
        return [found for found in self.searches if found.samples]

    def names(self) -> list[str]:
        """Return a name for each search that tells it from the others."""
        return search_titles([found.search for found in self.searches])

    @property
    def plain(self) -> list[SearchResult]:
        """The finished searches without a table."""
        return [
            each for each in self.searches if each.complete and not each.search.options.get("table")
        ]

    def tables(self) -> list[tuple[SearchResult, SearchResult]]:
        """Return the finished searches that differ in their table alone, first without it, then with it."""
        plain = {_question_without_table(each.search): each for each in self.plain}
        with_it = [
            each for each in self.searches if each.complete and each.search.options.get("table")
        ]
        return [
            (plain[words], each)
            for each in with_it
            if (words := _question_without_table(each.search)) in plain
        ]

    def named(self, algorithm: str, ordering: str | None = None) -> SearchResult | None:
        """Return the only one of the plain searches of an algorithm, by an ordering if one is given."""
        found = [each for each in self.plain if each.search.algorithm == algorithm]
        found = [each for each in found if ordering in (None, each.search.ordering)]
        if len(found) == 1:
            return found[0]
        return None


def _question_without_table(search: SearchSpec) -> str:
    """Return what two searches have in common that differ in their table alone."""
    return replace(search, options={**search.options, "table": False}).to_spec()


def compare(
    where: PositionSpec, searches: Sequence[SearchSpec], run: Runner, repeat: int = 1
) -> Comparison:
    """Run every search with `run`, `repeat` times for the median of the seconds, and compare.

    InputError if two searches that must agree do not; that a user-supplied search differs is only said. A search that
    refuses the game is a result without nodes; RefusedError where all do.
    """
    results: list[SearchResult] = []
    least: Minimum | None = None
    formula: int | None = None
    guess: TreeSizeGuess | None = None
    best_moves: frozenset[str] | None = None
    standings = set[str]()
    depths = set[str]()
    for search in searches:
        try:
            done = run(Recipe(where, search))
        except RefusedError as refusal:
            results.append(SearchResult(Run(Recipe(where, search)), refused=str(refusal)))
            continue
        if not done.trace.reason:
            again = [run(Recipe(where, search)).seconds for _ in range(repeat - 1)]
        else:
            again = []
        if done.trace.adds:
            quality = None
        else:
            quality = ordering_quality(done.trace)
        results.append(SearchResult(done, statistics.median([done.seconds, *again]), quality))
        if not done.trace.adds:
            depths.add(search_depth_words(done))
            if results[-1].complete:
                standings.add(label_of_answer(Naming(done, TreeAtStep(done.trace))))
        if search.algorithm == "minimax":
            if done.trace.reason:
                guess = estimate_tree_size(done.root, done.depth, search.seed)
            else:
                least = minimum(done.trace) or least
                best_moves = moves_as_good_as_the_best(done)
                if done.trace.answered:
                    uniform = None
                else:
                    uniform = uniform_branching(done.trace)
                if uniform is not None:
                    formula = knuth_moore_leaves(*uniform)
    if all(found.refused for found in results):
        raise RefusedError(results[0].refused)
    disagreement = _why_values_differ(results)
    if len({found.question for found in results if not found.samples}) > 1:
        least = None
        formula = None
    guess = guess if least is None else None
    if len(standings) == 1:
        standing = standings.pop()
    else:
        standing = ""
    if len(depths) == 1:
        depth = depths.pop()
    else:
        depth = ""
    return Comparison(
        tuple(results), least, formula, guess, disagreement, best_moves, standing, depth
    )


def moves_as_good_as_the_best(run: Run) -> frozenset[str]:
    """Return the root's moves that a finished minimax found to be worth as much as the root."""
    end = TreeAtStep(run.trace)
    best = end.returned_value(0)
    return frozenset(
        run.written(run.path(child))
        for child in end.children(0)
        if end.returned_value(child) == best
    )


def _why_values_differ(results: Sequence[SearchResult]) -> str:
    """Refuse exact values that differ although the question is the same and the window is full.

    A user-supplied search may prune or look further as it likes: that it differs is returned as a sentence.
    """
    seen: dict[tuple[Any, ...], SearchResult] = {}
    said = ""
    for found in sorted(
        results, key=lambda found: PlugInSource.of(found.search.algorithm).is_user_search
    ):
        search = found.search
        if (
            not found.complete
            or search.window != FULL_WINDOW
            or not algorithm(search.algorithm).exact
        ):
            continue
        other = seen.setdefault(found.question, found)
        if other.value != found.value:
            answers = " and ".join(
                f"{search_name(one.search)} finds {one.value}" for one in (other, found)
            )
            words = f"{answers} for the same question"
            if not PlugInSource.of(search.algorithm).is_user_search:
                raise InputError(f"{words}: one of them, or the game, is wrong")
            said = said or f"{capitalized(words)}: unless that is meant, one of them is wrong."
    return said


def search_titles(searches: Sequence[SearchSpec]) -> list[str]:
    """Return each search's name, and what tells it from the others of what is not part of its name.

    Every default is to be filled in.

    >>> plain = SearchSpec("minimax", "natural", evaluation="value", depth="all")
    >>> search_titles([replace(plain, depth=1), plain])
    ['minimax, depth 1', 'minimax, to the end']
    >>> search_titles([replace(plain, max_nodes=100), plain])
    ['minimax, up to 100 nodes', 'minimax, up to 2,000,000 nodes']
    """
    names = []
    for search in searches:
        named = [
            option for option in options_of_algorithm(search.algorithm) if not option.always_named
        ]
        differing = [option for option in named if len(_option_values(option, searches)) > 1]
        words = [option.naming(search.as_json(option)) for option in differing]
        names.append(", ".join([search_name(search), *filter(None, words)]))
    return names


def _option_values(option: SearchOption, searches: Sequence[SearchSpec]) -> set[str]:
    """Return the values of an option among the searches that it makes a difference to."""
    return {
        str(search.as_json(option))
        for search in searches
        if option in options_of_algorithm(search.algorithm)
    }


def search_name(search: SearchSpec) -> str:
    """Return a search's name with its ordering, unless that is the natural one, and what else makes it special.

    >>> search_name(SearchSpec("alpha-beta", "killer", cut=">"))
    'alpha-beta, killer, cut >'
    """
    named = [option for option in options_of_algorithm(search.algorithm) if option.always_named]
    special = [option.naming(search.as_json(option)) for option in named]
    return ", ".join([visible(search.name), *filter(None, special)])
