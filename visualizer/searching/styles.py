"""The styles of searches: what depends on whether a search has a window, visits everything, or plays random games.

An algorithm has one style, and so has every run of it. Callers do not ask which it is: they call a method. What is said
of each style stands in `explaining.style_words`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from visualizer.support.errors import InputError

if TYPE_CHECKING:
    from visualizer.searching.algorithms import Algorithm
    from visualizer.searching.recipe import SearchSpec

BOOKISH = 6
"""The most moves of a node for which the book's drawing is the first view."""


class SearchStyle:
    """A search that leaves out what its window shows to be needless."""

    alignment = "position"
    """What comparisons align such searches by, unless a person chooses."""
    footer: Sequence[str] = ()
    """The words of what has entries of its own in the footer."""
    instead: Mapping[str, str] = {}
    """The panes of the explorer that give way to others, by name."""
    ranks: Sequence[str] = ()
    """What the moves of a node can be sorted by; they stand in the order tried where there is nothing."""

    begins_at_root = False
    """Whether the root's moves stay in view, as every few steps begin there."""

    def view(self, widest: int) -> str:
        """Return the first view of a tree that has at most `widest` moves at a node."""
        return "tree" if widest <= BOOKISH else "columns"

    def offers(self, algorithm: Algorithm, option: str) -> bool:
        """Return whether a form offers a common option; one that makes no difference is shown as such."""
        return True

    def orderings(self, algorithm: Algorithm, options: Mapping[str, Any]) -> Sequence[str]:
        """Return the orderings of which the first that a game has is the default."""
        return algorithm.ordering

    def constants(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the constants of the search that its file of events tells, by name."""
        return {}

    def check_by_hand(self, title: str) -> None:
        """Raise InputError for a search, by its title, whose results cannot be worked out by hand."""

    def counterpart(self, search: SearchSpec, *, has_scores: bool) -> SearchSpec | None:
        """Return the same search with other luck, to compare it with; None where nothing is left to luck."""
        return None

    def with_seeds(self, search: SearchSpec, count: int) -> list[SearchSpec]:
        """Return searches with different seeds, as many as can differ, at most `count`."""
        return [search]


class LookStyle(SearchStyle):
    """A recording whose search looks at moves again, or in several passes."""


class ValueStyle(SearchStyle):
    """A search without a window, which visits everything."""


class SampleStyle(SearchStyle):
    """A search by random games."""

    alignment = "step"
    footer = ("samples",)
    instead: Mapping[str, str] = {"window": "visits"}
    begins_at_root = True
    ranks = ("upper bound", "visits", "order of expansion")

    def view(self, widest: int) -> str:
        """Return the columns, which have room for means and bounds."""
        return "columns"

    def offers(self, algorithm: Algorithm, option: str) -> bool:
        """Return whether the option makes a difference: only few do."""
        return algorithm.applies(option)

    def orderings(self, algorithm: Algorithm, options: Mapping[str, Any]) -> Sequence[str]:
        """Return the same, but for PUCT, whose priors are scores."""
        return ("scored",) if options.get("selection") == "puct" else algorithm.ordering

    def constants(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return how much a rarely visited child is explored."""
        return {"exploration": options["exploration"]}

    def check_by_hand(self, title: str) -> None:
        """Raise InputError: its games are random."""
        raise InputError(f"{title} plays random games, so its results cannot be worked out by hand")

    def counterpart(self, search: SearchSpec, *, has_scores: bool) -> SearchSpec:
        """Return the search with the other order where the game has scores, else with another seed."""
        if has_scores:
            return replace(search, ordering="scored" if search.ordering == "natural" else "natural")
        return replace(search, seed=search.seed + 1)

    def with_seeds(self, search: SearchSpec, count: int) -> list[SearchSpec]:
        """Return the search with seeds that follow each other: each plays other games."""
        return [replace(search, seed=search.seed + number) for number in range(count)]


WINDOW, LOOKS, VALUES, SAMPLES = SearchStyle(), LookStyle(), ValueStyle(), SampleStyle()
