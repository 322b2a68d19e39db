"""Sentences about a match: its players, the reasons for its moves, their values and losses."""

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
    """Words for a loss: the verb in present and past, and its object.

    Lists leave out the verb if it is plain: `gives away`, but not `misses`.
    """

    present_verb: str
    past_verb: str
    loss: str
    is_plain: bool = True

    @property
    def listed(self) -> str:
        """The loss in a list: `a flat`, `from a win to a loss`, `misses a win (a draw is left)`."""
        if self.is_plain:
            return self.loss
        return f"{self.present_verb} {self.loss}"


def describe_loss(verdict: Verdict) -> LossWords:
    """Return the words for a loss, which must be known and above 0: `gives away 2 flats`.

    If the best move or the played one decides the game, they are `misses a win (a draw is left)` or
    `leads from a win to a loss`.
    """
    best = verdict.best.standing
    move = verdict.move.standing
    if best is None or move is None:
        return LossWords("gives away", "gave away", loss_amount(verdict))
    # The game goes on after either move.
    if not best.won and not move.won:
        return LossWords("gives away", "gave away", loss_amount(verdict))

    misses_win = best.won and not move.won and is_players_side(verdict, best)
    if misses_win:
        missed = f"a win{win_margin(best)} ({standing_noun(verdict, move)} is left)"
        return LossWords("misses", "missed", missed, is_plain=False)
    before = result_noun(verdict, best)
    after = result_noun(verdict, move)
    # "from a win by 5 to one by 3": the word "win" is not said twice.
    if best.won and move.won and best.side == move.side:
        after = f"one{win_margin(move)}"
    return LossWords("leads", "led", f"from {before} to {after}")


def is_players_side(verdict: Verdict, standing: Standing) -> bool:
    """Return whether a standing favours the player of the move."""
    if verdict.maximizing:
        return standing.side == 1
    return standing.side == -1


def loss_amount(verdict: Verdict) -> str:
    """Return how much a move gives away in a game that goes on: `2 flats`, `0.12 a game`, `3`."""
    return sized_difference(verdict, verdict.value_lost or 0)


def sized_difference(verdict: Verdict, lost: float) -> str:
    """Return the loss `lost` in words: `2 flats`, `3`, or for means of games `0.12 a game`."""
    if verdict.best.is_mean:
        return f"{format_decimal(lost)} a game"
    if verdict.stakes is not None and verdict.best.standing is not None:
        return verdict.stakes.difference(lost)
    if lost == int(lost):
        return format_number(lost)
    return format_decimal(lost)


def move_with_verb(match: Match, number: int) -> str:
    """Return a turn's move with its verb, by its number from 0: `plays e3`, `passes`."""
    if match.turns[number].move == "pass":
        return "passes"
    return f"plays {match.called(number)}"


def result_noun(verdict: Verdict, standing: Standing) -> str:
    """Return a standing from the player's side: `a win`, `a loss by 3 discs`, `2 flats ahead`."""
    if not standing.won:
        return standing_noun(verdict, standing)
    if is_players_side(verdict, standing):
        return f"a win{win_margin(standing)}"
    return f"a loss{win_margin(standing)}"


def standing_noun(verdict: Verdict, standing: Standing) -> str:
    """Return the standing of an undecided game from the player's side.

    `2 flats ahead`, `2 flats behind`, `a level game`. It must be the standing after the best move,
    or after the played one.
    """
    if not standing.side:
        return even_words(standing.words).noun
    if (standing.side > 0) == verdict.maximizing:
        return standing.words

    # The words of a standing are from the side that is ahead. For the other side, make them anew
    # from the value.
    value = verdict.best.value
    if standing is verdict.move.standing:
        value = verdict.move.value
    assert verdict.stakes is not None
    assert value is not None
    return f"{verdict.stakes.difference(abs(value))} behind"


def win_margin(standing: Standing) -> str:
    """Return by how much a game is won, after a space; "" if wins do not differ."""
    if not standing.words:
        return ""
    return f" {standing.words}"


