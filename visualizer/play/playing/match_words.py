"""Sentences about a match: its players, the reasons for its moves, their values and losses."""

from collections.abc import Sequence
from dataclasses import dataclass

from games import Game, Standing
from visualizer.explaining.explanation.naming import (
    capitalize_node_name,
    capitalized,
    has_no_players,
    join_words,
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
    """Words for what a move gives away: the verb in present and past, and its object.

    `gives away` `a flat`, or `misses` `a win (a draw is left)`.
    """

    present_verb: str
    past_verb: str
    loss: str
    is_clear_without_verb: bool = True
    """False for a missed win, since `a win` without `misses` does not sound like a loss."""

    @property
    def listed(self) -> str:
        """The loss in a list: `a flat`, `from a win to a loss`, `misses a win (a draw is left)`."""
        if self.is_clear_without_verb:
            return self.loss
        return f"{self.present_verb} {self.loss}"


def describe_loss(verdict: Verdict) -> LossWords:
    """Return the words for what a move gives away, which must be known and above 0.

    If the game goes on after both moves, the words are like `gives away 2 flats`. If the best move
    or the played move decides the game, they are like `misses a win (a draw is left)` or `leads
    from a win to a loss`.
    """
    best = verdict.best.standing
    played = verdict.move.standing
    if best is None or played is None:
        return LossWords("gives away", "gave away", loss_amount(verdict))
    game_goes_on = not best.won and not played.won
    if game_goes_on:
        return LossWords("gives away", "gave away", loss_amount(verdict))

    misses_win = best.won and not played.won and is_players_side(verdict, best)
    if misses_win:
        missed = f"a win{win_margin(best)} ({describe_undecided(verdict, played)} is left)"
        return LossWords("misses", "missed", missed, is_clear_without_verb=False)
    before = describe_standing(verdict, best)
    after = describe_standing(verdict, played)
    # The same side wins either way: "from a win by 5 to one by 3".
    if best.won and played.won and best.side == played.side:
        after = f"one{win_margin(played)}"
    return LossWords("leads", "led", f"from {before} to {after}")


def is_players_side(verdict: Verdict, standing: Standing) -> bool:
    """Return whether a standing favours the player of the move."""
    if verdict.maximizing:
        return standing.side == 1
    return standing.side == -1


def loss_amount(verdict: Verdict) -> str:
    """Return how much a move gives away in a game that goes on: `2 flats`, `0.12 a game`, `3`."""
    return difference_in_words(verdict, verdict.value_lost or 0)


def difference_in_words(verdict: Verdict, difference: float) -> str:
    """Return a difference of two values in words: `2 flats`, `3`, `0.12 a game` for means of games.

    It has the unit of the values in `verdict`.
    """
    if verdict.best.is_mean:
        return f"{format_decimal(difference)} a game"
    if verdict.stakes is not None and verdict.best.standing is not None:
        return verdict.stakes.difference(difference)
    if difference == int(difference):
        return format_number(difference)
    return format_decimal(difference)


def move_with_verb(match: Match, number: int) -> str:
    """Return a turn's move with its verb: `plays e3`, `passes`. Turns are numbered from 0."""
    if match.turns[number].move == "pass":
        return "passes"
    return f"plays {match.called(number)}"


def describe_standing(verdict: Verdict, standing: Standing) -> str:
    """Return a standing from the player's side: `a win`, `a loss by 3 discs`, `2 flats ahead`."""
    if not standing.won:
        return describe_undecided(verdict, standing)
    if is_players_side(verdict, standing):
        return f"a win{win_margin(standing)}"
    return f"a loss{win_margin(standing)}"


def describe_undecided(verdict: Verdict, standing: Standing) -> str:
    """Return the player's standing in an undecided game: `2 flats ahead`, `a level game`.

    `standing` is `verdict.best.standing` or `verdict.move.standing`.
    """
    if not standing.side:
        return even_words(standing.words).noun
    if is_players_side(verdict, standing):
        return standing.words

    # `standing.words` say how far the opponent is ahead; the value says how far the player is
    # behind.
    value = verdict.best.value
    if standing is verdict.move.standing:
        value = verdict.move.value
    assert verdict.stakes is not None
    assert value is not None
    return f"{verdict.stakes.difference(abs(value))} behind"


def win_margin(standing: Standing) -> str:
    """Return by how much a game is won, after a space: ` by 3 discs`; "" if all wins are equal."""
    if not standing.words:
        return ""
    return f" {standing.words}"


def brief_loss(verdict: Verdict) -> str:
    """Return what a move gave away in a few letters: `win → loss`, `2 flats`.

    The result is "" if the move gave nothing away, and `–` if this is unknown. For an outcome of
    chance it is the luck, from MAX's side: `+0.25`.
    """
    if verdict.luck is not None:
        return format_mean(verdict.luck)
    if verdict.value_lost is None:
        return "–"
    if not verdict.given_away:
        return ""

    best = verdict.best.standing
    played = verdict.move.standing
    if best is not None and played is not None and (best.won or played.won):
        before = standing_in_a_word(verdict, best)
        after = standing_in_a_word(verdict, played)
        # Two wins, for example, differ only in size.
        if before != after:
            return f"{before} → {after}"
    return abbreviate_numbers(loss_amount(verdict))


BRIEF_EVEN_STANDINGS = {"a draw": "draw", "nothing decided": "open"}
"""One word for a standing in which no side is ahead."""


def standing_in_a_word(verdict: Verdict, standing: Standing) -> str:
    """Return the player's standing: `win`, `loss`, `ahead`, `behind`, `draw` or `open`."""
    if not standing.won and not standing.side:
        return BRIEF_EVEN_STANDINGS.get(standing.words, standing.words)
    favours_player = is_players_side(verdict, standing)
    if standing.won:
        return "win" if favours_player else "loss"
    return "ahead" if favours_player else "behind"


def describe_worth(value: MoveValue) -> str:
    """Say what a move is worth and which moves are expected to follow."""
    name = capitalize_node_name(value.name)
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
    name = capitalize_node_name(value.name)
    if not value.words:
        return f"{name}."
    warning = ""
    if value.few_games_warning:
        warning = f"; {value.few_games_warning}"
    return f"{name}: {value.words_with_effort}{warning}."


def compare_with_best(verdict: Verdict, game: Game) -> str:
    """Say how a move differs from the best one, how it is answered, and what both are worth."""
    if verdict.is_best:
        name = capitalize_node_name(verdict.move.name)
        return f"{name} is also what the search plays. {describe_worth(verdict.move)}"
    parts = [_difference_sentence(verdict, game)]
    parts += [describe_worth(value) for value in (verdict.move, verdict.best) if value.words]
    return "\n\n".join(parts)


def _difference_sentence(verdict: Verdict, game: Game) -> str:
    """Say how a move that is not the best differs from the best one."""
    name = verdict.move.name
    if verdict.value_lost is None:
        return f"The search has never tried {name}."
    capital_name = capitalize_node_name(name)
    if verdict.is_slower:
        best_ending = describe_best_ending(verdict.best, verdict.best.name)
        return f"{capital_name} {describe_other_ending([verdict.move])}; {best_ending}."
    if not verdict.value_lost:
        return f"To this search {name} is just as good."
    if not verdict.given_away:
        lost = loss_amount(verdict)
        return f"{capital_name} gives away only {lost}, too little to count at this depth."

    loss = describe_loss(verdict)
    return f"{capital_name} {loss.present_verb} {loss.loss}{_describe_best_answer(verdict, game)}."


def _describe_best_answer(verdict: Verdict, game: Game) -> str:
    """Say how the move is best answered, as the end of a sentence: `: Black answers d1`.

    The result is "" if the answer is unknown.
    """
    if not verdict.refutation:
        return ""
    return f": {_answer_clause(verdict, game, 'then plays')}"


def _answer_clause(verdict: Verdict, game: Game, verb_if_same_side: str) -> str:
    """Return the best answer to a move as a clause: `Black answers d1`.

    If the side that made the move moves again, the verb is `verb_if_same_side` instead.
    """
    verb = "answers"
    if verdict.maximizing == verdict.maximizing_after:
        verb = verb_if_same_side
    side = game.side(maximizing=verdict.maximizing_after)
    return f"{side} {verb} {game.name_with_word(verdict.refutation[0])}"


def describe_given_away(verdict: Verdict, side: str) -> str:
    """Say what a move gave away, or how lucky an outcome of chance was.

    `side` is the name of the side that made the move.
    """
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
    """Say which side an outcome of chance favoured, and how much more it gave than expected."""
    move = f"Move {verdict.number}, {verdict.move.name} by chance,"
    if verdict.luck is None:
        return f"{move} was never tried by the search."
    if not verdict.luck:
        return f"{move} was worth as much as expected."
    first, second = verdict.sides
    side = first if verdict.luck > 0 else second
    gain = difference_in_words(verdict, abs(verdict.luck))
    return f"{move} gave {side} {gain} more than expected."


def describe_better_move(verdict: Verdict) -> str:
    """Say which move the search would have played, and what this move leads to."""
    verb = "Better was" if verdict.given_away else "The search's best is"
    best = verdict.best
    if not best.words:
        return f"{verb} {best.name}."
    return f"{verb} {best.name}: {meaning_with_line(best)}."


def describe_consequence(verdict: Verdict) -> str:
    """Say what a move led to, and what its player did not foresee; "" if both are unknown.

    The sentences begin with a space, because they follow another sentence.
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

    `after` says that the move has been played: then a move that wins the game gives `X has won`.
    """
    if after and value.wins_game:
        return value.words_after_move
    details = []
    if value.effort:
        details.append(value.effort)
    if len(value.line) > 1:
        details.append(value.line_text)
    if not details:
        return value.words
    return f"{value.words} ({': '.join(details)})"


def describe_mistake(verdict: Verdict, side: str) -> str:
    """Say what a move gave away and why, but not what would have been better."""
    return f"{describe_given_away(verdict, side)}{describe_consequence(verdict)}"


def describe_try(tried: Verdict, *, accepted: bool) -> str:
    """Say whether a move that a person tried in place of a mistake is accepted as better.

    For a refused move, also say how it is refuted. For an accepted move that is not the best, also
    say how much more the best move is worth.
    """
    name = capitalize_node_name(tried.move.name)
    meaning = ""
    if tried.move.words:
        meaning = f": {tried.move.words_with_effort}"
    if not accepted:
        return f"{name}: no{meaning}{describe_refutation(tried)}. Find a better one."
    if tried.is_best:
        return f"{name}: yes, the best move{meaning}."
    if tried.is_slower:
        best_ending = describe_best_ending(tried.best, tried.best.name)
        return f"{name}: yes{meaning}; {best_ending}."
    compared = _compare_best_with(tried)
    return f"{name}: yes{meaning}; the search's best, {tried.best.name}, {compared}."


def _compare_best_with(tried: Verdict) -> str:
    """Say how much more the best move is worth than the move that was tried."""
    if not tried.value_lost:
        return "is worth as much"
    reason = ""
    if tried.best.words:
        reason = f": {tried.best.words}"
    return f"is worth {loss_amount(tried)} more{reason}"


def describe_refutation(tried: Verdict) -> str:
    """Say how a tried move is best answered: `; Black answers d1, then c2 c1`; "" if unknown."""
    if not tried.refutation:
        return ""
    game = tried.move.game
    _, *later_moves = tried.refutation
    continuation = ""
    if later_moves:
        continuation = f", then {game.join_moves(later_moves)}"
    return f"; {_answer_clause(tried, game, 'plays')}{continuation}"


MAX_FORESEEN_MOVES = 6
"""Sentences show no more moves of a line than this."""


def describe_players(match: Match) -> str:
    """Say who plays whom: `You play White (MAX). Black is played by tutorial-bot.`."""
    first, second = match.movers
    first_side = match.side(maximizing=True)
    second_side = match.side(maximizing=False)
    if first.is_person and second.is_person:
        return f"{first_side} and {second_side} are both played by people."

    by_first = mover_description(match, first)
    by_second = mover_description(match, second)
    # In an abstract tree, the sides have no other names than MAX and MIN.
    has_names = not has_no_players(match.game)
    if first.is_person:
        role = " (MAX)" if has_names else ""
        return f"You play {first_side}{role}. {second_side} is played by {by_second}."
    if second.is_person:
        role = " (MIN)" if has_names else ""
        return f"You play {second_side}{role}. {first_side} is played by {by_first}."
    return f"{first_side} is played by {by_first}, {second_side} by {by_second}."


def mover_description(match: Match, mover: Mover) -> str:
    """Describe a mover: `person`, `easy bot`, or for an unnamed search `mcts with 400 games`."""
    if mover.search is None or mover.name:
        return mover.label
    limit = describe_search_limit(match.analysis(mover.search, 0).run)
    return f"{mover.search.algorithm} {limit}".rstrip()


def reason_for_move(match: Match, turn: PlayedTurn) -> str:
    """Say which line a search expected with its move, what the line is worth, and how it was found.

    The move of the turn must have been chosen by a search.
    """
    found = turn.search_result
    assert found is not None
    effort = _effort_sentence(found)
    if not found.words:
        return f"{capitalize_node_name(found.name)}. {effort}"
    if found.is_mean:
        return f"{_mean_sentence(match, turn, found)}. {effort}"

    expectation = _expectation_sentence(match, found)
    details = ""
    if not found.wins_game:
        details = ", ".join(filter(None, (found.signed(), found.effort)))
    if details:
        expectation = f"{expectation} ({details})"
    return f"{expectation}. {effort}"


def _effort_sentence(found: MoveValue) -> str:
    """Say how many nodes a search visited, why it was stopped, and whether its games were few."""
    nodes = count_in_words(found.nodes, "node", "nodes")
    warning = f"{found.few_games_warning}. " if found.few_games_warning else ""
    limit = f", {found.limit}" if found.limit else ""
    return f"{warning}{nodes}{limit}."


def _mean_sentence(match: Match, turn: PlayedTurn, found: MoveValue) -> str:
    """Say what random games found out about a move, and what the best answer to the move is."""
    answer = ""
    # Few random games get far along the line, so only the first answer is worth mentioning.
    if len(found.line) > 1:
        opponent = match.side(maximizing=turn.position.maximizing)
        answer = f"; best for {opponent} is then {match.game.name_with_word(found.line[1])}"
    return f"After {found.name}, {found.words_with_effort}{answer}"


def _expectation_sentence(match: Match, found: MoveValue) -> str:
    """Say what a search expected: `Expected: e3 f4; then White is ahead`, `After e3, X has won`.

    A line of several moves is shown, up to MAX_FORESEEN_MOVES moves.
    """
    line = found.game.join_moves(found.line[:MAX_FORESEEN_MOVES])
    if len(found.line) > MAX_FORESEEN_MOVES:
        line += " …"
    if len(found.line) > 1:
        # "White wins in 3" counts from the first move of the line, so "then" would be wrong.
        then = "" if found.moves_to_win else "then "
        return f"Expected: {line}; {then}{found.words}"
    name = match.game.name_with_word(line) if line else found.name
    return f"After {name}, {found.words_after_move}"


MAX_MOVES_NAMED = 5
"""If there are more moves than this, only the first are named."""
MOVES_NAMED_OF_MANY = 3
"""How many moves are named then."""


def last_searched_turn(match: Match, shown: int | None = None) -> tuple[int, MoveAnalysis]:
    """Return the number, from 1, of the last turn whose move a search chose, and its analysis.

    The analysis repeats the search, and then finds the values of all other moves. Only the first
    `shown` turns count, by default all turns. InputError if no search has moved.
    """
    turns = match.turns[:shown]
    for number in range(len(turns), 0, -1):
        found = turns[number - 1].search_result
        if found is not None:
            analysis = match.analysis(found.recipe.search, number - 1)
            analysis.request_all()
            return number, analysis
    raise InputError("no search has moved yet")


def reasons_for_turn(match: Match, number: int, analysis: MoveAnalysis) -> list[str]:
    """Say why a search chose its move in a turn, and why it did not choose the second best move.

    Turns are numbered from 1. `analysis` has the values of all moves in the turn's position.
    """
    turn = match.turns[number - 1]
    played = f"{match.played_by(number - 1)} played {match.called(number - 1)}."
    return [
        f"{played} {reason_for_move(match, turn)}",
        compare_with_other_moves(match, analysis, turn.move),
    ]


def compare_with_other_moves(match: Match, analysis: MoveAnalysis, played: str) -> str:
    """Compare the played move with the second best move, or with the moves that are as good.

    `analysis` has the values of all moves. `played` is the played move in the game's notation.
    """
    other_values = [value for value in analysis.ranked() if value.move != played]
    if not other_values:
        if len(analysis.names) == 1:
            return "There was no other move."
        return "It has no value for any other move."

    chosen = analysis.values.get(played, analysis.best)
    # Random games play the move that they tried most, whatever its value.
    if chosen.games:
        most_visited = max(other_values, key=lambda value: value.visits)
        return describe_visit_counts(chosen, most_visited)
    second_best = other_values[0]
    if not analysis.verdict(second_best.move).value_lost:
        equal_moves = [value for value in other_values if value.value == second_best.value]
        return describe_equal_moves(chosen, equal_moves, len(analysis.names) - 1)

    answer = describe_answer(match, analysis, second_best)
    if answer:
        answer = f"then {answer}; "
    name = capitalize_node_name(second_best.name)
    return f"{name} instead: {answer}{second_best.words_with_effort}."


def describe_visit_counts(played: MoveValue, other: MoveValue) -> str:
    """Say how many random games began with the played move, and how many with `other`.

    Apart from the played move, `other` is the move that was tried most.
    """
    other_name = capitalize_node_name(other.name)
    # A move that was tried less is played only if it is proved to be better.
    if played.visits < other.visits:
        return f"{other_name} instead: {other.label_with_distance}{other.effort_in_brackets}."

    games = count_in_words(played.games, "game", "games")
    tried_most = f"It was tried most: in {played.visits:,} of {games}."
    if played.visits == other.visits:
        return (
            f"{tried_most} {other_name} was tried just as often, "
            f"but first tried later: {other.words}."
        )
    return f"{tried_most} Next is {other.name}, in {other.visits:,}: {other.words}."


def describe_equal_moves(
    chosen: MoveValue, equal_moves: Sequence[MoveValue], other_count: int
) -> str:
    """Say which moves have the same value: `cols 1 and 2 are just as good: it is level (depth 4)`.

    Moves that win later or lose sooner than the chosen one are contrasted with it: `c3 wins at
    once; b3 also wins, in 2`. `other_count` is the number of legal moves minus the chosen one.
    """
    moves_by_words: dict[str, list[MoveValue]] = {}
    for value in equal_moves:
        moves_by_words.setdefault(value.words, []).append(value)

    parts: list[str] = []
    for group in moves_by_words.values():
        # All moves of a group have the same meaning, so take it from the first.
        first = group[0]
        ends_as_soon = chosen.moves_to_win > 0 and first.moves_to_win == chosen.moves_to_win
        if first.is_plain_win and not ends_as_soon:
            # The chosen move, with which the others are contrasted, comes first.
            if not parts:
                parts.append(describe_best_ending(chosen, capitalize_node_name(chosen.name)))
            parts.append(f"{name_moves(group, other_count)} {describe_other_ending(group)}")
        else:
            equal_words = say_just_as_good(group, other_count, starts_sentence=not parts)
            parts.append(f"{equal_words}: {first.words_with_effort}")
    return f"{'; '.join(parts)}."


def say_just_as_good(group: Sequence[MoveValue], other_count: int, *, starts_sentence: bool) -> str:
    """Say that moves are as good as the chosen move: `At this depth col 1 is just as good`.

    `other_count` is the number of legal moves minus the chosen one.
    """
    verb = "is" if len(group) == 1 else "are"
    first = group[0]
    # A proved win, or a value found by a search to the end, holds at every depth.
    is_searched_to_end = first.effort and not first.depth
    is_certain = first.is_plain_win or is_searched_to_end
    if not starts_sentence or is_certain:
        names = name_moves(group, other_count, starts_sentence=starts_sentence)
        return f"{names} {verb} just as good"
    limit = "At this depth" if first.depth else "To this search"
    return f"{limit} {name_moves(group, other_count)} {verb} just as good"


def describe_best_ending(value: MoveValue, name: str) -> str:
    """Say how soon the best move wins or loses: `c3 wins in 2`, `c3 holds out longest (…)`.

    `name` is the move's name, with a capital letter if it begins a sentence.
    """
    # It is unknown how soon: `c3 wins` or `c3 loses`.
    if not value.moves_to_win:
        return f"{name} {value.brief_value()}"
    if not value.wins:
        return f"{name} holds out longest ({value.words})"
    if value.wins_game:
        return f"{name} wins at once"
    return f"{name} wins in {value.moves_to_win}"


def describe_other_ending(group: Sequence[MoveValue]) -> str:
    """Say how moves win later or lose sooner than the best move: `also wins, in 2`.

    All moves of the group win or lose in the same number of moves, which may be unknown.
    """
    first = group[0]
    verb_ending = "s" if len(group) == 1 else ""
    if first.wins:
        words = f"also win{verb_ending}"
    elif first.moves_to_win:
        words = f"lose{verb_ending} sooner"
    else:
        words = f"also lose{verb_ending}"
    if not first.moves_to_win:
        return words
    return f"{words}, in {first.moves_to_win}"


def name_moves(
    group: Sequence[MoveValue], other_count: int, *, starts_sentence: bool = False
) -> str:
    """Return the names of moves: `cols 3 and 5`, `e3, d3, c4 and 9 others`, `the other 7 moves`.

    `other_count` is the number of legal moves minus the chosen one. Words that start a sentence
    have a capital letter.
    """
    labels = [value.move_label for value in group]
    # The group has all moves except the chosen one.
    if len(labels) == other_count and other_count > MAX_MOVES_NAMED:
        article = "The" if starts_sentence else "the"
        return f"{article} other {other_count:,} moves"

    # Some games write a word before numbers, as in `col 3`: write it once, in the plural.
    word = group[0].name.removesuffix(labels[0])
    if word and len(labels) > 1:
        word = f"{plural_of_move(word.rstrip())} "
    if starts_sentence:
        word = capitalized(word)
    if len(labels) > MAX_MOVES_NAMED:
        unnamed = len(labels) - MOVES_NAMED_OF_MANY
        labels = [*labels[:MOVES_NAMED_OF_MANY], f"{unnamed:,} others"]
    return f"{word}{join_words(labels)}"


def describe_answer(match: Match, analysis: MoveAnalysis, value: MoveValue) -> str:
    """Return the best answer to a move, with its effect: `f3 flips 4`; "" if it is unknown."""
    # The line begins with the move; the answer follows.
    if len(value.line) < 2:
        return ""
    answer = value.line[1]
    position = analysis.position
    after = position.play(match.game.find_move(position, value.move))
    reply = match.game.find_move(after, answer)
    _, marks = MoveSquares(match.game, after).board_after(reply)
    effects = " and ".join(describe_captures(marks, after.board()))
    return f"{match.game.name_with_word(answer)} {effects}".rstrip()
