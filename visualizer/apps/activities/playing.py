"""Playing or reviewing a game: searching for it in short slices, questions, and their answers."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from visualizer.explaining.measures.summary import count_in_words
from visualizer.play.playing.game_review import (
    BetterMove,
    Review,
    final_judging_search,
    mover_for_hints,
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
from visualizer.play.playing.move_value import MoveValue, describe_few_games
from visualizer.play.playing.movers import Mover
from visualizer.play.playing.review_words import describe_review_progress
from visualizer.support.errors import as_input_error

ANALYSIS_SLICE_SECONDS = 0.008
"""Seconds of searching between two checks of the keys."""
MAX_SHOWN_MOVES = 8
"""The moves of the best line that are shown while a search goes on."""
REPLY_PAUSES = (0.0, 0.5, 1.0, 2.0, 4.0)
"""Seconds at least between two moves if searches play both sides; the person chooses one."""


def slice_seconds(seconds: float | None) -> float | None:
    """Return how long to search before the next check of the keys; None for a search to the end."""
    return None if seconds is None else ANALYSIS_SLICE_SECONDS


@dataclass(frozen=True)
class AnalysisQuestion:
    """A question about the best move in a position and about the moves with `names`.

    `analysis` searches these moves. When it knows their values, `answer` is called; it may play the
    best move, and returns a sentence. `about` says on the screen what is being searched.
    """

    about: str
    analysis: MoveAnalysis
    names: tuple[str, ...]
    answer: Callable[[], str]


class BoardActivity(ABC):
    """A match or a review at a board; questions to a search come before all other searching."""

    def __init__(self) -> None:
        """Begin with nothing asked."""
        self.question: AnalysisQuestion | None = None
        self.analysis: MoveAnalysis | None = None
        """Judges the moves of the position, for hints, values and comparisons alike."""
        self.paused = False
        self.wants_values = False

    def tick(self, seconds: float | None = None) -> str:
        """Let searches run for a moment, and return a sentence about what they found, or "".

        `seconds` have passed since the last call. In line mode, which has no clock, None lets a
        search run until it has a result. InputError for an error in user-supplied code.
        """
        question = self.question
        if question is None:
            return self.advance_searches(seconds)
        question.analysis.advance(slice_seconds(seconds))
        if not question.analysis.has_moves(*question.names):
            return ""
        # The question is closed first, because `answer` may ask the next one.
        self.question = None
        return question.answer()

    @property
    @abstractmethod
    def is_busy(self) -> bool:
        """Return whether something is being searched."""

    @abstractmethod
    def advance_searches(self, seconds: float | None) -> str:
        """Advance searches like `tick`, while no question is open."""

    def stop(self) -> None:
        """Stop all searching until the person asks for it."""
        self.paused = True
        self.wants_values = False
        self.forget()

    def forget(self) -> None:
        """Drop the question and the analysis, because the position has changed."""
        self.question = None
        self.analysis = None


class MatchSession(BoardActivity):
    """A match in play: searches for the reply first, then for the values of moves if wanted.

    `moved` is called after each change.
    """

    def __init__(self, match: Match, moved: Callable[[], None] = lambda: None) -> None:
        """Begin with nothing to search."""
        super().__init__()
        self.match = match
        self.moved = moved
        self.reply: MoveAnalysis | None = None
        self.pace = REPLY_PAUSES.index(1.0)
        self._seconds_since_move = 0.0

    @property
    def is_search_to_move(self) -> bool:
        """Return whether a search is to move."""
        if self.match.is_over() or self.match.by_chance:
            return False
        return not self.match.mover.is_person

    @property
    def only_searches_play(self) -> bool:
        """Return whether searches play both sides."""
        return not any(mover.is_person for mover in self.match.movers)

    @property
    def is_busy(self) -> bool:
        """Return whether `tick` still has something to do: a search, or a move by chance."""
        if self.question is not None or self.match.by_chance:
            return True
        if self.is_search_to_move and not self.paused:
            return True
        if not self.wants_values or self.match.is_over():
            return False
        # The analysis is finished only when every move has a value.
        analysis = self.analysis
        return analysis is None or not analysis.has_moves(*analysis.names)

    def advance_searches(self, seconds: float | None) -> str:
        """Let chance move, go on with the search that is to move, or evaluate a person's moves.

        `seconds` have passed since the last call; None lets a search run to its end. Return a
        sentence about the move that was made, or "" if none was made.
        """
        if self.match.by_chance:
            return self.roll()
        if self.is_search_to_move and not self.paused:
            return self.advance_reply(seconds)
        # Neither chance nor a search is to move, so a person is.
        if self.wants_values and not self.match.is_over():
            analysis = self.analysis_after()
            analysis.request_all()
            analysis.advance(ANALYSIS_SLICE_SECONDS)
        return ""

    def advance_reply(self, seconds: float | None) -> str:
        """Advance the search whose turn it is; when the search has finished, play its move.

        `seconds` have passed since the last call; None lets the search run to its end. Return a
        sentence about the move, or "" if no move was played.
        """
        if self.reply is None:
            self.reply = self.match.reply()
        self._seconds_since_move += seconds or 0
        has_finished = self.reply.advance(slice_seconds(seconds))
        if not has_finished:
            return ""
        # If searches play each other, a person could not follow moves at full speed.
        needs_pause = seconds is not None and self.only_searches_play
        if needs_pause and self._seconds_since_move < REPLY_PAUSES[self.pace]:
            return ""
        return self.play_reply(self.reply, self.match.mover)

    def hurry(self, why: str) -> bool:
        """Let the running search answer at once; return whether there is one.

        That is the search for the open question, or else for the next move. `why` is recorded as
        the reason why it was stopped.
        """
        analysis = self.reply if self.question is None else self.question.analysis
        if analysis is None:
            return False
        if not analysis.has_best:
            analysis.stop_early(why)
        if analysis is self.analysis:
            # Later questions need a new analysis: this search is incomplete.
            self.analysis = None
        return True

    def forget(self) -> None:
        """Drop the question, the analysis and the reply, because the position has changed."""
        super().forget()
        self.reply = None
        self._seconds_since_move = 0.0

    def changed(self) -> None:
        """Drop all searches, and report that the match has changed."""
        self.forget()
        self.moved()

    def play(self, move: str) -> None:
        """Play a move; InputError for a move that is not allowed."""
        self.match.play(move)
        self.changed()

    def undo(self) -> None:
        """Take a move back; if only searches play, they pause."""
        self.match.undo()
        # An unpaused search would play the same move again at once.
        self.paused = self.only_searches_play
        self.changed()

    def redo(self) -> None:
        """Play a move again that was taken back."""
        self.match.redo()
        self.changed()

    def resign(self) -> None:
        """Resign for the side to move."""
        self.match.resign()
        self.changed()

    def roll(self) -> str:
        """Let chance move, and return the outcome."""
        self.match.roll()
        self.changed()
        return self.match.label(len(self.match.turns) - 1)

    def play_reply(self, reply: MoveAnalysis, mover: Mover) -> str:
        """Play the move that a mover's search has found, and describe it."""
        turn = self.match.answer(reply)
        self.changed()
        number = len(self.match.turns) - 1
        player = f"{self.match.played_by(number)} ({mover.sentence_name})"
        move = move_with_verb(self.match, number)
        return f"{player} {move}. {reason_for_move(self.match, turn)}"

    def analysis_after(self, turn_count: int | None = None) -> MoveAnalysis:
        """Return the analysis of the position after some turns, by default after all of them."""
        turns = len(self.match.turns)
        if turn_count is not None and turn_count != turns:
            return self.match.analysis(final_judging_search(self.match, turn_count), turn_count)
        if self.analysis is None:
            self.analysis = self.match.analysis(final_judging_search(self.match, turns))
        return self.analysis

    def ask_to_move(self) -> None:
        """Ask a search to move for the side to move; InputError if the game is over."""
        mover = mover_for_hints(self.match)
        reply = self.match.reply(mover)
        self.question = AnalysisQuestion(
            "the search moves for you", reply, (), lambda: self.play_reply(reply, mover)
        )

    def ask_hint(self) -> None:
        """Ask for a search's move and the line it expects; InputError if the game is over."""
        self.match.check_goes_on()
        analysis = self.analysis_after()
        self.question = AnalysisQuestion(
            "a hint", analysis, (), lambda: describe_best_move(analysis.best)
        )

    def ask_reasons(self, turn_count: int | None = None) -> None:
        """Ask why a search played its latest move; InputError if no search has moved.

        With a `turn_count`, moves after this number of turns are left out.
        """
        match = self.match
        number, analysis = last_searched_turn(match, turn_count)

        def answer() -> str:
            return "\n\n".join(reasons_for_turn(match, number, analysis))

        self.question = AnalysisQuestion("why", analysis, analysis.names, answer)

    def ask_why_not(self, move_text: str, turn_count: int) -> None:
        """Ask a search to compare the user's move with the best move.

        The move is made after `turn_count` turns of the game. InputError if it is not allowed.
        """
        position = self.match.before(turn_count)
        game = self.match.game
        with as_input_error():
            name = position.name(game.find_move(position, move_text))
        analysis = self.analysis_after(turn_count)
        analysis.request(name)

        def answer() -> str:
            return compare_with_best(analysis.verdict(name), game)

        about = f"why not {game.label_of(position, name)}?"
        self.question = AnalysisQuestion(about, analysis, (name,), answer)

    def describe_reply(self) -> str:
        """Describe the search for the next move so far: best line, value, nodes and time."""
        if self.reply is None:
            return ""
        nodes = count_in_words(len(self.reply.run.trace), "node", "nodes")
        effort = f"{nodes}, {self.reply.seconds_waited:.1f} s."
        best = self.reply.so_far
        line = "" if best is None else self.match.game.join_moves(best.line[:MAX_SHOWN_MOVES])
        if best is None or not line:
            return effort
        value = ", ".join(filter(None, (best.label_with_distance, best.effort)))
        return f"Best so far: {line} ({value}). {effort}"

    def ranking(self, max_moves: int) -> str:
        """List the best moves with their values, at most `max_moves`, and how much was searched.

        The form is "Best: MOVE (VALUE), then MOVE (VALUE). 2 of 3 moves searched."
        """
        analysis = self.analysis
        if analysis is None:
            return ""
        ranked = analysis.ranked()
        effort = describe_effort(analysis, ranked)
        if not ranked:
            return f"{effort}."

        best = self._describe_best(ranked[0], by_games=bool(analysis.games))
        others = ", ".join(f"{value.name} ({value.brief_value()})" for value in ranked[1:max_moves])
        then = f", then {others}" if others else ""
        return f"Best: {best}{then}. {effort}."

    def _describe_best(self, best: MoveValue, *, by_games: bool) -> str:
        """Return the best move with its value."""
        if by_games:
            return f"{best.name} {best.label_with_distance}{best.effort_in_brackets}"
        if best.effort:
            return f"{best.name} ({best.label_with_distance}, {best.effort})"
        return f"{best.name} ({best.label_with_distance})"


