"""The arguments of a graded MCTS: nodes whose playouts have results that the tree fixes."""

import inspect
import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
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
    answer_as_number,
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
PLAYOUT_SEED = 1
MIN_ITERATIONS = 8
FEW_ITERATIONS = 20
MAX_ITERATIONS = 100


def iterations_on(tree: Node) -> int:
    """Return how many iterations a search should make on a tree: from 8 to 100.

    On about half of all trees, the number is at most 20: after few iterations, the means of the
    moves still mislead, which shows some mistakes better.
    """
    random_number = number_from_text(tree.text())
    limit = FEW_ITERATIONS if random_number % 2 else MAX_ITERATIONS
    return MIN_ITERATIONS + random_number // 2 % (limit - MIN_ITERATIONS + 1)


def number_from_text(text: str) -> int:
    """Return a number that looks random but depends only on a text."""
    # Not `hash`, which differs from process to process.
    digest = blake2b(text.encode(), digest_size=32).digest()
    return int.from_bytes(digest, "big")


class PlayoutList:
    """The results of the playouts on a tree, which are the same in every run of a search."""

    def __init__(self, tree: Node) -> None:
        """Begin before the first playout."""
        self.tree = tree
        self.playouts_made = Counter[MovePath]()
        """The number of playouts made so far from each node."""
        self._tree_text = tree.text()
        self._result_of_value = GAME.counting(tree)

    def next_result(self, path: MovePath) -> float:
        """Make the next playout from the node at a path, and return its result.

        The result is from MAX's side, from -1 to 1. It depends only on the tree, the path, and how
        many playouts were made from the node before.
        """
        self.playouts_made[path] += 1
        node = self.tree.at(path)
        # The remainders of one large number choose the moves, in place of dice.
        number = number_from_text(f"{self._tree_text} {path} {self.playouts_made[path]}")
        while node.children:
            number, index = divmod(number, len(node.children))
            node = node.play(node.moves()[index])
        return self._result_of_value(node.value)


class TooFewPlayouts(WrongType):
    """A search returned before it had made as many playouts as it should."""


class Playouts(Reads):
    """The nodes from which playouts were made, in order, and their results."""

    def __init__(self, tree: Node) -> None:
        """Begin without playouts."""
        super().__init__()
        self.results = PlayoutList(tree)

    def note(self, path: MovePath) -> None:
        """Record a playout from the node at a path; TooManyReads after too many playouts."""
        if len(self.leaves) == MAX_PLAYOUTS:
            raise TooManyReads
        self.leaves.append(path)

    def read(self, path: MovePath, value: Any = None) -> float:
        """Record a playout from a node, and return its result."""
        self.note(path)
        return self.results.next_result(path)


class PlayoutNode(GradedNode):
    """A node with `playout()`; reading the value of a leaf is recorded as a playout, too."""

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
MCTS_PARAMETER_VALUES = {
    "root": "the root",
    "iterations": f"from {MIN_ITERATIONS} to {MAX_ITERATIONS}",
    "seed": str(PLAYOUT_SEED),
}
MCTS_PARAMETERS_HINT = (
    "with root, or with root and iterations, and with exploration and seed by name"
)


def mcts_parameter_roles(function: Callable[..., Any], name: str) -> dict[str, str]:
    """Return the role of each parameter of an MCTS: root, iterations, exploration or seed.

    `name` is the function's name in messages. InputError if no parameter takes the root, or if a
    required parameter has no known role.
    """
    roles: dict[str, str] = {}
    for parameter in parameters_of(function).values():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        role = mcts_role(parameter, earlier_roles=roles.values())
        if role is not None:
            roles[parameter.name] = role
        elif parameter.default is parameter.empty:
            raise InputError(
                f"{name:.200} has a parameter {parameter.name!r:.40}, which is unknown; MCTS is "
                f"called {MCTS_PARAMETERS_HINT}"
            )

    if not roles:
        raise InputError(
            f"{name:.200} takes no root to search from; MCTS is called {MCTS_PARAMETERS_HINT}"
        )
    return roles


def mcts_role(parameter: inspect.Parameter, earlier_roles: Collection[str]) -> str | None:
    """Return the role of a parameter of an MCTS, or None if its role is unknown.

    `earlier_roles` are the roles of the parameters before this one.
    """
    # The first parameter gets the root, whatever its name.
    if "root" not in earlier_roles:
        return "root"

    name = parameter.name.lower().strip("_")
    if name == "seed":
        return "seed"
    if EXPLORATION_NAME.search(name):
        return "exploration"
    is_required = parameter.default is parameter.empty
    if "iterations" not in earlier_roles and (is_required or ITERATIONS_NAME.search(name)):
        return "iterations"
    return None


def check_parameters(function: Callable[..., Any], name: str, depth: int | None, task: str) -> None:
    """Raise InputError if a function cannot be called for a task because of its parameters.

    `name` is the function's name in messages, and `depth` the depth limit or None.
    """
    if task != MCTS_TASK:
        check_callable(function, name, depth)
        if is_agent(function):
            instance_of(function, name)
        return

    if isinstance(function, type):
        raise InputError(f"{name:.200} is a class; name one of its methods as FILE.py:CLASS.METHOD")
    mcts_parameter_roles(function, name)


