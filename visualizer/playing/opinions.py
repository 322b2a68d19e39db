"""What a search thinks of the moves of a position, one by one: a search of each, a ply less deep."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from games import AnyPosition, Standing
from visualizer.algorithms import TO_THE_END
from visualizer.explanation.naming import Naming
from visualizer.explanation.standings import Standings
from visualizer.look.numbers import brief, show
from visualizer.playing.movers import USUAL, Mover
from visualizer.playing.reply import here, run_of
from visualizer.recipe import Recipe, Search, Where
from visualizer.run import Run
from visualizer.trace.tree_at_step import TreeAtStep


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a move is worth: its value from MAX's side, what that means, and the best line from the move on."""

    move: str
    value: float
    standing: Standing | None
    words: str
    line: tuple[str, ...]
    sampled: bool = False

    def label(self) -> str:
        """Return the value with its sign: `+2`, `−1,000`, `≈0.25`."""
        shown = show(round(self.value, 2) if self.sampled else self.value)
        return f"{'≈' if self.sampled else '+' if self.value > 0 else ''}{shown}"

    def short(self, *, maximizing: bool) -> str:
        """Return the value in a few letters, and a won game in a word for the side to move: `wins` or `loses`."""
        if self.standing is not None and self.standing.won:
            return "wins" if (self.standing.side > 0) == maximizing else "loses"
        return brief(self.label()).removeprefix("≈")


class MoveSearch:
    """The search of one move: of the position after it, a ply less deep than the search that is asked.

    By random games it is asked anew there, with as many as before.
    """

    def __init__(self, asked: Run, move: Any) -> None:
        """Prepare the search of a move of the root of `asked`, which need not have begun."""
        self.asked, self.name, self.after = asked, asked.root.name(move), asked.root.play(move)
        self.run: Run | None = None
        if self.after.outcome() is None and (asked.algorithm.sampling is not None or asked.depth > 1):
            self.run = Run(Recipe(here(asked.recipe.where, self.after), self._search()), root=self.after)

    def _search(self) -> Search:
        search = self.asked.recipe.search
        if self.asked.algorithm.sampling is not None:
            return search
        depth = self.asked.depth - 1 if self.asked.depth < TO_THE_END else search.depth
        return replace(USUAL, evaluation=search.evaluation, depth=depth)

    def advance(self, seconds: float | None = None) -> bool:
        """Let the search go on; return whether it has ended."""
        return self.run is None or self.run.trace.finished or self.run.advance(seconds=seconds)

    def opinion(self) -> Opinion:
        """Return what a search that has ended found."""
        line: tuple[str, ...] = (self.name,)
        over = self.after.outcome() is not None
        if self.run is None:
            value = self.asked.problem.evaluate(self.after, self.after.outcome())
        else:
            tree = TreeAtStep(self.run.trace)
            result = tree.result()
            over = tree.is_over(0)
            value = 0 if result.value is None else result.value
            line += tuple(self.run.line(result.line))
        return opinion(self.asked, line, value, over=over)


class Opinions:
    """What a search thinks of every legal move of a position: `found` grows while it is advanced, in its order."""

    def __init__(self, where: Where, position: AnyPosition, mover: Mover) -> None:
        """Prepare; InputError says what is wrong with the search."""
        self.position = position
        self.asked = run_of(where, position, mover)
        self.found: dict[str, Opinion] = {}
        moves = position.moves()
        self.total = len(moves)
        self._left = [moves[number] for number in reversed(self.asked.order(()))]
        self._search: MoveSearch | None = None

    @property
    def finished(self) -> bool:
        """Say whether every move has been searched."""
        return self.asked.trace.finished if self.samples else not self._left

    @property
    def samples(self) -> bool:
        """Say whether the search is one by random games: it looks at all moves side by side."""
        return self.asked.algorithm.sampling is not None

    def advance(self, seconds: float) -> bool:
        """Let the search go on; return whether anything is new. InputError for an error in a user's code."""
        if self.finished:
            return False
        if self.samples:
            self.asked.advance(seconds=seconds)
            self._take_means()
            return True
        self._search = self._search or MoveSearch(self.asked, self._left[-1])
        if not self._search.advance(seconds):
            return False
        self.found[self._search.name] = self._search.opinion()
        self._left.pop()
        self._search = None
        return True

    def _take_means(self) -> None:
        """Take what random games have found of each move so far."""
        tree = TreeAtStep(self.asked.trace)
        for node in tree.children(0) if tree.visits else ():
            if (value := tree.value(node)) is not None:
                name = self.asked.move_name(self.asked.path(node))
                self.found[name] = opinion(self.asked, (name,), value, over=False)

    def best_of(self, names: Sequence[str]) -> Opinion | None:
        """Return the opinion of the best of some moves for the side to move, None if none of them is known."""
        known = [self.found[name] for name in names if name in self.found]
        return (max if self.position.maximizing else min)(known, key=lambda each: each.value, default=None)

    def ranked(self) -> list[Opinion]:
        """Return what is known, the best for the side to move first."""
        return sorted(self.found.values(), key=lambda each: each.value, reverse=self.position.maximizing)


def opinion(asked: Run, line: tuple[str, ...], value: float, *, over: bool) -> Opinion:
    """Return a value with what it means to the players in the search that is asked."""
    sampled = asked.algorithm.sampling is not None and not over
    standing = None if asked.stakes is None else asked.stakes.standing(value, asked.root, over=over)
    words = f"it is worth {show(round(value, 2))} to {asked.game.sides[0]}"
    if standing is not None:
        words = Standings(Naming(asked, TreeAtStep(asked.trace))).clause(standing)
    return Opinion(line[0], value, standing, words, line, sampled)
