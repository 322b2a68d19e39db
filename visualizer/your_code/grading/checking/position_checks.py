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
    need = "return a finite number of at most 2^53"
    return require_answer(
        f"evaluation {name}", f"the evaluation {name}", value, is_usable_number(value), need=need
    )


def describe_value_difference(
    game: Game, one: AnyPosition, two: AnyPosition, outcome: float | None
) -> str:
    """Name an evaluation that gives two positions different values; "" if there is none.

    Both positions have the same `outcome`.
    """
    for name, evaluate in game.evaluations.items():
        values = [ask_evaluation(name, evaluate, position, outcome) for position in (one, two)]
        if values[0] != values[1]:
            return f"the evaluation {name} is {values[0]} and {values[1]}"
    return ""


def check_values(checked: CheckedPosition) -> Iterator[GameFault]:
    """Check that evaluations are numbers, stay the same, and have the sign of the outcome."""
    outcome = checked.facts.outcome
    for name, evaluate in checked.game.evaluations.items():
        value = ask_evaluation(name, evaluate, checked.position, outcome)
        again = ask_evaluation(name, evaluate, checked.position, outcome)
        if value != again:
            yield GameFault(
                f"chance in the evaluation {name}",
                f"the evaluation {name} is {value}, then {again} when asked again; a position must "
                "always have the same value",
            )
        # A draw is 0, and an evaluation may be 0 anywhere: neither has a sign.
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
    """Check the stakes of the evaluation called `name` at a position with this value.

    Stakes tell what a value means: the greatest possible value, the least value of a win, and words
    for the value.
    """
    stakes = checked.game.stakes.get(name)
    if stakes is None:
        return

    yield from _check_stake_limits(checked, stakes, name, value)
    root = checked.origin.position
    is_over = checked.facts.outcome is not None
    what = f"stakes of {name}"
    standing = ask_game(f"the {what}", lambda: stakes.standing(value, root, over=is_over))
    if not isinstance(standing.words, str):
        yield GameFault(
            f"words of the {what}",
            f"for {quoted_value(value)} they are {quoted_value(standing.words)}; return a string",
        )


def _check_stake_limits(
    checked: CheckedPosition, stakes: Stakes, name: str, value: float
) -> Iterator[GameFault]:
    """Check a value against the limits that the stakes of its evaluation name.

    No value may be above the greatest one. While the game goes on, no value may reach the least
    win. Of finished games, draws have the value 0, and only draws.
    """
    root = checked.origin.position
    outcome = checked.facts.outcome
    what = f"stakes of {name}"
    win = _ask_stake(f"win of the {what}", stakes.least_win, root)
    most = _ask_stake(f"most of the {what}", stakes.greatest, root)
    if abs(value) > most:
        yield GameFault(
            f"most of the {what}",
            f"the evaluation is {quoted_value(value)}, but `most` says that it is at most {most:g}",
        )
    if outcome is None and value and abs(value) >= win:
        yield GameFault(
            f"win of the {what}",
            f"the evaluation is {quoted_value(value)} while the game goes on, but according to "
            f"`win` only a won game has {win:g}",
        )
    if outcome is not None and bool(value) != bool(outcome):
        yield GameFault(
            f"end of the {what}",
            f"the evaluation is {quoted_value(value)} where outcome() is {quoted_value(outcome)}; "
            "only a draw may be 0 then",
        )


def _ask_stake(what: str, ask_for: Any, root: AnyPosition) -> float:
    worth: Any = ask_game(what, ask_for, root)
    is_worth = isinstance(worth, int | float) and not isinstance(worth, bool) and worth >= 0
    return float(
        require_answer(what, what, worth, is_worth, need="it must be 0 or more, or infinity")
    )


