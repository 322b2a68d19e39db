"""Checks of one position: values, unchanging answers, texts, chance, noisy moves, boards."""

import random
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from functools import partial
from math import isclose
from typing import Any

from games import (
    AnyPosition,
    Board,
    Cell,
    Evaluation,
    Game,
    Ground,
    MoveScores,
    Stakes,
    probabilities,
)
from visualizer.draw.boards.contents import board_text, describe_board, square_name, squares_of
from visualizer.support.plugins.discovery import read_game_settings
from visualizer.your_code.grading.checking.facts import (
    CheckedPosition,
    GameFault,
    ask_game,
    ask_position,
    ask_text,
    is_usable_number,
    quoted_value,
    require_answer,
)


def ask_evaluation(
    name: str, evaluate: Evaluation, position: AnyPosition, outcome: float | None
) -> float:
    """Return the value that the evaluation called `name` gives a position with this outcome.

    GameFault if the value is not a finite number, or is too large.
    """
    value: float = ask_game(f"the evaluation {name}", evaluate, position, outcome)
    # True and False are accepted as 1 and 0, unlike in other answers.
    if isinstance(value, bool):
        value = int(value)
    return require_answer(
        f"evaluation {name}",
        f"the evaluation {name}",
        value,
        is_usable_number(value),
        advice="return a finite number of at most 2^53",
    )


def describe_value_difference(
    game: Game, first: AnyPosition, second: AnyPosition, outcome: float | None
) -> str:
    """Describe the first evaluation that differs between two positions; "" if all are equal.

    Both positions have the same `outcome`, None while the game goes on.
    """
    for name, evaluate in game.evaluations.items():
        values = [ask_evaluation(name, evaluate, position, outcome) for position in (first, second)]
        if values[0] != values[1]:
            return f"the evaluation {name} is {values[0]} and {values[1]}"
    return ""


def check_values(checked: CheckedPosition) -> Iterator[GameFault]:
    """Check that evaluations are numbers, stay the same, and agree in sign with the outcome."""
    outcome = checked.answers.outcome
    for name, evaluate in checked.game.evaluations.items():
        value = ask_evaluation(name, evaluate, checked.position, outcome)
        value_again = ask_evaluation(name, evaluate, checked.position, outcome)
        if value != value_again:
            yield GameFault(
                f"chance in the evaluation {name}",
                f"the evaluation {name} is {value}, then {value_again} when asked again; a "
                "position must always have the same value",
            )
        # A product below 0 means opposite signs; a draw or an evaluation of 0 has no sign.
        if outcome is not None and value * outcome < 0:
            first_side = checked.game.sides[0]
            yield GameFault(
                f"sign of the evaluation {name}",
                f"the evaluation {name} is {quoted_value(value)} where outcome() is "
                f"{quoted_value(outcome)}; both must be from the side of {first_side}, who moves "
                "first",
            )
        yield from _check_stakes(checked, name, value)


def _check_stakes(checked: CheckedPosition, name: str, value: float) -> Iterator[GameFault]:
    """Check the stakes of the evaluation called `name`, which gives the position this value.

    Stakes tell what a value means: the greatest possible value, the least value of a win, and words
    that describe who is ahead (the standing).
    """
    stakes = checked.game.stakes.get(name)
    if stakes is None:
        return

    yield from _check_stake_limits(checked, stakes, name, value)
    root = checked.origin.position
    is_over = checked.answers.outcome is not None
    what = f"stakes of {name}"
    standing = ask_game(f"the {what}", lambda: stakes.assess(value, root, over=is_over))
    if not isinstance(standing.words, str):
        yield GameFault(
            f"words of the {what}",
            f"for {quoted_value(value)} they are {quoted_value(standing.words)}; return a string",
        )


