"""What the parameters of a graded function mean: by their names, and by what its source does with them."""

import ast
import inspect
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache
from itertools import islice, product
from typing import Any

from visualizer.support.errors import InputError
from visualizer.your_code.grading.reached import negates_values, reads_turn, tests_parity
from visualizer.your_code.grading.shapes import ANY_SHAPE, DEFAULT_AGENTS, TreeShape
from visualizer.your_code.grading.sides import TurnPair, possible_turn_pairs, usual_turn_pair
from visualizer.your_code.grading.uses import ParameterUses, parameters_of

PARAMETER_NAMES: Mapping[str, tuple[str, ...]] = {
    "node": ("node", "position", "state", "root", "tree"),
    "game": ("game",),
    "depth": ("depth", "d", "plies", "max_depth", "maxdepth", "depth_limit"),
    "alpha": ("alpha", "a", "α"),
    "beta": ("beta", "b", "β"),
    "turn": (
        "color",
        "colour",
        "sign",
        "who",
        "side",
        "mover",
        "to_move",
        "tomove",
        "computer",
        "ai",
        "is_ai",
    ),
    "guess": ("f", "guess", "first", "first_guess", "firstguess"),
    "problem": ("problem",),
    "recorder": ("recorder",),
}
"""What may be given, and the names of the parameters that take it; in any case, as in `Alpha`."""
TURN_PARAMETER_NAME = re.compile(
    r"maxim|minim|^is_?m(ax|in)|m(ax|in)_?(player|turn)|player|(?<!re)turn|^agent|is_?computer|is_?ai$"
)
"""Of which the name of a parameter has some part that is told who moves."""
ARRAY_PARAMETER_NAMES = {
    "values": (
        "values",
        "scores",
        "leaves",
        "leaf_values",
        "leafvalues",
        "array",
        "arr",
        "vals",
        "nums",
    ),
    "index": ("nodeindex", "node_index", "index", "idx", "i", "node", "position", "pos", "n"),
    "depth": (
        "depth",
        "curdepth",
        "cur_depth",
        "current_depth",
        "currentdepth",
        "level",
        "d",
        "ply",
    ),
    "plies": (
        "targetdepth",
        "target_depth",
        "max_depth",
        "maxdepth",
        "height",
        "h",
        "total_depth",
        "plies",
    ),
    **{role: PARAMETER_NAMES[role] for role in ("alpha", "beta", "turn")},
}
"""The same for a function that finds the leaves in a list."""
ALLOWED_PARAMETERS_HINT = (
    "node (or position), depth, alpha, beta, maximizing, or state and game, or problem and recorder"
)

UNLIMITED_DEPTH = 100
"""The depth that is given where the search goes to the end."""
ROLE_PHRASES = {
    "node": "the root",
    "game": "the tree as a game",
    "values": "the list of the leaves",
    "index": "0",
    "guess": "0",
    "alpha": "−∞",
    "beta": "∞",
    "problem": "the tree as a problem",
    "recorder": "a recorder",
}
"""What is given, in words."""
TREE_ROLES = ("node", "values")
"""What has the leaves in it."""
MOVER_VALUES_PHRASE = ", with leaf values from the mover's side"
MAX_CALL_STYLES = 16


def turn_pair_words(one: object, other: object) -> str:
    """Say what stands for MAX, and what for MIN.

    >>> turn_pair_words("X", "O"), turn_pair_words(1, -1)
    ('"X" for MAX, "O" for MIN', '1 for MAX, -1 for MIN')
    """
    return f"{side_in_code(one)} for MAX, {side_in_code(other)} for MIN"


def side_in_code(side: object) -> str:
    """Return how a program writes what stands for a side."""
    if isinstance(side, Enum):
        return f"{type(side).__name__}.{side.name}"
    if isinstance(side, str):
        return json.dumps(side, allow_nan=False)
    if isinstance(side, int | float):
        return repr(side)
    return f"a {type(side).__name__}"


def parameter_role(name: str, names: Mapping[str, tuple[str, ...]] = PARAMETER_NAMES) -> str | None:
    """Return what a parameter of this name is given, None if that is not known.

    >>> parameter_role("maximizingPlayer"), parameter_role("Alpha"), parameter_role("x")
    ('turn', 'alpha', None)
    """
    plain = name.lower().strip("_")
    known = next((key for key, all_of_it in names.items() if plain in all_of_it), None)
    return known or ("turn" if TURN_PARAMETER_NAME.search(plain) else None)


