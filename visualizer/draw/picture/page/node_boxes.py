"""The boxes of a tree on a page at a step; boxes that have not changed are reused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

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
from visualizer.explaining.measures.proof_tree import node_types
from visualizer.explaining.measures.sampling import (
    NOT_SAMPLED,
    SampleLook,
    sample_look,
    sample_looks_below,
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
        """Find the state of each placed node."""
        self.run = run
        self.tree = tree
        self.layout = layout
        self.options = options
        self.plan = plan
        assert isinstance(layout.measures, placed_nodes.PageMeasures)
        self.measures = layout.measures
        self.letter = plan.letter
        self.quarter = plan.size / placed_nodes.QUARTERS_PER_TEXT_SIZE
        """A quarter of the text size, in points: the unit of the measures."""
        self.name_at = self.measures.name * self.quarter
        """How far a node's name is below the beginning of its edge, in points."""
        self.value_at = self.measures.value * self.quarter
        """The same for its value."""
        self.foot_at = self.measures.height * self.quarter
        """The same for the beginning of the edges to its children."""

        best_line = tree.principal_variation()
        self.best = frozenset((0, *best_line)) if best_line else frozenset[int]()
        self.changed = changed_node(tree)
        self.setter, self.bound = bound_at_cut(tree) or (-1, "")
        self.setter_path = run.path(self.setter) if self.bound else ()
        self.types = node_types(run.trace) if options.kinds else {}
        has_stakes = run.stakes is not None and self.measures.windowed
        self.naming = Naming(run, tree) if has_stakes else None

        self.nodes = layout.nodes
        self.parents = {placed.parent for placed in layout.nodes}
        self.keys = [*map(self._key, layout.nodes)]
        self.states = node_words.states_of(tree, layout, frozenset(best_line))
        self.tree_options = node_words.TreeOptions(
            hide_leaves=options.hide_leaves,
            all_leaves=options.ghosts,
            windows=options.node_windows,
        )
        self.drawn: list[Box | None] = []
        """The box of each placed node, None for hidden ones."""

        # Answers about the children of a node are kept: each of its children asks.
        self.orders = dict[int, dict[int | None, int]]()
        self.scores = dict[MovePath, Sequence[Score] | None]()
        self.looks = dict[int, dict[int, SampleLook]]()

    def boxes(self, before: NodeBoxes | None = None) -> tuple[Box, ...]:
        """Return the boxes, parents first; unchanged boxes are the same objects as `before`."""
        known = dict[str, Box]()
        if before is not None:
            known = {box.key: box for box in before.drawn if box is not None}
        # Where nodes are visited again, a step may change boxes anywhere in the tree.
        if before is None or before.layout is not self.layout or self.run.trace.revisits:
            self.drawn = [self._drawn(number, known) for number in range(len(self.nodes))]
        else:
            self.drawn = self._redrawn(before, known)
        return tuple(box for box in self.drawn if box is not None)

    def _redrawn(self, before: NodeBoxes, known: Mapping[str, Box]) -> list[Box | None]:
        """Return the boxes where only those change that the steps since `before` concern."""
        first, last = sorted((before.tree.visits, self.tree.visits))
        # A box depends on the node and on its parent, so both are looked up.
        touched: set[int | None] = {
            *before.tree.path,
            *self.tree.path,
            *range(first, last),
            *(before.best ^ self.best),
            before.tree.current,
            self.tree.current,
            before.setter,
            self.setter,
        }
        touched.discard(None)  # unvisited nodes and the root's parent

        boxes = list[Box | None]()
        for number, placed in enumerate(self.nodes):
            is_same = self.states[number] is before.states[number]
            if is_same and placed.node not in touched and placed.above not in touched:
                boxes.append(before.drawn[number])
            else:
                boxes.append(self._drawn(number, known))
        return boxes

    def _drawn(self, number: int, known: Mapping[str, Box]) -> Box | None:
        """Return the box of a placed node, None if it is hidden; a known box if that is equal.

        The options hide pruned nodes, and the nodes below them.
        """
        if self.states[number] is State.PRUNED:
            if not self.options.pruned:
                return None
            if not self.options.ghosts and self._is_ghost(number):
                return None
        # The same object tells the drawing that nothing has changed.
        box = self._box(number)
        earlier = known.get(box.key)
        return earlier if earlier == box else box

    def turns(self) -> Iterator[tuple[float, tuple[str, ...]]]:
        """Yield for each ply its y and the lines that say whose turn it is."""
        rows = dict[int, list[placed_nodes.PlacedNode]]()
        middles = dict[int, float]()
        deepest = self._deepest_ply()
        for placed, box in zip(self.nodes, self.drawn, strict=True):
            if box is not None and placed.folded is None and len(placed.path) < deepest:
                rows.setdefault(placed.top, []).append(placed)
                middles.setdefault(placed.top, box.y + box.height / 2)
        for top, nodes in rows.items():
            yield middles[top], self._turn_lines(nodes)

    def _deepest_ply(self) -> int:
        """Return the deepest ply of the search, or of all that is drawn with ghosts."""
        top = self.options.top
        deepest = len(top) + (deepest_below(self.run, top) or 1)
        if self.options.ghosts and self.layout.is_whole:
            # Ghosts may lie in plies that the search has not reached.
            deepest = max(deepest, *(len(placed.path) for placed in self.nodes))
        return deepest

    def _turn_lines(self, nodes: Sequence[placed_nodes.PlacedNode]) -> tuple[str, ...]:
        """Return who moves at nodes of a ply: a shape and a side, or the shapes of several."""
        names = {}
        for turn in node_words.movers_of(self.run, self.tree, nodes):
            names[TURN_SHAPES[turn]] = self.run.game.mover(turn)
        if len(names) == 1:
            ((shape, sides),) = names.items()
            lines: tuple[str, ...] = (shape, sides)
        else:
            lines = (*names,)
        return tuple(dict.fromkeys(lines))

    def horizon(self) -> float:
        """Return the y above the first ply beyond the depth limit, 0 for none.

        In those plies, quiescence search tries noisy moves alone.
        """
        limit = self.tree.horizon
        if limit is None:
            return 0
        heads = [
            box.head
            for placed, box in zip(self.nodes, self.drawn, strict=True)
            if box is not None and len(placed.path) == limit + 1
        ]
        return min(heads, default=0)

    def _answered_from(self, node: int) -> str:
        """Return the key of the node whose value a table gave to a visited one, "" for none."""
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

        In a spine that holds for a node that is visited later, too.
        """
        path = ".".join(map(str, placed.path))
        if placed.folded is not None:
            return f"w{path}"
        node = placed.node
        if node is None and not self.layout.is_whole:
            node = self.run.node_at(placed.path)
        return f"p{path}" if node is None else f"n{node}"

    def _is_ghost(self, number: int) -> bool:
        """Return whether a placed node lies below a pruned one."""
        return node_words.is_below_pruned(self.tree, self.nodes[number], self.states[number])

    def _box(self, number: int) -> Box:
        """Return the box of a placed node, or of folded nodes."""
        placed = self.nodes[number]
        state = self.states[number]
        words = node_words.words_of_node(self.run, self.tree, placed, state, self.tree_options)
        if placed.folded is not None:
            return self._folded_box(number, words)

        # A new box is completed in place: films make thousands, and copies would take longer.
        box = self._plain_box(number, words)
        if placed.node is not None and self.tree.entered(placed.node):
            self._add_visit(box, placed.node, placed)
        if self.measures.sized:
            self._add_size(box, placed)
        return box

    def _folded_box(self, number: int, words: node_words.NodeWords) -> Box:
        """Return the box of folded nodes, which takes the line of the name as well."""
        placed = self.nodes[number]
        folded = placed.folded
        assert folded is not None
        value = words.value
        if folded.visits:
            value = folded.games(int(FOLDED_LINE_SHARE * placed.width))
        lines = (words.name, value) if value else (words.name,)
        top = self._y(placed, self.name_at)
        height = placed_nodes.NODE_HEIGHT * self.quarter + (self.value_at - self.name_at)
        return Box(
            key=self.keys[number],
            shape=BoxShape.FOLDED,
            state=self.states[number],
            ply=placed.ply,
            lines=lines,
            signs=tuple(self._signs(number, words)),
            running=folded.running,
            is_ghost=self._is_ghost(number),
            x=self._x(placed),
            y=top,
            width=self._width(placed),
            height=height,
            head=top,
            foot=top + height,
            above=self._parent_key(placed),
        )

    def _plain_box(self, number: int, words: node_words.NodeWords) -> Box:
        """Return the box of a single node, without what only a visit tells."""
        placed = self.nodes[number]
        state = self.states[number]
        y = self._y(placed, self.value_at)
        # Without names, the edges of a whole tree end at the nodes themselves.
        has_name_line = placed.ply and (self.options.edge_names or not self.layout.is_whole)
        head = self._y(placed, self.name_at) if has_name_line else y
        hang = 0.0
        if number == 0 and self.layout.hangs_from:
            hang = self.plan.tree.x + self.layout.hangs_from * self.letter
        return Box(
            key=self.keys[number],
            shape=TURN_SHAPES[words.turn],
            state=state,
            ply=placed.ply,
            move=words.name,
            label=words.book_label if self.layout.is_whole else "",
            value=words.value,
            window=words.window if self.measures.windowed else None,
            score=self._score(placed.path),
            signs=tuple(self._signs(number, words)),
            on_best_line=placed.node in self.best,
            is_ghost=self._is_ghost(number),
            is_changed=placed.node is not None and placed.node == self.changed,
            x=self._x(placed),
            y=y,
            width=self._width(placed),
            height=placed_nodes.NODE_HEIGHT * self.quarter,
            room=placed.width * self.letter * self.options.edge_names,
            head=head,
            foot=self._y(placed, self.foot_at),
            board=self._board(placed),
            stakes=self._stakes(number, words.window),
            above=self._parent_key(placed),
            hangs_from=hang,
        )

    def _add_visit(self, box: Box, node: int, placed: placed_nodes.PlacedNode) -> None:
        """Add to the box of a visited node its order, its tags and the source of its value."""
        trace = self.run.trace
        box.order = self._order(placed)
        if self.tree.is_annotated:
            tags = list[str]()
            row = self.tree.visit(node)
            if trace.is_beyond(row):
                tags.append("beyond the horizon")
            tags += [*trace.said.words(row), *self.tree.remark(node)[0]]
            box.tags = tuple(tags)
        if trace.answered:
            box.answered_from = self._answered_from(node)

    def _add_size(self, box: Box, placed: placed_nodes.PlacedNode) -> None:
        """Make a box as large as its visits are many, in a search by random games."""
        look = self._look(placed)
        letters = max(len(box.value), 1 + len(placed_nodes.WIDEST_MEAN))
        value_width = placed_nodes.VALUE_SIZE * letters + placed_nodes.VALUE_PADDING
        narrowest = min(box.width, (value_width + placed_nodes.CUT_SIGN_LETTERS) * self.letter)
        widest = box.width
        if self.layout.is_whole:
            widest = placed_nodes.MOST_VISITED_FACTOR * narrowest
        lowest = placed_nodes.MIN_NODE_HEIGHT
        height = lowest + (self.measures.node - lowest) * look.size
        box.width = min(box.width, narrowest + (widest - narrowest) * look.size)
        box.height = height * self.quarter
        box.level = look.level
        box.prior = look.prior

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
        return self.keys[placed.parent] if placed.parent >= 0 else ""

    def _signs(self, number: int, words: node_words.NodeWords) -> Iterator[Sign]:
        """Yield the signs of a node, but for the sign of its state, which comes with its look.

        A cut node has its own look, so a sign behind its name says whether it is a probe.
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
            yield BOUND_SIGNS[self.bound]

    def _stakes(self, number: int, window: NodeWindow | None) -> str:
        """Return what a final value means to the players.

        "" where the evaluation says nothing or the words have no room.
        """
        if self.naming is None or window is not None:
            return ""
        placed = self.nodes[number]
        has_children = number in self.parents
        has_room = placed.top + self.measures.height <= self.layout.rows and not has_children
        if not has_room or placed.node is None or not self.tree.returned(placed.node):
            return ""
        # The words share their line with the windows of open nodes.
        words = label_of_value(self.naming, placed.node)
        left = placed.x - len(words) / 2
        right = placed.x + len(words) / 2
        is_free = all(right < begin or end < left for begin, end in self._windows(placed.top))
        return words if len(words) <= placed.width and is_free else ""

    def _windows(self, top: int) -> Iterator[tuple[float, float]]:
        """Yield where the windows of the open nodes on a line begin and end, in letters."""
        for placed in self.nodes:
            if placed.top != top or placed.node not in self.tree.path:
                continue
            window = node_words.window_at(self.run, self.tree, placed, self.tree_options)
            if window is not None:
                low, _, high = window.parts
                begin = placed.x - len(low) - WINDOW_CLEARANCE
                yield begin, placed.x + len(high) + WINDOW_CLEARANCE

    def _order(self, placed: placed_nodes.PlacedNode) -> int:
        """Return the place, from 1, at which an entered node was tried; 0 for the topmost."""
        if placed.above is None:
            return 0
        if placed.above not in self.orders:
            children = self.tree.children(placed.above)
            self.orders[placed.above] = {child: place for place, child in enumerate(children, 1)}
        return self.orders[placed.above].get(placed.node, 0)

    def _look(self, placed: placed_nodes.PlacedNode) -> SampleLook:
        """Return how large and how full a sampled node is drawn."""
        above = placed.above
        if above is None or not self.tree.entered(above):
            return NOT_SAMPLED if placed.node is None else sample_look(self.tree, placed.node)
        if above not in self.looks:
            self.looks[above] = sample_looks_below(self.run, self.tree, above)
        return self.looks[above].get(placed.path[-1], NOT_SAMPLED)

    def _board(self, placed: placed_nodes.PlacedNode) -> MarkedBoard | None:
        """Return the board of a node, if any: along a spine only nodes of the path have one."""
        is_on_spine = placed.x == self.layout.stem
        everywhere = self.layout.is_whole or self.options.node_boards == "all"
        if not self.measures.board or not (everywhere or is_on_spine):
            return None
        board, marks = board_with_marks(self.run, placed.path)
        return MarkedBoard(board, marks)

    def _score(self, path: MovePath) -> str:
        """Return the score of the move that leads to a node, "" if the ordering has no scores."""
        if not path:
            return ""
        above = path[:-1]
        if above not in self.scores:
            _, self.scores[above] = self.run.scored(above)
        scores = self.scores[above]
        return "" if scores is None else format_number(scores[path[-1]].total)