def _check_stake_limits(
    checked: CheckedPosition, stakes: Stakes, name: str, value: float
) -> Iterator[GameFault]:
    """Check a position's value against the stakes of the evaluation called `name`.

    No value may exceed the greatest possible value. While the game goes on, a value must stay below
    the least value of a win. After the end, a value is 0 if and only if the game is a draw.
    """
    root = checked.origin.position
    outcome = checked.answers.outcome
    what = f"stakes of {name}"
    least_win = _ask_stake(f"win of the {what}", stakes.winning_value, root)
    greatest = _ask_stake(f"most of the {what}", stakes.greatest_value, root)
    if abs(value) > greatest:
        yield GameFault(
            f"most of the {what}",
            f"the evaluation is {quoted_value(value)}, but `most` says that it is at most "
            f"{greatest:g}",
        )
    if outcome is None and value and abs(value) >= least_win:
        yield GameFault(
            f"win of the {what}",
            f"the evaluation is {quoted_value(value)} while the game goes on, but according to "
            f"`win` only a won game has {least_win:g}",
        )
    # Both are 0 after a draw, neither after a win.
    if outcome is not None and bool(value) != bool(outcome):
        yield GameFault(
            f"end of the {what}",
            f"the evaluation is {quoted_value(value)} where outcome() is {quoted_value(outcome)}; "
            "only a draw may be 0 then",
        )


def _ask_stake(what: str, function: Any, root: AnyPosition) -> float:
    """Return the stake that a function gives for a game from `root`; GameFault if it is below 0.

    `what` names the stake in messages.
    """
    stake: Any = ask_game(what, function, root)
    is_number = isinstance(stake, int | float) and not isinstance(stake, bool)
    return float(
        require_answer(
            what, what, stake, is_number and stake >= 0, advice="it must be 0 or more, or infinity"
        )
    )


def check_scores(checked: CheckedPosition) -> Iterator[GameFault]:
    """Check that every ordering of the game scores every move, always with the same numbers.

    Only positions in which a player moves are checked.
    """
    is_over = checked.answers.outcome is not None
    if is_over or probabilities(checked.position) is not None:
        return
    moves = checked.answers.moves
    for name, ordering in checked.game.orderings.items():
        scores = _ask_scores(name, ordering, checked, moves)
        scores_again = _ask_scores(name, ordering, checked, moves)
        if scores != scores_again:
            yield GameFault(
                f"chance in the ordering {name}",
                f"the ordering {name} scores the same moves differently",
            )
        what = f"lowest_first of the ordering {name}"
        lowest_first = ask_game(what, ordering.lowest_first, checked.position)
        is_bool = isinstance(lowest_first, bool)
        require_answer(
            f"ordering {name}", what, lowest_first, is_bool, advice="return True or False"
        )


def _ask_scores(
    name: str, ordering: MoveScores, checked: CheckedPosition, moves: Sequence[Any]
) -> list[list[float]]:
    """Return the scores that an ordering gives the moves of a position, a row for each move.

    GameFault if a row is missing, has too few scores, or holds anything but finite numbers.
    """
    what = f"the ordering {name}"
    rows: list[list[float]] = ask_game(
        what, lambda: [list(row) for row in ordering.components(checked.position, moves)]
    )
    if len(rows) != len(moves):
        raise GameFault(
            f"ordering {name}",
            f"{what} has {len(rows)} rows for {len(moves)} moves; return one for each",
        )
    for row in rows:
        _check_score_row(row, name, ordering)
    return rows


def _check_score_row(row: Sequence[float], name: str, ordering: MoveScores) -> None:
    """Raise GameFault unless a row has a finite number for each score of an ordering.

    `name` is the name of the ordering.
    """
    what = f"the ordering {name}"
    if len(row) != len(ordering.names):
        names = " ".join(map(str, ordering.names))
        raise GameFault(
            f"ordering {name}",
            f"{what} has rows of {len(row)} numbers for {len(ordering.names)} names ({names}); "
            "return one for each",
        )
    if not all(map(is_usable_number, row)):
        raise GameFault(
            f"ordering {name}", f"{what} has the row {quoted_value(row)}; use finite numbers"
        )


UNSTEADY = "not the same twice"
"""The name of the mistake that a position changes its answers, which may cause all others."""
MAX_FUTURES_PLAYED = 300
"""The most pairs of positions with equal keys and different texts whose future is compared."""
MAX_FUTURE_PLIES = 200
"""The most plies that are played from each of these positions."""


def check_same_answers(
    checked: CheckedPosition, what: str, when: str, hint: str
) -> Iterator[GameFault]:
    """Check that a position still gives the same answers as when it was reached.

    `what` is the name of the mistake. In its explanation, `when` comes before the difference and
    `hint` after it.
    """
    difference = checked.answers.difference_from(ask_position(checked.position))
    if difference:
        yield GameFault(what, f"{when}, {difference}; {hint}")


