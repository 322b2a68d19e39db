"""Find out which values stand for MAX and MIN, from the uses of a parameter for the side to move.

First, a pair of values is looked for between which the code alternates from ply to ply, or which
its tests tell apart. Then, names or what the code does for each value show which of them is MAX.
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
"""The values that stand for MAX and for MIN."""
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
INTEGER_TURN_PAIRS: tuple[TurnPair, ...] = (SIGN_TURNS, (1, 0), (1, 2))
USUAL_TURN_PAIRS = (BOOLEAN_TURNS, *INTEGER_TURN_PAIRS)
"""The usual pairs, for code in which no value for a side appears."""
NAMED_TURN_PAIRS = (
    ("X", "O"),
    ("x", "o"),
    ("MAX", "MIN"),
    ("max", "min"),
    ("white", "black"),
    ("W", "B"),
    ("w", "b"),
)
OPPONENT_NAMES = dict(NAMED_TURN_PAIRS) | {second: first for first, second in NAMED_TURN_PAIRS}
MAX_TURN_PARAMETERS = 30
ORDER_OPERATORS = (ast.Gt, ast.GtE, ast.Lt, ast.LtE)
MIN_INFINITY = 100
"""A number of at least this size stands for infinity."""
SIGN_NAMES = ("color", "colour", "sign")
MAXIMIZER_NAME = re.compile(r"maxim|is_?max|max_?(player|turn)")
MINIMIZER_NAME = re.compile(r"minim|is_?min|min_")
SIDE_NAME = re.compile(r"(max|min)(imi[sz]\w+|imum)?(?![a-z])")


def usual_turn_pair(name: str) -> TurnPair | None:
    """Return the usual pair of values of a parameter with this name, or None if there is none."""
    if name.lower() in SIGN_NAMES:
        return SIGN_TURNS
    if MAXIMIZER_NAME.match(name.lower()):
        return BOOLEAN_TURNS
    return None


def possible_turn_pairs(function: Callable[..., Any], name: str) -> tuple[TurnPair, ...]:
    """Return the pairs of values that the parameter `name` may have for MAX and for MIN.

    The pairs are in the order to try them. If the function's source shows which pair is right, it
    is the only one:

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
    """A parameter that tells a routine which side is to move."""

    routine: Routine
    name: str

    def evaluate_for(self, expression: ast.AST, side: object) -> list[Any]:
        """Return the value of an expression if `side` is to move, as `Routine.evaluate` does."""
        return self.routine.evaluate(expression, {self.name: side})

    def dependencies(self, expression: ast.AST, steps_left: int = 3) -> Iterator[ast.AST]:
        """Yield the variables, and the calls that search a node, that an expression depends on.

        The expressions assigned to a variable are followed, through at most `steps_left` variables.
        The arguments of a call that searches a node are not followed.
        """
        if self.is_search(expression):
            yield expression
            return

        parts: Iterable[ast.AST] = ast.iter_child_nodes(expression)
        if isinstance(expression, ast.Name):
            yield expression
            # The limit ends the recursion for a variable that depends on itself.
            if steps_left == 0:
                return
            parts = self.routine.assigned_expressions.get(expression.id, ())
            steps_left -= 1
        for part in parts:
            yield from self.dependencies(part, steps_left)

    def mentions(self, expression: ast.AST) -> bool:
        """Return whether an expression depends on the parameter, apart from results of searches."""
        return any(map(self.is_parameter, self.dependencies(expression)))

    def is_search(self, expression: ast.AST) -> bool:
        """Return whether an expression is a call that searches a node."""
        if not isinstance(expression, ast.Call):
            return False
        routine = self.routine.called_routine(expression)
        return routine is not None and routine.is_recursive

    def passes_turn(self, expression: ast.AST) -> bool:
        """Return whether an argument says who moves: it depends on the parameter, but on no search.

        α and β depend on searches.
        """
        return self.mentions(expression) and not any(
            map(self.is_search, self.dependencies(expression))
        )

    def is_parameter(self, expression: object) -> bool:
        """Return whether an expression is the parameter."""
        return isinstance(expression, ast.Name) and expression.id == self.name


