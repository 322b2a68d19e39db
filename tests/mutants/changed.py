"""Broken searches: each is one of ours with one change in a function, a mistake that real programs
have made.

The place is an expression or a statement of the function, found by its structure: layout and
comments do not matter.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import ModuleType
from typing import Any

from visualizer.searching.algorithms import (
    Algorithm,
    Problem,
    alpha_beta,
    iterative_deepening,
    mcts,
    mtdf,
    negamax,
    pvs,
    star1,
    table,
)
from visualizer.trace.recorder import Recorder

Search = Callable[[Problem, Recorder], float]


@dataclass(frozen=True)
class Changed:
    """A change in a function of a search, or of a module that it uses: `wrong` stands wherever
    the code is `right`.
    """

    name: str
    function: Callable[..., Any]
    right: str
    wrong: str
    search: ModuleType | None = None
    """The module of the search, if the function stands in another; the search then imports from
    the changed one.
    """
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def algorithm(self) -> Algorithm:
        """Return the changed search; it keeps its name, so that it is checked by the same laws."""
        module = sys.modules[self.function.__module__]
        tree = ast.parse(inspect.getsource(module))
        change = Change(self.right, self.wrong)
        for each in tree.body:
            if isinstance(each, ast.FunctionDef) and each.name == self.function.__name__:
                change.visit(each)
        assert change.made, (
            f"{self.function.__qualname__} has no {self.right!r}, in which {self.name}"
        )
        space = run(module, tree)
        if self.search is not None:
            changed = space
            space = run(self.search, ast.parse(inspect.getsource(self.search)))
            space |= {
                name: made for name, made in changed.items() if callable(made) and name in space
            }
        declared = space["ALGORITHM"]
        if isinstance(declared, tuple):
            made = declared[0]
        else:
            made = declared
        assert isinstance(made, Algorithm)
        return replace(made, pseudocode="")

    @property
    def run(self) -> Search:
        """Return the changed function that searches."""
        return self.algorithm.fail["soft"]


class Change(ast.NodeTransformer):
    """Puts other code wherever an expression or a statement stands."""

    def __init__(self, right: str, wrong: str) -> None:
        """Read both; what replaces a statement may be several."""
        (before,) = ast.parse(right).body
        after = ast.parse(wrong).body
        is_expression = (
            isinstance(before, ast.Expr) and len(after) == 1 and isinstance(after[0], ast.Expr)
        )
        self.right = ast.dump(
            before.value if is_expression and isinstance(before, ast.Expr) else before
        )
        self.wrong = wrong if is_expression else after
        self.made = 0

    def visit(self, node: ast.AST) -> Any:
        """Return what stands for a node."""
        if ast.dump(node) != self.right:
            return self.generic_visit(node)
        self.made += 1
        if isinstance(self.wrong, str):
            return ast.parse(self.wrong, mode="eval").body
        return self.wrong


def run(module: ModuleType, tree: ast.Module) -> dict[str, Any]:
    """Run the code of a module and return the names it defines."""
    space: dict[str, Any] = {"__name__": module.__name__}
    exec(compile(ast.fix_missing_locations(tree), module.__name__, "exec"), space)
    return space


TABLE = {"table": True}
CHILD = "search(position.play(move), depth + 1, child, -beta, -alpha)"
SECOND_LOOK = (
    "if alpha < value < beta: value = search(next_position, depth + 1, child, alpha, beta)"
)
NULL_WINDOW = "null_window(alpha, beta, maximizing=maximizing)"
TURNED_LEAF = "sign * evaluate_leaf(position, outcome, number, low, high)"
ORDERED = "problem.order(position, moves, path)"
PASS = "alpha_beta(pass_problem, recorder)"
LEAVE = "recorder.leave(result, kind)"

CHANGED = (
    Changed(
        "a branch that is better is always looked at again",
        pvs.pvs,
        "alpha < value < beta",
        "alpha < value",
    ),
    Changed(
        "a second look is reported as the next branch",
        pvs.pvs,
        SECOND_LOOK,
        SECOND_LOOK.replace("child", "(child + 1) % len(moves)"),
    ),
    Changed("the first look is taken for the whole", pvs.pvs, "alpha < value < beta", "False"),
    Changed(
        "the second look has the null window too",
        pvs.pvs,
        SECOND_LOOK,
        SECOND_LOOK.replace("child, alpha, beta", "child, low, high"),
    ),
    Changed(
        "the null window is at the other player's bound",
        pvs.pvs,
        NULL_WINDOW,
        NULL_WINDOW.replace("=maximizing", "=not maximizing"),
    ),
    Changed(
        "the window is not turned for the child",
        negamax.negamax,
        CHILD,
        CHILD.replace("-beta, -alpha", "alpha, beta"),
    ),
    Changed("the child's value keeps its sign", negamax.negamax, f"-{CHILD}", CHILD),
    Changed(
        "a leaf's value is from MAX's side for both",
        negamax.negamax,
        TURNED_LEAF,
        TURNED_LEAF.removeprefix("sign * "),
    ),
    Changed(
        "the first pass is taken for the whole",
        mtdf.mtdf,
        "lower < upper",
        "(lower, upper) == (problem.alpha, problem.beta)",
    ),
    Changed(
        "a pass asks about the value before",
        mtdf.mtdf,
        "f == lower",
        "False",
    ),
    Changed("the bounds are exchanged", mtdf.mtdf, "f < beta", "f >= beta"),
    Changed(
        "the first branch is counted twice",
        alpha_beta.alpha_beta,
        "order(position, moves, path)",
        "[*(tried := [*order(position, moves, path)])[:1], *tried]",
        mtdf,
    ),
    Changed(
        "the remembered branch is tried again in its place",
        iterative_deepening.iterative_deepening,
        f"return sorted({ORDERED}, key=lambda child: child[0] != best)",
        f"tried = [*{ORDERED}]\nreturn [*(child for child in tried if child[0] == best), *tried]",
    ),
    Changed(
        "the result of the first pass is returned",
        iterative_deepening.iterative_deepening,
        PASS,
        f"value if depth > 1 else {PASS}",
    ),
    Changed(
        "the passes after the first are not reported as passes",
        iterative_deepening.iterative_deepening,
        "recorder.begin_pass(depth=depth)",
        "recorder.begin_pass(depth=1)",
    ),
    Changed(
        "a pass that met its limit is the last",
        iterative_deepening.iterative_deepening,
        "until_game_ends and table.limit_count == count_before",
        "until_game_ends",
    ),
    Changed(
        "results are MAX's for both sides",
        mcts.child_by_uct,
        "node.position.maximizing",
        "True",
    ),
    Changed(
        "the loser is rewarded",
        mcts.play_out,
        "worth(outcome)",
        "-worth(outcome)",
    ),
    Changed(
        "a result that is handed up changes sides",
        mcts.mcts,
        LEAVE,
        f"{LEAVE.replace('result', '-result')}\nresult = -result",
    ),
    Changed(
        "visits are one too many",
        mcts.mcts,
        LEAVE,
        f"{LEAVE}\nnode.visits += 1",
    ),
    Changed(
        "the root is reported one visit too many",
        mcts.mcts,
        "recorder.enter(number, turn, move_count, node.visits, node.mean)",
        "recorder.enter(number, turn, move_count, node.visits + 1, node.mean)",
    ),
    Changed(
        "one iteration is left out",
        mcts.mcts,
        "range(1, iteration_count(problem) + 1)",
        "range(1, iteration_count(problem))",
    ),
    Changed(
        "the parent's visits are counted without the last",
        mcts.child_by_uct,
        "uct_bonus(exploration, node.visits, child.visits)",
        "uct_bonus(exploration, max(1, node.visits - 1), child.visits)",
    ),
    Changed(
        "the bonus is not a root",
        mcts.uct_bonus,
        "sqrt(log(visits) / child_visits)",
        "(log(visits) / child_visits)",
    ),
    Changed(
        "the last of equals is taken",
        mcts.child_by_uct,
        "node.children.items()",
        "[*node.children.items()][::-1]",
    ),
    Changed(
        "children are expanded in the opposite order",
        mcts.prepare_node,
        "order[::-1]",
        "order",
    ),
    Changed(
        "a child is taken again before all are expanded",
        mcts.child_by_uct,
        "node.untried",
        "node.untried and len(node.children) < 2",
    ),
    Changed(
        "the end of the game is played on from",
        mcts.mcts,
        "recorder.leaf(number, worth(outcome), TERMINAL, node.visits, node.mean)",
        "recorder.leaf(number, worth(outcome), PLAYOUT, node.visits, node.mean)",
    ),
    Changed(
        "each playout has the same dice",
        mcts.playout,
        "(problem.seed << SEED_BITS) + iteration",
        "problem.seed",
    ),
    Changed(
        "bounds are answers whatever the window",
        table.with_table_lookup,
        "is_lower_bound and cut(stored, beta)",
        "is_lower_bound",
        negamax,
        TABLE,
    ),
    Changed(
        "an upper bound answers for a lower",
        table.with_table_lookup,
        "cut(alpha, stored)",
        "cut(stored, beta)",
        negamax,
        TABLE,
    ),
    Changed(
        "answers are as good however deep",
        table.with_table_lookup,
        "entry[PLIES_LEFT_INDEX] == plies_left",
        "True",
        negamax,
        TABLE,
    ),
    Changed(
        "a bound is stored as exact",
        table.with_table_lookup,
        "value, alpha, beta, plies_left, row",
        "value, -inf, inf, plies_left, row",
        negamax,
        TABLE,
    ),
    Changed(
        "a bound is of the wrong side",
        table.with_table_lookup,
        "value, alpha, beta, plies_left, row",
        "value, beta, alpha, plies_left, row",
        negamax,
        TABLE,
    ),
    Changed(
        "the first answer is kept",
        table.with_table_lookup,
        "entries[key] = value, alpha, beta, plies_left, row",
        "entries.setdefault(key, (value, alpha, beta, plies_left, row)); pass",
        negamax,
        TABLE,
    ),
    Changed(
        "an answer is said to be another visit's",
        table.with_table_lookup,
        "leaf(number, stored, TABLE, alpha, beta, source)",
        "leaf(number, stored, TABLE, alpha, beta, 0)",
        negamax,
        TABLE,
    ),
    Changed(
        "the table is not asked",
        table.with_table_lookup,
        "entries.get(key)",
        "None",
        negamax,
        TABLE,
    ),
    Changed(
        "a value is remembered from the mover's side",
        negamax.negamax,
        "with_table_lookup(problem, recorder, negated)",
        "with_table_lookup(problem, recorder)",
        options=TABLE,
    ),
)

DEEPER = "search(position.play(move), depth + 1, child, alpha, beta)"
EXPECTED = "search(position.play(move), depth + 1, child, low, high)"
LOW = "(alpha - known - rest_max) / chance"
HIGH = "(beta - known - rest_min) / chance"
FAILED_LOW = "leave(known + rest_max, CUT)"
CUT_TEST = "cut(alpha, beta)"
ROOT = "search(problem.root, 0, 0, problem.alpha, problem.beta)"
RETURNS_ITS_BOUND = Changed(
    "a node returns the end of its window",
    alpha_beta.alpha_beta,
    "leave(value)",
    "leave(alpha if position.maximizing else beta)",
)

ALPHA_BETAS = (
    RETURNS_ITS_BOUND,
    *(
        Changed(name, alpha_beta.alpha_beta, right, wrong)
        for name, right, wrong in (
            ("the bounds are exchanged in the test of the cut", CUT_TEST, "cut(beta, alpha)"),
            (
                "a node knows no bound from above its parent",
                DEEPER,
                DEEPER.replace(
                    "alpha, beta", "*((alpha, inf) if position.maximizing else (-inf, beta))"
                ),
            ),
            ("alpha is not passed down", DEEPER, DEEPER.replace("alpha", "-inf")),
            (
                "the rule of the cut is the other one",
                CUT_TEST,
                "alpha > beta if cut(0, 0) else alpha >= beta",
            ),
            ("a cut needs a bound that is exceeded by one", CUT_TEST, "cut(alpha, beta + 1)"),
            ("a window one wide is cut", CUT_TEST, "cut(alpha + 1, beta)"),
            (
                "MAX takes the least two plies below the root",
                "child_value > value",
                "child_value < value if depth == 2 and value > -inf else child_value > value",
            ),
            (
                "the window is turned for the children of MIN",
                DEEPER,
                DEEPER.replace(
                    "alpha, beta", "*((alpha, beta) if position.maximizing else (-beta, -alpha))"
                ),
            ),
            ("the best value begins with 0", "value = -inf", "value = 0"),
            (
                "the children after the third are forgotten",
                "order(position, moves, path)",
                "[*order(position, moves, path)][:3]",
            ),
            ("there are no alpha cutoffs", CUT_TEST, f"position.maximizing and {CUT_TEST}"),
            ("nothing is ever cut", CUT_TEST, "False"),
            ("the root's window is ignored", ROOT, "search(problem.root, 0, 0, -inf, inf)"),
            ("the search goes a ply too deep", "depth == limit", "depth == limit + 1"),
            (
                "MIN raises alpha, too",
                "beta = min(beta, value)",
                "beta = min(beta, value)\nalpha = max(alpha, value - 2)",
            ),
        )
    ),
)
"""Most of them nearly always find the right value: what is wrong is which nodes they visit, or
inner values.
"""

STAR1S = (
    *(
        Changed(name, star1.star1_of_chance, right, wrong)
        for name, right, wrong in (
            ("what is to come is forgotten", LOW, "(alpha - known) / chance"),
            (
                "the child counts among the rest",
                HIGH,
                "(beta - known - min_value * (rest + chance)) / chance",
            ),
            ("what is to come is taken for the least", LOW, LOW.replace("rest_max", "rest_min")),
            ("the window is not stretched by the probability", LOW, "alpha - known - rest_max"),
            ("a chance node passes its window on", EXPECTED, DEEPER),
            ("a child's window reaches beyond the limits", f"min(max_value, {HIGH})", HIGH),
            ("a cut returns the sum so far", FAILED_LOW, "leave(known, CUT)"),
            ("a cut returns alpha", FAILED_LOW, "leave(alpha, CUT)"),
            (
                "a sum that is too high is not cut",
                "children_left and cut(known + rest_min, beta)",
                "False",
            ),
            (
                "an equal bound is not enough",
                "cut(alpha, known + rest_max)",
                "alpha > known + rest_max",
            ),
            (
                "an equal bound is enough, whatever the rule",
                "cut(alpha, known + rest_max)",
                "alpha >= known + rest_max",
            ),
            (
                "all outcomes are taken for equally likely",
                "chances[child]",
                "sum(chances) / len(moves)",
            ),
        )
    ),
    Changed(
        "the root's window is not narrowed to the limits",
        star1.star1,
        "max(problem.alpha, min_value)",
        "problem.alpha",
    ),
)
