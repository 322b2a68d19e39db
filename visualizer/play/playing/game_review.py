"""A review of a game: each move compared with the best one, and a search for better moves.

`judging_search` chooses how deep each position is searched, so that the values are comparable.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import Any

from games import CHANCE_OPPONENT, Turn
from visualizer.look.numbers import json_number
from visualizer.play.playing.found_move import describe_searcher
from visualizer.play.playing.match import Match
from visualizer.play.playing.match_words import describe_better_move, describe_try
from visualizer.play.playing.move_analysis import MoveAnalysis, seconds_left
from visualizer.play.playing.move_value import MoveValue, Verdict
from visualizer.play.playing.movers import HUMAN_MOVER, Mover, usual_opponent_for
from visualizer.searching.algorithms import NO_DEPTH_LIMIT, algorithm
from visualizer.searching.recipe import SearchSpec
from visualizer.support.errors import InputError, as_input_error

FIRST_SIDE_NAME = "first"
SECOND_SIDE_NAME = "second"
"""The names of MAX and MIN in files."""
TURNING_POINTS_SHOWN = 3


class Review:
    """A review of a match; `judged` has the moves that are judged so far, in the order played."""

    def __init__(self, match: Match, search: SearchSpec | None = None) -> None:
        """Take a match and the search that judges its moves, by default `reviewing_search`."""
        self.match = match
        self.search = search or reviewing_search(match)
        self.judged: list[Verdict] = []
        self.stopped: list[str] = []
        """Why searches were stopped before their end, such as by their limit of nodes."""
        self._analysis: MoveAnalysis | None = None

    @property
    def finished(self) -> bool:
        """Whether all moves are judged."""
        return len(self.judged) == len(self.match.turns)

    def advance(self, seconds: float | None = None) -> bool:
        """Judge moves for some seconds, by default to the end; return whether all are judged.

        InputError for an error in user-supplied code.
        """
        for remaining in seconds_left(seconds):
            if self.finished:
                break
            self._judge_next(remaining)
        return self.finished

    def _judge_next(self, seconds: float | None) -> None:
        """Advance the analysis of the next move, and store its verdict when the analysis ends."""
        number = len(self.judged) + 1
        move = self.match.moves[number - 1]
        if self._analysis is None:
            self._analysis = self.analysis(number, move)
        analysis = self._analysis
        if analysis.advance(seconds):
            self.judged.append(self.verdict(number, analysis, move))
            self.stopped += analysis.stopped
            self._analysis = None

    def analysis(self, number: int, *names: str) -> MoveAnalysis:
        """Prepare an analysis of the position before a move, given the move's number from 1.

        Besides the best move, the analysis will find the values of the moves in `names`.
        """
        search = judging_search(self.match, self.search, number - 1)
        analysis = self.match.analysis(search, number - 1)
        analysis.request(*names)
        return analysis

    def verdict(self, number: int, analysis: MoveAnalysis, name: str) -> Verdict:
        """Return the verdict on the move `name`, which has been analysed.

        It need not be the move that was played. `number` is the number, from 1, of the move that
        was played in the same position.
        """
        search = self._search_of_player(number)
        depth = 0
        if search is not None:
            depth = search_plies_at(self.match, search, number - 1)
        return replace(analysis.verdict(name), number=number, depth=depth)

    def _search_of_player(self, number: int) -> SearchSpec | None:
        """Return the search that chose a move, None for a person or chance."""
        if self.match.is_turn_of_chance(number - 1):
            return None
        first, second = self.match.movers
        if self.match.before(number - 1).maximizing:
            return first.search
        return second.search

    def judged_move(self, number: int) -> Verdict | None:
        """Return the verdict on a move by its number from 1, None if it is not judged yet."""
        if 0 < number <= len(self.judged):
            return self.judged[number - 1]
        return None

    @property
    def worst(self) -> Sequence[Verdict]:
        """The moves that gave something away, worst first."""
        losing = [verdict for verdict in self.judged if verdict.given_away]
        return sorted(losing, key=lambda verdict: -(verdict.value_lost or 0))

    @property
    def turning_points(self) -> Sequence[Verdict]:
        """The worst moves, in the order played."""
        return sorted(self.worst[:TURNING_POINTS_SHOWN], key=lambda verdict: verdict.number)

    @property
    def rolls(self) -> Sequence[Verdict]:
        """The outcomes of chance whose luck is known."""
        return [verdict for verdict in self.judged if verdict.luck is not None]

    @property
    def values(self) -> Sequence[MoveValue]:
        """The values of the first position and of the position after each judged move."""
        if not self.judged:
            return []
        return [self.judged[0].best, *(verdict.move for verdict in self.judged)]

    @cached_property
    def search_words(self) -> str:
        """The search that reviews the game and how far it looks, in words."""
        # A match without turns has one position, whose number is 0.
        numbers = range(max(1, len(self.match.turns)))
        searches = {judging_search(self.match, self.search, number) for number in numbers}
        depths = {search_plies_at(self.match, search, 0) for search in searches}
        run = self.match.analysis(self.search, 0).run
        return describe_searcher(run, self.search, depths)

    @cached_property
    def games(self) -> int:
        """How many random games the reviewing search plays, 0 for a search of another kind."""
        return self.match.analysis(self.search, 0).games

    def side(self, verdict: Verdict) -> str:
        """Return the name of the side that made a move, or of chance."""
        if verdict.by_chance:
            return self.match.game.mover(Turn.CHANCE)
        return self.match.game.mover(verdict.maximizing)

    def as_object(self) -> dict[str, Any]:
        """Return the review for JSON, under the names that scripts rely on."""
        return {
            "game": self.match.game.name,
            "search": self.search.to_spec(),
            "moves": [*map(verdict_as_object, self.judged)],
        }


def verdict_as_object(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict for JSON, under the names that scripts rely on.

    An outcome of chance has no best move. It has a `luck`: how much better than the expected value
    it was for MAX.
    """
    facts: dict[str, Any] = {
        "number": verdict.number,
        "side": _side_name(verdict),
        "move": verdict.move.move,
        "value": _json_number(verdict.move.value),
        "best_move": None,
        "best_value": None,
        "lost": None,
    }
    if verdict.by_chance:
        facts["luck"] = _json_number(verdict.luck)
        return facts

    # Without a line, the search has found no best move.
    if verdict.best.line:
        facts["best_move"] = verdict.best.move
    facts["best_value"] = _json_number(verdict.best.value)
    facts["lost"] = _json_number(verdict.value_lost)
    return facts


