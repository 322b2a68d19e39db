"""Why a search played a move: what it expects, and what it found against the next best move."""

from collections.abc import Sequence

from games import Game
from visualizer.errors import InputError
from visualizer.explanation.naming import capital, listed, plural
from visualizer.measures.summary import many
from visualizer.playing.match import Match
from visualizer.playing.match_words import reason
from visualizer.playing.move_analysis import MoveAnalysis
from visualizer.playing.move_squares import MoveSquares, told
from visualizer.playing.move_value import MoveValue

MOST_NAMED, NAMED = 5, 3
"""As many moves that are as good are all named; of more so many are."""


def last_chosen(match: Match, shown: int | None = None) -> tuple[int, MoveAnalysis]:
    """Return the last of the turns shown that a search chose, by its number from 1, and what it is asked of all moves.

    InputError if there is none.
    """
    for before, turn in reversed([*enumerate(match.turns[:shown])]):
        if turn.thought is not None:
            analysis = match.analysis(turn.thought.recipe.search, before)
            analysis.ask_all()
            return before + 1, analysis
    raise InputError("no search has moved yet")


def reasons(match: Match, number: int, analysis: MoveAnalysis) -> list[str]:
    """Say what a search expects of a turn, by its number from 1, and what it found against the next best move."""
    turn = match.turns[number - 1]
    return [
        f"{match.played_by(number - 1)} played {match.game.called(turn.move)}. {reason(match, turn)}",
        instead(match, analysis, turn.move),
    ]


def instead(match: Match, analysis: MoveAnalysis, played: str) -> str:
    """Say what speaks against the next best move: how it is answered, and what it is worth; or which are as good.

    Of random games it is how many there were with each move, since the move with most is played.
    """
    others = [each for each in analysis.ranked() if each.move != played]
    if not others:
        return "There was no other move." if len(analysis.names) == 1 else "It has a value for no other move."
    if analysis.samples:
        return most_visited(analysis.found[played], max(others, key=lambda each: each.visits))
    best = others[0]
    if not analysis.verdict(best.move).lost:
        same = [each.move for each in others if each.value == best.value]
        are = "is" if len(same) == 1 else "are"
        which = as_good(match.game, same, len(analysis.names) - 1)
        so_far = "At this depth " if best.depth else "" if best.how else "To this search "
        return f"{capital(f'{so_far}{which}')} {are} as good: {best.said}."
    answered = answer_to(match, analysis, best)
    return f"{capital(best.name)} instead: {f'then {answered}; ' if answered else ''}{best.said}."


def most_visited(played: MoveValue, next_one: MoveValue) -> str:
    """Say in how many random games a move was tried that was played, and in how many the next."""
    if played.visits < next_one.visits:  # what is proved decides before visits do
        return f"{capital(next_one.name)} instead: {next_one.called}{next_one.how_said}."
    most = f"It was tried most: in {played.visits:,} of {many(played.games, 'game', 'games')}."
    if played.visits == next_one.visits:
        return f"{most} {capital(next_one.name)} was tried as often, and later: {next_one.words}."
    return f"{most} Next is {next_one.name}, in {next_one.visits:,}: {next_one.words}."


def as_good(game: Game, moves: Sequence[str], others: int) -> str:
    """Return moves that are as good, of so many others: `columns 3 and 5`, `e3, d3, c4 and 9 others`.

    They may be `all 7 others`. The word before mere numbers is said once.
    """
    if len(moves) == others > MOST_NAMED:
        return f"all {others:,} others"
    word = game.called(moves[0]).removesuffix(moves[0])
    named = moves if len(moves) <= MOST_NAMED else [*moves[:NAMED], f"{len(moves) - NAMED:,} others"]
    return (plural(word.rstrip()) + " " if word and moves[1:] else word) + listed(named)


def answer_to(match: Match, analysis: MoveAnalysis, value: MoveValue) -> str:
    """Return how a move is answered and what that does: `f3 flips 4`; "" where it is not known."""
    if len(value.line) < 2:
        return ""
    position = analysis.position
    after = position.play(match.game.find_move(position, value.move))
    reply = match.game.find_move(after, value.line[1])
    did = " and ".join(told(MoveSquares(match.game, after).did(reply)[1], after.board()))
    return f"{match.game.called(value.line[1])} {did}".rstrip()
