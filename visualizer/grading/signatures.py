"""What the parameters of a graded function mean: by their names, and by what its source does with them."""

import ast
import inspect
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, product
from typing import Any

from visualizer.errors import InputError
from visualizer.grading.shapes import AGENTS, ANY, TreeShape
from visualizer.grading.uses import ParameterUses, TurnPair, parameters_of, usual_pair

NAMES: Mapping[str, tuple[str, ...]] = {
    "node": ("node", "position", "state", "root", "tree"),
    "game": ("game",),
    "depth": ("depth", "d", "plies", "max_depth", "maxdepth", "depth_limit"),
    "alpha": ("alpha", "a", "α"),
    "beta": ("beta", "b", "β"),
    "turn": ("color", "colour", "sign", "who", "side", "mover", "to_move", "tomove", "computer", "ai", "is_ai"),
    "guess": ("f", "guess", "first", "first_guess", "firstguess"),
    "problem": ("problem",),
    "recorder": ("recorder",),
}
"""What may be given, and the names of the parameters that take it; in any case, as in `Alpha`."""
TURN = re.compile(r"maxim|minim|^is_?m(ax|in)|m(ax|in)_?(player|turn)|player|(?<!re)turn|^agent|is_?computer|is_?ai$")
"""Of which the name of a parameter has some part that is told who moves."""
ARRAY = {
    "values": ("values", "scores", "leaves", "leaf_values", "leafvalues", "array", "arr", "vals", "nums"),
    "index": ("nodeindex", "node_index", "index", "idx", "i", "node", "position", "pos", "n"),
    "depth": ("depth", "curdepth", "cur_depth", "current_depth", "currentdepth", "level", "d", "ply"),
    "plies": ("targetdepth", "target_depth", "max_depth", "maxdepth", "height", "h", "total_depth", "plies"),
    **{role: NAMES[role] for role in ("alpha", "beta", "turn")},
}  # fmt: skip
"""The same for a function that finds the leaves in a list."""
ALLOWED = "node (or position), depth, alpha, beta, maximizing, or state and game, or problem and recorder"

WITHOUT_LIMIT = 100
"""The depth that is given where the search goes to the end."""
SAID = {
    "node": "the root", "game": "the tree as a game", "values": "the list of the leaves", "index": "0", "guess": "0",
    "alpha": "−∞", "beta": "∞", "problem": "the tree as a problem", "recorder": "a recorder",
}  # fmt: skip
"""What is given, in words."""
MOST_TRIED = 16


def told_pair(one: object, other: object) -> str:
    """Say what stands for MAX, and what for MIN.

    >>> told_pair("X", "O"), told_pair(1, -1)
    ('"X" for MAX, "O" for MIN', '1 for MAX, -1 for MIN')
    """
    words = [json.dumps(each, allow_nan=False) if isinstance(each, str) else repr(each) for each in (one, other)]
    return "{} for MAX, {} for MIN".format(*words)


def meaning(name: str, names: Mapping[str, tuple[str, ...]] = NAMES) -> str | None:
    """Return what a parameter of this name is given, None if that is not known.

    >>> meaning("maximizingPlayer"), meaning("Alpha"), meaning("x")
    ('turn', 'alpha', None)
    """
    plain = name.lower().strip("_")
    known = next((key for key, all_of_it in names.items() if plain in all_of_it), None)
    return known or ("turn" if TURN.search(plain) else None)


@dataclass(frozen=True)
class CodeSignature:
    """What each parameter of a function is given, and which trees it can search."""

    roles: Mapping[str, str]
    """For each parameter that is given something, what."""
    turns: tuple[Mapping[str, TurnPair], ...] = ({},)
    """What a parameter that says who moves may be given; one of several, which are tried in this order."""
    shape: TreeShape = ANY
    counts_up: bool = False
    """Whether it counts the plies from the root."""
    own_depth: str = ""
    """A parameter for the depth that is 0 or None by default: it is given nothing where there is no limit."""
    is_plain: bool = True
    """Whether the names of the parameters alone say what they are given."""

    def given(self, *, is_limited: bool) -> dict[str, str]:
        """Return the parameters that are given something, each with its role."""
        return {name: role for name, role in self.roles.items() if is_limited or name != self.own_depth}

    def in_words(self, depth: int | None, *, deepens: bool) -> list[dict[str, str]]:
        """Return in words what each parameter is given, by name; one of several where that is tried."""
        whole = "the plies below the root"
        limit = str(depth or WITHOUT_LIMIT)
        words = {**SAID, "plies": whole, "depth": whole if deepens or self.shape.width else limit}
        if self.counts_up and depth is None and not deepens:
            words["depth"] = "0"
        given = self.given(is_limited=deepens or depth is not None)
        agents = {"self.depth": limit} if self.shape.agents else {}
        return [
            {name: told_pair(*turns[name]) if name in turns else words[role] for name, role in given.items()} | agents
            for turns in self.turns
        ]


