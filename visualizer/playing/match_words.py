"""What is said of a match: who plays whom, why a search moved as it did, what moves are worth and give away."""

from games import Game
from visualizer.explanation.naming import capital, nobody_plays
from visualizer.measures.summary import many
from visualizer.playing.found import how_far
from visualizer.playing.given_away import amount, loss, sized_difference
from visualizer.playing.match import Match, Turn
from visualizer.playing.move_value import MoveValue
from visualizer.playing.movers import Mover
from visualizer.playing.verdict import Verdict


def worth(value: MoveValue) -> str:
    """Say what a move is worth and what is expected to follow."""
    if not value.words:
        return f"{capital(value.name)}."
    number = "" if value.sampled else f" ({value.signed()})"
    then = f" Expected: {' '.join(value.line)}." if len(value.line) > 1 else ""
    return f"{capital(value.name)}{number}: {value.said}.{then}"


def hint(value: MoveValue) -> str:
    """Say which move is best, what it is worth, and whether it rests on few games."""
    few = f"; {value.few}" if value.few else ""
    return f"{capital(value.name)}: {value.said}{few}." if value.words else f"{capital(value.name)}."


def compared(verdict: Verdict, game: Game) -> str:
    """Say how a move differs from the best one, and what is then played by which side of the game."""
    move = verdict.move.name
    if verdict.is_best:
        return f"{capital(move)} is what the search plays too. {worth(verdict.move)}"
    if verdict.lost is None:
        said = f"The search has never tried {move}."
    elif not verdict.lost:
        said = f"To this search {move} is as good."
    else:
        side = game.side(maximizing=verdict.maximizing_after)
        plays = f"{side} {'then plays' if verdict.maximizing == verdict.maximizing_after else 'answers'}"
        answered = f": {plays} {game.called(verdict.refutation[0])}" if verdict.refutation else ""
        found = loss(verdict)
        said = f"{capital(move)} {found.now} {found.what}{answered}."
    return "\n\n".join((said, *(worth(each) for each in (verdict.move, verdict.best) if each.words)))


def gave_away(verdict: Verdict, side: str) -> str:
    """Say what a move of a side gave away, or what luck an outcome of chance was."""
    if verdict.by_chance:
        return lucky(verdict)
    move = f"Move {verdict.number}, {verdict.move.name} by {side},"
    if verdict.lost is None:
        return f"{move} was never tried by the search."
    if not verdict.lost:
        return f"{move} gave nothing away."
    found = loss(verdict)
    return f"{move} {found.then} {found.what}."


def lucky(verdict: Verdict) -> str:
    """Say to which side an outcome of chance gave how much more than was expected."""
    move = f"Move {verdict.number}, {verdict.move.move} by chance,"
    if verdict.luck is None:
        return f"{move} was never tried by the search."
    if not verdict.luck:
        return f"{move} was worth what was expected."
    more = sized_difference(verdict, abs(verdict.luck))
    return f"{move} gave {verdict.sides[verdict.luck < 0]} {more} more than was expected."


def better(verdict: Verdict) -> str:
    """Say what the search would have played, and what that leads to."""
    verb, best = "Better was" if verdict.lost else "The search's best is", verdict.best
    words = f": {with_line(best)}." if best.words else "."
    return f"{verb} {best.name}{words}"


def consequence(verdict: Verdict) -> str:
    """Say what a move led to, and what of that its player did not see; "" or a space in front."""
    move = verdict.move
    then = f" After {move.name} {with_line(move, after=True)}." if move.words else ""
    unseen = f" At depth {verdict.depth} it did not see {verdict.unseen}." if verdict.unseen else ""
    return f"{then}{unseen}"


def with_line(value: MoveValue, *, after: bool = False) -> str:
    """Return what a move means, `after` it or before, how deep that was searched, its line: `X wins (depth 3: b1 b2)`.

    That a move has won the game rests on no search.
    """
    words = value.words_after if after else value.words
    if after and value.ends:
        return words
    line = " ".join(value.line) if len(value.line) > 1 else ""
    inside = ": ".join(filter(None, (value.how, line)))
    return f"{words} ({inside})" if inside else words


