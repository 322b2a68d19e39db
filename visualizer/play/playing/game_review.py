"""A review of a game: each move held against the best, by which search, and better moves found by trying."""

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from math import inf
from typing import Any

from games import CHANCE_OPPONENT, Turn
from visualizer.look.numbers import json_number
from visualizer.play.playing.found_move import describe_searcher
from visualizer.play.playing.match import Match
from visualizer.play.playing.match_words import describe_better_move, describe_try
from visualizer.play.playing.move_analysis import MoveAnalysis
from visualizer.play.playing.move_value import MoveValue, Verdict
from visualizer.play.playing.movers import HUMAN_MOVER, Mover, usual_opponent_for
from visualizer.searching.algorithms import NO_DEPTH_LIMIT, algorithm
from visualizer.searching.recipe import SearchSpec
from visualizer.support.errors import InputError, as_input_error

SIDE_NAMES = ("second", "first")
"""The sides, by whether MAX moves."""
TURNING_POINTS_SHOWN = 3
"""Turning points."""


class Review:
    """A review of a match, or of its first moves where they are still being judged."""

    def __init__(self, match: Match, search: SearchSpec | None = None) -> None:
        """Review by a search: the one given, else the stronger of the usual one and of those that played."""
        self.match = match
        self.search = search or reviewing_search(match)
        self.judged: list[Verdict] = []
        self.stopped: list[str] = []
        """Why searches were stopped before their end, such as by their limit of nodes; values rest on what they had."""
        self._analysis: MoveAnalysis | None = None

    # Judging.

    @property
    def finished(self) -> bool:
        """Return whether all moves are judged."""
        return len(self.judged) == len(self.match.turns)

    def advance(self, seconds: float | None = None) -> bool:
        """Judge moves for some seconds, or all of them; return whether all are.

        InputError for an error in user-supplied code.
        """
        if seconds is None:
            until = inf
        else:
            until = time.perf_counter() + seconds
        while not self.finished:
            number = len(self.judged) + 1
            analysis = self._analysis = self._analysis or self.analysis(
                number, self.match.moves[number - 1]
            )
            if analysis.advance(None if seconds is None else max(0.0, until - time.perf_counter())):
                self.judged.append(self.verdict(number, analysis, self.match.moves[number - 1]))
                self.stopped += analysis.stopped
                self._analysis = None
            if time.perf_counter() >= until:
                break
        return self.finished

    def analysis(self, number: int, *names: str) -> MoveAnalysis:
        """Return the analysis of the position before a move, by its number from 1, which asks for some moves there."""
        analysis = self.match.analysis(
            judging_search(self.match, self.search, number - 1), number - 1
        )
        analysis.ask(*names)
        return analysis

    def verdict(self, number: int, analysis: MoveAnalysis, name: str) -> Verdict:
        """Return what a move in the place of one is worth, once it is analysed."""
        before = self.match.before(number - 1)
        if self.match.is_chances(number - 1):
            player = None
        else:
            player = self.match.movers[not before.maximizing].search
        if player is None:
            depth = 0
        else:
            depth = search_plies_at(self.match, player, number - 1)
        return replace(analysis.verdict(name), number=number, depth=depth)

    # What is known.

    def known(self, number: int) -> Verdict | None:
        """Return what is known of a move that was played, by its number from 1; None before it is judged."""
        if 0 < number <= len(self.judged):
            return self.judged[number - 1]
        return None

    @property
    def worst(self) -> Sequence[Verdict]:
        """The moves that gave something away, worst first."""
        return sorted(
            (each for each in self.judged if each.given_away), key=lambda each: -(each.lost or 0)
        )

    @property
    def turning_points(self) -> Sequence[Verdict]:
        """The worst moves, in the order played."""
        return sorted(self.worst[:TURNING_POINTS_SHOWN], key=lambda each: each.number)

    @property
    def rolls(self) -> Sequence[Verdict]:
        """The outcomes of chance whose luck is known."""
        return [each for each in self.judged if each.luck is not None]

    @property
    def values(self) -> Sequence[MoveValue]:
        """What the search thought of the first position, then of each move."""
        return [*(each.best for each in self.judged[:1]), *(each.move for each in self.judged)]

    @cached_property
    def by(self) -> str:
        """The search by which the game is reviewed, with how far it looks."""
        searches = (
            judging_search(self.match, self.search, number)
            for number in range(max(1, len(self.match.turns)))
        )
        depths = {search_plies_at(self.match, search, 0) for search in dict.fromkeys(searches)}
        return describe_searcher(self.match.analysis(self.search, 0).run, self.search, depths)

    @cached_property
    def games(self) -> int:
        """How many random games values are means of; none for a search by values."""
        return self.match.analysis(self.search, 0).games

    def side(self, verdict: Verdict) -> str:
        """Return the name of who played a move: a side, or chance."""
        return self.match.game.mover(Turn.CHANCE if verdict.by_chance else verdict.maximizing)

    def as_object(self) -> dict[str, Any]:
        """Return the review under the names that scripts rely on."""
        return {
            "game": self.match.game.name,
            "search": self.search.to_spec(),
            "moves": [*map(verdict_as_object, self.judged)],
        }


