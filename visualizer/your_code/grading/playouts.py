"""What a graded MCTS is given: nodes whose playouts the tree fixes, and the call that its parameters ask for."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

from games.tree import GAME
from games.tree.notation import Node
from visualizer.explaining.measures.summary import count_in_words
from visualizer.support.errors import InputError
from visualizer.trace.rows import MovePath
from visualizer.your_code.grading.agents import instance_of
from visualizer.your_code.grading.answers import (
    WrongType,
    answer_as_float,
    read_root_move,
    short_repr,
)
from visualizer.your_code.grading.node import (
    GradedNode,
    Reads,
    TooManyReads,
    call_with_arguments,
    node_children,
)
from visualizer.your_code.grading.shapes import ANY_SHAPE, TreeShape
from visualizer.your_code.grading.signatures import check_callable, is_agent, signature_of
from visualizer.your_code.grading.trees import DEEPENING_TASK, SearchTask
from visualizer.your_code.grading.uses import parameters_of

MAX_PLAYOUTS = 2_000
"""The most playouts on one tree."""
PLAYOUT_SEED = 1
MIN_ITERATIONS = 8
FEW_ITERATIONS = 20
MAX_ITERATIONS = 100
"""What a parameter `seed` is given, and the fewest, few, and the most iterations."""


def iterations_on(tree: Node) -> int:
    """Return how many iterations are asked for on a tree, from 8 to 100: after few, means mislead."""
    number = number_from_text(tree.text())
    return MIN_ITERATIONS + number // 2 % (
        (FEW_ITERATIONS if number % 2 else MAX_ITERATIONS) - MIN_ITERATIONS + 1
    )


def number_from_text(text: str) -> int:
    """Return a number that a text fixes, which looks random."""
    return int.from_bytes(blake2b(text.encode(), digest_size=32).digest(), "big")


class PlayoutList:
    """The results that a tree fixes: the k-th playout from a node, from MAX's side, from -1 to 1."""

    def __init__(self, tree: Node) -> None:
        """Have made no playout yet."""
        self.tree = tree
        self.made = Counter[MovePath]()
        self._text = tree.text()
        self._count = GAME.counting(tree)

    def following(self, path: MovePath) -> float:
        """Return the result of the next playout from a node: that of a leaf below it, or its own if it is one."""
        self.made[path] += 1
        here = self.tree.at(path)
        bits = number_from_text(f"{self._text} {path} {self.made[path]}")
        while here.children:
            bits, place = divmod(bits, len(here.children))
            here = here.play(here.moves()[place])
        return self._count(here.value)


class TooFewPlayouts(WrongType):
    """A search has returned before it has made the playouts that were asked for."""


class Playouts(Reads):
    """The nodes at which playouts were made, in this order, and their results."""

    def __init__(self, tree: Node) -> None:
        """Begin with none."""
        super().__init__()
        self.results = PlayoutList(tree)

    def note(self, path: MovePath) -> None:
        """Note a playout; TooManyReads after the last that is allowed."""
        if len(self.leaves) == MAX_PLAYOUTS:
            raise TooManyReads
        self.leaves.append(path)

    def read(self, path: MovePath, value: Any = None) -> float:
        """Note a playout from a node, and return its result."""
        self.note(path)
        return self.results.following(path)


class PlayoutNode(GradedNode):
    """A node with `playout()`, too; the value of a finished one is its result, and reading it is a playout."""

    offered = (*GradedNode.offered, "is_terminal", "playout()")
    _reads: Playouts

    def playout(self) -> float:
        """Play to the end at random, and return the result from MAX's side, from -1 to 1."""
        return self._reads.read(self._path)


MCTS_TASK = "mcts"
ITERATIONS_NAME = re.compile(
    "(iter|iters|iteration|iterations|itermax|sims|simulations|playouts|rollouts)$|^(n|budget)$"
)
EXPLORATION_NAME = re.compile("^exploration|^(c|cp|c_param|uct_c)$")
"""What the names of these parameters are like."""
MCTS_PARAMETER_VALUES = {
    "root": "the root",
    "iterations": f"from {MIN_ITERATIONS} to {MAX_ITERATIONS}",
    "seed": str(PLAYOUT_SEED),
}
MCTS_PARAMETERS_HINT = (
    "with root, or with root and iterations, and with exploration and seed by name"
)


