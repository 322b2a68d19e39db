"""What is said of a match: who plays whom, why a search moved as it did, what moves are worth and give away."""

from collections.abc import Sequence
from dataclasses import dataclass

from games import Game, Standing
from visualizer.explaining.explanation.naming import (
    capitalize_sentence,
    capitalized,
    join_words,
    nobody_plays,
    plural_of_move,
)
from visualizer.explaining.explanation.standings import even_words
from visualizer.explaining.measures.summary import count_in_words
from visualizer.look.numbers import abbreviate_numbers, format_decimal, format_mean, format_number
from visualizer.play.playing.found_move import describe_search_limit
from visualizer.play.playing.match import Match, PlayedTurn
from visualizer.play.playing.move_analysis import MoveAnalysis
from visualizer.play.playing.move_squares import MoveSquares, describe_captures
from visualizer.play.playing.move_value import MoveValue, Verdict
from visualizer.play.playing.movers import Mover
from visualizer.support.errors import InputError


@dataclass(frozen=True, slots=True)
class LossWords:
    """Words for what is given away: `now` and `then` are the verb, which a list leaves out if it is `plain`."""

    now: str
    then: str
    what: str
    plain: bool = True

    @property
    def listed(self) -> str:
        """Return it as a list has it: `a flat`, `from a win to a loss`, `misses a win (2 flats ahead is left)`."""
        return self.what if self.plain else f"{self.now} {self.what}"


def describe_loss(verdict: Verdict) -> LossWords:
    """Say what a move gives away whose value is known and less than that of the best."""
    best = verdict.best.standing
    move = verdict.move.standing
    if best is None or move is None or not (best.won or move.won):
        return LossWords("gives away", "gave away", loss_amount(verdict))
    mine = 1 if verdict.maximizing else -1
    if best.won and best.side == mine and not move.won:
        return LossWords(
            "misses",
            "missed",
            f"a win{win_margin(best)} ({standing_noun(verdict, move)} is left)",
            plain=False,
        )
    begin = result_noun(verdict, best)
    end = result_noun(verdict, move)
    same = best.won and move.won and best.side == move.side
    return LossWords("leads", "led", f"from {begin} to {f'one{win_margin(move)}' if same else end}")


def loss_amount(verdict: Verdict) -> str:
    """Return what a move of a game that goes on gives away: `2 flats`, `0.12 a game` of means, `3`."""
    return sized_difference(verdict, verdict.lost or 0)


def sized_difference(verdict: Verdict, lost: float) -> str:
    """Return a difference of two values."""
    if verdict.best.sampled:
        return f"{format_decimal(lost)} a game"
    if verdict.stakes is not None and verdict.best.standing is not None:
        return verdict.stakes.difference(lost)
    if lost == int(lost):
        return format_number(lost)
    return format_decimal(lost)


def move_with_verb(match: Match, number: int) -> str:
    """Return the move of a turn, by its number from 0, with its verb: `plays e3`, `plays col 4`, `passes`."""
    if match.turns[number].move == "pass":
        return "passes"
    return f"plays {match.called(number)}"


def result_noun(verdict: Verdict, standing: Standing) -> str:
    """Return what its player has as a noun: `a win`, `a loss by 3 discs`, `a draw`, `2 flats ahead`."""
    mine = 1 if verdict.maximizing else -1
    if standing.won:
        return f"a {'win' if standing.side == mine else 'loss'}{win_margin(standing)}"
    return standing_noun(verdict, standing)


def standing_noun(verdict: Verdict, standing: Standing) -> str:
    """Return what its player has in a game that goes on: `2 flats ahead`, `a flat behind`, `a level game`."""
    if not standing.side:
        return even_words(standing.words).noun
    if (standing.side > 0) == verdict.maximizing:
        return standing.words
    if standing is verdict.move.standing:
        value = verdict.move.value
    else:
        value = verdict.best.value
    assert verdict.stakes is not None
    assert value is not None
    return f"{verdict.stakes.difference(abs(value))} behind"


def win_margin(standing: Standing) -> str:
    """Return by how much a game is won, with a space in front; "" where wins do not differ."""
    return f" {standing.words}" if standing.words else ""


def brief_loss(verdict: Verdict) -> str:
    """Return what a move gave away in a dozen letters: `win → loss`, `2 flats`; "" for nothing, `–` if not known.

    Of an outcome of chance it is the luck of MAX, with its sign.
    """
    if verdict.luck is not None:
        return format_mean(verdict.luck)
    if not verdict.given_away:
        return "–" if verdict.lost is None else ""
    ends = [brief_standing(verdict, each.standing) for each in (verdict.best, verdict.move)]
    best = verdict.best.standing
    move = verdict.move.standing
    if best is not None and move is not None and (best.won or move.won) and ends[0] != ends[1]:
        return " → ".join(ends)
    return abbreviate_numbers(loss_amount(verdict))