def signature_of(function: Callable[..., Any]) -> CodeSignature:
    """Return what a function is given; a class is an agent of Berkeley's Pacman."""
    try:
        return _signature_of(function)
    except TypeError:  # it cannot be hashed
        return _signature_of.__wrapped__(function)


@lru_cache(16)
def _signature_of(function: Callable[..., Any]) -> CodeSignature:
    if is_agent(function):
        return CodeSignature({"gameState": "node"}, shape=TreeShape(AGENTS, max_begins=True), is_plain=False)
    parameters = parameters_of(function)
    roles = {name: found for name, each in parameters.items() if is_given(each) and (found := meaning(name, ARRAY))}
    if not {"values", "index"} <= {*roles.values()}:  # it is given no list of leaves
        roles = roles_of(parameters)
    depth = next((name for name, role in roles.items() if role == "depth"), "")
    uses = ParameterUses(function, depth)
    counts_up = uses.is_counted(ast.Add) and not uses.is_counted(ast.Sub)
    chances = {name: ParameterUses(function, name).pairs() for name, role in roles.items() if role == "turn"}
    turns = [dict(zip(chances, pairs, strict=True)) for pairs in islice(product(*chances.values()), MOST_TRIED)]
    own_depth = depth if depth and parameters[depth].default in (0, None) else ""
    shape = ANY
    if "values" in roles.values():
        index = next(name for name, role in roles.items() if role == "index")
        plies = [n for n in uses.compared() if isinstance(n, int) and 0 < n < 7] if counts_up else []
        shape = TreeShape(
            width=ParameterUses(function, index).width(), plies=plies[0] if plies else 0, max_begins=not chances
        )
    plain = all(meaning(name) == role for name, role in roles.items()) and all(
        pairs == (usual_pair(name),) for name, pairs in chances.items()
    )
    return CodeSignature(roles, tuple(turns), shape, counts_up, own_depth, is_plain=plain and shape.is_any)


def is_agent(function: object) -> bool:
    """Return whether something is a class of agents as in Berkeley's Pacman."""
    return isinstance(function, type) and callable(getattr(function, "getAction", None))


def roles_of(parameters: Mapping[str, inspect.Parameter]) -> dict[str, str]:
    """Return what each parameter is given that is given something; an unknown first one is the node."""
    roles = {name: found for name, each in parameters.items() if is_given(each) and (found := meaning(name))}
    first = next(iter(parameters.values()), None)
    if first is not None and not {"node", "game", "problem"} & {*roles.values()} and is_given(first):
        ends = [role for role in roles.values() if role in ("alpha", "beta")]
        is_board = first.name == "b" and ends != ["beta", "alpha"]  # no β without α, nor two of them
        if first.default is first.empty and (first.name not in roles or is_board):
            return {first.name: "node", **{name: role for name, role in roles.items() if name != first.name}}
    return roles


def is_given(parameter: inspect.Parameter) -> bool:
    """Return whether a parameter takes one thing."""
    return parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)


def check_callable(function: Callable[..., Any], name: str, depth: int | None) -> None:
    """Raise InputError for a function that has a parameter of an unknown name, or no node to search."""
    if isinstance(function, type) and not is_agent(function):
        raise InputError(f"{name:.200} is a class without getAction; name one of its methods as FILE.py:CLASS.METHOD")
    signature = signature_of(function)
    for each in {} if is_agent(function) else parameters_of(function).values():
        if each.name not in signature.roles and each.default is each.empty and is_given(each):
            raise InputError(f"{name:.200} has a parameter {each.name!r:.40}, which is unknown; known are {ALLOWED}")
    meanings = {*signature.roles.values()}
    if not meanings & {"node", "game", "problem", "values"}:
        raise InputError(f"{name:.200} takes no node to search; the known parameters are {ALLOWED}")
    if depth is not None and "values" in meanings:
        raise InputError(
            f"{name:.200} takes a list of leaves, without values for other nodes; leave out --depth {depth}"
        )
    if depth is not None and not meanings & {"depth", "problem"} and not is_agent(function):
        raise InputError(
            f"{name:.200} takes no depth, so it cannot be graded with --depth {depth}; add a parameter named depth"
        )
