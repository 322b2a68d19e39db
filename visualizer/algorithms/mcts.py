"""Monte Carlo tree search: random games from the leaves of a tree that grows where it looks good (UCT).

Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", 2006, with one node expanded in each iteration, as Coulom
does in "Efficient selectivity and backup operators in Monte-Carlo tree search", 2006. The order in which children are
expanded, playouts by score and answers to threats at the root follow BoardSmith's bot for Hex, each on or off.
"""

from collections.abc import Mapping
from math import inf, log, sqrt
from random import Random
from typing import Any

from games import Probabilities, by_sign, choice, probabilities
from visualizer.algorithms import PSEUDOCODE, Algorithm, CurrentPath, Problem, Sampling, proofs, puct
from visualizer.algorithms.odds import drawn
from visualizer.algorithms.playouts import answers_to_threats, playout
from visualizer.algorithms.sampled_node import Node
from visualizer.errors import InputError, RefusedError
from visualizer.search_options import SearchOption, read_count, read_number, yes_or_no
from visualizer.trace.recorder import PLAYOUT, PROVEN, SAMPLED, TERMINAL, Recorder
from visualizer.trace.rows import CHANCE, Passes


def mcts(problem: Problem, recorder: Recorder) -> float:
    """Return the mean result, from MAX's side, of the root's child visited most, of equals the first expanded.

    An outcome counts from −1 to 1, as the game says. If the game is over at the root, that is the only visit. Where
    chance moves, the child is drawn by its probability; at the root the result is then the mean of all.
    """
    exploration, worth = problem.options["exploration"], problem.counting(problem.root)
    select = puct.child_to_visit if problem.options["selection"] == "puct" else child_to_visit
    root, solves = Node(problem.root), problem.options["solver"]

    def iterate(node: Node, number: int) -> float:
        """Visit a node and what is selected below it, to a leaf; return the result."""
        position, outcome = node.position, node.position.outcome()
        if outcome is not None:
            result = recorder.leaf(number, worth(outcome), TERMINAL, node.visits, node.mean)
            node.proven = result if solves else None
        elif node.visits == 0 and node is not root:
            for _, after in playout(problem, position, root.visits + 1):
                outcome = after.outcome()
            result = 0 if outcome is None else worth(outcome)
            recorder.leaf(number, result, PLAYOUT, node.visits, node.mean)
        else:
            new, odds = not node.children, probabilities(position)
            node.move_count = node.move_count or len(position.moves())
            turn = position.maximizing if odds is None else CHANCE
            recorder.enter(number, turn, node.move_count, node.visits, node.mean)
            if new and odds is None:
                prepare(problem, node, recorder.path)
            if odds is None:
                move, child = select(node, exploration)
            else:
                move, child = roll(problem, node, odds, f"{root.visits + 1} {len(recorder.path())}")
            result, kind = iterate(child, move), SAMPLED
            if child.proven is not None and (proof := proofs.prove(node)) is not None:
                result, kind = proof, PROVEN
            recorder.leave(result, kind)
        node.visits += 1
        node.total += result
        return result

    for iteration in range(1, iterations(problem) + 1):
        recorder.begin_pass(f"iteration {iteration:,}")
        iterate(root, 0)
        if root.proven is not None:
            return root.proven
    if probabilities(problem.root) is not None:
        return root.mean
    return max(proofs.preferred(root), key=lambda child: child.visits, default=root).mean


def prepare(problem: Problem, node: Node, path: CurrentPath) -> None:
    """List the moves that may be expanded, the first one last, and for PUCT their priors."""
    order = [*problem.order(node.position, node.position.moves(), path)]
    node.untried = (order if path() else candidates(problem, order))[::-1]
    if problem.options["selection"] == "puct":
        node.priors = puct.priors(problem, node, path)


def child_to_visit(node: Node, exploration: float) -> tuple[int, Node]:
    """Return the next child that is new, else the one with the largest upper bound for the mover by UCT.

    Of equals it is the first expanded. A child that is proven is left out.
    """
    if node.untried:
        return node.expand()
    sign, children = 1 if node.position.maximizing else -1, node.children.items()
    return max(
        [numbered for numbered in children if numbered[1].proven is None] if node.some_proven else children,
        key=lambda numbered: sign * numbered[1].mean + bonus(exploration, node.visits, numbered[1].visits),
    )