def brief_loss(verdict: Verdict) -> str:
    """Return what a move gave away in about a dozen letters: `win → loss`, `2 flats`.

    "" for nothing, `–` if unknown. For an outcome of chance, return how much better than expected
    it is for MAX, with a sign.
    """
    if verdict.luck is not None:
        return format_mean(verdict.luck)
    if verdict.value_lost is None:
        return "–"
    if not verdict.given_away:
        return ""

    best = verdict.best.standing
    move = verdict.move.standing
    if best is not None and move is not None and (best.won or move.won):
        before = brief_standing(verdict, best)
        after = brief_standing(verdict, move)
        if before != after:
            return f"{before} → {after}"
    return abbreviate_numbers(loss_amount(verdict))


def brief_standing(verdict: Verdict, standing: Standing) -> str:
    """Return a standing from the player's side in a word: `win`, `loss`, `draw`, `ahead`, `behind`.

    The word is `open` if nobody is ahead and nothing is decided.
    """
    if not standing.won and not standing.side:
        return {"a draw": "draw", "nothing decided": "open"}.get(standing.words, standing.words)
    is_good = (standing.side > 0) == verdict.maximizing
    if standing.won:
        return "win" if is_good else "loss"
    return "ahead" if is_good else "behind"


def describe_worth(value: MoveValue) -> str:
    """Say what a move is worth and which moves are expected to follow."""
    name = capitalize_sentence(value.name)
    if not value.words:
        return f"{name}."
    number = ""
    # The words for a mean contain the number already.
    if not value.is_mean:
        number = f" ({value.signed()})"
    expected = ""
    if len(value.line) > 1:
        expected = f" Expected: {value.line_text}."
    return f"{name}{number}: {value.words_with_effort}.{expected}"


def describe_best_move(value: MoveValue) -> str:
    """Say which move is best and what it is worth, with a warning about few random games."""
    name = capitalize_sentence(value.name)
    if not value.words:
        return f"{name}."
    few = ""
    if value.few_games_warning:
        few = f"; {value.few_games_warning}"
    return f"{name}: {value.words_with_effort}{few}."


def compare_with_best(verdict: Verdict, game: Game) -> str:
    """Say how a move differs from the best one, how it is answered, and what both are worth."""
    if verdict.is_best:
        name = capitalize_sentence(verdict.move.name)
        return f"{name} is also what the search plays. {describe_worth(verdict.move)}"
    parts = [_difference_sentence(verdict, game)]
    parts += [describe_worth(each) for each in (verdict.move, verdict.best) if each.words]
    return "\n\n".join(parts)


def _difference_sentence(verdict: Verdict, game: Game) -> str:
    """Say how a move that is not the best differs from the best one."""
    name = verdict.move.name
    if verdict.value_lost is None:
        return f"The search has never tried {name}."
    begin = capitalize_sentence(name)
    if verdict.is_slower:
        soonest = describe_soonest_win(verdict.best, verdict.best.name)
        return f"{begin} {describe_other_wins([verdict.move])}; {soonest}."
    if not verdict.value_lost:
        return f"To this search {name} is just as good."
    if not verdict.given_away:
        return f"{begin} gives away only {loss_amount(verdict)}, too little to count at this depth."

    loss = describe_loss(verdict)
    return f"{begin} {loss.present_verb} {loss.loss}{_refuting_answer(verdict, game)}."


def _refuting_answer(verdict: Verdict, game: Game) -> str:
    """Return the end of a sentence, `: Black answers d1`, about the best answer to a move.

    The result is "" if the answer is unknown.
    """
    if not verdict.refutation:
        return ""
    side = game.side(maximizing=verdict.maximizing_after)
    # In some games a side may move twice in a row.
    if verdict.maximizing == verdict.maximizing_after:
        verb = "then plays"
    else:
        verb = "answers"
    return f": {side} {verb} {game.name_with_word(verdict.refutation[0])}"


