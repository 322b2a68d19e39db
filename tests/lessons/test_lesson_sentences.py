"""Each sentence of a lesson that can be computed is computed here, from the run and the step
that its frame shows.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from tests.few import one_in
from visualizer.explaining.measures.sampling import priors_at, upper_bounds
from visualizer.explaining.measures.summary import visit_counts
from visualizer.look.numbers import format_probability
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run, read_path
from visualizer.teach.lessons import Lesson, LessonFrame, lesson_numbers, read_lesson
from visualizer.trace.counts import visits_beyond_horizon
from visualizer.trace.labels import value_label
from visualizer.trace.tree_at_step import TreeAtStep

END = re.compile(r"(?<=[.?!:)])\s+(?=[A-Z▣])")
SENTENCES = Path(__file__).with_name("sentences.txt")


@cache
def facts_by_sentence() -> dict[str, list[str]]:
    """Return how sentences begin, and below each what must hold in the frame that says it.

    A fact is a method of `Seen`, its words, and what it returns as it is written. A sentence that
    explains, asks, or speaks of all searches has none; those about means of games are in the tests
    of samples.
    """
    facts = list[str]()
    found = dict[str, list[str]]()
    for line in SENTENCES.read_text(encoding="utf-8").splitlines():
        if line.startswith(" "):
            facts.append(line.strip())
        else:
            facts = found[line] = []
    return found


def written(value: object) -> str:
    """Return a value as the table of facts writes it."""
    if isinstance(value, list | tuple):
        return " ".join(map(written, value)) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.6g}"
    return str(value)


@dataclass(frozen=True)
class Seen:
    """What a frame shows, fact by fact; a fact about a node is given the names of the moves to
    it, or "here".
    """

    lesson: Lesson
    run: Run
    tree: TreeAtStep

    def holds(self, fact: str) -> bool:
        """Return whether a fact of the table holds."""
        left, _, expected = fact.rpartition(" = ")
        return written(self.measure(left)) == expected

    def measure(self, fact: str) -> object:
        """Return what a method says of some words."""
        name, _, words = fact.partition(" ")
        return getattr(self, name)(words)

    def _path(self, words: str) -> tuple[int, ...]:
        if words == "here":
            return self.run.path(self.tree.current or 0)
        return read_path(self.run, words)

    def _node(self, words: str) -> int:
        node = self.tree.node_at(self._path(words))
        assert node is not None
        return node

    def _name(self, node: int) -> str:
        return " ".join(self.run.names(self.run.path(node)))

    def _root_moves(self, number: str) -> list[int]:
        """Return the children of the root in a pass, from 1, as they were visited."""
        trace = self.run.trace
        root = trace.roots()[int(number) - 1]
        return [row for row in range(root + 1, trace.end(root) + 1) if trace.parent(row) == root]

    # What was asked for.

    def end(self, words: str) -> object:
        """Return a fact about the end of another search of the lesson."""
        search, _, fact = words.partition(" ")
        run = self.lesson.run(search)
        return Seen(self.lesson, run, TreeAtStep(run.trace)).measure(fact)

    def shared(self, words: str) -> bool:
        """Return whether the position is that of a search of some lesson."""
        number, search = words.split()
        return read_lesson(int(number)).recipes[search].where == self.run.recipe.where

    def game(self, _: str) -> str:
        """Return the name of the game."""
        return self.run.game.name

    def algorithm(self, _: str) -> str:
        """Return the title of the algorithm."""
        return self.run.algorithm.title

    def depth(self, _: str) -> object:
        """Return the limit of plies."""
        return self.run.depth

    def ordering(self, _: str) -> object:
        """Return how moves are ordered."""
        return self.run.recipe.search.ordering

    def heading(self, words: str) -> bool:
        """Return whether the first line on the screen says so."""
        return words in self.run.headings()

    def limits(self, _: str) -> object:
        """Return the least and the greatest value that a leaf may have."""
        return self.run.trace.limits

    # The game.

    def side(self, words: str) -> str:
        """Return who is to move."""
        return self.run.mover(self._path(words))

    def moves(self, words: str) -> list[str]:
        """Return the names of all moves."""
        position = self.run.position(self._path(words))
        return [position.name(move) for move in position.moves()]

    def board(self, words: str) -> str:
        """Return the position as text."""
        return self.run.position(self._path(words)).text()

    def outcome(self, words: str) -> object:
        """Return how the game has ended."""
        return self.run.position(self._path(words)).outcome()

    def leaf(self, words: str) -> float:
        """Return a leaf's value, visited or not."""
        return self.run.evaluated(self._path(words))

    def leaves(self, _: str) -> list[float]:
        """Return all leaves, from left to right."""
        return [
            self.run.evaluated(path) for path in self.run.all_paths() if not self.run.is_inner(path)
        ]

    def odds(self, words: str) -> list[str]:
        """Return the probabilities at a node, as they are written."""
        return [*map(format_probability, self.run.odds(self._path(words)) or ())]

    def mean(self, words: str) -> float:
        """Return what the leaves below a node come to, by their probabilities."""
        chances = self.run.odds(self._path(words)) or ()
        return float(
            sum(chance * self.leaf(f"{words} {place}") for place, chance in enumerate(chances, 1))
        )

    def noisy(self, _: str) -> str:
        """Return which moves are noisy, and whether one may stand pat instead."""
        noisy = self.run.game.noisy
        assert noisy is not None
        return f"{noisy.about}, {'compulsory' if noisy.compulsory else 'or standing pat'}"

    def noisy_moves(self, words: str) -> list[str]:
        """Return the names of the noisy moves."""
        position = self.run.position(self._path(words))
        assert self.run.game.noisy is not None
        return [
            position.name(move) for move in self.run.game.noisy.among(position, position.moves())
        ]

    def minimax(self, words: str) -> list[object]:
        """Return what minimax finds for each first move of this position, or of a tree."""
        if words:
            where = PositionSpec("tree", words)
        else:
            where = self.run.recipe.where
        run = Run(Recipe(where, SearchSpec("minimax"))).finish()
        tree = TreeAtStep(run.trace)
        return [
            word
            for node in tree.children(0)
            for word in (*run.names(run.path(node)), tree.returned_value(node))
        ]

    # The step.

    def step(self, _: str) -> str:
        """Return whether the running node is entered or left, and which it is."""
        assert self.tree.current is not None
        return f"{'entering' if self.tree.entering else 'leaving'} {self._name(self.tree.current)}"

    def visits(self, _: str) -> int:
        """Return how many visits there have been."""
        return self.tree.visits

    def count(self, words: str) -> object:
        """Return one of the counts by now."""
        return getattr(visit_counts(self.tree), words)

    def horizon(self, _: str) -> object:
        """Return the depth limit of the pass."""
        return self.tree.horizon

    def tree_nodes(self, _: str) -> int:
        """Return how many nodes the whole tree has."""
        return len([*self.run.all_paths()])

    def passes(self, _: str) -> int:
        """Return how many passes there have been."""
        return self.tree.passes

    def beyond_horizon(self, _: str) -> int:
        """Return how many nodes lie beyond the horizon at the end."""
        return visits_beyond_horizon(self.run.trace, len(self.run.trace))

    def visited(self, words: str) -> bool:
        """Return whether a node has been entered by now."""
        return self.tree.node_at(self._path(words)) is not None

    def worth(self, words: str) -> str:
        """Return what is known of a node: the sign of its bound, and its value."""
        node = self._node(words)
        value = self.tree.value(node)
        if value is None:
            return "none"
        return self.tree.bound(node).value.replace("=", "") + written(float(value))

    def label(self, words: str) -> str:
        """Return the number that is shown at a node."""
        return value_label(self.tree, self._node(words))

    def returned(self, words: str) -> object:
        """Return what a node has returned."""
        return self.tree.returned_value(self._node(words))

    def best(self, words: str) -> str:
        """Return the best move at a node by now."""
        if not words:
            return self._name(self.tree.result().line[0])
        best = self.tree.best(self._node(words))
        assert best is not None
        if best[1] is None:
            return "standing pat"
        return self._name(best[1])

    def stand(self, words: str) -> object:
        """Return the value of standing pat."""
        return self.tree.stand_pat_value(self._node(words))

    def stands(self, _: str) -> int:
        """Return at how many nodes one has stood pat."""
        return len(self.run.trace.stand_pat_values)

    def window(self, words: str) -> tuple[float, float]:
        """Return the window of a node by now."""
        return self.tree.window(self._node(words))

    def alpha_from(self, words: str) -> str:
        """Return the node that has set α."""
        child = self.tree.bound_source(self._node(words), lower=True).child
        assert child is not None
        return self._name(child)

    def cut(self, words: str) -> bool:
        """Return whether a node is cut."""
        return self.tree.is_cut(self._node(words))

    def first_cut(self, _: str) -> str:
        """Return the node that is cut first."""
        return self._name(self.run.trace.cuts[0])

    def kind(self, words: str) -> str:
        """Return what kind of node it is."""
        return self.tree.kind(self._node(words)).name

    def kinds(self, words: str) -> int:
        """Return how many nodes of a kind there are at the end."""
        return sum(self.run.trace.kind(row).name == words for row in range(len(self.run.trace)))

    def choices(self, words: str) -> int:
        """Return how many moves the search may try."""
        return self.tree.move_count(self._node(words))

    def tried(self, words: str) -> list[str]:
        """Return the moves that have been tried."""
        return [
            self.run.names(self.run.path(child))[-1]
            for child in self.tree.children(self._node(words))
        ]

    def skipped(self, _: str) -> list[float]:
        """Return the leaves that the last cut leaves out."""
        cuts = [
            row
            for row in self.run.trace.cuts
            if (self.run.trace.cut_step(row) or 0) <= self.tree.step
        ]
        node = self.tree.node_of(cuts[-1])
        paths = [(*self.run.path(node), move) for move in range(self.tree.move_count(node))]
        return [self.run.evaluated(path) for path in paths if self.tree.node_at(path) is None]

    def source_board(self, words: str) -> str:
        """Return the position of the visit from which the table knows a node."""
        trace = self.run.trace
        return self.run.position(
            trace.path(trace.source(self.tree.visit(self._node(words))))
        ).text()

    # Passes and games.

    def pass_nodes(self, _: str) -> list[int]:
        """Return how many nodes each pass visits."""
        trace = self.run.trace
        return [trace.end(root) + 1 - root for root in trace.roots()]

    def pass_kinds(self, words: str) -> list[str]:
        """Return the kinds of the root's children in a pass."""
        return [self.run.trace.kind(row).name for row in self._root_moves(words)]

    def pass_first(self, words: str) -> str:
        """Return the move that a pass has tried first."""
        return self.run.names(self.run.trace.path(self._root_moves(words)[0]))[-1]

    def pass_best(self, words: str) -> str:
        """Return the best move of a pass."""
        trace = self.run.trace
        if self.run.root.maximizing:
            best = max
        else:
            best = min
        return self.run.names(trace.path(best(self._root_moves(words), key=trace.value)))[-1]

    def games(self, words: str) -> tuple[int, float]:
        """Return how many games a node has had, and their mean from MAX's side."""
        value = self.tree.value(self._node(words))
        assert value is not None
        return self.tree.returned_count(self._node(words)), round(value, 2)

    def visits_of_moves(self, _: str) -> list[int]:
        """Return how many games each move has had."""
        return [self.tree.returned_count(node) for node in self.tree.children(0)]

    def priors(self, _: str) -> list[float]:
        """Return the priors of all moves."""
        return [*priors_at(self.run, self.tree, 0).values()]

    def prior(self, words: str) -> float:
        """Return the prior of a move at the root, as it is shown."""
        return round(priors_at(self.run, self.tree, 0)[self._path(words)[0]], 2)

    def upper_bounds(self, _: str) -> list[str]:
        """Return the moves with their means and upper bounds, the greatest first."""
        position = self.run.root
        bounds = sorted(upper_bounds(self.run, self.tree, 0), key=lambda bound: -bound.upper)
        return [
            f"{position.name(position.moves()[bound.move])}:{bound.mean:.2f},{bound.upper:.2f}"
            for bound in bounds
        ]


