"""The trees of courses as data: nested lists, pairs and dictionaries that record their reads.

A leaf counts as read when its number is taken: out of a list (`for child in node`, `node[0]`), or
out of a dictionary (`values[node]`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from visualizer.trace.rows import MovePath
from visualizer.your_code.grading.course_names import DataForm
from visualizer.your_code.grading.node import (
    GradedNode,
    Reads,
    graded_node_path,
    node_children,
    unread_value,
)
from visualizer.your_code.grading.reached import unwrap_function
from visualizer.your_code.grading.signatures import signature_of
from visualizer.your_code.grading.trees import SearchTask


class BuiltInLike(type):
    """The type of classes that equal the built-in type below them: `type(node) == list`."""

    def __eq__(cls, other: object) -> bool:
        return other is cls or other is cls.__base__

    __hash__ = type.__hash__


class NodeData:
    """A node as a list, tuple or name."""

    node_path: MovePath | None = None
    """The path to the node; None for a list that is only a part of a node."""


def path_of_argument(argument: object) -> MovePath | None:
    """Return the path to a node in any form; None for anything else."""
    if isinstance(argument, GradedNode):
        return graded_node_path(argument)
    if isinstance(argument, NodeData):
        return argument.node_path
    return None


class ReadItems(NodeData):
    """The items of a list or tuple, some of which are the values of leaves."""

    leaf_paths: list[MovePath | None]
    """For each item, the path to the leaf of which it is the value, or None."""
    reads: Reads
    """Records when the value of a leaf is taken."""

    def __iter__(self) -> Iterator[Any]:
        return map(self.__getitem__, range(len(self.leaf_paths)))

    def __reversed__(self) -> Iterator[Any]:
        return map(self.__getitem__, reversed(range(len(self.leaf_paths))))

    def __getitem__(self, place: Any) -> Any:
        found = super().__getitem__(place)  # type: ignore[misc]
        taken: Any = self.leaf_paths[place]
        if isinstance(place, slice):
            # A slice has not taken anything yet.
            found = type(self)(found)  # type: ignore[call-arg]
            found.reads = self.reads
            found.leaf_paths = taken
        elif taken is not None:
            self.reads.note(taken)
        return found


class ReadList(ReadItems, list[Any], metaclass=BuiltInLike):
    """A list that records which leaves are taken."""

    def copy(self) -> Any:
        """Return a copy; nothing has been taken yet."""
        return self[:]

    def pop(self, place: Any = -1) -> Any:
        """Take an item out of the list for good."""
        item = self[place]
        del self[place]
        del self.leaf_paths[place]
        return item


class ReadTuple(ReadItems, tuple[Any, ...], metaclass=BuiltInLike):  # noqa: SLOT001  it cannot
    """A tuple that records which leaves are taken."""


class NodeName(NodeData, str):  # noqa: SLOT000  it has the path of its node
    """The name of a node, which is a key of dictionaries."""


class ChildrenByName(dict[Any, Any]):
    """The names of the children by the name of an inner node; a leaf has no entry, or none below.

    So both `node not in children` and `not children[node]` are true for a leaf.
    """

    def __missing__(self, name: object) -> list[Any]:
        return []


class ReadByName(dict[Any, Any]):
    """Entries by the name of a node; taking the value of a leaf is recorded as a visit."""

    def __init__(self, reads: Reads) -> None:
        """Begin without entries."""
        super().__init__()
        self.reads = reads
        self.leaf_paths: dict[Any, MovePath] = {}

    def __getitem__(self, name: Any) -> Any:
        value = super().__getitem__(name)
        if name in self.leaf_paths:
            self.reads.note(self.leaf_paths[name])
        return value

    def get(self, name: Any, default: Any = None) -> Any:
        """Return the entry of a node, or the default."""
        if name not in self:
            return default
        return self[name]


class CourseTree:
    """A tree in the form that a function takes."""

    def __init__(
        self, root: GradedNode, form: DataForm, reads: Reads, search_task: SearchTask
    ) -> None:
        """Convert the tree below a root; `reads` records visits to leaves."""
        self.form = form
        self.reads = reads
        self.search_task = search_task
        self.children: dict[Any, Any] = ChildrenByName()
        self.values = ReadByName(self.reads)
        makers = {"pairs": self.pair, "names": self.name}
        self.root = makers.get(form.kind, self.nested)(root)
        if form.children and form.children == form.values:
            self.values.update(self.children)
            self.children = self.values

    def is_leaf(self, node: GradedNode) -> bool:
        """Return whether a node is a leaf, or at the depth limit."""
        is_at_limit = len(graded_node_path(node)) == self.search_task.depth
        return is_at_limit or not node_children(node)

    def collect(self, items: Sequence[Any], leaf_paths: list[MovePath | None]) -> ReadItems:
        """Return items as a list or tuple, with the path of the leaf for each that is a value."""
        collected = ReadTuple(items) if self.form.kind == "tuples" else ReadList(items)
        collected.reads = self.reads
        collected.leaf_paths = leaf_paths
        return collected

    def nested(self, node: GradedNode) -> Any:
        """Return a leaf as its value, and an inner node as the list of its children."""
        if self.is_leaf(node):
            return unread_value(node)
        made = self.children_of(node, self.nested)
        made.node_path = graded_node_path(node)
        return made

    def children_of(self, node: GradedNode, convert: Callable[[GradedNode], Any]) -> ReadItems:
        """Return the list of a node's children; children that are numbers are marked as leaves."""
        items: list[Any] = []
        leaf_paths: list[MovePath | None] = []
        below = () if self.is_leaf(node) else node_children(node)
        for child in below:
            item = convert(child)
            items.append(item)
            leaf_paths.append(None if isinstance(item, NodeData) else graded_node_path(child))
        return self.collect(items, leaf_paths)

    def pair(self, node: GradedNode) -> ReadItems:
        """Return a node as its value and the list of its children."""
        path = graded_node_path(node)
        children = self.children_of(node, self.pair)
        leaf_path = path if self.is_leaf(node) else None
        pair = self.collect([unread_value(node), children], [leaf_path, None])
        pair.node_path = path
        return pair

    def name(self, node: GradedNode) -> Any:
        """Return the name of a node, and put its children or its value into the dictionaries.

        If leaves have no name in this form, return the value of a leaf.
        """
        is_leaf = self.is_leaf(node)
        if is_leaf and self.form.has_leaf_numbers:
            return unread_value(node)
        name = NodeName(node.name)
        name.node_path = graded_node_path(node)
        if is_leaf:
            self.values[node.name] = unread_value(node)
            self.values.leaf_paths[node.name] = name.node_path
        else:
            self.children[node.name] = self.children_of(node, self.name)
        return name

    def evaluate(self, node: Any, *more: object) -> Any:
        """Return the value of a node, as an evaluation that is handed in."""
        if isinstance(node, NodeName):
            return self.values[node]
        if isinstance(node, ReadItems):
            return node[0]
        return node


@contextmanager
def course_arguments(
    function: Callable[..., Any],
    arguments: dict[str, Any],
    root: GradedNode,
    reads: Reads,
    search_task: SearchTask,
) -> Iterator[None]:
    """Within a `with` block, give a function its tree as data, if it takes data instead of nodes.

    The `arguments` by parameter name are changed, and so are the global dictionaries that the
    function reads.
    """
    signature = signature_of(function)
    form = signature.form
    # A position of a game is always a node.
    if form.kind in ("nodes", "binary") or type(root) is not GradedNode:
        yield
        return

    tree = CourseTree(root, form, reads, search_task)
    data = {
        "node": tree.root,
        "children": tree.children,
        "leaf_values": tree.values,
        "evaluation": tree.evaluate,
    }
    for name, role in signature.roles.items():
        if role in data:
            arguments[name] = data[role]

    by_name = {form.children: tree.children, form.values: tree.values}
    by_name.pop("", None)
    known = unwrap_function(function).__globals__
    own = {name: known[name] for name in by_name if name in known}
    known.update(by_name)
    try:
        yield
    finally:
        known.update(own)
