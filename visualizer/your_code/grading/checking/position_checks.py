"""What is asked of each position: numbers, steadiness, texts, chance, noisy moves, boards."""

import random
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from functools import partial
from math import isclose
from typing import Any

from games import AnyPosition, Board, Cell, Evaluation, Game, Ground, MoveScores, probabilities
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
    """Return what an evaluation says; Fault if it is no number that searches can use."""
    value: float = ask_game(f"the evaluation {name}", evaluate, position, outcome)
    if isinstance(value, bool):
        value = int(value)
    need = "return a finite number of at most 2^53"
    return require_answer(
        f"evaluation {name}", f"the evaluation {name}", value, is_usable_number(value), need
    )


def describe_value_difference(
    game: Game, one: AnyPosition, two: AnyPosition, outcome: float | None
) -> str:
    """Say which evaluation differs between two positions; "" for none."""
    for name, evaluate in game.evaluations.items():
        values = [ask_evaluation(name, evaluate, position, outcome) for position in (one, two)]
        if values[0] != values[1]:
            return f"the evaluation {name} is {values[0]} and {values[1]}"
    return ""


def check_values(spot: CheckedPosition) -> Iterator[GameFault]:
    """Check that every value is a number, the same when asked again, with the sign of the outcome at the end."""
    outcome = spot.facts.outcome
    for name, evaluate in spot.game.evaluations.items():
        value, again = (ask_evaluation(name, evaluate, spot.position, outcome) for _ in range(2))
        if value != again:
            yield GameFault(
                f"chance in the evaluation {name}",
                f"the evaluation {name} is {value}, then {again} when asked again; a position must always have "
                "the same value",
            )
        if outcome is not None and value * outcome < 0:
            yield GameFault(
                f"sign of the evaluation {name}",
                f"the evaluation {name} is {quoted_value(value)} where outcome() is {quoted_value(outcome)}; both must be from "
                f"the side of {spot.game.sides[0]}, who moves first",
            )
        yield from _check_stakes(spot, name, value)


def _check_stakes(spot: CheckedPosition, name: str, value: float) -> Iterator[GameFault]:
    """Check what is said of an evaluation: its greatest value, that of a won game, what a value means."""
    stakes = spot.game.stakes.get(name)
    root = spot.origin.position
    outcome = spot.facts.outcome
    if stakes is None:
        return
    what = f"stakes of {name}"
    win, most = (
        _ask_stake(f"{word} of the {what}", ask_for, root)
        for word, ask_for in (("win", stakes.least_win), ("most", stakes.greatest))
    )
    if abs(value) > most:
        yield GameFault(
            f"most of the {what}",
            f"the evaluation is {quoted_value(value)}, but `most` says that it is at most {most:g}",
        )
    if outcome is None and value and abs(value) >= win:
        yield GameFault(
            f"win of the {what}",
            f"the evaluation is {quoted_value(value)} while the game goes on, but according to `win` only a won game "
            f"has {win:g}",
        )
    if outcome is not None and bool(value) != bool(outcome):
        yield GameFault(
            f"end of the {what}",
            f"the evaluation is {quoted_value(value)} where outcome() is {quoted_value(outcome)}; only a draw may be 0 then",
        )
    standing = ask_game(
        f"the {what}", lambda: stakes.standing(value, root, over=outcome is not None)
    )
    if not isinstance(standing.words, str):
        yield GameFault(
            f"words of the {what}",
            f"for {quoted_value(value)} they are {quoted_value(standing.words)}; return a string",
        )


def _ask_stake(what: str, ask_for: Any, root: AnyPosition) -> float:
    worth: Any = ask_game(what, ask_for, root)
    is_worth = isinstance(worth, int | float) and not isinstance(worth, bool) and worth >= 0
    return float(require_answer(what, what, worth, is_worth, "it must be 0 or more, or infinity"))


def check_scores(spot: CheckedPosition) -> Iterator[GameFault]:
    """Check that every ordering scores every move, and twice the same."""
    if spot.facts.outcome is not None or probabilities(spot.position) is not None:
        return
    moves = spot.facts.legal
    for name, ordering in spot.game.orderings.items():
        rows, again = (_ask_scores(name, ordering, spot, moves) for _ in range(2))
        if rows != again:
            yield GameFault(
                f"chance in the ordering {name}",
                f"the ordering {name} scores the same moves differently",
            )
        what = f"lowest_first of the ordering {name}"
        lowest = ask_game(what, ordering.lowest_first, spot.position)
        require_answer(
            f"ordering {name}", what, lowest, isinstance(lowest, bool), "return True or False"
        )