@dataclass(frozen=True)
class CallStyle:
    """One of several ways to call a function where its source does not show which is right."""

    turns: Mapping[str, TurnPair] = field(default_factory=dict)
    """What each parameter that says who moves is given."""
    of_mover: bool = False
    """Whether leaves have their values from the side of who would move there, as in a negamax without a colour."""
    is_later: bool = False
    """Whether the depth at the root is one more than usual, where the code asks whether it is even."""


@dataclass(frozen=True)
class CodeSignature:
    """What each parameter of a function is given, and which trees it can search."""

    roles: Mapping[str, str]
    """For each parameter that is given something, what."""
    styles: tuple[CallStyle, ...] = (CallStyle(),)
    """How it may be called, in the order in which that is tried."""
    shape: TreeShape = ANY_SHAPE
    counts_up: bool = False
    """Whether it counts the plies from the root."""
    own_depth: str = ""
    """A parameter for the depth that has a beginning by default: it is given nothing where there is no limit."""
    has_plain_names: bool = True
    """Whether the names of the parameters alone say what they are given."""

    def given(self, *, is_limited: bool) -> dict[str, str]:
        """Return the parameters that are given something, each with its role."""
        return {
            name: role for name, role in self.roles.items() if is_limited or name != self.own_depth
        }

    def in_words(self, depth: int | None, *, deepens: bool) -> list[dict[str, str]]:
        """Return in words what each parameter is given, by name; one of several where that is tried."""
        return [self.style_in_words(style, depth, deepens=deepens) for style in self.styles]

    def style_in_words(
        self, style: CallStyle, depth: int | None, *, deepens: bool
    ) -> dict[str, str]:
        """Return in words what each parameter is given in one style."""
        whole = "the plies below the root"
        limit = depth or UNLIMITED_DEPTH
        words = {**ROLE_PHRASES, "plies": whole, "depth": whole}
        if self.counts_up and depth is None and not deepens:
            words["depth"] = str(int(style.is_later))
        elif not deepens and not self.shape.width:
            words["depth"] = str(limit + style.is_later)
        if style.of_mover:
            words |= {role: ROLE_PHRASES[role] + MOVER_VALUES_PHRASE for role in TREE_ROLES}
        words |= {name: turn_pair_words(*pair) for name, pair in style.turns.items()}
        given = self.given(is_limited=deepens or depth is not None)
        if self.shape.agents:
            agents = {"self.depth": str(limit)}
        else:
            agents = {}
        return {
            name: words[name if role == "turn" else role] for name, role in given.items()
        } | agents

    def are_plain(self) -> list[bool]:
        """Return for each style whether the names of the parameters alone say what they are given."""
        return [
            self.has_plain_names and not style.of_mover and not style.is_later
            for style in self.styles
        ]


def signature_of(function: Callable[..., Any]) -> CodeSignature:
    """Return what a function is given; a class is an agent of Berkeley's Pacman."""
    try:
        return _read_signature(function)
    except TypeError:  # it cannot be hashed
        return _read_signature.__wrapped__(function)


@lru_cache(16)
def _read_signature(function: Callable[..., Any]) -> CodeSignature:
    if is_agent(function):
        shape = TreeShape(DEFAULT_AGENTS, max_begins=True)
        return CodeSignature({"gameState": "node"}, shape=shape, has_plain_names=False)
    parameters = parameters_of(function)
    roles = roles_by_name(parameters, ARRAY_PARAMETER_NAMES)
    if not {"values", "index"} <= {*roles.values()}:  # it is given no list of leaves
        roles = parameter_roles(parameters)
    depth = next((name for name, role in roles.items() if role == "depth"), "")
    uses = ParameterUses(function, depth)
    counts_up = uses.is_counted(ast.Add) and not uses.is_counted(ast.Sub)
    if depth:
        begins = parameters[depth].default
    else:
        begins = inspect.Parameter.empty
    if begins in (0, None) or (counts_up and isinstance(begins, int)):
        own_depth = depth
    else:
        own_depth = ""
    chances = {
        name: possible_turn_pairs(function, name) for name, role in roles.items() if role == "turn"
    }
    knows_turn = bool(chances) or "problem" in roles.values() or reads_turn(function)
    shape = TreeShape(max_begins=not knows_turn)
    if "values" in roles.values():
        index = next(name for name, role in roles.items() if role == "index")
        if counts_up:
            plies = [n for n in uses.compared() if isinstance(n, int) and 0 < n < 7]
        else:
            plies = []
        width = ParameterUses(function, index).width()
        shape = replace(shape, width=width, plies=plies[0] if plies else 0)
    if chances:
        turns = islice(product(*chances.values()), MAX_CALL_STYLES)
        styles = [CallStyle(dict(zip(chances, pairs, strict=True))) for pairs in turns]
    else:
        counts_turns = bool(depth) and not knows_turn and tests_parity(function)
        styles = call_styles_without_turn(
            function, knows_turn=knows_turn, counts_turns=counts_turns
        )
        if counts_turns and depth != own_depth:
            styles = [
                replace(style, is_later=is_later) for style in styles for is_later in (False, True)
            ]
    plain = all(parameter_role(name) == role for name, role in roles.items()) and all(
        pairs == (usual_turn_pair(name),) for name, pairs in chances.items()
    )
    return CodeSignature(
        roles, tuple(styles), shape, counts_up, own_depth, plain and not shape.width
    )