def mistake(verdict: Verdict, side: str) -> str:
    """Say what a move gave away and why, but not what would have been better."""
    return f"{gave_away(verdict, side)}{consequence(verdict)}"


def answer(tried: Verdict, *, accepted: bool) -> str:
    """Return whether a try is better, and what refutes it if it is not; else how much more the best move is worth."""
    name, words = capital(tried.move.name), tried.move.words and f": {tried.move.said}"
    if not accepted:
        return f"{name}: no{words}{refuted(tried)}. Find a better one."
    if tried.is_best:
        return f"{name}: yes, the best move{words}."
    best = f"the search's best, {tried.best.name},"
    if not tried.lost:
        return f"{name}: yes{words}; {best} is worth as much."
    why = tried.best.words and f": {tried.best.words}"
    return f"{name}: yes{words}; {best} is worth {amount(tried)} more{why}."


def refuted(tried: Verdict) -> str:
    """Say which side answers a move how, and what follows: `; Black answers d1, then c2 c1`; "" if that is unknown."""
    if not tried.refutation:
        return ""
    reply, *line = tried.refutation
    plays = "plays" if tried.maximizing == tried.maximizing_after else "answers"
    then = f", then {' '.join(line)}" if line else ""
    return f"; {tried.sides[not tried.maximizing_after]} {plays} {tried.move.game.called(reply)}{then}"


FORESEEN = 6
"""Moves of a line that are said."""


def who(match: Match) -> str:
    """Say who plays whom, as in `You are White (MAX); Black is tutorial-bot.`."""
    persons = [first for first, mover in zip((True, False), match.movers, strict=True) if mover.is_person]
    names = [match.side(maximizing=first) for first in (True, False)]
    signs = "" if nobody_plays(match.game) else f" ({'MAX' if persons == [True] else 'MIN'})"
    if len(persons) == 1:
        whom = match.movers[1 if persons[0] else 0]
        return f"You are {match.side(maximizing=persons[0])}{signs}; {names[persons[0]]}: {described(match, whom)}."
    if persons:
        return f"{names[0]} and {names[1]} are played by persons."
    return f"{names[0]}: {described(match, match.movers[0])}; {names[1]}: {described(match, match.movers[1])}."


def described(match: Match, mover: Mover) -> str:
    """Return who moves beside a side's name: `easy bot`, or a search with how far it looks, `mcts with 400 games`."""
    if mover.search is None or mover.name:
        return mover.described
    return f"{mover.search.algorithm} {how_far(match.analysis(mover.search, 0).run)}".rstrip()


def reason(match: Match, turn: Turn) -> str:
    """Say what a search expected to follow its move, what that leads to, and how much it had searched."""
    thought = turn.thought
    assert thought is not None
    other, name = match.side(maximizing=turn.position.maximizing), match.game.called(turn.move)
    limit = f", {thought.limit}" if thought.limit else ""
    few = f"{thought.few}. " if thought.few else ""
    searched = f"{few}{many(thought.nodes, 'node', 'nodes')}{limit}."
    if not thought.words:
        return f"{capital(name)}. {searched}"
    if thought.sampled:  # random games do not follow the line
        then = f"; best for {other} is then {match.game.called(thought.line[1])}" if len(thought.line) > 1 else ""
        return f"After {name} {thought.said}{then}. {searched}"
    line = " ".join(thought.line[:FORESEEN]) + " …" * (len(thought.line) > FORESEEN)
    alone = f"After {match.game.called(line) if line else name} {thought.words_after}"
    then = "" if thought.moves else "then "  # the win is counted from the first move of the line
    expected = f"Expected: {line}; {then}{thought.words}" if len(thought.line) > 1 else alone
    inside = "" if thought.ends else ", ".join(filter(None, (thought.signed(), thought.how)))
    return f"{expected}{f' ({inside})' * bool(inside)}. {searched}"
