"""Each sentence of a lesson that can be computed is computed here, from the run and the step that its frame shows."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from math import log, sqrt

import pytest

from games import Player
from tests.few import one_in
from visualizer.explaining.measures.sampling import priors_at, upper_bounds
from visualizer.explaining.measures.summary import Counts, counts
from visualizer.look.numbers import odds
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run, path_of
from visualizer.teach.exercises.lessons import Lesson, LessonFrame, lesson, numbers
from visualizer.trace.counts import beyond_horizon
from visualizer.trace.labels import value_label
from visualizer.trace.rows import LEAVES, Kind
from visualizer.trace.tree_at_step import TreeAtStep

END = re.compile(r"(?<=[.?!:)])\s+(?=[A-Z▣])")


@dataclass(frozen=True)
class Seen:
    """What a frame shows."""

    lesson: Lesson
    run: Run
    tree: TreeAtStep

    def path(self, moves: str) -> tuple[int, ...]:
        """Return the path of moves by their names."""
        return path_of(self.run, moves)

    def node(self, moves: str) -> int:
        """Return a node that has been entered."""
        node = self.tree.node_at(self.path(moves))
        assert node is not None
        return node

    def worth(self, moves: str) -> tuple[str, float]:
        """Return what is known of a node: the sign of its bound, and its value."""
        value = self.tree.value(self.node(moves))
        assert value is not None
        return self.tree.bound(self.node(moves)).value.replace("=", ""), value

    def leaf(self, moves: str) -> float:
        """Return a leaf's value, visited or not."""
        return self.run.evaluated(self.path(moves))

    def is_max(self, moves: str) -> bool:
        """Return whether MAX is to move at a node that has been entered."""
        return self.tree.maximizing(self.node(moves))

    def has_visited(self, moves: str) -> bool:
        """Return whether a node has been entered by now."""
        return self.tree.node_at(self.path(moves)) is not None

    def is_at(self, moves: str, *, entering: bool) -> bool:
        """Return whether a node is the running one, and whether it is entered or left."""
        return self.tree.current == self.node(moves) and self.tree.entering == entering

    def window(self, moves: str) -> tuple[float, float]:
        """Return the window of a node by now."""
        return self.tree.window(self.node(moves))

    def is_skipped(self, *leaves: str) -> bool:
        """Return whether these, and no other children of their parent, are left out by a cut."""
        parents = {self.path(leaf)[:-1] for leaf in leaves}
        node = self.tree.node_at(parents.pop())
        assert node is not None and not parents
        left = self.tree.move_count(node) - len(self.tree.children(node))
        return self.tree.is_cut(node) and left == len(leaves) and not any(map(self.has_visited, leaves))

    def odds(self, moves: str) -> list[str]:
        """Return the probabilities at a node, as they are written."""
        return [*map(odds, self.run.odds(self.path(moves)) or ())]

    def mean(self, moves: str) -> float:
        """Return what the leaves below a node come to, by their probabilities."""
        chances = self.run.odds(self.path(moves)) or ()
        return float(sum(chance * self.leaf(f"{moves} {place}") for place, chance in enumerate(chances, 1)))

    def leaves(self, search: str) -> list[float]:
        """Return the leaves of a search's tree, from left to right."""
        run = self.lesson.run(search)
        return [run.evaluated(path) for path in run.all_paths() if not run.is_inner(path)]

    def chosen(self, tree: str, search: str) -> str:
        """Return the best move that a search of a tree finds."""
        run = Run(Recipe(PositionSpec("tree", tree), SearchSpec(search))).finish()
        return run.names(run.path(TreeAtStep(run.trace).result().line[0]))[-1]

    @property
    def counts(self) -> Counts:
        """Return the counts by now."""
        return counts(self.tree)

    @cached_property
    def best(self) -> str:
        """Return the best move by now."""
        return self.move(self.tree.result().line[0])

    def move(self, node: int) -> str:
        """Return the move to a node."""
        return self.run.names(self.run.path(node))[-1]

    def end(self, search: str) -> Counts:
        """Return what a search of the lesson counts at its end."""
        return counts(TreeAtStep(self.lesson.run(search).trace))

    def value(self, search: str) -> float:
        """Return what a search of the lesson finds."""
        trace = self.lesson.run(search).trace
        return trace.value(trace.roots()[-1])

    def found(self, search: str) -> str:
        """Return the best move that a search of the lesson finds."""
        run = self.lesson.run(search)
        return run.names(run.path(TreeAtStep(run.trace).result().line[0]))[-1]

    def root_moves(self, number: int) -> list[int]:
        """Return the children of the root in a pass, from 1, as they were visited."""
        trace = self.run.trace
        root = trace.roots()[number - 1]
        return [row for row in range(root + 1, trace.end(root) + 1) if trace.parent(row) == root]

    def prior(self, move: str) -> float:
        """Return the prior of a move at the root, as it is shown."""
        return round(priors_at(self.run, self.tree, 0)[self.path(move)[0]], 2)

    def games(self, move: str) -> tuple[int, float]:
        """Return how many games a move has had, and their mean from MAX's side."""
        value = self.tree.value(self.node(move))
        assert value is not None
        return self.tree.returned_count(self.node(move)), value


