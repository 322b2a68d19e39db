"""A game being played, or reviewed: what is searched for it, a little at a time, what is asked, what comes of it."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

from visualizer.explaining.measures.summary import count_in_words
from visualizer.play.playing.game_review import (
    BetterMove,
    Review,
    final_judging_search,
    helping_search,
)
from visualizer.play.playing.match import Match
from visualizer.play.playing.match_words import (
    compare_with_best,
    describe_best_move,
    last_searched_turn,
    move_with_verb,
    reason_for_move,
    reasons_for_turn,
)
from visualizer.play.playing.move_analysis import MoveAnalysis
from visualizer.play.playing.move_value import describe_few_games
from visualizer.play.playing.movers import Mover
from visualizer.play.playing.review_words import describe_review_progress
from visualizer.support.errors import as_input_error

ANALYSIS_SLICE_SECONDS = 0.008
"""Seconds of searching between two looks at the keys."""
REPLY_PAUSES = (0.0, 0.5, 1.0, 2.0, 4.0)
"""Least seconds between two moves where searches play both sides."""


@dataclass(frozen=True)
class AnalysisQuestion:
    """What a person asked of an analysis: the best move, and some others; `answer` does what they lead to and says it.

    The analysis is told the names before.
    """

    about: str
    analysis: MoveAnalysis
    names: tuple[str, ...]
    answer: Callable[[], str]


class BoardActivity(ABC):
    """What a person does at a board: a question to a search goes before anything else that takes time."""

    def __init__(self) -> None:
        """Begin with nothing asked."""
        self.question: AnalysisQuestion | None = None
        self.analysis: MoveAnalysis | None = None
        """What judges the moves of the position; hints, values and comparisons are asked of the same one."""
        self.paused = self.wants_values = False

    def tick(self, seconds: float | None = None) -> str:
        """Let searches go on for a moment, n seconds after the last, or with None until something has come of them.

        Return what is said of that, "" for nothing. InputError for an error in user-supplied code; it waits until it is
        asked to go on.
        """
        if (question := self.question) is None:
            return self.go_on(seconds)
        question.analysis.advance(None if seconds is None else ANALYSIS_SLICE_SECONDS)
        if not question.analysis.has(*question.names):
            return ""
        self.question = None
        return question.answer()

    @property
    @abstractmethod
    def is_busy(self) -> bool:
        """Return whether something is searched now."""

    @abstractmethod
    def go_on(self, seconds: float | None) -> str:
        """Do as `tick` does while nothing is asked."""

    def stop(self) -> None:
        """Search nothing until a person wants it."""
        self.paused = True
        self.wants_values = False
        self.forget()

    def forget(self) -> None:
        """Forget what is being searched: the position has changed."""
        self.question = self.analysis = None


class MatchSession(BoardActivity):
    """A match that is played: the reply goes on, then the values of moves if wanted; `moved` is told each change."""

    def __init__(self, match: Match, moved: Callable[[], None] = lambda: None) -> None:
        """Begin with nothing to search."""
        super().__init__()
        self.match = match
        self.moved = moved
        self.reply: MoveAnalysis | None = None
        self.pace = REPLY_PAUSES.index(1.0)
        self._rested = 0.0

    @property
    def is_searchs_turn(self) -> bool:
        """Return whether a search is to move."""
        return (
            not self.match.is_over() and not self.match.by_chance and not self.match.mover.is_person
        )

    @property
    def nobody_watches(self) -> bool:
        """Return whether searches play both sides."""
        return not any(mover.is_person for mover in self.match.movers)

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

    # Time.

    def go_on(self, seconds: float | None) -> str:
        """Let chance, or the search whose turn it is, come nearer to its move, or judge the moves that there are."""
        if self.match.by_chance:
            return self.roll()
        if self.is_searchs_turn and not self.paused:
            self.reply = self.reply or self.match.reply()
            self._rested += seconds or 0
            ended = self.reply.advance(None if seconds is None else ANALYSIS_SLICE_SECONDS)
            if ended and (
                seconds is None
                or not self.nobody_watches
                or self._rested >= REPLY_PAUSES[self.pace]
            ):
                return self.take(self.reply, self.match.mover)
        elif self.wants_values and not self.match.is_over():
            analysis = self.analysed()
            analysis.ask_all()
            analysis.advance(ANALYSIS_SLICE_SECONDS)
        return ""

    def hurry(self, why: str) -> bool:
        """Let the search that is waited for answer at once; return whether there is one."""
        if self.question is None:
            hurried = self.reply
        else:
            hurried = self.question.analysis
        if hurried is not None and not hurried.has_best:
            hurried.hurry(why)
        if hurried is not None and hurried is self.analysis:
            self.analysis = None  # what else is asked of it would rest on half a search
        return hurried is not None

    # Changes of the match.

    def forget(self) -> None:
        """Forget what is being searched: the position has changed."""
        super().forget()
        self.reply = None
        self._rested = 0.0

    def changed(self) -> None:
        """Forget what was searched, and tell that the match has changed."""
        self.forget()
        self.moved()

    def play(self, move: str) -> None:
        """Play a move; InputError says why it is not allowed."""
        self.match.play(move)
        self.changed()

    def undo(self) -> None:
        """Take back; where only searches play, they pause."""
        self.match.undo()
        self.paused = self.nobody_watches
        self.changed()

    def redo(self) -> None:
        """Play again what was taken back."""
        self.match.redo()
        self.changed()

    def resign(self) -> None:
        """Resign."""
        self.match.resign()
        self.changed()

    def roll(self) -> str:
        """Let chance move; return what it brought."""
        self.match.roll()
        self.changed()
        return self.match.label(len(self.match.turns) - 1)

    def take(self, reply: MoveAnalysis, mover: Mover) -> str:
        """Play what the search of a mover has found; return that in words."""
        turn = self.match.answer(reply)
        self.changed()
        number = len(self.match.turns) - 1
        side = self.match.played_by(number)
        return f"{side} ({mover.called}) {move_with_verb(self.match, number)}. {reason_for_move(self.match, turn)}"

    # What a search is asked.

    def analysed(self, number: int | None = None) -> MoveAnalysis:
        """Return the analysis of the position, or of the one after n turns."""
        if number is not None and number != len(self.match.turns):
            return self.match.analysis(final_judging_search(self.match, number), number)
        self.analysis = self.analysis or self.match.analysis(
            final_judging_search(self.match, len(self.match.turns))
        )
        return self.analysis

    def ask_to_move(self) -> None:
        """Ask a search to move for the side to move; InputError if the game is over."""
        mover = helping_search(self.match)
        reply = self.match.reply(mover)
        self.question = AnalysisQuestion(
            "the search moves for you", reply, (), lambda: self.take(reply, mover)
        )

    def ask_hint(self) -> None:
        """Ask what a search would play, and what it expects; InputError if the game is over."""
        self.match.check_goes_on()
        analysis = self.analysed()
        self.question = AnalysisQuestion(
            "a hint", analysis, (), lambda: describe_best_move(analysis.best)
        )

    def ask_reasons(self, shown: int | None = None) -> None:
        """Ask why a search has played the last of its moves, of n turns shown; InputError for none."""
        number, analysis = last_searched_turn(self.match, shown)
        match = self.match
        self.question = AnalysisQuestion(
            "why",
            analysis,
            analysis.names,
            lambda: "\n\n".join(reasons_for_turn(match, number, analysis)),
        )

    def ask_why_not(self, mine: str, number: int) -> None:
        """Ask how a move after n turns compares with the search's; InputError for one that is not allowed."""
        before = self.match.before(number)
        game = self.match.game
        with as_input_error():
            name = before.name(game.find_move(before, mine))
        analysis = self.analysed(number)
        analysis.ask(name)
        about = f"why not {game.label_of(before, name)}?"
        self.question = AnalysisQuestion(
            about, analysis, (name,), lambda: compare_with_best(analysis.verdict(name), game)
        )

    # What is said meanwhile.

    def line(self) -> str:
        """Return the best line of the reply so far, what it is worth, and how much has been searched."""
        if self.reply is None:
            return ""
        run = self.reply.run
        found = self.reply.so_far
        if found is None:
            means = ""
        else:
            means = ", ".join(filter(None, (found.called, found.how)))
        if found is None:
            line = ""
        else:
            line = self.match.game.in_a_row(found.line[:8])
        best = f"Best so far: {line} ({means}). " if line else ""
        return (
            f"{best}{count_in_words(len(run.trace), 'node', 'nodes')}, {self.reply.waited:.1f} s."
        )

    def ranking(self, most: int) -> str:
        """Return the best moves by the values known so far, and of how many moves there are any."""
        analysis = self.analysis
        if analysis is None:
            return ""
        ranked = analysis.ranked()
        moves = len(analysis.position.moves())
        if analysis.games:
            games = max((each.games for each in ranked), default=0)
            said = describe_few_games(games, moves) or count_in_words(
                games, "random game", "random games"
            )
            best = ", ".join(f"{each.name} {each.called}{each.how_said}" for each in ranked[:1])
        else:
            said = f"{len(ranked):,} of {count_in_words(moves, 'move', 'moves')} searched"
            best = ", ".join(
                f"{each.name} ({each.called}, {each.how})"
                if each.how
                else f"{each.name} ({each.called})"
                for each in ranked[:1]
            )
        others = ", ".join(f"{each.name} ({each.verdict()})" for each in ranked[1:most])
        listed = f"Best: {best}{f', then {others}' * bool(others)}. " if best else ""
        return f"{listed}{said}."


class ReviewSession(BoardActivity):
    """A game that is reviewed: its moves are judged; `trial` is where a better one is looked for, None elsewhere."""

    def __init__(self, review: Review) -> None:
        """Begin with the game as it is; it need not be judged yet."""
        super().__init__()
        self.review = review
        self.trial: BetterMove | None = None

    @property
    def is_busy(self) -> bool:
        """Return whether something is searched now."""
        return self.question is not None or not (self.review.finished or self.paused)

    def go_on(self, seconds: float | None) -> str:
        """Judge moves; say how far that is once another one is judged."""
        before = len(self.review.judged)
        self.review.advance(None if seconds is None else ANALYSIS_SLICE_SECONDS)
        if len(self.review.judged) > before:
            return describe_review_progress(self.review)
        return ""

    def attempt(self, trial: BetterMove, word: str) -> None:
        """Ask what a move is worth in place of the one that was played; InputError for one that is not allowed."""
        name = trial.attempt(word)
        about = f"{trial.called(name)}, better than {trial.called(trial.move)}?"
        self.question = AnalysisQuestion(about, trial.analysis, (name,), lambda: trial.answer(name))
