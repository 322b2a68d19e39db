"""The race: searches of one position side by side, with the same area for each node.

Each ply is a block of lines of cells. Where one search no longer fits, the scale changes for all;
in a film, where all is known beforehand, it is the same from first to last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import zip_longest
from math import ceil

from games import Game, Turn
from visualizer.draw.picture.layout.node_words import TURN_SIGNS
from visualizer.explaining.explanation.naming import Naming, Perspective, capitalized
from visualizer.explaining.explanation.standings import (
    label_of_answer,
    label_of_mean,
    search_depth_words,
)
from visualizer.explaining.measures.summary import PlyCounts, count_in_words, visit_counts
from visualizer.look.numbers import format_number
from visualizer.searching.run import Run
from visualizer.trace.labels import value_label
from visualizer.trace.tree_at_step import TreeAtStep

CELLS_PER_NODE = (8, 5, 3, 2)
"""Widths of a node in small searches: few enough nodes for a class to count them."""
NODES_PER_CELL = (1, 2, 3, 5, 8, 12, 20, 30, 50, 80)
"""Scales of larger searches; for still larger ones, these times 100, 10,000 and so on."""
SEARCH_COUNT_WORDS = {2: "both", 3: "all three"}
MIN_ROOMY_COLUMNS = 30
"""The smallest width at which the words of a ply have a line above its block."""


def race_sentence(run: Run, tree: TreeAtStep, name: str) -> str:
    """Return a sentence on how far a search is: at which move of the root, or its answer.

    `name` is what the search is called in the race, such as `alpha-beta`.
    """
    name = capitalized(name)
    if tree.at_end:
        nodes = count_in_words(visit_counts(tree).nodes, "node", "nodes")
        return f"{name} has its answer ({_race_result_words(run, tree)}) after {nodes}."
    # The root is node 0; before the first visit, the current node is None.
    if not tree.current:
        return f"{name} is at the root."
    path_to_child = run.path(tree.current)[:1]
    child = tree.node_at(path_to_child)
    number = 0 if child is None else tree.ordinal(child)
    moves = tree.known_move_count(0)
    total = "" if moves is None else f" of {moves:,}"
    return f"{name} is at first move {number:,}{total}."


def _race_result_words(run: Run, tree: TreeAtStep) -> str:
    """Return the best move of a finished search, its value, and what the value means.

    For example "a1, worth 0: nothing decided, depth 3", or "b2, worth ≈+0.51 for X".
    """
    naming = Naming(run, tree, Perspective.of(run))
    worth = _worth_words(naming)
    line = run.line(tree.result().line)
    # A search of a position without moves has no best move.
    answer = f"{line[0]}, worth {worth}" if line else f"worth {worth}"
    meaning = ", ".join(filter(None, (label_of_answer(naming), search_depth_words(run))))
    if meaning:
        return f"{answer}: {meaning}"
    return answer


def _worth_words(naming: Naming) -> str:
    """Return the value of a finished search in words, or "no value".

    A search by random games has a mean for one of the players: "≈+0.51 for X".
    """
    result = naming.tree.result()
    mean_label = label_of_mean(naming, 0)  # "for X", or "" if the value is not a mean
    if mean_label:
        # The best child's mean or, without moves, the root's: both are for the player to move.
        best_child = result.line[0] if result.line else 0
        return f"{value_label(naming.tree, best_child)} {mean_label}"
    if result.value is None:
        return "no value"
    return format_number(result.value)


@dataclass(frozen=True, slots=True)
class RaceRow:
    """A line of a search: words at its left and right edges, and a bar between them.

    `bar` is how many cells of the line are filled, None in a line of words alone. `ghost` is the
    cell at which a dotted continuation of the bar ends, 0 for none: up to that cell, another search
    has visited more nodes.
    """

    left: str = ""
    right: str = ""
    bar: float | None = None
    ghost: int = 0


@dataclass(frozen=True)
class Race:
    """The numbers of nodes that several searches have visited, drawn side by side on one scale.

    Each field has an item per search. `counts_at_step` has the nodes of each ply visited by the
    step shown, `known_counts` those visited as far as the search is recorded. `finished` says
    whether the whole search is recorded, `ended` whether its last step is shown.

    `width` and `height` are the cells and lines of each search. If `steady`, the scale fits the
    recorded searches, and is the same at every step.
    """

    counts_at_step: tuple[tuple[int, ...], ...]
    known_counts: tuple[tuple[int, ...], ...]
    finished: tuple[bool, ...]
    ended: tuple[bool, ...]
    width: int
    height: int
    turns: tuple[frozenset[int], ...] = ()
    """For each ply, the turns of the players who move there in any of the searches."""
    steady: bool = False

    @classmethod
    def of(
        cls,
        trees: Sequence[TreeAtStep],
        counters: Sequence[PlyCounts],
        width: int,
        height: int,
        *,
        steady: bool = False,
    ) -> Race:
        """Return the race of some searches, each at the step of its tree.

        `counters` count the nodes of each search by ply. `width` and `height` are the cells and
        lines of each search. If `steady`, the scale is the same at every step.
        """
        searches = [*zip(trees, counters, strict=True)]
        # Searches differ in depth: a shallow one has no turns in the deeper plies.
        turns_by_ply = zip_longest(*(each.turns() for each in counters), fillvalue=frozenset[int]())
        return cls(
            counts_at_step=tuple(counter.at(tree.visits) for tree, counter in searches),
            known_counts=tuple(counter.at(len(tree.trace)) for tree, counter in searches),
            finished=tuple(tree.trace.finished for tree in trees),
            ended=tuple(tree.at_end for tree in trees),
            width=width,
            height=height,
            turns=tuple(frozenset[int]().union(*turns) for turns in turns_by_ply),
            steady=steady,
        )

    @cached_property
    def deepest_ply(self) -> int:
        """Return the deepest ply of any search, at least 1."""
        return max(1, max(map(len, self.known_counts)) - 1)

    @cached_property
    def block_count(self) -> int:
        """Return the number of blocks: one for each ply below the root, as far as lines allow.

        Plies without a block are counted in the last block.
        """
        return max(1, min(self.deepest_ply, self.height - 1))

    def count_by_block(self, counts: tuple[int, ...]) -> list[int]:
        """Return the number of nodes in each block, given the `counts` of all plies from the root.

        The root has no block. The last block also counts the nodes of all deeper plies.
        """
        # Plies that the search does not reach have no nodes.
        padding = [0] * self.deepest_ply
        below_root = [*counts[1:], *padding][: self.deepest_ply]
        last_block = self.block_count - 1
        return [*below_root[:last_block], sum(below_root[last_block:])]

    @property
    def is_compact(self) -> bool:
        """Return whether the words of a ply are beside its block rather than on a line above."""
        lines_with_names = 2 * self.block_count + 1
        return self.width < MIN_ROOMY_COLUMNS or lines_with_names > self.height

    @property
    def gap(self) -> int:
        """Return the number of empty lines between two blocks: 1 on a high page, else 0."""
        return int(self.height > 4 * self.block_count)

    @property
    def margins(self) -> tuple[int, int]:
        """Return the columns that a compact race keeps for words, left and right of each block.

        In other races the words are above the blocks: (0, 0).
        """
        if not self.is_compact:
            return 0, 0
        largest_count = max(max(self.count_by_block(counts)) for counts in self.known_counts)
        mover_counts = [len(self.movers(block)) for block in range(1, self.block_count + 1)]
        signs = "▲" * max(mover_counts)
        return len(f"{self.name(self.block_count)} {signs} "), len(f" {largest_count:,}")

    def name(self, block: int) -> str:
        """Return the name of a block, counted from 1: its ply, or its range of plies, `9–12`."""
        if block < self.block_count or self.block_count == self.deepest_ply:
            return str(block)
        return f"{block}–{self.deepest_ply}"

    def movers(self, block: int) -> frozenset[int]:
        """Return the turns of the players whose moves lead to the nodes of a block."""
        last_ply = block if block < self.block_count else self.deepest_ply
        # The nodes of a ply are reached by moves from the ply before.
        turns_before = self.turns[block - 1 : last_ply]
        return frozenset[int]().union(*turns_before)

    @property
    def room(self) -> int:
        """Return the number of cells in a line of a block."""
        return max(1, self.width - sum(self.margins))

    @cached_property
    def largest_counts(self) -> tuple[int, ...]:
        """Return for each block the largest number of nodes that any search has in the block.

        If the race is steady, the recorded searches count, else the step shown.
        """
        counts = self.known_counts if self.steady else self.counts_at_step
        blocks = map(self.count_by_block, counts)
        return tuple(map(max, zip(*blocks, strict=True)))

    @cached_property
    def nodes_per_cell(self) -> float:
        """Return the smallest scale with which all blocks fit the height.

        In small searches it is a fraction, such as 1/8 for nodes that are 8 cells wide.
        """
        for cells in CELLS_PER_NODE:
            if self.lines_needed(1 / cells) <= self.height:
                return 1 / cells
        # After 1, 2, 3, … 80 nodes per cell come 100, 200, 300, … 8,000, and so on.
        power = 1
        while True:
            for nodes in NODES_PER_CELL:
                nodes_per_cell = power * nodes
                if self.lines_needed(nodes_per_cell) <= self.height:
                    return nodes_per_cell
            coarsest = power * NODES_PER_CELL[-1]
            block_lines = sum(self.block_lines(count, coarsest) for count in self.largest_counts)
            # Blocks of one line each cannot shrink: if they do not fit, no scale does.
            if block_lines <= self.block_count:
                return coarsest
            power *= 100

    def lines_needed(self, nodes_per_cell: float) -> int:
        """Return how many lines the search with the largest blocks takes on a scale."""
        blocks = sum(self.block_lines(count, nodes_per_cell) for count in self.largest_counts)
        names = 0 if self.is_compact else self.block_count
        gaps = self.gap * (self.block_count - 1)
        header = 1
        return header + blocks + names + gaps

    def block_lines(self, count: int, nodes_per_cell: float) -> int:
        """Return the number of lines of a block with `count` nodes, at least 1."""
        lines = count / nodes_per_cell / self.used_cells(nodes_per_cell)
        # A rounding error must not add a line to blocks that fill their last line.
        return max(1, ceil(lines - 1e-9))

    def used_cells(self, nodes_per_cell: float) -> int:
        """Return how many cells of a line are used, so that no node is broken between lines."""
        cells = self.cells_per_node(nodes_per_cell)
        if self.room >= cells:
            return self.room - self.room % cells
        return self.room

    @staticmethod
    def cells_per_node(nodes_per_cell: float) -> int:
        """Return the width of a node in cells, 1 if several nodes share a cell."""
        return max(1, round(1 / nodes_per_cell))

    def scale_words(self, *, on_page: bool = False) -> str:
        """Return the scale in words: how many nodes a cell is.

        If `on_page`, the words are about blocks: a page draws all cells of a node as one block.

        >>> counts, yes = ((1, 9), (1, 50_000)), (True, True)
        >>> Race(counts, counts, yes, yes, 40, 10).scale_words()
        'one cell is 200 nodes, in both'
        """
        cells = self.cells_per_node(self.nodes_per_cell)
        searches = SEARCH_COUNT_WORDS.get(len(self.counts_at_step), "all")
        if cells > 1 and not on_page:
            return f"one node is {cells} cells, in {searches}"
        # With several cells for each node, a block is one node.
        nodes = count_in_words(max(1, round(self.nodes_per_cell)), "node", "nodes")
        unit = "block" if on_page else "cell"
        return f"one {unit} is {nodes}, in {searches}"

    def header(self, number: int) -> str:
        """Return the words above the blocks of a search: how many nodes it has visited."""
        return f"{self.visited(number):,} {self.header_words(number)}"

    def visited(self, number: int) -> int:
        """Return how many nodes a search has visited at the step shown."""
        return sum(self.counts_at_step[number])

    def header_words(self, number: int) -> str:
        """Return the words after the number of visited nodes in the header of a search.

        While the search runs, for example `of ≥ 500 so far`; at its end, `nodes with the root,
        done`. Shorter words are chosen if the width is small. Searches that have ended all get the
        same words, chosen for the longest number.
        """
        visited = self.visited(number)
        if not self.ended[number]:
            at_least = "" if self.finished[number] else "≥ "
            total = f"{at_least}{sum(self.known_counts[number]):,}"
            so_far = f"of {total} so far"
            if len(f"{visited:,} {so_far}") <= self.width:
                return so_far
            return "so far"
        largest_total = max(
            sum(counts)
            for counts, ended in zip(self.counts_at_step, self.ended, strict=True)
            if ended
        )
        noun = "node" if visited == 1 else "nodes"
        for remark in (" with the root, done", ", done"):
            if len(f"{largest_total:,} nodes{remark}") <= self.width:
                return f"{noun}{remark}"
        return "done"

    def rows(self, number: int, game: Game) -> Iterator[RaceRow]:
        """Yield the lines of a search below its header: its blocks and their words.

        The words are on a line above each block or, in a compact race, beside its first line.
        `number` is the index of the search.
        """
        counts = self.count_by_block(self.counts_at_step[number])
        for block, count in enumerate(counts, 1):
            bars = self._block_bars(block, count)
            words = self._block_words(block, count, game)
            if self.is_compact:
                first, *others = bars
                yield replace(first, left=words.left, right=words.right)
                yield from others
            else:
                yield words
                yield from bars
            for _ in range(self.gap):
                yield RaceRow()

    def _block_words(self, block: int, count: int, game: Game) -> RaceRow:
        """Return a line of words: which ply a block shows, after whose moves, and its `count`."""
        movers = sorted(self.movers(block), reverse=True)
        if self.is_compact:
            signs = "".join(TURN_SIGNS[turn] for turn in movers)
            return RaceRow(f"{self.name(block)} {signs}", f"{count:,}")
        return RaceRow(
            f"ply {self.name(block)}, after {_possessive_of_movers(movers, game)} moves",
            f"{count:,}",
        )

    def _block_bars(self, block: int, count: int) -> list[RaceRow]:
        """Return the bars of a block, one for each line; the search has `count` nodes in the block.

        The block of a ply has the same number of lines in all searches.
        """
        largest_count = self.largest_counts[block - 1]  # blocks are counted from 1
        # A ghost shows what the search saved compared with the search that visited most nodes. That
        # is known only when all searches have ended.
        ghost_count = largest_count if all(self.ended) else count
        lines = self.block_lines(largest_count, self.nodes_per_cell)
        return [*self._fill_lines(count, ghost_count, lines)]

    def _fill_lines(self, count: int, ghost_count: int, lines: int) -> Iterator[RaceRow]:
        """Yield the lines of a block in which cells for `count` nodes are filled.

        From there a ghost, a dotted continuation of the bar, goes on to `ghost_count` nodes.
        """
        line_cells = self.used_cells(self.nodes_per_cell)
        for cells_before in range(0, lines * line_cells, line_cells):
            filled = min(line_cells, max(0.0, count / self.nodes_per_cell - cells_before))
            ghost_end = 0
            if ghost_count > count:
                ghost_cells = ceil(ghost_count / self.nodes_per_cell - cells_before)
                ghost_end = min(line_cells, max(0, ghost_cells))
            yield RaceRow(bar=filled, ghost=ghost_end)


def _possessive_of_movers(turns: Sequence[int], game: Game) -> str:
    """Return the players with these turns in the possessive: "White's", or "both sides'"."""
    if {*turns} == {Turn.MIN, Turn.MAX}:
        return "both sides'"
    return " and ".join(f"{game.mover(turn)}'s" for turn in turns)
