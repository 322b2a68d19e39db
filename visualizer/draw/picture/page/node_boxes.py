"""The boxes of a tree on a page at a step; boxes that have not changed are reused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from visualizer.draw.boards.contents import board_with_marks
from visualizer.draw.picture.layout import node_words, placed_nodes
from visualizer.draw.picture.model import (
    BOUND_SIGNS,
    TURN_SHAPES,
    Box,
    BoxShape,
    MarkedBoard,
    NodeWindow,
    PagePlan,
    Sign,
    SignPlace,
    state_sign,
)
from visualizer.draw.picture.page.options import PictureOptions
from visualizer.explaining.explanation.naming import Naming
from visualizer.explaining.explanation.standings import label_of_value
from visualizer.explaining.measures.proof_tree import NodeType, node_types
from visualizer.explaining.measures.sampling import (
    NOT_SAMPLED,
    SampleLook,
    sample_look,
    sample_looks_of_children,
)
from visualizer.explaining.measures.summary import deepest_below
from visualizer.look.legend import State
from visualizer.look.numbers import format_number
from visualizer.searching.ordering import Score
from visualizer.searching.run import Run
from visualizer.trace.labels import bound_at_cut, changed_node
from visualizer.trace.rows import Kind, MovePath
from visualizer.trace.tree_at_step import TreeAtStep

FOLDED_LINE_SHARE = 0.84
"""The part of the width of folded nodes that their second line may fill."""
WINDOW_CLEARANCE = 3
"""Letters kept free between a node's stem and its window, and between the window and words."""