def check_scores(checked: CheckedPosition) -> Iterator[GameFault]:
    """Check that every ordering of the game scores every move, always with the same numbers.

    Only positions in which a player moves are checked.
    """
    is_over = checked.facts.outcome is not None
    if is_over or probabilities(checked.position) is not None:
        return
    moves = checked.facts.legal
    for name, ordering in checked.game.orderings.items():
        rows = _ask_scores(name, ordering, checked, moves)
        again = _ask_scores(name, ordering, checked, moves)
        if rows != again:
            yield GameFault(
                f"chance in the ordering {name}",
                f"the ordering {name} scores the same moves differently",
            )
        what = f"lowest_first of the ordering {name}"
        lowest = ask_game(what, ordering.lowest_first, checked.position)
        require_answer(
            f"ordering {name}", what, lowest, isinstance(lowest, bool), need="return True or False"
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
"""The name of the mistake that may cause all others."""
FUTURES_PLAYED = 300
"""The most pairs of positions with equal keys and different texts that are played on."""
MAX_FUTURE_PLIES = 200
"""The most plies that such pairs are played on."""


def check_same_answers(
    checked: CheckedPosition, what: str, when: str, hint: str
) -> Iterator[GameFault]:
    """Check that a position still gives the same answers; `what` is the name of the mistake."""
    difference = checked.facts.differing(ask_position(checked.position))
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
    """Check that playing a path's moves again, from the start, leads to the same position."""
    position = checked.origin.position
    difference = ""
    for name in checked.path:
        answers = ask_position(position)
        # Two moves with one name are another mistake, and the path does not say which was meant.
        if answers.moves.count(name) > 1:
            return
        if name not in answers.moves:
            difference = f"{name!r} is no legal move"
            break
        position = play_checked_move(position, answers.legal[answers.moves.index(name)])
    if not difference:
        difference = checked.facts.differing(ask_position(position))
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


def position_after(checked: CheckedPosition, number: int) -> CheckedPosition:
    """Return the position after a move, by its index."""
    position = play_checked_move(checked.position, checked.facts.legal[number])
    path = (*checked.path, checked.facts.moves[number])
    return CheckedPosition(
        checked.game, checked.origin, path, position, facts=ask_position(position)
    )


class PositionsByKey:
    """The first position with each key, for each origin."""

    def __init__(self) -> None:
        """Know no positions yet."""
        self._known: dict[tuple[int, Hashable], CheckedPosition] = {}
        self._played = 0

    def faults(self, checked: CheckedPosition) -> Iterator[GameFault]:
        """Yield a fault if a position differs from the first position met with an equal key."""
        first = self._known.setdefault((id(checked.origin), checked.facts.key), checked)
        if first is checked:
            return

        difference = describe_difference(first, checked)
        # Positions with different texts may differ only later. Playing on is slow, so only a few
        # pairs are played on.
        has_other_text = first.facts.text != checked.facts.text
        can_play_on = has_other_text and self._played < FUTURES_PLAYED
        if not difference and can_play_on:
            self._played += 1
            difference = describe_future_difference(first, checked, random.Random(self._played))
        if difference:
            path = " ".join(first.path) or "no move"
            yield GameFault(
                "equal keys",
                f"key() is the same as after {path}, but {difference}; key() must contain "
                "everything that the future depends on",
            )


def describe_difference(one: CheckedPosition, two: CheckedPosition) -> str:
    """Describe the difference between two positions with equal keys; "" if there is none."""
    difference = one.facts.differing(two.facts, "maximizing", "outcome", "moves")
    return difference or describe_value_difference(
        one.game, one.position, two.position, two.facts.outcome
    )


def describe_future_difference(
    one: CheckedPosition, two: CheckedPosition, dice: random.Random
) -> str:
    """Play the same random moves from two positions, and describe the first difference.

    Return "" if no difference shows before the game ends, or within many plies.
    """
    for ply in range(1, MAX_FUTURE_PLIES + 1):
        if not one.facts.moves:
            return ""
        number = dice.randrange(len(one.facts.moves))
        one = position_after(one, number)
        two = position_after(two, number)
        difference = describe_difference(one, two)
        if difference:
            return f"{difference} after {' '.join(one.path[-ply:])} from both"
    return ""


STRANGE_TEXTS = ("?", "\u0663", "-1 1", "[", "W W W", "1" * 500)
"""Texts that are positions of hardly any game, and that `read` functions have failed at."""


def check_names_differ(checked: CheckedPosition) -> None:
    """Raise GameFault if two moves of a position have the same name."""
    names = checked.facts.moves
    for index, name in enumerate(names):
        # `names.index` finds the first of two equal names.
        if names.index(name) != index:
            raise GameFault(
                "two moves with the same name",
                f"two moves are named {name!r}, so neither can be played by its name; name() must "
                "tell them apart",
            )


def check_names_are_words(checked: CheckedPosition) -> None:
    """Raise GameFault if the game's `split_moves` splits the name of a move into several words."""
    for name in checked.facts.moves:
        split = ask_game("split_moves()", lambda word: [*checked.game.split_moves(word)], name)
        if split != [name]:
            raise GameFault(
                "name of several words",
                f"the move {name!r} is read as {quoted_value(split)}; write it without spaces, or "
                "make split_moves accept them",
            )


def check_name_read_back(checked: CheckedPosition, name: str) -> None:
    """Raise GameFault unless the game finds the right move by its name, `name`.

    The move found must lead to the same position as the move that has this name.
    """
    # Two moves with one name are another mistake, and no reader could tell them apart.
    if checked.facts.moves.count(name) > 1:
        return
    move = checked.facts.legal[checked.facts.moves.index(name)]
    expected = ask_game("play()", checked.position.play, move)
    position = _play_by_name(checked, name)
    difference = ask_position(expected).differing(ask_position(position))
    if difference:
        raise GameFault(
            "name not read back",
            f"the move {name!r} is read as a different move: after them {difference}",
        )


def _play_by_name(checked: CheckedPosition, name: str) -> AnyPosition:
    """Return the position after the move that the game finds for a name.

    A game may find several moves for one name, to be played one after the other.
    """
    position = checked.position
    try:
        found = ask_game(
            "find_move()",
            checked.game.find_moves,
            position,
            name,
            may_refuse=True,
        )
    except ValueError as error:
        why = f"the legal move {name!r} is refused ({error}); let find_move find each name()"
        raise GameFault("name not read back", why) from error
    for move in found:
        position = ask_game("play()", position.play, move)
    return position


def check_text_read_back(checked: CheckedPosition) -> None:
    """Raise GameFault unless `read` turns a position's text back into an equal position.

    Both positions must give the same answers, and evaluations the same values.
    """
    text = checked.facts.text
    try:
        position = ask_game(
            "read()", checked.game.read, text, checked.origin.settings, may_refuse=True
        )
    except ValueError as error:
        raise GameFault(
            "text not read back", f"text() is {quoted_value(text)}, but read() refuses it: {error}"
        ) from error

    answers = ask_position(position)
    compared = ["text", "maximizing", "outcome", "moves"]
    # If the text leaves out a setting (`untold`), the key may depend on that.
    if not checked.game.untold:
        compared.append("key")
    difference = checked.facts.differing(answers, *compared)
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
    """Check that `read` returns a valid position for any text, or refuses it with a sentence.

    To refuse a text is to raise a ValueError.
    """
    # Texts that are nearly right are the ones that careless readers accept.
    too_long = checked.facts.text + " x"
    too_short = checked.facts.text[:-1]
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
    """Check that `read` refuses the text of a board if a setting gives another size."""
    game = checked.game
    if len(game.sizes) < 2:
        return
    try:
        first, second = (read_game_settings(game, {"size": size}) for size in game.sizes[:2])
        start = ask_game(
            "start()",
            game.start,
            first,
            may_refuse=True,
        )
        text = ask_text(start)
        position = ask_game(
            "read()",
            game.read,
            text,
            second,
            may_refuse=True,
        )
    except ValueError:
        # It was refused, as it should be.
        return
    if ask_text(position) == text:
        yield GameFault(
            "size contradicted",
            f"read() accepts {quoted_value(text)} where size {game.sizes[1]} is required; raise "
            "ValueError instead",
        )


def check_sentence_lines(checked: CheckedPosition) -> Iterator[GameFault]:
    """Check that labels and sentences are lines of text."""
    for what, function, arguments in _sentence_calls(checked):
        words = "" if function is None else ask_game(what, function, *arguments)
        # An empty text is printable: the game then has nothing to say.
        if not isinstance(words, str) or not words.isprintable():
            yield GameFault(what, f"{what} is {quoted_value(words)}; return a line of text")


def _sentence_calls(
    checked: CheckedPosition,
) -> Iterator[tuple[str, Callable[..., str] | None, tuple[Any, ...]]]:
    """Yield the game's functions that label or describe a position or its moves.

    Each item is a triple: the name of the function, the function itself (None if the game lacks
    it), and the arguments for a call.
    """
    game = checked.game
    position = checked.position
    outcome = checked.facts.outcome
    yield "node_label", game.node_label, (position,)
    if outcome is None:
        yield "note", game.note, (position,)
    else:
        yield "ending", game.ending, (position, outcome)
    for move in checked.facts.legal:
        yield "move_label", game.move_label, (position, move)


def check_counts(checked: CheckedPosition) -> None:
    """Raise GameFault unless the result of a finished game counts from -1 to 1.

    The playouts of MCTS need results in this range.
    """
    outcome = checked.facts.outcome
    if outcome is None:
        return
    counts = ask_game("counting", lambda: checked.game.counting(checked.origin.position)(outcome))
    what = f"what the outcome {quoted_value(outcome)} counts"
    is_result = is_usable_number(counts) and abs(counts) <= 1
    require_answer("counting", what, counts, is_result, need="from -1 to 1 is allowed")


def check_omitted_move(checked: CheckedPosition) -> None:
    """Check that a move that may be left out in writing is legal."""
    if checked.facts.outcome is None:
        move = ask_game("unwritten", checked.game.unwritten, checked.position)
        is_legal = move is None or move in checked.facts.legal
        require_answer(
            "unwritten", "unwritten", move, is_legal, need="return a legal move, or None"
        )


def check_probabilities(checked: CheckedPosition) -> Iterator[GameFault]:
    """Check the probabilities of the moves at a chance node.

    Each move must have a positive probability, and together they must be 1. The game must not be
    over, and its field `chance` must say that chance can move.
    """
    found: Any = ask_game("probabilities()", probabilities, checked.position)
    if found is None:
        return
    if checked.facts.outcome is not None:
        raise GameFault(
            "chance after the end",
            "the game is over, but probabilities() is not None; return None there",
        )
    _check_odds(found, len(checked.facts.legal))
    if not ask_game("the game's chance", checked.game.chance, checked.origin.position):
        yield GameFault(
            "chance", "chance moves here, but the game's `chance` says that it never does"
        )


def _check_odds(found: Any, count: int) -> None:
    """Raise GameFault unless `found` is a list of `count` probabilities that add up to 1.

    `found` is the answer of a game, so it can be any object.
    """
    is_list = isinstance(found, Sequence) and not isinstance(found, str)
    require_answer(
        "probabilities",
        "probabilities()",
        found,
        is_list,
        need="return a list or a tuple, or None where a player moves",
    )
    if len(found) != count:
        raise GameFault(
            "probabilities",
            f"there are {len(found)} for {count} outcomes in moves(); return one for each",
        )
    are_positive = all(is_usable_number(chance) and chance > 0 for chance in found)
    require_answer(
        "probabilities",
        "probabilities()",
        found,
        are_positive,
        need="each must be a number above 0",
    )
    # Thirds and sixths as floats do not add up to exactly 1.
    if not isclose(sum(found), 1, abs_tol=1e-9):
        total = quoted_value(float(sum(found)))
        raise GameFault(
            "probabilities",
            f"probabilities() is {quoted_value(found)}, which adds up to {total}",
        )


def check_value_limits(checked: CheckedPosition) -> Iterator[GameFault]:
    """Check that the values of a position keep to the limits that the game names for them."""
    for name, (least, most) in checked.game.limits.items():
        if name not in checked.game.evaluations:
            raise GameFault(
                "limits", f"limits has {quoted_value(name)}, which is not an evaluation of the game"
            )
        value = ask_evaluation(
            name, checked.game.evaluations[name], checked.position, checked.facts.outcome
        )
        if not least <= value <= most:
            yield GameFault(
                f"limits of {name}",
                f"the evaluation {name} is {quoted_value(value)}, but limits says {least} to "
                f"{most}",
            )


NOISY_MOVES = "noisy moves"


def check_noisy_moves(checked: CheckedPosition) -> Iterator[GameFault]:
    """Check the noisy moves of a position: the moves that quiescence search tries.

    The game must give the same moves when asked again, as indices of different moves. Only
    positions in which a player moves have noisy moves.
    """
    is_over = checked.facts.outcome is not None
    if checked.game.noisy is None or is_over:
        return
    if probabilities(checked.position) is not None:
        return

    found = _ask_noisy_moves(checked)
    again = _ask_noisy_moves(checked)
    if found != again:
        yield GameFault(
            f"chance in the {NOISY_MOVES}",
            f"the {NOISY_MOVES} are {quoted_value(found)}, then {quoted_value(again)} when asked "
            "again; they must always be the same",
        )
    count = len(checked.facts.legal)
    yield from _check_noisy_indices(found, count, compulsory=checked.game.noisy.compulsory)


def _check_noisy_indices(
    found: Sequence[Any], count: int, *, compulsory: bool
) -> Iterator[GameFault]:
    """Check that noisy moves are indices of different moves, for a position with `count` moves.

    If noisy moves are compulsory, other moves are not legal beside them. So either no move is
    noisy, or all are.
    """
    if not all(_is_index(move, count) for move in found):
        yield GameFault(
            NOISY_MOVES,
            f"the {NOISY_MOVES} are {quoted_value(found)}, but there are {count} moves; return "
            "indices of moves, counted from 0",
        )
    elif len({*found}) != len(found):
        yield GameFault(
            NOISY_MOVES, f"the {NOISY_MOVES} are {quoted_value(found)}; list each move only once"
        )
    elif compulsory and 0 < len(found) < count:
        yield GameFault(
            f"compulsory {NOISY_MOVES}",
            f"they are compulsory, yet {count - len(found)} of {count} legal moves are not among "
            "them",
        )


def _is_index(move: object, count: int) -> bool:
    return isinstance(move, int) and not isinstance(move, bool) and 0 <= move < count


def _ask_noisy_moves(checked: CheckedPosition) -> list[Any]:
    """Return the noisy moves of a position, as the game gives them; GameFault for no list.

    Noisy moves are those that quiescence search tries.
    """
    assert checked.game.noisy is not None  # the caller has tested it
    found = ask_game(
        f"the {NOISY_MOVES}", checked.game.noisy.among, checked.position, checked.facts.legal
    )
    is_list = isinstance(found, Collection) and not isinstance(found, str)
    moves = require_answer(
        NOISY_MOVES,
        f"the answer for the {NOISY_MOVES}",
        found,
        is_list,
        need="return a list or another sequence of move indices",
    )
    return [*moves]


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
        need=f"allowed are {grounds}",
    )

    yield from _check_cell_labels(board)
    # Whatever else is wrong with a board shows when it is drawn or described.
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
    """Yield a fault unless there are labels for all rows or columns (`lines`) or for none."""
    if labels and len(labels) != count:
        yield GameFault(
            "board",
            f"it has {count} {lines} and {len(labels)} labels for them; give a label to each or to "
            "none",
        )


def _check_layers(board: Board) -> Iterator[GameFault]:
    """Yield a fault for each layer of numbers with another shape than the cells of the board."""
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
        need="return a games.Board",
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

    A target is the cell (row, column) on which a move lands, or None. A cell may be labelled with
    the name of a move, such as `b2`: then it must be the target of this move.
    """
    if checked.facts.outcome is not None:
        return
    board = ask_board(checked)
    cells = [place for place, cell in squares_of(board) if cell.playable]
    cell_by_label = {square_name(board, *cell): cell for cell in cells}
    for move, name in zip(checked.facts.legal, checked.facts.moves, strict=True):
        target = ask_game("target", checked.game.target, checked.position, move)
        if target is None:
            continue
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
    check_counts,
    check_omitted_move,
)
"""The checks of a position when it is first met."""