check_asked_twice = partial(
    check_same_answers,
    what=UNSTEADY,
    when="asked twice",
    hint="a position answers the same every time (and keys compare)",
)
check_unchanged_by_play = partial(
    check_same_answers,
    what="position changed by play()",
    when="before and after its moves are played",
    hint="return a new position",
)
check_unchanged_later = partial(
    check_same_answers,
    what="position changed later",
    when="before and after other moves were played",
    hint="positions must not share anything that changes",
)


def check_played_again(checked: CheckedPosition) -> Iterator[GameFault]:
    """Check that playing the same moves again from the start leads to the same position."""
    position = checked.origin.position
    difference = ""
    for name in checked.path:
        answers = ask_position(position)
        # Ambiguous: another check reports two moves with the same name.
        if answers.move_names.count(name) > 1:
            return
        if name not in answers.move_names:
            difference = f"{name!r} is no legal move"
            break
        position = play_checked_move(position, answers.moves[answers.move_names.index(name)])
    if not difference:
        difference = checked.answers.difference_from(ask_position(position))
    if difference:
        yield GameFault(
            "chance in play()",
            f"played again, {difference}; a move must always lead to the same position",
        )


def play_checked_move(position: AnyPosition, move: object) -> AnyPosition:
    """Return the position after a move; GameFault if `play` returns None or the position itself."""
    after: AnyPosition = ask_game("play()", position.play, move)
    if after is position:
        raise GameFault(
            "position changed by play()", "play() returns the position itself; return a new one"
        )
    if after is None:
        raise GameFault(
            "play() returns nothing",
            f"play() is {quoted_value(after)}; return the position after the move",
        )
    return after


def position_after(checked: CheckedPosition, index: int) -> CheckedPosition:
    """Return the position after the move with this index; GameFault if it is not valid."""
    position = play_checked_move(checked.position, checked.answers.moves[index])
    path = (*checked.path, checked.answers.move_names[index])
    return CheckedPosition(
        checked.game, checked.origin, path, position, answers=ask_position(position)
    )


class PositionsByKey:
    """The first position that had each key, for each origin of games."""

    def __init__(self) -> None:
        """Begin without positions."""
        self._first_positions: dict[tuple[int, Hashable], CheckedPosition] = {}
        self._futures_played = 0

    def faults(self, checked: CheckedPosition) -> Iterator[GameFault]:
        """Yield a fault if a position differs from the first position that had the same key."""
        key = (id(checked.origin), checked.answers.key)
        first = self._first_positions.setdefault(key, checked)
        if first is checked:
            return

        difference = describe_difference(first, checked)
        # Positions with different texts may differ only later. Playing on is slow, so only a few
        # pairs are played on.
        has_other_text = first.answers.text != checked.answers.text
        can_play_on = has_other_text and self._futures_played < MAX_FUTURES_PLAYED
        if not difference and can_play_on:
            self._futures_played += 1
            dice = random.Random(self._futures_played)
            difference = describe_future_difference(first, checked, dice)
        if difference:
            path = " ".join(first.path) or "no move"
            yield GameFault(
                "equal keys",
                f"key() is the same as after {path}, but {difference}; key() must contain "
                "everything that the future depends on",
            )


def describe_difference(first: CheckedPosition, second: CheckedPosition) -> str:
    """Describe the difference between two positions with equal keys; "" if there is none."""
    difference = first.answers.difference_from(
        second.answers, "maximizing", "outcome", "move_names"
    )
    return difference or describe_value_difference(
        first.game, first.position, second.position, second.answers.outcome
    )


def describe_future_difference(
    first: CheckedPosition, second: CheckedPosition, dice: random.Random
) -> str:
    """Play the same random moves from two positions, and describe the first difference.

    Return "" if the game ends without a difference, or after MAX_FUTURE_PLIES plies.
    """
    for ply in range(1, MAX_FUTURE_PLIES + 1):
        if not first.answers.moves:
            return ""
        move = dice.randrange(len(first.answers.moves))
        first = position_after(first, move)
        second = position_after(second, move)
        difference = describe_difference(first, second)
        if difference:
            return f"{difference} after {' '.join(first.path[-ply:])} from both"
    return ""


STRANGE_TEXTS = ("?", "\u0663", "-1 1", "[", "W W W", "1" * 500)
"""Texts that almost no game accepts, and that have crashed `read` functions."""


