"""The race: searches of one position side by side, where every node of any of them has the same area.

Each ply is a block of lines of cells. Where one search no longer fits, the scale changes for all of them; in a film,
where all is known beforehand, it is the same from first to last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
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
"""Few enough for a class to count the nodes of a small search."""
NODES_A_CELL = (1, 2, 3, 5, 8, 12, 20, 30, 50, 80)
SEARCH_COUNT_WORDS = {2: "both", 3: "all three"}
MIN_ROOMY_COLUMNS = 30
"""Columns below which a ply has no line of its own above its block."""


def race_sentence(run: Run, tree: TreeAtStep, name: str) -> str:
    """Say what a search has found, or how far it is."""
    name = capitalized(name)
    if tree.at_end:
        found = tree.result()
        line = run.line(found.line)
        if found.value is None:
            worth = "no value"
        else:
            worth = format_number(found.value)
        naming = Naming(run, tree, Perspective.of(run))
        words = label_of_answer(naming)
        if whose := label_of_mean(
            naming, 0
        ):  # that of the root and those of its moves are for who is to move
            worth = f"{value_label(tree, next(iter(found.line), 0))} {whose}"
        answer = f"{line[0]}, worth {worth}" if line else f"worth {worth}"
        if said := ", ".join(filter(None, (words, search_depth_words(run)))):
            answer += f": {said}"
        return f"{name} has its answer ({answer}) after {count_in_words(visit_counts(tree).nodes, 'node', 'nodes')}."
    if not tree.current:
        return f"{name} is at the root."
    child = tree.node_at(run.path(tree.current)[:1])
    if child is None:
        place = 0
    else:
        place = tree.ordinal(child)
    moves = tree.known_move_count(0)
    return f"{name} is at first move {place:,}{'' if moves is None else f' of {moves:,}'}."


@dataclass(frozen=True, slots=True)
class RaceRow:
    """A line of a search: words at its left and right edges and, within a block, how much of it is filled.

    `bar` is the number of cells visited, `ghost` the cell up to which another search visited more.
    """

    left: str = ""
    right: str = ""
    bar: float | None = None
    ghost: int = 0


@dataclass(frozen=True)
class Race:
    """Nodes by ply of several searches, each at a step: `now`, and `whole` for all that is known of the search.

    `finished` says whether a search is known to its end, `ended` whether its step is the last: once all have ended,
    ghosts show what each search saved against the largest. `width` and `height` are the cells and lines of each.
    `steady` keeps one scale for all steps: the one that the whole searches need.
    """

    now: tuple[tuple[int, ...], ...]
    whole: tuple[tuple[int, ...], ...]
    finished: tuple[bool, ...]
    ended: tuple[bool, ...]
    width: int
    height: int
    turns: tuple[frozenset[int], ...] = ()
    """For each ply who moves from there, by the numbers of turns, in whichever search."""
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
        """Return the race at the step of each tree."""
        turns = zip_longest(*(each.turns() for each in counters), fillvalue=frozenset[int]())
        return cls(
            tuple(counter.at(tree.visits) for tree, counter in zip(trees, counters, strict=True)),
            tuple(
                counter.at(len(tree.trace)) for tree, counter in zip(trees, counters, strict=True)
            ),
            tuple(tree.trace.finished for tree in trees),
            tuple(tree.at_end for tree in trees),
            width,
            height,
            tuple(frozenset[int]().union(*each) for each in turns),
            steady,
        )

    @cached_property
    def deepest(self) -> int:
        """Return the number of plies below the root, as far as is known."""
        return max(1, max(map(len, self.whole)) - 1)

    @cached_property
    def plies(self) -> int:
        """Return the number of blocks: one for each ply, the last for all remaining plies where lines are few."""
        return max(1, min(self.deepest, self.height - 1))

    def by_block(self, counts: tuple[int, ...]) -> list[int]:
        """Return the nodes of each block, given those of each ply."""
        below = [*counts[1:], *[0] * self.deepest][: self.deepest]
        return [*below[: self.plies - 1], sum(below[self.plies - 1 :])]

    @property
    def is_compact(self) -> bool:
        """Return whether the words of a ply stand beside its block instead of on a line above it."""
        return self.width < MIN_ROOMY_COLUMNS or 2 * self.plies + 1 > self.height

    @property
    def gap(self) -> int:
        """Return the empty lines between two plies."""
        return int(self.height > 4 * self.plies)

    @property
    def margins(self) -> tuple[int, int]:
        """Return the columns on the left and on the right of a block."""
        if not self.is_compact:
            return 0, 0
        most = max(max(self.by_block(search)) for search in self.whole)
        signs = max((len(self.movers(ply)) for ply in range(1, self.plies + 1)), default=1)
        return len(f"{self.name(self.plies)} {'▲' * signs} "), len(f" {most:,}")

    def name(self, ply: int) -> str:
        """Return the name of a block: its ply, or the range of plies of the last one."""
        if ply < self.plies or self.plies == self.deepest:
            return str(ply)
        return f"{ply}–{self.deepest}"

    def movers(self, ply: int) -> frozenset[int]:
        """Return who has moved to the nodes of a block, by its ply."""
        return frozenset[int]().union(
            *self.turns[ply - 1 : ply if ply < self.plies else self.deepest]
        )

    @property
    def room(self) -> int:
        """Return the number of cells in a line of a block."""
        return max(1, self.width - sum(self.margins))

    @cached_property
    def most(self) -> tuple[int, ...]:
        """Return the most nodes of any search in each block, now or, on a steady scale, at its end."""
        if self.steady:
            counts = self.whole
        else:
            counts = self.now
        return tuple(map(max, zip(*map(self.by_block, counts), strict=True)))

    @cached_property
    def scale(self) -> float:
        """Return the number of nodes of a cell: the least for which everything fits."""
        power = 1
        lines = 1
        while True:
            for scale in (
                *(1 / cells for cells in CELLS_A_NODE if power == 1),
                *(power * n for n in NODES_A_CELL),
            ):
                lines = sum(self.lines_of(count, scale) for count in self.most)
                if (
                    1 + lines + self.plies * (not self.is_compact) + self.gap * (self.plies - 1)
                    <= self.height
                ):
                    return scale
            if lines <= self.plies:  # blocks of one line each do not fit either
                return scale
            power *= 100

    def lines_of(self, count: int, scale: float) -> int:
        """Return the number of lines of a block."""
        return max(1, ceil(count / scale / self.line(scale) - 1e-9))

    def line(self, scale: float) -> int:
        """Return how many cells of a line are filled, so that no node is broken between two lines."""
        cells = self.cells(scale)
        if self.room >= cells:
            return self.room - self.room % cells
        return self.room

    @staticmethod
    def cells(scale: float) -> int:
        """Return the number of cells of a node, 1 where a cell is several nodes."""
        return max(1, round(1 / scale))

    def scale_words(self, *, blocks: bool = False) -> str:
        """Return the scale in words; `blocks` says that the cells of a node are drawn as one.

        >>> visit_counts, yes = ((1, 9), (1, 50_000)), (True, True)
        >>> Race(visit_counts, visit_counts, yes, yes, 40, 10).scale_words()
        'one cell is 200 nodes, in both'
        """
        cells = self.cells(self.scale)
        drawn = "block" if blocks else "cell"
        scale = f"one {drawn} is {count_in_words(round(self.scale) or 1, 'node', 'nodes')}"
        if cells > 1 and not blocks:
            scale = f"one node is {cells} cells"
        return f"{scale}, in {SEARCH_COUNT_WORDS.get(len(self.now), 'all')}"

    def header(self, number: int) -> str:
        """Return how many nodes a search has visited, and of how many where there is room; the root has no block.

        Searches that have ended all say it in the same words, those that fit the narrowest.
        """
        done = sum(self.now[number])
        total = sum(self.whole[number])
        if not self.ended[number]:
            so_far = f"{done:,} of {'' if self.finished[number] else '≥ '}{total:,} so far"
            if len(so_far) <= self.width:
                return so_far
            return f"{done:,} so far"
        ended = [sum(now) for now, ended in zip(self.now, self.ended, strict=True) if ended]
        for words in (" nodes with the root, done", " nodes, done"):
            if all(len(f"{count:,}{words}") <= self.width for count in ended):
                return f"{done:,}{words if done != 1 else words.replace('nodes', 'node')}"
        return f"{done:,} done"

    def rows(self, number: int, game: Game) -> Iterator[RaceRow]:
        """Yield the lines of one search below its header.

        Above a block, or beside it, stand its ply, the side that moved there, if not both, and the number of its nodes.
        """
        for ply, (mine, most) in enumerate(
            zip(self.by_block(self.now[number]), self.most, strict=True), 1
        ):
            movers = sorted(self.movers(ply), reverse=True)
            name = self.name(ply)
            words = f"{mine:,}"
            if not self.is_compact:
                if {*movers} == {0, 1}:
                    whose = "both sides'"
                else:
                    whose = " and ".join(f"{game.mover(each)}'s" for each in movers)
                yield RaceRow(f"ply {name}, after {whose} moves", words)
                name = words = ""
            else:
                name = f"{name} {''.join(TURN_SIGNS[each] for each in movers)}"
            for bar, ghost in self.block(
                mine, most if all(self.ended) else mine, self.lines_of(most, self.scale)
            ):
                yield RaceRow(name, words, bar, ghost)
                name = words = ""
            for _ in range(self.gap):
                yield RaceRow()

    def block(self, count: int, ghost: int, lines: int) -> Iterator[tuple[float, int]]:
        """Yield the filled cells of each line of a block of `count` nodes, and the cell up to which its ghost goes."""
        line = self.line(self.scale)
        for before in range(0, lines * line, line):
            length = min(line, max(0.0, count / self.scale - before))
            yield (
                length,
                min(line, max(0, ceil(ghost / self.scale - before))) if ghost > count else 0,
            )
