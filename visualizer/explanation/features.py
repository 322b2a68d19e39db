"""Random trees that have something to learn: cuts of several kinds, ties, bounds that are no values, second looks."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import count, islice

from visualizer.errors import InputError, one_of
from visualizer.explanation.facts.windows import cut_of
from visualizer.explanation.questions.exercise import Exercise
from visualizer.lookup import whole_search
from visualizer.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.run import Run
from visualizer.trace.tree_at_step import TreeAtStep

GAME = "tree"
TRIES = 1000
"""Give up after n unsuitable trees in a row."""


def exercises(
    wanted: int, seed: int, settings: Mapping[str, str], search: SearchSpec, *, deep: bool = False
) -> list[Run]:
    """Return finished searches of random trees, each of which cuts something, with `deep` across several plies.

    A search that never cuts takes every tree.
    Suitable trees are taken in the order of their seeds, from `seed` on; InputError if there are too few of this shape.
    """
    found, in_vain = dict[str, Run](), 0
    while len(found) < wanted and in_vain < TRIES:
        where = PositionSpec(GAME, None, "", {**settings, "seed": str(seed)})
        run, seed, in_vain = Run(Recipe(where, replace(search))).finish(), seed + 1, in_vain + 1
        fits = has_deep_cut(run) if deep else run.trace.cuts or not run.trace.has_window
        if fits and run.root.text() not in found:
            found[run.root.text()] = run
            in_vain = 0
    if len(found) < wanted:
        raise InputError(
            f"only {len(found):,} of the {wanted:,} exercises were found: too few trees of this shape differ and have "
            f"a {'deep ' if deep else ''}cut; ask for fewer, or for larger trees with --set branching, depth or values"
        )
    return [*found.values()]


def has_deep_cut(run: Run) -> bool:
    """Return whether there is a deep cut: by a bound that was set more than one ply above."""
    return any(plies > 1 for plies in plies_up(run))


def plies_up(run: Run) -> list[int]:
    """Return how far above each cut the bound was set, of those that reached one of the search itself."""
    tree = TreeAtStep(run.trace)
    found = (cut_of(run, tree, tree.node_of(row)) for row in run.trace.cuts)
    return [cut.plies_up for cut in found if cut.setter is not None]


@dataclass(frozen=True, slots=True)
class Feature:
    """What an alpha-beta search of a tree may have: its name, the least plies that it takes, and how a run tells it."""

    about: str
    plies: int
    is_in: Callable[[Run], bool]


def searched(run: Run, search: SearchSpec) -> Run:
    """Return another search of the same tree, finished."""
    return Run(Recipe(run.recipe.where, search)).finish()


def searched_wholly(run: Run) -> Run:
    """Return a search of the same tree that skips nothing."""
    return searched(run, whole_search(has_chance=run.has_chance))


def has_tie(run: Run) -> bool:
    """Return whether equal values matter: the other rule of cutting visits other nodes."""
    search = run.recipe.search  # fail-hard visits the nodes of fail-soft, and never cuts by >
    other = searched(run, replace(search, cut=">" if search.cut == ">=" else ">=", fail="soft"))
    return len(other.trace) != len(run.trace)


def has_bound(run: Run) -> bool:
    """Return whether a visited inner node returns something else than it is worth."""
    exact, tree = searched_wholly(run), TreeAtStep(run.trace)
    whole = TreeAtStep(exact.trace)
    inner = (node for node in range(len(run.trace)) if tree.move_count(node))
    pairs = ((node, whole.node_at(run.path(node))) for node in inner)
    return any(other is not None and exact.trace.value(other) != run.trace.value(node) for node, other in pairs)


def is_irregular(run: Run) -> bool:
    """Return whether leaves are at different plies."""
    exact = searched_wholly(run)
    tree = TreeAtStep(exact.trace)
    return len({len(exact.path(node)) for node in range(len(exact.trace)) if not tree.move_count(node)}) > 1


def has_second_look(run: Run) -> bool:
    """Return whether PVS searches a node again."""
    other = searched(run, SearchSpec("pvs", cut=run.recipe.search.cut))
    tree = TreeAtStep(other.trace)
    return any(tree.node_of(row) != row for row in range(len(other.trace)))


def is_cut_after_first_child(run: Run) -> bool:
    """Return whether a node is left after its first child."""
    tree = TreeAtStep(run.trace)
    return any(len(tree.children(tree.node_of(row))) == 1 for row in run.trace.cuts)


FEATURES = {
    "cut": Feature("a cut", 2, lambda run: bool(run.trace.cuts)),
    "no-cut": Feature("no cut", 1, lambda run: not run.trace.cuts),
    "shallow-cut": Feature("a shallow cut", 2, lambda run: 1 in plies_up(run)),
    "deep-cut": Feature("a deep cut", 4, has_deep_cut),
    "first-child": Feature("a cut after a first child", 2, is_cut_after_first_child),
    "ties": Feature("a tie that matters", 2, has_tie),
    "bound": Feature("a bound that is no value", 2, has_bound),
    "irregular": Feature("leaves at different plies", 2, is_irregular),
    "second-look": Feature("a second look of PVS", 1, has_second_look),
}
"""By the names that people give."""


def with_feature(
    name: str, where: PositionSpec, cut: str, fail: str, bounds: tuple[float, float] | None = None
) -> tuple[PositionSpec, int]:
    """Return the first random tree from the seed on that has a feature, and its seed; InputError if there is none.

    `bounds` are what leaves are worth, which cuts at chance nodes need; `where` is a random tree with its seed
    among the settings.
    """
    feature, settings = FEATURES[one_of("the feature", name, FEATURES)], where.settings
    depth = int(settings.get("depth", "3"))
    if depth < feature.plies:
        plies = "one ply" if depth == 1 else f"{depth} plies"
        raise InputError(f"{feature.about.replace('a ', 'no ', 1)} fits into {plies}; it takes {feature.plies}")
    if name == "irregular" and settings.get("shape") != "irregular":
        raise InputError("the leaves of a uniform tree are all at one ply; --set shape=irregular makes other trees")
    for seed in islice(count(int(settings["seed"])), TRIES):
        there = replace(where, settings={**settings, "seed": str(seed)})
        if feature.is_in(Exercise(there, cut=cut, fail=fail, bounds=bounds).run):
            return there, seed
    shape = ", ".join(f"{key} {settings[key]}" for key in settings if key != "seed")
    raise InputError(f"none of {TRIES:,} trees with {shape} has {feature.about}; try larger ones, or another seed")
