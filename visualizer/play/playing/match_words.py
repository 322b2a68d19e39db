"""What is said of a match: who plays whom, why a search moved as it did, what moves are worth and give away."""

from collections.abc import Sequence
from dataclasses import dataclass

from games import Game, Standing
from visualizer.explaining.explanation.naming import (
    capital,
    capitalized,
    listed,
    nobody_plays,
    plural,
)
from visualizer.explaining.explanation.standings import even
from visualizer.explaining.measures.summary import many
from visualizer.look.numbers import brief, decimal, format_mean, show
from visualizer.play.playing.match import Match, Turn
from visualizer.play.playing.move_analysis import MoveAnalysis, how_far
from visualizer.play.playing.move_squares import MoveSquares, told
from visualizer.play.playing.move_value import MoveValue, Verdict
from visualizer.play.playing.movers import Mover
from visualizer.support.errors import InputError


@dataclass(frozen=True, slots=True)
class Loss:
    """Words for what is given away: `now` and `then` are the verb, which a list leaves out if it is `plain`."""

    now: str
    then: str
    what: str
    plain: bool = True

    @property
    def listed(self) -> str:
        """Return it as a list has it: `a flat`, `from a win to a loss`, `misses a win (2 flats ahead is left)`."""
        return self.what if self.plain else f"{self.now} {self.what}"


def loss(verdict: Verdict) -> Loss:
    """Say what a move gives away whose value is known and less than that of the best."""
    best = verdict.best.standing
    move = verdict.move.standing
    if best is None or move is None or not (best.won or move.won):
        return Loss("gives away", "gave away", amount(verdict))
    mine = 1 if verdict.maximizing else -1
    if best.won and best.side == mine and not move.won:
        return Loss(
            "misses", "missed", f"a win{sized(best)} ({left(verdict, move)} is left)", plain=False
        )
    begin = result(verdict, best)
    end = result(verdict, move)
    same = best.won and move.won and best.side == move.side
    return Loss("leads", "led", f"from {begin} to {f'one{sized(move)}' if same else end}")


def amount(verdict: Verdict) -> str:
    """Return what a move of a game that goes on gives away: `2 flats`, `0.12 a game` of means, `3`."""
    return sized_difference(verdict, verdict.lost or 0)


def sized_difference(verdict: Verdict, lost: float) -> str:
    """Return a difference of two values."""
    if verdict.best.sampled:
        return f"{decimal(lost)} a game"
    if verdict.stakes is not None and verdict.best.standing is not None:
        return verdict.stakes.difference(lost)
    if lost == int(lost):
        return show(lost)
    return decimal(lost)


def plays(match: Match, number: int) -> str:
    """Return the move of a turn, by its number from 0, with its verb: `plays e3`, `plays col 4`, `passes`."""
    if match.turns[number].move == "pass":
        return "passes"
    return f"plays {match.called(number)}"


def result(verdict: Verdict, standing: Standing) -> str:
    """Return what its player has as a noun: `a win`, `a loss by 3 discs`, `a draw`, `2 flats ahead`."""
    mine = 1 if verdict.maximizing else -1
    if standing.won:
        return f"a {'win' if standing.side == mine else 'loss'}{sized(standing)}"
    return left(verdict, standing)


def left(verdict: Verdict, standing: Standing) -> str:
    """Return what its player has in a game that goes on: `2 flats ahead`, `a flat behind`, `a level game`."""
    if not standing.side:
        return even(standing.words).noun
    if (standing.side > 0) == verdict.maximizing:
        return standing.words
    if standing is verdict.move.standing:
        value = verdict.move.value
    else:
        value = verdict.best.value
    assert verdict.stakes is not None
    assert value is not None
    return f"{verdict.stakes.difference(abs(value))} behind"


def sized(standing: Standing) -> str:
    """Return by how much a game is won, with a space in front; "" where wins do not differ."""
    return f" {standing.words}" if standing.words else ""


def in_brief(verdict: Verdict) -> str:
    """Return what a move gave away in a dozen letters: `win → loss`, `2 flats`; "" for nothing, `–` if not known.

    Of an outcome of chance it is the luck of MAX, with its sign.
    """
    if verdict.luck is not None:
        return format_mean(verdict.luck)
    if not verdict.given_away:
        return "–" if verdict.lost is None else ""
    ends = [standing_in_brief(verdict, each.standing) for each in (verdict.best, verdict.move)]
    best = verdict.best.standing
    move = verdict.move.standing
    if best is not None and move is not None and (best.won or move.won) and ends[0] != ends[1]:
        return " → ".join(ends)
    return brief(amount(verdict))