def verdict_as_object(verdict: Verdict) -> dict[str, Any]:
    """Return what is known of a move under the names that scripts rely on.

    An outcome of chance has no best move; its `luck` is what it is worth more than was expected,
    from MAX's side.
    """
    if verdict.by_chance:
        return {
            "number": verdict.number,
            "side": CHANCE_OPPONENT,
            "move": verdict.move.move,
            "value": _json_number(verdict.move.value),
            "best_move": None,
            "best_value": None,
            "lost": None,
            "luck": _json_number(verdict.luck),
        }
    return {
        "number": verdict.number,
        "side": SIDE_NAMES[verdict.maximizing],
        "move": verdict.move.move,
        "value": _json_number(verdict.move.value),
        "best_move": verdict.best.move if verdict.best.line else None,
        "best_value": _json_number(verdict.best.value),
        "lost": _json_number(verdict.lost),
    }


def _json_number(value: float | None) -> float | int | None:
    if value is None:
        return None
    return json_number(value)


def reviewing_search(match: Match) -> SearchSpec:
    """Return the search that reviews a game: the strongest, by an evaluation that tells moves apart early on."""
    found = strongest_search(match)
    evaluation = match.game.reviewed_by
    if evaluation and found.evaluation is None:
        return found.given({"evaluation": evaluation})
    return found


def strongest_search(match: Match) -> SearchSpec:
    """Return the stronger of the usual search and of those that played: who looks further ahead, else the usual one.

    A search that is limited by something else, such as MCTS, does not compare.
    """
    played = [mover.search for mover in match.movers if mover.search is not None]
    known = usual_opponent_for(match.game, match.start)
    compared = [search for search in played if search.max_nodes == known.max_nodes]
    if compared:
        return max(known, *compared, key=lambda search: search_plies_at(match, search, 0))
    return known


def search_plies_at(match: Match, search: SearchSpec, number: int) -> int:
    """Return how many plies a search sees before a turn, by its number from 0; 0 if it has no such limit."""
    run = match.analysis(search, number).run
    if run.algorithm.applies("depth"):
        return run.depth
    return 0


FEW_PLIES_LEFT = 8
"""Moves that are left in a game, from which on it is searched to its end."""


def judging_search(
    match: Match, search: SearchSpec, number: int, parity: int | None = None
) -> SearchSpec:
    """Return a search as it judges the position before a turn, by its number from 0, beside those before other turns.

    Whose move was the last before the leaves makes a difference of its own. So all leaves lie on
    plies of one parity, counted from the match's beginning: the one given, else that of the search
    before the first turn. Where it needs that, the search looks a ply less deep; where few moves
    are left, to the end of the game. A search of one ply stays.
    """
    depth = search_plies_at(match, search, number)
    if depth in (0, 1, NO_DEPTH_LIMIT):
        return search
    left = match.game.moves_left(match.before(number))
    own = algorithm(search.algorithm)
    if (
        isinstance(left, int)
        and left <= FEW_PLIES_LEFT
        and own.deepest == NO_DEPTH_LIMIT
        and not own.is_function
    ):
        return search.given({"depth": "all"})
    if parity is None:
        parity = search_plies_at(match, search, 0) % 2
    if (number + depth) % 2 == parity:
        return search
    return search.given({"depth": str(depth - 1)})


