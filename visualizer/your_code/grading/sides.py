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
    """Return the pairs of values that the parameter `name` may have for MAX and for MIN.

    The pairs are in the order to try them. The function's source may show which pair is right: then
    only this pair is returned, as here:

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

    def dependencies(self, expression: ast.AST, steps_left: int = 3) -> Iterator[ast.AST]:
        """Yield the variables on which an expression depends, and its calls that search a node.

        From a variable, the way goes on to the expressions assigned to it, for at most `steps_left`
        variables in a row.
        """
        if self.is_search(expression):
            yield expression
            return

        parts: Iterable[ast.AST] = ast.iter_child_nodes(expression)
        if isinstance(expression, ast.Name):
            yield expression
            # A variable may be assigned to itself, so the way back has an end.
            parts = self.routine.assigned_expressions.get(expression.id, ()) if steps_left else ()
            steps_left -= 1
        for part in parts:
            yield from self.dependencies(part, steps_left)

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
        """Find all parameters that get the side to move, beginning with the parameter `name`.

        `routine` is the routine that has this parameter.
        """
        self.name = name.lower()
        self.turn_parameters = [TurnParameter(routine, name)]
        # The list grows in the loop, so that calls are followed from routine to routine.
        for turn_parameter in self.turn_parameters:
            self.turn_parameters += self.parameters_from(turn_parameter)
        self.passed_turns: list[tuple[TurnParameter, ast.expr]] = []
        """The expressions for the side to move at the next ply, each with its turn_parameter."""
        self.branches: list[Branch] = []
        for turn_parameter in self.turn_parameters:
            self.passed_turns += self.passed_turns_at(turn_parameter)
            self.branches += branches_of(turn_parameter)

    def parameters_from(self, turn_parameter: TurnParameter) -> list[TurnParameter]:
        """Return the parameters of other routines to which a parameter's side to move is passed on.

        Parameters that were found before are left out.
        """
        found: list[TurnParameter] = []
        for called, parameter, expression in turn_parameter.routine.passed_arguments:
            other = TurnParameter(called, parameter)
            has_room = len(self.turn_parameters) + len(found) < MAX_TURN_PARAMETERS
            is_new = other not in self.turn_parameters and other not in found
            if has_room and is_new and turn_parameter.passes_turn(expression):
                found.append(other)
        return found

    def possible_pairs(self) -> list[TurnPair]:
        """Return the pairs of values that may stand for MAX and MIN, in the order to try them.

        Return [] if the source shows no values for the sides.
        """
        # The values that the code itself names come first, usual pairs such as (1, -1) second.
        named = self.distinct_values()
        usual: list[TurnPair] = []
        for side in named:
            usual += pairs_with_value(side)
        if not named and self.is_used():
            usual = list(USUAL_TURN_PAIRS)

        likely = self.likely_pairs(named, usual)
        if likely:
            return self.ordered_pairs(self.best_pair(likely, usual))
        ordered: list[TurnPair] = []
        if named:
            # Any of the usual pairs with a named value may be meant.
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
        """Return the pairs of values that probably stand for the two sides, in either order.

        A pair is likely if the code passes on one value while the other is to move. Otherwise,
        pairs of `named` values are taken, then `usual` pairs. Among the pairs found, those for
        which the code has tests are preferred. Return [] if nothing speaks for any pair.
        """
        followed: list[TurnPair] = []
        for side in named:
            followed += [(side, other) for other in self.followers(side)]
        combined = list(combinations(named, 2))
        candidates = [*combined, *followed, *usual]
        likely = list(filter(self.changes_between, candidates)) or combined
        if not likely:
            likely = [pair for pair in usual if is_known_pair(pair, followed)]
        if not likely:
            return []

        tested = list(filter(self.tests_between, likely))
        if not tested:
            tested = list(filter(self.tests_between, usual))
        return tested or likely

    def passed_turns_at(
        self, turn_parameter: TurnParameter
    ) -> Iterator[tuple[TurnParameter, ast.expr]]:
        """Yield the expressions that a routine passes on for the side to move, if changed."""
        for called, parameter, expression in turn_parameter.routine.passed_arguments:
            is_turn = TurnParameter(called, parameter) in self.turn_parameters
            if is_turn and not turn_parameter.is_parameter(expression):
                yield turn_parameter, expression

    def values_named(self) -> Iterator[object]:
        """Yield the values that the code uses for the side to move; a value may come several times.

        Values passed to calls come first. Values with which the side is compared, and the keys of
        tables, follow. A member of an enumeration is followed by all members.
        """
        values: list[object] = []
        for turn_parameter, expression in self.passed_turns:
            values += possible_values(turn_parameter.routine, expression)
        for turn_parameter in self.turn_parameters:
            values += compared_values(turn_parameter)

        for value in values:
            yield value
            if isinstance(value, Enum):
                yield from type(value)

    def followers(self, side: object) -> list[object]:
        """Return the other values that are passed on if this side is to move."""
        followers: list[object] = []
        for turn_parameter, expression in self.passed_turns:
            if turn_parameter.mentions(expression):
                followers += turn_parameter.evaluate_for(expression, side)
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

    def ordered_pairs(self, pair: TurnPair) -> list[TurnPair]:
        """Return a pair with the value for MAX first.

        If the code does not show which value is MAX, return the pair in both orders, the likelier
        first.
        """
        named = self.named_first(pair)
        if named is not None:
            return [named]
        by_evidence = self.ordered_by_evidence(pair)
        if by_evidence:
            return by_evidence
        is_used_as_sign = self.name in SIGN_NAMES or self.is_factor()
        if is_used_as_sign and is_known_pair(pair, [SIGN_TURNS]):
            return [SIGN_TURNS]

        orders = [pair, pair[::-1]]
        if self.is_probably_reversed(pair):
            orders.reverse()
        return orders

    def is_probably_reversed(self, pair: TurnPair) -> bool:
        """Return whether the second of a pair is probably MAX: most code tests for MAX first."""
        for branch in self.branches:
            if branch.distinguishes(pair) and branch.turn_parameter.routine.is_recursive:
                return branch.test_results(pair)[1]
        return pair[0] == 0 and pair[1] == 1

    def ordered_by_evidence(self, pair: TurnPair) -> list[TurnPair]:
        """Return a pair with MAX first, as tests and tables in the code show it.

        If the code contradicts itself, return both orders, the likelier first. If the code shows
        nothing, return [].
        """
        # Positive weights say that the first value of the pair is MAX, negative ones the second.
        weights = [branch.evidence(pair) for branch in self.branches]
        weights += [
            max_table_evidence(turn_parameter, pair) for turn_parameter in self.turn_parameters
        ]
        evidence = [weight for weight in weights if weight != 0]
        if not evidence:
            return []

        # If the weights cancel out, the code that is read first counts.
        total = sum(evidence) or evidence[0]
        is_max_first = total > 0
        orders = [pair, pair[::-1]]
        if not is_max_first:
            orders.reverse()
        is_unanimous = all((weight > 0) == is_max_first for weight in evidence)
        return orders[:1] if is_unanimous else orders

    def named_first(self, pair: TurnPair) -> TurnPair | None:
        """Return a pair with MAX first if names show which value is MAX, or None.

        The name of a value may begin with `max` or `min`. The name of the parameter may show
        whether the larger number is MAX (`maximizing`) or MIN (`minimizing`).
        """
        for index, side in enumerate(pair):
            found = SIDE_NAME.match(side_label(side))
            if found:
                names_max = found[1] == "max"
                is_first_value = index == 0
                is_max_first = names_max == is_first_value
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


def has_product(turn_parameter: TurnParameter) -> bool:
    """Return whether the routine multiplies its turn parameter by an unknown number.

    Such a parameter is probably a sign, as in `color * value`.
    """
    for node in turn_parameter.routine.nodes:
        match node:
            case ast.BinOp(left, ast.Mult(), right) if turn_parameter.is_parameter(left):
                factor = right
            case ast.BinOp(left, ast.Mult(), right) if turn_parameter.is_parameter(right):
                factor = left
            case _:
                continue
        if not turn_parameter.routine.evaluate(factor):
            return True
    return False


@dataclass(frozen=True)
class Branch:
    """A test of who moves, with the lines that run if it holds and if it does not."""

    turn_parameter: TurnParameter
    test: ast.AST
    body: Sequence[ast.AST]
    otherwise: Sequence[ast.AST]

    def test_results(self, pair: TurnPair) -> list[bool]:
        """Return the result of the test for each value of a pair.

        Return [] if one of the results cannot be computed.
        """
        has_text = any(isinstance(side, str) for side in pair)
        if has_text and any(isinstance(node, ORDER_OPERATORS) for node in ast.walk(self.test)):
            return []  # sides have no alphabetical order

        results = [self.turn_parameter.evaluate_for(self.test, side) for side in pair]
        if not all(results):
            return []
        return [bool(result[0]) for result in results]

    def distinguishes(self, pair: TurnPair) -> bool:
        """Return whether the test holds for just one side of a pair."""
        return len(set(self.test_results(pair))) == 2

    def evidence(self, pair: TurnPair) -> int:
        """Return how clearly the first of a pair is MAX, below 0 if the second is."""
        if not self.distinguishes(pair):
            return 0
        routine = self.turn_parameter.routine
        weight = max_evidence(routine, self.body) - max_evidence(routine, self.otherwise)
        return weight if self.test_results(pair)[0] else -weight


def branches_of(turn_parameter: TurnParameter) -> Iterator[Branch]:
    """Yield the tests in a routine, each with the code that runs if it succeeds or fails.

    `turn_parameter` is a parameter of the routine. Tests are those of `if`, of conditional
    expressions and of `and`, and the cases of `match`.
    """
    for node in turn_parameter.routine.nodes:
        match node:
            case ast.IfExp(test, body, otherwise):
                yield Branch(turn_parameter, test, [body], [otherwise])
            case ast.BoolOp(ast.And(), tests):
                yield from conjunction_branches(turn_parameter, tests)
            case ast.Match(subject, cases) if turn_parameter.is_parameter(subject):
                yield from match_branches(turn_parameter, subject, cases)
        for lines in (getattr(node, "body", None), getattr(node, "orelse", None)):
            if isinstance(lines, list):
                yield from if_branches(turn_parameter, lines)


def conjunction_branches(
    turn_parameter: TurnParameter, tests: Sequence[ast.expr]
) -> Iterator[Branch]:
    """Yield each test in a chain of `and`: the others are evaluated only if it holds."""
    for index, test in enumerate(tests):
        others = [*tests[:index], *tests[index + 1 :]]
        yield Branch(turn_parameter, test, others, [])


def match_branches(
    turn_parameter: TurnParameter, subject: ast.expr, cases: Sequence[ast.match_case]
) -> Iterator[Branch]:
    """Yield the cases of a match statement as branches, which test whether its subject fits."""
    for case in cases:
        if isinstance(case.pattern, ast.MatchValue):
            test = ast.Compare(subject, [ast.Eq()], [case.pattern.value])
            # Without a line number, Python could not compile the test.
            located = ast.fix_missing_locations(ast.copy_location(test, subject))
            yield Branch(turn_parameter, located, case.body, [])


def if_branches(turn_parameter: TurnParameter, lines: Sequence[ast.AST]) -> Iterator[Branch]:
    """Yield the if statements among some statements as branches.

    If the body of an `if` ends with a return, raise or continue, the statements after it belong to
    its `else`.
    """
    for index, statement in enumerate(lines):
        if not isinstance(statement, ast.If):
            continue
        otherwise: list[ast.AST] = list(statement.orelse)
        if isinstance(statement.body[-1], ast.Return | ast.Raise | ast.Continue):
            otherwise += lines[index + 1 :]
        yield Branch(turn_parameter, statement.test, statement.body, otherwise)


def max_evidence(routine: Routine, lines: Sequence[ast.AST]) -> int:
    """Return how clearly lines of code maximize: above 0 if they do, below 0 if they minimize.

    Signs of maximizing are to take a `max`, to start from −∞, to raise α, or to compare with `>`.
    """
    evidence = 0
    for line in lines:
        evidence += sum(node_evidence(routine, node) for node in ast.walk(line))
    return evidence


def node_evidence(routine: Routine, node: ast.AST) -> int:
    """Return how clearly one node of a syntax tree maximizes; a number below 0 if it minimizes.

    0 means that the node shows neither.
    """
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
            # MAX starts from −∞. The operand ∞ alone, a node of its own, counts -1 again below.
            weight = 2 if is_infinity_like(routine, operand) else 0
        case ast.Compare(left, [sign], [right]) if isinstance(sign, ORDER_OPERATORS):
            # A comparison with a known number tests the depth, or the turn itself.
            if not routine.evaluate(left) and not routine.evaluate(right):
                weight = 1 if isinstance(sign, ast.Gt | ast.GtE) else -1
        case ast.Name() | ast.Attribute() | ast.Constant() | ast.Call():
            weight = -1 if is_infinity_like(routine, node) else 0
    return weight


def is_infinity_like(routine: Routine, expression: ast.AST) -> bool:
    """Return whether an expression is a number that stands for infinity."""
    return any(
        type(value) in (int, float) and value >= INFINITY_FROM
        for value in routine.evaluate(expression)
    )


def max_table_evidence(turn_parameter: TurnParameter, pair: TurnPair) -> int:
    """Return how clearly tables such as `{1: max, -1: min}` show the first value of a pair as MAX.

    The number is above 0 if tables have `max` for the first value, or `min` for the second. It is
    below 0 for the other way round.
    """
    evidence = 0
    subscripts = [node for node in turn_parameter.routine.nodes if isinstance(node, ast.Subscript)]
    for subscript in subscripts:
        if not turn_parameter.mentions(subscript.slice):
            continue
        for side, sign in zip(pair, (1, -1), strict=True):
            found = turn_parameter.evaluate_for(subscript, side)
            if found == [max]:
                evidence += sign
            elif found == [min]:
                evidence -= sign
    return evidence


def compared_values(turn_parameter: TurnParameter) -> Iterator[object]:
    """Yield the values that a parameter is compared with, and the keys of tables it indexes."""
    routine = turn_parameter.routine
    for node in routine.nodes:
        if isinstance(node, ast.Subscript) and turn_parameter.is_parameter(node.slice):
            yield from side_keys(routine, node.value)
        for expression in compared_expressions(turn_parameter, node):
            yield from possible_values(routine, expression)


def compared_expressions(turn_parameter: TurnParameter, node: ast.AST) -> list[ast.expr]:
    """Return the expressions with which a node of a syntax tree compares a parameter.

    Only tests for equality and cases of `match` count. For any other node, return [].
    """
    match node:
        case ast.Compare(left, signs, others):
            # `player < 0` names no side; only a test for equality does.
            has_order = any(isinstance(sign, ORDER_OPERATORS) for sign in signs)
            if not has_order and any(map(turn_parameter.is_parameter, (left, *others))):
                return [left, *others]
        case ast.Match(subject, cases) if turn_parameter.is_parameter(subject):
            patterns = [case.pattern for case in cases]
            return [each.value for each in patterns if isinstance(each, ast.MatchValue)]
    return []


def side_keys(routine: Routine, table: ast.AST) -> Iterator[object]:
    """Yield the keys of a known dictionary that can stand for a side."""
    for found in routine.evaluate(table):
        if isinstance(found, dict):
            yield from filter(is_side, found)


def possible_values(routine: Routine, expression: ast.AST, steps_left: int = 4) -> Iterator[object]:
    """Yield the values of an expression that stand for a side, as far as the source shows them.

    A collection stands for its items. If an expression cannot be computed, the expressions that
    give it its value are computed instead, and so on for at most `steps_left` steps.
    """
    found = routine.evaluate(expression)
    if found and isinstance(found[0], tuple | list | set | frozenset):
        yield from filter(is_side, found[0])
    elif found:
        yield from filter(is_side, found)
    elif steps_left > 0:
        for owner, alternative in possible_expressions(routine, expression):
            yield from possible_values(owner, alternative, steps_left - 1)


def possible_expressions(
    routine: Routine, expression: ast.AST
) -> Iterator[tuple[Routine, ast.AST]]:
    """Yield the expressions that may give an expression its value, each with its routine.

    For `a if test else b` these are a and b. For a variable, these are all expressions assigned to
    it; for a call, all expressions that the called routine returns.
    """
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
    """Return the pairs to which a value for a side may belong, if the code names no other value.

    `"X"` goes with its usual opponent `"O"`, and True with False. A number goes with the other
    number of a usual pair.
    """
    if isinstance(side, str):
        opponent = "MAX" if side.lower().startswith("min") else "MIN"
        return [(side, OPPONENT_NAMES.get(side, opponent))]
    if isinstance(side, bool):
        return [(side, not side)]
    if isinstance(side, int):
        # The first usual pair is True and False, which Python takes for 1 and 0.
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