def brief_standing(verdict: Verdict, standing: Standing | None) -> str:
    """Return what its player has in a word: `win`, `describe_loss`, `draw`, `level`, `ahead`, `behind`."""
    if standing is None:
        return ""
    mine = (standing.side > 0) == verdict.maximizing
    if standing.won:
        return "win" if mine else "loss"
    if not standing.side:
        return {"a draw": "draw", "nothing decided": "open"}.get(standing.words, standing.words)
    return "ahead" if mine else "behind"


def describe_worth(value: MoveValue) -> str:
    """Say what a move is worth and what is expected to follow."""
    if not value.words:
        return f"{capitalize_sentence(value.name)}."
    number = "" if value.sampled else f" ({value.signed()})"
    if len(value.line) > 1:
        then = f" Expected: {value.said_line}."
    else:
        then = ""
    return f"{capitalize_sentence(value.name)}{number}: {value.said}.{then}"


def describe_best_move(value: MoveValue) -> str:
    """Say which move is best, what it is worth, and whether it rests on few games."""
    few = f"; {value.few}" if value.few else ""
    return (
        f"{capitalize_sentence(value.name)}: {value.said}{few}."
        if value.words
        else f"{capitalize_sentence(value.name)}."
    )


def compare_with_best(verdict: Verdict, game: Game) -> str:
    """Say how a move differs from the best one, and what is then played by which side of the game."""
    move = verdict.move.name
    if verdict.is_best:
        return f"{capitalize_sentence(move)} is also what the search plays. {describe_worth(verdict.move)}"
    if verdict.lost is None:
        said = f"The search has never tried {move}."
    elif not verdict.lost and verdict.is_slower:
        said = f"{capitalize_sentence(move)} {describe_other_wins([verdict.move])}; {describe_soonest_win(verdict.best, verdict.best.name)}."
    elif not verdict.lost:
        said = f"To this search {move} is just as good."
    elif not verdict.given_away:
        said = f"{capitalize_sentence(move)} gives away only {loss_amount(verdict)}, too little to count at this depth."
    else:
        side = game.side(maximizing=verdict.maximizing_after)
        plays = f"{side} {'then plays' if verdict.maximizing == verdict.maximizing_after else 'answers'}"
        answered = f": {plays} {game.called(verdict.refutation[0])}" if verdict.refutation else ""
        found = describe_loss(verdict)
        said = f"{capitalize_sentence(move)} {found.now} {found.what}{answered}."
    return "\n\n".join(
        (said, *(describe_worth(each) for each in (verdict.move, verdict.best) if each.words))
    )


def describe_given_away(verdict: Verdict, side: str) -> str:
    """Say what a move of a side gave away, or what luck an outcome of chance was."""
    if verdict.by_chance:
        return describe_luck(verdict)
    move = f"Move {verdict.number}, {verdict.move.name} by {side},"
    if verdict.lost is None:
        return f"{move} was never tried by the search."
    if not verdict.lost:
        return f"{move} gave nothing away."
    if not verdict.given_away:
        return f"{move} gave away only {loss_amount(verdict)}, too little to count at this depth."
    found = describe_loss(verdict)
    return f"{move} {found.then} {found.what}."


def describe_luck(verdict: Verdict) -> str:
    """Say to which side an outcome of chance gave how much more than was expected."""
    move = f"Move {verdict.number}, {verdict.move.name} by chance,"
    if verdict.luck is None:
        return f"{move} was never tried by the search."
    if not verdict.luck:
        return f"{move} was worth as much as expected."
    more = sized_difference(verdict, abs(verdict.luck))
    return f"{move} gave {verdict.sides[verdict.luck < 0]} {more} more than expected."


def describe_better_move(verdict: Verdict) -> str:
    """Say what the search would have played, and what that leads to."""
    verb = "Better was" if verdict.given_away else "The search's best is"
    best = verdict.best
    words = f": {meaning_with_line(best)}." if best.words else "."
    return f"{verb} {best.name}{words}"


def describe_consequence(verdict: Verdict) -> str:
    """Say what a move led to, and what of that its player did not see; "" or a space in front."""
    move = verdict.move
    then = f" After {move.name}, {meaning_with_line(move, after=True)}." if move.words else ""
    ahead = count_in_words(verdict.depth, "ply", "plies")
    unseen = f" Looking {ahead} ahead, it missed {verdict.unseen}." if verdict.unseen else ""
    return f"{then}{unseen}"