class CallDescription(NamedTuple):
    """How a function is called for a task; sequences have an item for each call style to try."""

    arguments: Sequence[dict[str, str]]
    """The argument of each parameter in words, by the parameter's name."""
    shape: TreeShape
    """The trees that the function can search."""
    is_plain: Sequence[bool] = (True,)
    """Whether the names of the parameters alone explain the arguments."""
    of_mover: Sequence[bool] = (False,)
    """Whether the values of leaves are from the mover's side."""
    forms: Mapping[str, str] = {}
    """The form of the tree in words, by the name of its parameter, if it is not made of nodes."""
    takes_recorder: bool = False
    """Whether it takes a problem and a recorder, as this program's own searches do."""


def describe_call(function: Callable[..., Any], depth: int | None, task: str) -> CallDescription:
    """Return how a function is called for a task, and which trees it can search.

    `depth` is the depth limit in plies, or None. `task` is the name of the task.
    """
    if task == MCTS_TASK:
        roles = mcts_parameter_roles(function, "the function")
        # The exploration constant is not known here; its role stands for it.
        words = {name: MCTS_PARAMETER_VALUES.get(role, role) for name, role in roles.items()}
        return CallDescription([words], ANY_SHAPE)

    signature = signature_of(function)
    return CallDescription(
        signature.in_words(depth, deepens=task == DEEPENING_TASK),
        signature.shape,
        is_plain=signature.are_plain(),
        of_mover=[style.of_mover for style in signature.styles],
        forms=signature.forms,
        takes_recorder="recorder" in signature.roles_given(is_limited=True).values(),
    )


def run_sampling(
    function: Callable[..., Any], search_task: SearchTask, playouts: Playouts
) -> tuple[float | None, int]:
    """Run an MCTS on a tree, and return the value (or None) and the move that it returns.

    TooFewPlayouts if the search returns before it has made as many playouts as it should.
    """
    root = PlayoutNode(search_task, playouts)
    iterations = iterations_on(search_task.tree)
    argument_by_role = {
        "root": root,
        "iterations": iterations,
        "exploration": search_task.exploration,
        "seed": PLAYOUT_SEED,
    }
    roles = mcts_parameter_roles(function, "the function")
    arguments = {name: argument_by_role[role] for name, role in roles.items()}
    returned = call_with_arguments(function, arguments)
    answer = read_sampled_answer(returned, root)

    # A search without a parameter for iterations decides itself how many it makes.
    takes_iterations = "iterations" in roles.values()
    needed = iterations if takes_iterations else MIN_ITERATIONS
    # A search may return the only move of a root without any playout.
    has_choice = len(node_children(root)) > 1
    if has_choice and len(playouts.leaves) < needed:
        raise TooFewPlayouts(describe_too_few(playouts, needed, iterations))
    return answer


def describe_too_few(playouts: Playouts, needed: int, iterations: int) -> str:
    """Say that a search made fewer playouts than `needed`, as the end of a sentence about it.

    `iterations` is the number that it was asked to make, if it has a parameter for iterations.
    """
    made = count_in_words(len(playouts.leaves), "playout", "playouts")
    if needed == iterations:
        request = f"{needed} iterations were asked for"
    else:
        request = f"at least {needed} are expected"
    return f"makes only {made}, although {request}"


def read_sampled_answer(returned: object, root: GradedNode) -> tuple[float | None, int]:
    """Return the value (or None) and the move from what an MCTS has returned.

    `returned` is a move, or a pair of a move and a value in either order. WrongType if there is no
    move.
    """
    parts: Sequence[object] = (returned,)
    if isinstance(returned, tuple | list) and len(returned) == 2:
        parts = returned

    for index, part in enumerate(parts):
        move = read_sampled_move(part, parts, root)
        if move is not None:
            value = None
            # In a pair, the other part is the value.
            if len(parts) == 2:
                value = answer_as_number(parts[1 - index])
            return value, move

    names = " ".join(child.name for child in node_children(root))
    raise WrongType(
        f"returned {short_repr(returned)}; it should return a child of the root, its name "
        f"({names:.100}) or index"
    )


def read_sampled_move(part: Any, parts: Sequence[object], root: GradedNode) -> int | None:
    """Return the index of the move that `part` stands for, or None if it is not a move.

    `parts` are all parts of the answer, including `part`. A move is given by a child of the root,
    its name, or its index.
    """
    is_index = type(part) is int and 0 <= part < len(node_children(root))
    if is_index:
        # Alone or before another number, it is the move: 2 or (2, 0.5). Before a node, it is the
        # value: (2, node).
        is_before_node = answer_as_number(parts[-1]) is None
        return None if is_before_node else part
    if isinstance(part, str | GradedNode):
        return read_root_move(part, root)
    return None