class SideUses:
    """The uses of the parameter for the side to move, in all routines that it is passed to."""

    def __init__(self, routine: Routine, name: str) -> None:
        """Follow the parameter `name` of a routine into the routines that it is passed to."""
        self.name = name.lower()
        self.turn_parameters = [TurnParameter(routine, name)]
        # The list grows in the loop, so that calls are followed from routine to routine.
        for turn_parameter in self.turn_parameters:
            self.turn_parameters += self.receiving_parameters(turn_parameter)
        self.passed_turns: list[tuple[TurnParameter, ast.expr]] = []
        """Turn parameters with expressions, such as `-player`, passed as the next side to move."""
        self.branches: list[Branch] = []
        for turn_parameter in self.turn_parameters:
            for expression in self.next_turns(turn_parameter):
                self.passed_turns.append((turn_parameter, expression))
            self.branches += branches_of(turn_parameter)

    def receiving_parameters(self, turn_parameter: TurnParameter) -> list[TurnParameter]:
        """Return the parameters of called routines that get the side to move from `turn_parameter`.

        Known parameters are left out.
        """
        receivers: list[TurnParameter] = []
        for routine, parameter, expression in turn_parameter.routine.passed_arguments:
            receiver = TurnParameter(routine, parameter)
            has_room = len(self.turn_parameters) + len(receivers) < MAX_TURN_PARAMETERS
            is_new = receiver not in self.turn_parameters and receiver not in receivers
            if has_room and is_new and turn_parameter.passes_turn(expression):
                receivers.append(receiver)
        return receivers

    def possible_pairs(self) -> list[TurnPair]:
        """Return the pairs of values that may stand for MAX and MIN, in the order to try them.

        Return [] if the source shows no values for the sides.
        """
        values = self.distinct_values()
        usual_pairs = [pair for value in values for pair in pairs_with_value(value)]
        # Code such as `not player` uses the parameter without a value.
        if not values and self.is_used():
            usual_pairs = list(USUAL_TURN_PAIRS)

        likely = self.likely_pairs(values, usual_pairs)
        if not values and not likely:
            likely = usual_pairs
        if likely:
            return self.ordered_pairs(self.best_pair(likely, usual_pairs))
        # The code has a value, but does not show its opponent: try all usual pairs with the value.
        return [order for pair in usual_pairs for order in self.ordered_pairs(pair)]

    def distinct_values(self) -> list[object]:
        """Return the values that the code uses for the side to move, each once."""
        # The type is a part of the key, so that True and 1 are different.
        by_key = {(type(value), repr(value)): value for value in self.values_in_code()}
        return list(by_key.values())

    def best_pair(self, pairs: Sequence[TurnPair], usual_pairs: Sequence[TurnPair]) -> TurnPair:
        """Return the pair that most branches tell apart; among several, prefer a usual one."""

        def rank(pair: TurnPair) -> tuple[int, bool]:
            return self.count_tests(pair), is_known_pair(pair, usual_pairs)

        return max(pairs, key=rank)

    def likely_pairs(
        self, values: Sequence[object], usual_pairs: Sequence[TurnPair]
    ) -> list[TurnPair]:
        """Return the pairs of values that probably stand for the two sides, in either order.

        `values` are all values in the code, and `usual_pairs` the usual pairs that may be meant.
        Return [] if no pair is likely.
        """
        pairs_in_code = list(combinations(values, 2))
        # In code that passes `-player`, the next side after 1 is -1.
        pairs_with_next = [
            (side, opponent) for side in values for opponent in self.next_sides(side)
        ]

        # The best sign is that the code alternates between two values from ply to ply.
        candidates = [*pairs_in_code, *pairs_with_next, *usual_pairs]
        likely = list(filter(self.alternates_between, candidates))
        # Otherwise, any two values in the code may be meant. If it has only one value, this and the
        # next side may be a usual pair.
        if not likely:
            likely = pairs_in_code
        if not likely:
            likely = [pair for pair in usual_pairs if is_known_pair(pair, pairs_with_next)]
        if not likely:
            return []

        # Prefer pairs whose values the code tells apart in a test.
        tested = list(filter(self.count_tests, likely))
        if not tested:
            tested = list(filter(self.count_tests, usual_pairs))
        return tested or likely

    def next_turns(self, turn_parameter: TurnParameter) -> Iterator[ast.expr]:
        """Yield the expressions, such as `-player`, that a routine passes as the next side to move.

        `turn_parameter` is the parameter of this routine, such as `player`. Calls that pass it
        unchanged are left out.
        """
        for routine, parameter, expression in turn_parameter.routine.passed_arguments:
            is_turn = TurnParameter(routine, parameter) in self.turn_parameters
            if is_turn and not turn_parameter.is_parameter(expression):
                yield expression

    def values_in_code(self) -> Iterator[object]:
        """Yield the values that the code uses for the side to move, some of them repeatedly.

        Values that are passed to calls come first, then values that the side is compared with and
        keys of tables. A member of an enumeration is followed by all members.
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

    def next_sides(self, side: object) -> list[object]:
        """Return the values that are passed on if `side` is to move, except `side` itself."""
        passed: list[object] = []
        for turn_parameter, expression in self.passed_turns:
            if turn_parameter.mentions(expression):
                passed += turn_parameter.evaluate_for(expression, side)
        return [value for value in passed if is_side(value) and not is_same_side(value, side)]

    def alternates_between(self, pair: TurnPair) -> bool:
        """Return whether each value of a pair is the only one passed on after the other."""
        for side, opponent in (pair, pair[::-1]):
            next_sides = self.next_sides(side)
            if not next_sides or not all(is_same_side(value, opponent) for value in next_sides):
                return False
        return True

    def count_tests(self, pair: TurnPair) -> int:
        """Return how many branches tell the sides of a pair apart."""
        return sum(branch.distinguishes(pair) for branch in self.branches)

    def is_used(self) -> bool:
        """Return whether the code tests the parameter, changes it, or multiplies by it."""
        return bool(self.branches or self.passed_turns or self.is_factor())

    def ordered_pairs(self, pair: TurnPair) -> list[TurnPair]:
        """Return a pair with the value for MAX first.

        If the code does not show which value is MAX, return the pair in both orders, the likelier
        first.
        """
        by_names = self.ordered_by_names(pair)
        if by_names is not None:
            return [by_names]
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
        """Return whether the second value of a pair is probably MAX."""
        for branch in self.branches:
            if branch.distinguishes(pair) and branch.turn_parameter.routine.is_recursive:
                # Most code tests for MAX first, so the test is true for MAX.
                _, is_true_for_second = branch.test_results(pair)
                return is_true_for_second
        # Without a test, 1 is more likely to be MAX than 0.
        return pair == (0, 1)

    def ordered_by_evidence(self, pair: TurnPair) -> list[TurnPair]:
        """Return a pair in the order (MAX, MIN), as branches and tables in the code show it.

        If they contradict each other, return both orders, the likelier first. If they show nothing,
        return [].
        """
        # A positive weight says that the first value of the pair is MAX, a negative one the second.
        weights = [branch.evidence(pair) for branch in self.branches]
        weights += [
            max_table_evidence(turn_parameter, pair) for turn_parameter in self.turn_parameters
        ]
        evidence = [weight for weight in weights if weight != 0]
        if not evidence:
            return []

        # If the sum of the weights is 0, the first weight decides.
        total = sum(evidence) or evidence[0]
        is_max_first = total > 0
        orders = [pair, pair[::-1]]
        if not is_max_first:
            orders.reverse()
        is_unanimous = all((weight > 0) == is_max_first for weight in evidence)
        return orders[:1] if is_unanimous else orders

    def ordered_by_names(self, pair: TurnPair) -> TurnPair | None:
        """Return a pair in the order (MAX, MIN) if names show which value is MAX, or None.

        The name of a value may begin with `max` or `min`. Of two integers, the larger one is MAX if
        the parameter has a name such as `maximizing`, and MIN for a name such as `minimizing`.
        """
        for side, opponent in (pair, pair[::-1]):
            # The first group of the pattern is `max` or `min`.
            match = SIDE_NAME.match(side_label(side))
            if match:
                return (side, opponent) if match[1] == "max" else (opponent, side)

        if not all(isinstance(side, int) for side in pair):
            return None
        smaller, larger = sorted(cast(tuple[int, int], pair))
        if MAXIMIZER_NAME.match(self.name):
            return larger, smaller
        # Agents are numbered from 0, and the first one is MAX.
        if MINIMIZER_NAME.match(self.name) or self.name.startswith("agent"):
            return smaller, larger
        return None

    def is_factor(self) -> bool:
        """Return whether any number is multiplied by the parameter, as by a sign."""
        return any(map(multiplies_parameter, self.turn_parameters))


def multiplies_parameter(turn_parameter: TurnParameter) -> bool:
    """Return whether the routine multiplies its turn parameter by an unknown number.

    Such a parameter is probably a sign, as in `color * value`.
    """
    for node in turn_parameter.routine.nodes:
        match node:
            case ast.BinOp(ast.Name(turn_parameter.name), ast.Mult(), factor) | ast.BinOp(
                factor, ast.Mult(), ast.Name(turn_parameter.name)
            ):
                is_known = bool(turn_parameter.routine.evaluate(factor))
                if not is_known:
                    return True
    return False


@dataclass(frozen=True)
class Branch:
    """A test of who moves, with the code that runs if it is true, and if it is false."""

    turn_parameter: TurnParameter
    test: ast.AST
    body: Sequence[ast.AST]
    else_body: Sequence[ast.AST]

    def test_results(self, pair: TurnPair) -> list[bool]:
        """Return the result of the test for each of the two values of a pair.

        Return [] if one of the results cannot be computed.
        """
        has_text = any(isinstance(side, str) for side in pair)
        if has_text and any(isinstance(node, ORDER_OPERATORS) for node in ast.walk(self.test)):
            return []  # names of sides have no order, so the test is about something else

        results = [self.turn_parameter.evaluate_for(self.test, side) for side in pair]
        if not all(results):
            return []
        return [bool(result[0]) for result in results]

    def distinguishes(self, pair: TurnPair) -> bool:
        """Return whether the test is true for one side of a pair, and false for the other."""
        return len(set(self.test_results(pair))) == 2

    def evidence(self, pair: TurnPair) -> int:
        """Return how clearly the branch shows that the first value of a pair is MAX.

        The number is below 0 if it shows that the second value is MAX.
        """
        if not self.distinguishes(pair):
            return 0
        routine = self.turn_parameter.routine
        weight = max_evidence(routine, self.body) - max_evidence(routine, self.else_body)
        is_true_for_first, _ = self.test_results(pair)
        return weight if is_true_for_first else -weight


def branches_of(turn_parameter: TurnParameter) -> Iterator[Branch]:
    """Yield all branches of the routine that has the parameter.

    A branch is an `if`, a conditional expression, a part of an `and`, or a case of a `match`.
    """
    for node in turn_parameter.routine.nodes:
        match node:
            case ast.IfExp(test, body, else_body):
                yield Branch(turn_parameter, test, [body], [else_body])
            case ast.BoolOp(ast.And(), tests):
                yield from conjunction_branches(turn_parameter, tests)
            case ast.Match(subject, cases) if turn_parameter.is_parameter(subject):
                yield from match_branches(turn_parameter, subject, cases)
        for block in (getattr(node, "body", None), getattr(node, "orelse", None)):
            if isinstance(block, list):
                yield from if_branches(turn_parameter, block)


def conjunction_branches(
    turn_parameter: TurnParameter, tests: Sequence[ast.expr]
) -> Iterator[Branch]:
    """Yield each test in a chain of `and`, with the other tests as the code that depends on it."""
    for index, test in enumerate(tests):
        others = [*tests[:index], *tests[index + 1 :]]
        yield Branch(turn_parameter, test, others, [])


def match_branches(
    turn_parameter: TurnParameter, subject: ast.expr, cases: Sequence[ast.match_case]
) -> Iterator[Branch]:
    """Yield a branch for each case of a `match` statement that compares the subject with a value.

    The test of `case "X"` in `match player` becomes `player == "X"`.
    """
    for case in cases:
        if isinstance(case.pattern, ast.MatchValue):
            test = ast.Compare(subject, [ast.Eq()], [case.pattern.value])
            # Python can compile the test only if it has a line number.
            located = ast.fix_missing_locations(ast.copy_location(test, subject))
            yield Branch(turn_parameter, located, case.body, [])


def if_branches(turn_parameter: TurnParameter, block: Sequence[ast.AST]) -> Iterator[Branch]:
    """Yield the `if` statements in a block of statements as branches.

    If the body of an `if` ends with a return, raise or continue, the statements after it count as
    its `else`.
    """
    for index, statement in enumerate(block):
        if not isinstance(statement, ast.If):
            continue
        else_body: list[ast.AST] = list(statement.orelse)
        if isinstance(statement.body[-1], ast.Return | ast.Raise | ast.Continue):
            else_body += block[index + 1 :]
        yield Branch(turn_parameter, statement.test, statement.body, else_body)


def max_evidence(routine: Routine, lines: Sequence[ast.AST]) -> int:
    """Return how clearly lines of code maximize: above 0 if they do, below 0 if they minimize.

    Signs that code maximizes are `max`, −∞ as the first value, an assignment to α, and `>`.
    """
    evidence = 0
    for line in lines:
        evidence += sum(node_evidence(routine, node) for node in ast.walk(line))
    return evidence


def node_evidence(routine: Routine, node: ast.AST) -> int:
    """Return how clearly one node of a syntax tree maximizes.

    The number is below 0 if the node minimizes, and 0 if it shows neither.
    """
    weight = 0
    match node:
        # The names `max` and `min` weigh more than other signs.
        case ast.Name("max"):
            weight = 2
        case ast.Name("min"):
            weight = -2
        case ast.Name(name, ast.Store()) if name.lower() in ("alpha", "beta"):
            weight = 1 if name.lower() == "alpha" else -1
        case ast.UnaryOp(ast.USub(), operand):
            # MAX starts from −∞. The weight of −∞ is 2 - 1 = 1, because the operand ∞ is another
            # node, with weight -1.
            weight = 2 if is_infinity_like(routine, operand) else 0
        case ast.Compare(left, [operator], [right]) if isinstance(operator, ORDER_OPERATORS):
            # A comparison with a known number does not count: it may test the depth or the turn.
            if not routine.evaluate(left) and not routine.evaluate(right):
                weight = 1 if isinstance(operator, ast.Gt | ast.GtE) else -1
        case ast.Name() | ast.Attribute() | ast.Constant() | ast.Call():
            weight = -1 if is_infinity_like(routine, node) else 0
    return weight


def is_infinity_like(routine: Routine, expression: ast.AST) -> bool:
    """Return whether an expression is a known number that stands for infinity."""
    return any(
        type(value) in (int, float) and value >= MIN_INFINITY
        for value in routine.evaluate(expression)
    )


def max_table_evidence(turn_parameter: TurnParameter, pair: TurnPair) -> int:
    """Return how clearly tables such as `{1: max, -1: min}` show that a pair's first value is MAX.

    With this table, the number is above 0 for the pair (1, -1) and below 0 for (-1, 1).
    """
    evidence = 0
    subscripts = [node for node in turn_parameter.routine.nodes if isinstance(node, ast.Subscript)]
    for subscript in subscripts:
        if not turn_parameter.mentions(subscript.slice):
            continue
        for side, sign in zip(pair, (1, -1), strict=True):
            entry = turn_parameter.evaluate_for(subscript, side)
            if entry == [max]:
                evidence += sign
            elif entry == [min]:
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
    """Return the expressions in a comparison with a parameter, such as `player == "X"`.

    The node may also be a `match` statement whose subject is the parameter. Return [] for any other
    node.
    """
    match node:
        case ast.Compare(left, operators, others):
            # In `player < 0`, the number 0 does not stand for a side.
            has_order = any(isinstance(operator, ORDER_OPERATORS) for operator in operators)
            if not has_order and any(map(turn_parameter.is_parameter, (left, *others))):
                return [left, *others]
        case ast.Match(subject, cases) if turn_parameter.is_parameter(subject):
            patterns = [case.pattern for case in cases]
            return [each.value for each in patterns if isinstance(each, ast.MatchValue)]
    return []


def side_keys(routine: Routine, table: ast.AST) -> Iterator[object]:
    """Yield the keys that can stand for a side, if an expression is a known dictionary."""
    for value in routine.evaluate(table):
        if isinstance(value, dict):
            yield from filter(is_side, value)


def possible_values(routine: Routine, expression: ast.AST, steps_left: int = 4) -> Iterator[object]:
    """Yield the values that an expression may have and that can stand for a side.

    If the value is a collection, its items are yielded. If the value is not known, the expressions
    that it may come from are evaluated instead, and so on for at most `steps_left` steps.
    """
    # A list of one value, or [] if the value is not known.
    values = routine.evaluate(expression)
    if values and isinstance(values[0], tuple | list | set | frozenset):
        yield from filter(is_side, values[0])
    elif values:
        yield from filter(is_side, values)
    elif steps_left > 0:
        for source_routine, source in possible_sources(routine, expression):
            yield from possible_values(source_routine, source, steps_left - 1)


def possible_sources(routine: Routine, expression: ast.AST) -> Iterator[tuple[Routine, ast.AST]]:
    """Yield the expressions whose value an expression may have, each with its routine.

    For `a if test else b`, they are a and b. For a variable, they are all expressions assigned to
    it; for a call, all expressions that the called routine returns.
    """
    match expression:
        case ast.IfExp(_, if_true, if_false):
            yield from ((routine, if_true), (routine, if_false))
        case ast.BoolOp(_, parts) | ast.Tuple(parts) | ast.List(parts) | ast.Set(parts):
            yield from ((routine, part) for part in parts)
        case ast.Name(name):
            yield from ((routine, value) for value in routine.assigned_expressions.get(name, ()))
        case ast.Subscript(table):
            for item in table_items(routine, table):
                yield routine, ast.Constant(item)
        case ast.Call():
            yield from returned_expressions(routine.called_routine(expression))


def returned_expressions(routine: Routine | None) -> Iterator[tuple[Routine, ast.AST]]:
    """Yield the expressions that a routine returns, each with the routine; nothing for None."""
    if routine is None:
        return
    for node in routine.nodes:
        if isinstance(node, ast.Return) and node.value is not None:
            yield routine, node.value


def table_items(routine: Routine, table: ast.AST) -> Iterator[str | int]:
    """Yield the strings and integers in a list, or among the values of a dictionary, if known."""
    for value in routine.evaluate(table):
        items = value.values() if isinstance(value, dict) else value
        if isinstance(value, dict | list | tuple):
            yield from (item for item in items if isinstance(item, str | int))


def pairs_with_value(side: object) -> list[TurnPair]:
    """Return the usual pairs with a value: for 1, they are (1, -1), (1, 0) and (1, 2).

    The value of the opponent need not be in the code. For "X" it is "O"; for an unknown name it is
    "MIN".
    """
    if isinstance(side, str):
        opponent = "MAX" if side.lower().startswith("min") else "MIN"
        return [(side, OPPONENT_NAMES.get(side, opponent))]
    if isinstance(side, bool):
        return [(side, not side)]
    if isinstance(side, int):
        known = [pair for pair in INTEGER_TURN_PAIRS if side in pair]
        return known or [(side, 1)]
    return [(side, 1)] if isinstance(side, float) else []


def is_side(value: object) -> bool:
    """Return whether a value can stand for a side: not None, a function or an unhashable value."""
    return value is not None and not callable(value) and type(value).__hash__ is not None


def is_same_side(first: object, second: object) -> bool:
    """Return whether two values stand for the same side; True and 1 do not."""
    return type(first) is type(second) and first == second


def is_known_pair(pair: TurnPair, pairs: Sequence[TurnPair]) -> bool:
    """Return whether a pair is one of some pairs, in either order."""
    orders = (pair, pair[::-1])
    return any(all(map(is_same_side, known, order)) for known in pairs for order in orders)


def side_label(side: object) -> str:
    """Return the name of a side in lower case; "" if it has none."""
    if isinstance(side, Enum):
        return side.name.lower()
    if isinstance(side, str):
        return side.lower()
    return ""