def frames() -> list[tuple[Lesson, LessonFrame]]:
    """Return all frames of all lessons."""
    return [(each, frame) for each in map(read_lesson, lesson_numbers()) for frame in each.frames]


def sentences(of: Lesson, frame: LessonFrame) -> list[str]:
    """Return the sentences of a frame."""
    return END.split(of.text(frame))


def facts_of(sentence: str) -> list[str] | None:
    """Return what must hold where a sentence is said; None if the table does not have it."""
    found = [facts for words, facts in facts_by_sentence().items() if sentence.startswith(words)]
    if found:
        return sum(found, list[str]())
    return None


@pytest.mark.parametrize(
    ("of", "frame"),
    one_in(3, frames()),
    ids=[f"{of.number}-{of.frames.index(frame) + 1}" for of, frame in frames()],
)
def test_sentences_are_true_in_their_frame(of: Lesson, frame: LessonFrame) -> None:
    """A sentence is computed, or is known to be none that could be; a new one is neither."""
    run = of.run(frame.search)
    seen = Seen(of, run, TreeAtStep(run.trace, of.step(frame)))
    for sentence in sentences(of, frame):
        facts = facts_of(sentence)

        assert facts is not None, f"neither computed nor known: {sentence}"
        assert [fact for fact in facts if not seen.holds(fact)] == [], sentence


def test_nothing_is_computed_that_no_lesson_says() -> None:
    """Each entry of the table begins a sentence."""
    said = [sentence for of, frame in frames() for sentence in sentences(of, frame)]
    unused = [
        words
        for words in facts_by_sentence()
        if not any(sentence.startswith(words) for sentence in said)
    ]

    assert not unused
