"""The values for MAX and MIN, read from how a function uses its parameter for the side to move.

Both sides come from one pair: two values between which the code changes from ply to ply, or that it
tells apart. Which of them is MAX follows from their names, or from what the code does if one of
them is to move.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from typing import Any, cast

from visualizer.your_code.grading.reached import Routine, routine_of

TurnPair = tuple[object, object]
"""The value that stands for MAX, and the one for MIN."""
BOOLEAN_TURNS: TurnPair = (True, False)
SIGN_TURNS: TurnPair = (1, -1)
FALLBACK_TURN_PAIRS: tuple[TurnPair, ...] = (
    BOOLEAN_TURNS,
    ("MAX", "MIN"),
    SIGN_TURNS,
    (1, 0),
    (0, 1),
)
"""The pairs to try, in order, if the source of a function shows none."""
USUAL_TURN_PAIRS: tuple[TurnPair, ...] = (BOOLEAN_TURNS, SIGN_TURNS, (1, 0), (1, 2))
"""The usual pairs of code that names none of its values."""
NAMED_TURN_PAIRS = (
    ("X", "O"),
    ("x", "o"),
    ("MAX", "MIN"),
    ("max", "min"),
    ("white", "black"),
    ("W", "B"),
    ("w", "b"),
)
OPPONENT_NAMES = dict(NAMED_TURN_PAIRS) | {other: one for one, other in NAMED_TURN_PAIRS}
MAX_TURN_PARAMETERS = 30
ORDER_OPERATORS = (ast.Gt, ast.GtE, ast.Lt, ast.LtE)
INFINITY_FROM = 100
"""Numbers from this one on stand for infinity."""
SIGN_NAMES = ("color", "colour", "sign")
MAXIMIZER_NAME = re.compile(r"maxim|is_?max|max_?(player|turn)")
MINIMIZER_NAME = re.compile(r"minim|is_?min|min_")
SIDE_NAME = re.compile(r"(max|min)(imi[sz]\w+|imum)?(?![a-z])")


def usual_turn_pair(name: str) -> TurnPair | None:
    """Return the usual pair of a parameter with this name, or None if it may be any."""
    if name.lower() in SIGN_NAMES:
        return SIGN_TURNS
    if MAXIMIZER_NAME.match(name.lower()):
        return BOOLEAN_TURNS
    return None


def possible_turn_pairs(function: Callable[..., Any], name: str) -> tuple[TurnPair, ...]:
    """Return the pairs that may stand for MAX and MIN, in the order to try them.

    If the source shows the pair, this is the only one.

    >>> def minimax(node, player):
    ...     values = [minimax(child, -player) for child in node.children]
    ...     return max(values) if player < 0 else min(values)
    >>> possible_turn_pairs(minimax, "player")
    ((-1, 1),)
    """
    routine = routine_of(function)
    if routine is not None:
        pairs = SideUses(routine, name).possible_pairs()
        if pairs:
            return tuple(pairs)
    usual = usual_turn_pair(name)
    return FALLBACK_TURN_PAIRS if usual is None else (usual,)


@dataclass(frozen=True)
class TurnParameter:
    """A parameter of a routine for the side to move."""

    routine: Routine
    name: str

    def evaluate_for(self, expression: ast.AST, side: object) -> list[Any]:
        """Return the value of an expression for this side in a list of one, or [] if unknown."""
        return self.routine.evaluate(expression, {self.name: side})

    def dependencies(self, expression: ast.AST, plies: int = 3) -> Iterator[ast.AST]:
        """Yield the variables and searches that an expression depends on, directly or not."""
        if self.is_search(expression):
            yield expression
            return

        parts: Iterable[ast.AST] = ast.iter_child_nodes(expression)
        if isinstance(expression, ast.Name):
            yield expression
            # A variable may be assigned to itself, so the way back has an end.
            parts = self.routine.assigned_expressions.get(expression.id, ()) if plies else ()
            plies -= 1
        for part in parts:
            yield from self.dependencies(part, plies)

    def mentions(self, expression: ast.AST) -> bool:
        """Return whether an expression depends on the parameter, other than by a search."""
        return any(map(self.is_parameter, self.dependencies(expression)))

    def is_search(self, expression: ast.AST) -> bool:
        """Return whether an expression is a call that searches a node."""
        if not isinstance(expression, ast.Call):
            return False
        called = self.routine.called(expression)
        return called is not None and called.is_recursive

    def passes_turn(self, expression: ast.AST) -> bool:
        """Return whether an argument says who moves; α and β, found by searches, do not."""
        return self.mentions(expression) and not any(
            map(self.is_search, self.dependencies(expression))
        )

    def is_parameter(self, expression: object) -> bool:
        """Return whether an expression is the parameter."""
        return isinstance(expression, ast.Name) and expression.id == self.name


class SideUses:
    """The uses of the parameter for the side to move, in all routines that it is passed to."""

    def __init__(self, routine: Routine, name: str) -> None:
        """Find all parameters that get the side to move."""
        self.name = name.lower()
        self.turn_parameters = [TurnParameter(routine, name)]
        for place in self.turn_parameters:  # which grows
            self.turn_parameters += self.parameters_from(place)
        self.passed_turns: list[tuple[TurnParameter, ast.expr]] = []
        """The expressions for the side to move at the next ply, each with its place."""
        self.branches: list[Branch] = []
        for place in self.turn_parameters:
            self.passed_turns += self.changed_at(place)
            self.branches += branches_of(place)

    def parameters_from(self, place: TurnParameter) -> list[TurnParameter]:
        """Return the new parameters to which a place passes the side to move."""
        found: list[TurnParameter] = []
        for called, parameter, expression in place.routine.passed_arguments:
            other = TurnParameter(called, parameter)
            has_room = len(self.turn_parameters) + len(found) < MAX_TURN_PARAMETERS
            is_new = other not in self.turn_parameters and other not in found
            if has_room and is_new and place.passes_turn(expression):
                found.append(other)
        return found

    def possible_pairs(self) -> list[TurnPair]:
        """Return the pairs that may stand for MAX and MIN; [] if the source shows none."""
        named = self.distinct_values()
        usual: list[TurnPair] = []
        for side in named:
            usual += pairs_with_value(side)
        if not named and self.is_used():
            usual = list(USUAL_TURN_PAIRS)

        pool = self.likely_pairs(named, usual)
        if pool:
            return self.ordered_pairs(self.best_pair(pool, usual))
        ordered: list[TurnPair] = []
        if named:  # any of these may be meant
            for pair in usual:
                ordered += self.ordered_pairs(pair)
        elif usual:
            ordered = self.ordered_pairs(max(usual, key=self.tests_between))
        return ordered

    def distinct_values(self) -> list[object]:
        """Return the values in the code, each once."""
        # The type belongs to the key, because True equals 1.
        by_key = {(type(value), repr(value)): value for value in self.values_named()}
        return list(by_key.values())

    def best_pair(self, pool: Sequence[TurnPair], usual: Sequence[TurnPair]) -> TurnPair:
        """Return the pair that most branches tell apart, and of equals the usual one."""

        def rank(pair: TurnPair) -> tuple[int, bool]:
            return self.tests_between(pair), is_known_pair(pair, usual)

        return max(pool, key=rank)

    def likely_pairs(self, named: Sequence[object], usual: Sequence[TurnPair]) -> list[TurnPair]:
        """Return the pairs between which the code changes, else pairs of named values.

        Pairs that the code tests for are preferred.
        """
        followed: list[TurnPair] = []
        for side in named:
            followed += [(side, other) for other in self.followers(side)]
        combined = list(combinations(named, 2))
        pool = [*filter(self.changes_between, (*combined, *followed, *usual))] or combined
        if not pool:
            pool = [pair for pair in usual if is_known_pair(pair, followed)]
        if not pool:
            return []

        tested = list(filter(self.tests_between, pool))
        return tested or list(filter(self.tests_between, usual)) or pool

    # Which two values.

    def changed_at(self, place: TurnParameter) -> Iterator[tuple[TurnParameter, ast.expr]]:
        """Yield the arguments for the side to move at a place, except the parameter itself."""
        for called, parameter, expression in place.routine.passed_arguments:
            is_turn = TurnParameter(called, parameter) in self.turn_parameters
            if is_turn and not place.is_parameter(expression):
                yield place, expression

    def values_named(self) -> Iterator[object]:
        """Yield the values in the code: those passed on, then those compared and table keys."""
        values: list[object] = []
        for place, expression in self.passed_turns:
            values += possible_values(place.routine, expression)
        for place in self.turn_parameters:
            values += compared_values(place)

        for value in values:
            yield value
            if isinstance(value, Enum):
                yield from type(value)

    def followers(self, side: object) -> list[object]:
        """Return the other values that are passed on if this side is to move."""
        followers: list[object] = []
        for place, expression in self.passed_turns:
            if place.mentions(expression):
                followers += place.evaluate_for(expression, side)
        return [value for value in followers if is_side(value) and not is_same_side(value, side)]

    def changes_between(self, pair: TurnPair) -> bool:
        """Return whether the code passes on the one side if the other is to move, nothing else."""
        for side, other in (pair, pair[::-1]):
            followers = self.followers(side)
            if not followers or not all(is_same_side(value, other) for value in followers):
                return False
        return True

    def tests_between(self, pair: TurnPair) -> int:
        """Return how many branches tell the sides of a pair apart."""
        return sum(branch.distinguishes(pair) for branch in self.branches)

    def is_used(self) -> bool:
        """Return whether anything depends on the parameter."""
        return bool(self.branches or self.passed_turns or self.is_factor())

    # Which of them is MAX.

    def ordered_pairs(self, pair: TurnPair) -> list[TurnPair]:
        """Return a pair with MAX first, or both orders if the source does not show it."""
        named = self.named_first(pair)
        if named is not None:
            return [named]
        by_evidence = self.ordered_by_evidence(pair)
        if by_evidence:
            return by_evidence
        if is_known_pair(pair, [SIGN_TURNS]) and (self.name in SIGN_NAMES or self.is_factor()):
            return [SIGN_TURNS]

        orders = [pair, pair[::-1]]
        if self.is_probably_reversed(pair):
            orders.reverse()
        return orders

    def is_probably_reversed(self, pair: TurnPair) -> bool:
        """Return whether the second of a pair is probably MAX: most code tests for MAX first."""
        for branch in self.branches:
            if branch.distinguishes(pair) and branch.place.routine.is_recursive:
                return branch.test_results(pair)[1]
        return pair[0] == 0 and pair[1] == 1

    def ordered_by_evidence(self, pair: TurnPair) -> list[TurnPair]:
        """Return a pair in the order that the code shows, both orders if it contradicts itself."""
        evidence = [branch.evidence(pair) for branch in self.branches]
        evidence += [max_table_evidence(place, pair) for place in self.turn_parameters]
        evidence = [weight for weight in evidence if weight]
        if not evidence:
            return []

        # If the weights cancel out, the code that is read first counts.
        is_first = (sum(evidence) or evidence[0]) > 0
        orders = [pair, pair[::-1]]
        if not is_first:
            orders.reverse()
        agrees = all((weight > 0) == is_first for weight in evidence)
        return orders[:1] if agrees else orders

    def named_first(self, pair: TurnPair) -> TurnPair | None:
        """Return a pair with MAX first if names of values or of the parameter show it, or None."""
        for index, side in enumerate(pair):
            found = SIDE_NAME.match(side_label(side))
            if found:
                is_max_first = (found[1] == "max") == (index == 0)
                return pair if is_max_first else pair[::-1]

        if not all(isinstance(side, int) for side in pair):
            return None
        smaller, larger = sorted(cast(tuple[int, int], pair))
        if MAXIMIZER_NAME.match(self.name):
            return larger, smaller
        if MINIMIZER_NAME.match(self.name) or self.name.startswith("agent"):
            return smaller, larger
        return None

    def is_factor(self) -> bool:
        """Return whether anything is multiplied by the parameter, as by a sign."""
        return any(map(has_product, self.turn_parameters))


def has_product(place: TurnParameter) -> bool:
    """Return whether anything but a known number is multiplied by a parameter."""
    for node in place.routine.nodes:
        match node:
            case ast.BinOp(left, ast.Mult(), right) if place.is_parameter(left):
                factor = right
            case ast.BinOp(factor, ast.Mult(), right) if place.is_parameter(right):
                pass
            case _:
                continue
        if not place.routine.evaluate(factor):
            return True
    return False


@dataclass(frozen=True)
class Branch:
    """A test of who moves, with the lines that run if it holds and if it does not."""

    place: TurnParameter
    test: ast.AST
    body: Sequence[ast.AST]
    otherwise: Sequence[ast.AST]

    def test_results(self, pair: TurnPair) -> list[bool]:
        """Return whether the test holds for each side of a pair; [] if that is not known."""
        has_text = any(isinstance(side, str) for side in pair)
        if has_text and any(isinstance(node, ORDER_OPERATORS) for node in ast.walk(self.test)):
            return []  # sides have no alphabetical order

        values = [self.place.evaluate_for(self.test, side) for side in pair]
        if not all(values):
            return []
        return [bool(value[0]) for value in values]

    def distinguishes(self, pair: TurnPair) -> bool:
        """Return whether the test holds for just one side of a pair."""
        return len(set(self.test_results(pair))) == 2

    def evidence(self, pair: TurnPair) -> int:
        """Return how clearly the first of a pair is MAX, below 0 if the second is."""
        if not self.distinguishes(pair):
            return 0
        routine = self.place.routine
        weight = max_evidence(routine, self.body) - max_evidence(routine, self.otherwise)
        return weight if self.test_results(pair)[0] else -weight


def branches_of(place: TurnParameter) -> Iterator[Branch]:
    """Yield the tests in a routine, with the code that depends on them."""
    for node in place.routine.nodes:
        match node:
            case ast.IfExp(test, body, otherwise):
                yield Branch(place, test, [body], [otherwise])
            case ast.BoolOp(ast.And(), tests):
                yield from conjunction_branches(place, tests)
            case ast.Match(subject, cases) if place.is_parameter(subject):
                yield from match_branches(place, subject, cases)
        for lines in (getattr(node, "body", None), getattr(node, "orelse", None)):
            if isinstance(lines, list):
                yield from if_branches(place, lines)


def conjunction_branches(place: TurnParameter, tests: Sequence[ast.expr]) -> Iterator[Branch]:
    """Yield each test in a chain of `and`: the others are evaluated only if it holds."""
    for index, test in enumerate(tests):
        others = [*tests[:index], *tests[index + 1 :]]
        yield Branch(place, test, others, [])


def match_branches(
    place: TurnParameter, subject: ast.expr, cases: Sequence[ast.match_case]
) -> Iterator[Branch]:
    """Yield the cases of a match statement as tests for equality."""
    for case in cases:
        if isinstance(case.pattern, ast.MatchValue):
            test = ast.Compare(subject, [ast.Eq()], [case.pattern.value])
            located = ast.fix_missing_locations(ast.copy_location(test, subject))
            yield Branch(place, located, case.body, [])


def if_branches(place: TurnParameter, lines: Sequence[ast.AST]) -> Iterator[Branch]:
    """Yield the if statements among lines; what follows an early return counts as `else`."""
    for number, line in enumerate(lines):
        if not isinstance(line, ast.If):
            continue
        otherwise: list[ast.AST] = list(line.orelse)
        if isinstance(line.body[-1], ast.Return | ast.Raise | ast.Continue):
            otherwise += lines[number + 1 :]
        yield Branch(place, line.test, line.body, otherwise)


def max_evidence(routine: Routine, lines: Sequence[ast.AST]) -> int:
    """Return how clearly lines maximize, below 0 if they minimize.

    They do by taking a `max`, starting from −∞, raising α or comparing with >.
    """
    evidence = 0
    for line in lines:
        evidence += sum(node_evidence(routine, node) for node in ast.walk(line))
    return evidence


def node_evidence(routine: Routine, node: ast.AST) -> int:
    """Return how clearly one node of a syntax tree belongs to MAX, below 0 to MIN."""
    weight = 0
    match node:
        # `max` and `min` say it outright, anything else is only a sign of it.
        case ast.Name("max"):
            weight = 2
        case ast.Name("min"):
            weight = -2
        case ast.Name(name, ast.Store()) if name.lower() in ("alpha", "beta"):
            weight = 1 if name.lower() == "alpha" else -1
        case ast.UnaryOp(ast.USub(), operand):
            # The operand alone, which is met as well, takes one away again.
            weight = 2 * is_infinity_like(routine, operand)
        case ast.Compare(left, [sign], [right]) if isinstance(sign, ORDER_OPERATORS):
            # A comparison with a known number tests the depth, or the turn itself.
            if not routine.evaluate(left) and not routine.evaluate(right):
                weight = 1 if isinstance(sign, ast.Gt | ast.GtE) else -1
        case ast.Name() | ast.Attribute() | ast.Constant() | ast.Call():
            weight = -is_infinity_like(routine, node)
    return weight


def is_infinity_like(routine: Routine, expression: ast.AST) -> bool:
    """Return whether an expression is a number that stands for infinity."""
    return any(
        type(value) in (int, float) and value >= INFINITY_FROM
        for value in routine.evaluate(expression)
    )


def max_table_evidence(place: TurnParameter, pair: TurnPair) -> int:
    """Return how clearly the first of a pair is MAX by tables that hold `max` and `min`."""
    evidence = 0
    tables = [node for node in place.routine.nodes if isinstance(node, ast.Subscript)]
    for node in tables:
        if not place.mentions(node.slice):
            continue
        for side, sign in zip(pair, (1, -1), strict=True):
            value = place.evaluate_for(node, side)
            if value == [max]:
                evidence += sign
            elif value == [min]:
                evidence -= sign
    return evidence


def compared_values(place: TurnParameter) -> Iterator[object]:
    """Yield the values that a parameter is compared with, and the keys of tables it indexes."""
    routine = place.routine
    for node in routine.nodes:
        if isinstance(node, ast.Subscript) and place.is_parameter(node.slice):
            yield from side_keys(routine, node.value)
        for expression in compared_expressions(place, node):
            yield from possible_values(routine, expression)


def compared_expressions(place: TurnParameter, node: ast.AST) -> list[ast.expr]:
    """Return the expressions that a node of a syntax tree compares with a parameter."""
    match node:
        case ast.Compare(left, signs, others):
            # `player < 0` names no side; only a test for equality does.
            has_order = any(isinstance(sign, ORDER_OPERATORS) for sign in signs)
            if not has_order and any(map(place.is_parameter, (left, *others))):
                return [left, *others]
        case ast.Match(subject, cases) if place.is_parameter(subject):
            patterns = [case.pattern for case in cases]
            return [each.value for each in patterns if isinstance(each, ast.MatchValue)]
    return []


def side_keys(routine: Routine, table: ast.AST) -> Iterator[object]:
    """Yield the keys of a known dictionary that can stand for a side."""
    for found in routine.evaluate(table):
        if isinstance(found, dict):
            yield from filter(is_side, found)


def possible_values(routine: Routine, expression: ast.AST, plies: int = 4) -> Iterator[object]:
    """Yield the values that an expression may have, as far as the source shows them."""
    found = routine.evaluate(expression)
    if found and isinstance(found[0], tuple | list | set | frozenset):
        yield from filter(is_side, found[0])
    elif found:
        yield from filter(is_side, found)
    elif plies:
        for owner, alternative in possible_expressions(routine, expression):
            yield from possible_values(owner, alternative, plies - 1)


def possible_expressions(
    routine: Routine, expression: ast.AST
) -> Iterator[tuple[Routine, ast.AST]]:
    """Yield the expressions that may give an expression its value, each with its routine."""
    match expression:
        case ast.IfExp(_, one, other):
            yield from ((routine, one), (routine, other))
        case ast.BoolOp(_, parts) | ast.Tuple(parts) | ast.List(parts) | ast.Set(parts):
            yield from ((routine, part) for part in parts)
        case ast.Name(name):
            yield from ((routine, value) for value in routine.assigned_expressions.get(name, ()))
        case ast.Subscript(table):
            for value in table_values(routine, table):
                yield routine, ast.Constant(value)
        case ast.Call():
            yield from returned_expressions(routine.called(expression))


def returned_expressions(called: Routine | None) -> Iterator[tuple[Routine, ast.AST]]:
    """Yield the expressions that a routine returns, each with the routine; none for None."""
    if called is None:
        return
    for node in called.nodes:
        if isinstance(node, ast.Return) and node.value is not None:
            yield called, node.value


def table_values(routine: Routine, table: ast.AST) -> Iterator[str | int]:
    """Yield the texts and whole numbers in a known list or dictionary."""
    for found in routine.evaluate(table):
        values = found.values() if isinstance(found, dict) else found
        if isinstance(found, dict | list | tuple):
            yield from (value for value in values if isinstance(value, str | int))


def pairs_with_value(side: object) -> list[TurnPair]:
    """Return the pairs that a single value may belong to."""
    if isinstance(side, str):
        opponent = "MAX" if side.lower().startswith("min") else "MIN"
        return [(side, OPPONENT_NAMES.get(side, opponent))]
    if isinstance(side, bool):
        return [(side, not side)]
    if isinstance(side, int):
        known = [pair for pair in USUAL_TURN_PAIRS[1:] if side in pair]
        return known or [(side, 1)]
    return [(side, 1)] if isinstance(side, float) else []


def is_side(value: object) -> bool:
    """Return whether a value can stand for a side."""
    return value is not None and not callable(value) and type(value).__hash__ is not None


def is_same_side(one: object, other: object) -> bool:
    """Return whether two values are the same side; True is not 1 here."""
    return type(one) is type(other) and one == other


def is_known_pair(pair: TurnPair, pairs: Sequence[TurnPair]) -> bool:
    """Return whether a pair is among others, in either order."""
    for one, other in pairs:
        if is_same_side(one, pair[0]) and is_same_side(other, pair[1]):
            return True
        if is_same_side(other, pair[0]) and is_same_side(one, pair[1]):
            return True
    return False


def side_label(side: object) -> str:
    """Return the name of a side in small letters; "" if it has none."""
    if isinstance(side, Enum):
        return side.name.lower()
    if isinstance(side, str):
        return side.lower()
    return ""