def _side_name(verdict: Verdict) -> str:
    """Return who made a move, by the name used in files: `first` (MAX), `second`, or chance."""
    if verdict.by_chance:
        return CHANCE_OPPONENT
    if verdict.maximizing:
        return FIRST_SIDE_NAME
    return SECOND_SIDE_NAME


def _json_number(value: float | None) -> float | int | None:
    """Return a value as JSON can hold it."""
    if value is None:
        return None
    return json_number(value)


def reviewing_search(match: Match) -> SearchSpec:
    """Return the search that reviews a game by default: the strongest known one.

    It uses the evaluation that the game prefers for reviews, which distinguishes early moves.
    """
    found = strongest_search(match)
    evaluation = match.game.reviewed_by
    if evaluation and found.evaluation is None:
        return found.with_options({"evaluation": evaluation})
    return found


def strongest_search(match: Match) -> SearchSpec:
    """Return the deepest of the players' searches and the usual opponent's search.

    If they are equally deep, the usual opponent's search is preferred. A search without a depth,
    such as MCTS, counts as 0 plies deep.
    """
    usual = usual_opponent_for(match.game, match.start)
    played = [mover.search for mover in match.movers if mover.search is not None]
    # A search with a smaller limit of nodes may never reach its depth.
    comparable = [search for search in played if search.max_nodes == usual.max_nodes]
    return max([usual, *comparable], key=lambda search: search_plies_at(match, search, 0))


def search_plies_at(match: Match, search: SearchSpec, number: int) -> int:
    """Return how many plies a search looks ahead from the position before a turn.

    `number` is the turn's number from 0. The result is 0 for a search without a depth.
    """
    run = match.analysis(search, number).run
    if run.algorithm.applies("depth"):
        return run.depth
    return 0


FEW_PLIES_LEFT = 8
"""With at most so many plies left in a game, it is searched to its end."""


def judging_search(
    match: Match, search: SearchSpec, number: int, leaf_parity: int | None = None
) -> SearchSpec:
    """Return `search` with a depth that suits the position after `number` turns of a match.

    Values are comparable only if the same side made the last move before each leaf. So all leaves
    should be on even plies of the match (`leaf_parity` 0), or all on odd plies (1). The default is
    the parity of the leaves in a search of the match's first position.
    """
    depth = search_plies_at(match, search, number)
    # A search without a depth, one ply deep, or to the end of the game is not changed.
    if depth in (0, 1, NO_DEPTH_LIMIT):
        return search
    if _can_search_to_end(match, search, number):
        return search.with_options({"depth": "all"})
    if leaf_parity is None:
        leaf_parity = search_plies_at(match, search, 0) % 2
    # The root is on ply `number` of the match, and the leaves are `depth` plies later.
    if (number + depth) % 2 == leaf_parity:
        return search
    # With one ply less, the leaves have the other parity.
    return search.with_options({"depth": str(depth - 1)})