def is_tree(seen: Seen, sizes: list[int]) -> bool:
    """Return whether the root's children have so many leaves each."""
    found = [path for path in seen.run.all_paths() if len(path) == 2]
    return [sum(path[0] == place for path in found) for place in range(len(sizes))] == sizes


@cache
def outcomes() -> dict[str, float]:
    """Return what each first move of lesson 6's position is worth, by minimax, from X's side."""
    run = Run(Recipe(PositionSpec("tictactoe", "only-move"), SearchSpec("minimax"))).finish()
    tree = TreeAtStep(run.trace)
    return {run.names(run.path(node))[-1]: tree.returned_value(node) for node in tree.children(0)}


def board_after(seen: Seen, moves: str) -> object:
    """Return the key of the position after moves that any order may have."""
    position = seen.run.root
    for word in moves.split():
        position = position.play(next(move for move in position.moves() if position.name(move) == word))
    return position.key()


CLAIMS: dict[str, Callable[[Seen], bool]] = {
    # Lesson 1.
    "MAX moves first, at the top (▲), to B or to C.": lambda s: (
        s.run.root.maximizing and [s.run.root.name(move) for move in s.run.root.moves()] == ["B", "C"]
    ),
    "The search has gone down to B, where MIN is to move;": lambda s: s.is_at("B", entering=True) and not s.is_max("B"),
    "MIN's first move at B ends the game with 3.": lambda s: s.worth("B 1") == ("", 3),
    "MIN can take this leaf, so B is worth at most 3:": lambda s: s.worth("B") == ("≤", 3),
    "MIN's other move ends with 5.": lambda s: s.leaf("B 2") == 5,
    "B is worth 3.": lambda s: s.worth("B") == ("", 3),
    "Now comes MAX's other move, C.": lambda s: s.has_visited("C"),
    "So C is worth 2.": lambda s: s.worth("C") == ("", 2),
    "MAX takes the greater of 3 and 2.": lambda s: (s.worth("B")[1], s.worth("C")[1], s.tree.value(0)) == (3, 2, 3),
    "The whole tree is worth 3, and MAX's best move is B.": lambda s: s.value("small") == 3 and s.best == "B",
    "MAX has three moves, which have names here, and MIN has three replies to each of them.": lambda s: (
        is_tree(s, [3, 3, 3])
    ),
    "The leaves are known; the values of B, C and D are not.": lambda s: not s.tree.visits and s.run.game.explicit,
    "B is worth 3, the least of 3, 12 and 8.": lambda s: (
        s.worth("B") == ("", 3) and [s.leaf(f"B {n}") for n in "123"] == [3, 12, 8]
    ),
    "C and D are worth 2, so MAX moves to B and gets 3.": lambda s: (
        s.worth("C") == s.worth("D") == ("", 2) and s.run.path(s.tree.result().line[0]) == (0,) and s.value("book") == 3
    ),
    "To find this, the search visited 13 nodes, 9 of them leaves.": lambda s: (
        (s.counts.nodes, s.counts.leaves) == (13, 9)
    ),
    # Lesson 2.
    "This is the small tree of lesson 1.": lambda s: lesson(1).recipes["small"].where == s.run.recipe.where,
    "Minimax looked at all 4 leaves to find that the tree is worth 3.": lambda s: (
        s.end("plain").leaves == 4 and s.value("plain") == 3
    ),
    "Alpha-beta finds the same value,": lambda s: s.value("small") == s.value("plain"),
    "So MAX is sure of 3, whatever else there is.": lambda s: s.tree.value(0) == 3 and s.worth("") == ("≥", 3),
    "This value is called α:": lambda s: s.window("")[0] == 3,
    "The search goes on to C and takes α along, which is 3.": lambda s: (
        s.is_at("C", entering=True) and s.window("C")[0] == 3
    ),
    "MIN's first move at C leads to 2.": lambda s: s.leaf("C 1") == 2 and s.has_visited("C 1"),
    "MIN could take that, so C is worth 2 or less, whatever the other leaf is.": lambda s: (
        not s.is_max("C") and not s.has_visited("C 2")
    ),
    "MAX already has 3 with B and will not move to C, where MIN holds MAX to 2.": lambda s: (
        s.worth("B")[1] == 3 and s.worth("C") == ("≤", 2)
    ),
    "So the 9 is skipped.": lambda s: s.is_skipped("C 2" if s.lesson.number == 2 else "B C D 2"),
    "The search has cut (✂) at C;": lambda s: s.tree.is_cut(s.node("C")),
    "The result is the same as that of minimax, 3 with B, but alpha-beta looked at only 3": lambda s: (
        s.value("small") == s.value("plain") == 3 and s.best == "B" and s.counts.leaves == 3
    ),
    "Below D nothing is skipped.": lambda s: len(s.tree.children(s.node("D"))) == 3,
    "Only the last leaf, 2, shows that D is no good,": lambda s: s.leaf("D 3") == 2 == s.worth("D")[1],
    "MIN can cut as well.": lambda s: s.is_max("B D") and s.leaf("B D 1") > s.tree.window(s.node("B"))[1],
    "MIN already has 5 with C,": lambda s: s.worth("B C")[1] == 5 == s.tree.window(s.node("B D"))[1],
    # Lesson 3.
    "Here the worst move comes first: after B, MAX has only 2,": lambda s: (
        s.window("") == (2, float("inf")) and s.leaf("B 1") == min(s.leaf("B 1"), s.leaf("C 1"), s.leaf("D 1"))
    ),
    "Each move was better than the one before it, so none could be skipped: 6 leaves visited, 0 cutoffs.": lambda s: (
        s.worth("B")[1] < s.worth("C")[1] < s.worth("D")[1] and (s.counts.leaves, s.counts.cutoffs) == (6, 0)
    ),
    "With the worst order alpha-beta is no better than minimax.": lambda s: (
        s.counts.leaves == sum(len(path) == 2 for path in s.run.all_paths())
    ),
    "These are the same moves, but the best one comes first.": lambda s: (
        [s.leaf(f"{name} 1") for name in "DCB"] == [8, 4, 2]
    ),
    "After D, MAX has 8,": lambda s: s.window("")[0] == 8,
    "At C one leaf is enough:": lambda s: s.is_skipped("C 2"),
    "MIN can hold MAX to 4, and MAX has 8.": lambda s: s.worth("C") == ("≤", 4) and s.window("")[0] == 8,
    "The answer is the same, 8, but with 4 leaves instead of 6.": lambda s: (
        (s.value("best"), s.counts.leaves, s.end("worst").leaves) == (s.value("worst"), 4, 6)
    ),
    "Here MIN's good replies, 8, 4 and 2, come last.": lambda s: [s.leaf(f"{name} 2") for name in "DCB"] == [8, 4, 2],
    "When the search reaches them, there is nothing left to skip: 6 leaves again.": lambda s: s.counts.leaves == 6,
    "This is a position of Tak, searched three moves deep": lambda s: (
        s.run.game.name == "tak" and s.run.recipe.search.depth == 3 and s.counts.nodes == 5131
    ),
    "Here the moves of the same position are sorted by a score: roads and threats come first.": lambda s: (
        s.run.recipe.where == s.lesson.recipes["plain"].where and s.run.recipe.search.ordering == "scored"
    ),
    "The search finds the same value with 379 nodes instead of 5,131.": lambda s: (
        s.value("plain") == s.value("ordered") and (s.counts.nodes, s.end("plain").nodes) == (379, 5131)
    ),
    "In this position the order of the rules happens to begin with the right move:": lambda s: (
        s.lesson.run("natural").names((0,))[-1] == s.found("natural")
        and (s.end("natural").nodes, s.end("hurt").nodes) == (4684, 11251)
    ),
    "So the order never changes the value,": lambda s: (
        s.value("plain") == s.value("ordered") and s.value("natural") == s.value("hurt")
    ),
    # Lesson 4.
    "C is cut after its first leaf, 2.": lambda s: s.is_skipped("C 2") and s.leaf("C 1") == 2,
    "The search knows only that C is worth 2 or less,": lambda s: s.worth("C") == ("≤", 2),
    "The sign ≤2 means at most 2.": lambda s: s.worth("C") == ("≤", 2),
    "Minimax looks at the other leaf as well:": lambda s: s.has_visited("C 2"),
    "C is worth 1.": lambda s: s.worth("C") == ("", 1),
    "For MAX, who has 3,": lambda s: s.worth("B")[1] == 3,
    "D is entered with α = 3 and no β yet.": lambda s: s.window("D") == (3, float("inf")),
    "D returns 5.": lambda s: s.tree.returned_value(s.node("D")) == 5 and s.is_at("D", entering=False),
    "This value is more than α = 3, so it lies inside the window, and D is worth exactly 5.": lambda s: (
        s.worth("D") == ("", 5)
    ),
    "There are two conventions: fail-soft returns the bound that was found, 2.": lambda s: (
        TreeAtStep(s.lesson.run("bound").trace).returned_value(s.node("C")) == 2
    ),
    "Fail-hard, shown here, returns the end of the window instead, 3:": lambda s: (
        s.tree.returned_value(s.node("C")) == 3 and s.worth("C")[0] == "≤" and s.run.recipe.search.fail == "hard"
    ),
    "C is worth at most 3, which is also true but says less.": lambda s: s.worth("C") == ("≤", 3),
    "Both conventions make the same cuts.": lambda s: [*s.run.trace.cuts] == [*s.lesson.run("bound").trace.cuts],
    "Three moves deeper, at D, MIN is to move.": lambda s: len(s.path("B C D")) == 3 and not s.is_max("B C D"),
    "Nothing has been found at B or C yet.": lambda s: (
        s.tree.value(s.node("B")) is None and s.tree.value(s.node("B C")) is None
    ),
    "But the window is handed down from node to node: α is still 5.": lambda s: s.window("B C D")[0] == 5,
    "At D MIN can have 3.": lambda s: s.worth("B C D") == ("≤", 3),
    "If the game went that way, MAX would get 3 or less there, and MAX has 5 at the top.": lambda s: (
        s.window("")[0] == 5
    ),
    "The bound was set three plies up, at the top: a deep cut.": lambda s: (
        s.tree.bound_source(s.node("B C D"), lower=True).child == s.node("1")
    ),
    "Then equal values are not enough, and the 9 is visited: 7 nodes instead of 6.": lambda s: (
        s.has_visited("C 2") and (s.counts.nodes, s.end("ties").nodes) == (7, 6)
    ),
    "The first line on the screen says which rule a search uses.": lambda s: "cut α > β" in s.run.headings(),
    # Lesson 5.
    "O on c3, X on c1, O on b1 gives the same board as O on b1, X on c1, O on c3.": lambda s: (
        board_after(s, "c3 c1 b1") == board_after(s, "b1 c1 c3")
    ),
    "Minimax does not notice, and searches that board again.": lambda s: (
        {s.run.trace.kind(s.run.node_at(s.path(moves)) or 0) for moves in ("c3 c1 b1", "b1 c1 c3")} == {Kind.FULL}
    ),
    "▣ marks a node that the table has answered.": lambda s: (
        s.tree.current is not None and s.tree.kind(s.tree.current) is Kind.TABLE
    ),
    "Here O, X and O have reached a board that was searched some steps earlier, after other moves.": lambda s: (
        s.run.position(s.run.path(s.tree.current or 0)).key()
        == s.run.position(s.run.trace.path(s.run.trace.source(s.tree.visit(s.tree.current or 0)))).key()
    ),
    "Its value was known, so nothing below it had to be searched, and nothing was pruned.": lambda s: (
        s.counts.pruned == 0 and not s.tree.children(s.tree.current or 0)
    ),
    "This search of Othello, four plies deep and with the moves in the order of the rules, takes 8,305": lambda s: (
        (s.run.game.name, s.run.recipe.search.depth, s.counts.nodes) == ("othello", 4, 8305)
    ),
    "If time runs out halfway, the last moves have not been searched, and here the best move comes last.": lambda s: (
        s.best == s.move(s.tree.children(0)[-1])
    ),
    "Iterative deepening begins with depth 1: it looks at each move, and no further.": lambda s: (
        [s.run.trace.kind(row) for row in s.root_moves(1)] == [Kind.LIMIT] * s.tree.move_count(0)
    ),
    "The strip above shows the passes, each with its nodes and its best move.": lambda s: s.tree.passes == 3,
    "If you stopped the search now, it would answer with h8, the best move of depth 3.": lambda s: s.best == "h8",
    "All four passes together take 9,388 nodes.": lambda s: (s.counts.nodes, s.tree.passes) == (9388, 4),
    "Searching straight to depth 4 took 8,305.": lambda s: s.end("once").nodes == 8305,
    "Searching everything again costs little, because each pass is much smaller than the next.": lambda s: all(
        4 * (s.run.trace.end(one) + 1 - one) < s.run.trace.end(two) + 1 - two
        for one, two in zip(s.run.trace.roots(), s.run.trace.roots()[1:], strict=False)
    ),
    "The next pass tries that move first:": lambda s: (
        s.run.trace.move(s.root_moves(2)[0]) == s.run.trace.move(best_row(s, 1))
    ),
    "All four passes with the table take 774 nodes instead of 9,388.": lambda s: (
        (s.counts.nodes, s.end("again").nodes) == (774, 9388)
    ),
    "That is fewer than the 8,305 of the search straight to depth 4, because a better order": lambda s: (
        (s.counts.nodes, s.end("once").nodes) == (774, 8305)
        and len({s.value(name) for name in ("deepening", "once")}) == 1
        and any(s.run.trace.kind(row) is Kind.TABLE for row in range(len(s.run.trace)))
        and s.counts.cutoffs * s.end("again").nodes > s.end("again").cutoffs * s.counts.nodes
    ),
    "MIN's first move there leads to 2, and MIN's second move to 9,": lambda s: (
        (s.leaf("C 1"), s.leaf("C 2")) == (2, 9) and not s.is_max("C")
    ),
    "MAX has 3 and will not move there, so the leaves 4 and 6 were skipped.": lambda s: (
        s.window("")[0] == 3 and s.is_skipped("C 2", "C 3") and [s.leaf("C 2"), s.leaf("C 3")] == [4, 6]
    ),
    "B is worth 3: the value has gone up from a leaf": lambda s: s.worth("B") == ("", 3),
    "At C MIN moves, and MIN takes the 2.": lambda s: not s.is_max("C") and s.worth("C") == ("", 2),
    "MIN wants a small number: which of the two": lambda s: not s.is_max("B") and s.is_at("B 2", entering=True),
    "At C MIN has the leaves 2, 4 and 6.": lambda s: sorted(s.leaf(f"C {n}") for n in "123") == [2, 4, 6],
    "After B, MAX has 3, and the first leaf at C is 2.": lambda s: s.window("C")[0] == 3 and s.leaf("C 1") == 2,
    "At C the very first leaf was enough:": lambda s: s.tree.is_cut(s.node("C")) and s.has_visited("C 1"),
    "The first leaf there is 14,": lambda s: s.leaf("D 1") == 14 > s.window("D")[0],
    "After 14 comes 5, which is still more than 3.": lambda s: s.leaf("D 2") == 5 and s.value("book") == 3,
    "At D MAX can take 6.": lambda s: s.is_max("B D") and s.leaf("B D 1") == 6,
    "The first leaf at C is 4": lambda s: s.leaf("C 1") == 4 and s.is_at("C 1", entering=True),
    "Here it is d4, the first move tried.": lambda s: (
        s.move(s.tree.current or 0) == "d4" and len(s.tree.children(s.node("d1 b5"))) == 1
        and s.run.trace.cuts[0] == s.tree.visit(s.node("d1 b5"))
    ),
    "The first leaf at D is 5.": lambda s: s.leaf("D 1") == 5,
    "Here MAX's first move ends at once with 5.": lambda s: s.leaf("1") == 5 and s.run.root.maximizing,
    "The first leaf at D is 3.": lambda s: s.leaf("B C D 1") == 3,
    "B is worth 4, and the first leaf at C is also 4.": lambda s: s.worth("B") == ("", 4) and s.leaf("C 1") == 4,
    "The rule of this search is α ≥ β.": lambda s: "cut α ≥ β" in s.run.headings(),
    "From this position to the end of the game minimax visits 935 nodes": lambda s: s.end("empty").nodes == 935,
    "With a table the search writes down what each position was worth, and when the position comes up": lambda s: (
        s.counts.nodes == 371 and s.value("table") == s.value("empty")
    ),
    "The guess need not be the best move.": lambda s: (
        s.run.trace.move(s.root_moves(2)[0]) != s.run.trace.move(best_row(s, 2))
    ),
    "But it gives a good bound at once, and most moves after it are refuted by few replies.": lambda s: (
        2 * sum(s.run.trace.kind(row) is Kind.CUT for row in s.root_moves(2)) > len(s.root_moves(2))
    ),
    # Lesson 6.
    "Here O is to move, and only one move stops X.": lambda s: (
        not s.run.root.maximizing and [*outcomes().values()].count(1) == len(outcomes()) - 1
    ),
    "In the first iteration O tried b1, and from there a game was played to its end": lambda s: (
        s.has_visited("b1") and s.counts.nodes >= 2
    ),
    "X won this game, which counts −1 for O.": lambda s: s.games("b1") == (1, 1),
    "The second iteration added c1; O won its random game.": lambda s: s.games("c1") == (1, -1),
    "The number at a node is the mean of the games": lambda s: value_label(s.tree, s.node("b1")) == "≈−1.00",
    "Now each of O's six moves has had one game.": lambda s: (
        [s.tree.returned_count(node) for node in s.tree.children(0)] == [1] * 6 == [1] * s.tree.move_count(0)
    ),
    "So each move has an upper bound: its mean for the side to move + 1.41 · √(ln visits to all moves /": lambda s: (
        max(upper_bounds(s.run, s.tree, 0), key=lambda bound: bound.upper).child == s.node("c1")
    ),
    "The move with the greatest bound is tried: here c1, with 1 + 1.41 · √(ln 6 / 1) = 2.89.": lambda s: (
        s.is_at("c1", entering=True) and s.games("c1") == (1, -1) and s.tree.returned_count(0) == 6
        and f"{1 + 1.41 * sqrt(log(6) / 1):.2f}" == "2.89"
    ),
    "Below c1 a reply by X was added, and O won the random game from there as well.": lambda s: (
        len(s.tree.children(s.node("c1"))) == 1
    ),
    "The result was counted at every node on the way up, so c1 now has 2 games.": lambda s: s.games("c1")[0] == 2,
    "The tree grows where the good moves are:": lambda s: s.best == "a3" and s.games("a3")[0] == max(
        s.tree.returned_count(node) for node in s.tree.children(0)
    ),
    "MCTS cuts nothing and proves nothing.": lambda s: s.counts.cutoffs == 0,
    "After all the games the most visited move is a3.": lambda s: s.best == "a3" == s.found("games"),
    "And a3 is the move that stops X.": lambda s: [move for move, value in outcomes().items() if value < 1] == ["a3"],
    "This view shows all games at a glance: most of them went through a few moves.": lambda s: (
        2 * s.games("a3")[0] > s.games("")[0]
    ),
    # Lesson 7.
    "A node for such an event belongs to nobody; it is round, and marked ~.": lambda s: s.tree.is_chance(s.node("B")),
    "At B there are two outcomes, each with probability 1/2.": lambda s: s.odds("B") == ["1/2", "1/2"],
    "Nobody chooses between them.": lambda s: s.run.mover(s.path("B")) == "chance",
    "At B the outcomes are 4 and 8.": lambda s: [s.leaf("B 1"), s.leaf("B 2")] == [4, 8],
    "B is worth 6, although neither of its leaves is.": lambda s: (
        s.worth("B") == ("", 6) and 6 not in (s.leaf("B 1"), s.leaf("B 2")) and s.value("dice") == 6
    ),
    "MAX cannot count on the 8 and need not fear the 4: over many games, B brings": lambda s: (
        s.mean("B") == s.worth("B")[1] and (s.leaf("B 2"), s.leaf("B 1")) == (8, 4)
    ),
    "At C the outcomes are 0 and 9, which gives 4.5.": lambda s: (
        [s.leaf("C 1"), s.leaf("C 2")] == [0, 9] and s.worth("C") == ("", 4.5) and s.mean("C") == 4.5
    ),
    "MAX takes the greater of 6 and 4.5 and chooses B, although the greatest leaf of all, 9, is at C.": lambda s: (
        (s.worth("B")[1], s.worth("C")[1]) == (6, 4.5) and s.best == "B"
        and max(s.leaf(f"{node} {leaf}") for node in "BC" for leaf in "12") == s.leaf("C 2") == 9
    ),
    "A search that averages at chance nodes and chooses at all others is called expectiminimax.": lambda s: (
        s.run.algorithm.title == "expectiminimax"
    ),
    "Here their probabilities are 9/10 and 1/10.": lambda s: s.odds("B") == s.odds("C") == ["9/10", "1/10"],
    "B is worth 2.1.": lambda s: s.worth("B") == ("", 2.1) and round(s.mean("B"), 9) == 2.1,
    "At C the outcomes are 1 and 4.": lambda s: [s.leaf("C 1"), s.leaf("C 2")] == [1, 4],
    "Here three leaves of the same tree are larger, but in the same order of size: 1, 20, 30 and 400.": lambda s: (
        [s.leaf(leaf) for leaf in ("C 1", "B 1", "B 2", "C 2")] == [1, 20, 30, 400]
        and s.leaves("small") == [2, 3, 1, 4] and s.leaves("large") == [20, 30, 1, 400]
    ),
    "Minimax would choose the same move as before.": lambda s: (
        s.chosen("A(B(2,3), C(1,4))", "minimax") == s.chosen("A(B(20,30), C(1,400))", "minimax") == s.found("small")
    ),
    "But now B is worth 21 and C 40.9, so C is the best move:": lambda s: (
        (s.worth("B"), s.worth("C")) == (("", 21), ("", 40.9)) and (s.found("small"), s.best) == ("B", "C")
    ),
    "Chance can also stand for an opponent who does not think:": lambda s: (
        s.odds("C") == ["1/2", "1/2"] and s.run.mover(s.path("C")) == "MIN at random"
    ),
    "This search is called expectimax.": lambda s: s.run.algorithm.title == "expectimax",
    "B has 3 and 5, so it is worth 4.": lambda s: (
        [s.leaf("B 1"), s.leaf("B 2")] == [3, 5] and s.worth("B") == ("", 4) == ("", s.mean("B"))
    ),
    "C has 1 and 13.": lambda s: [s.leaf("C 1"), s.leaf("C 2")] == [1, 13],
    "MAX has 6 with B, and the first outcome at C is 0.": lambda s: (
        s.worth("B") == ("", 6) and s.leaf("C 1") == 0 and s.has_visited("C 1")
    ),
    "So all 7 nodes are visited.": lambda s: (
        s.end("free").nodes == 7 == len([*s.run.all_paths()]) and s.end("free").cutoffs == 0
    ),
    "Say that every leaf here is worth at least 0 and at most 10.": lambda s: s.run.trace.limits == (0, 10),
    "Even if the other outcome were worth 10, C would be worth only 5, and MAX already has 6.": lambda s: (
        s.worth("C") == ("≤", 5) and (0 + 10) / 2 == 5 and s.window("C")[0] == 6 and s.run.trace.limits[1] == 10
    ),
    "So this outcome is skipped: 6 nodes instead of 7.": lambda s: (
        s.is_skipped("C 2") and (s.end("bounded").nodes, s.end("free").nodes) == (6, 7)
        and s.value("bounded") == s.value("free")
    ),
    "This search is called Star1.": lambda s: s.run.algorithm.title == "Star1",
    # Lesson 8.
    "Here the limit is one ply.": lambda s: s.run.depth == 1 == len(s.path("1")) and s.is_at("1", entering=True),
    "Red is to move, and Yellow has three in col 7.": lambda s: (
        not s.run.root.maximizing
        and [row[6].owner for row in s.run.root.board().cells].count(Player.FIRST) == 3
        and [row[6].owner for row in s.run.root.board().cells].count(Player.SECOND) == 0
    ),
    "After one ply nobody has won, so each move looks like 0, and the search takes the first one: col 1.": lambda s: (
        {s.leaf(str(column)) for column in range(1, 8)} == {0} and s.best == "col 1" == s.run.names((0,))[-1]
        and all(s.run.position(s.path(str(column))).outcome() is None for column in range(1, 8))
    ),
    "But after col 1 Yellow moves to col 7 and wins.": lambda s: (
        s.is_at("1 7", entering=False) and s.run.position(s.path("1 7")).outcome() == 1 == s.worth("1 7")[1]
    ),
    "This win was one ply beyond the limit, so the search did not see it.": lambda s: (
        len(s.path("1 7")) == 2 == s.lesson.run("plain").depth + 1
        and s.lesson.run("plain").node_at(s.path("1 7")) is None
    ),
    "A search one ply deeper finds col 7, with 57 nodes instead of 8.": lambda s: (
        (s.run.depth, s.best, s.counts.nodes, s.end("plain").nodes) == (2, "col 7", 57, 8)
    ),
    "So some searches go on beyond the horizon, but only with noisy moves:": lambda s: (
        s.tree.horizon == 1 == len(s.path("1")) and s.tree.current == s.node("1")
        and s.tree.move_count(s.node("1")) < len(s.run.position(s.path("1")).moves())
    ),
    "In Connect Four these are moves that win, or that stop a win.": lambda s: (
        s.run.game.noisy is not None and s.run.game.noisy.about == "moves that win or stop a win"
    ),
    "After col 1 Yellow has one such move.": lambda s: s.tree.move_count(s.node("1")) == 1 and s.is_max("1"),
    "This is called quiescence search": lambda s: "quiescence 2" in s.run.headings(),
    "So Yellow's first value after col 1 is that of standing pat, which means stopping there:": lambda s: (
        s.tree.stand(s.node("1")) == 0 == s.lesson.run("plain").evaluated(s.path("1"))
        and s.tree.best(s.node("1")) == (0, None)
    ),
    "Then the noisy move is tried.": lambda s: s.is_at("1 7", entering=True),
    "Col 1 turned out to be worth 1:": lambda s: s.worth("1") == ("", 1),
    "Yellow wins.": lambda s: s.run.trace.kind(s.node("1 7")) is Kind.TERMINAL and s.worth("1 7") == ("", 1),
    "Here Red gets 0 by standing pat, and Yellow already has 0, also by standing pat.": lambda s: (
        s.tree.stand(s.node("3 4")) == 0 == s.tree.stand(s.node("3")) and not s.is_max("3 4") and s.is_max("3")
    ),
    "So this node is cut at once, before any move: no noisy move by Red can make it better for Yellow.": lambda s: (
        s.tree.is_cut(s.node("3 4")) and s.tree.entering and not s.tree.children(s.node("3 4"))
        and s.worth("3 4") == ("≤", 0) and s.tree.move_count(s.node("3 4")) == 1
    ),
    "After col 7 no move is noisy.": lambda s: (
        s.run.game.noisy is not None
        and not s.run.game.noisy.among(s.run.position(s.path("7")), s.run.position(s.path("7")).moves())
    ),
    "Such a position is called quiet, and it is a leaf, as without quiescence.": lambda s: (
        s.tree.kind(s.node("7")) in LEAVES
    ),
    "All the other moves have turned out to be worth 1.": lambda s: (
        {s.worth(str(column)) for column in range(1, 7)} == {("", 1)}
    ),
    "In draughts the noisy moves are captures.": lambda s: (
        s.run.game.noisy is not None and s.run.game.noisy.about == "captures"
    ),
    "Taking is compulsory, so nobody can stand pat.": lambda s: (
        s.run.game.noisy is not None and s.run.game.noisy.compulsory and not s.run.trace.stands
    ),
    "After 23-19 Black takes one man, and White takes four in return.": lambda s: (
        [s.lesson.run("far").evaluated(s.path(moves)) for moves in ("23-19 14x23", "23-19 14x23 28x3")] == [-1, 3]
    ),
    "So the search finds 23-19 with 21 nodes.": lambda s: (s.best, s.counts.nodes) == ("23-19", 21),
    "A search to depth 3 also finds this move, but with 185 nodes:": lambda s: (
        (s.found("far"), s.end("far").nodes, s.value("far")) == ("23-19", 185, s.value("captures"))
    ),
    "Looking beyond the horizon costs little, since noisy moves are few.": lambda s: (
        beyond_horizon(s.run.trace, len(s.run.trace)) == 7 < s.end("far").nodes / 20
    ),
    # Lesson 9.
    "White is to move, and c1 wins at once.": lambda s: (
        not s.run.root.maximizing and s.run.position(s.path("c1")).outcome() == -1
    ),
    "The scores of the ordering have become priors, which add up to 1: c1 has 0.71, b1 only 0.12.": lambda s: (
        (s.prior("c1"), s.prior("b1")) == (0.71, 0.12) and round(sum(priors_at(s.run, s.tree, 0).values()), 9) == 1
    ),
    "For c1 that was 1 + 1.41 · 0.71 · √1 / (1 + 1) = 1.50.": lambda s: (
        s.is_at("c1", entering=True) and s.games("c1") == (1, -1) and s.prior("c1") == 0.71
        and f"{1 + 1.41 * 0.71 * sqrt(1) / (1 + 1):.2f}" == "1.50"
    ),
    "This mean is 1 here, so b1 also starts with 1, and its prior adds a bonus.": lambda s: (
        s.games("c1") == (2, -1) and not s.has_visited("b1")
        and {bound.mean for bound in upper_bounds(s.run, s.tree, 0)} == {1}
    ),
    "The prior was right: c1 had 55 of the 60 games.": lambda s: (
        (s.games("c1")[0], s.tree.returned_count(0), s.best) == (55, 60, "c1")
    ),
    "Without priors, c1 had 51 of the 60 games: each of the four moves had to be tried.": lambda s: (
        (s.games("c1")[0], s.tree.returned_count(0), len(s.tree.children(0)), s.tree.move_count(0)) == (51, 60, 4, 4)
    ),
    "Only d1 wins for Black, but its prior is 0.05, and c2 and b3 have 0.30 each.": lambda s: (
        (s.prior("d1"), s.prior("c2"), s.prior("b3")) == (0.05, 0.3, 0.3)
        and max(priors_at(s.run, s.tree, 0).values()) < 0.3
    ),
    "After 100 games b3 leads with 40.": lambda s: (s.tree.returned_count(0), s.games("b3")[0]) == (100, 40),
    "The winning move, d1, has lost 2 of its 3 games.": lambda s: s.games("d1") == (3, -1 / 3),
    "After 200 games d1 has 41 and has won most of them: its mean is 0.76.": lambda s: (
        (s.tree.returned_count(0), s.games("d1")[0], round(s.games("d1")[1], 2)) == (200, 41, 0.76)
    ),
    "But b3 has the most games, 94, and would still be the answer.": lambda s: (
        s.games("b3")[0] == 94 and s.best == "b3"
    ),
    "The bonus of b3 has shrunk with its visits, and its mean is only −0.17.": lambda s: (
        round(s.games("b3")[1], 2) == -0.17
    ),
    "After 300 games d1 has the most, 141.": lambda s: (
        (s.tree.returned_count(0), s.games("d1")[0], s.best) == (300, 141, "d1")
    ),
}  # fmt: skip
"""How a sentence begins, and what must hold in the frame that says it."""