def _ask_scores(
    name: str, ordering: MoveScores, spot: CheckedPosition, moves: Sequence[Any]
) -> list[list[float]]:
    """Return the scores of the moves; Fault if they are not as many, or no numbers."""
    what = f"the ordering {name}"
    rows: list[list[float]] = ask_game(
        what, lambda: [[*row] for row in ordering.components(spot.position, moves)]
    )
    if len(rows) != len(moves):
        raise GameFault(
            f"ordering {name}",
            f"{what} has {len(rows)} rows for {len(moves)} moves; return one for each",
        )
    for row in rows:
        if len(row) != len(ordering.names):
            raise GameFault(
                f"ordering {name}",
                f"{what} has rows of {len(row)} numbers for {len(ordering.names)} names "
                f"({' '.join(map(str, ordering.names))}); return one for each",
            )
        if not all(map(is_usable_number, row)):
            raise GameFault(
                f"ordering {name}", f"{what} has the row {quoted_value(row)}; use finite numbers"
            )
    return rows


UNSTEADY = "not the same twice"
"""The name of the mistake that makes all others uncertain."""
FUTURES_PLAYED = 300
"""How many pairs of positions that have one key and two texts are played on to the end."""
MAX_FUTURE_PLIES = 200
"""Plies that they are played on."""


def check_same_answers(
    spot: CheckedPosition, what: str, when: str, hint: str
) -> Iterator[GameFault]:
    """Check that a position gives the same answers as before; else `what` is wrong."""
    if difference := spot.facts.differing(ask_position(spot.position)):
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


def check_played_again(spot: CheckedPosition) -> Iterator[GameFault]:
    """Check that the same moves lead to the same position."""
    position = spot.origin.position
    difference = ""
    for name in spot.path:
        found = ask_position(position)
        if found.moves.count(name) > 1:
            return
        if name not in found.moves:
            difference = f"{name!r} is no legal move"
            break
        position = play_checked_move(position, found.legal[found.moves.index(name)])
    if difference := difference or spot.facts.differing(ask_position(position)):
        yield GameFault(
            "chance in play()",
            f"played again, {difference}; a move must always lead to the same position",
        )


def play_checked_move(position: AnyPosition, move: object) -> AnyPosition:
    """Return the position after a move; Fault if it is the one before it."""
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


def position_after(spot: CheckedPosition, number: int) -> CheckedPosition:
    """Return the position after a move."""
    position = play_checked_move(spot.position, spot.facts.legal[number])
    return CheckedPosition(
        spot.game,
        spot.origin,
        (*spot.path, spot.facts.moves[number]),
        position,
        ask_position(position),
    )


class PositionsByKey:
    """The positions of each origin by their keys."""

    def __init__(self) -> None:
        """Know none yet."""
        self._known: dict[tuple[int, Hashable], CheckedPosition] = {}
        self._played = 0

    def faults(self, spot: CheckedPosition) -> Iterator[GameFault]:
        """Compare a position with the first that had an equal key."""
        first = self._known.setdefault((id(spot.origin), spot.facts.key), spot)
        if first is spot:
            return
        difference = describe_difference(first, spot)
        if not difference and first.facts.text != spot.facts.text and self._played < FUTURES_PLAYED:
            self._played += 1
            difference = describe_future_difference(first, spot, random.Random(self._played))
        if difference:
            yield GameFault(
                "equal keys",
                f"key() is the same as after {' '.join(first.path) or 'no move'}, but {difference}; key() must "
                "contain everything that the future depends on",
            )


def describe_difference(one: CheckedPosition, two: CheckedPosition) -> str:
    """Say in what two positions differ that a table takes for one; "" for nothing."""
    difference = one.facts.differing(two.facts, "maximizing", "outcome", "moves")
    return difference or describe_value_difference(
        one.game, one.position, two.position, two.facts.outcome
    )


