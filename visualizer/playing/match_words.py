"""What is said of a match: who plays whom, why a search moved as it did, what moves are worth and give away."""

from math import inf

from games import Game
from visualizer.explanation.naming import nobody_plays
from visualizer.look.numbers import decimal, show
from visualizer.lookup import stakes_of
from visualizer.measures.summary import many
from visualizer.playing.match import Match, Turn
from visualizer.playing.move_analysis import MoveValue, Verdict
from visualizer.recipe import SearchSpec


def least_win(match: Match, search: SearchSpec | None) -> float:
    """Return the least that a won game is worth to a search, without one to the game; infinite where it is not said."""
    stakes = stakes_of(match.game, None if search is None else search.evaluation)
    return inf if stakes is None else stakes.least_win(match.start) or inf


def shown(value: float | None) -> str:
    """Write a value with two digits behind the point where it is not whole.

    >>> shown(-1000), shown(0.26787), shown(None)
    ('−1,000', '0.27', '–')
    """
    return "–" if value is None else show(value) if value == int(value) else decimal(value)


def worth(value: MoveValue) -> str:
    """Say what a move is worth and what is expected to follow."""
    then = f" Expected: {' '.join(value.line)}." if len(value.line) > 1 else ""
    return f"{value.move} ({value.signed()}): {value.words}.{then}" if value.words else f"{value.move}."


def compared(verdict: Verdict, game: Game) -> str:
    """Say how a move differs from the best one, and what is then played by which side of the game."""
    move = verdict.move.move
    if verdict.is_best:
        return f"{move} is what the search plays too. {worth(verdict.move)}"
    if verdict.lost is None:
        said = f"The search has never tried {move}."
    elif not verdict.lost:
        said = f"To this search {move} is as good."
    else:
        side = game.side(maximizing=verdict.maximizing_after)
        plays = f"{side} {'then plays' if verdict.maximizing == verdict.maximizing_after else 'answers'}"
        answered = f": {plays} {verdict.refutation[0]}" if verdict.refutation else ""
        said = f"{move} gives away {shown(verdict.lost)}{answered}."
    return "\n\n".join((said, *(worth(each) for each in (verdict.move, verdict.best) if each.words)))


def gave_away(verdict: Verdict, side: str) -> str:
    """Say what a move of a side gave away."""
    move = f"Move {verdict.number}, {verdict.move.move} by {side},"
    if verdict.lost is None:
        return f"{move} was never tried by the search."
    return f"{move} gave away {shown(verdict.lost)}." if verdict.lost else f"{move} gave nothing away."


def better(verdict: Verdict) -> str:
    """Say what the search would have played, and what that leads to."""
    verb, best = "Better was" if verdict.lost else "The search's best is", verdict.best
    words = f": {best.words} ({' '.join(best.line)})." if best.words else "."
    return f"{verb} {best.move}{words}"


def consequence(verdict: Verdict) -> str:
    """Say what a move led to, and what of that its player did not see; "" or a space in front."""
    move = verdict.move
    line = f" ({' '.join(move.line)})" if len(move.line) > 1 else ""
    then = f" After {move.move} {move.words}{line}." if move.words else ""
    unseen = f" At depth {verdict.depth} it did not see {verdict.unseen}." if verdict.unseen else ""
    return f"{then}{unseen}"


def mistake(verdict: Verdict, side: str) -> str:
    """Say what a move gave away and why, but not what would have been better."""
    return f"{gave_away(verdict, side)}{consequence(verdict)}"


def answer(tried: Verdict, *, accepted: bool) -> str:
    """Return whether a try is better, and what refutes it if it is not; else how much more the best move is worth."""
    name, words = tried.move.move, tried.move.words and f": {tried.move.words}"
    if not accepted:
        reply = f"; then {' '.join(tried.refutation)}" if tried.refutation else ""
        return f"{name}: no{words}{reply}. Find a better one."
    if tried.is_best:
        return f"{name}: yes, the best move{words}."
    best = f"the search's best, {tried.best.move},"
    if not tried.lost:
        return f"{name}: yes{words}; {best} is worth as much."
    why = tried.best.words and f": {tried.best.words}"
    return f"{name}: yes{words}; {best} is worth {shown(tried.lost)} more{why}."


FORESEEN = 6
"""Moves of a line that are said."""
MEAN = "≈"
"""The sign before a mean of samples."""


def who(match: Match) -> str:
    """Say who plays whom, as in `You are White (MAX); Black is tutorial-bot.`."""
    persons = [first for first, mover in zip((True, False), match.movers, strict=True) if mover.is_person]
    names = [match.side(maximizing=first) for first in (True, False)]
    signs = "" if nobody_plays(match.game) else f" ({'MAX' if persons == [True] else 'MIN'})"
    if len(persons) == 1:
        whom = match.movers[1 if persons[0] else 0]
        return f"You are {match.side(maximizing=persons[0])}{signs}; {names[persons[0]]} is {whom.called}."
    if persons:
        return f"{names[0]} and {names[1]} are played by persons."
    return f"{names[0]} is {match.movers[0].called}, {names[1]} is {match.movers[1].called}."


def reason(match: Match, turn: Turn) -> str:
    """Say what a search expected to follow its move, what that leads to, and how much it had searched."""
    thought = turn.thought
    assert thought is not None
    other = match.side(maximizing=turn.position.maximizing)
    limit = f", {thought.limit}" if thought.limit else ""
    searched = f"{many(thought.nodes, 'node', 'nodes')}{limit}."
    if not thought.words:
        return f"{turn.move}. {searched}"
    if thought.label.startswith(MEAN):  # of random games, which do not follow the line
        then = f"; best for {other} is then {thought.line[1]}" if len(thought.line) > 1 else ""
        return f"After {turn.move} {thought.words}{then}. ({thought.label}) {searched}"
    line = " ".join(thought.line[:FORESEEN]) + " …" * (len(thought.line) > FORESEEN)
    expected = f"Expected: {line}; then {thought.words}" if len(thought.line) > 1 else f"After {line} {thought.words}"
    return f"{expected}. ({thought.label}) {searched}"
