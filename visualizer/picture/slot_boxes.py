"""The boxes and edges of a tree on a page at a step; what is as it was in the picture before is not made anew."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from visualizer.look.legend import State
from visualizer.look.numbers import show
from visualizer.picture import Box, BoxShape, Edge, MarkedBoard, PagePlan
from visualizer.picture.board_marks import changed
from visualizer.picture.laid_out import states_of
from visualizer.picture.options import PictureOptions
from visualizer.picture.page_form import NODE, QUARTERS, PageForm
from visualizer.picture.slot_words import TreeOptions, words_of_slot
from visualizer.picture.slots import Slot, SlotLayout
from visualizer.picture.spine_ruler import deepest_below
from visualizer.run import Run
from visualizer.trace.labels import changed_node
from visualizer.trace.rows import Kind, MovePath
from visualizer.trace.tree_at_step import TreeAtStep


def marked(run: Run, path: MovePath) -> MarkedBoard:
    """Return the position at a path with what its last move did."""
    board = run.position(path).board()
    return MarkedBoard(board, changed(run, path, board))


class SlotBoxes:
    """The boxes and edges of a layout at a step."""

    def __init__(self, run: Run, tree: TreeAtStep, layout: SlotLayout, options: PictureOptions, plan: PagePlan) -> None:
        """Find the state of each slot."""
        self.run, self.tree, self.layout, self.options, self.plan = run, tree, layout, options, plan
        self.letter, self.quarter = plan.letter, plan.size / QUARTERS
        form = layout.form
        assert isinstance(form, PageForm)
        self.form = form
        self.head, self.value, self.foot = (each * self.quarter for each in (form.name, form.value, form.height))
        """Where the parts of a node are below the edges to it; the same for all, and asked for each."""
        line = tree.principal_variation()
        self.best = frozenset((0, *line)) if line else frozenset[int]()
        self.changed = changed_node(tree)
        self.slots = layout.slots
        self.states = states_of(tree, layout, frozenset(line))
        self.tree_options = TreeOptions(
            options.hide_leaves, options.ghosts, {"path": "open"}.get(options.node_windows, options.node_windows)
        )
        self.drawn: list[Box | None] = []
        self.lines: dict[str, Edge] = {}
        """The edges that are drawn, by the keys of the boxes that they lead to."""
        self.orders: dict[int, dict[int | None, int]] = {}

    def boxes(self, before: SlotBoxes | None = None) -> tuple[Box, ...]:
        """Return the boxes, parents before children; what is as it was in a picture before is the same box."""
        known = {} if before is None else {box.key: box for box in before.drawn if box is not None}
        if before is None or before.layout is not self.layout or self.run.trace.revisits:
            self.drawn = [self._drawn(number, known) for number in range(len(self.slots))]
        else:
            touched = self._touched_since(before)
            self.drawn = [
                before.drawn[number]
                if state is was and slot.node not in touched and slot.above not in touched
                else self._drawn(number, known)
                for number, (slot, state, was) in enumerate(zip(self.slots, self.states, before.states, strict=True))
            ]  # fmt: skip
        return tuple(box for box in self.drawn if box is not None)

    def _drawn(self, number: int, known: Mapping[str, Box]) -> Box | None:
        """Return what stands in a slot, if anything: the box that is known if it is the same."""
        if self._is_hidden(number):
            return None
        box = self._box(number)
        was = known.get(box.key)
        return was if was == box else box

    def _touched_since(self, before: SlotBoxes) -> set[int | None]:
        """Return the nodes that may look different from how they did at another step, before or after."""
        visits = sorted((before.tree.visits, self.tree.visits))
        return {*before.tree.path, *self.tree.path, *range(*visits), *(before.best ^ self.best), before.tree.current,
                self.tree.current} - {None}  # fmt: skip

    def edges(self, before: SlotBoxes | None = None) -> tuple[Edge, ...]:
        """Return the edges between boxes that are drawn; those that are as in a picture before are the same."""
        known = {} if before is None else before.lines
        for slot, box in zip(self.slots, self.drawn, strict=True):
            if box is None or not slot.ply:
                continue
            above, edge = self.drawn[slot.parent] if slot.parent >= 0 else None, known.get(box.key)
            source = "" if above is None else above.key
            if (
                edge is None
                or edge.source != source
                or edge.state is not box.drawn_as
                or edge.on_best_line != box.on_best_line
            ):
                edge = Edge(source, box.key, box.drawn_as, box.on_best_line)
            self.lines[box.key] = edge
        return tuple(self.lines.values())

    def turns(self) -> Iterator[tuple[float, str]]:
        """Say once for each ply whose turn it is there."""
        run, rows = self.run, set[int]()
        deepest = len(self.options.top) + (deepest_below(run, self.options.top) or 1)
        for slot, box in zip(self.slots, self.drawn, strict=True):
            if box is not None and slot.wedge is None and slot.top not in rows and len(slot.path) < deepest:
                rows.add(slot.top)
                first = run.position(slot.path).maximizing
                turn, side = "MAX" if first else "MIN", run.game.side(maximizing=first)
                yield box.y + box.height / 2, turn if side == turn else f"{turn} {side}"

    def answers(self) -> tuple[Edge, ...]:
        """Return an edge from each answer of a table that is drawn to the node where it was found, if that is too."""
        tree, trace = self.tree, self.run.trace
        if not trace.answered:
            return ()
        keys = {slot.node: box.key for slot, box in zip(self.slots, self.drawn, strict=True)
                if box is not None and slot.is_entered(tree)}  # fmt: skip
        found = []
        for node, key in keys.items():
            if node is not None and tree.kind(node) is Kind.TABLE:
                source = tree.node_of(trace.source(tree.visit(node)))
                if source in keys and source != node:
                    found.append(Edge(key, keys[source], State.EARLIER))
        return tuple(found)

    def _is_hidden(self, number: int) -> bool:
        """Say whether a slot stays empty: what is pruned, or below that, if it is not wanted."""
        options = self.options
        is_pruned = self.states[number] is State.PRUNED
        return is_pruned and (not options.pruned or (self._is_ghost(number) and not options.ghosts))

    def _is_ghost(self, number: int) -> bool:
        """Say whether a slot lies below a pruned one."""
        parent = self.slots[number].parent
        return self.states[number] is State.PRUNED and parent >= 0 and self.states[parent] is State.PRUNED

    def _box(self, number: int) -> Box:
        """Return what stands in a slot."""
        slot, state = self.slots[number], self.states[number]
        tree, form, node = self.tree, self.form, slot.node
        words = words_of_slot(self.run, tree, slot, state, self.tree_options)
        x = self.plan.tree.x + (slot.x + 0.5) * self.letter
        top = self.plan.tree.y + slot.top * self.quarter
        head, width = top + self.head, (slot.box or slot.width) * self.letter
        if slot.wedge is not None:
            text = f"{words.name}\n{words.value}".strip()
            key = f"w{'.'.join(map(str, slot.path))}"
            height = self.value - self.head + NODE * self.quarter
            return Box(key, BoxShape.WEDGE, state, slot.ply, text=text, running=slot.wedge.running,
                       is_ghost=self._is_ghost(number), x=x, y=head, width=width, height=height, head=head,
                       foot=head + height)  # fmt: skip
        if node is None and not self.layout.is_whole:
            node = self.run.node_at(slot.path)  # it will be visited, and has its name already
        entered = node is not None and tree.entered(node)
        y = top + self.value
        return Box(
            key=f"n{node}" if node is not None else f"p{slot.above}.{'.'.join(map(str, slot.path))}",
            shape=self._shape(words.turn),
            state=state,
            ply=slot.ply,
            move=words.name,
            value=words.value,
            window="  ".join(part for part in words.window if part != "│") if form.windowed and words.window else "",
            order=self._order(slot) if entered else 0,
            score=self._score(slot.path),
            looks=words.again,
            tags=tree.remark(node)[0] if entered and node is not None else (),
            on_best_line=node in self.best,
            is_ghost=self._is_ghost(number),
            is_changed=node is not None and node == self.changed,
            is_cut=entered and node is not None and tree.is_cut(node),
            x=x,
            y=y,
            width=width,
            height=NODE * self.quarter,
            room=slot.width * self.letter,
            head=head if slot.ply else y,
            foot=top + self.foot,
            board=self._board(slot),
        )

    def _order(self, slot: Slot) -> int:
        """Return the place, from 1, in which a node that was entered has been tried, 0 for the topmost."""
        if slot.above is None:
            return 0
        if slot.above not in self.orders:
            self.orders[slot.above] = {child: place for place, child in enumerate(self.tree.children(slot.above), 1)}
        return self.orders[slot.above].get(slot.node, 0)

    def _board(self, slot: Slot) -> MarkedBoard | None:
        """Return the board that stands in a node, if it has one: along a spine those of the path."""
        form = self.form
        if not form.board or not (
            self.layout.is_whole or self.options.node_boards == "all" or slot.x == self.layout.stem
        ):
            return None
        return marked(self.run, slot.path)

    @staticmethod
    def _shape(turn: str) -> BoxShape:
        return {"▲": BoxShape.MAX, "▼": BoxShape.MIN}.get(turn, BoxShape.LEAF)

    def _score(self, path: MovePath) -> str:
        scores = self.run.scored(path[:-1])[1] if path else None
        return "" if scores is None else show(scores[path[-1]].total)
