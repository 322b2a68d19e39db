"""A scene: everything that drawing the explorer depends on."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

from visualizer.explaining.explanation.naming import Naming, Perspective
from visualizer.explaining.explanation.own_code import CodeView
from visualizer.look.legend import State
from visualizer.look.text import spell_in_ascii
from visualizer.searching.run import Run
from visualizer.trace.bounds import PointOfView
from visualizer.trace.labels import node_being_cut, state_of, unvisited_state, value_label
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep

TAG_STYLE_COUNT = 4
"""Styles for the tags of a recorded search; a fifth tag has the first style again."""


@dataclass(frozen=True)
class Scene:
    """A run at a step, with the selection and the options of the drawing."""

    run: Run
    step: int = 0
    selected: MovePath | None = None
    """The path to the selected node, None while the selection follows the running point."""
    folded: MovePath | None = None
    """The path to the first of the selected folded nodes, which are then listed."""
    top: MovePath = ()
    """The path to the root of the subtree that the tree view draws."""
    heat: int = 0
    """The number of the heat map over the board, 0 for none."""
    zoom: int = 0
    ascii: bool = False
    """Whether the terminal lacks Unicode: signs are written out in more cells."""
    letters: bool = False
    """Whether pieces are letters: in ASCII, and for terminals without colours."""
    hide_leaves: bool = False
    """Whether a textbook's leaves are hidden until they are visited."""
    windows: str = "path"
    """Whose windows the tree shows: `path` for the open path, `all` or `none`."""
    shows_node_types: bool = False
    """Whether the nodes that prove the value are marked by their types."""
    rank: str = "upper bound"
    """What the moves are sorted by in the columns of a search by random games."""
    large: bool = False
    """Whether the tree is drawn as large as fits, for lecture mode."""
    moment: int | None = None
    """The moment of a student's own code, None for any other run."""
    call: int | None = None
    """The call of that code to show. None for the call of the selected node, else the running call.
    """
    others: tuple[Run, ...] = ()
    """Other searches of the same position; moves that only some visit are marked."""
    _nodes: dict[MovePath, int | None] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """The nodes that were looked up: views ask for the same ones many times."""

    @cached_property
    def tree(self) -> TreeAtStep:
        """The tree as known at this step."""
        return TreeAtStep(self.run.trace, self.step)

    @cached_property
    def whole_tree(self) -> TreeAtStep:
        """The tree as far as the search has gone."""
        return TreeAtStep(self.run.trace)

    @cached_property
    def running_path(self) -> MovePath:
        """The path to the running point."""
        node = self.tree.current
        if node is None:
            return ()
        return self.run.path(node)

    @cached_property
    def path_of_step(self) -> MovePath:
        """The path to the node that this step is about: the cut node, else the running point."""
        if self.cut_now is None:
            return self.running_path
        return self.run.path(self.cut_now)

    @property
    def focus(self) -> MovePath:
        """The path to the selected node, or to the running point."""
        if self.selected is None:
            return self.running_path
        return self.selected

    def at(self, **changes: object) -> Scene:
        """Return a scene with some fields changed, and without the values cached by this one.

        The values are computed again, since the search may have gone on.
        """
        return replace(self, **changes)  # type: ignore[arg-type]  # names of fields

    def updated(self, **changes: object) -> Scene:
        """Return a scene with some fields changed; if none differs, this scene with its cache."""
        # Computing the cached values again would make every frame slow.
        if all(getattr(self, name) == value for name, value in changes.items()):
            return self
        return self.at(**changes)

    def node(self, path: MovePath) -> int | None:
        """Return the node at a path if it has been entered at this step."""
        if path not in self._nodes:
            parent = None
            if path:
                parent = self._nodes.get(path[:-1])
            if parent is None:
                self._nodes[path] = self.tree.node_at(path)
            else:
                # Views go down a path: one step from a known parent is much cheaper.
                self._nodes[path] = self.tree.child(parent, path[-1])
        return self._nodes[path]

    def state(self, path: MovePath) -> State:
        """Return the state of a node at this step, visited or not."""
        node = self.node(path)
        if node is None:
            return unvisited_state(self.tree, path)
        return state_of(self.tree, node, self.best_nodes)

    def node_type_words(self, node: int | None) -> str:
        """Return a space and the node's type (PV, cut or all), "" if it has none.

        Only nodes that prove the root's value have a type. Types are shown only if the field
        `kinds` is set, and only for nodes entered by now.
        """
        if not self.shows_node_types or node is None or not self.tree.entered(node):
            return ""
        from visualizer.explaining.measures.proof_tree import node_types

        kind = node_types(self.run.trace).get(node)
        if kind is None:
            return ""
        return f" {kind.word}"

    @cached_property
    def best_nodes(self) -> frozenset[int]:
        """The nodes on the best line known, the root left out."""
        return frozenset(self.tree.principal_variation())

    @cached_property
    def cut_now(self) -> int | None:
        """The node that this very step cuts, None for no node."""
        return node_being_cut(self.tree)

    @cached_property
    def cut_in_focus(self) -> int | None:
        """The cut node that this step or the selection is about, None if there is no such cut.

        If a node other than the running one is selected, it is this node, or the parent of a pruned
        move. Otherwise it is the node that this step cuts.
        """
        if self.selected is None or self.selected == self.running_path:
            return self.cut_now
        node = self.node(self.selected)
        # A pruned move has no node.
        if node is None and self.selected:
            node = self.node(self.selected[:-1])
        if node is not None and self.tree.is_cut(node):
            return node
        return None

    @cached_property
    def cut_bound_setter(self) -> tuple[MovePath, str] | None:
        """The path to the move that set the bound at which the node in focus is cut, and α or β.

        None if the node in focus is not cut, or if no move set the bound.
        """
        node = self.cut_in_focus
        if node is None:
            return None
        path = self.path_to_setter(node)
        if path is None:
            return None
        view = self.view(self.run.path(node))
        # A node is cut at β, the upper end of its window, or else at α, the lower end.
        return path, view.end(lower=not self.tree.at_beta(node))

    def path_to_setter(self, node: int) -> MovePath | None:
        """Return the path to the move that set the bound at which a node can be cut.

        The result is None if no move set this bound.
        """
        # A node is cut at β, the upper end of its window, or else at α, the lower end.
        source = self.tree.bound_source(node, lower=not self.tree.at_beta(node))
        if source.child is None:
            return None
        return self.run.path(source.child)

    @cached_property
    def answer_source(self) -> MovePath | None:
        """The path to the node whose value the transposition table returned for the node in focus.

        None if the table had no value for the node in focus.
        """
        node = self.node(self.focus)
        if node is None:
            return None
        row = self.run.trace.source(self.tree.visit(node))
        # -1 if the node was not answered by the table.
        if row < 0:
            return None
        return self.run.path(self.tree.node_of(row))

    @cached_property
    def code(self) -> CodeView | None:
        """The student's own code at this moment, None if the run is not of such code.

        It shows the call that the user has chosen, or else the call for the selected node.
        """
        if self.moment is None:
            return None
        call = self.call
        if call is None and self.selected is not None:
            call = self.call_of_node(self.selected)
        return CodeView(self.run, self.moment, call)

    def call_of_node(self, path: MovePath) -> int | None:
        """Return the number of the student's call for a node, None if it has not begun.

        If no call was made for the node, because the call for an ancestor handles it, return the
        number of the ancestor's call.
        """
        track = self.run.track
        if track is None or self.moment is None:
            return None
        for depth in range(len(path), -1, -1):
            call = track.call_of(path[:depth], self.moment)
            if call is not None:
                return call
        return None

    @cached_property
    def code_sentence(self) -> str:
        """The sentence about this moment of a student's code, "" if there is none."""
        if self.moment is None or self.run.track is None:
            return ""
        return self.run.track.notes.get(self.moment, "")

    def sibling(self, by: int) -> MovePath | None:
        """Return the path to the sibling that is tried `by` places after the node in focus.

        A negative number goes back. If there is no sibling at that place, return the path of the
        node in focus.
        """
        focus = self.focus
        if not focus:
            # The root has no sibling: the selection stays as it is, even if it is None.
            return self.selected
        *parent, move = focus
        order = self.run.order(tuple(parent), self.tree)
        # In an engine's quiescence search, `order` lists only the moves that were tried.
        if move not in order:
            return focus
        place = order.index(move) + by
        if 0 <= place < len(order):
            return (*parent, order[place])
        return focus

    def differing_moves(self, path: MovePath) -> frozenset[int]:
        """Return a node's moves that this search visits and a compared one does not, or vice versa.

        Another search counts only if it and this search have finished with the node.
        """
        # Most scenes compare nothing, and this is called for every node drawn.
        if not self.others:
            return frozenset()
        visited_here = visited_moves(self.run, path)
        differing = frozenset[int]()
        for other in self.others:
            visited_there = visited_moves(other, path)
            if visited_here is not None and visited_there is not None:
                differing |= visited_here ^ visited_there
        return differing

    @cached_property
    def tag_counts(self) -> dict[str, int]:
        """How often each tag has been given by now."""
        return self.tree.tag_counts()

    def tags(self, node: int) -> list[tuple[str, str]]:
        """Return the tags that a recorded search gave a node, each once, with its style."""
        tags, *_ = self.tree.remark(node)
        return [(tag, self.tag_style(tag)) for tag in dict.fromkeys(tags)]

    def tag_style(self, tag: str) -> str:
        """Return the style of a tag; styles are assigned in turn, in the order of first use."""
        place = [*self.tag_counts].index(tag)
        return f"tag-{place % TAG_STYLE_COUNT + 1}"

    @cached_property
    def naming(self) -> Naming:
        """The words for nodes at this step, with values from the point of view that is shown."""
        return Naming(self.run, self.tree, self.perspective)

    @property
    def perspective(self) -> Perspective:
        """The point of view of all values: that of the search's own values."""
        return Perspective.of(self.run)

    def view(self, path: MovePath) -> PointOfView:
        """Return the side from which the values at a path are shown."""
        return self.perspective.view_at(self.run, path)

    def window(self, node: int) -> tuple[float, float]:
        """Return α and β at a node, as the tree shows them."""
        view = self.view(self.run.path(node))
        return view.window(*self.tree.window(node))

    def value(self, path: MovePath, *, seen_from: MovePath | None = None) -> str:
        """Return a node's value and bound as known now, such as `≥3`; "" before it is entered.

        The value has the point of view of the node at `seen_from`, by default of the node itself.
        In a list of a parent's moves, all values are seen from the parent.
        """
        node = self.node(path)
        if node is None:
            return ""
        if seen_from is None:
            seen_from = path
        return value_label(self.tree, node, self.view(seen_from))

    def names(self, path: MovePath) -> str:
        """Return the moves to a node."""
        return self.run.moves_to(path)

    def spelled(self, text: str) -> str:
        """Return a text for the layout; in ASCII, with its signs written out in letters."""
        if self.ascii:
            return spell_in_ascii(text)
        return text


def visited_moves(run: Run, path: MovePath) -> frozenset[int] | None:
    """Return the move indices that a search visits at a node, None until it has finished there."""
    node = run.node_at(path)
    # The tree of the whole search: a step after this one may visit more moves of the node.
    whole = TreeAtStep(run.trace)
    if node is None or not whole.returned(node):
        return None
    return frozenset(map(run.trace.move, whole.known_children(node)))