def check_names_differ(checked: CheckedPosition) -> None:
    """Raise GameFault if two moves of a position have the same name."""
    names = checked.answers.move_names
    for index, name in enumerate(names):
        # `index` returns the first of two equal names, so the second has another index.
        if names.index(name) != index:
            raise GameFault(
                "two moves with the same name",
                f"two moves are named {name!r}, so neither can be played by its name; name() must "
                "tell them apart",
            )


def check_names_are_words(checked: CheckedPosition) -> None:
    """Raise GameFault if `split_moves` does not keep the name of a move in one piece."""
    for name in checked.answers.move_names:
        split = ask_game("split_moves()", lambda word: [*checked.game.split_moves(word)], name)
        if split != [name]:
            raise GameFault(
                "name of several words",
                f"the move {name!r} is read as {quoted_value(split)}; write it without spaces, or "
                "make split_moves accept them",
            )


def check_name_read_back(checked: CheckedPosition, name: str) -> None:
    """Raise GameFault unless the game's `find_move` finds a move by its name.

    The move that it finds for `name` must lead to the same position as the move with this name.
    """
    # Ambiguous: another check reports two moves with the same name.
    if checked.answers.move_names.count(name) > 1:
        return
    move = checked.answers.moves[checked.answers.move_names.index(name)]
    right_position = ask_game("play()", checked.position.play, move)
    found_position = _play_by_name(checked, name)
    difference = ask_position(right_position).difference_from(ask_position(found_position))
    if difference:
        raise GameFault(
            "name not read back",
            f"the move {name!r} is read as a different move: after them {difference}",
        )


def _play_by_name(checked: CheckedPosition, name: str) -> AnyPosition:
    """Return the position after the move with a name, as the game's `find_moves` finds it.

    If the name stands for several moves, they are played one after the other.
    """
    position = checked.position
    try:
        moves = ask_game(
            "find_move()",
            checked.game.find_moves,
            position,
            name,
            may_refuse=True,
        )
    except ValueError as error:
        why = f"the legal move {name!r} is refused ({error}); let find_move find each name()"
        raise GameFault("name not read back", why) from error
    for move in moves:
        position = ask_game("play()", position.play, move)
    return position


def check_text_read_back(checked: CheckedPosition) -> None:
    """Raise GameFault unless `read` turns a position's text back into an equal position.

    Both positions must give the same answers, and evaluations the same values.
    """
    text = checked.answers.text
    try:
        position = ask_game(
            "read()", checked.game.read, text, checked.origin.settings, may_refuse=True
        )
    except ValueError as error:
        raise GameFault(
            "text not read back", f"text() is {quoted_value(text)}, but read() refuses it: {error}"
        ) from error

    answers = ask_position(position)
    compared = ["text", "maximizing", "outcome", "move_names"]
    # `untold` are settings that a text leaves out; the key may depend on them.
    if not checked.game.untold:
        compared.append("key")
    difference = checked.answers.difference_from(answers, *compared)
    if not difference:
        difference = describe_value_difference(
            checked.game, checked.position, position, answers.outcome
        )
    if difference:
        raise GameFault(
            "text not read back",
            f"after read() has read {quoted_value(text)}, {difference}; text() must include "
            "everything that the future depends on, and key() nothing else",
        )


def check_strange_texts(checked: CheckedPosition) -> Iterator[GameFault]:
    """Check that `read` either returns a valid position for a text, or refuses the text.

    It refuses a text by raising a ValueError with a sentence that says what is wrong.
    """
    # A careless `read` accepts texts that are almost right.
    too_long = checked.answers.text + " x"
    too_short = checked.answers.text[:-1]
    for text in (*STRANGE_TEXTS, too_long, too_short):
        reading = f"read({text[:20]!r})"
        try:
            position = ask_game(
                reading, checked.game.read, text, checked.origin.settings, may_refuse=True
            )
        except ValueError as error:
            if not str(error):
                yield GameFault(
                    "refusal without a word",
                    f"{reading} raises an empty ValueError; say what is wrong",
                )
            continue
        try:
            ask_position(position)
        except GameFault as fault:
            yield GameFault(
                "text of no position",
                f"{reading} accepts the text, but returns something wrong: {fault.why}",
            )