def standing_in_brief(verdict: Verdict, standing: Standing | None) -> str:
    """Return what its player has in a word: `win`, `loss`, `draw`, `level`, `ahead`, `behind`."""
    if standing is None:
        return ""
    mine = (standing.side > 0) == verdict.maximizing
    if standing.won:
        return "win" if mine else "loss"
    if not standing.side:
        return {"a draw": "draw", "nothing decided": "open"}.get(standing.words, standing.words)
    return "ahead" if mine else "behind"


def worth(value: MoveValue) -> str:
    """Say what a move is worth and what is expected to follow."""
    if not value.words:
        return f"{capital(value.name)}."
    number = "" if value.sampled else f" ({value.signed()})"
    if len(value.line) > 1:
        then = f" Expected: {value.said_line}."
    else:
        then = ""
    return f"{capital(value.name)}{number}: {value.said}.{then}"


def hint(value: MoveValue) -> str:
    """Say which move is best, what it is worth, and whether it rests on few games."""
    few = f"; {value.few}" if value.few else ""
    return (
        f"{capital(value.name)}: {value.said}{few}." if value.words else f"{capital(value.name)}."
    )


def compared(verdict: Verdict, game: Game) -> str:
    """Say how a move differs from the best one, and what is then played by which side of the game."""
    move = verdict.move.name
    if verdict.is_best:
        return f"{capital(move)} is also what the search plays. {worth(verdict.move)}"
    if verdict.lost is None:
        said = f"The search has never tried {move}."
    elif not verdict.lost and verdict.is_slower:
        said = f"{capital(move)} {also([verdict.move])}; {soon(verdict.best, verdict.best.name)}."
    elif not verdict.lost:
        said = f"To this search {move} is just as good."
    elif not verdict.given_away:
        said = (
            f"{capital(move)} gives away only {amount(verdict)}, too little to count at this depth."
        )
    else:
        side = game.side(maximizing=verdict.maximizing_after)
        plays = f"{side} {'then plays' if verdict.maximizing == verdict.maximizing_after else 'answers'}"
        answered = f": {plays} {game.called(verdict.refutation[0])}" if verdict.refutation else ""
        found = loss(verdict)
        said = f"{capital(move)} {found.now} {found.what}{answered}."
    return "\n\n".join(
        (said, *(worth(each) for each in (verdict.move, verdict.best) if each.words))
    )


def gave_away(verdict: Verdict, side: str) -> str:
    """Say what a move of a side gave away, or what luck an outcome of chance was."""
    if verdict.by_chance:
        return lucky(verdict)
    move = f"Move {verdict.number}, {verdict.move.name} by {side},"
    if verdict.lost is None:
        return f"{move} was never tried by the search."
    if not verdict.lost:
        return f"{move} gave nothing away."
    if not verdict.given_away:
        return f"{move} gave away only {amount(verdict)}, too little to count at this depth."
    found = loss(verdict)
    return f"{move} {found.then} {found.what}."


def lucky(verdict: Verdict) -> str:
    """Say to which side an outcome of chance gave how much more than was expected."""
    move = f"Move {verdict.number}, {verdict.move.name} by chance,"
    if verdict.luck is None:
        return f"{move} was never tried by the search."
    if not verdict.luck:
        return f"{move} was worth as much as expected."
    more = sized_difference(verdict, abs(verdict.luck))
    return f"{move} gave {verdict.sides[verdict.luck < 0]} {more} more than expected."


def better(verdict: Verdict) -> str:
    """Say what the search would have played, and what that leads to."""
    verb = "Better was" if verdict.given_away else "The search's best is"
    best = verdict.best
    words = f": {with_line(best)}." if best.words else "."
    return f"{verb} {best.name}{words}"


def consequence(verdict: Verdict) -> str:
    """Say what a move led to, and what of that its player did not see; "" or a space in front."""
    move = verdict.move
    then = f" After {move.name}, {with_line(move, after=True)}." if move.words else ""
    ahead = many(verdict.depth, "ply", "plies")
    unseen = f" Looking {ahead} ahead, it missed {verdict.unseen}." if verdict.unseen else ""
    return f"{then}{unseen}"


def with_line(value: MoveValue, *, after: bool = False) -> str:
    """Return what a move means, `after` it or before, how deep that was searched, its line: `X wins (depth 3: b1 b2)`.

    That a move has won the game rests on no search.
    """
    words = value.words_after if after else value.words
    if after and value.ends:
        return words
    if len(value.line) > 1:
        line = value.said_line
    else:
        line = ""
    inside = ": ".join(filter(None, (value.how, line)))
    return f"{words} ({inside})" if inside else words


def mistake(verdict: Verdict, side: str) -> str:
    """Say what a move gave away and why, but not what would have been better."""
    return f"{gave_away(verdict, side)}{consequence(verdict)}"


