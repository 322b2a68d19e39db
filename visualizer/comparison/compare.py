"""Several searches of one position side by side: what pruning saved, and what ordering saved, kept apart."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from visualizer.algorithms import algorithm, options_of
from visualizer.errors import InputError
from visualizer.measures.minimal_tree import Minimum, knuth_moore, minimum
from visualizer.measures.ordering_quality import cut_places, effective_branching, plies, uniform_branching
from visualizer.measures.probe import Guess, probe
from visualizer.measures.summary import summary
from visualizer.plugins.discovery import is_supplied
from visualizer.recipe import Recipe, Search, Where
from visualizer.run import Run

DEFAULT = ("minimax", "alpha-beta", "ordered-alpha-beta")

Runner = Callable[[Recipe], Run]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Summaries of searches of one position, in the order asked for, and what there is to hold them against.

    `minimum` is the least that any order could visit, with a full window and cutting at >=; known if minimax finished.
    `formula` is Knuth and Moore's number of leaves, for a uniform tree; `guess` is the size of the minimax tree, if
    minimax did not finish. `disagreement` says which values a search of one's own and another find, if they differ.
    """

    searches: tuple[dict[str, Any], ...]
    minimum: Minimum | None = None
    formula: int | None = None
    guess: Guess | None = None
    disagreement: str = ""

    def as_object(self) -> dict[str, Any]:
        """Return the comparison under the names that scripts rely on; its minimum is always that for cuts at >=."""
        first, least, guess = self.searches[0], self.minimum, self.guess
        return {
            "game": first["game"],
            "position": first["position"],
            "depth": first["depth"],
            "searches": [*self.searches],
            "minimum": None if least is None else {"leaves": least.leaves, "nodes": least.nodes},
            "knuth_moore_leaves": self.formula,
            "minimax_estimate": None if guess is None else {"nodes": guess.nodes, "low": guess.low, "high": guess.high},
        }

    @property
    def usual(self) -> bool:
        """Say whether every search had a full window and cut at >=: others may need less than the minimum, or more."""
        return all(part["window"] == [None, None] and part["cut"] == ">=" for part in self.searches)

    @property
    def least(self) -> Minimum | None:
        """The minimum, if it can be held against the searches."""
        return self.minimum if self.usual else None

    def names(self) -> list[str]:
        """Return a name for each search that tells it from the others."""
        return names_of(self.searches)

    def named(self, algorithm: str, ordering: str | None = None) -> dict[str, Any] | None:
        """Return the only finished search of an algorithm, by an ordering if one is given."""
        found = [
            part
            for part in self.searches
            if part["algorithm"] == algorithm and part["complete"] and ordering in (None, part["ordering"])
        ]
        return found[0] if len(found) == 1 else None


def compare(where: Where, searches: Sequence[Search], run: Runner, repeat: int = 1) -> Comparison:
    """Run every search with `run`, `repeat` times for the median of the seconds, and compare.

    InputError if two searches that must agree do not; that one's own search differs is only said.
    """
    summaries: list[dict[str, Any]] = []
    least: Minimum | None = None
    formula: int | None = None
    guess: Guess | None = None
    for search in searches:
        done = run(Recipe(where, search))
        again = [run(Recipe(where, search)).seconds for _ in range(repeat - 1)] if not done.trace.reason else []
        summaries.append(_measured(done, statistics.median([done.seconds, *again])))
        if search.algorithm == "minimax":
            if done.trace.reason:
                guess = probe(done.root, done.depth, search.seed)
            else:
                least = minimum(done.trace) or least
                uniform = uniform_branching(done.trace)
                formula = None if uniform is None else knuth_moore(*uniform)
    disagreement = _check(summaries)
    if len({(found["depth"], found["evaluation"]) for found in summaries}) > 1:
        least, formula = None, None
    return Comparison(tuple(summaries), least, formula, guess if least is None else None, disagreement)


def _measured(run: Run, seconds: float) -> dict[str, Any]:
    """Return a run's summary with what says how good its ordering was."""
    places = cut_places(run.trace)
    found = summary(run)
    found["seconds"] = round(seconds, 6)
    found["first_move_cutoffs"] = places.first_share
    found["mean_cutoff_place"] = places.mean_place
    found["effective_branching"] = effective_branching(found["nodes"], plies(run.trace))
    return found


def _check(summaries: Sequence[dict[str, Any]]) -> str:
    """Refuse exact values that differ although depth and evaluation are the same and the window is full.

    A search of one's own may prune or look further as it likes: that it differs is returned as a sentence.
    """
    seen: dict[tuple[Any, ...], dict[str, Any]] = {}
    said = ""
    for found in sorted(summaries, key=lambda found: is_supplied(found["algorithm"])):
        if not found["complete"] or found["window"] != [None, None] or not algorithm(found["algorithm"]).exact:
            continue
        other = seen.setdefault((found["depth"], found["evaluation"]), found)
        if other["value"] != found["value"]:
            answers = " and ".join(f"{name_of(one)} finds {one['value']}" for one in (other, found))
            words = f"{answers} for the same question"
            if not is_supplied(found["algorithm"]):
                raise InputError(f"{words}: one of them, or the game, is wrong")
            said = said or f"{words[:1].upper()}{words[1:]}: unless that is meant, one of them is wrong."
    return said


def titles_of(searches: Sequence[Search]) -> list[str]:
    """Return the names of searches that have every default filled in, as `names_of` does."""
    return names_of([search.as_object() for search in searches])


def names_of(searches: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return each search's name, and what tells it from the others of what is not part of its name.

    >>> plain = {"algorithm": "minimax", "ordering": "natural", "weights": "", "cut": ">=", "fail": "soft"}
    >>> names_of([{**plain, "depth": 1}, {**plain, "depth": None}])
    ['minimax, depth 1', 'minimax, to the end']
    >>> names_of([{**plain, "max_nodes": 100}, {**plain, "max_nodes": 2_000_000}])
    ['minimax, up to 100 nodes', 'minimax, up to 2,000,000 nodes']
    """
    names = []
    for found in searches:
        told = [option for option in options_of(found["algorithm"]) if not option.always_named]
        differing = [option for option in told if len({str(other.get(option.name)) for other in searches}) > 1]
        words = [option.naming(found[option.name]) for option in differing]
        names.append(", ".join([name_of(found), *filter(None, words)]))
    return names


def name_of(found: Mapping[str, Any]) -> str:
    """Return a search's name with its ordering, unless that is the natural one, and what else makes it special.

    >>> name_of({"algorithm": "alpha-beta", "ordering": "killer", "weights": "", "cut": ">", "fail": "soft"})
    'alpha-beta, killer, cut >'
    """
    named = [option for option in options_of(found["algorithm"]) if option.always_named]
    special = [option.naming(found[option.name]) for option in named]
    return ", ".join([found["algorithm"], *filter(None, special)])