class NodeBoxes:
    """The boxes of a layout at a step."""

    def __init__(
        self,
        run: Run,
        tree: TreeAtStep,
        layout: placed_nodes.TreeLayout,
        options: PictureOptions,
        plan: PagePlan,
    ) -> None:
        """Begin without boxes."""
        self.run = run
        self.tree = tree
        self.layout = layout
        self.options = options
        self.plan = plan
        self.nodes = layout.nodes
        assert isinstance(layout.measures, placed_nodes.PageMeasures)
        self.measures = layout.measures
        self.letter = plan.letter
        self.quarter = plan.size / placed_nodes.QUARTERS_PER_TEXT_SIZE
        """A quarter of the text size, in points: the unit of the measures."""
        self.name_at = self.measures.name * self.quarter
        """How far a node's name is below the beginning of its edge, in points."""
        self.value_at = self.measures.value * self.quarter
        """How far a node's value is below the beginning of its edge, in points."""
        self.foot_at = self.measures.height * self.quarter
        """How far the edges to a node's children begin below its own edge, in points."""

        self.drawn: list[Box | None] = []
        """The box of each placed node, None for hidden ones."""
        # Facts about the children of a node are stored, because each of its children needs them.
        self.orders = dict[int, dict[int | None, int]]()
        self.scores = dict[MovePath, Sequence[Score] | None]()
        self.looks = dict[int, dict[int, SampleLook]]()

        best_line = tree.principal_variation()
        self.best = frozenset((0, *best_line)) if best_line else frozenset[int]()
        """The nodes of the best line, with the root."""
        self.states = node_words.states_of(tree, layout, frozenset(best_line))
        """The state of each placed node."""

    @cached_property
    def changed(self) -> int | None:
        """The node whose value or window the last event changed, None for none."""
        return changed_node(self.tree)

    @cached_property
    def setter(self) -> tuple[int, str]:
        """The node that set the bound of this step's cut, and the bound; -1 and "" for none."""
        return bound_at_cut(self.tree) or (-1, "")

    @cached_property
    def setter_path(self) -> MovePath:
        """The path to the node that set the bound of this step's cut, () for none."""
        node, bound = self.setter
        return self.run.path(node) if bound else ()

    @cached_property
    def types(self) -> Mapping[int, NodeType]:
        """The types of the nodes that prove the value, if they are to be marked."""
        if self.options.kinds:
            return node_types(self.run.trace)
        return {}

    @cached_property
    def naming(self) -> Naming | None:
        """The names with which values are explained, None if their meaning is not shown."""
        has_stakes = self.run.stakes is not None and self.measures.windowed
        if has_stakes:
            return Naming(self.run, self.tree)
        return None

    @cached_property
    def parents(self) -> set[int]:
        """The indices of the placed nodes with children."""
        return {placed.parent for placed in self.nodes}

    @cached_property
    def keys(self) -> list[str]:
        """The key of each placed node."""
        return [*map(self._key, self.nodes)]

    @cached_property
    def tree_options(self) -> node_words.TreeOptions:
        """The options that say which values and windows are shown."""
        return node_words.TreeOptions(
            hide_leaves=self.options.hide_leaves,
            all_leaves=self.options.ghosts,
            windows=self.options.node_windows,
        )

    def boxes(self, before: NodeBoxes | None = None) -> tuple[Box, ...]:
        """Return the boxes, parents first.

        `before` has the boxes of the last picture, if any: boxes that have not changed are the
        same objects, which tells the drawing that they need not be drawn again.
        """
        known = dict[str, Box]()
        keeps_most = False
        if before is not None:
            known = {box.key: box for box in before.drawn if box is not None}
            # Where nodes are visited again, a step may change boxes anywhere in the tree.
            keeps_most = before.layout is self.layout and not self.run.trace.revisits
        if before is not None and keeps_most:
            self.drawn = self._redrawn(before, known)
        else:
            self.drawn = [self._drawn(number, known) for number in range(len(self.nodes))]
        return tuple(box for box in self.drawn if box is not None)

    def _redrawn(self, before: NodeBoxes, known: Mapping[str, Box]) -> list[Box | None]:
        """Return all boxes; make only the boxes anew that may differ from the last drawing's.

        `before` is the last drawing, and `known` has its boxes by their keys.
        """
        touched = self._nodes_touched_since(before)
        boxes = list[Box | None]()
        for number, placed in enumerate(self.nodes):
            # A box depends on the node and on its parent, so both are looked up.
            is_touched = placed.node in touched or placed.above in touched
            if is_touched or self.states[number] is not before.states[number]:
                boxes.append(self._drawn(number, known))
            else:
                boxes.append(before.drawn[number])
        return boxes

    def _nodes_touched_since(self, before: NodeBoxes) -> set[int | None]:
        """Return the nodes whose boxes may have changed between two drawings.

        These are the nodes on the path of either step, those visited in between, those on only one
        of the two best lines, and those that set the bound of a cut.
        """
        # A film may go back, so that either drawing may be the later one.
        first, last = sorted((before.tree.visits, self.tree.visits))
        touched: set[int | None] = {
            *before.tree.path,
            *self.tree.path,
            *range(first, last),
            *(before.best ^ self.best),
            before.tree.current,
            self.tree.current,
            before.setter[0],  # -1 where no bound was set
            self.setter[0],
        }
        touched.discard(None)  # would stand for all unvisited nodes, and for the root's parent
        return touched

    def _drawn(self, number: int, known: Mapping[str, Box]) -> Box | None:
        """Return the box of a placed node, None if the options hide it.

        Options may hide pruned nodes, and the ghosts below them. `known` are the boxes of the last
        picture. If one of them is equal to the new box, the old one is returned. `number` is the
        node's index in the layout.
        """
        if self.states[number] is State.PRUNED:
            if not self.options.pruned:
                return None
            if not self.options.ghosts and self._is_ghost(number):
                return None
        box = self._box(number)
        earlier = known.get(box.key)
        return earlier if earlier == box else box

    def turns(self) -> Iterator[tuple[float, tuple[str, ...]]]:
        """Yield for each ply the y of its middle, and the lines that say whose turn it is."""
        rows = dict[int, list[placed_nodes.PlacedNode]]()
        middles = dict[int, float]()
        deepest = self._deepest_ply()
        for placed, box in self._drawn_nodes():
            if placed.folded is None and len(placed.path) < deepest:
                rows.setdefault(placed.top, []).append(placed)
                middles.setdefault(placed.top, box.y + box.height / 2)
        for top, nodes in rows.items():
            yield middles[top], self._turn_lines(nodes)

    def _drawn_nodes(self) -> Iterator[tuple[placed_nodes.PlacedNode, Box]]:
        """Yield the placed nodes that are not hidden, with their boxes."""
        for placed, box in zip(self.nodes, self.drawn, strict=True):
            if box is not None:
                yield placed, box

    def _deepest_ply(self) -> int:
        """Return the deepest ply of the search, or of the drawing if ghosts lie deeper."""
        top = self.options.top
        plies_below_top = deepest_below(self.run, top) or 1
        deepest = len(top) + plies_below_top
        if self.options.ghosts and self.layout.is_whole:
            # Ghosts may lie in plies that the search has not reached.
            deepest = max(deepest, *(len(placed.path) for placed in self.nodes))
        return deepest

    def _turn_lines(self, nodes: Sequence[placed_nodes.PlacedNode]) -> tuple[str, ...]:
        """Return the lines that say who moves at nodes of a ply: `MAX` and below it `White`.

        If several sides move there, each has its shape's name alone.
        """
        names = {}
        for turn in node_words.movers_of(self.run, self.tree, nodes):
            names[TURN_SHAPES[turn]] = self.run.game.mover(turn)
        if len(names) > 1:
            return (*names,)
        ((shape, side),) = names.items()
        # A game may call its sides MAX and MIN, which is written only once.
        return (shape, side) if side != shape else (shape,)

    def horizon(self) -> float:
        """Return the y of the line above the first ply beyond the depth limit, 0 for none.

        Below the line, quiescence search tries noisy moves, such as captures, alone.
        """
        limit = self.tree.horizon
        if limit is None:
            return 0
        heads = [box.head for placed, box in self._drawn_nodes() if len(placed.path) == limit + 1]
        return min(heads, default=0)

    def _answered_from(self, node: int) -> str:
        """Return the key of the node from which a table has the value of a visited node.

        "" if no table answered, or if the node with the answer is not drawn.
        """
        if self.tree.kind(node) is not Kind.TABLE:
            return ""
        source = self.tree.node_of(self.run.trace.source(self.tree.visit(node)))
        if source == node:
            return ""
        for placed, key in zip(self.nodes, self.keys, strict=True):
            if placed.node == source:
                return key
        return ""

    def _key(self, placed: placed_nodes.PlacedNode) -> str:
        """Return the key of a placed node, the same at every step.

        A key is `n` and the node's number, `p` and the path of a node that is never visited, or
        `w` and the path of the first of some folded nodes.
        """
        path = ".".join(map(str, placed.path))
        if placed.folded is not None:
            return f"w{path}"
        node = placed.node
        if node is None and not self.layout.is_whole:
            # A spine has only the nodes visited by now, but this one may be visited later.
            node = self.run.node_at(placed.path)
        return f"p{path}" if node is None else f"n{node}"

    def _is_ghost(self, number: int) -> bool:
        """Return whether a placed node lies below a pruned one."""
        return node_words.is_below_pruned(self.tree, self.nodes[number], self.states[number])

    def _box(self, number: int) -> Box:
        """Make the box of the node, or of the folded nodes, at index `number` of the layout."""
        placed = self.nodes[number]
        words = node_words.words_of_node(
            self.run,
            self.tree,
            placed,
            state=self.states[number],
            options=self.tree_options,
        )
        # A new box is completed in place: films make thousands, and copies would take longer.
        box = self._placed_box(number)
        if placed.folded is not None:
            self._add_folded_lines(box, words, placed, placed.folded)
            box.signs = tuple(self._signs(number, words))
            return box

        self._add_words(box, words)
        self._add_place(box, number, placed)
        box.signs = tuple(self._signs(number, words))
        box.stakes = self._stakes(number, words.window)
        if placed.node is not None and self.tree.entered(placed.node):
            self._add_visit(box, placed.node, placed)
        if self.measures.sized:
            self._add_size(box, placed)
        return box

    def _placed_box(self, number: int) -> Box:
        """Return a box with everything that single and folded nodes have in common."""
        placed = self.nodes[number]
        return Box(
            key=self.keys[number],
            shape=BoxShape.FOLDED,
            state=self.states[number],
            ply=placed.ply,
            is_ghost=self._is_ghost(number),
            x=self._x(placed),
            width=self._width(placed),
            height=placed_nodes.NODE_HEIGHT * self.quarter,
            above=self._parent_key(placed),
        )

    def _add_folded_lines(
        self,
        box: Box,
        words: node_words.NodeWords,
        placed: placed_nodes.PlacedNode,
        folded: placed_nodes.FoldedNodes,
    ) -> None:
        """Add the words of folded nodes to their box.

        The box is higher than that of a node: it begins where a node has its name.
        """
        value = words.value
        if folded.visits:
            # A trapezium is narrower than the outlines for which the words were chosen.
            value = folded.games(int(FOLDED_LINE_SHARE * placed.width))
        box.lines = (words.name, value) if value else (words.name,)
        box.running = folded.running
        box.y = self._y(placed, self.name_at)
        box.height += self.value_at - self.name_at
        box.head = box.y
        box.foot = box.y + box.height

    def _add_words(self, box: Box, words: node_words.NodeWords) -> None:
        """Add the words of a single node to its box, as far as the page shows them."""
        box.shape = TURN_SHAPES[words.turn]
        box.move = words.name
        box.value = words.value
        if self.layout.is_whole:
            box.label = words.book_label
        if self.measures.windowed:
            box.window = words.window

    def _add_place(self, box: Box, number: int, placed: placed_nodes.PlacedNode) -> None:
        """Add to the box of a single node its place, its board, and what makes it stand out.

        `number` is its index in the layout.
        """
        box.y = self._y(placed, self.value_at)
        box.foot = self._y(placed, self.foot_at)
        box.head = box.y
        # Without names, the edges of a whole tree end at the nodes themselves.
        if placed.ply and (self.options.edge_names or not self.layout.is_whole):
            box.head = self._y(placed, self.name_at)
        box.room = 0.0  # without room, the move is left out
        if self.options.edge_names:
            box.room = placed.width * self.letter
        if number == 0 and self.layout.hangs_from:
            box.hangs_from = self.plan.tree.x + self.layout.hangs_from * self.letter
        box.board = self._board(placed)
        box.score = self._score(placed.path)
        box.on_best_line = placed.node in self.best
        box.is_changed = placed.node is not None and placed.node == self.changed

    def _add_visit(self, box: Box, node: int, placed: placed_nodes.PlacedNode) -> None:
        """Add to the box of a visited node its order, its tags and the source of its value."""
        trace = self.run.trace
        box.order = self._order(placed)
        if self.tree.is_annotated:
            box.tags = tuple(self._tags(node))
        if trace.answered_rows:
            box.answered_from = self._answered_from(node)

    def _tags(self, node: int) -> Iterator[str]:
        """Yield the tags of a visited node: "beyond the horizon", and those that were recorded."""
        trace = self.run.trace
        row = self.tree.visit(node)
        if trace.is_beyond_horizon(row):
            yield "beyond the horizon"
        yield from trace.engine_notes.words(row)
        tags, *_ = self.tree.remark(node)
        yield from tags

    def _add_size(self, box: Box, placed: placed_nodes.PlacedNode) -> None:
        """Set the size of a box by the visits to its node, in a search by random games.

        A box without visits has the least width and height, the most visited one the greatest.
        """
        look = self._look(placed)
        narrowest = min(box.width, self._value_width(box))
        widest = box.width
        if self.layout.is_whole:
            widest = placed_nodes.MOST_VISITED_FACTOR * narrowest
        lowest = placed_nodes.MIN_NODE_HEIGHT
        # `look.size` is 0 without visits, and 1 for the most visited node.
        height = lowest + (self.measures.node - lowest) * look.size
        box.width = min(box.width, narrowest + (widest - narrowest) * look.size)
        box.height = height * self.quarter
        box.level = look.level
        box.prior = look.prior

    def _value_width(self, box: Box) -> float:
        """Return the width that the value of a sampled node needs, in points."""
        letters = max(len(box.value), 1 + len(placed_nodes.WIDEST_MEAN))
        width = placed_nodes.VALUE_SIZE * letters + placed_nodes.VALUE_PADDING
        return (width + placed_nodes.CUT_SIGN_LETTERS) * self.letter

    def _x(self, placed: placed_nodes.PlacedNode) -> float:
        """Return the middle of a placed node, in points."""
        return self.plan.tree.x + (placed.x + 0.5) * self.letter

    def _y(self, placed: placed_nodes.PlacedNode, below: float) -> float:
        """Return the y some points below the beginning of a node's edge."""
        return self.plan.tree.y + placed.top * self.quarter + below

    def _width(self, placed: placed_nodes.PlacedNode) -> float:
        """Return the width of a node's outline, in points."""
        return (placed.box or placed.width) * self.letter

    def _parent_key(self, placed: placed_nodes.PlacedNode) -> str | None:
        """Return the key of the parent, "" if that is not drawn; None for the topmost node."""
        if not placed.ply:
            return None
        if placed.parent >= 0:
            return self.keys[placed.parent]
        return ""

    def _signs(self, number: int, words: node_words.NodeWords) -> Iterator[Sign]:
        """Yield the signs of a node, without the sign of its state: the box shows the state itself.

        A node may be both cut and a probe, where an engine's side search begins. The box then shows
        the cut, so that the sign of the probe follows the node's name.
        """
        placed = self.nodes[number]
        if placed.folded is None:
            for sign in words.signs:
                if sign.place is not SignPlace.BEFORE_VALUE:
                    yield sign
                elif self.states[number] is State.CUT and sign == state_sign(State.PROBE):
                    yield sign._replace(place=SignPlace.AFTER_NAME)
        node = placed.node
        if node is not None and node in self.types and self.tree.entered(node):
            yield Sign(self.types[node].word, SignPlace.AFTER_NAME)
        if self.setter_path and placed.stands_for(self.setter_path):
            _, bound = self.setter
            yield BOUND_SIGNS[bound]

    def _stakes(self, number: int, window: NodeWindow | None) -> str:
        """Return what a final value means for the players, to be written below its node.

        Return "" before the value is final, and for an evaluation whose values mean nothing to
        players. Return "" also where the words have no room, or would cover edges or a `window`.
        `number` is the node's index in the layout.
        """
        if self.naming is None or window is not None:
            return ""
        placed = self.nodes[number]
        has_room = placed.top + self.measures.height <= self.layout.rows
        if not has_room or number in self.parents:
            return ""
        if placed.node is None or not self.tree.returned(placed.node):
            return ""
        words = label_of_value(self.naming, placed.node)
        fits_width = len(words) <= placed.width
        if fits_width and self._is_free_of_windows(placed, len(words)):
            return words
        return ""

    def _is_free_of_windows(self, placed: placed_nodes.PlacedNode, letters: int) -> bool:
        """Return whether so many letters below a node touch no window of the same line."""
        left = placed.x - letters / 2
        right = placed.x + letters / 2
        return all(right < begin or end < left for begin, end in self._windows(placed.top))

    def _windows(self, top: int) -> Iterator[tuple[float, float]]:
        """Yield where the windows of open nodes begin and end, in letters from the left.

        Only the nodes in line `top` count.
        """
        for placed in self.nodes:
            if placed.top != top or placed.node not in self.tree.path:
                continue
            window = node_words.window_at(self.run, self.tree, placed, self.tree_options)
            if window is not None:
                low, _, high = window.parts
                begin = placed.x - len(low) - WINDOW_CLEARANCE
                yield begin, placed.x + len(high) + WINDOW_CLEARANCE

    def _order(self, placed: placed_nodes.PlacedNode) -> int:
        """Return the place of a node among its siblings in the order tried, counted from 1.

        0 for the topmost node, and for a node that has not been tried.
        """
        if placed.above is None:
            return 0
        if placed.above not in self.orders:
            children = self.tree.children(placed.above)
            self.orders[placed.above] = {child: place for place, child in enumerate(children, 1)}
        return self.orders[placed.above].get(placed.node, 0)

    def _look(self, placed: placed_nodes.PlacedNode) -> SampleLook:
        """Return how large and how full the node of a search by random games is drawn."""
        above = placed.above
        # Siblings are compared below their parent; a node without a visited parent stands alone.
        if above is None or not self.tree.entered(above):
            if placed.node is None:
                return NOT_SAMPLED
            return sample_look(self.tree, placed.node)
        if above not in self.looks:
            self.looks[above] = sample_looks_of_children(self.run, self.tree, above)
        return self.looks[above].get(placed.path[-1], NOT_SAMPLED)

    def _board(self, placed: placed_nodes.PlacedNode) -> MarkedBoard | None:
        """Return the small board to draw at a node, None for no board.

        Where only a spine (one path with its siblings) is drawn, only the nodes on it have boards,
        unless the options say `all`.
        """
        if not self.measures.board:
            return None
        is_on_spine = placed.x == self.layout.stem
        all_have_boards = self.layout.is_whole or self.options.node_boards == "all"
        if not all_have_boards and not is_on_spine:
            return None
        board, marks = board_with_marks(self.run, placed.path)
        return MarkedBoard(board, marks)

    def _score(self, path: MovePath) -> str:
        """Return the ordering's score of the last move of a path.

        "" for the root, and if the ordering has no scores.
        """
        if not path:
            return ""
        above = path[:-1]
        if above not in self.scores:
            _, self.scores[above] = self.run.scored(above)
        scores = self.scores[above]
        if scores is None:
            return ""
        return format_number(scores[path[-1]].total)
