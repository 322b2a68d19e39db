"""Broken searches: each is one of ours with one change in its source, a mistake that real programs have made."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import ModuleType
from typing import Any

from visualizer.algorithms import Algorithm, alpha_beta, iterative_deepening, mcts, mtdf, negamax, pvs, table


@dataclass(frozen=True)
class Changed:
    """A change of one text in the source of a search, or of a module that it uses."""

    name: str
    search: ModuleType
    right: str
    wrong: str
    part: ModuleType | None = None
    """The changed module, if it is not that of the search; the search then imports from the changed one."""
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def algorithm(self) -> Algorithm:
        """Return the changed search; it keeps its name, so that it is checked by the same laws."""
        changed = self.part or self.search
        source = inspect.getsource(changed)
        assert source.count(self.right) == 1, self.name
        space = run(changed, source.replace(self.right, self.wrong))
        if self.part is not None:
            names = {name: made for name, made in space.items() if callable(made)}
            space = run(self.search, inspect.getsource(self.search))
            space |= {name: made for name, made in names.items() if name in space}
        made = space["ALGORITHM"]
        assert isinstance(made, Algorithm)
        return replace(made, pseudocode="")


def run(module: ModuleType, source: str) -> dict[str, Any]:
    """Run the source of a module and return the names it defines."""
    space: dict[str, Any] = {"__name__": module.__name__}
    exec(compile(source, module.__name__, "exec"), space)
    return space


TABLE = {"table": True}
STORED = "entries[key] = value, alpha, beta, remaining, row\n"

CHANGED = (
    Changed("a branch that is better is always looked at again", pvs, "if alpha < value < beta:", "if alpha < value:"),
    Changed(
        "a second look is reported as the next branch",
        pvs,
        "value = search(after, depth + 1, child, alpha, beta)\n            if maximizing",
        "value = search(after, depth + 1, (child + 1) % len(moves), alpha, beta)\n            if maximizing",
    ),
    Changed("the first look is taken for the whole", pvs, "if alpha < value < beta:", "if False:"),
    Changed(
        "the second look has the null window too",
        pvs,
        "value = search(after, depth + 1, child, alpha, beta)\n            if maximizing",
        "value = search(after, depth + 1, child, *null)\n            if maximizing",
    ),
    Changed(
        "the null window is at the other player's bound",
        pvs,
        "(alpha, nextafter(alpha, inf)) if maximizing",
        "(alpha, nextafter(alpha, inf)) if not maximizing",
    ),
    Changed("the window is not turned for the child", negamax, "-beta, -alpha))", "alpha, beta))"),
    Changed("the child's value keeps its sign", negamax, "max(value, -search", "max(value, search"),
    Changed(
        "a leaf's value is from MAX's side for both",
        negamax,
        "return sign * leaf(number, evaluate(position, outcome)",
        "return leaf(number, evaluate(position, outcome)",
    ),
    Changed(
        "the first pass is taken for the whole",
        mtdf,
        "while lower < upper:\n        rec",
        "for _ in range(1):\n        rec",
    ),
    Changed("a pass asks about the value before", mtdf, "nextafter(f, inf) if f == lower else f", "f"),
    Changed("the bounds are exchanged", mtdf, "if f < beta:\n", "if f >= beta:\n"),
    Changed(
        "the first branch is counted twice",
        mtdf,
        "value = -inf\n            for child, move in order(position, moves, path):",
        "value = -inf\n            for child, move in [*(tried := [*order(position, moves, path)])[:1], *tried]:",
        alpha_beta,
    ),
    Changed(
        "the remembered branch is tried again in its place",
        iterative_deepening,
        "return sorted(problem.order(position, moves, path), key=lambda child: child[0] != best)",
        "tried = [*problem.order(position, moves, path)]\n"
        "        return [*(child for child in tried if child[0] == best), *tried]",
    ),
    Changed(
        "the result of the first pass is returned",
        iterative_deepening,
        "        value = alpha_beta(",
        "        value = value if depth > 1 else alpha_beta(",
    ),
    Changed(
        "the passes after the first are not reported as passes",
        iterative_deepening,
        "recorder.begin_pass(depth=depth)",
        "recorder.begin_pass(depth=1)",
    ),
    Changed(
        "a pass that met its limit is the last",
        iterative_deepening,
        "if endless and table.limits == limits:",
        "if endless:",
    ),
    Changed("results are MAX's for both sides", mcts,
           "sign, children = 1 if node.position.maximizing else -1, node.children.items()",
           "sign, children = 1, node.children.items()"),
    Changed("the loser is rewarded", mcts, "result = 0 if outcome is None else worth(outcome)",
           "result = 0 if outcome is None else -worth(outcome)"),
    Changed("a result that is handed up changes sides", mcts, "recorder.leave(result, kind)\n",
           "recorder.leave(-result, kind)\n            result = -result\n"),
    Changed("visits are one too many", mcts, "kind)\n        node.visits += 1",
           "kind)\n            node.visits += 1\n        node.visits += 1"),
    Changed("the root is reported one visit too many", mcts, "node.move_count, node.visits,",
           "node.move_count, node.visits + 1,"),
    Changed("one iteration is left out", mcts, "range(1, iterations(problem) + 1)", "range(1, iterations(problem))"),
    Changed("the parent's visits are counted without the last", mcts, "uct_bonus(exploration, node.visits,",
           "uct_bonus(exploration, max(1, node.visits - 1),"),
    Changed("the bonus is not a root", mcts, "exploration * sqrt(log(visits) / child_visits)",
           "exploration * (log(visits) / child_visits)"),
    Changed("the last of equals is taken", mcts, "-1, node.children.items()\n", "-1, [*node.children.items()][::-1]\n"),
    Changed("children are expanded in the opposite order", mcts, "candidates(problem, order))[::-1]",
           "candidates(problem, order))"),
    Changed("a child is taken again before all are expanded", mcts, "if node.untried:",
           "if node.untried and len(node.children) < 2:"),
    Changed("the end of the game is played on from", mcts, "worth(outcome), TERMINAL,", "worth(outcome), PLAYOUT,"),
    Changed("each playout has the same dice", mcts, "(problem.seed << SEED_BITS) + iteration", "problem.seed"),
    Changed("bounds are answers whatever the window", alpha_beta, "(value < high or cut(value, beta))", "True",
           table, TABLE),
    Changed("an upper bound answers for a lower", alpha_beta, "cut(alpha, value))", "cut(value, beta))", table, TABLE),
    Changed("answers are as good however deep", alpha_beta, " and known[3] == remaining", "", table, TABLE),
    Changed(
        "a bound is stored as exact",
        alpha_beta,
        "value, alpha, beta, remaining",
        "value, -inf, inf, remaining",
        table,
        TABLE,
    ),
    Changed(
        "a bound is of the wrong side",
        alpha_beta,
        "value, alpha, beta, remaining",
        "value, beta, alpha, remaining",
        table,
        TABLE,
    ),
    Changed(
        "the first answer is kept",
        alpha_beta,
        STORED,
        f"entries.setdefault(key, ({STORED[15:].rstrip()}))\n",
        table,
        TABLE,
    ),
    Changed("an answer is said to be another visit's", alpha_beta, "alpha, beta, source)", "alpha, beta, 0)",
           table, TABLE),
    Changed("the table is not asked", alpha_beta, "entries.get(key)) is not None", "None) is not None", table, TABLE),
    Changed("a value is remembered from the mover's side", negamax, "recorder, turned)", "recorder)", options=TABLE),
)  # fmt: skip