def describe_effort(analysis: MoveAnalysis, ranked: Sequence[MoveValue]) -> str:
    """Return how much of an analysis is done: "2 of 3 moves searched", or "50 random games".

    `ranked` are the moves that have values. The number of random games is the largest of any move.
    """
    moves = len(analysis.position.moves())
    if not analysis.games:
        return f"{len(ranked):,} of {count_in_words(moves, 'move', 'moves')} searched"
    games = max((value.games for value in ranked), default=0)
    # Too few games for each move to have a value are worth a warning.
    warning = describe_few_games(games, moves)
    return warning or count_in_words(games, "random game", "random games")


class ReviewSession(BoardActivity):
    """A review of a game, which judges its moves.

    `trial` is the move for which the person looks for a better one, or None.
    """

    def __init__(self, review: Review) -> None:
        """Begin with a review, which may have judged no move yet."""
        super().__init__()
        self.review = review
        self.trial: BetterMove | None = None

    @property
    def is_busy(self) -> bool:
        """Return whether something is being searched."""
        return self.question is not None or not (self.review.finished or self.paused)

    def advance_searches(self, seconds: float | None) -> str:
        """Judge moves; describe the progress when another move has been judged."""
        before = len(self.review.judged)
        self.review.advance(slice_seconds(seconds))
        if len(self.review.judged) > before:
            return describe_review_progress(self.review)
        return ""

    def attempt(self, trial: BetterMove, word: str) -> None:
        """Ask for the value of a move instead of the played one; InputError if it is illegal."""
        name = trial.attempt(word)
        about = f"{trial.called(name)}, better than {trial.called(trial.move)}?"
        self.question = AnalysisQuestion(about, trial.analysis, (name,), lambda: trial.answer(name))
