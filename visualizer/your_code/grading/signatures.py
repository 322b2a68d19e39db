"""The roles of a graded function's parameters, by their names and by their use in its source."""

import ast
import inspect
import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache
from itertools import islice, product
from typing import Any

from visualizer.support.errors import InputError
from visualizer.your_code.grading.course_names import (
    CHILDREN_DICTIONARIES,
    EVALUATION_NAME,
    OUR_NODES,
    VALUE_DICTIONARIES,
    DataForm,
    data_form,
)
from visualizer.your_code.grading.reached import has_parity_test, negates_values, reads_turn
from visualizer.your_code.grading.shapes import ANY_SHAPE, DEFAULT_AGENTS, TreeShape
from visualizer.your_code.grading.sides import TurnPair, possible_turn_pairs, usual_turn_pair
from visualizer.your_code.grading.uses import ParameterUses, parameters_of

PLY_NAMES = {"ply", "level"}
"""The names of a depth that may also count plies from 0 beside another depth."""
PARAMETER_NAMES: Mapping[str, tuple[str, ...]] = {
    "node": ("node", "position", "state", "root", "tree"),
    "game": ("game",),
    "depth": ("depth", "d", "plies", "max_depth", "maxdepth", "depth_limit", *PLY_NAMES),
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
"""The names of parameters in lower case, by the role of the parameter."""
TURN_PARAMETER_NAME = re.compile(
    r"maxim|minim|^is_?m(ax|in)|m(ax|in)_?(player|turn)|player|(?<!re)turn|^agent"
    r"|is_?computer|is_?ai$"
)
"""Found in the name of a parameter for the side to move."""
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
"""The same for a function that takes the leaves as a list."""
ALLOWED_PARAMETERS_HINT = (
    "node (or position), depth, alpha, beta, maximizing, or state and game, or problem and recorder"
    "; `visualizer watch FILE --call …` shows the search of other code"
)

UNLIMITED_DEPTH = 100
"""The depth argument for a search without a limit."""
ROLE_PHRASES = {
    "node": "the root",
    "game": "the tree as a game",
    "values": "the list of the leaves",
    "index": "0",
    "guess": "0",
    "ply": "0",
    "evaluation": "a function that reads a node's value",
    "children": "a dictionary of children",
    "leaf_values": "a dictionary of values",
    "alpha": "−∞",
    "beta": "∞",
    "problem": "the tree as a problem",
    "recorder": "a recorder",
}
"""The argument for each role, in words."""
TREE_ROLES = ("node", "values")
"""The roles whose argument holds the values of leaves."""
MOVER_VALUES_PHRASE = ", with leaf values from the mover's side"
PLIES_PHRASE = "the plies below the root"
MAX_CALL_STYLES = 16
MAX_ARRAY_PLIES = 6
"""The greatest number of plies that a search of an array may require."""


def turn_pair_words(for_max: object, for_min: object) -> str:
    """Say which values stand for MAX and for MIN.

    >>> turn_pair_words("X", "O"), turn_pair_words(1, -1)
    ('"X" for MAX, "O" for MIN', '1 for MAX, -1 for MIN')
    """
    return f"{side_in_code(for_max)} for MAX, {side_in_code(for_min)} for MIN"


def side_in_code(side: object) -> str:
    """Return a value that stands for MAX or MIN as source code: `True`, `"X"`, `Player.MAX`."""
    if isinstance(side, Enum):
        return f"{type(side).__name__}.{side.name}"
    if isinstance(side, str):
        return json.dumps(side, allow_nan=False)
    if isinstance(side, int | float):
        return repr(side)
    return f"a {type(side).__name__}"


def parameter_role(name: str, names: Mapping[str, tuple[str, ...]] = PARAMETER_NAMES) -> str | None:
    """Return the role of a parameter with this name, or None if the name is not known.

    `names` are the known names in lower case, by role.

    >>> parameter_role("maximizingPlayer"), parameter_role("Alpha"), parameter_role("x")
    ('turn', 'alpha', None)
    """
    plain_name = name.lower().strip("_")
    for role, known_names in names.items():
        if plain_name in known_names:
            return role
    if names is PARAMETER_NAMES and EVALUATION_NAME.search(plain_name):
        return "evaluation"
    return "turn" if TURN_PARAMETER_NAME.search(plain_name) else None


@dataclass(frozen=True)
class CallStyle:
    """One of the ways to call a function; its source may not show which of them is right."""

    turns: Mapping[str, TurnPair] = field(default_factory=dict)
    """The values for MAX and MIN of each parameter for the side to move."""
    of_mover: bool = False
    """Whether the value of a leaf is from the side of the player to move there.

    So it must be for a negamax without a colour.
    """
    adds_ply: bool = False
    """Whether the depth at the root is one greater than usual.

    This exchanges MAX and MIN in code that tells them apart by whether the depth is even.
    """


@dataclass(frozen=True)
class CodeSignature:
    """How to call a function: the roles of its parameters, call styles, and suitable trees."""

    roles: Mapping[str, str]
    """The roles of parameters by name; other parameters are not passed."""
    styles: tuple[CallStyle, ...] = (CallStyle(),)
    """The ways to call it, in the order to try them."""
    shape: TreeShape = ANY_SHAPE
    counts_up: bool = False
    """Whether its depth counts up from the root instead of down to the limit."""
    optional_depth: str = ""
    """The name of the depth parameter if its default means no limit, otherwise ""."""
    has_plain_names: bool = True
    """Whether the parameter names alone explain the arguments."""
    form: DataForm = OUR_NODES
    """The form of the tree that it takes."""

    @property
    def forms(self) -> dict[str, str]:
        """The form of the tree in words by the name of its parameter; {} for nodes."""
        words = self.form.words
        return {name: words for name, role in self.roles.items() if words and role == "node"}

    def roles_given(self, *, is_limited: bool) -> dict[str, str]:
        """Return the role of each parameter that gets an argument.

        `is_limited` says whether there is a depth limit. Without one, an optional depth is not
        passed.
        """
        roles = self.roles.items()
        return {name: role for name, role in roles if is_limited or name != self.optional_depth}

    def in_words(self, depth: int | None, *, deepens: bool) -> list[dict[str, str]]:
        """Return, for each call style, the arguments in words."""
        return [self.arguments_in_words(style, depth, deepens=deepens) for style in self.styles]

    def arguments_in_words(
        self, style: CallStyle, depth: int | None, *, deepens: bool
    ) -> dict[str, str]:
        """Return the argument of each parameter in one call style, in words for a report.

        `depth` is the depth limit, or None. `deepens` says whether the task is iterative deepening.
        """
        words = {**ROLE_PHRASES, "plies": PLIES_PHRASE}
        words["depth"] = self.depth_in_words(style, depth, deepens=deepens)
        if self.form.words:
            words["node"] += f" as {self.form.words}"
        if style.of_mover:
            for role in TREE_ROLES:
                words[role] += MOVER_VALUES_PHRASE

        arguments: dict[str, str] = {}
        for name, role in self.roles_given(is_limited=deepens or depth is not None).items():
            if role == "turn":
                for_max, for_min = style.turns[name]
                arguments[name] = turn_pair_words(for_max, for_min)
            else:
                arguments[name] = words[role]
        # An agent has its depth as an attribute, not as a parameter.
        if self.shape.agents:
            arguments["self.depth"] = str(depth or UNLIMITED_DEPTH)
        return arguments

    def depth_in_words(self, style: CallStyle, depth: int | None, *, deepens: bool) -> str:
        """Return the argument of the depth parameter at the root in words.

        The parameters have the same meaning as in `arguments_in_words`.
        """
        # Trees differ in their number of plies, so the report cannot give a number.
        if deepens:
            return PLIES_PHRASE
        offset = int(style.adds_ply)
        if self.counts_up and depth is None:
            return str(offset)
        if self.shape.width and depth is None:
            return PLIES_PHRASE
        return str((depth or UNLIMITED_DEPTH) + offset)

    def are_plain(self) -> list[bool]:
        """Return, for each call style, whether the parameter names alone explain the arguments."""
        return [
            self.has_plain_names and not style.of_mover and not style.adds_ply
            for style in self.styles
        ]


def signature_of(function: Callable[..., Any]) -> CodeSignature:
    """Return the signature of a function or a class of Berkeley's Pacman agents, from a cache."""
    try:
        return _read_signature(function)
    except TypeError:  # the function cannot be hashed, as the cache requires
        return _read_signature.__wrapped__(function)


@lru_cache(16)
def _read_signature(function: Callable[..., Any]) -> CodeSignature:
    """Return the signature of a function or a class of agents, from its parameters and source."""
    if is_agent(function):
        shape = TreeShape(DEFAULT_AGENTS, max_begins=True)
        return CodeSignature({"gameState": "node"}, shape=shape, has_plain_names=False)

    parameters = parameters_of(function)
    roles = roles_by_name(parameters, ARRAY_PARAMETER_NAMES)
    takes_list_of_leaves = {"values", "index"} <= set(roles.values())
    dictionary_roles = roles_of_dictionaries(parameters)
    if dictionary_roles:
        roles = dictionary_roles
    elif not takes_list_of_leaves:
        roles = parameter_roles(parameters)
    return SignatureReader(function, parameters, roles).signature()


class SignatureReader:
    """Finds out how to call a function, from its parameters and its source."""

    def __init__(
        self,
        function: Callable[..., Any],
        parameters: Mapping[str, inspect.Parameter],
        roles: Mapping[str, str],
    ) -> None:
        """Find out how a function counts its depth, and how it learns whose turn it is.

        `parameters` are all its parameters and `roles` the known roles, both by parameter name.
        """
        self.function = function
        self.parameters = parameters
        self.roles = roles
        self.form = data_form(function, roles.values())
        self.depth = self.name_of("depth")
        self.depth_uses = ParameterUses(function, self.depth)
        # Code that counts plies from the root passes on `depth + 1`, other code `depth - 1`.
        is_increased = self.depth_uses.is_left_operand(ast.Add)
        is_decreased = self.depth_uses.is_left_operand(ast.Sub)
        self.counts_up = is_increased and not is_decreased
        turn_names = [name for name, role in roles.items() if role == "turn"]
        self.possible_turns = {name: possible_turn_pairs(function, name) for name in turn_names}
        """The possible pairs of values for MAX and MIN, by the name of the turn parameter."""
        gets_turn = bool(self.possible_turns) or "problem" in roles.values()
        self.knows_turn = gets_turn or reads_turn(function)
        """Whether the code learns whose turn it is, by a parameter or from the node."""

    def signature(self) -> CodeSignature:
        """Return the signature of the function, with the ways to call it."""
        shape = self.shape()
        optional_depth = ""
        if self.is_depth_optional():
            optional_depth = self.depth
        return CodeSignature(
            self.roles,
            tuple(self.styles()),
            shape,
            counts_up=self.counts_up,
            optional_depth=optional_depth,
            has_plain_names=self.has_plain_names() and "values" not in self.roles.values(),
            form=self.form,
        )

    def name_of(self, role: str) -> str:
        """Return the name of the first parameter with a role, or ""."""
        for name, known_role in self.roles.items():
            if known_role == role:
                return name
        return ""

    def is_depth_optional(self) -> bool:
        """Return whether there is a depth parameter with a default that means no limit."""
        if not self.depth:
            return False
        # Code without a limit has the default 0 or None. If the depth counts up, a default such as
        # 1 is only the depth of the root. If it counts down, a default such as 4 is a limit.
        default = self.parameters[self.depth].default
        return default in (0, None) or (self.counts_up and isinstance(default, int))

    def shape(self) -> TreeShape:
        """Return the shape of the trees that the function can search.

        Code that cannot know whose turn it is needs trees with MAX to move at the root. Code that
        takes the leaves as a list needs complete trees.
        """
        shape = TreeShape(max_begins=not self.knows_turn)
        if self.form.kind == "binary":
            return replace(shape, width=2)
        if "values" not in self.roles.values():
            return shape

        plies = self.leaf_depth_in_code() if self.counts_up else 0
        width = ParameterUses(self.function, self.name_of("index")).children_per_node()
        return replace(shape, width=width, plies=plies)

    def leaf_depth_in_code(self) -> int:
        """Return the depth at which the code expects all leaves, or 0 if it accepts any depth.

        It is 3 if the code has a test such as `depth == 3`.
        """
        for value in self.depth_uses.compared_values():
            if isinstance(value, int) and 0 < value <= MAX_ARRAY_PLIES:
                return value
        return 0

    def styles(self) -> list[CallStyle]:
        """Return the ways to call the function, in the order to try them."""
        if self.possible_turns:
            return list(islice(self.styles_for_turns(), MAX_CALL_STYLES))

        uses_parity = bool(self.depth) and not self.knows_turn and has_parity_test(self.function)
        styles = call_styles_without_turn(
            self.function, knows_turn=self.knows_turn, uses_parity=uses_parity
        )
        # An optional depth can be left out of the call, so no ply can be added to it.
        if not uses_parity or self.is_depth_optional():
            return styles
        # It is not known whether MAX moves at even or at odd depths. Adding a ply to the depth
        # exchanges MAX and MIN, so try each style without it and with it.
        variants = product(styles, (False, True))
        return [replace(style, adds_ply=adds_ply) for style, adds_ply in variants]

    def styles_for_turns(self) -> Iterator[CallStyle]:
        """Yield a style for each way to choose a pair of values for every turn parameter.

        The pairs of a parameter are in the order to try them, so the likeliest styles come first.
        """
        for pairs in product(*self.possible_turns.values()):
            yield CallStyle(dict(zip(self.possible_turns, pairs, strict=True)))

    def has_plain_names(self) -> bool:
        """Return whether the parameter names alone explain the arguments."""
        if any(parameter_role(name) != role for name, role in self.roles.items()):
            return False
        return all(pairs == (usual_turn_pair(name),) for name, pairs in self.possible_turns.items())


def call_styles_without_turn(
    function: Callable[..., Any], *, knows_turn: bool, uses_parity: bool
) -> list[CallStyle]:
    """Return the ways to call a function without a parameter for the side to move, best first.

    The values of leaves are from MAX's side, or from the mover's side for a negamax. If the code
    negates values, both are tried. It is probably a negamax unless it knows whose turn it is, from
    a node (`knows_turn`) or by testing whether the depth is even (`uses_parity`).
    """
    may_be_negamax = negates_values(function)
    if may_be_negamax is None:
        # The source is not known. Only a negamax can search without knowing whose turn it is.
        may_be_negamax = not knows_turn
    if not may_be_negamax:
        return [CallStyle()]

    negamax_style = CallStyle(of_mover=True)
    if knows_turn or uses_parity:
        return [CallStyle(), negamax_style]
    return [negamax_style, CallStyle()]


def is_agent(function: object) -> bool:
    """Return whether an object is a class of agents, as in Berkeley's Pacman."""
    return isinstance(function, type) and callable(getattr(function, "getAction", None))


def parameter_roles(parameters: Mapping[str, inspect.Parameter]) -> dict[str, str]:
    """Return the known roles of parameters, by the parameters' names.

    If no name shows which parameter takes the node to search, it is the first parameter, unless
    this is optional or has another role. In `search(b, depth)`, `b` is a board, not β.
    """
    roles = roles_by_name(parameters)
    first = next(iter(parameters.values()), None)
    gets_tree = {"node", "game", "problem"} & set(roles.values())
    if first is None or gets_tree:
        return roles
    is_required = first.default is first.empty
    if not takes_one_argument(first) or not is_required:
        return roles

    has_other_role = first.name in roles and not is_board_name(first.name, roles)
    if has_other_role:
        return roles
    others = {name: role for name, role in roles.items() if name != first.name}
    return {first.name: "node", **others}


def roles_of_dictionaries(parameters: Mapping[str, inspect.Parameter]) -> dict[str, str]:
    """Return the roles of parameters if one of them takes the dictionary of children, else {}."""
    dictionaries: dict[str, str] = {}
    for name in parameters:
        if name in CHILDREN_DICTIONARIES:
            dictionaries[name] = "children"
        elif name in VALUE_DICTIONARIES:
            dictionaries[name] = "leaf_values"
    rest = {name: each for name, each in parameters.items() if name not in dictionaries}
    roles = {**dictionaries, **parameter_roles(rest)}
    # A tree without another parameter for the node is the node itself.
    return roles if {"children", "node"} <= set(roles.values()) else {}


def is_board_name(name: str, roles: Mapping[str, str]) -> bool:
    """Return whether the first parameter, if it is called `b`, is a board and not β."""
    # It is β only if exactly one α follows.
    window_ends = [role for role in roles.values() if role in ("alpha", "beta")]
    return name == "b" and window_ends != ["beta", "alpha"]


def roles_by_name(
    parameters: Mapping[str, inspect.Parameter],
    names: Mapping[str, tuple[str, ...]] = PARAMETER_NAMES,
) -> dict[str, str]:
    """Return the roles of the parameters with known names, by the parameters' names.

    `names` are the known names in lower case, by role.
    """
    roles: dict[str, str] = {}
    has_depth = any(
        parameter_role(name, names) == "depth" for name in parameters.keys() - PLY_NAMES
    )
    for name, parameter in parameters.items():
        if not takes_one_argument(parameter):
            continue
        role = parameter_role(name, names)
        # A parameter called `first` may be the first guess of MTD(f), but not if it is a boolean.
        is_switch = role == "guess" and isinstance(parameter.default, bool)
        # A default evaluation or ply is what the code itself begins with.
        has_default = parameter.default is not parameter.empty
        is_own = has_default and (role == "evaluation" or name in PLY_NAMES)
        # A ply beside a depth counts from 0.
        if name in PLY_NAMES and has_depth:
            role = "ply"
        if role is not None and not is_switch and not is_own:
            roles[name] = role
    return roles


def takes_one_argument(parameter: inspect.Parameter) -> bool:
    """Return whether a parameter takes a single argument, unlike *args and **kwargs."""
    return parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)


