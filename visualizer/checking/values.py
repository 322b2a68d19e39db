"""Numbers: evaluations, stakes and orderings, finite and from MAX's side, that agree with what is said of them."""

from collections.abc import Iterator, Sequence
from typing import Any

from games import AnyPosition, Evaluation, Game, MoveScores, probabilities
from visualizer.checking.facts import Fault, Spot, ask, fitting, is_number, shown


def value_of(name: str, evaluate: Evaluation, position: AnyPosition, outcome: float | None) -> float:
    """Return what an evaluation says; Fault if it is no number that searches can use."""
    value: float = ask(f"the evaluation {name}", evaluate, position, outcome)
    value = int(value) if isinstance(value, bool) else value
    need = "return a finite number of at most 2^53"
    return fitting(f"evaluation {name}", f"the evaluation {name}", value, is_number(value), need)


def differing_values(game: Game, one: AnyPosition, two: AnyPosition, outcome: float | None) -> str:
    """Say which evaluation differs between two positions; "" for none."""
    for name, evaluate in game.evaluations.items():
        values = [value_of(name, evaluate, position, outcome) for position in (one, two)]
        if values[0] != values[1]:
            return f"the evaluation {name} is {values[0]} and {values[1]}"
    return ""


def values(spot: Spot) -> Iterator[Fault]:
    """Check that every value is a number, the same when asked again, with the sign of the outcome at the end."""
    outcome = spot.facts.outcome
    for name, evaluate in spot.game.evaluations.items():
        value, again = (value_of(name, evaluate, spot.position, outcome) for _ in range(2))
        if value != again:
            yield Fault(
                f"chance in the evaluation {name}",
                f"the evaluation {name} is {value}, and asked again {again}; a position has one value",
            )
        if outcome is not None and value * outcome < 0:
            yield Fault(
                f"sign of the evaluation {name}",
                f"the evaluation {name} is {shown(value)} where outcome() is {shown(outcome)}; both are from the side "
                f"of {spot.game.sides[0]}, who moves first",
            )
        yield from _stakes(spot, name, value)


def _stakes(spot: Spot, name: str, value: float) -> Iterator[Fault]:
    """Check what is said of an evaluation: its greatest value, that of a won game, what a value means."""
    stakes, root, outcome = spot.game.stakes.get(name), spot.origin.position, spot.facts.outcome
    if stakes is None:
        return
    what = f"stakes of {name}"
    win, most = (
        _worth(f"{word} of the {what}", ask_for, root)
        for word, ask_for in (("win", stakes.least_win), ("most", stakes.greatest))
    )
    if abs(value) > most:
        yield Fault(
            f"most of the {what}", f"the evaluation is {shown(value)}, and `most` says that it is at most {most:g}"
        )
    if outcome is None and value and abs(value) >= win:
        yield Fault(
            f"win of the {what}",
            f"the evaluation is {shown(value)} while the game goes on, and by `win` only a won game has {win:g}",
        )
    if outcome is not None and bool(value) != bool(outcome):
        yield Fault(
            f"end of the {what}",
            f"the evaluation is {shown(value)} where outcome() is {shown(outcome)}; a draw alone is 0 then",
        )
    standing = ask(f"the {what}", lambda: stakes.standing(value, root, over=outcome is not None))
    if not isinstance(standing.words, str):
        yield Fault(f"words of the {what}", f"for {shown(value)} they are {shown(standing.words)}; return a string")


def _worth(what: str, ask_for: Any, root: AnyPosition) -> float:
    worth: Any = ask(what, ask_for, root)
    is_worth = isinstance(worth, int | float) and not isinstance(worth, bool) and worth >= 0
    return float(fitting(what, what, worth, is_worth, "a number from 0 on is needed, or infinity"))


def scores(spot: Spot) -> Iterator[Fault]:
    """Check that every ordering scores every move, and twice the same."""
    if spot.facts.outcome is not None or probabilities(spot.position) is not None:
        return
    moves = spot.facts.legal
    for name, ordering in spot.game.orderings.items():
        rows, again = (_rows(name, ordering, spot, moves) for _ in range(2))
        if rows != again:
            yield Fault(f"chance in the ordering {name}", f"the ordering {name} scores the same moves differently")
        what = f"lowest_first of the ordering {name}"
        lowest = ask(what, ordering.lowest_first, spot.position)
        fitting(f"ordering {name}", what, lowest, isinstance(lowest, bool), "return True or False")


def _rows(name: str, ordering: MoveScores, spot: Spot, moves: Sequence[Any]) -> list[list[float]]:
    """Return the scores of the moves; Fault if they are not as many, or no numbers."""
    what = f"the ordering {name}"
    rows: list[list[float]] = ask(what, lambda: [[*row] for row in ordering.components(spot.position, moves)])
    if len(rows) != len(moves):
        raise Fault(f"ordering {name}", f"{what} has {len(rows)} rows for {len(moves)} moves; return one for each")
    for row in rows:
        if len(row) != len(ordering.names):
            raise Fault(
                f"ordering {name}",
                f"{what} has rows of {len(row)} numbers for {len(ordering.names)} names "
                f"({' '.join(map(str, ordering.names))}); return one for each",
            )
        if not all(map(is_number, row)):
            raise Fault(f"ordering {name}", f"{what} has the row {shown(row)}; finite numbers are needed")
    return rows
