"""How the code of courses reads its trees: the names and tests by which it shows their form."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from visualizer.your_code.grading.reached import Routine, reachable_routines

VALUE_ATTRIBUTES = ("val", "data", "score")
VALUE_METHOD = re.compile("(get)?(value|val|data|score|utility|eval|evaluation|heuristic)|evaluate")
CHILDREN_METHOD = re.compile("(get|generate)(children|successors)|successors|expand")
LEAF_TEST = re.compile("(is)?(terminal|leaf)(node|state)?|(is)?gameover|is(over|end|finished)")
"""The names by which courses read a node, in lower case and without underscores."""
SIDES = ("left", "right")
"""The two children of a node in a binary tree."""
EVALUATION_NAME = re.compile(r"^(ev|eval|evaluat\w*|eval_?\w+|heuristic\w*|static_eval\w*)$")
"""The name of a parameter for a function that returns the value of a node."""
CHILDREN_DICTIONARIES = ("tree", "children", "graph", "successors")
VALUE_DICTIONARIES = ("values", "leaf_values", "scores", "utilities", "leaves")
"""The names of parameters for dictionaries of children and of values."""
LIST_TYPES = frozenset(("list", "int", "float", "Number", "Real", "numbers"))
"""The types that code tests for if its tree is made of lists and numbers."""
CHILDREN_NAME = re.compile("child|kids|succ|branch|subtree")
VALUE_NAME = re.compile("val|score|util")
MOVE_NAME = re.compile("move|action|path|index|child")
"""Found in the names of children, values and moves: of variables, and of keys of a result."""
NODE_ATTRIBUTES = frozenset(("children", "value", "position"))
"""The attributes that only code for our own nodes reads."""


def read_by_course_name(node: Any, name: str) -> Any:
    """Return what a node has under one of the names of courses; AttributeError for other names."""
    plain_name = name.lower().replace("_", "")
    if LEAF_TEST.fullmatch(plain_name):
        return node.is_terminal
    if plain_name in VALUE_ATTRIBUTES:
        return node.value
    if VALUE_METHOD.fullmatch(plain_name):
        return lambda *_: node.value
    if CHILDREN_METHOD.fullmatch(plain_name):
        return lambda *_: node.children
    if name in SIDES and len(node) in (0, 2):
        return node[SIDES.index(name)] if len(node) else None
    raise AttributeError(name)


@dataclass(frozen=True)
class DataForm:
    """The form of the tree that a function takes; by default, nodes."""

    kind: str = "nodes"
    """`nodes`, `binary`, `lists`, `tuples`, `pairs`, or `names` that are keys of dictionaries."""
    children: str = ""
    """The global name of the dictionary of children; "" without one."""
    values: str = ""
    """The global name of the dictionary of values; "" without one."""
    has_leaf_numbers: bool = False
    """Whether leaves are numbers in the lists of children, without a name."""

    @property
    def words(self) -> str:
        """The form in words, as the end of "Called with node as"; "" for nodes."""
        if self.kind == "names":
            names = " and ".join(filter(None, dict.fromkeys((self.children, self.values))))
            return f"a name in {names}" if names else "a name"
        return FORM_PHRASES.get(self.kind, "")


OUR_NODES = DataForm()
"""The form for code that shows no other."""
FORM_PHRASES = {
    "binary": "a node with left and right",
    "lists": "nested lists",
    "tuples": "nested tuples",
    "pairs": "[value, children]",
}


def data_form(function: Callable[..., Any], roles: Collection[str]) -> DataForm:
    """Return the form of the tree that a function takes, as its source shows.

    `roles` are the roles of its parameters.
    """
    routines = reachable_routines(function)
    attributes = set(chain.from_iterable(map(attributes_of_nodes, routines)))
    if attributes.issuperset(SIDES) and "children" not in attributes:
        return DataForm("binary")
    # Code that reads our own nodes has no other form, whatever else it tests.
    if attributes & NODE_ATTRIBUTES or "game" in roles:
        return OUR_NODES
    if "children" in roles:
        has_leaf_numbers = {"leaf_values", "evaluation"}.isdisjoint(roles)
        return DataForm("names", has_leaf_numbers=has_leaf_numbers)
    dictionaries = global_dictionaries(routines)
    if dictionaries.children:
        return dictionaries
    return DataForm(kind_of_sequence(routines))


def kind_of_sequence(routines: Sequence[Routine]) -> str:
    """Return the kind of a tree of lists or tuples: `lists`, `tuples`, `pairs`, or else `nodes`."""
    if any(map(unpacks_pair, routines)):
        return "pairs"
    types = set(chain.from_iterable(map(tested_type_names, routines)))
    if "tuple" in types and "list" not in types:
        return "tuples"
    if types & LIST_TYPES:
        return "lists"
    return "nodes"


def attributes_of_nodes(routine: Routine) -> Iterator[str]:
    """Yield the attributes that a routine reads from its local variables."""
    for node in routine.nodes:
        match node:
            case ast.Attribute(ast.Name(name), attribute) if not routine.is_global(name):
                yield attribute


def tested_type_names(routine: Routine) -> Iterator[str]:
    """Yield the names of the types for which a routine tests its parameters and loop variables."""
    for node in routine.nodes:
        match node:
            case ast.Compare(ast.Call(ast.Name("type"), [ast.Name(name)]), _, types):
                tested = types
            case ast.Call(ast.Name("isinstance"), [ast.Name(name), tested_type]):
                tested = [tested_type]
            case _:
                continue
        # A variable with an assigned expression may have any content, such as a result.
        if not routine.assigned_expressions.get(name):
            for expression in tested:
                parts = ast.walk(expression)
                yield from (part.id for part in parts if isinstance(part, ast.Name))


def unpacks_pair(routine: Routine) -> bool:
    """Return whether a routine takes a parameter apart: `value, children = node`, or `node[1]`."""
    for node in routine.nodes:
        match node:
            case ast.Assign([ast.Tuple([ast.Name(), ast.Name(children)])], ast.Name(name)) if (
                CHILDREN_NAME.search(children)
            ):
                pass
            case ast.For(_, ast.Subscript(ast.Name(name), ast.Constant(1))) | ast.comprehension(
                _, ast.Subscript(ast.Name(name), ast.Constant(1))
            ):
                pass
            case _:
                continue
        if name in routine.parameters:
            return True
    return False


def global_dictionaries(routines: Sequence[Routine]) -> DataForm:
    """Return the form of a tree that is in global dictionaries; their contents say which is which.

    Without a dictionary of children, the names in the result are "".
    """
    known = filled_dictionaries(routines)
    children = ""
    for name, dictionary in known.items():
        if any(isinstance(entry, list | tuple) for entry in dictionary.values()):
            children = name
    entries = known.get(children, {}).values()
    below = list(chain.from_iterable(each for each in entries if isinstance(each, list | tuple)))
    values = ""
    for name, dictionary in known.items():
        # A table of signs by player has numbers, too, but not for nodes.
        is_about_nodes = any(node in dictionary for node in below)
        if is_about_nodes and all(map(is_number, dictionary.values())):
            values = name
    # One dictionary may have the children of inner nodes and the values of leaves.
    if not values and any(map(is_number, entries)):
        values = children
    has_leaf_numbers = not values and any(map(is_number, below))
    return DataForm("names", children, values, has_leaf_numbers=has_leaf_numbers)


def filled_dictionaries(routines: Sequence[Routine]) -> dict[str, dict[Any, Any]]:
    """Return the global dictionaries with entries that routines use, by name."""
    known: dict[str, dict[Any, Any]] = {}
    for routine in routines:
        for node in routine.nodes:
            if isinstance(node, ast.Name) and routine.is_global(node.id):
                value = routine.names[node.id]
                if isinstance(value, dict) and value:
                    known[node.id] = value
    return known


def is_number(value: object) -> bool:
    """Return whether a value is an integer or a float."""
    return type(value) in (int, float)