def describe_given_away(verdict: Verdict, side: str) -> str:
    """Say what a move of a side gave away, or how lucky an outcome of chance was."""
    if verdict.by_chance:
        return describe_luck(verdict)
    move = f"Move {verdict.number}, {verdict.move.name} by {side},"
    if verdict.value_lost is None:
        return f"{move} was never tried by the search."
    if not verdict.value_lost:
        return f"{move} gave nothing away."
    if not verdict.given_away:
        return f"{move} gave away only {loss_amount(verdict)}, too little to count at this depth."
    loss = describe_loss(verdict)
    return f"{move} {loss.past_verb} {loss.loss}."


def describe_luck(verdict: Verdict) -> str:
    """Say which side an outcome of chance favoured, and by how much compared with the mean."""
    move = f"Move {verdict.number}, {verdict.move.name} by chance,"
    if verdict.luck is None:
        return f"{move} was never tried by the search."
    if not verdict.luck:
        return f"{move} was worth as much as expected."
    first, second = verdict.sides
    side = first if verdict.luck > 0 else second
    more = sized_difference(verdict, abs(verdict.luck))
    return f"{move} gave {side} {more} more than expected."


def describe_better_move(verdict: Verdict) -> str:
    """Say which move the search would have played, and what that leads to."""
    verb = "Better was" if verdict.given_away else "The search's best is"
    best = verdict.best
    if not best.words:
        return f"{verb} {best.name}."
    return f"{verb} {best.name}: {meaning_with_line(best)}."


def describe_consequence(verdict: Verdict) -> str:
    """Say what a move led to, and what its player did not foresee.

    The sentences begin with a space, as they follow another one; "" if there is nothing to say.
    """
    move = verdict.move
    sentences = ""
    if move.words:
        sentences += f" After {move.name}, {meaning_with_line(move, after=True)}."
    if verdict.unseen_move:
        plies = count_in_words(verdict.depth, "ply", "plies")
        sentences += f" Looking {plies} ahead, it missed {verdict.unseen_move}."
    return sentences


def meaning_with_line(value: MoveValue, *, after: bool = False) -> str:
    """Return what a move leads to, with depth and line: `X wins (depth 3: b1 b2)`.

    With `after`, the move has been played, so a move that wins the game gives `X has won`.
    """
    if after and value.wins_game:
        return value.words_after_move
    words = value.words_after_move if after else value.words
    parts = []
    if value.effort:
        parts.append(value.effort)
    if len(value.line) > 1:
        parts.append(value.line_text)
    if not parts:
        return words
    return f"{words} ({': '.join(parts)})"


def describe_mistake(verdict: Verdict, side: str) -> str:
    """Say what a move gave away and why, but not what would have been better."""
    return f"{describe_given_away(verdict, side)}{describe_consequence(verdict)}"


def describe_try(tried: Verdict, *, accepted: bool) -> str:
    """Say whether a move that a person tried in place of a mistake is accepted as better.

    If it is not, the sentence says how the move is refuted. If it is accepted but not the best, the
    sentence says how much more the best move is worth.
    """
    name = capitalize_sentence(tried.move.name)
    meaning = ""
    if tried.move.words:
        meaning = f": {tried.move.words_with_effort}"
    if not accepted:
        return f"{name}: no{meaning}{describe_refutation(tried)}. Find a better one."
    if tried.is_best:
        return f"{name}: yes, the best move{meaning}."
    if tried.is_slower:
        soonest = describe_soonest_win(tried.best, tried.best.name)
        return f"{name}: yes{meaning}; {soonest}."
    return f"{name}: yes{meaning}; the search's best, {tried.best.name}, {_worth_more(tried)}."


def _worth_more(tried: Verdict) -> str:
    """Say how much more than a try the best move is worth."""
    if not tried.value_lost:
        return "is worth as much"
    reason = ""
    if tried.best.words:
        reason = f": {tried.best.words}"
    return f"is worth {loss_amount(tried)} more{reason}"