def check_contradicted_sizes(checked: CheckedPosition) -> Iterator[GameFault]:
    """Check that `read` refuses the text of a board of one size if the settings ask for another."""
    game = checked.game
    if len(game.sizes) < 2:
        return
    try:
        settings, other_settings = (
            read_game_settings(game, {"size": size}) for size in game.sizes[:2]
        )
        start = ask_game(
            "start()",
            game.start,
            settings,
            may_refuse=True,
        )
        text = ask_text(start)
        position = ask_game(
            "read()",
            game.read,
            text,
            other_settings,
            may_refuse=True,
        )
    except ValueError:
        # The text was refused, as it should be.
        return
    if ask_text(position) == text:
        yield GameFault(
            "size contradicted",
            f"read() accepts {quoted_value(text)} where size {game.sizes[1]} is required; raise "
            "ValueError instead",
        )


def check_sentence_lines(checked: CheckedPosition) -> Iterator[GameFault]:
    """Check that the labels and sentences of a game are strings on one line."""
    for what, function, arguments in _calls_that_return_text(checked):
        words = "" if function is None else ask_game(what, function, *arguments)
        # An empty text passes `isprintable`: the game then has nothing to say.
        if not isinstance(words, str) or not words.isprintable():
            yield GameFault(what, f"{what} is {quoted_value(words)}; return a line of text")


def _calls_that_return_text(
    checked: CheckedPosition,
) -> Iterator[tuple[str, Callable[..., str] | None, tuple[Any, ...]]]:
    """Yield the calls of a game's functions that label or describe a position and its moves.

    Each item is a triple: the name of the function, the function itself (None if the game does not
    have it), and the arguments of the call.
    """
    game = checked.game
    position = checked.position
    outcome = checked.answers.outcome
    yield "node_label", game.node_label, (position,)
    if outcome is None:
        yield "note", game.note, (position,)
    else:
        yield "ending", game.ending, (position, outcome)
    for move in checked.answers.moves:
        yield "move_label", game.move_label, (position, move)


def check_playout_result(checked: CheckedPosition) -> None:
    """Raise GameFault unless `counting` converts a finished game's outcome to a playout result.

    The result of a playout, which MCTS uses, is a number from -1 to 1.
    """
    outcome = checked.answers.outcome
    if outcome is None:
        return
    result = ask_game("counting", lambda: checked.game.counting(checked.origin.position)(outcome))
    subject = f"what the outcome {quoted_value(outcome)} counts"
    is_result = is_usable_number(result) and abs(result) <= 1
    require_answer("counting", subject, result, is_result, advice="from -1 to 1 is allowed")


def check_omitted_move(checked: CheckedPosition) -> None:
    """Check that the move that players may leave out in writing, if any, is legal."""
    if checked.answers.outcome is None:
        move = ask_game("unwritten", checked.game.unwritten, checked.position)
        is_legal = move is None or move in checked.answers.moves
        require_answer(
            "unwritten", "unwritten", move, is_legal, advice="return a legal move, or None"
        )


def check_probabilities(checked: CheckedPosition) -> Iterator[GameFault]:
    """Check the probabilities of a position where chance moves.

    They must be positive, one for each move, and add up to 1. The game must not be over, and the
    game's `chance` must say that chance can move.
    """
    answer: Any = ask_game("probabilities()", probabilities, checked.position)
    if answer is None:
        return  # a player moves
    if checked.answers.outcome is not None:
        raise GameFault(
            "chance after the end",
            "the game is over, but probabilities() is not None; return None there",
        )
    _check_probability_list(answer, len(checked.answers.moves))
    if not ask_game("the game's chance", checked.game.chance, checked.origin.position):
        yield GameFault(
            "chance", "chance moves here, but the game's `chance` says that it never does"
        )


def _check_probability_list(answer: Any, count: int) -> None:
    """Raise GameFault unless a game's answer is a list of `count` probabilities that add up to 1.

    `answer` comes from a user's code, so it can be any object.
    """
    is_list = isinstance(answer, Sequence) and not isinstance(answer, str)
    require_answer(
        "probabilities",
        "probabilities()",
        answer,
        is_list,
        advice="return a list or a tuple, or None where a player moves",
    )
    if len(answer) != count:
        raise GameFault(
            "probabilities",
            f"there are {len(answer)} for {count} outcomes in moves(); return one for each",
        )
    are_positive = all(is_usable_number(chance) and chance > 0 for chance in answer)
    require_answer(
        "probabilities",
        "probabilities()",
        answer,
        are_positive,
        advice="each must be a number above 0",
    )
    # Thirds and sixths as floats do not add up to exactly 1.
    if not isclose(sum(answer), 1, abs_tol=1e-9):
        total = quoted_value(float(sum(answer)))
        raise GameFault(
            "probabilities",
            f"probabilities() is {quoted_value(answer)}, which adds up to {total}",
        )


