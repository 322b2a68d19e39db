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

from games import Game
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

CELLS_A_NODE = (8, 5, 3, 2)
"""Cells of a node in small searches: few enough nodes for a class to count them."""
NODES_A_CELL = (1, 2, 3, 5, 8, 12, 20, 30, 50, 80)
"""Nodes of a cell in larger searches; for still larger ones, these times 100."""
SEARCH_COUNT_WORDS = {2: "both", 3: "all three"}
MIN_ROOMY_COLUMNS = 30
"""The least width for which the words of a ply have a line above its block."""


def race_sentence(run: Run, tree: TreeAtStep, name: str) -> str:
    """Return a sentence on a search: what it has found, or which first move it is at.

    `name` is what the search is called in the race, such as `alpha-beta`.
    """
    name = capitalized(name)
    if tree.at_end:
        nodes = count_in_words(visit_counts(tree).nodes, "node", "nodes")
        return f"{name} has its answer ({_race_result_words(run, tree)}) after {nodes}."
    # The root is node 0; before the first visit, the current node is None.
    if not tree.current:
        return f"{name} is at the root."
    first_move = run.path(tree.current)[:1]
    child = tree.node_at(first_move)
    place = 0 if child is None else tree.ordinal(child)
    moves = tree.known_move_count(0)
    total = "" if moves is None else f" of {moves:,}"
    return f"{name} is at first move {place:,}{total}."


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

    The value of a search by random games is a mean. The player for whom the mean is follows it.
    """
    result = naming.tree.result()
    whose_mean = label_of_mean(naming, 0)
    if whose_mean:
        # The means of the root and of its moves are for the player to move.
        best = next(iter(result.line), 0)
        return f"{value_label(naming.tree, best)} {whose_mean}"
    if result.value is None:
        return "no value"
    return format_number(result.value)


@dataclass(frozen=True, slots=True)
class RaceRow:
    """A line of a search: words at its left and right edges, and the filled part of a block.

    `bar` is how many cells of the line are filled. A dotted `ghost` goes on to the cell up to which
    another search has visited more nodes, 0 for none.
    """

    left: str = ""
    right: str = ""
    bar: float | None = None
    ghost: int = 0


@dataclass(frozen=True)
class Race:
    """Nodes by ply of several searches: `now`, at a step of each, and `whole`, as far as known.

    `finished` says whether a search is known to its end, `ended` whether its step is the last: once
    all have ended, ghosts show what each search saved against the largest. `width` and `height` are
    the cells and lines of each. `steady` keeps the scale of the whole searches for all steps.
    """

    now: tuple[tuple[int, ...], ...]
    whole: tuple[tuple[int, ...], ...]
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

        `counters` count the nodes of these searches by ply. `width` and `height` are the cells and
        lines for each search; `steady` keeps the scale of the whole searches for all steps.
        """
        searches = [*zip(trees, counters, strict=True)]
        # For each ply, the turns in all searches; a search that is less deep has none there.
        turns = zip_longest(*(each.turns() for each in counters), fillvalue=frozenset[int]())
        return cls(
            now=tuple(counter.at(tree.visits) for tree, counter in searches),
            whole=tuple(counter.at(len(tree.trace)) for tree, counter in searches),
            finished=tuple(tree.trace.finished for tree in trees),
            ended=tuple(tree.at_end for tree in trees),
            width=width,
            height=height,
            turns=tuple(frozenset[int]().union(*each) for each in turns),
            steady=steady,
        )

    @cached_property
    def deepest(self) -> int:
        """Return the number of plies below the root, as far as is known."""
        return max(1, max(map(len, self.whole)) - 1)

    @cached_property
    def plies(self) -> int:
        """Return the number of blocks: one a ply, but the last stands for all that have no line."""
        return max(1, min(self.deepest, self.height - 1))

    def by_block(self, counts: tuple[int, ...]) -> list[int]:
        """Return the number of nodes in each block, given the number in each ply.

        Ply 0, the root, has no block. The last block has all plies that have no block of their own.
        """
        # A search that is less deep than others has no nodes in the plies below.
        padding = [0] * self.deepest
        below_root = [*counts[1:], *padding][: self.deepest]
        single_plies = self.plies - 1
        return [*below_root[:single_plies], sum(below_root[single_plies:])]

    @property
    def is_compact(self) -> bool:
        """Return whether the words of a ply are beside its block rather than on a line above."""
        lines_with_names = 2 * self.plies + 1
        return self.width < MIN_ROOMY_COLUMNS or lines_with_names > self.height

    @property
    def gap(self) -> int:
        """Return the empty lines between two plies."""
        return int(self.height > 4 * self.plies)

    @property
    def margins(self) -> tuple[int, int]:
        """Return how many columns a block leaves free on its left and on its right for words.

        Words that have a line above the block need no columns: (0, 0).
        """
        if not self.is_compact:
            return 0, 0
        most = max(max(self.by_block(search)) for search in self.whole)
        mover_counts = [len(self.movers(ply)) for ply in range(1, self.plies + 1)]
        signs = "▲" * max(mover_counts, default=1)
        return len(f"{self.name(self.plies)} {signs} "), len(f" {most:,}")

    def name(self, ply: int) -> str:
        """Return the name of a block: its ply, or the range of plies of the last one."""
        if ply < self.plies or self.plies == self.deepest:
            return str(ply)
        return f"{ply}–{self.deepest}"

    def movers(self, ply: int) -> frozenset[int]:
        """Return the turns of the players whose moves lead to the nodes of a block."""
        last = ply if ply < self.plies else self.deepest
        # A node of some ply is reached by a move of the ply before.
        turns_before = self.turns[ply - 1 : last]
        return frozenset[int]().union(*turns_before)

    @property
    def room(self) -> int:
        """Return the number of cells in a line of a block."""
        return max(1, self.width - sum(self.margins))

    @cached_property
    def most(self) -> tuple[int, ...]:
        """Return the most nodes of any search in each block, now or, if steady, at its end."""
        counts = self.whole if self.steady else self.now
        blocks = map(self.by_block, counts)
        return tuple(map(max, zip(*blocks, strict=True)))

    @cached_property
    def scale(self) -> float:
        """Return how many nodes a cell stands for: the least number with which everything fits.

        In small searches that is a fraction: 1/8 if each node is 8 cells wide.
        """
        for cells in CELLS_A_NODE:
            if self.lines_needed(1 / cells) <= self.height:
                return 1 / cells
        # After 1, 2, 3, … 80 nodes a cell come 100, 200, 300, … 8,000, and so on.
        power = 1
        while True:
            for nodes in NODES_A_CELL:
                scale = power * nodes
                if self.lines_needed(scale) <= self.height:
                    return scale
            coarsest = power * NODES_A_CELL[-1]
            block_lines = sum(self.lines_of(count, coarsest) for count in self.most)
            # Where blocks of one line each do not fit either, no scale will do.
            if block_lines <= self.plies:
                return coarsest
            power *= 100

    def lines_needed(self, scale: float) -> int:
        """Return the lines that a search takes with its header; `scale` is the nodes of a cell."""
        blocks = sum(self.lines_of(count, scale) for count in self.most)
        names = 0 if self.is_compact else self.plies
        gaps = self.gap * (self.plies - 1)
        header = 1
        return header + blocks + names + gaps

    def lines_of(self, count: int, scale: float) -> int:
        """Return the number of lines of a block with `count` nodes, at least 1."""
        lines = count / scale / self.line(scale)
        # A rounding error must not add a line to blocks that fill their last line.
        return max(1, ceil(lines - 1e-9))

    def line(self, scale: float) -> int:
        """Return how many cells of a line are used, so that no node is broken between lines."""
        cells = self.cells(scale)
        if self.room >= cells:
            return self.room - self.room % cells
        return self.room

    @staticmethod
    def cells(scale: float) -> int:
        """Return the number of cells of a node, 1 where a cell is several nodes."""
        return max(1, round(1 / scale))

    def scale_words(self, *, blocks: bool = False) -> str:
        """Return what a cell stands for, in words.

        With `blocks`, as on a page, the cells of a node are drawn as one block.

        >>> counts, yes = ((1, 9), (1, 50_000)), (True, True)
        >>> Race(counts, counts, yes, yes, 40, 10).scale_words()
        'one cell is 200 nodes, in both'
        """
        cells = self.cells(self.scale)
        searches = SEARCH_COUNT_WORDS.get(len(self.now), "all")
        if cells > 1 and not blocks:
            return f"one node is {cells} cells, in {searches}"
        # Where a node is several cells, its block is one node: the scale is a fraction.
        nodes = count_in_words(round(self.scale) or 1, "node", "nodes")
        unit = "block" if blocks else "cell"
        return f"one {unit} is {nodes}, in {searches}"

    def header(self, number: int) -> str:
        """Return how many nodes a search has visited, in words that fit; the root has no block."""
        return f"{self.visited(number):,} {self.header_words(number)}"

    def visited(self, number: int) -> int:
        """Return how many nodes a search has visited."""
        return sum(self.now[number])

    def header_words(self, number: int) -> str:
        """Return the words that follow the number of visited nodes in the header of a search.

        They are `of ≥ 500 so far`, for example, or `nodes with the root, done`; shorter where the
        width is small. All searches that have ended use the same words, which fit the widest count.
        """
        visited = self.visited(number)
        if not self.ended[number]:
            at_least = "" if self.finished[number] else "≥ "
            total = f"{at_least}{sum(self.whole[number]):,}"
            so_far = f"of {total} so far"
            if len(f"{visited:,} {so_far}") <= self.width:
                return so_far
            return "so far"
        totals = [sum(now) for now, ended in zip(self.now, self.ended, strict=True) if ended]
        widest = max(len(f"{total:,}") for total in totals)
        noun = "node" if visited == 1 else "nodes"
        for remark in (" with the root, done", ", done"):
            if widest + len(f" nodes{remark}") <= self.width:
                return f"{noun}{remark}"
        return "done"

    def rows(self, number: int, game: Game) -> Iterator[RaceRow]:
        """Yield the lines of one search below its header: its blocks and their words.

        The words are above the first line of a block or, in a compact race, in that line. `number`
        is the search's, from 0.
        """
        counts = self.by_block(self.now[number])
        for ply, count in enumerate(counts, 1):
            block = self.block_rows(ply, count)
            name = self._block_name(ply, count, game)
            if self.is_compact:
                first, *others = block
                yield replace(first, left=name.left, right=name.right)
                yield from others
            else:
                yield name
                yield from block
            for _ in range(self.gap):
                yield RaceRow()

    def _block_name(self, ply: int, count: int, game: Game) -> RaceRow:
        """Return the words of a block: on the left its ply and who moved there, then its nodes."""
        movers = sorted(self.movers(ply), reverse=True)
        if self.is_compact:
            signs = "".join(TURN_SIGNS[turn] for turn in movers)
            return RaceRow(f"{self.name(ply)} {signs}", f"{count:,}")
        return RaceRow(f"ply {self.name(ply)}, after {_whose(movers, game)} moves", f"{count:,}")

    def block_rows(self, ply: int, count: int) -> list[RaceRow]:
        """Return the lines of a block without words; `count` are its nodes in this search.

        Blocks of one ply have the same number of lines in all searches.
        """
        most = self.most[ply - 1]  # the root, ply 0, has no block
        # What a search saved is known only once all have ended.
        ghost_count = most if all(self.ended) else count
        lines = self.lines_of(most, self.scale)
        return [
            RaceRow("", "", filled, ghost_end)
            for filled, ghost_end in self.block(count, ghost_count, lines)
        ]

    def block(self, count: int, ghost_count: int, lines: int) -> Iterator[tuple[float, int]]:
        """Yield for each line of a block how many cells are filled, and where the ghost ends.

        The filled cells stand for `count` nodes. Behind them, a dotted ghost goes on to
        `ghost_count` nodes, the most that any of the searches visits. Its end is 0 in lines without
        a ghost.
        """
        line = self.line(self.scale)
        for cells_before in range(0, lines * line, line):
            filled = min(line, max(0.0, count / self.scale - cells_before))
            ghost_end = 0
            if ghost_count > count:
                ghost_cells = ceil(ghost_count / self.scale - cells_before)
                ghost_end = min(line, max(0, ghost_cells))
            yield filled, ghost_end


def _whose(turns: Sequence[int], game: Game) -> str:
    """Return whose moves lead to a ply: a side's, or both sides'."""
    if {*turns} == {0, 1}:
        return "both sides'"
    return " and ".join(f"{game.mover(turn)}'s" for turn in turns)