def mcts_parameter_roles(function: Callable[..., Any], name: str) -> dict[str, str]:
    """Return what the parameters of a function are given: the `root`, then `iterations`, `exploration` and `seed`.

    InputError for a function that wants anything else.
    """
    found = dict[str, str]()
    for each in parameters_of(function).values():
        known = each.name.lower().strip("_")
        taken = found.values()
        if each.kind in (each.VAR_POSITIONAL, each.VAR_KEYWORD):
            continue
        if "root" not in taken:
            found[each.name] = "root"
        elif known == "seed" or EXPLORATION_NAME.search(known):
            found[each.name] = "seed" if known == "seed" else "exploration"
        elif "iterations" not in taken and (
            ITERATIONS_NAME.search(known) or each.default is each.empty
        ):
            found[each.name] = "iterations"
        elif each.default is each.empty:
            raise InputError(
                f"{name:.200} has a parameter {each.name!r:.40}, which is unknown; MCTS is called {MCTS_PARAMETERS_HINT}"
            )
    if not found:
        raise InputError(
            f"{name:.200} takes no root to search from; MCTS is called {MCTS_PARAMETERS_HINT}"
        )
    return found


def check_parameters(function: Callable[..., Any], name: str, depth: int | None, task: str) -> None:
    """Raise InputError for a function that cannot be called as a task wants it."""
    if task == MCTS_TASK:
        if isinstance(function, type):
            raise InputError(
                f"{name:.200} is a class; name one of its methods as FILE.py:CLASS.METHOD"
            )
        mcts_parameter_roles(function, name)
    else:
        check_callable(function, name, depth)
        if is_agent(function):
            instance_of(function, name)


class HandedArguments(NamedTuple):
    """What a function is handed for a task; of the fields that are lists, one entry for each way that is tried."""

    given: Sequence[dict[str, str]]
    """What each parameter is given, by name and in words."""
    shape: TreeShape
    is_plain: Sequence[bool] = (True,)
    """Whether the names of the parameters alone say that."""
    of_mover: Sequence[bool] = (False,)
    """Whether leaves have their values from the side of who would move there."""
    tells_recorder: bool = False
    """Whether it searches a problem and tells a recorder, as this program's own searches do."""


def handed_arguments_for(
    function: Callable[..., Any], depth: int | None, task: str
) -> HandedArguments:
    """Return what a function is handed for a task."""
    if task == MCTS_TASK:
        return HandedArguments(
            [
                {
                    name: MCTS_PARAMETER_VALUES.get(role, role)
                    for name, role in mcts_parameter_roles(function, "the function").items()
                }
            ],
            ANY_SHAPE,
        )
    signature = signature_of(function)
    return HandedArguments(
        signature.in_words(depth, deepens=task == DEEPENING_TASK),
        signature.shape,
        signature.are_plain(),
        [style.of_mover for style in signature.styles],
        "recorder" in signature.given(is_limited=True).values(),
    )


def run_sampling(
    function: Callable[..., Any], asked: SearchTask, playouts: Playouts
) -> tuple[float | None, int]:
    """Run a function on a tree, which notes its playouts; return the value that it returns, if any, and the move."""
    root = PlayoutNode(asked, playouts)
    iterations = iterations_on(asked.tree)
    wants = mcts_parameter_roles(function, "the function")
    given = {
        "root": root,
        "iterations": iterations,
        "exploration": asked.exploration,
        "seed": PLAYOUT_SEED,
    }
    found = read_sampled_answer(
        call_with_arguments(function, {name: given[role] for name, role in wants.items()}), root
    )
    if "iterations" in wants.values():
        wanted = iterations
    else:
        wanted = MIN_ITERATIONS
    if len(playouts.leaves) < wanted and len(node_children(root)) > 1:
        asked_for = (
            f"{wanted} iterations were asked for"
            if wanted == iterations
            else f"at least {wanted} are expected"
        )
        raise TooFewPlayouts(
            f"makes only {count_in_words(len(playouts.leaves), 'playout', 'playouts')}, although {asked_for}"
        )
    return found


def read_sampled_answer(found: object, root: GradedNode) -> tuple[float | None, int]:
    """Return the value and the move in what a function has returned; WrongType for anything else."""
    parts: Sequence[object] = (
        found if isinstance(found, tuple | list) and len(found) == 2 else (found,)
    )
    for place, part in enumerate(parts):
        is_index = type(part) is int and 0 <= part < len(node_children(root))
        if isinstance(part, str | GradedNode) or (
            is_index and answer_as_float(parts[-1]) is not None
        ):
            if is_index:
                move = part
            else:
                move = read_root_move(part, root)
            if len(parts) == 2:
                other = answer_as_float(parts[1 - place])
            else:
                other = None
            return other, move  # type: ignore[return-value]  # what is an index is an int
    names = " ".join(child.name for child in node_children(root))
    raise WrongType(
        f"returned {short_repr(found)}; it should return a child of the root, its name ({names:.100}) or index"
    )
