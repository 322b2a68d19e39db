"""The usual styles of alpha-beta: cut where alpha meets beta, or where a value meets the other's bound; and negamax."""

from __future__ import annotations

from visualizer.grading.node import GradedNode
from visualizer.grading.ways import GradedWindow, WrongWalk


def by_window(walk: WrongWalk, node: GradedNode, window: GradedWindow, ply: int) -> float:
    """Search a node: the window is narrowed first, and then it is asked whether it is closed."""
    if walk.is_leaf(node, ply):
        return walk.value(node)
    way, maximizing = walk.way, node.maximizing != walk.way.is_exchanged
    best = way.first_best[0 if maximizing else 1]
    alpha, beta = window
    for place, child in walk.below(node, ply):
        if way.is_shared:
            alpha, beta = walk.shared
        given = way.gives((alpha, beta), maximizing=maximizing)
        found = walk.keep(place, by_window(walk, child, given, ply + 1), ply)
        if way.is_shared:
            alpha, beta = walk.shared
        best = max(best, found) if maximizing else min(best, found)
        if walk.updates(ply, maximizing=maximizing):
            alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
        walk.shared = alpha, beta
        if way.closes(alpha, beta):
            break
    return best


def by_bound(walk: WrongWalk, node: GradedNode, window: GradedWindow, ply: int) -> float:
    """Search a node: it is asked first whether the value meets the other's bound, and then the window is narrowed."""
    if walk.is_leaf(node, ply):
        return walk.value(node)
    return (_max_value if node.maximizing != walk.way.is_exchanged else _min_value)(walk, node, window, ply)


def _max_value(walk: WrongWalk, node: GradedNode, window: GradedWindow, ply: int) -> float:
    (alpha, beta), best = window, walk.way.first_best[0]
    for place, child in walk.below(node, ply):
        if walk.way.is_shared:
            alpha, beta = walk.shared
        value = by_bound(walk, child, walk.way.gives((alpha, beta), maximizing=True), ply + 1)
        if walk.way.is_shared:
            alpha, beta = walk.shared
        best = max(best, walk.keep(place, value, ply))
        if walk.way.closes(best, beta):
            return best
        if walk.updates(ply, maximizing=True):
            alpha = max(alpha, best)
            walk.shared = alpha, beta
    return best


def _min_value(walk: WrongWalk, node: GradedNode, window: GradedWindow, ply: int) -> float:
    (alpha, beta), best = window, walk.way.first_best[1]
    for place, child in walk.below(node, ply):
        if walk.way.is_shared:
            alpha, beta = walk.shared
        value = by_bound(walk, child, walk.way.gives((alpha, beta), maximizing=False), ply + 1)
        if walk.way.is_shared:
            alpha, beta = walk.shared
        best = min(best, walk.keep(place, value, ply))
        if walk.way.closes(alpha, best):
            return best
        if walk.updates(ply, maximizing=False):
            beta = min(beta, best)
            walk.shared = alpha, beta
    return best


def by_expectation(walk: WrongWalk, node: GradedNode, window: GradedWindow, ply: int) -> float:
    """Search a node whose moves may be made at random; nothing is cut."""
    if walk.is_leaf(node, ply):
        return walk.value(node)
    maximizing, odds = node.maximizing != walk.way.is_exchanged, walk.odds(node)
    best, total = walk.way.first_best[0 if maximizing else 1], 0.0
    for place, child in walk.below(node, ply):
        found = walk.keep(place, by_expectation(walk, child, window, ply + 1), ply)
        best = max(best, found) if maximizing else min(best, found)
        total += found * odds[place] if odds else 0
    return total if odds else best


class Negamax:
    """Negamax in which a sign is missing: of a child's value, of its window, or of the leaves of MIN."""

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