def call_styles_without_turn(
    function: Callable[..., Any], *, knows_turn: bool, counts_turns: bool
) -> list[CallStyle]:
    """Return how a function without a parameter for the turn may be called: with leaves from MAX's or the mover's side.

    Only a negamax may want them from the mover's, and does so unless it knows in another way whose turn it is.
    """
    does_negate = negates_values(function)
    if does_negate is None:
        does_negate = not knows_turn
    if not does_negate:
        return [CallStyle()]
    if knows_turn or counts_turns:
        sides = (False, True)
    else:
        sides = (True, False)
    return [CallStyle(of_mover=of_mover) for of_mover in sides]


def is_agent(function: object) -> bool:
    """Return whether something is a class of agents as in Berkeley's Pacman."""
    return isinstance(function, type) and callable(getattr(function, "getAction", None))


def parameter_roles(parameters: Mapping[str, inspect.Parameter]) -> dict[str, str]:
    """Return what each parameter is given that is given something; an unknown first one is the node."""
    roles = roles_by_name(parameters)
    first = next(iter(parameters.values()), None)
    if (
        first is not None
        and not {"node", "game", "problem"} & {*roles.values()}
        and takes_one_argument(first)
    ):
        ends = [role for role in roles.values() if role in ("alpha", "beta")]
        is_board = first.name == "b" and ends != [
            "beta",
            "alpha",
        ]  # no β without α, nor two of them
        if first.default is first.empty and (first.name not in roles or is_board):
            return {
                first.name: "node",
                **{name: role for name, role in roles.items() if name != first.name},
            }
    return roles


def roles_by_name(
    parameters: Mapping[str, inspect.Parameter],
    names: Mapping[str, tuple[str, ...]] = PARAMETER_NAMES,
) -> dict[str, str]:
    """Return what the parameters are given whose names say it; one that is a truth value by default is no guess."""
    found = {
        name: parameter_role(name, names)
        for name, each in parameters.items()
        if takes_one_argument(each)
    }
    return {
        name: role
        for name, role in found.items()
        if role is not None and not (role == "guess" and isinstance(parameters[name].default, bool))
    }


def takes_one_argument(parameter: inspect.Parameter) -> bool:
    """Return whether a parameter takes one thing."""
    return parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)


def check_callable(function: Callable[..., Any], name: str, depth: int | None) -> None:
    """Raise InputError for a function that has a parameter of an unknown name, or no node to search."""
    if isinstance(function, type) and not is_agent(function):
        raise InputError(
            f"{name:.200} is a class without getAction; name one of its methods as FILE.py:CLASS.METHOD"
        )
    signature = signature_of(function)
    for each in {} if is_agent(function) else parameters_of(function).values():
        if (
            each.name not in signature.roles
            and each.default is each.empty
            and takes_one_argument(each)
        ):
            raise InputError(
                f"{name:.200} has a parameter {each.name!r:.40}, which is unknown; known are {ALLOWED_PARAMETERS_HINT}"
            )
    meanings = {*signature.roles.values()}
    if not meanings & {"node", "game", "problem", "values"}:
        raise InputError(
            f"{name:.200} takes no node to search; the known parameters are {ALLOWED_PARAMETERS_HINT}"
        )
    if depth is not None and "values" in meanings:
        raise InputError(
            f"{name:.200} takes a list of leaves, without values for other nodes; leave out --depth {depth}"
        )
    if depth is not None and not meanings & {"depth", "problem"} and not is_agent(function):
        raise InputError(
            f"{name:.200} takes no depth, so it cannot be graded with --depth {depth}; add a parameter named depth"
        )