def answer(tried: Verdict, *, accepted: bool) -> str:
    """Return whether a try is better, and what refutes it if it is not; else how much more the best move is worth."""
    name = capital(tried.move.name)
    words = tried.move.words and f": {tried.move.said}"
    if not accepted:
        return f"{name}: no{words}{refuted(tried)}. Find a better one."
    if tried.is_best:
        return f"{name}: yes, the best move{words}."
    best = f"the search's best, {tried.best.name},"
    if tried.is_slower:
        return f"{name}: yes{words}; {soon(tried.best, tried.best.name)}."
    if not tried.lost:
        return f"{name}: yes{words}; {best} is worth as much."
    why = tried.best.words and f": {tried.best.words}"
    return f"{name}: yes{words}; {best} is worth {amount(tried)} more{why}."


def refuted(tried: Verdict) -> str:
    """Say which side answers a move how, and what follows: `; Black answers d1, then c2 c1`; "" if that is unknown."""
    if not tried.refutation:
        return ""
    reply, *line = tried.refutation
    if tried.maximizing == tried.maximizing_after:
        plays = "plays"
    else:
        plays = "answers"
    then = f", then {tried.move.game.in_a_row(line)}" if line else ""
    return (
        f"; {tried.sides[not tried.maximizing_after]} {plays} {tried.move.game.called(reply)}{then}"
    )


FORESEEN = 6
"""Moves of a line that are said."""


def who(match: Match) -> str:
    """Say who plays whom, as in `You play White (MAX). Black is played by tutorial-bot.`."""
    persons = [
        first for first, mover in zip((True, False), match.movers, strict=True) if mover.is_person
    ]
    names = [match.side(maximizing=first) for first in (True, False)]
    if nobody_plays(match.game):
        signs = ""
    else:
        signs = f" ({'MAX' if persons == [True] else 'MIN'})"
    if len(persons) == 1:
        whom = match.movers[1 if persons[0] else 0]
        you = f"You play {match.side(maximizing=persons[0])}{signs}."
        return f"{you} {names[persons[0]]} is played by {described(match, whom)}."
    if persons:
        return f"{names[0]} and {names[1]} are both played by people."
    first, second = (described(match, mover) for mover in match.movers)
    return f"{names[0]} is played by {first}, {names[1]} by {second}."


def described(match: Match, mover: Mover) -> str:
    """Return who moves beside a side's name: `easy bot`, or a search with how far it looks, `mcts with 400 games`."""
    if mover.search is None or mover.name:
        return mover.described
    return f"{mover.search.algorithm} {how_far(match.analysis(mover.search, 0).run)}".rstrip()


def reason(match: Match, turn: Turn) -> str:
    """Say what a search expected to follow its move, what that leads to, and how much it had searched."""
    thought = turn.thought
    assert thought is not None
    other = match.side(maximizing=turn.position.maximizing)
    name = thought.name
    limit = f", {thought.limit}" if thought.limit else ""
    few = f"{thought.few}. " if thought.few else ""
    searched = f"{few}{many(thought.nodes, 'node', 'nodes')}{limit}."
    if not thought.words:
        return f"{capital(name)}. {searched}"
    if thought.sampled:  # random games do not follow the line
        if len(thought.line) > 1:
            then = f"; best for {other} is then {match.game.called(thought.line[1])}"
        else:
            then = ""
        return f"After {name}, {thought.said}{then}. {searched}"
    line = thought.game.in_a_row(thought.line[:FORESEEN]) + " …" * (len(thought.line) > FORESEEN)
    alone = f"After {match.game.called(line) if line else name}, {thought.words_after}"
    then = "" if thought.moves else "then "  # the win is counted from the first move of the line
    if len(thought.line) > 1:
        expected = f"Expected: {line}; {then}{thought.words}"
    else:
        expected = alone
    if thought.ends:
        inside = ""
    else:
        inside = ", ".join(filter(None, (thought.signed(), thought.how)))
    return f"{expected}{f' ({inside})' * bool(inside)}. {searched}"


MOST_NAMED = 5
NAMED = 3
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
        f"{match.played_by(number - 1)} played {match.called(number - 1)}. {reason(match, turn)}",
        instead(match, analysis, turn.move),
    ]


def instead(match: Match, analysis: MoveAnalysis, played: str) -> str:
    """Say what speaks against the next best move: how it is answered, and what it is worth; or which are as good.

    Of random games it is how many there were with each move, since the move with most is played.
    """
    others = [each for each in analysis.ranked() if each.move != played]
    if not others:
        if len(analysis.names) == 1:
            return "There was no other move."
        return "It has no value for any other move."
    chosen = analysis.found.get(played, analysis.best)
    if chosen.games:
        return most_visited(chosen, max(others, key=lambda each: each.visits))
    best = others[0]
    if not analysis.verdict(best.move).lost:
        equal = [each for each in others if each.value == best.value]
        return as_good(chosen, equal, len(analysis.names) - 1)
    answered = answer_to(match, analysis, best)
    return f"{capital(best.name)} instead: {f'then {answered}; ' if answered else ''}{best.said}."