def describe_refutation(tried: Verdict) -> str:
    """Say how a tried move is answered: `; Black answers d1, then c2 c1`; "" if unknown."""
    if not tried.refutation:
        return ""
    first, second = tried.sides
    side = first if tried.maximizing_after else second
    # In some games a side may move twice in a row.
    verb = "plays" if tried.maximizing == tried.maximizing_after else "answers"

    reply, *line = tried.refutation
    game = tried.move.game
    following = ""
    if line:
        following = f", then {game.join_moves(line)}"
    return f"; {side} {verb} {game.name_with_word(reply)}{following}"


MAX_FORESEEN_MOVES = 6
"""Longer lines are cut in sentences."""


def describe_players(match: Match) -> str:
    """Say who plays whom: `You play White (MAX). Black is played by tutorial-bot.`."""
    first, second = match.movers
    first_side = match.side(maximizing=True)
    second_side = match.side(maximizing=False)
    if first.is_person and second.is_person:
        return f"{first_side} and {second_side} are both played by people."

    by_first = mover_description(match, first)
    by_second = mover_description(match, second)
    # In a tree, the sides are called MAX and MIN already.
    has_sides = not nobody_plays(match.game)
    if first.is_person:
        sign = " (MAX)" if has_sides else ""
        return f"You play {first_side}{sign}. {second_side} is played by {by_second}."
    if second.is_person:
        sign = " (MIN)" if has_sides else ""
        return f"You play {second_side}{sign}. {first_side} is played by {by_first}."
    return f"{first_side} is played by {by_first}, {second_side} by {by_second}."


def mover_description(match: Match, mover: Mover) -> str:
    """Describe who plays a side, in words to follow its name: `easy bot`, `mcts with 400 games`.

    A search without a name is described with its limit.
    """
    if mover.search is None or mover.name:
        return mover.label
    limit = describe_search_limit(match.analysis(mover.search, 0).run)
    return f"{mover.search.algorithm} {limit}".rstrip()


def reason_for_move(match: Match, turn: PlayedTurn) -> str:
    """Say why a search made its move.

    That is the line that it expected, what the line leads to, and how much it searched. The turn
    must be one that a search chose.
    """
    thought = turn.thought
    assert thought is not None
    searched = _effort_sentence(thought)
    if not thought.words:
        return f"{capitalize_sentence(thought.name)}. {searched}"
    if thought.is_mean:
        return f"{_mean_sentence(match, turn, thought)}. {searched}"

    in_brackets = ""
    if not thought.wins_game:
        in_brackets = ", ".join(filter(None, (thought.signed(), thought.effort)))
    if in_brackets:
        in_brackets = f" ({in_brackets})"
    return f"{_expected_line(match, thought)}{in_brackets}. {searched}"


def _effort_sentence(thought: MoveValue) -> str:
    """Say how many nodes a search visited, why it was stopped, and whether its games were few."""
    nodes = count_in_words(thought.nodes, "node", "nodes")
    few = f"{thought.few_games_warning}. " if thought.few_games_warning else ""
    limit = f", {thought.limit}" if thought.limit else ""
    return f"{few}{nodes}{limit}."


def _mean_sentence(match: Match, turn: PlayedTurn, thought: MoveValue) -> str:
    """Say what random games found out about a move, and what its best answer is."""
    answer = ""
    # Few random games get far along a line: only its first answer means something.
    if len(thought.line) > 1:
        other = match.side(maximizing=turn.position.maximizing)
        answer = f"; best for {other} is then {match.game.name_with_word(thought.line[1])}"
    return f"After {thought.name}, {thought.words_with_effort}{answer}"


def _expected_line(match: Match, move_value: MoveValue) -> str:
    """Say which line a search expected and what it leads to; without a line, only the latter."""
    line = move_value.game.join_moves(move_value.line[:MAX_FORESEEN_MOVES])
    if len(move_value.line) > MAX_FORESEEN_MOVES:
        line += " …"
    if len(move_value.line) > 1:
        # "White wins in 3" counts from the first move of the line, so "then" would be wrong.
        then = "" if move_value.moves else "then "
        return f"Expected: {line}; {then}{move_value.words}"
    name = match.game.name_with_word(line) if line else move_value.name
    return f"After {name}, {move_value.words_after_move}"


