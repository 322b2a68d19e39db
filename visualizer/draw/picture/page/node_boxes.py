"""The boxes of a tree on a page at a step; those that have not changed since another step are reused."""

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
"""The part of the width of folded nodes that the second of their lines has."""
WINDOW_CLEARANCE = 3
"""The most letters between the line down from a node and its window's end, and the least to other words."""


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
        self.letter = plan.letter
        quarter = plan.size / placed_nodes.QUARTERS_PER_TEXT_SIZE
        assert isinstance(layout.measures, placed_nodes.PageMeasures)
        self.measures = layout.measures
        line = tree.principal_variation()
        self.quarter, self.name_at, self.value_at, self.foot_at = (
            quarter,
            *(
                length * quarter
                for length in (self.measures.name, self.measures.value, self.measures.height)
            ),
        )
        """A quarter of the text size, and how far below the begin of its edge a node's name, value and end are."""
        if line:
            self.best = frozenset((0, *line))
        else:
            self.best = frozenset[int]()
        self.changed = changed_node(tree)
        self.setter, self.bound = bound_at_cut(tree) or (-1, "")
        if self.bound:
            self.set_by = run.path(self.setter)
        else:
            self.set_by = ()
        if options.kinds:
            self.types = node_types(run.trace)
        else:
            self.types = {}
        self.parents = {placed.parent for placed in layout.nodes}
        if run.stakes is None or not self.measures.windowed:
            self.naming = None
        else:
            self.naming = Naming(run, tree)
        self.nodes, self.keys = layout.nodes, [*map(self._key, layout.nodes)]
        self.states = node_words.states_of(tree, layout, frozenset(line))
        self.tree_options = node_words.TreeOptions(
            options.hide_leaves, options.ghosts, options.node_windows
        )
        self.drawn: list[Box | None] = []
        self.orders = dict[int, dict[int | None, int]]()
        self.scores = dict[MovePath, Sequence[Score] | None]()
        self.looks = dict[int, dict[int, SampleLook]]()

    def boxes(self, before: NodeBoxes | None = None) -> tuple[Box, ...]:
        """Return the boxes, parents before children; unchanged ones are the same objects as in `before`."""
        if before is None:
            known = {}
        else:
            known = {box.key: box for box in before.drawn if box is not None}
        if before is None or before.layout is not self.layout or self.run.trace.revisits:
            self.drawn = [self._drawn(number, known) for number in range(len(self.nodes))]
        else:
            visits = sorted((before.tree.visits, self.tree.visits))
            touched = {
                *before.tree.path,
                *self.tree.path,
                *range(*visits),
                *(before.best ^ self.best),
                before.tree.current,
                self.tree.current,
                before.setter,
                self.setter,
            } - {None}
            self.drawn = [
                before.drawn[number]
                if state is was and placed.node not in touched and placed.above not in touched
                else self._drawn(number, known)
                for number, (placed, state, was) in enumerate(
                    zip(self.nodes, self.states, before.states, strict=True)
                )
            ]
        return tuple(box for box in self.drawn if box is not None)

    def _drawn(self, number: int, known: Mapping[str, Box]) -> Box | None:
        """Return the box of a placed node, None if it is hidden; an equal one that is known is returned itself.

        Pruned nodes and those below are hidden, unless they are asked for.
        """
        options = self.options
        if self.states[number] is State.PRUNED and (
            not options.pruned or (not options.ghosts and self._is_ghost(number))
        ):
            return None
        box = self._box(number)
        was = known.get(box.key)
        return was if was == box else box

    def turns(self) -> Iterator[tuple[float, tuple[str, ...]]]:
        """Yield for each ply its y and the lines that say whose turn it is."""
        rows = dict[int, list[placed_nodes.PlacedNode]]()
        middles = dict[int, float]()
        deepest = len(self.options.top) + (deepest_below(self.run, self.options.top) or 1)
        if (
            self.options.ghosts and self.layout.is_whole
        ):  # then plies are drawn that the search has not come to
            deepest = max(deepest, *(len(placed.path) for placed in self.nodes))
        for placed, box in zip(self.nodes, self.drawn, strict=True):
            if box is not None and placed.folded is None and len(placed.path) < deepest:
                rows.setdefault(placed.top, []).append(placed)
                middles.setdefault(placed.top, box.y + box.height / 2)
        for top, nodes in rows.items():
            names = {
                TURN_SHAPES[each]: self.run.game.mover(each)
                for each in node_words.movers_of(self.run, self.tree, nodes)
            }
            yield (
                middles[top],
                tuple(dict.fromkeys([*names] if len(names) > 1 else sum(names.items(), ()))),
            )

    def horizon(self) -> float:
        """Return the y above the first ply beyond the depth limit, where noisy moves alone are tried; 0 for none."""
        limit = self.tree.horizon
        heads = [
            box.head
            for placed, box in zip(self.nodes, self.drawn, strict=True)
            if limit is not None and box is not None and len(placed.path) == limit + 1
        ]
        return min(heads, default=0)

    def _answered_from(self, node: int) -> str:
        """Return the key of the node where the value of a visited one was found, "" if no table had it."""
        if self.tree.kind(node) is not Kind.TABLE:
            return ""
        source = self.tree.node_of(self.run.trace.source(self.tree.visit(node)))
        numbers = (
            number for number, placed in enumerate(self.nodes) if placed.node == source != node
        )
        return next(map(self.keys.__getitem__, numbers), "")

    def _key(self, placed: placed_nodes.PlacedNode) -> str:
        """Return the key of a placed node, the same at every step; of one in a spine that will be visited, too."""
        node = placed.node
        if node is None and placed.folded is None and not self.layout.is_whole:
            node = self.run.node_at(placed.path)
        if node is not None and placed.folded is None:
            return f"n{node}"
        return ("p" if placed.folded is None else "w") + ".".join(map(str, placed.path))

    def _is_ghost(self, number: int) -> bool:
        """Return whether a placed node lies below a pruned one."""
        return node_words.is_below_pruned(self.tree, self.nodes[number], self.states[number])

    def _box(self, number: int) -> Box:
        """Return the box of a placed node."""
        placed = self.nodes[number]
        state = self.states[number]
        tree = self.tree
        measures = self.measures
        node = placed.node
        words = node_words.words_of_node(self.run, tree, placed, state, self.tree_options)
        signs = tuple(self._signs(placed, state, words))
        if not placed.ply:
            above = None
        elif placed.parent >= 0:
            above = self.keys[placed.parent]
        else:
            above = ""
        x = self.plan.tree.x + (placed.x + 0.5) * self.letter
        top = self.plan.tree.y + placed.top * self.quarter
        head = top + self.name_at
        y = top + self.value_at
        width = (placed.box or placed.width) * self.letter
        height = placed_nodes.NODE_HEIGHT * self.quarter
        if measures.sized and placed.folded is None:
            look = self._look(placed)
        else:
            look = None
        if look is not None:
            least = min(
                width,
                (
                    placed_nodes.VALUE_SIZE
                    * max(len(words.value), 1 + len(placed_nodes.WIDEST_MEAN))
                    + placed_nodes.VALUE_PADDING
                    + placed_nodes.CUT_SIGN_LETTERS
                )
                * self.letter,
            )
            if self.layout.is_whole:
                widest = placed_nodes.MOST_VISITED_FACTOR * least
            else:
                widest = width
            width = min(width, least + (widest - least) * look.size)
            height = (
                placed_nodes.MIN_NODE_HEIGHT
                + (measures.node - placed_nodes.MIN_NODE_HEIGHT) * look.size
            ) * self.quarter
        if placed.folded is not None:
            if not placed.folded.visits:
                value = words.value
            else:
                value = placed.folded.games(int(FOLDED_LINE_SHARE * placed.width))
            height += self.value_at - self.name_at
            return Box(
                self.keys[number],
                BoxShape.FOLDED,
                state,
                placed.ply,
                lines=(words.name, value) if value else (words.name,),
                signs=signs,
                running=placed.folded.running,
                is_ghost=self._is_ghost(number),
                x=x,
                y=head,
                width=width,
                height=height,
                head=head,
                foot=head + height,
                above=above,
            )
        entered = node is not None and tree.entered(node)
        tags = tuple[str, ...]()
        if node is not None and entered and tree.is_annotated:
            trace = self.run.trace
            row = tree.visit(node)
            tags = (
                *["beyond the horizon"] * trace.is_beyond(row),
                *trace.said.words(row),
                *tree.remark(node)[0],
            )
        return Box(
            key=self.keys[number],
            shape=TURN_SHAPES[words.turn],
            state=state,
            ply=placed.ply,
            move=words.name,
            label=words.book_label if self.layout.is_whole else "",
            value=words.value,
            window=words.window if measures.windowed else None,
            order=self._order(placed) if entered else 0,
            score=self._score(placed.path),
            signs=signs,
            tags=tags,
            on_best_line=node in self.best,
            is_ghost=state is State.PRUNED and self._is_ghost(number),
            is_changed=node is not None and node == self.changed,
            x=x,
            y=y,
            width=width,
            height=height,
            room=placed.width * self.letter * self.options.edge_names,
            head=head
            if placed.ply and (self.options.edge_names or not self.layout.is_whole)
            else y,
            foot=top + self.foot_at,
            board=self._board(placed),
            stakes=self._stakes(number, words.window),
            above=above,
            hang=self.plan.tree.x + self.layout.hang * self.letter
            if self.layout.hang and not number
            else 0,
            answered_from=self._answered_from(node)
            if self.run.trace.answered and entered and node is not None
            else "",
            level=None if look is None else look.level,
            prior=None if look is None else look.prior,
        )

    def _signs(
        self, placed: placed_nodes.PlacedNode, state: State, words: node_words.NodeWords
    ) -> Iterator[Sign]:
        """Yield the signs of a node; that of its state comes with the look of its box.

        A cut node has a look of its own, so a sign behind its name says if it is a probe.
        """
        for sign in words.signs if placed.folded is None else ():
            if sign.place is not SignPlace.BEFORE_VALUE:
                yield sign
            elif state is State.CUT and sign == state_sign(State.PROBE):
                yield sign._replace(place=SignPlace.AFTER_NAME)
        node = placed.node
        if node is not None and node in self.types and self.tree.entered(node):
            yield Sign(self.types[node].word, SignPlace.AFTER_NAME)
        if self.set_by and placed.stands_for(self.set_by):
            yield BOUND_SIGNS[self.bound]

    def _stakes(self, number: int, window: NodeWindow | None) -> str:
        """Return what a final value means to the players; "" where the evaluation is silent or there is no room."""
        if self.naming is None:
            return ""
        placed = self.nodes[number]
        node = self.nodes[number].node
        tree = self.tree
        has_room = (
            placed.top + self.measures.height <= self.layout.rows and number not in self.parents
        )
        if window is not None or not has_room or node is None or not tree.returned(node):
            return ""
        words = label_of_value(self.naming, node)
        left = placed.x - len(words) / 2
        right = placed.x + len(words) / 2
        is_free = all(right < begin or end < left for begin, end in self._windows(placed.top))
        if len(words) <= placed.width and is_free:
            return words
        return ""

    def _windows(self, top: int) -> Iterator[tuple[float, float]]:
        """Yield where the windows of open nodes on a line begin and end, in letters."""
        for placed in self.nodes:
            if placed.top == top and placed.node in self.tree.path:
                window = node_words.window_at(self.run, self.tree, placed, self.tree_options)
                if window is not None:
                    low, _, high = window.parts
                    yield (
                        placed.x - len(low) - WINDOW_CLEARANCE,
                        placed.x + len(high) + WINDOW_CLEARANCE,
                    )

    def _order(self, placed: placed_nodes.PlacedNode) -> int:
        """Return the place, from 1, at which an entered node was tried; 0 for the topmost."""
        if placed.above is None:
            return 0
        if placed.above not in self.orders:
            children = self.tree.children(placed.above)
            self.orders[placed.above] = {child: place for place, child in enumerate(children, 1)}
        return self.orders[placed.above].get(placed.node, 0)

    def _look(self, placed: placed_nodes.PlacedNode) -> SampleLook:
        """Return how a sampled node is drawn."""
        above = placed.above
        if above is None or not self.tree.entered(above):
            if placed.node is None:
                return NOT_SAMPLED
            return sample_look(self.tree, placed.node)
        if above not in self.looks:
            self.looks[above] = sample_looks_below(self.run, self.tree, above)
        return self.looks[above].get(placed.path[-1], NOT_SAMPLED)

    def _board(self, placed: placed_nodes.PlacedNode) -> MarkedBoard | None:
        """Return the board of a node, if it has one: along a spine the nodes of the path do."""
        layout = self.layout
        has_board = layout.is_whole or self.options.node_boards == "all" or placed.x == layout.stem
        if self.measures.board and has_board:
            return MarkedBoard(*board_with_marks(self.run, placed.path))
        return None

    def _score(self, path: MovePath) -> str:
        """Return the score of the move that leads to a node, "" where the order of moves has none."""
        if not path:
            return ""
        above = path[:-1]
        if above not in self.scores:
            self.scores[above] = self.run.scored(above)[1]
        scores = self.scores[above]
        if scores is None:
            return ""
        return format_number(scores[path[-1]].total)
