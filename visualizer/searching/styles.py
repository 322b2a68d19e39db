"""The styles of searches: what depends on whether a search has a window, visits everything, or plays random games.

An algorithm has one style, and so has every run of it. Callers do not ask which it is: they call a method. What is said
of each style stands in `explaining.style_words`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from visualizer.support.errors import InputError

MAX_BOOKISH_MOVES = 6
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
        return "tree" if widest <= MAX_BOOKISH_MOVES else "columns"

    def offers(self, *, applies: bool) -> bool:
        """Return whether a form offers a common option; one that makes no difference is shown as such."""
        return True

    def orderings(self, usual: Sequence[str], options: Mapping[str, Any]) -> Sequence[str]:
        """Return the orderings of which the first that a game has is the default."""
        return usual

    def constants(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the constants of the search that its file of events tells, by name."""
        return {}

    def check_by_hand(self, title: str) -> None:
        """Raise InputError for a search, by its title, whose results cannot be worked out by hand."""

    def other_luck(self, seed: int, ordering: str | None, *, has_scores: bool) -> Mapping[str, Any]:
        """Return what to change for the same search with other luck; nothing where nothing is left to luck."""
        return {}

    def seeds(self, seed: int, count: int) -> Sequence[int]:
        """Return seeds from one on that make a difference, at most `count`."""
        return (seed,)


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

    def offers(self, *, applies: bool) -> bool:
        """Return whether the option makes a difference: only few do."""
        return applies

    def orderings(self, usual: Sequence[str], options: Mapping[str, Any]) -> Sequence[str]:
        """Return the same, but for PUCT, whose priors are scores."""
        if options.get("selection") == "puct":
            return ("scored",)
        return usual

    def constants(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return how much a rarely visited child is explored."""
        return {"exploration": options["exploration"]}

    def check_by_hand(self, title: str) -> None:
        """Raise InputError: its games are random."""
        raise InputError(f"{title} plays random games, so its results cannot be worked out by hand")

    def other_luck(self, seed: int, ordering: str | None, *, has_scores: bool) -> Mapping[str, Any]:
        """Return the other order where the game has scores, else another seed."""
        if has_scores:
            return {"ordering": "scored" if ordering == "natural" else "natural"}
        return {"seed": seed + 1}

    def seeds(self, seed: int, count: int) -> Sequence[int]:
        """Return that many: each plays other games."""
        return range(seed, seed + count)


WINDOW_STYLE = SearchStyle()
LOOK_STYLE = LookStyle()
VALUE_STYLE = ValueStyle()
SAMPLE_STYLE = SampleStyle()