def meaning_with_line(value: MoveValue, *, after: bool = False) -> str:
    """Return what a move means, `after` it or before, how deep that was searched, its line: `X wins (depth 3: b1 b2)`.

    That a move has won the game rests on no search.
    """
    words = value.words_after_move if after else value.words
    if after and value.ends:
        return words
    if len(value.line) > 1:
        line = value.said_line
    else:
        line = ""
    inside = ": ".join(filter(None, (value.how, line)))
    return f"{words} ({inside})" if inside else words


def describe_mistake(verdict: Verdict, side: str) -> str:
    """Say what a move gave away and why, but not what would have been better."""
    return f"{describe_given_away(verdict, side)}{describe_consequence(verdict)}"


def describe_try(tried: Verdict, *, accepted: bool) -> str:
    """Return whether a try is better, and what refutes it if it is not; else how much more the best move is worth."""
    name = capitalize_sentence(tried.move.name)
    words = tried.move.words and f": {tried.move.said}"
    if not accepted:
        return f"{name}: no{words}{describe_refutation(tried)}. Find a better one."
    if tried.is_best:
        return f"{name}: yes, the best move{words}."
    best = f"the search's best, {tried.best.name},"
    if tried.is_slower:
        return f"{name}: yes{words}; {describe_soonest_win(tried.best, tried.best.name)}."
    if not tried.lost:
        return f"{name}: yes{words}; {best} is worth as much."
    why = tried.best.words and f": {tried.best.words}"
    return f"{name}: yes{words}; {best} is worth {loss_amount(tried)} more{why}."


def describe_refutation(tried: Verdict) -> str:
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


MAX_FORESEEN_MOVES = 6
"""Moves of a line that are said."""


def describe_players(match: Match) -> str:
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
        return f"{you} {names[persons[0]]} is played by {mover_description(match, whom)}."
    if persons:
        return f"{names[0]} and {names[1]} are both played by people."
    first, second = (mover_description(match, mover) for mover in match.movers)
    return f"{names[0]} is played by {first}, {names[1]} by {second}."


def mover_description(match: Match, mover: Mover) -> str:
    """Return who moves beside a side's name: `easy bot`, or a search with how far it looks, `mcts with 400 games`."""
    if mover.search is None or mover.name:
        return mover.described
    return f"{mover.search.algorithm} {describe_search_limit(match.analysis(mover.search, 0).run)}".rstrip()


def reason_for_move(match: Match, turn: PlayedTurn) -> str:
    """Say what a search expected to follow its move, what that leads to, and how much it had searched."""
    thought = turn.thought
    assert thought is not None
    other = match.side(maximizing=turn.position.maximizing)
    name = thought.name
    limit = f", {thought.limit}" if thought.limit else ""
    few = f"{thought.few}. " if thought.few else ""
    searched = f"{few}{count_in_words(thought.nodes, 'node', 'nodes')}{limit}."
    if not thought.words:
        return f"{capitalize_sentence(name)}. {searched}"
    if thought.sampled:  # random games do not follow the line
        if len(thought.line) > 1:
            then = f"; best for {other} is then {match.game.called(thought.line[1])}"
        else:
            then = ""
        return f"After {name}, {thought.said}{then}. {searched}"
    line = thought.game.in_a_row(thought.line[:MAX_FORESEEN_MOVES]) + " …" * (
        len(thought.line) > MAX_FORESEEN_MOVES
    )
    alone = f"After {match.game.called(line) if line else name}, {thought.words_after_move}"
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


MAX_MOVES_NAMED = 5
MOVES_NAMED_OF_MANY = 3
"""As many moves that are as good are all named; of more so many are."""


def last_searched_turn(match: Match, shown: int | None = None) -> tuple[int, MoveAnalysis]:
    """Return the last of the turns shown that a search chose, by its number from 1, and what it is asked of all moves.

    InputError if there is none.
    """
    for before, turn in reversed([*enumerate(match.turns[:shown])]):
        if turn.thought is not None:
            analysis = match.analysis(turn.thought.recipe.search, before)
            analysis.ask_all()
            return before + 1, analysis
    raise InputError("no search has moved yet")


def reasons_for_turn(match: Match, number: int, analysis: MoveAnalysis) -> list[str]:
    """Say what a search expects of a turn, by its number from 1, and what it found against the next best move."""
    turn = match.turns[number - 1]
    return [
        f"{match.played_by(number - 1)} played {match.called(number - 1)}. {reason_for_move(match, turn)}",
        why_not_second_best(match, analysis, turn.move),
    ]


