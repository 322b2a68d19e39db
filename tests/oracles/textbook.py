"""Searches of trees written from the textbook, which note each visit: its window and what its
children returned.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf, nextafter

from tests.oracles.trees import minimax
from tests.trees import FULL, Tree, children, subtree

Path = tuple[int, ...]


@dataclass
class Note:
    """One visit of a node: its window on entry and before each child, what each look at a child
    returned.
    """

    path: Path
    maximizing: bool
    alpha: float
    beta: float
    value: float = 0.0
    windows: list[tuple[float, float]] = field(default_factory=list)
    looks: list[list[tuple[float, float, float]]] = field(default_factory=list)
    """For each visited child its looks: alpha, beta and what was returned."""

    @property
    def returned(self) -> list[float]:
        """What the visited children are worth to this node: their last looks."""
        return [looks[-1][2] for looks in self.looks]


class Naive:
    """A search from left to right as a textbook has it, every visit noted."""

    def __init__(
        self,
        tree: Tree,
        maximizing: bool,
        level: str,
        cut: str,
        fail: str,
    ) -> None:
        """Search a tree: by minimax for `values`, by PVS for `looks`, else by alpha-beta."""
        self.tree = tree
        self.level = level
        self.cut = cut
        self.hard = fail == "hard" and level not in ("values", "looks")
        self.maximizing = maximizing
        self.notes: list[Note] = []
        self._search(tree, (), *FULL)
        self.visits: dict[Path, list[Note]] = {}
        for note in self.notes:
            self.visits.setdefault(note.path, []).append(note)

    def is_max(self, path: Path) -> bool:
        """Say whether MAX moves at a node."""
        return self.maximizing == (len(path) % 2 == 0)

    def truth(self, path: Path) -> float:
        """Return the minimax value of a node, visited or not."""
        return minimax(subtree(self.tree, path), self.is_max(path))

    def _closed(self, alpha: float, beta: float) -> bool:
        return self.level != "values" and (alpha > beta or (self.cut == ">=" and alpha >= beta))

    def _search(
        self,
        tree: Tree,
        path: Path,
        alpha: float,
        beta: float,
    ) -> float:
        note = Note(path, self.is_max(path), alpha, beta)
        self.notes.append(note)
        if isinstance(tree, list):
            note.value = self._best(tree, note)
        else:
            note.value = tree
        if self.hard and isinstance(tree, list):
            note.value = min(max(note.value, alpha), beta)
        return note.value

    def _best(self, tree: list[Tree], note: Note) -> float:
        best = -inf if note.maximizing else inf
        alpha = note.alpha
        beta = note.beta
        for child in tree:
            note.windows.append((alpha, beta))
            note.looks.append([])
            value = self._look(note, child, alpha, beta)
            if note.maximizing:
                best = max(best, value)
            else:
                best = min(best, value)
            if self.level != "values":
                if note.maximizing:
                    alpha = max(alpha, best)
                else:
                    beta = min(beta, best)
            if self._closed(alpha, beta):
                break
        return best

    def _look(
        self,
        note: Note,
        child: Tree,
        alpha: float,
        beta: float,
    ) -> float:
        """Search a child; by PVS a later one with a null window first, again if its value is
        inside the window.
        """
        path = *note.path, len(note.looks) - 1
        looks = note.looks[-1]

        def search(low: float, high: float) -> float:
            looks.append((low, high, self._search(child, path, low, high)))
            return looks[-1][2]

        if self.level != "looks" or not path[-1]:
            return search(alpha, beta)
        if note.maximizing:
            null = (alpha, nextafter(alpha, inf))
        else:
            null = (nextafter(beta, -inf), beta)
        value = search(*null)
        if alpha < value < beta:
            return search(alpha, beta)
        return value


def features_of(tree: Tree, cut: str, fail: str) -> set[str]:
    """Return what a naive search finds in a tree: which cuts, ties, bounds and second looks
    there are.
    """
    naive = Naive(tree, True, "all", cut, fail)
    other = Naive(tree, True, "all", ">" if cut == ">=" else ">=", "soft")
    inner = [note for note in naive.notes if note.looks]
    left = [note for note in inner if len(note.looks) < len(children(subtree(tree, note.path)))]
    above = {note.path: note for note in inner}
    met = [
        (note.beta, above[note.path[:-1]].beta)
        if note.maximizing
        else (note.alpha, above[note.path[:-1]].alpha)
        for note in left
    ]
    looks = [look for note in Naive(tree, True, "looks", cut, fail).notes for look in note.looks]
    ends = {len(path) for path in paths(tree) if not children(subtree(tree, path))}
    found = {
        "cut": left,
        "shallow-cut": any(end != before for end, before in met),
        "deep-cut": any(end == before for end, before in met),
        "first-child": any(len(note.looks) == 1 for note in left),
        "ties": len(naive.notes) != len(other.notes),
        "bound": any(note.value != naive.truth(note.path) for note in inner),
        "irregular": len(ends) > 1,
        "second-look": any(len(look) > 1 for look in looks),
        "no-cut": not left,
    }
    return {name for name, has in found.items() if has}


def paths(tree: Tree, path: Path = ()) -> Iterator[Path]:
    """Yield the paths to all nodes."""
    yield path
    for number, child in enumerate(children(tree)):
        yield from paths(child, (*path, number))
