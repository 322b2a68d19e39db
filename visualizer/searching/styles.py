"""The styles of searches: what depends on having a window, visiting all, or playing random games.

An algorithm has one style, and so has every run of it. Callers do not ask which: they call a
method. The words about each style are in `explaining.style_words`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from visualizer.support.errors import InputError

MAX_BOOKISH_MOVES = 6
"""The most moves at a node with which the first view is drawn as in books."""


class SearchStyle:
    """A search with a window, which skips the moves that cannot change its result."""

    alignment = "position"
    """How comparisons align such searches, unless the user chooses."""
    footer: Sequence[str] = ()
    """The words of the footer's additional entries."""
    instead: Mapping[str, str] = {}
    """The explorer's panes that are replaced by others, by name."""
    ranks: Sequence[str] = ()
    """The keys by which a node's moves can be sorted; without any, in the order tried."""

    begins_at_root = False
    """Whether the root's moves stay in view, since every few steps begin at the root."""

    def view(self, widest: int) -> str:
        """Return the first view of a tree with at most `widest` moves at a node."""
        # A wide tree does not fit on a screen as books draw it.
        if widest <= MAX_BOOKISH_MOVES:
            return "tree"
        return "columns"

    def offers(self, *, applies: bool) -> bool:
        """Return whether a form offers a common option, even if it makes no difference."""
        return True

    def orderings(self, usual: Sequence[str], options: Mapping[str, Any]) -> Sequence[str]:
        """Return the candidates for the default ordering: the first that the game has."""
        return usual

    def constants(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the constants of the search for its file of events, by name."""
        return {}

    def check_by_hand(self, title: str) -> None:
        """Raise InputError if the results of such a search cannot be worked out by hand."""

    def other_luck(self, seed: int, ordering: str | None, *, has_scores: bool) -> Mapping[str, Any]:
        """Return the changes that give the search other luck; none if it depends on no luck."""
        return {}

    def seeds(self, seed: int, count: int) -> Sequence[int]:
        """Return at most `count` seeds, from one on, that make a difference."""
        return (seed,)


class LookStyle(SearchStyle):
    """A recording of a search that visits moves again, or in several passes."""


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
        """Return the usual orderings, but for PUCT, whose priors are scores, only "scored"."""
        if options.get("selection") == "puct":
            return ("scored",)
        return usual

    def constants(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return how much a rarely visited child is explored."""
        return {"exploration": options["exploration"]}

    def check_by_hand(self, title: str) -> None:
        """Raise InputError, since the games are random."""
        raise InputError(f"{title} plays random games, so its results cannot be worked out by hand")

    def other_luck(self, seed: int, ordering: str | None, *, has_scores: bool) -> Mapping[str, Any]:
        """Return the other order if the game has scores, else another seed."""
        # The order decides which child is expanded first, and so all that follows.
        if not has_scores:
            return {"seed": seed + 1}
        if ordering == "natural":
            return {"ordering": "scored"}
        return {"ordering": "natural"}

    def seeds(self, seed: int, count: int) -> Sequence[int]:
        """Return `count` seeds, since each plays other games."""
        return range(seed, seed + count)


WINDOW_STYLE = SearchStyle()
LOOK_STYLE = LookStyle()
VALUE_STYLE = ValueStyle()
SAMPLE_STYLE = SampleStyle()