def why_not_second_best(match: Match, analysis: MoveAnalysis, played: str) -> str:
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
        return describe_visit_counts(chosen, max(others, key=lambda each: each.visits))
    best = others[0]
    if not analysis.verdict(best.move).lost:
        equal = [each for each in others if each.value == best.value]
        return describe_equal_moves(chosen, equal, len(analysis.names) - 1)
    answered = describe_answer(match, analysis, best)
    return f"{capitalize_sentence(best.name)} instead: {f'then {answered}; ' if answered else ''}{best.said}."


def describe_visit_counts(played: MoveValue, next_one: MoveValue) -> str:
    """Say in how many random games a move was tried that was played, and in how many the next."""
    if played.visits < next_one.visits:  # what is proved decides before visits do
        return (
            f"{capitalize_sentence(next_one.name)} instead: {next_one.called}{next_one.how_said}."
        )
    most = f"It was tried most: in {played.visits:,} of {count_in_words(played.games, 'game', 'games')}."
    if played.visits == next_one.visits:
        return f"{most} {capitalize_sentence(next_one.name)} was tried just as often, but first tried later: {next_one.words}."
    return f"{most} Next is {next_one.name}, in {next_one.visits:,}: {next_one.words}."


def describe_equal_moves(chosen: MoveValue, equal: Sequence[MoveValue], others: int) -> str:
    """Say which moves, of so many others, are worth as much as the chosen one, and which of them win or lose sooner.

    Such as `cols 1 and 2 are just as good: it is level (depth 4)`, or `c3 wins at once; b3 also
    wins, in 2`.
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
                begin = [describe_soonest_win(chosen, capitalize_sentence(chosen.name))]
            parts += [*begin, f"{name_moves(same, others)} {describe_other_wins(same)}"]
        else:
            parts.append(f"{list_equal_moves(same, others, begins=not parts)}: {same[0].said}")
    return f"{'; '.join(parts)}."


def list_equal_moves(same: Sequence[MoveValue], others: int, *, begins: bool) -> str:
    """Say that moves, of so many others, are as good as the best: `At this depth cols 1 and 2 are just as good`."""
    if len(same) == 1:
        are = "is just as good"
    else:
        are = "are just as good"
    if not begins or same[0].is_plain_win or (same[0].how and not same[0].depth):
        return f"{name_moves(same, others, begins=begins)} {are}"
    if same[0].depth:
        so_far = "At this depth"
    else:
        so_far = "To this search"
    return f"{so_far} {name_moves(same, others)} {are}"


def describe_soonest_win(value: MoveValue, name: str) -> str:
    """Say how soon a move wins, or that it holds out longest: `c3 wins at once`, `c3 holds out longest (X wins in 2)`.

    Where it is not known in how many moves the game is won, it only wins or loses.
    """
    if not value.moves:
        return f"{name} {value.verdict()}"
    if not value.wins:
        return f"{name} holds out longest ({value.words})"
    return f"{name} wins at once" if value.ends else f"{name} wins in {value.moves}"


def describe_other_wins(equal: Sequence[MoveValue]) -> str:
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


def name_moves(values: Sequence[MoveValue], others: int, *, begins: bool = False) -> str:
    """Name moves, of so many others: `cols 3 and 5`, `e3, d3, c4 and 9 others`, `the other 7 moves`.

    The word before mere numbers is said once; it has a capital letter where it `begins` a sentence.
    """
    moves = [each.move_label for each in values]
    if len(moves) == others > MAX_MOVES_NAMED:
        return f"{'The' if begins else 'the'} other {others:,} moves"
    word = values[0].name.removesuffix(moves[0])
    if moves[1:] and word:
        word = f"{plural_of_move(word.rstrip())} "
    if len(moves) <= MAX_MOVES_NAMED:
        shown = moves
    else:
        shown = [*moves[:MOVES_NAMED_OF_MANY], f"{len(moves) - MOVES_NAMED_OF_MANY:,} others"]
    return f"{capitalized(word) if begins else word}{join_words(shown)}"


def describe_answer(match: Match, analysis: MoveAnalysis, value: MoveValue) -> str:
    """Return how a move is answered and what that does: `f3 flips 4`; "" where it is not known."""
    if len(value.line) < 2:
        return ""
    position = analysis.position
    after = position.play(match.game.find_move(position, value.move))
    reply = match.game.find_move(after, value.line[1])
    did = " and ".join(
        describe_captures(MoveSquares(match.game, after).did(reply)[1], after.board())
    )
    return f"{match.game.called(value.line[1])} {did}".rstrip()
