"""The styles of searches: with a window, without a window, or by random games.

An algorithm has one style. Callers do not ask which it is, but call a method. The words about each
style are in `explaining.style_words`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from visualizer.support.errors import InputError

MAX_BOOKISH_MOVES = 6
"""If no node has more moves, a tree is first shown as books draw it."""


class SearchStyle:
    """A search with a window, which skips the moves that cannot change its result."""

    alignment = "position"
    """How comparisons align two such searches by default."""
    footer: Sequence[str] = ()
    """The words of the footer's additional entries."""
    pane_replacements: Mapping[str, str] = {}
    """The panes that replace usual panes of the explorer, by the name of the usual pane."""
    ranks: Sequence[str] = ()
    """The keys by which a node's moves can be sorted; without any, they stay as tried."""

    begins_at_root = False
    """Whether the search returns to the root every few steps, so that its moves stay in view."""

    def view(self, widest: int) -> str:
        """Return the first view of a tree with at most `widest` moves at a node."""
        # A wide tree does not fit on a screen as books draw it.
        if widest <= MAX_BOOKISH_MOVES:
            return "tree"
        return "columns"

    def offers(self, *, applies: bool) -> bool:
        """Return whether a form offers a common option; `applies` says whether it has an effect."""
        return True

    def orderings(self, usual: Sequence[str], options: Mapping[str, Any]) -> Sequence[str]:
        """Return candidates for the default ordering, which is the first that the game has."""
        return usual

    def constants(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the constants of the search for the header of its recording, by name."""
        return {}

    def check_by_hand(self, title: str) -> None:
        """Raise InputError if the results of such a search cannot be worked out by hand."""

    def changes_for_other_luck(
        self, seed: int, ordering: str | None, *, has_scores: bool
    ) -> Mapping[str, Any]:
        """Return the changes of options for a rerun with other luck; {} if nothing is random."""
        return {}

    def seeds(self, seed: int, count: int) -> Sequence[int]:
        """Return `count` seeds from `seed` on, or only `seed` if others make no difference."""
        return (seed,)


class LookStyle(SearchStyle):
    """A recording of a search that visits moves again, or in several passes."""


class ValueStyle(SearchStyle):
    """A search without a window, which visits everything."""


class SampleStyle(SearchStyle):
    """A search by random games."""

    alignment = "step"
    footer = ("samples",)
    pane_replacements: Mapping[str, str] = {"window": "visits"}
    begins_at_root = True
    ranks = ("upper bound", "visits", "order of expansion")

    def view(self, widest: int) -> str:
        """Return "columns": this view has room for means and bounds."""
        return "columns"

    def offers(self, *, applies: bool) -> bool:
        """Return whether the option makes a difference: most common options do not."""
        return applies

    def orderings(self, usual: Sequence[str], options: Mapping[str, Any]) -> Sequence[str]:
        """Return the usual orderings, but only "scored" for PUCT, whose priors need scores."""
        if options.get("selection") == "puct":
            return ("scored",)
        return usual

    def constants(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the exploration constant, which says how much rare visits count."""
        return {"exploration": options["exploration"]}

    def check_by_hand(self, title: str) -> None:
        """Raise InputError, since the games are random."""
        raise InputError(f"{title} plays random games, so its results cannot be worked out by hand")

    def changes_for_other_luck(
        self, seed: int, ordering: str | None, *, has_scores: bool
    ) -> Mapping[str, Any]:
        """Return a change to another move order if the game has scores, else to another seed."""
        if not has_scores:
            return {"seed": seed + 1}
        # The order decides which child is expanded first, and so changes all later visits.
        if ordering == "natural":
            return {"ordering": "scored"}
        return {"ordering": "natural"}

    def seeds(self, seed: int, count: int) -> Sequence[int]:
        """Return `count` seeds: with each seed, other games are played."""
        return range(seed, seed + count)


WINDOW_STYLE = SearchStyle()
LOOK_STYLE = LookStyle()
VALUE_STYLE = ValueStyle()
SAMPLE_STYLE = SampleStyle()