def check_value_limits(checked: CheckedPosition) -> Iterator[GameFault]:
    """Check that each evaluation of a position is within the limits that the game gives for it."""
    for name, (lower, upper) in checked.game.limits.items():
        if name not in checked.game.evaluations:
            raise GameFault(
                "limits", f"limits has {quoted_value(name)}, which is not an evaluation of the game"
            )
        value = ask_evaluation(
            name, checked.game.evaluations[name], checked.position, checked.answers.outcome
        )
        if not lower <= value <= upper:
            yield GameFault(
                f"limits of {name}",
                f"the evaluation {name} is {quoted_value(value)}, but limits says {lower} to "
                f"{upper}",
            )


NOISY_MOVES = "noisy moves"


def check_noisy_moves(checked: CheckedPosition) -> Iterator[GameFault]:
    """Check the noisy moves of a position, which are the moves that quiescence search tries.

    The game must return the indices of different moves, and the same ones when asked again.
    There are no noisy moves after the end of the game, or where chance moves.
    """
    is_over = checked.answers.outcome is not None
    if checked.game.noisy is None or is_over:
        return
    if probabilities(checked.position) is not None:
        return

    indices = _ask_noisy_moves(checked)
    indices_again = _ask_noisy_moves(checked)
    if indices != indices_again:
        yield GameFault(
            f"chance in the {NOISY_MOVES}",
            f"the {NOISY_MOVES} are {quoted_value(indices)}, then {quoted_value(indices_again)} "
            "when asked again; they must always be the same",
        )
    count = len(checked.answers.moves)
    yield from _check_noisy_indices(indices, count, compulsory=checked.game.noisy.compulsory)


def _check_noisy_indices(
    indices: Sequence[Any], count: int, *, compulsory: bool
) -> Iterator[GameFault]:
    """Check the indices of the noisy moves in a position with `count` legal moves.

    If noisy moves are compulsory, a player who has one may not make any other move. Then either no
    legal move is noisy, or all are.
    """
    if not all(_is_index(move, count) for move in indices):
        yield GameFault(
            NOISY_MOVES,
            f"the {NOISY_MOVES} are {quoted_value(indices)}, but there are {count} moves; return "
            "indices of moves, counted from 0",
        )
    elif len({*indices}) != len(indices):
        yield GameFault(
            NOISY_MOVES, f"the {NOISY_MOVES} are {quoted_value(indices)}; list each move only once"
        )
    elif compulsory and 0 < len(indices) < count:
        yield GameFault(
            f"compulsory {NOISY_MOVES}",
            f"they are compulsory, yet {count - len(indices)} of {count} legal moves are not among "
            "them",
        )


def _is_index(move: object, count: int) -> bool:
    return isinstance(move, int) and not isinstance(move, bool) and 0 <= move < count


def _ask_noisy_moves(checked: CheckedPosition) -> list[Any]:
    """Return the indices of a position's noisy moves; GameFault if the answer is not a list.

    Noisy moves are those that quiescence search tries. The items of the list are not checked here.
    """
    assert checked.game.noisy is not None  # the caller has tested it
    answer = ask_game(
        f"the {NOISY_MOVES}", checked.game.noisy.among, checked.position, checked.answers.moves
    )
    is_list = isinstance(answer, Collection) and not isinstance(answer, str)
    indices = require_answer(
        NOISY_MOVES,
        f"the answer for the {NOISY_MOVES}",
        answer,
        is_list,
        advice="return a list or another sequence of move indices",
    )
    return [*indices]


