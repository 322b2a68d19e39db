"""Trees that are worth solving by hand: random ones in which a search cuts something, no two alike."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import count, islice

from visualizer.errors import InputError
from visualizer.explanation.cutoffs import Reason, reason_of
from visualizer.explanation.naming import Naming
from visualizer.recipe import Recipe, Search, Where
from visualizer.run import Run
from visualizer.trace.tree_at_step import TreeAtStep

GAME = "tree"
TRIES = 1000
"""Give up after so many unsuitable trees in a row."""


def exercises(wanted: int, seed: int, settings: Mapping[str, str], search: Search, *, deep: bool = False) -> list[Run]:
    """Return finished searches of random trees, each of which cuts something, with `deep` across several plies.

    Suitable trees are taken in the order of their seeds, from `seed` on; InputError if there are too few of this shape.
    """
    found = [*islice(_worth_solving(seed, settings, search, deep=deep), wanted)]
    if len(found) < wanted:
        raise InputError(
            f"only {len(found):,} of the {wanted:,} exercises were found: too few trees of this shape differ and have "
            f"a {'deep ' if deep else ''}cut; ask for fewer, or for larger trees with --set branching, depth or values"
        )
    return found


def _worth_solving(seed: int, settings: Mapping[str, str], search: Search, *, deep: bool) -> Iterator[Run]:
    """Yield searches of different trees that have a cut, until too many in a row are unsuitable."""
    seen, in_vain = set[str](), 0
    for number in count(seed):
        run = Run(Recipe(Where(GAME, None, "", {**settings, "seed": str(number)}), replace(search))).finish()
        text = run.root.text()
        if run.trace.cuts and text not in seen and (not deep or has_deep_cut(run)):
            seen.add(text)
            in_vain = 0
            yield run
        elif (in_vain := in_vain + 1) == TRIES:
            return


def has_deep_cut(run: Run) -> bool:
    """Say whether there is a deep cut: by a bound that was set more than one ply above."""
    return any(reason.plies_up > 1 for reason in reasons(run))


def reasons(run: Run) -> list[Reason]:
    """Return why each cut was made that reached a bound of the search itself, and not of a given window."""
    naming = Naming(run, TreeAtStep(run.trace))
    found = (reason_of(naming, naming.tree.node_of(row)) for row in run.trace.cuts)
    return [reason for reason in found if reason.bound_source.child is not None]
