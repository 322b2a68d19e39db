"""The usual styles of searching: cut where alpha meets beta, or where a value meets the other's bound; and negamax."""

from __future__ import annotations

from visualizer.grading.node import GradedNode
from visualizer.grading.wrong_searches import GradedWindow, WrongWalk


class InTurns:
    """MAX takes the greatest, MIN the least; where a move is made at random, the mean counts.

    `late` asks for the cutoff before the window is narrowed, by the value; else it is asked whether that is closed.
    """

    def __init__(self, *, late: bool) -> None:
        """Say when it is asked whether to cut."""
        self.late = late

    def __call__(self, walk: WrongWalk, node: GradedNode, window: GradedWindow, ply: int) -> float:
        """Search a node; the value is from MAX's side."""
        if walk.is_leaf(node, ply):
            return walk.value(node)
        way, maximizing = walk.way, node.maximizing != walk.way.is_exchanged
        (alpha, beta), best, odds, total = window, way.first_best[0 if maximizing else 1], walk.odds(node), 0.0
        for place, child in walk.below(node, ply):
            if way.is_shared:
                alpha, beta = walk.shared
            given = way.gives((alpha, beta), maximizing=maximizing)
            found = walk.keep(place, self(walk, child, given, ply + 1), ply)
            if way.is_shared:
                alpha, beta = walk.shared
            best = max(best, found) if maximizing else min(best, found)
            total += found * odds[place] if odds else 0
            if self.late and way.closes(*((best, beta) if maximizing else (alpha, best))):
                break
            if way.updates(ply, maximizing=maximizing):
                alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
            walk.shared = alpha, beta
            if not self.late and way.closes(alpha, beta):
                break
        return total if odds else best


class Negamax:
    """Negamax with a wrong sign, of a child's value, its window or the leaves of MIN, or with ends not exchanged."""

    def __init__(self, *, value: int, window: str, leaves: str, late: bool) -> None:
        """Say which sign a child's value gets, which window it is given, and whose side leaves are from.

        `window` is `turned`, `same` or `negated`; `leaves` are from the side of `mover` or `max`; `late` asks for the
        cutoff before the window is narrowed.
        """
        self.value, self.window, self.leaves, self.late = value, window, leaves, late

    def __call__(self, walk: WrongWalk, node: GradedNode, window: GradedWindow, ply: int) -> float:
        """Search a node; the value is from the mover's side, as far as signs are there."""
        if walk.is_leaf(node, ply):
            value = walk.value(node)
            return -value if self.leaves == "mover" and not node.maximizing else value
        (alpha, beta), best = window, walk.way.first_best[0]
        for place, child in walk.below(node, ply):
            found = self.value * self(walk, child, self._given(alpha, beta), ply + 1)
            best = max(best, walk.keep(place, found, ply))
            if self.late and walk.way.closes(best, beta):
                break
            alpha = max(alpha, best)
            if not self.late and walk.way.closes(alpha, beta):
                break
        return best

    def _given(self, alpha: float, beta: float) -> GradedWindow:
        if self.window == "same":
            return alpha, beta
        return (-alpha, -beta) if self.window == "negated" else (-beta, -alpha)
