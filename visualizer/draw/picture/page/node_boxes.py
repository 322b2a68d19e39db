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
    SampleSquare,
    sample_square,
    sample_squares_of_children,
)
from visualizer.explaining.measures.summary import plies_below
from visualizer.look.legend import State
from visualizer.look.numbers import format_number
from visualizer.searching.ordering import Score
from visualizer.searching.run import Run
from visualizer.trace.labels import bound_at_cut, changed_node
from visualizer.trace.rows import Kind, MovePath
from visualizer.trace.tree_at_step import TreeAtStep

FOLDED_LINE_SHARE = 0.84
"""The part of the width of folded nodes that their second line of words may fill."""
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
        """Prepare the facts that the boxes of a layout need; `boxes` makes the boxes."""
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
        # How far below the beginning of a node's edge these parts of the node are, in points.
        self.name_offset = self.measures.name * self.quarter
        self.value_offset = self.measures.value * self.quarter
        self.foot_offset = self.measures.height * self.quarter
        """The offset at which the edges to the node's children begin."""

        self.drawn_boxes: list[Box | None] = []
        """The box of each placed node, None for a hidden node."""
        # Caches, by parent: facts that are found for all children of a node together.
        self.tried_places = dict[int, dict[int | None, int]]()
        self.scores = dict[MovePath, Sequence[Score] | None]()
        self.squares_by_move = dict[int, dict[int, SampleSquare]]()

        best_line = tree.principal_variation()
        self.best_nodes = frozenset((0, *best_line)) if best_line else frozenset[int]()
        """The nodes of the best line, with the root."""
        self.states = node_words.states_of(tree, layout, frozenset(best_line))
        """The state of each placed node."""

    @cached_property
    def changed_node(self) -> int | None:
        """The node whose value or window the last event changed, if any."""
        return changed_node(self.tree)

    @cached_property
    def bound_setter(self) -> tuple[int | None, str]:
        """The node that set the bound of this step's cut, and the bound; None and "" for no cut."""
        return bound_at_cut(self.tree) or (None, "")

    @cached_property
    def setter_path(self) -> MovePath:
        """The path to the node that set the bound of this step's cut, () for no cut."""
        node, _ = self.bound_setter
        return () if node is None else self.run.path(node)

    @cached_property
    def types(self) -> Mapping[int, NodeType]:
        """The types of the nodes that prove the value, if they are to be marked."""
        if self.options.kinds:
            return node_types(self.run.trace)
        return {}

    @cached_property
    def naming(self) -> Naming | None:
        """The names with which values are explained, None if their meaning is not shown."""
        if self.run.stakes is not None and self.measures.window_lines:
            return Naming(self.run, self.tree)
        return None

    @cached_property
    def parent_indices(self) -> set[int]:
        """The indices of the placed nodes with children."""
        return {placed.parent_index for placed in self.nodes}

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

    def boxes(self, last_drawing: NodeBoxes | None = None) -> tuple[Box, ...]:
        """Return the boxes of the nodes that are not hidden, parents first.

        An unchanged box is the same object as in the last drawing, so that its shapes need not be
        drawn again.
        """
        last_boxes = dict[str, Box]()
        if last_drawing is not None:
            last_boxes = {box.key: box for box in last_drawing.drawn_boxes if box is not None}
        # In a new layout, or if nodes are visited again, any box in the tree may have changed.
        if (
            last_drawing is None
            or last_drawing.layout is not self.layout
            or self.run.trace.revisits
        ):
            self.drawn_boxes = [
                self._visible_box(index, last_boxes) for index in range(len(self.nodes))
            ]
        else:
            self.drawn_boxes = self._update_boxes(last_drawing, last_boxes)
        return tuple(box for box in self.drawn_boxes if box is not None)

    def _update_boxes(
        self, last_drawing: NodeBoxes, last_boxes: Mapping[str, Box]
    ) -> list[Box | None]:
        """Return the box of each placed node: the last drawing's box unless it may have changed.

        `last_boxes` has the boxes of the last drawing by their keys.
        """
        touched = self._nodes_touched_since(last_drawing)
        boxes = list[Box | None]()
        for index, placed in enumerate(self.nodes):
            # A box shows facts about the node and about its parent.
            is_touched = placed.node in touched or placed.parent_node in touched
            if is_touched or self.states[index] is not last_drawing.states[index]:
                boxes.append(self._visible_box(index, last_boxes))
            else:
                boxes.append(last_drawing.drawn_boxes[index])
        return boxes

    def _nodes_touched_since(self, last_drawing: NodeBoxes) -> set[int | None]:
        """Return the nodes whose boxes may have changed since the last drawing.

        These are the nodes on the path of either step, the nodes visited between the two steps, the
        nodes on only one of the two best lines, and the nodes that set the bound of a cut.
        """
        # A film may go back, so the last drawing may show the later step.
        first, last = sorted((last_drawing.tree.visits, self.tree.visits))
        touched: set[int | None] = {
            *range(first, last),
            *(last_drawing.best_nodes ^ self.best_nodes),
        }
        for drawing in (last_drawing, self):
            bound_setter, _ = drawing.bound_setter
            touched |= {*drawing.tree.path, drawing.tree.current, bound_setter}
        # Every unvisited node, and the root's parent, has None instead of a number.
        touched.discard(None)
        return touched

    def _visible_box(self, index: int, last_boxes: Mapping[str, Box]) -> Box | None:
        """Return the box of the placed node at an index, None if the options hide the node.

        Options may hide pruned nodes, or the ghosts below them. `last_boxes` has the boxes of the
        last drawing by their keys: if the new box is equal to its last box, return the last one.
        """
        if self.states[index] is State.PRUNED:
            if not self.options.pruned:
                return None
            if not self.options.ghosts and self._is_ghost(index):
                return None
        box = self._make_box(index)
        last_box = last_boxes.get(box.key)
        return last_box if last_box == box else box

    def turns(self) -> Iterator[tuple[float, tuple[str, ...]]]:
        """Yield for each row the y of its middle, and the lines that say whose turn it is.

        The deepest ply, where nobody moves, is left out.
        """
        nodes_by_top = dict[int, list[placed_nodes.PlacedNode]]()
        middles = dict[int, float]()
        deepest = self._deepest_ply()
        for placed, box in self._drawn_nodes():
            if placed.folded is None and len(placed.path) < deepest:
                nodes_by_top.setdefault(placed.top, []).append(placed)
                middles.setdefault(placed.top, box.y + box.height / 2)
        for top, nodes in nodes_by_top.items():
            yield middles[top], self._turn_lines(nodes)

    def _drawn_nodes(self) -> Iterator[tuple[placed_nodes.PlacedNode, Box]]:
        """Yield the placed nodes that are not hidden, with their boxes."""
        for placed, box in zip(self.nodes, self.drawn_boxes, strict=True):
            if box is not None:
                yield placed, box

    def _deepest_ply(self) -> int:
        """Return the deepest ply, counted from the root: the search's, or a ghost's if deeper."""
        top = self.options.top
        plies_below_top = plies_below(self.run, top) or 1
        deepest = len(top) + plies_below_top
        if self.options.ghosts and self.layout.is_whole:
            deepest = max(deepest, *(len(placed.path) for placed in self.nodes))
        return deepest

    def _turn_lines(self, nodes: Sequence[placed_nodes.PlacedNode]) -> tuple[str, ...]:
        """Return the lines that say who moves at the nodes of a row: `MAX` and below it `White`.

        If several sides move in the row, the lines are the names of their shapes: `MAX` and `MIN`.
        """
        side_by_shape = {}
        for turn in node_words.turns_in_row(self.run, self.tree, nodes):
            side_by_shape[TURN_SHAPES[turn]] = self.run.game.mover(turn)
        if len(side_by_shape) > 1:
            return (*side_by_shape,)
        ((shape, side),) = side_by_shape.items()
        # In some games the sides themselves are called MAX and MIN.
        return (shape, side) if side != shape else (shape,)

    def horizon(self) -> float:
        """Return the y of the line above the first ply beyond the depth limit, 0 for no line.

        Below the line, quiescence search tries only noisy moves, such as captures.
        """
        depth_limit = self.tree.horizon
        if depth_limit is None:
            return 0
        first_ply = depth_limit + 1
        heads = [
            box.incoming_edge_y
            for placed, box in self._drawn_nodes()
            if len(placed.path) == first_ply
        ]
        return min(heads, default=0)

    def _key_of_table_source(self, node: int) -> str:
        """Return the key of the node from whose search a table has the value of `node`.

        Return "" if `node` does not have its value from a table, or if the other node is not drawn.
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

        For example `n5` is node 5, which is visited at some step; `p0.2` is a node that is never
        visited, by its path; `w0.2` are folded nodes, by the path of the first.
        """
        path = ".".join(map(str, placed.path))
        if placed.folded is not None:
            return f"w{path}"
        node = placed.node
        if node is None and not self.layout.is_whole:
            # In a spine's layout, a node that is visited later has no number yet.
            node = self.run.node_at(placed.path)
        return f"p{path}" if node is None else f"n{node}"

    def _is_ghost(self, index: int) -> bool:
        """Return whether the placed node at an index lies below a pruned one."""
        return node_words.is_below_pruned(self.tree, self.nodes[index], self.states[index])

    def _make_box(self, index: int) -> Box:
        """Make the box of the node, or of the folded nodes, at an index of the layout."""
        placed = self.nodes[index]
        words = node_words.words_of_node(
            self.run,
            self.tree,
            placed,
            state=self.states[index],
            options=self.tree_options,
        )
        if placed.folded is not None:
            return self._make_folded_box(index, words, placed.folded)

        # A new box is completed in place: films make thousands, and copies would take longer.
        box = self._new_box(index, TURN_SHAPES[words.turn])
        self._add_words(box, words)
        self._add_place(box, placed, is_first=index == 0)
        box.board = self._board(placed)
        box.score = self._score(placed.path)
        box.on_best_line = placed.node in self.best_nodes
        box.is_changed = placed.node is not None and placed.node == self.changed_node
        box.signs = tuple(self._signs(index, words))
        box.meaning = self._meaning_of_value(index, words.window)
        if placed.node is not None and self.tree.entered(placed.node):
            self._add_visit(box, placed.node, placed)
        if self.measures.sized:
            self._add_size(box, placed)
        return box

    def _new_box(self, index: int, shape: BoxShape) -> Box:
        """Return a box with the fields that are set alike for single nodes and for folded nodes."""
        placed = self.nodes[index]
        return Box(
            key=self.keys[index],
            shape=shape,
            state=self.states[index],
            ply=placed.ply,
            is_ghost=self._is_ghost(index),
            x=self._x(placed),
            width=self._width(placed),
            height=placed_nodes.NODE_HEIGHT * self.quarter,
            parent_key=self._parent_key(placed),
        )

    def _make_folded_box(
        self, index: int, words: node_words.NodeWords, folded: placed_nodes.FoldedNodes
    ) -> Box:
        """Make the box of folded nodes, with two lines: their number and, if any, a remark.

        The box also covers the place where a single node has its name.
        """
        placed = self.nodes[index]
        remark = words.value  # such as "to come"
        if folded.visits:
            # A trapezium is narrower than the outlines for which the words were chosen.
            remark = folded.games(int(FOLDED_LINE_SHARE * placed.width))
        box = self._new_box(index, BoxShape.FOLDED)
        box.lines = (words.name, remark) if remark else (words.name,)
        box.signs = tuple(self._signs(index, words))
        box.has_last_event = folded.has_last_event
        box.y = self._y(placed, self.name_offset)
        box.height += self.value_offset - self.name_offset
        box.incoming_edge_y = box.y
        box.outgoing_edge_y = box.y + box.height
        return box

    def _add_words(self, box: Box, words: node_words.NodeWords) -> None:
        """Add to the box of a single node the words that the page shows."""
        box.move = words.name
        box.value = words.value
        if self.layout.is_whole:
            box.label = words.book_label
        if self.measures.window_lines:
            box.window = words.window

    def _add_place(self, box: Box, placed: placed_nodes.PlacedNode, *, is_first: bool) -> None:
        """Set the place of a single node's box, and the ends of the edges above and below it.

        `is_first` says that the node is the first of the layout.
        """
        box.y = self._y(placed, self.value_offset)
        box.outgoing_edge_y = self._y(placed, self.foot_offset)
        # An edge ends above the move, or at the outline if the move is not written.
        box.incoming_edge_y = box.y
        if placed.ply and (self.options.edge_names or not self.layout.is_whole):
            box.incoming_edge_y = self._y(placed, self.name_offset)
        if self.options.edge_names:
            box.move_width = placed.width * self.letter
        # Only the first node may hang from a breadcrumb.
        if is_first and self.layout.hangs_from:
            box.hangs_from = self.plan.tree.x + self.layout.hangs_from * self.letter

    def _add_visit(self, box: Box, node: int, placed: placed_nodes.PlacedNode) -> None:
        """Add to the box of a visited node when it was tried, its tags, and its value's source."""
        trace = self.run.trace
        box.order = self._place_among_tried(placed)
        if self.tree.is_annotated:
            box.tags = tuple(self._tags(node))
        if trace.answered_rows:
            box.answered_from = self._key_of_table_source(node)

    def _tags(self, node: int) -> Iterator[str]:
        """Yield the tags of a visited node: "beyond the horizon", and any recorded tags."""
        trace = self.run.trace
        row = self.tree.visit(node)
        if trace.is_beyond_horizon(row):
            yield "beyond the horizon"
        yield from trace.engine_notes.words(row)
        tags, *_ = self.tree.remark(node)
        yield from tags

    def _add_size(self, box: Box, placed: placed_nodes.PlacedNode) -> None:
        """Set the size of a box in a search by random games: larger for more visits.

        Also set the mean and the prior that the box shows.
        """
        square = self._sample_square(placed)
        min_width = min(box.width, self._value_width(box))
        max_width = box.width
        if self.layout.is_whole:
            max_width = placed_nodes.MOST_VISITED_FACTOR * min_width
        min_height = placed_nodes.MIN_NODE_HEIGHT
        # `square.size` is 0 without visits, and 1 for the most visited node.
        height = min_height + (self.measures.node - min_height) * square.size
        box.width = min(box.width, min_width + (max_width - min_width) * square.size)
        box.height = height * self.quarter
        box.level = square.filled_share
        box.prior = square.prior

    def _value_width(self, box: Box) -> float:
        """Return the width that the value of a sampled node needs, in points."""
        letters = max(len(box.value), 1 + len(placed_nodes.WIDEST_MEAN))
        width = placed_nodes.VALUE_SIZE * letters + placed_nodes.VALUE_PADDING
        return (width + placed_nodes.CUT_SIGN_LETTERS) * self.letter

    def _x(self, placed: placed_nodes.PlacedNode) -> float:
        """Return the middle of a placed node, in points."""
        return self.plan.tree.x + (placed.x + 0.5) * self.letter

    def _y(self, placed: placed_nodes.PlacedNode, offset: float) -> float:
        """Return the y that is `offset` points below the beginning of a node's edge."""
        return self.plan.tree.y + placed.top * self.quarter + offset

    def _width(self, placed: placed_nodes.PlacedNode) -> float:
        """Return the width of a node's outline, in points."""
        return (placed.outline_width or placed.width) * self.letter

    def _parent_key(self, placed: placed_nodes.PlacedNode) -> str | None:
        """Return the key of a node's parent, "" if the parent is not drawn; None for the top."""
        if not placed.ply:
            return None
        if placed.parent_index >= 0:
            return self.keys[placed.parent_index]
        return ""

    def _signs(self, index: int, words: node_words.NodeWords) -> Iterator[Sign]:
        """Yield the signs at a node, except the sign of its state, which `Box.state` implies."""
        placed = self.nodes[index]
        if placed.folded is None:
            for sign in words.signs:
                # Only the sign of a state is before the value.
                if sign.place is not SignPlace.BEFORE_VALUE:
                    yield sign
                # A probe (the root of an engine's side search) that was cut off is drawn as cut: a
                # sign after its name must say that it is a probe.
                elif self.states[index] is State.CUT and sign == state_sign(State.PROBE):
                    yield sign._replace(place=SignPlace.AFTER_NAME)
        node = placed.node
        if node is not None and node in self.types and self.tree.entered(node):
            yield Sign(self.types[node].word, SignPlace.AFTER_NAME)
        if self.setter_path and placed.stands_for(self.setter_path):
            _, bound = self.bound_setter
            yield BOUND_SIGNS[bound]

    def _meaning_of_value(self, index: int, window: NodeWindow | None) -> str:
        """Return what a node's final value means for the players, to be written below the node.

        Return "" if the value is not final or has no such meaning, or if the words do not fit.
        `index` is the node's index in the layout. A node with a `window` has no room for words.
        """
        if self.naming is None or window is not None:
            return ""
        placed = self.nodes[index]
        has_line_below = placed.top + self.measures.height <= self.layout.rows
        has_edges_below = index in self.parent_indices
        if not has_line_below or has_edges_below:
            return ""
        if placed.node is None or not self.tree.returned(placed.node):
            return ""
        words = label_of_value(self.naming, placed.node)
        fits_width = len(words) <= placed.width
        if fits_width and self._is_free_of_windows(placed, len(words)):
            return words
        return ""

    def _is_free_of_windows(self, placed: placed_nodes.PlacedNode, letters: int) -> bool:
        """Return whether a word of `letters` letters below a node touches no window in the row."""
        left = placed.x - letters / 2
        right = placed.x + letters / 2
        return all(right < begin or end < left for begin, end in self._window_ends(placed.top))

    def _window_ends(self, top: int) -> Iterator[tuple[float, float]]:
        """Yield the left and right end of each window in a row, as columns, with some clearance.

        `top` is the line at which the row begins. Only open nodes have windows.
        """
        for placed in self.nodes:
            if placed.top != top or placed.node not in self.tree.path:
                continue
            window = node_words.window_at(self.run, self.tree, placed, self.tree_options)
            if window is not None:
                low, _, high = window.parts
                begin = placed.x - len(low) - WINDOW_CLEARANCE
                yield begin, placed.x + len(high) + WINDOW_CLEARANCE

    def _place_among_tried(self, placed: placed_nodes.PlacedNode) -> int:
        """Return a node's position, from 1, in the order in which its siblings were tried.

        Return 0 for a node that has not been tried, and for the topmost node.
        """
        parent = placed.parent_node
        if parent is None:
            return 0
        if parent not in self.tried_places:
            children = self.tree.children(parent)
            self.tried_places[parent] = {child: place for place, child in enumerate(children, 1)}
        return self.tried_places[parent].get(placed.node, 0)

    def _sample_square(self, placed: placed_nodes.PlacedNode) -> SampleSquare:
        """Return how large and how full the node of a search by random games is drawn."""
        parent = placed.parent_node
        # Without a visited parent, there are no siblings to compare the node with.
        if parent is None or not self.tree.entered(parent):
            if placed.node is None:
                return NOT_SAMPLED
            return sample_square(self.tree, placed.node)
        if parent not in self.squares_by_move:
            self.squares_by_move[parent] = sample_squares_of_children(self.run, self.tree, parent)
        return self.squares_by_move[parent].get(placed.path[-1], NOT_SAMPLED)

    def _board(self, placed: placed_nodes.PlacedNode) -> MarkedBoard | None:
        """Return the small board to draw at a node, None for no board.

        Beside a spine (the path down the middle), nodes have boards only with the option `all`.
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
        """Return the score by which the last move of a path was ordered.

        Return "" for the root, and if the move ordering has no scores.
        """
        if not path:
            return ""
        parent_path = path[:-1]
        if parent_path not in self.scores:
            _, self.scores[parent_path] = self.run.order_with_scores(parent_path)
        scores = self.scores[parent_path]
        if scores is None:
            return ""
        return format_number(scores[path[-1]].total)
