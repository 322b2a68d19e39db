"""What stands for MAX and MIN: read from what a function's code does with the parameter that says who moves.

Both sides come from one pair: two values between which the code changes from ply to ply, or that it tells apart. Which
of them is MAX follows from their names, or from what the code does where one of them is to move.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from typing import Any

from visualizer.your_code.grading.reached import Routine, routine_of

TurnPair = tuple[object, object]
"""What stands for MAX, and what for MIN."""
BOOLEAN_TURNS: TurnPair = (True, False)
SIGN_TURNS: TurnPair = (1, -1)
FALLBACK_TURN_PAIRS: tuple[TurnPair, ...] = (
    BOOLEAN_TURNS,
    ("MAX", "MIN"),
    SIGN_TURNS,
    (1, 0),
    (0, 1),
)
"""What is tried in this order where a function's source does not tell."""
USUAL_TURN_PAIRS: tuple[TurnPair, ...] = (BOOLEAN_TURNS, SIGN_TURNS, (1, 0), (1, 2))
"""Between what code changes that names none of its values."""
NAMED_TURN_PAIRS = (
    ("X", "O"),
    ("x", "o"),
    ("MAX", "MIN"),
    ("max", "min"),
    ("white", "black"),
    ("W", "B"),
    ("w", "b"),
)
OPPONENT_NAMES = {one: other for pair in NAMED_TURN_PAIRS for one, other in (pair, pair[::-1])}
MAX_TURN_PARAMETERS = 30
ORDER_OPERATORS = (ast.Gt, ast.GtE, ast.Lt, ast.LtE)
INFINITY_FROM = 100
"""A number that is no smaller stands for infinity."""
SIGN_NAMES = ("color", "colour", "sign")
MAXIMIZER_NAME = re.compile(r"maxim|is_?max|max_?(player|turn)")
MINIMIZER_NAME = re.compile(r"minim|is_?min|min_")
SIDE_NAME = re.compile(r"(max|min)(imi[sz]\w+|imum)?(?![a-z])")


def usual_turn_pair(name: str) -> TurnPair | None:
    """Return what a parameter of this name usually has for MAX and MIN, None where that may be anything."""
    if name.lower() in SIGN_NAMES:
        return SIGN_TURNS
    if MAXIMIZER_NAME.match(name.lower()):
        return BOOLEAN_TURNS
    return None


def possible_turn_pairs(function: Callable[..., Any], name: str) -> tuple[TurnPair, ...]:
    """Return what may stand for MAX and MIN in a parameter, in the order in which it is tried; one pair where it shows.

    >>> def minimax(node, player):
    ...     values = [minimax(child, -player) for child in node.children]
    ...     return max(values) if player < 0 else min(values)
    >>> possible_turn_pairs(minimax, "player")
    ((-1, 1),)
    """
    routine = routine_of(function)
    if routine is None:
        pairs = []
    else:
        pairs = SideUses(routine, name).pairs()
    if pairs:
        return tuple(pairs)
    usual = usual_turn_pair(name)
    if usual is None:
        return FALLBACK_TURN_PAIRS
    return (usual,)


@dataclass(frozen=True)
class TurnParameter:
    """A parameter of a routine that says who moves."""

    routine: Routine
    name: str

    def known(self, expression: ast.AST, side: object) -> list[Any]:
        """Return in a list what an expression comes to where it is this side's turn; [] where that is not known."""
        return self.routine.known(expression, {self.name: side})

    def sources(self, expression: ast.AST, plies: int = 3) -> Iterator[ast.AST]:
        """Yield the variables and the searches that an expression depends on, be it by other variables."""
        parts = ast.iter_child_nodes(expression)
        if self.is_search(expression):
            yield expression
            return
        if isinstance(expression, ast.Name):
            yield expression
            parts = iter(self.routine.assigned.get(expression.id, ()) if plies else ())
            plies -= 1
        for part in parts:
            yield from self.sources(part, plies)

    def mentions(self, expression: ast.AST) -> bool:
        """Return whether an expression depends on the parameter, but not as a search does."""
        return any(map(self.is_it, self.sources(expression)))

    def is_search(self, expression: ast.AST) -> bool:
        """Return whether an expression is a call that searches a node, so that it comes to the node's value."""
        if isinstance(expression, ast.Call):
            called = self.routine.called(expression)
        else:
            called = None
        return called is not None and called.is_recursive

    def hands_over(self, expression: ast.AST) -> bool:
        """Return whether a routine that is handed an expression is told by it who moves: no value, as α and β are."""
        return self.mentions(expression) and not any(map(self.is_search, self.sources(expression)))

    def is_it(self, expression: object) -> bool:
        """Return whether an expression is the parameter."""
        return isinstance(expression, ast.Name) and expression.id == self.name