def roll(problem: Problem, node: Node, odds: Probabilities, when: str) -> tuple[int, Node]:
    """Return the child that chance leads to; `when` is the iteration and the ply, each with dice of its own."""
    position, number = node.position, drawn(odds, Random(f"{problem.seed} {when}").random())
    if number not in node.children:
        node.children[number] = Node(position.play(position.moves()[number]))
    return number, node.children[number]


def bonus(exploration: float, visits: int, child_visits: int) -> float:
    """Return what is added to a child's mean for the mover: less, the more often it was visited itself.

    >>> round(bonus(1.4142, 511, 25), 2)
    0.71
    """
    return exploration * sqrt(log(visits) / child_visits) if child_visits else inf


def candidates(problem: Problem, moves: list[tuple[int, Any]]) -> list[tuple[int, Any]]:
    """Return those of the root's numbered moves that may be expanded, in the same order."""
    if not problem.options["threats"]:
        return moves
    return answers_to_threats(problem.root, moves, problem.counting(problem.root))


def iterations(problem: Problem) -> int:
    """Return the number of iterations: one if the game is over at the root."""
    return 1 if problem.root.outcome() is not None else int(problem.options["iterations"])


def pseudocode(options: Mapping[str, Any]) -> str:
    """Return the pseudocode of a search with some options."""
    iterate, select = PSEUDOCODE["mcts"].split("\n\n", 1)
    if options["selection"] == "puct":
        select = PSEUDOCODE["mcts-puct"].lstrip("\n")
    if options["solver"]:
        iterate = PSEUDOCODE["mcts-solver"].rstrip("\n")
        select = select.replace("max(children(", "max(unproven(")
    return f"{iterate}\n\n{select}"


def check(problem: Problem) -> None:
    """Raise InputError for playouts by scores in a game without scores, and for proofs in one that nobody wins."""
    if problem.options["playouts"] == "scored" and problem.scores is None:
        raise InputError("playouts: 'scored' needs a game with the ordering scored, and this one has none; use random")
    for name, on in (("selection=puct", problem.options["selection"] == "puct"), ("solver", problem.options["solver"])):
        if on and problem.chance:
            raise RefusedError(f"mcts with {name} cannot search a game in which chance moves; leave it out")
    if problem.options["solver"] and problem.counting is not by_sign:
        raise InputError("solver: it proves who wins or that nobody does, and here results are numbers; leave it out")


MOST_ITERATIONS = 1_000_000_000

ALGORITHM = Algorithm(
    name="mcts",
    title="MCTS",
    about="random games from the leaves of a tree that grows where it looks good",
    fail={"soft": mcts},
    pseudocode=PSEUDOCODE["mcts"],
    pseudocode_with=pseudocode,
    options=(
        SearchOption(
            "iterations", "How many random games are played.", 1_000,
            read_count("the number of iterations", 1, MOST_ITERATIONS), in_heading="{:,} iterations".format,
            always_named=False,
        ),
        SearchOption(
            "exploration", "How much rarely visited moves are favoured; 0 follows the means alone.", 1.4142,
            read_number("the exploration", 0, 1_000_000),
            in_heading=lambda number: "" if number == 1.4142 else f"exploration {number:g}",
            choices=("1.4142", "0"),
        ),
        SearchOption(
            "selection", "What bounds depend on: visits alone (uct), or the order's scores as well (puct).",
            "uct", choice("uct", "puct"), metavar="HOW", choices=("uct", "puct"),
            in_heading=lambda how: "" if how == "uct" else "PUCT",
        ),
        SearchOption(
            "temperature", "With puct: how alike the priors are; a lower one follows the scores more closely.", 1.0,
            read_number("the temperature", 0.001, 1_000),
            in_heading=lambda number: "" if number == 1 else f"temperature {number:g}",
            choices=("1", "0.5", "2"),
        ),
        SearchOption(
            "solver", "Proven wins, losses and draws are backed up, and what is proven is not visited again.", False,
            yes_or_no, in_heading=lambda on: "solver" if on else "",
        ),
        SearchOption(
            "playouts", "How random games are played: any move, or one of those with the highest score.", "random",
            choice("random", "scored"), metavar="HOW", choices=("random", "scored"), in_heading="{} playouts".format,
        ),
        SearchOption(
            "threats", "At the root, only moves that win at once, or that leave no such answer.", False, yes_or_no,
            in_heading=lambda on: "threats answered" if on else "",
        ),
    ),
    ignores=("depth", "evaluation"),
    uses_window=False,
    exact=False,
    revisits=True,
    passes=Passes.ADD,
    chance=True,
    check=check,
    sampling=Sampling(iterations, bonus, playout, candidates),
)  # fmt: skip