def check_board(checked: CheckedPosition) -> Iterator[GameFault]:
    """Check that the board of a position has the right types and shape, and can be drawn."""
    board = ask_board(checked)
    width = _board_width(board)
    yield from _check_labels(board.rows, len(board.cells), "rows")
    yield from _check_labels(board.columns, width, "columns")
    yield from _check_layers(board)
    is_ground = isinstance(board.ground, Ground)
    grounds = " ".join(f"Ground.{ground.name}" for ground in Ground)
    require_answer(
        "board",
        "its ground",
        board.ground,
        is_ground,
        advice=f"allowed are {grounds}",
    )

    yield from _check_cell_labels(board)
    # Drawing and describing the board finds mistakes that no other check finds.
    ask_game("drawing the board", board_text, board)
    ask_game("telling the board", describe_board, board, checked.game.sides)


def _board_width(board: Board) -> int:
    """Return the number of cells in each row; GameFault if rows have different numbers."""
    widths = {len(row) for row in board.cells}
    if len(widths) > 1:
        numbers = " and ".join(map(str, sorted(widths)))
        raise GameFault("board", f"its rows have {numbers} cells; pad them with playable=False")
    return max(widths, default=0)


def _check_cell_labels(board: Board) -> Iterator[GameFault]:
    """Yield a fault if the label of a cell has a character that cannot be drawn."""
    unprintable = [cell.label for _, cell in squares_of(board) if not cell.label.isprintable()]
    if unprintable:
        yield GameFault(
            "board",
            f"the label {unprintable[0]!r:.60} of a cell has a character that cannot be drawn, "
            "such as a line break",
        )


def _check_labels(labels: Sequence[str], count: int, lines: str) -> Iterator[GameFault]:
    """Yield a fault if only some rows or columns have labels; `lines` says which of the two."""
    if labels and len(labels) != count:
        yield GameFault(
            "board",
            f"it has {count} {lines} and {len(labels)} labels for them; give a label to each or to "
            "none",
        )


def _check_layers(board: Board) -> Iterator[GameFault]:
    """Yield a fault for each layer of numbers that does not have the shape of the cells."""
    shape = [len(row) for row in board.cells]
    for name, layer in board.layers.items():
        if [len(row) for row in layer] != shape:
            yield GameFault(
                "board",
                f"the layer {name!r} does not match the shape of the cells; give a number or None "
                "for each",
            )


def ask_board(checked: CheckedPosition) -> Board:
    """Return the board of a position; GameFault if the board is empty or not valid."""
    board: Board = ask_game("board()", checked.position.board)
    require_answer(
        "board",
        "board()",
        board,
        isinstance(board, Board),
        advice="return a games.Board",
    )
    if not all(map(_is_row_of_cells, board.cells)):
        raise GameFault("board", "its cells are not rows of games.Cell")
    if not board.cells and not board.captions:
        raise GameFault(
            "board",
            "it has neither cells nor captions; it needs at least one row or one line of text",
        )
    return board


def _is_row_of_cells(row: Sequence[object]) -> bool:
    return all(isinstance(cell, Cell) for cell in row)


def check_targets(checked: CheckedPosition) -> None:
    """Raise GameFault if the target of a move is not the right cell of the board.

    A target is the cell (row, column) on which a move lands, or None. If a cell has the same name
    as a move, such as `b2`, it must be the target of that move.
    """
    if checked.answers.outcome is not None:
        return
    board = ask_board(checked)
    cells = [place for place, cell in squares_of(board) if cell.playable]
    cell_by_label = {square_name(board, *cell): cell for cell in cells}
    for move, name in zip(checked.answers.moves, checked.answers.move_names, strict=True):
        target = ask_game("target", checked.game.target, checked.position, move)
        if target is None:
            continue
        # Without a cell of this name, any target is accepted.
        labelled_cell = cell_by_label.get(name, target)
        why = ""
        if target not in cells:
            why = "is not a cell that can be played on; return (row, column), counted from 0"
        elif labelled_cell != target:
            why = f"is not the cell with that label, {labelled_cell}; (0, 0) is at the top left"
        if why:
            raise GameFault(
                "target of a move", f"the target of {name!r} is {quoted_value(target)}, which {why}"
            )


PositionCheck = Callable[[CheckedPosition], Iterator[GameFault] | None]

FIRST_VISIT_CHECKS: tuple[PositionCheck, ...] = (
    check_asked_twice,
    check_names_differ,
    check_names_are_words,
    check_text_read_back,
    check_probabilities,
    check_value_limits,
    check_values,
    check_scores,
    check_noisy_moves,
    check_board,
    check_targets,
    check_sentence_lines,
    check_playout_result,
    check_omitted_move,
)
"""The checks of a position when it is first met."""