MAX_MOVES_NAMED = 5
"""Up to so many moves are all named."""
MOVES_NAMED_OF_MANY = 3
"""Of more moves, so many are named."""


def last_searched_turn(match: Match, shown: int | None = None) -> tuple[int, MoveAnalysis]:
    """Return the number, from 1, of the last turn that a search chose, and an analysis of it.

    Only the first `shown` turns count, by default all. The analysis asks the same search for the
    values of all moves. InputError if no search has chosen a turn.
    """
    turns = match.turns[:shown]
    for number in range(len(turns), 0, -1):
        thought = turns[number - 1].thought
        if thought is not None:
            analysis = match.analysis(thought.recipe.search, number - 1)
            analysis.request_all()
            return number, analysis
    raise InputError("no search has moved yet")


def reasons_for_turn(match: Match, number: int, analysis: MoveAnalysis) -> list[str]:
    """Say why a search chose a turn, and why it did not choose the second best move.

    `number` is the number of the turn from 1; `analysis` has the values of the moves.
    """
    turn = match.turns[number - 1]
    played = f"{match.played_by(number - 1)} played {match.called(number - 1)}."
    return [
        f"{played} {reason_for_move(match, turn)}",
        why_not_second_best(match, analysis, turn.move),
    ]


def why_not_second_best(match: Match, analysis: MoveAnalysis, played: str) -> str:
    """Say how the second best move is answered and what it is worth, or which moves are as good.

    `analysis` has the values of all moves. `played` is the move that the search played. Random
    games play the move that they tried most, so for these the sentence compares how often the moves
    were tried.
    """
    others = [each for each in analysis.ranked() if each.move != played]
    if not others:
        if len(analysis.names) == 1:
            return "There was no other move."
        return "It has no value for any other move."

    chosen = analysis.values.get(played, analysis.best)
    # Only random games have a number of games.
    if chosen.games:
        most_visited = max(others, key=lambda each: each.visits)
        return describe_visit_counts(chosen, most_visited)
    best = others[0]
    if not analysis.verdict(best.move).value_lost:
        equal = [each for each in others if each.value == best.value]
        return describe_equal_moves(chosen, equal, len(analysis.names) - 1)

    answer = describe_answer(match, analysis, best)
    if answer:
        answer = f"then {answer}; "
    return f"{capitalize_sentence(best.name)} instead: {answer}{best.words_with_effort}."


def describe_visit_counts(played: MoveValue, next_one: MoveValue) -> str:
    """Say in how many random games the played move and the next most tried move were tried."""
    next_name = capitalize_sentence(next_one.name)
    # A move with fewer visits is played only because it is proved to be better.
    if played.visits < next_one.visits:
        return f"{next_name} instead: {next_one.label_with_distance}{next_one.effort_in_brackets}."

    games = count_in_words(played.games, "game", "games")
    most = f"It was tried most: in {played.visits:,} of {games}."
    if played.visits == next_one.visits:
        return (
            f"{most} {next_name} was tried just as often, but first tried later: {next_one.words}."
        )
    return f"{most} Next is {next_one.name}, in {next_one.visits:,}: {next_one.words}."


def describe_equal_moves(chosen: MoveValue, equal: Sequence[MoveValue], others: int) -> str:
    """Say which moves are worth as much as the chosen one.

    `equal` has the values of these moves, `others` is the number of all moves but the chosen one.
    The sentence is like `cols 1 and 2 are just as good: it is level (depth 4)`. For wins and losses
    it also says which moves are slower or faster: `c3 wins at once; b3 also wins, in 2`.
    """
    by_words: dict[str, list[MoveValue]] = {}
    for each in equal:
        by_words.setdefault(each.words, []).append(each)

    parts: list[str] = []
    for same in by_words.values():
        # All moves in `same` have the same meaning, so the first stands for them.
        first = same[0]
        is_as_soon = chosen.moves > 0 and first.moves == chosen.moves
        if first.is_plain_win and not is_as_soon:
            if not parts:
                parts.append(describe_soonest_win(chosen, capitalize_sentence(chosen.name)))
            parts.append(f"{name_moves(same, others)} {describe_other_wins(same)}")
        else:
            parts.append(
                f"{list_equal_moves(same, others, begins=not parts)}: {first.words_with_effort}"
            )
    return f"{'; '.join(parts)}."


