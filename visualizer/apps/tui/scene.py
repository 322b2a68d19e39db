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


@dataclass(frozen=True)
class Scene:
    """A run at a step, what is selected in it, and how it is to be drawn.

    `selected` is None while the selection follows the running point. `top` is the root of what the tree view draws,
    `heat` the number of the heat map laid over the board, 0 for none; `ascii` is for terminals without Unicode, whose
    words are longer, `letters` draws pieces as letters, for those and for terminals without colours. `hide_leaves`
    hides a textbook's leaves until they are visited; `windows` says whose windows the tree shows: `path` for the open
    path, `all` or `none`.
    """

    run: Run
    step: int = 0
    selected: MovePath | None = None
    folded: MovePath | None = None
    """The path to the first of the folded nodes that are selected in the tree, to be listed."""
    top: MovePath = ()
    heat: int = 0
    zoom: int = 0
    ascii: bool = False
    letters: bool = False
    hide_leaves: bool = False
    windows: str = "path"
    kinds: bool = False
    """Whether the nodes that prove the value are marked by their types."""
    rank: str = "upper bound"
    """What the moves are sorted by in the columns of a search by random games."""
    large: bool = False
    """Whether the tree is drawn as large as fits, for lecture mode."""
    moment: int | None = None
    """The moment of a person's own code, None where there is none."""
    call: int | None = None
    """The call of it that was chosen to be seen, None for that of the node in focus."""
    others: tuple[Run, ...] = ()
    """Other searches of the same position; moves that only some visit are marked."""
    _nodes: dict[MovePath, int | None] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """The nodes that were looked up: views ask for the same ones many times."""

    @cached_property
    def tree(self) -> TreeAtStep:
        """Return the tree as known at this step."""
        return TreeAtStep(self.run.trace, self.step)

    @cached_property
    def whole(self) -> TreeAtStep:
        """Return the tree as far as the search has gone."""
        return TreeAtStep(self.run.trace)

    @cached_property
    def running(self) -> MovePath:
        """Return the path to the running point."""
        node = self.tree.current
        if node is None:
            return ()
        return self.run.path(node)

    @cached_property
    def happening(self) -> MovePath:
        """Return the path to the node that this step is about: the one that is cut, else the running point."""
        if self.cut_now is None:
            return self.running
        return self.run.path(self.cut_now)

    def kind(self, node: int | None) -> str:
        """Return the mark of a node's type in the proof of the value, "" for none."""
        if not self.kinds or node is None or not self.tree.entered(node):
            return ""
        from visualizer.explaining.measures.proof_tree import node_types

        found = node_types(self.run.trace).get(node)
        return "" if found is None else f" {found.word}"

    @cached_property
    def cut_now(self) -> int | None:
        """Return the node that is cut in this very step, if one is."""
        return node_being_cut(self.tree)

    @cached_property
    def cut_in_focus(self) -> int | None:
        """Return the cut node that this step or the selection is about: a selected one, or that of a pruned move."""
        if self.selected is None or self.selected == self.running:
            return self.cut_now
        node = self.node(self.selected)
        if node is None and self.selected:
            node = self.node(self.selected[:-1])
        if node is not None and self.tree.is_cut(node):
            return node
        return None

    @cached_property
    def code(self) -> CodeView | None:
        """Return what is to be seen of a person's own code: the call chosen, or that of the selected node.

        A node without a call has been read in that of a node above. None where a run has no lines.
        """
        if self.moment is None:
            return None
        call = self.call
        track = self.run.track
        if track is not None and call is None and self.selected is not None:
            above = (self.selected[:plies] for plies in range(len(self.selected), -1, -1))
            found = (track.call_of(path, self.moment) for path in above)
            call = next((each for each in found if each is not None), None)
        return CodeView(self.run, self.moment, call)

    @cached_property
    def said(self) -> str:
        """Return what is said of the moment of a person's own code instead of its step, "" for nothing."""
        if self.moment is None or self.run.track is None:
            return ""
        return self.run.track.said.get(self.moment, "")

    @cached_property
    def setter(self) -> tuple[MovePath, str] | None:
        """Return the path to the move that set the bound at the cut in focus, and that bound: α or β."""
        node = self.cut_in_focus
        if node is None:
            path = None
        else:
            path = self.set_by(node)
        if node is None or path is None:
            return None
        return path, self.view(self.run.path(node)).end(lower=not self.tree.at_beta(node))

    def set_by(self, node: int) -> MovePath | None:
        """Return the path to the move that set the bound that cuts a node or may cut it; None if none has."""
        source = self.tree.bound_source(node, lower=not self.tree.at_beta(node))
        if source.child is None:
            return None
        return self.run.path(source.child)

    @cached_property
    def naming(self) -> Naming:
        """Return what names nodes at this step, and says for whom values are."""
        return Naming(self.run, self.tree, self.perspective)

    @cached_property
    def source(self) -> MovePath | None:
        """Return the path to the visit that stored a table's answer at the node in focus, None if there is none."""
        node = self.node(self.focus)
        if node is None:
            row = None
        else:
            row = self.run.trace.source(self.tree.visit(node))
        if row is None or row < 0:
            return None
        return self.run.path(self.tree.node_of(row))

    @property
    def focus(self) -> MovePath:
        """Return the path to the selected node, or to the running point."""
        if self.selected is None:
            return self.running
        return self.selected

    def sibling(self, by: int) -> MovePath | None:
        """Return the sibling `by` places after the focus in the order tried, the focus itself at an end."""
        focus = self.focus
        if not focus:
            return None if self.selected is None else focus
        order = self.run.order(focus[:-1], self.tree)
        if focus[-1] in order:
            place = order.index(focus[-1]) + by
        else:
            place = -1
        if 0 <= place < len(order):
            return (*focus[:-1], order[place])
        return focus

    def at(self, **changes: object) -> Scene:
        """Return the scene with some of it changed, to be asked anew: the search may have gone on."""
        return replace(self, **changes)  # type: ignore[arg-type]  # the names are those of the fields

    def changed(self, **changes: object) -> Scene:
        """Return the scene with some of it changed; where nothing is, itself, with all that it has been asked."""
        if all(getattr(self, name) == value for name, value in changes.items()):
            return self
        return self.at(**changes)

    @cached_property
    def best_nodes(self) -> frozenset[int]:
        """Return the nodes on the best line known, the root left out."""
        return frozenset(self.tree.principal_variation())

    def node(self, path: MovePath) -> int | None:
        """Return the node at a path if it has been entered at this step."""
        if path not in self._nodes:
            if path:
                above = self._nodes.get(path[:-1])
            else:
                above = None
            if above is None:
                self._nodes[path] = self.tree.node_at(path)
            else:
                self._nodes[path] = self.tree.child(above, path[-1])
        return self._nodes[path]

    def state(self, path: MovePath) -> State:
        """Return the state of a node at this step, visited or not."""
        node = self.node(path)
        if node is None:
            return unvisited_state(self.tree, path)
        return state_of(self.tree, node, self.best_nodes)

    def spelled(self, text: str) -> str:
        """Return a text as it is to be laid out, with its signs written out in ASCII."""
        if self.ascii:
            return spell_in_ascii(text)
        return text

    def value(self, path: MovePath, *, at: MovePath | None = None) -> str:
        """Return a node's value with its bound, as known now, told as those `at` a path are, else as its own are."""
        node = self.node(path)
        if node is None:
            return ""
        return value_label(self.tree, node, self.view(path if at is None else at))

    def differing(self, path: MovePath) -> frozenset[int]:
        """Return the move indices at a node that one search visits and another does not.

        Both must have finished with the node; else there is nothing to compare.
        """
        if self.others:
            ours = visited_moves(self.run, path)
        else:
            ours = None
        found = frozenset[int]()
        for other in self.others:
            theirs = visited_moves(other, path)
            if ours is not None and theirs is not None:
                found |= ours ^ theirs
        return found

    def tags(self, node: int) -> list[tuple[str, str]]:
        """Return the tags that a search written elsewhere gave a node, each with its style."""
        return [(tag, self.tag_style(tag)) for tag in dict.fromkeys(self.tree.remark(node)[0])]

    def tag_style(self, tag: str) -> str:
        """Return the style of a tag: they are assigned in turn, in the order of first use."""
        return f"tag-{[*self.tag_counts].index(tag) % TAG_STYLE_COUNT + 1}"

    @cached_property
    def tag_counts(self) -> dict[str, int]:
        """Return how often each tag has been given by now."""
        return self.tree.tag_counts()

    def names(self, path: MovePath) -> str:
        """Return the moves to a node."""
        return self.run.moves_to(path)

    @property
    def perspective(self) -> Perspective:
        """Return for whom values are shown: as the search has them."""
        return Perspective.of(self.run)

    def view(self, path: MovePath) -> PointOfView:
        """Return from whose side the values at a path are shown."""
        return self.perspective.at(self.run, path)

    def window(self, node: int) -> tuple[float, float]:
        """Return α and β at a node, as the tree shows them."""
        return self.view(self.run.path(node)).window(*self.tree.window(node))


def visited_moves(run: Run, path: MovePath) -> frozenset[int] | None:
    """Return the move indices that a search visits at a node, None unless it has finished with it."""
    node = run.node_at(path)
    whole = TreeAtStep(run.trace)
    if node is None or not whole.returned(node):
        return None
    return frozenset(map(run.trace.move, whole.known_children(node)))