NOT_COMPUTED = """
Two players move in turn. | MAX wants the game to end | The tree shows all that can happen: | Then MIN moves
Which move is best for MAX? | A search finds out | What B is worth depends | Such an end is called
MIN wants a small | The line marked ★ | This way of searching | Work them out
Many books show this tree: | MIN takes the least value | In a real game there are | Alpha-beta begins like minimax:
C matters only | Is there any reason | There is no reason | In large trees the difference | Now comes the textbook tree.
Which leaves will be skipped? | Now comes D.
The rule for both | Alpha-beta can only skip | To show that a move
In a large tree the best order | It is not enough to try | Good order matters | Nobody knows the best
But a game has hints | A score is a guess | When a bot is slow | What is C worth? | That is a bound,
The bound was true | Each node is entered | A value inside the window | How far down | And what if both are equal?
Some programs cut | A search forgets | In many games different | With a table the search | The other question
That takes next to no time | Then the search starts again | But each pass forgets | Now we combine both ideas
A value in a table
Alpha-beta needs to know | In some games | Monte Carlo tree search | Each iteration adds
One random game says | So with which move | MCTS has two goals | When a move wins
When it loses | Moves that look bad | MCTS plays the move | In Go, | You can stop MCTS
A game counts
In many games dice | So what is B worth? | The average of its outcomes:
Outcomes need not be | Can anything be skipped?
But as long as the other | One bad outcome | That changes if | It cuts much less
In most games a search | At its depth limit it stops | The limit is called | But that only moves the horizon
Wherever the horizon is, | A noisy move need not | Counting the men
In lesson 6 every move | With many moves, that takes | But an ordering often | PUCT tries those moves first.
A prior says how likely | The upper bound is now the mean + | A move that has not been tried yet
With four moves that costs little, | Here the priors are wrong. | So far nothing is in its favour
So a wrong prior costs | If a prior is far off
"""
"""Sentences that explain, ask, or speak of all searches; those about means of games are in the tests of samples."""
SAID = [part.strip() for line in NOT_COMPUTED.strip().splitlines() for part in line.split(" | ")]