def list_equal_moves(same: Sequence[MoveValue], others: int, *, begins: bool) -> str:
    """Say that moves are as good as the chosen one: `At this depth col 1 is just as good`.

    `others` is the number of all other moves; `begins` is true if the words begin a sentence.
    """
    verb = "is" if len(same) == 1 else "are"
    first = same[0]
    # What is proved or searched to the end is true at every depth.
    is_certain = first.is_plain_win or (first.effort and not first.depth)
    if not begins or is_certain:
        return f"{name_moves(same, others, begins=begins)} {verb} just as good"
    limit = "At this depth" if first.depth else "To this search"
    return f"{limit} {name_moves(same, others)} {verb} just as good"


def describe_soonest_win(value: MoveValue, name: str) -> str:
    """Say how soon the best move wins: `c3 wins at once`, `c3 wins in 2`.

    If every move loses, say how late it loses: `c3 holds out longest (X wins in 2)`. If the number
    of moves is unknown, say only that it wins or loses. `name` is the move, capitalized if it
    begins a sentence.
    """
    if not value.moves:
        return f"{name} {value.verdict()}"
    if not value.wins:
        return f"{name} holds out longest ({value.words})"
    if value.wins_game:
        return f"{name} wins at once"
    return f"{name} wins in {value.moves}"


def describe_other_wins(equal: Sequence[MoveValue]) -> str:
    """Say that moves win later than the best one (`also wins, in 2`), or lose sooner.

    All of the moves win or lose in the same number of moves.
    """
    first = equal[0]
    ending = "s" if len(equal) == 1 else ""
    if first.wins:
        words = f"also win{ending}"
    elif first.moves:
        words = f"lose{ending} sooner"
    else:
        words = f"also lose{ending}"
    if not first.moves:
        return words
    return f"{words}, in {first.moves}"


def name_moves(values: Sequence[MoveValue], others: int, *, begins: bool = False) -> str:
    """Return the names of moves in a row: `cols 3 and 5`, `e3, d3, c4 and 9 others`.

    `others` is the number of all moves except the chosen one. If `values` are all of them, and
    many, return `the other 7 moves`. With `begins`, the first word has a capital letter.
    """
    labels = [each.move_label for each in values]
    if len(labels) == others and others > MAX_MOVES_NAMED:
        article = "The" if begins else "the"
        return f"{article} other {others:,} moves"

    # Some games put a word in front of numbers, as in `col 3`: it is written once, in the plural.
    word = values[0].name.removesuffix(labels[0])
    if word and len(labels) > 1:
        word = f"{plural_of_move(word.rstrip())} "
    if begins:
        word = capitalized(word)
    if len(labels) > MAX_MOVES_NAMED:
        rest = len(labels) - MOVES_NAMED_OF_MANY
        labels = [*labels[:MOVES_NAMED_OF_MANY], f"{rest:,} others"]
    return f"{word}{join_words(labels)}"


def describe_answer(match: Match, analysis: MoveAnalysis, value: MoveValue) -> str:
    """Return the best answer to a move with its effect: `f3 flips 4`; "" if it is unknown."""
    if len(value.line) < 2:
        return ""
    position = analysis.position
    after = position.play(match.game.find_move(position, value.move))
    reply = match.game.find_move(after, value.line[1])
    _, marks = MoveSquares(match.game, after).board_after(reply)
    effects = " and ".join(describe_captures(marks, after.board()))
    return f"{match.game.name_with_word(value.line[1])} {effects}".rstrip()
