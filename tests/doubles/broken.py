"""The doubles, each with one place of its source changed so that it is wrong as programs have really been."""

from __future__ import annotations

import inspect
from dataclasses import dataclass, replace
from types import ModuleType

from tests.doubles import deepening, mtdf, pvs
from visualizer.algorithms import Algorithm, mcts


@dataclass(frozen=True)
class Broken:
    """A double in whose source one text stands in the place of another."""

    name: str
    module: ModuleType
    right: str
    wrong: str

    @property
    def algorithm(self) -> Algorithm:
        """Return the double as it is after the change; it keeps its name, so that the same laws are asked of it."""
        source = inspect.getsource(self.module)
        assert source.count(self.right) == 1, self.name
        space = {"__name__": self.module.__name__}
        exec(compile(source.replace(self.right, self.wrong), self.name, "exec"), space)
        made: object = space["ALGORITHM"]
        assert isinstance(made, Algorithm)
        return replace(made, pseudocode="")


BROKEN = (
    Broken("a branch that is better is always looked at again", pvs, "if alpha < value < beta:", "if alpha < value:"),
    Broken(
        "a second look is reported as the next branch",
        pvs,
        "value = search(after, depth + 1, child, alpha, beta)\n            if maximizing",
        "value = search(after, depth + 1, (child + 1) % len(moves), alpha, beta)\n            if maximizing",
    ),
    Broken("the first look is taken for the whole", pvs, "if alpha < value < beta:", "if False:"),
    Broken(
        "the first branch is counted twice",
        mtdf,
        "in problem.order(position, moves, recorder.path):",
        "in [*(tried := [*problem.order(position, moves, recorder.path)])[:1], *tried]:",
    ),
    Broken("the first pass is taken for the whole", mtdf, "while lower < upper:", "for _ in range(1):"),
    Broken(
        "the remembered branch is tried again in its place",
        deepening,
        "return sorted(tried, key=lambda child: child[0] != known.best) if known else tried",
        "return [*(child for child in tried if known and child[0] == known.best), *tried]",
    ),
    Broken(
        "the result of the first pass is returned",
        deepening,
        "value, limited = search(problem.root, depth, 0, problem.alpha, problem.beta)",
        "found, limited = search(problem.root, depth, 0, problem.alpha, problem.beta)\n"
        "        value = found if depth == 1 else value",
    ),
    Broken(
        "the passes after the first are not reported as passes",
        deepening,
        'recorder.begin_pass(f"depth {depth}")',
        'recorder.begin_pass("depth 1")',
    ),
    Broken(
        "bounds are answers whatever the window",
        deepening,
        "answer(position, remaining, alpha, beta)",
        "entry(position)",
    ),
    Broken("results are MAX's for both sides", mcts, "sign = 1 if node.position.maximizing else -1", "sign = 1"),
    Broken("the loser is rewarded", mcts, "result = 0 if outcome is None else worth(outcome)",
           "result = 0 if outcome is None else -worth(outcome)"),
    Broken("a result that is handed up changes sides", mcts, "result = recorder.leave(iterate(child, move), SAMPLED)",
           "result = -recorder.leave(-iterate(child, move), SAMPLED)"),
    Broken("visits are one too many", mcts, "SAMPLED)\n        node.visits += 1",
           "SAMPLED)\n            node.visits += 1\n        node.visits += 1"),
    Broken("the root is reported one visit too many", mcts, "node.move_count, node.visits,",
           "node.move_count, node.visits + 1,"),
    Broken("one iteration is left out", mcts, "range(1, iterations(problem) + 1)", "range(1, iterations(problem))"),
    Broken("the parent's visits are counted without the last", mcts, "bonus(exploration, node.visits,",
           "bonus(exploration, max(1, node.visits - 1),"),
    Broken("the bonus is not a root", mcts, "exploration * sqrt(log(visits) / child_visits)",
           "exploration * (log(visits) / child_visits)"),
    Broken("the last of equals is taken", mcts, "node.children.items(),\n", "[*node.children.items()][::-1],\n"),
    Broken("children are expanded in the opposite order", mcts, "return order[::-1]", "return order"),
    Broken("a child is taken again before all are expanded", mcts, "if node.untried else select(node)",
           "if node.untried and len(node.children) < 2 else select(node)"),
    Broken("the end of the game is played on from", mcts, "worth(outcome), TERMINAL,", "worth(outcome), PLAYOUT,"),
    Broken("each playout has the same dice", mcts, "(problem.seed << SEED_BITS) + iteration", "problem.seed"),
)  # fmt: skip