def parity_of(match: Match) -> int | None:
    """Return whether leaves of the searches that moved lie on even plies (0) or odd ones (1); None if none has moved.

    It is that of the first. Where others' differ, as of two that look equally far ahead, they do
    not compare.
    """
    depths = (
        (place, turn.thought.depth)
        for place, turn in enumerate(match.turns)
        if turn.thought is not None
    )
    return next(((place + depth) % 2 for place, depth in depths if depth), None)


def helping_search(match: Match) -> Mover:
    """Return the search that helps the side to move: its own, else that of the other side."""
    return next(
        (mover for mover in (match.mover, *match.movers) if not mover.is_person),
        Mover(usual_opponent_for(match.game, match.start)),
    )


def final_judging_search(match: Match, number: int) -> SearchSpec:
    """Return the search that judges moves after n turns, given all the time it takes.

    It is the stronger of the usual one and the helper's, so deep that it compares with those that
    moved. One that is not limited by depth, such as MCTS, judges by itself.
    """
    own = helping_search(match).search or usual_opponent_for(match.game, match.start)
    if search_plies_at(match, own, number):
        return judging_search(match, strongest_search(match), number, parity_of(match))
    return own


class BetterMove:
    """The position before a move of a reviewed game, in which a better one is looked for.

    `match` has that position, and once there is an answer (`words`) the line that it tells; `told`
    is the move that the answer speaks of. `accepted` says whether the last try gives away less than
    half of what the move played did, or nothing.
    """

    def __init__(self, review: Review, number: int) -> None:
        """Set up the position before a move, by its number from 1; InputError where chance moved."""
        if review.match.is_chances(number - 1):
            raise InputError(
                f"move {number:,}, {review.match.moves[number - 1]}, was chosen by chance: there is no better one"
            )
        self.review = review
        self.number = number
        self.match = Match(review.match.where_before(number - 1), HUMAN_MOVER, HUMAN_MOVER)
        self.analysis = review.analysis(number)
        self.told: MoveValue | None = None
        self.words = ""
        self.accepted = False

    @property
    def move(self) -> str:
        """The name of the move that was played."""
        return self.review.match.moves[self.number - 1]

    def called(self, name: str) -> str:
        """Return what people call a move of the position, by its name: `e3`, `col 4`."""
        before = self.review.match.before(self.number - 1)
        game = self.match.game
        return game.called(game.label_of(before, name))

    def attempt(self, word: str) -> str:
        """Begin to analyse a move in place of the one that was played; return its name. InputError if it is illegal."""
        before = self.review.match.before(self.number - 1)
        with as_input_error():
            *_, move = self.match.game.find_moves(before, word)
        self.analysis.ask(
            name := before.name(move), *([] if self.review.known(self.number) else [self.move])
        )
        return name

    def answer(self, name: str) -> str:
        """Take and return the answer to a try that has been analysed, in words."""
        tried = self.review.verdict(self.number, self.analysis, name)
        played = self.review.known(self.number) or self.analysis.verdict(self.move)
        lost = tried.given_away
        self.accepted = lost is not None and (not lost or 2 * lost < (played.lost or 0))
        self._set(tried.move, describe_try(tried, accepted=self.accepted))
        return self.words

    def show_best(self) -> None:
        """Take the search's best move for the answer; InputError if the move is not judged yet."""
        known = self.review.known(self.number)
        if known is None:
            raise InputError(f"move {self.number:,} is not judged yet")
        self._set(known.best, describe_better_move(known))

    def _set(self, told: MoveValue, words: str) -> None:
        """Take an answer, and show its line from the position on."""
        self.match.go_to(0)
        self.match.undone.clear()
        self.told = told
        self.words = words
        with suppress(InputError):  # lines of a user-supplied search need not be legal to their end
            for move in told.line:
                self.match.play(move)
