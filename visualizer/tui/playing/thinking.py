"""What is searched while one plays, a little at a time: replies, opinions on each move, questions."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from visualizer.look.numbers import brief
from visualizer.measures.summary import many
from visualizer.playing.match import Match
from visualizer.playing.opinions import Opinions
from visualizer.playing.reply import Reply
from visualizer.playing.said import helper
from visualizer.trace.tree_at_step import TreeAtStep
from visualizer.tui.playing.panes import signed

SLICE = 0.008
"""Seconds of searching between two looks at the keys."""
PACES = (0.0, 0.5, 1.0, 2.0, 4.0)
"""Least seconds between two moves where searches play both sides."""


class Advancing(Protocol):
    """What is advanced a little at a time."""

    def advance(self, seconds: float | None = None) -> bool:
        """Let it go on for some seconds; return whether it has ended."""


@dataclass
class Asking:
    """A search that a person asked for: what it is about, and what is done when it has ended."""

    about: str
    search: Advancing
    told: Callable[[], None]


class Thinking:
    """Lets the searches of a match go on: a question first, then the reply, then opinions if they are wanted."""

    def __init__(self, match: Match) -> None:
        """Begin with nothing to search."""
        self.match = match
        self.reply: Reply | None = None
        self.question: Asking | None = None
        self.opinions: Opinions | None = None
        self.wants_opinions = False
        self.paused = False
        self.pace = PACES.index(1.0)
        self._rested = 0.0

    @property
    def is_searchs_turn(self) -> bool:
        """Say whether a search is to move."""
        return not self.match.is_over() and not self.match.mover.is_person

    @property
    def nobody_watches(self) -> bool:
        """Say whether searches play both sides."""
        return not any(mover.is_person for mover in self.match.movers)

    def drop(self) -> None:
        """Forget what is being searched: the position has changed."""
        self.reply = self.question = self.opinions = None
        self._rested = 0.0

    def go_on(self, passed: float) -> bool:
        """Search for a moment, after so many seconds; return whether the reply is ready to be played.

        InputError for an error in user-supplied code; then the reply waits until it is asked to go on.
        """
        if self.question is not None:
            question = self.question
            if question.search.advance(SLICE):
                self.question = None
                question.told()
            return False
        if self.is_searchs_turn and not self.paused:
            self.reply = self.reply or self.match.reply()
            self._rested += passed
            ended = self.reply.advance(SLICE)
            return ended and (not self.nobody_watches or self._rested >= PACES[self.pace])
        if self.wants_opinions and not self.match.is_over():
            self.opinions = self.opinions or Opinions(
                self.match.where, self.match.position, helper(self.match)
            )  # fmt: skip
            self.opinions.advance(SLICE)
        return False

    @property
    def is_busy(self) -> bool:
        """Say whether something is searched now."""
        searches = self.is_searchs_turn and not self.paused
        guesses = self.wants_opinions and not self.match.is_over() and not (self.opinions and self.opinions.finished)
        return self.question is not None or searches or guesses

    @property
    def known(self) -> int:
        """Say how much is known of what stands on the squares: it grows while opinions come."""
        return 0 if self.opinions is None else len(self.opinions.found) + len(self.opinions.asked.trace)

    def line(self) -> str:
        """Return the best line of the reply so far, what it is worth, and how much has been searched."""
        if self.reply is None:
            return ""
        run, tree = self.reply.run, TreeAtStep(self.reply.run.trace)
        result = tree.result()
        worth = "" if result.value is None else f" ({signed(result.value)})"
        best = f"Best so far: {' '.join(run.line(result.line)[:8])}{worth}. " if result.line else ""
        return f"{best}{many(len(run.trace), 'node', 'nodes')}, {self.reply.waited:.1f} s."

    def ranking(self, most: int) -> str:
        """Return the best moves by the opinions so far, and of how many moves there are any."""
        if self.opinions is None:
            return ""
        ranked = self.opinions.ranked()
        best = ", ".join(f"{each.move} ({brief(each.label())})" for each in ranked[:most])
        listed = f"Best: {best}. " if best else ""
        if self.opinions.samples:
            return f"{listed}{many(TreeAtStep(self.opinions.asked.trace).passes, 'random game', 'random games')}."
        return f"{listed}{len(ranked):,} of {many(self.opinions.total, 'move', 'moves')} searched."