def most_visited(played: MoveValue, next_one: MoveValue) -> str:
    """Say in how many random games a move was tried that was played, and in how many the next."""
    if played.visits < next_one.visits:  # what is proved decides before visits do
        return f"{capital(next_one.name)} instead: {next_one.called}{next_one.how_said}."
    most = f"It was tried most: in {played.visits:,} of {many(played.games, 'game', 'games')}."
    if played.visits == next_one.visits:
        return f"{most} {capital(next_one.name)} was tried just as often, but first tried later: {next_one.words}."
    return f"{most} Next is {next_one.name}, in {next_one.visits:,}: {next_one.words}."


def as_good(chosen: MoveValue, equal: Sequence[MoveValue], others: int) -> str:
    """Say which moves, of so many others, are worth as much as the chosen one, and which of them win or lose sooner.

    Such as `cols 1 and 2 are just as good: it is level (depth 4)`, or `c3 wins at once; b3 also wins, in 2`.
    """
    by_words: dict[str, list[MoveValue]] = {}
    for each in equal:
        by_words.setdefault(each.words, []).append(each)
    parts: list[str] = []
    for same in by_words.values():
        if same[0].is_plain_win and not same[0].moves == chosen.moves > 0:
            if parts:
                begin = []
            else:
                begin = [soon(chosen, capital(chosen.name))]
            parts += [*begin, f"{named(same, others)} {also(same)}"]
        else:
            parts.append(f"{just_as_good(same, others, begins=not parts)}: {same[0].said}")
    return f"{'; '.join(parts)}."


def just_as_good(same: Sequence[MoveValue], others: int, *, begins: bool) -> str:
    """Say that moves, of so many others, are as good as the best: `At this depth cols 1 and 2 are just as good`."""
    if len(same) == 1:
        are = "is just as good"
    else:
        are = "are just as good"
    if not begins or same[0].is_plain_win or (same[0].how and not same[0].depth):
        return f"{named(same, others, begins=begins)} {are}"
    if same[0].depth:
        so_far = "At this depth"
    else:
        so_far = "To this search"
    return f"{so_far} {named(same, others)} {are}"


def soon(value: MoveValue, name: str) -> str:
    """Say how soon a move wins, or that it holds out longest: `c3 wins at once`, `c3 holds out longest (X wins in 2)`.

    Where it is not known in how many moves the game is won, it only wins or loses.
    """
    if not value.moves:
        return f"{name} {value.verdict()}"
    if not value.wins:
        return f"{name} holds out longest ({value.words})"
    return f"{name} wins at once" if value.ends else f"{name} wins in {value.moves}"


def also(equal: Sequence[MoveValue]) -> str:
    """Say that moves win later than the best one does, or lose sooner: `also wins, in 2`, `loses sooner, in 1`."""
    first = equal[0]
    if len(equal) == 1:
        ending = "s"
    else:
        ending = ""
    if first.wins:
        how = f"also win{ending}"
    elif first.moves:
        how = f"lose{ending} sooner"
    else:
        how = f"also lose{ending}"
    return f"{how}, in {first.moves}" if first.moves else how


def named(values: Sequence[MoveValue], others: int, *, begins: bool = False) -> str:
    """Name moves, of so many others: `cols 3 and 5`, `e3, d3, c4 and 9 others`, `the other 7 moves`.

    The word before mere numbers is said once; it has a capital letter where it `begins` a sentence.
    """
    moves = [each.label_of_move for each in values]
    if len(moves) == others > MOST_NAMED:
        return f"{'The' if begins else 'the'} other {others:,} moves"
    word = values[0].name.removesuffix(moves[0])
    if moves[1:] and word:
        word = f"{plural(word.rstrip())} "
    if len(moves) <= MOST_NAMED:
        shown = moves
    else:
        shown = [*moves[:NAMED], f"{len(moves) - NAMED:,} others"]
    return f"{capitalized(word) if begins else word}{listed(shown)}"


def answer_to(match: Match, analysis: MoveAnalysis, value: MoveValue) -> str:
    """Return how a move is answered and what that does: `f3 flips 4`; "" where it is not known."""
    if len(value.line) < 2:
        return ""
    position = analysis.position
    after = position.play(match.game.find_move(position, value.move))
    reply = match.game.find_move(after, value.line[1])
    did = " and ".join(told(MoveSquares(match.game, after).did(reply)[1], after.board()))
    return f"{match.game.called(value.line[1])} {did}".rstrip()
