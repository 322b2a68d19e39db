"""The styles of searches: what depends on having a window, visiting all, or playing random games.

An algorithm has one style, and so has every run of it. Callers do not ask which style it is: they
call a method. The words about each style are in `explaining.style_words`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from visualizer.support.errors import InputError

MAX_BOOKISH_MOVES = 6
"""The most moves at a node with which a tree is first shown as books draw it."""


class SearchStyle:
    """A search with a window, which skips the moves that cannot change its result."""

    alignment = "position"
    """How comparisons align such searches, unless the user chooses."""
    footer: Sequence[str] = ()
    """The words of the footer's additional entries."""
    instead: Mapping[str, str] = {}
    """The names of panes that replace the explorer's usual panes, by the usual name."""
    ranks: Sequence[str] = ()
    """The keys by which a node's moves can be sorted; if empty, they stay in the order tried."""

    begins_at_root = False
    """Whether the search begins at the root every few steps, so that its moves stay in view."""

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
        """Return changes that give the search other luck; empty if it does not depend on luck."""
        return {}

    def seeds(self, seed: int, count: int) -> Sequence[int]:
        """Return at most `count` seeds, the first of them `seed`, that make a difference."""
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
        """Return the view of columns, which has room for means and bounds."""
        return "columns"

    def offers(self, *, applies: bool) -> bool:
        """Return whether the option makes a difference: most common options do not."""
        return applies

    def orderings(self, usual: Sequence[str], options: Mapping[str, Any]) -> Sequence[str]:
        """Return the usual orderings, or only "scored" for PUCT, which needs scores for priors."""
        if options.get("selection") == "puct":
            return ("scored",)
        return usual

    def constants(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the exploration: how much rarely visited children are favoured."""
        return {"exploration": options["exploration"]}

    def check_by_hand(self, title: str) -> None:
        """Raise InputError, since the games are random."""
        raise InputError(f"{title} plays random games, so its results cannot be worked out by hand")

    def other_luck(self, seed: int, ordering: str | None, *, has_scores: bool) -> Mapping[str, Any]:
        """Return the other order of moves if the game has scores, else another seed.

        The order decides which child is expanded first, and so changes everything after it.
        """
        if not has_scores:
            return {"seed": seed + 1}
        if ordering == "natural":
            return {"ordering": "scored"}
        return {"ordering": "natural"}

    def seeds(self, seed: int, count: int) -> Sequence[int]:
        """Return `count` seeds, since other games are played with each."""
        return range(seed, seed + count)


WINDOW_STYLE = SearchStyle()
LOOK_STYLE = LookStyle()
VALUE_STYLE = ValueStyle()
SAMPLE_STYLE = SampleStyle()