def describe_future_difference(
    one: CheckedPosition, two: CheckedPosition, dice: random.Random
) -> str:
    """Play a game from two positions that do not differ, by the same moves; say in what they come to differ."""
    plies = 0
    while one.facts.moves and plies < MAX_FUTURE_PLIES:
        number = dice.randrange(len(one.facts.moves))
        plies = plies + 1
        one, two = (position_after(spot, number) for spot in (one, two))
        if difference := describe_difference(one, two):
            return f"{difference} after {' '.join(one.path[-plies:])} from both"
    return ""


STRANGE_TEXTS = ("?", "\u0663", "-1 1", "[", "W W W", "1" * 500)
"""Texts that are positions of hardly any game, and that readers have failed at."""


def check_names_differ(spot: CheckedPosition) -> None:
    """Check that two moves of a position have two names."""
    names = spot.facts.moves
    for number, name in enumerate(names):
        if names.index(name) != number:
            raise GameFault(
                "two moves with the same name",
                f"two moves are named {name!r}, so neither can be played by its name; name() must tell them apart",
            )


def check_names_are_words(spot: CheckedPosition) -> None:
    """Check that a name is one word to whoever splits a text into moves."""
    for name in spot.facts.moves:
        split = ask_game("split_moves()", lambda word: [*spot.game.split_moves(word)], name)
        if split != [name]:
            raise GameFault(
                "name of several words",
                f"the move {name!r} is read as {quoted_value(split)}; write it without spaces, or make split_moves "
                "accept them",
            )


def check_name_read_back(spot: CheckedPosition, name: str) -> None:
    """Check that a name stands for the move that has it: both lead to the same position."""
    if spot.facts.moves.count(name) > 1:
        return
    position = spot.position
    meant = ask_game("play()", position.play, spot.facts.legal[spot.facts.moves.index(name)])
    try:
        found = ask_game("find_move()", spot.game.find_moves, position, name, may_refuse=True)
    except ValueError as error:
        why = f"the legal move {name!r} is refused ({error}); let find_move find each name()"
        raise GameFault("name not read back", why) from error
    for move in found:
        position = ask_game("play()", position.play, move)
    if difference := ask_position(meant).differing(ask_position(position)):
        raise GameFault(
            "name not read back",
            f"the move {name!r} is read as a different move: after them {difference}",
        )


def check_text_read_back(spot: CheckedPosition) -> None:
    """Check that the text is read as a position with the same answers and values."""
    text = spot.facts.text
    try:
        position = ask_game("read()", spot.game.read, text, spot.origin.settings, may_refuse=True)
    except ValueError as error:
        raise GameFault(
            "text not read back", f"text() is {quoted_value(text)}, but read() refuses it: {error}"
        ) from error
    found = ask_position(position)
    known = () if spot.game.untold else ("key",)
    difference = spot.facts.differing(found, "text", "maximizing", "outcome", "moves", *known)
    if difference := difference or describe_value_difference(
        spot.game, spot.position, position, found.outcome
    ):
        raise GameFault(
            "text not read back",
            f"after read() has read {quoted_value(text)}, {difference}; text() must include everything that the future "
            "depends on, and key() nothing else",
        )