class SideUses:
    """What a routine, and those to which it hands the parameter, do with who moves."""

    def __init__(self, routine: Routine, name: str) -> None:
        """Find all places of the parameter."""
        self.name = name.lower()
        self.places = [TurnParameter(routine, name)]
        for place in self.places:  # which grows
            for called, parameter, expression in place.routine.handed:
                other = TurnParameter(called, parameter)
                if (
                    other not in self.places
                    and place.hands_over(expression)
                    and len(self.places) < MAX_TURN_PARAMETERS
                ):
                    self.places.append(other)
        self.handed = [each for place in self.places for each in self.changed_at(place)]
        """What is handed over for it where it changes: the expression, and where that stands."""
        self.branches = [branch for place in self.places for branch in branches_of(place)]

    def pairs(self) -> list[TurnPair]:
        """Return what may stand for MAX and MIN, [] where nothing shows."""
        named = [
            *{(type(value), repr(value)): value for value in self.values_named()}.values()
        ]  # True is not 1
        usual = [pair for side in named for pair in pairs_with_value(side)]
        if not named and self.is_used():
            usual = [*USUAL_TURN_PAIRS]
        followed = [(side, other) for side in named for other in self.followers(side)]
        changing = [
            pair
            for pair in (*combinations(named, 2), *followed, *usual)
            if self.changes_between(pair)
        ]
        pool = (
            changing
            or [*combinations(named, 2)]
            or [pair for pair in usual if is_known_pair(pair, followed)]
        )
        if pool:
            pool = (
                [*filter(self.tests_between, pool)] or [*filter(self.tests_between, usual)] or pool
            )
            return self.in_order(
                max(pool, key=lambda pair: (self.tests_between(pair), is_known_pair(pair, usual)))
            )
        if named:
            return [
                ordered for pair in usual for ordered in self.in_order(pair)
            ]  # any of them may be meant
        if usual:
            return self.in_order(max(usual, key=self.tests_between))
        return []

    # Which two values.

    def changed_at(self, place: TurnParameter) -> Iterator[tuple[TurnParameter, ast.expr]]:
        """Yield what is handed over for the parameter at a place, unless it is the parameter itself."""
        for called, parameter, expression in place.routine.handed:
            if TurnParameter(called, parameter) in self.places and not place.is_it(expression):
                yield place, expression

    def values_named(self) -> Iterator[object]:
        """Yield the values that the code names: those handed over, then those compared, then keys of tables."""
        compared = [value for place in self.places for value in compared_values(place)]
        handed = [
            value for place, each in self.handed for value in possible_values(place.routine, each)
        ]
        for value in (*handed, *compared):
            yield value
            if isinstance(value, Enum):
                yield from type(value)

    def followers(self, side: object) -> list[object]:
        """Return what is handed over for the next ply where this side is to move."""
        found = [
            place.known(expression, side)
            for place, expression in self.handed
            if place.mentions(expression)
        ]
        return [
            value
            for each in found
            for value in each
            if is_side(value) and not is_same_side(value, side)
        ]

    def changes_between(self, pair: TurnPair) -> bool:
        """Return whether the code hands over each of a pair, and nothing else, where the other is to move."""
        for side, other in (pair, pair[::-1]):
            following = self.followers(side)
            if not following or not all(is_same_side(each, other) for each in following):
                return False
        return True

    def tests_between(self, pair: TurnPair) -> int:
        """Return how many branches are taken for the one of a pair and not for the other."""
        return sum(len({*branch.truths(pair)}) == 2 for branch in self.branches)

    def is_used(self) -> bool:
        """Return whether anything depends on it."""
        return bool(self.branches or self.handed or self.is_factor())

    # Which of them is MAX.

    def in_order(self, pair: TurnPair) -> list[TurnPair]:
        """Return a pair with MAX first; both ways where that does not show, the likelier one first."""
        one, other = pair
        by_name = self.named_first(pair)
        if by_name is not None:
            return [by_name]
        evidence = [branch.evidence(pair) for branch in self.branches] + [
            max_table_evidence(place, pair) for place in self.places
        ]
        evidence = [each for each in evidence if each]
        if evidence:
            is_first = (sum(evidence) or evidence[0]) > 0
            agrees = all((each > 0) == is_first for each in evidence)
            if is_first:
                found = [pair, (other, one)]
            else:
                found = [(other, one), pair]
            return found[:1] if agrees else found
        is_signed = is_known_pair(pair, [SIGN_TURNS])
        if is_signed and (self.name in SIGN_NAMES or self.is_factor()):
            return [SIGN_TURNS]
        is_other_first = one == 0 and other == 1
        for branch in self.branches:
            truths = branch.truths(pair)
            if len({*truths}) == 2 and branch.place.routine.is_recursive:
                is_other_first = truths[1]  # most code asks for MAX first
                break
        if is_other_first:
            return [(other, one), (one, other)]
        return [(one, other), (other, one)]

    def named_first(self, pair: TurnPair) -> TurnPair | None:
        """Return a pair with MAX first where the values, or the parameter, have names that say so; else None."""
        labels = [side_label(side) for side in pair]
        for place, label in enumerate(labels):
            if found := SIDE_NAME.match(label):
                if (found[1] == "max") == (place == 0):
                    return pair
                return pair[::-1]
        if not all(isinstance(side, int) for side in pair):
            return None
        rising: Any = sorted(pair)
        if MAXIMIZER_NAME.match(self.name):
            return rising[1], rising[0]
        if MINIMIZER_NAME.match(self.name) or self.name.startswith("agent"):
            return rising[0], rising[1]
        return None

    def is_factor(self) -> bool:
        """Return whether something is multiplied by it, as values are by their sign."""
        return any(map(has_product, self.places))