def check_callable(function: Callable[..., Any], name: str, depth: int | None) -> None:
    """Raise InputError if a function cannot be called to search a tree.

    All required parameters must be known, and one of them must take the node to search. If `depth`
    is not None, another one must take the depth limit. `name` is the function's name in messages.
    """
    if isinstance(function, type) and not is_agent(function):
        raise InputError(
            f"{name:.200} is a class without getAction; name one of its methods as "
            "FILE.py:CLASS.METHOD"
        )
    if is_agent(function):
        return

    roles = signature_of(function).roles
    for parameter in parameters_of(function).values():
        is_required = parameter.default is parameter.empty and takes_one_argument(parameter)
        if is_required and parameter.name not in roles:
            raise InputError(
                f"{name:.200} has a parameter {parameter.name!r:.40}, which is unknown; known are "
                f"{ALLOWED_PARAMETERS_HINT}"
            )

    known_roles = set(roles.values())
    if not known_roles & {"node", "game", "problem", "values"}:
        raise InputError(
            f"{name:.200} takes no node to search; the known parameters are "
            f"{ALLOWED_PARAMETERS_HINT}"
        )
    if depth is not None:
        check_takes_depth(known_roles, name, depth)


def check_takes_depth(known_roles: Collection[str], name: str, depth: int) -> None:
    """Raise InputError if a function has no parameter for a depth limit.

    `known_roles` are the roles of its parameters. `name` and the limit `depth` are for messages.
    """
    if "values" in known_roles:
        raise InputError(
            f"{name:.200} takes a list of leaves, without values for other nodes; leave out "
            f"--depth {depth}"
        )
    if "depth" not in known_roles and "problem" not in known_roles:
        raise InputError(
            f"{name:.200} takes no depth, so it cannot be graded with --depth {depth}; add a "
            "parameter named depth"
        )