def best_row(seen: Seen, number: int) -> int:
    """Return the row of the root's best child in a pass, from 1."""
    trace = seen.run.trace
    sign = 1 if seen.run.root.maximizing else -1
    return max(seen.root_moves(number), key=lambda row: sign * trace.value(row))


def frames() -> list[tuple[Lesson, LessonFrame]]:
    """Return all frames of all lessons."""
    return [(each, frame) for each in map(lesson, numbers()) for frame in each.frames]


def sentences(of: Lesson, frame: LessonFrame) -> list[str]:
    """Return the sentences of a frame."""
    return END.split(of.text(frame))


@pytest.mark.parametrize(
    ("of", "frame"), one_in(3, frames()), ids=[f"{of.number}-{of.frames.index(frame) + 1}" for of, frame in frames()]
)
def test_sentences_are_true_in_their_frame(of: Lesson, frame: LessonFrame) -> None:
    """A sentence is computed, or is known to be none that could be; a new one is neither."""
    run = of.run(frame.search)
    seen = Seen(of, run, TreeAtStep(run.trace, of.step(frame)))
    for sentence in sentences(of, frame):
        claims = [claim for words, claim in CLAIMS.items() if sentence.startswith(words)]
        assert claims or any(map(sentence.startswith, SAID)), f"neither computed nor known: {sentence}"
        assert all(claim(seen) for claim in claims), sentence


def test_nothing_is_computed_that_no_lesson_says() -> None:
    """Each entry of both tables begins a sentence."""
    said = [sentence for of, frame in frames() for sentence in sentences(of, frame)]
    unused = [words for words in (*CLAIMS, *SAID) if not any(sentence.startswith(words) for sentence in said)]
    assert not unused


def test_a_claim_can_fail() -> None:
    """In the frame before, most claims are not yet true."""
    failed = 0
    for of in map(lesson, numbers()):
        for before, frame in zip(of.frames, of.frames[1:], strict=False):
            run = of.run(before.search)
            seen = Seen(of, run, TreeAtStep(run.trace, of.step(before)))
            for sentence in sentences(of, frame):
                for words, claim in CLAIMS.items():
                    if sentence.startswith(words):
                        try:
                            failed += not claim(seen)
                        except Exception:  # noqa: BLE001  a node of another tree is not there
                            failed += 1
    assert failed > len(CLAIMS) / 2