def has_product(place: TurnParameter) -> bool:
    """Return whether something that is not known beforehand is multiplied by a parameter."""
    for each in place.routine.nodes:
        match each:
            case ast.BinOp(one, ast.Mult(), other) if place.is_it(one) or place.is_it(other):
                if not place.routine.known(other if place.is_it(one) else one):
                    return True
    return False


@dataclass(frozen=True)
class Branch:
    """A test of who moves, and what is done where it holds and where it does not."""

    place: TurnParameter
    test: ast.AST
    body: Sequence[ast.AST]
    otherwise: Sequence[ast.AST]

    def truths(self, pair: TurnPair) -> list[bool]:
        """Return whether the test holds for each of a pair; [] where that is not known."""
        signs = [
            sign
            for each in ast.walk(self.test)
            if isinstance(each, ast.Compare)
            for sign in each.ops
        ]
        if any(isinstance(side, str) for side in pair) and any(
            isinstance(sign, ORDER_OPERATORS) for sign in signs
        ):
            return []  # no side comes before another by the alphabet
        found = [self.place.known(self.test, side) for side in pair]
        if all(found):
            return [bool(each[0]) for each in found]
        return []

    def evidence(self, pair: TurnPair) -> int:
        """Return how much says that the first of a pair is MAX, below 0 that the second is."""
        truths = self.truths(pair)
        if len({*truths}) < 2:
            return 0
        weight = max_evidence(self.place.routine, self.body) - max_evidence(
            self.place.routine, self.otherwise
        )
        return weight if truths[0] else -weight


def branches_of(place: TurnParameter) -> Iterator[Branch]:
    """Yield the tests of a parameter."""
    for each in place.routine.nodes:
        match each:
            case ast.IfExp(test, body, otherwise):
                yield Branch(place, test, [body], [otherwise])
            case ast.BoolOp(ast.And(), tests):
                for number, test in enumerate(tests):
                    yield Branch(
                        place, test, [other for at, other in enumerate(tests) if at != number], []
                    )
            case ast.Match(ast.expr() as subject, cases) if place.is_it(subject):
                for one in cases:
                    if isinstance(one.pattern, ast.MatchValue):
                        test = ast.Compare(subject, [ast.Eq()], [one.pattern.value])
                        yield Branch(
                            place,
                            ast.fix_missing_locations(ast.copy_location(test, subject)),
                            one.body,
                            [],
                        )
        for name in ("body", "orelse"):
            lines: Any = getattr(each, name, None)
            for number, line in enumerate(lines if isinstance(lines, list) else []):
                if isinstance(line, ast.If):
                    leaves = isinstance(line.body[-1], ast.Return | ast.Raise | ast.Continue)
                    if leaves:
                        following = lines[number + 1 :]
                    else:
                        following = []
                    yield Branch(place, line.test, line.body, [*line.orelse, *following])


def max_evidence(routine: Routine, lines: Sequence[ast.AST]) -> int:
    """Return how much says that lines are MAX's: the greatest is taken, from −∞ up; below 0 for MIN's."""
    weight = 0
    for each in (node for line in lines for node in ast.walk(line)):
        match each:
            case ast.Name("max"):
                weight += 2
            case ast.Name("min"):
                weight -= 2
            case ast.UnaryOp(ast.USub(), operand):
                weight += 2 * is_infinity_like(
                    routine, operand
                )  # its operand alone takes one away again
            case ast.Name(name, ast.Store()) if name.lower() in ("alpha", "beta"):
                if name.lower() == "alpha":
                    weight += 1
                else:
                    weight += -1
            case ast.Compare(left, [ast.Gt() | ast.GtE() | ast.Lt() | ast.LtE() as sign], [right]):
                if not routine.known(left) and not routine.known(right):
                    if isinstance(sign, ast.Gt | ast.GtE):
                        weight += 1
                    else:
                        weight += -1
            case ast.Name() | ast.Attribute() | ast.Constant() | ast.Call():
                weight -= is_infinity_like(routine, each)
    return weight