def check_strange_texts(spot: CheckedPosition) -> Iterator[GameFault]:
    """Check that any text is read as a position, or refused by a ValueError with a sentence."""
    for text in (*STRANGE_TEXTS, spot.facts.text + " x", spot.facts.text[:-1]):
        reading = f"read({text[:20]!r})"
        try:
            position = ask_game(
                reading, spot.game.read, text, spot.origin.settings, may_refuse=True
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


def check_contradicted_sizes(spot: CheckedPosition) -> Iterator[GameFault]:
    """Check that the text of one size is refused where another is asked for."""
    game = spot.game
    if len(game.sizes) < 2:
        return
    try:
        first, second = (read_game_settings(game, {"size": size}) for size in game.sizes[:2])
        text = ask_text(ask_game("start()", game.start, first, may_refuse=True))
        position = ask_game("read()", game.read, text, second, may_refuse=True)
    except ValueError:
        return
    if ask_text(position) == text:
        yield GameFault(
            "size contradicted",
            f"read() accepts {quoted_value(text)} where size {game.sizes[1]} is required; raise ValueError instead",
        )


def check_sentence_lines(spot: CheckedPosition) -> Iterator[GameFault]:
    """Check that labels and sentences are lines of text."""
    game = spot.game
    position = spot.position
    outcome = spot.facts.outcome
    asked: list[tuple[str, Callable[..., str] | None, list[Any]]] = [
        ("node_label", game.node_label, [position])
    ]
    if outcome is None:
        asked += [("note", game.note, [position])]
    else:
        asked += [("ending", game.ending, [position, outcome])]
    asked += [("move_label", game.move_label, [position, move]) for move in spot.facts.legal]
    for what, function, arguments in asked:
        words = "" if function is None else ask_game(what, function, *arguments)
        if not isinstance(words, str) or not (words.isprintable() or not words):
            yield GameFault(what, f"{what} is {quoted_value(words)}; return a line of text")


def check_counts(spot: CheckedPosition) -> None:
    """Check that an outcome counts from -1 to 1 in a random game."""
    outcome = spot.facts.outcome
    if outcome is not None:
        counts = ask_game("counting", lambda: spot.game.counting(spot.origin.position)(outcome))
        what = f"what the outcome {quoted_value(outcome)} counts"
        require_answer(
            "counting",
            what,
            counts,
            is_usable_number(counts) and abs(counts) <= 1,
            "from -1 to 1 is allowed",
        )


def check_omitted_move(spot: CheckedPosition) -> None:
    """Check that what may be left out when moves are written is a legal move."""
    if spot.facts.outcome is None:
        move = ask_game("unwritten", spot.game.unwritten, spot.position)
        is_legal = move is None or move in spot.facts.legal
        require_answer("unwritten", "unwritten", move, is_legal, "return a legal move, or None")


def check_probabilities(spot: CheckedPosition) -> Iterator[GameFault]:
    """Check that where chance moves each outcome has a probability above 0, that they add up to 1, and that it may."""
    found: Any = ask_game("probabilities()", probabilities, spot.position)
    if found is None:
        return
    count = len(spot.facts.legal)
    if spot.facts.outcome is not None:
        raise GameFault(
            "chance after the end",
            "the game is over, but probabilities() is not None; return None there",
        )
    is_list = isinstance(found, Sequence) and not isinstance(found, str)
    require_answer(
        "probabilities",
        "probabilities()",
        found,
        is_list,
        "return a list or a tuple, or None where a player moves",
    )
    if len(found) != count:
        raise GameFault(
            "probabilities",
            f"there are {len(found)} for {count} outcomes in moves(); return one for each",
        )
    are_some = all(is_usable_number(each) and each > 0 for each in found)
    require_answer(
        "probabilities", "probabilities()", found, are_some, "each must be a number above 0"
    )
    if not isclose(sum(found), 1, abs_tol=1e-9):
        raise GameFault(
            "probabilities",
            f"probabilities() is {quoted_value(found)}, which adds up to {quoted_value(float(sum(found)))}",
        )
    if not ask_game("the game's chance", spot.game.chance, spot.origin.position):
        yield GameFault(
            "chance", "chance moves here, but the game's `chance` says that it never does"
        )


def check_value_limits(spot: CheckedPosition) -> Iterator[GameFault]:
    """Check that no value is beyond the least and the greatest that the game says there are."""
    for name, (least, most) in spot.game.limits.items():
        if name not in spot.game.evaluations:
            raise GameFault(
                "limits", f"limits has {quoted_value(name)}, which is not an evaluation of the game"
            )
        value = ask_evaluation(name, spot.game.evaluations[name], spot.position, spot.facts.outcome)
        if not least <= value <= most:
            yield GameFault(
                f"limits of {name}",
                f"the evaluation {name} is {quoted_value(value)}, but limits says {least} to {most}",
            )


NOISY_MOVES = "noisy moves"


def check_noisy_moves(spot: CheckedPosition) -> Iterator[GameFault]:
    """Check the moves that a game calls noisy."""
    if (
        spot.game.noisy is None
        or spot.facts.outcome is not None
        or probabilities(spot.position) is not None
    ):
        return
    count = len(spot.facts.legal)
    found, again = (_ask_noisy_moves(spot) for _ in range(2))
    if found != again:
        yield GameFault(
            f"chance in the {NOISY_MOVES}",
            f"the {NOISY_MOVES} are {quoted_value(found)}, then {quoted_value(again)} when asked again; they must always be the same",
        )
    if not all(
        isinstance(move, int) and not isinstance(move, bool) and 0 <= move < count for move in found
    ):
        yield GameFault(
            NOISY_MOVES,
            f"the {NOISY_MOVES} are {quoted_value(found)}, but there are {count} moves; return indices of moves, counted from 0",
        )
    elif len({*found}) != len(found):
        yield GameFault(
            NOISY_MOVES, f"the {NOISY_MOVES} are {quoted_value(found)}; list each move only once"
        )
    elif spot.game.noisy.compulsory and 0 < len(found) < count:
        yield GameFault(
            f"compulsory {NOISY_MOVES}",
            f"they are compulsory, yet {count - len(found)} of {count} legal moves are not among them",
        )


def _ask_noisy_moves(spot: CheckedPosition) -> list[Any]:
    assert spot.game.noisy is not None  # nothing is asked of a game without
    found = ask_game(f"the {NOISY_MOVES}", spot.game.noisy.among, spot.position, spot.facts.legal)
    is_some = isinstance(found, Collection) and not isinstance(found, str)
    need = "return a list or another sequence of move indices"
    return [*require_answer(NOISY_MOVES, f"the answer for the {NOISY_MOVES}", found, is_some, need)]


def check_board(spot: CheckedPosition) -> Iterator[GameFault]:
    """Check that a board can be drawn and told."""
    board = ask_board(spot)
    widths = {len(row) for row in board.cells}
    if len(widths) > 1:
        raise GameFault(
            "board",
            f"its rows have {' and '.join(map(str, sorted(widths)))} cells; pad them with playable=False",
        )
    for labels, count, which in (
        (board.rows, len(board.cells), "rows"),
        (board.columns, max(widths, default=0), "columns"),
    ):
        if labels and len(labels) != count:
            yield GameFault(
                "board",
                f"it has {count} {which} and {len(labels)} labels for them; give a label to each or to none",
            )
    for name, layer in board.layers.items():
        if [len(row) for row in layer] != [len(row) for row in board.cells]:
            yield GameFault(
                "board",
                f"the layer {name!r} does not match the shape of the cells; give a number or None for each",
            )
    grounds = " ".join(f"Ground.{each.name}" for each in Ground)
    require_answer(
        "board",
        "its ground",
        board.ground,
        isinstance(board.ground, Ground),
        f"allowed are {grounds}",
    )
    written = (cell.label for _, cell in squares_of(board))
    if steering := next((label for label in written if not label.isprintable()), ""):
        yield GameFault(
            "board",
            f"the label {steering!r:.60} of a cell has a character that cannot be drawn, such as a line break",
        )
    ask_game("drawing the board", board_text, board)
    ask_game("telling the board", describe_board, board, spot.game.sides)


def ask_board(spot: CheckedPosition) -> Board:
    """Return the board of a position; Fault if it is none, or has no cells."""
    board: Board = ask_game("board()", spot.position.board)
    require_answer("board", "board()", board, isinstance(board, Board), "return a games.Board")
    if not all(isinstance(cell, Cell) for row in board.cells for cell in row):
        raise GameFault("board", "its cells are not rows of games.Cell")
    if not board.cells and not board.captions:
        raise GameFault(
            "board",
            "it has neither cells nor captions; it needs at least one row or one line of text",
        )
    return board


def check_targets(spot: CheckedPosition) -> None:
    """Check that a move lands on a cell of the board, and on that of its name if there is one."""
    if spot.facts.outcome is not None:
        return
    board = ask_board(spot)
    cells = [place for place, cell in squares_of(board) if cell.playable]
    named = {square_name(board, *cell): cell for cell in cells}
    for move, name in zip(spot.facts.legal, spot.facts.moves, strict=True):
        target = ask_game("target", spot.game.target, spot.position, move)
        if target is None:
            continue
        if target not in cells:
            why = "is not a cell that can be played on; return (row, column), counted from 0"
        elif named.get(name, target) != target:
            why = f"is not the cell with that label, {named[name]}; (0, 0) is at the top left"
        else:
            continue
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
"""What is asked of a position when it is met first."""
