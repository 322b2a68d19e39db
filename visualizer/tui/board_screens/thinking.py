"""What is searched while one plays, a little at a time: replies, opinions on each move, questions."""

from collections.abc import Callable
from dataclasses import dataclass

from visualizer.measures.summary import many
from visualizer.playing.game_review import judge
from visualizer.playing.match import Match
from visualizer.playing.move_analysis import MoveAnalysis
from visualizer.playing.move_value import few

SLICE = 0.008
"""Seconds of searching between two looks at the keys."""
PACES = (0.0, 0.5, 1.0, 2.0, 4.0)
"""Least seconds between two moves where searches play both sides."""


@dataclass
class Asking:
    """What a person asked of an analysis: the best move, and some others; what is done when they are found."""

    about: str
    analysis: MoveAnalysis
    names: tuple[str, ...]
    told: Callable[[], None]


class Thinking:
    """Lets the searches of a match go on: a question first, then the reply, then the values of moves if wanted."""

    def __init__(self, match: Match) -> None:
        """Begin with nothing to search."""
        self.match = match
        self.reply: MoveAnalysis | None = None
        self.question: Asking | None = None
        self.analysis: MoveAnalysis | None = None
        """What judges the moves of the position; hints, values and comparisons are asked of the same one."""
        self.wants_values = False
        self.paused = False
        self.pace = PACES.index(1.0)
        self._rested = 0.0

    @property
    def is_searchs_turn(self) -> bool:
        """Return whether a search is to move."""
        return not self.match.is_over() and not self.match.by_chance and not self.match.mover.is_person

    @property
    def nobody_watches(self) -> bool:
        """Return whether searches play both sides."""
        return not any(mover.is_person for mover in self.match.movers)

    def drop(self) -> None:
        """Forget what is being searched: the position has changed."""
        self.reply = self.question = self.analysis = None
        self._rested = 0.0

    def analysed(self, number: int | None = None) -> MoveAnalysis:
        """Return the analysis of the position, or of the one after n turns."""
        if number is not None and number != len(self.match.turns):
            return self.match.analysis(judge(self.match, number), number)
        self.analysis = self.analysis or self.match.analysis(judge(self.match, len(self.match.turns)))
        return self.analysis

    def hurry(self, reason: str) -> bool:
        """Let the search that is waited for answer at once; return whether there is one."""
        hurried = self.reply if self.question is None else self.question.analysis
        if hurried is not None and not hurried.has_best:
            hurried.hurry(reason)
        if hurried is not None and hurried is self.analysis:
            self.analysis = None  # what else is asked of it would rest on half a search
        return hurried is not None

    def go_on(self, passed: float) -> bool:
        """Search for a moment, after n seconds; return whether the reply is ready to be played.

        InputError for an error in user-supplied code; then the reply waits until it is asked to go on.
        """
        if (question := self.question) is not None:
            question.analysis.advance(SLICE)
            if question.analysis.has(*question.names):
                self.question = None
                question.told()
            return False
        if self.match.by_chance:
            return False
        if self.is_searchs_turn and not self.paused:
            self.reply = self.reply or self.match.reply()
            self._rested += passed
            ended = self.reply.advance(SLICE)
            return ended and (not self.nobody_watches or self._rested >= PACES[self.pace])
        if self.wants_values and not self.match.is_over():
            analysis = self.analysed()
            analysis.ask_all()
            analysis.advance(SLICE)
        return False

    @property
    def is_busy(self) -> bool:
        """Return whether something is searched now."""
        searches = self.is_searchs_turn and not self.paused
        judges = (
            self.wants_values
            and not self.match.is_over()
            and not (self.analysis and self.analysis.has(*self.analysis.names))
        )
        return self.question is not None or searches or judges or self.match.by_chance

    def line(self) -> str:
        """Return the best line of the reply so far, what it is worth, and how much has been searched."""
        if self.reply is None:
            return ""
        run, found = self.reply.run, self.reply.so_far
        means = "" if found is None else ", ".join(filter(None, (found.called, found.how)))
        best = f"Best so far: {' '.join(found.line[:8])} ({means}). " if found is not None and found.line else ""
        return f"{best}{many(len(run.trace), 'node', 'nodes')}, {self.reply.waited:.1f} s."

    def ranking(self, most: int) -> str:
        """Return the best moves by the values known so far, and of how many moves there are any."""
        analysis = self.analysis
        if analysis is None:
            return ""
        ranked, moves = analysis.ranked(), len(analysis.position.moves())
        if analysis.samples:
            games = max((each.games for each in ranked), default=0)
            said = few(games, moves) or many(games, "random game", "random games")
            best = ", ".join(f"{each.name} {each.called}{each.how_said}" for each in ranked[:1])
        else:
            said = f"{len(ranked):,} of {many(moves, 'move', 'moves')} searched"
            best = ", ".join(f"{each.name} ({each.called}, {each.how})" if each.how else f"{each.name} ({each.called})"
                             for each in ranked[:1])  # fmt: skip
        others = ", ".join(f"{each.move} ({each.verdict()})" for each in ranked[1:most])
        listed = f"Best: {best}{f', then {others}' * bool(others)}. " if best else ""
        return f"{listed}{said}."