def is_infinity_like(routine: Routine, expression: ast.AST) -> bool:
    """Return whether an expression is a number that stands for infinity."""
    return any(
        type(value) in (int, float) and value >= INFINITY_FROM
        for value in routine.known(expression)
    )


def max_table_evidence(place: TurnParameter, pair: TurnPair) -> int:
    """Return how much says that the first of a pair is MAX because `max` is taken from a table for it."""
    evidence = 0
    for each in place.routine.nodes:
        if isinstance(each, ast.Subscript) and place.mentions(each.slice):
            for side, sign in zip(pair, (1, -1), strict=True):
                found = place.known(each, side)
                evidence += sign * ((found == [max]) - (found == [min]))
    return evidence


def compared_values(place: TurnParameter) -> Iterator[object]:
    """Yield the values that a parameter is compared with, and the keys of tables in which it is looked up."""
    for each in place.routine.nodes:
        match each:
            case ast.Compare(left, signs, others):
                is_order = any(isinstance(sign, ORDER_OPERATORS) for sign in signs)
                sides = [left, *others]
                for side in sides if any(map(place.is_it, sides)) and not is_order else ():
                    yield from possible_values(place.routine, side)
            case ast.Match(subject, cases) if place.is_it(subject):
                for one in cases:
                    if isinstance(one.pattern, ast.MatchValue):
                        yield from possible_values(place.routine, one.pattern.value)
            case ast.Subscript(table, index) if place.is_it(index):
                for found in place.routine.known(table):
                    yield from filter(is_side, found if isinstance(found, dict) else ())


def possible_values(routine: Routine, expression: ast.AST, plies: int = 4) -> Iterator[object]:
    """Yield the values that an expression may come to, as far as the source shows them."""
    found = routine.known(expression)
    if found and isinstance(found[0], tuple | list | set | frozenset):
        yield from filter(is_side, found[0])
    elif found:
        yield from filter(is_side, found)
    elif plies:
        for inside, each in possible_expressions(routine, expression):
            yield from possible_values(inside, each, plies - 1)


def possible_expressions(
    routine: Routine, expression: ast.AST
) -> Iterator[tuple[Routine, ast.AST]]:
    """Yield what an expression may come to one of, with the routine in which that stands."""
    match expression:
        case ast.IfExp(_, one, other):
            yield from ((routine, one), (routine, other))
        case ast.BoolOp(_, parts) | ast.Tuple(parts) | ast.List(parts) | ast.Set(parts):
            yield from ((routine, part) for part in parts)
        case ast.Name(name):
            yield from ((routine, value) for value in routine.assigned.get(name, ()))
        case ast.Subscript(table):
            for found in routine.known(table):
                values = (
                    found.values()
                    if isinstance(found, dict)
                    else found
                    if isinstance(found, list | tuple)
                    else ()
                )
                yield from (
                    (routine, ast.Constant(value))
                    for value in values
                    if isinstance(value, str | int)
                )
        case ast.Call() if (called := routine.called(expression)) is not None:
            for each in called.nodes:
                if isinstance(each, ast.Return) and each.value is not None:
                    yield called, each.value


def pairs_with_value(side: object) -> list[TurnPair]:
    """Return the pairs that a value alone may belong to."""
    if isinstance(side, str):
        return [
            (side, OPPONENT_NAMES.get(side, "MAX" if side.lower().startswith("min") else "MIN"))
        ]
    if isinstance(side, bool):
        return [(side, not side)]
    if isinstance(side, int):
        numbers = [pair for pair in USUAL_TURN_PAIRS[1:] if side in pair]
    else:
        numbers = []
    return numbers or ([(side, 1)] if isinstance(side, int | float) else [])


def is_side(value: object) -> bool:
    """Return whether a value can stand for a side."""
    return value is not None and not callable(value) and type(value).__hash__ is not None


def is_same_side(one: object, other: object) -> bool:
    """Return whether two values are the same side: True is not 1 here."""
    return type(one) is type(other) and one == other


def is_known_pair(pair: TurnPair, pairs: Sequence[TurnPair]) -> bool:
    """Return whether a pair is one of several, or one of them the other way round."""
    return any(
        is_same_side(one, pair[0]) and is_same_side(other, pair[1])
        for each in pairs
        for one, other in (each, each[::-1])
    )


def side_label(side: object) -> str:
    """Return what a side is called, in small letters; "" where it has no name."""
    if isinstance(side, Enum):
        return side.name.lower()
    if isinstance(side, str):
        return side.lower()
    return ""