def _can_search_to_end(match: Match, search: SearchSpec, number: int) -> bool:
    """Return whether few plies are left after `number` turns, and the search can go to the end."""
    plies_left = match.game.moves_left(match.before(number))
    # Most games cannot tell how many plies are left.
    if not isinstance(plies_left, int) or plies_left > FEW_PLIES_LEFT:
        return False
    searcher = algorithm(search.algorithm)
    # Nobody knows what a user's function does with another depth.
    return searcher.max_depth == NO_DEPTH_LIMIT and not searcher.is_function


def leaf_parity_of(match: Match) -> int | None:
    """Return 0 if the first search that moved had its leaves on even plies, 1 if on odd plies.

    Plies are counted from the beginning of the match. None if no search with a depth has moved.
    """
    for number, turn in enumerate(match.turns):
        # The root was on ply `number` of the match.
        if turn.search_result is not None and turn.search_result.depth:
            return (number + turn.search_result.depth) % 2
    return None


def mover_for_hints(match: Match) -> Mover:
    """Return the mover whose search gives hints to the side to move.

    This is a search that plays the match, if possible for the side to move; in a match between two
    people, it is the usual opponent.
    """
    # The mover for the side to move comes first.
    for mover in (match.mover, *match.movers):
        if not mover.is_person:
            return mover
    return Mover(usual_opponent_for(match.game, match.start))


def final_judging_search(match: Match, number: int) -> SearchSpec:
    """Return the search that judges moves after `number` turns, without a limit of time.

    This is the strongest search, at a depth that makes its values comparable with earlier ones of
    the match. But if hints come from a search without a depth, such as MCTS, that search judges.
    """
    hint_search = mover_for_hints(match).search or usual_opponent_for(match.game, match.start)
    if search_plies_at(match, hint_search, number):
        return judging_search(match, strongest_search(match), number, leaf_parity_of(match))
    return hint_search


class BetterMove:
    """A person's attempts to find a better move than one of a reviewed game.

    `match` begins at the position before the played move. After each attempt, `words` says what is
    wrong or right about the move in `answered_move`, and `match` shows the line that follows.
    `accepted` is true if the last attempt gives away nothing, or less than half of what the played
    move gave away.
    """

    def __init__(self, review: Review, number: int) -> None:
        """Begin before a move, given its number from 1; InputError for a turn of chance."""
        if review.match.is_turn_of_chance(number - 1):
            raise InputError(
                f"move {number:,}, {review.match.moves[number - 1]}, was chosen by chance: "
                "there is no better one"
            )
        self.review = review
        self.number = number
        self.match = Match(review.match.where_before(number - 1), HUMAN_MOVER, HUMAN_MOVER)
        self.analysis = review.analysis(number)
        self.answered_move: MoveValue | None = None
        self.words = ""
        self.accepted = False

    @property
    def move(self) -> str:
        """The name of the move that was played."""
        return self.review.match.moves[self.number - 1]

    def called(self, name: str) -> str:
        """Return what people call a move in the position, given its notation: `e3`, `col 4`."""
        before = self.review.match.before(self.number - 1)
        game = self.match.game
        return game.name_with_word(game.label_of(before, name))

    def attempt(self, word: str) -> str:
        """Request the analysis of a move to be tried in place of the played one; return its name.

        `word` is the move as a person has typed it; InputError if it is illegal.
        """
        before = self.review.match.before(self.number - 1)
        with as_input_error():
            # A forced pass that the notation leaves out comes before the move.
            *_, move = self.match.game.find_moves(before, word)
        name = before.name(move)
        # The attempt is compared with the played move, which the review may not have judged yet.
        if self.review.judged_move(self.number) is None:
            self.analysis.request(self.move)
        self.analysis.request(name)
        return name

    def answer(self, name: str) -> str:
        """Judge an analysed attempt, the move `name`, and return the words of the answer."""
        tried = self.review.verdict(self.number, self.analysis, name)
        played = self.review.judged_move(self.number) or self.analysis.verdict(self.move)
        given_away = tried.given_away
        if given_away is None:
            self.accepted = False
        else:
            # A move that is not the best is accepted if it is clearly better than the mistake.
            loses_less_than_half = given_away < (played.value_lost or 0) / 2
            self.accepted = given_away == 0 or loses_less_than_half
        self._set_answer(tried.move, describe_try(tried, accepted=self.accepted))
        return self.words

    def show_best(self) -> None:
        """Answer with the search's best move; InputError if the played move is not judged yet."""
        verdict = self.review.judged_move(self.number)
        if verdict is None:
            raise InputError(f"move {self.number:,} is not judged yet")
        self._set_answer(verdict.best, describe_better_move(verdict))

    def _set_answer(self, value: MoveValue, words: str) -> None:
        """Store the answer `words` about a move, and play the move's best line on the board."""
        self.match.go_to(0)
        self.match.undone.clear()
        self.answered_move = value
        self.words = words
        # A user-supplied search may return a line with an illegal move: then stop there.
        with suppress(InputError):
            for move in value.line:
                self.match.play(move)
